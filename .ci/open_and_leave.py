"""Run a command line in a pseudo-terminal, wait until a full-screen program has drawn itself, and leave it by Ctrl+Q.

Exits 0 only if the program took the whole screen, gave it back, and ended with 0.
"""

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time

TAKES_THE_SCREEN = b"\x1b[?1049h"
GIVES_IT_BACK = b"\x1b[?1049l"
LEAVE = b"\x11"
INSTALL_SECONDS = 300
LEAVE_SECONDS = 20
QUIET_SECONDS = 2


def read_until_quiet(terminal: int, wanted: bytes | None, seconds: float) -> bytes:
    """Read what is written; stop when it ends, or when `wanted` has come and nothing more follows it."""
    seen = b""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if select.select([terminal], [], [], QUIET_SECONDS)[0]:
            try:
                part = os.read(terminal, 65536)
            except OSError:  # how Linux says that the other side has closed
                return seen
            if not part:
                return seen
            seen += part
        elif wanted is not None and wanted in seen:
            return seen
    return seen


def main() -> None:
    """Open the program, leave it, and judge."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
        os.execvp("bash", ["bash", "-euo", "pipefail", "-c", sys.argv[1]])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    seen = read_until_quiet(terminal, TAKES_THE_SCREEN, INSTALL_SECONDS)
    if TAKES_THE_SCREEN in seen:
        os.write(terminal, LEAVE)
        seen += read_until_quiet(terminal, None, LEAVE_SECONDS)
    ended, status = os.waitpid(child, os.WNOHANG)
    for _ in range(50):
        if ended:
            break
        time.sleep(0.1)
        ended, status = os.waitpid(child, os.WNOHANG)
    code = os.waitstatus_to_exitcode(status) if ended else None
    if code == 0 and TAKES_THE_SCREEN in seen and GIVES_IT_BACK in seen:
        print("opened, and left with Ctrl+Q")
        return
    sys.stdout.write(seen.decode(errors="replace")[-4000:])
    sys.exit(f"the program did not open and leave cleanly (exit {code})")


if __name__ == "__main__":
    main()
