"""Names as people type and paste them."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cucco_tui.engine.names import LONGEST, clean_name
from cucco_tui.engine.record import Header


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Anna", "Anna"),
        ("  Anna  ", "Anna"),
        ("Anna   Maria", "Anna Maria"),
        ("Anna\nMaria", "Anna Maria"),
        ("Anna\r\n\tMaria", "Anna Maria"),
        ("Anna\u2028Maria\u2029", "Anna Maria"),
        ("Anna\xa0Maria\u3000", "Anna Maria"),
        ("[/]", "[/]"),
        ("[bold red]Anna[/]", "[bold red]Anna[/]"),
        ("$name", "$name"),
        ("\x1b[31mAnna\x1b[0m", "[31mAnna[0m"),
        ("\x1b]0;title\x07Anna", "]0;titleAnna"),
        ("\x9b31mAnna", "31mAnna"),
        ("An\x00na", "Anna"),
        ("Anna\x7f\x08", "Anna"),
        ("\u202eannA", "annA"),
        ("\u2066Anna\u2069\u200e\u200f", "Anna"),
        ("\ufeffAnna\u200b\u2060", "Anna"),
        ("An\xadna", "Anna"),
        ("An\u200dna", "Anna"),
        ("Anna\ufe0f", "Anna"),
        ("Anna\ud800", "Anna"),
        ("Anna\ue000", "Anna"),
        ("Anna\U000e0041", "Anna"),
        ("Ze\u0301", "Z\xe9"),
        ("\u1112\u1161\u11ab", "\ud55c"),
        ("José", "José"),
        ("漢字", "漢字"),
        ("אבא", "אבא"),
        ("\u2126", "\u03a9"),
        ("", ""),
        ("   ", ""),
        ("\u200b\u202e\x00", ""),
        ("\u3164\u115f\u1160\uffa0\u2800", ""),
    ],
)
def test_a_name_made_fit_for_the_screen(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    "nothing", ["\u034f", "\ufe00", "\u180b", "\u180f", "\u17b4", "\U000e0100", "\U000e01ef"], ids=ascii
)
def test_marks_that_nobody_can_see_are_no_name(nothing: str) -> None:
    assert clean_name(nothing) == ""
    assert clean_name(f"An{nothing}na") == "Anna"


@pytest.mark.parametrize(
    "typed", ["e\u200d\u0301", "e\u200b\u0301", "\u1112\u200b\u1161", "\u1112\u1160\u1161"], ids=ascii
)
def test_what_meets_when_something_is_taken_out_is_composed(typed: str) -> None:
    cleaned = clean_name(typed)
    assert cleaned == unicodedata.normalize("NFC", cleaned)
    assert clean_name(cleaned) == cleaned


@pytest.mark.parametrize("typed", ["x" * 100, "漢" * 100, "e\u0301" * 100, "ab " * 40, "\u200b" * 60 + "Anna"])
def test_a_long_name_is_cut(typed: str) -> None:
    cleaned = clean_name(typed)
    assert 0 < len(cleaned) <= LONGEST
    assert cleaned == cleaned.strip()


def test_what_is_kept_of_a_long_name_is_its_beginning() -> None:
    assert clean_name("abcdefghij" * 10) == "abcdefghij" * 4
    assert clean_name("x" * LONGEST) == "x" * LONGEST
    assert clean_name("x" * (LONGEST - 1) + " y") == "x" * (LONGEST - 1)


@given(st.text(st.characters(exclude_categories=())))
@example("e\u200d\u0301")
def test_a_cleaned_name_is_clean(typed: str) -> None:
    cleaned = clean_name(typed)
    assert len(cleaned) <= LONGEST
    assert "  " not in cleaned
    assert cleaned == cleaned.strip()
    for char in cleaned:
        assert char == " " or unicodedata.category(char)[0] not in "CZ"
    cleaned.encode()
    assert clean_name(cleaned) == cleaned
    assert unicodedata.is_normalized("NFC", cleaned)


def test_a_header_keeps_the_names_and_shows_them_clean() -> None:
    header = Header(game="cuckoo", players=("Anna\x1b[2J", "\u202eBea", "Ciro"))
    assert header.players == ("Anna\x1b[2J", "\u202eBea", "Ciro")
    assert header.names == ("Anna[2J", "Bea", "Ciro")
