"""How the match went, as a chart: bars by hand, what came back, and nothing that has not been told."""

from typing import Any

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from cucco_tui.bots import BOTS
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Over, Shuffle, Turn
from cucco_tui.games import find_game
from cucco_tui.locale import LANGUAGES
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.course import Course, course, standings
from cucco_tui.tui.people import ASCII_SIGNS, SIGNS
from cucco_tui.tui.screens.chart import ChartScreen
from cucco_tui.tui.widgets.bars import Columns, Scale, bars, figures, in_colour
from tests.dealing import deal_out
from tests.tui.running import laid, press, settle, show

SIZES = [(40, 14), (60, 20), (80, 24), (120, 40), (300, 100)]


def start(game: str, players: int, **header: Any) -> Match:
    names = tuple(f"Player {number}" for number in range(1, players + 1))
    return Match(find_game(game), Header(game=game, players=names, **header))


def all_stand(match: Match) -> None:
    """Let everybody keep his card."""
    settled = len(match.view(None).settlements)
    while isinstance(match.waiting, Turn) and len(match.view(None).settlements) == settled:
        match.act(Action(match.waiting.seat, "stand"))


def play_on(match: Match, deals: int = 1000) -> Match:
    """Let bots play until so many deals are settled, or to the end."""
    chance = Chance(b"a chart")
    while not isinstance(match.waiting, Over) and len(match.view(None).settlements) < deals:
        if isinstance(match.waiting, Shuffle):
            match.shuffle(chance.shuffled(match.pack.cards))
        else:
            match.act(BOTS["steady"](match.view(match.waiting.by), chance, 1))
    return match


def kille_of_two_deals() -> Match:
    """Let seat 1 lose the first deal and buy in again, and seat 2 lose the second."""
    match = start("kille", 3, dealer=0)
    deal_out(match, "1", "5", "9")
    all_stand(match)
    match.act(Action(1, "buy_back"))
    deal_out(match, "2", "9", "8")
    all_stand(match)
    return match


# --- Bars -----------------------------------------------------------------------------------------------------------


def test_three_tokens_in_a_line_are_seven_eighths_high() -> None:
    # An eighth is 3/7 of a token: 2 tokens are 4.7 of them, 1 is 2.3.
    scale = Scale.of(0, 3, 1)
    assert [scale.column(tokens) for tokens in (3, 2, 1, 0)] == ["▇", "▅", "▂", "·"]


def test_bars_go_on_in_the_line_above() -> None:
    # 15 eighths for 3 tokens: 5 for each.
    scale = Scale.of(0, 3, 2)
    assert [scale.column(tokens) for tokens in (3, 2, 1, 0)] == ["▇█", "▂█", " ▅", " ·"]


def test_what_is_less_than_nothing_hangs_below_the_zero_line() -> None:
    # 7 eighths from -2 to 5, one for each point; below the line stands what is left of the cell.
    scale = Scale.of(-2, 5, 1)
    assert (scale.up, scale.down, scale.lines) == (1, 1, 3)
    assert [scale.column(points) for points in (5, 1, 0, -1, -2)] == ["▅─ ", "▁─ ", " ─ ", " ─▇", " ─▆"]
    # 15 eighths from -10 to 5: 5 of them above, 10 below, which is a line and two eighths.
    scale = Scale.of(-10, 5, 2)
    assert (scale.up, scale.down) == (1, 2)
    assert [scale.column(points) for points in (5, -4, -10)] == ["▅─  ", " ─▄ ", " ─█▆"]


def test_below_the_zero_line_the_colours_are_exchanged() -> None:
    """So a bar hangs from the line, an eighth more for each eighth."""
    columns = Columns.of(3, 12)
    lines = in_colour(bars((5, -1, -2), columns, Scale.of(-2, 5, 1)), "red")
    assert [line.plain for line in lines] == ["▅▅▅         ", "─" * 12, "    ▇▇▇ ▆▆▆ "]
    turned = [[span[:2] for span in line.spans if "reverse" in str(span.style)] for line in lines]
    assert turned == [[], [], [(4, 7), (8, 11)]]


def test_a_point_is_seen_however_many_others_have() -> None:
    assert Scale.of(0, 1000, 1).column(1) == "▁"


def test_nobody_has_scored_yet() -> None:
    assert Scale.of(0, 0, 1).column(0) == "·"


def test_who_is_out_has_a_cross_once_and_a_bar_when_he_is_back() -> None:
    columns = Columns.of(6, 6)
    assert bars((3, 1, None, None, 2, None), columns, Scale.of(0, 3, 1)) == ["▇▂× ▅×"]
    assert bars((3, 1, None, None, 2, None), columns, Scale.of(0, 3, 2)) == ["▇   ▂ ", "█▅× █×"]
    assert figures((3, 1, None, None, 2, None), Columns.of(6, 12, 2)) == "3 1 x   2 x "


def test_columns_are_wide_where_there_is_room() -> None:
    columns = Columns.of(3, 60)
    assert columns.axis((1, 2, 3)) == "1   2   3   "
    assert bars((2, 0, None), columns, Scale.of(0, 2, 1)) == ["▇▇▇  ·   ×  "]
    assert bars((1, -1, 0), columns, Scale.of(-1, 1, 1)) == ["▄▄▄         ", "─" * 12, "    ▄▄▄     "]


