"""The command line: what it prints, where, and how it ends."""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from rich.cells import cell_len

from cucco_tui import __version__
from cucco_tui.bots import BOTS
from cucco_tui.cards.packs import CardFault
from cucco_tui.cli import main
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance, commitment, cut_pack
from cucco_tui.engine.state import Over, Shuffle
from cucco_tui.games import find_game, packs, register
from cucco_tui.games.coch import NUMERALS, PICTURES
from cucco_tui.locale import LANGUAGES, words
from cucco_tui.storage.match_file import MatchFile

NAMES = ("Anna", "Bea", "Ciro")
COMMANDS = ("play", "games", "replay", "check", "cards", "stats", "simulate", "rules")
SIMULATE = ("simulate", "cuckoo", "--seats", "4", "--deals", "40", "--bots", "steady,random", "--seed", "s")


def command(*arguments: str, env: dict[str, str] | None = None, **kwargs: Any) -> subprocess.CompletedProcess[str]:
    """Run the program in a Python of its own, without a terminal."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "cucco_tui", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env={**os.environ, **(env or {})},
        **kwargs,
    )


class Told:
    """What a command that ran in this process printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def refusal(self) -> str:
        """Give the sentence of a command that did nothing."""
        assert (self.code, self.out) == (2, "")
        assert self.err.count("\n") == 1, self.err
        return self.err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: object) -> Told:
        code = main([str(argument) for argument in arguments])
        return Told(code, *capsys.readouterr())

    return run


def played(names: tuple[str, ...] = NAMES, *, salt: str | None = None) -> list[str]:
    """Play a match to its end, and give the lines of its record; with a salt its shuffles hold commitments."""
    match = Match(find_game("cuckoo"), Header(game="cuckoo", players=names))
    play_on(match, b"a match", salt)
    return match.record().text().splitlines()


def play_on(match: Match, seed: bytes, salt: str | None = None) -> None:
    """Play a match to its end."""
    chance = Chance(seed)
    while not isinstance(match.waiting, Over):
        if isinstance(match.waiting, Shuffle):
            order, told, cut = chance.shuffled(match.preset.pack.cards), {}, chance.below(52)
            if salt is not None:
                told = {"commitment": commitment(salt, order), "salt": salt, "cut": cut}
            match.shuffle(cut_pack(order, cut), told)
        else:
            match.act(BOTS["steady"](match.view(match.waiting.by), chance, 1))


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return played()


def write(folder: Path, name: str, *content: str) -> Path:
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in content), encoding="utf-8")
    return path


# What every start must keep to


