"""How fast the installed program starts and answers, and how much memory it takes, beside the least that can be had.

What is compared is run by turns, so that whatever else the machine does slows both. Times to start are CPU times of
whole processes, times from a key to its frame are taken at the terminal's end; all figures are medians.
"""

import argparse
import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import sysconfig
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from types import TracebackType

COMMAND = Path(sysconfig.get_path("scripts")) / "cucco-tui"
COMPARED = str(Path(__file__).with_name("compared.py"))
ARGPARSE = [sys.executable, "-c", "import argparse"]
EMPTY = [sys.executable, COMPARED, "empty"]
CELLS = [sys.executable, COMPARED, "cells"]

COLUMNS, LINES = 80, 24
QUIET = 0.35
"""Seconds without a byte after which a page is complete. A page of a match takes no key in its first 0.3 seconds."""
PATIENCE = 60.0
"""Seconds after which a program is taken to be stuck."""

LEAVE = b"\x11"
ENTER, SPACE, UP, DOWN = b"\r", b" ", b"\x1b[A", b"\x1b[B"
CURTAIN, HAND, SETTLED = b"Space", b"[s]", b"any key"
"""What stands on a curtain, on a hand and on a settlement, in English."""
FEW, MANY = 5, 30
MOVES = 12
"""How many times the cursor goes down before it goes up again."""

BOUNDS = {
    "version_ratio": 2.0,
    "home_ratio": 1.35,
    "key_ratio": 2.0,
    "key_bytes": 3000,
    "seats_ratio": 1.5,
    "peak_mib": 55.0,
}
"""What each figure should be at most. Nothing fails when it is more: a figure depends on the machine, too."""


class Stuck(Exception):
    """A program has not shown what it should have."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process has used: CPU time in milliseconds, and memory at its peak in MiB."""

    cpu: float
    peak: float


@dataclass(frozen=True, slots=True)
class Frame:
    """What a key has brought about: the milliseconds until the last byte of it, and all bytes."""

    time: float
    data: bytes


@dataclass(slots=True)
class Series:
    """Figures of one thing, and of what it is compared with, taken by turns."""

    ours: list[float] = field(default_factory=list[float])
    theirs: list[float] = field(default_factory=list[float])

    @property
    def ratio(self) -> float:
        """Divide the medians."""
        return median(self.ours) / median(self.theirs)


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, command: Sequence[str | Path], environment: Mapping[str, str]) -> None:
        """Start a program."""
        self.seen = b""
        self._usage: Usage | None = None
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
            os.execve(command[0], command, environment)

    def __enter__(self) -> "Terminal":
        """Use it as a context: at its end the program is ended, if it still runs."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the program."""
        if self._usage is None:
            self.end(signal.SIGKILL)

    def wait(self, *texts: bytes) -> None:
        """Read until one of the texts has come."""
        end = time.monotonic() + PATIENCE
        while not any(text in self.seen for text in texts):
            if time.monotonic() > end or not self._read(1.0):
                raise Stuck(f"none of {texts} came, but: {self.seen[-2000:]!r}")

    def settle(self) -> None:
        """Read until nothing more comes."""
        while select.select([self._terminal], [], [], QUIET)[0] and self._read(0.0):
            pass

    def press(self, key: bytes) -> Frame:
        """Press a key and take what comes of it."""
        self.seen = b""
        begun = last = time.perf_counter()
        os.write(self._terminal, key)
        wait = PATIENCE
        while select.select([self._terminal], [], [], wait)[0] and self._read(0.0):
            last, wait = time.perf_counter(), QUIET
        if not self.seen:
            raise Stuck(f"nothing came of the key {key!r}")
        return Frame((last - begun) * 1000, self.seen)

    def end(self, by: bytes | signal.Signals) -> Usage:
        """End the program by a key or a signal, and tell what it has used."""
        if isinstance(by, bytes):
            os.write(self._terminal, by)
        else:
            os.kill(self._pid, by)
        while self._read(PATIENCE):
            pass
        os.close(self._terminal)
        self._usage = usage_of(self._pid)
        return self._usage

    def _read(self, seconds: float) -> bool:
        """Read what has come in so many seconds; False if the program has ended."""
        if not select.select([self._terminal], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self._terminal, 65536)
        except OSError:  # how Linux says that the other side has closed
            return False
        self.seen += data
        return bool(data)


