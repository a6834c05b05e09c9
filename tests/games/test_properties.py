"""What holds in every match of Cuckoo, whatever is dealt and done: random matches of all presets and house rules.

`Telling` is the game told a second time, from the rules and as plainly as it goes: the program must agree with it.
"""

import json
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cucco_tui.cards.packs import Pack
from cucco_tui.engine.game import Preset
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Record, read_record
from cucco_tui.engine.report import report
from cucco_tui.engine.seats import Direction
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Over, Turn
from cucco_tui.games import find_game
from cucco_tui.games.cuckoo import CuckooRules, procedure
from cucco_tui.games.exchange.standing import ExchangeStanding, Ledger
from cucco_tui.games.exchange.state import ExchangeState
from tests.examples import examples
from tests.games.random_matches import (
    BOUND,
    Setup,
    at_a_turn,
    moments,
    played,
    random_action,
    see_a_clone_go_its_own_way,
    see_no_trace,
    see_the_record_play_to,
    see_what_is_allowed,
)
from tests.games.watching import all_told, exchange_view, last_shuffle, of_this_deal, viewers

CUCKOO = find_game("cuckoo")
DOS = ("stand", "offer", "cut", "timeout", "swap", "")
# --- Random matches -------------------------------------------------------------------------------------------------


def setups(most_seats: int = 30) -> st.SearchStrategy[Setup]:
    return st.builds(
        Setup,
        game=st.just("cuckoo"),
        preset=st.sampled_from([preset.id for preset in CUCKOO.presets]),
        rules=st.fixed_dictionaries(
            {"tokens": st.integers(1, 3)},
            optional={
                "stake": st.integers(0, 5),
                "blockers": st.sampled_from(["kings", "kings_and_queens", "none"]),
                "all_out": st.sampled_from(["sudden_death", "replay"]),
                **{
                    name: st.booleans()
                    for name in ("stock_king_blocks", "double_cut", "fast", "expose_kings", "fixed_dealer")
                },
            },
        ),
        players=st.one_of(st.integers(3, 6), st.integers(3, most_seats)),
        dealer=st.integers(0, 29),
        seed=st.integers(0, 2**64 - 1),
    )


# --- The game told a second time ------------------------------------------------------------------------------------


