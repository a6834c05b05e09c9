"""The first page: the games, the unfinished matches, and how little it takes to show them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.games import find_game
from cucco_tui.storage.settings import Settings, load_settings
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.screens.confirm import ConfirmScreen
from cucco_tui.tui.screens.home import HomeScreen
from cucco_tui.tui.screens.matches import MatchesScreen
from cucco_tui.tui.screens.settings import SettingsScreen
from cucco_tui.tui.screens.setup import SetupScreen
from cucco_tui.tui.widgets.about import About
from cucco_tui.tui.widgets.choices import Choices
from cucco_tui.tui.widgets.key_lines import KeyLines
from cucco_tui.tui.widgets.rows import RowList
from tests.storage.saving import save
from tests.tui.running import SIZES, play, seen, settle

NAMES = ("[/]", "[red]Bea[/red]", "W" * 40, "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字", "שלום", "q")

FIRST = find_game("cucu")
"""The game at which the cursor begins: the first one with the cuckoo pack."""


async def to_cuckoo(app: CuccoApp, pilot: Pilot[None]) -> None:
    rows(app).go_to("cuckoo")
    await settle(pilot)


def save_match(names: tuple[str, ...] = ("Anna", "Bea", "Ciro"), *, shuffled: bool = True, **rules: object) -> Path:
    """Leave a match in the player's folder."""
    match = Match(find_game("cuckoo"), Header(game="cuckoo", rules=rules, players=names))
    if shuffled:
        match.shuffle(match.preset.pack.cards)
    return save(match)


def rows(app: CuccoApp) -> RowList:
    return app.screen.query_one(RowList)


def about(app: CuccoApp) -> str:
    return str(app.screen.query_one(About).content)


def test_home_names_the_games_and_tells_about_the_one_at_the_cursor() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, HomeScreen)
        assert rows(app).cursor == FIRST.id
        await to_cuckoo(app, pilot)
        assert "3-30 ↻" in seen(app)
        assert "╭" in about(app)
        for told in ("3 to 30 players", "clockwise", "minutes with 6", "8 ways to play", "Source"):
            assert told in about(app)

    play(steps)


@pytest.mark.parametrize("size", SIZES)
def test_home_can_be_read_at_every_size(size: tuple[int, int]) -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        text = seen(app)
        for told in ("Swap one card", "Cuckoo", "3-30", "Enter play", "q leave"):
            assert told in text

    play(steps, size=size)


def test_plain_characters_are_enough() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await to_cuckoo(app, pilot)
        assert re.search(r"> Cuckoo +3-30 >", seen(app))
        assert not {*"↻›╭│"} & {*seen(app)}

    play(steps, Settings(language="en", faces="ascii"))


@pytest.mark.parametrize(("key", "screen"), [("enter", SetupScreen), ("o", MatchesScreen), ("s", SettingsScreen)])
def test_each_key_opens_its_page_and_escape_comes_back(key: str, screen: type) -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press(key)
        await settle(pilot)
        assert isinstance(app.screen, screen)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(app.screen, HomeScreen)

    play(steps)


def test_a_double_press_opens_one_page() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "o", "s")
        await settle(pilot)
        assert len(app.screen_stack) == 2

    play(steps)


def test_every_hint_is_clicked_as_well() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        line = seen(app).splitlines()[-1]
        await pilot.click(KeyLines, offset=(line.index("settings") - 1, 0))
        await settle(pilot)
        assert isinstance(app.screen, SettingsScreen)

    play(steps)


def test_q_leaves_the_program_from_home() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("q")
        assert app.return_code == 0

    play(steps)


def test_an_unfinished_match_stands_on_top_with_the_cursor() -> None:
    path = save_match(tokens=5)

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        assert rows(app).cursor == str(path)
        assert "Go on" in seen(app)
        assert "Cuckoo, deal 1 · Anna" in seen(app)
        for told in ("deal 1, Bea’s turn", "today", "▲ Anna", "Everybody has 5 tokens"):
            assert told in about(app)
        await pilot.press("down")
        assert rows(app).cursor == FIRST.id

    play(steps)


def test_going_on_covers_the_hand_first() -> None:
    save_match()

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await settle(pilot)
        assert app.sitting is not None
        assert app.sitting.table.seated is None

    play(steps)


