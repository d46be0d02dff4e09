"""However it ends, the terminal is put back, the exit status is right, and the record is whole."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from tests.support.kept import whole
from tests.support.terminal import READY, Start, Terminal, needs_proc
from tests.support.waiting import SECONDS

pytestmark = pytest.mark.long

SECRET = "the password is mellon"

CRASH = """
import sys
from tui.screens.home import HomeScreen
def boom(self):
    secret = "the password is mellon"
    raise RuntimeError("boom \\x1b]0;owned\\x07")
HomeScreen.action_help = boom
from tui.cli.main import main
sys.exit(main())
"""

BOARD = """
import sys
from tui.boards.wrinkles.board import WrinklesBoard
def boom(self, *_):
    secret = "the password is mellon"
    raise RuntimeError("boom")
WrinklesBoard.number = boom
from tui.cli.main import main
sys.exit(main())
"""

MATCH = """
import sys
from tui.archive.store import MatchStore
def boom(self, entry, outcome):
    secret = "the password is mellon"
    raise RuntimeError("boom")
MatchStore.append = boom
from tui.cli.main import main
sys.exit(main())
"""

COMMAND = """
import sys
from tui.cli import cards_command as cards
def boom(_):
    secret = "the password is mellon"
    raise RuntimeError("boom")
cards.run = boom
from tui.cli.main import main
sys.exit(main())
"""


def details(tmp_path: Path) -> str:
    """What the one file of details says."""
    (path,) = (tmp_path / "tesser" / "crashes").glob("*.txt")
    return path.read_text()


def assert_told(terminal: Terminal, tmp_path: Path) -> None:
    """A sentence and a path on the terminal, a traceback in the file, secrets in neither."""
    said = terminal.output.rpartition(b"\x1b[?1049l")[2].decode()
    assert "an error of its own" in said
    assert str(tmp_path / "tesser" / "crashes") in re.sub(r"\s", "", said)
    assert "Traceback" not in said and "RuntimeError" not in said
    assert "RuntimeError: boom" in details(tmp_path) and "tesser " in details(tmp_path)
    assert SECRET not in said + details(tmp_path)
    assert "\x1b" not in details(tmp_path)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_a_match_in_good_order(start: Start, tmp_path: Path, number: signal.Signals) -> None:
    terminal = start("play", "--seed", "1")
    terminal.see(r"Destiny I\b")
    terminal.process.send_signal(number)
    assert terminal.ended() == 128 + number
    terminal.assert_put_back()
    said = " ".join(terminal.text.split())
    assert "The match was ended from outside. The match is kept, as " in said and ": tesser resume " in said
    assert whole(tmp_path / "tesser")


def test_two_signals_at_once_are_one(start: Start) -> None:
    terminal = start()
    terminal.see(READY)
    os.killpg(terminal.process.pid, signal.SIGTERM)  # as a shell's `kill %1`: keeper and program
    assert terminal.ended() == 128 + signal.SIGTERM
    terminal.assert_put_back()


def test_a_terminal_that_goes_away_ends_it(start: Start, tmp_path: Path) -> None:
    terminal = start("play", "--seed", "1")
    terminal.see(r"Destiny I\b")
    terminal.hang_up()
    assert terminal.process.wait(SECONDS) == 128 + signal.SIGHUP
    assert whole(tmp_path / "tesser")


def test_a_crash_is_told_in_a_sentence(start: Start, tmp_path: Path) -> None:
    terminal = start(code=CRASH)
    terminal.see(READY)
    terminal.type("?")
    assert terminal.ended() == 1
    terminal.assert_put_back()
    assert_told(terminal, tmp_path)


def test_a_crash_of_a_board_keeps_the_record(start: Start, tmp_path: Path) -> None:
    terminal = start("play", "--seed", "1", code=BOARD)
    terminal.see(r"Destiny I\b")
    terminal.type("1")
    assert terminal.ended() == 1
    terminal.assert_put_back()
    assert_told(terminal, tmp_path)
    assert whole(tmp_path / "tesser")


def test_a_crash_of_a_match_leaves_the_screen_whole(start: Start, tmp_path: Path) -> None:
    terminal = start("play", "--seed", "1", code=MATCH)
    terminal.see(r"Destiny I\b")
    terminal.rest(0.4)
    terminal.type(" ")
    terminal.see("The match stopped")
    terminal.see("details are in")
    assert "Traceback" not in terminal.text
    terminal.type("\r")  # too soon: it may be a key that is held down
    terminal.rest(0.5)
    assert "The match stopped" in terminal.text
    terminal.type("\r")
    terminal.see(READY)
    terminal.type("q")
    assert terminal.ended() == 1
    terminal.assert_put_back()
    assert "RuntimeError: boom" in details(tmp_path)
    assert SECRET not in details(tmp_path)


def test_a_crash_of_a_command_is_told_in_a_sentence(start: Start, tmp_path: Path) -> None:
    terminal = start("cards", "murry", code=COMMAND)
    assert terminal.ended() == 1
    assert_told(terminal, tmp_path)


@needs_proc
def test_killed_it_leaves_the_terminal_in_good_order(start: Start) -> None:
    terminal = start("play", "--seed", "1")
    terminal.see(r"Destiny I\b")
    os.kill(terminal.child, signal.SIGKILL)
    assert terminal.ended() == 128 + signal.SIGKILL
    assert "tesser was killed. A match that went on is kept" in terminal.text
    terminal.assert_put_back()
