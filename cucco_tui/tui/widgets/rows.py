"""Lists of rows with a cursor: the games, the form before a match, the settings, the saved matches."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Blur, Click, Focus, Resize
from textual.geometry import Size
from textual.message import Message
from textual.reactive import var
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style
from textual.visual import Visual

NOTHING = Content("")
GAP = 3
"""Cells between the text of a row and its value."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list. Nobody can stand on a heading; left and right change a row that has `steps`.

    `mark` is one cell before the value: a star for what is not as usual.
    """

    id: str
    text: Content
    value: Content = NOTHING
    heading: bool = False
    steps: bool = False
    mark: str = " "


@dataclass(frozen=True, slots=True)
class Marks:
    """The signs of a list: the cursor's, what stands around a value that can be changed, and what is cut off."""

    cursor: str
    less: str
    more: str
    cut: str


UNICODE_MARKS = Marks("›", "‹", "›", "…")
ASCII_MARKS = Marks(">", "<", ">", "~")


class RowList(ScrollView, can_focus=True, inherit_bindings=False):
    """One widget for many rows: moving the cursor repaints two lines.

    A click moves the cursor to a row; Enter, or a click on the row where the cursor stands, chooses it. Left and
    right, or a click on the marks around the value, change a row that has steps.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"rows--row", "rows--heading", "rows--value", "rows--cursor"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "first", show=False),
        Binding("end", "last", show=False),
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("enter", "choose", show=False),
    ]

    at: var[str | None] = var(None)
    """The row where the cursor stands. Who watches it, and explains the row, does so in the frame that shows it."""

    class RowMessage(Message):
        """Something that happened to the row `row_id`."""

        def __init__(self, rows: "RowList", row_id: str) -> None:
            """Name the list and the row."""
            super().__init__()
            self.rows = rows
            self.row_id = row_id

        @property
        def control(self) -> "RowList":
            """Give the list, for handlers of one list only."""
            return self.rows

    class Chosen(RowMessage):
        """A row was chosen, by Enter or by a click where the cursor stood already."""

    class Changed(RowMessage):
        """A row with steps was asked to change: `step` is -1 or 1."""

        def __init__(self, rows: "RowList", row_id: str, step: int) -> None:
            """Name the list, the row and the way to go."""
            super().__init__(rows, row_id)
            self.step = step

    def __init__(self, rows: Sequence[Row] = (), *, id: str | None = None, marks: Marks = UNICODE_MARKS) -> None:  # noqa: A002
        """Take the rows; the cursor stands on the first that is no heading."""
        super().__init__(id=id)
        self._rows = tuple(rows)
        self._marks = marks
        self._cursor = self._nearest(0)
        self._column: int | None = None
        self._strips: dict[tuple[int, bool], Strip] = {}
        self.virtual_size = Size(0, len(self._rows))

    @property
    def rows(self) -> Sequence[Row]:
        """Give the rows, headings included."""
        return self._rows

    @property
    def cursor(self) -> str | None:
        """Give the id of the row where the cursor stands, None in an empty list."""
        return None if self._cursor is None else self._rows[self._cursor].id

    def set_rows(self, rows: Sequence[Row], cursor: str | None = None, *, marks: Marks | None = None) -> None:
        """Show other rows. The cursor goes to the row `cursor`, else stays with its row, else near its place."""
        rows, marks, place = tuple(rows), marks or self._marks, self._cursor or 0
        if rows == self._rows and marks == self._marks and cursor is None:
            return
        wanted = cursor or self.cursor
        self._rows, self._marks = rows, marks
        found = self._find(wanted)
        self._cursor = self._nearest(place) if found is None else found
        self._forget()
        self.virtual_size = Size(0, len(self._rows))
        self.refresh()
        self.call_after_refresh(self._show_cursor)
        self._tell()

    def set_row(self, row: Row) -> None:
        """Show a row in the place of the one with its id; ValueError if there is none."""
        index = self._find(row.id)
        if index is None:
            raise ValueError(row.id)
        self._rows = (*self._rows[:index], row, *self._rows[index + 1 :])
        column, self._column = self._column, None
        if column != self._value_column():
            self._forget()
            self.refresh()
        else:
            self._strips.pop((index, True), None)
            self._strips.pop((index, False), None)
            self.refresh_line(index)

    def go_to(self, row_id: str) -> None:
        """Move the cursor to a row, if there is such a row."""
        index = self._find(row_id)
        if index is not None:
            self._go(index)

    def action_move(self, step: int) -> None:
        """Move the cursor to the next row up or down."""
        if self._cursor is not None:
            self._go(self._beside(self._cursor, step))

    def action_page(self, step: int) -> None:
        """Move the cursor by as many rows as are seen at once."""
        if self._cursor is not None:
            self._go(self._nearest(self._cursor + step * max(1, self.size.height - 1)))

    def action_first(self) -> None:
        """Move the cursor to the first row."""
        self._go(self._nearest(0))

    def action_last(self) -> None:
        """Move the cursor to the last row."""
        self._go(self._nearest(len(self._rows) - 1))

    def action_step(self, step: int) -> None:
        """Ask for another value of the row."""
        if self._cursor is not None and self._rows[self._cursor].steps:
            self.post_message(self.Changed(self, self._rows[self._cursor].id, step))

    def action_choose(self) -> None:
        """Choose the row."""
        if self._cursor is not None:
            self.post_message(self.Chosen(self, self._rows[self._cursor].id))

    def on_click(self, event: Click) -> None:
        """Move to the row under the mouse, or choose it, or change its value."""
        place = event.get_content_offset(self)
        if place is None:
            return
        event.stop()
        index = place.y + self.scroll_offset.y
        if not 0 <= index < len(self._rows) or self._rows[index].heading:
            return
        if index != self._cursor:
            self._go(index)
        elif self._rows[index].steps and place.x in self._around_value(index):
            self.action_step(-1 if place.x == self._around_value(index)[0] else 1)
        else:
            self.action_choose()

    def on_mount(self) -> None:
        """Tell where the cursor stands, so that who explains the row has something to explain."""
        self._tell()

    def on_focus(self, event: Focus) -> None:
        """Show the cursor as the place where keys go."""
        self._repaint_cursor()

    def on_blur(self, event: Blur) -> None:
        """Show the cursor as a mere place."""
        self._repaint_cursor()

    def on_resize(self, event: Resize) -> None:
        """Lay the rows out anew, the cursor in sight."""
        self._forget()
        self._show_cursor()

    def notify_style_update(self) -> None:
        """Paint with the colours of another theme."""
        self._forget()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """Paint a line of the list."""
        index = y + self.scroll_offset.y
        width = self.scrollable_content_region.width
        if not 0 <= index < len(self._rows):
            return Strip.blank(width, self.get_visual_style("rows--row").rich_style)
        here = index == self._cursor
        strip = self._strips.get((index, here))
        if strip is None:
            strip = self._strips[index, here] = self._paint(index, here, width)
        return strip

    def _paint(self, index: int, here: bool, width: int) -> Strip:
        row = self._rows[index]
        if row.heading:
            name, content = "rows--heading", _fit(row.text, width, self._marks.cut).truncate(width, pad=True)
        else:
            name, content = "rows--cursor" if here else "rows--row", self._lay(row, here, width)
        style = self.get_visual_style(name)
        if here and self.has_focus:
            # Reversed by the terminal, not by other colours: so it is seen without colours too.
            style += Style(reverse=True)
        (strip,) = Visual.to_strips(self, content, width, 1, style)
        return strip.extend_cell_length(width, style.rich_style)

    def _lay(self, row: Row, here: bool, width: int) -> Content:
        sign = f"{self._marks.cursor} " if here else "  "
        # Under the cursor the colours of the row are not those that its colours were chosen for.
        text, value = (row.text.without_spans, row.value.without_spans) if here else (row.text, row.value)
        if not value:
            text = _fit(text, width - len(sign), self._marks.cut)
            return Content.assemble(sign, text).truncate(width, pad=True)
        column = self._value_column()
        room = column - len(sign) - GAP
        text = _fit(text, room, self._marks.cut).truncate(room, pad=True)
        value = _fit(value, width - column - 4, self._marks.cut)
        less, more = (self._marks.less, self._marks.more) if here and row.steps else (" ", " ")
        # Padded here, so that each line is painted in as few pieces as there are colours.
        ending = Content.assemble(row.mark, " ", less, " ", value, " ", more).truncate(width - column + 2, pad=True)
        return Content.assemble(sign, text, " ", ending if here else ending.stylize_before(".rows--value"))

    def _value_column(self) -> int:
        """Find where values begin: after the longest text before a value, but never far to the right."""
        if self._column is None:
            longest = max((row.text.cell_length for row in self._rows if row.value), default=0)
            self._column = max(GAP, min(2 + longest + GAP, self.scrollable_content_region.width * 11 // 20))
        return self._column

    def _around_value(self, index: int) -> tuple[int, int]:
        """Give the places of the two marks around a value."""
        column = self._value_column()
        room = self.scrollable_content_region.width - column - 4
        return column, column + 3 + min(self._rows[index].value.cell_length, max(0, room))

    def _find(self, row_id: str | None) -> int | None:
        return next((n for n, row in enumerate(self._rows) if row.id == row_id and not row.heading), None)

    def _nearest(self, index: int) -> int | None:
        """Find the row at `index` or nearest to it that is no heading."""
        places = [number for number, row in enumerate(self._rows) if not row.heading]
        return min(places, key=lambda place: abs(place - index), default=None)

    def _beside(self, index: int, step: int) -> int:
        """Find the next row up or down that is no heading; `index` itself at the end of the list."""
        place = index + step
        while 0 <= place < len(self._rows):
            if not self._rows[place].heading:
                return place
            place += step
        return index

    def _go(self, index: int | None) -> None:
        if index is None:
            return
        if index != self._cursor:
            self._repaint_cursor()
            self._cursor = index
            self._repaint_cursor()
            self._tell()
        self._show_cursor()

    def _show_cursor(self) -> None:
        """Scroll so that the cursor is seen, with the headings above it; by half a page, as that is repainted."""
        height = self.size.height
        if self._cursor is None or not height:
            return
        top = self._cursor
        while top > 0 and self._rows[top - 1].heading and self._cursor - top < height - 1:
            top -= 1
        seen = self.scroll_offset.y
        if top < seen:
            self.scroll_to(y=max(0, min(top, self._cursor - height // 2)), animate=False, immediate=True)
        elif self._cursor >= seen + height:
            self.scroll_to(y=self._cursor - height // 2, animate=False, immediate=True)

    def _repaint_cursor(self) -> None:
        if self._cursor is not None:
            self._strips.pop((self._cursor, True), None)
            self.refresh_line(self._cursor)

    def _forget(self) -> None:
        self._strips.clear()
        self._column = None

    def _tell(self) -> None:
        if self.is_attached:
            self.at = self.cursor


def _fit(text: Content, width: int, cut: str) -> Content:
    """Cut a text that is wider than `width` cells, so that the cut is seen."""
    if text.cell_length <= width:
        return text
    return Content.assemble(text.truncate(max(0, width - 1)), cut) if width > 0 else NOTHING
