"""Opened packs: an honest record agrees, a changed one is found out, and nothing is opened too early."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from math import sqrt
from typing import Any

import pytest

from cucco_tui.cards.packs import FRENCH, ITALIAN, Pack
from cucco_tui.engine.fairness import NotOver, OpenedPack, all_fair, open_packs
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header, Record
from cucco_tui.engine.shuffle import Chance, commitment, cut_pack
from cucco_tui.games import find_game
from tests.sealed import play_to_the_end

Change = Callable[[dict[str, Any]], None]


def played(seed: bytes = b"a match", preset: str = "cuckoo", rules: dict[str, Any] | None = None) -> Match:
    header = Header(game="cuckoo", preset=preset, rules=rules or {}, players=("Anna", "Bea", "Ciro"))
    match = Match(find_game("cuckoo"), header)
    play_to_the_end(match, seed)
    return match


def changed(match: Match, change: Change, deal: int = 1) -> list[OpenedPack]:
    """Change the shuffle of a deal in the record, and open the packs of what is still a legal match."""
    lines = list(match.lines)
    number = [number for number, line in enumerate(lines) if "shuffle" in line][deal - 1]
    told = json.loads(lines[number])
    change(told)
    lines[number] = json.dumps(told)
    return open_packs(Match.replay(Record(match.header, lines), find_game))


def set_key(key: str, value: object) -> Change:
    def change(told: dict[str, Any]) -> None:
        told[key] = value

    return change


def drop_key(key: str) -> Change:
    def change(told: dict[str, Any]) -> None:
        del told[key]

    return change


def swap_last_cards(told: dict[str, Any]) -> None:
    """Swap two cards that nobody has seen: the match goes on as before."""
    told["shuffle"][-1], told["shuffle"][-2] = told["shuffle"][-2], told["shuffle"][-1]


def one_more(told: dict[str, Any]) -> None:
    told["cut"] += 1 if told["cut"] == 0 else -1


def another_digit(key: str) -> Change:
    def change(told: dict[str, Any]) -> None:
        told[key] = ("1" if told[key][0] == "0" else "0") + told[key][1:]

    return change


@pytest.mark.clause("PACK-5")
@pytest.mark.parametrize("preset", ["cuckoo", "saltacavallo", "coucou"])
def test_every_pack_of_an_honest_match_agrees(preset: str) -> None:
    match = played(preset=preset)
    packs = open_packs(match)
    shuffles = [json.loads(line) for line in match.lines if "shuffle" in line]
    assert [pack.deal for pack in packs] == [settlement.deal for settlement in match.view(None).settlements]
    assert len(packs) == len(shuffles) > 1
    for pack, told in zip(packs, shuffles, strict=True):
        assert pack.agrees is True
        assert (pack.commitment, pack.salt, pack.cut) == (told["commitment"], told["salt"], told["cut"])
        assert cut_pack(pack.order, pack.cut) == told["shuffle"]
        assert pack.text is not None
        assert commitment(told["salt"], pack.order) == told["commitment"]
    assert all_fair(packs) is True


@pytest.mark.clause("PACK-5")
def test_sudden_deaths_are_opened_too() -> None:
    matches = (played(bytes([seed]), rules={"tokens": 1}) for seed in range(60))
    match = next(match for match in matches if any(not any(settled.change) for settled in match.state.settlements))
    packs = open_packs(match)
    assert len(packs) == len(match.view(None).settlements)
    assert all_fair(packs) is True


@pytest.mark.clause("PACK-5")
@pytest.mark.parametrize(
    "cheat",
    [
        *(swap_last_cards, one_more, another_digit("salt"), another_digit("commitment")),
        *(drop_key("salt"), drop_key("cut")),
        *(set_key("salt", value) for value in ("", 5, None, "\ud800")),
        *(set_key("cut", value) for value in (-1, 53, "3", None, True, 1.5)),
        *(set_key("commitment", value) for value in ("", 5, True, ["x"])),
    ],
)
def test_a_cheat_is_found(cheat: Change) -> None:
    packs = changed(played(), cheat, deal=2)
    assert [pack.agrees for pack in packs] == [number != 1 for number in range(len(packs))]
    assert all_fair(packs) is False


@pytest.mark.clause("PACK-5")
def test_a_pack_that_was_never_committed_to_proves_nothing() -> None:
    match = played()
    packs = changed(match, drop_key("commitment"))
    assert packs[0].agrees is None
    assert all_fair(packs) is True
    bare = [line if "do" in line else json.dumps({"shuffle": json.loads(line)["shuffle"]}) for line in match.lines]
    packs = open_packs(Match.replay(Record(match.header, bare), find_game))
    assert {(pack.agrees, pack.commitment, pack.salt, pack.text, pack.cut) for pack in packs} == {
        (None, None, None, None, 0)
    }
    assert all_fair(packs) is None


@pytest.mark.clause("PACK-5")
def test_an_uncut_pack_needs_no_cut() -> None:
    def uncut(told: dict[str, Any]) -> None:
        del told["cut"]
        told["commitment"] = commitment(told["salt"], told["shuffle"])

    assert changed(played(), uncut)[0].agrees is True


@pytest.mark.clause("PACK-5")
def test_nothing_is_opened_before_the_match_is_over() -> None:
    match = played()
    for length in range(len(match.lines)):
        with pytest.raises(NotOver):
            open_packs(Match.replay(Record(match.header, match.lines[:length]), find_game))


def test_a_repr_shows_no_card_and_no_salt() -> None:
    pack = open_packs(played())[0]
    assert pack.salt is not None
    assert pack.salt not in repr(pack)
    assert "order" not in repr(pack)


@pytest.mark.clause("PACK-5")
@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="no sha256sum here")
def test_a_standard_tool_says_the_same() -> None:
    for pack in open_packs(played()):
        done = subprocess.run(["sha256sum"], input=(pack.text or "").encode(), capture_output=True, check=True)
        assert done.stdout.split()[0].decode() == pack.commitment


# The shuffle itself


@pytest.mark.clause("PACK-3")
@pytest.mark.parametrize("pack", [FRENCH, ITALIAN], ids=lambda pack: pack.id)
def test_every_card_comes_to_every_place_as_often(pack: Pack) -> None:
    """Pearson's statistic over card and place; given the rows and columns there are (n - 1)² degrees of freedom."""
    chance, size, shuffles = Chance(b"card and place"), len(pack), 3000
    counts = {card: [0] * size for card in pack.cards}
    for _ in range(shuffles):
        for place, card in enumerate(chance.shuffled(pack.cards)):
            counts[card][place] += 1
    assert len(counts) == size
    expected = shuffles / size
    statistic = sum((count - expected) ** 2 / expected for row in counts.values() for count in row)
    free = (size - 1) ** 2
    assert abs(statistic - free) / sqrt(2 * free) < 4


@pytest.mark.clause("PACK-3")
def test_the_same_seed_gives_the_same_order_whatever_python_hashes() -> None:
    code = (
        "from cucco_tui.cards.packs import FRENCH; from cucco_tui.engine.shuffle import Chance;"
        "chance = Chance(b'one seed'); print(*chance.shuffled(FRENCH.cards), *chance.shuffled(FRENCH.cards))"
    )
    told = [
        subprocess.run(
            [sys.executable, "-P", "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        ).stdout.split()
        for seed in ("0", "1")
    ]
    chance = Chance(b"one seed")
    assert told[0] == told[1] == [*chance.shuffled(FRENCH.cards), *chance.shuffled(FRENCH.cards)]
