"""The steady bot at the trick games: positions in which a good player's card can be told by hand.

Hands are written from eldest (A) on; play is anticlockwise, so with four seats A is seat 3 and the dealer D seat 0.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cucco_tui.bots import BOTS, Bot
from cucco_tui.bots.card_play import CardPlay
from cucco_tui.bots.counting import Count
from cucco_tui.bots.simulation import simulate
from cucco_tui.bots.steady import risks
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Shuffle, Turn
from cucco_tui.games import find_game
from cucco_tui.games.coch import HALF_POINTS, NUMERALS, PICTURES
from cucco_tui.games.tricks.state import TrickState
from cucco_tui.games.tricks.view import TrickView

LOW_NUMERALS = "I I II II III III IIII IIII"
"""Eight of them."""
STEADY, RANDOM = BOTS["steady"], BOTS["random"]

Rules = Mapping[str, object]


def dealt(
    game: str, *hands: str, rules: Rules | None = None, preset: str | None = None, players: int | None = None
) -> TrickState:
    """Deal these hands from eldest on, short ones filled up with what is left of the pack; seat 0 deals."""
    found = find_game(game)
    state = found.new(found.preset(preset), rules or {}, players or len(hands), 0)
    assert isinstance(state, TrickState)
    rest = list(state.pack.cards)
    given = [hand.split() for hand in hands]
    for hand in given:
        for card in hand:
            rest.remove(card)
    each, packet = state.procedure.cards_each, state.procedure.packet
    for hand in given:
        while len(hand) < each:
            hand.append(rest.pop(0))
    top = [card for first in range(0, each, packet) for hand in given for card in hand[first : first + packet]]
    state.deal([*top, *rest])
    return state


def turn(state: TrickState) -> Turn:
    assert isinstance(state.waiting, Turn)
    return state.waiting


def play(state: TrickState, cards: str) -> TrickState:
    """Let the seats play these cards in turn."""
    for card in cards.split():
        state.apply(Action(turn(state).seat, "play", card=card))
    return state


def auction(state: TrickState, bids: str) -> TrickState:
    """Let the seats bid in turn; `-` is a pass."""
    for card in bids.split():
        seat = turn(state).seat
        state.apply(Action(seat, "pass") if card == "-" else Action(seat, "bid", card=card))
    return state


def lowest(state: TrickState, tricks: int, leads: Mapping[int, str]) -> TrickState:
    """Play whole tricks in which each seat plays its first legal card, but for the seats whose `leads` are given."""
    cards = {seat: iter(given.split()) for seat, given in leads.items()}
    for _ in range(tricks * sum(state.in_deal)):
        seat = turn(state).seat
        card = next(cards[seat]) if seat in cards else state.legal_actions()[0].card
        state.apply(Action(seat, "play", card=card))
    return state


def seen(state: TrickState) -> TrickView:
    return state.view(turn(state).by)


def steady(state: TrickState) -> str | None:
    """Ask the steady bot whose turn it is; a card, or what it does else."""
    action = STEADY(seen(state), Chance(b"not needed"), 0)
    assert state.why_not(action) is None
    return action.card or action.do


# What the procedure tells


def test_the_bot_is_of_the_side_that_the_procedure_tells() -> None:
    """B, seat 2, is to play: in Cöch with seat 0, and with its neighbour where the neighbours score together."""
    state = play(dealt("coch", "Leone I", "II XV", "III", "IIII"), "Leone")
    view = seen(state)
    assert view.procedure.sides == ((0, 2), (1, 3))
    assert CardPlay(view).trust == [1, 0, 1, 0]
    neighbours = replace(view, procedure=replace(view.procedure, sides=((0, 1), (2, 3))))
    assert CardPlay(neighbours).trust == [0, 0, 1, 1]


def test_the_bot_goes_by_what_points_do_not_by_lives() -> None:
    """The King takes a trick of points from behind: where they cost something the deuce goes."""
    state = play(dealt("coteccio", "Fd", "3d", "Rd 2d"), "Fd 3d")
    assert steady(state) == "2d"
    view = seen(state)
    for lives, points_cost, card in ((0, True, "2d"), (4, False, "Rd"), (0, False, "Rd")):
        procedure = replace(view.procedure, lives=lives, points_cost=points_cost)
        assert STEADY(replace(view, procedure=procedure), Chance(b"not needed"), 0).card == card


# Counting


def test_a_chance_counts_the_unseen_cards() -> None:
    """Of 30 unseen cards each other seat has ten: without both Leoni with chance (20 * 19) / (30 * 29)."""
    view = seen(dealt("coch", f"V Matto {LOW_NUMERALS}", "", "", ""))
    count = Count(view)
    leone = 1 << view.procedure.number["Leone"]
    assert count.lacks(2, leone) == pytest.approx(380 / 870)


def test_what_fits_nowhere_else_is_held_for_sure() -> None:
    """A leads a picture to which B and C cannot follow: the Leone that D has not is with A."""
    pictures, numerals = " ".join(PICTURES), " ".join(NUMERALS)
    view = seen(play(dealt("coch", pictures, numerals, numerals, pictures), "Matto I I"))
    leone = 1 << view.procedure.number["Leone"]
    assert [Count(view).lacks(seat, leone) for seat in (3, 2, 1)] == [0, 1, 1]


def test_a_bidder_holds_what_he_named_until_he_plays_it() -> None:
    state = auction(dealt("zifuli", "XI XV Leone", "", "", "", ""), "XI - - - -")
    play(state, "Leone")
    view = seen(state)
    assert Count(view).lacks(4, 1 << view.procedure.number["XI"]) == 0


def test_an_equal_card_beats_what_was_played_before_it_if_the_later_wins() -> None:
    """But of two Leoni the first wins."""
    for preset, beaten in (("iseo", False), ("brazilian", True)):
        count = Count(seen(dealt("coch", "", "", "", "", preset=preset)))
        xv, leone = (1 << count.procedure.number[card] for card in ("XV", "Leone"))
        assert bool(count.beating(count.procedure.number["XV"]) & xv) == beaten
        assert not count.beating(count.procedure.number["Leone"]) & leone


# Cöch


def test_it_does_not_beat_its_partners_sure_trick_but_throws_points_on_it() -> None:
    """B's XIII wins, D plays last: the XV would beat it, the Matto brings nothing, the XI a point."""
    state = dealt("coch", "Secchia", "XIII", "Nulla", f"XV XI Matto {LOW_NUMERALS[:-5]}")
    assert steady(play(state, "Secchia XIII Nulla")) == "XI"


