"""The benchmarks: every figure is there and says something, and what can't be measured says why."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core import registry
from tests.benchmarks import first_frame, report
from tests.benchmarks.__main__ import main
from tests.benchmarks.figures import Figure, figure
from tests.support import pseudo_terminal as terminal
from tests.support.waiting import wait_until

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
NAMED = (
    "decisions_per_s", "decisions_per_s_hashed", "forced_share", "clone_us", "legal_us", "mask_us", "hash_us",
    "first_frame_ms", "empty_textual_first_frame_ms", "key_bytes", "key_ms", "filter_bytes", "filter_ms",
    "repaint_ms", "roundtrip_us",
    "bare_roundtrip_us", "archive_open_ms", "archive_append_us",
)  # fmt: skip


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for each test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


@pytest.mark.parametrize("name", registry.names())
def test_all_figures_are_measured(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "--json", "--game", name]) == 0
    out, err = capfd.readouterr()
    found = json.loads(out)
    assert found["missing"] == {}
    assert set(NAMED) < set(found)
    for key in NAMED:
        assert found[key] > 0, key
        spread = found["spread"][key]
        assert 0 < spread["low"] <= spread["high"] and spread["runs"] >= 1
        assert spread["low"] <= found[key] <= spread["high"]
    assert found["forced_share"] < 1
    assert {one["key"]: one["times"] for one in found["bounds"]} == {
        "decisions_per_s": None,
        "decisions_per_s_hashed": None,
        "clone_us": None,
        "key_bytes": None,
        "filter_bytes": None,
        "filter_ms": "repaint_ms",
        "archive_open_ms": None,
        "first_frame_ms": "empty_textual_first_frame_ms",
        "roundtrip_us": "bare_roundtrip_us",
    }
    assert err.count("\n") == 4  # a line for each part; the terminal's line that is written over is not here
    assert "\r" not in err


def test_the_table_has_figures_and_promises(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "--only", "core"]) == 0
    out = capsys.readouterr().out
    assert "random decisions a second" in out
    assert out.count("promised: ") == 3
    assert "loopback" not in out


def test_the_same_matches_have_the_same_share_of_forced_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    shares = []
    for _ in range(2):
        assert main(["--quick", "--only", "core", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        shares.append(found["forced_share"])
        assert found["first_frame_ms"] is None
        assert found["missing"]["first_frame_ms"] == report.LEFT_OUT
    assert shares[0] == shares[1]


def test_without_terminals_the_reason_is_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal, "WHY_NOT", "This system has no pseudo-terminals.")
    assert main(["--quick", "--only", "screen", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["key_bytes"] is None
    assert found["missing"]["key_bytes"] == "This system has no pseudo-terminals."
    assert main(["--quick", "--only", "screen"]) == 0
    assert capsys.readouterr().out.count("This system has no pseudo-terminals.") == 1


@pytest.mark.parametrize(
    "argv",
    [
        ["--only", "speed"],
        ["--only", ""],
        ["--option", "speed=1"],
        ["--game", "time-masters", "--option", "first=3"],
    ],
)
def test_a_wrong_command_line_gets_a_sentence(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 2
    assert capsys.readouterr().err.startswith("benchmarks: ")


def test_a_promise_is_kept_or_not_by_its_bound() -> None:
    def one(value: float) -> Figure:
        return figure([value])

    found = {
        "decisions_per_s": one(60_000),
        "decisions_per_s_hashed": one(44_999),
        "clone_us": one(8.1),
        "key_bytes": one(1499),
        "first_frame_ms": one(160),
        "empty_textual_first_frame_ms": one(100),
        "roundtrip_us": one(301),
        "bare_roundtrip_us": one(100),
    }
    assert {kept.key: kept.holds for kept in report.kept(found)} == {
        "decisions_per_s": True,
        "decisions_per_s_hashed": False,
        "clone_us": False,
        "key_bytes": True,
        "first_frame_ms": True,
        "roundtrip_us": False,
    }


def test_a_figure_is_the_median() -> None:
    assert figure([3.0, 1.0, 2.0]) == Figure(2.0, 1.0, 3.0, 3)
    assert figure([3, 1, 2], 3) == Figure(3, 1, 3, 3)


def test_a_frame_is_whole_when_its_last_row_is() -> None:
    row = b"\x1b[1m" + b"x" * 79
    assert not first_frame.whole(b"", 80, 24)
    assert not first_frame.whole(b"x" * 80, 80, 24)
    assert not first_frame.whole(b"\x1b[24;1H" + row, 80, 24)
    assert first_frame.whole(b"\x1b[24;1H" + row + "│".encode(), 80, 24)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_bench_that_is_ended_leaves_nothing_behind(number: signal.Signals, tmp_path: Path) -> None:
    folders = tmp_path / "folders"
    folders.mkdir()
    bench = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks", "--only", "screen"],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(folders)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        # The empty app, which does nothing by itself when its terminal goes away.
        wait_until(lambda: any(is_empty_app(pid) for pid in children(bench.pid)))
        begun = children(bench.pid)
        bench.send_signal(number)
        bench.wait(20)
    finally:
        bench.kill()
        bench.wait()
    wait_until(lambda: not any(alive(pid) for pid in begun))
    if number != signal.SIGKILL:  # which nobody hears of in time to tidy up
        assert bench.returncode == 128 + number
        assert list(folders.iterdir()) == []


def children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_empty_app(pid: int) -> bool:
    """Whether a process is the empty app, with its threads running."""
    found = Path(f"/proc/{pid}")
    try:
        return (
            b"benchmarks.empty" in (found / "cmdline").read_bytes()
            and len(list((found / "task").iterdir())) > 1
        )
    except FileNotFoundError:
        return False


def alive(pid: int) -> bool:
    """Whether a process runs; one that only nobody has waited for yet doesn't."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
