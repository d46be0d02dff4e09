"""Whole matches between two programs over TCP: what they print and what they keep."""

from __future__ import annotations

import asyncio
import re
import time

import pytest

from core.engine.record import read_record
from tests.support.programs import (
    SHORT,
    Programs,
    both_results,
    near,
    record_of,
    sentence,
    statuses,
)


async def test_a_match_gives_the_same_result_and_the_same_record(programs: Programs) -> None:
    """As a script plays it: the invite through standard output, one line of result from each."""
    host = await programs.host(
        *("--side", "evil", "--deck", "Camazotz", "--lists", "closed", "--save", "mine.tesser"),
        *(*SHORT, "--option", "good_tokens=2"),
    )
    guest = await programs.join(host.invite, "--deck", "Star Singers", "--save", "mine.tesser")
    results = await asyncio.gather(host.result(), guest.result())
    assert results[0] == results[1]
    result = results[0]
    assert list(result) == [
        "winner",
        "places",
        "end",
        "score",
        "turns",
        "plies",
        "seed",
        "final_hash",
        "match",
    ]
    assert result["winner"] == ("good" if result["score"][0] >= result["score"][1] else "evil")
    assert sum(result["score"]) == 6
    assert result["end"] == "max_turns" and result["turns"] == 1 and result["plies"] > 20

    files = [programs.folder / side / "mine.tesser" for side in ("host", "guest")]
    assert files[0].read_bytes() == files[1].read_bytes()
    record = read_record(files[0].read_bytes())
    header = record.header
    assert [seat.peer for seat in header.seats] == [1, 0]
    assert [seat.player for seat in header.seats] == ["bot:random@1"] * 2
    assert header.lists == "closed" and header.options["good_tokens"] == 2
    assert [deck and deck.name for deck in header.decklists] == ["Star Singers", "Camazotz"]
    assert header.seed == result["seed"] and header.match == result["match"]
    assert record.entries[-1].hash == result["final_hash"] and len(record.entries) == result["plies"]
    for said in await asyncio.gather(*map(programs.verify, files)):
        assert f"{result['plies']} entries, {result['plies']} signatures, all agree" in said
        assert result["final_hash"] in said


async def test_a_whole_match_to_six_tokens(programs: Programs) -> None:
    host = await programs.host("--side", "good", "--option", "good_tokens=5")
    guest = await programs.join(host.invite)
    result = await both_results(host, guest, 120)
    assert result["end"] == "tokens" and sorted(result["score"]) == [0, 6]
    assert result["winner"] == ("good" if result["score"] == [6, 0] else "evil")
    await programs.verify(guest.record)


async def test_the_invite_can_be_piped_in(programs: Programs) -> None:
    host = await programs.host(*SHORT)
    home = programs.folder / "guest"
    guest = await programs.start("guest", "join", "--bot", "random", "--json", stdin=host.invite)
    result = await both_results(host, guest)
    assert host.invite not in host.record.read_text("utf-8")
    assert guest.home == home and result["turns"] == 1


async def test_without_json_the_result_is_for_people(programs: Programs) -> None:
    host = await programs.start("host", "host", "--bot", "random", *SHORT)
    invite = await host.text()
    guest = await programs.start("guest", "join", invite, "--bot", "random")
    assert await statuses(host, guest) == [0, 0]
    texts = [host.rest(), guest.rest()]
    assert texts[0] == texts[1]
    assert re.search(r"^final_hash: [0-9a-f]{32}$", texts[0], re.MULTILINE)


async def test_two_profiles_of_one_user_can_play(programs: Programs) -> None:
    host = await programs.host(*SHORT, player="me")
    alone = await programs.join(host.invite, player="me")
    assert await alone.ended() == 5
    assert "your own" in sentence(alone)
    guest = await programs.join(host.invite, "--profile", "second", player="me")
    assert (await host.result()) == (await guest.result())


KINDS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    ((), ()),
    (("--side", "good"), ()),
    (("--side", "evil", "--deck", "Camazotz"), ("--deck", "The Murry Family")),
    (("--side", "evil", "--deck", "The Black Thing", "--lists", "closed"), ()),
    (("--side", "good", "--deck", "Star Singers"), ("--deck", "The Black Thing")),
    (("--lists", "closed", "--option", "replace=0"), ()),
    (("--option", "evil_draw=1", "--option", "max_turns=12"), ()),
    (("--option", "fresh=1", "--option", "good_tokens=2"), ()),
)


@pytest.mark.slow
@pytest.mark.timeout(1800)
async def test_a_hundred_matches_without_a_mismatch(programs: Programs) -> None:
    """New programs for each match, a few matches at once."""
    count = 100
    together = asyncio.Semaphore(6)
    ends: dict[str, int] = {}
    plies = size = 0

    async def play(number: int) -> None:
        nonlocal plies, size
        mine, theirs = KINDS[number % len(KINDS)]
        players = programs.apart(str(number))
        async with together:
            host = await players.host(*mine)
            guest = await players.join(near(host.invite), *theirs)
            result = await both_results(host, guest, 300)
            await players.verify(host.record)
        ends[result["end"]] = ends.get(result["end"], 0) + 1
        plies += result["plies"]
        size += host.record.stat().st_size

    then = time.monotonic()
    await asyncio.gather(*map(play, range(count)))
    seconds = time.monotonic() - then
    print(f"\n{count} matches between two processes: {ends}, {plies} plies, {size} bytes, {seconds:.0f} s")
    assert sum(ends.values()) == count


async def test_the_hosts_setup_is_what_both_play_with(programs: Programs) -> None:
    host = await programs.host("--game", "time-masters", "--setup", "quick", "--option", "max_turns=2")
    guest = await programs.join(host.invite)
    result = await both_results(host, guest)
    assert result["end"] == "max_turns" and result["turns"] == 2
    for program in (host, guest):
        shared = record_of(program).header.shared
        assert shared is not None and shared.name == "Quick" and sum(shared.cards.values()) == 50
    assert "all agree" in await programs.verify(guest.record)