def test_not_even_a_point_is_worth_beating_the_partner() -> None:
    """The XII would bring a point, but it would take the trick from B."""
    state = dealt("coch", "Secchia", "XI", "Nulla", f"XII Matto {LOW_NUMERALS}")
    assert steady(play(state, "Secchia XI Nulla")) == "Matto"


def test_points_thrown_on_a_partners_trick_are_not_high_cards() -> None:
    """D has no pictures. The V brings half a point as well as the VIIII, which may win a trick of its own."""
    state = dealt("coch", "XI", "Leone", "Matto", f"VIIII V {LOW_NUMERALS}")
    assert steady(play(state, "XI Leone Matto")) == "V"


def test_no_points_are_thrown_on_a_trick_that_is_lost() -> None:
    """Nothing beats the first Leone (COCH-4)."""
    state = dealt("coch", "Leone", "Secchia", "Nulla", f"XV XI Matto {LOW_NUMERALS[:-5]}")
    assert steady(play(state, "Leone Secchia Nulla")) == "Matto"


def test_the_last_hand_wins_with_the_cheapest_card() -> None:
    state = dealt("coch", "Secchia", "Mascherone", "XII", f"XV XIII Matto {LOW_NUMERALS[:-5]}")
    assert steady(play(state, "Secchia Mascherone XII")) == "XIII"


