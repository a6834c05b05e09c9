"""The file of the match that is being played: what is in it, what may go wrong, and what is told then."""

import errno
import os
import re
import resource
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cucco_tui.engine.match import Match, Step
from cucco_tui.engine.record import Header, read_record
from cucco_tui.engine.state import Action, Reason
from cucco_tui.games import find_game
from cucco_tui.storage import match_file
from cucco_tui.storage.files import StorageTrouble
from cucco_tui.storage.folder import matches_folder
from cucco_tui.storage.match_file import MatchBusy, MatchFile
from cucco_tui.storage.matches import delete_match
from tests.storage.saving import NewMatch, Play

Told = list[Reason]


def path_of(file: MatchFile) -> Path:
    assert file.path is not None
    return file.path


def on_disk(file: MatchFile) -> str:
    return path_of(file).read_text(encoding="utf-8")


def keys(told: Told) -> list[str]:
    return [reason.key for reason in told]


@pytest.fixture
def saved(new_match: NewMatch, play: Play, told: Told) -> Path:
    """Give the file of a match that was left in the middle of its second deal."""
    match = new_match("Anna", "Bea", "Ciro")
    file = MatchFile.create(match, told.append)
    play(match, 6)
    file.close()
    return path_of(file)


# What is in the file


def test_the_file_is_the_record_after_every_step(new_match: NewMatch, play: Play, told: Told) -> None:
    match = new_match()
    file = MatchFile.create(match, told.append)
    assert on_disk(file) == match.record().text()
    for _ in range(30):
        play(match, 1)
        assert on_disk(file) == match.record().text()
    file.close()
    assert on_disk(file) == match.record().text()
    assert told == []
    assert file.trouble is None


def test_it_is_on_the_disk_before_the_next_watcher_hears_of_it(new_match: NewMatch, play: Play, told: Told) -> None:
    match = new_match()
    file = MatchFile.create(match, told.append)
    seen: list[bool] = []
    match.watch(lambda _: seen.append(on_disk(file) == match.record().text()))
    play(match, 5)
    file.close()
    assert seen == [True] * 5


def test_every_step_waits_for_the_disk(
    new_match: NewMatch, play: Play, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = new_match()
    file = MatchFile.create(match, told.append)
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    play(match, 1)
    match.act(Action(1, "stand"))
    assert len(synced) == 2
    match.take_back()
    assert len(synced) == 3
    file.close()


def test_what_is_taken_back_leaves_the_file(new_match: NewMatch, play: Play, told: Told) -> None:
    match = new_match()
    file = MatchFile.create(match, told.append)
    play(match, 1)
    first = on_disk(file)
    for _ in range(3):
        match.act(Action(1, "stand"))
        match.take_back()
        assert on_disk(file) == first
    match.act(Action(1, "stand"))
    match.act(Action(2, "stand"))
    match.take_back()
    match.act(Action(2, "offer"))
    file.close()
    assert on_disk(file) == match.record().text()


def test_a_match_that_has_begun_already_is_written_with_all_its_lines(
    new_match: NewMatch, play: Play, told: Told
) -> None:
    match = play(new_match(), 5)
    file = MatchFile.create(match, told.append)
    file.close()
    assert on_disk(file) == match.record().text()


def test_names_are_in_the_file_and_not_in_its_name(home: Path, new_match: NewMatch, play: Play, told: Told) -> None:
    match = new_match("Anna", "Dorotea", "Ciro")
    first, second = MatchFile.create(match, told.append), MatchFile.create(new_match(), told.append)
    play(match, 3)
    assert path_of(first) != path_of(second)
    for path in home.rglob("*"):
        assert path.parent == home or re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}-[0-9a-f]{6}\.jsonl(\.lock)?", path.name)
    assert "Dorotea" in on_disk(first)
    first.close()
    second.close()


def test_only_the_player_may_read_it(home: Path, new_match: NewMatch, play: Play, told: Told) -> None:
    match = new_match()
    file = MatchFile.create(match, told.append)
    play(match, 3)
    assert {stat.S_IMODE(path.stat().st_mode) for path in home.rglob("*") if path.is_file()} == {0o600}
    assert stat.S_IMODE((home / "matches").stat().st_mode) == 0o700
    file.close()


def test_nothing_is_left_beside_a_closed_file(home: Path, saved: Path) -> None:
    assert list((home / "matches").iterdir()) == [saved]


