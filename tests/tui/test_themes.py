"""Everybody can read what is written and tell the colours apart, and nothing is told by colour alone."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import astuple, replace
from itertools import combinations
from pathlib import Path

import pytest
from textual.color import Color
from textual.theme import Theme

from cucco_tui.cards.faces import INKS
from cucco_tui.engine.seats import Direction
from cucco_tui.engine.state import Reason
from cucco_tui.locale import words
from cucco_tui.storage.settings import LANGUAGES, Settings
from cucco_tui.tui import people
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.people import ASCII_SIGNS, COLOURS, MARKS, SIGNS, badge
from cucco_tui.tui.screens.choosing import direction_sign
from cucco_tui.tui.screens.packs import VERDICTS
from cucco_tui.tui.themes import THEMES
from cucco_tui.tui.widgets.rows import ASCII_MARKS, UNICODE_MARKS
from cucco_tui.tui.widgets.rungs import ASCII, UNICODE
from cucco_tui.tui.widgets.tokens import tokens
from tests.tui.terminal import Terminal
from tests.tui.test_looks import PLAIN_NAMES, Walk, save_a_deal, through_the_pages, walk

MEASURED = [theme for theme in THEMES if not theme.ansi]
"""The themes that bring their colours along; those of a terminal are its owner's."""

Rgb = tuple[float, float, float]
Matrix = tuple[Rgb, Rgb, Rgb]

# Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency, IEEE
# Transactions on Visualization and Computer Graphics 15 (2009); their matrices for severity 1.0, for linear RGB.
SIGHTS: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}

JUST_SEEN = 2.3
"""The least distance between two colours in CIE L*a*b* (1976) that people notice when they lie side by side."""
LEAST_DISTANCE = 6 * JUST_SEEN
"""Colours that do not lie side by side must be further apart."""

LEAST_CONTRAST = 4.5
"""WCAG 2.2, success criterion 1.4.3 (AA), for text; 1.4.6 (AAA) asks for 7."""


def linear(colour: Color) -> Rgb:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return red, green, blue


def luminance(colour: Color) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def times(matrix: Matrix, colour: Rgb) -> Rgb:
    one, two, three = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, colour, strict=True)))) for row in matrix)
    return one, two, three


TO_XYZ: Matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE: Rgb = (0.9505, 1.0, 1.089)