def test_it_takes_what_its_partner_would_lose() -> None:
    """C plays after its partner's XI was beaten by a XIIII: the Leone wins the trick and three points."""
    state = dealt("coch", "XI", "XIIII", f"Leone Matto {LOW_NUMERALS}", "")
    assert steady(play(state, "XI XIIII")) == "Leone"


def test_the_first_lead_is_a_low_card_without_points() -> None:
    card = steady(dealt("coch", "Leone XV XI V I X VIII II III Nulla", "", "", ""))
    assert HALF_POINTS.get(card or "", 0) == 0


@pytest.mark.parametrize(("equal_cards", "wins"), [("first", "XV"), ("last", "XIII")])
def test_of_equal_cards_it_knows_which_one_wins(equal_cards: str, wins: str) -> None:
    hand = f"XV XIII Matto {LOW_NUMERALS[:-5]}"
    state = dealt("coch", "Secchia", "Mascherone", "XIII", hand, rules={"equal_cards": equal_cards})
    assert steady(play(state, "Secchia Mascherone XIII")) == wins


def test_a_matto_wins_numerals_where_it_may() -> None:
    """D has no numerals. C's X would win two points; the Matto takes them, but not from its partner."""
    pictures = "Matto Mascherone Secchia Nulla XI XII XIII XIIII XV XV"
    from_foe = dealt("coch", "II", "III", "X", pictures, preset="brazilian")
    assert steady(play(from_foe, "II III X")) == "Matto"
    from_partner = dealt("coch", "II", "X", "III", pictures, preset="brazilian")
    card = steady(play(from_partner, "II X III"))
    assert HALF_POINTS.get(card or "", 0) == 2


@pytest.mark.parametrize(("preset", "chance"), [("iseo", 1), ("brazilian", 0)])
def test_it_fears_the_matto_of_who_has_no_numerals(preset: str, chance: int) -> None:
    """Two players: A, a dummy, could lead an X, the other X beside it; B, the other dummy, lies open too."""
    pictures = "Matto Mascherone Secchia Nulla XI XII XIII XIIII XV Leone"
    view = seen(dealt("coch", f"X X {LOW_NUMERALS}", pictures, "", "", preset=preset, players=2))
    hand = CardPlay(view)
    assert hand.chance(view.procedure.number["X"]) == chance


def test_it_plays_for_its_dummy_and_sees_both_hands() -> None:
    """Two players: seat 1 leads from the dummy, seat 3, towards its own two Leoni: a point is safe there."""
    state = dealt("coch", f"XI Matto {LOW_NUMERALS}", "XV XV", "Leone Leone Nulla", "", players=2)
    assert turn(state) == Turn(3, 1)
    assert steady(state) == "XI"
    assert turn(play(state, "XI XV")) == Turn(1, 1)
    assert steady(state) == "Leone"


@pytest.mark.parametrize("game", ["coch", "zifuli", "coteccio"])
def test_it_never_revokes(game: str) -> None:
    """A card of another suit is on offer, and the bot still follows."""
    found, chance, tempted = find_game(game), Chance(b"revokes"), 0
    players = max(4, found.seats[0])
    for _ in range(8):
        state = found.new(found.preset(None), {"revokes": "punished"}, players, 0)
        state.deal(chance.shuffled(state.pack.cards))
        while isinstance(state.waiting, Turn):
            view = state.view(state.waiting.by)
            assert isinstance(view, TrickView)
            action = STEADY(view, chance, 0)
            if view.trick is not None:
                suit_of = view.procedure.suit_of
                led = suit_of(view.trick.plays[0].card)
                suits = {suit_of(choice.card or "") for choice in view.choices}
                assert suit_of(action.card or "") == led or led not in suits
                tempted += led in suits and len(suits) > 1
            state.apply(action)
    assert tempted > 20


# Zifuli: the auction

GOOD = "Leone XV XV X I II III V"
POOR = "Matto Mascherone I II III IIII V VI"


