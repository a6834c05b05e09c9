"""Lu Stù of Montorio: what differs from Cucù, on deals made by hand. A is eldest of the first deal, the last deals."""

from typing import Any

import pytest

from cucco_tui.engine.game import WrongSetup
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import RecordFault, read_record
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import IllegalAction
from cucco_tui.games import find_game
from tests.games.pot_table import Table as AnyTable


class Table(AnyTable):
    """A match of Stù."""

    def __init__(self, seats: int = 4, **rules: Any) -> None:
        super().__init__("stu", seats, **rules)


# --- The deal -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("STU-1", "CUCU-3")
def test_cards_come_from_the_top_as_they_are_needed() -> None:
    table = Table(3)
    assert table.order("III V VII")[:3] == ["III", "V", "VII"]
    table.deal("III V VII")
    assert (table.hands, table.turn, table.tokens, table.pot) == ("III - -", "A", [3] * 3, 3)
    assert table.play("A:offer").hands == "V III -"
    assert table.play("B:offer").hands == "V VII III"


@pytest.mark.clause("STU-1", "EX-6")
def test_the_dealer_exchanges_with_the_top_card() -> None:
    table = Table(3).deal("X V I", stock="XII", other_end="II").play("A:stand B:stand C:cut")
    assert (table.compared(), table.losers, table.calls) == ("X V XII", "B", [])


@pytest.mark.clause("STU-1", "CUCU-8")
def test_past_the_dealers_horse_the_top_card_is_taken() -> None:
    table = Table(3).deal("X I XIII", stock="VII", other_end="II").play("A:stand B:offer")
    assert (table.compared(), table.losers, table.calls) == ("X VII XIII", "B", ["C zumb"])


@pytest.mark.clause("STU-6")
def test_without_matti() -> None:
    table = Table(matti=False)
    cards = table.match.pack.cards
    assert len(cards) == 38 and "Matto" not in cards
    with pytest.raises(IllegalAction) as refused:
        table.match.shuffle([*cards, "Matto", "Matto"])
    assert refused.value.reason.key == "reason.pack-unknown"
    whole = Table().match.pack.cards
    shuffle = '{"shuffle":' + str(list(whole)).replace("'", '"') + "}\n"
    with pytest.raises(RecordFault) as fault:
        Match.replay(read_record((table.match.record().text() + shuffle).encode()), find_game)
    assert fault.value.line == 2
    assert table.stood("V X VII V").losers == "A"
    with pytest.raises(IllegalAction):
        Table().match.shuffle(cards)


@pytest.mark.parametrize("rules", [{"ties": "all"}, {"first_price": 0}, {"first_price": 3}, {"matti": "no"}])
def test_wrong_rules_are_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(WrongSetup):
        Table(**rules)


# --- Showdown -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("STU-2", "STU-3", "STU-4", "STU-5")
@pytest.mark.parametrize(
    ("hands", "change"),
    [
        ("X V V XI", [0, -1, 0, 0]),
        ("X I V II", [0, -1, 0, 0]),
        ("Leone X Leone Mascherone", [-1, 0, 0, 0]),
        ("Matto V V X", [-1, -1, 0, 0]),
        ("V V Matto X", [-1, 0, -1, 0]),
        ("XV Matto XV", [-1, -1, 0]),
        ("X Matto XV", [-1, -1, 0]),
        ("Matto XV", [-1, -1]),
        ("V Matto", [-1, -1]),
        ("Matto Matto V V", [1, 1, -1, 0]),
        ("Matto X Matto XV", [1, -1, 1, 0]),
        ("XV Matto Matto XV", [-1, 1, 1, 0]),
        ("Matto XV Matto", [1, -1, 1]),
        ("V V", [-1, 0]),
        ("XV XV", [-1, 0]),
        ("Matto Matto", [0, 1]),
    ],
)
def test_who_loses_and_who_gains(hands: str, change: list[int]) -> None:
    assert Table(len(hands.split())).stood(hands).change == change


