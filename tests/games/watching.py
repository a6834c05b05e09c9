"""All there is to see of a match, and that what is refused is refused and changes nothing."""

from typing import Any

import pytest

from cucco_tui.engine.events import Event
from cucco_tui.engine.game import WrongSetup
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.report import report
from cucco_tui.engine.state import Action, IllegalAction
from cucco_tui.games import find_game
from cucco_tui.games.exchange.view import ExchangeView


def viewers(match: Match) -> list[int | None]:
    """List who sees something of a match: a bystander, and the players."""
    return [None, *range(len(match.header.players))]


def exchange_view(match: Match, viewer: int | None) -> ExchangeView:
    view = match.view(viewer)
    assert isinstance(view, ExchangeView)
    return view


def last_shuffle(match: Match) -> int:
    """Give the number of the line, from 0, by which the deal that is on was dealt."""
    return max(number for number, line in enumerate(match.lines) if "shuffle" in line)


def of_this_deal(match: Match) -> list[tuple[Event, ...]]:
    """List what happened since the last shuffle, step by step."""
    return list(match.events)[last_shuffle(match) :]


def events(match: Match, *keys: str) -> list[Event]:
    """List the events of some kinds, of the whole match."""
    return [event for step in match.events for event in step if event.key in keys]


def named(match: Match, viewer: int | None) -> set[str]:
    """List all the cards that the log names to somebody."""
    return {card for step in match.events for event in step for card in event.seen_by(viewer).cards}


def told(match: Match) -> dict[str, Any]:
    """Give the report; at every look coins are conserved."""
    told = report(match)
    assert sum(seat["coins"] for seat in told["seats"]) + told["pot"] == 0
    return told


def all_told(match: Match) -> tuple[Any, ...]:
    """Give the report, the record, what happened, and what everybody sees."""
    views = [match.view(viewer) for viewer in viewers(match)]
    return told(match), match.record().text(), list(match.events), views


def refusal(match: Match, action: Action) -> str:
    """Try what is not allowed, see that nothing changes, and give the key of the reason."""
    before = all_told(match)
    with pytest.raises(IllegalAction) as refused:
        match.act(action)
    assert all_told(match) == before
    assert match.why_not(action) == refused.value.reason
    return refused.value.reason.key


def see_refused(game: str, *numbers: int) -> None:
    """See that no match begins with so many players."""
    for number in numbers:
        with pytest.raises(WrongSetup):
            Match(find_game(game), Header(game=game, players=tuple(f"P{seat}" for seat in range(number))))