def test_it_bids_on_high_cards_and_calls_the_best_partner() -> None:
    """The other Leone is worth more to its side than anything; of the XV it has both, and would be alone."""
    assert steady(dealt("zifuli", GOOD, "", "", "", "")) == "Leone"


def test_it_passes_with_a_poor_hand() -> None:
    assert steady(dealt("zifuli", POOR, "", "", "", "")) == "pass"


def test_it_stops_bidding_where_only_weak_partners_are_left() -> None:
    state = dealt("zifuli", "Leone XV VIIII Matto I II III V", "XI", "", "", "")
    assert steady(state) == "Leone"
    assert steady(auction(state, "Leone XI - - -")) == "pass"


def test_who_must_bid_names_a_card_of_which_another_has_the_copy() -> None:
    poor = "I I II II III III IIII V"
    state = dealt("zifuli", "", "", "", "", poor, rules={"no_bid": "dealer_names"})
    assert steady(auction(state, "- - - - -")) in {"IIII", "V"}


def test_only_with_a_very_strong_hand_it_plays_alone() -> None:
    """Both Leoni, both XV, both X and more win by themselves, and alone they win eight tentos."""
    assert steady(dealt("zifuli", "Leone Leone XV XV X X XIIII VIIII", "", "", "", "")) in {"X", "XV"}
    assert steady(dealt("zifuli", "Matto Matto XV X VIIII V I II", "", "", "", "")) != "Matto"


# Zifuli: the sides


def after_auction(*hands: str) -> TrickState:
    """A names the XI and is declarer; then A leads."""
    return auction(dealt("zifuli", *hands), "XI - - - -")


@pytest.mark.parametrize(("other_copy", "points"), [("XI", 2), ("XII", 0)])
def test_only_the_hidden_partner_throws_points_on_the_declarers_trick(other_copy: str, points: int) -> None:
    """A's Leone wins for sure. C knows for whom it plays by whether it has the other XI."""
    state = after_auction("XI Leone", "Mascherone", f"{other_copy} XIII Secchia I I II II III", "", "")
    card = steady(play(state, "Leone Mascherone"))
    assert HALF_POINTS.get(card or "", 0) == points


@pytest.mark.parametrize(("other_copy", "card"), [("XI", "XI"), ("XII", "XV")])
def test_only_an_opponent_beats_the_declarers_trick(other_copy: str, card: str) -> None:
    """E plays last to A's XIII: its partner leaves it to A and gives the called card, an opponent takes it."""
    state = after_auction("XI XIII", "Mascherone", "Secchia", "Nulla", f"{other_copy} XV Matto I I II II III")
    played = steady(play(state, "XIII Mascherone Secchia Nulla"))
    assert played == card


def test_once_the_partner_is_known_opponents_help_each_other() -> None:
    """B shows himself by the called XI; C wins with a XV, and E, who plays last, throws a point on it."""
    state = after_auction("XI Secchia", "XI", "XV", "Nulla", "XII Leone Matto I I II II III")
    assert steady(play(state, "Secchia XI XV Nulla")) == "XII"


# Coteccio


def test_it_ducks_with_the_highest_card_that_does_not_win() -> None:
    state = dealt("coteccio", "7d", "Cd", "Fd 2d 1d 3c 4c")
    assert steady(play(state, "7d Cd")) == "Fd"


def test_who_cannot_follow_throws_his_points_on_another() -> None:
    state = dealt("coteccio", "7d", "2d", "1c 2c 3s 4s 5b")
    assert steady(play(state, "7d 2d")) == "1c"


def test_it_does_not_lead_what_only_it_can_win() -> None:
    assert steady(dealt("coteccio", "1d Rc Fs 2b 7b", "", "", "")) in {"2b", "7b"}


