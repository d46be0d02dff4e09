"""Whatever strangers and the other player send to a running program, its match is played as it should be.

The program is a process of its own; the attackers are sockets of the test's.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
import zmq
import zmq.asyncio
from zmq.utils.monitor import recv_monitor_message

import core
from core import games
from core.game import write_choice
from core.match import signing_bytes
from core.table import News
from net.errors import LinkLost, NetError
from net.identity import load_identity, new_identity
from net.invite import Invite, read_invite
from net.joining import join
from net.limits import BAD_FRAMES, LINKS_A_MINUTE
from net.mismatch import Mismatch
from net.session import Seated
from net.wire import (
    MAGIC,
    PROTOCOL,
    Beat,
    Bye,
    Commit,
    Differ,
    Frame,
    Hello,
    Knock,
    Placed,
    Refuse,
    Request,
    Return,
    Reveal,
    Start,
    Still,
    Welcome,
    decode,
    encode,
)
from tests.e2e.peers import SECONDS, Program, Programs, both_results, cabled, near, record_of
from tests.e2e.test_two_processes import SHORT, SLEEPY_BOT, programs, sentence
from tui.commands.common import default_deck
from tui.plans import HostPlan
from tui.profile import Profile
from tui.remote import Sitting, close_table, find_game, open_table, places_of

__all__ = ["programs"]

B16, B32, B64 = bytes(16), bytes(32), bytes(64)
OWNED = "\x1b]0;owned\x07"
"""What would change a terminal's title."""


# Raw bytes on the port

NULL_GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x00NULL" + bytes(16) + b"\x00" + bytes(31)
CURVE_GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x00CURVE" + bytes(15) + b"\x00" + bytes(31)


def raw_attacks() -> list[bytes]:
    some = random.Random(7).randbytes
    return [
        *(some(size) for size in (1, 10, 64, 1000, 200_000)),
        b"GET / HTTP/1.1\r\nHost: tesser\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + some(200),
        CURVE_GREETING[:20],
        NULL_GREETING + b"\x04\x26\x05READY" + some(31),
        CURVE_GREETING,
        CURVE_GREETING + b"\x04\xc8\x05HELLO\x01\x00" + some(192),
        CURVE_GREETING + b"\x06" + b"\xff" * 8 + some(1000),
        b"",
    ]


@asynccontextmanager
async def raw_strangers(port: int) -> AsyncIterator[None]:
    """Connections that say all this, and stay open, silent, until the end."""
    writers = []
    try:
        for attack in raw_attacks() * 2:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writers.append(writer)
            with suppress(OSError):
                writer.write(attack)
                await writer.drain()
        yield
    finally:
        for writer in writers:
            writer.transport.abort()


async def test_raw_bytes_on_the_port_disturb_nothing(programs: Programs) -> None:
    host = await programs.host("--option", "max_turns=2")
    port = read_invite(host.invite).addresses[0].port
    async with raw_strangers(port), cabled(host) as (cable, invite):
        guest = await programs.join(invite)
        await cable.passed(5_000)
        async with raw_strangers(port):
            await both_results(host, guest)
    assert "Traceback" not in host.errors


# Strangers inside the encrypted link


class Stranger:
    """A link of its own to a host, with a key of its own."""

    def __init__(self, context: zmq.asyncio.Context, invite: Invite) -> None:
        public, secret = zmq.curve_keypair()
        self._socket = context.socket(zmq.DEALER)
        self._socket.set(zmq.CURVE_SERVERKEY, invite.key)
        self._socket.set(zmq.CURVE_PUBLICKEY, public)
        self._socket.set(zmq.CURVE_SECRETKEY, secret)
        self._socket.set(zmq.RECONNECT_IVL, -1)
        self._monitor = self._socket.get_monitor_socket(zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL)
        self._socket.connect(f"tcp://127.0.0.1:{invite.addresses[-1].port}")

    async def say(self, *frames: Frame | bytes | list[bytes]) -> None:
        """Say this, as far as the door is still open: a link that was closed takes nothing."""
        with suppress(zmq.Again):
            for frame in frames:
                parts = (
                    frame
                    if isinstance(frame, list)
                    else [frame if isinstance(frame, bytes) else encode(frame)]
                )
                await self._socket.send_multipart(parts, zmq.DONTWAIT)

    async def turned_away(self) -> None:
        """Wait until the door does not open for want of room."""
        async with asyncio.timeout(SECONDS):
            await recv_monitor_message(self._monitor)

    async def refusal(self) -> str:
        """Why the host won't go on."""
        async with asyncio.timeout(SECONDS):
            while True:
                frame = decode(await self._socket.recv(), 4096)
                if isinstance(frame, Refuse):
                    return frame.why


