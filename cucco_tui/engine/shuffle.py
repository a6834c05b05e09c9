"""Shuffles that come out the same on every Python: a SHA-256 stream, rejection, Fisher-Yates."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

VERSION = b"cucco-tui shuffle 1"


class Chance:
    """A stream of numbers made from a seed alone.

    Every choice of a simulated player and every shuffle is drawn from one of these, so the same seed gives
    the same match on every machine and in every Python.
    """

    __slots__ = ("_bits", "_count", "_pool", "_seed")

    def __init__(self, seed: bytes) -> None:
        """Start the stream of a seed."""
        self._seed = sha256(VERSION + b"\0" + seed).digest()
        self._count = 0
        self._pool = 0
        self._bits = 0

    @classmethod
    def secret(cls) -> "Chance":
        """Start a stream that nobody can foretell."""
        import secrets

        return cls(secrets.token_bytes(32))

    def below(self, bound: int) -> int:
        """Draw an integer from 0 up to but not including `bound`, each equally likely; ValueError if there is none."""
        if bound < 1:
            raise ValueError("nothing to draw from")
        width = (bound - 1).bit_length()
        while True:
            if self._bits < width:
                block = sha256(self._seed + self._count.to_bytes(8)).digest()
                self._count += 1
                self._pool = int.from_bytes(block)
                self._bits = 256
            drawn = self._pool & ((1 << width) - 1)
            self._pool >>= width
            self._bits -= width
            if drawn < bound:
                return drawn

    def pick(self, items: Sequence[T]) -> T:
        """Draw one of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Give the items in an order of which every one is equally likely (PACK-3)."""
        cards = list(items)
        for last in range(len(cards) - 1, 0, -1):
            drawn = self.below(last + 1)
            cards[last], cards[drawn] = cards[drawn], cards[last]
        return cards


def cut_pack(order: Sequence[T], taken: int) -> list[T]:
    """Take `taken` cards off the top and put the rest on them (PACK-4)."""
    return [*order[taken:], *order[:taken]]


def commitment(salt: str, order: Sequence[str]) -> str:
    """Commit to an order before the cut: SHA-256 of the salt, a space, and the codes joined by spaces (PACK-5)."""
    return sha256(" ".join((salt, *order)).encode()).hexdigest()
