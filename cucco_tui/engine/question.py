"""What a seat is asked besides what it does in its turn: a bid, whether it pays, whether it comes back."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cucco_tui.engine.state import ARGUMENTS, Action, Reason, superfluous


@dataclass(frozen=True, slots=True)
class Question:
    """Something that a seat is asked; `other` is the seat it concerns, if any.

    `choices` are the words it may answer, `cards` the codes that a word which takes a card may name, low to high.
    `answer` does what was chosen. `judge` tells why something that is not listed in `actions` is no answer, None where
    it finds no fault: it sees choices with arguments, and other words too. A `public` question is answered aloud (all
    may look): its call has told everything. `amount` is a price in coins, which others may help to pay if it is
    `helped` (CUCU-20), `shares` what was offered to the last two, in percent by seat.
    """

    name: str
    seat: int
    choices: tuple[str, ...]
    answer: Callable[[Any, "Question", Action], None]
    judge: Callable[[Any, "Question", Action], Reason | None] | None = None
    other: int | None = None
    cards: tuple[str, ...] = ()
    public: bool = False
    amount: int = 0
    helped: bool = False
    shares: tuple[int, int] | None = None
    actions: tuple[Action, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """List the answers, each card as one; what else is free stands bare."""
        actions = tuple(
            Action(self.seat, do, card=card)
            for do in self.choices
            for card in (self.cards if "card" in ARGUMENTS.get(do, ()) else (None,))
        )
        object.__setattr__(self, "actions", actions)

    def why_not(self, state: Any, action: Action) -> Reason | None:
        """Tell why an action of the seat is no answer, None if it is one."""
        if action in self.actions:
            return None
        chosen = action.do in self.choices
        reason = superfluous(action) if chosen else None
        if reason is None and self.judge is not None:
            reason = self.judge(state, self, action)
        if reason is None and not chosen:
            reason = Reason("reason.answer-first", {"seat": self.seat})
        return reason
