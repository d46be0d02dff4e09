"""Named points on a match's way at which a test can end the program, as kill -9 would.

`TESSER_KILL_AT=NAME` ends it when it comes to that point, `NAME:3` when it does so for the third time.
Nothing else reads that variable, and players have no use for it.
"""

from __future__ import annotations

import os
import signal

VARIABLE = "TESSER_KILL_AT"
POINTS = (
    "handshake.return",
    "handshake.admitted",
    "handshake.epoch",
    "handshake.welcome",
    "commit.before",
    "commit.after",
    "send.before",
    "send.after",
    "receive",
    "apply.before",
    "apply.after",
    "confirm.before",
    "confirm.after",
)
"""Every point of a match and of coming back into it."""
BEGINNING = (
    "begin.offer",
    "begin.places",
    "begin.commit",
    "begin.reveal",
    "begin.seed",
    "begin.start",
    "begin.keep",
    "begin.kept",
)
"""Those of the handshake of a new match, and of keeping it; the first and the second game of two programs
pass them all."""

_passed = 0


def reach(point: str) -> None:
    """The program has come to this point, one of POINTS or BEGINNING."""
    wanted = os.environ.get(VARIABLE)
    if wanted is None:
        return
    global _passed
    name, _, times = wanted.partition(":")
    if name == point:
        _passed += 1
        if _passed == int(times or "1"):
            os.kill(os.getpid(), signal.SIGKILL)
