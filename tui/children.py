"""Child processes that run Python code of ours."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

_ROOT = str(Path(__file__).parents[1])


def python(code: str, arguments: Sequence[str] = ()) -> list[str]:
    """The command line of a Python that runs this code, and finds the same packages as this one.

    The folder it is started in is not searched, and one that is searched anyway keeps its place: nothing
    there can take the place of the standard library.
    """
    found = f"import sys; {_ROOT!r} in sys.path or sys.path.insert(0, {_ROOT!r}); "
    return [sys.executable, "-P", "-c", found + code, *arguments]
