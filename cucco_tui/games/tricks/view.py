"""What one seat may know of a trick game, as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from cucco_tui.engine.seats import Direction, round_from
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Settlement, Turn, Waiting
from cucco_tui.games.tricks.procedure import BID, DIRECTION, GO_ON, PASS, PLAY, Play, Procedure, Trick
from cucco_tui.games.tricks.standing import TrickStanding

if TYPE_CHECKING:
    from cucco_tui.games.tricks.state import TrickState


class Bid(NamedTuple):
    """A seat named a card, or passed (`card` None)."""

    seat: int
    card: str | None


@dataclass(frozen=True, slots=True)
class TrickSeat:
    """A seat as one viewer sees it. `hand` are the cards he may see: his own, and a dummy's, low to high.

    `by` is who plays its cards, `lives` None in games without, `points` its match points, None in games with lives.
    """

    seat: int
    by: int
    lives: int | None
    points: float | None
    coins: int
    out: bool
    in_deal: bool
    cards: int
    hand: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class TrickView:
    """What one seat may know, or a bystander (`viewer` None).

    `trick` is the one on the table, None between two tricks, `tricks` those before it in this deal. `taken` are half
    points by seat, without those for the last trick. `void` tells by seat, as bits of `procedure.suits`, which suits
    all know it not to hold. `partner` is the declarer's: known to all once he has played the called card, before
    that to himself (ZIF-7); `alone` that there is none: known to all likewise, before that to the declarer (ZIF-8).
    `asked` names what the seat in turn is asked instead of playing a card. `went_on` tells that who could have
    annulled did not (COT-7), `dying` who is still to be asked about the doctor, and `alive` who had lives before the
    first of them was.
    """

    viewer: int | None
    waiting: Waiting
    choices: tuple[Action, ...] = field(repr=False)
    procedure: Procedure = field(repr=False)
    standing: TrickStanding
    seats: tuple[TrickSeat, ...]
    hand: tuple[str, ...] = field(repr=False)
    bids: tuple[Bid, ...]
    declarer: int | None
    called: str | None
    partner: int | None = field(repr=False)
    alone: bool = field(repr=False)
    trick: Trick | None
    tricks: tuple[Trick, ...]
    taken: tuple[int, ...]
    void: tuple[int, ...]
    asked: str | None
    aloud: bool
    went_on: bool
    dying: tuple[int, ...]
    alive: tuple[int, ...]

    @property
    def by(self) -> tuple[int, ...]:
        """Tell who decides for each seat."""
        return self.procedure.by

    @property
    def deal(self) -> int:
        """Count deals from 1; between two deals this is already the next one."""
        return self.standing.deal

    @property
    def dealer(self) -> int:
        """Give the dealer's seat; between two deals already the next dealer's."""
        return self.standing.dealer

    @property
    def pot(self) -> int:
        """Count the coins in the pot."""
        return self.standing.pot

    @property
    def coins(self) -> tuple[int, ...]:
        """Give each seat's net coins."""
        return self.standing.coins

    @property
    def settlements(self) -> tuple[Settlement, ...]:
        """List what the deals so far did."""
        return self.standing.settlements

    @property
    def direction(self) -> Direction:
        """Give the direction of play, in an auction that of the bids."""
        return self.procedure.auction if self.asked == BID else DIRECTION

    @property
    def next_bidder(self) -> int | None:
        """Tell who bids after the seat in turn, None if the auction may be over then for want of other bidders."""
        if self.asked != BID or not isinstance(self.waiting, Turn):
            return None
        turn, direction = self.waiting.seat, self.direction
        passed = {bid.seat for bid in self.bids if bid.card is None}
        others = [seat for seat in range(len(self.seats)) if seat not in passed and seat != turn]
        last = next((bid.seat for bid in reversed(self.bids) if bid.card is not None), None)
        if not others or others == [last]:
            return None
        bidding = [seat in others for seat in range(len(self.seats))]
        return round_from((turn + direction.step) % len(bidding), bidding, direction)[0]

    @property
    def heights(self) -> Mapping[str, int]:
        """Tell how high each card counts in a draw for the deal (DEAL-1)."""
        return self.procedure.heights

    @property
    def in_deal(self) -> tuple[bool, ...]:
        """Tell who was dealt in and is not out of the deal."""
        return tuple(seat.in_deal for seat in self.seats)

    @property
    def present(self) -> tuple[bool, ...]:
        """Tell who is dealt in; between two deals: who will be."""
        return tuple(not seat.out for seat in self.seats)

    @property
    def seconds(self) -> int | None:
        """Tell that nobody has to hurry."""
        return None

    @property
    def plays(self) -> tuple[Play, ...]:
        """List what was played in this deal, in order."""
        tricks = self.tricks if self.trick is None else (*self.tricks, self.trick)
        return tuple(play for trick in tricks for play in trick.plays)

    @property
    def forced(self) -> bool:
        """Tell whether everybody knows that there is no choice: one card each, in the last trick."""
        playing = isinstance(self.waiting, Turn) and self.asked is None
        return playing and all(seat.cards <= 1 for seat in self.seats)

    def sample(self, chance: Chance) -> "TrickState":
        """Draw a whole state that agrees with all that this view knows: its cards, voids and bids.

        All such states can come up, and nearly equally often.
        """
        from cucco_tui.games.tricks.sampling import sample_hands
        from cucco_tui.games.tricks.state import TrickState

        state = TrickState(self.procedure, self.standing)
        if any(self.in_deal):
            state.begin(sample_hands(self, chance))
            for bid in self.bids:
                state.apply(Action(bid.seat, PASS if bid.card is None else BID, card=bid.card))
            for play in self.plays:
                if state.question is not None:
                    state.apply(Action(play.seat, GO_ON))
                state.apply(Action(play.seat, PLAY, card=play.card))
            if self.went_on and state.question is not None:
                state.apply(Action(state.question.seat, GO_ON))
        elif self.dying:
            state.dying, state.alive = list(self.dying), self.alive
            self.procedure.finish(state)
        return state
