"""A bot that picks any legal choice, each equally likely."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from core.contract.choice import Choice, Decision
from core.contract.stream import Stream
from core.engine.match import Rejected

NAME = "random"
VERSION = 1


class RandomBot:
    """A controller with a random stream of its own."""

    looks: ClassVar[bool] = False

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def pick(self, view: Any, decision: Decision) -> Choice:
        """One of the legal choices."""
        assert decision.choices
        return decision.choices[self._stream.below(len(decision.choices))]

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        return [self.pick(view, decision)]

    def refused(self, reason: str) -> None:
        raise Rejected(reason)
