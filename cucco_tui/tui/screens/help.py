"""Help: the keys of a page and what it is for."""

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from cucco_tui.tui.screens.log import Block, ReadingScreen

DASH = " — "
"""Parts key and explanation in a line of keys."""


class HelpScreen(ReadingScreen):
    """The help of a page: every key that opens or leaves a page closes it. Nothing private is on it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "close", show=False)]

    def __init__(self, page_key: str) -> None:
        """Show the help under the key `page_key`, as `help.table`: its title, `.text` and `.keys`."""
        super().__init__()
        # The empty key would be that of a catalog's header.
        self._page = page_key or "help.any"

    def title_text(self) -> str:
        """Give the title."""
        return self.words.first(self._page, "help.any")

    def blocks(self) -> Iterable[Block]:
        """Yield what the page is for, its keys, and the keys that are the same everywhere."""
        words = self.words
        if words.has(f"{self._page}.text"):
            for number, paragraph in enumerate(words(f"{self._page}.text").split("\n")):
                yield Block(Content(paragraph), gap=min(number, 1))
        tables = [("help.keys", f"{self._page}.keys"), ("help.everywhere", "help.everywhere.keys")]
        told = [(words(heading), words(keys).split("\n")) for heading, keys in tables if words.has(keys)]
        cells = 2 + max(Content(line.partition(DASH)[0]).cell_length for _, lines in told for line in lines)
        for heading, lines in told:
            yield Block(Content.styled(heading, "bold $primary"), gap=1)
            for line in lines:
                key, _, meaning = line.partition(DASH)
                yield Block(Content(meaning), head=Content.styled(key, "bold $accent"), indent=cells)

    def hints(self) -> list[tuple[str, str, str]]:
        """Help has no help of its own."""
        return super().hints()[:-1]

    def action_help(self) -> None:
        """Close: the key that opened the help is pressed again."""
        self.action_close()
