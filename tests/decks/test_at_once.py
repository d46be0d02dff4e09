"""Several programs that make, rename, delete or bring back decks of one folder at the same moment."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from decks.model import DeckError
from decks.storage.atomic import move_to_free
from decks.storage.locks import alone
from decks.storage.store import DeckChanged, DeckStore
from decks.text.deck_file import write_deck
from tests.decks.test_store import deck, own, seen, store

__all__ = ["store"]

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
from pathlib import Path
from decks.model import Deck, DeckError
from decks.storage.store import DeckStore
store = DeckStore(Path(sys.argv[1]))
store.catalog.entries()
print("ready", flush=True)
sys.stdin.readline()
try:
    if sys.argv[2] == "restore":
        print(store.bring_back(1))
    else:
        print(store.create_named(Deck("Mine", "wrinkles", "good", "singleton", {})))
except DeckError as error:
    print(error)
"""


def at_once(folder: Path, what: str, programs: int = 4) -> list[str]:
    """What so many programs say that do the same at the same moment, in order."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(folder), what],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for _ in range(programs)
    ]
    for one in running:
        assert one.stdout and one.stdout.readline() == "ready\n"
    for one in running:
        assert one.stdin
        one.stdin.write("go\n")
        one.stdin.flush()
    return sorted(one.communicate()[0].strip() for one in running)


def binned(store: DeckStore) -> None:
    """A deck in the bin, with three former versions and a draft."""
    key = store.create(deck(hope=1))
    for copies in (2, 3, 4):
        store.save(key, deck(hope=copies))
    store.drafts.keep(key, deck(hope=5))
    assert store.delete(key) == 1


def whole(store: DeckStore, key: str) -> None:
    """All that was in the bin is here."""
    assert store.catalog.load(key) == deck(hope=4) and store.drafts.deck(key) == deck(hope=5)
    assert [one.deck and one.deck.size for one in store.versions(key)] == [3, 2, 1]


def test_one_of_four_programs_brings_a_deck_back_and_the_others_say_that_it_is_gone(store: DeckStore) -> None:
    binned(store)
    assert at_once(store.folders.own, "restore") == ["There is no deck 1 in the bin."] * 3 + ["mine.toml"]
    whole(store, "mine.toml")
    assert own(store) == ["Mine"] and store.binned() == []


def test_decks_of_one_name_that_are_made_at_once_get_numbers(store: DeckStore) -> None:
    assert at_once(store.folders.own, "make") == ["mine-2.toml", "mine-3.toml", "mine-4.toml", "mine.toml"]
    assert own(store) == ["Mine", "Mine 2", "Mine 3", "Mine 4"]


def free(folder: Path) -> bool:
    """Whether another program could give names and places in a folder now."""
    fcntl = pytest.importorskip("fcntl")
    file = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(file)
    return True


def watch(monkeypatch: pytest.MonkeyPatch, step: str, store: DeckStore) -> list[bool]:
    """Each time this step is taken: whether the folder of the store is somebody's then."""
    was_alone: list[bool] = []

    def watched(*given: object) -> object:
        was_alone.append(not free(store.folders.own))
        return real(*given)

    module, _, name = step.rpartition(".")
    real = getattr(sys.modules[module], name)
    monkeypatch.setattr(step, watched)
    return was_alone


@pytest.mark.parametrize(
    ("act", "step"),
    [
        (lambda store: store.bring_back(1), "decks.storage.store.copy_belongings"),
        (lambda store: store.throw_away(1), "decks.storage.trash.throw_away"),
        (lambda store: store.create(deck("Other")), "decks.storage.store.write"),
        (lambda store: store.rename("here.toml", "Other"), "decks.storage.store.copy_belongings"),
        (lambda store: store.delete("here.toml"), "decks.storage.trash.put"),
        (lambda store: store.save("here.toml", deck("Here", hope=1)), "decks.storage.versions.keep"),
        (lambda store: store.save("here.toml", deck("Here", hope=1)), "decks.storage.store._take_over"),
        (lambda store: store.put_back("here.toml", deck("Here", hope=1)), "decks.storage.store._take_over"),
    ],
)
def test_nobody_else_gives_names_or_places_meanwhile(
    store: DeckStore, monkeypatch: pytest.MonkeyPatch, act: Callable[[DeckStore], object], step: str
) -> None:
    binned(store)
    store.create(deck("Here"))
    was_alone = watch(monkeypatch, step, store)
    act(store)
    assert was_alone and all(was_alone)
    assert free(store.folders.own)


