"""Matches of two to four seats between two programs over TCP, bots on either side."""

from __future__ import annotations

import asyncio
import time

import pytest

from core.engine.record import Record
from tests.support.programs import SHORT, Programs, both_results, near, record_of, sentence
from tui.exit_status import BAD_FILE

GAME = ("--game", "time-masters")
TABLES = {
    2: (("random,guest", "random"), ("guest,random", "random")),
    3: (
        ("random,guest,random", "random"),
        ("guest,random,guest", "random,random"),
        ("random,random,guest", "random"),
        ("guest,guest,random", "random,random"),
    ),
    4: (("random,guest,random,guest", "random,random"), ("guest,random,random,random", "random")),
}
"""By number of seats: who plays where as the host says it, and as the guest does."""


async def played(programs: Programs, mine: str, theirs: str, *options: str, seconds: float = 60.0) -> Record:
    """A match to its end; the result and the record are the same on both sides, and the record is right."""
    host = await programs.host(*GAME, "--seats", mine, *options)
    guest = await programs.join(near(host.invite), "--seats", theirs)
    result = await both_results(host, guest, seconds)
    record = record_of(host)
    assert record.outcome is not None
    assert result["places"] == list(record.outcome.places)
    winner = record.outcome.winner
    assert result["winner"] == (None if winner is None else f"seat {winner + 1}")
    said = await programs.verify(host.record)
    assert f"{result['plies']} entries, {result['plies']} signatures, all agree" in said
    return record


@pytest.mark.parametrize("seats", TABLES)
async def test_a_match_is_the_same_on_both_sides(programs: Programs, seats: int) -> None:
    for number, (mine, theirs) in enumerate(TABLES[seats][:2]):
        record = await played(programs.apart(str(number)), mine, theirs, "--option", "max_turns=2")
        header = record.header
        assert [seat.peer for seat in header.seats] == [int(who == "guest") for who in mine.split(",")]
        assert {seat.player for seat in header.seats} == {"bot:random@1"}
        assert len({seat.key for seat in header.seats}) == 2
        assert {entry.by for entry in record.entries} == set(range(seats))


async def test_bots_that_think_sit_on_either_machine_and_have_names(programs: Programs) -> None:
    host = await programs.host(*GAME, "--seats", "greedy=Kairos,guest,random", *SHORT)
    guest = await programs.join(near(host.invite), "--seats", "greedy")
    await both_results(host, guest)
    seats = record_of(host).header.seats
    assert [seat.name for seat in seats] == ["Kairos", "Player's Greedy", "Player's Random"]
    assert [seat.player for seat in seats] == ["bot:greedy@1", "bot:greedy@1", "bot:random@1"]


async def test_a_guest_who_brings_too_few_is_told_which_seats_it_gets(programs: Programs) -> None:
    host = await programs.host(*GAME, "--seats", "guest,random,guest", *SHORT)
    guest = await programs.join(near(host.invite), "--seats", "random")
    assert await guest.ended() == BAD_FILE
    assert "at this table you get Seat 1 and Seat 3" in sentence(guest)
    await host.says("The guest is gone")
    again = await programs.join(near(host.invite), "--bot", "random")
    await both_results(host, again)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seats", [2, 3])
async def test_a_hundred_matches_without_a_mismatch(programs: Programs, seats: int) -> None:
    """New programs for each match, a few matches at once, played to their own end."""
    count = 100
    together = asyncio.Semaphore(4)
    ends: dict[str, int] = {}
    plies = 0

    async def play(number: int) -> None:
        nonlocal plies
        mine, theirs = TABLES[seats][number % len(TABLES[seats])]
        async with together:
            record = await played(programs.apart(str(number)), mine, theirs, seconds=600)
        assert record.outcome is not None
        ends[record.outcome.end] = ends.get(record.outcome.end, 0) + 1
        plies += len(record.entries)

    then = time.monotonic()
    await asyncio.gather(*map(play, range(count)))
    seconds = time.monotonic() - then
    print(f"\n{count} matches of {seats} seats between two processes: {ends}, {plies} plies, {seconds:.0f} s")
    assert sum(ends.values()) == count
