"""The program run without a terminal: steps taken in it, and what its page shows."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot

from cucco_tui.engine.match import Match
from cucco_tui.storage.match_file import MatchFile
from cucco_tui.storage.settings import Settings
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.screens.base import PageScreen
from cucco_tui.tui.screens.log import Blocks
from cucco_tui.tui.sitting import Sitting

SIZES = [(40, 14), (61, 19), (80, 24), (120, 40), (300, 100)]

Steps = Callable[[CuccoApp, Pilot[None]], Awaitable[None]]


def play(steps: Steps, settings: Settings | None = None, size: tuple[int, int] = (80, 24)) -> None:
    """Start the program, in English if nothing else is set, and take some steps in it."""
    app = CuccoApp(settings or Settings(language="en"))

    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            await steps(app, pilot)

    asyncio.run(go())


def show(
    match: Match, steps: Steps, size: tuple[int, int] = (80, 24), language: str = "en", faces: str = "unicode"
) -> None:
    """Start the program, sit down to a match, and take some steps."""

    async def seated(app: CuccoApp, pilot: Pilot[None]) -> None:
        sit_down(app, match)
        await settle(pilot)
        await steps(app, pilot)

    play(seated, Settings(language=language, faces=faces), size)


async def settle(pilot: Pilot[None]) -> None:
    """Wait for the page, for what is loaded beside it once it is painted, and until it takes keys."""
    await pilot.pause(0.05)
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    while isinstance(pilot.app.screen, PageScreen) and not pilot.app.screen.ready:
        await pilot.pause(0.05)


async def press(pilot: Pilot[None], key: str) -> None:
    await pilot.press(key)
    await settle(pilot)


def seen(app: App[Any]) -> str:
    """Read what the screen shows, line by line."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


def laid(app: CuccoApp) -> list[str]:
    """Read the whole text of a page to read, line by line, also what does not fit on the screen."""
    return [line.rstrip() for line in str(app.screen.query_one(Blocks).render()).split("\n")]


def sit_down(app: CuccoApp, match: Match) -> Sitting:
    """Sit down to a match at the page where it stands."""
    save = MatchFile.create(match, lambda trouble: pytest.fail(trouble.key))
    app.sitting = Sitting(app, match, save)
    app.sitting.show()
    return app.sitting


def save(home: Path, match: Match, name: str = "match") -> Path:
    """Leave a match in the player's folder, as it stands."""
    path = home / "matches" / f"{name}.jsonl"
    path.parent.mkdir(exist_ok=True)
    path.write_text(match.record().text(), encoding="utf-8")
    return path
