"""Coteccio of Trieste: every clause and house rule, on deals made by hand. A is eldest of the first deal."""

from typing import Any

import pytest

from cucco_tui.cards.packs import ITALIAN
from cucco_tui.engine.game import WrongSetup
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.games import find_game
from tests.games.trick_table import SUITS
from tests.games.trick_table import Table as AnyTable
from tests.games.watching import see_refused


class Table(AnyTable):
    """A match of Coteccio."""

    def __init__(self, players: int = 3, **rules: Any) -> None:
        super().__init__("coteccio", players, **rules)

    def loses(self, *losers: str) -> "Table":
        """Play deals of which each costs one player, and nobody else, a life: he takes 1, R and C of coins."""
        for loser in losers:
            self.played(lost_by(self, loser))
            assert self.change == [-(letter == loser) for letter in self.letters]
        return self

    def sweeps(self, winner: str) -> "Table":
        """Play a deal in which one player takes the first four tricks; he must choose then."""
        tricks = swept_by(self, winner)
        self.deal_for(tricks).tricks("\n".join(tricks.splitlines()[:4]))
        assert (self.turn, self.choices) == (winner, ["annul", "go_on"])
        return self

    def capote(self, winner: str) -> "Table":
        """Play a deal in which one player takes all five tricks."""
        last = swept_by(self, winner).splitlines()[4]
        return self.sweeps(winner).play(f"{winner}:go_on").tricks(last)


def lost_by(table: Table, loser: str) -> str:
    """Write tricks in which `loser` takes the first, and his right neighbour all others."""
    around = table.playing[table.playing.index(loser) :] + table.playing[: table.playing.index(loser)]
    others, number = around[1:], len(around) - 1
    first = {loser: "1d", **dict(zip(others, "Rd Cd 2d 3d".split(), strict=False))}  # noqa: SIM905
    small = "65432"[:number]
    return "\n".join(
        [
            f"{table.playing[0]}: {' '.join(first[letter] for letter in table.playing)}",
            f"{loser}: 2s 7s {' '.join(f'{rank}s' for rank in '3456'[: number - 1])}",
            f"{others[0]}: 7c {' '.join(f'{rank}c' for rank in small)}",
            f"{others[0]}: 7b {' '.join(f'{rank}b' for rank in small)}",
            f"{others[0]}: Fs {' '.join(f'{rank}d' for rank in '7654'[:number])}",
        ]
    )


def swept_by(table: Table, winner: str) -> str:
    """Write tricks which `winner` takes."""
    number = len(table.playing) - 1
    first = {letter: f"{rank}d" for letter, rank in zip(table.playing, "2345", strict=False)} | {winner: "1d"}
    small = [[f"{rank}{suit}" for rank in "23456"[:number]] for suit in "scb"]
    return "\n".join(
        [
            f"{table.playing[0]}: {' '.join(first[letter] for letter in table.playing)}",
            *(f"{winner}: 1{cards[0][1]} {' '.join(cards)}" for cards in small),
            f"{winner}: Rd {' '.join(('7d', '7s', '7c', '7b')[:number])}",
        ]
    )


SHARED = """
    A: 1d 2d 3d
    A: Rs 1s 2s
    B: Fc Cc 2c
    C: 7b 6b 5b
    C: 4b 3b 2b
"""
"""A: 6. B: 5 + 6 = 11. C: 3 + 4, 0, and 6 for the last trick = 13."""

TIED = """
    A: 1d 2d 3d
    A: 4s 5s 2s
    B: 7c 6c 5c
    B: 7b 6b 5b
    B: 4b 3b 2b
"""
"""A: 6. B: 6 for the last trick. C: 0."""

TWO_TIED = """
    A: 1d 2d
    A: 2c 3c
    B: 3s 2s
    B: 3b 2b
    B: 4d 3d
"""
"""A: 6. B: 6 for the last trick."""

SWEPT = """
    A: 1d 2d 3d
    A: Rd 4d 5d
    A: 1s 2s 3s
    A: 1c 2c 3c
"""
"""A: 6 + 5 + 6 + 6 = 23 with four tricks."""


# --- The cards ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("COT-1")
def test_the_pack_and_the_order_in_each_suit() -> None:
    table = Table()
    assert sorted(table.match.pack.cards) == sorted(ITALIAN.cards)
    assert sorted(map(tuple, table.view(None).procedure.suits)) == sorted(SUITS["coteccio"])


