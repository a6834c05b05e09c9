"""People at a terminal in which the real program runs; they look at every frame that it shows and at every byte.

Who may know which card is read from the record on the disk, and not asked of the program.
"""

import json
import re
import signal
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from time import monotonic

from cucco_tui.cards.packs import Pack
from cucco_tui.engine.events import Event
from cucco_tui.engine.game import Game
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import read_record
from cucco_tui.games import find_game, register
from cucco_tui.games.tricks.view import TrickView
from cucco_tui.locale import words
from cucco_tui.rulebook import load
from tests.tui.running import save
from tests.tui.terminal import Terminal, printed

SAY = words("en")
PAUSE = 0.35
"""Seconds that a curtain takes no key, and a little more."""
POINTER = re.compile(rb"\x1b\]22;[a-z-]+(\x07|\x1b\\\\)")
"""How a terminal is told the shape of the mouse pointer: the one sequence with a text that the program needs."""

# --- Cards that can be recognised -----------------------------------------------------------------------------------

FACES = {"large": (13, 9), "medium": (11, 5), "line": (9, 1)}
TOKEN = re.compile(r"<(\d\d)>")


def token(pack: Pack, code: str) -> str:
    """Write a card as its number in brackets that nothing else has: short enough where cards lie on each other."""
    return f"<{pack.kinds.index(code):02}>"


def card_file(packs: Sequence[Pack]) -> str:
    """Draw every card, at each size, as a token."""
    lines: list[str] = []
    for pack in packs:
        for size, (width, height) in FACES.items():
            lines += [f"[{pack.id} {size}]", f"cells {width} x {height}"]
            for code in pack.kinds:
                lines += [f"whole {code}", *[f":{token(pack, code):{width}}"] * height]
            lines += ["whole back", *[f":{'(back)':{width}}"] * height]
    return "\n".join(lines)


def packs() -> list[Pack]:
    return list({preset.pack.id: preset.pack for game in register().values() for preset in game.presets}.values())


