"""Cucù of Campli (CUCU-1 to CUCU-25; DE, after Farina 2010): anticlockwise, privileged cards, a pot and its virgins.

Lu Stù and the Cucuspiel of 1769 are told as what differs from it; they borrow their common parts from here. Cards are
dealt from the bottom one by one (CUCU-3), which only a player who is asked or must decide gets to see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from cucco_tui.cards.packs import CUCCO, Pack
from cucco_tui.engine.game import Between, Game, Preset
from cucco_tui.engine.question import Question
from cucco_tui.engine.seats import Direction
from cucco_tui.engine.state import Action, Reason, State
from cucco_tui.games.exchange.procedure import Power, Procedure, block, jump

if TYPE_CHECKING:
    from cucco_tui.games.exchange.state import ExchangeState

Tokens = Annotated[int, Between(1, 9)]
Stake = Annotated[int, Between(0, 1000)]
BuyBack = Literal["per_elimination", "per_return", "off"]


@dataclass(frozen=True, slots=True)
class CucuRules:
    """The house rules of Cucù: tokens, stake in coins (CUCU-2), the others under their clauses."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "forbid", "strict": True}

    tokens: Tokens = 3
    stake: Stake = 1
    buy_back: BuyBack = "per_elimination"
    simultaneous: Literal["ordered", "equal"] = "ordered"
    ties: Literal["all"] = "all"
    cuckoo_immune: bool = True
    lone_card_safe: bool = False


