"""The order of pages when friends share one keyboard: who looks, who decides, when the curtain is drawn.

Private pages belong to one person; before each of them stands a curtain, unless its person is sitting there
already. Public pages are for all. Nothing here draws anything: screens show `Table.page` and tell it what was done.
"""

import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from cucco_tui.engine.events import Event
from cucco_tui.engine.match import Match
from cucco_tui.engine.seats import next_seat
from cucco_tui.engine.shuffle import Chance, commitment, cut_pack
from cucco_tui.engine.state import Action, Over, Settlement, Shuffle, State, Turn, View


@dataclass(frozen=True, slots=True)
class CutPage:
    """Public: the pack is shuffled, `commitment` binds it, and the seat `cutter` may cut it (PACK-4)."""

    dealer: int
    cutter: int
    commitment: str


@dataclass(frozen=True, slots=True)
class HandPage:
    """Private: the seat decides, by his view."""

    seat: int


@dataclass(frozen=True, slots=True)
class OutcomePage:
    """Private: what came of what the seat did."""

    seat: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class LookPage:
    """Private: a player looks at his own view; nothing changes."""

    seat: int


PrivatePage: TypeAlias = HandPage | OutcomePage | LookPage


@dataclass(frozen=True, slots=True)
class CurtainPage:
    """Public: hand the keyboard to `page.seat`."""

    page: PrivatePage


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """Public: the seat answers aloud."""

    seat: int


@dataclass(frozen=True, slots=True)
class BotPage:
    """Public: a player who is no person is about to act."""

    seat: int


@dataclass(frozen=True, slots=True)
class MomentPage:
    """Public: something that all look at before play goes on."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class SettlementPage:
    """Public: what a deal did, and by which events."""

    settlement: Settlement
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class EndPage:
    """Public: the match is over."""

    winners: tuple[int, ...]


TablePage: TypeAlias = PrivatePage | AnswerPage | BotPage | MomentPage
"""The pages that show the table."""
Page: TypeAlias = CutPage | AnswerPage | PrivatePage | CurtainPage | BotPage | MomentPage | SettlementPage | EndPage


def is_private(page: Page) -> bool:
    """Tell whether a page is for one person's eyes."""
    return isinstance(page, HandPage | OutcomePage | LookPage)


def is_look(page: Page) -> bool:
    """Tell whether a page is a look, or the curtain before one."""
    return isinstance(page.page if isinstance(page, CurtainPage) else page, LookPage)


HASH = 64
"""The letters of a SHA-256."""
SETTLED = ("event.showdown", "event.reckoned", "event.wins", "event.void")
"""With these begins what is told on the settlement's page and not before it."""


