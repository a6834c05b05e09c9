"""What is around the game at the table: notices, where the cursor starts, what comes after leaving, what moves."""

import os
import re
from pathlib import Path

import pytest

from cucco_tui.engine.events import Event
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Over, Reason, Shuffle
from cucco_tui.games import find_game
from cucco_tui.tui.pages import AnswerPage, EndPage, HandPage, MomentPage
from cucco_tui.tui.screens.exchange import ExchangeScreen
from cucco_tui.tui.screens.home import HomeScreen
from cucco_tui.tui.widgets.card import own_card_file
from cucco_tui.tui.widgets.motion import MIDDLE, MovingTable
from tests.dealing import deal_out
from tests.games import trick_table
from tests.tui.evening import Evening
from tests.tui.keyboard import Clock, Keyboard, at_the_table, at_this_table, match_of
from tests.tui.running import save

# --- Notices --------------------------------------------------------------------------------------------------------


def test_a_notice_does_not_outlive_its_page(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        keyboard.sitting.tell(Reason("reason.over"))
        await keyboard.settle()
        assert len(keyboard.app._notifications) == 1
        await keyboard.press("s")
        assert len(keyboard.app._notifications) == 0

    at_the_table(home, clock, match_of(cards="9c Jd 8h"), check)


@pytest.mark.parametrize(("content", "told"), [("", "mine.txt, line 1: It draws nothing"), (None, "mine.txt cannot")])
def test_a_faulty_card_file_is_told_by_its_name(
    home: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, content: str | None, told: str
) -> None:
    own = home / "mine.txt"
    if content is not None:
        own.write_text(content)
    monkeypatch.setenv("CUCCO_TUI_CARDS", str(own))
    own_card_file.cache_clear()

    async def check(keyboard: Keyboard) -> None:
        keyboard.app._tell_card_file()
        await keyboard.settle()
        assert all(told in notice.message for notice in keyboard.app._notifications)
        assert len(keyboard.app._notifications) > 0

    try:
        at_the_table(home, clock, match_of(), check)
    finally:
        own_card_file.cache_clear()


def test_trouble_with_a_file_stays_up_for_its_time(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        keyboard.app.tell_trouble(Reason("faces.unreadable", {"file": "mine.txt"}))
        await keyboard.settle()
        await keyboard.press("s", "space")
        assert len(keyboard.app._notifications) == 1
        clock.now += 10
        await keyboard.press("s")
        assert len(keyboard.app._notifications) == 0

    at_the_table(home, clock, match_of(cards="9c Jd 8h"), check)


# --- Leaving, and the end -------------------------------------------------------------------------------------------


def test_who_leaves_a_match_stands_where_he_goes_on_with_it(home: Path, clock: Clock) -> None:
    """Also if another one was played later."""
    other = save(home, match_of("cucu"))
    other = other.rename(other.with_name("other.jsonl"))

    async def check(keyboard: Keyboard) -> None:
        later = keyboard.path.stat().st_mtime + 60
        os.utime(other, (later, later))
        home_page = keyboard.app.screen_stack[0]
        assert isinstance(home_page, HomeScreen)
        home_page.show("cucu")
        await keyboard.press("q", "y")
        assert keyboard.screen is home_page
        order = [other, keyboard.path]
        while [saved.path for saved in home_page._matches] != order:
            await keyboard.pilot.pause(0.01)
        await keyboard.settle()
        assert home_page.list_.cursor == str(keyboard.path)

    at_the_table(home, clock, match_of(), check)


def over(game: str, seats: int) -> Match:
    match = Match(find_game(game), Header(game=game, players=tuple("ABCDEFGH"[:seats]), dealer=0))
    chance = Chance(b"the end")
    while not isinstance(match.waiting, Over):
        if isinstance(match.waiting, Shuffle):
            match.shuffle(chance.shuffled(match.pack.cards))
        else:
            match.act(chance.pick(match.state.legal_actions()))
    return match


@pytest.mark.clause("DEAL-3")
@pytest.mark.parametrize(("seats", "free"), [(7, True), (8, False)])
def test_a_newcomer_is_offered_a_seat_only_where_one_is_free(home: Path, clock: Clock, seats: int, free: bool) -> None:
    async def check(keyboard: Keyboard) -> None:
        assert isinstance(keyboard.page, EndPage)
        assert ("j" in keyboard.choices) == free
        end = keyboard.screen
        await keyboard.press("j")
        assert (keyboard.screen is not end) == free

    at_the_table(home, clock, over("coteccio", seats), check)


# --- Answers aloud --------------------------------------------------------------------------------------------------


def first_deal(game: str, cards: list[str], **rules: object) -> Match:
    """Deal these cards, eldest first."""
    match = Match(find_game(game), Header(game=game, rules=rules, players=("Anna", "Bea", "Ciro")[: len(cards)]))
    deal_out(match, *cards)
    return match


@pytest.mark.parametrize(
    ("match", "keys", "harmless"),
    [
        pytest.param(first_deal("cucu", ["Nulla", "XI", "V"]), "space o x space a", "refuse", id="inn of Campli"),
        pytest.param(
            first_deal("stu", ["Nulla", "XI", "V"]), "space o x space b enter", "refuse", id="inn of Montorio"
        ),
        pytest.param(
            first_deal("cucu", ["I", "V", "VII"], tokens=1), "space s space s space s x x", "leave", id="coming back"
        ),
        pytest.param(first_deal("cucu", ["I", "V"], tokens=2), "space s space s k enter enter", "decline", id="pot"),
        pytest.param(
            trick_table.Table("coteccio", 3, lives=1, doctor="once")
            .deal_for("A: Rd 1d 2d\nB: Rb 2b 3b\nB: 4b 1b 5b\nC: 6s 5s 4s\nC: 7c 2c 3c")
            .tricks("A: Rd 1d 2d\nB: Rb 2b 3b\nB: 4b 1b 5b\nC: 6s 5s 4s")
            .match,
            "x x",
            "leave",
            id="doctor",
        ),
    ],
)
def test_enter_twice_costs_nobody_anything(home: Path, clock: Clock, match: Match, keys: str, harmless: str) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press(*keys.split())
        assert isinstance(keyboard.page, AnswerPage), keyboard.frame
        assert harmless in keyboard.choices.values()
        await keyboard.press("enter", "enter")
        assert [line for line in keyboard.lines if '"do"' in line][-1].endswith(f'"do":"{harmless}"}}')

    at_the_table(home, clock, at_this_table(match), check)


# --- What moves -----------------------------------------------------------------------------------------------------


@pytest.fixture
def moved(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note how many signs are set moving, each time that any are."""
    noted: list[int] = []
    monkeypatch.setattr(MovingTable, "move", lambda table, flights: noted.append(len(flights)) if flights else None)
    return noted


def test_a_trick_is_swept_to_its_winner_once(home: Path, clock: Clock, moved: list[int]) -> None:
    match = trick_table.Table("coteccio", 3).deal_for("A: Rd 1d 2d\nB: Rb 2b 3b").tricks("A: Rd 1d 2d").match

    async def check(keyboard: Keyboard) -> None:
        await keyboard.go_to(HandPage)
        assert moved == [3]
        await keyboard.press("escape", "space")
        assert isinstance(keyboard.page, HandPage)
        assert moved == [3]

    at_the_table(home, clock, at_this_table(match), check)


def test_a_swap_is_seen_moving_once(home: Path, clock: Clock, moved: list[int]) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space", "o")
        assert moved == [2]
        await keyboard.press("escape", "space")
        assert moved == [2]

    at_the_table(home, clock, match_of(cards="9c Jd 8h"), check)


def test_a_card_that_the_dealer_turns_up_and_draws_again_moves(home: Path, clock: Clock) -> None:
    """As one that he draws, and one that he may not take."""

    async def check(keyboard: Keyboard) -> None:
        assert isinstance(keyboard.screen, ExchangeScreen)
        keyboard.screen.page = MomentPage((Event("event.draws-again", 0, cards=("Jd",), moment=True),))
        place = keyboard.screen.place(0)
        assert [(flight.source, flight.target) for flight in keyboard.screen.flights()] == [
            (place, MIDDLE),
            (MIDDLE, place),
        ]

    async def at_the_hand(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        await check(keyboard)

    at_the_table(home, clock, match_of(cards="9c Jd 8h"), at_the_hand)


# --- The people who test --------------------------------------------------------------------------------------------


def test_an_evening_that_cannot_begin_leaves_no_program_behind(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it is that goes wrong."""
    closed: list[bool] = []

    class Broken:
        def __init__(self, *arguments: object, **more: object) -> None: ...

        def wait(self, text: str) -> None:
            raise KeyError(text)

        def close(self) -> None:
            closed.append(True)

    monkeypatch.setattr("tests.tui.evening.Terminal", Broken)
    with pytest.raises(KeyError):
        Evening(home, match_of())
    assert closed == [True]


@pytest.mark.parametrize("width", [40, 52, 60, 80])
def test_the_pack_that_is_cut_stands_in_one_line(home: Path, clock: Clock, width: int) -> None:
    """Also the 52 cards of Cuckoo, wherever they are cut."""
    match = at_this_table(match_of(), cut="by_hand")

    async def check(keyboard: Keyboard) -> None:
        for _ in range(3):
            (line,) = (line for line in keyboard.frame.split("\n") if re.search(r"\d+ \| \d+", line))
            assert re.fullmatch(r" *▏+ \d+ \| \d+ ▏+ *", line), keyboard.frame
            await keyboard.press("right", "right")

    at_the_table(home, clock, match, check, size=(width, 20), faces="unicode")
