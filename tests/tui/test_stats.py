"""What is told after the match: how the players have done, and the packs, opened."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from cucco_tui.bots import BOTS
from cucco_tui.cli import main
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance, commitment, cut_pack
from cucco_tui.engine.state import Action, Over, Shuffle
from cucco_tui.games import find_game
from cucco_tui.locale import LANGUAGES
from cucco_tui.storage.match_file import MatchFile
from cucco_tui.storage.settings import Settings
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.pages import CutPage, EndPage, SettlementPage, Table
from cucco_tui.tui.screens import stats
from cucco_tui.tui.screens.end import EndScreen
from cucco_tui.tui.screens.help import HelpScreen
from cucco_tui.tui.screens.home import HomeScreen
from cucco_tui.tui.screens.log import Blocks
from cucco_tui.tui.screens.packs import PacksScreen
from cucco_tui.tui.screens.settlement import SettlementScreen
from cucco_tui.tui.screens.stats import StatsScreen
from cucco_tui.tui.sitting import Sitting

Steps = Callable[[CuccoApp, Pilot[None]], Awaitable[None]]

SIZES = [(40, 14), (61, 19), (80, 24), (120, 40), (300, 100)]
NAMES = ("Anna", "漢字漢字", "[/] Dario Maria Esposito d'Este")


def play_on(match: Match, seed: bytes = b"a match", *, sealed: bool = True) -> None:
    """Play a match to its end, its packs committed to."""
    chance = Chance(seed)
    while not isinstance(match.waiting, Over):
        if isinstance(match.waiting, Shuffle):
            order, salt, cut = (
                chance.shuffled(match.preset.pack.cards),
                f"{chance.below(2**128):032x}",
                chance.below(len(match.pack)),
            )
            told = {"commitment": commitment(salt, order), "salt": salt, "cut": cut} if sealed else {}
            match.shuffle(cut_pack(order, cut), told)
        else:
            match.act(BOTS["steady"](match.view(match.waiting.by), chance, 1))


def save_played(*names: str, game: str = "cuckoo", seed: bytes = b"a match", **extras: Any) -> None:
    """Leave a finished match in the player's folder."""
    match = Match(find_game(game), Header(game=game, players=names, **extras))
    file = MatchFile.create(match, lambda trouble: pytest.fail(trouble.key))
    play_on(match, seed)
    file.close()


def show(steps: Steps, size: tuple[int, int] = (80, 24), language: str = "en") -> None:
    app = CuccoApp(replace(Settings(), language=language))

    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(app, pilot)
            await steps(app, pilot)

    asyncio.run(go())


async def settle(app: CuccoApp, pilot: Pilot[None]) -> None:
    """Wait for the page, what is loaded beside it, and the time in which a page of a match takes no key."""
    await pilot.pause(0.05)
    await app.workers.wait_for_complete()
    await pilot.pause(0.4)


def seen(app: CuccoApp) -> str:
    """Read what the screen shows, line by line."""
    return "\n".join("".join(part.text for part in strip) for strip in app.screen._compositor.render_strips())


def laid(app: CuccoApp) -> str:
    """Read the whole text of the page, also what does not fit on the screen."""
    return str(app.screen.query_one(Blocks).render())


def sit_down(app: CuccoApp, match: Match) -> Sitting:
    """Sit down to a match at the page where it stands."""
    save = MatchFile.create(match, lambda trouble: pytest.fail(trouble.key))
    app.sitting = Sitting(app, match, save)
    app.sitting.show()
    return app.sitting


