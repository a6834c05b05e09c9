"""Names as people type them, made fit for one line of a screen; and what else stood in a file, to be quoted."""

import unicodedata

LONGEST = 40
"""The most characters of a name that are kept."""

FORBIDDEN = ("C", "Zl", "Zp")
"""Categories that must not reach a terminal: control, format, surrogate, private, unassigned; line separators."""

INVISIBLE = frozenset(
    chr(code)
    for first, last in (
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2800, 0x2800),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xE0100, 0xE01EF),
    )
    for code in range(first, last + 1)
)
"""Letters, marks and variation selectors that look like nothing, or change what stands before them."""


def clean_name(text: str) -> str:
    """Make a name safe to show: NFC, one line, nothing invisible or that turns the direction; may be empty."""
    cleaned = _clean(text)
    # What meets where something was taken out may compose, and what is cut may lose its base.
    while cleaned != text:
        text, cleaned = cleaned, _clean(cleaned)
    return cleaned


def as_written(value: object) -> str:
    """Write a value that stood in a file as it may have stood there: null, true, [1, 2]; cut if it is long.

    A word stands without its quotes, unless it reads as something else without them.
    """
    import json

    text = json.dumps(value, ensure_ascii=False, default=str)
    if isinstance(value, str):
        try:
            json.loads(value)
        except (ValueError, RecursionError):
            text = value
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _clean(text: str) -> str:
    kept = (
        " " if char.isspace() else char
        for char in unicodedata.normalize("NFC", text)
        if char.isspace() or (char not in INVISIBLE and not unicodedata.category(char).startswith(FORBIDDEN))
    )
    return unicodedata.normalize("NFC", " ".join("".join(kept).split())[:LONGEST].strip())
