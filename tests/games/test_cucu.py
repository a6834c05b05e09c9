"""Cucù of Campli: every clause and house rule, on deals made by hand. A is eldest of the first deal, the last deals."""

from itertools import pairwise
from typing import Any

import pytest

from cucco_tui.engine.game import WrongSetup
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import RecordFault, read_record
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import IllegalAction
from cucco_tui.games import find_game
from tests.games.pot_table import Table as AnyTable
from tests.games.watching import see_refused

HIGH_TO_LOW = (
    "XV XIIII XIII XII XI X VIIII VIII VII VI V IIII III II I Nulla Secchia Mascherone Leone".split()  # noqa: SIM905
)


class Table(AnyTable):
    """A match of Cucù."""

    def __init__(self, seats: int = 4, **rules: Any) -> None:
        super().__init__("cucu", seats, **rules)


# --- The pack, the start, the deal ----------------------------------------------------------------------------------


@pytest.mark.clause("CUCU-1")
def test_the_pack_has_every_card_twice() -> None:
    cards = Table().match.pack.cards
    assert len(cards) == 40
    assert {card: cards.count(card) for card in cards} == dict.fromkeys([*HIGH_TO_LOW, "Matto"], 2)


@pytest.mark.clause("CUCU-1", "CUCU-13")
@pytest.mark.parametrize(("high", "low"), list(pairwise(HIGH_TO_LOW)))
def test_the_order_of_the_cards(high: str, low: str) -> None:
    assert Table(3).stood(f"{high} {low} {high}").losers == "B"


@pytest.mark.clause("CUCU-2")
def test_stake_and_tokens() -> None:
    table = Table(5)
    assert (table.tokens, table.coins, table.pot) == ([3] * 5, [-1] * 5, 5)
    table = Table(5, tokens=9, stake=1000)
    assert (table.tokens, table.coins, table.pot) == ([9] * 5, [-1000] * 5, 5000)
    assert Table(stake=0).pot == 0


@pytest.mark.parametrize(
    "rules",
    [
        {"tokens": 0},
        {"tokens": 10},
        {"tokens": True},
        {"stake": -1},
        {"stake": 1001},
        {"buy_back": "never"},
        {"simultaneous": "all"},
        {"ties": "first"},
        {"cuckoo_immune": 1},
        {"matti": False},
        {"first_price": 1},
        {"refusal": "forbidden"},
    ],
)
def test_wrong_rules_are_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(WrongSetup):
        Table(**rules)


@pytest.mark.clause("CUCU-2")
def test_two_to_twenty_play() -> None:
    see_refused("cucu", 1, 21)
    hands = " ".join(["X", "V", *["VII", "VI"], *["VIII", "VIIII"], *["I", "II"], *["III", "IIII"]] * 2)
    table = Table(20).stood(hands)
    assert table.losers == "GQ"


@pytest.mark.clause("CUCU-3")
def test_cards_come_from_the_bottom_as_they_are_needed() -> None:
    table = Table(3)
    assert table.order("III V VII")[-3:] == ["VII", "V", "III"]
    table.deal("III V VII")
    assert (table.hands, table.turn) == ("III - -", "A")
    assert table.view("B").own is None
    assert table.view("A").own == "III"
    assert table.view("A").stock == 39
    table.play("A:offer")
    assert (table.hands, table.turn) == ("V III -", "B")
    table.play("B:stand")
    assert (table.hands, table.turn) == ("V III VII", "C")
    assert [len(event.cards) for event in table.events("event.dealt")] == [1, 1, 1]


@pytest.mark.clause("CUCU-3", "CUCU-4", "EX-4")
def test_play_and_deal_go_to_the_right() -> None:
    table = Table(4)
    assert table.told["dealer"] == 0
    assert table.deal("X X I I").told["waiting"]["seat"] == 3
    table.rest()
    assert table.told["dealer"] == 3
    assert table.deal("V X I I").turn == "B"


@pytest.mark.clause("CUCU-4", "EX-2")
def test_who_stands_keeps_his_card_and_who_offers_swaps_an_ordinary_one() -> None:
    table = Table().deal("III V VII X").play("A:stand B:offer")
    assert (table.hands, table.turn) == ("III VII V -", "C")
    assert table.choices == {"stand", "offer"}
    table.play("C:offer")
    assert (table.hands, table.turn, table.choices) == ("III VII X V", "D", {"stand", "cut"})


@pytest.mark.clause("CUCU-5", "EX-6")
@pytest.mark.parametrize("card", ["XV", "XIIII", "XIII", "XII", "XI", "V"])
def test_the_dealer_exchanges_with_the_bottom_card_without_any_effect(card: str) -> None:
    table = Table(3).deal("X III I", stock=card).play("A:stand B:stand C:cut")
    assert table.compared() == f"X III {card}"
    assert table.losers == "B"
    assert table.calls == []
    (drawn,) = table.events("event.draws")
    assert drawn.cards == ("I", card)
    assert drawn.seen_by(table.seat("A")).cards == ()


