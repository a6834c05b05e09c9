"""How the table of a trick game is drawn: large where there is room, and what matters in the smallest window too."""

import re
from collections import Counter
from pathlib import Path

import pytest
from textual.widget import Widget

from cucco_tui.cards.faces import Size, Style
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Turn
from cucco_tui.games import find_game
from cucco_tui.games.tricks.view import TrickView
from cucco_tui.locale import words
from cucco_tui.tui.pages import HandPage, MomentPage
from cucco_tui.tui.people import ASCII_SIGNS, SIGNS, mark
from cucco_tui.tui.screens.tricks import TrickScreen
from cucco_tui.tui.widgets.card import card_face
from cucco_tui.tui.widgets.hand import Hand
from cucco_tui.tui.widgets.seats import Seats
from tests.games import trick_table
from tests.tui.keyboard import Clock, Keyboard, at_the_table, at_this_table


def in_mid_trick(game: str, seats: int, cards: int, tricks: int = 0) -> Match:
    """Play a match by a seed until so many cards lie on the table, and who is next has some that he may not play.

    There are at least so many tricks before that.
    """
    match = Match(find_game(game), Header(game=game, players=LONG_NAMES[:seats], dealer=0))
    chance = Chance(b"small window")
    match.shuffle(chance.shuffled(match.pack.cards))
    while True:
        match.act(chance.pick(match.state.legal_actions()))
        view = match.view(None)
        assert isinstance(view, TrickView) and isinstance(view.waiting, Turn)
        if view.trick is not None and len(view.trick.plays) == cards and len(view.tricks) >= tricks:
            his = match.view(view.waiting.by)
            assert isinstance(his, TrickView)
            if len(his.choices) < len(set(his.seats[view.waiting.seat].hand)):
                return match


LONG_NAMES = ("Annamaria", "Beatrice", "Ciro", "Dario", "Elsabetta", "Federica", "Gigi", "Ivo")
IN_MID_TRICK = {
    "Coteccio for eight": in_mid_trick("coteccio", 8, 6),
    "Cöch with two dummies": in_mid_trick("coch", 2, 3),
    "Cöch with two dummies, another hand": in_mid_trick("coch", 2, 2),
    "Cöch for four": in_mid_trick("coch", 4, 3),
    "Zifuli": in_mid_trick("zifuli", 5, 4),
}


def lines_of(widget: Widget) -> str:
    """Give what can be seen of a widget."""
    region = widget.region.intersection(widget.screen.region)
    lines = widget.screen._compositor.render_strips()
    return "\n".join(lines[y].text[region.x : region.right] for y in range(region.y, region.bottom))


def told(keyboard: Keyboard) -> str:
    """Give what the page says, wherever its lines break."""
    return " ".join(keyboard.frame.split())


def told_beside(keyboard: Keyboard) -> str:
    """Give what stands beside the table, wherever its lines break."""
    lines = [line.rpartition("│") for line in keyboard.frame.split("\n")]
    return " ".join(" ".join(side for _, edge, side in lines if edge).split())


@pytest.mark.parametrize(
    ("window", "size"), [((200, 60), Size.LARGE), ((120, 40), Size.LARGE), ((100, 30), Size.MEDIUM)]
)
def test_the_trick_is_drawn_as_large_as_there_is_room(
    home: Path, clock: Clock, window: tuple[int, int], size: Size
) -> None:
    match = trick_table.Table("coch").deal("I / X / VIII / VII").play("A:I").match

    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        face = card_face("cucco", "I", size, Style.UNICODE).plain.split("\n")
        assert all(line in keyboard.frame for line in face), keyboard.frame

    at_the_table(home, clock, at_this_table(match), check, window, "unicode")


