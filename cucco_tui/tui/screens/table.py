"""The table, whatever is played at it: who sees what, the keys that act, and going on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Event as TextualEvent
from textual.events import Key, MouseDown, MouseUp, Resize
from textual.geometry import Size

from cucco_tui.engine.events import Event
from cucco_tui.engine.seats import round_from
from cucco_tui.engine.state import Action, Turn, View
from cucco_tui.tui.pages import AnswerPage, BotPage, HandPage, MomentPage, OutcomePage, TablePage
from cucco_tui.tui.people import mark
from cucco_tui.tui.screens.choosing import direction_sign
from cucco_tui.tui.screens.match import SHORT, MomentScreen
from cucco_tui.tui.widgets.choices import AROUND, KEY_LINES, NUMBERS, PART, Choice, Choices
from cucco_tui.tui.widgets.key_lines import KeyLines
from cucco_tui.tui.widgets.motion import Flight, MovingTable
from cucco_tui.tui.widgets.seats import Mark

if TYPE_CHECKING:
    from cucco_tui.tui.sitting import Sitting

SECOND_CLICK = 0.5
"""Seconds within which a click may be the second one of a double click."""
NAME_CELLS = 14
LOG_LINES = 30
WIDE, TALL, USUAL = 116, 36, 24
"""Cells of width from which there is room for the log, of height for large cards, and of a usual terminal."""
KEYS = {
    "stand": "s",
    "offer": "o",
    "cut": "c",
    "withdraw": "w",
    "ask_nulla": "a",
    "swap": "y",
    "refuse": "n",
    "accept": "y",
    "bargain": "b",
    "buy_back": "c",
    "helped": "h",
    "leave": "n",
    "agree": "y",
    "decline": "n",
    "pass": "s",
    "annul": "a",
    "go_on": "o",
    "doctor": "c",
}
"""One pair of keys for stand and offer in all games, whatever they are called there; and one for yes and no.

