"""Somebody at the keyboard of the program itself, without a terminal, in time that stands still."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any

from textual.events import Key, MouseDown, MouseUp
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header, Record
from cucco_tui.games import find_game, register
from cucco_tui.storage.settings import Settings
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.pages import CurtainPage, HandPage, Page
from cucco_tui.tui.screens.base import PageScreen
from cucco_tui.tui.screens.table import KEYS
from cucco_tui.tui.sitting import SLOWEST, Sitting
from cucco_tui.tui.widgets.choices import Choices
from cucco_tui.tui.widgets.hand import Hand
from tests.dealing import on_top
from tests.tui.running import save, seen

NAMES = ("Anna", "Bea", "Ciro", "Dario", "Elsa")
HOPS = 3
"""Messages, one after the other, from a key to what it does."""
LATE = 1.0
"""Seconds after which every page takes every key."""
PATIENCE = 60.0
"""Seconds of real time that a page may take to be there: a program that has crashed shows none any more."""


class Clock:
    """The time as the program sees it; only tests move it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


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
        """Wait until everything sent has been dealt with, and the page can be seen."""
        for _ in range(HOPS):
            await self.pilot.pause(0)
        end = monotonic() + PATIENCE
        while not self.screen.is_mounted or (isinstance(self.screen, PageScreen) and self.screen._shown is None):
            assert self.app._exception is None and monotonic() < end, "the program has crashed"
            await self.pilot.pause(0.001)
        for _ in range(HOPS):
            await self.pilot.pause(0)

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
        self.mouse_at(widget.content_region.x + 1, widget.content_region.y + line, after)

    def mouse_at(self, x: int, y: int, after: float) -> None:
        """Press and let go the button of the mouse at a place, and wait for nothing."""
        self.clock.now += after
        for kind in (MouseDown, MouseUp):
            event = kind(None, x, y, 0, 0, 1, False, False, False, x, y)
            event.time = self.clock.now
            self.app.post_message(event)

    def click_card(self, at: int, after: float = LATE) -> None:
        """Press and let go the button of the mouse over a card of the hand, and wait for nothing."""
        hand, place = self.hand, None
        width, height = hand.content_size
        for y in range(height):
            place = next(((x, y) for x in range(width) if hand._under(x, y) == at), place)
        assert place is not None, f"card {at} is nowhere"
        self.mouse_at(hand.content_region.x + place[0], hand.content_region.y + place[1], after)

    async def turn(self) -> None:
        """Do what the page waits for: open the curtain, exchange the card or play the first, go on."""
        if isinstance(self.page, CurtainPage):
            await self.press("space")
        elif isinstance(self.page, HandPage) and self.sitting.table.view.choices[-1].card is None:
            await self.press(KEYS[self.sitting.table.view.choices[-1].do])
        else:
            await self.press("enter")

    async def go_to(self, *kinds: type) -> None:
        """Go on, by the first choice of everybody, until a page of these kinds is up."""
        for _ in range(120):
            if isinstance(self.page, kinds):
                return
            await self.turn()
        raise AssertionError(f"{kinds} did not come, but {self.page}")

    # What there is to see

    @property
    def frame(self) -> str:
        """Give what the page shows, as lines of text."""
        return seen(self.app)

    @property
    def hand(self) -> Hand:
        return self.screen.query_one(Hand)

    @property
    def held(self) -> list[str]:
        """List the cards of the hand that is shown, as they lie."""
        return [card.code for card in self.hand.cards]

    @property
    def at(self) -> str | None:
        """Give the card at the cursor."""
        return None if self.hand.card is None else self.hand.card.code

    @property
    def choices(self) -> dict[str, str]:
        """Give the decisions of this page that are no cards: by key, what is done."""
        return {choice.key: choice.id for choice in self.screen.query_one(Choices).choices}


def at_this_table(match: Match, bots: tuple[int, ...] = (), **settings: object) -> Match:
    """Give the match with bots at these seats, and with settings of how the table is run."""
    told = {str(seat): "steady" for seat in bots}
    header = {**match.header.model_dump(), "bots": told, "table": {"pace": SLOWEST, **settings}}
    return Match.replay(Record(Header.model_validate(header), list(match.lines)), find_game)


def match_of(
    preset: str = "cuckoo", cards: str = "", bots: tuple[int, ...] = (), rules: Mapping[str, object] | None = None
) -> Match:
    """Start a match whose first deal gives these cards, eldest first; seat 0 deals."""
    game = find_game(preset if preset in register() else "cuckoo")
    header = Header.model_validate(
        {
            "game": game.id,
            "preset": game.presets[0].id if preset in register() else preset,
            "players": NAMES[: max(3, game.seats[0])],
            "bots": {str(seat): "steady" for seat in bots},
            "rules": rules or {},
            "table": {"pace": SLOWEST},
        }
    )
    match = Match(game, header)
    if cards:
        match.shuffle(on_top(match.pack, *cards.split()))
    return match


def at_the_table(
    home: Path,
    clock: Clock,
    match: Match,
    check: Callable[[Keyboard], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    faces: str = "auto",
    language: str = "auto",
) -> None:
    """Sit down to a match in the app, and do something."""
    path = save(home, match)

    async def play() -> None:
        app = CuccoApp(replace(Settings(), cover_after=0, motion=False, faces=faces, language=language))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            app.go_on(path)
            keyboard = Keyboard(app, pilot, clock, path)
            await keyboard.settle()
            await check(keyboard)
            if app.sitting is not None:
                app.sitting.close()

    asyncio.run(play())