@pytest.mark.clause("COT-1", "TRICK-4")
@pytest.mark.parametrize("suit", "dcsb")
@pytest.mark.parametrize(("high", "low"), ["1R", "RC", "CF", "F7", "76", "65", "54", "43", "32", "12", "17", "F2"])
def test_the_higher_card_of_the_suit_takes_the_trick(high: str, low: str, suit: str) -> None:
    other = "cdbs"["dcsb".index(suit)]
    for cards, winner in (((high, low), "A"), ((low, high), "B")):
        table = Table(2).deal(" / ".join(f"{rank}{suit}" for rank in cards))
        assert table.play(f"A:{cards[0]}{suit} B:{cards[1]}{suit}").turn == winner
    table = Table(2).deal(f"{low}{suit} / 1{other} R{other} C{other} F{other} 7{other}")
    assert table.play(f"A:{low}{suit} B:1{other}").turn == "A"


@pytest.mark.clause("COT-2", "TRICK-1")
@pytest.mark.parametrize("players", range(2, 9))
def test_five_cards_each_one_at_a_time_eldest_first(players: int) -> None:
    table = Table(players)
    pack = list(ITALIAN.cards)
    table.match.shuffle(pack)
    for number, letter in enumerate(table.letters):
        assert table.hand(letter) == " ".join(sorted(pack[number : 5 * players : players]))
        assert table.seen(None, letter).cards == 5
    assert table.turn == "A"


@pytest.mark.clause("COT-2")
def test_the_rest_of_the_pack_is_seen_by_nobody() -> None:
    table, other = Table(2), Table(2)
    pack = table.order("1d 2c 3s 2b 3d / 2d 3c 2s 3b 4d")
    table.match.shuffle(pack)
    other.match.shuffle([*pack[:10], *reversed(pack[10:])])
    assert table.views == other.views


@pytest.mark.clause("COT-3")
def test_won_tricks_lie_open() -> None:
    table = Table().deal_for(SHARED)
    for viewer in table.viewers:
        assert table.view(viewer).tricks == ()
    table.tricks("\n".join(SHARED.strip().splitlines()[:3])).play("C:7b")
    expected = [("A", "A:1d B:2d C:3d"), ("B", "A:Rs B:1s C:2s"), ("C", "B:Fc C:Cc A:2c")]
    for viewer in table.viewers:
        view = table.view(viewer)
        assert [
            (table.letter(trick.winner), " ".join(f"{table.letter(play.seat)}:{play.card}" for play in trick.plays))
            for trick in view.tricks
        ] == expected
        assert view.trick is not None
        assert [(table.letter(play.seat), play.card) for play in view.trick.plays] == [("C", "7b")]
        assert len(view.plays) == 10


# --- Points and lives -----------------------------------------------------------------------------------------------


@pytest.mark.clause("COT-4")
def test_what_the_cards_are_worth() -> None:
    half_points = Table().view(None).procedure.half_points
    worth = {"1": 12, "R": 10, "C": 8, "F": 6}
    for card in ITALIAN.cards:
        assert half_points.get(card, 0) == worth.get(card[0], 0)


@pytest.mark.clause("COT-4")
def test_the_last_trick_adds_six_points() -> None:
    table = Table().deal_for(SHARED).tricks("\n".join(SHARED.strip().splitlines()[:4]))
    assert table.taken() == [12, 22, 14]
    table.tricks(SHARED.strip().splitlines()[4])
    assert table.last("points") == [6, 11, 13]


@pytest.mark.clause("COT-4")
def test_eight_players_share_seventy_eight_points() -> None:
    table = Table(8)
    table.match.shuffle(table.match.pack.cards)
    while table.turn is not None:
        table.play(f"{table.turn}:{table.choices[-1]}")
    assert sum(table.last("points")) == 78


@pytest.mark.clause("COT-5")
def test_everybody_starts_with_four_lives_unless_agreed_otherwise() -> None:
    assert Table(8).lives == [4] * 8
    for lives in (1, 9):
        table = Table(2, lives=lives)
        assert table.lives == [lives] * 2
        assert [seat.lives for seat in table.view(None).seats] == [lives] * 2


@pytest.mark.clause("COT-6", "TRICK-1")
def test_most_points_cost_a_life() -> None:
    table = Table().played(SHARED)
    assert table.outcome == ([0, 0, -1], [6, 11, 13], None, False)
    assert (table.lives, table.dealer, table.between_deals) == ([4, 4, 3], "A", True)


