"""The table seen from above: a ring of seats when there is room, a list in the order of play when not."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import cos, pi, sin
from typing import NamedTuple, Protocol

from textual.content import Content
from textual.reactive import var

from cucco_tui.cards.faces import BACK, Size, Style
from cucco_tui.tui.widgets.card import boxed, card_face, card_line, centred
from cucco_tui.tui.widgets.motion import Drawn, MovingTable

TIGHT, NARROWEST, LEAST, WIDEST = 14, 18, 20, 24
"""Cells of a seat, from where there is least room for a name, and for what it does, to where there is most."""
SHORT_SEAT, BOXED_SEAT = 2, 4
"""Lines of a seat without a picture of its card, and with its card in a box."""
COMFORTABLE = 28
"""Cells of a seat in a list, at least, if there are lines for that."""
NOTHING = Content()


class Mark(NamedTuple):
    """What there is to say of a seat: in words, and by a sign where there is less room, which may be none."""

    word: Content
    sign: Content


class Shown(NamedTuple):
    """What a list shows of a seat: backs of cards, cards of one's own, words or signs, brackets around open cards.

    A name has at most so many cells, or all that it needs (None).
    """

    backs: bool = True
    own: bool = True
    words: bool = True
    brackets: bool = True
    name: int | None = None
    tokens: bool = True


LEVELS = (
    Shown(),
    Shown(backs=False),
    Shown(backs=False, own=False),
    Shown(backs=False, own=False, words=False),
    Shown(backs=False, own=False, words=False, brackets=False),
    Shown(backs=False, own=False, words=False, brackets=False, name=6),
    Shown(backs=False, own=False, words=False, brackets=False, name=6, tokens=False),
    Shown(backs=False, own=False, words=False, brackets=False, name=5, tokens=False),
    Shown(backs=False, own=False, words=False, brackets=False, name=3, tokens=False),
)
"""What a list leaves out first, where it is narrow."""


@dataclass(frozen=True, slots=True)
class SeatSign:
    """What the table shows of a seat: who (badge and name), tokens, what there is to say of it, the card as it is seen.

    `card` is a code, BACK if its face is unknown, None if there is none; `open_` tells that all see its face.
    """

    name: Content
    tokens: Content
    marks: tuple[Mark, ...]
    card: str | None
    open_: bool = False


@dataclass(frozen=True, slots=True)
class Surface:
    """A table to draw: seats clockwise, the first one nearest to who looks; `order` lists them in order of play.

    `first` is where a list begins that has no room for all. `held` are the cells of as many tokens as there can be.
    `centre` stands in the middle of the ring, or above the list; `picture` above it where there is room for that too.
    `middle` are the lines that must be free in the middle, at least, where cards are pictured.
    """

    seats: tuple[SeatSign, ...]
    order: tuple[int, ...]
    first: int
    held: int
    centre: tuple[Content, ...]
    picture: tuple[Content, ...]
    middle: int
    pack: str
    style: Style


class Seats(MovingTable):
    """All seats with what is public about them."""

    surface: var[Surface | None] = var(None)

    def draw(self, width: int, height: int) -> Drawn:
        """Draw the ring with the largest cards for which there is room, else the list.

        Which it is depends on the window and on who plays, not on tokens, cards or turns: nothing jumps in a match.
        """
        if self.surface is None:
            return Drawn([])
        large, medium = (partial(_pictured, size=size) for size in (Size.LARGE, Size.MEDIUM))
        for draw, least in (
            (large, LEAST),
            (medium, LEAST),
            (_boxed, LEAST),
            (_short, LEAST),
            (_short, NARROWEST),
            (_short, TIGHT),
        ):
            drawn = ring(self.surface, draw, least, width, height)
            if drawn is not None:
                return drawn
        return Drawn(listing(self.surface, width, height))


class Draw(Protocol):
    """Draws a seat in at most so many cells; one at the lower half of the table has its name below its card."""

    def __call__(self, surface: Surface, seat: SeatSign, cells: int, *, below: bool) -> list[Content]:
        """Give lines, equally many for all seats."""


def _head(surface: Surface, seat: SeatSign) -> Content:
    """Write a name, and tokens in as many cells as the most of them take: the name stays when they go."""
    return Content.assemble(seat.name, " ", seat.tokens.truncate(surface.held, pad=True)) if surface.held else seat.name


def _pictured(surface: Surface, seat: SeatSign, cells: int, *, below: bool, size: Size) -> list[Content]:
    """Draw a seat with the face of its card, or its back, and the marks behind it."""
    face = card_face(surface.pack, seat.card or BACK, size, surface.style).split("\n")
    marks = _marks(seat, cells)
    if seat.card is None:
        lines = [_head(surface, seat), marks, *[NOTHING] * len(face)]
        return lines[::-1] if below else lines
    return [marks, *face, _head(surface, seat)] if below else [_head(surface, seat), *face, marks]


def _boxed(surface: Surface, seat: SeatSign, cells: int, *, below: bool) -> list[Content]:
    """Draw a seat with its card as a line in a box, and the marks beside it."""
    line = card_line(surface.pack, seat.card or BACK, surface.style, open_=False)
    if seat.card is None:
        lines = [_head(surface, seat), _marks(seat, cells), *[NOTHING] * (BOXED_SEAT - 2)]
        return lines[::-1] if below else lines
    words = [mark.word for mark in seat.marks]
    room = 1 + max((word.cell_length for word in words), default=0)
    # The card stays in the middle, if that leaves enough room for the words; a long name of a card gives way to them.
    box = boxed(line.truncate(cells - 2 - room, ellipsis=True), surface.style)
    wide = box[0].cell_length
    left = max(0, min((cells - wide) // 2, cells - wide - room))
    beside = [*[NOTHING] * (2 - len(words)), *words[-2:], NOTHING]
    card = [
        Content.assemble(" " * left, part, " ", word).truncate(cells, ellipsis=True, pad=True)
        for part, word in zip(box, beside, strict=True)
    ]
    return [*card, _head(surface, seat)] if below else [_head(surface, seat), *card]


def _marks(seat: SeatSign, cells: int) -> Content:
    """Write what there is to say of a seat: in words, by signs if there are too few cells for them."""
    words = Content(" ").join(mark.word for mark in seat.marks)
    return words if words.cell_length <= cells else _signs(seat)


def _signs(seat: SeatSign) -> Content:
    return Content(" ").join(mark.sign for mark in seat.marks if mark.sign.plain)


def _short(surface: Surface, seat: SeatSign, cells: int, *, below: bool) -> list[Content]:
    """Draw a seat in two lines, the name always first."""
    return [_head(surface, seat).truncate(cells, ellipsis=True), _card_and_marks(surface, seat, cells)]


def _card_and_marks(surface: Surface, seat: SeatSign, cells: int) -> Content:
    """Write a seat's card and its marks into a line: what it does is never cut, a long name of a card is."""
    words, signs = Content(" ").join(mark.word for mark in seat.marks), _signs(seat)
    last = seat.marks[-1].word if seat.marks else NOTHING
    bare = _card(surface, seat, brackets=False)
    ways = ((_card(surface, seat), words), (_card(surface, seat), last), (bare, last), (bare, signs))
    for card, marks in ways:
        if _cells_of(card, marks) <= cells + 1:
            return Content(" ").join(part for part in (card, marks) if part.plain)
    return Content(" ").join(
        part for part in (bare.truncate(max(1, cells - 1 - signs.cell_length), ellipsis=True), signs) if part.plain
    )


