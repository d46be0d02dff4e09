"""Exit statuses of the command line, the same for every command; 4 to 8 are those of net's errors."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

FINISHED = 0
FAILED = 1
USAGE = 2
BAD_FILE = 3
NO = 9
INTERRUPTED = 130

TEXT = """\
exit status:
  0    finished (a concession is a finish)
  1    an error of tesser's own
  2    the command line is wrong
  3    a deck or file is not there, can't be read or written, or can't be used
  4    no connection
  5    refused: version, key, code, or seat taken
  6    the link was lost and given up
  7    the two programs disagree about the match
  8    the other player left
  9    the answer is no: a deck is not legal, or a list has lines that are no cards
  130  interrupted; in plain mode also a match that was left, or input that ended
  128 + a signal's number: a screen, or plain mode, that was ended by it
"""
"""For --help."""


class Stop(Exception):
    """Ends a command: the message goes to standard error, `status` is the exit status."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Within this a signal that asks the program to end raises SystemExit, so that what was begun is undone.

    One that was ignored when the program started, as by nohup, stays so.
    """

    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    for number, handler in before.items():
        if handler != signal.SIG_IGN:
            signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
