"""Matches with another machine: hosting and joining, with a screen or without."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from functools import partial
from itertools import count
from pathlib import Path
from typing import NoReturn, TypeAlias, assert_never

import msgspec

import core
from core import bots, registry
from core.contract.game import AnyGame
from core.engine.table import Controller
from core.words import listed
from net.handshake.guest import join
from net.handshake.host import TableHost
from net.handshake.terms import GUEST, HOST, HandshakeResult, Participant, Progress, make_terms
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
from net.protocol.frames import Terms
from net.protocol.identity import Identity, load_identity
from net.protocol.invite import own_addresses, read_invite
from net.transport.liveness import LINK_OK, LinkNews
from tui.match.end_texts import reopened_there
from tui.match.match_clock import timed
from tui.match.match_storage import next_record
from tui.match.network import Sitting, sit_at
from tui.match.offers import deck_checker
from tui.match.persons import person_controllers
from tui.match.plans import PERSON, HostPlan, Sitter
from tui.match.player_names import bot_name
from tui.match.rematch import Encore
from tui.match.repair import mended
from tui.match.request_texts import answer
from tui.match.series_position import Course, begun, forget_before, game_before
from tui.match.worker import MatchThread
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


class Offered(msgspec.Struct, frozen=True):
    """Stage: the host's offer; the answer is a dict of Sitters by seat, or None to leave."""

    terms: Terms
    seated: dict[int, Participant]
    """Who plays at the host's seats; their decks are not told yet."""
    seats: tuple[int, ...]
    """The guest's."""
    host_key: str


def places_of(profile: Profile, sitters: Mapping[int, Sitter]) -> dict[int, Participant]:
    """Who sits at the seats held here, each with a name: a person who gave none has this player's, the
    second one with a number, and a bot is said to be this player's."""
    mine = profile.player
    places: dict[int, Participant] = {}
    taken = {sitter.name for sitter in sitters.values()}
    for seat, sitter in sorted(sitters.items()):
        person = sitter.player == PERSON
        numbered = (mine if n == 1 else f"{mine} {n}" for n in count(1))
        own = next(one for one in numbered if one not in taken)
        name = sitter.name or (own if person else f"{mine}'s {bot_name(sitter.player)}")
        taken.add(name)
        places[seat] = Participant(name, sitter.deck, PERSON if person else bots.player(sitter.player))
    return places


class Open(msgspec.Struct, frozen=True):
    """A table that is being hosted."""

    game: AnyGame
    hosting: TableHost
    seated: asyncio.Task[HandshakeResult]


def open_table(
    profile: Profile, identity: Identity, plan: HostPlan, progress: Callable[[Progress], None]
) -> Open:
    """Open a table, on the running loop. Raises NoConnection, and ValueError for a wrong option."""
    game = registry.load(plan.game)
    terms = make_terms(
        game,
        name=profile.player,
        app=core.VERSION,
        peers=tuple(HOST if seat in plan.here else GUEST for seat in range(plan.seats)),
        options=plan.options,
        format=plan.format,
        lists=plan.lists,
        clock=plan.clock,
        both=plan.both_sides,
        shared=plan.shared,
    )
    hosting = TableHost(
        identity,
        game,
        terms,
        check_deck=deck_checker(game, plan.format),
        progress=progress,
        port=plan.port,
    )
    return Open(game, hosting, asyncio.ensure_future(hosting.seat(places_of(profile, plan.here))))


async def close_table(table: Open) -> None:
    """Close a table, before its match or after; a guest who is still choosing is told."""
    if not table.seated.done() or table.seated.cancelled():
        table.seated.cancel()
        await table.hosting.withdraw()
    else:
        table.hosting.close()


def first_course(seated: HandshakeResult, format: str, both: bool) -> Course:
    """The course of the first match over a link; `both`: a second game follows."""
    return begun(format, both, tuple(seat.shown for seat in seated.header.seats))