@dataclass(slots=True)
class Table:
    """One match at one keyboard. `bots` names the player for each seat where no person sits; dummies are no seats here.

    `cut_by_hand` asks the cutter before each deal, `dummies_aloud` lets a dummy's cards be chosen on a public page.
    `seated` is who may see his hand now, None on public pages.
    """

    match: Match
    bots: dict[int, str]
    cut_by_hand: bool = False
    dummies_aloud: bool = False
    page: Page = field(init=False)
    seated: int | None = field(init=False, default=None)
    _next: list[Page] = field(init=False, default_factory=list[Page])
    _seen: dict[int, list[int]] = field(init=False, default_factory=dict[int, list[int]])
    _settled: int = field(init=False, default=0)
    _chance: Chance = field(init=False, default_factory=Chance.secret, repr=False)
    _pack: tuple[str, tuple[str, ...]] | None = field(init=False, default=None, repr=False)
    _told_bots: dict[int, str] = field(init=False)
    _alone: bool = field(init=False)
    _untold: State | None = field(init=False, default=None, repr=False)
    _opened: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        """Open on the page that the match waits for."""
        self._told_bots = dict(self.bots)
        # Who came back to the table may have seen his hand before he left it.
        self._opened = self._settled = len(self.match.lines)
        self._alone = len(self.persons) == 1
        self.seated = self.persons[0] if self._alone else None
        self._turn_page()

    # What screens ask

    @property
    def persons(self) -> list[int]:
        """List the seats where people sit."""
        return [seat for seat in range(len(self.match.header.players)) if seat not in self.bots]

    @property
    def view(self) -> View:
        """Give what may be on the screen now: the seated person's view, else the bystander's.

        As long as a deal's settlement has not been told it is the view from before it.
        """
        return self.match.view(self.seated) if self._untold is None else self._untold.view(self.seated)

    @property
    def settlement_to_come(self) -> bool:
        """Tell whether the deal is settled and nobody has been told so yet."""
        return self._untold is not None

    def news_for(self, seat: int) -> list[Event]:
        """List what was public in this deal since the seat's last private page."""
        deals, steps = self._deals(), self._told_steps()
        start = len(steps) - len(deals[-1]) if deals else 0
        news = steps[max(start, *self._seen.get(seat, []), 0) :]
        return [event.seen_by(None) for step in news for event in step]

    @property
    def next_commitment(self) -> str | None:
        """Give what binds the pack of the next deal, shuffled now if it was not; None if none is waited for."""
        return commitment(*self._shuffled()) if isinstance(self.match.waiting, Shuffle) else None

    @property
    def commitment(self) -> str | None:
        """Give what binds the pack of a deal in which nobody has acted yet, None later (PACK-5)."""
        if self.match.last_action is not None or not self.match.lines:
            return None
        told = json.loads(self.match.lines[-1]).get("commitment")
        return told if isinstance(told, str) and len(told) == HASH and told.isalnum() else None

    @property
    def last_deal(self) -> list[Event]:
        """List what was public in the last deal that is over."""
        settled = len(self.view.settlements)
        return [event.seen_by(None) for step in self._deals()[settled - 1] for event in step] if settled else []

    @property
    def this_deal(self) -> list[Event]:
        """List what was public since the last shuffle; what only one may know stands beside his hand (EX-7)."""
        deals = self._deals()
        return [event.seen_by(None) for step in deals[-1] for event in step] if deals else []

    @property
    def told_events(self) -> list[Event]:
        """List what was public in the match so far, a settlement that is yet to be told left out."""
        return [event.seen_by(None) for step in self._told_steps() for event in step]

    def _told_steps(self) -> list[tuple[Event, ...]]:
        """List what happened by each line; of the last one not what pages are still to tell: moments, the showdown."""
        steps = list(self.match.events)
        # The page below a look has been seen.
        unseen = self._next[1:] if is_look(self.page) else self._next
        to_come = sum(len(page.events) for page in unseen if isinstance(page, MomentPage))
        if self._untold is not None or to_come:
            last = steps[-1]
            end = next((n for n, event in enumerate(last) if event.key in SETTLED), len(last))
            steps[-1] = last[: end - to_come]
        return steps

    def _deals(self) -> list[list[tuple[Event, ...]]]:
        return self._by_deals(self._told_steps())

    def _by_deals(self, steps: Iterable[tuple[Event, ...]]) -> list[list[tuple[Event, ...]]]:
        """Part what happened, deal by deal."""
        deals: list[list[tuple[Event, ...]]] = []
        for step in steps:
            if any(event.key == "event.deals" for event in step):
                deals.append([])
            deals[-1].append(step)
        return deals

    @property
    def lookers(self) -> list[int]:
        """List who may look at his own view now: the persons in the deal, on a public page.

        Nobody while a settlement is to come: who is still asked something then would tell what it will be.
        """
        if self._alone or self.seated is not None or self.settlement_to_come:
            return []
        if isinstance(self.match.waiting, Shuffle | Over):
            return []
        in_deal = self.match.view(None).in_deal
        return [seat for seat in self.persons if in_deal[seat]]

    @property
    def can_take_back(self) -> bool:
        """Tell whether the last action can be taken back: a person's, until the next curtain opens."""
        public = isinstance(self.page, CurtainPage | BotPage | MomentPage | AnswerPage)
        if self._next or not public or not self.match.can_take_back:
            return False
        # Who is asked something by what was done has heard it; a card that was played asks nobody anything.
        if isinstance(self.page, AnswerPage) and not any(event.revocable for event in self.match.events[-1]):
            return False
        action = self.match.last_action
        return (
            action is not None and self.match.by[action.seat] not in self.bots and self._opened < len(self.match.lines)
        )

    # What people do

    def open_curtain(self) -> None:
        """Let the person behind the curtain see his page."""
        if isinstance(self.page, CurtainPage):
            # Only now: who was left alone at the table has not shown before this that he sits there.
            self._alone = len(self.persons) == 1
            self.seated = self.page.page.seat
            self.page = self.page.page
            self._opened = len(self.match.lines)

    def told(self) -> None:
        """Note that all have seen how the deal ended."""
        self._untold = None

    def cover(self) -> None:
        """Draw the curtain before the private page that is open; a look, or the curtain before one, ends."""
        if is_look(self.page):
            self._turn_page()
        elif isinstance(self.page, HandPage | OutcomePage):
            self.seated = None
            self.page = CurtainPage(self.page)

    def act(self, action: Action) -> None:
        """Do the action of the seated person, or of who answers aloud; IllegalAction changes nothing."""
        self._act(action, self.seated)
        self._turn_page()

    def time_out(self) -> None:
        """Let the time of the person in turn run out, covered or not, whoever looks at a card meanwhile (CK-10)."""
        waiting = self.match.waiting
        if isinstance(waiting, Turn) and waiting.by not in self.bots:
            self._next.clear()
            self.act(Action(waiting.seat, "timeout"))

    def done(self) -> None:
        """End a page that only tells something, or a look."""
        if isinstance(self.page, SettlementPage):
            self.told()
        if isinstance(self.page, OutcomePage | LookPage | MomentPage | SettlementPage):
            self._turn_page()

    def look(self, seat: int) -> None:
        """Let a player look at his own view behind his own curtain; the page that was up comes back after it."""
        if seat in self.lookers:
            back = self.page
            if not is_look(back):
                self._next.insert(0, back)
            self._open(LookPage(seat))

    def cut(self, taken: int) -> None:
        """Cut the pack and deal: `taken` cards come off the top."""
        if isinstance(self.page, CutPage):
            self._deal(taken)
            self._turn_page()

    def bot_acts(self) -> None:
        """Let the player who is no person act."""
        # Loaded with the first bot that acts: many an evening has none.
        from cucco_tui.bots import BOTS

        if isinstance(self.page, BotPage):
            view = self.match.view(self.page.seat)
            bot = BOTS.get(self.bots[self.page.seat], BOTS["steady"])
            self._act(bot(view, self._chance, 0), self.seated)
            self._turn_page()

    def take_back(self) -> None:
        """Take the last action back, if that is allowed; his curtain stands before his hand again."""
        if self.can_take_back:
            self.match.take_back()
            left = len(self.match.events)
            # What he has seen since then he saw from a turn that has not been.
            self._seen = {seat: [seen for seen in times if seen <= left] for seat, times in self._seen.items()}
            self._told_bots = self.match.bots
            self._turn_page()

    def give_seat(self, seat: int, bot: str | None) -> None:
        """Give a seat to a bot, or back to its person (None)."""
        if bot is None:
            self.bots.pop(seat, None)
        else:
            self.bots[seat] = bot
        page = self.page
        self._alone = self._alone and self.persons == [self.seated]
        if not self._alone and not is_private(page):
            self.seated = None
        if isinstance(page, BotPage | AnswerPage) or (isinstance(page, CurtainPage) and page.page.seat == seat):
            self._turn_page()

    # How pages follow

    def _act(self, action: Action, actor: int | None) -> None:
        extras: Mapping[str, object] = {}
        if self.bots != self._told_bots:
            extras = {"bots": {str(seat): bot for seat, bot in self.bots.items()}}
        before = self.match.state
        self.match.act(action, extras)
        self._told_bots = dict(self.bots)
        self._plan(before, actor)

    def _deal(self, taken: int) -> None:
        salt, order = self._shuffled()
        self._pack = None
        before = self.match.state
        extras = {"commitment": commitment(salt, order), "salt": salt, "cut": taken}
        self.match.shuffle(cut_pack(order, taken), extras)
        self._plan(before, None)

    def _shuffled(self) -> tuple[str, tuple[str, ...]]:
        """Shuffle the pack of the next deal, once: leaving the page, or the program, must not change it (PACK-5)."""
        if self._pack is None:
            secret = (self.match.header.model_extra or {}).get("secret")
            seed = f"{secret} {self.match.view(None).deal}" if isinstance(secret, str) else secrets.token_hex(32)
            chance = Chance(seed.encode())
            order = chance.shuffled(self.match.pack.cards)
            self._pack = f"{chance.below(1 << 128):032x}", tuple(order)
        return self._pack

    def _plan(self, before: State, actor: int | None) -> None:
        """Line up the pages that tell what the last line did: first what only the actor may see, then what all see."""
        events, settled = self.match.events[-1], len(before.settlements)
        if actor is not None and any(event.eyes is not None and actor in event.eyes for event in events):
            self._next.append(OutcomePage(actor, tuple(event.seen_by(actor) for event in events)))
        public = tuple(event.seen_by(None) for event in events)
        for number, event in enumerate(public):
            if event.moment and event.key not in SETTLED:
                ends = (i for i in range(number + 1, len(public)) if public[i].moment or public[i].key in SETTLED)
                end = next(ends, len(public))
                self._next.append(MomentPage(public[number:end]))
        for number, settlement in enumerate(self.match.view(None).settlements[settled:], start=settled):
            whole = self._by_deals(self.match.events)[number]
            self._next.append(
                SettlementPage(settlement, tuple(event.seen_by(None) for step in whole for event in step))
            )
            self._untold = before
            self._settled = len(self.match.events)
        if self.match.last_action is not None and isinstance(self.match.waiting, Shuffle):
            self._tell_answers()

    def _tell_answers(self) -> None:
        """Let all see what was answered after a settlement: who deals next, and from which pack, is known only then."""
        *before, last = self.match.events[self._settled :] or [()]
        if last:
            untold = [*(step for step in before if not any(event.moment for event in step)), last]
            self._next = [MomentPage(tuple(event.seen_by(None) for step in untold for event in step))]

    def _turn_page(self) -> None:
        """Go to the next page: one that tells what happened, else the one that the match waits for."""
        while not self._next:
            waiting = self.match.waiting
            if isinstance(waiting, Turn):
                if self.match.view(None).forced:
                    self._act(self.match.view(waiting.by).choices[0], None)
                else:
                    self._next.append(self._turn(waiting))
            elif isinstance(waiting, Over):
                self._next.append(EndPage(waiting.winners))
            elif self.cut_by_hand:
                self._next.append(self._cut_page())
            else:
                self._shuffled()
                self._deal(self._chance.below(len(self.match.pack)))
        self._open(self._next.pop(0))

    def _turn(self, turn: Turn) -> Page:
        if turn.by in self.bots:
            return BotPage(turn.by)
        aloud = self.match.view(None).aloud or (self.dummies_aloud and turn.seat != turn.by)
        return AnswerPage(turn.by) if aloud else HandPage(turn.by)

    def _cut_page(self) -> CutPage:
        view = self.match.view(None)
        cutter = next_seat(view.dealer, view.present, view.direction.opposite)
        return CutPage(view.by[view.dealer], view.by[cutter], commitment(*self._shuffled()))

    def _open(self, page: Page) -> None:
        if not isinstance(page, HandPage | OutcomePage | LookPage):
            self._leave()
            self.page = page
        elif page.seat == self.seated:
            self.seated = page.seat
            self.page = page
        else:
            self._leave()
            self.page = CurtainPage(page)

    def _leave(self) -> None:
        """Nobody sits there any more; what happens from now on is news to him who did."""
        if self.seated is not None:
            self._seen.setdefault(self.seated, []).append(len(self.match.events))
        if not self._alone:
            self.seated = None
