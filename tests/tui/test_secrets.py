"""No card of anybody's while somebody else may look: the real program, every frame that it shows and every byte.

Who may know which card is read from the record on the disk, and not asked of the program.
"""

import asyncio
import json
import re
import signal
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from time import monotonic

import pytest

from cucco_tui.bots import BOTS
from cucco_tui.cards.packs import Pack
from cucco_tui.engine.events import Event
from cucco_tui.engine.game import Game, Preset
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header, Record, RecordFault, read_record
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Shuffle, Turn
from cucco_tui.games import find_game, register
from cucco_tui.locale import words
from cucco_tui.rulebook import load
from cucco_tui.storage.settings import Settings
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.screens.base import PageScreen
from cucco_tui.tui.telling import Teller, call
from tests.tui.terminal import Terminal, printed

SAY = words("en")
NAMES = ("Anna", "Bea", "Ciro", "Dario")
PAUSE = 0.35
"""Seconds that a curtain takes no key, and a little more."""
KEYS_OF_AN_EVENING, KEYS_OF_ANOTHER = 80, 16
"""How many keys are pressed in a match of the first game of each kind, and in one of another game."""

POINTER = re.compile(rb"\x1b\]22;[a-z-]+(\x07|\x1b\\\\)")
"""How a terminal is told the shape of the mouse pointer: the one sequence with a text that the program needs."""

# --- Cards that can be recognised -----------------------------------------------------------------------------------

FACES = {"large": (13, 9), "medium": (11, 5), "line": (9, 1)}
TOKEN = re.compile(r"<(\w+)>")


def card_file(packs: Sequence[Pack]) -> str:
    """Draw every card, at each size, as its code in brackets that nothing else has."""
    lines: list[str] = []
    for pack in packs:
        longest = 2 + max(map(len, pack.kinds))
        for size, (least, height) in FACES.items():
            width = max(least, longest)
            lines += [f"[{pack.id} {size}]", f"cells {width} x {height}"]
            for code in pack.kinds:
                lines += [f"whole {code}", *[f":{f'<{code}>':{width}}"] * height]
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
    return {*pack.kinds}.intersection(TOKEN.findall(text)) | {codes[name] for name in pattern.findall(text)}


# --- An evening in a terminal ---------------------------------------------------------------------------------------


def save(home: Path, match: Match) -> None:
    """Put a match where the program finds it."""
    folder = home / "matches"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "match.jsonl").write_text(match.record().text(), encoding="utf-8")


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

    def __init__(self, home: Path, match: Match, settings: str = "", script: str | None = None) -> None:
        """Sit down to a saved match; nobody has opened a curtain yet."""
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
        self.start()

    def start(self) -> None:
        """Open the program and go on with the match."""
        self.terminal = Terminal(self.home, env=self.env, script=self.script)
        self.seated, self.seen, self.frame = None, 0, ""
        self.terminal.wait(SAY("home.go-on"))
        self.look()
        self.press("enter")

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
        return Match.replay(read_record(path.read_bytes()), find_game)

    # Who may know what

    def known(self) -> set[str]:
        """Give the cards that may be on the screen now."""
        if SAY("home.title") in self.text:
            return {game.presets[0].pack.kinds[-1] for game in register().values()}
        match = self.match
        told = [event.seen_by(self.seated) for event in events_of(match)[-1]]
        known = {card for event in told for card in event.cards} | self.also
        known |= told_by_calls(match, told)
        if self.seated is not None:
            # A dealer who keeps the best of several cards has seen all of them.
            known |= {held.card for held in getattr(match.view(self.seated), "history", ())}
        return known

    def look(self) -> None:
        """Look at everything that came since the last look, and at the screen."""
        known, pack = self.known(), self.pack
        if self.text != self.frame:
            self.frame, self.turned = self.text, self.terminal.heard
        written, self.seen = self.terminal.drawn(self.seen), len(self.terminal.raw)
        for shown, where in ((self.text, "on the screen"), (written, "among the bytes")):
            strange = cards_in(shown, pack) - known
            who = "all" if self.seated is None else NAMES[self.seated]
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
            self.terminal.pump(self.turned + PAUSE - monotonic())
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
        self.terminal.pump(PAUSE)
        self._opened(lambda: self.terminal.click_on(SAY("key.space")))

    def _opened(self, way: Callable[[], None]) -> None:
        seat = self.awaited
        assert seat is not None, f"there is no curtain:\n{self.text}"
        way()
        self.seated = seat
        self.after()
        assert self.seated is not None, f"the curtain does not open:\n{self.text}"
        assert TOKEN.search(self.text), f"who sits there does not see his cards:\n{self.text}"

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
        self.terminal.pump(self.turned + PAUSE - monotonic())
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
        if f"l {SAY('key.last-deal')}" in self.text:
            self.peek("l")
        self.also = set()


