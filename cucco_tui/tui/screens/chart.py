"""How the match went, as a chart: a row for each player or side, a column for each deal."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Resize

from cucco_tui.games.exchange.view import ExchangeView
from cucco_tui.games.tricks.view import TrickView
from cucco_tui.tui.course import course, standings
from cucco_tui.tui.people import badge, mark
from cucco_tui.tui.screens.log import Block, Blocks, ReadingScreen
from cucco_tui.tui.telling import number
from cucco_tui.tui.widgets.bars import Columns, Scale, bars, figures, in_colour, widest

if TYPE_CHECKING:
    from cucco_tui.tui.sitting import Sitting

WIDE = 72
"""Cells of a line from which names have more room."""
NAME, SHORT_NAME = 16, 11
"""Cells of a name, and where it is narrower."""
NOW = 7
"""Cells of how a player stands now."""
AROUND = 8
"""Lines of the page besides the bars: title, axis, what the columns mean, keys."""
TALLEST = 5
"""The most lines of a player's bars."""


class ChartScreen(ReadingScreen):
    """Where everybody stood after each deal that has been told."""

    HELP_PAGE = "help.chart"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,t", "close", show=False)]

    def __init__(self, sitting: "Sitting") -> None:
        """Show the match so far: what the table's view tells, nothing after it."""
        super().__init__()
        self.sitting = sitting
        self.view = sitting.table.view
        self.deals = [settlement.deal for settlement in self.view.settlements]
        self.courses = course(sitting.match, len(self.deals))
        self.now = standings(self.view)

    def title_text(self) -> str:
        """Give the title."""
        return self.words("chart.title")

    def on_resize(self, event: Resize) -> None:
        """Draw the chart anew for the size."""
        self.query_one(Blocks).show(self.blocks())

    def blocks(self) -> Iterable[Block]:
        """Yield the axis, the rows, and what a column means."""
        room, ascii_only = self.room, self.sitting.ascii_only
        name = NAME if room >= WIDE else SHORT_NAME
        values = [value for line in self.courses for value in line.after if value is not None]
        if ascii_only:
            columns = Columns.of(len(self.deals), room - name - NOW, 1 + widest(values))
        else:
            columns = Columns.of(len(self.deals), room - name - NOW)
        scale = self.scale(values)
        axis = Content.assemble(Content(self.words("chart.deal")).truncate(name, pad=True), columns.axis(self.deals))
        yield Block(Content.assemble(axis, self.words("chart.now").rjust(NOW)).stylize("$faint"))
        for line, now in zip(self.courses, self.now, strict=True):
            drawn = [figures(line.after, columns)] if ascii_only else bars(line.after, columns, scale)
            foot = 0 if ascii_only else scale.up - (scale.down == 0)
            coloured = in_colour(drawn, f"${badge(line.seats[0]).colour}")
            yield from map(Block, self.row(line.seats, coloured, foot, now))
        yield Block(Content(self.legend(columns)).stylize("$faint"), gap=1)

    def scale(self, values: list[float]) -> Scale:
        """Fit the bars of all rows into the window, if they can be; all are on one scale."""
        top, low = max([self.whole(), *values]), min([0, *values])
        room = max(1, (self.app.size.height - AROUND) // len(self.courses))
        for lines in range(TALLEST, 1, -1):
            scale = Scale.of(low, top, lines)
            if scale.lines <= room:
                return scale
        return Scale.of(low, top, 1)

    def whole(self) -> int:
        """Give what everybody began with, nothing where points are scored."""
        if isinstance(self.view, ExchangeView):
            return self.view.lives(0)[1]
        return self.view.procedure.lives if isinstance(self.view, TrickView) else 0

    def row(self, seats: tuple[int, ...], drawn: list[Content], foot: int, now: float | None) -> Iterator[Content]:
        """Write a row: names at the left, the last one in the line `foot` of the bars, the standing at their right."""
        wide = NAME if self.room >= WIDE else SHORT_NAME
        names = [self.sitting.name(seat, wide - 1) for seat in seats]
        if foot < len(names) - 1:
            cells = max(3, (wide - 1) // len(names) - 1)
            names = [Content(" ").join(self.sitting.name(seat, cells) for seat in seats)]
        stands = self.words("seat.out") if now is None else number(now, ascii_only=self.sitting.ascii_only)
        for place, line in enumerate(drawn):
            at = place - foot + len(names) - 1
            name = names[at] if 0 <= at < len(names) else Content()
            told = stands.rjust(NOW) if place == foot else ""
            yield Content.assemble(name.truncate(wide, pad=True), line, (told, "bold"))

    def legend(self, columns: Columns) -> str:
        """Tell what the columns are, and if not every deal has one."""
        words, step = self.words, columns.shown.step
        kind = self.kind()
        told = [words(f"chart.{kind}")]
        if any(value is None for line in self.courses for value in line.after):
            told.append(words("chart.out", mark=mark("out", ascii_only=self.sitting.ascii_only)))
        if step > 1:
            told.append(words("chart.thin", n=step))
        return " ".join(told)

    def kind(self) -> str:
        """Name what is counted: tokens, lives, buy-ins or match points."""
        if isinstance(self.view, ExchangeView):
            return "tokens" if self.view.procedure.has_tokens else "buy-ins"
        return "lives" if self.whole() else "points"
