"""Gnav of Denmark and Norway (GNA-1 to GNA-7; PG): clockwise, three tokens, and the fool knocks on the table.

It was played with turned pieces as well as with cards; here they are cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from cucco_tui.cards.packs import Pack
from cucco_tui.engine.game import Game, Preset
from cucco_tui.engine.seats import Direction
from cucco_tui.engine.state import State
from cucco_tui.games.cuckoo import last_one_wins
from cucco_tui.games.cucu import Tokens, lowest, powers, shoot
from cucco_tui.games.exchange.procedure import Power, Procedure, bits, end_exchange, jump

if TYPE_CHECKING:
    from cucco_tui.games.exchange.state import ExchangeState

GNAV = Pack(
    "gnav",
    (
        *("Narr", "Ugle", "Potte", "0", "I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "VIIII", "X", "XI", "XII"),
        *("Hus", "Hest", "Katt", "Dragon", "Gjok"),
    ),
    copies=2,
)
"""The pieces from low to high (GNA-1)."""


@dataclass(frozen=True, slots=True)
class GnavRules:
    """The house rules of Gnav: the tokens (GNA-1)."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "forbid", "strict": True}

    tokens: Tokens = 3


@cache
def procedure(pack: Pack, direction: Direction, rules: GnavRules) -> Procedure:
    """Tell what is special about the game by these rules, always the same object: so that views compare."""
    narr = pack.kinds.index("Narr")
    return Procedure(
        pack=pack,
        direction=direction,
        tokens=rules.tokens,
        stake=0,
        rank=tuple(range(len(pack.kinds))),
        powers=powers(pack, POWERS),
        drawn_again=bits(kind for kind, power in powers(pack, POWERS).items() if power.effect is jump),
        redraws=1,
        knocks=bits([narr]),
        fool=narr,
        fools_pay=True,
        ending=narr_and_lowest_pay,
        finish=last_one_wins,
    )


def start(preset: Preset, rules: GnavRules, seats: int, dealer: int) -> State:
    """Stand before the first deal: everybody has his tokens (GNA-1)."""
    return procedure(preset.pack, preset.direction, rules).start(seats, dealer)


POWERS = {
    "Gjok": Power("call.gjok", end_exchange),
    "Dragon": Power("call.dragon", shoot, penalty=1),
    "Katt": Power("call.katt", shoot, penalty=1),
    "Hest": Power("call.hest", jump),
    "Hus": Power("call.hus", jump),
}
"""What the matadors do when their holder is asked (GNA-2 to GNA-5)."""


def narr_and_lowest_pay(state: ExchangeState) -> None:
    """Settle a deal: each Narr pays, and the lowest of the other cards too; if all are out it counts for nothing.

    A card alone is compared with none, and only a Narr pays then (GNA-7).
    """
    fools = [seat for seat, code in state.shown().items() if code == "Narr"]
    others = {seat: worth for seat, worth in state.worth().items() if seat not in fools}
    losers = fools + (lowest(others) if len(fools) + len(others) > 1 else [])
    if all(tokens == (seat in losers) for seat, tokens in enumerate(state.tokens)):
        state.settle_void()
        state.next_deal()
        return
    for seat in state.in_turn():
        if seat in losers:
            state.lose(seat)
    state.end_deal()


GAME = Game(
    id="gnav",
    kind="exchange",
    seats=(2, 20),
    presets=(Preset("gnav", GNAV, Direction.CLOCKWISE),),
    rules=GnavRules,
    start=start,
    face="Gjok",
    deals=((2, 1.3), (3, 2.2), (4, 2.9), (6, 4.2), (10, 6.3), (15, 8.2), (20, 9.7)),
)