def _card(surface: Surface, seat: SeatSign, *, brackets: bool = True) -> Content:
    """Write a seat's card in a line, if it has one; in brackets if all see it."""
    if seat.card is None:
        return NOTHING
    return card_line(surface.pack, seat.card, surface.style, open_=seat.open_ and brackets)


def ring(surface: Surface, draw: Draw, least: int, width: int, height: int) -> Drawn | None:
    """Draw the seats round an ellipse, the first at the bottom, the others clockwise; None if they do not fit.

    A seat has at least so many cells. If its card is pictured the name is at the edge of the table, the card towards
    its middle, where some room must be left.
    """
    seats = surface.seats
    head = max(seat.name.cell_length for seat in seats) + (1 + surface.held if surface.held else 0)
    cells = min(WIDEST, max(least, head))
    lines = len(draw(surface, seats[0], cells, below=False))
    if height <= 2 * lines or width < 2 * cells:
        return None
    corners = places(len(seats), (cells, lines), width, height)
    if corners is None or (
        lines > SHORT_SEAT and room_in_the_middle(corners, (cells, lines), width, height) < surface.middle
    ):
        return None
    canvas = Canvas(width, height)
    middles: list[tuple[int, int]] = []
    for seat, (left, top) in zip(seats, corners, strict=True):
        below = 2 * top + lines > height + 1
        for row, line in enumerate(draw(surface, seat, cells, below=below)):
            canvas.put(left, top + row, centred(line, cells))
        middles.append((left + cells // 2, top + lines // 2 - (below and lines == BOXED_SEAT)))
    put_in_the_middle(canvas, surface, corners, (cells, lines))
    box = partial(boxed, style=surface.style) if lines > SHORT_SEAT else None
    return Drawn(canvas.lines(), tuple(middles), box)


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
    # Where few play there is a blank line between two seats.
    gap = count <= 8 and lines == SHORT_SEAT
    for number, (left, top) in enumerate(corners):
        for other_left, other_top in corners[:number]:
            if abs(left - other_left) < cells + 1 and abs(top - other_top) < lines + gap:
                return None
    return corners


def put_in_the_middle(
    canvas: "Canvas", surface: Surface, corners: Sequence[tuple[int, int]], block: tuple[int, int]
) -> None:
    """Write lines in the middle of the table, where no seat is in the way; what has no room is cut, or left out."""
    free = [_free_cells(row, canvas.width, corners, block) for row in range(canvas.height)]
    told = [line for line in surface.centre if line.plain]
    if surface.picture and sum(cells >= WIDEST for cells in free) > len(told) + len(surface.picture) + 2:
        told = [*surface.picture, NOTHING, *told]
    row = (canvas.height - len(told)) // 2
    for line in told:
        needed = min(line.cell_length, WIDEST)
        rows = [at for at in range(max(0, row), canvas.height) if free[at] >= needed]
        place = next((at for at in rows if free[at] >= line.cell_length), rows[0] if rows else None)
        if place is not None:
            fits = line.truncate(free[place], ellipsis=True)
            canvas.put((canvas.width - fits.cell_length) // 2, place, fits)
            row = place + 1


def room_in_the_middle(corners: Sequence[tuple[int, int]], block: tuple[int, int], width: int, height: int) -> int:
    """Count the lines in which no seat is in the middle of the table."""
    return sum(_free_cells(row, width, corners, block) >= WIDEST for row in range(height))


def _free_cells(row: int, width: int, corners: Sequence[tuple[int, int]], block: tuple[int, int]) -> int:
    """Count the cells around the middle of a line in which there is no seat, nor the cell beside one."""
    free, middle = width, width / 2
    for left, top in corners:
        if top <= row < top + block[1]:
            beside = max(middle - (left + block[0] + 1), left - 1 - middle, 0)
            free = min(free, int(2 * beside))
    return free


def listing(surface: Surface, width: int, height: int) -> list[Content]:
    """Draw the seats in columns, in the order of play from eldest to dealer.

    Where there is no room for all it begins with the seat to be looked at first, and tells how many more there are.
    """
    head = Content("  ").join(line for line in surface.centre if line.plain.strip()).truncate(width, ellipsis=True)
    above, columns = _columns(len(surface.order), width, height)
    rows = min(-(-len(surface.order) // columns), max(1, height - above))
    cell = width // columns
    canvas = Canvas(width, height)
    if above:
        canvas.put(0, 0, head)
    seats, left_out = _those_to_look_at(surface, rows * columns)
    for number, text in enumerate(_rows(surface, seats, cell)):
        canvas.put(number // rows * cell, above + number % rows, text.truncate(cell - 1, ellipsis=True))
    if left_out:
        last = rows * columns - 1
        canvas.put(last // rows * cell, above + last % rows, Content(f"+ {left_out}").stylize("$faint"))
    return canvas.lines()


def _columns(count: int, width: int, height: int) -> tuple[int, int]:
    """Find how many lines what stands in the middle of the table may have above a list, and columns for all seats.

    What stands above goes before two columns become narrow ones.
    """
    ways = [(above, -(-count // max(1, height - above))) for above in (2, 1, 0)]
    for above, columns in ways[:2]:
        if columns * COMFORTABLE <= width:
            return above, columns
    if count <= height:
        return 0, 1
    fitting = (way for way in ways if way[1] * NARROWEST <= width)
    return next(fitting, (0, max(1, width // NARROWEST)))


def _rows(surface: Surface, seats: Sequence[SeatSign], cell: int) -> list[Content]:
    """Write a line for each seat, with as much about them as there is room for; a card that all see stays."""
    lines: list[Content] = []
    for shown in LEVELS:
        names = max(seat.name.cell_length for seat in seats)
        names = names if shown.name is None else min(names, shown.name)
        lines = [_row(surface, seat, shown, names) for seat in seats]
        if all(line.cell_length < cell for line in lines):
            break
    return lines


def _row(surface: Surface, seat: SeatSign, shown: Shown, names: int) -> Content:
    """Write a seat in a line of the list, its name in so many cells."""
    parts = [seat.name.truncate(names, ellipsis=names > 3, pad=True)]
    if shown.tokens and surface.held:
        parts.append(seat.tokens.truncate(surface.held, pad=True))
    if seat.open_ or (shown.backs if seat.card == BACK else shown.own):
        parts.append(_card(surface, seat, brackets=shown.brackets))
    parts += [mark.word for mark in seat.marks] if shown.words else [_signs(seat)]
    return Content(" ").join(part for part in parts if part.plain).rstrip()


def _cells_of(*parts: Content) -> int:
    """Count the cells of parts, each with the one that parts it from the next."""
    return sum(part.cell_length + 1 for part in parts if part.plain)


def _those_to_look_at(surface: Surface, room: int) -> tuple[list[SeatSign], int]:
    """List the seats for which there is room, and count those for which there is none."""
    order = surface.order
    if len(order) > room:
        start = order.index(surface.first)
        order = (*order[start:], *order[:start])[: room - 1]
    return [surface.seats[index] for index in order], len(surface.order) - len(order)


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
