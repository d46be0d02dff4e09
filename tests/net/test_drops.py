"""Lines that break, and sides that leave or fall silent, in the middle of a match over loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from core.contract.choice import Choice, Decision
from net.handshake.terms import HandshakeResult
from net.protocol.errors import LinkLost, PeerLeft
from net.protocol.frames import ByeReason, Return
from net.protocol.identity import new_identity
from net.protocol.invite import Address, read_invite
from net.transport.connector import Connector
from net.transport.liveness import LinkNews
from tests.support.cable import LOOPBACK, Cable
from tests.support.peers import (
    GUEST_PLACES,
    HOST_PLACES,
    Side,
    bot,
    come,
    only,
    open_table,
    same,
    seated_pair,
)
from tests.support.waiting import SECONDS, until

QUICK: dict[str, Any] = {"beat": 0.05, "give_up": 10.0}


async def test_leaving_on_purpose_is_told() -> None:
    async with seated_pair() as (host, guest):
        one, two = Side(host, thinks=True), Side(guest)
        left = asyncio.create_task(one.lockstep.run())
        asyncio.get_running_loop().call_later(0.05, one.lockstep.leave)
        with pytest.raises(PeerLeft, match="left the match") as failed:
            await two.lockstep.run()
        assert failed.value.status == 8
        assert await left is None
        assert two.store.outcome is None


async def test_a_terminal_that_was_closed_is_told_as_that() -> None:
    async with seated_pair() as (host, guest):
        one, two = Side(host, thinks=True), Side(guest)
        one.lockstep.farewell = ByeReason.CLOSED
        asyncio.get_running_loop().call_later(0.05, one.lockstep.leave)
        left = asyncio.create_task(one.lockstep.run())
        with pytest.raises(PeerLeft, match="terminal was closed") as failed:
            await two.lockstep.run()
        assert failed.value.status == 8
        assert await left is None


async def test_a_side_that_is_stopped_says_goodbye() -> None:
    async with seated_pair() as (host, guest):
        one, two = Side(host, thinks=True), Side(guest, thinks=True)
        stopped = asyncio.create_task(two.lockstep.run())
        asyncio.get_running_loop().call_later(0.05, stopped.cancel)
        with pytest.raises(PeerLeft):
            await one.lockstep.run()
        assert stopped.cancelled()


async def test_a_side_that_falls_silent_is_given_up() -> None:
    async with seated_pair() as (host, guest):
        news: list[LinkNews] = []
        one = Side(host, give_up=0.5, beat=0.1, tell=only(LinkNews, news.append))
        guest.close(0)
        with pytest.raises(LinkLost, match="Nothing was heard") as failed:
            await one.lockstep.run()
        assert failed.value.status == 6
        assert {told.state for told in news} == {"silent"}
        assert "not heard" in news[0].sentence("Bea") and news[-1].sentence("Bea") == ""


async def test_a_paused_terminal_is_told() -> None:
    async with seated_pair() as (host, guest):
        news: list[LinkNews] = []
        one = Side(host, thinks=True, **QUICK)
        two = Side(guest, thinks=True, tell=only(LinkNews, news.append), **QUICK)
        one.lockstep.paused = True
        clock = asyncio.get_running_loop()
        clock.call_later(0.2, setattr, one.lockstep, "paused", False)
        clock.call_later(0.4, one.lockstep.requests.ask, 0, "concede")
        await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        assert [told.state for told in news] == ["paused"] * (len(news) - 1) + ["ok"]
        # How long it lasts is told again and again, and is no sentence.
        said = [sentence for told in news if (sentence := told.sentence("Ann"))]
        assert len(said) == 2 and said[0] == "Ann's terminal has paused; the link is ok."
        assert said[1].startswith("Ann's terminal shows the match again")


async def test_a_controller_that_fails_ends_the_run_with_its_error() -> None:
    class Broken:
        async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
            raise ZeroDivisionError

        def refused(self, reason: str) -> None: ...

    async with seated_pair() as (host, guest):
        one, two = Side(host), Side(guest)
        one.table._controllers[0] = Broken()
        results = await asyncio.gather(one.lockstep.run(), two.lockstep.run(), return_exceptions=True)
        assert [type(result) for result in results] == [ZeroDivisionError, PeerLeft]
        assert "an error of its own" in str(results[1])


@asynccontextmanager
async def cabled_pair(**settings: Any) -> AsyncIterator[tuple[HandshakeResult, HandshakeResult, Cable]]:
    hosting = open_table(**settings)
    cable = Cable(hosting.port)
    async with cable.laid() as port:
        invite = read_invite(hosting.invite)._replace(addresses=(Address(LOOPBACK, port),))
        waiting = asyncio.create_task(hosting.seat(HOST_PLACES))
        joining = await come(invite)
        try:
            guest = await joining.take_seat(GUEST_PLACES)
            yield await waiting, guest, cable
        finally:
            joining.close(0)
            hosting.close(0)


class Slow:
    """A bot that takes its time."""

    def __init__(self, n: int, seconds: float) -> None:
        self._bot = bot(n)
        self._seconds = seconds

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        await asyncio.sleep(self._seconds)
        return await self._bot.choose(view, decision)

    def refused(self, reason: str) -> None:
        raise AssertionError(reason)


class Told(list[LinkNews]):
    """What one side is told of the other."""

    async def until(self, state: str, count: int = 1) -> None:
        """Wait until this has been told so many times; there is no event for it."""
        async with asyncio.timeout(SECONDS):
            while sum(news.state == state for news in self) < count:
                await asyncio.sleep(0.005)

    @property
    def states(self) -> list[str]:
        """One after the other."""
        return [news.state for news in self if news.state != news.was]

    def sentences(self, other: str) -> list[str]:
        return [said for news in self if (said := news.sentence(other))]


@asynccontextmanager
async def two_who_think(**settings: Any) -> AsyncIterator[tuple[Side, Told, Side, Told, Cable]]:
    """A match over a cable in which nobody chooses; at the end it is conceded, and the same on both sides."""
    async with cabled_pair() as (host, guest, cable):
        hosts, guests = Told(), Told()
        one = Side(host, thinks=True, tell=only(LinkNews, hosts.append), **settings)
        two = Side(guest, thinks=True, tell=only(LinkNews, guests.append), **settings)
        match = asyncio.gather(one.lockstep.run(), two.lockstep.run())
        yield one, hosts, two, guests, cable
        one.lockstep.requests.ask(0, "concede")
        two.lockstep.requests.ask(1, "concede")
        await match
        assert same(one, two)


@pytest.mark.parametrize("cuts", [1, 4])
async def test_a_cut_line_is_mended_without_waiting_for_a_beat(cuts: int) -> None:
    """There is no beat here in time: what the system tells of the line is all there is."""
    async with two_who_think(beat=1_000.0, give_up=10_000.0) as (one, hosts, two, guests, cable):
        for cut in range(1, cuts + 1):
            cable.cut()
            await hosts.until("ok", cut)
            await guests.until("ok", cut)
        assert hosts.states == guests.states == ["silent", "ok"] * cuts
        assert hosts[0].words == guests[0].words == "link broken"
        assert hosts.sentences("Bea")[-1] == "Bea is back."
        assert one.lockstep.epoch == two.lockstep.epoch == cuts + 1


async def test_packets_that_get_lost_are_silence_and_nothing_has_broken() -> None:
    async with two_who_think(**QUICK) as (_, hosts, _, guests, cable):
        cable.freeze()
        await hosts.until("silent")
        await guests.until("silent")
        cable.thaw()
        await hosts.until("ok")
        await guests.until("ok")
        assert cable.connections == 1
        for told in (hosts, guests):
            assert told[0].state == "silent" and told.sentences("Bea")[0].startswith("Bea is not heard; ")


async def test_a_host_out_of_reach_for_longer_than_the_line_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while ZeroMQ itself gives the line up, and the guest calls until somebody answers."""
    monkeypatch.setattr("net.transport.sockets._HEARTBEAT_MS", 200)
    monkeypatch.setattr("net.transport.sockets._HEARD_MS", 600)
    async with two_who_think(beat=0.1, give_up=60.0) as (one, hosts, _, guests, cable):
        cable.freeze()
        await until(lambda: guests and guests[-1].seconds > 1)
        cable.thaw()
        await guests.until("ok")
        await hosts.until("ok")
        assert one.lockstep.epoch > 1 and cable.connections > 1
        seconds = int(guests.sentences("Ann")[-1].removeprefix("Ann is back after ").removesuffix(" s."))
        assert 2 <= seconds <= 20


