"""What friends agree on before a match: who sits where, the preset, the house rules, how the table is run.

Plain data and no screen: the form changes a plan, the page to agree on shows it, the match starts from it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from itertools import pairwise
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from cucco_tui.engine.game import Game, Needs, Preset, Value, WrongSetup, rule_values
from cucco_tui.engine.names import clean_name

FIRST = ("drawn", "seated", "random", "chosen")
"""How the first dealer is found (DEAL-1); `seated` draws for the seats too (DEAL-2)."""
CUTS = ("automatic", "by_hand")
SHOWDOWNS = ("at_once", "card_by_card")
DUMMIES = ("private", "aloud")
"""Where a dummy's card is chosen: behind its partner's curtain, or with all looking (COCH-12)."""
BOTS = (None, "steady", "random")
"""Who may sit at a seat: a person, or a bot by name."""
PACES = (0.0, 0.4, 0.8, 1.5, 3.0)
"""Seconds that a bot lets pass before it acts."""

WIDE = 20
"""A range with more values than this is gone through in strides."""
STRIDES = (1, 2, 3, 4, 5)

DEALS_PER_TOKEN = ((3, 2.3), (4, 3.2), (6, 4.8), (10, 7.8), (15, 10.8), (20, 13.3), (30, 17.0))
"""By number of seats, how many deals a match takes for each token that everybody has: simulated, exchange games."""
MEASURES = ("tokens", "lives", "target")
"""The house rules of which each unit makes a match longer."""
PRESENT = 0.7
"""The part of the seats that is still in an average deal: simulated too."""
SECONDS_A_TURN = 12
"""What a person takes with the keyboard, from taking it to seeing what came of the turn: a guess, as is the next."""
SECONDS_A_DEAL = 10


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A rule that may be changed: its values in order, and what must hold for it to mean anything."""

    name: str
    values: Sequence[Value]
    needs: Needs | None = None

    @property
    def wide(self) -> bool:
        """Tell whether there are too many values to go through one by one."""
        return len(self.values) > WIDE

    def allows(self, value: object) -> bool:
        """Tell whether the rule has this very value: 1 is no True."""
        return any(type(value) is type(own) and value == own for own in self.values)

    def step(self, value: Value, step: int, *, around: bool = False) -> Value:
        """Find the next value up or down. Numbers stop at the ends unless they shall go `around`; others go around.

        Where there may be no number at all, that comes after the last one.
        """
        numbers = [number for number in self.values if type(number) is int]
        if len(numbers) + (None in self.values) < len(self.values) or around:
            return self.values[(self.values.index(value) + step) % len(self.values)]
        stops = _strides(numbers)
        if type(value) is not int:
            return stops[-1] if step < 0 else value
        beyond = [stop for stop in stops if (stop > value if step > 0 else stop < value)]
        if not beyond:
            return None if step > 0 and None in self.values else value
        return beyond[0 if step > 0 else -1]


@cache
def house_rules(rules: type) -> tuple[HouseRule, ...]:
    """Read the house rules of a game from the annotations of its dataclass."""
    hints = get_type_hints(rules, include_extras=True)
    return tuple(_house_rule(f.name, hints[f.name]) for f in fields(rules))


@dataclass(slots=True, eq=False)
class Player:
    """Somebody at the table: a person, or a bot of this name."""

    name: str
    bot: str | None = None


