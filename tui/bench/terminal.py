"""A Python program of ours on a pseudo-terminal, with the time at which each piece of its output came."""

from __future__ import annotations

import os
import select
import struct
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from core.clean import clean
from tui.bench.figures import Missing
from tui.matches.children import python

try:
    import fcntl
    import termios
except ImportError:  # not a POSIX system
    WHY_NOT = "This system has no pseudo-terminals."
else:
    WHY_NOT = ""
"""Why no terminal can be had here; empty if one can."""

_SETTINGS = ("TEXTUAL", "COLORTERM", "NO_COLOR", "SSH_", "TESSER_")
"""Beginnings of the environment's names that would change what a screen writes."""

_HANGS_UP = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
"""Makes the terminal the child's own: when it goes, as when this program is killed, the child is hung up."""


class Terminal:
    """A terminal of 256 colours with a child in it. It answers nothing the child asks it."""

    def __init__(
        self,
        code: str,
        arguments: Sequence[str] = (),
        *,
        data: Path,
        size: tuple[int, int] = (80, 24),
        pass_fds: Sequence[int] = (),
    ) -> None:
        """Run this Python code; `data` is where it keeps its data, `size` is in columns and rows.

        Raises Missing where there are no pseudo-terminals.
        """
        if WHY_NOT:
            raise Missing(WHY_NOT)
        self.output = b""
        """All that came so far."""
        environ = {name: value for name, value in os.environ.items() if not name.startswith(_SETTINGS)}
        environ |= {"TERM": "xterm-256color", "XDG_DATA_HOME": str(data)}
        try:
            self.master, slave = os.openpty()
        except OSError as error:
            raise Missing(f"No pseudo-terminal can be opened here: {error.strerror}.") from None
        try:
            fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
            self.began = self.last = time.perf_counter()
            """When the child was started, and when its last output came, in seconds of perf_counter."""
            self.child = subprocess.Popen(
                python(_HANGS_UP + code, arguments),
                stdin=slave,
                stdout=slave,
                stderr=slave,
                cwd=data,
                env=environ,
                pass_fds=pass_fds,
                start_new_session=True,
            )
        except BaseException:
            os.close(self.master)
            raise
        finally:
            os.close(slave)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.child.kill()
        self.child.wait()
        os.close(self.master)

    def read(self, seconds: float) -> int:
        """Take the next piece of output: how many bytes it has; 0 if none came in this time."""
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


def _last_words(output: bytes) -> str:
    return clean(" ".join(output.decode(errors="replace").split())[-300:], 300)
