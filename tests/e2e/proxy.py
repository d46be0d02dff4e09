"""A line between two programs that does what bad lines do: breaks, lags, says things twice or in part."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from tests.support.cable import Cable


class Proxy(Cable):
    """A TCP line whose far end may move, and which spoils what passes if told to; the same seed, the same
    places."""

    def __init__(self, target: Callable[[], int], random: Random) -> None:
        """`target` gives the port at the far end at the moment; 0 if nobody listens there."""
        super().__init__(0)
        self._far = target
        self._random = random
        self._next = ""
        self._before = 0
        """How many things pass unspoilt before that."""
        self.lag = 0.0
        """Seconds by which everything is late."""

    def twice(self) -> None:
        """Pass one of the next things on twice."""
        self._spoil("twice")

    def in_part(self) -> None:
        """Pass a part of one of the next things on, and break."""
        self._spoil("in part")

    def _spoil(self, how: str) -> None:
        # The next thing alone would on a new line be the caller's, nearly always, and never the answer.
        self._next, self._before = how, self._random.randrange(4)

    def _target(self) -> int:
        return self._far()

    async def _pass_on(self, data: bytes, target: asyncio.StreamWriter) -> None:
        how = ""
        if self._before:
            self._before -= 1
        else:
            how, self._next = self._next, ""
        if self.lag:
            await asyncio.sleep(self.lag)
        if how == "twice":
            data += data
        elif how == "in part":
            data = data[: self._random.randrange(len(data))]
        await super()._pass_on(data, target)
        if how == "in part":
            raise ConnectionAbortedError
