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

    def __init__(self, page_key: str, kind: str = "", *, match: bool = False) -> None:
        """Show the help under the key `page_key`, as `help.table`: its title, `.text` and `.keys`.

        A `kind` of games may have words of its own for each: `help.curtain.trick.text`. With `match` the keys are told
        too that are the same on every public page of a match.
        """
        super().__init__()
        self._kind = kind
        self._match = match
        # The empty key would be that of a catalog's header.
        self._page = page_key or "help.any"

    def title_text(self) -> str:
        """Give the title."""
        return self.words.first(self._page, "help.any")

    def blocks(self) -> Iterable[Block]:
        """Yield what the page is for, its keys, and the keys that are the same everywhere."""
        text = self._told(self._page, "text")
        for number, paragraph in enumerate(text.split("\n") if text else ()):
            yield Block(Content(paragraph), gap=min(number, 1))
        tables = {"help.keys": self._told(self._page, "keys")}
        tables["help.match"] = self._told("help.match", "keys") if self._match else ""
        tables["help.everywhere"] = self._told("help.everywhere", "keys")
        told = [(self.words(heading), keys.split("\n")) for heading, keys in tables.items() if keys]
        cells = 2 + max(Content(line.partition(DASH)[0]).cell_length for _, lines in told for line in lines)
        for heading, lines in told:
            yield Block(Content.styled(heading, "bold $primary"), gap=1)
            for line in lines:
                key, _, meaning = line.partition(DASH)
                yield Block(Content(meaning), head=Content.styled(key, "bold $accent"), indent=cells)

    def _told(self, page: str, what: str) -> str:
        """Give the words of a page for this kind of games, nothing if there are none."""
        keys = [key for key in (f"{page}.{self._kind}.{what}", f"{page}.{what}") if self.words.has(key)]
        return self.words(keys[0]) if keys else ""

    def hints(self) -> list[tuple[str, str, str]]:
        """Help has no help of its own."""
        return super().hints()[:-1]

    def action_help(self) -> None:
        """Close: the key that opened the help is pressed again."""
        self.action_close()
