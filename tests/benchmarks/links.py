"""How long a choice takes until the other side has confirmed its hash, beside a bare encrypted echo.

Both sides of a match run here, each on a thread with a loop of its own, and talk over loopback.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

import zmq
import zmq.asyncio

import core
from core.contract.choice import Choice, Decision
from core.contract.game import AnyGame
from core.contract.header import Decklist
from core.contract.stream import Stream
from core.engine.match import Match
from core.engine.table import Table
from net.handshake.guest import join
from net.handshake.host import TableHost
from net.handshake.terms import GUEST, HOST, HandshakeResult, Participant, make_terms
from net.lockstep.events import EntryConfirmed, PeerEvent
from net.lockstep.peer import LockstepPeer
from net.protocol.errors import NetError, PeerLeft
from net.protocol.frames import EntryFrame, encode
from net.protocol.identity import Identity, new_identity
from net.protocol.invite import read_invite
from tests.benchmarks.figures import Figure, Missing, Say, figure
from tui.archive.store import MatchStore

GAP = 0.06
"""Seconds between two choices, or two echoes: fewer than what a peer may send and confirms at once, and more
than people make."""
LIMIT = 30.0
"""Seconds within which an answer has to come."""
_LOOPBACK = ip_address("127.0.0.1")

T = TypeVar("T")
U = TypeVar("U")


def measure(
    game: AnyGame,
    decklists: Sequence[Decklist | None],
    options: dict[str, int],
    runs: int,
    choices: int,
    say: Say,
) -> dict[str, Figure]:
    """The figures of the way to another player, in microseconds, of `runs` runs of `choices` each.

    `roundtrip_us` is without storing the match, `stored_roundtrip_us` with an archive on the disk of each
    side, `bare_roundtrip_us` an echo of a frame of the same size. Raises Missing if no link comes about.
    """
    real, stored, bare = [], [], []
    try:
        for run in range(runs):
            say(f"links, run {run + 1} of {runs}")
            times, size = play(game, decklists, options, choices)
            real.append(statistics.median(times))
            with tempfile.TemporaryDirectory(prefix="tesser-bench-") as folder:
                times, _ = play(game, decklists, options, choices, Path(folder))
            stored.append(statistics.median(times))
            bare.append(statistics.median(echo(size, 2 * choices)))
    except (NetError, zmq.ZMQError, TimeoutError) as error:
        raise Missing(f"No link over loopback: {error or 'nothing was heard'}") from None
    return {
        "roundtrip_us": figure(real),
        "stored_roundtrip_us": figure(stored),
        "bare_roundtrip_us": figure(bare),
    }


# A match


class _Player:
    """Makes a random choice when its last one is confirmed, and notes how long that took."""

    def __init__(self, name: str, wanted: int) -> None:
        self.times: list[float] = []
        self.wanted = wanted
        self.enough = asyncio.Event()
        self._stream = Stream(bytes(32), name)
        self._placed = 0.0
        self._open = 0
        """The number of the entry that waits to be confirmed; 0 for none."""
        self._clear = asyncio.Event()
        self._clear.set()
        self.match: Match

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        await self._clear.wait()
        await asyncio.sleep(GAP)
        assert decision.choices
        choice = decision.choices[self._stream.below(len(decision.choices))]
        self._clear.clear()
        self._open = self.match.n + 1
        self._placed = perf_counter()
        return [choice]

    def hear(self, event: PeerEvent) -> None:
        """The other side has an entry."""
        if isinstance(event, EntryConfirmed) and self._open and event.n >= self._open:
            self.times.append((perf_counter() - self._placed) * 1e6)
            self._open = 0
            self._clear.set()
            if len(self.times) >= self.wanted:
                self.enough.set()

    def refused(self, reason: str) -> None:
        raise AssertionError(reason)


def play(
    game: AnyGame,
    decklists: Sequence[Decklist | None],
    options: dict[str, int],
    choices: int,
    folder: Path | None = None,
) -> tuple[list[float], int]:
    """Microseconds from each choice to its confirmation, and how many bytes such a frame has.

    The match ends when the host has made so many `choices`; those of the guest count too. `folder` is where
    both sides store the match; None for nowhere.
    """
    seats = range(len(decklists))
    peers = tuple(HOST if seat == 0 else GUEST for seat in seats)
    places = {
        peer: {
            seat: Participant(f"Seat {seat + 1}", decklists[seat]) for seat in seats if peers[seat] == peer
        }
        for peer in (HOST, GUEST)
    }
    invite: Future[str] = Future()

    async def host() -> tuple[list[float], int]:
        try:
            terms = make_terms(game, name="Host", app=core.VERSION, peers=peers, options=options)
            hosting = TableHost(new_identity(), game, terms, ip=_LOOPBACK)
        except BaseException as error:
            invite.set_exception(error)
            raise
        invite.set_result(hosting.invite)
        try:
            async with asyncio.timeout(LIMIT):
                seated = await hosting.seat(places[HOST])
            return await _side(game, seated, choices, folder)
        finally:
            hosting.close(0)

    async def guest() -> Sequence[float]:
        wanted = await asyncio.wrap_future(invite)
        joining = await join(
            new_identity(), read_invite(wanted), name="Guest", app=core.VERSION, find_game=lambda _: game
        )
        try:
            seated = await joining.take_seat(places[GUEST])
            times, _ = await _side(game, seated, 0, folder)
            return times
        finally:
            joining.close(0)

    (times, size), more = _on_threads(host, guest)
    return [*times, *more], size


async def _side(
    game: AnyGame, seated: HandshakeResult, choices: int, folder: Path | None
) -> tuple[list[float], int]:
    """Play one side of a match: till the other leaves, or with `choices` until so many are confirmed.

    Gives how many microseconds each took, and how many bytes a frame has.
    """
    match = Match(seated.header, game)
    player = _Player(f"peer {seated.peer}", choices)
    player.match = match
    store = None
    if folder is not None:
        store = MatchStore(folder / str(seated.peer) / "matches.sqlite3", seated.seats)
    table = Table(match, dict.fromkeys(seated.seats, player), store, seated.sign)
    lockstep = LockstepPeer(seated, table, player.hear)
    run = asyncio.ensure_future(lockstep.run())
    if choices:
        enough = asyncio.ensure_future(player.enough.wait())
        await asyncio.wait({run, enough}, timeout=LIMIT, return_when=asyncio.FIRST_COMPLETED)
        enough.cancel()
        lockstep.leave()
    try:
        with suppress(PeerLeft):  # the host has seen enough
            await run
    finally:
        if store is not None:
            store.close()
    sizes = [_frame_bytes(match, n) for n in range(1, match.n + 1)]
    if choices and not player.times:
        raise TimeoutError
    return player.times, int(statistics.median(sizes or [0]))


def _frame_bytes(match: Match, n: int) -> int:
    """How long the frame of entry n was."""
    entry = match.entries[n - 1]
    assert entry.signature is not None
    hashed, signed = bytes.fromhex(entry.hash), bytes.fromhex(entry.signature)
    return len(
        encode(EntryFrame(bytes.fromhex(match.header.match), 1, n, entry.by, entry.text, hashed, signed))
    )


# An echo


def echo(size: int, times: int) -> list[float]:
    """Microseconds for each of so many frames of `size` bytes from a DEALER to a ROUTER and back, both with
    CURVE and asyncio, each on its thread."""
    server, client = new_identity(), new_identity()
    port: Future[int] = Future()
    over = threading.Event()

    async def answer() -> None:
        context = zmq.asyncio.Context()
        context.linger = 0
        try:
            socket = context.socket(zmq.ROUTER)
            socket.setsockopt(zmq.CURVE_SERVER, 1)
            socket.setsockopt(zmq.CURVE_SECRETKEY, server.curve_secret.reveal())
            port.set_result(socket.bind_to_random_port(f"tcp://{_LOOPBACK}"))
            for _ in range(times + 1):
                async with asyncio.timeout(LIMIT):
                    await socket.send_multipart(await socket.recv_multipart())
            over.wait(LIMIT)
        finally:
            context.destroy(linger=0)

    async def ask() -> list[float]:
        context = zmq.asyncio.Context()
        context.linger = 0
        try:
            socket = context.socket(zmq.DEALER)
            _as_client(socket, client, server)
            where = await asyncio.wrap_future(port)
            socket.connect(f"tcp://{_LOOPBACK}:{where}")
            found = []
            for _ in range(times + 1):
                await asyncio.sleep(GAP)
                began = perf_counter()
                async with asyncio.timeout(LIMIT):
                    await socket.send(bytes(size))
                    await socket.recv()
                found.append((perf_counter() - began) * 1e6)
            return found[1:]  # the first waited for the link
        finally:
            over.set()
            context.destroy(linger=0)

    return _on_threads(ask, answer)[0]


def _as_client(socket: zmq.asyncio.Socket, client: Identity, server: Identity) -> None:
    socket.setsockopt(zmq.CURVE_SERVERKEY, server.curve_public)
    socket.setsockopt(zmq.CURVE_PUBLICKEY, client.curve_public)
    socket.setsockopt(zmq.CURVE_SECRETKEY, client.curve_secret.reveal())


def _on_threads(
    one: Callable[[], Coroutine[Any, Any, T]], other: Callable[[], Coroutine[Any, Any, U]]
) -> tuple[T, U]:
    """Run both, each on a thread and a loop of its own; what they give."""
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(lambda: asyncio.run(one()))
        second = threads.submit(lambda: asyncio.run(other()))
        return first.result(), second.result()