def other_players(seated: HandshakeResult) -> list[str]:
    """Who is at the other machine: the persons who play there, or else its bots."""
    there = [seat for seat in seated.header.seats if seat.peer != seated.peer]
    persons = [seat.name for seat in there if seat.player == PERSON]
    return persons or [seat.name for seat in there]


SitDown: TypeAlias = Callable[[Mapping[int, Controller], PeerListener], AbstractAsyncContextManager[Sitting]]
"""Seats these controllers, and tells the listener what happens at the link."""


def _first_time(
    thread: MatchThread,
    profile: Profile,
    seated: HandshakeResult,
    game: AnyGame,
    course: Course,
    save: Path | None,
) -> SitDown:
    """A match that begins, at this thread's screen."""

    def sit_down(
        persons: Mapping[int, Controller], tell: PeerListener
    ) -> AbstractAsyncContextManager[Sitting]:
        automatic = thread.persons.automatic
        return sit_at(profile, seated, game, persons, save, course, thread.note, tell, automatic)

    thread.path = save
    return sit_down


async def play_seated(
    thread: MatchThread,
    profile: Profile,
    seated: HandshakeResult,
    game: AnyGame,
    course: Course,
    save: Path | None = None,
    sit_down: SitDown | None = None,
) -> None:
    """Play a match with another machine at this thread's screen, and as many more over the same link as both
    sides want; each of them has a thread, and so a screen, of its own.

    `sit_down` is for one that goes on; without it the first one begins, and its record is written to `save`.
    """
    sit_down = sit_down or _first_time(thread, profile, seated, game, course, save)
    while True:
        try:
            following = await _play_one(thread, profile, seated, game, course, sit_down)
        except StillBefore as error:
            before = game_before(profile, course, seated.peer)
            if before is None:
                raise
            from tui.match.reconnect import play_before

            thread.note(f"{error} You are taken back there.")
            await play_before(thread, profile, before)
            return
        if following is None:
            return
        if save is not None:
            save = next_record(save, course.number == 1)
        seated, course = following
        thread = thread.follow()
        sit_down = _first_time(thread, profile, seated, game, course, save)


async def _play_one(
    thread: MatchThread,
    profile: Profile,
    seated: HandshakeResult,
    game: AnyGame,
    course: Course,
    sit_down: SitDown,
) -> tuple[HandshakeResult, Course] | None:
    """Play one match; what follows over the same link, if both sides want that."""
    settings, wrong = read_settings(profile)
    rules = settings.rules(game.name)
    persons = person_controllers(thread, seated.header, game, seated.seats, rules)
    others = other_players(seated)

    there = listed(others)
    speaker = others[0] if len(others) == 1 else f"One of {there}"

    def tell_link(news: LinkNews) -> None:
        thread.link(news.words)
        if thread.encore is not None:
            thread.encore.link(news.state == "silent")
        after_end = thread.over and thread.encore is not None  # which tells it then
        if (news.state != "silent" or not after_end) and (
            sentence := news.sentence(*others, over=thread.over)
        ):
            thread.note(sentence)

    def tell(event: PeerEvent) -> None:
        match event:
            case LinkNews():
                tell_link(event)
            case ChatHeard():
                thread.hear(speaker, event.line)
            case RequestReceived(request):
                thread.placing.hear(request, seated.header.seats[request.by].shown)
            case RequestLapsed():
                thread.placing.lapse()
            case RequestClosed():
                thread.placing.done()
            case RequestAnswered(request, yes, why):
                thread.note(answer(request, yes, others, why))
            case CopyReopened():
                thread.note(reopened_there(there, event.how))
            case CopyDamaged():
                thread.note(mended(event, there))
            case RematchTurn() | RematchFailed() | PeerGone():
                if thread.encore is not None:
                    thread.encore.hear(event)
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
        thread.placing.lockstep = lockstep
        if persons:
            thread.encore = Encore(profile, seated, sitting, game, course, others, thread.mail)
        thread.farewell = partial(setattr, lockstep, "farewell")
        thread.speak, thread.chats = lockstep.chat.say, settings.chat
        thread.link(LINK_OK)
        thread.kept = sitting.store.name
        thread.begin(sitting.match, sitting.table, sorted(persons), sitting.opening)
        if wrong:
            thread.note(wrong)
        thread.placing.remind(persons)
        watching = asyncio.ensure_future(_watch_screen(thread, lockstep))
        try:
            async with timed(
                thread,
                sitting.timekeeper,
                sitting.match,
                sorted(persons),
                sitting.store,
                lambda: sitting.lockstep.state == "silent",
            ):
                outcome = await sitting.play(thread.note)
        finally:
            watching.cancel()
            thread.kept = sitting.store.name
        if lockstep.rematch.following is None or outcome is None:
            return None
        return lockstep.rematch.following, course.following(seated.header, outcome, thread.totals)


