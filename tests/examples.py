"""How many examples hypothesis tries."""

from hypothesis import settings


def examples(number: int) -> settings:
    """Ask for a number of examples, and for more where the profile does."""
    return settings(max_examples=number * settings().max_examples // 100)
