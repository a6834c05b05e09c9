"""A hand of cards at the keyboard and by mouse: nothing is played that was not meant, and all of it can be done."""

import re
from pathlib import Path

import pytest

from cucco_tui.engine.match import Match
from cucco_tui.engine.shuffle import Chance
from cucco_tui.games import find_game
from cucco_tui.tui.pages import CurtainPage, HandPage, MomentPage, SettlementPage
from cucco_tui.tui.widgets.choices import Choices
from tests.games import trick_table
from tests.tui.keyboard import LATE, Clock, Keyboard, at_the_table, at_this_table

HANDS = "1d Rd 2c 3c 4s / 2d 3d 1c 5s 6b / 7c 6c 5c 7s 2b"
"""Coteccio for three: A has the best coins and leads, B has the two lowest, C has none."""
FAN_OF_A = ["Rd", "1d", "2c", "3c", "4s"]
MUST_FOLLOW = "This trick asks for coins, and there are some in this hand."
SIZES = [(80, 24), (60, 18)]
"""Cards side by side, and cards in lines."""


def coteccio(steps: str = "") -> Match:
    """Deal the hands above; B is seat 1, C is seat 0 and deals."""
    return at_this_table(trick_table.Table("coteccio", 3).deal(HANDS).play(steps).match)


def auction(steps: str = "") -> Match:
    """Deal Zifuli: A, seat 4, speaks first, and has a card of each suit below which something can be named."""
    hands = "X VIII III XII XI Nulla Secchia XV / II II V V VI VI XIII XIII / / /"
    return at_this_table(trick_table.Table("zifuli", 5).deal(hands).play(steps).match)


def told(keyboard: Keyboard) -> str:
    """Give what the page says, wherever its lines break."""
    return " ".join(keyboard.frame.split())


def marks_in(keyboard: Keyboard) -> list[str]:
    """Give what stands below the cards."""
    (marks,) = (line for line in keyboard.frame.split("\n") if re.fullmatch(r"[\s›>·.\d]*[·.][\s›>·.\d]*", line))
    return marks.split()


def last_line(keyboard: Keyboard) -> str:
    return keyboard.lines[-1]


# --- The cursor -----------------------------------------------------------------------------------------------------


def test_arrows_home_and_end_move_over_all_cards_and_play_none(home: Path, clock: Clock, moves: list[str]) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        assert keyboard.held == FAN_OF_A and keyboard.at == "Rd"
        for key, at in (
            *(("right", "1d"), ("end", "4s"), ("right", "Rd"), ("left", "4s"), ("home", "Rd")),
            *(("5", "4s"), ("left", "3c"), ("6", "3c"), ("0", "3c")),
        ):
            await keyboard.press(key)
            assert keyboard.at == at, key
        assert moves == ["open_curtain"] and len(keyboard.lines) == 1

    at_the_table(home, clock, coteccio(), check)


@pytest.mark.parametrize(
    ("keys", "card"),
    [("enter", "Rd"), ("1 1", "Rd"), ("3 3", "2c"), ("3 enter", "2c"), ("right right enter", "2c"), ("end 5", "4s")],
)
def test_a_card_is_played_by_enter_or_by_its_number_twice(
    home: Path, clock: Clock, moves: list[str], keys: str, card: str
) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        *before, last = keys.split()
        await keyboard.press(*before)
        assert moves == ["open_curtain"]
        await keyboard.press(last)
        assert moves == ["open_curtain", "act"]
        assert last_line(keyboard) == f'{{"seat":2,"do":"play","card":"{card}"}}'

    at_the_table(home, clock, coteccio(), check)


@pytest.mark.clause("TRICK-3", "TRICK-5")
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_card_that_may_not_be_played_says_why_and_stays(
    home: Path, clock: Clock, moves: list[str], size: tuple[int, int]
) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        assert keyboard.held == ["2d", "3d", "1c", "5s", "6b"] and keyboard.at == "2d"
        assert MUST_FOLLOW not in told(keyboard)
        await keyboard.press("end")
        assert keyboard.at == "6b" and MUST_FOLLOW in told(keyboard)
        for key in ("enter", "3", "4", "5", "enter"):
            await keyboard.press(key)
        keyboard.click_card(2)
        await keyboard.settle()
        assert keyboard.at == "1c" and MUST_FOLLOW in told(keyboard)
        keyboard.click_card(2)
        await keyboard.settle()
        assert moves == ["open_curtain"] and len(keyboard.lines) == 2
        await keyboard.press("2", "2")
        assert last_line(keyboard) == '{"seat":1,"do":"play","card":"3d"}'

    at_the_table(home, clock, coteccio("A:1d"), check, size)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    ("keys", "card"),
    [("1 1", "2d"), ("1 enter", "2d"), ("enter", "2d"), ("right 2", "3d"), ("right left 1", "2d"), ("2 1 1", "2d")],
)
def test_a_number_plays_only_what_the_player_has_chosen(
    home: Path, clock: Clock, keys: str, card: str, size: tuple[int, int]
) -> None:
    """Not the card at which the cursor happens to start."""

    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        assert "Enter plays the 2 of coins (counts 0)." in told(keyboard)
        *before, last = keys.split()
        await keyboard.press(*before)
        assert len(keyboard.lines) == 2
        if last == "1":
            assert "Enter, or 1 again, plays the 2 of coins" in told(keyboard)
        await keyboard.press(last)
        assert last_line(keyboard) == f'{{"seat":1,"do":"play","card":"{card}"}}'

    at_the_table(home, clock, coteccio("A:1d"), check, size)


