"""Waiting for what tells nobody that it has come: something is looked at again and again until it is so."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

SECONDS = 60.0
"""A limit for what should take a fraction of a second; long, since the machine may be busy."""
STEP = 0.005
"""Seconds between two looks."""


async def until(true: Callable[[], object], what: str = "it") -> None:
    """Let the loop go on until this is so."""
    try:
        async with asyncio.timeout(SECONDS):
            while not true():
                await asyncio.sleep(STEP)
    except TimeoutError:
        raise AssertionError(f"never came: {what}") from None


def wait_until(true: Callable[[], object], what: str = "it") -> None:
    """The same without a loop."""
    end = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < end, f"never came: {what}"
        time.sleep(STEP)
