"""The settlement of a trick game: points of the deal, and the score sheet of the match."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from textual.content import Content

from cucco_tui.engine.state import Settlement
from cucco_tui.games.tricks.view import TrickView
from cucco_tui.tui.pages import SettlementPage
from cucco_tui.tui.people import mark
from cucco_tui.tui.screens.settlement import SettlementScreen
from cucco_tui.tui.telling import number, signed
from cucco_tui.tui.widgets.tokens import tokens

if TYPE_CHECKING:
    from cucco_tui.tui.sitting import Sitting

SHEET_DEALS = 8
"""The most deals that the score sheet shows, the last ones."""
NARROW = 60
"""Cells of width below which there is no room for roles, and little between the figures."""
SIDE, COLUMN, ROLE, CHANGE = 12, 10, 13, 5
"""Cells of a side's name, of a score at most, of what a seat was in the deal, and of what the deal did."""
NARROWEST = 3
"""Cells of a score on the sheet, at least: with fewer a loss would look like another."""
NUMBER = 8
"""Cells of a deal's number on the score sheet."""
ROLES = {"event.declares": "trick.declarer", "event.partner": "trick.partner", "event.alone": "trick.alone"}
"""What a seat was in the deal, by the event that tells it; the last one counts."""
TOLD = (
    "event.thrown-in",
    "event.revoke-proved",
    "event.annuls",
    "event.capote",
    "event.capote-failed",
    "event.recount",
    "event.drawn",
    "event.out",
)
"""What the page tells in a sentence."""


