"""A table for the exchange games with packs of their own: players are letters in the order of play, deals by hand."""

from typing import Any, Self

from cucco_tui.engine.events import Event
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.seats import Direction
from cucco_tui.engine.state import Action, Shuffle, Turn
from cucco_tui.games import find_game
from cucco_tui.games.exchange.state import ExchangeState
from cucco_tui.games.exchange.view import ExchangeView
from tests.games.watching import events, exchange_view, named, refusal, told

LETTERS = "ABCDEFGHIJKLMNOPQRST"


class Table:
    """A match in which A is eldest of the first deal, B is asked by A, and the last letter deals.

    Where play is anticlockwise the last letter is seat 0. Cards, tokens and so on are written in the order of letters.
    """

    def __init__(self, game: str, seats: int = 4, **rules: Any) -> None:
        self.letters = LETTERS[:seats]
        found = find_game(game)
        self.seated = self.letters if found.presets[0].direction is Direction.CLOCKWISE else self.letters[::-1]
        dealer = self.seat(self.letters[-1])
        self.match = Match(found, Header(game=game, rules=rules, players=tuple(self.seated), dealer=dealer))

    def seat(self, letter: str) -> int:
        return self.seated.index(letter)

    def order(self, hands: str, stock: str = "", other_end: str = "") -> list[str]:
        """Write the pack, top first: hands (`-` for who is out), what is dealt next, and what lies at the other end."""
        given = dict(zip(self.letters, hands.split(), strict=True))
        first = (self.letters.index(self.dealer) + 1) % len(self.letters)
        round_table = self.letters[first:] + self.letters[:first]
        begin = [given[letter] for letter in round_table if given[letter] != "-"] + stock.split()
        end = other_end.split()
        rest = list(self.match.pack.cards)
        for card in (*begin, *end):
            rest.remove(card)
        dealt_first = [*begin, *rest, *end]
        return dealt_first[::-1] if self.view(None).procedure.from_bottom else dealt_first

    def deal(self, hands: str, stock: str = "", other_end: str = "") -> Self:
        self.match.shuffle(self.order(hands, stock, other_end))
        return self

    def act(self, letter: str, do: str, **arguments: Any) -> Self:
        self.match.act(self.action(letter, do, **arguments))
        return self

    def action(self, letter: str, do: str, **arguments: Any) -> Action:
        if isinstance(sponsors := arguments.get("sponsors"), dict):
            arguments["sponsors"] = tuple((self.seat(sponsor), coins) for sponsor, coins in sponsors.items())
        return Action(self.seat(letter), do, **arguments)

    def play(self, steps: str) -> Self:
        """Act: `A:offer B:stand`."""
        for step in steps.split():
            letter, do = step.split(":")
            self.act(letter, do)
        return self

    def rest(self, coming_back: str = "") -> Self:
        """Let everybody stand who is still asked; who went out stays out, but for those `coming_back`."""
        while isinstance(turn := self.match.waiting, Turn):
            letter = self.seated[turn.seat]
            choices = self.choices
            back = "buy_back" if letter in coming_back else "leave"
            self.act(letter, "stand" if "stand" in choices else back)
        return self

    def rest_until_asked(self) -> Self:
        """Let everybody stand until somebody is asked something else."""
        while self.turn is not None and "stand" in self.choices:
            self.act(self.turn, "stand")
        return self

    def stood(self, hands: str, coming_back: str = "") -> Self:
        """Play a deal in which everybody stands."""
        return self.deal(hands).rest(coming_back)

    def refusal(self, letter: str, do: str, **arguments: Any) -> str:
        """Try what is not allowed, see that nothing changes, and give the key of the reason."""
        return refusal(self.match, self.action(letter, do, **arguments))

    @property
    def told(self) -> dict[str, Any]:
        return told(self.match)

    def of_letters(self, key: str) -> list[Any]:
        seats = self.told["seats"]
        return [seats[self.seat(letter)][key] for letter in self.letters]

    @property
    def tokens(self) -> list[int]:
        return self.of_letters("tokens")

    @property
    def coins(self) -> list[int]:
        return self.of_letters("coins")

    @property
    def virgins(self) -> str:
        return "".join(letter for letter, virgin in zip(self.letters, self.of_letters("virgin"), strict=True) if virgin)

    @property
    def hands(self) -> str:
        """Write the hands as `deal` takes them; `-` also where none has been dealt yet."""
        return " ".join("".join(hand) or "-" for hand in self.of_letters("hand"))

    @property
    def pot(self) -> int:
        pot: int = self.told["pot"]
        return pot

    @property
    def dealer(self) -> str:
        return self.seated[self.told["dealer"]]

    @property
    def turn(self) -> str | None:
        """Give who is waited for, None if nobody's decision is."""
        waiting = self.match.waiting
        return self.seated[waiting.seat] if isinstance(waiting, Turn) else None

    @property
    def choices(self) -> set[str]:
        return {choice["do"] for choice in self.told["waiting"]["choices"]}

    @property
    def price(self) -> int:
        """Give the price of the return that is asked about now."""
        question = self.view(None).question
        assert question is not None and question.name == "buy-back"
        return question.amount

    @property
    def change(self) -> list[int]:
        """Give what the last deal did to the tokens."""
        change = self.told["settlements"][-1]["change"]
        return [change[self.seat(letter)] for letter in self.letters]

    @property
    def losers(self) -> str:
        """Name who lost a token in the last deal, each once for every token."""
        return "".join(letter * -change for letter, change in zip(self.letters, self.change, strict=True))

    @property
    def winners(self) -> str:
        return "".join(sorted(self.seated[seat] for seat in self.told["winners"]))

    @property
    def between_deals(self) -> bool:
        return isinstance(self.match.waiting, Shuffle)

    def view(self, letter: str | None) -> ExchangeView:
        return exchange_view(self.match, None if letter is None else self.seat(letter))

    @property
    def state(self) -> ExchangeState:
        state = self.match.state
        assert isinstance(state, ExchangeState)
        return state

    def events(self, key: str) -> list[Event]:
        """List the events of a kind, of the whole match."""
        return events(self.match, key)

    def turned_up(self) -> list[str]:
        """List the cards that were turned up in the stock, in order."""
        return [" ".join(event.cards) for event in events(self.match, "event.stock-blocks", "event.draws-again")]

    @property
    def calls(self) -> list[str]:
        """List what was called, by whom: `B bum`."""
        return [
            f"{self.seated[event.seat]} {event.call.removeprefix('call.')}"
            for event in self.events("event.calls")
            if event.seat is not None and event.call is not None
        ]

    def compared(self) -> str:
        """Write the cards of the last showdown, `-` for who was not in it."""
        shown = self.events("event.showdown")[-1]
        cards = dict(zip(shown.seats, shown.cards, strict=True))
        return " ".join(cards.get(self.seat(letter), "-") for letter in self.letters)

    def named(self, viewer: str | None) -> set[str]:
        """List all the cards that the log names to somebody."""
        return named(self.match, None if viewer is None else self.seat(viewer))
