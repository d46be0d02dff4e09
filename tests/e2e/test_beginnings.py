"""Two programs, one of them killed while a match is being begun: no match stays on one side only."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from net.faultpoints import BEGINNING
from tests.support.kept import records
from tests.support.programs import QUICK_BEAT, SHORT, Program, Programs, both_results, killed_at
from tests.support.waiting import SECONDS, until

pytestmark = pytest.mark.long


def dies_at(point: str) -> str:
    return killed_at(point) + QUICK_BEAT


def kept(programs: Programs, name: str) -> list[str]:
    """The ids of this player's matches."""
    root = programs.folder / name / "tesser"
    return [one.header.match for one in records(root)] if (root / "archive").exists() else []


async def guest_dies(programs: Programs, point: str, keeps: bool) -> None:
    """The host plays on with whoever comes by the same invite, or back by what was kept."""
    host = await programs.host(*SHORT, before=QUICK_BEAT)
    dead = await programs.join(host.invite, before=dies_at(point))
    assert await dead.ended() == -9, dead.errors
    assert len(kept(programs, "guest")) == keeps
    if keeps:
        guest = await programs.start("guest", "resume", "--json", before=QUICK_BEAT)
        assert list(await guest.line()) == ["address"]
    else:
        await host.says("The guest is gone")
        assert kept(programs, "host") == []
        guest = await programs.join(host.invite)
    await both_results(host, guest)
    assert "out of turn" not in guest.errors
    assert len(kept(programs, "host")) == len(kept(programs, "guest")) == 1


async def host_dies(programs: Programs, point: str) -> Program:
    """What the host has of the match it goes on with; what it has nothing of, nothing was played of."""
    host = await programs.host(*SHORT, before=dies_at(point))
    guest = await programs.join(host.invite, before=QUICK_BEAT)
    assert await host.ended() == -9, host.errors
    if point != "begin.kept":
        assert kept(programs, "host") == []
        return guest
    assert kept(programs, "host") == kept(programs, "guest")
    again = await programs.start("host", "resume", "--json", before=QUICK_BEAT)
    assert list(await again.line()) == ["address"]
    await both_results(again, guest)
    return guest


@pytest.mark.parametrize("point", BEGINNING)
async def test_killed_while_a_match_is_begun(programs: Programs, point: str) -> None:
    guests = programs.apart("guest-dies"), programs.apart("host-dies")
    async with asyncio.timeout(2 * SECONDS):
        _, guest = await asyncio.gather(
            guest_dies(guests[0], point, keeps=point == "begin.kept"), host_dies(guests[1], point)
        )
        if point not in ("begin.start", "begin.keep", "begin.kept"):
            assert await guest.ended() == 4, "the guest is told that its host is gone"
            assert kept(guests[1], "guest") == []


async def test_a_guest_that_was_killed_with_its_match_joins_again(programs: Programs) -> None:
    """It does not know that it has it: the same invite still leads to the table."""
    host = await programs.host(*SHORT)
    dead = await programs.join(host.invite, before=dies_at("begin.kept"))
    assert await dead.ended() == -9, dead.errors
    assert len(kept(programs, "guest")) == 1
    guest = await programs.join(host.invite)
    await both_results(host, guest)
    assert len(kept(programs, "host")) == len(kept(programs, "guest")) == 1


async def test_what_the_host_never_had_is_said_to_be_perhaps_not_begun(programs: Programs) -> None:
    """Killed between the guest's keeping the match and its own, the host has nothing of it."""
    guest = await host_dies(programs, "begin.keep")
    (match,) = kept(programs, "guest")
    await guest.kill()
    again = await programs.start("guest", "resume", "--json", match)
    await again.says("Nothing has been played of it yet")
    await again.kill()


async def test_who_has_the_match_is_not_told_that_somebody_else_has_its_seat(
    programs: Programs, tmp_path: Path
) -> None:
    host = await programs.host(*SHORT, before=QUICK_BEAT)
    guest = await programs.join(host.invite, before=QUICK_BEAT)
    await until(lambda: bool(kept(programs, "host")), "the match at the host")
    await guest.kill()
    again = await programs.join(host.invite)
    assert await again.ended() == 5
    assert "tesser resume goes on with it" in again.errors
