"""The pages to read: help, rule book and log, at any size, by keyboard and by mouse."""

from collections.abc import Callable, Sequence

import pytest
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import OptionList

from cucco_tui.locale import LANGUAGES, words
from cucco_tui.rulebook import load
from cucco_tui.storage.settings import Settings
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.screens.base import CuccoScreen
from cucco_tui.tui.screens.help import HelpScreen
from cucco_tui.tui.screens.log import Blocks, LogScreen
from cucco_tui.tui.screens.rules import RulesScreen
from tests.tui.running import SIZES, Steps, laid, play, seen

HELP_PAGES = [
    f"help.{page}"
    for page in (
        *("home", "setup", "agree", "drawing", "settings", "matches", "name", "number", "confirm", "ask"),
        *("curtain", "cut", "table", "moment", "bot", "settlement", "end", "rules", "log", "chart", "stats", "packs"),
    )
]
LINES = [Content(f"line {number}") for number in range(300)]


def reading(
    screen: Callable[[], CuccoScreen],
    check: Steps,
    size: tuple[int, int] = (80, 24),
    language: str = "en",
) -> None:
    """Open a page over the program's first one and look at it."""

    async def read(app: CuccoApp, pilot: Pilot[None]) -> None:
        await app.push_screen(screen())
        await pilot.pause()
        await check(app, pilot)

    play(read, Settings(language=language), size)


def text_of(app: CuccoApp) -> VerticalScroll:
    return app.screen.query_one("#reading-text", VerticalScroll)


def blocks(app: CuccoApp) -> str:
    """Give the whole text of the page, unbroken, a paragraph a line."""
    return "\n".join(str(block.text) for block in app.screen.query_one(Blocks).blocks)


def pages() -> Sequence[Callable[[], CuccoScreen]]:
    return (
        lambda: HelpScreen("help.table"),
        lambda: RulesScreen("cuckoo"),
        lambda: LogScreen("log.last-deal", LINES),
    )


# --- All of them ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", range(3))
def test_a_page_fits_any_window(page: int) -> None:
    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            text = text_of(app)
            assert Region(0, 0, *size).contains_region(text.region)
            assert text.region.height >= size[1] - 5
            assert text.max_scroll_x == 0
            assert all(len(line) <= 76 for line in laid(app))
            assert "Esc" in seen(app)

    reading(pages()[page], check)


@pytest.mark.parametrize("key", ["escape", "q"])
@pytest.mark.parametrize("page", range(3))
def test_a_page_is_left_by_key(page: int, key: str) -> None:
    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        before = app.screen_stack[-2]
        await pilot.press(key)
        await pilot.pause()
        assert app.screen is before

    reading(pages()[page], check)


@pytest.mark.parametrize("page", range(3))
def test_a_page_is_left_by_mouse(page: int) -> None:
    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        before = app.screen_stack[-2]
        lines = seen(app).split("\n")
        row = max(number for number, line in enumerate(lines) if "Esc" in line)
        await pilot.click(offset=(lines[row].index("Esc") + 1, row))
        await pilot.pause()
        assert app.screen is before

    reading(pages()[page], check)


@pytest.mark.parametrize("page", [1, 2])
def test_a_page_scrolls_by_key_and_wheel(page: int) -> None:
    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        text = text_of(app)
        await pilot.press("home")
        await pilot.pause()
        assert text.scroll_y == 0
        await pilot.press("down")
        await pilot.pause(0.3)
        assert text.scroll_y == 1
        await pilot.press("space")
        await pilot.pause()
        after_space = text.scroll_y
        assert 1 < after_space < 1 + text.region.height
        await pilot.press("b")
        await pilot.pause()
        assert text.scroll_y == 1
        await pilot.press("pagedown")
        await pilot.pause(0.3)
        assert text.scroll_y > after_space - 2
        await pilot.press("end")
        await pilot.pause(0.3)
        assert text.scroll_y == text.max_scroll_y
        # A wheel turned beside the text.
        app.screen.post_message(MouseScrollUp(None, 0, 5, 0, -1, 0, False, False, False))
        await pilot.pause(0.1)
        assert text.scroll_y == text.max_scroll_y - 3
        app.screen.post_message(MouseScrollDown(None, 0, 5, 0, 1, 0, False, False, False))
        await pilot.pause(0.1)
        assert text.scroll_y == text.max_scroll_y

    reading(pages()[page], check)


def test_a_page_grows_too_small_and_comes_back() -> None:
    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.resize_terminal(30, 8)
        await pilot.pause()
        assert not text_of(app).display or not text_of(app).region
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "your card" in seen(app)

    reading(lambda: HelpScreen("help.table"), check)


