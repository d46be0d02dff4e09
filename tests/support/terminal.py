"""A program on a pseudo-terminal: keys and bytes go in, an emulator draws what comes out.

Unlike a pane of tmux it can stop reading, be hung up, and be asked which modes it was left in. The terminal
itself is the one that the benchmarks measure on.
"""

from __future__ import annotations

import contextlib
import copy
import os
import re
import select
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pyte
import pytest
from pyte.screens import Char

from tests.support import pseudo_terminal as terminal
from tests.support.waiting import SECONDS

ROOT = Path(__file__).parents[2]
MAIN = "import sys; from tui.cli.main import main; sys.exit(main())"
RUN = "import os, sys; os.execvp(sys.argv[1], sys.argv[1:])"
"""Runs another program in its place."""
NOTICED_SOON = "import tui.match.worker as h; h.PAUSED_SECONDS = 2.0; "
"""Code before a program whose pauses are told sooner; it ticks once a second."""
RESTING = 3.0
"""The longest time in which a screen comes to rest."""
READY = r"\[q\] quit"
"""In the key line of home, the last thing of the first frame."""
OFF_AT_THE_END = {1000, 1002, 1003, 1004, 1006, 1015, 1016, 1049, 2004, 2026, 2048}
"""Terminal modes that must not outlive the program: mouse, focus, alternate screen, paste, size reports."""
needs_proc = pytest.mark.skipif(not Path("/proc").is_dir(), reason="reads what Linux tells of processes")
Start: TypeAlias = Callable[..., "Terminal"]
_KITTY = re.compile(rb"\x1b\[[<>][0-9;]*u")
"""Pushes and pops of the kitty keyboard, which the emulator would show as a letter."""


class Screen(pyte.Screen):
    """The emulator's, with a second screen as full-screen programs use it."""

    _main: Any = None

    def set_mode(self, *modes: int, **kind: bool) -> None:
        if 1049 in modes and self._main is None:
            self._main = copy.deepcopy(self.buffer), copy.copy(self.cursor)
            self.erase_in_display(2)
        super().set_mode(*modes, **kind)

    def reset_mode(self, *modes: int, **kind: bool) -> None:
        if 1049 in modes and self._main is not None:
            self.buffer, self.cursor = self._main
            self._main = None
        super().reset_mode(*modes, **kind)


