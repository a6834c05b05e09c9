"""Ask which seat is meant."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.widgets import Static

from cucco_tui.tui.screens.base import CuccoScreen
from cucco_tui.tui.widgets.choices import Choice, Choices
from cucco_tui.tui.widgets.key_lines import KeyLines

KEYS = "123456789abcdefghijklmnopqrstu"
"""A key for each seat of a full table."""


class AskSeatScreen(CuccoScreen):
    """A list of seats to choose one of. Public: it shows names only."""

    CSS_PATH = "table.tcss"
    HELP_PAGE = "help.ask"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", show=False),
        *(Binding(key, f"take({number})", show=False) for number, key in enumerate(KEYS)),
    ]

    def __init__(self, question: str, seats: Sequence[tuple[str, Content]], chosen: Callable[[str], None]) -> None:
        """Ask a question, a message key, about seats; `chosen` is told the number of one."""
        super().__init__()
        self.question = question
        self.seats = seats
        self.chosen = chosen

    def compose_page(self) -> ComposeResult:
        """Yield the question and the seats."""
        with Vertical(classes="page", id="ask"):
            yield Static(self.words(self.question), classes="line", markup=False)
            with VerticalScroll(id="lines", can_focus=False):
                yield Choices(
                    [Choice(seat, key, text) for key, (seat, text) in zip(KEYS, self.seats, strict=False)], id="choices"
                )
        yield KeyLines(
            [("Enter", self.words("key.choose"), "screen.choose"), ("Esc", self.words("key.back"), "app.pop_screen")]
        )

    def on_mount(self) -> None:
        """Let the choices have the keys, and keep the one at the cursor in sight."""
        choices = self.query_one(Choices)
        choices.focus()
        self.watch(choices, "cursor", self._follow)

    def _follow(self, cursor: int) -> None:
        self.query_one("#lines", VerticalScroll).scroll_to_region(Region(0, cursor, 1, 1), animate=False)

    def action_choose(self) -> None:
        """Do what Enter does."""
        self.query_one(Choices).action_take()

    def action_take(self, number: int) -> None:
        """Choose the seat that stands at this place in the list."""
        if number < len(self.seats):
            self._choose(self.seats[number][0])

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """Tell what was chosen; this screen is taken down by what follows."""
        message.stop()
        self._choose(message.choice)

    def _choose(self, seat: str) -> None:
        if self.is_current:
            self.app.pop_screen()
            # By the app: what follows may ask something on, and this screen is gone then.
            self.app.call_later(self.chosen, seat)
