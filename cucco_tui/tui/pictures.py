"""What stands at the head of a log, where people would rather look than read: who swapped with whom."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from cucco_tui.engine.events import Event
from cucco_tui.tui.screens.log import Picture
from cucco_tui.tui.widgets.rungs import ASCII, UNICODE, ladder, rails, rungs

if TYPE_CHECKING:
    from cucco_tui.tui.sitting import Sitting

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
