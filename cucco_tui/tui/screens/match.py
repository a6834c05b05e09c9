"""What all pages of a match share: the keys that are not part of the game."""

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, Key, Resize
from textual.geometry import Size

from cucco_tui.engine.events import Event
from cucco_tui.games.exchange.view import ExchangeView
from cucco_tui.games.tricks.view import TrickView
from cucco_tui.tui.pages import is_private
from cucco_tui.tui.screens.base import PageScreen
from cucco_tui.tui.telling import covered_tricks

if TYPE_CHECKING:
    from cucco_tui.tui.sitting import Sitting

SHORT = 20
"""Lines of a window below which there is no room for a card, nor for lines without a word."""


def in_halves(commitment: str, width: int) -> str:
    """Write a commitment in two equal lines where the window is too narrow for it: so it can still be compared."""
    half = len(commitment) // 2
    return commitment if width >= len(commitment) + 6 else f"{commitment[:half]}\n{commitment[half:]}"


class MatchScreen(PageScreen):
    """A page of a match."""

    CSS_PATH = "table.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "rules", show=False),
        Binding("l", "last_deal", show=False),
        Binding("g", "log", show=False),
        Binding("v", "look", show=False),
        Binding("z", "take_back", show=False),
        Binding("p", "people", show=False),
        Binding("d", "ledger", show=False),
        Binding("t", "chart", show=False),
        Binding("q", "leave", show=False),
    ]

    def __init__(self, sitting: "Sitting") -> None:
        """Show a page of the match at this keyboard."""
        super().__init__()
        self.sitting = sitting

    def compose(self) -> ComposeResult:
        """Know the window before anything is laid out: with the first resize it would be laid out twice."""
        self.fit(self.app.size)
        yield from super().compose()

    def on_resize(self, event: Resize) -> None:
        """Fit the page into another window."""
        self.fit(event.size)

    def fit(self, size: Size) -> None:
        """Leave less room between the lines in a low window."""
        self.set_class(size.height < SHORT, "-short")

    def hints(self) -> list[tuple[str, str, str]]:
        """List the keys that do something here, as (key, words, action)."""
        words, table = self.words, self.sitting.table
        hints: list[tuple[str, str, str]] = []
        if is_private(table.page):
            hints.append(("Esc", words("key.hide"), "screen.cover"))
        if table.can_take_back:
            hints.append(("z", words("key.take-back"), "screen.take_back"))
        if table.lookers:
            hints.append(("v", words(self.for_kind("key.look")), "screen.look"))
        if self.has_tricks and table.this_deal:
            hints.append(("l", words("key.last-trick"), "screen.last_deal"))
        elif table.last_deal:
            hints.append(("l", words("key.last-deal"), "screen.last_deal"))
        if any(table.view.coins):
            hints.append(("d", words("key.ledger"), "screen.ledger"))
        if self.has_chart:
            hints.append(("t", words("key.chart"), "screen.chart"))
        hints += [
            ("g", words("key.log"), "screen.log"),
            ("r", words("key.rules"), "screen.rules"),
            ("?", words("key.help"), "screen.help"),
        ]
        if not is_private(table.page):
            hints += [("p", words("key.people"), "screen.people"), ("q", words("key.leave"), "screen.leave")]
        return hints

    def title_line(self) -> Content:
        """Name the game, its preset if it is not the usual one, the deal, the pot and the cup."""
        words, match, view = self.words, self.sitting.match, self.sitting.table.view
        game = words(f"game.{match.game.id}")
        preset = words(f"preset-name.{match.game.id}.{match.preset.id}")
        parts = [game if preset == game else f"{game} · {preset}", words("table.deal", n=view.deal)]
        if view.pot:
            parts.append(words("table.pot", n=view.pot))
        if isinstance(view, ExchangeView) and view.cup is not None:
            parts.append(words("table.cup", n=view.cup))
        return Content(" · ".join(parts)).stylize("bold $primary")

    def for_kind(self, key: str) -> str:
        """Give the key of words that speak of a hand in trick games, where others speak of a card."""
        return f"{key}.trick" if self.has_tricks else key

    def action_help(self) -> None:
        """Open the help of this page, in the words of this kind of games."""
        from cucco_tui.tui.screens.help import HelpScreen

        sitting = self.sitting
        self.app.push_screen(
            HelpScreen(self.HELP_PAGE, sitting.match.game.kind, match=not is_private(sitting.table.page))
        )

    def next_deal(self) -> list[Content]:
        """Tell who deals next, and what binds that pack; nothing while there is a question before it."""
        return [*self.next_dealer(), *self.next_pack()]

    def next_dealer(self) -> list[Content]:
        """Tell who deals next, once that is known."""
        sitting = self.sitting
        if sitting.table.next_commitment is None:
            return []
        view = sitting.match.view(None)
        return [Content.assemble(self.words("settlement.next-dealer"), " ", sitting.name(view.by[view.dealer]))]

    def next_pack(self) -> list[Content]:
        """Tell what binds the next pack (PACK-5), once that is known."""
        bound = self.sitting.table.next_commitment
        if bound is None:
            return []
        told = f"{self.words('settlement.pack')} {in_halves(bound, self.app.size.width)}"
        return [Content(told).stylize("$faint")]

    def action_rules(self) -> None:
        """Open the rule book of the game."""
        from cucco_tui.tui.screens.rules import RulesScreen

        self.app.push_screen(RulesScreen(self.sitting.match.game.id))

    def action_log(self) -> None:
        """Show what was public in this deal, as far as it may still be looked at."""
        from cucco_tui.tui.screens.log import LogScreen

        lines, bound = self.sitting.teller.line(self.this_deal), self.sitting.table.commitment
        if bound is not None:
            # A low curtain has no room for it.
            told = self.words("curtain.pack", commitment=in_halves(bound, self.app.size.width))
            lines.append(Content(told).stylize("$faint"))
        self.app.push_screen(LogScreen("log.title", lines))

    def action_ledger(self) -> None:
        """Show each purse, and who paid what and why."""
        from cucco_tui.tui.pictures import table_of_purses
        from cucco_tui.tui.screens.log import LogScreen

        table, teller = self.sitting.table, self.sitting.teller
        if not any(table.view.coins):
            return
        told = table.told_events
        stake = Content(self.words("ledger.stake", n=getattr(self.sitting.match.rules, "stake", 0)))
        lines = [stake, *teller.paid(told)]
        self.app.push_screen(LogScreen("ledger.title", lines, table_of_purses(self.sitting, told)))

    def action_last_deal(self) -> None:
        """Show what was public in the last deal; in a trick game this one too, with the last trick at the foot."""
        from cucco_tui.tui.screens.log import LogScreen

        table, teller = self.sitting.table, self.sitting.teller
        if not self.has_tricks:
            if table.last_deal:
                from cucco_tui.tui.pictures import swaps

                events = table.last_deal
                self.app.push_screen(LogScreen("log.last-deal", teller.line(events), swaps(self.sitting, events)))
            return
        lines = teller.line(table.last_deal)
        this = teller.line(self.this_deal) if table.this_deal != table.last_deal else []
        self.app.push_screen(LogScreen("log.tricks", [*lines, *([Content()] if lines and this else []), *this]))

    def action_chart(self) -> None:
        """Show how the match went, deal by deal."""
        from cucco_tui.tui.screens.chart import ChartScreen

        if self.has_chart:
            self.app.push_screen(ChartScreen(self.sitting))

    @property
    def has_chart(self) -> bool:
        """Tell whether this page is for all and a deal has been settled."""
        return bool(self.sitting.table.view.settlements) and not is_private(self.sitting.table.page)

    @property
    def has_tricks(self) -> bool:
        """Tell whether this is a trick game."""
        return isinstance(self.sitting.table.view, TrickView)

    @property
    def this_deal(self) -> list[Event]:
        """List what of this deal may be looked at: of covered tricks only the last one, until the deal is over."""
        return self.covered(self.sitting.table.this_deal)

    def covered(self, events: list[Event]) -> list[Event]:
        """Turn down what of these events of this deal may not be looked at now."""
        view = self.sitting.table.view
        covered = isinstance(view, TrickView) and any(view.in_deal) and not view.procedure.open_tricks
        return covered_tricks(events) if covered else events

    def action_look(self) -> None:
        """Let a player look at his own view; who, is asked if there are several."""
        from cucco_tui.tui.screens.ask import AskSeatScreen

        lookers = self.sitting.table.lookers
        if len(lookers) == 1:
            self.sitting.look(lookers[0])
        elif lookers:
            choices = [(str(seat), self.sitting.name(seat)) for seat in lookers]
            question = self.for_kind("ask.look")
            self.app.push_screen(AskSeatScreen(question, choices, lambda seat: self.sitting.look(int(seat))))

    def action_take_back(self) -> None:
        """Take the last action back."""
        self.sitting.take_back()

    def action_people(self) -> None:
        """Give a seat to a bot, or back to its person; not while a hand is open."""
        from cucco_tui.tui.screens.ask import AskSeatScreen

        if is_private(self.sitting.table.page):
            return
        words, table = self.words, self.sitting.table
        choices = [
            (
                str(seat),
                Content("  ").join(
                    (self.sitting.name(seat), Content(words("people.bot" if seat in table.bots else "people.person")))
                ),
            )
            for seat in range(len(self.sitting.names))
        ]
        self.app.push_screen(AskSeatScreen("ask.people", choices, self._change_person))

    def _change_person(self, chosen: str) -> None:
        seat = int(chosen)
        self.sitting.give_seat(seat, None if seat in self.sitting.table.bots else "steady")

    def action_leave(self) -> None:
        """Leave the match, which is saved as it stands; asked first."""
        self.sitting.ask_to_leave()

    def action_cover(self) -> None:
        """Hide the hand."""
        self.sitting.cover()


class MomentScreen(MatchScreen):
    """A page that only tells something: any key that has no other meaning, or a click, goes on."""

    def on_key(self, event: Key) -> None:
        """Go on."""
        if event.key not in self.active_bindings and event.key != "ctrl+q":
            event.stop()
            self.go_on()

    def on_click(self, event: Click) -> None:
        """Go on, unless the click had a meaning of its own."""
        if "@click" not in event.style.meta:
            self.go_on()

    def go_on(self) -> None:
        """End the page, once."""
        if self.ready:
            self.sitting.go_on()
