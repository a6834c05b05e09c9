"""What a handful of pages say, cell by cell: words and signs, not colours, which no library changes.

`CUCCO_TUI_SNAPSHOTS=write pytest tests/tui/test_snapshots.py` writes them anew: look at what has changed.
"""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Over, Shuffle
from cucco_tui.games import find_game
from cucco_tui.storage.settings import Settings
from cucco_tui.tui.app import CuccoApp
from tests.tui.running import save, seen

FOLDER = Path(__file__).parent / "snapshots"
WRITE = os.environ.get("CUCCO_TUI_SNAPSHOTS") == "write"
NAMES = ("Anna", "Bea", "Ciro", "Dario", "Elsa")

Step = Callable[[CuccoApp], None]


def played(game: str, seats: int, steps: int, **rules: object) -> Match:
    """Play a match by a seed, so many lines of its record."""
    match = Match(find_game(game), Header(game=game, players=NAMES[:seats], dealer=0, rules=rules))
    chance = Chance(f"snapshot of {game}".encode())
    while len(match.lines) < steps and not isinstance(match.waiting, Over):
        if isinstance(match.waiting, Shuffle):
            match.shuffle(chance.shuffled(match.pack.cards), {"commitment": "0" * 64, "salt": "salt", "cut": 0})
        else:
            match.act(chance.pick(match.state.legal_actions()))
    return match


def hand(app: CuccoApp) -> None:
    assert app.sitting is not None
    app.sitting.open_curtain()


def no_step(app: CuccoApp) -> None:
    pass


PAGES: dict[str, tuple[Match | None, Step, tuple[int, int]]] = {
    "home": (None, no_step, (80, 24)),
    "home-large": (None, no_step, (120, 40)),
    "curtain": (played("cucu", 5, 3), no_step, (80, 24)),
    "hand-of-cucu": (played("cucu", 5, 3), hand, (80, 24)),
    "hand-of-stu-narrow": (played("stu", 5, 2), hand, (60, 20)),
    "hand-of-kille": (played("kille", 4, 2), hand, (80, 24)),
    "hand-of-coch": (played("coch", 4, 8), hand, (80, 24)),
    "hand-of-coch-large": (played("coch", 2, 8), hand, (120, 40)),
    "auction-of-zifuli": (played("zifuli", 5, 3), hand, (80, 24)),
    "hand-of-coteccio": (played("coteccio", 5, 9), hand, (80, 24)),
}


def lines_of(app: CuccoApp) -> str:
    """Give what stands on the screen, line by line, without the blanks at their ends."""
    return "".join(f"{line.rstrip()}\n" for line in seen(app).split("\n"))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_as_it_was(home: Path, name: str) -> None:
    match, step, size = PAGES[name]

    async def look(app: CuccoApp, pilot: Pilot[None]) -> str:
        await pilot.pause(0.1)
        if match is not None:
            app.go_on(save(home, match))
            await pilot.pause(0.05)
        step(app)
        await pilot.pause(0.05)
        await pilot.pause(0.05)
        told = lines_of(app)
        if app.sitting is not None:
            app.sitting.close()
        return told

    async def go() -> str:
        app = CuccoApp(Settings(cover_after=0, language="en", faces="unicode", theme="cloth", motion=False))
        async with app.run_test(size=size) as pilot:
            return await look(app, pilot)

    told = asyncio.run(go())
    snapshot = FOLDER / f"{name}.txt"
    if WRITE:
        FOLDER.mkdir(exist_ok=True)
        snapshot.write_text(told, encoding="utf-8")
    assert told == snapshot.read_text(encoding="utf-8")


def test_every_snapshot_has_its_page() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PAGES)
