"""A hand of cards: one widget, grouped by suit, the card at the cursor raised."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click
from textual.geometry import Size as Cells
from textual.message import Message
from textual.reactive import var
from textual.widget import Widget

from cucco_tui.cards.faces import Size, Style
from cucco_tui.tui.people import mark
from cucco_tui.tui.widgets.card import card_face, card_line, faces
from cucco_tui.tui.widgets.choices import NUMBERS

GAP = 2
"""Cells between two suits."""
LEAST_SHOWN = 6
"""Cells of a card that must be seen when the next one lies over it: its whole rank."""
NO_CARD = -1
"""Stands for the place of a card where there is none."""


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of a hand; one that is not `playable` now can be looked at, and says why it is not."""

    code: str
    suit: int
    playable: bool


@dataclass(frozen=True, slots=True)
class Look:
    """How cards are drawn: pack, size of the faces, and their style. Without a size they stand in lines."""

    pack: str
    size: Size | None
    style: Style


class Hand(Widget, can_focus=True):
    """A hand. Arrows and digits choose a card; Enter, or the digit of the card that was chosen, plays it.

    What may be played has a number under it, what may not a dot. Nobody has chosen the card at which the cursor starts:
    its digit, or a click on it, chooses it first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("home", "go(0)", show=False),
        Binding("end", "go(-1)", show=False),
        Binding("enter", "play", show=False),
        *(Binding(number, f"number('{number}')", show=False) for number in NUMBERS),
    ]
    cursor: var[int] = var(NO_CARD)

    @dataclass
    class Moved(Message):
        """Another card is chosen; `picked` if it was asked for, by its number or by a click."""

        card: HandCard
        picked: bool = False

    @dataclass
    class Played(Message):
        """A card was chosen, which may not be playable."""

        card: HandCard

    def __init__(self, cards: Sequence[HandCard], look: Look, *, id: str | None = None) -> None:  # noqa: A002
        """Show a hand, suit by suit from low to high; without playable cards there is no cursor."""
        super().__init__(id=id)
        self.cards = tuple(cards)
        self.look = look
        self.chosen = False
        self._picked = False
        self.set_reactive(Hand.cursor, next((at for at, card in enumerate(self.cards) if card.playable), NO_CARD))

    @property
    def card(self) -> HandCard | None:
        """Give the card at the cursor."""
        return None if self.cursor == NO_CARD else self.cards[self.cursor]

    def show(self, look: Look) -> None:
        """Draw the cards in another way."""
        if look != self.look:
            self.look = look
            self.refresh(layout=True)

    # Drawing

    def get_content_height(self, container: Cells, viewport: Cells, width: int) -> int:
        """Count the lines."""
        return len(self.lines(width))

    def render(self) -> Content:
        """Draw the hand."""
        return Content("\n").join(self.lines(self.content_size.width))

    def lines(self, width: int) -> list[Content]:
        """Draw the hand for a width: cards side by side, one over the other where they must, or in lines."""
        starts = self._starts(width)
        return self._listed(width) if starts is None else self._fanned(starts)

    def _starts(self, width: int) -> list[int] | None:
        """Give the first cell of each card, None if their ranks would not be seen."""
        if self.look.size is None or not self.cards:
            return None
        cells, _ = faces(self.look.pack).cells(self.look.pack, self.look.size, self.look.style)
        suits = len({card.suit for card in self.cards}) - 1
        room = width - GAP * suits
        step = cells if len(self.cards) < 2 else min(cells, (room - cells) // (len(self.cards) - 1))
        if step < min(cells, LEAST_SHOWN):
            return None
        starts, left = [0], 0
        for card, following in pairwise(self.cards):
            left += step + (GAP if card.suit != following.suit else 0)
            starts.append(left)
        return starts

    def _fanned(self, starts: Sequence[int]) -> list[Content]:
        assert self.look.size is not None
        cells, height = faces(self.look.pack).cells(self.look.pack, self.look.size, self.look.style)
        pictures = [self._face(card, self.look.size) for card in self.cards]
        lines: list[Content] = []
        for row in range(height + 1):
            owner = [NO_CARD] * (starts[-1] + cells)
            order = [at for at in range(len(self.cards)) if at != self.cursor]
            for at in (*order, *([self.cursor] if self.cursor != NO_CARD else [])):
                if 0 <= row - self._lowered(at) < height:
                    owner[starts[at] : starts[at] + cells] = [at] * cells
            line = Content()
            cell = 0
            for at, run in groupby(owner):
                length = len([*run])
                if at == NO_CARD:
                    line += Content(" " * length)
                else:
                    picture = pictures[at][row - self._lowered(at)]
                    line += picture[cell - starts[at] : cell - starts[at] + length]
                cell += length
            lines.append(line)
        return [*lines, self._marks(starts)]

    def _lowered(self, at: int) -> int:
        return int(at != self.cursor)

    def _face(self, card: HandCard, size: Size) -> list[Content]:
        face = card_face(self.look.pack, card.code, size, self.look.style)
        if not card.playable and self.cursor != NO_CARD:
            face = Content(face.plain).stylize("$faint")
        return list(face.split("\n"))

    def _marks(self, starts: Sequence[int]) -> Content:
        """Write under each card its number, a dot if it may not be played, and the cursor."""
        line = Content()
        for at, start in enumerate(starts):
            line = line.pad_right(max(0, start + 2 - line.cell_length)) + self._mark(at)
        return line

    def _mark(self, at: int) -> Content:
        if self.cursor == NO_CARD:
            return Content()
        ascii_only = self.look.style is Style.ASCII
        number = self.number_of(at) or ("." if ascii_only else "·")
        if at == self.cursor:
            return Content(f"{mark('cursor', ascii_only=ascii_only)}{number}").stylize("bold $accent")
        return Content(number).stylize("$accent" if self.cards[at].playable else "$faint")

    def number_of(self, at: int) -> str:
        """Give the digit that stands for a card, nothing if it may not be played."""
        if not self.cards[at].playable:
            return ""
        number = sum(card.playable for card in self.cards[:at])
        return NUMBERS[number] if number < len(NUMBERS) else ""

    def _listed(self, width: int) -> list[Content]:
        """Write the cards in lines."""
        return [Content.assemble(*(written for _, written in row)) for row in self._rows(width)]

    def _rows(self, width: int) -> list[list[tuple[int, Content]]]:
        """Give by line which cards stand in it, and how they are written; a suit begins a new one if it needs it."""
        rows: list[list[tuple[int, Content]]] = [[]]
        left = width
        for _, group in groupby(enumerate(self.cards), lambda numbered: numbered[1].suit):
            suit = [(at, Content.assemble(self._mark(at), self._line_of(card), " ")) for at, card in group]
            if rows[-1] and sum(written.cell_length for _, written in suit) + GAP > left:
                rows.append([])
                left = width
            elif rows[-1]:
                rows[-1].append((NO_CARD, Content(" " * GAP)))
                left -= GAP
            for at, written in suit:
                if rows[-1] and written.cell_length > left:
                    rows.append([])
                    left = width
                rows[-1].append((at, written))
                left -= written.cell_length
        return rows

    def _line_of(self, card: HandCard) -> Content:
        line = card_line(self.look.pack, card.code, self.look.style, open_=False)
        return line if card.playable or self.cursor == NO_CARD else Content(line.plain).stylize("$faint")

    # What is done

    def watch_cursor(self) -> None:
        """Draw the cursor where it is now, and tell."""
        self.refresh()
        if self.card is not None:
            self.post_message(self.Moved(self.card, self._picked))

    def action_move(self, step: int) -> None:
        """Move the cursor, round the ends."""
        if self.cursor != NO_CARD:
            self.chosen = True
            self.cursor = (self.cursor + step) % len(self.cards)

    def action_go(self, at: int) -> None:
        """Move the cursor to the first or the last card."""
        if self.cursor != NO_CARD:
            self.chosen = True
            self.cursor = at % len(self.cards)

    def action_play(self) -> None:
        """Play the card at the cursor."""
        if self.card is not None:
            self.post_message(self.Played(self.card))

    def action_number(self, number: str) -> None:
        """Choose the card with this number, or play it if it was chosen."""
        for at in range(len(self.cards)):
            if self.cursor != NO_CARD and self.number_of(at) == number:
                self._take(at)
                return

    def _take(self, at: int) -> None:
        if at == self.cursor and self.chosen:
            self.action_play()
            return
        self.chosen = True
        if at == self.cursor:
            self.post_message(self.Moved(self.cards[at], picked=True))
        else:
            self._picked = True
            self.cursor = at
            self._picked = False

    def on_click(self, event: Click) -> None:
        """Choose the card that was clicked, or play it if it was chosen."""
        event.stop()
        at = None if self.cursor == NO_CARD else self._under(event.x, event.y)
        if at is not None:
            self._take(at)

    def _under(self, x: int, y: int) -> int | None:
        """Find the card that is drawn at a cell."""
        width = self.content_size.width
        starts = self._starts(width)
        if starts is None or self.look.size is None:
            rows = self._rows(width)
            cells = [at for at, written in (rows[y] if y < len(rows) else []) for _ in range(written.cell_length)]
            return cells[x] if x < len(cells) and cells[x] != NO_CARD else None
        length, _ = faces(self.look.pack).cells(self.look.pack, self.look.size, self.look.style)
        under = [at for at, start in enumerate(starts) if start <= x < start + length]
        return self.cursor if self.cursor in under else under[-1] if under else None
