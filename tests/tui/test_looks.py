"""Every page in every window and on every terminal, whatever the players are called."""

import asyncio
import importlib
import pkgutil
import re
import unicodedata
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from textual.content import Content
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Resize
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen

from cucco_tui.cards.packs import ITALIAN
from cucco_tui.engine.match import Match
from cucco_tui.engine.names import clean_name
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Over, Turn
from cucco_tui.games import find_game, register
from cucco_tui.locale import words
from cucco_tui.storage.match_file import MatchFile
from cucco_tui.storage.settings import Settings
from cucco_tui.tui import screens
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.pages import (
    AnswerPage,
    BotPage,
    CurtainPage,
    CutPage,
    EndPage,
    HandPage,
    LookPage,
    MomentPage,
    OutcomePage,
    SettlementPage,
)
from cucco_tui.tui.people import number_equal_names
from cucco_tui.tui.plan import Plan, Player
from cucco_tui.tui.screens.ask import KEYS, AskSeatScreen
from cucco_tui.tui.screens.base import SMALLEST, CuccoScreen, PageScreen
from cucco_tui.tui.screens.log import ReadingScreen
from cucco_tui.tui.screens.match import MatchScreen
from cucco_tui.tui.screens.tricks import TrickScreen
from cucco_tui.tui.sitting import SLOWEST, Sitting
from cucco_tui.tui.widgets.choices import Choices
from cucco_tui.tui.widgets.hand import Hand
from tests.dealing import on_top
from tests.games import trick_table
from tests.tui.running import save, seen
from tests.tui.terminal import Terminal, printed

SAY = words("en")
SIZES = ((1, 1), (20, 5), (40, 14), (61, 19), (300, 100), (132, 43))
"""The windows that every page must bear, before it comes back to the usual one."""
USUAL = (80, 24)
FRAMES = (
    *("CuccoScreen", "PageScreen", "ChoosingScreen", "ReadingScreen", "TypingScreen"),
    *("MatchScreen", "MomentScreen", "TableScreen", "SettlementScreen"),
)
"""What pages have in common: no pages themselves."""

ODD_NAMES = (
    "[/]",
    "[red]x",
    "\x1b[31mEsc\x1b]52;c;aGk=\x07",
    "Bea\u202erni\u2066",
    "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字",
    "W" * 40,
    "👩‍👩‍👧‍👦 Fam",
    "Anna",
    "Anna",
    "",
    "שלום עולם",
    "$primary {name} %s",
)


def all_screens() -> set[type[CuccoScreen]]:
    """Find every page of the program."""
    for module in pkgutil.iter_modules(screens.__path__):
        importlib.import_module(f"{screens.__name__}.{module.name}")

    def below(kind: type[CuccoScreen]) -> Iterator[type[CuccoScreen]]:
        yield kind
        for heir in kind.__subclasses__():
            yield from below(heir)

    return {kind for kind in below(CuccoScreen) if kind.__name__ not in FRAMES}


# --- A walk through all pages ---------------------------------------------------------------------------------------