def lab(colour: Color, sight: Matrix) -> Rgb:
    """Give a colour's place in CIE L*a*b*, as somebody with this sight sees it."""
    seen = times(sight, linear(colour))
    xyz = (sum(a * b for a, b in zip(row, seen, strict=True)) for row in TO_XYZ)
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (value / white for value, white in zip(xyz, WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Color, other: Color, sight: Matrix) -> float:
    pairs = zip(lab(one, sight), lab(other, sight), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def test_we_measure_as_others_do() -> None:
    """By values that can be looked up: black on white, #777777 on white, the axes of L*a*b*."""
    black, white = Color.parse("#000000"), Color.parse("#ffffff")
    assert contrast(black, white) == pytest.approx(21)
    assert contrast(Color.parse("#777777"), white) == pytest.approx(4.48, abs=0.01)
    assert distance(black, white, SIGHTS["usual"]) == pytest.approx(100, abs=0.1)
    assert lab(Color.parse("#ff0000"), SIGHTS["usual"]) == pytest.approx((53.2, 80.1, 67.2), abs=0.2)
    # The red and the green of traffic lights come close for those who cannot tell them apart, and only for them.
    red, green = Color.parse("#a03000"), Color.parse("#4a5a00")
    assert distance(red, green, SIGHTS["deuteranopia"]) < LEAST_DISTANCE < distance(red, green, SIGHTS["usual"])


def families(theme: Theme) -> dict[str, list[str]]:
    """Give the colours that must be told apart, family by family."""
    variables = theme.variables
    assert theme.error and theme.success
    return {
        "players": [variables[f"player-{number}"] for number in range(COLOURS)],
        "inks": [variables[f"card-{ink}"] for ink in INKS],
        "right and wrong": [theme.error, theme.success],
    }


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", MEASURED, ids=lambda theme: theme.name)
def test_colours_are_told_apart_by_everybody(theme: Theme, sight: str) -> None:
    for family, colours in families(theme).items():
        for one, other in combinations(colours, 2):
            apart = distance(Color.parse(one), Color.parse(other), SIGHTS[sight])
            assert apart >= LEAST_DISTANCE, f"{family}: {one} and {other} are {apart:.1f} apart"


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_no_two_players_have_one_colour(theme: Theme) -> None:
    assert len(set(families(theme)["players"])) == COLOURS


def test_what_colours_say_is_said_by_signs_and_words_too() -> None:
    assert len(set(SIGNS)) == len(set(ASCII_SIGNS)) == len(SIGNS) > COLOURS
    for first, ascii_only in ((seat, ascii_only) for seat in range(30) for ascii_only in (True, False)):
        # Neighbours at the table, and all whose turns come soon.
        signs = {badge((first + step) % 30, ascii_only=ascii_only).sign for step in range(len(SIGNS))}
        assert len(signs) == len(SIGNS)
    for language in LANGUAGES:
        say = words(language)
        assert len({say(key) for key, _ in VERDICTS.values()}) == len(VERDICTS)


# --- What stands on the pages ---------------------------------------------------------------------------------------

Ink = tuple[Color, Color]


def pieces(walk: Walk) -> Iterator[tuple[str, Color, Color]]:
    """Give what is written on the page, with its colour and that of its ground; lines and bars are not written."""
    for strip in walk.screen._compositor.render_strips():
        for segment in strip:
            text = re.sub(r"[\s\u2500-\u259f]+", " ", segment.text).strip()
            if not text:
                continue
            style = segment.style
            assert style is not None and style.color is not None and style.bgcolor is not None, text
            assert not style.dim, text
            ink, ground = (Color.from_rich_color(colour) for colour in (style.color, style.bgcolor))
            yield (text, ground, ink) if style.reverse else (text, ink, ground)


async def read_in_every_theme(walk: Walk, page: str) -> None:
    walk.app.tell_trouble(Reason("faces.unreadable", {"file": "mine.txt"}))
    for theme in MEASURED:
        walk.app.theme = theme.name
        await walk.settle()
        least = 7 if theme.name == "contrast" else LEAST_CONTRAST
        seen = list(pieces(walk))
        assert seen
        for text, ink, ground in seen:
            found = contrast(ink, ground)
            assert found >= least, f"{page} in {theme.name}: {text!r} {ink.hex} on {ground.hex} has {found:.2f}"
    walk.app.clear_notifications()


def test_every_page_can_be_read_in_every_theme(home: Path) -> None:
    walk(home, read_in_every_theme, PLAIN_NAMES, size=(120, 40))


@pytest.mark.parametrize("game", ["cuckoo", "cucu", "coch", "coteccio"])
def test_every_page_of_a_match_can_be_read_in_every_theme(home: Path, game: str) -> None:
    seen: set[str] = set()

    async def look(walk: Walk, page: str) -> None:
        seen.add(page)
        await read_in_every_theme(walk, page)

    walk(home, look, PLAIN_NAMES, game, size=(120, 40))
    assert seen >= {"CurtainPage", "HandPage", "LookPage", "SettlementPage"}


# --- The terminal's own colours -------------------------------------------------------------------------------------

STYLE = re.compile(rb"\x1b\[([0-9;:]*)m")
OWN = {*map(str, (*range(30, 38), 39, *range(40, 48), 49, *range(90, 98), *range(100, 108)))}
NOT_COLOURS = {"", *map(str, range(30))}


def codes(terminal: Terminal) -> set[str]:
    return {code for style in STYLE.findall(terminal.raw) for code in re.split("[;:]", style.decode())}


def choose(home: Path, theme: str) -> None:
    (home / "settings.toml").write_text(f'theme = "{theme}"\n', encoding="utf-8")


def test_the_terminal_keeps_its_own_colours(home: Path) -> None:
    save_a_deal(home)
    choose(home, "terminal")
    with Terminal(home) as terminal:
        through_the_pages(terminal)
    assert codes(terminal) <= OWN | NOT_COLOURS
    assert codes(terminal) & {"31", "33", "36"}


@pytest.mark.parametrize("theme", ["terminal", "contrast"])
def test_without_colours_each_theme_has_none(home: Path, theme: str) -> None:
    save_a_deal(home)
    choose(home, theme)
    with Terminal(home, env={"NO_COLOR": "1"}) as terminal:
        seen = through_the_pages(terminal)
    assert codes(terminal) <= NOT_COLOURS | {"39", "49"}
    assert "3♦" in seen


def test_a_terminal_of_one_colour_shows_the_terminals_theme(home: Path) -> None:
    save_a_deal(home)
    choose(home, "terminal")
    with Terminal(home, env={"TERM": "vt220", "COLORTERM": ""}) as terminal:
        seen = through_the_pages(terminal)
    assert "3 of diamonds" in seen


def test_the_terminals_colours_can_be_chosen_while_the_program_runs(home: Path) -> None:
    async def go() -> None:
        app = CuccoApp(replace(Settings(), cover_after=0, language="en"))
        async with app.run_test(size=(80, 24)) as pilot:
            steps = Walk(app, pilot, home, PLAIN_NAMES)
            await steps.settle()
            for theme, own in (("terminal", True), ("cloth", False), ("terminal", True)):
                app.theme = theme
                await steps.settle()
                colours = [
                    style.color for strip in app.screen._compositor.render_strips() for _, style, _ in strip if style
                ]
                assert all(colour is None or colour.triplet is None for colour in colours) == own

    asyncio.run(go())


@pytest.mark.parametrize("language", ["en", "it"])
def test_no_mark_is_also_the_sign_of_a_player(language: str) -> None:
    """Who has won, whose turn it is, what is chosen, what is left: where there is no colour a sign has one meaning."""
    say = words(language)
    for at, signs in enumerate((SIGNS, ASCII_SIGNS)):
        lists = (UNICODE_MARKS, ASCII_MARKS)[at]
        strokes = (UNICODE, ASCII)[at]
        turn = say(("seat.turn", "seat.turn-ascii")[at])
        told = [
            *(mark[at] for mark in MARKS.values()),
            *astuple(lists),
            *strokes.marks.values(),
            *(end for end, _ in strokes.rungs.values()),
            *tokens(2, 3, ascii_only=bool(at)).plain,
            *(direction_sign(direction, ascii_only=bool(at)) for direction in Direction),
            *(sign for sign in turn if not sign.isalpha()),
            say("seat.virgin"),
        ]
        assert len(told) > 15
        assert set(told) & set(signs) == set()


def test_no_page_draws_a_players_sign_for_anything_else() -> None:
    folder = Path(people.__file__).parent
    pages = [path for path in folder.rglob("*.py") if path.name not in ("people.py", "plain.py")]
    assert len(pages) > 40
    for path in pages:
        assert not set(path.read_text(encoding="utf-8")) & set(SIGNS), path
