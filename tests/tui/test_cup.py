"""The cup of 1769, into which lost tokens go, on the pages of the Cucuspiel."""

from pathlib import Path

import pytest

from cucco_tui.locale import words
from cucco_tui.tui.pages import EndPage, SettlementPage
from tests.games import pot_table
from tests.tui.keyboard import Clock, Keyboard, at_the_table, at_this_table

SAY = words("en")


@pytest.mark.clause("ZEH-7")
def test_the_cup_stands_beside_the_pot_and_on_the_settlement(home: Path, clock: Clock) -> None:
    """In the first deal A pays a token, in the second both Matti take one and C pays one."""
    table = pot_table.Table("cucuspiel", 3).stood("I V X").deal("Matto Matto X")

    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        assert keyboard.frame.count(SAY("table.cup", n=1)) == 2, "in the title and on the table"
        await keyboard.press("s", "space", "s", "space", "s")
        assert isinstance(keyboard.page, SettlementPage)
        assert SAY("settlement.cup", n=0) in keyboard.frame

    at_the_table(home, clock, at_this_table(table.match), check)


@pytest.mark.clause("ZEH-7")
def test_the_cup_stands_on_the_last_page(home: Path, clock: Clock) -> None:
    table = pot_table.Table("cucuspiel", 2, tokens=1).stood("I V")

    async def check(keyboard: Keyboard) -> None:
        assert isinstance(keyboard.page, EndPage)
        assert SAY("table.cup", n=1) in keyboard.frame

    at_the_table(home, clock, at_this_table(table.match), check)


@pytest.mark.clause("CUCU-2")
def test_in_other_games_there_is_none(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        assert "cup" not in keyboard.frame
        await keyboard.go_to(SettlementPage)
        assert SAY("settlement.cup", n=1) not in keyboard.frame

    at_the_table(home, clock, at_this_table(pot_table.Table("cucu", 3).deal("I V X").match), check)
