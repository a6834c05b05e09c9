"""The match: the only way to act, its record, those who watch it, and taking back."""

from collections.abc import Callable

import pytest

from cucco_tui.cards.packs import FRENCH
from cucco_tui.engine.game import WrongSetup
from cucco_tui.engine.match import Match, Step
from cucco_tui.engine.record import Header, RecordFault
from cucco_tui.engine.report import report
from cucco_tui.engine.state import Action, IllegalAction, Over, Shuffle, Turn
from cucco_tui.games import find_game, register
from tests.dealing import on_top

ORDER = on_top(FRENCH, "5c", "7d", "9h")  # for seats 1, 2 and the dealer, 0


def new_match(**rules: object) -> Match:
    players = ("Anna", "Bea", "Ciro")
    return Match(find_game("cuckoo"), Header(game="cuckoo", rules=rules, players=players))


def dealt(**rules: object) -> Match:
    match = new_match(**rules)
    match.shuffle(ORDER)
    return match


def test_a_match_waits_for_shuffle_turns_and_nothing() -> None:
    match = new_match(tokens=1)
    assert match.waiting == Shuffle()
    match.shuffle(ORDER)
    assert match.waiting == Turn(1, 1)
    for seat in (1, 2, 0):
        match.act(Action(seat, "stand"))
    assert match.waiting == Shuffle()  # seat 1 is out and would have dealt: 2 does
    order = ["5c", "7d", *(card for card in FRENCH.cards if card not in ("5c", "7d"))]
    match.shuffle(order)
    match.act(Action(0, "stand"))
    match.act(Action(2, "stand"))
    assert match.waiting == Over((2,))


def test_the_record_grows_by_a_line_for_each_step() -> None:
    match = new_match()
    assert match.lines == []
    match.shuffle(ORDER, {"cut": 3, "salt": "x"})
    match.act(Action(1, "stand"), {"at": 5})
    match.act(Action(2, "offer"))
    assert len(match.lines) == 3
    assert match.lines[0].endswith('],"cut":3,"salt":"x"}')
    assert match.lines[1:] == ['{"seat":1,"do":"stand","at":5}', '{"seat":2,"do":"offer"}']
    assert match.record().text() == "".join(f"{line}\n" for line in [match.header.line(), *match.lines])


def test_events_are_kept_line_by_line() -> None:
    match = dealt()
    match.act(Action(1, "stand"))
    assert [[event.key for event in step] for step in match.events] == [
        ["event.deals", "event.dealt", "event.dealt", "event.dealt"],
        ["event.stands"],
    ]


def test_watchers_are_told_in_the_order_in_which_they_came() -> None:
    match = new_match()
    told: list[tuple[str, str | None]] = []

    def watcher(name: str) -> Callable[[Step], None]:
        return lambda step: told.append((name, step.line))

    match.watch(watcher("save"))
    match.shuffle(ORDER)
    match.watch(watcher("show"))
    match.act(Action(1, "stand"))
    match.take_back()
    assert told == [
        ("save", match.lines[0]),
        ("save", '{"seat":1,"do":"stand"}'),
        ("show", '{"seat":1,"do":"stand"}'),
        ("save", None),
        ("show", None),
    ]


def test_who_is_told_finds_the_match_after_the_step() -> None:
    match = dealt()
    found: list[tuple[object, ...]] = []
    match.watch(
        lambda step: found.append((match.waiting, match.lines[-1], match.events[-1] == step.events, step.events))
    )
    match.act(Action(1, "stand"))
    (seen,) = found
    assert seen == (Turn(2, 2), '{"seat":1,"do":"stand"}', True, match.events[-1])