@pytest.mark.clause("COT-6")
def test_all_who_are_tied_for_most_lose_a_life_each() -> None:
    table = Table().played(TIED)
    assert table.outcome == ([-1, -1, 0], [6, 6, 0], None, False)
    table = Table(2, lives=2).played(TWO_TIED)
    assert table.outcome == ([-1, -1], [6, 6], None, False)
    assert table.lives == [1, 1]


# --- The fifth trick ------------------------------------------------------------------------------------------------


@pytest.mark.clause("COT-7")
def test_who_has_won_four_tricks_must_choose() -> None:
    table = Table().deal_for(f"{SWEPT}    A: 1b 2b 3b").tricks(SWEPT)
    assert (table.turn, table.by, table.choices) == ("A", "A", ["annul", "go_on"])
    for step in ("A:1b", "B:2b", "B:annul", "A:pass", "A:leave"):
        assert table.refusal(step)
    view = table.view("A")
    assert {choice.do for choice in view.choices} == {"annul", "go_on"}
    assert not (view.forced or view.aloud)
    assert table.view("B").choices == table.view(None).choices == ()


@pytest.mark.clause("COT-7")
def test_only_who_has_won_four_tricks_must_choose() -> None:
    table = Table().deal_for(SHARED).tricks("\n".join(SHARED.strip().splitlines()[:4]))
    assert (table.turn, table.choices) == ("C", ["4b"])
    for step in ("C:annul", "C:go_on"):
        assert table.refusal(step)
    table = Table().deal_for(f"{SWEPT}    A: 1b 2b 3b").tricks("\n".join(SWEPT.strip().splitlines()[:3]))
    assert table.refusal("A:annul")
    # Three tricks and then another: B won the second.
    tricks = "A: 7d 2d 3d\nA: 4d 6d 5d\nB: 7s 2s 3s\nB: 7c 2c 3c"
    table = Table().deal_for(f"{tricks}\nB: 7b 2b 3b").tricks(tricks)
    assert (table.turn, table.choices) == ("B", ["7b"])


@pytest.mark.clause("COT-7", "TRICK-1")
def test_annulled_nobody_loses_anything() -> None:
    table = Table().deal_for(f"{SWEPT}    A: 1b 2b 3b").tricks(SWEPT).play("A:annul")
    assert table.outcome == ([0, 0, 0], None, None, False)
    assert (table.lives, table.dealer, table.between_deals) == ([4, 4, 4], "A", True)
    assert table.of_letters("hand") == [[]] * 3
    for viewer in "BC":
        assert "1b" not in table.named(viewer)
    assert "1b" not in table.named(None)


@pytest.mark.clause("COT-7")
def test_after_going_on_the_fifth_card_is_led() -> None:
    table = Table().deal_for(f"{SWEPT}    A: 1b 2b 3b").tricks(SWEPT).play("A:go_on")
    assert (table.turn, table.choices) == ("A", ["1b"])
    for step in ("A:annul", "A:go_on", "B:2b"):
        assert table.refusal(step)
    assert all(view.forced for view in table.views)
    assert table.play("A:1b").turn == "B"


@pytest.mark.clause("COT-8")
@pytest.mark.parametrize(("lives", "after"), [(4, [5, 3, 3]), (9, [10, 8, 8]), (2, [3, 1, 1])])
def test_a_capote_gains_a_life_and_costs_all_others_one(lives: int, after: list[int]) -> None:
    table = Table(lives=lives).deal_for(f"{SWEPT}    A: 1b 2b 3b").tricks(SWEPT).play("A:go_on A:1b B:2b C:3b")
    assert table.outcome == ([1, -1, -1], [35, 0, 0], None, False)
    assert table.lives == after


@pytest.mark.clause("COT-8", "COT-10")
def test_a_capote_may_win_the_match() -> None:
    table = Table(lives=1, stake=5).deal_for(f"{SWEPT}    A: 1b 2b 3b").tricks(SWEPT).play("A:go_on A:1b B:2b C:3b")
    assert (table.lives, table.winners, table.last("void")) == ([2, 0, 0], "A", False)
    assert table.coins == [10, -5, -5]


