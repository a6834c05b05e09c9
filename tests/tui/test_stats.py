"""What is told after the match: how the players have done, and the packs, opened."""

import asyncio
import json
import threading
from typing import Any

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from cucco_tui.cli import main
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import cut_pack
from cucco_tui.engine.state import Action, Over, Shuffle
from cucco_tui.games import find_game
from cucco_tui.locale import LANGUAGES
from cucco_tui.storage.settings import Settings
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.pages import CutPage, EndPage, SettlementPage, Table
from cucco_tui.tui.screens import stats
from cucco_tui.tui.screens.end import EndScreen
from cucco_tui.tui.screens.help import HelpScreen
from cucco_tui.tui.screens.home import HomeScreen
from cucco_tui.tui.screens.packs import PacksScreen
from cucco_tui.tui.screens.settlement import SettlementScreen
from cucco_tui.tui.screens.stats import StatsScreen
from cucco_tui.tui.sitting import Sitting
from tests.dealing import on_top
from tests.sealed import play_to_the_end
from tests.storage.saving import save
from tests.tui.running import SIZES, laid, play, seen, settle, sit_down

NAMES = ("Anna", "漢字漢字", "[/] Dario Maria Esposito d'Este")


def save_played(*names: str, game: str = "cuckoo", seed: bytes = b"a match", **extras: Any) -> None:
    """Leave a finished match in the player's folder."""
    match = Match(find_game(game), Header(game=game, players=names, **extras))
    play_to_the_end(match, seed)
    save(match)


# --- How the players have done --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_statistics_can_be_read_at_every_size(size: tuple[int, int], language: str) -> None:
    save_played(*NAMES)
    save_played(*NAMES, seed=b"another")

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await settle(pilot)
        assert isinstance(app.screen, StatsScreen)
        assert app.screen.text.has_focus
        assert Region(0, 0, *size).contains_region(app.screen.text.region)
        assert app.screen.text.max_scroll_x == 0
        text = "\n".join(laid(app))
        assert "stats." not in text + seen(app)
        assert "Anna" in seen(app)
        assert "漢字漢字" in text and "[/] Dario Maria Esp" in text
        assert app.words("game.cuckoo") in text
        for column in stats.NUMBERS:
            # Cuckoo counts no points.
            assert (app.words(f"stats.{column}") in text) == (column != "points")
        assert ("0," if language == "it" else "0.") in text

    play(steps, Settings(language=language), size)


@pytest.mark.parametrize("size", [(40, 14), (80, 24)], ids=str)
@pytest.mark.parametrize(
    ("game", "names", "shown", "hidden"),
    [
        ("coch", 4, "points", "lost"),
        ("zifuli", 5, "tentos", "lost"),
        ("coteccio", 3, "lives lost", "tokens"),
        ("cuckoo", 3, "tokens lost", "points"),
    ],
)
def test_each_game_tells_what_it_counts(
    size: tuple[int, int], game: str, names: int, shown: str, hidden: str, capsys: pytest.CaptureFixture[str]
) -> None:
    save_played(*("Anna", "Bea", "Ciro", "Dario", "Elsa")[:names], game=game)

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await settle(pilot)
        table = "\n".join(laid(app)).partition("Counted")[0]
        assert shown in table and hidden not in table

    play(steps, size=size)
    assert main(["stats"]) == 0
    told = capsys.readouterr().out
    assert shown in told and hidden not in told


def test_the_columns_stand_under_each_other() -> None:
    save_played(*NAMES)

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await settle(pilot)
        head, *rows = seen(app).split("\n")[3:7]
        for column in ("matches", "won", "deals", "tokens lost", "per deal"):
            end = head.index(column) + len(column)
            for row in rows:
                cells = end - sum(ord(char) > 0x3000 for char in row)
                assert row[cells - 1].isdigit() and row[cells : cells + 1].strip() == "", (column, row)

    play(steps)


def test_the_statistics_follow_the_width() -> None:
    save_played(*NAMES)

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await settle(pilot)
        wide = laid(app)
        await pilot.resize_terminal(50, 20)
        await settle(pilot)
        assert len(laid(app)) > len(wide)
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert laid(app) == wide

    play(steps)


@pytest.mark.parametrize("imported", [False, True])
def test_without_finished_matches_the_page_says_so(imported: bool) -> None:
    if imported:
        save_played(*NAMES, imported=True)

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await settle(pilot)
        assert app.words("stats.none") in seen(app)

    play(steps)


