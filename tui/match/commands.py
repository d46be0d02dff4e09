"""What the persons at a front end ask of their match, and how that is done on the match's loop.

A command is a fact of a type of its own. What can't be done is told by a note, with the reason; what another
machine has a say in goes through its LockstepPeer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias, assert_never

import msgspec

from core.contract.choice import Choice
from core.engine.entry import Undo, read_table_act
from core.engine.match import Match, Rejected, course
from core.engine.notation import Malformed
from core.engine.stops import StopRules
from core.engine.table import Table
from net.lockstep.chat import Unsaid
from net.lockstep.request import MatchRequest, RequestKind
from tui.match.channel import Channel
from tui.match.events import (
    ChatSaid,
    Noted,
    PassingChanged,
    RequestPut,
    StandingChanged,
    TakeBackOffered,
)
from tui.match.request_texts import CONCEDED, asked, asking

if TYPE_CHECKING:
    from core.contract.header import Decklist
    from net.lockstep.peer import LockstepPeer
    from tui.match.match_clock import Timing
    from tui.match.persons import Persons
    from tui.match.rematch import Encore


class Choose(msgspec.Struct, frozen=True):
    """A person's picks. Ignored if that question is no longer open."""

    ticket: int
    picks: tuple[Choice, ...]


class Concede(msgspec.Struct, frozen=True):
    """Give the match up."""

    seat: int


class OfferDraw(msgspec.Struct, frozen=True):
    """Offer a draw to the other side, or agree to the one it offers."""

    seat: int


class TakeBack(msgspec.Struct, frozen=True):
    """Take back this seat's last choice, where that is free; where it has to be marked, it is offered
    (TakeBackOffered). With `choices` so many choices are taken back, marked where that is needed. Choices
    that were made for the person don't count. With another machine it is asked for."""

    seat: int
    choices: int | None = None


class TakeBackMarked(msgspec.Struct, frozen=True):
    """Go back to after an entry, marked."""

    seat: int
    target: int


class AnswerRequest(msgspec.Struct, frozen=True):
    """Answer a request of the other side; with `mute` all further take-backs of theirs are declined
    unasked."""

    number: int
    yes: bool
    mute: bool = False


class Mute(msgspec.Struct, frozen=True):
    """Decline take-backs of the other side unasked from now on, or ask about them again."""

    on: bool


class EndAlone(msgspec.Struct, frozen=True):
    """End this side's copy of the match alone, while the other side is not heard."""

    seat: int
    how: str
    """One of core.endings.ONE_SIDED."""


class Claim(msgspec.Struct, frozen=True):
    """Claim the match for this seat, since the time is up of who is to choose."""

    seat: int


class GiveTime(msgspec.Struct, frozen=True):
    """Give that seat a minute more."""

    seat: int


class LetGoOn(msgspec.Struct, frozen=True):
    """Hear no more of that seat's time being up, for the decision it has now."""

    seat: int


class PassTo(msgspec.Struct, frozen=True):
    """Pass for this seat until a phase, by its name in `Game.stops`."""

    seat: int
    phase: str


class StopPassing(msgspec.Struct, frozen=True):
    """Nobody here passes to a phase any more, from before the next automatic answer on."""


class SetStops(msgspec.Struct, frozen=True):
    """Where the persons here are asked, from the next decision on."""

    rules: StopRules


class HoldClocks(msgspec.Struct, frozen=True):
    """Whether nobody has the keyboard, so that no clock runs here."""

    held: bool


class Say(msgspec.Struct, frozen=True):
    """Say a line to the player at another machine."""

    text: str


class SetChat(msgspec.Struct, frozen=True):
    """Whether lines of the chat are said and shown from now on."""

    on: bool


class LookFor(msgspec.Struct, frozen=True):
    """Look for the other side at this address line too."""

    line: str


class AskRematch(msgspec.Struct, frozen=True):
    """Ask somebody at another machine to play once more, or agree to it."""

    decks: Mapping[int, Decklist | None]
    """By seat of the next match."""


class RefuseRematch(msgspec.Struct, frozen=True):
    """Take that back, or decline what is asked for."""


class LeaveAtOne(msgspec.Struct, frozen=True):
    """The second game of two is not wanted, now or later; who says so leaves then."""


class FindMoment(msgspec.Struct, frozen=True):
    """The match as this seat saw it after entry n is wanted; a number beyond the last means the last."""

    seat: int
    n: int


class FindStory(msgspec.Struct, frozen=True):
    """The story so far is wanted, as this seat may know it."""

    seat: int


Command: TypeAlias = (
    Choose
    | Concede
    | OfferDraw
    | TakeBack
    | TakeBackMarked
    | AnswerRequest
    | Mute
    | EndAlone
    | Claim
    | GiveTime
    | LetGoOn
    | PassTo
    | StopPassing
    | SetStops
    | HoldClocks
    | Say
    | SetChat
    | LookFor
    | AskRematch
    | RefuseRematch
    | LeaveAtOne
    | FindMoment
    | FindStory
)
"""What can't be done now is told by a note, with the reason."""


