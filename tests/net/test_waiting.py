"""Who comes, goes and comes again at a table before its match, and how soon that is noticed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from net.protocol.errors import NeverBegan, NoConnection, Refused
from net.protocol.identity import new_identity
from net.protocol.invite import Address, Invite
from tests.support.cable import LOOPBACK, Cable
from tests.support.peers import GUEST_PLACES, Side, Waiting, come, same, waiting
from tests.support.waiting import SECONDS, until


async def test_the_same_guest_may_come_again_before_the_match() -> None:
    async with waiting() as host:
        me = new_identity()
        first = await come(host.invite, me)
        again = await come(host.invite, me)
        guest = await again.take_seat(GUEST_PLACES)
        assert (await host.seated).header == guest.header
        again.close(0)
        first.close(0)


async def test_a_guest_who_leaves_while_choosing_may_come_again() -> None:
    async with waiting() as host:
        me = new_identity()
        joining = await come(host.invite, me)
        joining.leave()
        joining = await come(host.invite, me)
        assert host.heard("gone") == ["The guest is gone: The guest has left."]
        await joining.take_seat(GUEST_PLACES)
        await host.seated
        joining.close(0)


async def test_a_host_who_closes_the_table_is_noticed_by_the_guest() -> None:
    async with waiting() as host:
        joining = await come(host.invite)
        await host.hosting.withdraw()
        with pytest.raises(Refused, match="closed this table"):
            await joining.until_lost()
        with pytest.raises(Refused, match="closed this table"):
            await joining.take_seat(GUEST_PLACES)
        with pytest.raises(NoConnection):
            await host.seated


async def test_a_table_that_is_closed_before_the_guest_has_said_that_it_keeps_the_match_begins_none() -> None:
    async with waiting() as host:
        joining = await come(host.invite)
        guest = Side(await joining.take_seat(GUEST_PLACES, keeps=True))
        running = asyncio.create_task(guest.lockstep.run())
        assert not host.seated.done()
        await host.hosting.withdraw()
        with pytest.raises(NeverBegan, match="closed this table"):
            await running
        assert guest.match.n == 0


async def test_a_guest_plays_nothing_before_the_host_has_begun() -> None:
    async with waiting() as host:
        joining = await come(host.invite)
        guest = Side(await joining.take_seat(GUEST_PLACES, keeps=True))
        running = asyncio.create_task(guest.lockstep.run())
        guest.seated.kept()
        other = Side(await host.seated)  # and its loop does not run yet
        await asyncio.sleep(0.2)
        assert guest.match.n == 0
        playing = asyncio.create_task(other.lockstep.run())
        async with asyncio.timeout(SECONDS):
            await asyncio.gather(running, playing)
        assert same(other, guest)


async def test_a_long_choice_of_deck_does_not_end_the_handshake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.handshake.host.AWAY_SECONDS", 0.3)
    monkeypatch.setattr("net.handshake.guest._STILL_SECONDS", 0.1)
    async with waiting() as host:
        joining = await come(host.invite)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.8):
                await joining.until_lost()
        await joining.take_seat(GUEST_PLACES)
        await host.seated
        joining.close(0)


async def test_a_silent_guest_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.handshake.host.AWAY_SECONDS", 0.2)
    async with waiting() as host:
        joining = await come(host.invite)
        joining.close(0)
        await until(lambda: host.heard("gone"))
        assert not host.seated.done()


FOR_EVER = 1_000.0


@asynccontextmanager
async def cabled(host: Waiting) -> AsyncIterator[tuple[Cable, Invite]]:
    """A line to the host's table that can be cut, and the invite to it."""
    cable = Cable(host.hosting.port)
    async with cable.laid() as port:
        yield cable, host.invite._replace(addresses=(Address(LOOPBACK, port),))


async def test_a_guest_whose_line_breaks_while_it_chooses_is_at_the_table_again() -> None:
    async with waiting() as host, cabled(host) as (cable, invite):
        joining = await come(invite)
        for times in (1, 2):
            cable.cut()
            await until(lambda times=times: len(host.heard("guest")) == times + 1)
        guest = await joining.take_seat(GUEST_PLACES)
        assert (await host.seated).header == guest.header
        joining.close(0)


