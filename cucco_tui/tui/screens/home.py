"""The first page: what shall we play?"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key
from textual.worker import get_current_worker

from cucco_tui.cards.packs import CUCCO
from cucco_tui.engine.game import Game
from cucco_tui.games import find_game, register
from cucco_tui.storage.folder import matches_folder
from cucco_tui.tui import memory
from cucco_tui.tui.screens.choosing import ChoosingScreen, direction_sign
from cucco_tui.tui.widgets.rows import Row, RowList

if TYPE_CHECKING:
    from cucco_tui.storage.matches import SavedMatch

SHOWN_MATCHES = 4
"""How many unfinished matches stand on the first page; the others are among the records."""
MORE_CARDS = 110, 34
"""Cells of width and height from which there is room for more of the pack."""
USUAL_TABLE = 6
"""The number of players for which the length of a match is told."""


class HomeScreen(ChoosingScreen):
    """The games and the unfinished matches, with what there is to know of the one at the cursor."""

    HELP_PAGE = "help.home"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "rules", show=False),
        Binding("o", "records", show=False),
        Binding("t", "stats", show=False),
        Binding("s", "settings", show=False),
        Binding("q", "leave", show=False),
    ]

    def __init__(self) -> None:
        """Know the games; what is slow to find waits until the page can be seen."""
        super().__init__()
        self._matches: list[SavedMatch] = []
        self._painted = False
        self._touched = False
        self._left: Path | None = None

    def come_from(self, match: Path | None) -> None:
        """Put the cursor on a match that was just left, as soon as it stands here."""
        self._left = match

    def title_text(self) -> Content:
        """Name the program."""
        return Content.assemble(("cucco-tui", "bold $primary"), "  ", (self.words("home.title"), "$faint"))

    def rows(self) -> list[Row]:
        """List the unfinished matches, and the games by kind."""
        rows: list[Row] = []
        if self._matches:
            from cucco_tui.tui.screens.matches import match_line

            rows.append(Row("go-on", Content(self.words("home.go-on")), heading=True))
            rows += [Row(str(saved.path), match_line(self.words, saved)) for saved in self._matches]
            rows.append(Row("", Content(""), heading=True))
        for kind in sorted({game.kind for game in register().values()}):
            rows.append(Row(kind, Content(self.words(f"kind.{kind}")), heading=True))
            games = [game for game in register().values() if game.kind == kind]
            # The pack that the program is named after comes first.
            rows += map(self._game_row, sorted(games, key=lambda game: game.presets[0].pack != CUCCO))
        return rows

    def explain(self, row_id: str) -> Content:
        """Tell about a game, with a card of its pack once there is time for it, or how a match stands."""
        if not self._painted:
            return Content("")
        saved = self._saved(row_id)
        if saved is not None:
            from cucco_tui.tui.screens.matches import match_told

            return match_told(self.words, saved, ascii_only=self.ascii_only)
        return self._game_told(register()[row_id])

    def hints(self, row_id: str | None) -> Sequence[tuple[str, str, str]]:
        """List the keys."""
        words = self.words
        return [
            ("Enter", words("home.key.play" if self._saved(row_id) is None else "home.key.go-on"), "screen.play"),
            ("r", words("home.key.rules"), "screen.rules"),
            ("o", words("home.key.records"), "screen.records"),
            ("t", words("home.key.stats"), "screen.stats"),
            ("s", words("home.key.settings"), "screen.settings"),
            ("?", words("key.help"), "screen.help"),
            ("q", words("home.key.leave"), "screen.leave"),
        ]

    def on_mount(self) -> None:
        """Load what is slow once the page can be seen."""
        # The app begins to paint when it begins to take messages; what is called after a refresh may come earlier.
        self.app.call_later(self.call_after_refresh, self._load)

    def on_screen_resume(self) -> None:
        """Look for matches again: some may have been played meanwhile."""
        if self._painted:
            self._find_matches()

    def on_row_list_chosen(self, message: RowList.Chosen) -> None:
        """Go on with the match, or set up the game."""
        message.stop()
        saved = self._saved(message.row_id)
        if saved is not None:
            self.cucco.go_on(saved.path)
        else:
            from cucco_tui.tui.screens.setup import SetupScreen

            self.app.push_screen(SetupScreen(register()[message.row_id]))

    def on_key(self, event: Key) -> None:
        """Note that somebody is choosing: from now on the cursor stays where it is put."""
        self._touched = True

    def action_play(self) -> None:
        """Play what the cursor stands on."""
        self.list_.action_choose()

    def action_rules(self) -> None:
        """Open the rules of the game at the cursor."""
        from cucco_tui.tui.screens.rules import RulesScreen

        row_id = self.list_.cursor
        saved = self._saved(row_id)
        game = saved.header.game if saved and saved.header else row_id
        if game is not None:
            self.app.push_screen(RulesScreen(game))

    def action_records(self) -> None:
        """Open the list of all matches."""
        from cucco_tui.tui.screens.matches import MatchesScreen

        self.app.push_screen(MatchesScreen())

    def action_stats(self) -> None:
        """Open the statistics."""
        from cucco_tui.tui.screens.stats import StatsScreen

        self.app.push_screen(StatsScreen())

    def action_settings(self) -> None:
        """Open the settings."""
        from cucco_tui.tui.screens.settings import SettingsScreen

        self.app.push_screen(SettingsScreen())

    def action_leave(self) -> None:
        """Leave the program; there is nothing that could be lost."""
        self.app.exit()

    def _load(self) -> None:
        memory.begin()
        self._painted = True
        self.show_about()
        self._find_matches()

    @work(thread=True, exclusive=True)
    def _find_matches(self) -> None:
        if not saved_files():
            self.app.call_from_thread(self._show_matches, [])
            return
        from cucco_tui.storage.match_file import Status
        from cucco_tui.storage.matches import saved_matches

        worker = get_current_worker()
        found: list[SavedMatch] = []
        for saved in saved_matches(find_game):
            if worker.is_cancelled or len(found) == SHOWN_MATCHES:
                break
            if saved.status is Status.WAITING:
                found.append(saved)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._show_matches, found)

    def _show_matches(self, found: list["SavedMatch"]) -> None:
        if not self.query("#title"):
            # The program was left while they were looked for.
            return
        paths = [saved.path for saved in found]
        first = self._left if self._left in paths else paths[0] if paths and not self._touched else None
        if found != self._matches or self._left is not None:
            self._matches = found
            self.show(None if first is None else str(first))
        self._touched, self._left = True, None

    def _saved(self, row_id: str | None) -> "SavedMatch | None":
        return next((saved for saved in self._matches if str(saved.path) == row_id), None)

    def _game_row(self, game: Game) -> Row:
        low, high = game.seats
        seats = str(low) if low == high else f"{low}-{high}"
        sign = direction_sign(game.presets[0].direction, ascii_only=self.ascii_only)
        return Row(game.id, Content(self.words(f"game.{game.id}")), Content(f"{seats.rjust(4)} {sign}"))

    def _game_told(self, game: Game) -> Content:
        """Lay a card of the pack, the facts beside it, and the story below."""
        facts, story = self._facts(game), Content(self.words(f"story.{game.id}"))
        if self.narrow:
            return Content("\n").join((Content(", ".join(facts)).stylize("$accent"), story))
        name = Content(self.words(f"game.{game.id}")).stylize("bold $primary")
        lines = [name, Content(""), *map(Content, facts)]
        return Content("\n").join((*self._beside_card(game, lines), Content(""), story, *self._more_cards(game)))

    def _more_cards(self, game: Game) -> list[Content]:
        """Lay the first and the last cards of the pack below the story where there is room."""
        pack = game.presets[0].pack
        if self.size.width < MORE_CARDS[0] or self.size.height < MORE_CARDS[1]:
            return []
        from cucco_tui.tui.widgets.card import side_by_side

        shown = [code for code in (*pack.kinds[:3], *pack.kinds[-3:]) if code != game.face]
        faces = [self._face(game, code) for code in (*shown[:2], *shown[-2:])]
        return [Content(""), *side_by_side(faces, len(faces), gap=1)]

    def _face(self, game: Game, code: str) -> list[Content]:
        """Draw a card large; nothing if its file cannot be read."""
        from cucco_tui.cards.faces import FacesError, Size
        from cucco_tui.tui.widgets.card import card_face

        try:
            return list(card_face(game.presets[0].pack.id, code, Size.LARGE, self.cucco.faces_style).split("\n"))
        except (FacesError, OSError):
            return []

    def _facts(self, game: Game) -> list[str]:
        """Tell how many play, which way round, for how long, and in how many ways."""
        words, (low, high), preset = self.words, game.seats, game.presets[0]
        sign = direction_sign(preset.direction, ascii_only=self.ascii_only)
        facts = [
            words("home.players", low=low, high=high) if low < high else words("home.players-exactly", n=low),
            f"{sign} {words(f'direction.{preset.direction.value}')}",
            words("home.ways", n=len(game.presets)),
        ]
        from cucco_tui.tui.plan import Plan, Player

        players = min(USUAL_TABLE, high)
        minutes = Plan(game, preset, [Player("")] * players).minutes
        if minutes is not None:
            facts.insert(2, words("home.minutes", n=minutes, players=players))
        return facts

    def _beside_card(self, game: Game, lines: list[Content]) -> list[Content]:
        if self.size.height < 20:
            return lines
        card = self._face(game, game.face or game.presets[0].pack.kinds[-1])
        if not card:
            return lines
        blank = Content("")
        beside = [blank, *lines, *[blank] * len(card)][: len(card)]
        return [Content.assemble(left, "   ", right) for left, right in zip(card, beside, strict=True)]


def saved_files() -> bool:
    """Tell whether there are any matches at all: what reads them is slow to load."""
    with suppress(OSError):
        return any(matches_folder().glob("*.jsonl"))
    return False