class ScoreSheetScreen(SettlementScreen):
    """What each side took, what that scored, and the scores of the match so far."""

    def __init__(self, sitting: "Sitting", page: SettlementPage) -> None:
        """Show the settlement of a deal."""
        super().__init__(sitting, page)
        self.view = cast(TrickView, self.public)
        sitting.table.told()

    def told(self) -> list[Content]:
        """Tell what happened, in sentences."""
        told = [self.sitting.teller.tell(event) for event in self.page.events if event.key in TOLD]
        return [*told, Content()] if told else []

    def rows(self) -> list[tuple[bool, Content]]:
        """Write a line for each side, and tell whether it scored or lost anything; first the heads of the columns."""
        change, sides = self.page.settlement.change, self.view.procedure.sides
        heads = [(True, head) for head in self.side_heads(sides)]
        return [*heads, *((bool(change[side[0]]), self.side_line(side)) for side in sides)]

    def what_next(self) -> list[Content]:
        """Tell first how the declarer's side stood against the others, if there was one."""
        return [*self.declared(), *super().what_next()]

    def declared(self) -> list[Content]:
        """Add up the points of both sides, and tell which has won and what that pays (ZIF-11, ZIF-12)."""
        roles = {ROLES[event.key]: event.seat for event in self.page.events if event.key in ROLES}
        declarer, partner = roles.get("trick.declarer"), roles.get("trick.partner")
        if declarer is None:
            return []
        side = (declarer,) if partner is None else (declarer, partner)
        settlement = self.page.settlement
        counted = settlement.points if settlement.recount is None else settlement.recount
        lines = [] if counted is None else [self.both_sides(side, counted)]
        return lines if settlement.void else [*lines, self.paid(side, counted)]

    def both_sides(self, side: tuple[int, ...], counted: Sequence[float]) -> Content:
        """Tell what the declarer's side has, and the others, when the cards are counted as often as need be."""
        key = "score.sides" if self.page.settlement.recount is None else "score.sides-recount"
        ours = sum(counted[seat] for seat in side)
        sums: dict[str, Any] = {"ours": self.number(ours), "theirs": self.number(sum(counted) - ours)}
        return self.sitting.teller.sentence(key, seats=self.sitting.teller.name_all(side), **sums)

    def paid(self, side: tuple[int, ...], counted: Sequence[float] | None) -> Content:
        """Tell whether the declarer's side has won or lost, also by a tie, and what that is worth to whom."""
        change, sentence = self.page.settlement.change, self.sitting.teller.sentence
        end = "score.side-won" if change[side[0]] > 0 else "score.side-lost"
        if counted is not None and 2 * sum(counted[seat] for seat in side) == sum(counted):
            end = "score.side-tied"
        other = next(seat for seat in range(len(change)) if seat not in side)
        worth: dict[str, Any] = {
            role: signed(change[seat], ascii_only=self.sitting.ascii_only)
            for role, seat in (("declarer", side[0]), ("partner", side[-1]), ("other", other))
        }
        return Content.assemble(
            sentence(end), " ", sentence("score.pays" if len(side) > 1 else "score.pays-alone", **worth)
        )

    def number(self, points: float) -> str:
        """Write points."""
        return number(points, ascii_only=self.sitting.ascii_only)

    def side_heads(self, sides: Sequence[tuple[int, ...]]) -> list[Content]:
        """Name the last two columns of the lines of the sides; lives are drawn and tell themselves."""
        if self.view.procedure.lives:
            return []
        deal, total = (self.words(f"score.column.{name}") for name in ("deal", "total"))
        before = [Content(" " * cell.cell_length) for cell in self.side_cells(sides[0])[:-2]]
        heads = "  " + self.gap.join((*before, Content(deal.rjust(CHANGE)), Content(total))).plain
        # Where it would be too long it begins further left.
        return [Content(heads[max(0, len(heads) - self.width() + 1) :]).stylize("$secondary")]

    def side_line(self, side: tuple[int, ...]) -> Content:
        """Write what a side took, what that did, and how it stands now."""
        sign = mark("changed", ascii_only=self.sitting.ascii_only) if self.is_marked(side) else " "
        return Content.assemble((f"{sign} ", "bold $accent"), self.gap.join(self.side_cells(side))).rstrip()

    def is_marked(self, side: tuple[int, ...]) -> bool:
        """Tell whether a line has a mark: for whom something changed, or who lost where it did for everybody."""
        change = self.page.settlement.change
        return change[side[0]] < 0 or (change[side[0]] > 0 and not all(change))

    @property
    def gap(self) -> Content:
        """Give what stands between two cells of a line."""
        return Content(" " if self.size.width < NARROW else "  ")

    def side_cells(self, side: tuple[int, ...]) -> list[Content]:
        """Write the cells of a side's line: names, its part in the auction, points, once more if need be, and change.

        The last one tells how it stands now.
        """
        settlement, words, ascii_only = self.page.settlement, self.words, self.sitting.ascii_only
        seat, narrow = side[0], self.size.width < NARROW
        one = 14 if len(side) > 1 else SIDE
        names = Content(" ").join(self.sitting.name(seat, one) for seat in side)
        cells = [names.truncate(SIDE + SIDE * (len(side) > 1 and not narrow), pad=True, ellipsis=True)]
        figures = 9 if narrow else 12
        if not narrow and any(map(self.role, range(len(self.view.seats)))):
            cells.append(Content(self.role(seat)).truncate(ROLE, pad=True))
        if settlement.points is not None:
            points = number(settlement.points[seat], ascii_only=ascii_only)
            cells.append(Content(words("score.points", points=points).rjust(figures)))
        if settlement.recount is not None:
            cells.append(Content(words("score.recount", n=settlement.recount[seat]).rjust(figures)))
        change = settlement.change[seat]
        colour = "$accent" if change > 0 else "$error"
        cells.append(Content(signed(change, ascii_only=ascii_only).rjust(CHANGE)).stylize(f"bold {colour}"))
        return [*cells, self.standing(seat)]

    def role(self, seat: int) -> str:
        """Name what a seat was in the auction's deal: declarer, partner, alone."""
        roles = [ROLES[event.key] for event in self.page.events if event.key in ROLES and event.seat == seat]
        return self.words(roles[-1]) if roles else ""

    def standing(self, seat: int) -> Content:
        """Write a seat's lives or match points after the deal."""
        sign = self.view.seats[seat]
        if sign.lives is not None:
            return tokens(sign.lives, self.view.procedure.lives, ascii_only=self.sitting.ascii_only)
        return Content(number(sign.points or 0, ascii_only=self.sitting.ascii_only)).stylize("bold")

    def sheet(self, room: int | None = None) -> list[Content]:
        """Write the last deals as a score sheet below a blank line: what each side scored in them."""
        settlements, sides = self.view.settlements, self.view.procedure.sides
        deals = SHEET_DEALS if room is None else min(SHEET_DEALS, room - 2)
        wide = min(COLUMN * len(sides[0]), (self.width() - NUMBER - 2) // len(sides) - 2)
        if deals < 1 or wide < NARROWEST:
            return []
        cells = min(COLUMN, wide) if len(sides[0]) == 1 else COLUMN
        names = [Content(" ").join(self.sitting.name(seat, cells) for seat in side) for side in sides]
        head = [name.truncate(wide, pad=True, ellipsis=True) for name in names]
        title = Content(self.words("score.sheet")).truncate(NUMBER, pad=True).stylize("bold $secondary")
        rows = [Content("  ").join((title, *head))]
        for settlement in settlements[-deals:]:
            rows.append(self.sheet_row(settlement, sides, wide))
        return [Content(), *(Content.assemble("  ", row) for row in rows)]

    def sheet_row(self, settlement: Settlement, sides: Sequence[tuple[int, ...]], wide: int) -> Content:
        """Write a deal of the score sheet, each score in so many cells."""
        ascii_only = self.sitting.ascii_only
        changes = [signed(settlement.change[side[0]], ascii_only=ascii_only) for side in sides]
        cells = [Content(change).truncate(wide, pad=True) for change in changes]
        return Content("  ").join((Content(str(settlement.deal)).truncate(NUMBER, pad=True), *cells))