# --- Privileged cards -----------------------------------------------------------------------------------------------


@pytest.mark.clause("CUCU-6", "EX-5")
def test_the_cuckoo_keeps_its_card_and_costs_nothing() -> None:
    table = Table().deal("II XV V VII").play("A:offer")
    assert (table.hands, table.turn, table.tokens) == ("II XV V -", "C", [3] * 4)
    assert table.calls == ["B cucu"]
    assert table.view(None).seats[table.seat("B")].card == "XV"


@pytest.mark.clause("CUCU-7", "EX-5")
def test_the_hunter_takes_a_token() -> None:
    table = Table().deal("II XIIII V VII").play("A:offer")
    assert (table.hands, table.turn, table.tokens) == ("II XIIII V -", "C", [2, 3, 3, 3])
    assert table.calls == ["B bum"]
    assert table.rest().change == [-2, 0, 0, 0]


@pytest.mark.clause("CUCU-8")
@pytest.mark.parametrize(
    ("hands", "after", "turn", "tokens", "calls"),
    [
        ("II XIII V X", "V XIII II -", "C", 3, ["B salta"]),
        ("II XIII XIII X", "X XIII XIII II", "D", 3, ["B salta", "C salta"]),
        ("II XIII XV X", "II XIII XV X", "D", 3, ["B salta", "C cucu"]),
        ("II XIII XIIII X", "II XIII XIIII X", "D", 2, ["B salta", "C bum"]),
        ("II XIII XII X", "II XIII XII X", "D", 2, ["B salta", "C gnaf"]),
    ],
)
def test_the_request_jumps_over_horses(hands: str, after: str, turn: str, tokens: int, calls: list[str]) -> None:
    table = Table().deal(hands).play("A:offer")
    assert (table.hands, table.turn, table.tokens, table.calls) == (after, turn, [tokens, 3, 3, 3], calls)


@pytest.mark.clause("CUCU-8", "CUCU-10")
def test_the_request_jumps_to_an_inn() -> None:
    table = Table().deal("II XIII XI X").play("A:offer A:ask_nulla C:refuse")
    assert (table.hands, table.turn) == ("XI XIII II -", "C")


@pytest.mark.clause("CUCU-8")
@pytest.mark.parametrize(
    ("hands", "asker", "after"),
    [("X X II XIII", "C", "X X V XIII"), ("X II XIII XIII", "B", "X V XIII XIII")],
)
def test_past_the_dealers_horse_the_top_card_is_taken_and_the_round_is_over(hands: str, asker: str, after: str) -> None:
    table = Table().deal(hands, stock="Leone", other_end="V").play("A:stand")
    if asker == "C":
        table.play("B:stand")
    table.act(asker, "offer")
    assert table.compared() == after
    assert table.losers == asker
    assert table.between_deals


@pytest.mark.clause("CUCU-8")
def test_two_players_and_the_dealers_horse() -> None:
    table = Table(2).deal("II XIII", other_end="XIIII").play("A:offer")
    assert (table.compared(), table.losers) == ("XIIII XIII", "B")


@pytest.mark.clause("CUCU-9", "EX-12")
def test_the_cat_sends_the_card_back_to_whom_it_was_dealt() -> None:
    table = Table(5).deal("III V VII XII I").play("A:offer B:offer")
    assert table.hands == "V VII III - -"
    table.play("C:offer")
    assert (table.hands, table.turn, table.tokens) == ("III V VII XII I", "E", [3, 3, 2, 3, 3])
    assert [(event.seat, event.to) for event in table.events("event.undone")] == [(2, 3), (3, 4)]
    assert [(held.card, held.dealt) for held in table.view("B").history] == [
        ("V", True),
        ("III", False),
        ("VII", False),
        ("III", False),
        ("V", False),
    ]
    assert table.view("B").own == "V"
    assert table.view("A").seats[table.seat("C")].card is None
    assert table.named(None) == {"XII"}


@pytest.mark.clause("CUCU-9")
@pytest.mark.parametrize(
    ("hands", "steps", "after", "turn", "loser"),
    [
        # His own card: nothing to undo.
        ("III XII V X", "A:offer", "III XII V -", "C", "A"),
        # He did not get his card by the swap of the others.
        ("III V VII XII I", "A:offer B:stand C:offer", "V III VII XII I", "E", "C"),
        # A horse passed over stays, whether at the swap or at the cat.
        ("III XIII VII XII I", "A:offer C:offer", "III XIII VII XII I", "E", "C"),
        ("III V XIII XII I", "A:offer B:offer", "III V XIII XII I", "E", "B"),
        # A swap at an inn is undone like any other.
        ("III XI VII XII I", "A:offer A:ask_nulla B:refuse B:offer C:offer", "III XI VII XII I", "E", "C"),
        # A swap of other cards stays.
        ("III V XV VII XII I", "A:offer B:offer D:offer", "V III XV VII XII I", "F", "D"),
    ],
)
def test_what_the_cat_undoes(hands: str, steps: str, after: str, turn: str, loser: str) -> None:
    table = Table(len(hands.split())).deal(hands).play(steps)
    assert (table.hands, table.turn) == (after, turn)
    assert [letter for letter, left in zip(table.letters, table.tokens, strict=True) if left == 2] == [loser]


