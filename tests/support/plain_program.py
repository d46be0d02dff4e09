"""Plain mode as a program of its own, and somebody who plays it."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Mapping
from pathlib import Path

from core import registry
from core.engine.record import Record, read_record, verify
from net.protocol.identity import verify as verify_signature
from tests.support import warm
from tests.support.kept import whole
from tests.support.plain import Played
from tests.support.waiting import SECONDS

SHORT = ("--option", "max_turns=1")
QUICK = "from tui.match import persons; persons.SHORTEST = persons.LONGEST = 0.0\n"
"""Automatic answers leave at once, where a person's pace is not what is tested."""
MAIN = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever the one who started the tests ignores
from tui.cli.main import main
status = main()
assert not [name for name in sys.modules if name.split(".")[0] in ("textual", "rich")]
sys.exit(status)
"""


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
        errors, to_errors = os.pipe()
        if terminal:
            master, slave = os.openpty()
            streams = slave, os.dup(slave), to_errors
            self.player = Played(master, os.dup(master))
        else:
            (given, keyboard), (output, to_output) = os.pipe(), os.pipe()
            streams = given, to_output, to_errors
            self.player = Played(output, keyboard)
        env = os.environ | {"XDG_DATA_HOME": str(home)} | environ
        self.process = warm.start(before + MAIN, arguments, home, env, streams, terminal)
        self._errors = os.fdopen(errors, "rb")
        self.errors = b""

    def ended(self) -> int:
        """Wait for the end; the exit status. Nothing may have been said on the error output but sentences."""
        status = self.process.wait(SECONDS)
        self.errors = self._errors.read()
        assert b"Traceback" not in self.errors, self.errors.decode()
        return status

    def kill(self) -> None:
        """Kill it, and wait until it is gone."""
        # The whole group at once: at a terminal the process that plays is a child, and would end in good
        # order if it saw its keeper go.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(SECONDS)

    def close(self) -> None:
        """It is no longer needed, whether it has ended or not."""
        self.player.close()
        if self.process.poll() is None:
            self.kill()
        self._errors.close()

    @property
    def record(self) -> Record:
        return read_record(self.record_bytes)

    @property
    def record_bytes(self) -> bytes:
        return whole(self.home / "tesser")


def check(record: Record) -> None:
    """The record is of a whole match that was played by the rules."""
    assert record.outcome is not None and not record.torn
    verify(record, registry.load(record.header.game), verify_signature)
