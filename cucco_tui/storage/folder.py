"""Where the player's files are. Nothing is made on disk until something is written."""

import errno
import os
from pathlib import Path

from cucco_tui.storage.files import sync_folder

HOME = "CUCCO_TUI_HOME"
"""The environment variable that names one folder for everything."""

PROGRAM = "cucco-tui"


def data_folder() -> Path:
    """Give the folder of the player's matches; OSError if there is none, as for a user without a home."""
    return _chosen() or _usual("user_data_path")


def config_folder() -> Path:
    """Give the folder of the settings; OSError if there is none."""
    return _chosen() or _usual("user_config_path")


def matches_folder() -> Path:
    """Give the folder that holds one file per match; OSError if there is none."""
    return data_folder() / "matches"


def make_private(folder: Path) -> None:
    """Make a folder and those above it that only the player may look into; one that exists stays as it is."""
    if folder.is_dir():
        return
    make_private(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    sync_folder(folder.parent)


def _chosen() -> Path | None:
    name = os.environ.get(HOME)
    return Path(name).absolute() if name else None


def _usual(kind: str) -> Path:
    import platformdirs

    folder: Path = getattr(platformdirs, kind)(PROGRAM)
    if not folder.is_absolute():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))
    return folder
