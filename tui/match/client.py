"""The client of a match: its state as a front end sees it, and the order of things that holds for all front
ends.

The match's loop posts what happens (events.Posted); the client keeps its state by it, and tells its listeners
an event for each thing there is to show or say. What the persons do goes the other way, as commands. A front
end is a view over this: it draws or says the state, and adds nothing to it but how its own words and keys
are. So the rules of order are here, and only here:

- What happened is told to the reader at the keyboard, each line once; to another person here when that one
  has it.
- Who is asked while another has the keyboard gets it first, and meanwhile nothing of any hand is told. What
  all may read can be passed without it.
- An answer is sent once. From then on nothing is open until the match has moved, or asks anew.
- What the other side asks for is told once, and answered once. It is nobody's business any more when it has
  lapsed.
- A time that is up is told once a decision; what is asked about it goes when it is up no more.
- The end is told once, and not while the keyboard is on its way.

Nothing here knows of threads or of a terminal: `send` takes the commands, `reduce` what was posted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from core.contract.choice import Choice
from core.contract.game import AnyGame
from core.contract.header import Header
from core.contract.outcome import Outcome
from core.engine.stops import public_pass
from net.lockstep.clocks import ShownClock
from net.protocol.errors import NetError
from net.transport.liveness import LinkNews
from tui.match import commands
from tui.match.act import Act
from tui.match.commands import Command
from tui.match.entry_texts import NOTED, SAID, LogLine, seen_before
from tui.match.events import (
    Began,
    ChatSaid,
    ChoiceMade,
    ClockChanged,
    ClocksRead,
    CompanyChanged,
    Event,
    KeyboardKept,
    KeyboardTaken,
    KeyboardWanted,
    MatchEnded,
    MatchStopped,
    MomentFound,
    Moved,
    Noted,
    PassingChanged,
    Picture,
    Posted,
    PresenceChanged,
    Question,
    QuestionAsked,
    QuestionPut,
    QuestionWithdrawn,
    Rang,
    Request,
    RequestClosed,
    RequestOpened,
    RequestPut,
    StageReached,
    StandingChanged,
    Stopped,
    StoryFound,
    TakeBackOffered,
    TimeRanOut,
    TimeSettled,
    TimeUp,
    Told,
    ViewChanged,
)
from tui.match.plans import PERSON
from tui.match.player_names import called
from tui.match.presence import awaited, elsewhere, ends_as, gone
from tui.match.rematch import Company


class MatchClient:
    """One match at one front end."""

    def __init__(self, game: AnyGame, send: Callable[[Command], object]) -> None:
        """`send` takes a command to the match's loop, and returns at once."""
        self.game = game
        self._send = send
        self._listeners: list[Callable[[Event], object]] = []
        self.header: Header | None = None
        """Known once the match has begun."""
        self.names: tuple[str, ...] = ()
        """The players', by seat."""
        self.picture: Picture | None = None
        self.reader: int | None = None
        """The seat at the keyboard, whose eyes are shown; -1 where no person plays here, None before one of
        several has taken it."""
        self.next: int | None = None
        """The seat that is to take the keyboard; None while it is where it belongs."""
        self.question: Question | None = None
        """What is asked of a person here, as long as it is open."""
        self.act: Act | None = None
        """The picks of that so far; still there while the answer is on its way."""
        self.sent = False
        """Whether the question was answered, and the match has not moved since."""
        self.pending = False
        """Whether something else was asked of the match that it has not answered yet."""
        self._sent_at = 0
        """The entry at which that was."""
        self.log: dict[int, list[LogLine]] = {}
        """By reader: what has happened, with the chat and the notes."""
        self._seen: dict[int, int] = {}
        """By reader: how long the log was at its last choice."""
        self._told: dict[int, int] = {}
        """By reader: how much of the log was told."""
        self._since: dict[int, int] = {}
        """In a match that goes on, by reader that was told nothing yet: the entry of its last choice."""
        self._early: list[str] = []
        """Notes from before there was a log."""
        self.link: LinkNews | None = None
        """How the link to the other machine is; None without one."""
        self.passing: dict[int, str] = {}
        """By seat of a person here: the phase to which it passes, while it does."""
        self.request: Request | None = None
        """What the other side asks for and waits for an answer to."""
        self.standing = ""
        """What is asked of the other side here and stands, in a sentence."""
        self.conceded: set[int] = set()
        """The seats here that have conceded, while the other side is yet to hear of it."""
        self.muted = False
        """Whether take-backs of the other side are declined unasked."""
        self.clocks: dict[int, ShownClock] = {}
        """By seat of a person, in a match with a clock: what is left, to the second above."""
        self.up: TimeUp | None = None
        """Whose time is up, where a person here may do something about it."""
        self.company: Company | None = None
        """After a match with another machine: who is there, and who asks for a rematch. None before."""
        self.ended: str | None = None
        """Why the match's loop has ended, if it has; empty where the match came to its end."""
        self.failure: NetError | None = None
        """The same for programs, when it was the other machine or the link."""
        self._end_told = False
        self._story_wanted = False

    def subscribe(self, listener: Callable[[Event], object]) -> None:
        """Tell it every event from now on, as it happens; listeners are told one after the other."""
        self._listeners.append(listener)

    def _emit(self, event: Event) -> None:
        for listener in self._listeners:
            listener(event)

    # What there is to see.

    @property
    def seat(self) -> int:
        """The seat at the keyboard; -1 for none."""
        return -1 if self.reader is None else self.reader

    def who(self, seat: int) -> str:
        """What a seat is called in sentences."""
        return called(self.game, self.names, seat)

    @property
    def covered(self) -> bool:
        """Whether the keyboard is on its way to somebody."""
        return self.next is not None

    @property
    def outcome(self) -> Outcome | None:
        """What the match came to; None before its end."""
        return None if self.picture is None else self.picture.outcome

    @property
    def over(self) -> bool:
        """Whether the match has ended or stopped."""
        return self.ended is not None or self.outcome is not None

    @property
    def busy(self) -> bool:
        """Whether the match has yet to answer something: a choice, or what else was asked of it."""
        return self.sent or self.pending

    @property
    def open(self) -> Act | None:
        """What the reader is asked, with the picks so far; None while nothing is open to it."""
        mine = self.question is not None and self.question.seat == self.reader
        return self.act if mine and not self.sent and not self.covered else None

    @property
    def view(self) -> Any:
        """What the reader sees, with what was picked so far of an act; what everybody does before the first
        of several persons has the keyboard. Only once the match has begun."""
        assert self.picture is not None
        if self.act is not None and (self.sent or self.open is not None):
            return self.act.view
        views = self.picture.views
        if self.seat in views:
            return views[self.seat]
        return self.public

    @property
    def public(self) -> Any:
        """What everybody sees. Only once the match has begun."""
        assert self.picture is not None
        return self.game.mask(next(iter(self.picture.views.values())), None)

    @property
    def owing(self) -> int | None:
        """The seat that is to choose; None when nobody is."""
        if self.picture is None:
            return None
        decision = self.game.decision(next(iter(self.picture.views.values())))
        return None if decision is None else decision.seat

    @property
    def recent(self) -> list[LogLine]:
        """The log since the reader's last choice."""
        return self.log.get(self.seat, [])[self._seen.get(self.seat, 0) :]

    @property
    def news(self) -> list[LogLine]:
        """What has happened in the match since then, notes and chat aside."""
        return [line for line in self.recent if line.n >= 0]

    @property
    def persons(self) -> list[int]:
        """The seats of all persons, here and elsewhere."""
        seats = self.header.seats if self.header is not None else ()
        return [n for n, seat in enumerate(seats) if seat.player == PERSON]

    @property
    def here(self) -> list[int]:
        """The seats of the persons here."""
        return [seat for seat in self.picture.views if seat >= 0] if self.picture is not None else []

    @property
    def networked(self) -> bool:
        """Whether another machine takes part."""
        return self.header is not None and len({seat.peer for seat in self.header.seats}) > 1

    @property
    def heard(self) -> bool:
        """Whether the other machine is heard, or there is none."""
        return not gone(self.link)

    def awaited(self, seat: int) -> str:
        """What is known of somebody who is to choose, in a sentence."""
        apart = elsewhere(self.header, seat, self.seat)
        return awaited(self.who(seat), self.link if apart else None)

    @property
    def ends_as(self) -> str:
        """As what this side's copy of the match would end while the other side is gone, one of
        core.endings.ONE_SIDED."""
        return ends_as(self.header, self.up, self.seat)

    # What was posted.

    def reduce(self, posted: Posted) -> None:
        """Keep the state by what the match's loop has posted, and tell the listeners of it."""
        match posted:
            case Began():
                self._begin(posted)
            case Moved():
                self._move(posted.picture, posted.lines)
            case QuestionPut():
                self._put(posted.question)
            case RequestPut():
                self._request(posted.request)
            case ClocksRead():
                self._read_clocks(posted)
            case Stopped():
                self.ended, self.failure = posted.reason, posted.failure
                self.question = self.act = None
                self._tell_end()
            case Noted():
                self.pending = False
                self.jot(posted.text)
                self._emit(posted)
            case ChatSaid():
                for lines in self.log.values():
                    lines.append(LogLine(SAID, posted.sentence))
                self._emit(posted)
            case PresenceChanged():
                self.link = posted.link
                self._emit(posted)
            case PassingChanged():
                self.passing = posted.passing
                self._emit(posted)
            case StandingChanged():
                self.standing = posted.sentence
                if posted.conceded is not None:
                    self.conceded.add(posted.conceded)
                if posted.aloud:
                    self.pending = False
                    self.jot(posted.sentence)
                self._emit(posted)
            case CompanyChanged():
                if posted.company != self.company:
                    self.company = posted.company
                    self._emit(posted)
            case MomentFound():
                if posted.seat == self.reader and not self.covered:
                    self._emit(posted)
            case StoryFound():
                if self._story_wanted and posted.seat == self.seat and not self.covered:
                    self._story_wanted = self.pending = False
                    self._emit(posted)
            case TakeBackOffered() | Rang():
                self._emit(posted)
            case StageReached():
                pass  # what led to the match is past
            case _:
                assert_never(posted)

    def _begin(self, began: Began) -> None:
        self.header = began.header
        self.names = tuple(seat.shown for seat in began.header.seats)
        self.muted = began.muted
        self._since = dict(began.since or {})
        self.log = {reader: list(lines) for reader, lines in began.lines.items()}
        if began.since is not None:
            # Who was there has seen what came before its last choice.
            self._seen = {
                reader: seen_before(n, self.log.get(reader, [])) for reader, n in began.since.items()
            }
            self._told = dict(self._seen)
        if len(began.picture.views) == 1:
            self.reader = next(iter(began.picture.views))
        for note in self._early:
            self.jot(note)
        self._emit(began)
        self._move(began.picture, {})

    def _move(self, picture: Picture | None, lines: dict[int, list[LogLine]]) -> None:
        for reader, new in lines.items():
            self.log.setdefault(reader, []).extend(new)
        if picture is not None:
            before, self.picture = self.picture, picture
            if picture.n > self._sent_at:
                if self.sent:
                    self.act = None
                self.sent = self.pending = False
            if picture.outcome is not None:
                self.question = self.act = None
            if before is None or before.n != picture.n:
                self._emit(ViewChanged(picture.n))
        self._tell()
        self._tell_end()

    def _tell(self) -> None:
        """Tell the reader what it was not told yet."""
        if self.reader is None or self.covered:
            return
        log = self.log.get(self.reader, [])
        lines = tuple(line for line in log[self._told.get(self.reader, 0) :] if line.n >= 0)
        self._told[self.reader] = len(log)
        since = self._since.pop(self.reader, None)
        if lines or since is not None:
            self._emit(Told(self.reader, lines, since))

    def _tell_end(self) -> None:
        if self._end_told or self.covered or not self.over:
            return
        self._end_told = True
        if self.outcome is not None:
            self._emit(MatchEnded(self.outcome))
        else:
            self._emit(MatchStopped(self.ended or "", self.failure))

    def _put(self, question: Question | None) -> None:
        if question is None:
            was_open = self.open is not None
            self.question = None
            if not self.sent:
                self.act = None
            if was_open:
                self._emit(QuestionWithdrawn())
            return
        if self.picture is None or self.outcome is not None:
            return
        self.sent = self.pending = False
        self.question = question
        self.act = Act(self.game, self.picture.views[question.seat], question.decision)
        if question.seat == self.reader and not self.covered:
            self._emit(QuestionAsked(question))
            return
        self._story_wanted = False
        self.next = question.seat
        self._send(commands.HoldClocks(True))
        passable = self.passable
        self._emit(KeyboardWanted(question.seat, question, passable[0] if passable is not None else ""))

    def _request(self, request: Request | None) -> None:
        before, self.request = self.request, request
        if request is not None:
            self._emit(RequestOpened(request))
        elif before is not None:
            self._emit(RequestClosed())

    def _read_clocks(self, read: ClocksRead) -> None:
        before, self.up = self.up, read.up
        if read.clocks != self.clocks:
            self.clocks = read.clocks
            self._emit(ClockChanged())
        if read.up is not None and not read.up.same(before):
            self._emit(TimeRanOut(read.up))
        elif read.up is None and before is not None:
            self._emit(TimeSettled())

    def jot(self, note: str) -> None:
        """Keep a note in the log of who reads it."""
        if not self.log:
            self._early.append(note)
        for reader in list(self.log) if self.reader is None else [self.reader]:
            self.log.setdefault(reader, []).append(LogLine(NOTED, note))

    # What the persons do.

    def pick(self, *choices: Choice) -> bool:
        """Pick these in the open question, one after the other, as far as each is offered then; True if that
        completes the act, which is sent."""
        act = self.open
        if act is None or self.question is None:
            return False
        for choice in choices:
            if choice not in (act.decision.choices or ()) or act.pick(choice):
                break
        if act.complete:
            self._seen[self.question.seat] = len(self.log.get(self.question.seat, []))
            self._choose(self.question, tuple(act.picks))
        return act.complete

    def restart(self) -> bool:
        """Back to the start of the open question; False if nothing was picked of it."""
        return self.open is not None and self.open.restart()

    def take_keyboard(self) -> None:
        """The person who is to have the keyboard has it."""
        if self.next is None:
            return
        self.reader, self.next = self.next, None
        self._send(commands.HoldClocks(False))
        self._emit(KeyboardTaken(self.reader))
        self._tell()
        if self.question is not None and self.open is not None:
            self._emit(QuestionAsked(self.question))
        self._tell_end()

    def pass_unseen(self) -> None:
        """The person who is to have the keyboard leaves it where it is, and passes if what is asked may be
        passed without it."""
        if self.next is None:
            return
        passable, question = self.passable, self.question
        self.next = None
        self._send(commands.HoldClocks(False))
        self.act = None  # What it shows is the other one's.
        if passable is not None and question is not None:
            self._choose(question, (passable[1],))
        self._emit(KeyboardKept())
        self._tell()
        self._tell_end()

    @property
    def passable(self) -> tuple[str, Choice] | None:
        """What who is to have the keyboard may pass without it, in words that all may read, and by which
        choice; None for nothing."""
        if not self.covered or self.question is None or self.act is None:
            return None
        return public_pass(self.game, self.act.view)

    def _choose(self, question: Question, picks: tuple[Choice, ...]) -> None:
        self.sent, self._sent_at = True, self.picture.n if self.picture is not None else 0
        self._send(commands.Choose(question.ticket, picks))
        self._emit(ChoiceMade(question.seat, picks))

    def answer_request(self, yes: bool, *, mute: bool = False) -> None:
        """Answer what the other side asks for; nothing if it asks for nothing any more."""
        request, self.request = self.request, None
        if request is not None:
            self.muted = self.muted or mute
            self._send(commands.AnswerRequest(request.number, yes, mute))
            self._emit(RequestClosed())

    def find_story(self) -> None:
        """The story so far is wanted, for the reader."""
        self._story_wanted = True
        self.send(commands.FindStory(self.seat))

    def send(self, command: Command) -> None:
        """Ask something of the match that is no answer to a question of its own."""
        if isinstance(command, commands.Mute):
            self.muted = command.on
        if self._answers(command):
            self.pending, self._sent_at = True, self.picture.n if self.picture is not None else 0
        self._send(command)

    def _answers(self, command: Command) -> bool:
        """Whether the match answers a command: by an entry, by a question, or by a sentence at least."""
        match command:
            case commands.PassTo():
                act = self.open
                return act is not None and self.game.halt(act.view) is not None
            case (
                commands.Concede()
                | commands.OfferDraw()
                | commands.TakeBack()
                | commands.TakeBackMarked()
                | commands.EndAlone()
                | commands.Claim()
                | commands.FindStory()
            ):
                return True
            case _:
                return False
