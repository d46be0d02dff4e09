"""What the persons at a screen do besides choosing: concede, ask for a draw, take back, pass to a phase."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from core.engine.match import Match, Rejected, course
from core.engine.notation import Malformed
from core.engine.table import Table
from net.lockstep.request import MatchRequest, RequestKind
from tui.match.channel import Further, Mailbox
from tui.match.persons import Persons
from tui.match.request_texts import CONCEDED, asked, asking

if TYPE_CHECKING:
    from net.lockstep.peer import LockstepPeer
    from tui.match.match_clock import Timing


class Placing:
    """Places entries that are no choice, and says why one can't be. Only for the match's loop."""

    def __init__(self, mail: Mailbox, persons: Persons) -> None:
        self._mail = mail
        self._persons = persons
        self._unkept_at = 0
        """The entry of which it was told last that it can't be kept yet."""
        self.table: Table | None = None
        """The table, once there is one. Nothing is placed before."""
        self.timing: Timing | None = None
        """The clocks, in a match with them."""
        self.lockstep: LockstepPeer | None = None
        """What another machine has a say in goes through this."""

    def sit(self, table: Table) -> None:
        """The match is there."""
        self.table = table
        table.on_unkept = self._unkept

    def place(self, seat: int, text: str, by_person: bool = True) -> None:
        """Place an entry that is no choice: `concede`, `draw`, `undo 12`. A refusal becomes a note."""
        if self.table is not None:
            try:
                if self.lockstep is not None:
                    wish = self.lockstep.requests.ask(seat, text)
                    silent = self.lockstep.state == "silent"
                    if (
                        self.table.match.header.seats[wish.by].peer
                        != self.table.match.header.seats[seat].peer
                    ):
                        self.lapse()  # they had asked for the same
                        self._mail.note("You agree to the draw.")
                    elif wish.kind is not RequestKind.CLAIM:
                        said = asking(self.table.match, wish, heard=not silent)
                        # A concession is placed as soon as it is heard.
                        if wish.kind.needs_agreement or silent:
                            self._mail.note(said)
                        self._mail.show_asking(said)
                else:
                    self.table.place(seat, text)
                    if by_person and text.startswith("undo "):
                        self._persons.came_back(seat)
            except (Rejected, Malformed) as error:
                self._mail.note(str(error))

    def end_apart(self, seat: int, text: str) -> None:
        """End this side's copy of the match alone, as `text` has it. A refusal becomes a note."""
        if self.lockstep is not None:
            try:
                self.lockstep.end_apart(seat, text)
            except Rejected as error:
                self._mail.note(str(error))

    def claim(self, seat: int) -> None:
        """Claim the match, since the time is up of who is to choose."""
        if self.timing is not None and (reason := self.timing.refusal(seat)):
            self._mail.note(reason)
        elif self.lockstep is not None and self.lockstep.state == "silent":
            self.end_apart(seat, "claimed")  # nobody there could place it
        else:
            self.place(seat, "forfeit")

    # Requests of the other side.

    def hear(self, wish: MatchRequest, who: str) -> None:
        """The other side asks for something that takes an agreement."""
        assert self.table is not None
        self._mail.ask(asked(self.table.match, wish, who))

    def conceding(self, seat: int) -> bool:
        """Whether this seat has conceded already. May be read from any thread."""
        return self.lockstep is not None and self.lockstep.requests.has_conceded(seat)

    def remind(self, seats: Iterable[int]) -> None:
        """The match goes on: say if a seat here has conceded, and the other side is yet to hear of it, or
        what it has asked for and is not answered."""
        if self.table is None or self.table.match.outcome is not None or self.lockstep is None:
            return
        said = [CONCEDED] if any(map(self.conceding, seats)) else []
        said += [asking(self.table.match, wish) for wish in self.lockstep.requests.unanswered]
        for one in said[:1]:
            self._mail.note(one)
            self._mail.show_asking(one)

    def done(self) -> None:
        """What was asked for here stands no more."""
        self._mail.show_asking("")

    def lapse(self) -> None:
        """What it had asked for needs no answer any more."""
        self._mail.ask(None)

    def agree(self, number: int, yes: bool, mute: bool) -> None:
        """Answer what it asks for; with `mute` its further take-backs are declined unasked."""
        if self.lockstep is not None:
            if mute:
                self.lockstep.requests.muted = True
            self.lockstep.requests.answer(number, yes)
            self.lapse()

    @property
    def muted(self) -> bool:
        """Whether the other side's take-backs are declined unasked. May be read from any thread."""
        return self.lockstep is not None and self.lockstep.requests.muted

    def mute(self, muted: bool) -> None:
        """Decline its take-backs unasked from now on, or ask about them again."""
        if self.lockstep is not None:
            self.lockstep.requests.muted = muted

    # Take-backs.

    def take_back(self, seat: int, choices: int | None) -> None:
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
            self._mail.note(none if choices is None else "You have not made so many choices.")
        elif not match.alone:
            self.place(seat, f"undo {own[(choices or 1) - 1]}")
        elif own[(choices or 1) - 1] in free:
            self._undo(match, seat, own[(choices or 1) - 1])
        elif not marked:
            self._mail.note("Nothing can be taken back: something became known since, or others have moved.")
        elif choices is None:
            self._mail.note("Something became known since your last choice: to take it back is marked.")
            self._mail.offer(Further(seat, own[0]))
        else:
            self.place(seat, f"undo {own[choices - 1]} marked")

    def _undo(self, match: Match, seat: int, target: int) -> None:
        """Take back what is free to; first, each for its own seat, what was answered for others since."""
        since = [n for n in course(match.entries) if n > target + 1]
        for n in reversed(since):
            by = match.entries[n - 1].by
            if by != seat and n in self._persons.automatic:
                self.place(by, f"undo {n - 1}", by_person=False)
        self.place(seat, f"undo {target}")

    # Passing to a phase.

    def pass_to(self, seat: int, phase: str) -> None:
        """Pass for this seat until a phase. A refusal becomes a note."""
        if self.table is not None:
            try:
                self._persons.pass_to(seat, phase, self.table.match.view(seat))
            except ValueError as error:
                self._mail.note(str(error))
            self.tell_passing()

    def stop_passing(self) -> None:
        """Nobody here passes to a phase any more."""
        self._persons.stop_passing()
        self.tell_passing()

    def tell_passing(self) -> None:
        """Who passes to a phase has changed."""
        self._mail.show_passing(self._persons.passing())

    def _unkept(self, seat: int, reason: str) -> bool:
        """An entry could not be kept: a person here is told to choose again; the rest is tried again."""
        person = self._persons.by_seat.get(seat)
        if person is not None:
            # Its point first: there is not always room for the rest.
            person.unkept(f"Nothing was played: make room on the disk, then choose again. {reason}")
        elif self.table is not None and self._unkept_at != self.table.match.n + 1:
            self._unkept_at = self.table.match.n + 1
            self._mail.note(f"The match goes on as soon as there is room on the disk. {reason}")
        return person is None
