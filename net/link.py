"""Links over ZeroMQ: the host's door (a ROUTER behind CURVE and ZAP) and the guest's calls (DEALERs).

A link is to one CURVE key; that key, which ZAP stamps on every message, is who the other side is. The
routing id only says where to send, and changes with every reconnection. Everything here belongs to the
running event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import zmq
import zmq.asyncio

from core.clean import clean
from core.game import Malformed
from net.errors import NoConnection, Refused
from net.identity import Identity
from net.invite import IP, Address
from net.limits import FRAMES_A_SECOND, STRANGER_FRAMES_A_SECOND, STRANGERS, WAITING_FRAMES, NewLinks, Pace
from net.wire import SEATED_BYTES, STRANGER_BYTES, Frame, Refuse, Still, decode, encode

FAREWELL_MS = 200
"""How long closing waits for a last word to leave."""
_CURVE_BYTES = 64
"""More than what CURVE adds to a frame."""

F = TypeVar("F", bound=Frame)


class Link:
    """Frames to and from one other machine, known by its CURVE key."""

    def __init__(self, key: bytes, send: Callable[[bytes], bool], limit: int, echoes: bool) -> None:
        """`send` says whether there is a line at all; `limit` is the longest frame to accept, in bytes;
        `echoes` whether a Still is answered with the same, which only one of two sides may do.
        """
        self.key = key
        self.limit = limit
        self._echoes = echoes
        self.reader: asyncio.Task[None] | None = None
        """What feeds this link; it ends only by an error or a close."""
        self._post = send
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(WAITING_FRAMES)
        self._pace = Pace(FRAMES_A_SECOND, _now())

    def __repr__(self) -> str:
        return f"<Link to {self.key.hex()[:8]}>"

    @property
    def full(self) -> bool:
        """Whether nobody takes what comes."""
        return self._waiting.full()

    def send(self, frame: Frame) -> bool:
        """Send now or not at all; False if there is no line."""
        return self._post(encode(frame))

    async def receive(self) -> Frame:
        """The next frame. Raises Malformed if it is none."""
        return decode(await self._waiting.get(), self.limit)

    async def expect(self, kind: type[F], seconds: float) -> F:
        """The next frame, which has to be of this kind and come in time, else Refused.

        After a Still the time starts anew.
        """
        while True:
            try:
                async with asyncio.timeout(seconds):
                    frame = await self.receive()
            except TimeoutError:
                raise Refused("late", "The other side did not answer in time. Try again.") from None
            except Malformed:
                raise Refused("form", "The other side sent something that is no tesser frame.") from None
            if isinstance(frame, kind):
                return frame
            if isinstance(frame, Refuse):
                raise refusal(frame)
            if not isinstance(frame, Still):
                raise Refused("form", "The other side sent something out of turn. Is its program the same?")
            if self._echoes:
                self.send(Still())

    async def deliver(self, data: bytes) -> None:
        """Bytes have come; waits when they come faster than a peer may send, so that the line fills up."""
        delay = self._pace.wait(_now())
        if delay:
            await asyncio.sleep(delay)
        await self._waiting.put(data)

    def hand_back(self, frame: Frame) -> None:
        """Put a frame that was received elsewhere in line."""
        self._waiting.put_nowait(encode(frame))

    def move(self, other: Link) -> None:
        """Send by this newer link from now on; it is to the same key."""
        self._post = other._post


def refusal(frame: Refuse) -> Refused:
    """What the other side said, made safe to show."""
    return Refused(clean(frame.why, 40), clean(frame.sentence, 400) or "The other side refused.")


class Door:
    """Where a host listens. Each new link is given to `serve`, and forgotten when that returns."""

    def __init__(
        self, identity: Identity, ip: IP | None, port: int, serve: Callable[[Link], Coroutine[Any, Any, None]]
    ) -> None:
        """Listen on this address (None: all) and port (0: any free one). Raises NoConnection."""
        self._serve = serve
        self._links: dict[tuple[bytes, bytes], Link] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._strangers: dict[bytes, Pace] = {}
        self._new = NewLinks()
        self.resident: Link | None = None
        """The link that has the seat; its key always gets in."""
        self._context = _context()
        self._zap = self._context.socket(zmq.REP)
        self._zap.bind("inproc://zeromq.zap.01")  # before the door opens
        self._socket = self._context.socket(zmq.ROUTER)
        _set_limits(self._socket)
        self._socket.setsockopt(zmq.ROUTER_MANDATORY, 1)
        self._socket.setsockopt(zmq.CURVE_SERVER, 1)
        self._socket.setsockopt(zmq.CURVE_SECRETKEY, identity.curve_secret.reveal())
        try:
            self._socket.bind(f"tcp://{_literal(ip) if ip else '*'}:{port}")
        except zmq.ZMQError as error:
            self._context.destroy(linger=0)
            raise NoConnection(
                f"Can't listen on {ip or 'this machine'}, port {port or 'any'}: {error.strerror or error}."
                " Choose another port."
            ) from error
        endpoint = self._socket.get_string(zmq.LAST_ENDPOINT)
        self.port = int(endpoint.rstrip("\0").rpartition(":")[2])
        self.reader = asyncio.create_task(self._read())
        self._keeper = asyncio.create_task(self._keep())

    def close(self, linger: int = 0) -> None:
        """Close for good; `linger` is how many ms a last word may take."""
        for task in (self.reader, self._keeper, *self._tasks):
            task.cancel()
        self._context.destroy(linger=linger)

    async def say_goodbye(self, frame: Frame, seconds: float) -> None:
        """Send a last frame over every link, and wait until each has been answered, or this long."""
        for link in self._links.values():
            link.send(frame)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    def settle(self, link: Link) -> None:
        """This link has the seat: longer frames, its own pace, and it is kept."""
        link.limit = SEATED_BYTES
        self.resident = link

    def vacate(self, link: Link) -> None:
        """This link, if it had the seat, has it no longer."""
        if self.resident is link:
            self.resident = None

    def move_in(self, newer: Link) -> None:
        """The resident's key came by a newer link: that is the resident's line from now on."""
        assert self.resident is not None and newer.key == self.resident.key
        self.resident.move(newer)
        for place, link in list(self._links.items()):
            if link is newer:
                self._links[place] = self.resident
            elif link is self.resident:
                del self._links[place]

    async def _read(self) -> None:
        while True:
            parts = await self._socket.recv_multipart(copy=False)
            route, last = bytes(parts[0].buffer), parts[-1]
            key = bytes.fromhex(str(last.get("User-Id")))
            data = bytes(last.buffer) if len(parts) == 2 else b""
            link = self._links.get((route, key))
            if link is None or link is not self.resident:
                if not self._stranger_may_speak(key):
                    continue
                if link is None:
                    link = self._welcome(route, key)
                elif link.full:
                    continue
            await link.deliver(data)

    def _stranger_may_speak(self, key: bytes) -> bool:
        """Whether this key has not said too much lately; who floods is not heard, and nobody else pays."""
        if key not in self._strangers and len(self._strangers) >= STRANGERS:
            del self._strangers[next(iter(self._strangers))]
        pace = self._strangers.setdefault(key, Pace(STRANGER_FRAMES_A_SECOND, _now()))
        return pace.take(_now())

    def _welcome(self, route: bytes, key: bytes) -> Link:
        self._new.spoke(key)
        link = Link(key, lambda data: self._send(route, data), STRANGER_BYTES, echoes=True)
        link.reader = self.reader
        self._links[route, key] = link
        task = asyncio.create_task(self._serve(link))
        self._tasks.add(task)
        task.add_done_callback(lambda task: self._forget(link, task))
        return link

    def _forget(self, link: Link, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if link is not self.resident:
            self._links = {place: known for place, known in self._links.items() if known is not link}

    def _send(self, route: bytes, data: bytes) -> bool:
        return _send_now(self._socket, [route, data])

    async def _keep(self) -> None:
        """Answer libzmq's question about each new link (ZAP 1.0), and have it stamp the key on its frames."""
        while True:
            version, request, _, address, _, _, key, *_ = await self._zap.recv_multipart()
            talking = sum(link is not self.resident for link in self._links.values())
            known = self.resident is not None and key == self.resident.key
            if known or self._new.admit(address.decode(), key, talking, _now()):
                answer = [b"200", b"OK", key.hex().encode(), b""]
            else:
                answer = [b"300", b"Too many links, try again", b"", b""]
            await self._zap.send_multipart([version, request, *answer])


