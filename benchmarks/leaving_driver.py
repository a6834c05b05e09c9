"""A way to write to the terminal that ends the program as soon as its first page is painted: `TEXTUAL_DRIVER` names it.

So the program that is measured is the program as it is, and no more of it than it takes to paint.
"""

import os

from textual.drivers.linux_driver import LinuxDriver

LAST_LINE = "\x1b[24;1H"
"""Goes to the last line of the terminal, as a page that is painted whole does."""


class LeavingDriver(LinuxDriver):
    """Writes the first page, and is gone."""

    def write(self, data: str) -> None:
        """Write to the terminal; if it is the first page, end the process without ado."""
        if LAST_LINE in data:
            page = data.encode()
            while page:
                page = page[os.write(2, page) :]
            os._exit(0)
        super().write(data)