class Walk:
    """A walk through the pages of the program, the players having these names."""

    def __init__(self, app: CuccoApp, pilot: Pilot[None], home: Path, names: tuple[str, ...]) -> None:
        self.app, self.pilot, self.home, self.names = app, pilot, home, names

    @property
    def screen(self) -> Screen[object]:
        return self.app.screen

    @property
    def sitting(self) -> Sitting:
        assert self.app.sitting is not None
        return self.app.sitting

    @property
    def frame(self) -> str:
        """Give what the page shows, as lines of text."""
        return seen(self.app)

    async def settle(self) -> None:
        """Wait until the page is there."""
        for _ in range(2):
            await self.pilot.pause(0)
        while not self.screen.is_mounted or (isinstance(self.screen, PageScreen) and self.screen._shown is None):
            await self.pilot.pause(0.001)
        await self.app.workers.wait_for_complete()
        for _ in range(2):
            await self.pilot.pause(0)

    async def resize(self, columns: int, lines: int) -> None:
        """Change the window, and wait only as long as that takes: large windows are painted slowly."""
        size = Size(columns, lines)
        driver = self.app._driver
        assert isinstance(driver, HeadlessDriver)
        driver._size = size
        self.app.post_message(Resize(size, size))
        while self.screen._compositor.size != size:
            await asyncio.sleep(0.005)
        await self.pilot.pause(0)

    async def before_a_match(self) -> AsyncIterator[str]:
        """Go through the pages that need no match."""
        from cucco_tui.tui.screens.agree import AgreeScreen
        from cucco_tui.tui.screens.amounts import Amount, AmountsScreen
        from cucco_tui.tui.screens.chart import ChartScreen
        from cucco_tui.tui.screens.confirm import ConfirmScreen
        from cucco_tui.tui.screens.drawing import DrawingScreen
        from cucco_tui.tui.screens.help import HelpScreen
        from cucco_tui.tui.screens.log import LogScreen
        from cucco_tui.tui.screens.matches import MatchesScreen
        from cucco_tui.tui.screens.name import NameScreen, NumberScreen, PathScreen
        from cucco_tui.tui.screens.packs import PacksScreen
        from cucco_tui.tui.screens.rules import RulesScreen
        from cucco_tui.tui.screens.settings import SettingsScreen
        from cucco_tui.tui.screens.setup import SetupScreen
        from cucco_tui.tui.screens.stats import StatsScreen

        game = find_game("cuckoo")
        plan = Plan(game, game.presets[0], [Player(clean_name(name)) for name in self.names])
        over = played(self.names)
        names = number_equal_names(list(over.header.names))
        sitting = Sitting.start(self.app, over.header)
        lines = sitting.teller.line(event for step in over.events for event in step)
        seats = [(str(seat), sitting.name(seat)) for seat in range(len(names))]
        sitting.close()
        at_end = Sitting(self.app, over, MatchFile.create(over, self.app.tell_trouble))
        at_end.close()
        await self.settle()
        yield "HomeScreen"
        for screen in (
            SetupScreen(game),
            AgreeScreen(plan),
            DrawingScreen(plan),
            SettingsScreen(),
            MatchesScreen(),
            StatsScreen(),
            RulesScreen(game.id),
            HelpScreen("help.table"),
            LogScreen("log.title", lines),
            ChartScreen(at_end),
            PacksScreen(over),
            NameScreen("name.new", names[0], names),
            NumberScreen("title", 3, range(1, 10)),
            PathScreen("title"),
            ConfirmScreen("matches.delete", match=", ".join(names)),
            AskSeatScreen("ask.people", seats, lambda seat: None),
            AmountsScreen(seats[0][1], [Amount(seat, name, 9) for seat, name in seats], lambda amounts: None),
        ):
            await self.app.push_screen(screen)
            await self.settle()
            yield type(screen).__name__
            await self.app.pop_screen()

    async def through_a_match(self, game: str, **settings: object) -> AsyncIterator[str]:
        """Go through the pages of a match, each kind of page once; `settings` tell how the table is run."""
        seen: set[str] = set()
        chance = Chance(game.encode())
        self.app.go_on(save(self.home, unplayed(game, self.names, **settings), game))
        table = self.sitting.table
        for _ in range(MOST_PAGES):
            kind = type(table.page).__name__
            if kind not in seen:
                seen.add(kind)
                self.sitting.show()
                await self.settle()
                yield kind
            match table.page:
                case CurtainPage() if "LookPage" not in seen:
                    table.look(chance.pick(table.lookers))
                    table.open_curtain()
                case CurtainPage():
                    table.open_curtain()
                case HandPage() | AnswerPage():
                    table.act(chance.pick(table.view.choices))
                case CutPage():
                    table.cut(7)
                case BotPage():
                    table.bot_acts()
                case OutcomePage() | LookPage() | MomentPage() | SettlementPage():
                    table.done()
                case EndPage():
                    break
        self.app.close_match()


MOST_PAGES = 400


def header(game: str, names: tuple[str, ...], **more: object) -> Header:
    low, high = find_game(game).seats
    players = (*names, *NOBODY)[: max(low, min(high, len(names)))]
    return Header.model_validate({"game": game, "players": players, **more})


NOBODY = ("Ugo", "Vea")


SHORTEST = {"tokens": 1, "lives": 1, "deals": 1, "target": None, "doctor": "once"}
"""House rules with which a match is short, or has more pages."""


def unplayed(game: str, names: tuple[str, ...], **settings: object) -> Match:
    """Give a match that will be short, with a bot in it; its pack is cut by hand."""
    rules = {name: value for name, value in SHORTEST.items() if name in find_game(game).schema()["properties"]}
    table = {"cut": "by_hand", "pace": SLOWEST, **settings}
    bots = {"2": "steady"} if len(names) > 3 else {}
    return Match(find_game(game), header(game, names, rules=rules, table=table, bots=bots))


