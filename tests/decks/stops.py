"""Stops a program at each step of what it does to decks, and looks whether all that was made is still seen.

`python -m tests.decks.stops FOLDER OPERATION EVERY` makes the operation in a child that is killed before its
first change of a file, before the EVERYth one after that, and so on until it gets through; then in one whose
disk is full from there on, and in one that is refused that change alone.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from decks.editing.session import EditSession
from decks.model import Deck, DeckError
from decks.storage.store import DeckStore

CHANGES = frozenset(["os.rename", "os.link", "os.remove", "os.mkdir", "os.rmdir", "os.utime", "os.chmod"])
"""What else changes files but opening one to write; as the events of sys.addaudithook."""
KEYS = ("mine.toml", "shared/theirs.toml")
KILLED, THROUGH, REFUSED = 9, 0, 3


def deck(name: str, copies: int) -> Deck:
    card = "wit/good/hope" if name == "Mine" else "wit/good/love"
    return Deck(name, "wrinkles", "good", "constructed", {card: copies})


def store_in(root: Path) -> DeckStore:
    return DeckStore(root / "own", root / "club")


def made(root: Path) -> DeckStore:
    """A deck of one's own and one of a club, each with a former version, and a draft with the way to it."""
    (root / "club").mkdir(parents=True)
    store = store_in(root)
    for key, name in zip(KEYS, ("Mine", "Theirs"), strict=True):
        DeckStore(store.folders.paths(key).folder).create(deck(name, 1))
        store.save(key, deck(name, 2))
        session = EditSession(store, key)
        for copies in (3, 4):
            session.editing.become(deck(name, copies))
            session.keep()
        session.close()
    return store


def deleted(root: Path) -> None:
    store = made(root)
    for key in KEYS:
        store.delete(key)


def named_again(root: Path) -> None:
    deleted(root)
    store_in(root).create(deck("Mine", 9))


def broken(root: Path) -> None:
    store = made(root)
    for key in KEYS:
        store.folders.paths(key).path.write_text("no deck\n")


def gone(root: Path) -> None:
    store = made(root)
    for key in KEYS:
        store.folders.paths(key).path.unlink()


Act = Callable[[DeckStore], object]


def both(act: Callable[[DeckStore, str], object]) -> Act:
    return lambda store: [act(store, key) for key in KEYS]


def taken_up(act: Callable[[EditSession], object]) -> Act:
    """Done to a deck that is open."""

    def do(store: DeckStore, key: str) -> None:
        session = EditSession(store, key)
        session.take_up_draft()
        act(session)

    return both(do)


def change(session: EditSession) -> None:
    """As a player at an editor makes changes, who goes on where one could not be kept."""
    start = session.editing.deck
    for copies in (5, 0, 6):
        session.editing.become(start.with_cards(dict.fromkeys(start.cards, copies)))
        with suppress(DeckError):
            session.keep()


def undo_all(session: EditSession) -> None:
    while session.editing.undo():
        with suppress(DeckError):
            session.keep()


def put_elsewhere_back(store: DeckStore) -> None:
    store.folders.shared = None
    for entry in store.catalog.entries():
        if entry.elsewhere:
            store.put_back(entry.key, store.remains(entry.key)[0].deck)


OPERATIONS: dict[str, tuple[Callable[[Path], object], Act]] = {
    "rename": (made, both(lambda store, key: store.rename(key, f"Other {key[0]}"))),
    "rename-open": (made, taken_up(lambda session: session.rename(f"Other {session.key[0]}"))),
    "delete": (made, both(lambda store, key: store.delete(key))),
    "delete-open": (made, taken_up(EditSession.delete)),
    "delete-gone": (gone, both(lambda store, key: store.delete(key))),
    "bring-back": (deleted, lambda store: [store.bring_back(one.number) for one in store.binned()]),
    "bring-back-named-again": (named_again, lambda store: store.bring_back(1)),
    "save": (made, taken_up(EditSession.save)),
    "save-apart": (made, taken_up(EditSession.save_apart)),
    "change": (made, taken_up(change)),
    "take-theirs": (made, taken_up(EditSession.take_theirs)),
    "undo-all": (made, taken_up(undo_all)),
    "type-notes": (made, taken_up(lambda session: session.keep_typed("", "Sing."))),
    "put-elsewhere-back": (made, put_elsewhere_back),
    "put-version-back": (made, both(lambda store, key: store.put_back(key, store.version(key, 1)))),
    "put-draft-back": (broken, both(lambda store, key: store.put_back(key, store.remains(key)[0].deck))),
    "put-back-gone": (gone, both(lambda store, key: store.put_back(key, store.remains(key)[0].deck))),
}


