"""Text from the other machine, on a real terminal: the bytes that reach it, and the screen they make.

The other machine is this test, which says over the real link whatever a field can hold.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import core
from core import registry
from core.clean import cell_width
from core.contract.header import Decklist
from core.engine.chain import signing_bytes
from decks.storage.catalog import default_deck, stock_decks
from decks.text.deck_file import write_deck
from net.handshake.guest import TableGuest, join
from net.handshake.host import TableHost
from net.handshake.terms import HandshakeResult, Participant, make_terms
from net.protocol.frames import (
    Beat,
    Differ,
    EntryFrame,
    Refuse,
    Say,
    SeatChoice,
)
from net.protocol.identity import new_identity
from net.transport.link import Link
from tests.support.cable import LOOPBACK
from tests.support.outside import CSI, NASTY, dangers
from tests.support.programs import Program, Programs, near
from tests.support.tmux import HAVE_TMUX, Pane, press_until

pytestmark = pytest.mark.long

in_terminals = pytest.mark.skipif(
    not HAVE_TMUX, reason="tmux is not installed, and this test is about terminals in it"
)
INVITE = r"(?s)(tesser1[a-z2-7\s]+?)\n *\n"
SEQUENCE = re.compile(
    r"\x1b\[[?>=<]?[0-9;:]*[ $]?[A-Za-z]"  # cursor, colours, modes
    r"|\x1b[=>78]|\x1b[()][AB0]"
    r"|\x1b\]22;default\x07"  # the mouse pointer
    r"|\x1b\]2;[^\x00-\x1f\x7f-\x9f]*\x07"  # the window's title
)
"""What the program itself may send. None of the sequences in NASTY is like it."""
HEARS_ALL = "import net.protocol.limits; net.protocol.limits.STRANGER_FRAMES_A_SECOND = 10_000; "
"""A stranger is heard however much it says: here one comes as soon as the one before has left."""
GAME = registry.load("wrinkles")


class Window:
    """A program in a terminal, and every byte it writes there."""

    def __init__(self, server: str, folder: Path, arguments: str) -> None:
        self._raw = folder / "raw"
        self.pane = Pane(server, "window", folder, arguments, HEARS_ALL)
        self.pane.record(self._raw)

    async def sees(self, pattern: str) -> re.Match[str]:
        """Wait for this on the screen, which has to be whole."""
        found = await asyncio.to_thread(self.pane.see, pattern)
        lines = self.pane.screen.splitlines()
        assert len(lines) <= 24 and all(sum(map(cell_width, line)) <= 80 for line in lines)
        return found

    def check(self) -> None:
        """Nothing but text and the program's own sequences was written."""
        data = self._raw.read_bytes().decode()
        assert len(data) > 2_000
        left = SEQUENCE.sub("", data).replace("\r", "").replace("\x0f", "").replace("\x08", "")
        assert not dangers(left), [left[at - 30 : at + 30] for at in map(left.index, "\x1b") if at > 0][:3]
        assert CSI not in data and "\x1b]52;c;b3duZWQ" not in data


class Rogue:
    """The other player, on this side of the link. Its fields say what this program would never send."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str = "", deck: str = "") -> None:
        self.identity = new_identity()
        self.name, self.deck = name[:120], deck[:120]
        monkeypatch.setattr("net.handshake.steps.send_places", self._send_places)
        monkeypatch.setattr("net.handshake.guest.clean", lambda text, cells: text)

    def _send_places(self, link: Link, places: Mapping[int, Participant]) -> None:
        for seat, place in places.items():
            assert place.deck
            link.send(SeatChoice(seat, self.name, place.player, self.deck, place.deck.cards))

    def places(self, seat: int) -> dict[int, Participant]:
        """What both sides make of what this one sends."""
        deck = default_deck(GAME, ("good", "evil")[seat], "original").decklist()
        return {seat: Participant(self.name, Decklist(self.deck, deck.cards))}

    async def come(self, invite: str, name: str = "Eve") -> TableGuest:
        invited = near(re.sub(r"\s", "", invite))  # a frame at each address would be more than is heard
        return await join(self.identity, invited, name=name[:120], app=core.VERSION, find_game=lambda _: GAME)

    @asynccontextmanager
    async def table(self, **changes: Any) -> AsyncIterator[TableHost]:
        """A table whose offer is changed in what no header has."""
        fair = make_terms(GAME, name="Eve", app=core.VERSION, format="original")
        terms = msgspec.structs.replace(fair, **changes)
        hosting = TableHost(self.identity, GAME, terms, ip=LOOPBACK)
        try:
            yield hosting
        finally:
            hosting.close(0)

    def disagree(self, seated: HandshakeResult, text: str) -> None:
        """Give a hash of the match that is another than theirs, and then a report full of this text."""
        match = bytes.fromhex(seated.header.match)
        seated.link.send(Beat(match, 1, 0, bytes(16), False))
        seated.link.send(Differ(match, 1, 0, bytes(16), text[:40], text[:64], (), b""))

    def place_nonsense(self, seated: HandshakeResult, text: str) -> None:
        """Place an entry that no rule knows, rightly signed: its seat has to owe the first choice."""
        match = bytes.fromhex(seated.header.match)
        message = signing_bytes(seated.header.match, 1, bytes(16))
        signature = bytes.fromhex(seated.identity.sign(message))
        entry = EntryFrame(match, 1, 1, seated.seats[0], f"play {text}"[:400], bytes(16), signature)
        seated.link.send(entry)
        seated.link.send(Differ(match, 1, 1, bytes(16), text[:40], text[:64], (), b""))


PAIRS = (("escapes", "c1 and bidi"), ("wide", "marks"), ("closing tags", "action"))
"""A name and a deck's name, of NASTY."""


