"""The grammar of the command line. Loaded only where a command is given: argparse takes its time and its room."""

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from cucco_tui import __version__
from cucco_tui.locale import LANGUAGES, Words, printable

if TYPE_CHECKING:
    from cucco_tui.engine.game import Value

VERSION = f"cucco-tui {__version__}"
MISTAKE = 2
"""The exit code of a mistake on the command line."""

SIMULATIONS = 200
"""How many simulations a bot thinks for a decision unless the command line says so."""
LONGEST_NUMBER = 9
"""The most digits of a number on the command line."""


class _Parser(argparse.ArgumentParser):
    """A parser that speaks the language of `words`, without colours; its options are not abbreviated."""

    def __init__(self, words: Words, **kwargs: Any) -> None:
        super().__init__(add_help=False, allow_abbrev=False, formatter_class=partial(_Formatter, words), **kwargs)
        self.color = False  # Python 3.14 would
        self.words = words
        self.needed = self.add_argument_group(words("cli.arguments"))
        self.options = self.add_argument_group(words("cli.options"))
        self.options.add_argument("-h", "--help", action="help", help=words("cli.help.help"))

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line, and end with 2."""
        self.exit(MISTAKE, f"{self.words('cli.mistake', message=printable(message), command=self.prog)}\n")


class _Formatter(argparse.HelpFormatter):
    """What writes the help, beginning it in the language of `words`."""

    def __init__(self, words: Words, prog: str) -> None:
        super().__init__(prog)
        self.words = words

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """Begin with the word for usage."""
        super().add_usage(usage, actions, groups, self.words("cli.usage") if prefix is None else prefix)


def grammar(words: Words, runs: Mapping[str, Callable[..., int]]) -> argparse.ArgumentParser:
    """Make the grammar of the command line; `runs` does each command, and without one "play"."""
    parser = _Parser(words, prog="cucco-tui", description=words("cli.description"))
    parser.options.add_argument("--version", action="version", version=VERSION, help=words("cli.help.version"))
    parser.set_defaults(run=runs["play"])
    commands = parser.add_subparsers(title=words("cli.commands"), metavar="COMMAND")

    def command(name: str) -> _Parser:
        told = words(f"cli.command.{name}")
        added = commands.add_parser(name, words=words, help=told, description=told)
        added.set_defaults(run=runs[name])
        return added

    command("play")
    games = command("games")
    replay = command("replay")
    check = command("check")
    for reads in (replay, check):
        reads.needed.add_argument("files", nargs="+", metavar="FILE", help=words("cli.help.files"))
    command("cards").needed.add_argument("files", nargs="+", metavar="FILE", help=words("cli.help.card-files"))
    simulate = command("simulate")
    _add_simulate(simulate, words)
    rules = command("rules")
    rules.needed.add_argument("game", metavar="GAME", help=words("cli.help.game"))
    rules.options.add_argument("--language", choices=LANGUAGES, help=words("cli.help.language"))
    stats = command("stats")
    form = stats.options.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help=words("cli.help.csv"))
    for options in (games.options, replay.options, check.options, simulate.options, form):
        options.add_argument("--json", action="store_true", help=words("cli.help.json"))
    return parser


def _add_simulate(simulate: _Parser, words: Words) -> None:
    """Say what `simulate` needs to know."""
    count, option = partial(_count, words), simulate.options.add_argument
    simulate.needed.add_argument("game", metavar="GAME", help=words("cli.help.game"))
    option("--seats", required=True, type=count, metavar="N", help=words("cli.help.seats"))
    how_long = simulate.options.add_mutually_exclusive_group(required=True)
    how_long.add_argument("--deals", type=count, metavar="N", help=words("cli.help.deals"))
    how_long.add_argument("--matches", type=count, metavar="N", help=words("cli.help.matches"))
    option("--bots", required=True, metavar="NAME[,NAME..]", help=words("cli.help.bots"))
    option("--seed", required=True, metavar="S", help=words("cli.help.seed"))
    option("--sims", type=count, default=SIMULATIONS, metavar="N", help=words("cli.help.sims", sims=SIMULATIONS))
    option("--preset", metavar="P", help=words("cli.help.preset"))
    rule = partial(_rule, words)
    option(
        "--rules", nargs="+", action="extend", default=[], type=rule, metavar="KEY=VALUE", help=words("cli.help.rules")
    )


def _count(words: Words, text: str) -> int:
    """Read a number from 1 up."""
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER and int(text)):
        raise argparse.ArgumentTypeError(words("cli.no-count", text=text))
    return int(text)


def _rule(words: Words, text: str) -> "tuple[str, Value]":
    """Read a house rule and its value: true, false, null, a number or a word."""
    name, equals, value = printable(text).partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(words("cli.no-rule", text=text))
    known: dict[str, Value] = {"true": True, "false": False, "null": None}
    if value in known:
        return name, known[value]
    is_number = value.isascii() and value.removeprefix("-").isdecimal() and len(value) <= LONGEST_NUMBER
    return name, int(value) if is_number else value
