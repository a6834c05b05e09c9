"""What is hidden is in no text that could end in a log or a crash report, and in no event that one is told."""

import re
from collections.abc import Callable

import pytest

from cucco_tui.cards.packs import FRENCH
from cucco_tui.engine.events import Event
from cucco_tui.engine.game import WrongSetup
from cucco_tui.engine.match import BrokenMatch, Match, Step
from cucco_tui.engine.record import Header, RecordFault, read_line, read_record
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, IllegalAction
from cucco_tui.games import find_game
from tests.dealing import on_top

CARD = re.compile(r"\b[A2-9TJQK][cdhs]\b")
ORDER = on_top(FRENCH, "5c", "7d", "9h")  # for seats 1, 2 and the dealer, 0


def dealt() -> Match:
    players = ("Anna", "Bea", "Ciro")
    match = Match(find_game("cuckoo"), Header(game="cuckoo", players=players))
    match.shuffle(ORDER)
    return match


def swapped() -> Match:
    match = dealt()
    match.act(Action(1, "offer"))
    return match


def step(match: Match) -> Step:
    told: list[Step] = []
    match.watch(told.append)
    match.act(Action(1, "offer"))
    return told[0]


def test_the_pattern_finds_cards() -> None:
    assert CARD.findall(str(ORDER)) == ORDER
    assert CARD.findall("('5c',) Th 'seat'=1") == ["5c", "Th"]


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_the_repr_of_a_view_names_no_card_that_its_viewer_does_not_know(viewer: int | None) -> None:
    known = {None: set[str](), 0: {"9h"}, 1: {"5c", "7d"}, 2: {"5c", "7d"}}[viewer]
    assert set(CARD.findall(repr(swapped().view(viewer)))) <= known


@pytest.mark.parametrize(
    "thing",
    [
        dealt,
        lambda: dealt().state,
        lambda: swapped().state,
        lambda: dealt().view(None),
        lambda: dealt().view(1),
        lambda: swapped().view(1),
        lambda: swapped().events,
        lambda: step(dealt()),
        lambda: dealt().record(),
        lambda: read_line(dealt().lines[0], 2),
        lambda: Chance(b"secret"),
    ],
    ids=[
        "match",
        "state",
        "state after",
        "bystander",
        "view",
        "view after",
        "events",
        "step",
        "record",
        "shuffle",
        "chance",
    ],
)
def test_a_repr_names_no_hidden_card(thing: Callable[[], object]) -> None:
    assert CARD.findall(repr(thing())) == []


def test_a_card_that_lies_open_may_be_named() -> None:
    event = Event("event.calls", 2, 1, cards=("Kd",))
    assert event.seen_by(None) == event


@pytest.mark.parametrize("text", [str, repr])
def test_exceptions_name_no_card(text: Callable[[object], str]) -> None:
    match = swapped()
    found: list[Exception] = []
    for act in (
        lambda: match.act(Action(1, "stand")),
        lambda: match.shuffle(ORDER),
        lambda: dealt().state.deal(ORDER),
        lambda: Match(find_game("cuckoo"), match.header).shuffle(ORDER[1:]),
        lambda: Match(find_game("cuckoo"), match.header).shuffle([*ORDER, "5c"]),
        match.take_back,
        lambda: match.enter('{"seat":1,"do":"5c"}', 3),
        lambda: Match.replay(read_record(f"{match.record().text()}broken\n".encode()), find_game),
        lambda: Match(find_game("cuckoo"), Header(game="cuckoo", players=("Anna",))),
    ):
        with pytest.raises((IllegalAction, RecordFault, WrongSetup, ValueError)) as raised:
            act()
        found.append(raised.value)
    assert any(isinstance(error, BrokenMatch) for error in found)
    for error in found:
        assert CARD.findall(text(error)) == []


def test_an_exception_does_not_carry_the_one_before_it() -> None:
    """A traceback prints the chain: what pydantic found wrong would bring the whole input."""
    with pytest.raises(RecordFault) as fault:
        read_record(b'{"record":1,"game":"cuckoo","players":1}\n')
    assert fault.value.__suppress_context__
    with pytest.raises(RecordFault) as fault:
        Match.replay(read_record(b'{"record":1,"game":"cuckoo","players":["A","B"]}\n'), find_game)
    assert fault.value.__suppress_context__


# --- Events ---------------------------------------------------------------------------------------------------------


def test_the_cards_of_an_event_are_for_those_who_saw_them() -> None:
    swap = Event("event.swaps", 1, 2, cards=("5c", "7d"), eyes=frozenset({1, 2}))
    for insider in (1, 2):
        assert swap.seen_by(insider) is swap
    for outsider in (None, 0, 3):
        seen = swap.seen_by(outsider)
        assert seen.cards == ()
        assert (seen.key, seen.seat, seen.to) == ("event.swaps", 1, 2)
        assert CARD.findall(repr(seen)) == []


def test_what_all_saw_is_for_bystanders_too() -> None:
    shown = Event("event.showdown", seats=(0, 1), cards=("5c", "7d"), moment=True)
    assert shown.seen_by(None) == shown


def test_what_nobody_saw_is_for_nobody() -> None:
    burnt = Event("event.burns", cards=("5c",), eyes=frozenset())
    assert [burnt.seen_by(viewer).cards for viewer in (None, 0, 1)] == [(), (), ()]
