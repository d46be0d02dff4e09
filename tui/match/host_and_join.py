"""Matches with another machine: hosting and joining, with a screen or without."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from itertools import count
from pathlib import Path
from typing import NoReturn

import msgspec

import core
from core import bots, registry
from core.contract.game import AnyGame
from net.handshake.guest import join
from net.handshake.host import TableHost
from net.handshake.terms import GUEST, HOST, HandshakeResult, Participant, Progress, make_terms
from net.protocol.frames import Terms
from net.protocol.identity import Identity, load_identity
from net.protocol.invite import read_invite
from tui.match.network_play import Invited, play_seated
from tui.match.offers import deck_checker
from tui.match.plans import PERSON, HostPlan, Sitter
from tui.match.player_names import bot_name
from tui.match.reconnect import play_before
from tui.match.series_position import Course, begun
from tui.match.worker import MatchLoop, MatchWorker
from tui.profile import Profile


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
            await play_seated(loop, profile, seated, table.game, course, play_before, plan.save)
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
        await play_seated(loop, profile, seated, joining.game, course, play_before, save)

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
