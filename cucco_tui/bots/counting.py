"""What a seat can count in a trick game: which cards are out, who may hold them, and how likely.

Cards are numbers here as in `games.tricks`, sets of cards are bits. For a chance the unseen cards count as shuffled
among all places that may hold them: voids and bids are taken in, but not what people may have meant by their play.
"""

from collections.abc import Sequence
from math import comb

from cucco_tui.engine.seats import round_from
from cucco_tui.engine.state import Action, Turn
from cucco_tui.games.tricks.procedure import DIRECTION
from cucco_tui.games.tricks.view import TrickView


class Count:
    """The cards as the viewer can know them when he plays for `seat`: `unseen` copies by card, `known` ones by seat.

    `hidden` counts the cards of a seat of which he knows nothing, `barred` are those it cannot hold, as bits.
    """

    def __init__(self, view: TrickView) -> None:
        """Count what was played, what lies open, and what its bidder must still hold (ZIF-4)."""
        assert isinstance(view.waiting, Turn)
        procedure = view.procedure
        number = procedure.number
        self.procedure = procedure
        self.seat = view.waiting.seat
        self.unseen = [procedure.pack.copies] * len(procedure.codes)
        self.known = [0] * len(view.seats)
        self.hidden = [seat.cards - len(seat.hand) for seat in view.seats]
        self.played = [(play.seat, number[play.card]) for play in view.plays]
        for _, card in self.played:
            self.unseen[card] -= 1
        for seat in view.seats:
            for code in seat.hand:
                self.known[seat.seat] |= 1 << number[code]
                self.unseen[number[code]] -= 1
        for bid in view.bids:
            card = -1 if bid.card is None else number[bid.card]
            if card >= 0 and self.hidden[bid.seat] and (bid.seat, card) not in self.played:
                self.known[bid.seat] |= 1 << card
                self.unseen[card] -= 1
                self.hidden[bid.seat] -= 1
        length = len(procedure.suits[0])
        self.barred = [
            sum(procedure.suit_bits[suit * length] for suit in range(len(procedure.suits)) if void >> suit & 1)
            for void in view.void
        ]
        self.stock = sum(self.unseen) - sum(self.hidden)
        self._lacks: dict[tuple[int, int], float] = {}

    def lacks(self, seat: int, cards: int) -> float:
        """Give the chance that a seat holds none of these cards, all of one suit."""
        found = self._lacks.get((seat, cards))
        if found is None:
            found = self._lacks[seat, cards] = self._count_lacks(seat, cards)
        return found

    def _count_lacks(self, seat: int, cards: int) -> float:
        if self.known[seat] & cards:
            return 0.0
        places, barred = self.hidden[seat], self.barred[seat]
        if not places:
            return 1.0
        pool = asked = 0
        for card, copies in enumerate(self.unseen):
            if copies and not barred >> card & 1:
                pool += copies
                asked += copies * (cards >> card & 1)
        if not asked:
            return 1.0
        # More of them than fit elsewhere: this seat cannot be without.
        elsewhere = self.stock + sum(
            room for other, room in enumerate(self.hidden) if other != seat and not self.barred[other] & cards
        )
        if asked > elsewhere:
            return 0.0
        return comb(pool - asked, places) / comb(pool, places)

    def beating(self, card: int) -> int:
        """Give, as bits, the cards that beat this one when they are played after it (TRICK-4, COCH-4)."""
        procedure = self.procedure
        beating = procedure.suit_bits[card] & ~((2 << card) - 1)
        if procedure.later_wins and procedure.codes[card] != procedure.first_wins:
            beating |= 1 << card
        return beating

    def stands(self, card: int, seats: Sequence[int]) -> float:
        """Give the chance that none of these seats can beat a card that was led; 1 is a *master* card."""
        chance, beating = 1.0, self.beating(card)
        for seat in seats:
            chance *= self.lacks(seat, beating)
        return chance

    def highest_out(self, suit: int) -> int:
        """Give, as bits, the highest card of a suit (given as bits) that others than the player hold; 0 if none do."""
        others = 0
        for seat, known in enumerate(self.known):
            if seat != self.seat:
                others |= known
        for card, copies in enumerate(self.unseen):
            if copies:
                others |= 1 << card
        others &= suit
        return 1 << others.bit_length() >> 1


def follow(view: TrickView) -> tuple[Action, ...]:
    """List the plays that follow suit (TRICK-3): where revokes are possible others are on offer too (TRICK-5)."""
    if view.trick is None:
        return view.choices
    suit_of = view.procedure.suit_of
    led = suit_of(view.trick.plays[0].card)
    return tuple(play for play in view.choices if play.card and suit_of(play.card) == led) or view.choices


def yet_to_play(view: TrickView, seat: int) -> list[int]:
    """List the seats that play to the trick after this one, in order."""
    leader = seat if view.trick is None else view.trick.plays[0].seat
    seats = round_from(leader, view.in_deal, DIRECTION)
    return seats[seats.index(seat) + 1 :]
