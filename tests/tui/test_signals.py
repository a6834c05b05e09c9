"""However the program is ended: the terminal is given back, the match is saved, and the exit code tells how."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header, read_record
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Turn
from cucco_tui.games import find_game
from cucco_tui.locale import words
from tests.tui.running import save
from tests.tui.terminal import RUN, Terminal, printed

SAY = words("en")
NAMES = ("Anna", "Bea", "Ciro")
ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)
AT_ONCE = 10.0
"""Seconds that a slow machine may take for what must not wait for anything."""


def saved(home: Path) -> Path:
    """Save a match in the middle of its first deal."""
    match = Match(find_game("cuckoo"), Header(game="cuckoo", players=NAMES))
    match.shuffle(Chance(b"signals").shuffled(match.preset.pack.cards))
    (home / "settings.toml").write_text("cover_after = 0\n")
    return save(home, match)


def replayed(path: Path) -> Match:
    record = read_record(path.read_bytes())
    assert not record.torn
    return Match.replay(record, find_game)


def go_on(terminal: Terminal) -> None:
    """Go on with the match as far as its first hand, and do something."""
    terminal.wait(SAY("home.go-on"))
    terminal.press("enter")
    terminal.pump(0.4)
    terminal.press("space", "s")
    assert SAY("curtain.i-am", name="Ciro") in terminal.text


@pytest.mark.parametrize("number", ENDING, ids=lambda number: number.name)
def test_a_signal_ends_the_program_in_good_order(home: Path, number: signal.Signals) -> None:
    path = saved(home)
    with Terminal(home) as terminal:
        go_on(terminal)
        if number in {signal.SIGHUP, signal.SIGQUIT}:
            # Also with a hand open and a page over it.
            terminal.pump(0.4)
            terminal.press("space", "?")
            assert SAY("help.everywhere") in terminal.text
        lines = path.read_bytes()
        assert terminal.kill(number) == 128 + number
        assert terminal.left_behind() == []
        assert printed(terminal.outside).strip() == ""
    assert path.read_bytes() == lines
    assert len(replayed(path).lines) == 2


def test_a_match_that_was_ended_by_a_signal_goes_on(home: Path) -> None:
    path = saved(home)
    for acted in (2, 3):
        with Terminal(home) as terminal:
            terminal.wait(SAY("home.go-on"))
            terminal.press("enter")
            waiting = replayed(path).waiting
            assert isinstance(waiting, Turn)
            assert SAY("curtain.i-am", name=NAMES[waiting.by]) in terminal.text
            terminal.pump(0.4)
            terminal.press("space", "s")
            # A second signal comes before the first has had its effect.
            terminal.send_signal(signal.SIGTERM)
            assert terminal.kill(signal.SIGTERM) == 128 + signal.SIGTERM
            assert terminal.left_behind() == []
            assert len(replayed(path).lines) == acted


def test_a_signal_that_comes_while_the_program_opens_leaves_the_terminal_as_it_was(home: Path) -> None:
    with Terminal(home) as terminal:
        terminal.wait_for(b"\x1b[?1049h")
        assert terminal.kill(signal.SIGTERM) == 128 + signal.SIGTERM
        assert terminal.left_behind() == []
        assert printed(terminal.outside).strip() == ""


def test_a_signal_that_comes_while_a_page_is_turned_is_no_crash(home: Path) -> None:
    saved(home)
    with Terminal(home) as terminal:
        terminal.wait(SAY("home.go-on"))
        terminal.send("\r")
        terminal.pump(0.02)
        assert terminal.kill(signal.SIGTERM) == 128 + signal.SIGTERM
        assert terminal.left_behind() == []
        assert printed(terminal.outside).strip() == ""


def test_a_program_in_the_background_can_be_ended(home: Path) -> None:
    path = saved(home)
    with Terminal(home) as terminal:
        go_on(terminal)
        terminal.send_signal(signal.SIGTSTP)
        terminal.wait_until_stopped()
        assert terminal.left_behind() == []
        terminal.send_signal(signal.SIGTERM)
        assert terminal.kill(signal.SIGCONT) == 128 + signal.SIGTERM
        assert terminal.left_behind() == []
    assert len(replayed(path).lines) == 2


def test_a_closed_window_ends_the_program_and_loses_nothing(home: Path) -> None:
    path = saved(home)
    with Terminal(home) as terminal:
        go_on(terminal)
        assert terminal.hang_up() == 128 + signal.SIGHUP
    assert len(replayed(path).lines) == 2


@pytest.mark.parametrize("missing", ["stdin", "stdout", "stderr"])
def test_without_a_terminal_the_program_says_so_at_once(home: Path, missing: str) -> None:
    ours, theirs = os.openpty()
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), theirs)
    began = time.monotonic()
    # What would wait for a key waits here: nothing is ever written into the pipe.
    with subprocess.Popen(RUN, cwd=home, **{**streams, missing: subprocess.PIPE}) as program:  # type: ignore[call-overload]
        assert program.wait(60) == 2
    assert time.monotonic() - began < AT_ONCE
    os.close(theirs)
    os.close(ours)


def test_a_terminal_that_cannot_move_its_cursor_is_refused(home: Path) -> None:
    with Terminal(home, env={"TERM": "dumb"}) as terminal:
        assert terminal.ended() == 2
        assert terminal.text.split() == SAY("cli.no-terminal").split()
        assert b"\x1b" not in terminal.raw
