"""What the exchange games share: the procedure, the packs, and above all who may know which card."""

from collections.abc import Iterable
from typing import Any

import pytest

from cucco_tui.cards.packs import FRENCH, ITALIAN, CardFault, Pack
from cucco_tui.engine.game import Preset
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.report import report
from cucco_tui.engine.seats import Direction, next_seat
from cucco_tui.engine.shuffle import Chance, cut_pack
from cucco_tui.engine.state import Action, IllegalAction, Shuffle, Turn
from cucco_tui.games import find_game
from cucco_tui.games.cuckoo import CuckooRules, procedure
from cucco_tui.games.exchange.view import ASKED, STOCK, Held
from tests.dealing import on_top
from tests.games.watching import events, exchange_view, named

NAMES = ("Anna", "Bea", "Ciro", "Dora", "Enzo")


def new_match(preset: str = "cuckoo", *, seats: int = 4, dealer: int = 0, **rules: Any) -> Match:
    header = Header(game="cuckoo", preset=preset, rules=rules, players=NAMES[:seats], dealer=dealer)
    return Match(find_game("cuckoo"), header)


def deal(match: Match, hands: str, stock: str = "") -> Match:
    """Give the cards, seat 0 first, with seat 0 as the clockwise dealer; `stock` comes next, from its top."""
    first, *others = hands.split()
    top = [card for card in (*others, first) if card != "-"] + stock.split()
    match.shuffle(on_top(match.pack, *top))
    return match


def play(match: Match, *steps: str) -> Match:
    """Act: `1:offer` is seat 1's offer."""
    for step in steps:
        seat, do = step.split(":")
        match.act(Action(int(seat), do))
    return match


def turn(match: Match) -> int | None:
    return match.waiting.seat if isinstance(match.waiting, Turn) else None


def seen_hands(match: Match, viewer: int | None) -> str:
    """Write what `viewer` sees of each seat's card, seat 0 first, `?` for a card he does not know."""
    return " ".join(seat.card or "?" for seat in exchange_view(match, viewer).seats)


def hands(match: Match) -> str:
    return " ".join("".join(seat["hand"]) or "-" for seat in report(match)["seats"])


def choices(actions: Iterable[Action]) -> set[str]:
    return {action.do for action in actions}


# --- Packs and dealing ----------------------------------------------------------------------------------------------


@pytest.mark.clause("PACK-1")
@pytest.mark.parametrize("pack", [FRENCH, ITALIAN, Pack("two of each", ("I", "II", "Matto"), copies=2)])
def test_a_pack_knows_what_is_missing_or_too_much(pack: Pack) -> None:
    cards = list(pack.cards)
    assert len(cards) == len(pack) == len(pack.kinds) * pack.copies
    assert pack.fault(cards) is None
    assert pack.fault(reversed(cards)) is None
    assert pack.fault(cards[1:]) == (CardFault.MISSING, cards[0])
    assert pack.fault([*cards, cards[0]]) == (CardFault.TWICE, cards[0])
    assert pack.fault([*cards[1:], cards[-1]]) == (CardFault.TWICE, cards[-1])
    assert pack.fault([*cards[1:], "Joker"]) == (CardFault.UNKNOWN, "Joker")
    assert pack.fault([]) == (CardFault.MISSING, cards[0])


@pytest.mark.clause("PACK-2")
def test_two_copies_cannot_be_told_apart() -> None:
    pack = Pack("doubled", ("2c", "5c", "9c", "Kc"), copies=2)
    state = procedure(Preset("doubled", pack, Direction.CLOCKWISE), CuckooRules()).start(3, 0)
    with pytest.raises(IllegalAction):
        state.deal(["5c", "5c", "5c", "2c", "2c", "9c", "Kc", "Kc"])
    state.deal(["5c", "5c", "2c", "2c", "9c", "9c", "Kc", "Kc"])
    seat = state.view(1)
    assert (seat.own, seat.seats[2].card) == ("5c", None)
    state.apply(Action(1, "offer"))
    assert (state.view(1).own, state.view(2).own) == ("5c", "5c")
    state.apply(Action(2, "stand"))
    state.apply(Action(0, "cut"))
    assert [settled.change for settled in state.settlements] == [(-1, 0, 0)]


