"""Names as people type them, made fit for one line of a screen."""

import unicodedata

LONGEST = 40
"""The most characters of a name that are kept."""

FORBIDDEN = ("C", "Zl", "Zp")
"""Categories that must not reach a terminal: control, format, surrogate, private, unassigned; line separators."""

JOINERS = "\u200d\ufe0f\ufe0e"
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that look like nothing."""


def clean_name(text: str) -> str:
    """Make a name safe to show: NFC, one line, nothing invisible or that turns the direction; may be empty."""
    kept = (
        " " if char.isspace() else char
        for char in unicodedata.normalize("NFC", text)
        if char.isspace()
        or (char not in JOINERS and char not in BLANKS and not unicodedata.category(char).startswith(FORBIDDEN))
    )
    return " ".join("".join(kept).split())[:LONGEST].strip()
