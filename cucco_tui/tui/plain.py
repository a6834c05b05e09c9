"""Terminals that show the characters of an old keyboard only: how to know one, and how to draw everything there."""

import os
import sys
import unicodedata
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

OLD = {"C", "POSIX"}
"""The locales that promise no other characters."""

COERCED = {"C.UTF-8", "C.utf8", "UTF-8"}
"""What Python itself writes into LC_CTYPE when the locale is an old one."""

ALIKE = {
    **dict.fromkeys("─━┄┅┈┉╌╍═‐‑‒–—―", "-"),
    **dict.fromkeys("│┃┆┇┊┋╎╏║▏▎▍▌▐▕", "|"),
    **dict.fromkeys("·•∙●◆■▪", "*"),
    **dict.fromkeys("○□◇◌", "o"),
    **dict.fromkeys("‘’′", "'"),
    **dict.fromkeys("“”„«»″", '"'),
    **dict.fromkeys("←↺‹◂◀", "<"),
    **dict.fromkeys("→↻›▸▶", ">"),
    **{"↑": "^", "↓": "v", "▲": "^", "▼": "v", "╱": "/", "╲": "\\", "╳": "X", "×": "x", "…": "~", "½": "+"},
    **{"♣": "&", "♦": "o", "♥": "v", "♠": "^", "★": "*", "☆": "*", "✚": "+", "△": "^", "▽": "v", "☼": "$"},
}
"""What is drawn instead of a character; lines that meet become +, other shapes #, letters lose their accents."""


def is_plain_terminal() -> bool:
    """Tell whether the locale, or the encoding of what is written, says that only ASCII can be shown."""
    environ = os.environ
    own = environ.get("LC_CTYPE", "")
    locale = environ.get("LC_ALL") or (own if own not in COERCED else "") or environ.get("LANG", "")
    encoding = getattr(sys.__stderr__, "encoding", None) or ""
    return locale in OLD or "utf" not in encoding.lower()


@lru_cache(4096)
def plain(text: str) -> str:
    """Write a text in ASCII, in as many cells."""
    return text if text.isascii() else "".join(map(_alike, text))


def _alike(char: str) -> str:
    if char.isascii():
        return char
    cells = cell_len(char)
    if char in ALIKE:
        return ALIKE[char]
    if "\u2500" <= char <= "\u259f":
        return "+" if char < "\u2580" else "#"
    letter = unicodedata.normalize("NFKD", char)[0]
    return letter if cells == 1 and letter.isascii() and letter.isprintable() else "?" * cells


class AsciiOnly(LineFilter):
    """Draws every line of the screen in ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Write each piece of a line in ASCII."""
        return [Segment(plain(text), style, control) for text, style, control in segments]
