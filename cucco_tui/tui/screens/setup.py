"""The form before a match: who sits where, which game, which house rules, how the table is run."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

import cucco_tui
from cucco_tui.engine.game import Game, Value
from cucco_tui.tui.people import badge, number_equal_names
from cucco_tui.tui.plan import BOTS, CUTS, DUMMIES, PACES, SHOWDOWNS, HouseRule, Plan, Player, recall
from cucco_tui.tui.rule_words import (
    game_name,
    pace_name,
    preset_name,
    rule_name,
    rule_question,
    rule_sentence,
    value_name,
)
from cucco_tui.tui.screens.choosing import ChoosingScreen, told
from cucco_tui.tui.widgets.rows import Row, RowList

if TYPE_CHECKING:
    from cucco_tui.engine.record import Header

BLANK = Row("", Content(""), heading=True)
PLAYERS_AT_FIRST = 4

AT_THE_TABLE: dict[str, Sequence[Value | float]] = {
    "cut": CUTS,
    "showdown": SHOWDOWNS,
    "dummies": DUMMIES,
    "hints": (False, True),
    "pace": PACES,
}
"""How the table is run, by the name of the plan's attribute."""


class SetupScreen(ChoosingScreen):
    """Everything that is agreed on before a match, in one list; beside it each row in a plain sentence.

    Row ids are a section and, after a colon, which one: `player:0`, `rule:tokens`, `table:cut`.
    """

    HELP_PAGE = "help.setup"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "add", show=False),
        Binding("b", "bot", show=False),
        Binding("x,delete,backspace", "remove", show=False),
        Binding("u,shift+up", "move(-1)", show=False),
        Binding("d,shift+down", "move(1)", show=False),
        Binding("g", "agree", show=False),
        Binding("r", "rules", show=False),
        Binding("escape,q", "back", show=False),
    ]

    def __init__(self, game: Game) -> None:
        """Lay the table for a game."""
        super().__init__()
        self.game = game
        self._plan: Plan | None = None

    @property
    def plan(self) -> Plan:
        """Give what has been agreed on so far: at first what was agreed on the last time."""
        if self._plan is None:
            settings = self.cucco.settings
            self._plan = recall(self.game, settings.setups.get(self.game.id, {}), settings.bot_pace)
            if not self._plan.players:
                low, high = self.game.seats
                for name in settings.names[: max(low, min(PLAYERS_AT_FIRST, high))]:
                    self._plan.players.append(Player(name))
                while len(self._plan.players) < max(low, min(PLAYERS_AT_FIRST, high)):
                    self._plan.players.append(Player(self._new_name("player")))
        return self._plan

    def on_mount(self) -> None:
        """Load what the start of a match needs, and what is slow to load, while the form is filled in."""
        self.run_worker(lambda: import_module("cucco_tui.engine.record"), thread=True)

    # What is shown

    def title_text(self) -> Content:
        """Name the game, and how many people will play for how long."""
        words, plan = self.words, self.plan
        parts = [words("form.players", n=len(plan.players))]
        if plan.minutes is not None and not plan.missing:
            parts.append(words("form.minutes", n=plan.minutes))
        return Content.assemble((game_name(words, self.game.id), "bold $primary"), "  ", (" · ".join(parts), "$faint"))

    def rows(self) -> list[Row]:
        """List players, game, house rules, and how the table is run."""
        words, plan = self.words, self.plan
        return [
            self._heading("players"),
            *map(self._player_row, range(len(plan.players))),
            Row("add", Content(words("form.add"))),
            Row("add-bot", Content(words("form.add-bot"))),
            BLANK,
            self._heading("game"),
            self._value_row("preset", words("form.preset"), preset_name(words, self.game.id, plan.preset.id)),
            BLANK,
            self._heading("rules"),
            *map(self._rule_row, plan.shown_rules),
            BLANK,
            self._heading("table"),
            self._value_row("table:first", words("form.first"), self._first_dealer()),
            *map(self._table_row, plan.at_the_table),
            BLANK,
            Row("start", Content(words("form.start"))),
        ]

    def _heading(self, section: str) -> Row:
        return Row(f"heading:{section}", Content(self.words(f"form.heading.{section}")), heading=True)

    def _value_row(self, row_id: str, text: str, value: str, mark: str = " ") -> Row:
        return Row(row_id, Content(text), Content(value), steps=True, mark=mark)

    def _player_row(self, seat: int) -> Row:
        mark = badge(seat, ascii_only=self.ascii_only)
        text = Content.assemble((f"{mark.sign} ", f"${mark.colour}"), self._names()[seat])
        sitter = self.words(f"form.sits.{self.plan.players[seat].bot or 'person'}")
        return Row(f"player:{seat}", text, Content(sitter), steps=True)

    def _rule_row(self, rule: HouseRule) -> Row:
        words, game, plan = self.words, self.game.id, self.plan
        value = value_name(words, game, rule.name, plan.rules[rule.name])
        mark = "*" if rule.name in plan.differing else " "
        return self._value_row(f"rule:{rule.name}", rule_name(words, game, rule.name), value, mark)

    def _table_row(self, name: str) -> Row:
        return self._value_row(f"table:{name}", self.words(f"form.{name}"), self._table_value(name))

    def _table_value(self, name: str) -> str:
        value = getattr(self.plan, name)
        if name == "pace":
            return pace_name(self.words, value)
        if isinstance(value, bool):
            return self.words("value.on" if value else "value.off")
        return self.words(f"form.{name}.{value}")

    def _first_dealer(self) -> str:
        plan = self.plan
        if plan.dealer is None:
            return self.words(f"form.first.{plan.first}")
        return self._names()[plan.players.index(plan.dealer)]

    def _names(self) -> list[str]:
        return number_equal_names([player.name for player in self.plan.players])

    # What is said of it

    def explain(self, row_id: str) -> Content:
        """Say in plain words what a row is about, and what it means as it is set."""
        words, plan = self.words, self.plan
        section, _, name = row_id.partition(":")
        match section:
            case "player":
                player = plan.players[int(name)]
                sitter, game = f"form.sits.{player.bot or 'person'}", self.game
                about = [words.first(f"{sitter}.{game.id}.about", f"{sitter}.{game.kind}.about", f"{sitter}.about")]
                title = self._names()[int(name)]
            case "rule":
                title, about = rule_name(words, self.game.id, name), self._about_rule(name)
            case "preset":
                title = preset_name(words, self.game.id, plan.preset.id)
                about = [words(f"preset.{self.game.id}.{plan.preset.id}")]
                about += [rule_sentence(words, self.game.id, *rule) for rule in plan.preset.rules.items()]
                if plan.differing:
                    about.append(words("form.differs", n=len(plan.differing)))
            case "table":
                title, about = words(f"form.{name}"), [words(f"form.{name}.about")]
            case "start":
                title, about = words("form.start"), self._about_start()
            case _:
                title, about = words(f"form.{section}"), [words(f"form.{section}.about")]
        return told(title, about, narrow=self.narrow)

    def _about_rule(self, name: str) -> list[str]:
        words, plan, game = self.words, self.plan, self.game.id
        about = [rule_question(words, game, name), rule_sentence(words, game, name, plan.rules[name])]
        if name in plan.differing:
            usual = value_name(words, game, name, plan.from_preset[name])
            about.append(words("form.usual", preset=preset_name(words, game, plan.preset.id), value=usual))
        return about

    def _about_start(self) -> list[str]:
        words, plan = self.words, self.plan
        if trouble := self._trouble():
            return [trouble]
        if plan.minutes is None:
            return [words("form.start.about")]
        return [words("form.start.about"), words("setup.duration", deals=plan.deals, n=plan.minutes)]

    def _trouble(self) -> str:
        """Say why the match cannot start, nothing if it can."""
        plan, (low, high) = self.plan, self.game.seats
        game = game_name(self.words, self.game.id)
        if low == high and len(plan.players) != low:
            return self.words("form.seats-exactly", game=game, low=low, n=len(plan.players))
        if len(plan.players) < low:
            return self.words("form.too-few", game=game, low=low, n=len(plan.players))
        if len(plan.players) > high:
            return self.words("form.too-many", game=game, high=high, n=len(plan.players))
        return ""

    def hints(self, row_id: str | None) -> Sequence[tuple[str, str, str]]:
        """List the keys that do something at this row."""
        words = self.words
        section = (row_id or "").partition(":")[0]
        if section == "player":
            own = [
                ("Enter", words("form.key.name"), "screen.choose"),
                ("b", words("form.key.bot"), "screen.bot"),
                ("u", words("form.key.up"), "screen.move(-1)"),
                ("d", words("form.key.down"), "screen.move(1)"),
                ("x", words("form.key.remove"), "screen.remove"),
            ]
        elif section in {"rule", "preset", "table"}:
            own = [(self.arrows, words("form.key.change"), "screen.choose")]
            if section == "rule":
                own.append(("x", words("form.key.usual"), "screen.remove"))
        else:
            own = [("Enter", words("key.choose"), "screen.choose")]
        return [
            *own,
            ("a", words("form.key.add"), "screen.add"),
            ("g", words("form.key.start"), "screen.agree"),
            ("r", words("key.rules"), "screen.rules"),
            ("?", words("key.help"), "screen.help"),
            ("Esc", words("key.back"), "screen.back"),
        ]

    # What is done

    def on_row_list_changed(self, message: RowList.Changed) -> None:
        """Give the row another value."""
        message.stop()
        self._change(message.row_id, message.step, around=False)

    def on_row_list_chosen(self, message: RowList.Chosen) -> None:
        """Name a player, go on to the next value, or do what the row says."""
        message.stop()
        section, _, name = message.row_id.partition(":")
        match section:
            case "player":
                self._rename(self.plan.players[int(name)])
            case "add":
                self.action_add()
            case "add-bot":
                self._add(Player(self._new_name("bot"), BOTS[1]))
            case "start":
                self.action_agree()
            case _:
                self._change(message.row_id, 1, around=True)

    def action_choose(self) -> None:
        """Do what Enter does."""
        self.list_.action_choose()

    def action_add(self) -> None:
        """Let another person sit down."""
        from cucco_tui.tui.screens.name import NameScreen

        if len(self.plan.players) >= self.game.seats[1]:
            self._add(Player(""))
            return
        self.app.push_screen(NameScreen("name.new", "", self._known_names()), self._added)

    def action_bot(self) -> None:
        """Give the seat at the cursor to a bot, to another one, back to a person."""
        if self.list_.cursor is not None and self.list_.cursor.startswith("player:"):
            self._change(self.list_.cursor, 1, around=True)

    def action_remove(self) -> None:
        """Let the player at the cursor go, or set the house rule as the preset has it."""
        section, _, name = (self.list_.cursor or "").partition(":")
        if section == "player":
            self.plan.remove(self.plan.players[int(name)])
        elif section == "rule":
            self.plan.changes.pop(name, None)
        self.show()

    def action_move(self, step: int) -> None:
        """Let the player at the cursor sit one seat further up or down."""
        section, _, name = (self.list_.cursor or "").partition(":")
        if section == "player":
            player = self.plan.players[int(name)]
            self.plan.move(player, step)
            self.show(f"player:{self.plan.players.index(player)}")

    def action_agree(self) -> None:
        """Show everything once more, for all to agree on; if something is wrong with it say what."""
        from cucco_tui.tui.screens.agree import AgreeScreen

        if trouble := self._trouble():
            self.app.notify(trouble, severity="warning", markup=False)
            self.list_.go_to("add")
        else:
            self._remember()
            self.app.push_screen(AgreeScreen(self.plan))

    def action_rules(self) -> None:
        """Open the rules of the game."""
        from cucco_tui.tui.screens.rules import RulesScreen

        self.app.push_screen(RulesScreen(self.game.id))

    def action_back(self) -> None:
        """Go back to the games; what was set up is remembered."""
        self._remember()
        self.dismiss()

    def _change(self, row_id: str, step: int, *, around: bool) -> None:
        plan = self.plan
        section, _, name = row_id.partition(":")
        match section:
            case "player":
                player = plan.players[int(name)]
                player.bot = BOTS[(BOTS.index(player.bot) + step) % len(BOTS)]
            case "preset":
                plan.step_preset(step)
            case "rule":
                self._change_rule(name, step, around=around)
            case "table" if name == "first":
                plan.step_first(step)
            case "table":
                values = AT_THE_TABLE[name]
                place = values.index(getattr(plan, name)) if getattr(plan, name) in values else 0
                setattr(plan, name, values[(place + step) % len(values)])
        self.show()

    def _change_rule(self, name: str, step: int, *, around: bool) -> None:
        rule = next(rule for rule in self.plan.shown_rules if rule.name == name)
        value = self.plan.rules[name]
        if around and rule.wide:
            self._type_number(rule)
        else:
            self.plan.set_rule(name, rule.step(value, step, around=around))

    def _type_number(self, rule: HouseRule) -> None:
        from cucco_tui.tui.screens.name import NumberScreen

        def typed(value: tuple[Value] | None) -> None:
            if value is not None:
                self.plan.set_rule(rule.name, *value)
                self.show()

        words, game = self.words, self.game.id
        title = rule_name(words, game, rule.name)
        none = value_name(words, game, rule.name, None) if None in rule.values else ""
        self.app.push_screen(NumberScreen(title, self.plan.rules[rule.name], rule.values, none), typed)

    def _rename(self, player: Player) -> None:
        from cucco_tui.tui.screens.name import NameScreen

        def named(name: str | None) -> None:
            if name is not None:
                player.name = name
                self.show()

        self.app.push_screen(NameScreen("name.change", player.name, self._known_names()), named)

    def _added(self, name: str | None) -> None:
        if name is not None:
            self._add(Player(name))

    def _add(self, player: Player) -> None:
        high = self.game.seats[1]
        if len(self.plan.players) >= high:
            key = "form.full" if self.game.seats[0] < high else "form.full-exactly"
            text = self.words(key, game=game_name(self.words, self.game.id), high=high)
            self.app.notify(text, severity="warning", markup=False)
            return
        self.plan.players.append(player)
        self.show(None if self.list_.cursor in {"add", "add-bot"} else f"player:{len(self.plan.players) - 1}")

    def _new_name(self, kind: str) -> str:
        """Make up a name for who has none: the first number that is free."""
        plan = self._plan
        taken = {player.name for player in plan.players} if plan else set[str]()
        number = 1
        while (name := self.words(f"form.new-{kind}", n=number)) in taken:
            number += 1
        return name

    def _known_names(self) -> list[str]:
        """List the people who have played here before and do not sit at the table yet."""
        seated = {player.name.casefold() for player in self.plan.players}
        return [name for name in self.cucco.settings.names if name.casefold() not in seated]

    def _remember(self) -> None:
        """Keep the table as it is laid for the next time."""
        from cucco_tui.storage.settings import save_settings

        made_up = {self.words("form.new-player", n=number + 1) for number in range(len(self.plan.players))}
        people = [player.name for player in self.plan.players if player.bot is None and player.name not in made_up]
        settings = self.cucco.settings.with_names(people).with_setup(self.game.id, self.plan.remembered())
        if settings != self.cucco.settings:
            self.cucco.settings = settings
            trouble = save_settings(settings)
            if trouble is not None:
                self.cucco.tell_trouble(trouble)


