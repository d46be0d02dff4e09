"""What listener and connector share: how ZeroMQ is set up, and what it tells of its TCP lines."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from typing import Any

import zmq
import zmq.asyncio

from net.protocol.frames import SEATED_BYTES
from net.protocol.invite import IP
from net.protocol.limits import WAITING_FRAMES

FAREWELL_MS = 200
"""How long closing waits for a last word to leave."""
_HEARTBEAT_MS, _HEARD_MS = 1_000, 3_000
"""How often ZeroMQ asks over a line whether the other end is there, and after how long without an answer it
gives the line up."""
_CURVE_BYTES = 64
"""More than what CURVE adds to a frame."""


def now() -> float:
    """The running loop's clock, in seconds."""
    return asyncio.get_running_loop().time()


def make_context() -> zmq.asyncio.Context:
    """A context whose sockets never hold up the end."""
    context = zmq.asyncio.Context()
    context.linger = 0  # of every socket to come: an unsent frame must not hold up the end
    return context


def set_limits(socket: zmq.asyncio.Socket) -> None:
    """The same bounds for every socket that meets the network.

    IMMEDIATE, since ZeroMQ else queues for a line that is not there, and a program that starts at that port
    later would get the frames of a dead match. The marks and MAXMSGSIZE bound what a peer can make this side
    hold. A half-open line is found by heartbeats alone: of a cable that was pulled TCP says nothing for
    hours.
    """
    for option, value in (
        (zmq.IPV6, 1),
        (zmq.IMMEDIATE, 1),
        (zmq.SNDHWM, WAITING_FRAMES),
        (zmq.RCVHWM, WAITING_FRAMES),
        (zmq.MAXMSGSIZE, SEATED_BYTES + _CURVE_BYTES),
        (zmq.HANDSHAKE_IVL, 2_000),
        (zmq.HEARTBEAT_IVL, _HEARTBEAT_MS),
        (zmq.HEARTBEAT_TIMEOUT, _HEARD_MS),
        (zmq.RECONNECT_IVL, 100),
        (zmq.RECONNECT_IVL_MAX, 1_000),
        # The system itself would go on with a first packet that got lost, ever more seldom, for minutes.
        (zmq.CONNECT_TIMEOUT, 2_000),
    ):
        socket.setsockopt(option, value)


def literal(ip: IP) -> str:
    """An address as it stands in an endpoint."""
    return f"[{ip}]" if ip.version == 6 else str(ip)


def send_now(socket: zmq.asyncio.Socket, parts: list[bytes]) -> bool:
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


class LineMonitor:
    """Tells which TCP lines of a socket come and go, as soon as the system knows."""

    def __init__(self, socket: zmq.asyncio.Socket, events: int, tell: Callable[[int, int], None]) -> None:
        """`tell` gets each event of ZeroMQ's monitor that is asked for, and its file descriptor."""
        self._watched = socket
        self._tell = tell
        self._events = socket.get_monitor_socket(events)
        self._task = asyncio.create_task(self._watch())

    def catch_up(self) -> None:
        """Tell now of everything that has happened."""
        while not self._events.closed:
            taking: Any = self._events.recv_multipart(zmq.NOBLOCK)
            if taking.exception() is not None:  # it is done at once: there is nothing more
                return
            event, value = struct.unpack("=hi", taking.result()[0])
            self._tell(event, value)

    def close(self) -> None:
        """Watch no longer."""
        self._task.cancel()
        if not self._watched.closed:
            self._watched.disable_monitor()
        self._events.close(linger=0)

    async def _watch(self) -> None:
        while True:
            await self._events.poll()
            self.catch_up()
