"""How fast Cöch is played at random, beside OpenSpiel's Spades driven from Python in the same way.

Both begin after the deal. For each card the legal actions are asked for once, one of them is drawn and done; ours is
checked when it is done. Rounds of the two alternate, so that whatever else the machine does slows both; the ratio is
the median of the rounds' ratios. Needs the extra `bench`.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from functools import partial
from random import Random
from statistics import median
from typing import Any

from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import State
from cucco_tui.games import find_game

DEALS = 20
"""How many dealt states are played out in turn."""
SEED = 1
BOUND = 1.0


def our_deals() -> list[State]:
    """Deal Cöch for four."""
    game = find_game("coch")
    deals: list[State] = []
    for number in range(DEALS):
        state = game.new(game.presets[0], {}, 4, number % 4)
        state.deal(Chance(b"playouts %d" % number).shuffled(state.pack.cards))
        deals.append(state)
    return deals


def their_deals(pyspiel: Any) -> list[Any]:
    """Deal Spades; its four bids are played at random like its cards."""
    random, game = Random(SEED), pyspiel.load_game("spades")
    deals: list[Any] = []
    for _ in range(DEALS):
        state = game.new_initial_state()
        while state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, chances)[0])
        deals.append(state)
    return deals


def play(deals: Sequence[Any], apply_name: str, playouts: int) -> float:
    """Play out dealt states at random, `apply_name` being the method that does an action; plies a second."""
    random, plies = Random(SEED).random, 0
    start = time.perf_counter()
    for number in range(playouts):
        state = deals[number % DEALS].clone()
        legal, apply = state.legal_actions, getattr(state, apply_name)
        while actions := legal():
            apply(actions[int(random() * len(actions))])
            plies += 1
    return plies / (time.perf_counter() - start)


def measure(rounds: int, playouts: int, pyspiel: Any) -> dict[str, float]:
    """Give plies a second of both, and the ratio."""
    ours, theirs = our_deals(), their_deals(pyspiel)
    runs = [partial(play, ours, "apply", playouts), partial(play, theirs, "apply_action", playouts)]
    for run in runs:
        run()
    pairs = [tuple(run() for run in runs) for _ in range(rounds)]
    return {
        "ours": median(our for our, _ in pairs),
        "peer": median(their for _, their in pairs),
        "ratio": median(our / their for our, their in pairs),
    }


def main() -> int:
    """Measure and print; the exit status is 1 if the bound is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--rounds", type=int, default=9, help="how often each is measured (9)")
    parser.add_argument("--playouts", type=int, default=400, help="deals in a round (400)")
    chosen = parser.parse_args()
    try:
        import pyspiel  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        print("OpenSpiel is not installed: pip install 'cucco-tui[bench]'", file=sys.stderr)
        return 2
    figures = measure(chosen.rounds, chosen.playouts, pyspiel)
    if chosen.json:
        print(json.dumps({name: round(figure, 3) for name, figure in figures.items()}))
    else:
        print(f"Cöch   {figures['ours']:10,.0f} plies a second")
        print(f"Spades {figures['peer']:10,.0f} plies a second (OpenSpiel)")
        print(f"ratio  {figures['ratio']:10.2f} (at least {BOUND:g})")
    return 0 if figures["ratio"] >= BOUND else 1


if __name__ == "__main__":
    sys.exit(main())
