"""Gnav: every clause, on deals made by hand. A is eldest of the first deal, the last letter deals."""

from itertools import pairwise
from typing import Any

import pytest

from cucco_tui.bots import BOTS
from cucco_tui.bots.simulation import simulate
from cucco_tui.engine.game import WrongSetup
from cucco_tui.engine.shuffle import Chance
from cucco_tui.games import find_game
from tests.games.pot_table import Table as AnyTable
from tests.games.watching import see_refused

HIGH_TO_LOW = (
    "Gjok Dragon Katt Hest Hus XII XI X VIIII VIII VII VI V IIII III II I 0 Potte Ugle".split()  # noqa: SIM905
)


class Table(AnyTable):
    """A match of Gnav."""

    def __init__(self, seats: int = 4, **rules: Any) -> None:
        super().__init__("gnav", seats, **rules)

    @property
    def knocked(self) -> str:
        """Name who has knocked in the whole match."""
        return "".join(self.seated[event.seat or 0] for event in self.events("event.knocks"))

    @property
    def void(self) -> bool:
        void: bool = self.told["settlements"][-1]["void"]
        return void


# --- Pack and tokens ------------------------------------------------------------------------------------------------


@pytest.mark.clause("GNA-1")
def test_there_are_two_of_each_of_21_pieces() -> None:
    cards = Table().match.pack.cards
    assert len(cards) == 42
    assert {card: cards.count(card) for card in cards} == dict.fromkeys([*HIGH_TO_LOW, "Narr"], 2)


@pytest.mark.clause("GNA-1", "GNA-7")
@pytest.mark.parametrize(("high", "low"), list(pairwise(HIGH_TO_LOW)))
def test_the_order_of_the_pieces(high: str, low: str) -> None:
    assert Table(3).stood(f"{high} {low} {high}").losers == "B"


@pytest.mark.clause("GNA-1")
def test_tokens_and_no_stake() -> None:
    table = Table(5)
    assert (table.tokens, table.coins, table.pot) == ([3] * 5, [0] * 5, 0)
    assert [seat["virgin"] for seat in table.told["seats"]] == [None] * 5
    assert Table(5, tokens=9).tokens == [9] * 5


@pytest.mark.parametrize("rules", [{"tokens": 0}, {"tokens": 10}, {"stake": 1}, {"ties": "all"}])
def test_wrong_rules_are_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(WrongSetup):
        Table(**rules)


@pytest.mark.clause("GNA-1")
def test_two_to_twenty_play() -> None:
    see_refused("gnav", 1, 21)
    hands = " ".join(["XII", "XI", "X", "VIIII", "VIII", "VII", "VI", "V", "IIII", "III"] * 2)
    assert Table(20).stood(hands).losers == "JT"


@pytest.mark.clause("GNA-1", "EX-2", "EX-4")
def test_play_and_deal_go_to_the_left() -> None:
    table = Table()
    assert table.deal("III IX V VII".replace("IX", "VIIII")).told["waiting"]["seat"] == 0
    table.play("A:offer")
    assert (table.hands, table.turn) == ("VIIII III V VII", "B")
    table.rest()
    assert (table.losers, table.told["dealer"]) == ("B", 0)


# --- Matadors -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("GNA-2")
def test_the_cuckoo_ends_the_exchange() -> None:
    table = Table(5).deal("VIIII III Gjok I XII").play("A:stand B:offer")
    assert table.calls == ["C gjok"]
    assert table.compared() == "VIIII III Gjok I XII"
    assert (table.losers, table.between_deals) == ("D", True)


@pytest.mark.clause("GNA-3", "GNA-4", "EX-5")
@pytest.mark.parametrize("card", ["Dragon", "Katt"])
def test_dragoon_and_cat_take_a_token(card: str) -> None:
    table = Table().deal(f"II {card} V VII").play("A:offer")
    assert (table.hands, table.turn, table.tokens) == (f"II {card} V VII", "C", [2, 3, 3, 3])
    assert table.calls == [f"B {card.lower()}"]
    assert table.rest().losers == "AA"


