"""What all screens share: words, help at `?`, and a page for windows that are too small."""

from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Event, InputEvent, Key, MouseMove, Resize
from textual.screen import Screen
from textual.widgets import Static

from cucco_tui.locale import Words

if TYPE_CHECKING:
    from cucco_tui.tui.app import CuccoApp

SMALLEST = (40, 14)
"""The smallest window, in cells, in which a screen can be read."""


class CuccoScreen(Screen[Any]):
    """A screen of the program. `HELP_PAGE` is the key of its page of help."""

    HELP_PAGE: str = ""
    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark,f1", "help", show=False)]

    @property
    def cucco(self) -> "CuccoApp":
        """Give the app with its own type."""
        return cast("CuccoApp", self.app)

    @property
    def words(self) -> Words:
        """Give the words of the language in use."""
        return self.cucco.words

    def compose(self) -> ComposeResult:
        """Lay the page for small windows under the screen's own widgets."""
        yield Static(id="too-small", markup=False)
        yield from self.compose_page()

    def compose_page(self) -> ComposeResult:
        """Yield the screen's own widgets."""
        yield from ()

    def on_resize(self, event: Resize) -> None:
        """Show the page for small windows, and nothing else, while the window is too small."""
        width, height = SMALLEST
        small = event.size.width < width or event.size.height < height
        self.set_class(small, "-too-small")
        if small:
            text = self.words("screen.too-small", width=width, height=height)
            self.query_one("#too-small", Static).update(text)

    def on_screen_suspend(self) -> None:
        """Forget the painted lines, which Textual keeps when a page is long gone: they fill memory, and show hands."""
        for widget in self.walk_children():
            widget.refresh()

    def action_help(self) -> None:
        """Open the help of this screen."""
        from cucco_tui.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self.HELP_PAGE))


class PageScreen(CuccoScreen):
    """A page of a match. It takes no key or click that was made before all could see it, nor for `PAUSE` seconds."""

    PAUSE: float = 0.3

    def __init__(self) -> None:
        """Wait for the first paint."""
        super().__init__()
        self._shown: float | None = None

    def on_mount(self) -> None:
        """Note when the page is on the screen."""
        self.call_after_refresh(self._note_shown)

    def _note_shown(self) -> None:
        if self._shown is None:
            self._shown = monotonic()
            self.on_shown()

    def on_shown(self) -> None:
        """Do what must not begin before the page can be seen."""

    @property
    def ready(self) -> bool:
        """Tell whether all have seen the page, and it is still there."""
        return self.is_current and self._shown is not None and monotonic() >= self._shown + self.PAUSE

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Do nothing yet: a key that was sent to the page before is looked up among the keys of this one."""
        return self.ready

    def ignores(self, event: Event, *, held: bool) -> bool:
        """Tell whether a key or click came too early, or from a key held down, and must do nothing."""
        if not isinstance(event, InputEvent) or isinstance(event, MouseMove):
            return False
        if self._shown is None or event.time <= self._shown + self.PAUSE:
            return True
        return held and isinstance(event, Key) and event.key not in ("up", "down", "left", "right")
