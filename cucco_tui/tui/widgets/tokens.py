"""Tokens: those left, and those lost."""

from textual.content import Content

SHOWN = 5
"""More tokens than these are written as a number."""


def tokens(left: int, whole: int, *, ascii_only: bool) -> Content:
    """Draw `left` of `whole` tokens; a number when they are many."""
    full, empty = ("o", ".") if ascii_only else ("●", "○")
    whole = max(left, whole)
    return Content(full * left + empty * (whole - left) if whole <= SHOWN else f"{full}{left}").stylize("$accent")
