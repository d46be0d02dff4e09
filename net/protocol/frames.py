"""Frames: everything two machines say to each other, and the one function that reads it.

A frame is a msgpack array: its tag, then its fields. Every field is bounded here; nothing is of type Any.
`Hello` and `Refuse` never change their shape, so that any two versions can tell each other apart.

A new kind of frame is a class here, listed in HandshakeFrame or MatchFrame at the end, and raises PROTOCOL;
lockstep/receiver.py does not pass the type checker before it says what becomes of it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from core.clean import clean
from core.contract.clock import MOST_LEFT
from core.engine.notation import Malformed
from net.protocol.limits import GIFTS

PROTOCOL = 4
"""Raised with any change of frames or of what they mean."""
MAGIC = "tesser"

STRANGER_BYTES = 4_096
"""The longest frame of somebody who has no seat yet."""
SEATED_BYTES = 65_536
"""The longest frame of a guest who has a seat, and of the host."""

Bytes16: TypeAlias = Annotated[bytes, Meta(min_length=16, max_length=16)]
Bytes32: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Bytes64: TypeAlias = Annotated[bytes, Meta(min_length=64, max_length=64)]
Word: TypeAlias = Annotated[str, Meta(max_length=40)]
Label: TypeAlias = Annotated[str, Meta(max_length=120)]
"""A name a player chose: few cells wide, but marks count as characters."""
Print: TypeAlias = Annotated[str, Meta(max_length=64)]
"""A rules fingerprint."""
Sentence: TypeAlias = Annotated[str, Meta(max_length=400)]
ChatText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500)]
"""A line between the players: bounded in cells too, but marks count as characters."""
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
MOST_ENTRIES = 1_000_000
"""No match has more."""
EntryNumber: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_ENTRIES)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, lt=8)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
AskNumber: TypeAlias = Annotated[int, Meta(ge=0, le=2**40)]
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_LEFT)]
Gifts: TypeAlias = Annotated[int, Meta(ge=0, le=GIFTS)]
Amount: TypeAlias = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Cards: TypeAlias = Annotated[dict[Id, Annotated[int, Meta(ge=1, le=1_000)]], Meta(max_length=500)]


class _Frame(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """What all frames have in common."""


class _OfMatch(_Frame, frozen=True):
    """A frame of a match that runs. ZeroMQ delivers what a dead match, or a line that broke, has left unsent:
    the match and the epoch tell that apart from what is meant now."""

    match: Bytes16
    epoch: Number
    """How many handshakes of this match the sender knows of. A frame of another epoch means nothing: since
    then the two sides have told each other anew how far they are."""


# Before the match


class Hello(_Frame, frozen=True, tag="hello"):
    """The first frame of both sides."""

    magic: Word
    protocol: Number
    app: Word
    """The program's version."""


class Refuse(_Frame, frozen=True, tag="refuse"):
    """This side won't go on; nothing follows."""

    why: Word
    sentence: Sentence


class SeatRequest(_Frame, frozen=True, tag="knock"):
    """The guest asks for the seat that the invite is for."""

    code: Bytes16
    name: Label
    key: Bytes32
    """The Ed25519 key that will sign the guest's entries."""
    proof: Bytes64
    """Its signature over both ends of this link."""


class NamedList(_Frame, frozen=True):
    """A named list of cards."""

    name: Label
    cards: Cards


class Terms(_Frame, frozen=True):
    """What would be played."""

    match: Bytes16
    game: Word
    rules: Print
    """The host's rules fingerprint."""
    app: Word
    """The version of the host's program."""
    format: Label
    """The name of the decks' format; empty if there are no decks to choose."""
    options: Annotated[dict[Word, Amount], Meta(max_length=60)]
    """Every option of the game, defaults too."""
    peers: Annotated[tuple[Annotated[int, Meta(ge=0, le=1)], ...], Meta(min_length=1, max_length=8)]
    """By seat, the machine that holds it: 0 the host's, 1 the guest's."""
    lists: Word
    """`open` or `closed`, as in the header."""
    play: Word
    clock: Word
    """How much time a seat has to choose, in the text form of core.contract.clock."""
    both: bool
    """Whether two games are meant, the second with the sides swapped."""
    sets: Annotated[tuple[Word, ...], Meta(max_length=20)]
    """The card sets."""
    name: Label
    """The host's chosen name."""
    shared: NamedList | None
    """The list of cards that belongs to the table; None where it has none."""


