"""Zifuli: every clause and house rule, on deals made by hand. A is eldest of the first deal, E deals."""

from typing import Any

import pytest

from cucco_tui.engine.game import WrongSetup
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance
from cucco_tui.games import find_game
from tests.games.trick_table import NUMERALS, ZIFULI_PICTURES
from tests.games.trick_table import Table as AnyTable
from tests.games.watching import see_refused


class Table(AnyTable):
    """A match of Zifuli."""

    def __init__(self, players: int = 5, **rules: Any) -> None:
        super().__init__("zifuli", players, **rules)

    def declare(self, letter: str, card: str) -> "Table":
        """Let one player bid and all others pass."""
        while self.turn is not None and "pass" in self.choices:
            self.play(f"{self.turn}:bid:{card}" if self.turn == letter else f"{self.turn}:pass")
        return self

    def declared(self, letter: str, card: str, tricks: str) -> "Table":
        """Play a deal in which one player bids alone."""
        self.deal_for(tricks).declare(letter, card).tricks(tricks)
        return self

    def bids(self) -> str:
        """Write the bids that all see: `A:X B:-`."""
        return " ".join(f"{self.letter(bid.seat)}:{bid.card or '-'}" for bid in self.view(None).bids)


# Each card of a suit is in one of four tricks of that suit, so everybody always follows. In brackets the points and
# what the recount gives (COCH-8, COCH-9).
DRAWN = """
    A: Leone Leone XV XV XIIII
    A: VIIII VIII VIII VII VI
    A: XI Nulla Matto Matto XI
    A: II I III I II
    C: X X VIIII VII VI
    C: V IIII IIII III V
    C: XIIII XIII XIII XII XII
    C: Nulla Secchia Secchia Mascherone Mascherone
"""
"""A: 5 (26), 2½ (13), 2 (2) = 9½ (41). C: 0 (9), 3½ (7), 1 (11), 5 (14), 0 = 9½ (41)."""

A_RECOUNTED = """
    A: Leone Leone XV XV XIIII
    A: VIII VII VII VI VI
    A: XI Nulla Matto Matto XI
    A: III I I II II
    A: VIII VIIII X X VIIII
    C: V IIII IIII III V
    C: XIIII XIII XIII XII XII
    C: Nulla Secchia Secchia Mascherone Mascherone
"""
"""A: 5 (26), 2½ (9), 2 (2), 0 (9) = 9½ (46). C: 3½ (11), 1 (11), 5 (14), 0 = 9½ (36)."""

C_RECOUNTED = A_RECOUNTED.replace("A: III I I II II", "A: II I III I II").replace(
    "A: VIII VIIII X X VIIII", "C: X X VIIII VIIII VIII"
)
"""As `A_RECOUNTED`, but C takes I I II II III: 37 to 45."""

BOTH_TAKE = """
    A: Leone Leone XV XV XIIII
    A: VII VIII VII VI VI
    B: XI Nulla Matto Matto XI
    B: III I I II II
    B: VIII X X VIIII VIIII
    C: V IIII IIII III V
    C: XIIII XIII XIII XII XII
    C: Nulla Secchia Secchia Mascherone Mascherone
"""
"""A: 5 (26). B: 2½ (9), 2 (2), 0 (9) = 4½ (20). C: 3½ (11), 1 (11), 5 (14), 0 = 9½ (36)."""

ALL_TO_A = """
    A: Leone Leone XV XV XIIII
    A: XIIII XIII XIII XII XII
    A: XI XI Matto Matto Nulla
    A: Nulla Secchia Secchia Mascherone Mascherone
    A: X X VIIII VIIII VIII
    A: VIII VII VII VI VI
    A: V V IIII IIII III
    A: III II II I I
"""

A_ALONE = """
    A: Leone XV XV XIIII XIIII
    A: Leone XIII XIII XII XII
    A: Nulla Matto Matto XI XI
    D: Nulla Secchia Secchia Mascherone Mascherone
    D: X X VIIII VIIII VIII
    D: VIII VII VII VI VI
    D: V V IIII IIII III
    D: III II II I I
"""
"""A holds both Leone and takes 5 + 5. D: 2, 0, 3½, 2½, 1, 0 = 9."""

