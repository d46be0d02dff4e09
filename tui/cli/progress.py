"""How far a long command is, on one line of the error output, and only if that is a terminal."""

from __future__ import annotations

import os
import sys
from types import TracebackType

BAR = 24
"""Cells of a bar."""


class Progress:
    """A line that is written over by the next, and gone at the end."""

    def __init__(self, wanted: bool = True) -> None:
        """`wanted` is False where nothing should be shown, whatever the error output is."""
        stream = sys.stderr
        self._stream = stream if wanted and stream is not None and stream.isatty() else None
        if os.environ.get("TERM") in ("dumb", "unknown"):
            self._stream = None
        self._width = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.say("")
        if self._stream is not None and self._width:
            self._stream.write("\r")
            self._stream.flush()

    @property
    def shown(self) -> bool:
        """Whether anybody sees it."""
        return self._stream is not None

    def say(self, text: str) -> None:
        """Put this in the place of the last line."""
        if self._stream is None:
            return
        columns = _columns(self._stream.fileno())
        text = text[: columns - 1]
        self._stream.write("\r" + text.ljust(min(self._width, columns - 1)))
        self._stream.flush()
        self._width = max(self._width, len(text))

    def bar(self, done: int, of: int, text: str) -> None:
        """A bar that is full when `done` is `of`, and a few words."""
        full = BAR * done // of
        self.say(f"[{'#' * full}{'.' * (BAR - full)}] {text}")


def _columns(number: int) -> int:
    try:
        return os.get_terminal_size(number).columns or 80
    except OSError:
        return 80
