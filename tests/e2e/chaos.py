"""Matches of two programs to which bad things happen at random: what survives is counted.

    python -m tests.e2e.chaos --runs 20 --seed 7

plays so many matches over lines that break, lag, and pass things on twice or in part, kills and stops the
programs from their first handshake on, brings them back, and says in one line what was done to them and what
was lost by it. Some guests sit at a terminal, with the screens, and the terminal too stops at times.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from net.invite import write_invite
from net.points import BEGINNING, POINTS, VARIABLE
from tests.e2e.chaos_terminal import HAVE_TERMINALS, OnTerminal
from tests.e2e.peers import ONLY_LISTENS, QUICK_BEAT, SLEEPY_BOT, Program, Programs, near
from tests.e2e.proxy import Proxy

SECONDS = 120.0
"""A match that takes longer is stuck."""
TABLES = (
    (("--option", "max_turns=2"), ()),
    (("--option", "max_turns=2"), ()),
    (("--game", "time-masters", "--option", "max_turns=3"), ()),
    (
        ("--game", "time-masters", "--option", "max_turns=3", "--seats", "random,guest,random"),
        ("--seats", "random"),
    ),
)
"""What is played: more arguments of the host, and of the guest."""
NO_ADDRESSES = b"\x90"


def listens_at(port: int) -> str:
    """A program that tells the other side this address, and no other."""
    return f"""
import net.reunion
from ipaddress import ip_address
from net.invite import Address
net.reunion.addresses_for = lambda port, own: (Address(ip_address("127.0.0.1"), {port}),)
"""


@dataclass
class Count:
    """What was done, and what came of it."""

    runs: int = 0
    kills: int = 0
    cuts: int = 0
    """Connections that were broken, or spoilt so that they broke."""
    delays: int = 0
    stops: int = 0
    terminals: int = 0
    """Programs with screens."""
    mutes: int = 0
    """Terminals that read nothing for a while."""
    begins: int = 0
    """Programs that were killed, or lost their line, before their match had begun on both sides."""
    late: int = 0
    """Programs that came back to bring the end of the match to the other side."""
    entries: int = 0
    lost: int = 0
    """Entries that a program had when it was ended and that the match does not have any more."""
    diverged: int = 0
    """Matches that did not come to the same end on both sides."""
    alone: int = 0
    """Matches that one side has and the other can't come to."""
    troubles: list[str] = field(default_factory=list)
    """A sentence for each match that did not go as it should."""

    def add(self, other: Count) -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def __str__(self) -> str:
        return ", ".join(f"{one.name} {getattr(self, one.name)}" for one in fields(self)[:-1])


