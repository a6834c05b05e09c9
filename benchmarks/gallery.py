"""Pictures of every page of the program, in windows of several sizes and on terminals of several kinds.

Writes SVG files and an `index.html` that shows them side by side. Nothing of the player's own is read or written.
"""

import argparse
import asyncio
import html
import os
import shutil
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.pilot import Pilot

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Over, Turn
from cucco_tui.games import find_game, register
from cucco_tui.storage.settings import Settings
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.pages import (
    AnswerPage,
    BotPage,
    CurtainPage,
    CutPage,
    EndPage,
    HandPage,
    Table,
)
from cucco_tui.tui.plan import Plan, Player
from cucco_tui.tui.screens.base import PageScreen

NAMES = ("Anna", "Bea", "Ciro", "Dario")
MOST_PAGES = 4000
"""Pages that are gone through in a match, at most, until it is over."""
LATER = 7
"""Which page of a kind is pictured besides the first one: by then something has happened at the table."""
PATIENCE = 30.0
"""Seconds after which a game is taken to be stuck."""


@dataclass(frozen=True, slots=True)
class Look:
    """A window and a terminal: columns and lines, theme, faces, and whether there are colours."""

    size: tuple[int, int] = (80, 24)
    theme: str = "cloth"
    faces: str = "unicode"
    colours: bool = True


LOOKS = {
    "80x24": Look(),
    "120x40": Look((120, 40)),
    "60x20": Look((60, 20)),
    "ascii": Look(faces="ascii"),
    "no-colour": Look(colours=False),
    "paper": Look(theme="paper"),
    "contrast": Look(theme="contrast"),
    "terminal": Look(theme="terminal"),
}


class Walk:
    """A walk through the pages of the program, as it looks in one window."""

    def __init__(self, app: CuccoApp, pilot: Pilot[None], home: Path) -> None:
        """Walk through `app`; matches are put into the data folder `home`."""
        self.app, self.pilot, self.home = app, pilot, home

    async def settle(self) -> None:
        """Wait until the page is there."""
        await self.pilot.pause(0)
        while isinstance(self.app.screen, PageScreen) and self.app.screen._shown is None:
            await self.pilot.pause(0.001)
        await self.app.workers.wait_for_complete()
        for _ in range(2):
            await self.pilot.pause(0)

    async def common(self) -> AsyncIterator[str]:
        """Go through the pages that all games share."""
        from cucco_tui.tui.screens.confirm import ConfirmScreen
        from cucco_tui.tui.screens.help import HelpScreen
        from cucco_tui.tui.screens.matches import MatchesScreen
        from cucco_tui.tui.screens.name import NameScreen, NumberScreen
        from cucco_tui.tui.screens.packs import PacksScreen
        from cucco_tui.tui.screens.settings import SettingsScreen
        from cucco_tui.tui.screens.stats import StatsScreen

        over = played("cuckoo")
        await self.settle()
        yield "home"
        for name, screen in (
            ("settings", SettingsScreen()),
            ("matches", MatchesScreen()),
            ("scores", StatsScreen()),
            ("help", HelpScreen("help.table")),
            ("packs", PacksScreen(over)),
            ("name", NameScreen("name.new", NAMES[0], NAMES)),
            ("number", NumberScreen("house.target", 3, range(1, 10))),
            ("confirm", ConfirmScreen("matches.delete", match=", ".join(NAMES))),
        ):
            await self.app.push_screen(screen)
            await self.settle()
            yield name
            await self.app.pop_screen()

    async def before(self, game: str) -> AsyncIterator[str]:
        """Go through the pages before a match of a game."""
        from cucco_tui.tui.screens.agree import AgreeScreen
        from cucco_tui.tui.screens.drawing import DrawingScreen
        from cucco_tui.tui.screens.rules import RulesScreen
        from cucco_tui.tui.screens.setup import SetupScreen

        chosen = find_game(game)
        low, high = chosen.seats
        plan = Plan(chosen, chosen.presets[0], [Player(name) for name in players(low, high)])
        for name, screen in (
            ("setup", SetupScreen(chosen)),
            ("agreement", AgreeScreen(plan)),
            ("drawing", DrawingScreen(plan)),
            ("rules", RulesScreen(game)),
        ):
            await self.app.push_screen(screen)
            await self.settle()
            yield f"{game}-{name}"
            await self.app.pop_screen()

    async def match(self, game: str) -> AsyncIterator[str]:
        """Go through a match, a page of each kind at first and once more later; the log when a deal is over."""
        seen: Counter[str] = Counter()
        chance = Chance(game.encode())
        path = self.home / "matches" / f"{game}.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.write_text(unplayed(game).record().text(), encoding="utf-8")
        self.app.go_on(path)
        assert self.app.sitting is not None
        table = self.app.sitting.table
        for _ in range(MOST_PAGES):
            kind = type(table.page).__name__.removesuffix("Page").lower()
            seen[kind] += 1
            if seen[kind] in (1, LATER):
                self.app.sitting.show()
                await self.settle()
                yield f"{game}-{kind}" if seen[kind] == 1 else f"{game}-{kind}-later"
                if kind == "settlement" and seen[kind] == 1:
                    # A page does nothing at first, lest it take a key that was meant for the one before.
                    await self.pilot.pause(PageScreen.PAUSE)
                    await self.app.run_action("screen.last_deal")
                    await self.settle()
                    yield f"{game}-log"
                    await self.app.pop_screen()
            if isinstance(table.page, EndPage):
                break
            turn_page(table, chance, look=not seen["look"])
        self.app.close_match()
        await self.settle()


