"""The Cucuspiel of 1769: what differs from Cucù, on deals made by hand.

A is eldest of the first deal, the last letter deals.
"""

from typing import Any

import pytest

from cucco_tui.engine.game import WrongSetup
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import IllegalAction
from tests.games.pot_table import Table as AnyTable
from tests.games.watching import see_refused


class Table(AnyTable):
    """A match of the Cucuspiel."""

    def __init__(self, seats: int = 4, **rules: Any) -> None:
        super().__init__("cucuspiel", seats, **rules)

    @property
    def cup(self) -> int:
        return self.view(None).ledger.cup


# --- The deal -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ZEH-1")
def test_thirty_eight_cards_and_five_tokens() -> None:
    table = Table()
    assert len(table.match.pack.cards) == 38
    assert "Leone" not in table.match.pack.cards
    assert (table.tokens, table.pot, table.of_letters("virgin")) == ([5] * 4, 4, [None] * 4)
    with pytest.raises(IllegalAction) as refused:
        table.match.shuffle([*table.match.pack.cards, "Leone", "Leone"])
    assert refused.value.reason.key == "reason.pack-unknown"
    assert Table(tokens=9).tokens == [9] * 4


@pytest.mark.clause("ZEH-1")
def test_two_to_nineteen_play() -> None:
    see_refused("cucuspiel", 1, 20)
    table = Table(19)
    table.match.shuffle(table.match.pack.cards)
    assert table.view(None).stock == 19


@pytest.mark.parametrize(
    "rules", [{"buy_back": "off"}, {"ties": "all"}, {"cuckoo_immune": True}, {"refusal": True}, {"matti": True}]
)
def test_wrong_rules_are_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(WrongSetup):
        Table(**rules)


@pytest.mark.clause("ZEH-2")
def test_all_cards_are_dealt_from_the_bottom_before_the_exchange() -> None:
    table = Table(3)
    assert table.order("III V VII")[-3:] == ["VII", "V", "III"]
    table.deal("III V VII", stock="XIIII")
    assert (table.hands, table.turn) == ("III V VII", "A")
    table.play("A:stand B:stand C:cut")
    assert table.compared() == "III V XIIII"


# --- Refusing -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ZEH-3", "EX-3")
def test_an_ordinary_card_must_be_swapped() -> None:
    table = Table().deal("III V VII X").play("A:offer")
    assert (table.hands, table.turn) == ("V III VII X", "B")


@pytest.mark.clause("ZEH-3")
def test_a_swap_may_be_refused_for_a_token() -> None:
    table = Table(refusal="costs_token").deal("III V VII X").play("A:offer")
    assert (table.turn, table.choices, table.view(None).aloud) == ("B", {"swap", "refuse"}, False)
    assert table.refusal("B", "stand") == "reason.answer-first"
    assert table.refusal("A", "refuse") == "reason.not-your-turn"
    table.play("B:refuse")
    assert (table.hands, table.turn, table.choices) == ("III V VII X", "B", {"stand", "offer"})
    assert (table.tokens, table.cup) == ([5, 4, 5, 5], 1)
    table.play("B:offer C:swap")
    assert (table.hands, table.turn, table.cup) == ("III VII V X", "C", 1)
    table.play("C:offer D:refuse")
    assert (table.turn, table.choices) == ("D", {"stand", "cut"})
    table.play("D:stand")
    assert (table.change, table.cup) == ([-1, -1, 0, -1], 3)


@pytest.mark.clause("ZEH-3")
@pytest.mark.parametrize("card", ["XI", "XII", "XIII", "XIIII", "XV"])
def test_a_privileged_card_cannot_be_refused(card: str) -> None:
    table = Table(3, refusal="costs_token").deal(f"III XIIII {card}").play("A:stand B:offer")
    assert "refuse" not in (table.choices if table.turn else ())
    assert table.hands == f"III XIIII {card}" or table.between_deals


@pytest.mark.clause("ZEH-3", "CUCU-8")
def test_who_is_asked_over_a_horse_may_refuse() -> None:
    table = Table(refusal="costs_token").deal("III XIII VII X").play("A:offer")
    assert (table.turn, table.choices) == ("C", {"swap", "refuse"})
    table.play("C:refuse")
    assert (table.hands, table.turn, table.tokens) == ("III XIII VII X", "C", [5, 5, 4, 5])


