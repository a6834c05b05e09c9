"""The statistics: what counts, for whom, and how it is written."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.state import Action, Over, SeatReport
from cucco_tui.games import find_game
from cucco_tui.storage.matches import export_match, import_match, list_matches
from cucco_tui.storage.statistics import Row, as_csv, statistics
from tests.dealing import on_top
from tests.storage.saving import NewMatch, Play, save


def rows() -> dict[str, Row]:
    return {row.player: row for row in statistics(list_matches(find_game), find_game)}


def order(*first: str) -> list[str]:
    """Give a pack with these cards on top."""
    return on_top(find_game("cuckoo").presets[0].pack, *first)


def short_match(*players: str, **extras: Any) -> Match:
    """Play two deals of one token each: Bea loses hers in the first, then the dealer Ciro beats Anna."""
    header = Header(game="cuckoo", players=players or ("Anna", "Bea", "Ciro"), rules={"tokens": 1}, **extras)
    match = Match(find_game("cuckoo"), header)
    match.shuffle(order("2c", "9c", "Tc"))
    for seat in (1, 2, 0):
        match.act(Action(seat, "stand"))
    match.shuffle(order("2c", "Tc"))
    for seat in (0, 2):
        match.act(Action(seat, "stand"))
    assert match.waiting == Over((2,))
    return match


def test_without_matches_there_are_no_rows() -> None:
    assert rows() == {}
    assert as_csv([]) == "player,game,matches,won,deals,tokens_lost,tokens_lost_per_deal,points\n"


def test_who_is_out_is_not_in_the_deals_that_follow() -> None:
    save(short_match())
    assert list(rows().values()) == [
        Row("Ciro", "cuckoo", matches=1, won=1, deals=2, tokens_lost=0),
        Row("Anna", "cuckoo", matches=1, won=0, deals=2, tokens_lost=1),
        Row("Bea", "cuckoo", matches=1, won=0, deals=1, tokens_lost=1),
    ]
    assert [row.tokens_lost_per_deal for row in rows().values()] == [0, 0.5, 1]


def test_many_matches_add_up(new_match: NewMatch, play: Play) -> None:
    winners: list[str] = []
    for seed in range(8):
        match = play(new_match("Anna", "Bea", "Ciro", "Dario", tokens=2), seed=bytes([seed]))
        assert isinstance(match.waiting, Over)
        winners += [match.header.players[seat] for seat in match.waiting.winners]
        save(match)
    found = rows()
    assert {name: row.won for name, row in found.items()} == {name: winners.count(name) for name in found}
    assert {row.matches for row in found.values()} == {8}
    assert sum(row.tokens_lost or 0 for row in found.values()) <= 8 * 8
    assert [row.won for row in found.values()] == sorted((row.won for row in found.values()), reverse=True)


def test_a_void_deal_does_not_count() -> None:
    header = Header(game="cuckoo", players=("Anna", "Bea", "Ciro"), rules={"tokens": 1, "all_out": "replay"})
    match = Match(find_game("cuckoo"), header)
    match.shuffle(order("2c", "2d", "2h"))
    for seat in (1, 2, 0):
        match.act(Action(seat, "stand"))
    assert match.state.settlements[0].void
    match.shuffle(order("3c", "3d", "Tc"))
    for seat in (2, 0, 1):
        match.act(Action(seat, "stand"))
    save(match)
    assert {name: (row.deals, row.tokens_lost) for name, row in rows().items()} == {
        "Anna": (1, 1),
        "Bea": (1, 0),
        "Ciro": (1, 1),
    }


def test_the_deals_of_a_sudden_death_are_theirs_who_are_in_it() -> None:
    match = Match(find_game("cuckoo"), Header(game="cuckoo", players=("Anna", "Bea", "Ciro"), rules={"tokens": 1}))
    match.shuffle(order("2c", "2d", "2h"))
    for seat in (1, 2, 0):
        match.act(Action(seat, "stand"))
    match.shuffle(order("9c", "9d", "2h"))
    match.shuffle(order("Tc", "9d"))
    assert isinstance(match.waiting, Over)
    save(match)
    assert sorted(row.deals for row in rows().values()) == [2, 3, 3]
    assert {row.tokens_lost for row in rows().values()} == {1}


@pytest.mark.parametrize("extras", [{"imported": True}, {"replayed": True}])
def test_a_match_of_others_or_with_known_cards_does_not_count(extras: dict[str, object]) -> None:
    save(short_match(**extras))
    assert rows() == {}


def test_an_imported_copy_does_not_count_twice(tmp_path: Path) -> None:
    import_match(export_match(save(short_match()), tmp_path), find_game)
    assert {row.matches for row in rows().values()} == {1}


def test_what_is_not_over_or_damaged_does_not_count(new_match: NewMatch, play: Play) -> None:
    save(play(new_match(), 5))
    path = save(short_match())
    path.write_bytes(path.read_bytes() + b"{}\n")
    assert rows() == {}


def test_what_is_damaged_or_gone_since_the_list_was_made_is_left_out() -> None:
    first, second, _ = save(short_match()), save(short_match()), save(short_match())
    matches = list_matches(find_game)
    first.unlink()
    second.write_bytes(second.read_bytes().replace(b"cuckoo", b"gnaf"))
    assert {row.matches for row in statistics(matches, find_game)} == {1}


@pytest.mark.parametrize("bots", [{"1": "careful"}, {1: "careful"}])
def test_bots_are_left_out(bots: dict[object, str]) -> None:
    save(short_match(bots=bots))
    assert set(rows()) == {"Anna", "Ciro"}


@pytest.mark.parametrize("bots", [None, [], "all", 3])
def test_bots_that_are_written_oddly_are_people(bots: object) -> None:
    save(short_match(bots=bots))
    assert len(rows()) == 3


def test_a_player_is_known_by_his_name_however_it_is_typed() -> None:
    save(short_match("RENÉ", "Straße", "Ciro"))
    save(short_match("Ciro", "rene\u0301", "STRASSE"))
    found = {row.player.casefold(): row for row in rows().values()}
    assert set(found) == {"rené", "strasse", "ciro"}
    assert {row.matches for row in found.values()} == {2}


def test_two_of_one_name_are_one_player_who_sat_there_twice() -> None:
    save(short_match("Anna", "anna", "Ciro"))
    assert rows()["Anna"] == Row("Anna", "cuckoo", matches=1, won=0, deals=3, tokens_lost=2)


def test_who_has_no_name_has_no_row() -> None:
    save(short_match("", "\u200b", "Ciro"))
    assert set(rows()) == {"Ciro"}


def test_where_there_are_no_tokens_none_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    save(short_match())
    matches = list_matches(find_game)
    monkeypatch.setattr(
        "cucco_tui.games.exchange.state.ExchangeState.report",
        lambda _: (SeatReport(tokens=None, points=1.5, coins=0, out=False, virgin=None, hand=()),) * 3,
    )
    found = statistics(matches, find_game)
    assert [(row.deals, row.tokens_lost, row.tokens_lost_per_deal) for row in found] == [(2, None, None)] * 3
    assert as_csv(found).splitlines()[1] == "Ciro,cuckoo,1,1,2,,,0"


@pytest.mark.clause("COCH-11", "ZIF-13")
@pytest.mark.parametrize(
    ("game", "seats", "rules"),
    [("coch", 3, {"target": 20}), ("zifuli", 5, {"deals": 3}), ("coteccio", 3, {"lives": 1})],
)
def test_each_game_counts_what_it_has(play: Play, game: str, seats: int, rules: dict[str, object]) -> None:
    """Points, tentos, or lives lost; as the match stands at its end."""
    names = ("Anna", "Bea", "Ciro", "Dario", "Elsa")[:seats]
    match = play(Match(find_game(game), Header(game=game, players=names, rules=rules)))
    save(match)
    for seat, told in zip(rows().values(), sorted_by(rows(), match), strict=True):
        assert seat.points == told.points
        assert (seat.tokens_lost is None) == (told.tokens is None)
    if game == "coteccio":
        assert sum(row.tokens_lost or 0 for row in rows().values()) >= 2


def sorted_by(found: dict[str, Row], match: Match) -> list[SeatReport]:
    """Give the reports of the seats in the order of the rows."""
    reports = match.state.report()
    return [reports[match.header.players.index(name)] for name in found]


def test_the_table_survives_any_name() -> None:
    names = ['Ann, "the fox"', "=1+1", "-Bea\t@"]
    save(short_match(*names))
    read = list(csv.DictReader(io.StringIO(as_csv(rows().values()))))
    assert {line["player"] for line in read} == {names[0], "'=1+1", "'-Bea @"}
    assert {line["tokens_lost_per_deal"] for line in read} == {"0.0", "0.5", "1.0"}
