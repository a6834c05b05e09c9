"""Drawing for the first deal: everybody draws a card, the highest deals (DEAL-1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Click, Event, Key, Resize
from textual.timer import Timer
from textual.widgets import Static

from cucco_tui.cards.faces import BACK, Size
from cucco_tui.engine.shuffle import Chance
from cucco_tui.tui.people import badge, number_equal_names
from cucco_tui.tui.plan import Plan
from cucco_tui.tui.screens.base import PageScreen
from cucco_tui.tui.screens.setup import plan_header
from cucco_tui.tui.widgets.card import card_face, card_line, centred, side_by_side
from cucco_tui.tui.widgets.key_lines import KeyLines

SECONDS_A_CARD = 0.5

LARGE_CELLS, LARGE_LINES = 16, 7
"""The room of a card that lies over its player's name."""
SMALLEST_CELLS, SMALL_CELLS = 9, 26
"""The least and the most cells for a card in one line with its player's name."""
LINES_AROUND = 6
"""Title, what the cards mean, keys."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Everybody's card, by seat, and who drew the highest."""

    cards: dict[int, str]
    highest: tuple[int, ...]


def draw_for_the_deal(heights: Mapping[str, int], seats: int, chance: Chance) -> list[Draw]:
    """Let each seat draw from one set of different cards; equal highest draw again until one is highest (DEAL-1).

    `heights` tells how high each card counts.
    """
    draws: list[Draw] = []
    drawing = tuple(range(seats))
    while len(drawing) > 1:
        cards = dict(zip(drawing, chance.shuffled(list(heights)), strict=False))
        top = max(heights[card] for card in cards.values())
        drawing = tuple(seat for seat, card in cards.items() if heights[card] == top)
        draws.append(Draw(cards, drawing))
    return draws


def seats_by_draw(draws: Sequence[Draw], heights: Mapping[str, int]) -> list[int]:
    """Order the seats clockwise from the dealer: the lowest at his left, the second highest at his right (DEAL-2)."""
    drawn = {seat: [heights[draw.cards[seat]] for draw in draws if seat in draw.cards] for seat in draws[0].cards}
    dealer = draws[-1].highest[0]
    others = sorted((seat for seat in drawn if seat != dealer), key=lambda seat: drawn[seat])
    return [dealer, *others]


