"""What a cursor key writes to a terminal, measured at the terminal."""

from __future__ import annotations

import pytest

from core import registry
from tests.benchmarks.keys import WALK, walk

pytestmark = pytest.mark.long

HALF = WALK[::2]
"""Every direction, to the edges and from zone to zone; each key is waited for until it writes no more."""
LIMIT = 1500
"""Bytes: little enough to be felt nowhere, not even over a slow link."""


@pytest.mark.parametrize("name", registry.names())
def test_a_cursor_key_writes_little(name: str) -> None:
    costs = walk(registry.load(name), HALF)
    assert [cost.key for cost in costs] == list(HALF)
    moved = [cost for cost in costs if cost.bytes]
    # Some come to an edge; the most of them move the cursor.
    assert len(moved) > len(costs) * 0.6
    for cost in moved:
        assert 50 < cost.bytes < LIMIT, costs
        assert cost.ms > 0
