"""The rooms of the house, seen at run time: who loads whom, and what is not loaded until it is needed.

The import contracts are checked on the source by a linter; here the installed package is started and looked at.
"""

import ast
import subprocess
import sys
from importlib.resources import as_file, files

import pytest

START = """
import sys
{code}
print(*sorted(sys.modules))
"""


def loaded(code: str) -> set[str]:
    """Run `code` in a Python of its own and give the modules it ends with."""
    # -P: the folder we stand in must not be taken for the installed package.
    done = subprocess.run(
        [sys.executable, "-P", "-c", START.format(code=code)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


def roots(modules: set[str]) -> set[str]:
    """Shorten to the top packages, and to the rooms of ours."""
    return {".".join(name.split(".")[: 2 if name.startswith("cucco_tui.") else 1]) for name in modules}


def import_all(room: str) -> str:
    return f"""
import importlib, pkgutil
room = importlib.import_module("cucco_tui.{room}")
for module in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
    importlib.import_module(module.name)
"""


def command(*arguments: str) -> str:
    return f"""
sys.argv = ["cucco-tui", *{list(arguments)!r}]
from cucco_tui.cli import main
code = main()
assert code == 0, code
"""


ROOMS_BELOW = {
    "cards": set[str](),
    "locale": set[str](),
    "rulebook": set[str](),
    "engine": {"cards"},
    "games": {"cards", "engine"},
    "bots": {"cards", "engine", "games"},
    "storage": {"cards", "engine"},
}


@pytest.mark.parametrize("room", ROOMS_BELOW)
def test_a_room_loads_only_the_rooms_below_it(room: str) -> None:
    ours = {name for name in roots(loaded(import_all(room))) if name.startswith("cucco_tui.")}
    assert ours - {f"cucco_tui.{below}" for below in ROOMS_BELOW[room]} == {f"cucco_tui.{room}"}


@pytest.mark.parametrize("room", ROOMS_BELOW)
def test_only_the_screen_loads_textual(room: str) -> None:
    assert roots(loaded(import_all(room))).isdisjoint({"textual", "rich"})


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_a_short_answer_starts_nothing(argument: str) -> None:
    assert roots(loaded(command(argument))).isdisjoint(
        {"asyncio", "cucco_tui.bots", "cucco_tui.games", "cucco_tui.tui", "filelock", "pydantic", "rich", "textual"}
    )


def test_a_command_without_a_screen_loads_no_textual() -> None:
    assert roots(loaded(command("games"))).isdisjoint({"cucco_tui.tui", "rich", "textual"})


def test_the_table_of_games_does_not_wait_for_pydantic() -> None:
    assert "pydantic" not in roots(loaded(import_all("games")))


def test_the_screen_knows_games_by_their_views_only() -> None:
    states: list[str] = []
    with as_file(files("cucco_tui")) as package:
        modules = sorted((package / "tui").rglob("*.py"))
        for path in modules:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cucco_tui.games"):
                    states += [f"{path.name}: {name.name}" for name in node.names if name.name.endswith("State")]
    assert modules
    assert states == []
