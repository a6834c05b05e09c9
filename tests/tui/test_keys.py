"""One key is one action, ever: no key that is held, typed ahead, doubled or pasted does more than was meant."""

import itertools
import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from textual.events import Paste
from textual.screen import Screen

from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Over, Turn
from cucco_tui.games import register
from cucco_tui.locale import LANGUAGES, words
from cucco_tui.tui.pages import (
    AnswerPage,
    BotPage,
    CurtainPage,
    CutPage,
    EndPage,
    HandPage,
    LookPage,
    MomentPage,
    OutcomePage,
    Page,
    SettlementPage,
    is_private,
)
from cucco_tui.tui.screens.amounts import AmountsScreen
from cucco_tui.tui.screens.base import PageScreen
from cucco_tui.tui.screens.confirm import ConfirmScreen
from cucco_tui.tui.screens.match import MatchScreen
from cucco_tui.tui.screens.table import KEYS
from cucco_tui.tui.widgets.choices import NUMBERS, Choices
from tests.tui.keyboard import LATE, Clock, Keyboard, at_the_table, match_of
from tests.tui.running import save
from tests.tui.terminal import Terminal

SAY = words("en")
QUIET = "9c Jd 8h"
"""Cards with which nothing happens but what is asked for."""


# --- Held keys and typing ahead -------------------------------------------------------------------------------------


def test_a_curtain_does_not_open_to_a_key_that_is_held(home: Path, clock: Clock, moves: list[str]) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space", after=0.1)
        assert moves == []
        for _ in range(12):
            await keyboard.press("space", after=0.03)
        assert moves == [], "the key was down before the curtain would open"
        await keyboard.press("space", after=0.2)
        assert moves == ["open_curtain"]
        for _ in range(12):
            await keyboard.press("space", after=0.03)
        assert moves == ["open_curtain"]

    at_the_table(home, clock, match_of(cards=QUIET), check)


def test_nobody_acts_for_the_next_by_holding_a_key(home: Path, clock: Clock, moves: list[str]) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        for _ in range(12):
            await keyboard.press("s", after=0.03)
        assert moves == ["open_curtain", "act"]
        assert len(keyboard.lines) == 2
        await keyboard.press("space")
        for _ in range(12):
            await keyboard.press("enter", after=0.03)
        assert moves == ["open_curtain", "act", "open_curtain", "act"]

    at_the_table(home, clock, match_of(cards=QUIET), check)


@pytest.mark.parametrize("gap", [0.04, 0.2])
@pytest.mark.parametrize(("do", "cards", "kind"), [("o", "9c Kd 8h", MomentPage), ("s", QUIET, CurtainPage)])
def test_what_is_typed_ahead_goes_through_no_curtain_and_no_moment(
    home: Path, clock: Clock, moves: list[str], gap: float, do: str, cards: str, kind: type
) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        moves.clear()
        # All of it is there before the program has dealt with the first.
        for key in (do, "space", "enter", "space", "s", "space", "o", "enter", "space", "enter"):
            keyboard.key(key, gap)
        await keyboard.settle()
        assert moves == ["act"]
        assert len(keyboard.lines) == 2
        assert isinstance(keyboard.page, kind)

    at_the_table(home, clock, match_of(cards=cards), check)


@pytest.mark.parametrize("key", ["s", "o", "enter"])
def test_nobody_acts_before_he_has_seen_his_card(home: Path, clock: Clock, moves: list[str], key: str) -> None:
    async def check(keyboard: Keyboard) -> None:
        clock.now += LATE
        for typed in ("space", key, key):
            keyboard.key(typed, 0.2)
        await keyboard.settle()
        assert moves == ["open_curtain"]
        assert isinstance(keyboard.page, HandPage)

    at_the_table(home, clock, match_of(cards=QUIET), check)


