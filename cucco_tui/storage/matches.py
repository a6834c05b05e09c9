"""The matches on the disk: a list of them, and how one comes in, goes out and is thrown away."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from cucco_tui.engine.game import Value, changed_rules
from cucco_tui.engine.match import BrokenMatch, Match
from cucco_tui.engine.record import Header, RecordFault, read_record
from cucco_tui.engine.state import Over, Reason, Waiting
from cucco_tui.storage.files import StorageTrouble, disk_reason, read_file, sync_folder, write_new, write_whole
from cucco_tui.storage.folder import make_private, matches_folder
from cucco_tui.storage.match_file import (
    ENDING,
    FindGame,
    Status,
    fault_reason,
    free_lock,
    new_path,
    status_of,
    take_lock,
    whole_lines,
)


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match in a file, as a list shows it; nothing in it is secret.

    `modified` is in seconds since 1970. `deal` and `waiting` tell how it stands, of a damaged match how it stood before
    the fault; `rules` are the house rules that differ from the preset. What cannot be known is None or empty;
    `trouble` says why a match cannot be played on, and `cause` which fault in the file is the reason.
    """

    path: Path
    modified: float
    status: Status
    header: Header | None = None
    preset: str | None = None
    rules: Mapping[str, Value] = field(default_factory=dict[str, Value])
    deal: int | None = None
    waiting: Waiting | None = None
    trouble: Reason | None = None
    cause: Reason | None = None


def list_matches(find_game: FindGame) -> list[SavedMatch]:
    """List the player's matches, the last played first. No file is changed, and none is so bad that this fails."""
    return list(saved_matches(find_game))


def saved_matches(find_game: FindGame) -> Iterator[SavedMatch]:
    """Give the same one by one, for who does not need them all: only the files that are asked for are read."""
    for modified, path in sorted(_match_files(), reverse=True):
        try:
            data = read_file(path)
        except FileNotFoundError:
            continue
        except OSError as error:
            yield SavedMatch(path, modified, Status.UNPLAYABLE, trouble=disk_reason(error, path))
        else:
            yield _saved_match(path, modified, data, find_game)


def export_match(path: Path, target: Path) -> Path:
    """Copy a match to a new file, or into a folder; give the path of the copy.

    Raises StorageTrouble: `export.exists` if there is such a file already, or `disk.…`.
    """
    try:
        data = _without_rest(read_file(path))
    except OSError as error:
        raise StorageTrouble(disk_reason(error, path)) from None
    try:
        if target.is_dir():
            target /= path.name
        write_new(target, data)
    except FileExistsError:
        raise StorageTrouble(Reason("export.exists", {"file": str(target)})) from None
    except OSError as error:
        raise StorageTrouble(disk_reason(error, target)) from None
    return target


def import_match(source: Path, find_game: FindGame) -> Path:
    """Copy a record of others to the player's matches, marked as imported; give the new path.

    Raises StorageTrouble: `import.damaged` (also for what is no record), `import.newer`, `import.unplayable`, `disk.…`.
    """
    try:
        data = read_file(source)
        Match.replay(read_record(data), find_game)
    except OSError as error:
        raise StorageTrouble(disk_reason(error, source)) from None
    except RecordFault as fault:
        reason = Reason(f"import.{status_of(fault)}", {"file": str(source), "line": fault.line})
        raise StorageTrouble(reason, fault.reason) from None
    header, *lines = whole_lines(data)
    marked = json.dumps({**json.loads(header), "imported": True}, ensure_ascii=False, separators=(",", ":"))
    try:
        path = new_path()
        make_private(path.parent)
        write_whole(path, b"".join(line + b"\n" for line in (marked.encode("utf-8", "backslashreplace"), *lines)))
    except OSError as error:
        raise StorageTrouble(disk_reason(error, None)) from None
    return path


def delete_match(path: Path) -> None:
    """Delete the file of a match for ever. Raises MatchBusy if it is being played, or StorageTrouble: `disk.…`."""
    try:
        lock = take_lock(path)
        try:
            path.unlink()
            sync_folder(path.parent)
        finally:
            free_lock(lock)
    except OSError as error:
        raise StorageTrouble(disk_reason(error, path)) from None


def _match_files() -> list[tuple[float, Path]]:
    found: list[tuple[float, Path]] = []
    with suppress(OSError), os.scandir(matches_folder()) as entries:
        for entry in entries:
            with suppress(OSError):
                if entry.name.endswith(ENDING) and entry.is_file():
                    found.append((entry.stat().st_mtime, Path(entry.path)))
    return found


def _saved_match(path: Path, modified: float, data: bytes, find_game: FindGame) -> SavedMatch:
    saved = SavedMatch(path, modified, Status.WAITING)
    try:
        record = read_record(data)
        saved = replace(saved, header=record.header)
        match = Match.replay(record, find_game)
    except RecordFault as fault:
        if isinstance(fault, BrokenMatch):
            saved = _standing(saved, fault.match)
        return replace(saved, status=status_of(fault), trouble=fault_reason(path, fault), cause=fault.reason)
    except Exception:
        # A fault of ours that one odd file brings to light must not hide all the others.
        trouble = Reason(f"save.{Status.UNPLAYABLE}", {"file": str(path), "line": 1})
        return replace(saved, status=Status.UNPLAYABLE, trouble=trouble)
    return _standing(saved, match)


def _standing(saved: SavedMatch, match: Match) -> SavedMatch:
    return replace(
        saved,
        status=Status.OVER if isinstance(match.waiting, Over) else Status.WAITING,
        preset=match.preset.id,
        rules=changed_rules(match.game, match.preset, match.rules),
        deal=match.state.deal_number,
        waiting=match.waiting,
    )


def _without_rest(data: bytes) -> bytes:
    """Leave out a cut-off last line, which may still be in the writing; what is no record is given as it is."""
    try:
        return b"".join(line + b"\n" for line in whole_lines(data))
    except RecordFault:
        return data
