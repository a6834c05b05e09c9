"""The procedure that the trick games share (TRICK-1 to TRICK-5): follow suit, no trumps, the highest card wins.

What is special about a game is told as data, a `Procedure`: its suits, what its cards count, what comes before the
first lead and between two tricks, and how a deal is reckoned.

Inside, a card is a *number*: its suit times the length of a suit, plus its rank there, 0 the lowest; so of two cards
of one suit the higher number is the higher card. Sets of cards are bits. Card points are half points.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from cucco_tui.cards.packs import Pack
from cucco_tui.engine.events import Event
from cucco_tui.engine.seats import Direction, next_seat, round_from
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import (
    Action,
    IllegalAction,
    Over,
    Reason,
    SeatReport,
    Settlement,
    Shuffle,
    Turn,
    Waiting,
    superfluous,
)

PLAY, BID, PASS, ANNUL, GO_ON, DOCTOR, LEAVE = "play", "bid", "pass", "annul", "go_on", "doctor", "leave"
NOBODY = -1
"""Stands for a seat where there is none."""
NO_CARD = -1
SHUFFLE = Shuffle()
DIRECTION = Direction.ANTICLOCKWISE
"""TRICK-1."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that a seat is asked besides playing a card: a bid, whether to annul, whether to call the doctor.

    `answer` does what was chosen, `judge` tells why something that is no choice is none. A `public` question is
    answered aloud, with all looking.
    """

    name: str
    seat: int
    choices: tuple[Action, ...]
    answer: Callable[["TrickState", Action], None]
    judge: Callable[["TrickState", Action], Reason] | None = None
    public: bool = False


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
    `opening` comes between the deal and the first lead, `between` after each trick but the last, given its winner;
    `ending` reckons the deal after the last trick, `finish` goes on from there: the next deal, or the end.
    `unit` is how many of what is scored make a match point: 2 where half points are scored. With `lives` a player
    without any is out.
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
    last_trick: int = 0
    later_wins: bool = False
    first_wins: str | None = None
    takes: str | None = None
    punished: bool = False
    lives: int = 0
    unit: int = 1
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


REMEMBERED = 1 << 15
"""How many lists of plays a seat may have before they are made anew."""
LEAD = -1
"""The cards that may be played when none was led, as bits: all."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How the match stands before a deal, or at its end. `score` by seat: lives, or what match points are made of.

    `doctored` are the seats for which the doctor has come (COT-13), `counted` the deals that count for `deals`.
    """

    deal: int
    dealer: int
    score: tuple[int, ...]
    coins: tuple[int, ...]
    pot: int
    settlements: tuple[Settlement, ...] = ()
    counted: int = 0
    doctored: frozenset[int] = frozenset()
    winners: tuple[int, ...] = ()

    @classmethod
    def first(cls, seats: int, dealer: int, score: int = 0, stake: int = 0) -> "Standing":
        """Start a match: everybody has paid the stake into the pot and has his lives, if there are any (COT-5)."""
        return cls(1, dealer, (score,) * seats, (-stake,) * seats, stake * seats)


class Bid(NamedTuple):
    """A seat named a card, or passed (`card` None)."""

    seat: int
    card: str | None


class Play(NamedTuple):
    """A seat played a card."""

    seat: int
    card: str


class Trick(NamedTuple):
    """A trick, the lead first; `winner` is the seat that wins it, or would as it stands."""

    plays: tuple[Play, ...]
    winner: int


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
    `question` names what the seat in turn is asked instead of playing a card. `went_on` tells that who could have
    annulled did not (COT-7), `dying` who is still to be asked about the doctor, and `alive` who had lives before the
    first of them was.
    """

    viewer: int | None
    waiting: Waiting
    choices: tuple[Action, ...] = field(repr=False)
    procedure: Procedure = field(repr=False)
    standing: Standing
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
    question: str | None
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
        """Give the direction of play."""
        return DIRECTION

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
        playing = isinstance(self.waiting, Turn) and self.question is None
        return playing and all(seat.cards <= 1 for seat in self.seats)

    def sample(self, chance: Chance) -> "TrickState":
        """Draw a whole state that agrees with all that this view knows: its cards, voids and bids.

        All such states can come up, and nearly equally often.
        """
        state = TrickState(self.procedure, self.standing)
        if any(self.in_deal):
            state.begin(self._sample_hands(chance))
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

    def _sample_hands(self, chance: Chance) -> list[list[int]]:
        """Draw what every seat was dealt."""
        procedure, seats = self.procedure, len(self.seats)
        number = procedure.number
        places = [[number[code] for code in seat.hand] for seat in self.seats]
        played = [[number[play.card] for play in self.plays if play.seat == seat] for seat in range(seats)]
        unseen = [card for card in range(len(procedure.codes)) for _ in range(procedure.pack.copies)]
        for card in chain(*places, *played):
            unseen.remove(card)
        room = [seat.cards - len(seat.hand) for seat in self.seats]
        room.append(len(unseen) - sum(room))
        needed: list[set[int]] = [set() for _ in range(seats + 1)]
        for bid in self.bids:
            if bid.card is not None and room[bid.seat] and number[bid.card] not in played[bid.seat]:
                needed[bid.seat].add(number[bid.card])
        hidden = _Hidden(unseen, room, needed, [*self._barred(), 0])
        drawn = hidden.draw(chance)
        # What was drawn last is out of the deal (COT-2): nobody has it.
        return [[*seen, *cards, *gone] for seen, cards, gone in zip(places, drawn[:-1], played, strict=True)]

    def _barred(self) -> list[int]:
        """Give by seat, as bits, the cards that all know it not to hold."""
        length = len(self.procedure.suits[0])
        suit = (1 << length) - 1
        return [
            sum(suit << number * length for number in range(len(self.procedure.suits)) if void >> number & 1)
            for void in self.void
        ]


