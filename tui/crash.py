"""Errors of our own: a sentence for the player, and the details in a file."""

from __future__ import annotations

import platform
import time
import traceback
from contextlib import suppress
from pathlib import Path

import core
from core.clean import clean
from tui.profile import Profile
from tui.terminal.text_fit import aside

KEPT = 10
"""Files of details that are kept."""
SENTENCE = "tesser stopped because of an error of its own. Matches are kept up to their last choice."
MATCH = "The match stopped because of an error in tesser. It is kept up to the last choice."

_folder: Path | None = None


def keep_in(folder: Path) -> None:
    """Where details go from now on; the folder is made when there are any."""
    global _folder
    _folder = folder


def told(error: BaseException, sentence: str = SENTENCE) -> str:
    """Write the details of an error; gives the sentence, and where they are."""
    path = _write(error)
    return f"{sentence} The details are in {path}." if path else sentence


def _write(error: BaseException) -> Path | None:
    if _folder is None:
        return None
    # No values of variables: keys and hands are among them.
    lines = [
        f"tesser {core.VERSION}, Python {platform.python_version()}, {platform.system()}",
        *(clean(line, 400) for line in "".join(traceback.format_exception(error)).splitlines()),
    ]
    path = _folder / time.strftime("%Y-%m-%d-%H%M%S.txt")
    try:
        _folder.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", "utf-8")
    except OSError:
        return None  # nothing is told of details then
    with suppress(OSError):
        for old in sorted(_folder.glob("*.txt"))[:-KEPT]:
            old.unlink()
    return path


def hook(_kind: type[BaseException], error: BaseException, _traceback: object) -> None:
    """For sys.excepthook."""
    if _folder is None:
        keep_in(Profile().crashes)
    aside(f"tesser: {told(error)}")