@pytest.mark.clause("CUCU-9", "EX-8")
def test_the_cat_undoes_also_when_the_asker_is_out() -> None:
    table = Table(5, tokens=1).deal("III V VII XII X").play("A:offer B:offer C:offer")
    assert (table.hands, table.turn) == ("III V - XII X", "E")
    assert not table.view(None).seats[table.seat("C")].in_deal
    assert table.view("C").history[-1].card == "VII"
    assert table.view("C").history[-1].went is None
    table.play("E:stand")
    assert table.compared() == "III V - XII X"
    assert table.losers == "AC"


# --- The inn --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CUCU-10")
def test_the_inn_is_called_but_not_shown() -> None:
    table = Table().deal("II XI V VII").play("A:offer")
    assert (table.turn, table.choices) == ("A", {"withdraw", "ask_nulla"})
    (call,) = table.events("event.calls")
    assert (call.call, call.cards) == ("call.fermatevi", ())
    assert not table.view(None).seats[table.seat("B")].face_up
    assert not table.view(None).aloud
    assert table.view("B").choices == ()
    table.play("A:withdraw")
    assert (table.hands, table.turn) == ("II XI V -", "C")
    assert table.rest().change == [-1, 0, 0, 0]


@pytest.mark.clause("CUCU-11", "CUCU-12")
def test_the_innkeeper_who_refuses_must_swap_and_decides_next() -> None:
    table = Table().deal("II XI V VII").play("A:offer A:ask_nulla")
    assert (table.turn, table.choices) == ("B", {"accept", "refuse"})
    assert table.view(None).aloud
    assert {choice.do for choice in table.view("D").choices} == {"accept", "refuse"}
    table.play("B:refuse")
    assert (table.hands, table.turn, table.choices) == ("XI II - -", "B", {"stand", "offer"})
    table.play("B:offer")
    assert table.hands == "XI V II -"


@pytest.mark.clause("CUCU-11", "CUCU-12")
@pytest.mark.parametrize(
    ("hands", "change"),
    [
        ("Nulla XI V X", [0, -1, 0, 0]),
        # The others may lose instead, or as well.
        ("Nulla XI Secchia X", [0, 0, -1, 0]),
        ("Nulla XI Nulla X", [0, -1, -1, 0]),
        ("Nulla XI Matto X", [0, -1, -1, 0]),
        ("Nulla XI Matto Matto", [0, -1, 0, 0]),
        # A bluff costs only its author.
        ("I XI V X", [-1, 0, 0, 0]),
        ("Secchia XI V X", [-1, 0, 0, 0]),
        ("Matto XI V X", [-1, 0, -1, 0]),
    ],
)
def test_the_innkeeper_who_accepts_pays_for_a_lost_nulla(hands: str, change: list[int]) -> None:
    table = Table().deal(hands).play("A:offer A:ask_nulla B:accept")
    assert table.turn == "C"
    assert table.hands.split()[:2] == hands.split()[:2]
    table.rest()
    assert table.change == change
    assert len(table.events("event.innkeeper-pays")) == -change[1]


@pytest.mark.clause("CUCU-11", "CUCU-17")
def test_the_innkeeper_may_go_out_by_paying_and_the_asker_stays_a_virgin() -> None:
    table = Table(3, tokens=1).deal("Nulla XI V").play("A:offer A:ask_nulla B:accept C:stand")
    assert (table.tokens, table.turn, table.virgins) == ([1, 0, 1], "B", "AC")


@pytest.mark.clause("CUCU-12")
@pytest.mark.parametrize(("answer", "turn"), [("accept", None), ("refuse", "C")])
def test_the_dealers_inn(answer: str, turn: str | None) -> None:
    table = Table(3).deal("X V XI").play(f"A:stand B:offer B:ask_nulla C:{answer}")
    assert table.turn == turn
    if turn:
        assert (table.hands, table.choices) == ("X XI V", {"stand", "cut"})
    else:
        assert table.compared() == "X V XI"


@pytest.mark.clause("CUCU-10", "CUCU-12")
def test_withdrawing_from_the_dealers_inn_ends_the_round() -> None:
    assert Table(3).deal("X V XI").play("A:stand B:offer B:withdraw").compared() == "X V XI"