class Telling:
    """Cuckoo in plain words: cards are codes, hands a table from seat to card, the stock a list."""

    def __init__(self, match: Match) -> None:
        seats = len(match.header.players)
        self.rules = match.rules
        self.seats = range(seats)
        self.italian = match.preset.id == "saltacavallo"
        self.three = match.preset.id == "coucou"
        self.step = -1 if match.preset.id in ("coucou", "saltacavallo") else 1
        self.ranks = "1234567FCR" if self.italian else "A23456789TJQK"
        self.king = "R" if self.italian else "K"
        self.blockers = {
            "kings": self.king,
            "kings_and_queens": self.king + ("" if self.italian else "Q"),
            "none": "",
        }[self.rules.blockers]
        self.exposing = self.rules.expose_kings and self.blockers != ""
        self.tokens = [self.rules.tokens] * seats
        self.coins = [-self.rules.stake] * seats
        self.pot = self.rules.stake * seats
        self.deal_number = 1
        self.dealer = match.header.dealer
        self.contenders: list[int] = []
        self.winners: list[int] = []
        self.settlements: list[dict[str, Any]] = []
        self.clear()

    def clear(self) -> None:
        self.turn: int | None = None
        self.hands: dict[int, str] = {}
        self.stock: list[str] = []
        self.dead: list[str] = []
        self.open: set[int] = set()
        self.knows: dict[int | None, set[str]] = {viewer: set() for viewer in (None, *self.seats)}

    def rank(self, card: str) -> int:
        return self.ranks.index(card[0])

    def next_of(self, seat: int, present: list[int]) -> int:
        seat = (seat + self.step) % len(self.seats)
        while seat not in present:
            seat = (seat + self.step) % len(self.seats)
        return seat

    def after(self, seat: int) -> int:
        return self.next_of(seat, list(self.hands))

    def deal(self, order: list[str]) -> None:
        self.before = list(self.tokens)
        self.stock = list(order)
        present = self.contenders or [seat for seat in self.seats if self.tokens[seat]]
        seat = self.next_of(self.dealer, present)
        for _ in present:
            self.receive(seat, self.stock.pop(0))
            seat = self.next_of(seat, present)
        if self.contenders:
            self.showdown()
            return
        if self.three:
            drawn = [self.hands[self.dealer], self.stock.pop(0), self.stock.pop(0)]
            self.knows[self.dealer].update(drawn)
            drawn.remove(best := max(drawn, key=self.rank))  # max gives the first of equals
            self.hands[self.dealer] = best
            self.stock += drawn
        for seat in present:
            self.expose(seat)
        self.cuts = 2 if self.rules.double_cut else 1
        self.turn = self.next_of(self.dealer, present)

    def receive(self, seat: int, card: str) -> None:
        self.hands[seat] = card
        self.open.discard(seat)
        self.knows[seat].add(card)

    def show(self, seat: int) -> None:
        self.open.add(seat)
        self.publish(self.hands[seat])

    def publish(self, card: str) -> None:
        for known in self.knows.values():
            known.add(card)

    def expose(self, seat: int) -> None:
        if self.exposing and self.hands[seat][0] == self.king:
            self.show(seat)

    def choices(self) -> set[str]:
        if self.turn is None:
            return set()
        if self.turn == self.dealer:
            return {"stand", "cut"}
        asked = self.after(self.turn)
        if self.exposing and self.hands[asked][0] == self.king:
            return {"stand"}
        return {"stand", "offer"}

    def act(self, seat: int, do: str) -> None:
        if do == "stand":
            self.done(seat)
        elif do == "timeout":
            self.tokens[seat] -= 1
            if self.tokens[seat] == 0:
                self.dead.append(self.hands.pop(seat))
                self.open.discard(seat)
            alive = [s for s in self.seats if self.tokens[s]]
            if len(alive) == 1:
                self.write_down()
                self.win(alive[0])
            else:
                self.done(seat)
        elif do == "offer":
            self.ask(seat, self.after(seat))
        else:
            self.cut()

    def ask(self, asker: int, asked: int) -> None:
        card = self.hands[asked]
        if card[0] in self.blockers:
            self.show(asked)
            self.done(asked)
        elif self.italian and card[0] == "C":
            self.show(asked)
            if asked == self.dealer:
                self.draw(asker)
                self.showdown()
            else:
                self.ask(asker, self.after(asked))
        else:
            given = self.hands[asker]
            for seat, received in ((asker, card), (asked, given)):
                self.receive(seat, received)
            self.expose(asker)
            self.expose(asked)
            self.turn = asked

    def draw(self, seat: int) -> None:
        self.stock.append(self.hands[seat])
        self.receive(seat, self.stock.pop(0))
        self.expose(seat)

    def cut(self) -> None:
        self.cuts -= 1
        top = self.stock[0]
        if top[0] == self.king and self.rules.stock_king_blocks and self.blockers:
            self.publish(top)
            self.stock.append(self.stock.pop(0))
        else:
            self.draw(self.dealer)
        if self.cuts == 0:
            self.showdown()

    def done(self, seat: int) -> None:
        if seat == self.dealer:
            self.showdown()
        else:
            self.turn = self.after(seat)

    def showdown(self) -> None:
        ranks = {seat: self.rank(card) for seat, card in self.hands.items()}
        if self.contenders:
            best = [seat for seat in sorted(ranks) if ranks[seat] == max(ranks.values())]
            self.write_down()
            if len(best) == 1:
                self.win(best[0])
            else:
                self.next_deal(best)
            return
        for seat, rank in ranks.items():
            if rank == min(ranks.values()):
                self.tokens[seat] -= 1
        alive = [seat for seat in self.seats if self.tokens[seat]]
        if not alive and self.rules.all_out == "replay":
            self.tokens = self.before
            self.write_down(void=True)
            self.next_deal([])
            return
        self.write_down()
        if len(alive) == 1:
            self.win(alive[0])
        else:
            self.next_deal([] if alive else [seat for seat in self.seats if self.before[seat]])

    def write_down(self, *, void: bool = False) -> None:
        change = [now - then for now, then in zip(self.tokens, self.before, strict=True)]
        settled = {"deal": self.deal_number, "dealer": self.dealer, "change": change}
        self.settlements.append({**settled, "points": None, "recount": None, "void": void})

    def next_deal(self, contenders: list[int]) -> None:
        self.contenders = contenders
        self.deal_number += 1
        present = contenders or [seat for seat in self.seats if self.tokens[seat]]
        if not self.rules.fixed_dealer or self.dealer not in present:
            self.dealer = self.next_of(self.dealer, present)
        self.clear()

    def win(self, seat: int) -> None:
        self.winners = [seat]
        self.contenders = []
        self.coins[seat] += self.pot
        self.pot = 0
        self.clear()

    def report(self) -> dict[str, Any]:
        """Tell it as the program's report does, but for what every match has alike."""
        waiting: dict[str, Any] | None = {"for": "shuffle"}
        if self.winners:
            waiting = None
        elif self.turn is not None:
            choices = sorted(self.choices())
            waiting = {"for": "turn", "seat": self.turn, "by": self.turn, "choices": choices}
        return {
            "status": "over" if self.winners else "waiting",
            "deal": self.deal_number,
            "dealer": self.dealer,
            "waiting": waiting,
            "tokens": self.tokens,
            "coins": self.coins,
            "out": [self.tokens[s] == 0 and s not in self.contenders and s not in self.winners for s in self.seats],
            "hands": [[self.hands[s]] if s in self.hands else [] for s in self.seats],
            "pot": self.pot,
            "settlements": self.settlements,
            "winners": self.winners,
        }


