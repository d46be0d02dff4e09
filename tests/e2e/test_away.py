"""A player whose terminal is away, stopped or not read, in a match with somebody on another machine."""

from __future__ import annotations

import re
import select
import shlex
import sys
import time
from pathlib import Path

import pytest

from tests.support.kept import whole
from tests.support.terminal import MAIN, NOTICED_SOON, Start, Terminal, needs_proc
from tests.support.waiting import SECONDS
from tui.terminal.reader_check import ASK

pytestmark = pytest.mark.long

QUESTION = r"Destiny I\b"
MEBIBYTE = 1 << 20
FULL = b"?\x1b[27u" * 10
"""Help comes and goes: far more is drawn than a terminal holds that is not read."""
ASKED_SOON = (
    NOTICED_SOON
    + "from tui.terminal import reader_check as r; r._QUIET_SECONDS = 0.5; r._ANSWER_SECONDS = 2.0; "
)
"""And which asks sooner whether its terminal is read."""


def seated(start: Start, host: Terminal) -> Terminal:
    """The guest of this host, who plays Good, when both are in the match."""
    shown = host.see(r"(?s)(tesser1[a-z2-7\s]+?)\n *\n").group(1)
    guest = start("--profile", "bob", "join", re.sub(r"\s", "", shown))
    guest.see(r"Your deck +\S+")
    end = time.monotonic() + 30
    while "link ok" not in guest.text:  # what has just appeared takes no key for a moment
        assert time.monotonic() < end, guest.text
        if re.search(r"Your deck +\S+", guest.text):
            guest.type("t")
        guest.rest(0.3)
    if "The story of the match" in guest.text:  # the last t came after the form was gone
        guest.type("\x1b[27u")
    host.see("link ok")
    guest.see("HAND")
    host.rest()  # it was not read meanwhile, and may have been asked whether it is
    return guest


def hear(terminal: Terminal, pattern: str) -> None:
    terminal.see(pattern)
    assert "silent" not in terminal.text


def record(tmp_path: Path, profile: str = "") -> list[str]:
    """The lines of the one record this player has."""
    folder = tmp_path / "tesser" / (f"profiles/{profile}" if profile else "")
    return whole(folder).decode().splitlines()


def concede(guest: Terminal, tmp_path: Path) -> None:
    """Give up while the other one is away, whose machine has to take it."""
    guest.type("c")
    guest.see(r"Concede\?")
    guest.type("y")
    guest.until(lambda: "outcome" in record(tmp_path, "ann")[-1], "the end in the record of who is away")
    guest.see(r"Evil [^:\n]*wins")
    guest.until(lambda: record(tmp_path, "ann") == record(tmp_path, "bob"), "the same end in both records")


def listen(terminal: Terminal, seconds: float) -> None:
    """Read on, with the other side paused and never silent."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        terminal.read(0.1)
        assert "silent" not in terminal.text
    assert "they pause" in terminal.text


def test_a_match_goes_on_while_a_player_has_stopped_the_program(start: Start, tmp_path: Path) -> None:
    host = start(program=("bash", "--noprofile", "--norc", "-i"), PS1="shell> ", HISTFILE="/dev/null")
    host.see("shell>")
    line = [sys.executable, "-c", NOTICED_SOON + MAIN, "--profile", "ann", "host", "--side", "evil"]
    host.type(shlex.join(line) + "\n")
    guest = seated(start, host)
    host.type(b"\x1a")
    host.see("Stopped")
    hear(guest, "they pause")
    listen(guest, 3.0)  # longer than a silence is borne
    concede(guest, tmp_path)
    host.type("fg\n")
    host.see(r"Evil [^:\n]*wins")


def memory(terminal: Terminal) -> int:
    """Bytes that the program has in memory."""
    return int(Path(f"/proc/{terminal.child}/statm").read_text().split()[1]) * 4096


@needs_proc
@pytest.mark.parametrize("seconds", [4.5, pytest.param(30.0, marks=pytest.mark.slow)])
def test_a_terminal_that_is_not_read_loses_nothing(start: Start, tmp_path: Path, seconds: float) -> None:
    host = start("--profile", "ann", "host", "--side", "evil", code=NOTICED_SOON + MAIN)
    guest = seated(start, host)
    host.rest()
    before = memory(host)
    stalled = time.monotonic()
    host.write(FULL)
    hear(guest, "they pause")
    listen(guest, stalled + seconds - time.monotonic())
    concede(guest, tmp_path)
    assert memory(host) < before + 30 * MEBIBYTE
    host.see(r"Evil [^:\n]*wins")


def test_a_terminal_that_is_not_read_is_noticed_though_little_is_drawn(start: Start, tmp_path: Path) -> None:
    host = start("--profile", "ann", "host", "--side", "evil", code=ASKED_SOON + MAIN)
    guest = seated(start, host)
    asked = host.output.count(ASK.encode())

    def both_are_read() -> bool:
        guest.read(0.05)
        return host.output.count(ASK.encode()) > asked + 2

    host.until(both_are_read, "that it is asked again and again")  # and then it is not read
    assert "they pause" not in guest.text
    hear(guest, "they pause")
    host.rest()
    guest.until(lambda: (host.read(0.05), "they pause" not in guest.text)[1], "that it is read again")
    host.type(b"\x11")
    host.see("Quit tesser")
    host.type("y")
    assert host.ended() == 0
    assert not re.search(r"0n", host.text), "no answer is left for the shell"


def until_full(terminal: Terminal) -> None:
    """Wait, reading nothing, until there is no room for more of what is drawn."""
    end = time.monotonic() + SECONDS
    while select.select([], [terminal.slave], [], 0)[1]:
        assert time.monotonic() < end, "there is still room"
        time.sleep(0.01)  # that there is room can be waited for, that there is none can't


def test_keys_to_a_terminal_that_is_not_read_count_once(start: Start, tmp_path: Path) -> None:
    found: list[tuple[str, list[str]]] = []
    for name in ("read", "stalled"):
        (data := tmp_path / name).mkdir()
        terminal = start("play", "--seed", "1", data=data)
        terminal.see(QUESTION)
        terminal.rest(0.5)
        for key in FULL, b" ":
            if name == "read":
                terminal.type(key)
            else:
                terminal.write(key)
        if name == "stalled":
            until_full(terminal)
        terminal.see(r"(?s)You pass\..*Destiny I: ")  # and is asked again
        if found:
            terminal.becomes(found[0][0])
        terminal.rest(0.5)
        found.append((terminal.text, record(data)[2:]))
    assert found[0] == found[1]
    assert found[0][1]
