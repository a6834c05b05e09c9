"""The packs: which cards exist and how they are written (RULES section 1)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class CardFault(StrEnum):
    """What can be wrong with a list of cards that should be a whole pack."""

    UNKNOWN = "unknown"
    TWICE = "twice"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack: `kinds` are the codes of its different cards, `copies` how often each of them occurs.

    Equal cards cannot be told apart (PACK-2), so a card is known by its kind: an index into `kinds`.
    """

    id: str
    kinds: tuple[str, ...]
    copies: int = 1

    def __len__(self) -> int:
        """Count the cards, copies included."""
        return len(self.kinds) * self.copies

    @property
    def cards(self) -> tuple[str, ...]:
        """Give the code of every card, copies side by side."""
        return tuple(code for code in self.kinds for _ in range(self.copies))

    def fault(self, codes: Iterable[str]) -> tuple[CardFault, str] | None:
        """Tell why `codes` is not this whole pack (PACK-1), or None if it is."""
        counts = Counter(codes)
        known = set(self.kinds)
        for code, count in counts.items():
            if code not in known:
                return CardFault.UNKNOWN, code
            if count > self.copies:
                return CardFault.TWICE, code
        for code in self.kinds:
            if counts[code] < self.copies:
                return CardFault.MISSING, code
        return None


FRENCH_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
FRENCH_SUITS = ("c", "d", "h", "s")
ITALIAN_RANKS = ("1", "2", "3", "4", "5", "6", "7", "F", "C", "R")
ITALIAN_SUITS = ("d", "c", "s", "b")

FRENCH = Pack("french", tuple(rank + suit for suit in FRENCH_SUITS for rank in FRENCH_RANKS))
ITALIAN = Pack("italian", tuple(rank + suit for suit in ITALIAN_SUITS for rank in ITALIAN_RANKS))

CUCCO_KINDS = (
    *("Matto", "Mascherone", "Secchia", "Nulla"),
    *("I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "VIIII", "X"),
    *("XI", "XII", "XIII", "XIIII", "XV", "Leone"),
)

CUCCO = Pack("cucco", CUCCO_KINDS, copies=2)
CUCCO_38 = Pack("cucco-38", CUCCO_KINDS[:-1], copies=2)
