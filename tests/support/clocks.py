"""Clocks of matches on threads, for tests: their time passes when a test says so."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping

import pytest

from core.engine.match import Match
from net.lockstep.clocks import KeptClock, Timekeeper


class Time:
    """What the clocks of one match go by."""

    def __init__(self) -> None:
        self.at = 0
        self.keeper: Timekeeper | None = None
        self.loop: asyncio.AbstractEventLoop | None = None

    def __call__(self) -> int:
        return self.at

    def wind(self, seconds: int) -> None:
        """So many seconds pass on the loop of that match, which looks at each of them."""
        assert self.loop is not None
        self.loop.call_soon_threadsafe(self._wind, seconds)

    def _wind(self, seconds: int) -> None:
        assert self.keeper is not None
        for _ in range(seconds):
            self.at += 1000
            self.keeper.tick()


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> list[Time]:
    """The time of each match with a clock, in the order in which they begin."""
    made: list[Time] = []

    def keeper(match: Match, seats: Collection[int], kept: Mapping[int, KeptClock]) -> Timekeeper:
        time = Time()
        time.keeper = Timekeeper(match, seats, kept, time)
        time.loop = asyncio.get_running_loop()
        made.append(time)
        return time.keeper

    monkeypatch.setattr("tui.match.match_clock.Timekeeper", keeper)
    return made