def told_by_calls(match: Match, events: Sequence[Event]) -> set[str]:
    """Find the cards of which a call has told that somebody holds them, without showing them."""
    powers = getattr(getattr(match.view(None), "procedure", None), "powers", {})
    calls = {event.call for event in events}
    return {match.pack.kinds[kind] for kind, power in powers.items() if power.call in calls}


def rule_book_cards(game: Game, pack: Pack) -> set[str]:
    """Find the cards that the rules name: those are no secret."""
    page = load(game.id, "en")
    return cards_in(" ".join(paragraph.text for section in page.sections for paragraph in section.paragraphs), pack)


# --- Matches to sit down to -----------------------------------------------------------------------------------------


def games() -> list[Game]:
    return list(register().values())


def one_of_each_kind() -> list[Game]:
    return list({game.kind: game for game in reversed(games())}.values())


def game_id(game: Game) -> str:
    return game.id


def new_match(game: Game, preset: Preset, seats: int | None = None, **rules: object) -> Match:
    seats = min(max(3, game.seats[0]), game.seats[1]) if seats is None else seats
    wanted = {rule: value for rule, value in rules.items() if rule in {f.name for f in fields(game.rules)}}
    return Match(game, Header(game=game.id, preset=preset.id, rules=wanted, players=NAMES[:seats]))


def deal(match: Match, chance: Chance) -> None:
    match.shuffle(chance.shuffled(match.pack.cards))


def before_a_call(game: Game, preset: Preset) -> tuple[Match, Action]:
    """Find a deal in which an action makes all look at something, and give the match before it; any, if none does."""
    for seed in range(200):
        chance = Chance(b"%d" % seed)
        match = new_match(game, preset, tokens=1)
        deal(match, chance)
        while isinstance(match.waiting, Turn) and not match.view(None).settlements:
            action = chance.pick(match.view(match.waiting.by).choices)
            record = match.record()
            match.act(action)
            first = next((event.key for event in match.events[-1] if event.moment), "event.showdown")
            if first != "event.showdown":
                return Match.replay(record, find_game), action
    match = new_match(game, preset, tokens=1)
    deal(match, Chance(b""))
    return match, match.view(match.waiting.by).choices[0] if isinstance(match.waiting, Turn) else Action(0, "")


def on_a_hand(game: Game, preset: Preset) -> Match:
    """Give a match in its second deal, so that there is a last one to look at."""
    chance = Chance(b"two deals")
    match = new_match(game, preset)
    deal(match, chance)
    while isinstance(match.waiting, Turn):
        match.act(chance.pick(match.view(match.waiting.by).choices))
    deal(match, chance)
    return match


def key_for(evening: Evening, action: Action) -> str:
    """Find the key of an action by what is said aloud; if it is not named so, the first key."""
    said = call(SAY, action.do, evening.preset.id, evening.match.game.id)
    letters = {key: text for key, text in evening.choices.items() if len(key) == 1}
    return next((key for key, text in letters.items() if text.startswith(said)), next(iter(letters), "enter"))


def page_of(evening: Evening) -> str:
    """Name the page that is up."""
    if evening.awaited is not None:
        return "curtain"
    if evening.private:
        return "hand" if any(len(key) == 1 for key in evening.choices) else "outcome"
    if SAY("end.rematch") in evening.text:
        return "end"
    settled = evening.match.view(None).settlements
    if settled and SAY("settlement.title", n=settled[-1].deal) in evening.text:
        return "settlement"
    return "moment" if SAY("choice.go-on") in evening.text else "another"


# --- The evenings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games(), ids=game_id)
def test_through_a_whole_match_nobody_sees_a_strange_card(home: Path, game: Game) -> None:
    match, action = before_a_call(game, game.presets[0])
    chance = Chance(b"keys")
    long = game in one_of_each_kind()
    with Evening(home, match) as evening:
        for _ in range(KEYS_OF_AN_EVENING if long else KEYS_OF_ANOTHER):
            page = page_of(evening)
            evening.pages.add(page)
            if page == "curtain":
                evening.open()
            elif page == "hand":
                letters = [key for key in evening.choices if len(key) == 1]
                first = len(evening.match.lines) == len(match.lines)
                evening.press(key_for(evening, action) if first else chance.pick(letters))
            elif page == "end":
                break
            else:
                evening.press("enter")
        assert evening.pages >= {"curtain", "hand"}
        if long and "tokens" in {f.name for f in fields(game.rules)}:
            assert evening.pages >= {"moment", "settlement", "end"}
        evening.leave()