# --- Help -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_help(language: str) -> None:
    told = words(language)

    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        for page in HELP_PAGES:
            await app.push_screen(HelpScreen(page))
            await pilot.pause()
            assert "help." not in blocks(app) + seen(app)
            assert told(page) in seen(app)
            assert all(paragraph in blocks(app) for paragraph in told(f"{page}.text").split("\n"))
            lines = laid(app)
            for line in told(f"{page}.keys").split("\n"):
                key, meaning = line.split(" — ")
                assert any(row.startswith(f"{key}  ") and meaning[:45] in row for row in lines), line
            await pilot.press("escape")

    reading(lambda: LogScreen("log.title", []), check, language=language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_a_match_speaks_the_words_of_its_kind(language: str) -> None:
    """In trick games there are a hand and a last trick; the keys of the public pages are told on each of them."""
    told = words(language)

    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        for kind, own in (("trick", "help.curtain.trick"), ("exchange", "help.curtain")):
            await app.push_screen(HelpScreen("help.curtain", kind, match=True))
            await pilot.pause()
            match = "help.match.trick.keys" if kind == "trick" else "help.match.keys"
            assert all(line.split(" — ")[1] in blocks(app) for line in told(match).split("\n"))
            for what in ("text", "keys"):
                assert told(f"{own}.{what}").split(" — ")[-1].split("\n")[0] in blocks(app)
            assert (told("help.match.keys").split("\n")[5].split(" — ")[1] in blocks(app)) == (kind == "exchange")
            await pilot.press("escape")

    reading(lambda: LogScreen("log.title", []), check, language=language)


@pytest.mark.parametrize("key", ["enter", "question_mark", "f1"])
def test_help_is_closed_by_the_keys_that_open_and_go_on(key: str) -> None:
    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        depth = len(app.screen_stack)
        await pilot.press(key)
        await pilot.pause()
        assert len(app.screen_stack) == depth - 1

    reading(lambda: HelpScreen("help.table"), check)


@pytest.mark.parametrize("page", ["", "help.of-no-page"])
def test_an_unknown_page_has_the_help_of_all_pages(page: str) -> None:
    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        assert "Ctrl+Q" in seen(app)
        assert "help." not in seen(app)
        assert "Content-Type" not in seen(app)

    reading(lambda: HelpScreen(page), check)


@pytest.mark.parametrize("page", [1, 2])
def test_pages_to_read_have_help_themselves(page: int) -> None:
    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        below = app.screen
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is below

    reading(pages()[page], check)


# --- The rule book --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_page_of_rules_is_there(language: str) -> None:
    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        page = load("cuckoo", language)
        text = blocks(app)
        assert page.title in seen(app)
        for section in page.sections:
            assert section.title in text
            for paragraph in section.paragraphs:
                assert paragraph.text in text
                assert all(clause in text for clause in paragraph.clauses)

    reading(lambda: RulesScreen("cuckoo"), check, language=language)


def test_rules_open_at_a_clause_or_a_section() -> None:
    page = load("cuckoo", "en")

    def opens_with(start: str) -> Steps:
        async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
            await pilot.pause()
            line = int(text_of(app).scroll_y)
            assert line > 0
            assert laid(app)[line].startswith(start)

        return check

    section = page.sections[6]
    reading(lambda: RulesScreen("cuckoo", section.title), opens_with(section.title))
    only = next(p for s in page.sections for p in s.paragraphs if p.clauses == ("CK-13",))
    reading(lambda: RulesScreen("cuckoo", "CK-13"), opens_with(only.text[:40]), (61, 19))


def test_a_game_without_rules_says_so() -> None:
    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        assert words("en")("rules.none") in seen(app)
        await pilot.press("c")
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert not isinstance(app.screen, RulesScreen)

    reading(lambda: RulesScreen("no-such-game"), check)


@pytest.mark.parametrize("size", [(61, 19), (120, 40)], ids=str)
def test_the_list_of_sections_leads_to_them(size: tuple[int, int]) -> None:
    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        contents = app.screen.query_one("#reading-contents", OptionList)
        beside = size[0] > 100
        assert bool(contents.region) is beside
        await pilot.press("c")
        await pilot.pause()
        assert contents.has_focus
        first = load("cuckoo", "en").sections[0]
        assert (first.paragraphs[0].text[:20] in seen(app)) is beside
        await pilot.press("down", "down", "down", "down", "enter")
        await pilot.pause()
        assert text_of(app).has_focus
        heading = load("cuckoo", "en").sections[4].title
        assert heading in seen(app)
        assert text_of(app).scroll_y > 0

    reading(lambda: RulesScreen("cuckoo"), check, size)


def test_the_list_of_sections_is_left_before_the_page() -> None:
    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("c", "escape")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        assert text_of(app).has_focus
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, RulesScreen)

    reading(lambda: RulesScreen("cuckoo"), check)


def test_the_list_of_sections_follows_the_text() -> None:
    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        contents = app.screen.query_one("#reading-contents", OptionList)
        assert contents.highlighted == 0
        await pilot.press("end")
        await pilot.pause(0.3)
        assert (contents.highlighted or 0) > 2

    reading(lambda: RulesScreen("cuckoo"), check, (120, 40))


# --- The log --------------------------------------------------------------------------------------------------------


def test_the_log_opens_at_the_newest_line() -> None:
    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        assert "line 299 " in seen(app)
        assert "line 10 " not in seen(app)

    reading(lambda: LogScreen("log.title", LINES), check)


def test_an_empty_log_says_so() -> None:
    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        assert words("en")("log.empty") in seen(app)

    reading(lambda: LogScreen("log.title", []), check)


@pytest.mark.parametrize("name", ["[/]", "[red]x", "{n}", "渡辺 花子"])
def test_the_log_shows_any_name_as_it_is(name: str) -> None:
    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        assert f"{name} stands." in seen(app)

    reading(lambda: LogScreen("log.title", [Content.assemble((name, "bold $player-3"), " stands.")]), check)


def test_a_key_pressed_twice_closes_one_page() -> None:
    async def check(app: CuccoApp, pilot: Pilot[None]) -> None:
        await app.push_screen(HelpScreen("help.log"))
        await pilot.pause()
        log = app.screen_stack[-2]
        screen = app.screen
        assert isinstance(screen, HelpScreen)
        screen.action_close()
        screen.action_close()
        await pilot.pause()
        assert app.screen is log

    reading(lambda: LogScreen("log.title", LINES), check)
