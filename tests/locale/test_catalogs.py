"""The words: complete in every language, compiled from what stands in the .po files, and there for every key in use."""

import ast
import gettext
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import cucco_tui
from cucco_tui.engine.game import Game
from cucco_tui.games import register
from cucco_tui.games.exchange.state import ExchangeState
from cucco_tui.locale import LANGUAGES, words

PACKAGE = Path(cucco_tui.__file__).parent
SAYING = {"words", "Reason", "sentence", "pattern", "has"}
"""What is called with the key of a sentence as its first argument."""


def po(language: str) -> Catalog:
    with (PACKAGE / "locale" / language / "LC_MESSAGES" / "cucco_tui.po").open("rb") as file:
        return read_po(file)


def sentences(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    """Give the forms of each sentence by its key."""
    told: dict[str, tuple[str, ...]] = {}
    for message in catalog:
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            told[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return told


def places(text: str) -> set[str]:
    return {place for _, place, _, _ in Formatter().parse(text) if place is not None}


def keys_in_use() -> set[str]:
    keys: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            key = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
            if name in SAYING and isinstance(key, str) and "." in key:
                keys.add(key)
    return keys


def test_every_language_has_every_sentence() -> None:
    english, *others = (set(sentences(po(language))) for language in LANGUAGES)
    assert len(english) > 500
    for other in others:
        assert other == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty_and_each_has_the_places_of_the_english_one(language: str) -> None:
    english = sentences(po("en"))
    for key, forms in sentences(po(language)).items():
        assert all(forms), key
        for form, in_english in zip(forms, english[key], strict=True):
            # A singular may say "one" instead of the number.
            assert places(form) | {"n"} == places(in_english) | {"n"}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_words_are_those_of_the_text(language: str) -> None:
    path = PACKAGE / "locale" / language / "LC_MESSAGES" / "cucco_tui.mo"
    with path.open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for key, forms in sentences(po(language)).items():
        if len(forms) == 1:
            assert compiled.gettext(key) == forms[0]
        else:
            assert (compiled.ngettext(key, "", 1), compiled.ngettext(key, "", 2)) == forms


def test_every_key_in_the_code_has_its_sentence() -> None:
    used = keys_in_use()
    assert len(used) > 150
    say = words("en")
    known = set(sentences(po("en")))
    assert sorted(key for key in used if key not in known and not say.has(key)) == []


@pytest.mark.parametrize("game", register().values(), ids=lambda game: game.id)
def test_every_card_and_power_has_its_words(game: Game) -> None:
    """Powers are those of an exchange game by the usual rules of each preset."""
    say = words("en")
    needed: set[str] = set()
    for preset in game.presets:
        pack = preset.pack.id
        for code in preset.pack.kinds:
            rank, suit = code[:-1], code[-1]
            own, whole = f"card.{pack}.{code}", f"the.{pack}.{code}"
            needed |= {own} if say.has(own) else {f"card.{pack}", f"rank.{pack}.{rank}", f"suit.{pack}.{suit}"}
            needed.add(whole if say.has(whole) else f"the.{pack}.{rank}")
        state = game.new(preset, {}, game.seats[0], 0)
        if isinstance(state, ExchangeState):
            for call in {power.call for power in state.procedure.powers.values()}:
                needed |= {call, f"power.{call}", f"event.calls.{call.removeprefix('call.')}"}
    assert sorted(key for key in needed if not say.has(key)) == []
