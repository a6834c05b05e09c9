"""A match being played at this keyboard: the table, its save, and the screens that show its pages."""

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, cast

from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer

from cucco_tui.engine.match import Match
from cucco_tui.engine.names import LONGEST
from cucco_tui.engine.record import Header
from cucco_tui.engine.state import Action, IllegalAction, Reason, Turn
from cucco_tui.games import find_game
from cucco_tui.games.tricks.view import TrickView
from cucco_tui.storage.match_file import MatchFile
from cucco_tui.tui import memory
from cucco_tui.tui.pages import (
    AnswerPage,
    CurtainPage,
    CutPage,
    EndPage,
    Page,
    SettlementPage,
    Table,
    TablePage,
    is_private,
)
from cucco_tui.tui.people import badge, number_equal_names, short_names
from cucco_tui.tui.telling import Teller

if TYPE_CHECKING:
    from cucco_tui.tui.app import CuccoApp

HOME_DEPTH = 1
"""Screens on the stack at home."""
SLOWEST = 60
"""The most seconds that a bot may take."""


class Sitting:
    """One match at one keyboard. All that screens may show comes through `table.view` and events for who looks."""

    def __init__(self, app: "CuccoApp", match: Match, save: MatchFile) -> None:
        """Sit down to a match; its save already watches it."""
        told: object = (match.header.model_extra or {}).get("table")
        settings = cast(dict[str, object], told) if isinstance(told, dict) else {}
        pace = settings.get("pace")
        self.app = app
        self.match = match
        self.hints = settings.get("hints") is True
        self.card_by_card = settings.get("showdown") == "card_by_card"
        self.table = Table(
            match,
            match.bots,
            cut_by_hand=settings.get("cut") == "by_hand",
            dummies_aloud=settings.get("dummies") == "aloud",
        )
        self.ascii_only = app.faces_style.value == "ascii"
        # Nothing is left of a name that cannot be shown; a record of others may hold one.
        people = [name or app.words("form.new-player", n=seat + 1) for seat, name in enumerate(match.header.names)]
        self.names = number_equal_names(people)
        self.names += [f"({self.names[by]})" for by in match.by[len(people) :]]
        self._short_names: dict[int, list[str]] = {}
        self.teller = Teller(
            app.words,
            self.names,
            match.pack.id,
            match.preset.id,
            match.game.id,
            ascii_only=self.ascii_only,
        )
        self._save = save
        # The same whatever a bot holds.
        self.pace = float(pace) if isinstance(pace, int | float) and 0 <= pace <= SLOWEST else app.settings.bot_pace
        self._deadline: float | None = None
        self._clock: Timer | None = None
        self._clock_seat: int | None = None
        self._shown: tuple[int, Page] | None = None

    @classmethod
    def start(cls, app: "CuccoApp", header: Header) -> "Sitting":
        """Start a new match and its save."""
        match = Match(find_game(header.game), header)
        save = MatchFile.create(match, app.tell_trouble)
        return cls(app, match, save)

    @classmethod
    def resume(cls, app: "CuccoApp", path: Path) -> "Sitting":
        """Go on with a saved match; StorageTrouble if it cannot be opened."""
        save, match = MatchFile.open(path, find_game, app.tell_trouble)
        return cls(app, match, save)

    def close(self) -> None:
        """Get up from the table; every action is in the save already."""
        self._stop_clock()
        self._save.close()

    # What screens ask

    def name(self, seat: int, cells: int = LONGEST + 2) -> Content:
        """Give a player's sign and name in his colour, cut to a number of cells but told apart from others."""
        mark = badge(seat, ascii_only=self.ascii_only)
        if cells not in self._short_names:
            self._short_names[cells] = short_names(self.names, cells - len(f"{mark.sign} "))
        return Content(f"{mark.sign} {self._short_names[cells][seat]}").stylize(f"bold ${mark.colour}")

    @property
    def path(self) -> Path | None:
        """Give the file of the save, None as long as there is none."""
        return self._save.path

    @property
    def seconds_left(self) -> float | None:
        """Tell how long the person in turn may still think, None without a limit."""
        return None if self._deadline is None else max(0.0, self._deadline - monotonic())

    def shows_first(self, page: Page) -> bool:
        """Tell whether a page comes for the first time, and note it: to one that was covered nothing is new."""
        shown, self._shown = self._shown, (len(self.match.lines), page)
        return shown != self._shown

    # What screens do

    def show(self) -> None:
        """Put the table's page on the screen. A screen that shows a hand is always a new one, and the only one."""
        if self._clock is not None and self._clock_is_for_another():
            self._stop_clock()
        self.app.end_notices()
        screen = self._screen(self.table.page)
        while len(self.app.screen_stack) > HOME_DEPTH + 1:
            self.app.pop_screen()
        if len(self.app.screen_stack) == HOME_DEPTH + 1:
            self.app.switch_screen(screen)
        else:
            self.app.push_screen(screen)
        # The page that is gone holds itself together and would stay, with the hand on it, for a long time.
        self.app.call_after_refresh(memory.clear)

    def do(self, action: Action) -> None:
        """Do what a person chose, or say why it cannot be."""
        try:
            self.table.act(action)
        except IllegalAction as error:
            self.tell(error.reason)
            return
        self._stop_clock()
        self.show()

    def go_on(self) -> None:
        """End a page that only tells something."""
        self.table.done()
        self.show()

    def open_curtain(self) -> None:
        """Let the person behind the curtain see his page."""
        self.table.open_curtain()
        self.show()

    def cover(self) -> None:
        """Draw the curtain if a private page is open."""
        if is_private(self.table.page):
            self.table.cover()
            self.show()

    def look(self, seat: int) -> None:
        """Let a player look at his own view, behind his curtain."""
        self.table.look(seat)
        self.show()

    def cut(self, taken: int) -> None:
        """Cut the pack and deal."""
        self.table.cut(taken)
        self.show()

    def take_back(self) -> None:
        """Take the last action back, if that is allowed."""
        if self.table.can_take_back:
            self.table.take_back()
            self.show()

    def give_seat(self, seat: int, bot: str | None) -> None:
        """Give a seat to a bot, or back to its person."""
        self.table.give_seat(seat, bot)
        self.show()

    def ask_to_leave(self) -> None:
        """Ask whether to leave the match; the hand is covered first."""
        from cucco_tui.tui.screens.confirm import ConfirmScreen

        self.cover()
        self.app.push_screen(ConfirmScreen("confirm.leave"), self._left)

    def _left(self, leave: bool | None) -> None:
        if leave:
            self.app.close_match()

    def bot_acts(self) -> None:
        """Let the player who is no person act."""
        self.table.bot_acts()
        self.show()

    def start_clock(self, seat: int, seconds: int) -> None:
        """Start the time of a seat's decision, once: covering the hand does not stop it (CK-10)."""
        if self._deadline is None:
            self._clock_seat = seat
            self._deadline = monotonic() + seconds
            self._clock = self.app.set_timer(seconds, self._time_out)

    def tell(self, reason: Reason) -> None:
        """Say why something cannot be."""
        self.app.notify(self.app.words.say(reason.key, reason.args, self.names), markup=False)

    # Steps of these

    def _time_out(self) -> None:
        self._stop_clock()
        self.table.time_out()
        self.show()

    def _clock_is_for_another(self) -> bool:
        """Tell whether the match waits for somebody else than whose time is running."""
        waiting = self.match.waiting
        return not isinstance(waiting, Turn) or waiting.by != self._clock_seat or waiting.by in self.table.bots

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.stop()
        self._clock = self._deadline = self._clock_seat = None

    def _screen(self, page: Page) -> Screen[None]:
        # Each is loaded when it is first shown.
        match page:
            case CurtainPage():
                from cucco_tui.tui.screens.curtain import CurtainScreen

                return CurtainScreen(self, page)
            case CutPage():
                from cucco_tui.tui.screens.cut import CutScreen

                return CutScreen(self, page)
            case EndPage():
                from cucco_tui.tui.screens.end import EndScreen

                return EndScreen(self, page)
            case _ if isinstance(self.match.view(None), TrickView):
                return self._trick_screen(page)
            case _:
                return self._exchange_screen(page)

    def _trick_screen(self, page: SettlementPage | TablePage) -> Screen[None]:
        if isinstance(page, SettlementPage):
            from cucco_tui.tui.screens.score_sheet import ScoreSheetScreen

            return ScoreSheetScreen(self, page)
        from cucco_tui.tui.screens.tricks import TrickScreen

        return TrickScreen(self, page)

    def _exchange_screen(self, page: SettlementPage | TablePage) -> Screen[None]:
        match page:
            case SettlementPage():
                from cucco_tui.tui.screens.showdown import ShowdownScreen

                return ShowdownScreen(self, page)
            case AnswerPage():
                from cucco_tui.tui.screens.answer import AnswerScreen

                return AnswerScreen(self, page)
            case _:
                from cucco_tui.tui.screens.exchange import ExchangeScreen

                return ExchangeScreen(self, page)
