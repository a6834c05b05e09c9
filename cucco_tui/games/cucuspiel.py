"""The Cucuspiel of 1769 (ZEH-1 to ZEH-10; DE, after Zeh): Cucù without the lion, with a cup for the lost tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from cucco_tui.cards.packs import CUCCO_38, Pack
from cucco_tui.engine.game import Game, Preset
from cucco_tui.engine.question import Question
from cucco_tui.engine.seats import Direction
from cucco_tui.engine.state import Action, State
from cucco_tui.games import cucu
from cucco_tui.games.cucu import (
    RANK,
    Stake,
    Tokens,
    losers,
    lowest,
    next_or_won,
    offer_split,
    pay_losses,
    powers,
    ranks,
    why_no_split,
)
from cucco_tui.games.exchange.procedure import Power, Procedure

if TYPE_CHECKING:
    from cucco_tui.games.exchange.state import ExchangeState


@dataclass(frozen=True, slots=True)
class CucuspielRules:
    """The house rules of the Cucuspiel (ZEH-1, ZEH-3)."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "forbid", "strict": True}

    tokens: Tokens = 5
    stake: Stake = 1
    refusal: Literal["forbidden", "costs_token"] = "forbidden"
    lone_card_safe: bool = False


@cache
def procedure(pack: Pack, direction: Direction, rules: CucuspielRules) -> Procedure:
    """Tell what is special about the game by these rules, always the same object: so that views compare."""
    return Procedure(
        pack=pack,
        direction=direction,
        tokens=rules.tokens,
        stake=rules.stake,
        rank=ranks(pack),
        powers=powers(pack, POWERS),
        ordinary=ask_to_swap if rules.refusal == "costs_token" else None,
        ending=partial(lowest_pay, lone_safe=rules.lone_card_safe),
        finish=next_or_won,
        judge_offer=why_no_split,
        make_offer=offer_split,
        from_bottom=True,
        has_cup=True,
        fool=pack.kinds.index("Matto"),
    )


def start(preset: Preset, rules: CucuspielRules, seats: int, dealer: int) -> State:
    """Stand before the first deal."""
    return procedure(preset.pack, preset.direction, rules).start(seats, dealer)


def ask_to_swap(state: ExchangeState, asker: int, asked: int) -> None:
    """Ask the holder of an ordinary card whether he swaps, or pays a token not to (ZEH-3)."""
    state.ask(Question("refusal", asked, ("swap", "refuse"), answer_swap, other=asker))


def answer_swap(state: ExchangeState, question: Question, action: Action) -> None:
    """Swap, or refuse for a token; who refuses keeps his turn, unless that was his last token (ZEH-3)."""
    asked, asker = question.seat, question.other
    assert asker is not None
    if action.do == "swap":
        state.swap(asker, asked)
        state.turn_to(asked)
        return
    state.tell("event.refuses", asked, asker)
    state.not_privileged(asked)
    state.lose(asked)
    if state.in_deal[asked]:
        state.turn_to(asked)
    else:
        state.pass_turn(asked)


def send_home(state: ExchangeState, asker: int, asked: int) -> None:
    """Gnau! No swap, and the asker pays a token to the cat's holder; nothing is undone (ZEH-4)."""
    state.lose(asker, into_cup=False)
    state.gain(asked)
    state.pass_turn(asked)


POWERS = {**cucu.POWERS, "XII": Power("call.gnau", send_home, penalty=1)}
"""What the privileged cards of 1769 do when their holder is asked (ZEH-4, ZEH-5)."""


def lowest_pay(state: ExchangeState, *, lone_safe: bool) -> None:
    """Settle a deal; two Matti lose nothing and take a token each from the cup, after the losers paid (ZEH-6 to 8)."""
    shown = state.shown()
    fools = [seat for seat, code in shown.items() if code == "Matto"]
    if len(fools) < 2:
        pay_losses(state, losers(shown, immune=True, lone_safe=lone_safe))
    else:
        others = lowest({seat: RANK[code] for seat, code in shown.items() if seat not in fools})
        pay_losses(state, [seat for seat in others if shown[seat] != "XV"])
        for seat in fools:
            if state.ledger.cup:
                state.ledger.cup -= 1
                state.gain(seat)
    state.end_deal()


GAME = Game(
    id="cucuspiel",
    kind="exchange",
    seats=(2, 19),
    presets=(Preset("zeh", CUCCO_38, Direction.ANTICLOCKWISE),),
    rules=CucuspielRules,
    start=start,
    face="XIIII",
)
