"""A line between two programs that does what bad lines do: breaks, lags, says things twice or in part."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from tests.net.cable import Cable


class Proxy(Cable):
    """A TCP line whose far end may move, and which spoils what passes if told to; the same seed, the same
    places."""

    def __init__(self, target: Callable[[], int], random: Random) -> None:
        """`target` gives the port at the far end at the moment; 0 if nobody listens there."""
        super().__init__(0)
        self._far = target
        self._random = random
        self._next = ""
        self.lag = 0.0
        """Seconds by which everything is late."""

    def twice(self) -> None:
        """Pass the next thing on twice."""
        self._next = "twice"

    def in_part(self) -> None:
        """Pass a part of the next thing on, and break."""
        self._next = "in part"

    def _target(self) -> int:
        return self._far()

    async def _pass_on(self, data: bytes, target: asyncio.StreamWriter) -> None:
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
