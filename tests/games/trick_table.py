"""A table for the trick games: players are letters in the order of play, hands and tricks are written out."""

from collections.abc import Iterable
from typing import Any, Self

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.state import Action, Over, Shuffle, Turn
from cucco_tui.games import find_game
from cucco_tui.games.tricks.view import TrickSeat, TrickView
from tests.games.watching import named, refusal, told

LETTERS = "ABCDEFGH"
WORDS = ("pass", "annul", "go_on", "doctor", "leave")
NUMERALS = tuple("I II III IIII V VI VII VIII VIIII X".split())  # noqa: SIM905
COCH_PICTURES = tuple("Matto Mascherone Secchia Nulla XI XII XIII XIIII XV Leone".split())  # noqa: SIM905
ZIFULI_PICTURES = tuple("Mascherone Secchia Nulla Matto XI XII XIII XIIII XV Leone".split())  # noqa: SIM905
SUITS = {
    "coch": (NUMERALS, COCH_PICTURES),
    "zifuli": (NUMERALS, ZIFULI_PICTURES),
    "coteccio": tuple(tuple(rank + suit for rank in "234567FCR1") for suit in "dcsb"),
}
"""The suits of each game, low to high, as the rules tell them."""

PACKETS = {"coch": (5, 5), "zifuli": (4, 4), "coteccio": (1, 1, 1, 1, 1)}
"""How many cards a player gets at a time."""


def expanded(hand: str) -> list[str]:
    """Read a hand; `I..X` are the ten numerals, `Matto..Leone` the ten pictures."""
    runs = {"I..X": NUMERALS, "Matto..Leone": COCH_PICTURES}
    return [card for word in hand.split() for card in runs.get(word, (word,))]


def dealt_in_packets(hands: Iterable[list[str]], packets: tuple[int, ...]) -> list[str]:
    """Lay the hands, eldest's first, on each other as they are dealt: the top of the pack."""
    left = [list(hand) for hand in hands]
    top: list[str] = []
    for size in packets:
        for hand in left:
            top += hand[:size]
            del hand[:size]
    return top


