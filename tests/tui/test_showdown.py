"""The showdown: cards are turned one by one, and nothing is told before they are up."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cucco_tui.engine.match import Match
from cucco_tui.engine.state import Action, Turn
from cucco_tui.tui.pages import AnswerPage, HandPage, SettlementPage
from cucco_tui.tui.screens.ask import AskSeatScreen
from tests.games import pot_table
from tests.tui.keyboard import Clock, Keyboard, at_the_table, at_this_table, match_of

BACK = "╭─────╮"
"""The upper edge of a medium card of the cucco pack."""


def at_the_last_decision(match: Match) -> Match:
    """Let all stand but the dealer."""
    for _ in range(len(match.header.players) - 1):
        assert isinstance(match.waiting, Turn)
        match.act(Action(match.waiting.seat, "stand"))
    return at_this_table(match, showdown="card_by_card")


def cuckoo(last: str) -> Match:
    """Let all three go out, which makes the deal void, or one."""
    return match_of(cards=f"9c 9d {last}", rules={"tokens": 1, "all_out": "replay"})


def pot(hands: str, **rules: object) -> Match:
    return pot_table.Table("cucu", len(hands.split()), **rules).deal(hands).match


def second_deal(first: str, hands: str, **rules: object) -> Match:
    """Let the player with the lowest card lose his first of two tokens, and deal again."""
    table = pot_table.Table("cucu", len(hands.split()), tokens=2, **rules).deal(first)
    while isinstance(table.match.waiting, Turn):
        table.match.act(Action(table.match.waiting.seat, "stand"))
    return table.deal(hands).match


async def to_the_settlement(keyboard: Keyboard) -> None:
    await keyboard.press("space", "s")
    while not isinstance(keyboard.page, SettlementPage):
        await keyboard.press("enter")


def frames(home: Path, clock: Clock, match: Match, size: tuple[int, int]) -> list[str]:
    """Give the pages of a settlement: before any card is up, and after each that is turned by hand."""
    seen: list[str] = []

    async def check(keyboard: Keyboard) -> None:
        await to_the_settlement(keyboard)
        seen.append(keyboard.frame)
        for _ in keyboard.sitting.names:
            await keyboard.press("space")
            seen.append(keyboard.frame)
        assert isinstance(keyboard.page, SettlementPage)

    at_the_table(home, clock, at_the_last_decision(match), check, size=size)
    return seen


@pytest.mark.parametrize("size", [(40, 14), (60, 20), (80, 24), (100, 30), (120, 40)])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(lambda: cuckoo("9h"), lambda: cuckoo("8h"), id="void or not"),
        pytest.param(
            # The dealer of the second deal, A, is the last to be turned up.
            lambda: second_deal("I X", "I X", buy_back="off"),
            lambda: second_deal("I X", "XI X", buy_back="off"),
            id="who may share the pot",
        ),
        pytest.param(
            lambda: second_deal("I X XI XII", "I X XI XII"),
            lambda: second_deal("I X XI XII", "XIII X XI XII"),
            id="who is asked whether he comes back",
        ),
        pytest.param(
            lambda: pot("V VI VII VIII VIIII X XI XII I II III Nulla"),
            lambda: pot("V VI VII VIII VIIII X XI XII I II III XI"),
            id="who lost, where not all can be seen at once",
        ),
    ],
)
def test_before_the_last_card_is_up_nothing_tells_what_it_is(
    home: Path, clock: Clock, one: Callable[[], Match], other: Callable[[], Match], size: tuple[int, int]
) -> None:
    mine, yours = frames(home, clock, one(), size), frames(home, clock, other(), size)
    assert mine[:-1] == yours[:-1]
    assert mine[-1] != yours[-1]


@pytest.mark.clause("EX-6")
def test_the_cards_are_pictured_as_they_are_turned(home: Path, clock: Clock) -> None:
    before, *turned = frames(home, clock, pot("X V Nulla XI"), (80, 22))
    assert before.count(BACK) == 4
    assert "Nulla" not in before + turned[0] + turned[1]
    assert turned[2].count("Nulla") == 2
    assert "-1" not in turned[2]
    assert "-1" in turned[3]


@pytest.mark.parametrize(("width", "height", "seats"), [(100, 30, 9), (120, 36, 7), (80, 22, 5), (60, 20, 4)])
def test_the_pictures_keep_their_size_when_all_are_up(
    home: Path, clock: Clock, width: int, height: int, seats: int
) -> None:
    cards = ["X", "V", "Nulla", "XI", "XII", "I", "II", "III", "IIII"][:seats]
    seen = frames(home, clock, pot_table.Table("cucu", seats).deal(" ".join(cards)).match, (width, height))

    def line_of_names(frame: str) -> int:
        # At the right of a wide window stands the log, once all is told.
        return next(at for at, line in enumerate(frame.split("\n")) if " A " in line[:60])

    assert len({line_of_names(frame) for frame in seen}) == 1


@pytest.mark.clause("CUCU-22")
def test_the_pot_can_be_shared_once_the_cards_are_up(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        await to_the_settlement(keyboard)
        assert "share" not in keyboard.frame
        await keyboard.press("k")
        assert not isinstance(keyboard.screen, AskSeatScreen)
        while "share" not in keyboard.frame:
            await keyboard.press("space")
        await keyboard.press("k")
        assert isinstance(keyboard.screen, AskSeatScreen)

    at_the_table(home, clock, at_the_last_decision(pot("X I", tokens=2, buy_back="off")), check)


def test_nobody_looks_at_his_card_while_a_settlement_is_to_come(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        await to_the_settlement(keyboard)
        assert keyboard.sitting.table.lookers == []
        await keyboard.go_to(AnswerPage)
        assert keyboard.sitting.table.lookers != []

    at_the_table(home, clock, at_the_last_decision(pot("I V X XI", tokens=1)), check)


def test_a_showdown_that_was_told_lies_open_when_its_page_comes_again(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        await to_the_settlement(keyboard)
        while keyboard.sitting.table.settlement_to_come:
            await keyboard.press("space")
        told = keyboard.frame
        keyboard.sitting.show()
        await keyboard.settle()
        assert keyboard.frame == told

    at_the_table(home, clock, at_the_last_decision(cuckoo("8h")), check)


@pytest.mark.clause("CUCU-9")
def test_the_log_beside_a_call_does_not_tell_what_comes_after_it(home: Path, clock: Clock) -> None:
    """What an offer brings about in one step is told call by call."""

    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        assert isinstance(keyboard.page, HandPage)
        keyboard.sitting.do(Action(keyboard.page.seat, "offer"))
        await keyboard.settle()
        table = keyboard.sitting.table
        calls = [event for event in table.match.events[-1] if event.call]
        assert len(calls) == 2
        assert [event.call for event in table.this_deal if event.call] == [calls[0].call]
        # Who looks at his card meanwhile has seen that call, and no more.
        table.look(table.lookers[0])
        assert [event.call for event in table.this_deal if event.call] == [calls[0].call]
        table.cover()
        table.done()
        assert [event.call for event in table.this_deal if event.call] == [call.call for call in calls]

    at_the_table(home, clock, pot("VII XIII XII I"), check, size=(120, 40))
