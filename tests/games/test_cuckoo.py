"""Cuckoo: every clause and house rule, on deals made by hand."""

from itertools import pairwise
from typing import Any

import pytest

from cucco_tui.engine.events import Event
from cucco_tui.engine.game import WrongSetup
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header, RecordFault, read_record
from cucco_tui.engine.report import report
from cucco_tui.engine.state import Action, IllegalAction, Over, Shuffle, Turn
from cucco_tui.games import find_game
from cucco_tui.games.exchange.view import ExchangeView
from tests.dealing import on_top
from tests.games.watching import events, exchange_view, refusal, told

NAMES = ("Anna", "Bea", "Ciro", "Dora", "Enzo", "Fausta")
ANTICLOCKWISE = ("coucou", "saltacavallo")


class Table:
    """A match whose deals are made by hand. Hands are written seat 0 first, `-` where a seat gets no card."""

    def __init__(self, preset: str = "cuckoo", *, seats: int = 3, dealer: int = 0, **rules: Any) -> None:
        header = Header(game="cuckoo", preset=preset, rules=rules, players=NAMES[:seats], dealer=dealer)
        self.match = Match(find_game("cuckoo"), header)
        self.step = -1 if preset in ANTICLOCKWISE else 1

    def deal(self, hands: str, stock: str = "") -> "Table":
        """Give the hands (`5c+9h+2s` where the dealer gets three), then `stock` from its top, then all the rest."""
        given = hands.split()
        dealer = self.told["dealer"]
        round_table = [(dealer + self.step * away) % len(given) for away in range(1, len(given) + 1)]
        top = [card for seat in round_table for card in given[seat].split("+") if card != "-"] + stock.split()
        self.match.shuffle(on_top(self.match.pack, *top))
        return self

    def play(self, *steps: str) -> "Table":
        """Act: `1:offer` is seat 1's offer."""
        for step in steps:
            seat, do = step.split(":")
            self.match.act(Action(int(seat), do))
        return self

    def stand(self) -> "Table":
        """Let everybody who is still asked stand."""
        while isinstance(turn := self.match.waiting, Turn):
            self.match.act(Action(turn.seat, "stand"))
        return self

    @property
    def told(self) -> dict[str, Any]:
        return told(self.match)

    def of_seats(self, key: str) -> list[Any]:
        return [seat[key] for seat in self.told["seats"]]

    @property
    def tokens(self) -> list[int]:
        return self.of_seats("tokens")

    @property
    def hands(self) -> str:
        """Write the hands as `deal` takes them."""
        return " ".join("+".join(hand) or "-" for hand in self.of_seats("hand"))

    @property
    def turn(self) -> int | None:
        """Give the seat in turn, None if nobody's decision is waited for."""
        waiting = self.match.waiting
        return waiting.seat if isinstance(waiting, Turn) else None

    @property
    def choices(self) -> set[str]:
        return {choice["do"] for choice in self.told["waiting"]["choices"]}

    @property
    def change(self) -> list[int]:
        """Give what the last deal did to the tokens."""
        change: list[int] = self.told["settlements"][-1]["change"]
        return change

    def refusal(self, step: str) -> str:
        """Try what is not allowed, see that nothing changes, and give the key of the reason."""
        seat, do = step.split(":")
        return refusal(self.match, Action(int(seat), do))

    def view(self, seat: int | None) -> ExchangeView:
        return exchange_view(self.match, seat)

    def events(self, key: str) -> list[Event]:
        """List the events of a kind, of the whole match."""
        return events(self.match, key)

    def compared(self) -> dict[int, str]:
        """Give the cards of the last showdown, by seat."""
        shown = self.events("event.showdown")[-1]
        return dict(zip(shown.seats, shown.cards, strict=True))


# --- The pack and the start -----------------------------------------------------------------------------------------


@pytest.mark.clause("CK-1")
@pytest.mark.parametrize(("low", "high"), list(pairwise("A23456789TJQK")))
def test_the_ace_is_lowest_and_the_king_highest(low: str, high: str) -> None:
    table = Table().deal(f"{high}h {low}s {high}c").stand()
    assert table.change == [0, -1, 0]


@pytest.mark.clause("CK-1", "CK-8")
@pytest.mark.parametrize("rank", "A7TK")
def test_suits_do_not_matter(rank: str) -> None:
    table = Table(seats=4).deal(f"{rank}c {rank}d {rank}h {rank}s").stand()
    assert table.change == [-1, -1, -1, -1]


@pytest.mark.clause("CK-1")
@pytest.mark.parametrize("preset", ["cuckoo", "coucou"])
def test_the_pack_is_french(preset: str) -> None:
    pack = Table(preset).match.preset.pack
    assert pack.id == "french"
    assert set(pack.cards) == {rank + suit for rank in "A23456789TJQK" for suit in "cdhs"}
    assert len(pack) == len(pack.cards) == 52


@pytest.mark.clause("CK-2")
def test_three_tokens_and_no_stake() -> None:
    table = Table()
    assert table.tokens == [3, 3, 3]
    assert table.of_seats("coins") == [0, 0, 0]
    assert table.told["pot"] == 0


@pytest.mark.clause("CK-2")
@pytest.mark.parametrize("tokens", [1, 9])
def test_tokens_are_a_house_rule(tokens: int) -> None:
    assert Table(tokens=tokens).tokens == [tokens] * 3


@pytest.mark.clause("CK-2", "EX-10")
def test_stakes_go_into_the_pot_and_the_pot_to_the_winner() -> None:
    table = Table(tokens=1, stake=5)
    assert table.of_seats("coins") == [-5, -5, -5]
    assert table.told["pot"] == 15
    table.deal("9h 5c 5d").stand()
    assert table.told["winners"] == [0]
    assert table.of_seats("coins") == [10, -5, -5]
    assert table.told["pot"] == 0


@pytest.mark.clause("CK-2")
def test_lost_tokens_are_no_coins() -> None:
    table = Table(stake=2).deal("9h 5c 5d").stand()
    assert table.told["pot"] == 6
    assert table.of_seats("coins") == [-2, -2, -2]


@pytest.mark.clause("CK-3")
@pytest.mark.parametrize("dealer", range(4))
def test_deal_turns_and_office_go_clockwise(dealer: int) -> None:
    table = Table(seats=4, dealer=dealer)
    pack = ["2c", "3c", "4c", "5c", "6c"]
    pack += [card for card in table.match.preset.pack.cards if card not in pack]
    table.match.shuffle(pack)
    eldest, second, third = ((dealer + away) % 4 for away in (1, 2, 3))
    hands = {seat: table.of_seats("hand")[seat] for seat in range(4)}
    assert hands == {eldest: ["2c"], second: ["3c"], third: ["4c"], dealer: ["5c"]}
    order = []
    while table.turn != dealer:
        assert table.turn is not None
        order.append(table.turn)
        table.play(f"{table.turn}:stand")
    assert order == [eldest, second, third]
    assert table.view(None).stock == 48
    table.play(f"{dealer}:cut")
    assert table.compared()[dealer] == "6c"
    assert table.told["dealer"] == eldest


