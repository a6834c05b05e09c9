"""The drawing of hands that agree with all that a view of a trick game knows. Cards are numbers, sets of them bits."""

from itertools import chain
from typing import TYPE_CHECKING

from cucco_tui.engine.shuffle import Chance
from cucco_tui.games.tricks.procedure import NO_CARD

if TYPE_CHECKING:
    from cucco_tui.games.tricks.view import TrickView

SWAPS = 6
"""How often, for each unseen card, cards change places in a sample."""


def sample_hands(view: "TrickView", chance: Chance) -> list[list[int]]:
    """Draw what every seat was dealt."""
    procedure, seats = view.procedure, len(view.seats)
    number = procedure.number
    places = [[number[code] for code in seat.hand] for seat in view.seats]
    played = [[number[play.card] for play in view.plays if play.seat == seat] for seat in range(seats)]
    unseen = [card for card in range(len(procedure.codes)) for _ in range(procedure.pack.copies)]
    for card in chain(*places, *played):
        unseen.remove(card)
    room = [seat.cards - len(seat.hand) for seat in view.seats]
    # What is drawn last is out of the deal (COT-2): nobody has it.
    room.append(len(unseen) - sum(room))
    hidden = Hidden(unseen, room, [*named_cards(view, played), set()], [*barred(view), 0])
    drawn = hidden.draw(chance)
    return [[*seen, *cards, *gone] for seen, cards, gone in zip(places, drawn[:-1], played, strict=True)]


def named_cards(view: "TrickView", played: list[list[int]]) -> list[set[int]]:
    """Give by seat the cards that it named, still holds and shows to nobody (ZIF-4)."""
    named: list[set[int]] = [set() for _ in view.seats]
    for seat, code in view.bids:
        if code is not None and view.seats[seat].cards > len(view.seats[seat].hand):
            card = view.procedure.number[code]
            if card not in played[seat]:
                named[seat].add(card)
    return named


def barred(view: "TrickView") -> list[int]:
    """Give by seat, as bits, the cards that all know it not to hold."""
    length = len(view.procedure.suits[0])
    suit = (1 << length) - 1
    return [
        sum(suit << number * length for number in range(len(view.procedure.suits)) if void >> number & 1)
        for void in view.void
    ]


class Hidden:
    """Unseen cards and the places they may lie in: `room` for how many, `needed` ones, `barred` ones as bits."""

    def __init__(self, unseen: list[int], room: list[int], needed: list[set[int]], barred: list[int]) -> None:
        """Put the needed cards where they must be; ValueError if one of them is not among the unseen."""
        self.needed = needed
        self.barred = barred
        self.left = list(unseen)
        self.fixed: list[list[int]] = [sorted(cards) for cards in needed]
        for card in chain(*self.fixed):
            self.left.remove(card)
        self.free = [count - len(fixed) for count, fixed in zip(room, self.fixed, strict=True)]

    def draw(self, chance: Chance) -> list[list[int]]:
        """Lay the cards, then let pairs and triples of cards change places: no lay is far likelier than another.

        ValueError if there is no lay.
        """
        slots = [place for place, count in enumerate(self.free) for _ in range(count)]
        cards, places = self._lay(chance, slots)
        # A needed card may be any copy, so those that were fixed take part: only the need must stay met.
        for place, fixed in enumerate(self.fixed):
            cards += fixed
            places += [place] * len(fixed)
        for step in range(SWAPS * len(cards)):
            chosen = [chance.below(len(cards)) for _ in range(2 + step % 2)]
            self._turn_round(cards, places, chosen)
        drawn: list[list[int]] = [[] for _ in self.free]
        for card, place in zip(cards, places, strict=True):
            drawn[place].append(card)
        return drawn

    def _lay(self, chance: Chance, slots: list[int]) -> tuple[list[int], list[int]]:
        """Give every card a place that may hold it, by augmenting paths in a random order."""
        cards, slots = chance.shuffled(self.left), chance.shuffled(slots)
        if len(cards) != len(slots):
            raise ValueError("there are not as many places as cards")
        holder = [NO_CARD] * len(slots)

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
            if not settle(card, set()):
                raise ValueError("a card may lie in no place that is left")
        return [cards[card] for card in holder], slots

    def _turn_round(self, cards: list[int], places: list[int], chosen: list[int]) -> None:
        """Let each chosen card take the place of the next, if all may lie there and all needs stay met."""
        before = [places[one] for one in chosen]
        if len({*before}) < len(chosen):
            return
        after = [*before[1:], before[0]]
        if any(self.barred[place] >> cards[one] & 1 for one, place in zip(chosen, after, strict=True)):
            return
        for one, place in zip(chosen, after, strict=True):
            places[one] = place
        if not all(self._met(place, cards, places) for place in before):
            for one, place in zip(chosen, before, strict=True):
                places[one] = place

    def _met(self, place: int, cards: list[int], places: list[int]) -> bool:
        """Tell whether a place has all the cards that it needs."""
        needed = self.needed[place]
        return not needed or needed <= {card for card, at in zip(cards, places, strict=True) if at == place}
