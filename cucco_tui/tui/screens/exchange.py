"""The table of an exchange game: everybody's seat, the card of who looks, what he may do and what came of it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from cucco_tui.cards.faces import BACK, Size
from cucco_tui.engine.events import Event
from cucco_tui.engine.seats import next_seat
from cucco_tui.engine.state import Action, Turn
from cucco_tui.games.exchange.view import STOCK, ExchangeView, Held, SeatView
from cucco_tui.tui.pages import BotPage, HandPage, LookPage, MomentPage, OutcomePage, TablePage
from cucco_tui.tui.people import MARKS, mark
from cucco_tui.tui.screens.amounts import Amount, AmountsScreen
from cucco_tui.tui.screens.table import KEYS, NAME_CELLS, TALL, TableScreen
from cucco_tui.tui.widgets.card import boxed, card_face, card_line
from cucco_tui.tui.widgets.choices import NUMBERS, Choice, Choices
from cucco_tui.tui.widgets.key_lines import KeyLines
from cucco_tui.tui.widgets.motion import MIDDLE, Flight
from cucco_tui.tui.widgets.seats import Mark, Seats, SeatSign, Surface
from cucco_tui.tui.widgets.tokens import tokens

if TYPE_CHECKING:
    from cucco_tui.tui.sitting import Sitting

TOLD = 5
"""Lines in the middle of the table: direction of play, stock, pot, next return or cup, what was told last."""
MOST_COINS = 1000
"""The most coins that a bargain is made about."""


class ExchangeScreen(TableScreen):
    """The table of an exchange game."""

    view: ExchangeView

    def __init__(self, sitting: "Sitting", page: TablePage) -> None:
        """Show a page of the match; the view is taken now, for whoever sits there now."""
        super().__init__(sitting, page)
        self.view = cast(ExchangeView, sitting.table.view)

    # What it consists of

    def compose_page(self) -> ComposeResult:
        """Yield title, table, log, the lower panel and the keys."""
        with Vertical(classes="page", id="table"):
            yield Static(self.title_line(), id="title", markup=False)
            with Horizontal(id="middle"):
                seats = Seats(id="seats")
                seats.surface = self.surface()
                yield seats
                yield Static(self.log_panel(), id="log", markup=False)
            with Horizontal(id="panel"):
                yield Static(self.card(), id="card", markup=False)
                with Vertical(id="said"):
                    yield Static(self.said(), id="text", markup=False)
                    yield Choices(self.choices(), id="choices")
        yield KeyLines(self.hints())

    def on_resize(self, event: Resize) -> None:
        """Show log and large card when there is room."""
        if self.is_mounted:
            self.query_one("#card", Static).update(self.card())

    def on_shown(self) -> None:
        """Start the time of a decision when its card can be seen (CK-10)."""
        super().on_shown()
        if isinstance(self.page, HandPage) and self.view.seconds is not None:
            self.sitting.start_clock(self.page.seat, self.view.seconds)
            self._show_time()
            self.set_interval(0.2, self._show_time)

    def _show_time(self) -> None:
        left = self.sitting.seconds_left
        if left is not None:
            self.query_one("#text", Static).update(
                Content("\n").join(
                    (self.said(), Content(self.words("hand.time", n=round(left + 0.4))).stylize("bold $warning"))
                )
            )

    def flights(self) -> Sequence[Flight]:
        """Let backs go where cards were swapped or sent back, and a mark from who has called to who had asked."""
        if not isinstance(self.page, OutcomePage | MomentPage):
            return ()
        events = self.page.events
        back = card_line(self.view.procedure.pack.id, BACK, self.cucco.faces_style, open_=False)
        shot = Content(mark("shot", ascii_only=self.sitting.ascii_only)).stylize("bold $error")
        flights: list[Flight] = []
        for event in events:
            if event.seat is None:
                continue
            source = self.place(event.seat)
            leg = 1 + max((flight.leg for flight in flights), default=-1)
            if event.key in ("event.swaps", "event.undone") and event.to is not None:
                target = self.place(event.to)
                flights += [Flight(source, target, back, leg), Flight(target, source, back, leg)]
            elif event.key == "event.calls" and event.to is not None:
                flights.append(Flight(source, self.place(event.to), shot, leg, card=False))
            elif event.key in ("event.draws", "event.stock-blocks", "event.draws-again"):
                flights += [Flight(source, MIDDLE, back, leg), Flight(MIDDLE, source, back, leg)]
        return flights

    # The seats

    def surface(self) -> Surface:
        """Draw the table with all seats."""
        view = self.view
        whole = max(max(view.lives(seat.seat)) for seat in view.seats)
        first = view.dealer
        if isinstance(view.waiting, Turn) and any(view.in_deal):
            # Whom the card of the one in turn may come from, and then himself.
            first = next_seat(view.waiting.seat, view.in_deal, view.direction.opposite)
        return Surface(
            seats=tuple(self.seat_sign(view.seats[seat]) for seat in self.around()),
            order=self.order(),
            first=self.place(first),
            held=tokens(whole, whole, ascii_only=self.sitting.ascii_only).cell_length + view.procedure.virgins,
            centre=self.centre(),
            picture=self.stock(),
            middle=TOLD,
            pack=view.procedure.pack.id,
            style=self.cucco.faces_style,
        )

    def seat_sign(self, seat: SeatView) -> SeatSign:
        """Draw a seat: name, tokens, the card as who looks may know it, and what it did last."""
        words, view, ascii_only = self.words, self.view, self.sitting.ascii_only
        name = self.sitting.name(seat.seat, NAME_CELLS)
        if seat.out:
            return SeatSign(name.stylize("not bold $faint"), Content(), (self.out_mark(),), None)
        marks: list[Mark] = []
        if seat.seat == view.dealer:
            marks.append(self.dealer_mark())
        if isinstance(view.waiting, Turn) and view.waiting.seat == seat.seat:
            marks.append(self.turn_mark())
        elif seat.last is not None:
            did = Content(words(f"seat.{seat.last}")).stylize("$foreground")
            signs = MARKS.get(seat.last)
            marks.append(Mark(did, did if signs is None else Content(signs[ascii_only])))
        elif not seat.in_deal and isinstance(view.waiting, Turn):
            marks.append(Mark(Content(words("seat.not-in-deal")).stylize("$faint"), Content()))
        held = tokens(*view.lives(seat.seat), ascii_only=ascii_only)
        if view.virgins[seat.seat]:
            held = Content.assemble(held, (words("seat.virgin"), "$secondary"))
        return SeatSign(name, held, tuple(marks), self.seat_card(seat), seat.face_up)

    def seat_card(self, seat: SeatView) -> str | None:
        """Tell what lies before a seat: the face where who looks knows it, else the back."""
        if not seat.has_card:
            return None
        # What was just received is beside the text already.
        return (self.own() if seat.seat == self.view.viewer else seat.card) or BACK

    def stock(self) -> tuple[Content, ...]:
        """Draw the stock: cards face down, one upon the other."""
        if not self.view.stock:
            return ()
        back = card_line(self.view.procedure.pack.id, BACK, self.cucco.faces_style, open_=False)
        card = boxed(back, self.cucco.faces_style)
        # The edge of the card below is seen at the right.
        return tuple((line + line[-1:]).stylize_before("$faint") for line in card)

    def centre(self) -> tuple[Content, ...]:
        """Draw the middle of the table: direction of play, stock, pot, cup or next return, and what was told last."""
        view, words = self.view, self.words
        lines = [self.direction_line()]
        if view.stock:
            lines.append(Content(words("table.stock", n=view.stock)).stylize("$faint"))
        if view.pot:
            lines.append(Content(words("table.pot", n=view.pot)).stylize("$accent"))
        if view.cup is not None:
            lines.append(Content(words("table.cup", n=view.cup)).stylize("$accent"))
        if view.next_return:
            lines.append(Content(words("table.next-return", n=view.next_return)).stylize("$faint"))
        told = self.sitting.teller.line(self.sitting.table.this_deal)
        return (*lines, *told[-1:])

    # The lower panel

    def card(self) -> Content:
        """Draw the card that the page is about: the own one, or the one that was called out."""
        code = self.own() if self.view.viewer is not None else None
        if isinstance(self.page, MomentPage):
            code = next((event.cards[0] for event in self.page.events if event.cards), None)
        if code is None:
            return Content()
        size = Size.LARGE if self.app.size.height >= TALL else Size.MEDIUM
        return card_face(self.view.procedure.pack.id, code, size, self.cucco.faces_style)

    def own(self) -> str | None:
        """Give the card of who looks: after what he did the one that he got by it."""
        if isinstance(self.page, OutcomePage):
            got = [event.cards[-1] for event in self.private_events(self.page) if event.cards and event.eyes]
            return got[-1] if got else self.view.own
        return self.view.own

    def said(self) -> Content:
        """Tell what the page has to tell."""
        teller = self.sitting.teller
        match self.page:
            case MomentPage():
                lines = self.told_to_all(self.page)
            case BotPage():
                lines = [Content.assemble(self.sitting.name(self.page.seat), " ", self.words("bot.thinks"))]
            case OutcomePage():
                about = [] if self.sitting.table.settlement_to_come else self.about_card()
                lines = [*teller.line(list(self.private_events(self.page))), *about]
            case LookPage():
                lines = [Content(self.words("look.only")).stylize("$faint"), *self.about_card()]
            case _:
                lines = [*self.asked(), *self.about_card()]
        return Content("\n").join(line for line in lines if line.plain)

    def asked(self) -> list[Content]:
        """Tell what the person is asked, if that is not whether he stands or offers."""
        question = self.view.question
        if question is None or question.other is None:
            return []
        other = self.sitting.name(question.other)
        return [self.sitting.teller.sentence(f"question.{question.name}", other=other).stylize("bold")]

    def private_events(self, page: OutcomePage) -> tuple[Event, ...]:
        """Leave out what all are shown on a page of its own afterwards."""
        end = next((i for i, event in enumerate(page.events) if event.key == "event.showdown"), len(page.events))
        return page.events[:end]

    def about_card(self) -> list[Content]:
        """Tell what the own card is, where it came from, what it does when asked for, and what is lower."""
        view, words = self.view, self.words
        if view.own is None:
            return []
        teller = self.sitting.teller
        held = next(held for held in reversed(view.history) if held.went is None)
        lines = [Content.assemble((teller.card(view.own), "bold"), ", ", self.origin(held))]
        past = [self.trail(card) for card in view.history if card.went is not None]
        if past:
            lines.append(Content(" · ").join(past).stylize("$faint"))
        power = view.power(view.own)
        may_be_asked = view.seats[cast(int, view.viewer)].last is None and not view.choices
        if power or may_be_asked:
            lines.append(Content(words(f"power.{power}" if power else "power.none")))
        game = self.sitting.match.game.id
        about = f"about.{game}.{view.own}"
        if words.has(about):
            lines.append(Content(words(about)))
        lower = ", ".join(self.rank_name(code) for code in view.lower())
        key = "lower" if lower else "lowest"
        lines.append(Content(words.first(f"hand.{game}.{key}", f"hand.{key}", cards=lower)).stylize("$faint"))
        return lines

    def rank_name(self, code: str) -> str:
        """Name a card by its rank alone, if it has one."""
        pack = self.view.procedure.pack.id
        return self.words.first(f"card.{pack}.{code}", f"rank.{pack}.{code[:-1]}")

    def origin(self, held: Held) -> Content:
        """Tell where a card came from."""
        if held.dealt:
            return Content(self.words("card.dealt"))
        if held.came == STOCK:
            return Content(self.words("card.drawn"))
        return Content.assemble(self.words("card.from"), " ", self.sitting.name(held.came))

    def trail(self, held: Held) -> Content:
        """Tell what became of a card that is gone (EX-12)."""
        went = Content(self.words("card.stock")) if held.went == STOCK else self.sitting.name(cast(int, held.went))
        arrow = "->" if self.sitting.ascii_only else "→"
        return Content.assemble(self.sitting.teller.short(held.card), " ", self.origin(held), f" {arrow} ", went)

    def choices(self) -> list[Choice]:
        """List what may be done: the decisions of the person in turn, or going on."""
        view = self.view
        if isinstance(self.page, BotPage):
            return []
        if not isinstance(self.page, HandPage):
            return [self.going_on()]
        weighed = self.risks() if self.sitting.hints else {}
        return [self.decision(action.do, weighed.get(action.do)) for action in view.choices]

    def risks(self) -> dict[str, float]:
        """Weigh the choices, for who wants hints."""
        from cucco_tui.bots.steady import risks

        return risks(self.view)

    def decision(self, do: str, risk: float | None = None) -> Choice:
        """Write a decision: what is said aloud, what it means, and how risky it is."""
        numbers = dict(zip((action.do for action in self.view.choices), NUMBERS, strict=False))
        return self.choice(do, KEYS.get(do) or numbers[do], Content.assemble(self.meaning(do), self.hint(risk)))

    def hint(self, risk: float | None) -> Content:
        """Tell how often one would end lowest by a decision, in a hundred deals."""
        if risk is None:
            return Content()
        keys = f"hint.{self.sitting.match.game.id}.risk", "hint.risk"
        return Content(" " + self.words.first(*keys, n=round(100 * risk))).stylize("$faint")

    def meaning(self, do: str) -> Content:
        """Tell what a decision does, by the names of those it concerns."""
        if do == "offer" and self.view.asks is not None:
            return Content.assemble(self.words("choice.offer"), " ", self.sitting.name(self.view.asks))
        again = do == "cut" and any(held.came == STOCK and not held.dealt for held in self.view.history)
        if again:
            return Content(self.words("choice.cut-again"))
        question = self.view.question
        asked = [f"choice.{question.name}.{do}"] if question is not None else []
        return Content(self.words.first(*asked, f"choice.{self.sitting.match.game.id}.{do}", f"choice.{do}"))

    # What is done

    def give(self, do: str) -> None:
        """Do a decision; an offer for an inn is asked for first."""
        if do == "bargain":
            self.ask_bargain()
        else:
            super().give(do)

    def ask_bargain(self) -> None:
        """Ask what is offered for the inn: coins, a share of the pot, or nothing (STU-7)."""
        view = self.view
        assert view.viewer is not None and view.question is not None and view.question.other is not None
        seat = view.viewer
        left = 100 - sum(view.ledger.promised[seat].values())
        amounts = [
            Amount("coins", Content(self.words("amounts.coins")), MOST_COINS),
            Amount("share", Content(self.words("amounts.share")), left),
        ]

        def offer(chosen: dict[str, int]) -> None:
            given = {name: value for name, value in chosen.items() if value}
            self.sitting.do(Action(seat, "bargain", coins=given.get("coins"), share=given.get("share")))

        title = self.sitting.teller.sentence("amounts.bargain", other=self.sitting.name(view.question.other))
        self.app.push_screen(AmountsScreen(title, amounts, offer))
