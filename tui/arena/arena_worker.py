"""A process that plays matches of a series: it imports the rules core, and nothing else of tesser.

It is told over its standard input, and answers over its standard output: first the series and whether
records are wanted, then a number, which is answered with the result of that match, and so on until its
input ends.
"""

from __future__ import annotations

import sys

import msgspec

from core import registry
from core.arena import Series, play
from tui.match.child_process import receive, send


class Task(msgspec.Struct, frozen=True):
    """The first message."""

    series: Series
    record: bool


def main() -> None:
    """Play what is asked for."""
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    task = receive(asked, Task)
    if task is None:
        return
    game = registry.load(task.series.game)
    try:
        while (number := receive(asked, int)) is not None:
            send(answers, play(task.series, game, number, task.record))
    except BrokenPipeError:
        return  # nobody wants it any more
