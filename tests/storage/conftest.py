"""Matches to save: how to begin one, and how to play it on without anybody thinking."""

import os
from typing import Any

import pytest

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Over, Reason, Shuffle
from cucco_tui.games import find_game
from tests.storage.saving import NewMatch, Play


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test wait for the disk, which may be a slow one; whether the program does is tested by itself."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture
def new_match() -> NewMatch:
    def begin(*players: str, tokens: int = 3, **extras: Any) -> Match:
        names = players or ("Anna", "Bea", "Ciro")
        header = Header(game="cuckoo", players=names, rules={"tokens": tokens}, **extras)
        return Match(find_game("cuckoo"), header)

    return begin


@pytest.fixture
def play() -> Play:
    def play_on(match: Match, lines: int = 10_000, seed: bytes = b"") -> Match:
        chance = Chance(seed)
        for _ in range(lines):
            if isinstance(match.waiting, Over):
                break
            if isinstance(match.waiting, Shuffle):
                match.shuffle(chance.shuffled(match.preset.pack.cards))
            else:
                match.act(chance.pick(match.state.legal_actions()))
        return match

    return play_on


@pytest.fixture
def told() -> list[Reason]:
    """Collect what people are told: give its `append` to who tells."""
    return []
