"""Two sides of a table over loopback, for the tests of this folder."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from typing import Any, TypeVar

from core.bots.random import RandomBot
from core.contract.clock import NO_CLOCK
from core.contract.game import AnyGame
from core.contract.header import Decklist, Header
from core.contract.outcome import Outcome
from core.contract.stream import Stream
from core.engine.chain import signing_bytes
from core.engine.entry import Entry
from core.engine.match import Match, NotKept, replay
from core.engine.table import Controller, Table
from net.handshake.guest import TableGuest, join
from net.handshake.host import TableHost
from net.handshake.terms import HandshakeResult, Participant, Progress, make_terms
from net.lockstep.clocks import Timekeeper, now
from net.lockstep.events import PeerEvent, PeerListener
from net.lockstep.peer import LockstepPeer
from net.protocol.frames import Frame, encode
from net.protocol.identity import Identity, new_identity, verify
from net.protocol.invite import Invite, read_invite
from net.transport.connector import Connector
from tests.pocket.game import Pocket
from tests.support.cable import LOOPBACK

E = TypeVar("E")
GAME = Pocket()
DECK = Decklist("Six", dict.fromkeys(GAME.table, 2))
PEERS = (0, 1, 1)
"""The guest holds two seats."""
LUCKY = Decklist("Lucky", {"pkt/pip/one": 2})
"""A list of cards that belongs to the table."""
HOST_PLACES = {0: Participant("Ann", DECK)}
GUEST_PLACES = {1: Participant("Bea", DECK, "bot:random@1"), 2: Participant("Cal")}


class Memory:
    """A store that remembers."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.outcome: Any = None
        self.full: Callable[[Entry], bool] = lambda entry: False
        """Whether there is no room for an entry."""

    def open(self, header: Header, h0: bytes) -> None:
        self.header = header

    def append(self, entry: Entry, outcome: Outcome | None) -> None:
        if self.full(entry):
            raise NotKept("There is no room.")
        self.entries.append(entry)
        self.outcome = outcome


class Thinker:
    """A controller that never decides."""

    async def choose(self, view: Any, decision: Any) -> Any:
        await asyncio.Event().wait()

    def refused(self, reason: str) -> None:
        raise AssertionError(reason)


def bot(n: int) -> RandomBot:
    return RandomBot(Stream(bytes(32), f"bot {n}"))


class Side:
    """One side of a match: its table and its lockstep."""

    def __init__(
        self,
        seated: HandshakeResult,
        thinks: bool = False,
        game: AnyGame = GAME,
        now: Callable[[], int] = now,
        tell: PeerListener | None = None,
        **settings: Any,
    ) -> None:
        """`now` is what its clocks go by, in a match that has them; `tell` is told too what `told` keeps."""
        self.seated = seated
        self.store = Memory()
        self.match = Match(seated.header, game)
        controllers: dict[int, Controller] = {n: Thinker() if thinks else bot(n) for n in seated.seats}
        self.table = Table(self.match, controllers, self.store, seated.sign)
        timed = seated.header.clock != NO_CLOCK
        self.timing = Timekeeper(self.match, seated.seats, now=now) if timed else None
        self.told: list[PeerEvent] = []
        """What it was told."""
        self._tell = tell
        self.lockstep = LockstepPeer(seated, self.table, self._hear, clocks=self.timing, **settings)

    def _hear(self, event: PeerEvent) -> None:
        self.told.append(event)
        if self._tell is not None:
            self._tell(event)

    def heard(self, kind: type[E]) -> list[E]:
        """What it was told of this kind."""
        return [event for event in self.told if isinstance(event, kind)]


def only(kind: type[E], hear: Callable[[E], object]) -> PeerListener:
    """A listener that hears events of this kind, and no others."""

    def listen(event: PeerEvent) -> None:
        if isinstance(event, kind):
            hear(event)

    return listen


def open_table(
    identity: Identity | None = None,
    *,
    game: AnyGame = GAME,
    peers: tuple[int, ...] = PEERS,
    options: dict[str, int] | None = None,
    shared: Decklist | None = None,
    clock: str = NO_CLOCK,
    progress: Callable[[Progress], None] | None = None,
    app: str = "0.1",
    **settings: Any,
) -> TableHost:
    """A host that listens on a free port of the loopback."""
    terms = make_terms(game, name="Ann", app=app, peers=peers, options=options, clock=clock, shared=shared)
    return TableHost(identity or new_identity(), game, terms, ip=LOOPBACK, progress=progress, **settings)


async def come(
    invite: Invite | str, identity: Identity | None = None, game: AnyGame | None = GAME, **settings: Any
) -> TableGuest:
    """A guest that has heard the offer."""
    if isinstance(invite, str):
        invite = read_invite(invite)
    settings.setdefault("name", "Bea")
    settings.setdefault("app", "0.1")
    return await join(identity or new_identity(), invite, find_game=lambda _: game, **settings)


def same(one: Side, two: Side) -> bool:
    """Whether both sides hold the same match, each entry signed by the key of its seat."""
    for n, entry in enumerate(one.match.entries, 1):
        key = one.match.header.seats[entry.by].key
        message = signing_bytes(one.match.header.match, n, bytes.fromhex(entry.hash))
        assert key and entry.signature and verify(key, message, entry.signature)
    assert replay(one.match.header, one.match.entries, one.match.game).head == one.match.head
    return one.store.entries == two.store.entries == one.match.entries and one.store.outcome is not None


@asynccontextmanager
async def seated_pair(
    guest_places: dict[int, Participant] = GUEST_PLACES,
    host_places: dict[int, Participant] = HOST_PLACES,
    game: AnyGame = GAME,
    **settings: Any,
) -> AsyncIterator[tuple[HandshakeResult, HandshakeResult]]:
    """Both sides after the handshake."""
    hosting = open_table(game=game, **settings)
    waiting = asyncio.create_task(hosting.seat(host_places))
    joining = await come(hosting.invite, game=game)
    try:
        guest = await joining.take_seat(guest_places)
        yield await waiting, guest
    finally:
        joining.close(0)
        hosting.close(0)


class Waiting:
    """A host that waits for its guest, and what it was told meanwhile."""

    def __init__(self, **settings: Any) -> None:
        self.told: list[Progress] = []
        self.hosting: TableHost = open_table(progress=self.told.append, **settings)
        self.invite = read_invite(self.hosting.invite)
        self.seated = asyncio.create_task(self.hosting.seat(HOST_PLACES))

    def heard(self, kind: str) -> list[str]:
        return [progress.sentence for progress in self.told if progress.kind == kind]

    async def takes_a_good_guest(self) -> None:
        joining = await come(self.invite)
        guest = await joining.take_seat(GUEST_PLACES)
        assert (await self.seated).header == guest.header
        joining.close(0)

    async def aclose(self) -> None:
        self.seated.cancel()
        self.hosting.close(0)


def waiting(**settings: Any) -> aclosing[Waiting]:
    return aclosing(Waiting(**settings))


@asynccontextmanager
async def stranger(host: Waiting, identity: Identity | None = None) -> Any:
    """A bare link to the host, for saying what one wants."""
    connector = Connector(identity or new_identity(), host.invite.key)
    link = connector.call(host.invite.addresses[-1])

    async def say(*parts: Frame | bytes) -> None:
        data = [part if isinstance(part, bytes) else encode(part) for part in parts]
        await connector._sockets[link].send_multipart(data)

    try:
        yield link, say
    finally:
        connector.close()
