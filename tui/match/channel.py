"""What a match's thread leaves for its screen: the newest picture of the match replaces an older one, and
sentences pile up until they are taken."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from core.contract.choice import Decision
from core.contract.header import Header
from core.contract.outcome import Outcome
from net.lockstep.clocks import ShownClock
from net.protocol.errors import NetError
from tui.match.entry_texts import Line
from tui.match.lookback import Past, Told
from tui.match.request_texts import Wanted

if TYPE_CHECKING:
    from tui.match.rematch import Company


class Question(msgspec.Struct, frozen=True):
    """A decision put to a person at this screen."""

    ticket: int
    """Goes back with the answer, so that no answer settles another question."""
    seat: int
    decision: Decision
    called: bool = False
    """Whether others have moved since the last question here: the person may be looking elsewhere."""


class Picture(msgspec.Struct, frozen=True):
    """The match as its readers here see it now."""

    n: int
    head: str
    """h_n, hex."""
    views: dict[int, Any]
    """By seat of each person here; under -1 what everybody sees, when no person sits here."""
    question: Question | None
    outcome: Outcome | None
    totals: tuple[int, ...] = ()
    """Each seat's total when they were compared last; empty before."""
    marked: int = 0
    """How many take-backs were marked so far."""


class Further(msgspec.Struct, frozen=True):
    """An offer to take back what is not free to take back."""

    seat: int
    target: int
    """The entry to go back to, by `undo N marked`."""


class TimeUp(msgspec.Struct, frozen=True):
    """A seat's time is up, and a person here may do something about it."""

    seat: int
    n: int
    """The entry that it owes."""
    by: int
    """The seat here that may claim the match."""
    sentence: str
    """What has happened."""
    quiet: bool = False
    """Whether it was said here that this seat may go on: nobody is told of it any more."""

    def same(self, other: TimeUp | None) -> bool:
        """Whether the other one is about the same decision."""
        return other is not None and (self.seat, self.n) == (other.seat, other.n)


class Said(msgspec.Struct, frozen=True):
    """A line of the chat."""

    by: str
    """The name of who said it; empty for the person here."""
    text: str

    @property
    def sentence(self) -> str:
        """The same as it is told."""
        return f"{self.by} says: {self.text}" if self.by else f"You say: {self.text}"


class Update(msgspec.Struct, frozen=True):
    """What a screen takes from the mailbox at once."""

    header: Header | None
    """Known once the match has begun."""
    picture: Picture | None
    lines: dict[int, list[Line]]
    """New sentences by reader, as in Picture.views."""
    said: list[Said]
    """New lines of the chat."""
    notes: list[str]
    """What is to be said beside the match: a refused choice, the state of the link."""
    link: str
    """How the link is, in a few words; empty without one."""
    passing: dict[int, str]
    """By seat of a person here: the phase to which it passes, while it does."""
    further: Further | None
    """Answers a take-back that would have to be marked; told once."""
    asked: Wanted | None
    """What the other side asks for and nobody here has answered yet."""
    asking: str
    """What is asked of the other side here and stands, in a sentence that was a note too; else empty."""
    stage: object
    """Before a match with another machine: what to show, one of the stages in remote.py."""
    ended: str | None
    """Why the thread has stopped, if not because the match came to its end; empty when it did."""
    failure: NetError | None
    """The same for programs, when it was the other machine or the link."""
    company: Company | None = None
    """After a match with another machine: who is there, and what is asked. None before."""
    clocks: dict[int, ShownClock] = {}
    """By seat of a person, in a match with a clock: what is left, to the second above."""
    time_up: TimeUp | None = None
    """Whose time is up, as long as somebody here may do something about it."""
    ring: bool = False
    """Whether the clock calls for attention; told once."""
    since: dict[int, int] | None = None
    """In a match that goes on, by reader: the entry of its last choice, 0 for none; None in a new one."""
    past: Past | None = None
    """A moment that was asked for."""
    told: Told | None = None
    """The story, if it was asked for."""