# --- Showdown -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CUCU-13", "CUCU-14", "CUCU-15", "CUCU-16", "EX-10")
@pytest.mark.parametrize(
    ("hands", "losers"),
    [
        ("X I V VII", "B"),
        ("I V I X", "AC"),
        ("Leone X Leone Mascherone", "AC"),
        ("Matto XV", "A"),
        ("XV Matto XV", "B"),
        ("Matto V V VIIII", "ABC"),
        ("Matto Leone", "AB"),
        ("VII Matto XV", "AB"),
        ("Matto Matto V", "C"),
        ("Matto XV Matto XIIII", "D"),
        ("Matto Matto XV", "AB"),
        ("Matto Matto XV XV", "AB"),
        ("Matto Matto", "AB"),
        ("V Matto V Matto", "AC"),
        ("XV XV", ""),
    ],
)
def test_who_loses(hands: str, losers: str) -> None:
    assert Table(len(hands.split())).stood(hands).losers == losers


@pytest.mark.clause("CUCU-14", "CUCU-16")
@pytest.mark.parametrize(
    ("hands", "losers"),
    [("Matto XV", "AB"), ("XV Matto XV", "ABC"), ("XV XV", "AB"), ("Matto Matto XV", "AB"), ("Matto V XV", "AB")],
)
def test_a_cuckoo_that_is_not_immune(hands: str, losers: str) -> None:
    assert Table(len(hands.split()), cuckoo_immune=False).stood(hands).losers == losers


@pytest.mark.clause("CUCU-14", "EX-8", "EX-9")
def test_a_dead_matto_is_not_compared() -> None:
    table = Table(4, tokens=1).deal("Matto XIIII Matto V").play("A:offer C:stand D:stand")
    assert (table.compared(), table.losers) == ("- XIIII Matto V", "ACD")


@pytest.mark.clause("CUCU-16", "CUCU-21", "CUCU-23")
def test_the_lone_card_is_the_lowest_and_everybody_comes_back() -> None:
    table = Table(2, tokens=1).deal("V XIIII").play("A:offer")
    assert (table.compared(), table.change) == ("- XIIII", [-1, -1])
    assert (table.tokens, table.virgins, table.pot, table.coins) == ([1, 1], "", 2, [-1, -1])
    assert table.between_deals
    assert table.told["settlements"][-1]["void"] is False


@pytest.mark.clause("CUCU-23", "CUCU-21")
def test_worked_case_four() -> None:
    table = Table(2).stood("V V").stood("X X")
    assert table.tokens == [1, 1]
    table.deal("V XIIII").play("A:offer")
    assert (table.tokens, table.virgins) == ([3, 3], "")


@pytest.mark.clause("CUCU-16")
@pytest.mark.parametrize("card", ["XIIII", "XII"])
def test_the_lone_card_may_be_safe(card: str) -> None:
    table = Table(2, tokens=1, lone_card_safe=True).deal(f"V {card}").play("A:offer")
    assert (table.turn, table.choices) == ("A", {"buy_back", "leave"})
    table.play("A:leave")
    assert (table.winners, table.coins, table.pot) == ("B", [-1, 1], 0)


@pytest.mark.clause("EX-5", "CUCU-6")
@pytest.mark.parametrize("card", ["XV", "XIIII", "XII"])
def test_when_the_dealer_refuses_his_turn_is_used_up(card: str) -> None:
    table = Table(3).deal(f"X V {card}").play("A:stand B:offer")
    assert (table.compared(), table.between_deals) == (f"X V {card}", True)


# --- Out, and back --------------------------------------------------------------------------------------------------


@pytest.mark.clause("CUCU-17")
def test_who_is_out_may_buy_back_after_the_deal() -> None:
    table = Table(tokens=2).stood("V X X XI").deal("V X X XI").rest_until_asked()
    assert (table.turn, table.choices, table.price) == ("A", {"buy_back", "leave"}, 1)
    assert table.view(None).aloud
    assert (table.tokens, table.virgins, table.hands[0]) == ([0, 2, 2, 2], "BCD", "-")
    table.play("A:buy_back")
    assert (table.tokens, table.virgins, table.coins, table.pot) == ([2, 2, 2, 2], "BCD", [-2, -1, -1, -1], 5)
    assert table.change == [-1, 0, 0, 0]
    assert table.of_letters("out") == [False] * 4
    assert table.deal("V X X XI").turn == "C"


@pytest.mark.clause("CUCU-17")
def test_who_leaves_is_not_asked_again() -> None:
    table = Table(tokens=1).deal("V X X XI").rest()
    assert (table.tokens, table.of_letters("out")) == ([0, 1, 1, 1], [True, False, False, False])
    table.deal("- X V XI").play("C:stand D:stand B:stand")
    assert table.turn == "C"
    table.play("C:leave")
    assert table.between_deals


@pytest.mark.clause("CUCU-17")
def test_without_a_virgin_nobody_comes_back() -> None:
    table = Table(3, tokens=2).stood("Matto V V")
    assert table.virgins == ""
    table.stood("X V X")
    assert (table.between_deals, table.tokens) == (True, [1, 0, 1])