@dataclass(slots=True)
class Plan:
    """A match that is being agreed on. `changes` are the house rules as somebody set them, whatever the preset says."""

    game: Game
    preset: Preset
    players: list[Player]
    changes: dict[str, Value] = field(default_factory=dict[str, Value])
    first: str = "drawn"
    dealer: Player | None = None
    cut: str = "automatic"
    showdown: str = "at_once"
    dummies: str = "private"
    hints: bool = False
    pace: float = PACES[2]

    @property
    def from_preset(self) -> dict[str, Value]:
        """Give the house rules of the preset."""
        return rule_values(replace(self.game.rules(), **self.preset.rules))

    @property
    def rules(self) -> dict[str, Value]:
        """Give the house rules as they are now."""
        return {**self.from_preset, **self.changes}

    @property
    def shown_rules(self) -> list[HouseRule]:
        """List the house rules that mean something as the others are now."""
        values = self.rules
        return [
            rule
            for rule in house_rules(self.game.rules)
            if rule.needs is None or values[rule.needs.rule] in rule.needs.values
        ]

    @property
    def differing(self) -> dict[str, Value]:
        """Give the house rules that differ from the preset's and mean something: what a record writes."""
        own = self.from_preset
        return {
            rule.name: self.changes[rule.name]
            for rule in self.shown_rules
            if rule.name in self.changes and self.changes[rule.name] != own[rule.name]
        }

    @property
    def missing(self) -> int:
        """Count the players that are too few, or, below zero, too many."""
        low, high = self.game.seats
        return max(0, low - len(self.players)) - max(0, len(self.players) - high)

    @property
    def order(self) -> list[Player]:
        """List the players as they sit, in the direction of play."""
        return self.players[:: self.preset.direction.step]

    @property
    def deals(self) -> int | None:
        """Estimate how many deals the match takes; None for games of which nothing is known."""
        if not self.players:
            return None
        for name in MEASURES:
            table = self.game.deals or (DEALS_PER_TOKEN if name == "tokens" else ())
            measure = self.rules.get(name)
            if table and type(measure) is int:
                return max(1, round(measure * _between(table, len(self.players))))
        agreed = self.rules.get("deals")
        if type(agreed) is int:
            return agreed
        return round(_between(self.game.deals, len(self.players))) if self.game.deals else None

    @property
    def minutes(self) -> int | None:
        """Estimate how long the match takes: what a turn takes, times the turns of the seats that are still in."""
        if self.deals is None:
            return None
        turns = self.game.turns * sum(SECONDS_A_TURN if player.bot is None else self.pace for player in self.players)
        leave = self.game.kind == "exchange" or "lives" in self.rules
        minutes = self.deals * ((PRESENT if leave else 1) * turns + SECONDS_A_DEAL) / 60
        return max(1, round(minutes) if minutes < 10 else 5 * round(minutes / 5))

    @property
    def at_the_table(self) -> list[str]:
        """List what can be chosen about how the table is run, by the name of the attribute."""
        names = ["cut"]
        if self.game.kind == "exchange":
            names += ["showdown", "hints"]
        if len(self.players) < self.game.always:
            names.append("dummies")
        if any(player.bot for player in self.players):
            names.append("pace")
        return names

    def set_rule(self, name: str, value: Value) -> None:
        """Set a house rule."""
        self.changes[name] = value
        if value == self.from_preset[name]:
            del self.changes[name]

    def step_preset(self, step: int) -> None:
        """Go to another preset; house rules that somebody has set stay as he has set them."""
        presets = self.game.presets
        self.preset = presets[(presets.index(self.preset) + step) % len(presets)]

    def step_first(self, step: int) -> None:
        """Go through drawn, drawn with the seats, random, and each player as the first dealer."""
        options: list[tuple[str, Player | None]] = [("drawn", None), ("seated", None), ("random", None)]
        options += [("chosen", player) for player in self.players]
        place = options.index((self.first, self.dealer))
        self.first, self.dealer = options[(place + step) % len(options)]

    def remove(self, player: Player) -> None:
        """Let a player go."""
        self.players.remove(player)
        if self.dealer is player:
            self.first, self.dealer = FIRST[0], None

    def move(self, player: Player, step: int) -> None:
        """Let a player sit one seat further up or down; past the end nothing happens."""
        place = self.players.index(player)
        if 0 <= place + step < len(self.players):
            self.players.insert(place + step, self.players.pop(place))

    def table(self) -> dict[str, Any]:
        """Give how the table is run, as a record keeps it."""
        names = ("cut", "showdown", "hints", "pace", *(("dummies",) if "dummies" in self.at_the_table else ()))
        return {name: getattr(self, name) for name in names}

    def remembered(self) -> dict[str, Any]:
        """Give the plan as plain data, for the next time this game is chosen."""
        return {
            "preset": self.preset.id,
            "rules": self.differing,
            "players": [{"name": player.name, "bot": player.bot or ""} for player in self.players],
            "first": self.first,
            "dealer": self.players.index(self.dealer) if self.dealer else 0,
            "cut": self.cut,
            "showdown": self.showdown,
            "dummies": self.dummies,
            "hints": self.hints,
        }


