"""Closes TCP lines that libzmq would keep for ever.

libzmq can't drop a single peer (only its draft sockets can), and gathers all parts of a message, without a
limit to their number, before it shows any. So the lines are closed under it, by their file descriptors,
which its monitor tells: it takes that as any other line that broke.
"""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress

QUIET_SECONDS = 4.0
"""How long a line may be quiet that nobody here listens to: enough for the greeting and the first words."""
UNREAD_BYTES = 16 * 1024 * 1024
"""What may have come over a line without having become frames: more than the queues of whole frames hold."""
_TCP_INFO_BYTES = 136
"""Of Linux' struct tcp_info, up to and with tcpi_bytes_received."""


class _Line:
    __slots__ = ("inode", "last", "read", "spoke")

    def __init__(self, inode: int, now: float) -> None:
        self.inode = inode
        self.last = now
        self.spoke = False
        """Whether a whole message has come since the last look."""
        self.read = 0
        """Bytes that had come at the last look after a whole message."""


class IdleReaper:
    """Knows a host's lines by their file descriptors. Times are seconds of a monotonic clock."""

    def __init__(self) -> None:
        self._lines: dict[int, _Line] = {}

    def accepted(self, line: int, now: float) -> None:
        """Somebody has connected."""
        with suppress(OSError):  # it is closed again already
            self._lines[line] = _Line(os.fstat(line).st_ino, now)

    def closed(self, line: int) -> None:
        """A line has broken."""
        self._lines.pop(line, None)

    def heard(self, line: int, now: float) -> None:
        """A whole message has come."""
        known = self._lines.get(line)
        if known is not None:
            known.spoke = True
            known.last = now

    def look(self, listened: set[int], now: float) -> None:
        """Close those that are quiet, unless somebody here listens to them, and those that never come to an
        end with what they say.
        """
        for number, line in list(self._lines.items()):
            quiet = number not in listened and now > line.last + QUIET_SECONDS
            received = _received(number)
            if line.spoke:
                line.read, line.spoke = received, False
            if quiet or received - line.read > UNREAD_BYTES:
                del self._lines[number]
                _close(number, line.inode)


def _received(line: int) -> int:
    """Bytes that have come over a line; 0 where the system doesn't say."""
    if sys.platform != "linux":
        return 0
    with suppress(OSError), socket.socket(fileno=os.dup(line)) as same:
        info = same.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO_BYTES)
        return int.from_bytes(info[_TCP_INFO_BYTES - 8 : _TCP_INFO_BYTES], sys.byteorder)
    return 0


def _close(line: int, inode: int) -> None:
    with suppress(OSError), socket.socket(fileno=os.dup(line)) as same:
        if os.fstat(same.fileno()).st_ino == inode:  # its number is still its own
            same.shutdown(socket.SHUT_RDWR)
