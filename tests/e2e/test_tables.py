"""Tables of more than two in terminals of 80x24: four persons at one of them, and two programs with three
seats, the host's with two persons and the guest's with one, played to the end by keys."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from core.engine.record import Record
from tests.support.kept import record
from tests.support.tmux import HAVE_TMUX, Pane, press_until

PAUSE = 0.05
"""Seconds in which what a key has done is drawn, mostly; a key too many answers what comes next."""
CURTAIN = 0.4
"""A key sooner than this after the curtain came, or after the key before, doesn't open it."""
AGAIN = 3.0
"""After so many seconds a key that has changed nothing is pressed once more."""
AT_ONCE = (
    "import tui.match.persons; tui.match.persons.drawn_delay = lambda: 0.0; "
    "import tui.boards.board_widget; tui.boards.board_widget.GUARD = 0.0; "
    "import tui.screens.curtain as c; guarded = c.KeyGuard; c.KeyGuard = lambda *_: guarded(*_[:2], 0.25); "
)
"""Passes wait for nobody, and keys count at once, but on the curtain: no key too many opens that. How long
they wait has tests of its own, and here it would be most of the time."""
SHORT = "--option max_turns=1 --option first=1"

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not HAVE_TMUX, reason="tmux is not installed, and these tests are about terminals in it"
    ),
]


def key_for(screen: str, turn: int) -> str | None:
    """The key that answers the question on a screen: a card now and then, and then what comes nearer to the
    end; None if nothing is asked."""
    if "Press Enter when ready" in screen:
        return "Enter"
    offered = re.findall(r"\[(Space|Enter|e)\]", screen)
    if "Enter" in offered and (turn % 3 == 0 or len(set(offered)) == 1):
        return "Enter"
    return next((key for key in ("Space", "e") if key in offered), None)


def play(panes: list[Pane], seconds: float) -> list[str]:
    """Answer whatever any screen asks until all show the end; who was handed a keyboard, in turn."""
    end = time.monotonic() + seconds
    pressed, came = [(0.0, "")] * len(panes), [(0.0, "")] * len(panes)
    handed: list[str] = []
    turn = 0
    while time.monotonic() < end:
        screens = [pane.screen for pane in panes]
        if all("Final hash" in screen for screen in screens):
            return handed
        for which, (pane, screen) in enumerate(zip(panes, screens, strict=True)):
            now = time.monotonic()
            if screen != came[which][1]:
                came[which] = now, screen
            key = None if "Final hash" in screen else key_for(screen, turn)
            last, before = pressed[which]
            # A second key to one screen would come to what follows it.
            if key is None or now - last < (AGAIN if screen == before else PAUSE):
                continue
            if "when ready" in screen and now - max(last, came[which][0]) < CURTAIN:
                continue
            to = re.search(r"Hand the keyboard to (.*)\.", screen)
            if to and handed[-1:] != [to.group(1)]:
                handed.append(to.group(1))
                # Nothing but the two lines of the curtain.
                assert len(screen.split()) < 16, f"something is to be seen beside the curtain:\n{screen}"
            turn += 1
            pane.press(key)
            pressed[which] = time.monotonic(), screen
        time.sleep(0.03)  # A terminal tells nobody that it has drawn.
    pytest.fail("the match did not end:\n" + "\n".join(screens))


def hash_shown(pane: Pane) -> str:
    return pane.see(r"Final hash +([0-9a-f]{32})").group(1)


def check(kept: Record, seats: int, shown: str) -> None:
    assert kept.outcome is not None and kept.outcome.end == "max_turns"
    assert {entry.by for entry in kept.entries} == set(range(seats))
    assert kept.entries[-1].hash == shown


def leave(pane: Pane) -> None:
    """From the end page to the shell."""
    pane.press("Enter")
    pane.see(r"d +Decks")
    pane.press("q")
    pane.see(r"EXIT STATUS 0")


def test_four_persons_play_to_the_end_at_one_terminal(tmp_path: Path, server: str) -> None:
    who = "person=Ann,person=Bea,person=Cal,person=Dot"
    pane = Pane(server, "four", tmp_path, f"play --game time-masters --seats {who} {SHORT}", AT_ONCE)
    pane.see("when ready")
    assert play([pane], 120) == ["Ann", "Bea", "Cal", "Dot"]
    shown = hash_shown(pane)
    assert re.search(r"Places +1  \w+ with", pane.screen)
    check(record(tmp_path / "tesser"), 4, shown)
    leave(pane)


def test_two_programs_play_three_seats_to_the_end(tmp_path: Path, server: str) -> None:
    who = "person,guest,person=Bea"
    host = Pane(
        *(server, "host", tmp_path), f"--profile ann host --game time-masters --seats {who} {SHORT}", AT_ONCE
    )
    invite = re.sub(r"\s", "", host.see(r"(?s)(tesser1[a-z2-7\s]+?)\n *\n").group(1))
    guest = Pane(server, "guest", tmp_path, f"--profile bob join {invite}", AT_ONCE)
    guest.see(r"You play Seat 2, ann plays Seat 1, Bea plays Seat 3\.")
    press_until(guest, "t", r"Sitting down|link ok")
    handed = play([host, guest], 120)
    assert handed == ["ann", "Bea"], "the host's two change at their keyboard"
    hashes = [hash_shown(pane) for pane in (host, guest)]
    assert hashes[0] == hashes[1]
    for profile, pane in (("ann", host), ("bob", guest)):
        kept = record(tmp_path / "tesser" / "profiles" / profile)
        check(kept, 3, hashes[0])
        assert [seat.peer for seat in kept.header.seats] == [0, 1, 0]
        leave(pane)
