"""What is in the archive: listing matches, finding one, reading it, deleting it."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import Any

import msgspec

from core.clean import clean, shown_path
from core.contract.header import Header
from core.contract.outcome import ONE_SIDED, Outcome
from core.engine.entry import Entry
from core.engine.record import Record
from tui.archive.damaged import set_aside
from tui.archive.database import Archive, ArchiveError
from tui.archive.rows import (
    Count,
    EntryRow,
    Id,
    MatchRow,
    Moment,
    Seen,
    mended_row,
    read_header,
    read_row,
    valid,
)

SHOWN = 8
"""How many digits of a match's id it is called by."""
LISTED = 6
"""How many matches are named in a sentence when several fit."""
MOST_DISPUTES = 1
"""How often a match goes back; after one dispute more it goes on no more."""
ROW = "row"
"""What a match is called by whose id can't be read; then its row's number."""


class Summary(msgspec.Struct, frozen=True):
    """A match as lists show it."""

    id: int
    """Its row."""
    match: str
    copy: int
    """Which of those with this id in the archive it is, from 1."""
    seats: tuple[int, ...]
    """Those held here; none of a record that came from elsewhere."""
    game: str
    app: str
    """The version of the program it was begun with."""
    rules: str
    """The fingerprint of the rules it was begun with."""
    players: tuple[Seen, ...]
    """By seat."""
    begun: int
    """When it was begun, or came into this archive: milliseconds since 1970."""
    entries: int
    played: int | None
    """When its last entry was placed; None if that isn't known."""
    outcome: Outcome | None
    """None while it is not finished."""
    series: str
    """The games it belongs to, as Series.kept has them; empty if it stands alone."""
    disputes: int = 0
    """How often the machines of an unfinished match did not agree on an entry."""
    imported: bool = False
    """Whether it came with a record."""
    save: Path | None = None
    """Where its record goes, if that was asked for."""
    fault: str = ""
    """What of its row is damaged, so that it is neither shown nor played on; empty as a rule."""

    @property
    def name(self) -> str:
        """What it is called in this archive."""
        return shown_name(self.match, self.copy) if self.match else f"{ROW}{self.id}"

    @property
    def lock(self) -> str:
        """The name of its lock, in tui.archive.match_lock."""
        return f"{self.match}.{self.copy}" if self.match else self.name

    @property
    def alone(self) -> bool:
        """Whether it was played on one machine."""
        return len({player.peer for player in self.players}) == 1

    @property
    def held(self) -> bool:
        """Whether all its seats are held here, so that nothing of it is hidden from this machine."""
        return not self.fault and len(self.seats) == len(self.players)

    @property
    def disagreed(self) -> bool:
        """Whether it has ended because its machines disagreed once more after it had gone back: nothing of
        it is secret then."""
        return self.disputes > MOST_DISPUTES

    @property
    def first(self) -> bool:
        """Whether it is the first of two games."""
        return self.series.startswith(_FIRST)

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats held here at which a person sits."""
        return tuple(seat for seat in self.seats if self.players[seat].player == "person")

    @property
    def last(self) -> int:
        """When something happened in it last."""
        return self.begun if self.played is None else self.played


class Kept(msgspec.Struct, frozen=True):
    """A whole match out of the archive."""

    record: Record
    placed: tuple[int | None, ...]
    """By entry: when it was placed."""
    automatic: frozenset[int]
    """The numbers of the entries that were answered for a person."""
    damage: str = ""
    """Why the entries that follow those of the record can't be read, as `entry 8 is missing`; empty if there
    are none."""
    rest: frozenset[tuple[int, bytes]] = frozenset()
    """Number and hash of those that follow the damage and can be read themselves."""


def shown_name(match: str, copy: int) -> str:
    """What a match is called in an archive: the head of its id, with a number if it is not the first one."""
    return match[:SHOWN] + (f".{copy}" if copy > 1 else "")


LAST = (
    "SELECT {} FROM entries WHERE entries.id = matches.id AND typeof(n) = 'integer' ORDER BY n DESC LIMIT 1"
)
"""Something of the last entry of a match."""
_COLUMNS = (
    "id, match, copy, seats, game, app, rules, players, begun, imported, outcome, series, save,"
    f" ({LAST.format('n')}), ({LAST.format('placed')})"
)
ENTRY = "by, text, hash, signature, placed, automatic, n"


def _summary(db: sqlite3.Connection, columns: Sequence[Any]) -> Summary:
    row = read_row(columns, MatchRow) or _mended(db, columns)
    if row is None:
        match = columns[1] if valid(columns[1], Id) else ""
        copy = columns[2] if valid(columns[2], Count) else 1
        name = shown_name(match, copy) if match else f"{ROW}{columns[0]}"
        fault = f"Match {name} is damaged in the archive and can't be read any more."
        return Summary(columns[0], match, copy, (), "", "", "", (), 0, 0, None, None, "", fault=fault)
    disputes = 0
    if row.end is None:
        (disputes,) = db.execute("SELECT count(*) FROM disputes WHERE id = ?", (row.id,)).fetchone()
    return Summary(
        id=row.id,
        match=row.match,
        copy=row.copy,
        seats=row.held,
        game=clean(row.game, 30),
        app=clean(row.app, 20),
        rules=clean(row.rules, 64),
        players=row.seen,
        begun=row.begun,
        entries=row.entries or 0,
        played=row.played,
        series=row.series,
        imported=bool(row.imported),
        save=None if row.save is None else Path(os.fsdecode(row.save)),
        outcome=row.end,
        disputes=disputes,
    )


def _mended(db: sqlite3.Connection, columns: Sequence[Any]) -> MatchRow | None:
    """A row that is damaged, with what is known of the match otherwise: by its header, and by its entries if
    all of its seats are held here. None if that is not enough."""
    head = db.execute("SELECT header, h0 FROM headers WHERE id = ?", (columns[0],)).fetchone()
    try:
        header = read_header(head)
    except ValueError:
        return None
    rows = db.execute(f"SELECT {ENTRY} FROM entries WHERE id = ? ORDER BY n", (columns[0],)).fetchall()
    return mended_row(columns, header, lambda: whole(head, rows, None).record)


def _chosen(archive: Archive, where: str, values: Sequence[object]) -> list[Summary]:
    with archive.reading() as db:
        rows = db.execute(f"SELECT {_COLUMNS} FROM matches {where}", values).fetchall()
        return [_summary(db, row) for row in rows]


def count(archive: Archive) -> int:
    """How many matches there are."""
    with archive.reading() as db:
        return int(db.execute("SELECT count(*) FROM matches").fetchone()[0])


def page(archive: Archive, limit: int, before: int | None = None, game: str = "") -> list[Summary]:
    """Matches, the one begun last first: at most `limit`, from the one before row `before` on."""
    where, values = ["1"], list[object]()
    if before is not None:
        where.append("id < ?")
        values.append(before)
    if game:
        where.append("game = ?")
        values.append(game)
    return _chosen(archive, f"WHERE {' AND '.join(where)} ORDER BY id DESC LIMIT ?", [*values, limit])


def unfinished(archive: Archive) -> list[Summary]:
    """Matches that are not finished and were played here, the one played last first."""
    found = _chosen(archive, "WHERE outcome IS NULL AND seats <> '' ORDER BY id", ())
    return sorted(found, key=lambda one: one.last, reverse=True)


_FIRST, _SECOND = '{"game":1,', '{"game":2,'
"""How `series` begins with the first and with the second of two games."""


def before_second(archive: Archive) -> list[Summary]:
    """Matches that are finished, for all who play, and the first of two games, the second of which has not
    begun; the one played last first."""
    with archive.reading() as db:
        firsts = db.execute(
            "SELECT id, match FROM matches WHERE outcome IS NOT NULL AND seats <> '' AND series LIKE ?",
            (f"{_FIRST}%",),
        ).fetchall()
        if not firsts:
            return []
        ends = "SELECT CAST(substr(series, -60) AS TEXT) FROM matches WHERE series LIKE ?"
        seconds = " ".join(end for (end,) in db.execute(ends, (f"{_SECOND}%",)))
    begun = set(re.findall(r'"first":"([0-9a-f]{32})"', seconds))
    rows = ",".join(str(row) for row, match in firsts if match not in begun)
    found = _chosen(archive, f"WHERE id IN ({rows})", ()) if rows else []
    found = [one for one in found if one.outcome is None or one.outcome.end not in ONE_SIDED]
    return sorted(found, key=lambda one: one.last, reverse=True)


def to_be_told(archive: Archive) -> list[Summary]:
    """Matches that are finished here and whose end the other machine may not have, the one played last
    first."""
    found = _chosen(archive, "WHERE outcome IS NOT NULL AND id IN (SELECT id FROM contacts) ORDER BY id", ())
    return sorted(found, key=lambda one: one.last, reverse=True)


def is_name(text: str) -> bool:
    """Whether this can be what a match is called, or the beginning of it."""
    form = rf"[0-9a-f]{{1,32}}(\.[1-9][0-9]{{0,8}})?|{ROW}[1-9][0-9]{{0,17}}"
    return re.fullmatch(form, text.casefold()) is not None


def find(archive: Archive, text: str) -> Summary:
    """The one match that this name, or the beginning of an id, means. Raises ArchiveError with a sentence."""
    if not is_name(text):
        raise ArchiveError("A match is named by the beginning of its id, as tesser archive list shows it.")
    prefix, _, number = text.casefold().partition(".")
    if prefix.startswith(ROW):
        nameless = of_row(archive, int(prefix.removeprefix(ROW)))
        if nameless is None or nameless.match:
            raise ArchiveError(f"No match in the archive is called {prefix}.")
        return nameless
    found = _chosen(
        archive, "WHERE match >= ? AND match < ? ORDER BY copy, id LIMIT 50", (prefix, prefix + "g")
    )
    if not found:
        # Where the index is damaged, or the id itself, the rows or their headers have it.
        every = _chosen(archive, "NOT INDEXED ORDER BY id", ())
        found = sorted((one for one in every if one.match.startswith(prefix)), key=lambda one: one.copy)
    if not found:
        said = f"No match in the archive begins with {prefix}; tesser archive list shows them."
        lost = len(prefix) >= SHOWN or not count(archive)
        raise ArchiveError(f"{said} {if_lost(archive)}" if lost else said)
    ids = sorted({one.match for one in found})
    if len(ids) > 1:
        named = ", ".join(match[: max(SHOWN, len(prefix) + 4)] for match in ids[:LISTED])
        more = f" and {len(ids) - LISTED} more" if len(ids) > LISTED else ""
        raise ArchiveError(f"{prefix} can be {named}{more}; type more of it.")
    suiting = [one for one in found if one.copy == int(number)] if number else found
    if not suiting:
        raise ArchiveError(f"There is no {text.casefold()}; there is {', '.join(one.name for one in found)}.")
    return suiting[0]


THEIR_RECORD = (
    "can end it (tesser archive end) and send its record (tesser archive export), which tesser archive import"
    " takes in"
)
"""What the player on the other side of a match can do for one who can't go on with it."""