async def guests_come_and_go(invite: str, rogue: Rogue, sees: Callable[[str], Awaitable[object]]) -> None:
    """One after the other says its name, and leaves with a sentence."""
    for number, text in enumerate(NASTY.values()):
        joining = await rogue.come(invite, text)
        await sees("is here and looks at your offer")
        joining._link.send(Refuse("left", f"N{number} {text}"[:400]))
        await sees(rf"The guest is gone: N{number}\s")
        joining.close()


# On the screens


@in_terminals
async def test_what_a_guest_says_to_a_host(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rogue = Rogue(monkeypatch)
    window = Window(server, tmp_path, "host --side good")
    invite = (await window.sees(INVITE)).group(1)
    await guests_come_and_go(invite, rogue, window.sees)
    window.check()


@in_terminals
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
async def test_what_a_guest_is_called_in_a_match(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pair: tuple[str, str]
) -> None:
    rogue = Rogue(monkeypatch, *(NASTY[name] for name in pair))
    window = Window(server, tmp_path, "host --side evil")
    joining = await rogue.come((await window.sees(INVITE)).group(1), rogue.name)
    try:
        seated = await joining.take_seat(rogue.places(0))
        assert (await window.sees(r"link ok *\n")).end() <= 81
        await window.sees("is thinking")
        rogue.place_nonsense(seated, NASTY[pair[1]])
        await window.sees("do not agree about this match")
        window.check()
    finally:
        joining.close(0)


@in_terminals
async def test_what_a_host_says_to_a_guest(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rogue = Rogue(monkeypatch)
    monkeypatch.setattr(
        "net.transport.listener.STRANGER_FRAMES_A_SECOND", 10_000
    )  # the guest comes and goes quickly
    async with rogue.table() as hosting:
        seating = asyncio.create_task(hosting.seat(rogue.places(0)))
        fair = hosting._terms
        window = Window(server, tmp_path, "join")
        await window.sees("Paste the invite")
        window.pane.paste(hosting.invite)
        await window.sees("A whole invite")
        for number, text in enumerate(NASTY.values()):
            hosting._terms = msgspec.structs.replace(fair, name=text[:120], format=text[:120])
            window.pane.press("Enter")
            await window.sees("offers Wrinkles in Time")
            await hosting._listener.say_goodbye(Refuse(text[:40], f"N{number} {text}"[:400]), 1)
            await window.sees(rf"Paste the invite[\s\S]*N{number}\s")
        seating.cancel()
    window.check()


@in_terminals
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
async def test_what_a_host_is_called_in_a_match(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pair: tuple[str, str]
) -> None:
    rogue = Rogue(monkeypatch, *(NASTY[name] for name in pair))
    async with rogue.table(name=rogue.name) as hosting:
        seating = asyncio.create_task(hosting.seat(rogue.places(0)))
        window = Window(server, tmp_path, f"join {hosting.invite}")
        await window.sees("offers Wrinkles in Time")
        await asyncio.to_thread(press_until, window.pane, "t", r"Sitting down|link ok")
        await window.sees("link ok")
        rogue.disagree(await seating, NASTY[pair[1]])
        await window.sees("do not agree about this match")
        window.check()


@in_terminals
async def test_what_files_say(server: str, tmp_path: Path) -> None:
    """A player's name, settings and decks, as somebody else may have written them."""
    home = tmp_path / "tesser"
    (home / "decks").mkdir(parents=True)
    (home / "name").write_text("".join(NASTY.values())[:5_000], "utf-8")
    (home / "settings.json").write_text(json.dumps({"version": 1, NASTY["escapes"]: NASTY["marks"]}))
    good = write_deck(next(deck for deck in stock_decks().values() if deck.group == "good"))
    for number, text in enumerate(NASTY.values()):
        quoted = json.dumps(f"{number} {text[:300]}", ensure_ascii=False)
        deck = re.sub("(?m)^name = .*$", lambda _, quoted=quoted: f"name = {quoted}", good)
        (home / "decks" / f"{number}.toml").write_text(deck, "utf-8")
        (home / "decks" / f"broken {number}{text[:20].replace('/', '|')}.toml").write_text(f"{quoted} = ")
    window = Window(server, tmp_path, "")
    await window.sees(r"d +Decks")
    window.pane.press("d")
    await window.sees(r"Your decks")
    for _ in NASTY:
        shown = window.pane.screen
        window.pane.press("Down")
        await asyncio.to_thread(window.pane.changed, shown)
    await window.sees(r"Your decks")
    window.pane.press("Enter")
    await window.sees(r"can't be read|DECK")
    window.check()


# In sentences


TWO_BY_TWO = list(zip(list(NASTY)[::2], list(NASTY)[1::2], strict=True))


class Reader:
    """Who reads a host in plain mode."""

    def __init__(self, host: Program) -> None:
        self.host = host
        self._heard: list[str] = []

    @classmethod
    async def of_a_host(cls, programs: Programs) -> tuple[Reader, str]:
        """A host that plays Evil, and its invite."""
        host = await programs.start(
            *("host", "host", "--plain", "--side", "evil"), before=HEARS_ALL, stdin="", ends=False
        )
        reader = cls(host)
        return reader, (await reader.hears("(tesser1[a-z2-7]+)")).group(1)

    async def hears(self, pattern: str) -> re.Match[str]:
        """Read up to the line with this."""
        async with asyncio.timeout(60):
            while not (found := re.search(pattern, "\n".join(self._heard))):
                self._heard.append(await self.host.text())
        assert not dangers("\n".join(self._heard))
        self._heard.clear()
        return found


async def test_what_guests_say_in_plain_mode(programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    reader, invite = await Reader.of_a_host(programs)
    await guests_come_and_go(invite, Rogue(monkeypatch), reader.hears)


@pytest.mark.parametrize("pair", TWO_BY_TWO, ids="-".join)
async def test_what_a_guest_says_in_a_match_in_plain_mode(
    programs: Programs, monkeypatch: pytest.MonkeyPatch, pair: tuple[str, str]
) -> None:
    name, deck = (NASTY[one] for one in pair)
    rogue = Rogue(monkeypatch, name, deck)
    reader, invite = await Reader.of_a_host(programs)
    hears = reader.hears
    joining = await rogue.come(invite, name)
    try:
        seated = await joining.take_seat(rogue.places(0))
        await hears("Record|record|turn 1|FATE|Turn")
        for text in (name, deck):
            seated.link.send(Say(bytes.fromhex(seated.header.match), 1, text[:500] or " "))
        seated.link.send(Say(bytes.fromhex(seated.header.match), 1, "heard all"))
        await hears("says: heard all")
        rogue.place_nonsense(seated, NASTY["marks"])
        await hears("do not agree")
    finally:
        joining.close(0)
    assert await reader.host.ended() == 7


async def test_what_a_host_says_in_plain_mode(programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    for pair in TWO_BY_TWO:
        name, format_ = (NASTY[one] for one in pair)
        rogue = Rogue(monkeypatch)
        async with rogue.table(name=name[:120], format=format_[:120]) as hosting:
            seating = asyncio.create_task(hosting.seat(rogue.places(0)))
            guest = await programs.start("guest", "join", "--plain", hosting.invite)
            while "offers Wrinkles in Time" not in (line := await guest.text()):
                assert not dangers(line), pair
            assert not dangers(line), pair
            said = f"N {name[:190]} {format_[:190]}"
            await hosting._listener.say_goodbye(Refuse(name[:40], said), 0)
            seating.cancel()
            assert await guest.ended() in (5, 130)
            assert not dangers(guest.rest() + guest.errors), pair
