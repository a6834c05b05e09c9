"""CONTRIBUTING.md tells the truth: the game that stands there can be played, and what it names is there."""

import re
import sys
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import pytest

from cucco_tui.engine.game import Game
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Over, Shuffle
from cucco_tui.games.exchange import procedure as exchange
from cucco_tui.games.exchange.state import ExchangeState
from cucco_tui.games.tricks import procedure as tricks
from cucco_tui.games.tricks.state import TrickState

TREE = Path(__file__).parent.parent
TEXT = (TREE / "CONTRIBUTING.md").read_text(encoding="utf-8")
ABOUT_EXCHANGE, ABOUT_TRICKS = TEXT.split("## What a trick game consists of")


@pytest.fixture
def owl(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Give the game that stands in the text."""
    (code,) = re.findall(r'```python\n("""Owl.*?)```', TEXT, re.DOTALL)
    module = ModuleType("owl")
    # pydantic looks there for what the annotations of the rules name.
    monkeypatch.setitem(sys.modules, "owl", module)
    exec(compile(code, "CONTRIBUTING.md", "exec"), module.__dict__)
    game = module.GAME
    assert isinstance(game, Game)
    return game


def test_the_game_in_the_text_is_played_to_its_end(owl: Game) -> None:
    match = Match(owl, Header(game="owl", rules={"tokens": 9}, players=("Anna", "Bea", "Ciro", "Dora")))
    chance, called = Chance(b"owl"), set[str | None]()
    while not isinstance(match.waiting, Over):
        if isinstance(match.waiting, Shuffle):
            match.shuffle(chance.shuffled(match.pack.cards))
        else:
            match.act(chance.pick(match.state.legal_actions()))
        called |= {event.call for event in match.events[-1]}
    assert called >= {"call.owl", "call.fox"}


@pytest.mark.parametrize(("text", "state"), [(ABOUT_EXCHANGE, ExchangeState), (ABOUT_TRICKS, TrickState)])
def test_what_is_said_of_a_state_is_there(text: str, state: type) -> None:
    named = set(re.findall(r"\bstate\.(\w+)", text)) - {"py"}
    assert len(named) > 8
    assert [name for name in sorted(named) if not hasattr(state, name)] == []


@pytest.mark.parametrize(
    ("text", "procedure"), [(ABOUT_EXCHANGE, exchange.Procedure), (ABOUT_TRICKS, tricks.Procedure)]
)
def test_the_table_of_fields_names_fields(text: str, procedure: type) -> None:
    (table,) = re.findall(r"\| field \|.*?\n\n", text, re.DOTALL)
    named = {name for row in table.strip().splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert len(named) > 8
    assert named <= {field.name for field in fields(procedure)}


def test_the_files_that_are_named_are_there() -> None:
    named = {path for path in re.findall(r"`((?:[\w.]+/)+[\w.]+)`", TEXT) if "ID" not in path}
    roots = (TREE, TREE / "cucco_tui", TREE / "tests" / "games")
    assert len(named) > 10
    assert [name for name in sorted(named) if not any((root / name).exists() for root in roots)] == []