class Mailbox:
    """Filled from the match's thread, emptied from the screen's."""

    def __init__(self, notify: Callable[[], object]) -> None:
        """`notify` tells the screen, once until it takes, that there is something to take."""
        self._notify = notify
        self._lock = threading.Lock()
        self._told = False
        self.header: Header | None = None
        self.picture: Picture | None = None
        self.ended: str | None = None
        self.failure: NetError | None = None
        self._lines: dict[int, list[Line]] = {}
        self._said: list[Said] = []
        self._notes: list[str] = []
        self.link = ""
        self._passing: dict[int, str] = {}
        self._further: Further | None = None
        self._asked: Wanted | None = None
        self._asking = ""
        self._stage: object = None
        self._company: Company | None = None
        self._since: dict[int, int] | None = None
        self.clocks: dict[int, ShownClock] = {}
        self._time_up: TimeUp | None = None
        self._ring = False
        self.ticks = False
        """Whether each second of a running clock is news."""

    def take(self) -> Update:
        """Everything since the last take."""
        with self._lock:
            self._told = False
            lines, self._lines = self._lines, {}
            notes, self._notes = self._notes, []
            said, self._said = self._said, []
            further, self._further = self._further, None
            ring, self._ring = self._ring, False
            return Update(
                self.header,
                self.picture,
                lines,
                said,
                notes,
                self.link,
                dict(self._passing),
                further,
                self._asked,
                self._asking,
                self._stage,
                self.ended,
                self.failure,
                company=self._company,
                since=self._since,
                clocks=self.clocks,
                time_up=self._time_up,
                ring=ring,
            )

    def wake(self) -> None:
        """Tell the screen, unless it has been told since it last took."""
        with self._lock:
            told, self._told = self._told, True
        if not told:
            self._notify()

    def go_on(self, since: dict[int, int]) -> None:
        """The match is one that goes on; by reader the entry of its last choice."""
        with self._lock:
            self._since = since

    def show(self, picture: Picture, header: Header | None) -> None:
        """The match as it is now; with its header when it begins."""
        with self._lock:
            self.picture = picture
            self.header = header or self.header
        self.wake()

    def show_question(self, question: Question | None) -> None:
        """What is asked now; the screen is told too when it is withdrawn: a pass to a phase has begun."""
        with self._lock:
            if self.picture is not None:
                self.picture = msgspec.structs.replace(self.picture, question=question)
        self.wake()

    def say(self, lines: Mapping[int, Sequence[Line]]) -> None:
        """Sentences of the log, by reader."""
        with self._lock:
            for reader, said in lines.items():
                self._lines.setdefault(reader, []).extend(said)
        self.wake()

    def chat(self, said: Said) -> None:
        """A line of the chat."""
        with self._lock:
            self._said.append(said)
        self.wake()

    def note(self, text: str) -> None:
        """Something beside the match."""
        with self._lock:
            self._notes.append(text)
        self.wake()

    def show_link(self, words: str) -> None:
        """How the link is now."""
        with self._lock:
            self.link = words
        self.wake()

    def show_passing(self, passing: dict[int, str]) -> None:
        """Who passes to which phase now."""
        with self._lock:
            changed, self._passing = passing != self._passing, passing
        if changed:
            self.wake()

    def show_clocks(self, clocks: dict[int, ShownClock], time_up: TimeUp | None, wake: bool) -> None:
        """The clocks of all persons; `wake`: there is more to them than another second."""
        with self._lock:
            changed = clocks != self.clocks or time_up != self._time_up
            self.clocks, self._time_up = clocks, time_up
        if changed and (wake or self.ticks):
            self.wake()

    def ring(self) -> None:
        """The clock calls for attention."""
        with self._lock:
            self._ring = True
        self.wake()

    def show_stage(self, stage: object) -> None:
        """What to show before the match."""
        with self._lock:
            self._stage = stage
        self.wake()

    def show_company(self, company: Company) -> None:
        """How it is after the match."""
        with self._lock:
            self._company = company
        self.wake()

    def ask(self, asked: Wanted | None) -> None:
        """What the other side asks for now; None for nothing any more."""
        with self._lock:
            self._asked = asked
        self.wake()

    def show_asking(self, sentence: str) -> None:
        """What is asked of the other side here from now on; empty for nothing any more."""
        with self._lock:
            self._asking = sentence
        self.wake()

    def offer(self, further: Further) -> None:
        """A take-back that has to be marked."""
        with self._lock:
            self._further = further
        self.wake()

    def end(self, reason: str | None, failure: NetError | None) -> None:
        """The thread stops."""
        with self._lock:
            self.ended, self.failure = reason, failure
        self.wake()
