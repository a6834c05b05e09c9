"""Cöch: every clause and house rule, on deals made by hand. A is eldest of the first deal, D deals; A+C against B+D."""

from typing import Any

import pytest

from cucco_tui.engine.game import WrongSetup
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.state import Action
from cucco_tui.games import find_game
from cucco_tui.rulebook import load
from tests.games.trick_table import COCH_PICTURES, NUMERALS
from tests.games.trick_table import Table as AnyTable
from tests.games.watching import see_refused


class Table(AnyTable):
    """A match of Cöch."""

    def __init__(self, players: int = 4, **rules: Any) -> None:
        super().__init__("coch", players, **rules)


APART = "I..X / Matto..Leone / I..X / Matto..Leone"
"""One side holds all numerals, the other all pictures: who leads takes everything."""

# Each card of a suit is in one of five tricks of that suit, so everybody always follows. In brackets the points and
# what the recount would give (COCH-8, COCH-9).
THIRTEEN_SIX = """
    A: Leone XV Leone XV
    A: XII XI XI XII
    A: VIII VII VII VIII
    A: XIII XIIII XIII XIIII
    B: VIIII X X VIIII
    C: IIII III III IIII
    C: II I I II
    C: V VI V VI
    D: Nulla Secchia Secchia Nulla
    D: Matto Mascherone Mascherone Matto
"""
"""A+C: 4 + 4 + 2, and the trick of both X (3). B+D: 4, and V V VI VI (2)."""

DRAWN = """
    A: Leone XV Leone XV
    A: XII XI XI XII
    A: VI V V I
    A: IIII I II IIII
    A: XIII XIIII XIII XIIII
    B: VI II III III
    B: VIII VII VII VIII
    B: X VIIII VIIII X
    B: Nulla Secchia Secchia Nulla
    B: Mascherone Matto Matto Mascherone
"""
"""A+C: 4 (22), 4 (6), 1½ (2), 0 (11) = 9½ (41). B+D: 4 (14), ½ (9), 2 (10), 3 (8), 0, 0 = 9½ (41)."""

A_RECOUNTED = DRAWN.replace("IIII I II IIII", "IIII II II IIII").replace("VI II III III", "VI I III III")
"""As `DRAWN`, but A takes a II for a I: 42 to 40."""

B_RECOUNTED = DRAWN.replace("IIII I II IIII", "IIII I III II").replace("VI II III III", "VI II III IIII")
"""As `DRAWN`, but A takes III, II for II, IIII: 40 to 42."""


# --- The cards ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("COCH-1", "COCH-2")
def test_the_pack_has_two_suits_of_twenty() -> None:
    table = Table()
    assert sorted(table.match.pack.cards) == sorted((NUMERALS + COCH_PICTURES) * 2)
    procedure = table.view(None).procedure
    assert [tuple(suit) for suit in procedure.suits] == [NUMERALS, COCH_PICTURES]
    assert [procedure.suit_of(card) for card in NUMERALS + COCH_PICTURES] == [0] * 10 + [1] * 10


@pytest.mark.clause("COCH-3")
def test_ten_cards_each_in_two_packets_of_five_eldest_first() -> None:
    table = Table()
    pack = [*NUMERALS, *COCH_PICTURES, *NUMERALS, *COCH_PICTURES]
    table.match.shuffle(pack)
    for number, letter in enumerate("ABCD"):
        first, second = pack[number * 5 : number * 5 + 5], pack[20 + number * 5 : 25 + number * 5]
        assert table.hand(letter) == " ".join(sorted(first + second))
    assert table.turn == "A"


@pytest.mark.clause("COCH-4", "TRICK-4")
@pytest.mark.parametrize(
    ("cards", "first", "last"),
    [
        ("V X X I", "B", "C"),
        ("X V I X", "A", "D"),
        ("XIIII XV XI XV", "B", "D"),
        ("Leone XV Leone XI", "A", "A"),
        ("XV Leone XI Leone", "B", "B"),
        ("Matto Matto Mascherone Mascherone", "C", "D"),
        ("III III II II", "A", "B"),
        ("III II II I", "A", "A"),
    ],
)
def test_when_two_equal_cards_meet(cards: str, first: str, last: str) -> None:
    hands = " / ".join(cards.split())
    for table, winner in ((Table(), first), (Table(equal_cards="first"), first), (Table(equal_cards="last"), last)):
        assert table.deal(hands).tricks(f"A: {cards}").turn == winner


