"""Programs in processes of their own that play over TCP, and a line between them that can be cut."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from core.engine.record import Record, read_record
from net.faultpoints import VARIABLE
from net.protocol.invite import Address, Invite, read_invite, write_invite
from tests.support import warm
from tests.support.cable import LOOPBACK, Cable
from tests.support.kept import whole
from tests.support.waiting import SECONDS

MAIN = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever the one who started the tests ignores
from tui.cli.main import main
sys.exit(main())
"""

SHORT = ("--option", "max_turns=1")
QUICK_SILENCE = """
from net.lockstep.peer import LockstepPeer
LockstepPeer.__init__.__kwdefaults__["give_up"] = 3.0
"""
QUICK_BEAT = """
from net.lockstep.peer import LockstepPeer
LockstepPeer.__init__.__kwdefaults__["beat"] = 0.2
"""
QUICK_LINE = """
from net.transport import sockets
sockets._HEARTBEAT_MS, sockets._HEARD_MS = 200, 700
"""
"""A line at whose other end nobody answers is given up after one second instead of four."""
ONLY_LISTENS = """
from net.handshake.reconnect import Reconnector
Reconnector.search = lambda self: None
"""
"""A program that calls the other side nowhere."""
SLEEPY_BOT = """
import asyncio
from core.bots.random import RandomBot
async def choose(self, view, decision):
    await asyncio.sleep({seconds})
    return [self.pick(view, decision)]
RandomBot.choose = choose
"""


def killed_at(point: str) -> str:
    """Python before a program that ends it, as by kill -9, at this faultpoint; `:3` after it: when
    it comes there for the third time."""
    return f"import os; os.environ[{VARIABLE!r}] = {point!r}\n"


class Program:
    """A running tesser without a screen; its output is read as it comes."""

    def __init__(self, process: warm.Process, output: BinaryIO, errors: BinaryIO, home: Path) -> None:
        self.process = process
        self.home = home
        self.invite = ""
        """Of a host."""
        self.errors = ""
        self._lines: asyncio.Queue[bytes] = asyncio.Queue()
        self._spoke = asyncio.Condition()
        self._end = asyncio.create_task(process.told())
        self._readers = [
            asyncio.create_task(self._read_lines(output)),
            asyncio.create_task(self._read_errors(errors)),
        ]

    async def _read_lines(self, output: BinaryIO) -> None:
        reader = await _reader(output)
        while line := await reader.readline():
            self._lines.put_nowait(line)
        self._lines.put_nowait(b"")

    async def _read_errors(self, errors: BinaryIO) -> None:
        reader = await _reader(errors)
        while text := await reader.read(4096):
            self.errors += text.decode()
            async with self._spoke:
                self._spoke.notify_all()

    async def text(self, seconds: float = SECONDS) -> str:
        """The next line of standard output."""
        async with asyncio.timeout(seconds):
            line = await self._lines.get()
        assert line, f"no more lines; standard error: {self.errors}"
        return line.decode().rstrip("\n")

    async def line(self, seconds: float = SECONDS) -> dict[str, Any]:
        """The next line, of JSON."""
        value: dict[str, Any] = msgspec.json.decode(await self.text(seconds))
        return value

    def rest(self) -> str:
        """The lines that were not read yet."""
        lines = [self._lines.get_nowait() for _ in range(self._lines.qsize())]
        return b"".join(lines).decode()

    async def says(self, text: str, times: int = 1) -> None:
        """Wait until this is on standard error so many times."""
        try:
            async with asyncio.timeout(SECONDS), self._spoke:
                await self._spoke.wait_for(lambda: self.errors.count(text) >= times)
        except TimeoutError:
            raise AssertionError(f"never said {text!r}: {self.errors}") from None

    async def ended(self, seconds: float = SECONDS) -> int:
        """Wait for the end, and give the exit status."""
        try:
            async with asyncio.timeout(seconds):
                status = await asyncio.shield(self._end)
                await asyncio.gather(*self._readers)
        except TimeoutError:
            raise AssertionError(f"it did not end; standard error: {self.errors}") from None
        return status

    async def result(self, seconds: float = SECONDS) -> dict[str, Any]:
        """The result of a match that was finished: the last line."""
        found = await self.line(seconds)
        assert await self.ended() == 0, self.errors
        assert self.rest() == "", "more was printed than one line of result"
        return found

    @property
    def running(self) -> bool:
        return self.process.returncode is None

    @property
    def plays(self) -> int:
        """The number of the process that plays."""
        return self.process.pid

    @property
    def record(self) -> Path:
        """The one match this player has, as a record."""
        path = self.home / "kept.tesser"
        path.write_bytes(whole(self.home / "tesser"))
        return path

    async def kill(self) -> None:
        if self.running:
            self.process.kill()
        await self._end
        for reader in self._readers:
            reader.cancel()


