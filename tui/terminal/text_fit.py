"""Plain text fitted to the terminal it is printed on; for a pipe or a file every line stays whole."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

NARROWEST = 20
"""Columns below which nothing is wrapped: it would be no easier to read."""


def columns(stream: IO[str] | None) -> int:
    """How many columns the terminal behind a stream has; 0 if it is none, or doesn't say."""
    try:
        return os.get_terminal_size(stream.fileno()).columns if stream is not None and stream.isatty() else 0
    except (OSError, ValueError):  # ValueError: it has no file, or is closed
        return 0


def aside(sentence: str) -> None:
    """Say it on the error output, fitted to its terminal. Where that is closed or can't be written nobody
    is told, and what goes on isn't ended by it."""
    stream = sys.stderr
    if stream is None or stream.closed:
        return
    try:
        print(fitted(sentence, columns(stream)), file=stream, flush=True)
    except OSError:
        nowhere(2)


def nowhere(number: int) -> None:
    """What goes to this file descriptor is dropped from now on: nothing may be left that the interpreter
    could not write at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), number)


@contextmanager
def whoever_reads() -> Iterator[None]:
    """Within this, output that nobody reads any more, or not to its end, is dropped and ends nothing: for
    commands whose exit status says something too."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        nowhere(1)


def fitted(text: str, width: int) -> str:
    """The text with its lines wrapped between words at so many columns; unchanged below NARROWEST.

    What is wrapped of a line stays in that line's last column of a list, or under its beginning.
    """
    return text if width < NARROWEST else "\n".join(_wrapped(line, width) for line in text.split("\n"))


def _wrapped(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    gaps = [gap.end() for gap in re.finditer(r"^ +| {2,}", line) if gap.end() <= width // 2]
    hang = " " * max(gaps, default=0)
    return textwrap.fill(
        line,
        width,
        subsequent_indent=hang,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
        replace_whitespace=False,
    )
