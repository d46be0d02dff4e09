"""Keys that are held down, and clicks that come twice: none answers what it was not meant for."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.support.kept import whole
from tests.support.terminal import READY, Start, Terminal

pytestmark = pytest.mark.long

RATE = 1 / 30
"""Seconds between the repeats of a held key."""
PASSED = r"(?s)You pass\..*Destiny I: "
"""One is asked again, after a pass and what the program has answered by itself."""
DELAY = 0.5
"""Seconds before the first repeat; a keyboard's usual."""


def hold(terminal: Terminal, key: bytes, seconds: float, delay: float = DELAY) -> None:
    """Hold a key down, as a keyboard does: once, a pause, then thirty times a second."""
    begun = time.monotonic()
    terminal.type(key)
    pressed = begun + delay
    while pressed < begun + seconds:
        while (left := pressed - time.monotonic()) > 0:
            terminal.read(left)
        terminal.type(key)
        pressed += RATE
    terminal.rest(0.4)


def choices(tmp_path: Path, seat: int) -> list[str]:
    """What this seat has chosen so far."""
    return [
        line for line in whole(tmp_path / "tesser").decode().splitlines()[2:] if line.startswith(f"[{seat},")
    ]


def asked(start: Start, data: Path, key: bytes) -> Terminal:
    """A match whose first question was just put, with the cursor on a card for Enter."""
    data.mkdir()
    terminal = start("play", "--seed", "1", data=data)
    terminal.see(r"Destiny I\b")
    terminal.rest(0.5)
    if key == b"\r":
        terminal.type("5")  # a Special
        terminal.rest()
    return terminal


@pytest.mark.parametrize(("key", "delays"), [(b" ", (DELAY, RATE)), (b"\r", (DELAY,))])
def test_a_held_key_answers_one_question(
    start: Start, tmp_path: Path, key: bytes, delays: tuple[float, ...]
) -> None:
    once = asked(start, tmp_path / "once", key)
    once.type(key)
    once.see("take it" if key == b"\r" else PASSED)
    once.rest()
    for number, delay in enumerate(delays):
        data = tmp_path / f"held {number}"
        held = asked(start, data, key)
        hold(held, key, 1.6, delay)
        held.until(lambda held=held: held.text == once.text, "what one press leads to")
        held.rest(0.5)
        assert choices(data, 0) == choices(tmp_path / "once", 0)
        assert held.text == once.text


def test_other_held_keys_answer_nothing(start: Start, tmp_path: Path) -> None:
    terminal = start("play", "--seed", "1")
    terminal.see(r"Destiny I\b")
    before = choices(tmp_path, 0)
    for key in (b"1", b"9", b"\x1b[27u", b"\t", b"l", b"?", b"c", b"u"):
        hold(terminal, key, 0.8)
        assert terminal.process.poll() is None
        assert choices(tmp_path, 0) == before, key
        for _ in range(3):  # whatever is open is closed, and the question is there
            if "Destiny I:" not in terminal.text:
                terminal.type(b"\x1b[27u")
                terminal.rest(0.3)
        terminal.see("Destiny I:")
    assert "Hot-seat" not in terminal.text


def test_enter_held_at_home_begins_no_match(start: Start, tmp_path: Path) -> None:
    terminal = start()
    terminal.see(READY)
    hold(terminal, b"\r", 2.0)
    assert not list(tmp_path.glob("tesser/archive/*"))
    assert "Start" in terminal.text


def test_enter_held_through_the_curtain_shows_nobody_a_hand(start: Start, tmp_path: Path) -> None:
    terminal = start("play", "--seed", "1", "--against", "person")
    terminal.see("Press Enter when ready")
    terminal.rest(0.5)
    terminal.type("\r")
    terminal.see(r"Destiny I\b")
    terminal.rest(0.5)
    mine = terminal.text
    hold(terminal, b" ", 1.2)
    assert "Press Enter when ready" in terminal.text, terminal.text
    hold(terminal, b" ", 0.8, RATE)
    assert "Press Enter when ready" in terminal.text, terminal.text
    assert mine.count("HAND") == 1 and "HAND" not in terminal.text


def click(terminal: Terminal, pattern: str, times: int, leads_to: str) -> None:
    """So many quick clicks on the first cell of this text, until what one leads to has been seen a while."""
    for y, row in enumerate(terminal.screen.display):
        if pattern in row:
            x = row.index(pattern) + 1
            for _ in range(times):
                terminal.type(f"\x1b[<0;{x};{y + 1}M\x1b[<0;{x};{y + 1}m")
            terminal.see(leads_to)
            terminal.rest(0.5)
            return
    raise AssertionError(f"{pattern} is not to be seen:\n{terminal.text}")


def test_quick_clicks_answer_one_question(start: Start, tmp_path: Path) -> None:
    for name, times in (("once", 1), ("often", 6)):
        click(asked(start, tmp_path / name, b""), "[Space] pass", times, PASSED)
    assert choices(tmp_path / "often", 0) == choices(tmp_path / "once", 0)


def test_quick_clicks_on_home_begin_no_match(start: Start, tmp_path: Path) -> None:
    terminal = start()
    terminal.see(READY)
    click(terminal, "Play against", 6, "Start")
    assert "Start" in terminal.text
    assert not list(tmp_path.glob("tesser/archive/*"))
