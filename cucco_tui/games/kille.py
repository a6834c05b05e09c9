"""Kille of Sweden, played with one card each (KIL-1 to KIL-8; PG): clockwise, no tokens, out at the first lost deal.

Who is out may buy in again three times. The Harlekin is the best card and, once it has been swapped, the worst.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from cucco_tui.cards.packs import Pack
from cucco_tui.engine.game import Game, Preset
from cucco_tui.engine.question import Question
from cucco_tui.engine.seats import Direction
from cucco_tui.engine.state import Action, Reason, State
from cucco_tui.games.cuckoo import last_one_wins
from cucco_tui.games.cucu import Stake, lowest, powers, shoot, undo_swaps
from cucco_tui.games.exchange.procedure import Power, Procedure, bits, end_exchange, jump

if TYPE_CHECKING:
    from cucco_tui.games.exchange.state import ExchangeState

KILLE = Pack(
    "kille",
    (
        *("Blaren", "Blompotta", "Krans", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"),
        *("Vardshus", "Kavall", "Husu", "Husar", "Kuku", "Harlekin"),
    ),
    copies=2,
)
"""The cards from low to high (KIL-1)."""

BUY_INS = 3
"""How often a player who is out may buy in again (KIL-2)."""


@dataclass(frozen=True, slots=True)
class KilleRules:
    """The house rules of Kille: the stake in coins (KIL-2)."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "forbid", "strict": True}

    stake: Stake = 1


@cache
def procedure(pack: Pack, direction: Direction, rules: KilleRules) -> Procedure:
    """Tell what is special about the game by these rules, always the same object: so that views compare."""
    return Procedure(
        pack=pack,
        direction=direction,
        tokens=1,
        has_tokens=False,
        buy_ins=BUY_INS,
        stake=rules.stake,
        rank=tuple(range(len(pack.kinds))),
        powers=powers(pack, {**ENDING, **PASSING}),
        drawn=powers(pack, ENDING),
        drawn_again=bits(powers(pack, PASSING)),
        redraws=pack.copies * len(PASSING),
        falls=bits([pack.kinds.index("Harlekin")]),
        ending=lowest_out,
        finish=last_one_wins,
        buy_back=ask_buy_in,
    )


def start(preset: Preset, rules: KilleRules, seats: int, dealer: int) -> State:
    """Stand before the first deal: everybody has paid the stake, and is in (KIL-2)."""
    return procedure(preset.pack, preset.direction, rules).start(seats, dealer)


# Privileged cards


def bite_back(state: ExchangeState, asker: int, asked: int) -> None:
    """Undo the swaps that brought the asker's card; the player to whom it was dealt is out (KIL-5)."""
    origin = state.dealt_to(asker)
    undo_swaps(state, asker)
    state.lose(origin)
    state.pass_turn(asked)


ENDING = {
    "Kuku": Power("call.kuku", end_exchange),
    "Husar": Power("call.husar", shoot, penalty=1),
    "Husu": Power("call.husu", bite_back, penalty=1, at_origin=True),
}
"""What stops the exchange of who meets it, at his neighbour's or in the stock (KIL-3 to KIL-5, KIL-7)."""

PASSING = {"Kavall": Power("call.kavall", jump), "Vardshus": Power("call.vardshus", jump)}
"""What sends a request on to the next player, and makes the dealer draw again (KIL-4, KIL-7)."""


# Showdown


def lowest_out(state: ExchangeState) -> None:
    """Put out who holds the lowest card; if nobody would be left the deal counts for nothing (KIL-8).

    A card alone is compared with none: its holder has outlived all others.
    """
    worth = state.worth()
    losers = lowest(worth) if len(worth) > 1 else []
    if len(losers) == len(worth):
        state.settle_void()
        state.next_deal()
        return
    for seat in losers:
        state.lose(seat)
    state.end_deal()


# Buying in


def ask_buy_in(state: ExchangeState, seat: int) -> None:
    """Ask a player who went out whether he buys in for the stake, three times at most (KIL-2)."""
    if state.ledger.returns[seat] < BUY_INS:
        choices = ("buy_back", "leave")
        amount = state.procedure.stake
        state.ask(Question("buy-back", seat, choices, answer_buy_in, why_no_help, public=True, amount=amount))


def answer_buy_in(state: ExchangeState, question: Question, action: Action) -> None:
    """Pay the stake into the pot and be in again, or stay out."""
    seat = question.seat
    if action.do == "buy_back":
        state.pay(seat, question.amount)
        state.ledger.returns[seat] += 1
        state.new_tokens(seat)
    state.tell("event.buys-back" if action.do == "buy_back" else "event.leaves", seat, coins=question.amount)
    state.go_on()


def why_no_help(state: ExchangeState, question: Question, action: Action) -> Reason | None:
    """Tell why others cannot pay for a buy-in: sponsors are of Cucù (CUCU-20)."""
    return Reason("reason.no-sponsors") if action.sponsors else None


GAME = Game(
    id="kille",
    kind="exchange",
    seats=(3, 13),
    presets=(Preset("kille", KILLE, Direction.CLOCKWISE),),
    rules=KilleRules,
    start=start,
    face="Kuku",
    deals=((3, 9.0), (4, 12.4), (6, 18.2), (10, 28.9), (13, 36.3)),
)
