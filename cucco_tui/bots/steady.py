"""The bot that reckons: it does whatever is less likely to leave it with the lowest card.

Nothing is sampled. Unseen cards are counted exactly; what others meant by standing or offering is read by one rule of
thumb, the *usual* level: the lowest card that is lowest of all in less than a fair share of deals. Cards are *levels*
here, 0 the lowest; a *share* by level tells how many of some cards are at least that high.
"""

from collections.abc import Iterable
from itertools import accumulate

from cucco_tui.engine.seats import round_from
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, View
from cucco_tui.games.exchange import ASKED, CUT, OFFER, STAND, ExchangeView, jump

DOUBT = 0.1
"""The weight of a card that a good player would not have kept, or not have passed on, against one that he would."""


def play_steadily(view: View, chance: Chance, simulations: int) -> Action:
    """Stand or exchange, whichever is less likely to end lowest; between choices it cannot weigh it draws."""
    weighed = risks(view)
    if not weighed:
        return chance.pick(view.choices)
    return min(view.choices, key=lambda action: (weighed[action.do], action.do != STAND))


def risks(view: View) -> dict[str, float]:
    """Give by choice the chance to end lowest; nothing where there is no such choice to be made."""
    choices = {action.do for action in view.choices}
    if not isinstance(view, ExchangeView) or not {STAND} < choices <= {STAND, OFFER, CUT}:
        return {}
    outlook = Outlook(view)
    stand = outlook.stand_risk(outlook.own)
    if OFFER in choices:
        return {STAND: stand, OFFER: outlook.offer_risk()}
    return {STAND: stand, CUT: outlook.cut_risk(outlook.own, outlook.cuts)}


class Outlook:
    """What the seat in turn can reckon from its view of a deal. A risk is the chance to end lowest."""

    def __init__(self, view: ExchangeView) -> None:
        """Count what this seat has not seen: all may lie in the stock, all but exposed cards in hands."""
        rules = view.procedure
        unseen = [rules.pack.copies] * len(rules.rank)
        for face in view.faces:
            if face is not None:
                unseen[face] -= 1
        levels = max(rules.rank) + 1
        self.stock, self.failing, self.hands, self.ordinary, self.blocking = ([0] * levels for _ in range(5))
        for kind, (level, count) in enumerate(zip(rules.rank, unseen, strict=True)):
            self.stock[level] += count
            self.failing[level] += count * (rules.stock_blocks >> kind & 1)
            if not rules.exposed >> kind & 1:
                self.hands[level] += count
                if kind not in rules.powers:
                    self.ordinary[level] += count
                elif rules.powers[kind].effect is not jump:
                    self.blocking[level] += count
        self.share = shares(self.hands)
        self.passing = 1 - sum(self.blocking) / (sum(self.hands) or 1)
        self.cuts = rules.cuts - sum(action.do == CUT for action in view.actions)
        self.dealer_cards = rules.dealer_cards
        self._read_seats(view)

    def _read_seats(self, view: ExchangeView) -> None:
        """Find by level how likely no other seat that has decided holds less, and count those yet to decide."""
        rules, players = view.procedure, sum(view.start.present)
        levels = dict(zip(rules.pack.kinds, rules.rank, strict=True))
        jumping = {rules.pack.kinds[kind] for kind, power in rules.powers.items() if power.effect is jump}
        usual = next(level for level, share in enumerate(self.share) if share ** (players - 1) < 1 / players)
        kept = shares(count * (1 if level >= usual else DOUBT) for level, count in enumerate(self.hands))
        low = shares(count * (1 if level < usual else DOUBT) for level, count in enumerate(self.hands))
        others = [seat.in_deal and seat.seat != view.viewer for seat in view.seats]
        hidden: list[list[float]] = []
        known, self.to_come = len(self.hands), 0
        travels = False  # a low card was passed on, and nobody has kept or refused it yet
        for number in round_from((view.dealer + view.direction.step) % len(others), others, view.direction):
            seat = view.seats[number]
            if seat.card is not None:
                known = min(known, levels[seat.card])
                if travels and seat.last == ASKED and seat.card not in jumping:
                    hidden[-1], travels = low, False
            elif seat.last is None:
                self.to_come += 1
            else:
                hidden.append(self.share if seat.last != STAND else low if travels else kept)
                travels = seat.last == OFFER
        self.own = levels[view.own or ""]
        self.none_less = [float(level <= known) for level in range(len(self.share))]
        for share in hidden:
            self.none_less = [a * b for a, b in zip(self.none_less, share, strict=True)]

    def stand_risk(self, level: int) -> float:
        """Give the chance to be lowest with a card of this level, kept to the end."""
        return self.none_less[level] * self._none_less_later(level, self.to_come)

    def offer_risk(self) -> float:
        """Give the chance to be lowest after asking the next seat, whose card is swapped or blocks."""
        later, best_of = max(self.to_come - 1, 0), self.dealer_cards if self.to_come == 1 else 1
        blocked = self.none_less[self.own] * self._none_less_later(self.own, later)
        risk = total = 0.0
        for level, count in enumerate(self.hands):
            if count:
                chance = ((1 - self.share[level + 1]) ** best_of - (1 - self.share[level]) ** best_of) / count
                swap, block = chance * self.ordinary[level], chance * self.blocking[level]
                swapped = self.none_less[level] * self._none_less_later(level, later, passed_on=self.own < level)
                risk += swap * swapped + block * blocked
                total += swap + block
        return risk / total if total else blocked

    def cut_risk(self, level: int, cuts: int) -> float:
        """Give the dealer's chance to be lowest after exchanging a card with the stock, `cuts` times at most."""

        def then(card: int) -> float:
            risk = self.none_less[card]
            return risk if cuts == 1 else min(risk, self.cut_risk(card, cuts - 1))

        drawn = sum((self.stock[card] - self.failing[card]) * then(card) for card in range(len(self.stock)))
        return (drawn + sum(self.failing) * then(level)) / sum(self.stock)

    def _none_less_later(self, level: int, seats: int, *, passed_on: bool = False) -> float:
        """Give the chance that none of the last `seats` ends with less, nor the dealer with the card `passed_on`.

        A low card is passed on to the dealer, unless it is blocked on the way, and he exchanges it. So one low card
        may vanish; a second one stays with whoever passed on the first.
        """
        share = self.share[level]
        none: float = share**seats
        vanishes: float = 1 - (1 - share) ** self.cuts
        if passed_on:
            return none * self.passing**seats * vanishes
        one: float = seats * (1 - share) * share ** (seats - 1) * self.passing ** (seats / 2) if seats else 0.0
        return none + one * vanishes


def shares(counts: Iterable[float]) -> list[float]:
    """Tell for each level, and for one above the highest, what share of the cards is at least that high."""
    sums = [0.0, *accumulate(reversed([*counts]))]
    return [part / (sums[-1] or 1) for part in reversed(sums)]