A_ALONE_LOSES = """
    A: Mascherone Leone Leone XV XV
    B: XIIII XIIII XIII XIII Mascherone
    B: XII XII XI XI Matto
    B: Matto Nulla Nulla Secchia Secchia
    B: X X VIIII VIIII VIII
    B: VIII VII VII VI VI
    B: V V IIII IIII III
    B: III II II I I
"""
"""A holds both Mascherone and takes nothing."""


# --- The cards ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ZIF-1")
def test_the_suits() -> None:
    table = Table()
    assert sorted(table.match.pack.cards) == sorted((NUMERALS + ZIFULI_PICTURES) * 2)
    assert [tuple(suit) for suit in table.view(None).procedure.suits] == [NUMERALS, ZIFULI_PICTURES]


@pytest.mark.clause("ZIF-1", "TRICK-4")
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("Mascherone Secchia Nulla Matto XI", "E"),
        ("Mascherone Secchia Nulla Matto Nulla", "D"),
        ("Nulla Matto XI Mascherone Secchia", "C"),
        ("Matto Nulla Secchia Mascherone Matto", "A"),
    ],
)
def test_the_matto_stands_between_nulla_and_osteria(cards: str, winner: str) -> None:
    table = Table().deal(" / ".join(cards.split())).declare("A", cards.split(maxsplit=1)[0]).tricks(f"A: {cards}")
    assert table.turn == winner


@pytest.mark.clause("ZIF-2")
def test_eight_cards_each_in_two_packets_of_four() -> None:
    table = Table()
    pack = [*NUMERALS, *ZIFULI_PICTURES, *NUMERALS, *ZIFULI_PICTURES]
    table.match.shuffle(pack)
    for number, letter in enumerate("ABCDE"):
        first, second = pack[number * 4 : number * 4 + 4], pack[20 + number * 4 : 24 + number * 4]
        assert table.hand(letter) == " ".join(sorted(first + second))


@pytest.mark.clause("COCH-4", "COCH-5", "COCH-6", "COCH-7")
@pytest.mark.parametrize(
    ("rules", "cards", "winner"),
    [
        ({}, "V X I X II", "B"),
        ({"equal_cards": "last"}, "V X I X II", "D"),
        ({"equal_cards": "last"}, "V I I III II", "A"),
        ({}, "III Matto II VII VIII", "E"),
        ({"matto_takes_numerals": True}, "III Matto II VII VIII", "B"),
        ({"matto_takes_numerals": True}, "III Matto II Matto VIII", "E"),
        ({"preset": "brazilian"}, "III Matto II VII VIII", "B"),
        ({"preset": "brazilian"}, "V X I X II", "D"),
        ({"preset": "iseo"}, "III Matto II VII VIII", "E"),
    ],
)
def test_the_house_rules_of_coch(rules: dict[str, Any], cards: str, winner: str) -> None:
    pictures = ("Matto Nulla Nulla Secchia Secchia XI XII XIII", "Matto Mascherone Mascherone XI XII XIII XIIII XV")
    hands = [card if card != "Matto" else pictures[seat == 3] for seat, card in enumerate(cards.split())]
    table = Table(**rules).deal(" / ".join(hands)).declare("A", cards.split(maxsplit=1)[0]).tricks(f"A: {cards}")
    assert table.turn == winner


@pytest.mark.clause("COCH-7")
def test_a_matto_follows_suit_like_any_picture() -> None:
    table = Table(matto_takes_numerals=True).deal("III / Matto IIII / / /").declare("A", "III").play("A:III")
    assert table.refusal("B:Matto")


# --- The auction ----------------------------------------------------------------------------------------------------

HANDS = "X VIII V XI / VIIII VII IIII Leone / X VI III / VIIII VII XV / VIII Secchia"


@pytest.mark.clause("ZIF-3", "ZIF-4")
@pytest.mark.parametrize(("direction", "order"), [("anticlockwise", "ABCDE"), ("clockwise", "AEDCB")])
def test_eldest_speaks_first_and_then_the_others_in_turn(direction: str, order: str) -> None:
    table = Table(auction_direction=direction).deal(HANDS)
    spoken = ""
    for _ in range(5):
        spoken += table.turn or ""
        table.play(f"{table.turn}:pass")
    assert spoken == order


