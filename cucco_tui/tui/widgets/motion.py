"""Signs that move over a table, to show what went where: cards that were swapped, a shot, a trick that is taken.

A page is complete before anything moves on it, and nothing waits for it: whatever is done meanwhile is done at once.
Only what all may see moves, and backs of cards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, cast

from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget

if TYPE_CHECKING:
    from cucco_tui.tui.app import CuccoApp

LEG = 0.35
"""Seconds that a sign takes from one place to another."""
FRAME = 0.05
MIDDLE = -1
"""Stands for the middle of the table where a seat is expected."""


@dataclass(frozen=True, slots=True)
class Flight:
    """A sign on its way between two seats, given by their places on the table; it starts after some others (`leg`).

    It is a `card`, which is boxed where cards are pictured, or another sign.
    """

    source: int
    target: int
    sign: Content
    leg: int = 0
    card: bool = True


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table as lines, and the cell in which the card of each seat has its middle; none where seats are listed.

    `box` puts a card into a box, where cards are pictured.
    """

    lines: list[Content]
    places: tuple[tuple[int, int], ...] = ()
    box: Callable[[Content], Sequence[Content]] | None = None


class MovingTable(Widget):
    """A table over which signs can move."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        """Stand still."""
        super().__init__(id=id)
        self._flights: tuple[Flight, ...] = ()
        self._began = 0.0
        self._timer: Timer | None = None

    def draw(self, width: int, height: int) -> Drawn:
        """Draw the table as it is when nothing moves."""
        raise NotImplementedError

    def move(self, flights: Sequence[Flight]) -> None:
        """Let signs move, if the player likes motion."""
        self.rest()
        if flights and cast("CuccoApp", self.app).moves:
            self._flights = tuple(flights)
            self._began = monotonic()
            self._timer = self.set_interval(FRAME, self._tick)

    def rest(self) -> None:
        """Let nothing move any more."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self._flights = ()
            self.refresh()

    def _tick(self) -> None:
        if self._elapsed() >= 1 + max(flight.leg for flight in self._flights):
            self.rest()
        else:
            self.refresh()

    def _elapsed(self) -> float:
        """Tell how many legs have passed."""
        return (monotonic() - self._began) / LEG

    def render(self) -> Content:
        """Draw the table, and over it what moves."""
        width, height = self.size
        if not width or not height:
            return Content()
        drawn = self.draw(width, height)
        lines = drawn.lines
        if self._flights and drawn.places:
            lines = [*lines, *[Content()] * (height - len(lines))]
            middle = width // 2, height // 2
            for flight in self._flights:
                way = self._elapsed() - flight.leg
                if 0 <= way < 1:
                    start, end = (
                        middle if place == MIDDLE else drawn.places[place] for place in (flight.source, flight.target)
                    )
                    signs = drawn.box(flight.sign) if drawn.box is not None and flight.card else [flight.sign]
                    column = round(start[0] + (end[0] - start[0]) * way) - signs[0].cell_length // 2
                    top = round(start[1] + (end[1] - start[1]) * way) - len(signs) // 2
                    for row, sign in enumerate(signs, start=top):
                        if 0 <= row < height:
                            lines[row] = laid_over(lines[row], max(0, column), sign, width)
        return Content("\n").join(lines)


def laid_over(line: Content, column: int, sign: Content, width: int) -> Content:
    """Lay a sign over a line of cells; a wide character that it would cut in half gives way."""
    left = line.truncate(column, pad=True)
    cells, rest = 0, Content()
    for at, character in enumerate(line.plain):
        if cells >= column + sign.cell_length:
            rest = line[at:]
            break
        cells += Content(character).cell_length
    gap = Content(" " * max(0, cells - column - sign.cell_length)) if rest.plain else Content()
    return Content.assemble(left, sign, gap, rest).truncate(width)
