"""A time that passes when a test says so."""

from __future__ import annotations

from net.lockstep.clocks import Timekeeper


class Time:
    """A time that passes when a test says so, and is looked at meanwhile."""

    def __init__(self) -> None:
        self.at = 0
        self.keepers: list[Timekeeper] = []

    def __call__(self) -> int:
        return self.at

    def passes(self, ms: int) -> None:
        for _ in range(ms // 1000):
            self.at += 1000
            for keeper in self.keepers:
                keeper.tick()
        self.at += ms % 1000
        for keeper in self.keepers:
            keeper.tick()
