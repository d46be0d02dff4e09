"""What tests of every part need."""

from __future__ import annotations

import os

import pytest

from core import registry
from tests.core.timemasters import wild as time_masters_wild
from tests.core.wrinkles import wild as wrinkles_wild
from tests.pocket.game import Pocket
from tests.support import loud


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """How many tests run at a time, unless `-n` says it: two more than there are processors, since many wait
    for programs. One by one, in this process, run single files, soaks and what has failed before."""
    files = config.args_source is pytest.Config.ArgsSource.ARGS and all(".py" in one for one in config.args)
    soak = config.option.markexpr not in ("", "not slow")
    return 0 if files or soak or config.getoption("lf", False) else (os.cpu_count() or 1) + 2


@pytest.fixture
def pocket(monkeypatch: pytest.MonkeyPatch) -> Pocket:
    """The third game, registered while the test runs."""
    monkeypatch.setattr(registry, "_ROOMS", dict(registry._ROOMS))
    registry.register("pocket", "tests.pocket.game")
    game = registry.load("pocket")
    assert isinstance(game, Pocket)
    return game


@pytest.fixture
def nothing_hidden_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks up what a card is that is hidden from it fails, in both games and their made-up pools."""
    for game in (
        registry.load("wrinkles"),
        registry.load("time-masters"),
        wrinkles_wild.load(),
        time_masters_wild.load(),
    ):
        loud.make(game, monkeypatch)
