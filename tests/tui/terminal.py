"""The real program in a real pseudo-terminal, seen through a terminal emulator."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

import pyte

KEYS = {
    "enter": "\r",
    "escape": "\x1b[27u",
    "esc": "\x1b",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "space": " ",
    "tab": "\t",
    "f1": "\x1bOP",
    "ctrl+c": "\x03",
    "ctrl+p": "\x10",
    "ctrl+q": "\x11",
    "ctrl+z": "\x1a",
    "ctrl+backslash": "\x1c",
    "blur": "\x1b[O",
    "focus": "\x1b[I",
}
"""What a terminal sends for a key; blur and focus are what it sends when its window loses or gains the focus.

Terminals that know the newer way of telling keys send `escape`, the others `esc`.
"""

ESCAPE_ENDS = 0.15
"""Seconds after which an Esc can begin no longer sequence."""

TYPED = 0.04
"""Seconds between two keys of a quick typist."""

ALTERNATE = 1049
CURSOR = 25
REPORTING = (1000, 1003, 1004, 1006, 1015, 2004)
"""The modes in which a terminal writes of its own accord: mouse, focus, pasted text in brackets."""

MODE = re.compile(rb"\x1b\[\?([0-9;]+)([hl])")
SEQUENCE = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]"  # control sequences
    rb"|\x1b[\]PX^_].*?(?:\x07|\x1b\\)"  # strings: titles, clipboard
    rb"|\x1b[ -/]*[0-~]",
    re.DOTALL,
)
STRING = re.compile(rb"\x1b[\]PX^_].*?(?:\x07|\x1b\\)", re.DOTALL)

TASKS = Path("/proc/self/task")
"""Where a system tells what the threads of a program do; elsewhere only time tells that one does nothing."""

RUN = [sys.executable, "-P", "-m", "cucco_tui"]
TAKE_THE_TERMINAL = "import os, sys; os.login_tty(0); os.execv(sys.argv[1], sys.argv[1:])"


class Terminal:
    """Runs the program with a data folder of its own; `raw` are all bytes so far, `text` the screen as it is now.

    `heard` is when the last bytes came, `settled` how many frames have stood still so far.
    `script` is run instead of the program, for tests that must break something in it first.
    """

    def __init__(
        self,
        home: Path,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
        script: str | None = None,
    ) -> None:
        """Start the program. Whoever has pressed a key waits for `settle` before he looks."""
        self.raw = b""
        self.returned: int | None = None
        self.settled = 0
        self.heard = time.monotonic()
        self._open = True
        self._text = ""
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        command = [*RUN, *arguments] if script is None else [sys.executable, "-P", "-c", script]
        environment = self._environment(home, env or {})
        home.mkdir(parents=True, exist_ok=True)
        # The size is there before the program looks: it must not begin at a size that nobody has.
        self._fd, side = pty.openpty()
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self._ways = termios.tcgetattr(self._fd)
        line = [sys.executable, "-I", "-S", "-c", TAKE_THE_TERMINAL, *command]
        self._process = subprocess.Popen(line, stdin=side, stdout=side, stderr=side, cwd=home, env=environment)
        self.pid = self._process.pid
        os.close(side)

    @staticmethod
    def _environment(home: Path, changes: Mapping[str, str]) -> dict[str, str]:
        # The program may keep what it compiles: it starts much faster the next time.
        unwanted = ("NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG", "COLUMNS", "LINES", "PYTHONDONTWRITEBYTECODE")
        kept = {name: value for name, value in os.environ.items() if name not in unwanted}
        usual = {
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            "CUCCO_TUI_HOME": str(home),
        }
        return {name: value for name, value in {**kept, **usual, **changes}.items() if value}

    def __enter__(self) -> "Terminal":
        """Use it as a context: the program is ended at its end."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the program."""
        self.close()

    # What there is to see

    @property
    def text(self) -> str:
        """Give the screen as lines of text."""
        # To put it together takes longer than anything else here, and tests ask for it often.
        self._text = self._text or "\n".join(line.rstrip() for line in self._screen.display)
        return self._text

    @property
    def size(self) -> tuple[int, int]:
        """Give columns and lines."""
        return self._screen.columns, self._screen.lines

    def place_of(self, text: str) -> tuple[int, int] | None:
        """Find a text on the screen: its column and line, from 0."""
        for number, line in enumerate(self._screen.display):
            if text in line:
                return line.index(text), number
        return None

    def drawn(self, start: int = 0) -> str:
        """Give the text that was written since the byte `start`, wherever on the screen it went."""
        return printed(self.raw[start:])

    @property
    def outside(self) -> bytes:
        """Give what was written to the normal screen, whose lines stay to be scrolled back to."""
        written, inside, end = b"", False, 0
        for match in MODE.finditer(self.raw):
            if str(ALTERNATE).encode() in match[1].split(b";"):
                written += b"" if inside else self.raw[end : match.start()]
                inside, end = match[2] == b"h", match.end()
        return written if inside else written + self.raw[end:]

    @property
    def strings(self) -> list[bytes]:
        """List the sequences that carry a text out of the screen: titles of the window, the clipboard, notices."""
        return STRING.findall(self.raw)

    @property
    def modes(self) -> dict[int, bool]:
        """Tell which private modes of the terminal were set at last, and which reset."""
        modes: dict[int, bool] = {}
        for match in MODE.finditer(self.raw):
            modes.update(dict.fromkeys(map(int, match[1].split(b";")), match[2] == b"h"))
        return modes

    def left_behind(self) -> list[str]:
        """List what the program has not put back: modes of the terminal, the keyboard, the ways of the line."""
        modes = self.modes
        left = [f"mode {mode}" for mode in (*REPORTING, ALTERNATE) if modes.get(mode)]
        if modes.get(CURSOR) is False:
            left.append("no cursor")
        if self.raw.count(b"\x1b[>") > self.raw.count(b"\x1b[<u"):
            left.append("keyboard")
        now = termios.tcgetattr(self._fd)
        left += [f"line {part}" for part in range(4) if now[part] != self._ways[part]]
        return left

    # What happens to it

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the window; the system tells the program."""
        self._text = ""
        self._screen.resize(lines, columns)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def press(self, *keys: str) -> None:
        """Press keys, each when the one before has been dealt with."""
        for key in keys:
            self.send(KEYS.get(key, key))
            if key == "esc":
                self.pump(ESCAPE_ENDS)
            self.settle()

    def type(self, *keys: str) -> None:
        """Press keys one after the other, as fast as somebody may who does not look."""
        for key in keys:
            self.send(KEYS.get(key, key))
            self.pump(TYPED)
        self.settle()

    def click(self, column: int, line: int, times: int = 1) -> None:
        """Click with the left button at a place, from 0; several times as fast as can be."""
        at = f"0;{column + 1};{line + 1}"
        self.send(f"\x1b[<{at}M\x1b[<{at}m" * times)
        self.settle()

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Move the mouse from a place to another one with its left button down, as to mark what stands there."""
        (x, y), (to_x, to_y) = start, end
        self.send(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<32;{to_x + 1};{to_y + 1}M\x1b[<0;{to_x + 1};{to_y + 1}m")
        self.settle()

    def click_on(self, text: str, times: int = 1) -> None:
        """Click on a text on the screen."""
        place = self.place_of(text)
        assert place is not None, f"there is no {text!r} on the screen:\n{self.text}"
        self.click(place[0] + len(text) // 2, place[1], times)

    def paste(self, text: str) -> None:
        """Paste a text as terminals do that were asked to put it into brackets."""
        self.send(f"\x1b[200~{text}\x1b[201~")
        self.settle()

    def send(self, text: str) -> None:
        """Write to the program at once."""
        os.write(self._fd, text.encode())

    def send_signal(self, number: int) -> None:
        """Send a signal."""
        self._process.send_signal(number)

    # Waiting

    def pump(self, seconds: float) -> bool:
        """Read for a time; False when the program has closed the terminal."""
        end = time.monotonic() + seconds
        while self._open and (left := end - time.monotonic()) > 0:
            if select.select([self._fd], [], [], left)[0]:
                try:
                    data = os.read(self._fd, 65536)
                except OSError:
                    data = b""
                if not data:
                    self._open = False
                self.raw += data
                self.heard = time.monotonic()
                self._text = ""
                self._stream.feed(data)
        return self._open

    def settle(self, limit: float = 20.0) -> None:
        """Read until nothing comes for a while and the program does nothing; then what is on the screen is a frame."""
        end = time.monotonic() + limit
        quiet = 0.03 if TASKS.exists() else 0.2
        idle = 0
        while idle < 2 and time.monotonic() < end:
            before = len(self.raw)
            if not self.pump(quiet):
                return
            idle = idle + 1 if len(self.raw) == before and self._sleeps() else 0
        self.settled += 1

    def _sleeps(self) -> bool:
        """Tell whether every thread of the program waits for something; taken for granted where no system tells it."""
        try:
            states = [
                (task / "stat").read_text().rpartition(")")[2].split()[0]
                for task in Path(f"/proc/{self.pid}/task").iterdir()
            ]
        except OSError:
            return True
        return not set(states) & {"R", "D"}

    def wait(self, *texts: str, limit: float = 60.0) -> str:
        """Read until one of the texts is on the screen, and give it; AssertionError if none comes."""
        end = time.monotonic() + limit
        while True:
            found = next((text for text in texts if text in self.text), None)
            if found is not None:
                self.settle()
                return found
            assert time.monotonic() < end, f"none of {texts} came; the screen is:\n{self.text}"
            assert self.pump(0.05), f"the program ended; the screen is:\n{self.text}"

    def wait_for(self, data: bytes, limit: float = 60.0, start: int = 0) -> None:
        """Read until these bytes have come, not counting the first `start`."""
        end = time.monotonic() + limit
        while data not in self.raw[start:]:
            assert time.monotonic() < end and self.pump(0.01), f"{data!r} did not come"

    def wait_until_stopped(self, limit: float = 20.0) -> None:
        """Read until the program stands still, as one does that was sent to the background."""
        end = time.monotonic() + limit
        while not os.WIFSTOPPED(os.waitpid(self.pid, os.WUNTRACED | os.WNOHANG)[1]):
            assert time.monotonic() < end, "the program does not stop"
            self.pump(0.02)

    def kill(self, number: int) -> int:
        """Send a signal, and give the status with which the program ended."""
        self.send_signal(number)
        return self.ended()

    def ended(self, limit: float = 30.0) -> int:
        """Wait for the end of the program, and give its exit status (negative: the signal that ended it)."""
        end = time.monotonic() + limit
        while self.returned is None:
            self.pump(0.02)
            self.returned = self._process.poll()
            if self.returned is not None:
                self.pump(0.05)
            elif not self._open:
                time.sleep(0.02)
            assert time.monotonic() < end, "the program does not end"
        return self.returned

    def hang_up(self) -> int:
        """Close the terminal under the program, as when its window is closed; give the program's exit status."""
        os.close(self._fd)
        self._fd = -1
        self._open = False
        return self.ended()

    def close(self) -> None:
        """End the program for good."""
        if self.returned is None:
            self._process.kill()
            self.returned = self._process.wait()
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def printed(data: bytes) -> str:
    """Give the text among the bytes: colours are left out, and every other sequence is a line break."""
    text = SEQUENCE.sub(lambda match: b"" if match[0].endswith(b"m") and match[0][1:2] == b"[" else b"\n", data)
    return text.decode("utf-8", "replace")
