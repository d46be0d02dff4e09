"""Two programs play over TCP: what they print, what they keep, and with which exit status they end.

Programs that were changed stand for other versions, cheats and broken machines.
"""

from __future__ import annotations

import asyncio
import re
import signal
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from core import games
from core.record import read_record
from net.invite import Address, Invite, read_invite, write_invite
from tests.e2e.peers import LOOPBACK, Program, Programs, both_results, cabled, near, record_of, until

SHORT = ("--option", "max_turns=1")
QUICK_SILENCE = """
from net.lockstep import Lockstep
Lockstep.__init__.__kwdefaults__["give_up"] = 3.0
"""
QUICK_BEAT = """
from net.lockstep import Lockstep
Lockstep.__init__.__kwdefaults__["beat"] = 0.2
"""
NO_ROOM = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (32, 32))"
"""Just enough for an identity."""
FULL_DISK = """
import resource
from tui.archive import RecordFile
append = RecordFile.append
def keep(self, entry):
    if self.path.read_bytes().count(b"\\n") > 20 and entry.by == {by}:
        resource.setrlimit(resource.RLIMIT_FSIZE, (self._end, self._end))
    append(self, entry)
RecordFile.append = keep
"""
SLEEPY_BOT = """
import asyncio
from core.bots.random import RandomBot
async def choose(self, view, decision):
    await asyncio.sleep({seconds})
    return [self.pick(decision)]
RandomBot.choose = choose
"""


@pytest.fixture
async def programs(tmp_path: Path) -> AsyncIterator[Programs]:
    started = Programs(tmp_path)
    yield started
    await started.close()


def sentence(program: Program) -> str:
    """The last thing it said, which has to be a sentence and no traceback."""
    assert "Traceback" not in program.errors, program.errors
    said = program.errors.rstrip().rpartition("\n")[2]
    assert re.fullmatch(r"tesser: \S.* .*[.?]", said), program.errors
    return said


async def statuses(*programs: Program) -> list[int]:
    """With which exit status each ends."""
    return list(await asyncio.gather(*(program.ended() for program in programs)))


# Matches


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
    assert list(result) == ["winner", "end", "score", "turns", "plies", "seed", "final_hash", "match"]
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
    host = await programs.host("--side", "good")
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


# Who is not let in


async def test_a_wrong_code_is_refused_and_the_right_guest_plays(programs: Programs) -> None:
    host = await programs.host(*SHORT)
    wrong = await programs.join(near(host.invite)._replace(code=bytes(16)), player="wrong")
    assert await wrong.ended() == 5
    assert "code is wrong" in sentence(wrong)
    await host.says("Somebody was refused: This invite's code is wrong")
    assert host.running
    await both_results(host, await programs.join(host.invite))


async def test_a_second_guest_finds_the_seat_taken(programs: Programs) -> None:
    host = await programs.host("--option", "max_turns=3")
    guest = await programs.join(host.invite)
    await host.says("has taken the seat")
    second, double = await asyncio.gather(
        programs.join(host.invite, player="second"),
        programs.join(host.invite, player="guest"),  # the same key as the one who plays
    )
    assert await statuses(second, double) == [5, 5]
    assert "seat is taken" in sentence(second) and "seat is taken" in sentence(double)
    assert host.running and guest.running
    await both_results(host, guest, 120)


async def test_a_host_who_is_gone(programs: Programs) -> None:
    host = await programs.host()
    host.process.terminate()
    assert await host.ended() == 130
    guest = await programs.join(host.invite, before="import tui.headless as h; h.JOIN_SECONDS = 2.0")
    assert await guest.ended() == 4
    assert "did not answer within 2 seconds" in sentence(guest)
    assert not (guest.home / "tesser" / "matches").exists()


async def test_a_port_in_use(programs: Programs) -> None:
    host = await programs.host()
    port = str(read_invite(host.invite).addresses[0].port)
    other = await programs.start("other", "host", "--bot", "random", "--port", port)
    assert await other.ended() == 4
    assert "Can't listen" in sentence(other)


