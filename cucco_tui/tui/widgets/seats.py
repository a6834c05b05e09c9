"""The table seen from above: a ring of seats when there is room, a list in the order of play when not."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from textual.content import Content
from textual.reactive import var

from cucco_tui.tui.widgets.motion import Drawn, MovingTable

BLOCK = 2
"""Lines of a seat in the ring."""
NARROWEST, WIDEST, LEAST = 18, 24, 20
"""Cells of a seat in the list, and at most and at least in the ring: room for a wide card and what its seat does."""


@dataclass(frozen=True, slots=True)
class SeatSign:
    """What the table shows of a seat: who (badge and name), tokens, the card as it may be seen, marks and status."""

    name: Content
    tokens: Content
    status: Content
    card: Content


@dataclass(frozen=True, slots=True)
class Surface:
    """A table to draw: seats clockwise, the first one nearest to who looks; `order` lists them in order of play.

    `centre` stands in the middle of the ring, or above the list.
    """

    seats: tuple[SeatSign, ...]
    order: tuple[int, ...]
    centre: tuple[Content, ...]


class Seats(MovingTable):
    """All seats with what is public about them."""

    surface: var[Surface | None] = var(None)

    def draw(self, width: int, height: int) -> Drawn:
        """Draw the ring if every seat has its place in it, else the list."""
        if self.surface is None:
            return Drawn([])
        for least in (LEAST, NARROWEST):
            drawn = ring(self.surface, width, height, least)
            if drawn is not None:
                return drawn
        return Drawn(listing(self.surface, width, height))


def ring(surface: Surface, width: int, height: int, least: int) -> Drawn | None:
    """Draw the seats round an ellipse, the first at the bottom, the others clockwise; None if they do not fit.

    A seat has at least so many cells.
    """
    seats = surface.seats
    widest = max(seat.name.cell_length + seat.tokens.cell_length + 1 for seat in seats)
    block = min(WIDEST, max(least, widest))
    if height < 3 * BLOCK + 1 or width < 2 * block:
        return None
    corners = places(len(seats), (block, BLOCK), width, height)
    if corners is None:
        return None
    canvas = Canvas(width, height)
    for seat, (left, top) in zip(seats, corners, strict=True):
        canvas.put(left, top, _centred(Content(" ").join((seat.name, seat.tokens)), block))
        canvas.put(left, top + 1, _centred(Content(" ").join((seat.card, seat.status)), block))
    put_in_the_middle(canvas, surface.centre, corners, (block, BLOCK))
    return Drawn(canvas.lines(), tuple((left + block // 2, top + 1) for left, top in corners))


def places(count: int, block: tuple[int, int], width: int, height: int) -> list[tuple[int, int]] | None:
    """Find room for blocks of so many cells round an ellipse, as (left, top); None if they do not fit.

    The first is at the bottom, the others follow clockwise.
    """
    cells, lines = block
    across, down = (width - cells) / 2, (height - lines) / 2
    corners: list[tuple[int, int]] = []
    for number in range(count):
        angle = 2 * pi * number / count
        # Clockwise from the bottom as seen from above: first towards the left of the screen.
        corners.append((round(across - across * _square(sin(angle))), round(down + down * _square(cos(angle)))))
    for number, (left, top) in enumerate(corners):
        for other_left, other_top in corners[:number]:
            if abs(left - other_left) < cells + 1 and abs(top - other_top) < lines + (count <= 8 and lines == BLOCK):
                return None
    return corners


def put_in_the_middle(
    canvas: "Canvas", told: Sequence[Content], corners: Sequence[tuple[int, int]], block: tuple[int, int]
) -> bool:
    """Write lines in the middle of the table, where no seat is in the way; tell whether there was room for all."""
    cells, lines = block
    room = True
    row = (canvas.height - len(told)) // 2
    for line in told:
        start = (canvas.width - line.cell_length) // 2
        end = start + line.cell_length

        def free(at: int, start: int = start, end: int = end) -> bool:
            return not any(
                top <= at < top + lines and left < end + 1 and start < left + cells + 1 for left, top in corners
            )

        place = next((at for at in range(max(0, row), canvas.height) if free(at)), None)
        if place is not None:
            canvas.put(start, place, line)
            row = place + 1
        else:
            room = False
    return room


def listing(surface: Surface, width: int, height: int) -> list[Content]:
    """Draw the seats in columns, in the order of play from eldest to dealer."""
    head = Content("  ").join(line for line in surface.centre if line.plain.strip()).truncate(width, ellipsis=True)
    count = len(surface.order)
    rows = max(1, height - 2)
    columns = min(-(-count // rows), max(1, width // NARROWEST))
    rows = -(-count // columns)
    cell = width // columns
    canvas = Canvas(width, max(height, rows + 2))
    canvas.put(0, 0, head)
    widest = [
        max(part.cell_length for part in parts)
        for parts in zip(*((seat.name, seat.tokens, seat.card) for seat in surface.seats), strict=True)
    ]
    for number, index in enumerate(surface.order):
        seat = surface.seats[index]
        parts = zip((seat.name, seat.tokens, seat.card), widest, strict=True)
        text = Content(" ").join((*(part.truncate(cells, pad=True) for part, cells in parts), seat.status))
        canvas.put(number // rows * cell, 2 + number % rows, text.truncate(cell - 1, ellipsis=True))
    return canvas.lines()


class Canvas:
    """Lines of cells on which contents are put side by side, not on top of each other."""

    def __init__(self, width: int, height: int) -> None:
        """Start blank."""
        self.width, self.height = width, height
        self._rows: list[list[tuple[int, Content]]] = [[] for _ in range(height)]

    def put(self, left: int, top: int, content: Content) -> None:
        """Put a line of content at a cell; what lies outside is left out."""
        if 0 <= top < len(self._rows):
            self._rows[top].append((max(0, left), content))

    def lines(self) -> list[Content]:
        """Give the finished lines."""
        finished: list[Content] = []
        for row in self._rows:
            line = Content()
            for left, content in sorted(row, key=lambda item: item[0]):
                line = line.pad_right(max(0, left - line.cell_length)) + content
            finished.append(line.truncate(self.width))
        return finished


def _square(value: float) -> float:
    """Push the ellipse towards a rectangle, which leaves more room to names."""
    value = round(value, 6)
    return float(abs(value) ** 0.8) * (1 if value >= 0 else -1)


def _centred(content: Content, width: int) -> Content:
    content = content.truncate(width, ellipsis=True)
    return content.pad_left((width - content.cell_length) // 2)