@pytest.mark.clause("PACK-3")
def test_every_deal_starts_from_the_full_pack() -> None:
    match = play(deal(new_match(), "9h 5c 7d 8s"), "1:stand", "2:stand", "3:stand", "0:stand")
    assert isinstance(match.waiting, Shuffle)
    left = [card for card in FRENCH.cards if card not in ("9h", "5c", "7d", "8s")]
    with pytest.raises(IllegalAction):
        match.shuffle(left)
    match.shuffle(FRENCH.cards)
    assert len(match.events) == 6


@pytest.mark.clause("PACK-3")
def test_a_shuffle_is_of_the_whole_pack() -> None:
    chance = Chance(b"whole")
    for _ in range(20):
        order = chance.shuffled(FRENCH.cards)
        assert FRENCH.fault(order) is None
        assert order != list(FRENCH.cards)


@pytest.mark.clause("PACK-4")
def test_a_cut_puts_the_lower_part_on_top() -> None:
    assert cut_pack("ABCDE", 2) == list("CDEAB")
    assert cut_pack("ABCDE", 0) == cut_pack("ABCDE", 5) == list("ABCDE")
    assert FRENCH.fault(cut_pack(FRENCH.cards, 17)) is None


@pytest.mark.clause("PACK-4")
def test_the_cutter_sits_before_the_dealer() -> None:
    """In Cuckoo he is the dealer's right neighbour, in Cucù the left one."""
    present = [True, True, False, True]
    assert next_seat(0, present, Direction.CLOCKWISE.opposite) == 3
    assert next_seat(0, present, Direction.ANTICLOCKWISE.opposite) == 1
    assert next_seat(3, present, Direction.CLOCKWISE.opposite) == 1


@pytest.mark.clause("PACK-4")
def test_a_match_plays_the_order_after_the_cut() -> None:
    match = new_match()
    match.shuffle(cut_pack(FRENCH.cards, 10), {"cut": 10, "note": "by hand"})
    top = FRENCH.cards[10:14]
    assert hands(match) == f"{top[3]} {top[0]} {top[1]} {top[2]}"
    assert match.record().text().splitlines()[1].endswith('"cut":10,"note":"by hand"}')


# --- The procedure --------------------------------------------------------------------------------------------------


@pytest.mark.clause("EX-1")
def test_one_card_each_which_only_its_holder_sees() -> None:
    match = deal(new_match(), "9h 5c 7d 8s")
    assert seen_hands(match, 0) == "9h ? ? ?"
    assert seen_hands(match, 1) == "? 5c ? ?"
    assert seen_hands(match, 2) == "? ? 7d ?"
    assert seen_hands(match, 3) == "? ? ? 8s"
    assert seen_hands(match, None) == "? ? ? ?"
    assert [exchange_view(match, seat).own for seat in range(4)] == ["9h", "5c", "7d", "8s"]
    assert exchange_view(match, None).own is None
    assert [seat.face_up for seat in exchange_view(match, 1).seats] == [False] * 4
    assert [named(match, seat) for seat in (0, 1, 2, 3, None)] == [{"9h"}, {"5c"}, {"7d"}, {"8s"}, set()]


@pytest.mark.clause("EX-1")
def test_who_swaps_away_a_card_knows_where_it_went() -> None:
    match = play(deal(new_match(seats=5), "9h 5c 7d 8s Jc"), "1:offer")
    assert hands(match) == "9h 7d 5c 8s Jc"
    assert seen_hands(match, 1) == "? 7d 5c ? ?"
    assert seen_hands(match, 2) == "? 7d 5c ? ?"
    play(match, "2:offer")
    assert hands(match) == "9h 7d 8s 5c Jc"
    assert seen_hands(match, 1) == "? 7d ? 5c ?"  # 2 offered what he got from 1
    assert seen_hands(match, 2) == "? 7d 8s 5c ?"
    assert seen_hands(match, 3) == "? ? 8s 5c ?"
    play(match, "3:offer")
    assert hands(match) == "9h 7d 8s Jc 5c"
    assert seen_hands(match, 1) == "? 7d ? ? 5c"
    assert seen_hands(match, 2) == "? 7d 8s ? 5c"
    assert seen_hands(match, 3) == "? ? 8s Jc 5c"
    assert seen_hands(match, 4) == "? ? ? Jc 5c"
    assert seen_hands(match, 0) == "9h ? ? ? ?"
    assert seen_hands(match, None) == "? ? ? ? ?"


