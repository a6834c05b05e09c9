"""Packs in the order that a test wants."""

from cucco_tui.cards.packs import Pack
from cucco_tui.engine.match import Match
from cucco_tui.games.exchange.view import ExchangeView


def on_top(pack: Pack, *cards: str) -> list[str]:
    """Give the pack with these cards on top, the first one topmost."""
    rest = list(pack.cards)
    for card in cards:
        rest.remove(card)
    return [*cards, *rest]


def deal_out(match: Match, *cards: str) -> None:
    """Shuffle so that these cards are dealt, eldest first: from the top, or in games that do so from the bottom."""
    order = on_top(match.pack, *cards)
    view = match.view(None)
    if isinstance(view, ExchangeView) and view.procedure.from_bottom:
        order = [*order[len(cards) :], *reversed(cards)]
    match.shuffle(order)
