"""The seed of a match, agreed between two links without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
import pytest

from core.contract.header import Header
from net.handshake import seed
from net.handshake.seed import check_seed, draw_seed
from net.handshake.terms import make_header, make_terms
from net.protocol.errors import Refused
from net.protocol.frames import Commit, Frame, Reveal
from net.transport.link import Link
from tests.support.peers import (
    GAME,
    GUEST_PLACES,
    HOST_PLACES,
    PEERS,
)


def pair(change: Callable[[Frame], Frame] = lambda frame: frame) -> tuple[Link, Link]:
    """Two ends of a line; what the second says goes through `change`."""
    ends: list[Link] = []

    def sender(to: int) -> Callable[[bytes], bool]:
        def send(data: bytes) -> bool:
            frame = handshake_decode(data)
            ends[to].hand_back(change(frame) if to == 0 else frame)
            return True

        return send

    ends += [Link(bytes(32), sender(1), 65_536, True), Link(bytes(32), sender(0), 65_536, False)]
    return ends[0], ends[1]


def handshake_decode(data: bytes) -> Frame:
    from net.protocol.frames import decode

    return decode(data, 65_536)


def header(peers: tuple[int, ...] = PEERS) -> Header:
    terms = make_terms(GAME, name="Ann", app="0.1", peers=peers)
    return make_header(terms, GAME, HOST_PLACES | GUEST_PLACES, ("aa" * 32, "bb" * 32))


@pytest.mark.parametrize("peers", [(0, 1, 1), (1, 0, 1), (1, 1, 0)])
async def test_the_seed_is_the_same_on_both_sides_and_new_each_time(peers: tuple[int, ...]) -> None:
    seeds = set()
    for _ in range(2):
        bare = header(peers)
        one, two = pair()
        host, guest = await asyncio.gather(draw_seed(one, bare, 0), draw_seed(two, bare, 1))
        assert host == guest and check_seed(host) and host.seed
        seeds.add(host.seed)
    assert len(seeds) == 2


async def test_a_changed_nonce_commit_or_seed_is_found() -> None:
    one, two = pair()
    bare = header()
    full, _ = await asyncio.gather(draw_seed(one, bare, 0), draw_seed(two, bare, 1))
    assert full.nonces and full.commits
    for change in (
        {"seed": "00" * 32},
        {"nonces": full.nonces[::-1]},
        {"commits": full.commits[::-1]},
        {"nonces": full.nonces[:1]},
        {"nonces": ("zz", "zz")},
        {"commits": None},
        {"options": {"rounds": 2, "box": 1}},
    ):
        assert not check_seed(msgspec.structs.replace(full, **change))


@pytest.mark.parametrize("fault", ["header", "reveal", "mirror"])
async def test_who_does_not_play_fair_gets_no_match(fault: str) -> None:
    commits: list[Commit] = []

    def change(frame: Frame) -> Frame:
        if fault == "header" and isinstance(frame, Commit):
            return Commit(bytes(32), frame.commit)
        if fault == "reveal" and isinstance(frame, Reveal):
            return Reveal(bytes(32))
        if fault == "mirror" and isinstance(frame, Commit):
            return commits[0]
        return frame

    one, two = pair(change)
    post = one._post

    def listen(data: bytes) -> bool:
        frame = handshake_decode(data)
        if isinstance(frame, Commit):
            commits.append(frame)
        return post(data)

    one._post = listen
    bare = header()
    answering = asyncio.create_task(draw_seed(two, bare, 1))
    with pytest.raises(Refused) as refused:
        await draw_seed(one, bare, 0)
    answering.cancel()
    await asyncio.gather(answering, return_exceptions=True)
    assert refused.value.why == ("rules" if fault == "header" else "commit")


async def test_a_missing_reveal_ends_the_handshake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seed, "STEP_SECONDS", 0.1)
    one, two = pair()
    with pytest.raises(Refused, match="in time") as late:
        await draw_seed(one, header(), 0)
    assert late.value.why == "late"
    assert isinstance(await two.receive(), Commit)