class _Hidden:
    """Unseen cards and the places they may lie in: `room` for how many, `needed` ones, `barred` ones as bits."""

    def __init__(self, unseen: list[int], room: list[int], needed: list[set[int]], barred: list[int]) -> None:
        self.room = room
        self.needed = needed
        self.barred = barred
        self.left = list(unseen)
        self.fixed: list[list[int]] = [[] for _ in room]
        for place, cards in enumerate(needed):
            for card in cards:
                self.left.remove(card)
                self.fixed[place].append(card)
        self.free = [count - len(fixed) for count, fixed in zip(room, self.fixed, strict=True)]

    def draw(self, chance: Chance) -> list[list[int]]:
        """Lay the cards, then let pairs and triples of cards change places: no lay is far likelier than another."""
        slots = [place for place, count in enumerate(self.free) for _ in range(count)]
        where = self._lay(chance, slots)
        cards = [card for card, _ in where]
        places = [place for _, place in where]
        # A needed card may be any copy, so those that were fixed take part: only the need must stay met.
        for place, fixed in enumerate(self.fixed):
            cards += fixed
            places += [place] * len(fixed)
        for step in range(SWAPS * len(cards)):
            chosen = [chance.below(len(cards)) for _ in range(2 + step % 2)]
            self._turn_round(cards, places, chosen)
        return [
            [card for card, at in zip(cards, places, strict=True) if at == place] for place in range(len(self.room))
        ]

    def _lay(self, chance: Chance, slots: list[int]) -> list[tuple[int, int]]:
        """Give every card a place that may hold it, by augmenting paths in a random order."""
        cards, slots = chance.shuffled(self.left), chance.shuffled(slots)
        holder: list[int] = [NO_CARD] * len(slots)

        def settle(card: int, tried: set[int]) -> bool:
            for slot, place in enumerate(slots):
                if slot in tried or self.barred[place] >> cards[card] & 1:
                    continue
                tried.add(slot)
                if holder[slot] == NO_CARD or settle(holder[slot], tried):
                    holder[slot] = card
                    return True
            return False

        for card in range(len(cards)):
            settle(card, set())
        return [(cards[card], place) for card, place in zip(holder, slots, strict=True)]

    def _turn_round(self, cards: list[int], places: list[int], chosen: list[int]) -> None:
        """Let each chosen card take the place of the next, if all may lie there and all needs stay met."""
        if len({places[one] for one in chosen}) < len(chosen):
            return
        moved = [places[one] for one in chosen[1:]] + [places[chosen[0]]]
        if any(self.barred[place] >> cards[one] & 1 for one, place in zip(chosen, moved, strict=True)):
            return
        before = [places[one] for one in chosen]
        for one, place in zip(chosen, moved, strict=True):
            places[one] = place
        for place in before:
            if self.needed[place] and not self.needed[place] <= {
                card for card, at in zip(cards, places, strict=True) if at == place
            }:
                for one, old in zip(chosen, before, strict=True):
                    places[one] = old
                return