@pytest.mark.clause("CUCU-17")
@pytest.mark.parametrize("answer", ["buy_back", "leave"])
def test_the_last_opponent_of_a_virgin_is_asked_before_the_end(answer: str) -> None:
    table = Table(2, tokens=1).deal("V X").play("A:stand B:stand")
    assert (table.turn, table.told["winners"]) == ("A", [])
    table.act("A", answer)
    if answer == "leave":
        assert (table.winners, table.coins, table.hands) == ("B", [-1, 1], "- -")
        assert table.of_letters("out") == [True, False]
    else:
        assert (table.between_deals, table.tokens, table.pot, table.coins) == (True, [1, 1], 3, [-2, -1])


@pytest.mark.clause("CUCU-17")
def test_a_winner_who_is_no_virgin_has_won_at_once() -> None:
    table = Table(2).stood("X V").stood("V X").stood("V X").stood("V X")
    assert (table.winners, table.pot) == ("B", 0)


@pytest.mark.clause("CUCU-18", "CUCU-25")
@pytest.mark.parametrize(("rules", "price"), [({}, 4), ({"buy_back": "per_return"}, 2)])
def test_worked_case_three(rules: dict[str, Any], price: int) -> None:
    table = Table(5, tokens=1, **rules).deal("V X X XI XI").play("A:stand B:stand C:stand D:stand E:stand")
    assert table.price == 1
    table.play("A:buy_back").deal("X V X XI XI").play("B:stand C:stand D:stand E:stand A:stand")
    assert (table.turn, table.price) == ("B", 2)
    table.play("B:leave").deal("X - V XI XI").play("D:stand E:stand A:stand C:stand")
    assert (table.turn, table.price) == ("C", price)


@pytest.mark.clause("CUCU-18")
def test_the_price_is_a_multiple_of_the_stake_and_counts_who_goes_out_again() -> None:
    table = Table(3, tokens=1, stake=7)
    for price in (7, 14, 28):
        table.deal("V X X").rest_until_asked()
        assert (table.turn, table.price) == ("A", price)
        table.play("A:buy_back")
    assert table.coins == [-56, -7, -7]


@pytest.mark.clause("CUCU-19")
@pytest.mark.parametrize(
    ("rules", "answer", "second", "later"),
    [
        ({}, "buy_back", 2, 4),
        ({}, "leave", 2, 4),
        ({"simultaneous": "equal"}, "buy_back", 1, 4),
        ({"simultaneous": "equal", "buy_back": "per_return"}, "buy_back", 1, 4),
        ({"simultaneous": "equal", "buy_back": "per_return"}, "leave", 1, 2),
        ({"buy_back": "per_return"}, "buy_back", 2, 4),
        ({"buy_back": "per_return"}, "leave", 1, 2),
    ],
)
def test_out_together(rules: dict[str, Any], answer: str, second: int, later: int) -> None:
    table = Table(5, tokens=1, **rules).deal("X V X V XI").rest_until_asked()
    assert (table.turn, table.price) == ("B", 1)
    table.act("B", answer)
    assert (table.turn, table.price) == ("D", second)
    table.play("D:buy_back")
    table.deal(f"X {'X' if answer == 'buy_back' else '-'} V VII VII").rest_until_asked()
    assert (table.turn, table.price) == ("C", later)


@pytest.mark.clause("CUCU-19")
def test_who_went_out_earlier_in_the_deal_is_asked_first() -> None:
    table = Table(5, tokens=1).deal("V X VI XIIII X").play("A:stand B:stand C:offer")
    assert table.turn == "E"  # nobody is asked in mid-deal
    table.play("E:stand")
    assert (table.turn, table.price) == ("C", 1)
    table.play("C:leave")
    assert (table.turn, table.price) == ("A", 2)


@pytest.mark.clause("CUCU-20")
def test_sponsors_pay_and_get_their_part() -> None:
    table = Table(3, tokens=1, stake=4).deal("V X X").rest_until_asked()
    table.act("A", "buy_back", sponsors={"B": 1, "C": 2})
    assert (table.coins, table.pot) == ([-5, -5, -6], 16)
    table.stood("X V V")
    assert (table.winners, table.coins) == ("A", [-1, -1, 2])


@pytest.mark.clause("CUCU-20")
def test_a_sponsors_part_is_rounded_down() -> None:
    table = Table(3, tokens=1, stake=3).stood("V X X")
    table.deal("- X V").rest_until_asked()
    assert table.price == 6
    table.act("C", "buy_back", sponsors={"A": 1})  # who is out may pay
    assert table.pot == 15
    table.stood("- V X")
    assert (table.winners, table.coins) == ("C", [-2, -3, 5])  # a sixth of 15 is 2


