"""The pictures at the head of a log, worked out by hand: who swapped with whom, and what is in the purses."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from textual.content import Content
from textual.pilot import Pilot

from cucco_tui.engine.events import Event
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Over, Shuffle
from cucco_tui.games import find_game
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.purses import Purse, purses
from cucco_tui.tui.screens.log import LogScreen
from cucco_tui.tui.widgets.rungs import ASCII, UNICODE, Rung, Strokes, ladder, rails, rungs
from tests.dealing import deal_out
from tests.tui.running import laid, press, settle, show

NAMES = ("Anna", "Bea", "Ciro", "Dario")


def start(game: str, players: int = 4, **header: Any) -> Match:
    return Match(find_game(game), Header(game=game, players=NAMES[:players], dealer=0, **header))


def act(match: Match, *actions: tuple[int, str]) -> None:
    for seat, do in actions:
        match.act(Action(seat, do))


def public(match: Match) -> list[Event]:
    return [event.seen_by(None) for step in match.events for event in step]


def drawn(events: Sequence[Event], order: Sequence[int], width: int, strokes: Strokes = UNICODE) -> list[str]:
    """Draw the rungs of a deal, without the names."""
    lines = ladder(rungs(events), order, lambda seat, cells: Content(NAMES[seat][:cells]), width, strokes)
    return [line.plain for line in lines]


# --- Who swapped with whom ------------------------------------------------------------------------------------------


def test_each_swap_is_a_rung_and_the_stock_a_mark() -> None:
    match = start("cuckoo", rules={})
    deal_out(match, "3c", "9c", "Jd", "5d")
    act(match, (1, "offer"), (2, "stand"), (3, "offer"), (0, "cut"))
    events = public(match)
    assert rungs(events) == [Rung("swap", 1, 2), Rung("swap", 3, 0), Rung("drawn", 0)]
    assert rails(events, 1, 4) == [1, 2, 3, 0]
    assert drawn(events, [1, 2, 3, 0], 26) == [
        "Bea   Ciro  Dario Anna  ",
        "●─────●     │     │",
        "│     │     ●─────●",
        "│     │     │     ↓",
    ]
    assert drawn(events, [1, 2, 3, 0], 26, ASCII)[1:] == [
        "o-----o     |     |",
        "|     |     o-----o",
        "|     |     |     v",
    ]


@pytest.mark.clause("CUCU-9")
def test_a_swap_that_the_cat_undid_is_another_kind_of_rung() -> None:
    match = start("cucu")
    # Anticlockwise: seats 3, 2, 1, 0. The cat is at seat 1.
    deal_out(match, "V", "VI", "XII", "VII")
    act(match, (3, "offer"), (2, "offer"), (0, "stand"))
    events = public(match)
    assert rungs(events) == [Rung("undone", 3, 2), Rung("call", 1)]
    assert rails(events, -1, 4) == [3, 2, 1, 0]
    assert drawn(events, [3, 2, 1, 0], 24)[1:] == [
        "○╌╌╌╌╌○     │     │",
        "│     │     !     │",
    ]
    assert drawn(events, [3, 2, 1, 0], 24, ASCII)[1] == "x.....x     |     |"


@pytest.mark.clause("KIL-4")
def test_a_request_that_was_sent_on_crosses_the_rail_between() -> None:
    match = start("kille", 3)
    deal_out(match, "1", "Kavall", "9")
    act(match, (1, "offer"), (0, "stand"))
    events = public(match)
    assert rungs(events) == [Rung("call", 2), Rung("swap", 1, 0)]
    assert drawn(events, rails(events, 1, 3), 18)[1:] == ["│     !     │", "●─────┼─────●"]
    assert drawn(events, rails(events, 1, 3), 18, ASCII)[2] == "o-----+-----o"


def test_who_is_out_has_no_rail_any_more() -> None:
    match = start("kille")
    deal_out(match, "1", "Husar", "2", "9")
    act(match, (1, "offer"))
    # Seat 1 was shot; he is asked after the deal whether he buys in.
    act(match, (3, "offer"), (0, "stand"))
    events = public(match)
    assert rails(events, 1, 4) == [1, 2, 3, 0]
    assert drawn(events, [1, 2, 3, 0], 24)[1:] == ["│     !     │     │", "      │     ●─────●"]


def test_what_comes_after_the_showdown_is_no_rung() -> None:
    events = [
        Event("event.deals", 0),
        Event("event.swaps", 1, 0),
        Event("event.showdown", seats=(1, 0), cards=("1", "2")),
        Event("event.out", 1),
        Event("event.calls", 1, 0, call="call.cucu"),
    ]
    assert rungs(events) == [Rung("swap", 1, 0)]


def test_there_is_no_ladder_without_a_swap_or_without_room() -> None:
    stood = [Event("event.deals", 0), Event("event.stands", 1), Event("event.draws", 0)]
    assert rungs(stood) == []
    swapped = [Event("event.deals", 0), Event("event.swaps", 1, 0)]
    assert drawn(swapped, [1, 2, 3, 0], 24) != []
    assert drawn(swapped, [1, 2, 3, 0], 23) == []


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_last_deal_has_its_ladder_at_the_head(language: str) -> None:
    match = start("cuckoo")
    deal_out(match, "3c", "9c", "Jd", "5d")
    act(match, (1, "offer"), (2, "stand"), (3, "stand"), (0, "stand"))

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await press(pilot, "l")
        assert isinstance(app.screen, LogScreen)
        lines = laid(app)
        assert lines[0].split() == ["■", "Bea", "◆", "Ciro", "☼", "Dario", "▲", "Anna"]
        assert lines[1].split() == ["●───────────●", "│", "│"]
        assert lines[3] == f"●──● {app.words('swaps.swap')}"
        assert app.screen.text.scroll_y == 0
        # The smallest window has 35 cells for four columns: 8 for each.
        await pilot.resize_terminal(40, 14)
        await pilot.pause()
        assert laid(app)[1].split() == ["●───────●", "│", "│"]

    show(match, steps, language=language)


# --- The purses -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("CUCU-20", "CUCU-22")
def test_a_return_costs_what_sponsors_do_not_pay() -> None:
    # A stake of 2 from three players. Seat 1 comes back for 4, of which seat 2 gives 3; seat 1 wins the pot of 10 and
    # owes seat 2 three quarters of it, rounded down.
    events = [
        Event("event.sponsors", 2, 1, coins=3),
        Event("event.buys-back", 1, coins=4),
        Event("event.leaves", 0, coins=8),
        Event("event.takes-pot", 1, coins=10),
        Event("event.pays-share", 1, 2, coins=7),
    ]
    assert purses(events, 3, 2) == [Purse(2, 0, 0), Purse(2, 8, 10), Purse(2, 3, 7)]
    assert [purse.net for purse in purses(events, 3, 2)] == [-2, 0, 2]


@pytest.mark.clause("STU-7")
def test_a_bargain_is_paid_only_if_it_was_accepted() -> None:
    offer = Event("event.bargains", 0, 1, coins=5, shares=(0,))
    assert purses([offer, Event("event.refuses-bargain", 1, 0)], 2, 1) == [Purse(1, 0, 0), Purse(1, 0, 0)]
    assert purses([offer, Event("event.accepts-bargain", 1, 0)], 2, 1) == [Purse(1, 5, 0), Purse(1, 0, 5)]


@pytest.mark.parametrize("game", ["cucu", "stu", "kille", "cucuspiel", "coteccio"])
def test_the_purses_are_those_of_the_match(game: str) -> None:
    for number in range(10):
        match = start(game, rules={"stake": 3})
        chance = Chance(f"purses {number}".encode())
        while not isinstance(match.waiting, Over):
            if isinstance(match.waiting, Shuffle):
                match.shuffle(chance.shuffled(match.pack.cards))
                continue
            action = chance.pick(match.view(match.waiting.by).choices)
            if action.do == "bargain":
                action = replace(action, coins=chance.below(4), share=chance.below(20))
            elif action.do == "buy_back" and game in ("cucu", "stu"):
                action = replace(action, sponsors=(((action.seat + 1) % 4, 1),))
            match.act(action)
            nets = [purse.net for purse in purses(public(match), 4, 3)]
            assert nets == list(match.view(None).coins)


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("faces", ["unicode", "ascii"])
def test_the_ledger_is_a_table_and_what_was_paid_in_words(language: str, faces: str) -> None:
    match = start("kille", 3, rules={"stake": 5})
    deal_out(match, "1", "5", "9")
    act(match, (1, "stand"), (2, "stand"), (0, "stand"), (1, "buy_back"))
    anna, bea, ciro = ("@", "&", "%") if faces == "ascii" else ("▲", "■", "◆")

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await press(pilot, "d")
        assert isinstance(app.screen, LogScreen)
        for size in [(40, 14), (60, 20), (80, 24), (120, 40)]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            lines = laid(app)
            heads = [app.words(f"ledger.column.{column}") for column in ("stake", "paid", "received", "net")]
            assert lines[0].split() == heads
            assert [line.split() for line in lines[1:4]] == [
                [anna, "Anna", "5", "0", "0", "-5"],
                [bea, "Bea", "5", "5", "0", "-10"],
                [ciro, "Ciro", "5", "0", "0", "-5"],
            ]
            assert lines[4].split()[-1] == "+20"
            assert lines[5] == ""
            assert any(line.startswith(app.words("log.deal", deal=1, told="Bea")) for line in lines[6:])

    show(match, steps, language=language, faces=faces)


def test_the_ledger_tells_in_which_deal_each_coin_was_paid() -> None:
    match = start("kille", 3)
    deal_out(match, "1", "5", "9")
    act(match, (1, "stand"), (2, "stand"), (0, "stand"), (1, "buy_back"))
    deal_out(match, "2", "9", "8")
    act(match, (2, "stand"), (0, "stand"), (1, "stand"), (2, "buy_back"))

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await press(pilot, "d")
        told = [app.words("log.deal", deal=deal, told=name) for deal, name in ((1, "Bea"), (2, "Ciro"))]
        assert [line.startswith(start) for line, start in zip(laid(app)[-2:], told, strict=True)] == [True, True]

    show(match, steps)


def test_the_ledger_does_not_tell_who_has_won_before_the_cards_are_up() -> None:
    rules = {"stake": 5, "tokens": 1, "buy_back": "off"}
    match = start("cucu", 2, rules=rules, table={"showdown": "card_by_card"})
    # Seat 1 is eldest and has the lower card: with it the match ends.
    deal_out(match, "I", "X")
    act(match, (1, "stand"))

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        sitting = app.sitting
        assert sitting is not None
        sitting.open_curtain()
        await settle(pilot)
        sitting.do(Action(0, "stand"))
        await settle(pilot)
        await press(pilot, "d")
        assert isinstance(app.screen, LogScreen)
        assert [line.split()[-1] for line in laid(app)[1:4]] == ["-5", "-5", "+10"]
        assert laid(app)[5:] == [app.words("ledger.stake", n=5)]

    show(match, steps)