@pytest.mark.clause("ZIF-3")
def test_the_auction_goes_to_the_right_unless_agreed_otherwise() -> None:
    assert Table().deal(HANDS).play("A:pass").turn == "B"


@pytest.mark.clause("ZIF-3", "ZIF-10")
def test_a_clockwise_auction_goes_over_the_dealer_and_play_goes_to_the_right_all_the_same() -> None:
    table = Table(auction_direction="clockwise").deal(HANDS).play("A:bid:X E:pass D:bid:VIIII C:pass B:pass")
    assert table.turn == "A"
    table.play("A:bid:VIII D:bid:VII")
    assert table.turn == "A"
    table.play("A:pass")
    assert (table.turn, table.bids()) == ("A", "A:X E:- D:VIIII C:- B:- A:VIII D:VII A:-")
    assert table.view(None).declarer == table.seat("D")
    assert table.play("A:X").turn == "B"


@pytest.mark.clause("ZIF-4")
def test_a_player_passes_or_names_a_card_that_he_holds() -> None:
    table = Table().deal("I II II X X Matto XI XV / VI III / VI III / VII VII / Leone Leone")
    assert table.choices == sorted(["pass", *(f"bid:{card}" for card in "I II X Matto XI XV".split())])  # noqa: SIM905
    for step in ("A:VI", "A:bid:VI", "A:bid:Leone", "A:annul", "A:doctor", "B:bid:III", "B:pass", "A:I"):
        assert table.refusal(step)
    for card in ("", "Nobody", "1d", "x", "pass"):
        assert table.refused(table.action("A", "bid", card))
    assert table.refused(table.action("A", "bid"))


@pytest.mark.clause("ZIF-5")
def test_a_bid_must_be_of_the_first_ones_suit_and_lower_than_the_last() -> None:
    table = Table().deal("VII / VII VI V Secchia VIII X I Matto / V IIII XI / Mascherone / Nulla").play("A:bid:VII")
    assert table.choices == ["bid:I", "bid:V", "bid:VI", "pass"]
    for step in ("B:bid:VII", "B:bid:VIII", "B:bid:X", "B:bid:Secchia", "B:bid:Matto", "B:bid:II"):
        assert table.refusal(step)
    table.play("B:bid:V")
    assert "bid:IIII" in table.choices
    for step in ("C:bid:V", "C:bid:XI", "C:bid:I"):
        assert table.refusal(step)


@pytest.mark.clause("ZIF-5", "ZIF-1")
def test_pictures_are_bid_in_the_order_of_zifuli() -> None:
    table = Table().deal("XI / Matto XII Nulla I / Nulla Secchia / Secchia Mascherone / Matto").play("A:bid:XI")
    assert {"bid:Matto", "bid:Nulla"} <= set(table.choices)
    assert table.refusal("B:bid:XII")
    assert table.refusal("B:bid:I")
    table.play("B:bid:Matto")
    assert {"bid:Nulla", "bid:Secchia"} <= set(table.choices)
    table.play("C:bid:Nulla")
    assert {"bid:Secchia", "bid:Mascherone"} <= set(table.choices)
    table.play("D:pass")
    assert table.refusal("E:bid:Matto")


