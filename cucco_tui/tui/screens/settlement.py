"""The settlement: what a deal did, and what comes next."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from cucco_tui.engine.state import Over, View
from cucco_tui.tui.pages import SettlementPage
from cucco_tui.tui.screens.match import SHORT, MomentScreen
from cucco_tui.tui.widgets.key_lines import Hints, KeyLines, fewer, lines_of_keys

if TYPE_CHECKING:
    from cucco_tui.tui.sitting import Sitting

WIDE, LOG = 112, 40
"""Cells of width from which there is room for what happened, and how much that takes."""
AROUND = 3
"""Lines besides the table, what comes next, and the keys: the title, and a blank one at both ends of the table."""
HANGING = 4
"""Cells before a name in a row."""
SCROLLS = "↑ ↓"
"""The keys that scroll, where there is something to scroll."""
TWO_COLUMNS = 78
"""Cells of width from which a long table is set in two columns."""


class SettlementScreen(MomentScreen):
    """What a deal did; `public` is the view of all after it."""

    HELP_PAGE = "help.settlement"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"scroll('{key}')", show=False) for key in ("up", "down", "pageup", "pagedown", "home", "end")
    ]

    table = getters.query_one("#lines", VerticalScroll)

    def __init__(self, sitting: "Sitting", page: SettlementPage) -> None:
        """Show the settlement of a deal."""
        super().__init__(sitting)
        self.page = page
        self.public: View = sitting.match.view(None)
        self.scrolls = False

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
        """Set the table anew for the window; where there is room the deal stands beside it."""
        self.set_class(event.size.width >= WIDE, "-wide")
        self.show_lines()

    def show_lines(self) -> None:
        """Write the table as far as the cards have been turned, in a low window with all that does not scroll above."""
        width, hints = self.width(), self.hints()
        pictures, told, rows = self.pictures(width), self.told(), self.rows()
        ahead, pack = self.what_next(), [] if self.sitting.table.settlement_to_come else self.next_pack()
        if self.size.height < SHORT:
            hints = self.fewer(hints)
        room = self.room(hints, [*ahead, *pack])
        lines = [*pictures, *told, *self.in_columns([row for _, row in rows], room - self.height(told))]
        sheet = self.sheet(room - self.height(lines))
        self.scrolls = self.height(lines) > room or (not sheet and bool(self.sheet()))
        if self.scrolls:
            hints = self.fewer([hints[0], (SCROLLS, self.words("key.scroll"), "screen.scroll('pagedown')"), *hints[1:]])
            room = self.room(hints, [])
            if self.height(row for _, row in rows) > room:
                rows = sorted(rows, key=lambda row: not row[0])
            shown = self.in_columns([self.hanging(row) for _, row in rows], room)
            lines = [*pictures, *shown, *told, *ahead, *self.sheet(), *pack]
            ahead, pack = [], []
            self.scrolls = self.height(lines) > room
            if not self.scrolls:
                hints = [hint for hint in hints if hint[0] != SCROLLS]
        else:
            lines += sheet
        self.query_one("#title", Static).update(self.headline())
        self.query_one("#sheet", Static).update(Content("\n").join(lines))
        self.query_one(KeyLines).show(hints)
        self.query_one("#next", Static).update(Content("\n").join([*ahead, *pack]))
        self.query_one("#next").display = bool(ahead or pack)
        self.query_one("#log", Static).update(self.what_happened())

    def in_columns(self, rows: list[Content], room: int) -> list[Content]:
        """Set more rows than there is room for in two columns, if these are wide enough."""
        width = self.width()
        if len(rows) <= room or width < TWO_COLUMNS - 4:
            return rows
        half = -(-len(rows) // 2)
        left, right = rows[:half], [*rows[half:], *[Content()] * (2 * half - len(rows))]
        column = width // 2
        return [
            a.truncate(column - 1, ellipsis=True, pad=True) + b.truncate(column, ellipsis=True)
            for a, b in zip(left, right, strict=True)
        ]

    def hanging(self, row: Content) -> Content:
        """Break a row that is too long beside the bar that scrolls, its second line under the name."""
        first, *rest = row.wrap(max(HANGING + 1, self.width() - 1))
        below = Content(" ").join(rest).wrap(max(1, self.width() - 1 - HANGING)) if rest else []
        return Content("\n").join((first, *(Content.assemble(" " * HANGING, line) for line in below)))

    def width(self) -> int:
        """Count the cells of a line of the table."""
        return self.size.width - 4 - (LOG if self.size.width >= WIDE else 0)

    def height(self, lines: Iterable[Content]) -> int:
        """Count the lines that these take in the width of the table."""
        return sum(max(1, len(line.wrap(max(1, self.width())))) for line in lines)

    def room(self, hints: Hints, below: Iterable[Content]) -> int:
        """Count the lines that the table may have without being scrolled, over what stands below it, and the keys."""
        around = 1 if self.size.height < SHORT else AROUND
        return max(1, self.size.height - around - lines_of_keys(hints, self.size.width - 2) - self.height(below))

    def fewer(self, hints: Hints) -> list[tuple[str, str, str]]:
        """Leave out keys where there is no room for them; the help tells them all."""
        return fewer(hints, self.size.width - 2, (hints[0][0], SCROLLS, "k", "?", "q"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let the keys that scroll go on like all others where there is nothing to scroll."""
        return (action != "scroll" or self.scrolls) and super().check_action(action, parameters)

    def action_scroll(self, key: str) -> None:
        """Scroll the table."""
        page = max(1, self.table.scrollable_content_region.height - 1)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page}
        if key in steps:
            self.table.scroll_relative(y=steps[key], animate=False)
        elif key == "home":
            self.table.scroll_home(animate=False)
        else:
            self.table.scroll_end(animate=False)

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

    def told(self) -> list[Content]:
        """Tell what is to be known before the rows."""
        return []

    def rows(self) -> list[tuple[bool, Content]]:
        """Write a line for each seat that was in the deal, and tell whether the deal did anything to it."""
        raise NotImplementedError

    def sheet(self, room: int | None = None) -> list[Content]:
        """Write what stands below the rows, in at most so many lines; nothing if there is no room for any of it."""
        return []

    def pictures(self, width: int) -> list[Content]:
        """Draw what there is to see above the table."""
        return []

    def what_next(self) -> list[Content]:
        """Tell why a deal was void, and who deals the next one."""
        if isinstance(self.public.waiting, Over):
            return []
        return [*self.told_first(), *self.next_dealer()]

    def told_first(self) -> list[Content]:
        """Tell what is to be known before the next dealer: why a deal was void."""
        if not self.page.settlement.void:
            return []
        game = self.sitting.match.game.id
        return [Content(self.words.first(f"settlement.{game}.void-why", "settlement.void-why"))]

    def action_go_on(self) -> None:
        """Go on by mouse."""
        self.go_on()