@pytest.mark.parametrize("game", one_of_each_kind(), ids=game_id)
def test_no_key_on_a_public_page_shows_a_card(home: Path, game: Game) -> None:
    with Evening(home, on_a_hand(game, game.presets[0])) as evening:
        evening.peek_everywhere()
        evening.peek("q", "n")
        evening.peek("p")
        evening.peek("v")
        evening.does_nothing(
            "s", "o", "c", "enter", "escape", "z", "1", "tab", "up", "down", "ctrl+p", "ctrl+backslash"
        )
        for key in ("ctrl+q", "ctrl+c"):
            evening.press(key)
            assert SAY("confirm.yes") in evening.text
            evening.press("escape")
        evening.terminal.click(2, 2, times=3)
        evening.press("focus", "blur", "focus")
        first = evening.awaited
        assert first is not None
        other = next(seat for seat in range(len(evening.match.header.players)) if seat != first)
        # A look at a card, behind a curtain of its own; it is given up, then taken.
        evening.press("v", str(other + 1))
        assert evening.awaited == other
        evening.press("escape")
        assert evening.awaited == first
        lines = evening.match.lines
        evening.press("v", "down", "enter")
        assert evening.awaited not in {None, first}
        evening.open()
        evening.peek_everywhere()
        evening.does_nothing("s", "o", "c", "z", "v", "p", "tab")
        evening.press("enter")
        assert evening.awaited == first
        assert evening.match.lines == lines
        # What has been done without showing anything can be taken back, at the next curtain.
        evening.open()
        evening.press(key_for(evening, Action(first, "stand")))
        if f"z {SAY('key.take-back')}" in evening.text:
            evening.press("z")
            assert evening.awaited == first
            assert evening.match.lines == lines
        evening.leave()


@pytest.mark.parametrize("game", one_of_each_kind(), ids=game_id)
def test_no_way_to_cover_a_hand_leaves_anything_of_it(home: Path, game: Game) -> None:
    with Evening(home, on_a_hand(game, game.presets[0])) as evening:
        evening.open()
        evening.peek_everywhere()
        evening.does_nothing("v", "p", "z", "ctrl+p", "ctrl+backslash", "focus", "tab")
        # What is marked goes to no clipboard: no such sequence is sent, as is seen at the end.
        evening.terminal.drag((0, 17), (40, 17))
        for under, cover in (("", "esc"), ("", "blur"), ("g", "blur"), ("?", "ctrl+q"), ("r", "ctrl+c"), ("", "q")):
            if under:
                evening.touch(under)
                evening.look()
            evening.covered_by(cover)
            if cover in {"ctrl+q", "ctrl+c", "q"}:
                assert SAY("confirm.yes") in evening.text
                evening.press("n")
            evening.open()
        evening.covered_by("escape")
        evening.open_by_mouse()
        evening.covered_by("ctrl+q")
        evening.press("y")
        evening.press("ctrl+q")
        assert evening.terminal.ended() == 0
        evening.look_back()


SIZES = ((1, 1), (300, 100), (20, 5), (61, 19), (104, 36), (40, 14), (80, 24))


@pytest.mark.parametrize("game", one_of_each_kind(), ids=game_id)
def test_a_window_that_grows_and_shrinks_shows_no_card(home: Path, game: Game) -> None:
    with Evening(home, on_a_hand(game, game.presets[0])) as evening:
        curtain = evening.text
        for size in SIZES:
            evening.resize(*size)
        assert evening.text == curtain
        evening.open()
        hand = evening.text
        for size in SIZES:
            evening.resize(*size)
        assert evening.text == hand
        evening.resize(1, 1)
        evening.seated = None
        evening.press("escape")
        evening.resize(80, 24)
        assert evening.text == curtain