@pytest.mark.clause("COT-8")
def test_a_capote_costs_nothing_to_who_is_out() -> None:
    table = Table(4, lives=2).loses("B", "B").capote("C")
    assert (table.change, table.lives) == ([-1, 0, 1, -1], [1, 0, 3, 1])


@pytest.mark.clause("COT-9")
def test_a_capote_that_fails_costs_a_life_and_its_breaker_gains_one() -> None:
    table = Table().deal_for(f"{SWEPT}    A: 2b 3b 4b").tricks(SWEPT).play("A:go_on A:2b B:3b C:4b")
    assert table.outcome == ([-1, 0, 1], [23, 0, 6], None, False)
    assert table.lives == [3, 4, 5]


@pytest.mark.clause("COT-9")
def test_points_do_not_matter_when_a_capote_fails() -> None:
    # A's four tricks are worth nothing, the last one 6 + 5 + 6.
    tricks = "A: 7d 2d 3d\nA: 7s 2s 3s\nA: 7c 2c 3c\nA: 7b 4b 5b"
    table = Table().deal_for(f"{tricks}\nA: 3b Rb 1b").tricks(tricks).play("A:go_on A:3b B:Rb C:1b")
    assert table.outcome == ([-1, 0, 1], [0, 0, 17], None, False)


@pytest.mark.clause("COT-9", "COT-10")
def test_a_capote_that_fails_may_put_its_player_out() -> None:
    table = Table(2, lives=1).deal_for("A: 1d 2d\nA: Rd 3d\nA: 1s 2s\nA: 1c 2c\nA: 2b 3b")
    table.tricks("A: 1d 2d\nA: Rd 3d\nA: 1s 2s\nA: 1c 2c").play("A:go_on A:2b B:3b")
    assert (table.lives, table.winners) == ([0, 2], "B")


# --- Out, and the end -----------------------------------------------------------------------------------------------


@pytest.mark.clause("COT-10", "TRICK-1")
def test_who_has_no_life_left_is_out() -> None:
    table = Table(4, lives=2).loses("A", "A")
    assert (table.of_letters("out"), table.lives) == ([True, False, False, False], [0, 2, 2, 2])
    assert table.dealer == "B"
    table.deal_for(lost_by(table, "C"))
    assert table.turn == "C"
    assert (table.hand("A"), table.seen(None, "A").cards) == ("", 0)
    assert [table.seen(None, letter).in_deal for letter in "ABCD"] == [False, True, True, True]
    assert [table.seen(None, letter).out for letter in "ABCD"] == [True, False, False, False]
    table.tricks(lost_by(table, "C"))
    assert table.last("points")[0] == 0
    table.loses("C")
    assert (table.dealer, table.lives) == ("D", [0, 2, 0, 2])
    assert table.loses("D").dealer == "B"


@pytest.mark.clause("COT-10")
def test_the_last_player_with_lives_wins_the_match_and_the_pot() -> None:
    table = Table(3, lives=1, stake=10)
    assert (table.coins, table.told["pot"]) == ([-10] * 3, 30)
    table.loses("B")
    assert (table.over, table.coins, table.told["pot"]) == (False, [-10] * 3, 30)
    table.loses("A")
    assert (table.over, table.winners, table.coins, table.told["pot"]) == (True, "C", [-10, -10, 20], 0)
    assert table.told["waiting"] is None
    assert table.of_letters("out") == [True, True, False]
    assert table.of_letters("hand") == [[]] * 3


@pytest.mark.clause("COT-10")
def test_without_a_stake_there_is_no_pot() -> None:
    table = Table(2, lives=1)
    assert (table.coins, table.told["pot"]) == ([0, 0], 0)
    assert table.loses("A").coins == [0, 0]


@pytest.mark.clause("COT-11", "TRICK-1")
def test_a_deal_that_would_leave_nobody_with_lives_is_void() -> None:
    table = Table(2, lives=1, stake=1).played(TWO_TIED)
    assert table.outcome == ([0, 0], [6, 6], None, True)
    assert (table.lives, table.over, table.dealer, table.told["pot"]) == ([1, 1], False, "A", 2)


