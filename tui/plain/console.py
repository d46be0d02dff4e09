"""Lines in and lines out: what is typed, and what is said.

One thread reads standard input, so that a match can tell its news meanwhile. It reads the bare file: a
program may end while somebody has not typed anything yet.
"""

from __future__ import annotations

import codecs
import io
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from types import FrameType
from typing import NamedTuple, TextIO

from core.clean import clean
from tui.plain.job_control import Away
from tui.terminal.ascii_text import simple

LONGEST = 20_000
"""Cells of a typed line that are looked at: a deck with long notes is a share code of several thousand."""
_WAITING = 1000
"""Lines that are read ahead of the match."""
_CHUNK = 65_536
PAUSE = 1.0
"""Seconds between a line and the one before it from which on it was not written ahead together with that."""
TWICE_SECONDS = 0.3
"""Signals that come closer together are one."""
TICK = 1.0
"""Seconds between two calls of `idle` while nothing comes in."""


class InputEnded(Exception):
    """Nothing more will be typed."""


class Signalled(Exception):
    """A signal asks the program to end; `number` says which."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Typed(NamedTuple):
    """A line as it was typed, safe to show."""

    text: str
    at: float
    """When it was read, on the monotonic clock."""


class Console:
    """One person's input and output."""

    def __init__(self, source: int, output: TextIO, *, interactive: bool, encoding: str = "utf-8") -> None:
        """`source` is a file descriptor to read from; `interactive` says that a person types there, who
        sees each question before answering it."""
        self.interactive = interactive
        self.short = False
        """Whether the questions of a match leave their choices out until they are asked for."""
        self.idle: Callable[[], object] = lambda: None
        """Called about once a second while the program waits."""
        self.news: Callable[[], object] | None = None
        """Called when there is news while `line` waits; what it raises is raised there."""
        self._source = source
        self._output = output
        self._encoding = encoding
        self._lines: deque[Typed] = deque()
        self._passed: list[Typed] = []
        """Lines that were typed before the one taken last, which overtook them."""
        self._ended = False
        self._woken = False
        self._changed = threading.Condition()
        self._asked_at = 0.0
        self._away = Away() if interactive else None
        threading.Thread(target=self._read, name="input", daemon=True).start()

    # Out.

    def say(self, *lines: str) -> None:
        """Print lines, at once. What a terminal would take as more than text is left out."""
        for line in lines:
            self._output.write(_sayable(line, self._output.encoding or "utf-8") + "\n")
        self._output.flush()

    def ask(self, *lines: str) -> None:
        """Say a question: on a terminal, what was typed before is no answer to it."""
        self._asked_at = time.monotonic()
        self.say(*lines)

    def early(self, typed: Typed) -> bool:
        """Whether this was typed by a person who hadn't seen the question."""
        return self.interactive and typed.at < self._asked_at

    @property
    def rows(self) -> int:
        """Rows of the terminal that is written to; 0 if it is none."""
        try:
            return os.get_terminal_size(self._output.fileno()).lines if self._output.isatty() else 0
        except (OSError, ValueError):
            return 0

    # In.

    def wake(self) -> None:
        """There is news from a match: `next` returns. May be called from any thread."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def next(
        self,
        takes: Callable[[str], bool] = lambda text: True,
        ends: bool = True,
        overtakes: Callable[[str], bool] | None = None,
    ) -> Typed | None:
        """The next line that was typed; None if there is news instead.

        A line that `takes` says no to is kept, with all that follow it. One of these that came later, after
        a pause, is taken all the same where `overtakes` says yes to it; what it went past comes back in the
        next call that has an `overtakes`. Raises InputEnded, where `ends`, when all lines were taken and no
        more will come.
        """
        if overtakes is not None:
            self._put_back()
        while True:
            if self._away is not None:
                self._away.stop_if_asked()
            self.idle()
            with self._changed:
                if self._woken:
                    self._woken = False
                    return None
                if self._lines and takes(self._lines[0].text):
                    self._changed.notify_all()
                    return self._lines.popleft()
                if overtakes is not None and self._lines:
                    first = self._lines[0]
                    for place, one in enumerate(self._lines):
                        if one.at >= first.at + PAUSE and overtakes(one.text):
                            self._passed = [self._lines.popleft() for _ in range(place)]
                            return self._lines.popleft()
                if ends and self._ended and not self._lines:
                    raise InputEnded
                self._changed.wait(TICK)

    def _put_back(self) -> None:
        with self._changed:
            self._lines.extendleft(reversed(self._passed))
            self._passed = []

    def drop_passed(self) -> None:
        """What was overtaken is not wanted any more."""
        self._passed = []

    def peek(self) -> str | None:
        """The line that `next` would look at; None if there is none yet."""
        with self._changed:
            return self._lines[0].text if self._lines else None

    @property
    def over(self) -> bool:
        """Whether all lines were taken and no more will come."""
        with self._changed:
            return self._ended and not self._lines

    @property
    def more(self) -> bool:
        """Whether more lines have been typed already."""
        with self._changed:
            return bool(self._lines)

    def line(self) -> Typed:
        """The next line that was typed; news waits, but for `news`. Raises InputEnded."""
        woken = False
        try:
            while (typed := self.next()) is None:
                woken = True
                if self.news is not None:
                    self.news()
            return typed
        finally:
            if woken:
                self.wake()

    def _read(self) -> None:
        decoder = codecs.getincrementaldecoder(self._encoding)(errors="replace")
        rest = ""
        try:
            while chunk := self._chunk():
                try:
                    text = decoder.decode(chunk)
                except UnicodeError:  # It is not in this encoding at all, as UTF-16 without its mark.
                    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
                    text = decoder.decode(chunk)
                *lines, rest = (rest + text).split("\n")
                rest = rest[: 2 * LONGEST]
                self._put(lines)
        except OSError:
            pass  # A terminal that has gone away reads as an error.
        with self._changed:
            if rest:
                self._lines.append(_typed(rest))
            self._ended = True
            self._changed.notify_all()

    def _chunk(self) -> bytes:
        """What was typed next; empty at its end. While the program is stopped nothing is read: what is typed
        then is for the shell."""
        if self._away is not None:
            self._away.until_typed(self._source)
        return os.read(self._source, _CHUNK)

    def heed_stops(self) -> None:
        """From now on Ctrl+Z gives the terminal to the shell and a match goes on; it is heeded in `next`."""
        if self._away is not None:
            self._away.heed(self.wake)

    def _put(self, lines: Sequence[str]) -> None:
        with self._changed:
            for line in lines:
                while len(self._lines) >= _WAITING:
                    self._changed.wait()
                self._lines.append(_typed(line))
                self._changed.notify_all()


def _typed(line: str) -> Typed:
    return Typed(clean(line[: 2 * LONGEST], LONGEST).strip(), time.monotonic())


def _sayable(line: str, encoding: str) -> str:
    """A line without controls, in characters that this encoding has."""
    if not line.isprintable():
        line = "".join(char if char.isprintable() else " " for char in line)
    try:
        line.encode(encoding)
        return line
    except UnicodeEncodeError:
        return "".join(simple(char) for char in line)
    except LookupError:
        return line.encode("ascii", "replace").decode()


def standard() -> Console:
    """The console of this process, which has an output. That goes out line by line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(line_buffering=True, errors="replace")
    stdin = sys.stdin
    try:
        source = stdin.fileno()
    except (AttributeError, OSError, ValueError):
        source = os.open(os.devnull, os.O_RDONLY)  # No standard input at all: it has ended.
        return Console(source, sys.stdout, interactive=False)
    # What can say ASCII only may well be sent more.
    encoding = stdin.encoding if codecs.lookup(stdin.encoding).name != "ascii" else "utf-8"
    return Console(source, sys.stdout, interactive=stdin.isatty(), encoding=encoding)


def heed_signals() -> None:
    """From now on a signal that asks the program to end raises Signalled in the main thread. Signals that
    come close together are one, which has reached this process by several ways."""
    last = -TWICE_SECONDS

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal last
        before, last = last, time.monotonic()
        if last - before > TWICE_SECONDS:
            raise Signalled(number)

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)
