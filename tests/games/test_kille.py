"""Kille: every clause, on deals made by hand. A is eldest of the first deal, the last letter deals."""

from itertools import pairwise
from typing import Any, Self

import pytest

from cucco_tui.bots import BOTS
from cucco_tui.bots.outlook import Outlook
from cucco_tui.bots.simulation import simulate
from cucco_tui.engine.game import WrongSetup
from cucco_tui.engine.shuffle import Chance
from cucco_tui.games import find_game
from tests.games.pot_table import Table as AnyTable
from tests.games.watching import see_refused

HIGH_TO_LOW = (
    "Harlekin Kuku Husar Husu Kavall Vardshus 12 11 10 9 8 7 6 5 4 3 2 1 Krans Blompotta Blaren".split()  # noqa: SIM905
)


class Table(AnyTable):
    """A match of Kille."""

    def __init__(self, seats: int = 4, **rules: Any) -> None:
        super().__init__("kille", seats, **rules)

    @property
    def out(self) -> str:
        return "".join(letter for letter, out in zip(self.letters, self.of_letters("out"), strict=True) if out)

    @property
    def in_deal(self) -> str:
        seats = self.view(None).seats
        return "".join(letter for letter in self.letters if seats[self.seat(letter)].in_deal)

    def open(self, letter: str) -> bool:
        return self.view(None).seats[self.seat(letter)].face_up

    def lose_all(self, *letters: str) -> Self:
        """Put players out for good, one a deal: each holds the lowest card and stands."""
        for letter in letters:
            hands = ["-" if at in self.out else "Blaren" if at == letter else "12" for at in self.letters]
            self.stood(" ".join(_no_more_than_two(hands)))
        return self


def _no_more_than_two(hands: list[str]) -> list[str]:
    """Make equal middling cards different ones."""
    numbers = iter("12 11 10 9 8 7 6 5".split())  # noqa: SIM905
    return [next(numbers) if card == "12" else card for card in hands]


# --- Pack, stake, buying in -----------------------------------------------------------------------------------------


@pytest.mark.clause("KIL-1")
def test_the_pack_has_every_card_twice() -> None:
    cards = Table().match.pack.cards
    assert len(cards) == 42
    assert {card: cards.count(card) for card in cards} == dict.fromkeys(HIGH_TO_LOW, 2)


@pytest.mark.clause("KIL-1", "KIL-8")
@pytest.mark.parametrize(("high", "low"), list(pairwise(HIGH_TO_LOW)))
def test_the_order_of_the_cards(high: str, low: str) -> None:
    table = Table(3).stood(f"{high} {low} {high}")
    assert (table.change, table.out) == ([0, -1, 0], "B")


@pytest.mark.clause("KIL-1")
def test_the_cuckoo_is_no_bad_card() -> None:
    assert Table(3).stood("Kuku Husar Harlekin").out == "B"


@pytest.mark.clause("KIL-2")
def test_stake_and_no_tokens() -> None:
    table = Table(5)
    assert (table.tokens, table.coins, table.pot) == ([None] * 5, [-1] * 5, 5)
    assert [seat["virgin"] for seat in table.told["seats"]] == [None] * 5
    assert [seat["points"] for seat in table.told["seats"]] == [None] * 5
    assert Table(3, stake=1000).coins == [-1000] * 3
    assert Table(3, stake=0).pot == 0


@pytest.mark.parametrize("rules", [{"stake": -1}, {"stake": 1001}, {"tokens": 3}, {"buy_back": "off"}])
def test_wrong_rules_are_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(WrongSetup):
        Table(**rules)


@pytest.mark.clause("KIL-2")
def test_three_to_thirteen_play() -> None:
    see_refused("kille", 2, 14)
    assert Table(13).stood("12 11 10 9 8 7 6 5 4 3 2 1 12").out == "L"


@pytest.mark.clause("KIL-2")
def test_who_is_out_may_buy_in_three_times_for_the_stake() -> None:
    table = Table(3, stake=2)
    for time in range(3):
        table.deal("1 12 11" if table.dealer == "C" else "1 11 12").rest_until_asked()
        assert (table.turn, table.choices, table.price) == ("A", {"buy_back", "leave"}, 2)
        table.play("A:buy_back")
        assert (table.out, table.coins, table.pot) == ("", [-4 - 2 * time, -2, -2], 8 + 2 * time)
        assert table.change == [-1, 0, 0]
    table.deal("1 12 11").rest_until_asked()
    assert table.between_deals
    assert (table.out, table.pot) == ("A", 12)


