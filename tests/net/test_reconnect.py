"""Matches that go on in programs started anew: who is let in, which call counts, what the tail may hold."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
import pytest
import zmq

from core.contract.header import Header
from core.contract.outcome import Outcome
from core.engine.chain import signing_bytes
from core.engine.entry import Entry
from core.engine.match import replay
from core.engine.table import Table
from net.handshake.hello import hello
from net.handshake.reconnect import Reconnector
from net.handshake.terms import GUEST, HOST, HandshakeResult
from net.lockstep.desync import Desync
from net.lockstep.peer import LockstepPeer
from net.protocol.contact import Contact
from net.protocol.errors import LinkLost, NoConnection
from net.protocol.frames import Addresses, Beat, Refuse, Return, encode
from net.protocol.identity import Identity, new_identity
from net.protocol.invite import Address
from net.protocol.secret import Secret
from net.transport.connector import Connector
from net.transport.link import Link
from net.transport.listener import Listener
from tests.support.cable import LOOPBACK
from tests.support.peers import GAME, Memory, Side, Thinker, bot, seated_pair
from tests.support.waiting import SECONDS, until

QUICK: dict[str, Any] = {"beat": 0.05, "give_up": 10.0}


@pytest.fixture(autouse=True)
def calls_soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.handshake.reconnect._AGAIN_SECONDS", 0.2)


class Kept(msgspec.Struct):
    """What one side has of a match after its program has ended."""

    header: Header
    peer: int
    identity: Any
    contact: Contact
    entries: list[Entry]


class Back:
    """One side whose program was started again."""

    def __init__(self, kept: Kept, thinks: bool = False, **contact: Any) -> None:
        self.kept = kept
        known = Contact(
            **{
                "key": kept.contact.key,
                "token": kept.contact.token,
                "epoch": kept.contact.epoch,
                "port": kept.contact.port,
                "addresses": kept.contact.addresses,
            }
            | contact
        )
        self.match = replay(kept.header, kept.entries, GAME)
        self.thinks = thinks
        self.store = Memory()
        self.store.entries = list(kept.entries)
        self.reconnector = Reconnector(
            kept.identity, bytes.fromhex(kept.header.match), known, "0.1", ip=LOOPBACK
        )
        self.reconnector.played = self.match
        self.contacts: list[Contact] = []
        self.reconnector.on_contact = self.contacts.append
        self.lockstep: LockstepPeer

    async def play(self) -> Outcome | None:
        """Meet the other side, and play to the end."""
        link = await self.reconnector.meet()
        kept = self.kept
        seated = HandshakeResult(
            kept.header, link, self.reconnector.contact.token, kept.peer, kept.identity, ("0.1", "0.1"),
            self.reconnector.close, self.reconnector, self.reconnector.contact.epoch, resumed=True,
        )  # fmt: skip
        controllers = {n: Thinker() if self.thinks else bot(n) for n in seated.seats}
        table = Table(self.match, controllers, self.store, seated.sign)
        self.lockstep = LockstepPeer(seated, table, lambda event: None, **QUICK)
        return await self.lockstep.run()


def contact(seated: HandshakeResult) -> Contact:
    assert seated.reconnector is not None
    return seated.reconnector.contact


@asynccontextmanager
async def broken_off(
    *, rounds: int = 9, host_short: int = 0, guest_short: int = 0
) -> AsyncIterator[tuple[Kept, Kept]]:
    """Both sides of a match whose programs have ended, and of whose last entries each side may lack some."""
    async with seated_pair(options={"rounds": rounds}) as (host, guest):
        one, two = Side(host, **QUICK), Side(guest, **QUICK)
        playing = [asyncio.create_task(side.lockstep.run()) for side in (one, two)]
        await until(lambda: min(one.match.n, two.match.n) >= 8)
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
        assert one.match.outcome is None and two.match.outcome is None
        short = min(one.match.n, two.match.n)
        found = [
            Kept(side.seated.header, side.seated.peer, side.seated.identity, contact(side.seated), entries)
            for side, entries in (
                (one, one.match.entries[: short - host_short] if host_short else list(one.match.entries)),
                (two, two.match.entries[: short - guest_short] if guest_short else list(two.match.entries)),
            )
        ]
    yield found[0], found[1]


async def both(*runs: Awaitable[Any]) -> list[Any]:
    async with asyncio.timeout(SECONDS):
        return list(await asyncio.gather(*runs))


def at(back: Back) -> dict[str, Any]:
    """Where this one listens, as the other side knows it."""
    return {"addresses": (Address(LOOPBACK, back.reconnector.port),)}


async def test_each_side_hears_where_the_other_listens() -> None:
    async with broken_off() as (host, guest):
        assert {place.port for place in host.contact.addresses} == {guest.contact.port}
        assert host.contact.port in {place.port for place in guest.contact.addresses}


@pytest.mark.parametrize(("host_short", "guest_short"), [(0, 0), (0, 3), (3, 0)])
@pytest.mark.parametrize("listens", ["host", "guest"])
async def test_either_side_may_listen_and_lack_entries(
    listens: str, host_short: int, guest_short: int
) -> None:
    """What it lacks may be its own entries too: those its own key has signed come back."""
    async with broken_off(host_short=host_short, guest_short=guest_short) as (host, guest):
        whole = max(host.entries, guest.entries, key=len)
        listening, calling = (host, guest) if listens == "host" else (guest, host)
        one = Back(listening, addresses=())
        two = Back(calling, port=0, **at(one))
        await both(one.play(), two.play())
        assert one.match.entries[: len(whole)] == whole
        assert one.match.head == two.match.head and one.match.outcome is not None
        assert one.store.entries == two.store.entries == one.match.entries
        assert one.lockstep.epoch == two.lockstep.epoch == 2
        assert one.contacts[-1].epoch == two.contacts[-1].epoch == 2


@pytest.mark.parametrize("again", range(3))
async def test_when_both_call_at_once_one_call_counts(again: int) -> None:
    async with broken_off() as (host, guest):
        one, two = Back(host, addresses=(), port=0), Back(guest, addresses=(), port=0)
        for side, other in ((one, two), (two, one)):
            side.reconnector.learn([Address(LOOPBACK, other.reconnector.port)])
        await both(one.play(), two.play())
        assert one.match.head == two.match.head and one.match.outcome is not None
        assert one.lockstep._link.called != two.lockstep._link.called
        assert one.lockstep.epoch == two.lockstep.epoch


async def test_a_side_that_plays_on_is_found_again_by_one_that_was_killed() -> None:
    async with broken_off() as (host, guest):
        one = Back(host, thinks=True, addresses=())
        two = Back(guest, thinks=True, port=0, **at(one))
        first = [asyncio.create_task(side.play()) for side in (one, two)]
        await until(lambda: hasattr(one, "lockstep") and one.lockstep.epoch == 2)
        first[1].cancel()  # without a word, as after kill -9: its sockets are closed before it could say it
        two.reconnector.close()
        await asyncio.wait({first[1]})
        again = Back(guest, port=0, epoch=1, **at(one))
        running = asyncio.create_task(again.play())
        await until(lambda: hasattr(again, "lockstep") and again.lockstep.epoch == 3)
        again.lockstep.requests.ask(again.lockstep._seated.seats[0], "concede")
        await both(first[0], running)
        assert one.match.head == again.match.head and one.match.entries[-1].text == "concede"


@pytest.mark.parametrize("copied", [HOST, GUEST])
async def test_the_older_of_two_programs_of_one_player_gives_way(copied: int) -> None:
    """As where the newer one is run with a copy of the other's files: they don't push each other out."""
    async with seated_pair(options={"rounds": 9}) as pair:
        sides = [Side(seated, thinks=True, **QUICK) for seated in pair]
        runs = [asyncio.create_task(side.lockstep.run()) for side in sides]
        await until(lambda: all(seated.reconnector and any(seated.reconnector._theirs) for seated in pair))
        stays, older = sides[1 - copied], sides[copied]
        seated = older.seated
        kept = Kept(seated.header, copied, seated.identity, contact(seated), list(older.match.entries))
        assert stays.seated.reconnector is not None
        there = Address(LOOPBACK, stays.seated.reconnector.port)
        newer = Back(kept, thinks=True, port=0, addresses=(there,))
        playing = asyncio.create_task(newer.play())
        async with asyncio.timeout(SECONDS):
            with pytest.raises(LinkLost, match=r"Another program of the same player .* The match is kept\."):
                await runs[copied]
        await until(lambda: stays.lockstep.state == newer.lockstep.state == "ok")
        assert stays.lockstep.epoch == newer.lockstep.epoch == 2
        rest = {runs[1 - copied], playing}
        for run in rest:
            assert not run.done()
            run.cancel()
        await asyncio.wait(rest)
        newer.reconnector.close()


async def test_another_key_or_token_is_not_let_in() -> None:
    async with broken_off() as (host, guest):
        one = Back(host, addresses=())
        refused: list[str] = []
        wrong = Back(guest, port=0, token=Secret(bytes(16)), **at(one))
        wrong.reconnector.on_refused = refused.append
        looking = asyncio.create_task(wrong.play())
        waiting = asyncio.create_task(one.play())
        await until(lambda: refused)
        assert "another match" in refused[0]
        stranger = Back(msgspec.structs.replace(guest, identity=new_identity()), port=0, **at(one))
        knocking = asyncio.create_task(stranger.play())
        await asyncio.sleep(0.3)
        assert not any(task.done() for task in (looking, waiting, knocking))
        for back, task in ((wrong, looking), (stranger, knocking)):
            task.cancel()
            back.reconnector.close()
        right = Back(guest, port=0, **at(one))
        await both(waiting, right.play())
        assert one.match.head == right.match.head


GREETING = b"\xff" + bytes(8) + b"\x7f" + b"\x03\x01" + b"NULL".ljust(20, b"\0") + bytes(32)
"""That of a ZeroMQ socket without keys."""


@pytest.mark.parametrize(
    "answer",
    [b"HTTP/1.1 400 Bad Request\r\n\r\n", GREETING, GREETING[:10] + GREETING],
    ids=["http", "keyless", "begun twice"],
)
async def test_a_stranger_where_the_other_side_was_does_not_end_the_calls(
    answer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the other side's program is away something else may have its port, or spoil what it says."""
    monkeypatch.setattr("net.handshake.reconnect.LINE_SECONDS", 0.5)
    answered = asyncio.Event()

    async def answers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        with suppress(OSError):
            await reader.read()  # until who has called hangs up
        writer.close()
        answered.set()

    async with broken_off() as (host, guest):
        stranger = await asyncio.start_server(answers, str(LOOPBACK), 0)
        place = Address(LOOPBACK, stranger.sockets[0].getsockname()[1])
        calling = Back(guest, port=0, addresses=(place,))
        playing = asyncio.create_task(calling.play())
        async with asyncio.timeout(SECONDS):
            await answered.wait()
        stranger.close()
        await stranger.wait_closed()
        listening = Back(host, addresses=(), port=place.port)
        assert listening.reconnector.port == place.port
        await both(listening.play(), playing)
        assert listening.match.head == calling.match.head and listening.match.outcome is not None