def test_a_closed_file_takes_no_step(new_match: NewMatch, told: Told) -> None:
    file = MatchFile.create(new_match(), told.append)
    file.close()
    file.close()
    with pytest.raises(ValueError, match="closed"):
        file.follow(Step("{}"))


def test_half_a_letter_does_not_stop_the_saving(told: Told) -> None:
    match = Match(find_game("cuckoo"), Header(game="cuckoo", players=("A\ud83d", "B", "C")))
    file = MatchFile.create(match, told.append)
    file.close()
    assert told == []
    assert '"A\\ud83d"' in on_disk(file)


# Opening


def test_a_match_is_played_on_where_it_was_left(saved: Path, play: Play, told: Told) -> None:
    before = saved.read_text(encoding="utf-8")
    file, match = MatchFile.open(saved, find_game, told.append)
    assert saved.read_text(encoding="utf-8") == before == match.record().text()
    play(match, 7)
    file.close()
    assert on_disk(file) == match.record().text()
    assert on_disk(file).startswith(before)
    assert told == []


def test_keys_that_we_do_not_know_stay_as_they_are(saved: Path, play: Play, told: Told) -> None:
    header, rest = saved.read_text(encoding="utf-8").split("\n", 1)
    odd = '{"note": null, "twice":1,"twice":2, "weight": 1.50, "when":{"day" : [3]},' + header[1:]
    rest = rest.replace('"do"', '"why":"\\u00e8","do"', 1)
    saved.write_text(f"{odd}\n{rest}", encoding="utf-8")
    file, match = MatchFile.open(saved, find_game, told.append)
    play(match, 1)
    file._write_whole()  # also when it is written anew
    file.close()
    assert on_disk(file) == f"{odd}\n{rest}{match.lines[-1]}\n"


def test_a_file_cut_off_at_any_byte_loses_one_line(saved: Path, play: Play, told: Told) -> None:
    data = saved.read_bytes()
    header = data.index(b"\n")
    for end in range(header, len(data)):
        saved.write_bytes(data[:end])
        file, match = MatchFile.open(saved, find_game, told.append)
        whole = end if data[end : end + 1] == b"\n" else data.rindex(b"\n", 0, end)
        assert saved.read_bytes() == data[:whole] + b"\n"
        play(match, 1)
        file.close()
        assert on_disk(file) == match.record().text()
    assert told == []


@pytest.mark.parametrize("end", [0, 1, 20])
def test_a_file_without_a_whole_header_is_damaged(saved: Path, told: Told, end: int) -> None:
    saved.write_bytes(saved.read_bytes()[:end])
    with pytest.raises(StorageTrouble) as caught:
        MatchFile.open(saved, find_game, told.append)
    assert caught.value.reason == Reason("save.damaged", {"file": f"{saved}.damaged", "line": 1})


def test_a_last_line_without_its_end_is_whole(saved: Path, told: Told) -> None:
    data = saved.read_bytes()
    saved.write_bytes(data[:-1])
    file, _ = MatchFile.open(saved, find_game, told.append)
    file.close()
    assert saved.read_bytes() == data


@pytest.mark.parametrize("tail", [b"\0" * 50, b"\xff\xfe", b"\n\n  \n", b"\n\0\0", b'{"seat":1,"do":"st', b"\r"])
def test_rubbish_at_the_end_is_taken_off(saved: Path, told: Told, tail: bytes) -> None:
    data = saved.read_bytes()
    saved.write_bytes(data + tail)
    file, _ = MatchFile.open(saved, find_game, told.append)
    file.close()
    assert saved.read_bytes() == data
    assert told == []


def test_lines_that_end_as_on_windows_are_played_on(saved: Path, play: Play, told: Told) -> None:
    saved.write_bytes(saved.read_bytes().replace(b"\n", b"\r\n"))
    file, match = MatchFile.open(saved, find_game, told.append)
    play(match, 2)
    file.close()
    assert on_disk(file) == match.record().text()


def break_line(lines: list[bytes]) -> None:
    lines[2] = b"{oops\n"


def act_out_of_turn(lines: list[bytes]) -> None:
    lines[2] = b'{"seat":0,"do":"cut"}\n'


def lose_a_line(lines: list[bytes]) -> None:
    del lines[1]


