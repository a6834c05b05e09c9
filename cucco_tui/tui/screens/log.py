"""Pages to read, and the first of them: what everybody saw, line by line."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import MouseScrollDown, MouseScrollUp, Resize
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from cucco_tui.tui.screens.base import CuccoScreen
from cucco_tui.tui.widgets.key_lines import KeyLines

WIDEST = 76
"""Cells of a line that are easy to read."""

MARGINS = 5
"""Cells beside the text: its margins and the bar that scrolls it."""

NOTHING = Content()


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph or line, `gap` blank lines before it, with its `head` in a column of `indent` cells at its left."""

    text: Content
    gap: int = 0
    head: Content = NOTHING
    indent: int = 0


class Blocks(Widget):
    """A long text in one widget: hundreds of widgets would take their time to come."""

    DEFAULT_CSS = """
    Blocks {
        height: auto;
    }
    """

    def __init__(self, blocks: Iterable[Block]) -> None:
        """Show blocks one under the other."""
        super().__init__()
        self.blocks = tuple(blocks)
        self._laid: tuple[int, list[Content], list[int]] = (-1, [], [])

    def show(self, blocks: Iterable[Block]) -> None:
        """Show other blocks."""
        self.blocks = tuple(blocks)
        self._laid = (-1, [], [])
        self.refresh(layout=True)

    def line_of(self, block: int) -> int:
        """Give the line in which a block begins, after the gap before it."""
        return self._lay(self.content_size.width)[1][block]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Count the lines."""
        return max(1, len(self._lay(width)[0]))

    def render(self) -> Content:
        """Write the lines."""
        return Content("\n").join(self._lay(self.content_size.width)[0])

    def _lay(self, width: int) -> tuple[list[Content], list[int]]:
        """Break the text into lines of a width; also tell in which one each block begins."""
        if self._laid[0] != width:
            lines: list[Content] = []
            starts: list[int] = []
            for block in self.blocks:
                lines += [NOTHING] * block.gap
                starts.append(len(lines))
                wrapped = block.text.wrap(max(1, min(width, WIDEST) - block.indent))
                for number, line in enumerate(wrapped):
                    head = NOTHING if number else block.head
                    lines.append(Content.assemble(head.truncate(block.indent, pad=True), line))
            self._laid = width, lines, starts
        return self._laid[1:]


class ReadingScreen(CuccoScreen):
    """A page to read: a title, a text that scrolls, the keys at the foot. It hides whatever lies under it."""

    CSS_PATH = "reading.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "close", show=False),
        Binding("space", "page(1)", show=False),
        Binding("b", "page(-1)", show=False),
    ]

    text = getters.query_one("#reading-text", VerticalScroll)

    @property
    def room(self) -> int:
        """Count the cells of a line of the text."""
        return min(WIDEST, self.app.size.width - MARGINS)

    def title_text(self) -> str:
        """Give the title."""
        raise NotImplementedError

    def blocks(self) -> Iterable[Block]:
        """Yield the text that scrolls."""
        raise NotImplementedError

    def compose_beside(self) -> Iterable[Widget]:
        """Yield what stands beside the text."""
        return ()

    def hints(self) -> list[tuple[str, str, str]]:
        """List the keys of the page, as (key, words, action); those that scroll only if there is more to see."""
        words = self.words
        hints = [("Esc", words("read.close"), "screen.close")]
        if self.text.show_vertical_scrollbar:
            hints.append((words("key.space"), words("read.down"), "screen.page(1)"))
            hints.append(("b", words("read.up"), "screen.page(-1)"))
        hints.append(("?", words("key.help"), "screen.help"))
        return hints

    def compose_page(self) -> ComposeResult:
        """Lay title, text and keys one under the other."""
        with Vertical(classes="page reading"):
            yield Static(Content(self.title_text()), classes="reading-title")
            with Horizontal(classes="reading-middle"):
                yield from self.compose_beside()
                with VerticalScroll(id="reading-text"):
                    yield Blocks(self.blocks())
        yield KeyLines([])

    def on_mount(self) -> None:
        """Let the arrows scroll the text."""
        self.text.focus()
        self.watch(self.text, "show_vertical_scrollbar", self._show_keys)

    def _show_keys(self) -> None:
        self.query_one(KeyLines).show(self.hints())

    def action_close(self) -> None:
        """Go back to the page below."""
        if self.is_current:
            _ = self.dismiss()

    def action_page(self, pages: int) -> None:
        """Scroll by whole pages, less a line that helps to find the place."""
        step = max(1, self.text.scrollable_content_region.height - 1)
        self.text.scroll_relative(y=pages * step, animate=False)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll the text also where the pointer is beside it."""
        self.text.scroll_relative(y=3, animate=False)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll the text also where the pointer is beside it."""
        self.text.scroll_relative(y=-3, animate=False)


Picture = Callable[[int], Sequence[Content]]
"""Draws lines that are at most so many cells wide; none if there is no room."""


class LogScreen(ReadingScreen):
    """Lines about the match, the newest last, which is where the page opens; with a picture it opens at that."""

    HELP_PAGE = "help.log"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "close", show=False)]

    def __init__(self, title_key: str, lines: Sequence[Content], picture: Picture = lambda cells: ()) -> None:
        """Show public lines under a title, and a picture at their head."""
        super().__init__()
        self._title_key = title_key
        self._lines = tuple(lines)
        self._picture = picture

    def title_text(self) -> str:
        """Give the title."""
        return self.words(self._title_key)

    def blocks(self) -> Iterable[Block]:
        """Yield the picture and the lines."""
        picture = self._picture(self.room)
        yield from map(Block, picture)
        for number, line in enumerate(self._lines or (Content(self.words("log.empty")),)):
            yield Block(line, gap=1 if picture and not number else 0)

    def on_mount(self) -> None:
        """Open at the newest line, or at the picture."""
        if not self._picture(self.room):
            self.text.scroll_end(animate=False)

    def on_resize(self, event: Resize) -> None:
        """Draw the picture anew for the width."""
        self.query_one(Blocks).show(self.blocks())
