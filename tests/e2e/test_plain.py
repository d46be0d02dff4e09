"""Plain mode as programs of their own: through pipes, on a terminal without a cursor, interrupted."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core import registry
from core.engine.record import read_record, verify
from net.protocol.identity import verify as verify_signature
from tests.support.kept import whole
from tests.support.plain import eager
from tests.support.plain_program import MAIN, SHORT, Program, check
from tests.support.terminal import ROOT
from tests.support.waiting import SECONDS


@pytest.mark.parametrize("against", ["random", "person"])
def test_a_match_through_a_pipe(tmp_path: Path, running: list[Program], against: str) -> None:
    program = Program(tmp_path / "a", "play", "--plain", "--side", "evil", "--against", against, *SHORT)
    running.append(program)
    said = program.player.play(eager)
    assert program.ended() == 0
    assert any(re.fullmatch(r"(Good|Evil)( \(Player\))? wins\.", line) for line in said)
    assert program.errors == b""
    check(program.record)


def test_the_end_of_the_input_is_a_sentence_and_keeps_the_record(
    tmp_path: Path, running: list[Program]
) -> None:
    program = Program(tmp_path / "a", "play", "--plain", "--seed", "5")
    running.append(program)
    program.player.question()
    program.player.type("1 2")
    program.player.close()
    assert "The input has ended, so the match stops here." in program.player.rest()
    assert program.ended() == 130
    assert program.record.outcome is None and program.record.entries


def test_nobody_who_reads_is_no_error(tmp_path: Path) -> None:
    command = [sys.executable, "-c", MAIN, "play", "--plain", "--seed", "5"]
    env = os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=tmp_path, env=env, text=True, **pipes) as process:  # type: ignore[call-overload]
        while not process.stdout.readline().startswith("Choose"):
            pass
        process.stdout.close()
        process.stdin.write("board\n1 2\nboard\n")
        process.stdin.close()
        assert process.wait(SECONDS) == 130
        assert process.stderr.read() == ""


def test_an_output_that_becomes_full_ends_the_match_which_is_kept(tmp_path: Path) -> None:
    """As on a full disk: the file for the output is near the limit of what a file may have."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000))\n"
    output = tmp_path / "said.txt"
    output.write_bytes(b" " * 1_990_000)
    env = os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    with output.open("ab") as said:
        done = subprocess.run(
            [sys.executable, "-c", limit + MAIN, "play", "--plain", "--seed", "5"],
            cwd=tmp_path, env=env, stdout=said, stderr=subprocess.PIPE, check=False, timeout=SECONDS,
            input=b"1\n" * 1_000,
        )  # fmt: skip
    assert done.returncode == 3
    assert done.stderr == b"tesser: the output can't be written: File too large.\n"
    record = read_record(whole(tmp_path / "tesser"))
    assert len(record.entries) > 2 and record.outcome is None
    verify(record, registry.load("wrinkles"), verify_signature)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_with_the_record_kept(
    tmp_path: Path, running: list[Program], number: signal.Signals, status: int
) -> None:
    program = Program(tmp_path / "a", "play", "--plain", "--seed", "5")
    running.append(program)
    program.player.question()
    program.player.type("1 2")
    program.player.question()
    program.process.send_signal(number)
    heard = program.player.until("The match is kept, as ")
    assert f"tesser resume {program.record.header.match[:8]}" in heard[-1]
    assert program.ended() == status
    assert program.errors == b""
    assert program.record.entries


def test_a_terminal_without_a_cursor_gets_no_escape_sequence(tmp_path: Path, running: list[Program]) -> None:
    program = Program(tmp_path / "a", "--plain", environ={"TERM": "dumb"}, terminal=True)
    running.append(program)
    player = program.player
    player.question()  # the menu
    player.type("computer")
    player.until("Which game?")
    player.question()
    player.type("wrinkles")
    player.until("Which side do you play?")
    player.question()
    player.type("evil")
    player.until("Who plays Good?")
    player.type("random")
    player.until("Decks and rules?")
    player.type("")
    player.until("Wrinkles in Time: ")
    player.question()
    player.type("hand", "board", "why 1", "help")
    player.until("help: this list")
    player.press("\x03")
    player.until("Ctrl-C again leaves the match; anything else goes on.")
    player.press("\x03")
    player.until("You left the match.")
    player.question()
    player.type("quit")
    assert program.ended() == 0
    assert "\x1b" not in "\n".join(player.said)


