"""No card of anybody's while somebody else may look: the real program, every frame that it shows and every byte.

Who may know which card is read from the record on the disk, and not asked of the program.
"""

import asyncio
import json
import signal
from dataclasses import fields, replace
from itertools import chain
from pathlib import Path

import pytest

from cucco_tui.bots import BOTS
from cucco_tui.engine.game import Game, Preset
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header, Record, RecordFault
from cucco_tui.engine.seats import round_from
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Shuffle, Turn
from cucco_tui.games import find_game, register
from cucco_tui.games.tricks.view import TrickView
from cucco_tui.locale import words
from cucco_tui.storage.settings import Settings
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.screens.base import PageScreen
from cucco_tui.tui.telling import Teller, call
from cucco_tui.tui.widgets.choices import NUMBERS
from tests.games.trick_table import PACKETS, dealt_in_packets
from tests.tui.evening import Evening, cards_in, events_of
from tests.tui.keyboard import NAMES
from tests.tui.running import save

SAY = words("en")
KEYS_OF_AN_EVENING, KEYS_OF_ANOTHER = 80, 16
"""How many keys are pressed in a match of the first exchange game, and in one of another game.

Of the trick games whole deals are played below.
"""

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


def keys_for(evening: Evening, action: Action) -> tuple[str, ...]:
    """Find the keys of an action: a card by its number, another one by what is said aloud, else the first key."""
    match = evening.match
    if action.card is not None:
        assert isinstance(match.waiting, Turn)
        choices = match.view(match.waiting.by).choices
        playable = [card for card in sorted_hand(match) if any(choice.card == card for choice in choices)]
        number = playable.index(action.card)
        # The cursor stands on the first.
        return (NUMBERS[number], "enter") if number else ("enter",)
    said = call(SAY, action.do, evening.preset.id, match.game.id)
    letters = {key: text for key, text in evening.choices.items() if len(key) == 1}
    return (next((key for key, text in letters.items() if text.startswith(said)), next(iter(letters), "enter")),)


def sorted_hand(match: Match) -> tuple[str, ...]:
    """Give the cards of the seat in turn as they lie before who decides: suit by suit, low to high."""
    assert isinstance(match.waiting, Turn)
    return match.state.report()[match.waiting.seat].hand


def page_of(evening: Evening) -> str:
    """Name the page that is up."""
    if evening.awaited is not None:
        return "curtain"
    if evening.private:
        return "outcome" if "Enter" in evening.choices else "hand"
    if SAY("end.rematch") in evening.text:
        return "end"
    settled = evening.match.view(None).settlements
    if settled and SAY("settlement.title", n=settled[-1].deal) in evening.text:
        return "settlement"
    return "moment" if SAY("choice.go-on") in evening.text else "another"


def some_keys(evening: Evening, chance: Chance) -> tuple[str, ...]:
    """Find keys with which the person who sits there does something."""
    letters = [key for key in evening.choices if len(key) == 1]
    if evening.match.game.kind == "exchange":
        return (chance.pick(letters),)
    waiting = evening.match.waiting
    assert isinstance(waiting, Turn)
    return keys_for(evening, chance.pick(evening.match.view(waiting.by).choices))


# --- The evenings ---------------------------------------------------------------------------------------------------


def first_keys(evening: Evening) -> tuple[str, ...]:
    """Find the keys of the first thing that may be done."""
    waiting = evening.match.waiting
    assert isinstance(waiting, Turn)
    return keys_for(evening, evening.match.view(waiting.by).choices[0])


@pytest.mark.parametrize("game", [game for game in games() if game.kind == "exchange"], ids=game_id)
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
                first = len(evening.match.lines) == len(match.lines)
                evening.press(*(keys_for(evening, action) if first else some_keys(evening, chance)))
            elif page == "end":
                break
            else:
                evening.press("enter")
        assert evening.pages >= {"curtain", "hand"}
        if long and "tokens" in {f.name for f in fields(game.rules)}:
            assert evening.pages >= {"moment", "settlement", "end"}
        evening.leave()


