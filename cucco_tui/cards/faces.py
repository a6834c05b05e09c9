"""The faces of the cards as text: what the file of faces (assets/cards.txt) says, read and checked.

The top of that file tells how it is written. A new pack needs a few sections there and nothing here: which packs there
are is said by who asks for their faces, and which of them are drawn by the file.
"""

import os
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from pathlib import Path

from cucco_tui.cards.packs import Pack


class Size(StrEnum):
    """How large a face is drawn. LINE is one line, of any width up to the declared one."""

    LARGE = "large"
    MEDIUM = "medium"
    LINE = "line"


class Style(StrEnum):
    """Which characters a face may use. ASCII faces are pure 7-bit text."""

    UNICODE = "unicode"
    ASCII = "ascii"


INKS = ("black", "red", "blue", "green", "gold")
"""The colours that a card may be drawn in; the first unless the file says another."""

BACK = "back"
"""Stands for a card's code where the back of the pack is meant."""

VARIABLE = "CUCCO_TUI_CARDS"
"""The environment variable that names the user's own file of faces."""


@dataclass(frozen=True, slots=True)
class FaceFault:
    """What is wrong with a file of faces: where (`line`, from 1) and what (`key` and `args` of a message)."""

    line: int
    key: str
    args: Mapping[str, str] = field(default_factory=dict, hash=False)


class FacesError(ValueError):
    """A file of faces that cannot be used. `faults` are in the order of their lines, at least one."""

    def __init__(self, faults: Iterable[FaceFault]) -> None:
        """Keep `faults`; the text of the exception is made of their lines and keys only."""
        self.faults = tuple(faults)
        super().__init__(", ".join(f"{fault.line}: {fault.key}" for fault in self.faults))


class Faces:
    """Every face of the packs that were asked for, at each size and in each style."""

    __slots__ = ("_cells", "_faces", "_inks")

    def __init__(
        self,
        faces: Mapping[tuple[str, Size, Style], Mapping[str, tuple[str, ...]]],
        cells: Mapping[tuple[str, Size, Style], tuple[int, int]],
        inks: Mapping[str, Mapping[str, str]],
    ) -> None:
        """Take the lines of each face, the cells of each kind of face and the ink of each card of a pack."""
        self._faces = faces
        self._cells = cells
        self._inks = inks

    def face(self, pack: str, code: str, size: Size, style: Style) -> tuple[str, ...]:
        """Give the lines of a card's face, or of the back (`BACK`), from top to bottom.

        There are as many lines as `cells` says and each is as wide; of size LINE there is one, which may be narrower.
        Every character takes one cell. KeyError if there is no such pack or card.
        """
        return self._faces[pack, size, style][code]

    def cells(self, pack: str, size: Size, style: Style) -> tuple[int, int]:
        """Give width and height, in cells, of every face of this kind. KeyError if there is no such pack."""
        return self._cells[pack, size, style]

    def ink(self, pack: str, code: str) -> str:
        """Name the colour, one of INKS, of a card or the back (`BACK`). KeyError if there is no such pack or card."""
        return self._inks[pack][code]


def faces_text() -> str:
    """Give the text of the file of faces: the user's own if `CUCCO_TUI_CARDS` names one, else the program's.

    OSError if the file cannot be read, FacesError if it is not UTF-8.
    """
    own = os.environ.get(VARIABLE)
    return decoded(Path(own).expanduser().read_bytes()) if own else packaged_text()


def packaged_text() -> str:
    """Give the text of the program's own file of faces: what there is to fall back on when the user's is faulty."""
    package = Path(__file__).parents[1]
    inside = package / "assets" / "cards.txt"
    # An editable install: the assets lie beside the package.
    return decoded((inside if inside.is_file() else package.parent / "assets" / "cards.txt").read_bytes())


