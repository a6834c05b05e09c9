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

NUMBERS = COLUMNS[2:]
"""The columns after player and game."""

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
        for number, (game, rows) in enumerate(groupby(self._rows, key=lambda row: row.game)):
            yield Block(Content.styled(self.words(f"game.{game}"), "bold $primary"), gap=min(number, 1))
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
        heads = [self.words(f"stats.{column}") for column in NUMBERS]
        table = [self._numbers(row) for row in rows]
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
        for row in rows:
            yield Block(Content(row.player).stylize("bold"))
            told = [f"{self.words(f'stats.{name}')} {n}" for name, n in zip(NUMBERS, self._numbers(row), strict=True)]
            for parts in (told[:3], told[3:]):
                yield Block(Content(" · ".join(parts)), head=Content("  "), indent=2)

    def _numbers(self, row: Row) -> list[str]:
        values: list[int | None] = [row.matches, row.won, row.deals, row.tokens_lost]
        average = row.tokens_lost_per_deal
        rounded = "-" if average is None else f"{average:.2f}".replace(".", self.words("stats.point"))
        return [*("-" if value is None else str(value) for value in values), rounded]
