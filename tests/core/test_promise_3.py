"""Promise 3: the same record has the same hashes in any process, under any hash seed, on any Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.hashes import lines
from tests.pocket.game import Pocket

ROOT = Path(__file__).parents[2]
MATCHES = ("0", "4")
SUPPORTED = ("3.11", "3.12", "3.13", "3.14")


def hashes_of(command: list[str], hash_seed: str) -> list[str]:
    """What a fresh process says."""
    done = subprocess.run(
        [*command, "-m", "tests.core.hashes", *MATCHES],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout.splitlines()


def works(command: list[str]) -> bool:
    """Whether this command is a Python with msgspec."""
    try:
        done = subprocess.run(
            [*command, "-c", "import msgspec"], cwd=ROOT, capture_output=True, timeout=60, check=False
        )
    except OSError:
        return False
    return done.returncode == 0


def python_of(version: str) -> list[str] | None:
    """A command for a Python of this version with msgspec: one that is here, or one uv has at hand."""
    found = [*Path.home().glob(f".pyenv/versions/{version}.*/bin/python")]
    if path := shutil.which(f"python{version}"):
        found.append(Path(path))
    commands = [[str(path)] for path in found]
    if uv := shutil.which("uv"):
        run = [uv, "run", "--quiet", "--offline", "--no-project", "--with", "msgspec", "--python"]
        commands += [[*run, version, "python"], *([*run, str(path), "python"] for path in found)]
    return next((command for command in commands if works(command)), None)


@pytest.fixture
def here(pocket: Pocket) -> list[str]:
    """What this process says."""
    return list(lines(*(int(word) for word in MATCHES)))


def test_the_hashes_are_those_kept_in_golden(here: list[str]) -> None:
    """A difference means that the rules, or states, changed: then records made before can't be checked.

    If that is meant, raise the game's `rules` number and write the file anew, from the root:
    `python -m tests.core.hashes 0 4 > tests/golden/hashes.txt`.
    """
    assert (ROOT / "tests/golden/hashes.txt").read_text("utf-8").splitlines() == here


def test_fresh_processes_come_to_the_same_hashes_under_any_hash_seed(here: list[str]) -> None:
    assert len(here) == 12
    for hash_seed in ("0", "1", "4294967295", "random"):
        assert hashes_of([sys.executable], hash_seed) == here


def test_the_optimized_interpreter_comes_to_the_same_hashes(here: list[str]) -> None:
    assert hashes_of([sys.executable, "-OO"], "random") == here


@pytest.mark.parametrize(
    "version", [v for v in SUPPORTED if v != f"{sys.version_info.major}.{sys.version_info.minor}"]
)
def test_every_other_python_comes_to_the_same_hashes(version: str, here: list[str]) -> None:
    command = python_of(version)
    if command is None:
        pytest.skip(f"no Python {version} with msgspec on this machine (uv can install both)")
    assert hashes_of(command, "random") == here
