"""The bots: what they do is allowed, follows from what they may know, and makes sense."""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cucco_tui.bots import BOTS, Bot
from cucco_tui.bots.simulation import Tally, simulate
from cucco_tui.bots.steady import risks
from cucco_tui.engine.game import Game, Preset, WrongSetup
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Shuffle, State, Turn, View
from cucco_tui.games import find_game, register
from cucco_tui.games.exchange.view import ExchangeView
from tests.dealing import on_top

CUCKOO = find_game("cuckoo")
ALL_PRESETS = [(game, preset) for game in register().values() for preset in game.presets]
SIMULATIONS = 10


def ids(item: object) -> str:
    return item.id if isinstance(item, Game | Preset) else str(item)


def decisions(state: State, chance: Chance, players: list[Bot], deals: int) -> Iterator[View]:
    """Let bots play some deals of a match, and give the view before each decision."""
    while deals and isinstance(state.waiting, Shuffle | Turn):
        if isinstance(waiting := state.waiting, Turn):
            view = state.view(waiting.by)
            yield view
            state.apply(players[waiting.by](view, chance, SIMULATIONS))
        else:
            state.deal(chance.shuffled(state.pack.cards))
            deals -= 1


def dealt(hands: str, stock: str = "", *, preset: str = "cuckoo", acted: str = "") -> ExchangeView:
    """Deal hands to the eldest, the next and so on to the dealer, let some act, and give the view of who is next.

    Each letter of `acted` is what the next in turn does: s, o or c.
    """
    order = [*hands.split(), *stock.split()]
    found = CUCKOO.preset(preset)
    seats = len(hands.split()) - 2 * (preset == "coucou")
    state = CUCKOO.new(found, {}, seats, dealer=0)
    state.deal(on_top(found.pack, *order))
    for letter in acted:
        state.apply(Action(turn_of(state).seat, {"s": "stand", "o": "offer", "c": "cut"}[letter]))
    view = state.view(turn_of(state).by)
    assert isinstance(view, ExchangeView)
    return view


def turn_of(state: State) -> Turn:
    assert isinstance(state.waiting, Turn)
    return state.waiting


def steady(view: ExchangeView) -> str:
    return BOTS["steady"](view, Chance(b"not needed"), SIMULATIONS).do


# What every bot must do


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("game", "preset"), ALL_PRESETS, ids=ids)
def test_every_choice_is_one_of_the_views(game: Game, preset: Preset, name: str) -> None:
    low, high = game.seats
    for seats in sorted({low, min(low + 1, high), min(8, high), high}):
        players = [BOTS[name] for _ in range(seats)]
        state = game.new(preset, {}, seats, dealer=seats - 1)
        seen = 0
        for view in decisions(state, Chance(b"legal"), players, 12):
            action = BOTS[name](view, Chance(b"once more"), SIMULATIONS)
            assert action.do in {choice.do for choice in view.choices}
            assert state.why_not(action) is None
            seen += 1
        assert seen > seats


def some_rules(game: Game, chance: Chance) -> dict[str, object]:
    """Draw a value for every house rule, the ends of a range more often than what lies between."""
    rules: dict[str, object] = {}
    for name, told in game.schema()["properties"].items():
        rule = {**told, **chance.pick(told.get("anyOf", [told]))}
        if rule["type"] == "null":
            rules[name] = None
        elif rule["type"] == "integer":
            low, high = rule["minimum"], rule["maximum"]
            rules[name] = chance.pick([low, high, rule["default"], low + chance.below(high - low + 1)])
        elif rule["type"] == "boolean":
            rules[name] = chance.pick([False, True])
        else:
            rules[name] = chance.pick(rule.get("enum") or [rule["const"]])
    return rules


