"""Events told as sentences, with the players' names in their colours. The sentences are in the locale files."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import Formatter

from textual.content import Content

from cucco_tui.cards.faces import Size, Style
from cucco_tui.engine.events import Event
from cucco_tui.locale import Words
from cucco_tui.tui.people import badge
from cucco_tui.tui.widgets.card import faces

CAUSES = ("event.calls", "event.stock-blocks", "event.showdown", "event.timeout", "event.refuses")
"""What a token may be lost by."""

SAID = re.compile(r": [“«]\{call\}[”»]")
"""How a sentence tells what was said aloud: without that a full stop stands there."""

PLAIN = str.maketrans({"“": '"', "”": '"', "«": '"', "»": '"', "’": "'", "…": "...", "—": "-", "–": "-"})
"""How printers' marks are written where only the characters of an old keyboard can be shown."""


def call(words: Words, do: str, preset: str, game: str) -> str:
    """Give what is said aloud for an action or an answer, in the preset's own language if it has one."""
    return words.first(f"call.{preset}.{do}", f"call.{game}.{do}", f"call.{do}")


class Teller:
    """Tells the events of one match.

    What is told is what stands in the event: redact it with `seen_by` first. `digest` does so itself.
    """

    def __init__(
        self,
        words: Words,
        names: Sequence[str],
        pack_id: str,
        preset: str,
        game: str,
        *,
        ascii_only: bool = False,
    ) -> None:
        """Tell in the language of `words`; `names` are by seat and may be equal, `preset` and `game` are ids."""
        self._words = words
        self._names = tuple(names)
        self._pack = pack_id
        self._preset = preset
        self._game = game
        self._ascii = ascii_only

    # Pieces of sentences

    def name(self, seat: int, *, sign: bool = False) -> Content:
        """Give a player's name in his colour, after his sign if `sign`."""
        mark = badge(seat, ascii_only=self._ascii)
        name = self._names[seat]
        return Content.styled(f"{mark.sign} {name}" if sign else name, f"bold ${mark.colour}")

    def name_all(self, seats: Sequence[int]) -> Content:
        """Join names: Anna, Bea and Ciro."""
        *before, last = [self.name(seat) for seat in seats]
        return self.sentence("list.and", first=Content(", ").join(before), last=last) if before else last

    def card(self, code: str) -> str:
        """Give a card's whole name, as the game has it: King of hearts, Brescia."""
        own = f"card.{self._game}.{code}"
        return self._words(own) if self._words.has(own) else self._words.card(self._pack, code)

    def short(self, code: str) -> str:
        """Give a card's name for lists and logs: K♥."""
        (line,) = faces(self._pack).face(self._pack, code, Size.LINE, Style.ASCII if self._ascii else Style.UNICODE)
        return line.strip()

    def the_card(self, code: str) -> str:
        """Give a card's name for the middle of a sentence, in Italian with its article: the King of hearts."""
        words, pack = self._words, self._pack
        own = next((key for key in (f"the.{self._game}.{code}", f"the.{pack}.{code}") if words.has(key)), None)
        if own is not None:
            name = words(own)
        elif words.has(f"the.{pack}.{code[:-1]}"):
            rank, suit = words(f"the.{pack}.{code[:-1]}"), words(f"suit.{pack}.{code[-1]}")
            name = words(f"card.{pack}", rank=rank, suit=suit)
        else:
            name = self.card(code)
        return self._marks(name)

    def call(self, do: str) -> str:
        """Give what is said aloud for an action or an answer (LORE-2): I stand, Je garde, Cuckoo!"""
        return call(self._words, do, self._preset, self._game)

    def called(self, event: Event) -> str:
        """Give what was said aloud in an event that is a call."""
        return self.call(_tail(event.call or ""))

    def sentence(self, key: str, *, n: int | None = None, **places: Content | str | int) -> Content:
        """Give the sentence for a key; what is put into its places stands there as it is, whatever is in it."""
        return self._filled(self._words.pattern(key, n), n, places)

    def _filled(self, pattern: str, n: int | None, places: Mapping[str, Content | str | int]) -> Content:
        parts: list[Content | str] = []
        for text, place, _, _ in Formatter().parse(pattern):
            parts.append(self._marks(text))
            if place is not None:
                value = n if place == "n" else places[place]
                parts.append(value if isinstance(value, Content) else str(value))
        return Content.assemble(*parts)

    # Events

    def tell(self, event: Event, *, called: bool = False) -> Content:
        """Tell one event, without what was said aloud if that was `called` out already."""
        return self._told(event, brief=False, called=called)

    def line(self, events: Iterable[Event], deal: int | None = None) -> list[Content]:
        """Tell events in few lines, for a log; `deal` is the number of the first deal that begins among them."""
        lines: list[Content] = []
        for event in compact(events):
            told = self._told(event, brief=True)
            if event.key.startswith("event.deals"):
                if deal is not None:
                    told = self.sentence("log.deal", deal=deal, told=told)
                    deal += 1
                told = told.stylize_before("bold $primary")
            lines.append(told)
        return lines

    def paid(self, events: Iterable[Event]) -> Iterator[Content]:
        """Tell what was paid and taken, each with the number of its deal; the events begin with the first deal."""
        deal = 0
        for event in events:
            if event.key.startswith("event.deals"):
                deal += 1
            if event.coins:
                yield self.sentence("log.deal", deal=deal, told=self.tell(event))

    def digest(self, events: Sequence[Event], most: int = 4, *, since: int = 0) -> list[Content]:
        """Tell what was public from the event number `since` on, newest last.

        If it needs more than `most` lines (at least 2) the first one tells how many older ones there were.
        """
        lines = self.line(event.seen_by(None) for event in events[since:])
        if len(lines) <= most:
            return lines
        kept = lines[len(lines) - most + 1 :]
        return [self.sentence("digest.earlier", n=len(lines) - len(kept)).stylize("$faint"), *kept]

    def reasons(self, events: Iterable[Event]) -> dict[int, Content]:
        """Tell why each seat that lost tokens in a deal did; `events` are that deal's."""
        causes: dict[int, list[Event]] = {}
        cause: Event | None = None
        pays: dict[int | None, Event] = {}
        shown: dict[int, str] = {}
        for event in events:
            if event.key in CAUSES:
                cause = event
                if event.key == "event.showdown":
                    shown = dict(zip(event.seats, event.cards, strict=True))
            elif event.key == "event.innkeeper-pays":
                pays[event.seat] = event
            elif event.key == "event.loses" and event.seat is not None and cause is not None:
                # An innkeeper may lose a second token by his own card.
                why = pays.pop(event.seat, cause)
                own = f"{self._game}.{shown.get(event.seat)}"
                if why.key == "event.showdown" and self._words.has(f"why.{own}"):
                    why = Event(f"event.{own}")
                causes.setdefault(event.seat, []).append(why)
        lowest = [seat for seat, why in causes.items() if any(event.key == "event.showdown" for event in why)]
        return {
            seat: Content("; ").join(self._reason(event, [other for other in lowest if other != seat]) for event in why)
            for seat, why in causes.items()
        }

    # Steps of these

    def _told(self, event: Event, *, brief: bool, called: bool = False) -> Content:
        name_card = self.short if brief else self.the_card
        places: dict[str, Content | str | int] = {"coins": event.coins}
        if event.shares:
            places |= {"share": event.shares[0], "rest": 100 - event.shares[0]}
        if event.seat is not None:
            places["seat"] = self.name(event.seat)
        if event.to is not None:
            places["to"] = self.name(event.to)
        if event.seats:
            places["seats"] = self.name_all(event.seats)
        if event.call is not None:
            places["call"] = self.called(event)
        if event.cards and len(event.cards) == len(event.seats):
            places["shown"] = Content(", ").join(
                Content.assemble(self.name(seat), " ", self.short(card))
                for seat, card in zip(event.seats, event.cards, strict=True)
            )
        elif event.cards:
            places["card"] = places["given"] = name_card(event.cards[0])
            places["got"] = name_card(event.cards[-1])
        n = abs(event.tokens) or event.coins
        pattern = self._words.pattern(self._key(event), n)
        return self._filled(SAID.sub(".", pattern) if called else pattern, n, places)

    def _key(self, event: Event) -> str:
        """Choose the sentence: one for the call, one for those who have seen hidden cards, else the public one.

        A game may say any of them in words of its own: `event.kille.out` for `event.out`.
        """
        keys = [event.key]
        if event.shares:
            keys.insert(0, offer_key(event.key, event.coins, event.shares[0]))
        if event.cards and event.eyes is not None:
            keys.insert(0, f"{event.key}.seen")
        if event.call is not None:
            keys.insert(0, f"{event.key}.{_tail(event.call)}")
        return self.first(*keys)

    def first(self, *keys: str) -> str:
        """Choose the first key that has a sentence, the game's own before the one that all share; else the last key."""
        own = (key.replace(".", f".{self._game}.", 1) for key in keys)
        return next((key for pair in zip(own, keys, strict=True) for key in pair if self._words.has(key)), keys[-1])

    def _reason(self, cause: Event, tied: Sequence[int]) -> Content:
        key = cause.key.replace("event.", "why.", 1)
        if cause.key == "event.showdown":
            key = self.first(f"{key}.tied" if tied else key)
            return self.sentence(key, others=self.name_all(tied)) if tied else self.sentence(key)
        if cause.key == "event.innkeeper-pays" and cause.to is not None:
            return self.sentence(key, to=self.name(cause.to))
        if cause.call is not None and cause.seat is not None:
            call = _tail(cause.call)
            return self.sentence(self.first(f"{key}.{call}", key), seat=self.name(cause.seat), call=self.call(call))
        return self.sentence(key)

    def _marks(self, text: str) -> str:
        return text.translate(PLAIN) if self._ascii else text