@contextmanager
def strangers(host: Program) -> Iterator[Callable[[], Stranger]]:
    context = zmq.asyncio.Context()
    context.linger = 0
    try:
        yield lambda: Stranger(context, near(host.invite))
    finally:
        context.destroy(linger=0)


HELLO = Hello(MAGIC, PROTOCOL, core.VERSION)
REFUSED: dict[str, tuple[list[Frame | bytes | list[bytes]], str]] = {
    "random bytes": ([random.Random(1).randbytes(300)], "form"),
    "nothing": ([b""], "form"),
    "nested msgpack": ([b"\x91" * 4000], "form"),
    "nested msgpack, longer than a stranger may speak": ([b"\x91" * 60_000], "form"),
    "a huge array": ([b"\xdd\xff\xff\xff\xff"], "form"),
    "many parts": ([[b"", b"x"] * 20], "form"),
    "a frame of the match": ([Beat(B16, 1, 1, B16, False)], "form"),
    "another program": ([Hello("chess", 1, "1")], "form"),
    "another protocol": ([Hello(MAGIC, 9, OWNED)], "version"),
    "a hello, then bytes": ([HELLO, b"\xc1" * 100], "form"),
    "a hello, then a commit": ([HELLO, Commit(B32, B32)], "form"),
    "a wrong code": ([HELLO, Knock(B16, OWNED, B32, B64)], "code"),
    "a return into no match": ([Return(B16, B16, 0, B16)], "left"),
    "a hello and nothing else": ([HELLO], "late"),
}


async def test_strangers_are_refused_and_the_guest_plays(programs: Programs) -> None:
    host = await programs.host(*SHORT)
    with strangers(host) as new:
        await new().say(b"x" * 70_000)  # the link breaks, without an answer
        for name, (frames, why) in REFUSED.items():
            stranger = new()
            await stranger.say(*frames)
            assert await stranger.refusal() == why, name
        await both_results(host, await programs.join(near(host.invite)))
    assert all(line.isprintable() for line in host.errors.splitlines())


async def test_a_code_without_a_proof_of_the_key_is_not_enough(programs: Programs) -> None:
    host = await programs.host()
    with strangers(host) as new:
        stranger = new()
        await stranger.say(HELLO, Knock(near(host.invite).code, "Eve", B32, B64))
        assert await stranger.refusal() == "key"
    assert host.running


async def test_strangers_cannot_touch_a_match(programs: Programs) -> None:
    """They know the invite and the match's id, and are many: more than new links are let in."""
    host = await programs.host("--option", "max_turns=2")
    async with cabled(host) as (cable, invite):
        guest = await programs.join(invite, before=SLEEPY_BOT.format(seconds=0.05))
        await host.says("has taken the seat")
        await cable.passed(4_000)
        record = record_of(host)
        match, last = bytes.fromhex(record.header.match), record.entries[-1]
        n, h_n = len(record.entries), bytes.fromhex(last.hash)
        entry = Placed(match, 1, n + 1, 0, "pass", h_n, B64)
        with strangers(host) as new:
            for frame in (
                entry,
                msgspec.structs.replace(entry, text="concede"),
                Beat(match, 1, 1, B16, False),
                Bye(match, 1, "left"),
                Differ(match, 1, n, B16, "", "", (), b""),
                Return(match, B16, n, h_n),
                Request(match, 1, n + 1, 0, "concede", h_n, B64),
            ):
                stranger = new()
                await stranger.say(frame)
                assert await stranger.refusal() in ("form", "left")
            late = new()
            await late.say(HELLO, Knock(invite.code, "Eve", B32, B64))
            assert await late.refusal() == "taken"
            crowd = [new() for _ in range(LINKS_A_MINUTE)]
            for stranger in crowd:
                await stranger.say(HELLO, *[b"x"] * 50)
            waits = [asyncio.create_task(stranger.turned_away()) for stranger in crowd]
            done, rest = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in rest:
                wait.cancel()
            await asyncio.gather(*done)
            await asyncio.wait(rest)
            # The rightful guest's line breaks in the middle of all that, and it is let in again.
            cable.cut()
            await both_results(host, guest, 60)
        assert cable.connections > 1


