"""Cöch, the trick game of Lake Iseo and Bergamo (COCH-1 to COCH-14; FA after Virgilio Ferrari, PT-C).

Four seats in two partnerships, seats 0 and 2 against 1 and 3. With two or three players the last seats are dummies,
whose cards lie open and are played by their partners (COCH-12). Zifuli shares the cards and what they count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

from cucco_tui.cards.packs import CUCCO
from cucco_tui.engine.game import Between, Game, Needs, Preset
from cucco_tui.engine.state import State
from cucco_tui.games.tricks.procedure import DIRECTION, Procedure

if TYPE_CHECKING:
    from cucco_tui.games.tricks.state import TrickState

SEATS = 4

EqualCards: TypeAlias = Literal["first", "last"]
Revokes: TypeAlias = Literal["prevented", "punished"]
Deals: TypeAlias = Annotated[int, Between(1, 100)]

BRAZILIAN: Mapping[str, bool | str] = {"equal_cards": "last", "matto_takes_numerals": True}
"""How PT-C has it, in Cöch and Zifuli."""


@dataclass(frozen=True, slots=True)
class CochRules:
    """The house rules of Cöch: `target` in points, None for a match of so many `deals` (COCH-11)."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "forbid", "strict": True}

    equal_cards: EqualCards = "first"
    matto_takes_numerals: bool = False
    target: Annotated[int, Between(1, 200)] | None = 31
    deals: Annotated[Deals, Needs("target", (None,))] = 10
    revokes: Revokes = "prevented"


# The cards

NUMERALS = ("I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "VIIII", "X")
"""COCH-1."""
PICTURES = ("Matto", "Mascherone", "Secchia", "Nulla", "XI", "XII", "XIII", "XIIII", "XV", "Leone")
"""COCH-2."""
SUIT_NAMES = ("numerals", "pictures")
HALF_POINTS = {
    **dict.fromkeys(("V", "VI", "VII", "VIII", "VIIII"), 1),
    **dict.fromkeys(("X", "XI", "XII", "XIII", "XIIII", "XV", "Leone"), 2),
}
"""COCH-8: 38 half points in all."""
RECOUNT = {
    **dict.fromkeys(("I", "VI", "XI"), 1),
    **dict.fromkeys(("II", "VII", "XII"), 2),
    **dict.fromkeys(("III", "VIII", "XIII"), 3),
    **dict.fromkeys(("IIII", "VIIII", "XIIII"), 4),
    "XV": 5,
    "Leone": 6,
}
"""COCH-9: whole points, 82 in all."""
HALF_OF_ALL = sum(HALF_POINTS.values())
"""What a side has that has half of all points, in half points: with two copies of each card that is the sum of one."""
HALF_OF_RECOUNT = sum(RECOUNT.values())


@cache
def procedure(rules: CochRules, players: int) -> Procedure:
    """Tell what is special about Cöch by these rules, always the same object: so that views compare."""
    return Procedure(
        pack=CUCCO,
        suits=(NUMERALS, PICTURES),
        suit_names=SUIT_NAMES,
        half_points=HALF_POINTS,
        cards_each=10,
        packet=5,
        by=tuple(seat if seat < players else partner_of(seat) for seat in range(SEATS)),
        sides=((0, 2), (1, 3)),
        ending=lambda state: settle(state, rules),
        penalty=lose_match,
        finish=lambda state: next_or_won(state, rules),
        later_wins=rules.equal_cards == "last",
        first_wins="Leone",
        takes="Matto" if rules.matto_takes_numerals else None,
        punished=rules.revokes == "punished",
        unit=1 if rules.target is None else 2,
    )


def start(preset: Preset, rules: CochRules, players: int, dealer: int) -> State:
    """Stand before the first deal; seats from `players` on are dummies."""
    return procedure(rules, players).start(dealer)


def partner_of(seat: int) -> int:
    """Find who sits opposite."""
    return (seat + 2) % SEATS


def of_both(by_side: Sequence[int]) -> list[int]:
    """Show what the two sides have at each of their seats."""
    return [by_side[seat % 2] for seat in range(SEATS)]


def settle(state: TrickState, rules: CochRules) -> None:
    """Let the side with more points write them down; at 9½ each the recount decides (COCH-9 to COCH-11)."""
    points = [state.taken[side] + state.taken[side + 2] for side in (0, 1)]
    recount: list[int] | None = None
    if points[0] == points[1]:
        counted = state.counted_by(RECOUNT)
        recount = [counted[side] + counted[side + 2] for side in (0, 1)]
        state.tell("event.recount")
    first, second = recount or points
    change = [0, 0]
    if first != second:
        winner = 0 if first > second else 1
        change[winner] = 1 if rules.target is None else points[winner]
    else:
        state.tell("event.drawn")
    state.counted += 1
    state.settle(of_both(change), of_both(points), None if recount is None else of_both(recount))
    state.procedure.finish(state)


def next_or_won(state: TrickState, rules: CochRules) -> None:
    """End the match at the target, or after so many deals; equal sides then share it (COCH-11)."""
    score = state.score[:2]
    if rules.target is not None:
        over = max(score) >= rules.target * state.procedure.unit
    else:
        over = state.counted == rules.deals
    if over:
        state.win([seat for seat in range(SEATS) if score[seat % 2] == max(score)])
    else:
        state.next_deal()


def lose_match(state: TrickState, revoker: int) -> None:
    """End the match: the side of a proved revoke loses it (COCH-14)."""
    state.settle([0] * SEATS)
    state.win([seat for seat in range(SEATS) if seat % 2 != revoker % 2])


GAME = Game(
    id="coch",
    kind="trick",
    seats=(2, SEATS),
    presets=(Preset("iseo", CUCCO, DIRECTION), Preset("brazilian", CUCCO, DIRECTION, BRAZILIAN)),
    rules=CochRules,
    start=start,
    face="Leone",
    deals=((2, 0.13), (4, 0.13)),
    turns=10,
    always=SEATS,
)
