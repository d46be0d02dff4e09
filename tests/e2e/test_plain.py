"""Plain mode as programs of their own: through pipes, on a terminal without a cursor, interrupted."""

from __future__ import annotations

import fcntl
import os
import re
import signal
import subprocess
import sys
import termios
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from core import games
from core.record import Record, read_record, verify
from core.stops import StopRules
from net.identity import verify as verify_signature
from tests.e2e.peers import QUICK_SILENCE
from tests.kept import whole
from tests.tui.plain.reader import Played, eager
from tui.profile import Profile
from tui.settings import Settings, save_settings

ROOT = Path(__file__).parents[2]
SHORT = ("--option", "max_turns=1")
QUICK = "import tui.matches.persons; tui.matches.persons.SHORTEST = tui.matches.persons.LONGEST = 0.0\n"
"""Automatic answers leave at once, where a person's pace is not what is tested."""
MAIN = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever the one who started the tests ignores
from tui.cli import main
status = main()
assert not [name for name in sys.modules if name.split(".")[0] in ("textual", "rich")]
sys.exit(status)
"""
SECONDS = 30.0


class Program:
    """A running tesser and somebody who plays it."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        before: str = "",
        environ: Mapping[str, str] = {},
        terminal: bool = False,
    ) -> None:
        home.mkdir(exist_ok=True)
        self.home = home
        command = [sys.executable, "-c", before + MAIN, *arguments]
        env = os.environ | {"XDG_DATA_HOME": str(home), "PYTHONPATH": str(ROOT)} | environ
        if terminal:
            master, slave = os.openpty()
            self.process = subprocess.Popen(
                command,
                stdin=slave,
                stdout=slave,
                stderr=subprocess.PIPE,
                cwd=home,
                env=env,
                start_new_session=True,
                preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            )
            os.close(slave)
            self.player = Played(master, os.dup(master))
        else:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=home,
                env=env,
                start_new_session=True,
            )
            assert self.process.stdin and self.process.stdout
            self.player = Played(os.dup(self.process.stdout.fileno()), os.dup(self.process.stdin.fileno()))
            self.process.stdin.close()
            self.process.stdout.close()
            self.process.stdin = self.process.stdout = None  # they are the player's now
        self.errors = b""

    def ended(self) -> int:
        """Wait for the end; the exit status. Nothing may have been said on the error output but sentences."""
        _, self.errors = self.process.communicate(timeout=SECONDS)
        assert b"Traceback" not in self.errors, self.errors.decode()
        return self.process.returncode

    @property
    def record(self) -> Record:
        return read_record(self.record_bytes)

    @property
    def record_bytes(self) -> bytes:
        return whole(self.home / "tesser")


@pytest.fixture
def running(tmp_path: Path) -> Iterator[list[Program]]:
    """Programs that are ended with the test."""
    programs: list[Program] = []
    yield programs
    for program in programs:
        program.player.close()
        if program.process.poll() is None:
            program.process.kill()
        program.process.communicate()


def check(record: Record) -> None:
    """The record is of a whole match that was played by the rules."""
    assert record.outcome is not None and not record.torn
    verify(record, games.load(record.header.game), verify_signature)


@pytest.mark.parametrize("against", ["random", "person"])
def test_a_match_through_a_pipe(tmp_path: Path, running: list[Program], against: str) -> None:
    program = Program(tmp_path / "a", "play", "--plain", "--side", "evil", "--against", against, *SHORT)
    running.append(program)
    said = program.player.play(eager)
    assert program.ended() == 0
    assert any(re.fullmatch(r"(Good|Evil)( \(Player\))? wins\.", line) for line in said)
    assert program.errors == b""
    check(program.record)


def pair(tmp_path: Path, running: list[Program], *more: str) -> tuple[Program, Program]:
    """A host, and a guest who has been asked for the invite."""
    host = Program(tmp_path / "host", "host", "--plain", "--side", "good", *SHORT, *more, before=QUICK)
    running.append(host)
    host.player.until("Give this invite to one other person:")
    guest = Program(tmp_path / "guest", "join", "--plain", before=QUICK)
    running.append(guest)
    guest.player.until("Paste the invite")
    return host, guest


def test_two_people_play_each_other_and_come_to_the_same_hash(tmp_path: Path, running: list[Program]) -> None:
    host, guest = pair(tmp_path, running)
    invite = host.player.next()
    assert invite is not None
    # As it may come out of a mail: quoted, and in two lines.
    guest.player.type(f'"{invite[:40]}', f'{invite[40:]}"')
    playing = threading.Thread(target=host.player.play, args=(eager,), daemon=True)
    playing.start()
    guest.player.play(eager)
    playing.join(SECONDS)
    assert host.ended() == guest.ended() == 0
    hashes = [one.player.said[-1] for one in (host, guest)]
    assert hashes[0].startswith("Final hash ") and hashes[0] == hashes[1]
    assert host.record_bytes == guest.record_bytes
    check(host.record)
    assert "You play Evil, Player plays Good." in guest.player.said