# The other player


class Cheat:
    """A player of a real match who says, beside what is right, whatever it likes."""

    def __init__(self, sitting: Sitting, seated: Seated) -> None:
        self.sitting = sitting
        self.match = sitting.match
        self.id = bytes.fromhex(self.match.header.match)
        (self.me,) = seated.seats
        self.other = 1 - self.me
        self.seated = seated

    def say(self, frame: Frame | bytes) -> None:
        self.seated.link._post(frame if isinstance(frame, bytes) else encode(frame))

    def sign(self, n: int, h_n: bytes) -> bytes:
        return bytes.fromhex(self.seated.identity.sign(signing_bytes(self.match.header.match, n, h_n)))

    def entry(self, text: str | None = None, by: int | None = None, **changes: Any) -> Placed:
        """The next entry as it would be legal, or what the changes make of it; signed by this player."""
        decision = self.match.decision()
        choice = decision.choices[0] if decision and decision.choices else None
        text = text or (write_choice(choice, self.match.game.table) if choice else "pass")
        by = (decision.seat if decision else self.me) if by is None else by
        try:
            h_n = self.match.prepare(by, text).hash
        except ValueError:
            h_n = B16
        placed = Placed(self.id, 1, self.match.n + 1, by, text, h_n, B64)
        placed = msgspec.structs.replace(placed, **changes)
        if "signature" in changes:
            return placed
        return msgspec.structs.replace(placed, signature=self.sign(placed.n, placed.hash))

    def request(self, text: str, by: int, **changes: Any) -> Request:
        placed = self.entry(text, by, **changes)
        return Request(placed.match, placed.epoch, placed.n, by, text, placed.hash, placed.signature)

    def again(self) -> Frame:
        """Its own first entry, a second time."""
        for n, entry in enumerate(self.match.entries, 1):
            if entry.by == self.me:
                signature = bytes.fromhex(entry.signature or "")
                return Placed(self.id, 1, n, entry.by, entry.text, bytes.fromhex(entry.hash), signature)
        return Still()


Attack = Callable[[Cheat], Frame | bytes]

BAD: dict[str, Attack] = {
    "garbage": lambda c: random.Random(c.match.n).randbytes(500),
    "empty": lambda c: b"",
    "nested": lambda c: b"\x91" * 60_000,
    "cut short": lambda c: encode(c.entry())[:-1],
    "with a tail": lambda c: encode(c.entry()) + b"x",
    "a frame of the handshake": lambda c: Reveal(B32),
    "a hello": lambda c: HELLO,
    "a start": lambda c: Start(B16),
    "an old welcome": lambda c: Welcome(c.id, 0, 1, c.match.head),
    "a return without the token": lambda c: Return(c.id, B16, 1, c.match.head),
    "no signature": lambda c: c.entry(signature=B64),
    "a stranger's signature": lambda c: c.entry(
        signature=bytes.fromhex(
            new_identity().sign(signing_bytes(c.match.header.match, c.match.n + 1, c.entry().hash))
        )
    ),
    "the signature of another entry": lambda c: c.entry(signature=c.sign(c.match.n + 2, c.entry().hash)),
    "a choice by a seat of the other side": lambda c: c.entry(by=c.other),
    "a choice by no seat": lambda c: c.entry(by=7),
    "a concession of the other side": lambda c: c.entry("concede", c.other),
    "a concession of nobody": lambda c: c.entry("concede", 7),
    "a draw": lambda c: c.entry("draw", c.me),
    "a forfeit": lambda c: c.entry("forfeit", c.me),
    "a take-back": lambda c: c.entry("undo 0", c.me),
    "a concession and more": lambda c: c.entry("concede now", c.me),
    "another entry in the place of one that stands": lambda c: c.entry(n=1),
    "a request for a draw": lambda c: c.request("draw", c.me),
    "a request for the other side's concession": lambda c: c.request("concede", c.other),
}

