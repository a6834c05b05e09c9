"""What is remembered from deal to deal of an exchange game."""

from dataclasses import dataclass, field

from cucco_tui.engine.standing import Standing


@dataclass(slots=True)
class Ledger:
    """What is remembered from deal to deal beside tokens and coins; lists are by seat.

    `virgin` never lost a token (CUCU-17). `outs` counts who went out (CUCU-18), `returns` how often each came back
    (STU-11, KIL-2).
    `paid` is the price of a seat's latest return, `sponsors` who paid which coins of it (CUCU-20), `promised` the
    percents of the pot that a seat promised at inns (STU-7). `agreement` are the percents of the last two, by seat
    (CUCU-22), `offered` who has offered since the last deal. `cup` counts lost tokens (ZEH-7).
    """

    virgin: list[bool]
    paid: list[int]
    returns: list[int]
    sponsors: list[dict[int, int]]
    promised: list[dict[int, int]]
    agreement: dict[int, int] = field(default_factory=dict[int, int])
    offered: set[int] = field(default_factory=set[int])
    outs: int = 0
    cup: int = 0

    @classmethod
    def new(cls, seats: int) -> "Ledger":
        """Open the ledger of a match."""
        return cls([True] * seats, [0] * seats, [0] * seats, [{} for _ in range(seats)], [{} for _ in range(seats)])

    def copy(self) -> "Ledger":
        """Copy the ledger with all its pages."""
        return Ledger(
            list(self.virgin),
            list(self.paid),
            list(self.returns),
            [dict(sponsors) for sponsors in self.sponsors],
            [dict(promised) for promised in self.promised],
            dict(self.agreement),
            set(self.offered),
            self.outs,
            self.cup,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeStanding(Standing):
    """How a match stands before a deal; the score is tokens, `contenders` are who is still in a sudden death."""

    ledger: Ledger
    contenders: frozenset[int] = frozenset()

    @property
    def present(self) -> tuple[bool, ...]:
        """Tell which seats are dealt in."""
        if self.contenders:
            return tuple(seat in self.contenders for seat in range(len(self.score)))
        return tuple(tokens > 0 for tokens in self.score)
