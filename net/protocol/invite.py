"""The invite: one line of text that lets one guest find and enter a table.

`tesser1` and base32 (lower case, no padding) of: version (1 byte), the host's CURVE key (32), the code
(16), the number of addresses (1), each address as family (4 or 6), IP and port (2, big-endian), and a
checksum, blake2b-32 of all before it. Reading it ignores case, white space and quotes.

The address line of a match that goes on is the same without a code, and begins with `tesserR1`. It tells
only where somebody listens: nobody gets in without the key and the token of that match.
"""

from __future__ import annotations

import base64
import binascii
import socket
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from ipaddress import IPv4Address, IPv6Address, ip_address
from itertools import accumulate, pairwise
from typing import Any, NamedTuple, TypeAlias

from net.protocol.errors import BadInvite

VERSION = 1
MOST_ADDRESSES = 6
CODE_BYTES = 16
KEY_BYTES = 32
_SUM_BYTES = 4
_NAME = "tesser"
_LINE_NAME = "tesserR"
_QUOTES = "\"'`<>()[]\u2018\u2019\u201a\u201c\u201d\u201e\u2039\u203a\u00ab\u00bb"
_NOT_TYPED = dict.fromkeys(map(ord, _QUOTES + "\ufeff\u200b\u2060"))
_LONGEST = 2_000

_INVITE, _LINE = "invite", "address line"

IP: TypeAlias = IPv4Address | IPv6Address


class Address(NamedTuple):
    """Where a host listens."""

    ip: IP
    port: int

    @property
    def usable(self) -> bool:
        """Whether one can connect to it at all."""
        return self.port > 0 and not (self.ip.is_unspecified or self.ip.is_multicast)

    def __str__(self) -> str:
        return f"[{self.ip}]:{self.port}" if self.ip.version == 6 else f"{self.ip}:{self.port}"


class Invite(NamedTuple):
    """What an invite says."""

    key: bytes
    """The host's CURVE key."""
    code: bytes
    addresses: tuple[Address, ...]
    """Where the host may be found, loopback last."""

    def __repr__(self) -> str:
        return f"<Invite to {', '.join(map(str, self.addresses))}>"


def write_invite(invite: Invite) -> str:
    """The text of an invite. Raises ValueError for one that nobody could use."""
    if len(invite.key) != KEY_BYTES or len(invite.code) != CODE_BYTES:
        raise ValueError("an invite has a key of 32 bytes and a code of 16")
    if not 1 <= len(invite.addresses) <= MOST_ADDRESSES or not all(a.usable for a in invite.addresses):
        raise ValueError(f"an invite has 1 to {MOST_ADDRESSES} usable addresses")
    return _written(_NAME, invite.key + invite.code, invite.addresses)


def read_invite(text: str) -> Invite:
    """The invite a text says. Raises BadInvite with a sentence that says what is wrong with it."""
    text = _typed(text)
    if text.startswith(_LINE_NAME.lower()):
        raise BadInvite(
            "That is no invite but the address line of a match that goes on: tesser resume --join takes it."
        )
    key, code, places = _read(text, _NAME, KEY_BYTES, CODE_BYTES, what=_INVITE)
    return Invite(key, code, places)


class AddressLine(NamedTuple):
    """What the address line of a match that goes on says."""

    key: bytes
    """The CURVE key of who listens."""
    addresses: tuple[Address, ...]
    """Where, loopback last."""


def write_line(line: AddressLine) -> str:
    """The text of an address line; it has at least one address, and at most MOST_ADDRESSES."""
    return _written(_LINE_NAME, line.key, line.addresses)


def read_line(text: str) -> AddressLine:
    """The address line a text says. Raises BadInvite with a sentence that says what is wrong with it."""
    text = _typed(text)
    if text.startswith(f"{_NAME}1"):
        raise BadInvite("That is an invite, which begins a new match: tesser join takes it.")
    key, places = _read(text, _LINE_NAME, KEY_BYTES, what=_LINE)
    return AddressLine(key, places)


def _written(name: str, known: bytes, addresses: Sequence[Address]) -> str:
    body = bytes([VERSION]) + known + bytes([len(addresses)])
    for address in addresses:
        body += bytes([address.ip.version]) + pack_address(address)
    text = base64.b32encode(body + _sum(body)).decode().rstrip("=").lower()
    return f"{name}{VERSION}{text}"


def pack_address(address: Address) -> bytes:
    """An address as bytes: the IP's 4 or 16, then the port."""
    return address.ip.packed + address.port.to_bytes(2, "big")


