"""How the players have done, reckoned from the records of the finished matches each time it is asked."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cucco_tui.engine.game import WrongSetup
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header, RecordFault, read_record
from cucco_tui.engine.state import Over, Shuffle
from cucco_tui.storage.files import read_file
from cucco_tui.storage.match_file import FindGame, Status
from cucco_tui.storage.matches import SavedMatch

NOT_COUNTED = ("imported", "replayed")
"""The keys of a header that keep a match out: others played it, or its cards were known before."""

COLUMNS = ("player", "game", "matches", "won", "deals", "tokens_lost", "tokens_lost_per_deal", "points")

FORMULA = ("=", "+", "-", "@")
"""What makes a spreadsheet reckon instead of show, at the beginning of a name."""


@dataclass(slots=True)
class Row:
    """How a player has done in a game: matches, of these won, the deals he was in, and the tokens he lost in them.

    Void deals do not count. `tokens_lost` (lives in Coteccio) is None where a game has none, `points` (the match
    points of his side in Cöch, tentos in Zifuli) where it counts none.
    """

    player: str
    game: str
    matches: int = 0
    won: int = 0
    deals: int = 0
    tokens_lost: int | None = None
    points: float | None = None

    @property
    def tokens_lost_per_deal(self) -> float | None:
        """Give the average, None if there is none."""
        return self.tokens_lost / self.deals if self.tokens_lost is not None and self.deals else None


def statistics(matches: Iterable[SavedMatch], find_game: FindGame) -> list[Row]:
    """Reckon a row per player and game, by game, then by matches won and played.

    Players are known by their names, whatever the case; the newest spelling is shown if the newest match comes first.
    Bots have no row. Matches that are not over, imported, or unreadable by now are left out.
    """
    rows: dict[tuple[str, str], Row] = {}
    for saved in matches:
        if saved.status is not Status.OVER or saved.header is None or not _counts(saved.header):
            continue
        with suppress(OSError, RecordFault, WrongSetup):
            _add_match(rows, *_play(saved.path, find_game))
    return sorted(rows.values(), key=lambda row: (row.game, -row.won, -row.matches, row.player.casefold()))


def as_csv(rows: Iterable[Row]) -> str:
    """Write the rows as comma-separated values under a line of column names."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        player = f"'{row.player}" if row.player.startswith(FORMULA) else row.player
        average = row.tokens_lost_per_deal
        rounded = None if average is None else round(average, 3)
        writer.writerow((player, row.game, row.matches, row.won, row.deals, row.tokens_lost, rounded, row.points))
    return text.getvalue()


def _counts(header: Header) -> bool:
    return not any((header.model_extra or {}).get(key) for key in NOT_COUNTED)


def _play(path: Path, find_game: FindGame) -> tuple[Match, dict[int, list[int]]]:
    """Play a record to its end; give also who was in each deal, by its number."""
    record = read_record(read_file(path))
    match = Match(find_game(record.header.game), record.header)
    present: dict[int, list[int]] = {}
    for number, line in enumerate(record.lines, start=2):
        if isinstance(match.waiting, Shuffle):
            state = match.state
            present[state.deal_number] = [seat for seat, told in enumerate(state.report()) if not told.out]
        match.enter(line, number)
    return match, present


def _add_match(rows: dict[tuple[str, str], Row], match: Match, present: Mapping[int, list[int]]) -> None:
    state = match.state
    winners = state.waiting.winners if isinstance(state.waiting, Over) else ()
    seat_report = state.report()[0]
    tokens = None if seat_report.tokens is None else 0
    points = None if seat_report.points is None else 0
    settlements = [settlement for settlement in state.settlements if not settlement.void]
    for key, seats in _people(match).items():
        name = match.header.names[seats[0]]
        row = rows.setdefault((key, match.game.id), Row(name, match.game.id, tokens_lost=tokens, points=points))
        row.matches += 1
        row.won += any(seat in winners for seat in seats)
        row.deals += sum(seat in present.get(settlement.deal, ()) for settlement in settlements for seat in seats)
        if row.tokens_lost is not None:
            row.tokens_lost += sum(
                max(0, -int(settlement.change[seat])) for settlement in settlements for seat in seats
            )
        if row.points is not None:
            row.points += sum(settlement.change[seat] for settlement in settlements for seat in seats)


def _people(match: Match) -> dict[str, list[int]]:
    """Give the seats by name without case, for two may sit there under one name; bots and the nameless are left out."""
    people: dict[str, list[int]] = {}
    bots = match.bots
    for seat, name in enumerate(match.header.names):
        if name and seat not in bots:
            people.setdefault(unicodedata.normalize("NFC", name.casefold()), []).append(seat)
    return people