@pytest.mark.parametrize("stopped_by", [signal.SIGTSTP, signal.SIGSTOP])
def test_a_program_that_is_stopped_goes_on_behind_the_curtain(home: Path, stopped_by: signal.Signals) -> None:
    game = games()[0]
    with Evening(home, on_a_hand(game, game.presets[0])) as evening:
        for under in ("", "g"):
            evening.open()
            if under:
                evening.touch(under)
                evening.look()
            evening.terminal.send_signal(stopped_by)
            evening.terminal.wait_until_stopped()
            if stopped_by is signal.SIGTSTP:
                assert evening.terminal.left_behind() == []
                # What is left where there is but one screen.
                assert SAY("curtain.hand-over") in evening.text
            evening.seated = None
            evening.terminal.send_signal(signal.SIGCONT)
            evening.terminal.settle()
            evening.look()
            assert evening.awaited is not None
        evening.leave()


def test_a_hand_that_nobody_looks_at_is_covered(home: Path) -> None:
    game = games()[0]
    settings = "cover_after = 2\nbot_pace = 0.0\n"
    with Evening(home, on_a_hand(game, game.presets[0]), settings) as evening:
        evening.open()
        evening.touch("g")
        evening.look()
        evening.seated = None
        evening.terminal.wait(SAY("curtain.hand-over"))
        evening.look()


def test_a_killed_program_goes_on_behind_the_curtain_of_the_right_seat(home: Path) -> None:
    game = games()[0]
    match = on_a_hand(game, game.presets[0])
    with Evening(home, match) as evening:
        for page in ("hand", "outcome", "curtain"):
            evening.open()
            if page != "hand":
                evening.press(key_for(evening, Action(0, "offer" if page == "outcome" else "stand")))
            evening.kill()
            waiting = evening.match.waiting
            assert isinstance(waiting, Turn)
            assert evening.awaited == waiting.by


CRASH = """
import sys
from cucco_tui.cli import main
from cucco_tui.tui.screens.match import MatchScreen

def here(screen):
    hand = repr(screen.sitting.table.view.own), screen.sitting.match.lines
    raise RuntimeError("a fault in the program")

def in_a_thread(screen):
    screen.run_worker(lambda: here(screen), thread=True)

def in_a_task(screen):
    screen.call_later(here, screen)

MatchScreen.action_log = {way}
sys.exit(main())
"""


@pytest.mark.parametrize("way", ["here", "in_a_thread", "in_a_task"])
def test_a_crash_prints_no_card(home: Path, way: str) -> None:
    game = games()[0]
    with Evening(home, on_a_hand(game, game.presets[0]), script=CRASH.format(way=way)) as evening:
        evening.open()
        evening.terminal.send("g")
        assert evening.terminal.ended() not in {0, None}
        assert "a fault in the program" in evening.terminal.outside.decode()
        told = evening.terminal.outside.decode()
        assert cards_in(told, evening.pack) == set(), told
        assert "\u256d" not in told.partition("locals")[2]
        assert evening.terminal.left_behind() == []
        for line in evening.match.lines:
            assert line[:40] not in told


# --- Two worlds that somebody cannot tell apart ---------------------------------------------------------------------


def all_presets() -> list[tuple[Game, Preset]]:
    return [(game, preset) for game in games() for preset in game.presets]


def some_way_into_a_deal(game: Game, preset: Preset, seed: int) -> Match:
    """Play two deals at random, and the third one so far that somebody must act by what he holds."""
    chance = Chance(b"way %d" % seed)
    while True:
        match = new_match(game, preset, min(4, game.seats[1]))
        for _ in range(3):
            if not isinstance(match.waiting, Shuffle):
                break
            deal(match, chance)
            before: list[Match] = []
            while isinstance(match.waiting, Turn):
                if not match.view(None).aloud:
                    before.append(Match.replay(match.record(), find_game))
                match.act(chance.pick(match.view(match.waiting.by).choices))
        if before:
            return chance.pick(before)


def another_world(match: Match, viewer: int | None, chance: Chance) -> Match | None:
    """Give a match that has gone the same way for the viewer, with the cards he has not seen in other places.

    None if none is found: whoever has called, or has not, must be able to in the other world too.
    """
    told = [event.seen_by(viewer) for event in events_of(match)[-1]]
    known = {card for event in told for card in event.cards}
    if viewer is not None:
        known |= {held.card for held in getattr(match.view(viewer), "history", ())}
    lines = list(match.lines)
    last = max(number for number, line in enumerate(lines) if "shuffle" in json.loads(line))
    order = json.loads(lines[last])["shuffle"]
    unseen = [place for place, card in enumerate(order) if card not in known]
    for _ in range(TRIES):
        cards = iter(chance.shuffled([order[place] for place in unseen]))
        other = [card if card in known else next(cards) for card in order]
        lines[last] = json.dumps({"shuffle": other})
        try:
            world = Match.replay(Record(match.header, lines), find_game)
        except RecordFault:
            continue
        if [event.seen_by(viewer) for event in events_of(world)[-1]] == told:
            return world
    return None


