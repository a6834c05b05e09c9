"""The rules in prose: one page per game and language, each paragraph with its clauses and sources.

A page is a Markdown file, `<language>/<game>.md`, that a person can edit:

    # Title

    > One or two sentences for the home screen (optional).

    ## Section

    A paragraph, over as many lines as it needs, up to a blank line. Its tag
    ends it: clause ids, a middle dot, sources. {CK-5, EX-5 · PT-K}

    tokens: the paragraph of a house rule begins with the rule's name. {CK-2 · PT-K}

    A paragraph without a clause keeps the dot. {· DE}

Nothing else is markup: no lists, no emphasis, no braces in the text.
"""

import re
import textwrap
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources import files

FALLBACK = "en"

_NAME = re.compile(r"[\w-]+")
_TAGGED = re.compile(r"(?P<text>[^{}]+?)\s*\{(?P<clauses>[^{}·]*)·(?P<sources>[^{}·]*)\}")
_CLAUSE = re.compile(r"[A-Z]+-[1-9][0-9]*")


class BrokenPage(ValueError):
    """A page that breaks the format; the message gives its name and the line, `line` the number (1-based)."""

    def __init__(self, name: str, line: int, reason: str) -> None:
        super().__init__(f"{name}, line {line}: {reason}")
        self.line = line


@dataclass(frozen=True)
class Paragraph:
    """A paragraph as one line of text, the clauses it tells and the abbreviations of its sources."""

    text: str
    clauses: tuple[str, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """A titled run of paragraphs."""

    title: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True)
class Page:
    """The rule book of one game in one language; `story` is its line for the home screen, often empty."""

    title: str
    sections: tuple[Section, ...]
    story: str = ""


def load(game: str, language: str) -> Page:
    """Read the page of `game` in `language`, or in English where that is missing.

    Raises:
        KeyError: no page tells of this game.
        BrokenPage: the page breaks the format.
    """
    if _NAME.fullmatch(game):
        for folder in (language, FALLBACK):
            page = files(__name__).joinpath(folder, f"{game}.md")
            if _NAME.fullmatch(folder) and page.is_file():
                return parse(page.read_text(encoding="utf-8"), f"{folder}/{game}.md")
    raise KeyError(game)


def parse(source: str, name: str = "page") -> Page:
    """Read a page from its text; `name` is what a BrokenPage calls it.

    Raises:
        BrokenPage: the text breaks the format.
    """
    page = Page("", ())
    try:
        for line, text in _blocks(source):
            page = _with_block(page, line, text)
        _refuse_unfinished(page, len(source.splitlines()) or 1)
    except _FormatError as error:
        raise BrokenPage(name, error.line, error.reason) from None
    return page


def plain(page: Page, width: int = 78) -> str:
    """Write a page as text of at most `width` characters a line, each paragraph followed by its tag in brackets."""
    blocks = [_heading(page.title, "=", width)]
    for section in page.sections:
        blocks.append(_heading(section.title, "-", width))
        blocks += [_fill(f"{paragraph.text} [{_tag(paragraph)}]", width) for paragraph in section.paragraphs]
    return "\n\n".join(blocks) + "\n"


class _FormatError(Exception):
    """What is wrong, and at which line: a BrokenPage that does not know its page yet."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


def _blocks(source: str) -> Iterator[tuple[int, str]]:
    """Yield each heading, story and paragraph as one line of text, with the number of its last line."""
    lines: list[str] = []
    for number, raw in enumerate([*source.splitlines(), ""], start=1):
        if any(unicodedata.category(character) == "Cc" for character in raw):
            raise _FormatError(number, "a control character")
        text = raw.strip()
        if lines and (not text or text.startswith("#")):
            yield number - 1, " ".join(lines)
            lines = []
        if text.startswith("#"):
            yield number, text
        elif text.startswith("> ") and lines and lines[0].startswith("> "):
            lines.append(text.removeprefix("> "))
        elif text:
            lines.append(text)


def _with_block(page: Page, line: int, text: str) -> Page:
    """Add a heading, the story or a paragraph, which ends at `line`, to the end of a page."""
    mark, _, words = text.partition(" ")
    if not page.title:
        if mark != "#":
            raise _FormatError(line, "the page must begin with '# ' and its title")
        return replace(page, title=words)
    match mark:
        case "#":
            raise _FormatError(line, "a second title")
        case ">":
            if page.story or page.sections:
                raise _FormatError(line, "the story stands once, between title and first section")
            return replace(page, story=words)
        case "##" if words:
            if page.sections:
                _refuse_unfinished(page, line)
            return replace(page, sections=(*page.sections, Section(words, ())))
    if text.startswith("#"):
        raise _FormatError(line, "a heading is '# ' or '## ' and its words")
    if not page.sections:
        raise _FormatError(line, "a paragraph before the first section")
    *before, last = page.sections
    last = replace(last, paragraphs=(*last.paragraphs, _paragraph(line, text)))
    return replace(page, sections=(*before, last))


def _refuse_unfinished(page: Page, line: int) -> None:
    """Raise at `line` if the page has no section, or nothing in its last one."""
    if not page.sections:
        raise _FormatError(line, "the page ends without a title or a section")
    if not page.sections[-1].paragraphs:
        raise _FormatError(line, f"the section '{page.sections[-1].title}' is empty")


def _paragraph(line: int, text: str) -> Paragraph:
    """Take the tag off a paragraph that ends at `line`."""
    match = _TAGGED.fullmatch(text)
    if match is None:
        raise _FormatError(line, "a paragraph must end with one tag such as {CK-5, EX-5 · PT-K}")
    clauses, sources = _names(match["clauses"]), _names(match["sources"])
    for clause in clauses:
        if not _CLAUSE.fullmatch(clause):
            raise _FormatError(line, f"'{clause}' is no clause id")
    if not sources or "" in sources:
        raise _FormatError(line, "the tag names no source")
    return Paragraph(match["text"], clauses, sources)


def _names(listed: str) -> tuple[str, ...]:
    """Split a list at its commas; nothing gives an empty tuple."""
    return tuple(name.strip() for name in listed.split(",")) if listed.strip() else ()


def _tag(paragraph: Paragraph) -> str:
    """Write clauses and sources as they stand in the file."""
    return " · ".join(", ".join(names) for names in (paragraph.clauses, paragraph.sources) if names)


def _heading(title: str, rule: str, width: int) -> str:
    """Underline a title over the width of its longest line."""
    text = _fill(title, width)
    return f"{text}\n{rule * max(map(len, text.splitlines()))}"


def _fill(text: str, width: int) -> str:
    """Wrap at spaces; ids such as CK-5 stay whole where they fit."""
    return textwrap.fill(text, width, break_on_hyphens=False)