def test_what_may_be_played_is_marked_without_any_colour(home: Path, clock: Clock) -> None:
    """By a number below it, and a dot below the others; the cursor by a sign."""

    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        assert marks_in(keyboard) == ["›1", "2", "·", "·", "·"]
        await keyboard.press("end")
        assert marks_in(keyboard) == ["1", "2", "·", "·", "›·"]

    at_the_table(home, clock, coteccio("A:1d"), check)


def test_on_an_old_terminal_too(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        assert marks_in(keyboard) == [">1", "2", ".", ".", "."]
        assert all(line.plain.isascii() for line in keyboard.hand.lines(78))

    at_the_table(home, clock, coteccio("A:1d"), check, faces="ascii")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_click_moves_and_another_one_plays(home: Path, clock: Clock, moves: list[str], size: tuple[int, int]) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        for at in (0, 3, 2):
            keyboard.click_card(at)
            await keyboard.settle()
            assert keyboard.at == FAN_OF_A[at] and moves == ["open_curtain"]
        keyboard.click_card(2)
        await keyboard.settle()
        assert last_line(keyboard) == '{"seat":2,"do":"play","card":"2c"}'

    at_the_table(home, clock, coteccio(), check, size)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_click_that_opens_the_curtain_plays_nothing(
    home: Path, clock: Clock, moves: list[str], size: tuple[int, int]
) -> None:
    async def check(keyboard: Keyboard) -> None:
        clock.now += LATE
        region = keyboard.screen.query_one("#open").region
        for _ in range(3):
            keyboard.mouse_at(region.x + region.width // 2, region.y + 1, after=0.1)
            await keyboard.settle()
        keyboard.click_card(0, after=0.1)
        await keyboard.settle()
        assert moves == ["open_curtain"]

    at_the_table(home, clock, coteccio(), check, size)


# --- Held keys, and keys that were typed ahead ----------------------------------------------------------------------


@pytest.mark.parametrize("key", ["enter", "3"])
def test_a_key_that_is_held_plays_one_card(home: Path, clock: Clock, moves: list[str], key: str) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        for _ in range(15):
            await keyboard.press(key, after=0.03)
        # The number is pressed once, however long, and so only moves the cursor.
        assert moves == ["open_curtain", *(["act"] if key == "enter" else [])]
        assert len(keyboard.lines) == 1 + (key == "enter")

    at_the_table(home, clock, coteccio(), check)


def test_an_arrow_that_is_held_moves_on(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        for _ in range(3):
            await keyboard.press("right", after=0.03)
        assert keyboard.at == "3c"

    at_the_table(home, clock, coteccio(), check)


@pytest.mark.parametrize("gap", [0.04, 0.2])
@pytest.mark.parametrize(("steps", "kind"), [("A:1d", CurtainPage), ("A:1d B:2d", MomentPage)])
def test_what_is_typed_ahead_goes_through_no_curtain_and_no_trick(
    home: Path, clock: Clock, moves: list[str], gap: float, steps: str, kind: type
) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        moves.clear()
        lines = len(keyboard.lines)
        for key in ("enter", "space", "enter", "1", "1", "space", "enter", "space", "x", "enter"):
            keyboard.key(key, gap)
        await keyboard.settle()
        assert moves == ["act"] and len(keyboard.lines) == lines + 1
        assert isinstance(keyboard.page, kind)

    at_the_table(home, clock, coteccio(steps), check)


# --- From hand to hand ----------------------------------------------------------------------------------------------


def test_two_keys_lead_from_a_played_card_to_the_next_hand(home: Path, clock: Clock, moves: list[str]) -> None:
    """The curtain's key, and after a whole trick one for all to have seen it; the last trick needs no hand."""

    async def check(keyboard: Keyboard) -> None:
        for number in range(12):
            await keyboard.press("space")
            assert isinstance(keyboard.page, HandPage)
            moves.clear()
            await keyboard.press("enter")
            whole = number % 3 == 2
            assert isinstance(keyboard.page, MomentPage if whole else CurtainPage)
            if whole:
                await keyboard.press("x")
        # All see the last trick, which nobody had to play, and what the deal did.
        assert isinstance(keyboard.page, MomentPage)
        assert keyboard.page.events[0].key == "event.takes-trick"
        assert len(keyboard.lines) == 1 + 15
        await keyboard.press("x")
        assert isinstance(keyboard.page, SettlementPage)
        assert "act" not in moves[1:]

    at_the_table(home, clock, coteccio(), check)


def test_a_card_can_be_taken_back_until_the_next_curtain_opens(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space", "enter", "z")
        assert keyboard.page == CurtainPage(HandPage(2)) and len(keyboard.lines) == 1
        await keyboard.press("space", "end", "enter", "space", "z")
        assert isinstance(keyboard.page, HandPage) and len(keyboard.lines) == 2
        await keyboard.press("escape", "z")
        assert keyboard.page == CurtainPage(HandPage(1)) and len(keyboard.lines) == 2

    at_the_table(home, clock, coteccio(), check)


@pytest.mark.parametrize("at_once", [True, False])
def test_the_card_that_makes_a_trick_whole_can_be_taken_back_too(home: Path, clock: Clock, at_once: bool) -> None:
    """While all look at the trick, and before the next curtain opens."""

    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space", "enter")
        assert isinstance(keyboard.page, MomentPage)
        if not at_once:
            await keyboard.press("x")
            assert keyboard.page == CurtainPage(HandPage(2))
        await keyboard.press("z")
        assert keyboard.page == CurtainPage(HandPage(0)) and len(keyboard.lines) == 3
        await keyboard.press("space")
        assert keyboard.held == ["5c", "6c", "7c", "7s", "2b"]

    at_the_table(home, clock, coteccio("A:1d B:2d"), check)


# --- The auction ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("ZIF-4", "ZIF-5")
def test_a_card_is_named_as_one_is_played_and_passing_has_a_key(home: Path, clock: Clock, moves: list[str]) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        assert keyboard.held == ["III", "VIII", "X", "Secchia", "Nulla", "XI", "XII", "XV"]
        assert keyboard.at == "III" and keyboard.choices == {"s": "pass"}
        await keyboard.press("2")
        assert moves == ["open_curtain"]
        await keyboard.press("enter")
        assert last_line(keyboard) == '{"seat":4,"do":"bid","card":"VIII"}'
        await keyboard.press("z")
        assert len(keyboard.lines) == 1 and keyboard.page == CurtainPage(HandPage(4))
        await keyboard.press("space", "enter")
        assert last_line(keyboard) == '{"seat":4,"do":"bid","card":"III"}'
        await keyboard.press("space")
        # B may name a numeral below III, and nothing else.
        assert keyboard.at == "II"
        await keyboard.press("end", "enter")
        assert "The card must be of the same suit as III." in keyboard.frame
        assert len(keyboard.lines) == 2
        await keyboard.press("s")
        assert last_line(keyboard) == '{"seat":3,"do":"pass"}'
        await keyboard.press("space", "z")
        assert last_line(keyboard) == '{"seat":3,"do":"pass"}'

    at_the_table(home, clock, auction(), check)


# --- Whole deals ----------------------------------------------------------------------------------------------------


def dealt(name: str) -> Match:
    """Deal a trick game to as many people as are least; Cöch has two dummies then."""
    game = find_game(name)
    match = trick_table.Table(name, game.seats[0]).match
    match.shuffle(Chance(name.encode()).shuffled(match.pack.cards))
    return at_this_table(match)


async def by_mouse(keyboard: Keyboard, chance: Chance) -> None:
    """Do what the page waits for, without any key."""
    if isinstance(keyboard.page, CurtainPage):
        keyboard.mouse(keyboard.screen.query_one("#open"))
    elif not isinstance(keyboard.page, HandPage):
        keyboard.mouse(keyboard.screen.query_one("#seats"))
    elif keyboard.choices and chance.below(2):
        keyboard.mouse(keyboard.screen.query_one(Choices), chance.below(len(keyboard.choices)))
    else:
        at = chance.pick([at for at, card in enumerate(keyboard.hand.cards) if card.playable])
        if keyboard.hand.cursor != at or not keyboard.hand.chosen:
            keyboard.click_card(at)
            await keyboard.settle()
        keyboard.click_card(at)
    await keyboard.settle()


@pytest.mark.parametrize(("name", "last"), [("coteccio", SettlementPage), ("zifuli", MomentPage), ("coch", MomentPage)])
def test_the_mouse_is_enough(home: Path, clock: Clock, moves: list[str], name: str, last: type) -> None:
    """For a whole deal of one game; of the others for the auction and a trick, as the pages are the same."""

    async def check(keyboard: Keyboard) -> None:
        chance = Chance(b"mouse")
        for _ in range(100):
            told = isinstance(keyboard.page, MomentPage) and keyboard.page.events[0].key == "event.takes-trick"
            if isinstance(keyboard.page, last) and (told or last is SettlementPage):
                break
            await by_mouse(keyboard, chance)
        assert isinstance(keyboard.page, last)
        assert set(moves) == {"open_curtain", "act"} | ({"done"} if name != "coch" else set())

    at_the_table(home, clock, dealt(name), check)