@pytest.mark.clause("ZIF-6")
@pytest.mark.parametrize(
    ("steps", "declarer", "called"),
    [
        ("A:bid:X B:pass C:pass D:pass E:pass", "A", "X"),
        ("A:pass B:bid:VIIII C:pass D:pass E:pass", "B", "VIIII"),
        ("A:pass B:pass C:pass D:pass E:bid:VIII", "E", "VIII"),
        ("A:bid:X B:bid:VIIII C:pass D:pass E:pass A:pass", "B", "VIIII"),
        ("A:bid:X B:bid:VIIII C:pass D:pass E:pass A:bid:VIII B:pass", "A", "VIII"),
        ("A:bid:X B:bid:VIIII C:pass D:pass E:bid:VIII A:pass B:bid:VII E:pass", "B", "VII"),
        ("A:bid:X B:bid:VIIII C:bid:VI D:pass E:pass A:bid:V B:bid:IIII C:bid:III A:pass B:pass", "C", "III"),
    ],
)
def test_the_last_bidder_is_the_declarer(steps: str, declarer: str, called: str) -> None:
    table = Table().deal(HANDS)
    for step in steps.split():
        assert table.turn == step[0]
        assert table.view(None).declarer is None
        table.play(step)
    assert (table.turn, table.bids()) == ("A", steps.replace("bid:", "").replace("pass", "-"))
    view = table.view(None)
    assert (view.declarer, view.called) == (table.seat(declarer), called)
    assert all(choice in table.hand("A").split() for choice in table.choices)


@pytest.mark.clause("ZIF-4", "ZIF-6")
def test_who_has_passed_is_not_asked_again() -> None:
    table = Table().deal(HANDS).play("A:pass B:bid:VIIII C:bid:VI D:pass E:pass")
    assert table.turn == "B"
    assert table.refusal("A:bid:V")
    assert table.play("B:bid:IIII").turn == "C"


@pytest.mark.clause("ZIF-6")
@pytest.mark.parametrize("card", ["I", "Mascherone"])
def test_below_the_lowest_card_nobody_is_asked(card: str) -> None:
    table = Table().deal(f"X Leone / {card} / / {card} /").play("A:pass").play(f"B:bid:{card}")
    assert (table.turn, table.view(None).declarer, table.view(None).called) == ("A", table.seat("B"), card)
    table = Table().deal(f"{card} / / {card} / /").play(f"A:bid:{card}")
    assert (table.turn, table.view(None).declarer) == ("A", table.seat("A"))
    assert table.choices[0] not in ("pass", f"bid:{card}")


@pytest.mark.clause("ZIF-6")
@pytest.mark.parametrize(
    ("bid", "hand"), [("II", "III X XV Matto"), ("Secchia", "I II III Matto"), ("II", "II V VI Leone")]
)
def test_who_holds_nothing_lower_is_asked_and_passes(bid: str, hand: str) -> None:
    lowest = "I I" if bid == "II" else "Mascherone Mascherone"
    table = Table().deal(f"{bid} {lowest} / {hand} VIII VIIII XIII XIIII / / /").play(f"A:bid:{bid}")
    assert (table.turn, table.choices) == ("B", ["pass"])
    assert not table.view("B").forced
    assert not table.view(None).forced


@pytest.mark.clause("ZIF-6")
def test_a_low_bid_does_not_end_the_auction_because_of_hands() -> None:
    # A holds both I himself: nobody can go lower than his II, and only he knows.
    table = Table().deal("II I I / / / /").play("A:bid:II")
    for letter in "BCDE":
        assert (table.turn, table.choices) == (letter, ["pass"])
        table.play(f"{letter}:pass")
    assert table.view(None).declarer == table.seat("A")


# --- When all pass --------------------------------------------------------------------------------------------------

ALL_PASS = "A:pass B:pass C:pass D:pass E:pass"


@pytest.mark.clause("ZIF-9", "TRICK-1")
def test_when_all_pass_the_deal_is_thrown_in() -> None:
    table = Table(deals=1).deal(HANDS).play(ALL_PASS)
    assert table.outcome == ([0] * 5, None, None, True)
    assert (table.between_deals, table.dealer, table.told["deal"]) == (True, "A", 2)
    assert table.of_letters("hand") == [[]] * 5
    table.deal(HANDS)
    assert table.turn == "B"
    table.play("B:pass C:pass D:pass E:pass A:pass")
    assert (table.between_deals, table.dealer) == (True, "B")


@pytest.mark.clause("ZIF-9", "ZIF-13")
def test_a_thrown_in_deal_does_not_count() -> None:
    table = Table(deals=2)
    table.deal(HANDS).play(ALL_PASS)
    table.deal(HANDS).play("B:pass C:pass D:pass E:pass A:pass")
    for _ in range(2):
        assert not table.over
        sweep(table)
    assert table.over
    assert [settled["void"] for settled in table.settlements] == [True, True, False, False]


