"""The auction as a ladder: rungs by hand, and what fits beside the table."""

from itertools import pairwise

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.state import Action
from cucco_tui.games import find_game
from cucco_tui.games.tricks.view import Bid
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.widgets.auction import GAP, Step, steps
from tests.dealing import on_top
from tests.tui.running import settle, show

SUIT = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")


def opened(steps: list[Step]) -> list[str | None]:
    """List the cards that may still be named."""
    return [step.card for step in steps if step.seat is None and step != GAP]


@pytest.mark.clause("ZIF-5")
def test_bids_go_down_with_dots_for_what_was_passed_over() -> None:
    bids = [Bid(4, "10"), Bid(3, "9"), Bid(2, None), Bid(1, "6"), Bid(0, None), Bid(4, "4")]
    assert steps(bids, SUIT, 10) == [
        Step("10", 4),
        Step("9", 3),
        GAP,
        Step("6", 1),
        GAP,
        Step("4", 4),
        Step("3"),
        Step("2"),
        Step("1"),
    ]


def test_rungs_above_the_first_bid_are_left_out() -> None:
    assert steps([Bid(2, None), Bid(1, "2")], SUIT, 10) == [Step("2", 1), Step("1")]


@pytest.mark.clause("ZIF-6")
def test_below_the_lowest_card_nothing_may_be_named() -> None:
    assert opened(steps([Bid(1, "3"), Bid(0, "1")], SUIT, 10)) == []


def test_before_the_first_bid_there_is_no_ladder() -> None:
    assert steps([], SUIT, 10) == []
    assert steps([Bid(4, None)], SUIT, 10) == []


def test_low_cards_are_left_out_first_but_for_the_lowest() -> None:
    assert steps([Bid(4, "10")], SUIT, 8) == [
        Step("10", 4),
        *map(Step, ("9", "8", "7", "6", "5")),
        GAP,
        Step("1"),
    ]


def test_old_bids_are_left_out_where_even_that_is_too_much() -> None:
    bids = [Bid(number % 5, card) for number, card in enumerate(("10", "9", "8", "7", "5", "4"))]
    # Six bids and a gap, and three cards below: ten lines. Three of eight are for what lies below.
    assert steps(bids, SUIT, 8) == [Step("10", 0), GAP, Step("5", 4), Step("4", 0), *map(Step, ("3", "2", "1"))]


@pytest.mark.parametrize("most", [8, 10])
def test_no_auction_is_higher_than_there_is_room(most: int) -> None:
    for bits in range(1, 1 << len(SUIT)):
        cards = [card for height, card in reversed(list(enumerate(SUIT))) if bits >> height & 1]
        told = steps([Bid(number % 5, card) for number, card in enumerate(cards)], SUIT, most)
        assert len(told) <= most
        assert [step.card for step in told if step.seat is not None][-1] == cards[-1]
        assert all(one != GAP or other != GAP for one, other in pairwise(told))
        assert (opened(told)[-1:] or [cards[-1]]) == ["1"]


@pytest.mark.clause("ZIF-5")
@pytest.mark.parametrize("faces", ["unicode", "ascii"])
def test_the_table_shows_the_ladder_and_who_has_passed(faces: str) -> None:
    names = ("Anna", "Bea", "Ciro", "Dario", "Elena")
    match = Match(find_game("zifuli"), Header(game="zifuli", players=names, dealer=0))
    # Eldest is seat 4, then 3, 2, 1, 0: four cards each, and then four more.
    match.shuffle(on_top(match.pack, "VIII", "X", "X", "I", "VI", "VI", "II", "II"))
    match.act(Action(4, "bid", card="VIII"))
    match.act(Action(3, "bid", card="VI"))
    match.act(Action(2, "pass"))
    named, free, gap, dario, elena, ciro = "-o:$+%" if faces == "ascii" else "━○⋮☼▼◆"

    async def look(app: CuccoApp, pilot: Pilot[None]) -> None:
        assert app.sitting is not None
        app.sitting.open_curtain()
        await settle(pilot)
        column = app.screen.query_one("#scores", Static)
        assert column.size.width == 22
        assert column.size.height >= 10
        lines = [line.split() for line in str(column.render()).split("\n")]
        assert lines[:10] == [
            ["Auction"],
            [named, "VIII", elena, "Elena"],
            [gap],
            [named, "VI", dario, "Dario"],
            *([free, card, "free"] for card in ("V", "IIII", "III", "II", "I")),
            ["passed", ciro, "Ciro"],
        ]

    show(match, look, faces=faces)