class Programs:
    """All programs of a test. Each player, by name, has a data folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._started: list[Program] = []
        self._keyboards: list[int] = []
        """Those that stay open."""

    def apart(self, name: str) -> Programs:
        """Players of another match that is played at the same time."""
        others = Programs(self.folder / name)
        others.folder.mkdir()
        others._started = self._started
        return others

    async def start(
        self,
        player: str,
        *arguments: str | Path,
        before: str = "",
        stdin: str | None = None,
        ends: bool = True,
    ) -> Program:
        """Run a command line; `before` is Python that changes the program before it begins, `ends` whether
        there is nothing after the line of standard input.
        """
        home = self.folder / player
        home.mkdir(exist_ok=True)
        given, keyboard = (os.open(os.devnull, os.O_RDONLY), None) if stdin is None else os.pipe()
        if stdin is not None and keyboard is not None:
            os.write(keyboard, stdin.encode() + b"\n")
            if ends:
                os.close(keyboard)
            else:
                self._keyboards.append(keyboard)
        (output, to_output), (errors, to_errors) = os.pipe(), os.pipe()
        environ, streams = os.environ | {"XDG_DATA_HOME": str(home)}, (given, to_output, to_errors)
        process = warm.start(before + MAIN, list(map(str, arguments)), home, environ, streams)
        self._started.append(Program(process, os.fdopen(output, "rb"), os.fdopen(errors, "rb"), home))
        return self._started[-1]

    async def host(self, *arguments: str | Path, player: str = "host", before: str = "") -> Program:
        """A host that waits for its guest; its first line is the invite."""
        program = await self.start(player, "host", *_bots(arguments), "--json", *arguments, before=before)
        line = await program.line()
        assert list(line) == ["invite"]
        program.invite = line["invite"]
        return program

    async def join(
        self, invite: Invite | str, *arguments: str | Path, player: str = "guest", before: str = ""
    ) -> Program:
        """A guest with this invite."""
        text = invite if isinstance(invite, str) else write_invite(invite)
        return await self.start(player, "join", text, *_bots(arguments), "--json", *arguments, before=before)

    async def verify(self, record: Path) -> str:
        """What `replay --verify` prints of a record that is right."""
        program = await self.start("reader", "replay", "--verify", record)
        assert await program.ended() == 0, program.errors
        return program.rest()

    async def close(self) -> None:
        await asyncio.gather(*(program.kill() for program in self._started))
        for keyboard in self._keyboards:
            os.close(keyboard)


async def _reader(pipe: BinaryIO) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader


def _bots(arguments: Sequence[str | Path]) -> Sequence[str]:
    """Random bots, unless it is said who sits where."""
    return () if "--seats" in arguments else ("--bot", "random")


def record_of(program: Program) -> Record:
    return read_record(program.record.read_bytes())


def sentence(program: Program) -> str:
    """The last thing it said, which has to be a sentence and no traceback."""
    assert "Traceback" not in program.errors, program.errors
    said = program.errors.rstrip().rpartition("\n")[2]
    assert re.fullmatch(r"tesser: \S.* .*[.?]", said), program.errors
    return said


async def statuses(*programs: Program) -> list[int]:
    """With which exit status each ends."""
    return list(await asyncio.gather(*(program.ended() for program in programs)))


async def keep_what_both_had(programs: Programs, one: Program, other: Program) -> None:
    """Both records are right as far as they go, and the same as far as both go."""
    mine, theirs = record_of(one).entries, record_of(other).entries
    both = min(len(mine), len(theirs))
    assert both > 10 and mine[:both] == theirs[:both]
    for said in await asyncio.gather(programs.verify(one.record), programs.verify(other.record)):
        assert "not finished" in said


async def both_results(host: Program, guest: Program, seconds: float = SECONDS) -> dict[str, Any]:
    """The result of a match, which has to be the same on both sides, and in both records."""
    results = await asyncio.gather(host.result(seconds), guest.result(seconds))
    assert results[0] == results[1]
    assert host.record.read_bytes() == guest.record.read_bytes()
    record = record_of(host)
    assert record.outcome is not None and not record.torn
    assert len(record.entries) == results[0]["plies"]
    assert record.entries[-1].hash == results[0]["final_hash"]
    return results[0]


def near(invite: str) -> Invite:
    """The invite with the loopback address alone."""
    read = read_invite(invite)
    return read._replace(addresses=read.addresses[-1:])


@asynccontextmanager
async def cabled(host: Program) -> AsyncIterator[tuple[Cable, Invite]]:
    """A line to this host, and the invite that leads over it."""
    invite = near(host.invite)
    cable = Cable(invite.addresses[0].port)
    async with cable.laid() as port:
        yield cable, invite._replace(addresses=(Address(LOOPBACK, port),))
