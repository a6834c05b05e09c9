"""Ask which seat is meant."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from cucco_tui.tui.screens.base import CuccoScreen
from cucco_tui.tui.widgets.choices import Choice, Choices
from cucco_tui.tui.widgets.keys import Keys


class AskSeatScreen(CuccoScreen):
    """A list of seats to choose one of. Public: it shows names only."""

    HELP_PAGE = "help.ask"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.pop_screen", show=False)]

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
            yield Choices(
                [Choice(seat, str(number + 1), text) for number, (seat, text) in enumerate(self.seats)], id="choices"
            )
        yield Keys(
            [("Enter", self.words("key.choose"), "screen.nothing"), ("Esc", self.words("key.back"), "app.pop_screen")]
        )

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """Tell what was chosen; this screen is taken down by what follows."""
        message.stop()
        self.app.pop_screen()
        self.chosen(message.choice)
