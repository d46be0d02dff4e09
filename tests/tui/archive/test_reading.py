"""Listing, finding and deleting matches."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.support.archives import begun, keep, played
from tui.archive import queries
from tui.archive.changes import delete
from tui.archive.database import Archive, ArchiveError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite3"


def test_a_list_comes_in_pages_the_newest_first(path: Path) -> None:
    names = [keep(path, begun(seed, 2)) for seed in range(5)]
    with Archive(path) as archive:
        first = queries.page(archive, 2)
        second = queries.page(archive, 2, before=first[-1].id)
        third = queries.page(archive, 2, before=second[-1].id)
        assert [one.name for one in (*first, *second, *third)] == names[::-1]
        assert queries.page(archive, 2, before=third[-1].id) == []
        assert queries.count(archive) == 5 and not queries.page(archive, 5, game="pocket")


def test_the_unfinished_one_played_last_comes_first(path: Path) -> None:
    clock = iter(range(1, 1000))
    match = begun(0, 3)
    for seed in (1, 2):
        keep(path, begun(seed, 3), clock=lambda: next(clock))
    keep(path, played(4), clock=lambda: next(clock))
    keep(path, match, clock=lambda: 5000)
    keep(path, begun(5, 3), clock=lambda: next(clock))
    keep(path, begun(6, 3), seats=())
    with Archive(path) as archive:
        found = queries.unfinished(archive)
    assert found[0].match == match.header.match and len(found) == 4


def test_a_name_that_is_none_or_several_is_said(path: Path) -> None:
    match = begun(1, 2)
    for end in ("aa", "bb"):
        header = msgspec.structs.replace(match.header, match=f"3f9a1c{end}" + "0" * 24)
        keep(path, match, header=header)
    with Archive(path) as archive:
        assert queries.find(archive, "3F9A1Ca").match.startswith("3f9a1caa")
        for text, said in (
            ("3f9a", "3f9a can be 3f9a1caa, 3f9a1cbb; type more of it"),
            ("77", "No match in the archive begins with 77"),
            ("match", "is named by the beginning of its id"),
            ("3f9a%", "is named by the beginning of its id"),
        ):
            with pytest.raises(ArchiveError, match=said):
                queries.find(archive, text)


def test_a_deleted_match_is_gone_whole(path: Path) -> None:
    for seed in (1, 2):
        keep(path, played(seed))
    with Archive(path) as archive:
        gone, stays = queries.page(archive, 2)
        delete(archive, gone)
        assert queries.page(archive, 2) == [stays] and queries.of_row(archive, gone.id) is None
        with pytest.raises(ArchiveError, match="in the archive no more"):
            queries.load(archive, gone)
        assert queries.load(archive, stays).record.entries
        with archive.reading() as db:
            for table in ("headers", "entries"):
                assert db.execute(f"SELECT count(DISTINCT id) FROM {table}").fetchone() == (1,)