@pytest.mark.parametrize(("faces", "signs"), [("unicode", "▲■◆☼"), ("ascii", "@&%$")])
def test_the_last_trick_tells_who_played_which_card(home: Path, clock: Clock, faces: str, signs: str) -> None:
    """By the sign of the player before it: A is at seat 3."""
    match = trick_table.Table("coch").deal_for("A: I II III IIII\nD: V VI VII VIII").tricks("A: I II III IIII").match

    async def check(keyboard: Keyboard) -> None:
        await keyboard.go_to(HandPage)
        d, c, b, a = (*signs,)
        side = told_beside(keyboard)
        assert f"{d} D {a}I {b}II {c}III {d}IIII" in side

    at_the_table(home, clock, at_this_table(match), check, faces=faces)


@pytest.mark.clause("COT-3")
def test_open_tricks_tell_who_played_which_card(home: Path, clock: Clock) -> None:
    match = trick_table.Table("coteccio", 3).deal_for("A: Rd 1d 2d\nB: Rb 2b 3b").tricks("A: Rd 1d 2d").match

    async def check(keyboard: Keyboard) -> None:
        await keyboard.go_to(HandPage)
        assert "■ B 11 points ◆R◉d ■1◉d ▲2◉d" in told_beside(keyboard)

    at_the_table(home, clock, at_this_table(match), check)


@pytest.mark.clause("COCH-11")
def test_the_match_points_stand_in_the_title_where_nothing_stands_beside_the_table(home: Path, clock: Clock) -> None:
    """A and C, seats 3 and 1, have scored the 17½ points that they took in the deal before."""
    halves = "A: Leone XII X Matto\nA: Leone XI VI Matto\nA: XV V VI Mascherone\nA: XV I VII Mascherone"
    rest = "A: XIIII II VII Secchia\nA: XIIII II VIII Secchia\nA: XIII III VIII Nulla\nA: XIII III VIIII Nulla"
    last = "A: XII IIII VIIII XI\nA: V IIII I X"
    table = trick_table.Table("coch").deal_for(f"{halves}\n{rest}\n{last}").tricks(f"{halves}\n{rest}\n{last}")
    points = table.points
    assert points[0] == points[2] > 0

    async def check(keyboard: Keyboard) -> None:
        title = keyboard.frame.split("\n")[0].rstrip()
        assert title.endswith("▲◆ 0  ■☼ 17½"), title

    async def in_the_next_deal(keyboard: Keyboard) -> None:
        await keyboard.go_to(HandPage)
        await check(keyboard)

    at_the_table(home, clock, at_this_table(table.deal("/ / /").match), in_the_next_deal, (60, 20))


# --- The smallest window --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("faces", ["unicode", "ascii"])
@pytest.mark.parametrize("size", [(40, 14), (60, 20)], ids=str)
@pytest.mark.parametrize("name", IN_MID_TRICK)
def test_what_matters_is_there_in_a_small_window(
    home: Path, clock: Clock, name: str, size: tuple[int, int], faces: str, language: str
) -> None:
    """Whose turn it is, the trick so far, the own hand with its cursor, and why a card may not be played."""
    signs, say = (ASCII_SIGNS if faces == "ascii" else SIGNS), words(language)

    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        screen = keyboard.screen
        assert isinstance(screen, TrickScreen) and isinstance(screen.view.waiting, Turn)
        trick, seat = screen.view.trick, screen.view.waiting.seat
        assert trick is not None and len(trick.plays) > 1
        table = lines_of(screen.query_one(Seats))
        shown = Counter(keyboard.sitting.teller.short(play.card) for play in trick.plays)
        for short, times in shown.items():
            assert len(re.findall(rf" {re.escape(short)} ", table)) == times, (short, table)
        assert all(signs[play.seat] in table for play in trick.plays)
        assert f" {mark('turn', ascii_only=faces == 'ascii')}" in table and signs[seat] in table
        hand = lines_of(screen.query_one(Hand))
        assert len(re.findall(rf"{mark('cursor', ascii_only=faces == 'ascii')}\d", hand)) == 1
        assert len(re.findall(r"[\d·.]+(?= )|[\d·.]$", hand)) >= len(keyboard.held)
        for at, card in enumerate(keyboard.hand.cards):
            if not card.playable:
                await keyboard.press("home", *["right"] * at, "enter")
                reason = keyboard.sitting.match.why_not(Action(seat, "play", card=card.code))
                assert reason is not None
                assert say.say(reason.key, reason.args, keyboard.sitting.names) in told(keyboard), keyboard.frame
                return
        raise AssertionError("all may be played")

    at_the_table(home, clock, at_this_table(IN_MID_TRICK[name]), check, size, faces, language)


