"""kill -9 of a program that plays, at any moment: no choice that was told is lost, and the match goes on."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from core import games
from core.match import Entry
from core.record import verify
from net.identity import verify as verify_signature
from tests.e2e.test_plain import Program
from tests.kept import record

START = ("play", "--plain", "--side", "good", "--against", "random", "--option", "max_turns=2")
GO_ON = ("resume", "--plain")
LONGEST = 1.5
"""Seconds from its first question after which a program is killed at the latest."""


def own(entries: Sequence[Entry]) -> int:
    return sum(entry.by == 0 and entry.text.split()[0] in ("pass", "play") for entry in entries)


def told(said: Sequence[str]) -> int:
    """How many choices were told as made, since the first question."""
    first = next((n for n, line in enumerate(said) if line.startswith("Choose ")), len(said))
    return sum(line.startswith(("You pass", "You play ")) for line in said[first:])


def survive(folder: Path, kills: int, seed: int) -> int:
    """Play one match, killed so often; gives how many choices were told. Prints the seed where it fails."""
    dice = random.Random(seed)
    kept: Sequence[Entry] = ()
    all_told = 0
    for kill in range(kills + 1):
        program = Program(folder, *(START if kill == 0 else GO_ON))
        last = kill == kills
        try:
            if not last:
                program.player.until("Choose ")
                program.player.type("1")
                wait, kill_it = dice.uniform(0.0, LONGEST), program.process.kill
                threading.Timer(wait, kill_it).start()

            def any_of(options: dict[int, str], last: str) -> str:
                return str(dice.choice(sorted(options)))

            said = program.player.play(any_of)
            program.process.wait(30)
        finally:
            program.player.close()
            program.process.kill()
            program.process.communicate()
        now = record(folder / "tesser")
        assert list(now.entries[: len(kept)]) == list(kept), f"seed {seed}: the past has changed"
        assert own(now.entries) - own(kept) >= told(said), f"seed {seed}: what was told is lost: {said[-5:]}"
        if kill:
            assert said[2].startswith("The match goes on. What happened "), said[:4]
        all_told += told(said)
        kept = now.entries
        if now.outcome is not None:
            break
    now = record(folder / "tesser")
    verify(now, games.load(now.header.game), verify_signature)
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