class OfferedPlayer(_Frame, frozen=True):
    """Who plays at one of the host's seats."""

    name: Label
    player: Word
    """`person`, or `bot:name@version`."""


class Offer(_Frame, frozen=True, tag="offer"):
    """The host's answer to a right code; the guest sees it before it chooses its decks."""

    terms: Terms
    seated: Annotated[tuple[OfferedPlayer, ...], Meta(max_length=8)]
    """Who plays at the host's seats, in their order."""
    key: Bytes32
    proof: Bytes64
    """As in SeatRequest, for the host."""


class SeatChoice(_Frame, frozen=True, tag="sit"):
    """Who sits at one of the sender's seats, and with which deck."""

    seat: SeatNumber
    name: Label
    player: Word
    """`person`, or `bot:name@version`."""
    deck: Label
    """The deck's name."""
    cards: Cards | None
    """None if the seat brings no deck."""


class Commit(_Frame, frozen=True, tag="commit"):
    """A nonce promised for this header (its hash without seed)."""

    header: Bytes32
    commit: Bytes32


class Reveal(_Frame, frozen=True, tag="reveal"):
    """The promised nonce."""

    nonce: Bytes32


class Start(_Frame, frozen=True, tag="start"):
    """The host has all it needs. The token lets this guest, and nobody else, come back into the match."""

    token: Bytes16


class Kept(_Frame, frozen=True, tag="kept"):
    """The guest keeps the match from now on. Only then does the host: no match begins on its side alone."""


class KeepAlive(_Frame, frozen=True, tag="still"):
    """Still here, while somebody chooses a deck."""


# In the match


class Return(_Frame, frozen=True, tag="return"):
    """Sent by the side that calls, where a line broke or a program was started again: the match goes on, and
    this is how far the sender has come."""

    match: Bytes16
    token: Bytes16
    epoch: Number
    """The last one the sender knows; the answer gives the new one."""
    n: Number
    hash: Bytes16
    apart: Word
    """How the sender had ended its copy of the match by itself, a word of ONE_SIDED (core.engine.endings);
    empty if it had not. That counts no more: n is the last entry before it."""
    had: Number
    """The last entry that the sender's copy had before it was damaged, of which n is the last sound one; 0 if
    it was not."""
    program: Bytes16 = bytes(16)
    """Which program of the sender's this is, a number by lot; zeros if it is not told."""


class Welcome(_OfMatch, frozen=True, tag="welcome"):
    """The answer: the new epoch, and how far the other side has come."""

    n: Number
    hash: Bytes16
    apart: Word
    had: Number
    """Both as in Return."""
    program: Bytes16 = bytes(16)
    """Which program of the sender's this is, a number by lot; zeros if it is not told."""


class OtherMatch(_Frame, frozen=True, tag="elsewhere"):
    """Before a refusal, as the answer to a Return for another match: the sender plays this one."""

    match: Bytes16


class EntryFrame(_OfMatch, frozen=True, tag="placed"):
    """Entry n, by the machine that may append it."""

    n: EntryNumber
    by: SeatNumber
    text: Sentence
    hash: Bytes16
    signature: Bytes64


class Request(_OfMatch, frozen=True, tag="request"):
    """An entry the sender wants to be placed as number n: a concession, a claim because the time is up of who
    is to choose, a draw or a take-back. The latter two take an agreement; until there is an answer it is sent
    again, each time for the n that is next."""

    ask: AskNumber
    """Numbered by the sender from 1 on, with gaps: tells one that is sent again from a new one."""
    n: EntryNumber
    by: SeatNumber
    text: Sentence
    hash: Bytes16
    signature: Bytes64


class Answer(_OfMatch, frozen=True, tag="answer"):
    """Whether the sender agrees to a request; of a claim only that it does not: no time is up there."""

    ask: AskNumber
    """The request's number."""
    yes: bool
    why: Word
    """Why not, where nobody was asked: a word of request.UNASKED; any other comes from a newer version.
    Empty where a person has answered."""


class Beat(_OfMatch, frozen=True, tag="beat"):
    """Still here, and how far: once a second, and to confirm an entry."""

    n: Number
    hash: Bytes16
    paused: bool
    """Whether the player's terminal is not listening."""


class Say(_OfMatch, frozen=True, tag="say"):
    """A line from player to player, which is no part of the match. It is never sent again."""

    text: ChatText