class DrawingScreen(PageScreen):
    """All look: the first key turns the cards one after the other, the next one all at once, the next goes on."""

    CSS_PATH = "asking.tcss"
    HELP_PAGE = "help.drawing"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False)]

    def __init__(self, plan: Plan) -> None:
        """Draw; what is drawn is seen card by card. Nothing of it is kept."""
        super().__init__()
        self._plan = plan
        view = plan.game.new(plan.preset, {}, len(plan.players), 0).view(None)
        self._draws = draw_for_the_deal(view.heights, len(plan.players), Chance.secret())
        self._order = seats_by_draw(self._draws, view.heights) if plan.first == "seated" else None
        self._round = 0
        self._turned = 0
        self._began = False
        self._last_key = 0.0
        self._timer: Timer | None = None

    def compose_page(self) -> ComposeResult:
        """Yield the cards and what they mean."""
        with Vertical(classes="page", id="drawing"):
            yield Static(Content(self.words("drawing.title")).stylize("bold $primary"), id="title", markup=False)
            yield Static(id="cards", markup=False)
            yield Static(id="meaning", markup=False)
        yield KeyLines(
            [
                (self.words("key.any"), self.words("key.go-on"), "screen.go_on"),
                ("Esc", self.words("key.back"), "screen.back"),
            ]
        )

    def on_resize(self, event: Resize) -> None:
        """Lay the cards into the window."""
        self._show()

    def on_key(self, event: Key) -> None:
        """Turn a card with any key; help and leaving have theirs."""
        if event.key not in {"escape", "question_mark", "f1"}:
            event.stop()
            self._go_on(event)

    def on_click(self, event: Click) -> None:
        """Do with a click what a key does."""
        event.stop()
        self._go_on(event)

    def action_back(self) -> None:
        """Go back as long as no card is turned: nobody draws twice."""
        if not self._began:
            self.dismiss()

    @property
    def _draw(self) -> Draw:
        return self._draws[self._round]

    def _go_on(self, event: Event) -> None:
        if not self.is_current or event.time < self._last_key + self.PAUSE:
            return
        self._last_key = event.time
        if not self._began:
            self._begin()
        elif self._turned < len(self._draw.cards):
            self._turn(len(self._draw.cards))
        elif self._round + 1 < len(self._draws):
            self._round += 1
            self._turned = 0
            self._begin()
        elif self._order is None:
            self.cucco.start_match(plan_header(self._plan, self._draw.highest[0]))
        else:
            players = [self._plan.players[seat] for seat in self._order]
            self.cucco.start_match(plan_header(replace(self._plan, players=players), 0))

    def _begin(self) -> None:
        self._began = True
        self._turn(1 if self.cucco.moves else len(self._draw.cards))
        if self._turned < len(self._draw.cards):
            self._timer = self.set_interval(SECONDS_A_CARD, lambda: self._turn(self._turned + 1))

    def _turn(self, turned: int) -> None:
        self._turned = turned
        if turned >= len(self._draw.cards) and self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._show()

    # What is shown

    def _show(self) -> None:
        self.query_one("#cards", Static).update(self._cards())
        self.query_one("#meaning", Static).update(Content(self._meaning()))

    def _meaning(self) -> str:
        words, names = self.words, self._names()
        if not self._began:
            return words("drawing.begin")
        if self._turned < len(self._draw.cards):
            return words("drawing.turning")
        if len(self._draw.highest) > 1:
            return words("drawing.again", names=", ".join(names[seat] for seat in self._draw.highest))
        deals = words("drawing.deals", name=names[self._draw.highest[0]])
        if self._order is None:
            return deals
        return f"{deals} {words('drawing.seats', names=', '.join(names[seat] for seat in self._order))}"

    def _cards(self) -> Content:
        """Lay a card over each name if there is room for that, else in one line with it."""
        width, height = self.size.width - 4, self.size.height - LINES_AROUND
        seats = list(self._draw.cards)
        columns = max(1, min(len(seats), width // LARGE_CELLS))
        if -(-len(seats) // columns) * LARGE_LINES <= height:
            return Content("\n").join(side_by_side([self._large(seat) for seat in seats], columns))
        columns = -(-len(seats) // max(1, height))
        cells = max(SMALLEST_CELLS, min(SMALL_CELLS, width // columns))
        return Content("\n").join(side_by_side([[self._small(seat, cells)] for seat in seats], columns))

    def _large(self, seat: int) -> list[Content]:
        pack, style = self._plan.preset.pack.id, self.cucco.faces_style
        face = card_face(pack, self._card(seat), Size.MEDIUM, style).split("\n")
        return [centred(line, LARGE_CELLS) for line in (*face, self._named(seat, LARGE_CELLS - 2), Content(""))]

    def _small(self, seat: int, width: int) -> Content:
        face = card_line(self._plan.preset.pack.id, self._card(seat), self.cucco.faces_style, open_=False)
        name = self._named(seat, width - 4 - (width > 9))
        return Content.assemble(face.truncate(4, pad=True), " " * (width > 9), name).truncate(width, pad=True)

    def _card(self, seat: int) -> str:
        turned = list(self._draw.cards).index(seat) < self._turned
        return self._draw.cards[seat] if turned else BACK

    def _named(self, seat: int, width: int) -> Content:
        mark = badge(seat, ascii_only=self.cucco.faces_style.value == "ascii")
        won = seat in self._draw.highest and self._turned == len(self._draw.cards)
        name = Content(f"{mark.sign} {self._names()[seat]}").truncate(width, ellipsis=True).stylize(f"${mark.colour}")
        return name.stylize("bold underline") if won else name

    def _names(self) -> list[str]:
        return number_equal_names([player.name for player in self._plan.players])
