"""The list of matches, and how one comes in, goes out and is thrown away."""

import errno
import json
import os
import shutil
from pathlib import Path

import pytest

from cucco_tui.engine.game import Game
from cucco_tui.engine.record import Header, read_record
from cucco_tui.engine.state import Over, Reason, Shuffle, Turn
from cucco_tui.games import find_game
from cucco_tui.storage.files import StorageTrouble
from cucco_tui.storage.folder import matches_folder
from cucco_tui.storage.match_file import MatchBusy, MatchFile, Status
from cucco_tui.storage.matches import SavedMatch, delete_match, export_match, import_match, list_matches, saved_matches
from tests.storage.saving import NewMatch, Play, save


def put(name: str, content: bytes) -> Path:
    path = matches_folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def only() -> SavedMatch:
    (saved,) = list_matches(find_game)
    return saved


def everything(folder: Path) -> dict[str, object]:
    return {
        str(path): (path.stat().st_mtime_ns, path.read_bytes() if path.is_file() else None)
        for path in folder.rglob("*")
    }


# The list


def test_without_a_folder_there_are_no_matches_and_none_is_made(home: Path) -> None:
    assert list_matches(find_game) == []
    assert list(home.iterdir()) == []


def test_without_a_home_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CUCCO_TUI_HOME")
    monkeypatch.setattr("platformdirs.user_data_path", lambda _: Path("~/nowhere"))
    assert list_matches(find_game) == []


def test_a_match_tells_what_it_is_and_how_it_stands(new_match: NewMatch, play: Play) -> None:
    match = play(new_match("Anna", "Bea", "Ciro", tokens=2, created="2026-11-29T20:15:00"), 2)
    path = save(match)
    saved = only()
    assert saved.path == path
    assert saved.modified == path.stat().st_mtime
    assert saved.status is Status.WAITING
    assert saved.header is not None
    assert saved.header.names == ("Anna", "Bea", "Ciro")
    assert saved.header.model_extra == {"created": "2026-11-29T20:15:00"}
    assert (saved.header.game, saved.preset, saved.rules) == ("cuckoo", "cuckoo", {"tokens": 2})
    assert saved.deal == 1
    assert saved.waiting == match.waiting
    assert isinstance(saved.waiting, Turn)
    assert saved.trouble is None


def test_rules_that_say_what_the_preset_says_anyhow_are_not_told(new_match: NewMatch) -> None:
    save(new_match(tokens=3))
    assert only().rules == {}


def test_a_match_that_is_over_tells_who_won(new_match: NewMatch, play: Play) -> None:
    match = play(new_match())
    save(match)
    assert only().status is Status.OVER
    assert only().waiting == match.waiting
    assert isinstance(match.waiting, Over)


def test_a_match_that_has_not_begun_waits_for_its_first_shuffle(new_match: NewMatch) -> None:
    save(new_match())
    assert (only().status, only().deal, only().waiting) == (Status.WAITING, 1, Shuffle())


def test_the_last_played_comes_first(new_match: NewMatch) -> None:
    paths = [save(new_match()) for _ in range(5)]
    for when, path in zip((300, 500, 100, 400, 200), paths, strict=True):
        os.utime(path, (when, when))
    assert [saved.modified for saved in list_matches(find_game)] == [500, 400, 300, 200, 100]


