"""Cards on the screen: faces from the card file, in the colours of their suits."""

from functools import cache

from textual.content import Content

from cucco_tui.cards.faces import BACK, Faces, FacesError, Size, Style, faces_text, packaged_text, read_faces
from cucco_tui.games import register


@cache
def read_card_file() -> tuple[Faces, FacesError | OSError | None]:
    """Read the faces once; if the player's own card file is faulty the program's, and what was wrong."""
    games = register().values()
    # A game may leave cards of a pack out: its faces are then among those of the whole one.
    packs = sorted({preset.pack for game in games for preset in game.presets}, key=lambda pack: len(pack.kinds))
    wanted = {pack.id: pack for pack in packs}.values()
    try:
        return read_faces(faces_text(), wanted, packaged_text(), plain=True), None
    except (FacesError, OSError) as error:
        return read_faces(packaged_text(), wanted, plain=True), error


def faces() -> Faces:
    """Give the faces of all packs."""
    return read_card_file()[0]


def card_face(pack: str, code: str, size: Size, style: Style) -> Content:
    """Draw a card as lines of equal width; BACK is its back."""
    ink = ink_of(pack, code)
    lines = faces().face(pack, code, size, style)
    return Content("\n").join(Content(line).stylize(f"{ink} on $card") for line in lines)


def card_line(pack: str, code: str, style: Style, *, open_: bool) -> Content:
    """Draw a card in one line; one that lies open for all is boxed in brackets as well."""
    (line,) = faces().face(pack, code, Size.LINE, style)
    if code == BACK:
        return Content(line).stylize("$secondary")
    text = Content(f" {line.strip()} ").stylize(f"bold {ink_of(pack, code)} on $card")
    return Content.assemble("[", text, "]") if open_ else text


def ink_of(pack: str, code: str) -> str:
    """Give the ink of a card as a theme variable."""
    return f"$card-{faces().ink(pack, code)}"
