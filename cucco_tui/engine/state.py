"""The contract between a game and everything that plays it: actions, reasons, what is waited for, the state."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from cucco_tui.cards.packs import Pack
from cucco_tui.engine.seats import Direction

if TYPE_CHECKING:
    from cucco_tui.engine.events import Event
    from cucco_tui.engine.shuffle import Chance

Args: TypeAlias = Mapping[str, int | str]
"""What a message needs: seats under `seat` and `to`, card codes under `card`, all else as it is."""


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat does. `seat` is the seat whose turn and card it is, `do` the name of the action.

    `card` is the code of the card that is played or named.

    Free arguments: `coins` and `share` (percent of the pot) of a bargain, `sponsors` of a buy-back as pairs of seat
    and coins, the two `shares` (percent) of a split.
    """

    seat: int
    do: str
    coins: int | None = None
    share: int | None = None
    sponsors: tuple[tuple[int, int], ...] | None = None
    shares: tuple[int, int] | None = None
    card: str | None = None


ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "play": ("card",),
    "bid": ("card",),
    "bargain": ("coins", "share"),
    "buy_back": ("sponsors",),
    "split": ("shares",),
}
"""Which actions have arguments; all others have none."""
ARGUMENT_NAMES = tuple(name for names in ARGUMENTS.values() for name in names)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something cannot be, as a message key and its arguments; the words are in the locale files."""

    key: str
    args: Args = field(default_factory=dict[str, int | str])


def superfluous(action: Action) -> Reason | None:
    """Tell which argument an action was given that it does not take, None if it takes them all."""
    for name in ARGUMENT_NAMES:
        if getattr(action, name) is not None and name not in ARGUMENTS.get(action.do, ()):
            return Reason("reason.superfluous", {"action": action.do, "argument": name})
    return None


class IllegalAction(ValueError):
    """An action or an order of cards that the rules do not allow; the state has not changed."""

    def __init__(self, reason: Reason) -> None:
        """Keep the reason, which never names a hidden card."""
        super().__init__(reason.key)
        self.reason = reason


def check_pack(pack: Pack, order: Sequence[str]) -> None:
    """Raise IllegalAction if an order is not one of the whole pack."""
    fault = pack.fault(order)
    if fault is not None:
        raise IllegalAction(Reason(f"reason.pack-{fault[0]}", {"card": fault[1]}))


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The next deal waits for an order of the pack."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat must act. `by` is the seat that decides: a dummy's partner, else `seat` itself."""

    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class Over:
    """The match is over."""

    winners: tuple[int, ...]


Waiting: TypeAlias = Shuffle | Turn | Over


@dataclass(frozen=True, slots=True)
class SeatReport:
    """Everything about a seat, its hand included: for records that are looked at after the game."""

    tokens: int | None
    points: float | None
    coins: int
    out: bool
    virgin: bool | None
    hand: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a deal did: `change` to each seat's tokens or match points, `points` of cards taken; no half points."""

    deal: int
    dealer: int
    change: tuple[float, ...]
    points: tuple[float, ...] | None = None
    recount: tuple[int, ...] | None = None
    void: bool = False


class View(Protocol):
    """What one seat, or a bystander, may know. Plain data: what is hidden is not in it."""

    @property
    def viewer(self) -> int | None:
        """Give the seat whose view this is, None for a bystander."""

    @property
    def waiting(self) -> Waiting:
        """Tell what the match waits for."""

    @property
    def deal(self) -> int:
        """Count deals from 1; between two deals this is already the next one."""

    @property
    def dealer(self) -> int:
        """Give the dealer's seat; between two deals already the next dealer's."""

    @property
    def pot(self) -> int:
        """Count the coins in the pot."""

    @property
    def coins(self) -> tuple[int, ...]:
        """Give each seat's net coins."""

    @property
    def direction(self) -> Direction:
        """Give the direction of play."""

    @property
    def settlements(self) -> tuple[Settlement, ...]:
        """List what the deals so far did."""

    @property
    def heights(self) -> Mapping[str, int]:
        """Tell how high each card counts in a draw for the deal (DEAL-1)."""

    @property
    def present(self) -> tuple[bool, ...]:
        """Tell who is dealt in; between two deals: who will be."""

    @property
    def in_deal(self) -> tuple[bool, ...]:
        """Tell who was dealt in and is not out of the deal."""

    @property
    def by(self) -> tuple[int, ...]:
        """Tell who decides for each seat: a dummy's partner, else the seat itself."""

    @property
    def forced(self) -> bool:
        """Tell whether everybody knows that the decision that is waited for leaves no choice."""

    @property
    def aloud(self) -> bool:
        """Tell whether the decision that is waited for is answered aloud, with all looking."""

    @property
    def seconds(self) -> int | None:
        """Give the time for a decision (CK-10), None where there is no limit."""

    def sample(self, chance: "Chance") -> "State":
        """Draw a whole state that agrees with all that this view knows."""

    @property
    def choices(self) -> tuple[Action, ...]:
        """List what the viewer may do now; a bystander's lists what all know: answers aloud, and a dummy's plays."""


class State(Protocol):
    """One game between two actions."""

    @property
    def waiting(self) -> Waiting:
        """Tell what must happen next."""

    @property
    def pack(self) -> Pack:
        """Give the pack that the match is played with."""

    @property
    def deal_number(self) -> int:
        """Count deals from 1; between two deals this is already the next one."""

    @property
    def dealer(self) -> int:
        """Give the dealer's seat; between two deals already the next dealer's."""

    @property
    def by(self) -> tuple[int, ...]:
        """Tell who decides for each seat: a dummy's partner, else the seat itself."""

    @property
    def pot(self) -> int:
        """Count the coins in the pot."""

    @property
    def settlements(self) -> Sequence[Settlement]:
        """List what the deals so far did."""

    def legal_actions(self) -> Sequence[Action]:
        """List what the seat in turn may do; empty when no turn is waited for."""

    def why_not(self, action: Action) -> Reason | None:
        """Tell why an action is not allowed now, None if it is."""

    def apply(self, action: Action) -> None:
        """Do an action, or raise IllegalAction and change nothing."""

    def deal(self, order: Sequence[str]) -> None:
        """Deal from a shuffled pack, top card first; IllegalAction if it is not the whole pack or not the time."""

    def view(self, seat: int | None) -> View:
        """Tell what a seat may know; None is a bystander."""

    def clone(self) -> "State":
        """Copy the state; nobody listens to the copy."""

    def listen(self, listener: Callable[["Event"], None]) -> None:
        """Have every event from now on told to `listener`."""

    def report(self) -> tuple[SeatReport, ...]:
        """Tell everything about each seat."""
