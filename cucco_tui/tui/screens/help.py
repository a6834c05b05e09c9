"""Help: the keys of a page and what it is for."""

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from cucco_tui.tui.screens.log import ReadingScreen

DASH = " — "
"""Parts key and explanation in a line of keys."""


class HelpScreen(ReadingScreen):
    """The help of a page: every key that opens or leaves a page closes it. Nothing private is on it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "close", show=False)]

    def __init__(self, page_key: str) -> None:
        """Show the help under the key `page_key`, as `help.table`: its title, `.text` and `.keys`."""
        super().__init__()
        self._page = page_key

    def title_text(self) -> str:
        """Give the title."""
        return self.words.first(self._page, "help.any")

    def compose_text(self) -> Iterable[Widget]:
        """Yield what the page is for, its keys, and the keys that are the same everywhere."""
        words = self.words
        if words.has(f"{self._page}.text"):
            for paragraph in words(f"{self._page}.text").split("\n"):
                yield Static(Content(paragraph), classes="paragraph")
        if words.has(f"{self._page}.keys"):
            yield Static(Content(words("help.keys")), classes="section")
            yield from _keys(words(f"{self._page}.keys"))
        yield Static(Content(words("help.everywhere")), classes="section")
        yield from _keys(words("help.everywhere.keys"))

    def hints(self) -> list[tuple[str, str, str]]:
        """Help has no help of its own."""
        return super().hints()[:-1]

    def action_help(self) -> None:
        """Close: the key that opened the help is pressed again."""
        self.action_close()


def _keys(lines: str) -> Iterable[Widget]:
    for line in lines.split("\n"):
        key, _, meaning = line.partition(DASH)
        yield Horizontal(
            Static(Content(key), classes="help-key"),
            Static(Content(meaning), classes="help-meaning"),
            classes="help-row",
        )