def played(names: tuple[str, ...]) -> Match:
    """Give a match that is over."""
    match, chance = unplayed("cuckoo", names), Chance(b"played")
    while not isinstance(match.waiting, Over):
        if isinstance(match.waiting, Turn):
            match.act(chance.pick(match.view(match.waiting.by).choices))
        else:
            match.shuffle(chance.shuffled(match.pack.cards))
    return match


Look = Callable[[Walk, str], Awaitable[None]]


def run(home: Path, go: Callable[[Walk], Awaitable[None]], names: tuple[str, ...], size: tuple[int, int]) -> None:
    """Open the program, and go."""

    async def open_and_go() -> None:
        app = CuccoApp(
            replace(Settings(), cover_after=0, motion=False, language="en", names=tuple(map(clean_name, names)))
        )
        async with app.run_test(size=size) as pilot:
            walk = Walk(app, pilot, home, names)
            await walk.settle()
            await go(walk)

    asyncio.run(open_and_go())


def walk(home: Path, look: Look, names: tuple[str, ...], *games: str, size: tuple[int, int] = USUAL) -> set[str]:
    """Look at every page that comes in a match of these games, or without one before a match; give their classes."""
    looked_at: set[str] = set()

    async def go(walk: Walk) -> None:
        ways = [walk.through_a_match(game) for game in games] or [walk.before_a_match()]
        for way in ways:
            async for page in way:
                looked_at.add(type(walk.screen).__name__)
                await look(walk, page)

    run(home, go, names, size)
    return looked_at


# --- Windows --------------------------------------------------------------------------------------------------------


async def bear_every_size(walk: Walk, page: str) -> None:
    usual = walk.frame
    for size in (*SIZES, USUAL):
        await walk.resize(*size)
        strips = walk.screen._compositor.render_strips()
        assert len(strips) == size[1], page
        assert all(strip.cell_length == size[0] for strip in strips), page
        if size[0] < SMALLEST[0] or size[1] < SMALLEST[1]:
            told = SAY("screen.too-small", width=SMALLEST[0], height=SMALLEST[1])
            # As much of it as there is room for, and nothing else.
            assert " ".join(walk.frame.split()) in told, f"{page} at {size}:\n{walk.frame}"
    # What has been scrolled stands where it was, as far as that can be.
    lines = 1 if isinstance(walk.screen, ReadingScreen) else USUAL[1]
    assert walk.frame.split("\n")[:lines] == usual.split("\n")[:lines], f"{page} does not come back:\n{walk.frame}"


PLAIN_NAMES = ("Anna", "Bea", "Ciro", "Dario")


def test_every_page_bears_every_window(home: Path) -> None:
    looked_at = walk(home, bear_every_size, PLAIN_NAMES)
    assert looked_at == {kind.__name__ for kind in all_screens() if not issubclass(kind, MatchScreen)}


def test_every_page_of_a_match_bears_every_window(home: Path) -> None:
    """Of the exchange games each class of pages once, of the trick games, whose pages differ more, each page of one."""
    seen: set[tuple[str, str]] = set()

    async def look(walk: Walk, page: str) -> None:
        kind = walk.sitting.match.game.kind
        shown = kind, page if kind == "trick" else type(walk.screen).__name__
        if shown not in seen:
            seen.add(shown)
            await bear_every_size(walk, page)

    looked_at = walk(home, look, PLAIN_NAMES, *register())
    assert looked_at == {kind.__name__ for kind in all_screens() if issubclass(kind, MatchScreen)}


PEOPLE = [("coch", 2, "aloud"), ("coch", 3, "private"), ("zifuli", 5, ""), ("coteccio", 8, "")]
LONG_NAMES = (
    "WWWW WWWW WWWW WWWW",
    "漢字漢字漢字漢字漢字漢字",
    "Annamaria Elisabetta",
    "[red]x",
    *["Wilhelmina Augusta"] * 4,
)
READABLE = ((40, 14), (60, 18), (80, 24), (132, 43))


def corner(walk: Walk, code: str) -> str:
    """Give what stands in the corner of a card's face, and in a list too."""
    return code[0] if walk.sitting.match.pack is ITALIAN else walk.sitting.teller.short(code).split()[0][:3]


