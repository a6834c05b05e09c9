"""One key is one action, ever: no key that is held, typed ahead, doubled or pasted does more than was meant."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key, MouseDown, MouseUp, Paste
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance
from cucco_tui.games import find_game, register
from cucco_tui.locale import words
from cucco_tui.storage.settings import Settings
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.screens.base import PageScreen
from cucco_tui.tui.sitting import Sitting
from cucco_tui.tui.table import (
    BotPage,
    CurtainPage,
    CutPage,
    EndPage,
    HandPage,
    LookPage,
    MomentPage,
    OutcomePage,
    Page,
    SettlementPage,
    Table,
    is_private,
)
from tests.tui.terminal import Terminal

SAY = words("en")
NAMES = ("Anna", "Bea", "Ciro")
NEVER = 1e6
"""Seconds that no test waits for."""
LATE = 1.0
"""Seconds after which every page takes every key."""
MOVES = ("open_curtain", "act", "done", "cut", "bot_acts", "time_out", "take_back", "look")
"""What can happen at a table, but for covering."""

# --- A table in time that stands still ------------------------------------------------------------------------------


class Clock:
    """The time as the program sees it; only tests move it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


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


@dataclass
class Keyboard:
    """An app that runs a match, and somebody who presses keys."""

    app: CuccoApp
    pilot: Pilot[None]
    clock: Clock
    path: Path

    @property
    def sitting(self) -> Sitting:
        assert self.app.sitting is not None
        return self.app.sitting

    @property
    def page(self) -> Page:
        return self.sitting.table.page

    @property
    def lines(self) -> list[str]:
        return list(self.sitting.match.lines)

    @property
    def screen(self) -> Screen[Any]:
        return self.app.screen

    async def settle(self) -> None:
        """Wait until the page can be seen and nothing more happens."""
        for _ in range(200):
            await self.pilot.pause()
            screen = self.screen
            if screen.is_mounted and not (isinstance(screen, PageScreen) and screen._shown is None):
                break
        await self.pilot.pause()

    def key(self, key: str, after: float) -> None:
        """Press a key some time after the last one, and wait for nothing."""
        self.clock.now += after
        event = Key(key, {"space": " "}.get(key, key if len(key) == 1 else None))
        event.time = self.clock.now
        self.app.post_message(event)

    async def press(self, *keys: str, after: float = LATE) -> None:
        """Press keys, each when the one before has been dealt with."""
        for key in keys:
            self.key(key, after)
            await self.settle()

    def mouse(self, widget: Widget, line: int = 0, after: float = LATE) -> None:
        """Press and let go the button of the mouse over a line of a widget, and wait for nothing."""
        self.clock.now += after
        x, y = widget.content_region.x + 1, widget.content_region.y + line
        for kind in (MouseDown, MouseUp):
            event = kind(widget, x, y, 0, 0, 1, False, False, False, x, y)
            event.time = self.clock.now
            self.app.post_message(event)

    async def go_to(self, *kinds: type) -> None:
        """Go on, by the first choice of everybody, until a page of these kinds is up."""
        for _ in range(60):
            if isinstance(self.page, kinds):
                return
            await self.press("space" if isinstance(self.page, CurtainPage) else "enter")
        raise AssertionError(f"{kinds} did not come")


def save(home: Path, match: Match) -> Path:
    folder = home / "matches"
    folder.mkdir(exist_ok=True)
    path = folder / "match.jsonl"
    path.write_text(match.record().text(), encoding="utf-8")
    return path


def match_of(preset: str = "cuckoo", cards: str = "", bots: tuple[int, ...] = (), **table: object) -> Match:
    """Start a match whose first deal gives these cards, eldest first; seat 0 deals."""
    header = Header.model_validate(
        {
            "game": "cuckoo",
            "preset": preset,
            "players": NAMES,
            "bots": {str(seat): "steady" for seat in bots},
            "table": {"pace": NEVER, **table},
        }
    )
    match = Match(find_game("cuckoo"), header)
    first = cards.split()
    if first:
        match.shuffle([*first, *(card for card in match.preset.pack.cards if card not in first)])
    return match


