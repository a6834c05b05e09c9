"""Bars of block characters, a column for each deal; in ASCII the numbers themselves."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from textual.content import Content

from cucco_tui.tui.telling import number

UP = " ▁▂▃▄▅▆▇█"
"""A cell filled by so many eighths from its foot."""
DOWN = (UP[0], *reversed(UP[1:8]), UP[8])
"""A cell filled by so many eighths from its head, once `in_colour` has exchanged its colours."""
ZERO = "─"
PART = re.compile(f"[{UP[1:8]}]+")
WIDEST = 4
"""Cells of a column, the gap after it included."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How values become bars: `up` lines above the zero line and `down` below it, an eighth of a line for `eighth`.

    Without negative values there is no zero line.
    """

    up: int
    down: int
    eighth: float

    @classmethod
    def of(cls, low: float, high: float, lines: int) -> "Scale":
        """Fit values from `low` (0 or less) to `high` (0 or more) into about so many lines.

        The tallest bar is an eighth short of its line, so that it does not touch what stands above.
        """
        eighth = (high - low) / (8 * lines - 1) or 1.0
        up, down = (-(-_round(part / eighth) // 8) for part in (high, -low))
        return cls(max(1, up), down, eighth)

    @property
    def lines(self) -> int:
        """Count the lines, the zero line included."""
        return self.up + self.down + (self.down > 0)

    def column(self, value: float) -> str:
        """Give the cells of a bar from top to bottom."""
        full = max(_round(abs(value) / self.eighth), value != 0)
        filled = [min(8, max(0, full - 8 * line)) for line in range(max(self.up, self.down))]
        above = "".join(UP[cell if value > 0 else 0] for cell in reversed(filled[: self.up]))
        below = "".join(DOWN[cell if value < 0 else 0] for cell in filled[: self.down])
        if self.down:
            return f"{above}{ZERO}{below}"
        return above if value else f"{above[:-1]}·"


@dataclass(frozen=True, slots=True)
class Columns:
    """Which of the deals are shown, as indexes, and in how many cells each: where they do not fit only every nth is."""

    shown: range
    cells: int

    @classmethod
    def of(cls, deals: int, room: int, least: int = 1) -> "Columns":
        """Fit the columns of so many deals into `room` cells, each in at least so many; the last one is shown."""
        step = max(1, -(-deals * least // max(least, room)))
        shown = range((deals - 1) % step, deals, step)
        return cls(shown, max(least, min(WIDEST, room // max(1, len(shown)))))

    def axis(self, deals: Sequence[int]) -> str:
        """Write the numbers of the deals over their columns, or of every fifth column."""
        every = 1 if self.cells > len(str(deals[-1])) else 5
        line = ""
        for column, index in enumerate(self.shown, start=1):
            if column % every == 0 and len(line) <= (column - 1) * self.cells:
                line = line.ljust((column - 1) * self.cells) + str(deals[index])
        return line.ljust(len(self.shown) * self.cells)


def bars(values: Sequence[float | None], columns: Columns, scale: Scale) -> list[str]:
    """Draw values as bars, None as a cross where it comes first; the lines from top to bottom."""
    drawn: list[str] = []
    wide = max(1, columns.cells - 1)
    for value, first in _shown(values, columns):
        if value is not None:
            column = scale.column(value)
        else:
            column = ("×" if first else " ").rjust(scale.up).ljust(scale.lines)
        spread = [cell.center(wide) if cell in "×·" else cell * wide for cell in column]
        drawn.append("\n".join(cell.ljust(columns.cells, ZERO if cell[0] == ZERO else " ") for cell in spread))
    return ["".join(cells) for cells in zip(*(column.split("\n") for column in drawn), strict=True)]


def in_colour(lines: Sequence[str], colour: str) -> list[Content]:
    """Colour the lines of bars, or of figures; what hangs below the zero line has its colours exchanged."""
    below = next((place for place, line in enumerate(lines, start=1) if line.startswith(ZERO)), len(lines))
    coloured = [Content.styled(line, colour) for line in lines]
    for place in range(below, len(lines)):
        for part in PART.finditer(lines[place]):
            coloured[place] = coloured[place].stylize("reverse", *part.span())
    return coloured


def figures(values: Sequence[float | None], columns: Columns) -> str:
    """Write values as numbers, None as a cross where it comes first."""
    told = (
        ("x" if first else "") if value is None else number(value, ascii_only=True)
        for value, first in _shown(values, columns)
    )
    return "".join(text.ljust(columns.cells) for text in told)


def widest(values: Iterable[float]) -> int:
    """Count the cells of the longest number."""
    return max((len(number(value, ascii_only=True)) for value in values), default=1)


def _shown(values: Sequence[float | None], columns: Columns) -> list[tuple[float | None, bool]]:
    """Choose the values that are shown; of each None tell whether it is the first since a number."""
    shown = [values[index] for index in columns.shown]
    before = [0, *shown[:-1]]
    return [(value, was is not None) for value, was in zip(shown, before, strict=True)]


def _round(value: float) -> int:
    return int(value + 0.5)