@pytest.mark.clause("ZIF-9")
@pytest.mark.parametrize("direction", ["anticlockwise", "clockwise"])
def test_the_dealer_must_name_a_card_where_it_is_agreed(direction: str) -> None:
    table = Table(no_bid="dealer_names", auction_direction=direction).deal(HANDS)
    for _ in range(5):
        table.play(f"{table.turn}:pass")
    assert (table.turn, table.settlements) == ("E", [])
    assert table.choices == sorted(f"bid:{card}" for card in set(table.hand("E").split()))
    for step in ("E:pass", "E:VIII", "A:bid:X", "E:bid:X"):
        assert table.refusal(step)
    table.play("E:bid:Secchia")
    assert (table.turn, table.view(None).declarer, table.view(None).called) == ("A", table.seat("E"), "Secchia")


@pytest.mark.clause("ZIF-9")
def test_the_dealer_may_speak_before_he_must() -> None:
    table = Table(no_bid="dealer_names").deal(HANDS).play("A:pass B:pass C:pass D:pass")
    assert (table.turn, "pass" in table.choices) == ("E", True)
    assert table.play("E:bid:VIII").turn == "A"


# --- The partner ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("ZIF-7")
def test_nobody_but_the_partner_knows_him_until_the_card_falls() -> None:
    table = Table().deal_for(DRAWN).declare("C", "X")
    for viewer in table.viewers:
        assert table.view(viewer).partner == (table.seat("D") if viewer == "D" else None)
        assert not table.view(viewer).alone
    table.tricks("\n".join(DRAWN.strip().splitlines()[:4])).play("C:X")
    for viewer in table.viewers:
        assert table.view(viewer).partner == (table.seat("D") if viewer == "D" else None)
    table.play("D:X")
    for viewer in table.viewers:
        assert table.view(viewer).partner == table.seat("D")
        assert not table.view(viewer).alone


@pytest.mark.clause("ZIF-7")
def test_the_partners_card_tells_also_before_the_declarers() -> None:
    table = Table().deal_for(DRAWN).declare("B", "Leone")
    assert [table.view(viewer).partner for viewer in "BCDE"] == [None] * 4
    assert table.view("A").partner == table.seat("A")
    table.play("A:Leone")
    for viewer in table.viewers:
        assert table.view(viewer).partner == table.seat("A")


@pytest.mark.clause("ZIF-7")
def test_no_message_shows_the_partner_before_his_card_falls() -> None:
    events = []
    for partner in "CD":  # the other VIII is dealt to C, or to D; E plays last
        third, fourth = ("VIII V", "V VII") if partner == "C" else ("V VII", "VIII V")
        table = Table().deal(f"VIII I / II VI / {third} / {fourth} / III VI").declare("A", "VIII").play("A:I B:II")
        told = [[event.seen_by(seat) for step in table.match.events for event in step] for seat in (None, 0, 3, 4)]
        views = [table.view(viewer) for viewer in (None, "A", "B", "E")]
        events.append((told, views))
    assert events[0] == events[1]


@pytest.mark.clause("ZIF-8")
def test_nobody_knows_that_the_declarer_is_alone_until_the_second_copy_falls() -> None:
    table = Table().deal_for(A_ALONE).declare("A", "Leone")
    lines = A_ALONE.strip().splitlines()
    for number in range(2):
        for viewer in table.viewers:
            assert table.view(viewer).alone == (viewer == "A")
            assert table.view(viewer).partner is None
        if number == 0:
            table.tricks(lines[0])
    table.play("A:Leone")
    for viewer in table.viewers:
        assert table.view(viewer).alone
        assert table.view(viewer).partner is None


@pytest.mark.clause("ZIF-7", "ZIF-8")
@pytest.mark.parametrize("viewer", [None, "B", "E"])
def test_who_holds_no_copy_cannot_tell_a_lone_declarer_from_one_with_a_partner(viewer: str | None) -> None:
    seen = []
    for first, third in (("VIII VIII I", "VI III"), ("VIII VI I", "VIII III")):
        table = Table().deal(f"{first} / II / {third} / III V / IIII").declare("A", "VIII").play("A:I B:II C:III")
        seat = None if viewer is None else table.seat(viewer)
        events = [event.seen_by(seat) for step in table.match.events for event in step]
        seen.append((table.view(viewer), events))
    assert seen[0] == seen[1]