def break_header(lines: list[bytes]) -> None:
    lines[0] = b"\xff" + lines[0]


def spoil_header(lines: list[bytes]) -> None:
    lines[0] = lines[0].replace(b'"dealer":0', b'"dealer":"nobody"')


DAMAGES = [
    (break_line, 3, "record.broken-line"),
    (act_out_of_turn, 3, "reason.not-your-turn"),
    (lose_a_line, 2, "reason.shuffle-first"),
    (break_header, 1, "record.none"),
    (spoil_header, 1, "record.header"),
    (list[bytes].clear, 1, "record.none"),
]


@pytest.mark.parametrize(("damage", "line", "cause"), DAMAGES)
def test_a_damaged_file_is_moved_aside_and_named(
    saved: Path, told: Told, damage: Callable[[list[bytes]], None], line: int, cause: str
) -> None:
    lines = saved.read_bytes().splitlines(keepends=True)
    damage(lines)
    aside: list[str] = []
    for _ in range(2):
        saved.write_bytes(b"".join(lines))
        with pytest.raises(StorageTrouble) as caught:
            MatchFile.open(saved, find_game, told.append)
        assert caught.value.reason.key == "save.damaged"
        assert caught.value.reason.args["line"] == line
        assert caught.value.cause is not None
        assert caught.value.cause.key == cause
        aside.append(str(caught.value.reason.args["file"]))
    assert aside == [f"{saved}.damaged", f"{saved}.damaged-2"]
    assert all(Path(name).read_bytes() == b"".join(lines) for name in aside)
    assert sorted(map(str, saved.parent.iterdir())) == sorted(aside)


def test_a_damaged_file_that_cannot_be_moved_stays(saved: Path, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    saved.write_bytes(b"oops")

    def refuse(*_: object) -> None:
        raise OSError(errno.EACCES, "no")

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(StorageTrouble) as caught:
        MatchFile.open(saved, find_game, told.append)
    assert caught.value.reason == Reason("save.damaged", {"file": str(saved), "line": 1})
    assert saved.read_bytes() == b"oops"


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('"record":1', '"record":2', "save.newer"),
        ('"game":"cuckoo"', '"game":"poker"', "save.unplayable"),
        ('"tokens":3', '"tokens":99', "save.unplayable"),
        ('"tokens":3', '"beans":3', "save.unplayable"),
    ],
)
def test_a_file_for_another_program_is_left_alone(saved: Path, told: Told, old: str, new: str, key: str) -> None:
    text = saved.read_text(encoding="utf-8").replace(old, new) + "half a li"
    saved.write_text(text, encoding="utf-8")
    with pytest.raises(StorageTrouble) as caught:
        MatchFile.open(saved, find_game, told.append)
    assert caught.value.reason == Reason(key, {"file": str(saved), "line": 1})
    assert saved.read_text(encoding="utf-8") == text
    assert list(saved.parent.iterdir()) == [saved]


@pytest.mark.parametrize("name", ["gone.jsonl", "no/such/folder.jsonl", ""])
def test_what_is_not_there_cannot_be_opened(saved: Path, told: Told, name: str) -> None:
    with pytest.raises(StorageTrouble) as caught:
        MatchFile.open(saved.parent / name, find_game, told.append)
    assert caught.value.reason.key == ("disk.missing" if name else "disk.failed")
    assert told == []
    assert list(saved.parent.iterdir()) == [saved]


@given(st.data())
def test_no_file_is_lost_whatever_is_in_it(data: st.DataObject) -> None:
    """Opening changes or moves a file, but never to less than its whole lines."""
    folder = matches_folder()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    path = folder / "x.jsonl"
    whole = [
        b'{"record":1,"game":"cuckoo","players":["A","B","C"]}',
        b'{"shuffle":[%s]}' % b",".join(b'"%s"' % c.encode() for c in find_game("cuckoo").presets[0].pack.cards),
        b'{"seat":1,"do":"stand"}',
        b'{"seat":2,"do":"stand"}',
    ]
    junk = st.binary(max_size=30) | st.sampled_from([*whole, b"{}", b"null", b'{"record":1}'])
    content = data.draw(
        st.lists(st.sampled_from(whole) | junk, max_size=5).map(b"\n".join) | st.just(b"\n".join(whole))
    )
    path.write_bytes(content)
    try:
        file, match = MatchFile.open(path, find_game, lambda _: None)
    except StorageTrouble as trouble:
        kept = Path(str(trouble.reason.args["file"]))
    else:
        file.close()
        kept, content = path, b"".join(line + b"\n" for line in match_file.whole_lines(content))
        assert len(match.lines) == len(read_record(content).lines)
    assert kept.read_bytes() == content


