"""Records: a match as JSON Lines, one line per shuffle or action (format version 1).

A save, a finished game and a test case are the same file. Unknown keys are kept and ignored.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cucco_tui.engine.names import clean_name
from cucco_tui.engine.state import Action, Reason

VERSION = 1


class RecordFault(ValueError):
    """A record that cannot be played on: `line` counts from 1; `readable` is False for what is no record at all."""

    def __init__(self, line: int, reason: Reason, *, readable: bool = True) -> None:
        """Keep line and reason for the words."""
        super().__init__(f"line {line}: {reason.key}")
        self.line = line
        self.reason = reason
        self.readable = readable


class Header(BaseModel):
    """The first line of a record. `dealer` is the first dealer's seat; `rules` what differs from the preset."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)

    record: int = VERSION
    game: str
    preset: str | None = None
    rules: dict[str, Any] = Field(default_factory=dict)
    players: tuple[str, ...] = Field(strict=False)
    dealer: int = 0

    def line(self) -> str:
        """Write the header as a line of the record, without its newline."""
        values = self.model_dump()
        if self.preset is None:
            del values["preset"]
        return _line(values)

    @property
    def names(self) -> tuple[str, ...]:
        """Give the players' names, fit for a screen."""
        return tuple(clean_name(name) for name in self.players)


@dataclass(frozen=True, slots=True)
class ShuffleLine:
    """The order of a deal after the cut, top card first."""

    order: tuple[str, ...] = field(repr=False)


@dataclass(slots=True)
class Record:
    """A header and the lines after it, as they stand in the file; `torn` tells that a cut-off last line was dropped."""

    header: Header
    lines: list[str] = field(repr=False)
    torn: bool = False

    def text(self) -> str:
        """Write the whole record."""
        return "".join(f"{line}\n" for line in (self.header.line(), *self.lines))


def read_record(data: bytes) -> Record:
    """Read the bytes of a record; RecordFault if its header is none. Later lines are read by `read_line`."""
    raw = data.split(b"\n")
    torn = False
    last = raw.pop()
    if last.strip():
        if _complete(last):
            raw.append(last)
        else:
            torn = True
    while len(raw) > 1 and not raw[-1].strip():
        raw.pop()
    if not raw:
        raise RecordFault(1, Reason("record.none"), readable=False)
    header = _header(_object(raw[0]))
    # A line that is no UTF-8 is told when it is read, as any other broken line.
    return Record(header, [line.decode("utf-8", errors="surrogateescape").rstrip("\r") for line in raw[1:]], torn)


def read_line(text: str, number: int) -> ShuffleLine | Action:
    """Read a line after the header; RecordFault at `number` if it is neither shuffle nor action."""
    values = _object(text.encode("utf-8", errors="surrogateescape"))
    if values is None:
        raise RecordFault(number, Reason("record.broken-line"))
    if "shuffle" in values:
        order = values["shuffle"]
        if not isinstance(order, list) or not all(isinstance(card, str) for card in cast(list[object], order)):
            raise RecordFault(number, Reason("record.no-cards"))
        return ShuffleLine(tuple(cast(list[str], order)))
    seat, do = values.get("seat"), values.get("do")
    if type(seat) is not int or not isinstance(do, str):
        raise RecordFault(number, Reason("record.no-action"))
    arguments = {name: read(values[name]) for name, read in READERS.items() if name in values}
    if BROKEN in arguments.values():
        raise RecordFault(number, Reason("record.no-action"))
    return Action(seat, do, **arguments)


BROKEN = object()
"""Stands for an argument that is none."""


def _text(value: object) -> Any:
    return value if isinstance(value, str) else BROKEN


def _whole(value: object) -> Any:
    return value if type(value) is int else BROKEN


def _pair(value: object) -> Any:
    if isinstance(value, list) and len(pair := cast(list[object], value)) == 2 and all(type(n) is int for n in pair):
        return tuple(pair)
    return BROKEN


def _payments(value: object) -> Any:
    if not isinstance(value, dict):
        return BROKEN
    payments = cast(dict[str, object], value)
    if not all(_is_seat(seat) and type(coins) is int for seat, coins in payments.items()):
        return BROKEN
    return tuple((int(seat), coins) for seat, coins in payments.items())


def _is_seat(text: str) -> bool:
    """Tell whether a key is a seat, written in the only way: so that no seat is named twice."""
    return text.isascii() and text.isdecimal() and len(text) <= 2 and text == str(int(text))


READERS: dict[str, Callable[[object], Any]] = {
    "card": _text,
    "coins": _whole,
    "share": _whole,
    "sponsors": _payments,
    "shares": _pair,
}
"""How each argument is read, also with an action that does not take it: that is told by the state."""


def shuffle_line(order: Sequence[str], extras: dict[str, Any]) -> str:
    """Write a shuffle as a line, with what else is known of it (commitment, salt, cut)."""
    shuffle = {"shuffle": list(order)}
    return _line(shuffle | extras | shuffle)


def action_line(action: Action, extras: dict[str, Any]) -> str:
    """Write an action as a line, with what else is to be kept with it."""
    arguments: dict[str, Any] = {
        "card": action.card,
        "coins": action.coins,
        "share": action.share,
        "sponsors": None if action.sponsors is None else {str(seat): coins for seat, coins in action.sponsors},
        "shares": None if action.shares is None else list(action.shares),
    }
    told: dict[str, Any] = {"seat": action.seat, "do": action.do}
    told |= {name: value for name, value in arguments.items() if value is not None}
    return _line(told | extras | told)


def _line(values: dict[str, Any]) -> str:
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    # JSON may hold half a surrogate, UTF-8 may not.
    return text if text.isascii() or _encodes(text) else json.dumps(values, separators=(",", ":"))


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        values = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return cast(dict[str, Any], values) if isinstance(values, dict) else None


def _complete(line: bytes) -> bool:
    return _object(line) is not None


def _header(values: dict[str, Any] | None) -> Header:
    version = values.get("record") if values else None
    if values is None or type(version) is not int:
        raise RecordFault(1, Reason("record.none"), readable=False)
    if version > VERSION:
        raise RecordFault(1, Reason("record.newer", {"version": version}), readable=False)
    if version < 1:
        raise RecordFault(1, Reason("record.none"), readable=False)
    try:
        return Header.model_validate(values)
    except ValidationError as error:
        where = error.errors()[0]["loc"]
        raise RecordFault(1, Reason("record.header", {"field": str(where[0]) if where else "?"})) from None
