"""The saved matches: how each stands, going on with one, copying and deleting one."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.worker import get_current_worker

from cucco_tui.engine.state import Over, Reason, Turn
from cucco_tui.games import find_game
from cucco_tui.locale import Words
from cucco_tui.storage.files import StorageTrouble
from cucco_tui.storage.match_file import Status
from cucco_tui.storage.matches import SavedMatch, delete_match, export_match, import_match, list_matches
from cucco_tui.tui.people import badge, number_equal_names
from cucco_tui.tui.rule_words import game_name, preset_name, rule_sentence
from cucco_tui.tui.screens.choosing import ChoosingScreen
from cucco_tui.tui.widgets.rows import Row, RowList

SECTIONS = {Status.WAITING: "waiting", Status.OVER: "over"}
"""The heading under which a match stands; what cannot be played on has one of its own."""


class MatchesScreen(ChoosingScreen):
    """All matches, the last played first: unfinished ones, finished ones, and what cannot be read."""

    HELP_PAGE = "help.matches"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x,delete,backspace", "delete", show=False),
        Binding("e", "export", show=False),
        Binding("i", "import", show=False),
        Binding("escape,q", "back", show=False),
    ]

    def __init__(self) -> None:
        """Look for the matches once the page can be seen."""
        super().__init__()
        self._matches: list[SavedMatch] | None = None

    def title_text(self) -> Content:
        """Name the page and count the matches."""
        words = self.words
        count = "" if self._matches is None else words("matches.count", n=len(self._matches))
        return Content.assemble((words("matches.title"), "bold $primary"), "  ", (count, "$faint"))

    def rows(self) -> list[Row]:
        """List the matches by how they stand."""
        if not self._matches:
            key = "matches.searching" if self._matches is None else "matches.none"
            return [Row("none", Content(self.words(key)), heading=True)]
        rows: list[Row] = []
        for section in ("waiting", "over", "broken"):
            matches = [saved for saved in self._matches if SECTIONS.get(saved.status, "broken") == section]
            if matches:
                rows += [Row("", Content(""), heading=True)] if rows else []
                rows.append(Row(section, Content(self.words(f"matches.{section}")), heading=True))
                rows += [Row(str(saved.path), match_line(self.words, saved)) for saved in matches]
        return rows

    def explain(self, row_id: str) -> Content:
        """Tell how the match stands."""
        saved = self._saved(row_id)
        return match_told(self.words, saved, ascii_only=self.ascii_only) if saved else Content("")

    def hints(self, row_id: str | None) -> Sequence[tuple[str, str, str]]:
        """List the keys."""
        words, saved = self.words, self._saved(row_id)
        own = []
        if saved is not None:
            if saved.status is Status.WAITING:
                own.append(("Enter", words("home.key.go-on"), "screen.play"))
            elif saved.status is Status.OVER:
                own.append(("Enter", words("matches.key.look"), "screen.play"))
            own.append(("e", words("matches.key.export"), "screen.export"))
            own.append(("x", words("matches.key.delete"), "screen.delete"))
        own.append(("i", words("matches.key.import"), "screen.import"))
        return [*own, ("?", words("key.help"), "screen.help"), ("Esc", words("key.back"), "screen.back")]

    def on_screen_resume(self) -> None:
        """Look for the matches: some may have been played meanwhile."""
        self._find_matches()

    def on_row_list_chosen(self, message: RowList.Chosen) -> None:
        """Go on with the match, look at how a finished one ended, or say why neither can be."""
        message.stop()
        saved = self._saved(message.row_id)
        if saved is None:
            return
        if saved.status in SECTIONS:
            self.cucco.go_on(saved.path)
        elif saved.trouble is not None:
            self.cucco.tell_trouble(saved.trouble)

    def action_play(self) -> None:
        """Do what Enter does."""
        self.list_.action_choose()

    def action_back(self) -> None:
        """Go back to the games."""
        self.dismiss()

    def action_export(self) -> None:
        """Copy the match into the folder where the program was started."""
        saved = self._saved(self.list_.cursor)
        if saved is None:
            return
        try:
            copy = export_match(saved.path, Path.cwd())
        except StorageTrouble as trouble:
            self.cucco.tell_trouble(trouble.reason)
        except OSError as error:
            # The folder where the program was started may be gone.
            self.cucco.tell_trouble(Reason("disk.failed", {"file": ".", "error": error.strerror or "?"}))
        else:
            self.app.notify(self.words("matches.exported", file=str(copy)), markup=False)

    def action_import(self) -> None:
        """Ask for a file, and take its match in."""
        from cucco_tui.tui.screens.name import PathScreen

        def typed(path: Path | None) -> None:
            if path is None:
                return
            try:
                import_match(path, find_game)
            except StorageTrouble as trouble:
                self.cucco.tell_trouble(trouble.reason)
            self._find_matches()

        self.app.push_screen(PathScreen(self.words("matches.import")), typed)

    def action_delete(self) -> None:
        """Ask whether to delete the match for ever."""
        from cucco_tui.tui.screens.confirm import ConfirmScreen

        saved = self._saved(self.list_.cursor)
        if saved is None:
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self._delete(saved)

        line = match_line(self.words, saved).plain
        self.app.push_screen(ConfirmScreen("matches.delete", match=line), answered)

    def _delete(self, saved: SavedMatch) -> None:
        try:
            delete_match(saved.path)
        except StorageTrouble as trouble:
            self.cucco.tell_trouble(trouble.reason)
        self._find_matches()

    @work(thread=True, exclusive=True)
    def _find_matches(self) -> None:
        worker = get_current_worker()
        matches = list_matches(find_game)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._show_matches, matches)

    def _show_matches(self, matches: list[SavedMatch]) -> None:
        if matches != self._matches:
            self._matches = matches
            self.show()

    def _saved(self, row_id: str | None) -> SavedMatch | None:
        return next((saved for saved in self._matches or () if str(saved.path) == row_id), None)


def match_line(words: Words, saved: SavedMatch) -> Content:
    """Name a match in one line, what tells it from others first."""
    header = saved.header
    if header is None:
        return Content(saved.path.name)
    names = ", ".join(header.names)
    return Content(words("matches.line", game=_game(words, header.game), deal=saved.deal or "?", names=names))


def match_told(words: Words, saved: SavedMatch, *, ascii_only: bool) -> Content:
    """Tell how a match stands: game, players, whose turn, when, house rules. Nothing of it is secret."""
    header = saved.header
    lines: list[Content] = []
    if header is not None:
        lines.append(Content(_title(words, saved)).stylize("bold $primary"))
        lines.append(Content(_standing(words, saved)).stylize("$accent"))
    lines.append(Content(when(words, saved.modified)).stylize("$faint"))
    if saved.trouble is not None:
        lines.append(Content(words.say(saved.trouble.key, saved.trouble.args)))
    if header is not None:
        lines.append(Content(""))
        names = number_equal_names(list(header.names))
        for seat, name in enumerate(names):
            mark = badge(seat, ascii_only=ascii_only)
            lines.append(Content(f"{mark.sign} {name}").stylize(f"${mark.colour}"))
        rules = [rule_sentence(words, header.game, *rule) for rule in saved.rules.items()]
        if rules:
            lines += [Content(""), *map(Content, rules)]
    return Content("\n").join(lines)


def when(words: Words, seconds: float) -> str:
    """Say when something was, `seconds` after 1970: today and yesterday with the time, else the date."""
    then = datetime.fromtimestamp(seconds)
    time = f"{then:%H:%M}"
    if then.date() == date.today():
        return words("when.today", time=time)
    if then.date() == date.today() - timedelta(days=1):
        return words("when.yesterday", time=time)
    return words("when.date", date=f"{then:%Y-%m-%d}", time=time)


def _game(words: Words, game: str) -> str:
    return game_name(words, game) if words.has(f"game.{game}") else game


def _title(words: Words, saved: SavedMatch) -> str:
    header = saved.header
    if header is None:
        return ""
    game = _game(words, header.game)
    key = f"preset-name.{header.game}.{saved.preset}"
    preset = preset_name(words, header.game, saved.preset) if saved.preset and words.has(key) else game
    return game if preset == game else f"{game} · {preset}"


def _standing(words: Words, saved: SavedMatch) -> str:
    names = number_equal_names(list(saved.header.names)) if saved.header else []
    match saved.waiting:
        case Turn(by=by):
            return words("matches.turn", deal=saved.deal, name=names[by])
        case Over(winners=winners):
            return words(
                "matches.won", names=", ".join(names[seat] for seat in winners if seat < len(names)), deal=saved.deal
            )
        case _ if saved.deal is not None:
            return words("matches.before", deal=saved.deal)
        case _:
            return ""