@pytest.mark.clause("CK-3")
@pytest.mark.parametrize(("seats", "allowed"), [(2, False), (3, True), (30, True), (31, False)])
def test_three_to_thirty_play(seats: int, allowed: bool) -> None:
    header = Header(game="cuckoo", players=tuple(f"P{seat}" for seat in range(seats)))
    if allowed:
        assert len(report(Match(find_game("cuckoo"), header))["seats"]) == seats
    else:
        with pytest.raises(WrongSetup) as wrong:
            Match(find_game("cuckoo"), header)
        assert wrong.value.reason.key == "setup.seats"


@pytest.mark.clause("CK-3")
def test_thirty_at_the_table_all_get_a_card() -> None:
    match = Match(find_game("cuckoo"), Header(game="cuckoo", players=tuple(f"P{seat}" for seat in range(30))))
    match.shuffle(match.preset.pack.cards)
    hands = [seat["hand"] for seat in report(match)["seats"]]
    assert [len(hand) for hand in hands] == [1] * 30
    view = match.view(None)
    assert isinstance(view, ExchangeView)
    assert view.stock == 22


@pytest.mark.clause("CK-4")
def test_the_calls_are_stand_and_swap() -> None:
    table = Table().deal("9h 5c 7d")
    assert table.choices == {"stand", "offer"}
    table.play("1:stand", "2:offer")
    assert [(event.seat, event.to) for event in table.events("event.stands")] == [(1, None)]
    assert [(event.seat, event.to) for event in table.events("event.offers")] == [(2, 0)]


# --- Kings that block -----------------------------------------------------------------------------------------------


@pytest.mark.clause("CK-5", "EX-5")
def test_a_king_asked_is_shown_and_the_asker_keeps_his_card() -> None:
    table = Table(seats=4).deal("9h 5c Kd 7s").play("1:offer")
    assert table.hands == "9h 5c Kd 7s"
    assert [(e.seat, e.to, e.cards, e.eyes, e.call) for e in table.events("event.calls")] == [
        (2, 1, ("Kd",), None, "call.cuckoo")
    ]
    assert table.turn == 3
    table.stand()
    assert table.change == [0, -1, 0, 0]


@pytest.mark.clause("CK-5")
def test_there_is_no_second_try() -> None:
    table = Table(seats=4).deal("9h 5c Kd 7s").play("1:offer")
    assert table.refusal("1:offer") == "reason.not-your-turn"
    assert table.refusal("2:offer") == "reason.not-your-turn"


@pytest.mark.clause("CK-5", "EX-5")
def test_the_dealers_king_ends_the_round() -> None:
    table = Table().deal("Kh 9c 5d").play("1:stand", "2:offer")
    assert table.compared() == {0: "Kh", 1: "9c", 2: "5d"}
    assert table.change == [0, 0, -1]


@pytest.mark.clause("CK-5", "EX-4")
def test_a_king_may_be_offered_and_then_blocks_no_more_than_its_turn() -> None:
    table = Table().deal("9h Kc 5d").play("1:offer")
    assert table.hands == "9h 5d Kc"
    assert table.turn == 2


@pytest.mark.clause("CK-5")
@pytest.mark.parametrize(
    ("blockers", "asked", "blocks"),
    [
        ("kings", "Kd", True),
        ("kings", "Qd", False),
        ("kings_and_queens", "Kd", True),
        ("kings_and_queens", "Qd", True),
        ("kings_and_queens", "Jd", False),
        ("none", "Kd", False),
        ("none", "Qd", False),
    ],
)
def test_who_blocks_is_a_house_rule(blockers: str, asked: str, blocks: bool) -> None:
    table = Table(seats=4, blockers=blockers).deal(f"9h 5c {asked} 7s").play("1:offer")
    if blocks:
        assert (table.hands, table.turn) == (f"9h 5c {asked} 7s", 3)
        assert [event.call for event in table.events("event.calls")] == ["call.cuckoo"]
    else:
        assert (table.hands, table.turn) == (f"9h {asked} 5c 7s", 2)
        assert table.events("event.calls") == []


# --- The dealer and the stock ---------------------------------------------------------------------------------------


@pytest.mark.clause("CK-6", "EX-6")
def test_the_dealer_takes_the_top_card_and_puts_his_own_under_the_stock() -> None:
    table = Table().deal("Ah 5c 7d", stock="9s").play("1:stand", "2:stand")
    assert table.choices == {"stand", "cut"}
    table.play("0:cut")
    assert table.compared() == {0: "9s", 1: "5c", 2: "7d"}
    assert table.change == [0, -1, 0]
    drawn = table.events("event.draws")
    assert [(event.seat, event.cards, event.eyes) for event in drawn] == [(0, ("Ah", "9s"), frozenset({0}))]


@pytest.mark.clause("CK-6")
def test_a_king_on_the_stock_makes_the_exchange_fail() -> None:
    table = Table().deal("Ac 5c 7d", stock="Kd 9s").play("1:stand", "2:stand", "0:cut")
    assert table.compared()[0] == "Ac"
    assert table.change == [-1, 0, 0]
    shown = table.events("event.stock-blocks")
    assert [(event.seat, event.cards, event.eyes, event.moment) for event in shown] == [(0, ("Kd",), None, True)]
    assert table.events("event.draws") == []


@pytest.mark.clause("CK-6")
@pytest.mark.parametrize("rules", [{"stock_king_blocks": False}, {"blockers": "none"}])
def test_a_king_on_the_stock_may_count_as_any_card(rules: dict[str, Any]) -> None:
    table = Table(**rules).deal("Ac 5c 7d", stock="Kd").play("1:stand", "2:stand", "0:cut")
    assert table.compared()[0] == "Kd"
    assert table.change == [0, -1, 0]


@pytest.mark.clause("CK-6", "CK-5")
def test_with_blockers_none_the_stock_king_rule_is_off_even_when_it_is_written() -> None:
    table = Table(blockers="none", stock_king_blocks=True)
    table.deal("Ac 5c 7d", stock="Kd").play("1:stand", "2:stand", "0:cut")
    assert table.compared()[0] == "Kd"


