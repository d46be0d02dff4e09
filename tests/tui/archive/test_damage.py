"""Damage of every kind to an archive: it is said, nothing fails of it, and what is whole stays."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from ipaddress import ip_address
from pathlib import Path

import pytest

from core.engine.record import BadRecord
from net.lockstep.clocks import KeptClock
from net.lockstep.request import RequestLedger
from net.protocol.contact import Contact
from net.protocol.invite import Address
from net.protocol.secret import Secret
from tests.support.archives import begun, keep, played
from tui.archive import queries
from tui.archive.changes import delete
from tui.archive.contacts import contact_of
from tui.archive.damaged import set_aside
from tui.archive.database import Archive, ArchiveError
from tui.archive.record_files import record_of
from tui.archive.request_rows import account_of
from tui.archive.salvage import salvaged
from tui.archive.schema import make_tables, shape
from tui.archive.store import MatchStore
from tui.match.plans import PERSON
from tui.match.resume import going_on, latest, series_of, why_not
from tui.match.summaries import came_to, telling, title, when, who

pytestmark = pytest.mark.long

PLACES = (Address(ip_address("10.0.0.7"), 4000),)
CONTACT = Contact(b"k" * 32, Secret(b"t" * 16), 3, 4000, PLACES)
NETWORKED = 2
"""The row of a match with everything beside it."""


def fill(path: Path) -> list[str]:
    """Three matches, the second with something in every table; their names."""
    names = [keep(path, played(1))]
    match = begun(2, 10, (PERSON, PERSON), (0, 1))
    store = MatchStore(path, (0,), contact=CONTACT, series='{"game":1}')
    store.open(match.header, match.h0)
    for entry in match.entries:
        store.append(entry, None)
    store.keep_account(RequestLedger(2, 1, {"undo": 1}, {"draw": 1}))
    store.keep_clocks({0: KeptClock(3, 60_000, 0), 1: KeptClock(4, 50_000, 1)})
    store.dispute(9)
    store.close()
    names += [store.name, keep(path, begun(3, 6, (PERSON, "bot:random@1")))]
    return names


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "matches.sqlite3"
    fill(path)
    return path


@pytest.fixture
def path(source: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(source, tmp_path / "matches.sqlite3"))


def look(path: Path) -> tuple[str, dict[int, bytes]]:
    """Do all that can be done with an archive besides changing it. What is said at once of the file; and by
    row the records that were given."""
    said, found = "", {}
    try:
        with Archive(path) as archive:
            said = archive.note
            matches = queries.page(archive, 50)
            for one in {one.id: one for one in (*matches, *queries.unfinished(archive))}.values():
                assert one.name and when(one.last) and who(one) and title(one) and came_to(one)
                assert queries.find(archive, one.name).id == one.id
                assert isinstance(one.persons, tuple) and isinstance(one.alone, bool)
                for ask in (contact_of, account_of, queries.header_of, telling):
                    with suppress(ArchiveError):
                        ask(archive, one)
                why_not(archive, one)
                going_on(archive, one, "Enter")
                series_of(one)
                with suppress(ArchiveError):
                    assert record_of(archive, one) is not None
                    found[one.id] = record_of(archive, one)
            latest(archive)
    except ArchiveError as error:
        said = str(error)
    return said, found


def columns() -> Iterator[tuple[str, str]]:
    """Every column of every table but the numbers of rows, which are SQLite's own."""
    with closing(sqlite3.connect(":memory:")) as db:
        make_tables(db)
        for table, rows in shape(db).items():
            yield from ((table, row[1]) for row in rows if row[1] != "id")


WRONG: list[object] = [b"\xff\xfe", "", "\x00[", "[" * 3000, -1, 1 << 60, 2.5, None]


@pytest.mark.parametrize(("table", "column"), list(columns()))
def test_a_damaged_value_harms_its_own_match_only(path: Path, table: str, column: str) -> None:
    _, before = look(path)
    data = path.read_bytes()
    for value in WRONG:
        path.write_bytes(data)
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("PRAGMA ignore_check_constraints = ON")
            with suppress(sqlite3.IntegrityError):  # what SQLite does not even let in
                (key,) = db.execute(
                    f"SELECT max({column}) FROM {table} WHERE id = ?", (NETWORKED,)
                ).fetchone()
                db.execute(
                    f"UPDATE {table} SET {column} = ? WHERE id = ? AND {column} IS ?", (value, NETWORKED, key)
                )
        said, after = look(path)
        assert said == "" and {row: after[row] for row in (1, 3)} == {row: before[row] for row in (1, 3)}
        with Archive(path) as archive:
            assert len(queries.page(archive, 10)) == 3 and latest(archive) is not None
    assert not set_aside(path)


