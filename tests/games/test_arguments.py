"""Every action of every game with every argument: it takes its own and no other."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header, RecordFault
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Over, Shuffle
from cucco_tui.games import find_game, register

TAKEN = {
    "play": {"card"},
    "bid": {"card"},
    "bargain": {"coins", "share"},
    "buy_back": {"sponsors"},
    "split": {"shares"},
}
"""Which actions have arguments, by the table of the record format."""

VALUES: dict[str, Any] = {"card": "V", "coins": 1, "share": 1, "sponsors": {"1": 1}, "shares": [50, 50]}
"""Each argument, as a record has it."""

MATCHES: dict[str, tuple[int, Mapping[str, Any], set[str]]] = {
    "coch": (3, {"target": None, "deals": 1}, {"play"}),
    "coteccio": (3, {"lives": 1, "doctor": "once"}, {"play", "annul", "go_on", "doctor", "leave"}),
    "cuckoo": (4, {"fast": True}, {"stand", "offer", "cut", "timeout"}),
    "cucu": (
        *(4, {"tokens": 2}),
        {"stand", "offer", "cut", "withdraw", "ask_nulla", "accept", "refuse", "buy_back", "leave"}
        | {"split", "agree", "decline"},
    ),
    "cucuspiel": (
        *(4, {"tokens": 2, "refusal": "costs_token"}),
        {"stand", "offer", "cut", "withdraw", "ask_nulla", "accept", "refuse", "swap", "split", "agree", "decline"},
    ),
    "gnav": (4, {}, {"stand", "offer", "cut"}),
    "kille": (4, {}, {"stand", "offer", "cut", "buy_back", "leave"}),
    "stu": (
        *(4, {"tokens": 2}),
        {"stand", "offer", "cut", "bargain", "accept", "refuse", "buy_back", "leave", "split", "agree", "decline"},
    ),
    "zifuli": (5, {"deals": 1}, {"bid", "pass", "play"}),
}
"""By game: how many play, by which rules, and all that is done then."""


def allowed(match: Match) -> list[Action]:
    """List what may be done now, also what is not listed by the game."""
    seats = range(len(match.header.players))
    unlisted = [Action(seat, "timeout") for seat in seats] + [Action(seat, "split", shares=(50, 50)) for seat in seats]
    return [*match.state.legal_actions(), *(action for action in unlisted if match.why_not(action) is None)]


def moments(game: str) -> Iterator[tuple[Match, list[Action]]]:
    """Play matches at random, giving each with what may be done, before every line."""
    players, rules, _ = MATCHES[game]
    for number in range(40):
        chance = Chance(f"{game} {number}".encode())
        match = Match(find_game(game), Header(game=game, rules=dict(rules), players=tuple("ABCDE"[:players])))
        while not isinstance(match.waiting, Over):
            actions = allowed(match)
            yield match, actions
            if isinstance(match.waiting, Shuffle) and (not actions or chance.below(2)):
                match.shuffle(chance.shuffled(match.pack.cards))
            else:
                match.act(chance.pick(actions))


def line_of(action: Action) -> dict[str, Any]:
    """Write an action as a line of a record."""
    line = {"seat": action.seat, "do": action.do, "card": action.card, "shares": action.shares}
    return {name: value for name, value in line.items() if value is not None}


def refused(match: Match, line: dict[str, Any]) -> tuple[str, Mapping[str, Any]] | None:
    """Tell for what reason a line is not allowed next."""
    before = match.record().text()
    try:
        match.enter(json.dumps(line), 9)
    except RecordFault as fault:
        assert match.record().text() == before
        return fault.reason.key, fault.reason.args
    return None


@pytest.mark.parametrize("game", register())
def test_an_argument_that_an_action_does_not_take_is_illegal(game: str) -> None:
    tried: set[str] = set()
    for match, actions in moments(game):
        for action in actions:
            if action.do in tried:
                continue
            tried.add(action.do)
            for name in VALUES.keys() - TAKEN.get(action.do, set()):
                line = {**line_of(action), name: VALUES[name]}
                reason = "reason.superfluous", {"action": action.do, "argument": name}
                assert refused(match, line) == reason
        if tried == MATCHES[game][2]:
            break
    assert tried == MATCHES[game][2]


@pytest.mark.parametrize("game", register())
def test_an_argument_that_cannot_be_read_makes_no_action(game: str) -> None:
    match, actions = next((match, actions) for match, actions in moments(game) if actions)
    for name in VALUES:
        assert refused(match, {**line_of(actions[0]), name: None}) == ("record.no-action", {})


@pytest.mark.parametrize("game", register())
def test_an_unknown_action_is_told_as_such_whatever_its_arguments(game: str) -> None:
    match, actions = next((match, actions) for match, actions in moments(game) if actions and actions[0].do != "bid")
    line = {"seat": actions[0].seat, "do": "sit", "card": "V"}
    assert refused(match, line) == ("reason.unknown-action", {"action": "sit"})
