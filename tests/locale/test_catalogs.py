"""The words: complete in every language, compiled from what stands in the .po files, and there for every key in use."""

import ast
import gettext
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import cucco_tui
from cucco_tui.engine.game import Game, Preset
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Over, Shuffle
from cucco_tui.games import register
from cucco_tui.games.exchange.state import ExchangeState
from cucco_tui.locale import LANGUAGES, words
from cucco_tui.tui.telling import Teller

PACKAGE = Path(cucco_tui.__file__).parent


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


@cache
def constants() -> frozenset[str]:
    """Give every text that stands whole in the code, but for what explains it."""
    return frozenset(node.value for node in code() if isinstance(node, ast.Constant) and isinstance(node.value, str))


@cache
def built() -> Mapping[str, re.Pattern[str]]:
    """Give every key that the code builds from parts, a star for each part, and how such keys look."""
    texts = ["".join(map(part_of, node.values)) for node in code() if isinstance(node, ast.JoinedStr)]
    shapes = {text for text in texts if "*" in text and re.fullmatch(r"[\w.*-]*\.[\w.*-]*", text)}
    return {shape: re.compile(re.escape(shape).replace(r"\*", "(.+)")) for shape in shapes}


def part_of(value: ast.expr) -> str:
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else "*"


@cache
def code() -> tuple[ast.AST, ...]:
    files = [path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))]
    return tuple(node for text in files for node in ast.walk(ast.parse(text)))


@cache
def parts() -> frozenset[str]:
    """Give what may stand in the places of a built key: words of the code, and what the games are made of."""
    told = {*constants(), "on", "off", "none", *map(str, range(1001))}
    # What an action is called in a record has a key without its underscores.
    told |= {text.replace("_", "-") for text in constants() if text.isidentifier()}
    for key in constants():
        told |= {key.rpartition(".")[2]} if key.startswith(("call.", "event.")) else set()
    for game in register().values():
        told |= {game.id, game.kind, *game.schema()["properties"]}
        for preset in game.presets:
            told |= {preset.id, preset.pack.id, preset.direction.value}
            told |= {part for code in preset.pack.kinds for part in (code, code[:-1], code[-1])}
    return frozenset(told)


SILENT = {"event.reckoned"}
"""Events that mark a place and are told by nobody."""
OF_TROUBLES = ("disk", "save", "settings")
"""What begins the key of a trouble with a file, which is built of nothing but parts."""
NO_KEYS = r"screen\..*|.*\.(toml|tcss|jsonl)|.*-"
"""What looks like a key and is none: what a binding does, a file, the beginning of a key."""


def is_used(key: str) -> bool:
    """Tell whether a key stands in the code, or is built there of parts that all are known."""
    if key in constants():
        return True
    for shape, pattern in built().items():
        found = pattern.fullmatch(key)
        if found is None:
            continue
        if not re.search("[a-z]", shape) and "." not in found[1] and found[1] not in OF_TROUBLES:
            continue
        if all(part in parts() or ("." in part and is_used(part)) for part in found.groups()):
            return True
    # A game may have words of its own for any event or reason.
    first, *rest = key.split(".")
    return len(rest) > 1 and rest[0] in register() and is_used(".".join((first, *rest[1:])))


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_in_the_code_has_its_sentence(language: str) -> None:
    """Also those of events, calls, reasons and choices, which games tell and never say."""
    known = set(sentences(po(language)))
    families = {key.partition(".")[0] for key in known}
    used = {key for key in constants() if re.fullmatch(r"[a-z-]+(\.[\w-]+)+", key) and not re.fullmatch(NO_KEYS, key)}
    used = {key for key in used if key.partition(".")[0] in families}
    assert len(used) > 300
    assert used - known == SILENT


def test_no_sentence_is_left_over() -> None:
    assert [key for key in sentences(po("en")) if not is_used(key)] == []


@pytest.mark.parametrize(
    ("key", "used"),
    [
        ("event.swaps", True),
        ("event.swaps.seen", True),
        ("event.cuckoo.swaps", True),
        ("event.swapped", False),
        ("event.swaps.unseen", False),
        ("choice.stand", True),
        ("choice.stand-up", False),
        ("rule.cuckoo.tokens.says", True),
        ("rule.whist.tokens.says", False),
        ("the.kille.Krans", True),
        ("the.kille.Krone", False),
        ("why.calls.husu", True),
        ("disk.no-space", True),
    ],
)
def test_a_key_that_is_left_over_would_be_found(key: str, used: bool) -> None:
    assert is_used(key) == used


def played(game: Game, preset: Preset, rules: dict[str, object], seed: int) -> Match:
    """Play a match by chance, though not for ever."""
    header = Header(game=game.id, preset=preset.id, rules=rules, players=NAMES[: max(3, game.seats[0])])
    match, chance = Match(game, header), Chance(f"{game.id} {preset.id} {seed}".encode())
    while not isinstance(match.waiting, Over) and match.view(None).deal < 9:
        if isinstance(match.waiting, Shuffle):
            match.shuffle(chance.shuffled(match.pack.cards))
        else:
            match.act(chance.pick(match.state.legal_actions()))
    return match


NAMES = ("Anna", "Bea", "Ciro", "Dario", "Elsa")
RULES: dict[str, list[dict[str, object]]] = {
    "coch": [{"target": None, "deals": 2}, {"revokes": "punished"}],
    "zifuli": [{"no_bid": "dealer_names"}, {"revokes": "punished"}],
    "coteccio": [{"doctor": "unlimited", "lives": 1, "stake": 1}, {"revokes": "punished"}],
    "cuckoo": [{"all_out": "replay", "tokens": 1}, {"double_cut": True}],
    "cucuspiel": [{"refusal": "costs_token"}],
}
"""Rules by which other things are told than by the usual ones."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", register().values(), ids=lambda game: game.id)
def test_all_that_a_game_tells_has_words(game: Game, language: str) -> None:
    """Each event, to all and to who has seen more, and the reasons on the settlement (`why.`), by chance."""
    told: list[str] = []
    reasons = 0
    for preset in game.presets:
        for seed, rules in enumerate(({}, {}, *RULES.get(game.id, []))):
            match = played(game, preset, rules, seed)
            teller = Teller(words(language), match.names, match.pack.id, preset.id, game.id)
            events = [event for step in match.events for event in step if event.key not in SILENT]
            for viewer in (None, *range(len(match.names))):
                seen = [event.seen_by(viewer) for event in events]
                told += [str(teller.tell(event)) for event in seen]
                told += [str(teller.tell(event, called=event.call is not None)) for event in seen]
            told += map(str, teller.line(event.seen_by(None) for event in events))
            deals = [place for place, event in enumerate(events) if event.key == "event.deals"]
            for begin, end in zip(deals, [*deals[1:], len(events)], strict=True):
                why = teller.reasons(events[begin:end])
                reasons += len(why)
                told += map(str, why.values())
    assert (reasons > 0) == (game.kind == "exchange")
    raw = re.compile(rf"\b({'|'.join({key.partition('.')[0] for key in sentences(po('en'))})})\.[a-z]")
    assert [text for text in told if raw.search(text) or "{" in text] == []


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