def if_lost(archive: Archive) -> str:
    """What can still be done for a match that should be in the archive and is not, in sentences."""
    aside = set_aside(archive.path)
    if aside:
        file = quote(shown_path(aside[0]))
        return f"A damaged archive was set aside: tesser archive import {file} brings back what is left."
    return (
        f"If the archive was lost, a copy of {shown_path(archive.path)} from before brings all back. Without"
        f" one a match with another player can't go on: that player {THEIR_RECORD}."
    )


def of_row(archive: Archive, row: int) -> Summary | None:
    """The match in a row, as it is now; None if it is there no more."""
    return next(iter(_chosen(archive, "WHERE id = ?", (row,))), None)


def copies(archive: Archive, match: str) -> list[Summary]:
    """The matches with this id."""
    return _chosen(archive, "WHERE match = ? ORDER BY copy", (match,))


def header_of(archive: Archive, kept: Summary) -> Header:
    """What a match is of. Raises ArchiveError."""
    with archive.reading() as db:
        head = db.execute("SELECT header, h0 FROM headers WHERE id = ?", (kept.id,)).fetchone()
    try:
        return read_header(head)
    except ValueError:
        raise _lost(kept) from None


def load(archive: Archive, kept: Summary) -> Kept:
    """The whole match. Raises ArchiveError."""
    with archive.reading() as db:
        head = db.execute("SELECT header, h0 FROM headers WHERE id = ?", (kept.id,)).fetchone()
        rows = db.execute(f"SELECT {ENTRY} FROM entries WHERE id = ? ORDER BY n", (kept.id,)).fetchall()
    if head is None and of_row(archive, kept.id) is None:
        raise ArchiveError(f"Match {kept.name} is in the archive no more.")
    try:
        return whole(head, rows, kept.outcome)
    except ValueError:
        raise _lost(kept) from None