class SeatTime(_Frame, frozen=True):
    """The clock of a seat, as the machine measures it that holds the seat."""

    seat: SeatNumber
    n: Number
    """The entry the seat was asked for last."""
    left: Milliseconds
    runs: bool
    gifts: Gifts
    """How often the other side has given it time, as far as that was heard."""


class Times(_OfMatch, frozen=True, tag="times"):
    """Clocks, in a match that has one: once a second, and where something has changed."""

    seats: Annotated[tuple[SeatTime, ...], Meta(max_length=8)]
    """Those of the sender's persons."""
    gifts: Annotated[tuple[tuple[SeatNumber, Gifts], ...], Meta(max_length=8)]
    """By seat of the other side: how often the sender has given it time, in the whole match."""


class Addresses(_OfMatch, frozen=True, tag="where"):
    """Where the sender listens for the other side, should the line break; the likeliest first."""

    places: Annotated[tuple[Annotated[bytes, Meta(min_length=6, max_length=18)], ...], Meta(max_length=8)]
    """Each an IP address and a port, as bytes: 4 or 16, then 2."""
    program: Bytes16 = bytes(16)
    """Which program of the sender's this is, a number by lot; zeros if it is not told."""


class RematchVote(_OfMatch, frozen=True, tag="again"):
    """After the end: whether the sender wants to play once more. It says all of it each time, with each beat
    too, so that none need arrive."""

    ask: AskNumber
    """The sender's request, numbered from 1 on, with gaps; 0 for none that stands."""
    declined: AskNumber
    """The receiver's last request that the sender has declined; 0 for none."""
    void: AskNumber
    """The receiver's last request that both agreed to and that came to nothing; 0 for none."""


class Differ(_OfMatch, frozen=True, tag="differ"):
    """Entry n did not come out the same here; nothing follows but the other side's own."""

    n: Number
    hash: Bytes16
    """What entry n hashes to here; zeros if the rules here don't allow it."""
    app: Word
    rules: Print
    fields: Annotated[tuple[Bytes16, ...], Meta(max_length=100)]
    """A keyed hash of each field of the state it was worked out to."""
    view: Annotated[bytes, Meta(max_length=50_000)]
    """That state as anybody may see it, msgpack; empty if it is too long."""


class ByeReason(StrEnum):
    """Why a side leaves a match; the values go over the wire."""

    OVER = "over"
    """The match has ended."""
    AT_ONE = "enough"
    """The same, and the sender gives up the second game of two that was to follow."""
    APART = "apart"
    """It has ended its copy of the match alone."""
    LEFT = "left"
    """The player has left before the end; so is any word of a newer version understood."""
    CLOSED = "closed"
    """Its terminal was closed."""
    UNKEPT = "unkept"
    """It can't keep the match."""
    FAILED = "failed"
    """Its program can't go on."""
    UNBEGUN = "unbegun"
    """The match could not begin on its side, and nothing is kept of it there."""
    HEARD = "heard"
    """The answer to a Bye, by who has called."""


class Bye(_OfMatch, frozen=True, tag="bye"):
    """The sender leaves the match; nothing follows."""

    reason: Word

    @property
    def why(self) -> ByeReason:
        """The reason, as this version knows it."""
        return ByeReason(self.reason) if self.reason in set(ByeReason) else ByeReason.LEFT


HandshakeFrame: TypeAlias = (
    Hello
    | Refuse
    | SeatRequest
    | Offer
    | SeatChoice
    | Commit
    | Reveal
    | Start
    | Kept
    | KeepAlive
    | OtherMatch
)
"""Frames from before a match, or instead of one."""

MatchFrame: TypeAlias = (
    Return
    | Welcome
    | EntryFrame
    | Request
    | Answer
    | Beat
    | Say
    | Times
    | Addresses
    | RematchVote
    | Differ
    | Bye
)
"""Frames that name a match that runs, and its epoch."""

Frame: TypeAlias = HandshakeFrame | MatchFrame

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[Frame] = msgspec.msgpack.Decoder(Frame)


def encode(frame: Frame) -> bytes:
    """The bytes of a frame."""
    return _encoder.encode(frame)


def decode(data: bytes, limit: int) -> Frame:
    """The frame these bytes are. Raises Malformed for anything else, and for more than `limit` bytes."""
    if len(data) > limit:
        raise Malformed(f"A frame of {len(data)} bytes is too long.")
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Malformed(f"These bytes are no frame: {clean(str(error), 120)}") from None
