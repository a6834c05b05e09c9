"""What `replay` tells of a record, as the JSON of record version 1. Hands stand in it: it is for after the game."""

from typing import Any

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import VERSION
from cucco_tui.engine.state import Over, Settlement, Turn, Waiting


def report(match: Match) -> dict[str, Any]:
    """Tell how a match stands; the caller adds a fault, if there was one."""
    state = match.state
    over = isinstance(state.waiting, Over)
    return {
        "record": VERSION,
        "game": match.game.id,
        "status": "over" if over else "waiting",
        "line": len(match.lines) + 1,
        "error": None,
        "deal": state.deal_number,
        "dealer": state.dealer,
        "waiting": _waiting(match, state.waiting),
        "seats": [
            {
                "name": name,
                "tokens": seat.tokens,
                "points": seat.points,
                "coins": seat.coins,
                "out": seat.out,
                "virgin": seat.virgin,
                "hand": list(seat.hand),
            }
            for name, seat in zip(match.names, state.report(), strict=True)
        ],
        "pot": state.pot,
        "settlements": [_settlement(settlement) for settlement in state.settlements],
        "winners": list(state.waiting.winners) if isinstance(state.waiting, Over) else [],
    }


def no_report(game: str | None, line: int, error: str, *, readable: bool) -> dict[str, Any]:
    """Tell of a file that is no record, or of a header that no game accepts: there is no state before it."""
    return {
        "record": VERSION,
        "game": game,
        "status": "illegal" if readable else "unreadable",
        "line": line,
        "error": error,
        "deal": None,
        "dealer": None,
        "waiting": None,
        "seats": [],
        "pot": 0,
        "settlements": [],
        "winners": [],
    }


def _waiting(match: Match, waiting: Waiting) -> dict[str, Any] | None:
    if isinstance(waiting, Over):
        return None
    if not isinstance(waiting, Turn):
        return {"for": "shuffle"}
    choices = [
        {"do": action.do} | ({} if action.card is None else {"card": action.card})
        for action in match.state.legal_actions()
    ]
    return {"for": "turn", "seat": waiting.seat, "by": waiting.by, "choices": choices}


def _settlement(settlement: Settlement) -> dict[str, Any]:
    return {
        "deal": settlement.deal,
        "dealer": settlement.dealer,
        "change": list(settlement.change),
        "points": None if settlement.points is None else list(settlement.points),
        "recount": None if settlement.recount is None else list(settlement.recount),
        "void": settlement.void,
    }
