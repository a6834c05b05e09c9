"""The curtain: who is next, and nobody else looks."""

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.events import Click, Resize
from textual.widgets import Static

from cucco_tui.engine.seats import next_seat
from cucco_tui.engine.state import Turn
from cucco_tui.games.tricks.view import TrickView
from cucco_tui.tui.pages import CurtainPage, LookPage
from cucco_tui.tui.people import badge
from cucco_tui.tui.screens.match import MatchScreen, in_halves
from cucco_tui.tui.widgets.key_lines import KeyLines
from cucco_tui.tui.widgets.letters import written_large

if TYPE_CHECKING:
    from cucco_tui.tui.sitting import Sitting

NEWS = 6
"""Lines of what happened since the player's last turn."""
SPACED = 12
"""Letters of a name, at most, that are spaced out where there is no room for large ones."""


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
        asked = self.for_kind("curtain.look") if isinstance(self.page.page, LookPage) else "curtain.hand-over"
        with Vertical(classes="page", id="curtain"):
            yield Static(words(asked), classes="line", markup=False)
            yield Static(self.banner(), classes="banner", markup=False)
            with Center():
                yield OpenButton(
                    Content.assemble(
                        (words("key.space"), "bold $accent"), "  ", words("curtain.i-am", name=sitting.names[seat])
                    ),
                    id="open",
                    markup=False,
                )
            yield Static(words("curtain.others"), classes="line faint", markup=False)
            news = sitting.teller.digest(self.covered(sitting.table.news_for(seat)), NEWS)
            yield Static(Content("\n").join(news), classes="news", markup=False)
            yield Static(self._after(seat), classes="line faint", markup=False)
            bound = sitting.table.commitment
            if bound is not None:
                text = words("curtain.pack", commitment=in_halves(bound, self.app.size.width))
                yield Static(text, classes="line faint pack", markup=False)
        yield KeyLines(self.hints())

    def on_resize(self, event: Resize) -> None:
        """Write the name as large as there is room."""
        self.query_one(".banner", Static).update(self.banner())

    def banner(self) -> Content:
        """Write who comes, with his colour and sign, as large as there is room."""
        sitting, seat = self.sitting, self.page.page.seat
        mark, name = badge(seat, ascii_only=sitting.ascii_only), sitting.names[seat]
        written = written_large(name, mark.sign, self.app.size, self.cucco.faces_style)
        if written is None:
            spaced = " ".join(name.upper()) if len(name) <= SPACED and name.isascii() else name
            bar = ("#" if sitting.ascii_only else "█") * 6
            written = Content(f"{bar}  {mark.sign}  {spaced}  {mark.sign}  {bar}")
        return written.stylize(f"bold ${mark.colour}")

    def _after(self, seat: int) -> Content:
        """Name the player after him, so that he can make himself ready."""
        view = self.sitting.table.view
        if isinstance(self.page.page, LookPage):
            return Content()
        if isinstance(view, TrickView):
            if view.next_bidder is not None:
                return self._named(view.next_bidder)
            last = view.trick is not None and len(view.trick.plays) + 1 == sum(view.in_deal)
            if not isinstance(view.waiting, Turn) or view.asked is not None or last:
                # Who wins the trick leads to the next, and what follows a question depends on the answer.
                return Content()
            turn = view.waiting.seat
        elif seat == view.dealer:
            return Content()
        else:
            turn = seat
        return self._named(view.by[next_seat(turn, view.in_deal, view.direction)])

    def _named(self, seat: int) -> Content:
        return Content.assemble(self.words("curtain.after"), " ", self.sitting.name(seat))

    def action_open(self) -> None:
        """Open the curtain."""
        self.sitting.open_curtain()

    def action_give_up_look(self) -> None:
        """Leave the curtain before a look; another curtain stays."""
        if isinstance(self.page.page, LookPage):
            self.sitting.table.cover()
            self.sitting.show()
