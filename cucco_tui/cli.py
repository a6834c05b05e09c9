"""The command line. Games, bots and the screen are imported by the commands that need them, never to say a version."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, TextIO

from cucco_tui import __version__

if TYPE_CHECKING:
    from argparse import Namespace

    from cucco_tui.engine.fairness import OpenedPack
    from cucco_tui.engine.game import Game, Value
    from cucco_tui.engine.match import Match
    from cucco_tui.engine.state import Reason
    from cucco_tui.locale import Words
    from cucco_tui.storage.statistics import Row

VERSION = f"cucco-tui {__version__}"

ILLEGAL, NOT_FAIR, FAULTY, WRONG, INTERRUPTED, PIPE_CLOSED = 1, 1, 1, 2, 130, 141
"""Exit codes: a record breaks the rules, its shuffles are not fair, a card file has faults, something cannot be done,
Ctrl+C, no reader."""

NARROWEST, WIDEST = 20, 78
"""The fewest and the most columns of running text."""


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says, and give the exit code."""
    for stream in (sys.stdout, sys.stderr):
        _show_what_can_be_shown(stream)
    try:
        command = _command(sys.argv[1:] if argv is None else argv)
        return command() if command is _play else _print_out(command)
    except KeyboardInterrupt:
        return INTERRUPTED


def _command(argv: Sequence[str]) -> Callable[[], int]:
    """Find what the command line asks for. Help and mistakes are told here already."""
    # What is asked most often needs no grammar, which takes its time to build.
    if not argv:
        return _play
    if [*argv] == ["--version"]:
        return _version
    from cucco_tui.grammar import grammar

    commands: dict[str, Callable[..., int]] = {
        "play": _play,
        "games": _games,
        "replay": _replay,
        "check": _check,
        "cards": _cards,
        "stats": _stats,
        "simulate": _simulate,
        "rules": _rules,
    }
    try:
        arguments = grammar(_words(), commands).parse_args(argv)
    except SystemExit as end:
        code = int(end.code or 0)
        return lambda: code
    return _play if arguments.run is _play else partial(arguments.run, arguments)


# The commands


def _version() -> int:
    """Tell the version."""
    print(VERSION)
    return 0