def test_two_keys_at_once_are_one_action(home: Path, clock: Clock, moves: list[str]) -> None:
    """Whoever sits alone with the program is at his hand again at once, and might act twice."""

    async def check(keyboard: Keyboard) -> None:
        for keys in (("enter", "s"), ("s", "enter"), ("enter", "c"), ("c", "enter"), ("c", "c"), ("c", "s")):
            await keyboard.go_to(HandPage)
            lines = len(keyboard.lines)
            moves.clear()
            clock.now += LATE
            for key in keys:
                keyboard.key(key, 0.2)
            await keyboard.settle()
            assert moves == ["act"], keys
            assert len(keyboard.lines) == lines + 1

    at_the_table(
        home, clock, match_of("double-cut", QUIET, bots=(1, 2), rules={"tokens": 9, "fixed_dealer": True}), check
    )


@pytest.mark.parametrize("kind", [OutcomePage, SettlementPage, BotPage])
def test_two_keys_at_once_turn_one_page(home: Path, clock: Clock, moves: list[str], kind: type) -> None:
    """Also where the next page could be turned by the same key: what came of the dealer's cut, then the settlement."""

    async def check(keyboard: Keyboard) -> None:
        for keys in (("enter", "x"), ("x", "enter"), ("enter", "enter"), ("x", "y"), ("enter", "space")):
            await keyboard.go_to(kind)
            moves.clear()
            clock.now += LATE
            for key in keys:
                keyboard.key(key, 0.2)
            await keyboard.settle()
            assert moves == ["bot_acts" if kind is BotPage else "done"], keys

    match = match_of("cuckoo", QUIET, bots=(1, 2), rules={"tokens": 9, "fixed_dealer": True})
    at_the_table(home, clock, match, check)


@pytest.mark.parametrize("keys", [("enter", "m"), ("m", "enter")])
def test_two_keys_at_once_start_one_rematch(home: Path, clock: Clock, keys: tuple[str, str]) -> None:
    async def check(keyboard: Keyboard) -> None:
        assert isinstance(keyboard.page, EndPage)
        clock.now += LATE
        for key in keys:
            keyboard.key(key, 0.2)
        await keyboard.settle()
        assert not isinstance(keyboard.page, EndPage)
        assert len([*keyboard.path.parent.glob("*.jsonl")]) == 2

    match, chance = match_of(rules={"tokens": 1}), Chance(b"to the end")
    while not isinstance(match.waiting, Over):
        if isinstance(match.waiting, Turn):
            match.act(chance.pick(match.view(match.waiting.by).choices))
        else:
            match.shuffle(chance.shuffled(match.pack.cards))
    at_the_table(home, clock, match, check)


# --- The mouse ------------------------------------------------------------------------------------------------------


def test_a_double_click_is_one_action(home: Path, clock: Clock, moves: list[str]) -> None:
    async def check(keyboard: Keyboard) -> None:
        for line, moved in ((0, "act"), (1, "act")):
            clock.now += LATE
            for _ in range(3):
                keyboard.mouse(keyboard.screen.query_one("#open"), after=0.1)
            await keyboard.settle()
            for _ in range(3):
                keyboard.mouse(keyboard.screen.query_one(Choices), line=-5, after=0.1)
            await keyboard.settle()
            assert moves == ["open_curtain"]
            moves.clear()
            for _ in range(3):
                keyboard.mouse(keyboard.screen.query_one(Choices), line=line, after=0.1)
            await keyboard.settle()
            assert moves == [moved]
            moves.clear()
        assert isinstance(keyboard.page, MomentPage)
        clock.now += LATE
        for _ in range(3):
            keyboard.mouse(keyboard.screen.query_one("#seats"), after=0.1)
        await keyboard.settle()
        assert moves == ["done"]

    at_the_table(home, clock, match_of(cards="9c 2d Kh"), check)


@pytest.mark.parametrize("way", ["mouse first", "key first"])
def test_a_click_and_a_key_at_once_are_one_action(home: Path, clock: Clock, moves: list[str], way: str) -> None:
    async def check(keyboard: Keyboard) -> None:
        for widget, key, moved in (("#open", "space", "open_curtain"), ("#choices", "s", "act")):
            clock.now += LATE
            if way == "mouse first":
                keyboard.mouse(keyboard.screen.query_one(widget), after=0)
            keyboard.key(key, 0.001)
            if way == "key first":
                keyboard.mouse(keyboard.screen.query_one(widget), after=0.001)
            await keyboard.settle()
            assert moves == [moved]
            moves.clear()

    at_the_table(home, clock, match_of(cards=QUIET), check)


