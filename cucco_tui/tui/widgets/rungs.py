"""Who swapped with whom in a deal, as a ladder: a rail for each seat, a rung for each swap, time goes down."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from textual.content import Content

from cucco_tui.engine.events import Event

NARROWEST, WIDEST = 6, 12
"""Cells of a seat's column: room for its sign and a short name."""
CALLS = ("event.calls", "event.stock-blocks", "event.draws-again")
"""What may be said aloud; the last two by the dealer, at what he turns up in the stock."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A line of the ladder: a `swap` of `seat` with `to`, one that came to be `undone`, a `call`, or what was `drawn`.

    `out` are the seats that were out of the deal by then: they have no rail any more.
    """

    kind: str
    seat: int
    to: int | None = None
    out: frozenset[int] = frozenset()


def rungs(events: Iterable[Event]) -> list[Rung]:
    """Read the ladder of a deal from what was public in it, up to the showdown; empty if nobody swapped."""
    told: list[Rung] = []
    out: frozenset[int] = frozenset()
    for event in events:
        if event.key == "event.showdown":
            break
        if event.seat is None:
            continue
        match event.key:
            case "event.swaps":
                told.append(Rung("swap", event.seat, event.to, out))
            case "event.undone":
                # It names first who was asked: the cards go back the way they came.
                swap = max(n for n, rung in enumerate(told) if (rung.kind, rung.seat, rung.to) == _swap(event))
                told[swap] = Rung("undone", event.to or 0, event.seat, told[swap].out)
            case "event.draws":
                told.append(Rung("drawn", event.seat, out=out))
            case "event.out":
                out |= {event.seat}
            case key if key in CALLS and event.call is not None:
                told.append(Rung("call", event.seat, out=out))
            case _:
                pass
    return told if any(rung.to is not None for rung in told) else []


def rails(events: Sequence[Event], step: int, seats: int) -> list[int]:
    """List who was in the deal, in order of play: the dealer last. `step` is the direction in which seats count."""
    dealer = next((event.seat for event in events if event.key == "event.deals"), None) or 0
    seen = {event.seat for event in events if event.key in ("event.dealt", "event.out")}
    for event in events:
        if event.key == "event.showdown":
            seen |= {*event.seats}
    return [seat for number in range(1, seats + 1) if (seat := (dealer + step * number) % seats) in seen]


@dataclass(frozen=True, slots=True)
class Strokes:
    """The characters of a ladder: rail, where a rung crosses it, marks, and end and line of both kinds of rung."""

    rail: str
    crossed: str
    marks: Mapping[str, str]
    rungs: Mapping[str, tuple[str, str]]

    def sample(self, kind: str) -> str:
        """Draw what stands for a kind of rung."""
        if kind in self.marks:
            return self.marks[kind]
        end, line = self.rungs[kind]
        return f"{end}{line * 2}{end}"


UNICODE = Strokes("│", "┼", {"call": "!", "drawn": "↓"}, {"swap": ("●", "─"), "undone": ("○", "╌")})
ASCII = Strokes("|", "+", {"call": "!", "drawn": "v"}, {"swap": ("o", "-"), "undone": ("x", ".")})


def ladder(
    told: Sequence[Rung], order: Sequence[int], name: Callable[[int, int], Content], width: int, strokes: Strokes
) -> list[Content]:
    """Draw a ladder under the names of the seats in `order`; nothing if it does not fit into `width` cells.

    A swap over the heads of others crosses their rails. `name` gives a seat's name in so many cells.
    """
    cells = min(WIDEST, width // max(1, len(order)))
    if cells < NARROWEST or not told:
        return []
    place = {seat: number for number, seat in enumerate(order)}
    heads = [name(seat, cells - 1).truncate(cells, pad=True) for seat in order]
    return [Content("").join(heads), *(Content(_line(rung, place, cells, strokes)) for rung in told)]


def _line(rung: Rung, place: Mapping[int, int], cells: int, strokes: Strokes) -> str:
    line = [" "] * (cells * len(place))
    for seat, number in place.items():
        line[number * cells] = " " if seat in rung.out else strokes.rail
    here = place[rung.seat] * cells
    if rung.to is None:
        line[here] = strokes.marks[rung.kind]
    else:
        end, stroke = strokes.rungs[rung.kind]
        left, right = sorted((here, place[rung.to] * cells))
        for cell in range(left + 1, right):
            line[cell] = strokes.crossed if line[cell] == strokes.rail else stroke
        line[left] = line[right] = end
    return "".join(line).rstrip()


def _swap(event: Event) -> tuple[str, int | None, int | None]:
    return "swap", event.to, event.seat
