"""`tesser replay --verify` finds a single changed byte anywhere in a record, and says where it is."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from tests.core.records import FOLDER
from tui.cli.main import main
from tui.exit_status import BAD_FILE, FINISHED

RECORDS = ("signed-forfeited", "time-masters-signed-forfeited", "taken-back", "branch-not-finished")
"""With signatures and without, of either game, finished or not."""
SAMPLE = 60


@cache
def kept(name: str) -> bytes:
    return (FOLDER / f"{name}.tesser").read_bytes()


def flip(data: bytes, at: int, random: Random) -> bytes:
    """One bit of this byte, or all its bits, the other way round."""
    return data[:at] + bytes([data[at] ^ random.choice((1, 2, 4, 8, 16, 32, 64, 128, 255))]) + data[at + 1 :]


def check(name: str, at: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A flip of this byte is found in its line."""
    data = kept(name)
    path = tmp_path / "changed.tesser"
    path.write_bytes(flip(data, at, Random(at)))
    with pytest.raises(SystemExit) as stop:
        raise SystemExit(main(["replay", "--verify", str(path)]))
    said = capsys.readouterr()
    line = data[:at].count(b"\n") + 1
    assert stop.value.code == BAD_FILE, f"byte {at}, line {line}: {said.out}"
    named = re.search(r"[Ll]ine (\d+)\b", said.err)
    assert named, f"byte {at}, line {line}: {said.err}"
    assert int(named[1]) == line, f"byte {at}: {said.err}"


@pytest.mark.parametrize("name", RECORDS)
def test_a_flipped_byte_is_found_and_its_line_named(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = tmp_path / "whole.tesser"
    path.write_bytes(kept(name))
    assert main(["replay", "--verify", str(path)]) == FINISHED
    size = len(kept(name))
    ends = [at for at in range(size) if kept(name)[at] == 10]
    for at in [*Random(name).sample(range(size), SAMPLE), *ends[:3], *ends[-2:]]:
        check(name, at, tmp_path, capsys)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", RECORDS[:2])
def test_any_flipped_byte_is_found_and_its_line_named(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for at in range(len(kept(name))):
        check(name, at, tmp_path, capsys)
