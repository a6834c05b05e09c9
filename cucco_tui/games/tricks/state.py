"""The play of the trick games (TRICK-1 to TRICK-5): what a `Procedure` leaves open is what all of them share.

Cards are numbers here, and sets of them are bits, as in `procedure`.
"""

from collections.abc import Callable, Mapping, Sequence

from cucco_tui.cards.packs import Pack
from cucco_tui.engine.events import Event
from cucco_tui.engine.question import Question
from cucco_tui.engine.seats import next_seat, round_from
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
    check_pack,
    superfluous,
)
from cucco_tui.games.tricks.procedure import DIRECTION, NO_CARD, NOBODY, PLAY, Procedure, Trick
from cucco_tui.games.tricks.standing import TrickStanding
from cucco_tui.games.tricks.view import Bid, TrickSeat, TrickView

SHUFFLE = Shuffle()
LEAD = -1
"""The cards that may be played when none was led, as bits: all."""


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

    def __init__(self, procedure: Procedure, standing: TrickStanding) -> None:
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

    def standing(self) -> TrickStanding:
        """Tell how the match stands apart from the deal that is on."""
        return TrickStanding(
            deal=self.deal_number,
            dealer=self.dealer,
            score=tuple(self.score),
            coins=tuple(self.coins),
            pot=self.pot,
            settlements=tuple(self.settlements),
            winners=self.winners,
            counted=self.counted,
            doctored=self.doctored,
        )

    def view(self, seat: int | None) -> TrickView:
        """Tell what a seat may know, None for a bystander: what is public, and its own cards."""
        tricks = self._tricks()
        void = self._voids(tricks)
        on_table = tricks.pop() if self._on_table else None
        partner, alone = self._sides_known_to(seat)
        question = self.question
        return TrickView(
            viewer=seat,
            waiting=self.waiting,
            choices=self._choices_of(seat),
            procedure=self.procedure,
            standing=self.standing(),
            seats=tuple(self._seat_seen_by(seat, other) for other in range(len(self.score))),
            hand=() if seat is None else tuple(self._hand(seat)),
            bids=tuple(Bid(bidder, self._code(card)) for bidder, card in self.bids),
            declarer=None if self.declarer == NOBODY else self.declarer,
            called=self._code(self.called),
            partner=partner,
            alone=alone,
            trick=on_table,
            tricks=tuple(tricks),
            taken=tuple(self.taken),
            void=void,
            asked=None if question is None else question.name,
            aloud=question is not None and question.public,
            went_on=self.went_on,
            dying=tuple(self.dying),
            alive=self.alive,
        )

    def _choices_of(self, viewer: int | None) -> tuple[Action, ...]:
        """List what a viewer may do, or may know that somebody may: answer aloud, play from a dummy's open hand."""
        turn = self.waiting
        if not isinstance(turn, Turn):
            return ()
        aloud = self.question is not None and self.question.public
        open_hand = viewer is None and turn.by != turn.seat
        return tuple(self.legal_actions()) if turn.by == viewer or aloud or open_hand else ()

    def _seat_seen_by(self, viewer: int | None, seat: int) -> TrickSeat:
        """Tell what a viewer may know of a seat: all see a dummy's hand (COCH-12)."""
        by, lives, score = self.procedure.by[seat], self.procedure.lives, self.score[seat]
        return TrickSeat(
            seat=seat,
            by=by,
            lives=score if lives else None,
            points=None if lives else self.match_points(score),
            coins=self.coins[seat],
            out=bool(lives) and not score,
            in_deal=self.in_deal[seat],
            cards=self._hands[seat].bit_count(),
            hand=tuple(self._hand(seat)) if seat == viewer or by != seat else (),
        )

    def _code(self, card: int) -> str | None:
        return None if card == NO_CARD else self.procedure.codes[card]

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
            return () if self.question is None else self.question.actions
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
            return Reason("reason.not-your-turn", {"seat": waiting.seat, "to": action.seat})
        if self.question is not None:
            return self.question.why_not(self, action)
        if action.do != PLAY:
            return Reason("reason.unknown-action", {"action": action.do})
        return superfluous(action) or self._why_not_play(action.seat, action.card)

    def _why_not_play(self, seat: int, code: str | None) -> Reason | None:
        """Tell why a seat cannot play a card."""
        card, hand = self.procedure.number.get(code or "", NO_CARD), self._hands[seat]
        if card == NO_CARD or not hand >> card & 1:
            return Reason("reason.not-in-hand", {"card": code or "?"})
        if (hand & self._must or hand) >> card & 1:
            return None
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
        question.answer(self, question, action)

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
        check_pack(procedure.pack, order)
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
