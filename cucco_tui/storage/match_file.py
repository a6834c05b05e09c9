"""The file of the match that is being played: it grows line by line, and a step is on the disk before it is told."""

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from glob import escape
from pathlib import Path
from typing import TypeAlias

from filelock import FileLock, Timeout

from cucco_tui.engine.game import Game
from cucco_tui.engine.match import Match, Step
from cucco_tui.engine.record import RecordFault, read_record
from cucco_tui.engine.state import Reason
from cucco_tui.storage.files import (
    StorageTrouble,
    disk_reason,
    keep_aside,
    read_file,
    temporary_prefix,
    write_at,
    write_whole,
)
from cucco_tui.storage.folder import make_private, matches_folder

FindGame: TypeAlias = Callable[[str], Game]
"""The register of the games: gives a game by id, or raises WrongSetup."""

Tell: TypeAlias = Callable[[Reason], None]

ENDING = ".jsonl"

CANNOT_LOCK = {errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP}
"""What a file system says that knows no locks: matches are saved there all the same."""


class MatchBusy(StorageTrouble):
    """Another program, or another window of this one, has the match open (`save.busy`)."""


class Status(StrEnum):
    """How the match in a file stands. Only a damaged file is ever renamed, and only when it is opened."""

    WAITING = "waiting"
    OVER = "over"
    DAMAGED = "damaged"
    NEWER = "newer"
    UNPLAYABLE = "unplayable"


class MatchFile:
    """The file of one match, which nobody else can open until it is closed.

    A trouble with the disk stops nobody from playing. It is told to `tell` once and stands in `trouble` as long as it
    lasts; every further step tries to put the whole match on the disk, and when that works `save.again` is told.
    """

    def __init__(self, path: Path | None, tell: Tell) -> None:
        """Know the file, None if it has no name yet; nothing is read or written."""
        self.path = path
        self.trouble: Reason | None = None
        self._tell = tell
        self._lock: FileLock | None = None
        self._lines: list[bytes] = []
        self._descriptor: int | None = None
        self._size = 0
        self._behind = True
        self._closed = False

    @classmethod
    def create(cls, match: Match, tell: Tell) -> "MatchFile":
        """Write a match into a file of its own, and every step from now on. A trouble is told, not raised."""
        file = cls(None, tell)
        file._lines = [_encode(line) for line in (match.header.line(), *match.lines)]
        file.catch_up()
        match.watch(file.follow)
        return file

    @classmethod
    def open(cls, path: Path, find_game: FindGame, tell: Tell) -> tuple["MatchFile", Match]:
        """Play a match on; a cut-off last line is taken off the file.

        Raises MatchBusy, or StorageTrouble: `save.damaged` (the file has been moved aside), `save.newer` and
        `save.unplayable` (it is left as it is), `disk.…` (it cannot be read).
        """
        file = cls(path, tell)
        with suppress(OSError):
            file._lock = take_lock(path)
        try:
            data, match = _read_match(path, find_game)
        except BaseException:
            file._release()
            raise
        file._take_over(data)
        match.watch(file.follow)
        return file, match

    def follow(self, step: Step) -> None:
        """Put a step on the disk before returning: the watcher of the match. A trouble is told, not raised."""
        if self._closed:
            raise ValueError("the file of this match is closed")
        gone = self._lines.pop() if step.line is None else b""
        if step.line is not None:
            self._lines.append(_encode(step.line))
        behind = self._behind
        with self._saving():
            if behind:
                self._write_whole()
            elif not self._as_left():
                self._keep_changed()
                self._write_whole()
            elif step.line is None:
                self._cut_off(gone)
            else:
                self._append(self._lines[-1])

    def catch_up(self) -> None:
        """Put the whole match on the disk if it is not there."""
        if self._behind:
            with self._saving():
                self._write_whole()

    def close(self) -> None:
        """Let others have the match. What is not on the disk is tried once more; no step may follow."""
        if not self._closed:
            self.catch_up()
            self._closed = True
            self._release()

    @contextmanager
    def _saving(self) -> Iterator[None]:
        """Be behind the match unless everything goes well."""
        self._behind = True
        try:
            yield
        except OSError as error:
            self._fail(disk_reason(error, self.path, "save"))
            return
        except MatchBusy as busy:
            self._fail(busy.reason)
            return
        self._behind = False
        if self.trouble is not None:
            self.trouble = None
            self._tell(Reason("save.again", {"file": str(self.path)}))

    def _fail(self, trouble: Reason) -> None:
        self._cut_half_line()
        self._close_descriptor()
        if self.trouble is None:
            self.trouble = trouble
            self._tell(trouble)

    def _take_over(self, data: bytes) -> None:
        """Go on from the bytes of the file; what is no whole line is taken off."""
        self._lines = whole_lines(data)
        self._size = len(data)
        with self._saving():
            if self._lock is None:
                self._renew_lock()
            if data == self._text():
                self._use(data)
            else:
                self._write_whole()

    def _write_whole(self) -> None:
        """Write the match anew: the file on the disk is at any moment the old one or the new one."""
        if self.path is None:
            self.path = new_path()
        make_private(self.path.parent)
        if self._lock is None or not os.path.exists(self._lock.lock_file):
            self._renew_lock()
        write_whole(self.path, self._text())
        self._use(self._text())

    def _renew_lock(self) -> None:
        """Take the lock, if it can be had by now; somebody may have played the match in between."""
        if self._lock is not None:
            free_lock(self._lock)
            self._lock = None
        self._lock = take_lock(self._known_path)
        if not self._as_left():
            self._keep_changed()

    def _use(self, data: bytes) -> None:
        self._close_descriptor()
        self._descriptor = os.open(self._known_path, os.O_WRONLY)
        self._size = len(data)

    def _append(self, line: bytes) -> None:
        data = line + b"\n"
        write_at(self._known_descriptor, data, self._size)
        self._size += len(data)

    def _cut_off(self, line: bytes) -> None:
        self._size -= len(line) + 1
        os.ftruncate(self._known_descriptor, self._size)
        os.fsync(self._known_descriptor)

    def _cut_half_line(self) -> None:
        """Leave no part of a line that could not be written; if that fails too, readers drop it."""
        if self._descriptor is not None:
            with suppress(OSError):
                if os.fstat(self._descriptor).st_size > self._size:
                    os.ftruncate(self._descriptor, self._size)
                    os.fsync(self._descriptor)

    def _as_left(self) -> bool:
        """Tell whether the file under our name is still the one we wrote, as long as we left it."""
        try:
            if self._known_path.stat().st_size != self._size:
                return False
        except FileNotFoundError:
            return False
        return self._descriptor is None or os.fstat(self._descriptor).st_nlink > 0

    def _keep_changed(self) -> None:
        """Move aside what others have made of the file, and say so."""
        with suppress(FileNotFoundError):
            aside = keep_aside(self._known_path, "changed")
            self._tell(Reason("save.changed", {"file": str(aside)}))

    def _text(self) -> bytes:
        return b"".join(line + b"\n" for line in self._lines)

    def _release(self) -> None:
        self._close_descriptor()
        if self._lock is not None:
            free_lock(self._lock)
            self._lock = None

    def _close_descriptor(self) -> None:
        if self._descriptor is not None:
            with suppress(OSError):
                os.close(self._descriptor)
            self._descriptor = None

    @property
    def _known_path(self) -> Path:
        assert self.path is not None
        return self.path

    @property
    def _known_descriptor(self) -> int:
        assert self._descriptor is not None
        return self._descriptor