@pytest.mark.clause("EX-2")
@pytest.mark.parametrize(
    ("preset", "dealer", "order"),
    [
        ("cuckoo", 0, [1, 2, 3, 0]),
        ("cuckoo", 2, [3, 0, 1, 2]),
        ("coucou", 0, [3, 2, 1, 0]),
        ("coucou", 2, [1, 0, 3, 2]),
    ],
)
def test_each_decides_once_from_eldest_to_dealer(preset: str, dealer: int, order: list[int]) -> None:
    match = new_match(preset, dealer=dealer)
    match.shuffle(FRENCH.cards)
    asked = []
    while (seat := turn(match)) is not None:
        assert isinstance(match.waiting, Turn)
        assert match.waiting.by == seat
        assert choices(match.state.legal_actions()) == {"stand", "cut" if seat == dealer else "offer"}
        asked.append(seat)
        match.act(Action(seat, "stand"))
    assert asked == order
    assert [event.seat for event in events(match, "event.stands")] == order


@pytest.mark.clause("EX-2")
def test_an_offer_goes_to_the_next_live_player() -> None:
    match = play(deal(new_match(seats=5, tokens=1), "9h 9c 4d 9s 8c"), "1:stand", "2:stand", "3:stand", "4:stand")
    play(match, "0:stand")  # seat 2 is out, seat 1 deals
    match.shuffle(on_top(FRENCH, "5c", "6c", "7c", "8c"))
    assert hands(match) == "7c 8c - 5c 6c"
    play(match, "3:stand", "4:stand")
    assert exchange_view(match, 0).asks == 1
    play(match, "0:offer")
    assert hands(match) == "8c 7c - 5c 6c"
    assert [(event.seat, event.to) for event in events(match, "event.offers")] == [(0, 1)]
    assert [seat.in_deal for seat in exchange_view(match, None).seats] == [True, True, False, True, True]


@pytest.mark.clause("EX-2")
def test_a_view_tells_whom_an_offer_would_ask_and_what_may_be_done() -> None:
    match = deal(new_match(), "9h 5c 7d 8s")
    assert exchange_view(match, 1).asks == 2
    assert choices(exchange_view(match, 1).choices) == {"stand", "offer"}
    for other in (0, 2, 3, None):
        assert exchange_view(match, other).choices == ()
    play(match, "1:stand", "2:stand", "3:stand")
    assert exchange_view(match, 0).asks is None
    assert choices(exchange_view(match, 0).choices) == {"stand", "cut"}


@pytest.mark.clause("EX-3")
def test_an_ordinary_card_must_be_swapped_also_one_just_received() -> None:
    match = play(deal(new_match(), "9h 5c 7d 8s"), "1:offer")
    assert (hands(match), turn(match)) == ("9h 7d 5c 8s", 2)
    play(match, "2:offer", "3:offer")
    assert (hands(match), turn(match)) == ("5c 7d 8s 9h", 0)
    assert [(event.seat, event.to) for event in events(match, "event.swaps")] == [(1, 2), (2, 3), (3, 0)]


@pytest.mark.clause("EX-3")
def test_a_privileged_card_answers_aloud() -> None:
    match = play(deal(new_match(), "9h 5c Kd 8s"), "1:offer")
    (call,) = events(match, "event.calls")
    assert (call.seat, call.to, call.call, call.moment) == (2, 1, "call.cuckoo", True)
    for viewer in (None, 0, 1, 2, 3):
        assert call.seen_by(viewer) == call
        assert call.cards == ("Kd",)