HARMLESS: dict[str, Attack] = {
    "an entry of another match": lambda c: c.entry(match=B16),
    "an entry of an older epoch": lambda c: c.entry(epoch=0),
    "an entry of a later epoch": lambda c: c.entry(epoch=2),
    "an entry too far ahead": lambda c: c.entry(n=c.match.n + 20),
    "an entry by number a million": lambda c: c.entry(n=1_000_000),
    "an entry a second time": lambda c: c.again(),
    "a beat of another match": lambda c: Beat(B16, 1, 1, B16, False),
    "a beat of an older epoch": lambda c: Beat(c.id, 0, 1, B16, False),
    "a beat from the future": lambda c: Beat(c.id, 1, c.match.n + 900, B16, True),
    "a goodbye of another match": lambda c: Bye(B16, 1, "left"),
    "a goodbye of an older epoch": lambda c: Bye(c.id, 0, "left"),
    "a difference of another match": lambda c: Differ(B16, 1, 1, B16, "", "", (), b""),
    "a difference of an older epoch": lambda c: Differ(c.id, 0, 1, B16, "", "", (), b""),
    "a return into another match": lambda c: Return(B16, c.seated.token.reveal(), 1, B16),
    "a late request": lambda c: c.request("concede", c.me, n=1),
    "an early request": lambda c: c.request("concede", c.me, n=c.match.n + 20),
    "what the handshake left": lambda c: Still(),
}


@asynccontextmanager
async def cheating_guest(host: Program, folder: Path, **settings: Any) -> AsyncIterator[Cheat]:
    """A guest of this host, in this process."""
    profile = Profile(root=folder)
    invite = read_invite(host.invite)
    joining = await join(
        load_identity(profile.identity), invite, name="Eve", app=core.VERSION, find_game=find_game
    )
    try:
        (seat,) = joining.seats
        group = joining.game.deck_group(seat)
        assert group
        decks = {seat: default_deck(joining.game, group, joining.terms.format).decklist()}
        seated = await joining.take_seat(places_of(profile, joining.game, decks, "random"))
        controllers = {seat: settings["controller"]} if settings else {}
        yield Cheat(Sitting(profile, seated, joining.game, controllers, None), seated)
    finally:
        joining.close()


@asynccontextmanager
async def cheating_host(programs: Programs, folder: Path) -> AsyncIterator[tuple[Cheat, Program]]:
    """A host in this process, and its guest."""
    profile = Profile(root=folder)
    game = games.load("wrinkles")
    deck = default_deck(game, "evil")
    plan = HostPlan("wrinkles", (1,), {1: deck.decklist()}, {"max_turns": 1}, deck.format, player="random")
    table = open_table(profile, load_identity(profile.identity), plan, lambda _: None)
    try:
        guest = await programs.join(near(table.hosting.invite))
        async with asyncio.timeout(SECONDS):
            seated = await table.seated
        yield Cheat(Sitting(profile, seated, game, {}, None), seated), guest
    finally:
        await close_table(table)


def cheat_at_every_entry(cheat: Cheat, attacks: dict[str, Attack]) -> list[str]:
    """Say all this in the course of the match; what has not been said yet."""
    left = list(attacks)

    def on_news(news: News) -> None:
        for _ in range(2):
            if news.n > 2 and cheat.match.outcome is None and left:
                cheat.say(attacks[left.pop(0)](cheat))

    cheat.sitting.table.watch(on_news)
    return left


def in_turns() -> list[dict[str, Attack]]:
    """All attacks, in parts that a match survives."""
    names = list(BAD)
    size = BAD_FRAMES - 2
    parts = [names[at : at + size] for at in range(0, len(names), size)]
    return [{name: BAD[name] for name in part} | HARMLESS for part in parts]


@pytest.mark.parametrize("part", range(len(in_turns())))
async def test_a_cheating_guest_changes_nothing(programs: Programs, tmp_path: Path, part: int) -> None:
    host = await programs.host(*SHORT, "--side", "good")
    async with cheating_guest(host, tmp_path / "eve") as cheat:
        left = cheat_at_every_entry(cheat, in_turns()[part])
        await finished(cheat, host, left)


@pytest.mark.parametrize("part", range(len(in_turns())))
async def test_a_cheating_host_changes_nothing(programs: Programs, tmp_path: Path, part: int) -> None:
    async with cheating_host(programs, tmp_path / "eve") as (cheat, guest):
        left = cheat_at_every_entry(cheat, in_turns()[part])
        await finished(cheat, guest, left)


