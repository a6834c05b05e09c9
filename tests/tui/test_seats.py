"""The table seen from above: everybody has his place, with his card before him."""

import re
from dataclasses import replace

import pytest
from textual.content import Content

from cucco_tui.cards.faces import BACK, Style
from cucco_tui.tui.widgets.motion import Drawn
from cucco_tui.tui.widgets.seats import Mark, Seats, SeatSign, Surface

NORMAL, WIDE, NARROW, LOW = (78, 14), (82, 27), (58, 11), (38, 3)
"""What the table has of windows of 80x24, 120x40, 60x20 and 40x14."""
TOLD = ("↺ anticlockwise", "stock 30 cards", "pot 12 coins", "next return 4", "she stands.")


def sign(number: int, card: str | None = BACK, *marks: str, name: str = "Nina") -> SeatSign:
    signs = tuple(Mark(Content(mark), Content(mark[:1])) for mark in marks)
    return SeatSign(Content(f"▲ {name}{number:02}"), Content("●●○"), signs, card)


def table(*signs: SeatSign, pack: str = "cucco", style: Style = Style.UNICODE, first: int = 0) -> Surface:
    centre = tuple(map(Content, TOLD))
    stock = tuple(map(Content, ("╭──╮╮", "│▒▒││", "╰──╯╯")))
    order = tuple(range(len(signs)))
    return Surface(signs, order, first, 4, centre, stock, 5, pack, style)


def drawn(surface: Surface, size: tuple[int, int]) -> Drawn:
    seats = Seats()
    seats.surface = surface
    return seats.draw(*size)


def text(surface: Surface, size: tuple[int, int]) -> list[str]:
    return [line.plain for line in drawn(surface, size).lines]


@pytest.mark.parametrize("size", [NORMAL, WIDE, NARROW], ids=["normal", "wide", "narrow"])
@pytest.mark.parametrize("seats", range(2, 31))
def test_every_seat_has_its_place(seats: int, size: tuple[int, int]) -> None:
    lines = text(table(*map(sign, range(seats))), size)
    assert len(lines) <= size[1]
    assert all(len(line) <= size[0] for line in lines)
    told = "\n".join(lines)
    for number in range(seats):
        assert told.count(f"Nina{number:02}") == 1
    assert told.count("●●○") == seats
    assert "anticlockwise" in told


@pytest.mark.parametrize(("seats", "size"), [(4, NORMAL), (6, NORMAL), (8, WIDE), (6, WIDE)])
def test_cards_are_pictured_and_all_is_told_between_them(seats: int, size: tuple[int, int]) -> None:
    lines = text(table(*map(sign, range(seats))), size)
    told = "\n".join(lines)
    assert told.count("╰") >= seats
    for line in TOLD:
        assert line in told


def test_the_stock_is_drawn_where_there_is_room() -> None:
    assert "││" in "\n".join(text(table(*map(sign, range(6))), WIDE))
    assert "││" not in "\n".join(text(table(*map(sign, range(6))), NORMAL))


@pytest.mark.parametrize("size", [NORMAL, WIDE, NARROW], ids=["normal", "wide", "narrow"])
@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_nothing_jumps_when_cards_turns_and_tokens_change(seats: int, size: tuple[int, int]) -> None:
    before = table(*map(sign, range(seats)))
    shown = sign(0, "Mascherone", "deals", "◂ turn")
    gone = replace(sign(1, None, "out"), tokens=Content())
    virgin = (replace(sign(number, None, "offered"), tokens=Content("●●●v")) for number in range(2, seats))
    after = table(shown, gone, *virgin)
    assert drawn(before, size).places == drawn(after, size).places

    def places(surface: Surface) -> list[tuple[int, int]]:
        lines = text(surface, size)
        return sorted((row, at.start()) for row, line in enumerate(lines) for at in re.finditer(r"Nina\d\d", line))

    assert places(before) == places(after)


def test_the_others_sit_clockwise_from_the_one_at_the_bottom() -> None:
    bottom, left, top, right = drawn(table(*map(sign, range(4))), NORMAL).places
    assert left[0] < bottom[0] == top[0] < right[0]
    assert top[1] < left[1] == right[1] < bottom[1]


def test_names_are_at_the_edge_and_cards_towards_the_middle() -> None:
    lines = text(table(*map(sign, range(2))), NORMAL)
    assert "Nina01" in lines[0]
    assert "Nina00" in lines[-1]


def test_a_card_that_all_see_has_brackets_where_it_has_no_picture() -> None:
    signs = [replace(sign(0, "XV"), open_=True), *map(sign, range(1, 9))]
    (line,) = (line for line in text(table(*signs), NARROW) if "XV" in line)
    assert re.search(r"\[ XV . \]", line)


@pytest.mark.parametrize("first", [0, 7, 29])
def test_a_low_window_lists_the_first_ones_and_counts_the_others(first: int) -> None:
    told = "\n".join(text(table(*map(sign, range(30)), first=first), LOW))
    listed = [int(number) for number in re.findall(r"Nina(\d\d)", told)]
    assert len(listed) == 5
    assert sorted(listed) == sorted((first + step) % 30 for step in range(5))
    assert "+ 25" in told


def test_six_seats_are_all_seen_in_the_lowest_window() -> None:
    told = "\n".join(text(table(*map(sign, range(6))), LOW))
    assert [f"Nina{number:02}" in told for number in range(6)] == [True] * 6
    assert "+" not in told


def test_where_it_is_narrow_what_a_seat_does_comes_before_cards_that_not_all_see() -> None:
    others = tuple(sign(number, BACK, "offered", name="Ninetta") for number in range(1, 30))

    def line_of(first: SeatSign) -> str:
        return next(line for line in text(table(first, *others), NORMAL) if "Ninetta00" in line)

    own = line_of(sign(0, "VIII", "offered", name="Ninetta"))
    assert own.count("offered") == 3
    assert "VIII" not in own and "▒" not in own
    seen = line_of(replace(sign(0, "VIII", "offered", name="Ninetta"), open_=True))
    assert "VIII" in seen


def test_where_it_is_narrower_still_signs_stand_for_words() -> None:
    (first, *_) = text(table(*(sign(number, BACK, "offered", name="Ninetta") for number in range(30))), LOW)
    assert re.findall(r"Ninetta00 ●●○ +(\w+)", first) == ["o"]


def test_plain_characters_are_enough() -> None:
    surface = table(*map(sign, range(6)), style=Style.ASCII)
    told = "\n".join(text(replace(surface, centre=(), picture=()), NORMAL))
    assert told.replace("▲", "").replace("●", "").replace("○", "").isascii()
    assert told.count("+--+") == 12
