"""The curtain: who is next, and nobody else looks."""

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.events import Click
from textual.widgets import Static

from cucco_tui.engine.seats import next_seat
from cucco_tui.engine.state import Turn
from cucco_tui.games.tricks.view import TrickView
from cucco_tui.tui.people import badge
from cucco_tui.tui.screens.match import MatchScreen
from cucco_tui.tui.table import CurtainPage, LookPage
from cucco_tui.tui.widgets.key_lines import KeyLines

if TYPE_CHECKING:
    from cucco_tui.tui.sitting import Sitting

NEWS = 6
"""Lines of what happened since the player's last turn."""


class OpenButton(Static):
    """Opens the curtain by mouse."""

    def on_click(self, event: Click) -> None:
        """Open the curtain."""
        event.stop()
        if isinstance(self.screen, CurtainScreen) and self.screen.ready:
            self.screen.action_open()


class CurtainScreen(MatchScreen):
    """Names who comes, in large letters, before anything of his exists on the screen."""

    HELP_PAGE = "help.curtain"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "open", show=False),
        Binding("escape", "give_up_look", show=False),
    ]

    def __init__(self, sitting: "Sitting", page: CurtainPage) -> None:
        """Stand before a private page."""
        super().__init__(sitting)
        self.page = page

    def compose_page(self) -> ComposeResult:
        """Yield who is next, what happened since his turn, and who comes after him."""
        words, sitting, seat = self.words, self.sitting, self.page.page.seat
        mark = badge(seat, ascii_only=sitting.ascii_only)
        name = sitting.names[seat]
        spaced = " ".join(name.upper()) if len(name) <= 12 and name.isascii() else name
        bar = ("#" if sitting.ascii_only else "█") * 6
        banner = Content(f"{bar}  {mark.sign}  {spaced}  {mark.sign}  {bar}").stylize(f"bold ${mark.colour}")
        looking = isinstance(self.page.page, LookPage)
        with Vertical(classes="page", id="curtain"):
            yield Static(words("curtain.look" if looking else "curtain.hand-over"), classes="line", markup=False)
            yield Static(banner, classes="banner", markup=False)
            with Center():
                yield OpenButton(
                    Content.assemble(
                        (words("key.space"), "bold $accent"), "  ", words("curtain.i-am", name=sitting.names[seat])
                    ),
                    id="open",
                    markup=False,
                )
            yield Static(words("curtain.others"), classes="line faint", markup=False)
            news = sitting.teller.digest(sitting.table.news_for(seat), NEWS)
            yield Static(Content("\n").join(news), classes="news", markup=False)
            yield Static(self._after(seat), classes="line faint", markup=False)
            bound = sitting.table.commitment
            if bound is not None:
                text = words("curtain.pack", commitment=bound)
                yield Static(text, classes="line faint pack", markup=False)
        yield KeyLines(self.hints())

    def _after(self, seat: int) -> Content:
        """Name the player after him, so that he can make himself ready."""
        view = self.sitting.table.view
        if isinstance(self.page.page, LookPage):
            return Content()
        if isinstance(view, TrickView):
            last = view.trick is not None and len(view.trick.plays) + 1 == sum(view.in_deal)
            if not isinstance(view.waiting, Turn) or view.question is not None or last:
                # Who wins the trick leads to the next, and who bids next depends on what is said.
                return Content()
            turn = view.waiting.seat
        elif seat == view.dealer:
            return Content()
        else:
            turn = seat
        after = view.by[next_seat(turn, view.in_deal, view.direction)]
        return Content.assemble(self.words("curtain.after"), " ", self.sitting.name(after))

    def action_open(self) -> None:
        """Open the curtain."""
        self.sitting.open_curtain()

    def action_give_up_look(self) -> None:
        """Leave the curtain before a look; another curtain stays."""
        if isinstance(self.page.page, LookPage):
            self.sitting.table.cover()
            self.sitting.show()
