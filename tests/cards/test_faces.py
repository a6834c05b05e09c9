"""The faces of the cards: those of the program, and what is told of a file that is broken."""

import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from cucco_tui.cards import faces as module
from cucco_tui.cards.faces import (
    BACK,
    INKS,
    FaceFault,
    Faces,
    FacesError,
    Size,
    Style,
    check_faces,
    faces_text,
    packaged_text,
    read_faces,
)
from cucco_tui.cards.packs import CUCCO, CUCCO_38, CUCCO_KINDS, FRENCH, ITALIAN, Pack
from cucco_tui.games import register

# RULES 1 and 5.
KILLE = Pack(
    "kille",
    (
        *("Harlekin", "Kuku", "Husar", "Husu", "Kavall", "Vardshus"),
        *map(str, range(12, 0, -1)),
        *("Krans", "Blompotta", "Blaren"),
    ),
    copies=2,
)
GNAV = Pack(
    "gnav",
    (
        *("Gjok", "Dragon", "Katt", "Hest", "Hus"),
        *("XII", "XI", "X", "VIIII", "VIII", "VII", "VI", "V", "IIII", "III", "II", "I", "0"),
        *("Potte", "Ugle", "Narr"),
    ),
    copies=2,
)

SUITED = [FRENCH, ITALIAN]
REGISTERED = {preset.pack.id: preset.pack for game in register().values() for preset in game.presets}
PACKS = list({pack.id: pack for pack in (*REGISTERED.values(), *SUITED, CUCCO, CUCCO_38, KILLE, GNAV)}.values())
SHEETS = [pytest.param(*sheet, id="-".join([sheet[0].id, *sheet[1:]])) for sheet in product(PACKS, Size, Style)]
SUITED_SHEETS = [sheet for sheet in SHEETS if sheet.values[0] in SUITED]
TALL = [sheet for sheet in SUITED_SHEETS if Size.LINE not in sheet.values]


@pytest.fixture(scope="module")
def faces() -> Faces:
    return read_faces(faces_text(), PACKS)


def all_faces(faces: Faces, pack: Pack, size: Size, style: Style) -> dict[str, tuple[str, ...]]:
    return {code: faces.face(pack.id, code, size, style) for code in (*pack.kinds, BACK)}


# --- the program's own faces ---


@pytest.mark.parametrize(("pack", "size", "style"), SHEETS)
class TestOurFaces:
    def test_all_take_the_declared_cells(self, faces: Faces, pack: Pack, size: Size, style: Style) -> None:
        width, height = faces.cells(pack.id, size, style)
        for code, lines in all_faces(faces, pack, size, style).items():
            assert len(lines) == height, code
            for line in lines:
                assert cell_len(line) == len(line), code
                assert len(line) == width or (size is Size.LINE and 0 < len(line) < width), code

    def test_hold_only_plain_characters(self, faces: Faces, pack: Pack, size: Size, style: Style) -> None:
        text = "".join("".join(lines) for lines in all_faces(faces, pack, size, style).values())
        assert text.isprintable()
        assert style is Style.UNICODE or text.isascii()
        # Apple's Terminal shows gaps in double borders and half blocks; a shade has no edge to show one.
        assert not re.search("[\u2550-\u256c\u2580-\u258f\u2594-\u259f]", text)

    def test_are_told_apart(self, faces: Faces, pack: Pack, size: Size, style: Style) -> None:
        seen = all_faces(faces, pack, size, style)
        assert len(set(seen.values())) == len(pack.kinds) + 1


@pytest.mark.parametrize(("pack", "size", "style"), SUITED_SHEETS)
def test_a_face_tells_the_suit_without_colour(faces: Faces, pack: Pack, size: Size, style: Style) -> None:
    signs = {
        suit: set.intersection(
            *(set("".join(face(faces, pack, code, size, style))) for code in pack.kinds if code[-1] == suit)
        )
        for suit in {code[-1] for code in pack.kinds}
    }
    for suit, others in product(signs, signs):
        assert suit == others or signs[suit] - signs[others], (suit, others)


def face(faces: Faces, pack: Pack, code: str, size: Size, style: Style) -> tuple[str, ...]:
    return faces.face(pack.id, code, size, style)