@pytest.mark.clause("CUCU-20")
def test_only_the_sponsors_of_the_latest_return_count() -> None:
    table = Table(4, tokens=1, stake=4).deal("V X X XI").rest_until_asked()
    table.act("A", "buy_back", sponsors={"B": 4})
    table.stood("V X X XI", coming_back="A")
    assert table.pot == 16 + 4 + 8
    table.stood("X Matto V V")
    assert (table.winners, table.coins) == ("A", [-4 - 8 + 28, -8, -4, -4])


@pytest.mark.clause("CUCU-20")
@pytest.mark.parametrize(
    ("sponsors", "reason"),
    [
        (((3, 1),), "reason.sponsor-seat"),
        (((4, 1),), "reason.sponsor-seat"),
        (((-1, 1),), "reason.sponsor-seat"),
        (((1, 1), (1, 1)), "reason.sponsor-seat"),
        (((1, 0),), "reason.sponsor-coins"),
        (((1, -1),), "reason.sponsor-coins"),
        (((1, 3), (2, 3)), "reason.sponsor-coins"),
        (((1, 6),), "reason.sponsor-coins"),
    ],
)
def test_sponsors_that_cannot_be(sponsors: tuple[tuple[int, int], ...], reason: str) -> None:
    table = Table(4, tokens=1, stake=5).deal("V X X XI").rest_until_asked()
    assert table.refusal("A", "buy_back", sponsors=sponsors) == reason
    table.act("A", "buy_back", sponsors=((0, 2), (1, 3)))
    assert table.coins == [-5, -5, -8, -7]


@pytest.mark.clause("CUCU-20")
@pytest.mark.parametrize("sponsors", ['{"01":1}', '{"-1":1}', '{"a":1}', '{"1":1.5}', '{"1":true}', "[1]", "null"])
def test_sponsors_that_no_record_can_write(sponsors: str) -> None:
    table = Table(4, tokens=1, stake=5).deal("V X X XI").rest_until_asked()
    huge = '{"' + "1" * 5000 + '":1}'
    for text in (sponsors, huge):
        line = f'{{"seat":3,"do":"buy_back","sponsors":{text}}}\n'
        with pytest.raises(RecordFault) as fault:
            Match.replay(read_record(f"{table.match.record().text()}{line}".encode()), find_game)
        assert (fault.value.line, fault.value.reason.key) == (7, "record.no-action")


@pytest.mark.clause("CUCU-21")
def test_all_out_together_all_come_back() -> None:
    table = Table(4, tokens=1, stake=2).stood("V X X XI")
    assert table.tokens == [0, 1, 1, 1]
    table.stood("- Matto V V")
    assert (table.tokens, table.virgins, table.pot) == ([1, 1, 1, 1], "", 8)
    assert (table.change, table.of_letters("out")) == ([0, -1, -1, -1], [False] * 4)
    assert len(table.events("event.all-back")) == 1
    assert table.dealer == "C"
    table.stood("X V X XI")
    assert (table.between_deals, table.tokens) == (True, [1, 0, 1, 1])  # nobody is a virgin: he is not asked


@pytest.mark.clause("CUCU-25")
def test_no_buying_back() -> None:
    table = Table(3, tokens=1, buy_back="off").stood("V X X")
    assert (table.between_deals, table.tokens) == (True, [0, 1, 1])
    table.stood("- V X")
    assert (table.winners, table.coins) == ("C", [-1, -1, 2])


# --- The last two ---------------------------------------------------------------------------------------------------


def last_two(**rules: Any) -> Table:
    """Leave B and C with two tokens each, and three coins in the pot. The shares are C's, B's."""
    table = Table(3, tokens=2, **rules).stood("V X X").stood("V X X")
    assert (table.tokens, table.pot, table.between_deals) == ([0, 2, 2], 3, True)
    return table


@pytest.mark.clause("CUCU-22")
@pytest.mark.parametrize(
    ("shares", "coins"),
    [
        ((50, 50), [-1, 0, 1]),  # odd coin: of equal shares to the lower seat
        ((40, 60), [-1, 1, 0]),  # odd coin to the bigger share
        ((60, 40), [-1, 0, 1]),
        ((0, 100), [-1, 2, -1]),
        ((100, 0), [-1, -1, 2]),
        ((34, 66), [-1, 1, 0]),
    ],
)
def test_the_last_two_share_the_pot(shares: tuple[int, int], coins: list[int]) -> None:
    table = last_two().act("B", "split", shares=shares)
    assert (table.turn, table.choices) == ("C", {"agree", "decline"})
    assert table.view(None).aloud
    table.play("C:agree")
    assert (table.winners, table.coins, table.pot) == ("BC", coins, 0)
    assert table.of_letters("out") == [True, False, False]


@pytest.mark.clause("CUCU-22")
def test_a_split_without_a_pot() -> None:
    table = last_two_without_stake().act("C", "split", shares=(30, 70)).play("B:agree")
    assert (table.winners, table.coins) == ("BC", [0, 0, 0])


