"""Matches to save, for who tests what is saved."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from cucco_tui.engine.match import Match
from cucco_tui.storage.match_file import MatchFile

NewMatch: TypeAlias = Callable[..., Match]
"""The fixture `new_match`."""
Play: TypeAlias = Callable[..., Match]
"""The fixture `play`."""


def save(match: Match) -> Path:
    """Leave a match in the player's folder, under a name as the program gives it."""
    file = MatchFile.create(match, lambda trouble: pytest.fail(trouble.key))
    file.close()
    assert file.path is not None
    return file.path