@pytest.mark.clause("STU-3", "STU-4", "STU-5")
@pytest.mark.parametrize(
    ("hands", "change"),
    [("XV XV", [0, 0]), ("Matto XV", [-1, 0]), ("Matto XV Matto", [1, 0, 1]), ("X Matto XV", [-1, -1, 0])],
)
def test_a_cuckoo_may_be_immune(hands: str, change: list[int]) -> None:
    assert Table(len(hands.split()), cuckoo_immune=True).stood(hands).change == change


@pytest.mark.clause("STU-5", "STU-13", "STU-1")
def test_a_token_gained_and_lost_at_once_is_not_lost() -> None:
    table = Table(2).stood("Matto Matto")
    assert (table.tokens, table.virgins) == ([3, 4], "AB")
    table.stood("Matto Matto")  # now A deals
    assert (table.tokens, table.virgins) == ([4, 4], "AB")


@pytest.mark.clause("STU-13")
def test_who_lost_a_token_and_won_one_is_no_virgin() -> None:
    table = Table(3).stood("V X X").stood("Matto V Matto")
    assert (table.tokens, table.virgins) == ([3, 2, 4], "C")


# --- The inn --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("STU-7")
def test_the_inn_asks_what_it_is_offered() -> None:
    table = Table().deal("II XI V VII").play("A:offer")
    assert (table.turn, table.choices, table.calls) == ("A", {"bargain"}, ["B tingh-la-cas"])
    assert table.events("event.calls")[0].cards == ()
    assert not table.view(None).aloud
    table.act("A", "bargain", coins=5, share=20)
    assert (table.turn, table.choices, table.view(None).aloud) == ("B", {"accept", "refuse"}, True)
    (told,) = table.events("event.bargains")
    assert (told.coins, told.shares) == (5, (20,))
    assert table.coins == [-1] * 4
    table.play("B:accept")
    assert (table.hands, table.turn, table.coins, table.pot) == ("XI II - -", "B", [-6, 4, -1, -1], 4)
    assert table.choices == {"stand", "offer"}


@pytest.mark.clause("STU-7")
@pytest.mark.parametrize("offer", [{}, {"coins": 0}, {"share": 0}, {"coins": 0, "share": 0}])
def test_an_offer_of_nothing_can_be_accepted(offer: dict[str, int]) -> None:
    table = Table().deal("II XI V VII").play("A:offer").act("A", "bargain", **offer).play("B:accept")
    assert (table.hands, table.coins) == ("XI II - -", [-1] * 4)


@pytest.mark.clause("STU-7")
@pytest.mark.parametrize(
    ("hands", "change"),
    [
        ("Nulla XI V X", [0, -1, 0, 0]),
        ("Nulla XI Nulla X", [0, -1, 0, 0]),
        ("X XI Nulla XV", [0, 0, -1, 0]),
        ("Nulla XI Secchia X", [0, 0, -1, 0]),
        ("Nulla XI Matto X", [0, -1, -1, 0]),
        ("I XI V X", [-1, 0, 0, 0]),
    ],
)
def test_the_innkeeper_who_pours_a_drink_pays_for_a_lost_nulla(hands: str, change: list[int]) -> None:
    table = Table().deal(hands).play("A:offer").act("A", "bargain", coins=9, share=9).play("B:refuse")
    assert (table.turn, table.coins) == ("C", [-1] * 4)
    assert table.rest().change == change


@pytest.mark.clause("STU-7")
def test_the_dealers_inn() -> None:
    table = Table(3).deal("X V XI").play("A:stand B:offer B:bargain C:accept")
    assert (table.hands, table.turn, table.choices) == ("X XI V", "C", {"stand", "cut"})
    assert Table(3).deal("X V XI").play("A:stand B:offer B:bargain C:refuse").compared() == "X V XI"


