"""Stopping with Ctrl+Z and going on, and terminals that change their size, whatever is open."""

from __future__ import annotations

import os
import re
import shlex
import signal
import sys
from pathlib import Path

import pytest

from tests.support.terminal import MAIN, OFF_AT_THE_END, READY, Start, Terminal, needs_proc

pytestmark = pytest.mark.long

SHELL = ("bash", "--noprofile", "--norc", "-i")
PROMPT = r"shell>\s*\Z"


def in_a_shell(start: Start, *arguments: str) -> Terminal:
    """A terminal with a shell in it, in which tesser was started."""
    terminal = start(program=SHELL, PS1="shell> ", HISTFILE="/dev/null")
    terminal.see(PROMPT)
    terminal.type(shlex.join([sys.executable, "-c", MAIN, *arguments]) + "\n")
    return terminal


def assert_at_the_shell(terminal: Terminal) -> None:
    """The shell has the terminal, and in good order."""
    assert not terminal.left_on() & (OFF_AT_THE_END - {2004})  # the shell itself asks for pastes
    assert 25 in terminal.left_on()
    terminal.type("clear; echo $((6 * 7)) seen\n")
    terminal.see("42 seen")


def test_ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_again(start: Start) -> None:
    terminal = in_a_shell(start, "play", "--seed", "1")
    terminal.see(r"Destiny I\b")
    assert terminal.left_on() >= {1000, 1049, 2004}
    for _ in range(2):
        terminal.type(b"\x1a")
        terminal.see("Stopped")
        terminal.see(PROMPT)
        assert_at_the_shell(terminal)
        terminal.resize(100, 30)
        terminal.type("fg\n")
        terminal.see(r"Destiny I\b")
        terminal.until(lambda: len(terminal.screen.display[0].rstrip()) > 80, "the whole width")
        assert terminal.left_on() >= {1000, 1049, 2004}
        assert 25 not in terminal.left_on()
    terminal.type("?")
    terminal.see("Help")
    terminal.type(b"\x11")
    terminal.see("Quit tesser")
    terminal.type(b"\x11")
    terminal.see(PROMPT)
    assert_at_the_shell(terminal)
    terminal.type("stty -a\n")
    terminal.see(r" icanon")


def test_in_the_background_it_keeps_away_from_the_terminal(start: Start) -> None:
    terminal = in_a_shell(start)
    terminal.see(READY)
    terminal.type(b"\x1a")
    terminal.see("Stopped")
    terminal.type("bg\n")
    terminal.see(r"&")
    assert_at_the_shell(terminal)
    terminal.rest(1.5)
    assert not terminal.left_on() & (OFF_AT_THE_END - {2004})  # the shell itself asks for pastes
    terminal.type("fg\n")
    terminal.see(READY)
    terminal.type("q")
    terminal.see(PROMPT)
    assert_at_the_shell(terminal)


def test_a_signal_ends_it_while_it_is_stopped(start: Start) -> None:
    terminal = in_a_shell(start)
    terminal.see(READY)
    terminal.type(b"\x1a")
    terminal.see("Stopped")
    terminal.type("kill %1\n")

    def told() -> bool:
        terminal.type("\n")  # a shell tells of its jobs with the next prompt
        return b"Exit 143" in terminal.output  # on the screen more prompts may have come after it

    terminal.until(told, "the end of the job")


@needs_proc
@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGTSTP])
def test_stopped_from_outside_it_draws_everything_anew(start: Start, number: signal.Signals) -> None:
    terminal = in_a_shell(start)
    terminal.see(READY)
    # The shell's child, which keeps the one that plays.
    os.kill(terminal.child, number)
    terminal.see("Stopped")
    terminal.type("fg\n")
    terminal.see(READY)
    terminal.gone("Stopped|fg")
    terminal.type("?")
    terminal.see("Close")
    terminal.type(b"\x11")
    terminal.see(PROMPT)
    assert_at_the_shell(terminal)


def test_where_nobody_could_continue_it_it_goes_on_at_once(start: Start) -> None:
    terminal = start()
    terminal.see(READY)
    terminal.type(b"\x1a")
    terminal.until(lambda: terminal.output.count(b"\x1b[?1049h") == 2, "the screen again")
    terminal.see(READY)
    terminal.type("q")
    assert terminal.ended() == 0
    terminal.assert_put_back()


