"""Writing a file whole or not at all: beside its place first, forced to disk, then renamed."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from core.clean import clean, shown_path
from decks.model import DeckError

LEFT = 3_600
"""Seconds after which a file that is being written is not written any more."""
LEFT_ENDING = ".tmp"
"""How the names of files that are being written end."""


def write_whole(
    path: Path,
    data: bytes,
    place: Callable[[Path, Path], None] = os.replace,
    *,
    durable: bool = True,
    mode: int = 0o666,
    exact: int | None = None,
) -> None:
    """Write a file, making its folder if need be; where that fails, what was there before stays.

    `place` moves the finished file to where it belongs; a link is followed. With `durable` it lasts through
    a power cut; `mode` says who may read it, as for os.open, unless there is such a file: that one's mode
    stays, and if nobody may write to it, it does. `exact` is the mode it has whatever there is, or is usual.
    Raises OSError, and then nothing of the new one is left.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    target = path.resolve()
    kept = _mode(target)
    if exact is not None:
        kept = exact
    if kept is not None:
        mode = kept  # from the first moment
    temporary = target.parent / f".saving-{secrets.token_hex(8)}{LEFT_ENDING}"
    try:
        with open(temporary, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            file.flush()
            if kept is not None:
                with suppress(OSError):  # a file system without modes, or somebody else's file
                    temporary.chmod(kept)
            if durable:
                os.fsync(file.fileno())
        place(temporary, target)
    except OSError:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    if durable:
        sync_folder(target.parent)


def _mode(path: Path) -> int | None:
    """Who may do what with a file; None if there is none. Raises PermissionError if nobody may write to it:
    to put another file in its place would go round that."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if not mode & 0o222 or not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "it may only be read")
    return mode


def sweep(folder: Path) -> None:
    """Remove what was left half written in a folder by programs that were killed: whatever is old enough to
    be nobody's any more."""
    with suppress(OSError):
        for left in folder.glob(f".saving-*{LEFT_ENDING}"):
            with suppress(OSError):
                if time.time() - left.stat().st_mtime > LEFT:
                    left.unlink()


def move_to_free(source: Path, target: Path) -> None:
    """Rename a file, and never over another: a `place` for write_whole. Raises FileExistsError."""
    try:
        os.link(source, target)
    except FileExistsError:
        raise
    except OSError:
        # A file system without links: the name is taken first.
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        os.replace(source, target)
    else:
        source.unlink()


def write_new(name: str, text: str) -> Path:
    """Write a text to a new file that a player names; gives where it is. Raises DeckError with a sentence."""
    if not name.strip():
        raise DeckError("A file needs a name.")
    try:
        path = Path(name.strip()).expanduser().absolute()
        if path.exists():
            raise DeckError("There is such a file already, and it stays. Say another name.")
        if not path.parent.is_dir():
            raise DeckError(f"There is no folder {shown_path(path.parent)}.")
        write_whole(path, text.encode(), move_to_free)
    except FileExistsError:
        raise DeckError("There is such a file by now, and it stays. Say another name.") from None
    except OSError as error:
        raise DeckError(f"It can't be written: {error.strerror}.") from None
    except RuntimeError as error:  # a home folder that nobody has
        raise DeckError(clean(str(error), 80)) from None
    return path


def sync_folder(folder: Path) -> None:
    """Make a rename last through a power cut, where the system can."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