def usage_of(pid: int) -> Usage:
    """Wait for the end of a process, and tell what it has used."""
    used = os.wait4(pid, 0)[2]
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return Usage((used.ru_utime + used.ru_stime) * 1000, used.ru_maxrss / unit)


def run(command: Sequence[str | Path], environment: Mapping[str, str]) -> Usage:
    """Run a program to its end, unseen."""
    unseen = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (0, 1)]
    return usage_of(os.posix_spawn(command[0], command, environment, file_actions=unseen))


def by_turns(rounds: int, ours: Callable[[], float], theirs: Callable[[], float]) -> Series:
    """Measure two things by turns, after once for nothing: then all is compiled and in the cache of the disk."""
    ours(), theirs()
    series = Series()
    for _ in range(rounds):
        series.theirs.append(theirs())
        series.ours.append(ours())
    return series


# What is measured


@dataclass(slots=True)
class Bench:
    """All measurements. `folder` may be written to; each program gets a folder for its files in it."""

    folder: Path
    rounds: int
    _homes: int = 0

    def environment(self) -> dict[str, str]:
        """Make a folder that holds nothing yet, and an environment that names it."""
        self._homes += 1
        home = self.folder / str(self._homes)
        home.mkdir()
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("CUCCO_TUI_", "TEXTUAL"))}
        for name in ("PYTHONDONTWRITEBYTECODE", "NO_COLOR"):
            kept.pop(name, None)
        spoken = {"LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}
        return {**kept, **spoken, "TERM": "xterm-256color", "COLORTERM": "truecolor", "CUCCO_TUI_HOME": str(home)}

    def version(self) -> Series:
        """Take the CPU time of `--version`, and of an interpreter that imports argparse."""
        environment = self.environment()
        return by_turns(
            self.rounds,
            lambda: run([COMMAND, "--version"], environment).cpu,
            lambda: run(ARGPARSE, environment).cpu,
        )

    def home(self, end: bytes | signal.Signals) -> Series:
        """Take the CPU time to the first page, and of an empty app to its first frame, both ended at once by `end`."""
        environment = self.environment()
        # The last line of each frame.
        ours, theirs = f"\x1b[{LINES};1H".encode(), f"\x1b[{LINES};1H".encode()
        return by_turns(
            self.rounds,
            lambda: self._opened([COMMAND], environment, ours, end).cpu,
            lambda: self._opened(EMPTY, environment, theirs, end).cpu,
        )

    def _opened(
        self, command: Sequence[str | Path], environment: Mapping[str, str], painted: bytes, end: bytes | signal.Signals
    ) -> Usage:
        with Terminal(command, environment) as terminal:
            terminal.wait(painted)
            return terminal.end(end)

    def setup_key(self) -> tuple[Series, int]:
        """Move the cursor over the list before a match; give the times and the most bytes of a frame."""
        with Terminal([COMMAND], self.environment()) as ours:
            self._to_setup(ours)
            return self._keys(ours)

    def hand_key(self) -> tuple[Series, int]:
        """Move the cursor over what may be done with a hand; give the times and the most bytes of a frame."""
        with Terminal([COMMAND], self.with_match(FEW)) as ours:
            self._to_match(ours)
            self._press_until(ours, SPACE, HAND)
            return self._keys(ours)

    def _keys(self, ours: Terminal) -> tuple[Series, int]:
        most = 0
        with Terminal(CELLS, self.environment()) as theirs:
            theirs.wait(b"*")
            theirs.settle()
            keys = iter(([DOWN] * MOVES + [UP] * MOVES) * self.rounds)

            def press() -> float:
                nonlocal most, key
                frame = ours.press(key)
                most = max(most, len(frame.data))
                return frame.time

            key = DOWN

            def press_theirs() -> float:
                nonlocal key
                key = next(keys)
                return theirs.press(key).time

            series = by_turns(2 * self.rounds, press, press_theirs)
        return series, most

    def seats(self) -> Series:
        """Open curtains and pass the hand on, at a table of many and at one of few."""
        series = Series()
        with (
            Terminal([COMMAND], self.with_match(FEW)) as few,
            Terminal([COMMAND], self.with_match(MANY)) as many,
        ):
            for table in (few, many):
                self._to_match(table)
            for _ in range(2 * self.rounds):
                for table, times in ((few, series.theirs), (many, series.ours)):
                    self._to_curtain(table)
                    times.append(table.press(SPACE).time)
                    times.append(table.press(b"s").time)
        return series

    def with_match(self, players: int) -> dict[str, str]:
        """Make an environment in whose folder a match waits for its first deal."""
        environment = self.environment()
        matches = Path(environment["CUCCO_TUI_HOME"]) / "matches"
        matches.mkdir()
        names = [f"Player {number + 1}" for number in range(players)]
        header = {"record": 1, "game": "cuckoo", "rules": {"tokens": 9}, "players": names}
        (matches / "1.jsonl").write_text(json.dumps(header) + "\n", encoding="utf-8")
        return environment

    def peak(self) -> list[float]:
        """Set a match up, play its first deal to the end, and take the memory at the peak."""
        peaks: list[float] = []
        for _ in range(3):
            with Terminal([COMMAND], self.environment()) as terminal:
                self._to_setup(terminal)
                self._press_until(terminal, b"g", b"agree?")
                self._press_until(terminal, ENTER, CURTAIN)
                while SETTLED not in terminal.seen:
                    self._to_curtain(terminal)
                    terminal.press(SPACE)
                    terminal.press(b"s")
                peaks.append(terminal.end(signal.SIGTERM).peak)
        return peaks

    def _to_setup(self, terminal: Terminal) -> None:
        terminal.wait(b"Cuckoo")
        terminal.settle()
        terminal.press(ENTER)

    def _to_match(self, terminal: Terminal) -> None:
        terminal.wait(b"Player 1")
        terminal.settle()
        self._press_until(terminal, ENTER, CURTAIN)

    def _to_curtain(self, terminal: Terminal) -> None:
        if CURTAIN not in terminal.seen:
            self._press_until(terminal, ENTER, CURTAIN)

    def _press_until(self, terminal: Terminal, key: bytes, text: bytes) -> None:
        for _ in range(20):
            terminal.press(key)
            if text in terminal.seen:
                return
        raise Stuck(f"{text!r} does not come, but: {terminal.seen[-2000:]!r}")


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=int, default=11, metavar="N", help="measure each thing N times (11)")
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        bench = Bench(Path(folder), arguments.rounds)
        t = time.time()
        for name in ("version", "home_kill", "home_key", "setup_key", "hand_key", "seats", "peak"):
            print(name, end=" ", flush=True)
            try:
                if name.startswith("home"):
                    s = bench.home(signal.SIGKILL if "kill" in name else LEAVE)
                else:
                    s = getattr(bench, name)()
                if isinstance(s, tuple):
                    print(s[1], end=" ")
                    s = s[0]
                if isinstance(s, list):
                    print(s)
                else:
                    print("%.2f  %.1f / %.1f" % (s.ratio, median(s.ours), median(s.theirs)), end=" ")
                print("(%.0f s)" % (time.time() - t))
            except Stuck as e:
                print(e)


if __name__ == "__main__":
    main()