@pytest.mark.clause("COCH-5", "COCH-6")
@pytest.mark.parametrize("equal_cards", ["first", "last"])
@pytest.mark.parametrize(
    ("hands", "cards", "off", "on"),
    [
        (APART, "III Matto X Matto", "C", "C"),
        (APART, "X Matto III Matto", "A", "A"),
        ("III / Matto..Leone / X / VII", "III Matto X VII", "C", "B"),
        ("III / VII / X / Matto..Leone", "III VII X Matto", "C", "D"),
        (APART, "III Matto X Leone", "C", "B"),
        (APART, "III Leone X XV", "C", "C"),
        ("Matto / Mascherone / Secchia / I..X", "Matto Mascherone Secchia X", "C", "C"),
        ("Mascherone / Matto / I..X / I..X", "Mascherone Matto X I", "A", "A"),
    ],
)
def test_a_matto_takes_numerals_where_it_is_agreed(hands: str, cards: str, off: str, on: str, equal_cards: str) -> None:
    for rules, winner in (({}, off), ({"matto_takes_numerals": False}, off), ({"matto_takes_numerals": True}, on)):
        table = Table(equal_cards=equal_cards, **rules).deal(hands).tricks(f"A: {cards}")
        assert table.turn == winner


@pytest.mark.clause("COCH-5", "COCH-6")
def test_all_see_who_would_win_the_trick_so_far() -> None:
    table = Table(matto_takes_numerals=True).deal(APART)
    for step, winner in (("A:III", "A"), ("B:Matto", "B"), ("C:X", "B")):
        table.play(step)
        for view in table.views:
            assert view.trick is not None
            assert table.letter(view.trick.winner) == winner
    assert table.play("D:Matto").turn == "C"
    assert table.view(None).trick is None


@pytest.mark.clause("COCH-7", "TRICK-3")
@pytest.mark.parametrize("takes", [False, True])
def test_a_matto_follows_suit_like_any_picture(takes: bool) -> None:
    table = Table(matto_takes_numerals=takes).deal("III / Matto IIII / /").play("A:III")
    assert table.refusal("B:Matto")
    assert "Matto" not in table.choices
    table = Table(matto_takes_numerals=takes).deal("Secchia / Matto I I II II III III IIII IIII V / /")
    assert table.play("A:Secchia").choices == ["Matto"]
    assert table.refusal("B:I")


# --- What a deal is worth -------------------------------------------------------------------------------------------


@pytest.mark.clause("COCH-8")
def test_what_each_card_is_worth() -> None:
    half_points = Table().view(None).procedure.half_points
    worth = {card: half_points.get(card, 0) for card in NUMERALS + COCH_PICTURES}
    halves = dict.fromkeys(("V", "VI", "VII", "VIII", "VIIII"), 1)
    wholes = dict.fromkeys(("X", "XI", "XII", "XIII", "XIIII", "XV", "Leone"), 2)
    nothing = dict.fromkeys(("I", "II", "III", "IIII", "Matto", "Mascherone", "Secchia", "Nulla"), 0)
    assert worth == halves | wholes | nothing
    assert 2 * sum(worth.values()) == 2 * 19


@pytest.mark.clause("COCH-8")
def test_who_takes_a_trick_takes_its_points() -> None:
    table = Table().deal(APART).play("A:III B:XV C:VII D:Leone")
    assert table.turn == "C"
    assert table.taken() == [0, 0, 5, 0]  # XV 1, VII ½, Leone 1
    table.play("C:I D:Secchia A:X B:Nulla")
    assert table.taken() == [2, 0, 5, 0]