@pytest.mark.clause("EX-4")
def test_after_a_swap_the_asked_decides_with_the_card_he_received() -> None:
    match = play(deal(new_match(), "9h 5c 7d 8s"), "1:offer")
    assert turn(match) == 2
    assert exchange_view(match, 2).own == "5c"
    assert choices(exchange_view(match, 2).choices) == {"stand", "offer"}


@pytest.mark.clause("EX-5")
def test_after_a_refusal_the_refusers_turn_is_used_up() -> None:
    match = play(deal(new_match(), "9h 5c Kd 8s"), "1:offer")
    assert turn(match) == 3
    assert [seat.last for seat in exchange_view(match, None).seats] == [None, "offer", ASKED, None]
    play(match, "3:stand", "0:stand")
    assert isinstance(match.waiting, Shuffle)


@pytest.mark.clause("EX-5")
def test_a_refusal_by_the_dealer_brings_the_showdown() -> None:
    match = play(deal(new_match(), "Kh 5c 7d 8s"), "1:stand", "2:stand", "3:offer")
    assert isinstance(match.waiting, Shuffle)
    (shown,) = events(match, "event.showdown")
    assert dict(zip(shown.seats, shown.cards, strict=True)) == {0: "Kh", 1: "5c", 2: "7d", 3: "8s"}


@pytest.mark.clause("EX-6")
def test_the_dealer_decides_last_and_may_not_offer() -> None:
    match = play(deal(new_match(), "9h 5c 7d 8s", stock="Jd"), "1:stand", "2:stand", "3:stand")
    refused = match.why_not(Action(0, "offer"))
    assert refused is not None
    assert refused.key == "reason.dealer-cuts"
    play(match, "0:cut")
    assert events(match, "event.showdown")[-1].cards.count("Jd") == 1


@pytest.mark.clause("EX-6")
def test_the_dealer_may_exchange_a_card_he_was_given() -> None:
    match = play(deal(new_match(), "9h 5c 7d 8s", stock="Jd"), "1:stand", "2:stand", "3:offer")
    assert hands(match) == "8s 5c 7d 9h"
    play(match, "0:cut")
    (drawn,) = events(match, "event.draws")
    assert (drawn.cards, drawn.eyes) == (("8s", "Jd"), frozenset({0}))


@pytest.mark.clause("EX-7")
def test_a_swap_is_public_and_its_faces_are_not() -> None:
    match = play(deal(new_match(), "9h 5c 7d 8s"), "1:offer")
    (swap,) = events(match, "event.swaps")
    assert (swap.seat, swap.to, swap.eyes) == (1, 2, frozenset({1, 2}))
    assert set(swap.cards) == {"5c", "7d"}
    for outsider in (None, 0, 3):
        public = swap.seen_by(outsider)
        assert (public.key, public.seat, public.to, public.cards) == ("event.swaps", 1, 2, ())
        assert named(match, outsider).isdisjoint({"5c", "7d"})
    for insider in (1, 2):
        assert swap.seen_by(insider) == swap


@pytest.mark.clause("EX-7")
def test_the_offer_itself_names_no_card() -> None:
    match = play(deal(new_match(), "9h 5c 7d 8s"), "1:offer", "2:stand")
    assert [event.cards for event in events(match, "event.deals", "event.offers", "event.stands")] == [(), (), ()]


@pytest.mark.clause("EX-7")
def test_a_card_once_shown_lies_open() -> None:
    match = play(deal(new_match(), "9h 5c Kd 8s"), "1:offer")
    for viewer in (None, 0, 1, 2, 3):
        seats = exchange_view(match, viewer).seats
        assert [seat.face_up for seat in seats] == [False, False, True, False]
        assert seats[2].card == "Kd"
    play(match, "3:stand")
    assert seen_hands(match, None) == "? ? Kd ?"


@pytest.mark.clause("EX-7")
def test_an_open_card_that_moves_leaves_no_open_card_behind() -> None:
    match = play(deal(new_match(expose_kings=True), "9h Kc 7d 8s"), "1:offer", "2:stand")
    assert [seat.face_up for seat in exchange_view(match, None).seats] == [False, False, True, False]
    assert seen_hands(match, 3) == "? ? Kc 8s"
    assert seen_hands(match, 1) == "? 7d Kc ?"