def plan_header(plan: Plan, dealer: int) -> "Header":
    """Write the first line of the match's record: `dealer` is the seat that deals first."""
    from cucco_tui.engine.record import Header

    return Header.model_validate(
        {
            "game": plan.game.id,
            "preset": plan.preset.id,
            "rules": plan.differing,
            "players": number_equal_names([player.name for player in plan.players]),
            "dealer": dealer,
            "bots": {str(seat): player.bot for seat, player in enumerate(plan.players) if player.bot},
            "table": plan.table(),
            **_new(),
        }
    )


def rematch_header(header: "Header", winner: int) -> "Header":
    """Write the first line of a rematch: everything as it was, and the winner deals first (DEAL-3)."""
    return header.model_copy(update={"dealer": winner, **_new()})


def newcomer_header(header: "Header", bots: Mapping[int, str], winner: int, name: str) -> "Header":
    """Write the first line of a rematch with somebody new, who sits at the winner's left (DEAL-3)."""
    moved = {str(seat + (seat > winner)): bot for seat, bot in bots.items()}
    players = tuple(seat_newcomers(header.players, winner, [name]))
    return header.model_copy(update={"players": players, "bots": moved, "dealer": winner, **_new()})


def seat_newcomers(names: Sequence[str], winner: int, newcomers: Sequence[str]) -> list[str]:
    """Seat who is new in a rematch at the winner's left: the next seats clockwise (DEAL-3)."""
    return [*names[: winner + 1], *newcomers, *names[winner + 1 :]]


def _new() -> dict[str, str]:
    """Give what is each match's own: when it began, by which program, and the secret that its shuffles are drawn from.

    The secret stands in the record so that a pack that was committed to is the same pack after leaving and coming back.
    """
    created = datetime.now().astimezone().isoformat(timespec="seconds")
    return {"created": created, "program": cucco_tui.__version__, "secret": secrets.token_hex(32)}
