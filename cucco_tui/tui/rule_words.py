"""House rules in words: what a rule is called, what it is about, what it means as it is set.

A game may have words of its own for a rule (`rule.cuckoo.tokens`), else all games share them (`rule.tokens`).
"""

from cucco_tui.engine.game import Value
from cucco_tui.locale import Words


def rule_name(words: Words, game: str, rule: str) -> str:
    """Name a house rule in a word or two."""
    return words.first(f"rule.{game}.{rule}.name", f"rule.{rule}.name")


def rule_question(words: Words, game: str, rule: str) -> str:
    """Say in one sentence what a house rule is about."""
    return words.first(f"rule.{game}.{rule}", f"rule.{rule}")


def value_name(words: Words, game: str, rule: str, value: Value) -> str:
    """Name a value of a house rule."""
    slug = _slug(value)
    keys = (f"rule.{game}.{rule}.{slug}", f"rule.{rule}.{slug}", f"value.{slug}")
    return words.first(*keys) if any(map(words.has, keys)) else slug


def rule_sentence(words: Words, game: str, rule: str, value: Value) -> str:
    """Say in one sentence what a house rule means with this value."""
    slug = _slug(value)
    for key in (f"rule.{game}.{rule}.{slug}.says", f"rule.{game}.{rule}.says", f"rule.{rule}.{slug}.says"):
        if words.has(key):
            return words(key) if isinstance(value, bool) else words(key, n=value)
    return f"{rule_name(words, game, rule)}: {value_name(words, game, rule, value)}."


def game_name(words: Words, game: str) -> str:
    """Name a game."""
    return words(f"game.{game}")


def preset_name(words: Words, game: str, preset: str) -> str:
    """Name a preset."""
    return words(f"preset-name.{game}.{preset}")


def pace_name(words: Words, seconds: float) -> str:
    """Name how long a bot waits before it acts."""
    return words("pace.seconds", seconds=f"{seconds:g}") if seconds else words("pace.none")


def _slug(value: Value) -> str:
    return {True: "on", False: "off", None: "none"}[value] if isinstance(value, bool | None) else str(value)