@pytest.mark.clause("COCH-8", "COCH-9")
def test_the_whole_pack_in_one_sides_tricks() -> None:
    table = Table().deal(APART)
    cards = zip(NUMERALS, COCH_PICTURES, NUMERALS, COCH_PICTURES, strict=True)
    table.tricks("\n".join(f"A: {' '.join(trick)}" for trick in cards))
    assert table.outcome == ([19, 0, 19, 0], [19, 0, 19, 0], None, False)
    assert table.points == [19, 0, 19, 0]


@pytest.mark.clause("COCH-9", "COCH-11")
def test_the_side_with_more_points_writes_them() -> None:
    table = Table().played(THIRTEEN_SIX)
    assert table.outcome == ([13, 0, 13, 0], [13, 6, 13, 6], None, False)
    assert table.points == [13, 0, 13, 0]
    assert (table.between_deals, table.dealer) == (True, "A")


@pytest.mark.clause("COCH-9", "COCH-11")
def test_half_points_are_counted() -> None:
    # As `DRAWN`, but A+C take the second VI for a I: 10 to 9.
    tricks = DRAWN.replace("VI V V I\n", "VI V V VI\n").replace("VI II III III", "III II III I")
    table = Table().played(tricks)
    assert table.outcome == ([10, 0, 10, 0], [10, 9, 10, 9], None, False)


@pytest.mark.clause("COCH-9")
@pytest.mark.parametrize(
    ("tricks", "change", "recount"),
    [
        (A_RECOUNTED, [9.5, 0, 9.5, 0], [42, 40, 42, 40]),
        (B_RECOUNTED, [0, 9.5, 0, 9.5], [40, 42, 40, 42]),
    ],
)
def test_at_nine_and_a_half_the_tricks_are_recounted(tricks: str, change: list[float], recount: list[int]) -> None:
    table = Table().played(tricks)
    assert table.outcome == (change, [9.5] * 4, recount, False)
    assert table.points == change
    assert sum(recount) == 2 * 82


@pytest.mark.clause("COCH-10")
@pytest.mark.parametrize("target", [31, None])
def test_at_forty_one_nobody_scores(target: int | None) -> None:
    table = Table(target=target).played(DRAWN)
    assert table.outcome == ([0] * 4, [9.5] * 4, [41] * 4, False)
    assert (table.points, table.between_deals, table.dealer) == ([0] * 4, True, "A")
    told = [event.key for event in table.match.events[-1]]
    assert told.index("event.recount") < told.index("event.drawn") < told.index("event.reckoned")


# --- The match ------------------------------------------------------------------------------------------------------

STRONG = (
    "XII XII XIII XIII XIIII XIIII XV XV Leone Leone",
    "I I II II III III IIII IIII V V",
    "VI VI VII VII VIII VIII VIIII VIIII X X",
    "Matto Matto Mascherone Mascherone Secchia Secchia Nulla Nulla XI XI",
)
"""Who leads does not matter: the first and the third hand take all tricks, whatever is played."""


def sweep(table: Table, side: str) -> None:
    """Play a deal in which a side takes all 19 points."""
    table.deal(" / ".join(STRONG if side == "AC" else STRONG[1:] + STRONG[:1]))
    while table.turn is not None:
        table.play(f"{table.turn}:{table.choices[0]}")
    assert table.last("points") == ([19, 0, 19, 0] if side == "AC" else [0, 19, 0, 19])


@pytest.mark.clause("COCH-11", "TRICK-1")
def test_the_first_side_at_thirty_one_wins() -> None:
    table = Table()
    for side, points, dealer in (("AC", [19, 0, 19, 0], "A"), ("BD", [19] * 4, "B")):
        sweep(table, side)
        assert (table.points, table.over, table.dealer) == (points, False, dealer)
    sweep(table, "BD")
    assert (table.points, table.over, table.winners) == ([19, 38, 19, 38], True, "BD")
    told = table.told
    assert (told["status"], told["waiting"], told["winners"]) == ("over", None, [0, 2])
    assert table.of_letters("hand") == [[]] * 4