async def test_a_guest_whose_line_breaks_as_it_sits_down_sits_down() -> None:
    async with waiting() as host, cabled(host) as (cable, invite):
        joining = await come(invite)
        cable.cut()
        guest = await joining.take_seat(GUEST_PLACES)
        assert (await host.seated).header == guest.header
        joining.close(0)


async def test_a_guest_that_was_stopped_for_long_sits_down_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.handshake.host.AWAY_SECONDS", 0.3)
    monkeypatch.setattr("net.handshake.guest._STILL_SECONDS", 0.1)
    async with waiting() as host, cabled(host) as (cable, invite):
        joining = await come(invite)
        cable.freeze()
        await until(lambda: host.heard("gone"))
        assert host.heard("gone") == ["The guest is gone: Nothing was heard of it."]
        cable.thaw()
        await until(lambda: len(host.heard("guest")) == 2)
        guest = await joining.take_seat(GUEST_PLACES)
        assert (await host.seated).header == guest.header
        joining.close(0)


async def test_a_guest_that_was_stopped_until_the_table_was_gone_hears_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("net.handshake.host.AWAY_SECONDS", 0.3)
    monkeypatch.setattr("net.handshake.guest._AGAIN_SECONDS", 0.3)
    monkeypatch.setattr("net.handshake.guest._STILL_SECONDS", 0.1)
    async with waiting() as host, cabled(host) as (cable, invite):
        joining = await come(invite)
        cable.freeze()
        await until(lambda: host.heard("gone"))
        cable.thaw()
        cable.refuse()
        with pytest.raises(NoConnection, match="was stopped for a while, so that the host let your seat go"):
            await joining.until_lost()
        joining.close(0)


async def test_a_host_that_dies_is_noticed_at_once_by_a_guest_who_chooses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its line breaks: no time has to run out but that in which it is looked for once more."""
    monkeypatch.setattr("net.handshake.guest._AWAY_SECONDS", FOR_EVER)
    monkeypatch.setattr("net.handshake.guest._AGAIN_SECONDS", 0.2)
    async with waiting() as host:
        joining = await come(host.invite)
        host.hosting.close(0)
        async with asyncio.timeout(SECONDS):
            with pytest.raises(NoConnection, match="line to the host broke off"):
                await joining.until_lost()
        with pytest.raises(NoConnection, match="line to the host broke off"):
            await joining.take_seat(GUEST_PLACES)


async def test_a_host_that_dies_while_the_guest_sits_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.handshake.guest.STEP_SECONDS", FOR_EVER)
    monkeypatch.setattr("net.handshake.guest._AGAIN_SECONDS", 0.2)
    async with waiting() as host:
        joining = await come(host.invite)
        host.hosting._listener.reader.cancel()  # it hears nothing more, and answers nothing
        sitting = asyncio.create_task(joining.take_seat(GUEST_PLACES))
        await asyncio.sleep(0)
        host.hosting.close(0)
        async with asyncio.timeout(SECONDS):
            with pytest.raises(NoConnection, match="line to the host broke off"):
                await sitting


async def test_a_guest_that_dies_while_it_chooses_is_noticed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.handshake.host.AWAY_SECONDS", FOR_EVER)
    async with waiting() as host:
        me = new_identity()
        joining = await come(host.invite, me)
        joining.close(0)
        await until(lambda: host.heard("gone"))
        assert host.heard("gone") == ["The guest is gone: Its line broke off."]
        again = await come(host.invite, me)
        await again.take_seat(GUEST_PLACES)
        await host.seated
        again.close(0)


async def test_a_seat_taken_by_the_same_player_elsewhere_is_told_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("net.handshake.guest._AWAY_SECONDS", FOR_EVER)
    async with waiting() as host:
        me = new_identity()
        first = await come(host.invite, me)
        again = await come(host.invite, me)
        async with asyncio.timeout(SECONDS):
            with pytest.raises(Refused, match="went to another program of yours") as refused:
                await first.until_lost()
        assert refused.value.why == "taken"
        first.close(0)
        await again.take_seat(GUEST_PLACES)
        await host.seated
        assert not host.heard("refused") and not host.heard("gone")
        again.close(0)
