"""The end of the match: who has won, a rematch, and the packs."""

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from cucco_tui.engine.state import Reason, View
from cucco_tui.games.tricks.view import TrickView
from cucco_tui.tui.screens.match import MatchScreen
from cucco_tui.tui.table import EndPage
from cucco_tui.tui.telling import number
from cucco_tui.tui.widgets.choices import Choice, Choices
from cucco_tui.tui.widgets.key_lines import KeyLines

if TYPE_CHECKING:
    from cucco_tui.engine.record import Header
    from cucco_tui.tui.sitting import Sitting


class EndScreen(MatchScreen):
    """Names the winner, tells how each seat stands, and asks for a rematch."""

    HELP_PAGE = "help.end"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "choose('rematch')", show=False),
        Binding("j", "choose('newcomer')", show=False),
        Binding("o", "choose('packs')", show=False),
        Binding("h,escape", "choose('home')", show=False),
    ]

    def __init__(self, sitting: "Sitting", page: EndPage) -> None:
        """Show the end of a match."""
        super().__init__(sitting)
        self.page = page

    def compose_page(self) -> ComposeResult:
        """Yield winner, standings and what may follow."""
        words, sitting = self.words, self.sitting
        winners = Content(", ").join(sitting.name(seat) for seat in self.page.winners)
        star = "*" if sitting.ascii_only else "★"
        with Vertical(classes="page", id="end"):
            yield Static(self.title_line(), id="title", markup=False)
            banner = Content.assemble(
                f"{star}  ", winners, " ", words("end.wins", n=len(self.page.winners)), f"  {star}"
            )
            yield Static(banner, classes="banner", markup=False)
            with VerticalScroll(id="lines", can_focus=False):
                yield Static(Content("\n").join(self.standings()), id="standings", markup=False)
            yield Choices(
                [
                    Choice("rematch", "m", Content(words("end.rematch"))),
                    Choice("newcomer", "j", Content(words("end.newcomer"))),
                    Choice("packs", "o", Content(words("end.packs"))),
                    Choice("home", "h", Content(words("end.home"))),
                ],
                id="choices",
            )
        yield KeyLines(self.hints())

    def on_mount(self) -> None:
        """Let the choices have the keys."""
        self.query_one(Choices).focus()

    def standings(self) -> list[Content]:
        """Tell how each seat stands at the end."""
        view = self.sitting.match.view(None)
        scored = isinstance(view, TrickView) and not view.procedure.lives
        return self.scores(view) if isinstance(view, TrickView) and scored else self.fates(view)

    def scores(self, view: TrickView) -> list[Content]:
        """Tell each side's match points, the best first."""
        points = {side: view.seats[side[0]].points or 0 for side in view.procedure.sides}
        lines: list[Content] = []
        for side in sorted(points, key=lambda side: -points[side]):
            names = Content("  ").join(self.sitting.name(seat, 20) for seat in side).truncate(40, pad=True)
            score = number(points[side], ascii_only=self.sitting.ascii_only)
            lines.append(Content.assemble(names, "  ", (score, "bold $accent")))
        return lines

    def fates(self, view: View) -> list[Content]:
        """Tell for each seat how many deals it stayed in, and its coins if there was a stake."""
        words, sitting = self.words, self.sitting
        game, lasted = sitting.match.game.id, dict[int, int]()
        for settlement in view.settlements:
            for seat, change in enumerate(settlement.change):
                if change:
                    lasted[seat] = settlement.deal
        last = len(view.settlements)
        seats = sorted(
            range(len(sitting.names)), key=lambda seat: (seat not in self.page.winners, -lasted.get(seat, last))
        )
        longest = max(sitting.name(seat, 20).cell_length for seat in seats)
        lines: list[Content] = []
        for seat in seats:
            name = sitting.name(seat, 20).truncate(longest, pad=True)
            won = seat in self.page.winners
            out = words.first(f"end.{game}.out-in", "end.out-in", deal=lasted.get(seat, last))
            fate = words("end.won") if won else out
            # Before the words, which a narrow window may break.
            money = Content(f"{view.coins[seat]:+4d}  " if any(view.coins) else "").stylize("$accent")
            lines.append(Content.assemble(name, "  ", money, fate))
        return lines

    def action_choose(self, choice: str) -> None:
        """Play again with the winner as first dealer (DEAL-3), open the packs (PACK-5), or go home."""
        from cucco_tui.tui.screens.setup import rematch_header

        if choice == "rematch":
            self._play_again(rematch_header(self.sitting.match.header, self.page.winners[0]))
        elif choice == "newcomer":
            self._ask_newcomer()
        elif choice == "packs":
            from cucco_tui.tui.screens.packs import PacksScreen

            self.app.push_screen(PacksScreen(self.sitting.match))
        else:
            self.cucco.close_match()

    def _ask_newcomer(self) -> None:
        """Ask who is new and play again with him, if there is a seat left (DEAL-3)."""
        from cucco_tui.tui.screens.name import NameScreen
        from cucco_tui.tui.screens.setup import newcomer_header

        match = self.sitting.match
        low, high = match.game.seats
        if len(match.header.players) == high:
            self.sitting.tell(Reason("setup.seats", {"low": low, "high": high, "seats": high + 1}))
            return

        def named(name: str | None) -> None:
            if name:
                self._play_again(newcomer_header(match.header, match.bots, self.page.winners[0], name))

        self.app.push_screen(NameScreen("end.newcomer", "", self.cucco.settings.names), named)

    def _play_again(self, header: "Header") -> None:
        self.cucco.close_match()
        self.cucco.start_match(header)

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """Do what was chosen."""
        message.stop()
        if self.ready:
            self.action_choose(message.choice)

    def action_leave(self) -> None:
        """Go home: the match is over, there is nothing to ask."""
        self.action_choose("home")
