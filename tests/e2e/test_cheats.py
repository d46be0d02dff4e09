"""Whatever the other player sends to a running program, its match is played as it should be."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core.engine.table import News
from net.lockstep.desync import Desync
from net.protocol.errors import LinkLost, NetError
from net.protocol.frames import EntryFrame, KeepAlive
from net.protocol.limits import BAD_FRAMES
from tests.e2e.cheats import Cheat, cheating_guest, cheating_host
from tests.support.forger import B16, BAD, HARMLESS, Attack, Forger
from tests.support.kept import whole
from tests.support.programs import SHORT, Program, Programs, record_of, sentence
from tests.support.waiting import SECONDS, until

pytestmark = pytest.mark.long


def cheat_at_every_entry(cheat: Cheat, attacks: dict[str, Attack]) -> list[str]:
    """Say all this in the course of the match; what has not been said yet."""
    left = list(attacks)

    def on_news(news: News) -> None:
        for _ in range(2):
            if news.n > 2 and cheat.match.outcome is None and left:
                cheat.say(attacks[left.pop(0)](cheat))

    cheat.sitting.table.watch(on_news)
    return left


OWN_REQUESTS: dict[str, Attack] = {
    "a request for a draw": lambda c: c.request("draw", c.me),
    "a request for the other side's concession": lambda c: c.request("concede", c.other),
}


def in_turns() -> list[dict[str, Attack]]:
    """All attacks, in parts that a match survives."""
    bad = BAD | OWN_REQUESTS
    names = list(bad)
    size = BAD_FRAMES - 2
    parts = [names[at : at + size] for at in range(0, len(names), size)]
    return [{name: bad[name] for name in part} | HARMLESS for part in parts]


@pytest.mark.parametrize("part", range(len(in_turns())))
async def test_a_cheating_guest_changes_nothing(programs: Programs, tmp_path: Path, part: int) -> None:
    host = await programs.host(*SHORT, "--side", "good")
    async with cheating_guest(host, tmp_path / "eve") as cheat:
        left = cheat_at_every_entry(cheat, in_turns()[part])
        await finished(cheat, host, left)


@pytest.mark.parametrize("part", range(len(in_turns())))
async def test_a_cheating_host_changes_nothing(programs: Programs, tmp_path: Path, part: int) -> None:
    async with cheating_host(programs, tmp_path / "eve") as (cheat, guest):
        left = cheat_at_every_entry(cheat, in_turns()[part])
        await finished(cheat, guest, left)


async def finished(cheat: Cheat, victim: Program, left: list[str]) -> None:
    """Play to the end: both sides have the same match, and it is right."""
    async with asyncio.timeout(SECONDS):
        outcome = await cheat.sitting.lockstep.run()
    result = await victim.result()
    assert outcome and not left, left
    assert result["end"] == outcome.end == "max_turns"
    assert result["final_hash"] == cheat.match.head.hex() and result["plies"] == cheat.match.n
    assert victim.record.read_bytes() == whole(cheat.root)


async def test_a_flood_from_the_guest_only_takes_time(programs: Programs, tmp_path: Path) -> None:
    host = await programs.host(*SHORT, "--side", "good")
    async with cheating_guest(host, tmp_path / "eve") as cheat:

        def flood(news: News) -> None:
            if news.n == 5:
                for _ in range(150):
                    cheat.say(KeepAlive())

        cheat.sitting.table.watch(flood)
        await finished(cheat, host, [])


async def test_a_guest_who_talks_nonsense_all_the_time_is_given_up(
    programs: Programs, tmp_path: Path
) -> None:
    host = await programs.host("--side", "good")
    async with cheating_guest(host, tmp_path / "eve") as cheat:

        def babble(news: News) -> None:
            if news.n == 10:
                for n in range(BAD_FRAMES + 1):
                    cheat.say(random.Random(n).randbytes(30))

        cheat.sitting.table.watch(babble)
        with pytest.raises(NetError):
            async with asyncio.timeout(SECONDS):
                await cheat.sitting.lockstep.run()
    assert await host.ended() == LinkLost.status
    assert "makes no sense" in sentence(host)
    said = await programs.verify(host.record)
    assert "not finished" in said


class Silent:
    """A controller that never decides."""

    async def choose(self, view: Any, decision: Any) -> Any:
        await asyncio.Event().wait()

    def refused(self, reason: str) -> None:
        raise AssertionError(reason)


OWNED = "\x1b]0;owned\x07"
ILLEGAL: dict[str, Attack] = {
    "a wrong hash": lambda c: c.entry("pass", hash=B16),
    "an answer to nothing": lambda c: c.entry(f"negate {hand_card(c)}"),
    "a card that is not in the hand": lambda c: c.entry(f"play {hand_card(c, c.other)}"),
    "a card that is another": lambda c: c.entry(f"play {hand_card(c).partition('=')[0]}=wit/good/zillo"),
    "a discard": lambda c: c.entry(f"discard {hand_card(c)}"),
    "no choice": lambda c: c.entry(f"nonsense {OWNED}"),
    "a long word": lambda c: c.entry("x" * 400),
    "two spaces": lambda c: c.entry("pass  "),
    "other letters": lambda c: c.entry("p\u0430ss"),
}


def hand_card(cheat: Forger, seat: int | None = None) -> str:
    """A card in hand, as a choice names it."""
    state = cheat.match.state
    handle = state.hand[cheat.me if seat is None else seat][0]
    return f"{handle}={cheat.match.game.table[state.cards[handle]]}"


@pytest.mark.parametrize("name", ILLEGAL)
async def test_a_signed_entry_that_is_illegal_stops_both(
    programs: Programs, tmp_path: Path, name: str
) -> None:
    host = await programs.host("--side", "evil")
    async with cheating_guest(host, tmp_path / "eve", controller=Silent()) as cheat:
        run = asyncio.create_task(cheat.sitting.lockstep.run())
        await asyncio.sleep(0)
        await until(lambda: cheat.sitting.table.owes() == cheat.me)
        agreed = cheat.match.n
        bad = ILLEGAL[name](cheat)
        assert isinstance(bad, EntryFrame)
        cheat.say(msgspec.structs.replace(bad, by=cheat.me))
        with pytest.raises(Desync):
            await run
    assert await host.ended() == Desync.status
    said = sentence(host)
    assert f"do not agree on entry {agreed + 1} (" in said
    assert said.isprintable() and "\x07" not in host.errors
    record = record_of(host)
    assert len(record.entries) == agreed and record.outcome is None
    await programs.verify(host.record)