@pytest.mark.clause("KIL-2")
def test_nobody_else_pays_for_a_buy_in_and_who_leaves_is_not_asked_again() -> None:
    table = Table(4).deal("1 12 11 10").rest_until_asked()
    assert table.refusal("A", "buy_back", sponsors={"B": 1}) == "reason.no-sponsors"
    question = table.view(None).question
    assert question is not None
    assert not question.helped
    table.play("A:leave").stood("- 1 11 10")
    assert [event.seat for event in table.events("event.leaves")] == [table.seat("A"), table.seat("B")]


@pytest.mark.clause("KIL-2")
def test_they_are_asked_in_the_order_of_going_out() -> None:
    # C meets a Husar; at the showdown A and E share the lowest card.
    table = Table(5).deal("2 9 8 Husar 2").play("A:stand B:stand C:offer E:stand")
    assert table.turn == "C"
    table.play("C:leave")
    assert table.turn == "A"
    table.play("A:buy_back E:buy_back")
    assert (table.out, table.change) == ("C", [-1, 0, -1, 0, -1])


@pytest.mark.clause("KIL-2", "EX-10")
def test_the_last_player_who_is_in_takes_the_pot() -> None:
    table = Table(3, stake=5).lose_all("A")
    assert table.out == "A"
    table.deal("- 12 1").rest_until_asked()
    assert (table.turn, table.winners) == ("C", "")
    table.play("C:leave")
    assert (table.winners, table.coins, table.pot) == ("B", [-5, 10, -5], 0)


# --- The exchange ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("KIL-2", "EX-2", "EX-4")
def test_play_and_deal_go_to_the_left() -> None:
    table = Table()
    assert table.told["dealer"] == 3
    assert table.deal("3 9 5 7").told["waiting"]["seat"] == 0
    table.play("A:offer")
    assert (table.hands, table.turn) == ("9 3 5 7", "B")
    table.play("B:offer")
    assert (table.hands, table.turn) == ("9 5 3 7", "C")
    table.rest(coming_back="C")
    assert table.told["dealer"] == 0


@pytest.mark.clause("KIL-3")
def test_the_cuckoo_ends_the_exchange_at_once() -> None:
    table = Table(5).deal("9 3 Kuku 1 12").play("A:stand B:offer")
    assert table.calls == ["C kuku"]
    assert table.compared() == "9 3 Kuku 1 12"
    assert (table.turn, table.out) == ("D", "D")


@pytest.mark.clause("KIL-4", "EX-5", "EX-8")
def test_the_hussar_puts_out_who_asks_him() -> None:
    table = Table().deal("9 Husar 8 1").play("A:offer")
    assert (table.calls, table.hands, table.turn, table.in_deal) == (["B husar"], "- Husar 8 1", "C", "BCD")
    assert table.open("B")
    table.play("C:stand D:stand")
    assert table.compared() == "- Husar 8 1"
    assert table.change == [-1, 0, 0, -1]
    assert table.turn == "A"


@pytest.mark.clause("KIL-4", "KIL-8")
def test_who_is_left_alone_by_the_hussar_has_not_lost() -> None:
    table = Table(3).lose_all("A").deal("- Husar 12").play("C:offer")
    assert (table.compared(), table.change, table.turn) == ("- Husar -", [0, 0, -1], "C")
    table.play("C:leave")
    assert table.winners == "B"


@pytest.mark.clause("KIL-4")
@pytest.mark.parametrize(
    ("hands", "after", "turn", "calls"),
    [
        ("2 Kavall 5 7 9", "5 Kavall 2 7 9", "C", ["B kavall"]),
        ("2 Vardshus 5 7 9", "5 Vardshus 2 7 9", "C", ["B vardshus"]),
        ("2 Vardshus Kavall 7 9", "7 Vardshus Kavall 2 9", "D", ["B vardshus", "C kavall"]),
        ("2 Kavall Husar 7 9", "- Kavall Husar 7 9", "D", ["B kavall", "C husar"]),
    ],
)
def test_horseman_and_inn_pass_the_request_on(hands: str, after: str, turn: str, calls: list[str]) -> None:
    table = Table(5).deal(hands).play("A:offer")
    assert (table.hands, table.turn, table.calls) == (after, turn, calls)


