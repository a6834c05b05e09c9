"""What each player put in and took out, added up from what was told aloud."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from cucco_tui.engine.events import Event


@dataclass(frozen=True, slots=True)
class Purse:
    """The coins of a seat: its stake, what it has paid besides, and what it has received."""

    stake: int
    paid: int
    received: int

    @property
    def net(self) -> int:
        """Tell what it has won, or lost."""
        return self.received - self.paid - self.stake


def purses(events: Iterable[Event], seats: int, stake: int) -> list[Purse]:
    """Add up what was paid, by seat.

    A return costs its price less what sponsors gave just before (CUCU-20), a bargain nothing unless it was accepted
    (STU-7).
    """
    paid, received, sponsored = Counter[int](), Counter[int](), Counter[int]()
    offered = 0
    for event in events:
        if event.seat is None:
            continue
        seat, to, coins = event.seat, event.to, event.coins
        match event.key:
            case "event.sponsors" if to is not None:
                paid[seat] += coins
                sponsored[to] += coins
            case "event.buys-back":
                paid[seat] += coins - sponsored.pop(seat, 0)
            case "event.bargains":
                offered = coins
            case "event.accepts-bargain" if to is not None:
                paid[to] += offered
                received[seat] += offered
            case "event.pays-share" if to is not None:
                paid[seat] += coins
                received[to] += coins
            case "event.takes-pot":
                received[seat] += coins
            case _:
                pass
    return [Purse(stake, paid[seat], received[seat]) for seat in range(seats)]