@pytest.mark.clause("ZEH-3", "EX-8")
def test_who_refuses_with_his_last_token_is_out_and_his_turn_gone() -> None:
    table = Table(tokens=1, refusal="costs_token").deal("III V VII X").play("A:offer B:refuse")
    assert (table.hands, table.turn, table.tokens) == ("III - VII X", "C", [1, 0, 1, 1])
    table = Table(3, tokens=1, refusal="costs_token").deal("X V VII").play("A:stand B:offer C:refuse")
    assert (table.compared(), table.tokens) == ("X V -", [1, 0, 0])
    assert table.winners == "A"


@pytest.mark.clause("ZEH-3", "ZEH-9", "CUCU-16")
@pytest.mark.parametrize(
    ("hands", "rules", "winner", "tokens"),
    [
        ("V X", {}, "", [1, 1]),
        ("V X", {"lone_card_safe": True}, "A", [1, 0]),
        ("XV X", {}, "A", [1, 0]),
        ("Matto X", {}, "", [1, 1]),
        ("Matto X", {"lone_card_safe": True}, "A", [1, 0]),
    ],
)
def test_the_lone_card(hands: str, rules: dict[str, Any], winner: str, tokens: list[int]) -> None:
    table = Table(2, tokens=1, refusal="costs_token", **rules).deal(hands).play("A:offer B:refuse")
    assert (table.winners, table.tokens) == (winner, tokens)


# --- Privileged cards -----------------------------------------------------------------------------------------------


@pytest.mark.clause("ZEH-4")
def test_the_cat_is_paid_and_nothing_is_undone() -> None:
    table = Table(5).deal("III V VII XII X").play("A:offer B:offer C:offer")
    assert (table.hands, table.turn) == ("V VII III XII X", "E")
    assert (table.tokens, table.cup, table.calls) == ([5, 5, 4, 6, 5], 0, ["D gnau"])
    table.play("E:stand")
    assert (table.change, table.cup) == ([0, 0, -2, 1, 0], 1)


@pytest.mark.clause("ZEH-4", "EX-8")
def test_who_pays_his_last_token_to_the_cat_is_out() -> None:
    table = Table(3, tokens=1).deal("III XII X").play("A:offer")
    assert (table.hands, table.tokens, table.turn) == ("- XII X", [0, 2, 1], "C")
    table.play("C:stand")
    assert (table.tokens, table.winners) == ([0, 2, 0], "B")


@pytest.mark.clause("ZEH-5")
@pytest.mark.parametrize(
    ("hands", "after", "turn", "tokens"),
    [
        ("II XV V X", "II XV V X", "C", [5, 5, 5, 5]),
        ("II XIIII V X", "II XIIII V X", "C", [4, 5, 5, 5]),
        ("II XIII V X", "V XIII II X", "C", [5, 5, 5, 5]),
        ("II XI V X", "II XI V X", "A", [5, 5, 5, 5]),
    ],
)
def test_the_others_do_what_they_do_in_cucu(hands: str, after: str, turn: str, tokens: list[int]) -> None:
    table = Table().deal(hands).play("A:offer")
    assert (table.hands, table.turn, table.tokens) == (after, turn, tokens)


@pytest.mark.clause("ZEH-5")
def test_past_the_dealers_horse_the_top_card_is_taken() -> None:
    table = Table(3).deal("X II XIII", stock="III", other_end="VII").play("A:stand B:offer")
    assert table.compared() == "X VII XIII"


@pytest.mark.clause("ZEH-5")
@pytest.mark.parametrize("refusal", ["forbidden", "costs_token"])
def test_the_inn(refusal: str) -> None:
    table = Table(refusal=refusal).deal("Nulla XI V X").play("A:offer A:ask_nulla B:accept").rest()
    assert (table.change, table.cup) == ([0, -1, 0, 0], 1)
    table = Table(refusal=refusal).deal("Nulla XI V X").play("A:offer A:ask_nulla B:refuse")
    assert (table.hands, table.turn) == ("XI Nulla V X", "B")
    table = Table(refusal=refusal).deal("Nulla XI V X").play("A:offer A:withdraw")
    assert (table.hands, table.turn) == ("Nulla XI V X", "C")


# --- Showdown -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ZEH-6", "ZEH-7", "ZEH-8")
@pytest.mark.parametrize(
    ("hands", "change"),
    [
        ("X V V XI", [0, -1, -1, 0]),
        ("Matto V V X", [-1, -1, -1, 0]),
        ("Matto XV", [-1, 0]),
        ("XV Matto XV", [0, -1, 0]),
        ("V Matto", [-1, -1]),
        ("XV X Matto", [0, -1, -1]),
        # The cup was empty, and now holds what the losers paid.
        ("Matto Matto V V", [1, 1, -1, -1]),
        ("X Matto V Matto", [0, 1, -1, 0]),
        ("X Matto XIIII Matto", [-1, 1, 0, 0]),
        ("Matto Matto XV", [0, 0, 0]),
        ("Matto Matto XV XV", [0, 0, 0, 0]),
        ("Matto Matto", [0, 0]),
        ("XV XV", [0, 0]),
        ("V V", [-1, -1]),
    ],
)
def test_who_loses_and_who_takes_from_the_cup(hands: str, change: list[int]) -> None:
    assert Table(len(hands.split())).stood(hands).change == change