@pytest.mark.parametrize(("second", "third"), [("2b", "Cb"), ("Fb", "3b")])
def test_it_stops_who_has_won_every_trick(second: str, third: str) -> None:
    """A has won three tricks and leads the 7 to the fourth. C takes it, unless B has done so already."""
    hands = ("1d 1c 1s 7b 2s", "2d 2c 3s 2b Fb", "3d 3c 4s Cb 3b")
    state = play(dealt("coteccio", *hands), "1d 2d 3d 1c 2c 3c 1s 3s 4s 7b")
    assert steady(play(state, second)) == third


def test_where_nobody_can_win_all_tricks_it_ducks() -> None:
    """The same last two cards, but B has won the third trick."""
    hands = ("1d 1c 3s Rb 2s", "2d 2c 1s 2b 5b", "3d 3c 4s 1b 3b")
    state = play(dealt("coteccio", *hands), "1d 2d 3d 1c 2c 3c 3s 1s 4s")
    # B leads to the fourth trick; C need not take it.
    assert turn(state).seat == 1
    assert steady(play(state, "5b")) == "3b"


def test_who_can_win_all_tricks_begins_with_those_it_wins() -> None:
    """Who ducks would lead the 2; with four aces nothing can go wrong before the fifth trick."""
    assert steady(dealt("coteccio", "1d 1c 1s 1b 2d", "", "", "")) in {"1d", "1c", "1s", "1b"}


def test_who_wins_all_goes_on_winning() -> None:
    """Two players, a hand full of high cards: it takes four tricks, and so may annul if it must."""
    state = dealt("coteccio", "1d Rd 1c Rc 1s", "2d 3d 2c 3c 2s")
    mine = turn(state).seat
    while state.question is None:
        view = seen(state)
        state.apply(STEADY(view, Chance(b""), 0) if turn(state).seat == mine else view.choices[0])
    assert state.question.name == "capote" and turn(state).seat == mine
    assert steady(state) == "go_on"


def test_it_goes_on_with_a_card_that_nobody_can_beat() -> None:
    state = lowest(dealt("coteccio", "1d 1c 1s 1b Rb", "", ""), 4, {2: "1d 1c 1s 1b"})
    assert steady(state) == "go_on"


def test_it_annuls_with_a_card_that_somebody_must_beat() -> None:
    """Eight players hold the whole pack: who has the last clubs cannot but beat the 2."""
    state = dealt("coteccio", "1d 1c 1s 1b 2c", "3c 4c 5c 6c Cc", *[""] * 6)
    lowest(state, 4, {7: "1d 1c 1s 1b"})
    # B had to give one club to the second trick, and no more than one to each other: one is left.
    assert all(card.endswith("c") for seat in state.report()[6:7] for card in seat.hand)
    assert steady(state) == "annul"


def test_it_calls_the_doctor() -> None:
    found, chance = find_game("coteccio"), Chance(b"doctor")
    state = found.new(found.preset(None), {"lives": 1, "doctor": "once"}, 4, 0)
    assert isinstance(state, TrickState)
    while state.question is None or state.question.name != "doctor":
        if isinstance(state.waiting, Shuffle):
            state.deal(chance.shuffled(state.pack.cards))
        else:
            state.apply(RANDOM(seen(state), chance, 0))
    assert steady(state) == "doctor"


# Everywhere

PRESETS = [(name, preset.id) for name in ("coch", "zifuli", "coteccio") for preset in find_game(name).presets]


def views(game: str, preset: str, seed: bytes, bots: Callable[[int], Bot], deals: int) -> Iterator[TrickView]:
    """Give the views before every decision of some deals."""
    found, chance = find_game(game), Chance(seed)
    low, high = found.seats
    players = low + chance.below(high - low + 1)
    state = found.new(found.preset(preset), {}, players, chance.below(players))
    for _ in range(deals):
        if not isinstance(state.waiting, Shuffle):
            return
        state.deal(chance.shuffled(state.pack.cards))
        while isinstance(state.waiting, Turn):
            view = state.view(state.waiting.by)
            assert isinstance(view, TrickView)
            yield view
            state.apply(bots(state.waiting.by)(view, chance, 0))


