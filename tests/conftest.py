"""What tests of every part need."""

from __future__ import annotations

import pytest

from core import games
from tests.pocket.game import Pocket


@pytest.fixture
def pocket(monkeypatch: pytest.MonkeyPatch) -> Pocket:
    """The third game, registered while the test runs."""
    monkeypatch.setattr(games, "_ROOMS", dict(games._ROOMS))
    games.register("pocket", "tests.pocket.game")
    game = games.load("pocket")
    assert isinstance(game, Pocket)
    return game
