"""From an invite to a header both sides hold."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address

import pytest

from core.contract.header import Decklist
from core.engine.match import Match
from net.handshake.host import TableHost
from net.handshake.seed import check_seed
from net.handshake.terms import Participant, make_terms, shared_list
from net.protocol.errors import NoConnection
from net.protocol.identity import new_identity
from net.protocol.invite import Address, read_invite
from tests.support.peers import (
    DECK,
    GAME,
    GUEST_PLACES,
    HOST_PLACES,
    LOOPBACK,
    PEERS,
    come,
    open_table,
    seated_pair,
    waiting,
)

V6 = ip_address("::1")


async def test_both_sides_come_to_the_same_header() -> None:
    async with seated_pair() as (host, guest):
        header = host.header
        assert header == guest.header
        assert [seat.name for seat in header.seats] == ["Ann", "Bea", "Cal"]
        assert [seat.peer for seat in header.seats] == [0, 1, 1]
        assert [seat.player for seat in header.seats] == ["person", "bot:random@1", "person"]
        assert [seat.key for seat in header.seats] == [host.identity.key, *[guest.identity.key] * 2]
        assert header.decklists == (DECK, DECK, None)
        assert header.cards == GAME.table and header.options == {"rounds": 3, "box": 1}
        assert host.token.reveal() == guest.token.reveal() and len(host.token) == 16
        assert host.apps == guest.apps == ("0.1", "0.1")
        assert check_seed(header)


async def test_the_guest_sees_the_offer_before_it_sits_down() -> None:
    async with waiting(options={"rounds": 5}) as host:
        joining = await come(host.invite)
        assert joining.terms.options == {"rounds": 5, "box": 1}
        assert joining.terms.name == "Ann" and joining.seats == (1, 2)
        assert joining.host_key == host.hosting._identity.key
        assert host.heard("guest") == ["Bea is here and looks at your offer."]
        joining.close(0)


async def test_names_from_outside_are_made_safe() -> None:
    async with waiting() as host:
        joining = await come(host.invite, name="B\x1b[31mea\u202e" + "x" * 60)
        assert "\x1b" not in host.heard("guest")[0] and len(host.heard("guest")[0]) < 70
        guest = await joining.take_seat(
            {1: Participant("\x1b]0;B\x07ea", DECK), 2: Participant("C\u200bal" + "é" * 40)}
        )
        header = (await host.seated).header
        assert header == guest.header
        assert header.seats[1].name == "]0;Bea" and header.seats[2].name == "Cal" + "é" * 21
        joining.close(0)


async def test_nobody_there_is_no_connection() -> None:
    hosting = open_table()
    invite = read_invite(hosting.invite)
    hosting.close(0)
    with pytest.raises(NoConnection, match=r"did not answer .* 127\.0\.0\.1") as failed:
        await come(invite, seconds=0.4)
    assert failed.value.status == 4


async def test_somebody_else_at_the_address_is_no_connection() -> None:
    """The host's key is another: ZeroMQ would try for ever."""
    async with waiting() as host:
        with pytest.raises(NoConnection):
            await come(host.invite._replace(key=new_identity().curve_public), seconds=0.4)


async def test_all_addresses_are_tried() -> None:
    async with waiting() as host:
        dead = Address(LOOPBACK, 1)
        host.invite = host.invite._replace(addresses=(dead, dead, *host.invite.addresses))
        await host.takes_a_good_guest()


async def test_ipv6_works_too() -> None:
    try:
        hosting = TableHost(new_identity(), GAME, make_terms(GAME, name="Ann", app="0.1", peers=PEERS), ip=V6)
    except NoConnection:
        pytest.skip("no IPv6 here")
    waiting = asyncio.create_task(hosting.seat(HOST_PLACES))
    joining = await come(hosting.invite)
    assert (await joining.take_seat(GUEST_PLACES)).header == (await waiting).header
    joining.close(0)
    hosting.close(0)


async def test_a_port_in_use_is_explained() -> None:
    async with waiting() as host:
        with pytest.raises(NoConnection, match=f"port {host.hosting.port}.*another port"):
            open_table(port=host.hosting.port)


LUCKY = Decklist("Lucky \x1b[31mones", {"pkt/pip/one": 2})


async def test_the_list_of_the_table_is_in_the_offer_and_in_both_headers() -> None:
    async with waiting(shared=LUCKY) as host:
        joining = await come(host.invite)
        offered = shared_list(joining.terms)
        assert offered == Decklist("Lucky [31mones", {"pkt/pip/one": 2})
        guest = await joining.take_seat(GUEST_PLACES)
        assert guest.header == (await host.seated).header and guest.header.shared == offered
        assert Match(guest.header, GAME).state.lucky[GAME.identity("pkt/pip/one")] == 2
        joining.close(0)