def recall(game: Game, data: Mapping[str, Any], pace: float) -> Plan:
    """Make a plan from what was remembered; whatever is odd in it is as it would be the first time."""
    try:
        preset = game.preset(_text(data.get("preset")))
    except WrongSetup:
        preset = game.presets[0]
    plan = Plan(game, preset, _recalled_players(data.get("players"))[: game.seats[1]], pace=pace)
    rules = data.get("rules")
    for rule in house_rules(game.rules):
        if isinstance(rules, Mapping) and rule.name in rules and rule.allows(rules[rule.name]):
            plan.set_rule(rule.name, rules[rule.name])
    plan.cut = _one_of(data.get("cut"), CUTS)
    plan.showdown = _one_of(data.get("showdown"), SHOWDOWNS)
    plan.dummies = _one_of(data.get("dummies"), DUMMIES)
    plan.hints = data.get("hints") is True
    plan.first = _one_of(data.get("first"), FIRST)
    if plan.first == "chosen":
        dealer = data.get("dealer")
        if type(dealer) is int and 0 <= dealer < len(plan.players):
            plan.dealer = plan.players[dealer]
        else:
            plan.first = FIRST[0]
    return plan


def _house_rule(name: str, hint: Any) -> HouseRule:
    values: list[Value] = []
    needs: Needs | None = None
    metadata: list[Any] = []
    if get_origin(hint) is Annotated:
        hint, *metadata = get_args(hint)
        needs = next((item for item in metadata if isinstance(item, Needs)), None)
    if get_origin(hint) is Literal:
        values.extend(get_args(hint))
    elif hint is bool:
        values.extend((False, True))
    elif hint is int:
        return HouseRule(name, _range(metadata), needs)
    else:
        for part in get_args(hint):
            values.extend((None,) if part in {None, NoneType} else _house_rule(name, part).values)
    return HouseRule(name, tuple(values), needs)


def _range(metadata: Sequence[Any]) -> range:
    """Read the bounds of a number; both are in every house rule, or the form would have no end."""
    low = next(item.ge for item in metadata if getattr(item, "ge", None) is not None)
    high = next(item.le for item in metadata if getattr(item, "le", None) is not None)
    return range(low, high + 1)


def _strides(values: Sequence[int]) -> Sequence[int]:
    """Thin out a long range of numbers: 0 1 2 3 4 5 10 20 30 40 50 100 and so on, and its end."""
    if len(values) <= WIDE:
        return values
    low, high = values[0], values[-1]
    stops, power = [low], 1
    while power <= high:
        stops += [stride * power for stride in STRIDES if low < stride * power < high]
        power *= 10
    return [*stops, high]


def _between(table: Sequence[tuple[int, float]], place: int) -> float:
    """Read a table at a place between two of its lines."""
    for (left, low), (right, high) in pairwise(table):
        if place <= right:
            return low + (high - low) * (place - left) / (right - left)
    return table[-1][1]


def _recalled_players(data: object) -> list[Player]:
    players: list[Player] = []
    for entry in data if isinstance(data, list) else []:
        if isinstance(entry, Mapping) and isinstance(entry.get("name"), str) and (name := clean_name(entry["name"])):
            bot = entry.get("bot")
            players.append(Player(name, bot if bot in BOTS else None))
    return players


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _one_of(value: object, allowed: Sequence[str]) -> str:
    return value if isinstance(value, str) and value in allowed else allowed[0]
