"""The report of a match: the keys and values of record version 1."""

import json
from typing import Any

import pytest

from cucco_tui.cards.packs import FRENCH
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.report import no_report, report
from cucco_tui.engine.state import Action
from cucco_tui.games import find_game
from tests.dealing import on_top

KEYS = {
    "record",
    "game",
    "status",
    "line",
    "error",
    "deal",
    "dealer",
    "waiting",
    "seats",
    "pot",
    "settlements",
    "winners",
}


def new_match(**rules: Any) -> Match:
    return Match(
        find_game("cuckoo"), Header(game="cuckoo", rules=rules, players=("Anna\x00", " Bea ", "Ciro"), dealer=2)
    )


def deal(match: Match, top: str) -> Match:
    match.shuffle(on_top(FRENCH, *top.split()))
    return match


def stand(match: Match, *seats: int) -> Match:
    for seat in seats:
        match.act(Action(seat, "stand"))
    return match


def test_before_the_first_deal() -> None:
    seat: dict[str, Any] = {"tokens": 2, "points": None, "coins": -4, "out": False, "virgin": None, "hand": []}
    assert report(new_match(tokens=2, stake=4)) == {
        "record": 1,
        "game": "cuckoo",
        "status": "waiting",
        "line": 1,
        "error": None,
        "deal": 1,
        "dealer": 2,
        "waiting": {"for": "shuffle"},
        "seats": [{"name": name, **seat} for name in ("Anna", "Bea", "Ciro")],
        "pot": 12,
        "settlements": [],
        "winners": [],
    }


def test_at_a_turn() -> None:
    match = deal(new_match(), "5c 7d 9h")
    told = report(match)
    assert set(told) == KEYS
    assert told["waiting"] == {"for": "turn", "seat": 0, "by": 0, "choices": [{"do": "stand"}, {"do": "offer"}]}
    assert [seat["hand"] for seat in told["seats"]] == [["5c"], ["7d"], ["9h"]]
    assert (told["line"], told["deal"], told["dealer"]) == (2, 1, 2)
    stand(match, 0, 1)
    assert report(match)["waiting"] == {"for": "turn", "seat": 2, "by": 2, "choices": [{"do": "stand"}, {"do": "cut"}]}


def test_between_two_deals_the_next_one_is_told() -> None:
    told = report(stand(deal(new_match(), "5c 7d 9h"), 0, 1, 2))
    assert (told["deal"], told["dealer"], told["waiting"], told["line"]) == (2, 0, {"for": "shuffle"}, 5)
    assert [seat["hand"] for seat in told["seats"]] == [[], [], []]
    assert told["settlements"] == [
        {"deal": 1, "dealer": 2, "change": [-1, 0, 0], "points": None, "recount": None, "void": False}
    ]


def test_after_the_end() -> None:
    told = report(stand(deal(new_match(tokens=1, stake=1), "5c 5d 9h"), 0, 1, 2))
    assert (told["status"], told["waiting"], told["winners"], told["pot"]) == ("over", None, [2], 0)
    assert [seat["out"] for seat in told["seats"]] == [True, True, False]
    assert [seat["coins"] for seat in told["seats"]] == [-1, -1, 2]
    assert [seat["tokens"] for seat in told["seats"]] == [0, 0, 1]
    assert [seat["hand"] for seat in told["seats"]] == [[], [], []]


def test_who_is_out_of_the_deal_has_no_hand() -> None:
    match = deal(new_match(tokens=1, fast=True), "5c 7d 9h")
    match.act(Action(0, "timeout"))
    told = report(match)
    assert [(seat["out"], seat["hand"]) for seat in told["seats"]] == [(True, []), (False, ["7d"]), (False, ["9h"])]


def test_timeout_is_not_among_the_choices() -> None:
    told = report(deal(new_match(fast=True), "5c 7d 9h"))
    assert told["waiting"]["choices"] == [{"do": "stand"}, {"do": "offer"}]


def test_a_report_is_json() -> None:
    for match in (new_match(), deal(new_match(), "5c 7d 9h"), stand(deal(new_match(), "5c 7d 9h"), 0, 1, 2)):
        told = report(match)
        assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize(("readable", "status"), [(True, "illegal"), (False, "unreadable")])
def test_of_what_has_no_state_there_is_the_same_report_empty(readable: bool, status: str) -> None:
    told = no_report("cuckoo", 1, "no such rule", readable=readable)
    assert set(told) == KEYS
    assert (told["record"], told["game"], told["status"]) == (1, "cuckoo", status)
    assert (told["line"], told["error"]) == (1, "no such rule")
    assert (told["waiting"], told["seats"], told["settlements"], told["winners"]) == (None, [], [], [])