# When the disk refuses


@contextmanager
def room_for(count: int, number: int = errno.ENOSPC) -> Iterator[None]:
    """Let `count` bytes be written; then the disk says `number`, after taking what there is room for."""
    real = os.pwrite
    left = count

    def write(descriptor: int, data: bytes, offset: int) -> int:
        nonlocal left
        if left <= 0:
            raise OSError(number, os.strerror(number))
        written = real(descriptor, bytes(data)[:left], offset)
        left -= written
        return written

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "pwrite", write)
        yield


def test_a_disk_that_is_full_after_any_byte_loses_nothing(new_match: NewMatch, play: Play) -> None:
    whole = play(new_match(), 6).record().text().encode()
    for count in range(len(whole)):
        told: Told = []
        match = new_match()
        with room_for(count):
            file = MatchFile.create(match, told.append)
            play(match, 6)
            assert keys(told) == ["save.no-space"]
            assert file.trouble == told[0]
            assert match.record().text().encode() == whole
            if file.path is not None and file.path.exists():
                written = file.path.read_bytes()
                assert whole.startswith(written)
                assert written.endswith(b"\n")
        play(match, 1)
        assert keys(told) == ["save.no-space", "save.again"]
        assert file.trouble is None
        assert on_disk(file) == match.record().text()
        file.close()
        path_of(file).unlink()
    assert list(matches_folder().iterdir()) == []


def test_a_disk_that_does_not_even_take_a_line_back(new_match: NewMatch, play: Play, told: Told) -> None:
    match = new_match()
    file = MatchFile.create(match, told.append)
    play(match, 3)

    def refuse(*_: object) -> None:
        raise OSError(errno.EIO, "broken")

    with room_for(10, errno.EIO), pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "ftruncate", refuse)
        play(match, 1)
    torn = path_of(file).read_bytes()
    assert read_record(torn).torn
    assert read_record(torn).lines == match.lines[:-1]
    file.close()
    assert on_disk(file) == match.record().text()
    assert keys(told) == ["save.failed", "save.again"]


@pytest.mark.parametrize("function", ["ftruncate", "fsync"])
def test_a_step_whose_taking_back_fails_is_gone_when_writing_works_again(
    new_match: NewMatch, play: Play, told: Told, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    match = new_match()
    file = MatchFile.create(match, told.append)
    play(match, 1)
    match.act(Action(1, "stand"))

    def refuse(*_: object) -> None:
        raise OSError(errno.EIO, "broken")

    with monkeypatch.context() as patch:
        patch.setattr(os, function, refuse)
        match.take_back()
    assert keys(told) == ["save.failed"]
    assert b"\0" not in path_of(file).read_bytes()
    file.catch_up()
    assert on_disk(file) == match.record().text()
    file.close()


@pytest.mark.parametrize("function", ["open", "pwrite", "fsync", "replace", "mkdir"])
@pytest.mark.parametrize(
    ("number", "key"),
    [
        (errno.EROFS, "save.read-only"),
        (errno.EACCES, "save.no-permission"),
        (errno.EDQUOT, "save.no-space"),
        (errno.EIO, "save.failed"),
    ],
)
def test_whatever_refuses_play_goes_on(
    home: Path, new_match: NewMatch, play: Play, told: Told, function: str, number: int, key: str
) -> None:
    match = new_match()

    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, function, refuse)
        file = MatchFile.create(match, told.append)
        play(match, 9)
    assert keys(told) == [key]
    assert list(home.rglob("*.jsonl")) == []
    file.close()
    assert keys(told) == [key, "save.again"]
    assert on_disk(file) == match.record().text()


def test_a_trouble_that_comes_back_is_told_again(new_match: NewMatch, play: Play, told: Told) -> None:
    match = new_match()
    file = MatchFile.create(match, told.append)
    for _ in range(2):
        with room_for(3):
            play(match, 2)
        play(match, 2)
    file.close()
    assert keys(told) == ["save.no-space", "save.again"] * 2


