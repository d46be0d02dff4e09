"""Bots that think, each in a process of its own: there they hold up neither the screen nor the link.

The process imports the core and nothing of Textual. It ends with its controller, and with the program even
if that is killed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import Any

from core import bots, games
from core.game import Choice, Decision
from core.match import Header, Rejected


class Thinking:
    """A controller that asks the bot which a header seats, in a child process."""

    def __init__(self, header: Header, seat: int) -> None:
        self._header = header
        self._seat = seat
        self._pool = self._start()

    def _start(self) -> ProcessPoolExecutor:
        pool = ProcessPoolExecutor(1, get_context("spawn"), _begin, (self._header, self._seat))
        pool.submit(_ready)  # It starts while the first cards are looked at.
        return pool

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        loop = asyncio.get_running_loop()
        try:
            return [await loop.run_in_executor(self._pool, _pick, view, decision)]
        except BrokenProcessPool:
            self._pool.shutdown(wait=False)
            self._pool = self._start()
        try:
            return [await loop.run_in_executor(self._pool, _pick, view, decision)]
        except BrokenProcessPool:
            raise Rejected(
                "The computer player's process was ended twice; the match's record is kept."
            ) from None

    def refused(self, reason: str) -> None:
        raise Rejected(reason)

    def close(self) -> None:
        """End the process, once it has thought to an end what it is asked."""
        self._pool.shutdown(wait=False, cancel_futures=True)


# In the child process.

_bot: bots.Bot | None = None


def _begin(header: Header, seat: int) -> None:
    global _bot
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # It is for the program, which ends this process too.
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _bot = bots.seated(header, seat, games.load(header.game))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _ready() -> None:
    """Nothing to do; whoever has this answered knows that the bot is there."""


def _pick(view: Any, decision: Decision) -> Choice:
    assert _bot is not None
    return _bot.pick(view, decision)
