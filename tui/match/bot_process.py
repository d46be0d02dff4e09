"""Bots that think, each in a process of its own: there they hold up neither the screen nor the link.

The process imports the core and nothing of Textual. It is sent a seat and its header, then a question at a
time, and answers with the number of a choice. It ends when its input does, so that it never outlives the
program, even one that is killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Sequence
from typing import Any

import msgspec

from core import bots, registry
from core.contract.choice import Choice, Decision
from core.contract.header import Header
from core.engine.match import Rejected
from tui.match.child_process import SIZE, packed, python, receive, send


class Seating(msgspec.Struct, frozen=True):
    """The first message: which bot of which match it is."""

    header: Header
    seat: int


class Thinking:
    """A controller that asks the bot which a header seats, in a child process."""

    def __init__(self, header: Header, seat: int) -> None:
        """The process is started with the first question."""
        self._seating = Seating(header, seat)
        self._process: asyncio.subprocess.Process | None = None
        self._asking: asyncio.Task[int] | None = None

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        assert decision.choices
        if self._asking is not None:
            # The match moved on before this was answered; the answer has still to come through the pipe.
            await asyncio.wait({self._asking})
        self._asking = asyncio.ensure_future(self._ask(view, decision))
        number = await asyncio.shield(self._asking)
        self._asking = None
        return [decision.choices[number]]

    async def _ask(self, view: Any, decision: Decision) -> int:
        for _ in range(2):
            process = await self._started()
            assert process.stdin is not None and process.stdout is not None
            try:
                process.stdin.write(packed((view, decision)))
                size = int.from_bytes(await process.stdout.readexactly(SIZE))
                return msgspec.msgpack.decode(await process.stdout.readexactly(size), type=int)
            except (OSError, asyncio.IncompleteReadError):
                self._process = None  # Somebody ended it: once more, with a new one.
        raise Rejected("The computer player could not be kept running; the match is kept.")

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *python("from tui.match.bot_process import think; think()"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                # A terminal with a screen on it is no place for what a child might say.
                stderr=asyncio.subprocess.DEVNULL,
                # Ctrl-C is for the program, which ends this one too.
                process_group=0 if os.name == "posix" else None,
            )
            assert self._process.stdin is not None
            self._process.stdin.write(packed(self._seating))
        return self._process

    def refused(self, reason: str) -> None:
        raise Rejected(reason)

    async def close(self) -> None:
        """End the process."""
        if self._asking is not None:
            self._asking.cancel()
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


def think() -> None:
    """What the child process does: answer questions until there are no more."""
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    seating = receive(asked, Seating)
    if seating is None:
        return
    game = registry.load(seating.header.game)
    bot = bots.seated(seating.header, seating.seat, game)
    question: Any = tuple[game.state_type, Decision]  # type: ignore[name-defined]
    while (message := receive(asked, question)) is not None:
        view, decision = message
        send(answers, decision.choices.index(bot.pick(view, decision)))
