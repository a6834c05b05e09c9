"""Random matches of Cuckoo and of the trick games: all that is drawn in one comes from its seed."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header, Record, read_record
from cucco_tui.engine.report import report
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, IllegalAction, Over, Shuffle, State, Turn
from cucco_tui.games import find_game
from tests.games.trick_table import PACKETS, SUITS, dealt_in_packets
from tests.games.watching import all_told, of_this_deal, viewers

BOUND = 20_000
"""More lines than a match has: one of Cuckoo with thirty players and three tokens each takes some 1500."""


@dataclass(frozen=True)
class Setup:
    """A match to be."""

    game: str
    preset: str
    rules: dict[str, Any]
    players: int
    dealer: int
    seed: int

    def match(self) -> Match:
        names = tuple(f"P{seat}" for seat in range(self.players))
        header = Header(
            game=self.game, preset=self.preset, rules=self.rules, players=names, dealer=self.dealer % self.players
        )
        return Match(find_game(self.game), header)

    def chance(self) -> Chance:
        return Chance(self.seed.to_bytes(8))


# --- Playing at random ----------------------------------------------------------------------------------------------


def go_on(match: Match, chance: Chance) -> None:
    """Do what comes next, at random."""
    if isinstance(match.waiting, Turn):
        match.act(random_action(match, chance))
    else:
        match.shuffle(random_order(match, chance))


def random_action(match: Match, chance: Chance) -> Action:
    """Draw what is done; what would come seldom, or end the match soon, has a chance of its own."""
    assert isinstance(match.waiting, Turn)
    slow = Action(match.waiting.seat, "timeout")
    if match.why_not(slow) is None and chance.below(6) == 0:
        return slow
    listed = match.state.legal_actions()
    likely = [action for action in listed if action.do in ("pass", "go_on", "doctor")]
    return chance.pick(likely if likely and chance.below(2) else listed)


def random_order(match: Match, chance: Chance) -> list[str]:
    """Shuffle; one time of two so that what is rare comes about."""
    order = chance.shuffled(match.pack.cards)
    if chance.below(2):
        return order
    return few_ranks_first(order, chance) if match.game.id == "cuckoo" else a_suit_to_few(order, match, chance)


def few_ranks_first(order: list[str], chance: Chance) -> list[str]:
    """Lay a few ranks on top, so that equal cards and privileged ones meet."""
    ranks = chance.shuffled(sorted({card[0] for card in order}))[: 2 + chance.below(3)]
    first = [card for card in order if card[0] in ranks]
    return [*chance.shuffled(first), *(card for card in order if card[0] not in ranks)]


def a_suit_to_few(order: list[str], match: Match, chance: Chance) -> list[str]:
    """Deal a suit to few, or its highest cards to one."""
    present = sum(match.view(None).present)
    sizes = PACKETS[match.game.id]
    suit = chance.pick(SUITS[match.game.id])[-5 - chance.below(6) :]
    order = sorted(order, key=lambda card: card not in suit)
    hands = [order[number * sum(sizes) : (number + 1) * sum(sizes)] for number in range(present)]
    rest = order[present * sum(sizes) :]
    return dealt_in_packets(chance.shuffled(hands), sizes) + rest


def moments(setup: Setup, steps: int = BOUND) -> Iterator[tuple[Match, Chance]]:
    """Play on, giving the match before each line, and at its end."""
    match, chance = setup.match(), setup.chance()
    for _ in range(steps):
        yield match, chance
        if isinstance(match.waiting, Over):
            return
        go_on(match, chance)
    yield match, chance


def played(setup: Setup, steps: int) -> tuple[Match, Chance]:
    """Play some lines, or to the end."""
    *_, last = moments(setup, steps)
    return last


def at_a_turn(setup: Setup, steps: int) -> tuple[Match, Chance]:
    """Play some lines, and go back to the last moment at which somebody's decision was waited for."""
    turns = 1
    match, chance = setup.match(), setup.chance()
    for number in range(max(steps, 1)):
        if isinstance(match.waiting, Over):
            break
        go_on(match, chance)
        if isinstance(match.waiting, Turn):
            turns = number + 1
    return Match.replay(Record(match.header, match.lines[:turns]), find_game), chance


# --- What holds in a match of any game ------------------------------------------------------------------------------


def see_what_is_allowed(match: Match, tried: Iterable[Action], unlisted: Collection[Action] = ()) -> None:
    """See that one thing is waited for, and that of what is tried all is refused but what is listed, or `unlisted`."""
    waiting, listed = match.waiting, list(match.state.legal_actions())
    if isinstance(waiting, Turn):
        assert listed
        assert {action.seat for action in listed} == {waiting.seat}
        assert len(set(listed)) == len(listed)
    else:
        assert isinstance(waiting, Shuffle | Over)
        assert listed == []
    before = report(match), match.record().text()
    for action in tried:
        reason = match.why_not(action)
        assert (reason is None) == (action in listed or action in unlisted)
        if reason is not None:
            with pytest.raises(IllegalAction) as refused:
                match.act(action)
            assert refused.value.reason == reason
    if not isinstance(waiting, Shuffle):
        with pytest.raises(IllegalAction):
            match.shuffle(match.pack.cards)
    assert (report(match), match.record().text()) == before


def see_no_trace(twin: Match, match: Match, viewer: int | None) -> None:
    """See that to `viewer` a match with other hidden cards looks just the same."""
    assert twin.view(viewer) == match.view(viewer)
    assert repr(twin.view(viewer)) == repr(match.view(viewer))
    seen = [[event.seen_by(viewer) for event in step] for step in of_this_deal(match)]
    assert [[event.seen_by(viewer) for event in step] for step in of_this_deal(twin)] == seen


def see_the_record_play_to(match: Match) -> None:
    """See that the record, read again, makes the same match."""
    assert all_told(Match.replay(read_record(match.record().text().encode()), find_game)) == all_told(match)


def see_a_clone_go_its_own_way(match: Match, chance: Chance, further: int) -> None:
    """See that a clone of the state is equal, and that nothing done to it is done to the match."""

    def told(of: State) -> tuple[object, ...]:
        views = tuple(of.view(viewer) for viewer in viewers(match))
        return of.report(), of.waiting, of.deal_number, of.dealer, of.pot, tuple(of.settlements), views

    state = match.state
    copy = state.clone()
    assert told(copy) == told(state)
    before, text = told(state), match.record().text()
    for _ in range(further):
        if isinstance(copy.waiting, Over):
            break
        if isinstance(copy.waiting, Turn):
            copy.apply(chance.pick(copy.legal_actions()))
        else:
            copy.deal(random_order(match, chance))
        assert told(copy) != before
    assert told(state) == before
    assert told(match.state) == before
    assert match.record().text() == text