def last_two_without_stake() -> Table:
    return Table(3, tokens=2, stake=0).stood("V X X").stood("V X X")


@pytest.mark.clause("CUCU-22")
def test_one_offer_for_each_between_two_deals() -> None:
    table = last_two().act("B", "split", shares=(10, 90)).play("C:decline")
    assert table.between_deals
    assert table.refusal("B", "split", shares=(50, 50)) == "reason.split-once"
    table.act("C", "split", shares=(90, 10)).play("B:decline")
    assert table.refusal("C", "split", shares=(50, 50)) == "reason.split-once"
    table.stood("- XV XV").act("B", "split", shares=(50, 50)).play("C:agree")
    assert table.winners == "BC"


@pytest.mark.clause("CUCU-22")
def test_offers_that_cannot_be() -> None:
    table = Table(2)
    assert table.refusal("A", "split", shares=(50, 50)) == "reason.split-last-two"  # before the first deal
    table = Table(3)
    table.stood("V X X")
    assert table.refusal("A", "split", shares=(50, 50)) == "reason.split-last-two"
    table = last_two()
    assert table.refusal("A", "split", shares=(50, 50)) == "reason.split-last-two"
    for shares in ((50, 51), (-1, 101), (101, -1), (0, 0), None):
        assert table.refusal("B", "split", shares=shares) == "reason.split-shares"
    assert table.refusal("B", "agree") == "reason.shuffle-first"
    table.act("B", "split", shares=(50, 50))
    assert table.refusal("B", "agree") == "reason.not-your-turn"
    assert table.refusal("C", "split", shares=(50, 50)) == "reason.answer-first"
    with pytest.raises(IllegalAction) as refused:
        table.match.shuffle(table.order("- X X"))
    assert refused.value.reason.key == "reason.deal-is-on"
    table.play("C:decline").deal("- X V")
    assert table.refusal(table.turn or "", "split", shares=(50, 50)) == "reason.unknown-action"


def on_one_token_each() -> Table:
    """Leave the two with a token each, no virgin, an odd pot."""
    table = last_two().stood("- V V")
    assert (table.tokens, table.virgins, table.pot) == ([0, 1, 1], "", 3)
    return table


@pytest.mark.clause("CUCU-22")
def test_with_one_token_each_the_deal_is_played_out() -> None:
    table = on_one_token_each().act("B", "split", shares=(60, 40)).play("C:agree")
    assert (table.between_deals, table.winners, table.pot) == (True, "", 3)
    table.stood("- V X")
    assert (table.winners, table.coins, table.tokens) == ("BC", [-1, 0, 1], [0, 0, 1])
    assert table.of_letters("out") == [True, False, False]


@pytest.mark.clause("CUCU-22", "CUCU-21")
def test_an_agreement_is_void_when_both_go_out() -> None:
    table = on_one_token_each().act("B", "split", shares=(60, 40)).play("C:agree").stood("- V V")
    assert (table.tokens, table.pot) == ([2, 2, 2], 3)
    table.stood("V X XV").stood("V X XV")
    assert table.tokens == [0, 2, 2]
    table.stood("- V XV").stood("- V XV")
    assert (table.winners, table.coins) == ("C", [-1, -1, 2])


@pytest.mark.clause("CUCU-22")
def test_an_agreement_holds_while_nobody_loses() -> None:
    table = on_one_token_each().act("C", "split", shares=(100, 0)).play("B:agree").stood("- XV XV")
    assert (table.between_deals, table.tokens) == (True, [0, 1, 1])
    table.stood("- X V")
    assert (table.winners, table.coins) == ("BC", [-1, -1, 2])


@pytest.mark.clause("CUCU-20", "CUCU-22")
def test_a_sponsor_has_part_in_a_split() -> None:
    table = Table(3, tokens=2, stake=4).stood("V X X").stood("V X X").stood("- V X")
    table.deal("- V X").rest_until_asked()
    assert (table.turn, table.price) == ("B", 8)
    table.act("B", "buy_back", sponsors={"A": 4})
    assert table.pot == 20
    table.act("B", "split", shares=(50, 50)).play("C:agree")
    assert table.coins == [-4 - 4 + 5, -4 - 4 + 10 - 5, -4 + 10]


# --- What is seen ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("CUCU-24", "EX-7", "EX-11")
def test_only_a_privileged_card_that_was_asked_is_shown() -> None:
    table = Table(6).deal("II III XIII XV V X", stock="VII").play("A:offer B:offer E:offer F:cut")
    shown = table.events("event.showdown")
    before = [e for step in table.match.events for e in step if e not in shown]
    assert {card for event in before for card in event.seen_by(None).cards} == {"XIII", "XV"}
    assert {card for event in before for card in event.seen_by(table.seat("C")).cards} == {"XIII", "XV"}
    assert {card for event in before for card in event.seen_by(table.seat("B")).cards} == {"II", "III", "XIII", "XV"}