@pytest.mark.clause("COCH-11")
@pytest.mark.parametrize(("target", "deals"), [(1, 1), (19, 1), (20, 2), (38, 2), (39, 3), (200, 11)])
def test_the_target_is_a_house_rule_and_then_the_number_of_deals_is_none(target: int, deals: int) -> None:
    table = Table(target=target, deals=1)
    for _ in range(deals):
        assert not table.over
        sweep(table, "AC")
    assert table.winners == "AC"


@pytest.mark.clause("COCH-11", "COCH-9")
def test_after_a_recount_nine_and_a_half_points_are_written() -> None:
    table = Table(target=9).played(A_RECOUNTED)
    assert (table.points, table.winners) == ([9.5, 0, 9.5, 0], "AC")
    table = Table(target=10).played(B_RECOUNTED)
    assert (table.points, table.winners) == ([0, 9.5, 0, 9.5], "")
    sweep(table, "BD")
    assert (table.points, table.winners) == ([0, 28.5, 0, 28.5], "BD")


@pytest.mark.clause("COCH-11")
def test_without_a_target_a_deal_is_a_game_and_their_number_is_agreed() -> None:
    table = Table(target=None, deals=3)
    sweep(table, "AC")
    assert (table.change, table.last("points")) == ([1, 0, 1, 0], [19, 0, 19, 0])
    sweep(table, "BD")
    assert (table.points, table.over) == ([1, 1, 1, 1], False)
    sweep(table, "BD")
    assert (table.change, table.points, table.winners) == ([0, 1, 0, 1], [1, 2, 1, 2], "BD")


@pytest.mark.clause("COCH-11", "COCH-9")
def test_without_a_target_a_recount_is_worth_a_game_too() -> None:
    table = Table(target=None, deals=1).played(B_RECOUNTED)
    assert table.outcome == ([0, 1, 0, 1], [9.5] * 4, [40, 42, 40, 42], False)
    assert table.winners == "BD"


@pytest.mark.clause("COCH-10", "COCH-11")
def test_a_drawn_deal_is_one_of_the_agreed_deals() -> None:
    table = Table(target=None, deals=2).played(DRAWN)
    assert not table.over
    sweep(table, "BD")
    assert (table.points, table.winners) == ([0, 1, 0, 1], "BD")


@pytest.mark.clause("COCH-11")
def test_sides_that_are_equal_after_the_agreed_deals_share_the_win() -> None:
    table = Table(target=None, deals=2)
    sweep(table, "BD")
    sweep(table, "AC")
    assert (table.points, table.winners) == ([1] * 4, "ABCD")


@pytest.mark.clause("COCH-11")
def test_ten_deals_are_agreed_unless_others_are() -> None:
    table = Table(target=None)
    for number in range(10):
        assert not table.over
        sweep(table, "AC" if number % 2 else "BD")
    assert (table.over, table.points) == (True, [5] * 4)


@pytest.mark.clause("COCH-11")
def test_what_a_report_tells_of_a_side() -> None:
    table = Table()
    sweep(table, "AC")
    for letter, seat in zip("DCBA", table.told["seats"], strict=True):
        points = 19 if letter in "AC" else 0
        expected: dict[str, Any] = {"tokens": None, "points": points, "coins": 0, "out": False, "virgin": None}
        assert seat == {"name": letter, "hand": [], **expected}
    assert table.told["pot"] == 0
    assert table.settlements == [
        {"deal": 1, "dealer": 0, "change": [0, 19, 0, 19], "points": [0, 19, 0, 19], "recount": None, "void": False}
    ]


# --- House rules ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("COCH-4", "COCH-5", "COCH-11")
def test_presets() -> None:
    game = find_game("coch")
    assert [preset.id for preset in game.presets] == ["iseo", "brazilian"]
    for preset, equal_cards, takes in ((None, "first", False), ("iseo", "first", False), ("brazilian", "last", True)):
        rules = Match(game, Header(game="coch", preset=preset, players=("D", "C"))).rules
        assert (rules.equal_cards, rules.matto_takes_numerals, rules.target) == (equal_cards, takes, 31)
        assert (rules.deals, rules.revokes) == (10, "prevented")


