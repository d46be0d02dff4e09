"""One side's own end of a match whose other side is gone; and the end that is still to be brought there."""

from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.engine.record import read_record
from tests.e2e.test_network_resume import DIES_BEFORE_THE_END, began, finish, had, resume, under_way
from tests.support.programs import Program, Programs, record_of
from tests.support.waiting import until

pytestmark = pytest.mark.long


async def said(programs: Programs, player: str, *arguments: str) -> str:
    program = await programs.start(player, *arguments)
    assert await program.ended() == 0, program.errors
    return program.rest()


async def test_a_copy_that_was_ended_alone_is_shown_as_such_and_goes_on_when_both_are_back(
    programs: Programs, tmp_path: Path
) -> None:
    host, guest = await began(programs)
    await under_way(guest)
    await asyncio.gather(host.kill(), guest.kill())
    kept = had(host, guest)
    name = record_of(host).header.match[:8]
    ended = await said(programs, "host", "archive", "end", name)
    assert "has ended here, as left" in ended and f"tesser resume {name}" in ended
    record = record_of(host)
    assert record.outcome is not None and record.outcome.end == "left" and record.outcome.winner is None
    last = record.entries[-1]
    assert last.text == "left" and record.header.seats[last.by].peer == 0 and last.signature
    assert "ended here alone at" in await said(programs, "host", "archive", "list")
    about = await said(programs, "host", "archive", "show", name)
    assert "Your copy alone has ended" in about.replace("\n", " ")
    path = tmp_path / "left.tesser"
    await said(programs, "host", "archive", "export", name, str(path))
    assert read_record(path.read_bytes()) == record
    verified = await said(programs, "nobody", "replay", "--verify", str(path))
    assert re.search(r"all agree; ended as left by .* alone, on one side's copy", verified)
    again = await programs.start("host", "archive", "end", name)
    assert await again.ended() == 3 and "is finished" in again.errors
    unnamed = await programs.start("host", "resume", "--json")
    assert await unnamed.ended() == 3, "a match that has ended is gone on with by its name alone"
    assert f"{name} was ended on this side alone, as left: tesser resume {name}" in unnamed.errors

    (one, _), (two, _) = await asyncio.gather(resume(programs, "host", name), resume(programs, "guest"))
    await finish(one, two, kept)
    assert "You had ended the match here, as left" in one.errors
    assert "had ended the match there, as left" in two.errors
    assert all(entry.text != "left" for entry in record_of(one).entries)


async def test_a_line_finds_the_match_whose_end_is_still_to_be_brought(programs: Programs) -> None:
    pair = await began(programs, DIES_BEFORE_THE_END, DIES_BEFORE_THE_END)
    statuses = await asyncio.gather(*(program.ended() for program in pair))
    done, dead = pair if statuses[0] == 0 else pair[::-1]
    kept = had(*pair)
    two, line = await resume(programs, dead.home.name)
    one, _ = await resume(programs, done.home.name, "--join", line)
    await finish(one, two, kept)


def archive_of(program: Program) -> Path:
    return program.home / "tesser" / "archive" / "matches.sqlite3"


def entries_in(path: Path, aside: Path) -> int:
    """Counted in a copy: who closes an archive last empties its WAL."""
    for end in ("", "-wal"):
        shutil.copy(f"{path}{end}", f"{aside}{end}")
    with closing(sqlite3.connect(aside)) as db:
        (count,) = db.execute("SELECT count(*) FROM entries").fetchone()
    return int(count)


def cut_power(path: Path, transactions: int) -> None:
    """Take away what a power cut may take of an archive that is written with synchronous NORMAL: the newest
    transactions, which are in the WAL alone."""
    wal = Path(f"{path}-wal")
    data = wal.read_bytes()
    frame = 24 + int.from_bytes(data[8:12], "big")  # a head, then a page
    starts = range(32, len(data) - frame + 1, frame)
    ours = [at for at in starts if data[at + 8 : at + 16] == data[16:24]]  # of this round of the WAL
    commits = [at + frame for at in ours if any(data[at + 4 : at + 8])]
    wal.write_bytes(data[: commits[-1 - transactions]])
    Path(f"{path}-shm").unlink(missing_ok=True)


@pytest.mark.parametrize("player", ["host", "guest"])
async def test_what_a_power_cut_took_comes_back_with_the_other_sides_signed_tail(
    programs: Programs, tmp_path: Path, player: str
) -> None:
    host, guest = await began(programs)
    cut, other = (host, guest) if player == "host" else (guest, host)
    await until(lambda: Path(f"{archive_of(cut)}-wal").exists(), "an archive")
    await until(
        lambda: archive_of(cut).exists() and entries_in(archive_of(cut), tmp_path / "a.sqlite3") > 12,
        "some entries",
    )
    await asyncio.gather(host.kill(), guest.kill())
    before = entries_in(archive_of(cut), tmp_path / "b.sqlite3")
    cut_power(archive_of(cut), 7)
    after = entries_in(archive_of(cut), tmp_path / "c.sqlite3")
    assert before - 7 <= after <= before - 5, "nearly every transaction was an entry"
    kept = had(other)
    assert len(kept[other.home.name]) > after + 3
    assert {entry.by for entry in kept[other.home.name][after:]} == {0, 1}, "its own choices too"
    (one, _), (two, _) = await asyncio.gather(resume(programs, "host"), resume(programs, "guest"))
    await finish(one, two, kept)