@pytest.mark.clause("EX-8")
def test_who_loses_his_last_token_in_the_exchange_is_out_with_his_card() -> None:
    match = play(deal(new_match("fast", tokens=1), "9h 2c 7d 8s"), "1:timeout")
    assert (hands(match), turn(match)) == ("9h - 7d 8s", 2)
    assert [event.seat for event in events(match, "event.out")] == [1]
    seat = exchange_view(match, None).seats[1]
    assert (seat.out, seat.in_deal, seat.card, seat.tokens) == (True, False, None, 0)
    play(match, "2:offer", "3:stand", "0:stand")
    (shown,) = events(match, "event.showdown")
    assert dict(zip(shown.seats, shown.cards, strict=True)) == {0: "9h", 2: "8s", 3: "7d"}
    for outsider in (0, 2, 3, None):
        assert "2c" not in named(match, outsider)
    assert report(match)["settlements"][0]["change"] == [0, -1, 0, -1]


@pytest.mark.clause("EX-8")
def test_a_dead_card_is_not_shown_to_who_saw_it_pass_either() -> None:
    match = play(deal(new_match("fast", tokens=1), "9h 2c 7d 8s"), "1:offer", "2:timeout")
    assert hands(match) == "9h 7d - 8s"
    assert exchange_view(match, 0).seats[2].card is None
    assert exchange_view(match, 3).seats[2].card is None


@pytest.mark.clause("EX-8", "CK-11")
def test_a_king_that_lay_open_is_taken_away_with_its_dead_holder() -> None:
    match = play(deal(new_match("fast", tokens=1, expose_kings=True), "9h Kc 7d 8s"), "1:timeout")
    for viewer in (None, 0, 1, 2, 3):
        seat = exchange_view(match, viewer).seats[1]
        assert (seat.in_deal, seat.card, seat.face_up) == (False, None, False)
    play(match, "2:stand", "3:stand", "0:stand")
    assert events(match, "event.showdown")[0].seats == (2, 3, 0)


@pytest.mark.clause("EX-9")
def test_all_cards_are_shown_together() -> None:
    match = play(deal(new_match(), "9h 5c 7d 8s"), "1:offer", "2:stand", "3:stand", "0:stand")
    (shown,) = events(match, "event.showdown")
    assert shown.eyes is None
    assert shown.moment
    assert shown.seats == (1, 2, 3, 0)  # from eldest to dealer
    assert dict(zip(shown.seats, shown.cards, strict=True)) == {0: "9h", 1: "7d", 2: "5c", 3: "8s"}
    assert [event.key for event in match.events[-1]][-2:] == ["event.showdown", "event.loses"]


@pytest.mark.clause("EX-10")
def test_losses_of_one_settlement_apply_together() -> None:
    match = play(deal(new_match(tokens=1, stake=1), "9h 5c 5d 5s"), "1:stand", "2:stand", "3:stand", "0:stand")
    told_now = report(match)
    assert told_now["winners"] == [0]
    assert told_now["settlements"][0]["change"] == [0, -1, -1, -1]
    assert [seat["coins"] for seat in told_now["seats"]] == [3, -1, -1, -1]


@pytest.mark.clause("EX-11")
def test_what_goes_to_and_comes_from_the_stock_is_named_to_the_dealer_alone() -> None:
    match = play(deal(new_match(double_cut=True), "9h 5c 7d 8s", stock="Jd 4d"), "1:stand", "2:stand", "3:stand")
    play(match, "0:cut")
    assert hands(match) == "Jd 5c 7d 8s"
    assert seen_hands(match, 0) == "Jd ? ? ?"
    for other in (1, 2, 3, None):
        assert exchange_view(match, other).seats[0].card is None
        assert named(match, other).isdisjoint({"9h", "Jd"})
    (drawn,) = events(match, "event.draws")
    assert [drawn.seen_by(other).cards for other in (1, 2, 3, None)] == [()] * 4
    play(match, "0:cut")
    assert named(match, 3).isdisjoint({"9h"})  # Jd never lay open: 4d did, at the showdown
    assert "Jd" not in named(match, 3)
    assert "4d" in named(match, 3)


