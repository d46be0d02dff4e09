"""Two people in two terminals: one builds a deck and hosts, the other joins by the pasted invite; they
play to the end, and both programs come to the same final hash."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.engine.record import read_record
from tests.support.kept import whole
from tests.support.tmux import HAVE_TMUX, MAIN, ROOT, Pane, press_until

pytestmark = pytest.mark.long

AT_ONCE = (
    "import tui.match.persons; tui.match.persons.drawn_delay = lambda: 0.0; "
    "import tui.widgets.key_guard; tui.widgets.key_guard.GUARD = 0.0; "
)
"""Passes wait for nobody, and keys count at once: how long they wait has tests of its own, and here it would
be most of the time."""


def build_deck(pane: Pane, name: str) -> None:
    """From home: a new Singleton deck of at least 60 cards, made by keys and saved."""
    pane.see(r"d +Decks")
    pane.press("d")
    pane.see(r"Your decks")
    pane.press("n")
    pane.see(r"A new deck")
    pane.write(name)
    pane.see(name)
    pane.press("Down", "Down")
    pane.see(r"Format +< Singleton >")
    pane.press("Down", "Down", "Enter")
    pane.see(r"DECK  0 of 60 cards")
    # The first cards one by one, then all that mention something.
    pane.press("Enter", "Enter", "Enter")
    pane.see(r"DECK  3 of 60 cards")
    for word in ("song", "mortal", "discard", "feeling"):
        pane.press("/")
        pane.see(r"(?s)\A(?!.*\n > )")  # The pool has no cursor while words are typed.
        pane.write(word)
        pane.see(rf"\n / {word} [^\n]*\n +POOL +\d+ of \d+")
        pane.press("Enter")
        pane.see(r"\n > ")
        pane.press("a")
        pane.see(r"cards? added|[Nn]othing|already")
        pane.press("Escape")
        pane.see(r"\n / search")
    pane.see(r"Legal in Singleton")
    pane.press("s")
    pane.see(rf"{name}   Good")
    pane.press("Escape")
    pane.see(rf"{name} +Good +Singleton +\d+ +legal")
    pane.press("Escape")
    pane.see(r"d +Decks")


def down_to(pane: Pane, row: str) -> None:
    """Go down to this row of a form."""
    while not re.search(row, (at := pane.see(r"(?m)^ *> +(\w.*?)(  .*)?$")).group()):
        pane.press("Down")
        pane.see(rf"(?m)^ *> +(?!{re.escape(at.group(1))}(  |$))\w")  # not all of a step is drawn at once


def act(pane: Pane, screen: str, turn: int) -> None:
    """One key for the question on the screen: mostly pass, now and then play a card."""
    if re.search(r"\[Enter\] mark|discard these|discard this card", screen):
        pane.press("Enter")
    elif re.search(r"\d of \d+ chosen", screen):
        pane.press("1")
    elif "[Enter]" in screen and ("[Space]" not in screen or ("FATE" in screen and turn % 3)):
        pane.press("Enter")
    else:
        pane.press("Space")


PAUSE = 0.05
"""Seconds in which what a key has done is drawn, mostly; a key too many answers what comes next."""


def play_to_the_end(panes: list[Pane], seconds: float) -> None:
    """Answer whatever either screen asks until both show the end."""
    end = time.monotonic() + seconds
    pressed = [0.0, 0.0]
    turn = 0
    while time.monotonic() < end:
        screens = [pane.screen for pane in panes]
        over = ["final hash" in screen.lower() for screen in screens]
        if all(over):
            return
        for which, pane in enumerate(panes):
            ready = time.monotonic() - pressed[which] > PAUSE
            if ready and not over[which] and re.search(r"\[(Space|Enter)\]", screens[which]):
                turn += 1
                act(pane, screens[which], turn)
                pressed[which] = time.monotonic()
        time.sleep(0.03)  # A terminal tells nobody that it has drawn.
    pytest.fail("the match did not end:\n" + "\n".join(screens))


@pytest.mark.skipif(not HAVE_TMUX, reason="tmux is not installed, and this test is about terminals in it")
@pytest.mark.parametrize(
    ("turns", "seconds", "ending"),
    [
        (1, 150, "max_turns"),
        pytest.param(0, 1200, "tokens", marks=[pytest.mark.slow, pytest.mark.timeout(1800)]),
    ],
)
def test_a_deck_is_built_a_table_hosted_joined_and_played_to_the_end(
    tmp_path: Path, server: str, turns: int, seconds: float, ending: str
) -> None:
    host = Pane(server, "host", tmp_path, "--profile ann", AT_ONCE)
    guest = Pane(server, "guest", tmp_path, "--profile bob", AT_ONCE)
    build_deck(host, "Bright Ones")

    host.press("h")
    host.see(r"Open the table")
    down_to(host, r"Good +< you, ann >")
    host.press("Down", "Down", "Right")
    host.see(r"Format +< Singleton >")
    host.press("Down")
    host.see(r"Good +< .*cards")
    while "Bright Ones" not in host.screen:
        shown = host.screen
        host.press("Right")
        host.changed(shown)
    if turns:
        down_to(host, r"Max turns +<")
        host.press("Right")
        host.see(r"Max turns +< 1 >")
    host.press("o")
    invite = re.sub(r"\s", "", host.see(r"(?s)(tesser1[a-z2-7\s]+?)\n *\n").group(1))

    guest.see(r"j +Join a match")
    guest.press("j")
    guest.see(r"Paste the invite")
    guest.paste(f"{invite[:40]}\n{invite[40:]}")
    guest.see(r"A whole invite")
    guest.press("Enter")
    guest.see(r"ann offers Wrinkles in Time")
    guest.see(r"Your deck +\S+")
    press_until(guest, "t", r"Sitting down|link ok")

    guest.see(r"link ok")
    host.see(r"link ok")
    play_to_the_end([host, guest], seconds)
    hashes = [pane.see(r"(?i)final hash +([0-9a-f]{32})").group(1) for pane in (host, guest)]
    assert hashes[0] == hashes[1]

    ours, theirs = (whole(tmp_path / "tesser" / "profiles" / profile) for profile in ("ann", "bob"))
    assert ours == theirs
    path = tmp_path / "both.tesser"
    path.write_bytes(ours)
    record = read_record(ours)
    assert record.entries[-1].hash == hashes[0]
    assert record.outcome is not None and record.outcome.end == ending
    deck = record.header.decklists[0]
    assert deck is not None and deck.name == "Bright Ones"
    done = subprocess.run(
        [sys.executable, "-c", MAIN, "replay", str(path), "--verify"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    assert f"final hash {hashes[0]}" in done.stdout
    for pane in (host, guest):
        pane.press("Enter")
        pane.see(r"d +Decks")
        pane.press("q")
        pane.see(r"EXIT STATUS 0")