QUICK = """
import sys
from cucco_tui.cli import main
from cucco_tui.tui.screens.base import PageScreen

PageScreen.PAUSE = 0.0
sys.exit(main())
"""
"""The program with pages that take keys at once: a whole deal has too many of them to wait for each."""
STILL = "cover_after = 0\nbot_pace = 0.0\nmotion = false\n"
TABLES = [("coch", 2), ("coch", 3), ("zifuli", 5), ("coteccio", 2), ("coteccio", 4)]
"""Two to five people, with two dummies, one and none."""
BEFORE = {("zifuli", 5): [-2, -1, -1, -1], ("coch", 3): [0] * 20}
"""By table, what is chosen before anybody looks: of an auction the last to pass is left, of a second deal its half."""


@pytest.mark.clause("COCH-12", "ZIF-7", "COT-2")
@pytest.mark.parametrize(("name", "seats"), TABLES, ids=str)
def test_through_a_whole_deal_of_tricks_nobody_sees_a_strange_card(home: Path, name: str, seats: int) -> None:
    """By the keyboard alone, to the settlement; Cöch from the first lead for two people, from its middle for three."""
    game, chance = find_game(name), Chance(b"tricks")
    match = new_match(game, game.presets[0], seats)
    deal(match, chance)
    before = BEFORE.get((name, seats), [])
    for choice in before:
        assert isinstance(match.waiting, Turn)
        match.act(match.view(match.waiting.by).choices[choice])
    with Evening(home, match, STILL, script=QUICK, pause=0.0) as evening:
        moments = 0
        for _ in range(150):
            page = page_of(evening)
            evening.pages.add(page)
            if page == "curtain":
                evening.open()
            elif page == "hand":
                assert cards_in(evening.text, evening.pack) >= {*sorted_hand(evening.match)}
                # Mostly the lowest card that may be played: most keys are spent on curtains.
                evening.press(*(first_keys(evening) if chance.below(3) else some_keys(evening, chance)))
            elif page == "settlement":
                break
            else:
                moments += page == "moment"
                # Not the key that came before: it would be taken for one that is held.
                evening.press("xu"[moments % 2])
        assert evening.pages == {"curtain", "hand", "moment", "settlement"}
        tricks = {"coch": 10, "zifuli": 8, "coteccio": 5}[name]
        assert moments == tricks + (name == "zifuli") - before.count(0) // 4
        assert len(evening.match.view(None).settlements) == 1
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
        evening.press(*first_keys(evening))
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
        evening.look()
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


@pytest.mark.parametrize("game", one_of_each_kind(), ids=game_id)
@pytest.mark.parametrize("stopped_by", [signal.SIGTSTP, signal.SIGSTOP])
def test_a_program_that_is_stopped_goes_on_behind_the_curtain(
    home: Path, game: Game, stopped_by: signal.Signals
) -> None:
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


@pytest.mark.parametrize("game", one_of_each_kind(), ids=game_id)
def test_a_hand_that_nobody_looks_at_is_covered(home: Path, game: Game) -> None:
    settings = "cover_after = 2\nbot_pace = 0.0\n"
    with Evening(home, on_a_hand(game, game.presets[0]), settings) as evening:
        evening.open()
        evening.touch("g")
        evening.look()
        evening.seated = None
        evening.terminal.wait(SAY("curtain.hand-over"))
        evening.look()


@pytest.mark.parametrize("game", one_of_each_kind(), ids=game_id)
def test_a_killed_program_goes_on_behind_the_curtain_of_the_right_seat(home: Path, game: Game) -> None:
    match = on_a_hand(game, game.presets[0])
    with Evening(home, match) as evening:
        for page in ("hand", "outcome", "curtain"):
            if page == "outcome" and game.kind == "trick":
                # What comes of a card that is played all see.
                continue
            evening.open()
            if page == "outcome":
                evening.press(*keys_for(evening, Action(0, "offer")))
            elif page == "curtain":
                evening.press(*first_keys(evening))
            evening.kill()
            waiting = evening.match.waiting
            assert isinstance(waiting, Turn)
            assert evening.awaited == waiting.by


