"""The drawing of shuffles that agree with all that a view of an exchange game knows. Cards are kinds."""

from typing import TYPE_CHECKING

from cucco_tui.engine.shuffle import Chance
from cucco_tui.games.exchange.procedure import bits

if TYPE_CHECKING:
    from cucco_tui.games.exchange.view import ExchangeView


def sample_order(view: "ExchangeView", chance: Chance) -> list[int] | None:
    """Draw a face for every unseen place, None if the drawing ran into a dead end.

    The most restricted places draw first: that makes all orders equally likely as long as the restrictions
    are nested, which the sets of privileged, blocking and exposed kinds are.
    """
    pack, rank = view.procedure.pack, view.procedure.rank
    order = list(view.faces)
    cannot = list(view.cannot)
    kept = sum(view.standing.present) - 1
    others = range(kept + 1, kept + view.procedure.dealer_cards)
    best = order[kept]
    if best is not None:
        better = bits(kind for kind in range(len(rank)) if rank[kind] > rank[best])
        for place in others:
            cannot[place] |= better
    left = [kind for kind in range(len(pack.kinds)) for _ in range(pack.copies)]
    for face in view.faces:
        if face is not None:
            left.remove(face)
    unseen = [place for place, face in enumerate(order) if face is None]
    for place in sorted(unseen, key=lambda place: -cannot[place].bit_count()):
        fitting = [index for index, kind in enumerate(left) if not cannot[place] >> kind & 1]
        if not fitting:
            return None
        order[place] = left.pop(chance.pick(fitting))
    whole = [face for face in order if face is not None]
    if best is None and others:
        top = max(range(kept, others.stop), key=lambda place: (rank[whole[place]], -place))
        whole.insert(kept, whole.pop(top))
    elif best is not None and others:
        # Of equals the dealer keeps the first: with an equal card among the others fewer orders led here.
        first_equal = next((n for n, place in enumerate(others) if rank[whole[place]] == rank[best]), len(others))
        if chance.below(len(others) + 1) > first_equal:
            return None
    return whole