@pytest.mark.clause("ZEH-7", "ZEH-8")
def test_each_matto_takes_a_token_from_the_cup() -> None:
    table = Table(2).stood("V V").stood("X X")
    assert (table.tokens, table.cup) == ([3, 3], 4)
    table.stood("Matto Matto")
    assert (table.tokens, table.cup) == ([4, 4], 2)
    table.stood("Matto Matto").stood("Matto Matto")
    assert (table.tokens, table.cup) == ([5, 5], 0)
    table = Table(3).stood("V X X").stood("Matto XV Matto")
    assert (table.tokens, table.cup) == ([4, 5, 6], 0)  # C comes before the dealer A: one token was there


@pytest.mark.clause("ZEH-7")
def test_the_cats_token_is_not_in_the_cup() -> None:
    table = Table(4).deal("XV XII Matto Matto").play("A:offer").rest()
    assert (table.change, table.cup) == ([-1, 0, 1, 0], 0)


# --- The end --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ZEH-9")
def test_nobody_comes_back() -> None:
    table = Table(3, tokens=1).stood("V X X")
    assert (table.between_deals, table.tokens) == (True, [0, 1, 1])
    table.stood("- V X")
    assert (table.winners, table.coins, table.pot) == ("C", [-1, -1, 2], 0)


@pytest.mark.clause("ZEH-9")
def test_all_out_together_start_again_with_the_same_pot() -> None:
    table = Table(3, tokens=1, stake=4).stood("V X X")
    table.stood("- V V")
    assert (table.tokens, table.pot, table.coins, table.cup) == ([1, 1, 1], 12, [-4] * 3, 0)
    assert table.change == [0, -1, -1]
    assert table.told["settlements"][-1]["void"] is False


@pytest.mark.clause("ZEH-10", "ZEH-8")
def test_two_matti_of_the_last_two_take_one_each() -> None:
    table = Table(3, tokens=2).stood("V X X").stood("V X X").stood("- Matto Matto")
    assert (table.tokens, table.cup) == ([0, 3, 3], 0)


@pytest.mark.clause("CUCU-22")
def test_the_last_two_may_share_the_pot() -> None:
    table = Table(2, stake=2).stood("V X").act("B", "split", shares=(50, 50)).play("A:agree")
    assert (table.winners, table.coins) == ("AB", [0, 0])
    table = Table(2, tokens=2).stood("V V").act("A", "split", shares=(100, 0)).play("B:agree")
    assert table.between_deals
    table.deal("V XII").play("B:stand A:stand")
    assert (table.winners, table.coins) == ("AB", [-1, 1])


@pytest.mark.clause("CUCU-22", "ZEH-4")
def test_a_token_paid_to_the_cat_does_not_end_the_agreement_of_who_are_left() -> None:
    table = Table(2, tokens=2).stood("V V").act("A", "split", shares=(50, 50)).play("B:agree")
    table.deal("X V").play("B:stand A:stand")
    assert (table.winners, table.coins) == ("AB", [0, 0])
    table = Table(2, tokens=2).stood("V V").act("A", "split", shares=(50, 50)).play("B:agree")
    table.deal("XII V").play("B:offer")
    assert (table.tokens, table.winners, table.coins) == ([1, 0], "AB", [0, 0])


# --- What is seen ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("EX-7", "ZEH-3")
@pytest.mark.parametrize("steps", ["A:offer", "A:offer B:refuse", "A:offer B:swap", "A:offer B:refuse B:offer"])
def test_two_worlds_give_equal_views_and_samples_agree(steps: str) -> None:
    real = Table(5, refusal="costs_token").deal("II V VII X I").play(steps)
    twin = Table(5, refusal="costs_token").deal("II V I X VII").play(steps)
    chance = Chance(steps.encode())
    for viewer in (None, "A", "D"):
        assert real.view(viewer) == twin.view(viewer)
        assert real.named(viewer) == twin.named(viewer)
    for viewer in (None, *real.letters):
        view = real.view(viewer)
        for _ in range(3):
            assert view.sample(chance).view(None if viewer is None else real.seat(viewer)) == view
