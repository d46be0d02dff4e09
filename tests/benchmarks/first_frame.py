"""How long it takes from starting the program to the first whole frame, beside an empty Textual app."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from tests.benchmarks.figures import Figure, Missing, Say, figure
from tests.support.pseudo_terminal import Terminal

OURS = "import sys; from tui.cli.main import main; sys.exit(main())"
EMPTY = "from tests.benchmarks.empty import main; main()"
_LAST_OF_HOME = b"[q]"
"""In home's last row."""
_CODE = re.compile(rb"\x1b(?:\[[0-9;?<>=]*[@-~]|\][^\x07]*\x07)")
_LIMIT = 30.0


def measure(runs: int, say: Say) -> dict[str, Figure]:
    """`first_frame_ms` and `empty_textual_first_frame_ms`, one run of each after the other."""
    with tempfile.TemporaryDirectory(prefix="tesser-bench-") as folder:
        data = Path(folder)
        for code, mark in ((OURS, _LAST_OF_HOME), (EMPTY, b"")):
            first_frame(code, mark, data)  # files are read and compiled now, and not in a run
        ours, empty = [], []
        for run in range(runs):
            say(f"first frames, {run + 1} of {runs}")
            ours.append(first_frame(OURS, _LAST_OF_HOME, data))
            empty.append(first_frame(EMPTY, b"", data))
    return {"first_frame_ms": figure(ours), "empty_textual_first_frame_ms": figure(empty)}


def first_frame(code: str, mark: bytes, data: Path) -> float:
    """Milliseconds from exec until the last row was painted to its end and `mark` was written.

    Raises Missing if that never comes.
    """
    with Terminal(code, data=data) as terminal:
        while not (whole(terminal.output, 80, 24) and mark in terminal.output):
            if not terminal.read(_LIMIT) or terminal.last - terminal.began > _LIMIT:
                raise Missing("The first frame did not come.")
        return (terminal.last - terminal.began) * 1000


def whole(output: bytes, columns: int, rows: int) -> bool:
    """Whether the last row has been painted to its end: a frame is written from the top, each row from a
    cursor movement to its first cell on."""
    _, moved, row = output.rpartition(b"\x1b[%d;1H" % rows)
    return bool(moved) and len(_CODE.sub(b"", row).decode(errors="replace")) >= columns