@cache
def names_of(pack: Pack) -> tuple[re.Pattern[str], dict[str, str]]:
    """Give a pattern for the whole names of a pack's cards, and the code for each name.

    Cards without suits have none that would not also stand in other sentences, as in lists of what is lower.
    """
    codes = {SAY.card(pack.id, code): code for code in pack.kinds if not SAY.has(f"card.{pack.id}.{code}")}
    longest_first = sorted(codes, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b" if codes else "(?!)"), codes


def cards_in(text: str, pack: Pack) -> set[str]:
    """Find the cards that a text shows or names."""
    pattern, codes = names_of(pack)
    numbers = {int(number) for number in TOKEN.findall(text)}
    drawn = {pack.kinds[number] for number in numbers if number < len(pack.kinds)}
    return drawn | {codes[name] for name in pattern.findall(text)}


# --- An evening in a terminal ---------------------------------------------------------------------------------------


def events_of(match: Match) -> list[list[Event]]:
    """List what has happened, deal by deal."""
    deals: list[list[Event]] = []
    for line, step in zip(match.lines, match.events, strict=True):
        if "shuffle" in json.loads(line):
            deals.append([])
        deals[-1].extend(step)
    return deals


class Evening:
    """People at a terminal. After each key they look at all that was written, and at the frame that it left."""

    def __init__(
        self, home: Path, match: Match, settings: str = "", script: str | None = None, pause: float = PAUSE
    ) -> None:
        """Sit down to a saved match; nobody has opened a curtain yet. `pause` is how long a page takes no key."""
        self.home = home
        self.preset, self.pack = match.preset, match.pack
        self.seated: int | None = None
        self.also: set[str] = set()
        self.turned = 0.0
        self.pages: set[str] = set()
        save(home, match)
        (home / "settings.toml").write_text(settings or "cover_after = 0\nbot_pace = 0.0\n")
        cards = home / "cards.txt"
        cards.write_text(card_file(packs()))
        self.env = {"CUCCO_TUI_CARDS": str(cards)}
        self.script = script
        self.pause = pause
        self.record: tuple[bytes, Match] = b"", match
        self.start()

    def start(self) -> None:
        """Open the program and go on with the match."""
        self.terminal = Terminal(self.home, env=self.env, script=self.script)
        self.seated, self.seen, self.frame = None, 0, ""
        try:
            self.terminal.wait(SAY("home.go-on"))
            self.look()
            self.press("enter")
        except BaseException:
            self.terminal.close()
            raise

    def __enter__(self) -> "Evening":
        return self

    def __exit__(self, *_: object) -> None:
        self.terminal.close()

    # What is on the screen

    @property
    def text(self) -> str:
        return self.terminal.text

    @property
    def awaited(self) -> int | None:
        """Give the seat before whose hand a curtain stands, None if there is no curtain."""
        for seat, name in enumerate(self.match.header.names):
            if re.search(rf"{re.escape(SAY('curtain.i-am', name=name))}\b", self.text):
                return seat
        return None

    @property
    def private(self) -> bool:
        return f"Esc {SAY('key.hide')}" in self.text

    @property
    def choices(self) -> dict[str, str]:
        """Give what may be done, by key."""
        return dict(re.findall(r"\[(\w+)\] (.*)", self.text))

    @property
    def match(self) -> Match:
        """Read the record as it is on the disk."""
        (path,) = (self.home / "matches").glob("*.jsonl")
        written = path.read_bytes()
        if written != self.record[0]:
            self.record = written, Match.replay(read_record(written), find_game)
        return self.record[1]

    # Who may know what

    def known(self) -> set[str]:
        """Give the cards that may be on the screen now."""
        if SAY("home.title") in self.text:
            # Every game has a card of its own there, whatever stands for it in this match's pack.
            faces = [(game.presets[0].pack.kinds, game.face) for game in register().values()]
            numbers = {kinds.index(face or kinds[-1]) for kinds, face in faces}
            return {code for number, code in enumerate(self.pack.kinds) if number in numbers}
        match = self.match
        told = [event.seen_by(self.seated) for event in events_of(match)[-1]]
        known = {card for event in told for card in event.cards} | self.also
        known |= told_by_calls(match, told) | still_free(match)
        return known | held_by(match, self.seated)

    def look(self) -> None:
        """Look at everything that came since the last look, and at the screen."""
        known, pack = self.known(), self.pack
        if self.text != self.frame:
            self.frame, self.turned = self.text, self.terminal.heard
        written, self.seen = self.terminal.drawn(self.seen), len(self.terminal.raw)
        for shown, where in ((self.text, "on the screen"), (written, "among the bytes")):
            strange = cards_in(shown, pack) - known
            who = "all" if self.seated is None else self.match.names[self.seated]
            assert not strange, f"{sorted(strange)} {where}, seen by {who}:\n{self.text}\n{self.match.record().text()}"

    def look_back(self) -> None:
        """Look at what the program has left behind: the normal screen, titles, the clipboard, files."""
        terminal, pack = self.terminal, self.pack
        assert cards_in(printed(terminal.outside), pack) == set(), terminal.outside
        assert [string for string in terminal.strings if not POINTER.fullmatch(string)] == []
        assert terminal.left_behind() == []
        assert {path.name for path in self.home.iterdir()} <= {"matches", "settings.toml", "cards.txt"}

    # What people do

    def touch(self, key: str) -> None:
        """Press a key when the page has been there long enough to take it."""
        if not self.private or "Enter" in self.choices:
            self.terminal.pump(self.turned + self.pause - monotonic())
        self.terminal.press(key)

    def press(self, *keys: str) -> None:
        """Press keys. A hand is left when it is no longer on the screen."""
        for key in keys:
            self.touch(key)
            self.after()

    def after(self) -> None:
        """See whether the hand is still open, and look."""
        if not self.private:
            self.seated = None
        self.look()

    def open(self) -> None:
        """Open the curtain, which takes no key too early."""
        self._opened(lambda: self.touch("space"))

    def open_by_mouse(self) -> None:
        """Open the curtain by its button."""
        self.terminal.pump(self.pause)
        self._opened(lambda: self.terminal.click_on(SAY("key.space")))

    def _opened(self, way: Callable[[], None]) -> None:
        seat = self.awaited
        assert seat is not None, f"there is no curtain:\n{self.text}"
        way()
        self.seated = seat
        self.after()
        assert self.seated is not None, f"the curtain does not open:\n{self.text}"
        assert cards_in(self.text, self.pack), f"who sits there does not see his cards:\n{self.text}"

    def resize(self, columns: int, lines: int) -> None:
        """Change the window, and look. Who sits there stays, whether his hand can be seen or not."""
        self.terminal.resize(columns, lines)
        self.terminal.settle()
        self.look()

    def kill(self) -> None:
        """End the program as when the power fails, and go on with the match."""
        self.terminal.send_signal(signal.SIGKILL)
        self.terminal.close()
        self.start()

    def does_nothing(self, *keys: str) -> None:
        """Press keys that must change nothing on this page."""
        below = self.text
        self.terminal.pump(self.turned + self.pause - monotonic())
        self.terminal.type(*keys)
        self.after()
        assert self.text == below, f"one of {keys} does something:\n{self.text}"

    def covered_by(self, key: str) -> None:
        """Cover the hand; from here on nobody sits there."""
        assert self.seated is not None
        self.seated = None
        self.press(key)
        assert not self.private, f"{key} does not cover the hand:\n{self.text}"

    def leave(self) -> None:
        """Leave the match and the program, and look at what is left."""
        self.press("q")
        if SAY("home.title") not in self.text:
            self.press("y")
        self.press("q")
        assert self.terminal.ended() == 0, printed(self.terminal.outside)
        self.look_back()

    def peek(self, key: str, back: str = "escape") -> None:
        """Open a page over the one that is up, and close it. A hand below stays its owner's."""
        below, seated, turned = self.text, self.seated, self.turned
        self.touch(key)
        self.look()
        assert self.text != below, f"{key} opens nothing:\n{self.text}"
        self.terminal.press(back)
        assert self.text == below, f"{key} and {back} do not lead back:\n{self.text}"
        self.seated = seated
        self.look()
        self.turned = turned

    def peek_everywhere(self) -> None:
        """Open every page that only tells something."""
        self.peek("?")
        self.peek("g")
        self.also = rule_book_cards(self.match.game, self.pack)
        self.peek("r")
        deals = events_of(self.match)
        self.also = {card for event in deals[-2] for card in event.seen_by(None).cards} if len(deals) > 1 else set()
        if f"l {SAY('key.last-deal')}" in self.text or f"l {SAY('key.last-trick')}" in self.text:
            self.peek("l")
        self.also = set()


def held_by(match: Match, seat: int | None) -> set[str]:
    """Give the cards that a seat may see in hands, or has held: its own, and those of dummies, which all see."""
    hands = [report.hand for report in match.state.report()]
    open_to_him = [other for other, by in enumerate(match.by) if by != other or other == seat]
    seen = {card for other in open_to_him for card in hands[other]}
    # A dealer who keeps the best of several cards has seen all of them.
    return seen if seat is None else seen | {held.card for held in getattr(match.view(seat), "history", ())}


def still_free(match: Match) -> set[str]:
    """Give the cards that an auction leaves to be named, whoever holds them (ZIF-5): all see them beside it."""
    view = match.view(None)
    named = [bid.card for bid in view.bids if bid.card is not None] if isinstance(view, TrickView) else []
    if not isinstance(view, TrickView) or not named or view.declarer is not None:
        return set()
    suit = next(suit for suit in view.procedure.suits if named[-1] in suit)
    return {*suit[: suit.index(named[-1])]}


def told_by_calls(match: Match, events: Sequence[Event]) -> set[str]:
    """Find the cards of which a call has told that somebody holds them, without showing them."""
    powers = getattr(getattr(match.view(None), "procedure", None), "powers", {})
    calls = {event.call for event in events}
    return {match.pack.kinds[kind] for kind, power in powers.items() if power.call in calls}


def rule_book_cards(game: Game, pack: Pack) -> set[str]:
    """Find the cards that the rules name: those are no secret."""
    page = load(game.id, "en")
    return cards_in(" ".join(paragraph.text for section in page.sections for paragraph in section.paragraphs), pack)