def report_as_told(match: Match) -> dict[str, Any]:
    """Put the program's report into the form of `Telling.report`."""
    told = report(match)
    waiting = told["waiting"]
    if waiting is not None and "choices" in waiting:
        waiting["choices"] = sorted(choice["do"] for choice in waiting["choices"])
    of_seats = {"tokens": "tokens", "coins": "coins", "out": "out", "hands": "hand"}
    wanted = ("status", "deal", "dealer", "waiting", "pot", "settlements", "winners")
    return {
        **{key: told[key] for key in wanted},
        **{key: [seat[name] for seat in told["seats"]] for key, name in of_seats.items()},
    }


def told_so_far(match: Match) -> Telling:
    """Tell a match from its record."""
    telling = Telling(match)
    for line in match.lines:
        tell_line(telling, line)
    return telling


def tell_line(telling: Telling, line: str) -> None:
    values = json.loads(line)
    if "shuffle" in values:
        telling.deal(values["shuffle"])
    else:
        telling.act(values["seat"], values["do"])


@pytest.mark.clause("EX-2", "EX-3", "EX-4", "EX-5", "EX-6", "EX-8", "EX-9", "EX-10", "CK-8", "CK-9")
@examples(250)
@given(setups())
def test_the_program_agrees_with_the_plain_telling(setup: Setup) -> None:
    telling: Telling | None = None
    for match, _ in moments(setup):
        if telling is None:
            telling = Telling(match)
        else:
            tell_line(telling, match.lines[-1])
        assert report_as_told(match) == telling.report()


