"""What is said of the row at the cursor: a text that repaints only the lines that differ."""

from textual.content import Content
from textual.geometry import Region
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget


class About(Widget):
    """A text of a fixed size; what does not fit is cut."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        """Say nothing yet."""
        super().__init__(id=id)
        self.content = Content("")
        self._strips: list[Strip] = []
        self._laid_for: object = None

    def say(self, content: Content) -> None:
        """Show another text."""
        if content.is_same(self.content):
            return
        before = self._lines()
        self.content, self._laid_for = content, None
        after = self._lines()
        for y in range(max(len(before), len(after))):
            if _painted(before, y) != _painted(after, y):
                self.refresh(Region(0, y, self.size.width, 1))

    def render_line(self, y: int) -> Strip:
        """Paint a line."""
        strips = self._lines()
        return strips[y] if y < len(strips) else Strip.blank(self.size.width, self.visual_style.rich_style)

    def _lines(self) -> list[Strip]:
        """Break the text into lines, again when the width or the colours have changed."""
        laid_for = self.size.width, self.visual_style
        if laid_for != self._laid_for:
            width, style = self._laid_for = laid_for
            self._strips = [
                strip.extend_cell_length(width, style.rich_style)
                for strip in Visual.to_strips(self, self.content, width, None, style)
            ]
        return self._strips


def _painted(strips: list[Strip], y: int) -> list[object]:
    """List what is painted on a line: the words, and the styles, which may differ where the words are the same."""
    return [(part.text, part.style) for part in strips[y]] if y < len(strips) else []
