"""Programs killed while they save: the deck on the disk is always the old one or the new one, whole."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

NEST = """
import json, os, random, signal, sys, time
from pathlib import Path
from decks.storage.versions import KEPT
from decks.model import Deck
from decks.storage.store import DeckStore
folder, rounds, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
chance = random.Random(seed)
cards = [f"wit/good/{name}" for name in ("hope", "love", "kythe", "faith", "joy", "grace", "calm", "focus")]
def deck(number):
    copies = {card: 1 + (number >> place & 1) for place, card in enumerate(cards)}
    return Deck("Mine", "wrinkles", "good", "constructed", copies, notes=f"save {number}")
store = DeckStore(folder)
key = store.create(deck(0))
seen = set()
for round in range(rounds):
    before = int(store.catalog.load(key).notes.split()[1])
    begun, told = os.pipe()
    child = os.fork()
    if not child:
        for number in range(before + 1, before + 1000):
            os.write(told, b"%08d" % number)
            store.drafts.keep(key, deck(number))
            store.save(key, deck(number))
        os._exit(1)
    os.close(told)
    said = os.read(begun, 8)  # its first save begins now
    time.sleep(chance.random() * 0.02)  # what is tried is a moment of which nobody says anything
    os.kill(child, signal.SIGKILL)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL
    while piece := os.read(begun, 65536):
        said += piece
    os.close(begun)
    last = int(said[-8:])
    found = store.catalog.load(key)
    number = int(found.notes.split()[1])
    assert found == deck(number), found
    assert number in (last - 1, last), (number, last)
    seen.add(last - number)
    for former in store.versions(key):
        assert former.deck is not None, (former.number, round)
        assert former.deck == deck(int(former.deck.notes.split()[1])), former
    draft = store.drafts.deck(key)
    assert draft is None or draft == deck(int(draft.notes.split()[1]))
    # And it can be saved again.
    store.save(key, deck(number + 1))
    assert len(store.versions(key)) <= KEPT
print(json.dumps(sorted(seen)))
"""


def killed(folder: Path, rounds: int, seed: int) -> list[int]:
    ran = subprocess.run(
        [sys.executable, "-c", NEST, str(folder), str(rounds), str(seed)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    found: list[int] = json.loads(ran.stdout)
    return found


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills of POSIX systems")
def test_killed_at_random_moments_the_deck_is_the_old_or_the_new_one(tmp_path: Path) -> None:
    killed(tmp_path / "decks", 12, 1)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills of POSIX systems")
def test_killed_five_hundred_times(tmp_path: Path) -> None:
    # Both were met: killed before the new deck was in its place, and after.
    assert killed(tmp_path / "decks", 500, 2) == [0, 1]