@pytest.mark.clause("STU-7")
def test_promised_shares_never_sum_to_more_than_the_pot() -> None:
    table = Table(3, tokens=9).deal("II XI V").play("A:offer")
    assert table.refusal("A", "bargain", share=101) == "reason.bargain-share"
    assert table.refusal("A", "bargain", share=-1) == "reason.bargain-share"
    assert table.refusal("A", "bargain", coins=-1) == "reason.bargain-coins"
    assert table.refusal("A", "accept") == "reason.answer-first"
    assert table.refusal("B", "accept") == "reason.not-your-turn"
    table.act("A", "bargain", share=70).play("B:accept").rest()
    table.deal("XI X II").play("B:stand C:stand A:stand")
    table.deal("II XI X").play("C:stand A:offer")
    assert table.refusal("A", "bargain", share=31) == "reason.bargain-share"
    table.act("A", "bargain", share=30).play("B:refuse").rest()  # refused: nothing promised
    table.deal("II XI X").play("A:offer").act("A", "bargain", share=30).play("B:accept").rest()
    table.deal("XI X II").rest()
    table.deal("II XI X").play("C:stand A:offer")
    assert table.refusal("A", "bargain", share=1) == "reason.bargain-share"
    table.act("A", "bargain", coins=1, share=0)


@pytest.mark.clause("STU-7", "CUCU-20")
def test_a_promised_share_is_paid_by_the_winner_and_rounded_down() -> None:
    table = Table(3, tokens=1, stake=3, buy_back="off").deal("X XI V", stock="I")
    table.play("A:offer").act("A", "bargain", share=50).play("B:accept B:stand C:stand")
    assert (table.compared(), table.tokens) == ("XI X V", [1, 1, 0])
    table.stood("X V -")
    assert (table.winners, table.coins) == ("A", [-3 + 9 - 4, -3 + 4, -3])
    loses = Table(3, tokens=1, stake=3, buy_back="off").deal("X XI V")
    loses.play("A:offer").act("A", "bargain", share=50).play("B:accept B:stand C:stand")
    loses.stood("V X -")
    assert loses.coins == [-3, 6, -3]


@pytest.mark.clause("STU-7")
@pytest.mark.parametrize("arguments", ['"coins":1.5', '"share":true', '"share":"10"', '"coins":[1]'])
def test_bargains_that_no_record_can_write(arguments: str) -> None:
    table = Table().deal("II XI V VII").play("A:offer")
    line = f'{{"seat":3,"do":"bargain",{arguments}}}\n'
    with pytest.raises(RecordFault) as fault:
        Match.replay(read_record((table.match.record().text() + line).encode()), find_game)
    assert (fault.value.line, fault.value.reason.key) == (4, "record.no-action")


