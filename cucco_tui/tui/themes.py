"""The colours of the table."""

from textual.theme import Theme

PLAYERS_DARK = ("#f2c14e", "#7fc8f8", "#f78154", "#b5e48c", "#d7aefb", "#ffffff")
PLAYERS_LIGHT = ("#7a5200", "#00538c", "#9c3300", "#2f5d0a", "#6a2c91", "#202020")


def _players(colours: tuple[str, ...]) -> dict[str, str]:
    return {f"player-{number}": colour for number, colour in enumerate(colours)}


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
    success="#b5e48c",
    dark=True,
    variables={
        **_players(PLAYERS_DARK),
        "card": "#f6f1e1",
        "card-black": "#1c1a17",
        "card-red": "#a3122a",
        "card-blue": "#123f8c",
        "card-green": "#0b5a2a",
        "faint": "#a9bfae",
        "card-gold": "#7a4e00",
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
    success="#2f5d0a",
    dark=False,
    variables={
        **_players(PLAYERS_LIGHT),
        "card": "#fffdf5",
        "card-black": "#1c1a17",
        "card-red": "#a3122a",
        "card-blue": "#123f8c",
        "card-green": "#0b5a2a",
        "faint": "#5d5546",
        "card-gold": "#7a4e00",
    },
)

THEMES = (CLOTH, PAPER)