@pytest.mark.clause("ZIF-7", "ZIF-8")
@pytest.mark.parametrize("viewer", [None, "A", "B", "C", "D", "E"])
def test_samples_put_the_other_copy_wherever_it_may_be(viewer: str | None) -> None:
    table = Table().deal("X X VIIII I / VIII / VII / VI / V").declare("A", "VIIII")
    owner = next(letter for letter in "BCDE" if "VIIII" in table.hand(letter).split())
    chance = Chance(b"samples")
    view = table.view(viewer)
    holders = set()
    for _ in range(200):
        world = view.sample(chance).report()
        held = [table.letter(seat) for seat, told in enumerate(world) for card in told.hand if card == "VIIII"]
        holders.add("".join(sorted(held)))
    everywhere = {"AA", "AB", "AC", "AD", "AE"}
    assert holders == {None: everywhere, "A": everywhere - {"AA"}, owner: {f"A{owner}"}}.get(
        viewer, everywhere - {f"A{viewer}"}
    )


# --- Play and settlement --------------------------------------------------------------------------------------------


@pytest.mark.clause("ZIF-10", "TRICK-2")
@pytest.mark.parametrize(("letter", "card"), [("A", "Leone"), ("C", "X"), ("E", "XIIII")])
def test_eldest_leads_whoever_declares(letter: str, card: str) -> None:
    assert Table().deal_for(DRAWN).declare(letter, card).turn == "A"


@pytest.mark.clause("ZIF-11")
@pytest.mark.parametrize(
    ("tricks", "letter", "card", "change"),
    [
        (ALL_TO_A, "A", "Leone", [2, 1, -1, -1, -1]),
        (ALL_TO_A, "B", "Leone", [1, 2, -1, -1, -1]),
        (ALL_TO_A, "E", "XIIII", [1, -1, -1, -1, 2]),
        (ALL_TO_A, "C", "XV", [1, 1, -2, -1, 1]),
        (ALL_TO_A, "E", "XII", [1, 1, 1, -1, -2]),
        (ALL_TO_A, "D", "Mascherone", [1, 1, 1, -2, -1]),
        (A_ALONE, "A", "Leone", [8, -2, -2, -2, -2]),
        (A_ALONE_LOSES, "A", "Mascherone", [-8, 2, 2, 2, 2]),
    ],
)
def test_tentos(tricks: str, letter: str, card: str, change: list[int]) -> None:
    table = Table().declared(letter, card, tricks)
    assert table.change == table.points == change
    assert sum(change) == 0
    assert (table.last("recount"), table.last("void"), table.over) == (None, False, False)


@pytest.mark.clause("ZIF-11", "COCH-8")
@pytest.mark.parametrize(
    ("tricks", "card", "points"),
    [
        (ALL_TO_A, "Leone", [19, 0, 0, 0, 0]),
        (A_ALONE, "Leone", [10, 0, 0, 9, 0]),
        (A_ALONE_LOSES, "Mascherone", [0, 19, 0, 0, 0]),
    ],
)
def test_points_are_told_for_each_seat(tricks: str, card: str, points: list[float]) -> None:
    assert Table().declared("A", card, tricks).last("points") == points


@pytest.mark.clause("ZIF-11")
def test_what_the_partner_takes_counts_for_both() -> None:
    table = Table().declared("A", "Leone", BOTH_TAKE)
    assert table.last("points") == [5, 4.5, 9.5, 0, 0]
    assert table.last("recount") == [26, 20, 36, 0, 0]
    assert table.change == [2, 1, -1, -1, -1]