@pytest.mark.clause("EX-1", "EX-7", "EX-11", "CK-11")
@examples(300)
@given(setups(most_seats=8), st.integers(0, 80))
def test_each_sees_what_he_may_and_nothing_else(setup: Setup, steps: int) -> None:
    match, _ = at_a_turn(setup, steps)
    telling = told_so_far(match)
    for viewer in viewers(match):
        seen = exchange_view(match, viewer)
        known = telling.knows[viewer]
        hands = [telling.hands.get(seat) for seat in telling.seats]
        assert [seat.card for seat in seen.seats] == [card if card in known else None for card in hands]
        assert [seat.seat for seat in seen.seats if seat.face_up] == sorted(telling.open)
        assert seen.own == (telling.hands.get(viewer) if viewer is not None else None)
        assert seen.stock == len(telling.stock)
        assert {action.do for action in seen.choices} == (telling.choices() if viewer == telling.turn else set())
        assert {held.card for held in seen.history} <= known
        kinds = seen.procedure.pack.kinds
        assert {kinds[face] for face in seen.faces if face is not None} == known


# --- What never changes ---------------------------------------------------------------------------------------------


@pytest.mark.clause("PACK-1", "EX-10")
@examples(100)
@given(setups())
def test_cards_coins_and_tokens_are_neither_made_nor_lost(setup: Setup) -> None:
    tokens = setup.rules["tokens"] * setup.players
    for match, _ in moments(setup, 150):
        told = report(match)
        assert sum(seat["coins"] for seat in told["seats"]) + told["pot"] == 0
        assert all(seat["tokens"] >= 0 for seat in told["seats"])
        if isinstance(match.waiting, Turn):
            hands = [card for seat in told["seats"] for card in seat["hand"]]
            assert len(set(hands)) == len(hands)
            table = exchange_view(match, None)
            dead = sum(
                present and not seat.in_deal for present, seat in zip(table.standing.present, table.seats, strict=True)
            )
            assert len(hands) + table.stock + dead == len(match.preset.pack)
        else:
            assert [seat["hand"] for seat in told["seats"]] == [[]] * setup.players
            lost = -sum(sum(settled["change"]) for settled in told["settlements"])
            assert sum(seat["tokens"] for seat in told["seats"]) == tokens - lost


@examples(200)
@given(setups(), st.integers(0, 60))
def test_one_thing_is_waited_for_and_what_is_listed_is_allowed(setup: Setup, steps: int) -> None:
    match, _ = played(setup, steps)
    waiting = match.waiting
    slow = [Action(waiting.seat, "timeout")] if isinstance(waiting, Turn) and match.rules.fast else []
    see_what_is_allowed(match, (Action(seat, do) for seat in range(-1, setup.players + 1) for do in DOS), slow)


@examples(100)
@given(setups())
def test_every_match_ends_with_one_winner(setup: Setup) -> None:
    match, _ = played(setup, BOUND)
    assert isinstance(match.waiting, Over)
    (winner,) = match.waiting.winners
    told = report(match)
    assert [seat["out"] for seat in told["seats"]] == [seat != winner for seat in range(setup.players)]
    assert told["pot"] == 0
    stake = setup.rules.get("stake", 0)
    assert [seat["coins"] for seat in told["seats"]] == [
        stake * (setup.players - 1) if seat == winner else -stake for seat in range(setup.players)
    ]


# --- Records, copies, taking back -----------------------------------------------------------------------------------


@examples(120)
@given(setups(most_seats=8), st.integers(0, 120), st.integers(0, 10_000))
def test_a_record_plays_to_the_same_match(setup: Setup, steps: int, cut: int) -> None:
    match, _ = played(setup, steps)
    text = match.record().text()
    assert not read_record(text.encode()).torn
    see_the_record_play_to(match)
    torn = text.encode()[: len(text) - 1 - cut % max(1, len(text.splitlines()[-1]) - 1)]
    if match.lines and torn.count(b"\n") == len(match.lines) and not torn.endswith(b"}"):
        shorter = read_record(torn)
        assert shorter.torn
        assert shorter.lines == match.lines[:-1]


