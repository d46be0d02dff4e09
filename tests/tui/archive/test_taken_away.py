"""An archive that is taken away while a match is played from it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from net.lockstep.clocks import KeptClock
from net.protocol.contact import Contact
from net.protocol.secret import Secret
from tests.support.archives import begun, keep, played
from tests.support.kept import record
from tests.support.plain import plan, session
from tui.archive import match_lock, queries
from tui.archive.clocks import clocks_of
from tui.archive.contacts import contact_of
from tui.archive.database import Archive, ArchiveError
from tui.archive.store import MatchStore
from tui.match.plans import ResumePlan
from tui.profile import Profile

CONTACT = Contact(bytes(32), Secret(bytes(16)))


def folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def file(path: Path) -> None:
    path.unlink()


def all_files(path: Path) -> None:
    for one in path.parent.glob(f"{path.name}*"):
        one.unlink()


def moved(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


def replaced(path: Path) -> None:
    """Another program has begun a new one by then, in which there is such a match too."""
    folder(path)
    keep(path, played())


@pytest.mark.parametrize("goes", [folder, file, all_files, moved, replaced])
@pytest.mark.parametrize("then", ["an entry", "it is left"])
def test_the_match_is_kept_anew_with_all_there_is_of_it(
    tmp_path: Path, goes: Callable[[Path], None], then: str
) -> None:
    path, match = tmp_path / "archive" / "matches.sqlite3", played()
    store = MatchStore(path, (0, 1), contact=CONTACT, series="of two")
    told: list[str] = []
    store.tell = told.append
    store.open(match.header, match.h0)
    for entry in match.entries[:5]:
        store.append(entry, None)
    store.keep_clocks({0: KeptClock(3, 4_000, 1)})
    goes(path)
    rest = match.entries[5:] if then == "an entry" else ()
    for n, entry in enumerate(rest, 6):
        store.append(entry, match.outcome if n == match.n else None)
        (said,) = told
        assert "was removed or replaced" in said and f"kept anew, as {store.name}." in said
        assert match_lock.any_held(path)
    store.close()
    assert len(told) == 1 and not match_lock.any_held(path)
    with Archive(path) as archive:
        kept = queries.find(archive, store.name)
        assert kept.copy == (2 if goes is replaced else 1) and kept.series == "of two"
        found = queries.load(archive, kept)
        assert found.record.entries == tuple(match.entries[: 5 + len(rest)]) and not found.damage
        contact = contact_of(archive, kept)
        assert contact is not None and contact.key == CONTACT.key
        with archive.reading() as db:
            assert clocks_of(db, kept.id) == {0: KeptClock(3, 4_000, 1)}


def test_where_there_is_no_place_for_it_nothing_is_played_that_is_not_kept(tmp_path: Path) -> None:
    path, match = tmp_path / "archive" / "matches.sqlite3", begun()
    store = MatchStore(path, (0, 1))
    store.open(match.header, match.h0)
    folder(path)
    path.parent.write_text("a file")
    with pytest.raises(ArchiveError, match="can't be written"):
        store.append(match.entries[0], None)
    os.unlink(path.parent)
    for entry in match.entries:
        store.append(entry, None)
    store.close()
    with Archive(path) as archive:
        assert queries.find(archive, store.name).entries == match.n


def test_it_is_told_in_the_match_which_goes_on_from_what_is_kept(tmp_path: Path) -> None:
    profile = Profile(root=tmp_path)
    with session(tmp_path, lambda one: one.begin(plan(seed=5)), always=True) as (player, _):
        player.question()
        shutil.rmtree(profile.archive.parent)
        player.type("1")
        player.until("was removed or replaced while this match was played.")
        player.question()
        player.type("quit", "yes")
        player.rest()
    assert record(tmp_path).entries
    with session(tmp_path, lambda one: one.begin(ResumePlan()), always=True) as (player, _):
        player.until("The match goes on.")
        player.question()
        player.type("quit", "yes")
