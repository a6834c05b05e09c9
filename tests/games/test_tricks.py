"""What the trick games share, on deals made by hand. A is eldest of the first deal, the last letter deals."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cucco_tui.cli import main
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header, RecordFault, read_record
from cucco_tui.engine.report import report
from cucco_tui.engine.seats import Direction
from cucco_tui.engine.state import Action, IllegalAction, Turn
from cucco_tui.games import find_game
from tests.games.trick_table import COCH_PICTURES, NUMERALS, ZIFULI_PICTURES, Table

GAMES = ["coch", "zifuli", "coteccio"]
SEATS = {"coch": 4, "zifuli": 5, "coteccio": 4}


def new_table(game: str, **rules: Any) -> Table:
    return Table(game, SEATS[game], **rules)


def declared(table: Table) -> Table:
    """Let the first player bid, where there is an auction, and all others pass."""
    while table.turn is not None and "pass" in table.choices:
        bid = f"{table.turn}:{table.choices[0]}" if table.turn == table.playing[0] else f"{table.turn}:pass"
        table.play(bid)
    return table


def dealt(game: str, hands: str, **rules: Any) -> Table:
    """Deal, A having bid where there is an auction. Hands beyond the seats are left out."""
    parts = hands.split("/")
    seats = len(new_table(game).letters)
    return declared(new_table(game, **rules).deal("/".join((*parts, "")[:seats])))


def played_out(table: Table) -> Table:
    """Play a deal to its end, always the first that may be played; a capote is tried."""
    while table.turn is not None:
        table.play(f"{table.turn}:{table.choices[-1]}")
    return table


# --- Who wins a trick of two cards: every pair ----------------------------------------------------------------------


def second_wins(first: str, second: str, pictures: tuple[str, ...], equal_cards: str, takes: bool) -> bool:
    """Tell from the rules whether a card beats one that was led."""
    for suit in (NUMERALS, pictures):
        if first in suit and second in suit:
            if first == second:
                return equal_cards == "last" and first != "Leone"
            return suit.index(second) > suit.index(first)
    return takes and second == "Matto"


@pytest.mark.clause("TRICK-4", "COCH-1", "COCH-2", "COCH-4", "COCH-5", "ZIF-1")
@pytest.mark.parametrize("takes", [False, True])
@pytest.mark.parametrize("equal_cards", ["first", "last"])
@pytest.mark.parametrize(("game", "pictures"), [("coch", COCH_PICTURES), ("zifuli", ZIFULI_PICTURES)])
def test_every_pair_of_cards(game: str, pictures: tuple[str, ...], equal_cards: str, takes: bool) -> None:
    """One leads, another plays the second card, the others throw away what cannot win."""
    others = "BCDE"[: SEATS[game] - 1]
    table = new_table(game, equal_cards=equal_cards, matto_takes_numerals=takes, revokes="punished")
    pairs = [(first, second) for first in NUMERALS + pictures for second in NUMERALS + pictures]
    for number, (first, second) in enumerate(pairs):
        holder = others[number % len(others)]
        thrown = iter(("Secchia", "Mascherone", "Nulla") if first in NUMERALS else ("I", "II", "III"))
        cards = {"A": first, **{letter: second if letter == holder else next(thrown) for letter in others}}
        state = table.match.state
        state.deal(table.order(" / ".join(cards.values())))
        if game == "zifuli":
            state.apply(table.action("A", "bid", first))
            while isinstance(turn := state.waiting, Turn) and state.why_not(Action(turn.seat, "pass")) is None:
                state.apply(Action(turn.seat, "pass"))
        for letter, card in cards.items():
            state.apply(table.action(letter, "play", card))
        winner = holder if second_wins(first, second, pictures, equal_cards, takes) else "A"
        assert state.waiting == Turn(table.seat(winner), table.seat(winner)), (first, second)


# --- Direction, leading, following ----------------------------------------------------------------------------------


@pytest.mark.clause("TRICK-1")
@pytest.mark.parametrize("game", GAMES)
def test_deal_play_and_the_deal_go_to_the_right(game: str) -> None:
    table = new_table(game)
    assert table.view(None).direction is Direction.ANTICLOCKWISE
    seats = SEATS[game]
    for dealer in (0, seats - 1):
        assert (table.told["dealer"], table.between_deals) == (dealer, True)
        table.deal("/" * (seats - 1))
        first = (dealer - 1) % seats
        assert table.told["waiting"]["seat"] == first
        declared(table)
        turns = []
        for _ in range(seats):
            turns.append(table.told["waiting"]["seat"])
            table.play(f"{table.turn}:{table.choices[0]}")
        assert turns == [(first - number) % seats for number in range(seats)]
        played_out(table)


@pytest.mark.clause("TRICK-1", "TRICK-2")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealer", [0, 1, 3])
def test_eldest_leads_any_card(game: str, dealer: int) -> None:
    players = tuple("ABCDE"[: SEATS[game]])
    match = Match(find_game(game), Header(game=game, players=players, dealer=dealer))
    match.shuffle(match.pack.cards)
    eldest = (dealer - 1) % len(players)
    if game == "zifuli":
        told = report(match)
        match.act(Action(eldest, "bid", card=told["seats"][eldest]["hand"][0]))
        while report(match)["waiting"]["choices"][-1]["do"] in ("bid", "pass"):
            waiting = report(match)["waiting"]
            match.act(Action(waiting["seat"], "pass"))
    told = report(match)
    assert told["waiting"]["seat"] == eldest
    cards = [choice["card"] for choice in told["waiting"]["choices"] if choice["do"] == "play"]
    assert sorted(cards) == sorted(set(told["seats"][eldest]["hand"]))


@pytest.mark.clause("TRICK-2", "TRICK-4")
@pytest.mark.parametrize(
    ("game", "cards", "winner"),
    [
        ("coch", "V VI VII II", "C"),
        ("coch", "XV XIIII XI Nulla", "A"),
        ("zifuli", "V VI VII II X", "E"),
        ("coteccio", "4d 2d 7d Fd", "D"),
        ("coteccio", "1d 2d 7d Fd", "A"),
    ],
)
def test_the_winner_of_a_trick_leads_the_next_one(game: str, cards: str, winner: str) -> None:
    table = dealt(game, "/".join(cards.split())).tricks(f"A: {cards}")
    assert table.turn == winner
    assert sorted(table.choices) == sorted(set(table.hand(winner).split()))
    view = table.view(None)
    assert view.trick is None
    (trick,) = view.tricks
    assert table.letter(trick.winner) == winner
    assert [(table.letter(play.seat), play.card) for play in trick.plays] == list(
        zip(table.letters, cards.split(), strict=True)
    )


@pytest.mark.clause("TRICK-3", "TRICK-5")
@pytest.mark.parametrize(
    ("game", "hands", "lead", "follows", "refused"),
    [
        ("coch", "V / X VII X XV Leone Matto Nulla Nulla XI XII", "V", ["VII", "X"], ["XV", "Leone", "Matto", "VI"]),
        ("zifuli", "V / X VII X XV Leone Matto Nulla XI", "V", ["VII", "X"], ["XV", "Leone", "Matto", "VI"]),
        ("zifuli", "XV / X VII X VI Leone Matto V VIII", "XV", ["Leone", "Matto"], ["X", "V", "XI"]),
        ("coteccio", "4d / 1d 2d 3c 3s 3b", "4d", ["1d", "2d"], ["3c", "3b", "5d"]),
    ],
)
def test_who_has_a_card_of_the_suit_led_must_play_one(
    game: str, hands: str, lead: str, follows: list[str], refused: list[str]
) -> None:
    table = dealt(game, f"{hands} / /").play(f"A:{lead}")
    assert table.choices == sorted(follows)
    assert {action.card for action in table.view("B").choices} == set(follows)
    for card in refused:
        assert table.refusal(f"B:{card}")


@pytest.mark.clause("TRICK-3")
@pytest.mark.parametrize(
    ("game", "hands", "lead"),
    [
        ("coch", "V / Matto..Leone", "V"),
        ("coch", "V XV / I..X", "XV"),
        ("zifuli", "V / XV XV Leone Matto Nulla XI XII XIII", "V"),
        ("coteccio", "4d / 1c 3c 3s 3b 1b", "4d"),
    ],
)
def test_who_has_none_plays_what_he_likes(game: str, hands: str, lead: str) -> None:
    table = dealt(game, f"{hands} / /").play(f"A:{lead}")
    hand = table.hand("B").split()
    assert table.choices == sorted(set(hand))
    assert table.play(f"B:{hand[0]}").turn == "C"


@pytest.mark.clause("TRICK-3", "TRICK-5")
@pytest.mark.parametrize("revokes", ["prevented", "punished"])
@pytest.mark.parametrize(
    ("game", "hands", "thrown"),
    [
        ("coch", "V / Matto..Leone", "XV"),
        ("zifuli", "V / XV XV Leone Matto Nulla XI XII XIII", "XV"),
        ("coteccio", "4d / 1c 3c 3s 3b 1b", "3b"),
    ],
)
def test_all_know_who_could_not_follow_where_revokes_are_prevented(
    game: str, hands: str, thrown: str, revokes: str
) -> None:
    table = dealt(game, f"{hands} / /", revokes=revokes)
    lead = hands.split(maxsplit=1)[0]
    nobody = (0,) * len(table.letters)
    assert all(view.void == nobody for view in table.views)
    table.play(f"A:{lead}")
    assert all(view.void == nobody for view in table.views)
    table.play(f"B:{thrown}")
    suit = 1 << table.view(None).procedure.suit_of(lead)
    known = tuple(suit if revokes == "prevented" and seat == table.seat("B") else 0 for seat in range(len(nobody)))
    assert all(view.void == known for view in table.views)


@pytest.mark.clause("TRICK-5")
@pytest.mark.parametrize(
    ("game", "hands"),
    [("coch", "V / X XV"), ("zifuli", "V / X XV"), ("coteccio", "4d / 1d 3c")],
)
def test_where_revokes_are_punished_any_card_may_be_played(game: str, hands: str) -> None:
    table = dealt(game, f"{hands} / /", revokes="punished").play(f"A:{hands.split(maxsplit=1)[0]}")
    assert table.choices == sorted(set(table.hand("B").split()))
    assert table.play(f"B:{hands.rsplit(maxsplit=1)[-1]}").turn == "C"


@pytest.mark.clause("TRICK-5")
@pytest.mark.parametrize("game", GAMES)
def test_revokes_are_prevented_unless_agreed_otherwise(game: str) -> None:
    assert new_table(game).match.rules.revokes == "prevented"


# --- Actions --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PACK-2")
@pytest.mark.parametrize(("game", "hand"), [("coch", "X X VII"), ("zifuli", "X X VII")])
def test_two_equal_cards_are_one_choice(game: str, hand: str) -> None:
    table = dealt(game, f"{hand} / / /")
    assert table.hand("A").split().count("X") == 2
    assert table.choices.count("X") == 1
    assert [action.card for action in table.view("A").choices].count("X") == 1
    table.play("A:X")
    assert table.hand("A").split().count("X") == 1


@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_played(game: str) -> None:
    table = new_table(game)
    assert table.refused(Action(3, "play", card=table.match.pack.kinds[0]))
    table = dealt(game, "/" * 3)
    own = table.choices[0]
    for card in (None, "", "V ", "nothing", "As", "-1"):
        assert table.refused(table.action("A", "play", card))
    missing = next(card for card in table.match.pack.kinds if card not in table.hand("A").split())
    assert table.refused(table.action("A", "play", missing))
    for letter in table.letters[1:]:
        assert table.refused(table.action(letter, "play", table.hand(letter).split()[0]))
    for seat in (-1, len(table.letters), 99):
        assert table.refused(Action(seat, "play", card=own))
    for do in ("bid", "pass", "annul", "go_on", "doctor", "leave", "stand", "offer", "cut", "timeout", ""):
        assert table.refused(table.action("A", do))
        assert table.refused(table.action("A", do, own))


@pytest.mark.parametrize("game", GAMES)
def test_a_play_in_a_record(game: str) -> None:
    table = dealt(game, "/" * 3)
    card = table.choices[0]
    table.play(f"A:{card}")
    line = json.loads(table.match.lines[-1])
    assert line == {"seat": table.seat("A"), "do": "play", "card": card}
    again = Match.replay(read_record(table.match.record().text().encode()), find_game)
    assert report(again) == report(table.match)


@pytest.mark.parametrize("broken", [{"card": 5}, {"card": None}, {"card": ["V"]}, {"card": {}}, {}, {"card": "ZZ"}])
def test_a_broken_play_in_a_record_is_illegal_at_its_line(broken: dict[str, Any]) -> None:
    table = dealt("coch", "/" * 3)
    line = json.dumps({"seat": table.seat("A"), "do": "play", **broken})
    before = report(table.match)
    with pytest.raises(RecordFault) as fault:
        table.match.enter(line, 3)
    assert (fault.value.line, fault.value.readable) == (3, True)
    assert report(table.match) == before


@pytest.mark.parametrize("game", GAMES)
def test_choices_in_a_report_name_their_cards(game: str) -> None:
    table = dealt(game, "/" * 3)
    waiting = table.told["waiting"]
    assert (waiting["for"], waiting["seat"], waiting["by"]) == ("turn", table.seat("A"), table.seat("A"))
    expected = [{"do": "play", "card": card} for card in sorted(set(table.hand("A").split()))]
    assert sorted(waiting["choices"], key=lambda choice: str(choice["card"])) == expected
    table = new_table(game).deal("/" * (SEATS[game] - 1))
    if game == "zifuli":
        choices = table.told["waiting"]["choices"]
        assert {"do": "pass"} in choices
        assert {"do": "bid", "card": table.hand("A").split()[0]} in choices


@pytest.mark.parametrize("game", GAMES)
def test_a_played_card_may_be_taken_back(game: str) -> None:
    table = dealt(game, "/" * 3)
    before = table.told, table.match.record().text(), table.views
    table.play(f"A:{table.choices[0]}")
    assert table.match.can_take_back
    table.match.take_back()
    assert (table.told, table.match.record().text(), table.views) == before


@pytest.mark.parametrize("game", GAMES)
def test_in_the_last_trick_everybody_knows_that_there_is_no_choice(game: str) -> None:
    table = dealt(game, "/" * 3)
    told = []
    while table.turn is not None:
        if "go_on" in table.choices:
            table.play(f"{table.turn}:go_on")
        told.append({view.forced for view in table.views})
        table.play(f"{table.turn}:{table.choices[0]}")
    seats, tricks = SEATS[game], {"coch": 10, "zifuli": 8, "coteccio": 5}[game]
    assert told == [{False}] * (seats * (tricks - 1)) + [{True}] * seats


# --- The register ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats", "presets", "pack"),
    [
        ("coch", (2, 4), ["iseo", "brazilian"], "cucco"),
        ("zifuli", (5, 5), ["iseo", "brazilian"], "cucco"),
        ("coteccio", (2, 8), ["trieste"], "italian"),
    ],
)
def test_the_register(game: str, seats: tuple[int, int], presets: list[str], pack: str) -> None:
    found = find_game(game)
    assert (found.kind, found.seats) == ("trick", seats)
    assert [preset.id for preset in found.presets] == presets
    assert {(preset.pack.id, preset.direction) for preset in found.presets} == {(pack, Direction.ANTICLOCKWISE)}


@pytest.mark.clause("DEAL-1")
def test_cards_in_a_draw_for_the_deal() -> None:
    for game in ("coch", "zifuli"):
        heights = new_table(game).view(None).heights
        assert set(heights) == set(NUMERALS + COCH_PICTURES)
        assert len(set(heights.values())) == 20
        assert min(heights, key=lambda card: heights[card]) == "Matto"
    heights = new_table("coteccio").view(None).heights
    for rank in "1RCF765432":
        assert len({heights[rank + suit] for suit in "dcsb"}) == 1
    assert sorted("1RCF765432", key=lambda rank: -heights[rank + "d"]) == list("1RCF765432")


@pytest.mark.clause("PACK-3")
@pytest.mark.parametrize("game", GAMES)
def test_a_shuffle_is_of_the_whole_pack_and_at_its_time(game: str) -> None:
    table = new_table(game)
    cards = list(table.match.pack.cards)
    for order in (cards[:-1], [*cards, cards[0]], [*cards[:-1], cards[0]], [*cards[:-1], "As"], []):
        with pytest.raises(IllegalAction):
            table.match.shuffle(order)
    table.match.shuffle(cards)
    with pytest.raises(IllegalAction):
        table.match.shuffle(cards)


# --- Secrets --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_and_a_repr_name_no_hidden_card(game: str) -> None:
    table = new_table(game).deal("/" * (SEATS[game] - 1))
    kinds = set(table.match.pack.kinds)
    for thing in (table.match.state, table.match.events, *table.views):
        assert kinds.isdisjoint(re.findall(r"\w+", repr(thing)))
    for letter in table.letters:
        for card in kinds:
            for do in ("play", "bid"):
                reason = table.match.why_not(table.action(letter, do, card))
                assert reason is None or kinds.isdisjoint({*map(str, reason.args.values())} - {card})


# --- From a file ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("broken", [False, True])
def test_replay_tells_what_the_match_tells(
    game: str, broken: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = played_out(dealt(game, "/" * 3, revokes="punished"))
    record = tmp_path / "match.jsonl"
    text = table.match.record().text()
    if broken:  # the cards of this deal have left the table
        text += json.dumps({"seat": 0, "do": "play", "card": table.match.pack.kinds[0]}) + "\n"
    record.write_text(text, encoding="utf-8")
    assert main(["replay", str(record), "--json"]) == int(broken)
    told = json.loads(capsys.readouterr().out)
    expected = table.told
    if broken:
        assert told.pop("error")
        expected |= {"status": "illegal", "line": expected["line"] + 1}
        del expected["error"]
    assert told == expected


def test_replay_tells_of_a_dummy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table("coch", 3).deal("///")
    record = tmp_path / "match.jsonl"
    record.write_text(table.match.record().text(), encoding="utf-8")
    assert main(["replay", str(record), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [seat["name"] for seat in told["seats"]][:3] == ["D", "C", "B"]
    assert [len(seat["hand"]) for seat in told["seats"]] == [10] * 4
    assert (told["waiting"]["seat"], told["waiting"]["by"]) == (3, 1)