def test_players_say_something_to_each_other(tmp_path: Path, running: list[Program]) -> None:
    always = Settings(stops={"wrinkles": StopRules(always=True)})
    save_settings(Profile(root=tmp_path / "host" / "tesser"), always)
    host, guest = pair(tmp_path, running)
    invite = host.player.next()
    assert invite is not None
    guest.player.type(invite, "")
    host.player.question()
    host.player.type("chat off", "chat on", "say \x1b[31mGood  luck!\x07")
    guest.player.until("Player says: [31mGood  luck!")
    assert "You say: [31mGood  luck!" in host.player.until("You say: ")
    for one, who in ((host, "You say"), (guest, "Player says")):
        one.player.type("log luck")
        assert one.player.next() == f"{who}: [31mGood  luck!"
    guest.player.type("say", "say And you.", "chat off", "say Ha!")
    host.player.until("Player says: And you.")
    said = guest.player.until(
        "Your chat is off: nothing is said and nothing heard until you turn it on again."
    )
    assert "Type say and what the other player is to hear, as: say good luck." in guest.player.said
    assert "Your chat is off: nothing is said, and nothing heard. Type chat on, or chat off." in said
    host.player.type("say Are you there?", "concede", "yes")
    host.player.until("You say: Are you there?")
    guest.player.rest()
    host.player.rest()
    assert not any("Are you there" in line for line in guest.player.said)
    assert host.ended() == guest.ended() == 0
    assert host.record_bytes == guest.record_bytes and b"luck" not in host.record_bytes


def test_a_table_of_four_with_a_person_and_a_bot_on_either_side(
    tmp_path: Path, running: list[Program]
) -> None:
    table = ("--game", "time-masters", "--option", "max_turns=1", "--seats", "person=Ann,guest,random,guest")
    host = Program(tmp_path / "a", "host", "--plain", *table)
    running.append(host)
    host.player.until("Give this invite")
    invite = host.player.next()
    assert invite is not None
    guest = Program(tmp_path / "b", "join", "--plain", invite)
    running.append(guest)
    guest.player.until("Time Masters for 4 players.")
    assert guest.player.question() == {
        1: "a person at this keyboard",
        2: "the computer, greedy",
        3: "the computer, random",
    }
    guest.player.type("", "random")
    playing = threading.Thread(target=host.player.play, args=(eager,), daemon=True)
    playing.start()
    guest.player.play(eager)
    playing.join(SECONDS)
    assert host.ended() == guest.ended() == 0
    assert host.player.said[-1] == guest.player.said[-1]
    assert host.record_bytes == guest.record_bytes
    check(host.record)
    said = "You play Seat 2 and Seat 4, Ann plays Seat 1, Player's random plays Seat 3 (a bot, random)."
    assert said in guest.player.said
    named = "Seat 1 (Ann), Seat 2 (Player), Seat 3 (Player's random) and Seat 4 (Player's random)"
    for program in (host, guest):
        assert f"Time Masters: {named}." in program.player.said
        assert sum(line.startswith("Place ") for line in program.player.said) == 4
        assert not any("keyboard" in line for line in program.player.said[20:]), "one person, no curtain"


def test_a_guest_that_was_stopped_at_the_offer_sits_down_all_the_same(
    tmp_path: Path, running: list[Program]
) -> None:
    host, guest = pair(tmp_path, running)
    invite = host.player.next()
    assert invite is not None
    guest.player.type(invite)
    guest.player.until("Which deck do you play?")
    guest.process.send_signal(signal.SIGSTOP)
    host.player.until("The guest is gone")
    guest.process.send_signal(signal.SIGCONT)
    guest.player.type("")
    playing = threading.Thread(target=host.player.play, args=(eager,), daemon=True)
    playing.start()
    guest.player.play(eager)
    playing.join(SECONDS)
    assert host.ended() == guest.ended() == 0
    assert host.record_bytes == guest.record_bytes


def test_a_guest_is_told_what_is_wrong_and_may_leave(tmp_path: Path, running: list[Program]) -> None:
    host, guest = pair(tmp_path, running)
    invite = host.player.next()
    guest.player.type("hello")
    guest.player.until("That is no invite")
    guest.player.type(f"{invite}")
    options = guest.player.question()
    wrong = next(n for n, said in options.items() if "not legal here" in said)
    guest.player.type(str(wrong))
    guest.player.until("can't be played here. Original is ")
    guest.player.type("quit")
    guest.player.until("You left the table.")
    assert guest.ended() == 130
    host.player.until("left")
    host.player.type("quit", "yes")
    host.player.until("The table is closed.")
    assert host.ended() == 130


