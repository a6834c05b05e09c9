"""What moves over the table, and that nothing waits for it."""

import asyncio
from pathlib import Path

import pytest
from textual.content import Content
from textual.types import AnimationLevel

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.state import Action
from cucco_tui.games import find_game
from cucco_tui.storage.settings import Settings
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.pages import OutcomePage
from cucco_tui.tui.screens.exchange import ExchangeScreen
from cucco_tui.tui.screens.tricks import TrickScreen
from cucco_tui.tui.widgets.motion import Flight, MovingTable, laid_over
from tests.dealing import on_top
from tests.tui.running import save


@pytest.mark.parametrize(
    ("line", "column", "laid"),
    [
        ("abcdef", 2, "abXYef"),
        ("ab", 4, "ab  XY"),
        ("", 0, "XY"),
        ("你好吗", 2, "你XY吗"),
        ("你好吗", 1, " XY 吗"),
    ],
)
def test_a_sign_lies_over_a_line(line: str, column: int, laid: str) -> None:
    """A wide character that would be cut in half gives way to blanks."""
    assert laid_over(Content(line), column, Content("XY"), 20).plain == laid


def match_at_an_offer() -> Match:
    match = Match(find_game("cuckoo"), Header(game="cuckoo", players=("Anna", "Bea", "Ciro"), dealer=0))
    match.shuffle(on_top(match.pack, "3c", "9d", "8h"))
    return match


def at_the_outcome(home: Path, *, motion: bool, level: AnimationLevel = "full") -> tuple[int, str, str]:
    """Let Ciro be asked by Bea; tell how many signs fly, and what stands on the table meanwhile and afterwards."""

    async def go() -> tuple[int, str, str]:
        app = CuccoApp(Settings(motion=motion, cover_after=0, language="en"))
        async with app.run_test(size=(80, 24)) as pilot:
            app.animation_level = level
            app.go_on(save(home, match_at_an_offer()))
            await pilot.pause(0.1)
            assert app.sitting is not None
            app.sitting.open_curtain()
            await pilot.pause(0.05)
            app.sitting.do(Action(1, "offer"))
            await pilot.pause(0.1)
            screen = app.screen
            assert isinstance(screen, ExchangeScreen)
            assert isinstance(screen.page, OutcomePage)
            table = screen.query_one(MovingTable)
            flying, during = len(table._flights), str(table.render())
            await pilot.press("g")
            after = str(table.render())
            app.sitting.close()
            return flying, during, after

    return asyncio.run(go())


def test_backs_go_where_cards_were_swapped(home: Path) -> None:
    flying, during, after = at_the_outcome(home, motion=True)
    assert flying == 2
    assert during != after
    # What flies may lie over a card, but nobody's face is in it.
    assert during.count("▒▒") >= after.count("▒▒")
    for face in ("3♣", "9♦"):
        assert during.count(face) <= after.count(face)


@pytest.mark.parametrize(("motion", "level"), [(False, "full"), (True, "none")])
def test_nothing_moves_for_who_wants_none(home: Path, *, motion: bool, level: AnimationLevel) -> None:
    flying, during, after = at_the_outcome(home, motion=motion, level=level)
    assert flying == 0
    assert during == after


def test_a_taken_trick_is_swept_to_its_winner_before_the_next_is_led(home: Path) -> None:
    """Dario leads the X and takes the trick: four cards fly to his seat."""
    header = Header(game="coch", players=("Anna", "Bea", "Ciro", "Dario"), dealer=0)
    match = Match(find_game("coch"), header)
    hands = {3: "X I", 2: "II III", 1: "II III", 0: "IIII V"}
    rest = list(match.pack.cards)
    for hand in hands.values():
        for card in hand.split():
            rest.remove(card)
    packets: list[str] = []
    for seat in (3, 2, 1, 0):
        packets += [*hands[seat].split(), *(rest.pop() for _ in range(3))]
    match.shuffle([*packets, *rest])
    for seat, card in ((3, "X"), (2, "II"), (1, "II"), (0, "IIII")):
        match.act(Action(seat, "play", card=card))

    async def go() -> list[Flight]:
        app = CuccoApp(Settings(cover_after=0, language="en"))
        async with app.run_test(size=(80, 24)) as pilot:
            app.go_on(save(home, match))
            await pilot.pause(0.1)
            assert app.sitting is not None
            app.sitting.open_curtain()
            await pilot.pause(0.05)
            screen = app.screen
            assert isinstance(screen, TrickScreen)
            flights = list(screen.flights())
            app.sitting.close()
            return flights

    flights = asyncio.run(go())
    assert [flight.sign.plain.strip() for flight in flights] == ["X", "II", "II", "IIII"]
    # Who looks sits at place 0, here the winner.
    assert {flight.target for flight in flights} == {0}
    assert [flight.source for flight in flights] == [0, 3, 2, 1]
