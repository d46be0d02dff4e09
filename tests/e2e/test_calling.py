"""Bell, title and clipboard as a terminal gets them."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest

from tests.support.terminal import Start, Terminal
from tui.profile import Profile
from tui.settings import Settings, save_settings

pytestmark = pytest.mark.long

MINE = b"\x1b]2;tesser: your turn - Good, turn 1\x07"
OLD = b"\x1b]2;\x07\x1b[23;0t"


def set_bell(tmp_path: Path, bell: str) -> None:
    save_settings(Profile(root=tmp_path / "tesser"), Settings(bell=bell))  # type: ignore[arg-type]


def bells(terminal: Terminal) -> int:
    """How often it rang: a BEL that ends a longer sequence doesn't ring."""
    return re.sub(rb"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)", b"", terminal.output).count(b"\x07")


def quit_match(terminal: Terminal) -> None:
    terminal.type(b"\x11")
    terminal.see("Quit tesser")
    terminal.type(b"y")
    assert terminal.ended() == 0
    terminal.assert_put_back()


def test_the_title_says_whose_turn_it_is_and_comes_back(start: Start, tmp_path: Path) -> None:
    set_bell(tmp_path, "always")
    terminal = start("play", "--seed", "1")
    terminal.until(lambda: MINE in terminal.output, "the title")
    terminal.see("pass")
    assert bells(terminal) == 1
    quit_match(terminal)
    assert OLD in terminal.output.split(MINE)[-1]


def test_off_leaves_bell_and_title_alone(start: Start, tmp_path: Path) -> None:
    set_bell(tmp_path, "off")
    terminal = start("play", "--seed", "1")
    terminal.see("pass")
    quit_match(terminal)
    assert b"\x1b]2;" not in terminal.output and bells(terminal) == 0


def test_a_console_without_a_window_gets_no_title(start: Start, tmp_path: Path) -> None:
    set_bell(tmp_path, "always")
    terminal = start("play", "--seed", "1", TERM="linux")
    terminal.until(lambda: bells(terminal), "the bell")
    quit_match(terminal)
    assert b"\x1b]2;" not in terminal.output


def test_settings_that_make_no_sense_are_said_in_the_match(start: Start, tmp_path: Path) -> None:
    (tmp_path / "tesser").mkdir()
    (tmp_path / "tesser" / "settings.json").write_text('{"version": 9}')
    for size in ((80, 24), (120, 40)):
        terminal = start("play", "--seed", "1", size=size)
        terminal.see(r"! The usual settings are used, since settings.json makes no sense: it is of")
        terminal.see("pass")
        assert "Destiny I: play a Special, or pass." in terminal.text


def test_the_invite_goes_to_the_clipboard(start: Start) -> None:
    terminal = start("host")
    terminal.see("tesser1")
    terminal.type(b"c")
    terminal.see("was sent to your")
    sent = re.search(rb"\x1b\]52;c;([A-Za-z0-9+/=]+)\x07", terminal.output)
    assert sent and base64.b64decode(sent[1]).startswith(b"tesser1")
