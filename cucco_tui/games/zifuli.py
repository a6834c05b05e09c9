"""Zifuli, Cöch for five (ZIF-1 to ZIF-14; FA after Anthony Smith, PT-C): an auction finds a declarer, who calls a card.

The holder of the other copy of that card is his partner, and nobody else knows until it falls.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from cucco_tui.cards.packs import CUCCO
from cucco_tui.engine.game import Game, Preset
from cucco_tui.engine.question import Question
from cucco_tui.engine.seats import Direction, round_from
from cucco_tui.engine.state import Action, Reason, State
from cucco_tui.games.coch import (
    BRAZILIAN,
    HALF_OF_ALL,
    HALF_OF_RECOUNT,
    HALF_POINTS,
    NUMERALS,
    RECOUNT,
    SUIT_NAMES,
    Deals,
    EqualCards,
    Revokes,
)
from cucco_tui.games.coch import PICTURES as COCH_PICTURES
from cucco_tui.games.tricks.procedure import BID, DIRECTION, NO_CARD, NOBODY, PASS, Procedure

if TYPE_CHECKING:
    from cucco_tui.games.tricks.state import TrickState

SEATS = 5
PICTURES = (*COCH_PICTURES[1:4], "Matto", *COCH_PICTURES[4:])
"""ZIF-1: the Matto stands above the Nulla."""


@dataclass(frozen=True, slots=True)
class ZifuliRules:
    """The house rules of Zifuli."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "forbid", "strict": True}

    equal_cards: EqualCards = "first"
    matto_takes_numerals: bool = False
    auction_direction: Literal["anticlockwise", "clockwise"] = "anticlockwise"
    no_bid: Literal["redeal", "dealer_names"] = "redeal"
    tie: Literal["declarer_loses", "void"] = "declarer_loses"
    deals: Deals = 10
    revokes: Revokes = "prevented"


@cache
def procedure(rules: ZifuliRules) -> Procedure:
    """Tell what is special about Zifuli by these rules, always the same object: so that views compare."""
    return Procedure(
        pack=CUCCO,
        suits=(NUMERALS, PICTURES),
        suit_names=SUIT_NAMES,
        half_points=HALF_POINTS,
        cards_each=8,
        packet=4,
        by=tuple(range(SEATS)),
        auction=Direction(rules.auction_direction),
        opening=partial(ask_next_bidder, rules=rules),
        sides=tuple((seat,) for seat in range(SEATS)),
        ending=partial(settle, rules=rules),
        penalty=lose_deal,
        finish=partial(next_or_won, rules=rules),
        later_wins=rules.equal_cards == "last",
        first_wins="Leone",
        takes="Matto" if rules.matto_takes_numerals else None,
        punished=rules.revokes == "punished",
    )


def start(preset: Preset, rules: ZifuliRules, players: int, dealer: int) -> State:
    """Stand before the first deal."""
    return procedure(rules).start(dealer)


# The auction


def ask_next_bidder(state: TrickState, rules: ZifuliRules) -> None:
    """Ask who is next to name a lower card or pass, or end the auction (ZIF-3 to ZIF-6, ZIF-9)."""
    passed = {seat for seat, card in state.bids if card == NO_CARD}
    declarer, lowest = last_bid(state)
    if len(passed) == SEATS and declarer == NOBODY:
        if rules.no_bid == "redeal":
            throw_in(state)
        else:
            ask_bidder(state, state.dealer, rules, must=True)
        return
    if declarer != NOBODY and (passed >= {*range(SEATS)} - {declarer} or is_lowest(state, lowest)):
        declare(state, declarer, lowest)
        return
    ask_bidder(state, next_bidder(state, passed), rules)


def next_bidder(state: TrickState, passed: set[int]) -> int:
    """Find who speaks: eldest first, then round the table among those who have not passed."""
    direction = state.procedure.auction
    eldest = state.players[0]
    first = (state.bids[-1][0] + direction.step) % SEATS if state.bids else eldest
    return round_from(first, [seat not in passed for seat in range(SEATS)], direction)[0]


def ask_bidder(state: TrickState, seat: int, rules: ZifuliRules, *, must: bool = False) -> None:
    """Ask a player to name a card he holds, or to pass unless he `must` name one."""
    cards = nameable(state) & state.held(seat)
    codes = tuple(code for number, code in enumerate(state.procedure.codes) if cards >> number & 1)
    choices = (BID,) if must else (BID, PASS)
    state.ask(Question("bid", seat, choices, partial(answer_bid, rules=rules), why_no_bid, cards=codes))


def last_bid(state: TrickState) -> tuple[int, int]:
    """Give the last bid, as seat and card; NOBODY and NO_CARD before the first."""
    return next(((seat, card) for seat, card in reversed(state.bids) if card != NO_CARD), (NOBODY, NO_CARD))