@pytest.mark.parametrize(("pack", "size", "style"), TALL)
def test_the_rank_stands_in_two_corners(faces: Faces, pack: Pack, size: Size, style: Style) -> None:
    for code in pack.kinds:
        rank = "10" if code[0] == "T" else code[0]
        lines = face(faces, pack, code, size, style)
        assert lines[1][1:].startswith(rank), code
        assert lines[-2][:-1].endswith(rank), code


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize(("pack", "sign"), [(FRENCH, 1), (ITALIAN, 3)])
def test_numerals_show_as_many_pips_as_they_count(faces: Faces, pack: Pack, sign: int, style: Style) -> None:
    pips = {Style.UNICODE: {"h": "♥", "d": "◉"}, Style.ASCII: {"h": "v", "d": "(o)"}}[style]
    suit = "h" if pack is FRENCH else "d"
    corners = 2 if sign == 1 or style is Style.UNICODE else 0
    for code in pack.kinds:
        if code[-1] == suit and (code[0] == "T" or code[0] in "234567"):
            inside = "".join(line[1:-1] for line in face(faces, pack, code, Size.LARGE, style)[1:-1])
            assert inside.count(pips[suit]) == (10 if code[0] == "T" else int(code[0])) + corners, code


def test_the_italian_pack_is_cut_differently_from_the_french(faces: Faces) -> None:
    for size, style in product([Size.LARGE, Size.MEDIUM], Style):
        french, italian = (face(faces, pack, BACK, size, style) for pack in SUITED)
        assert french[0][0] != italian[0][0]


def test_both_styles_take_the_same_room(faces: Faces) -> None:
    for pack, size in product(PACKS, [Size.LARGE, Size.MEDIUM]):
        assert faces.cells(pack.id, size, Style.UNICODE) == faces.cells(pack.id, size, Style.ASCII)


@pytest.mark.parametrize(
    ("pack", "code", "style", "line"),
    [
        (FRENCH, "Ks", Style.UNICODE, "K♠"),
        (FRENCH, "Td", Style.UNICODE, "10♦"),
        (FRENCH, "Td", Style.ASCII, "10d"),
        (ITALIAN, "Rs", Style.UNICODE, "R†s"),
        (ITALIAN, "1b", Style.ASCII, "1b"),
        (CUCCO, "VIIII", Style.UNICODE, "VIIII"),
        (CUCCO, "XIIII", Style.UNICODE, "XIIII *"),
        (CUCCO, "XV", Style.UNICODE, "XV ∨"),
        (CUCCO_38, "XV", Style.ASCII, "XV v"),
        (CUCCO, "Mascherone", Style.ASCII, "Mascherone"),
        (KILLE, "Vardshus", Style.UNICODE, "Värdshus"),
        (KILLE, "Vardshus", Style.ASCII, "Vardshus"),
        (KILLE, "10", Style.UNICODE, "10"),
        (GNAV, "Gjok", Style.UNICODE, "Gjøk"),
        (GNAV, "0", Style.ASCII, "0"),
    ],
)
def test_a_card_in_a_line(faces: Faces, pack: Pack, code: str, style: Style, line: str) -> None:
    assert face(faces, pack, code, Size.LINE, style) == (line,)


NOWHERE = [
    ("french", "Rd"),
    ("italian", "Ks"),
    ("french", ""),
    ("tarock", "As"),
    ("cucco", "IX"),
    ("cucco-38", "Leone"),
]


@pytest.mark.parametrize(("pack", "code"), NOWHERE)
def test_what_does_not_exist_has_no_face(faces: Faces, pack: str, code: str) -> None:
    with pytest.raises(KeyError):
        faces.face(pack, code, Size.LARGE, Style.UNICODE)


def test_an_unknown_pack_has_no_cells(faces: Faces) -> None:
    with pytest.raises(KeyError):
        faces.cells("tarock", Size.LARGE, Style.UNICODE)


# --- the cucco pack: no suits, names for some, and cards that must not be taken for each other ---