def _play() -> int:
    """Open the app, if there is a terminal for it to read keys from and to draw on."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if os.environ.get("TERM") == "dumb" or not all(stream is not None and stream.isatty() for stream in streams):
        return _refuse(_words()("cli.no-terminal"))
    from cucco_tui.tui import memory

    memory.put_off()
    from cucco_tui.tui.app import run

    return run()


def _games(arguments: "Namespace") -> int:
    """List the games."""
    from cucco_tui.games import register

    words = _words()
    games = [_game_facts(game, words) for game in register().values()]
    if arguments.json:
        print(_json(games))
    else:
        print("\n\n".join("\n".join(_game_lines(game, words)) for game in games))
    return 0


def _replay(arguments: "Namespace") -> int:
    """Play records and tell how they stand."""
    words, worst = _words(), 0
    for file in arguments.files:
        told = _replayed(file, words)
        worst = max(worst, {"illegal": ILLEGAL, "unreadable": WRONG}.get(told["status"], 0))
        print(_json(told) if arguments.json else "\n".join(_replay_lines(file, told, words)))
    return worst


def _check(arguments: "Namespace") -> int:
    """Open the packs of finished matches, and tell whether each agrees with its commitment (PACK-5)."""
    words, worst = _words(), 0
    for file in arguments.files:
        told = _checked(file, words)
        code = WRONG if told["status"] == "unreadable" else 0 if told["fair"] else NOT_FAIR
        worst = max(worst, code)
        print(_json(told) if arguments.json else "\n".join(_check_lines(file, told, words)))
    return worst


def _cards(arguments: "Namespace") -> int:
    """Tell which packs files of faces draw, or everything that is wrong with them."""
    from cucco_tui.locale import printable

    words, worst = _words(), 0
    for file in arguments.files:
        code, told = _card_file(file, words)
        worst = max(worst, code)
        print("\n".join(f"{printable(file)}{line}" for line in told))
    return worst


def _stats(arguments: "Namespace") -> int:
    """Tell how the players have done in the matches of the data folder that are over."""
    from cucco_tui.games import find_game
    from cucco_tui.storage.matches import saved_matches
    from cucco_tui.storage.statistics import as_csv, statistics

    words, rows = _words(), statistics(saved_matches(find_game), find_game)
    if arguments.json:
        print(_json([_row_facts(row) for row in rows]))
    elif arguments.csv:
        print(as_csv(rows), end="")
    else:
        print("\n".join(_stats_lines(rows, words)))
    return 0


def _simulate(arguments: "Namespace") -> int:
    """Let bots play, and tell how often each seat has won and how fast it went."""
    from time import perf_counter

    from cucco_tui.bots import BOTS
    from cucco_tui.bots.simulation import simulate
    from cucco_tui.engine.game import WrongSetup
    from cucco_tui.games import register
    from cucco_tui.locale import printable

    words = _words()
    named = arguments.bots.split(",")
    if arguments.game not in register():
        return _refuse_game(arguments.game, words)
    for name in named:
        if name not in BOTS:
            return _refuse(words("cli.no-bot", bot=printable(name), bots=", ".join(BOTS)))
    game, rules = register()[arguments.game], dict(arguments.rules)
    try:
        preset = game.preset(arguments.preset)
        game.new(preset, rules, arguments.seats, dealer=0)
    except WrongSetup as error:
        return _refuse(_sentence(words, error.reason))
    names = [named[seat % len(named)] for seat in range(arguments.seats)]
    begun = perf_counter()
    tally = simulate(
        game,
        preset,
        rules,
        [BOTS[name] for name in names],
        os.fsencode(arguments.seed),
        arguments.sims,
        deals=arguments.deals,
        matches=arguments.matches,
    )
    seconds = perf_counter() - begun
    told = {
        "matches": tally.matches,
        "deals": tally.deals,
        "actions": tally.actions,
        "seconds": round(seconds, 3),
        "actions_per_second": round(tally.actions / seconds),
        "wins": tally.wins,
    }
    if arguments.json:
        print(_json(told))
        return 0
    print(words("cli.simulated", game=words(f"game.{game.id}"), **told))
    for seat, (name, wins) in enumerate(zip(names, tally.wins, strict=True)):
        print(f"  {words('cli.wins', seat=seat, bot=name, n=wins)}")
    return 0


def _rules(arguments: "Namespace") -> int:
    """Print the rule book of a game."""
    from shutil import get_terminal_size

    from cucco_tui.games import register
    from cucco_tui.rulebook import load, plain

    words = _words()
    if arguments.game not in register():
        return _refuse_game(arguments.game, words)
    try:
        page = load(arguments.game, arguments.language or words.language)
    except KeyError:
        return _refuse(words("rules.none"))
    print(plain(page, max(NARROWEST, min(WIDEST, get_terminal_size().columns))), end="")
    return 0


# What they tell


def _game_facts(game: "Game", words: "Words") -> dict[str, Any]:
    """Describe a game as `games --json` does."""
    return {
        "id": game.id,
        "name": words(f"game.{game.id}"),
        "seats": list(game.seats),
        "presets": [
            {
                "id": preset.id,
                "direction": preset.direction.value,
                "pack": preset.pack.id,
                "rules": dict(preset.rules),
            }
            for preset in game.presets
        ],
        "schema": game.schema(),
    }


def _json(value: object) -> str:
    """Write JSON in ASCII, which nothing can break."""
    import json

    return json.dumps(value)


def _game_lines(game: Mapping[str, Any], words: "Words") -> Iterator[str]:
    """Describe a game for people."""
    low, high = game["seats"]
    key = "cli.game" if low < high else "cli.game-exactly"
    yield words(key, game=game["id"], name=game["name"], low=low, high=high)
    yield f"  {words('cli.presets')}"
    wide = max(len(preset["id"]) for preset in game["presets"])
    for preset in game["presets"]:
        changes = [f"{rule}={_as_typed(value)}" for rule, value in preset["rules"].items()]
        name = words(f"preset-name.{game['id']}.{preset['id']}")
        facts = (name, words(f"direction.{preset['direction']}"), *changes)
        yield f"    {preset['id']:{wide}}  {', '.join(facts)}"
    yield f"  {words('cli.house-rules')}"
    rules = {f"{rule}={_as_typed(facts['default'])}": facts for rule, facts in game["schema"]["properties"].items()}
    wide = max(map(len, rules))
    for rule, facts in rules.items():
        yield f"    {rule:{wide}}  {_values(facts)}"


def _values(facts: Mapping[str, Any]) -> str:
    """Tell which values a house rule may have, from its JSON schema."""
    if "anyOf" in facts:
        return ", ".join(map(_values, facts["anyOf"]))
    if "enum" in facts:
        return ", ".join(map(_as_typed, facts["enum"]))
    if "const" in facts:
        return _as_typed(facts["const"])
    if facts["type"] == "integer":
        return f"{facts['minimum']}-{facts['maximum']}"
    return "null" if facts["type"] == "null" else "false, true"


def _as_typed(value: "Value") -> str:
    """Write a value of a house rule as it is typed."""
    return value if isinstance(value, str) else _json(value)


def _replayed(file: str, words: "Words") -> dict[str, Any]:
    """Play a record, and tell how it stands as `replay --json` does; line 0 of a file that cannot be read."""
    return _played(file, words)[0]


def _played(file: str, words: "Words") -> "tuple[dict[str, Any], Match | None]":
    """Play a record, and give what `replay` tells of it, and the match if there is no fault in it."""
    from cucco_tui.engine.match import BrokenMatch, Match
    from cucco_tui.engine.record import RecordFault, read_record
    from cucco_tui.engine.report import no_report, report
    from cucco_tui.games import find_game

    try:
        data = _read(file)
    except OSError as error:
        return no_report(None, 0, _why_unread(words, error), readable=False), None
    game = None
    try:
        record = read_record(data)
        game = record.header.game
        match = Match.replay(record, find_game)
    except BrokenMatch as fault:
        told = _sentence(words, fault.reason, _names(fault.match.names, words))
        return {**report(fault.match), "status": "illegal", "line": fault.line, "error": told}, None
    except RecordFault as fault:
        return no_report(game, fault.line, _sentence(words, fault.reason), readable=fault.readable), None
    return report(match), match


def _checked(file: str, words: "Words") -> dict[str, Any]:
    """Tell what `check --json` does. Of a match that is not over nothing is told but that."""
    from cucco_tui.engine.fairness import all_fair, open_packs

    stands, match = _played(file, words)
    told = {key: stands[key] for key in ("record", "game", "status", "line", "error")}
    if match is None or told["status"] != "over":
        error = told["error"] or words("check.not-over")
        return {**told, "error": error, "fair": None, "deals": []}
    packs = open_packs(match)
    return {**told, "fair": all_fair(packs), "deals": [_pack_facts(pack) for pack in packs]}


def _pack_facts(pack: "OpenedPack") -> dict[str, Any]:
    """Tell of an opened pack."""
    return {
        "deal": pack.deal,
        "commitment": pack.commitment,
        "salt": pack.salt,
        "cut": pack.cut,
        "order": list(pack.order),
        "text": pack.text,
        "agrees": pack.agrees,
    }


def _check_lines(file: str, told: Mapping[str, Any], words: "Words") -> Iterator[str]:
    """Tell people whether the shuffles of a record were fair, and how to check that with another tool."""
    from shlex import quote

    from cucco_tui.locale import printable

    verdicts = {True: "check.fair", False: "check.unfair", None: "check.nothing"}
    yield f"{printable(file)}: {told['error'] or words(verdicts[told['fair']])}"
    for deal in told["deals"]:
        verdict = words({True: "check.agrees", False: "check.differs", None: "check.none"}[deal["agrees"]])
        line = words("check.deal", deal=deal["deal"], verdict=verdict)
        yield f"  {line} {printable(deal['commitment'] or '')}".rstrip()
        if deal["text"] is not None:
            shown = f"printf '%s' {quote(deal['text'])} | sha256sum"
            yield f"    {shown if shown.isprintable() else words('check.unprintable')}"


def _card_file(file: str, words: "Words") -> tuple[int, list[str]]:
    """Check a file of faces: the exit code, and what is to be told after its name."""
    from cucco_tui.cards.faces import FacesError, check_faces, decoded, drawn_packs, packaged_text
    from cucco_tui.games import packs

    try:
        text = decoded(_read(file))
        faults = check_faces(text, packs().values(), packaged_text())
    except OSError as error:
        return WRONG, [f": {_why_unread(words, error)}"]
    except FacesError as error:
        faults = error.faults
    if faults:
        return FAULTY, [f":{fault.line}: {words.say(fault.key, fault.args)}" for fault in faults]
    return 0, [f": {words('faces.good', packs=', '.join(drawn_packs(text, packs().values())))}"]


def _row_facts(row: "Row") -> dict[str, Any]:
    """Tell of a row of the statistics."""
    from cucco_tui.storage.statistics import COLUMNS

    return {column: getattr(row, column) for column in COLUMNS}


def _stats_lines(rows: "Sequence[Row]", words: "Words") -> Iterator[str]:
    """Set the statistics as a table: names at the left, numbers under each other at the right."""
    from rich.cells import cell_len

    from cucco_tui.locale import printable

    if not rows:
        yield words("stats.none")
        return
    facts = [_row_facts(row) for row in rows]
    # A column in which no game has numbers is left out; what is counted has several names if several games count it.
    counted = {column: [fact["game"] for fact in facts if fact[column] is not None] for column in facts[0]}
    columns = {
        column: " / ".join(dict.fromkeys(words.first(f"stats.{game}.{column}", f"stats.{column}") for game in games))
        for column, games in counted.items()
        if games
    }
    table = [[*columns.values()]]
    for fact in facts:
        texts = fact["player"], words(f"game.{fact['game']}")
        numbers = [_number(fact[column], column, words) for column in [*columns][2:]]
        table.append([*map(printable, texts), *numbers])
    wide = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    for line in table:
        gaps = [" " * (cells - cell_len(cell)) for cell, cells in zip(line, wide, strict=True)]
        cells = [cell + gap if n < 2 else gap + cell for n, (cell, gap) in enumerate(zip(line, gaps, strict=True))]
        yield "  ".join(cells).rstrip()


def _number(value: float | None, column: str, words: "Words") -> str:
    """Write a number of the statistics, with two digits after the point if it is an average."""
    if value is None:
        return "-"
    return (f"{value:.2f}" if column == "tokens_lost_per_deal" else f"{value:g}").replace(".", words("stats.point"))


def _read(file: str) -> bytes:
    """Read a file, `-` being standard input; OSError if that cannot be done."""
    if file == "-" and sys.stdin is not None:
        return sys.stdin.buffer.read()
    try:
        with open(file, "rb") as opened:
            return opened.read()
    except ValueError:
        raise FileNotFoundError from None  # no file can have such a name


def _why_unread(words: "Words", error: OSError) -> str:
    """Say why a file cannot be read."""
    kinds = {FileNotFoundError: "missing", IsADirectoryError: "directory", PermissionError: "permission"}
    return words(f"cli.file-{kinds.get(type(error), 'other')}", error=error.strerror)


def _replay_lines(file: str, told: Mapping[str, Any], words: "Words") -> Iterator[str]:
    """Tell people how a record stands."""
    from cucco_tui.locale import printable

    names = _names((seat["name"] for seat in told["seats"]), words)
    where = f"{printable(file)}:{told['line']}" if told["line"] else printable(file)
    yield f"{where}: {told['error'] or _standing(told, names, words)}"
    if not told["seats"]:
        return
    yield f"  {words('cli.deal', game=words('game.' + told['game']), deal=told['deal'], dealer=names[told['dealer']])}"
    yield f"  {_scores(told, names, words)}"


def _standing(told: Mapping[str, Any], names: Sequence[str], words: "Words") -> str:
    """Say in a sentence what a match waits for, or who has won it."""
    waiting = told["waiting"]
    if waiting is None:
        winners = [names[seat] for seat in told["winners"]]
        return words("cli.won", n=len(winners), winners=", ".join(winners))
    if waiting["for"] == "shuffle":
        return words("cli.waits-shuffle")
    # Every action once, and no card: the match goes on, and somebody may be looking.
    choices = dict.fromkeys(words(f"cli.do.{choice['do']}") for choice in waiting["choices"])
    return words("cli.waits-turn", name=names[waiting["seat"]], choices=", ".join(choices))


def _scores(told: Mapping[str, Any], names: Sequence[str], words: "Words") -> str:
    """Say what the game counts, how much of it everybody has, and who is out."""
    seats = told["seats"]
    counted = next(kind for kind in ("tokens", "points", "coins") if seats[0][kind] is not None)
    scores = [
        f"{name} {_number(seat[counted], counted, words)}" + (f" ({words('seat.out')})" if seat["out"] else "")
        for name, seat in zip(names, seats, strict=True)
    ]
    return words.first(f"cli.score.{told['game']}.{counted}", f"cli.score.{counted}", scores=", ".join(scores))


def _names(names: Iterable[str], words: "Words") -> list[str]:
    """Give a name to seats that have none; a dummy has its partner's, in brackets."""
    return [name if name.strip("()") else words("cli.nameless", seat=seat) for seat, name in enumerate(names)]


