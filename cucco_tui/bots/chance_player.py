"""The bot that does not think: every choice is as good as another."""

from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, View


def play_by_chance(view: View, chance: Chance, simulations: int) -> Action:
    """Draw one of the choices, each equally likely; it needs no `simulations`."""
    return chance.pick(view.choices)
