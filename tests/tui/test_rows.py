"""A list with a cursor: keys, mouse, what is cut, and how little is repainted."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.pilot import Pilot

from cucco_tui.tui.widgets.rows import ASCII_MARKS, Row, RowList

GAMES = (
    Row("swap", Content("Swap one card"), heading=True),
    Row("cuckoo", Content("Cuckoo"), Content("3-30")),
    Row("kille", Content("Kille"), Content("3-13")),
    Row("tricks", Content("Take tricks"), heading=True),
    Row("pace", Content("pace"), Content("slow"), steps=True),
)


class Told(App[None]):
    """A list, and what it has told."""

    CSS = "RowList { text-wrap: nowrap; overflow-x: hidden; }"

    def __init__(self, rows: tuple[Row, ...] = GAMES, **options: object) -> None:
        super().__init__()
        self.list_ = RowList(rows, **options)  # type: ignore[arg-type]
        self.told: list[tuple[str, str]] = []

    def compose(self) -> ComposeResult:
        yield self.list_

    def on_mount(self) -> None:
        self.watch(self.list_, "at", lambda row_id: self.told.append(("at", row_id)))

    def on_row_list_chosen(self, message: RowList.Chosen) -> None:
        self.told.append(("chosen", message.row_id))

    def on_row_list_changed(self, message: RowList.Changed) -> None:
        self.told.append((f"{message.step:+d}", message.row_id))

    def lines(self) -> list[str]:
        return [self.list_.render_line(y).text for y in range(self.list_.size.height)]


Steps = Callable[[Told, Pilot[None]], Awaitable[None]]


def play(app: Told, steps: Steps, size: tuple[int, int] = (30, 10)) -> None:
    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            app.list_.focus()
            await pilot.pause()
            await steps(app, pilot)

    asyncio.run(go())


def test_the_cursor_starts_on_the_first_row_that_is_no_heading() -> None:
    async def steps(app: Told, pilot: Pilot[None]) -> None:
        assert app.list_.cursor == "cuckoo"
        assert app.told == [("at", "cuckoo")]
        assert app.lines()[:3] == [
            "Swap one card                 ",
            "› Cuckoo     3-30             ",
            "  Kille      3-13             ",
        ]

    play(Told(), steps)


def test_up_and_down_skip_headings_and_stop_at_the_ends() -> None:
    async def steps(app: Told, pilot: Pilot[None]) -> None:
        await pilot.press("up", "down", "down", "down", "up", "home", "end")
        at = [row for what, row in app.told if what == "at"]
        assert at == ["cuckoo", "kille", "pace", "kille", "cuckoo", "pace"]

    play(Told(), steps)


def test_one_key_is_one_action() -> None:
    async def steps(app: Told, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        assert [told for told in app.told if told[0] != "at"] == [("chosen", "cuckoo")]

    play(Told(), steps)


def test_left_and_right_change_only_a_row_with_steps() -> None:
    async def steps(app: Told, pilot: Pilot[None]) -> None:
        await pilot.press("left", "end", "left", "right")
        assert [told for told in app.told if told[0] != "at"] == [("-1", "pace"), ("+1", "pace")]
        assert app.lines()[4].startswith("› pace     ‹ slow ›")

    play(Told(), steps)


def test_the_mouse_alone_is_enough() -> None:
    async def steps(app: Told, pilot: Pilot[None]) -> None:
        await pilot.click(RowList, offset=(4, 2))
        await pilot.click(RowList, offset=(4, 2))
        await pilot.click(RowList, offset=(4, 3))
        await pilot.click(RowList, offset=(4, 4))
        await pilot.click(RowList, offset=(11, 4))
        await pilot.click(RowList, offset=(18, 4))
        await pilot.click(RowList, offset=(4, 4))
        await pilot.click(RowList, offset=(4, 8))
        told = app.told[1:]
        assert told == [
            ("at", "kille"),
            ("chosen", "kille"),
            ("at", "pace"),
            ("-1", "pace"),
            ("+1", "pace"),
            ("chosen", "pace"),
        ]

    play(Told(), steps)


def test_a_long_list_scrolls_with_the_cursor() -> None:
    rows = (Row("head", Content("All"), heading=True), *(Row(str(n), Content(f"row {n}")) for n in range(40)))

    async def steps(app: Told, pilot: Pilot[None]) -> None:
        for keys, seen in ((["down"] * 12, "12"), (["pagedown"], "21"), (["end"], "39"), (["pageup"], "30")):
            await pilot.press(*keys)
            assert app.list_.cursor == seen
            assert f"› row {seen}" in "\n".join(app.lines())
        await pilot.press("home")
        assert app.lines()[0].startswith("All")

    play(Told(rows), steps)


def test_rows_that_come_in_do_not_move_the_cursor_to_another_row() -> None:
    async def steps(app: Told, pilot: Pilot[None]) -> None:
        await pilot.press("down")
        app.list_.set_rows((Row("saved", Content("a saved match")), *GAMES))
        await pilot.pause()
        assert app.list_.cursor == "kille"
        app.list_.set_rows(GAMES[:2])
        assert app.list_.cursor == "cuckoo"
        app.list_.set_rows(())
        assert app.list_.cursor is None
        await pilot.press("enter", "down", "end", "left")
        assert app.told[-1][0] == "at"

    play(Told(), steps)


def test_a_row_can_be_replaced_alone() -> None:
    async def steps(app: Told, pilot: Pilot[None]) -> None:
        app.list_.set_row(Row("kille", Content("Kille"), Content("none"), mark="*"))
        assert app.lines()[2].startswith("  Kille  *   none")
        with pytest.raises(ValueError, match="nobody"):
            app.list_.set_row(Row("nobody", Content("")))

    play(Told(), steps)


ODD = ["[/]", "[red]x[/red]", "[bold", "\\[", "$player-0", "q"]
LONG = ["x" * 60, "漢字" * 20, "שלום עולם" * 6, "a\u0301" * 60]


@pytest.mark.parametrize("name", [*ODD, *LONG])
def test_no_text_breaks_a_row_or_is_taken_for_markup(name: str) -> None:
    rows = (
        Row("a", Content(name), Content("v"), steps=True),
        Row("b", Content(name)),
        Row("c", Content(name), heading=True),
    )

    async def steps(app: Told, pilot: Pilot[None]) -> None:
        assert {app.list_.render_line(y).cell_length for y in range(10)} == {40}
        for line in app.lines()[:3]:
            assert ("…" if name in LONG else name) in line

    play(Told(rows), steps, (40, 10))


def test_an_old_terminal_gets_plain_characters() -> None:
    rows = (Row("a", Content("x" * 40), Content("v"), steps=True),)

    async def steps(app: Told, pilot: Pilot[None]) -> None:
        assert app.lines()[0].startswith("> xx")
        assert all(line.isascii() for line in app.lines())

    play(Told(rows, marks=ASCII_MARKS), steps)


def test_moving_the_cursor_repaints_two_lines() -> None:
    rows = tuple(Row(str(n), Content(f"row {n}"), Content("value")) for n in range(20))

    async def steps(app: Told, pilot: Pilot[None]) -> None:
        painted: list[int] = []
        paint = app.list_._paint

        def noted(index: int, here: bool, width: int) -> object:
            painted.append(index)
            return paint(index, here, width)

        app.list_._paint = noted  # type: ignore[method-assign, assignment]
        await pilot.press("down")
        await pilot.pause()
        assert set(painted) == {0, 1}

    play(Told(rows), steps, (80, 24))
