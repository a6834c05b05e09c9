"""The curtain: who is next, and nobody else looks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.events import Click, Resize
from textual.geometry import Size
from textual.widgets import Static

from cucco_tui.engine.seats import next_seat
from cucco_tui.engine.state import Turn
from cucco_tui.games.tricks.view import TrickView
from cucco_tui.tui.pages import CurtainPage, LookPage
from cucco_tui.tui.people import badge
from cucco_tui.tui.screens.match import SHORT, MatchScreen, in_halves
from cucco_tui.tui.widgets.key_lines import Hints, KeyLines, fewer, lines_of_keys
from cucco_tui.tui.widgets.letters import written_large

if TYPE_CHECKING:
    from cucco_tui.tui.sitting import Sitting

NEWS = 6
"""Sentences of what happened since the player's last turn, at most."""
BAR = 6
"""Cells of the bars beside a name, at most."""
BUTTON, AROUND = 3, 8
"""Lines of the button that opens the curtain, and the cells around its words."""
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
        asked = self.for_kind("curtain.look") if isinstance(self.page.page, LookPage) else "curtain.hand-over"
        with Vertical(classes="page", id="curtain"):
            yield Static(self.words(asked), classes="line", markup=False)
            yield Static(classes="banner", markup=False)
            with Center():
                yield OpenButton(id="open", markup=False)
            yield Static(self.words("curtain.others"), classes="line faint", markup=False)
            yield Static(classes="news", markup=False)
            yield Static(classes="line faint after", markup=False)
            if self.sitting.table.commitment is not None:
                yield Static(classes="line faint pack", markup=False)
        yield KeyLines([])

    def on_mount(self) -> None:
        """Write all that depends on the room."""
        self.write(self.app.size)

    def on_resize(self, event: Resize) -> None:
        """Write it anew: the name as large as there is room, and as much of what happened."""
        self.write(event.size)

    def write(self, size: Size) -> None:
        """Write all that depends on the size of the window."""
        seat = self.page.page.seat
        texts = {"banner": self.banner(size), "after": self._after(seat).truncate(max(1, size.width), ellipsis=True)}
        if self.sitting.table.commitment is not None:
            texts["pack"] = self.pack(size)
        for name, text in texts.items():
            self.query_one(f".{name}", Static).update(text)
        self.query_one(".after").display = bool(texts["after"])
        self.query_one(OpenButton).update(self.button(size))
        self.query_one(KeyLines).show(self.keys(size))
        self.query_one(".news", Static).update(Content("\n").join(self.news(size)))

    def banner(self, size: Size) -> Content:
        """Write who comes, with his colour and sign, as large as there is room."""
        sitting, seat = self.sitting, self.page.page.seat
        mark, name = badge(seat, ascii_only=sitting.ascii_only), sitting.names[seat]
        written = written_large(name, mark.sign, size, self.cucco.faces_style)
        if written is None:
            room = max(1, size.width - 2 - 2 * len(f"{mark.sign}  "))
            spaced = Content(" ".join(name.upper()) if len(name) <= SPACED and name.isascii() else name)
            text = spaced if spaced.cell_length <= room else Content(name).truncate(room, ellipsis=True)
            bar = ("#" if sitting.ascii_only else "█") * min(BAR, (room - text.cell_length) // 2 - 2)
            sides = (f"{bar}  ", f"  {bar}") if bar else ("", "")
            written = Content.assemble(sides[0], f"{mark.sign}  ", text, f"  {mark.sign}", sides[1])
        return written.stylize(f"bold ${mark.colour}")

    def button(self, size: Size) -> Content:
        """Write the words of the button, in one line."""
        key, name = self.words("key.space"), Content(self.sitting.names[self.page.page.seat])
        around = AROUND + Content(f"{key}  {self.words('curtain.i-am', name='')}").cell_length
        name = name.truncate(max(1, size.width - around), ellipsis=True)
        return Content.assemble((key, "bold $accent"), "  ", self.words("curtain.i-am", name=name.plain))

    def pack(self, size: Size) -> Content:
        """Tell what binds the pack of this deal (PACK-5)."""
        bound = self.sitting.table.commitment or ""
        return Content(self.words("curtain.pack", commitment=in_halves(bound, size.width)))

    def keys(self, size: Size) -> Hints:
        """List the keys, fewer in a low window."""
        return fewer(self.hints(), size.width - 2, ("v", "?", "q")) if size.height < SHORT else self.hints()

    def news(self, size: Size) -> list[Content]:
        """Tell what happened since the player's last turn, the newest always, the rest as far as there is room."""
        events, width, room = self.sitting.table.news_for(self.page.page.seat), size.width, self.room(size)
        told: list[Content] = []
        for most in range(NEWS, 1, -1):
            told = self.sitting.teller.digest(self.covered(events), most)
            if _height(told, width) <= room:
                break
        else:
            *lines, last = told[-1].wrap(max(1, width))
            told = [*lines, last]
            if len(told) > room:
                told = [*told[: room - 1], (told[room - 1] + " …").truncate(max(1, width), ellipsis=True)]
        # Blank lines around it, as far as there is room for these.
        spare = room - _height(told, width) if size.height < SHORT else 0
        return [*[Content()] * (spare > 0), *told, *[Content()] * (spare > 1)]

    def room(self, size: Size) -> int:
        """Count the lines that there are for what happened."""
        low, bound = size.height < SHORT, self.sitting.table.commitment
        parts = [1, len(self.banner(size).split()), BUTTON, 1]
        if self._after(self.page.page.seat):
            parts.append(1)
        if bound is not None and not low:
            parts.append(_height([self.pack(size)], size.width))
        gaps = 0 if low else len(parts) + 1
        keys = lines_of_keys(self.keys(size), size.width - 2)
        return max(1, size.height - keys - sum(parts) - gaps)

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


def _height(lines: Sequence[Content], width: int) -> int:
    return sum(max(1, len(line.wrap(max(1, width)))) for line in lines)
