"""Coteccio of Trieste (COT-1 to COT-13; PT-T, card points after PG): who takes most points loses a life.

Who takes the first four tricks may dare the fifth, the capote, or annul the deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from cucco_tui.cards.packs import ITALIAN, ITALIAN_SUITS
from cucco_tui.engine.game import Between, Game, Preset
from cucco_tui.engine.question import Question
from cucco_tui.engine.state import Action, State
from cucco_tui.games.coch import Revokes
from cucco_tui.games.tricks.procedure import ANNUL, DIRECTION, DOCTOR, GO_ON, LEAVE, Procedure

if TYPE_CHECKING:
    from cucco_tui.games.tricks.state import TrickState

MOST_SEATS = 8
CARDS_EACH = 5

Doctor = Literal["off", "once", "unlimited"]


@dataclass(frozen=True, slots=True)
class CoteccioRules:
    """The house rules of Coteccio; `stake` in coins."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "forbid", "strict": True}

    lives: Annotated[int, Between(1, 9)] = 4
    doctor: Doctor = "off"
    revokes: Revokes = "prevented"
    stake: Annotated[int, Between(0, 1000)] = 0


ORDER = ("2", "3", "4", "5", "6", "7", "F", "C", "R", "1")
"""The cards of a suit from low to high (COT-1)."""
POINTS = {"1": 6, "R": 5, "C": 4, "F": 3}
"""COT-4, in whole points."""
LAST_TRICK = 6


@cache
def procedure(rules: CoteccioRules, seats: int) -> Procedure:
    """Tell what is special about Coteccio by these rules, always the same object: so that views compare."""
    suits = tuple(tuple(rank + suit for rank in ORDER) for suit in ITALIAN_SUITS)
    return Procedure(
        pack=ITALIAN,
        suits=suits,
        suit_names=("coins", "cups", "swords", "clubs"),
        half_points={rank + suit: 2 * points for rank, points in POINTS.items() for suit in ITALIAN_SUITS},
        open_tricks=True,
        last_trick=2 * LAST_TRICK,
        cards_each=CARDS_EACH,
        packet=1,
        by=tuple(range(seats)),
        between=ask_capote,
        sides=tuple((seat,) for seat in range(seats)),
        ending=settle,
        penalty=lose_life,
        finish=partial(next_or_won, doctor=rules.doctor),
        punished=rules.revokes == "punished",
        lives=rules.lives,
        stake=rules.stake,
        points_cost=True,
    )


def start(preset: Preset, rules: CoteccioRules, seats: int, dealer: int) -> State:
    """Stand before the first deal: everybody has paid the stake and has his lives (COT-5)."""
    return procedure(rules, seats).start(dealer)


# The capote


def ask_capote(state: TrickState, winner: int) -> None:
    """Ask who has won the first four tricks whether he annuls or goes on (COT-7)."""
    if list(state.trick_winners) == [winner] * (CARDS_EACH - 1):
        state.ask(Question("capote", winner, (ANNUL, GO_ON), answer_capote))


def answer_capote(state: TrickState, question: Question, action: Action) -> None:
    """Let nobody lose anything, or let the fifth card be led as a decision of its own (COT-7)."""
    if action.do == GO_ON:
        state.went_on = True
        state.tell("event.goes-on", action.seat, call="call.go_on", moment=True)
        return
    state.tell("event.annuls", action.seat, call="call.annul", moment=True)
    end_deal(state, [0] * len(state.score))


# The settlement


def settle(state: TrickState) -> None:
    """Take a life from who has most points, all tied (COT-6, COT-11), or pay for the capote (COT-8, COT-9)."""
    last = state.trick_winners[-1]
    points = list(state.taken)
    points[last] += state.procedure.last_trick
    players = state.players
    change = [0] * len(state.score)
    if state.went_on:
        hero = state.trick_winners[0]
        if last == hero:
            state.tell("event.capote", hero)
            for seat in players:
                change[seat] = 1 if seat == hero else -1
        else:
            state.tell("event.capote-failed", hero, last)
            change[hero], change[last] = -1, 1
    else:
        most = max(points[seat] for seat in players)
        for seat in players:
            change[seat] = -(points[seat] == most)
        if all(state.score[seat] + change[seat] == 0 for seat in players):
            state.settle([0] * len(state.score), points, void=True)
            state.next_deal()
            return
    end_deal(state, change, points)


def end_deal(state: TrickState, change: list[int], points: list[int] | None = None) -> None:
    """Score a deal, and find who has just lost the last life, from eldest on."""
    dying = [seat for seat in state.players if state.score[seat] + change[seat] == 0]
    state.settle(change, points)
    for seat in dying:
        state.tell("event.out", seat)
    state.dying = dying
    state.alive = tuple(seat for seat, lives in enumerate(state.score) if lives)
    state.procedure.finish(state)


def lose_life(state: TrickState, revoker: int) -> None:
    """Stop the deal: a proved revoke costs a life, nothing else is counted (COT-12)."""
    end_deal(state, [-(seat == revoker) for seat in range(len(state.score))])


def next_or_won(state: TrickState, doctor: Doctor) -> None:
    """Ask who may call the doctor, one after the other; then deal on, unless only one is left (COT-10, COT-13)."""
    while state.dying:
        seat = state.dying[0]
        if doctor != "off" and len(state.alive) > 1 and not (doctor == "once" and seat in state.doctored):
            state.ask(Question("doctor", seat, (DOCTOR, LEAVE), answer_doctor, public=True))
            return
        state.dying.pop(0)
    left = [seat for seat, lives in enumerate(state.score) if lives]
    if len(left) == 1:
        state.win(left)
    else:
        state.next_deal()


def answer_doctor(state: TrickState, question: Question, action: Action) -> None:
    """Let a player come back with as many lives as the poorest of those who had any before anybody came back."""
    seat = action.seat
    state.dying.remove(seat)
    if action.do == DOCTOR:
        state.score[seat] = min(state.score[other] for other in state.alive)
        state.doctored |= {seat}
        state.tell("event.calls-doctor", seat, tokens=state.score[seat], call="call.doctor", moment=True)
    else:
        state.tell("event.dies", seat)
    state.procedure.finish(state)


GAME = Game(
    id="coteccio",
    kind="trick",
    seats=(2, MOST_SEATS),
    presets=(Preset("trieste", ITALIAN, DIRECTION),),
    rules=CoteccioRules,
    start=start,
    face="1d",
    deals=((2, 2.0), (3, 2.9), (4, 3.8), (6, 5.7), (8, 7.5)),
    turns=5,
)