@pytest.fixture
def let_read(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Let no page read the matches before this is set."""
    read = threading.Event()

    def wait(*_: object) -> list[object]:
        assert read.wait(20)
        return []

    monkeypatch.setattr(stats, "statistics", wait)
    return read


def test_the_page_is_there_before_the_matches_are_read(let_read: threading.Event) -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await pilot.pause(0.2)
        assert app.words("stats.searching") in seen(app)
        let_read.set()
        await settle(pilot)
        assert app.words("stats.none") in seen(app)

    play(steps)


def test_a_page_that_is_left_while_it_reads_harms_nothing(let_read: threading.Event) -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await pilot.pause(0.2)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        let_read.set()
        await pilot.pause(0.3)
        assert isinstance(app.screen, HomeScreen)

    play(steps)


@pytest.mark.parametrize("key", ["escape", "enter", "q"])
def test_the_page_has_help_and_is_left_by_key(key: str) -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("t", "question_mark")
        await settle(pilot)
        assert isinstance(app.screen, HelpScreen)
        assert app.words("help.stats") in seen(app)
        await pilot.press("escape")
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)

    play(steps)


# --- What binds the next pack ---------------------------------------------------------------------------------------


def dealt(*cards: str, tokens: int = 2) -> Match:
    """Begin a match with these cards on top of the pack; Anna deals, so the first is Bea's."""
    match = Match(find_game("cuckoo"), Header(game="cuckoo", rules={"tokens": tokens}, players=("Anna", "Bea", "Ciro")))
    match.shuffle(on_top(match.pack, *cards))
    return match


def all_stand(table: Table) -> Table:
    """Let everybody keep his card, until all see the settlement."""
    while not isinstance(table.page, SettlementPage):
        table.open_curtain()
        assert table.seated is not None
        table.act(Action(table.seated, "stand"))
    return table


async def show_the_settlement(sitting: Sitting, pilot: Pilot[None]) -> None:
    """Let everybody keep his card, and wait until all cards are turned."""
    all_stand(sitting.table)
    sitting.show()
    async with asyncio.timeout(20):
        while sitting.table.settlement_to_come:
            await pilot.pause(0.05)
    await settle(pilot)


def shuffles(match: Match) -> list[dict[str, object]]:
    return [json.loads(line) for line in match.lines if line.startswith('{"shuffle"')]


@pytest.mark.clause("PACK-5")
@pytest.mark.parametrize("by_hand", [False, True])
def test_what_is_shown_at_the_settlement_binds_the_pack_that_is_dealt(by_hand: bool) -> None:
    table = all_stand(Table(dealt("9c", "Tc", "2c"), {}, cut_by_hand=by_hand))
    bound = table.next_commitment
    assert bound is not None and len(bound) == 64
    assert table.next_commitment == bound
    lines = list(table.match.lines)
    table.done()
    if by_hand:
        assert isinstance(table.page, CutPage) and table.page.commitment == bound
        assert table.next_commitment == bound
        assert table.match.lines == lines
        table.cut(20)
    assert shuffles(table.match)[-1]["commitment"] == bound
    assert table.next_commitment is None


@pytest.mark.clause("PACK-5")
def test_another_deal_has_another_commitment() -> None:
    tables = [all_stand(Table(dealt("9c", "Tc", "2c"), {})) for _ in (1, 2)]
    assert tables[0].next_commitment != tables[1].next_commitment


@pytest.mark.clause("PACK-5")
def test_a_sudden_death_is_bound_like_any_deal() -> None:
    match = dealt("9c", "9d", "9h", tokens=1)
    table = all_stand(Table(match, {}))
    assert isinstance(match.waiting, Shuffle)
    while not isinstance(table.page, EndPage):
        assert isinstance(table.page, SettlementPage)
        bound, before = table.next_commitment, len(shuffles(match))
        table.done()
        assert (bound is None) == (len(shuffles(match)) == before)
        assert bound in (None, shuffles(match)[-1]["commitment"])
    assert table.next_commitment is None


@pytest.mark.clause("PACK-5")
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_settlement_shows_the_whole_number(size: tuple[int, int]) -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        sitting = sit_down(app, dealt("9c", "Tc", "2c"))
        await settle(pilot)
        await show_the_settlement(sitting, pilot)
        assert isinstance(app.screen, SettlementScreen)
        bound = sitting.table.next_commitment
        assert bound is not None
        text = "".join(line.strip() for line in seen(app).split("\n"))
        assert app.words("settlement.pack") in text
        assert bound in text
        await pilot.press("space")
        await settle(pilot)
        assert shuffles(sitting.table.match)[-1]["commitment"] == bound
        # The first curtain of the deal tells it again where there is room, the next one does not.
        assert (bound in "".join(line.strip() for line in seen(app).split("\n"))) is (size[1] >= 20)
        sitting.open_curtain()
        sitting.do(Action(2, "stand"))
        await settle(pilot)
        assert bound not in "".join(line.strip() for line in seen(app).split("\n"))

    play(steps, size=size)


@pytest.mark.clause("PACK-5")
def test_the_last_settlement_has_no_next_pack() -> None:
    match = dealt("9c", "Tc", "2c", tokens=1)
    for seat in (1, 2, 0):
        match.act(Action(seat, "stand"))
    match.shuffle(on_top(match.pack, "9c", "2c"))

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        sitting = sit_down(app, match)
        await settle(pilot)
        await show_the_settlement(sitting, pilot)
        assert isinstance(app.screen, SettlementScreen)
        assert isinstance(match.waiting, Over)
        assert app.words("settlement.pack") not in seen(app)

    play(steps)


# --- The packs, opened ----------------------------------------------------------------------------------------------


def finished(*, sealed: bool = True) -> Match:
    match = Match(find_game("cuckoo"), Header(game="cuckoo", rules={"tokens": 2}, players=NAMES))
    play_to_the_end(match, sealed=sealed)
    return match


@pytest.mark.clause("PACK-5")
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_packs_are_opened_at_the_end(size: tuple[int, int], language: str) -> None:
    match = finished()

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        sit_down(app, match)
        await settle(pilot)
        assert isinstance(app.screen, EndScreen)
        assert app.words("end.packs") in seen(app)
        await pilot.press("o")
        await settle(pilot)
        assert isinstance(app.screen, PacksScreen)
        assert app.screen.text.scroll_y == 0
        assert app.screen.text.max_scroll_x == 0
        whole = "\n".join(laid(app))
        assert "check." not in whole and "packs." not in whole
        told = " ".join(whole.split())
        run_on = "".join(whole.split())
        for number, line in enumerate(shuffles(match), start=1):
            assert app.words("check.deal", deal=number, verdict=app.words("check.agrees")) in told
            assert str(line["commitment"]) in run_on and str(line["salt"]) in run_on
            order = line["shuffle"]
            assert isinstance(order, list) and isinstance(line["cut"], int)
            assert " ".join(cut_pack(order, len(order) - line["cut"])) in told
            assert app.words("packs.taken", n=line["cut"]) in told
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(app.screen, EndScreen)

    play(steps, Settings(language=language), size)


@pytest.mark.clause("PACK-5")
def test_a_cheat_and_a_missing_commitment_are_told_in_words() -> None:
    match = finished()
    numbers = [number for number, line in enumerate(match.lines) if line.startswith('{"shuffle"')]
    told = json.loads(match.lines[numbers[0]])
    match.lines[numbers[0]] = json.dumps({**told, "salt": "\x1b[2J\n\ud800"})
    match.lines[numbers[1]] = json.dumps({"shuffle": json.loads(match.lines[numbers[1]])["shuffle"]})

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await app.push_screen(PacksScreen(match))
        await settle(pilot)
        lines = laid(app)
        assert [line for line in lines if line.startswith("Deal ")][:3] == [
            "Deal 1: DOES NOT AGREE",
            "Deal 2: no commitment",
            "Deal 3: agrees",
        ]
        assert any(line.split() == ["salt", "?[2J??"] for line in lines)

    play(steps)


def test_the_packs_can_be_chosen_by_mouse_and_have_help() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        sit_down(app, finished(sealed=False))
        await settle(pilot)
        lines = seen(app).split("\n")
        row = next(number for number, line in enumerate(lines) if "[o]" in line)
        await pilot.click(offset=(lines[row].index("[o]") + 1, row))
        await settle(pilot)
        assert isinstance(app.screen, PacksScreen)
        assert "Deal 1: no commitment" in seen(app)
        await pilot.press("question_mark")
        await settle(pilot)
        assert app.words("help.packs") in seen(app)

    play(steps)
