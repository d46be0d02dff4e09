"""A measured figure: the median of several runs, and how far they lay apart."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence

import msgspec


class Missing(Exception):
    """A part that can't be measured here; the message is the reason, in a sentence."""


class Figure(msgspec.Struct, frozen=True):
    """What several runs of one measurement came to."""

    value: float
    """The median, unless the measurement says otherwise."""
    low: float
    high: float
    runs: int


def figure(values: Sequence[float], value: float | None = None) -> Figure:
    """The figure of these measurements, at least one; `value` stands for them instead of their median."""
    return Figure(
        statistics.median(values) if value is None else value, min(values), max(values), len(values)
    )


Say = Callable[[str], None]
"""Told what is measured now, in a few words."""
