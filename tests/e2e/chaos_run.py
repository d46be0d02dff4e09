"""One match to which bad things happen, and what they are."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

from net.faultpoints import BEGINNING
from net.protocol.invite import write_invite
from tests.e2e.chaos_count import Count
from tests.e2e.chaos_player import SECONDS, Player
from tests.e2e.chaos_terminal import HAVE_TERMINALS, OnTerminal
from tests.e2e.proxy import Proxy
from tests.support.programs import QUICK_BEAT, SLEEPY_BOT, Programs, killed_at, near
from tests.support.standstill import TELLS_WHERE_IT_WAITS

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


def listens_at(port: int) -> str:
    """A program that tells the other side this address, and no other."""
    return f"""
from ipaddress import ip_address
from net.handshake import reconnect
from net.protocol.invite import Address
reconnect.addresses_for = lambda port, own: (Address(ip_address("127.0.0.1"), {port}),)
"""


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
                f" {player.program.errors[-300:] if player.program else ''}\n{await player.waits()}"
                for player in (self._host, self._guest)
            ]
            if isinstance(error, TimeoutError):
                self.count.stuck += 1
            else:
                self.count.failed += 1
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
                player.before = TELLS_WHERE_IT_WAITS + listens_at(near_end) + pause
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
        return killed_at(self._random.choice(BEGINNING))

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
