"""What may be done now: one widget, by letter, arrows and Enter, or mouse."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.reactive import var
from textual.widget import Widget

from cucco_tui.tui.people import mark

if TYPE_CHECKING:
    from cucco_tui.tui.app import CuccoApp


KEY_LINES, PART, AROUND = 2, 0.66, 2
"""Lines of the keys, how much of the rest the panel with the choices takes, and its lines without a word, at most."""
NUMBERS = "1234567890"
"""The keys of what is chosen by its number, in order."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be done: its key, shown in brackets, and what it means."""

    id: str
    key: str
    text: Content


class Choices(Widget, can_focus=True):
    """The list of what may be done. Enter takes the one at the cursor; letters are the screen's bindings."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,left", "move(-1)", show=False),
        Binding("down,right", "move(1)", show=False),
        Binding("enter", "take", show=False),
    ]
    cursor: var[int] = var(0)

    @dataclass
    class Taken(Message):
        """A choice was made; `choice` is its id."""

        choice: str

    def __init__(self, choices: Sequence[Choice], *, id: str | None = None) -> None:  # noqa: A002
        """Show choices, the first under the cursor."""
        super().__init__(id=id)
        self.choices = tuple(choices)
        self.armed = ""
        self.room = 0

    @property
    def wraps(self) -> bool:
        """Tell whether a long choice may take more than one line, as the style of the page has it."""
        return self.styles.text_wrap == "wrap"

    def lines(self, width: int) -> list[tuple[int, Content]]:
        """Write the choices in lines of so many cells, each with the number of its choice."""
        sign = mark("cursor", ascii_only=cast("CuccoApp", self.app).ascii_only)
        spare = self.room - len(self.choices)
        lines: list[tuple[int, Content]] = []
        for number, choice in enumerate(self.choices):
            here = number == self.cursor
            head = Content.assemble(
                (f"{sign} " if here else "  ", "bold $accent"), (f"[{choice.key}] ", "bold $accent")
            )
            text, cells = choice.text.stylize("bold") if here else choice.text, max(1, width - head.cell_length)
            armed = Content.styled(f"  {self.armed}" if here and self.armed else "", "bold $warning")
            told = (text + armed).wrap(cells)
            if not self.wraps and not armed:
                told = [text]
            elif not self.wraps or len(told) - 1 > spare:
                told = [text.truncate(max(1, cells - armed.cell_length), ellipsis=True) + armed]
            spare -= len(told) - 1
            heads = [head, *[Content(" " * head.cell_length)] * (len(told) - 1)]
            lines += [(number, before + line) for before, line in zip(heads, told, strict=True)]
        return lines

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Count the lines; what stands beside it has its room before a choice takes a second line."""
        beside = [widget for widget in self.siblings if widget.display]
        taken = sum(widget.get_content_height(container, viewport, width) for widget in beside)
        self.room = int((viewport.height - KEY_LINES) * PART) - AROUND - taken
        return len(self.lines(width))

    def render(self) -> Content:
        """Draw the choices."""
        return Content("\n").join(line for _, line in self.lines(self.content_size.width))

    def watch_cursor(self) -> None:
        """Draw the cursor where it is now; only what stood beside the choice before may have taken a line."""
        armed, self.armed = self.armed, ""
        self.refresh(layout=self.wraps and bool(armed))

    def arm(self, text: str) -> None:
        """Ask for the key once more, by a text beside the choice at the cursor."""
        self.armed = text
        self.refresh(layout=self.wraps)

    def action_move(self, step: int) -> None:
        """Move the cursor, round the ends."""
        if self.choices:
            self.cursor = (self.cursor + step) % len(self.choices)

    def action_take(self) -> None:
        """Take the choice at the cursor."""
        if self.choices:
            self.post_message(self.Taken(self.choices[self.cursor].id))

    def on_click(self, event: Click) -> None:
        """Take the choice that was clicked."""
        event.stop()
        lines = self.lines(self.content_size.width)
        if event.y < len(lines):
            self.post_message(self.Taken(self.choices[lines[event.y][0]].id))
