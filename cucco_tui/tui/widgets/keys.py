"""The line of keys at the foot of a page; each can be clicked as well."""

from collections.abc import Sequence

from textual.content import Content
from textual.style import Style
from textual.widgets import Static


def key_hints(hints: Sequence[tuple[str, str, str]]) -> Content:
    """Write (key, what it does, action) as one line; clicking it runs the action."""
    return Content("   ").join(
        Content.assemble((key, "bold $accent"), " ", text).stylize(Style.from_meta({"@click": action}))
        for key, text, action in hints
    )


class Keys(Static):
    """A line of key hints."""

    def __init__(self, hints: Sequence[tuple[str, str, str]]) -> None:
        """Show hints, each (key, what it does, action)."""
        super().__init__(key_hints(hints), classes="keys")