# How they tell it


def _words() -> "Words":
    """Load the words of the language that the player has chosen, if he has, else of the environment's."""
    from cucco_tui.locale import words
    from cucco_tui.storage.settings import load_settings

    return words(load_settings()[0].language)


def _sentence(words: "Words", reason: "Reason", names: Sequence[str] = ()) -> str:
    """Say a reason, which may hold anything that stood in a file or on the command line."""
    from cucco_tui.locale import printable

    args = {place: printable(value) if isinstance(value, str) else value for place, value in reason.args.items()}
    return words.say(reason.key, args, names)


def _refuse(sentence: str) -> int:
    """Say on standard error why something is not done, and give the exit code."""
    print(sentence, file=sys.stderr)
    return WRONG


def _refuse_game(game: str, words: "Words") -> int:
    """Say that there is no such game, and which there are."""
    from cucco_tui.games import register
    from cucco_tui.locale import printable

    return _refuse(words("cli.no-game", game=printable(game), games=", ".join(register())))


def _print_out(command: Callable[[], int]) -> int:
    """Run a command to the last byte of its output. A reader who has seen enough is no fault."""
    try:
        code = command()
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        code = PIPE_CLOSED
    except OSError as error:
        if error.filename is not None:  # then it was no output
            raise
        code = _refuse(_words()("cli.cannot-write", error=error.strerror))
    else:
        return code
    # What is still to be written would be tried again at the exit, and fail again.
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _show_what_can_be_shown(stream: TextIO | None) -> None:
    """Let a stream put a question mark for what its encoding lacks, instead of failing."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="replace")
