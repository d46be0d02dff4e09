"""Bytes that are no keys: old mouse reports, halves of characters and of sequences, pastes of anything."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable

import pytest

from tests.support.terminal import MAIN, READY, Start, Terminal

pytestmark = pytest.mark.long

AT_ONCE = "import tui.widgets.key_guard; tui.widgets.key_guard.GUARD = 0.0; "
"""Keys count at once, and so would any that bytes without a meaning were taken for."""
QUIT = b"\x11"
"""Ctrl+Q: the first may ask, the second quits all the same."""


def high(chance: random.Random) -> bytes:
    """Bytes that are no UTF-8, in any order."""
    return bytes(chance.choices([*range(0x80, 0xC0), *range(0xF5, 0x100)], k=chance.randrange(1, 60)))


def old_mouse(chance: random.Random) -> bytes:
    """A report in the old form, as after tmux is reattached: three raw bytes."""
    return b"\x1b[M" + bytes(chance.randrange(0x20, 0x100) for _ in range(3))


def half_character(chance: random.Random) -> bytes:
    text = chance.choice(["\u00e9", "\u2603", "\U0001f600"]).encode()
    return text[: chance.randrange(1, len(text))]


def no_character(chance: random.Random) -> bytes:
    return b"\x1b[%du" % chance.choice([55296, 57343, 1114112, 99999999, 10**30])


def answer(chance: random.Random) -> bytes:
    """What a terminal says when somebody asks it what it is."""
    return chance.choice(
        [
            b"\x1b[?62;4;6c",
            b"\x1b[>0;276;0c",
            b"\x1b]11;rgb:cc/cc/cc\x1b\\",
            b"\x1bP1+r544e\x1b\\",
            b"\x1b[0n",
        ]
    )


def format_sign(chance: random.Random) -> bytes:
    return chance.choice(["\u202e", "\u2066", "\ufeff", "\x9b", "\x85", "\ue000"]).encode()


JUNK: tuple[Callable[[random.Random], bytes], ...] = (
    high,
    old_mouse,
    half_character,
    no_character,
    answer,
    format_sign,
)


def junk(seed: int, size: int = 1500) -> bytes:
    """So many bytes that mean nothing."""
    chance = random.Random(seed)
    found = b""
    while len(found) < size:
        found += chance.choice(JUNK)(chance) + b"\xff"
    return found


def settled(terminal: Terminal) -> str:
    """The screen when no more comes."""
    terminal.rest(0.15)
    return terminal.text


PAGES = (
    (r"Hot-seat", ""),
    (r"your name", "?"),
    (r"Start", "\x1bp"),
    (r"Start|Open", "\x1bh"),
    (r"Paste the invite", "\x1bj"),
    (r"Your decks", "\x1bd"),
    (r"POOL", "\r"),
    (r"moves a card across", "?"),
)
"""A pattern of each page, and the keys that lead to it from the one before."""


def test_bytes_that_mean_nothing_change_nothing_on_any_page(start: Start) -> None:
    terminal = start()
    terminal.see(READY)
    for seed, (page, keys) in enumerate(PAGES):
        for key in keys:  # one by one: a character right after Esc is Alt and that character
            terminal.type(key)
            settled(terminal)
        terminal.see(page)
        before = settled(terminal)
        terminal.type(junk(seed))
        assert settled(terminal) == before, page
    terminal.type(QUIT)
    assert terminal.ended() == 0


@pytest.mark.parametrize("against", ["random", "person"])
def test_bytes_that_mean_nothing_change_nothing_in_a_match(start: Start, against: str) -> None:
    terminal = start("play", "--seed", "1", "--against", against, code=AT_ONCE + MAIN)
    places = [(r"Press Enter when ready", "")] if against == "person" else []
    places += [
        (r"Destiny I\b", "\r" * len(places)),
        ("Help", "?"),
        (r"Log|log", "\x1bl"),
        ("Concede", "\x1bc"),
    ]
    for seed, (place, keys) in enumerate(places):
        for key in keys:
            terminal.type(key)
            settled(terminal)
        terminal.see(place)
        before = settled(terminal)
        terminal.type(junk(100 + seed))
        assert settled(terminal) == before, place
    terminal.type(QUIT)
    terminal.see("Quit tesser")
    terminal.type(QUIT)
    assert terminal.ended() == 0


@pytest.mark.parametrize("seed", range(3))
def test_bytes_of_any_kind_never_stop_it(start: Start, seed: int) -> None:
    chance = random.Random(seed)
    arguments = ([], ["play", "--seed", "1"], ["play", "--against", "person"])[seed]
    terminal = start(*arguments)
    terminal.see(r"\[q\] quit|Destiny I\b|Press Enter")
    may = bytes(set(range(256)) - set(b"\x11qy"))  # not the keys that quit, and say yes to that
    for _ in range(60):
        pieces = [chance.choice(JUNK)(chance), bytes(chance.choices(may, k=20)), b"\x1b[", b"\x1b[200~"]
        terminal.type(b"".join(chance.sample(pieces, 3)) + b"\x1b[201~")
    time.sleep(0.6)  # so long half a sequence waits for its rest, and nothing tells of its end
    settled(terminal)
    assert terminal.process.poll() is None, terminal.text
    terminal.type(QUIT)
    settled(terminal)
    if terminal.process.poll() is None:
        terminal.type(QUIT)
    assert terminal.ended() == 0
    terminal.assert_put_back()


def test_a_large_paste_full_of_controls_is_text_and_no_keys(start: Start) -> None:
    terminal = start("join")
    terminal.see("invite")
    hostile = "tesser1 \x1b[31m \x1bqqqq \x03 \x11 \x1b]0;owned\x07 \u202e" * 20
    terminal.type("\x1b[200~" + (hostile + "x" * 1000 + "\n") * 600 + "\x1b[201~")  # about 1 MB
    settled(terminal)
    assert terminal.process.poll() is None
    assert b"\x1b]0;owned" not in terminal.output
    assert b"\x1b[31m" not in terminal.output
    assert re.search("invite", terminal.text)
    terminal.type(QUIT)
    assert terminal.ended() == 0
