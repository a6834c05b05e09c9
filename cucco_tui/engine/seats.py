"""Seats and the way round the table. Seats are numbered clockwise as seen from above (RULES section 0)."""

from collections.abc import Sequence
from enum import Enum


class Direction(Enum):
    """The way deal, turns and the dealer's office go round the table."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"

    @property
    def step(self) -> int:
        """Give what to add to a seat to find its neighbour in this direction."""
        return 1 if self is Direction.CLOCKWISE else -1

    @property
    def opposite(self) -> "Direction":
        """Give the other way round."""
        return Direction.ANTICLOCKWISE if self is Direction.CLOCKWISE else Direction.CLOCKWISE


def next_seat(seat: int, present: Sequence[bool], direction: Direction) -> int:
    """Find the first seat after `seat` that is `present`; `seat` itself if no other is."""
    seats, step = len(present), direction.step
    for _ in range(seats):
        seat = (seat + step) % seats
        if present[seat]:
            return seat
    raise ValueError("nobody is present")


def round_from(first: int, present: Sequence[bool], direction: Direction) -> list[int]:
    """List the seats that are `present`, once round the table, `first` (present or not) leading."""
    seats, step = len(present), direction.step
    return [s for s in ((first + step * i) % seats for i in range(seats)) if present[s]]
