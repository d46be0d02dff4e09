"""One side of a match to which bad things happen: it comes back however its program was ended."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from contextlib import closing, suppress
from random import Random
from typing import Any

from net.faultpoints import POINTS
from tests.e2e.chaos_count import Count
from tests.e2e.chaos_terminal import OnTerminal
from tests.support.programs import ONLY_LISTENS, Program, Programs, killed_at
from tests.support.standstill import where_it_waits

SECONDS = 120.0
"""A match that takes longer is stuck."""
NO_ADDRESSES = b"\x90"


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
        return killed_at(f"{point}:{times}")

    def signal(self, number: signal.Signals) -> bool:
        """Send this to the program; False if there is none. Not by its Process: that might take its end away
        from who waits for it."""
        if self.program is None or not self.program.running:
            return False
        if isinstance(self.program, OnTerminal):
            self.program.signal(number)
            return True
        with suppress(ProcessLookupError):
            os.kill(self.program.plays, number)
        return True

    async def waits(self) -> str:
        """Where the program waits; empty if there is none."""
        if self.program is None or not self.program.running:
            return ""
        return await where_it_waits(self.program.plays, self._programs.folder / self.name)

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