@pytest.mark.parametrize("text", ["{cut}", "{whole}z!", "{whole}aaaaaaaa", "tesser2{cut}", "hello", ""])
async def test_a_malformed_invite(programs: Programs, text: str) -> None:
    whole = write_invite(Invite(bytes(32), bytes(16), (Address(LOOPBACK, 1),)))
    guest = await programs.join(text.format(whole=whole, cut=whole[:-9]))
    assert await guest.ended() == 2
    assert "nvite" in sentence(guest)


async def test_other_rules_are_refused_and_both_versions_named(programs: Programs) -> None:
    host = await programs.host(*SHORT)
    other_rules = "import core; core.VERSION = '9.9'; import core.wrinkles.cards as c; c.RULES = 99"
    guest = await programs.join(host.invite, before=other_rules)
    assert await guest.ended() == 5
    said = sentence(guest)
    await host.says("The guest is gone: The rules of")
    fingerprint = games.load("wrinkles").fingerprint
    for text in (said, host.errors):
        assert re.search(rf"host has tesser 0\.\S+ with rules {fingerprint[:8]}", text)
        other = re.search(r"guest tesser 9\.9 with rules ([0-9a-f]{8})", text)
        assert other and other.group(1) != fingerprint[:8]
    # The code is the guest's now: with the right rules it may come again, and nobody else.
    stranger = await programs.join(host.invite, player="stranger")
    assert await stranger.ended() == 5
    await both_results(host, await programs.join(host.invite))


@pytest.mark.parametrize("protocol", [0, 2])
async def test_another_protocol_is_refused(programs: Programs, protocol: int) -> None:
    host = await programs.host(*SHORT)
    guest = await programs.join(host.invite, before=f"import net.handshake as h; h.PROTOCOL = {protocol}")
    assert await guest.ended() == 5
    said = sentence(guest)
    assert f"protocol {protocol}" in said and "protocol 1" in said
    assert said.endswith("Update yours." if protocol < 1 else "Update the other.")
    await host.says("Somebody was refused")
    await both_results(host, await programs.join(host.invite, player="right"))


async def test_a_deck_that_the_offer_does_not_allow(programs: Programs) -> None:
    """The guest's own program says so, or else the host does. The seat stays the guest's."""
    host = await programs.host(*SHORT, "--side", "evil")
    guest = await programs.join(host.invite, "--deck", "Star Singers")
    assert await guest.ended() == 3
    assert "Original is the full printed list" in sentence(guest)
    await host.says("The guest is gone: The guest has left.")

    unchecked = "import tui.headless as h; h.deck_checker = lambda *_: lambda *_: None"
    guest = await programs.join(host.invite, "--deck", "Star Singers", before=unchecked)
    assert await guest.ended() == 5
    assert "Original is the full printed list" in sentence(guest)
    await host.says("The guest is gone: The deck of")

    missing = await programs.join(host.invite, "--deck", "no-such-deck")
    assert await missing.ended() == 3
    await both_results(host, await programs.join(host.invite))


@pytest.mark.parametrize("wrong", ["host", "guest"])
async def test_a_record_that_cannot_be_begun(programs: Programs, wrong: str) -> None:
    """The side without room is told, and so is the other side, at once."""
    host = await programs.host(before=NO_ROOM if wrong == "host" else "")
    guest = await programs.join(host.invite, before=NO_ROOM if wrong == "guest" else "")
    one, other = (host, guest) if wrong == "host" else (guest, host)
    assert await statuses(one, other) == [3, 8]
    assert "can't be written" in sentence(one)
    assert "left the match" in sentence(other)


# Mismatches

