"""Pages to type on: a player's name, a number."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from rich.cells import set_cell_size
from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.widgets import Input, Static

from cucco_tui.engine.game import Value
from cucco_tui.engine.names import LONGEST, clean_name
from cucco_tui.tui.screens.base import CuccoScreen
from cucco_tui.tui.widgets.key_lines import KeyLines
from cucco_tui.tui.widgets.rows import ASCII_MARKS, UNICODE_MARKS, Row, RowList


class TypingScreen(CuccoScreen):
    """A line to type on; Esc gives None. Every key that can be typed is typed, whatever it does elsewhere."""

    CSS_PATH = "asking.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False)]
    OFFERS: ClassVar[tuple[str, str]] = "name.known", "name.key.known"
    """The words above the offers, and those for the key that leads to them."""

    line = getters.query_one("#line", Input)

    def __init__(self, title: str, text: str, offers: Sequence[str] = ()) -> None:
        """Ask for something, with `text` to start from; `offers` may be chosen instead of typing."""
        super().__init__()
        self._title = title
        self._text = text
        self._offers = offers

    def accept(self, text: str) -> Any:
        """Give the result for what was typed; ValueError with a sentence if it cannot be."""
        raise NotImplementedError

    def hint(self) -> str:
        """Tell what can be typed, as long as nothing is wrong with the line."""
        return ""

    def compose_page(self) -> ComposeResult:
        """Yield the question, the line, what can be typed or is wrong with it, and the offers."""
        words = self.words
        marks = ASCII_MARKS if self.cucco.faces_style.value == "ascii" else UNICODE_MARKS
        with Vertical(classes="page typing"):
            yield Static(Content(self._title).stylize("bold $primary"), id="title")
            with Vertical(id="typed"):
                yield Input(self._text, max_length=LONGEST, compact=True, select_on_focus=True, id="line")
                yield Static(Content(self.hint()).stylize("$faint"), id="refusal", markup=False)
                if self._offers:
                    yield Static(Content(words(self.OFFERS[0])), id="known")
                    rows = [Row(str(number), Content(name)) for number, name in enumerate(self._offers)]
                    yield RowList(rows, id="offers", marks=marks)
        keys = [("Enter", words("name.key.take"), "screen.take"), ("Esc", words("key.back"), "screen.back")]
        yield KeyLines([*keys, ("Tab", words(self.OFFERS[1]), "app.focus_next")] if self._offers else keys)

    def on_mount(self) -> None:
        """Let the line have the keys."""
        self.line.focus()

    def on_key(self, event: Key) -> None:
        """Go from the line down to the offers, and from the first of them back up."""
        if not self._offers:
            return
        offers = self.query_one(RowList)
        if event.key == "down" and self.line.has_focus:
            event.stop()
            offers.focus()
        elif event.key == "up" and offers.has_focus and offers.cursor == "0":
            event.stop()
            self.line.focus()

    def on_input_changed(self, message: Input.Changed) -> None:
        """Take back what was said about the line before it was changed."""
        message.stop()
        self.query_one("#refusal", Static).update(Content(self.hint()).stylize("$faint"))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Take the line."""
        message.stop()
        self.action_take()

    def on_row_list_chosen(self, message: RowList.Chosen) -> None:
        """Take an offer."""
        message.stop()
        self._take(self._offers[int(message.row_id)])

    def action_take(self) -> None:
        """Take what stands on the line, or, from the offers, what the cursor stands on."""
        offers = self.query("#offers")
        if offers and offers.first().has_focus:
            self.query_one(RowList).action_choose()
        else:
            self._take(self.line.value)

    def action_back(self) -> None:
        """Go back without an answer."""
        if self.is_current:
            self.dismiss(None)

    def _take(self, text: str) -> None:
        try:
            result = self.accept(text)
        except ValueError as refusal:
            self.query_one("#refusal", Static).update(Content(str(refusal)))
        else:
            if self.is_current:
                self.dismiss(result)


class NameScreen(TypingScreen):
    """Ask for a player's name; the result is fit for a screen and not empty."""

    HELP_PAGE = "help.name"

    def __init__(self, question: str, name: str, known: Sequence[str]) -> None:
        """Ask the question under a message key; `known` are people who have played here before."""
        super().__init__(question, name, known)

    def compose_page(self) -> ComposeResult:
        """Ask in the words of the language."""
        self._title = self.words(self._title)
        return super().compose_page()

    def accept(self, text: str) -> str:
        """Clean the name and cut it to the cells that a screen has for it."""
        name = clean_name(set_cell_size(clean_name(text), LONGEST))
        if not name:
            raise ValueError(self.words("name.empty"))
        return name


class NumberScreen(TypingScreen):
    """Ask for a number among the values of a house rule. The result is a tuple of one: the rule may also be none."""

    HELP_PAGE = "help.number"
    OFFERS = "number.or", "number.key.or"

    def __init__(self, title: str, number: Value, values: Sequence[Value], none: str = "") -> None:
        """Ask under a title, with a value to start from; `none` are the words for none at all, if that may be."""
        super().__init__(title, "" if number is None else str(number), [none] if none else [])
        self._numbers = [value for value in values if value is not None]
        self._none = none

    def hint(self) -> str:
        """Tell which numbers there are, and what an empty line means."""
        key = "number.range-or-none" if self._none else "number.range"
        return self.words(key, low=self._numbers[0], high=self._numbers[-1], none=self._none)

    def accept(self, text: str) -> tuple[Value]:
        """Read the number; nothing, or the words for it, is none where that may be."""
        typed = text.strip()
        if self._none and typed.casefold() in ("", self._none.casefold()):
            return (None,)
        number = int(typed) if typed.isascii() and typed.isdigit() else None
        if number is None or number not in self._numbers:
            raise ValueError(self.words("number.refused", text=typed, hint=self.hint()))
        return (number,)


class PathScreen(TypingScreen):
    """Ask for a file; the result is its path, with ~ for the home folder."""

    HELP_PAGE = "help.path"

    def __init__(self, title: str) -> None:
        """Ask under a title."""
        super().__init__(title, "")

    def accept(self, text: str) -> Path:
        """Give the path that was typed."""
        if not text.strip():
            raise ValueError(self.words("path.empty"))
        try:
            return Path(text.strip()).expanduser()
        except RuntimeError:
            raise ValueError(self.words("path.empty")) from None
