"""How fast the installed program starts and answers, and how much memory it takes, beside the least that can be had.

What is compared is run by turns, so that whatever else the machine does slows both. How long a start takes is told in
CPU time of the whole process, how long an answer takes in time from the key to the last byte of its frame. All figures
are medians.
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
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from types import TracebackType

from cucco_tui.locale import words

HERE = Path(__file__).resolve().parent
PROGRAM = [str(Path(sysconfig.get_path("scripts")) / "cucco-tui")]
ARGPARSE = [sys.executable, "-c", "import argparse"]
EMPTY = [sys.executable, str(HERE / "compared.py"), "empty"]
CELLS = [sys.executable, str(HERE / "compared.py"), "cells"]
PYDANTIC = [sys.executable, str(HERE / "compared.py"), "pydantic"]

COLUMNS, LINES = 80, 24
QUIET = 0.35
"""Seconds without a byte after which a page is complete. A page of a match takes no key in its first 0.3 seconds."""
PATIENCE = 60.0
"""Seconds after which a program is taken to be stuck."""

LEAVE, ENTER, SPACE, STAND, AGREE = b"\x11", b"\r", b" ", b"s", b"g"
UP, DOWN = b"\x1b[A", b"\x1b[B"

SAY = words("en")
HOME = SAY("game.cuckoo").encode()
AGREED = SAY("agree.title").encode()
CURTAIN = SAY("key.space").encode()
HAND = b"[s]"
SETTLED = SAY("settlement.next-dealer").encode()
"""What stands on each page, in English, and on no other."""

ROWS = 24
"""How many times the cursor goes down, and up again: over all rows of the list before a match."""
FEW, MANY = 5, 30
PEAKS = 3

BOUNDS = {
    "version_ratio": 2,
    "home_ratio": 1.35,
    "key_ratio": 2,
    "key_bytes": 3000,
    "seats_ratio": 1.5,
    "peak_mib": 55,
}
"""What each figure should be at most. Nothing fails when it is more: that depends on the machine, too."""


class Stuck(Exception):
    """A program has not shown what it should have."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process has used: CPU time in milliseconds, and memory at its peak in MiB."""

    cpu: float
    peak: float


@dataclass(frozen=True, slots=True)
class Frame:
    """What a key has brought about: the milliseconds until the last byte of it, and all its bytes."""

    time: float
    data: bytes


@dataclass(slots=True)
class Series:
    """Milliseconds that something takes, and that what it is compared with takes, measured by turns."""

    about: str
    ours: list[float] = field(default_factory=list[float])
    theirs: list[float] = field(default_factory=list[float])

    @property
    def ratio(self) -> float:
        """Divide the medians."""
        return median(self.ours) / median(self.theirs)


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, command: list[str], environment: Mapping[str, str]) -> None:
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

    def wait(self, text: bytes) -> None:
        """Read until a text has come."""
        while text not in self.seen:
            if not self._read(PATIENCE):
                raise Stuck(f"{text!r} did not come, but: {self.seen[-2000:]!r}")

    def settle(self) -> None:
        """Read until nothing more comes."""
        while self._read(QUIET):
            pass

    def press(self, key: bytes, patience: float = PATIENCE) -> Frame:
        """Press a key and take all that comes of it; nothing if none of it comes in so many seconds."""
        self.seen = b""
        begun = last = time.perf_counter()
        os.write(self._terminal, key)
        while self._read(QUIET if self.seen else patience):
            last = time.perf_counter()
        return Frame((last - begun) * 1000, self.seen)

    def press_until(self, key: bytes, text: bytes) -> None:
        """Press a key until a text comes."""
        for _ in range(20):
            self.press(key)
            if text in self.seen:
                return
        raise Stuck(f"{text!r} did not come, but: {self.seen[-2000:]!r}")

    def end(self, by: bytes | signal.Signals | None = None) -> Usage:
        """End the program by a key or a signal, or let it end by itself, and tell what it has used."""
        if isinstance(by, signal.Signals):
            os.kill(self._pid, by)
        elif by is not None:
            os.write(self._terminal, by)
        while self._read(PATIENCE):
            pass
        os.close(self._terminal)
        self._usage = usage_of(self._pid)
        return self._usage

    def _read(self, seconds: float) -> bool:
        """Read what comes in so many seconds; False if nothing does, or if the program has ended."""
        if not select.select([self._terminal], [], [], seconds)[0]:
            return False
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