def at_the_table(
    home: Path,
    clock: Clock,
    match: Match,
    check: Callable[[Keyboard], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
) -> None:
    """Sit down to a match in the app, and do something."""
    path = save(home, match)

    async def play() -> None:
        app = CuccoApp(replace(Settings(), cover_after=0))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            app.go_on(path)
            keyboard = Keyboard(app, pilot, clock, path)
            await keyboard.settle()
            await check(keyboard)
            if app.sitting is not None:
                app.sitting.close()

    asyncio.run(play())


QUIET = "9c Jd 8h"
"""Cards with which nothing happens but what is asked for."""


# --- Held keys and typing ahead -------------------------------------------------------------------------------------


def test_a_curtain_does_not_open_to_a_key_that_is_held(home: Path, clock: Clock, moves: list[str]) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space", after=0.1)
        assert moves == []
        for _ in range(40):
            await keyboard.press("space", after=0.03)
        assert moves == [], "the key was down before the curtain would open"
        await keyboard.press("space", after=0.2)
        assert moves == ["open_curtain"]
        for _ in range(40):
            await keyboard.press("space", after=0.03)
        assert moves == ["open_curtain"]

    at_the_table(home, clock, match_of(cards=QUIET), check)


def test_nobody_acts_for_the_next_by_holding_a_key(home: Path, clock: Clock, moves: list[str]) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        for _ in range(40):
            await keyboard.press("s", after=0.03)
        assert moves == ["open_curtain", "act"]
        assert len(keyboard.lines) == 2
        await keyboard.press("space")
        for _ in range(40):
            await keyboard.press("enter", after=0.03)
        assert moves == ["open_curtain", "act", "open_curtain", "act"]

    at_the_table(home, clock, match_of(cards=QUIET), check)


@pytest.mark.parametrize("gap", [0.04, 0.1, 0.2])
def test_what_is_typed_ahead_goes_through_no_curtain_and_no_moment(
    home: Path, clock: Clock, moves: list[str], gap: float
) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        moves.clear()
        # All of it is there before the program has dealt with the first.
        for key in ("o", "enter", "space", "s", "space", "o", "enter", "space", "enter"):
            keyboard.key(key, gap)
        await keyboard.settle()
        assert moves == ["act"]
        assert len(keyboard.lines) == 2
        assert isinstance(keyboard.page, MomentPage)

    at_the_table(home, clock, match_of(cards="9c Kd 8h"), check)


@pytest.mark.parametrize("preset", ["cuckoo", "double-cut"])
@pytest.mark.parametrize(
    "keys", [("enter", "s"), ("s", "enter"), ("enter", "c"), ("c", "enter"), ("c", "c"), ("enter", "enter"), ("c", "s")]
)
def test_two_keys_at_once_are_one_action(
    home: Path, clock: Clock, moves: list[str], keys: tuple[str, str], preset: str
) -> None:
    """Whoever sits alone with the program is at his hand again at once, and might act twice."""

    async def check(keyboard: Keyboard) -> None:
        assert isinstance(keyboard.page, HandPage)
        lines = keyboard.lines
        clock.now += LATE
        for key in keys:
            keyboard.key(key, 0.2)
        await keyboard.settle()
        assert moves == ["act"]
        assert len(keyboard.lines) == len(lines) + 1

    match = match_of(preset, QUIET, bots=(1, 2))
    for _ in (1, 2):
        match.act(match.view(match.waiting.by).choices[0])  # type: ignore[union-attr]
    at_the_table(home, clock, match, check)


@pytest.mark.parametrize("keys", [("enter", "x"), ("x", "enter"), ("enter", "enter"), ("x", "y"), ("enter", "space")])
@pytest.mark.parametrize("kind", [OutcomePage, MomentPage, SettlementPage])
def test_two_keys_at_once_turn_one_page(
    home: Path, clock: Clock, moves: list[str], keys: tuple[str, str], kind: type
) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space", "o")
        await keyboard.go_to(kind)
        moves.clear()
        clock.now += LATE
        for key in keys:
            keyboard.key(key, 0.2)
        await keyboard.settle()
        assert moves == ["done"]

    at_the_table(home, clock, match_of(cards="9c 3d 8h" if kind is OutcomePage else "9c Kd 8h"), check)
