"""From an invite to a header both sides hold, and every way of being refused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing, asynccontextmanager
from ipaddress import ip_address
from typing import Any

import msgspec
import pytest

from core.match import Decklist, Header
from net import handshake
from net.caller import Caller
from net.errors import NetError, NoConnection, Refused
from net.handshake import check_seed, draw_seed, hello, prove
from net.hosting import Hosting
from net.identity import Identity, new_identity
from net.invite import Address, read_invite
from net.link import Link
from net.session import Place, Progress, make_header, make_terms
from net.wire import MAGIC, PROTOCOL, Commit, Frame, Hello, Knock, Offer, Refuse, Reveal, encode
from tests.net.tables import (
    DECK,
    GAME,
    GUEST_PLACES,
    HOST_PLACES,
    LOOPBACK,
    PEERS,
    Side,
    come,
    open_table,
    seated_pair,
    until,
)
from tests.pocket.game import Pocket

V6 = ip_address("::1")


class OtherRules(Pocket):
    """The same game to the eye."""

    fingerprint = "00" * 16


class Waiting:
    """A host that waits for its guest, and what it was told meanwhile."""

    def __init__(self, **settings: Any) -> None:
        self.told: list[Progress] = []
        self.hosting: Hosting = open_table(progress=self.told.append, **settings)
        self.invite = read_invite(self.hosting.invite)
        self.seated = asyncio.create_task(self.hosting.seat(HOST_PLACES))

    def heard(self, kind: str) -> list[str]:
        return [progress.sentence for progress in self.told if progress.kind == kind]

    async def takes_a_good_guest(self) -> None:
        joining = await come(self.invite)
        guest = await joining.take_seat(GUEST_PLACES)
        assert (await self.seated).header == guest.header
        joining.close(0)

    async def aclose(self) -> None:
        self.seated.cancel()
        self.hosting.close(0)


def waiting(**settings: Any) -> aclosing[Waiting]:
    return aclosing(Waiting(**settings))


@asynccontextmanager
async def stranger(host: Waiting, identity: Identity | None = None) -> Any:
    """A bare link to the host, for saying what one wants."""
    caller = Caller(identity or new_identity(), host.invite.key)
    link = caller.call(host.invite.addresses[-1])

    async def say(frame: Frame | bytes) -> None:
        data = frame if isinstance(frame, bytes) else encode(frame)
        await caller._sockets[link].send_multipart([data])

    try:
        yield link, say
    finally:
        caller.close()


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
        guest = await joining.take_seat({1: Place("\x1b]0;B\x07ea", DECK), 2: Place("C\u200bal" + "é" * 40)})
        header = (await host.seated).header
        assert header == guest.header
        assert header.seats[1].name == "]0;Bea" and header.seats[2].name == "Cal" + "é" * 21
        joining.close(0)


async def test_a_wrong_code_is_refused_and_the_host_goes_on_waiting() -> None:
    async with waiting() as host:
        with pytest.raises(Refused, match="code is wrong") as refused:
            await come(host.invite._replace(code=bytes(16)))
        assert refused.value.why == "code" and refused.value.status == 5
        assert "code is wrong" in host.heard("refused")[0]
        await host.takes_a_good_guest()


async def test_a_second_guest_hears_that_the_seat_is_taken() -> None:
    async with waiting() as host:
        first = await come(host.invite)
        with pytest.raises(Refused, match="seat is taken") as refused:
            await come(host.invite)
        assert refused.value.why == "taken"
        guest = await first.take_seat(GUEST_PLACES)
        one, two = Side(await host.seated, thinks=True), Side(guest)
        match = asyncio.gather(one.lockstep.run(), two.lockstep.run())
        with pytest.raises(Refused, match="seat is taken"):
            await come(host.invite)
        one.lockstep.concede(0)
        assert all(await match)


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


async def test_a_long_choice_of_deck_does_not_end_the_handshake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.hosting.AWAY_SECONDS", 0.3)
    monkeypatch.setattr("net.joining._STILL_SECONDS", 0.1)
    async with waiting() as host:
        joining = await come(host.invite)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.8):
                await joining.until_lost()
        await joining.take_seat(GUEST_PLACES)
        await host.seated
        joining.close(0)


async def test_a_silent_guest_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.hosting.AWAY_SECONDS", 0.2)
    async with waiting() as host:
        joining = await come(host.invite)
        joining.close(0)
        await until(lambda: host.heard("gone"))
        assert not host.seated.done()


FOR_EVER = 1_000.0


async def test_a_host_that_dies_is_noticed_at_once_by_a_guest_who_chooses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its line breaks: no time has to run out."""
    monkeypatch.setattr("net.joining._AWAY_SECONDS", FOR_EVER)
    async with waiting() as host:
        joining = await come(host.invite)
        host.hosting.close(0)
        async with asyncio.timeout(10):
            with pytest.raises(NoConnection, match="line to the host broke off"):
                await joining.until_lost()
        with pytest.raises(NoConnection, match="line to the host broke off"):
            await joining.take_seat(GUEST_PLACES)


