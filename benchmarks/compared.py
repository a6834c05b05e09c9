"""What the program is compared with: the least that Textual can do. Run with the name of an app."""

import sys
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.reactive import var
from textual.widget import Widget

CELLS = 13


class Empty(App[None]):
    """An app with nothing in it."""


class Cells(Widget, can_focus=True):
    """A cursor that goes over a few cells."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("up", "move(-1)"), Binding("down", "move(1)")]
    cursor: var[int] = var(0)

    def render(self) -> Content:
        """Draw the cells, the one at the cursor reversed."""
        return Content.assemble(*((" * ", "reverse" if cell == self.cursor else "") for cell in range(CELLS)))

    def watch_cursor(self) -> None:
        """Draw the cursor where it is now."""
        self.refresh()

    def action_move(self, step: int) -> None:
        """Move the cursor, round the ends."""
        self.cursor = (self.cursor + step) % CELLS


class OneWidget(App[None]):
    """An app with one widget, which has the keys."""

    def compose(self) -> ComposeResult:
        """Yield the widget."""
        yield Cells()

    def on_mount(self) -> None:
        """Give it the keys."""
        self.query_one(Cells).focus()


if __name__ == "__main__":
    {"empty": Empty, "cells": OneWidget}[sys.argv[1]]().run()
