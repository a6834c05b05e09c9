"""Packs opened when a match is over: was each shuffle the one that the table had been bound to (PACK-5)?"""

import json
from dataclasses import dataclass, field
from typing import Any

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import ShuffleLine, read_line
from cucco_tui.engine.shuffle import commitment, cut_pack
from cucco_tui.engine.state import Over


class NotOver(ValueError):
    """The match is not over, so its packs stay closed."""


@dataclass(frozen=True, slots=True)
class OpenedPack:
    """The pack of a deal, opened. `order` is the one before the cut, top card first, `cut` the cards taken off the top.

    `agrees` tells whether the SHA-256 of `text` is the commitment, and is None where the record holds no commitment.
    """

    deal: int
    commitment: str | None
    salt: str | None = field(repr=False)
    cut: int
    order: tuple[str, ...] = field(repr=False)
    agrees: bool | None

    @property
    def text(self) -> str | None:
        """Give what was committed to: the salt, a space, and the codes joined by spaces; None without a salt."""
        return None if self.salt is None else " ".join((self.salt, *self.order))


def open_packs(match: Match) -> list[OpenedPack]:
    """Open the packs of a match, deal by deal. Raises NotOver while anything in them may still be hidden."""
    if not isinstance(match.waiting, Over):
        raise NotOver
    shuffles: list[tuple[ShuffleLine, str]] = []
    for number, line in enumerate(match.lines, start=2):
        entry = read_line(line, number)
        if isinstance(entry, ShuffleLine):
            shuffles.append((entry, line))
    return [_opened(deal, entry.order, json.loads(line)) for deal, (entry, line) in enumerate(shuffles, start=1)]


def all_fair(packs: list[OpenedPack]) -> bool | None:
    """Tell whether every commitment agrees, None if there is none to check."""
    verdicts = [pack.agrees for pack in packs if pack.agrees is not None]
    return all(verdicts) if verdicts else None


def _opened(deal: int, after: tuple[str, ...], told: dict[str, Any]) -> OpenedPack:
    """Open one pack; what the record tells of it may be anything."""
    bound, salt, cut = told.get("commitment"), told.get("salt"), told.get("cut", 0)
    sound = isinstance(salt, str) and type(cut) is int and 0 <= cut <= len(after)
    cut = cut if sound else 0
    order = tuple(cut_pack(after, len(after) - cut))
    salt = salt if isinstance(salt, str) else None
    agrees = None if bound is None else salt is not None and sound and _agrees(bound, salt, order)
    return OpenedPack(deal, bound if isinstance(bound, str) else None, salt, cut, order, agrees)


def _agrees(bound: object, salt: str, order: tuple[str, ...]) -> bool:
    try:
        return commitment(salt, order) == bound
    except UnicodeEncodeError:  # half a character, which JSON may hold: nobody can have committed to that
        return False