@pytest.mark.clause("CK-5", "CK-6")
def test_a_queen_on_the_stock_never_blocks() -> None:
    table = Table(blockers="kings_and_queens").deal("Ac 5c 7d", stock="Qd").play("1:stand", "2:stand", "0:cut")
    assert table.compared()[0] == "Qd"


@pytest.mark.clause("CK-6")
def test_with_kings_and_queens_a_king_on_the_stock_still_blocks() -> None:
    table = Table(blockers="kings_and_queens").deal("Ac 5c 7d", stock="Kd").play("1:stand", "2:stand", "0:cut")
    assert table.compared()[0] == "Ac"


@pytest.mark.clause("CK-6")
def test_one_cut_is_all_unless_two_are_allowed() -> None:
    table = Table().deal("Ah 5c 7d", stock="2s 9s").play("1:stand", "2:stand", "0:cut")
    assert isinstance(table.match.waiting, Shuffle)
    assert table.compared()[0] == "2s"


@pytest.mark.clause("CK-7")
def test_the_dealer_may_cut_a_second_time() -> None:
    table = Table(double_cut=True).deal("Ah 5c 7d", stock="2s 9s 3s").play("1:stand", "2:stand", "0:cut")
    assert (table.hands, table.turn, table.choices) == ("2s 5c 7d", 0, {"stand", "cut"})
    table.play("0:cut")
    assert table.compared()[0] == "9s"
    assert isinstance(table.match.waiting, Shuffle)


@pytest.mark.clause("CK-7")
def test_the_dealer_may_be_pleased_with_the_first_cut() -> None:
    table = Table(double_cut=True).deal("Ah 5c 7d", stock="8s 9s").play("1:stand", "2:stand", "0:cut", "0:stand")
    assert table.compared()[0] == "8s"


@pytest.mark.clause("CK-7")
def test_the_second_cut_stands_even_if_it_is_worse() -> None:
    table = Table(double_cut=True).deal("Ah 5c 7d", stock="8s 2s").play("1:stand", "2:stand", "0:cut", "0:cut")
    assert table.compared()[0] == "2s"
    assert table.change == [-1, 0, 0]


@pytest.mark.clause("CK-7")
def test_a_king_at_the_second_cut_fails() -> None:
    table = Table(double_cut=True).deal("Ah 5c 7d", stock="2s Kd 9s").play("1:stand", "2:stand", "0:cut", "0:cut")
    assert table.compared()[0] == "2s"
    assert table.change == [-1, 0, 0]


@pytest.mark.clause("CK-7", "CK-6")
def test_a_king_at_the_first_cut_goes_under_the_stock_and_the_dealer_may_cut_again() -> None:
    table = Table(double_cut=True).deal("Ah 5c 7d", stock="Kd 9s").play("1:stand", "2:stand", "0:cut")
    assert (table.hands, table.turn, table.choices) == ("Ah 5c 7d", 0, {"stand", "cut"})
    assert table.view(None).stock == 49
    table.play("0:cut")
    assert table.compared()[0] == "9s"


@pytest.mark.clause("CK-7")
def test_after_a_king_at_the_first_cut_the_dealer_may_stand() -> None:
    table = Table(double_cut=True).deal("Ah 5c 7d", stock="Kd 9s").play("1:stand", "2:stand", "0:cut", "0:stand")
    assert table.compared()[0] == "Ah"


@pytest.mark.clause("CK-7")
def test_two_kings_leave_the_dealer_his_own_card() -> None:
    table = Table(double_cut=True).deal("Ah 5c 7d", stock="Kd Ks 9s").play("1:stand", "2:stand", "0:cut", "0:cut")
    assert table.compared()[0] == "Ah"
    assert [event.cards for event in table.events("event.stock-blocks")] == [("Kd",), ("Ks",)]
    assert isinstance(table.match.waiting, Shuffle)


# --- Showdown and the end -------------------------------------------------------------------------------------------


@pytest.mark.clause("CK-8", "EX-9")
def test_exactly_the_lowest_pay_and_all_of_them() -> None:
    table = Table(seats=4).deal("Jc 5d 5s Kh").stand()
    assert table.compared() == {0: "Jc", 1: "5d", 2: "5s", 3: "Kh"}
    assert table.change == [0, -1, -1, 0]
    assert table.tokens == [3, 2, 2, 3]


@pytest.mark.clause("CK-9")
def test_the_last_player_with_tokens_wins() -> None:
    table = Table(tokens=1).deal("9h 9c 5d").stand()
    assert isinstance(table.match.waiting, Shuffle)
    table.deal("9h 5c -").stand()
    assert table.match.waiting == Over((0,))
    assert table.told["status"] == "over"
    assert table.of_seats("out") == [False, True, True]


@pytest.mark.clause("CK-9")
def test_all_out_together_play_a_sudden_death_for_the_highest_card() -> None:
    table = Table(tokens=1, stake=2).deal("5h 5c 5d").stand()
    assert isinstance(table.match.waiting, Shuffle)
    assert table.tokens == [0, 0, 0]
    assert table.of_seats("out") == [False, False, False]
    assert (table.told["deal"], table.told["dealer"], table.told["pot"]) == (2, 1, 6)

    table.deal("9h 9c 4d")  # no decision: the highest tie, the third is out
    assert isinstance(table.match.waiting, Shuffle)
    assert table.compared() == {0: "9h", 1: "9c", 2: "4d"}
    assert table.of_seats("out") == [False, False, True]
    assert (table.told["deal"], table.told["dealer"]) == (3, 0)

    table.deal("3h 2c -")
    assert table.told["winners"] == [0]
    assert table.of_seats("out") == [False, True, True]
    assert table.of_seats("coins") == [4, -2, -2]
    assert table.tokens == [0, 0, 0]
    assert table.told["pot"] == 0
    settled = {"points": None, "recount": None, "void": False}
    assert table.told["settlements"] == [
        {"deal": 1, "dealer": 0, "change": [-1, -1, -1], **settled},
        {"deal": 2, "dealer": 1, "change": [0, 0, 0], **settled},
        {"deal": 3, "dealer": 0, "change": [0, 0, 0], **settled},
    ]


@pytest.mark.clause("CK-9")
def test_sudden_death_is_for_those_who_began_the_deal_with_tokens() -> None:
    table = Table(seats=4, tokens=1).deal("9h 9c 9d 4s").stand()
    assert table.of_seats("out") == [False, False, False, True]
    table.deal("5h 5c 5d -").stand()
    assert table.of_seats("out") == [False, False, False, True]
    assert table.told["dealer"] == 2
    table.deal("7h 6c 8d -")
    assert table.told["winners"] == [2]


