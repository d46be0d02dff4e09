"""What several tests of links need."""

from __future__ import annotations

import pytest


@pytest.fixture
def unanswered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other side is a test, which answers no goodbye: nobody need wait for it."""
    monkeypatch.setattr("net.lockstep.farewell._GOODBYE_SECONDS", 0.05)
