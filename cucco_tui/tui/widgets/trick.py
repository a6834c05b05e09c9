"""A trick on the table: each card at its player's side, the lead and the winning card marked."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from textual.content import Content
from textual.reactive import var

from cucco_tui.cards.faces import Size, Style
from cucco_tui.tui.widgets.card import card_face, card_line, faces
from cucco_tui.tui.widgets.motion import Drawn, MovingTable
from cucco_tui.tui.widgets.seats import Canvas, places, put_in_the_middle

NOTHING = Content()
STATUS = 6
"""Cells beside a card for what there is to say of it."""


@dataclass(frozen=True, slots=True)
class TrickSign:
    """What the table shows of a seat: who, its lives, the card it has played, and its status."""

    name: Content
    lives: Content
    card: str | None
    status: Content


@dataclass(frozen=True, slots=True)
class TrickSurface:
    """A table with a trick on it: seats clockwise, the first nearest to who looks; `order` is the order of play."""

    seats: tuple[TrickSign, ...]
    order: tuple[int, ...]
    centre: tuple[Content, ...]
    pack: str
    style: Style


class TrickTable(MovingTable):
    """The seats, the trick between them, and in the middle which way it goes and what was led."""

    surface: var[TrickSurface | None] = var(None)

    def draw(self, width: int, height: int) -> Drawn:
        """Draw the largest cards for which there is room; without any a list in the order of play."""
        surface = self.surface
        if surface is None:
            return Drawn([])
        large, medium = (partial(_pictured, size=size) for size in (Size.LARGE, Size.MEDIUM))
        for draw in (large, medium, _boxed, _short):
            drawn = _round(surface, [draw(surface, seat) for seat in surface.seats], width, height, whole=draw is large)
            if drawn is not None:
                return drawn
        return Drawn(_listed(surface, width, height))


def _head(seat: TrickSign) -> Content:
    return Content(" ").join(part for part in (seat.name, seat.lives) if part.plain)


def _pictured(surface: TrickSurface, seat: TrickSign, size: Size) -> list[Content]:
    """Draw a seat with the face of its card."""
    if seat.card is None:
        lines = faces(surface.pack).cells(surface.pack, size, surface.style)[1]
        return [_head(seat), seat.status, *[NOTHING] * (lines - 1)]
    face = card_face(surface.pack, seat.card, size, surface.style).split("\n")
    middle = len(face) // 2
    return [_head(seat), *(_beside(line, seat.status if at == middle else NOTHING) for at, line in enumerate(face))]


def _boxed(surface: TrickSurface, seat: TrickSign) -> list[Content]:
    """Draw a seat with its card as a line in a box."""
    if seat.card is None:
        return [_head(seat), seat.status, NOTHING, NOTHING]
    line = card_line(surface.pack, seat.card, surface.style, open_=False)
    across, down, corners = ("-", "|", "++++") if surface.style is Style.ASCII else ("─", "│", "╭╮╰╯")
    edge = across * line.cell_length
    return [
        _head(seat),
        _beside(Content(f"{corners[0]}{edge}{corners[1]}"), NOTHING),
        _beside(Content.assemble(down, line, down), seat.status),
        _beside(Content(f"{corners[2]}{edge}{corners[3]}"), NOTHING),
    ]


def _short(surface: TrickSurface, seat: TrickSign) -> list[Content]:
    """Draw a seat in two lines."""
    return [_head(seat), _card_and_status(surface, seat)]


def _beside(card: Content, status: Content) -> Content:
    """Put the status at a card's right; the card stays in the middle."""
    return Content.assemble(" " * STATUS, card, " ", status.truncate(STATUS - 1, ellipsis=True, pad=True))


def _card_and_status(surface: TrickSurface, seat: TrickSign) -> Content:
    card = NOTHING if seat.card is None else card_line(surface.pack, seat.card, surface.style, open_=True)
    return Content(" ").join(part for part in (card, seat.status) if part.plain)


def _round(
    surface: TrickSurface, blocks: Sequence[list[Content]], width: int, height: int, *, whole: bool
) -> Drawn | None:
    """Lay the blocks round the table; None if they do not fit, or if `whole` what stands in the middle does not."""
    cells = max(line.cell_length for block in blocks for line in block)
    corners = places(len(blocks), (cells, len(blocks[0])), width, height)
    if corners is None or cells > width or len(blocks[0]) > height:
        return None
    canvas = Canvas(width, height)
    for seat, block, (left, top) in zip(surface.seats, blocks, corners, strict=True):
        # A name is at the edge of the table, the card towards its middle.
        below = 2 * top + len(block) > height + 1 and len(block) > 2
        turned = block[::-1] if seat.card is None else [*block[1:], block[0]]
        for row, line in enumerate(turned if below else block):
            canvas.put(left + (cells - line.cell_length) // 2, top + row, line)
    if not put_in_the_middle(canvas, surface.centre, corners, (cells, len(blocks[0]))) and whole:
        return None
    return Drawn(canvas.lines(), tuple((left + cells // 2, top + len(blocks[0]) // 2) for left, top in corners))


def _listed(surface: TrickSurface, width: int, height: int) -> list[Content]:
    """List the seats in the order of play; where there is no room for all, who has played comes first."""
    head = Content("  ").join(line for line in surface.centre if line.plain).truncate(width, ellipsis=True)
    signs = [surface.seats[at] for at in surface.order]
    if len(signs) >= height:
        signs.sort(key=lambda sign: sign.card is None)
    names = max(_head(sign).cell_length for sign in signs)
    lines = [
        Content.assemble(_head(sign).truncate(names, pad=True), "  ", _card_and_status(surface, sign)) for sign in signs
    ]
    return [line.truncate(width, ellipsis=True) for line in (head, *lines)][:height]
