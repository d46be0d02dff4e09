"""Going on with a match of which something was damaged on the disk."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.engine.record import verify
from tests.support.archives import GAME, begun, keep
from tests.support.kept import record
from tests.support.plain import session
from tests.tui.test_resume import leave, sql
from tui.archive import match_lock, queries
from tui.archive.database import Archive
from tui.cli.archive_command import about
from tui.exit_status import BAD_FILE, INTERRUPTED
from tui.match.plans import PERSON, ResumePlan
from tui.profile import Profile

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        (["UPDATE headers SET header = '{}'"], "what it was begun with is damaged"),
        (
            ["UPDATE headers SET h0 = zeroblob(16)", "UPDATE entries SET hash = zeroblob(16) WHERE n = 1"],
            "The hash of its header does not agree",
        ),
        (
            ["UPDATE headers SET header = replace(header, '\"Evil\"', '\"Ev1l\"')"],
            "The hash of its header does not agree",
        ),
    ],
)
def test_a_match_whose_beginning_is_damaged_stays_as_it_is(
    tmp_path: Path, statements: list[str], said: str
) -> None:
    keep(Profile(root=tmp_path).archive, begun(players=(PERSON, "bot:random@1")))
    for statement in statements:
        sql(tmp_path, statement)
    before = Profile(root=tmp_path).archive.read_bytes()
    with session(tmp_path, lambda one: one.begin(ResumePlan())) as (player, status):
        lines = player.rest()
    assert status == [BAD_FILE] and any(said in line for line in lines)
    assert Profile(root=tmp_path).archive.read_bytes() == before
    assert not match_lock.any_held(Profile(root=tmp_path).archive)


def rows(tmp_path: Path, table: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(Profile(root=tmp_path).archive)) as db:
        columns = "n, by, text, hash, signature, placed, automatic"
        return db.execute(f"SELECT {columns} FROM {table} ORDER BY n").fetchall()


@pytest.mark.parametrize("last", [10, 6])
@pytest.mark.parametrize("n", [1, 2, 6])
@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM entries WHERE n = {}",
        "UPDATE entries SET hash = zeroblob(16) WHERE n = {}",
        "UPDATE entries SET hash = 'no hash' WHERE n = {}",
        "UPDATE entries SET text = 'play 1=wit/good/hope' WHERE n = {}",
        "UPDATE entries SET text = x'ff' WHERE n = {}",
        "UPDATE entries SET by = 1 - by WHERE n = {}",
        "UPDATE entries SET by = x'00' WHERE n = {}",
        "UPDATE entries SET n = 99 WHERE n = {}",
        "UPDATE entries SET n = x'ff' WHERE n = {}",
        "UPDATE entries SET signature = zeroblob(64) WHERE n = {}",
    ],
)
def test_a_damaged_match_goes_on_from_its_last_sound_entry_when_asked_and_nothing_is_deleted(
    tmp_path: Path, damage: str, n: int, last: int
) -> None:
    match = begun(entries=last, players=(PERSON, "bot:random@1"))
    keep(Profile(root=tmp_path).archive, match)
    sql(tmp_path, damage.format(n))
    before, gone = rows(tmp_path, "entries"), n == last and damage[:6] == "DELETE"
    if gone:
        return  # as if it had never been
    sound = [row for row in before if row[0] in range(1, n)]
    with session(tmp_path, lambda one: one.begin(ResumePlan())) as (player, status):
        said = " ".join(player.until("Yes or no?"))
        assert f"entry {n}" in said.lower() and "damaged in the archive" in said
        assert ("from its beginning" if n == 1 else f"from entry {n - 1}.") in said
        player.type("no")
        player.rest()
    assert status == [INTERRUPTED] and rows(tmp_path, "entries") == before
    with session(tmp_path, lambda one: one.begin(ResumePlan())) as (player, status):
        player.until("Yes or no?")
        player.type("yes")
        player.question()
        leave(player)
    assert rows(tmp_path, "entries")[: n - 1] == sound
    assert rows(tmp_path, "damaged") == [row for row in before if row not in sound]
    verify(record(tmp_path), GAME, lambda *_: False)
    with Archive(Profile(root=tmp_path).archive) as archive:
        told = about(archive, queries.page(archive, 1)[0])
    count = len(before) - len(sound)
    assert f"It was damaged: {count} entr{'y' if count == 1 else 'ies'} of then" in " ".join(told)
    with session(tmp_path, lambda one: one.begin(ResumePlan())) as (player, _):
        player.question()  # it is not asked again
        leave(player)


def test_a_hash_of_the_header_that_alone_is_damaged_is_mended(tmp_path: Path) -> None:
    match = begun(players=(PERSON, "bot:random@1"))
    keep(Profile(root=tmp_path).archive, match)
    sql(tmp_path, "UPDATE headers SET h0 = zeroblob(16)")
    with session(tmp_path, lambda one: one.begin(ResumePlan())) as (player, _):
        player.question()
        leave(player)
    assert record(tmp_path).h0 == match.h0.hex()
