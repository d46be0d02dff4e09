"""The program in a real terminal: it starts only where it can draw, and always puts the terminal back."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.support.terminal import MAIN, OFF_AT_THE_END, READY, ROOT, Start
from tests.support.waiting import SECONDS


def test_quitting_puts_the_terminal_back(start: Start) -> None:
    terminal = start()
    terminal.see(READY)
    assert OFF_AT_THE_END & terminal.left_on()  # or nothing would be put back
    terminal.type(b"q")
    assert terminal.ended() == 0
    terminal.assert_put_back()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_it_and_puts_the_terminal_back(start: Start, number: signal.Signals) -> None:
    terminal = start()
    terminal.see(READY)
    terminal.process.send_signal(number)
    assert terminal.ended() == 128 + number
    terminal.assert_put_back()


def test_a_terminal_that_reads_nothing_does_not_keep_it_alive(start: Start) -> None:
    terminal = start()
    terminal.see(READY)
    # Full when nothing more fits: then its writer stands still, and so does Textual.
    deadline = time.monotonic() + SECONDS
    while _waiting(terminal.master) < 4000:
        assert time.monotonic() < deadline
        terminal.write(b"? ")  # help comes and goes
        select.select([], [], [], 0.02)
    terminal.process.send_signal(signal.SIGTERM)
    terminal.process.wait(SECONDS)
    assert terminal.process.returncode == 128 + signal.SIGTERM
    assert termios.tcgetattr(terminal.slave) == terminal.before


def _waiting(master: int) -> int:
    return struct.unpack("i", fcntl.ioctl(master, termios.FIONREAD, b"\0" * 4))[0]


def test_no_color_means_no_colour_at_all(start: Start) -> None:
    terminal = start(NO_COLOR="1")
    terminal.see(READY)
    terminal.type(b"q")
    assert terminal.ended() == 0
    codes = b";".join(re.findall(rb"\x1b\[([\d;]*)m", terminal.output))
    used = {int(code) for code in codes.split(b";") if code}
    assert used <= {0, 1, 2, 3, 4, 7, 39, 49}  # bold, dim, italic, underlined, reversed; the defaults
    assert used & {4, 7}  # the cursor is seen all the same


@pytest.mark.parametrize("term", ["linux", "screen"])
def test_sixteen_colours_are_enough(start: Start, term: str) -> None:
    terminal = start(TERM=term)
    terminal.see(READY)
    terminal.type(b"q")
    assert terminal.ended() == 0
    assert b"\x1b[38;" not in terminal.output
    assert b";38;" not in terminal.output


@pytest.mark.parametrize(("term", "said"), [("dumb", b"TERM=dumb"), (None, b"TERM is not set")])
def test_a_terminal_that_draws_nothing_gets_a_sentence(start: Start, term: str | None, said: bytes) -> None:
    terminal = start(TERM=term)
    assert terminal.ended() == 2
    assert said in terminal.output and b"--plain" in terminal.output
    assert b"\x1b" not in terminal.output


def test_a_pipe_gets_a_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MAIN],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "XDG_DATA_HOME": str(tmp_path)},
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 2
    assert b"needs a terminal" in done.stderr
    assert done.stderr.count(b"\n") == 1
    assert done.stdout == b""


def test_over_ssh_fewer_frames_are_drawn(tmp_path: Path) -> None:
    code = (
        "import sys; from tui.terminal import capabilities; assert 'textual' not in sys.modules;"
        "capabilities.settle();"
        "from textual import constants; print(constants.MAX_FPS, constants.TEXTUAL_ANIMATIONS)"
    )
    environ = {name: value for name, value in os.environ.items() if not name.startswith("TEXTUAL")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=environ | {"PYTHONPATH": str(ROOT), "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"},
        timeout=SECONDS,
        check=True,
    )
    assert done.stdout.split() == ["20", "none"]
