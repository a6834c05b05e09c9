"""The auction as a ladder: the cards of the suit that is bid, from the highest that was named down to the lowest."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from cucco_tui.games.tricks.view import Bid

LEAST_OPEN = 3
"""The lines that cards which may still be named need at least: the next one, dots, the lowest."""


@dataclass(frozen=True, slots=True)
class Step:
    """A rung: a card that a seat named, or one that may still be named (`seat` None).

    Without a card it stands for those that were passed over, or left out for want of room.
    """

    card: str | None
    seat: int | None = None


GAP = Step(None)


def steps(bids: Sequence[Bid], suit: Sequence[str], most: int) -> list[Step]:
    """List the rungs from above, at most so many; none before the first bid. `suit` goes from low to high (ZIF-5).

    Where they are too many, low cards that may still be named are left out first, then old bids.
    """
    heights = {card: height for height, card in enumerate(suit)}
    named = [(heights[bid.card], Step(bid.card, bid.seat)) for bid in bids if bid.card is not None]
    if not named:
        return []
    above = [named[0][1]]
    for (before, _), (height, step) in pairwise(named):
        above += [GAP, step] if height < before - 1 else [step]
    last, _ = named[-1]
    below = [Step(card) for card in reversed(suit[:last])]
    room = max(LEAST_OPEN, most - len(above))
    if len(below) > room:
        below = [*below[: room - 2], GAP, below[-1]]
    room = most - len(below)
    if len(above) > room:
        kept = above[2 - room :]
        above = [above[0], GAP, *kept[kept[0] == GAP :]]
    return above + below