@pytest.mark.parametrize(
    "rules",
    [
        {"equal_cards": "second"},
        {"matto_takes_numerals": 1},
        {"matto_takes_numerals": "on"},
        {"target": 0},
        {"target": 201},
        {"target": 9.5},
        {"target": "none"},
        {"deals": 0},
        {"deals": 101},
        {"deals": None},
        {"revokes": "allowed"},
        {"stake": 1},
        {"tie": "void"},
        {"lives": 4},
    ],
)
def test_wrong_rules_are_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(WrongSetup):
        Table(**rules)


# --- Two or three players -------------------------------------------------------------------------------------------


@pytest.mark.clause("COCH-12")
def test_two_to_four_play() -> None:
    see_refused("coch", 1, 5)
    for players in (2, 3, 4):
        table = Table(players)
        seats = table.told["seats"]
        assert [seat["name"] for seat in seats][:players] == list("DCBA")[:players]
        assert len(seats) == 4
        assert all(isinstance(seat["name"], str) for seat in seats)


@pytest.mark.clause("COCH-12")
@pytest.mark.parametrize(("players", "deciding"), [(2, "CDCD"), (3, "CBCD"), (4, "ABCD")])
def test_a_partner_decides_for_who_is_absent(players: int, deciding: str) -> None:
    table = Table(players).deal(APART)
    steps = ("A:III", "B:XV", "C:VII", "D:Leone")
    for step, by in zip(steps, deciding, strict=True):
        letter = step[0]
        assert (table.turn, table.by) == (letter, by)
        waiting = table.told["waiting"]
        assert (waiting["seat"], waiting["by"]) == (table.seat(letter), table.seat(by))
        for viewer in table.viewers:
            assert table.view(viewer).by == tuple(table.seat(decides) for decides in reversed(deciding))
            listed = {(choice.seat, choice.card) for choice in table.view(viewer).choices}
            cards = NUMERALS if letter in "AC" else COCH_PICTURES
            # What a dummy may play is plain to all: a bystander is told too.
            told = viewer == by or (viewer is None and by != letter)
            assert listed == ({(table.seat(letter), card) for card in cards} if told else set())
        if by != letter:
            assert table.refused(Action(table.seat(by), "play", card=step[2:]))
        table.play(step)
    assert table.turn == "C"
    assert [(play.seat, play.card) for play in table.view(None).plays] == [
        (table.seat(step[0]), step[2:]) for step in steps
    ]


@pytest.mark.clause("COCH-12")
@pytest.mark.parametrize(("players", "dummies"), [(2, "AB"), (3, "A"), (4, "")])
def test_the_hands_of_the_absent_lie_face_up_from_the_deal(players: int, dummies: str) -> None:
    table = Table(players).deal(APART)
    hands = dict(zip("ABCD", (NUMERALS, COCH_PICTURES) * 2, strict=True))
    for viewer in table.viewers:
        assert sorted(table.view(viewer).hand) == sorted(hands[viewer] if viewer else ())
        for letter in "ABCD":
            seat = table.seen(viewer, letter)
            assert seat.cards == 10
            assert sorted(seat.hand) == sorted(hands[letter] if letter == viewer or letter in dummies else ())
    table.play("A:V")
    assert ("V" in table.seen(None, "A").hand, table.seen(None, "A").cards) == (False, 9)


@pytest.mark.clause("COCH-12")
@pytest.mark.parametrize("players", [2, 3])
def test_the_deal_passes_over_all_four_seats(players: int) -> None:
    table = Table(players, target=200)
    dealers = []
    for _ in range(5):
        dealers.append(table.dealer)
        sweep(table, "AC")
    assert dealers == list("DABCD")


@pytest.mark.clause("COCH-12")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("side", ["AC", "BD"])
def test_both_seats_of_a_side_win(players: int, side: str) -> None:
    table = Table(players, target=19)
    sweep(table, side)
    assert table.winners == side


