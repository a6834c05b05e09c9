"""Playing for card points (Cöch, Zifuli): which card the steady bot plays.

Two rules come before all reckoning, for they are what a partner expects:

- `leave_partner_its_trick`: what the partner has surely won is not beaten;
- `follow` (in `counting`): it never revokes, not even where it could.

For the cards that are left it reckons half points: what the trick will hold, times how much likelier its side is to
win it than to lose it, less what the card could win later. From that follows what players know by heart: points go on
a trick that is surely won and never on one that is lost, low cards on what cannot be won; the cheapest card that wins
is enough; low cards are led first, towards the partner's high ones, and masters kept until the others have only points
left to give.
"""

from cucco_tui.bots.counting import Count, follow, yet_to_play
from cucco_tui.engine.state import Action
from cucco_tui.games.tricks.view import TrickView

SURE = 0.97
"""The chance from which on a trick counts as won."""
LATER = 6.0
"""What a card that nobody can beat is worth in hand, in half points.

More than the average trick holds, which is not quite four: late tricks are the rich ones, for points are played last.
"""
TRIFLE = 0.001
"""What of equal cards makes the lower one go first."""


def play_for_points(view: TrickView) -> Action:
    """Choose the card that can be expected to bring most, of equals the lowest."""
    plays = follow(view)
    if len(plays) == 1:
        return plays[0]
    hand = CardPlay(view)
    plays = hand.leave_partner_its_trick(plays)
    return max(plays, key=lambda play: hand.worth(hand.number[play.card or ""]))


class CardPlay:
    """A seat before it plays a card. `trust` tells by seat how likely it is of the same side, 1 for itself."""

    def __init__(self, view: TrickView) -> None:
        """Count the cards, and find out who is with whom."""
        self.count = count = Count(view)
        self.procedure = view.procedure
        self.number = view.procedure.number
        self.seat = count.seat
        self.trust = trust_by_sides(view, count) if view.declarer is None else trust_by_auction(view, count)
        self.on_table = () if view.trick is None else tuple(self.number[play.card] for play in view.trick.plays)
        self.later = yet_to_play(view, self.seat)
        before = () if view.trick is None else tuple(play.seat for play in view.trick.plays)
        self.order = (*before, self.seat)
        self.foes = [seat for seat, trust in enumerate(self.trust) if trust < 0.5]
        self.others_bring = self._points_to_come()

    def leave_partner_its_trick(self, plays: tuple[Action, ...]) -> tuple[Action, ...]:
        """Keep to the cards that do not beat a partner's sure trick, if there are any."""
        if not self.on_table:
            return plays
        winning = self.procedure.winner(self.on_table)
        if self.trust[self.order[winning]] < SURE:
            return plays
        left = tuple(
            play for play in plays if self.procedure.winner((*self.on_table, self.number[play.card or ""])) == winning
        )
        sure = any(self.chance(self.number[play.card or ""]) >= SURE for play in left)
        return left if sure else plays

    def worth(self, card: int) -> float:
        """Reckon what playing this card brings, in half points."""
        counts = self.procedure.counts
        holds = sum(counts[played] for played in self.on_table) + counts[card] + self.others_bring
        return (2 * self.chance(card) - 1) * holds - LATER * self.power(card) - TRIFLE * card

    def power(self, card: int) -> float:
        """Give the chance that this card, led later, would not be beaten."""
        return self.count.stands(card, self.foes)

    def chance(self, card: int) -> float:
        """Give the chance that this side wins the trick with this card played to it.

        A foe beats what it can. A friend yet to play is counted on for the highest card of the suit that is out.
        """
        cards = (*self.on_table, card)
        winning = self.procedure.winner(cards)
        owner, top = self.order[winning], cards[winning]
        trust = self.trust[owner]
        ours = trust >= 0.5
        kept = 1.0
        for seat in self.later:
            if (self.trust[seat] >= 0.5) != ours:
                kept *= 1 - self.beats(seat, cards, top)
        helped = kept + (1 - kept) * self.rescue(cards, top) if ours else 1 - kept
        return trust * helped + (1 - trust) * (1 - helped) if ours else helped

    def beats(self, seat: int, cards: tuple[int, ...], top: int) -> float:
        """Give the chance that a seat yet to play can beat the card that wins so far; a Matto may too (COCH-5)."""
        count, procedure = self.count, self.procedure
        suit = procedure.suit_bits[cards[0]]
        beats = 1 - count.lacks(seat, count.beating(top)) if suit >> top & 1 else 0.0
        if procedure.takes is not None and suit & 1:
            matto = procedure.number[procedure.takes]
            if matto not in cards:
                beats += count.lacks(seat, suit) * (1 - count.lacks(seat, 1 << matto))
        return beats

    def rescue(self, cards: tuple[int, ...], top: int) -> float:
        """Give the chance that a friend yet to play has the highest card of the suit that is out, above this side's."""
        highest = self.count.highest_out(self.procedure.suit_bits[cards[0]]) & self.count.beating(top)
        chances = [1 - self.count.lacks(seat, highest) for seat in self.later if self.trust[seat] >= 0.5]
        return max(chances, default=0.0)

    def _points_to_come(self) -> float:
        """Reckon what the seats yet to play will add to the trick: their share of all that is out."""
        counts, unseen = self.procedure.counts, self.count.unseen
        cards = sum(unseen)
        points = sum(counts[card] * copies for card, copies in enumerate(unseen))
        return len(self.later) * points / cards if cards else 0.0


# Who is with whom


def trust_by_sides(view: TrickView, count: Count) -> list[float]:
    """Trust who scores together with the seat, and nobody else."""
    (side,) = (side for side in view.procedure.sides if count.seat in side)
    return [float(seat in side) for seat in range(len(view.seats))]


def trust_by_auction(view: TrickView, count: Count) -> list[float]:
    """Tell how likely each seat is of the viewer's side, from what he knows (ZIF-7, ZIF-8).

    A partner knows for whom he plays from the start. The others share their doubt equally between all who may hold the
    called card.
    """
    me, declarer, seats = count.seat, view.declarer, range(len(view.seats))
    with_declarer = [float(seat == declarer) for seat in seats]
    if view.partner is not None:
        with_declarer[view.partner] = 1.0
    elif not view.alone:
        called = 1 << view.procedure.number[view.called or ""]
        suspects = [seat for seat in seats if seat not in (me, declarer) and count.lacks(seat, called) < 1]
        # Opponents cannot tell a hidden partner from a declarer who has both copies; that is rare.
        for seat in suspects:
            with_declarer[seat] = 1 / len(suspects)
    return [with_me if with_declarer[me] >= 1 else 1 - with_me for with_me in with_declarer]
