"""What the pages to choose on share: a list, what there is to say of the row at the cursor, the keys at the foot."""

from collections.abc import Sequence

from textual import getters
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from cucco_tui.engine.seats import Direction
from cucco_tui.tui.screens.base import CuccoScreen
from cucco_tui.tui.widgets.about import About
from cucco_tui.tui.widgets.key_lines import KeyLines
from cucco_tui.tui.widgets.rows import ASCII_MARKS, UNICODE_MARKS, Marks, Row, RowList

WIDE = 72
"""From so many cells on the list and what is said of a row stand side by side, else one above the other."""

WIDTHS = [(0, "-narrow"), (WIDE, "-wide"), (108, "-broad")]
HEIGHTS = [(0, "-low"), (17, "-high")]


class ChoosingScreen(CuccoScreen):
    """A list and, beside or below it, an explanation of the row at the cursor."""

    # Textual declares these in a way that a type checker takes for those of one screen.
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    list_ = getters.query_one("#rows", RowList)

    def title_text(self) -> Content:
        """Give the line at the top."""
        raise NotImplementedError

    def rows(self) -> list[Row]:
        """List the rows."""
        raise NotImplementedError

    def explain(self, row_id: str) -> Content:
        """Say what there is to know of a row."""
        raise NotImplementedError

    def hints(self, row_id: str | None) -> Sequence[tuple[str, str, str]]:
        """List the keys that do something at a row, as (key, words, action)."""
        raise NotImplementedError

    @property
    def ascii_only(self) -> bool:
        """Tell whether to keep to the characters of an old terminal."""
        return self.cucco.ascii_only

    @property
    def arrows(self) -> str:
        """Write the keys left and right."""
        return "<- ->" if self.ascii_only else "← →"

    @property
    def narrow(self) -> bool:
        """Tell whether the explanation stands below the list."""
        return self.size.width < WIDE

    def compose_page(self) -> ComposeResult:
        """Lay list and explanation between title and keys."""
        # Textual does this with the first resize, when everything is laid out already: then it is done twice.
        for size, classes in zip(self.app.size, (WIDTHS, HEIGHTS), strict=True):
            self.add_class(max(at for at in classes if at[0] <= size)[1])
        with Vertical(classes="page choosing"):
            yield Static(self.title_text(), id="title", markup=False)
            with Container(id="sides"):
                yield RowList(self.rows(), id="rows", marks=self._marks)
                yield About(id="about")
        yield KeyLines(self.hints(None))

    def on_mount(self) -> None:
        """Give the keys to the list, and explain the row at its cursor."""
        self.list_.focus()
        self.watch(self.list_, "at", self.show_about, init=False)

    def on_screen_resume(self) -> None:
        """Show what has changed while another page was up: the language, the signs."""
        self.show()

    def on_resize(self, event: Resize) -> None:
        """Fit the explanation to its place."""
        self.show_about()

    def show(self, cursor: str | None = None) -> None:
        """Show everything as it is now, with the cursor on its row or on the row `cursor`."""
        title, line = self.title_text(), self.query_one("#title", Static)
        if not isinstance(line.content, Content) or not title.is_same(line.content):
            line.update(title, layout=False)
        self.list_.set_rows(self.rows(), cursor, marks=self._marks)
        self.show_about()

    def show_about(self) -> None:
        """Explain the row at the cursor, and show its keys."""
        row_id = self.list_.cursor
        self.query_one(About).say(Content("") if row_id is None else self.explain(row_id))
        self.query_one(KeyLines).show(self.hints(row_id))

    @property
    def _marks(self) -> Marks:
        return ASCII_MARKS if self.ascii_only else UNICODE_MARKS


def told(title: str, about: Sequence[str], *, narrow: bool) -> Content:
    """Write an explanation: a title over paragraphs, or before the sentences where there is little room."""
    bold = Content(title).stylize("bold $primary")
    if narrow:
        return Content.assemble(bold, "  ", " ".join(about))
    return Content("\n\n").join((bold, *map(Content, about)))


def direction_sign(direction: Direction, *, ascii_only: bool) -> str:
    """Give a sign for the way round the table."""
    if ascii_only:
        return ">" if direction is Direction.CLOCKWISE else "<"
    return "↻" if direction is Direction.CLOCKWISE else "↺"