def test_being_continued_without_being_stopped_does_no_harm(start: Start) -> None:
    terminal = start()
    terminal.see(READY)
    for _ in range(3):
        terminal.process.send_signal(signal.SIGCONT)
    terminal.rest()
    terminal.type("?")
    terminal.see("Close")
    terminal.type(b"\x11")
    assert terminal.ended() == 0
    terminal.assert_put_back()


@needs_proc
def test_it_ends_when_its_keeper_is_killed(start: Start) -> None:
    terminal = start()
    terminal.see(READY)
    child = terminal.child
    terminal.process.kill()
    terminal.until(lambda: not Path(f"/proc/{child}").exists(), "its end")
    assert not re.search(READY, terminal.text) or not terminal.left_on() & OFF_AT_THE_END


SIZES = ((20, 5), (1, 1), (300, 100), (60, 20), (61, 19), (80, 24), (120, 40), (60, 20), (1, 1), (20, 5))
OPEN = (
    ((), READY, ""),
    ((), "Close", "?"),
    ((), "others see", "n"),
    ((), "Start", "p"),
    ((), "POOL", "d\r"),
    ((), "Paste the invite", "j"),
    (("play", "--seed", "1"), r"Destiny I\b", ""),
    (("play", "--seed", "1"), "Help", "?"),
    (("play", "--seed", "1"), "(?i)log", "l"),
    (("play", "--seed", "1"), r"Concede\?", "c"),
    (("play", "--against", "person", "--seed", "1"), "Press Enter when ready", ""),
)
"""What runs, what is open, and the keys that open it."""


@pytest.mark.parametrize(("arguments", "seen", "keys"), OPEN)
def test_a_storm_of_sizes_leaves_what_was_open_as_it_was(
    start: Start, arguments: tuple[str, ...], seen: str, keys: str
) -> None:
    terminal = start(*arguments)
    terminal.see(READY if not arguments else r"Destiny I\b|when ready")
    for key in keys:
        terminal.type(key)
        terminal.rest(0.3)
    terminal.see(seen)
    terminal.rest()
    before = terminal.text
    for size in SIZES:
        terminal.resize(*size)
        terminal.read(0)
    terminal.see("needs 60")
    assert not re.search(seen, terminal.text)
    terminal.type("\r y1l")  # nothing is done unseen
    terminal.rest(0.3)  # less than a cursor takes to blink
    terminal.resize(60, 20)
    terminal.gone("needs 60")
    terminal.see(seen)
    terminal.resize(80, 24)
    terminal.until(lambda: terminal.text == before, "the screen as it was")
    terminal.type(b"\x11")
    terminal.rest()
    if terminal.process.poll() is None:
        terminal.type(b"\x11")
    assert terminal.ended() == 0


BUSY = """
import os, signal, time
from tui.screens.match.lookups import Lookups
def busy(self):
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGWINCH})
    open("busy", "w").close()
    while os.path.exists("busy"):
        time.sleep(0.01)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGWINCH})
Lookups.story = busy
"""
"""`t` keeps the program busy until a file is gone."""


def test_a_size_that_was_another_for_a_moment_is_drawn_anew(start: Start, tmp_path: Path) -> None:
    """The terminal has cut off what had no room, and the program has never seen that size."""
    terminal = start("play", "--seed", "1", code=BUSY + MAIN)
    terminal.see(r"Destiny I\b")
    terminal.rest(0.5)
    before = terminal.text
    terminal.type("t")
    terminal.until(lambda: list(tmp_path.rglob("busy")), "that it is busy")
    terminal.resize(20, 5)
    terminal.resize(80, 24)
    assert terminal.text != before
    next(tmp_path.rglob("busy")).unlink()
    terminal.until(lambda: terminal.text == before, "the screen as it was")


SLOW = """
import time
from tui.terminal.driver import TesserDriver
look = TesserDriver._get_terminal_size
def slowly(self):
    size = look(self)
    if size[0] == 100:
        open("looked", "w").close()
        time.sleep(0.3)
    return size
TesserDriver._get_terminal_size = slowly
"""
"""A program that is slow to learn that it has 100 columns, as a busy machine may be."""


def test_the_last_of_two_sizes_counts(start: Start, tmp_path: Path) -> None:
    """Also when it comes while the program looks at the one before."""
    terminal = start(code=SLOW + MAIN)
    terminal.see(READY)
    terminal.resize(100, 30)
    terminal.until((tmp_path / "looked").exists, "that it looks")
    terminal.resize(20, 5)
    terminal.see("needs 60")
    terminal.rest(0.5)
    assert "needs 60" in terminal.text
