"""Where a host listens: a ROUTER behind CURVE and ZAP, which says whose every message is.

The routing id only says where to send, and changes with every reconnection; who the other side is says
the CURVE key that ZAP stamps on each message.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import zmq
import zmq.asyncio

from net.protocol.errors import NoConnection
from net.protocol.frames import SEATED_BYTES, STRANGER_BYTES, Frame
from net.protocol.identity import Identity
from net.protocol.invite import IP
from net.protocol.limits import STRANGER_FRAMES_A_SECOND, STRANGERS, LinkAdmission, TokenBucket
from net.transport.idle_reaper import IdleReaper
from net.transport.link import Link
from net.transport.sockets import LineMonitor, literal, make_context, now, send_now, set_limits

_WATCH_SECONDS = 0.25
"""How often lines are looked at that should not stay."""


class Listener:
    """Where a host listens. Each new link is given to `serve`, and forgotten when that returns."""

    def __init__(
        self, identity: Identity, ip: IP | None, port: int, serve: Callable[[Link], Coroutine[Any, Any, None]]
    ) -> None:
        """Listen on this address (None: all) and port (0: any free one). Raises NoConnection."""
        self._serve = serve
        self._links: dict[tuple[bytes, bytes], Link] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._strangers: dict[bytes, TokenBucket] = {}
        self._new = LinkAdmission()
        self.resident: Link | None = None
        """The link that has the seat; its key always gets in."""
        self.only: bytes | None = None
        """The one key that gets in at all; None: any."""
        self._context = make_context()
        self._zap = self._context.socket(zmq.REP)
        self._zap.bind("inproc://zeromq.zap.01")  # before anybody can connect
        self._socket = self._context.socket(zmq.ROUTER)
        self._by_line: dict[int, Link] = {}
        """By file descriptor, the link whose frames come from there."""
        set_limits(self._socket)
        self._socket.setsockopt(zmq.ROUTER_MANDATORY, 1)
        self._socket.setsockopt(zmq.CURVE_SERVER, 1)
        self._socket.setsockopt(zmq.CURVE_SECRETKEY, identity.curve_secret.reveal())
        try:
            self._socket.bind(f"tcp://{literal(ip) if ip else '*'}:{port}")
        except zmq.ZMQError as error:
            self._context.destroy(linger=0)
            raise NoConnection(
                f"Can't listen on {ip or 'this machine'}, port {port or 'any'}: {error.strerror or error}."
                " Choose another port."
            ) from error
        endpoint = self._socket.get_string(zmq.LAST_ENDPOINT)
        self.port = int(endpoint.rstrip("\0").rpartition(":")[2])
        self._reaper = IdleReaper()
        self._lines = LineMonitor(self._socket, zmq.EVENT_ACCEPTED | zmq.EVENT_DISCONNECTED, self._on_line)
        self.reader = asyncio.create_task(self._work())
        """All the work of listening; it ends only by an error or a close."""

    def close(self, linger: int = 0) -> None:
        """Close for good; `linger` is how many ms a last word may take."""
        for task in (self.reader, *self._tasks):
            task.cancel()
        self._lines.close()
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
        self._links = {
            place: link for place, link in self._links.items() if link is newer or not self._lives_here(link)
        }
        self._by_line = {
            line: link for line, link in self._by_line.items() if link is newer or not self._lives_here(link)
        }

    def _lives_here(self, link: Link) -> bool:
        """Whether what comes by this link is the resident's."""
        return link.owner is self.resident

    async def _work(self) -> None:
        works = [asyncio.create_task(one) for one in (self._read(), self._keep(), self._watch())]
        try:
            await asyncio.gather(*works)
        finally:
            for work in works:
                work.cancel()

    async def _read(self) -> None:
        while True:
            parts = await self._socket.recv_multipart(copy=False)
            route, last = bytes(parts[0].buffer), parts[-1]
            key = bytes.fromhex(str(last.get("User-Id")))
            data = bytes(last.buffer) if len(parts) == 2 else b""
            line = last.get(zmq.SRCFD)
            self._reaper.heard(line, now())
            link = self._links.get((route, key))
            if link is None or not self._lives_here(link):
                if not self._stranger_may_speak(key):
                    continue
                if link is None:
                    link = self._welcome(route, key, line)
                elif link.full:
                    continue
            await link.deliver(data)

    def _stranger_may_speak(self, key: bytes) -> bool:
        """Whether this key has not said too much lately; who floods is not heard, and nobody else pays."""
        if key not in self._strangers and len(self._strangers) >= STRANGERS:
            del self._strangers[next(iter(self._strangers))]
        pace = self._strangers.setdefault(key, TokenBucket(STRANGER_FRAMES_A_SECOND, now()))
        return pace.take(now())

    def _welcome(self, route: bytes, key: bytes, line: int) -> Link:
        self._new.spoke(key)
        link = Link(key, lambda data: self._send(route, data), STRANGER_BYTES, True, "Its line broke off.")
        link.reader = self.reader
        link.fragile = True
        self._lines.catch_up()  # the system uses the numbers of broken lines again
        self._by_line[line] = link
        self._links[route, key] = link
        task = asyncio.create_task(self._serve(link))
        self._tasks.add(task)
        task.add_done_callback(lambda task: self._forget(link, task))
        return link

    def _forget(self, link: Link, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not self._lives_here(link):
            self._links = {place: known for place, known in self._links.items() if known is not link}
            self._by_line = {line: known for line, known in self._by_line.items() if known is not link}

    def _on_line(self, event: int, line: int) -> None:
        if event == zmq.EVENT_ACCEPTED:
            self._reaper.accepted(line, now())
            return
        self._reaper.closed(line)
        link = self._by_line.pop(line, None)
        if link is not None:
            link.line(False)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_WATCH_SECONDS)
            self._reaper.look(set(self._by_line), now())

    def _send(self, route: bytes, data: bytes) -> bool:
        return send_now(self._socket, [route, data])

    async def _keep(self) -> None:
        """Answer libzmq's question about each new link (ZAP 1.0), and have it stamp the key on its frames."""
        while True:
            version, request, _, address, _, _, key, *_ = await self._zap.recv_multipart()
            talking = sum(not self._lives_here(link) for link in self._links.values())
            known = key == (self.only if self.resident is None else self.resident.key)
            if self.only is not None and key != self.only:
                answer = [b"400", b"This is a match of others", b"", b""]
            elif known or self._new.admit(address.decode(), key, talking, now()):
                answer = [b"200", b"OK", key.hex().encode(), b""]
            else:
                answer = [b"300", b"Too many links, try again", b"", b""]
            await self._zap.send_multipart([version, request, *answer])
