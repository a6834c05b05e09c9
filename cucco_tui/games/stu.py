"""Lu Stù of Montorio al Vomano (STU-1 to STU-14; DE, after Di Luigi and Mazza 2009): Cucù, except what stands here.

Cards are dealt from the top; the cat sends cards backwards with every stop on the way; the Matti pay and make pay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from cucco_tui.cards.packs import CUCCO, Pack
from cucco_tui.engine.game import Between, Game, Preset
from cucco_tui.engine.question import Question
from cucco_tui.engine.seats import Direction
from cucco_tui.engine.state import Action, Reason, State
from cucco_tui.games.cucu import (
    RANK,
    BuyBack,
    Stake,
    Tokens,
    ask_buy_back,
    doubling,
    next_or_won,
    offer_split,
    pay_losses,
    powers,
    ranks,
    shoot,
    why_no_split,
)
from cucco_tui.games.exchange.procedure import Power, Procedure, block, jump

if TYPE_CHECKING:
    from cucco_tui.games.exchange.state import ExchangeState

WITHOUT_MATTI = Pack(CUCCO.id, tuple(code for code in CUCCO.kinds if code != "Matto"), copies=2)
"""STU-6."""


@dataclass(frozen=True, slots=True)
class StuRules:
    """The house rules of Lu Stù; prices double from `first_price` stakes on (STU-11)."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "forbid", "strict": True}

    tokens: Tokens = 3
    stake: Stake = 1
    buy_back: BuyBack = "per_return"
    simultaneous: Literal["ordered", "equal"] = "ordered"
    ties: Literal["first"] = "first"
    cuckoo_immune: bool = False
    lone_card_safe: bool = True
    first_price: Annotated[int, Between(1, 2)] = 1
    matti: bool = True


@cache
def procedure(pack: Pack, direction: Direction, rules: StuRules) -> Procedure:
    """Tell what is special about the game by these rules, always the same object: so that views compare."""
    return Procedure(
        pack=pack,
        direction=direction,
        tokens=rules.tokens,
        stake=rules.stake,
        rank=ranks(pack),
        powers=powers(pack, POWERS),
        ending=partial(first_lowest_pays, immune=rules.cuckoo_immune, lone_safe=rules.lone_card_safe),
        finish=next_or_won,
        judge_offer=why_no_split,
        make_offer=offer_split,
        buy_back=partial(ask_buy_back, same_price=rules.simultaneous == "equal"),
        price=doubling(rules.stake * rules.first_price, rules.buy_back),
        at_once=True,
        as_needed=True,
        virgins=True,
        fool=pack.kinds.index("Matto") if rules.matti else None,
        first_pays=True,
    )


def start(preset: Preset, rules: StuRules, seats: int, dealer: int) -> State:
    """Stand before the first deal."""
    pack = preset.pack if rules.matti else WITHOUT_MATTI
    return procedure(pack, preset.direction, rules).start(seats, dealer)


# Privileged cards


def bargain_at_inn(state: ExchangeState, asker: int, asked: int) -> None:
    """Tingh la Cas, che mi dai in cambio: the asker offers coins, a share of the pot, or nothing (STU-7)."""
    state.ask(Question("bargain", asker, ("bargain",), answer_bargain, why_no_bargain, other=asked))


def why_no_bargain(state: ExchangeState, question: Question, action: Action) -> Reason | None:
    """Tell why this cannot be offered; promised shares never sum to more than the pot."""
    left = 100 - sum(state.ledger.promised[question.seat].values())
    if action.coins is not None and action.coins < 0:
        return Reason("reason.bargain-coins")
    if action.share is not None and not 0 <= action.share <= left:
        return Reason("reason.bargain-share", {"n": left})
    return None