async def test_a_host_that_dies_while_the_guest_sits_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.joining.STEP_SECONDS", FOR_EVER)
    async with waiting() as host:
        joining = await come(host.invite)
        host.hosting._door.reader.cancel()  # it hears nothing more, and answers nothing
        sitting = asyncio.create_task(joining.take_seat(GUEST_PLACES))
        await asyncio.sleep(0)
        host.hosting.close(0)
        async with asyncio.timeout(10):
            with pytest.raises(NoConnection, match="line to the host broke off"):
                await sitting


async def test_a_guest_that_dies_while_it_chooses_is_noticed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.hosting.AWAY_SECONDS", FOR_EVER)
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
    monkeypatch.setattr("net.joining._AWAY_SECONDS", FOR_EVER)
    async with waiting() as host:
        me = new_identity()
        first = await come(host.invite, me)
        again = await come(host.invite, me)
        async with asyncio.timeout(10):
            with pytest.raises(Refused, match="went to another program of yours") as refused:
                await first.until_lost()
        assert refused.value.why == "taken"
        first.close(0)
        await again.take_seat(GUEST_PLACES)
        await host.seated
        assert not host.heard("refused") and not host.heard("gone")
        again.close(0)


async def test_other_rules_are_refused_with_both_versions() -> None:
    async with waiting(app="0.7") as host:
        with pytest.raises(Refused, match=r"tesser 0\.7 .* tesser 0\.8") as refused:
            await come(host.invite, game=OtherRules(), app="0.8")
        assert refused.value.why == "rules"
        await until(lambda: host.heard("gone"))
        assert "tesser 0.8" in host.heard("gone")[0]


async def test_an_unknown_game_is_refused() -> None:
    async with waiting() as host:
        with pytest.raises(Refused, match="no game called pocket"):
            await come(host.invite, game=None)


async def test_another_protocol_is_refused_by_the_host_with_both_versions() -> None:
    async with waiting() as host, stranger(host) as (link, say):
        await say(Hello(MAGIC, PROTOCOL + 1, "9.9"))
        theirs = await link.expect(Hello, 2)
        assert theirs.protocol == PROTOCOL
        with pytest.raises(Refused, match=rf"0\.1 \(protocol {PROTOCOL}\).*9\.9 \(protocol {PROTOCOL + 1}\)"):
            await link.expect(Knock, 2)


async def test_another_protocol_is_refused_by_the_guest_with_both_versions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("net.hosting.hello", lambda app: Hello(MAGIC, PROTOCOL + 1, "9.9"))
    async with waiting() as host:
        with pytest.raises(Refused, match=r"Update yours") as refused:
            await come(host.invite)
        assert refused.value.why == "version" and "9.9" in str(refused.value)


async def test_another_version_with_the_same_rules_is_welcome() -> None:
    async with waiting(app="0.1") as host:
        joining = await come(host.invite, app="0.2")
        assert (await joining.take_seat(GUEST_PLACES)).apps == ("0.1", "0.2")
        assert (await host.seated).apps == ("0.1", "0.2")
        joining.close(0)


async def test_an_own_invite_is_explained() -> None:
    me = new_identity()
    async with waiting(identity=me) as host:
        with pytest.raises(Refused, match="--profile"):
            await come(host.invite, me)


async def test_an_invite_that_is_too_old_is_refused() -> None:
    async with waiting(code_seconds=0) as host:
        with pytest.raises(Refused, match="too old"):
            await come(host.invite)


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
        hosting = Hosting(new_identity(), GAME, make_terms(GAME, name="Ann", app="0.1", peers=PEERS), ip=V6)
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


async def test_a_guests_deck_is_judged_by_the_host() -> None:
    async with waiting(check_deck=lambda seat, deck: "It has too many cards.") as host:
        joining = await come(host.invite)
        with pytest.raises(Refused, match="deck of Bea can't be played: It has too many cards") as refused:
            await joining.take_seat(GUEST_PLACES)
        assert refused.value.why == "deck"
        assert not host.seated.done()


async def test_the_hosts_deck_is_judged_by_the_guest() -> None:
    async with waiting() as host:
        joining = await come(host.invite)
        with pytest.raises(Refused, match="deck of Ann"):
            await joining.take_seat(GUEST_PLACES, lambda seat, deck: "No." if seat == 0 else None)