ANY_DECK = "import decks.formats; decks.formats.check = lambda *_: []\n"
HANDS = """
version = 1
name = "Balance"
game = "wrinkles"
side = "good"
format = "original"

[cards]
"wit/good/balance-of-the-universe" = 60
"""
PLAYS_ALWAYS = """
from core.bots.random import RandomBot
pick = RandomBot.pick
def eager(self, decision):
    plays = [choice for choice in decision.choices if choice.kind == "play"]
    return plays[0] if plays else pick(self, decision)
RandomBot.pick = eager
"""
SPECIALS_ANY_TIME = "import core.wrinkles.choices as c; c.special_reason = lambda *_: None\n"
FATE_FOR_EVER = "import core.wrinkles.choices as c; c.KINDS = ('Fate',) * 10\n"
FORBIDS_ALL = """
import core.wrinkles.choices as c
window = c._window
def nothing(pool, rooms, state, frame):
    return window(pool, rooms, state, frame) if frame[1] == 0 else [c.PASS]
c._CHOICES[c.WINDOW] = nothing
"""


def corrupted(how: str) -> str:
    """A program whose states go wrong in the second Fate phase, silently."""
    return f"""
from core.wrinkles.wrinkles import Wrinkles
true = Wrinkles.apply
def apply(self, state, choice, chance, events=None):
    true(self, state, choice, chance, events)
    if state.phase == 4:
        {how}
Wrinkles.apply = apply
"""


async def disagreement(programs: Programs, host: Program, guest: Program) -> tuple[int, str]:
    """Both sides end with 7, naming the same entry, and keep what they agreed on: its number and text."""
    assert await statuses(host, guest) == [7, 7], host.errors + guest.errors
    named = [re.search(r"do not agree on entry (\d+) \((.*?)\)", sentence(side)) for side in (host, guest)]
    assert named[0] and named[1] and named[0].groups() == named[1].groups()
    n, text = int(named[0].group(1)), named[0].group(2)
    records = [record_of(side) for side in (host, guest)]
    assert records[0].header == records[1].header
    assert records[0].entries[: n - 1] == records[1].entries[: n - 1]
    assert all(len(record.entries) >= n - 1 for record in records)
    assert all(record.outcome is None and not record.torn for record in records)
    # Entry n stands only where it was placed; the other side never took it.
    assert min(len(record.entries) for record in records) == n - 1
    assert "not finished" in await programs.verify(host.record)
    return n, text


async def test_a_special_played_too_early_stops_both(programs: Programs, tmp_path: Path) -> None:
    deck = tmp_path / "hands.toml"
    deck.write_text(HANDS, "utf-8")
    host = await programs.host("--side", "evil", before=ANY_DECK)
    guest = await programs.join(
        host.invite, "--deck", deck, before=ANY_DECK + SPECIALS_ANY_TIME + PLAYS_ALWAYS
    )
    n, text = await disagreement(programs, host, guest)
    assert re.fullmatch(r"play \d+=wit/good/balance-of-the-universe", text)
    assert "Here it is not allowed: " in sentence(host) and "only in Challenge." in sentence(host)
    assert len(record_of(host).entries) == n - 1


async def test_a_card_played_outside_fate_stops_both(programs: Programs) -> None:
    host = await programs.host("--side", "evil")
    guest = await programs.join(host.invite, before=FATE_FOR_EVER + PLAYS_ALWAYS)
    n, text = await disagreement(programs, host, guest)
    assert text.startswith("play ")
    assert "only in Fate." in sentence(host)
    assert len(record_of(host).entries) == n - 1


async def test_a_guest_that_forbids_what_is_allowed_stops_both(programs: Programs) -> None:
    host = await programs.host("--side", "evil", before=PLAYS_ALWAYS)
    guest = await programs.join(host.invite, before=FORBIDS_ALL)
    n, text = await disagreement(programs, host, guest)
    assert text.startswith("play ")
    assert "Here it is not allowed" in sentence(guest)
    assert len(record_of(guest).entries) == n - 1


