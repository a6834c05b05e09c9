"""The real program in a real pseudo-terminal, seen through a terminal emulator."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

import pyte

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "space": " ",
    "blur": "\x1b[O",
    "focus": "\x1b[I",
}


class Terminal:
    """Runs the program with a data folder of its own; `raw` are all bytes so far, `text` the screen as it is now."""

    def __init__(
        self, home: Path, *arguments: str, size: tuple[int, int] = (80, 24), env: Mapping[str, str] | None = None
    ) -> None:
        """Start the program."""
        self.raw = b""
        self.returned: int | None = None
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            os.environ.pop("NO_COLOR", None)
            os.environ.update(
                {
                    "TERM": "xterm-256color",
                    "COLORTERM": "truecolor",
                    "LC_ALL": "C.UTF-8",
                    "LANG": "C.UTF-8",
                    "CUCCO_TUI_HOME": str(home),
                    **(env or {}),
                }
            )
            os.execv(sys.executable, [sys.executable, "-m", "cucco_tui", *arguments])
        self.resize(*size)

    def __enter__(self) -> "Terminal":
        """Use it as a context: the program is ended at its end."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """End the program."""
        self.close()

    @property
    def text(self) -> str:
        """Give the screen as lines of text."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the window."""
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self._screen.resize(lines, columns)
        os.kill(self.pid, signal.SIGWINCH)

    def pump(self, seconds: float) -> bool:
        """Read for a time; False when the program has closed the terminal."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self._fd], [], [], left)[0]:
                try:
                    data = os.read(self._fd, 65536)
                except OSError:
                    return False
                if not data:
                    return False
                self.raw += data
                self._stream.feed(data)
        return True

    def settle(self, quiet: float = 0.15, limit: float = 5.0) -> None:
        """Read until nothing has come for a while."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            before = len(self.raw)
            if not self.pump(quiet) or len(self.raw) == before:
                return

    def wait(self, *texts: str, limit: float = 20.0) -> str:
        """Read until one of the texts is on the screen, and give it; AssertionError if none comes."""
        end = time.monotonic() + limit
        while True:
            found = next((text for text in texts if text in self.text), None)
            if found is not None:
                self.settle()
                return found
            assert time.monotonic() < end, f"none of {texts} came; the screen is:\n{self.text}"
            if not self.pump(0.05):
                raise AssertionError(f"the program ended; the screen is:\n{self.text}")

    def press(self, *keys: str) -> None:
        """Press keys, each when the one before has been dealt with."""
        for key in keys:
            self.send(KEYS.get(key, key))
            self.settle()

    def send(self, text: str) -> None:
        """Write to the program at once."""
        os.write(self._fd, text.encode())

    def kill(self, number: int) -> int:
        """Send a signal, and give the status with which the program ended."""
        os.kill(self.pid, number)
        return self.ended()

    def ended(self, limit: float = 10.0) -> int:
        """Wait for the end of the program, and give its exit status (negative: the signal that ended it)."""
        end = time.monotonic() + limit
        while self.returned is None:
            self.pump(0.05)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.returned = os.waitstatus_to_exitcode(status)
                self.pump(0.1)
            assert time.monotonic() < end, "the program does not end"
        return self.returned

    def close(self) -> None:
        """End the program for good."""
        if self.returned is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.returned = -signal.SIGKILL
        os.close(self._fd)