@pytest.mark.clause("EX-11", "EX-1")
def test_who_gave_the_dealer_a_card_does_not_know_what_he_drew() -> None:
    match = play(deal(new_match(double_cut=True), "9h 5c 7d 8s", stock="Jd"), "1:stand", "2:stand", "3:offer")
    assert seen_hands(match, 3) == "8s ? ? 9h"
    play(match, "0:cut")
    assert seen_hands(match, 3) == "? ? ? 9h"
    assert seen_hands(match, 0) == "Jd ? ? 9h"
    assert seen_hands(match, 2) == "? ? 7d ?"


@pytest.mark.clause("EX-11")
def test_a_king_on_the_stock_is_shown_and_what_lies_below_is_not() -> None:
    match = play(deal(new_match(double_cut=True), "9h 5c 7d 8s", stock="Kd 4d"), "1:stand", "2:stand", "3:stand")
    play(match, "0:cut")
    assert "Kd" in named(match, None)
    assert exchange_view(match, None).seats[0].card is None
    assert "4d" not in named(match, 0)
    play(match, "0:stand")
    assert "4d" not in named(match, None)


@pytest.mark.clause("EX-11", "CK-14")
def test_what_the_asker_takes_at_the_dealers_horse_is_his_alone_until_the_showdown() -> None:
    match = new_match("saltacavallo", seats=3)
    match.shuffle(on_top(ITALIAN, "6s", "2d", "Cc", "5b"))  # 2, 1, dealer 0, stock
    play(match, "2:stand", "1:offer")
    (drawn,) = events(match, "event.draws")
    assert (drawn.seat, drawn.cards, drawn.eyes) == (1, ("2d", "5b"), frozenset({1}))
    assert [("2d" in named(match, viewer)) for viewer in (None, 0, 1, 2)] == [False, False, True, False]


@pytest.mark.clause("EX-12")
def test_a_view_shows_every_card_held_in_this_deal_and_what_became_of_it() -> None:
    match = play(deal(new_match(), "9h 5c 7d 8s"), "1:offer", "2:offer")
    assert hands(match) == "9h 7d 8s 5c"
    assert exchange_view(match, 1).history == (
        Held("5c", came=STOCK, dealt=True, went=2),
        Held("7d", came=2, dealt=False, went=None),
    )
    assert exchange_view(match, 2).history == (
        Held("7d", came=STOCK, dealt=True, went=1),
        Held("5c", came=1, dealt=False, went=3),
        Held("8s", came=3, dealt=False, went=None),
    )
    assert exchange_view(match, 0).history == (Held("9h", came=STOCK, dealt=True, went=None),)
    assert exchange_view(match, None).history == ()


@pytest.mark.clause("EX-12")
def test_also_a_card_that_was_taken_before_its_holders_turn_to_look() -> None:
    match = play(deal(new_match(), "9h 5c 7d 8s"), "1:offer")
    assert exchange_view(match, 2).history == (
        Held("7d", came=STOCK, dealt=True, went=1),
        Held("5c", came=1, dealt=False, went=None),
    )


@pytest.mark.clause("EX-12", "EX-6")
def test_a_card_put_under_the_stock_stays_in_its_holders_memory() -> None:
    match = play(deal(new_match(double_cut=True), "9h 5c 7d 8s", stock="Jd"), "1:stand", "2:stand", "3:offer", "0:cut")
    assert exchange_view(match, 0).history == (
        Held("9h", came=STOCK, dealt=True, went=3),
        Held("8s", came=3, dealt=False, went=STOCK),
        Held("Jd", came=STOCK, dealt=False, went=None),
    )
    assert exchange_view(match, 3).history == (
        Held("8s", came=STOCK, dealt=True, went=0),
        Held("9h", came=0, dealt=False, went=None),
    )