def test_decks_are_made_through_a_pipe_and_survive_a_kill(tmp_path: Path, running: list[Program]) -> None:
    program = Program(tmp_path / "a", "--plain")
    running.append(program)
    player = program.player
    player.type("decks", "import", "Name: Ark", "3 Hope", "Noahh", ".", "take all", "yes", "undo")
    player.until("It is kept as Ark.")
    player.until("Nothing was changed.")
    player.type("take hope", "for", "good, singleton", "yes", "maybe noah")
    player.until("Noah: kept as a maybe.")
    player.until("cards now.")
    program.kill()
    program.ended()
    program = Program(tmp_path / "a", "--plain")
    running.append(program)
    player = program.player
    player.type(
        "decks", "ark", "go on", "maybe", "undo", "undo", "undo", "check", "numbers", "hand", "export code"
    )
    player.until("Ark has changes that were not saved.")
    player.until("1 card on the maybe list, which does not count.")
    player.until("In: 1 Noah.")
    player.until("In: 1 Hope.")
    code = player.until("tesserD1")[-1]
    player.type("save", "done", "import", code, "no", "", "quit")
    player.until("Ark is saved.")
    player.until("Ark, Good, Constructed, 4 cards.")
    player.rest()
    assert program.ended() == 0


def test_an_output_of_ascii_alone(tmp_path: Path, running: list[Program]) -> None:
    program = Program(tmp_path / "a", "--plain", environ={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    running.append(program)
    player = program.player
    player.question()
    player.type("name", "Zo\u00eb \u2013 \u96ea")
    player.until("Your name is Zo")
    player.question()
    player.type("quit")
    assert program.ended() == 0
    assert all(line.isascii() for line in player.said)
    assert (tmp_path / "a" / "tesser" / "name").read_text("utf-8") == "Zo\u00eb \u2013 \u96ea\n"


NEVER = """
import asyncio
from core import bots
class Never:
    async def choose(self, view, decision):
        await asyncio.Event().wait()
    def refused(self, reason):
        raise AssertionError(reason)
bots.seated = lambda header, seat, game: Never()
"""
"""Computer players that think for ever."""


@pytest.mark.parametrize(("last", "status"), [("concede", 0), ("quit", 130)])
def test_commands_are_taken_from_a_pipe_while_the_computer_thinks(
    last: str, status: int, tmp_path: Path, running: list[Program]
) -> None:
    program = Program(
        tmp_path / "a",
        "play",
        "--plain",
        "--side",
        "evil",
        "--against",
        "random",
        "--seed",
        "5",
        before=NEVER,
    )
    running.append(program)
    player = program.player
    player.type("hand", "board", "log", "help", last, "yes", "1", "2")
    for said in ("You draw ", "Free slots: ", "You draw ", "help: this list", "Yes or no?"):
        player.until(said)
    assert program.ended() == status


def test_leaving_overtakes_a_line_that_waits_for_its_question(tmp_path: Path, running: list[Program]) -> None:
    where = ("play", "--plain", "--side", "evil", "--against", "random", "--seed", "5")
    program = Program(tmp_path / "a", *where, before=NEVER)
    running.append(program)
    player = program.player
    player.type("wyh")
    player.until("Waiting.")
    player.type("quit", "no")
    player.until("The match goes on.")
    player.type("concede", "yes")
    player.until("You conceded.")
    assert program.ended() == 0
    assert not any("wyh" in line for line in player.said)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "latin-1", "utf-8"])
def test_an_input_that_is_not_in_the_encoding_it_should_be(
    encoding: str, tmp_path: Path, running: list[Program]
) -> None:
    program = Program(tmp_path / "a", "--plain", environ={"PYTHONIOENCODING": encoding})
    running.append(program)
    program.player.type("quit")
    assert program.ended() == 0
