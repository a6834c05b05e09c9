"""What is told about a trick game as data: its suits, what its cards count, how a deal is reckoned.

A card is a *number* here: its suit times the length of a suit, plus its rank there, 0 the lowest; so of two cards of
one suit the higher number is the higher card. Sets of cards are bits. Card points are half points.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from cucco_tui.cards.packs import Pack
from cucco_tui.engine.seats import Direction
from cucco_tui.engine.state import Action, Turn

if TYPE_CHECKING:
    from cucco_tui.games.tricks.state import TrickState

PLAY, BID, PASS, ANNUL, GO_ON, DOCTOR, LEAVE = "play", "bid", "pass", "annul", "go_on", "doctor", "leave"
NOBODY = -1
"""Stands for a seat where there is none."""
NO_CARD = -1
DIRECTION = Direction.ANTICLOCKWISE
"""TRICK-1."""
REMEMBERED = 1 << 15
"""How many lists of plays a seat may have before they are made anew."""


class Play(NamedTuple):
    """A seat played a card."""

    seat: int
    card: str


class Trick(NamedTuple):
    """A trick, the lead first; `winner` is the seat that wins it, or would as it stands."""

    plays: tuple[Play, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class Procedure:
    """What is special about a trick game.

    `suits` list the codes of each suit from low to high, all equally many, `suit_names` name them; `half_points` is
    what a card counts, `last_trick` what the last trick adds. Each player gets `cards_each`, `packet` at a time.
    `sides` are the seats that score together, partners or each for himself.
    `by` tells who plays the cards of each seat: a dummy's partner, else the seat itself (COCH-12).
    Of equal cards in a trick the first wins, or the later one if `later_wins`, except for the card `first_wins`
    (COCH-4). A card that `takes` wins every trick that was led with the first suit, two of them cancel (COCH-5).
    `punished` lets any card be played; `penalty` does what a proved revoke costs (TRICK-5).
    `auction` is the direction in which bids go round. Won tricks are covered but for the last, unless `open_tricks`.
    `opening` comes between the deal and the first lead, `between` after each trick but the last, given its winner;
    `ending` reckons the deal after the last trick, `finish` goes on from there: the next deal, or the end.
    `unit` is how many of what is scored make a match point: 2 where half points are scored. With `lives` a player
    without any is out. `stake` is what everybody pays into the pot, in coins.
    For who reckons with the ending: `points_cost` says that whoever takes most card points pays for them.
    """

    pack: Pack
    suits: tuple[tuple[str, ...], ...]
    suit_names: tuple[str, ...]
    half_points: Mapping[str, int]
    cards_each: int
    packet: int
    by: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]
    ending: Callable[["TrickState"], None]
    penalty: Callable[["TrickState", int], None]
    finish: Callable[["TrickState"], None]
    opening: Callable[["TrickState"], None] | None = None
    between: Callable[["TrickState", int], None] | None = None
    auction: Direction = DIRECTION
    open_tricks: bool = False
    last_trick: int = 0
    later_wins: bool = False
    first_wins: str | None = None
    takes: str | None = None
    punished: bool = False
    lives: int = 0
    unit: int = 1
    stake: int = 0
    points_cost: bool = False
    codes: tuple[str, ...] = field(init=False, repr=False)
    number: Mapping[str, int] = field(init=False, repr=False)
    counts: tuple[int, ...] = field(init=False, repr=False)
    suit_bits: tuple[int, ...] = field(init=False, repr=False)
    turns: tuple[Turn, ...] = field(init=False, repr=False)
    actions: tuple[tuple[Action, ...], ...] = field(init=False, repr=False)
    follow: tuple[int, ...] = field(init=False, repr=False)
    known: Mapping[int, tuple[int, int, int, int]] = field(init=False, repr=False, compare=False)
    choices: tuple[dict[int, tuple[Action, ...]], ...] = field(init=False, repr=False, compare=False)
    of_suit: tuple[tuple[dict[int, tuple[Action, ...]], ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Number the cards, and know by number what each counts and which others are of its suit.

        A hand is written in bits: the lower half tells which cards it holds, the upper half of which also the second
        copy. The play of each card by each seat is one object: `known` finds seat, card and both its bits by its id,
        `choices` by seat the plays from a hand once they were asked for, `of_suit` those of one suit. `follow` are
        the bits of a card's suit in both halves.
        """
        codes = tuple(chain.from_iterable(self.suits))
        length = len(self.suits[0])
        suit = (1 << length) - 1
        suit_bits = tuple(suit << number // length * length for number in range(len(codes)))
        actions = tuple(tuple(Action(seat, PLAY, card=code) for code in codes) for seat in range(len(self.by)))
        values: dict[str, object] = {
            "codes": codes,
            "number": {code: number for number, code in enumerate(codes)},
            "counts": tuple(self.half_points.get(code, 0) for code in codes),
            "suit_bits": suit_bits,
            "follow": tuple(bits | bits << len(codes) for bits in suit_bits),
            "turns": tuple(Turn(seat, by) for seat, by in enumerate(self.by)),
            "actions": actions,
            "known": {
                id(action): (seat, card, 1 << card, 1 << card + len(codes))
                for seat, plays in enumerate(actions)
                for card, action in enumerate(plays)
            },
            "choices": tuple({} for _ in self.by),
            "of_suit": tuple(tuple({} for _ in self.suits) for _ in self.by),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def start(self, dealer: int) -> "TrickState":
        """Stand before the first deal: everybody has his lives, if there are any, and has paid the stake (COT-5)."""
        # Not before a match begins: the first page shows the games and waits for no state.
        from cucco_tui.games.tricks.standing import TrickStanding
        from cucco_tui.games.tricks.state import TrickState

        return TrickState(self, TrickStanding.first(len(self.by), dealer, self.lives, self.stake))

    def suit_of(self, code: str) -> int:
        """Give the suit of a card, an index into `suits`."""
        return self.number[code] // len(self.suits[0])

    @property
    def heights(self) -> Mapping[str, int]:
        """Tell how high each card counts in a draw for the deal (DEAL-1): the Matto is lowest, ranks alone count."""
        if self.pack.copies > 1:
            return {code: kind for kind, code in enumerate(self.pack.kinds)}
        return {code: rank for suit in self.suits for rank, code in enumerate(suit)}

    def winner(self, cards: Sequence[int]) -> int:
        """Tell which card of a trick, as a place in it, wins so far (TRICK-4, COCH-4 to COCH-6)."""
        suit = self.suit_bits[cards[0]]
        if self.takes is not None and suit & 1:
            taker = self.number[self.takes]
            if cards.count(taker) == 1:
                return cards.index(taker)
        top = max(cards)
        if not suit >> top & 1:
            top = max(card for card in cards if suit >> card & 1)
        if self.later_wins and self.codes[top] != self.first_wins:
            return len(cards) - 1 - cards[::-1].index(top)
        return cards.index(top)

    def trick(self, seats: Sequence[int], codes: Sequence[str]) -> "Trick":
        """Put a trick together from who played and what, the lead first."""
        plays = tuple(Play(seat, code) for seat, code in zip(seats, codes, strict=True))
        return Trick(plays, seats[self.winner([self.number[code] for code in codes])])

    def taken(self, tricks: Sequence["Trick"]) -> tuple[int, ...]:
        """Count by seat the half points that it has won in these tricks, with those for the last one of a deal."""
        taken = [0] * len(self.by)
        for number, trick in enumerate(tricks, start=1):
            taken[trick.winner] += sum(self.half_points.get(play.card, 0) for play in trick.plays)
            taken[trick.winner] += self.last_trick * (number == self.cards_each)
        return tuple(taken)

    def plays(self, seat: int, cards: int) -> tuple[Action, ...]:
        """List the plays from a hand of a seat, given as bits, lowest card first, and remember the list."""
        choices = self.choices[seat]
        if len(choices) > REMEMBERED:
            choices.clear()
        found: tuple[Action, ...] = ()
        for start, of_suit in zip(range(0, len(self.codes), len(self.suits[0])), self.of_suit[seat], strict=True):
            held = cards >> start & (1 << len(self.suits[0])) - 1
            if held not in of_suit:
                plays = self.actions[seat][start : start + len(self.suits[0])]
                of_suit[held] = tuple(play for rank, play in enumerate(plays) if held >> rank & 1)
            found += of_suit[held]
        choices[cards] = found
        return found