class Commands:
    """Does what is asked for, and tells what came of it. Only for the match's loop."""

    def __init__(self, channel: Channel, persons: Persons) -> None:
        self._channel = channel
        self._persons = persons
        self._passing: dict[int, str] = {}
        """As it was told last."""
        self._unkept_at = 0
        """The entry of which it was told last that it can't be kept yet."""
        self.table: Table | None = None
        """The table, once there is one. Nothing is placed before."""
        self.open: tuple[int, asyncio.Future[Sequence[Choice]]] | None = None
        """The question that is put to a person here: its ticket, and where the answer goes."""
        self.timing: Timing | None = None
        """The clocks, in a match with them."""
        self.lockstep: LockstepPeer | None = None
        """What another machine has a say in goes through this."""
        self.chats = True
        """Whether lines of the chat are said and heard."""
        self.rematch: Encore | None = None
        """Playing once more with somebody at another machine."""
        self.dial: Callable[[str], object] | None = None
        """Looks for the other side of a match that goes on at the address line in this text."""
        self.held = False
        """Whether nobody has the keyboard, so that no clock runs."""

    def sit(self, table: Table) -> None:
        """The match is there."""
        self.table = table
        table.on_unkept = self._unkept

    def do(self, command: Command) -> None:
        """Do this."""
        match command:
            case Choose():
                if self.open is not None and self.open[0] == command.ticket and not self.open[1].done():
                    self.open[1].set_result(command.picks)
            case Concede():
                self._place(command.seat, "concede")
            case OfferDraw():
                self._place(command.seat, "draw")
            case TakeBack():
                self._take_back(command.seat, command.choices)
            case TakeBackMarked():
                self._place(command.seat, str(Undo(command.target, marked=True)))
            case AnswerRequest():
                self._answer(command)
            case Mute():
                if self.lockstep is not None:
                    self.lockstep.requests.muted = command.on
            case EndAlone():
                self._end_alone(command.seat, command.how)
            case Claim():
                self._claim(command.seat)
            case GiveTime():
                if self.timing is not None:
                    self.timing.give(command.seat)
            case LetGoOn():
                if self.timing is not None:
                    self.timing.go_on(command.seat)
            case PassTo():
                self._pass_to(command.seat, command.phase)
            case StopPassing():
                self._persons.stop_passing()
                self.tell_passing()
            case SetStops():
                self._persons.set_rules(command.rules)
            case HoldClocks():
                self.held = command.held
            case Say():
                self._say(command.text)
            case SetChat():
                self.chats = command.on
            case LookFor():
                if self.dial is not None:
                    self.dial(command.line)
            case AskRematch():
                if self.rematch is not None:
                    self.rematch.ask(command.decks)
            case RefuseRematch():
                if self.rematch is not None:
                    self.rematch.refuse()
            case LeaveAtOne():
                if self.rematch is not None:
                    self.rematch.leave_at_one()
            case FindMoment() | FindStory():
                raise AssertionError("what is found in the past is no matter of the match's loop alone")
            case _:
                assert_never(command)

    def _note(self, text: str) -> None:
        self._channel.post(Noted(text))

    # The chat.

    def _say(self, text: str) -> None:
        if self.lockstep is None:
            self._note("Nobody plays on another machine who could hear you.")
        elif not self.chats:
            self._note("Your chat is off: nothing is said and nothing heard until you turn it on again.")
        else:
            try:
                self._channel.post(ChatSaid("", self.lockstep.chat.say(text)))
            except Unsaid as error:
                self._note(str(error))

    def hear(self, by: str, text: str) -> None:
        """Somebody at another machine says a line."""
        if self.chats:
            self._channel.post(ChatSaid(by, text))

    # Entries that are no choice.

    def _place(self, seat: int, text: str, by_person: bool = True) -> None:
        """Place an entry that is no choice, or ask for it: `concede`, `draw`, `undo 12`."""
        if self.table is None:
            return
        try:
            if self.lockstep is not None:
                self._request(self.table.match, self.lockstep, seat, text)
            else:
                self.table.place(seat, text)
                if by_person and isinstance(read_table_act(text), Undo):
                    self._persons.came_back(seat)
        except (Rejected, Malformed) as error:
            self._note(str(error))

    def _request(self, match: Match, lockstep: LockstepPeer, seat: int, text: str) -> None:
        """Ask for an entry in which another machine has a say. Raises Rejected and Malformed."""
        wish = lockstep.requests.ask(seat, text)
        silent = lockstep.state == "silent"
        if match.header.seats[wish.by].peer != match.header.seats[seat].peer:
            self.lapse()  # they had asked for the same
            self._note("You agree to the draw.")
        elif wish.kind.needs_agreement:
            self._channel.post(StandingChanged(asking(match, wish, heard=not silent), aloud=True))
        elif wish.kind is RequestKind.CONCEDE:
            # A concession is placed as soon as it is heard.
            self._channel.post(StandingChanged(CONCEDED, aloud=silent, conceded=seat))

    def _end_alone(self, seat: int, how: str) -> None:
        if self.lockstep is not None:
            try:
                self.lockstep.end_apart(seat, how)
            except Rejected as error:
                self._note(str(error))

    def _claim(self, seat: int) -> None:
        if self.timing is not None and (reason := self.timing.refusal(seat)):
            self._note(reason)
        elif self.lockstep is not None and self.lockstep.state == "silent":
            self._end_alone(seat, "claimed")  # nobody there could place it
        else:
            self._place(seat, "forfeit")

    # Requests, of this side and of the other.

    def remind(self, seats: Iterable[int]) -> None:
        """The match goes on: say if a seat here has conceded, and the other side is yet to hear of it, or
        what it has asked for and is not answered."""
        if self.table is None or self.table.match.outcome is not None or self.lockstep is None:
            return
        requests = self.lockstep.requests
        conceded = next((seat for seat in seats if requests.has_conceded(seat)), None)
        if conceded is not None:
            self._channel.post(StandingChanged(CONCEDED, aloud=True, conceded=conceded))
        elif requests.unanswered:
            said = asking(self.table.match, requests.unanswered[0])
            self._channel.post(StandingChanged(said, aloud=True))

    def done(self) -> None:
        """What was asked for here stands no more."""
        self._channel.post(StandingChanged(""))

    def put(self, wish: MatchRequest, who: str) -> None:
        """The other side, whose player is `who`, asks for something that takes an agreement."""
        assert self.table is not None
        self._channel.post(RequestPut(asked(self.table.match, wish, who)))

    def lapse(self) -> None:
        """What it had asked for needs no answer any more."""
        self._channel.post(RequestPut(None))

    def _answer(self, answer: AnswerRequest) -> None:
        if self.lockstep is not None:
            if answer.mute:
                self.lockstep.requests.muted = True
            self.lockstep.requests.answer(answer.number, answer.yes)
            self.lapse()

    # Take-backs.

    def _take_back(self, seat: int, choices: int | None) -> None:
        """Take back so many choices of this seat's person; without a number the last one, if that is free,
        else it is offered."""
        if self.table is None:
            return
        match = self.table.match
        own = self._persons.choices(match, seat)
        free = match.free_undos(seat, self._persons.automatic)
        marked = match.may_undo_marked(seat)
        if len(own) < (choices or 1):
            none = "You have made no choice that could be taken back."
            self._note(none if choices is None else "You have not made so many choices.")
        elif not match.alone:
            self._place(seat, str(Undo(own[(choices or 1) - 1])))
        elif own[(choices or 1) - 1] in free:
            self._undo(match, seat, own[(choices or 1) - 1])
        elif not marked:
            self._note("Nothing can be taken back: something became known since, or others have moved.")
        elif choices is None:
            self._note("Something became known since your last choice: to take it back is marked.")
            self._channel.post(TakeBackOffered(seat, own[0]))
        else:
            self._place(seat, str(Undo(own[choices - 1], marked=True)))

    def _undo(self, match: Match, seat: int, target: int) -> None:
        """Take back what is free to; first, each for its own seat, what was answered for others since."""
        since = [n for n in course(match.entries) if n > target + 1]
        for n in reversed(since):
            by = match.entries[n - 1].by
            if by != seat and n in self._persons.automatic:
                self._place(by, str(Undo(n - 1)), by_person=False)
        self._place(seat, str(Undo(target)))

    # Passing to a phase.

    def _pass_to(self, seat: int, phase: str) -> None:
        if self.table is not None:
            try:
                self._persons.pass_to(seat, phase, self.table.match.view(seat))
            except ValueError as error:
                self._note(str(error))
            self.tell_passing()

    def tell_passing(self) -> None:
        """Tell who passes to a phase, where that has changed."""
        passing = self._persons.passing()
        if passing != self._passing:
            self._passing = passing
            self._channel.post(PassingChanged(passing))

    def _unkept(self, seat: int, reason: str) -> bool:
        """An entry could not be kept: a person here is told to choose again; the rest is tried again."""
        person = self._persons.by_seat.get(seat)
        if person is not None:
            # Its point first: there is not always room for the rest.
            person.unkept(f"Nothing was played: make room on the disk, then choose again. {reason}")
        elif self.table is not None and self._unkept_at != self.table.match.n + 1:
            self._unkept_at = self.table.match.n + 1
            self._note(f"The match goes on as soon as there is room on the disk. {reason}")
        return person is None
