"""The settlement: all cards, who lost a token and why."""

from collections.abc import Collection
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from cucco_tui.engine.state import Action, Over
from cucco_tui.games.exchange import ExchangeView
from cucco_tui.tui.screens.amounts import Amount, AmountsScreen
from cucco_tui.tui.screens.match import MomentScreen
from cucco_tui.tui.table import SettlementPage
from cucco_tui.tui.widgets.card import card_line
from cucco_tui.tui.widgets.key_lines import KeyLines
from cucco_tui.tui.widgets.tokens import tokens

if TYPE_CHECKING:
    from cucco_tui.tui.sitting import Sitting

TWO_COLUMNS = 78
"""Cells of width from which a long table is set in two columns."""


class SettlementScreen(MomentScreen):
    """What a deal did. With `card_by_card` each key turns one card, the last one tells who pays."""

    HELP_PAGE = "help.settlement"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("k", "share", show=False)]

    def __init__(self, sitting: "Sitting", page: SettlementPage) -> None:
        """Show the settlement of a deal."""
        super().__init__(sitting)
        self.page = page
        self.view = cast(ExchangeView, sitting.match.view(None))
        shown = next((event for event in page.events if event.key == "event.showdown"), None)
        self.cards = dict(zip(shown.seats, shown.cards, strict=True)) if shown else {}
        self.commitment = sitting.table.next_commitment
        # One card each and no exchange: nothing stands between the deal and the showdown.
        self.sudden = any(
            first.key == "event.deals" and second.key == "event.showdown" for first, second in pairwise(page.events)
        )
        self.turned = 0 if sitting.card_by_card else len(self.cards)
        if self.turned == len(self.cards):
            sitting.table.told()

    def compose_page(self) -> ComposeResult:
        """Yield title, the table of seats, what comes next, and the keys."""
        with Vertical(classes="page", id="settlement"):
            yield Static(self.headline(), id="title", markup=False)
            with VerticalScroll(id="lines", can_focus=False):
                yield Static(id="seats", markup=False)
            yield Static(id="next", markup=False)
        share = [("k", self.words("key.share"), "screen.share")] if self.may_offer() else []
        yield KeyLines([(self.words("key.any"), self.words("key.go-on"), "screen.go_on"), *share, *self.hints()])

    def on_resize(self, event: Resize) -> None:
        """Set the table anew for the width."""
        self.show_lines()

    def show_lines(self) -> None:
        """Write the table as far as the cards have been turned."""
        lines, what_next = self.lines(), self.what_next()
        width = self.size.width - 4
        room = max(1, self.size.height - 4 - len(what_next.wrap(max(1, width))))
        if len(lines) > room and self.size.width >= TWO_COLUMNS:
            half = -(-len(lines) // 2)
            left, right = lines[:half], [*lines[half:], *[Content()] * (2 * half - len(lines))]
            column = width // 2
            lines = [
                a.truncate(column - 1, ellipsis=True, pad=True) + b.truncate(column, ellipsis=True)
                for a, b in zip(left, right, strict=True)
            ]
        self.query_one("#seats", Static).update(Content("\n").join(lines))
        self.query_one("#next", Static).update(what_next)

    def headline(self) -> Content:
        """Name the deal."""
        key = "settlement.void" if self.page.settlement.void else "settlement.title"
        if self.sudden:
            key = "settlement.sudden"
        return Content(self.words(key, n=self.page.settlement.deal)).stylize("bold $primary")

    def lines(self) -> list[Content]:
        """Write a line for each seat that was in the deal: card, what it lost and why, tokens left."""
        sitting, settlement = self.sitting, self.page.settlement
        reasons = {} if settlement.void else sitting.teller.reasons(list(self.page.events))
        all_turned = self.turned == len(self.cards)
        order = list(self.cards)
        lost = [seat for seat, change in enumerate(settlement.change) if change and seat not in self.cards]
        lines: list[Content] = []
        for number, seat in enumerate(order + lost):
            name = sitting.name(seat, 16).truncate(16, pad=True)
            card = Content("      ")
            if seat in self.cards and number < self.turned:
                card = card_line(self.view.procedure.pack.id, self.cards[seat], self.cucco.faces_style, open_=False)
            change = settlement.change[seat]
            left = tokens(*self.view.lives(seat), ascii_only=sitting.ascii_only)
            line = Content("  ").join((name, card.truncate(6, pad=True)))
            if all_turned:
                sign = self.sign(change)
                reason = reasons.get(seat, Content())
                if change > 0:
                    reason = Content(self.words("why.gains"))
                if self.sudden and seat in self.highest():
                    reason = Content(self.words("settlement.highest")).stylize("bold $accent")
                line = Content("  ").join((line, sign, left.truncate(6, pad=True), reason))
                if change:
                    line = Content.assemble(("* " if sitting.ascii_only else "▸ ", "bold $error"), line)
                else:
                    line = Content.assemble("  ", line)
            else:
                line = Content.assemble("  ", line)
            lines.append(line.rstrip())
        return lines

    def sign(self, change: float) -> Content:
        """Write what a seat lost or gained; where there are no tokens, that it is out."""
        if self.view.procedure.has_tokens:
            return Content(f"{change:+g}" if change else "  ").stylize("bold $error")
        out = self.words("seat.out")
        return Content(out if change else " " * len(out)).stylize("bold $error")

    def highest(self) -> Collection[int]:
        """Tell who won a sudden death, or is still in it."""
        waiting = self.view.waiting
        return waiting.winners if isinstance(waiting, Over) else self.view.start.contenders

    def what_next(self) -> Content:
        """Tell whether it goes on in a sudden death, who deals next, and what binds the next pack (PACK-5)."""
        if self.turned < len(self.cards):
            return Content(self.words("settlement.turn"))
        words, view, sitting = self.words, self.view, self.sitting
        if isinstance(view.waiting, Over):
            return Content()
        lines: list[Content] = []
        if view.start.contenders:
            names = Content(", ").join(sitting.name(seat) for seat in sorted(view.start.contenders))
            lines.append(Content.assemble(words("settlement.sudden-death"), " ", names))
        elif self.page.settlement.void:
            game = sitting.match.game.id
            lines.append(Content(words.first(f"settlement.{game}.void-why", "settlement.void-why")))
        lines.append(Content.assemble(words("settlement.next-dealer"), " ", sitting.name(view.dealer)))
        if self.commitment is not None:
            lines.append(Content(f"{words('settlement.pack')} {self.commitment}").stylize("$faint"))
        return Content("\n").join(lines)

    def go_on(self) -> None:
        """Turn the next card, or end the page."""
        if self.ready and self.turned < len(self.cards):
            self.turned += 1
            if self.turned == len(self.cards):
                self.sitting.table.told()
            self.show_lines()
        else:
            super().go_on()

    def action_share(self) -> None:
        """Let one of the last two offer to share the pot (CUCU-22)."""
        from cucco_tui.tui.screens.ask import AskSeatScreen

        offering = self.may_offer()
        if offering:
            choices = [(str(seat), self.sitting.name(seat)) for seat in offering]
            self.app.push_screen(AskSeatScreen("ask.split", choices, lambda seat: self.ask_shares(int(seat))))

    def may_offer(self) -> list[int]:
        """List who may offer to share the pot now."""
        left = [seat.seat for seat in self.view.seats if seat.tokens]
        offers = [Action(seat, "split", shares=(50, 50)) for seat in left]
        return [action.seat for action in offers if self.sitting.match.why_not(action) is None]

    def ask_shares(self, seat: int) -> None:
        """Ask for the share of who offers, in percent."""
        first, second = (other.seat for other in self.view.seats if other.tokens)

        def offer(chosen: dict[str, int]) -> None:
            mine = chosen["share"]
            self.sitting.do(Action(seat, "split", shares=(mine, 100 - mine) if seat == first else (100 - mine, mine)))

        other = self.sitting.name(second if seat == first else first)
        title = self.sitting.teller.sentence("amounts.split", seat=self.sitting.name(seat), other=other)
        self.app.push_screen(AmountsScreen(title, [Amount("share", self.sitting.name(seat), 100, 50)], offer))

    def action_go_on(self) -> None:
        """Go on by mouse."""
        self.go_on()