def turn_page(table: Table, chance: Chance, *, look: bool) -> None:
    """Do what the page asks for, anything that is allowed; behind a curtain only look, if `look` is asked for."""
    match table.page:
        case CurtainPage():
            if look:
                table.look(chance.pick(table.lookers))
            table.open_curtain()
        case HandPage() | AnswerPage():
            table.act(chance.pick(table.view.choices))
        case CutPage():
            table.cut(7)
        case BotPage():
            table.bot_acts()
        case _:
            table.done()


def players(low: int, high: int) -> tuple[str, ...]:
    """Give names for as many seats as a game has that takes from `low` to `high` players."""
    return (*NAMES, "Ugo", "Vea")[: max(low, min(high, len(NAMES)))]


def unplayed(game: str) -> Match:
    """Give a match with a bot in it; its pack is cut by hand."""
    chosen = find_game(game)
    header = Header.model_validate(
        {
            "game": game,
            "players": players(*chosen.seats),
            "table": {"cut": "by_hand", "pace": 3.0},
            "bots": {"2": "steady"},
        }
    )
    return Match(chosen, header)


def played(game: str) -> Match:
    """Give a match that is over."""
    match, chance = unplayed(game), Chance(b"gallery")
    while not isinstance(match.waiting, Over):
        if isinstance(match.waiting, Turn):
            match.act(chance.pick(match.view(match.waiting.by).choices))
        else:
            match.shuffle(chance.shuffled(match.pack.cards))
    return match


async def take(look: Look, language: str, home: Path, folder: Path, game: str | None) -> list[str]:
    """Take the pictures of a game, or of the pages that all share, and give the names of the pages."""
    pages: list[str] = []
    # Nothing moves: a picture shows a page when all cards are turned.
    liked = Settings(cover_after=0, motion=False, language=language, theme=look.theme, faces=look.faces)
    app = CuccoApp(liked)
    async with app.run_test(size=look.size) as pilot, asyncio.timeout(PATIENCE):
        walk = Walk(app, pilot, home)
        await walk.settle()
        for way in (walk.common(),) if game is None else (walk.before(game), walk.match(game)):
            async for page in way:
                (folder / f"{page}.svg").write_text(app.export_screenshot(title=page), encoding="utf-8")
                pages.append(page)
    return pages


def index(taken: dict[str, list[str]]) -> str:
    """Write the page that shows each page of the program in all its looks, side by side."""
    pages = list(dict.fromkeys(page for pages in taken.values() for page in pages))
    rows = [
        f"<h2 id='{page}'>{page}</h2><div>"
        + "".join(
            f"<a href='{look}/{page}.svg'><img loading=lazy alt='{page}, {look}' title='{look}'"
            f" src='{look}/{page}.svg'></a>"
            for look, of_look in taken.items()
            if page in of_look
        )
        + "</div>"
        for page in map(html.escape, pages)
    ]
    links = " ".join(f"<a href='#{page}'>{page}</a>" for page in map(html.escape, pages))
    style = "body{background:#222;color:#eee;font-family:sans-serif}a{color:#fd8}div{display:flex;overflow-x:auto}"
    return (
        "<!doctype html><meta charset=utf-8><title>cucco-tui</title>"
        f"<style>{style}img{{height:24em;margin:.3em}}</style><p>{links}</p>{''.join(rows)}\n"
    )


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("gallery"), help="folder; what is in it is lost")
    parser.add_argument("--game", action="append", choices=list(register()), help="only this game; may be repeated")
    parser.add_argument("--look", action="append", choices=list(LOOKS), help="only this look; may be repeated")
    parser.add_argument("--language", choices=["en", "it"], default="en")
    options = parser.parse_args()
    taken: dict[str, list[str]] = {}
    shutil.rmtree(options.out, ignore_errors=True)
    for name in options.look or LOOKS:
        folder = options.out / name
        folder.mkdir(parents=True)
        os.environ.pop("NO_COLOR", None)
        if not LOOKS[name].colours:
            os.environ["NO_COLOR"] = "1"
        taken[name] = []
        with TemporaryDirectory() as home:
            os.environ["CUCCO_TUI_HOME"] = home
            for game in (*(options.game or register()), None):
                taken[name] += asyncio.run(take(LOOKS[name], options.language, Path(home), folder, game))
        print(f"{name}: {len(taken[name])} pages")
    (options.out / "index.html").write_text(index(taken), encoding="utf-8")


if __name__ == "__main__":
    main()
