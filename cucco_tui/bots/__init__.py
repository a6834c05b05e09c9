"""Players that are not people: each sees a view, never the state, and answers with an action.

A bot draws all chance from the stream it is given and thinks in simulations, never by the clock: the same view, stream
and number of simulations give the same action on every machine.
"""

from collections.abc import Callable
from typing import TypeAlias

from cucco_tui.bots.chance_player import play_by_chance
from cucco_tui.bots.steady import play_steadily
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, View

Bot: TypeAlias = Callable[[View, Chance, int], Action]
"""Choose one of `view.choices` (never empty): given the view, a stream of chance and a number of simulations."""

BOTS: dict[str, Bot] = {"steady": play_steadily, "random": play_by_chance}
"""The bots by name."""
