"""Archives that could not be used any more and were set aside: their names, and a look into one."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path

from tui.archive.schema import FAILURES, as_text, make_file, shape

ASIDE = ".damaged-"
"""What follows in the name of a file that was set aside; then when."""


def rename(path: Path) -> Path:
    """Set an archive aside, with what is still to be written into it; gives its new name. Raises OSError."""
    aside = path.with_name(f"{path.name}{ASIDE}{time.strftime('%Y%m%d-%H%M%S')}")
    aside = next(one for one in _names(aside) if not one.exists() and not wal(one).exists())
    for end in ("-wal", ""):
        with suppress(FileNotFoundError):
            os.rename(f"{path}{end}", f"{aside}{end}")
    with suppress(FileNotFoundError):
        os.unlink(f"{path}-shm")
    aside.touch(0o600)
    return aside


def set_aside(path: Path) -> list[Path]:
    """The damaged archives that were set aside where this one is, the newest first."""
    try:
        found = [path.with_name(name) for name in os.listdir(path.parent)]
    except OSError:
        return []
    head = f"{path.name}{ASIDE}"
    return sorted(
        (one for one in found if one.name.startswith(head) and not one.name.endswith("-wal")), reverse=True
    )


def wal(path: Path) -> Path:
    """Where SQLite has what is still to be written into a file."""
    return path.with_name(f"{path.name}-wal")


def _names(path: Path) -> Iterator[Path]:
    """This name, and others like it."""
    yield path
    for number in count(2):
        yield path.with_name(f"{path.name}-{number}")


@contextmanager
def readable(path: Path) -> Iterator[sqlite3.Connection]:
    """A copy of an archive that was set aside, as far as it can be read: SQLite might change the file itself.
    Raises sqlite3.Error, UnicodeDecodeError and OSError."""
    with tempfile.TemporaryDirectory(prefix="tesser-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        for end in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{end}", f"{copy}{end}")
        if not _has_tables(copy):
            # The head and the empty tables of every archive are the same.
            fresh = Path(folder) / "fresh.sqlite3"
            make_file(fresh)
            _put_head(copy, fresh.read_bytes())
            with suppress(FileNotFoundError):
                shutil.copyfile(wal(path), wal(copy))
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            db.text_factory = as_text
            yield db


def _has_tables(path: Path) -> bool:
    """Whether it can be seen which tables this file has. It may be changed by that."""
    if path.stat().st_size == 0:
        return False
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            return "matches" in shape(db)
    except FAILURES:
        return False


def _put_head(path: Path, fresh: bytes) -> None:
    """Give a file the head of a fresh archive; one that is shorter than that, all of it."""
    page = int.from_bytes(fresh[16:18], "big")
    data = path.read_bytes()
    pages = max(len(data), len(fresh)) // page
    head = fresh[:28] + pages.to_bytes(4, "big") + fresh[32:page]
    path.write_bytes(head + data[page:] + fresh[max(len(data), page) :])