@pytest.mark.clause("GNA-4")
def test_the_cat_leaves_the_swaps_as_they_are() -> None:
    table = Table(5).deal("III V VII Katt I").play("A:offer B:offer C:offer")
    assert (table.hands, table.turn, table.tokens) == ("V VII III Katt I", "E", [3, 3, 2, 3, 3])
    assert table.events("event.undone") == []


@pytest.mark.clause("GNA-3", "EX-8")
def test_who_loses_the_last_token_to_a_matador_is_out_of_the_deal() -> None:
    table = Table(4, tokens=1).deal("0 Dragon V VII").play("A:offer C:stand D:stand")
    assert table.compared() == "- Dragon V VII"
    assert table.losers == "AC"


@pytest.mark.clause("GNA-5")
@pytest.mark.parametrize(
    ("hands", "after", "turn", "calls"),
    [
        ("II Hest V VII X", "V Hest II VII X", "C", ["B hest"]),
        ("II Hus V VII X", "V Hus II VII X", "C", ["B hus"]),
        ("II Hus Hest VII X", "VII Hus Hest II X", "D", ["B hus", "C hest"]),
        ("II Hest Katt VII X", "II Hest Katt VII X", "D", ["B hest", "C katt"]),
    ],
)
def test_horse_and_house_pass_the_request_on(hands: str, after: str, turn: str, calls: list[str]) -> None:
    table = Table(5).deal(hands).play("A:offer")
    assert (table.hands, table.turn, table.calls) == (after, turn, calls)


@pytest.mark.clause("GNA-5", "EX-11")
@pytest.mark.parametrize("card", ["Gjok", "Dragon", "Hest", "Narr", "IIII"])
def test_past_the_dealers_piece_the_asker_takes_the_top_one_without_its_power(card: str) -> None:
    table = Table().deal("X VIII II Hest", stock=card).play("A:stand B:stand C:offer")
    assert table.compared() == f"X VIII {card} Hest"
    assert (table.calls, table.turned_up(), table.knocked) == (["D hest"], [], "")
    assert table.losers == {"Narr": "BC", "IIII": "C"}.get(card, "B")


# --- The dealer -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("GNA-6", "EX-6", "EX-11")
@pytest.mark.parametrize("card", ["VII", "Gjok", "Dragon", "Katt"])
def test_the_dealer_takes_the_top_piece_also_another_matador(card: str) -> None:
    table = Table(3).deal("X VI II", stock=card).play("A:stand B:stand C:cut")
    assert (table.compared(), table.turned_up()) == (f"X VI {card}", [])
    assert (table.losers, table.calls) == ("B", [])


@pytest.mark.clause("GNA-6")
@pytest.mark.parametrize(
    ("stock", "got", "turned_up"),
    [
        ("Hest XI", "XI", ["Hest"]),
        ("Hus XI", "XI", ["Hus"]),
        ("Hus Katt", "Katt", ["Hus"]),
        ("Hest Hus XI", "II", ["Hest", "Hus"]),
        ("Hus Hus XI", "II", ["Hus", "Hus"]),
    ],
)
def test_at_a_horse_or_house_he_draws_again_once(stock: str, got: str, turned_up: list[str]) -> None:
    table = Table(3).deal("X VI II", stock=stock).play("A:stand B:stand C:cut")
    assert (table.compared(), table.turned_up()) == (f"X VI {got}", turned_up)
    assert table.between_deals
    told_again = [event.cards[0] for event in table.events("event.draws-again")]
    assert told_again == turned_up[:1]


# --- The Narr -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("GNA-7")
def test_who_is_dealt_a_narr_knocks_and_all_know_where_it_is() -> None:
    table = Table(5).deal("III Narr V VII Narr")
    assert table.knocked == "BE"
    for viewer in ("A", "C", "D"):
        seats = table.view(viewer).seats
        assert [seats[table.seat(letter)].card for letter in "BE"] == ["Narr", "Narr"]
        assert not seats[table.seat("B")].face_up
    table.play("A:stand B:offer")
    assert table.view("A").seats[table.seat("C")].card == "Narr"
    assert table.view("A").seats[table.seat("B")].card is None