@pytest.mark.clause("ZIF-12", "COCH-9")
@pytest.mark.parametrize("tie", ["declarer_loses", "void"])
@pytest.mark.parametrize(
    ("tricks", "letter", "card", "recount", "change"),
    [
        (A_RECOUNTED, "A", "Leone", [46, 0, 36, 0, 0], [2, 1, -1, -1, -1]),
        (A_RECOUNTED, "C", "X", [46, 0, 36, 0, 0], [1, 1, -2, -1, 1]),
        (C_RECOUNTED, "A", "Leone", [37, 0, 45, 0, 0], [-2, -1, 1, 1, 1]),
        (C_RECOUNTED, "C", "X", [37, 0, 45, 0, 0], [-1, -1, 2, 1, -1]),
    ],
)
def test_a_recount_decides(
    tricks: str, letter: str, card: str, recount: list[int], change: list[int], tie: str
) -> None:
    table = Table(tie=tie).declared(letter, card, tricks)
    assert table.outcome == (change, [9.5, 0, 9.5, 0, 0], recount, False)
    assert sum(recount) == 82


@pytest.mark.clause("ZIF-12")
@pytest.mark.parametrize(
    ("letter", "card", "change"), [("A", "Leone", [-2, -1, 1, 1, 1]), ("C", "X", [1, 1, -2, -1, 1])]
)
def test_at_forty_one_the_declarer_loses_or_nobody_does(letter: str, card: str, change: list[int]) -> None:
    counted = [9.5, 0, 9.5, 0, 0], [41, 0, 41, 0, 0]
    assert Table().declared(letter, card, DRAWN).outcome == (change, *counted, False)
    assert Table(tie="declarer_loses").declared(letter, card, DRAWN).outcome == (change, *counted, False)
    table = Table(tie="void").declared(letter, card, DRAWN)
    assert table.outcome == ([0] * 5, *counted, True)
    assert (table.points, table.dealer, table.between_deals) == ([0] * 5, "A", True)


# --- The match ------------------------------------------------------------------------------------------------------


def sweep(table: Table) -> None:
    """Play a deal that eldest wins with his right neighbour."""
    eldest, second = table.playing[0], table.playing[1]
    tricks = "\n".join(f"{eldest}: {' '.join(cards)}" for _, cards in table.read(ALL_TO_A))
    table.declared(eldest, "Leone", tricks)
    assert table.change[table.letters.index(second)] == 1


@pytest.mark.clause("ZIF-13")
def test_most_tentos_win_after_the_agreed_deals() -> None:
    table = Table(deals=2)
    sweep(table)
    assert (table.points, table.over, table.dealer) == ([2, 1, -1, -1, -1], False, "A")
    sweep(table)
    assert (table.points, table.over, table.winners) == ([1, 3, 0, -2, -2], True, "B")
    assert table.told["waiting"] is None
    assert table.told["winners"] == [3]
    assert table.of_letters("hand") == [[]] * 5


@pytest.mark.clause("ZIF-13")
@pytest.mark.parametrize(
    ("tricks", "letter", "card", "winners"),
    [
        (ALL_TO_A, "A", "Leone", "A"),
        (ALL_TO_A, "C", "XV", "ABE"),
        (A_ALONE, "A", "Leone", "A"),
        (A_ALONE_LOSES, "A", "Mascherone", "BCDE"),
    ],
)
def test_equal_first_places_share_the_win(tricks: str, letter: str, card: str, winners: str) -> None:
    assert Table(deals=1).declared(letter, card, tricks).winners == winners


@pytest.mark.clause("ZIF-12", "ZIF-13")
def test_a_void_tie_is_one_of_the_agreed_deals() -> None:
    assert Table(deals=1, tie="void").declared("A", "Leone", DRAWN).winners == "ABCDE"


@pytest.mark.clause("ZIF-13")
def test_ten_deals_are_agreed_unless_others_are() -> None:
    table = Table()
    for _ in range(10):
        assert not table.over
        sweep(table)
        assert sum(table.points) == 0
    # Each was eldest twice, and twice in every other place: +2 +1 -1 -1 -1.
    assert (table.over, table.points, table.winners) == (True, [0] * 5, "ABCDE")