def test_no_name_breaks_the_lists_of_matches() -> None:
    save_match(NAMES)

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        for name in ("[/]", "[red]Bea[/red]", "漢字", "q"):
            assert name in about(app)
        await pilot.press("o")
        await settle(pilot)
        assert "[red]Bea[/red]" in about(app)
        await pilot.press("x")
        await settle(pilot)
        assert "[red]Bea[/red]" in seen(app)

    play(steps)


def test_a_damaged_match_is_told_and_not_offered() -> None:
    path = save_match()
    path.write_bytes(path.read_bytes().replace(b"shuffle", b"snuffle"))

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        assert rows(app).cursor == FIRST.id
        await pilot.press("o")
        await settle(pilot)
        assert "Cannot be played on" in seen(app)
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, MatchesScreen)

    play(steps)


def test_deleting_asks_first_and_takes_no_for_an_answer() -> None:
    path = save_match()

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("o")
        for keys, kept in ((["enter"], True), (["escape"], True), (["n"], True), (["down", "enter"], False)):
            await settle(pilot)
            await pilot.press("x")
            await settle(pilot)
            assert isinstance(app.screen, ConfirmScreen)
            await pilot.press(*keys)
            await settle(pilot)
            assert isinstance(app.screen, MatchesScreen)
            assert path.exists() is kept
        assert "No match has been saved yet" in seen(app)

    play(steps)


def test_a_question_is_answered_with_the_mouse() -> None:
    path = save_match()

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("o")
        await settle(pilot)
        await pilot.press("x")
        await settle(pilot)
        await pilot.click(Choices, offset=(4, 1))
        await settle(pilot)
        assert not path.exists()

    play(steps)


def test_a_match_is_copied_to_where_the_program_was_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save_match()
    monkeypatch.chdir(tmp_path)

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("o")
        await settle(pilot)
        await pilot.press("e", "e")
        await settle(pilot)
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()

    play(steps)


def test_settings_are_seen_and_kept_at_once() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("s")
        await settle(pilot)
        await pilot.press("right")
        assert "Preferenze" in seen(app)
        await pilot.press("down", "right", "right", "down", "left")
        await settle(pilot)
        assert app.theme == "paper"
        assert "> carte e segni" in seen(app)
        kept, troubles = load_settings()
        assert (kept.language, kept.theme, kept.faces, troubles) == ("it", "paper", "ascii", [])
        await pilot.press("escape")
        await settle(pilot)
        assert "Si scambia una carta" in seen(app)
        assert f"> {app.words(f'game.{FIRST.id}')}" in seen(app)

    play(steps)


def test_a_setting_from_the_file_that_is_none_of_ours_can_be_left() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("s")
        await settle(pilot)
        rows(app).go_to("cover_after")
        await pilot.pause()
        assert "after 77 seconds" in seen(app)
        await pilot.press("right")
        await pilot.pause()
        assert app.settings.cover_after == 0

    play(steps, Settings(language="en", cover_after=77))


def test_the_first_page_waits_for_nothing_slow() -> None:
    code = """
import asyncio, sys
from cucco_tui.storage.settings import Settings
from cucco_tui.tui.app import CuccoApp
app = CuccoApp(Settings())
async def main():
    async with app.run_test() as pilot:
        await pilot.pause()
        await app.workers.wait_for_complete()
asyncio.run(main())
print(*sorted(sys.modules))
"""
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True, timeout=60)
    slow = {"pydantic", "filelock", "cucco_tui.engine.match", "cucco_tui.engine.record", "cucco_tui.storage.matches"}
    loaded = done.stdout.split()
    assert slow.isdisjoint(loaded)
    assert [
        name for name in loaded if re.fullmatch(r"cucco_tui\.games\.\w+\.(state|view|standing|sampling)", name)
    ] == []


def test_styles_are_read_with_the_page_that_needs_them() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        def styles() -> list[str]:
            return [Path(path).name for path, _ in app.stylesheet.source if path.endswith(".tcss")]

        assert styles() == ["app.tcss", "choosing.tcss"]
        await pilot.press("question_mark")
        await settle(pilot)
        assert styles() == ["app.tcss", "choosing.tcss", "reading.tcss"]

    play(steps)
