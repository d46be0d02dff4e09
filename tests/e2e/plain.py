"""Plain mode as a program of its own, and somebody who plays it."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import termios
from collections.abc import Mapping
from pathlib import Path

from core import games
from core.record import Record, read_record, verify
from net.identity import verify as verify_signature
from tests.kept import whole
from tests.tui.plain.reader import Played

ROOT = Path(__file__).parents[2]
SHORT = ("--option", "max_turns=1")
QUICK = "import tui.matches.persons; tui.matches.persons.SHORTEST = tui.matches.persons.LONGEST = 0.0\n"
"""Automatic answers leave at once, where a person's pace is not what is tested."""
MAIN = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever the one who started the tests ignores
from tui.cli import main
status = main()
assert not [name for name in sys.modules if name.split(".")[0] in ("textual", "rich")]
sys.exit(status)
"""
SECONDS = 30.0


class Program:
    """A running tesser and somebody who plays it."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        before: str = "",
        environ: Mapping[str, str] = {},
        terminal: bool = False,
    ) -> None:
        home.mkdir(exist_ok=True)
        self.home = home
        command = [sys.executable, "-c", before + MAIN, *arguments]
        env = os.environ | {"XDG_DATA_HOME": str(home), "PYTHONPATH": str(ROOT)} | environ
        if terminal:
            master, slave = os.openpty()
            self.process = subprocess.Popen(
                command,
                stdin=slave,
                stdout=slave,
                stderr=subprocess.PIPE,
                cwd=home,
                env=env,
                start_new_session=True,
                preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            )
            os.close(slave)
            self.player = Played(master, os.dup(master))
        else:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=home,
                env=env,
                start_new_session=True,
            )
            assert self.process.stdin and self.process.stdout
            self.player = Played(os.dup(self.process.stdout.fileno()), os.dup(self.process.stdin.fileno()))
            self.process.stdin.close()
            self.process.stdout.close()
            self.process.stdin = self.process.stdout = None  # they are the player's now
        self.errors = b""

    def ended(self) -> int:
        """Wait for the end; the exit status. Nothing may have been said on the error output but sentences."""
        _, self.errors = self.process.communicate(timeout=SECONDS)
        assert b"Traceback" not in self.errors, self.errors.decode()
        return self.process.returncode

    def kill(self) -> None:
        """Kill it, and wait until it is gone."""
        # The whole group at once: at a terminal the process that plays is a child, and would end in good
        # order if it saw its keeper go.
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(SECONDS)

    @property
    def record(self) -> Record:
        return read_record(self.record_bytes)

    @property
    def record_bytes(self) -> bytes:
        return whole(self.home / "tesser")


def check(record: Record) -> None:
    """The record is of a whole match that was played by the rules."""
    assert record.outcome is not None and not record.torn
    verify(record, games.load(record.header.game), verify_signature)
