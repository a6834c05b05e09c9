"""The settings. Each is kept, and seen, as soon as it is changed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from cucco_tui.cards.faces import Size
from cucco_tui.cards.packs import CUCCO
from cucco_tui.locale import words as load_words
from cucco_tui.storage.settings import FACES, LANGUAGES, save_settings
from cucco_tui.tui.people import COLOURS, badge
from cucco_tui.tui.plan import PACES
from cucco_tui.tui.rule_words import pace_name
from cucco_tui.tui.screens.choosing import ChoosingScreen, told
from cucco_tui.tui.themes import THEMES
from cucco_tui.tui.widgets.card import card_face, side_by_side
from cucco_tui.tui.widgets.rows import Row, RowList
from cucco_tui.tui.widgets.tokens import tokens

SAMPLE = ("XV", "XIIII", "VIII")
"""Cards that show how cards look: a bird, a hunter, a numeral."""
LARGE_FROM = 110
"""Cells of width from which they are large."""
COVER_AFTER = (0, 30, 60, 120, 300, 600)

VALUES: dict[str, Sequence[Any]] = {
    "language": LANGUAGES,
    "theme": ("auto", *(theme.name for theme in THEMES)),
    "faces": FACES,
    "motion": (True, False),
    "cover_after": COVER_AFTER,
    "bot_pace": PACES,
}
"""The values to choose from, by the name of the setting."""


class SettingsScreen(ChoosingScreen):
    """What each player of this computer likes: language, colours, faces, pace."""

    HELP_PAGE = "help.settings"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "back", show=False)]

    def title_text(self) -> Content:
        """Name the page."""
        return Content(self.words("settings.title")).stylize("bold $primary")

    def rows(self) -> list[Row]:
        """List the settings."""
        return [
            Row(name, Content(self.words(f"settings.{name}")), Content(self._value(name)), steps=True)
            for name in VALUES
        ]

    def explain(self, row_id: str) -> Content:
        """Say what a setting is for."""
        words = self.words
        about = told(words(f"settings.{row_id}"), [words(f"settings.{row_id}.about")], narrow=self.narrow)
        return about if self.narrow else Content("\n").join((about, Content(), *self.sample()))

    def sample(self) -> list[Content]:
        """Show how players, tokens, marks and cards look by the settings."""
        words, ascii_only, style = self.words, self.ascii_only, self.cucco.faces_style
        badges = [badge(seat, ascii_only=ascii_only) for seat in range(COLOURS)]
        signs = Content("  ").join(Content(mark.sign).stylize(f"bold ${mark.colour}") for mark in badges)
        turn = Content(words("seat.turn-ascii" if ascii_only else "seat.turn")).stylize("bold reverse")
        size = Size.LARGE if self.size.width >= LARGE_FROM else Size.MEDIUM
        faces = [card_face(CUCCO.id, code, size, style).split("\n") for code in SAMPLE]
        cards = side_by_side(faces, len(faces), gap=1)
        return [signs, Content.assemble(tokens(2, 3, ascii_only=ascii_only), "  ", turn), Content(), *cards]

    def hints(self, row_id: str | None) -> Sequence[tuple[str, str, str]]:
        """List the keys."""
        words = self.words
        return [
            (self.arrows, words("form.key.change"), "screen.change"),
            ("?", words("key.help"), "screen.help"),
            ("Esc", words("key.back"), "screen.back"),
        ]

    def on_row_list_changed(self, message: RowList.Changed) -> None:
        """Go to another value."""
        message.stop()
        self._change(message.row_id, message.step)

    def on_row_list_chosen(self, message: RowList.Chosen) -> None:
        """Go to the next value."""
        message.stop()
        self._change(message.row_id, 1)

    def action_change(self) -> None:
        """Do what Enter does."""
        self.list_.action_choose()

    def action_back(self) -> None:
        """Go back to the games."""
        self.dismiss()

    def _value(self, name: str) -> str:
        words, value = self.words, getattr(self.cucco.settings, name)
        if name == "bot_pace":
            return pace_name(words, value)
        if name == "cover_after":
            return words("settings.cover_after.seconds", n=value) if value else words("settings.cover_after.never")
        if isinstance(value, bool):
            return words("value.on" if value else "value.off")
        key = f"settings.{name}.{value}"
        return words(key) if words.has(key) else str(value)

    def _change(self, name: str, step: int) -> None:
        app, values = self.cucco, VALUES[name]
        now = getattr(app.settings, name)
        # A value that somebody wrote into the file himself is between ours: any of them may follow.
        place = (values.index(now) + step) % len(values) if now in values else 0
        app.settings = replace(app.settings, **{name: values[place]})
        app.words = load_words(app.settings.language)
        theme = app.settings.theme
        app.theme = theme if theme in app.available_themes else THEMES[0].name
        trouble = save_settings(app.settings)
        if trouble is not None:
            app.tell_trouble(trouble)
        self.show()
