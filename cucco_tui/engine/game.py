"""What a game tells about itself: its seats, presets, house rules and how a match of it starts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from cucco_tui.cards.packs import Pack
from cucco_tui.engine.names import as_written
from cucco_tui.engine.seats import Direction
from cucco_tui.engine.state import Reason, State

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Value: TypeAlias = bool | int | str | None
"""A value of a house rule."""


class Between(NamedTuple):
    """Said of a house rule in its annotation: a number from `ge` to `le`.

    Not pydantic's own word for it, which would have to be loaded for the first page.
    """

    ge: int
    le: int

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        """Bound the number that pydantic reads."""
        return {**handler(source), "ge": self.ge, "le": self.le}


@dataclass(frozen=True, slots=True)
class Needs:
    """Said of a house rule in its annotation: it means something only while `rule` has one of `values`."""

    rule: str
    values: tuple[Value, ...] = (True,)


class WrongSetup(ValueError):
    """A match that cannot be: unknown rule, wrong value, too many players."""

    def __init__(self, reason: Reason) -> None:
        """Keep the reason for the words."""
        super().__init__(reason.key)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Preset:
    """A named way to play: a pack, a direction, and the house rules that differ from the game's defaults."""

    id: str
    pack: Pack
    direction: Direction
    rules: Mapping[str, Value] = field(default_factory=dict[str, Value])


@dataclass(frozen=True, slots=True)
class Game:
    """A game: `seats` are the fewest and the most players, the first preset is the default.

    `rules` is a frozen dataclass of the house rules with their ranges and defaults, read by pydantic;
    `start` makes the state before the first deal from preset, rules, number of players and first dealer. At a table
    that `always` has so many seats, players too few for it leave the last ones to dummies (COCH-12).
    `deals` tells by number of players how many deals a match takes, for each token, life or point of the target if
    there are any; empty where it takes as many as in other games of its kind, or as many as its house rules say.
    `turns` is how many decisions a player has in a deal. `face` is the card that stands for the game on the first page.
    """

    id: str
    kind: str
    seats: tuple[int, int]
    presets: tuple[Preset, ...]
    rules: type
    start: Callable[[Preset, Any, int, int], State]
    always: int = 0
    deals: tuple[tuple[int, float], ...] = ()
    turns: int = 1
    face: str = ""

    def preset(self, name: str | None) -> Preset:
        """Find a preset by name, None for the default; WrongSetup if there is none."""
        if name is None:
            return self.presets[0]
        for preset in self.presets:
            if preset.id == name:
                return preset
        raise WrongSetup(Reason("setup.preset", {"preset": name}))

    def options(self, preset: Preset, changes: Mapping[str, object]) -> Any:
        """Make the house rules of a preset with `changes`; WrongSetup names the rule that is wrong."""
        import json

        from pydantic import ValidationError

        try:
            # As JSON: a strict model takes a mapping for its dataclass only there.
            return rules_model(self.rules).validate_json(json.dumps({**preset.rules, **changes}))
        except ValidationError as error:
            where = error.errors()[0]["loc"]
            rule = str(where[0]) if where else "?"
            known = {f.name for f in fields(self.rules)}
            key = "setup.rule-value" if rule in known else "setup.rule"
            raise WrongSetup(Reason(key, {"rule": rule, "value": as_written(changes.get(rule))})) from None

    def wrong_seats(self, seats: int) -> Reason:
        """Say that so many players are too few or too many."""
        low, high = self.seats
        if low == high:
            return Reason("setup.seats-exactly", {"low": low, "seats": seats})
        return Reason("setup.seats", {"low": low, "high": high, "seats": seats})

    def schema(self) -> dict[str, Any]:
        """Give the JSON schema of the house rules."""
        return rules_model(self.rules).json_schema()

    def new(self, preset: Preset, changes: Mapping[str, object], seats: int, dealer: int) -> State:
        """Start a match; WrongSetup if the game does not allow it."""
        low, high = self.seats
        if not low <= seats <= high:
            raise WrongSetup(self.wrong_seats(seats))
        if not 0 <= dealer < max(seats, self.always):
            raise WrongSetup(Reason("setup.dealer", {"dealer": dealer}))
        return self.start(preset, self.options(preset, changes), seats, dealer)


def rule_values(rules: Any) -> dict[str, Value]:
    """Read the values of a game's house rules."""
    return {f.name: cast(Value, getattr(rules, f.name)) for f in fields(rules)}


def changed_rules(game: Game, preset: Preset, rules: Any) -> dict[str, Value]:
    """Tell which house rules differ from the preset's: what a record writes."""
    base = replace(game.rules(), **preset.rules)
    return {name: value for name, value in rule_values(rules).items() if value != getattr(base, name)}


@cache
def rules_model(rules: type) -> "TypeAdapter[Any]":
    """Make the pydantic model of a game's house rules (loaded late: it costs a quarter of the start)."""
    from pydantic import TypeAdapter

    return TypeAdapter(rules)
