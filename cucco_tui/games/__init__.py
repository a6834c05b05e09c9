"""The games, one file each; a module here that has a `GAME` is in the register.

A file tells what its game is, and loads no state: the packages `exchange` and `tricks` hold what the games share, and
what they play by when a match begins.
"""

from functools import cache
from importlib import import_module
from pathlib import Path

from cucco_tui.cards.packs import Pack
from cucco_tui.engine.game import Game, WrongSetup
from cucco_tui.engine.state import Reason


@cache
def register() -> dict[str, Game]:
    """Find all games, by id."""
    files = sorted(Path(__path__[0]).glob("[!_]*.py"))
    modules = (import_module(f"{__name__}.{file.stem}") for file in files)
    games = (game for module in modules if isinstance(game := getattr(module, "GAME", None), Game))
    return {game.id: game for game in games}


def find_game(name: str) -> Game:
    """Find a game by id; WrongSetup if there is none."""
    try:
        return register()[name]
    except KeyError:
        raise WrongSetup(Reason("setup.game", {"game": name})) from None


@cache
def packs() -> dict[str, Pack]:
    """Find the packs of all games; a game may leave cards of one out, so the largest of a name is taken."""
    found = {preset.pack for game in register().values() for preset in game.presets}
    return {pack.id: pack for pack in sorted(found, key=lambda pack: len(pack.kinds))}
