"""The page that all agree on before the first deal."""

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Event, Key, Resize
from textual.widgets import Static

from cucco_tui.tui.people import badge, number_equal_names
from cucco_tui.tui.plan import Plan
from cucco_tui.tui.rule_words import game_name, preset_name, rule_sentence
from cucco_tui.tui.screens.base import PageScreen
from cucco_tui.tui.screens.choosing import direction_sign
from cucco_tui.tui.screens.setup import plan_header
from cucco_tui.tui.widgets.key_lines import KeyLines


class AgreeScreen(PageScreen):
    """Game, seats, every house rule in force and how the table is run, each in a sentence. Enter starts the match."""

    CSS_PATH = "asking.tcss"
    HELP_PAGE = "help.agree"
    PAUSE = 0.2
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,g", "start", show=False),
        Binding("escape,q", "back", show=False),
        Binding("r", "rules", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown,space", "page(1)", show=False),
    ]

    def __init__(self, plan: Plan) -> None:
        """Show a plan, which nobody changes while this page is up."""
        super().__init__()
        self._plan = plan

    def compose_page(self) -> ComposeResult:
        """Yield the plan as a text that scrolls if it must."""
        words, plan = self.words, self._plan
        title = Content.assemble(
            (game_name(words, plan.game.id), "bold $primary"), "  ", (words("agree.title"), "$faint")
        )
        with Vertical(classes="page"):
            yield Static(title, id="title", markup=False)
            with VerticalScroll(id="agreed", can_focus=False):
                yield Static(id="text", markup=False)
        yield KeyLines(
            [
                ("Enter", words("agree.key.start"), "screen.start"),
                ("Esc", words("agree.key.back"), "screen.back"),
                ("PgDn", words("agree.key.scroll"), "screen.page(1)"),
                ("r", words("key.rules"), "screen.rules"),
                ("?", words("key.help"), "screen.help"),
            ]
        )

    def ignores(self, event: Event, *, held: bool) -> bool:
        """Let keys that only scroll be held down."""
        scrolls = isinstance(event, Key) and event.key in {"pageup", "pagedown"}
        return super().ignores(event, held=held and not scrolls)

    def on_resize(self, event: Resize) -> None:
        """Break the sentences where the window ends."""
        width = max(20, min(84, event.size.width - 6))
        self.query_one("#text", Static).update(Content("\n").join(self._lines(width)))

    def action_scroll(self, lines: int) -> None:
        """Scroll what does not fit."""
        self.query_one("#agreed", VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        """Scroll by whole pages, less a line that helps to find the place."""
        self.action_scroll(pages * max(1, self.query_one("#agreed").scrollable_content_region.height - 1))

    def action_back(self) -> None:
        """Go back and change something."""
        self.dismiss()

    def action_rules(self) -> None:
        """Open the rules of the game."""
        from cucco_tui.tui.screens.rules import RulesScreen

        self.app.push_screen(RulesScreen(self._plan.game.id))

    def action_start(self) -> None:
        """Start the match, or let everybody draw for the first deal."""
        if not self.is_current:
            return
        plan = self._plan
        if plan.first in ("drawn", "seated"):
            from cucco_tui.tui.screens.drawing import DrawingScreen

            self.app.push_screen(DrawingScreen(plan))
            return
        from cucco_tui.engine.shuffle import Chance

        dealer = plan.players.index(plan.dealer) if plan.dealer else Chance.secret().below(len(plan.players))
        self.cucco.start_match(plan_header(plan, dealer))

    # What is agreed on

    def _lines(self, width: int) -> Iterator[Content]:
        words, plan, game = self.words, self._plan, self._plan.game.id
        changed = words("agree.changed") if plan.differing else ""
        yield Content.assemble(
            self._heading("agree.game", preset=preset_name(words, game, plan.preset.id)), "  ", (changed, "$faint")
        )
        yield from _bullet(words(f"preset.{game}.{plan.preset.id}"), width)
        for rule in plan.shown_rules:
            sentence = rule_sentence(words, game, rule.name, plan.rules[rule.name])
            yield from _bullet(sentence, width, marked=rule.name in plan.differing)
        yield Content("")
        time = "" if plan.minutes is None else words("form.minutes", n=plan.minutes)
        direction = words(f"direction.{plan.preset.direction.value}")
        yield Content.assemble(
            self._heading("agree.seats", n=len(plan.players), direction=direction), "  ", (time, "$faint")
        )
        yield from self._seats(width)
        yield Content("")
        yield self._heading("agree.table")
        yield from _bullet(self._first_dealer(), width)
        yield from _bullet(words(f"agree.cut.{plan.cut}"), width)
        for name in ("showdown", "dummies"):
            if name in plan.at_the_table:
                # A dummy is there only if there is a second player, and his is one of them (COCH-12).
                told = words(f"agree.{name}.{getattr(plan, name)}", name=self._names()[1])
                yield from _bullet(told, width)
        if "hints" in plan.at_the_table:
            yield from _bullet(words(f"agree.hints.{'on' if plan.hints else 'off'}"), width)

    def _heading(self, key: str, **args: object) -> Content:
        return Content(self.words(key, **args)).stylize("bold $secondary")

    def _first_dealer(self) -> str:
        plan = self._plan
        if plan.dealer is None:
            return self.words(f"agree.first.{plan.first}")
        return self.words("agree.first.chosen", name=self._names()[plan.players.index(plan.dealer)])

    def _names(self) -> list[str]:
        return number_equal_names([player.name for player in self._plan.players])

    def _seats(self, width: int) -> Iterator[Content]:
        """Name the players in the order of play, an arrow to the next one, as many in a line as there is room for."""
        plan, names = self._plan, self._names()
        ascii_only = self.cucco.faces_style.value == "ascii"
        arrow = " -> " if ascii_only else " → "
        line = Content("  ")
        for seat in range(len(names))[:: plan.preset.direction.step]:
            mark = badge(seat, ascii_only=ascii_only)
            name = Content(f"{mark.sign} {names[seat]}").truncate(width - 6, ellipsis=True).stylize(f"${mark.colour}")
            bot = plan.players[seat].bot
            who = Content.assemble(name, (f" ({self.words(f'form.sits.{bot}')})" if bot else "", "$faint"), arrow)
            if line.cell_length + who.cell_length > width and line.plain.strip():
                yield line
                line = Content("  ")
            line = Content.assemble(line, who)
        sign = direction_sign(plan.preset.direction, ascii_only=ascii_only)
        yield Content.assemble(line, (sign, "bold $accent"))


def _bullet(sentence: str, width: int, *, marked: bool = False) -> Iterator[Content]:
    """Break a sentence into lines, the first with a mark, the others under its words."""
    for number, line in enumerate(Content(sentence).wrap(width - 2)):
        mark = ("* ", "bold $accent") if marked and not number else "  "
        yield Content.assemble(mark, line)
