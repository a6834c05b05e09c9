"""The play of the exchange games (EX-1 to EX-12): what a `Procedure` leaves open is what all of them share.

Inside, a card is its *place* in the shuffled order: everybody can follow a face-down card round the table by its
place, so what differs from seat to seat is only which places they have seen the face of.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from cucco_tui.cards.packs import Pack
from cucco_tui.engine.events import Event
from cucco_tui.engine.question import Question
from cucco_tui.engine.seats import next_seat, round_from
from cucco_tui.engine.state import (
    Action,
    IllegalAction,
    Over,
    Reason,
    SeatReport,
    Settlement,
    Shuffle,
    Turn,
    Waiting,
    check_pack,
    superfluous,
)
from cucco_tui.games.exchange.procedure import CUT, OFFER, SPLIT, STAND, TIMEOUT, Power, Procedure, bits
from cucco_tui.games.exchange.standing import ExchangeStanding, Ledger
from cucco_tui.games.exchange.view import ASKED, STOCK, ExchangeView, Held, SeatView

MOST_SEATS = 30
NO_CARD = -1
EVERYBODY = -1
"""The set of all seats as bits: two's complement has every bit set."""

BETWEEN_DEALS, AFTER_DEAL = -3, -2
"""Stand for a seat where play is to go on after all questions are answered."""

SHUFFLE = Shuffle()
TURNS = tuple(Turn(seat, seat) for seat in range(MOST_SEATS))

ACTIONS = {do: tuple(Action(seat, do) for seat in range(MOST_SEATS)) for do in (STAND, OFFER, CUT, TIMEOUT)}


