"""A process that plays matches of a series: it imports the rules core, and nothing else of tesser.

It is told over its standard input, and answers over its standard output: first the series and whether
records are wanted, then a number, which is answered with the result of that match, and so on until its
input ends. A message is its length, 4 bytes, and msgpack.
"""

from __future__ import annotations

import sys
from typing import IO, TypeVar

import msgspec

from core import games
from core.arena import Series, play

T = TypeVar("T")


class Task(msgspec.Struct, frozen=True):
    """The first message."""

    series: Series
    record: bool


def send(pipe: IO[bytes], message: object) -> None:
    """Write one message."""
    data = msgspec.msgpack.encode(message)
    pipe.write(len(data).to_bytes(4, "big") + data)
    pipe.flush()


def receive(pipe: IO[bytes], kind: type[T]) -> T | None:
    """Read one message; None at the end of the pipe."""
    size = pipe.read(4)
    if len(size) < 4:
        return None
    data = pipe.read(int.from_bytes(size, "big"))
    return msgspec.msgpack.decode(data, type=kind)


def main() -> None:
    """Play what is asked for."""
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    task = receive(asked, Task)
    if task is None:
        return
    game = games.load(task.series.game)
    try:
        while (number := receive(asked, int)) is not None:
            send(answers, play(task.series, game, number, task.record))
    except BrokenPipeError:
        return  # nobody wants it any more