def decoded(data: bytes) -> str:
    """Give the text of a file of faces; FacesError if it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
    raise FacesError([FaceFault(line, "faces.not-utf8")])


def drawn_packs(text: str, packs: Iterable[Pack]) -> list[str]:
    """List the ids of those of the `packs` that the text of a file has a section for."""
    told = {place[0] for place in _sections(text, _Faults())}
    return [pack.id for pack in packs if pack.id in told]


def read_faces(text: str, packs: Iterable[Pack], rest: str = "", *, plain: bool = False) -> Faces:
    """Read the faces of `packs` from the text of a file; sections of other packs are not looked into.

    Packs that `text` has no section for are read from `rest`: a player's own file may draw one pack only, and need not
    know those of games that are newer than it. FacesError, with every fault that was found, if anything is wrong or
    missing, or if all would be from `rest`; but if `plain` is asked for, a pack that is in
    neither has faces with nothing but the code on them.
    """
    faces, faults = _read(text, packs, rest, plain=plain)
    if faults:
        raise FacesError(faults)
    return faces


def check_faces(text: str, packs: Iterable[Pack], rest: str = "") -> tuple[FaceFault, ...]:
    """Give everything that is wrong with the faces of `packs`, in the order of lines; nothing if `text` is good."""
    return _read(text, packs, rest)[1]


def _read(
    text: str, packs: Iterable[Pack], rest: str = "", *, plain: bool = False
) -> tuple[Faces, tuple[FaceFault, ...]]:
    faults = _Faults()
    sections = _sections(text, faults)
    told = {place[0] for place in sections}
    wanted = list(packs)
    if rest and told.isdisjoint(pack.id for pack in wanted):
        faults.add_if_none(1, "faces.nothing")
    if rest and not told.issuperset(pack.id for pack in wanted):
        others = _sections(rest, faults)
        sections.update((place, section) for place, section in others.items() if place[0] not in told)
    faces: dict[tuple[str, Size, Style], dict[str, tuple[str, ...]]] = {}
    cells: dict[tuple[str, Size, Style], tuple[int, int]] = {}
    inks: dict[str, dict[str, str]] = {}
    for pack in wanted:
        if plain and not any(place[0] == pack.id for place in sections):
            for size, style in product(Size, Style):
                sheet_of_codes = _plain(pack, size, style)
                faces[pack.id, size, style] = sheet_of_codes
                cells[pack.id, size, style] = len(sheet_of_codes[BACK][0]), len(sheet_of_codes[BACK])
            inks[pack.id] = dict.fromkeys((*pack.kinds, BACK), INKS[0])
            continue
        drawn = _drawn_as(pack.id, sections, faults)
        if drawn is None:
            continue
        own = {place: section for place, section in sections.items() if place[0] == drawn}
        # The longest first: a suit's code may end another one's.
        suits = sorted({suit for section in own.values() for suit in section.suits}, key=len, reverse=True)
        cards = {code: _card(code, suits) for code in pack.kinds}
        if drawn == pack.id:
            _check_names(pack.id, cards, own, faults)
        inks[pack.id] = _inked(drawn, cards, own, faults)
        for size in Size:
            for style in Style:
                sheet = _Sheet((drawn, size, style), own, faults)
                faces[pack.id, size, style] = sheet.faces(cards)
                cells[pack.id, size, style] = sheet.cells
    return Faces(faces, cells, inks), faults.sorted()


def _sections(text: str, faults: "_Faults") -> "_Sections":
    parser = _Parser(faults)
    parser.read(text)
    return parser.sections


def _plain(pack: Pack, size: Size, style: Style) -> dict[str, tuple[str, ...]]:
    """Draw a pack that nobody has drawn: its codes in a frame, nothing on the back."""
    longest = max(map(len, pack.kinds))
    texts = {code: code for code in pack.kinds} | {BACK: "?"}
    if size is Size.LINE:
        return {code: (text if code != BACK else text * longest,) for code, text in texts.items()}
    across, down, corners = ("-", "|", "++++") if style is Style.ASCII else ("─", "│", "┌┐└┘")
    edge, height = across * longest, {Size.LARGE: 7, Size.MEDIUM: 3}[size]
    blank = [f"{down}{' ' * longest}{down}"] * (height // 2)
    return {
        code: (
            f"{corners[0]}{edge}{corners[1]}",
            *blank,
            f"{down}{text.center(longest)}{down}",
            *blank,
            f"{corners[2]}{edge}{corners[3]}",
        )
        for code, text in texts.items()
    }


class _Faults:
    """Collects faults, each once: one picture serves many cards and would be told about as often."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, str, tuple[tuple[str, str], ...]], FaceFault] = {}

    def add(self, line: int, key: str, **args: str | int) -> None:
        words = {name: _harmless(str(value)) for name, value in args.items()}
        self._found.setdefault((line, key, tuple(words.items())), FaceFault(line, key, words))

    def add_if_none(self, line: int, key: str) -> None:
        """Add what only follows from the other faults, if there are any."""
        if not self._found:
            self.add(line, key)

    def sorted(self) -> tuple[FaceFault, ...]:
        return tuple(sorted(self._found.values(), key=lambda fault: fault.line))


