"""Ask for amounts: the coins of a bargain, the shares of a pot, who pays how much for a return."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from cucco_tui.tui.screens.base import CuccoScreen
from cucco_tui.tui.widgets.key_lines import KeyLines
from cucco_tui.tui.widgets.rows import Row, RowList


@dataclass(slots=True)
class Amount:
    """An amount to be set: whole steps from 0 to `most`."""

    id: str
    text: Content
    most: int
    value: int = 0


class AmountsScreen(CuccoScreen):
    """A list of amounts, changed by left and right, told by Enter. It shows no card, whoever may be looking."""

    CSS_PATH = "table.tcss"
    HELP_PAGE = "help.amounts"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.pop_screen", show=False)]

    def __init__(
        self,
        question: Content,
        amounts: Sequence[Amount],
        done: Callable[[dict[str, int]], None],
        *,
        total: int | None = None,
    ) -> None:
        """Ask a question; `done` is told the amounts by id, which together are at most `total`."""
        super().__init__()
        self.question = question
        self.amounts = list(amounts)
        self.done = done
        self.total = total

    def compose_page(self) -> ComposeResult:
        """Yield the question and the amounts."""
        with Vertical(classes="page", id="amounts"):
            yield Static(self.question, classes="line", markup=False)
            yield RowList(self.rows(), id="rows")
        yield KeyLines(
            [
                ("← →", self.words("key.change"), "screen.nothing"),
                ("Enter", self.words("key.done"), "screen.take"),
                ("Esc", self.words("key.back"), "app.pop_screen"),
            ]
        )

    def rows(self) -> list[Row]:
        """Write the amounts as rows, and the last one that is done with them."""
        return [*map(self.row, self.amounts), Row("done", Content(self.words("amounts.done")))]

    def row(self, amount: Amount) -> Row:
        """Write an amount as a row."""
        return Row(amount.id, amount.text, Content(str(amount.value)), steps=True)

    def on_row_list_changed(self, message: RowList.Changed) -> None:
        """Change an amount within its bounds."""
        message.stop()
        amount = next(amount for amount in self.amounts if amount.id == message.row_id)
        others = sum(other.value for other in self.amounts) - amount.value
        most = amount.most if self.total is None else min(amount.most, self.total - others)
        amount.value = min(most, max(0, amount.value + message.step))
        self.query_one(RowList).set_row(self.row(amount))

    def on_row_list_chosen(self, message: RowList.Chosen) -> None:
        """Take the amounts as they are."""
        message.stop()
        self.action_take()

    def action_take(self) -> None:
        """Tell the amounts; this screen is taken down first."""
        self.app.pop_screen()
        # By the app: what follows may ask something on, and this screen is gone then.
        self.app.call_later(self.done, {amount.id: amount.value for amount in self.amounts})
