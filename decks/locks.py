"""Which process has which deck, where several of one player run: a lock on a byte a deck, in one hidden file
beside the folder of decks.

The system drops a process's locks when it ends, however it does. Where there are none, nothing is locked.
"""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_files: dict[Path, int] = {}
"""By folder. Each file stays open: closing it once would drop all locks this process has in it."""


def _place(key: str) -> int:
    return int.from_bytes(blake2b(key.encode(errors="surrogateescape"), digest_size=7).digest(), "big")


def claim(folder: Path, key: str) -> bool:
    """Take the lock of this key; False if another process has it. A process may take its own again."""
    if fcntl is None or not folder.is_dir():
        return True
    try:
        if folder not in _files:
            _files[folder] = os.open(folder.with_name(f".{folder.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.lockf(_files[folder], fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _place(key))
    except BlockingIOError:
        return False
    except OSError:
        return True  # no folder to write in, or no locks in it: nobody else can have one either
    return True


def let_go(folder: Path, key: str) -> None:
    """Give the lock of this key back."""
    if fcntl is not None and folder in _files:
        fcntl.lockf(_files[folder], fcntl.LOCK_UN, 1, _place(key))