class Caller:
    """A guest's attempts to reach one host; the link that answers is kept, with this object."""

    def __init__(self, identity: Identity, host_key: bytes) -> None:
        self._identity = identity
        self._host_key = host_key
        self._context = _context()
        self._sockets: dict[Link, zmq.asyncio.Socket] = {}

    def call(self, address: Address) -> Link:
        """A link to this address, which comes about when and if somebody with the host's key answers."""
        socket = self._context.socket(zmq.DEALER)
        _set_limits(socket)
        socket.setsockopt(zmq.CURVE_SERVERKEY, self._host_key)
        socket.setsockopt(zmq.CURVE_PUBLICKEY, self._identity.curve_public)
        socket.setsockopt(zmq.CURVE_SECRETKEY, self._identity.curve_secret.reveal())
        socket.connect(f"tcp://{_literal(address.ip)}:{address.port}")
        link = Link(self._host_key, lambda data: _send_now(socket, [data]), SEATED_BYTES, echoes=False)
        link.reader = asyncio.create_task(self._read(socket, link))
        self._sockets[link] = socket
        return link

    async def say(self, link: Link, frame: Frame) -> None:
        """Send as soon as there is a line."""
        await self._sockets[link].send_multipart([encode(frame)])

    def drop(self, link: Link) -> None:
        """Close one of the links."""
        assert link.reader is not None
        link.reader.cancel()
        self._sockets.pop(link).close(linger=0)

    def close(self, linger: int = 0) -> None:
        """Close all; `linger` is how many ms a last word may take."""
        for link in self._sockets:
            assert link.reader is not None
            link.reader.cancel()
        self._context.destroy(linger=linger)

    async def _read(self, socket: zmq.asyncio.Socket, link: Link) -> None:
        while True:
            parts = await socket.recv_multipart()
            await link.deliver(parts[0] if len(parts) == 1 else b"")