TRIES = 60
"""How many worlds are looked at for one that would look the same."""


@pytest.mark.parametrize(("game", "preset"), all_presets(), ids=lambda value: value.id)
def test_who_knows_the_same_is_told_the_same(game: Game, preset: Preset) -> None:
    worlds = 0
    for seed in range(12):
        match, chance = some_way_into_a_deal(game, preset, seed), Chance(b"world %d" % seed)
        teller = Teller(SAY, NAMES, preset.pack.id, preset.id, game.id)
        for viewer in (None, *range(len(match.header.players))):
            other = another_world(match, viewer, chance)
            if other is None:
                continue
            worlds += 1
            view = match.view(viewer)
            assert other.view(viewer) == view
            assert repr(other.view(viewer)) == repr(view)
            known, same = ([event.seen_by(viewer) for event in events_of(world)[-1]] for world in (match, other))
            assert teller.line(known) == teller.line(same)
            assert teller.digest(known) == teller.digest(same)
            if isinstance(match.waiting, Turn) and viewer == match.waiting.by:
                for name, bot in BOTS.items():
                    acts = [bot(world.view(viewer), Chance(b"mind"), 20) for world in (match, other)]
                    assert acts[0] == acts[1], name
    assert worlds > 12, "too few other worlds were found"


async def pages_of(match: Match, home: Path) -> list[str]:
    """Give what the program shows to a table of people: the curtain, its log, the hand behind it, its log."""
    save(home, match)
    app = CuccoApp(replace(Settings(), bot_pace=0.0))
    pages: list[str] = []
    async with app.run_test(size=(104, 36)) as pilot:

        async def look() -> None:
            while (isinstance(app.screen, PageScreen) and app.screen._shown is None) or not app.screen.is_mounted:
                await pilot.pause(0.01)
            await pilot.pause()
            pages.append("\n".join(strip.text for strip in app.screen._compositor.render_strips()))

        await pilot.pause()
        app.go_on(home / "matches" / "match.jsonl")
        sitting = app.sitting
        assert sitting is not None
        for page in ("curtain", "hand"):
            if page == "hand":
                sitting.open_curtain()
            await look()
            await app.screen.run_action("screen.log")
            await look()
            await app.screen.run_action("screen.close")
        sitting.close()
    return pages


def hand(match: Match) -> tuple[str, ...]:
    """Give the cards of who must act."""
    assert isinstance(match.waiting, Turn)
    return match.state.report()[match.waiting.seat].hand


@pytest.mark.parametrize("game", games(), ids=game_id)
def test_who_knows_the_same_sees_the_same(home: Path, game: Game) -> None:
    match = some_way_into_a_deal(game, game.presets[0], 1)
    assert isinstance(match.waiting, Turn)
    chance = Chance(b"seen")
    shown = asyncio.run(pages_of(match, home))
    for viewer, same in ((None, 2), (match.waiting.by, 4)):
        world = another_world(match, viewer, chance)
        # Two copies of a card are the same to look at.
        while viewer is None and world is not None and hand(world) == hand(match):
            world = another_world(match, viewer, chance)
        assert world is not None
        other = asyncio.run(pages_of(world, home))
        assert other[:same] == shown[:same]
        assert viewer is not None or other[2] != shown[2], "the other world was the same one"


@pytest.mark.parametrize("game", one_of_each_kind(), ids=game_id)
def test_who_plays_alone_against_the_program_sees_nothing_of_its_cards(home: Path, game: Game) -> None:
    """There is no curtain then: his hand is open all the time."""
    match = some_way_into_a_deal(game, game.presets[0], 1)
    assert isinstance(match.waiting, Turn)
    alone = match.waiting.by
    bots = {str(seat): "steady" for seat in range(len(match.header.players)) if seat != alone}
    header = Header.model_validate({**match.header.model_dump(), "bots": bots})
    world = another_world(match, alone, Chance(b"alone"))
    assert world is not None and world.lines != match.lines
    shown, other = (
        asyncio.run(pages_of(Match.replay(Record(header, one.lines), find_game), home)) for one in (match, world)
    )
    assert SAY("curtain.hand-over") not in shown[0] and shown[0] == shown[2]
    assert other == shown
