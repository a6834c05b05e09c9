"""How the table of a trick game is drawn: large where there is room, and what matters in the smallest window too."""

from pathlib import Path

import pytest

from cucco_tui.cards.faces import Size, Style
from cucco_tui.tui.widgets.card import card_face
from tests.games import trick_table
from tests.tui.keyboard import Clock, Keyboard, at_the_table, at_this_table


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