@pytest.mark.clause("EX-1", "EX-7")
@pytest.mark.parametrize(
    ("hands", "steps", "changed", "blind"),
    [
        ("II V VII X I", "", "A C", "BCDE"),
        ("II V VII X I", "", "B E", "ABCDE"),
        ("II V VII X I", "A:offer", "C E", "ABCDE"),
        ("II V VII X I", "A:offer", "B E", "CDE"),
        ("II V VII X I", "A:offer B:offer", "A E", "DE"),
        ("II V VII X I", "A:offer B:offer", "C E", "ADE"),
        ("II V VII XII I", "A:offer B:offer C:offer", "A C", "D"),
        ("II XI VII X I", "A:offer", "A D", "BCDE"),
        ("II XI VII X I", "A:offer A:ask_nulla", "A D", "BCDE"),
        ("II XI VII X I", "A:offer A:ask_nulla B:refuse", "A D", "CDE"),
        ("II XIII VII X I", "A:offer", "C E", "BDE"),
    ],
)
def test_two_worlds_that_differ_in_hidden_cards_give_equal_views(
    hands: str, steps: str, changed: str, blind: str
) -> None:
    real = Table(5).deal(hands).play(steps)
    one, other = changed.split()
    places = {one: other, other: one}
    cards = dict(zip("ABCDE", hands.split(), strict=True))
    twin = Table(5).deal(" ".join(cards[places.get(letter, letter)] for letter in "ABCDE")).play(steps)
    for viewer in (None, *blind):
        assert real.view(viewer) == twin.view(viewer)
        assert repr(real.view(viewer)) == repr(twin.view(viewer))
        assert real.named(viewer) == twin.named(viewer)


@pytest.mark.parametrize(
    ("hands", "steps"),
    [
        ("II V VII X I", ""),
        ("II V VII X I", "A:offer B:offer"),
        ("II XI VII X I", "A:offer"),
        ("II XI VII X I", "A:offer A:ask_nulla"),
        ("II XI VII X I", "A:offer A:ask_nulla B:refuse B:offer"),
        ("II V VII XII I", "A:offer B:offer C:offer"),
        ("II XIII VII XIIII I", "A:offer C:offer"),
    ],
)
def test_samples_agree_with_the_view(hands: str, steps: str) -> None:
    table = Table(5).deal(hands).play(steps)
    chance = Chance(steps.encode())
    for viewer in (None, *table.letters):
        view = table.view(viewer)
        for _ in range(3):
            assert view.sample(chance).view(None if viewer is None else table.seat(viewer)) == view


# --- What cannot be done --------------------------------------------------------------------------------------------


@pytest.mark.clause("EX-2", "EX-3", "CUCU-10", "CUCU-11")
@pytest.mark.parametrize(
    ("hands", "steps", "tried", "reason"),
    [
        ("II V XI X", "", "B:stand", "not-your-turn"),
        ("II V XI X", "", "A:cut", "only-dealer-cuts"),
        ("II V XI X", "", "A:withdraw", "unknown-action"),
        ("II V XI X", "", "A:buy_back", "unknown-action"),
        ("II V XI X", "", "A:timeout", "no-time-limit"),
        ("II V XI X", "A:stand B:offer", "B:stand", "answer-first"),
        ("II V XI X", "A:stand B:offer", "B:accept", "answer-first"),
        ("II V XI X", "A:stand B:offer", "C:accept", "not-your-turn"),
        ("II V XI X", "A:stand B:offer B:ask_nulla", "C:withdraw", "answer-first"),
        ("II V XI X", "A:stand B:offer B:ask_nulla", "B:withdraw", "not-your-turn"),
        ("II V VII X", "A:stand B:stand C:stand", "D:offer", "dealer-cuts"),
        ("II V VII X", "A:stand B:stand C:stand D:stand", "A:stand", "shuffle-first"),
    ],
)
def test_refusals(hands: str, steps: str, tried: str, reason: str) -> None:
    table = Table().deal(hands).play(steps)
    letter, do = tried.split(":")
    assert table.refusal(letter, do) == f"reason.{reason}"


def test_nothing_can_be_done_after_the_end() -> None:
    table = Table(2, tokens=1, buy_back="off").stood("V X")
    assert table.refusal("A", "stand") == "reason.over"
    assert table.refusal("A", "split", shares=(50, 50)) == "reason.over"
    with pytest.raises(IllegalAction) as refused:
        table.match.shuffle(table.match.pack.cards)
    assert refused.value.reason.key == "reason.over"


@pytest.mark.clause("PACK-1")
def test_a_shuffle_must_be_the_whole_pack() -> None:
    table = Table()
    cards = list(table.match.pack.cards)
    for order in (cards[1:], [*cards, "Matto"], [*cards[1:], "X"], [*cards[1:], "Ac"]):
        with pytest.raises(IllegalAction):
            table.match.shuffle(order)
