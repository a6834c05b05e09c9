"""What the tests share that sit at a keyboard: time that stands still, and a list of what happened at the table."""

from typing import Any

import pytest

from cucco_tui.tui.pages import Table
from tests.tui.keyboard import Clock

MOVES = ("open_curtain", "act", "done", "cut", "bot_acts", "time_out", "take_back", "look")
"""What can happen at a table, but for covering."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in ("app", "sitting", "screens.base"):
        monkeypatch.setattr(f"cucco_tui.tui.{module}.monotonic", clock)
    return clock


@pytest.fixture
def moves(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note everything that happens at the table."""
    noted: list[str] = []
    for name in MOVES:
        moved = getattr(Table, name)

        def move(table: Table, *args: Any, name: str = name, moved: Any = moved) -> None:
            page = table.page
            moved(table, *args)
            if table.page is not page:
                noted.append(name)

        monkeypatch.setattr(Table, name, move)
    return noted
