"""Going on with a match of the archive. Of one against another machine both sides listen and call until one
gets through."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from typing import Any

import core
from core.engine.table import Controller
from core.words import listed
from net.handshake.reconnect import MOST_KNOWN, Reconnector
from net.handshake.terms import HOST, HandshakeResult
from net.lockstep.events import PeerListener
from net.protocol.contact import Contact
from net.protocol.errors import BadInvite, StillBefore
from net.protocol.invite import AddressLine, read_line
from tui.archive.contacts import contact_of, matches_with
from tui.archive.database import Archive, ArchiveError
from tui.archive.queries import Summary, if_lost
from tui.match.end_texts import gone_back, reopened
from tui.match.local import bot_controllers, play_local
from tui.match.match_keys import identity_for
from tui.match.network import Sitting
from tui.match.network_play import Invited, other_players, play_seated
from tui.match.repair import stays, waiting
from tui.match.resume import TakenUp, apart, taken_up
from tui.match.series_position import course_of, game_before
from tui.match.worker import MatchLoop, MatchWorker
from tui.profile import Profile

_OWN = "This is your own address line: give it to the other side, or paste theirs here."


class Awaited(Invited, frozen=True):
    """Stage: the match is there, and its other side is looked for. `invite` is this side's address line."""

    others: str
    """Who is looked for."""
    called: int
    """At how many addresses."""
    name: str
    """What the match is called in the archive."""
    apart: str = ""
    """How the match was ended on this side alone, before; empty if it was not."""
    damage: str = ""
    """What of it is damaged in the archive, in sentences; empty if nothing is."""
    begun: bool = True
    """Whether the match is known to have begun on the other side."""
    rivals: tuple[str, ...] = ()
    """Other matches with the same player that are not finished."""
    over: bool = False
    """Whether it is finished, so that no copy of it is to be ended."""
    second: bool = False
    """Whether it is the first of two games, the second of which is to be played now."""

    @property
    def unbegun(self) -> str:
        """What there is to know of a match that may not have begun on the other side; empty of any other."""
        if self.begun:
            return ""
        return (
            "Nothing has been played of it yet. If the other side has no such match, it never began there:"
            f" delete yours (tesser archive delete {self.name}) and begin another."
        )

    def lines(self, take: str) -> list[str]:
        """What is done now and what a player may do; the address line follows. `take` says how the other
        side's line is taken here."""
        known = {0: "where it was is not known", 1: "it is called where it was last"}
        tried = known.get(self.called, f"it is called at {self.called} addresses")
        ended = f" Until then it stays ended here, as {self.apart}." if self.apart else ""
        same = f": this one, of {len(self.rivals) + 1} (tesser resume {self.name})" if self.rivals else ""
        return [
            *([self.damage] if self.damage else []),
            f"Looking for {self.others}: this side listens at {self.where}, and {tried}.",
            f"It goes on by itself when the other side has resumed the match too{same}.{ended}"
            f"{self.unbegun and f' {self.unbegun}'} If nothing happens, {take}; or give it this one, for its"
            " tesser resume --join:",
        ]


def with_line(archive: Archive, line: AddressLine, own: bytes | None) -> Summary:
    """The match with the player whose line this is, the one played last: one that is not finished, else one
    whose end the other side may not have; `own` is the key of this player's line, if there is one. Raises
    ArchiveError, and BadInvite for that line."""
    for kept, _ in matches_with(archive, line.key):
        return kept
    if line.key == own:
        raise BadInvite(_OWN)
    raise ArchiveError(
        f"This address line is of nobody with whom a match here is unfinished. {if_lost(archive)}"
    )