# --- The cat --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("STU-8", "STU-9")
@pytest.mark.parametrize(
    ("hands", "steps", "after", "tokens", "calls"),
    [
        # Ordinary cards are swapped, back to eldest.
        ("III V VII XII X", "A:stand B:stand C:offer", "VII III V XII X", [3, 3, 2, 3, 3], []),
        # Also acquired ones.
        ("III V VII XII X", "A:offer B:offer C:offer", "III V VII XII X", [3, 3, 2, 3, 3], []),
        ("III V VII XII X", "A:offer B:stand C:offer", "VII V III XII X", [3, 3, 2, 3, 3], []),
        # Eldest has nobody to offer to.
        ("III XII VII X X", "A:offer", "III XII VII - -", [2, 3, 3, 3, 3], []),
        ("III XIII XII X X", "A:offer", "III XIII XII X -", [2, 3, 3, 3, 3], []),
        # A horse is skipped.
        ("III XIII VII XII X", "A:stand B:stand C:offer", "VII XIII III XII X", [3, 3, 2, 3, 3], ["B zumb"]),
        (
            "XIII XIII VII XII X",
            "A:stand B:stand C:offer",
            "XIII XIII VII XII X",
            [3, 3, 2, 3, 3],
            ["B zumb", "A zumb"],
        ),
        # A cuckoo stops the way, without penalty.
        ("III XV VII XII X", "A:stand B:stand C:offer", "III XV VII XII X", [3, 3, 2, 3, 3], ["B cucu"]),
        ("XV V VII XII X", "A:stand B:stand C:offer", "XV VII V XII X", [3, 3, 2, 3, 3], ["A cucu"]),
        # Hunter and cat stop it, and the last to have offered pays.
        ("III XIIII VII XII X", "A:stand B:stand C:offer", "III XIIII VII XII X", [3, 3, 1, 3, 3], ["B bum"]),
        ("XIIII V VII XII X", "A:stand B:stand C:offer", "XIIII VII V XII X", [3, 2, 2, 3, 3], ["A bum"]),
        ("XII V VII XII X", "A:stand B:stand C:offer", "XII VII V XII X", [3, 2, 2, 3, 3], ["A cartarrit"]),
        (
            "XII XIII VII XII X",
            "A:stand B:stand C:offer",
            "XII XIII VII XII X",
            [3, 3, 1, 3, 3],
            ["B zumb", "A cartarrit"],
        ),
        # An inn stops it without penalty where it was dealt to.
        ("XI V VII XII X", "A:stand B:stand C:offer", "XI VII V XII X", [3, 3, 2, 3, 3], ["A tingh-la-cas"]),
        # An acquired inn must be swapped, and the way goes on.
        ("XI V VII XII X", "A:offer B:stand C:offer", "VII V XI XII X", [3, 3, 2, 3, 3], []),
        ("III XI VII XII X", "A:offer A:bargain B:accept B:stand C:offer", "VII XI III XII X", [3, 3, 2, 3, 3], []),
        # So must any acquired card; but the powers stay.
        ("XIIII V VII XII X", "A:offer B:stand C:offer", "V XIIII VII XII X", [3, 3, 1, 3, 3], ["B bum"]),
        ("XV V VII XII X", "A:offer B:stand C:offer", "V XV VII XII X", [3, 3, 2, 3, 3], ["B cucu"]),
        ("XIII V VII XII X", "A:offer B:stand C:offer", "VII XIII V XII X", [3, 3, 2, 3, 3], ["B zumb"]),
    ],
)
def test_the_way_backwards(hands: str, steps: str, after: str, tokens: list[int], calls: list[str]) -> None:
    table = Table(5).deal(hands).play(steps)
    assert table.hands.split()[:3] == after.split()[:3]
    assert table.tokens == tokens
    assert [call for call in table.calls if call not in ("D cartarrit", "B cartarrit", "C cartarrit")][
        -len(calls) :
    ] == (calls or [call for call in table.calls if "cartarrit" not in call])
    asked = table.letters.index(table.turn or "") - 1
    assert hands.split()[asked] == "XII"  # the player after the first cat is next


@pytest.mark.clause("STU-9")
def test_there_is_no_way_backwards_when_the_cat_puts_the_asker_out() -> None:
    table = Table(5, tokens=1, buy_back="off").deal("III V VII XII X").play("A:stand B:stand C:offer")
    assert (table.hands, table.turn, table.tokens) == ("III V - XII X", "E", [1, 1, 0, 1, 1])


@pytest.mark.clause("STU-9")
def test_the_way_backwards_never_reaches_the_dealer() -> None:
    table = Table(3).deal("III XII X").play("A:offer")
    assert (table.hands, table.turn) == ("III XII X", "C")
    table = Table(3).deal("III V XII").play("A:stand B:offer")
    assert table.compared() == "V III XII"


@pytest.mark.clause("STU-12")
def test_worked_case_five_three_tokens_in_a_deal() -> None:
    table = Table(3).deal("XII VI XII").play("A:stand B:offer")
    assert (table.compared(), table.change) == ("XII VI XII", [0, -3, 0])
    assert (table.turn, table.price) == ("B", 1)


@pytest.mark.clause("STU-8", "STU-10", "EX-8")
def test_the_last_to_offer_backwards_may_go_out_by_it() -> None:
    table = Table(5, tokens=2).stood("X XI V XI X")
    assert table.tokens == [2, 2, 1, 2, 2]
    table.deal("X XIIII VI VII XII").play("B:stand C:stand D:offer")
    assert (table.turn, table.choices) == ("C", {"buy_back", "leave"})
    assert (table.tokens, table.hands) == ([2, 2, 0, 1, 2], "- XIIII - VI XII")
    table.play("C:leave")
    assert table.turn == "A"


