"""Names that are cut: people are still told apart."""

import pytest
from rich.cells import cell_len

from cucco_tui.tui.people import short_names


def test_a_name_that_fits_is_left_alone_and_another_is_cut_at_its_end() -> None:
    assert short_names(["Anna", "Massimiliano", "Maria Luisa"], 8) == ["Anna", "Massimi…", "Maria L…"]
    assert short_names(["Maria Luisa"], 7) == ["Maria…"]


def test_names_that_would_become_equal_keep_their_ends() -> None:
    # 12 cells: five at the end, the ellipsis, six before it.
    names = ["Bartolomeo della Rovere", "Bartolomeo della Scala", "Anna"]
    assert short_names(names, 12) == ["Bartol…overe", "Bartol…Scala", "Anna"]
    assert short_names(["Bartolomeo Colleoni A", "Bartolomeo Colleoni B"], 9) == ["Bart…ni A", "Bart…ni B"]


def test_what_differs_in_the_middle_is_found_where_there_is_room() -> None:
    # The ends are equal but for eleven letters and more.
    names = ["Maria Lucia Anna Rossini", "Maria Lucia Elena Rossini"]
    assert short_names(names, 13) == ["M…nna Rossini", "M…ena Rossini"]
    assert short_names(names, 12) == ["Maria…ssini", "Maria…ssini"]


def test_a_dummy_keeps_its_brackets() -> None:
    names = ["Bartolomeo A", "Bartolomeo B", "(Bartolomeo A)", "(Bartolomeo B)"]
    assert short_names(names, 8) == ["Bart…o A", "Bart…o B", "(Ba…o A)", "(Ba…o B)"]


def test_wide_letters_leave_no_gap_before_the_ellipsis() -> None:
    assert short_names(["漢字漢字漢字"], 6) == ["漢字…"]
    assert short_names(["漢字漢字漢字甲", "漢字漢字漢字乙"], 8) == ["漢字…甲", "漢字…乙"]


@pytest.mark.parametrize("cells", range(-2, 45))
def test_a_short_name_is_never_too_wide(cells: int) -> None:
    names = [
        "Bartolomeo " + "x" * 29,
        "Bartolomeo " + "x" * 28 + "y",
        "漢" * 40,
        "(漢字漢字)",
        "e\u0301" * 20,
        "",
        "Al",
    ]
    assert all(cell_len(name) <= max(0, cells) for name in short_names(names, cells))
