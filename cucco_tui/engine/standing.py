"""How a match stands apart from the deal that is on."""

from dataclasses import dataclass
from typing import Any, Self

from cucco_tui.engine.state import Settlement


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a match stands before a deal, or at its end: the number of the deal, its dealer, and by seat score and coins.

    The `score` is tokens, lives, or what match points are made of; `coins` are net.
    """

    deal: int = 1
    dealer: int
    score: tuple[int, ...]
    coins: tuple[int, ...]
    pot: int
    settlements: tuple[Settlement, ...] = ()
    winners: tuple[int, ...] = ()

    @classmethod
    def first(cls, seats: int, dealer: int, score: int, stake: int, **own: Any) -> Self:
        """Start a match: everybody has his tokens or lives, and has paid the stake into the pot."""
        return cls(dealer=dealer, score=(score,) * seats, coins=(-stake,) * seats, pot=stake * seats, **own)
