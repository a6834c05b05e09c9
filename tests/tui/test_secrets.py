"""No card of anybody's while somebody else may look: the real program, every frame that it shows and every byte.

Who may know which card is read from the record on the disk, and not asked of the program.
"""

import json
import re
import signal
from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from cucco_tui.cards.packs import Pack
from cucco_tui.engine.events import Event
from cucco_tui.engine.game import Game, Preset
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header, read_record
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Turn
from cucco_tui.games import find_game, register
from cucco_tui.locale import words
from cucco_tui.rulebook import load
from cucco_tui.tui.telling import call
from tests.tui.terminal import Terminal, printed

SAY = words("en")
NAMES = ("Anna", "Bea", "Ciro", "Dario")
PAUSE = 0.35
"""Seconds that a curtain takes no key, and a little more."""
KEYS_OF_AN_EVENING = 150
PRESETS_PLAYED = 3
"""How many presets of a game are played in a terminal."""

POINTER = re.compile(rb"\x1b\]22;[a-z-]+(\x07|\x1b\\\\)")
"""How a terminal is told the shape of the mouse pointer: the one sequence with a text that the program needs."""

# --- Cards that can be recognised -----------------------------------------------------------------------------------

FACES = {"large": (13, 9), "medium": (11, 5), "line": (9, 1)}
TOKEN = re.compile(r"<(\w+)>")


def card_file(packs: Sequence[Pack]) -> str:
    """Draw every card, at each size, as its code in brackets that nothing else has."""
    lines: list[str] = []
    for pack in packs:
        for size, (width, height) in FACES.items():
            lines += [f"[{pack.id} {size}]", f"cells {width} x {height}"]
            for code in pack.kinds:
                lines += [f"whole {code}", *[f":{f'<{code}>':{width}}"] * height]
            lines += ["whole back", *[f":{'(back)':{width}}"] * height]
    return "\n".join(lines)


def packs() -> list[Pack]:
    return list({preset.pack.id: preset.pack for game in register().values() for preset in game.presets}.values())


@cache
def names_of(pack: Pack) -> tuple[re.Pattern[str], dict[str, str]]:
    """Give a pattern for the whole names of a pack's cards, and the code for each name."""
    codes = {SAY.card(pack.id, code): code for code in pack.kinds}
    longest_first = sorted(codes, key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, longest_first))})\b"), codes


