"""The reader of rule book pages, and that the pages say all they must."""

import pytest

from cucco_tui import rulebook
from cucco_tui.rulebook import BrokenPage, Page, Paragraph, Section, load, parse, plain

LANGUAGES = ("en", "it")

CUCKOO_CLAUSES = (
    *(f"CK-{number}" for number in range(1, 15)),
    *(f"EX-{number}" for number in range(1, 13)),
    *(f"PACK-{number}" for number in range(1, 6)),
    *("DEAL-1", "DEAL-3"),
    *("LORE-1", "LORE-2", "LORE-4", "LORE-5", "LORE-6", "LORE-8"),
)
CUCKOO_OPTIONS = (
    *("tokens", "stake", "blockers", "stock_king_blocks", "double_cut", "all_out"),
    *("fast", "seconds", "expose_kings", "fixed_dealer"),
)
CUCKOO_PRESETS = (
    *("cuckoo", "chase-the-ace", "five-lives", "no-block", "double-cut", "fast", "coucou", "saltacavallo"),
)
WAYS, HOUSE_RULES = 12, 13
"""Which sections of the Cuckoo page tell the presets and the house rules."""

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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [20, 40, 78, 200])
def test_plain_text_keeps_to_the_width(language: str, width: int) -> None:
    """No line is too long, nothing is lost, and no escape sequence or other control character goes to the terminal."""
    page = load("cuckoo", language)
    text = plain(page, width)
    assert max(map(len, text.splitlines())) <= width
    assert text.replace("\n", "").isprintable()
    words = " ".join(text.split())
    assert all(paragraph.text in words for paragraph in paragraphs(page))


# --- the pages ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_of_cuckoo_is_told(language: str) -> None:
    """CK-1 to CK-14, EX-1 to EX-12, PACK-1 to PACK-5, DEAL-1, DEAL-3 and the lore stand in the page."""
    told = {clause for paragraph in paragraphs(load("cuckoo", language)) for clause in paragraph.clauses}
    assert set(CUCKOO_CLAUSES) <= told


def test_the_languages_tell_the_same() -> None:
    """As many sections and paragraphs, with the same tags in the same order."""
    english, italian = (
        [
            [(paragraph.clauses, paragraph.sources) for paragraph in section.paragraphs]
            for section in load("cuckoo", language).sections
        ]
        for language in LANGUAGES
    )
    assert english == italian


def test_the_languages_tell_the_same_numbers() -> None:
    """A figure corrected in one language is corrected in the other (2.9 is 2,9 in Italian)."""
    for english, italian in zip(*(paragraphs(load("cuckoo", language)) for language in LANGUAGES), strict=True):
        if "sim" in english.sources:
            assert numbers(english.text) <= numbers(italian.text), english.text


def numbers(text: str) -> set[str]:
    """Find the figures in a text, one way of writing decimals."""
    words = (word.strip(".,;:()") for word in text.replace(",", ".").split())
    return {word for word in words if word[:1].isdigit()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_of_playing_and_house_rule_has_its_paragraph(language: str) -> None:
    """A paragraph begins with its name, in the order of the forms."""
    sections = load("cuckoo", language).sections
    assert names(sections[WAYS]) == CUCKOO_PRESETS
    assert names(sections[HOUSE_RULES]) == CUCKOO_OPTIONS


def names(section: Section) -> tuple[str, ...]:
    """Find the names that paragraphs of a section begin with."""
    starts = (paragraph.text.split(":")[0] for paragraph in section.paragraphs)
    return tuple(start for start in starts if " " not in start)


@pytest.mark.parametrize(("language", "ours"), [("en", "our"), ("it", "nostr")])
def test_our_own_choices_are_called_so(language: str, ours: str) -> None:
    """Where no source decides, the text says whose choice it is, not the tag alone."""
    for paragraph in paragraphs(load("cuckoo", language)):
        if "ours" in paragraph.sources:
            assert ours in paragraph.text, paragraph.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_source_stands_in_the_bibliography(language: str) -> None:
    """Each abbreviation is explained by a paragraph of the last section that begins with it."""
    page = load("cuckoo", language)
    used = {source for paragraph in paragraphs(page) for source in paragraph.sources}
    assert used == set(names(page.sections[-1]))


def test_pages_exist_for_the_languages() -> None:
    """The Italian page is no fallback, and each has its story."""
    english, italian = (load("cuckoo", language) for language in LANGUAGES)
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