def test_where_deals_do_not_fit_every_other_one_is_shown_and_the_last() -> None:
    columns = Columns.of(40, 39)
    assert [index + 1 for index in columns.shown] == list(range(2, 41, 2))
    deals = list(range(1, 41))
    assert columns.axis(deals) == "    10   20   30   40"
    assert bars([float(deal) for deal in deals], columns, Scale.of(0, 40, 1))[0][-1] == "▇"
    # Numbers need two cells and a gap: 13 of them in 39 cells, every fourth deal.
    numbers = Columns.of(40, 39, 3)
    assert [index + 1 for index in numbers.shown] == list(range(4, 41, 4))
    assert figures([-float(deal % 10) for deal in deals], numbers) == "-4 -8 -2 -6 0  -4 -8 -2 -6 0  "


def test_forty_deals_are_told_by_every_fifth_number() -> None:
    assert Columns.of(12, 20).axis(list(range(1, 13))) == "    5    10  "[:12]


# --- How the match went ---------------------------------------------------------------------------------------------


@pytest.mark.clause("KIL-2")
def test_a_return_is_seen_in_the_next_deal() -> None:
    match = kille_of_two_deals()
    assert course(match, 2) == [
        Course((0,), (3, 3)),
        Course((1,), (None, 2)),
        Course((2,), (3, None)),
    ]
    assert standings(match.view(None)) == [3, 2, None]
    match.act(Action(2, "buy_back"))
    assert standings(match.view(None)) == [3, 2, 2]
    assert course(match, 2)[2] == Course((2,), (3, None))


def test_no_more_deals_are_told_than_asked_for() -> None:
    match = kille_of_two_deals()
    assert course(match, 1) == [Course((0,), (3,)), Course((1,), (None,)), Course((2,), (3,))]
    assert course(match, 0) == [Course((0,), ()), Course((1,), ()), Course((2,), ())]


@pytest.mark.clause("CUCU-17")
def test_new_tokens_are_no_gain_of_a_deal() -> None:
    match = start("cucu", 3, dealer=0, rules={"tokens": 1})
    deal_out(match, "I", "X", "VIIII")  # anticlockwise: seat 2 gets the lowest
    all_stand(match)
    assert [line.after for line in course(match, 1)] == [(1,), (1,), (None,)]
    match.act(Action(2, "buy_back"))
    assert standings(match.view(None)) == [1, 1, 1]


def test_partners_have_one_row_and_its_sums() -> None:
    match = play_on(start("coch", 4, dealer=0))
    view = match.view(None)
    first, second = course(match, len(view.settlements))
    assert (first.seats, second.seats) == ((0, 2), (1, 3))
    for line in (first, second):
        changes = [settlement.change[line.seats[0]] for settlement in view.settlements]
        assert list(line.after) == [sum(changes[: number + 1]) for number in range(len(changes))]


@pytest.mark.parametrize("game", ["cuckoo", "cucuspiel", "gnav", "coteccio", "zifuli", "stu"])
def test_the_last_column_is_how_the_match_ended(game: str) -> None:
    match = play_on(start(game, 5, dealer=0))
    view = match.view(None)
    assert [line.after[-1] for line in course(match, len(view.settlements))] == standings(view)


# --- The page -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("faces", ["unicode", "ascii"])
def test_the_chart_can_be_read_at_every_size(language: str, faces: str) -> None:
    match = play_on(start("cuckoo", 30, dealer=0), 40)

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await press(pilot, "t")
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            lines = laid(app)
            rows = [line for line in lines if line[:1] in {*SIGNS, *ASCII_SIGNS} and line[1:2] == " "]
            assert all(len(line) <= min(76, size[0] - 5) for line in lines)
            assert len(rows) == 30
            assert faces == "unicode" or all(line.replace("…", "").isascii() for line in rows)
            assert Region(0, 0, *size).contains_region(app.screen.query_one("#reading-text").region)
        await press(pilot, "t")
        assert not isinstance(app.screen, ChartScreen)

    show(match, steps, language=language, faces=faces)


def test_the_rows_of_a_match_by_hand() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await press(pilot, "t")
        assert isinstance(app.screen, ChartScreen)
        assert [line.split() for line in laid(app)[:4]] == [
            ["Deal", "1", "2", "now"],
            ["@", "Player", "1", "3", "3", "3"],
            ["&", "Player", "2", "x", "2", "2"],
            ["%", "Player", "3", "3", "x", "out"],
        ]

    show(kille_of_two_deals(), steps, faces="ascii")


def test_there_is_no_chart_before_a_deal_is_told() -> None:
    match = start("cuckoo", 3, dealer=0, table={"showdown": "card_by_card"})
    deal_out(match, "3c", "9c", "Jd")
    match.act(Action(1, "stand"))
    match.act(Action(2, "stand"))

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        sitting = app.sitting
        assert sitting is not None
        await press(pilot, "t")
        assert not isinstance(app.screen, ChartScreen)
        sitting.open_curtain()
        await settle(pilot)
        sitting.do(Action(0, "stand"))
        await settle(pilot)
        for _ in range(3):
            await press(pilot, "t")
            assert not isinstance(app.screen, ChartScreen)
            await press(pilot, "enter")
        await press(pilot, "t")
        assert isinstance(app.screen, ChartScreen)
        assert [line.after for line in app.screen.courses] == [(3,), (2,), (3,)]

    show(match, steps)


def test_a_hand_is_no_page_to_open_the_chart_from() -> None:
    match = start("cuckoo", 3, dealer=0)
    deal_out(match, "3c", "9c", "Jd")
    all_stand(match)
    deal_out(match, "9c", "Jd", "3c")

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        assert app.sitting is not None
        assert ("t", app.words("key.chart"), "screen.chart") in app.screen.hints()  # type: ignore[attr-defined]
        app.sitting.open_curtain()
        await settle(pilot)
        await press(pilot, "t")
        assert not isinstance(app.screen, ChartScreen)

    show(match, steps)
