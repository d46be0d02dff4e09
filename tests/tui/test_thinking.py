"""A bot that thinks in a process of its own: the same picks, and no trace of it afterwards."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core import bots
from core.engine.match import Match
from core.wrinkles.wrinkles import load
from tests.support.matches import header
from tests.support.waiting import until
from tui.match.bot_process import Thinking
from tui.match.child_process import python

pytestmark = pytest.mark.long

GAME = load()
HEAD = header(GAME, 5, {"max_turns": 1}, players=["bot:greedy@1", "bot:random@1"])
OUTLIVES = """
import asyncio
from core.engine.match import Match
from tests.tui.test_thinking import GAME, HEAD, question
from tui.match.bot_process import Thinking
async def main():
    thinking = Thinking(HEAD, 0)
    await thinking.choose(*question(Match(HEAD, GAME)))
    print(thinking._process.pid, flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""


def question(match: Match) -> tuple[Any, Any]:
    """The next decision of the greedy seat, and its view; others choose the first there is."""
    while (decision := match.decision()) is not None:
        assert decision.choices
        if decision.seat == 0 and len(decision.choices) > 2:
            return match.view(0), decision
        match.choose(decision.choices[0])
    raise AssertionError("the match is over")


def gone(pid: int) -> bool:
    """Whether there is no such process any more."""
    return not Path(f"/proc/{pid}").exists() or "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text()


async def test_it_picks_what_the_bot_picks_and_is_gone_when_it_is_closed() -> None:
    match, bot, thinking = Match(HEAD, GAME), bots.seated(HEAD, 0, GAME), Thinking(HEAD, 0)
    try:
        for _ in range(10):
            view, decision = question(match)
            (choice,) = await thinking.choose(view, decision)
            assert choice == bot.pick(view, decision)
            match.choose(choice)
        process = thinking._process
        assert process is not None and process.returncode is None
    finally:
        await thinking.close()
    assert process.returncode is not None


async def test_a_question_nobody_waits_for_any_more_is_not_the_answer_to_the_next() -> None:
    match, thinking = Match(HEAD, GAME), Thinking(HEAD, 0)
    try:
        view, decision = question(match)
        asked = asyncio.ensure_future(thinking.choose(view, decision))
        await until(lambda: thinking._asking is not None)
        asked.cancel()
        match.choose(decision.choices[-1])
        view, decision = question(match)
        (choice,) = await thinking.choose(view, decision)
        assert choice in decision.choices
    finally:
        await thinking.close()


async def test_a_process_that_was_killed_is_started_again() -> None:
    match, thinking = Match(HEAD, GAME), Thinking(HEAD, 0)
    try:
        view, decision = question(match)
        await thinking.choose(view, decision)
        process = thinking._process
        assert process is not None
        process.kill()
        await process.wait()
        (choice,) = await thinking.choose(view, decision)
        assert choice in decision.choices and thinking._process is not process
    finally:
        await thinking.close()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for the process in /proc")
async def test_it_does_not_outlive_a_program_that_is_killed() -> None:
    parent = subprocess.Popen([sys.executable, "-c", OUTLIVES], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    with parent.stdout:
        child = int(parent.stdout.readline())
        assert os.getpgid(child) == child, "Ctrl-C would end it"
        parent.kill()
        parent.wait()
    await until(lambda: gone(child))


def test_the_process_loads_no_screen_and_no_network() -> None:
    code = (
        "import sys; import tui.match.bot_process; "
        "print([m for m in ('textual', 'rich', 'zmq') if m in sys.modules])"
    )
    assert subprocess.run(python(code), capture_output=True, text=True, check=True).stdout == "[]\n"