@pytest.mark.parametrize("size", [(40, 14), (61, 19), (80, 24), (132, 43)])
def test_a_double_click_on_the_curtain_does_nothing_to_the_hand(
    home: Path, clock: Clock, moves: list[str], size: tuple[int, int]
) -> None:
    async def check(keyboard: Keyboard) -> None:
        for _ in range(3):
            moves.clear()
            clock.now += LATE
            region = keyboard.screen.query_one("#open").region
            for row in range(region.height):
                keyboard.mouse_at(region.x + region.width // 2, region.y + row, after=0.1)
                await keyboard.settle()
            assert moves == ["open_curtain"]
            await keyboard.press("s")

    at_the_table(home, clock, match_of(cards=QUIET), check, size)


# --- Pasted text ----------------------------------------------------------------------------------------------------


PASTED_TEXT = "so c\r\n yq z\r o  s\r"


def test_what_is_pasted_does_nothing(home: Path, clock: Clock, moves: list[str]) -> None:
    async def check(keyboard: Keyboard) -> None:
        seen: set[type] = set()
        while not isinstance(keyboard.page, SettlementPage):
            seen.add(type(keyboard.page))
            clock.now += LATE
            screen, lines = keyboard.screen, keyboard.lines
            moves.clear()
            keyboard.app.post_message(Paste(PASTED_TEXT))
            await keyboard.settle()
            assert (moves, keyboard.screen, keyboard.lines) == ([], screen, lines)
            await keyboard.turn()
        assert seen == {CurtainPage, HandPage, MomentPage, OutcomePage, BotPage}

    at_the_table(home, clock, match_of(cards="3c Kd 8h", bots=(1,)), check)


def test_what_comes_faster_than_anybody_types_does_nothing(home: Path, clock: Clock, moves: list[str]) -> None:
    """A terminal that has no brackets for it sends what is pasted like keys."""

    async def check(keyboard: Keyboard) -> None:
        for expected in (CurtainPage, HandPage, MomentPage):
            assert isinstance(keyboard.page, expected)
            screen = keyboard.screen
            moves.clear()
            keyboard.key("up", LATE)
            for key in ("space", "s", "o", "enter", "space", "x", "enter", "z", "space"):
                keyboard.key(key, 0.002)
            await keyboard.settle()
            assert (moves, keyboard.screen) == ([], screen)
            await keyboard.turn()

    at_the_table(home, clock, match_of(cards="9c Kd 8h"), check)


# --- Anything at all ------------------------------------------------------------------------------------------------

OTHER_GAMES = [game for game in register() if game != "cuckoo"]
EVERY_KEY = (
    *("space", "enter", "escape", "s", "o", "c", "up", "down", "tab"),
    *("w", "a", "y", "n", "h", "left", "right"),
    *("z", "v", "p", "l", "g", "r", "q", "x", "1", "2", "question_mark", "f1", "ctrl+q", "ctrl+c"),
    *("home", "end", "b", "7", "shift+tab", "ctrl+p", "é"),
)
MEANT = (*("space", "enter", "s", "o", "c") * 6, *EVERY_KEY)
"""The keys that are pressed: the more often the more they do."""
FIRST = {"cuckoo": "3c Kd 8h", "double-cut": "3c Kd 8h"}
"""The cards of the first deal: somebody answers with a King."""
PAGES = {
    **dict.fromkeys(FIRST, (CurtainPage, HandPage, MomentPage, SettlementPage, BotPage)),
    "coteccio": (CurtainPage, HandPage, MomentPage, BotPage),
}
"""By the games in which many keys are pressed, one of each kind: the pages that must come."""
MOST_KEYS, FEWEST_KEYS = 120, 30
GAPS = (0.01, 0.1, 0.2, 0.4, 1.0, 1.0, 1.0)


def explained(page: Page, key: str, growth: list[dict[str, Any]], by: tuple[int, ...], *, forced: bool) -> bool:
    """Tell whether these lines may have come into the record by this key, this page being up and taking keys.

    `by` tells who decides for each seat. A last trick in which everybody has but one card is played at once.
    """
    acts = [line for line in growth if "do" in line]
    if forced:
        return isinstance(page, MomentPage) and acts == growth and {line["do"] for line in acts} <= {"play"}
    if len(acts) > 1 or len(growth) > len(acts) + 1:
        return False
    match page:
        case CurtainPage() | LookPage() | EndPage():
            return not growth
        case HandPage() | AnswerPage():
            return len(growth) <= 1 and all(
                by[line["seat"]] == page.seat and key in {"enter", KEYS.get(line["do"]), *(NUMBERS * ("card" in line))}
                for line in growth
            )
        case BotPage():
            return all(by[line["seat"]] == page.seat for line in acts)
        case CutPage():
            return not acts and (not growth or key == "enter")
        case _:
            return not acts


@dataclass
class Before:
    """How everything stood when a key was pressed."""

    keyboard: Keyboard
    key: str
    early: bool

    def __post_init__(self) -> None:
        """Note it."""
        keyboard = self.keyboard
        self.page, self.screen, self.lines = keyboard.page, keyboard.screen, keyboard.lines
        table = keyboard.sitting.table
        self.seated, self.bots, self.by = table.seated, set(table.bots), table.match.by
        self.forced = table.match.view(None).forced
        self.over = not isinstance(self.screen, MatchScreen)

    def check(self, moves: list[str], told: str) -> None:
        """Look at what has become of it."""
        keyboard, now = self.keyboard, self.keyboard.lines
        assert len(moves) <= 1, f"{told}: {moves}"
        assert keyboard.path.read_text().splitlines()[1:] == now, told
        if len(now) < len(self.lines):
            assert self.key == "z" and not self.over and not self.early, told
            assert now == self.lines[:-1] and self.by[json.loads(self.lines[-1])["seat"]] not in self.bots, told
            return
        assert now[: len(self.lines)] == self.lines, told
        growth = [json.loads(line) for line in now[len(self.lines) :]]
        asked = isinstance(self.screen, AmountsScreen | ConfirmScreen) and self.key in {"enter", "y", "s"}
        assert growth == [] or not self.over or asked, f"{told}: {growth}"
        key = "enter" if self.over else self.key
        assert explained(self.page, key, growth, self.by, forced=self.forced), f"{told}: {growth}"
        if self.early and self.key not in {"escape", "ctrl+q", "ctrl+c"}:
            assert keyboard.page is self.page and keyboard.screen is self.screen and growth == [], told
        if is_private(keyboard.page) and keyboard.page is not self.page:
            by_space = isinstance(self.page, CurtainPage) and self.key == "space" and not self.over
            assert by_space or keyboard.sitting.table.seated == self.seated, told


@pytest.mark.parametrize("preset", ["cuckoo", "double-cut", *OTHER_GAMES])
def test_every_line_of_the_record_is_explained_by_a_key(
    home: Path, clock: Clock, moves: list[str], preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, secret = Chance(preset.encode()), itertools.count()
    # What is dealt must be the same whenever this test is run.
    monkeypatch.setattr("secrets.token_bytes", lambda length: next(secret).to_bytes(length))
    match = match_of(preset, FIRST.get(preset, ""), bots=(1,))

    def is_early(screen: Screen[Any], key: str, last: str, gap: float) -> bool:
        if not isinstance(screen, PageScreen):
            return False
        held = gap < (0.15 if key == last else 0.025) and key not in {"up", "down", "left", "right"}
        return held or clock.now + gap < (screen._shown or clock.now) + screen.PAUSE

    async def check(keyboard: Keyboard) -> None:
        last, pressed = "", Counter[str]()
        for number in range(MOST_KEYS if preset in PAGES else FEWEST_KEYS):
            if keyboard.app.sitting is None or isinstance(keyboard.page, EndPage):
                keyboard.app.close_match()
                save(home, match_of(preset, FIRST.get(preset, ""), bots=(1,)))
                keyboard.app.go_on(keyboard.path)
                await keyboard.settle()
            over = not isinstance(keyboard.screen, MatchScreen)
            # What leads on is pressed more often, or too many keys would meet the same page.
            leads_on = "escape" if over else "space" if isinstance(keyboard.page, CurtainPage) else ""
            key, gap = leads_on if leads_on and chance.below(2) else chance.pick(MEANT), chance.pick(GAPS)
            before = Before(keyboard, key, is_early(keyboard.screen, key, last, gap))
            pressed[type(before.screen if over else before.page).__name__] += 1
            moves.clear()
            last = key
            await keyboard.press(key, after=gap)
            told = f"key {number}: {key} after {gap} on {before.page}, under {before.screen}"
            if keyboard.app.sitting is None:
                assert over and key in {"y", "s", "enter"}, told
            else:
                before.check(moves, told)
        for page in PAGES.get(preset, (CurtainPage, HandPage)):
            assert pressed[page.__name__], pressed

    at_the_table(home, clock, match, check)


# --- In a real terminal ---------------------------------------------------------------------------------------------


def test_in_a_real_terminal_one_key_is_one_action(home: Path) -> None:
    path = save(home, match_of(cards="9c 3d 8h"))
    (home / "settings.toml").write_text("cover_after = 0\n")

    def lines() -> int:
        return len(path.read_text().splitlines())

    with Terminal(home) as terminal:
        terminal.wait(SAY("home.go-on"))
        # Enter is held from the first page on.
        terminal.type(*["enter"] * 10)
        curtain = terminal.wait(SAY("curtain.i-am", name="Bea"))
        terminal.pump(0.4)
        terminal.paste(PASTED_TEXT)
        assert curtain in terminal.text
        terminal.click_on(curtain, times=3)
        hand = terminal.text
        assert SAY("key.hide") in hand
        terminal.pump(0.4)
        terminal.paste(PASTED_TEXT)
        assert terminal.text == hand and lines() == 2
        terminal.send("o s\rso so\r")
        terminal.settle()
        assert lines() == 3
        assert SAY("choice.done") in terminal.text
        terminal.pump(0.4)
        terminal.send("\r s o s")
        terminal.settle()
        assert SAY("curtain.i-am", name="Ciro") in terminal.text
        assert lines() == 3


# --- What is told of the keys ---------------------------------------------------------------------------------------

TOLD_BY = {
    "help.table": ("stand", "offer", "cut", "withdraw", "ask_nulla", "bargain", "swap", "refuse"),
    "help.answer": ("accept", "refuse", "buy_back", "helped", "leave", "agree", "decline"),
    "help.tricks": ("pass", "annul", "go_on"),
    "help.answer.trick": ("doctor", "leave"),
}
"""What is decided on the pages of a help."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", TOLD_BY)
def test_the_help_names_the_key_of_each_decision(page: str, language: str) -> None:
    assert {*itertools.chain(*TOLD_BY.values())} == {*KEYS}, "a decision belongs to no page here"
    told = words(language)(f"{page}.keys")
    before_dashes = "\n".join(re.findall(r"([^\n—]*) — ", told))
    named = set(re.findall(r"\b([a-z])\b", before_dashes))
    assert {KEYS[do] for do in TOLD_BY[page]} <= named


def test_the_readme_names_the_key_of_each_decision() -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[a-z]`.*?) \| (.*) \|$", text, re.MULTILINE)
    assert {*re.findall(r"`([a-z])`", "".join(keys + told for keys, told in rows))} == {*KEYS.values()}
    (back,) = (keys for keys, told in rows if "come back" in told)
    assert [KEYS[do] for do in ("buy_back", "helped", "leave")] == re.findall(r"`([a-z])`", back)
    assert KEYS["doctor"] == KEYS["buy_back"]