@pytest.mark.clause("COT-11")
def test_it_is_void_with_three_and_with_who_is_out_too() -> None:
    tricks = "A: 1d 2d 3d\nA: 2s 1s 3s\nB: 2c 4c 3c\nC: 7b 6b 5b\nC: 4b 3b 2b"
    table = Table(3, lives=1).played(tricks)
    assert table.outcome == ([0, 0, 0], [6, 6, 6], None, True)
    table = Table(3, lives=1).loses("C")
    assert table.dealer == "A"
    table.played("B: 1d 2d\nB: 2c 3c\nA: 3s 2s\nA: 3b 2b\nA: 4d 3d")
    assert table.outcome == ([0, 0, 0], [6, 6, 0], None, True)


@pytest.mark.clause("COT-11", "COT-13")
def test_a_void_deal_needs_no_doctor() -> None:
    table = Table(2, lives=1, doctor="unlimited").played(TWO_TIED)
    assert (table.between_deals, table.lives, table.last("void")) == (True, [1, 1], True)


@pytest.mark.clause("COT-11", "COT-6")
def test_it_is_not_void_where_somebody_keeps_a_life() -> None:
    table = Table(3, lives=1).played(TIED)
    assert (table.lives, table.last("void"), table.winners) == ([0, 0, 1], False, "C")


# --- Revokes --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("COT-12", "TRICK-5")
def test_a_proved_revoke_stops_the_deal_and_costs_a_life() -> None:
    table = Table(revokes="punished").deal("1d 7d 5s 5c 5b / 2d Rs 1s 3c 3b / 3d 4d 2s 2c 2b")
    table.play("A:1d B:Rs C:3d A:5s B:1s C:2s B:3c C:2c A:5c A:7d")
    assert table.settlements == []
    table.play("B:2d")
    assert table.outcome == ([0, -1, 0], None, None, False)
    assert (table.lives, table.dealer, table.between_deals) == ([4, 3, 4], "A", True)
    assert table.of_letters("hand") == [[]] * 3


@pytest.mark.clause("COT-12", "TRICK-5")
def test_a_card_of_another_suit_proves_nothing_and_a_lead_proves_too() -> None:
    table = Table(revokes="punished").deal("1d 7d 5s 5c 5b / 2d Rs 1s 3c 3b / 3d 4d 2s 2c 2b")
    table.play("A:1d B:3b C:3d A:5s B:1s C:2s")
    assert (table.turn, table.settlements) == ("B", [])
    table.play("B:2d")
    assert table.outcome == ([0, -1, 0], None, None, False)


@pytest.mark.clause("COT-12")
def test_a_revoke_can_come_out_in_a_capote() -> None:
    table = Table(revokes="punished").deal("1d Rd 1s 1c 1b / 2d 4d 3s 2c 2b / 3d 5d 2s 3c 3b")
    table.tricks("A: 1d 4d 3d\nA: Rd 2b 5d\nA: 1s 3s 2s\nA: 1c 2c 3c").play("A:go_on A:1b")
    assert table.settlements == []
    table.play("B:2d")
    assert table.outcome == ([0, -1, 0], None, None, False)


@pytest.mark.clause("COT-12", "COT-7")
def test_a_revoke_that_stays_in_the_hand_costs_nothing() -> None:
    table = Table(revokes="punished").deal("1d Rd 1s 1c 1b / 2d 4d 3s 2c 2b / 3d 5d 2s 3c 3b")
    table.tricks("A: 1d 4d 3d\nA: Rd 2b 5d\nA: 1s 3s 2s\nA: 1c 2c 3c").play("A:annul")
    assert (table.change, table.lives) == ([0, 0, 0], [4, 4, 4])


@pytest.mark.clause("COT-12", "COT-7")
def test_a_revoke_that_comes_out_in_the_fourth_trick_leaves_no_choice() -> None:
    table = Table(revokes="punished").deal("1d Rd 1s 1c 1b / 2d 4d 3s 2c 2b / 3d 5d 2s 3c 3b")
    table.tricks("A: 1d 4d 3d\nA: Rd 2b 5d\nA: 1s 3s 2s").play("A:1c B:2d")
    assert table.outcome == ([0, -1, 0], None, None, False)


@pytest.mark.clause("COT-12", "COT-10")
def test_a_revoke_may_cost_the_last_life() -> None:
    table = Table(2, revokes="punished", lives=1, stake=3).deal("1d 7d 5s 5c 5b / 2d Rs 1s 3c 3b")
    table.play("A:1d B:Rs A:7d B:2d")
    assert (table.lives, table.winners, table.coins) == ([1, 0], "A", [3, -3])


