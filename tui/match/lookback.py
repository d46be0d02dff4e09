"""Looking back at a match that goes on: its past moments and its story, worked out where the match is owned.

A front end asks, and the answer is posted some time later. Who asks again before that, as with a key that is
held down, is answered once, with the newest of each sort. Everything is seen through the eyes of the seat
that asks.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from core.engine.match import Match
from tui.match.commands import FindMoment, FindStory
from tui.match.events import MomentFound, Posted, StoryFound
from tui.match.story_texts import story_told


class LookBack:
    """What is wanted of the past of one match. Any method may be called on any thread, but that the match
    must not change while it is served."""

    def __init__(self, post: Callable[[Posted], object]) -> None:
        self._post = post
        self._lock = threading.Lock()
        self._match: Match | None = None
        self._moment: FindMoment | None = None
        self._story: FindStory | None = None

    def follow(self, match: Match) -> None:
        """The match has begun."""
        self._match = match

    def want(self, command: FindMoment | FindStory) -> None:
        """This is wanted, when it is served."""
        with self._lock:
            if isinstance(command, FindMoment):
                self._moment = command
            else:
                self._story = command

    def serve(self) -> None:
        """Work out what is wanted, and post it."""
        match = self._match
        with self._lock:
            moment, self._moment = self._moment, None
            story, self._story = self._story, None
        if match is None:
            return
        if moment is not None:
            n = max(0, min(moment.n, match.n))
            view = match.game.mask(match.state_at(n), _reader(moment.seat))
            self._post(MomentFound(moment.seat, n, match.n, view))
        if story is not None:
            self._post(StoryFound(story.seat, story_told(match, _reader(story.seat))))


def _reader(seat: int) -> int | None:
    return seat if seat >= 0 else None
