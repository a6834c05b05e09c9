"""Coteccio: the steady bot takes as few card points as it can, all tricks, or at least one.

- `dare`: who has won every trick so far and can well win the first four goes on so, for then he may annul (COT-7). The
  cards that may fail come first, while few points are lost with them.
- `stop`: if somebody else has won every trick so far, and may soon win all, take this one.
- `cost`: else duck. Of cards that cannot win the trick the one goes that is most dangerous to keep: so high cards fall
  under higher ones, and points on what others win. If the trick cannot be left to another, the high card wins it.
"""

from math import prod

from cucco_tui.bots.counting import Count, follow, yet_to_play
from cucco_tui.engine.state import Action
from cucco_tui.games.tricks.procedure import ANNUL, DOCTOR, GO_ON
from cucco_tui.games.tricks.view import TrickView

DARE = (0.7, 0.5, 0.3, 0.2)
"""How likely four tricks must be, by the tricks already won: who has some has their points too, and less to lose."""
THREAT = 3
"""From so many tricks on, all won by one player, he is stopped."""
BURDEN = 8
"""What a trick taken later brings besides the card itself, in half points."""
GO_ON_FROM = 0.5
"""How likely the fifth trick must be: failing costs a life, a capote brings one and costs all others one."""


def answer_capote(view: TrickView) -> Action:
    """Go on if the fifth card probably wins, else annul (COT-7)."""
    count = Count(view)
    (card,) = view.hand
    wins = count.stands(view.procedure.number[card], others(view))
    return Action(count.seat, GO_ON if wins > GO_ON_FROM else ANNUL)


def call_doctor(view: TrickView) -> Action:
    """Come back: it costs nothing (COT-13)."""
    return next(choice for choice in view.choices if choice.do == DOCTOR)


def others(view: TrickView) -> list[int]:
    """List the other seats in the deal."""
    return [seat.seat for seat in view.seats if seat.in_deal and seat.seat != view.viewer]


def duck(view: TrickView) -> Action:
    """Choose a card: dare all tricks, stop who may win them all, else leave the trick to another."""
    plays = follow(view)
    if len(plays) == 1:
        return plays[0]
    hand = Ducking(view)
    numbers = [view.procedure.number[play.card or ""] for play in plays]
    card = hand.dare(numbers)
    if card is None:
        card = hand.stop(numbers)
    if card is None:
        card = min(numbers, key=hand.cost)
    return plays[numbers.index(card)]


class Ducking:
    """A seat before it plays a card."""

    def __init__(self, view: TrickView) -> None:
        """Count the cards and the tricks."""
        self.count = Count(view)
        self.procedure = view.procedure
        number = view.procedure.number
        self.hand = [number[code] for code in view.hand]
        self.on_table = [] if view.trick is None else [number[play.card] for play in view.trick.plays]
        self.winners = [trick.winner for trick in view.tricks]
        self.winning = None if view.trick is None else view.trick.winner
        self.others = len(others(view))
        self.later = yet_to_play(view, self.count.seat)

    def dare(self, cards: list[int]) -> int | None:
        """Go for four tricks if all so far were won and the rest is likely enough."""
        if self.on_table or any(winner != self.count.seat for winner in self.winners):
            return None
        needed = self.procedure.cards_each - 1 - len(self.winners)
        best = sorted(cards, key=lambda card: (self.stands(card), card), reverse=True)[:needed]
        # In the fourth trick somebody will try to stop it; until then everybody ducks.
        chance = self.stands(best[0]) * prod(self.takes(card) for card in best[1:])
        return best[-1] if chance >= DARE[len(self.winners)] else None

    def stop(self, cards: list[int]) -> int | None:
        """Take the trick from who has won all so far: with few points as last hand, else with the surest card."""
        # Once another one has the trick on the table nothing is left to stop.
        if len(self.winners) < THREAT or len({*self.winners, self.winning}) > 1:
            return None
        winning = [card for card in cards if self.wins_so_far(card)]
        counts = self.procedure.counts
        return max(winning, key=lambda card: (self.stands(card), -counts[card], card), default=None)

    def cost(self, card: int) -> float:
        """Reckon the half points that playing this card costs, less the danger of keeping it."""
        counts = self.procedure.counts
        holds = sum(counts[played] for played in self.on_table) + counts[card] + 2 * len(self.later)
        return self.takes(card) * holds - self.danger(card)

    def danger(self, card: int) -> float:
        """Reckon what a card costs if it is kept: it wins against the lower ones of its suit that are out.

        The fewer tricks are to come, the likelier it never has to; and the more players, the oftener its own points
        can be thrown on what somebody else wins.
        """
        suit, unseen = self.procedure.suit_bits[card], self.count.unseen
        out = sum(copies for other, copies in enumerate(unseen) if suit >> other & 1)
        lower = sum(copies for other, copies in enumerate(unseen[:card]) if suit >> other & 1)
        has_to_win = (lower / out if out else 1) * (len(self.hand) - 1) / (self.procedure.cards_each - 1)
        return has_to_win * (BURDEN + self.procedure.counts[card] * min(1, 3 / (self.others + 1)))

    def wins_so_far(self, card: int) -> bool:
        """Tell whether a card would be the winning one of those on the table."""
        return self.procedure.winner([*self.on_table, card]) == len(self.on_table)

    def stands(self, card: int) -> float:
        """Give the chance that nobody yet to play can beat a card."""
        return self.count.stands(card, self.later)

    def takes(self, card: int) -> float:
        """Give the chance that a card takes the trick while all duck: only who has no lower one must beat it."""
        if not self.wins_so_far(card):
            return 0.0
        suit = self.procedure.suit_bits[card]
        lower = suit & ((1 << card) - 1)
        lacks = self.count.lacks
        return prod(1 - lacks(seat, lower) + lacks(seat, suit) for seat in self.later)
