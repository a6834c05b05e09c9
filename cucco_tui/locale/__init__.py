"""The program's words, per language: gettext catalogs whose message ids are keys such as `event.swaps`."""

import gettext
import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "it")
DOMAIN = "cucco_tui"


class Words:
    """The words of one language. A key that the language lacks is looked up in English."""

    def __init__(self, language: str) -> None:
        """Load a language's catalog; `language` is one of LANGUAGES."""
        self.language = language
        self._catalog = _catalog(language)

    def __call__(self, key: str, **args: object) -> str:
        """Give the sentence for a key. An argument `n` chooses between singular and plural."""
        return self.pattern(key, args.get("n")).format(**args)

    def pattern(self, key: str, n: object = None) -> str:
        """Give the sentence for a key with its {places} still open."""
        if isinstance(n, int):
            text = self._catalog.ngettext(key, "", n)
            if text not in (key, ""):
                return text
        return self._catalog.gettext(key)

    def has(self, key: str) -> bool:
        """Tell whether there is a sentence for a key."""
        return self._catalog.gettext(key) != key

    def first(self, *keys: str, **args: object) -> str:
        """Give the sentence for the first of the keys that has one."""
        return self(next((key for key in keys if self.has(key)), keys[-1]), **args)

    def card(self, pack: str, code: str) -> str:
        """Name a card: by itself where it has a name of its own, else by rank and suit."""
        if self.has(f"card.{pack}.{code}"):
            return self(f"card.{pack}.{code}")
        return self(f"card.{pack}", rank=self(f"rank.{pack}.{code[:-1]}"), suit=self(f"suit.{pack}.{code[-1]}"))

    def say(self, key: str, args: Mapping[str, int | str], names: Sequence[str] = ()) -> str:
        """Give a reason's sentence: seats under `seat` and `to` become names, a `suit` its name; the rest stands."""
        told: dict[str, object] = dict(args)
        for place in ("seat", "to"):
            seat = told.get(place)
            if isinstance(seat, int) and 0 <= seat < len(names):
                told[place] = names[seat]
        if "suit" in told:
            told["suit"] = self(f"suit.{told['suit']}")
        return self(key, **told)


def printable(text: str) -> str:
    """Put a question mark for what could act on a terminal, or break a line."""
    return "".join(char if char.isprintable() else "?" for char in text)


@cache
def words(language: str = "auto") -> Words:
    """Load the words of a language, "auto" being the one the environment asks for."""
    return Words(environment_language() if language == "auto" else language)


def environment_language() -> str:
    """Find the language that the environment asks for, English if it is none of ours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


def _catalog(language: str) -> gettext.NullTranslations:
    path = Path(__file__).parent / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    with path.open("rb") as file:
        catalog = gettext.GNUTranslations(file)
    if language != "en":
        catalog.add_fallback(_catalog("en"))
    return catalog
