"""The settings: what is remembered, what a wrong file does, and that reading them costs nothing."""

import errno
import os
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cucco_tui.engine.state import Reason
from cucco_tui.storage.settings import MOST_NAMES, Settings, load_settings, save_settings, settings_path

SETUP = {
    "preset": "fast",
    "rules": {"tokens": 5, "fast": True, "target": None},
    "players": ["Anna", "Bea"],
    "bots": {"1": "careful"},
    "nothing": {},
}


def write(text: str) -> Path:
    path = settings_path()
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_all_is_as_usual_and_none_is_made(home: Path) -> None:
    assert load_settings() == (Settings(), [])
    assert list(home.iterdir()) == []
    assert Settings() == Settings("auto", "auto", "auto", True, 120, 0.8, (), {})


def test_what_is_saved_is_loaded() -> None:
    settings = Settings("it", "ascii", "nord", False, 0, 2.5, ("Bea", "Anna"), {"cuckoo": SETUP, "coch": {}})
    assert save_settings(settings) is None
    assert load_settings() == (settings, [])
    assert settings_path().stat().st_mode & 0o777 == 0o600


def test_the_file_is_plain_toml() -> None:
    save_settings(Settings(names=("Anna",), setups={"cuckoo": {"preset": "fast"}}))
    assert tomllib.loads(settings_path().read_text(encoding="utf-8")) == {
        "language": "auto",
        "faces": "auto",
        "theme": "auto",
        "motion": True,
        "cover_after": 120,
        "bot_pace": 0.8,
        "names": ["Anna"],
        "setup": {"cuckoo": {"preset": "fast"}},
    }


def test_a_part_of_a_file_is_enough() -> None:
    write('language = "it"\nbot_pace = 2\n')
    assert load_settings() == (Settings(language="it", bot_pace=2.0), [])


def test_who_played_last_is_named_first_and_once() -> None:
    settings = Settings().with_names(["Anna", "Bea"]).with_names(["  ciro\u202e ", "", "BEA"])
    assert settings.names == ("ciro", "BEA", "Anna")
    many = settings.with_names(str(number) for number in range(100))
    assert many.names == tuple(str(number) for number in range(MOST_NAMES))


def test_names_from_the_file_are_cleaned() -> None:
    write('names = ["A\\u001b[31m", "", "a[31m", "B\\nC"]')
    assert load_settings()[0].names == ("A[31m", "B C")


def test_a_set_up_is_remembered_by_game() -> None:
    settings = Settings().with_setup("cuckoo", {"a": 1}).with_setup("coch", {"b": 2}).with_setup("cuckoo", SETUP)
    assert settings.setups == {"cuckoo": SETUP, "coch": {"b": 2}}


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ('language = "de"', "language", "de"),
        ("language = 1", "language", "1"),
        ('faces = ["ascii"]', "faces", '["ascii"]'),
        ('theme = ""', "theme", ""),
        ('theme = "\\u001b[31m"', "theme", "[31m"),
        ("motion = 1", "motion", "1"),
        ('motion = "no"', "motion", "no"),
        ("cover_after = -1", "cover_after", "-1"),
        ("cover_after = true", "cover_after", "true"),
        ("cover_after = 1.5", "cover_after", "1.5"),
        ("bot_pace = 5.1", "bot_pace", "5.1"),
        ("bot_pace = -0.1", "bot_pace", "-0.1"),
        ("bot_pace = nan", "bot_pace", "NaN"),
        ("bot_pace = true", "bot_pace", "true"),
        ('names = "Anna"', "names", "Anna"),
        ("names = [1]", "names", "[1]"),
        ("setup = 3", "setup", "3"),
        ("setup.cuckoo = 3", "setup", '{"cuckoo": 3}'),
        (f'theme = ["{"x" * 99}"]', "theme", '["' + "x" * 37 + "…"),
    ],
)
def test_a_wrong_value_is_told_and_the_others_hold(line: str, name: str, value: str) -> None:
    path = write(f'{line}\nextra = "kept"\n' + ("" if name == "cover_after" else "cover_after = 7\n"))
    settings, troubles = load_settings()
    assert troubles == [Reason("settings.wrong-value", {"file": str(path), "name": name, "value": value})]
    assert settings == (Settings() if name == "cover_after" else Settings(cover_after=7))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b'theme = "a"\nmotion = yes\n', 2),
        (b'theme = "a"\n\ntheme = "b"\n', 3),
        (b'\n\n\ntheme = "a', 4),
        (b'theme = """a\n\n\n', 1),
        (b"names = [\n", 1),
        (b'a = 1\nb = "\xff"\n', 2),
        (b"a = [" + b"[" * 10_000, 1),
        (b"a = " + b"1" * 5_000, 1),
        (b"\0", 1),
    ],
)
def test_a_broken_file_is_told_with_its_line(text: bytes, line: int) -> None:
    settings_path().write_bytes(text)
    settings, troubles = load_settings()
    assert settings == Settings()
    assert troubles == [Reason("settings.broken", {"file": str(settings_path()), "line": line})]


