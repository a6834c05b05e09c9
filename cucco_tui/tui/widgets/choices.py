"""What may be done now: one widget, by letter, arrows and Enter, or mouse."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import var
from textual.widget import Widget

from cucco_tui.tui.people import mark

if TYPE_CHECKING:
    from cucco_tui.tui.app import CuccoApp


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

    def render(self) -> Content:
        """Draw a line for each choice."""
        sign = mark("cursor", ascii_only=cast("CuccoApp", self.app).ascii_only)
        return Content("\n").join(
            Content.assemble(
                (f"{sign} " if number == self.cursor else "  ", "bold $accent"),
                (f"[{choice.key}]", "bold $accent"),
                " ",
                choice.text.stylize("bold") if number == self.cursor else choice.text,
                (f"  {self.armed}" if self.armed and number == self.cursor else "", "bold $warning"),
            )
            for number, choice in enumerate(self.choices)
        )

    def watch_cursor(self) -> None:
        """Draw the cursor where it is now."""
        self.armed = ""
        self.refresh()

    def arm(self, text: str) -> None:
        """Ask for the key once more, by a text beside the choice at the cursor."""
        self.armed = text
        self.refresh()

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
        if event.y < len(self.choices):
            self.post_message(self.Taken(self.choices[event.y].id))