@pytest.mark.clause("CK-9", "CK-10")
def test_who_went_out_by_the_clock_in_that_deal_is_in_the_sudden_death_too() -> None:
    table = Table("fast", tokens=1).deal("5h 9c 5d").play("1:timeout").stand()
    assert table.change == [-1, -1, -1]
    assert table.of_seats("out") == [False, False, False]
    table.deal("7h Qc 8d")
    assert table.told["winners"] == [1]


@pytest.mark.clause("CK-9")
def test_everybody_tied_in_a_sudden_death_plays_another_round() -> None:
    table = Table(tokens=1).deal("5h 5c 5d").stand()
    table.deal("Kh Kc Kd")
    assert table.of_seats("out") == [False, False, False]
    assert table.told["dealer"] == 2
    table.deal("Ah 2c 3d")
    assert table.told["winners"] == [2]
    assert len(table.told["settlements"]) == 3


@pytest.mark.clause("CK-9", "CK-13")
def test_in_a_coucou_sudden_death_the_dealer_gets_one_card_too() -> None:
    table = Table("coucou", tokens=1).deal("5h+4s+3s 5c 5d").stand()
    assert table.told["dealer"] == 2
    table.deal("9h 8c 7d", stock="Ks Kh")
    assert table.compared() == {0: "9h", 1: "8c", 2: "7d"}
    assert table.told["winners"] == [0]


@pytest.mark.clause("CK-9")
def test_with_replay_nobody_loses_and_the_deal_is_void() -> None:
    table = Table(tokens=1, all_out="replay").deal("5h 5c 5d").stand()
    assert isinstance(table.match.waiting, Shuffle)
    assert table.tokens == [1, 1, 1]
    assert table.of_seats("out") == [False, False, False]
    assert (table.told["deal"], table.told["dealer"]) == (2, 1)
    assert table.told["settlements"] == [
        {"deal": 1, "dealer": 0, "change": [0, 0, 0], "points": None, "recount": None, "void": True}
    ]
    table.deal("9h 5c 5d").stand()
    assert table.told["winners"] == [0]
    assert table.told["settlements"][1]["void"] is False


@pytest.mark.clause("CK-9", "CK-10")
def test_with_replay_tokens_are_as_before_the_deal() -> None:
    table = Table("fast", tokens=2, all_out="replay").deal("5h 9c 5d").stand()
    assert table.tokens == [1, 2, 1]
    table.deal("6h 6c 6d").play("2:stand", "0:stand", "1:timeout")
    assert table.tokens == [1, 2, 1]
    assert table.change == [0, 0, 0]
    assert table.told["settlements"][-1]["void"] is True


@pytest.mark.clause("CK-9", "CK-10")
def test_with_replay_who_went_out_by_the_clock_is_back_too() -> None:
    table = Table("fast", tokens=1, all_out="replay").deal("5h 9c 5d").play("1:timeout").stand()
    assert table.tokens == [1, 1, 1]
    assert table.of_seats("out") == [False, False, False]


@pytest.mark.clause("CK-9")
def test_a_void_deal_and_a_victory_are_moments_that_all_look_at() -> None:
    table = Table(tokens=1, all_out="replay").deal("5h 5c 5d").stand().deal("9h 5c 5d").stand()
    assert [(event.moment, event.seat) for event in table.events("event.void")] == [(True, None)]
    assert [(event.moment, event.seat) for event in table.events("event.wins")] == [(True, 0)]


@pytest.mark.clause("CK-9")
def test_replay_concerns_only_deals_that_leave_nobody() -> None:
    table = Table(tokens=1, all_out="replay").deal("9h 5c 5d").stand()
    assert table.told["winners"] == [0]


# --- The clock ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CK-10")
def test_who_is_slow_loses_a_token_and_stands() -> None:
    table = Table("fast", seats=4).deal("9h 8c 7d 6s").play("1:timeout")
    assert table.tokens == [3, 2, 3, 3]
    assert (table.hands, table.turn) == ("9h 8c 7d 6s", 2)
    table.stand()
    assert table.change == [0, -1, 0, -1]


@pytest.mark.clause("CK-10")
def test_slow_and_lowest_costs_two() -> None:
    table = Table("fast").deal("9h 2c 7d").play("1:timeout").stand()
    assert table.change == [0, -2, 0]
    assert table.tokens == [3, 1, 3]


@pytest.mark.clause("CK-10")
def test_the_clock_runs_at_every_decision_of_the_exchange() -> None:
    table = Table("fast", double_cut=True).deal("9h 8c 7d", stock="4s 5s")
    table.play("1:timeout", "2:timeout", "0:cut")
    assert (table.turn, table.hands) == (0, "4s 8c 7d")
    table.play("0:timeout")
    assert table.compared()[0] == "4s"
    assert table.change == [-2, -1, -1]


@pytest.mark.clause("CK-10", "EX-4")
def test_the_clock_runs_for_who_decides_after_a_swap() -> None:
    table = Table("fast").deal("9h 8c 7d").play("1:offer", "2:timeout")
    assert (table.hands, table.turn, table.tokens) == ("9h 7d 8c", 0, [3, 3, 2])


@pytest.mark.clause("CK-10")
def test_the_clock_is_not_among_the_choices() -> None:
    table = Table("fast", double_cut=True).deal("9h 8c 7d", stock="4s 5s")
    assert table.choices == {"stand", "offer"}
    assert table.match.why_not(Action(1, "timeout")) is None
    assert Action(1, "timeout") not in table.view(1).choices
    table.play("1:stand", "2:stand")
    assert table.choices == {"stand", "cut"}
    assert table.match.why_not(Action(0, "timeout")) is None


@pytest.mark.clause("CK-10")
def test_only_the_player_in_turn_can_be_slow() -> None:
    table = Table("fast").deal("9h 8c 7d")
    assert table.refusal("2:timeout") == "reason.not-your-turn"


@pytest.mark.clause("CK-10")
@pytest.mark.parametrize("preset", ["cuckoo", "chase-the-ace", "five-lives", "no-block", "double-cut", "coucou"])
def test_the_clock_is_off_by_default(preset: str) -> None:
    table = Table(preset).deal("9h+2c+2d 8c 7d" if preset == "coucou" else "9h 8c 7d")
    assert table.refusal(f"{table.turn}:timeout") == "reason.no-time-limit"


@pytest.mark.clause("CK-10")
@pytest.mark.parametrize(("rules", "seconds"), [({}, 2), ({"seconds": 1}, 1), ({"seconds": 60}, 60)])
def test_the_time_is_a_house_rule(rules: dict[str, Any], seconds: int) -> None:
    assert Table("fast", **rules).view(None).procedure.seconds == seconds
    assert Table(**rules).view(None).procedure.seconds is None


