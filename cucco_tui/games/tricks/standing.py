"""What is remembered from deal to deal of a trick game."""

from dataclasses import dataclass

from cucco_tui.engine.standing import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickStanding(Standing):
    """How a match stands before a deal. The score is lives, or what match points are made of.

    `doctored` are the seats for which the doctor has come (COT-13), `counted` the deals that count for `deals`.
    """

    counted: int = 0
    doctored: frozenset[int] = frozenset()
