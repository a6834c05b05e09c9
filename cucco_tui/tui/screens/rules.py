"""The rule book: a game's page, with its clauses and sources."""

import re
from collections.abc import Iterable
from functools import cached_property
from typing import ClassVar

from textual import getters
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import OptionList

from cucco_tui.rulebook import Page, Paragraph, load
from cucco_tui.tui.screens.log import Block, Blocks, ReadingScreen

HOUSE_RULE = re.compile(r"[a-z][a-z_-]+(?=: )")
"""The name of a house rule or preset, with which its paragraph begins."""

WIDE = 115
"""Cells of width from which the list of sections stands beside the text: the widest text and the list."""


class RulesScreen(ReadingScreen):
    """A game's page of the rule book, with a list of its sections: beside the text, or where it is narrow in turn."""

    HELP_PAGE = "help.rules"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("c", "contents", show=False)]

    contents = getters.query_one("#reading-contents", OptionList)

    def __init__(self, game_id: str, section: str | None = None) -> None:
        """Open at the section with that title, or at the paragraph of that clause; else at the beginning."""
        super().__init__()
        self._game = game_id
        self._opens_at = section
        self._headings: list[int] = []
        self._places: dict[str, tuple[int, int]] = {}

    @cached_property
    def rules(self) -> Page | None:
        """Give the page, None for a game without one."""
        try:
            return load(self._game, self.words.language)
        except KeyError:
            return None

    def title_text(self) -> str:
        """Give the title."""
        return self.rules.title if self.rules else self.words("rules.none")

    def compose_beside(self) -> Iterable[Widget]:
        """Yield the list of sections."""
        sections = self.rules.sections if self.rules else ()
        yield OptionList(*(Content(section.title) for section in sections), id="reading-contents")

    def blocks(self) -> Iterable[Block]:
        """Yield headings and paragraphs."""
        number = 0
        for section in self.rules.sections if self.rules else ():
            self._headings.append(number)
            self._note(section.title, 0, number)
            yield Block(Content.styled(section.title, "bold $primary"), gap=1 if number else 0)
            for place, paragraph in enumerate(section.paragraphs):
                number += 1
                for clause in paragraph.clauses:
                    self._note(clause, len(paragraph.clauses), number)
                yield Block(_written(paragraph), gap=min(place, 1))
            number += 1

    def _note(self, name: str, clauses: int, block: int) -> None:
        """Keep the block that tells most about a section or clause: the first that tells of the fewest others."""
        if name not in self._places or clauses < self._places[name][0]:
            self._places[name] = clauses, block

    def hints(self) -> list[tuple[str, str, str]]:
        """List the keys of the page."""
        first, *rest = super().hints()
        return [first, ("c", self.words("read.contents"), "screen.contents"), *rest]

    def on_mount(self) -> None:
        """Open at the place that was asked for, and let the list follow the text."""
        self.watch(self.text, "scroll_y", self._follow)
        if self._opens_at in self._places:
            self.call_after_refresh(self._go, self._places[self._opens_at][1])

    def on_resize(self, event: Resize) -> None:
        """Show the list beside the text when there is room."""
        self.set_class(event.size.width >= WIDE, "-wide")

    def action_contents(self) -> None:
        """Go to the list of sections, or back from it."""
        if self.contents.has_focus:
            self._read()
        else:
            self.add_class("-contents")
            self.contents.focus()

    def action_close(self) -> None:
        """Leave the list of sections where it hides the text, else the page."""
        if self.has_class("-contents") and not self.has_class("-wide"):
            self._read()
        else:
            super().action_close()

    def action_page(self, pages: int) -> None:
        """Scroll by whole pages, less a line that helps to find the place; in the list of sections choose."""
        if self.contents.has_focus and pages > 0:
            self.contents.action_select()
        else:
            super().action_page(pages)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go to a section."""
        self._read()
        self.call_after_refresh(self._go, self._headings[event.option_index])

    def _read(self) -> None:
        self.remove_class("-contents")
        self.text.focus()

    def _go(self, block: int) -> None:
        self.text.scroll_to(y=self._block_line(block), animate=False)

    def _follow(self) -> None:
        """Mark the section at the top of the text in the list."""
        if self._headings and not self.contents.has_focus:
            passed = sum(1 for block in self._headings if self._block_line(block) <= self.text.scroll_y)
            self.contents.highlighted = max(0, passed - 1)

    def _block_line(self, block: int) -> int:
        return self.query_one(Blocks).line_of(block)


def _written(paragraph: Paragraph) -> Content:
    """Write a paragraph: the house rule it is about bold, its clauses and sources faint at the end."""
    name = HOUSE_RULE.match(paragraph.text)
    head = name.group() if name else ""
    tag = " · ".join(", ".join(names) for names in (paragraph.clauses, paragraph.sources) if names)
    return Content.assemble((head, "bold"), paragraph.text[len(head) :], "  ", (tag, "$faint"))
