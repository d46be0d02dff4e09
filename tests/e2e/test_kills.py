"""kill -9 of a program that plays, at any moment: no choice that was told is lost, and the match goes on."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from core import registry
from core.engine.entry import Entry
from core.engine.record import verify
from net.protocol.identity import verify as verify_signature
from tests.support.kept import record, records
from tests.support.plain_program import Program
from tests.support.terminal import Start, needs_proc
from tui.profile import Profile

pytestmark = pytest.mark.long

START = ("play", "--plain", "--side", "good", "--against", "random", "--option", "max_turns=2")
GO_ON = ("resume", "--plain")
SHORTEST, LONGEST = 0.1, 1.2
"""Seconds after which a program is killed: while it starts, or while it plays."""


def own(entries: Sequence[Entry]) -> int:
    return sum(entry.by == 0 and entry.text.split()[0] in ("pass", "play") for entry in entries)


def told(said: Sequence[str]) -> int:
    """How many choices were told as made, since the first question."""
    first = next((n for n, line in enumerate(said) if line.startswith("Choose ")), len(said))
    return sum(line.startswith(("You pass", "You play ")) for line in said[first:])


def begun(folder: Path) -> bool:
    """Whether there is a match."""
    root = folder / "tesser"
    return Profile(root=root).archive.exists() and bool(records(root))


def survive(folder: Path, kills: int, seed: int) -> int:
    """Play one match, killed so often; gives how many choices were told. Prints the seed where it fails."""
    dice = random.Random(seed)
    kept: Sequence[Entry] = ()
    all_told = 0
    for kill in range(kills + 1):
        program = Program(folder, *(GO_ON if begun(folder) else START))
        last = kill == kills
        try:
            if not last:
                threading.Timer(dice.uniform(SHORTEST, LONGEST), program.process.kill).start()

            def any_of(options: dict[int, str], last: str) -> str:
                return str(dice.choice(sorted(options)))

            said = program.player.play(any_of)
            program.process.wait(30)
        finally:
            program.close()
        if not begun(folder):
            continue  # killed before that
        now = record(folder / "tesser")
        assert list(now.entries[: len(kept)]) == list(kept), f"seed {seed}: the past has changed"
        assert own(now.entries) - own(kept) >= told(said), f"seed {seed}: what was told is lost: {said[-5:]}"
        if kept and len(said) > 2:
            assert said[2].startswith("The match goes on. What happened "), said[:4]
        all_told += told(said)
        kept = now.entries
        if now.outcome is not None:
            break
    now = record(folder / "tesser")
    verify(now, registry.load(now.header.game), verify_signature)
    assert now.outcome is not None
    return all_told


def test_a_match_survives_being_killed(tmp_path: Path) -> None:
    assert survive(tmp_path, 3, random.SystemRandom().randrange(10**6)) > 5


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_forty_matches_survive_being_killed(tmp_path: Path) -> None:
    first = random.SystemRandom().randrange(10**6)
    count = sum(survive(tmp_path / str(n), 4, first + n) for n in range(40))
    print(f"\n40 matches killed up to 4 times each, from seed {first}: {count} choices told, none lost")


@needs_proc
def test_a_screen_that_was_killed_is_gone_on_with_on_the_screen(start: Start, tmp_path: Path) -> None:
    terminal = start("play", "--seed", "1")
    terminal.see(r"\[Space\] pass")
    terminal.rest(0.5)  # a key in the first moment of a question is none
    terminal.type(" ")
    terminal.see("You pass")
    n = len(record(tmp_path / "tesser").entries)
    assert n
    os.kill(terminal.child, signal.SIGKILL)
    terminal.see("A match that went on is kept")
    assert terminal.ended() == 128 + signal.SIGKILL
    again = start("resume")
    again.see("What happened since your last choice")
    again.rest(0.5)
    again.type("\r")
    again.see(r"\[Space\] pass|\[Enter\]")
    assert len(record(tmp_path / "tesser").entries) >= n
