"""A guest's calls to a host: a DEALER for each address of the invite."""

from __future__ import annotations

import asyncio

import zmq
import zmq.asyncio

from net.protocol.errors import NoConnection
from net.protocol.frames import SEATED_BYTES, Frame, encode
from net.protocol.identity import Identity
from net.protocol.invite import Address
from net.transport.link import Link
from net.transport.sockets import LineMonitor, literal, make_context, send_now, set_limits

_BROKEN = (
    "The line to the host broke off. If its table is still open, the same invite lets you join it again."
)


class Connector:
    """A guest's attempts to reach one host; the link that answers is kept, with this object."""

    def __init__(self, identity: Identity, host_key: bytes) -> None:
        self._identity = identity
        self._host_key = host_key
        self._context = make_context()
        self._sockets: dict[Link, zmq.asyncio.Socket] = {}
        self._lines: dict[Link, LineMonitor] = {}

    def call(self, address: Address) -> Link:
        """A link to this address, which comes about when and if somebody with the host's key answers. Raises
        NoConnection if the system has no room for it."""
        made: list[zmq.asyncio.Socket] = []
        try:
            made.append(self._context.socket(zmq.DEALER))
            return self._connect(made[0], address)
        except zmq.ZMQError as error:
            for socket in made:
                socket.close(linger=0)
            raise NoConnection(f"Can't call {address}: {error.strerror or error}.") from error

    def _connect(self, socket: zmq.asyncio.Socket, address: Address) -> Link:
        set_limits(socket)
        socket.setsockopt(zmq.CURVE_SERVERKEY, self._host_key)
        socket.setsockopt(zmq.CURVE_PUBLICKEY, self._identity.curve_public)
        socket.setsockopt(zmq.CURVE_SECRETKEY, self._identity.curve_secret.reveal())
        link = Link(self._host_key, lambda data: send_now(socket, [data]), SEATED_BYTES, False, _BROKEN)
        link.called = True

        up = False

        def tell(event: int, _: int) -> None:
            # A line that never came about ends too; only of one that was there is the end news.
            nonlocal up
            if up != (event == zmq.EVENT_HANDSHAKE_SUCCEEDED):
                up = not up
                link.line(up)

        lines = LineMonitor(socket, zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED, tell)
        socket.connect(f"tcp://{literal(address.ip)}:{address.port}")
        link.reader = asyncio.create_task(self._read(socket, link))
        self._sockets[link], self._lines[link] = socket, lines
        return link

    async def say(self, link: Link, frame: Frame) -> None:
        """Send as soon as there is a line."""
        await self._sockets[link].send_multipart([encode(frame)])

    def drop(self, link: Link) -> None:
        """Close one of the links; nothing if it is closed."""
        if link not in self._sockets:
            return
        assert link.reader is not None
        link.reader.cancel()
        self._lines.pop(link).close()
        self._sockets.pop(link).close(linger=0)

    def drop_others(self, kept: Link | None) -> None:
        """Close all links but this one; all if it is None."""
        for link in [link for link in self._sockets if link is not kept]:
            self.drop(link)

    def close(self, linger: int = 0) -> None:
        """Close all; `linger` is how many ms a last word may take."""
        for link in self._sockets:
            assert link.reader is not None
            link.reader.cancel()
            self._lines[link].close()
        self._context.destroy(linger=linger)

    async def _read(self, socket: zmq.asyncio.Socket, link: Link) -> None:
        while True:
            parts = await socket.recv_multipart()
            await link.deliver(parts[0] if len(parts) == 1 else b"")