class ExchangeState:
    """A match of an exchange game between two actions. Seats are numbers from 0, cards are kinds."""

    __slots__ = (
        "_actions",
        "_cannot",
        "_change",
        "_cuts",
        "_dealt_to",
        "_held",
        "_last",
        "_listener",
        "_moves",
        "_open",
        "_order",
        "_resume",
        "_seen",
        "_standing",
        "_stock",
        "coins",
        "contenders",
        "deal_number",
        "dealer",
        "gone_out",
        "in_deal",
        "ledger",
        "pledges",
        "pot",
        "procedure",
        "questions",
        "settlements",
        "swaps",
        "tokens",
        "waiting",
    )

    def __init__(self, procedure: Procedure, standing: ExchangeStanding) -> None:
        """Stand before a deal."""
        self.procedure = procedure
        self.deal_number = standing.deal
        self.dealer = standing.dealer
        self.tokens = list(standing.score)
        self.coins = list(standing.coins)
        self.pot = standing.pot
        self.settlements = list(standing.settlements)
        self.contenders = standing.contenders
        self.ledger = standing.ledger.copy()
        self.waiting: Waiting = Over(standing.winners) if standing.winners else SHUFFLE
        self._listener: Callable[[Event], None] | None = None
        self._clear(standing)

    def _clear(self, standing: ExchangeStanding) -> None:
        """Take all cards off the table, and keep in mind how the match stands."""
        seats = len(standing.score)
        self._standing = standing
        self._actions: list[Action] = []
        self._order: list[int] = []
        self._seen: list[int] = []
        self._cannot: list[int] = []
        self._stock: list[int] = []
        self._moves: list[tuple[int, int, int]] = []
        self._dealt_to: list[int] = []
        self._change = [0] * seats
        self._resume = BETWEEN_DEALS
        self._held = [NO_CARD] * seats
        self._open = [False] * seats
        self._last: list[str | None] = [None] * seats
        self._cuts = 0
        self.in_deal = [False] * seats
        self.questions: list[Question] = []
        self.swaps: list[tuple[int, int]] = []
        self.pledges: list[tuple[int, int]] = []
        self.gone_out: list[int] = []

    def __repr__(self) -> str:
        """Name the deal and nothing else: a repr ends up in logs and crash reports."""
        return f"<ExchangeState deal {self.deal_number}>"

    # What the table asks

    @property
    def by(self) -> tuple[int, ...]:
        """Tell who decides for each seat: itself."""
        return tuple(range(len(self.tokens)))

    @property
    def pack(self) -> Pack:
        """Give the pack that the match is played with."""
        return self.procedure.pack

    @property
    def players(self) -> list[int]:
        """List who began this deal, by seat."""
        return [seat for seat, present in enumerate(self._standing.present) if present]

    def out(self, seat: int) -> bool:
        """Tell whether a seat has lost its last token (CK-9: and is neither in a sudden death nor its winner)."""
        winners = self.waiting.winners if isinstance(self.waiting, Over) else ()
        return self.tokens[seat] == 0 and seat not in self.contenders and seat not in winners

    def report(self) -> tuple[SeatReport, ...]:
        """Tell everything about each seat, hands too while a deal is on."""
        kinds = self.procedure.pack.kinds
        settled = self._resume == AFTER_DEAL
        return tuple(
            SeatReport(
                tokens=self.tokens[seat] if self.procedure.has_tokens else None,
                points=None,
                coins=self.coins[seat],
                out=self.out(seat),
                virgin=self.ledger.virgin[seat] if self.procedure.virgins else None,
                hand=(kinds[self._order[self._held[seat]]],) if self.has_card(seat) and not settled else (),
            )
            for seat in range(len(self.tokens))
        )

    def clone(self) -> "ExchangeState":
        """Copy the state; nobody listens to the copy."""
        copy = ExchangeState.__new__(ExchangeState)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(copy, name, value.copy() if isinstance(value, list | Ledger) else value)
        copy._listener = None
        return copy

    def listen(self, listener: Callable[[Event], None]) -> None:
        """Have every event from now on told to `listener`."""
        self._listener = listener

    def view(self, seat: int | None) -> ExchangeView:
        """Tell what a seat may know, None for a bystander: what is public, and the faces he has seen (EX-1)."""
        faces = self._faces_seen_by(seat)
        turn = self.waiting if isinstance(self.waiting, Turn) else None
        question = self.questions[0] if self.questions else None
        aloud = question is not None and question.public
        return ExchangeView(
            viewer=seat,
            waiting=self.waiting,
            choices=tuple(self.legal_actions()) if turn and (turn.by == seat or aloud) else (),
            procedure=self.procedure,
            standing=replace(self._standing, ledger=self._standing.ledger.copy()),
            settlements=tuple(self.settlements),
            actions=tuple(self._actions),
            deal=self.deal_number,
            dealer=self.dealer,
            pot=self.pot,
            seats=tuple(self._seat_seen_by(seat, other, faces) for other in range(len(self.tokens))),
            stock=len(self._stock),
            faces=faces,
            cannot=tuple(self._cannot),
            asks=self.after(turn.seat) if turn and turn.seat != self.dealer and question is None else None,
            question=question,
            ledger=self.ledger.copy(),
            own=None if seat is None else self._card_seen_by(seat, seat, faces),
            history=() if seat is None else self._history(seat),
        )

    def _faces_seen_by(self, viewer: int | None) -> tuple[int | None, ...]:
        """Give by place the cards whose faces a viewer has seen; a bystander those that everybody has."""
        mask = 0 if viewer is None else 1 << viewer
        return tuple(
            kind if seen == EVERYBODY or seen & mask else None
            for kind, seen in zip(self._order, self._seen, strict=True)
        )

    def _card_seen_by(self, viewer: int | None, holder: int, faces: Sequence[int | None]) -> str | None:
        """Give the card that a viewer knows a seat to hold; a bystander sees only what lies face up."""
        if not self.has_card(holder) or (viewer is None and not self._open[holder]):
            return None
        face = faces[self._held[holder]]
        return None if face is None else self.procedure.pack.kinds[face]

    def _seat_seen_by(self, viewer: int | None, seat: int, faces: Sequence[int | None]) -> SeatView:
        """Tell what a viewer may know of a seat."""
        return SeatView(
            seat=seat,
            tokens=self.tokens[seat],
            coins=self.coins[seat],
            out=self.out(seat),
            in_deal=self.in_deal[seat],
            has_card=self.has_card(seat),
            card=self._card_seen_by(viewer, seat, faces),
            face_up=self._open[seat] and self.in_deal[seat],
            fallen=self.has_card(seat) and self.fallen(seat),
            last=self._last[seat],
        )

    def _history(self, seat: int) -> tuple[Held, ...]:
        """List every card the seat has held in this deal, in the order it got them (EX-12)."""
        kinds = self.procedure.pack.kinds
        history: list[tuple[int, Held]] = []
        for place, source, target in self._moves:
            if source == seat:
                last = max(i for i, (past, _) in enumerate(history) if past == place)
                history[last] = place, replace(history[last][1], went=target)
            elif target == seat:
                dealt = source == STOCK and self._dealt_to[place] == seat
                history.append((place, Held(kinds[self._order[place]], came=source, dealt=dealt)))
        return tuple(held for _, held in history)

    # What the table does

    def legal_actions(self) -> Sequence[Action]:
        """List what the seat in turn may do (EX-2, EX-6, CK-11), or answer to the question it was asked."""
        if not isinstance(self.waiting, Turn):
            return ()
        seat = self.waiting.seat
        if self.questions:
            return self.questions[0].actions
        if seat == self.dealer:
            return ACTIONS[STAND][seat], ACTIONS[CUT][seat]
        if self._exposed(self.after(seat)):
            return (ACTIONS[STAND][seat],)
        return ACTIONS[STAND][seat], ACTIONS[OFFER][seat]

    def why_not(self, action: Action) -> Reason | None:
        """Tell why an action is not allowed now, None if it is."""
        if isinstance(self.waiting, Over):
            return Reason("reason.over")
        if isinstance(self.waiting, Shuffle):
            if self.procedure.judge_offer is not None and action.do == SPLIT:
                return superfluous(action) or self.procedure.judge_offer(self, action)
            return Reason("reason.shuffle-first")
        turn = self.waiting.seat
        if action.seat != turn:
            return Reason("reason.not-your-turn", {"seat": turn, "to": action.seat})
        if self.questions:
            return self.questions[0].why_not(self, action)
        legal = self.legal_actions()
        if action in legal:
            return None
        if any(action.do == choice.do for choice in legal) or (
            action.do == TIMEOUT and self.procedure.seconds is not None
        ):
            return superfluous(action)
        return self._why_not_now(action)

    def _why_not_now(self, action: Action) -> Reason:
        """Tell why who decides about his card cannot do this."""
        if action.do == TIMEOUT:
            return Reason("reason.no-time-limit")
        if action.do == OFFER:
            if action.seat == self.dealer:
                return Reason("reason.dealer-cuts")
            return Reason("reason.exposed", {"to": self.after(action.seat)})
        if action.do == CUT:
            return Reason("reason.only-dealer-cuts")
        return Reason("reason.unknown-action", {"action": action.do})

    def apply(self, action: Action) -> None:
        """Do an action, or raise IllegalAction and change nothing."""
        reason = self.why_not(action)
        if reason is not None:
            raise IllegalAction(reason)
        self._actions.append(action)
        if self.questions:
            question = self.questions.pop(0)
            question.answer(self, question, action)
            return
        if isinstance(self.waiting, Shuffle):
            if self.procedure.make_offer is not None:
                self.procedure.make_offer(self, action)
            return
        self._last[action.seat] = action.do
        match action.do:
            case "stand":
                self.tell("event.stands", action.seat)
                self.pass_turn(action.seat)
            case "offer":
                asked = self.after(action.seat)
                self.tell("event.offers", action.seat, asked)
                self.request(action.seat, asked)
            case "cut":
                self._cut_stock()
            case _:
                self._time_out(action.seat)

    def deal(self, order: Sequence[str]) -> None:
        """Deal from a shuffled pack, top card first: one card each, eldest first, dealer last (CK-3, CK-13)."""
        if not isinstance(self.waiting, Shuffle):
            raise IllegalAction(Reason("reason.over" if isinstance(self.waiting, Over) else "reason.deal-is-on"))
        pack = self.procedure.pack
        check_pack(pack, order)
        index = {code: kind for kind, code in enumerate(pack.kinds)}
        self._order = [index[code] for code in order]
        self._seen = [0] * len(order)
        self._cannot = [0] * len(order)
        self.in_deal = list(self._standing.present)
        self.tell("event.deals", self.dealer)
        self._dealt_to = [NO_CARD] * len(order)
        self._stock = list(range(len(order)))
        seats = self.in_turn()
        if not self.procedure.as_needed:
            for seat in seats:
                self._deal_card(seat)
        if self.contenders:
            self.showdown()
            return
        if self.procedure.dealer_cards > 1:
            self._keep_best(len(seats) - 1)
        if not self.procedure.as_needed:
            for seat in seats:
                self._look(seat)
                self._expose(seat)
        self._cuts = self.procedure.cuts
        self.turn_to(seats[0])

    def in_turn(self) -> list[int]:
        """List the seats in the deal from eldest to dealer."""
        direction = self.procedure.direction
        return round_from(next_seat(self.dealer, self._standing.present, direction), self.in_deal, direction)

    def from_eldest(self) -> list[int]:
        """List all seats, also those that are out, from the dealer's neighbour on."""
        seats, step = len(self.tokens), self.procedure.direction.step
        return [(self.dealer + step * (number + 1)) % seats for number in range(seats)]

    @property
    def ledger_before(self) -> Ledger:
        """Give the ledger as it was before the deal."""
        return self._standing.ledger

    def turn_to(self, seat: int) -> None:
        """Let a seat decide; it is dealt its card now if it has none yet (CUCU-3)."""
        self._need_card(seat)
        self.waiting = TURNS[seat]

    def ask(self, question: Question) -> None:
        """Ask a seat something before play goes on."""
        self.questions.append(question)
        self.waiting = TURNS[self.questions[0].seat]

    def request(self, asker: int, asked: int) -> None:
        """Ask a seat for its card: an ordinary one is swapped, a privileged one answers (EX-3, EX-4)."""
        self._need_card(asked)
        power = self.procedure.powers.get(self._order[self._held[asked]])
        if power is not None:
            self._last[asked] = ASKED
            self.call(asked, asker, power)
            power.effect(self, asker, asked)
        elif self.procedure.ordinary is not None:
            self.procedure.ordinary(self, asker, asked)
        else:
            self.swap(asker, asked)
            self.turn_to(asked)

    def call(self, caller: int, to: int, power: Power) -> None:
        """Let the holder of a privileged card say so, and show it if that is the rule; all know it from now on."""
        if power.shown:
            self._show(caller)
        self._seen[self._held[caller]] = EVERYBODY
        cards = (self._code(caller),) if power.shown else ()
        self.tell("event.calls", caller, to, cards=cards, call=power.call, moment=True)

    def pass_turn(self, seat: int) -> None:
        """Give the turn to the player after `seat`; after the dealer the cards are shown (EX-5, EX-9)."""
        self._resume = seat
        self.go_on()

    def go_on(self) -> None:
        """Ask the next question, or go on where play was left."""
        buy_back = self.procedure.buy_back
        if buy_back is not None and (self.procedure.at_once or self._resume == AFTER_DEAL):
            while self.gone_out and not self.questions:
                buy_back(self, self.gone_out.pop(0))
        if self.questions:
            self.waiting = TURNS[self.questions[0].seat]
        elif self._resume == BETWEEN_DEALS:
            self.waiting = SHUFFLE
            self._clear(self._now())
        elif self._resume == AFTER_DEAL:
            self.procedure.finish(self)
        elif self._resume == self.dealer:
            self.showdown()
        else:
            self.turn_to(self.after(self._resume))

    def end_deal(self) -> None:
        """Write down what the deal did, and go on when all questions about it are answered."""
        self.settle()
        self._resume = AFTER_DEAL
        self.go_on()

    def take_top_card(self, seat: int) -> None:
        """Give a seat the top card of the stock and put its own under the stock, unseen (EX-11)."""
        self._exchange_with_stock(seat, from_bottom=False)

    def _exchange_with_stock(self, seat: int, *, from_bottom: bool) -> None:
        old, new = self._held[seat], self._stock.pop(-1 if from_bottom else 0)
        given = self._code(seat)
        self._give(old, seat, STOCK)
        self._stock.append(old)
        self._give(new, STOCK, seat)
        self.tell("event.draws", seat, cards=(given, self._code(seat)), eyes=(seat,))
        self._expose(seat)

    def showdown(self) -> None:
        """Show all cards still in the deal together and settle (EX-9, EX-10)."""
        seats = tuple(self.compared())
        for seat in seats:
            self._show(seat)
        self.tell("event.showdown", seats=seats, cards=tuple(map(self._code, seats)), moment=True)
        if self.contenders and self.procedure.decider is not None:
            self.procedure.decider(self)
        else:
            self.procedure.ending(self)

    def compared(self) -> dict[int, int]:
        """Give the kind of card of each seat still in the deal, eldest first."""
        return {seat: self._order[self._held[seat]] for seat in self.in_turn()}

    def fallen(self, seat: int) -> bool:
        """Tell whether the card that a seat holds is lowest of all because it was swapped (KIL-6)."""
        place = self._held[seat]
        return bool(self.procedure.falls >> self._order[place] & 1) and any(
            moved == place and STOCK not in (source, target) for moved, source, target in self._moves
        )

    def worth(self) -> dict[int, int]:
        """Give the rank of the card of each seat still in the deal, eldest first; a fallen one is below all others."""
        rank = self.procedure.rank
        return {seat: -1 if self.fallen(seat) else rank[kind] for seat, kind in self.compared().items()}

    def shown(self) -> dict[int, str]:
        """Give the code of the card of each seat still in the deal, eldest first."""
        return {seat: self._code(seat) for seat in self.in_turn()}

    def lose(self, seat: int, *, into_cup: bool = True) -> None:
        """Take a token from a seat; at its last one it is out and its card dead (EX-8)."""
        if self.tokens[seat] == 0:
            return
        self.ledger.virgin[seat] = False
        self.ledger.cup += into_cup
        self._tokens_change(seat, -1)
        if self.tokens[seat] == 0:
            self.in_deal[seat] = False
            self.ledger.outs += 1
            self.gone_out.append(seat)
            self.tell("event.out", seat)
            if self.procedure.at_once:
                self._under_stock(seat)

    def gain(self, seat: int) -> None:
        """Give a token to a seat."""
        self._tokens_change(seat, 1)

    def _tokens_change(self, seat: int, tokens: int) -> None:
        self.tokens[seat] += tokens
        self._change[seat] += tokens
        self.tell("event.loses" if tokens < 0 else "event.gains", seat, tokens=tokens)

    def new_tokens(self, seat: int) -> None:
        """Give a seat the tokens that a player starts with; it is never again a virgin (CUCU-17, CUCU-21)."""
        self.tokens[seat] = self.procedure.tokens
        self.ledger.virgin[seat] = False

    def pay(self, seat: int, coins: int, to: int | None = None) -> None:
        """Move coins from a seat's purse to another's, or into the pot."""
        self.coins[seat] -= coins
        if to is None:
            self.pot += coins
        else:
            self.coins[to] += coins

    def settle(self) -> None:
        """Write down what the deal did to the tokens; what was bought back is not counted."""
        self.settlements.append(Settlement(self.deal_number, self.dealer, tuple(self._change)))

    def settle_void(self) -> None:
        """Let the deal count for nothing: tokens as before it."""
        self.tokens = list(self._standing.score)
        self.ledger = self._standing.ledger.copy()
        self._change = [0] * len(self.tokens)
        self.settlements.append(Settlement(self.deal_number, self.dealer, (0,) * len(self.tokens), void=True))
        self.tell("event.void", moment=True)

    def next_deal(self, contenders: Iterable[int] = ()) -> None:
        """Pass the deal on and wait for a shuffle; with `contenders` the next deal is a sudden death among them."""
        self.contenders = frozenset(contenders)
        self.deal_number += 1
        self.ledger.offered.clear()
        standing = self._now()
        if not (self.procedure.fixed_dealer and standing.present[self.dealer]):
            self.dealer = next_seat(self.dealer, standing.present, self.procedure.direction)
            standing = self._now()
        self.waiting = SHUFFLE
        self._clear(standing)

    def win(self, *seats: int) -> None:
        """End the match; the pot has been shared out, or goes to the only winner (EX-10)."""
        if self.pot:
            self.tell("event.takes-pot", seats[0], coins=self.pot)
            self.pay(seats[0], -self.pot)
        self.contenders = frozenset()
        self.waiting = Over(seats)
        for seat in seats:
            self.tell("event.wins", seat, moment=True)
        self._clear(self._now())

    # Steps of these

    def _now(self) -> ExchangeStanding:
        """Tell how the match stands now."""
        return ExchangeStanding(
            deal=self.deal_number,
            dealer=self.dealer,
            score=tuple(self.tokens),
            coins=tuple(self.coins),
            pot=self.pot,
            settlements=tuple(self.settlements),
            winners=self.waiting.winners if isinstance(self.waiting, Over) else (),
            ledger=self.ledger.copy(),
            contenders=self.contenders,
        )

    def tell(
        self,
        key: str,
        seat: int | None = None,
        to: int | None = None,
        *,
        seats: tuple[int, ...] = (),
        tokens: int = 0,
        cards: tuple[str, ...] = (),
        eyes: tuple[int, ...] | None = None,
        call: str | None = None,
        moment: bool = False,
        coins: int = 0,
        shares: tuple[int, ...] = (),
        revocable: bool = False,
    ) -> None:
        """Tell an event to who listens."""
        if self._listener is not None:
            allowed = None if eyes is None else frozenset(eyes)
            self._listener(Event(key, seat, to, seats, tokens, cards, allowed, call, moment, coins, shares, revocable))

    def _code(self, seat: int) -> str:
        return self.procedure.pack.kinds[self._order[self._held[seat]]]

    def after(self, seat: int) -> int:
        """Find the next player in the deal."""
        return next_seat(seat, self.in_deal, self.procedure.direction)

    def _give(self, place: int, source: int, target: int) -> None:
        """Move a card between seats and the stock; who receives it sees its face."""
        self._moves.append((place, source, target))
        if target != STOCK:
            self._held[target] = place
            self._open[target] = False
            self._seen[place] |= 1 << target

    def has_card(self, seat: int) -> bool:
        """Tell whether a seat is in the deal and has been dealt its card."""
        return self.in_deal[seat] and self._held[seat] != NO_CARD

    def dealt_to(self, seat: int) -> int:
        """Tell to whom the card that a seat holds was dealt; STOCK for one that was drawn later."""
        return self._dealt_to[self._held[seat]]

    def swap(self, asker: int, asked: int, *, unlike: Iterable[str] | None = None) -> None:
        """Swap two cards; each of the two sees both.

        All know from now on that the card asked for is none of those `unlike` it, which are codes; by default it is
        an ordinary one, none of the privileged.
        """
        given, taken = self._held[asker], self._held[asked]
        cards = self._code(asker), self._code(asked)
        self._give(given, asker, asked)
        self._give(taken, asked, asker)
        kinds = self.procedure.pack.kinds
        self._cannot[taken] |= self.procedure.privileged if unlike is None else bits(map(kinds.index, unlike))
        self.swaps.append((asker, asked))
        self.tell("event.swaps", asker, asked, cards=cards, eyes=(asker, asked))
        self._expose(asker, self.procedure.falls)
        self._expose(asked, self.procedure.falls)

    def _under_stock(self, seat: int) -> None:
        """Put the dead card of a seat under the stock, unseen (STU-10)."""
        self._give(self._held[seat], seat, STOCK)
        self._stock.append(self._held[seat])

    def not_privileged(self, seat: int) -> None:
        """Let all know that a seat's card is an ordinary one."""
        self._cannot[self._held[seat]] |= self.procedure.privileged

    def undo(self, asker: int, asked: int) -> None:
        """Undo a swap: both cards go back the way they came (CUCU-9)."""
        self.swaps.remove((asker, asked))
        back, away = self._held[asker], self._held[asked]
        cards = self._code(asked), self._code(asker)
        self._give(away, asked, asker)
        self._give(back, asker, asked)
        self.tell("event.undone", asked, asker, cards=cards, eyes=(asker, asked))
        self._expose(asker, self.procedure.falls)
        self._expose(asked, self.procedure.falls)

    def swap_at_inn(self, asker: int, innkeeper: int) -> None:
        """Swap with an innkeeper after all; he decides next (CUCU-12)."""
        self.swap(asker, innkeeper, unlike=())
        self._last[innkeeper] = None
        self.turn_to(innkeeper)

    def _need_card(self, seat: int) -> None:
        """Deal a seat its card if it has none yet; he looks at it."""
        if self._held[seat] == NO_CARD:
            self._deal_card(seat)
            self._look(seat)

    def _look(self, seat: int) -> None:
        """Let a seat look at the card that it was dealt, and knock if it must (GNA-7)."""
        card = (self._code(seat),)
        self.tell("event.dealt", seat, cards=card, eyes=(seat,), revocable=True)
        place, knocks = self._held[seat], self.procedure.knocks
        if knocks >> self._order[place] & 1:
            self._seen[place] = EVERYBODY
            self.tell("event.knocks", seat, cards=card, moment=True)
        else:
            self._cannot[place] |= knocks

    def _deal_card(self, seat: int) -> None:
        place = self._stock.pop(-1 if self.procedure.from_bottom else 0)
        self._dealt_to[place] = seat
        self._give(place, STOCK, seat)

    def _show(self, seat: int) -> None:
        self._seen[self._held[seat]] = EVERYBODY
        self._open[seat] = True

    def _expose(self, seat: int, fallen: int = 0) -> None:
        """Turn up a card that must lie open; of any other all now know that it is none of those (CK-11).

        After a swap those that have `fallen` by it lie open too (KIL-6).
        """
        place, kinds = self._held[seat], self.procedure.exposed | fallen
        if kinds >> self._order[place] & 1:
            self._show(seat)
            self.tell("event.exposes", seat, cards=(self._code(seat),))
        else:
            self._cannot[place] |= kinds

    def _exposed(self, seat: int) -> bool:
        return self._open[seat] and bool(self.procedure.exposed >> self._order[self._held[seat]] & 1)

    def _keep_best(self, kept: int) -> None:
        """Let the dealer keep the best of his cards, of equals the first, and put the rest under the stock (CK-13).

        The kept card takes the place `kept`, so that places tell nobody which of the cards it was.
        """
        rank = self.procedure.rank
        end = kept + self.procedure.dealer_cards
        best = max(range(kept, end), key=lambda place: (rank[self._order[place]], -place))
        self._order.insert(kept, self._order.pop(best))
        others = range(kept + 1, end)
        for place in others:
            self._moves.append((place, STOCK, self.dealer))
            self._seen[place] |= 1 << self.dealer
            self._dealt_to[place] = self.dealer
        for place in others:
            self._moves.append((place, self.dealer, STOCK))
        self._stock = [*self._stock[len(others) :], *others]

    def _cut_stock(self) -> None:
        """Exchange the dealer's card with the stock, unless what turns up there forbids it (CK-6, KIL-7, GNA-6)."""
        self._cuts -= 1
        procedure = self.procedure
        for left in reversed(range(procedure.redraws + 1)):
            top = self._stock[-1 if procedure.from_bottom else 0]
            kind = self._order[top]
            power = procedure.drawn.get(kind)
            again = bool(procedure.drawn_again >> kind & 1)
            if power is None and not again:
                self._cannot[top] |= procedure.not_taken
                self._exchange_with_stock(self.dealer, from_bottom=procedure.from_bottom)
                break
            self._turn_up(top, power.call if power else "", again=again and left > 0)
            if power is not None:
                power.effect(self, self.dealer, self.dealer)
                return
        self.after_cut()

    def _turn_up(self, place: int, call: str, *, again: bool) -> None:
        """Show a card of the stock to all and put it under the stock; the dealer draws `again`, or does not."""
        self._stock.remove(place)
        self._stock.insert(0 if self.procedure.from_bottom else len(self._stock), place)
        self._seen[place] = EVERYBODY
        card = (self.procedure.pack.kinds[self._order[place]],)
        key = "event.draws-again" if again else "event.stock-blocks"
        self.tell(key, self.dealer, cards=card, call=call or None, moment=True)

    def after_cut(self) -> None:
        """Let the dealer decide again if he may (CK-7), else show the cards."""
        if self._cuts == 0:
            self.showdown()

    def _time_out(self, seat: int) -> None:
        """Make a slow player pay and stand (CK-10); who is then alone with tokens has won (CK-9)."""
        self.tell("event.timeout", seat)
        self.lose(seat)
        left = [s for s, tokens in enumerate(self.tokens) if tokens]
        if len(left) == 1:
            self.settle()
            self.win(left[0])
        else:
            self.pass_turn(seat)
