"""Controllers that play by themselves. They see views only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from core.bots import random
from core.chance import Stream
from core.game import Choice, Decision
from core.table import Controller


class Bot(Controller, Protocol):
    """A controller that can also be asked without waiting."""

    def pick(self, decision: Decision) -> Choice: ...


_BOTS: dict[str, tuple[int, Callable[[Stream], Bot]]] = {
    random.NAME: (random.VERSION, random.RandomBot),
}


def names() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(_BOTS)


def player(name: str) -> str:
    """How a record names this bot: `bot:random@1`. Raises KeyError if there is none of that name."""
    return f"bot:{name}@{_BOTS[name][0]}"


def make(name: str, stream: Stream) -> Bot:
    """A bot by name, with a stream of its own for what it leaves to chance."""
    return _BOTS[name][1](stream)