@pytest.mark.parametrize(("name", "people", "dummies"), PEOPLE)
def test_a_hand_can_be_read_in_every_window(home: Path, name: str, people: int, dummies: str) -> None:
    """Every card with its mark, the cards of the trick and what else may be done, however little room there is."""
    looked: list[str] = []

    async def look(walk: Walk) -> None:
        async for page in walk.through_a_match(name, dummies=dummies):
            if page not in {"HandPage", "AnswerPage"} or not isinstance(walk.screen, TrickScreen):
                continue
            hand, view = walk.screen.query_one(Hand), walk.screen.view
            for size in (*READABLE, USUAL):
                await walk.resize(*size)
                await walk.settle()
                told = " ".join(walk.frame.split())
                for at, card in enumerate(hand.cards):
                    assert corner(walk, card.code) in told, f"{card.code} at {size}:\n{walk.frame}"
                    assert not card.playable or re.search(rf"(\s|▲){hand.number_of(at)}\s", told), walk.frame
                for choice in walk.screen.query_one(Choices).choices:
                    assert f"[{choice.key}]" in told, f"{choice.id} at {size}:\n{walk.frame}"
                if view.trick is not None and size != READABLE[0]:
                    played = [corner(walk, play.card) for play in view.trick.plays]
                    assert all(card in told for card in played), f"{played} at {size}:\n{walk.frame}"
            looked.append(page)

    run(home, look, LONG_NAMES[:people], USUAL)
    assert "HandPage" in looked
    assert ("AnswerPage" in looked) == (dummies == "aloud" or name == "coteccio")


# --- Names ----------------------------------------------------------------------------------------------------------


async def show_the_names(walk: Walk, page: str) -> None:
    frame = walk.frame
    strange = {
        char for char in frame if char != "\n" and unicodedata.category(char).startswith(("C", "Z")) and char != " "
    }
    assert not strange, f"{page}: {strange!a}\n{frame}"
    assert walk.app.title == CuccoApp.TITLE and walk.app.sub_title == ""


def test_every_page_bears_every_name(home: Path) -> None:
    walk(home, show_the_names, ODD_NAMES)


def test_every_page_of_a_match_bears_every_name(home: Path) -> None:
    walk(home, show_the_names, ODD_NAMES, *register())


def test_everybody_is_called_by_his_name(home: Path) -> None:
    """On the curtain that stands before his card, and where seats are chosen."""
    nameless = ODD_NAMES.index("")
    names = number_equal_names([clean_name(name) for name in ODD_NAMES])
    names[nameless] = SAY("form.new-player", n=nameless + 1)
    lists: list[str] = []

    async def look(walk: Walk, page: str) -> None:
        if page == "CurtainPage" and not lists:
            assert isinstance(walk.screen, MatchScreen)
            walk.screen.action_people()
            await walk.settle()
            lists.append(walk.frame)
            await walk.app.pop_screen()
            for seat, name in enumerate(names):
                if seat in walk.sitting.table.lookers:
                    walk.sitting.look(seat)
                    await walk.settle()
                    assert f"I am {name}" in walk.frame.replace("I am  ", "I am "), walk.frame

    walk(home, look, ODD_NAMES, "cuckoo", size=(100, 30))
    for name in names:
        assert name in lists[0], lists[0]


@pytest.mark.parametrize("size", [SMALLEST, USUAL], ids=str)
def test_everybody_at_a_full_table_can_be_chosen(home: Path, size: tuple[int, int]) -> None:
    seats = [(str(seat), Content(f"{seat}. somebody")) for seat in range(30)]
    chosen: list[str] = []

    async def choose(walk: Walk, *keys: str) -> str:
        await walk.app.push_screen(AskSeatScreen("ask.people", seats, chosen.append))
        await walk.settle()
        *first, last = keys
        for key in first:
            await walk.pilot.press(key)
        await walk.settle()
        frame = walk.frame
        await walk.pilot.press(last)
        await walk.settle()
        assert last != "enter" or f"{chosen[-1]}. somebody" in frame, frame
        return chosen[-1]

    async def choose_some(walk: Walk) -> None:
        assert await choose(walk, "enter") == "0"
        assert await choose(walk, "up", "enter") == "29"
        assert await choose(walk, *["down"] * 16, "enter") == "16"
        for seat in (0, 9, 29):
            assert await choose(walk, KEYS[seat]) == str(seat)

    run(home, choose_some, PLAIN_NAMES, size)


# --- Terminals ------------------------------------------------------------------------------------------------------

STYLE = re.compile(rb"\x1b\[([0-9;:]*)m")
PLAIN_STYLES = {"", "0", "1", "2", "3", "4", "7", "22", "23", "24", "27", "39", "49"}
"""Bold, dim, italic, underlined, reverse, and back; the colours that the terminal has by itself."""
CARD = "3 of diamonds"