@pytest.mark.clause("EX-12")
def test_a_refusal_moves_no_card() -> None:
    match = play(deal(new_match(), "9h 5c Kd 8s"), "1:offer")
    assert exchange_view(match, 1).history == (Held("5c", came=STOCK, dealt=True, went=None),)
    assert exchange_view(match, 2).history == (Held("Kd", came=STOCK, dealt=True, went=None),)


@pytest.mark.clause("EX-12")
def test_a_new_deal_begins_with_an_empty_memory() -> None:
    match = play(deal(new_match(), "9h 5c 7d 8s"), "1:offer", "2:stand", "3:stand", "0:stand")
    for viewer in (None, 0, 1, 2, 3):
        between = exchange_view(match, viewer)
        assert (between.history, between.own, seen_hands(match, viewer)) == ((), None, "? ? ? ?")
    match.shuffle(on_top(FRENCH, "2c", "3c", "4c", "6c"))
    assert exchange_view(match, 1).history == (Held("6c", came=STOCK, dealt=True, went=None),)


@pytest.mark.clause("EX-1", "EX-7")
def test_who_is_out_sees_no_more_than_a_bystander() -> None:
    match = play(deal(new_match(tokens=1), "9h 4c 9d 9s"), "1:stand", "2:stand", "3:stand", "0:stand")
    match.shuffle(on_top(FRENCH, "5c", "6c", "7c"))  # seat 2 deals: 3, 0, 2
    play(match, "3:offer")
    assert hands(match) == "5c - 7c 6c"
    outside = exchange_view(match, 1)
    assert outside.seats == exchange_view(match, None).seats
    assert outside.faces == exchange_view(match, None).faces
    assert (outside.own, outside.history, outside.choices) == (None, (), ())


def test_a_view_has_tokens_coins_pot_and_stock() -> None:
    match = deal(new_match(stake=2, tokens=4), "9h 5c 7d 8s")
    seen = exchange_view(match, None)
    assert [seat.tokens for seat in seen.seats] == [4, 4, 4, 4]
    assert [seat.coins for seat in seen.seats] == [-2, -2, -2, -2]
    assert [seat.seat for seat in seen.seats] == [0, 1, 2, 3]
    assert (seen.pot, seen.stock, seen.deal, seen.dealer) == (8, 48, 1, 0)
    assert seen.waiting == match.waiting


def test_lower_lists_the_ranks_below_the_viewers_own() -> None:
    match = deal(new_match(), "Kh 3c Ad 2s")
    assert exchange_view(match, 2).lower() == ()
    assert [card[0] for card in exchange_view(match, 3).lower()] == ["A"]
    assert [card[0] for card in exchange_view(match, 1).lower()] == ["2", "A"]
    assert "".join(card[0] for card in exchange_view(match, 0).lower()) == "QJT98765432A"
    assert exchange_view(match, None).lower() == ()


def test_power_names_the_call_of_a_privileged_card() -> None:
    seen = exchange_view(deal(new_match(), "9h 3c Ad 2s"), 1)
    assert (seen.power("Kd"), seen.power("Qd"), seen.power("Ad")) == ("call.cuckoo", None, None)
    italian = exchange_view(new_match("saltacavallo"), None)
    assert (italian.power("Rd"), italian.power("Cd"), italian.power("Fd")) == ("call.cuckoo", "call.jump", None)


@pytest.mark.parametrize("steps", [(), ("1:offer",), ("1:offer", "2:stand"), ("1:stand", "2:offer", "3:stand")])
def test_equal_matches_give_equal_views(steps: tuple[str, ...]) -> None:
    """Two tables that differ only in what a seat cannot know: the hidden cards 8s and Jh have changed places."""
    one = play(deal(new_match(), "9h 5c 7d 8s", stock="Jh"), *steps)
    other = play(deal(new_match(), "9h 5c 7d Jh", stock="8s"), *steps)
    for viewer in (0, 1, None) if "2:offer" in steps else (0, 1, 2, None):
        assert exchange_view(one, viewer) == exchange_view(other, viewer)
    assert exchange_view(one, 3) != exchange_view(other, 3)
