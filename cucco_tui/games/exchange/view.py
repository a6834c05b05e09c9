"""What one seat may know of an exchange game, as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cucco_tui.engine.question import Question
from cucco_tui.engine.seats import Direction
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Settlement, Waiting
from cucco_tui.games.exchange.procedure import Procedure
from cucco_tui.games.exchange.standing import ExchangeStanding, Ledger

if TYPE_CHECKING:
    from cucco_tui.games.exchange.state import ExchangeState

STOCK = -1
"""Stands for the stock where a seat is expected."""
ASKED = "asked"
"""What a seat did last whose turn was used up by answering with a privileged card."""


@dataclass(frozen=True, slots=True)
class Held:
    """A card that a seat has held in this deal: where it came from and where it went, None while he holds it.

    Places are seats, or STOCK; a card that came from the stock at the deal was `dealt` (EX-12).
    """

    card: str = field(repr=False)
    came: int
    dealt: bool
    went: int | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as one viewer sees it. `card` is the face he knows it to hold; `face_up` if all can see it.

    The card has `fallen` if it is lowest of all because it was swapped (KIL-6).
    `last` is the last thing the seat did in this deal: an action, ASKED, or None while it has not decided.
    """

    seat: int
    tokens: int
    coins: int
    out: bool
    in_deal: bool
    has_card: bool
    card: str | None = field(repr=False)
    face_up: bool
    fallen: bool
    last: str | None


@dataclass(frozen=True, slots=True)
class ExchangeView:
    """What one seat may know, or a bystander (`viewer` None).

    `faces` gives by place in the pack the cards whose faces the viewer has seen, `cannot` by place, as bits, the
    kinds that all know a card not to be. `asks` is the seat that would be asked if the seat in turn offered,
    `question` what the seat in turn is asked instead of standing or offering. `standing` is as before the deal.
    """

    viewer: int | None
    waiting: Waiting
    choices: tuple[Action, ...]
    procedure: Procedure = field(repr=False)
    standing: ExchangeStanding
    settlements: tuple[Settlement, ...]
    actions: tuple[Action, ...]
    deal: int
    dealer: int
    pot: int
    seats: tuple[SeatView, ...]
    stock: int
    faces: tuple[int | None, ...] = field(repr=False)
    cannot: tuple[int, ...] = field(repr=False)
    asks: int | None
    question: Question | None
    ledger: Ledger
    own: str | None = field(repr=False)
    history: tuple[Held, ...]

    @property
    def direction(self) -> Direction:
        """Give the direction of play."""
        return self.procedure.direction

    @property
    def coins(self) -> tuple[int, ...]:
        """Give each seat's net coins."""
        return tuple(seat.coins for seat in self.seats)

    @property
    def heights(self) -> Mapping[str, int]:
        """Tell how high each card counts in a draw for the deal: as in the game (DEAL-1)."""
        return dict(zip(self.procedure.pack.kinds, self.procedure.rank, strict=True))

    @property
    def present(self) -> tuple[bool, ...]:
        """Tell who is dealt in; between two deals: who will be."""
        return self.standing.present

    @property
    def in_deal(self) -> tuple[bool, ...]:
        """Tell who was dealt in and is not out of the deal."""
        return tuple(seat.in_deal for seat in self.seats)

    @property
    def aloud(self) -> bool:
        """Tell whether the decision that is waited for is answered aloud, with all looking."""
        return self.question is not None and self.question.public

    @property
    def by(self) -> tuple[int, ...]:
        """Tell who decides for each seat: itself."""
        return tuple(range(len(self.seats)))

    @property
    def forced(self) -> bool:
        """Tell that a decision is always asked: that there is none would tell what somebody holds."""
        return False

    @property
    def next_return(self) -> int | None:
        """Give the price in coins at which the next player to go out may come back, None if he may not."""
        price, ledger = self.procedure.price, self.ledger
        return price(ledger.outs, sum(ledger.returns)) if price and any(ledger.virgin) else None

    @property
    def cup(self) -> int | None:
        """Count the tokens in the cup, None where there is none (ZEH-7)."""
        return self.ledger.cup if self.procedure.has_cup else None

    def lives(self, seat: int) -> tuple[int, int]:
        """Give how many tokens a seat has, and had; in a game without tokens how often it may still buy in (KIL-2)."""
        if self.procedure.has_tokens:
            return self.seats[seat].tokens, self.procedure.tokens
        return self.procedure.buy_ins - self.ledger.returns[seat], self.procedure.buy_ins

    @property
    def virgins(self) -> tuple[bool, ...]:
        """Tell who never lost a token; nobody in games where it does not matter."""
        return tuple(self.procedure.virgins and virgin for virgin in self.ledger.virgin)

    @property
    def seconds(self) -> int | None:
        """Give the time for a decision (CK-10)."""
        return self.procedure.seconds

    def lower(self) -> tuple[str, ...]:
        """List what is lower than the viewer's own card, best first, one card for each rank; empty without a card."""
        if self.own is None or self.viewer is None or self.seats[self.viewer].fallen:
            return ()
        pack, rank = self.procedure.pack, self.procedure.rank
        mine = rank[pack.kinds.index(self.own)]
        lower = {rank[kind]: code for kind, code in enumerate(pack.kinds) if rank[kind] < mine}
        return tuple(lower[value] for value in sorted(lower, reverse=True))

    def power(self, card: str) -> str | None:
        """Give the call of a privileged card, None for an ordinary one."""
        power = self.procedure.powers.get(self.procedure.pack.kinds.index(card))
        return power.call if power else None

    def sample(self, chance: Chance) -> "ExchangeState":
        """Draw a whole state that agrees with everything this view knows, each equally likely."""
        from cucco_tui.games.exchange.sampling import sample_order
        from cucco_tui.games.exchange.state import ExchangeState

        while True:
            state = ExchangeState(self.procedure, self.standing)
            if self.faces:
                order = sample_order(self, chance)
                if order is None:
                    continue
                state.deal([self.procedure.pack.kinds[kind] for kind in order])
            for action in self.actions:
                if state.why_not(action) is not None:
                    break
                state.apply(action)
            if state.view(self.viewer) == self:
                return state