class Player:
    """One side of a match: a program that comes back whenever it is killed."""

    def __init__(self, name: str, programs: Programs, random: Random, count: Count) -> None:
        self.name = name
        self.program: Program | OnTerminal | None = None
        """The one that runs; None while there is none."""
        self.finished = asyncio.Event()
        self.had: list[bytes] = []
        """The hash of each entry that was kept when the program was last ended."""
        self.before = ""
        """Python before every program of this player."""
        self.other = self
        """The other player."""
        self.match = ""
        """The id of the match; empty before it has begun on both sides."""
        self.screens = False
        """Whether this player sits at a terminal."""
        self.only_listens = False
        self._programs = programs
        self._terminals: list[OnTerminal] = []
        self._random = random
        self._count = count

    def asked(self, question: str) -> list[tuple[Any, ...]]:
        """What this player's archive answers; nothing while it is being made."""
        path = self._programs.folder / self.name / "tesser/archive/matches.sqlite3"
        try:
            with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
                return db.execute(question).fetchall()
        except sqlite3.OperationalError:
            return []

    @property
    def entries(self) -> list[bytes]:
        """The hash of each entry in the archive."""
        return [row[0] for row in self.asked(f"SELECT hash FROM entries WHERE {self._this} ORDER BY n")]

    @property
    def length(self) -> int:
        return int((self.asked(f"SELECT max(n) FROM entries WHERE {self._this}") or [(0,)])[0][0] or 0)

    @property
    def _this(self) -> str:
        """What is of the match."""
        return f"id IN (SELECT id FROM matches WHERE match = '{self.match}')"

    @property
    def matches(self) -> dict[str, int]:
        """How many entries there are of each match."""
        count = "SELECT match, (SELECT count(*) FROM entries WHERE entries.id = matches.id) FROM matches"
        return dict(self.asked(count))

    @property
    def over(self) -> bool:
        """Whether the match has come to its end in the archive."""
        return bool(self.asked(f"SELECT 1 FROM matches WHERE outcome IS NOT NULL AND {self._this}"))

    @property
    def port(self) -> int:
        """Where this player's program listens; 0 if that is not known yet."""
        return int((self.asked(f"SELECT port FROM contacts WHERE {self._this}") or [(0,)])[0][0])

    def dies_at_a_point(self) -> str:
        """Python that ends the program at some point of its way, sometimes."""
        if self._random.random() > 0.3:
            return ""
        point, times = self._random.choice(POINTS), self._random.randrange(3, 40)
        if point.startswith("handshake."):
            times = 1
        return f"import os; os.environ[{VARIABLE!r}] = '{point}:{times}'\n"

    def signal(self, number: signal.Signals) -> bool:
        """Send this to the program; False if there is none. Not by its Process: that might take its end away
        from who waits for it."""
        if self.program is None or not self.program.running:
            return False
        if isinstance(self.program, OnTerminal):
            self.program.signal(number)
            return True
        with suppress(ProcessLookupError):
            os.kill(self.program.process.pid, number)
        return True

    async def start(self, *arguments: str, before: str = "") -> Program | OnTerminal:
        """Run a command line; at a terminal, if this player sits at one."""
        if not self.screens:
            bots = () if arguments[0] == "resume" or "--seats" in arguments else ("--bot", "random")
            everything = (*arguments, *bots, "--json")
            return await self._programs.start(self.name, *everything, before=self.before + before)
        self._count.terminals += 1
        home = self._programs.folder / self.name
        program = await OnTerminal.start(home, *arguments, before=self.before + before)
        self._terminals.append(program)
        return program

    async def close(self) -> None:
        """End what runs at terminals."""
        for terminal in self._terminals:
            await terminal.kill()

    async def _end_of(self, program: Program | OnTerminal) -> int:
        """How it ends. Screens stay when the match is over, and are closed here."""
        if isinstance(program, Program):
            return await program.ended(SECONDS)
        ended = asyncio.create_task(program.ended(SECONDS))
        try:
            while not ended.done():
                await asyncio.wait({ended}, timeout=0.1)
                if self.over and self.other.over and not ended.done():
                    self.finished.set()
                    program.signal(signal.SIGKILL)
            return ended.result()
        finally:
            ended.cancel()

    async def live(self) -> None:
        """See to it that there is a program, until one comes to the match's end."""
        while True:
            assert self.program is not None
            status = await self._end_of(self.program)
            errors, self.program = self.program.errors, None
            kept = self.entries
            self._compare(kept)
            self.had = kept
            if status not in (0, -signal.SIGKILL):
                raise AssertionError(f"{self.name} ended with {status}: {errors}")
            self._count.kills += status != 0 and not self.finished.is_set()
            if self.over:
                self.finished.set()
                if self.other.over or not self.asked(f"SELECT 1 FROM contacts WHERE {self._this}"):
                    return
                self._count.late += 1
            await asyncio.sleep(self._random.choice((0.0, 0.05, 0.3)))
            self.program = await self.start("resume", self.match, before=self._how_it_comes_back())
            if self.over and self.other.over:
                self.signal(signal.SIGKILL)

    def _compare(self, kept: list[bytes]) -> None:
        """Count what was there and is there no more."""
        self._count.lost += sum(one != other for one, other in zip(self.had, kept, strict=False))
        self._count.lost += max(len(self.had) - len(kept), 0)

    def _how_it_comes_back(self) -> str:
        """Sometimes this side waits for the other's call, if that one knows where, and calls itself."""
        known = self.other.asked(f"SELECT addresses FROM contacts WHERE {self._this}")
        can_wait = bool(known) and known[0][0] != NO_ADDRESSES and not self.other.only_listens
        self.only_listens = can_wait and self._random.random() < 0.5
        return (ONLY_LISTENS if self.only_listens else "") + self.dies_at_a_point()


