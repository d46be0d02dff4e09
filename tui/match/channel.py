"""What goes between the thread of a match and that of its front end.

The match's loop posts what happens, and the front end takes it when it can: neither waits for the other. A
terminal that has stopped takes nothing for a long time, so what is posted meanwhile is folded: of what only
counts as it is now, the newest is kept, and of all else everything, in order.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from net.lockstep.clocks import ShownClock
from net.transport.liveness import LinkNews
from tui.match.events import (
    Before,
    Began,
    ClocksRead,
    CompanyChanged,
    MomentFound,
    Moved,
    Noted,
    PassingChanged,
    Picture,
    Posted,
    PresenceChanged,
    Question,
    QuestionPut,
    RequestPut,
    StageReached,
    Stopped,
    StoryFound,
)

if TYPE_CHECKING:
    from tui.match.worker import MatchWorker

PAUSED_SECONDS = 3.0
"""A front end that has not ticked for so long counts as paused."""
_AS_IT_IS_NOW = (
    StageReached,
    QuestionPut,
    RequestPut,
    ClocksRead,
    PresenceChanged,
    PassingChanged,
    CompanyChanged,
    MomentFound,
    StoryFound,
)
"""Of these only the newest is kept."""


class Channel:
    """Filled on the match's loop, emptied on the front end's thread. Any method may be called on any
    thread."""

    def __init__(self, notify: Callable[[], object]) -> None:
        """`notify` tells the front end, once until it takes, that there is something to take; it must not
        block."""
        self.notify = notify
        self._lock = threading.Lock()
        self._told = False
        self._posted: list[Posted] = []
        self._began: Began | None = None
        self._picture: Picture | None = None
        self._question: Question | None = None
        self._link: LinkNews | None = None
        self._clocks: dict[int, ShownClock] = {}
        self._stopped: Stopped | None = None
        self._ticks = False
        self._ticked = time.monotonic()
        self._following: MatchWorker | None = None
        self.kept = ""
        """What the match is called in the archive, once it has begun."""
        self.path: Path | None = None
        """Where its record will be too, if one was asked for."""
        self.crashed = False
        """Whether an error of our own ended it."""
        self.second: bool | None = None
        """Whether a second game with somebody at another machine is still to come, now or later; None where
        nobody plays there."""

    # What is posted, and taken.

    def post(self, posted: Posted) -> None:
        """Leave this for the front end, and tell it that there is something to take."""
        wake, always = True, False
        with self._lock:
            match posted:
                case Began():
                    always = True
                    self._began, self._picture = posted, posted.picture
                case Moved():
                    self._picture = posted.picture
                    self._posted = [
                        msgspec.structs.replace(one, picture=None) if isinstance(one, Moved) else one
                        for one in self._posted
                    ]
                case QuestionPut():
                    self._question = posted.question
                case PresenceChanged():
                    self._link = posted.link
                case ClocksRead():
                    wake = posted.news or self._ticks
                    self._clocks = posted.clocks
                case Stopped():
                    always = True
                    self._stopped = posted
                case _:
                    pass
            if isinstance(posted, _AS_IT_IS_NOW):
                self._posted = [one for one in self._posted if type(one) is not type(posted)]
            self._posted.append(posted)
        if always:
            self.notify()  # also who took nothing of what came before: it may wait for this
        elif wake:
            self._wake()

    def take(self) -> list[Posted]:
        """All that was posted since the last take."""
        with self._lock:
            self._told = False
            posted, self._posted = self._posted, []
            return posted

    def take_before(self) -> list[Before]:
        """The same up to the beginning of the match, and no further: for who waits for that. What is about
        the match, such as how its link is, stays for who shows it."""
        with self._lock:
            self._told = False
            if self._began is not None:
                return []
            posted = self._posted
            self._posted = [one for one in posted if not isinstance(one, Noted | StageReached | Stopped)]
            return [one for one in posted if isinstance(one, Noted | StageReached | Stopped)]

    def _wake(self) -> None:
        """Tell the front end, unless it has been told since it last took."""
        with self._lock:
            told, self._told = self._told, True
        if not told:
            self.notify()

    # What is so now.

    @property
    def began(self) -> Began | None:
        """The beginning of the match; None before."""
        with self._lock:
            return self._began

    @property
    def picture(self) -> Picture | None:
        """The match as its readers see it; None before it has begun."""
        with self._lock:
            return self._picture

    @property
    def question(self) -> Question | None:
        """What is asked at this front end."""
        with self._lock:
            return self._question

    @property
    def link(self) -> LinkNews | None:
        """How the link to another machine is; None without one."""
        with self._lock:
            return self._link

    @property
    def clocks(self) -> dict[int, ShownClock]:
        """The clocks of all persons, by seat."""
        with self._lock:
            return self._clocks

    @property
    def stopped(self) -> Stopped | None:
        """Why the match's loop has ended; None while it runs."""
        with self._lock:
            return self._stopped

    @property
    def following(self) -> MatchWorker | None:
        """The next match over the same link, once it begins."""
        with self._lock:
            return self._following

    def follow(self, worker: MatchWorker) -> None:
        """This is the next match."""
        with self._lock:
            self._following = worker

    # The front end's terminal.

    def show_ticks(self) -> None:
        """Each second of a running clock is news from now on."""
        with self._lock:
            self._ticks = True

    def tick(self) -> None:
        """The front end's terminal takes what is drawn; to be called once a second."""
        with self._lock:
            self._ticked = time.monotonic()

    @property
    def paused(self) -> bool:
        """Whether it has taken nothing for a while."""
        with self._lock:
            return time.monotonic() - self._ticked > PAUSED_SECONDS