# --- How the players have done --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_statistics_can_be_read_at_every_size(size: tuple[int, int], language: str) -> None:
    save_played(*NAMES)
    save_played(*NAMES, seed=b"another")

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await settle(app, pilot)
        assert isinstance(app.screen, StatsScreen)
        assert app.screen.text.has_focus
        assert Region(0, 0, *size).contains_region(app.screen.text.region)
        assert app.screen.text.max_scroll_x == 0
        text = laid(app)
        assert "stats." not in text + seen(app)
        assert "Anna" in seen(app)
        assert "漢字漢字" in text and "[/] Dario Maria Esp" in text
        assert app.words("game.cuckoo") in text
        for column in stats.NUMBERS:
            # Cuckoo counts no points.
            assert (app.words(f"stats.{column}") in text) == (column != "points")
        assert ("0," if language == "it" else "0.") in text

    show(steps, size, language)


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
        await settle(app, pilot)
        table = laid(app).partition("Counted")[0]
        assert shown in table and hidden not in table

    show(steps, size)
    assert main(["stats"]) == 0
    told = capsys.readouterr().out
    assert shown in told and hidden not in told


def test_the_columns_stand_under_each_other() -> None:
    save_played(*NAMES)

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await settle(app, pilot)
        head, *rows = seen(app).split("\n")[3:7]
        for column in ("matches", "won", "deals", "tokens lost", "per deal"):
            end = head.index(column) + len(column)
            for row in rows:
                cells = end - sum(ord(char) > 0x3000 for char in row)
                assert row[cells - 1].isdigit() and row[cells : cells + 1].strip() == "", (column, row)

    show(steps)


def test_the_statistics_follow_the_width() -> None:
    save_played(*NAMES)

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await settle(app, pilot)
        wide = laid(app)
        await pilot.resize_terminal(50, 20)
        await settle(app, pilot)
        assert len(laid(app).split("\n")) > len(wide.split("\n"))
        await pilot.resize_terminal(80, 24)
        await settle(app, pilot)
        assert laid(app) == wide

    show(steps)


@pytest.mark.parametrize("imported", [False, True])
def test_without_finished_matches_the_page_says_so(imported: bool) -> None:
    if imported:
        save_played(*NAMES, imported=True)

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await settle(app, pilot)
        assert app.words("stats.none") in seen(app)

    show(steps)


def test_the_page_is_there_before_the_matches_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def wait(*_: object) -> list[object]:
        assert go_on.wait(20)
        return []

    monkeypatch.setattr(stats, "statistics", wait)

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await pilot.pause(0.2)
        assert app.words("stats.searching") in seen(app)
        go_on.set()
        await settle(app, pilot)
        assert app.words("stats.none") in seen(app)

    show(steps)


def test_a_page_that_is_left_while_it_reads_harms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def wait(*_: object) -> list[object]:
        assert go_on.wait(20)
        return []

    monkeypatch.setattr(stats, "statistics", wait)

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await pilot.pause(0.2)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        go_on.set()
        await pilot.pause(0.3)
        assert isinstance(app.screen, HomeScreen)

    show(steps)


@pytest.mark.parametrize("key", ["escape", "enter", "q"])
def test_the_page_has_help_and_is_left_by_key(key: str) -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("t", "question_mark")
        await settle(app, pilot)
        assert isinstance(app.screen, HelpScreen)
        assert app.words("help.stats") in seen(app)
        await pilot.press("escape")
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)

    show(steps)


# --- What binds the next pack ---------------------------------------------------------------------------------------


def dealt(*cards: str, tokens: int = 2) -> Match:
    """Begin a match with these cards on top of the pack; Anna deals, so the first is Bea's."""
    match = Match(find_game("cuckoo"), Header(game="cuckoo", rules={"tokens": tokens}, players=("Anna", "Bea", "Ciro")))
    shuffle_with(match, *cards)
    return match


def shuffle_with(match: Match, *cards: str) -> None:
    """Deal a pack with these cards on top."""
    match.shuffle([*cards, *(card for card in match.preset.pack.cards if card not in cards)])


