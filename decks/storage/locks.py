"""Who has something that one program at a time may change: a lock on a file, which stands for it.

The system drops a program's locks when it ends, however it does. Where there are none, nothing is locked.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


PATIENCE = 5.0
"""Seconds for which a folder is waited for: a program that was stopped while it had one stops no others."""
_PAUSE = 0.005
"""Seconds between two looks at whether a folder is free: the system has no wait that ends."""


class Lock:
    """What somebody has. Held until it is let go by whoever holds it, or the process ends."""

    def __init__(self, path: Path, file: int = -1) -> None:
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

    def become(self, other: Lock) -> None:
        """Hold what the other holds, and no longer what this one did."""
        self.let_go()
        self._path, self._file = other._path, other._file
        other._file = -1


def claim(path: Path) -> Lock | None:
    """Take the lock that this file stands for; None if it is held, by this process or another. Raises OSError
    where no file can be made."""
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


@contextmanager
def alone(*folders: Path) -> Iterator[None]:
    """Within this no other program is within the same of one of these folders: it waits, PATIENCE seconds at
    most. A folder that is not there or can't be locked is nobody's."""
    files: dict[tuple[int, int], int] = {}
    try:
        for folder in folders if fcntl is not None else ():
            with suppress(OSError):
                file = os.open(folder, os.O_RDONLY)
                status = os.fstat(file)
                if files.setdefault((status.st_dev, status.st_ino), file) != file:
                    os.close(file)  # the same folder by another name
        # In one order everywhere: nobody waits for who waits for them.
        for _, file in sorted(files.items()):
            with suppress(OSError):
                _wait_for(file)
        yield
    finally:
        for file in files.values():
            os.close(file)


def _wait_for(file: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                return
            time.sleep(_PAUSE)
        else:
            return


def held(path: Path) -> bool:
    """Whether somebody has the lock that this file stands for. Nothing is written."""
    if fcntl is None:
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