CRASH = """
import sys
from cucco_tui.cli import main
from cucco_tui.tui.screens.match import MatchScreen

def here(screen):
    hand = repr(screen.sitting.match.state.report()), screen.sitting.match.lines
    raise RuntimeError("a fault in the program")

def in_a_thread(screen):
    screen.run_worker(lambda: here(screen), thread=True)

def in_a_task(screen):
    screen.call_later(here, screen)

MatchScreen.action_log = {way}
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("way", "game"),
    [*(("here", game) for game in one_of_each_kind()), ("in_a_thread", games()[0]), ("in_a_task", games()[0])],
    ids=lambda value: value if isinstance(value, str) else value.id,
)
def test_a_crash_prints_no_card(home: Path, way: str, game: Game) -> None:
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
        match = new_match(game, preset, max(game.seats[0], min(4, game.seats[1])))
        for _ in range(3):
            if not isinstance(match.waiting, Shuffle):
                break
            deal(match, chance)
            before: list[int] = []
            while isinstance(match.waiting, Turn):
                view = match.view(None)
                if not view.aloud and not view.forced:
                    before.append(len(match.lines))
                match.act(chance.pick(match.view(match.waiting.by).choices))
        if before:
            return Match.replay(Record(match.header, match.lines[: chance.pick(before)]), find_game)


def another_world(match: Match, viewer: int | None, chance: Chance) -> Match | None:
    """Give a match that has gone the same way for the viewer, with the cards he has not seen in other places.

    None if none is found: whoever has called, or has not, must be able to in the other world too.
    """
    if match.game.kind == "trick":
        return another_layout(match, viewer, chance)
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


def another_layout(match: Match, viewer: int | None, chance: Chance) -> Match:
    """Give a match of a trick game that has gone the same way, with the cards that are still held in other hands."""
    view = match.view(viewer)
    assert isinstance(view, TrickView)
    hands = [[*report.hand] for report in view.sample(chance).report()]
    for play in view.plays:
        hands[play.seat].append(play.card)
    rest = list(match.pack.cards)
    for card in chain(*hands):
        rest.remove(card)
    seats = round_from((view.dealer - 1) % len(hands), view.in_deal, view.direction)
    lines = list(match.lines)
    last = max(number for number, line in enumerate(lines) if "shuffle" in json.loads(line))
    order = [*dealt_in_packets([hands[seat] for seat in seats], PACKETS[match.game.id]), *rest]
    lines[last] = json.dumps({"shuffle": order})
    world = Match.replay(Record(match.header, lines), find_game)
    assert events_of(world)[-1] == events_of(match)[-1]
    return world


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
    """Give what the program shows to people: a curtain, the hand behind it, the curtain again, each with its log."""
    save(home, match)
    app = CuccoApp(replace(Settings(), bot_pace=0.0, motion=False))
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
        for page in ("curtain", "hand", "covered"):
            if page == "hand":
                sitting.open_curtain()
            elif page == "covered":
                sitting.cover()
            await look()
            await app.screen.run_action("screen.log")
            await look()
            await app.screen.run_action("screen.close")
        sitting.close()
    return pages


@pytest.mark.parametrize("game", games(), ids=game_id)
def test_who_knows_the_same_sees_the_same(home: Path, game: Game) -> None:
    match = some_way_into_a_deal(game, game.presets[0], 1)
    assert isinstance(match.waiting, Turn)
    chance = Chance(b"seen")
    shown = asyncio.run(pages_of(match, home))
    # A hand that was open leaves nothing, neither its width nor how its suits lie.
    assert shown[4:] == shown[:2]
    for viewer, same in ((None, 2), (match.waiting.by, 4)):
        world = another_world(match, viewer, chance)
        # Two copies of a card are the same to look at.
        while viewer is None and world is not None and sorted_hand(world) == sorted_hand(match):
            world = another_world(match, viewer, chance)
        assert world is not None
        other = asyncio.run(pages_of(world, home))
        assert other[:same] == shown[:same] and other[4:] == shown[4:]
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
    assert SAY("curtain.hand-over") not in shown[0] and shown[0] == shown[2] and SAY("curtain.hand-over") in shown[4]
    assert other == shown
