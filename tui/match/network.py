"""A seated match with another machine: its table, its link, and what of it is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Container, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from core.contract.event import Event
from core.contract.game import AnyGame
from core.contract.outcome import ONE_SIDED, Outcome
from core.engine.match import Match, NotKept
from core.engine.table import Controller, Table
from net.handshake.terms import HandshakeResult
from net.lockstep.desync import Desync
from net.lockstep.events import LedgerChanged, MatchSettled, PeerEvent, PeerListener
from net.lockstep.farewell import decline
from net.lockstep.peer import LockstepPeer
from net.lockstep.request import RequestLedger
from net.protocol.contact import Contact
from net.protocol.errors import NeverBegan
from tui.archive.store import MatchStore
from tui.match import mismatch
from tui.match.local import bot_controllers
from tui.match.match_clock import timekeeper
from tui.match.match_storage import keeping
from tui.match.plans import PERSON
from tui.match.series_position import Course
from tui.profile import Profile


class Sitting:
    """A seated match: its table and its link. Made by sit_at, or where a match goes on."""

    def __init__(
        self,
        store: MatchStore,
        seated: HandshakeResult,
        match: Match,
        controllers: Mapping[int, Controller],
        course: Course,
        tell: PeerListener,
        opening: Sequence[Event] | None = None,
    ) -> None:
        """`controllers` has the seats held here, `tell` is told what happens at the link; `opening` are the
        events of a match's setup, None for one that goes on."""
        self.course = course
        self.store = store
        self.seated = seated
        self.opening = opening
        self.match = match
        self.table = Table(match, controllers, store, seated.sign)
        if seated.reconnector is not None:
            seated.reconnector.on_contact = self._keep_contact
        self.timekeeper = timekeeper(match, seated.seats, store)
        self._tell = tell
        self.lockstep = LockstepPeer(
            seated,
            self.table,
            self._hear,
            attended=any(seated.header.seats[seat].player == PERSON for seat in seated.seats),
            ledger=store.account(),
            clocks=self.timekeeper,
        )

    async def play(self, say: Callable[[str], object]) -> Outcome | None:
        """Play the match to its end, or to where it stops here; see LockstepPeer.run. `say` is told what
        is left to do, in a sentence."""
        try:
            outcome = await self.lockstep.run()
        except Desync as failure:
            mismatch.stop(self.store, self.match, failure)
            raise
        except NeverBegan:
            self._discard()
            raise
        if not self.lockstep.settled and outcome is not None and outcome.end not in ONE_SIDED:
            name = self.store.name
            say(f"The other side may not have the end of the match: tesser resume {name} brings it there.")
        return outcome

    def _hear(self, event: PeerEvent) -> None:
        """What is to be kept is kept first."""
        match event:
            case MatchSettled():
                self._settled()
            case LedgerChanged():
                self._keep_ledger(event.ledger)
        self._tell(event)

    def _settled(self) -> None:
        """The match is over on both sides."""
        self.store.finish()
        self.let_go()

    def hold(self) -> None:
        """The other side will have to be found again if nothing is heard of the next match that is begun."""
        if self.seated.reconnector is not None:
            self._keep_contact(self.seated.reconnector.contact)

    def let_go(self) -> None:
        """The match is over on both sides, and so is any try to begin the next one."""
        if not self.course.more and self.lockstep.settled:
            self.drop_contact()

    def leave_at_one(self) -> None:
        """The second game, which was to follow this match, is not wanted, now or later. Raises
        ArchiveError."""
        self.store.leave_at_one()
        self.course = self.course.alone()
        self.let_go()

    def _discard(self) -> None:
        """The other side has nothing of the match, and nothing was played: nor is it kept here."""
        self.drop_contact()
        if not self.match.entries:
            with suppress(NotKept):
                self.store.discard()

    def drop_contact(self) -> None:
        """The other side need not be found any more."""
        if self.seated.reconnector is not None:
            self.seated.reconnector.on_contact = None
        # What can't be dropped now does no harm: the other side is looked for in vain, if at all.
        with suppress(NotKept):
            self.store.drop_contact()

    def _keep_contact(self, contact: Contact) -> None:
        # What can't be kept now is with the next change; the match itself is kept all the same.
        with suppress(NotKept):
            self.store.keep_contact(contact)

    def _keep_ledger(self, ledger: RequestLedger) -> None:
        with suppress(NotKept):
            self.store.keep_account(ledger)


@asynccontextmanager
async def sit_at(
    profile: Profile,
    seated: HandshakeResult,
    game: AnyGame,
    controllers: Mapping[int, Controller],
    save: Path | None,
    course: Course,
    say: Callable[[str], object],
    tell: PeerListener,
    automatic: Container[int] = (),
) -> AsyncIterator[Sitting]:
    """Begin a seated match, with the bots that play here beside these controllers.

    If that fails, as when it can't be kept, the other side is told. `say` is told, in sentences, what else
    there is to know, `tell` what happens at the link; `automatic` has the entries that are answered for a
    person.
    """
    async with bot_controllers(seated.header, seated.seats, game) as computers:
        contact = None if seated.reconnector is None else seated.reconnector.contact
        with keeping(
            profile, seated.seats, save, say, automatic=automatic, contact=contact, series=course.kept()
        ) as store:
            try:
                opening: list[Event] = []
                match = Match(seated.header, game, opening)
                sitting = Sitting(store, seated, match, computers | dict(controllers), course, tell, opening)
            except BaseException:
                await decline(seated)
                raise
            seated.kept()
            yield sitting