@pytest.mark.parametrize("column", ["match", "copy", "game", "app", "rules", "players", "begun", "series"])
def test_what_a_row_and_its_header_both_say_is_read_from_the_header(path: Path, column: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE matches SET {column} = x'00ff' WHERE id = 1")
    with Archive(path) as archive:
        kept = queries.of_row(archive, 1)
        assert kept is not None and kept.fault == "" and kept.match == played(1).header.match
        assert kept.outcome == played(1).outcome and kept.held and kept.rules == played(1).header.rules


def test_the_outcome_of_a_match_that_is_all_here_is_read_from_its_entries(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE matches SET outcome = replace(outcome, '[', '{') WHERE id = 1")
    with Archive(path) as archive:
        kept = queries.of_row(archive, 1)
        assert kept is not None and kept.outcome == played(1).outcome


def test_a_match_that_cant_be_read_is_named_so_and_can_be_deleted(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE matches SET match = x'ff' WHERE id = 1")
        db.execute("UPDATE headers SET header = x'ff' WHERE id = 1")

    with Archive(path) as archive:
        kept = queries.find(archive, "row1")
        assert "Match row1 is damaged" in why_not(archive, kept) and "delete row1" in why_not(archive, kept)
        assert came_to(kept) == "it can't be read"
        delete(archive, kept)
        assert [one.id for one in queries.page(archive, 9)] == [3, 2]
        with pytest.raises(ArchiveError, match="is called row1"):
            queries.find(archive, "row1")


def reached(path: Path, before: dict[int, bytes]) -> tuple[str, list[bytes]]:
    """What is said of a damaged archive; and which of its records can be had from it still, or from what was
    set aside."""
    said, found = look(path)
    back = list(found.values())
    for old in set_aside(path):
        with Archive(path) as archive, suppress(BadRecord):
            for kept, _ in salvaged(archive, old):
                with suppress(ArchiveError):
                    back.append(record_of(archive, kept))
    return said, [one for one in before.values() if one in back]


def clear(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()


@pytest.mark.parametrize("seed", range(4))
def test_flipped_bits_are_survived_anywhere(source: Path, tmp_path: Path, seed: int) -> None:
    chance, data = random.Random(seed), source.read_bytes()
    _, before = look(source)
    place, whole = tmp_path / "one" / "matches.sqlite3", 0
    for flips in (1, 1, 1, 1, 1, 1, 1, 1, 3, 10, 40):
        clear(place.parent)
        changed = bytearray(data)
        for _ in range(flips):
            # The head and the first pages, with the tables, as often as all others.
            at = chance.randrange(chance.choice((100, 3 * 4096, len(data))))
            changed[at] ^= 1 << chance.randrange(8)
        place.write_bytes(changed)
        said, found = reached(place, before)
        assert (said == "") == (not set_aside(place)) and "Error" not in said
        whole += len(found)
    assert whole >= 11, "of two records each"


PAGE = 4096


@pytest.mark.parametrize("page", range(12))
def test_a_page_that_is_gone_takes_what_is_in_it(source: Path, tmp_path: Path, page: int) -> None:
    _, before = look(source)
    place, data = tmp_path / "one" / "matches.sqlite3", source.read_bytes()
    for filling in (b"\0", b"\xaa"):
        clear(place.parent)
        place.write_bytes(data[: page * PAGE] + filling * PAGE + data[(page + 1) * PAGE :])
        said, found = reached(place, before)
        assert said == "" or "It was set aside" in said
        if page == 0:
            assert len(found) == len(before), "a head is as good as another"


def states(path: Path, work: Callable[[Callable[[], None]], None]) -> list[tuple[bytes, bytes]]:
    """The file and its WAL after each step of `work`, which says when one is done."""
    found: list[tuple[bytes, bytes]] = []
    wal = path.with_name(f"{path.name}-wal")
    work(lambda: found.append((path.read_bytes(), wal.read_bytes() if wal.exists() else b"")))
    return found


def test_whatever_a_power_cut_leaves_of_a_match_is_there_or_said(tmp_path: Path) -> None:
    first = tmp_path / "first" / "matches.sqlite3"
    match = begun(3, 6, (PERSON, "bot:random@1"))

    def work(step: Callable[[], None]) -> None:
        store = MatchStore(first, (0, 1))
        store.open(match.header, match.h0)
        step()
        for entry in match.entries:
            store.append(entry, None)
            step()
        store.close()
        step()

    def left(main: bytes, wal: bytes) -> tuple[str, int]:
        """What is said of such a file at once, and how many entries there are, or can be had back."""
        place = tmp_path / "one" / "matches.sqlite3"
        clear(place.parent)
        place.write_bytes(main)
        if wal:
            place.with_name(f"{place.name}-wal").write_bytes(wal)
        with Archive(place) as archive:
            note = archive.note
            for old in set_aside(place):
                with suppress(BadRecord):
                    list(salvaged(archive, old))
            found = queries.page(archive, 9)
            assert all(one.players and not one.fault for one in found)
            entries = [queries.load(archive, one).record.entries for one in found]
            assert all(list(one) == match.entries[: len(one)] for one in entries)
        return note, max((len(one) for one in entries), default=-1)

    found = states(first, work)
    for n, (main, wal) in enumerate(found):
        kept = min(n, match.n)
        assert left(main, wal) == ("", kept), "what was committed is there"
        if not wal:
            continue
        frames = range(32, len(wal), PAGE + 24)
        for cut in (*frames[:: max(1, len(frames) // 6)], *(frame + 1000 for frame in frames[-2:]), 10):
            note, entries = left(main, wal[:cut])
            assert note == "" and entries <= kept, "each commit whole or not at all"
        note, entries = left(main, b"")
        assert note == "" and entries == -1
        note, entries = left(b"", wal)
        assert "nothing is left in it" in note and entries == kept, "all of it was still to be written"
    note, entries = left(b"", b"")
    assert "It was set aside" in note
    main = found[-1][0]
    for pages in range(1, len(main) // PAGE):
        note, entries = left(main[: pages * PAGE], b"")
        assert "It was set aside" in note


def test_a_main_file_that_is_gone_leaves_what_was_not_in_it_yet(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    match = begun(3, 6, (PERSON, "bot:random@1"))
    store = MatchStore(path, (0, 1))
    store.open(match.header, match.h0)
    for entry in match.entries:
        store.append(entry, None)
    wal = path.with_name(f"{path.name}-wal").read_bytes()
    store.close()
    path.unlink()
    path.with_name(f"{path.name}-wal").write_bytes(wal)
    with Archive(path) as archive:
        assert "its main file is gone" in archive.note and "It was set aside" in archive.note
        (old,) = set_aside(path)
        ((kept, new),) = salvaged(archive, old)
        assert new and kept.entries == match.n


def test_an_archive_that_is_made_is_whole_at_once(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    with Archive(path):
        assert len(path.read_bytes()) > PAGE, "its tables are in the file itself"
    with closing(sqlite3.connect(path)) as db:
        assert "matches" in shape(db)


def test_what_is_kept_beside_a_match_comes_back_with_it(source: Path, tmp_path: Path) -> None:
    with Archive(source) as archive:
        (old,) = (one for one in queries.page(archive, 9) if one.id == NETWORKED)
    with Archive(tmp_path / "other.sqlite3") as other:
        back = {kept.match: kept for kept, _ in salvaged(other, source)}
        kept = back[old.match]
        assert (kept.seats, kept.begun, kept.series) == (old.seats, old.begun, old.series)
        found = contact_of(other, kept)
        assert found is not None and found.token.reveal() == b"t" * 16 and found.addresses == PLACES
        with other.reading() as db:
            for table, count in (("requests", 1), ("clocks", 2), ("disputes", 1), ("contacts", 1)):
                assert db.execute(f"SELECT count(*) FROM {table}").fetchone() == (count,)
        assert [new for _, new in salvaged(other, source)] == [False] * 3, "once"