def test_a_guest_who_concedes_while_the_other_thinks_ends_it_for_both(
    tmp_path: Path, running: list[Program]
) -> None:
    for name in ("host", "guest"):
        always = Settings(stops={"wrinkles": StopRules(always=True)})
        save_settings(Profile(root=tmp_path / name / "tesser"), always)
    host, guest = pair(tmp_path, running)
    guest.player.type(host.player.next() or "")
    guest.player.question()  # for a deck
    guest.player.type("1")
    for one in (host, guest):
        one.player.question()
        one.player.type("pass")
    host.player.until("Fate I: play a card, or pass.")
    guest.player.until("Fate I.")
    guest.player.type("board", "concede", "yes")
    guest.player.until("You conceded.")
    host.player.until("Evil (Player) conceded.")
    assert not any("concedes" in line for line in (*host.player.said, *guest.player.said)), "said once"
    assert host.ended() == guest.ended() == 0
    assert "Force: Good 0, Evil 0. Level; Good wins ties." in guest.player.said
    check(guest.record)


def test_a_guest_that_was_killed_leaves_the_match_kept_and_how_to_go_on_is_said(
    tmp_path: Path, running: list[Program]
) -> None:
    host = Program(tmp_path / "host", "host", "--plain", "--side", "good", before=QUICK_SILENCE)
    running.append(host)
    host.player.until("Give this invite")
    guest = Program(tmp_path / "guest", "join", "--plain", host.player.next() or "")
    running.append(guest)
    guest.player.question()
    guest.player.type("1")
    host.player.until("Wrinkles in Time: ")
    guest.process.kill()
    host.player.until(
        "not heard; after 3 s of silence the match stops here, and is kept for when both resume"
    )
    host.player.until("Nothing was heard from the other side for 3 seconds")
    host.player.until("or Continue at home, goes on with it when the other side has resumed it too.")
    assert host.ended() == 6


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


def test_a_table_of_nobody_is_closed(tmp_path: Path, running: list[Program]) -> None:
    program = Program(tmp_path / "a", "host", "--plain")
    running.append(program)
    program.player.until("Give this invite")
    program.player.close()
    program.player.until("The table is closed.")
    assert program.ended() == 130


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
    verify(record, games.load("wrinkles"), verify_signature)


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


def test_what_is_typed_into_a_pipe_while_a_host_waits(tmp_path: Path, running: list[Program]) -> None:
    program = Program(tmp_path / "a", "host", "--plain", "--side", "good")
    running.append(program)
    player = program.player
    player.until("Give this invite")
    player.type("hello", "hand", "invite")
    player.until("Waiting for somebody.")
    player.until("Waiting for somebody.")
    player.until("Give this invite")
    player.type("quit", "no", "quit", "yes")
    player.until("The table stays open.")
    player.until("The table is closed.")
    assert program.ended() == 130


def test_answers_written_ahead_of_a_guest_are_kept(tmp_path: Path, running: list[Program]) -> None:
    program = Program(tmp_path / "a", "host", "--plain", "--side", "good")
    running.append(program)
    program.player.type("3", "quit", "yes")
    program.player.until("3, and what follows it, is kept for the match.")
    program.process.send_signal(signal.SIGINT)
    program.player.until("The table is closed.")
    assert program.ended() == 130


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "latin-1", "utf-8"])
def test_an_input_that_is_not_in_the_encoding_it_should_be(
    encoding: str, tmp_path: Path, running: list[Program]
) -> None:
    program = Program(tmp_path / "a", "--plain", environ={"PYTHONIOENCODING": encoding})
    running.append(program)
    program.player.type("quit")
    assert program.ended() == 0


def test_a_match_is_left_by_both_and_goes_on_where_they_ask_each_other(
    tmp_path: Path, running: list[Program]
) -> None:
    host, guest = pair(tmp_path, running)
    invite = host.player.next()
    assert invite is not None
    guest.player.type(invite, "", *["1"] * 20)  # so that the host is asked sooner or later
    host.player.question()
    host.player.type("1")
    host.player.until("You ")
    for program in (host, guest):
        program.process.kill()
        program.process.wait(SECONDS)
    host, guest = (Program(tmp_path / name, "resume", "--plain") for name in ("host", "guest"))
    running += [host, guest]
    host.player.until("The match goes on. What happened since your last choice:")
    host.player.type("undo")
    guest.player.until("Player asks to take back the last choice")
    guest.player.type("decline")
    host.player.until("Player does not agree to the take-back.")
    guest.player.type("agree")
    guest.player.until("Nobody asks for anything now.")
    host.player.type("undo")
    guest.player.until("Player asks to take back the last choice")
    guest.player.type("mute")
    host.player.until("Player does not agree to the take-back.")
    guest.player.type("draw")
    host.player.until("Player offers a draw.")
    host.player.type("agree")
    for program in (host, guest):
        program.player.until("A draw was agreed.")
        program.player.rest()
    assert host.ended() == guest.ended() == 0
    assert host.record_bytes == guest.record_bytes
