"""The table of a trick game: the trick, the hand of who looks, what may be played and how it stands."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size as Cells
from textual.widgets import Static

from cucco_tui.cards.faces import Size
from cucco_tui.engine.state import Action, Turn
from cucco_tui.games.tricks.procedure import BID, DOCTOR, PASS, PLAY, Trick
from cucco_tui.games.tricks.view import TrickSeat, TrickView
from cucco_tui.tui.pages import AnswerPage, BotPage, HandPage, LookPage, MomentPage, TablePage
from cucco_tui.tui.people import badge, mark
from cucco_tui.tui.screens.choosing import direction_sign
from cucco_tui.tui.screens.match import SHORT
from cucco_tui.tui.screens.table import KEYS, NAME_CELLS, TALL, TableScreen
from cucco_tui.tui.telling import number
from cucco_tui.tui.widgets.auction import steps
from cucco_tui.tui.widgets.card import card_line
from cucco_tui.tui.widgets.choices import Choice, Choices
from cucco_tui.tui.widgets.hand import Hand, HandCard, Look
from cucco_tui.tui.widgets.key_lines import KeyLines
from cucco_tui.tui.widgets.motion import Flight
from cucco_tui.tui.widgets.seats import Mark, Seats, SeatSign, Surface
from cucco_tui.tui.widgets.tokens import tokens

if TYPE_CHECKING:
    from cucco_tui.tui.sitting import Sitting

SIDE_FROM = 76
"""Cells of width from which there is room for the scores beside the table."""
LARGE_FROM = 100, 40
"""Cells of width and height from which a hand is drawn large: below that the table needs the room."""
BELOW, BELOW_LARGE = 11, 15
"""Lines below the table for a hand with what is said of it and the keys, and for a large one."""
SIDE_CELLS, SHORTEST_NAME = 22, 7
"""Cells of what stands beside the table, and of a name where there are several in a line there."""
RUNGS = 8
"""The most rungs of an auction where the window is not tall."""
WHOLE_TRICK = "event.takes-trick"
SHOWS_TRICK = (WHOLE_TRICK, "event.revoke-proved")
"""Moments at which the cards of a trick are looked at that is off the table already."""
LOST_BY = ("event.revoke-proved", "event.capote", "event.capote-failed")
"""What a life is lost by, if not by most points (COT-8, COT-9, COT-12)."""


def is_large(size: Cells) -> bool:
    """Tell whether a window has room for a large hand."""
    return size.width >= LARGE_FROM[0] and size.height >= LARGE_FROM[1]


class TrickScreen(TableScreen):
    """The table of a trick game."""

    view: TrickView

    def __init__(self, sitting: "Sitting", page: TablePage) -> None:
        """Show a page of the match; the view is taken now, for whoever sits there now."""
        super().__init__(sitting, page)
        if isinstance(page, HandPage):
            self.HELP_PAGE = "help.tricks"
        self.view = cast(TrickView, sitting.table.view)
        self.untold = sitting.table.settlement_to_come
        self.armed = ""

    def compose_page(self) -> ComposeResult:
        """Yield title, open hands, table, scores, the lower panel with the hand, and the keys."""
        short = self.app.size.height < SHORT
        with Vertical(classes="page", id="table"):
            yield Static(self.title_line(), id="title", markup=False)
            yield Static(Content("\n").join(self.open_hands(short=short)), id="dummies", markup=False)
            with Horizontal(id="middle"):
                table = Seats(id="seats")
                table.surface = self.surface()
                yield table
                yield Static(Content("\n").join(self.scores()), id="scores", markup=False)
            with Vertical(id="tricks-panel"):
                text = Static(self.said(), id="text", markup=False)
                hand, choices = Hand(self.cards(), self.look(), id="hand"), Choices(self.choices(), id="choices")
                yield from (hand, choices, text) if short else (text, hand, choices)
        yield KeyLines(self.hints())

    def give_keys(self) -> None:
        """Let the hand have the keys when a card is to be chosen, else the choices."""
        super().give_keys()
        hand = self.query_one(Hand)
        hand.display = bool(hand.cards)
        hand.disabled = hand.card is None
        self.query_one(Choices).display = bool(self.query_one(Choices).choices)
        self.query_one("#dummies").display = bool(self.open_hands(short=self.app.size.height < SHORT))
        if hand.card is not None:
            hand.focus()
            self.query_one("#text", Static).update(Content("\n").join(self.asked(hand.card)))

    def fit(self, size: Cells) -> None:
        """Show the scores beside the table when there is room."""
        super().fit(size)
        self.set_class(size.width < SIDE_FROM, "-narrow")

    def give_room(self, size: Cells) -> None:
        """Keep as many lines below the table as a hand with its keys takes: it stays where it is when they go."""
        super().give_room(size)
        below = BELOW_LARGE if is_large(size) else BELOW
        panel, keys = self.query_one("#tricks-panel"), self.query_one(KeyLines).lines_in(size.width - 2)
        panel.styles.min_height = None if size.height < SHORT else below - keys

    def on_resize(self, event: Resize) -> None:
        """Draw the cards in the size for which there is room."""
        if self.is_mounted:
            self.query_one("#title", Static).update(self.title_line())
            self.query_one(Hand).show(self.look())
            self.make_room(short=event.size.height < SHORT)

    def make_room(self, *, short: bool) -> None:
        """Let in a low window the hand and the choices come first, and leave out above what lies below."""
        panel, text = self.query_one("#tricks-panel"), self.query_one("#text")
        if short:
            panel.move_child(text, after=self.query_one(Choices))
        else:
            panel.move_child(text, before=self.query_one(Hand))
        hands, dummies = self.open_hands(short=short), self.query_one("#dummies", Static)
        dummies.update(Content("\n").join(hands))
        dummies.display = bool(hands)
        # In two columns: the trick has its room before anything that is said below.
        self.query_one("#middle").styles.min_height = -(-len(self.view.seats) // 2)
        hand = self.query_one(Hand)
        if hand.card is not None:
            self.tell_of(hand.card, armed=bool(self.armed))

    def look(self) -> Look:
        """Tell how the hand is drawn in this window."""
        window = self.app.size
        size = Size.LARGE if is_large(window) else Size.MEDIUM
        return Look(self.view.procedure.pack.id, None if window.height < SHORT else size, self.cucco.faces_style)

    def flights(self) -> Sequence[Flight]:
        """Sweep the last trick to its winner before the next one is led."""
        view = self.view
        if isinstance(self.page, MomentPage | LookPage) or view.trick is not None or not view.tricks:
            return ()
        last = view.tricks[-1]
        pack, style = view.procedure.pack.id, self.cucco.faces_style
        target = self.place(last.winner)
        return [
            Flight(self.place(play.seat), target, card_line(pack, play.card, style, open_=False)) for play in last.plays
        ]

    # Who sits there, and the trick

    def title_line(self) -> Content:
        """Name the game, the deal, and the trick or which way the auction goes; in a narrow window the match points."""
        title = super().title_line()
        if self.view.asked == BID:
            return Content.assemble(title, f" · {self.words('trick.auction')}: ", self.direction_line())
        done, all_tricks = len(self.view.tricks), self.view.procedure.cards_each
        trick = done if self.shown_trick() in self.view.tricks else done + 1
        if any(self.view.in_deal) and trick <= all_tricks:
            told = self.words("trick.number", n=trick, all=all_tricks)
            title = Content.assemble(title, (f" · {told}", "bold $primary"))
        width = self.app.size.width
        if width >= SIDE_FROM:
            return title
        scores = Content("  ").join(map(self.short_standing, self.sides()))
        room = width - 2 - title.cell_length
        return title if scores.cell_length + 2 > room else title + scores.pad_left(room - scores.cell_length)

    def shown_trick(self) -> Trick | None:
        """Give the trick to look at: the one on the table, or the one that this page tells of."""
        if isinstance(self.page, MomentPage):
            for event in self.page.events:
                if event.key in SHOWS_TRICK and event.seat is not None:
                    return self.view.procedure.trick(event.seats, event.cards)
        return self.view.trick

    def surface(self) -> Surface:
        """Draw the table with all seats and the trick."""
        view, trick = self.view, self.shown_trick()
        # The doctor and a capote can give more lives than one began with.
        lives = max(view.procedure.lives, *(seat.lives or 0 for seat in view.seats))
        played = {} if trick is None else {play.seat: play.card for play in trick.plays}
        leads = view.waiting.seat if isinstance(view.waiting, Turn) else view.dealer
        return Surface(
            seats=tuple(self.sign(view.seats[seat], played.get(seat), trick) for seat in self.around()),
            order=self.order(),
            first=self.place(leads if trick is None else trick.plays[0].seat),
            held=tokens(lives, lives, ascii_only=self.sitting.ascii_only).cell_length if lives else 0,
            centre=self.centre(trick),
            picture=(),
            middle=0,
            pack=view.procedure.pack.id,
            style=self.cucco.faces_style,
        )

    def sign(self, seat: TrickSeat, card: str | None, trick: Trick | None) -> SeatSign:
        """Draw a seat: name, lives, the card it played, and what there is to say of it."""
        view, ascii_only = self.view, self.sitting.ascii_only
        name = self.sitting.name(seat.seat, NAME_CELLS)
        if seat.out and not seat.in_deal:
            return SeatSign(name.stylize("not bold $faint"), Content(), (self.out_mark(),), None)
        lives = Content()
        if seat.lives is not None:
            lives = tokens(seat.lives, view.procedure.lives, ascii_only=ascii_only)
        status = self.status(seat.seat, trick)
        return SeatSign(name, lives, () if status is None else (status,), card, open_=True)

    def status(self, seat: int, trick: Trick | None) -> Mark | None:
        """Tell whose turn it is, who led, who wins the trick, who has passed, who deals."""
        words, view, ascii_only = self.words, self.view, self.sitting.ascii_only
        if trick is not None and seat == trick.winner:
            led = f" {words('trick.led')}" if seat == trick.plays[0].seat else ""
            star = mark("winner", ascii_only=ascii_only)
            return Mark(*(Content(text).stylize("bold $accent") for text in (f"{star}{led}", star)))
        if trick is not None and seat == trick.plays[0].seat:
            return Mark(Content(words("trick.led")).stylize("$foreground"), Content())
        if isinstance(view.waiting, Turn) and view.waiting.seat == seat and not isinstance(self.page, MomentPage):
            return self.turn_mark()
        bid = next((bid for bid in reversed(view.bids) if bid.seat == seat), None)
        if bid is not None and view.declarer is None:
            said = Content(words("trick.passed") if bid.card is None else self.sitting.teller.short(bid.card))
            return Mark(said, said)
        if seat == view.dealer and trick is None:
            return self.dealer_mark()
        return None

    def centre(self, trick: Trick | None) -> tuple[Content, ...]:
        """Draw the middle of the table: the direction of play, the suit that was led, the called card, the pot."""
        view, words = self.view, self.words
        lines = [self.direction_line()]
        if trick is not None:
            # Between the cards there is little room: a sign tells the direction.
            sign = direction_sign(view.direction, ascii_only=self.sitting.ascii_only)
            lines = [Content.assemble((f"{sign} ", "$secondary"), (self.suit_of(trick.plays[0].card), "bold"))]
        if view.called is not None and view.declarer is not None:
            called = self.sitting.teller.short(view.called)
            name = self.sitting.name(view.declarer, NAME_CELLS)
            lines.append(Content.assemble(name, " ", words("trick.calls"), " ", (called, "bold")))
        if view.pot:
            lines.append(Content(words("table.pot", n=view.pot)).stylize("$accent"))
        return tuple(lines)

    def suit_of(self, card: str) -> str:
        """Name the suit of a card."""
        procedure = self.view.procedure
        return self.words(f"suit.{procedure.suit_names[procedure.suit_of(card)]}")

    def open_hands(self, *, short: bool) -> list[Content]:
        """Write the hands that all see: the dummies' (COCH-12); if `short` of those that may still play to this trick.

        What is played below is left out then too.
        """
        waiting, trick = self.view.waiting, self.shown_trick()
        dummies = [seat for seat in self.view.seats if seat.by != seat.seat and seat.in_deal]
        if short:
            gone = {play.seat for play in trick.plays} if trick is not None else set[int]()
            if self.asks_card() and isinstance(waiting, Turn):
                gone.add(waiting.seat)
            dummies = [seat for seat in dummies if seat.seat not in gone]
            names = [self.sign_of(seat.seat) for seat in dummies]
        else:
            names = [self.sitting.name(seat.seat, NAME_CELLS).truncate(NAME_CELLS, pad=True) for seat in dummies]
        return [Content.assemble(name, " ", self.listed(seat.hand)) for name, seat in zip(names, dummies, strict=True)]

    def listed(self, cards: tuple[str, ...]) -> Content:
        """Write cards in one line, the suits apart."""
        suits: dict[int, list[str]] = {}
        for card in cards:
            suits.setdefault(self.view.procedure.suit_of(card), []).append(self.sitting.teller.short(card))
        apart = " | " if self.sitting.ascii_only else " │ "
        return Content(apart.join(" ".join(group) for group in suits.values())).stylize("bold")

    # How it stands

    def scores(self) -> list[Content]:
        """Write what stands beside the table: match points, this deal's points and tricks, the auction."""
        view, words = self.view, self.words
        lines: list[Content] = []
        if view.bids or view.asked == BID:
            lines += self.auction()
            if view.declarer is None:
                return lines
        if sides := self.sides():
            total, deal, won = (words(f"score.column.{name}") for name in ("total", "deal", "won"))
            # Over the columns of `standing`.
            lines.append(Content(f"{total:>12}{deal:>5}{won:>4}").stylize("$secondary"))
            for side in sides:
                lines += self.standing(side)
        if view.tricks and view.procedure.open_tricks:
            lines += [Content(), *self.open_tricks()]
        elif view.tricks:
            last = view.tricks[-1]
            if last != self.shown_trick():
                # After an auction there is no line to spare.
                lines += [*[Content()] * (not view.bids), *self.told_trick(last)]
        return lines

    def won(self) -> tuple[Trick, ...]:
        """List the tricks of this deal, also the last one while all look at it: the view is from before it."""
        tricks, shown = self.view.tricks, self.shown_trick()
        last = self.untold and isinstance(self.page, MomentPage) and self.page.events[0].key == WHOLE_TRICK
        return (*tricks, shown) if last and shown is not None else tricks

    def taken(self, seat: int) -> int:
        """Count the half points that a seat has taken in the deal, those for the last trick too once all see it."""
        return self.view.procedure.taken(self.won())[seat]

    def sides(self) -> list[tuple[int, ...]]:
        """List who scores together: partners in Cöch, else everybody for himself; of lives the seats tell."""
        view = self.view
        if view.procedure.lives:
            return []
        return [*view.procedure.sides]

    def standing(self, side: tuple[int, ...]) -> list[Content]:
        """Tell a side's match points, and what it has won in this deal; sums by hidden sides are nobody's business."""
        view, ascii_only = self.view, self.sitting.ascii_only
        names = Content(" ").join(self.sitting.name(seat, 8 if len(side) == 1 else 10) for seat in side)
        won = sum(trick.winner in side for trick in self.won())
        score = number(view.seats[side[0]].points or 0, ascii_only=ascii_only)
        points = self.halves(sum(map(self.taken, side))) if won else ""
        figures = Content.assemble(f"{score:>4}", f"{points:>5}", f"{won or '':>4}")
        if len(side) == 1:
            return [Content.assemble(names.truncate(8, pad=True, ellipsis=True), figures)]
        return [names, Content.assemble(" " * 8, figures)]

    def short_standing(self, side: tuple[int, ...]) -> Content:
        """Tell a side's match points after the signs of its players."""
        points = number(self.view.seats[side[0]].points or 0, ascii_only=self.sitting.ascii_only)
        return Content.assemble(*map(self.sign_of, side), f" {points}")

    def halves(self, half: int) -> str:
        """Write half points as points."""
        return number(half / 2, ascii_only=self.sitting.ascii_only)

    def open_tricks(self) -> list[Content]:
        """Write the won tricks, which lie open before their winners (COT-3)."""
        lines: list[Content] = []
        for seat in range(len(self.view.seats)):
            won = [trick for trick in self.won() if trick.winner == seat]
            if won:
                points = self.words("trick.points", points=self.halves(self.taken(seat)))
                lines.append(Content.assemble(self.sitting.name(seat, 14), " ", points))
                for trick in won:
                    lines += [Content.assemble("  ", line) for line in packed(self.cards_of(trick), SIDE_CELLS - 2)]
        return lines

    def told_trick(self, trick: Trick) -> list[Content]:
        """Tell who took the last trick, and its cards."""
        star = mark("winner", ascii_only=self.sitting.ascii_only)
        head = Content.assemble(
            (self.words("trick.last"), "bold $secondary"), f" {star} ", self.sitting.name(trick.winner)
        )
        return [head.truncate(SIDE_CELLS, ellipsis=True), *packed(self.cards_of(trick), SIDE_CELLS)]

    def cards_of(self, trick: Trick) -> list[Content]:
        """Write the cards of a trick in the order in which they were played, each after the sign of who played it."""
        teller = self.sitting.teller
        return [Content.assemble(self.sign_of(play.seat), teller.short(play.card)) for play in trick.plays]

    def sign_of(self, seat: int) -> Content:
        """Give a player's sign in his colour."""
        who = badge(seat, ascii_only=self.sitting.ascii_only)
        return Content.styled(who.sign, f"bold ${who.colour}")

    def auction(self) -> list[Content]:
        """Draw the bids as a ladder, and who has passed; after it tell who has called what."""
        view, words = self.view, self.words
        if view.declarer is not None and view.called is not None:
            name = self.sitting.name(view.declarer, 14)
            lines = [
                Content.assemble(name, " ", words("trick.calls"), " ", (self.sitting.teller.short(view.called), "bold"))
            ]
            if view.partner is not None:
                lines.append(Content.assemble(words("trick.partner"), " ", self.sitting.name(view.partner, 14)))
            elif view.alone:
                lines.append(Content(words("trick.alone")))
            return lines
        return [Content(words("trick.auction")).stylize("bold $secondary"), *self.bid_rungs(), *self.passed()]

    def bid_rungs(self) -> list[Content]:
        """Draw the rungs of the auction: who named which card, dots for gaps, what may still be named."""
        view, ascii_only = self.view, self.sitting.ascii_only
        first = next((bid.card for bid in view.bids if bid.card is not None), None)
        if first is None:
            return []
        suit = view.procedure.suits[view.procedure.suit_of(first)]
        short = {card: self.sitting.teller.short(card) for card in suit}
        cells = max(Content(text).cell_length for text in short.values())
        room = SIDE_CELLS - cells - 3
        named, open_, gap = (f"{mark(name, ascii_only=ascii_only)} " for name in ("named", "open", "gap"))
        lines: list[Content] = []
        for step in steps(view.bids, suit, len(suit) if self.app.size.height >= TALL else RUNGS):
            card = Content(short[step.card] if step.card else "").truncate(cells, pad=True)
            if step.seat is not None:
                lines.append(Content.assemble(named, card.stylize("bold"), " ", self.sitting.name(step.seat, room)))
            elif step.card is not None:
                told = Content(self.words("trick.open")).truncate(room).stylize("$success")
                lines.append(Content.assemble(open_, card, " ", told))
            else:
                lines.append(Content(gap).stylize("$faint"))
        return lines

    def passed(self) -> list[Content]:
        """List who has passed, in as many lines as it takes."""
        names = [self.sitting.name(bid.seat, SHORTEST_NAME) for bid in self.view.bids if bid.card is None]
        return packed((Content(self.words("trick.passed")).stylize("$faint"), *names), SIDE_CELLS) if names else []

    # The lower panel

    def asks_card(self) -> bool:
        """Tell whether this page asks for a card."""
        if isinstance(self.page, LookPage | BotPage | MomentPage):
            return False
        return any(action.do in (PLAY, BID) for action in self.view.choices)

    def cards(self) -> list[HandCard]:
        """List the hand that is played or looked at: the own one, or a dummy's at its turn."""
        view = self.view
        playable = {action.card for action in view.choices} if self.asks_card() else set[str | None]()
        codes = view.hand
        if self.asks_card() and isinstance(view.waiting, Turn):
            codes = view.seats[view.waiting.seat].hand
        return [HandCard(code, view.procedure.suit_of(code), code in playable) for code in codes]

    def said(self) -> Content:
        """Tell what the page has to tell, or what the person is asked."""
        match self.page:
            case MomentPage():
                lines = self.told_to_all(self.page)
            case BotPage():
                lines = [Content.assemble(self.sitting.name(self.page.seat), " ", self.words("bot.thinks"))]
            case LookPage():
                lines = [Content(self.words("look.only")).stylize("$faint"), *self.own_side()]
            case _:
                lines = self.asked()
        return Content("\n").join(line for line in lines if line.plain)

    def asked(self, card: HandCard | None = None) -> list[Content]:
        """Tell what the seat in turn is asked, and of the card at the cursor why it may not be played, if so."""
        view, words, teller = self.view, self.words, self.sitting.teller
        if not isinstance(view.waiting, Turn):
            return []
        seat = view.waiting.seat
        if view.asked is not None:
            lines = [self.question()]
        else:
            name, suit = self.sitting.name(seat), self.led_suit()
            lines = [teller.sentence(f"trick.asked-{self.duty(seat)}", suit=suit, seat=name)]
        reason, short = None, self.app.size.height < SHORT
        for_dummy = seat != view.waiting.by and view.viewer is not None
        if card is not None and not card.playable:
            reason = self.sitting.match.why_not(Action(seat, BID if view.asked == BID else PLAY, card=card.code))
        elif card is not None and not (short and for_dummy):
            lines.append(self.about(card.code))
        if reason is not None:
            lines.append(Content(words.say(reason.key, reason.args, self.sitting.names)).stylize("bold $warning"))
        if isinstance(self.page, AnswerPage):
            lines.append(Content.assemble(self.sitting.name(view.waiting.by), " ", words("answer.answers")))
        known = self.own_side()
        if for_dummy:
            known.append(Content.assemble(words("trick.your-hand"), " ", self.listed(view.hand)))
        # In a low window what can be cut off comes last, and a reason says again what is asked.
        return [*lines[reason is not None :], *known] if short else [*known, *lines]

    def own_side(self) -> list[Content]:
        """Tell the partner that he is the partner, as long as nobody else sees it (ZIF-7)."""
        view = self.view
        known = any(play.card == view.called and play.seat == view.viewer for play in view.plays)
        if view.viewer is None or view.declarer is None or view.partner != view.viewer or known:
            return []
        return [self.sitting.teller.sentence("trick.you-are-partner", seat=self.sitting.name(view.declarer))]

    def question(self) -> Content:
        """Write a question that is no play: a bid, the capote, the doctor."""
        view, teller = self.view, self.sitting.teller
        assert isinstance(view.waiting, Turn)
        seat = self.sitting.name(view.waiting.seat)
        last = next((bid for bid in reversed(view.bids) if bid.card is not None), None)
        if view.asked == BID:
            if all(action.do != PASS for action in view.choices):
                return Content(self.words("trick.must-bid"))
            if last is None or last.card is None:
                return Content(self.words("trick.first-bid"))
            return teller.sentence("trick.lower-bid", seat=self.sitting.name(last.seat), card=teller.short(last.card))
        if view.asked == DOCTOR:
            return self.about_doctor(view.waiting.seat).stylize("bold")
        return teller.sentence(f"question.{view.asked}", seat=seat).stylize("bold")

    def about_doctor(self, seat: int) -> Content:
        """Tell how a seat has lost the last life, and that it may call the doctor (COT-13)."""
        settlement = self.view.settlements[-1]
        cause = next((event for event in self.sitting.table.last_deal if event.key in LOST_BY), None)
        places: dict[str, Any] = {"seat": self.sitting.name(seat)}
        if cause is not None and cause.seat is not None:
            places["other"] = self.sitting.name(cause.seat)
        elif settlement.points is not None:
            places["points"] = number(settlement.points[seat], ascii_only=self.sitting.ascii_only)
        key = "question.doctor" if cause is None else cause.key.replace("event", "question.doctor", 1)
        return self.sitting.teller.sentence(key, **places)

    def duty(self, seat: int) -> str:
        """Tell whether a seat leads, must follow, should follow (TRICK-5, `punished`), or may throw anything."""
        trick, procedure = self.view.trick, self.view.procedure
        if trick is None:
            return "lead"
        led = procedure.suit_of(trick.plays[0].card)
        has = any(procedure.suit_of(card) == led for card in self.view.seats[seat].hand)
        if not has:
            return "discard"
        return "follow-or-revoke" if procedure.punished and procedure.by[seat] == seat else "follow"

    def led_suit(self) -> str:
        """Name the suit that was led, nothing before that."""
        return self.suit_of(self.view.trick.plays[0].card) if self.view.trick is not None else ""

    def about(self, code: str) -> Content:
        """Tell what Enter does with the card at the cursor, and what the card counts."""
        words, view = self.words, self.view
        half = view.procedure.half_points.get(code, 0)
        hand = self.query_one(Hand)
        digit = hand.number_of(hand.cursor) if hand.chosen else ""
        key = f"trick.{'number' if digit else 'enter'}-{'bids' if view.asked == BID else 'plays'}"
        told = words(key, card=self.sitting.teller.the_card(code), points=self.halves(half), number=digit)
        return Content(told).stylize("$faint")

    def choices(self) -> list[Choice]:
        """List what may be done besides playing a card: pass, annul, call the doctor, or going on."""
        if isinstance(self.page, BotPage):
            return []
        if not isinstance(self.page, HandPage | AnswerPage):
            return [self.going_on()]
        return [
            self.choice(action.do, KEYS[action.do], Content(self.words(self.meaning(action.do))))
            for action in self.view.choices
            if action.card is None
        ]

    def meaning(self, do: str) -> str:
        """Give the key of the words for what a decision does."""
        return "choice.dies" if self.view.asked == "doctor" and do == "leave" else f"choice.{do}"

    # What is done

    def on_hand_moved(self, message: Hand.Moved) -> None:
        """Tell about the card at the cursor; where all look, one that was asked for is played by the next key."""
        message.stop()
        self.tell_of(message.card, armed=message.picked and isinstance(self.page, AnswerPage))

    def tell_of(self, card: HandCard, *, armed: bool) -> None:
        """Tell about a card, and whether one more key plays it."""
        self.armed = card.code if armed and card.playable else ""
        again = [Content(self.words("answer.again")).stylize("bold $warning")] if self.armed else []
        self.query_one("#text", Static).update(Content("\n").join((*self.asked(card), *again)))

    def on_hand_played(self, message: Hand.Played) -> None:
        """Play or name a card, or tell why it cannot be."""
        message.stop()
        waiting = self.view.waiting
        if not isinstance(self.page, HandPage | AnswerPage) or not self.ready or not isinstance(waiting, Turn):
            return
        aloud = isinstance(self.page, AnswerPage)
        if not message.card.playable or (aloud and self.armed != message.card.code):
            self.tell_of(message.card, armed=aloud)
            return
        do = BID if self.view.asked == BID else PLAY
        self.sitting.do(Action(waiting.seat, do, card=message.card.code))


def packed(parts: Iterable[Content], cells: int) -> list[Content]:
    """Write parts in as few lines as they take, none of them broken."""
    lines: list[Content] = []
    for part in parts:
        if lines and lines[-1].cell_length + 1 + part.cell_length <= cells:
            lines[-1] = Content(" ").join((lines[-1], part))
        else:
            lines.append(part)
    return lines
