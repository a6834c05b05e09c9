"""How the match went: where everybody stood after each deal, from the record as far as it has been told."""

from dataclasses import dataclass

from cucco_tui.engine.match import Match
from cucco_tui.engine.state import View
from cucco_tui.games.exchange.view import ExchangeView
from cucco_tui.games.tricks.view import TrickView

Stood = float | None
"""Tokens, lives, buy-ins left or match points; None for who is out."""


@dataclass(frozen=True, slots=True)
class Course:
    """Where the `seats` that score together stood when each deal was settled, before anybody came back."""

    seats: tuple[int, ...]
    after: tuple[Stood, ...]


def sides(view: View) -> list[tuple[int, ...]]:
    """List who scores together: partners in Cöch, else everybody for himself."""
    if isinstance(view, TrickView):
        return list(view.procedure.sides)
    return [(seat,) for seat in range(len(view.by))]


def standings(view: View) -> list[Stood]:
    """Tell how each side stands."""
    if isinstance(view, ExchangeView):
        return [None if seat.out else view.lives(seat.seat)[0] for seat in view.seats]
    assert isinstance(view, TrickView)
    heads = [view.seats[side[0]] for side in sides(view)]
    return [None if head.out else head.points if head.lives is None else head.lives for head in heads]


def course(match: Match, deals: int) -> list[Course]:
    """Play the record again as far as the first `deals` settlements, and tell how each side stood at each of them.

    Sums of the settlements would not do: they do not tell who came back, and with how many tokens.
    """
    again = Match(match.game, match.header)
    after: list[list[Stood]] = []
    for number, line in enumerate(match.lines, start=2):
        if len(after) == deals:
            break
        again.enter(line, number)
        if len(again.state.settlements) > len(after):
            after.append(standings(again.view(None)))
    return [Course(side, tuple(row[n] for row in after)) for n, side in enumerate(sides(match.view(None)))]