@pytest.mark.clause("COT-12", "TRICK-5")
def test_revokes_are_prevented_unless_agreed_otherwise() -> None:
    for table in (Table(), Table(revokes="prevented")):
        table.deal("1d 7d 5s 5c 5b / 2d Rs 1s 3c 3b / 3d 4d 2s 2c 2b").play("A:1d")
        assert table.refusal("B:Rs")
        assert table.choices == ["2d"]


# --- The doctor -----------------------------------------------------------------------------------------------------


def four_lives(**rules: Any) -> Table:
    """Stand where B has 3 lives, C 2 and D 4, and A has just lost his last one (the example of the source)."""
    return Table(4, **rules).loses("B", "C", "C", "A", "A", "A", "A")


@pytest.mark.clause("COT-13")
@pytest.mark.parametrize("doctor", ["once", "unlimited"])
def test_the_doctor_gives_as_many_lives_as_the_poorest_other_has(doctor: str) -> None:
    table = four_lives(doctor=doctor)
    assert (table.turn, table.by, table.choices) == ("A", "A", ["doctor", "leave"])
    assert (table.lives, table.change) == ([0, 3, 2, 4], [-1, 0, 0, 0])
    assert table.of_letters("hand") == [[]] * 4
    for step in ("B:doctor", "A:pass", "A:annul", "A:1d"):
        assert table.refusal(step)
    for view in table.views:
        assert view.aloud
        assert {choice.do for choice in view.choices} == {"doctor", "leave"}
    table.play("A:doctor")
    assert (table.lives, table.change) == ([2, 3, 2, 4], [-1, 0, 0, 0])
    assert (table.between_deals, table.of_letters("out")) == (True, [False] * 4)


@pytest.mark.clause("COT-13")
def test_who_does_not_call_the_doctor_is_out() -> None:
    table = four_lives(doctor="unlimited").play("A:leave")
    assert (table.lives, table.between_deals, table.of_letters("out")[0]) == ([0, 3, 2, 4], True, True)


@pytest.mark.clause("COT-13")
def test_there_is_no_doctor_unless_agreed() -> None:
    for rules in ({}, {"doctor": "off"}):
        table = four_lives(**rules)
        assert (table.between_deals, table.of_letters("out")[0]) == (True, True)


@pytest.mark.clause("COT-13", "TRICK-1")
@pytest.mark.parametrize(("answer", "dealer"), [("doctor", "A"), ("leave", "B")])
def test_who_comes_back_has_his_place_in_the_round(answer: str, dealer: str) -> None:
    table = Table(3, lives=1, doctor="once").loses("A").play(f"A:{answer}")
    assert table.dealer == dealer


@pytest.mark.clause("COT-13")
def test_with_one_other_left_the_doctor_does_not_come() -> None:
    table = Table(2, lives=1, doctor="unlimited").loses("A")
    assert table.winners == "B"
    table = Table(3, lives=1, doctor="unlimited").played(TIED)
    assert (table.lives, table.winners) == ([0, 0, 1], "C")
    table = Table(3, lives=1, doctor="unlimited").loses("A").play("A:leave").loses("B")
    assert table.winners == "C"


@pytest.mark.clause("COT-13")
@pytest.mark.parametrize(("answers", "lives"), [("AB", [2, 2, 2, 3]), ("A", [2, 0, 2, 3]), ("B", [0, 2, 2, 3])])
def test_several_callers_are_asked_from_eldest_on(answers: str, lives: list[int]) -> None:
    table = Table(4, lives=3, doctor="once").loses("A", "B", "C", "A", "B")
    assert (table.lives, table.playing) == ([1, 1, 2, 3], "BCDA")
    table.played("B: 1d 2d 3d 4d\nB: 2s 3s 4s 5s\nA: 7c 6c 5c 4c\nA: 7b 6b 5b 4b\nA: 7s 5d 6d 7d")
    assert (table.change, table.lives) == ([-1, -1, 0, 0], [0, 0, 2, 3])
    for letter in "BA":
        assert (table.turn, table.choices) == (letter, ["doctor", "leave"])
        table.play(f"{letter}:{'doctor' if letter in answers else 'leave'}")
    assert (table.lives, table.between_deals) == (lives, True)


