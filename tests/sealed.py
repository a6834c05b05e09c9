"""Matches played as the table plays them: each pack is committed to, then cut."""

from cucco_tui.bots import BOTS
from cucco_tui.engine.match import Match
from cucco_tui.engine.shuffle import Chance, commitment, cut_pack
from cucco_tui.engine.state import Over, Shuffle


def play_to_the_end(match: Match, seed: bytes = b"a match", *, sealed: bool = True) -> None:
    """Let bots play a match to its end; if it is not `sealed` nothing is committed to."""
    chance = Chance(seed)
    while not isinstance(match.waiting, Over):
        if isinstance(match.waiting, Shuffle):
            order, salt = chance.shuffled(match.pack.cards), f"{chance.below(2**128):032x}"
            cut = chance.below(len(order))
            extras = {"commitment": commitment(salt, order), "salt": salt, "cut": cut} if sealed else {}
            match.shuffle(cut_pack(order, cut), extras)
        else:
            match.act(BOTS["steady"](match.view(match.waiting.by), chance, 1))
