"""The settlement of an exchange game: all cards, who lost a token and why."""

from collections.abc import Collection
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, cast

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.timer import Timer

from cucco_tui.cards.faces import BACK, Size
from cucco_tui.engine.state import Action, Over
from cucco_tui.games.exchange.view import ExchangeView
from cucco_tui.tui.pages import SettlementPage
from cucco_tui.tui.people import mark
from cucco_tui.tui.screens.amounts import Amount, AmountsScreen
from cucco_tui.tui.screens.settlement import AROUND, SettlementScreen
from cucco_tui.tui.widgets.card import card_face, card_line, centred, faces, side_by_side
from cucco_tui.tui.widgets.tokens import tokens

if TYPE_CHECKING:
    from cucco_tui.tui.sitting import Sitting


TURN, ALL_TURNS = 0.12, 1.2
"""Seconds between two cards that are turned, and at most for all."""
TOLD_BELOW, NAMED = 5, 3
"""Lines that are kept for what comes next and for keys; of a picture, below its card: name, loss, and a blank one."""
NARROW = 70
"""Cells of width below which what binds the next pack takes one more line."""
CARD_CELLS = 6
"""The least room for a card in one line."""


class ShowdownScreen(SettlementScreen):
    """What a deal did. With `card_by_card` each key turns one card, the last one tells who pays."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("k", "share", show=False)]

    def __init__(self, sitting: "Sitting", page: SettlementPage) -> None:
        """Show the settlement of a deal."""
        super().__init__(sitting, page)
        self.view = cast(ExchangeView, self.public)
        shown = next((event for event in page.events if event.key == "event.showdown"), None)
        self.cards = dict(zip(shown.seats, shown.cards, strict=True)) if shown else {}
        # One card each and no exchange: nothing stands between the deal and the showdown.
        self.sudden = any(
            first.key == "event.deals" and second.key == "event.showdown" for first, second in pairwise(page.events)
        )
        # A showdown that was told lies open, also when its page comes again.
        to_turn = sitting.table.settlement_to_come and (sitting.card_by_card or sitting.app.moves)
        self.turned = 0 if to_turn else len(self.cards)
        self._timer: Timer | None = None
        if self.all_turned:
            sitting.table.told()

    @property
    def seats(self) -> list[int]:
        """List who was in the deal: those with cards as these are turned, then who lost before it was over."""
        change = self.page.settlement.change
        return [*self.cards, *(seat for seat in range(len(change)) if change[seat] and seat not in self.cards)]

    @property
    def all_turned(self) -> bool:
        """Tell whether all have seen what the deal did."""
        return self.turned == len(self.cards)

    def on_shown(self) -> None:
        """Turn the cards one after the other, if they are not turned by hand; a key turns all that are left."""
        if not self.all_turned and not self.sitting.card_by_card:
            self._timer = self.set_interval(min(TURN, ALL_TURNS / len(self.cards)), self._turn)

    def _turn(self, cards: int = 1) -> None:
        self.turned = min(len(self.cards), self.turned + cards)
        if self.all_turned:
            if self._timer is not None:
                self._timer.stop()
            self.sitting.table.told()
        self.show_lines()
        # Who lost comes first where not all rows can be seen; until then the card that was turned last is to be seen.
        seen = self.table.scrollable_content_region.height
        self.table.scroll_to(y=0 if self.all_turned else self.turned - seen, animate=False)

    def hints(self) -> list[tuple[str, str, str]]:
        """List the keys; the pot may be shared once the last two are known to be that (CUCU-22)."""
        go_on, *others = super().hints()
        if not self.all_turned and self.sitting.card_by_card:
            go_on = (go_on[0], self.words("key.turn"), go_on[2])
        share = [("k", self.words("key.share"), "screen.share")] if self.may_offer() else []
        return [go_on, *share, *others]

    def headline(self) -> Content:
        """Name the deal, and that it is void once all know."""
        deal = self.page.settlement.deal
        if self.sudden:
            return Content(self.words("settlement.sudden", n=deal)).stylize("bold $primary")
        if not self.all_turned:
            return Content(self.words("settlement.title", n=deal)).stylize("bold $primary")
        return super().headline()

    def rows(self) -> list[tuple[bool, Content]]:
        """Write a line for each seat that was in the deal: card, what it lost and why, tokens left."""
        sitting, settlement = self.sitting, self.page.settlement
        reasons = {} if settlement.void else sitting.teller.reasons(list(self.page.events))
        rows: list[tuple[bool, Content]] = []
        pack, style = self.view.procedure.pack, self.cucco.faces_style
        drawn = {code: card_line(pack.id, code, style, open_=False) for code in pack.kinds}
        # As for the widest of the pack: cards that are still to be turned must not tell by their room.
        wide = max(CARD_CELLS, *(card.cell_length for card in drawn.values()))
        names = {seat: sitting.name(seat, 16) for seat in self.seats}
        longest = max((name.cell_length for name in names.values()), default=0)
        for number, seat in enumerate(self.seats):
            name = names[seat].truncate(longest, pad=True)
            card = drawn[self.cards[seat]] if seat in self.cards and number < self.turned else Content()
            change = settlement.change[seat]
            line = Content("  ").join((name, card.truncate(wide, pad=True)))
            lost = self.all_turned and bool(change)
            if self.all_turned:
                left = tokens(*self.view.lives(seat), ascii_only=sitting.ascii_only)
                reason = reasons.get(seat, Content())
                if change > 0:
                    reason = Content(self.words.first(f"why.{sitting.match.game.id}.gains", "why.gains"))
                if self.sudden and seat in self.highest():
                    reason = Content(self.words("settlement.highest")).stylize("bold $accent")
                line = Content("  ").join((line, self.sign(change), left.truncate(6, pad=True), reason))
            sign = mark("changed", ascii_only=sitting.ascii_only) if lost else " "
            rows.append((lost, Content.assemble((f"{sign} ", "bold $error"), line).rstrip()))
        return rows

    def pictures(self, width: int) -> list[Content]:
        """Draw the cards, each over its player's name, as large as there is room for all.

        The room is the same whether they are turned or not, and whatever the deal has done.
        """
        pack, style = self.view.procedure.pack.id, self.cucco.faces_style
        below = TOLD_BELOW + (self.size.width < NARROW)
        height = self.size.height - AROUND - below - len(self.seats)
        for size, cells in ((Size.LARGE, 15), (Size.MEDIUM, 12), (Size.MEDIUM, 9)):
            columns, lines = width // cells, faces(pack).cells(pack, size, style)[1] + NAMED
            if self.cards and columns and -(-len(self.cards) // columns) * lines <= height:
                return side_by_side([self.picture(seat, size, cells) for seat in self.cards], columns)
        return []

    def picture(self, seat: int, size: Size, cells: int) -> list[Content]:
        """Draw a seat's card, or its back as long as it is not turned, and below it the name, and what it lost."""
        pack, turned = self.view.procedure.pack.id, list(self.cards).index(seat) < self.turned
        face = card_face(pack, self.cards[seat] if turned else BACK, size, self.cucco.faces_style).split("\n")
        change = self.page.settlement.change[seat] if self.all_turned else 0
        name = self.sitting.name(seat, cells - 1)
        if change:
            name = name.stylize("underline")
        return [*(centred(line, cells) for line in (*face, name, self.sign(change))), Content()]

    def sign(self, change: float) -> Content:
        """Write what a seat lost or gained; where there are no tokens, that it is out."""
        if self.view.procedure.has_tokens:
            return Content(f"{change:+g}" if change else "  ").stylize("bold $error")
        out = self.words("seat.out")
        return Content(out if change else " " * len(out)).stylize("bold $error")

    def highest(self) -> Collection[int]:
        """Tell who won a sudden death, or is still in it."""
        waiting = self.view.waiting
        return waiting.winners if isinstance(waiting, Over) else self.view.standing.contenders

    def what_next(self) -> list[Content]:
        """Ask for the next card to be turned, as long as there is one; then tell of the cup too (ZEH-7)."""
        if not self.all_turned:
            return [Content(self.words("settlement.turn"))] if self.sitting.card_by_card else []
        told = super().what_next()
        if self.view.cup is None:
            return told
        return [Content(self.words("settlement.cup", n=self.view.cup)).stylize("$accent"), *told]

    def told_first(self) -> list[Content]:
        """Tell whether it goes on in a sudden death, or why the deal was void."""
        if not self.view.standing.contenders:
            return super().told_first()
        names = Content(", ").join(self.sitting.name(seat) for seat in sorted(self.view.standing.contenders))
        return [Content.assemble(self.words("settlement.sudden-death"), " ", names)]

    def go_on(self) -> None:
        """Turn the next card, or end the page."""
        if self.ready and not self.all_turned:
            self._turn(1 if self.sitting.card_by_card else len(self.cards))
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
        """List who may offer to share the pot now; nobody as long as cards are to be turned."""
        if not self.all_turned:
            return []
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