@pytest.mark.parametrize("side", ["good", "evil"])
async def test_a_corrupted_public_value_stops_both(programs: Programs, side: str) -> None:
    host = await programs.host("--side", side)
    guest = await programs.join(host.invite, before=corrupted("state.tokens[:] = [4, 2]"))
    await disagreement(programs, host, guest)
    assert "difference is at tokens[0]" in sentence(host)
    assert "difference is at tokens[0]" in sentence(guest)


async def test_a_corrupted_hidden_card_stops_both_and_is_not_shown(programs: Programs) -> None:
    host = await programs.host()
    swap = "a, b = state.deck[1][:2]; state.cards[a], state.cards[b] = state.cards[b], state.cards[a]"
    guest = await programs.join(host.invite, before=corrupted(swap))
    await disagreement(programs, host, guest)
    assert "difference is at cards." in sentence(host)
    assert "difference is at cards." in sentence(guest)


async def test_a_corrupted_host_stops_both(programs: Programs) -> None:
    host = await programs.host(before=corrupted("state.tokens[:] = [4, 2]"))
    guest = await programs.join(host.invite)
    assert await statuses(host, guest) == [7, 7]
    assert "tokens[0]" in sentence(host) and "tokens[0]" in sentence(guest)
    await programs.verify(guest.record)


@pytest.mark.parametrize("whose", ["entry of its own", "entry from the other side"])
async def test_a_full_disk_is_no_mismatch(programs: Programs, whose: str) -> None:
    """The side without room says so and leaves; the other hears that, and has the match."""
    own = whose == "entry of its own"
    host = await programs.host("--side", "evil")
    guest = await programs.join(host.invite, before=FULL_DISK.format(by=0 if own else 1))
    assert await statuses(guest, host) == [3, 8]
    assert "can't be written (File too large)" in sentence(guest)
    assert "left the match" in sentence(host)
    mine, theirs = record_of(host).entries, record_of(guest).entries
    assert len(theirs) > 15 and theirs == mine[: len(theirs)]


# Leaving, silence, drops


@pytest.mark.parametrize("leaver", ["host", "guest"])
async def test_a_side_that_is_ended_says_goodbye(programs: Programs, leaver: str) -> None:
    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    await asyncio.gather(*(ended_by(programs.apart(number.name), leaver, number) for number in numbers))


async def ended_by(programs: Programs, leaver: str, number: signal.Signals) -> None:
    host = await programs.host()
    async with cabled(host) as (cable, invite):
        guest = await programs.join(invite)
        await cable.passed(20_000)
        one, other = (host, guest) if leaver == "host" else (guest, host)
        one.process.send_signal(number)
        assert await statuses(one, other) == [130, 8]
    assert "left the match" in sentence(other)
    assert "Traceback" not in one.errors
    await keep_what_both_had(programs, one, other)


async def keep_what_both_had(programs: Programs, one: Program, other: Program) -> None:
    """Both records are right as far as they go, and the same as far as both go."""
    mine, theirs = record_of(one).entries, record_of(other).entries
    both = min(len(mine), len(theirs))
    assert both > 10 and mine[:both] == theirs[:both]
    for said in await asyncio.gather(programs.verify(one.record), programs.verify(other.record)):
        assert "not finished" in said


async def test_a_guest_that_is_ended_in_the_handshake_may_come_again(programs: Programs) -> None:
    """It has seen the offer, and waits for what the host owes it; the host hears at once that it is gone."""
    slow = """
import sys, net.hosting as h
from net.wire import Commit
async def draw(link, header, peer):
    while not first:
        first.append(await link.expect(Commit, 600))
        print("The guest waits.", file=sys.stderr, flush=True)
        await link.expect(Commit, 600)
    return await true(link, header, peer)
first, true, h.draw_seed = [], h.draw_seed, draw
"""
    host = await programs.host(*SHORT, before=slow)
    guest = await programs.join(host.invite)
    await host.says("The guest waits.")
    guest.process.terminate()
    assert await guest.ended() == 130
    assert "Traceback" not in guest.errors
    await host.says("The guest is gone: The guest has left.")
    await both_results(host, await programs.join(host.invite))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_guest_that_is_ended_while_it_knocks(programs: Programs, number: signal.Signals) -> None:
    """It hangs in the handshake with a host that has stopped; the host goes on waiting for it."""
    host = await programs.host(*SHORT)
    async with cabled(host) as (cable, invite):
        host.process.send_signal(signal.SIGSTOP)
        guest = await programs.join(invite)
        await cable.passed(10)
        guest.process.send_signal(number)
        assert await guest.ended() == 130
        assert "Traceback" not in guest.errors
        host.process.send_signal(signal.SIGCONT)
        await both_results(host, await programs.join(invite))


