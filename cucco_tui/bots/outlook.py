"""What a seat can reckon from its view of a deal: the tokens that each choice is expected to cost it.

Nothing is sampled. Unseen cards, dealt or not, are counted exactly; what others meant by standing or offering is read
by one rule of thumb, the *usual* level: the lowest card that is lowest of all in less than a fair share of deals. Cards
are *levels* here, 0 the lowest; a *share* by level tells how many of some cards are at least that high. The fool covers
nobody, since the lowest of the others pays too: he is the highest level, and what he costs is reckoned by itself.
Where cards fall when they are swapped, level 0 is theirs.
Not reckoned: what a cat sends back, what two fools may gain, and the immunity of a cuckoo, who is kept in any case.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from cucco_tui.engine.seats import round_from
from cucco_tui.games.exchange.procedure import CUT, OFFER, STAND, Power, Procedure, jump
from cucco_tui.games.exchange.view import ASKED, ExchangeView

DOUBT = 0.1
"""The weight of a card that a good player would not have kept, or not have passed on, against one that he would."""


class Outlook:
    """What the viewer can reckon at a decision; a *cost* is the number of tokens he can expect to lose."""

    def __init__(self, view: ExchangeView, supposed: Mapping[int, str] | None = None) -> None:
        """Count what this seat has not seen: all may lie in the stock, all but exposed cards in hands.

        Seats can be `supposed` to hold a card.
        """
        rules = view.procedure
        by_kind = levels(rules)
        self.levels = dict(zip(rules.pack.kinds, by_kind, strict=True))
        self.fool = NO_FOOL if rules.fool is None else by_kind[rules.fool]
        self.falls = {level for kind, level in enumerate(by_kind) if rules.falls >> kind & 1}
        self.fools_pay, self.dealer_cards = rules.fools_pay, rules.dealer_cards
        self.deals = view.viewer == view.dealer
        self.cuts = rules.cuts - sum(action.do == CUT for action in view.actions)
        known = None if view.asks is None else view.seats[view.asks].card
        self.asked = None if known is None else self.levels[known]
        unseen = list(zip(by_kind, unseen_copies(view), strict=True))
        dealt = any(held.dealt and held.went is None for held in view.history)
        self._count_stock(rules, unseen, dealt=dealt)
        self._count_hands(rules, unseen, dealt=dealt)
        self._read_seats(view, supposed or {})

    def _count_stock(self, rules: Procedure, unseen: Sequence[tuple[int, int]], *, dealt: bool) -> None:
        """Count by level the cards that can be drawn; and those at which the exchange fails, or costs a token too.

        `unseen` are by kind its level and how many of it are unseen.
        """
        self.stock, self.failing, self.fatal = [0] * size(unseen), 0, 0
        for kind, (level, count) in enumerate(unseen):
            if kind in rules.drawn:
                self.failing += count
                self.fatal += count * penalty(rules.drawn[kind], dealt=dealt)
            elif not rules.drawn_again >> kind & 1:
                self.stock[level] += count

    def _count_hands(self, rules: Procedure, unseen: Sequence[tuple[int, int]], *, dealt: bool) -> None:
        """Count by level the cards that others may hold: all, those that are swapped, those that stop the exchange."""
        self.hands, self.ordinary = [0] * size(unseen), [0] * size(unseen)
        self.blocking, self.penalties = [0] * size(unseen), [0] * size(unseen)
        for kind, (level, count) in enumerate(unseen):
            if (rules.exposed | rules.knocks) >> kind & 1:
                continue
            self.hands[level] += count
            if kind not in rules.powers:
                self.ordinary[level] += count
            elif rules.powers[kind].effect is not jump:
                self.blocking[level] += count
                self.penalties[level] += count * penalty(rules.powers[kind], dealt=dealt)
        self.share = shares(self.hands)
        self.passing = 1 - sum(self.blocking) / (sum(self.hands) or 1)

    def _read_seats(self, view: ExchangeView, supposed: Mapping[int, str]) -> None:
        """Find by level how likely no other seat that has decided pays instead, and count those yet to decide.

        Where only the first of the lowest pays, a seat before this one pays for both if their cards are equal.
        """
        rules, players = view.procedure, sum(view.standing.present)
        jumping = {rules.pack.kinds[kind] for kind, power in rules.powers.items() if power.effect is jump}
        usual = next(level for level, share in enumerate(self.share) if share ** (players - 1) < 1 / players)
        good = [usual <= level != self.fool for level in range(len(self.hands))]
        kept = shares(count * (1 if well else DOUBT) for count, well in zip(self.hands, good, strict=True))
        self.passed = [count * (DOUBT if well else 1) for count, well in zip(self.hands, good, strict=True)]
        low = shares(self.passed)
        hidden: list[tuple[list[float], bool]] = []
        known, fools, self.to_come = len(self.hands), 0, 0
        travels = False  # a low card was passed on, and nobody has kept or refused it yet
        ties = rules.first_pays
        in_deal = [seat.in_deal for seat in view.seats]
        for number in round_from((view.dealer + view.direction.step) % len(in_deal), in_deal, view.direction):
            seat = view.seats[number]
            card = supposed.get(number, seat.card)
            if number == view.viewer:
                self.tokens = seat.tokens
                ties = False
            elif card is not None:
                level = 0 if seat.fallen else self.levels[card]
                known = min(known, level - ties)
                fools += level == self.fool
                if travels and seat.last == ASKED and card not in jumping:
                    hidden[-1], travels = (low, hidden[-1][1]), False
            elif seat.last is None:
                self.to_come += 1
            else:
                hidden.append((self.share if seat.last != STAND else low if travels else kept, ties))
                travels = seat.last == OFFER
        fallen = view.viewer is not None and view.seats[view.viewer].fallen
        self.own = 0 if fallen else self.levels[view.own or ""]
        self.none_less = [float(level <= known) for level in range(len(self.share))]
        self.no_fool = float(not fools)
        for share, tied in hidden:
            as_much = [*share[1:], 0.0] if tied else share
            self.none_less = [a * b for a, b in zip(self.none_less, as_much, strict=True)]
            self.no_fool *= 1 - share[self.fool]

    def decide(self, level: int) -> float:
        """Give the cost of this card to who may still stand or exchange it."""
        exchanged = self.cut(level, self.cuts) if self.deals else self.offer(level)
        return min(self.keep(level, self.to_come), exchanged)

    def keep(self, level: int, later: int, passed: int | None = None) -> float:
        """Give the cost of a card of this level, got for the one `passed` on and kept; `later` seats decide after that.

        That is a fool's chance to be the only one, and any other card's to be the lowest.
        """
        if level == self.fool:
            alone: float = self.no_fool * (1 - self.share[level]) ** later
            return 1.0 if self.fools_pay else alone
        return self.none_less[level] * self._none_less_later(level, later, passed)

    def offer(self, level: int) -> float:
        """Give the cost of asking the next seat, whose card is swapped, or blocks and may take a token."""
        later, best_of = max(self.to_come - 1, 0), self.dealer_cards if self.to_come == 1 else 1
        given = 0 if level in self.falls else level
        if self.asked is not None:
            return self.keep(self.asked, later, passed=given)
        blocked = self.keep(level, later)
        shot = self._shot(blocked)
        cost = total = 0.0
        for asked, count in enumerate(self.hands):
            if count:
                chance = ((1 - self.share[asked + 1]) ** best_of - (1 - self.share[asked]) ** best_of) / count
                swaps, blocks, shots = self.ordinary[asked], self.blocking[asked], self.penalties[asked]
                got = 0 if asked in self.falls else asked
                swapped = self.keep(got, later, passed=given) if swaps else 0.0
                cost += chance * (swaps * swapped + (blocks - shots) * blocked + shots * shot)
                total += chance * (swaps + blocks)
        return cost / total if total else blocked

    def cut(self, level: int, cuts: int) -> float:
        """Give the dealer's cost of exchanging a card with the stock, `cuts` times at most."""

        def then(card: int) -> float:
            cost = self.keep(card, 0)
            return cost if cuts == 1 else min(cost, self.cut(card, cuts - 1))

        drawn = sum(count * then(card) for card, count in enumerate(self.stock))
        kept = then(level)
        cost = drawn + (self.failing - self.fatal) * kept + self.fatal * self._shot(kept)
        return cost / (sum(self.stock) + self.failing)

    def _shot(self, kept: float) -> float:
        """Give the cost of losing a token on the spot, and then keeping a card that costs as much as `kept`."""
        return 1.0 if self.tokens == 1 else 1 + kept

    def _none_less_later(self, level: int, seats: int, passed: int | None) -> float:
        """Give the chance that none of the last `seats` ends with less, nor who gets the card `passed` on.

        A low card is passed on to the dealer, unless it is blocked on the way, and he exchanges it. So one low card
        may vanish; a second one stays with whoever passed on the first. A fool travels too, but is not less.
        """
        share = self.share[level]
        none: float = share**seats
        vanishes: float = 1 - (1 - share) ** self.cuts
        if passed is not None and (passed < level or passed == self.fool):
            arrives: float = self.passing**seats
            return none * (arrives * vanishes + (1 - arrives) * (passed == self.fool))
        one: float = seats * (1 - share) * share ** (seats - 1) * self.passing ** (seats / 2) if seats else 0.0
        return none + one * vanishes


