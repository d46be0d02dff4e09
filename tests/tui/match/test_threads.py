"""Each class of a match's thread is for one thread: the front end's, or that of the match's loop."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.plain import eager, plan, session
from tests.support.two_apps import seated
from tests.support.whole_app import drawn, everything, local_plan, running
from tui.match.commands import Commands
from tui.match.match_clock import Timing
from tui.match.network import Sitting
from tui.match.persons import Person, Persons
from tui.match.publisher import Publisher
from tui.match.rematch import Encore
from tui.match.worker import MatchLoop, MatchWorker
from tui.screens.dialogs import AskText

ON_THE_LOOP = (MatchLoop, Commands, Publisher, Timing, Persons, Person, Encore, Sitting)


def on_the_loop() -> bool:
    return threading.current_thread().name == "match"


def watched(call: Callable[..., Any], name: str, right: Callable[[], bool], seen: dict[str, bool]) -> Any:
    def called(*arguments: Any, **more: Any) -> Any:
        seen[name] = seen.get(name, True) and right()
        return call(*arguments, **more)

    return called


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, bool]]:
    """Whether each method that is called is so on its own thread only; making one is for any."""
    found: dict[str, bool] = {}
    for kind in (MatchWorker, *ON_THE_LOOP):
        right = on_the_loop if kind in ON_THE_LOOP else lambda: not on_the_loop()
        for name, value in list(vars(kind).items()):
            called = f"{kind.__name__}.{name}"
            if isinstance(value, property) and value.fget is not None:
                monkeypatch.setattr(kind, name, property(watched(value.fget, called, right, found)))
            elif inspect.isfunction(value) and name != "__init__":
                monkeypatch.setattr(kind, name, watched(value, called, right, found))
    yield found
    wrong = sorted(name for name, right in found.items() if not right)
    assert not wrong, f"on the other's thread: {', '.join(wrong)}"


def test_in_plain_mode_each_method_runs_on_its_thread(tmp_path: Path, seen: dict[str, bool]) -> None:
    with session(tmp_path, lambda one: one.begin(plan("person", "person", clock="10m+5"))) as (player, _):
        player.play(eager)
    assert {"MatchWorker.take", "MatchLoop.ask", "Commands.do", "Publisher.follow", "Timing.ask"} <= set(seen)


async def test_on_the_screen_each_method_runs_on_its_thread(tmp_path: Path, seen: dict[str, bool]) -> None:
    async with running(tmp_path, local_plan(clock="10m+5")) as (app, pilot):
        await pilot.until(lambda: drawn(app))
        for keys, part in (("t", "The story of the match"), (("escape", "u"), "You have made no choice")):
            await pilot.press(*keys)
            await pilot.until(lambda part=part: part in everything(app))  # type: ignore[misc]
        await pilot.press("c", "y")
        await pilot.until(lambda: "You conceded." in everything(app))
    assert {"MatchWorker.send", "MatchLoop.begin", "Commands.do", "MatchWorker.stop"} <= set(seen)


async def test_with_another_machine_each_method_runs_on_its_thread(
    tmp_path: Path, seen: dict[str, bool]
) -> None:
    async with seated(tmp_path) as ((host, host_pilot), (guest, pilot)):
        await pilot.press("y")
        await pilot.until(lambda: isinstance(guest.screen, AskText))
        await pilot.press(*"hello", "enter")
        await host_pilot.until(lambda: "guest says: hello" in everything(host))
        await pilot.press("c", "y")
        for app, its_pilot in ((host, host_pilot), (guest, pilot)):
            await its_pilot.until(lambda app=app: "conceded." in everything(app))  # type: ignore[misc]
        await host_pilot.press("r")
        await pilot.until(lambda: "asks for a rematch" in " ".join(everything(guest).split()))
    assert {"Encore.ask", "Commands.hear", "MatchLoop.stage", "MatchWorker.take_before"} <= set(seen)