@pytest.mark.clause("COT-13")
def test_the_doctor_comes_once_or_always() -> None:
    for doctor in ("once", "unlimited"):
        table = Table(3, lives=1, doctor=doctor).loses("A").play("A:doctor")
        assert table.lives == [1, 1, 1]
        table.loses("A")
        if doctor == "once":
            assert (table.between_deals, table.lives) == (True, [0, 1, 1])
            table.loses("B")
            assert table.winners == "C"
        else:
            assert (table.turn, table.choices) == ("A", ["doctor", "leave"])


@pytest.mark.clause("COT-13")
def test_once_is_for_each_player() -> None:
    table = Table(3, lives=1, doctor="once").loses("A").play("A:doctor").loses("B").play("B:doctor").loses("C")
    assert (table.turn, table.choices) == ("C", ["doctor", "leave"])


@pytest.mark.clause("COT-13")
def test_who_is_out_is_not_asked_again() -> None:
    table = Table(4, lives=1, doctor="unlimited").loses("A").play("A:leave").loses("B")
    assert table.turn == "B"
    table.play("B:doctor")
    assert (table.lives, table.between_deals) == ([0, 1, 1, 1], True)


@pytest.mark.clause("COT-13", "COT-12")
def test_the_doctor_comes_after_a_revoke_too() -> None:
    table = Table(lives=1, doctor="once", revokes="punished")
    table.deal("1d 7d 5s 5c 5b / 2d Rs 1s 3c 3b / 3d 4d 2s 2c 2b").play("A:1d B:Rs C:3d A:7d B:2d")
    assert (table.turn, table.choices, table.change) == ("B", ["doctor", "leave"], [0, -1, 0])
    assert table.play("B:doctor").lives == [1, 1, 1]


@pytest.mark.clause("COT-13", "COT-9")
def test_the_doctor_comes_after_a_capote_that_failed_too() -> None:
    table = Table(lives=1, doctor="once").deal_for(f"{SWEPT}    A: 2b 3b 4b").tricks(SWEPT)
    table.play("A:go_on A:2b B:3b C:4b")
    assert (table.turn, table.lives) == ("A", [0, 1, 2])
    assert table.play("A:doctor").lives == [1, 1, 2]


@pytest.mark.clause("COT-13", "COT-8")
def test_after_a_capote_the_doctor_comes_to_all_who_lost_their_last_life() -> None:
    table = Table(4, lives=2, doctor="once").loses("A", "B").capote("D")
    assert (table.lives, table.turn) == ([0, 0, 1, 3], "A")
    table.play("A:doctor B:doctor")
    assert table.lives == [1, 1, 1, 3]


@pytest.mark.clause("COT-13", "COT-8")
def test_after_a_capote_that_leaves_one_nobody_is_asked() -> None:
    table = Table(lives=1, doctor="unlimited").capote("B")
    assert (table.lives, table.winners) == ([0, 2, 0], "B")


# --- House rules and reports ----------------------------------------------------------------------------------------


@pytest.mark.clause("COT-5", "COT-13")
def test_the_preset() -> None:
    game = find_game("coteccio")
    assert [preset.id for preset in game.presets] == ["trieste"]
    rules = Match(game, Header(game="coteccio", players=("B", "A"))).rules
    assert (rules.lives, rules.doctor, rules.revokes, rules.stake) == (4, "off", "prevented", 0)


@pytest.mark.clause("COT-2")
@pytest.mark.parametrize("players", [1, 9])
def test_two_to_eight_play(players: int) -> None:
    see_refused("coteccio", players)


@pytest.mark.parametrize(
    "rules",
    [
        {"lives": 0},
        {"lives": 10},
        {"lives": True},
        {"doctor": True},
        {"doctor": "twice"},
        {"revokes": "allowed"},
        {"stake": -1},
        {"stake": 1001},
        {"tokens": 4},
        {"equal_cards": "first"},
        {"deals": 10},
    ],
)
def test_wrong_rules_are_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(WrongSetup):
        Table(**rules)


@pytest.mark.clause("COT-6")
def test_what_a_report_tells() -> None:
    table = Table(stake=2).played(SHARED)
    told = table.told
    for name, lives, seat in zip("CBA", (3, 4, 4), told["seats"], strict=True):
        expected: dict[str, Any] = {"tokens": lives, "points": None, "coins": -2, "out": False, "virgin": None}
        assert seat == {"name": name, "hand": [], **expected}
    assert told["settlements"] == [
        {"deal": 1, "dealer": 0, "change": [-1, 0, 0], "points": [13, 11, 6], "recount": None, "void": False}
    ]