class Run:
    """One match and what happens to it, all of it drawn from its seed."""

    def __init__(self, seed: str, folder: Path, actions: int) -> None:
        """`actions` is how many things happen to it, beside the points at which programs end."""
        self.count = Count(runs=1)
        self._random = Random(seed)
        self._programs = Programs(folder)
        self._actions = actions
        self._host = Player("host", self._programs, Random(f"{seed} host"), self.count)
        self._guest = Player("guest", self._programs, Random(f"{seed} guest"), self.count)
        self._host.other, self._guest.other = self._guest, self._host
        self._lines: list[Proxy] = []
        self._port = 0
        """Where the host listens."""
        self._past: set[str] = set()
        """Matches of hosts that were killed before they had them."""
        self._what: tuple[Callable[[], Any], ...] = (
            self._kill_one,
            self._kill_one,
            self._kill_both,
            self._cut,
            self._pull,
            self._lag,
            self._spoil,
            self._stop_one,
            self._mute,
        )

    async def play(self) -> Count:
        """Play it to its end."""
        try:
            async with asyncio.timeout(SECONDS):
                await self._play()
        except (ExceptionGroup, TimeoutError, AssertionError) as failure:
            error = failure.exceptions[0] if isinstance(failure, ExceptionGroup) else failure
            if not isinstance(error, AssertionError | TimeoutError):
                raise
            parts = [
                f"{player.name} {player.length} entries, {player.finished.is_set()=},"
                f" {player.program.errors[-300:] if player.program else ''}"
                for player in (self._host, self._guest)
            ]
            self.count.troubles.append(f"{error or 'stuck'} ({'; '.join(parts)})")
        finally:
            await self._guest.close()
            await self._programs.close()
        self._count_alone()
        host, guest = self._host.entries, self._guest.entries
        self.count.entries = max(len(host), len(guest))
        self.count.diverged += host != guest or not host
        return self.count

    def _count_alone(self) -> None:
        """What the host has of a match the guest can come to, and what the guest alone has was not played."""
        hosts, guests = self._host.matches, self._guest.matches
        self.count.alone += len(hosts.keys() - guests.keys())
        self.count.alone += sum(guests[match] > 0 for match in guests.keys() - hosts.keys())

    async def _play(self) -> None:
        hosting, joining = self._random.choice(TABLES)
        pause = QUICK_BEAT + SLEEPY_BOT.format(seconds=self._random.choice((0.0, 0.005, 0.01)))
        self._guest.screens = HAVE_TERMINALS and not joining and self._random.random() < 0.3
        async with AsyncExitStack() as stack:
            self._lines = [
                Proxy(lambda: self._host.port or self._port, self._random),
                Proxy(lambda: self._guest.port, self._random),
            ]
            ports = [await stack.enter_async_context(line.laid()) for line in self._lines]
            for player, near_end in zip((self._host, self._guest), ports, strict=True):
                player.before = listens_at(near_end) + pause
            await self._begin(hosting, joining, ports[0])
            async with asyncio.TaskGroup() as group:
                group.create_task(self._host.live())
                group.create_task(self._guest.live())
                bad_luck = group.create_task(self._happen())
                await asyncio.gather(self._host.finished.wait(), self._guest.finished.wait())
                bad_luck.cancel()
                for player in (self._host, self._guest):
                    player.signal(signal.SIGKILL)  # nobody waits for the end that it would bring

    async def _begin(self, hosting: Sequence[str], joining: Sequence[str], near_end: int) -> None:
        """Bring the two to a table: until both have the match, whoever is killed on the way comes again."""
        points = {player.name: self._on_the_way(player) for player in (self._host, self._guest)}
        while True:
            before = self._host.before + points.pop("host", "")
            self._host.program = host = await self._programs.host(*hosting, before=before)
            invite = near(host.invite)
            self._port = invite.addresses[0].port
            text = write_invite(invite._replace(addresses=(invite.addresses[0]._replace(port=near_end),)))
            while host.running:
                kept = [match for match in self._guest.matches if match not in self._past]
                how = ("resume", kept[-1]) if kept else ("join", text, *joining)
                guest = await self._guest.start(*how, before=points.pop("guest", ""))
                self._guest.program = guest
                while host.running and guest.running and not self._host.matches:
                    await asyncio.sleep(0.05)
                    if isinstance(guest, OnTerminal) and not kept:
                        guest.press("t")
                        await asyncio.sleep(0.2)
                if self._host.matches:
                    (match,) = self._host.matches
                    self._host.match = self._guest.match = match
                    return
                self.count.begins += 1
                if host.running:
                    assert await guest.ended(SECONDS) in (-signal.SIGKILL, 4, 5), guest.errors
            assert await host.ended() == -signal.SIGKILL, host.errors
            await guest.kill()
            self._past.update(self._guest.matches)

    def _on_the_way(self, player: Player) -> str:
        """Python that ends the first program of this player before the match has begun, sometimes."""
        if self._random.random() > 0.25:
            return ""
        return f"import os; os.environ[{VARIABLE!r}] = {self._random.choice(BEGINNING)!r}\n"

    async def _happen(self) -> None:
        """One thing after the other, each when the match is so far."""
        due = 2
        for _ in range(self._actions):
            due += self._random.choice((0, 0, 5, 20, 40))
            while min(self._host.length, self._guest.length) < due:
                await asyncio.sleep(0.02)
            await self._random.choice(self._what)()

    def _one(self) -> Player:
        return self._random.choice((self._host, self._guest))

    async def _kill_one(self) -> None:
        self._one().signal(signal.SIGKILL)

    async def _kill_both(self) -> None:
        self._host.signal(signal.SIGKILL)
        await asyncio.sleep(self._random.choice((0.0, 0.0, 0.1)))
        self._guest.signal(signal.SIGKILL)

    async def _cut(self) -> None:
        for line in self._lines:
            line.cut()
        self.count.cuts += 1

    async def _pull(self) -> None:
        for line in self._lines:
            line.pull()
        self.count.cuts += 1
        await asyncio.sleep(self._random.uniform(0.0, 1.0))
        for line in self._lines:
            line.plug()

    async def _lag(self) -> None:
        for line in self._lines:
            line.lag = self._random.choice((0.0, 0.02, 0.1))
        self.count.delays += 1
        await asyncio.sleep(self._random.uniform(0.1, 0.5))
        for line in self._lines:
            line.lag = 0.0

    async def _spoil(self) -> None:
        spoil = self._random.choice((Proxy.twice, Proxy.in_part))
        for line in self._lines:
            spoil(line)
        self.count.cuts += 1

    async def _stop_one(self) -> None:
        player = self._one()
        if player.signal(signal.SIGSTOP):
            self.count.stops += 1
            await asyncio.sleep(self._random.uniform(0.0, 1.5))
            player.signal(signal.SIGCONT)

    async def _mute(self) -> None:
        """The terminal reads nothing for a while; where there is none, a program is stopped."""
        terminal = self._guest.program
        if not isinstance(terminal, OnTerminal):
            await self._stop_one()
            return
        self.count.mutes += 1
        terminal.read_no_more()
        await asyncio.sleep(self._random.uniform(0.5, 4.0))
        terminal.read_on()


