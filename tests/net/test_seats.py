"""Two machines, and two to four seats of a game without roles and decks: who holds what, and may do what."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager

import pytest

from core.contract.errors import GameError
from core.engine.chain import signing_bytes
from core.registry import load
from net.handshake.seed import check_seed
from net.handshake.terms import HandshakeResult, Participant, make_terms
from net.protocol.errors import Refused
from net.protocol.identity import verify
from tests.support.peers import Side, Thinker, bot, come, open_table, same, seated_pair
from tests.support.waiting import until

GAME = load("time-masters")
SHORT = {"max_turns": 3}
TABLES = [(0, 1), (0, 1, 1), (1, 0, 0), (0, 1, 0, 1), (1, 1, 0, 0), (1, 0, 0, 1)]


def places(peers: tuple[int, ...], peer: int, player: str = "bot:random@1") -> dict[int, Participant]:
    return {
        seat: Participant(f"P{seat}", None, player) for seat, holder in enumerate(peers) if holder == peer
    }


def pair(
    peers: tuple[int, ...], options: dict[str, int] = SHORT
) -> AbstractAsyncContextManager[tuple[HandshakeResult, HandshakeResult]]:
    return seated_pair(places(peers, 1), places(peers, 0), game=GAME, peers=peers, options=options)


@pytest.mark.parametrize("peers", TABLES)
async def test_a_match_comes_out_the_same_whoever_holds_how_many_seats(peers: tuple[int, ...]) -> None:
    async with pair(peers) as (host, guest):
        assert check_seed(host.header)
        keys = {seat.peer: seat.key for seat in host.header.seats}
        assert [seat.key for seat in host.header.seats] == [keys[peer] for peer in peers]
        assert len(set(keys.values())) == 2, "a key for each machine"
        assert [seat.name for seat in host.header.seats] == [f"P{seat}" for seat in range(len(peers))]
        one, two = Side(host, game=GAME), Side(guest, game=GAME)
        outcomes = await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        assert outcomes[0] == outcomes[1] is not None
        assert same(one, two)
        assert {entry.by for entry in one.match.entries} == set(range(len(peers))), "every seat has played"


@pytest.mark.parametrize("giver", range(4))
async def test_who_concedes_ends_it_for_all_and_comes_last(giver: int) -> None:
    peers = (0, 1, 1, 0)
    async with pair(peers, {"first": 2}) as (host, guest):
        one, two = Side(host, True, GAME, beat=0.05), Side(guest, True, GAME, beat=0.05)
        (one, two)[peers[giver]].lockstep.requests.ask(giver, "concede")
        outcomes = await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        assert outcomes[0] == outcomes[1] and outcomes[0] is not None
        assert outcomes[0].places == tuple(4 if seat == giver else 1 for seat in range(4))
        assert outcomes[0].winner is None
        assert [(entry.by, entry.text) for entry in one.match.entries] == [(giver, "concede")]
        assert same(one, two)


async def test_each_seat_signs_with_the_key_of_its_machine_alone() -> None:
    async with pair((0, 1, 0)) as (host, guest):
        one, two = Side(host, game=GAME), Side(guest, game=GAME)
        await asyncio.gather(one.lockstep.run(), two.lockstep.run())
        header = one.match.header
        for n, entry in enumerate(one.match.entries, 1):
            message = signing_bytes(header.match, n, bytes.fromhex(entry.hash))
            for seat in header.seats:
                assert seat.key is not None and entry.signature is not None
                right = seat.peer == header.seats[entry.by].peer
                assert verify(seat.key, message, entry.signature) == right


async def test_one_machine_appends_nothing_for_a_seat_of_the_other() -> None:
    """The host plays for seat 2, which is the guest's and owes the choice: nothing comes of it."""
    async with pair((0, 1, 0), {"first": 2}) as (host, guest):
        one, two = Side(host, game=GAME), Side(guest, True, GAME)
        one.table._controllers[1] = bot(9)
        match = asyncio.gather(one.lockstep.run(), two.lockstep.run(), return_exceptions=True)
        await until(lambda: two.lockstep._receiver.bad)
        assert one.match.n and two.match.n == 0
        two.lockstep.leave()
        await match


async def test_a_bot_of_the_host_waits_for_the_person_of_the_guest() -> None:
    async with pair((0, 1, 0), {"first": 1, "max_turns": 2}) as (host, guest):
        one, two = Side(host, game=GAME), Side(guest, game=GAME)
        two.table._controllers[1] = Thinker()
        match = asyncio.gather(one.lockstep.run(), two.lockstep.run())
        await until(lambda: two.table.owes() == 1)
        assert {entry.by for entry in two.match.entries} == {0}
        two.lockstep.requests.ask(1, "concede")
        await match
        assert same(one, two)


async def test_the_offer_says_who_plays_at_the_seats_of_the_host() -> None:
    hosting = open_table(game=GAME, peers=(0, 1, 0, 0), options=SHORT)
    mine = {
        0: Participant("Ann\x1b"),
        2: Participant("Ann's Greedy", None, "bot:greedy@1"),
        3: Participant("Bea"),
    }
    waiting = asyncio.create_task(hosting.seat(mine))
    joining = await come(hosting.invite, game=GAME)
    try:
        assert joining.seats == (1,)
        assert joining.seated == {0: Participant("Ann"), 2: mine[2], 3: Participant("Bea")}
        guest = await joining.take_seat({1: Participant("Cal")})
        host = await waiting
        assert [seat.name for seat in host.header.seats] == ["Ann", "Cal", "Ann's Greedy", "Bea"]
        assert guest.header == host.header
    finally:
        joining.close(0)
        hosting.close(0)


@pytest.mark.parametrize("other", [Participant("Eve"), Participant("Ann", None, "bot:random@1")])
async def test_a_host_that_seats_somebody_else_than_it_offered_is_refused(other: Participant) -> None:
    hosting = open_table(game=GAME, peers=(0, 1, 0))
    waiting = asyncio.create_task(hosting.seat({0: Participant("Ann"), 2: Participant("Bea")}))
    joining = await come(hosting.invite, game=GAME)
    try:
        assert isinstance(hosting._places, dict)
        hosting._places[0] = other
        with pytest.raises(Refused, match="somebody else"):
            await joining.take_seat({1: Participant("Cal")})
    finally:
        waiting.cancel()
        hosting.close(0)


def test_a_first_seat_that_is_not_at_the_table_is_said_before_a_guest_comes() -> None:
    with pytest.raises(GameError, match="Seat 4"):
        make_terms(GAME, name="Ann", app="0.1", peers=(0, 1, 0), options={"first": 4})
    make_terms(GAME, name="Ann", app="0.1", peers=(0, 1, 0, 1), options={"first": 4})
