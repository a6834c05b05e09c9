"""Files that are there whole or not at all, and what can be wrong with them, for people to read."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cucco_tui.engine.state import Reason

LARGEST = 32 * 2**20
"""The most bytes that are read from a file: a thousand times a long match."""

CAUSES = {
    errno.ENOSPC: "no-space",
    errno.EDQUOT: "no-space",
    errno.EFBIG: "no-space",
    errno.EROFS: "read-only",
    errno.EACCES: "no-permission",
    errno.EPERM: "no-permission",
    errno.ENOENT: "missing",
    errno.ENOTDIR: "missing",
    errno.EEXIST: "missing",
    errno.E2BIG: "too-large",
}


class StorageTrouble(Exception):
    """Something that could not be done with a file; `cause` is the fault in the file that was the reason."""

    def __init__(self, reason: Reason, cause: Reason | None = None) -> None:
        """Keep the reason for the words."""
        super().__init__(reason.key)
        self.reason = reason
        self.cause = cause


def disk_reason(error: OSError, path: Path | None, prefix: str = "disk") -> Reason:
    """Say what the disk refused: `<prefix>.` and no-space, read-only, no-permission, missing, too-large or failed."""
    kind = CAUSES.get(error.errno or 0, "failed")
    return Reason(f"{prefix}.{kind}", {"file": str(path or error.filename or ""), "error": error.strerror or ""})


def read_file(path: Path) -> bytes:
    """Read a whole file; OSError also for what is no ordinary file (a pipe would wait for ever) or much too large."""
    with _odd_names_told(path):
        status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise _error(errno.EISDIR if stat.S_ISDIR(status.st_mode) else errno.EINVAL, path)
    if status.st_size > LARGEST:
        raise _error(errno.E2BIG, path)
    return path.read_bytes()


def write_at(descriptor: int, data: bytes, offset: int) -> None:
    """Write all of `data` from `offset` on and wait until it is on the disk; after an OSError part of it may be."""
    rest = memoryview(data)
    while rest:
        written = os.pwrite(descriptor, rest, offset)
        rest, offset = rest[written:], offset + written
    os.fsync(descriptor)


def write_new(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file that does not exist yet, with the permissions `mode`; after an OSError there is none."""
    with _odd_names_told(path):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        write_at(descriptor, data, 0)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise
    finally:
        os.close(descriptor)


def write_whole(path: Path, data: bytes) -> None:
    """Put `data` in the place of a file, for its owner's eyes only; after an OSError the old file may still be there.

    At no moment is there a part of one.
    """
    temporary = path.with_name(f"{temporary_prefix(path)}{os.urandom(4).hex()}")
    write_new(temporary, data, mode=0o600)
    try:
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


def temporary_prefix(path: Path) -> str:
    """Give the beginning of the names under which a file is prepared; a killed program may leave one behind."""
    return f".{path.name}.new-"


def keep_aside(path: Path, ending: str) -> Path:
    """Rename a file to its name and `ending`, numbered if that is taken; give the new path. OSError if it stays."""
    number = 1
    aside = path.with_name(f"{path.name}.{ending}")
    while os.path.lexists(aside):
        number += 1
        aside = path.with_name(f"{path.name}.{ending}-{number}")
    path.rename(aside)
    return aside


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, where the file system can do that."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:
            raise
    finally:
        os.close(descriptor)


@contextmanager
def _odd_names_told(path: Path) -> Iterator[None]:
    """Tell of a name that no file can have as the system tells of all else: by an OSError."""
    try:
        yield
    except ValueError:
        raise _error(errno.EINVAL, path) from None


def _error(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))
