"""What tests of every part need."""

from __future__ import annotations

import os

import pytest

from core import registry
from tests.core.timemasters import wild as time_masters_wild
from tests.core.wrinkles import wild as wrinkles_wild
from tests.pocket.game import Pocket
from tests.support import loud


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what was not asked for: soaks unless `-m` names them, and long tests unless `-m` says what is
    wanted, or single files are named."""
    wanted = config.option.markexpr
    names = [] if "slow" in wanted else ["slow"] if wanted or _files(config) else ["slow", "long"]
    out = [item for item in items if any(item.get_closest_marker(name) for name in names)]
    if out:
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in set(out)]


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """How many tests run at a time, unless `-n` says it: two more than there are processors, since many wait
    for programs. One by one, in this process, run single files, soaks and what has failed before."""
    soak = "slow" in config.option.markexpr.replace("not slow", "")
    return 0 if _files(config) or soak or config.getoption("lf", False) else (os.cpu_count() or 1) + 2


def _files(config: pytest.Config) -> bool:
    """Whether single files, or tests in them, are named."""
    return all(".py" in one for one in config.args)


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