@pytest.mark.clause("KIL-4", "EX-11")
@pytest.mark.parametrize("card", ["Kuku", "Husar", "Kavall", "Husu", "4"])
def test_past_the_dealers_card_the_asker_takes_the_top_card_without_its_power(card: str) -> None:
    table = Table().deal("9 8 2 Vardshus", stock=card).play("A:stand B:stand C:offer")
    assert table.compared() == f"9 8 {card} Vardshus"
    assert table.calls == ["D vardshus"]
    assert table.turned_up() == []
    (drawn,) = table.events("event.draws")
    assert (drawn.seat, drawn.seen_by(None).cards) == (table.seat("C"), ())


@pytest.mark.clause("KIL-5")
@pytest.mark.parametrize(
    ("hands", "steps", "after", "turn", "out"),
    [
        # The card was dealt to the asker.
        ("3 Husu 5 7 9", "A:offer", "- Husu 5 7 9", "C", "A"),
        ("3 9 2 Husu 8", "A:offer B:stand C:offer", "9 3 - Husu 8", "E", "C"),
        # It came from A by way of B: both swaps are undone, and A is out.
        ("3 9 5 Husu 8", "A:offer B:offer C:offer", "- 9 5 Husu 8", "E", "A"),
        ("3 9 5 Husu 8", "A:stand B:offer C:offer", "3 - 5 Husu 8", "E", "B"),
        # It went past an inn, which stays where it is.
        ("3 Vardshus 5 Husu 8", "A:offer C:offer", "- Vardshus 5 Husu 8", "E", "A"),
        ("3 9 Kavall Husu 8", "A:offer B:offer", "- 9 Kavall Husu 8", "E", "A"),
    ],
)
def test_the_pig_bites_back(hands: str, steps: str, after: str, turn: str, out: str) -> None:
    table = Table(5).deal(hands).play(steps)
    assert (table.hands, table.turn) == (after, turn)
    assert "".join(letter for letter in table.letters if letter not in table.in_deal) == out
    assert table.calls[-1] == f"{'ABCDE'[hands.split().index('Husu')]} husu"
    (gone,) = table.events("event.out")
    assert gone.seat == table.seat(out)


# --- The Harlekin ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("KIL-6")
def test_a_harlekin_that_stays_is_highest() -> None:
    assert Table(3).stood("Harlekin Kuku Kuku").out == "BC"
    assert Table(4).stood("Harlekin Husar Kuku Harlekin").out == "B"


@pytest.mark.clause("KIL-6", "EX-7")
def test_a_swapped_harlekin_lies_open_and_is_lowest() -> None:
    table = Table().deal("Harlekin 5 Blaren 9").play("A:offer")
    assert (table.hands, table.open("B")) == ("5 Harlekin Blaren 9", True)
    assert table.view("D").seats[table.seat("B")].card == "Harlekin"
    assert table.view("D").seats[table.seat("A")].card is None
    table.play("B:stand C:stand D:stand")
    assert table.change == [0, -1, 0, 0]


@pytest.mark.clause("KIL-6")
def test_the_harlekin_asked_for_is_swapped_like_any_card() -> None:
    table = Table().deal("5 Harlekin 7 9").play("A:offer")
    assert (table.hands, table.open("A"), table.turn) == ("Harlekin 5 7 9", True, "B")
    assert table.view("A").lower() == ()
    assert table.view("B").seats[table.seat("A")].fallen
    table.play("B:stand C:stand D:stand")
    assert table.change == [-1, 0, 0, 0]


@pytest.mark.clause("KIL-6")
def test_a_harlekin_swapped_again_is_seen_again_and_stays_lowest() -> None:
    table = Table().deal("Harlekin 5 7 Blaren").play("A:offer B:offer")
    assert (table.hands, table.open("B"), table.open("C")) == ("5 7 Harlekin Blaren", False, True)
    table.play("C:stand D:stand")
    assert table.change == [0, 0, -1, 0]