@pytest.mark.clause("ZIF-13")
def test_what_a_report_tells_of_a_seat() -> None:
    table = Table().declared("A", "Leone", A_ALONE)
    seat: dict[str, Any] = {"tokens": None, "points": 8, "coins": 0, "out": False, "virgin": None, "hand": []}
    assert table.told["seats"][4] == {"name": "A", **seat}
    assert table.coins == [0] * 5
    assert table.settlements == [
        {
            "deal": 1,
            "dealer": 0,
            "change": [-2, -2, -2, -2, 8],
            "points": [0, 9, 0, 0, 10],
            "recount": None,
            "void": False,
        }
    ]


# --- Revokes and house rules ----------------------------------------------------------------------------------------


@pytest.mark.clause("ZIF-14", "TRICK-5")
@pytest.mark.parametrize(
    ("more", "letter", "card", "change"),
    [
        (("", "", "XIII", ""), "A", "XIII", [2, -1, 1, -1, -1]),
        (("", "", "", "X"), "B", "X", [1, -2, 1, -1, 1]),
        (("", "", "", "X"), "D", "X", [1, -1, 1, -2, 1]),
        (("", "X", "", ""), "B", "X", [2, -8, 2, 2, 2]),
        (("XIII", "", "", ""), "A", "XIII", [8, -2, -2, -2, -2]),
    ],
)
def test_the_side_of_a_proved_revoke_has_lost_the_deal(
    more: tuple[str, str, str, str], letter: str, card: str, change: list[int]
) -> None:
    a, b, c, d = more
    table = Table(revokes="punished").deal(f"III XIII {a} / X XV {b} / VII {c} / VIII {d} / VIIII XII")
    table.declare(letter, card).play("A:III B:XV C:VII D:VIII E:VIIII E:XII A:XIII")
    assert (table.turn, table.settlements) == ("B", [])
    table.play("B:X")
    assert table.outcome == (change, None, None, False)
    assert (table.points, table.dealer, table.between_deals) == (change, "A", True)


@pytest.mark.clause("ZIF-14", "ZIF-13")
def test_a_deal_that_a_revoke_ended_is_one_of_the_agreed_deals() -> None:
    table = Table(revokes="punished", deals=1).deal("III XIII / X XV / VII XIII / VIII / VIIII XII")
    table.declare("A", "XIII").play("A:III B:XV C:VII D:VIII E:VIIII E:XII A:XIII B:X")
    assert table.winners == "A"


@pytest.mark.clause("ZIF-14", "TRICK-5")
def test_a_lead_may_prove_a_revoke() -> None:
    table = Table(revokes="punished").deal("III XIII / X XV Leone / VII XI / VIII XI / VIIII XII")
    table.declare("B", "X").play("A:III B:XV C:VII D:VIII E:VIIII E:XII A:XIII B:Leone C:XI D:XI")
    assert (table.turn, table.settlements) == ("B", [])
    assert table.play("B:X").change[1] == -2


@pytest.mark.clause("COCH-4", "COCH-5", "ZIF-3", "ZIF-9", "ZIF-12", "ZIF-13")
def test_presets() -> None:
    game = find_game("zifuli")
    assert [preset.id for preset in game.presets] == ["iseo", "brazilian"]
    for preset, equal_cards, takes in ((None, "first", False), ("iseo", "first", False), ("brazilian", "last", True)):
        rules = Match(game, Header(game="zifuli", preset=preset, players=tuple("EDCBA"))).rules
        assert (rules.equal_cards, rules.matto_takes_numerals, rules.tie) == (equal_cards, takes, "declarer_loses")
        assert (rules.auction_direction, rules.no_bid) == ("anticlockwise", "redeal")
        assert (rules.deals, rules.revokes) == (10, "prevented")


@pytest.mark.clause("ZIF-13")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_five_play(players: int) -> None:
    see_refused("zifuli", players)


@pytest.mark.parametrize(
    "rules",
    [
        {"equal_cards": "second"},
        {"matto_takes_numerals": "on"},
        {"auction_direction": "left"},
        {"no_bid": "void"},
        {"tie": "draw"},
        {"deals": 0},
        {"deals": 101},
        {"deals": None},
        {"revokes": "allowed"},
        {"target": 31},
        {"stake": 1},
    ],
)
def test_wrong_rules_are_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(WrongSetup):
        Table(**rules)