@settings(max_examples=150)
@given(seed=st.integers(0, 2**64 - 1), game_preset=st.sampled_from(ALL_PRESETS), seats=st.integers(2, 13))
def test_bots_play_by_all_house_rules(seed: int, game_preset: tuple[Game, Preset], seats: int) -> None:
    """Either bot at any seat; the last two are offered shares of the pot where that can be done."""
    game, preset = game_preset
    chance = Chance(seed.to_bytes(8))
    seats = sorted([game.seats[0], seats, game.seats[1]])[1]
    players = [chance.pick([*BOTS.values()]) for _ in range(seats)]
    state = game.new(preset, some_rules(game, chance), seats, chance.below(seats))
    for _ in range(15):
        for view in decisions(state, chance, players, 1):
            assert view.choices
        mine = chance.below(101)
        offers = [Action(seat, "split", shares=(mine, 100 - mine)) for seat in range(seats)]
        for offer in offers:
            if isinstance(state.waiting, Shuffle) and state.why_not(offer) is None:
                state.apply(offer)


@pytest.mark.parametrize("name", BOTS)
@settings(max_examples=40)
@given(seed=st.binary(max_size=8), game_preset=st.sampled_from(ALL_PRESETS), seats=st.integers(3, 12))
def test_equal_knowledge_makes_equal_choices(
    name: str, seed: bytes, game_preset: tuple[Game, Preset], seats: int
) -> None:
    """Another state that looks the same from his seat, cards and all, changes nothing."""
    game, preset = game_preset
    chance = Chance(seed)
    seats = sorted([game.seats[0], seats, game.seats[1]])[1]
    players = [BOTS["random"]] * seats
    for view in decisions(game.new(preset, {}, seats, 0), chance, players, 2):
        twin = view.sample(chance).view(view.viewer)
        for bot_seed in (b"1", b"2"):
            assert BOTS[name](view, Chance(bot_seed), 10) == BOTS[name](twin, Chance(bot_seed), 10)


def test_the_random_bot_draws_evenly_and_by_its_stream_alone() -> None:
    view = dealt("7c 8c 9c")
    chance = Chance(b"even")
    drawn = [BOTS["random"](view, chance, 1).do for _ in range(400)]
    assert 150 < Counter(drawn)["stand"] < 250
    again = Chance(b"even")
    assert drawn == [BOTS["random"](view, again, 1).do for _ in range(400)]


# The steady bot


@pytest.mark.parametrize(("name", "least"), [("cuckoo", 0.85), ("cucu", 0.75), ("stu", 0.75), ("cucuspiel", 0.85)])
def test_the_steady_bot_beats_the_random_one(name: str, least: float) -> None:
    """Seats are exchanged: each side sits on both halves of the table with the same shuffles."""
    game = find_game(name)
    for seats in (4, 8):
        first = play("steady", "random", game=game, seats=seats, matches=40)
        second = play("random", "steady", game=game, seats=seats, matches=40)
        won = sum(first.wins[0::2]) + sum(second.wins[1::2])
        assert won > least * 80, f"{won} of 80 matches with {seats} seats"


def play(*names: str, seats: int, game: Game = CUCKOO, **length: int) -> Tally:
    players = [BOTS[names[seat % len(names)]] for seat in range(seats)]
    return simulate(game, game.preset(None), {}, players, b"a fixed seed", SIMULATIONS, **length)


@pytest.mark.parametrize(("seats", "stands_from"), [(3, "7"), (5, "6"), (10, "5"), (20, "3"), (30, "3")])
def test_the_more_play_the_lower_the_card_that_eldest_keeps(seats: int, stands_from: str) -> None:
    ranks = "A23456789TJQK"
    kept = ""
    for rank in ranks:
        others = [card for card in CUCKOO.preset(None).pack.cards if card != f"{rank}c"]
        if steady(dealt(" ".join([f"{rank}c", *others[: seats - 1]]))) == "stand":
            kept += rank
    assert kept == ranks[ranks.index(stands_from) :]


def test_who_knows_of_a_lower_card_behind_him_stands() -> None:
    assert steady(dealt("2c 3c Td Jd Qd")) == "offer"
    # Asked for the 3 he got the 2, or the other way round.
    assert steady(dealt("3c 2c Td Jd Qd", acted="o")) == "stand"
    assert steady(dealt("2c 3c Td Jd Qd", acted="o")) == "offer"