# --- Out, and back at once ------------------------------------------------------------------------------------------


@pytest.mark.clause("STU-10", "CUCU-17")
@pytest.mark.parametrize("answer", ["buy_back", "leave"])
def test_who_is_out_decides_at_once_and_plays_again_from_the_next_deal(answer: str) -> None:
    table = Table(tokens=1).deal("V XIIII X VII").play("A:offer")
    stock = table.view(None).stock
    assert (table.turn, table.price, table.choices) == ("A", 1, {"buy_back", "leave"})
    assert table.view(None).aloud
    assert stock == 40 - 1
    assert table.view("A").history[-1].went == -1
    assert table.named(None) == {"XIIII"}
    table.act("A", answer)
    assert (table.turn, table.hands) == ("C", "- XIIII X -")
    assert table.tokens == [int(answer == "buy_back"), 1, 1, 1]
    assert not table.view(None).in_deal[table.seat("A")]
    table.play("C:stand D:stand")
    assert (table.compared(), table.change) == ("- XIIII X VII", [-1, 0, 0, -1])
    table.play("D:leave")
    table.deal(f"{'X' if answer == 'buy_back' else '-'} V VII -")
    assert table.turn == "B" if answer == "buy_back" else "C"


@pytest.mark.clause("STU-10")
def test_the_dead_card_lies_under_the_stock() -> None:
    table = Table(3, tokens=1).deal("V XIIII X").play("A:offer A:leave")
    assert table.view(None).stock == 38
    table.play("C:cut")
    assert table.compared().split()[0] == "-"


@pytest.mark.clause("STU-10")
def test_a_virgin_must_exist_at_that_moment() -> None:
    table = Table(3, tokens=2).stood("V X X").stood("X V X").stood("X X V")
    assert (table.tokens, table.virgins) == ([1, 1, 1], "")
    table.deal("V XIIII X").play("A:offer")
    assert table.turn == "C"


@pytest.mark.clause("STU-10", "CUCU-19")
def test_at_the_showdown_all_losses_come_before_the_questions() -> None:
    table = Table(4, tokens=1).deal("X V Matto XI").rest_until_asked()
    assert (table.tokens, table.turn, table.price) == ([1, 0, 0, 1], "B", 1)
    table.play("B:buy_back")
    assert (table.turn, table.price) == ("C", 2)
    table.play("C:leave")
    assert table.tokens == [1, 1, 0, 1]


@pytest.mark.clause("STU-11", "CUCU-25")
@pytest.mark.parametrize(
    ("rules", "prices"),
    [
        ({}, [1, 2]),
        ({"first_price": 2}, [2, 4]),
        ({"stake": 5, "first_price": 2}, [10, 20]),
        ({"buy_back": "per_elimination"}, [1, 4]),
    ],
)
def test_worked_case_three(rules: dict[str, Any], prices: list[int]) -> None:
    table = Table(5, tokens=1, **rules).deal("V X X XI XI").rest_until_asked()
    asked = [table.price]
    table.play("A:buy_back").stood("X V X XI XI")
    table.deal("X - V XI XI").rest_until_asked()
    assert table.turn == "C"
    assert [*asked, table.price] == prices


@pytest.mark.clause("STU-11", "CUCU-19")
def test_equal_prices_for_all_who_go_out_in_one_deal() -> None:
    table = Table(4, tokens=1, simultaneous="equal").deal("X V Matto XI").rest_until_asked()
    table.play("B:buy_back")
    assert (table.turn, table.price) == ("C", 1)
    table.play("C:buy_back").deal("V X X XI").rest_until_asked()
    assert (table.turn, table.price) == ("A", 4)


@pytest.mark.clause("STU-10", "CUCU-17")
@pytest.mark.parametrize("answer", ["buy_back", "leave"])
def test_the_last_opponent_of_a_virgin_is_asked_in_mid_deal(answer: str) -> None:
    table = Table(2, tokens=1).deal("V XIIII").play("A:offer")
    assert table.turn == "A"
    table.act("A", answer)
    assert table.change == [-1, 0]
    assert table.winners == ("" if answer == "buy_back" else "B")


