"""Which match of an archive is being played: a lock on a file a match, in a folder beside the archive.

The system drops a process's locks when it ends, however it does. Where there are none, nothing is locked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from decks.storage import locks
from decks.storage.locks import Lock

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


def folder(archive: Path) -> Path:
    """Where the locks of an archive are."""
    return archive.with_name("running")


def claim(archive: Path, name: str) -> Lock | None:
    """Take the lock of this name; None if it is held, by this process or another. Raises OSError where no
    file can be made."""
    folder(archive).mkdir(mode=0o700, parents=True, exist_ok=True)
    return locks.claim(folder(archive) / name)


def held(archive: Path, name: str) -> bool:
    """Whether this match is being played now."""
    return locks.held(folder(archive) / name)


def any_held(archive: Path) -> bool:
    """Whether any match of this archive is being played now."""
    try:
        names = os.listdir(folder(archive))
    except OSError:
        return False
    return any(held(archive, name) for name in names)


@contextmanager
def alone(archive: Path) -> Iterator[None]:
    """Within this no other process makes this archive's file or sets it aside; waits for one that does.
    Raises OSError where no file can be made."""
    file = os.open(archive.with_name(f".{archive.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if fcntl is not None:
            with suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        os.close(file)
