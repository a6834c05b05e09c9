"""What the player likes, in a TOML file that he may edit. Read before the first screen: nothing slow is loaded here."""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeAlias, cast

from cucco_tui.engine.names import as_written, clean_name
from cucco_tui.engine.state import Reason
from cucco_tui.storage.files import disk_reason, keep_aside, read_file, write_whole
from cucco_tui.storage.folder import config_folder, make_private

LANGUAGES = ("auto", "en", "it")
FACES = ("auto", "unicode", "ascii")
MOST_NAMES = 60
"""How many names of players are remembered: two full tables."""

SETUP = "setup"
"""The table of the file that holds one table per game: how it was last set up."""

NOTHING = {"nothing": True}
"""Stands for None, which TOML cannot write."""

Setup: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings. `cover_after` is in seconds without a key, 0 for never; `bot_pace` in seconds between two bots.

    `theme` is "auto" or the name of a theme; `names` are the players' names, the last used first; `setups` hold by game
    how it was last set up, as plain data.
    """

    language: str = "auto"
    faces: str = "auto"
    theme: str = "auto"
    motion: bool = True
    cover_after: int = 120
    bot_pace: float = 0.8
    names: tuple[str, ...] = ()
    setups: Mapping[str, Setup] = field(default_factory=dict[str, Setup])

    def with_names(self, names: Iterable[str]) -> "Settings":
        """Remember who plays, before who played earlier."""
        return replace(self, names=_tidy_names((*names, *self.names)))

    def with_setup(self, game: str, setup: Setup) -> "Settings":
        """Remember how a game was set up: text, numbers, on or off, None, and lists and tables of these."""
        return replace(self, setups={**self.setups, game: setup})


def settings_path() -> Path:
    """Give the file of the settings; OSError if there is no place for one."""
    return config_folder() / "settings.toml"


def load_settings() -> tuple[Settings, list[Reason]]:
    """Read the settings; what is missing or wrong is as it would be without a file, and the wrong is told.

    Reasons: `settings.broken` (with the line), `settings.wrong-value`, `settings.unreadable`.
    """
    _, known, troubles = _read()
    return Settings(**known), troubles


def save_settings(settings: Settings) -> Reason | None:
    """Write the settings; tell what hindered it, if anything did: `settings.no-space` and its like.

    What the file holds and we do not know stays in it, but for comments. A file with a fault is moved aside, and
    `settings.kept` tells where it is now.
    """
    import tomli_w

    path, aside = None, None
    try:
        path = settings_path()
        make_private(path.parent)
        values, _, troubles = _read()
        text = tomli_w.dumps({**values, **_table(settings)})
        aside = keep_aside(path, "damaged") if troubles else None
        # Who keeps his settings elsewhere has a link here, which must stay one.
        write_whole(path.resolve(), text.encode("utf-8"))
    except OSError as error:
        if path is not None and aside is not None:
            with suppress(OSError):
                aside.rename(path)
        return disk_reason(error, path, "settings")
    return None if aside is None else Reason("settings.kept", {"file": str(aside)})


def _read() -> tuple[dict[str, Any], dict[str, Any], list[Reason]]:
    """Give everything in the file, the values of it that are right for `Settings`, and what is wrong."""
    file = ""
    try:
        path = settings_path()
        file = str(path)
        values = _parse(read_file(path))
    except FileNotFoundError:
        return {}, {}, []
    except OSError as error:
        return {}, {}, [Reason("settings.unreadable", {"file": file, "error": error.strerror or ""})]
    except _BrokenToml as broken:
        return {}, {}, [Reason("settings.broken", {"file": file, "line": broken.line})]
    return values, *_check(values, file)


class _BrokenToml(Exception):
    """A file that is no TOML, and the line that is the reason."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def _parse(data: bytes) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise _BrokenToml(data.count(b"\n", 0, error.start) + 1) from None
    except (ValueError, RecursionError) as error:
        if "at end of document" in str(error):
            raise _BrokenToml(data.rstrip().count(b"\n") + 1) from None
        # Only from Python 3.14 on is the line there as a number.
        told = re.search(r"at line (\d+)", str(error))
        raise _BrokenToml(int(told[1]) if told else 1) from None


def _check(values: Mapping[str, Any], file: str) -> tuple[dict[str, Any], list[Reason]]:
    right: dict[str, Any] = {}
    wrong: list[Reason] = []
    for key, check in CHECKS.items():
        if key in values:
            try:
                right["setups" if key == SETUP else key] = check(values[key])
            except ValueError:
                told = {"file": file, "name": key, "value": clean_name(as_written(values[key]))}
                wrong.append(Reason("settings.wrong-value", told))
    return right, wrong


def _table(settings: Settings) -> dict[str, Any]:
    table = {f.name: getattr(settings, f.name) for f in fields(settings)}
    table["names"] = list(settings.names)
    table[SETUP] = _to_toml(table.pop("setups"))
    return table


def _one_of(allowed: tuple[str, ...]) -> Callable[[object], str]:
    def check(value: object) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise ValueError
        return value

    return check


def _theme(value: object) -> str:
    if not isinstance(value, str) or not value or value != clean_name(value):
        raise ValueError
    return value


def _motion(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _cover_after(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError
    return value


def _bot_pace(value: object) -> float:
    if type(value) not in {int, float} or not 0 <= cast(float, value) <= 5:
        raise ValueError
    return float(cast(float, value))


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in cast(list[object], value)):
        raise ValueError
    return _tidy_names(cast(list[str], value))


def _setups(value: object) -> dict[str, Setup]:
    if not isinstance(value, dict) or not all(isinstance(setup, dict) for setup in value.values()):
        raise ValueError
    return cast(dict[str, Setup], _from_toml(value))


CHECKS: dict[str, Callable[[object], Any]] = {
    "language": _one_of(LANGUAGES),
    "faces": _one_of(FACES),
    "theme": _theme,
    "motion": _motion,
    "cover_after": _cover_after,
    "bot_pace": _bot_pace,
    "names": _names,
    SETUP: _setups,
}
"""What makes a value of the file one of ours, or raises ValueError."""


def _tidy_names(names: Iterable[str]) -> tuple[str, ...]:
    by_fold: dict[str, str] = {}
    for name in map(clean_name, names):
        if name:
            by_fold.setdefault(name.casefold(), name)
    return tuple(by_fold.values())[:MOST_NAMES]


def _to_toml(value: object) -> object:
    if value is None:
        return NOTHING
    if isinstance(value, Mapping):
        return {str(key): _to_toml(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_to_toml(item) for item in value]
    return value


def _from_toml(value: object) -> object:
    if value == NOTHING:
        return None
    if isinstance(value, dict):
        return {key: _from_toml(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_from_toml(item) for item in value]
    return value
