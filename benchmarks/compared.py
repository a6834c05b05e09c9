"""What the program is compared with: the least that Textual can do. Run with the name of an app."""

import sys
from typing import ClassVar

from textual.app import App


def empty() -> App[None]:
    """Make an app with nothing in it."""
    return App()


def pydantic() -> App[None]:
    """Make an app with nothing in it, and a model that has nothing to do with it."""
    from pydantic import BaseModel

    class Point(BaseModel):
        x: int
        y: int = 0

    Point.model_validate({"x": 1})
    return App()


def cells() -> App[None]:
    """Make an app with one widget: a cursor that goes over 13 cells."""
    from textual.app import ComposeResult
    from textual.binding import Binding, BindingType
    from textual.content import Content
    from textual.reactive import var
    from textual.widget import Widget

    class Cells(Widget, can_focus=True):
        BINDINGS: ClassVar[list[BindingType]] = [Binding("up", "move(-1)"), Binding("down", "move(1)")]
        cursor: var[int] = var(0)

        def render(self) -> Content:
            return Content.assemble(*((" * ", "reverse" if cell == self.cursor else "") for cell in range(13)))

        def watch_cursor(self) -> None:
            self.refresh()

        def action_move(self, step: int) -> None:
            self.cursor = (self.cursor + step) % 13

    class OneWidget(App[None]):
        def compose(self) -> ComposeResult:
            yield Cells()

        def on_mount(self) -> None:
            self.query_one(Cells).focus()

    return OneWidget()


if __name__ == "__main__":
    {"empty": empty, "pydantic": pydantic, "cells": cells}[sys.argv[1]]().run()