class Returning:
    """A match that goes on, while its other side is looked for."""

    def __init__(self, profile: Profile, kept: Summary, taken: TakenUp) -> None:
        """Listen. Raises ArchiveError where the key is lost, and NoConnection."""
        with Archive(profile.archive) as archive:
            contact = contact_of(archive, kept)
            if contact is None:
                raise ArchiveError(f"Nothing is kept of how the other side of match {kept.name} is found.")
            rivals = [one for one in matches_with(archive, contact.key) if one[0].id != kept.id]
        # It may have taken up another match with this side, and wait where it was in that one.
        places = dict.fromkeys((*contact.addresses, *(at for _, one in rivals for at in one.addresses)))
        contact = replace(contact, addresses=tuple(places)[:MOST_KNOWN])
        self._rivals = tuple(one.name for one, _ in rivals if one.outcome is None)
        match, store = taken.match, taken.store
        self._lost = taken.lost
        self._identity = identity_for(profile, kept, match.header)
        self._contact = contact
        self._seats = kept.seats
        self.match = match
        self.store = store
        self.course = course_of(kept, match.header)
        self.apart = apart(kept)
        """How this side had ended its copy alone; empty if it had not."""
        self.over = kept.outcome is not None and not self.apart
        """Whether the match is finished, and only its end is brought, or its second game played."""
        identifier = bytes.fromhex(match.header.match)
        self.reconnector = Reconnector(self._identity, identifier, contact, core.VERSION)
        self.reconnector.played = match
        self.reconnector.on_contact = store.keep_contact
        self.reconnector.apart = self.apart
        self.reconnector.had = self._had
        unbegun = not match.n and self._lost is None
        self.before = game_before(profile, self.course, self._peer) if unbegun else None
        """The match before this one over the same link, if this one may not have begun on the other side."""
        self.reconnector.before = None if self.before is None else bytes.fromhex(self.before.match)
        store.keep_contact(self.reconnector.contact)

    @property
    def stage(self) -> Awaited:
        """What to show."""
        others = [seat.shown for seat in self.match.header.seats if seat.peer != self._peer]
        port, called = self.reconnector.port, len(self.reconnector.contact.addresses)
        begun = self.match.n > 0 or self._lost is not None or self._peer == HOST
        return Awaited(
            self.reconnector.line,
            port,
            listed(others),
            called,
            self.store.name,
            self.apart,
            "" if self._lost is None else waiting(self._lost),
            begun,
            self._rivals,
            self.over,
            self.over and self.course.more,
        )

    def dial(self, line: AddressLine) -> None:
        """Look for the other side there too. Raises BadInvite if this is somebody else's line."""
        check_line(line, self._contact, self._identity.curve_public)
        self.reconnector.learn(line.addresses, dial=True)

    async def meet(self) -> HandshakeResult:
        """Wait until the other side is there. From then on an end on this side alone counts no more: what
        both sides have of the match is what it is, and this was no entry of both. Raises ArchiveError,
        NoConnection, and StillBefore where the other side has nothing of it: then nor has this one."""
        try:
            link = await self.reconnector.meet()
        except StillBefore:
            self.store.discard()
            raise
        if self._lost is not None:
            self.store.set_aside(self.match.n)
        elif self.apart:
            self.store.reopen()
        apps = (core.VERSION, self.reconnector.their_app)
        return HandshakeResult(
            self.match.header,
            link,
            self._contact.token,
            self._peer,
            self._identity,
            apps if self._peer == HOST else apps[::-1],
            self.reconnector.close,
            self.reconnector,
            self.reconnector.contact.epoch,
            resumed=True,
            apart=self.apart,
            had=self._had,
            remembered=frozenset() if self._lost is None else self._lost.remembered,
        )

    @property
    def _had(self) -> int:
        return 0 if self._lost is None else self._lost.last

    @property
    def _peer(self) -> int:
        return self.match.header.seats[self._seats[0]].peer


def check_line(line: AddressLine, contact: Contact, own: bytes) -> None:
    """Raises BadInvite if this address line is not the other side's; `own` is the key of this one."""
    if line.key == own:
        raise BadInvite(_OWN)
    if line.key != contact.key:
        raise BadInvite("This address line is of another player than the one of this match.")


