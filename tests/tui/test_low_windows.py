"""Low and narrow windows: nothing that matters is cut off, and what has no room can be scrolled to."""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header, Record
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Turn
from cucco_tui.games import find_game
from cucco_tui.locale import words
from cucco_tui.tui.pages import CurtainPage, SettlementPage
from cucco_tui.tui.people import badge
from cucco_tui.tui.screens.curtain import CurtainScreen
from tests.tui.keyboard import Clock, Keyboard, at_the_table, at_this_table

SIZES = [(40, 14), (60, 20), (80, 24)]
LANGUAGES = ["en", "it"]


def told(keyboard: Keyboard) -> str:
    """Give what the page says, wherever its lines break."""
    return " ".join(keyboard.frame.split())


# --- The curtain ----------------------------------------------------------------------------------------------------


def played(game: str, names: tuple[str, ...], steps: int = 1) -> Match:
    """Play a match by a seed, so many lines of its record."""
    match, chance = Match(find_game(game), Header(game=game, players=names)), Chance(game.encode())
    while len(match.lines) < steps:
        if isinstance(match.waiting, Turn):
            match.act(chance.pick(match.state.legal_actions()))
        else:
            match.shuffle(chance.shuffled(match.pack.cards), {"commitment": "01" * 32})
    return match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), [("zifuli", 5), ("coteccio", 8), ("cuckoo", 30)])
@pytest.mark.parametrize("size", SIZES)
def test_the_curtain_tells_the_newest_and_who_comes_next(
    home: Path, clock: Clock, size: tuple[int, int], game: str, seats: int, language: str
) -> None:
    after: list[str] = []

    async def check(keyboard: Keyboard) -> None:
        for _ in range(16):
            page = keyboard.page
            if isinstance(page, CurtainPage):
                screen, frame = keyboard.screen, told(keyboard)
                assert isinstance(screen, CurtainScreen)
                table, teller = keyboard.sitting.table, keyboard.sitting.teller
                newest = teller.digest(screen.covered(table.news_for(page.page.seat)), 99)[-1:]
                assert all(line.plain in frame for line in newest), keyboard.frame
                assert screen._after(page.page.seat).plain in frame, keyboard.frame
                after.append(screen._after(page.page.seat).plain)
                assert f"? {words(language)('key.help')}" in frame
            await keyboard.turn()

    match = played(game, tuple(f"Person {seat}" for seat in range(seats)))
    at_the_table(home, clock, match, check, size=size, language=language)
    assert any(after)


def test_of_a_sentence_that_is_too_long_for_the_curtain_the_beginning_is_told(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        assert "Person 01, Person 02" in keyboard.frame and "…" in keyboard.frame
        assert "Person 29" not in keyboard.frame
        assert f"? {words('en')('key.help')}" in keyboard.frame

    # All but the dealer have stood, one after the other.
    at_the_table(home, clock, cuckoo(30, 5, "Person "), check, size=SIZES[0])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["漢字漢字漢字", "漢字" * 10, "W" * 40, "[bold]X[/]", "Massimiliano"])
def test_every_name_has_its_place_on_a_narrow_curtain(home: Path, clock: Clock, name: str, language: str) -> None:
    async def check(keyboard: Keyboard) -> None:
        lines = keyboard.frame.split("\n")
        top, middle, bottom = (next(line for line in lines if edge in line) for edge in "╭│╰")
        assert (top.count("╮"), middle.count("│"), bottom.count("╯")) == (1, 2, 1)
        assert cell_len(top.rstrip()) == cell_len(middle.rstrip()) == cell_len(bottom.rstrip())
        sign = badge(1, ascii_only=False).sign
        (banner,) = [line for line in lines if line.count(sign) == 2]
        assert banner.count("█") % 2 == 0
        assert banner.strip()[0] == banner.strip()[-1]

    # The eldest of the first deal of Cuckoo, whom the first seat deals to, is the second.
    match = played("cuckoo", ("Bea", name, "Anna"))
    at_the_table(home, clock, match, check, size=SIZES[0], language=language)


@pytest.mark.clause("PACK-5")
def test_what_binds_the_pack_can_be_read_where_the_curtain_has_no_room_for_it(home: Path, clock: Clock) -> None:
    async def check(keyboard: Keyboard) -> None:
        assert "01" * 16 not in keyboard.frame
        await keyboard.press("g")
        assert keyboard.frame.count("01" * 16) == 2

    at_the_table(home, clock, played("cuckoo", ("Anna", "Bea", "Ciro")), check, size=SIZES[0])


# --- The settlement -------------------------------------------------------------------------------------------------


def cuckoo(seats: int, loser: int, name: str = "P") -> Match:
    """Let all but the dealer stand; the loser holds the only ace, and the second seat deals."""
    players = tuple(f"{name}{seat:02}" for seat in range(seats))
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
