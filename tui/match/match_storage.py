"""Keeping a match while it is played: in the archive, and as a record where one was asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from core.clean import clean, shown_path
from core.engine.match import NotKept
from core.engine.record import BadRecord, read_record
from decks.storage.atomic import move_to_free, write_whole
from net.protocol.contact import Contact
from tui.archive.database import Archive
from tui.archive.queries import Summary, find
from tui.archive.record_files import record_of, sealed
from tui.archive.store import MatchStore
from tui.profile import Profile


def next_record(path: Path, first: bool) -> Path:
    """Where the record of the match after one goes whose record is at `path`, and which was the first or a
    later one: the first's own name with the next number of which there is no file yet."""
    number = None if first else re.search(r"-(\d{1,4})$", path.stem)
    if number is not None:
        path = path.with_stem(path.stem[: number.start()])
    after = 1 if number is None else int(number[1])
    return next(one for n in count(after) if not (one := numbered(path, n)).exists())


def numbered(path: Path, number: int) -> Path:
    """Where the record of a game goes: the first's own name, then one with the game's number."""
    return path if not number else path.with_stem(f"{path.stem}-{number + 1}")


@contextmanager
def keeping(
    profile: Profile,
    seats: Sequence[int],
    save: Path | None,
    say: Callable[[str], object],
    *,
    kept: Summary | None = None,
    contact: Contact | None = None,
    automatic: Container[int] = (),
    series: str = "",
) -> Iterator[MatchStore]:
    """A store for a match whose `seats` are held here, for `kept` if that goes on, and for as long as it is
    played. Then its record is written to `save`, if that is a place; or before, by MatchStore.finish. One
    that goes on has its place from when it was begun, and an older record of it there is brought up to date.

    `say` is told, in sentences, what else there is to know; for `contact`, `automatic` and `series` see
    MatchStore.
    Raises ArchiveError.
    """
    if kept is not None:
        save = kept.save
    elif save is not None and save.exists():
        raise _taken(save)
    store = MatchStore(
        profile.archive, seats, kept=kept, contact=contact, automatic=automatic, series=series, save=save
    )
    store.tell = say
    if store.note:
        say(store.note)
    written = False

    def write() -> None:
        nonlocal written
        if written or save is None or not store.name:
            return
        written = True
        try:
            with Archive(profile.archive) as archive:
                found = find(archive, store.name)
                if reason := sealed(found):
                    say(f"{shown_path(save)} is written when the match has ended. {reason}")
                    return
                data = record_of(archive, found)
            _write_over(save, data) if kept is not None else write_new(save, data)
        except NotKept as error:
            say(f"{shown_path(save)} was not written. {error}")

    store.finish = write
    try:
        yield store
    finally:
        store.close()
        write()


def _taken(path: Path) -> NotKept:
    return NotKept(f"{shown_path(path)} exists already; give another place, since no record is overwritten.")


def _write_over(path: Path, data: bytes) -> None:
    """Write a record where none is, or an older one of the same match. Raises NotKept with a sentence."""
    try:
        if not path.exists():
            write_new(path, data)
        elif path.is_file() and _is_older(path.read_bytes(), data):
            write_whole(path, data, mode=0o600)
        else:
            raise NotKept("There is another file in its place now.")
    except OSError as error:
        raise NotKept(f"It can't be written ({error.strerror}).") from None


def _is_older(there: bytes, data: bytes) -> bool:
    """Whether a file is a record of this match, which has all that is in it."""
    try:
        old, new = read_record(there), read_record(data)
    except BadRecord:
        return False
    return old.header == new.header and new.entries[: len(old.entries)] == old.entries


def write_new(path: Path, data: bytes) -> None:
    """Write a record where no file is yet, whole or not at all. Raises NotKept with a sentence."""
    try:
        # It holds the seed and both decks: nobody else on this machine is to read it.
        write_whole(path, data, move_to_free, mode=0o600)
    except FileExistsError:
        raise _taken(path) from None
    except OSError as error:
        raise NotKept(f"{shown_path(path)} can't be written ({error.strerror}).") from None


def record_file(text: str) -> Path:
    """The new file that a player names for a record. Raises ValueError with a sentence."""
    try:
        path = Path(text.strip()).expanduser()
        there, folder = path.exists(), path.absolute().parent.is_dir()
    except (OSError, RuntimeError) as error:  # a name too long, a home that nobody has
        raise ValueError(f"This can't be the name of a file: {clean(str(error), 80)}.") from None
    if not text.strip() or not folder:
        raise ValueError("Give a new file in a folder that is there.")
    if there:
        raise ValueError("There is such a file already; records are not overwritten.")
    return path