def test_who_needs_one_match_reads_one_file(new_match: NewMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(5):
        save(new_match())
    asked: list[str] = []

    def find(name: str) -> Game:
        asked.append(name)
        return find_game(name)

    next(saved_matches(find))
    assert asked == ["cuckoo"]


@pytest.mark.parametrize(
    ("change", "status", "cause", "deal"),
    [
        (("{", "("), Status.DAMAGED, "record.none", None),
        (('"dealer":0', '"dealer":[]'), Status.DAMAGED, "record.header", None),
        (('"record":1', '"record":7'), Status.NEWER, "record.newer", None),
        (('"game":"cuckoo"', '"game":"gnaf"'), Status.UNPLAYABLE, "setup.game", None),
        (('"tokens":3', '"tokens":10'), Status.UNPLAYABLE, "setup.rule-value", None),
        (('"do"', '"did"'), Status.DAMAGED, "record.no-action", 1),
        (('"seat":2', '"seat":0'), Status.DAMAGED, "reason.not-your-turn", 1),
        (('"Kd"', '"Ks"'), Status.DAMAGED, "reason.pack-twice", 1),
    ],
)
def test_what_cannot_be_played_says_why(
    new_match: NewMatch, play: Play, change: tuple[str, str], status: Status, cause: str, deal: int | None
) -> None:
    path = save(play(new_match(), 4))
    path.write_text(path.read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    before = everything(matches_folder())
    saved = only()
    assert saved.status is status
    assert saved.trouble is not None
    assert saved.trouble.key == f"save.{status}"
    assert saved.trouble.args["file"] == str(path)
    assert saved.cause is not None
    assert saved.cause.key == cause
    assert saved.deal == deal
    assert everything(matches_folder()) == before


def test_the_list_changes_nothing_and_stumbles_over_nothing(home: Path, new_match: NewMatch, play: Play) -> None:
    good = save(play(new_match(), 5))
    torn = put("torn.jsonl", good.read_bytes() + b'{"seat":')
    for number, content in enumerate([b"", b"\n\n", b"\0" * 1000, b"\xff\xfe", b"[]", b"{}", b"[" * 100_000]):
        put(f"bad-{number}.jsonl", content)
    put("notes.txt", b"")
    put("old.jsonl.damaged", b"")
    put(f"{good.name}.lock", b"")
    put(f".{good.name}.new-0123", b"")
    (matches_folder() / "folder.jsonl").mkdir()
    (matches_folder() / "dangling.jsonl").symlink_to("nowhere")
    (matches_folder() / "round.jsonl").symlink_to("round.jsonl")
    os.mkfifo(matches_folder() / "pipe.jsonl")
    before = {path.name for path in matches_folder().iterdir()}, good.read_bytes(), torn.read_bytes()
    found = {saved.path.name: saved.status for saved in list_matches(find_game)}
    assert found == {
        good.name: Status.WAITING,
        "torn.jsonl": Status.WAITING,
        **{f"bad-{number}.jsonl": Status.DAMAGED for number in range(7)},
    }
    assert ({path.name for path in matches_folder().iterdir()}, good.read_bytes(), torn.read_bytes()) == before


def test_a_file_that_may_not_be_read_is_told(new_match: NewMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(new_match())

    def refuse(_: Path) -> bytes:
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert only().status is Status.UNPLAYABLE
    assert only().trouble == Reason("disk.no-permission", {"file": str(path), "error": "no"})


def test_a_file_that_vanishes_is_left_out(new_match: NewMatch) -> None:
    save(new_match())
    save(new_match())
    matches = saved_matches(find_game)
    next(matches)
    shutil.rmtree(matches_folder())
    assert list(matches) == []


def test_a_fault_of_ours_hides_no_other_match(new_match: NewMatch) -> None:
    save(new_match())
    odd = save(new_match("Zoe", "B", "C"))

    def find(name: str) -> Game:
        if not asked:
            asked.append(name)
            raise RuntimeError("a bug")
        return find_game(name)

    asked: list[str] = []
    os.utime(odd, (2**32, 2**32))
    first, second = list_matches(find)
    assert (first.status, first.trouble) == (
        Status.UNPLAYABLE,
        Reason("save.unplayable", {"file": str(odd), "line": 1}),
    )
    assert second.status is Status.WAITING


def test_nothing_in_the_list_shows_a_card(new_match: NewMatch, play: Play) -> None:
    match = play(new_match("X", "Y", "Z"), 2)
    save(match)
    told = repr(only())
    assert not [card for card in match.preset.pack.cards if f"'{card}'" in told]


# Out, in and away


def test_an_exported_match_is_a_record_like_any_other(new_match: NewMatch, play: Play, tmp_path: Path) -> None:
    match = play(new_match(), 5)
    path = save(match)
    assert export_match(path, tmp_path / "ours.jsonl") == tmp_path / "ours.jsonl"
    assert (tmp_path / "ours.jsonl").read_text(encoding="utf-8") == match.record().text()
    assert export_match(path, tmp_path) == tmp_path / path.name


def test_a_match_can_be_exported_while_it_is_played(new_match: NewMatch, play: Play, tmp_path: Path) -> None:
    match = new_match()
    file = MatchFile.create(match, lambda _: None)
    play(match, 3)
    assert file.path is not None
    with file.path.open("ab") as half:
        half.write(b'{"seat":1')
    export_match(file.path, tmp_path / "copy")
    assert (tmp_path / "copy").read_text(encoding="utf-8") == match.record().text()
    file.close()


def test_a_damaged_file_is_exported_as_it_is(tmp_path: Path) -> None:
    export_match(put("x.jsonl", b"\xffoops"), tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == b"\xffoops"


def test_an_export_takes_no_others_place(new_match: NewMatch, tmp_path: Path) -> None:
    path = save(new_match())
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(StorageTrouble) as caught:
        export_match(path, tmp_path / "mine")
    assert caught.value.reason == Reason("export.exists", {"file": str(tmp_path / "mine")})
    assert (tmp_path / "mine").read_text() == "mine"


def test_an_export_that_fails_leaves_nothing(
    new_match: NewMatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(new_match())

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(StorageTrouble) as caught:
        export_match(path, tmp_path / "copy")
    assert caught.value.reason.key == "disk.no-space"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("target", ["no/such/folder/x", "zero\0"])
def test_an_export_to_nowhere_is_told(new_match: NewMatch, tmp_path: Path, target: str) -> None:
    path = save(new_match())
    with pytest.raises(StorageTrouble) as caught:
        export_match(path, tmp_path / target)
    assert caught.value.reason.key in {"disk.missing", "disk.failed"}
    with pytest.raises(StorageTrouble):
        export_match(tmp_path / "nothing", tmp_path / "copy")


def test_an_imported_match_is_marked_and_can_be_played_on(new_match: NewMatch, play: Play, tmp_path: Path) -> None:
    match = play(new_match("Anna", "Bea", "Ciro"), 5)
    source = tmp_path / "Anna and Bea.jsonl"
    text = match.record().text()
    source.write_text(text[:-1].replace('{"record"', '{"odd": null,"record"') + "\r\n{half", encoding="utf-8")
    path = import_match(source, find_game)
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(header) == {"odd": None, **json.loads(match.header.line()), "imported": True}
    assert lines == match.lines
    assert path.parent == matches_folder()
    assert "Anna" not in path.name
    assert only().status is Status.WAITING
    file, again = MatchFile.open(path, find_game, lambda _: None)
    play(again, 3)
    file.close()
    assert isinstance(again.header, Header)
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[0])["imported"] is True


def test_a_match_may_be_imported_twice(new_match: NewMatch, tmp_path: Path) -> None:
    source = export_match(save(new_match()), tmp_path / "x")
    assert import_match(source, find_game) != import_match(source, find_game)
    assert len(list_matches(find_game)) == 3


@pytest.mark.parametrize(
    ("change", "key", "cause"),
    [
        (("{", "("), "import.damaged", "record.none"),
        (('"record":1', '"record":2'), "import.newer", "record.newer"),
        (("cuckoo", "gnaf"), "import.unplayable", "setup.game"),
        (('"seat":1', '"seat":2'), "import.damaged", "reason.not-your-turn"),
    ],
)
def test_what_cannot_be_played_is_not_imported(
    home: Path, new_match: NewMatch, play: Play, tmp_path: Path, change: tuple[str, str], key: str, cause: str
) -> None:
    source = tmp_path / "x"
    text = play(new_match(), 3).record().text().replace(*change)
    source.write_text(text, encoding="utf-8")
    with pytest.raises(StorageTrouble) as caught:
        import_match(source, find_game)
    assert caught.value.reason.key == key
    assert caught.value.reason.args["file"] == str(source)
    assert caught.value.cause is not None
    assert caught.value.cause.key == cause
    assert source.read_text(encoding="utf-8") == text
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("name", ["nothing", ".", "pipe"])
def test_what_is_no_file_is_not_imported(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StorageTrouble) as caught:
        import_match(tmp_path / name, find_game)
    assert caught.value.reason.key == ("disk.missing" if name == "nothing" else "disk.failed")


def test_an_import_without_room_leaves_nothing(
    home: Path, new_match: NewMatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "x").write_text(new_match().record().text())

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "pwrite", refuse)
    with pytest.raises(StorageTrouble) as caught:
        import_match(tmp_path / "x", find_game)
    assert caught.value.reason.key == "disk.no-space"
    assert [path for path in home.rglob("*") if path.is_file()] == []


def test_a_deleted_match_is_gone_and_no_other(new_match: NewMatch) -> None:
    first, second = save(new_match()), save(new_match())
    put(f".{first.name}.new-0123", b"half")
    delete_match(first)
    assert list(matches_folder().iterdir()) == [second]


def test_a_match_that_is_played_is_not_deleted(new_match: NewMatch, play: Play) -> None:
    match = new_match()
    file = MatchFile.create(match, lambda _: None)
    assert file.path is not None
    with pytest.raises(MatchBusy):
        delete_match(file.path)
    play(match, 2)
    file.close()
    assert read_record(file.path.read_bytes()).lines == match.lines
    delete_match(file.path)
    assert list(matches_folder().iterdir()) == []


@pytest.mark.parametrize("name", ["gone.jsonl", "no/folder.jsonl"])
def test_what_is_not_there_cannot_be_deleted(new_match: NewMatch, name: str) -> None:
    path = save(new_match())
    with pytest.raises(StorageTrouble) as caught:
        delete_match(path.parent / name)
    assert caught.value.reason.key == "disk.missing"
    assert list(matches_folder().iterdir()) == [path]