def test_a_match_closed_in_trouble_lets_go_of_its_file(new_match: NewMatch, play: Play, told: Told) -> None:
    match = new_match()
    file = MatchFile.create(match, told.append)
    with room_for(5):
        play(match, 2)
        file.close()
    assert file.trouble is not None
    again, rest = MatchFile.open(path_of(file), find_game, told.append)
    again.close()
    assert rest.lines == []


def test_who_has_no_home_plays_and_is_told(
    new_match: NewMatch, play: Play, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = new_match()
    with monkeypatch.context() as patch:
        patch.delenv("CUCCO_TUI_HOME")
        patch.setattr("platformdirs.user_data_path", lambda _: Path("~/.local/share/cucco-tui"))
        file = MatchFile.create(match, told.append)
        play(match, 4)
        assert file.path is None
    assert keys(told) == ["save.missing"]
    file.close()
    assert on_disk(file) == match.record().text()


def test_a_file_stands_where_the_folder_should_be(home: Path, new_match: NewMatch, play: Play, told: Told) -> None:
    (home / "matches").write_text("in the way")
    match = new_match()
    file = MatchFile.create(match, told.append)
    play(match, 4)
    assert keys(told) == ["save.missing"]
    (home / "matches").unlink()
    play(match, 1)
    file.close()
    assert on_disk(file) == match.record().text()


def test_a_match_on_a_medium_that_cannot_be_written_is_played_on(saved: Path, play: Play, told: Told) -> None:
    before = saved.read_bytes()
    real = os.open

    def read_only(path: str, flags: int, *rest: int, **more: int) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return real(path, flags, *rest, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "open", read_only)
        file, match = MatchFile.open(saved, find_game, told.append)
        assert keys(told) == ["save.read-only"]
        play(match, 5)
        assert saved.read_bytes() == before
    play(match, 1)
    file.close()
    assert keys(told) == ["save.read-only", "save.again"]
    assert on_disk(file) == match.record().text()


def test_files_may_be_no_longer_than_the_system_allows(new_match: NewMatch, play: Play, told: Told) -> None:
    """The real thing, without mocks: the kernel takes a part of a line and refuses the rest."""
    match = new_match()
    file = MatchFile.create(match, told.append)
    play(match, 2)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path_of(file).stat().st_size + 7, hard))
    try:
        play(match, 3)
        during = path_of(file).read_bytes()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert during == Path(path_of(file)).read_bytes()
    assert read_record(during).lines == match.lines[:2]
    file.close()
    assert keys(told) == ["save.no-space", "save.again"]
    assert on_disk(file) == match.record().text()


@pytest.fixture
def small_disk(home: Path) -> Iterator[Path]:
    """Give the data folder a disk of its own, of 16 kB, where the tests are allowed to do that."""
    mount, unmount = shutil.which("mount"), shutil.which("umount")
    if os.geteuid() or not mount or not unmount or not sys.platform.startswith("linux"):
        pytest.skip("only root can mount a disk")
    made = subprocess.run([mount, "-t", "tmpfs", "-o", "size=16k", "tmpfs", home], check=False, capture_output=True)
    if made.returncode:
        pytest.skip("this system lets nobody mount a disk")
    yield home
    subprocess.run([unmount, "-l", home], check=True)


def test_a_real_disk_that_is_full(small_disk: Path, new_match: NewMatch, play: Play, told: Told) -> None:
    match = new_match(*"ABCDEFGH", tokens=9)
    file = MatchFile.create(match, told.append)
    play(match, 2)
    filler = small_disk / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as full:
        while full.write(b"x" * 512):
            pass
    play(match, 200)
    assert "save.no-space" in keys(told)
    assert match.record().text().startswith(on_disk(file))
    filler.unlink()
    play(match, 1)
    file.close()
    assert keys(told) == ["save.no-space", "save.again"]
    assert on_disk(file) == match.record().text()


def test_a_real_disk_that_becomes_read_only(small_disk: Path, new_match: NewMatch, play: Play, told: Told) -> None:
    mount = shutil.which("mount")
    assert mount is not None
    match = new_match()
    file = MatchFile.create(match, told.append)
    play(match, 2)
    file.close()
    subprocess.run([mount, "-o", "remount,ro", small_disk], check=True)
    again, match = MatchFile.open(path_of(file), find_game, told.append)
    play(match, 3)
    assert keys(told) == ["save.read-only"]
    subprocess.run([mount, "-o", "remount,rw", small_disk], check=True)
    play(match, 1)
    again.close()
    assert on_disk(again) == match.record().text()


