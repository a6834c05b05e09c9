"""Matches played by bots alone: to measure bots, house rules and the program."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cucco_tui.bots import Bot
from cucco_tui.engine.game import Game, Preset
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Over, Shuffle


@dataclass(slots=True)
class Tally:
    """What was played: `matches` and `deals` to their end, and the matches won by each bot's seat."""

    wins: list[int]
    matches: int = 0
    deals: int = 0
    actions: int = 0


def simulate(
    game: Game,
    preset: Preset,
    rules: Mapping[str, object],
    bots: Sequence[Bot],
    seed: bytes,
    simulations: int,
    *,
    deals: int | None = None,
    matches: int | None = None,
) -> Tally:
    """Play `deals` deals or `matches` matches, a bot for every player; WrongSetup if the game does not allow it.

    The first deal of a match goes round from match to match. Shuffles and each seat's chance are streams of their own,
    so other bots are given the same cards by the same seed.
    """
    seats = len(bots)
    tally = Tally([0] * seats)
    shuffles = Chance(b"shuffles " + seed)
    minds = [Chance(b"seat %d " % seat + seed) for seat in range(seats)]
    while tally.matches != matches:
        state = game.new(preset, rules, seats, dealer=tally.matches % max(seats, game.always))
        while not isinstance(waiting := state.waiting, Over):
            if isinstance(waiting, Shuffle):
                if tally.deals == deals:
                    return tally
                state.deal(shuffles.shuffled(state.pack.cards))
                tally.deals += 1
            else:
                seat = waiting.by
                state.apply(bots[seat](state.view(seat), minds[seat], simulations))
                tally.actions += 1
        tally.matches += 1
        for seat in waiting.winners:
            # A dummy's win is its partner's, who is counted already.
            if seat < seats:
                tally.wins[seat] += 1
    return tally
