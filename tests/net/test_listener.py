"""Nonsense sent to a host harms nobody."""

from __future__ import annotations

import asyncio
import sys

import pytest

from net.handshake.hello import hello
from net.handshake.steps import prove
from net.protocol.errors import Refused
from net.protocol.frames import Hello, Offer, Refuse, SeatRequest, encode
from net.protocol.identity import new_identity
from net.transport.connector import Connector
from tests.support.peers import GUEST_PLACES, come, stranger, waiting
from tests.support.waiting import SECONDS


async def test_nobody_can_claim_anothers_signing_key() -> None:
    async with waiting() as host:
        thief, victim = new_identity(), new_identity()
        async with stranger(host, thief) as (link, say):
            await say(hello("0.1"))
            await link.expect(Hello, SECONDS)
            for proof in (
                prove(thief, host.invite.key, thief.curve_public),
                prove(victim, host.invite.key, victim.curve_public),
            ):
                await say(SeatRequest(host.invite.code, "Bea", bytes.fromhex(victim.key), proof))
                with pytest.raises(Refused, match="prove"):
                    await link.expect(Offer, SECONDS)
                await say(hello("0.1"))
                await link.expect(Hello, SECONDS)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"garbage",
        b"\x91" * 3_000,
        bytes(5_000),
        encode(Refuse("x", "y")),
        encode(SeatRequest(bytes(16), "x", bytes(32), bytes(64))),
    ],
    ids=["empty", "garbage", "nested", "too long", "refusal", "knock without hello"],
)
async def test_nonsense_at_the_door_harms_nobody(data: bytes) -> None:
    async with waiting() as host:
        async with stranger(host) as (link, say):
            await say(data)
            with pytest.raises(Refused, match="no hello"):
                await link.expect(Hello, SECONDS)
        await host.takes_a_good_guest()


async def test_a_huge_frame_and_a_frame_of_parts_harm_nobody() -> None:
    async with waiting() as host:
        connector = Connector(new_identity(), host.invite.key)
        link = connector.call(host.invite.addresses[-1])
        await connector._sockets[link].send_multipart([encode(hello("0.1")), b"more"])
        with pytest.raises(Refused, match="no hello"):
            await link.expect(Hello, SECONDS)
        await connector._sockets[link].send_multipart([bytes(1_000_000)])
        await host.takes_a_good_guest()
        connector.close()


async def test_a_flood_of_strangers_frames_does_not_keep_a_guest_out() -> None:
    async with waiting() as host, stranger(host) as (link, say):
        for _ in range(150):
            await say(b"garbage")
        with pytest.raises(Refused):
            await link.expect(Hello, SECONDS)
        await host.takes_a_good_guest()


async def test_raw_bytes_on_the_port_harm_nobody() -> None:
    async with waiting() as host:
        _, writer = await asyncio.open_connection("127.0.0.1", host.hosting.port)
        writer.write(b"GET / HTTP/1.1\r\n\r\n" * 100)
        await writer.drain()
        await host.takes_a_good_guest()
        writer.close()


async def test_nobody_waits_at_a_door_that_lets_nobody_in_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> bool:
        raise ZeroDivisionError

    monkeypatch.setattr("net.protocol.limits.LinkAdmission.admit", broken)
    async with waiting() as host, stranger(host) as (_, say):
        knocking = asyncio.ensure_future(say(hello("0.1")))
        with pytest.raises(ZeroDivisionError):
            async with asyncio.timeout(SECONDS):
                await host.seated
        knocking.cancel()
        await asyncio.wait({knocking})


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how much has come over a line")
async def test_a_message_of_endless_parts_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part by itself is small, and libzmq shows none of them before it has the last."""
    monkeypatch.setattr("net.transport.idle_reaper.UNREAD_BYTES", 1_000_000)
    monkeypatch.setattr("net.transport.idle_reaper.QUIET_SECONDS", 1_000.0)
    monkeypatch.setattr("net.transport.listener._WATCH_SECONDS", 0.01)
    async with waiting() as host, stranger(host) as (link, say):
        closed = asyncio.Event()
        link.on_line = lambda up: None if up else closed.set()
        await say(encode(hello("0.1")))
        await link.expect(Hello, SECONDS)
        await say(*[bytes(60_000)] * 1_000)
        async with asyncio.timeout(SECONDS):
            await closed.wait()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await link.receive()
        await host.takes_a_good_guest()


async def test_a_line_whose_owner_says_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has proved a key, and keeps its line: one from before it has been refused, one after."""
    monkeypatch.setattr("net.transport.idle_reaper.QUIET_SECONDS", 0.5)
    async with waiting() as host:
        joining = await come(host.invite)
        for words in ([], [b"garbage"]):
            async with stranger(host) as (link, say):
                closed = asyncio.Event()
                link.on_line = lambda up, closed=closed: None if up else closed.set()
                for word in words:
                    await say(word)
                async with asyncio.timeout(SECONDS):
                    await closed.wait()
        guest = await joining.take_seat(GUEST_PLACES)  # who was quiet too, but listened to
        assert (await host.seated).header == guest.header
        joining.close(0)