def offer_key(key: str, coins: int, share: int) -> str:
    """Give the key of the sentence for an offer of coins, of a share of the pot, of both or of neither."""
    if coins and share:
        return key
    return f"{key}.coins" if coins else f"{key}.share" if share else f"{key}.nothing"


def number(points: float, *, ascii_only: bool) -> str:
    """Write points, a half as ½."""
    whole = int(abs(points))
    sign = "-" if points < 0 else ""
    if abs(points) == whole:
        return f"{sign}{whole}"
    return f"{sign}{whole}.5" if ascii_only else f"{sign}{whole or ''}½"


def signed(change: float, *, ascii_only: bool) -> str:
    """Write a gain or a loss with its sign, nothing as a dash."""
    if not change:
        return "-" if ascii_only else "–"
    written = number(abs(change), ascii_only=ascii_only)
    return f"+{written}" if change > 0 else f"-{written}"


def compact(events: Iterable[Event]) -> list[Event]:
    """Put together what a log tells in one line: an offer and what came of it, several who stand, who lose.

    Cards that are dealt unseen are left out. The keys of what was put together have a tail, as `event.loses.last`.
    """
    told: list[Event] = []
    for group in _groups(events):
        event, rest = group[0], group[1:]
        match event.key:
            case "event.stands" if rest:
                told.append(Event("event.stands.several", seats=_seats(group)))
            case "event.offers" if rest:
                told += rest
            case "event.deals" if rest:
                told += [Event("event.deals.sudden", event.seat), *rest]
            case "event.timeout" if rest:
                tail = "last" if any(loss.key == "event.out" for loss in rest) else "loses"
                told.append(Event(f"event.timeout.{tail}", event.seat))
            case "event.loses":
                told += _losses(group)
            case "event.leads" | "event.plays" | "event.takes-trick" | "event.partner" | "event.alone":
                told += _trick(group)
            case _:
                told += group
    return told