def cards_in(text: str, pack: Pack) -> set[str]:
    """Find the cards that a text shows or names."""
    pattern, codes = names_of(pack)
    return {*TOKEN.findall(text), *(codes[name] for name in pattern.findall(text))}


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
        self.preset = match.preset
        self.seated: int | None = None
        self.also: set[str] = set()
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
        self.seated, self.seen = None, 0
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
        if self.seated is not None:
            # A dealer who keeps the best of several cards has seen all of them.
            known |= {held.card for held in getattr(match.view(self.seated), "history", ())}
        return known

    def look(self) -> None:
        """Look at everything that came since the last look, and at the screen."""
        known, pack = self.known(), self.preset.pack
        written, self.seen = self.terminal.drawn(self.seen), len(self.terminal.raw)
        for shown, where in ((self.text, "on the screen"), (written, "among the bytes")):
            strange = cards_in(shown, pack) - known
            who = "all" if self.seated is None else NAMES[self.seated]
            assert not strange, f"{sorted(strange)} {where}, seen by {who}:\n{self.text}\n{self.match.record().text()}"

    def look_back(self) -> None:
        """Look at what the program has left behind: the normal screen, titles, the clipboard, files."""
        terminal, pack = self.terminal, self.preset.pack
        assert cards_in(printed(terminal.outside), pack) == set(), terminal.outside
        assert [string for string in terminal.strings if not POINTER.fullmatch(string)] == []
        assert terminal.left_behind() == []
        assert {path.name for path in self.home.iterdir()} <= {"matches", "settings.toml", "cards.txt"}

    # What people do

    def press(self, *keys: str) -> None:
        """Press keys. A hand is left when it is no longer on the screen."""
        for key in keys:
            self.terminal.press(key)
            self.after()

    def after(self) -> None:
        """See whether the hand is still open, and look."""
        if not self.private:
            self.seated = None
        self.look()

    def open(self) -> None:
        """Open the curtain, which takes no key too early."""
        seat = self.awaited
        assert seat is not None, f"there is no curtain:\n{self.text}"
        self.terminal.pump(PAUSE)
        self.terminal.press("space")
        self.seated = seat
        self.after()
        assert self.seated is not None, f"the curtain does not open:\n{self.text}"

    def covered_by(self, key: str) -> None:
        """Cover the hand; from here on nobody sits there."""
        assert self.seated is not None
        self.seated = None
        self.press(key)
        assert not self.private, f"{key} does not cover the hand:\n{self.text}"

    def leave_from_a_hand(self) -> None:
        """Leave the program in two keys, a hand being open."""
        self.covered_by("ctrl+q")
        self.press("y")
        self.press("ctrl+q")
        assert self.terminal.ended() == 0
        self.look_back()

    def leave(self) -> None:
        """Leave the match and the program, and look at what is left."""
        self.terminal.pump(PAUSE)
        self.press("q")
        if SAY("home.title") not in self.text:
            self.press("y")
        self.press("q")
        assert self.terminal.ended() == 0
        self.look_back()

    def peek(self, key: str, back: str = "escape") -> None:
        """Open a page over the one that is up, and close it. A hand below stays its owner's."""
        below, seated = self.text, self.seated
        self.terminal.press(key)
        self.look()
        self.terminal.press(back)
        assert self.text == below, f"{key} and {back} do not lead back:\n{self.text}"
        self.seated = seated
        self.look()

    def peek_everywhere(self) -> None:
        """Open every page that only tells something."""
        self.peek("?")
        self.peek("g")
        self.also = rule_book_cards(self.match.game, self.preset.pack)
        self.peek("r")
        deals = events_of(self.match)
        self.also = {card for event in deals[-2] for card in event.seen_by(None).cards} if len(deals) > 1 else set()
        if f"l {SAY('key.last-deal')}" in self.text:
            self.peek("l")
        self.also = set()


def rule_book_cards(game: Game, pack: Pack) -> set[str]:
    """Find the cards that the rules name: those are no secret."""
    page = load(game.id, "en")
    return cards_in(" ".join(paragraph.text for section in page.sections for paragraph in section.paragraphs), pack)


# --- Matches to sit down to -----------------------------------------------------------------------------------------


def games() -> list[Game]:
    return list(register().values())


def played_presets() -> list[tuple[Game, Preset]]:
    """Choose presets of each game that differ most: the first one, one for each other pack, and the last ones."""
    chosen: list[tuple[Game, Preset]] = []
    for game in games():
        first, *others = game.presets
        other_packs = {preset.pack.id: preset for preset in others if preset.pack is not first.pack}
        order = dict.fromkeys(preset.id for preset in (first, *other_packs.values(), *others))
        chosen += [(game, game.preset(name)) for name in list(order)[:PRESETS_PLAYED]]
    return chosen


def preset_id(value: object) -> str:
    return value.id if isinstance(value, Game | Preset) else str(value)


def new_match(game: Game, preset: Preset, seats: int | None = None, **rules: object) -> Match:
    seats = min(max(3, game.seats[0]), game.seats[1]) if seats is None else seats
    wanted = {rule: value for rule, value in rules.items() if rule in {f.name for f in fields(game.rules)}}
    return Match(game, Header(game=game.id, preset=preset.id, rules=wanted, players=NAMES[:seats]))


def deal(match: Match, chance: Chance) -> None:
    match.shuffle(chance.shuffled(match.preset.pack.cards))


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