@pytest.mark.parametrize("cuts", [1, 3])
async def test_a_cut_connection_comes_back_and_nothing_is_lost_or_doubled(cuts: int) -> None:
    async with cabled_pair(options={"rounds": 9}) as (host, guest, cable):
        one, two = Side(host, **QUICK), Side(guest, **QUICK)
        for side in (one, two):
            for seat in side.seated.seats:
                side.table._controllers[seat] = Slow(seat, 0.02)
        clock = asyncio.get_running_loop()
        for n in range(cuts):
            clock.call_later(0.1 + 0.5 * n, cable.cut)
        outcomes = await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        assert outcomes[0] == outcomes[1] is not None
        assert same(one, two)
        assert one.lockstep.epoch == two.lockstep.epoch >= 2


async def test_a_pulled_cable_is_noticed_and_survived() -> None:
    async with cabled_pair() as (host, guest, cable):
        news: list[LinkNews] = []
        one, two = Side(host, tell=only(LinkNews, news.append), **QUICK), Side(guest, **QUICK)
        two.table._controllers[1] = Slow(1, 0.3)
        clock = asyncio.get_running_loop()
        clock.call_later(0.1, cable.pull)
        clock.call_later(0.8, cable.plug)
        await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        assert same(one, two)
        assert list(dict.fromkeys(told.state for told in news)) == ["silent", "ok"]
        assert news[0].words == "link broken" and news[-1].sentence("Bea") == "Bea is back."


async def test_another_guest_cannot_take_the_place_of_one_whose_line_is_cut() -> None:
    """It lacks the key; that it knows match and token would not help it."""
    async with cabled_pair() as (host, _, cable):
        one = Side(host, thinks=True, give_up=1.0, beat=0.1)
        run = asyncio.create_task(one.lockstep.run())
        cable.pull()
        connector = Connector(new_identity(), host.identity.curve_public)
        link = connector.call(Address(LOOPBACK, cable._port))
        await connector.say(
            link, Return(bytes.fromhex(host.header.match), host.token.reveal(), 1, 0, one.match.h0, "", 0)
        )
        with pytest.raises(LinkLost):
            await run
        assert one.lockstep.epoch == 1
        connector.close()
