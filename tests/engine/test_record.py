"""Records: what is read, what is refused and at which line, what is kept."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cucco_tui.cards.packs import FRENCH
from cucco_tui.engine.match import BrokenMatch, Match
from cucco_tui.engine.record import (
    VERSION,
    Header,
    RecordFault,
    ShuffleLine,
    action_line,
    read_line,
    read_record,
    shuffle_line,
)
from cucco_tui.engine.report import report
from cucco_tui.engine.state import Action
from cucco_tui.games import find_game
from tests.dealing import on_top
from tests.examples import examples

HEADER = {"record": 1, "game": "cuckoo", "rules": {"tokens": 2}, "players": ["Anna", "Bea", "Ciro"], "dealer": 0}
SHUFFLE = {"shuffle": on_top(FRENCH, "2c", "5d", "9h")}


def text(*lines: Any) -> str:
    """Write a record: dicts as JSON, strings as they are."""
    return "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)


def replay(*lines: Any) -> Match:
    return Match.replay(read_record(text(*lines).encode()), find_game)


def fault(data: bytes | str) -> tuple[int, str, bool]:
    """Play what cannot be played, and give line, reason and whether it is a record at all."""
    with pytest.raises(RecordFault) as found:
        Match.replay(read_record(data.encode() if isinstance(data, str) else data), find_game)
    return found.value.line, found.value.reason.key, found.value.readable


# --- Reading and writing --------------------------------------------------------------------------------------------


def test_a_record_is_read_and_played() -> None:
    match = replay(HEADER, SHUFFLE, {"seat": 1, "do": "offer"}, {"seat": 2, "do": "stand"})
    told = report(match)
    assert (told["status"], told["line"]) == ("waiting", 4)
    assert [seat["hand"] for seat in told["seats"]] == [["9h"], ["5d"], ["2c"]]
    assert told["waiting"]["seat"] == 0


def test_version_1_is_what_is_written() -> None:
    assert VERSION == 1
    header = Header(game="cuckoo", players=("Anna", "Bea", "Ciro"))
    assert json.loads(header.line()) == {
        "record": 1,
        "game": "cuckoo",
        "rules": {},
        "players": ["Anna", "Bea", "Ciro"],
        "dealer": 0,
    }


def test_the_example_of_the_format() -> None:
    first = {"record": 1, "game": "cuckoo", "preset": "cuckoo", "rules": {"tokens": 2}}
    first |= {"players": ["Anna", "Bea", "Ciro"], "dealer": 0}
    shuffle = {"shuffle": on_top(FRENCH, "Kd", "As", "5h")}
    lines = [first, shuffle, {"seat": 1, "do": "offer"}, {"seat": 2, "do": "stand"}, {"seat": 0, "do": "cut"}]
    match = replay(*lines)
    # 1 gives his King to 2 for the ace; the dealer cuts the 5h away and takes the ace of clubs: both aces pay.
    assert report(match)["settlements"][0]["change"] == [-1, -1, 0]
    assert match.preset.id == "cuckoo"


def test_only_what_is_needed_must_be_in_a_header() -> None:
    header = read_record(b'{"record":1,"game":"cuckoo","players":["Anna","Bea","Ciro"]}\n').header
    assert (header.preset, header.rules, header.dealer) == (None, {}, 0)
    assert header.players == ("Anna", "Bea", "Ciro")


def test_lines_are_written_short_and_in_clear_text() -> None:
    assert action_line(Action(2, "stand"), {}) == '{"seat":2,"do":"stand"}'
    assert action_line(Action(2, "stand"), {"note": "è"}) == '{"seat":2,"do":"stand","note":"è"}'
    assert shuffle_line(["Kd", "As"], {}) == '{"shuffle":["Kd","As"]}'
    assert shuffle_line(["Kd"], {"salt": "x", "cut": 3}) == '{"shuffle":["Kd"],"salt":"x","cut":3}'
    assert "Zoë" in Header(game="cuckoo", players=("Zoë", "Bea", "漢")).line()


def test_written_lines_are_read_again() -> None:
    assert read_line(action_line(Action(2, "cut"), {"at": 1}), 7) == Action(2, "cut")
    assert read_line(shuffle_line(["Kd", "As"], {"cut": 3}), 7) == ShuffleLine(("Kd", "As"))


def test_unknown_keys_are_kept_on_every_line() -> None:
    lines = [
        {**HEADER, "time": "2026-11-29T20:15:00+01:00", "bots": {"2": "steady"}, "program": [1, 2, {"a": None}]},
        {**SHUFFLE, "commitment": "ab", "salt": "cd", "cut": 11, "who": None},
        {"seat": 1, "do": "offer", "thought": 1.5},
        {"do": "stand", "seat": 2, "x": {"seat": 9}},
    ]
    match = replay(*lines)
    written = match.record().text()
    assert [json.loads(line) for line in written.splitlines()] == lines
    assert read_record(written.encode()) == match.record()


@pytest.mark.parametrize("name", ["line", "names", "model_config", "self", "__class__", "model_extra", "", "torn"])
def test_an_unknown_key_may_have_any_name(name: str) -> None:
    header = read_record(text({**HEADER, name: [1]}).encode()).header
    assert json.loads(header.line())[name] == [1]
    assert header.names == ("Anna", "Bea", "Ciro")


@pytest.mark.parametrize("value", [None, False, 0, "", [], {}, {"a": None}, 1.5, 10**30, "\u2028\x00\x1b", "è漢"])
def test_an_unknown_key_may_have_any_value(value: Any) -> None:
    header = read_record(text({**HEADER, "extra": value}).encode()).header
    assert json.loads(header.line())["extra"] == value


def test_half_a_surrogate_is_no_reason_not_to_save() -> None:
    """JSON may write what no UTF-8 can hold."""
    record = read_record(text({**HEADER, "note": "\ud800", "players": ["An\udc00na", "Bea", "Ciro"]}).encode())
    again = read_record(record.text().encode())
    assert again.header.names == record.header.names == ("Anna", "Bea", "Ciro")


def test_the_first_writing_settles_the_text() -> None:
    first = text({"players": ["Anna", "Bea", "Ciro"], "game": "cuckoo", "z": 1, "record": 1}, SHUFFLE)
    written = read_record(first.encode()).text()
    assert read_record(written.encode()).text() == written
    assert json.loads(written.splitlines()[0])["z"] == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@examples(150)
@given(
    st.dictionaries(st.text(max_size=8), JSON, max_size=4),
    st.lists(st.text(max_size=12), max_size=5),
    st.dictionaries(st.text(max_size=8), JSON, max_size=3),
    st.integers(),
)
def test_whatever_stands_in_a_header_is_written_again(
    extra: dict[str, Any], players: list[str], rules: dict[str, Any], dealer: int
) -> None:
    values = {**extra, "record": 1, "game": "cuckoo", "players": players, "rules": rules, "dealer": dealer}
    values.setdefault("preset", "cuckoo")
    if not isinstance(values["preset"], str):
        values["preset"] = "cuckoo"
    record = read_record(text(values).encode())
    written = record.text()
    assert json.loads(written) == values
    assert read_record(written.encode()) == record
    assert read_record(written.encode()).text() == written


# --- Cut off, empty, foreign ----------------------------------------------------------------------------------------


WHOLE = text(HEADER, SHUFFLE, {"seat": 1, "do": "offer"}, {"seat": 2, "do": "stand", "x": "è"}).encode()


def test_of_a_cut_off_file_only_the_last_line_is_lost() -> None:
    lines = WHOLE.splitlines(keepends=True)
    start = len(WHOLE) - len(lines[-1])
    for end in range(start + 1, len(WHOLE) - 1):
        record = read_record(WHOLE[:end])
        assert record.torn
        assert len(record.lines) == 2
        assert report(Match.replay(record, find_game))["line"] == 3
    untorn = read_record(WHOLE[:start])
    assert not untorn.torn
    assert len(untorn.lines) == 2


def test_a_last_line_without_its_newline_counts_if_it_is_whole() -> None:
    record = read_record(WHOLE[:-1])
    assert not record.torn
    assert record == read_record(WHOLE)


def test_every_beginning_of_a_record_is_a_record_or_none() -> None:
    header = WHOLE.index(b"\n")
    for end in range(len(WHOLE)):
        if end < header:
            assert fault(WHOLE[:end]) == (1, "record.none", False)
        else:
            Match.replay(read_record(WHOLE[:end]), find_game)


def test_cut_off_inside_a_letter() -> None:
    whole = text(HEADER, SHUFFLE).encode() + '{"seat":1,"do":"offer","x":"è'.encode()[:-1]
    record = read_record(whole)
    assert record.torn
    assert len(record.lines) == 1


def test_a_whole_line_that_is_broken_is_not_taken_for_cut_off() -> None:
    assert fault(text(HEADER, SHUFFLE, '{"seat":1,"do":"off')) == (3, "record.broken-line", True)


def test_empty_lines_at_the_end_are_nothing_and_in_the_middle_broken() -> None:
    assert replay(HEADER, SHUFFLE, "", "  ", "").waiting == replay(HEADER, SHUFFLE).waiting
    assert fault(text(HEADER, "", SHUFFLE)) == (2, "record.broken-line", True)


def test_lines_may_end_as_on_windows() -> None:
    record = read_record(WHOLE.replace(b"\n", b"\r\n"))
    assert record.lines == read_record(WHOLE).lines
    assert report(Match.replay(record, find_game)) == report(Match.replay(read_record(WHOLE), find_game))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"   \n\n",
        b"hello\n",
        b"{}\n",
        b"[]\n",
        b"null\n",
        b"1\n",
        b'"record"\n',
        b'{"game":"cuckoo"}\n',
        b'{"record":null}\n',
        b'{"record":"1","game":"cuckoo","players":["A","B","C"]}\n',
        b'{"record":1.0,"game":"cuckoo","players":["A","B","C"]}\n',
        b'{"record":true,"game":"cuckoo","players":["A","B","C"]}\n',
        b'{"record":0,"game":"cuckoo","players":["A","B","C"]}\n',
        b'{"record":-1,"game":"cuckoo","players":["A","B","C"]}\n',
        b'{"record":1,"game":"cuckoo"',
        b'\xff\xfe{\x00"\x00',
        b'{"record":1,"game":"cuckoo","x":"\xff","players":["A","B","C"]}\n',
        b"\x00\x01\x02\x03",
        b"[" * 100_000,
        b'{"record":' * 100_000,
        b'{"record":1,"game":"cuckoo","players":["A","B","C"],"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n",
        b'{"record":' + b"1" * 5000 + b"}\n",
    ],
    ids=lambda data: ascii(data[:30]),
)
def test_what_is_no_record(data: bytes) -> None:
    assert fault(data) == (1, "record.none", False)


@pytest.mark.parametrize("version", [2, 3, 10**9])
def test_a_newer_record_is_told_as_such(version: int) -> None:
    with pytest.raises(RecordFault) as found:
        read_record(text({"record": version, "deals": "otherwise"}).encode())
    assert (found.value.line, found.value.reason.key, found.value.readable) == (1, "record.newer", False)
    assert found.value.reason.args == {"version": version}


# --- Headers that no game accepts: illegal at line 1 ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"game": "whist"}, "setup.game"),
        ({"game": ""}, "setup.game"),
        ({"game": "exchange"}, "setup.game"),
        ({"game": None}, "record.header"),
        ({"game": 1}, "record.header"),
        ({"preset": "campli"}, "setup.preset"),
        ({"preset": ""}, "setup.preset"),
        ({"preset": 1}, "record.header"),
        ({"players": ["Anna", "Bea"]}, "setup.seats"),
        ({"players": []}, "setup.seats"),
        ({"players": ["x"] * 31}, "setup.seats"),
        ({"players": "Anna"}, "record.header"),
        ({"players": {"0": "Anna"}}, "record.header"),
        ({"players": ["Anna", 1, "Ciro"]}, "record.header"),
        ({"players": ["Anna", None, "Ciro"]}, "record.header"),
        ({"players": None}, "record.header"),
        ({"dealer": 3}, "setup.dealer"),
        ({"dealer": -1}, "setup.dealer"),
        ({"dealer": 10**30}, "setup.dealer"),
        ({"dealer": True}, "record.header"),
        ({"dealer": False}, "record.header"),
        ({"dealer": 1.0}, "record.header"),
        ({"dealer": "0"}, "record.header"),
        ({"dealer": None}, "record.header"),
        ({"rules": []}, "record.header"),
        ({"rules": None}, "record.header"),
        ({"rules": "tokens"}, "record.header"),
        ({"rules": {"tokens": True}}, "setup.rule-value"),
        ({"rules": {"tokens": 0}}, "setup.rule-value"),
        ({"rules": {"lives": 2}}, "setup.rule"),
        ({"rules": {"fast": 1}}, "setup.rule-value"),
        ({"rules": {"tokens": 10**400}}, "setup.rule-value"),
    ],
    ids=lambda part: ascii(part)[:40],
)
def test_a_header_that_no_game_accepts_is_illegal_at_line_1(change: dict[str, Any], key: str) -> None:
    assert fault(text({**HEADER, **change}, SHUFFLE)) == (1, key, True)


@pytest.mark.parametrize("missing", ["game", "players"])
def test_a_header_without_game_or_players_is_illegal_at_line_1(missing: str) -> None:
    values = {key: value for key, value in HEADER.items() if key != missing}
    assert fault(text(values)) == (1, "record.header", True)


def nested(depth: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


@pytest.mark.parametrize(
    "rules",
    [
        {"tokens": float("nan")},
        {"tokens": float("inf")},
        {"tokens": "\ud800"},
        {"\udc00": 1},
        {"tokens": nested(10)},
        {"tokens": nested(300)},
        {"x" * 10_000: "y" * 10_000},
    ],
    ids=lambda rules: ascii(rules)[:30],
)
def test_strange_rules_are_illegal_at_line_1(rules: dict[str, Any]) -> None:
    line, key, readable = fault(text({**HEADER, "rules": rules}))
    assert (line, readable) == (1, True)
    assert key in ("setup.rule", "setup.rule-value")


def test_a_deep_unknown_key_is_kept() -> None:
    header = read_record(text({**HEADER, "deep": nested(300)}).encode()).header
    assert json.loads(header.line())["deep"] == nested(300)


# --- Lines that are not allowed -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("nonsense", "record.broken-line"),
        ("{", "record.broken-line"),
        ('{"seat":1,"do":"stand"} {}', "record.broken-line"),
        ("[1]", "record.broken-line"),
        ("null", "record.broken-line"),
        ("{}", "record.no-action"),
        ({"seat": 1}, "record.no-action"),
        ({"do": "stand"}, "record.no-action"),
        ({"seat": True, "do": "stand"}, "record.no-action"),
        ({"seat": 1.0, "do": "stand"}, "record.no-action"),
        ({"seat": "1", "do": "stand"}, "record.no-action"),
        ({"seat": None, "do": "stand"}, "record.no-action"),
        ({"seat": 1, "do": 1}, "record.no-action"),
        ({"seat": 1, "do": None}, "record.no-action"),
        ({"seat": 1, "do": ["stand"]}, "record.no-action"),
        ({"shuffle": None}, "record.no-cards"),
        ({"shuffle": "Kd"}, "record.no-cards"),
        ({"shuffle": {}}, "record.no-cards"),
        ({"shuffle": [1, 2]}, "record.no-cards"),
        ({"shuffle": ["Kd", None]}, "record.no-cards"),
        ({"seat": 1, "do": "sit"}, "reason.unknown-action"),
        ({"seat": 2, "do": "stand"}, "reason.not-your-turn"),
        ({"seat": -1, "do": "stand"}, "reason.not-your-turn"),
        ({"seat": 10**30, "do": "stand"}, "reason.not-your-turn"),
        ({"seat": 1, "do": "cut"}, "reason.only-dealer-cuts"),
        (SHUFFLE, "reason.deal-is-on"),
        ({"shuffle": []}, "reason.deal-is-on"),
        ("[" * 100_000, "record.broken-line"),
        ('{"seat":' + "1" * 5000 + ',"do":"stand"}', "record.broken-line"),
    ],
    ids=lambda part: ascii(part)[:40],
)
def test_a_line_that_is_not_allowed_is_illegal_there(line: Any, key: str) -> None:
    assert fault(text(HEADER, SHUFFLE, line, {"seat": 1, "do": "stand"})) == (3, key, True)


def test_a_line_that_is_no_utf_8_is_broken_there() -> None:
    data = text(HEADER, SHUFFLE).encode() + b'{"seat":1,"do":"stand","x":"\xff"}\n' + b'{"seat":2,"do":"stand"}\n'
    assert fault(data) == (3, "record.broken-line", True)


def test_the_match_stands_before_the_broken_line() -> None:
    good = [HEADER, SHUFFLE, {"seat": 1, "do": "offer"}]
    data = text(*good, {"seat": 0, "do": "stand"}, {"seat": 2, "do": "stand"})
    with pytest.raises(BrokenMatch) as broken:
        Match.replay(read_record(data.encode()), find_game)
    assert broken.value.line == 4
    assert report(broken.value.match) == report(replay(*good))
    assert broken.value.match.record().text() == replay(*good).record().text()


def test_a_line_after_the_end_is_illegal() -> None:
    shuffle = {"shuffle": on_top(FRENCH, "9h", "5d", "Kc")}
    one = {**HEADER, "rules": {"tokens": 1}}
    stands = [{"seat": seat, "do": "stand"} for seat in (1, 2, 0)]
    second = {"shuffle": on_top(FRENCH, "2h", "Kc", "5d")}  # 2 is out; the deal has passed to 1: 0, 1
    lines = [one, shuffle, *stands, second, {"seat": 0, "do": "stand"}, {"seat": 1, "do": "stand"}]
    assert report(replay(*lines))["winners"] == [1]
    for after in (SHUFFLE, {"seat": 0, "do": "stand"}, {"seat": 1, "do": "sit"}):
        assert fault(text(*lines, after)) == (9, "reason.over", True)


def test_a_shuffle_that_is_not_the_pack_is_illegal_there() -> None:
    pack = SHUFFLE["shuffle"]
    assert fault(text(HEADER, {"shuffle": pack[1:]})) == (2, "reason.pack-missing", True)
    assert fault(text(HEADER, {"shuffle": [*pack, "Kd"]})) == (2, "reason.pack-twice", True)
    assert fault(text(HEADER, {"shuffle": [*pack[1:], "Leone"]})) == (2, "reason.pack-unknown", True)
    assert fault(text(HEADER, {"seat": 1, "do": "stand"})) == (2, "reason.shuffle-first", True)


def fault_line(data: bytes) -> int | None:
    """Play what may be a record, and give the line of the fault, None if there is none."""
    try:
        match = Match.replay(read_record(data), find_game)
    except RecordFault as found:
        return found.line
    again = read_record(match.record().text().encode())
    assert report(Match.replay(again, find_game)) == report(match)
    return None


@examples(300)
@given(st.data())
def test_a_damaged_file_is_told_and_never_crashes(data: st.DataObject) -> None:
    damaged = bytearray(WHOLE)
    pieces = st.binary(max_size=8) | st.sampled_from([b"\n", b"\\", b'"', b"{", b"null"])
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(damaged) - 1))
        damaged[at : at + data.draw(st.integers(0, 8))] = data.draw(pieces)
    line = fault_line(bytes(damaged))
    assert line is None or 1 <= line <= damaged.count(b"\n") + 1


@examples(150)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
@example(b"\xef\xbb\xbf{}")
def test_what_is_no_record_at_all_is_told_at_line_1(data: bytes) -> None:
    assert fault_line(data) == 1