def through_the_pages(terminal: Terminal) -> str:
    """Play a turn, look at settings, help, log and rules, and leave; give what the pages said."""
    seen: list[str] = []

    def press(*keys: str) -> None:
        for key in keys:
            terminal.press(key)
            seen.append(terminal.text)

    terminal.wait(SAY("home.go-on"))
    press("s", "escape", "enter")
    terminal.pump(0.4)
    press("?", "escape", "space", "g", "escape", "r", "escape", "o")
    terminal.pump(0.4)
    press("enter")
    terminal.pump(0.4)
    press("ctrl+q", "y", "q")
    assert terminal.ended() == 0
    assert terminal.left_behind() == []
    return "\n".join(seen)


def save_a_deal(home: Path, names: tuple[str, ...] = PLAIN_NAMES) -> None:
    """Save a match in which the eldest holds a low card, and his neighbour no King."""
    match = Match(find_game("cuckoo"), header("cuckoo", names))
    match.shuffle(on_top(match.pack, "3d", "9h", "7s", "8c"))
    save(home, match)


def test_without_colours_there_is_none_and_everything_is_told(home: Path) -> None:
    save_a_deal(home)
    with Terminal(home, env={"NO_COLOR": "1"}) as terminal:
        seen = through_the_pages(terminal)
    used = {code for style in STYLE.findall(terminal.raw) for code in re.split("[;:]", style.decode())}
    assert used <= PLAIN_STYLES
    assert "7" in used and "1" in used
    for told in ("› [s]", SAY("seat.turn"), CARD, "3♦", "◆ Ciro"):
        assert told in seen


@pytest.mark.parametrize(
    "locale", [{"LANG": "C"}, {"LC_ALL": "POSIX"}, {"LANG": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}]
)
def test_an_old_terminal_is_sent_ascii_only(home: Path, locale: dict[str, str]) -> None:
    save_a_deal(home, ("Zoë", "漢字", "Ciro", "Đạt"))
    with Terminal(home, env=locale) as terminal:
        seen = through_the_pages(terminal)
    assert {byte for byte in terminal.raw if byte > 126} == set()
    for told in ("> [s]", SAY("seat.turn-ascii"), CARD, "Zoe", "????", "Cuckoo"):
        assert told in seen, f"{told} is missing:\n{seen}"


def save_a_trick(home: Path) -> None:
    """Save a match of Coteccio in which who looks next has two coins to follow with, and three other cards."""
    hands = "1d Rd 2c 3c 4s / 2d 3d 1c 5s 6b / 7c 6c 5c 7s 2b"
    save(home, trick_table.Table("coteccio", 3).deal(hands).play("A:1d").match)


@pytest.mark.parametrize(
    ("env", "marks"),
    [({"NO_COLOR": "1"}, ["›1", "2", "·", "·", "·"]), ({"LANG": "C"}, [">1", "2", ".", ".", "."])],
    ids=["no colours", "ascii"],
)
def test_what_may_be_played_is_marked_on_every_terminal(home: Path, env: dict[str, str], marks: list[str]) -> None:
    save_a_trick(home)
    with Terminal(home, env=env) as terminal:
        terminal.wait(SAY("home.go-on"))
        terminal.press("enter")
        terminal.pump(0.4)
        terminal.press("space")
        assert marks in [line.split() for line in terminal.text.split("\n")], terminal.text
        terminal.press("right", "enter")
        terminal.pump(0.4)
        terminal.press("space", "enter", "x")
        used = {code for style in STYLE.findall(terminal.raw) for code in re.split("[;:]", style.decode())}
        if "NO_COLOR" in env:
            assert used <= PLAIN_STYLES
        else:
            assert {byte for byte in terminal.raw if byte > 126} == set()


@pytest.mark.parametrize("term", ["linux", "vt220", "xterm-mono", "screen", "tmux-256color"])
def test_every_kind_of_terminal_shows_a_hand(home: Path, term: str) -> None:
    save_a_deal(home)
    with Terminal(home, env={"TERM": term, "COLORTERM": ""}) as terminal:
        terminal.wait(SAY("home.go-on"))
        terminal.press("enter")
        terminal.pump(0.4)
        terminal.press("space")
        assert CARD in terminal.text
        terminal.press("ctrl+q", "y", "q")
        assert terminal.ended() == 0
        assert terminal.left_behind() == []
        assert printed(terminal.outside).strip() == ""