def run(command: list[str], environment: Mapping[str, str]) -> Usage:
    """Run a program to its end, unseen."""
    unseen = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (0, 1)]
    return usage_of(os.posix_spawn(command[0], command, environment, file_actions=unseen))


class Bench:
    """All measurements. Each program gets a folder for its files in `folder`."""

    def __init__(self, folder: Path, rounds: int) -> None:
        """Measure everything `rounds` times."""
        self._folder = folder
        self._rounds = rounds
        self._homes = 0

    # What is measured

    def version(self) -> Series:
        """Take the CPU time of `--version`, and of an interpreter that imports argparse."""
        environment = self._environment()
        return self._by_turns(
            "--version: CPU, and of an interpreter that imports argparse",
            lambda: run([*PROGRAM, "--version"], environment).cpu,
            lambda: run(ARGPARSE, environment).cpu,
        )

    def home(self) -> Series:
        """Take the CPU time until the first page is painted, and until an empty app is."""
        environment = self._environment()
        environment["TEXTUAL_DRIVER"] = "leaving_driver:LeavingDriver"
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(HERE), environment.get("PYTHONPATH"))))

        def painted(command: list[str], text: bytes) -> float:
            with Terminal(command, environment) as terminal:
                terminal.wait(text)
                return terminal.end().cpu

        return self._by_turns(
            "the first page: CPU until it is painted, and until an empty app is",
            lambda: painted(PROGRAM, HOME),
            lambda: painted(EMPTY, b" "),
        )

    def home_and_out(self) -> Series:
        """Take the CPU time of a whole run that is ended on the first page, and of an empty app's."""
        environment = self._environment()

        def left(command: list[str], text: bytes) -> float:
            with Terminal(command, environment) as terminal:
                terminal.wait(text)
                return terminal.end(LEAVE).cpu

        return self._by_turns(
            "the first page and out again: CPU, and of an empty app",
            lambda: left(PROGRAM, HOME),
            lambda: left(EMPTY, b"\x1b[24;1H"),
        )

    def setup_key(self) -> tuple[Series, list[int]]:
        """Move the cursor over the list before a match; give the times, and the bytes of each frame."""
        with Terminal(PROGRAM, self._environment()) as ours:
            self._to_setup(ours)
            return self._keys("a cursor key before a match: to its frame, and of an app with one widget", ours)

    def hand_key(self) -> tuple[Series, list[int]]:
        """Move the cursor over what may be done with a hand; give the times, and the bytes of each frame."""
        with Terminal(PROGRAM, self._with_match(FEW)) as ours:
            self._to_match(ours)
            ours.press_until(SPACE, HAND)
            return self._keys("a cursor key on a hand: to its frame, and of an app with one widget", ours)

    def seats(self) -> tuple[Series, Series]:
        """Open curtains and pass the keyboard on, at a table of many and at one of few."""
        opening = Series(f"a curtain that opens: to the hand with {MANY} seats, and with {FEW}")
        passing = Series(f"a hand that is kept: to the next curtain with {MANY} seats, and with {FEW}")
        with Terminal(PROGRAM, self._with_match(FEW)) as few, Terminal(PROGRAM, self._with_match(MANY)) as many:
            for table in (few, many):
                self._to_match(table)
            while len(passing.ours) < self._rounds or len(passing.theirs) < self._rounds:
                for table, opened, passed in (
                    (few, opening.theirs, passing.theirs),
                    (many, opening.ours, passing.ours),
                ):
                    if CURTAIN not in table.seen:
                        table.press_until(ENTER, CURTAIN)
                    opened.append(table.press(SPACE).time)
                    frame = table.press(STAND)
                    if CURTAIN in frame.data:
                        passed.append(frame.time)
        return opening, passing

    def peak(self) -> float:
        """Set a match up, play its first deal to the end, and take the memory at the peak."""
        peaks: list[float] = []
        for _ in range(PEAKS):
            with Terminal(PROGRAM, self._environment()) as terminal:
                self._to_setup(terminal)
                terminal.press_until(AGREE, AGREED)
                while SETTLED not in terminal.seen:
                    if CURTAIN not in terminal.seen:
                        terminal.press(ENTER)
                    else:
                        terminal.press_until(SPACE, HAND)
                        terminal.press(STAND)
                peaks.append(terminal.end(signal.SIGTERM).peak)
        return median(peaks)

    def least_peak(self) -> float:
        """Take the memory of an empty app in which pydantic has made one model."""
        environment = self._environment()
        peaks: list[float] = []
        for _ in range(PEAKS):
            with Terminal(PYDANTIC, environment) as terminal:
                terminal.wait(b"\x1b[24;1H")
                peaks.append(terminal.end(LEAVE).peak)
        return median(peaks)

    # Steps of these

    def _environment(self) -> dict[str, str]:
        """Make a folder that holds nothing yet, and an environment that names it."""
        self._homes += 1
        home = self._folder / str(self._homes)
        home.mkdir()
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("CUCCO_TUI_", "TEXTUAL_"))}
        for name in ("PYTHONDONTWRITEBYTECODE", "NO_COLOR", "LANGUAGE"):
            kept.pop(name, None)
        ours = {"LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor", "CUCCO_TUI_HOME": str(home)}
        return {**kept, **ours}

    def _with_match(self, players: int) -> dict[str, str]:
        """Make an environment in whose folder a match waits for its first deal."""
        environment = self._environment()
        matches = Path(environment["CUCCO_TUI_HOME"]) / "matches"
        matches.mkdir()
        names = [f"Player {number + 1}" for number in range(players)]
        header = {"record": 1, "game": "cuckoo", "rules": {"tokens": 9}, "players": names}
        (matches / "1.jsonl").write_text(json.dumps(header) + "\n", encoding="utf-8")
        return environment

    def _by_turns(self, about: str, ours: Callable[[], float], theirs: Callable[[], float]) -> Series:
        """Measure two things by turns, after once for nothing: then all is compiled, and the disk's cache is filled."""
        ours(), theirs()
        series = Series(about)
        for _ in range(self._rounds):
            series.theirs.append(theirs())
            series.ours.append(ours())
        return series

    def _keys(self, about: str, ours: Terminal) -> tuple[Series, list[int]]:
        series, written = Series(about), list[int]()
        with Terminal(CELLS, self._environment()) as theirs:
            theirs.wait(b"*")
            theirs.settle()
            for key in [DOWN] * ROWS + [UP] * ROWS:
                frame = ours.press(key, patience=1.0)
                if frame.data:  # else it was the last row
                    series.ours.append(frame.time)
                    series.theirs.append(theirs.press(key).time)
                    written.append(len(frame.data))
        return series, written

    def _to_setup(self, terminal: Terminal) -> None:
        terminal.wait(HOME)
        terminal.settle()
        terminal.press(ENTER)

    def _to_match(self, terminal: Terminal) -> None:
        terminal.wait(b"Player 1")
        terminal.settle()
        terminal.press_until(ENTER, CURTAIN)