def _now() -> float:
    return asyncio.get_running_loop().time()


def _context() -> zmq.asyncio.Context:
    context = zmq.asyncio.Context()
    context.linger = 0  # of every socket to come: an unsent frame must not hold up the end
    return context


def _set_limits(socket: zmq.asyncio.Socket) -> None:
    for option, value in (
        (zmq.IPV6, 1),
        (zmq.IMMEDIATE, 1),
        (zmq.SNDHWM, WAITING_FRAMES),
        (zmq.RCVHWM, WAITING_FRAMES),
        (zmq.MAXMSGSIZE, SEATED_BYTES + _CURVE_BYTES),
        (zmq.HANDSHAKE_IVL, 2_000),
        (zmq.HEARTBEAT_IVL, 1_000),
        (zmq.HEARTBEAT_TIMEOUT, 3_000),
        (zmq.RECONNECT_IVL, 100),
        (zmq.RECONNECT_IVL_MAX, 1_000),
    ):
        socket.setsockopt(option, value)


def _literal(ip: IP) -> str:
    return f"[{ip}]" if ip.version == 6 else str(ip)


def _send_now(socket: zmq.asyncio.Socket, parts: list[bytes]) -> bool:
    """Whether a send that does not block was taken; no line and a full one are the same to us."""
    if socket.closed:
        return False
    sending: Any = socket.send_multipart(parts, zmq.NOBLOCK)
    error = sending.exception()  # it is done at once
    if error is None:
        return True
    if isinstance(error, zmq.ZMQError) and error.errno in (zmq.EAGAIN, zmq.EHOSTUNREACH):
        return False
    raise error