# When others meddle


def test_a_file_that_is_deleted_while_we_play_comes_back(
    home: Path, new_match: NewMatch, play: Play, told: Told
) -> None:
    match = new_match()
    file = MatchFile.create(match, told.append)
    play(match, 3)
    path_of(file).unlink()
    play(match, 1)
    assert on_disk(file) == match.record().text()
    shutil.rmtree(home)
    play(match, 1)
    assert on_disk(file) == match.record().text()
    with pytest.raises(MatchBusy):
        MatchFile.open(path_of(file), find_game, told.append)
    file.close()
    assert told == []


@pytest.mark.parametrize("how", ["longer", "shorter", "another"])
def test_what_others_make_of_the_file_is_kept_beside_it(new_match: NewMatch, play: Play, told: Told, how: str) -> None:
    match = new_match()
    file = MatchFile.create(match, told.append)
    play(match, 3)
    path = path_of(file)
    data = path.read_bytes()
    changed = {"longer": data + b"{}\n", "shorter": data[:20], "another": data[::-1]}[how]
    if how == "another":
        path.with_name("other").write_bytes(changed)
        path.with_name("other").replace(path)
    else:
        path.write_bytes(changed)
    play(match, 1)
    file.close()
    assert on_disk(file) == match.record().text()
    assert told == [Reason("save.changed", {"file": f"{path}.changed"})]
    assert Path(f"{path}.changed").read_bytes() == changed


HOLD = """
import sys
from pathlib import Path
from cucco_tui.games import find_game
from cucco_tui.storage.match_file import MatchFile
file, match = MatchFile.open(Path(sys.argv[1]), find_game, print)
print("open", flush=True)
sys.stdin.read()
file.close()
"""


@contextmanager
def another_program(path: Path) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-P", "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "open\n"
        yield program


def test_a_match_is_open_in_one_program_only(saved: Path, told: Told) -> None:
    before = saved.read_bytes()
    with another_program(saved) as program:
        with pytest.raises(MatchBusy) as caught:
            MatchFile.open(saved, find_game, told.append)
        assert caught.value.reason == Reason("save.busy", {"file": str(saved)})
        with pytest.raises(MatchBusy):
            delete_match(saved)
        program.communicate("", timeout=30)
    assert program.returncode == 0
    assert saved.read_bytes() == before
    file, _ = MatchFile.open(saved, find_game, told.append)
    with pytest.raises(MatchBusy):
        MatchFile.open(saved, find_game, told.append)
    file.close()
    assert told == []


def test_a_program_that_was_killed_does_not_keep_its_match(saved: Path, told: Told) -> None:
    left = saved.with_name(f".{saved.name}.new-12345678")
    left.write_text("half written")
    with another_program(saved) as program:
        program.kill()
    assert Path(f"{saved}.lock").exists()
    file, _ = MatchFile.open(saved, find_game, told.append)
    file.close()
    assert list(saved.parent.iterdir()) == [saved]
    assert told == []


def test_who_could_not_lock_does_not_write_over_who_could(saved: Path, play: Play, told: Told) -> None:
    """A medium that could not be written for a while, and two windows."""

    def refuse(_: Path) -> None:
        raise OSError(errno.EROFS, "no")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match_file, "take_lock", refuse)
        first, match = MatchFile.open(saved, find_game, told.append)
    second, other = MatchFile.open(saved, find_game, told.append)
    play(other, 3)
    play(match, 1)
    assert keys(told) == ["save.read-only"]
    second.close()
    theirs = saved.read_bytes()
    play(match, 1)
    first.close()
    assert keys(told) == ["save.read-only", "save.changed", "save.again"]
    assert Path(f"{saved}.changed").read_bytes() == theirs
    assert on_disk(first) == match.record().text()


def test_a_folder_that_knows_no_locks_is_written_all_the_same(new_match: NewMatch, play: Play, told: Told) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "no locks here")

    match = new_match()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fcntl.flock", refuse)
        file = MatchFile.create(match, told.append)
        play(match, 3)
        file.close()
    assert on_disk(file) == match.record().text()
    assert told == []