def covered_tricks(events: Sequence[Event]) -> list[Event]:
    """Turn down the tricks of a deal but for the last one that is whole: who took them is told, not their cards."""
    whole = [number for number, event in enumerate(events) if event.key == "event.takes-trick"]
    last = whole[-2] if len(whole) > 1 else -1
    told: list[Event] = []
    for number, event in enumerate(events):
        if number > last or event.key not in ("event.leads", "event.plays", "event.takes-trick"):
            told.append(event)
        elif event.key == "event.takes-trick":
            told.append(Event("event.trick.covered", event.seat))
    return told


JOINED = {
    ("event.stands", "event.stands"),
    ("event.offers", "event.swaps"),
    ("event.offers", "event.calls"),
    # Only in a sudden death do the cards lie open as soon as they are dealt.
    ("event.deals", "event.showdown"),
    ("event.timeout", "event.loses"),
    ("event.loses", "event.loses"),
    ("event.loses", "event.out"),
    ("event.out", "event.loses"),
    *((first, "event.plays") for first in ("event.leads", "event.plays", "event.partner", "event.alone")),
    *((first, second) for first in ("event.leads", "event.plays") for second in ("event.partner", "event.alone")),
    *((first, "event.takes-trick") for first in ("event.plays", "event.partner", "event.alone")),
}
"""Which event is told together with the one before it."""


def _groups(events: Iterable[Event]) -> list[list[Event]]:
    groups: list[list[Event]] = []
    for event in events:
        if event.key == "event.reckoned" or (event.key == "event.dealt" and not event.cards):
            continue
        if groups and (groups[-1][-1].key, event.key) in JOINED:
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


def _losses(group: Sequence[Event]) -> list[Event]:
    """Tell who lost a token and who the last one: what happens at once may be told in any order."""
    out = _seats(event for event in group if event.key == "event.out")
    rest = tuple(seat for seat in _seats(event for event in group if event.key == "event.loses") if seat not in out)
    told: list[Event] = []
    for key, seats in (("event.loses", rest), ("event.loses.last", out)):
        if len(seats) == 1:
            told.append(Event(key, seats[0]))
        elif seats:
            told.append(Event(f"{key}.several", seats=seats))
    return told


def _trick(group: Sequence[Event]) -> list[Event]:
    """Tell a trick in one line, whole or not yet, and then who it showed to be the partner."""
    plays = [event for event in group if event.key in ("event.leads", "event.plays")]
    others = [event for event in group if event.key in ("event.partner", "event.alone")]
    taken = next((event for event in group if event.key == "event.takes-trick"), None)
    if taken is not None:
        return [Event("event.trick", taken.seat, seats=taken.seats, cards=taken.cards), *others]
    if len(plays) < 2:
        return [*plays, *others]
    cards = tuple(card for event in plays for card in event.cards)
    return [Event("event.trick.open", seats=_seats(plays), cards=cards), *others]


def _seats(events: Iterable[Event]) -> tuple[int, ...]:
    return tuple(event.seat for event in events if event.seat is not None)


def _tail(key: str) -> str:
    return key.rpartition(".")[2]