def nameable(state: TrickState) -> int:
    """Give, as bits, the cards that may be named now: lower ones of the suit of the first bid (ZIF-5)."""
    _, lowest = last_bid(state)
    if lowest == NO_CARD:
        return (1 << len(state.procedure.codes)) - 1
    return state.procedure.suit_bits[lowest] & ((1 << lowest) - 1)


def is_lowest(state: TrickState, card: int) -> bool:
    """Tell whether nobody could go lower: by the card alone, never by hands (ZIF-6)."""
    return not state.procedure.suit_bits[card] & ((1 << card) - 1)


def answer_bid(state: TrickState, question: Question, action: Action, rules: ZifuliRules) -> None:
    """Note a bid or a pass, and ask the next player."""
    if action.card is None:
        state.bids.append((action.seat, NO_CARD))
        state.tell("event.passes", action.seat)
    else:
        state.bids.append((action.seat, state.procedure.number[action.card]))
        state.tell("event.bids", action.seat, cards=(action.card,), revocable=True)
    ask_next_bidder(state, rules)


def why_no_bid(state: TrickState, question: Question, action: Action) -> Reason | None:
    """Tell why a card cannot be named, or why a player cannot pass."""
    if action.do == PASS and PASS not in question.choices:
        return Reason("reason.must-bid")
    if action.do != BID:
        return None
    card = state.procedure.number.get(action.card or "", NO_CARD)
    if card == NO_CARD or not state.holds(action.seat, card):
        return Reason("reason.bid-not-held", {"card": action.card or "?"})
    _, lowest = last_bid(state)
    if not state.procedure.suit_bits[lowest] >> card & 1:
        return Reason("reason.bid-suit", {"card": state.procedure.codes[lowest]})
    return Reason("reason.bid-lower", {"card": state.procedure.codes[lowest]})


def declare(state: TrickState, declarer: int, card: int) -> None:
    """Let the last bidder be the declarer, who has called a card (ZIF-6)."""
    state.declare(declarer, card)
    state.tell("event.declares", declarer, cards=(state.procedure.codes[card],), moment=True, revocable=True)


def throw_in(state: TrickState) -> None:
    """Throw the cards in: the deal does not count (ZIF-9)."""
    state.tell("event.thrown-in", moment=True)
    state.settle([0] * SEATS, void=True)
    state.next_deal()


# The settlement


def settle(state: TrickState, rules: ZifuliRules) -> None:
    """Pay tentos to the side that has more points, after a recount if both have 9½ (ZIF-11, ZIF-12)."""
    recount: list[int] | None = None
    points, half = list(state.taken), HALF_OF_ALL
    ours = of_declarer(state, points)
    if ours == half:
        recount, half = state.counted_by(RECOUNT), HALF_OF_RECOUNT
        ours = of_declarer(state, recount)
        state.tell("event.recount")
    state.counted += 1
    if ours == half and rules.tie == "void":
        state.settle([0] * SEATS, points, recount, void=True)
    else:
        state.settle(tentos(state, won=ours > half), points, recount)
    state.procedure.finish(state)


def of_declarer(state: TrickState, by_seat: list[int]) -> int:
    """Add what the declarer and his partner have."""
    return by_seat[state.declarer] + (0 if state.partner == NOBODY else by_seat[state.partner])


def tentos(state: TrickState, *, won: bool) -> list[int]:
    """Give what each seat gains if the declarer's side has won or lost; it sums to 0 (ZIF-11)."""
    alone = state.partner == NOBODY
    change = [-2 if alone else -1] * SEATS
    change[state.declarer] = 8 if alone else 2
    if not alone:
        change[state.partner] = 1
    return change if won else [-tento for tento in change]


def next_or_won(state: TrickState, rules: ZifuliRules) -> None:
    """End the match after so many deals: most tentos win, equal ones share it (ZIF-13)."""
    if state.counted == rules.deals:
        state.win([seat for seat, score in enumerate(state.score) if score == max(state.score)])
    else:
        state.next_deal()


def lose_deal(state: TrickState, revoker: int) -> None:
    """End the deal: the side of a proved revoke has lost it (ZIF-14)."""
    declarers = revoker in (state.declarer, state.partner)
    state.reveal()
    state.counted += 1
    state.settle(tentos(state, won=not declarers))
    state.procedure.finish(state)


GAME = Game(
    id="zifuli",
    kind="trick",
    seats=(SEATS, SEATS),
    presets=(Preset("iseo", CUCCO, DIRECTION), Preset("brazilian", CUCCO, DIRECTION, BRAZILIAN)),
    rules=ZifuliRules,
    start=start,
    face="Matto",
    turns=9,
)