@pytest.mark.clause("COCH-12", "TRICK-5")
def test_a_dummy_cannot_revoke() -> None:
    table = Table(3, revokes="punished").deal("III IIII Secchia / X XV / V XI / VII XII").play("A:III")
    assert {"X", "XV"} <= set(table.choices)
    table.play("B:X C:V D:VII B:XV C:XI D:XII")
    assert (table.turn, table.by) == ("A", "C")
    assert "Secchia" in table.choices
    assert set(table.choices) <= set(COCH_PICTURES)
    assert table.refusal("A:IIII")


# --- What partners may not do, and revokes --------------------------------------------------------------------------


@pytest.mark.clause("COCH-13")
@pytest.mark.parametrize(("language", "words"), [("en", ("partners", "lost")), ("it", ("compagni", "perso"))])
def test_the_rule_book_says_what_talk_between_partners_costs(language: str, words: tuple[str, str]) -> None:
    paragraphs = [paragraph for section in load("coch", language).sections for paragraph in section.paragraphs]
    told = " ".join(paragraph.text.lower() for paragraph in paragraphs if "COCH-13" in paragraph.clauses)
    assert all(word in told for word in words)


REVOKE = "III XIII / X XV XIIII / VII XI / VIII XII"
"""B can follow to a numeral, and need not play another one soon."""


@pytest.mark.clause("COCH-14", "TRICK-5")
@pytest.mark.parametrize("target", [31, None])
def test_a_revoke_is_proved_by_a_later_card_and_loses_the_match(target: int | None) -> None:
    table = Table(revokes="punished", target=target).deal(REVOKE).play("A:III B:XV C:VII D:VIII D:XII A:XIII")
    assert table.turn == "B"
    table.play("B:X")
    assert (table.over, table.winners) == (True, "AC")
    assert table.outcome == ([0] * 4, None, None, False)
    assert (table.points, table.of_letters("hand")) == ([0] * 4, [[]] * 4)
    assert table.refusal("C:XI")


@pytest.mark.clause("COCH-14", "TRICK-5")
def test_a_lead_may_prove_a_revoke() -> None:
    table = Table(revokes="punished").deal(REVOKE).play("A:III B:XV C:VII D:VIII D:XII A:XIII B:XIIII C:XI")
    assert (table.turn, table.over) == ("B", False)
    assert table.play("B:X").winners == "AC"


@pytest.mark.clause("COCH-14", "TRICK-5")
def test_of_two_revokers_the_first_proved_pays() -> None:
    table = Table(revokes="punished").deal(REVOKE).play("A:III B:XV C:XI D:VIII D:XII A:XIII B:XIIII")
    assert not table.over
    assert table.play("C:VII").winners == "BD"


@pytest.mark.clause("COCH-14")
def test_earlier_points_do_not_save_the_revoker() -> None:
    table = Table(revokes="punished")
    sweep(table, "AC")
    table.deal("VII XIII / III XIIII / X XV / VIII XII").play("B:III C:XV D:VIII A:VII D:XII A:XIII B:XIIII C:X")
    assert (table.points, table.change, table.winners) == ([19, 0, 19, 0], [0] * 4, "BD")


@pytest.mark.clause("COCH-14", "TRICK-5")
def test_a_revoke_can_come_out_with_the_last_card() -> None:
    table = Table(revokes="punished")
    nine = " ".join(NUMERALS[:9])
    table.deal(f"{nine} Leone / {' '.join(COCH_PICTURES[:9])} X / I..X / Matto..Leone")
    for numeral, picture in zip(NUMERALS[:9], COCH_PICTURES[:9], strict=True):
        table.tricks(f"A: {numeral} {picture} {numeral} {picture}")
    table.play("A:Leone")
    assert not table.over
    table.play("B:X")
    assert (table.winners, table.last("points"), table.points) == ("AC", None, [0] * 4)


@pytest.mark.clause("COCH-14", "TRICK-5")
def test_who_cannot_follow_does_not_revoke() -> None:
    table = Table(revokes="punished").deal(APART)
    cards = zip(NUMERALS, COCH_PICTURES, NUMERALS, COCH_PICTURES, strict=True)
    table.tricks("\n".join(f"A: {' '.join(trick)}" for trick in cards))
    assert (table.over, table.change) == (False, [19, 0, 19, 0])
