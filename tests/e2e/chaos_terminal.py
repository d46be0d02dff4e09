"""A program with its screens on a pseudo-terminal, for tests that do bad things to programs and terminals.

A bot sits in the player's chair, so that nobody has to press anything while a match goes on; what it plays is
drawn all the same, and a terminal that isn't read stops the screens as it would stop a player's.
"""

from __future__ import annotations

import asyncio
import os
import signal
import struct
import sys
from contextlib import suppress
from pathlib import Path

from tests.support.programs import MAIN
from tests.support.terminal import ROOT

HAVE_TERMINALS = sys.platform == "linux"
"""Whether there are pseudo-terminals here, and /proc, which tells the process that draws."""
_TAIL = 2000
OWN_TERMINAL = """
import fcntl, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
"""
BOT_IN_THE_CHAIR = """
import os
import tui.match.network_play
from core.bots.random import RandomBot
from core.contract.stream import Stream
tui.match.network_play.person_controllers = lambda thread, header, game, seats, rules: {
    seat: RandomBot(Stream(os.urandom(32), "chair"))
    for seat in seats
    if header.seats[seat].player == "person"
}
"""


class OnTerminal:
    """A running tesser on a terminal of its own. Made by `start`."""

    def __init__(self, process: asyncio.subprocess.Process, master: int) -> None:
        self.process = process
        self.errors = ""
        """The last of what was drawn; errors come last."""
        self.drawn = 0
        """How many bytes."""
        self._master = master
        self._loop = asyncio.get_running_loop()
        self.read_on()

    @classmethod
    async def start(cls, home: Path, *arguments: str, before: str = "") -> OnTerminal:
        """Run a command line; `before` is Python that changes the program before it begins."""
        import fcntl
        import termios

        home.mkdir(exist_ok=True)
        master, slave = os.openpty()
        os.set_blocking(master, False)
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-c", OWN_TERMINAL + BOT_IN_THE_CHAIR + before + MAIN, *arguments),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=home,
            env=os.environ | {"XDG_DATA_HOME": str(home), "PYTHONPATH": str(ROOT), "TERM": "xterm-256color"},
            start_new_session=True,
        )
        os.close(slave)
        return cls(process, master)

    @property
    def running(self) -> bool:
        return self.process.returncode is None

    @property
    def plays(self) -> int:
        """The number of the process that plays, once there is one beside its keeper."""
        return self._processes[0]

    @property
    def _processes(self) -> list[int]:
        """The one that plays, and the keeper last."""
        keeper = self.process.pid
        with suppress(FileNotFoundError, ProcessLookupError):
            children = Path(f"/proc/{keeper}/task/{keeper}/children").read_text().split()
            return [*map(int, children), keeper]
        return [keeper]

    def read_on(self) -> None:
        """Take what is drawn."""
        if self._master >= 0:
            self._loop.add_reader(self._master, self._read)

    def read_no_more(self) -> None:
        """Stop reading, as a terminal does that was stopped itself."""
        if self._master >= 0:
            self._loop.remove_reader(self._master)

    def _read(self) -> None:
        try:
            data = os.read(self._master, 65536)
        except OSError:  # nobody draws any more
            data = b""
        if not data:
            self._loop.remove_reader(self._master)
        self.drawn += len(data)
        self.errors = (self.errors + data.decode(errors="replace"))[-_TAIL:]

    def press(self, key: str) -> None:
        with suppress(OSError):
            os.write(self._master, key.encode())

    def signal(self, number: signal.Signals) -> None:
        """Send this, SIGKILL, SIGSTOP or SIGCONT, to the process that plays and to the one that the shell
        knows."""
        found = self._processes
        if number == signal.SIGSTOP:
            found.reverse()  # else the keeper might stop itself for a child that goes on already, and stay so
        for process in found:
            with suppress(ProcessLookupError):
                os.kill(process, number)

    async def ended(self, seconds: float) -> int:
        """Wait for the end: 0, or -9 of one that was killed."""
        try:
            async with asyncio.timeout(seconds):
                status = await self.process.wait()
        except TimeoutError:
            raise AssertionError(f"it did not end; the last it drew: {self.errors!r}") from None
        self.close()
        return -signal.SIGKILL if status == 128 + signal.SIGKILL else status

    async def kill(self) -> None:
        if self.running:
            self.signal(signal.SIGKILL)
        await self.process.wait()
        self.close()

    def close(self) -> None:
        """Take the terminal away."""
        if self._master >= 0:
            self._loop.remove_reader(self._master)
            os.close(self._master)
        self._master = -1