class Terminal(terminal.Terminal):
    """A terminal with a program in it, which has it as its controlling terminal."""

    def __init__(
        self,
        data: Path,
        *arguments: str,
        code: str = MAIN,
        size: tuple[int, int] = (80, 24),
        program: Sequence[str] = (),
        **environ: str | None,
    ) -> None:
        """`data` is the data folder, `size` in columns and rows; `program` runs instead of tesser."""
        self.screen = Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self._held = b""
        super().__init__(
            RUN if program else code,
            program or arguments,
            data=data,
            size=size,
            environ={"PYTHONPATH": str(ROOT), **environ},
            held=True,
        )

    # Reading.

    def read(self, seconds: float) -> int:
        """Take what the program has written, and draw it: how many bytes; 0 if nothing came in this time."""
        count = super().read(seconds)
        new = self.output[len(self.output) - count :]
        if b"\x1b[5n" in new:
            os.write(self.master, b"\x1b[0n")  # as every terminal that reads
        data = self._held + new
        start = data.rfind(b"\x1b")  # a sequence that is not whole yet waits for its rest
        cut = start if start >= 0 and not re.search(rb"[@-Z\\^-~]", data[start + 2 :]) else len(data)
        self._held = data[cut:]
        self._stream.feed(_KITTY.sub(b"", data[:cut]))
        return count

    def rest(self, seconds: float = 0.15) -> None:
        """Read until no program here is at work and nothing more comes for so long; some seconds at most,
        since a cursor that blinks goes on and on."""
        blinking, working = (time.monotonic() + limit for limit in (RESTING, SECONDS))
        while (self.read(seconds) and time.monotonic() < blinking) or (
            self._works() and time.monotonic() < working
        ):
            pass

    def _works(self) -> bool:
        """Whether a program on the terminal runs, or would if the machine were not busy; read from /proc."""
        for stat in Path("/proc").glob("[0-9]*/task/[0-9]*/stat"):
            with contextlib.suppress(OSError):
                state, _, _, session = stat.read_text().rpartition(")")[2].split()[:4]
                if state == "R" and int(session) == self.process.pid:
                    return True
        return False

    def until(self, true: Callable[[], object], what: str) -> None:
        """Read until this holds."""
        end = time.monotonic() + SECONDS
        while not true():
            assert time.monotonic() < end, f"never saw {what}:\n{self.text}"
            self.read(0.1)

    def see(self, pattern: str) -> re.Match[str]:
        """Read until the screen shows this."""
        self.until(lambda: re.search(pattern, self.text), pattern)
        found = re.search(pattern, self.text)
        assert found
        return found

    def becomes(self, text: str) -> None:
        """Read until the screen is this one."""
        self.until(lambda: self.text == text, f"this screen:\n{text}\nbut")

    def gone(self, pattern: str) -> None:
        """Read until the screen no longer shows this."""
        self.until(lambda: not re.search(pattern, self.text), f"the end of {pattern}")

    @property
    def text(self) -> str:
        """The screen as it is now."""
        return "\n".join(row.rstrip() for row in self.screen.display)

    def cells(self, pattern: str) -> list[Char]:
        """The cells, with their colours, where the screen shows this; within one row."""
        for y, row in enumerate(self.screen.display):
            if found := re.search(pattern, row):
                return [self.screen.buffer[y][x] for x in range(*found.span())]
        raise AssertionError(f"{pattern} is not to be seen:\n{self.text}")

    # Writing.

    def type(self, keys: bytes | str) -> None:
        """Keys or other bytes, as they come from a terminal. Reads meanwhile, as a terminal does."""
        data = keys.encode() if isinstance(keys, str) else keys
        end = time.monotonic() + SECONDS
        while data:
            assert time.monotonic() < end, f"the terminal took no more:\n{self.text}"
            _, writable, _ = select.select([], [self.master], [], 0)
            if writable:
                data = data[os.write(self.master, data[:1024]) :]
            self.read(0 if writable else 0.01)

    def write(self, keys: bytes) -> None:
        """Keys that fit at once, with nothing read meanwhile."""
        assert os.write(self.master, keys) == len(keys)

    def resize(self, columns: int, rows: int) -> None:
        """Another size; the program is told by its signal."""
        self.screen.resize(rows, columns)
        self.set_size(columns, rows)

    @property
    def child(self) -> int:
        """The process that plays, which the one that was started keeps; read from /proc."""
        pid = self.process.pid
        return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])

    # The end.

    def ended(self) -> int:
        """Wait for the end, reading on, and give the exit status."""
        end = time.monotonic() + SECONDS
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it never ended:\n{self.text}"
            self.read(0.01)  # the end of a process is not heard beside a terminal
        self.rest(0)
        return int(self.process.returncode)

    def left_on(self) -> set[int]:
        """The modes that are still set, as a terminal would understand the output."""
        on: set[int] = set()
        for modes, switch in re.findall(rb"\x1b\[\?([\d;]+)([hl])", self.output):
            for mode in map(int, modes.split(b";")):
                on = on | {mode} if switch == b"h" else on - {mode}
        return on

    def assert_put_back(self) -> None:
        """The terminal is as it was before the program."""
        assert not self.left_on() & OFF_AT_THE_END
        assert 25 in self.left_on()  # the cursor is seen
        assert self.output.count(b"\x1b[22;0t") == self.output.count(b"\x1b[23;0t")  # the title, likewise
        assert self.output.count(b"\x1b[>") <= self.output.count(b"\x1b[<u")  # kitty keys, pushed and popped
        assert termios.tcgetattr(self.slave) == self.before
