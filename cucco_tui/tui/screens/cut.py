"""Cutting by hand: the pack is shuffled and committed to, and the cutter says where to cut."""

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Resize
from textual.reactive import var
from textual.widgets import Static

from cucco_tui.tui.pages import CutPage
from cucco_tui.tui.screens.match import MatchScreen
from cucco_tui.tui.widgets.key_lines import KeyLines

if TYPE_CHECKING:
    from cucco_tui.tui.sitting import Sitting

BESIDE = 14
"""Cells beside the edges of the pack: the numbers of cards, and the edges of the window."""


class CutScreen(MatchScreen):
    """Public: arrows lift more or fewer cards, Enter cuts and deals (PACK-4)."""

    HELP_PAGE = "help.cut"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,down", "lift(-1)", show=False),
        Binding("right,up", "lift(1)", show=False),
        Binding("pagedown", "lift(-10)", show=False),
        Binding("pageup", "lift(10)", show=False),
        Binding("enter", "cut", show=False),
    ]
    lifted: var[int] = var(0)

    def __init__(self, sitting: "Sitting", page: CutPage) -> None:
        """Ask the cutter."""
        super().__init__(sitting)
        self.page = page
        self.cards = len(sitting.match.pack)
        self.set_reactive(CutScreen.lifted, self.cards // 2)

    def compose_page(self) -> ComposeResult:
        """Yield who deals, who cuts, the pack and its commitment."""
        words, sitting = self.words, self.sitting
        with Vertical(classes="page", id="cut"):
            yield Static(self.title_line(), id="title", markup=False)
            yield Static(Content.assemble(sitting.name(self.page.dealer), " ", words("cut.deals")), classes="line")
            yield Static(Content.assemble(sitting.name(self.page.cutter), " ", words("cut.cuts")), classes="line")
            yield Static(self.pack(), id="pack", markup=False)
            half = len(self.page.commitment) // 2
            yield Static(
                Content("\n").join((words("cut.commitment"), self.page.commitment[:half], self.page.commitment[half:])),
                classes="line faint",
                markup=False,
            )
        yield KeyLines(
            [
                ("<- ->" if sitting.ascii_only else "← →", words("key.lift"), "screen.lift(1)"),
                ("Enter", words("key.cut"), "screen.cut"),
                *self.hints(),
            ]
        )

    def pack(self) -> Content:
        """Draw the pack as a row of card edges, parted where it is cut; in a narrow window an edge is several cards."""
        edge = "|" if self.sitting.ascii_only else "▏"
        each = -(-self.cards // max(1, self.app.size.width - BESIDE))
        above, below = (edge * -(-cards // each) for cards in (self.lifted, self.cards - self.lifted))
        return Content.assemble(
            (above, "bold $accent"), f" {self.lifted} | {self.cards - self.lifted} ", (below, "$secondary")
        )

    def on_resize(self, event: Resize) -> None:
        """Draw the pack for another width."""
        self.query_one("#pack", Static).update(self.pack())

    def watch_lifted(self) -> None:
        """Draw the pack anew."""
        if self.is_mounted:
            self.query_one("#pack", Static).update(self.pack())

    def action_lift(self, step: int) -> None:
        """Lift more or fewer cards; at least one stays, at least one goes."""
        self.lifted = min(self.cards - 1, max(1, self.lifted + step))

    def action_cut(self) -> None:
        """Cut and deal."""
        self.sitting.cut(self.lifted)
