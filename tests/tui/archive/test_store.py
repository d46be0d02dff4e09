"""A running match in the archive: entry by entry, one program at a time."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from core.engine.match import Match
from net.lockstep.clocks import KeptClock
from net.lockstep.request import RequestLedger
from tests.support.archives import BOTS, GAME, begun, keep, played
from tests.support.matches import header
from tui.archive import match_lock, queries
from tui.archive.changes import delete
from tui.archive.database import Archive, ArchiveError
from tui.archive.request_rows import account_of
from tui.archive.store import MatchStore

ROOT = Path(__file__).parents[3]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "archive" / "matches.sqlite3"


def the_one(path: Path) -> queries.Summary:
    with Archive(path) as archive:
        (found,) = queries.page(archive, 10)
        return found


def test_what_was_kept_is_read_back_whole(path: Path) -> None:
    match, now = played(), iter(range(1000, 1000 + 10_000))
    name = keep(path, match, automatic={2, 3}, clock=lambda: next(now))
    kept = the_one(path)
    assert (kept.name, kept.match, kept.game) == (name, match.header.match, "wrinkles")
    assert kept.outcome == match.outcome and kept.entries == match.n and kept.alone and kept.held
    assert kept.begun == 1_000_000 and kept.played == kept.last == (1000 + match.n) * 1000
    with Archive(path) as archive:
        found = queries.load(archive, kept)
    assert found.record.header == match.header and found.record.h0 == match.h0.hex()
    assert list(found.record.entries) == match.entries and found.record.outcome == match.outcome
    assert found.placed == tuple((1000 + n) * 1000 for n in range(1, match.n + 1))
    assert found.automatic == {2, 3}


def test_one_seed_may_be_played_again_and_each_has_a_name(path: Path) -> None:
    names = [keep(path, begun(entries=n)) for n in (1, 2, 3)]
    assert names == [names[0], f"{names[0]}.2", f"{names[0]}.3"]
    with Archive(path) as archive:
        assert [queries.find(archive, name).entries for name in names] == [1, 2, 3]
        assert queries.find(archive, names[0][:4]).entries == 1
        with pytest.raises(ArchiveError, match=rf"There is no .*\.4; there is {names[0]}, {names[0]}\.2"):
            queries.find(archive, f"{names[0]}.4")


def test_a_running_match_is_played_in_one_program_only_and_stays(path: Path) -> None:
    match = begun()
    name = keep(path, match)
    kept = the_one(path)
    first = MatchStore(path, (0, 1), kept=kept)
    assert match_lock.held(path, kept.lock) and match_lock.any_held(path)
    with pytest.raises(ArchiveError, match=f"Match {name} is being played in another tesser"):
        MatchStore(path, (0, 1), kept=kept)
    with Archive(path) as archive, pytest.raises(ArchiveError, match="is being played, so it stays"):
        delete(archive, kept)
    first.close()
    assert not match_lock.any_held(path)
    MatchStore(path, (0, 1), kept=kept).close()


def test_two_terminals_of_one_user_play_each_other(path: Path) -> None:
    match = begun()
    two = Match(header(GAME, 3, {"max_turns": 1}, players=BOTS, peers=(0, 1)), GAME)
    stores = [MatchStore(path, (seat,)) for seat in (0, 1)]
    for store in stores:
        store.open(two.header, two.h0)
    for entry in match.entries:
        for store in stores:
            store.append(entry, None)
    with Archive(path) as archive:
        found = queries.page(archive, 10)
        assert [one.seats for one in found] == [(1,), (0,)] and len({one.name for one in found}) == 2
        assert all(one.entries == match.n and not one.held for one in found)
    for store in stores:
        store.close()


def test_what_goes_on_is_added_to(path: Path) -> None:
    whole, match = played(), begun(entries=7)
    keep(path, match)
    store = MatchStore(path, (0, 1), kept=the_one(path))
    store.open(match.header, match.h0)
    for n, entry in enumerate(whole.entries[7:], 8):
        store.append(entry, whole.outcome if n == whole.n else None)
    store.close()
    kept = the_one(path)
    with Archive(path) as archive:
        assert list(queries.load(archive, kept).record.entries) == whole.entries
    assert kept.outcome == whole.outcome


def test_a_match_that_went_on_elsewhere_is_not_gone_on_with_from_an_old_list(path: Path) -> None:
    match = begun(entries=7)
    keep(path, match)
    old = the_one(path)
    store = MatchStore(path, (0, 1), kept=old)
    store.append(played().entries[7], None)
    store.close()
    with pytest.raises(ArchiveError, match="has gone on in another program"):
        MatchStore(path, (0, 1), kept=old)
    assert not match_lock.any_held(path)


HOLDER = """
import sys, time
from pathlib import Path
from tests.support.archives import begun
from tui.archive.store import MatchStore
match = begun(entries=0)
store = MatchStore(Path(sys.argv[1]), (0, 1))
store.open(match.header, match.h0)
print("holds", flush=True)
sys.stdin.read()
"""


def test_the_lock_of_a_killed_program_is_free_again(path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None and program.stdout.readline() == b"holds\n"
        kept = the_one(path)
        with pytest.raises(ArchiveError, match="is being played in another tesser"):
            MatchStore(path, (0, 1), kept=kept)
        program.send_signal(signal.SIGKILL)
        program.wait(30)
    MatchStore(path, (0, 1), kept=kept).close()


def test_a_change_waits_for_another_programs(path: Path) -> None:
    match = begun(entries=0)
    store = MatchStore(path, (0, 1))
    store.open(match.header, match.h0)
    holding, free = threading.Event(), threading.Event()

    def hold() -> None:
        with Archive(path) as archive, archive.writing() as db:
            db.execute("UPDATE matches SET app = 'other'")
            holding.set()
            free.wait(10)

    thread = threading.Thread(target=hold)
    thread.start()
    holding.wait(10)
    threading.Timer(0.2, free.set).start()
    store.append(played().entries[0], None)
    thread.join()
    store.close()
    assert the_one(path).entries == 1


@pytest.mark.parametrize(("peers", "synchronous"), [((0, 0), 2), ((0, 1), 1)])
def test_alone_a_match_lasts_through_a_power_cut_and_what_was_asked_always_does(
    path: Path, peers: tuple[int, int], synchronous: int
) -> None:
    """FULL (2) where nobody else has the match; NORMAL (1) where the other side does."""
    match = begun(peers=peers)
    store = MatchStore(path, (0,))
    store.open(match.header, match.h0)
    archive = store._archive
    assert archive is not None

    def level() -> int:
        with archive.reading() as db:
            (found,) = db.execute("PRAGMA synchronous").fetchone()
            (journal,) = db.execute("PRAGMA journal_mode").fetchone()
        assert journal == "wal"
        return int(found)

    assert level() == synchronous
    levels: list[int] = []
    writing = archive.writing

    def watched() -> AbstractContextManager[sqlite3.Connection]:
        levels.append(level())
        return writing()

    archive.writing = watched  # type: ignore[method-assign]
    store.append(match.entries[0], None)
    store.keep_account(RequestLedger(number=3, muted=True))
    store.keep_clocks({0: KeptClock(2, 41_000, 0)})
    assert levels == [synchronous, 2, 1] and level() == synchronous
    assert store.account() == RequestLedger(number=3, muted=True)
    assert store.clocks() == {0: KeptClock(2, 41_000, 0)}
    store.close()
    kept = the_one(path)
    with Archive(path) as opened:
        assert account_of(opened, kept).muted