ORDER = (
    *("Matto", "Leone", "Mascherone", "Secchia", "Nulla"),
    *("I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "VIIII", "X", "XI", "XII", "XIII", "XIIII", "XV"),
)
"""The cards from low to high (CUCU-1); what a Matto is worth is told by CUCU-14 and CUCU-15."""


RANK = {code: rank for rank, code in enumerate(ORDER)}


def powers(pack: Pack, by_code: Mapping[str, Power]) -> dict[int, Power]:
    """Write a table of powers by kind of card."""
    return {pack.kinds.index(code): power for code, power in by_code.items()}


def ranks(pack: Pack) -> tuple[int, ...]:
    """Rank the kinds of a cucco pack."""
    return tuple(RANK[code] for code in pack.kinds)


@cache
def procedure(pack: Pack, direction: Direction, rules: CucuRules) -> Procedure:
    """Tell what is special about the game by these rules, always the same object: so that views compare."""
    return Procedure(
        pack=pack,
        direction=direction,
        tokens=rules.tokens,
        stake=rules.stake,
        rank=ranks(pack),
        powers=powers(pack, POWERS),
        ending=partial(lowest_pay, immune=rules.cuckoo_immune, lone_safe=rules.lone_card_safe),
        finish=next_or_won,
        judge_offer=why_no_split,
        make_offer=offer_split,
        buy_back=partial(ask_buy_back, same_price=rules.simultaneous == "equal"),
        price=doubling(rules.stake, rules.buy_back),
        from_bottom=True,
        as_needed=True,
        virgins=True,
        fool=pack.kinds.index("Matto"),
    )


def start(preset: Preset, rules: CucuRules, seats: int, dealer: int) -> State:
    """Stand before the first deal."""
    return procedure(preset.pack, preset.direction, rules).start(seats, dealer)


# Privileged cards


def shoot(state: ExchangeState, asker: int, asked: int) -> None:
    """Bum! No swap, and the asker loses a token (CUCU-7)."""
    state.lose(asker)
    state.pass_turn(asked)


def send_back(state: ExchangeState, asker: int, asked: int) -> None:
    """Gnaf! No swap, the asker loses a token, and his card goes back to whom it was dealt (CUCU-9)."""
    state.lose(asker)
    undo_swaps(state, asker)
    state.pass_turn(asked)


def undo_swaps(state: ExchangeState, holder: int) -> None:
    """Undo the swap by which the holder got his card, then the one by which the other got it, and so on (CUCU-9)."""
    for asker, asked in reversed(state.swaps.copy()):
        if asked == holder:
            state.undo(asker, asked)
            holder = asker


def stop_at_inn(state: ExchangeState, asker: int, asked: int) -> None:
    """Fermatevi alquanto: the asker may withdraw, or ask whether the innkeeper pays for a Nulla (CUCU-10)."""
    state.ask(Question("inn", asker, ("withdraw", "ask_nulla"), answer_inn, other=asked))


def answer_inn(state: ExchangeState, question: Question, action: Action) -> None:
    """Keep the card, or put the question to the innkeeper (CUCU-10)."""
    asker, innkeeper = question.seat, question.other
    assert innkeeper is not None
    state.tell(f"event.{action.do.replace('_', '-')}", asker, innkeeper)
    if action.do == "withdraw":
        state.pass_turn(innkeeper)
    else:
        answers = ("accept", "refuse")
        state.ask(Question("pay-for-nulla", innkeeper, answers, answer_nulla, other=asker, public=True))


def answer_nulla(state: ExchangeState, question: Question, action: Action) -> None:
    """Pay for the asker's Nulla, should it come to that, or swap (CUCU-11, CUCU-12)."""
    innkeeper, asker = question.seat, question.other
    assert asker is not None
    state.tell(f"event.{action.do}s-nulla", innkeeper, asker)
    if action.do == "accept":
        state.pledges.append((asker, innkeeper))
        state.pass_turn(innkeeper)
    else:
        state.swap_at_inn(asker, innkeeper)


POWERS = {
    "XV": Power("call.cucu", block),
    "XIIII": Power("call.bum", shoot, penalty=1),
    "XIII": Power("call.salta", jump),
    "XII": Power("call.gnaf", send_back, penalty=1),
    "XI": Power("call.fermatevi", stop_at_inn, shown=False),
}
"""What the privileged cards of Campli do when their holder is asked (CUCU-6 to CUCU-12)."""


# Showdown


def losers(compared: Mapping[int, str], *, immune: bool, lone_safe: bool) -> list[int]:
    """Find who loses a token, by the cards compared, eldest first (CUCU-13 to CUCU-16)."""
    if len(compared) == 1 and lone_safe:
        return []
    fools = [seat for seat, code in compared.items() if code == "Matto"]
    if len(fools) == 2:
        # Between XV and XIIII: twice the rank leaves room for a half.
        worth = {seat: 2 * RANK["XV"] - 1 if seat in fools else 2 * RANK[code] for seat, code in compared.items()}
        return lowest(worth)
    others = lowest({seat: RANK[code] for seat, code in compared.items() if seat not in fools})
    if others and immune and compared[others[0]] == "XV":
        others = []
    return [seat for seat in compared if seat in fools or seat in others]


def lowest(worth: Mapping[int, int]) -> list[int]:
    """Find the seats whose card is worth least, all tied."""
    return [seat for seat, value in worth.items() if value == min(worth.values())]


def lowest_pay(state: ExchangeState, *, immune: bool, lone_safe: bool) -> None:
    """Settle a deal: the lowest lose a token each, or an innkeeper for them (CUCU-11, CUCU-13)."""
    pay_losses(state, losers(state.shown(), immune=immune, lone_safe=lone_safe))
    state.end_deal()


def pay_losses(state: ExchangeState, lost: Iterable[int], gained: Iterable[int] = ()) -> None:
    """Move the tokens of a showdown together (EX-10): an innkeeper who promised it pays for a lost Nulla (CUCU-11).

    A token that is gained and lost at once moves nothing (STU-13).
    """
    shown = state.shown()
    keepers = {seat: keeper for seat, keeper in state.pledges if shown.get(seat) == "Nulla" and state.tokens[keeper]}
    bills: Counter[int] = Counter()
    for seat in lost:
        if seat in keepers:
            state.tell("event.innkeeper-pays", keepers[seat], seat)
        bills[keepers.get(seat, seat)] += 1
    bills.subtract(gained)
    for seat in state.from_eldest():
        for _ in range(bills[seat]):
            state.lose(seat)
        for _ in range(-bills[seat]):
            state.gain(seat)


# After the deal


def next_or_won(state: ExchangeState) -> None:
    """Go on with the next deal, or end the match (CUCU-21, CUCU-22)."""
    left = [seat for seat, tokens in enumerate(state.tokens) if tokens]
    agreed = state.ledger.agreement
    if not left:
        new_tokens_for_all(state)
        state.next_deal()
    elif len(left) == 1:
        share_pot(state, dict(agreed) if left[0] in agreed else {left[0]: 100})
    else:
        if agreed and [state.tokens[seat] for seat in left] != [1, 1]:
            agreed.clear()
        state.next_deal()


def new_tokens_for_all(state: ExchangeState) -> None:
    """Let everyone come back when all have gone out together: no new stake, nobody a virgin (CUCU-21)."""
    for seat in range(len(state.tokens)):
        state.new_tokens(seat)
    state.ledger.agreement.clear()
    state.ledger.cup = 0
    state.tell("event.all-back", moment=True)


def share_pot(state: ExchangeState, shares: Mapping[int, int]) -> None:
    """End the match and share the pot by percents; odd coins go to the bigger share, of equals to the lower seat.

    Of what a seat gets it owes what it promised at inns, then to its sponsors their part (CUCU-20, CUCU-22, STU-7).
    """
    parts = {seat: state.pot * share // 100 for seat, share in shares.items()}
    bigger = max(shares, key=lambda seat: (shares[seat], -seat))
    parts[bigger] += state.pot - sum(parts.values())
    for seat, coins in parts.items():
        state.pay(seat, -coins)
        state.tell("event.takes-pot", seat, coins=coins)
        owed = {keeper: coins * share // 100 for keeper, share in state.ledger.promised[seat].items()}
        rest = coins - sum(owed.values())
        paid = state.ledger.paid[seat]
        owed_sponsors = {sponsor: rest * part // paid for sponsor, part in state.ledger.sponsors[seat].items()}
        for creditor, amount in (*owed.items(), *owed_sponsors.items()):
            state.pay(seat, amount, creditor)
            state.tell("event.pays-share", seat, creditor, coins=amount)
    state.win(*sorted(shares))


# Buying back


def doubling(stake: int, how: BuyBack) -> Callable[[int, int], int] | None:
    """Make the price of a return: doubled by each player who went out before, or by each who came back (CUCU-25)."""
    if how == "off":
        return None
    return lambda outs, returns: stake * 2 ** (outs if how == "per_elimination" else returns)


def ask_buy_back(state: ExchangeState, seat: int, *, same_price: bool) -> None:
    """Ask a player who went out whether he comes back, if there is a virgin (CUCU-17 to CUCU-19).

    With `same_price` all who go out in one deal pay what the first of them pays.
    """
    price, ledger = state.procedure.price, state.ledger
    if price is None or not any(ledger.virgin):
        return
    if same_price:
        amount = price(state.ledger_before.outs, sum(state.ledger_before.returns))
    else:
        amount = price(ledger.outs - len(state.gone_out) - 1, sum(ledger.returns))
    choices = ("buy_back", "leave")
    state.ask(
        Question("buy-back", seat, choices, answer_buy_back, why_no_sponsors, public=True, amount=amount, helped=True)
    )


def answer_buy_back(state: ExchangeState, question: Question, action: Action) -> None:
    """Come back for the price, which sponsors may share, or leave for good (CUCU-17, CUCU-20)."""
    seat, price, ledger = question.seat, question.amount, state.ledger
    if action.do == "buy_back":
        sponsors = dict(action.sponsors or ())
        for sponsor, coins in sponsors.items():
            state.pay(sponsor, coins)
            state.tell("event.sponsors", sponsor, seat, coins=coins)
        state.pay(seat, price - sum(sponsors.values()))
        ledger.paid[seat], ledger.sponsors[seat] = price, sponsors
        ledger.returns[seat] += 1
        state.new_tokens(seat)
    state.tell("event.buys-back" if action.do == "buy_back" else "event.leaves", seat, coins=price)
    state.go_on()


def why_no_sponsors(state: ExchangeState, question: Question, action: Action) -> Reason | None:
    """Tell why sponsors cannot pay what they are said to pay: others, whole coins, no more than the price."""
    sponsors = action.sponsors or ()
    seats = {seat for seat, _ in sponsors}
    if len(seats) < len(sponsors) or question.seat in seats or not all(0 <= seat < len(state.tokens) for seat in seats):
        return Reason("reason.sponsor-seat")
    if any(coins < 1 for _, coins in sponsors) or sum(coins for _, coins in sponsors) > question.amount:
        return Reason("reason.sponsor-coins", {"n": question.amount})
    return None


# The last two


def why_no_split(state: ExchangeState, action: Action) -> Reason | None:
    """Tell why the last two cannot share the pot by this offer (CUCU-22)."""
    left = [seat for seat, tokens in enumerate(state.tokens) if tokens]
    if len(left) != 2 or state.deal_number < 2 or action.seat not in left:
        return Reason("reason.split-last-two")
    if action.seat in state.ledger.offered:
        return Reason("reason.split-once")
    if action.shares is None or min(action.shares) < 0 or sum(action.shares) != 100:
        return Reason("reason.split-shares")
    return None


def offer_split(state: ExchangeState, action: Action) -> None:
    """Put an offer to share the pot to the other of the last two."""
    (other,) = (seat for seat, tokens in enumerate(state.tokens) if tokens and seat != action.seat)
    state.ledger.offered.add(action.seat)
    state.tell("event.offers-split", action.seat, other, shares=action.shares or ())
    answers = ("agree", "decline")
    state.ask(Question("split", other, answers, answer_split, other=action.seat, public=True, shares=action.shares))


def answer_split(state: ExchangeState, question: Question, action: Action) -> None:
    """Share the pot, or play on: with one token each the deal is played out first (CUCU-22)."""
    assert question.other is not None and question.shares is not None
    pair = sorted((question.seat, question.other))
    state.tell("event.agrees" if action.do == "agree" else "event.declines", question.seat, question.other)
    if action.do == "agree":
        shares = dict(zip(pair, question.shares, strict=True))
        if any(state.tokens[seat] != 1 for seat in pair):
            share_pot(state, shares)
            return
        state.ledger.agreement = shares
    state.go_on()


GAME = Game(
    id="cucu",
    kind="exchange",
    seats=(2, 20),
    presets=(Preset("campli", CUCCO, Direction.ANTICLOCKWISE),),
    rules=CucuRules,
    start=start,
    face="XV",
)
