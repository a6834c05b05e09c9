"""`python -m cucco_tui`."""

import sys

from cucco_tui.cli import main

if __name__ == "__main__":
    sys.exit(main())
