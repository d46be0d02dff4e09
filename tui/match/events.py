"""What a match tells its front end: a closed set of facts, each of a type of its own.

`Posted` is what the match's loop leaves in the channel. The client (client.py) keeps the state of the match
by it, and tells its listeners an `Event` for each thing that they are to show or say, in the order that holds
for all front ends. Several types are in both: what the loop posts is told as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from core.contract.choice import Choice, Decision
from core.contract.header import Header
from core.contract.outcome import Outcome

if TYPE_CHECKING:
    from core.contract.story import Story
    from net.lockstep.clocks import ShownClock
    from net.protocol.errors import NetError
    from net.transport.liveness import LinkNews
    from tui.match.entry_texts import LogLine
    from tui.match.rematch import Company


# Things that are told of.


class Question(msgspec.Struct, frozen=True):
    """A decision put to a person at this front end."""

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
    outcome: Outcome | None
    totals: tuple[int, ...] = ()
    """Each seat's total when they were compared last; empty before."""
    marked: int = 0
    """How many take-backs were marked so far."""


class Request(msgspec.Struct, frozen=True):
    """A request of the other side that waits for an answer here."""

    number: int
    """Goes back with the answer."""
    take_back: bool
    """Whether it is about a take-back; else about a draw."""
    sentence: str
    """What is asked."""


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


# Told as they are posted.


class Began(msgspec.Struct, frozen=True):
    """The match is there."""

    header: Header
    picture: Picture
    lines: dict[int, list[LogLine]]
    """By reader, as in Picture.views: what its setup is told in; all that was played, in a match that goes
    on."""
    since: dict[int, int] | None = None
    """In a match that goes on, by reader: the entry of its last choice, 0 for none; None in a new one."""
    muted: bool = False
    """Whether take-backs of the other side are declined unasked."""


class Noted(msgspec.Struct, frozen=True):
    """Something beside the match: a refused choice, the state of the link."""

    text: str


class ChatSaid(msgspec.Struct, frozen=True):
    """A line of the chat."""

    by: str
    """The name of who said it; empty for the person here."""
    text: str

    @property
    def sentence(self) -> str:
        """The same as it is told."""
        return f"{self.by} says: {self.text}" if self.by else f"You say: {self.text}"


class PresenceChanged(msgspec.Struct, frozen=True):
    """How the link to the other machine is now, and so whether its players are there."""

    link: LinkNews


class PassingChanged(msgspec.Struct, frozen=True):
    """Who passes to a phase now."""

    passing: dict[int, str]
    """By seat of a person here: that phase."""


class StandingChanged(msgspec.Struct, frozen=True):
    """What is asked of the other side here, and stands from now on."""

    sentence: str
    """Empty for nothing any more."""
    aloud: bool = False
    """Whether it is to be said; else what stands only goes on."""
    conceded: int | None = None
    """The seat here that has conceded, if it is that, and the other side has yet to hear of it."""


class TakeBackOffered(msgspec.Struct, frozen=True):
    """A take-back that was wanted is not free: it may be had, marked."""

    seat: int
    target: int
    """The entry to go back to."""


class Rang(msgspec.Struct, frozen=True):
    """The clock calls for attention."""


class CompanyChanged(msgspec.Struct, frozen=True):
    """After a match with another machine: who is there, and who asks for a rematch."""

    company: Company


class MomentFound(msgspec.Struct, frozen=True):
    """The match as it was after an entry, which was asked for."""

    seat: int
    """The reader; -1 for somebody without a seat."""
    n: int
    last: int
    """The number of the match's last entry."""
    view: Any


class StoryFound(msgspec.Struct, frozen=True):
    """The story of the match so far, which was asked for."""

    seat: int
    """The reader; -1 for somebody without a seat."""
    story: Story


# Only posted.


class StageReached(msgspec.Struct, frozen=True):
    """Before a match with another machine: what to show: Invited of network_play, Offered of
    host_and_join, or Awaited of
    reconnect."""

    stage: object


class Moved(msgspec.Struct, frozen=True):
    """An entry has become part of the match."""

    picture: Picture | None
    """None where a newer one is in the channel too."""
    lines: dict[int, list[LogLine]]
    """What it is told in, by reader."""