def stopped(root: Path, act: Callable[[], object], at: int, how: str) -> int:
    """Do this in a child, stopped before its change of this number; how the child ended."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    left = at

    def audit(event: str, args: tuple[object, ...]) -> None:
        nonlocal left
        path = args[0] if args else ""
        if event == "open":
            flags = args[2]
            changes = isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
        else:
            changes = event in CHANGES
        if changes and isinstance(path, str | os.PathLike) and Path(path).is_relative_to(root):
            left -= 1
            if left < 0 and how == "killed":
                os._exit(KILLED)
            elif left < 0 and (how == "full" or left == -1):
                raise OSError(errno.ENOSPC, "No space left on device")

    ended = 1
    try:
        sys.addaudithook(audit)
        act()
        ended = THROUGH
    except DeckError:
        ended = REFUSED
    finally:
        if ended == 1:
            traceback.print_exc()
        os._exit(ended)


def seen(store: DeckStore) -> set[tuple[str, int]]:
    """The cards of every deck that a player can come to, in the list of decks or through the bin."""
    found: list[Deck] = []
    for _ in range(2):
        found += _listed(store)
        for one in store.binned():
            store.bring_back(one.number)
    return {(card, copies) for one in found for card, copies in one.cards.items()}


def _listed(store: DeckStore) -> Iterator[Deck]:
    for entry in store.catalog.entries():
        if entry.stock:
            continue
        yield from (one.deck for one in store.versions(entry.key) if one.deck)
        if entry.draft:
            yield from filter(None, [store.drafts.deck(entry.key)])
        if entry.deck is not None:
            yield entry.deck
            session = EditSession(store, entry.key)
            session.take_up_draft()
            while session.editing.undo():
                yield session.editing.deck
            while session.editing.redo():
                yield session.editing.deck
            session.close()


def lost(root: Path, name: str, every: int) -> list[str]:
    """What an operation loses, stopped before every so manieth change of a file, in sentences."""
    make, act = OPERATIONS[name]
    begun = root / "begun"
    make(begun)
    shutil.copytree(begun, root / "looked")
    before = seen(store_in(root / "looked"))
    problems, most = [], 0
    for how in ("killed", "full", "refused"):
        at, ended = 0, -1
        # One that is refused a change may do without it: it is through where no other of them was met.
        while ended != THROUGH or (how == "refused" and at <= most):
            here = root / f"{how}{at}"
            shutil.copytree(begun, here)
            ended = stopped(here, lambda here=here: act(store_in(here)), at, how)
            what = f"{name}, {how} before change {at}"
            if ended not in (KILLED, REFUSED, THROUGH):
                problems.append(f"{what}: ended with {ended}")
            missing = before - seen(store_in(here))
            if missing:
                problems.append(f"{what}: {sorted(missing)}")
            shutil.rmtree(here)
            at += every
            most = max(most, at) if how == "killed" else most
            if at > 400:
                problems.append(f"{what}: it never gets through")
                break
        if not at:
            problems.append(f"{what}: nothing was stopped")
    return problems


if __name__ == "__main__":
    os.fsync = lambda file: None  # what is forced to disk outlives a power cut; nobody cuts the power here
    found = lost(Path(sys.argv[1]).resolve(), sys.argv[2], int(sys.argv[3]))
    print("\n".join(found))
    sys.exit(bool(found))
