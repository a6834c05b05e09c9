"""What is told about an exchange game as data: its cards and their powers, what it asks, how it ends.

`games/exchange.py` plays by it. Cards are kinds here, indexes into `pack.kinds`; sets of them are bits.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cucco_tui.cards.packs import Pack
from cucco_tui.engine.seats import Direction
from cucco_tui.engine.state import Action, Reason, Settlement

if TYPE_CHECKING:
    from cucco_tui.games.exchange import ExchangeState


def bits(kinds: Iterable[int]) -> int:
    """Write a set of kinds as bits."""
    return sum(1 << kind for kind in kinds)


@dataclass(frozen=True, slots=True)
class Power:
    """What a privileged card does when its holder is asked: the call said aloud, and the effect (EX-3).

    The effect is given the state, the asker and the asked seat; it must say whose turn is next. For a card that the
    dealer turns up from the stock both are the dealer. `penalty` tells who reckons with the effect how many tokens it
    takes from the asker at once; `at_origin` that they are taken from the seat to which the asker's card was dealt.
    The call is empty where nothing is said.
    """

    call: str
    effect: Callable[["ExchangeState", int, int], None]
    shown: bool = True
    penalty: int = 0
    at_origin: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """Something that a seat is asked besides standing and offering; `other` is the seat it concerns, if any.

    `answer` does what was chosen, `judge` tells why an answer's arguments are not allowed. A `public` question is
    answered aloud (all may look): its call has told everything. `amount` is a price in
    coins, which others may help to pay if it is `helped` (CUCU-20), `shares` what was offered to the last two, in
    percent by seat.
    """

    name: str
    seat: int
    choices: tuple[str, ...]
    answer: Callable[["ExchangeState", "Question", Action], None]
    judge: Callable[["ExchangeState", "Question", Action], Reason | None] | None = None
    other: int | None = None
    public: bool = False
    amount: int = 0
    helped: bool = False
    shares: tuple[int, int] | None = None


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


@dataclass(frozen=True, slots=True)
class Procedure:
    """What is special about an exchange game. Cards are kinds: indexes into `pack.kinds`; sets of them are bits.

    `rank` orders the kinds, a higher number being the better card. `exposed` kinds lie face up as soon as they are
    dealt or received; who is dealt one that `knocks` says so, and all know who has it. What `falls` is swapped face up
    and lowest of all from then on. `drawn` is what a card does that the dealer turns up in the stock instead of
    taking it; at those `drawn_again` he draws once more, `redraws` times at most. `cuts` is how often he may try,
    `dealer_cards` how many he is dealt to keep the best of. `seconds` is the time for a decision, if any.
    `from_bottom` says where cards are dealt and exchanged from, `as_needed` that a card is dealt only when its
    player is asked or must decide. `ordinary` does what an ordinary card does when its holder is asked, if that is
    more than to be swapped. `virgins` says that it matters who never lost a token.
    With `has_cup` lost tokens lie in a cup that all see, and can be won from it (ZEH-7).
    Without `has_tokens` everybody has one that is not spoken of: who loses is out. He may buy in `buy_ins` times.
    For who reckons with the ending: one `fool` pays and so does the lowest other card, two do not pay unless each fool
    pays (`fools_pay`); of several lowest only the first from eldest on may pay (`first_pays`).
    `ending` settles a deal once the cards lie open, `decider` one without an exchange; `finish` follows when all
    questions after a deal are answered. `buy_back` asks who went out whether he comes back: after the deal, or
    `at_once`; then his card goes under the stock. `price` of a return is told by how many went out and came back.
    `judge_offer` and `make_offer` are for offers between two deals.
    """

    pack: Pack
    direction: Direction
    tokens: int
    stake: int
    rank: tuple[int, ...]
    powers: Mapping[int, Power]
    ending: Callable[["ExchangeState"], None]
    finish: Callable[["ExchangeState"], None]
    decider: Callable[["ExchangeState"], None] | None = None
    buy_back: Callable[["ExchangeState", int], None] | None = None
    price: Callable[[int, int], int] | None = None
    at_once: bool = False
    ordinary: Callable[["ExchangeState", int, int], None] | None = None
    judge_offer: Callable[["ExchangeState", Action], Reason | None] | None = None
    make_offer: Callable[["ExchangeState", Action], None] | None = None
    from_bottom: bool = False
    as_needed: bool = False
    virgins: bool = False
    has_cup: bool = False
    has_tokens: bool = True
    buy_ins: int = 0
    fool: int | None = None
    fools_pay: bool = False
    first_pays: bool = False
    exposed: int = 0
    knocks: int = 0
    falls: int = 0
    drawn: Mapping[int, Power] = field(default_factory=dict[int, Power])
    drawn_again: int = 0
    redraws: int = 0
    cuts: int = 1
    dealer_cards: int = 1
    fixed_dealer: bool = False
    seconds: int | None = None
    privileged: int = field(init=False)
    not_taken: int = field(init=False)

    def __post_init__(self) -> None:
        """Know the privileged kinds as bits, and those that the dealer cannot simply take from the stock."""
        object.__setattr__(self, "privileged", bits(self.powers))
        object.__setattr__(self, "not_taken", bits(self.drawn) | self.drawn_again)


@dataclass(frozen=True, slots=True)
class DealStart:
    """How the match stands before a deal, or at its end; `contenders` are who is still in a sudden death."""

    deal: int
    dealer: int
    tokens: tuple[int, ...]
    coins: tuple[int, ...]
    pot: int
    ledger: Ledger
    settlements: tuple[Settlement, ...] = ()
    contenders: frozenset[int] = frozenset()
    winners: tuple[int, ...] = ()

    @classmethod
    def first(cls, seats: int, dealer: int, tokens: int, stake: int) -> "DealStart":
        """Start a match: everybody has paid the stake into the pot and has his tokens (CUCU-2, CK-2)."""
        return cls(1, dealer, (tokens,) * seats, (-stake,) * seats, stake * seats, Ledger.new(seats))

    @property
    def present(self) -> tuple[bool, ...]:
        """Tell which seats are dealt in."""
        if self.contenders:
            return tuple(seat in self.contenders for seat in range(len(self.tokens)))
        return tuple(tokens > 0 for tokens in self.tokens)