def _harmless(text: str) -> str:
    """Make a piece of the user's file fit to be shown in a message."""
    return "".join(char if char.isprintable() else "?" for char in text[:60])


@dataclass(slots=True)
class _Picture:
    """Rows of art as they stand in the file, and the line of each. `inside`: to be drawn inside the frame."""

    line: int
    inside: bool = False
    rows: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Label:
    """The character that stands for a card's rank, and the ranks that are not written as in the code."""

    line: int
    mark: str
    others: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Sign:
    """What a mark stands for in one suit."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class _Ink:
    """The colour of the cards that a name stands for."""

    line: int
    name: str


@dataclass(slots=True)
class _Section:
    """What one section says; None or empty where it says nothing."""

    line: int
    same: str | None = None
    cells: tuple[int, int] | None = None
    cells_line: int = 0
    label: _Label | None = None
    marks: list[str] = field(default_factory=list)
    suits: dict[str, dict[str, _Sign]] = field(default_factory=dict)
    frame: _Picture | None = None
    pictures: dict[str, _Picture] = field(default_factory=dict)
    inks: dict[str, _Ink] = field(default_factory=dict)


_Run = tuple[str, int]
"""Marks side by side, and for marks of the rank which edge of the card is nearer: -1 left, 1 right, else 0."""


@dataclass(frozen=True, slots=True)
class _Template:
    """A picture in its frame, every row ending in a newline but the last; `parts` are text or an index of `runs`."""

    text: str
    parts: list[str | int]
    runs: list[_Run]


_Place = tuple[str, Size | None, Style | None]
_Sections = dict[_Place, _Section]

_CELLS = re.compile(r"([0-9]{1,3})\s*x\s*([0-9]{1,3})")


class _Parser:
    """Takes the text line by line into `sections`."""

    def __init__(self, faults: _Faults) -> None:
        self.sections: _Sections = {}
        self._faults = faults
        self._section: _Section | None = None
        self._picture: _Picture | None = None
        self._odd: dict[str, str] = {}
        self._words = {
            "same": self._same,
            "cells": self._cells,
            "label": self._label,
            "marks": self._marks,
            "suit": self._suit,
            "ink": self._ink,
            "frame": self._frame,
            "inside": self._pictures,
            "whole": self._pictures,
        }

    def read(self, text: str) -> None:
        # Looking once at each different character is much quicker than at all of them.
        self._odd = {char: key for char in set(text) - {"\n"} if (key := _odd(char))}
        for number, line in enumerate(text.split("\n"), 1):
            bare = line.strip()
            if not bare or bare[0] == "#":
                continue
            if bare[0] == ":":
                self._row(number, line.lstrip().rstrip("\r")[1:])
                continue
            self._close_picture()
            if bare[0] == "[":
                self._heading(number, bare)
            elif self._section is None:
                self._faults.add(number, "faces.no-section")
            else:
                self._setting(number, self._section, bare.split())
        self._close_picture()

    def _setting(self, number: int, section: _Section, words: list[str]) -> None:
        self._check_characters(number, "".join(words[1:]))
        setting = self._words.get(words[0])
        if setting is None:
            self._faults.add(number, "faces.unknown-word", word=words[0])
        else:
            setting(number, section, words)

    def _heading(self, number: int, line: str) -> None:
        name, *words = line[1:].removesuffix("]").split() or [""]
        sizes = [size for size in Size if size in words]
        styles = [style for style in Style if style in words]
        if not line.endswith("]") or not name or len(words) != len(sizes[:1]) + len(styles[:1]):
            self._faults.add(number, "faces.bad-section", section=line)
            self._section = _Section(number)
            return
        place = (name, sizes[0] if sizes else None, styles[0] if styles else None)
        if place in self.sections:
            self._faults.add(number, "faces.section-twice", section=line, first=self.sections[place].line)
        self._section = self.sections.setdefault(place, _Section(number))

    def _row(self, number: int, row: str) -> None:
        if self._picture is None:
            self._faults.add(number, "faces.stray-row")
            return
        self._check_characters(number, row)
        self._picture.rows.append(row)
        self._picture.lines.append(number)

    def _check_characters(self, number: int, text: str) -> None:
        if not self._odd:
            return
        for char in self._odd.keys() & set(text):
            self._faults.add(number, self._odd[char], char=f"U+{ord(char):04X}")

    def _close_picture(self) -> None:
        if self._picture is not None and not self._picture.rows:
            self._faults.add(self._picture.line, "faces.empty-picture")
        self._picture = None

    def _once(self, number: int, word: str, before: object) -> None:
        if before:
            self._faults.add(number, "faces.twice", word=word)

    def _same(self, number: int, section: _Section, words: list[str]) -> None:
        self._once(number, "same as", section.same)
        if len(words) != 3 or words[1] != "as":
            self._faults.add(number, "faces.bad-same")
        else:
            section.same = words[2]

    def _cells(self, number: int, section: _Section, words: list[str]) -> None:
        self._once(number, "cells", section.cells)
        match = _CELLS.fullmatch(" ".join(words[1:]))
        if match is None or "0" in match.groups():
            self._faults.add(number, "faces.bad-cells")
            return
        section.cells = int(match[1]), int(match[2])
        section.cells_line = number

    def _label(self, number: int, section: _Section, words: list[str]) -> None:
        self._once(number, "label", section.label)
        others = dict(word.partition("=")[::2] for word in words[2:])
        if len(words) < 2 or len(words[1]) != 1 or not all("=" in word for word in words[2:]):
            self._faults.add(number, "faces.bad-label")
            return
        section.label = _Label(number, words[1], others)

    def _marks(self, number: int, section: _Section, words: list[str]) -> None:
        self._once(number, "marks", section.marks)
        section.marks = words[1:]
        if not section.marks or any(len(mark) != 1 for mark in section.marks) or len(set(words)) != len(words):
            self._faults.add(number, "faces.bad-marks")

    def _suit(self, number: int, section: _Section, words: list[str]) -> None:
        if not section.marks or len(words) - 2 != len(section.marks):
            self._faults.add(number, "faces.bad-suit", marks=" ".join(section.marks))
            return
        self._once(number, f"suit {words[1]}", words[1] in section.suits)
        signs = (_Sign(number, text) for text in words[2:])
        section.suits[words[1]] = dict(zip(section.marks, signs, strict=True))

    def _ink(self, number: int, section: _Section, words: list[str]) -> None:
        if len(words) < 3 or words[1] not in INKS:
            self._faults.add(number, "faces.bad-ink", inks=", ".join(INKS))
            return
        for name in words[2:]:
            if name in section.inks:
                self._faults.add(number, "faces.ink-twice", code=name, first=section.inks[name].line)
            section.inks[name] = _Ink(number, words[1])

    def _frame(self, number: int, section: _Section, words: list[str]) -> None:
        self._once(number, "frame", section.frame)
        self._picture = section.frame = _Picture(number)

    def _pictures(self, number: int, section: _Section, words: list[str]) -> None:
        self._picture = _Picture(number, inside=words[0] == "inside")
        if len(words) == 1:
            self._faults.add(number, "faces.no-cards")
        for name in words[1:]:
            if name in section.pictures:
                self._faults.add(number, "faces.card-twice", code=name, first=section.pictures[name].line)
            section.pictures[name] = self._picture


def _odd(char: str) -> str:
    """Tell why a character may not stand in a face, or nothing if it takes exactly one cell everywhere."""
    category = unicodedata.category(char)
    if category[0] in "CZ" and char != " ":
        return "faces.control-character"
    if category[0] == "M" or unicodedata.east_asian_width(char) in "WF":
        return "faces.wide-character"
    return ""


def _drawn_as(pack: str, sections: _Sections, faults: _Faults) -> str | None:
    """Name the pack whose sections draw `pack`: itself, or the one that it says it is the same as."""
    section = sections.get((pack, None, None))
    if section is None or section.same is None:
        if any(place[0] == pack for place in sections):
            return pack
        faults.add(1, "faces.missing-pack", pack=pack)
        return None
    other = sections.get((section.same, None, None))
    drawn = any(place[0] == section.same for place in sections) and (other is None or other.same is None)
    if not drawn or sum(place[0] == pack for place in sections) > 1:
        faults.add(section.line, "faces.bad-same")
        return None
    return section.same


@dataclass(frozen=True, slots=True)
class _Card:
    """A card of a pack without suits has an empty suit, and its code for rank.

    `names` are those under which a picture may stand for it, the most particular first.
    """

    rank: str
    suit: str
    names: tuple[str, ...]


def _card(code: str, suits: Iterable[str]) -> _Card:
    for suit in suits:
        if code.endswith(suit) and code != suit:
            rank = code.removesuffix(suit)
            return _Card(rank, suit, (code, f"{rank}*", f"*{suit}", "*"))
    return _Card(code, "", (code, "*"))


def _check_names(pack: str, cards: Mapping[str, _Card], sections: _Sections, faults: _Faults) -> None:
    """Find pictures and signs for what the pack does not have."""
    known = {BACK}.union(*(card.names for card in cards.values()))
    ranks = {card.rank for card in cards.values()}
    suits = {card.suit for card in cards.values()}
    for section in sections.values():
        for name, picture in section.pictures.items():
            if name not in known:
                faults.add(picture.line, "faces.unknown-card", code=name, pack=pack)
        for name, ink in section.inks.items():
            if name not in known:
                faults.add(ink.line, "faces.unknown-card", code=name, pack=pack)
        if section.label:
            for rank in section.label.others.keys() - ranks:
                faults.add(section.label.line, "faces.unknown-rank", rank=rank, pack=pack)
        for suit, signs in section.suits.items():
            if suit not in suits:
                faults.add(next(iter(signs.values())).line, "faces.unknown-suit", suit=suit, pack=pack)


def _inked(pack: str, cards: Mapping[str, _Card], sections: _Sections, faults: _Faults) -> dict[str, str]:
    """Give the ink of each card and of the back: it is the same at every size, so only [pack] may tell it."""
    inks = sections[pack, None, None].inks if (pack, None, None) in sections else {}
    for place, section in sections.items():
        for ink in section.inks.values() if place != (pack, None, None) else ():
            faults.add(ink.line, "faces.misplaced-ink", pack=pack)
    names = {code: card.names for code, card in cards.items()} | {BACK: (BACK,)}
    return {code: next((inks[name].name for name in own if name in inks), INKS[0]) for code, own in names.items()}


class _Sheet:
    """The faces of one pack at one size in one style, made from all the sections that tell about it."""

    cells: tuple[int, int]
    """Width and height; (0, 0) if the file does not say."""

    def __init__(self, place: tuple[str, Size, Style], sections: _Sections, faults: _Faults) -> None:
        pack, self._size, self._style = place
        self._name = f"[{pack} {self._size} {self._style}]"
        self._faults = faults
        places: tuple[_Place, ...] = place, (pack, self._size, None), (pack, None, self._style), (pack, None, None)
        self._layers = [sections[layer] for layer in places if layer in sections]
        self._line = (self._layers or list(sections.values()))[0].line
        self._label = next((layer.label for layer in self._layers if layer.label), None)
        self._signs = self._merged_signs()
        self._marks = self._pattern()
        self._templates: dict[int, _Template | None] = {}
        self.cells = self._declared_cells()
        self._frame = next((layer.frame for layer in self._layers if layer.frame), None)

    def faces(self, cards: Mapping[str, _Card]) -> dict[str, tuple[str, ...]]:
        """Give the lines of each of `cards` and of the back; what has a fault is left out."""
        faces: dict[str, tuple[str, ...]] = {}
        seen: dict[str, str] = {}
        if self.cells == (0, 0):
            return faces
        for code, card in {**cards, BACK: _Card("", "", (BACK,))}.items():
            picture = self._find(card.names)
            if picture is None:
                self._faults.add(self._line, "faces.missing-face", section=self._name, code=code)
                continue
            text = self._draw(picture, code, card)
            if text is None:
                continue
            if text in seen:
                self._faults.add(picture.line, "faces.same-face", section=self._name, code=code, other=seen[text])
            seen[text] = code
            faces[code] = tuple(text.split("\n"))
        return faces

    def _declared_cells(self) -> tuple[int, int]:
        layer = next((layer for layer in self._layers if layer.cells), None)
        if layer is None or layer.cells is None:
            self._faults.add(self._line, "faces.no-cells", section=self._name)
            return 0, 0
        if self._size is Size.LINE and layer.cells[1] != 1:
            self._faults.add(layer.cells_line, "faces.bad-cells")
            return 0, 0
        return layer.cells

    def _merged_signs(self) -> dict[str, dict[str, _Sign]]:
        """Give the sign of each mark and suit: the more particular section wins."""
        merged: dict[str, dict[str, _Sign]] = {}
        for layer in self._layers:
            for suit, signs in layer.suits.items():
                for mark, sign in signs.items():
                    merged.setdefault(mark, {}).setdefault(suit, sign)
        return merged

    def _pattern(self) -> re.Pattern[str] | None:
        """Match a run of one mark."""
        if self._label and self._label.mark in self._signs:
            self._faults.add(self._label.line, "faces.bad-label")
        marks = [*self._signs, *([self._label.mark] if self._label else [])]
        return re.compile(f"({'|'.join(f'{re.escape(mark)}+' for mark in marks)})") if marks else None

    def _find(self, names: Iterable[str]) -> _Picture | None:
        for layer in self._layers:
            for name in names:
                if name in layer.pictures:
                    return layer.pictures[name]
        return None

    def _draw(self, picture: _Picture, code: str, card: _Card) -> str | None:
        """Give the lines of a face in one text, or None if the picture has a fault."""
        if picture.line not in self._templates:
            self._templates[picture.line] = self._template(picture)
        template = self._templates[picture.line]
        if template is None:
            return None
        if code == BACK:
            return template.text
        texts = [self._text(run, picture, code, card) for run in template.runs]
        text = "".join([part if isinstance(part, str) else texts[part] for part in template.parts])
        if self._size is Size.LINE and len(text) > self.cells[0]:
            self._wrong_width(picture.lines[0], len(text), self.cells[0])
        return text

    def _text(self, run: _Run, picture: _Picture, code: str, card: _Card) -> str:
        """Give what stands in the place of a run of marks."""
        marks, edge = run
        mark = marks[0]
        if self._label and mark == self._label.mark:
            return self._rank(len(marks), edge, card.rank, picture, self._label)
        sign = self._signs[mark].get(card.suit)
        if sign is None:
            self._faults.add(picture.line, "faces.no-sign", mark=mark, code=code)
            return marks
        return self._repeated(marks, sign, picture)

    def _rank(self, cells: int, edge: int, rank: str, picture: _Picture, label: _Label) -> str:
        text = label.others.get(rank, rank)
        self._check_ascii(label.line, text)
        if self._size is Size.LINE:
            return text
        if len(text) > cells:
            self._faults.add(picture.line, "faces.wide-rank", rank=text, cells=cells)
        return text.ljust(cells) if edge < 0 else text.rjust(cells) if edge > 0 else text.center(cells)

    def _repeated(self, marks: str, sign: _Sign, picture: _Picture) -> str:
        self._check_ascii(sign.line, sign.text)
        if self._size is Size.LINE:
            return sign.text
        times, rest = divmod(len(marks), len(sign.text))
        if rest:
            self._faults.add(picture.line, "faces.wrong-run", marks=marks, sign=sign.text, cells=len(sign.text))
        return sign.text * times

    def _template(self, picture: _Picture) -> _Template | None:
        """Lay a picture into its frame and find the marks, or give None if its size is wrong."""
        text = self._in_frame(picture) if picture.inside else self._checked(picture, narrower=self._size is Size.LINE)
        if text is None:
            return None
        # Text without marks and runs of marks take turns.
        pieces = self._marks.split(text) if self._marks else [text]
        parts: list[str | int] = list(pieces)
        runs: dict[_Run, int] = {}
        start = 0
        for index in range(1, len(pieces), 2):
            start += len(pieces[index - 1])
            marks = pieces[index]
            is_rank = self._label and marks[0] == self._label.mark
            run = marks, self._edge(start, len(marks)) if is_rank else 0
            parts[index] = runs.setdefault(run, len(runs))
            start += len(marks)
        return _Template(text, parts, list(runs))

    def _edge(self, start: int, cells: int) -> int:
        left = start % (self.cells[0] + 1)
        right = self.cells[0] - left - cells
        return (left > right) - (left < right)

    def _in_frame(self, picture: _Picture) -> str | None:
        width, height = self.cells
        if self._frame is None or min(width, height) < 3:
            self._faults.add(picture.line, "faces.no-frame", section=self._name)
            return None
        inside = self._checked(picture, border=1, narrower=True)
        frame = self._checked(self._frame)
        if frame is None or inside is None:
            return None
        top, *lower = frame.split("\n")
        return "\n".join([top, *map(_over, inside.split("\n"), lower), lower[-1]])

    def _checked(self, picture: _Picture, border: int = 0, narrower: bool = False) -> str | None:
        """Give the rows in one text, or None if their number or width is not what it must be."""
        width, height = self.cells[0] - 2 * border, self.cells[1] - 2 * border
        rows = [row if len(row) <= width and not narrower else row.rstrip() for row in picture.rows]
        good = len(rows) == height
        if not good and rows:
            self._faults.add(picture.line, "faces.wrong-height", section=self._name, lines=len(rows), wanted=height)
        for number, row in zip(picture.lines, rows, strict=True):
            self._check_ascii(number, row)
            if len(row) > width or (len(row) < width and not narrower):
                self._wrong_width(number, len(row), width)
                good = False
        return "\n".join(rows) if good else None

    def _wrong_width(self, line: int, cells: int, wanted: int) -> None:
        self._faults.add(line, "faces.wrong-width", section=self._name, cells=cells, wanted=wanted)

    def _check_ascii(self, line: int, text: str) -> None:
        if self._style is Style.ASCII and not text.isascii():
            self._faults.add(line, "faces.not-ascii", section=self._name)


def _over(inside: str, row: str) -> str:
    """Lay a row of a picture over the frame's; a space lets the frame through."""
    if not inside:
        return row
    upper = f" {inside}".ljust(len(row))
    return "".join([low if up == " " else up for up, low in zip(upper, row, strict=True)])