@dataclass(frozen=True, slots=True)
class Result:
    """All figures, what they are made of, and what helps to judge them."""

    figures: dict[str, float]
    parts: list[Series]
    asides: dict[str, float]


def measure(bench: Bench) -> Result:
    """Measure everything."""
    version, home, home_and_out = bench.version(), bench.home(), bench.home_and_out()
    (setup, setup_bytes), (hand, hand_bytes) = bench.setup_key(), bench.hand_key()
    opening, passing = bench.seats()
    figures = {
        "version_ratio": round(version.ratio, 2),
        "home_ratio": round(home.ratio, 2),
        "key_ratio": round(max(setup.ratio, hand.ratio), 2),
        "key_bytes": round(max(median(setup_bytes), median(hand_bytes))),
        "seats_ratio": round(max(opening.ratio, passing.ratio), 2),
        "peak_mib": round(bench.peak(), 1),
    }
    asides = {
        "most bytes of a cursor key, when the list scrolls": max(setup_bytes),
        "MiB at the peak of an empty app with one pydantic model": round(bench.least_peak(), 1),
    }
    return Result(figures, [version, home, home_and_out, setup, hand, opening, passing], asides)


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=int, default=11, metavar="N", help="measure everything N times (11)")
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        result = measure(Bench(Path(folder), arguments.rounds))
    milliseconds = {part.about: [round(median(part.ours), 1), round(median(part.theirs), 1)] for part in result.parts}
    if arguments.json:
        print(json.dumps({**result.figures, "bounds": BOUNDS, "milliseconds": milliseconds, "asides": result.asides}))
        return
    print(f"{'figure':15} {'is':>7} {'at most':>8}")
    for name, figure in result.figures.items():
        print(f"{name:15} {figure:7} {BOUNDS[name]:8}{'' if figure <= BOUNDS[name] else '   more than it should be'}")
    print("\nmilliseconds, and of what it is compared with")
    for about, (ours, theirs) in milliseconds.items():
        print(f"{ours:8} {theirs:8}   {about}")
    print()
    for about, figure in result.asides.items():
        print(f"{figure:8} {about}")


if __name__ == "__main__":
    main()