@pytest.mark.clause("KIL-5", "KIL-6")
def test_once_swapped_it_is_lowest_for_good_also_back_home() -> None:
    # A gives his Harlekin to B, who offers it to the Husu: it goes home, and A is out.
    table = Table(5).deal("Harlekin 9 Husu 7 8").play("A:offer B:offer")
    assert (table.hands, table.in_deal) == ("- 9 Husu 7 8", "BCDE")
    # A gets the Harlekin for his 2, B offers the 2: the Harlekin is back with B, and A, who was dealt the 2, is out.
    table = Table(5).deal("2 Harlekin Husu 7 8").play("A:offer B:offer")
    assert (table.hands, table.in_deal, table.open("B")) == ("- Harlekin Husu 7 8", "BCDE", True)
    table.play("D:stand E:stand")
    assert table.change == [-1, -1, 0, 0, 0]


@pytest.mark.clause("KIL-6", "KIL-7")
def test_a_harlekin_drawn_from_the_stock_is_highest() -> None:
    table = Table(3).deal("Kuku Kuku 1", stock="Harlekin").play("A:stand B:stand C:cut")
    assert table.compared() == "Kuku Kuku Harlekin"
    assert table.change == [-1, -1, 0]


@pytest.mark.clause("EX-7", "KIL-6")
def test_all_know_that_what_was_swapped_face_down_is_no_harlekin() -> None:
    table = Table(5).deal("5 6 7 8 9").play("A:offer")
    chance = Chance(b"no harlekin")
    seen = table.view("D")
    for _ in range(300):
        hands = [seat.hand[0] for seat in seen.sample(chance).report()]
        assert "Harlekin" not in hands[:2]
        assert hands[0] not in ("Kuku", "Husar", "Husu", "Kavall", "Vardshus")


# --- The dealer -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("KIL-7", "EX-6", "EX-11")
def test_the_dealer_draws_the_top_card_unseen() -> None:
    table = Table(3).deal("9 8 2", stock="7").play("A:stand B:stand C:cut")
    assert table.compared() == "9 8 7"
    (drawn,) = table.events("event.draws")
    assert (drawn.cards, drawn.seen_by(table.seat("A")).cards) == (("2", "7"), ())


@pytest.mark.clause("KIL-7")
def test_a_cuckoo_in_the_stock_ends_the_deal_and_the_dealer_keeps_his_card() -> None:
    table = Table(3).deal("9 8 2", stock="Kuku 12").play("A:stand B:stand C:cut")
    assert (table.compared(), table.turned_up()) == ("9 8 2", ["Kuku"])
    assert table.change == [0, 0, -1]


@pytest.mark.clause("KIL-7")
def test_a_hussar_in_the_stock_puts_the_dealer_out() -> None:
    table = Table(4).deal("9 8 7 2", stock="Husar 12").play("A:stand B:stand C:stand D:cut")
    assert (table.compared(), table.turned_up()) == ("9 8 7 -", ["Husar"])
    assert table.change == [0, 0, -1, -1]
    assert table.turn == "D"


@pytest.mark.clause("KIL-7")
@pytest.mark.parametrize("first", ["Kavall", "Vardshus", "Kavall Vardshus Vardshus Kavall"])
def test_at_horseman_and_inn_the_dealer_draws_again(first: str) -> None:
    table = Table(3).deal("9 8 2", stock=f"{first} 12").play("A:stand B:stand C:cut")
    assert table.compared() == "9 8 12"
    assert table.turned_up() == first.split()
    table = Table(3).deal("9 8 2", stock=f"{first} Husar").play("A:stand B:stand C:cut")
    assert table.compared() == "9 8 -"


