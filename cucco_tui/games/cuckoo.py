"""Cuckoo, or Ranter-Go-Round (CK-1 to CK-14; PT-K): one card each, clockwise, Kings block, the lowest pays.

Departures from the source are in RULES: the jumping horse and the Italian pack of `saltacavallo` (CK-14), the
French dealer's three cards (CK-13) and the exposed Kings (CK-11) come from other printed rules of the family.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from cucco_tui.cards.packs import FRENCH, FRENCH_RANKS, ITALIAN, ITALIAN_RANKS, Pack
from cucco_tui.engine.game import Between, Game, Needs, Preset
from cucco_tui.engine.seats import Direction
from cucco_tui.engine.state import State
from cucco_tui.games.exchange.procedure import Power, Procedure, bits, block, jump, keep_own

if TYPE_CHECKING:
    from cucco_tui.games.exchange.state import ExchangeState

WHERE_KINGS_BLOCK = Needs("blockers", ("kings", "kings_and_queens"))


@dataclass(frozen=True, slots=True)
class CuckooRules:
    """The house rules of Cuckoo: tokens and stake in coins (CK-2), the others under their clauses."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "forbid", "strict": True}

    tokens: Annotated[int, Between(1, 9)] = 3
    stake: Annotated[int, Between(0, 1000)] = 0
    blockers: Literal["kings", "kings_and_queens", "none"] = "kings"
    stock_king_blocks: Annotated[bool, WHERE_KINGS_BLOCK] = True
    double_cut: bool = False
    all_out: Literal["sudden_death", "replay"] = "sudden_death"
    fast: bool = False
    seconds: Annotated[int, Between(1, 60), Needs("fast")] = 2
    expose_kings: Annotated[bool, WHERE_KINGS_BLOCK] = False
    fixed_dealer: bool = False


BLOCKERS = {"kings": "K", "kings_and_queens": "KQ", "none": ""}
"""The ranks that answer "Cuckoo!", by the value of `blockers` (CK-5)."""

NO_EXCHANGE = Power("", keep_own)
"""What a King does when it turns up in the stock (CK-6)."""

CLOCKWISE, ANTICLOCKWISE = Direction.CLOCKWISE, Direction.ANTICLOCKWISE


def start(preset: Preset, rules: CuckooRules, seats: int, dealer: int) -> State:
    """Stand before the first deal: everybody has paid the stake and has his tokens (CK-2)."""
    return procedure(preset, rules).start(seats, dealer)


def procedure(preset: Preset, rules: CuckooRules) -> Procedure:
    """Say what is special about this Cuckoo. A King of the Italian pack is R, a Queen has no like there (CK-14)."""
    pack = preset.pack
    italian = pack is ITALIAN
    ranks = ITALIAN_RANKS if italian else FRENCH_RANKS
    kings = kinds_of(pack, "R" if italian else "K")
    blocking = rules.blockers != "none"
    blockers = kings if italian and blocking else kinds_of(pack, BLOCKERS[rules.blockers])
    powers = {kind: Power("call.cuckoo", block) for kind in blockers}
    if italian:
        powers |= {kind: Power("call.jump", jump) for kind in kinds_of(pack, "C")}
    return Procedure(
        pack=pack,
        direction=preset.direction,
        tokens=rules.tokens,
        stake=rules.stake,
        rank=tuple(ranks.index(code[0]) for code in pack.kinds),
        powers=powers,
        finish=last_one_wins,
        ending=lowest_pay_or_replay if rules.all_out == "replay" else lowest_pay,
        decider=highest_stays,
        exposed=bits(kings) if rules.expose_kings and blocking else 0,
        drawn=dict.fromkeys(kings if rules.stock_king_blocks and blocking else (), NO_EXCHANGE),
        cuts=2 if rules.double_cut else 1,
        dealer_cards=3 if preset.id == "coucou" else 1,
        fixed_dealer=rules.fixed_dealer,
        seconds=rules.seconds if rules.fast else None,
    )


def kinds_of(pack: Pack, ranks: str) -> list[int]:
    """Find the kinds of card that have one of these ranks."""
    return [kind for kind, code in enumerate(pack.kinds) if code[0] in ranks]


def lowest(state: ExchangeState) -> list[int]:
    """Find who holds the lowest card, all tied (CK-8)."""
    rank = state.procedure.rank
    compared = state.compared()
    low = min(rank[kind] for kind in compared.values())
    return [seat for seat, kind in compared.items() if rank[kind] == low]


def lowest_pay(state: ExchangeState) -> None:
    """Take a token from the holders of the lowest card (CK-8)."""
    for seat in lowest(state):
        state.lose(seat)
    state.end_deal()


def last_one_wins(state: ExchangeState) -> None:
    """End the match, or go on; if nobody has a token left all who began the deal go into a sudden death (CK-9)."""
    left = [seat for seat, tokens in enumerate(state.tokens) if tokens]
    if len(left) == 1:
        state.win(left[0])
    else:
        state.next_deal(contenders=() if left else state.players)


def lowest_pay_or_replay(state: ExchangeState) -> None:
    """Settle a deal; if nobody would have a token left it counts for nothing (CK-9, `replay`)."""
    losers = lowest(state)
    if all(tokens == (seat in losers) for seat, tokens in enumerate(state.tokens)):
        state.settle_void()
        state.next_deal()
    else:
        lowest_pay(state)


def highest_stays(state: ExchangeState) -> None:
    """Decide a sudden death: one card each, no exchange, the highest wins, the tied highest go on (CK-9)."""
    rank = state.procedure.rank
    compared = state.compared()
    high = max(rank[kind] for kind in compared.values())
    stay = [seat for seat, kind in compared.items() if rank[kind] == high]
    state.settle()
    if len(stay) == 1:
        state.win(stay[0])
    else:
        state.next_deal(contenders=stay)


GAME = Game(
    id="cuckoo",
    kind="exchange",
    seats=(3, 30),
    presets=(
        Preset("cuckoo", FRENCH, CLOCKWISE),
        Preset("chase-the-ace", FRENCH, CLOCKWISE, {"expose_kings": True}),
        Preset("five-lives", FRENCH, CLOCKWISE, {"tokens": 5}),
        Preset("no-block", FRENCH, CLOCKWISE, {"blockers": "none"}),
        Preset("double-cut", FRENCH, CLOCKWISE, {"double_cut": True}),
        Preset("fast", FRENCH, CLOCKWISE, {"fast": True}),
        Preset("coucou", FRENCH, ANTICLOCKWISE),
        Preset("saltacavallo", ITALIAN, ANTICLOCKWISE),
    ),
    rules=CuckooRules,
    start=start,
    face="Kh",
)
