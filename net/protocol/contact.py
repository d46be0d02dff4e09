"""How the other side of a match is found again."""

from __future__ import annotations

from dataclasses import dataclass, field

from net.protocol.invite import Address
from net.protocol.secret import Secret


@dataclass(frozen=True)
class Contact:
    """What it takes to find the other side of a match again, and to be let in by it."""

    key: bytes
    """The other side's CURVE key."""
    token: Secret
    """Of the match, which nobody else has."""
    epoch: int = 1
    """Number of handshakes so far."""
    port: int = 0
    """Where this side has listened last; 0 for nowhere yet."""
    addresses: tuple[Address, ...] = field(default=(), repr=False)
    """Where the other side may be, the likeliest first."""
