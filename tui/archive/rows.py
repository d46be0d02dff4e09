"""What a row of the archive has to be: anything else was damaged, since SQLite itself checks none of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

import msgspec

from core import registry
from core.clean import player_name
from core.contract.errors import GameError
from core.contract.header import Header
from core.contract.outcome import Outcome
from core.engine.match import Rejected, replay
from core.engine.notation import Malformed
from core.engine.record import Record

Moment = Annotated[int, msgspec.Meta(ge=0, le=200_000_000_000_000)]
"""Milliseconds since 1970; more are no date that can be shown."""
Count = Annotated[int, msgspec.Meta(ge=1, le=1 << 53)]
Id = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{32}\Z")]
Held = Annotated[str, msgspec.Meta(pattern=r"\A([0-9](,[0-9])*)?\Z")]
"""Seats held here, as in `0,1`."""
Hash = Annotated[bytes, msgspec.Meta(min_length=16, max_length=16)]

T = TypeVar("T")


class Seen(msgspec.Struct, frozen=True, array_like=True):
    """A seat as lists show it; as in the header."""

    name: str
    player: str
    peer: int


class MatchRow(msgspec.Struct, frozen=True, array_like=True):
    """A row of `matches`, with the number of its last entry and when that was placed."""

    id: int
    match: Id
    copy: Count
    seats: Held
    game: Annotated[str, msgspec.Meta(min_length=1)]
    app: str
    rules: str
    players: str
    begun: Moment
    imported: int
    outcome: str | None
    series: str
    save: bytes | None
    entries: int | None
    played: Moment | None

    def __post_init__(self) -> None:
        seats = len(self.seen)
        if not seats >= 1 or any(seat >= seats for seat in self.held):
            raise ValueError("a seat held here that the match has not")
        end = self.end
        if end is not None and not len(end.places) == len(end.scores) == seats:
            raise ValueError("an outcome for other seats")

    @property
    def seen(self) -> tuple[Seen, ...]:
        """Who plays, by seat."""
        found = msgspec.json.decode(self.players, type=tuple[Seen, ...])
        return tuple(Seen(player_name(seat.name), seat.player, seat.peer) for seat in found)

    @property
    def held(self) -> tuple[int, ...]:
        """The seats held here."""
        return read_held(self.seats)

    @property
    def end(self) -> Outcome | None:
        """How it has ended."""
        return None if self.outcome is None else msgspec.json.decode(self.outcome, type=Outcome)


class EntryRow(msgspec.Struct, frozen=True, array_like=True):
    """A row of `entries`, without its match."""

    by: Annotated[int, msgspec.Meta(ge=0)]
    text: str
    hash: Hash
    signature: Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)] | None
    placed: object
    automatic: object
    n: int


def read_row(columns: Sequence[Any], kind: type[T]) -> T | None:
    """The row that these columns are; None if it is damaged."""
    try:
        return msgspec.convert(columns, kind)
    except (msgspec.MsgspecError, ValueError):
        return None


def valid(value: object, kind: Any) -> bool:
    """Whether a value is one of this kind."""
    try:
        msgspec.convert(value, kind)
    except msgspec.MsgspecError:
        return False
    return True


def read_held(text: str) -> tuple[int, ...]:
    """The seats that a text of Held names."""
    return tuple(map(int, text.split(","))) if text else ()


def read_header(columns: Sequence[Any] | None) -> Header:
    """The header in a row of `headers`, of which the columns after the number are given; None for no row.
    Raises ValueError if it is damaged."""
    if columns is None or not valid(columns[1], Hash):
        raise ValueError("no hash of the header")
    try:
        return msgspec.json.decode(columns[0], type=Header)
    except (msgspec.MsgspecError, TypeError, RecursionError):
        raise ValueError("the header can't be read") from None


def seats_of(header: Header) -> tuple[int, ...]:
    """The seats of a match of which nothing else is known that are this archive's: all where it was played
    on one machine, and that machine's alone; else none."""
    alone = len({seat.peer for seat in header.seats}) == 1
    return tuple(range(len(header.seats))) if alone and all(seat.key is None for seat in header.seats) else ()


def seen_of(header: Header) -> str:
    """The seats of a header as `players` of `matches` has them."""
    players = [Seen(seat.shown, seat.player, seat.peer) for seat in header.seats]
    return msgspec.json.encode(players).decode()


def mended_row(columns: Sequence[Any], header: Header, record: Callable[[], Record]) -> MatchRow | None:
    """The row of a match that is damaged, as its header and its record have it. What nothing else tells is as
    if it had never been: when it was begun, what series it belongs to. None if that is not enough."""
    names = MatchRow.__struct_fields__
    values = dict(zip(names, columns, strict=True))
    held = seats_of(header)
    spare = {
        "match": header.match,
        "copy": 1,
        "seats": ",".join(map(str, held)),
        "game": header.game,
        "app": header.app,
        "rules": header.rules,
        "players": seen_of(header),
        "begun": 0,
        "imported": 0,
        "series": "",
        "save": None,
        "entries": None,
        "played": None,
    }
    if not held:
        del spare["seats"]  # of two machines' seats nothing else tells which are this one's
    good = MatchRow(0, "0" * 32, 1, "", "-", "", "", seen_of(header), 0, 0, None, "", None, None, None)
    for name in names[1:]:
        if read_row([values[name] if one == name else getattr(good, one) for one in names], MatchRow) is None:
            if name == "outcome":
                values[name] = _end_of(record()) or values[name]
            elif name in spare:
                values[name] = spare[name]
            else:
                return None
    return read_row(list(values.values()), MatchRow)


def _end_of(record: Record) -> str | None:
    """How a record ends, as `outcome` of `matches` has it."""
    if record.header.game not in registry.names():
        return None
    try:
        match = replay(record.header, record.entries, registry.load(record.header.game))
    except (GameError, Rejected, Malformed, ValueError):
        return None
    return None if match.outcome is None else msgspec.json.encode(match.outcome).decode()