@given(st.binary(max_size=200) | st.text(alphabet='abc=[]{}"\n#1.', max_size=200).map(str.encode))
def test_no_file_is_so_bad_that_loading_or_saving_fails(content: bytes) -> None:
    settings_path().write_bytes(content)
    settings, troubles = load_settings()
    told = save_settings(settings)
    assert (told is None) == (not troubles)
    if told is not None:
        assert Path(str(told.args["file"])).read_bytes() == content
    assert load_settings() == (settings, [])
    settings_path().unlink()


@pytest.mark.parametrize("text", ["theme = 1\nmine = 2\n", "what is this"])
def test_a_file_with_a_fault_is_kept_aside(home: Path, text: str) -> None:
    path = write(text)
    settings, _ = load_settings()
    assert path.read_text(encoding="utf-8") == text
    assert save_settings(settings) == Reason("settings.kept", {"file": f"{path}.damaged"})
    assert Path(f"{path}.damaged").read_text(encoding="utf-8") == text
    assert load_settings() == (Settings(), [])
    assert save_settings(settings) is None
    assert sorted(item.name for item in home.iterdir()) == ["settings.toml", "settings.toml.damaged"]


def test_a_file_that_cannot_be_read_is_kept_aside(home: Path) -> None:
    settings_path().mkdir()
    _, (trouble,) = load_settings()
    assert trouble.key == "settings.unreadable"
    told = save_settings(Settings())
    assert told is not None
    assert told.key == "settings.kept"
    assert (home / "settings.toml.damaged").is_dir()


def test_what_we_do_not_know_stays_in_the_file() -> None:
    write('newer = true\n[setup.gnaf]\nsalt = 1979-05-27\n[table]\na = [1, {b = "c"}]\n')
    settings, troubles = load_settings()
    assert troubles == []
    assert save_settings(replace(settings, motion=False).with_setup("cuckoo", SETUP)) is None
    values = tomllib.loads(settings_path().read_text(encoding="utf-8"))
    assert values["newer"] is True
    assert values["table"] == {"a": [1, {"b": "c"}]}
    assert str(values["setup"]["gnaf"]["salt"]) == "1979-05-27"
    assert load_settings()[0].motion is False


def test_a_file_that_begins_as_on_windows_is_read() -> None:
    settings_path().write_bytes(b'\xef\xbb\xbflanguage = "it"\r\n')
    assert load_settings() == (Settings(language="it"), [])


def test_a_link_stays_a_link(home: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('language = "it"')
    settings_path().symlink_to(tmp_path / "mine.toml")
    assert save_settings(load_settings()[0]) is None
    assert settings_path().is_symlink()
    assert tomllib.loads((tmp_path / "mine.toml").read_text(encoding="utf-8"))["motion"] is True


@pytest.mark.parametrize("text", ["", "language = 'it'", "oops"])
@pytest.mark.parametrize("function", ["pwrite", "fsync", "replace"])
def test_what_cannot_be_written_is_told_and_the_old_file_stays(
    home: Path, monkeypatch: pytest.MonkeyPatch, function: str, text: str
) -> None:
    path = write(text)

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, function, refuse)
    assert save_settings(Settings()) == Reason("settings.no-space", {"file": str(path), "error": "full"})
    assert path.read_text(encoding="utf-8") == text
    assert list(home.iterdir()) == [path]


def test_who_has_no_home_has_settings_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CUCCO_TUI_HOME")
    monkeypatch.setattr("platformdirs.user_config_path", lambda _: Path("~/.config/cucco-tui"))
    assert load_settings() == (Settings(), [])
    told = save_settings(Settings())
    assert told is not None
    assert told.key == "settings.missing"


@pytest.mark.parametrize("text", [None, 'language = "it"\n'])
def test_reading_loads_nothing_slow(home: Path, text: str | None) -> None:
    if text:
        write(text)
    code = "from cucco_tui.storage.settings import load_settings\nload_settings()\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-P", "-c", code], check=True, capture_output=True, text=True)
    loaded = set(done.stdout.split())
    assert loaded.isdisjoint({"asyncio", "filelock", "json", "platformdirs", "pydantic", "tempfile", "tomli_w"})
    assert ("tomllib" in loaded) == (text is not None)