@settings(max_examples=30)
@given(seed=st.binary(max_size=8), game_preset=st.sampled_from(PRESETS))
def test_hidden_cards_and_chance_change_nothing(seed: bytes, game_preset: tuple[str, str]) -> None:
    """In another world that looks the same it plays the same card, whatever its stream and its simulations."""
    chance = Chance(seed + b"worlds")
    for view in views(*game_preset, seed, lambda seat: (STEADY, RANDOM)[seat % 2], 1):
        twin = view.sample(chance).view(view.viewer)
        assert STEADY(view, Chance(b"1"), 0) == STEADY(twin, Chance(b"2"), 100)


@settings(max_examples=30)
@given(seed=st.binary(max_size=8), game_preset=st.sampled_from(PRESETS))
def test_a_chance_is_one(seed: bytes, game_preset: tuple[str, str]) -> None:
    for view in views(*game_preset, seed, lambda seat: RANDOM, 1):
        if view.asked is None:
            count = Count(view)
            for card in range(len(view.procedure.codes)):
                for seat in range(len(view.seats)):
                    assert 0 <= count.lacks(seat, count.beating(card)) <= 1
        assert risks(view) == {}


# Strength: the same shuffles, each side on both halves of the table


def half_and_half(game: str, first: str, seats: int, matches: int, **rules: object) -> list[int]:
    """Count the wins of two bots that sit in turn, `first` at seat 0."""
    names = ("steady", "random") if first == "steady" else ("random", "steady")
    found = find_game(game)
    bots = [BOTS[names[seat % 2]] for seat in range(seats)]
    wins = simulate(found, found.preset(None), rules, bots, b"a fixed seed", 0, matches=matches).wins
    steady_at = names.index("steady")
    return [sum(wins[steady_at::2]), sum(wins[1 - steady_at :: 2])]


@pytest.mark.parametrize(("game", "seats", "least"), [("coch", 4, 0.7), ("coteccio", 2, 0.6), ("coteccio", 4, 0.6)])
def test_the_steady_bot_beats_the_random_one(game: str, seats: int, least: float) -> None:
    rules = {"target": None, "deals": 1} if game == "coch" else {}
    steady_wins = random_wins = 0
    for first in ("steady", "random"):
        ours, theirs = half_and_half(game, first, seats, 60, **rules)
        steady_wins += ours
        random_wins += theirs
    assert steady_wins > least * (steady_wins + random_wins)


def test_the_steady_bot_gains_tentos_from_random_ones() -> None:
    """The same 30 deals five times, once for each seat of the steady bot."""
    found, chance, gained = find_game("zifuli"), Chance(b"tentos"), 0.0
    for deal in range(30):
        order = chance.shuffled(found.preset(None).pack.cards)
        for steady_seat in range(5):
            state = found.new(found.preset(None), {"no_bid": "dealer_names"}, 5, deal % 5)
            state.deal(order)
            while isinstance(state.waiting, Turn):
                bot = STEADY if state.waiting.by == steady_seat else RANDOM
                state.apply(bot(state.view(state.waiting.by), chance, 0))
            gained += state.settlements[-1].change[steady_seat]
    assert gained > 30


def test_dummies_win_with_their_partners_and_are_not_counted() -> None:
    """Two players at four seats: each has its own wins, and the first deal goes round all four."""
    found, dealers = find_game("coch"), list[int]()

    def looking(view: object, chance: Chance, simulations: int) -> Action:
        assert isinstance(view, TrickView)
        if not view.plays:
            dealers.append(view.dealer)
        return RANDOM(view, chance, 0)

    rules = {"target": None, "deals": 1}
    tally = simulate(found, found.preset(None), rules, [looking] * 2, b"dummies", 0, matches=8)
    assert dealers == [0, 1, 2, 3, 0, 1, 2, 3]
    assert len(tally.wins) == 2 and 8 <= sum(tally.wins) <= 16