@asynccontextmanager
async def returning(
    profile: Profile, kept: Summary, say: Callable[[str], object], automatic: set[int], line: str = ""
) -> AsyncIterator[Returning]:
    """Take a match of the archive up, and look for its other side. Raises ArchiveError and NetError."""
    with taken_up(profile, kept, say, automatic) as taken:
        back = Returning(profile, kept, taken)
        back.reconnector.on_refused = say
        try:
            if line:
                back.dial(read_line(line))
            yield back
        finally:
            back.reconnector.close()


@asynccontextmanager
async def sit_again(
    back: Returning,
    seated: HandshakeResult,
    controllers: Mapping[int, Controller],
    tell: PeerListener,
) -> AsyncIterator[Sitting]:
    """Sit at the match that goes on, with the bots that play here beside these controllers; `tell` is told
    what happens at the link."""
    async with bot_controllers(seated.header, seated.seats, back.match.game) as computers:
        yield Sitting(back.store, seated, back.match, computers | dict(controllers), back.course, tell)


def play_returned(
    profile: Profile, kept: Summary, line: str
) -> Callable[[MatchLoop], Coroutine[Any, Any, None]]:
    """What a match's loop plays of a match that goes on; `line` is the other side's address line, if there
    is one. Raises BadInvite."""
    if line:
        read_line(line)

    async def play(loop: MatchLoop) -> None:
        automatic = loop.persons.automatic
        before: Summary | None = None
        try:
            async with returning(profile, kept, loop.note, automatic, line) as back:
                before = back.before

                def dial(text: str) -> None:
                    try:
                        back.dial(read_line(text))
                    except BadInvite as error:
                        loop.note(str(error))
                    else:
                        loop.note("That address is called too.")

                loop.commands.dial = dial
                loop.stage(back.stage)
                seated = await back.meet()
                await _play_met(loop, profile, kept, back, seated)
                return
        except StillBefore as error:
            if before is None:
                raise
            loop.note(f"{error} You are taken back there.")
        await play_returned(profile, before, line)(loop)

    return play


async def play_before(loop: MatchLoop, profile: Profile, kept: Summary) -> None:
    """Go on with the match before that of this one, which has not begun on the other side: once that is
    there, it has a loop of its own."""
    async with returning(profile, kept, loop.note, set()) as back:
        seated = await back.meet()
        following = loop.follow()
        back.reconnector.on_refused = following.note
        await _play_met(following, profile, kept, back, seated)


async def _play_met(
    loop: MatchLoop, profile: Profile, kept: Summary, back: Returning, seated: HandshakeResult
) -> None:
    """Play a match that goes on, as its other side is there."""
    if back.store.disputed is not None:
        loop.note(gone_back(back.store.disputed))
    others = other_players(seated)
    there = f"{listed(others)} {'is' if len(others) == 1 else 'are'} there"
    there += "." if back.over else "; the match goes on."
    loop.note(reopened(back.apart) if back.apart else there)

    def sit_down(
        persons: Mapping[int, Controller], tell: PeerListener
    ) -> AbstractAsyncContextManager[Sitting]:
        return sit_again(back, seated, persons, tell)

    loop.channel.path = kept.save
    game, course = back.match.game, back.course
    await play_seated(loop, profile, seated, game, course, play_before, kept.save, sit_down)


def start_resumed(
    profile: Profile, kept: Summary, notify: Callable[[], object], line: str = "", from_sound: bool = False
) -> MatchWorker:
    """Go on with a match, on a thread of its own, which tells what is in the way.

    With another machine's part in it the stage Awaited comes first; `line` is that one's address line, if
    there is one. `from_sound`: one on this machine that is damaged goes on from its last sound entry. Raises
    BadInvite for one that is wrong.
    """
    worker = MatchWorker(notify)
    if not kept.alone:
        worker.start(play_returned(profile, kept, line))
        return worker

    async def play(loop: MatchLoop) -> None:
        with taken_up(profile, kept, loop.note, loop.persons.automatic) as (store, match, lost):
            if lost is not None:
                if not from_sound:
                    raise stays(kept.name, lost.said)
                store.set_aside(match.n)
            loop.channel.path = kept.save
            await play_local(profile, loop, match, store)

    worker.start(play)
    return worker