async def test_a_side_that_is_not_heard_is_given_up_after_a_while(programs: Programs) -> None:
    whole = programs.apart("killed host"), programs.apart("killed guest"), programs.apart("pulled")
    await asyncio.gather(killed(whole[0], "host"), killed(whole[1], "guest"), line_pulled(whole[2]))


async def killed(programs: Programs, victim: str) -> None:
    host = await programs.host(before=QUICK_SILENCE)
    async with cabled(host) as (cable, invite):
        guest = await programs.join(invite, before=QUICK_SILENCE)
        await cable.passed(20_000)
        one, other = (host, guest) if victim == "host" else (guest, host)
        one.process.kill()
        then = time.monotonic()
        assert await other.ended() == 6
        assert time.monotonic() - then > 2.5
    assert await one.ended() == -signal.SIGKILL
    assert "Nothing was heard from the other side for 3 seconds" in sentence(other)
    await keep_what_both_had(programs, one, other)


async def line_pulled(programs: Programs) -> None:
    host = await programs.host(before=QUICK_SILENCE)
    async with cabled(host) as (cable, invite):
        guest = await programs.join(invite, before=QUICK_SILENCE)
        await cable.passed(20_000)
        cable.pull()
        assert await statuses(host, guest) == [6, 6]
    assert "Nothing was heard" in sentence(host) and "Nothing was heard" in sentence(guest)
    await keep_what_both_had(programs, host, guest)


async def test_short_drops_are_survived(programs: Programs) -> None:
    await asyncio.gather(
        dropped(programs.apart("1"), [1.0]),
        dropped(programs.apart("4"), [4.0]),
        dropped(programs.apart("five at once"), [0.0] * 5, QUICK_BEAT),
        dropped(programs.apart("three"), [0.2, 1.0, 0.2], QUICK_BEAT),
    )


async def dropped(programs: Programs, cuts: list[float], before: str = "") -> None:
    """A match whose line is away for so many seconds, again and again."""
    host = await programs.host("--option", "max_turns=2", before=before)
    async with cabled(host) as (cable, invite):
        guest = await programs.join(invite, before=before + SLEEPY_BOT.format(seconds=0.01))
        await cable.passed(8_000)
        for seconds in cuts:
            connections = cable.connections
            cable.pull()
            await asyncio.sleep(seconds)
            cable.plug()
            await cable.connected(connections + 1)
            entries = len(record_of(host).entries)
            await until(partial(has_more, host, entries + 2), "more entries")
        result = await both_results(host, guest, 60)
        assert result["plies"] > entries
    await programs.verify(guest.record)


def has_more(program: Program, entries: int) -> bool:
    return len(record_of(program).entries) > entries


async def test_a_machine_that_sleeps_for_a_while(programs: Programs) -> None:
    """Longer than the heartbeats of the link allow."""
    await asyncio.gather(*(stopped(programs.apart(side), side) for side in ("host", "guest")))


async def stopped(programs: Programs, side: str) -> None:
    host = await programs.host("--option", "max_turns=2")
    async with cabled(host) as (cable, invite):
        guest = await programs.join(invite)
        await cable.passed(12_000)
        one = host if side == "host" else guest
        one.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(4.5)
        one.process.send_signal(signal.SIGCONT)
        await both_results(host, guest, 60)
        assert cable.connections > 1


# Many


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