@pytest.mark.clause("CK-10", "EX-8")
def test_who_loses_his_last_token_to_the_clock_is_out_and_his_card_is_dead() -> None:
    table = Table("fast", seats=4, tokens=1).deal("9h 2c 7d 8s").play("1:timeout")
    assert table.of_seats("out") == [False, True, False, False]
    assert (table.hands, table.turn) == ("9h - 7d 8s", 2)
    table.stand()
    assert table.compared() == {0: "9h", 2: "7d", 3: "8s"}
    assert table.change == [0, -1, -1, 0]
    assert table.of_seats("out") == [False, True, True, False]


@pytest.mark.clause("CK-10", "EX-8")
def test_a_dealer_who_goes_out_by_the_clock_ends_the_round() -> None:
    table = Table("fast", tokens=1).deal("2h 8c 7d").play("1:stand", "2:stand", "0:timeout")
    assert table.compared() == {1: "8c", 2: "7d"}
    assert table.told["winners"] == [1]
    assert table.change == [-1, 0, -1]


@pytest.mark.clause("CK-10", "EX-10")
def test_the_last_with_tokens_wins_at_once() -> None:
    table = Table("fast", tokens=1, stake=1).deal("2h 8c 7d").play("1:timeout", "2:timeout")
    assert table.told["winners"] == [0]
    assert table.change == [0, -1, -1]
    assert table.of_seats("coins") == [2, -1, -1]
    assert table.of_seats("hand") == [[], [], []]


@pytest.mark.clause("CK-10", "EX-8")
def test_a_seat_that_went_out_by_the_clock_is_dealt_no_card() -> None:
    table = Table("fast", seats=4, tokens=1).deal("9h 2c 9d 8s").play("1:timeout").stand()
    assert table.told["dealer"] == 2
    table.deal("5h - 6d -")
    assert table.hands == "5h - 6d -"


# --- Exposed kings --------------------------------------------------------------------------------------------------


@pytest.mark.clause("CK-11", "EX-7")
def test_a_king_lies_face_up_as_soon_as_it_is_dealt() -> None:
    table = Table("chase-the-ace", seats=4).deal("9h 5c Kd 7s")
    exposed = table.events("event.exposes")
    assert [(event.seat, event.cards, event.eyes) for event in exposed] == [(2, ("Kd",), None)]
    for viewer in (None, 0, 1, 2, 3):
        seat = table.view(viewer).seats[2]
        assert (seat.card, seat.face_up) == ("Kd", True)
    assert [seat.face_up for seat in table.view(None).seats] == [False, False, True, False]


@pytest.mark.clause("CK-11")
def test_the_neighbour_cannot_offer_to_an_exposed_king() -> None:
    table = Table("chase-the-ace", seats=4).deal("9h 5c Kd 7s")
    assert table.choices == {"stand"}
    assert table.refusal("1:offer") == "reason.exposed"
    table.play("1:stand")
    assert (table.turn, table.choices) == (2, {"stand", "offer"})


@pytest.mark.clause("CK-11")
def test_the_dealers_exposed_king_cannot_be_asked_either() -> None:
    table = Table("chase-the-ace").deal("Kh 5c 7d").play("1:stand")
    assert (table.turn, table.choices) == (2, {"stand"})
    table.play("2:stand")
    assert table.choices == {"stand", "cut"}


@pytest.mark.clause("CK-11")
def test_an_exposed_king_protects_across_an_empty_seat() -> None:
    table = Table("chase-the-ace", seats=4, tokens=1).deal("9h 9c 5d 9s").stand()
    table.deal("Kh 5c - 7s")  # seat 1 deals now: 3, 0, 1
    assert (table.turn, table.choices) == (3, {"stand"})


@pytest.mark.clause("CK-11", "EX-7")
def test_a_king_received_in_a_swap_is_laid_face_up() -> None:
    table = Table("chase-the-ace", seats=4).deal("9h Kc 5d 7s").play("1:offer")
    assert table.hands == "9h 5d Kc 7s"
    for viewer in (None, 0, 3):
        seats = table.view(viewer).seats
        assert (seats[2].card, seats[2].face_up) == ("Kc", True)
        assert (seats[1].card, seats[1].face_up) == (None, False)
    assert table.view(1).seats[1].card == "5d"
    assert table.view(2).seats[1].card == "5d"
    table.play("2:offer")  # and on it goes, face up
    assert table.hands == "9h 5d 7s Kc"
    assert [seat.card for seat in table.view(None).seats] == [None, None, None, "Kc"]
    assert [event.seat for event in table.events("event.exposes")] == [1, 2, 3]


@pytest.mark.clause("CK-11")
def test_two_exposed_kings_side_by_side() -> None:
    table = Table("chase-the-ace", seats=4).deal("9h Kc Kd 7s")
    assert (table.turn, table.choices) == (1, {"stand"})


@pytest.mark.clause("CK-11", "CK-7")
def test_a_king_taken_from_the_stock_is_laid_face_up() -> None:
    table = Table("chase-the-ace", stock_king_blocks=False, double_cut=True)
    table.deal("5h 9c 7d", stock="Kd 8s").play("1:stand", "2:stand", "0:cut")
    assert (table.view(None).seats[0].card, table.view(None).seats[0].face_up) == ("Kd", True)
    table.play("0:cut")  # displeased with a King: his own business
    assert table.compared()[0] == "8s"


@pytest.mark.clause("CK-11", "CK-6")
def test_an_exposing_table_still_blocks_at_a_king_on_the_stock() -> None:
    table = Table("chase-the-ace").deal("5h 9c 7d", stock="Kd").play("1:stand", "2:stand", "0:cut")
    assert table.compared()[0] == "5h"


@pytest.mark.clause("CK-11", "CK-5")
def test_no_king_is_exposed_where_none_blocks() -> None:
    table = Table("chase-the-ace", seats=4, blockers="none").deal("9h 5c Kd 7s")
    assert table.events("event.exposes") == []
    assert table.view(None).seats[2].card is None
    assert table.choices == {"stand", "offer"}
    table.play("1:offer")
    assert table.hands == "9h Kd 5c 7s"


@pytest.mark.clause("CK-11", "CK-5")
def test_queens_block_but_are_not_exposed() -> None:
    table = Table("chase-the-ace", seats=4, blockers="kings_and_queens").deal("9h 5c Qd 7s")
    assert table.view(None).seats[2].card is None
    assert table.choices == {"stand", "offer"}
    table.play("1:offer")
    assert (table.hands, table.turn) == ("9h 5c Qd 7s", 3)


