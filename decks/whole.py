"""Writing a file whole or not at all: beside its place first, forced to disk, then renamed."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def write_whole(
    path: Path, data: bytes, place: Callable[[Path, Path], None] = os.replace, *, durable: bool = True
) -> None:
    """Write a file, making its folder if need be; where that fails, what was there before stays.

    `place` moves the finished file to where it belongs; a link is followed. With `durable` it lasts through
    a power cut. Raises OSError, and then nothing of it is left.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    target = path.resolve()
    temporary = target.parent / f".saving-{os.getpid()}.tmp"
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        place(temporary, target)
    except OSError:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    if durable:
        _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make a rename last through a power cut, where the system can."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
