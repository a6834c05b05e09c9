"""How the players have done, reckoned from the finished matches."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Resize
from textual.worker import get_current_worker

from cucco_tui.games import find_game
from cucco_tui.storage.matches import saved_matches
from cucco_tui.storage.statistics import COLUMNS, Row, statistics
from cucco_tui.tui.screens.log import Block, Blocks, ReadingScreen
from cucco_tui.tui.telling import number

NUMBERS = COLUMNS[2:]
"""The columns after player and game; of these a game shows those in which it has numbers."""

TABLE = 72
"""Cells of width from which the numbers stand in columns; where it is narrower they stand below the name."""

LONGEST_NAME = 24
"""Cells of a name in the table."""


class StatsScreen(ReadingScreen):
    """A table for each game, a line for each player. What the matches are read for comes when the page can be seen."""

    HELP_PAGE = "help.stats"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "close", show=False)]

    def __init__(self) -> None:
        """Know nothing yet."""
        super().__init__()
        self._rows: list[Row] | None = None

    def title_text(self) -> str:
        """Give the title."""
        return self.words("stats.title")

    def blocks(self) -> Iterable[Block]:
        """Yield the tables, or why there are none."""
        if not self._rows:
            yield Block(Content(self.words("stats.searching" if self._rows is None else "stats.none")))
            return
        for place, (game, rows) in enumerate(groupby(self._rows, key=lambda row: row.game)):
            yield Block(Content.styled(self.words(f"game.{game}"), "bold $primary"), gap=min(place, 1))
            yield from self._table(list(rows)) if self.app.size.width >= TABLE else self._list(list(rows))
        yield Block(Content.styled(self.words("stats.note"), "$faint"), gap=1)

    def on_mount(self) -> None:
        """Begin to read the matches."""
        self._reckon()

    def on_resize(self, event: Resize) -> None:
        """Lay the numbers anew for the width."""
        self.query_one(Blocks).show(self.blocks())

    @work(thread=True, exclusive=True)
    def _reckon(self) -> None:
        worker = get_current_worker()
        rows = statistics((saved for saved in saved_matches(find_game) if not worker.is_cancelled), find_game)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._show, rows)

    def _show(self, rows: list[Row]) -> None:
        self._rows = rows
        self.query_one(Blocks).show(self.blocks())

    def _table(self, rows: Sequence[Row]) -> Iterator[Block]:
        """Set names at the left, numbers under each other at the right."""
        heads = [self._head(column, rows[0].game) for column in self._columns(rows)]
        table = [self._numbers(row, self._columns(rows)) for row in rows]
        wide = [max(map(len, column)) for column in zip(heads, *table, strict=True)]
        names = [Content(row.player).truncate(LONGEST_NAME, ellipsis=True) for row in rows]
        player = Content(self.words("stats.player"))
        indent = 2 + max(name.cell_length for name in (player, *names))

        def line(cells: Sequence[str]) -> Content:
            return Content("  ".join(cell.rjust(width) for cell, width in zip(cells, wide, strict=True)))

        yield Block(line(heads).stylize("$faint"), head=player.stylize("$faint"), indent=indent)
        for name, numbers in zip(names, table, strict=True):
            yield Block(line(numbers), head=name.stylize("bold"), indent=indent)

    def _list(self, rows: Sequence[Row]) -> Iterator[Block]:
        """Set the numbers below each name, every one with its word."""
        columns = self._columns(rows)
        for row in rows:
            yield Block(Content(row.player).stylize("bold"))
            numbers = zip(columns, self._numbers(row, columns), strict=True)
            told = [f"{self._head(column, row.game)} {number}" for column, number in numbers]
            for parts in (told[:3], told[3:]):
                yield Block(Content(" · ".join(parts)), head=Content("  "), indent=2)

    def _columns(self, rows: Sequence[Row]) -> list[str]:
        """List the columns in which a game has numbers."""
        return [column for column in NUMBERS if any(getattr(row, column) is not None for row in rows)]

    def _head(self, column: str, game: str) -> str:
        """Name a column: what is lost and won has its own name in some games."""
        return self.words.first(f"stats.{game}.{column}", f"stats.{column}")

    def _numbers(self, row: Row, columns: Sequence[str]) -> list[str]:
        told: list[str] = []
        for column in columns:
            value: float | None = getattr(row, column)
            if value is None:
                told.append("-")
            elif column == "points":
                told.append(number(value, ascii_only=self.cucco.ascii_only))
            else:
                text = str(value) if isinstance(value, int) else f"{value:.2f}"
                told.append(text.replace(".", self.words("stats.point")))
        return told
