"""The app: which screen is up, and what screens share."""

import asyncio
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path, PurePath
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.events import Event, Key, MouseDown, MouseUp, Paste
from textual.filter import LineFilter
from textual.screen import Screen
from textual.theme import Theme

from cucco_tui.engine.state import Reason
from cucco_tui.locale import Words, printable, words
from cucco_tui.storage.settings import Settings, load_settings
from cucco_tui.tui.plain import AsciiOnly, is_plain_terminal
from cucco_tui.tui.screens.base import PageScreen
from cucco_tui.tui.themes import THEMES

if TYPE_CHECKING:
    from cucco_tui.cards.faces import Style
    from cucco_tui.engine.record import Header
    from cucco_tui.tui.sitting import Sitting

HELD = 0.15
"""A key that comes again within so many seconds is held down."""
PASTED = 0.025
"""A key that comes so many seconds after another one was not typed."""
TROUBLE = 10.0
"""Seconds for which trouble with a file is told."""

ASCII_ONLY = AsciiOnly()


class CuccoApp(App[None]):
    """The program on the screen. Nothing private is ever kept here: hands live in the screen that shows them."""

    TITLE = "cucco-tui"
    CSS_PATH: ClassVar[list[str | PurePath]] = ["app.tcss", "choosing.tcss"]
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False

    def __init__(self, settings: Settings, troubles: Sequence[Reason] = ()) -> None:
        """Start with the player's settings, and tell what was wrong with their file."""
        # Textual reads all styles once more when a theme is changed after this.
        self.set_reactive(App.theme, settings.theme if settings.theme in self.available_themes else THEMES[0].name)
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.settings = settings
        self._troubles = troubles
        self.words: Words = words(settings.language)
        self.sitting: Sitting | None = None
        self._plain = is_plain_terminal()
        self._touched = monotonic()
        self._last_key = ("", 0.0)
        self._trouble_ends = 0.0

    @property
    def available_themes(self) -> dict[str, Theme]:
        """Give our themes by name: only they have all the colours that our styles need."""
        return {theme.name: theme for theme in THEMES}

    @property
    def ascii_only(self) -> bool:
        """Tell whether to keep to the characters of an old terminal: as the settings say, else as it can show."""
        if self.settings.faces == "auto":
            return self._plain
        return self.settings.faces == "ascii"

    @property
    def faces_style(self) -> "Style":
        """Tell how faces are drawn."""
        from cucco_tui.cards.faces import Style

        return Style.ASCII if self.ascii_only else Style.UNICODE

    def on_load(self) -> None:
        """Catch signals before the terminal is taken: from then on it must be given back."""
        self._catch_signals()

    def get_default_screen(self) -> Screen[None]:
        """Open on the choice of games, which lies under all other screens."""
        from cucco_tui.tui.screens.home import HomeScreen

        return HomeScreen()

    def on_mount(self) -> None:
        """Tell what was wrong with the settings, and watch over the hand."""
        for trouble in self._troubles:
            self.tell_trouble(trouble)
        self.set_interval(1.0, self._cover_if_idle)
        self.set_timer(0.5, self._tell_card_file)
        self._cover_when_suspended()

    async def on_event(self, event: Event) -> None:
        """Let the screen refuse keys and clicks that came too early: one key is one action."""
        if isinstance(event, Key | MouseDown | MouseUp | Paste) and not event.is_forwarded:
            held = False
            if isinstance(event, Key):
                self._touched = event.time
                held = event.time - self._last_key[1] < (HELD if event.key == self._last_key[0] else PASTED)
                self._last_key = event.key, event.time
            screen = self.screen
            if isinstance(screen, PageScreen) and screen.ignores(event, held=held):
                return
        elif isinstance(event, Key) and isinstance(self.screen, PageScreen) and self.screen.ignores(event, held=False):
            # It was sent to the page before this one, and comes back from there to be looked up here.
            return
        await super().on_event(event)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Draw whatever stands on a page, other people's words too, so that the terminal can show it."""
        filters = super().get_line_filters()
        return [*filters, ASCII_ONLY] if self._plain else filters

    @property
    def moves(self) -> bool:
        """Tell whether things may move on the screen: as the player has it, and the environment."""
        return self.settings.motion and self.animation_level != "none"

    # The match

    def start_match(self, header: "Header") -> None:
        """Start a match and show its first page."""
        from cucco_tui.tui.sitting import Sitting

        self.sitting = Sitting.start(self, header)
        self.sitting.show()

    def go_on(self, path: Path) -> None:
        """Go on with an unfinished match, behind the curtain of the right seat."""
        from cucco_tui.storage.files import StorageTrouble
        from cucco_tui.tui.sitting import Sitting

        try:
            self.sitting = Sitting.resume(self, path)
        except StorageTrouble as trouble:
            self.tell_trouble(trouble.reason)
        else:
            self.sitting.show()

    def tell_trouble(self, reason: Reason) -> None:
        """Say what went wrong with a file; play goes on."""
        self._trouble_ends = monotonic() + TROUBLE
        self.notify(self.words.say(reason.key, reason.args), severity="warning", timeout=TROUBLE, markup=False)

    def end_notices(self) -> None:
        """Take down what was said on a page that is gone; trouble with a file stays up for its time."""
        if monotonic() >= self._trouble_ends:
            self.clear_notifications()

    def close_match(self) -> None:
        """Leave the match, which is saved as it stands, and go home, to where one goes on with it."""
        left = None
        if self.sitting is not None:
            self.sitting.close()
            left = self.sitting.path
            self.sitting = None
        self.end_notices()
        self._go_home(left)

    def cover(self) -> None:
        """Hide a hand that is on the screen, whatever lies over it."""
        if self.sitting is not None:
            self.sitting.cover()

    def _go_home(self, left: Path | None) -> None:
        from cucco_tui.tui.screens.home import HomeScreen

        while not isinstance(self.screen, HomeScreen):
            self.pop_screen()
        self.screen.come_from(left)

    def on_app_blur(self) -> None:
        """Hide the hand when the window loses the focus."""
        self.cover()

    def _tell_card_file(self) -> None:
        """Say what is wrong with the player's own card file; the program's faces are used then."""
        from cucco_tui.cards.faces import VARIABLE, FacesError
        from cucco_tui.tui.widgets.card import own_card_file

        error = own_card_file()[1]
        # In a narrow window a whole path would hide the page.
        name = printable(Path(os.environ.get(VARIABLE, "")).name)
        if isinstance(error, FacesError):
            fault = error.faults[0]
            told = self.words.say(fault.key, fault.args)
            self.tell_trouble(Reason("faces.told", {"file": name, "line": fault.line, "fault": told}))
        elif error is not None:
            self.tell_trouble(Reason("faces.unreadable", {"file": name}))

    def _cover_if_idle(self) -> None:
        if self.settings.cover_after and monotonic() - self._touched > self.settings.cover_after:
            self.cover()

    def _catch_signals(self) -> None:
        """End in good order when told to: the match is saved already, the terminal must be given back."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
            # Not every platform, and not every event loop, can catch signals.
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, partial(self.exit, return_code=128 + number))

    def _cover_when_suspended(self) -> None:
        """Hide the hand before Textual leaves the screen to others, and when it has it again."""
        leave, come_back = signal.getsignal(signal.SIGTSTP), signal.getsignal(signal.SIGCONT)
        if not callable(leave) or not callable(come_back):
            return
        left = False

        def suspend() -> None:
            nonlocal left
            left = True
            self.cover()
            # Not every terminal has a second screen to hide: what stands on it must be the curtain first.
            self.screen.call_after_refresh(leave, signal.SIGTSTP, None)

        def resume() -> None:
            nonlocal left
            self.cover()
            self.screen.refresh()
            # Who was stopped without warning has not left: to come back twice would be too much for Textual.
            if left:
                come_back(signal.SIGCONT, None)
            left = False

        loop = asyncio.get_running_loop()
        with suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(signal.SIGTSTP, suspend)
            loop.add_signal_handler(signal.SIGCONT, resume)

    async def action_quit(self) -> None:
        """Leave the match after asking; at home leave the program."""
        if self.sitting is not None:
            self.sitting.ask_to_leave()
        else:
            self.exit()

    def action_help_quit(self) -> None:
        """Take Ctrl+C for a wish to leave."""
        self.run_worker(self.action_quit())

    def _handle_exception(self, error: Exception) -> None:
        """Take nothing for a crash once told to end: a page that was just being built is left without its parts."""
        if not self._exit:
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """Print a crash without the local variables, which hold hands and packs."""
        from rich.segment import Segments
        from rich.traceback import Traceback

        self.bell()
        traceback = Traceback(show_locals=False, width=None)
        self._exit_renderables.append(Segments(self.console.render(traceback, self.console.options)))
        self._close_messages_no_wait()


def run() -> int:
    """Play, and give the exit code."""
    settings, troubles = load_settings()
    app = CuccoApp(settings, troubles)
    app.run()
    return app.return_code or 0