def answer_bargain(state: ExchangeState, question: Question, action: Action) -> None:
    """Put the offer to the innkeeper, aloud."""
    asker, innkeeper = question.seat, question.other
    assert innkeeper is not None
    coins, share = action.coins or 0, action.share or 0
    state.tell("event.bargains", asker, innkeeper, coins=coins, shares=(share,))
    answers = ("accept", "refuse")
    state.ask(
        Question(
            "bargain-answer",
            innkeeper,
            answers,
            answer_innkeeper,
            other=asker,
            public=True,
            amount=coins,
            shares=(share, 100 - share),
        )
    )


def answer_innkeeper(state: ExchangeState, question: Question, action: Action) -> None:
    """Take the offer and swap, or "Fatt nu bicchijr": keep the inn and pay for a Nulla (STU-7)."""
    innkeeper, asker = question.seat, question.other
    assert asker is not None
    state.tell(f"event.{action.do}s-bargain", innkeeper, asker)
    if action.do == "refuse":
        state.pledges.append((asker, innkeeper))
        state.pass_turn(innkeeper)
        return
    state.pay(asker, question.amount, innkeeper)
    if question.shares is not None and question.shares[0]:
        promised = state.ledger.promised[asker]
        promised[innkeeper] = promised.get(innkeeper, 0) + question.shares[0]
    state.swap_at_inn(asker, innkeeper)


def send_back(state: ExchangeState, asker: int, asked: int) -> None:
    """Gnaf, cart'arrit! The asker loses a token and must offer his card backwards (STU-8, STU-9)."""
    state.lose(asker)
    if state.in_deal[asker]:
        offer_backwards(state, asker)
    state.pass_turn(asked)


def offer_backwards(state: ExchangeState, holder: int) -> None:
    """Let the holder offer to his left, and each new holder on, until a card stops it or eldest has been asked."""
    order = state.in_turn()
    for asked in reversed(order[: order.index(holder)]):
        code = state.shown()[asked]
        dealt = state.dealt_to(asked) == asked
        if code in STOPS or (code == "XI" and dealt):
            state.call(asked, holder, POWERS[code])
            if code in ("XII", "XIIII"):
                state.lose(holder)
            return
        if code == "XIII":
            state.call(asked, holder, POWERS[code])
            continue
        # A card that came by a swap may be an inn: nobody else may learn whether it is.
        state.swap(holder, asked, unlike=None if dealt else (*STOPS, "XIII"))
        holder = asked


STOPS = ("XV", "XIIII", "XII")
"""The cards that end the way backwards, wherever they came from (STU-8)."""

POWERS = {
    "XV": Power("call.cucu", block),
    "XIIII": Power("call.bum", shoot, penalty=1),
    "XIII": Power("call.zumb", jump),
    "XII": Power("call.cartarrit", send_back, penalty=1),
    "XI": Power("call.tingh-la-cas", bargain_at_inn, shown=False),
}
"""What the privileged cards of Montorio do when their holder is asked."""


# Showdown


def first_lowest_pays(state: ExchangeState, *, immune: bool, lone_safe: bool) -> None:
    """Settle a deal: of several lowest only the first from eldest on pays; a Matto pays and makes pay (STU-2 to 5)."""
    shown = state.shown()
    fools = [seat for seat, code in shown.items() if code == "Matto"]
    others = [seat for seat in shown if seat not in fools]
    if len(shown) > 1 or not lone_safe:
        if len(fools) == 2:
            pay_losses(state, first_lowest(shown, others or fools, immune=immune), gained=fools)
        else:
            pay_losses(state, [*fools, *first_lowest(shown, others, immune=immune)])
    state.end_deal()


def first_lowest(shown: Mapping[int, str], seats: list[int], *, immune: bool) -> list[int]:
    """Find the first of `seats` that holds the lowest card among them, nobody if that is an immune XV."""
    if not seats:
        return []
    low = min(seats, key=lambda seat: RANK[shown[seat]])
    return [] if immune and shown[low] == "XV" else [low]


GAME = Game(
    id="stu",
    kind="exchange",
    seats=(2, 20),
    presets=(Preset("montorio", CUCCO, Direction.ANTICLOCKWISE),),
    rules=StuRules,
    start=start,
    face="XII",
)
