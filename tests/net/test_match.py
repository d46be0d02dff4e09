"""Whole matches between two sides over loopback."""

from __future__ import annotations

import asyncio

from core.match import replay, signing_bytes
from net.handshake import check_seed
from net.identity import verify
from tests.net.tables import GAME, Side, seated_pair


async def test_a_bot_match_ends_the_same_on_both_sides() -> None:
    async with seated_pair() as (host, guest):
        assert host.header == guest.header
        assert check_seed(host.header)
        assert host.seats == (0,) and guest.seats == (1, 2)
        one, two = Side(host), Side(guest)
        outcomes = await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        assert outcomes[0] == outcomes[1] is not None
        assert one.store.entries == two.store.entries == one.match.entries
        assert one.store.outcome == two.store.outcome == outcomes[0]
        for n, entry in enumerate(one.match.entries, 1):
            key = host.header.seats[entry.by].key
            assert key and entry.signature
            assert verify(
                key, signing_bytes(host.header.match, n, bytes.fromhex(entry.hash)), entry.signature
            )
        assert replay(host.header, one.match.entries, GAME).head == one.match.head