@pytest.mark.clause("CK-11", "CK-10")
def test_who_can_only_stand_can_still_be_slow() -> None:
    table = Table("fast", seats=4, expose_kings=True).deal("9h 5c Kd 7s").play("1:timeout")
    assert (table.tokens, table.turn) == ([3, 2, 3, 3], 2)


@pytest.mark.clause("CK-11", "CK-13")
def test_of_the_coucou_dealers_three_only_the_kept_king_is_exposed() -> None:
    table = Table("coucou", expose_kings=True).deal("9h+Kd+Ks 5c 7d")
    assert [(event.seat, event.cards) for event in table.events("event.exposes")] == [(0, ("Kd",))]
    assert table.view(None).seats[0].card == "Kd"
    table.play("2:stand")
    assert (table.turn, table.choices) == (1, {"stand"})


@pytest.mark.clause("CK-11", "CK-14")
def test_the_italian_king_is_exposed_too() -> None:
    table = Table("saltacavallo", expose_kings=True).deal("5d 6c Rs")
    assert table.view(None).seats[2].card == "Rs"
    assert (table.turn, table.choices) == (2, {"stand", "offer"})
    table = Table("saltacavallo", expose_kings=True).deal("5d Rc 6s")
    assert (table.turn, table.choices) == (2, {"stand"})


# --- Who deals ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CK-12")
def test_a_fixed_dealer_deals_again() -> None:
    table = Table(dealer=2, fixed_dealer=True).deal("9h 5c 7d").stand()
    assert (table.told["deal"], table.told["dealer"]) == (2, 2)
    table.deal("9h 5c 7d")
    assert table.turn == 0


@pytest.mark.clause("CK-12")
def test_if_a_fixed_dealer_goes_out_the_next_live_seat_deals_and_stays() -> None:
    table = Table(seats=5, tokens=1, fixed_dealer=True).deal("9h 4c 9d 9s 8h").stand()
    assert table.told["dealer"] == 0
    table.deal("4h - 9d 9s 8h").stand()
    assert table.told["dealer"] == 2
    table.deal("- - 9d 9s 8h").stand()
    assert table.told["dealer"] == 2


@pytest.mark.clause("CK-12", "CK-9")
def test_a_fixed_dealer_deals_again_after_a_void_deal() -> None:
    table = Table(tokens=1, fixed_dealer=True, all_out="replay").deal("5h 5c 5d").stand()
    assert table.told["dealer"] == 0


@pytest.mark.clause("CK-3")
def test_the_deal_passes_over_who_is_out() -> None:
    table = Table(seats=4, tokens=1).deal("9h 4c 9d 9s").stand()
    assert table.told["dealer"] == 2
    table = Table("coucou", seats=4, tokens=1).deal("9h+2c+2d 9c 9d 4s").stand()
    assert table.told["dealer"] == 2


# --- Presets --------------------------------------------------------------------------------------------------------

DEFAULTS = {
    "tokens": 3,
    "stake": 0,
    "blockers": "kings",
    "stock_king_blocks": True,
    "double_cut": False,
    "all_out": "sudden_death",
    "fast": False,
    "seconds": 2,
    "expose_kings": False,
    "fixed_dealer": False,
}


@pytest.mark.clause("CK-2", "CK-5", "CK-7", "CK-10", "CK-11", "CK-13", "CK-14")
@pytest.mark.parametrize(
    ("preset", "pack", "direction", "differs"),
    [
        ("cuckoo", "french", "clockwise", {}),
        ("chase-the-ace", "french", "clockwise", {"expose_kings": True}),
        ("five-lives", "french", "clockwise", {"tokens": 5}),
        ("no-block", "french", "clockwise", {"blockers": "none"}),
        ("double-cut", "french", "clockwise", {"double_cut": True}),
        ("fast", "french", "clockwise", {"fast": True}),
        ("coucou", "french", "anticlockwise", {}),
        ("saltacavallo", "italian", "anticlockwise", {}),
    ],
)
def test_presets(preset: str, pack: str, direction: str, differs: dict[str, Any]) -> None:
    game = find_game("cuckoo")
    found = game.preset(preset)
    assert (found.id, found.pack.id, found.direction.value) == (preset, pack, direction)
    rules = game.options(found, {})
    assert {name: getattr(rules, name) for name in DEFAULTS} == {**DEFAULTS, **differs}
    assert set(game.schema()["properties"]) == set(DEFAULTS)


def test_the_presets_and_which_is_the_default() -> None:
    game = find_game("cuckoo")
    assert [preset.id for preset in game.presets] == [
        "cuckoo",
        "chase-the-ace",
        "five-lives",
        "no-block",
        "double-cut",
        "fast",
        "coucou",
        "saltacavallo",
    ]
    assert game.preset(None).id == "cuckoo"
    assert game.seats == (3, 30)


def test_a_rule_of_the_record_overrides_the_presets() -> None:
    assert Table("five-lives", tokens=2).tokens == [2, 2, 2]
    table = Table("no-block", blockers="kings").deal("9h 5c Kd").play("1:offer")
    assert table.hands == "9h 5c Kd"


@pytest.mark.clause("CK-13", "CK-5")
@pytest.mark.parametrize(("asked", "blocks"), [("Kd", True), ("Qd", False)])
def test_in_coucou_kings_block_and_queens_do_not(asked: str, blocks: bool) -> None:
    table = Table("coucou", seats=4).deal(f"9h+2c+2d 7c {asked} 5s").play("3:offer")
    assert table.hands == (f"9h 7c {asked} 5s" if blocks else f"9h 7c 5s {asked}")
    assert table.turn == (1 if blocks else 2)


@pytest.mark.clause("CK-13", "CK-3")
def test_coucou_goes_anticlockwise() -> None:
    table = Table("coucou", seats=4)
    pack = ["2c", "3c", "4c", "5c", "7c", "6c", "8c"]
    pack += [card for card in table.match.preset.pack.cards if card not in pack]
    table.match.shuffle(pack)
    assert table.hands == "7c 4c 3c 2c"
    order = []
    while table.turn != 0:
        order.append(table.turn)
        table.play(f"{table.turn}:stand")
    assert order == [3, 2, 1]
    table.play("0:cut")
    assert table.compared()[0] == "8c"
    assert table.told["dealer"] == 3


