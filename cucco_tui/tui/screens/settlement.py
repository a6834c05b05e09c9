"""The settlement: what a deal did, and what comes next."""

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from cucco_tui.engine.state import Over, View
from cucco_tui.tui.pages import SettlementPage
from cucco_tui.tui.screens.match import MomentScreen
from cucco_tui.tui.widgets.key_lines import KeyLines

if TYPE_CHECKING:
    from cucco_tui.tui.sitting import Sitting

WIDE, LOG = 112, 40
"""Cells of width from which there is room for what happened, and how much that takes."""
AROUND = 3
"""Lines besides the table, what comes next, and the keys: the title, and a blank one at both ends of the table."""
TWO_COLUMNS = 78
"""Cells of width from which a long table is set in two columns."""


class SettlementScreen(MomentScreen):
    """What a deal did; `public` is the view of all after it."""

    HELP_PAGE = "help.settlement"

    def __init__(self, sitting: "Sitting", page: SettlementPage) -> None:
        """Show the settlement of a deal."""
        super().__init__(sitting)
        self.page = page
        self.public: View = sitting.match.view(None)

    def compose_page(self) -> ComposeResult:
        """Yield title, the table of seats, what comes next, and the keys."""
        with Vertical(classes="page", id="settlement"):
            yield Static(self.headline(), id="title", markup=False)
            with Horizontal(id="middle"):
                with VerticalScroll(id="lines", can_focus=False):
                    yield Static(id="sheet", markup=False)
                yield Static(id="log", markup=False)
            yield Static(id="next", markup=False)
        yield KeyLines(self.hints())

    def hints(self) -> list[tuple[str, str, str]]:
        """List the keys, going on first."""
        return [(self.words("key.any"), self.words("key.go-on"), "screen.go_on"), *super().hints()]

    def on_resize(self, event: Resize) -> None:
        """Set the table anew for the width; where there is room the deal stands beside it."""
        self.set_class(event.size.width >= WIDE, "-wide")
        self.show_lines()

    def show_lines(self) -> None:
        """Write the table as far as the cards have been turned."""
        lines, width = self.lines(), self.width()
        if len(lines) > self.room() and width >= TWO_COLUMNS - 4:
            half = -(-len(lines) // 2)
            left, right = lines[:half], [*lines[half:], *[Content()] * (2 * half - len(lines))]
            column = width // 2
            lines = [
                a.truncate(column - 1, ellipsis=True, pad=True) + b.truncate(column, ellipsis=True)
                for a, b in zip(left, right, strict=True)
            ]
        lines = [*self.pictures(width), *lines]
        self.query_one("#title", Static).update(self.headline())
        self.query_one("#sheet", Static).update(Content("\n").join(lines))
        self.query_one(KeyLines).show(self.hints())
        self.query_one("#next", Static).update(self.what_next())
        self.query_one("#log", Static).update(self.what_happened())

    def width(self) -> int:
        """Count the cells of a line of the table."""
        return self.size.width - 4 - (LOG if self.size.width >= WIDE else 0)

    def room(self) -> int:
        """Count the lines that the table may have without being scrolled."""
        keys = self.query_one(KeyLines).lines_in(self.size.width - 2)
        return max(1, self.size.height - AROUND - keys - len(self.what_next().wrap(max(1, self.width()))))

    def what_happened(self) -> Content:
        """Tell what was public in the deal, once all of it has been told."""
        if self.sitting.table.settlement_to_come:
            return Content()
        head = Content(self.words("log.title")).stylize("bold $secondary")
        return Content("\n").join((head, *self.sitting.teller.line(self.page.events)))

    def headline(self) -> Content:
        """Name the deal."""
        key = "settlement.void" if self.page.settlement.void else "settlement.title"
        return Content(self.words(key, n=self.page.settlement.deal)).stylize("bold $primary")

    def lines(self) -> list[Content]:
        """Write a line for each seat that was in the deal."""
        raise NotImplementedError

    def pictures(self, width: int) -> list[Content]:
        """Draw what there is to see above the table."""
        return []

    def what_next(self) -> Content:
        """Tell why a deal was void, and what is known of the next one."""
        if isinstance(self.public.waiting, Over):
            return Content()
        return Content("\n").join((*self.told_first(), *self.next_deal()))

    def told_first(self) -> list[Content]:
        """Tell what is to be known before the next dealer: why a deal was void."""
        if not self.page.settlement.void:
            return []
        game = self.sitting.match.game.id
        return [Content(self.words.first(f"settlement.{game}.void-why", "settlement.void-why"))]

    def action_go_on(self) -> None:
        """Go on by mouse."""
        self.go_on()