SWAPS = 6
"""How often, for each unseen card, cards change places in a sample."""


class TrickState:
    """A match of a trick game between two actions. Seats are numbers from 0, cards are numbers."""

    __slots__ = (
        "_after",
        "_choices",
        "_failed",
        "_hands",
        "_known",
        "_leader",
        "_left",
        "_listener",
        "_must",
        "_noted",
        "_plays",
        "_round",
        "_trick_winners",
        "_turn",
        "alive",
        "bids",
        "called",
        "coins",
        "counted",
        "deal_number",
        "dealer",
        "declarer",
        "doctored",
        "dying",
        "in_deal",
        "partner",
        "pot",
        "procedure",
        "question",
        "revealed",
        "score",
        "settlements",
        "taken",
        "went_on",
        "winners",
    )

    def __init__(self, procedure: Procedure, standing: Standing) -> None:
        """Stand before a deal."""
        self.procedure = procedure
        self._known = procedure.known
        self._choices = procedure.choices
        self.deal_number = standing.deal
        self.dealer = standing.dealer
        self.score = list(standing.score)
        self.coins = list(standing.coins)
        self.pot = standing.pot
        self.settlements = list(standing.settlements)
        self.counted = standing.counted
        self.doctored = standing.doctored
        self.winners = standing.winners
        self._listener: Callable[[Event], None] | None = None
        self._clear()

    def _clear(self) -> None:
        """Take all cards off the table."""
        seats = len(self.score)
        self._hands = [0] * seats
        self._plays: list[int] = []
        self._trick_winners: list[int] = []
        self._failed = [0] * seats
        self._leader = self._turn = NOBODY
        self._must = LEAD
        self._left = 0
        self._round: dict[int, tuple[int, ...]] = {}
        self._after: tuple[int, ...] = ()
        self._noted = True
        self.in_deal = [False] * seats
        self.taken = [0] * seats
        self.question: Question | None = None
        self.bids: list[tuple[int, int]] = []
        self.declarer = self.partner = NOBODY
        self.called = NO_CARD
        self.revealed = False
        self.went_on = False
        self.dying: list[int] = []
        self.alive: tuple[int, ...] = ()

    def __repr__(self) -> str:
        """Name the deal and nothing else: a repr ends up in logs and crash reports."""
        return f"<TrickState deal {self.deal_number}>"

    # What the table asks

    @property
    def pack(self) -> Pack:
        """Give the pack that the match is played with."""
        return self.procedure.pack

    @property
    def by(self) -> tuple[int, ...]:
        """Tell who decides for each seat: a dummy's partner, else the seat itself (COCH-12)."""
        return self.procedure.by

    @property
    def waiting(self) -> Waiting:
        """Tell what must happen next."""
        if self.question is not None:
            return self.procedure.turns[self.question.seat]
        if self._turn != NOBODY:
            return self.procedure.turns[self._turn]
        return Over(self.winners) if self.winners else SHUFFLE

    @property
    def present(self) -> list[bool]:
        """Tell who is dealt in: everybody, or who has lives."""
        return [not self.procedure.lives or lives > 0 for lives in self.score]

    @property
    def trick_winners(self) -> Sequence[int]:
        """List the winners of this deal's tricks."""
        return self._trick_winners

    @property
    def players(self) -> list[int]:
        """List the seats in the deal, from eldest to dealer."""
        return round_from(next_seat(self.dealer, self.in_deal, DIRECTION), self.in_deal, DIRECTION)

    def report(self) -> tuple[SeatReport, ...]:
        """Tell everything about each seat, hands too while a deal is on."""
        lives = self.procedure.lives
        return tuple(
            SeatReport(
                tokens=score if lives else None,
                points=None if lives else self.match_points(score),
                coins=self.coins[seat],
                out=bool(lives) and not score,
                virgin=None,
                hand=tuple(self._hand(seat)),
            )
            for seat, score in enumerate(self.score)
        )

    def match_points(self, score: int) -> float:
        """Tell how many match points a score is: whole numbers are ints."""
        return score // self.procedure.unit if score % self.procedure.unit == 0 else score / self.procedure.unit

    def clone(self) -> "TrickState":
        """Copy the state; nobody listens to the copy."""
        copy = TrickState.__new__(TrickState)
        for name in SHARED:
            setattr(copy, name, getattr(self, name))
        for name in COPIED:
            setattr(copy, name, getattr(self, name).copy())
        copy._listener = None
        copy._watch_plays()
        return copy

    def listen(self, listener: Callable[[Event], None]) -> None:
        """Have every event from now on told to `listener`."""
        self._listener = listener
        self._noted = True

    def standing(self) -> Standing:
        """Tell how the match stands apart from the deal that is on."""
        return Standing(
            self.deal_number,
            self.dealer,
            tuple(self.score),
            tuple(self.coins),
            self.pot,
            tuple(self.settlements),
            self.counted,
            self.doctored,
            self.winners,
        )

    def view(self, seat: int | None) -> TrickView:
        """Tell what a seat may know, None for a bystander: what is public, and its own cards."""
        procedure = self.procedure
        waiting = self.waiting
        question = self.question
        aloud = question is not None and question.public
        turn = waiting if isinstance(waiting, Turn) else None
        # All see a dummy's hand: a bystander knows what may be played from it, as its partner does.
        open_hand = seat is None and turn is not None and turn.by != turn.seat
        lives = procedure.lives
        partner, alone = self._sides_known_to(seat)
        tricks = self._tricks()
        void = self._voids(tricks)
        on_table = tricks.pop() if self._on_table else None
        return TrickView(
            viewer=seat,
            waiting=waiting,
            choices=tuple(self.legal_actions()) if turn and (turn.by == seat or aloud or open_hand) else (),
            procedure=procedure,
            standing=self.standing(),
            seats=tuple(
                TrickSeat(
                    seat=s,
                    by=procedure.by[s],
                    lives=score if lives else None,
                    points=None if lives else self.match_points(score),
                    coins=self.coins[s],
                    out=bool(lives) and not score,
                    in_deal=self.in_deal[s],
                    cards=self._hands[s].bit_count(),
                    hand=tuple(self._hand(s)) if s == seat or procedure.by[s] != s else (),
                )
                for s, score in enumerate(self.score)
            ),
            hand=() if seat is None else tuple(self._hand(seat)),
            bids=tuple(Bid(s, None if card == NO_CARD else procedure.codes[card]) for s, card in self.bids),
            declarer=None if self.declarer == NOBODY else self.declarer,
            called=None if self.called == NO_CARD else procedure.codes[self.called],
            partner=partner,
            alone=alone,
            trick=on_table,
            tricks=tuple(tricks),
            taken=tuple(self.taken),
            void=void,
            question=None if question is None else question.name,
            aloud=aloud,
            went_on=self.went_on,
            dying=tuple(self.dying),
            alive=self.alive,
        )

    def _hand(self, seat: int) -> list[str]:
        codes = self.procedure.codes
        once = self._hands[seat]
        twice = once >> len(codes)
        return [code for card, code in enumerate(codes) for held in (once, twice) if held >> card & 1]

    def _tricks(self) -> list[Trick]:
        """List the tricks of this deal; the last one may not be whole yet."""
        codes, size = self.procedure.codes, len(self._round) or 1
        leaders = [self._round_of_first(), *self._trick_winners]
        tricks: list[Trick] = []
        for leader, start in zip(leaders, range(0, len(self._plays), size), strict=False):
            cards = [codes[card] for card in self._plays[start : start + size]]
            tricks.append(self.procedure.trick(self._round[leader][: len(cards)], cards))
        return tricks

    def _round_of_first(self) -> int:
        return self.players[0] if self._round else NOBODY

    def _voids(self, tricks: Sequence[Trick]) -> tuple[int, ...]:
        """Tell by seat, as bits, which suits all know it not to hold; where revokes are possible nothing is known."""
        void = [0] * len(self.score)
        if not self.procedure.punished:
            for trick in tricks:
                led = self.procedure.suit_of(trick.plays[0].card)
                for play in trick.plays:
                    void[play.seat] |= (self.procedure.suit_of(play.card) != led) << led
        return tuple(void)

    def _sides_known_to(self, viewer: int | None) -> tuple[int | None, bool]:
        """Give the partner a viewer knows, and whether he knows the declarer to be alone (ZIF-7, ZIF-8)."""
        if self.declarer == NOBODY:
            return None, False
        alone = self.partner == NOBODY
        if self.revealed:
            return (None, True) if alone else (self.partner, False)
        if viewer == self.declarer:
            return None, alone
        return (viewer if viewer == self.partner else None), False

    # What the table does

    def legal_actions(self) -> Sequence[Action]:
        """List what the seat in turn may do: follow suit if it can (TRICK-3), or answer what it was asked."""
        seat = self._turn
        if seat < 0:
            return () if self.question is None else self.question.choices
        hand = self._hands[seat]
        cards = hand & self._must or hand
        try:
            return self._choices[seat][cards]
        except KeyError:
            return self.procedure.plays(seat, cards)

    def why_not(self, action: Action) -> Reason | None:
        """Tell why an action is not allowed now, None if it is."""
        waiting = self.waiting
        if isinstance(waiting, Over):
            return Reason("reason.over")
        if isinstance(waiting, Shuffle):
            return Reason("reason.shuffle-first")
        if action.seat != waiting.seat:
            return Reason("reason.not-your-turn", {"seat": waiting.seat})
        choices = [choice for choice in self.legal_actions() if choice.do == action.do]
        if choices and (reason := superfluous(action)) is not None:
            return reason
        if any(choice.card == action.card for choice in choices):
            return None
        if self.question is not None:
            if self.question.judge is not None:
                return self.question.judge(self, action)
            return Reason("reason.answer-first", {"seat": action.seat})
        if action.do != PLAY:
            return Reason("reason.unknown-action", {"action": action.do})
        card = self.procedure.number.get(action.card or "", NO_CARD)
        if card == NO_CARD or not self._hands[action.seat] >> card & 1:
            return Reason("reason.not-in-hand", {"card": action.card or "?"})
        led = self.procedure.codes[self._plays[-self._on_table]]
        return Reason("reason.follow-suit", {"suit": self.procedure.suit_names[self.procedure.suit_of(led)]})

    def apply(self, action: Action) -> None:
        """Do an action, or raise IllegalAction and change nothing."""
        try:
            seat, card, bit, second = self._known[id(action)]
        except KeyError:
            self._apply_other(action)
            return
        hands = self._hands
        hand = hands[seat]
        must = self._must
        if seat != self._turn or not (hand & must or hand) & bit:
            self._refuse(action)
        hands[seat] = hand ^ (second if hand & second else bit)
        self._plays.append(card)
        if must == LEAD:
            self._must = self.procedure.follow[card]
        if self._noted and self._note(seat, card, bit):
            return
        left = self._left - 1
        if left:
            self._left = left
            self._turn = self._after[seat]
        else:
            self._end_trick()

    def _apply_other(self, action: Action) -> None:
        """Do an action that is not one of the procedure's own: it may be equal to one, or answer a question."""
        self._refuse(action)
        if self.question is None:
            self.apply(self.procedure.actions[action.seat][self.procedure.number[action.card or ""]])
            return
        question, self.question = self.question, None
        self._turn = self._leader
        question.answer(self, action)

    def _refuse(self, action: Action) -> None:
        """Raise IllegalAction if an action is not allowed."""
        reason = self.why_not(action)
        if reason is not None:
            raise IllegalAction(reason)

    def deal(self, order: Sequence[str]) -> None:
        """Deal from a shuffled pack, top card first: in packets, eldest first, dealer last (COCH-3, ZIF-2, COT-2)."""
        if self.question is not None or self._turn != NOBODY:
            raise IllegalAction(Reason("reason.deal-is-on"))
        if self.winners:
            raise IllegalAction(Reason("reason.over"))
        procedure = self.procedure
        fault = procedure.pack.fault(order)
        if fault is not None:
            raise IllegalAction(Reason(f"reason.pack-{fault[0]}", {"card": fault[1]}))
        present = self.present
        players = round_from(next_seat(self.dealer, present, DIRECTION), present, DIRECTION)
        cards = [procedure.number[code] for code in order]
        hands: list[list[int]] = [[] for _ in self.score]
        packet, top = procedure.packet, 0
        for _ in range(procedure.cards_each // packet):
            for seat in players:
                hands[seat] += cards[top : top + packet]
                top += packet
        self.begin(hands)

    def begin(self, hands: Sequence[Sequence[int]]) -> None:
        """Begin a deal in which the seats hold these cards."""
        self.in_deal = self.present
        for seat, cards in enumerate(hands):
            for card in cards:
                held = self._hands[seat] >> card & 1
                self._hands[seat] |= 1 << card + held * len(self.procedure.codes)
        self.tell("event.deals", self.dealer)
        players = self.players
        self._round = {seat: tuple(players[n:] + players[:n]) for n, seat in enumerate(players)}
        self._after = tuple(next_seat(seat, self.in_deal, DIRECTION) for seat in range(len(self.score)))
        self._left = len(players)
        self._leader = self._turn = players[0]
        self._watch_plays()
        if self.procedure.opening is not None:
            self.procedure.opening(self)

    def ask(self, question: Question) -> None:
        """Ask a seat something before play goes on."""
        self.question = question
        self._turn = NOBODY

    def declare(self, declarer: int, card: int) -> None:
        """Let a seat be the declarer; who holds the other copy of the called card is its partner (ZIF-7, ZIF-8)."""
        self.declarer, self.called = declarer, card
        self.partner = next(
            (seat for seat, hand in enumerate(self._hands) if hand >> card & 1 and seat != declarer), NOBODY
        )
        self._watch_plays()

    @property
    def _on_table(self) -> int:
        """Count the cards of a trick that is not whole yet."""
        return len(self._plays) % (len(self._round) or 1)

    def _watch_plays(self) -> None:
        """Know whether anything but the trick itself can come of a play: nearly all that bots try need not ask."""
        self._noted = self._listener is not None or self.procedure.punished or self.called != NO_CARD

    def _note(self, seat: int, card: int, bit: int) -> bool:
        """Do what comes of a play besides the trick; tell whether it has ended the deal."""
        procedure = self.procedure
        count = self._on_table or len(self._round)
        if self._listener is not None:
            key = "event.plays" if count > 1 else "event.leads"
            self.tell(key, seat, cards=(procedure.codes[card],), revocable=True)
        if procedure.punished:
            if self._failed[seat] & bit:
                self._prove_revoke(seat, count)
                return True
            led = procedure.suit_bits[self._plays[-count]]
            if not led & bit:
                self._failed[seat] |= led
            # A dummy cannot revoke: all see its cards.
            follower = self._after[seat]
            self._must = LEAD if procedure.by[follower] == follower else procedure.follow[self._plays[-count]]
        if card == self.called:
            self._play_called(seat)
        return False

    def _play_called(self, seat: int) -> None:
        """Tell who the partner is, or that there is none, when the second hand or the second copy shows it (ZIF-7)."""
        second_copy = self._plays.count(self.called) == self.procedure.pack.copies
        if seat == self.partner or (self.partner == NOBODY and second_copy):
            self.reveal()

    def reveal(self) -> None:
        """Let all know who the declarer's partner is, or that there is none."""
        if not self.revealed:
            self.revealed = True
            alone = self.partner == NOBODY
            self.tell("event.alone" if alone else "event.partner", self.declarer if alone else self.partner)

    def _end_trick(self) -> None:
        """Give the trick to its winner, who leads to the next (TRICK-2)."""
        procedure = self.procedure
        seats = self._round[self._leader]
        size = len(seats)
        cards = self._plays[-size:]
        self._leader = self._turn = winner = seats[procedure.winner(cards)]
        counts = procedure.counts
        points = 0
        for card in cards:
            points += counts[card]
        self.taken[winner] += points
        self._trick_winners.append(winner)
        self._left = size
        self._must = LEAD
        if self._listener is not None:
            codes = tuple(procedure.codes[card] for card in cards)
            self.tell("event.takes-trick", winner, seats=seats, cards=codes, moment=True, revocable=True)
        if not self._hands[winner]:
            self._turn = NOBODY
            procedure.ending(self)
        elif procedure.between is not None:
            procedure.between(self, winner)

    def _prove_revoke(self, seat: int, count: int) -> None:
        """Stop the deal: a player holds a suit that he did not follow (TRICK-5)."""
        self._turn = NOBODY
        cards = tuple(self.procedure.codes[card] for card in self._plays[-count:])
        self.tell("event.revoke-proved", seat, seats=self._round[self._leader][:count], cards=cards, moment=True)
        self.procedure.penalty(self, seat)

    def tell(
        self,
        key: str,
        seat: int | None = None,
        to: int | None = None,
        *,
        seats: tuple[int, ...] = (),
        tokens: int = 0,
        cards: tuple[str, ...] = (),
        moment: bool = False,
        call: str | None = None,
        coins: int = 0,
        revocable: bool = False,
    ) -> None:
        """Tell an event to who listens; all of it is public."""
        if self._listener is not None:
            event = Event(key, seat, to, seats, tokens, cards, None, call, moment, coins, (), revocable)
            self._listener(event)

    # What games do with a deal

    def holds(self, seat: int, card: int) -> bool:
        """Tell whether a seat holds a card now."""
        return bool(self._hands[seat] >> card & 1)

    def held(self, seat: int) -> int:
        """Give the cards that a seat holds, as bits."""
        return self._hands[seat] & (1 << len(self.procedure.codes)) - 1

    def counted_by(self, values: Mapping[str, int]) -> list[int]:
        """Count by other values what each seat has won in this deal's tricks (COCH-9)."""
        sums = [0] * len(self.score)
        for trick in self._tricks():
            sums[trick.winner] += sum(values.get(play.card, 0) for play in trick.plays)
        return sums

    def settle(
        self,
        change: Sequence[int],
        points: Sequence[int] | None = None,
        recount: Sequence[int] | None = None,
        *,
        void: bool = False,
    ) -> None:
        """Score a deal: `change` in what is scored, `points` in half points by seat. The cards leave the table."""
        self.tell("event.reckoned")
        for seat, gained in enumerate(change):
            self.score[seat] += gained
            if gained and self.procedure.lives:
                self.tell("event.gains-life" if gained > 0 else "event.loses-life", seat, tokens=gained)
        unit = self.procedure.unit
        self.settlements.append(
            Settlement(
                self.deal_number,
                self.dealer,
                tuple(change) if unit == 1 else tuple(map(self.match_points, change)),
                None if points is None else tuple([half / 2 if half & 1 else half >> 1 for half in points]),
                None if recount is None else tuple(recount),
                void,
            )
        )
        self._clear()

    def next_deal(self) -> None:
        """Pass the deal on and wait for a shuffle."""
        self.deal_number += 1
        self.dealer = next_seat(self.dealer, self.present, DIRECTION)
        self.alive = ()

    def win(self, seats: Sequence[int]) -> None:
        """End the match; the only winner takes the pot, if there is one (COT-10)."""
        if self.pot:
            self.tell("event.takes-pot", seats[0], coins=self.pot)
            self.coins[seats[0]] += self.pot
            self.pot = 0
        self.winners = tuple(seats)
        for seat in seats:
            self.tell("event.wins", seat, moment=True)
        self.alive = ()


COPIED = (
    *("_failed", "_hands", "_plays", "_trick_winners"),
    *("bids", "coins", "dying", "in_deal", "score", "settlements", "taken"),
)
"""What a clone has a copy of: lists."""
SHARED = tuple(name for name in TrickState.__slots__ if name not in {*COPIED, "_listener", "_noted"})