@pytest.mark.parametrize(
    ("places", "sentence"),
    [
        ({1: Place("Bea", None), 2: Place("Cal")}, "should bring a deck"),
        ({1: Place("Bea", DECK), 2: Place("Cal", DECK)}, "should bring no deck"),
        ({1: Place("Bea", Decklist("x", {"no/such/card": 1})), 2: Place("Cal")}, "not in this game"),
        ({1: Place("Bea", DECK, "robot"), 2: Place("Cal")}, "neither a person nor a bot"),
        ({1: Place("Bea", DECK, "bot:\x1b@1"), 2: Place("Cal")}, "neither a person nor a bot"),
    ],
)
async def test_impossible_places_are_refused(places: dict[int, Place], sentence: str) -> None:
    async with waiting() as host:
        joining = await come(host.invite)
        with pytest.raises(Refused, match=sentence):
            await joining.take_seat(places)
        assert not host.seated.done()


async def test_a_guest_cannot_sit_at_the_hosts_seat() -> None:
    async with waiting() as host:
        joining = await come(host.invite)
        with pytest.raises(ValueError, match="not those"):
            await joining.take_seat(HOST_PLACES)
        monkey = {0: Place("Bea", DECK), 2: Place("Cal")}
        await joining._stop_staying()
        with pytest.raises(Refused, match="its own seats"):
            await joining._sit(monkey, None)
        joining.close(0)


async def test_nobody_can_claim_anothers_signing_key() -> None:
    async with waiting() as host:
        thief, victim = new_identity(), new_identity()
        async with stranger(host, thief) as (link, say):
            await say(hello("0.1"))
            await link.expect(Hello, 2)
            for proof in (
                prove(thief, host.invite.key, thief.curve_public),
                prove(victim, host.invite.key, victim.curve_public),
            ):
                await say(Knock(host.invite.code, "Bea", bytes.fromhex(victim.key), proof))
                with pytest.raises(Refused, match="prove"):
                    await link.expect(Offer, 2)
                await say(hello("0.1"))
                await link.expect(Hello, 2)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"garbage",
        b"\x91" * 3_000,
        bytes(5_000),
        encode(Refuse("x", "y")),
        encode(Knock(bytes(16), "x", bytes(32), bytes(64))),
    ],
    ids=["empty", "garbage", "nested", "too long", "refusal", "knock without hello"],
)
async def test_nonsense_at_the_door_harms_nobody(data: bytes) -> None:
    async with waiting() as host:
        async with stranger(host) as (link, say):
            await say(data)
            with pytest.raises(Refused, match="no hello"):
                await link.expect(Hello, 2)
        await host.takes_a_good_guest()


async def test_a_huge_frame_and_a_frame_of_parts_harm_nobody() -> None:
    async with waiting() as host:
        caller = Caller(new_identity(), host.invite.key)
        link = caller.call(host.invite.addresses[-1])
        await caller._sockets[link].send_multipart([encode(hello("0.1")), b"more"])
        with pytest.raises(Refused, match="no hello"):
            await link.expect(Hello, 2)
        await caller._sockets[link].send_multipart([bytes(1_000_000)])
        await host.takes_a_good_guest()
        caller.close()


async def test_a_flood_of_strangers_frames_does_not_keep_a_guest_out() -> None:
    async with waiting() as host, stranger(host) as (link, say):
        for _ in range(150):
            await say(b"garbage")
        with pytest.raises(Refused):
            await link.expect(Hello, 2)
        await host.takes_a_good_guest()


async def test_raw_bytes_on_the_port_harm_nobody() -> None:
    async with waiting() as host:
        _, writer = await asyncio.open_connection("127.0.0.1", host.hosting.port)
        writer.write(b"GET / HTTP/1.1\r\n\r\n" * 100)
        await writer.drain()
        await host.takes_a_good_guest()
        writer.close()


async def test_terms_that_cannot_be_played_are_noticed() -> None:
    for wrong in (
        {"peers": (0, 0, 0)},
        {"peers": (0, 1)},
        {"options": {"rounds": 99}},
        {"options": {"colour": 1}},
        {"lists": "secret"},
    ):
        with pytest.raises(ValueError, match=r"\.$"):
            make_terms(GAME, name="Ann", app="0.1", **{"peers": PEERS} | wrong)


# The seed, between two links without a network


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
    from net.wire import decode

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
    host, _ = await asyncio.gather(draw_seed(one, bare, 0), answer(two, bare), return_exceptions=True)
    assert isinstance(host, Refused)
    assert host.why == ("rules" if fault == "header" else "commit")


async def answer(link: Link, bare: Header) -> object:
    try:
        return await asyncio.wait_for(draw_seed(link, bare, 1), 0.2)
    except (TimeoutError, NetError) as error:
        return error


async def test_a_missing_reveal_ends_the_handshake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handshake, "STEP_SECONDS", 0.1)
    one, two = pair()
    with pytest.raises(Refused, match="in time") as late:
        await draw_seed(one, header(), 0)
    assert late.value.why == "late"
    assert isinstance(await two.receive(), Commit)
