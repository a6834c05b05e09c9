"""The match: the only way to act. It owns the state, the record and those who watch."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from cucco_tui.cards.packs import Pack
from cucco_tui.engine.events import Event
from cucco_tui.engine.game import Game, Preset, WrongSetup
from cucco_tui.engine.record import (
    Header,
    Record,
    RecordFault,
    ShuffleLine,
    action_line,
    read_line,
    shuffle_line,
)
from cucco_tui.engine.state import Action, IllegalAction, Reason, State, View, Waiting


@dataclass(frozen=True, slots=True)
class Step:
    """A line that has come into the record, and what happened by it; `line` None when the last one was taken back."""

    line: str | None = field(repr=False)
    events: tuple[Event, ...] = ()


class Match:
    """A match of a game between the players of a record's header.

    Watchers are told of every step in the order in which they came: who saves comes before who shows.
    """

    def __init__(self, game: Game, header: Header) -> None:
        """Start a match; WrongSetup if the game does not allow it."""
        self.game = game
        self.header = header
        self.preset: Preset = game.preset(header.preset)
        self.rules: Any = game.options(self.preset, header.rules)
        self.lines: list[str] = []
        self._steps: list[tuple[Event, ...]] = []
        self._watchers: list[Callable[[Step], None]] = []
        self._events: list[Event] = []
        self._state = self._fresh()

    @classmethod
    def replay(cls, record: Record, games: Callable[[str], Game]) -> "Match":
        """Play a record to its end; RecordFault, with the match so far as `match`, at a line that is not allowed."""
        try:
            match = cls(games(record.header.game), record.header)
        except WrongSetup as error:
            raise RecordFault(1, error.reason) from None
        for number, line in enumerate(record.lines, start=2):
            try:
                match.enter(line, number)
            except RecordFault as fault:
                raise BrokenMatch(match, fault) from None
        return match

    def enter(self, line: str, number: int) -> None:
        """Play a line of a record; RecordFault at `number`, and nothing changed, if it is not allowed."""
        entry = read_line(line, number)
        try:
            if isinstance(entry, ShuffleLine):
                self._state.deal(entry.order)
            else:
                self._state.apply(entry)
        except IllegalAction as error:
            raise RecordFault(number, error.reason) from None
        self._keep(line)

    def watch(self, watcher: Callable[[Step], None]) -> None:
        """Have every step from now on told to `watcher`."""
        self._watchers.append(watcher)

    @property
    def pack(self) -> Pack:
        """Give the pack that the match is played with."""
        return self._state.pack

    @property
    def by(self) -> tuple[int, ...]:
        """Tell who decides for each seat: a dummy's partner, else the seat itself (COCH-12)."""
        return self._state.by

    @property
    def names(self) -> tuple[str, ...]:
        """Give a name for each seat, fit for a screen; a dummy has its partner's, in brackets."""
        names = self.header.names
        return tuple(names[by] if by == seat else f"({names[by]})" for seat, by in enumerate(self.by))

    @property
    def waiting(self) -> Waiting:
        """Tell what must happen next."""
        return self._state.waiting

    @property
    def state(self) -> State:
        """Give a copy of the state; what is done to it does not change the match."""
        return self._state.clone()

    @property
    def events(self) -> Sequence[tuple[Event, ...]]:
        """List what happened by each line after the header."""
        return self._steps

    def view(self, seat: int | None) -> View:
        """Tell what a seat may know; None is a bystander."""
        return self._state.view(seat)

    def why_not(self, action: Action) -> Reason | None:
        """Tell why an action is not allowed now, None if it is."""
        return self._state.why_not(action)

    def shuffle(self, order: Sequence[str], extras: Mapping[str, Any] | None = None) -> None:
        """Deal from a shuffled and cut pack; IllegalAction if it is not the whole pack or not the time."""
        self._state.deal(order)
        self._announce(self._keep(shuffle_line(order, dict(extras or {}))))

    def act(self, action: Action, extras: Mapping[str, Any] | None = None) -> None:
        """Do an action, or raise IllegalAction and change nothing."""
        self._state.apply(action)
        self._announce(self._keep(action_line(action, dict(extras or {}))))

    @property
    def last_action(self) -> Action | None:
        """Give the action that is the last line of the record, None if that is a shuffle or the header."""
        entry = read_line(self.lines[-1], len(self.lines) + 1) if self.lines else None
        return entry if isinstance(entry, Action) else None

    @property
    def can_take_back(self) -> bool:
        """Tell whether the last line is an action that showed nobody a card and moved no token.

        A card that was played is no secret any more; one that was dealt by it has been looked at by nobody yet.
        """
        if self.last_action is None:
            return False
        events = [event for event in self._steps[-1] if not event.revocable]
        return not any(event.cards or event.tokens or event.coins or event.moment for event in events)

    def take_back(self) -> None:
        """Remove the last line from the record; ValueError if it may not be."""
        if not self.can_take_back:
            raise ValueError("the last line cannot be taken back")
        lines = self.lines[:-1]
        self.lines, self._steps, self._state = [], [], self._fresh()
        for number, line in enumerate(lines, start=2):
            self.enter(line, number)
        self._announce(Step(None))

    @property
    def bots(self) -> dict[int, str]:
        """Tell at which seats no person sits now, and who plays there: by the header, or the last line that says so."""
        told: object = (self.header.model_extra or {}).get("bots")
        for line in reversed(self.lines):
            if '"bots"' in line:
                told = json.loads(line).get("bots", told)
                break
        if not isinstance(told, dict):
            return {}
        seats = {str(seat): seat for seat in range(len(self.header.players))}
        return {seats[key]: str(bot) for key, bot in cast(dict[object, object], told).items() if key in seats}

    def record(self) -> Record:
        """Give the record so far."""
        return Record(self.header, list(self.lines))

    def _fresh(self) -> State:
        state = self.game.new(self.preset, self.header.rules, len(self.header.players), self.header.dealer)
        state.listen(self._events.append)
        return state

    def _keep(self, line: str) -> Step:
        step = Step(line, tuple(self._events))
        self._events.clear()
        self.lines.append(line)
        self._steps.append(step.events)
        return step

    def _announce(self, step: Step) -> None:
        for watcher in self._watchers:
            watcher(step)


class BrokenMatch(RecordFault):
    """A record that is allowed up to a line: `match` stands before that line."""

    def __init__(self, match: Match, fault: RecordFault) -> None:
        """Keep the match so far."""
        super().__init__(fault.line, fault.reason)
        self.match = match