def test_the_version_is_one_line() -> None:
    done = command("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"cucco-tui {__version__}\n", "")


@pytest.mark.parametrize("language", ["en_GB.UTF-8", "it_IT.UTF-8", "C"])
@pytest.mark.parametrize("arguments", [(), *((name,) for name in COMMANDS)])
def test_help_is_plain_text(run: Any, monkeypatch: pytest.MonkeyPatch, language: str, arguments: Any) -> None:
    monkeypatch.setenv("LANG", language)
    monkeypatch.setenv("FORCE_COLOR", "1")
    words.cache_clear()
    told = run(*arguments, "--help")
    words.cache_clear()
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith("uso: cucco-tui" if language.startswith("it") else "usage: cucco-tui")
    assert "\x1b" not in told.out
    assert "cli." not in told.out


def test_the_options_have_no_short_forms_that_come_and_go(run: Any) -> None:
    assert "--vers" in run("--vers").refusal


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ()])
def test_a_short_answer_loads_nothing_heavy(arguments: tuple[str, ...]) -> None:
    code = (
        "import sys; from cucco_tui.cli import main; main(sys.argv[1:]);"
        "print(*sorted(sys.modules), file=sys.stderr, sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    loaded = set(done.stderr.splitlines())
    assert ("argparse" in loaded) == (arguments == ("--help",))
    assert loaded.isdisjoint({"pydantic", "textual", "rich", "asyncio", "cucco_tui.games", "cucco_tui.tui"})


# Playing


@pytest.mark.parametrize("arguments", [(), ("play",)])
def test_without_a_terminal_there_is_no_play(arguments: tuple[str, ...]) -> None:
    done = command(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "terminal" in done.stderr


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Put a double in the place of the app, which takes note of being run and ends with 7."""
    opened: list[str] = []
    double = ModuleType("cucco_tui.tui.app")

    def run() -> int:
        opened.append("opened")
        return 7

    vars(double)["run"] = run
    monkeypatch.setitem(sys.modules, "cucco_tui.tui.app", double)
    return opened


def sit_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the standard streams a terminal; pytest sets its own after the fixtures, so a test must do it."""
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, Terminal())


@pytest.mark.parametrize("arguments", [[], ["play"]])
def test_in_a_terminal_the_app_opens_and_gives_the_exit_code(
    app: list[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    sit_at_a_terminal(monkeypatch)
    assert main(arguments) == 7
    assert app == ["opened"]


@pytest.mark.parametrize("missing", ["stdin", "stdout", "stderr"])
def test_each_end_of_the_terminal_is_needed(app: list[str], monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    sit_at_a_terminal(monkeypatch)
    for end in (io.StringIO(), None):
        monkeypatch.setattr(sys, missing, end)
        assert main([]) == 2
    assert app == []


def test_a_dumb_terminal_is_none(app: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    sit_at_a_terminal(monkeypatch)
    monkeypatch.setenv("TERM", "dumb")
    assert main([]) == 2
    assert app == []


# Games


def test_the_games_are_listed_for_programs(run: Any) -> None:
    told = run("games", "--json")
    assert (told.code, told.err) == (0, "")
    games = {game["id"]: game for game in told.json}
    assert games.keys() == register().keys()
    cuckoo = games["cuckoo"]
    assert cuckoo.keys() == {"id", "name", "seats", "presets", "schema"}
    assert (cuckoo["name"], cuckoo["seats"]) == ("Cuckoo", [3, 30])
    assert cuckoo["presets"][0] == {"id": "cuckoo", "direction": "clockwise", "pack": "french", "rules": {}}
    presets = {preset["id"]: preset for preset in cuckoo["presets"]}
    assert presets["five-lives"]["rules"] == {"tokens": 5}
    assert (presets["saltacavallo"]["direction"], presets["saltacavallo"]["pack"]) == ("anticlockwise", "italian")
    tokens = cuckoo["schema"]["properties"]["tokens"]
    assert (tokens["default"], tokens["minimum"], tokens["maximum"]) == (3, 1, 9)


def test_the_games_are_listed_for_people(run: Any) -> None:
    told = run("games")
    assert told.code == 0
    for game in register().values():
        for preset in game.presets:
            assert re.search(rf"^    {preset.id} ", told.out, re.MULTILINE)
    assert "Chase the Ace, clockwise, expose_kings=true" in told.out
    assert re.search(r"blockers=kings +kings, kings_and_queens, none", told.out)
    assert re.search(r"tokens=3 +1-9", told.out)


# Records


def test_a_finished_record(run: Any, tmp_path: Path, lines: list[str]) -> None:
    told = run("replay", write(tmp_path, "over.jsonl", *lines), "--json")
    assert (told.code, told.err) == (0, "")
    report = told.json
    assert list(report) == [
        *("record", "game", "status", "line", "error", "deal", "dealer", "waiting", "seats", "pot"),
        *("settlements", "winners"),
    ]
    assert (report["status"], report["line"], report["error"]) == ("over", len(lines), None)
    assert report["waiting"] is None
    assert len(report["winners"]) == 1


def test_a_record_that_waits(run: Any, tmp_path: Path, lines: list[str]) -> None:
    told = run("replay", write(tmp_path, "turn.jsonl", *lines[:2]), "--json")
    assert told.code == 0
    assert told.json["waiting"] == {
        **{"for": "turn", "seat": 1, "by": 1},
        "choices": [{"do": "stand"}, {"do": "offer"}],
    }
    assert [seat["name"] for seat in told.json["seats"]] == list(NAMES)
    told = run("replay", write(tmp_path, "new.jsonl", lines[0]), "--json")
    assert (told.code, told.json["status"], told.json["waiting"]) == (0, "waiting", {"for": "shuffle"})


def test_a_torn_last_line_is_lost_and_no_more(run: Any, tmp_path: Path, lines: list[str]) -> None:
    torn = tmp_path / "torn.jsonl"
    torn.write_text("\n".join([*lines[:2], lines[2][:-4]]), encoding="utf-8")
    told = run("replay", torn, "--json")
    assert (told.code, told.json["status"], told.json["line"]) == (0, "waiting", 2)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"seat":2,"do":"stand"}', "It is Bea's turn, not Ciro's."),
        ('{"seat":1,"do":"cut"}', "Only the dealer"),
        ('{"seat":1,"do":"timeout"}', "no time limit"),
        ('{"seat":1,"do":"\\u001b[31mdance"}', "called “?[31mdance”"),
        ('{"shuffle":[]}', "not over yet"),
        ('{"shuffle":5}', "no list of cards"),
        ("[]", "broken"),
        ("{}", "neither"),
    ],
)
def test_an_illegal_line_is_told_with_its_number(
    run: Any, tmp_path: Path, lines: list[str], line: str, said: str
) -> None:
    path = write(tmp_path, "illegal.jsonl", *lines[:2], line, *lines[2:])
    told = run("replay", path, "--json")
    assert (told.code, told.err) == (1, "")
    assert (told.json["status"], told.json["line"]) == ("illegal", 3)
    assert said in told.json["error"]
    assert told.json["waiting"]["seat"] == 1
    told = run("replay", path)
    assert told.code == 1
    assert told.out.startswith(f"{path}:3: ")
    assert said in told.out


@pytest.mark.parametrize("card", ["Xx", "Ac", "\\u001b[2J"])
def test_a_shuffle_that_is_no_pack_names_the_card(run: Any, tmp_path: Path, lines: list[str], card: str) -> None:
    shuffle = f'{lines[1].rpartition(",")[0]},"{card}"]}}'
    told = run("replay", write(tmp_path, "pack.jsonl", lines[0], shuffle))
    assert told.code == 1
    assert card.replace("\\u001b", "?") in told.out.splitlines()[0]


def test_a_line_after_the_end_is_illegal(run: Any, tmp_path: Path, lines: list[str]) -> None:
    told = run("replay", write(tmp_path, "after.jsonl", *lines, lines[-1]), "--json")
    assert (told.code, told.json["status"], told.json["line"]) == (1, "illegal", len(lines) + 1)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"game": "whist"}, "whist"),
        ({"preset": "slow"}, "slow"),
        ({"rules": {"lives": 3}}, "lives"),
        ({"rules": {"tokens": 99}}, "tokens cannot be “99”"),
        ({"rules": {"tokens": "99"}}, 'tokens cannot be “"99"”'),
        ({"rules": {"tokens": None}}, "tokens cannot be “null”"),
        ({"rules": {"tokens": True}}, "tokens cannot be “true”"),
        ({"rules": {"tokens": ["à", {"a": False}]}}, 'tokens cannot be “["à", {"a": false}]”'),
        ({"rules": {"blockers": "popes"}}, "blockers cannot be “popes”"),
        ({"game": "zifuli", "preset": None, "rules": {}}, "This game is for 5 players, not for 3."),
        ({"players": ["Anna"]}, "3 to 30"),
        ({"dealer": 3}, "seat 3"),
        ({"players": 5}, "players"),
    ],
)
def test_a_header_that_no_game_accepts_is_illegal_at_line_1(
    run: Any, tmp_path: Path, lines: list[str], changes: dict[str, Any], said: str
) -> None:
    path = write(tmp_path, "header.jsonl", json.dumps({**json.loads(lines[0]), **changes}), *lines[1:])
    told = run("replay", path, "--json")
    assert (told.code, told.json["status"], told.json["line"]) == (1, "illegal", 1)
    assert told.json["seats"] == []
    assert said in told.json["error"]
    assert run("replay", path).out == f"{path}:1: {told.json['error']}\n"


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\x00\xff\xfe", b'{"seat":1}\n', b'{"record":2,"game":"x"}\n'])
def test_what_is_no_record_is_unreadable(run: Any, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "none.jsonl"
    path.write_bytes(content)
    told = run("replay", path, "--json")
    assert (told.code, told.json["status"], told.json["line"]) == (2, "unreadable", 1)
    assert ("newer" in told.json["error"]) == (b"record" in content)


def test_a_file_that_cannot_be_read_is_told(run: Any, tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for path, said in ((tmp_path / "missing", "no such file"), (tmp_path, "folder"), (loop, "cannot be read")):
        told = run("replay", path)
        assert told.code == 2
        assert told.out.startswith(f"{path}: ")
        assert said in told.out
        told = run("replay", path, "--json")
        assert (told.code, told.json["status"], told.json["line"]) == (2, "unreadable", 0)
    assert run("replay", "\0").code == 2


def test_a_file_without_permission_is_told(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is hidden from the superuser, so the refusal is a double's."""

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    told = run("replay", "secret.jsonl")
    assert (told.code, told.out) == (2, "secret.jsonl: This file may not be read.\n")


def test_several_records_are_told_one_by_one_and_the_worst_counts(run: Any, tmp_path: Path, lines: list[str]) -> None:
    over = write(tmp_path, "over.jsonl", *lines)
    illegal = write(tmp_path, "illegal.jsonl", *lines[:2], "{}")
    told = run("replay", over, illegal, over, "--json")
    assert told.code == 1
    assert [json.loads(line)["status"] for line in told.out.splitlines()] == ["over", "illegal", "over"]
    told = run("replay", illegal, tmp_path / "missing", over)
    assert told.code == 2
    assert told.out.startswith(f"{illegal}:3: ")


def test_standard_input_is_a_record_too(run: Any, monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> None:
    data = io.BytesIO("\n".join(lines).encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(data))
    told = run("replay", "-")
    assert told.code == 0
    assert re.match(rf"-:{len(lines)}: The match is over: (Anna|Bea|Ciro) wins\.\n", told.out)
    monkeypatch.setattr(sys, "stdin", None)
    assert run("replay", "-").code == 2


def test_people_are_told_how_a_record_stands(run: Any, tmp_path: Path, lines: list[str]) -> None:
    path = write(tmp_path, "turn.jsonl", *lines[:2])
    assert run("replay", path).out == (
        f"{path}:2: It is Bea's turn: stand, swap.\n  Cuckoo, deal 1, dealer Anna\n  Tokens: Anna 3, Bea 3, Ciro 3\n"
    )
    assert run("replay", write(tmp_path, "new.jsonl", lines[0])).out.splitlines()[0].endswith("deal can begin.")


@pytest.mark.clause("COCH-12")
def test_no_card_of_a_hand_is_told_and_a_dummy_by_its_partner(run: Any, tmp_path: Path) -> None:
    pack = [card for card in (*NUMERALS, *PICTURES) for _ in range(2)]
    header = '{"record":1,"game":"coch","players":["Anna","Bea"],"dealer":0}'
    # Anticlockwise from the dealer's right: seat 3, Bea's dummy, has both copies of I to V.
    lines = [header, json.dumps({"shuffle": [*pack[:5], *pack[10:25], *pack[5:10], *pack[25:]]})]
    told = run("replay", write(tmp_path, "lead.jsonl", *lines))
    assert told.out.splitlines()[0].endswith("It is (Bea)'s turn: play a card.")
    told = run("replay", write(tmp_path, "wrong.jsonl", *lines, '{"seat":0,"do":"play","card":"X"}'))
    assert told.code == 1
    assert told.out.splitlines()[0].endswith("It is (Bea)'s turn, not Anna's.")
    told = run("replay", write(tmp_path, "held.jsonl", *lines, '{"seat":3,"do":"play","card":"X"}'))
    assert told.out.splitlines()[0].endswith("The card X is not in this hand.")


@pytest.mark.clause("ZIF-4")
def test_what_may_be_done_is_told_once_in_the_words_of_the_language(run: Any, tmp_path: Path, home: Path) -> None:
    pack = [card for card in (*NUMERALS, *PICTURES) for _ in range(2)]
    header = '{"record":1,"game":"zifuli","players":["Anna","Bea","Ciro","Dario","Elsa"],"dealer":0}'
    path = write(tmp_path, "bid.jsonl", header, json.dumps({"shuffle": pack}))
    told = run("replay", path)
    # Eldest sits at the dealer's right.
    assert told.out.splitlines()[0].endswith("It is Elsa's turn: name a card, pass.")
    (home / "settings.toml").write_text('language = "it"\n')
    assert run("replay", path).out.splitlines()[0].endswith("Tocca a Elsa: chiamare una carta, passare.")
    choices = run("replay", path, "--json").json["waiting"]["choices"]
    # The first four cards, and the four after everybody's first packet: for programs all of it is told.
    assert [choice.get("card") for choice in choices] == ["I", "II", "Mascherone", "Matto", None]


@pytest.mark.parametrize(
    ("game", "players", "told"),
    [
        ("zifuli", 5, "Tentos: Anna 0, Bea 0, Ciro 0, Dario 0, Elsa 0"),
        ("coteccio", 3, "Lives: Anna 4, Bea 4, Ciro 4"),
        ("kille", 3, "Coins won or lost: Anna -1, Bea -1, Ciro -1"),
        ("coch", 4, "Points: Anna 0, Bea 0, Ciro 0, Dario 0"),
    ],
)
def test_what_a_game_counts_is_told(run: Any, tmp_path: Path, game: str, players: int, told: str) -> None:
    names = ["Anna", "Bea", "Ciro", "Dario", "Elsa"][:players]
    header = json.dumps({"record": 1, "game": game, "players": names, "dealer": 0})
    assert run("replay", write(tmp_path, "new.jsonl", header)).out.splitlines()[-1] == f"  {told}"


def test_who_is_out_is_told(run: Any, tmp_path: Path, lines: list[str]) -> None:
    scores = run("replay", write(tmp_path, "over.jsonl", *lines)).out.splitlines()[-1]
    assert scores.count(" 0 (out)") == scores.count("(out)") == 2


def test_names_and_paths_break_no_output(run: Any, tmp_path: Path) -> None:
    names = ("[b]Anna[/b]", "\x1b[31mBea\u202e\n", "\u200b\x07")
    path = write(tmp_path, "\x1b[2Jodd\n.jsonl", *played(names)[:2])
    told = run("replay", path)
    assert told.code == 0
    assert all(line.isprintable() for line in told.out.splitlines())
    assert len(told.out.splitlines()) == 3
    assert "[b]Anna[/b] 3, [31mBea 3, seat 2 3" in told.out
    assert run("replay", path, "--json").out.isascii()


# Fair shuffles


@pytest.fixture(scope="module")
def sealed() -> list[str]:
    return played(salt="5a17")


def shuffle_lines(lines: list[str]) -> list[int]:
    return [number for number, line in enumerate(lines) if line.startswith('{"shuffle"')]


@pytest.mark.clause("PACK-5")
def test_a_fair_match_is_told_deal_by_deal(run: Any, tmp_path: Path, sealed: list[str]) -> None:
    path = write(tmp_path, "fair.jsonl", *sealed)
    told = run("check", path, "--json")
    assert (told.code, told.err) == (0, "")
    assert list(told.json) == ["record", "game", "status", "line", "error", "fair", "deals"]
    assert (told.json["fair"], told.json["status"], told.json["error"]) == (True, "over", None)
    shuffles = [json.loads(sealed[number]) for number in shuffle_lines(sealed)]
    for number, (deal, line) in enumerate(zip(told.json["deals"], shuffles, strict=True), start=1):
        assert list(deal) == ["deal", "commitment", "salt", "cut", "order", "text", "agrees"]
        assert (deal["deal"], deal["agrees"]) == (number, True)
        assert [deal[key] for key in ("commitment", "salt", "cut")] == [
            line[key] for key in ("commitment", "salt", "cut")
        ]
        assert sha256(deal["text"].encode()).hexdigest() == deal["commitment"]
        assert cut_pack(deal["order"], deal["cut"]) == line["shuffle"]
    told = run("check", path)
    assert told.code == 0
    first, *rest = told.out.splitlines()
    assert first == f"{path}: Every shuffle that can be checked agrees."
    assert len(rest) == 2 * len(shuffles)
    assert rest[0] == f"  Deal 1: agrees {shuffles[0]['commitment']}"


@pytest.mark.clause("PACK-5")
@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="no sha256sum here")
@pytest.mark.parametrize("salt", ["5a17", "it's $(touch x) \"; `"])
def test_the_printed_command_gives_the_commitment(run: Any, tmp_path: Path, salt: str) -> None:
    """The line that is printed is run as it stands, whatever somebody has written for a salt."""
    told = run("check", write(tmp_path, "fair.jsonl", *played(salt=salt)))
    assert told.code == 0
    _, deal, shown, *_ = told.out.splitlines()
    done = subprocess.run(["sh", "-c", shown], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.split()[0] == deal.split()[-1]
    assert [path.name for path in tmp_path.iterdir()] == ["fair.jsonl"]


@pytest.mark.clause("PACK-5")
def test_what_cannot_be_printed_is_not_printed_wrong(run: Any, tmp_path: Path) -> None:
    path = write(tmp_path, "fair.jsonl", *played(salt="\x1b[2J\n"))
    told = run("check", path)
    assert told.code == 0
    assert "cannot be printed" in told.out
    assert "\x1b" not in told.out
    assert "sha256sum" not in told.out
    assert run("check", path, "--json").json["deals"][0]["salt"] == "\x1b[2J\n"


@pytest.mark.clause("PACK-5")
def test_a_changed_shuffle_is_told(run: Any, tmp_path: Path, sealed: list[str]) -> None:
    number = shuffle_lines(sealed)[1]
    shuffle = json.loads(sealed[number])
    shuffle["shuffle"][-2:] = reversed(shuffle["shuffle"][-2:])
    path = write(tmp_path, "cheat.jsonl", *sealed[:number], json.dumps(shuffle), *sealed[number + 1 :])
    told = run("check", path)
    assert told.code == 1
    assert told.out.splitlines()[0].endswith("not the one that was committed to!")
    assert f"Deal 2: DOES NOT AGREE {shuffle['commitment']}" in told.out
    assert told.out.count("DOES NOT AGREE") == 1
    told = run("check", path, "--json")
    assert (told.code, told.json["fair"]) == (1, False)
    assert [deal["agrees"] for deal in told.json["deals"]][:3] == [True, False, True]


@pytest.mark.clause("PACK-5")
def test_without_commitments_there_is_nothing_to_check(run: Any, tmp_path: Path, lines: list[str]) -> None:
    path = write(tmp_path, "bare.jsonl", *lines)
    told = run("check", path, "--json")
    assert (told.code, told.json["fair"], told.json["status"]) == (1, None, "over")
    told = run("check", path)
    assert told.code == 1
    assert "nothing to check" in told.out.splitlines()[0]
    assert "Deal 1: no commitment\n" in told.out


@pytest.mark.clause("PACK-5")
def test_nothing_hidden_is_told_before_the_end(run: Any, tmp_path: Path, sealed: list[str]) -> None:
    """Not of a match that goes on, nor of one that is broken somewhere."""
    going_on = write(tmp_path, "waits.jsonl", *sealed[:-1])
    told = run("check", going_on)
    assert (told.code, told.out) == (1, f"{going_on}: Packs are opened when the match is over.\n")
    broken = write(tmp_path, "broken.jsonl", *sealed[:-1], "{}")
    after = write(tmp_path, "after.jsonl", *sealed, sealed[-1])
    for path in (going_on, broken, after):
        told = run("check", path, "--json")
        assert (told.code, told.json["fair"], told.json["deals"]) == (1, None, [])
        assert told.json["error"]
        assert not any(text in told.out + run("check", path).out for text in ("5a17", "Kd", "commitment"))


def test_no_record_is_nothing_to_check(run: Any, tmp_path: Path, sealed: list[str]) -> None:
    none = write(tmp_path, "none.jsonl", "hello")
    fair = write(tmp_path, "fair.jsonl", *sealed)
    for named in ((none,), (tmp_path / "missing",), (fair, none, fair)):
        assert run("check", *named).code == 2
        told = run("check", *named, "--json")
        assert told.code == 2
        assert len(told.out.splitlines()) == len(named)


# Card files


def test_a_good_card_file_tells_what_it_draws(run: Any) -> None:
    own = Path(__file__).parents[1] / "assets" / "cards.txt"
    told = run("cards", own)
    assert (told.code, told.err) == (0, "")
    assert told.out == f"{own}: No fault found. It draws: {', '.join(packs())}.\n"


def test_every_fault_of_a_card_file_is_told_with_file_and_line(run: Any, tmp_path: Path) -> None:
    path = write(tmp_path, "mine.txt", "# mine", "[french]", "ink pink *h", "noise")
    told = run("cards", path)
    assert told.code == 1
    assert f"\n{path}:3: Write “ink”, a colour (" in told.out
    assert f"\n{path}:4: “noise” means nothing here" in told.out
    latin = tmp_path / "latin.txt"
    latin.write_bytes(b"# one\n# f\xfcr mich\n")
    assert run("cards", latin).out == f"{latin}:2: This line is not UTF-8 text.\n"


@pytest.mark.parametrize("content", [(), ("# nothing",), ("[cuckoo]", "noise")])
def test_a_card_file_that_draws_nothing_is_told(run: Any, tmp_path: Path, content: tuple[str, ...]) -> None:
    path = write(tmp_path, "none.txt", *content)
    told = run("cards", path)
    assert told.code == 1
    if "noise" not in content:
        assert told.out == f"{path}:1: It draws nothing: no section is about a pack of the games, as [french] is.\n"


def test_of_several_card_files_the_worst_counts(run: Any, tmp_path: Path) -> None:
    told = run("cards", write(tmp_path, "none.txt"), tmp_path / "missing", tmp_path)
    assert told.code == 2
    assert [line.rpartition(": ")[2] for line in told.out.splitlines()[1:]] == [
        "There is no such file.",
        "This is a folder, not a file.",
    ]


# Statistics


def save_played(seed: bytes, *names: str, **extras: Any) -> None:
    """Leave a finished match in the player's folder."""
    match = Match(find_game("cuckoo"), Header(game="cuckoo", players=names, **extras))
    file = MatchFile.create(match, lambda trouble: pytest.fail(trouble.key))
    play_on(match, seed)
    file.close()


def test_without_finished_matches_the_statistics_are_a_sentence(run: Any) -> None:
    told = run("stats")
    assert (told.code, told.out, told.err) == (0, "No match has been finished yet.\n", "")
    assert (run("stats", "--json").json, run("stats", "--json").code) == ([], 0)
    assert run("stats", "--csv").out == "player,game,matches,won,deals,tokens_lost,tokens_lost_per_deal,points\n"


def test_the_statistics_are_a_table(run: Any) -> None:
    save_played(b"a", "Anna", "漢字", "Ciro \x1b[31m[b]")
    save_played(b"b", "Anna", "漢字", "Ciro \x1b[31m[b]")
    save_played(b"c", "Zeno", "Elsewhere", "Dora", imported=True)
    told = run("stats")
    assert told.code == 0
    head, *rows = told.out.splitlines()
    assert re.split("  +", head) == ["player", "game", "matches", "won", "deals", "tokens lost", "per deal"]
    assert len(rows) == 3
    assert {cell_len(row) for row in rows} == {cell_len(head)}
    assert "\x1b" not in told.out
    for row in rows:
        name, game, *numbers = re.split("  +", row)
        assert name in ("Anna", "漢字", "Ciro [31m[b]")
        assert (game, numbers[0]) == ("Cuckoo", "2")
        assert re.fullmatch(r"[0-9]\.[0-9][0-9]", numbers[-1])


def test_the_statistics_are_told_to_programs(run: Any) -> None:
    save_played(b"a", "Anna", "漢字", "=1+1")
    told = run("stats", "--json")
    assert told.out.isascii()
    table = list(csv.DictReader(io.StringIO(run("stats", "--csv").out)))
    assert [list(row) for row in told.json] == [list(row) for row in table]
    for row, cells in zip(told.json, table, strict=True):
        assert cells["player"] == ("'=1+1" if row["player"] == "=1+1" else row["player"])
        assert cells["won"] == str(row["won"])
        assert float(cells["tokens_lost_per_deal"]) == pytest.approx(row["tokens_lost_per_deal"], abs=0.001)
    assert sum(row["won"] for row in told.json) == 1


def test_the_statistics_speak_the_players_language(run: Any, home: Path) -> None:
    (home / "settings.toml").write_text('language = "it"\n', encoding="utf-8")
    assert "ancora finita" in run("stats").out
    save_played(b"a", *NAMES)
    told = run("stats")
    assert told.out.startswith("giocatore")
    assert re.search("[0-9],[0-9][0-9]$", told.out.splitlines()[1])


# Rules


def test_the_rules_are_plain_text_in_each_language(run: Any) -> None:
    told = {language: run("rules", "cuckoo", "--language", language) for language in LANGUAGES}
    for text in told.values():
        assert text.code == 0
        assert "CK-5" in text.out
        assert max(map(len, text.out.splitlines())) <= 78
        assert "\x1b" not in text.out
    assert told["it"].out != told["en"].out == run("rules", "cuckoo").out


def test_the_rules_fit_a_narrow_terminal(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for columns, most in ((40, 40), (1, 20), (300, 78)):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert max(map(len, run("rules", "cuckoo").out.splitlines())) <= most


def test_the_players_own_language_is_spoken(run: Any, home: Path) -> None:
    (home / "settings.toml").write_text('language = "it"\n', encoding="utf-8")
    assert run("rules", "cuckoo").out == run("rules", "cuckoo", "--language", "it").out
    assert "Regole della casa" in run("games").out


@pytest.mark.parametrize(
    "arguments", [("rules", "\x1b[1mwhist"), ("simulate", "\x1b[1mwhist", *SIMULATE[2:])], ids=lambda a: a[0]
)
def test_an_unknown_game_is_told_with_those_that_are_known(run: Any, arguments: tuple[str, ...]) -> None:
    refusal = run(*arguments).refusal
    assert "“?[1mwhist”" in refusal
    assert "cuckoo" in refusal


def test_an_unknown_language_is_refused(run: Any) -> None:
    assert "'xx'" in run("rules", "cuckoo", "--language", "xx").refusal


# Simulations


def test_a_simulation_is_told_to_programs(run: Any) -> None:
    told = run(*SIMULATE, "--json")
    assert (told.code, told.err) == (0, "")
    assert list(told.json) == ["matches", "deals", "actions", "seconds", "actions_per_second", "wins"]
    assert told.json["deals"] == 40
    assert len(told.json["wins"]) == 4
    assert sum(told.json["wins"]) == told.json["matches"] > 0
    assert told.json["actions_per_second"] > 0


def test_a_simulation_is_told_to_people(run: Any) -> None:
    told = run("simulate", "cuckoo", "--seats", "3", "--matches", "5", "--bots", "steady,random", "--seed", "s")
    first, *seats = told.out.splitlines()
    assert first.startswith("Cuckoo: ")
    assert "5 matches" in first
    assert [line.split(":")[0] for line in seats] == ["  seat 0, steady", "  seat 1, random", "  seat 2, steady"]


def test_a_simulation_can_have_a_preset_and_rules(run: Any) -> None:
    plain, quick = (
        run(*SIMULATE, "--json", *more).json["matches"] for more in ((), ("--preset", "fast", "--rules", "tokens=1"))
    )
    assert quick > plain
    told = run(*SIMULATE, "--rules", "fixed_dealer=true", "all_out=replay", "stake=2", "--sims", "5")
    assert told.code == 0


def test_the_same_seed_gives_the_same_simulation_whatever_python_hashes() -> None:
    told = []
    for hash_seed in ("0", "1", "random"):
        done = command(*SIMULATE, "--json", env={"PYTHONHASHSEED": hash_seed})
        told.append({key: value for key, value in json.loads(done.stdout).items() if "second" not in key})
    assert told[0] == told[1] == told[2]


def test_another_seed_gives_another_simulation(run: Any) -> None:
    assert run(*SIMULATE, "--json").json["actions"] != run(*SIMULATE, "--json", "--seed", "t").json["actions"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--seats", "2"), "3 to 30"),
        (("--seats", "31"), "not for 31"),
        (("--seats", "0"), "“0”"),
        (("--seats", "-3"), "“-3”"),
        (("--seats", "four"), "“four”"),
        (("--seats", "9" * 5000), "whole number"),
        (("--deals", "0"), "“0”"),
        (("--deals", "1.5"), "“1.5”"),
        (("--sims", "0"), "“0”"),
        (("--matches", "3"), "--deals"),
        (("--bots", "steady,,random"), "called “”"),
        (("--bots", "\x1b[1mgenius"), "“?[1mgenius”"),
        (("--preset", "slow"), "“slow”"),
        (("--rules", "tokens"), "tokens=5"),
        (("--rules", "=5"), "tokens=5"),
        (("--rules", "tokens=99"), "tokens cannot be “99”"),
        (("--rules", "tokens=true"), "tokens cannot be"),
        (("--rules", "tokens=" + "9" * 5000), "tokens cannot be"),
        (("--rules", "blockers=\udcff"), "blockers cannot be “?”"),
        (("--rules", "hats=2"), "hats"),
    ],
)
def test_a_wrong_wish_is_refused_in_a_sentence(run: Any, wrong: tuple[str, ...], said: str) -> None:
    assert said in run(*SIMULATE, *wrong).refusal


@pytest.mark.parametrize(
    "arguments",
    [
        ("dance",),
        ("replay",),
        ("check",),
        ("stats", "--csv", "--json"),
        ("simulate", "cuckoo"),
        ("rules",),
        ("\x1b[1m",),
    ],
)
def test_a_mistake_is_told_with_the_way_to_help(run: Any, arguments: tuple[str, ...]) -> None:
    refusal = run(*arguments).refusal
    assert re.search(r"`cucco-tui( [a-z]+)? --help`", refusal)
    assert "\x1b" not in refusal


# How it ends


def test_an_interrupted_command_says_nothing(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cucco_tui.bots.simulation.simulate", interrupt)
    told = run(*SIMULATE)
    assert (told.code, told.out, told.err) == (130, "", "")


def test_a_reader_who_has_seen_enough_is_no_fault(tmp_path: Path, lines: list[str]) -> None:
    path = write(tmp_path, "over.jsonl", *lines)
    started = subprocess.Popen(
        [sys.executable, "-P", "-m", "cucco_tui", "replay", *[path] * 500],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.readline()
        started.stdout.close()
        assert started.stderr.read() == b""
    assert started.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_output_that_cannot_be_written_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "cucco_tui", "games"],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("The output cannot be written")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [("rules", "cuckoo"), ("games",), ("stats",), ("--help",), ("rules", "x")])
def test_an_encoding_that_lacks_letters_is_no_fault(arguments: tuple[str, ...]) -> None:
    done = command(*arguments, env={"PYTHONIOENCODING": "ascii", "LANG": "it_IT.UTF-8"})
    assert done.returncode == (2 if "x" in arguments else 0)
    assert (done.stdout + done.stderr).isascii()
    assert "Traceback" not in done.stderr


def test_every_reason_has_its_sentence() -> None:
    """In each language, and with the places that the reason fills in."""
    keys = {f"reason.pack-{fault}" for fault in CardFault}
    with as_file(files("cucco_tui")) as package:
        for room in ("engine", "games"):
            for path in (package / room).rglob("*.py"):
                keys |= set(re.findall(r'"((?:reason|record|setup)\.[a-z-]+)"', path.read_text(encoding="utf-8")))
    assert len(keys) > 20
    for language in LANGUAGES:
        assert [key for key in sorted(keys) if not words(language).has(key)] == []