def unsound(archive: Archive, kept: Summary) -> int:
    """How many entries of a match were found damaged and are set aside. Raises ArchiveError."""
    with archive.reading() as db:
        return int(db.execute("SELECT count(*) FROM damaged WHERE id = ?", (kept.id,)).fetchone()[0])


def _lost(kept: Summary) -> ArchiveError:
    return ArchiveError(f"Match {kept.name} can't be read any more: what it was begun with is damaged.")


def whole(head: Sequence[Any] | None, rows: Sequence[Sequence[Any]], outcome: Outcome | None) -> Kept:
    """A match of its row in `headers`, without the number, and its rows in `entries`, as ENTRY has them:
    up to the first entry that can't be read. Raises ValueError for a damaged head."""
    header = read_header(head)
    assert head is not None
    entries: list[Entry] = []
    placed: list[int | None] = []
    automatic = set()
    damage = ""
    for n, columns in enumerate(rows, 1):
        row = read_row(columns, EntryRow)
        if row is None or row.by >= len(header.seats):
            damage = f"entry {n} can't be read"
        elif row.n != n:
            damage = f"entry {n} is missing"
        if row is None or damage:
            break
        signature = None if row.signature is None else row.signature.hex()
        entries.append(Entry(row.by, row.text, row.hash.hex(), signature))
        placed.append(columns[4] if valid(columns[4], Moment) else None)
        if row.automatic:
            automatic.add(n)
    record = Record(header, head[1].hex(), tuple(entries), None if damage else outcome, torn=False)
    after = [read_row(columns, EntryRow) for columns in rows[len(entries) :]]
    rest = frozenset((row.n, row.hash) for row in after if row is not None)
    return Kept(record, tuple(placed), frozenset(automatic), damage, rest)