@pytest.mark.clause("CK-13")
@pytest.mark.parametrize(
    ("three", "kept"),
    [
        ("9h+4s+3s", "9h"),
        ("4s+9h+3s", "9h"),
        ("3s+4s+9h", "9h"),
        ("9h+9s+3s", "9h"),
        ("9s+9h+3s", "9s"),
        ("3s+9d+9h", "9d"),
        ("As+Ks+Qs", "Ks"),
        ("5d+5s+5h", "5d"),
    ],
)
def test_the_coucou_dealer_keeps_the_best_of_three_and_of_equals_the_first(three: str, kept: str) -> None:
    table = Table("coucou").deal(f"{three} Jc Jd")
    assert table.of_seats("hand") == [[kept], ["Jc"], ["Jd"]]
    assert table.view(None).stock == 49
    assert [seat.card for seat in table.view(None).seats] == [None, None, None]


@pytest.mark.clause("CK-13", "EX-12")
def test_the_coucou_dealer_knows_what_he_put_under_the_stock() -> None:
    table = Table("coucou").deal("4s+9h+3s Jc Jd")
    held = {(card.card, card.dealt, card.went) for card in table.view(0).history}
    assert held == {("4s", True, -1), ("9h", True, None), ("3s", True, -1)}
    for other in (None, 1, 2):
        told = [card for step in table.match.events for event in step for card in event.seen_by(other).cards]
        assert {"4s", "9h", "3s"}.isdisjoint(told)


@pytest.mark.clause("CK-13", "CK-6")
def test_the_coucou_dealers_cut_is_the_card_after_his_three() -> None:
    table = Table("coucou").deal("4s+9h+3s Jc Jd", stock="Qd 8c").play("2:stand", "1:stand", "0:cut")
    assert table.compared()[0] == "Qd"


# --- Saltacavallo ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("CK-14")
@pytest.mark.parametrize(("low", "high"), list(pairwise("1234567FCR")))
def test_the_italian_order(low: str, high: str) -> None:
    table = Table("saltacavallo").deal(f"{high}d {low}s {high}c").stand()
    assert table.change == [0, -1, 0]


@pytest.mark.clause("CK-14")
@pytest.mark.parametrize("rank", "17CR")
def test_italian_suits_do_not_matter(rank: str) -> None:
    table = Table("saltacavallo", seats=4).deal(f"{rank}d {rank}c {rank}s {rank}b").stand()
    assert table.change == [-1, -1, -1, -1]


@pytest.mark.clause("CK-14", "CK-3")
def test_saltacavallo_goes_anticlockwise_with_the_italian_pack() -> None:
    table = Table("saltacavallo", seats=4)
    pack = table.match.preset.pack
    assert set(pack.cards) == {rank + suit for rank in "1234567FCR" for suit in "dcsb"}
    table.deal("7d 6d 5d 4d")
    assert table.view(None).stock == 36
    table.play("3:offer")
    assert (table.hands, table.turn) == ("7d 6d 4d 5d", 2)
    table.play("2:stand", "1:stand", "0:stand")
    assert table.told["dealer"] == 3


@pytest.mark.clause("CK-14", "CK-5")
def test_the_italian_king_blocks() -> None:
    table = Table("saltacavallo", seats=4).deal("7d 6d Rd 4d").play("3:offer")
    assert (table.hands, table.turn) == ("7d 6d Rd 4d", 1)
    assert [event.call for event in table.events("event.calls")] == ["call.cuckoo"]


@pytest.mark.clause("CK-14", "CK-5")
def test_the_italian_king_does_not_block_where_none_does() -> None:
    table = Table("saltacavallo", seats=4, blockers="none").deal("7d 6d Rd 4d").play("3:offer")
    assert (table.hands, table.turn) == ("7d 6d 4d Rd", 2)


@pytest.mark.clause("CK-14")
def test_the_horse_makes_the_request_jump_and_has_used_up_its_turn() -> None:
    table = Table("saltacavallo", seats=4).deal("5d 7s Cc 2d").play("3:offer")
    assert table.hands == "5d 2d Cc 7s"
    assert [(e.seat, e.to, e.cards, e.eyes, e.call) for e in table.events("event.calls")] == [
        (2, 3, ("Cc",), None, "call.jump")
    ]
    assert [(event.seat, event.to) for event in table.events("event.swaps")] == [(3, 1)]
    assert table.turn == 1
    assert table.refusal("2:stand") == "reason.not-your-turn"


@pytest.mark.clause("CK-14")
def test_several_horses_in_a_row() -> None:
    table = Table("saltacavallo", seats=5).deal("7b 6s Cd Cc 2d").play("4:offer")
    assert (table.hands, table.turn) == ("7b 2d Cd Cc 6s", 1)
    assert [event.seat for event in table.events("event.calls")] == [3, 2]


@pytest.mark.clause("CK-14", "CK-5")
def test_a_request_that_jumped_can_be_blocked() -> None:
    table = Table("saltacavallo", seats=4).deal("5d Rs Cc 2d").play("3:offer")
    assert (table.hands, table.turn) == ("5d Rs Cc 2d", 0)
    assert [(event.seat, event.call) for event in table.events("event.calls")] == [
        (2, "call.jump"),
        (1, "call.cuckoo"),
    ]


@pytest.mark.clause("CK-14", "EX-4")
def test_a_request_that_jumps_to_the_dealer_swaps_with_him_and_he_decides() -> None:
    table = Table("saltacavallo").deal("6s Cc 2d", stock="7b").play("2:offer")
    assert (table.hands, table.turn, table.choices) == ("2d Cc 6s", 0, {"stand", "cut"})


@pytest.mark.clause("CK-14", "EX-5")
def test_a_request_that_jumps_to_the_dealers_king_ends_the_round() -> None:
    table = Table("saltacavallo").deal("Rs Cc 2d").play("2:offer")
    assert table.compared() == {0: "Rs", 1: "Cc", 2: "2d"}


@pytest.mark.clause("CK-14")
@pytest.mark.parametrize("top", ["5b", "Rb", "Cb", "1b"])
def test_at_the_dealers_horse_the_asker_takes_the_top_card_and_nothing_blocks(top: str) -> None:
    table = Table("saltacavallo").deal("Cc 2d 6s", stock=f"{top} 7b").play("2:stand", "1:offer")
    assert table.compared() == {0: "Cc", 1: top, 2: "6s"}
    assert table.change == ([0, 0, -1] if top in ("Rb", "Cb") else [0, -1, 0])
    assert table.events("event.stock-blocks") == []


@pytest.mark.clause("CK-14")
def test_horses_all_the_way_to_the_dealer_leave_nobody_a_turn() -> None:
    table = Table("saltacavallo").deal("Cd Cc 2d", stock="7b").play("2:offer")
    assert table.compared() == {0: "Cd", 1: "Cc", 2: "7b"}
    assert table.change == [0, 0, -1]