@pytest.mark.clause("GNA-7")
def test_a_narr_from_the_stock_does_not_knock() -> None:
    table = Table(3).deal("X VI II", stock="Narr").play("A:stand B:stand C:cut")
    assert (table.knocked, table.compared(), table.losers) == ("", "X VI Narr", "BC")


@pytest.mark.clause("GNA-7")
@pytest.mark.parametrize(
    ("hands", "losers"),
    [
        ("Narr VI X XI", "AB"),
        ("Narr VI X Narr", "ABD"),
        ("Narr VI VI XI", "ABC"),
        ("X 0 0 XI", "BC"),
        ("Narr Gjok Dragon Gjok", "AC"),
        ("Ugle Potte Potte X", "A"),
    ],
)
def test_each_narr_pays_and_the_lowest_of_the_others(hands: str, losers: str) -> None:
    assert Table(4).stood(hands).losers == losers


@pytest.mark.clause("GNA-7")
def test_two_players_with_both_narren_both_pay() -> None:
    table = Table(2).stood("Narr Narr")
    assert (table.losers, table.tokens) == ("AB", [2, 2])


@pytest.mark.clause("GNA-7", "GNA-3")
def test_who_is_left_alone_pays_only_for_a_narr() -> None:
    table = Table(2, tokens=1).deal("X Dragon").play("A:offer")
    assert (table.compared(), table.losers, table.winners) == ("- Dragon", "A", "B")


@pytest.mark.clause("GNA-7", "EX-10")
def test_if_all_are_out_the_deal_counts_for_nothing() -> None:
    table = Table(2, tokens=1).stood("VI VI")
    assert (table.change, table.tokens, table.void, table.between_deals) == ([0, 0], [1, 1], True, True)
    assert table.dealer == "A"
    table = Table(3, tokens=1).deal("X Dragon Dragon").play("A:offer C:stand")
    assert (table.change, table.tokens, table.void) == ([0, 0, 0], [1, 1, 1], True)
    assert table.stood("X V VI").losers == "B"


@pytest.mark.clause("EX-7", "GNA-7")
def test_all_know_that_who_did_not_knock_was_dealt_no_narr() -> None:
    chance = Chance(b"no narr")
    seen = Table(5).deal("III V VI VII X").view("A")
    for _ in range(200):
        assert "Narr" not in [seat.hand[0] for seat in seen.sample(chance).report()]


# --- The bot that reckons -------------------------------------------------------------------------------------------


def advice(table: Table) -> str:
    assert table.turn is not None
    return BOTS["steady"](table.view(table.turn), Chance(b"not needed"), 1).do


@pytest.mark.clause("GNA-7")
def test_the_bot_passes_a_narr_on_and_asks_for_none() -> None:
    assert advice(Table().deal("Narr V VII X")) == "offer"
    assert advice(Table().deal("I V VII X")) == "offer"
    assert advice(Table().deal("I Narr VII X")) == "stand"
    assert advice(Table().deal("V X XI Narr").play("A:stand B:stand C:stand")) == "cut"


@pytest.mark.parametrize("seats", [4, 8])
def test_the_steady_bot_beats_the_random_one(seats: int) -> None:
    """Seats are exchanged: each side sits on both halves of the table with the same shuffles."""
    game, won = find_game("gnav"), 0
    for first, second in (("steady", "random"), ("random", "steady")):
        names = [(first, second)[seat % 2] for seat in range(seats)]
        bots = [BOTS[name] for name in names]
        tally = simulate(game, game.preset(None), {}, bots, b"a fixed seed", 1, matches=40)
        won += sum(wins for name, wins in zip(names, tally.wins, strict=True) if name == "steady")
    assert won > 0.75 * 80
