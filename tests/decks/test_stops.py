"""Killed, or with a full disk, at any step of what is done to decks: all that was made is still seen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.decks.stops import OPERATIONS

ROOT = Path(__file__).parents[2]


pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills of POSIX systems")


@pytest.mark.parametrize("operation", OPERATIONS)
def test_nothing_is_lost_where_it_is_stopped(tmp_path: Path, operation: str) -> None:
    nothing_lost(tmp_path, operation, 13)


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS)
def test_nothing_is_lost_wherever_it_is_stopped(tmp_path: Path, operation: str) -> None:
    nothing_lost(tmp_path, operation, 1)


def nothing_lost(folder: Path, operation: str, every: int) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.decks.stops", str(folder), operation, str(every)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