def test_a_refused_low_card_makes_the_others_safer() -> None:
    quiet = dealt("7c 8c 5d Jd Qd", acted="ss")
    refused = dealt("2c Kc 5d Jd Qd", acted="o")
    assert quiet.own == refused.own == "5d"
    assert (steady(quiet), steady(refused)) == ("offer", "stand")


def test_a_dealer_to_whom_nobody_passed_a_card_mistrusts_a_middling_one() -> None:
    quiet = dealt("7c 8c 9c Tc 6d", acted="ssss")
    assert steady(quiet) == "cut"
    assert steady(dealt("7c 8c 9c Tc 9d", acted="ssss")) == "stand"
    assert steady(dealt("2c 8c 9c Tc 6d", acted="osss")) == "stand"


def test_the_dealer_cuts_again_only_what_displeases_him() -> None:
    hands = "7c 8c 9c Tc 2d"
    assert steady(dealt(hands, "Ac", preset="double-cut", acted="ssss")) == "cut"
    assert steady(dealt(hands, "Ac", preset="double-cut", acted="ssssc")) == "cut"
    assert steady(dealt(hands, "Qc", preset="double-cut", acted="ssssc")) == "stand"


def test_a_dealer_who_picks_from_three_cards_is_the_better_to_ask() -> None:
    """With one card for everybody the last but one would keep a 7."""
    assert steady(dealt("9c 8c 7d 5d", acted="ss")) == "stand"
    assert steady(dealt("9c 8c 7d 5d 6d 4d", preset="coucou", acted="ss")) == "offer"


def test_where_nothing_can_be_weighed_there_are_no_risks() -> None:
    exposed = dealt("3c Kc 9d 9c", preset="chase-the-ace")
    assert [action.do for action in exposed.choices] == ["stand"]
    assert risks(exposed) == {}
    assert steady(exposed) == "stand"


@settings(max_examples=40)
@given(seed=st.binary(max_size=8), preset=st.sampled_from(CUCKOO.presets), seats=st.integers(3, 30))
def test_a_risk_is_a_chance(seed: bytes, preset: Preset, seats: int) -> None:
    chance = Chance(seed)
    players = [BOTS["random"]] * seats
    for view in decisions(CUCKOO.new(preset, {}, seats, 0), chance, players, 1):
        weighed = risks(view)
        assert all(-1e-9 <= risk <= 1 + 1e-9 for risk in weighed.values())
        assert not weighed or {action.do for action in view.choices} == weighed.keys()


# Simulations


def test_a_simulation_is_as_long_as_asked_for() -> None:
    assert play("random", seats=5, deals=37).deals == 37
    tally = play("random", seats=5, matches=3)
    assert (tally.matches, sum(tally.wins)) == (3, 3)
    assert tally.actions >= 3 * tally.deals


def test_the_same_seed_gives_the_same_simulation() -> None:
    assert play("steady", "random", seats=5, deals=60) == play("steady", "random", seats=5, deals=60)


def test_other_bots_are_dealt_the_same_cards() -> None:
    first_cards: dict[str, list[str]] = {"stand": [], "cut": []}

    def looking(do: str) -> Bot:
        def bot(view: View, chance: Chance, simulations: int) -> Action:
            assert isinstance(view, ExchangeView)
            if not view.actions:
                first_cards[do].append(str(view.own))
            return next((action for action in view.choices if action.do == do), view.choices[0])

        return bot

    for do in first_cards:
        simulate(CUCKOO, CUCKOO.preset(None), {"tokens": 9}, [looking(do)] * 4, b"same", 1, deals=9)
    assert first_cards["stand"] == first_cards["cut"]
    assert len(set(first_cards["stand"])) > 1


def test_a_simulation_of_what_the_game_does_not_allow_is_refused() -> None:
    with pytest.raises(WrongSetup):
        play("random", seats=2, deals=1)