@examples(100)
@given(setups(most_seats=8), st.integers(0, 60), st.integers(1, 30))
def test_a_clone_is_equal_and_goes_its_own_way(setup: Setup, steps: int, further: int) -> None:
    see_a_clone_go_its_own_way(*played(setup, steps), further)


@examples(250)
@given(setups(most_seats=8), st.integers(0, 60))
def test_taking_back_returns_to_the_match_before(setup: Setup, steps: int) -> None:
    match, chance = at_a_turn(setup, steps)
    before = all_told(match)
    match.act(random_action(match, chance))
    happened = match.events[-1]
    showed = any(event.cards or event.tokens for event in happened)
    assert match.can_take_back == (not showed)
    if showed:
        with pytest.raises(ValueError, match="taken back"):
            match.take_back()
        return
    match.take_back()
    assert all_told(match) == before


# --- Views: nothing hidden makes a difference -----------------------------------------------------------------------


def with_changed_places(match: Match, one: str, other: str) -> Match:
    """Play the record again with two cards of the deal that is on in each other's place."""
    lines = list(match.lines)
    last = last_shuffle(match)
    places = {one: other, other: one}
    order = json.loads(lines[last])["shuffle"]
    lines[last] = json.dumps({"shuffle": [places.get(card, card) for card in order]})
    return Match.replay(Record(match.header, lines), find_game)


@pytest.mark.clause("EX-1", "EX-7", "EX-11")
@examples(400)
@given(setups(most_seats=8), st.integers(1, 60))
def test_two_hidden_cards_can_change_places_without_a_trace(setup: Setup, steps: int) -> None:
    match, chance = at_a_turn(setup, steps)
    telling = told_so_far(match)
    viewer = chance.pick(viewers(match))
    fixed = set(telling.knows[telling.dealer]) if telling.three and viewer != telling.dealer else set[str]()
    hidden = [
        card
        for card in match.preset.pack.cards
        if card not in telling.knows[viewer] and card not in fixed and card[0] not in "KQRC"
    ]
    in_hands = [card for card in telling.hands.values() if card in hidden]
    one = chance.pick(in_hands or hidden)
    other = chance.pick([card for card in hidden if card != one])
    twin = with_changed_places(match, one, other)
    assert report(twin) != report(match) or {one, other}.isdisjoint(telling.hands.values())
    see_no_trace(twin, match, viewer)


@pytest.mark.clause("EX-7")
@examples(200)
@given(setups(most_seats=8), st.integers(1, 80))
def test_the_log_names_only_cards_that_its_reader_has_seen(setup: Setup, steps: int) -> None:
    match, _ = at_a_turn(setup, steps)
    telling = told_so_far(match)
    for viewer in viewers(match):
        named = {card for step in of_this_deal(match) for event in step for card in event.seen_by(viewer).cards}
        assert named <= telling.knows[viewer]


@examples(250)
@given(setups(most_seats=12), st.integers(0, 60))
def test_a_sample_agrees_with_all_that_its_view_knows(setup: Setup, steps: int) -> None:
    match, chance = played(setup, steps)
    for viewer in viewers(match)[:4]:  # a bystander, and three at the table
        seen = exchange_view(match, viewer)
        world = seen.sample(chance)
        assert world.view(viewer) == seen
        hands = [card for seat in world.report() for card in seat.hand]
        assert len(set(hands)) == len(hands)
        assert world.waiting == match.waiting


# --- Samples, against all worlds there are --------------------------------------------------------------------------

TINY = Pack("tiny", ("2c", "5c", "9c", "Jc", "Qc", "Kc"))
TINY_TIES = Pack("tiny ties", ("2c", "3c", "4c", "9c", "9d", "Jc"))
TINY_TWINS = Pack("tiny twins", ("2c", "9c", "9d", "Jc", "Kc", "Kd"))