async def finished(cheat: Cheat, victim: Program, left: list[str]) -> None:
    """Play to the end: both sides have the same match, and it is right."""
    async with asyncio.timeout(SECONDS):
        outcome = await cheat.sitting.lockstep.run()
    result = await victim.result()
    assert outcome and not left, left
    assert result["end"] == outcome.end == "max_turns"
    assert result["final_hash"] == cheat.match.head.hex() and result["plies"] == cheat.match.n
    assert victim.record.read_bytes() == cheat.sitting.path.read_bytes()


async def test_a_flood_from_the_guest_only_takes_time(programs: Programs, tmp_path: Path) -> None:
    host = await programs.host(*SHORT, "--side", "good")
    async with cheating_guest(host, tmp_path / "eve") as cheat:

        def flood(news: News) -> None:
            if news.n == 5:
                for _ in range(150):
                    cheat.say(Still())

        cheat.sitting.table.watch(flood)
        await finished(cheat, host, [])


async def test_a_guest_who_talks_nonsense_all_the_time_is_given_up(
    programs: Programs, tmp_path: Path
) -> None:
    host = await programs.host("--side", "good")
    async with cheating_guest(host, tmp_path / "eve") as cheat:

        def babble(news: News) -> None:
            if news.n == 10:
                for n in range(BAD_FRAMES + 1):
                    cheat.say(random.Random(n).randbytes(30))

        cheat.sitting.table.watch(babble)
        with pytest.raises(NetError):
            async with asyncio.timeout(SECONDS):
                await cheat.sitting.lockstep.run()
    assert await host.ended() == LinkLost.status
    assert "makes no sense" in sentence(host)
    said = await programs.verify(host.record)
    assert "not finished" in said


class Silent:
    """A controller that never decides."""

    async def choose(self, view: Any, decision: Any) -> Any:
        await asyncio.Event().wait()

    def refused(self, reason: str) -> None:
        raise AssertionError(reason)


ILLEGAL: dict[str, Attack] = {
    "a wrong hash": lambda c: c.entry("pass", hash=B16),
    "an answer to nothing": lambda c: c.entry(f"negate {hand_card(c)}"),
    "a card that is not in the hand": lambda c: c.entry(f"play {hand_card(c, c.other)}"),
    "a card that is another": lambda c: c.entry(f"play {hand_card(c).partition('=')[0]}=wit/good/zillo"),
    "a discard": lambda c: c.entry(f"discard {hand_card(c)}"),
    "no choice": lambda c: c.entry(f"nonsense {OWNED}"),
    "a long word": lambda c: c.entry("x" * 400),
    "two spaces": lambda c: c.entry("pass  "),
    "other letters": lambda c: c.entry("p\u0430ss"),
}


def hand_card(cheat: Cheat, seat: int | None = None) -> str:
    """A card in hand, as a choice names it."""
    state = cheat.match.state
    handle = state.hand[cheat.me if seat is None else seat][0]
    return f"{handle}={cheat.match.game.table[state.cards[handle]]}"


@pytest.mark.parametrize("name", ILLEGAL)
async def test_a_signed_entry_that_is_illegal_stops_both(
    programs: Programs, tmp_path: Path, name: str
) -> None:
    host = await programs.host("--side", "evil")
    async with cheating_guest(host, tmp_path / "eve", controller=Silent()) as cheat:
        run = asyncio.create_task(cheat.sitting.lockstep.run())
        await asyncio.sleep(0)
        while cheat.sitting.table.owes() != cheat.me:
            await asyncio.sleep(0.01)
        agreed = cheat.match.n
        bad = ILLEGAL[name](cheat)
        assert isinstance(bad, Placed)
        cheat.say(msgspec.structs.replace(bad, by=cheat.me))
        with pytest.raises(Mismatch):
            await run
    assert await host.ended() == Mismatch.status
    said = sentence(host)
    assert f"do not agree on entry {agreed + 1} (" in said
    assert said.isprintable() and "\x07" not in host.errors
    record = record_of(host)
    assert len(record.entries) == agreed and record.outcome is None
    await programs.verify(host.record)


async def test_a_version_from_outside_is_made_safe(programs: Programs) -> None:
    host = await programs.host(before="import core; core.VERSION = '\\x1b]0;owned\\x07'")
    guest = await programs.join(host.invite, before="import net.handshake as h; h.PROTOCOL = 2")
    assert await guest.ended() == 5
    assert sentence(guest).isprintable()
