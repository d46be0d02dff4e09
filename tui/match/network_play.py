"""A match with another machine, played at a front end, and as many more over the same link."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import TypeAlias, assert_never

import msgspec

from core.contract.game import AnyGame
from core.engine.table import Controller
from core.words import listed
from net.handshake.terms import HandshakeResult
from net.lockstep.events import (
    ChatHeard,
    CopyDamaged,
    CopyReopened,
    EntryConfirmed,
    LedgerChanged,
    MatchSettled,
    PeerEvent,
    PeerGone,
    PeerListener,
    RematchFailed,
    RematchTurn,
    RequestAnswered,
    RequestClosed,
    RequestLapsed,
    RequestReceived,
)
from net.lockstep.peer import LockstepPeer
from net.protocol.errors import StillBefore
from net.protocol.invite import own_addresses
from net.transport.liveness import THERE, LinkNews
from tui.archive.queries import Summary
from tui.match.end_texts import reopened_there
from tui.match.match_clock import timed
from tui.match.match_storage import next_record
from tui.match.network import Sitting, sit_at
from tui.match.persons import person_controllers
from tui.match.plans import PERSON
from tui.match.rematch import Encore
from tui.match.repair import mended
from tui.match.request_texts import answer
from tui.match.series_position import Course, forget_before, game_before
from tui.match.worker import MatchLoop
from tui.profile import Profile
from tui.settings import read_settings


class Invited(msgspec.Struct, frozen=True):
    """Stage: the table is open, and this is its invite."""

    invite: str
    port: int

    @property
    def where(self) -> str:
        """Where this machine is, for people."""
        places = (f"[{ip}]" if ip.version == 6 else str(ip) for ip in own_addresses())
        named = ", ".join(f"{place}:{self.port}" for place in places)
        return named or f"this machine alone, port {self.port}"


def other_players(seated: HandshakeResult) -> list[str]:
    """Who is at the other machine: the persons who play there, or else its bots."""
    there = [seat for seat in seated.header.seats if seat.peer != seated.peer]
    persons = [seat.name for seat in there if seat.player == PERSON]
    return persons or [seat.name for seat in there]


SitDown: TypeAlias = Callable[[Mapping[int, Controller], PeerListener], AbstractAsyncContextManager[Sitting]]
"""Seats these controllers, and tells the listener what happens at the link."""
GoBack: TypeAlias = Callable[[MatchLoop, Profile, Summary], Awaitable[None]]
"""Goes on with a match of the archive, in the place of this loop's."""


def _first_time(
    loop: MatchLoop,
    profile: Profile,
    seated: HandshakeResult,
    game: AnyGame,
    course: Course,
    save: Path | None,
) -> SitDown:
    """A match that begins, at one front end."""

    def sit_down(
        persons: Mapping[int, Controller], tell: PeerListener
    ) -> AbstractAsyncContextManager[Sitting]:
        automatic = loop.persons.automatic
        return sit_at(profile, seated, game, persons, save, course, loop.note, tell, automatic)

    loop.channel.path = save
    return sit_down


async def play_seated(
    loop: MatchLoop,
    profile: Profile,
    seated: HandshakeResult,
    game: AnyGame,
    course: Course,
    go_back: GoBack,
    save: Path | None = None,
    sit_down: SitDown | None = None,
) -> None:
    """Play a match with another machine at one front end, and as many more over the same link as both
    sides want; each of them has a loop, and a front end, of its own.

    `go_back` goes on with the match before one that the other side never began. `sit_down` is for one that
    goes on; without it the first one begins, and its record is written to `save`.
    """
    sit_down = sit_down or _first_time(loop, profile, seated, game, course, save)
    while True:
        try:
            following = await _play_one(loop, profile, seated, game, course, sit_down)
        except StillBefore as error:
            before = game_before(profile, course, seated.peer)
            if before is None:
                raise
            loop.note(f"{error} You are taken back there.")
            await go_back(loop, profile, before)
            return
        if following is None:
            return
        if save is not None:
            save = next_record(save, course.number == 1)
        seated, course = following
        loop = loop.follow()
        sit_down = _first_time(loop, profile, seated, game, course, save)


async def _play_one(
    loop: MatchLoop,
    profile: Profile,
    seated: HandshakeResult,
    game: AnyGame,
    course: Course,
    sit_down: SitDown,
) -> tuple[HandshakeResult, Course] | None:
    """Play one match; what follows over the same link, if both sides want that."""
    settings, wrong = read_settings(profile)
    rules = settings.rules(game.name)
    persons = person_controllers(loop, seated.header, game, seated.seats, rules)
    others = other_players(seated)

    there = listed(others)
    speaker = others[0] if len(others) == 1 else f"One of {there}"

    def tell_link(news: LinkNews) -> None:
        loop.link(news)
        if loop.commands.rematch is not None:
            loop.commands.rematch.link(news.state == "silent")
        after_end = loop.over and loop.commands.rematch is not None  # which tells it then
        if (news.state != "silent" or not after_end) and (sentence := news.sentence(*others, over=loop.over)):
            loop.note(sentence)

    def tell(event: PeerEvent) -> None:
        match event:
            case LinkNews():
                tell_link(event)
            case ChatHeard():
                loop.commands.hear(speaker, event.line)
            case RequestReceived(request):
                loop.commands.put(request, seated.header.seats[request.by].shown)
            case RequestLapsed():
                loop.commands.lapse()
            case RequestClosed():
                loop.commands.done()
            case RequestAnswered(request, yes, why):
                loop.note(answer(request, yes, others, why))
            case CopyReopened():
                loop.note(reopened_there(there, event.how))
            case CopyDamaged():
                loop.note(mended(event, there))
            case RematchTurn() | RematchFailed() | PeerGone():
                if loop.commands.rematch is not None:
                    loop.commands.rematch.hear(event)
            case EntryConfirmed() | MatchSettled() | LedgerChanged():
                pass  # the sitting keeps what is to be kept
            case _:
                assert_never(event)

    async with sit_down(persons, tell) as sitting:
        lockstep = sitting.lockstep
        if seated.reconnector is not None and course.after:
            forget = partial(forget_before, profile, course, seated.peer)
            if seated.reconnector.before is None:
                forget()
            else:
                seated.reconnector.on_begun = forget
        loop.commands.lockstep = lockstep
        if persons:
            loop.commands.rematch = Encore(profile, seated, sitting, game, course, others, loop.channel)
        loop.farewell = partial(setattr, lockstep, "farewell")
        loop.commands.chats = settings.chat
        loop.link(THERE)
        loop.channel.kept = sitting.store.name
        loop.begin(sitting.match, sitting.table, sorted(persons), sitting.opening)
        if wrong:
            loop.note(wrong)
        loop.commands.remind(persons)
        watching = asyncio.ensure_future(_watch_screen(loop, lockstep))
        try:
            async with timed(
                loop,
                sitting.timekeeper,
                sitting.match,
                sorted(persons),
                sitting.store,
                lambda: sitting.lockstep.state == "silent",
            ):
                outcome = await sitting.play(loop.note)
        finally:
            watching.cancel()
            loop.channel.kept = sitting.store.name
        if lockstep.rematch.following is None or outcome is None:
            return None
        return lockstep.rematch.following, course.following(seated.header, outcome, loop.totals)


async def _watch_screen(loop: MatchLoop, lockstep: LockstepPeer) -> None:
    """Tell the other side, with each beat, whether this side's terminal takes what is drawn."""
    while True:
        lockstep.paused = loop.paused
        await asyncio.sleep(1)
