"""The keys at the foot of a page, in as many lines as they need; each can be clicked as well."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from textual.content import Content
from textual.geometry import Size
from textual.style import Style
from textual.widget import Widget

if TYPE_CHECKING:
    from cucco_tui.tui.app import CuccoApp

Hints = Sequence[tuple[str, str, str]]
"""Keys: key, what it does, action."""
NAMED = ("Enter", "PgDn")
"""Keys that have a name of their own in other languages, of the same length."""
GAP = 3
"""The cells between two hints."""
FEW = 2
"""Lines of hints in a low window."""


class KeyLines(Widget):
    """Key hints in as many lines as they need; none of them is broken or cut."""

    def __init__(self, hints: Hints) -> None:
        """Show hints, each (key, what it does, action)."""
        super().__init__(classes="keys")
        self._hints = hints

    def show(self, hints: Hints) -> None:
        """Show other hints."""
        if hints != self._hints:
            height = self._height()
            self._hints = hints
            self.refresh(layout=height != self._height())

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Count the lines that are needed."""
        return self.lines_in(width)

    def lines_in(self, width: int) -> int:
        """Count the lines that are needed in so many cells."""
        return lines_of_keys(self._hints, width)

    def _height(self) -> int:
        least = self.styles.min_height
        return max(len(_lines(self._hints, self.size.width)), int(least.value) if least else 0)

    def render(self) -> Content:
        """Write the lines."""
        width = self.size.width
        names = {key: cast("CuccoApp", self.app).words(f"key.name.{key}") for key in NAMED}
        return Content("\n").join(_written(line, names).truncate(width) for line in _lines(self._hints, width))


def _written(hints: Hints, names: Mapping[str, str]) -> Content:
    """Write a line; the gap after a hint belongs to it, for then there are fewer pieces to paint."""
    return Content("").join(
        Content.assemble((names.get(key, key), "$accent bold"), f" {text}{' ' * GAP}").stylize(
            Style.from_meta({"@click": action})
        )
        for key, text, action in hints
    )


def lines_of_keys(hints: Hints, width: int) -> int:
    """Count the lines that hints need in so many cells."""
    return len(_lines(hints, width))


def fewer(hints: Hints, width: int, needed: Collection[str]) -> list[tuple[str, str, str]]:
    """Leave out hints that need more than `FEW` lines of so many cells, those of the `needed` keys last."""
    kept: Hints = ()
    for wanted in (True, False):
        for hint in hints:
            more = [each for each in hints if each in kept or each is hint]
            if (hint[0] in needed) is wanted and len(_lines(more, width)) <= FEW:
                kept = more
    return list(kept)


def _lines(hints: Hints, width: int) -> list[Hints]:
    lines: list[list[tuple[str, str, str]]] = [[]]
    room = width
    for key, text, action in hints:
        cells = Content(f"{key} {text}").cell_length
        if cells > room and lines[-1]:
            lines.append([])
            room = width
        lines[-1].append((key, text, action))
        room -= cells + GAP
    return list(lines)
