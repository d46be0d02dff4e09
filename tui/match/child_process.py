"""Child processes that run Python code of ours, and the messages they are sent: a length, and msgpack."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, TypeVar

import msgspec

T = TypeVar("T")

SIZE = 4
"""Bytes of a message's length."""
_ROOT = str(Path(__file__).parents[2])


def python(code: str, arguments: Sequence[str] = ()) -> list[str]:
    """The command line of a Python that runs this code, and finds the same packages as this one.

    The folder it is started in is not searched, and one that is searched anyway keeps its place: nothing
    there can take the place of the standard library.
    """
    found = f"import sys; {_ROOT!r} in sys.path or sys.path.insert(0, {_ROOT!r}); "
    return [sys.executable, "-P", "-c", found + code, *arguments]


def packed(message: object) -> bytes:
    """A message as it goes through a pipe."""
    data = msgspec.msgpack.encode(message)
    return len(data).to_bytes(SIZE, "big") + data


def send(pipe: IO[bytes], message: object) -> None:
    """Write one message."""
    pipe.write(packed(message))
    pipe.flush()


def receive(pipe: IO[bytes], kind: type[T]) -> T | None:
    """Read one message; None at the end of the pipe."""
    size = pipe.read(SIZE)
    if len(size) < SIZE:
        return None
    return msgspec.msgpack.decode(pipe.read(int.from_bytes(size, "big")), type=kind)
