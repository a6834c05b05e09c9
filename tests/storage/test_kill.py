"""A program that is killed while it saves as fast as it can: nothing that was saved may be lost, and no step half."""

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import read_record
from cucco_tui.games import find_game
from cucco_tui.storage.folder import matches_folder

KILLS = 40

# Each child plays the one match on. In a diary it writes what it will do, and then that this has been saved. Now and
# then the disk refuses a line, so that children are killed in the middle of writing the whole file, too.
PROGRAM = """
import errno, os, random, signal, sys, time, traceback
from hashlib import sha256
from pathlib import Path
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Over, Shuffle
from cucco_tui.games import find_game
from cucco_tui.storage.match_file import MatchFile

folder, diary, kills = Path(sys.argv[1]), os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND), int(sys.argv[3])
refuse_next = False
pwrite = os.pwrite

def write(descriptor, data, offset):
    global refuse_next
    if refuse_next:
        refuse_next = False
        pwrite(descriptor, bytes(data)[:9], offset)
        raise OSError(errno.ENOSPC, "full")
    return pwrite(descriptor, data, offset)

def note(*words):
    os.write(diary, " ".join(words).encode() + b"\\n")

def followed(file, step):
    global refuse_next
    note("back") if step.line is None else note("add", step.line)
    follow(file, step)
    if file.trouble is None:
        note("saved")
    refuse_next = chance.below(8) == 0

def begin():
    saved = list(folder.glob("*.jsonl"))
    if saved:
        return MatchFile.open(saved[0], find_game, lambda _: None)[1]
    header = Header(game="cuckoo", players=tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ1234"), rules={"tokens": 9})
    match = Match(find_game("cuckoo"), header)
    MatchFile.create(match, lambda _: None)
    return match

def play():
    match = begin()
    note("opened", sha256("".join(match.lines).encode()).hexdigest())
    while not isinstance(match.waiting, Over):
        if match.can_take_back and chance.below(4) == 0:
            match.take_back()
        elif isinstance(match.waiting, Shuffle):
            match.shuffle(chance.shuffled(match.preset.pack.cards))
        else:
            match.act(chance.pick(match.state.legal_actions()))

follow, MatchFile.follow = MatchFile.follow, followed
os.pwrite = write
random.seed(1)
for number in range(kills):
    child = os.fork()
    if child == 0:
        try:
            chance = Chance(b"%d" % number)
            play()
        finally:
            traceback.print_exc()
            os._exit(1)
    wanted = os.fstat(diary).st_size + random.choice([0, 1, 300, 600, 1500])
    while os.fstat(diary).st_size < wanted and not os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        time.sleep(0.0002)
    time.sleep(random.uniform(0, 0.02))
    os.kill(child, signal.SIGKILL)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
"""


def digest(lines: tuple[str, ...]) -> str:
    return sha256("".join(lines).encode()).hexdigest()


def possible_ends(diary: list[str]) -> tuple[set[tuple[str, ...]], int]:
    """Follow the diary; give the records that may be on the disk now, and how many steps had been saved.

    What was saved must be there, and what was begun after that may be.
    """
    now: tuple[str, ...] = ()
    possible, saved = {now}, 0
    for entry in diary:
        word, _, line = entry.partition(" ")
        if word == "opened":
            (now,) = (lines for lines in possible if digest(lines) == line)
        elif word == "saved":
            saved += 1
        else:
            now = (*now, line) if word == "add" else now[:-1]
        possible = {now} if word in {"opened", "saved"} else possible | {now}
    return possible, saved


def test_no_kill_loses_what_was_saved(tmp_path: Path) -> None:
    diary = tmp_path / "diary"
    command = [sys.executable, "-P", "-c", PROGRAM, str(matches_folder()), str(diary), str(KILLS)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    possible, saved = possible_ends(diary.read_text(encoding="utf-8").splitlines())
    assert saved > 2 * KILLS
    (path,) = (
        path for path in matches_folder().iterdir() if not path.name.endswith((".lock",)) and path.name[0] != "."
    )
    record = read_record(path.read_bytes())
    assert tuple(record.lines) in possible
    Match.replay(record, find_game)