def tiny(pack: Pack, rules: CuckooRules, preset: str = "tiny") -> ExchangeState:
    """Stand before a deal of three from a pack so small that all its orders can be tried."""
    standing = ExchangeStanding.first(3, 0, 2, 0, ledger=Ledger.new(3))
    return ExchangeState(procedure(Preset(preset, pack, Direction.CLOCKWISE), rules), standing)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
@pytest.mark.parametrize(
    ("order", "steps", "rules", "preset", "pack"),
    [
        ("2c 5c 9c Jc Qc Kc", "", CuckooRules(), "tiny", TINY),
        ("2c 5c 9c Jc Qc Kc", "1:offer", CuckooRules(), "tiny", TINY),
        ("2c 5c 9c Jc Qc Kc", "1:offer 2:offer 0:cut", CuckooRules(double_cut=True), "tiny", TINY),
        ("2c Kc 9c Jc Qc 5c", "1:offer", CuckooRules(), "tiny", TINY),
        ("2c 5c 9c Kc Qc Jc", "1:stand 2:stand 0:cut", CuckooRules(double_cut=True), "tiny", TINY),
        ("2c 5c 9c Jc Qc Kc", "1:offer", CuckooRules(blockers="kings_and_queens"), "tiny", TINY),
        ("2c Kd 9c Jc 9d Kc", "1:stand", CuckooRules(expose_kings=True), "tiny", TINY_TWINS),
        ("2c 9d 9c Jc Kd Kc", "1:offer 2:stand", CuckooRules(expose_kings=True), "tiny", TINY_TWINS),
        ("2c 5c 9c Jc Qc Kc", "1:stand", CuckooRules(), "coucou", TINY),
        ("2c 5c 9c Jc Qc Kc", "1:stand 2:offer", CuckooRules(), "coucou", TINY),
        ("2c Qc 9c Kc Jc 5c", "1:offer", CuckooRules(expose_kings=True), "coucou", TINY),
        ("2c Jc 9c 9d Kc Kd", "1:stand", CuckooRules(expose_kings=True), "coucou", TINY_TWINS),
        ("2c Jc 9d 9c Kc Kd", "1:stand 2:offer", CuckooRules(), "coucou", TINY_TWINS),
        ("2c Jc 9d 9c 3c 4c", "1:stand 2:offer", CuckooRules(), "coucou", TINY_TIES),
    ],
)
def test_samples_are_spread_as_the_worlds_are(
    order: str, steps: str, rules: CuckooRules, preset: str, pack: Pack, viewer: int | None
) -> None:
    """All orders of the pack are tried: those that give the same view are the worlds, each equally likely."""
    empty = tiny(pack, rules, preset)

    def world(cards: tuple[str, ...]) -> ExchangeState | None:
        state = empty.clone()
        state.deal(cards)
        for step in steps.split():
            seat, do = step.split(":")
            if state.why_not(Action(int(seat), do)) is not None:
                return None
            state.apply(Action(int(seat), do))
        return state

    def hands(state: ExchangeState) -> tuple[str, ...]:
        return tuple(card for seat in state.report() for card in seat.hand)

    real = world(tuple(order.split()))
    assert real is not None
    seen = real.view(viewer)
    worlds = [state for cards in permutations(pack.cards) if (state := world(cards)) is not None]
    agreeing = Counter(hands(state) for state in worlds if state.view(viewer) == seen)
    expected = {held: number / agreeing.total() for held, number in agreeing.items()}
    chance = Chance(f"{order} {steps} {viewer}".encode())
    drawn = Counter(hands(seen.sample(chance)) for _ in range(1000 + 20 * len(expected)))
    assert set(drawn) == set(expected)
    statistic = sum((drawn[held] - drawn.total() * p) ** 2 / (drawn.total() * p) for held, p in expected.items())
    freedom = len(expected) - 1
    assert statistic <= freedom + 5 * (2 * freedom) ** 0.5
