"""The pictures at the head of a log, worked out by hand: who swapped with whom."""

from collections.abc import Sequence
from typing import Any

import pytest
from textual.content import Content
from textual.pilot import Pilot

from cucco_tui.engine.events import Event
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.state import Action
from cucco_tui.games import find_game
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.screens.log import LogScreen
from cucco_tui.tui.widgets.rungs import ASCII, UNICODE, Rung, Strokes, ladder, rails, rungs
from tests.tui.test_chart import laid, press, show

NAMES = ("Anna", "Bea", "Ciro", "Dario")


def start(game: str, players: int = 4, **header: Any) -> Match:
    return Match(find_game(game), Header(game=game, players=NAMES[:players], dealer=0, **header))


def deal_out(match: Match, *cards: str) -> None:
    """Shuffle so that these cards are dealt, eldest first: from the top, in Cucù from the bottom."""
    rest = list(match.pack.cards)
    for card in cards:
        rest.remove(card)
    match.shuffle([*rest, *reversed(cards)] if match.game.id == "cucu" else [*cards, *rest])


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
        assert lines[0].split() == ["■", "Bea", "◆", "Ciro", "★", "Dario", "▲", "Anna"]
        assert lines[1].split() == ["●───────────●", "│", "│"]
        assert lines[3] == f"●──● {app.words('swaps.swap')}"
        assert app.screen.text.scroll_y == 0
        # The smallest window has 35 cells for four columns: 8 for each.
        await pilot.resize_terminal(40, 14)
        await pilot.pause()
        assert laid(app)[1].split() == ["●───────●", "│", "│"]

    show(match, steps, language=language)
