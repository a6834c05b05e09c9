"""The reader of rule book pages, and that the pages say all they must."""

from dataclasses import fields
from importlib.resources import files
from pathlib import Path

import pytest

from cucco_tui import rulebook
from cucco_tui.games import find_game, register
from cucco_tui.rulebook import BrokenPage, Page, Paragraph, Section, load, parse, plain

LANGUAGES = ("en", "it")

SHARED = (*(f"PACK-{number}" for number in range(1, 6)), "DEAL-1", "DEAL-3", "LORE-8")
"""What every page tells."""

OF_ALL = {
    "exchange": (*(f"EX-{number}" for number in range(1, 13)), "LORE-1", "LORE-2", "LORE-4", "LORE-5"),
    "trick": tuple(f"TRICK-{number}" for number in range(1, 6)),
}
"""What every page of a kind of games tells besides."""

LORE = {
    "cuckoo": ("LORE-6",),
    "cucu": ("DEAL-2", "LORE-3"),
    "stu": ("DEAL-2", "LORE-3", "LORE-7"),
    "cucuspiel": ("DEAL-2", "LORE-3"),
    "coch": ("LORE-1", "LORE-3", "LORE-4", "LORE-6"),
    "zifuli": ("LORE-1", "LORE-3", "LORE-4", "LORE-6", "COCH-1", *(f"COCH-{number}" for number in range(4, 10))),
    "coteccio": ("LORE-5", "LORE-7"),
}
"""What some pages tell besides the clauses of their games."""

GAMES = tuple(register())


def own_clauses(game: str) -> list[str]:
    """Read from the list of clauses those of a game: they stand under a comment that ends with its id in brackets."""
    clauses = Path(__file__).parents[1] / "clauses.txt"
    *_, mine = clauses.read_text(encoding="utf-8").partition(f"({game})\n")
    return mine.partition("#")[0].split()


GOOD = """\
# Snap

> Be quick,
> be loud.

## Play

Everybody shouts at once,
and that is all. {SNA-1, SNA-2 · PT-X, ours}
## End

Nobody wins. {· DE}
"""


def paragraphs(page: Page) -> list[Paragraph]:
    """List the paragraphs of all sections."""
    return [paragraph for section in page.sections for paragraph in section.paragraphs]


# --- the reader ---


def test_reads_title_story_sections_and_tags() -> None:
    """Everything the format has, with a wrapped paragraph, a wrapped story and a tag without clauses."""
    assert parse(GOOD) == Page(
        "Snap",
        (
            Section(
                "Play",
                (Paragraph("Everybody shouts at once, and that is all.", ("SNA-1", "SNA-2"), ("PT-X", "ours")),),
            ),
            Section("End", (Paragraph("Nobody wins.", (), ("DE",)),)),
        ),
        "Be quick, be loud.",
    )


def test_line_ends_and_missing_story_do_not_matter() -> None:
    """A page from a Windows editor reads the same; a page needs no story."""
    without = GOOD.replace("> Be quick,\n> be loud.\n", "")
    assert parse(without.replace("\n", "\r\n")) == parse(without)
    assert parse(without).story == ""


@pytest.mark.parametrize(
    ("source", "line", "reason"),
    [
        ("", 1, "without a title"),
        ("# Snap\n", 1, "without a title or a section"),
        ("Hello. {· DE}\n", 1, "must begin with"),
        ("# Snap\n\n# Snip\n", 3, "second title"),
        ("# Snap\n\nHello.\nYou. {· DE}\n", 4, "before the first section"),
        ("# Snap\n## Play\n\n> Late.\n", 4, "the story stands once"),
        ("# Snap\n\n> One.\n\n> Two.\n", 5, "the story stands once"),
        ("# Snap\n### Play\n", 2, "a heading is"),
        ("# Snap\n## \n", 2, "a heading is"),
        ("# Snap\n## Play\n\n## End\n\nNo. {· DE}\n", 4, "'Play' is empty"),
        ("# Snap\n## Play\n\n", 3, "'Play' is empty"),
        ("# Snap\n## Play\n\nNo tag\nhere.\n\nNo. {· DE}\n", 5, "must end with one tag"),
        ("# Snap\n## Play\nTwo {· DE} tags. {· DE}\n", 3, "must end with one tag"),
        ("# Snap\n## Play\nNo dot. {SNA-1}\n", 3, "must end with one tag"),
        ("# Snap\n## Play\n{SNA-1 · DE}\n", 3, "must end with one tag"),
        ("# Snap\n## Play\nOdd id. {SNA-1, sna2 · DE}\n", 3, "'sna2' is no clause id"),
        ("# Snap\n## Play\nGap. {SNA-1,, SNA-2 · DE}\n", 3, "'' is no clause id"),
        ("# Snap\n## Play\nNobody says so. {SNA-1 ·}\n", 3, "names no source"),
        ("# Snap\n## Play\nGap. {SNA-1 · DE, }\n", 3, "names no source"),
        ("# Snap\n## Play\nRed \x1b[31m. {· DE}\n", 3, "control character"),
    ],
)
def test_a_broken_page_is_refused_with_its_line(source: str, line: int, reason: str) -> None:
    """The message names page and line."""
    with pytest.raises(BrokenPage, match=reason) as caught:
        parse(source, "en/snap.md")
    assert caught.value.line == line
    assert str(caught.value).startswith(f"en/snap.md, line {line}: ")