class QuestionPut(msgspec.Struct, frozen=True):
    """What is asked here now."""

    question: Question | None
    """None where a question was withdrawn: it was answered, or a pass to a phase has begun."""


class ClocksRead(msgspec.Struct, frozen=True):
    """The clocks of all persons."""

    clocks: dict[int, ShownClock]
    """By seat: what is left, to the second above."""
    up: TimeUp | None
    """Whose time is up, as long as somebody here may do something about it."""
    news: bool = True
    """Whether there is more to them than another second."""


class RequestPut(msgspec.Struct, frozen=True):
    """What the other side asks for now."""

    request: Request | None
    """None where it needs no answer any more."""


class Stopped(msgspec.Struct, frozen=True):
    """The match's loop has ended."""

    reason: str
    """Why, in a sentence; empty where the match came to its end."""
    failure: NetError | None
    """The same for programs, when it was the other machine or the link."""


# Only told.


class ViewChanged(msgspec.Struct, frozen=True):
    """Another entry has become part of the match: all there is to see is in the client's picture."""

    n: int


class Told(msgspec.Struct, frozen=True):
    """What has happened, to the reader at the keyboard. Each line is told once."""

    reader: int
    lines: tuple[LogLine, ...]
    since: int | None = None
    """In a match that goes on, the first time for this reader: the entry of its last choice, 0 for none; the
    lines are what happened since."""


class QuestionAsked(msgspec.Struct, frozen=True):
    """A question is open to the reader at the keyboard."""

    question: Question


class QuestionWithdrawn(msgspec.Struct, frozen=True):
    """The question that was open is so no more, unanswered."""


class ChoiceMade(msgspec.Struct, frozen=True):
    """A person here has answered, and the match has yet to move."""

    seat: int
    picks: tuple[Choice, ...]


class KeyboardWanted(msgspec.Struct, frozen=True):
    """Another person here is asked: nothing of any hand is shown until that one has the keyboard."""

    seat: int
    question: Question
    open_to_all: str
    """What may be passed without the keyboard, in words that all here may read; empty for nothing."""


class KeyboardTaken(msgspec.Struct, frozen=True):
    """A person has the keyboard now, and is the reader."""

    seat: int


class KeyboardKept(msgspec.Struct, frozen=True):
    """The one who was asked has passed without the keyboard: the reader is who it was."""


class RequestOpened(msgspec.Struct, frozen=True):
    """The other side asks for something, and waits for an answer."""

    request: Request


class RequestClosed(msgspec.Struct, frozen=True):
    """What it asked for needs no answer any more: it was given one, or has lapsed."""


class ClockChanged(msgspec.Struct, frozen=True):
    """Other seconds are left to somebody."""


class TimeRanOut(msgspec.Struct, frozen=True):
    """Somebody's time is up, and a person here may do something about it."""

    up: TimeUp


class TimeSettled(msgspec.Struct, frozen=True):
    """It is up no more, or nobody here may do anything about it any more."""


class MatchEnded(msgspec.Struct, frozen=True):
    """The match has come to its end. Told once, and to nobody while the keyboard is on its way."""

    outcome: Outcome


class MatchStopped(msgspec.Struct, frozen=True):
    """The match has stopped before its end; as MatchEnded."""

    reason: str
    failure: NetError | None


Passed: TypeAlias = (
    Noted
    | ChatSaid
    | PresenceChanged
    | PassingChanged
    | StandingChanged
    | TakeBackOffered
    | Rang
    | CompanyChanged
    | MomentFound
    | StoryFound
)
Before: TypeAlias = Noted | StageReached | Stopped
"""What is posted before a match has begun."""
Posted: TypeAlias = Passed | StageReached | Began | Moved | QuestionPut | ClocksRead | RequestPut | Stopped
Event: TypeAlias = (
    Passed
    | Began
    | ViewChanged
    | Told
    | QuestionAsked
    | QuestionWithdrawn
    | ChoiceMade
    | KeyboardWanted
    | KeyboardTaken
    | KeyboardKept
    | RequestOpened
    | RequestClosed
    | ClockChanged
    | TimeRanOut
    | TimeSettled
    | MatchEnded
    | MatchStopped
)