@pytest.mark.parametrize(
    "step", ["decks.storage.versions.keep", "decks.storage.store._take_over", "decks.storage.trash.put"]
)
def test_nobody_who_shares_a_folder_saves_in_it_meanwhile(
    tmp_path: Path, store: DeckStore, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    club = DeckStore(tmp_path / "club")
    club.create(deck())
    store.folders.shared = club.folders.own
    was_alone = watch(monkeypatch, step, club)
    store.save("shared/mine.toml", deck(hope=1))
    key = store.rename("shared/mine.toml", "Other")
    store.delete(key)
    assert was_alone and all(was_alone)
    assert free(club.folders.own)


SAVES = """
import sys
from pathlib import Path
import msgspec
from decks.storage import versions
from decks.storage.store import DeckChanged, DeckStore
versions.KEPT = 1_000
store = DeckStore(Path(sys.argv[1]), Path(sys.argv[2]))
deck, stamp = store.catalog.open("shared/mine.toml")
print("ready", flush=True)
sys.stdin.readline()
for number in range(25):
    about = f"{sys.argv[3]} {number}"
    while True:
        try:
            stamp = store.save("shared/mine.toml", msgspec.structs.replace(deck, about=about), stamp)
        except DeckChanged:
            stamp = store.catalog.stamp("shared/mine.toml")
        else:
            break
    print(about, flush=True)
"""


def test_of_two_players_who_save_a_shared_deck_neither_loses_anything(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    club = DeckStore(tmp_path / "club")
    key = club.create(deck())
    running = [
        subprocess.Popen(
            [sys.executable, "-c", SAVES, str(tmp_path / who), str(club.folders.own), who],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for who in ("one", "two")
    ]
    for one in running:
        assert one.stdout and one.stdout.readline() == "ready\n"
    for one in running:
        assert one.stdin
        one.stdin.write("go\n")
        one.stdin.flush()
    saved = [line for one in running for line in one.communicate()[0].splitlines()]
    kept = [one.deck.about for one in club.versions(key) if one.deck] + [club.catalog.load(key).about]
    assert len(saved) == 50 and set(saved) <= set(kept)
    assert len(kept) == 51, "each is kept once, and what it was before"


def test_a_folder_is_locked_in_one_order_whatever_it_is_to_whom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    real, order = fcntl.flock, []

    def watched(file: int, how: int) -> None:
        order.append(os.fstat(file).st_ino)
        real(file, how)

    monkeypatch.setattr("fcntl.flock", watched)
    with alone(one, two):
        assert not free(one) and not free(two)
    first, order[:] = order[:2], []
    with alone(two, one, tmp_path / "one" / ".." / "two"):
        assert order == first
    assert free(one) and free(two)


def test_a_program_that_was_stopped_while_it_saved_stops_no_others(
    store: DeckStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("decks.storage.locks.PATIENCE", 0.05)
    key = store.create(deck())
    with alone(store.folders.own):
        store.save(key, deck(hope=1))
    assert store.catalog.load(key) == deck(hope=1)


def faster(monkeypatch: pytest.MonkeyPatch, step: str, other: Callable[[], object]) -> None:
    """Where nothing can be locked, somebody else does this just before the step."""
    monkeypatch.setattr("decks.storage.locks.alone", lambda *folders: nullcontext())
    module, _, name = step.rpartition(".")
    real = getattr(sys.modules[module], name)

    def late(*given: object, **more: object) -> object:
        monkeypatch.setattr(step, real)
        other()
        return real(*given, **more)

    monkeypatch.setattr(step, late)


@pytest.mark.parametrize("step", ["decks.storage.store.copy_belongings", "decks.storage.store.copy"])
def test_who_comes_second_takes_nothing_from_who_was_faster(
    store: DeckStore, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    binned(store)
    place = store.folders.paths("mine.toml")

    def other() -> None:
        # Another deck of this file name, which the other program is at work on.
        if not place.former.exists():
            place.former.mkdir(parents=True)
            (place.former / "000001.toml").write_text("theirs")
        place.path.write_text("theirs")

    faster(monkeypatch, step, other)
    key = store.bring_back(1)
    assert key == "mine-2.toml" and place.path.read_text() == "theirs"
    assert step.endswith("copy") or (place.former / "000001.toml").read_text() == "theirs"
    whole(store, key)


def test_a_name_that_is_taken_while_a_deck_is_renamed_keeps_what_the_other_has(
    store: DeckStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = store.create(deck(hope=1))
    store.save(key, deck(hope=2))

    def other() -> None:
        theirs = DeckStore(store.folders.own)
        for copies in (1, 2):
            theirs.save("other.toml", deck("Other", love=copies))
        theirs.drafts.keep("other.toml", deck("Other", love=3))

    faster(monkeypatch, "decks.storage.store.copy_belongings", other)
    assert store.rename(key, "Other") == key, "it stays in its file"
    assert store.drafts.deck("other.toml") == deck("Other", love=3)
    assert [one.deck for one in store.versions("other.toml")] == [deck("Other", love=1)]
    assert deck(hope=1) in [one.deck for one in store.versions(key)]


def test_a_file_name_that_is_taken_while_a_deck_is_made_is_left(
    store: DeckStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.folders.own.mkdir()
    faster(
        monkeypatch,
        "decks.storage.store.write",
        lambda: (store.folders.own / "mine.toml").write_text("theirs"),
    )
    assert store.create(deck()) == "mine-2.toml"
    assert seen(store) == ["mine-2.toml", "mine.toml"] and store.catalog.load("mine-2.toml") == deck()
    assert (store.folders.own / "mine.toml").read_text() == "theirs"


def test_who_saves_where_nothing_is_locked_notices_what_is_in_the_way(
    store: DeckStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = store.create(deck())
    _, stamp = store.catalog.open(key)
    theirs = DeckStore(store.folders.own)
    faster(monkeypatch, "decks.storage.store.write", lambda: theirs.save(key, deck(hope=1)))
    with pytest.raises(DeckChanged, match="was changed outside"):
        store.save(key, deck(love=1), stamp)
    assert store.catalog.load(key) == deck(hope=1)
    # Over whatever is there: it is kept.
    faster(monkeypatch, "decks.storage.store.write", lambda: theirs.save(key, deck(hope=2)))
    store.save(key, deck(love=1))
    assert store.catalog.load(key) == deck(love=1)
    assert [one.deck for one in store.versions(key)] == [deck(hope=2), deck(hope=1), deck()]


def test_a_number_of_a_version_that_somebody_else_gives_is_left_to_it(
    store: DeckStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = store.create(deck())
    theirs = store.folders.paths(key).former / "000001.toml"

    def other() -> None:
        theirs.parent.mkdir(parents=True)
        theirs.write_text(write_deck(deck(love=1)))

    faster(monkeypatch, "decks.storage.versions.write_whole", other)
    store.save(key, deck(hope=1))
    assert [one.deck for one in store.versions(key)] == [deck(), deck(love=1)]
    # No name but what is no folder: that is said.
    key = store.create(deck("Other"))
    store.folders.paths(key).former.write_text("no folder")
    with pytest.raises(DeckError, match="since what it was can't be kept"):
        store.save(key, deck("Other", hope=1))


@pytest.mark.parametrize("taken", [False, True])
def test_a_free_name_is_taken_once_where_there_are_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: bool
) -> None:
    def none(source: object, target: object) -> None:
        raise PermissionError(errno.EPERM, "no links here")

    monkeypatch.setattr("os.link", none)
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_text("mine")
    if taken:
        target.write_text("theirs")
    with pytest.raises(FileExistsError) if taken else nullcontext():
        move_to_free(source, target)
    assert target.read_text() == ("theirs" if taken else "mine") and source.exists() == taken


def test_what_can_never_be_put_anywhere_is_said(store: DeckStore) -> None:
    binned(store)
    (store.folders.own / ".former").write_text("no folder")
    with pytest.raises(DeckError, match=r"^mine.toml can't be brought back: .+\.$"):
        store.bring_back(1)
    (store.folders.own / ".former").unlink()
    whole(store, store.bring_back(1))
