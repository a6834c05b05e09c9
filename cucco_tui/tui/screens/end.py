"""The end of the match: who has won, a rematch, and the packs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from cucco_tui.engine.state import View
from cucco_tui.games.tricks.view import TrickView
from cucco_tui.tui.course import course, sides
from cucco_tui.tui.pages import EndPage
from cucco_tui.tui.people import badge, mark
from cucco_tui.tui.screens.match import MatchScreen
from cucco_tui.tui.telling import number
from cucco_tui.tui.widgets.bars import Columns, Scale, bars, figures, in_colour, widest
from cucco_tui.tui.widgets.choices import Choice, Choices
from cucco_tui.tui.widgets.key_lines import KeyLines
from cucco_tui.tui.widgets.letters import written_large

if TYPE_CHECKING:
    from cucco_tui.engine.record import Header
    from cucco_tui.tui.sitting import Sitting

AROUND = 13
"""Lines of the page besides the standings."""
BARS, SHORTEST, TALLEST = 40, 8, 3
"""The most and the least cells for how the match went, and the most lines of a player's bars."""
Side: TypeAlias = tuple[int, ...]
"""Seats that win together."""


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
        words = self.words
        with Vertical(classes="page", id="end"):
            yield Static(self.title_line(), id="title", markup=False)
            yield Static(classes="banner", markup=False)
            with VerticalScroll(id="lines", can_focus=False):
                yield Static(id="standings", markup=False)
            keys = {"rematch": "m", "newcomer": "j", "packs": "o", "home": "h"}
            if self.full:
                del keys["newcomer"]
            yield Choices([Choice(do, key, Content(words(f"end.{do}"))) for do, key in keys.items()], id="choices")
        yield KeyLines(self.hints())

    def on_mount(self) -> None:
        """Let the choices have the keys."""
        self.query_one(Choices).focus()

    def on_resize(self, event: Resize) -> None:
        """Write the winner as large, and draw how the match went as wide and tall, as there is room."""
        banner = self.banner()
        self.query_one(".banner", Static).update(banner)
        width, height = self.app.size.width - 4, self.app.size.height - AROUND - banner.plain.count("\n")
        self.query_one("#standings", Static).update(Content("\n").join(self.standings(width, height)))

    def banner(self) -> Content:
        """Name who has won, alone in large letters."""
        sitting, winners = self.sitting, self.page.winners
        star = mark("winner", ascii_only=sitting.ascii_only)
        wins = self.words("end.wins", n=len(winners))
        if len(winners) == 1:
            his = badge(winners[0], ascii_only=sitting.ascii_only)
            name = written_large(sitting.names[winners[0]], his.sign, self.app.size, self.cucco.faces_style)
            if name is not None:
                return Content.assemble(name.stylize(f"bold ${his.colour}"), f"\n\n{star}  {wins}  {star}")
        names = Content(", ").join(sitting.name(seat) for seat in winners)
        return Content.assemble(f"{star}  ", names, " ", wins, f"  {star}")

    def standings(self, width: int, height: int) -> list[Content]:
        """Tell how each side stands at the end, the best first, and how it came to that, in so much room."""
        view = self.sitting.match.view(None)
        scored = isinstance(view, TrickView) and not view.procedure.lives
        fates = self.scores(view) if isinstance(view, TrickView) and scored else self.fates(view)
        names = {side: Content("  ").join(self.sitting.name(seat, 20) for seat in side) for side, _ in fates}
        longest = max(name.cell_length for name in names.values())
        room = width - longest - max(fate.cell_length for _, fate in fates) - 4
        drawn, foot = self.bars(list(names), room, height // len(fates))
        lines: list[Content] = []
        for side, fate in fates:
            for at, line in enumerate(drawn[side]):
                name, told = (names[side], fate) if at == foot else (Content(), Content())
                lines.append(Content("  ").join((name.truncate(longest, pad=True), line, told)))
        return lines

    def bars(self, of: Sequence[Side], room: int, lines: int) -> tuple[dict[Side, list[Content]], int]:
        """Draw how each side did, deal by deal, in so many cells and at most so many lines; nothing if that is too few.

        In ASCII there are numbers instead. The second result is the line on which the bars of a side stand.
        """
        after = {
            line.seats: line.after for line in course(self.sitting.match, len(self.sitting.table.view.settlements))
        }
        values = [value for line in after.values() for value in line if value is not None]
        low, high, deals = min([0, *values]), max([0, *values]), len(after[of[0]])
        rows, foot = {side: [""] for side in of}, 0
        scale = next(
            (s for s in (Scale.of(low, high, tall) for tall in range(TALLEST, 0, -1)) if s.lines <= lines), None
        )
        if self.sitting.ascii_only:
            cells = 1 + widest(values)
            if deals * cells <= room:
                rows = {side: [figures(after[side], Columns.of(deals, room, cells))] for side in of}
        elif scale is not None and room >= SHORTEST:
            columns = Columns.of(deals, min(room, BARS))
            rows, foot = {side: bars(after[side], columns, scale) for side in of}, scale.up - (scale.down == 0)
        return {side: in_colour(drawn, f"${badge(side[0]).colour}") for side, drawn in rows.items()}, foot

    def scores(self, view: TrickView) -> list[tuple[Side, Content]]:
        """Tell each side's match points, the best first."""
        points = {side: view.seats[side[0]].points or 0 for side in sides(view)}
        best = sorted(points, key=lambda side: -points[side])
        ascii_only = self.sitting.ascii_only
        return [(side, Content(number(points[side], ascii_only=ascii_only)).stylize("bold $accent")) for side in best]

    def fates(self, view: View) -> list[tuple[Side, Content]]:
        """Tell for each seat how many deals it stayed in, and its coins if there was a stake, the winners first."""
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
        fates: list[tuple[Side, Content]] = []
        for seat in seats:
            won = seat in self.page.winners
            out = words.first(f"end.{game}.out-in", "end.out-in", deal=lasted.get(seat, last))
            # Before the words, which a narrow window may break.
            money = Content(f"{view.coins[seat]:+4d}  " if any(view.coins) else "").stylize("$accent")
            fates.append(((seat,), Content.assemble(money, words("end.won") if won else out)))
        return fates

    def action_choose(self, choice: str) -> None:
        """Play again with the winner as first dealer (DEAL-3), open the packs (PACK-5), or go home."""
        from cucco_tui.tui.screens.setup import rematch_header

        if choice == "rematch":
            self._play_again(rematch_header(self.sitting.match.header, self.page.winners[0]))
        elif choice == "newcomer":
            if not self.full:
                self._ask_newcomer()
        elif choice == "packs":
            from cucco_tui.tui.screens.packs import PacksScreen

            self.app.push_screen(PacksScreen(self.sitting.match))
        else:
            self.cucco.close_match()

    @property
    def full(self) -> bool:
        """Tell whether as many sit here as the game has seats for."""
        match = self.sitting.match
        return len(match.header.players) == match.game.seats[1]

    def _ask_newcomer(self) -> None:
        """Ask who is new and play again with him (DEAL-3)."""
        from cucco_tui.tui.screens.name import NameScreen
        from cucco_tui.tui.screens.setup import newcomer_header

        match = self.sitting.match

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
