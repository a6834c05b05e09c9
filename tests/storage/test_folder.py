"""Where files go, and who may look into them."""

import errno
import os
import stat
from pathlib import Path

import platformdirs
import pytest

from cucco_tui.storage.files import StorageTrouble, disk_reason, keep_aside, read_file, write_new, write_whole
from cucco_tui.storage.folder import config_folder, data_folder, make_private, matches_folder


def test_one_variable_names_the_folder_of_everything(home: Path) -> None:
    assert data_folder() == config_folder() == home
    assert matches_folder() == home / "matches"


def test_without_it_the_system_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CUCCO_TUI_HOME")
    assert data_folder() == platformdirs.user_data_path("cucco-tui")
    assert config_folder() == platformdirs.user_config_path("cucco-tui")


def test_a_folder_near_by_stays_where_it_is_when_the_program_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CUCCO_TUI_HOME", "here")
    assert data_folder() == tmp_path / "here"


def test_who_has_no_home_has_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CUCCO_TUI_HOME")
    monkeypatch.setattr(platformdirs, "user_data_path", lambda _: Path("~/.local/share/cucco-tui"))
    with pytest.raises(FileNotFoundError) as caught:
        matches_folder()
    assert disk_reason(caught.value, None, "save").key == "save.missing"


def test_looking_makes_nothing(home: Path) -> None:
    assert matches_folder().parent == home
    assert list(home.iterdir()) == []


def test_new_folders_are_the_players_own_and_old_ones_are_left(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_private(tmp_path / "a" / "b")
    make_private(tmp_path / "a" / "b")
    modes = [stat.S_IMODE(folder.stat().st_mode) for folder in (tmp_path, tmp_path / "a", tmp_path / "a" / "b")]
    assert modes == [0o755, 0o700, 0o700]


def test_a_file_written_whole_is_private_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o644)
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("function", ["pwrite", "fsync", "replace"])
def test_a_file_that_cannot_be_written_whole_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def refuse(*_: object) -> None:
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(os, function, refuse)
    with pytest.raises(OSError, match="broken"):
        write_whole(path, b"new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_takes_no_others_place(tmp_path: Path) -> None:
    write_new(tmp_path / "file", b"first")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "file", b"second")
    assert (tmp_path / "file").read_bytes() == b"first"


def test_what_is_kept_aside_takes_no_others_place(tmp_path: Path) -> None:
    kept: list[str] = []
    for text in ("one", "two", "three"):
        (tmp_path / "file").write_text(text)
        kept.append(keep_aside(tmp_path / "file", "damaged").name)
    assert kept == ["file.damaged", "file.damaged-2", "file.damaged-3"]
    assert [(tmp_path / name).read_text() for name in kept] == ["one", "two", "three"]


def test_only_ordinary_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "endless").open("wb") as endless:
        endless.truncate(2**40)
    keys: dict[str, str] = {}
    for name in ("pipe", "endless", "nowhere", "zero\0", "."):
        with pytest.raises(OSError) as caught:  # noqa: PT011
            read_file(tmp_path / name)
        keys[name] = disk_reason(caught.value, tmp_path / name).key
    assert keys == {
        "pipe": "disk.failed",
        "endless": "disk.too-large",
        "nowhere": "disk.missing",
        "zero\0": "disk.failed",
        ".": "disk.failed",
    }


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, "no-space"),
        (errno.EDQUOT, "no-space"),
        (errno.EFBIG, "no-space"),
        (errno.EROFS, "read-only"),
        (errno.EACCES, "no-permission"),
        (errno.EPERM, "no-permission"),
        (errno.ENOENT, "missing"),
        (errno.ENOTDIR, "missing"),
        (errno.EEXIST, "missing"),
        (errno.E2BIG, "too-large"),
        (errno.EIO, "failed"),
    ],
)
def test_what_the_disk_refuses_has_a_name(number: int, kind: str) -> None:
    reason = disk_reason(OSError(number, "because"), Path("/x"), "save")
    assert reason.key == f"save.{kind}"
    assert reason.args == {"file": "/x", "error": "because"}
    assert str(StorageTrouble(reason)) == reason.key