NUMERALS = ("I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "VIIII", "X")
NUMBERED_PICTURES = ("XI", "XII", "XIII", "XIIII", "XV")
NAMED = tuple(code for code in CUCCO_KINDS if code not in NUMERALS + NUMBERED_PICTURES)
CUCCO_TALL = list(product([Size.LARGE, Size.MEDIUM], Style))


def cells_that_differ(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    width = max(map(len, one + other))
    return sum(
        here != there
        for row, row_of_other in zip(one, other, strict=True)
        for here, there in zip(row.ljust(width), row_of_other.ljust(width), strict=True)
    )


@pytest.mark.parametrize(("size", "style"), CUCCO_TALL)
def test_a_cucco_numeral_has_its_rank_in_two_corners_and_a_picture_in_one(
    faces: Faces, size: Size, style: Style
) -> None:
    for code in NUMERALS + NUMBERED_PICTURES:
        lines = face(faces, CUCCO, code, size, style)
        assert re.match(f"{code}(?![IVX])", lines[1][1:-1]), code
        assert (re.search(f"(?<![IVX]){code}$", lines[-2][1:-1]) is not None) == (code in NUMERALS), code


@pytest.mark.parametrize(("size", "style"), CUCCO_TALL)
def test_the_other_cucco_cards_have_their_name_in_the_edge(faces: Faces, size: Size, style: Style) -> None:
    for code in NAMED:
        lines = face(faces, CUCCO, code, size, style)
        assert "".join(re.findall("[a-zA-Z]", lines[0] + lines[-1])) == code
        assert lines[0][1:].lstrip("─-").startswith(code[:3])


@pytest.mark.parametrize("style", Style)
def test_a_cucco_card_in_a_line_begins_with_its_code(faces: Faces, style: Style) -> None:
    for code in CUCCO.kinds:
        (line,) = face(faces, CUCCO, code, Size.LINE, style)
        # The sign tells a picture from a numeral where only V and X would.
        assert re.fullmatch(f"{code} \\S" if code in NUMBERED_PICTURES else code, line)


@pytest.mark.parametrize(
    ("one", "other", "cells"),
    [
        ("VIIII", "XIIII", {Size.LARGE: 35, Size.MEDIUM: 9, Size.LINE: 2}),
        ("VIII", "XIII", {Size.LARGE: 35, Size.MEDIUM: 9, Size.LINE: 2}),
        ("VII", "XII", {Size.LARGE: 35, Size.MEDIUM: 9, Size.LINE: 2}),
        ("VI", "XI", {Size.LARGE: 35, Size.MEDIUM: 9, Size.LINE: 2}),
        ("V", "XV", {Size.LARGE: 35, Size.MEDIUM: 9, Size.LINE: 2}),
        ("Nulla", "Secchia", {Size.LARGE: 35, Size.MEDIUM: 12, Size.LINE: 5}),
        ("Leone", "Mascherone", {Size.LARGE: 35, Size.MEDIUM: 12, Size.LINE: 5}),
        ("Matto", "Mascherone", {Size.LARGE: 35, Size.MEDIUM: 12, Size.LINE: 5}),
    ],
)
@pytest.mark.parametrize("style", Style)
def test_cucco_cards_are_not_taken_for_each_other(
    faces: Faces, one: str, other: str, cells: dict[Size, int], style: Style
) -> None:
    for size, least in cells.items():
        pair = [face(faces, CUCCO, code, size, style) for code in (one, other)]
        assert cells_that_differ(*pair) >= least, (size, cells_that_differ(*pair))


@pytest.mark.parametrize(("size", "style"), CUCCO_TALL)
def test_no_two_cucco_pictures_look_alike_apart_from_their_ranks(faces: Faces, size: Size, style: Style) -> None:
    drawn_alone = {
        code: tuple(
            re.sub("^[IVX]+|[IVX]+$", "", row[1:-1]).strip() for row in face(faces, CUCCO, code, size, style)[1:-1]
        )
        for code in (*CUCCO.kinds, BACK)
    }
    assert len(set(drawn_alone.values())) == len(CUCCO.kinds) + 1


def test_the_pack_of_38_is_drawn_as_the_one_of_40(faces: Faces) -> None:
    for size, style, code in product(Size, Style, (*CUCCO_38.kinds, BACK)):
        assert face(faces, CUCCO_38, code, size, style) == face(faces, CUCCO, code, size, style)


# --- the kille and gnav packs ---

NORDIC_TALL = list(product([KILLE, GNAV], [Size.LARGE, Size.MEDIUM], Style))


def is_number(code: str) -> bool:
    return re.fullmatch("[0-9]+|[IVX]+", code) is not None


@pytest.mark.parametrize(("pack", "size", "style"), NORDIC_TALL)
def test_a_number_has_its_rank_in_two_corners_and_a_picture_its_name_in_the_edge(
    faces: Faces, pack: Pack, size: Size, style: Style
) -> None:
    for code in pack.kinds:
        lines = face(faces, pack, code, size, style)
        if is_number(code):
            assert re.match(f"{code}(?![IVX0-9])", lines[1][1:-1]), code
            assert re.search(f"(?<![IVX0-9]){code}$", lines[-2][1:-1]), code
        else:
            name = "".join(char for char in lines[0] + lines[-1] if char.isalpha())
            assert name.translate(str.maketrans("äø", "ao")) == code


@pytest.mark.parametrize("style", Style)
def test_a_kille_number_has_as_many_flowers_and_a_gnav_numeral_as_many_notches(faces: Faces, style: Style) -> None:
    flower, notches = ("∘", "∨∧") if style is Style.UNICODE else ("o", "v^")
    for number in range(1, 13):
        assert "".join(face(faces, KILLE, str(number), Size.LARGE, style)).count(flower) == number
    numerals = [code for code in GNAV.kinds if is_number(code)]
    for number, code in enumerate(reversed(numerals)):
        art = "".join(face(faces, GNAV, code, Size.LARGE, style))
        assert sum(art.count(notch) for notch in notches) == number, code


@pytest.mark.parametrize(
    ("pack", "one", "other"),
    [
        (KILLE, "Krans", "Blompotta"),
        (KILLE, "Husar", "Husu"),
        (KILLE, "Harlekin", "Blaren"),
        (KILLE, "Kavall", "Vardshus"),
        (KILLE, "Kuku", "Harlekin"),
        (GNAV, "Hus", "Hest"),
        (GNAV, "Katt", "Ugle"),
        (GNAV, "Potte", "0"),
        (GNAV, "Narr", "Dragon"),
    ],
)
@pytest.mark.parametrize(("size", "cells"), [(Size.LARGE, 30), (Size.MEDIUM, 9)])
@pytest.mark.parametrize("style", Style)
def test_these_pictures_are_not_taken_for_each_other(
    faces: Faces, pack: Pack, one: str, other: str, size: Size, cells: int, style: Style
) -> None:
    pair = [face(faces, pack, code, size, style) for code in (one, other)]
    assert cells_that_differ(*pair) >= cells


@pytest.mark.parametrize(("pack", "size", "style"), NORDIC_TALL)
def test_no_two_cards_look_alike_apart_from_their_names(faces: Faces, pack: Pack, size: Size, style: Style) -> None:
    drawn_alone = {
        code: tuple(
            row.replace(code, " " * len(code)) if is_number(code) else row
            for row in (line[1:-1] for line in face(faces, pack, code, size, style)[1:-1])
        )
        for code in (*pack.kinds, BACK)
    }
    assert len(set(drawn_alone.values())) == len(pack.kinds) + 1


# --- inks ---


def test_every_suit_has_its_ink_and_every_back_is_blue(faces: Faces) -> None:
    inks = {code: faces.ink("french", code) for code in FRENCH.kinds}
    assert [inks[code] for code in ("Ac", "Td", "Kh", "2s")] == ["green", "blue", "red", "black"]
    assert [faces.ink("italian", code) for code in ("1d", "Cc", "Rs", "Fb")] == ["gold", "red", "blue", "green"]
    assert {faces.ink(pack.id, BACK) for pack in PACKS} == {"blue"}
    assert {faces.ink(pack.id, code) for pack in PACKS for code in pack.kinds} == set(INKS)


def test_the_more_particular_name_has_the_ink() -> None:
    text = edited("label %  T=10", "label %  T=10\nink red *\nink gold T*\nink blue *b\nink green Tb")
    faces = read_faces(text, [TINY])
    assert [faces.ink("tiny", code) for code in (*TINY.kinds, BACK)] == ["red", "gold", "blue", "green", "black"]


# --- where the text comes from ---


def test_a_file_may_draw_some_packs_and_leave_the_rest_to_the_program() -> None:
    faces = read_faces(TEXT, [TINY, FRENCH, CUCCO_38], packaged_text())
    assert faces.face("tiny", "1a", Size.LINE, Style.ASCII) == ("1&",)
    assert faces.face("french", "Ks", Size.LINE, Style.UNICODE) == ("K♠",)
    assert faces.face("cucco-38", "XV", Size.LINE, Style.ASCII) == ("XV v",)
    assert check_faces(TEXT.replace("[tiny]", "[french]"), [FRENCH], packaged_text()) != ()


def test_the_file_of_the_user_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own.txt"
    own.write_bytes(b"\xef\xbb\xbf# mine\r\n")
    monkeypatch.setenv(module.VARIABLE, str(own))
    assert faces_text() == "# mine\r\n"
    assert packaged_text().startswith("# The faces of the cards")


@pytest.mark.parametrize("name", ["", None])
def test_without_it_the_program_has_its_own(name: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(module.VARIABLE, name) if name is not None else monkeypatch.delenv(module.VARIABLE, False)
    assert faces_text() == packaged_text()


def test_a_file_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(module.VARIABLE, str(tmp_path / "none.txt"))
    with pytest.raises(FileNotFoundError):
        faces_text()


def test_a_file_in_another_encoding_is_told_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own.txt"
    own.write_bytes("# one\n# two\n# für mich\n".encode("latin-1"))
    monkeypatch.setenv(module.VARIABLE, str(own))
    with pytest.raises(FacesError) as caught:
        faces_text()
    assert caught.value.faults == (FaceFault(3, "faces.not-utf8"),)


# --- what can be written ---

TINY = Pack("tiny", ("1a", "Ta", "1b", "Tb"))
TEXT = """\
# A small pack.
[tiny]
label %  T=10

[tiny unicode]
marks   @  $
suit a  ♣  (♣)
suit b  ♥  (♥)

[tiny ascii]
marks   @  $
suit a  &  (&)
suit b  v  (v)

[tiny large]
cells 7 x 5
frame
:+-----+
:|%%   |
:|     |
:|   %%|
:+-----+

inside *
:
: $$$
:

whole back
:+-----+
:|XXXXX|
:|XX@XX|
:|XXXXX|
:+-----+

[tiny medium]
cells 5 x 3

frame
:+---+
:|%%@|
:+---+

inside 1a Ta Tb
:

inside 1b
: !

whole back
:+---+
:|XXX|
:+---+

[tiny line]
cells 4 x 1

whole *
:%@

whole back
:X
"""


def edited(old: str, new: str, text: str = TEXT) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


def drawn(text: str, code: str, size: Size = Size.LARGE, style: Style = Style.ASCII) -> list[str]:
    return list(read_faces(text, [TINY]).face("tiny", code, size, style))


def test_a_small_pack_as_it_is_drawn() -> None:
    assert check_faces(TEXT, [TINY]) == ()
    assert drawn(TEXT, "Ta") == ["+-----+", "|10   |", "| (&) |", "|   10|", "+-----+"]
    assert drawn(TEXT, "1b", style=Style.UNICODE) == ["+-----+", "|1    |", "| (♥) |", "|    1|", "+-----+"]
    assert drawn(TEXT, BACK) == ["+-----+", "|XXXXX|", "|XX@XX|", "|XXXXX|", "+-----+"]
    assert drawn(TEXT, "1b", Size.MEDIUM) == ["+---+", "|1!v|", "+---+"]
    assert drawn(TEXT, "Tb", Size.LINE) == ["10v"]
    assert read_faces(TEXT, [TINY]).cells("tiny", Size.LINE, Style.ASCII) == (4, 1)


def test_a_rank_in_the_middle_is_centred() -> None:
    text = edited(": $$$\n", ":@%%%@\n")
    assert drawn(text, "1a")[2] == "|& 1 &|"


def test_a_rank_may_be_left_out() -> None:
    text = edited("label %  T=10", "label %  1=")
    assert drawn(text, "1a") == ["+-----+", "|     |", "| (&) |", "|     |", "+-----+"]


def test_windows_line_ends_and_spaces_make_no_difference() -> None:
    other = "\r\n".join("\t " + line + ("  " if ":" not in line else "") for line in TEXT.split("\n"))
    assert [drawn(other, code) for code in TINY.kinds] == [drawn(TEXT, code) for code in TINY.kinds]


def test_spaces_at_the_end_of_a_picture_make_no_difference() -> None:
    text = edited("\n: $$$\n", "\n: $$$     \n", edited(":|XXXXX|\n:|XX@XX|", ":|XXXXX|  \n:|XX@XX|"))
    assert drawn(text, "1a") == drawn(TEXT, "1a")
    assert drawn(text, BACK) == drawn(TEXT, BACK)


def test_the_more_particular_section_wins() -> None:
    more = "\n[tiny large ascii]\ninside T*\n:\n:@ %%\n:\n"
    assert drawn(TEXT + more, "Ta")[2] == "|& 10 |"
    assert drawn(TEXT + more, "1a") == drawn(TEXT, "1a")
    assert drawn(TEXT + more, "Ta", style=Style.UNICODE) == drawn(TEXT, "Ta", style=Style.UNICODE)


def test_the_more_particular_name_wins() -> None:
    more = "\n[tiny large ascii]\n" + "".join(
        f"inside {name}\n:\n: {sign}@\n:\n" for name, sign in {"*": "*", "T*": "r", "*b": "s", "Tb": "c"}.items()
    )
    assert [drawn(TEXT + more, code)[2][2] for code in TINY.kinds] == ["*", "r", "s", "c"]


def test_one_edit_of_a_sign_changes_every_face_of_the_suit() -> None:
    text = edited("suit b  v  (v)", "suit b  w  [w]")
    for size, code in product(Size, TINY.kinds):
        before, after = drawn(TEXT, code, size), drawn(text, code, size)
        changed = [line.replace("(v)", "[w]").replace("v", "w") for line in before]
        assert after == (changed if code[1] == "b" else before)


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.id)
def test_every_face_can_be_written_out_as_a_picture_of_its_own(faces: Faces, pack: Pack) -> None:
    text = ""
    for size, style in product(Size, Style):
        width, height = faces.cells(pack.id, size, style)
        text += f"[{pack.id} {style} {size}]\ncells {width}x{height}\n"
        for code, lines in all_faces(faces, pack, size, style).items():
            text += f"whole {code}\n" + "".join(f":{line}\n" for line in lines)
    again = read_faces(text, [pack])
    for size, style in product(Size, Style):
        assert all_faces(again, pack, size, style) == all_faces(faces, pack, size, style)


PLAIN = Pack("plain", ("Matto", "XII", "12"))
PLAIN_TEXT = """\
[plain]
label %
[plain large]
cells 7 x 1
whole *
:%%%   ?
whole Matto
:the fol
whole back
:XXXXXXX
[plain medium]
cells 3 x 1
whole *
:%%%
whole Matto
: M.
whole back
:XXX
[plain line]
cells 5 x 1
whole *
:%
whole back
:?
"""


def test_a_pack_without_suits_needs_text_and_no_code() -> None:
    faces = read_faces(PLAIN_TEXT, [PLAIN])
    large = {code: faces.face("plain", code, Size.LARGE, Style.UNICODE) for code in PLAIN.kinds}
    assert large == {"Matto": ("the fol",), "XII": ("XII   ?",), "12": ("12    ?",)}
    assert faces.face("plain", "Matto", Size.LINE, Style.ASCII) == ("Matto",)


def test_a_pack_may_use_the_faces_of_another_one() -> None:
    fewer = Pack("fewer", ("Matto", "12"))
    faces = read_faces(PLAIN_TEXT + "[fewer]\nsame as plain\n", [PLAIN, fewer])
    for size, style, code in product(Size, Style, (*fewer.kinds, BACK)):
        assert faces.face("fewer", code, size, style) == faces.face("plain", code, size, style)
        assert faces.cells("fewer", size, style) == faces.cells("plain", size, style)
    with pytest.raises(KeyError):
        faces.face("fewer", "XII", Size.LINE, Style.ASCII)


def test_what_the_other_one_does_not_draw_is_told() -> None:
    text = edited("[plain medium]\ncells 3 x 1\nwhole *", "[plain medium]\ncells 3 x 1\nwhole XII 12", PLAIN_TEXT)
    (unicode, ascii_) = check_faces(text + "[more]\nsame as plain\n", [Pack("more", ("Matto", "X"))])
    assert unicode == FaceFault(11, "faces.missing-face", {"section": "[plain medium unicode]", "code": "X"})
    assert ascii_ == FaceFault(11, "faces.missing-face", {"section": "[plain medium ascii]", "code": "X"})


# --- what can be wrong ---

# What stands in the text, what stands there instead, the line that has the fault, the fault's key, some of its words.
EDITS: list[tuple[str, str, str, str, dict[str, str]]] = [
    ("[tiny]\nlabel %  T=10", "label !\n[tiny]\nlabel %  T=10", "label !", "faces.no-section", {}),
    ("[tiny ascii]", "[tiny acsii]", "[tiny acsii]", "faces.bad-section", {"section": "[tiny acsii]"}),
    ("[tiny ascii]", "[tiny ascii", "[tiny ascii", "faces.bad-section", {}),
    ("[tiny ascii]", "[]", "[]", "faces.bad-section", {}),
    ("[tiny ascii]", "[tiny ascii unicode]", "[tiny ascii unicode]", "faces.bad-section", {}),
    (
        "[tiny line]",
        "[tiny  large]",
        "[tiny  large]",
        "faces.section-twice",
        {"section": "[tiny  large]", "first": "15"},
    ),
    ("cells 5 x 3", "sells 5 x 3", "sells 5 x 3", "faces.unknown-word", {"word": "sells"}),
    ("cells 5 x 3", "cells 5 x 3\n:oh", ":oh", "faces.stray-row", {}),
    ("inside 1b\n: !", "inside 1b", "inside 1b", "faces.empty-picture", {}),
    ("label %  T=10", "label %  T=10\nink pink *a", "ink pink *a", "faces.bad-ink", {"inks": ", ".join(INKS)}),
    ("label %  T=10", "label %  T=10\nink red", "ink red", "faces.bad-ink", {}),
    ("label %  T=10", "label %  T=10\nink red 1b *c", "ink red 1b *c", "faces.unknown-card", {"code": "*c"}),
    ("label %  T=10", "label %  T=10\nink red 1a\nink blue 1a", "ink blue 1a", "faces.ink-twice", {"first": "4"}),
    ("cells 5 x 3", "cells 5 x 3\nink red *a", "ink red *a", "faces.misplaced-ink", {"pack": "tiny"}),
    ("cells 5 x 3", "cells 5 x 3\ncells 7 x 3", "cells 7 x 3", "faces.twice", {"word": "cells"}),
    ("label %  T=10", "label %  T=10\nlabel !", "label !", "faces.twice", {"word": "label"}),
    ("suit b  v  (v)", "suit a  v  (v)", "suit a  v  (v)", "faces.twice", {"word": "suit a"}),
    ("label %  T=10", "label %  T=10\nsame as", "same as", "faces.bad-same", {}),
    ("cells 5 x 3", "cells five", "cells five", "faces.bad-cells", {}),
    ("cells 5 x 3", "cells 0 x 3", "cells 0 x 3", "faces.bad-cells", {}),
    ("cells 4 x 1", "cells 4 x 2", "cells 4 x 2", "faces.bad-cells", {}),
    ("label %  T=10", "label %%  T=10", "label %%  T=10", "faces.bad-label", {}),
    ("label %  T=10", "label %  T", "label %  T", "faces.bad-label", {}),
    ("label %  T=10", "label @  T=10", "label @  T=10", "faces.bad-label", {}),
    ("marks   @  $\nsuit a  &", "marks   @@ $\nsuit a  &", "marks   @@ $", "faces.bad-marks", {}),
    ("suit b  v  (v)", "suit b  v", "suit b  v", "faces.bad-suit", {"marks": "@ $"}),
    ("inside 1b", "inside", "inside", "faces.no-cards", {}),
    ("inside 1b", "inside 1b Ta", "inside 1b Ta", "faces.card-twice", {"code": "Ta", "first": "44"}),
    (": !", ":\x1b!", ":\x1b!", "faces.control-character", {"char": "U+001B"}),
    (": !", ":\t!", ":\t!", "faces.control-character", {"char": "U+0009"}),
    (": !", ":\xa0!", ":\xa0!", "faces.control-character", {"char": "U+00A0"}),
    (": !", ": \u200d", ": \u200d", "faces.control-character", {"char": "U+200D"}),
    ("suit b  ♥  (♥)", "suit b  ♥  🏆", "suit b  ♥  🏆", "faces.wide-character", {"char": "U+1F3C6"}),
    (": !", ":!\ufe0f", ":!\ufe0f", "faces.wide-character", {"char": "U+FE0F"}),
    (": !", ": 牌", ": 牌", "faces.wide-character", {"char": "U+724C"}),
    ("inside 1b", "inside 1b 2b", "inside 1b 2b", "faces.unknown-card", {"code": "2b", "pack": "tiny"}),
    ("inside 1b", "inside 1b 2*", "inside 1b 2*", "faces.unknown-card", {"code": "2*"}),
    ("label %  T=10", "label %  K=10", "label %  K=10", "faces.unknown-rank", {"rank": "K", "pack": "tiny"}),
    ("suit b  v  (v)", "suit b  v  (v)\nsuit x  x  (x)", "suit x  x  (x)", "faces.unknown-suit", {"suit": "x"}),
    ("\nwhole *", "\nwhole 1*", "[tiny line]", "faces.missing-face", {"section": "[tiny line ascii]", "code": "Ta"}),
    ("whole back\n:X\n", "", "[tiny line]", "faces.missing-face", {"code": "back"}),
    ("[tiny large]", "[tiny-large]", "[tiny unicode]", "faces.no-cells", {"section": "[tiny large unicode]"}),
    ("inside 1b\n: !", "whole 1b\n:|   |", "whole 1b", "faces.wrong-height", {"lines": "1", "wanted": "3"}),
    (": $$$\n:", ": $$$", "inside *", "faces.wrong-height", {"lines": "2", "wanted": "3"}),
    (":|%%@|", ":|%%@ |", ":|%%@ |", "faces.wrong-width", {"cells": "6", "wanted": "5"}),
    (":|%%@|", ":|%%@", ":|%%@", "faces.wrong-width", {"cells": "4", "wanted": "5"}),
    (": !", ": !!!", ": !!!", "faces.wrong-width", {"cells": "4", "wanted": "3"}),
    ("\n:%@", "\n:%@!!", ":%@!!", "faces.wrong-width", {"section": "[tiny line ascii]", "cells": "5", "wanted": "4"}),
    ("frame\n:+---+\n:|%%@|\n:+---+\n", "", "inside 1b", "faces.no-frame", {"section": "[tiny medium ascii]"}),
    ("\n:%@", "\n:@", "whole *", "faces.same-face", {"code": "Ta", "other": "1a"}),
    (": $$$", ": @%", "inside *", "faces.wide-rank", {"rank": "10", "cells": "1"}),
    ("suit b  v  (v)\n", "", "inside *", "faces.no-sign", {"mark": "$", "code": "1b"}),
    (": $$$", ": $$", "inside *", "faces.wrong-run", {"marks": "$$", "sign": "(♣)", "cells": "3"}),
    (": !", ": é", ": é", "faces.not-ascii", {"section": "[tiny medium ascii]"}),
    ("suit b  v  (v)", "suit b  ♥  (v)", "suit b  ♥  (v)", "faces.not-ascii", {}),
    ("label %  T=10", "label %  T=Ⅹ", "label %  T=Ⅹ", "faces.not-ascii", {}),
]


@pytest.mark.parametrize(("old", "new", "where", "key", "words"), EDITS)
def test_a_fault_is_told_with_its_line(old: str, new: str, where: str, key: str, words: dict[str, str]) -> None:
    text = edited(old, new)
    lines = text.split("\n")
    assert lines.count(where) == 1
    faults = check_faces(text, [TINY])
    here = [fault for fault in faults if fault.line == lines.index(where) + 1 and fault.key == key]
    assert any(words.items() <= fault.args.items() for fault in here), faults
    assert all("".join(fault.args.values()).isprintable() for fault in faults)
    with pytest.raises(FacesError) as caught:
        read_faces(text, [TINY])
    assert caught.value.faults == faults


@pytest.mark.parametrize("rest", ["same as nobody", "same as other", "same as twin\n[twin large]", "same as"])
def test_a_pack_without_faces_of_its_own_names_one_that_has(rest: str) -> None:
    text = f"{TEXT}\n[other]\nsame as tiny\n[twin]\n{rest}"
    faults = check_faces(text, [Pack("twin", TINY.kinds)])
    assert "faces.bad-same" in {fault.key for fault in faults}


def test_a_pack_of_which_nothing_is_said_is_told() -> None:
    assert check_faces(TEXT, [TINY, FRENCH]) == (FaceFault(1, "faces.missing-pack", {"pack": "french"}),)


def test_a_file_that_draws_nothing_is_told_where_another_would_draw_all() -> None:
    for text in ("", "# mine\n", "[tinny]\n"):
        assert check_faces(text, [FRENCH], packaged_text()) == (FaceFault(1, "faces.nothing"),)
    assert check_faces("noise", [FRENCH], packaged_text())[0].key == "faces.no-section", "that is why"


def test_every_key_is_tried() -> None:
    source = Path(module.__file__).read_text("utf-8")
    tried = {key for *_, key, _ in EDITS} | {"faces.not-utf8", "faces.missing-pack", "faces.nothing"}
    assert set(re.findall(r'"(faces\.[a-z0-9-]+)"', source)) == tried


def test_all_faults_are_told_together_in_the_order_of_lines_and_each_once() -> None:
    text = edited(": $$$", ": $$$$$$", edited(": !", ":!é!é!", edited("cells 4 x 1", "cells")))
    faults = check_faces(text, [TINY])
    assert [fault.line for fault in faults] == sorted(fault.line for fault in faults)
    assert {fault.key for fault in faults} >= {"faces.wrong-width", "faces.bad-cells", "faces.not-ascii"}
    assert len(faults) == len({(fault.line, fault.key, *fault.args.items()) for fault in faults})


def test_the_exception_names_lines_and_keys() -> None:
    assert str(FacesError([FaceFault(3, "faces.twice", {"word": "cells"}), FaceFault(9, "faces.no-cards")])) == (
        "3: faces.twice, 9: faces.no-cards"
    )


LINES = TEXT.split("\n")
ODD_LINES = [
    "[tiny large ascii]",
    "[x]",
    "same as tiny",
    "cells 1 x 1",
    "label @",
    "marks",
    "suit",
    "frame",
    "whole",
    ":",
    "",
]
CHANGES = st.tuples(
    st.integers(0, len(LINES) - 1),
    st.sampled_from(["cut", "double", "insert", "shorten", "add"]),
    st.sampled_from(LINES + ODD_LINES) | st.text(max_size=8),
)


@given(st.lists(CHANGES, min_size=1, max_size=4))
def test_whatever_is_done_to_a_file_it_is_read_or_its_faults_are_told(changes: list[tuple[int, str, str]]) -> None:
    lines = list(LINES)
    for number, change, other in changes:
        at = min(number, len(lines) - 1)
        line = lines[at]
        edits = {
            "cut": [],
            "double": [line, line],
            "insert": [other, line],
            "shorten": [line[: len(line) // 2]],
            "add": [line + other],
        }
        lines[at : at + 1] = edits[change]
        lines = lines or [""]
    text = "\n".join(lines)
    faults = check_faces(text, [TINY])
    assert all(1 <= fault.line <= text.count("\n") + 1 for fault in faults)
    if faults:
        return
    faces = read_faces(text, [TINY])
    for size, style in product(Size, Style):
        width, height = faces.cells(TINY.id, size, style)
        for rows in all_faces(faces, TINY, size, style).values():
            assert len(rows) == height
            assert all(cell_len(row) == width or (size is Size.LINE and cell_len(row) < width) for row in rows)


# --- a pack that nobody has drawn ---


@pytest.mark.parametrize(("size", "style"), list(product(Size, Style)))
def test_a_pack_that_is_not_drawn_has_plain_faces_if_they_are_asked_for(size: Size, style: Style) -> None:
    undrawn = Pack("undrawn", ("Kuku", "Blompotta", "1"), copies=2)
    faces = read_faces(packaged_text(), [undrawn, FRENCH], plain=True)
    width, height = faces.cells("undrawn", size, style)
    for code, lines in all_faces(faces, undrawn, size, style).items():
        text = "".join(lines)
        assert len(lines) == height
        assert all(len(line) == width or size is Size.LINE for line in lines)
        assert (code in text) is (code != BACK)
        assert style is Style.UNICODE or text.isascii()
    assert faces.face("french", "Kh", size, style) == read_faces(packaged_text(), [FRENCH]).face(
        "french", "Kh", size, style
    )
    with pytest.raises(FacesError):
        read_faces(packaged_text(), [undrawn])
