"""The games, one file each; a module here that has a `GAME` is in the register."""

import pkgutil
from functools import cache
from importlib import import_module

from cucco_tui.engine.game import Game, WrongSetup
from cucco_tui.engine.state import Reason


@cache
def register() -> dict[str, Game]:
    """Find all games, by id."""
    modules = (import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    games = (game for module in modules if isinstance(game := getattr(module, "GAME", None), Game))
    return {game.id: game for game in games}


def find_game(name: str) -> Game:
    """Find a game by id; WrongSetup if there is none."""
    try:
        return register()[name]
    except KeyError:
        raise WrongSetup(Reason("setup.game", {"game": name})) from None
