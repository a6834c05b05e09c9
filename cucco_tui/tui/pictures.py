"""What stands at the head of a log, where people would rather look than read: who swapped with whom, and the purses."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from cucco_tui.engine.events import Event
from cucco_tui.tui.purses import purses
from cucco_tui.tui.screens.log import Picture
from cucco_tui.tui.widgets.rungs import ASCII, UNICODE, ladder, rails, rungs

if TYPE_CHECKING:
    from cucco_tui.tui.sitting import Sitting

NAME = 22
"""The most cells of a name in a table."""
KINDS = ("swap", "undone", "call", "drawn")
"""What the key to a ladder tells of, as far as it is there."""


def swaps(sitting: "Sitting", events: Sequence[Event]) -> Picture:
    """Draw who swapped with whom in a deal of an exchange game, by what was public in it."""
    words, strokes = sitting.app.words, ASCII if sitting.ascii_only else UNICODE
    told = rungs(events)
    order = rails(events, sitting.match.preset.direction.step, len(sitting.names))
    kinds = {rung.kind for rung in told}
    key = "   ".join(f"{strokes.sample(kind)} {words(f'swaps.{kind}')}" for kind in KINDS if kind in kinds)

    def picture(cells: int) -> list[Content]:
        drawn = ladder(told, order, sitting.name, cells, strokes)
        return [*drawn, Content(), Content(key).stylize("$faint")] if drawn else []

    return picture


def table_of_purses(sitting: "Sitting", events: Sequence[Event]) -> Picture:
    """Write what each player staked, paid, received and has won by it, and what is in the pot."""
    words, view = sitting.app.words, sitting.table.view
    stake = getattr(sitting.match.rules, "stake", 0)
    heads = [words(f"ledger.column.{column}") for column in ("stake", "paid", "received", "net")]
    rows = [
        [f"{purse.stake}", f"{purse.paid}", f"{purse.received}", net(purse.net)]
        for purse in purses(events, len(view.coins), stake)
    ]
    rows.append(["", "", "", net(view.pot)])
    wide = [1 + max(map(len, column)) for column in zip(heads, *rows, strict=True)]

    def picture(cells: int) -> list[Content]:
        gap = 1 if cells >= NAME + sum(wide) + len(wide) else 0
        name_cells = min(NAME, cells - sum(wide) - gap * len(wide))
        names = [*(sitting.name(seat, name_cells) for seat in range(len(view.coins))), Content(words("ledger.pot"))]

        def line(name: Content, row: Sequence[str]) -> Content:
            told = "".join(cell.rjust(width + gap) for cell, width in zip(row, wide, strict=True))
            return name.truncate(name_cells, ellipsis=True, pad=True) + Content(told)

        return [line(Content(), heads).stylize("$faint"), *map(line, names, rows)]

    return picture


def net(coins: int) -> str:
    """Write coins won or lost with their sign."""
    return f"{coins:+d}" if coins else "0"