NO_FOOL = -1


def levels(rules: Procedure) -> list[int]:
    """Give the level of each kind: its rank, one more where cards fall, and for the fool the highest of all."""
    by_kind = [rank + bool(rules.falls) for rank in rules.rank]
    if rules.fool is not None:
        by_kind[rules.fool] = max(by_kind) + 1
    return by_kind


def size(unseen: Sequence[tuple[int, int]]) -> int:
    """Count the levels, from 0 to the highest."""
    return max(level for level, _ in unseen) + 1


def unseen_copies(view: ExchangeView) -> list[int]:
    """Count by kind the cards whose faces the viewer has not seen."""
    pack = view.procedure.pack
    unseen = [pack.copies] * len(pack.kinds)
    for face in view.faces:
        if face is not None:
            unseen[face] -= 1
    return unseen


def penalty(power: Power, *, dealt: bool) -> int:
    """Give the tokens that a card takes from who meets it; those at the origin only if his card was `dealt` to him."""
    return power.penalty if dealt or not power.at_origin else 0


def shares(counts: Iterable[float]) -> list[float]:
    """Tell for each level, and for one above the highest, what share of the cards is at least that high."""
    sums = [0.0, *accumulate(reversed([*counts]))]
    return [part / (sums[-1] or 1) for part in reversed(sums)]