class Table:
    """A match in which A is eldest of the first deal, B sits at A's right, and the last letter deals.

    Play is anticlockwise, so the last letter is seat 0. Lists are in the order of letters. Cöch has four letters
    whoever plays: with three players A is the dummy of C, with two A and B are those of C and D.
    """

    def __init__(self, game: str, players: int = 4, *, preset: str | None = None, **rules: Any) -> None:
        self.letters = LETTERS[: 4 if game == "coch" else players]
        names = tuple(reversed(self.letters))[:players]
        self.match = Match(find_game(game), Header(game=game, preset=preset, rules=rules, players=names, dealer=0))
        self.packets = PACKETS[game]

    def seat(self, letter: str) -> int:
        return len(self.letters) - 1 - self.letters.index(letter)

    def letter(self, seat: int) -> str:
        return self.letters[-1 - seat]

    # --- Dealing and playing

    @property
    def playing(self) -> str:
        """Give the letters that are not out, in the order of play from eldest on."""
        first = self.letters.index(self.dealer) + 1
        table = self.letters[first:] + self.letters[:first]
        out = self.of_letters("out")
        return "".join(letter for letter in table if not out[self.letters.index(letter)])

    def order(self, hands: str) -> list[str]:
        """Write the pack, top first: hands by letter, `/` between them, filled up with what is left."""
        given = dict(zip(self.letters, map(expanded, hands.split("/")), strict=True))
        rest = list(self.match.pack.cards)
        for card in (card for hand in given.values() for card in hand):
            rest.remove(card)
        for letter in self.playing:
            missing = sum(self.packets) - len(given[letter])
            given[letter] += rest[:missing]
            del rest[:missing]
        return dealt_in_packets([given[letter] for letter in self.playing], self.packets) + rest

    def deal(self, hands: str) -> Self:
        self.match.shuffle(self.order(hands))
        return self

    def deal_for(self, tricks: str) -> Self:
        """Deal what `tricks` needs."""
        hands: dict[str, list[str]] = {letter: [] for letter in self.letters}
        for leader, cards in self.read(tricks):
            for letter, card in zip(self.from_letter(leader), cards, strict=True):
                hands[letter].append(card)
        return self.deal(" / ".join(" ".join(hands[letter]) for letter in self.letters))

    def read(self, tricks: str) -> list[tuple[str, list[str]]]:
        """Read tricks, one a line: who leads, then the cards in the order of play."""
        lines = [line.split(":") for line in tricks.strip().splitlines()]
        return [(leader.strip(), cards.split()) for leader, cards in lines]

    def from_letter(self, leader: str) -> str:
        at = self.playing.index(leader)
        return self.playing[at:] + self.playing[:at]

    def tricks(self, tricks: str) -> Self:
        """Play tricks, and see that those lead whom they name."""
        for leader, cards in self.read(tricks):
            for letter, card in zip(self.from_letter(leader), cards, strict=True):
                assert self.turn == letter
                self.act(letter, "play", card)
        return self

    def played(self, tricks: str, *, steps: str = "") -> Self:
        """Deal for the tricks, take the steps (an auction), and play them."""
        return self.deal_for(tricks).play(steps).tricks(tricks)

    def play(self, steps: str) -> Self:
        """Act: `A:pass B:bid:X A:V`, a card being played."""
        for step in steps.split():
            letter, *words = step.split(":")
            self.act(letter, *self.action_words(words))
        return self

    def action_words(self, words: list[str]) -> tuple[str, str | None]:
        if words[0] == "bid":
            return "bid", words[1]
        return (words[0], None) if words[0] in WORDS else ("play", words[0])

    def action(self, letter: str, do: str, card: str | None = None) -> Action:
        return Action(self.seat(letter), do, card=card)

    def act(self, letter: str, do: str, card: str | None = None) -> Self:
        self.match.act(self.action(letter, do, card))
        return self

    def refusal(self, step: str) -> str:
        """Try what is not allowed, see that nothing changes, and give the key of the reason."""
        letter, *words = step.split(":")
        return self.refused(self.action(letter, *self.action_words(words)))

    def refused(self, action: Action) -> str:
        return refusal(self.match, action)

    # --- What is to be seen

    @property
    def told(self) -> dict[str, Any]:
        return told(self.match)

    def of_letters(self, key: str) -> list[Any]:
        return [seat[key] for seat in reversed(self.told["seats"])]

    @property
    def points(self) -> list[float]:
        """Give the match points: of the sides in Cöch, tentos in Zifuli."""
        return self.of_letters("points")

    @property
    def lives(self) -> list[int]:
        return self.of_letters("tokens")

    @property
    def coins(self) -> list[int]:
        return self.of_letters("coins")

    def hand(self, letter: str) -> str:
        """Write a hand, sorted."""
        return " ".join(sorted(self.of_letters("hand")[self.letters.index(letter)]))

    @property
    def dealer(self) -> str:
        return self.letter(self.told["dealer"])

    @property
    def turn(self) -> str | None:
        """Give whose turn it is, None if nobody's decision is waited for."""
        waiting = self.match.waiting
        return self.letter(waiting.seat) if isinstance(waiting, Turn) else None

    @property
    def by(self) -> str | None:
        """Give who decides for the seat whose turn it is."""
        waiting = self.match.waiting
        return self.letter(waiting.by) if isinstance(waiting, Turn) else None

    @property
    def choices(self) -> list[str]:
        """List what may be done, as `play` takes it, sorted."""
        choices = self.told["waiting"]["choices"]
        words = {"play": "{card}", "bid": "bid:{card}"}
        return sorted(words.get(choice["do"], choice["do"]).format(**choice) for choice in choices)

    @property
    def settlements(self) -> list[dict[str, Any]]:
        settlements: list[dict[str, Any]] = self.told["settlements"]
        return settlements

    def last(self, key: str) -> Any:
        """Give a figure of the last settlement, lists in the order of letters."""
        value = self.settlements[-1][key]
        return list(reversed(value)) if isinstance(value, list) else value

    @property
    def change(self) -> list[float]:
        changed: list[float] = self.last("change")
        return changed

    @property
    def outcome(self) -> tuple[Any, Any, Any, Any]:
        """Give change, points, recount and whether the deal was void."""
        return self.change, self.last("points"), self.last("recount"), self.last("void")

    @property
    def winners(self) -> str:
        return "".join(sorted(map(self.letter, self.told["winners"])))

    @property
    def over(self) -> bool:
        return isinstance(self.match.waiting, Over)

    @property
    def between_deals(self) -> bool:
        return isinstance(self.match.waiting, Shuffle)

    def view(self, letter: str | None) -> TrickView:
        view = self.match.view(None if letter is None else self.seat(letter))
        assert isinstance(view, TrickView)
        return view

    @property
    def viewers(self) -> list[str | None]:
        """List who sees something of the table: the players and a bystander."""
        people = len(self.match.header.players)
        return [None, *(letter for letter in self.letters if self.seat(letter) < people)]

    @property
    def views(self) -> list[TrickView]:
        return [self.view(viewer) for viewer in self.viewers]

    def seen(self, viewer: str | None, letter: str) -> TrickSeat:
        """Give a seat as `viewer` sees it."""
        return self.view(viewer).seats[self.seat(letter)]

    def taken(self) -> list[int]:
        """Give the half points that each has taken so far, as all see them."""
        return list(reversed(self.view(None).taken))

    def named(self, viewer: str | None) -> set[str]:
        """List all the cards that the log names to somebody."""
        return named(self.match, None if viewer is None else self.seat(viewer))
