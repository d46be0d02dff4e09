"""Terminals and programs for the tests, which are closed after each."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support import plain_program as plain
from tests.support.programs import Programs
from tests.support.terminal import Start, Terminal
from tests.support.tmux import kill_server


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a program on a terminal; its data is in the test's folder unless `data` says where."""
    opened: list[Terminal] = []

    def one(*arguments: str, data: Path = tmp_path, **how: Any) -> Terminal:
        opened.append(Terminal(data, *arguments, **how))
        return opened[-1]

    yield one
    for terminal in opened:
        terminal.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The name of a tmux server of the test's own: of one that is still ending no other could be had."""
    name = f"tesser-{os.getpid()}-{tmp_path.name}"
    yield name
    kill_server(name)


@pytest.fixture
async def programs(tmp_path: Path) -> AsyncIterator[Programs]:
    """Programs without screens."""
    started = Programs(tmp_path)
    yield started
    await started.close()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[list[plain.Program]]:
    """Programs in plain mode, which are ended with the test."""
    programs: list[plain.Program] = []
    yield programs
    for program in programs:
        program.close()
