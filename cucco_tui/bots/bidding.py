"""The auction of Zifuli: what the steady bot bids (ZIF-3 to ZIF-9).

It counts its high cards, and one more: who holds the other copy of the card it names is its partner, so naming a XV
brings a XV to its side. It names the card that makes this sum largest, while the sum is `ENOUGH`; with every lower
bid the partner grows weaker, so it stops by itself. Two copies in one hand mean to play alone (ZIF-8): it names such a
card only if its own cards are `ENOUGH_ALONE`, and then always, for that is paid four times as well.
"""

from cucco_tui.engine.state import Action
from cucco_tui.games.tricks.procedure import BID, PASS
from cucco_tui.games.tricks.view import TrickView

HIGH_CARDS = {"Leone": 5, "XV": 4, "X": 3, "VIIII": 2, "XIIII": 1, "VIII": 1}
"""What a card counts for a bid: how much it adds to the chance to win the deal, measured over played deals."""
ENOUGH = 15
ENOUGH_ALONE = 20


def bid(view: TrickView) -> Action:
    """Name the card that promises most, of equals the highest; pass if it is not enough and the bot may (ZIF-9)."""
    passes = [choice for choice in view.choices if choice.do == PASS]
    names = [choice for choice in view.choices if choice.do == BID]
    alone = [name for name in names if view.hand.count(name.card or "") > 1]
    own = sum(HIGH_CARDS.get(card, 0) for card in view.hand)
    if alone and own >= ENOUGH_ALONE:
        # The lowest: the fewer cards are lower, the fewer can be bid over it.
        return alone[0]
    shared = [name for name in names if name not in alone]
    best = max(reversed(shared), key=copy_counts, default=None)
    if best is not None and own + copy_counts(best) >= ENOUGH:
        return best
    return passes[0] if passes else best or alone[0]


def copy_counts(name: Action) -> int:
    """Tell what the other copy of a named card counts, in the hand of the partner it brings."""
    return HIGH_CARDS.get(name.card or "", 0)