async def play_all(
    seed: int, runs: int, folder: Path, *, first: int = 0, actions: int = 5, jobs: int = 4, tell: bool = False
) -> Count:
    """Play runs number `first` and on of a seed, so many at a time. `tell`: say of each what went wrong."""
    total, places = Count(), asyncio.Semaphore(jobs)

    async def one(number: int) -> None:
        async with places:
            (own := folder / f"{number}").mkdir()
            count = await Run(f"{seed}/{number}", own, actions).play()
        count.troubles = [f"seed {seed}, run {number}: {trouble}" for trouble in count.troubles]
        total.add(count)
        if tell and (count.troubles or count.lost or count.diverged or count.alone):
            print(f"run {number}: {count}", *count.troubles, sep="\n", flush=True)

    await asyncio.gather(*(one(number) for number in range(first, first + runs)))
    return total


def main() -> int:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=20, help="how many matches (default 20)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first (default 0)")
    parser.add_argument("--seed", type=int, help="what happens, again as it was drawn")
    parser.add_argument("--actions", type=int, default=8, help="how much happens in each (default 8)")
    parser.add_argument("--jobs", type=int, default=2 * (os.cpu_count() or 1), help="matches at a time")
    arguments = parser.parse_args()
    seed = SystemRandom().randrange(10**6) if arguments.seed is None else arguments.seed
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        work = play_all(
            seed,
            arguments.runs,
            Path(folder),
            first=arguments.first,
            actions=arguments.actions,
            jobs=arguments.jobs,
            tell=True,
        )
        total = asyncio.run(work)
    print(total)
    return 1 if total.lost or total.diverged or total.alone or total.troubles else 0


if __name__ == "__main__":
    sys.exit(main())