def test_what_is_refused_is_told_to_nobody_and_leaves_no_event() -> None:
    match = dealt()
    told: list[Step] = []
    match.watch(told.append)
    with pytest.raises(IllegalAction):
        match.act(Action(2, "stand"))
    with pytest.raises(IllegalAction):
        match.shuffle(ORDER)
    with pytest.raises(RecordFault) as fault:
        match.enter('{"seat":1,"do":"sit"}', 3)
    assert (fault.value.line, fault.value.reason.key) == (3, "reason.unknown-action")
    assert told == []
    assert len(match.lines) == 1
    match.act(Action(1, "stand"))
    assert [event.key for event in told[0].events] == ["event.stands"]


def test_the_state_that_is_given_out_is_a_copy() -> None:
    match = dealt()
    before = report(match)
    state = match.state
    state.apply(Action(1, "offer"))
    assert report(match) == before
    assert match.waiting == Turn(1, 1)
    match.act(Action(1, "stand"))
    assert [event.key for event in match.events[-1]] == ["event.stands"]  # nobody has listened to the copy


# --- Taking back ----------------------------------------------------------------------------------------------------


def test_a_stand_can_be_taken_back() -> None:
    match = dealt()
    before = report(match), match.record().text(), list(match.events)
    match.act(Action(1, "stand"))
    assert match.can_take_back
    match.take_back()
    assert (report(match), match.record().text(), list(match.events)) == before
    match.act(Action(1, "offer"))
    assert [seat["hand"] for seat in report(match)["seats"]] == [["9h"], ["7d"], ["5c"]]


def test_views_are_as_before_after_taking_back() -> None:
    match = dealt()
    before = [match.view(viewer) for viewer in (None, 0, 1, 2)]
    match.act(Action(1, "stand"))
    match.take_back()
    assert [match.view(viewer) for viewer in (None, 0, 1, 2)] == before


def test_what_is_known_of_a_line_is_kept_through_taking_back() -> None:
    match = new_match()
    match.shuffle(ORDER, {"salt": "x"})
    match.act(Action(1, "stand"), {"at": 5})
    text = match.record().text()
    match.act(Action(2, "stand"))
    match.take_back()
    assert match.record().text() == text


@pytest.mark.parametrize(
    ("rules", "steps"),
    [
        ({}, []),
        ({}, ["1:offer"]),  # swapped: two have seen a card
        ({"blockers": "kings_and_queens"}, ["1:offer"]),
        ({}, ["1:stand", "2:stand", "0:cut"]),
        ({"double_cut": True}, ["1:stand", "2:stand", "0:cut"]),
        ({}, ["1:stand", "2:stand", "0:stand"]),  # the showdown
        ({"fast": True}, ["1:timeout"]),  # a token was paid
    ],
)
def test_what_showed_a_card_or_moved_a_token_cannot_be_taken_back(rules: dict[str, object], steps: list[str]) -> None:
    match = dealt(**rules)
    for step in steps:
        seat, do = step.split(":")
        match.act(Action(int(seat), do))
    text = match.record().text()
    assert not match.can_take_back
    with pytest.raises(ValueError, match="taken back"):
        match.take_back()
    assert match.record().text() == text


def test_a_blocked_offer_cannot_be_taken_back() -> None:
    match = new_match()
    match.shuffle(on_top(FRENCH, "5c", "Kd", "9h"))
    match.act(Action(1, "offer"))
    assert not match.can_take_back


def test_there_is_nothing_to_take_back_before_the_first_line() -> None:
    assert not new_match().can_take_back
    with pytest.raises(ValueError, match="taken back"):
        new_match().take_back()


# --- The register ---------------------------------------------------------------------------------------------------


def test_the_register_finds_the_games_by_their_files() -> None:
    assert set(register()) >= {"cuckoo"}
    for name, game in register().items():
        assert game.id == name
        assert find_game(name) is game


@pytest.mark.parametrize("name", ["", "Cuckoo", "exchange", "whist", "__init__"])
def test_no_other_game_is_found(name: str) -> None:
    with pytest.raises(WrongSetup) as wrong:
        find_game(name)
    assert wrong.value.reason.key == "setup.game"
