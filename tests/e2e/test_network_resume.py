"""Two programs of a match, killed at any point of it: it goes on, and no choice that was accepted is lost."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from core.engine.record import read_record
from net.faultpoints import POINTS
from tests.support.kept import records
from tests.support.programs import (
    ONLY_LISTENS,
    QUICK_BEAT,
    SHORT,
    SLEEPY_BOT,
    Program,
    Programs,
    killed_at,
    record_of,
)
from tests.support.terminal import ROOT
from tests.support.waiting import until

pytestmark = pytest.mark.long

PAUSE = QUICK_BEAT + SLEEPY_BOT.format(seconds=0.005)


async def began(programs: Programs, host: str = "", guest: str = "") -> tuple[Program, Program]:
    """A match of two bots; the code is run before each program."""
    one = await programs.host(*SHORT, before=host + PAUSE)
    two = await programs.join(one.invite, before=guest + PAUSE)
    return one, two


async def under_way(program: Program) -> None:
    """Wait until the match is in its middle."""
    root = program.home / "tesser"
    await until(lambda: any(len(record.entries) > 10 for record in records(root)), "some entries")


async def resume(programs: Programs, player: str, *arguments: str, before: str = "") -> tuple[Program, str]:
    """Go on with this player's match; its address line too."""
    program = await programs.start(player, "resume", "--json", *arguments, before=before)
    return program, (await program.line())["address"]


async def finish(one: Program, two: Program, kept: dict[str, Any]) -> None:
    """Both come to the same end, and what either had is still there."""
    results = await asyncio.gather(one.result(), two.result())
    assert results[0] == results[1]
    entries = record_of(one).entries
    assert entries == record_of(two).entries and entries[-1].hash == results[0]["final_hash"]
    for name, had in kept.items():
        assert list(entries[: len(had)]) == list(had), f"{name} has lost entries"


def had(*programs: Program) -> dict[str, Any]:
    return {program.home.name: record_of(program).entries for program in programs}


async def test_both_are_killed_and_the_listening_side_is_swapped(tmp_path: Path) -> None:
    """The script that a player can run."""
    script = await asyncio.create_subprocess_exec(
        sys.executable, str(ROOT / "docs" / "resume_both.py"), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        cwd=tmp_path,
    )  # fmt: skip
    said, errors = await script.communicate()
    assert script.returncode == 0, said.decode() + errors.decode()
    assert "The hashes are equal." in said.decode()


async def test_both_come_back_by_themselves(programs: Programs) -> None:
    host, guest = await began(programs)
    await under_way(guest)
    await asyncio.gather(host.kill(), guest.kill())
    kept = had(host, guest)
    (one, _), (two, _) = await asyncio.gather(resume(programs, "host"), resume(programs, "guest"))
    await finish(one, two, kept)


@pytest.mark.parametrize("player", ["host", "guest"])
async def test_one_is_killed_and_the_other_waits_for_it(programs: Programs, player: str) -> None:
    host, guest = await began(programs)
    await under_way(guest)
    dead, alive = (host, guest) if player == "host" else (guest, host)
    await dead.kill()
    kept = had(host, guest)
    back, _ = await resume(programs, player)
    await finish(back, alive, kept)


async def killed_and_back(programs: Programs, point: str, player: str) -> None:
    """One side comes to the point and dies there; it comes back, and the other has stayed."""
    code = killed_at(point)
    host, guest = await began(programs, **{player: code})
    dead, alive = (host, guest) if player == "host" else (guest, host)
    assert await dead.ended() == -9, dead.errors
    kept = had(host, guest)
    if record_of(dead).outcome is not None:
        # It was the last word of the match: the other side needs nothing more.
        assert (await alive.result())["final_hash"] == kept[player][-1].hash
        return
    back, _ = await resume(programs, player)
    await finish(back, alive, kept)


IN_PLAY = [point for point in POINTS if not point.startswith("handshake.")]


@pytest.mark.parametrize("point", IN_PLAY)
async def test_killed_at_a_point_of_the_match(programs: Programs, point: str) -> None:
    times = 1 if point.startswith("confirm.") else 7
    await asyncio.gather(
        *(killed_and_back(programs.apart(side), f"{point}:{times}", side) for side in ("host", "guest"))
    )


@pytest.mark.slow
@pytest.mark.parametrize("listens", ["host", "guest"])
@pytest.mark.parametrize("dies", ["host", "guest"])
@pytest.mark.parametrize("point", IN_PLAY)
async def test_both_come_back_after_a_point_and_one_of_them_only_listens(
    programs: Programs, point: str, dies: str, listens: str
) -> None:
    times = 1 if point.startswith("confirm.") else 9
    host, guest = await began(programs, **{dies: killed_at(f"{point}:{times}")})
    dead, other = (host, guest) if dies == "host" else (guest, host)
    assert await dead.ended() == -9, dead.errors
    await other.kill()
    kept = had(host, guest)
    calls = "guest" if listens == "host" else "host"
    waiting, line = await resume(programs, listens, before=ONLY_LISTENS)
    calling, _ = await resume(programs, calls, "--join", line)
    await finish(waiting, calling, kept)


