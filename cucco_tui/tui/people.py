"""A colour and a sign for each player, so that turns are told apart at a glance and without colour; and other marks."""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from rich.cells import cell_len

from cucco_tui.engine.names import LONGEST

SIGNS = "▲■◆☼▼✚△□◇▽"
ASCII_SIGNS = "@&%$+?=/\\{"
MARKS = {
    "winner": ("★", "*"),
    "cursor": ("›", ">"),
    "changed": ("▸", "*"),
    "shot": ("✹", "*"),
    "named": ("━", "-"),
    "open": ("○", "o"),
    "gap": ("⋮", ":"),
    "out": ("×", "x"),
    "turn": ("◂", "<"),
    "stand": ("=", "-"),
    "offer": ("→", ">"),
}
"""What is said by a sign beside names and cards, also with the characters of an old keyboard; no player has one."""
COLOURS = 6
"""How many player colours a theme has: `$player-0` and so on."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A player's sign, and the name of his colour as a theme variable."""

    sign: str
    colour: str


def badge(seat: int, *, ascii_only: bool = False) -> Badge:
    """Give the badge of a seat: 30 seats differ in sign, colour or both."""
    signs = ASCII_SIGNS if ascii_only else SIGNS
    return Badge(signs[seat % len(signs)], f"player-{seat % COLOURS}")


def mark(name: str, *, ascii_only: bool) -> str:
    """Give one of the marks."""
    return MARKS[name][ascii_only]


def number_equal_names(names: list[str]) -> list[str]:
    """Tell people of one name apart: the second Anna is Anna 2, however long the name."""
    told: list[str] = []
    taken: set[str] = set()
    for name in names:
        number, candidate = 1, name
        while _alike(candidate) in taken:
            number += 1
            candidate = f"{name[: LONGEST - len(f' {number}')].rstrip()} {number}"
        told.append(candidate)
        taken.add(_alike(candidate))
    return told


def short_names(names: Sequence[str], cells: int) -> list[str]:
    """Cut the names of a table to a number of cells: at the end, or in the middle where that tells people apart.

    A dummy keeps its brackets. Where there is no room for what differs, or nothing differs, equal names remain.
    """
    told = [_cut(name, cells, 0) for name in names]
    half = (cells - 1) // 2
    ends = sorted(range(1, cells - 1), key=lambda end: abs(end - half))
    for text, times in Counter(told).items():
        if times > 1:
            group = [number for number, short in enumerate(told) if short == text]
            ways = [[_cut(names[number], cells, end) for number in group] for end in (*ends, 0)]
            for number, short in zip(group, max(ways, key=lambda way: len({*way} - {*told})), strict=True):
                told[number] = short
    return told


def _cut(name: str, cells: int, end: int) -> str:
    """Cut a name that is longer than so many cells; `end` of them are for its end."""
    if cell_len(name) <= cells:
        return name
    if name.startswith("(") and name.endswith(")") and cells > len("(…)"):
        inner = cells - len("()")
        return f"({_cut(name[1:-1], inner, min(end, inner - 2))})"
    head = _first(name, cells - 1 - end)
    tail = _first(name[::-1], end)[::-1]
    # A mark without its letter would stand on the ellipsis.
    while tail and not cell_len(tail[0]):
        tail = tail[1:]
    return f"{head.rstrip()}…{tail.lstrip()}" if cells > 0 else ""


def _first(text: str, cells: int) -> str:
    """Take the first characters that fit into so many cells."""
    widths = accumulate(map(cell_len, text))
    return "".join(char for char, width in zip(text, widths, strict=True) if width <= cells)


def _alike(name: str) -> str:
    """Write names that look the same, but for capitals, in the same way."""
    return unicodedata.normalize("NFKC", name).casefold()
