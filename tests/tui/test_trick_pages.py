"""The pages of the trick games: dummies, the auction and its secret, moments, questions, the score sheet."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cucco_tui.bots import BOTS
from cucco_tui.engine.events import Event
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Over, Settlement, View
from cucco_tui.games.tricks.view import TrickView
from cucco_tui.locale import words
from cucco_tui.storage.match_file import Status
from cucco_tui.storage.matches import SavedMatch
from cucco_tui.tui.pages import (
    AnswerPage,
    BotPage,
    CurtainPage,
    EndPage,
    HandPage,
    LookPage,
    MomentPage,
    SettlementPage,
    Table,
)
from cucco_tui.tui.screens.matches import match_told
from cucco_tui.tui.screens.score_sheet import ScoreSheetScreen
from tests.games import trick_table
from tests.tui.keyboard import Clock, Keyboard, at_the_table, at_this_table

SAY = words("en")


def told(keyboard: Keyboard) -> str:
    """Give what the page says, wherever its lines break."""
    return " ".join(keyboard.frame.split())


def column(keyboard: Keyboard) -> list[str]:
    """Give the lines that stand at the right of the table, the spaces between words shortened."""
    lines = (line.rpartition("│")[2] for line in keyboard.frame.split("\n") if "│" in line)
    return [" ".join(line.split()) for line in lines]


# --- Dummies --------------------------------------------------------------------------------------------------------

OPEN = "I II III Nulla"
"""Cards of A, who is the dummy of C: three players sit at seats 0 to 2, D, C and B."""


def cochs(people: int = 3) -> Match:
    return trick_table.Table("coch", people).deal(f"{OPEN} / X / VIII VIIII / VII VII").match


@pytest.mark.clause("COCH-12")
def test_the_pages_of_a_dummy_are_its_partners() -> None:
    t = Table(at_this_table(cochs()), {})
    assert t.page == CurtainPage(HandPage(1))
    t.open_curtain()
    assert isinstance(t.view, TrickView) and t.view.viewer == 1
    t.act(Action(3, "play", card="I"))
    assert t.page == CurtainPage(HandPage(2))
    t.take_back()
    assert t.page == CurtainPage(HandPage(1))


@pytest.mark.clause("COCH-12")
def test_two_people_with_two_dummies_hand_the_keyboard_over_for_each_card() -> None:
    t = Table(at_this_table(cochs(2)), {})
    for person in (1, 0, 1, 0):
        assert t.page == CurtainPage(HandPage(person))
        t.open_curtain()
        t.act(t.view.choices[0])
    assert isinstance(t.page, MomentPage)


@pytest.mark.clause("COCH-12")
def test_the_partner_sees_both_hands_and_the_others_the_dummys(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        assert keyboard.held[:3] == ["I", "II", "III"], "the dummy's, which is played"
        assert re.search(r"Your own hand:.* VIII VIIII", told(keyboard))
        assert "(C) leads: any card." in told(keyboard)
        await keyboard.press("enter", "space")
        assert "X" in keyboard.held and "VIIII" not in keyboard.held
        assert re.search(r"\(C\) +II III ", keyboard.frame), "the dummy lies open before all"
        assert "Your own hand:" not in keyboard.frame

    at_the_table(home, clock, at_this_table(cochs()), check)


@pytest.mark.clause("COCH-12")
@pytest.mark.parametrize(
    ("keys", "card"),
    [("enter enter", "I"), ("2 2", "II"), ("1 1", "I"), ("3 enter", "III"), ("right right enter enter", "III")],
)
def test_a_dummys_card_may_be_chosen_aloud_by_two_keys(home: Path, clock: Clock, keys: str, card: str) -> None:
    async def check(keyboard: Keyboard) -> None:
        assert keyboard.page == AnswerPage(1) and keyboard.sitting.table.seated is None
        assert keyboard.held[:3] == ["I", "II", "III"]
        assert "VIII VIIII" not in told(keyboard), "his own hand stays covered"
        *before, last = keys.split()
        await keyboard.press(*before)
        assert len(keyboard.lines) == 1
        await keyboard.press(last)
        assert keyboard.lines[1:] == [f'{{"seat":3,"do":"play","card":"{card}"}}']
        assert keyboard.page == CurtainPage(HandPage(2))
        await keyboard.press("z")
        assert keyboard.page == AnswerPage(1) and len(keyboard.lines) == 1

    at_the_table(home, clock, at_this_table(cochs(), dummies="aloud"), check)


def test_moving_on_calls_off_the_first_key_of_a_choice_aloud(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        for keys in (("enter", "right"), ("2", "left"), ("2", "3", "home"), ("enter", "end")):
            await keyboard.press(*keys)
            assert len(keyboard.lines) == 1, keys
        keyboard.click_card(1)
        await keyboard.settle()
        assert len(keyboard.lines) == 1
        keyboard.click_card(1)
        await keyboard.settle()
        assert keyboard.lines[1:] == ['{"seat":3,"do":"play","card":"II"}']

    at_the_table(home, clock, at_this_table(cochs(), dummies="aloud"), check)


def test_a_bot_plays_for_its_dummy() -> None:
    t = Table(at_this_table(cochs()), {1: "steady"})
    assert t.page == BotPage(1)
    t.bot_acts()
    assert t.match.last_action is not None and t.match.last_action.seat == 3


@pytest.mark.clause("COCH-12")
def test_the_curtain_names_who_comes_after(home: Path, clock: Clock) -> None:
    """By seats, not by who dealt; nobody where the trick will tell."""

    async def check(keyboard: Keyboard) -> None:
        seen = []
        for _ in range(4):
            seen.append(re.findall(r"after you: \S (\S+)", keyboard.frame))
            await keyboard.press("space", "enter")
        assert seen == [["B"], ["C"], ["D"], []]

    at_the_table(home, clock, at_this_table(cochs()), check)


def test_bots_are_given_a_view_without_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[View] = []
    steady = BOTS["steady"]

    def looks(view: View, chance: Chance, sims: int) -> Action:
        given.append(view)
        return steady(view, chance, sims)

    monkeypatch.setitem(BOTS, "steady", looks)
    t = Table(at_this_table(cochs()), dict.fromkeys(range(3), "steady"))
    for _ in range(60):
        if isinstance(t.page, SettlementPage):
            break
        t.bot_acts() if isinstance(t.page, BotPage) else t.done()
    assert len(given) == 36
    for view in given:
        assert isinstance(view, TrickView)
        seen = {seat.seat for seat in view.seats if seat.hand}
        assert seen <= {view.viewer, 3}


# --- The auction and the partner ------------------------------------------------------------------------------------


@pytest.mark.clause("ZIF-3", "ZIF-4")
def test_the_auction_stands_beside_the_table(home: Path, clock: Clock) -> None:
    hands = "X / / VIII / / "
    match = trick_table.Table("zifuli", 5).deal(hands).play("A:bid:X B:pass C:bid:VIII D:pass").match

    async def check(keyboard: Keyboard) -> None:
        assert keyboard.page == CurtainPage(HandPage(0))
        await keyboard.press("space")
        lines = column(keyboard)
        assert lines[0] == SAY("trick.auction")
        named = [line for line in lines if re.search(r"\b[A-E]$", line) and "passed" not in line]
        assert [re.sub(r"[^A-Z]+", " ", line).strip() for line in named[:2]] == ["X A", "VIII C"]
        assert re.search(r"passed \S B\b.* \S D\b", " ".join(lines))
        assert "C has named VIII: name a lower card of that suit" in told(keyboard)
        await keyboard.press("s", "space", "s")
        assert isinstance(keyboard.page, MomentPage)
        assert "C is the declarer and has called the VIII." in told(keyboard)
        await keyboard.press("x", "space")
        assert column(keyboard)[0][2:] == "C calls VIII"

    at_the_table(home, clock, at_this_table(match), check)


@pytest.mark.clause("ZIF-7")
def test_what_was_called_is_told_in_a_narrow_window_too(home: Path, clock: Clock) -> None:
    match = trick_table.Table("zifuli", 5).deal("I / / / /").play("A:bid:I").match

    async def check(keyboard: Keyboard) -> None:
        assert "A calls I" in told(keyboard)

    async def after_the_moment(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        await check(keyboard)

    at_the_table(home, clock, at_this_table(match), after_the_moment, (70, 30))


@pytest.mark.clause("ZIF-3")
@pytest.mark.parametrize(
    ("direction", "order"), [("anticlockwise", ["B", "C", "D", "E", None]), ("clockwise", ["E", "D", "C", "B", None])]
)
@pytest.mark.parametrize("size", [(80, 24), (60, 30)])
def test_while_the_auction_is_on_the_pages_tell_which_way_it_goes(
    home: Path, clock: Clock, direction: str, order: list[str | None], size: tuple[int, int]
) -> None:
    """A names a card, all others pass; whether the last of them is followed by anybody, A or nobody, is not told."""
    match = trick_table.Table("zifuli", 5, auction_direction=direction).deal("X / / / /").match
    auction = SAY(f"direction.{direction}")

    async def check(keyboard: Keyboard) -> None:
        for number, after in enumerate(order):
            assert re.findall(r"after you: \S (\S+)", keyboard.frame) == [after] * (after is not None)
            await keyboard.press("space")
            assert re.search(rf"\b{auction}\b", keyboard.frame)
            if number == 0:
                keyboard.sitting.do(Action(4, "bid", card="X"))
                await keyboard.settle()
            else:
                await keyboard.press("s")
        assert isinstance(keyboard.page, MomentPage)
        await keyboard.press("x", "space")
        assert keyboard.sitting.table.view.direction.value == "anticlockwise"
        assert not re.search(r"\bclockwise\b", keyboard.frame)

    at_the_table(home, clock, at_this_table(match), check, size)


@pytest.mark.clause("ZIF-9")
def test_a_dealer_who_must_name_a_card_is_told_so_and_why_he_cannot_pass(home: Path, clock: Clock) -> None:
    match = trick_table.Table("zifuli", 5, no_bid="dealer_names").deal("/ / / / X").match

    async def check(keyboard: Keyboard) -> None:
        for _ in range(5):
            await keyboard.press("space")
            assert SAY("trick.first-bid") in told(keyboard)
            await keyboard.press("s")
        assert keyboard.page == HandPage(0), "he sits there still"
        assert SAY("trick.must-bid") in told(keyboard) and SAY("trick.first-bid") not in told(keyboard)
        lines = len(keyboard.lines)
        await keyboard.press("s")
        assert len(keyboard.lines) == lines
        assert [notice.message for notice in keyboard.app._notifications] == [SAY("reason.must-bid")]
        await keyboard.press("o")
        assert len(keyboard.app._notifications) == 1, "what is no decision in this game needs no reason"

    at_the_table(home, clock, at_this_table(match), check)


YOU_ARE_PARTNER = "has called: you are the partner, and nobody else knows."
CALLED = "I"
TRICK = "Leone XIII Matto Secchia VIII"
"""What A to E play to the first trick, in which the called card does not fall."""
ALL_HANDS = {
    "A": "I Leone Leone XV XV XIIII XIIII XIII",
    "B": "XIII XII XII XI XI IIII IIII II",
    "C": "{c} Matto Matto Nulla Nulla V V VI",
    "D": "{d} Secchia Secchia Mascherone Mascherone VI VII VII",
    "E": "VIII VIII VIIII VIIII X X III III",
}
WORLDS = {"C": {"c": "I", "d": "II"}, "D": {"c": "II", "d": "I"}}
"""By who is the partner, what these two hold."""


def world(partner: str) -> Match:
    hands = " / ".join(hand.format(**WORLDS[partner]) for hand in ALL_HANDS.values())
    return at_this_table(trick_table.Table("zifuli", 5).deal(hands).play(f"A:bid:{CALLED}").match)


PARTNER = {"C": 2, "D": 1}
"""Letters as seats."""


@pytest.mark.clause("ZIF-7", "ZIF-8")
def test_the_partner_is_on_no_page_but_his_own(home: Path, clock: Clock) -> None:
    """Two worlds that differ in who holds the called card: everybody else sees the same pages and the same logs.

    No sum of points, no list of tricks and no sentence tells them apart, before the card falls.
    """
    seen: dict[str, list[tuple[int | None, str]]] = {}

    for partner in WORLDS:
        pages = seen[partner] = []

        async def check(keyboard: Keyboard, pages: list[tuple[int | None, str]] = pages) -> None:
            cards = TRICK.split()
            while cards or not isinstance(keyboard.page, CurtainPage):
                pages.append((keyboard.sitting.table.seated, keyboard.frame))
                if isinstance(keyboard.page, CurtainPage):
                    for key in "gl":
                        await keyboard.press(key)
                        pages.append((None, keyboard.frame))
                        await keyboard.press("escape")
                    await keyboard.press("space")
                elif isinstance(keyboard.page, HandPage):
                    await keyboard.press("g")
                    pages.append((None, keyboard.frame))
                    await keyboard.press("escape")
                    keyboard.sitting.do(Action(keyboard.page.seat, "play", card=cards.pop(0)))
                    await keyboard.settle()
                else:
                    await keyboard.press("x")

        at_the_table(home, clock, world(partner), check)

    assert len(seen["C"]) == len(seen["D"]) > 25
    for (viewer, first), (same, second) in zip(seen["C"], seen["D"], strict=True):
        assert viewer == same
        for partner, frame in (("C", first), ("D", second)):
            assert (YOU_ARE_PARTNER in " ".join(frame.split())) == (viewer == PARTNER[partner]), frame
        if viewer in PARTNER.values():
            assert first != second
        else:
            assert first == second


@pytest.mark.clause("ZIF-7")
def test_all_are_told_the_partner_when_his_card_falls(home: Path, clock: Clock) -> None:
    played = "Leone XIII Matto Secchia VIII Leone XII Matto Secchia VIII XV XII Nulla Mascherone VIIII"
    more = "XV XI Nulla Mascherone VIIII XIIII XI V VI X I"
    letters = [letter for _ in range(5) for letter in "ABCDE"] + ["A"]
    steps = " ".join(f"{letter}:{card}" for letter, card in zip(letters, f"{played} {more}".split(), strict=True))
    match = at_this_table(world("C"))
    table = trick_table.Table("zifuli", 5)
    table.match = match
    table.play(f"{steps} B:II")

    async def check(keyboard: Keyboard) -> None:
        assert keyboard.page == CurtainPage(HandPage(2))
        assert "partner" not in keyboard.frame
        await keyboard.press("v", "4")
        assert keyboard.page == CurtainPage(LookPage(3))
        await keyboard.press("space")
        assert "partner" not in keyboard.frame
        await keyboard.press("enter", "space")
        assert YOU_ARE_PARTNER in told(keyboard)
        await keyboard.press("enter")
        assert keyboard.page == CurtainPage(HandPage(1))
        assert "C had the other copy of the called card, and is the declarer's partner." in told(keyboard)
        await keyboard.press("space")
        assert re.search(r"partner \S C", told(keyboard))

    at_the_table(home, clock, match, check)


# --- The last trick, and moments ------------------------------------------------------------------------------------

FOUR_TRICKS = """
A: Rd 2d 7c
A: 1d 3d 6c
A: Rb 2b 7s
A: 1b 3b 6s
"""
"""Of Coteccio for three, all won by A."""


def four_tricks() -> trick_table.Table:
    return trick_table.Table("coteccio", 3).deal_for(FOUR_TRICKS + "A: 1s 2s 5c").tricks(FOUR_TRICKS)


FIVE_TRICKS = """
A: Rd 1d 2d
B: Rb 2b 3b
B: 4b 1b 5b
C: 6s 5s 4s
C: 7c 2c 3c
"""
"""Of Coteccio for three: B takes 11 and 5 points, C 6 and the 6 of the last trick, A nothing."""


def five_tricks(**rules: Any) -> trick_table.Table:
    """Stand before the last of these tricks."""
    table = trick_table.Table("coteccio", 3, **rules).deal_for(FIVE_TRICKS)
    return table.tricks("\n".join(FIVE_TRICKS.strip().split("\n")[:-1]))


def test_the_last_trick_plays_itself_and_each_trick_is_a_moment() -> None:
    table = trick_table.Table("coteccio", 3).deal_for(FIVE_TRICKS)
    cards = [card for _, trick in table.read(FIVE_TRICKS) for card in trick]
    t = Table(at_this_table(table.match), {})
    pages: list[str] = []
    while not isinstance(t.page, SettlementPage):
        pages.append(type(t.page).__name__)
        if isinstance(t.page, CurtainPage):
            t.open_curtain()
        elif isinstance(t.page, HandPage):
            t.act(Action(t.page.seat, "play", card=cards.pop(0)))
        else:
            assert isinstance(t.page, MomentPage) and t.page.events[0].key == "event.takes-trick" and t.seated is None
            assert t.settlement_to_come == (not cards or len(t.match.lines) == 16)
            t.done()
    assert pages == [*(["CurtainPage", "HandPage"] * 3 + ["MomentPage"]) * 4, "MomentPage"]
    assert cards == ["7c", "2c", "3c"], "nobody was asked for the last ones"
    assert t.page.settlement.change == (0, -1, 0)


def test_nothing_of_a_last_trick_can_be_taken_back() -> None:
    t = Table(at_this_table(five_tricks().match), {})
    while not isinstance(t.page, CurtainPage):
        assert not t.can_take_back
        t.done()
    assert not t.can_take_back and t.view.deal == 2


@pytest.mark.clause("TRICK-5", "COT-12")
def test_a_proved_revoke_is_a_moment_that_shows_the_trick(home: Path, clock: Clock) -> None:
    hands = "1d Rd 2c 3c 4s / 2d 3d 1c 5s 6b / 7c 6c 5c 7s 2b"
    match = trick_table.Table("coteccio", 3, revokes="punished").deal(hands).play("A:1d B:1c C:7c A:Rd").match

    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        assert all(card.playable for card in keyboard.hand.cards)
        await keyboard.press("enter")
        assert isinstance(keyboard.page, MomentPage)
        assert keyboard.page.events[0].key == "event.revoke-proved"
        assert keyboard.page.events[0].cards == ("Rd", "2d")
        teller = keyboard.sitting.teller
        sentence = teller.tell(keyboard.page.events[0]).plain
        assert sentence.startswith("B ") and sentence in told(keyboard)
        assert not keyboard.hand.cards, "the hand is covered"
        await keyboard.press("x")
        assert isinstance(keyboard.page, SettlementPage) and keyboard.page.settlement.change == (0, -1, 0)
        assert sentence in told(keyboard)
        assert re.search(r"B .*-1 .*●●●○", told(keyboard))

    at_the_table(home, clock, at_this_table(match), check)


THREE_TRICKS = """
A: Leone XII X Matto
A: XV XI VI Mascherone
A: XIIII V VII Secchia
"""
"""Of Cöch, all won by A."""


@pytest.mark.clause("TRICK-2")
def test_of_covered_tricks_only_the_last_can_be_looked_at_until_the_deal_is_over(home: Path, clock: Clock) -> None:
    table = trick_table.Table("coch").deal_for(THREE_TRICKS + "A: XIII III VIII Nulla")
    table.tricks(THREE_TRICKS).play("A:XIII")

    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        for key in "gl":
            await keyboard.press(key)
            log = keyboard.frame
            shown = set(re.findall(r"\b(?:[IVX]{2,}|Leone|Matto|Mascherone|Secchia)\b", log))
            assert shown == {"XIIII", "VII", "Secchia", "XIII"}
            assert log.count("A takes a trick.") == 2 and log.count("A takes the trick") == 1
            await keyboard.press("escape")

    at_the_table(home, clock, at_this_table(table.match), check, (100, 40))


@pytest.mark.clause("TRICK-2")
def test_after_the_deal_all_tricks_can_be_looked_at(home: Path, clock: Clock) -> None:
    match = trick_table.Table("coch").deal_for(HALVES + LAST).tricks(HALVES).match

    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("x")
        assert isinstance(keyboard.page, SettlementPage)
        for key in "gl":
            await keyboard.press(key)
            assert keyboard.frame.count("takes the trick") == 10 and "takes a trick" not in keyboard.frame
            await keyboard.press("escape")

    at_the_table(home, clock, at_this_table(match), check, (110, 50))


@pytest.mark.clause("COT-3")
def test_in_coteccio_all_tricks_lie_open(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space", "g")
        assert keyboard.frame.count("takes the trick") == 4

    at_the_table(home, clock, at_this_table(four_tricks().match), check, (100, 40))


# --- Questions ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("COT-7", "COT-8")
@pytest.mark.parametrize(
    ("key", "do", "pages", "change"),
    [("a", "annul", 1, (0, 0, 0)), ("o", "go_on", 2, (-1, -1, 1)), ("enter", "annul", 1, (0, 0, 0))],
)
def test_the_capote_is_a_private_question(
    home: Path, clock: Clock, key: str, do: str, pages: int, change: tuple[int, ...]
) -> None:
    """Behind his curtain; the answer is a call, and the fifth trick plays itself."""

    async def check(keyboard: Keyboard) -> None:
        assert keyboard.page == CurtainPage(HandPage(2)) and "capote" not in keyboard.frame.lower()
        assert "all four tricks" not in keyboard.frame
        await keyboard.press("space")
        assert keyboard.held == ["1s"] and keyboard.at is None
        assert "You have taken all four tricks." in told(keyboard)
        assert keyboard.choices == {"a": "annul", "o": "go_on"}
        await keyboard.press("1", "right", "left")
        assert len(keyboard.lines) == 13
        await keyboard.press(key)
        assert keyboard.lines[13:14] == [f'{{"seat":2,"do":"{do}"}}']
        for _ in range(pages):
            assert isinstance(keyboard.page, MomentPage) and not keyboard.held
            await keyboard.press("x")
        assert isinstance(keyboard.page, SettlementPage) and keyboard.page.settlement.change == change
        assert len(keyboard.lines) == 14 + 3 * (do == "go_on")
        shown = keyboard.sitting.teller.short("1s")
        assert do == "go_on" or shown not in keyboard.frame, "his last card lies face down"

    at_the_table(home, clock, at_this_table(four_tricks().match), check)


@pytest.mark.clause("COT-13")
@pytest.mark.parametrize(("keys", "lives"), [("c c", 1), ("n n", 0), ("c n n", 0), ("enter enter", 0)])
def test_the_doctor_is_called_aloud_by_two_keys(home: Path, clock: Clock, keys: str, lives: int) -> None:
    async def check(keyboard: Keyboard) -> None:
        assert isinstance(keyboard.page, MomentPage)
        await keyboard.press("x")
        assert isinstance(keyboard.page, SettlementPage)
        await keyboard.press("x")
        assert keyboard.page == AnswerPage(1) and keyboard.sitting.table.seated is None
        assert "B has most points (16), which costs the last life, but may call the doctor." in told(keyboard)
        assert keyboard.choices == {"c": "doctor", "n": "leave"}
        lines = len(keyboard.lines)
        *before, last = keys.split()
        await keyboard.press(*before)
        assert len(keyboard.lines) == lines
        await keyboard.press(last)
        assert keyboard.sitting.match.state.report()[1].tokens == lives
        assert isinstance(keyboard.page, MomentPage), "also who does without the doctor is told of"
        assert ("B does not call the doctor." in told(keyboard)) == (not lives)

    at_the_table(home, clock, at_this_table(five_tricks(lives=1, doctor="once").match), check)


@pytest.mark.clause("COT-9", "COT-13")
def test_the_question_about_the_doctor_tells_that_a_capote_failed(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        keyboard.sitting.do(Action(0, "go_on"))
        await keyboard.settle()
        await keyboard.go_to(AnswerPage)
        assert "A missed the fifth trick, which costs the last life, but may call the doctor." in told(keyboard)

    lost = trick_table.Table("coteccio", 3, lives=1, doctor="once").deal_for(FOUR_TRICKS + "A: 5c 2s 1c")
    at_the_table(home, clock, at_this_table(lost.tricks(FOUR_TRICKS).match), check)


@pytest.mark.clause("COT-13", "PACK-5")
@pytest.mark.parametrize("key", ["c", "n"])
def test_dealer_and_pack_are_told_once_the_doctor_has_been_called_or_not(home: Path, clock: Clock, key: str) -> None:
    """Before that nobody knows who deals; before the cards are dealt all do."""

    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("x")
        assert isinstance(keyboard.page, SettlementPage)
        assert SAY("settlement.next-dealer") not in told(keyboard)
        await keyboard.press("x", key, key)
        assert isinstance(keyboard.page, MomentPage) and len(keyboard.lines) == 17, "the next deal is not dealt"
        assert "Next dealer: ◆ A" in told(keyboard)
        shown = "".join(re.findall(r"[0-9a-f]{20,}", keyboard.frame))
        await keyboard.press("x")
        assert json.loads(keyboard.lines[17])["commitment"] == shown

    at_the_table(home, clock, at_this_table(five_tricks(lives=1, doctor="once").match), check)


@pytest.mark.clause("COT-13")
def test_all_who_do_without_the_doctor_are_told_of() -> None:
    """Two die at once, from eldest on."""
    tricks = "A: Rd 2d Cd Fd\nA: 2c Rc Cc Fc\nB: 2s 3s 4s 5s\nA: 2b 4b 3b 5b\nD: 6b 6s 6d 6c"
    table = trick_table.Table("coteccio", 4, lives=1, doctor="once").deal_for(tricks).tricks(tricks)
    assert table.lives == [0, 0, 1, 1], "A and B have 12 points each, D has 6"
    t = Table(at_this_table(table.match), {})
    asked = []
    for _ in range(2):
        t.done()
    while isinstance(t.page, AnswerPage):
        asked.append(t.page.seat)
        t.act(Action(t.page.seat, "leave"))
    assert isinstance(t.page, MomentPage)
    assert [(event.key, event.seat) for event in t.page.events] == [("event.dies", seat) for seat in asked]
    t.done()
    assert isinstance(t.page, CurtainPage)


# --- Take back ------------------------------------------------------------------------------------------------------


def test_the_last_card_of_a_trick_can_be_taken_back_as_long_as_all_look_at_it(home: Path, clock: Clock) -> None:
    match = trick_table.Table("coteccio", 3).deal_for(FIVE_TRICKS).play("A:Rd B:1d").match

    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space", "enter")
        assert isinstance(keyboard.page, MomentPage) and "z take back" in told(keyboard)
        await keyboard.press("z")
        assert keyboard.page == CurtainPage(HandPage(0)) and len(keyboard.lines) == 3

    at_the_table(home, clock, at_this_table(match), check)


def test_who_takes_back_is_told_again_what_was_public_since_his_turn_before() -> None:
    t = Table(at_this_table(trick_table.Table("coteccio", 3).deal_for(FIVE_TRICKS).match), {})

    def play(card: str) -> None:
        t.open_curtain()
        t.act(Action(t.view.viewer or 0, "play", card=card))

    def news(seat: int) -> list[str]:
        return [card for event in t.news_for(seat) if event.key != "event.takes-trick" for card in event.cards]

    for card in ("Rd", "1d"):
        play(card)
    assert news(0) == ["Rd", "1d"]
    play("2d")
    t.take_back()
    assert t.page == CurtainPage(HandPage(0)) and news(0) == ["Rd", "1d"]
    play("2d")
    t.done()
    play("Rb")
    assert news(0) == ["Rb"], "of the trick before he knows"
    play("2b")
    assert news(2) == ["1d", "2d", "Rb", "2b"]
    play("3b")
    t.take_back()
    assert news(2) == ["1d", "2d", "Rb", "2b"]


def test_a_card_can_be_taken_back_although_the_next_one_is_chosen_aloud() -> None:
    """But not what was asked: who answers has heard it."""
    t = Table(at_this_table(cochs(2)), {}, dummies_aloud=True)
    assert t.page == AnswerPage(1) and not t.can_take_back
    t.act(t.view.choices[0])
    assert t.page == AnswerPage(0)
    t.take_back()
    assert t.page == AnswerPage(1) and len(t.match.lines) == 1


# --- The settlement -------------------------------------------------------------------------------------------------

HALVES = """
A: Leone XII X Matto
A: Leone XI VI Matto
A: XV V VI Mascherone
A: XV I VII Mascherone
A: XIIII II VII Secchia
A: XIIII II VIII Secchia
A: XIII III VIII Nulla
A: XIII III VIIII Nulla
A: XII IIII VIIII XI
"""
"""Of Cöch: A and C take 3, 2½, 2, five times 1½ and 2½ points; the last trick brings B and D V and X, 1½."""
LAST = "A: V IIII I X"


@pytest.mark.clause("COCH-8", "COCH-11")
def test_the_scores_count_the_last_trick_while_all_look_at_it(home: Path, clock: Clock) -> None:
    match = trick_table.Table("coch").deal_for(HALVES + LAST).tricks(HALVES).match

    async def check(keyboard: Keyboard) -> None:
        assert isinstance(keyboard.page, MomentPage) and "trick 10 of 10" in told(keyboard)
        lines = column(keyboard)
        assert [lines[at].split() for at in (2, 4)] == [["0", "1½", "1"], ["0", "17½", "9"]]
        await keyboard.press("x")
        assert isinstance(keyboard.page, SettlementPage)

    at_the_table(home, clock, at_this_table(match), check)


@pytest.mark.clause("COT-3", "COT-4")
def test_the_last_trick_lies_with_the_others_while_all_look_at_it(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        assert isinstance(keyboard.page, MomentPage)
        lines = column(keyboard)
        at = next(number for number, line in enumerate(lines) if line.startswith("▲ C"))
        assert lines[at] == "▲ C 12 points", "6, and the 6 of the last trick"
        assert [len(re.findall(r"[▲■◆]", line)) for line in lines[at + 1 : at + 4]] == [3, 3, 3]

    at_the_table(home, clock, at_this_table(five_tricks().match), check, (80, 30))


@pytest.mark.clause("COCH-8", "COCH-11")
@pytest.mark.parametrize(("faces", "half"), [("unicode", "½"), ("ascii", ".5")])
def test_halves_stand_on_the_score_sheet(home: Path, clock: Clock, faces: str, half: str) -> None:
    match = trick_table.Table("coch").deal_for(HALVES + LAST).tricks(HALVES).match

    async def check(keyboard: Keyboard) -> None:
        assert isinstance(keyboard.page, MomentPage)
        await keyboard.press("x")
        assert isinstance(keyboard.page, SettlementPage)
        assert keyboard.page.settlement.points == (1.5, 17.5, 1.5, 17.5)
        sides = [line for line in keyboard.frame.split("\n") if "points" in line]
        # Seats 0 and 2 are D and B, seats 1 and 3 C and A.
        less, more = re.escape(f"1{half}"), re.escape(f"17{half}")
        assert re.search(rf"D .*B .* {less} points +[-–] +0$", sides[0].rstrip()), sides
        assert re.search(rf"C .*A .* {more} points +\+{more} +{more}$", sides[1].rstrip()), sides
        assert any(re.fullmatch(rf" *1 +[-–] +\+{more} *", line) for line in keyboard.frame.split("\n"))

    at_the_table(home, clock, at_this_table(match), check, (90, 30), faces)


@pytest.mark.clause("ZIF-11")
def test_the_roles_stand_beside_what_they_won(home: Path, clock: Clock) -> None:
    """The declarer and his partner, whom by now all know."""
    plays = "Leone XIII Matto Secchia VIII Leone XII Matto Secchia VIII XV XII Nulla Mascherone VIIII"
    more = "XV XI Nulla Mascherone VIIII XIIII XI V VI X XIIII IIII V VII X XIII IIII VI VII III"
    letters = "ABCDE" * 7
    steps = zip(letters, f"{plays} {more}".split(), strict=True)
    table = trick_table.Table("zifuli", 5)
    table.match = world("C")
    table.play(" ".join(f"{letter}:{card}" for letter, card in steps))

    async def check(keyboard: Keyboard) -> None:
        # The last trick: A I, B II, C I, D II, E III. E takes it, with nothing in it.
        assert isinstance(keyboard.page, MomentPage)
        await keyboard.press("x")
        assert isinstance(keyboard.page, SettlementPage)
        assert keyboard.page.settlement.change == (-1, -1, 1, -1, 2)
        lines = [" ".join(line.split()) for line in keyboard.frame.split("\n") if "points" in line]
        assert re.search(r"A declarer 19 points \+2 2$", lines[4])
        assert re.search(r"C partner 0 points \+1 1$", lines[2])
        assert "A and C: 19 points. The others: 0. The declarer’s side wins: +2 for the declarer," in told(keyboard)
        # Something changed for all: only who lost has a mark.
        assert [line.startswith("▸ ") for line in lines[:5]] == [True, True, False, True, False]
        rows = keyboard.frame.split("\n")
        head = next(row for row in rows if row.split() == ["deal", "total"])
        last = next(row for row in rows if "declarer" in row and "points" in row)
        assert head.index("deal") + len("deal") == last.index("+2") + len("+2")
        assert head.index("total") == len(last.rstrip()) - 1
        for number, name in ((0, "E"), (1, "D"), (3, "B")):
            assert re.search(rf"{name} 0 points -1 -1$", lines[number])

    at_the_table(home, clock, table.match, check)


@pytest.mark.clause("COCH-12")
def test_the_list_of_matches_names_who_has_won_with_a_dummy() -> None:
    header = Header(game="coch", players=("Anna", "Bea", "Ciro"))
    saved = SavedMatch(Path("m.jsonl"), 0.0, Status.OVER, header, "iseo", deal=3, waiting=Over((1, 3)))
    assert "won by Bea in deal 3" in match_told(SAY, saved, ascii_only=False).plain


def reckoned(home: Path, clock: Clock, settlement: Settlement, *roles: Event) -> list[str]:
    """Give the sentences about both sides on the page of a settlement; who played what is not asked."""
    told: list[str] = []

    async def check(keyboard: Keyboard) -> None:
        page = SettlementPage(settlement, (Event("event.declares", 4, cards=("I",)), *roles))
        screen = ScoreSheetScreen(keyboard.sitting, page)
        told.extend(line.plain for line in screen.declared())

    at_the_table(home, clock, world("C"), check)
    return told


@pytest.mark.clause("ZIF-11", "ZIF-12", "ZIF-14")
@pytest.mark.parametrize(
    ("change", "points", "recount", "void", "roles", "lines"),
    [
        pytest.param(
            *((-1, -1, 1, -1, 2), (3, 2, 4.5, 2.5, 7), None, False, [Event("event.partner", 2)]),
            [
                "A and C: 11½ points. The others: 7½.",
                "The declarer’s side wins: +2 for the declarer, +1 for the partner, -1 for each of the others.",
            ],
            id="won",
        ),
        pytest.param(
            *((1, 1, -1, 1, -2), (3, 2, 9.5, 4.5, 0), (10, 9, 41, 22, 0), False, [Event("event.partner", 2)]),
            [
                "Counted again, A and C: 41. The others: 41.",
                "As many on both sides, so the declarer’s side loses: -2 for the declarer, -1 for the partner,"
                " +1 for each of the others.",
            ],
            id="tie",
        ),
        pytest.param(
            *((0, 0, 0, 0, 0), (3, 2, 9.5, 4.5, 0), (10, 9, 41, 22, 0), True, [Event("event.partner", 2)]),
            ["Counted again, A and C: 41. The others: 41."],
            id="void",
        ),
        pytest.param(
            *((2, 2, 2, 2, -8), (3, 2, 4.5, 2.5, 7), None, False, [Event("event.alone", 4)]),
            [
                "A: 7 points. The others: 12.",
                "The declarer’s side loses: -8 for the declarer, +2 for each of the others.",
            ],
            id="alone",
        ),
        pytest.param(
            *((-1, -1, 1, -1, 2), None, None, False, [Event("event.partner", 2)]),
            ["The declarer’s side wins: +2 for the declarer, +1 for the partner, -1 for each of the others."],
            id="revoke",
        ),
    ],
)
def test_the_settlement_adds_up_both_sides(
    home: Path, clock: Clock, change: Any, points: Any, recount: Any, void: bool, roles: list[Event], lines: list[str]
) -> None:
    assert reckoned(home, clock, Settlement(1, 0, change, points, recount, void), *roles) == lines


# --- Words ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("COT-5")
def test_no_page_of_a_trick_game_speaks_of_tokens_or_of_one_card(home: Path, clock: Clock) -> None:
    """What is lost are lives, and what is hidden is a hand: on every page of a match, and in its help."""
    wrong = re.compile(r"tokens?\b|\bmy card\b|own card\b|show my card\b|None")
    met: set[type] = set()

    async def check(keyboard: Keyboard) -> None:
        for _ in range(400):
            assert not wrong.search(told(keyboard)), keyboard.frame
            if type(keyboard.page) not in met:
                met.add(type(keyboard.page))
                await keyboard.press("question_mark")
                assert not wrong.search(told(keyboard)), keyboard.frame
                await keyboard.press("escape")
            if isinstance(keyboard.page, EndPage):
                break
            await keyboard.turn()
        assert met >= {CurtainPage, HandPage, MomentPage, SettlementPage, EndPage}

    at_the_table(home, clock, at_this_table(trick_table.Table("coteccio", 2, lives=1).match), check, (110, 60))