@pytest.mark.parametrize("point", [point for point in POINTS if point.startswith("handshake.")])
async def test_killed_at_a_step_of_coming_back(programs: Programs, point: str) -> None:
    """Whichever side comes to that step dies there, and comes back once more."""
    host, guest = await began(programs)
    await under_way(guest)
    await asyncio.gather(host.kill(), guest.kill())
    kept = had(host, guest)
    pair = {
        player: (await resume(programs, player, before=killed_at(point)))[0] for player in ("host", "guest")
    }
    ends = {player: asyncio.create_task(program.ended()) for player, program in pair.items()}
    await asyncio.wait(ends.values(), return_when=asyncio.FIRST_COMPLETED, timeout=20)
    assert any(end.done() for end in ends.values()), "nobody came to that step"
    for player, end in ends.items():
        if end.done():
            assert end.result() == -9, pair[player].errors
        else:
            await pair[player].kill()
            end.cancel()
    (one, _), (two, _) = await asyncio.gather(resume(programs, "host"), resume(programs, "guest"))
    await finish(one, two, kept)


async def test_a_lost_key_is_said_with_what_can_still_be_done(programs: Programs) -> None:
    host, guest = await began(programs)
    await under_way(guest)
    await asyncio.gather(host.kill(), guest.kill())
    (found,) = (host.home / "tesser").rglob("identity*")
    found.rename(found.with_suffix(".lost"))
    program = await programs.start("host", "resume", "--json")
    assert await program.ended() == 3
    assert "Put the file of then back" in program.errors and "tesser replay" in program.errors
    assert not found.exists(), "no new one takes its place"


async def test_lines_that_lead_nowhere_are_said(programs: Programs) -> None:
    host, guest = await began(programs)
    await under_way(guest)
    await asyncio.gather(host.kill(), guest.kill())
    for line, status, said in (
        ("tesserR1abc", 2, "cut short"),
        (host.invite, 2, "tesser join takes it"),
        ("nonsense", 2, "starts with tesserR1"),
    ):
        program = await programs.start("guest", "resume", "--join", line)
        assert await program.ended() == status, program.errors
        assert said in program.errors
    one, own = await resume(programs, "guest")
    mine = await programs.start("guest", "resume", "--join", own)
    assert await mine.ended() == 2 and "This is your own address line" in mine.errors
    wrong = await programs.start("host", "resume", "--json", "--join", own.replace("tesserR", "tesser"))
    assert await wrong.ended() == 2 and "Traceback" not in wrong.errors
    elsewhere = await programs.start("nobody", "resume", "--json", "--join", own)
    assert await elsewhere.ended() == 3 and "nobody with whom" in elsewhere.errors
    join = await programs.start("nobody", "join", own, "--bot", "random")
    assert await join.ended() == 2 and "tesser resume --join takes it" in join.errors
    await one.kill()


async def test_each_goes_on_with_another_match_and_both_are_told(programs: Programs) -> None:
    root = programs.folder / "guest/tesser"

    async def left(number: int) -> None:
        host, guest = await began(programs)
        await until(lambda: sum(len(one.entries) > 1 for one in records(root)) == number, "entries of it")
        await asyncio.gather(host.kill(), guest.kill())

    await left(1)
    await left(2)
    first, second = (one.header.match for one in records(root))
    one, _ = await resume(programs, "host", first)
    two, _ = await resume(programs, "guest", second)
    await one.says(f"type tesser resume {second[:8]}")
    await two.says(f"type tesser resume {first[:8]}")
    await two.kill()
    two, _ = await resume(programs, "guest", first)
    results = await asyncio.gather(one.result(), two.result())
    assert results[0] == results[1] and results[0]["match"] == first


async def test_four_seats_at_two_programs_come_back_with_their_bots(programs: Programs) -> None:
    seats = "random,guest,greedy,guest"
    table = ("--game", "time-masters", "--option", "max_turns=4", "--seats", seats)
    host = await programs.host(*table, before=PAUSE)
    guest = await programs.join(host.invite, "--seats", "random,random", before=PAUSE)
    await under_way(guest)
    await asyncio.gather(host.kill(), guest.kill())
    kept = had(host, guest)
    (one, _), (two, _) = await asyncio.gather(resume(programs, "host"), resume(programs, "guest"))
    results = await asyncio.gather(one.result(90), two.result(90))
    assert results[0] == results[1]
    entries = record_of(one).entries
    assert {entry.by for entry in entries[max(map(len, kept.values())) :]} == {0, 1, 2, 3}


