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
from net.transport.liveness import THERE, LinkNews
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
from tui.match.worker import MatchLoop, MatchWorker
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
    save: Path | None = None,
    sit_down: SitDown | None = None,
) -> None:
    """Play a match with another machine at one front end, and as many more over the same link as both
    sides want; each of them has a loop, and a front end, of its own.

    `sit_down` is for one that goes on; without it the first one begins, and its record is written to `save`.
    """
    sit_down = sit_down or _first_time(loop, profile, seated, game, course, save)
    while True:
        try:
            following = await _play_one(loop, profile, seated, game, course, sit_down)
        except StillBefore as error:
            before = game_before(profile, course, seated.peer)
            if before is None:
                raise
            from tui.match.reconnect import play_before

            loop.note(f"{error} You are taken back there.")
            await play_before(loop, profile, before)
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


def start_host(profile: Profile, plan: HostPlan, notify: Callable[[], object]) -> MatchWorker:
    """Host a table and play its match on a thread; the stage Invited comes first."""

    async def play(loop: MatchLoop) -> None:
        table = open_table(
            profile, load_identity(profile.identity), plan, lambda news: loop.last.note(news.sentence)
        )
        try:
            loop.stage(Invited(table.hosting.invite, table.hosting.port))
            seated = await table.seated
            course = first_course(seated, plan.format, plan.both_sides)
            await play_seated(loop, profile, seated, table.game, course, plan.save)
        finally:
            await close_table(table)

    worker = MatchWorker(notify)
    worker.start(play)
    return worker


def find_game(terms: Terms) -> AnyGame | None:
    """The game of these terms; None if there is none here."""
    return registry.load(terms.game) if terms.game in registry.names() else None


def start_join(
    profile: Profile, invite: str, notify: Callable[[], object], save: Path | None = None
) -> MatchWorker:
    """Join by an invite and play on a thread; the stage Offered asks who plays with which decks.

    Raises BadInvite.
    """
    invited = read_invite(invite)

    async def play(loop: MatchLoop) -> None:
        identity = load_identity(profile.identity)
        joining = await join(identity, invited, name=profile.player, app=core.VERSION, find_game=find_game)
        try:
            loop.stage(Offered(joining.terms, dict(joining.seated), joining.seats, joining.host_key))
            choice = await _choice_or_loss(loop, joining.until_lost())
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
        await play_seated(loop, profile, seated, joining.game, course, save)

    worker = MatchWorker(notify)
    worker.start(play)
    return worker


async def _choice_or_loss(loop: MatchLoop, lost: Awaitable[NoReturn]) -> dict[int, Sitter] | None:
    """Who is to sit down here; raises what `lost` raises if the host goes away first."""
    choosing = asyncio.ensure_future(loop.replied())
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
