"""How much strangers and peers may ask of this machine. Times are seconds of a monotonic clock."""

from __future__ import annotations

from collections import deque
from ipaddress import IPv6Address, ip_address, ip_network

LINKS_IN_HANDSHAKE = 8
"""At once. A guest calls at all addresses of its invite, six at most, and keeps one of these links; a table
has one guest. Each more would be a socket and a task for somebody who only takes up room."""
HELLO_SECONDS = 2.0
"""How long a link may take for its first words, which a program says as soon as there is a line."""
STEP_SECONDS = 30.0
"""How long a side may take for a step that needs no person: enough for a slow machine and a bad line."""
LINKS_A_MINUTE = 20
"""New links from one address: a guest with six addresses may come three times."""
FRAMES_A_SECOND = 50
"""From a seated peer. Two quick bots stay below it; what comes faster waits, so that the line fills up and
the peer can't send any faster."""
STRANGER_FRAMES_A_SECOND = 10
"""From one key without a seat; a whole handshake has hardly more. What comes faster is not read."""
STRANGERS = 256
"""How many strangers' keys are remembered for that: a key costs nothing to make, so the oldest is
forgotten."""
BAD_FRAMES = 10
"""Frames that make no sense, from a seated peer, before the match is given up. One may come of a crossing or
of a newer version and harms nobody; who sends more has a broken program, or tries something."""
GIFTS = 200
"""How often a seat may be given time in a match. Each gift is a minute that has to run out before the next,
so nobody comes near it; without an end a number that only rises could be driven past what a frame holds."""
CROSSED_GIFTS = 1
"""How many gifts of time may come for one decision though its time is not up: a gift and the choice it was
for may cross on the way. More of them would make this side tell and keep something without an end."""
REMATCHES = 5
"""How often a side may ask to play once more after a match, besides agreeing to it. Each time the other
player is told, and told again when it is taken back: more would be noise, whoever has declined already."""
# What libzmq itself does not bound, lines that stay quiet and messages of endless parts, see idle_reaper.py.
WAITING_FRAMES = 200
"""Frames that may wait in a queue, ours or ZeroMQ's."""


class TokenBucket:
    """A bucket that fills at `rate` a second and holds two seconds' worth."""

    __slots__ = ("_full", "_left", "_rate", "_then")

    def __init__(self, rate: float, now: float) -> None:
        self._rate = rate
        self._full = self._left = 2 * rate
        self._then = now

    def wait(self, now: float) -> float:
        """Take one; how long to wait before using it, 0 if the bucket had one."""
        self._left = min(self._full, self._left + (now - self._then) * self._rate) - 1
        self._then = now
        return max(0.0, -self._left / self._rate)

    def take(self, now: float) -> bool:
        """Take one if the bucket has one."""
        if self.wait(now) > 0:
            self._left += 1
            return False
        return True


class LinkAdmission:
    """Which new links to let in: not too many a minute and address, nor too many that say nothing yet."""

    def __init__(self) -> None:
        self._recent: dict[str, deque[float]] = {}
        self._silent: list[tuple[float, bytes]] = []

    def admit(self, address: str, key: bytes, talking: int, now: float) -> bool:
        """Whether a link may come in; `talking` is the number of links in a handshake."""
        self._recent = {where: times for where, times in self._recent.items() if times[-1] > now - 60}
        self._silent = [(until, who) for until, who in self._silent if until > now]
        if talking + len(self._silent) >= LINKS_IN_HANDSHAKE:
            return False
        times = self._recent.setdefault(_network(address), deque())
        while times and times[0] <= now - 60:
            times.popleft()
        if len(times) >= LINKS_A_MINUTE:
            return False
        times.append(now)
        self._silent.append((now + HELLO_SECONDS, key))
        return True

    def spoke(self, key: bytes) -> None:
        """A link that was let in has said something."""
        for place, (_, who) in enumerate(self._silent):
            if who == key:
                del self._silent[place]
                return


def _network(address: str) -> str:
    """The address, or for IPv6 the network that one household has."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is None:
        return str(ip_network((ip, 64), strict=False))
    return str(ip)
