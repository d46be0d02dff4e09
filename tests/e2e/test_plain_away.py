"""Ctrl+Z in plain mode, in a shell: its match with another machine goes on."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests.e2e.test_suspend import PROMPT, SHELL
from tests.support.plain_program import Program
from tests.support.terminal import MAIN, NOTICED_SOON, Start, Terminal

pytestmark = pytest.mark.long


def hosting(start: Start, running: list[Program], folder: Path) -> tuple[Terminal, Program]:
    """A host in plain mode that was started in a shell, and its guest, both in the match."""
    terminal = start(program=SHELL, PS1="shell> ", HISTFILE="/dev/null", size=(240, 50))
    terminal.see(PROMPT)
    command = [sys.executable, "-c", NOTICED_SOON + MAIN, "host", "--plain", "--side", "good"]
    terminal.type(shlex.join(command) + "\n")
    invite = terminal.see(r"\btesser1\w+")[0]
    guest = Program(folder / "guest", "join", "--plain", invite)
    running.append(guest)
    guest.player.until("Choose")
    guest.player.type("1")
    terminal.see("Wrinkles in Time: ")
    guest.player.until("Wrinkles in Time: ")
    return terminal, guest


def test_the_shell_gets_the_terminal_and_the_match_goes_on(
    start: Start, running: list[Program], tmp_path: Path
) -> None:
    terminal, guest = hosting(start, running, tmp_path)
    for number in range(2):
        terminal.type(b"\x1a")
        terminal.see("Stopped")
        terminal.see(PROMPT)
        guest.player.until("terminal has paused; the link is ok.")
        terminal.type("clear; echo $((6 * 7)) seen\n")  # every key of it is the shell's
        terminal.see("42 seen")
        guest.player.type(f"say word {number}")
        guest.player.until(f"You say: word {number}")
        terminal.rest(0.5)
        assert "word" not in terminal.text, "nothing is said into the shell"
        terminal.type("fg\n")
        terminal.see(f"says: word {number}")
        guest.player.until("terminal shows the match again")
        terminal.type("say heard\n")
        guest.player.until("says: heard")
    assert "not heard" not in terminal.text
    assert not any("not heard" in line for line in guest.player.said)
    terminal.type("quit\nyes\n")
    terminal.see("goes on with it when the other side has resumed it too")
    terminal.see(PROMPT)
    guest.player.until("The other side has left the match for now.")


def test_in_the_background_it_waits_for_the_terminal_and_ends_by_a_signal(
    start: Start, running: list[Program], tmp_path: Path
) -> None:
    terminal, guest = hosting(start, running, tmp_path)
    terminal.type(b"\x1a")
    terminal.see("Stopped")
    terminal.type("bg\n")
    guest.player.until("terminal has paused; the link is ok.")
    terminal.type("clear; echo $((6 * 7)) seen\n")
    terminal.see("42 seen")
    terminal.type("fg\n")
    guest.player.until("terminal shows the match again")
    terminal.type(b"\x1a")
    terminal.see("Stopped")
    terminal.type("kill %1\n")
    guest.player.until("It is kept as it stands")
    assert not any("not heard" in line for line in guest.player.said)


def test_ctrl_c_is_heard_once(start: Start, running: list[Program], tmp_path: Path) -> None:
    """Also where two processes are at the terminal."""
    terminal, guest = hosting(start, running, tmp_path)
    terminal.type(b"\x03")
    terminal.see("Ctrl-C again leaves the match")
    terminal.rest(0.5)
    terminal.type("say still here\n")
    guest.player.until("says: still here")
    terminal.type(b"\x03")
    terminal.rest(0.5)
    terminal.type(b"\x03")
    terminal.see("You left the match.")
    terminal.see(PROMPT)
