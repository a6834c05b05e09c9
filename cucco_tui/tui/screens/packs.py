"""The packs of a match that is over, opened, for anybody to check."""

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from cucco_tui.engine.fairness import OpenedPack, open_packs
from cucco_tui.engine.match import Match
from cucco_tui.tui.screens.log import Block, ReadingScreen

VERDICTS = {True: ("check.agrees", "$success"), False: ("check.differs", "$error"), None: ("check.none", "$faint")}
"""What is said of a shuffle, and in which colour."""


class PacksScreen(ReadingScreen):
    """Tells for each deal the commitment, salt, cut and order before the cut, and whether they agree (PACK-5)."""

    HELP_PAGE = "help.packs"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "close", show=False)]

    def __init__(self, match: Match) -> None:
        """Open the packs of a match; NotOver while it goes on."""
        super().__init__()
        self._packs = open_packs(match)

    def title_text(self) -> str:
        """Give the title."""
        return self.words("packs.title")

    def blocks(self) -> Iterable[Block]:
        """Yield how to check, and the packs."""
        yield Block(Content(self.words("packs.text")))
        names = [self.words(f"packs.{name}") for name in ("commitment", "salt", "cut", "order")]
        indent = 2 + max(Content(name).cell_length for name in names)
        for pack in self._packs:
            yield Block(self._headline(pack), gap=1)
            for name, value in zip(names, self._values(pack), strict=True):
                if value:
                    yield Block(Content(value), head=Content.styled(name, "$faint"), indent=indent)

    def _headline(self, pack: OpenedPack) -> Content:
        key, colour = VERDICTS[pack.agrees]
        return Content.styled(self.words("check.deal", deal=pack.deal, verdict=self.words(key)), f"bold {colour}")

    def _values(self, pack: OpenedPack) -> tuple[str, str, str, str]:
        cut = self.words("packs.taken", n=pack.cut)
        return _printable(pack.commitment or ""), _printable(pack.salt or ""), cut, " ".join(pack.order)


def _printable(text: str) -> str:
    """Put a question mark for what cannot be shown: a file may hold anything."""
    return "".join(char if char.isprintable() else "?" for char in text)
