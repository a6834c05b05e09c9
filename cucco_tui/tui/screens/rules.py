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
from textual.widgets import OptionList, Static

from cucco_tui.rulebook import Page, Paragraph, load
from cucco_tui.tui.screens.log import ReadingScreen

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
        self._headings: list[Widget] = []
        self._places: dict[str, tuple[int, Widget]] = {}

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

    def compose_text(self) -> Iterable[Widget]:
        """Yield headings and paragraphs."""
        for section in self.rules.sections if self.rules else ():
            heading = Static(Content(section.title), classes="section")
            self._headings.append(heading)
            self._note(section.title, 0, heading)
            yield heading
            for paragraph in section.paragraphs:
                text = Static(_written(paragraph), classes="paragraph")
                for clause in paragraph.clauses:
                    self._note(clause, len(paragraph.clauses), text)
                yield text

    def _note(self, name: str, clauses: int, place: Widget) -> None:
        """Keep the place that tells most about a section or clause: the first that tells of the fewest others."""
        if name not in self._places or clauses < self._places[name][0]:
            self._places[name] = clauses, place

    def hints(self) -> list[tuple[str, str, str]]:
        """List the keys of the page."""
        first, *rest = super().hints()
        return [first, ("c", self.words("read.contents"), "screen.contents"), *rest]

    def on_mount(self) -> None:
        """Open at the place that was asked for, and let the list follow the text."""
        super().on_mount()
        self.watch(self.text, "scroll_y", self._follow)
        if self._opens_at in self._places:
            self.call_after_refresh(self._go, self._places[self._opens_at][1])

    def on_resize(self, event: Resize) -> None:
        """Show the list beside the text when there is room."""
        super().on_resize(event)
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

    def _go(self, place: Widget) -> None:
        self.text.scroll_to_widget(place, top=True, animate=False, force=True)

    def _follow(self) -> None:
        """Mark the section at the top of the text in the list."""
        if self._headings and not self.contents.has_focus:
            top = self.text.scroll_y + 1
            passed = [number for number, heading in enumerate(self._headings) if heading.virtual_region.y <= top]
            self.contents.highlighted = passed[-1] if passed else 0


def _written(paragraph: Paragraph) -> Content:
    """Write a paragraph: the house rule it is about bold, its clauses and sources faint at the end."""
    name = HOUSE_RULE.match(paragraph.text)
    head = name.group() if name else ""
    tag = " · ".join(", ".join(names) for names in (paragraph.clauses, paragraph.sources) if names)
    return Content.assemble((head, "bold"), paragraph.text[len(head) :], "  ", (tag, "$faint"))
