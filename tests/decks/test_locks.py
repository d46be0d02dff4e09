"""Two processes and one deck: one has it, and it is free when that one ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from decks.model import Deck, DeckError
from decks.storage.store import DeckStore

ROOT = Path(__file__).parents[2]
HOLD = """
import sys
from pathlib import Path
from decks.storage.store import DeckStore
lock = DeckStore(Path(sys.argv[1])).folders.claim(sys.argv[2])
print(lock is not None, flush=True)
sys.stdin.read()
"""


def other(folder: Path, key: str) -> subprocess.Popen[str]:
    """Another process that tries to have a deck, and says whether it does."""
    return subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder), key],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def test_a_deck_is_one_process_s_until_it_ends(tmp_path: Path) -> None:
    store = DeckStore(tmp_path / "decks")
    one, two = (store.create(Deck(name, "wrinkles", "good", "singleton", {})) for name in ("One", "Two"))
    with other(store.folders.own, one) as holder:
        assert holder.stdout and holder.stdout.readline() == "True\n"
        assert not store.folders.claim(one) and store.folders.held(one)
        assert store.folders.claim(two)
        with pytest.raises(DeckError, match="open in another tesser"):
            store.delete(one)
        with pytest.raises(DeckError, match="open in another tesser"):
            store.rename(one, "Three")
        holder.kill()
    lock = store.folders.claim(one)
    assert lock
    with other(store.folders.own, one) as late:
        assert late.stdout and late.stdout.readline() == "False\n"
        late.kill()
    lock.let_go()
    with other(store.folders.own, one) as later:
        assert later.stdout and later.stdout.readline() == "True\n"
        later.kill()
    store.delete(one)


def test_without_a_folder_there_is_nothing_to_lock(tmp_path: Path) -> None:
    assert DeckStore(tmp_path / "none").folders.claim("one.toml")
    assert not list(tmp_path.iterdir())