DIES_BEFORE_THE_END = """
import os, signal
from net.lockstep import peer, receiver
from net.lockstep.entry_sync import EntrySync
place = EntrySync._place
def dies(self, entry, n):
    if self._match.prepare(entry.by, entry.text).outcome is not None:
        os.kill(os.getpid(), signal.SIGKILL)
    return place(self, entry, n)
EntrySync._place = dies
receiver.LAST_WORD_SECONDS = peer.LAST_WORD_SECONDS = 0.5
"""
"""A program that is killed when the other side's last entry has come, and before it is kept; and which waits
half a second for the other side's last word, if that one is killed."""


async def test_the_end_is_brought_to_who_was_killed_before_it_came(programs: Programs) -> None:
    pair = await began(programs, DIES_BEFORE_THE_END, DIES_BEFORE_THE_END)
    statuses = await asyncio.gather(*(program.ended() for program in pair))
    assert sorted(statuses) == [-9, 0]
    done, dead = pair if statuses[0] == 0 else pair[::-1]
    name = record_of(done).header.match
    assert "may not have the end of the match: tesser resume " in done.errors
    kept = had(*pair)
    assert len(kept[done.home.name]) == len(kept[dead.home.name]) + 1
    (one, _), (two, _) = await asyncio.gather(
        resume(programs, done.home.name, name), resume(programs, dead.home.name)
    )
    await finish(one, two, kept)
    again = await programs.start(done.home.name, "resume", name)
    assert await again.ended() == 3 and "is finished" in again.errors


def change(program: Program, *statements: str) -> None:
    """Damage the archive of a player whose program has ended."""
    with closing(sqlite3.connect(program.home / "tesser" / "archive" / "matches.sqlite3")) as db, db:
        for statement in statements:
            assert db.execute(statement).rowcount > 0


DAMAGES = {
    "missing": "DELETE FROM entries WHERE n = 4",
    "another hash": "UPDATE entries SET hash = zeroblob(16) WHERE n = 4",
    "another choice": "UPDATE entries SET text = 'order 1' WHERE n = 4",
    "a wrong signature": "UPDATE entries SET signature = zeroblob(64) WHERE n = 4",
    "no signature": "UPDATE entries SET signature = NULL WHERE n = 4",
    "of another sort": "UPDATE entries SET text = 7, by = x'ff' WHERE n = 4",
}


@pytest.mark.parametrize("player", ["host", "guest"])
@pytest.mark.parametrize("damage", DAMAGES)
async def test_what_is_damaged_on_one_side_comes_from_the_other(
    programs: Programs, player: str, damage: str
) -> None:
    host, guest = await began(programs)
    await under_way(guest)
    await asyncio.gather(host.kill(), guest.kill())
    kept = had(host, guest)
    change(host if player == "host" else guest, DAMAGES[damage])
    (one, _), (two, _) = await asyncio.gather(resume(programs, "host"), resume(programs, "guest"))
    del kept[player]
    await finish(one, two, kept)
    back, other = (one, two) if player == "host" else (two, one)
    assert "The match was damaged in the archive here after entry " in " ".join(back.errors.split())
    assert "This side has given entries 4 to " in " ".join(other.errors.split())


async def test_what_neither_side_has_any_more_is_said_on_both(programs: Programs) -> None:
    host, guest = await began(programs)
    await under_way(guest)
    await asyncio.gather(host.kill(), guest.kill())
    change(host, "DELETE FROM entries WHERE n = 4")
    change(guest, "DELETE FROM entries WHERE n > 7")
    (one, _), (two, _) = await asyncio.gather(resume(programs, "host"), resume(programs, "guest"))
    await finish(one, two, {})
    for program, given in ((one, "has given entries 4 to 7."), (two, "This side has given entries 4 to 7.")):
        said = " ".join(program.errors.split())
        assert given in said and "Nobody has entries 8 to " in said
        assert "any more: the match goes on from entry 7." in said


async def test_both_may_be_damaged(programs: Programs) -> None:
    host, guest = await began(programs)
    await under_way(guest)
    await asyncio.gather(host.kill(), guest.kill())
    change(host, "UPDATE entries SET hash = zeroblob(16) WHERE n = 4")
    change(guest, "UPDATE entries SET text = 'pass please' WHERE n = 6")
    (one, _), (two, _) = await asyncio.gather(resume(programs, "host"), resume(programs, "guest"))
    await finish(one, two, {})
    for program in (one, two):
        said = " ".join(program.errors.split())
        assert "in the archive here after entry" in said and "in the archive of" in said
        assert "the match goes on from entry 5." in said


async def test_the_record_that_was_asked_for_is_written_by_the_program_that_goes_on(
    programs: Programs,
) -> None:
    host = await programs.host(*SHORT, "--save", "mine.tesser", before=PAUSE)
    guest = await programs.join(host.invite, before=PAUSE)
    await under_way(guest)
    await asyncio.gather(host.kill(), guest.kill())
    file = host.home / "mine.tesser"
    assert not file.exists()
    (one, _), (two, _) = await asyncio.gather(resume(programs, "host"), resume(programs, "guest"))
    await finish(one, two, {})
    assert read_record(file.read_bytes()) == record_of(one)