@pytest.mark.clause("KIL-7", "KIL-5")
@pytest.mark.parametrize(
    ("steps", "compared", "change"),
    [
        # His own card: he is out himself, and 7 is the lowest of the others.
        ("A:stand B:stand C:stand D:cut", "9 8 7 -", [0, 0, -1, -1]),
        # C's 7 had come to him: his 2 and the 7 go back, C is out, and the 2 loses.
        ("A:stand B:stand C:offer D:cut", "9 8 - 2", [0, 0, -1, -1]),
        # A's 9 had come by way of B and C.
        ("A:offer B:offer C:offer D:cut", "- 8 7 2", [-1, 0, 0, -1]),
    ],
)
def test_a_pig_in_the_stock_undoes_the_dealers_own_swaps(steps: str, compared: str, change: list[int]) -> None:
    table = Table(4).deal("9 8 7 2", stock="Husu").play(steps)
    assert (table.compared(), table.change) == (compared, change)


@pytest.mark.clause("KIL-7")
def test_what_the_dealer_does_not_keep_goes_under_the_stock() -> None:
    table = Table(3).deal("9 8 2", stock="Kavall 12").play("A:stand B:stand C:cut")
    state = table.state
    names = state.pack.kinds
    under = [names[state._order[place]] for place in state._stock[-2:]]
    assert under == ["Kavall", "2"]


# --- The end of a deal ----------------------------------------------------------------------------------------------


@pytest.mark.clause("KIL-8", "EX-9")
def test_all_who_share_the_lowest_card_are_out() -> None:
    table = Table(4).stood("3 9 3 12", coming_back="C")
    assert (table.change, table.out) == ([-1, 0, -1, 0], "A")


@pytest.mark.clause("KIL-8")
def test_all_out_at_once_is_played_again() -> None:
    table = Table(3).lose_all("A").stood("- 9 9")
    assert (table.change, table.out, table.dealer) == ([0, 0, 0], "A", "C")
    assert table.told["settlements"][-1]["void"] is True
    assert table.between_deals
    assert table.stood("- 9 8").winners == "B"


@pytest.mark.clause("KIL-8", "KIL-4")
def test_a_deal_that_puts_out_everybody_gives_back_also_who_met_the_hussar() -> None:
    table = Table(3).deal("9 Husar Husar").play("A:offer C:stand")
    assert (table.change, table.out, table.pot) == ([0, 0, 0], "", 3)
    assert table.told["settlements"][-1]["void"] is True
    assert table.between_deals
    assert table.dealer == "A"


# --- The bot that reckons -------------------------------------------------------------------------------------------


def advice(table: Table) -> str:
    assert table.turn is not None
    return BOTS["steady"](table.view(table.turn), Chance(b"not needed"), 1).do


@pytest.mark.clause("KIL-6")
def test_the_bot_keeps_a_harlekin_and_is_rid_of_one_that_fell() -> None:
    assert advice(Table().deal("Harlekin 5 7 9")) == "stand"
    assert advice(Table().deal("Harlekin 5 7 9").play("A:offer")) == "offer"


@pytest.mark.clause("KIL-5")
def test_the_bot_fears_the_pig_only_with_a_card_of_its_own() -> None:
    """A 4 that another was dealt costs nobody but him, should the pig bite."""
    own, given = Table(3).deal("9 4 7"), Table(3).deal("4 9 7")
    own.play("A:stand")
    given.play("A:offer")
    costs = [Outlook(table.view("B")) for table in (own, given)]
    assert sum(costs[0].penalties) == 4
    assert sum(costs[1].penalties) == 2


@pytest.mark.clause("KIL-2")
def test_the_bot_buys_in_while_the_pot_is_worth_it() -> None:
    assert advice(Table(5).deal("1 12 11 10 9").rest_until_asked()) == "buy_back"
    late = Table(3, stake=1).lose_all("A").deal("- 12 1").rest_until_asked()
    assert advice(late) == "buy_back"


@pytest.mark.parametrize("seats", [4, 8])
def test_the_steady_bot_beats_the_random_one(seats: int) -> None:
    """Seats are exchanged: each side sits on both halves of the table with the same shuffles."""
    game, won = find_game("kille"), 0
    for first, second in (("steady", "random"), ("random", "steady")):
        names = [(first, second)[seat % 2] for seat in range(seats)]
        bots = [BOTS[name] for name in names]
        tally = simulate(game, game.preset(None), {}, bots, b"a fixed seed", 1, matches=40)
        won += sum(wins for name, wins in zip(names, tally.wins, strict=True) if name == "steady")
    assert won > 0.9 * 80
