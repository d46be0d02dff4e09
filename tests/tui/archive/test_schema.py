"""The archive's file: damaged ones are set aside, newer ones refused, and nothing is overwritten."""

from __future__ import annotations

import hashlib
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.archives import keep, played
from tui.archive import match_lock, queries
from tui.archive.database import Archive, ArchiveError
from tui.archive.salvage import salvaged
from tui.archive.schema import FORMAT, shape


def aside(path: Path) -> list[Path]:
    return [one for one in path.parent.glob("*damaged*") if not one.name.endswith("-wal")]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: b"no archive at all, " * 400,
        lambda data: b"short",
        lambda data: data[: len(data) // 2],
        lambda data: bytes(4096) + data[4096:],
        lambda data: data[:18] + b"\xff\xff" + data[20:],
    ],
    ids=["text", "short", "half", "no head", "unknown form"],
)
def test_a_damaged_archive_is_set_aside_with_a_sentence(tmp_path: Path, spoil) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "archive" / "matches.sqlite3"
    keep(path, played())
    data = spoil(path.read_bytes())
    path.write_bytes(data)
    with Archive(path) as archive:
        assert queries.page(archive, 10) == []
        assert "was damaged" in archive.note and "It was set aside" in archive.note
    (old,) = aside(path)
    assert old.read_bytes() == data and f"tesser archive import {old} brings" in archive.note
    keep(path, played())
    with Archive(path) as archive:
        assert archive.note == "" and queries.count(archive) == 1


def test_damage_that_shows_later_is_set_aside_then(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    for seed in range(5):
        keep(path, played(seed))
    data = bytearray(path.read_bytes())
    for page in range(5, len(data) // 4096):
        data[page * 4096 : (page + 1) * 4096] = b"\xaa" * 4096
    path.write_bytes(data)
    with Archive(path) as archive, pytest.raises(ArchiveError, match="It was set aside"):
        _ = [queries.load(archive, one) for one in queries.page(archive, 10)]
    assert [one.read_bytes() for one in aside(path)] == [data]
    with Archive(path) as archive:
        assert queries.count(archive) == 0


def test_two_damaged_in_one_second_are_both_kept(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    for text in ("one" * 100, "two" * 100):
        path.write_text(text)
        Archive(path).close()
    assert {one.read_text() for one in aside(path)} == {"one" * 100, "two" * 100}


def test_another_programs_file_is_set_aside_too(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE mine (a)")
    db.close()
    with Archive(path) as archive:
        assert "no archive of tesser's" in archive.note
    assert len(aside(path)) == 1


def test_an_archive_that_is_played_from_is_not_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    path.write_bytes(b"damaged, " * 500)
    lock = match_lock.claim(path, "a match")
    assert lock is not None
    with pytest.raises(ArchiveError, match="still being played"):
        Archive(path)
    assert aside(path) == []
    lock.let_go()
    Archive(path).close()
    assert len(aside(path)) == 1


def test_a_newer_one_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    keep(path, played())
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {FORMAT + 1}")
    db.close()
    before = path.read_bytes()
    with pytest.raises(ArchiveError, match=rf"newer tesser \(format {FORMAT + 1}; this one knows {FORMAT}\)"):
        Archive(path)
    assert path.read_bytes() == before and not aside(path)


@pytest.mark.parametrize("change", ["ALTER TABLE matches DROP COLUMN series", "DROP TABLE contacts"])
def test_one_with_other_tables_is_set_aside_whole_and_a_new_one_goes_on(tmp_path: Path, change: str) -> None:
    path = tmp_path / "matches.sqlite3"
    name = keep(path, played())
    db = sqlite3.connect(path)
    db.execute(change)
    db.close()
    data = path.read_bytes()
    with Archive(path) as archive:
        assert "made by another version of tesser" in archive.note and "It was set aside" in archive.note
        assert queries.count(archive) == 0
    (old,) = aside(path)
    assert old.read_bytes() == data
    keep(path, played(2))
    with Archive(path) as archive:
        assert archive.note == ""
        assert [kept.name for kept, _ in salvaged(archive, old)] == [name]
        assert queries.count(archive) == 2


TABLES = {5: "ce1c6479ed3bfbb9"}
"""By format: a hash of its tables. Other tables are another format: raise FORMAT, and put both here."""


def test_other_tables_have_another_number(tmp_path: Path) -> None:
    with Archive(tmp_path / "matches.sqlite3") as archive, archive.reading() as db:
        tables = hashlib.blake2b(repr(shape(db)).encode(), digest_size=8).hexdigest()
    assert {FORMAT: tables} == TABLES


def test_what_is_no_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "matches.sqlite3").mkdir()
    with pytest.raises(ArchiveError, match="is no file"):
        Archive(tmp_path / "matches.sqlite3")
    (tmp_path / "folder").touch()
    with pytest.raises(ArchiveError, match=r"can't be written \(.*\)"):
        Archive(tmp_path / "folder" / "matches.sqlite3")


MANY = """
import sys
from pathlib import Path
from tests.support.archives import keep, played
for seed in range(5):
    keep(Path(sys.argv[1]), played(seed))
"""


def test_several_processes_make_it_and_write_to_it_at_once(tmp_path: Path) -> None:
    path = tmp_path / "archive" / "matches.sqlite3"
    programs = [
        subprocess.Popen([sys.executable, "-c", MANY, str(path)], cwd=Path(__file__).parents[3])
        for _ in range(3)
    ]
    assert [program.wait(60) for program in programs] == [0, 0, 0]
    with Archive(path) as archive:
        assert queries.count(archive) == 15
        assert {one.copy for one in queries.page(archive, 100)} == {1, 2, 3}
    assert not aside(path)
