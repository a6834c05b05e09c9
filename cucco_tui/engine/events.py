"""What happens at the table, and who may know which part of it."""

from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, under the message key `key`.

    `seat` is who it happened to or who did it, `to` the other one, `seats` a group; `tokens` what `seat` gained,
    `coins` and `shares` (percent) what was paid or offered.
    `cards` are known to the seats in `eyes` only; `eyes` None means everybody.
    `call` is the key of what was said aloud. A `moment` is something that all look at before play goes on. What is
    `revocable` may be taken back though it shows a card or is a moment: a card that was played, or not yet looked at.
    """

    key: str
    seat: int | None = None
    to: int | None = None
    seats: tuple[int, ...] = ()
    tokens: int = 0
    cards: tuple[str, ...] = field(default=(), repr=False)
    eyes: frozenset[int] | None = None
    call: str | None = None
    moment: bool = False
    coins: int = 0
    shares: tuple[int, ...] = ()
    revocable: bool = False

    def seen_by(self, viewer: int | None) -> "Event":
        """Give the part that `viewer` may know; None is a bystander."""
        if self.eyes is None or viewer in self.eyes:
            return self
        return replace(self, cards=())
