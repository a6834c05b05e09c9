"""Ask before something that cannot be undone, or ends the evening by mistake."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from cucco_tui.tui.screens.base import CuccoScreen
from cucco_tui.tui.widgets.choices import Choice, Choices
from cucco_tui.tui.widgets.key_lines import KeyLines


class ConfirmScreen(CuccoScreen):
    """A question with No under the cursor; the screen's result is True for yes. It covers what lies below."""

    CSS_PATH = "asking.tcss"
    HELP_PAGE = "help.confirm"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,escape,q", "answer(False)", show=False),
    ]

    def __init__(self, question: str, **args: object) -> None:
        """Ask the question under a message key, with its arguments."""
        super().__init__()
        self._question = question
        self._args = args

    def compose_page(self) -> ComposeResult:
        """Yield the question and the two answers."""
        words = self.words
        with Vertical(classes="page", id="confirm"):
            yield Static(Content(words(self._question, **self._args)), id="question")
            with Center():
                yield Choices(
                    [
                        Choice("no", "n", Content(words("confirm.no"))),
                        Choice("yes", words("confirm.yes-key"), Content(words("confirm.yes"))),
                    ],
                    id="choices",
                )
        yield KeyLines(
            [("Enter", words("key.choose"), "screen.choose"), ("Esc", words("confirm.no"), "screen.answer(False)")]
        )

    def on_key(self, event: Key) -> None:
        """Take the letter that means yes in this language."""
        if event.key == self.words("confirm.yes-key"):
            event.stop()
            self.action_answer(True)

    def on_mount(self) -> None:
        """Stand on No."""
        self.query_one(Choices).focus()

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """Answer as was chosen."""
        message.stop()
        self.action_answer(message.choice == "yes")

    def action_choose(self) -> None:
        """Do what Enter does."""
        self.query_one(Choices).action_take()

    def action_answer(self, yes: bool) -> None:
        """Answer, once."""
        if self.is_current:
            self.dismiss(yes)
