"""Cards on the screen: faces from the card file, in the colours of their suits."""

import os
from collections.abc import Sequence
from functools import cache

from textual.content import Content

from cucco_tui.cards.faces import (
    BACK,
    VARIABLE,
    Faces,
    FacesError,
    Size,
    Style,
    faces_text,
    packaged_text,
    read_faces,
)
from cucco_tui.games import packs


@cache
def own_card_file() -> tuple[Faces | None, FacesError | OSError | None]:
    """Read the player's own card file, if there is one; if it is faulty, what was wrong."""
    if VARIABLE not in os.environ:
        return None, None
    try:
        return read_faces(faces_text(), packs().values(), packaged_text(), plain=True), None
    except (FacesError, OSError) as error:
        return None, error


@cache
def faces(pack: str) -> Faces:
    """Give the faces of a pack: the player's own, or the program's, of which no other pack is drawn before its time."""
    return own_card_file()[0] or read_faces(packaged_text(), [packs()[pack]], plain=True)


def card_face(pack: str, code: str, size: Size, style: Style) -> Content:
    """Draw a card as lines of equal width; BACK is its back."""
    ink = ink_of(pack, code)
    lines = faces(pack).face(pack, code, size, style)
    return Content("\n").join(Content(line).stylize(f"{ink} on $card") for line in lines)


def card_line(pack: str, code: str, style: Style, *, open_: bool) -> Content:
    """Draw a card in one line; one that lies open for all is boxed in brackets as well."""
    (line,) = faces(pack).face(pack, code, Size.LINE, style)
    if code == BACK:
        return Content(line).stylize("$secondary")
    text = Content(f" {line.strip()} ").stylize(f"bold {ink_of(pack, code)} on $card")
    return Content.assemble("[", text, "]") if open_ else text


def boxed(line: Content, style: Style) -> list[Content]:
    """Put a line into a box, as three lines."""
    across, down, corners = ("-", "|", "++++") if style is Style.ASCII else ("─", "│", "╭╮╰╯")
    edge = across * line.cell_length
    return [
        Content(f"{corners[0]}{edge}{corners[1]}"),
        Content.assemble(down, line, down),
        Content(f"{corners[2]}{edge}{corners[3]}"),
    ]


def ink_of(pack: str, code: str) -> str:
    """Give the ink of a card as a theme variable."""
    return f"$card-{faces(pack).ink(pack, code)}"


def side_by_side(blocks: Sequence[Sequence[Content]], columns: int, gap: int = 0) -> list[Content]:
    """Lay blocks of lines of one size side by side, `columns` in a row, with `gap` cells between two."""
    rows = [blocks[first : first + columns] for first in range(0, len(blocks), columns)]
    return [Content(" " * gap).join(parts) for row in rows for parts in zip(*row, strict=True)]


def centred(line: Content, width: int) -> Content:
    """Put a line in the middle of so many cells; what does not fit is cut."""
    line = line.truncate(width, ellipsis=True)
    left = (width - line.cell_length) // 2
    return line.pad_left(left).pad_right(width - line.cell_length - left)