@pytest.mark.clause("COT-13")
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_doctors_question_is_there_in_the_smallest_window(home: Path, clock: Clock, language: str) -> None:
    tricks = "A: Rd 1d 2d\nB: Rb 2b 3b\nB: 4b 1b 5b\nC: 6s 5s 4s"
    table = trick_table.Table("coteccio", 3, lives=1, doctor="once").deal_for(f"{tricks}\nC: 7c 2c 3c").tricks(tricks)

    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("x", "x")
        say = words(language)
        assert say("question.doctor", seat="■ B", points="16") in told(keyboard)
        assert say("answer.answers") in told(keyboard)
        assert "[c]" in keyboard.frame and "[n]" in keyboard.frame

    at_the_table(home, clock, at_this_table(table.match), check, (40, 14), language=language)


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_seat_has_one_line_of_the_settlement_in_the_smallest_window(home: Path, clock: Clock, language: str) -> None:
    tricks = "A: Rd 1d 2d\nB: Rb 2b 3b\nB: 4b 1b 5b\nC: 6s 5s 4s"
    table = trick_table.Table("coteccio", 3).deal_for(f"{tricks}\nC: 7c 2c 3c").tricks(tricks)

    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("x")
        lines = [line for line in keyboard.frame.split("\n") if re.search(r"[▲■◆] [ABC] .*\d ", line)]
        assert len(lines) == 3 and all(re.search(r"\d .*●●●[●○]", line) for line in lines), keyboard.frame

    at_the_table(home, clock, at_this_table(table.match), check, (40, 14), "unicode", language)


def test_the_last_trick_of_five_has_room_beside_the_table(home: Path, clock: Clock) -> None:
    """In a window of the usual size; the score of five players stands above it."""
    match = in_mid_trick("zifuli", 5, 1, tricks=1)
    view = match.view(None)
    assert isinstance(view, TrickView)

    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        beside = told_beside(keyboard)
        for play in view.tricks[-1].plays:
            assert f"{SIGNS[play.seat]}{keyboard.sitting.teller.short(play.card)}" in beside

    at_the_table(home, clock, at_this_table(match), check, faces="unicode")


@pytest.mark.parametrize("window", [(60, 20), (80, 24), (100, 30), (120, 40)], ids=str)
def test_the_table_does_not_move_when_the_trick_is_whole(home: Path, clock: Clock, window: tuple[int, int]) -> None:
    """There are more keys then, and no hand; the dealer, who plays last, sits where all look from."""
    match = trick_table.Table("coch").deal("I / X / VIII / VII").play("A:I B:X C:VIII").match

    def places(keyboard: Keyboard) -> list[tuple[int, int]]:
        lines = lines_of(keyboard.screen.query_one(Seats)).split("\n")
        return [(row, at.start()) for row, line in enumerate(lines) for at in re.finditer(r"[▲■◆☼] [ABCD]\b", line)]

    async def check(keyboard: Keyboard) -> None:
        await keyboard.press("space")
        before = places(keyboard)
        assert isinstance(keyboard.page, HandPage) and len(before) == 4
        card = keyboard.hand.card
        assert card is not None
        keyboard.sitting.do(Action(0, "play", card=card.code))
        await keyboard.settle()
        assert isinstance(keyboard.page, MomentPage)
        assert places(keyboard) == before

    at_the_table(home, clock, at_this_table(match), check, window, "unicode")
