"""What a stranger installs: the package with all its files, the command, and a README that tells the truth."""

import json
import re
import subprocess
import sysconfig
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.resources import as_file, files
from pathlib import Path

import pytest

import cucco_tui

TREE = Path(__file__).parent.parent
README = (TREE / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def installed() -> Distribution:
    try:
        return distribution("cucco-tui")
    except PackageNotFoundError:
        pytest.skip("cucco-tui is not installed, only imported from a folder")


@pytest.fixture
def command(installed: Distribution) -> Path:
    assert installed.entry_points
    return Path(sysconfig.get_path("scripts")) / "cucco-tui"


def run(command: Path, *arguments: str, folder: Path) -> str:
    """Run the installed command in an empty folder, without a terminal, and give what it printed."""
    done = subprocess.run(
        [command, *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def shown_command(name: str) -> list[str]:
    """Give the lines of the README's block marked `<!-- command: name -->`."""
    found = re.findall(rf"<!-- command: {name} -->\n```sh\n(.*?)```", README, re.DOTALL)
    assert len(found) == 1
    return str(found[0]).splitlines()


def test_the_metadata_is_the_packages_own(installed: Distribution) -> None:
    assert installed.version == cucco_tui.__version__
    assert installed.metadata["Requires-Python"] == ">=3.11"
    (script,) = installed.entry_points
    assert (script.group, script.name, script.value) == ("console_scripts", "cucco-tui", "cucco_tui.cli:main")


def test_the_version_is_told(command: Path, tmp_path: Path) -> None:
    assert run(command, "--version", folder=tmp_path).split()[-1] == cucco_tui.__version__


def test_the_help_names_the_commands_of_the_readme(command: Path, tmp_path: Path) -> None:
    told = run(command, "--help", folder=tmp_path)
    named = set(re.findall(r"`cucco-tui ([a-z]+)", README))
    assert named == {"cards", "check", "games", "replay", "rules", "simulate", "stats"}
    for name in sorted(named):
        assert re.search(rf"\b{name}\b", told)
        assert name in run(command, name, "--help", folder=tmp_path)


def test_the_installed_files_are_those_of_the_tree() -> None:
    """No file is lost on the way into the package, and no older package is being tested.

    A package imported from a folder holds no assets of its own and reads those beside it.
    """
    wanted = {path.relative_to(TREE): path for path in (TREE / "cucco_tui").rglob("*") if path.is_file()}
    with as_file(files("cucco_tui")) as package:
        if package.resolve() != (TREE / "cucco_tui").resolve():
            wanted |= {"cucco_tui" / path.relative_to(TREE): path for path in (TREE / "assets").rglob("*")}
        for relative, path in wanted.items():
            if "__pycache__" in relative.parts or not path.is_file():
                continue
            twin = package.parent / relative
            assert twin.is_file(), f"{relative} is not installed"
            assert twin.read_bytes() == path.read_bytes(), f"{relative} is another one: install again"


@pytest.mark.parametrize("name", ["play", "test"])
def test_the_readme_has_one_line_to_copy(name: str) -> None:
    (line,) = shown_command(name)
    assert ".venv/bin/pip install " in line


def test_the_readme_names_every_game_and_preset(command: Path, tmp_path: Path) -> None:
    games = json.loads(run(command, "games", "--json", folder=tmp_path))
    assert games
    for game in games:
        assert game["name"] in README
        for preset in game["presets"]:
            assert f"`{preset['id']}`" in README


def test_the_readme_points_at_files_that_exist() -> None:
    for path in ("assets/cards.txt", "CHANGELOG.md", "LICENSE", ".ci/run"):
        assert f"`{path}`" in README
        assert (TREE / path).is_file()