@pytest.mark.parametrize("plays_on", [True, False])
async def test_a_return_that_is_never_answered_is_made_again(
    plays_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one who is called may go on with the match, as it sees it, and have lost what was said."""
    monkeypatch.setattr("net.handshake.reconnect.STEP_SECONDS", 0.4)
    monkeypatch.setattr("net.handshake.reconnect._AGAIN_SECONDS", 0.05)
    returned = 0

    async def deaf(link: Link) -> None:
        nonlocal returned
        await link.receive()
        link.send(hello("0.1"))
        match = (await link.expect(Return, SECONDS)).match
        returned += 1
        while True:
            if plays_on:
                link.send(Beat(match, 1, 0, bytes(16), False))
            await asyncio.sleep(0.05)

    async with broken_off() as (host, guest):
        listener = Listener(host.identity, LOOPBACK, 0, deaf)
        calling = Back(guest, port=0, addresses=(Address(LOOPBACK, listener.port),))
        playing = asyncio.create_task(calling.play())
        try:
            await until(lambda: returned >= 2)
            listener.close()
            listening = Back(host, addresses=(), port=listener.port)
            await both(listening.play(), playing)
        finally:
            listener.close()
            calling.reconnector.close()
        assert listening.match.head == calling.match.head and listening.match.outcome is not None


async def test_calls_for_which_there_is_no_room_are_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Address] = []
    async with broken_off() as (host, guest):
        one = Back(host, addresses=())
        connector = Connector(guest.identity, guest.contact.key)
        connector._context.set(zmq.MAX_SOCKETS, 3)
        full = [connector._context.socket(zmq.PAIR) for _ in range(3)]
        with pytest.raises(NoConnection, match="Can't call 127"):
            connector.call(Address(LOOPBACK, one.reconnector.port))
        two = Back(guest, port=0, **at(one))
        two.reconnector._connector = connector
        monkeypatch.setattr(
            connector, "call", lambda address: tried.append(address) or Connector.call(connector, address)
        )
        playing = asyncio.create_task(two.play())
        await until(lambda: tried)
        assert not playing.done()
        for socket in full:
            socket.close()
        await both(one.play(), playing)
        assert one.match.head == two.match.head and one.match.outcome is not None


async def test_a_call_that_fails_by_itself_is_no_reason_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Connector, address: Address) -> Link:
        raise ZeroDivisionError

    async with broken_off() as (_, guest):
        monkeypatch.setattr(Connector, "call", broken)
        calling = Back(guest, port=0)
        try:
            with pytest.raises(ZeroDivisionError):
                await both(calling.reconnector.meet())
        finally:
            calling.reconnector.close()


def signed(identity: Identity, header: Header, entries: Sequence[Entry], n: int, **changes: Any) -> Entry:
    entry: Entry = msgspec.structs.replace(entries[n - 1], **changes)
    message = signing_bytes(header.match, n, bytes.fromhex(entry.hash))
    return msgspec.structs.replace(entry, signature=identity.sign(message))


@pytest.mark.usefixtures("unanswered")
@pytest.mark.parametrize("forged", ["unsigned", "by a stranger", "by the sender"])
async def test_a_forged_entry_in_the_tail_is_refused(forged: str) -> None:
    """Of an entry that this side has lost, nobody but its own key can say what it was."""
    async with broken_off(host_short=7) as (host, guest):
        lost = next(
            n
            for n, entry in enumerate(guest.entries, 1)
            if n > len(host.entries) and guest.header.seats[entry.by].peer == 0
        )
        key = {"unsigned": None, "by a stranger": new_identity(), "by the sender": guest.identity}[forged]
        bad = (
            msgspec.structs.replace(guest.entries[lost - 1], signature="00" * 64)
            if key is None
            else signed(key, guest.header, guest.entries, lost)
        )
        guest.entries[lost - 1] = bad
        one = Back(host, addresses=())
        two = Back(guest, thinks=True, port=0, **at(one))
        runs = [asyncio.create_task(side.play()) for side in (one, two)]
        with pytest.raises(LinkLost, match="has not signed"):
            await both(runs[0])
        assert one.match.n == lost - 1 and one.store.entries == guest.entries[: lost - 1]
        runs[1].cancel()
        await asyncio.wait({runs[1]})


async def test_chains_that_differ_are_a_mismatch() -> None:
    async with broken_off(guest_short=2) as (host, guest):
        n = len(guest.entries)
        guest.entries[:] = guest.entries[: n - 1]
        one = Back(host, thinks=True, addresses=())
        two = Back(guest, thinks=True, port=0, **at(one))
        entry = two.match.decision()
        assert entry is not None and entry.choices
        from core.engine.notation import write_choice

        others = [write_choice(choice, GAME.table) for choice in entry.choices]
        other = next(text for text in others if text != host.entries[n - 1].text)
        two.match.play(entry.seat, other, "00" * 64)
        results = await asyncio.gather(*(side.play() for side in (one, two)), return_exceptions=True)
        assert all(isinstance(result, Desync) for result in results), results
        assert isinstance(results[0], Desync) and results[0].report.n == n


async def test_a_call_that_was_refused_for_another_one_ends_no_match() -> None:
    """Who comes back by the line there was, while the other side calls, hears that this call counts."""
    async with seated_pair() as (host, guest):
        one, two = Side(host, **QUICK), Side(guest, **QUICK)
        host.link.send(Refuse("crossed", "Both sides have called each other at once."))
        await both(one.lockstep.run(), two.lockstep.run())
        assert one.match.outcome is not None and one.match.head == two.match.head


@pytest.mark.usefixtures("unanswered")
async def test_a_peer_in_a_match_may_say_where_it_is_and_nothing_comes_of_nonsense() -> None:
    async with seated_pair() as (host, guest):
        one = Side(host, thinks=True, **QUICK)
        run = asyncio.create_task(one.lockstep.run())
        match = bytes.fromhex(host.header.match)
        good = b"\x7f\x00\x00\x01\x12\x34"
        guest.link._post(encode(Addresses(match, 1, (bytes(6), b"\xe0\x00\x00\x01\x00\x01", b"x" * 7, good))))
        await until(lambda: contact(host).addresses)
        assert contact(host).addresses == (Address(LOOPBACK, 0x1234),)
        run.cancel()
        await asyncio.wait({run})
