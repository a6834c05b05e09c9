"""What is told about an exchange game as data: its cards and their powers, how it reckons, how it ends.

Cards are kinds here, indexes into `pack.kinds`; sets of them are bits.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cucco_tui.cards.packs import Pack
from cucco_tui.engine.seats import Direction
from cucco_tui.engine.state import Action, Reason

if TYPE_CHECKING:
    from cucco_tui.games.exchange.state import ExchangeState

STAND, OFFER, CUT, TIMEOUT, SPLIT = "stand", "offer", "cut", "timeout", "split"


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

    def start(self, seats: int, dealer: int) -> "ExchangeState":
        """Stand before the first deal: everybody has paid the stake and has his tokens (CUCU-2, CK-2)."""
        # Not before a match begins: the first page shows the games and waits for no state.
        from cucco_tui.games.exchange.standing import ExchangeStanding, Ledger
        from cucco_tui.games.exchange.state import ExchangeState

        first = ExchangeStanding.first(seats, dealer, self.tokens, self.stake, ledger=Ledger.new(seats))
        return ExchangeState(self, first)


# What many powers do


def block(state: "ExchangeState", asker: int, asked: int) -> None:
    """Refuse the swap: the asker keeps his card and the player after the refuser decides next (EX-5)."""
    state.pass_turn(asked)


def end_exchange(state: "ExchangeState", asker: int, asked: int) -> None:
    """Refuse the swap and end the exchange at once: the cards are shown (KIL-3, GNA-2)."""
    state.showdown()


def keep_own(state: "ExchangeState", asker: int, asked: int) -> None:
    """Let the dealer keep his card because of what he turned up in the stock (CK-6)."""
    state.after_cut()


def jump(state: "ExchangeState", asker: int, asked: int) -> None:
    """Send the request on to the next player; past the dealer it goes to the top of the stock and ends the round."""
    if asked == state.dealer:
        state.take_top_card(asker)
        state.showdown()
    else:
        state.request(asker, state.after(asked))