What has no key here is chosen by its number.
"""
NO_REASON = ("reason.unknown-action", "reason.answer-first")
"""With these a game tells only that it is not what it asked for."""
HARMLESS = ("refuse", "leave", "decline")
"""The answers that cost nothing; of those given aloud the cursor starts on such a one."""


class TableScreen(MomentScreen):
    """The table as one person sees it, or as all see it, by the view it is given and nothing else.

    A page that only tells something waits a moment, so that nobody misses it by typing ahead. On the page of a player
    who is no person any key makes him quick. An answer given aloud takes a second key.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cover", show=False),
        *(Binding(key, f"letter('{key}')", show=False) for key in sorted({*KEYS.values(), *NUMBERS})),
    ]
    view: View

    def __init__(self, sitting: "Sitting", page: TablePage) -> None:
        """Show a page of the match."""
        super().__init__(sitting)
        self.page = page
        match page:
            case HandPage():
                self.HELP_PAGE, self.PAUSE = "help.table", 0.0
            case BotPage():
                self.HELP_PAGE, self.PAUSE = "help.bot", 0.0
            case AnswerPage():
                self.HELP_PAGE = "help.answer"
            case _:
                self.HELP_PAGE = "help.moment"

    def on_mount(self) -> None:
        """Say who has the keys: here and nowhere else, as every class of a screen has its own turn to mount it."""
        self.give_keys()
        self.give_room(self.app.size)

    def give_keys(self) -> None:
        """Let the choices have the keys, if there are any."""
        choices = self.query_one(Choices)
        choices.disabled = not choices.choices
        if isinstance(self.page, AnswerPage):
            # To press Enter twice must cost nobody anything.
            choices.cursor = next((at for at, choice in enumerate(choices.choices) if choice.id in HARMLESS), 0)
        choices.focus()

    def on_resize(self, event: Resize) -> None:
        """Share the lines below the table anew."""
        if self.is_mounted:
            self.give_room(event.size)

    def give_room(self, size: Size) -> None:
        """Cut what is said beside a card rather than the choices below it; in a low window these come first anyway."""
        for text in self.query("#said #text"):
            keys = max(KEY_LINES, self.query_one(KeyLines).lines_in(size.width - 2))
            room = int((size.height - keys) * PART) - AROUND - len(self.query_one(Choices).choices)
            text.styles.max_height = None if size.height < SHORT else max(1, room)

    def fit(self, size: Size) -> None:
        """Show more when there is room; in a window of usual height what is below the table has always its lines."""
        super().fit(size)
        self.set_class(size.width >= WIDE, "-wide")
        self.set_class(size.height >= TALL, "-tall")
        self.set_class(size.height >= USUAL, "-usual")

    def flights(self) -> Sequence[Flight]:
        """List what is to be seen moving over the table when the page comes."""
        return ()

    def on_shown(self) -> None:
        """Let move what this page tells of, and a bot act after his pause, which is the same whatever he holds."""
        if self.sitting.shows_first(self.page):
            # The page may be gone again by now, and its table with it.
            for table in self.query(MovingTable):
                table.move(self.flights())
        if isinstance(self.page, BotPage):
            self._wait()

    def on_screen_resume(self) -> None:
        """Go on waiting when a page that lay over this one is gone."""
        if isinstance(self.page, BotPage) and self._shown is not None:
            self._wait()

    def _wait(self) -> None:
        if self.sitting.pace:
            self.set_timer(self.sitting.pace, self.go_on)
        else:
            self.call_after_refresh(self.go_on)

    # Who sits where

    def place(self, seat: int) -> int:
        """Tell where a seat is drawn: clockwise from who looks, who is nearest to himself; a bystander is at seat 0."""
        return (seat - (self.view.viewer or 0)) % len(self.view.by)

    def around(self) -> list[int]:
        """List all seats by their places."""
        return sorted(range(len(self.view.by)), key=self.place)

    def order(self) -> tuple[int, ...]:
        """List all places in the order of play, from the dealer's neighbour on."""
        view, seats = self.view, len(self.view.by)
        # An auction may go the other way; eldest begins it all the same.
        first = (view.dealer + self.sitting.match.preset.direction.step) % seats
        return tuple(map(self.place, round_from(first, [True] * seats, view.direction)))

    # What all tables tell

    def direction_line(self) -> Content:
        """Tell which way round it goes."""
        direction = self.view.direction
        sign = "" if self.sitting.ascii_only else f"{direction_sign(direction, ascii_only=False)} "
        return Content(sign + self.words(f"direction.{direction.value}")).stylize("$secondary")

    def turn_mark(self) -> Mark:
        """Mark the seat in turn."""
        ascii_only = self.sitting.ascii_only
        told = self.words("seat.turn-ascii" if ascii_only else "seat.turn"), mark("turn", ascii_only=ascii_only)
        return Mark(*(Content(text).stylize("bold reverse") for text in told))

    def dealer_mark(self) -> Mark:
        """Mark the dealer."""
        return Mark(Content(self.words("seat.dealer")).stylize("$secondary"), Content())

    def out_mark(self) -> Mark:
        """Mark who has no tokens or lives any more."""
        out = Content(self.words("seat.out")).stylize("$faint")
        return Mark(out, out)

    def log_panel(self) -> Content:
        """Tell what was public in this deal."""
        lines = self.sitting.teller.line(self.sitting.table.this_deal)[-LOG_LINES:]
        return Content("\n").join((Content(self.words("log.title")).stylize("bold $secondary"), *lines))

    def told_moment(self, events: Sequence[Event]) -> list[Content]:
        """Tell what all look at: a call first, large as it was said aloud, and not again in the sentence below it."""
        teller, (first, *rest) = self.sitting.teller, events
        if first.call is None or self.app.size.height < SHORT:
            return [*map(teller.tell, events)]
        call = Content(teller.called(first)).stylize("bold $accent")
        return [call, teller.tell(first, called=True), *map(teller.tell, rest)]

    def told_to_all(self, page: MomentPage) -> list[Content]:
        """Write what a moment tells; after the answers that follow a settlement also what is known of the next deal."""
        lines = self.told_moment(page.events)
        return lines if self.sitting.table.settlement_to_come else [*lines, *self.next_deal()]

    def going_on(self) -> Choice:
        """Offer to go on."""
        return Choice("", self.words("key.name.Enter"), Content(self.words(self.what_ends_it())))

    def what_ends_it(self) -> str:
        """Give the key of the words for ending a page that only tells something."""
        table = self.sitting.table
        waiting = table.view.waiting
        if isinstance(self.page, MomentPage):
            return "choice.go-on"
        if isinstance(waiting, Turn) and waiting.by == table.seated and not table.settlement_to_come:
            return "choice.once-more" if isinstance(self.page, OutcomePage) else self.for_kind("choice.done")
        return self.for_kind("choice.done")

    def choice(self, do: str, key: str, more: Content) -> Choice:
        """Write a decision: what is said aloud, and what it means."""
        return Choice(do, key, Content.assemble((self.sitting.teller.call(do), "bold"), " - ", more))

    # What is done

    def action_letter(self, key: str) -> None:
        """Do what a letter stands for among the choices of this page."""
        for choice in self.query_one(Choices).choices:
            if choice.key == key:
                self.action_take(choice.id)
                return
        self.refuse(key)

    def refuse(self, key: str) -> None:
        """Say why what a letter stands for elsewhere cannot be done here, if the rules have a reason for that."""
        waiting = self.sitting.table.view.waiting
        if not isinstance(self.page, HandPage) or not isinstance(waiting, Turn):
            return
        actions = [Action(waiting.seat, do) for do, own in KEYS.items() if own == key]
        reasons = [reason for reason in map(self.sitting.match.why_not, actions) if reason is not None]
        for reason in reasons:
            if reason.key not in NO_REASON:
                self.sitting.tell(reason)
                return

    def ignores(self, event: TextualEvent, *, held: bool) -> bool:
        """Let Esc cover the hand at any time; let no second click on the curtain's button do anything.

        Whatever moves is there at once when a key is pressed.
        """
        if isinstance(event, Key | MouseDown):
            # There is none yet on a page that is still being built.
            for table in self.query(MovingTable):
                table.rest()
        if isinstance(event, Key) and event.key == "escape":
            return False
        second = isinstance(event, MouseDown | MouseUp) and event.time < (self._shown or event.time) + SECOND_CLICK
        return second or super().ignores(event, held=held)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let Esc cover the hand at any time."""
        return action == "cover" or super().check_action(action, parameters)

    def action_take(self, do: str) -> None:
        """Do what was chosen, if this page asks for a decision."""
        if isinstance(self.page, AnswerPage):
            self._answer(do)
        elif isinstance(self.page, HandPage):
            self.give(do)

    def _answer(self, do: str) -> None:
        """Move to the answer that a letter stands for, or give it if the cursor is there already."""
        choices = self.query_one(Choices)
        answers = [choice.id for choice in choices.choices]
        if do not in answers:
            return
        if choices.cursor == answers.index(do) and choices.armed:
            self.give(do)
        else:
            choices.cursor = answers.index(do)
            choices.arm(self.words("answer.again"))

    def give(self, do: str) -> None:
        """Do a decision of the seat in turn."""
        waiting = self.sitting.table.view.waiting
        if isinstance(waiting, Turn):
            self.sitting.do(Action(waiting.seat, do))

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """Do what was chosen."""
        message.stop()
        if not isinstance(self.page, HandPage | AnswerPage):
            self.go_on()
        elif self.ready:
            self.action_take(message.choice)

    def go_on(self) -> None:
        """End a page that only tells something, or let a bot act; a decision is not ended by any key."""
        if isinstance(self.page, BotPage):
            if self.is_current and self.page is self.sitting.table.page:
                self.sitting.bot_acts()
        elif not isinstance(self.page, HandPage | AnswerPage):
            super().go_on()