@pytest.mark.parametrize(("game", "preset"), played_presets(), ids=preset_id)
def test_through_a_whole_match_nobody_sees_a_strange_card(home: Path, game: Game, preset: Preset) -> None:
    match, action = before_a_call(game, preset)
    chance = Chance(b"keys")
    with Evening(home, match) as evening:
        for _ in range(KEYS_OF_AN_EVENING):
            page = page_of(evening)
            evening.pages.add(page)
            if page == "curtain":
                evening.open()
            elif page == "hand":
                letters = [key for key in evening.choices if len(key) == 1]
                evening.press(key_for(evening, action) if len(evening.match.lines) == len(match.lines) else chance.pick(letters))
            elif page == "end":
                break
            else:
                evening.terminal.pump(PAUSE)
                evening.press("enter")
        assert evening.pages >= {"curtain", "hand"}
        if "tokens" in {f.name for f in fields(game.rules)}:
            assert evening.pages >= {"moment", "settlement", "end"}
        evening.leave()


@pytest.mark.parametrize("game", games(), ids=preset_id)
def test_no_key_on_a_public_page_shows_a_card(home: Path, game: Game) -> None:
    with Evening(home, on_a_hand(game, game.presets[0])) as evening:
        evening.peek_everywhere()
        evening.peek("q")
        evening.peek("q", "n")
        evening.peek("p")
        evening.peek("v")
        for key in ("s", "o", "c", "enter", "escape", "z", "1", "tab", "up", "down", "ctrl+p", "ctrl+backslash"):
            below = evening.text
            evening.press(key)
            assert evening.text == below
        for key in ("ctrl+q", "ctrl+c"):
            evening.press(key)
            assert SAY("confirm.yes") in evening.text
            evening.press("escape")
        evening.terminal.click(2, 2, times=3)
        evening.press("focus", "blur", "focus")
        assert evening.awaited is not None
        first = evening.awaited
        others = [seat for seat in range(len(evening.match.header.players)) if seat != first]
        # A look at a card, behind a curtain of its own; it is given up, then taken.
        evening.press("v", str(others[0] + 1))
        assert evening.awaited == others[0]
        evening.terminal.pump(PAUSE)
        evening.press("escape")
        assert evening.awaited == first
        lines = evening.match.lines
        evening.terminal.pump(PAUSE)
        evening.press("v", "down", "enter")
        assert evening.awaited not in {None, first}
        evening.open()
        evening.peek_everywhere()
        for key in ("s", "o", "c", "z", "v", "p"):
            evening.press(key)
            assert evening.private, f"{key}\n{evening.text}"
        assert evening.private
        evening.terminal.pump(PAUSE)
        evening.press("enter")
        assert evening.awaited == first
        assert evening.match.lines == lines
        evening.leave()


@pytest.mark.parametrize("game", games(), ids=preset_id)
def test_no_way_to_cover_a_hand_leaves_anything_of_it(home: Path, game: Game) -> None:
    with Evening(home, on_a_hand(game, game.presets[0])) as evening:
        evening.open()
        evening.peek_everywhere()
        for key in ("v", "p", "z", "ctrl+p", "ctrl+backslash", "focus", "tab"):
            below = evening.text
            evening.press(key)
            assert evening.text == below, key
        for under in ("", "g", "?", "r"):
            for cover in ("escape", "blur", "ctrl+q"):
                if under and cover == "escape":
                    continue
                if under:
                    evening.terminal.press(under)
                    evening.look()
                evening.covered_by(cover)
                if cover == "ctrl+q":
                    assert SAY("confirm.yes") in evening.text
                    evening.press("n")
                evening.open()
        evening.covered_by("q")
        evening.press("n")
        evening.terminal.pump(PAUSE)
        evening.terminal.click_on(SAY("key.space"))
        evening.seated = evening.match.waiting.by if isinstance(evening.match.waiting, Turn) else None
        evening.after()
        assert evening.private
        evening.leave_from_a_hand()
