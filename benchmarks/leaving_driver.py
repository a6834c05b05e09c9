"""A way to write to the terminal that ends the program as soon as its first page is painted: `TEXTUAL_DRIVER` names it.

So the program that is measured is the program as it is, and no more of it than it takes to paint.
"""

import os
import sys

from textual.drivers.linux_driver import LinuxDriver

LAST_LINE = "\x1b[24;1H"


class LeavingDriver(LinuxDriver):
    """Writes the first page, and is gone."""

    def write(self, data: str) -> None:
        """Write to the terminal; if it is the first page, end the process without ado."""
        if LAST_LINE in data:
            os.write(sys.__stderr__.fileno(), data.encode())
            os._exit(0)
        super().write(data)
