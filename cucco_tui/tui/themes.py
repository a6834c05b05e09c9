"""The colours of the table.

Players, inks, and error and success are chosen so that they are told apart by people who see no difference between
red and green too, and everything that is written stands out from what it stands on; `tests/tui/test_themes.py` measures
both. Signs and words say all that colours say.
"""

from textual.theme import Theme


def _players(*colours: str) -> dict[str, str]:
    return {f"player-{number}": colour for number, colour in enumerate(colours)}


def _cards(paper: str, black: str, red: str, blue: str, green: str, gold: str) -> dict[str, str]:
    inks = {"black": black, "red": red, "blue": blue, "green": green, "gold": gold}
    return {"card": paper, **{f"card-{ink}": colour for ink, colour in inks.items()}}


CLOTH = Theme(
    name="cloth",
    primary="#d9b45b",
    secondary="#8fc7a4",
    accent="#f2c14e",
    foreground="#f1ead6",
    background="#12301f",
    surface="#1a3d29",
    panel="#0d2417",
    warning="#f2c14e",
    error="#ff9b85",
    success="#8fd8d8",
    dark=True,
    variables={
        **_players("#f2c14e", "#84aec2", "#f78154", "#b5e48c", "#d7aefb", "#ffffff"),
        **_cards("#f6f1e1", "#1c1a17", "#be2e46", "#123f8c", "#0b5a2a", "#805406"),
        "faint": "#a9bfae",
    },
)

PAPER = Theme(
    name="paper",
    primary="#7a2e12",
    secondary="#2f5d3a",
    accent="#8a3b00",
    foreground="#26211a",
    background="#f4eddb",
    surface="#ebe1c8",
    panel="#e0d4b5",
    warning="#7a5200",
    error="#9b1c1c",
    success="#005f6b",
    dark=False,
    variables={
        **_players("#512800", "#2c5281", "#9d3400", "#306439", "#5a2793", "#202020"),
        **_cards("#fffdf5", "#1c1a17", "#be2e46", "#123f8c", "#0b5a2a", "#805406"),
        "faint": "#5d5546",
    },
)

CONTRAST = Theme(
    name="contrast",
    primary="#ffd75f",
    secondary="#9fe8ff",
    accent="#ffd75f",
    foreground="#ffffff",
    background="#000000",
    surface="#1c1c1c",
    panel="#000000",
    warning="#ffd75f",
    error="#ff9a80",
    success="#7fe7ff",
    dark=True,
    variables={
        **_players("#f8c44c", "#98bbcd", "#ff855a", "#b9e895", "#d4afff", "#ffffff"),
        **_cards("#ffffff", "#000000", "#a61b5c", "#0033aa", "#00582a", "#704c05"),
        "faint": "#d0d0d0",
    },
)

TERMINAL = Theme(
    name="terminal",
    primary="ansi_yellow",
    secondary="ansi_cyan",
    accent="ansi_yellow",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    warning="ansi_yellow",
    error="ansi_red",
    success="ansi_cyan",
    # The terminal's own sixteen colours, which its owner has chosen: whether they are dark nobody knows.
    ansi=True,
    variables={
        **_players("ansi_yellow", "ansi_cyan", "ansi_red", "ansi_green", "ansi_magenta", "ansi_default"),
        **_cards("ansi_default", "ansi_default", "ansi_red", "ansi_blue", "ansi_green", "ansi_yellow"),
        # Textual's own styles ask for these, and make the next two transparent.
        "ansi-background": "ansi_default",
        "ansi-foreground": "ansi_default",
        "surface": "ansi_default",
        "panel": "ansi_default",
        # What is faint elsewhere is plain here: no colour is faint on every ground.
        "faint": "ansi_default",
    },
)

THEMES = (CLOTH, PAPER, CONTRAST, TERMINAL)
