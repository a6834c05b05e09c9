"""How the table of a trick game is drawn: large where there is room, and what matters in the smallest window too."""

from pathlib import Path

import pytest

from cucco_tui.cards.faces import Size, Style
from cucco_tui.tui.pages import HandPage
from cucco_tui.tui.widgets.card import card_face
from tests.games import trick_table
from tests.tui.keyboard import Clock, Keyboard, at_the_table, at_this_table


def told_beside(keyboard: Keyboard) -> str:
    """Give what stands beside the table, wherever its lines break."""
    lines = [line.rpartition("│") for line in keyboard.frame.split("\n")]
    return " ".join(" ".join(side for _, edge, side in lines if edge).split())


@pytest.mark.parametrize(
    ("window", "size"), [((200, 60), Size.LARGE), ((120, 40), Size.LARGE), ((100, 30), Size.MEDIUM)]
)
def test_the_trick_is_drawn_as_large_as_there_is_room(
    home: Path, clock: Clock, window: tuple[int, int], size: Size
) -> None:
    match = trick_table.Table("coch").deal("I / X / VIII / VII").play("A:I").match

    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        face = card_face("cucco", "I", size, Style.UNICODE).plain.split("\n")
        assert all(line in keyboard.frame for line in face), keyboard.frame

    at_the_table(home, clock, at_this_table(match), check, window, "unicode")


@pytest.mark.parametrize(("faces", "signs"), [("unicode", "▲■◆☼"), ("ascii", "^#+$")])
def test_the_last_trick_tells_who_played_which_card(home: Path, clock: Clock, faces: str, signs: str) -> None:
    """By the sign of the player before it: A is at seat 3."""
    match = trick_table.Table("coch").deal_for("A: I II III IIII\nD: V VI VII VIII").tricks("A: I II III IIII").match

    async def check(keyboard: Keyboard) -> None:
        await keyboard.go_to(HandPage)
        d, c, b, a = (*signs,)
        side = told_beside(keyboard)
        assert f"{d} D {a}I {b}II {c}III {d}IIII" in side

    at_the_table(home, clock, at_this_table(match), check, faces=faces)


@pytest.mark.clause("COT-3")
def test_open_tricks_tell_who_played_which_card(home: Path, clock: Clock) -> None:
    match = trick_table.Table("coteccio", 3).deal_for("A: Rd 1d 2d\nB: Rb 2b 3b").tricks("A: Rd 1d 2d").match

    async def check(keyboard: Keyboard) -> None:
        await keyboard.go_to(HandPage)
        assert "■ B 11 points ◆R◉d ■1◉d ▲2◉d" in told_beside(keyboard)

    at_the_table(home, clock, at_this_table(match), check)


@pytest.mark.clause("COCH-11")
def test_the_match_points_stand_in_the_title_where_nothing_stands_beside_the_table(home: Path, clock: Clock) -> None:
    """A and C, seats 3 and 1, have scored the 17½ points that they took in the deal before."""
    halves = "A: Leone XII X Matto\nA: Leone XI VI Matto\nA: XV V VI Mascherone\nA: XV I VII Mascherone"
    rest = "A: XIIII II VII Secchia\nA: XIIII II VIII Secchia\nA: XIII III VIII Nulla\nA: XIII III VIIII Nulla"
    last = "A: XII IIII VIIII XI\nA: V IIII I X"
    table = trick_table.Table("coch").deal_for(f"{halves}\n{rest}\n{last}").tricks(f"{halves}\n{rest}\n{last}")
    points = table.points
    assert points[0] == points[2] > 0

    async def check(keyboard: Keyboard) -> None:
        title = keyboard.frame.split("\n")[0].rstrip()
        assert title.endswith("▲◆ 0  ■☼ 17½"), title

    async def in_the_next_deal(keyboard: Keyboard) -> None:
        await keyboard.go_to(HandPage)
        await check(keyboard)

    at_the_table(home, clock, at_this_table(table.deal("/ / /").match), in_the_next_deal, (60, 20))
