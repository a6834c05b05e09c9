"""Names in large letters, to be read from the other side of the table."""

import re
import unicodedata

from textual.content import Content
from textual.geometry import Size

from cucco_tui.cards.faces import Style

DRAWN = {
    "A": ".##. #..# #### #..# #..#",
    "B": "###. #..# ###. #..# ###.",
    "C": ".### #... #... #... .###",
    "D": "###. #..# #..# #..# ###.",
    "E": "#### #... ###. #... ####",
    "F": "#### #... ###. #... #...",
    "G": ".### #... #.## #..# .###",
    "H": "#..# #..# #### #..# #..#",
    "I": "### .#. .#. .#. ###",
    "J": "..## ...# ...# #..# .##.",
    "K": "#..# #.#. ##.. #.#. #..#",
    "L": "#... #... #... #... ####",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#..# ##.# #.## #..# #..#",
    "O": ".##. #..# #..# #..# .##.",
    "P": "###. #..# ###. #... #...",
    "Q": ".##. #..# #..# #.#. .#.#",
    "R": "###. #..# ###. #.#. #..#",
    "S": ".### #... .##. ...# ###.",
    "T": "##### ..#.. ..#.. ..#.. ..#..",
    "U": "#..# #..# #..# #..# .##.",
    "V": "#...# #...# .#.#. .#.#. ..#..",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#...# .#.#. ..#.. .#.#. #...#",
    "Y": "#...# .#.#. ..#.. ..#.. ..#..",
    "Z": "##### ...#. ..#.. .#... #####",
    "0": ".##. #.## #### ##.# .##.",
    "1": ".#. ##. .#. .#. ###",
    "2": "###. ...# .##. #... ####",
    "3": "###. ...# .##. ...# ###.",
    "4": "#..# #..# #### ...# ...#",
    "5": "#### #... ###. ...# ###.",
    "6": ".##. #... ###. #..# .##.",
    "7": "#### ...# ..#. .#.. .#..",
    "8": ".##. #..# .##. #..# .##.",
    "9": ".##. #..# .### ...# .##.",
    "-": "... ... ### ... ...",
    "'": "# # . . .",
    "’": "# # . . .",
    ".": ". . . . #",
    " ": ".. .. .. .. ..",
}
"""Letters as points, line by line from the top."""
ACCENTS = {
    "\u0300": {3: "#..", 4: ".#..", 5: ".#..."},
    "\u0301": {3: "..#", 4: "..#.", 5: "...#."},
    "\u0302": {3: ".#.", 4: ".##.", 5: "..#.."},
    "\u0303": {3: "##.", 4: "##.#", 5: ".##.#"},
    "\u0308": {3: "#.#", 4: "#..#", 5: ".#.#."},
    "\u030a": {4: "####", 5: ".###."},
    "\u030c": {4: "#.#.", 5: "#.#.."},
}
"""What is drawn above letters of so many points: grave, acute, circumflex, tilde, two dots, ring, caron."""
WITH_ACCENT = re.compile("([^\u0300-\u036f])([\u0300-\u036f]*)")
"""A letter and what stands above or below it."""
SIGNS = 12
"""Cells beside large letters for a sign at each side, and for the edge of the window."""
TALL_ENOUGH = 20
"""Lines of a window, besides those of the letters, from which there is room for them."""
HALVES = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}
"""A cell by the point in its upper and the one in its lower half."""


def large(text: str, style: Style) -> list[str] | None:
    """Draw a text in large letters, as lines of equal width; None if it has a letter that is not drawn here."""
    letters: list[list[str]] = []
    for letter, accent in WITH_ACCENT.findall(unicodedata.normalize("NFD", text.upper())):
        if letter not in DRAWN or (accent and accent not in ACCENTS):
            return None
        body = DRAWN[letter].split()
        above = ACCENTS[accent].get(len(body[0])) if accent else "." * len(body[0])
        if above is None:
            return None
        letters.append([above, *body])
    rows = [".".join(row) for row in zip(*letters, strict=True)]
    if style is Style.ASCII:
        return [row.replace(".", " ") for row in rows if "#" in row]
    return ["".join(HALVES[a + b] for a, b in zip(*rows[at : at + 2], strict=True)) for at in range(0, len(rows), 2)]


def written_large(name: str, sign: str, window: Size, style: Style) -> Content | None:
    """Write a name in large letters between two signs; None if the window has no room for that."""
    lines = large(name, style)
    if lines is None or len(lines[0]) + SIGNS > window.width or window.height < TALL_ENOUGH + len(lines):
        return None
    middle = len(lines) // 2
    return Content("\n").join(
        Content(f"{sign}   {line}   {sign}" if at == middle else f"    {line}    ") for at, line in enumerate(lines)
    )
