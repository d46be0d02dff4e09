"""Frames as a cheat would send them: a player of a real match who says, beside what is right, anything."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

import core
from core.engine.chain import signing_bytes
from core.engine.match import Match
from core.engine.notation import write_choice
from net.handshake.terms import HandshakeResult
from net.protocol.frames import (
    MAGIC,
    PROTOCOL,
    Addresses,
    Answer,
    Beat,
    Bye,
    Differ,
    EntryFrame,
    Frame,
    Hello,
    KeepAlive,
    Request,
    Return,
    Reveal,
    Say,
    Start,
    Welcome,
    encode,
)
from net.protocol.identity import new_identity

B16, B32, B64 = bytes(16), bytes(32), bytes(64)
HELLO = Hello(MAGIC, PROTOCOL, core.VERSION)


class Forger:
    """Makes frames for one side of a match."""

    def __init__(self, seated: HandshakeResult, match: Match) -> None:
        """`match` is that side's own, as far as it has come."""
        self.seated = seated
        self.match = match
        self.link = seated.link
        self.id = bytes.fromhex(match.header.match)
        self.me = seated.seats[0]
        self.other = next(seat for seat in range(len(match.header.seats)) if seat not in seated.seats)

    def say(self, frame: Frame | bytes) -> None:
        self.link._post(frame if isinstance(frame, bytes) else encode(frame))

    def sign(self, n: int, h_n: bytes) -> bytes:
        return bytes.fromhex(self.seated.identity.sign(signing_bytes(self.match.header.match, n, h_n)))

    def entry(self, text: str | None = None, by: int | None = None, **changes: Any) -> EntryFrame:
        """The next entry as it would be legal, or what the changes make of it; signed by this player."""
        decision = self.match.decision()
        choice = decision.choices[0] if decision and decision.choices else None
        text = text or (write_choice(choice, self.match.game.table) if choice else "pass")
        by = (decision.seat if decision else self.me) if by is None else by
        try:
            h_n = self.match.prepare(by, text).hash
        except ValueError:
            h_n = B16
        placed = EntryFrame(self.id, 1, self.match.n + 1, by, text, h_n, B64)
        placed = msgspec.structs.replace(placed, **changes)
        if "signature" in changes:
            return placed
        return msgspec.structs.replace(placed, signature=self.sign(placed.n, placed.hash))

    def request(self, text: str, by: int, ask: int = 1, **changes: Any) -> Request:
        placed = self.entry(text, by, **changes)
        return Request(placed.match, placed.epoch, ask, placed.n, by, text, placed.hash, placed.signature)

    def again(self) -> Frame:
        """Its own first entry, a second time."""
        for n, entry in enumerate(self.match.entries, 1):
            if entry.by == self.me:
                signature = bytes.fromhex(entry.signature or "")
                return EntryFrame(self.id, 1, n, entry.by, entry.text, bytes.fromhex(entry.hash), signature)
        return KeepAlive()


Attack = Callable[[Forger], Frame | bytes]

BAD: dict[str, Attack] = {
    "garbage": lambda c: random.Random(c.match.n).randbytes(500),
    "empty": lambda c: b"",
    "nested": lambda c: b"\x91" * 60_000,
    "cut short": lambda c: encode(c.entry())[:-1],
    "with a tail": lambda c: encode(c.entry()) + b"x",
    "a frame of the handshake": lambda c: Reveal(B32),
    "a hello": lambda c: HELLO,
    "a start": lambda c: Start(B16),
    "an old welcome": lambda c: Welcome(c.id, 0, 1, c.match.head, "", 0),
    "a return without the token": lambda c: Return(c.id, B16, 1, 1, c.match.head, "", 0),
    "no signature": lambda c: c.entry(signature=B64),
    "a stranger's signature": lambda c: c.entry(
        signature=bytes.fromhex(
            new_identity().sign(signing_bytes(c.match.header.match, c.match.n + 1, c.entry().hash))
        )
    ),
    "the signature of another entry": lambda c: c.entry(signature=c.sign(c.match.n + 2, c.entry().hash)),
    "a choice by a seat of the other side": lambda c: c.entry(by=c.other),
    "a choice by no seat": lambda c: c.entry(by=7),
    "a concession of the other side": lambda c: c.entry("concede", c.other),
    "a concession of nobody": lambda c: c.entry("concede", 7),
    "a draw": lambda c: c.entry("draw", c.me),
    "a forfeit": lambda c: c.entry("forfeit", c.me),
    "a take-back": lambda c: c.entry("undo 0", c.me),
    "a concession and more": lambda c: c.entry("concede now", c.me),
    "another entry in the place of one that stands": lambda c: c.entry(n=1),
}
"""What a peer must not say: counted, and nothing comes of it."""
HARMLESS: dict[str, Attack] = {
    "an entry of another match": lambda c: c.entry(match=B16),
    "an entry of an older epoch": lambda c: c.entry(epoch=0),
    "an entry of a later epoch": lambda c: c.entry(epoch=2),
    "an entry too far ahead": lambda c: c.entry(n=c.match.n + 20),
    "an entry by number a million": lambda c: c.entry(n=1_000_000),
    "an entry a second time": lambda c: c.again(),
    "a beat of another match": lambda c: Beat(B16, 1, 1, B16, False),
    "a beat of an older epoch": lambda c: Beat(c.id, 0, 1, B16, False),
    "a beat from the future": lambda c: Beat(c.id, 1, c.match.n + 900, B16, True),
    "a goodbye of another match": lambda c: Bye(B16, 1, "left"),
    "a goodbye of an older epoch": lambda c: Bye(c.id, 0, "left"),
    "a difference of another match": lambda c: Differ(B16, 1, 1, B16, "", "", (), b""),
    "a difference of an older epoch": lambda c: Differ(c.id, 0, 1, B16, "", "", (), b""),
    "a return into another match": lambda c: Return(B16, c.seated.token.reveal(), 1, 1, B16, "", 0),
    "a late request": lambda c: c.request("concede", c.me, n=1),
    "an early request": lambda c: c.request("concede", c.me, n=c.match.n + 20),
    "an answer to something nobody asked": lambda c: Answer(c.id, 1, 1, True, ""),
    "an answer of another match": lambda c: Answer(B16, 1, 1, True, ""),
    "an offer of a draw where nobody could agree": lambda c: c.request("draw", c.me),
    "a line of the chat": lambda c: Say(c.id, 1, "concede"),
    "a line of another match": lambda c: Say(B16, 1, "concede"),
    "where it is not": lambda c: Addresses(c.id, 1, (bytes(6), bytes(18), b"\xff" * 7)),
    "where another match is": lambda c: Addresses(B16, 1, (b"\x7f\x00\x00\x01\x00\x01",)),
    "what the handshake left": lambda c: KeepAlive(),
}
"""What a peer may say at a wrong time or twice: nothing comes of it."""