@pytest.mark.clause("CK-14")
def test_the_dealers_horse_is_asked_once_also_with_two_cuts() -> None:
    table = Table("saltacavallo", double_cut=True).deal("Cc 2d 6s", stock="5b 7b").play("2:stand", "1:offer")
    assert table.compared()[1] == "5b"


@pytest.mark.clause("CK-14")
def test_a_horse_may_be_offered_like_any_card() -> None:
    table = Table("saltacavallo", seats=4).deal("5d 7s 6c Cd").play("3:offer")
    assert (table.hands, table.turn) == ("5d 7s Cd 6c", 2)


@pytest.mark.clause("CK-14", "CK-6")
@pytest.mark.parametrize(("top", "held"), [("Rb", "1d"), ("Cb", "Cb"), ("Fb", "Fb")])
def test_on_the_stock_only_the_king_blocks(top: str, held: str) -> None:
    table = Table("saltacavallo").deal("1d 7s 6c", stock=top).play("2:stand", "1:stand", "0:cut")
    assert table.compared()[0] == held


@pytest.mark.clause("CK-14")
def test_a_french_jack_or_queen_is_no_horse() -> None:
    for card in ("Jd", "Qd"):
        table = Table("coucou", seats=4).deal(f"9h+2c+2d 5c {card} 7s").play("3:offer")
        assert (table.hands, table.turn) == (f"9h 5c 7s {card}", 2)


# --- What is not allowed --------------------------------------------------------------------------------------------


def test_each_refusal_has_its_reason() -> None:
    table = Table(tokens=1)
    assert table.refusal("1:stand") == "reason.shuffle-first"
    table.deal("9h 5c 5d")
    assert table.refusal("2:stand") == "reason.not-your-turn"
    assert table.refusal("-1:stand") == "reason.not-your-turn"
    assert table.refusal("99:stand") == "reason.not-your-turn"
    assert table.refusal("1:cut") == "reason.only-dealer-cuts"
    assert table.refusal("1:timeout") == "reason.no-time-limit"
    for unknown in ("swap", "", "Stand", "play", "accept"):
        assert table.refusal(f"1:{unknown}") == "reason.unknown-action"
    table.play("1:stand", "2:stand")
    assert table.refusal("0:offer") == "reason.dealer-cuts"
    table.stand()
    assert table.refusal("0:stand") == "reason.over"


@pytest.mark.clause("PACK-1", "PACK-3")
def test_a_deal_is_refused_unless_it_is_the_whole_pack_and_its_time() -> None:
    table = Table(tokens=1)
    pack = list(table.match.preset.pack.cards)

    def refused(order: list[str]) -> tuple[str, object]:
        before = table.told, table.match.record().text()
        with pytest.raises(IllegalAction) as refusal:
            table.match.shuffle(order)
        assert (table.told, table.match.record().text()) == before
        return refusal.value.reason.key, refusal.value.reason.args.get("card")

    assert refused(pack[1:]) == ("reason.pack-missing", "Ac")
    assert refused([*pack, "5h"]) == ("reason.pack-twice", "5h")
    assert refused([*pack[:-1], "5h"])[0] == "reason.pack-twice"
    assert refused([*pack[:-1], "Leone"]) == ("reason.pack-unknown", "Leone")
    assert refused([])[0] == "reason.pack-missing"
    table.deal("9h 5c 5d")
    assert refused(pack)[0] == "reason.deal-is-on"
    table.stand()
    assert refused(pack)[0] == "reason.over"


@pytest.mark.parametrize(
    ("rules", "rule", "key"),
    [
        ({"tokens": 0}, "tokens", "setup.rule-value"),
        ({"tokens": 10}, "tokens", "setup.rule-value"),
        ({"tokens": True}, "tokens", "setup.rule-value"),
        ({"tokens": 2.0}, "tokens", "setup.rule-value"),
        ({"tokens": "2"}, "tokens", "setup.rule-value"),
        ({"tokens": None}, "tokens", "setup.rule-value"),
        ({"stake": -1}, "stake", "setup.rule-value"),
        ({"stake": 1001}, "stake", "setup.rule-value"),
        ({"seconds": 0}, "seconds", "setup.rule-value"),
        ({"seconds": 61}, "seconds", "setup.rule-value"),
        ({"blockers": "queens"}, "blockers", "setup.rule-value"),
        ({"blockers": False}, "blockers", "setup.rule-value"),
        ({"all_out": "none"}, "all_out", "setup.rule-value"),
        ({"double_cut": 1}, "double_cut", "setup.rule-value"),
        ({"double_cut": "true"}, "double_cut", "setup.rule-value"),
        ({"fast": None}, "fast", "setup.rule-value"),
        ({"expose_kings": "off"}, "expose_kings", "setup.rule-value"),
        ({"direction": "anticlockwise"}, "direction", "setup.rule"),
        ({"pack": "italian"}, "pack", "setup.rule"),
        ({"dealer_cards": 3}, "dealer_cards", "setup.rule"),
        ({"lives": 3}, "lives", "setup.rule"),
        ({"": 3}, "", "setup.rule"),
    ],
)
def test_a_rule_that_the_game_does_not_know_is_illegal_at_line_1(rules: dict[str, Any], rule: str, key: str) -> None:
    with pytest.raises(WrongSetup) as wrong:
        Table(**rules)
    assert wrong.value.reason.key == key
    assert wrong.value.reason.args["rule"] == rule
    header = Header(game="cuckoo", rules=rules, players=NAMES[:3])
    with pytest.raises(RecordFault) as fault:
        Match.replay(read_record(f"{header.line()}\n".encode()), find_game)
    assert (fault.value.line, fault.value.reason.key, fault.value.readable) == (1, key, True)


@pytest.mark.parametrize(
    "rules",
    [
        {"tokens": 1},
        {"tokens": 9},
        {"stake": 0},
        {"stake": 1000},
        {"seconds": 1},
        {"seconds": 60},
        {"stock_king_blocks": False},
        {"all_out": "replay"},
    ],
)
def test_the_ends_of_each_range_are_allowed(rules: dict[str, Any]) -> None:
    rules_read = Table(**rules).match.rules
    assert {name: getattr(rules_read, name) for name in rules} == rules


@pytest.mark.parametrize("dealer", [-1, 3, 30])
def test_the_first_dealer_must_sit_at_the_table(dealer: int) -> None:
    with pytest.raises(WrongSetup) as wrong:
        Table(dealer=dealer)
    assert wrong.value.reason.key == "setup.dealer"


def test_an_unknown_preset_is_illegal() -> None:
    with pytest.raises(WrongSetup) as wrong:
        Table("campli")
    assert wrong.value.reason.key == "setup.preset"
