"""What holds in every match of an exchange game but Cuckoo: random matches with all house rules mixed."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.report import report
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Over, Shuffle, Turn
from cucco_tui.games import find_game, register
from cucco_tui.games.exchange.state import ExchangeState
from tests.games.random_matches import see_the_record_play_to
from tests.games.watching import exchange_view, of_this_deal, refusal, viewers

GAMES = sorted(game.id for game in register().values() if game.kind == "exchange" and game.id != "cuckoo")
"""All exchange games; what Cuckoo has for itself is tried elsewhere."""
DOS = (
    *("stand", "offer", "cut", "timeout", "withdraw", "ask_nulla", "accept", "refuse", "swap", "bargain"),
    *("buy_back", "leave", "split", "agree", "decline", ""),
)
BOUND = 30_000


def values(game: str) -> dict[str, list[Any]]:
    """List the values that are tried for each house rule: small numbers, all of any other kind."""
    tried: dict[str, list[Any]] = {}
    for name, rule in find_game(game).schema()["properties"].items():
        if rule["type"] == "integer":
            low, some = rule["minimum"], () if name == "tokens" else (7,)  # with few tokens players go out soon
            numbers = {low, low + 1, rule["default"], *some}
            tried[name] = sorted(number for number in numbers if number <= rule["maximum"])
        else:
            tried[name] = [False, True] if rule["type"] == "boolean" else rule.get("enum") or [rule["const"]]
    return tried


def new_match(game: str, chance: Chance, most: int = 7) -> Match:
    rules = {name: chance.pick(tried) for name, tried in values(game).items()}
    low = find_game(game).seats[0]
    seats = low + chance.below(most - low + 1)
    header = Header(
        game=game, rules=rules, players=tuple(f"P{seat}" for seat in range(seats)), dealer=chance.below(seats)
    )
    return Match(find_game(game), header)


def random_order(chance: Chance, match: Match) -> list[str]:
    """Shuffle; two times of three low, equal and privileged cards are dealt first."""
    order = chance.shuffled(match.pack.cards)
    rules = exchange_view(match, None).procedure
    if chance.below(3):
        often = {*special(match), "Nulla", chance.pick(match.pack.kinds)}
        order.sort(key=lambda card: card not in often)
        number = sum(card in often for card in order)
        order[:number] = chance.shuffled(order[:number])
    return order[::-1] if rules.from_bottom else order


def special(match: Match) -> set[str]:
    """Name the cards that all may get to see in a deal, and the fool."""
    rules = exchange_view(match, None).procedure
    seen = rules.privileged | rules.not_taken | rules.knocks | rules.falls
    return {code for kind, code in enumerate(match.pack.kinds) if seen >> kind & 1 or kind == rules.fool}


def with_arguments(match: Match, action: Action, chance: Chance) -> Action:
    """Give an action free arguments that are allowed, most of the time."""
    seats = len(match.header.players)
    if action.do == "bargain" and chance.below(4):
        action = Action(action.seat, "bargain", coins=chance.below(4), share=chance.below(60))
    if action.do == "buy_back" and chance.below(2):
        sponsors = tuple((seat, 1 + chance.below(3)) for seat in range(seats) if chance.below(2))
        action = Action(action.seat, "buy_back", sponsors=sponsors)
    return action if match.why_not(action) is None else Action(action.seat, action.do)


def go_on(match: Match, chance: Chance) -> None:
    """Do what comes next, at random."""
    if isinstance(match.waiting, Turn):
        match.act(with_arguments(match, chance.pick(match.state.legal_actions()), chance))
        return
    share = chance.below(101)
    split = Action(chance.below(len(match.header.players)), "split", shares=(share, 100 - share))
    if chance.below(3) == 0 and match.why_not(split) is None:
        match.act(split)
    else:
        match.shuffle(random_order(chance, match))


def moments(game: str, seed: int, most: int = 7) -> Iterator[tuple[Match, Chance]]:
    """Play a match to its end, giving it before every line and at the end."""
    chance = Chance(f"{game} {seed}".encode())
    match = new_match(game, chance, most)
    for _ in range(BOUND):
        yield match, chance
        if isinstance(match.waiting, Over):
            return
        go_on(match, chance)
    raise AssertionError("the match does not end")


def state_of(match: Match) -> ExchangeState:
    state = match.state
    assert isinstance(state, ExchangeState)
    return state


def check_books(match: Match, told: dict[str, Any]) -> None:
    """Coins, tokens and cards are where they should be."""
    seats = told["seats"]
    assert sum(seat["coins"] for seat in seats) + told["pot"] == 0
    assert all(seat["tokens"] is None or seat["tokens"] >= 0 for seat in seats)
    assert all(not (seat["virgin"] and seat["out"]) for seat in seats)
    assert all(not seat["hand"] for seat in seats if seat["out"])
    assert told["pot"] == 0 or told["status"] == "waiting"
    if isinstance(match.waiting, Turn):
        hands = Counter(card for seat in seats for card in seat["hand"])
        whole = Counter(match.pack.cards)
        assert hands <= whole
        public = exchange_view(match, None)
        if len(public.settlements) == public.deal:
            assert not hands  # the deal is over, somebody is asked whether he comes back
        elif public.faces:
            seen_dead = 0 if public.procedure.at_once else sum(public.present) - sum(public.in_deal)
            assert hands.total() + public.stock + seen_dead == len(match.pack)
    else:
        assert all(not seat["hand"] for seat in seats)


def check_choices(match: Match) -> None:
    """One seat acts, it has a choice, and what is listed is what is allowed."""
    waiting = match.waiting
    listed = list(match.state.legal_actions())
    if isinstance(waiting, Turn):
        assert listed
        assert {action.seat for action in listed} == {waiting.seat} == {waiting.by}
    else:
        assert listed == []
    for seat in range(-1, len(match.header.players) + 1):
        for do in DOS:
            assert (match.why_not(Action(seat, do)) is None) == (Action(seat, do) in listed)


@pytest.mark.clause("PACK-1", "EX-10", "CUCU-2", "CUCU-21", "ZEH-9")
@pytest.mark.parametrize("game", GAMES)
def test_matches_end_and_nothing_is_made_or_lost(game: str) -> None:
    for seed in range(60):
        for match, _ in moments(game, seed):
            told = report(match)
            check_books(match, told)
            if len(match.lines) % 5 == 0:
                check_choices(match)
        told = report(match)
        assert told["winners"]
        assert told["pot"] == 0
        assert len(told["winners"]) <= 2


@pytest.mark.parametrize("game", GAMES)
def test_records_play_to_the_same_match(game: str) -> None:
    for seed in range(100, 115):
        *_, (match, _) = moments(game, seed, most=5)
        see_the_record_play_to(match)


@pytest.mark.clause("EX-1")
@pytest.mark.parametrize("game", GAMES)
def test_samples_agree_with_their_views(game: str) -> None:
    for seed in range(200, 212):
        for match, chance in moments(game, seed, most=6):
            if len(match.lines) > 120:
                break
            if chance.below(6):
                continue
            viewer = chance.pick(viewers(match))
            seen = exchange_view(match, viewer)
            world = seen.sample(chance)
            assert world.view(viewer) == seen
            assert world.waiting == match.waiting
            assert repr(world.view(viewer)) == repr(seen)


@pytest.mark.clause("EX-7", "CUCU-24")
@pytest.mark.parametrize("game", GAMES)
def test_the_log_names_only_cards_that_its_reader_has_seen(game: str) -> None:
    for seed in range(300, 315):
        for match, _ in moments(game, seed):
            if len(match.lines) > 150:
                break
            if not isinstance(match.waiting, Turn) or not exchange_view(match, None).faces:
                continue
            for viewer in viewers(match):
                seen = exchange_view(match, viewer)
                kinds = seen.procedure.pack.kinds
                known = {kinds[face] for face in seen.faces if face is not None}
                events = [event for step in of_this_deal(match) for event in step]
                assert {card for event in events for card in event.seen_by(viewer).cards} <= known
                assert {held.card for held in seen.history} <= known
                shown = any(event.key == "event.showdown" for event in events)
                assert viewer is not None or shown or known <= special(match)


@pytest.mark.parametrize("game", GAMES)
def test_a_clone_goes_its_own_way(game: str) -> None:
    for seed in range(400, 410):
        for match, chance in moments(game, seed, most=5):
            if len(match.lines) > 80:
                break
            if chance.below(4) or not isinstance(match.waiting, Turn):
                continue
            state = state_of(match)
            before = [state.view(viewer) for viewer in viewers(match)], state.report()
            copy = state.clone()
            for _ in range(8):
                if isinstance(copy.waiting, Turn):
                    copy.apply(chance.pick(copy.legal_actions()))
                elif isinstance(copy.waiting, Shuffle):
                    copy.deal(random_order(chance, match))
            assert ([state.view(viewer) for viewer in viewers(match)], state.report()) == before


@pytest.mark.parametrize("game", GAMES)
def test_nothing_changes_by_what_is_refused(game: str) -> None:
    for seed in range(500, 506):
        for match, chance in moments(game, seed, most=4):
            if len(match.lines) > 60:
                break
            action = Action(chance.below(4), chance.pick(DOS), coins=-1, share=101, sponsors=((0, 0),), shares=(1, 1))
            if match.why_not(action) is not None:
                refusal(match, action)
