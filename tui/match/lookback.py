"""Looking back at a match that goes on: its past moments and its story, worked out where the match is owned.

A screen asks; the answer lies in the mailbox some time later, the newest of each sort. Everything is seen
through the eyes of the seat that asks.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import msgspec

from core.contract.story import Story
from core.engine.match import Match
from tui.match.story_texts import story_told


class Past(msgspec.Struct, frozen=True):
    """The match as it was after an entry, for one reader."""

    seat: int
    """The reader; -1 for somebody without a seat."""
    n: int
    last: int
    """The number of the match's last entry."""
    view: Any


class Told(msgspec.Struct, frozen=True):
    """The story of the match so far, for one reader."""

    seat: int
    """The reader; -1 for somebody without a seat."""
    story: Story


class LookBack:
    """What a screen wants to know, and what was found."""

    def __init__(self, run: Callable[[Callable[[], object]], object], wake: Callable[[], object]) -> None:
        """`run` runs something on the match's loop, soon; `wake` tells the screen to take what there is."""
        self._run = run
        self._wake = wake
        self._lock = threading.Lock()
        self._match: Match | None = None
        self._moment: tuple[int, int] | None = None
        self._story: int | None = None
        self._past: Past | None = None
        self._told: Told | None = None
        self._over = False

    # For the screen's thread.

    def moment(self, seat: int, n: int) -> None:
        """Ask for the match as this seat saw it after entry n; a number beyond the last means the last."""
        with self._lock:
            self._moment = (seat, n)
        self._ask()

    def story(self, seat: int) -> None:
        """Ask for the story so far, as this seat may know it."""
        with self._lock:
            self._story = seat
        self._ask()

    def take(self) -> tuple[Past | None, Told | None]:
        """What was found since the last take."""
        with self._lock:
            found = self._past, self._told
            self._past = self._told = None
        return found

    def _ask(self) -> None:
        with self._lock:
            over = self._over
        if over:
            # Nobody owns the match any more, and it doesn't change.
            threading.Thread(target=self._serve, name="look back", daemon=True).start()
        else:
            self._run(self._serve)

    # For the match's loop.

    def follow(self, match: Match) -> None:
        """The match has begun."""
        self._match = match

    def end(self) -> None:
        """The match's loop has ended; what is asked from now on is worked out elsewhere."""
        with self._lock:
            self._over = True
        self._serve()

    def _serve(self) -> None:
        match = self._match
        with self._lock:
            moment, self._moment = self._moment, None
            teller, self._story = self._story, None
        if match is None:
            return
        if moment is not None:
            seat, wanted = moment
            n = max(0, min(wanted, match.n))
            view = match.game.mask(match.state_at(n), _reader(seat))
            with self._lock:
                self._past = Past(seat, n, match.n, view)
        if teller is not None:
            told = Told(teller, story_told(match, _reader(teller)))
            with self._lock:
                self._told = told
        if moment is not None or teller is not None:
            self._wake()


def _reader(seat: int) -> int | None:
    return seat if seat >= 0 else None