async def _watch_screen(thread: MatchThread, lockstep: LockstepPeer) -> None:
    """Tell the other side, with each beat, whether this side's terminal takes what is drawn."""
    while True:
        lockstep.paused = thread.paused
        await asyncio.sleep(1)


def start_host(profile: Profile, plan: HostPlan, notify: Callable[[], object]) -> MatchThread:
    """Host a table and play its match on a thread; the stage Invited comes first."""

    async def play(thread: MatchThread) -> None:
        table = open_table(
            profile, load_identity(profile.identity), plan, lambda news: thread.last.note(news.sentence)
        )
        try:
            thread.stage(Invited(table.hosting.invite, table.hosting.port))
            seated = await table.seated
            course = first_course(seated, plan.format, plan.both_sides)
            await play_seated(thread, profile, seated, table.game, course, plan.save)
        finally:
            await close_table(table)

    thread = MatchThread(notify)
    thread.start(play)
    return thread


def find_game(terms: Terms) -> AnyGame | None:
    """The game of these terms; None if there is none here."""
    return registry.load(terms.game) if terms.game in registry.names() else None


def start_join(
    profile: Profile, invite: str, notify: Callable[[], object], save: Path | None = None
) -> MatchThread:
    """Join by an invite and play on a thread; the stage Offered asks who plays with which decks.

    Raises BadInvite.
    """
    invited = read_invite(invite)

    async def play(thread: MatchThread) -> None:
        identity = load_identity(profile.identity)
        joining = await join(identity, invited, name=profile.player, app=core.VERSION, find_game=find_game)
        try:
            thread.stage(Offered(joining.terms, dict(joining.seated), joining.seats, joining.host_key))
            choice = await _choice_or_loss(thread, joining.until_lost())
            if choice is None:
                joining.leave()
                return
            checker = deck_checker(joining.game, joining.terms.format)
            seated = await joining.take_seat(places_of(profile, choice), checker, keeps=True)
        except BaseException:
            # Left to the garbage collector, the sockets would block whatever thread it runs in.
            joining.close()
            raise
        course = first_course(seated, joining.terms.format, joining.terms.both)
        await play_seated(thread, profile, seated, joining.game, course, save)

    thread = MatchThread(notify)
    thread.start(play)
    return thread


async def _choice_or_loss(thread: MatchThread, lost: Awaitable[NoReturn]) -> dict[int, Sitter] | None:
    """Who is to sit down here; raises what `lost` raises if the host goes away first."""
    choosing = asyncio.ensure_future(thread.replied())
    losing = asyncio.ensure_future(lost)
    try:
        await asyncio.wait({choosing, losing}, return_when=asyncio.FIRST_COMPLETED)
        if losing.done():
            losing.result()
        choice: dict[int, Sitter] | None = choosing.result()
        return choice
    finally:
        choosing.cancel()
        losing.cancel()
