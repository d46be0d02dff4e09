"""What more than one file of tests starts from."""

from __future__ import annotations

from pathlib import Path

import pytest

from decks.storage.store import DeckStore


@pytest.fixture
def store(tmp_path: Path) -> DeckStore:
    """The decks of somebody who has none."""
    return DeckStore(tmp_path / "decks")


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture(autouse=True)
def slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine, a key waits until the one before it has been dealt with."""
    monkeypatch.setattr("tui.app.key_queue.KEY_TIME", 20.0)