def new_path() -> Path:
    """Find a name for the file of a match, which tells when it began and not who plays; OSError without a home."""
    folder = matches_folder()
    began = time.strftime("%Y-%m-%d-%H%M%S")
    while True:
        path = folder / f"{began}-{os.urandom(3).hex()}{ENDING}"
        if not os.path.lexists(path):
            return path


def whole_lines(data: bytes) -> list[bytes]:
    """Give the lines of a record as they stand, the header first, without a cut-off last one; RecordFault if none."""
    header = data.split(b"\n", 1)[0].rstrip(b"\r")
    return [header, *(line.encode("utf-8", "surrogateescape") for line in read_record(data).lines)]


def status_of(fault: RecordFault) -> Status:
    """Tell what a fault makes of a file: damaged, or sound and only not for this program."""
    if fault.reason.key == "record.newer":
        return Status.NEWER
    return Status.UNPLAYABLE if fault.reason.key.startswith("setup.") else Status.DAMAGED


def fault_reason(path: Path, fault: RecordFault) -> Reason:
    """Say that a file cannot be played, and where it is: `save.damaged`, `save.newer` or `save.unplayable`."""
    return Reason(f"save.{status_of(fault)}", {"file": str(path), "line": fault.line})


def take_lock(path: Path) -> FileLock:
    """Become the only one who may write a match; MatchBusy if another is, OSError if the lock cannot be made.

    A lock dies with its program, however that ended.
    """
    path.parent.stat()  # or else the lock makes the folder
    lock = FileLock(f"{path}.lock", mode=0o600, thread_local=False)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise MatchBusy(Reason("save.busy", {"file": str(path)})) from None
    except OSError as error:
        if error.errno not in CANNOT_LOCK:
            raise
    for left_behind in path.parent.glob(f"{escape(temporary_prefix(path))}*"):
        left_behind.unlink(missing_ok=True)
    return lock


def free_lock(lock: FileLock) -> None:
    """Let others write; the lock file goes first, while nobody else can have it."""
    with suppress(OSError):
        os.unlink(lock.lock_file)
    with suppress(OSError):
        lock.release()


def _encode(line: str) -> bytes:
    # Half a surrogate pair becomes the JSON escape that it was.
    return line.encode("utf-8", "backslashreplace")


def _read_match(path: Path, find_game: FindGame) -> tuple[bytes, Match]:
    """Read a file and play it to its end; a damaged one is moved aside, or stays where it is if that cannot be."""
    try:
        data = read_file(path)
        return data, Match.replay(read_record(data), find_game)
    except OSError as error:
        raise StorageTrouble(disk_reason(error, path)) from None
    except RecordFault as fault:
        if status_of(fault) is Status.DAMAGED:
            with suppress(OSError):
                path = keep_aside(path, "damaged")
        raise StorageTrouble(fault_reason(path, fault), fault.reason) from None
