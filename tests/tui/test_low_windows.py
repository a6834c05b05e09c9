"""Low and narrow windows: nothing that matters is cut off, and what has no room can be scrolled to."""

import re
from pathlib import Path

import pytest

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header, Record
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Turn
from cucco_tui.games import find_game
from cucco_tui.locale import words
from cucco_tui.tui.pages import SettlementPage
from tests.tui.keyboard import Clock, Keyboard, at_the_table, at_this_table

SIZES = [(40, 14), (60, 20), (80, 24)]
LANGUAGES = ["en", "it"]


def told(keyboard: Keyboard) -> str:
    """Give what the page says, wherever its lines break."""
    return " ".join(keyboard.frame.split())


# --- The settlement -------------------------------------------------------------------------------------------------


def cuckoo(seats: int, loser: int) -> Match:
    """Let all but the dealer stand; the loser holds the only ace, and the second seat deals."""
    players = tuple(f"P{seat:02}" for seat in range(seats))
    match = Match(find_game("cuckoo"), Header(game="cuckoo", players=players))
    order = [(1 + turn) % seats for turn in range(seats)]
    others = [card for card in match.pack.cards if not card.startswith("A")]
    dealt = {seat: others[seat] for seat in order} | {loser: "As"}
    first = [dealt[seat] for seat in order]
    match.shuffle([*first, *(card for card in match.pack.cards if card not in first)])
    while isinstance(match.waiting, Turn) and match.waiting.by != 0:
        match.act(Action(match.waiting.seat, "stand"))
    return match


def before_a_settlement(game: str, seats: int, deal: int = 1, **rules: object) -> Match:
    """Give a match before the last decision of a deal."""
    players = ("Anna", "Bea", "Ciro", "Dario", "Elsa", "Fede", "Gigi", "Ilda")[:seats]
    header = Header(game=game, players=players, rules=rules)
    match, chance = Match(find_game(game), header), Chance(game.encode())
    while len(match.view(None).settlements) < deal:
        before = list(match.lines)
        if isinstance(match.waiting, Turn):
            match.act(chance.pick(match.state.legal_actions()))
        else:
            match.shuffle(chance.shuffled(match.pack.cards))
    return Match.replay(Record(header, before), find_game)


def first_row(keyboard: Keyboard) -> str:
    """Give the line below the title, and below the blank one where there is room for that."""
    return next(line for line in keyboard.frame.split("\n")[1:] if line.strip())


async def scrolled(keyboard: Keyboard) -> list[str]:
    """Scroll down to the end by single lines, and give every frame on the way."""
    frames = [keyboard.frame]
    for _ in range(60):
        await keyboard.press("down")
        assert isinstance(keyboard.page, SettlementPage), "an arrow goes on"
        if keyboard.frame == frames[-1]:
            return frames
        frames.append(keyboard.frame)
    raise AssertionError("there is no end")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "seats"), [((40, 14), 12), ((40, 14), 30), ((60, 20), 30)])
def test_who_lost_stands_first_where_not_all_rows_can_be_seen(
    home: Path, clock: Clock, size: tuple[int, int], seats: int, language: str
) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.go_to(SettlementPage)
        assert re.search(r"P05 .* -1 ", first_row(keyboard))
        frames = await scrolled(keyboard)
        assert all(any(f" {name} " in frame for frame in frames) for name in keyboard.sitting.names)
        assert words(language)("settlement.next-dealer") in frames[-1]

    at_the_table(home, clock, cuckoo(seats, 5), check, size=size, language=language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "seats"), [("zifuli", 5), ("coteccio", 8), ("coch", 4), ("cucu", 8), ("gnav", 8), ("cuckoo", 8)]
)
@pytest.mark.parametrize("size", SIZES)
def test_a_settlement_can_be_read_in_every_window(
    home: Path, clock: Clock, size: tuple[int, int], game: str, seats: int, language: str
) -> None:
    """Each row, who deals next and what binds the pack; the keys take two lines in a low window."""
    say = words(language)

    async def check(keyboard: Keyboard) -> None:
        await keyboard.go_to(SettlementPage)
        bound = keyboard.sitting.table.next_commitment
        assert bound is not None
        names = keyboard.sitting.names[: 2 if game == "coch" else seats]
        rows = [f" {name[: 3 if size[0] < 60 else 5]}" for name in names]
        first = keyboard.frame
        assert all(row in first for row in rows[: size[1] - 8])
        more = f"↑ ↓ {say('key.scroll')}" in first
        frames = await scrolled(keyboard) if more else [first]
        assert all(any(row in frame for frame in frames) for row in rows)
        assert all(half in frames[-1] for half in (bound[:32], bound[32:]))
        assert say("settlement.next-dealer") in "".join(frames)
        keys = [line for line in first.split("\n") if f"? {say('key.help')}" in line or say("key.go-on") in line]
        assert size[1] >= 20 or first.split("\n").index(keys[0]) >= size[1] - 2

    match = before_a_settlement(game, seats)
    at_the_table(home, clock, match, check, size=size, language=language)


def test_every_key_that_scrolls_scrolls_and_all_others_go_on(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.go_to(SettlementPage)
        top = keyboard.frame
        await keyboard.press("end")
        end = keyboard.frame
        await keyboard.press("up")
        assert keyboard.frame not in (top, end)
        await keyboard.press("home")
        assert keyboard.frame == top
        await keyboard.press("pagedown")
        assert keyboard.frame not in (top, end)
        await keyboard.press("pageup")
        assert keyboard.frame == top
        assert isinstance(keyboard.page, SettlementPage)
        await keyboard.press("right")
        assert not isinstance(keyboard.page, SettlementPage)

    at_the_table(home, clock, cuckoo(30, 5), check, size=(40, 14))


@pytest.mark.parametrize("key", ["down", "pageup", "end"])
def test_where_nothing_is_to_be_scrolled_every_key_goes_on(home: Path, clock: Clock, key: str) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.go_to(SettlementPage)
        assert words("en")("key.scroll") not in keyboard.frame
        await keyboard.press(key)
        assert not isinstance(keyboard.page, SettlementPage)

    at_the_table(home, clock, cuckoo(8, 5), check)


def test_the_card_that_is_turned_can_be_seen_and_then_who_lost(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        await keyboard.go_to(SettlementPage)
        for seat in [*range(1, 30), 0]:
            await keyboard.press("space")
            if seat:
                assert f" P{seat:02} " in keyboard.frame
                assert "-1" not in keyboard.frame
        assert "P05" in first_row(keyboard)

    at_the_table(home, clock, at_this_table(cuckoo(30, 5), showdown="card_by_card"), check, size=(40, 14))