def all_stand(table: Table) -> Table:
    """Let everybody keep his card, until all see the settlement."""
    while not isinstance(table.page, SettlementPage):
        table.open_curtain()
        assert table.seated is not None
        table.act(Action(table.seated, "stand"))
    return table


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
        await settle(app, pilot)
        all_stand(sitting.table)
        sitting.show()
        await settle(app, pilot)
        assert isinstance(app.screen, SettlementScreen)
        bound = sitting.table.next_commitment
        assert bound is not None
        text = "".join(line.strip() for line in seen(app).split("\n"))
        assert app.words("settlement.pack") in text
        assert bound in text
        await pilot.press("space")
        await settle(app, pilot)
        assert shuffles(sitting.table.match)[-1]["commitment"] == bound
        # The first curtain of the deal tells it again where there is room, the next one does not.
        assert (bound in "".join(line.strip() for line in seen(app).split("\n"))) is (size[1] >= 20)
        sitting.open_curtain()
        sitting.do(Action(2, "stand"))
        await settle(app, pilot)
        assert bound not in "".join(line.strip() for line in seen(app).split("\n"))

    show(steps, size)


@pytest.mark.clause("PACK-5")
def test_the_last_settlement_has_no_next_pack() -> None:
    match = dealt("9c", "Tc", "2c", tokens=1)
    for seat in (1, 2, 0):
        match.act(Action(seat, "stand"))
    shuffle_with(match, "9c", "2c")

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        sitting = sit_down(app, match)
        await settle(app, pilot)
        all_stand(sitting.table)
        sitting.show()
        await settle(app, pilot)
        assert isinstance(app.screen, SettlementScreen)
        assert isinstance(match.waiting, Over)
        assert app.words("settlement.pack") not in seen(app)

    show(steps)


# --- The packs, opened ----------------------------------------------------------------------------------------------


def finished(*, sealed: bool = True) -> Match:
    match = Match(find_game("cuckoo"), Header(game="cuckoo", rules={"tokens": 2}, players=NAMES))
    play_on(match, sealed=sealed)
    return match


@pytest.mark.clause("PACK-5")
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_packs_are_opened_at_the_end(size: tuple[int, int], language: str) -> None:
    match = finished()

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        sit_down(app, match)
        await settle(app, pilot)
        assert isinstance(app.screen, EndScreen)
        assert app.words("end.packs") in seen(app)
        await pilot.press("o")
        await settle(app, pilot)
        assert isinstance(app.screen, PacksScreen)
        assert app.screen.text.scroll_y == 0
        assert app.screen.text.max_scroll_x == 0
        whole = laid(app)
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
        await settle(app, pilot)
        assert isinstance(app.screen, EndScreen)

    show(steps, size, language)


@pytest.mark.clause("PACK-5")
def test_a_cheat_and_a_missing_commitment_are_told_in_words() -> None:
    match = finished()
    numbers = [number for number, line in enumerate(match.lines) if line.startswith('{"shuffle"')]
    told = json.loads(match.lines[numbers[0]])
    match.lines[numbers[0]] = json.dumps({**told, "salt": "\x1b[2J\n\ud800"})
    match.lines[numbers[1]] = json.dumps({"shuffle": json.loads(match.lines[numbers[1]])["shuffle"]})

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await app.push_screen(PacksScreen(match))
        await settle(app, pilot)
        lines = laid(app).split("\n")
        assert [line for line in lines if line.startswith("Deal ")][:3] == [
            "Deal 1: DOES NOT AGREE",
            "Deal 2: no commitment",
            "Deal 3: agrees",
        ]
        assert any(line.split() == ["salt", "?[2J??"] for line in lines)

    show(steps)


def test_the_packs_can_be_chosen_by_mouse_and_have_help() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        sit_down(app, finished(sealed=False))
        await settle(app, pilot)
        lines = seen(app).split("\n")
        row = next(number for number, line in enumerate(lines) if "[o]" in line)
        await pilot.click(offset=(lines[row].index("[o]") + 1, row))
        await settle(app, pilot)
        assert isinstance(app.screen, PacksScreen)
        assert "Deal 1: no commitment" in seen(app)
        await pilot.press("question_mark")
        await settle(app, pilot)
        assert app.words("help.packs") in seen(app)

    show(steps)