def unpack_address(data: bytes) -> Address | None:
    """What pack_address has made; None for anything else, and for what nobody could connect to."""
    if len(data) not in (6, 18):
        return None
    address = Address(ip_address(data[:-2]), int.from_bytes(data[-2:], "big"))
    return address if address.usable else None


def _typed(text: str) -> str:
    return "".join(text[:_LONGEST].translate(_NOT_TYPED).split()).lower()


def _read(text: str, name: str, *sizes: int, what: str) -> tuple[Any, ...]:
    """The fields of these sizes in bytes, and the addresses."""
    digits = text.removeprefix(name.lower())
    an = "an" if what[0] in "aeiou" else "a"
    if not text or digits == text or not digits[:1].isdigit():
        raise BadInvite(f"That is no {what}: {an} {what} is one long word that starts with {name}1.")
    if not digits.startswith(str(VERSION)):
        raise _newer(what)
    return _parse(_unpack(digits[1:], name, what), sizes, what)


def _newer(what: str) -> BadInvite:
    return BadInvite(f"This {what} was made by a newer version of tesser. Update yours, then try it again.")


def _cut_short(what: str) -> BadInvite:
    return BadInvite(f"This {what} is cut short: its end is missing. Copy all of it.")


def own_addresses() -> list[IP]:
    """This machine's addresses on the networks it can reach, without sending anything; no loopback."""
    targets = ("192.0.2.1", "10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "2001:db8::1", "fd00::1")
    found: list[IP] = []
    for target in targets:
        family = socket.AF_INET6 if ":" in target else socket.AF_INET
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))  # UDP: only looks up the route, and so the address used for it
                ip = ip_address(probe.getsockname()[0].partition("%")[0])
        except OSError:
            continue
        if ip not in found and not (ip.is_loopback or ip.is_link_local or ip.is_unspecified):
            found.append(ip)
    return found


def addresses_for(port: int, ips: Iterable[IP]) -> tuple[Address, ...]:
    """These addresses as an invite lists them: no doubles, at most six, loopback always there and last."""
    loopback = ip_address("127.0.0.1")
    others = dict.fromkeys(ip for ip in ips if not ip.is_loopback)
    return tuple(Address(ip, port) for ip in [*list(others)[: MOST_ADDRESSES - 1], loopback])


def _sum(body: bytes) -> bytes:
    return blake2b(body, digest_size=_SUM_BYTES).digest()


def _unpack(text: str, name: str, what: str) -> bytes:
    try:
        data = base64.b32decode(text + "=" * (-len(text) % 8), casefold=True)
    except (binascii.Error, ValueError):
        wrong = [char for char in text if char not in "abcdefghijklmnopqrstuvwxyz234567"]
        if wrong:
            raise BadInvite(
                f"An {what} has only the letters a to z and the digits 2 to 7 after {name}1,"
                f" not {wrong[0]!r}. Copy it again."
            ) from None
        raise _cut_short(what) from None
    return data


def _parse(data: bytes, sizes: Sequence[int], what: str) -> tuple[Any, ...]:
    start = 1 + sum(sizes)
    places: list[Address] = []
    at = start + 1
    for _ in range(data[start] if len(data) > start else 0):
        size = {4: 4, 6: 16}.get(data[at] if len(data) > at else 0, 0)
        ip = data[at + 1 : at + 1 + size]
        port = data[at + 1 + size : at + 3 + size]
        if not size or len(port) < 2:
            at = len(data)  # the end is missing, or is not what was written: the sum will tell
            break
        places.append(Address(ip_address(ip), int.from_bytes(port, "big")))
        at += 3 + size
    body, rest = data[:at], data[at:]
    if len(rest) > _SUM_BYTES and rest[:_SUM_BYTES] == _sum(body):
        raise BadInvite(f"There is something after the end of this {what}. Copy just the {what}.")
    if len(data) <= start or len(rest) < _SUM_BYTES:
        raise _cut_short(what)
    if rest != _sum(body):
        raise BadInvite(f"This {what} was mistyped: its checksum does not agree. Copy it again.")
    if data[0] != VERSION:
        raise _newer(what)
    usable = tuple(place for place in places if place.usable)[:MOST_ADDRESSES]
    if not usable:
        raise BadInvite(f"This {what} has no address that can be used. Ask for a new one.")
    ends = list(accumulate(sizes, initial=1))
    return *(data[begin:end] for begin, end in pairwise(ends)), usable
