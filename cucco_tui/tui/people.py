"""A colour and a sign for each player, so that turns are told apart at a glance and without colour; and other marks."""

import unicodedata
from dataclasses import dataclass

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


def _alike(name: str) -> str:
    """Write names that look the same, but for capitals, in the same way."""
    return unicodedata.normalize("NFKC", name).casefold()
