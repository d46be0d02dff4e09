"""Which match of an archive is being played: a lock on a file a match, in a folder beside the archive.

The system drops a process's locks when it ends, however it does. Where there are none, nothing is locked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


class Lock:
    """One running match. Held until it is let go, or the process ends."""

    def __init__(self, path: Path, file: int) -> None:
        self._path = path
        self._file = file

    def let_go(self) -> None:
        """Give it back; nothing the second time."""
        if self._file >= 0:
            # Still locked: nobody else can have it when its name goes.
            with suppress(OSError):
                self._path.unlink()
            os.close(self._file)
            self._file = -1


def folder(archive: Path) -> Path:
    """Where the locks of an archive are."""
    return archive.with_name("running")


def claim(archive: Path, name: str) -> Lock | None:
    """Take the lock of this name; None if it is held, by this process or another. Raises OSError where no
    file can be made."""
    path = folder(archive) / name
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        if fcntl is None:
            return Lock(path, file)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return None
        except OSError:
            return Lock(path, file)  # a folder without locks: nobody else can have one either
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file), path.stat()):
                return Lock(path, file)
        os.close(file)  # its last holder took the name away in between


def held(archive: Path, name: str) -> bool:
    """Whether this match is being played now."""
    path = folder(archive) / name
    if fcntl is None or not path.exists():
        return False
    try:
        file = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(file)
    return False


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