def test_an_unknown_language_falls_back_to_english() -> None:
    """A missing translation, an odd name and a hostile one give the English page."""
    for language in ("tlh", "", "../it"):
        assert load("cuckoo", language) == load("cuckoo", "en")


@pytest.mark.parametrize("game", ["whist", "", "../en/cuckoo", "cuckoo.md", "en/cuckoo"])
def test_a_game_without_a_page_is_a_key_error(game: str) -> None:
    """Also a name that tries to leave the folder."""
    with pytest.raises(KeyError):
        load(game, "en")


# --- plain text ---


def test_plain_text_puts_the_tag_in_brackets() -> None:
    """The whole of a small page."""
    assert plain(parse(GOOD), 40) == (
        "Snap\n====\n\n"
        "Play\n----\n\n"
        "Everybody shouts at once, and that is\nall. [SNA-1, SNA-2 · PT-X, ours]\n\n"
        "End\n---\n\n"
        "Nobody wins. [DE]\n"
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [22, 40, 78, 200])
def test_plain_text_keeps_to_the_width(game: str, language: str, width: int) -> None:
    """No line is too long, nothing is lost, and no escape sequence or other control character goes to the terminal."""
    page = load(game, language)
    text = plain(page, width)
    assert max(map(len, text.splitlines())) <= width
    assert text.replace("\n", "").isprintable()
    words = " ".join(text.split())
    assert all(paragraph.text in words for paragraph in paragraphs(page))


# --- the pages ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_these_are_all_pages(language: str) -> None:
    """No page goes untested, and none is missing in a language."""
    names = [page.name for page in files(rulebook).joinpath(language).iterdir()]
    assert sorted(names) == sorted(f"{game}.md" for game in GAMES)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_told(game: str, language: str) -> None:
    """The clauses of the game, those it shares with others, and the lore stand in the page."""
    told = {clause for paragraph in paragraphs(load(game, language)) for clause in paragraph.clauses}
    own = own_clauses(game)
    assert own
    assert {*SHARED, *OF_ALL[register()[game].kind], *own, *LORE.get(game, ())} - told == set()


@pytest.mark.parametrize("game", GAMES)
def test_the_languages_tell_the_same(game: str) -> None:
    """As many sections and paragraphs, with the same tags in the same order."""
    english, italian = (
        [
            [(paragraph.clauses, paragraph.sources) for paragraph in section.paragraphs]
            for section in load(game, language).sections
        ]
        for language in LANGUAGES
    )
    assert english == italian


@pytest.mark.parametrize("game", GAMES)
def test_the_languages_tell_the_same_numbers(game: str) -> None:
    """A figure corrected in one language is corrected in the other (2.9 is 2,9 in Italian)."""
    for english, italian in zip(*(paragraphs(load(game, language)) for language in LANGUAGES), strict=True):
        if "sim" in english.sources:
            assert numbers(english.text) <= numbers(italian.text), english.text


def numbers(text: str) -> set[str]:
    """Find the figures in a text, one way of writing decimals."""
    words = (word.strip(".,;:()") for word in text.replace(",", ".").split())
    return {word for word in words if word[:1].isdigit()}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_house_rule_has_its_paragraph(game: str, language: str) -> None:
    """One section's paragraphs begin with the names of the options, in the order of the forms."""
    options = tuple(option.name for option in fields(find_game(game).rules))
    assert options in map(names, load(game, language).sections)


@pytest.mark.parametrize("game", [game for game in GAMES if len(find_game(game).presets) > 1])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_of_playing_has_its_paragraph(game: str, language: str) -> None:
    """Where there are several presets, one section's paragraphs begin with their names."""
    presets = tuple(preset.id for preset in find_game(game).presets)
    assert presets in map(names, load(game, language).sections)


def names(section: Section) -> tuple[str, ...]:
    """Find the names that paragraphs of a section begin with."""
    starts = (paragraph.text.split(":")[0] for paragraph in section.paragraphs)
    return tuple(start for start in starts if " " not in start)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("language", "ours"), [("en", "our"), ("it", "nostr")])
def test_our_own_choices_are_called_so(game: str, language: str, ours: str) -> None:
    """Where no source decides, the text says whose choice it is, not the tag alone."""
    for paragraph in paragraphs(load(game, language)):
        if "ours" in paragraph.sources:
            assert any(word.startswith(ours) for word in paragraph.text.lower().split()), paragraph.text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_source_stands_in_the_bibliography(game: str, language: str) -> None:
    """Each abbreviation is explained by a paragraph of the last section that begins with it."""
    page = load(game, language)
    used = {source for paragraph in paragraphs(page) for source in paragraph.sources}
    assert used == set(names(page.sections[-1]))


@pytest.mark.parametrize("game", GAMES)
def test_pages_exist_for_the_languages(game: str) -> None:
    """The Italian page is no fallback, and each has its story."""
    english, italian = (load(game, language) for language in LANGUAGES)
    assert english.title != italian.title
    assert english.story
    assert italian.story


def test_the_docstring_shows_the_format_that_is_read() -> None:
    """The example in the module's docstring is a page."""
    assert rulebook.__doc__ is not None
    example = rulebook.__doc__.split("edit:\n")[1].split("\nNothing else")[0]
    page = parse("\n".join(line.strip() for line in example.splitlines()))
    assert page.sections[0].paragraphs[0].clauses == ("CK-5", "EX-5")
    assert page.sections[0].paragraphs[-1] == Paragraph("A paragraph without a clause keeps the dot.", (), ("DE",))
