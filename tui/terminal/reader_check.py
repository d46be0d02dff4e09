"""Whether a terminal still reads what is written to it, also where little is.

What is drawn is taken by the system until its buffer is full, so that nothing tells of a terminal that has
stopped, or of an SSH client that was, while a match draws a line now and then. So it is asked: each terminal
answers "device status" (DSR 5) as soon as it reads that. One that has never answered is believed to read.
"""

from __future__ import annotations

ASK = "\x1b[5n"
ANSWER = b"\x1b[0n"

_QUIET_SECONDS = 2.0
"""So long nothing has come from the terminal before it is asked."""
_ANSWER_SECONDS = 3.0
"""What answers later is not reading just now."""


class ReaderCheck:
    """What is known of one terminal; times are seconds of a monotonic clock."""

    def __init__(self) -> None:
        self._heard = 0.0
        self._answers = False
        """Whether it has ever answered."""
        self._asked: float | None = None
        """When the question was put that is open."""
        self._rest = b""

    def open(self, now: float) -> bool:
        """Whether an answer is still to come: the first, for as long as one takes, or that of a terminal that
        answers, however late."""
        return self._asked is not None and (self._answers or now - self._asked <= _ANSWER_SECONDS)

    def ask(self, now: float) -> bool:
        """Whether to write ASK now; it is taken as written then. One question at a time."""
        due = self._asked is None and now - self._heard >= _QUIET_SECONDS
        if due:
            self._asked = now
        return due

    def heard(self, data: bytes, now: float) -> None:
        """This has come from the terminal."""
        self._heard = now
        seen = self._rest + data
        self._rest = seen[1 - len(ANSWER) :]
        if ANSWER in seen:
            self._asked, self._answers, self._rest = None, True, b""

    def restart(self) -> None:
        """The terminal was somebody else's meanwhile, who may have had the answer."""
        self._asked = None

    def stopped(self, now: float) -> bool:
        """Whether it doesn't read what is written."""
        return self._answers and self._asked is not None and now - self._asked > _ANSWER_SECONDS