@pytest.mark.clause("STU-14")
def test_the_two_ways_in_which_the_last_go_out_together() -> None:
    table = Table(2, tokens=1).stood("Matto V")
    assert (table.change, table.tokens, table.virgins) == ([-1, -1], [1, 1], "")
    table = Table(3, tokens=1).deal("Secchia XIIII Matto").play("A:offer A:leave C:stand")
    assert (table.change, table.tokens, table.virgins) == ([-1, -1, -1], [1, 1, 1], "")


@pytest.mark.clause("STU-14")
def test_the_lone_card_is_safe_by_house_rule() -> None:
    assert Table(2, tokens=1).deal("V XII").play("A:offer A:leave").winners == "B"
    table = Table(2, tokens=1, lone_card_safe=False).deal("V XII").play("A:offer A:leave")
    assert (table.winners, table.tokens, table.change) == ("", [1, 1], [-1, -1])


# --- The last two ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("CUCU-22")
def test_an_agreement_ends_when_somebody_gains() -> None:
    table = Table(2, tokens=1).deal("Matto V").rest()  # all out: everybody is back, nobody a virgin
    table.act("A", "split", shares=(50, 50)).play("B:agree")
    assert table.between_deals
    table.stood("Matto Matto")
    assert table.tokens == [2, 1]  # A deals
    table.stood("Matto V")
    assert (table.tokens, table.winners, table.coins) == ([1, 0], "A", [1, -1])


@pytest.mark.clause("CUCU-22")
def test_agreed_at_once_with_more_tokens() -> None:
    table = Table(2, stake=3).stood("V X").act("A", "split", shares=(40, 60)).play("B:agree")
    assert (table.winners, table.coins) == ("AB", [1, -1])  # 60% of 6 is 3, and the odd coin


# --- What is seen ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("STU-8", "EX-7")
def test_nobody_else_learns_whether_an_acquired_card_was_an_inn() -> None:
    inn = Table(5).deal("XI V VII XII X").play("A:offer B:stand C:offer")
    other = Table(5).deal("IIII V VII XII X").play("A:offer B:stand C:offer")
    for viewer in (None, "D", "E"):
        assert inn.view(viewer) == other.view(viewer)
        assert inn.named(viewer) == other.named(viewer) == {"XII"} | ({"X"} if viewer == "E" else set())
    chance = Chance(b"inn")
    drawn = {inn.view("D").sample(chance).shown()[inn.seat("C")] for _ in range(200)}
    assert "XI" in drawn
    assert drawn.isdisjoint({"XII", "XIII", "XIIII", "XV"})


@pytest.mark.parametrize(
    ("hands", "steps"),
    [
        ("III V VII XII X", "A:offer B:stand C:offer"),
        ("XI V VII XII X", "A:offer B:stand C:offer"),
        ("XI V VII XII X", "A:stand B:stand C:offer"),
        ("III XIII VII XII X", "A:stand B:stand C:offer"),
        ("II XI VII X I", "A:offer"),
        ("II XI VII X I", "A:offer A:bargain"),
        ("II XI VII X I", "A:offer A:bargain B:accept B:offer"),
    ],
)
def test_samples_agree_with_the_view(hands: str, steps: str) -> None:
    table = Table(5).deal(hands).play(steps)
    chance = Chance(steps.encode())
    for viewer in (None, *table.letters):
        view = table.view(viewer)
        assert view.sample(chance).view(None if viewer is None else table.seat(viewer)) == view


def test_samples_in_mid_deal_after_a_return() -> None:
    table = Table(tokens=1).deal("V XIIII X VII").play("A:offer")
    chance = Chance(b"back")
    for _ in range(2):
        for viewer in (None, *table.letters):
            view = table.view(viewer)
            assert view.sample(chance).view(None if viewer is None else table.seat(viewer)) == view
        if table.turn == "A":
            table.act("A", "buy_back", sponsors={"B": 1})
