"""Names in large letters."""

from itertools import combinations

import pytest
from textual.geometry import Size

from cucco_tui.cards.faces import Style
from cucco_tui.tui.widgets.letters import ACCENTS, DRAWN, large, written_large


@pytest.mark.parametrize("style", Style)
def test_every_letter_is_as_tall_as_the_others_and_like_none_of_them(style: Style) -> None:
    faces = {letter: large(f"H{letter}", style) for letter in DRAWN if letter != "’"}
    for letter, face in faces.items():
        assert face is not None, letter
        assert len(face) == (3 if style is Style.UNICODE else 5)
        assert len({len(line) for line in face}) == 1, letter
    for one, other in combinations(faces, 2):
        assert faces[one] != faces[other], (one, other)


def test_a_name_is_written_as_its_letters_are_drawn() -> None:
    assert large("Li", Style.UNICODE) == ["▄    ▄▄▄", "█     █ ", "█▄▄▄ ▄█▄"]
    assert large("li", Style.ASCII) == ["#    ###", "#     # ", "#     # ", "#     # ", "#### ###"]


def test_an_accent_stands_above_its_letter() -> None:
    plain, accented = large("E", Style.UNICODE), large("è", Style.UNICODE)
    assert plain is not None and accented is not None
    assert plain[1:] == accented[1:]
    assert (plain[0], accented[0]) == ("▄▄▄▄", "▄█▄▄")
    seen = {tuple(large(f"o{accent}", Style.UNICODE) or ()) for accent in ACCENTS}
    assert len(seen) == len(ACCENTS)
    assert () not in seen


@pytest.mark.parametrize(("letter", "top"), [("ï", "█▄█"), ("î", "▄█▄"), ("í", "▄▄█"), ("Å", "▀██▀"), ("ý", "▄  ▀▄")])
def test_an_accent_is_as_wide_as_its_letter(letter: str, top: str) -> None:
    face = large(letter, Style.UNICODE)
    assert face is not None
    assert len({len(line) for line in face}) == 1
    assert face[0] == top


@pytest.mark.parametrize("name", ["漢字", "Ann€", "[/]", "o\u0323"])
def test_a_name_with_other_letters_is_not_drawn(name: str) -> None:
    assert large(name, Style.UNICODE) is None
    assert written_large(name, "▲", Size(200, 60), Style.UNICODE) is None


def test_the_letters_need_room() -> None:
    written = written_large("Anna", "▲", Size(80, 24), Style.UNICODE)
    assert written is not None
    assert [line.count("▲") for line in written.plain.split("\n")] == [0, 2, 0]
    assert written_large("Anna", "▲", Size(80, 22), Style.UNICODE) is None
    assert written_large("Bartolomeo di Campli", "▲", Size(80, 24), Style.UNICODE) is None
