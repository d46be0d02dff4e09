"""`tesser arena`: what is counted, the same on any number of processes, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from core.arena import Series
from core.engine.record import read_record
from tests.support.pseudo_terminal import Terminal
from tests.support.terminal import MAIN, ROOT
from tests.support.waiting import SECONDS
from tui.arena import worker_pool
from tui.cli.main import main

pytestmark = pytest.mark.long


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for each test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The worker processes that are started."""
    started: list[subprocess.Popen[bytes]] = []

    class Watched(subprocess.Popen[bytes]):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            started.append(self)

    monkeypatch.setattr(worker_pool.subprocess, "Popen", Watched)
    return started


def as_json(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    """What the arena says to a program."""
    assert main(["arena", "--json", *argv]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


# Figures


def test_the_same_seed_says_the_same_and_another_something_else(capsys: pytest.CaptureFixture[str]) -> None:
    once = as_json(capsys, "--matches", "3", "--seed", "7")
    assert once == as_json(capsys, "--matches", "3", "--seed", "7")
    assert {"matches", "wins", "draws", "turns", "plies", "digest"} < set(once)
    assert once["matches"] == 3 == sum(once["wins"]) + once["draws"]
    assert as_json(capsys, "--matches", "3", "--seed", "8")["digest"] != once["digest"]


def test_no_figure_depends_on_the_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["--matches", "6", "--swap", "--seats", "greedy,random", "--option", "max_turns=1"]
    alone = as_json(capsys, *argv)
    for jobs in ("2", "5"):
        assert as_json(capsys, *argv, "--jobs", jobs) == alone


def test_equal_bots_that_swap_win_equally_often(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    found = as_json(capsys, "--matches", "8", "--swap", "--save", str(home / "kept"))
    one, two = found["by_player"]
    assert (one["player"], two["player"]) == ("A", "B")
    assert one["wins"] == two["wins"]
    assert one["share"] == one["wins"] / 8
    assert one["interval"] == two["interval"]
    assert one["interval"][0] < one["share"] < one["interval"][1]
    assert [seat["matches"] for seat in one["seats"]] == [4, 4]
    assert sum(seat["wins"] for seat in found["by_seat"]) == one["wins"] + two["wins"]
    # Both matches of a seed are the same cards and, with equal bots, the same choices.
    records = [read_record(path.read_bytes()) for path in sorted((home / "kept").iterdir())]
    for there, back in zip(records[::2], records[1::2], strict=True):
        assert there.header.seed == back.header.seed
        assert there.header.match != back.header.match
        assert [entry.text for entry in there.entries] == [entry.text for entry in back.entries]
    assert len({record.header.seed for record in records}) == 4


def test_the_table_says_what_was_won(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--matches", "2", "--swap", "--option", "max_turns=1"]) == 0
    out, err = capsys.readouterr()
    for words in ("A, random", "B, random", "as Good", "as Evil", "of 2 ", "95% confidence", "digest "):
        assert words in out
    assert "matches a second" in err
    assert "\r" not in err


# Decks and records


def test_an_option_takes_the_words_for_its_values(capsys: pytest.CaptureFixture[str]) -> None:
    game = ("--game", "time-masters", "--option", "max_turns=2", "--option")
    for word, number in (("end=round", "end=1"), ("end=at-once", "end=0")):
        assert as_json(capsys, *game, word) == as_json(capsys, *game, number)


def test_decks_go_to_their_side(capsys: pytest.CaptureFixture[str]) -> None:
    def decks(*argv: str) -> list[str]:
        return [seat["deck"] for seat in as_json(capsys, "--option", "max_turns=1", *argv)["by_seat"]]

    usual = decks()
    assert decks("--deck", "Camazotz") == [usual[0], "Camazotz"]
    assert decks("--deck", "Evil=Camazotz", "--deck", "good=Star Singers") == ["Star Singers", "Camazotz"]
    assert decks("--deck", "2=Camazotz", "--swap", "--matches", "2") == [usual[0], "Camazotz"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_saved_records_verify_and_are_not_overwritten(
    jobs: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = home / "records"
    argv = ["--matches", "4", "--swap", "--jobs", jobs, "--option", "max_turns=1", "--save", str(folder)]
    found = as_json(capsys, *argv)
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"match-{number:06}.tesser" for number in range(4)]
    digest = blake2b(digest_size=16)
    for file in files:
        assert main(["replay", str(file), "--verify"]) == 0
        digest.update(bytes.fromhex(capsys.readouterr().out.split("final hash ")[1][:32]))
    assert digest.hexdigest() == found["digest"]
    before = [file.read_bytes() for file in files]
    assert main(["arena", *argv]) == 2
    assert "match-000000.tesser is there already" in capsys.readouterr().err
    assert [file.read_bytes() for file in files] == before


@pytest.mark.parametrize(
    ("argv", "status", "said"),
    [
        (["--seats", "random"], 2, "2 seats"),
        (["--seats", "random,clever"], 2, "'clever'"),
        (["--matches", "0"], 2, "1 to 1000000"),
        (["--matches", "3", "--swap"], 2, "a multiple of 2, not 3"),
        (["--swap"], 2, "each seed twice"),
        (["--jobs", "0"], 2, "--jobs is from 1 to"),
        (["--option", "fresh=2"], 2, "0 to 1"),
        (["--game", "time-masters", "--option", "first=3"], 2, "Seat 3 can't begin a match of 2 seats"),
        (
            ["--game", "time-masters", "--option", "end=on"],
            2,
            "a whole number from 0 to 1, or with at-once or round",
        ),
        (["--option", "speed=2"], 2, "'speed'"),
        (["--option", "fresh"], 2, "NAME=VALUE"),
        (["--deck", "Nobody's deck"], 3, "Nobody's deck"),
        (["--deck", "good=Camazotz"], 3, "Evil"),
        (["--deck", "Camazotz", "--deck", "evil=Camazotz"], 2, "Evil has a deck already"),
        (["--save", "no/such/folder"], 2, "there is no folder"),
        (["--save", "/dev/null"], 2, "this is a file"),
    ],
)
def test_a_wrong_command_line_gets_a_sentence(
    argv: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *argv]) == status
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


# The bar


def test_a_terminal_shows_a_bar_that_is_gone_at_the_end(home: Path) -> None:
    with Terminal(MAIN, ["arena", "--matches", "3", "--option", "max_turns=1"], data=home) as terminal:
        while b"matches a second" not in terminal.output:
            assert terminal.read(SECONDS), terminal.output
    shown, _, rest = terminal.output.rpartition(b"\r    ")
    assert b"\r[####" in shown
    assert b"3 of 3" in shown
    assert b"[##" not in rest
    assert b"digest" in rest


@pytest.mark.parametrize(("as_json", "bar"), [(False, True), (True, False)])
def test_json_in_a_pipe_has_no_bar_beside_it(home: Path, as_json: bool, bar: bool) -> None:
    master, slave = os.openpty()
    done = subprocess.run(
        [sys.executable, "-c", MAIN, "arena", "--option", "max_turns=1", *(["--json"] if as_json else [])],
        stdout=subprocess.PIPE,
        stderr=slave,
        cwd=home,
        env=os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color"},
        timeout=SECONDS,
        check=True,
    )
    os.write(slave, b"END")
    os.close(slave)
    error = os.read(master, 65536)
    os.close(master)
    assert (b"\r[####" in error) == bar
    if as_json:
        assert error == b"END"
    assert b"\r" not in done.stdout


# Ends


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_all_with_a_sentence(jobs: str, home: Path) -> None:
    with Terminal(MAIN, ["arena", "--matches", "100000", "--jobs", jobs], data=home) as terminal:
        while b" of 100000" not in terminal.output:
            assert terminal.read(SECONDS), terminal.output
        terminal.process.send_signal(signal.SIGINT)
        while b"matches were played" not in terminal.output:
            assert terminal.read(SECONDS), terminal.output
        assert terminal.process.wait(SECONDS) == 130
    assert b"tesser: Interrupted: " in terminal.output
    assert b"Traceback" not in terminal.output


def test_workers_end_when_nobody_wants_more(
    capsys: pytest.CaptureFixture[str], processes: list[subprocess.Popen[bytes]], home: Path
) -> None:
    # The second match's record can't be kept: somebody else makes a file of that name meanwhile.
    folder = home / "records"
    folder.mkdir()
    keep = Path.open

    def open_late(path: Path, mode: str = "r", *args: Any, **more: Any) -> Any:
        if path.name == "match-000001.tesser" and "x" in mode:
            path.write_bytes(b"mine")
        return keep(path, mode, *args, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "open", open_late)
        assert main(["arena", "--matches", "100", "--jobs", "2", "--save", str(folder)]) == 3
    assert "match-000001.tesser is there already" in capsys.readouterr().err
    assert (folder / "match-000001.tesser").read_bytes() == b"mine"
    assert len(processes) == 2
    assert all(process.poll() is not None for process in processes)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import sys; sys.exit('no more memory')", "with exit status 1: no more memory."),
        ("import os; os.kill(os.getpid(), 9)", "by signal 9."),
    ],
)
def test_a_worker_that_dies_gets_a_sentence(
    code: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    processes: list[subprocess.Popen[bytes]],
) -> None:  # fmt: skip
    monkeypatch.setattr(worker_pool, "_CODE", code)
    assert main(["arena", "--matches", "4", "--jobs", "2"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("tesser: A worker process ended while it played match ")
    assert error.endswith(said + "\n")
    assert all(process.poll() is not None for process in processes)


def test_a_worker_killed_in_the_middle_is_told(
    capsys: pytest.CaptureFixture[str], processes: list[subprocess.Popen[bytes]]
) -> None:
    results = worker_pool.play_all(
        Series("wrinkles", ("random", "random"), *_decks_and_options(), 1), 1000, 2, record=False
    )
    next(results)
    processes[0].kill()
    with pytest.raises(worker_pool.WorkerLost, match="by signal 9"):
        list(results)
    assert all(process.poll() is not None for process in processes)


def _decks_and_options() -> Any:
    from core import registry
    from decks.storage.catalog import default_deck
    from tui.match.local import all_options

    game = registry.load("wrinkles")
    return tuple(default_deck(game, side).decklist() for side in ("good", "evil")), all_options(game, {})
