"""A program on a pseudo-terminal, with the time at which each piece of its output came."""

from __future__ import annotations

import os
import select
import struct
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from core.clean import clean
from tests.benchmarks.figures import Missing
from tui.match.child_process import python

try:
    import fcntl
    import termios
except ImportError:  # not a POSIX system
    WHY_NOT = "This system has no pseudo-terminals."
else:
    WHY_NOT = ""
"""Why no terminal can be had here; empty if one can."""

_SETTINGS = ("TEXTUAL", "COLORTERM", "NO_COLOR", "SSH_", "TESSER_", "LC_", "LANG", "COLUMNS", "LINES")
"""Beginnings of the environment's names that would change what a screen writes."""

_HANGS_UP = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
"""Makes the terminal the child's own: when it goes, as when this program is killed, the child is hung up."""

_Self = TypeVar("_Self", bound="Terminal")


class Terminal:
    """A terminal of 256 colours with a program in it. It answers nothing the program asks it."""

    def __init__(
        self,
        code: str,
        arguments: Sequence[str] = (),
        *,
        data: Path,
        size: tuple[int, int] = (80, 24),
        environ: Mapping[str, str | None] = {},
        pass_fds: Sequence[int] = (),
        held: bool = False,
    ) -> None:
        """Run this Python code; `data` is the folder it is started in and where it keeps its data, `size` is
        in columns and rows, `environ` changes its environment: None takes a name out. When the program has
        ended, the terminal has too, unless it is `held`: then it can still be asked how it was left.

        Raises Missing where there are no pseudo-terminals.
        """
        if WHY_NOT:
            raise Missing(WHY_NOT)
        self.output = b""
        """All that came so far."""
        try:
            self.master, self.slave = os.openpty()
        except OSError as error:
            raise Missing(f"No pseudo-terminal can be opened here: {error.strerror}.") from None
        try:
            self.set_size(*size)
            self.before = termios.tcgetattr(self.slave)
            """How it is set before anything runs."""
            self.began = self.last = time.perf_counter()
            """When the program was started, and when its last output came, in seconds of perf_counter."""
            self.process = subprocess.Popen(
                python(_HANGS_UP + code, arguments),
                stdin=self.slave,
                stdout=self.slave,
                stderr=self.slave,
                cwd=data,
                env=_environ(data, environ),
                pass_fds=pass_fds,
                start_new_session=True,
            )
        except BaseException:
            self.hang_up()
            raise
        if not held:
            self._let_go()

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the program, if it has not ended, and take the terminal away."""
        self.process.kill()
        self.process.wait()
        self.hang_up()

    def hang_up(self) -> None:
        """Go away, as when a window is closed."""
        self._let_go()
        if self.master >= 0:
            os.close(self.master)
        self.master = -1

    def _let_go(self) -> None:
        """Leave the program's end of the terminal to the program alone."""
        if self.slave >= 0:
            os.close(self.slave)
        self.slave = -1

    def set_size(self, columns: int, rows: int) -> None:
        """Make it of this size; the program is told by a signal."""
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds: float) -> int:
        """Take the next piece of output: how many bytes it has; 0 if none came in this time.

        Raises Missing when the program has ended, unless the terminal is held.
        """
        if not select.select([self.master], [], [], seconds)[0]:
            return 0
        try:
            piece = os.read(self.master, 65536)
        except OSError:  # EIO: the child is gone
            raise Missing(f"The program on the terminal has ended: {_last_words(self.output)}") from None
        self.last = time.perf_counter()
        self.output += piece
        return len(piece)

    def type(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self.master, keys)

    def settle(self, quiet: float, patience: float) -> int:
        """Read until nothing comes for `quiet` seconds, at first for `patience`: how many bytes came."""
        total = found = self.read(patience)
        while found:
            found = self.read(quiet)
            total += found
        return total


def _environ(data: Path, changes: Mapping[str, str | None]) -> dict[str, str]:
    """The environment of a program on a terminal: the same whatever terminal this one is in."""
    found: dict[str, str | None] = {
        name: value for name, value in os.environ.items() if not name.startswith(_SETTINGS)
    }
    found |= {"TERM": "xterm-256color", "LANG": "C.UTF-8", "XDG_DATA_HOME": str(data), **changes}
    return {name: value for name, value in found.items() if value is not None}


def _last_words(output: bytes) -> str:
    return clean(" ".join(output.decode(errors="replace").split())[-300:], 300)
