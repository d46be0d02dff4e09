"""Whether this terminal can show full screens, and what to set before Textual is imported.

Textual starts on anything, also on a pipe or a dumb terminal, and then spews escape sequences; it reads its
settings from the environment once, when it is imported. So both are done here, without importing it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any

from tui.terminal import glyphs
from tui.terminal.text_fit import aside

STATUS = 2
"""Exit status when the terminal won't do."""

_WITHOUT_SCREENS = ("dumb", "unknown", "cons25-dumb", "emacs")
"""TERM of terminals that can't move a cursor."""


KEEP_TITLE, OLD_TITLE = "\x1b[22;0t", "\x1b[23;0t"
"""Put the window's title aside, and take it back."""

RESTORE = (
    "\x1b[?2026l"  # draw at once again
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"  # no mouse reports
    "\x1b[?1004l\x1b[?2004l\x1b[?2048l"  # no focus, paste and size reports
    "\x1b[<u"  # the keyboard as it was (kitty); before the alternate screen is left
    "\x1b[?1049l\x1b[?7h\x1b[0m\x1b[?25h" + OLD_TITLE  # main screen, line wrap, no colours, the cursor
)
"""What puts a terminal back, whatever was switched on."""


def why_not(environ: MutableMapping[str, str] = os.environ) -> str | None:
    """Why tesser can't show its screens here, in a sentence with what to do; None if it can."""
    for stream, name in ((sys.stdin, "input"), (sys.stdout, "output"), (sys.stderr, "error output")):
        if stream is None or stream.closed or not stream.isatty():
            return (
                f"tesser needs a terminal, but its standard {name} is a file or a pipe."
                " Start it straight in a terminal window, or with --plain, which needs none."
            )
    term = environ.get("TERM", "")
    if not term:
        return (
            "tesser doesn't know this terminal: TERM is not set."
            " Set it to what your terminal is, for example: TERM=xterm-256color tesser;"
            " or start tesser --plain, which needs no such thing."
        )
    if term in _WITHOUT_SCREENS:
        return (
            f"This terminal (TERM={term}) can't move its cursor, and tesser draws full screens."
            " Start it in another terminal, or with --plain, in sentences alone."
        )
    return None


def settle(environ: MutableMapping[str, str] = os.environ) -> None:
    """Choose Textual's settings and our signs for this terminal; call it before Textual is imported.

    Over SSH each frame costs the link: fewer of them and no animations. What the player has set stays.
    """
    if environ.get("SSH_CONNECTION"):
        environ.setdefault("TEXTUAL_FPS", "20")
        environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    # An empty NO_COLOR means colours (no-color.org), but Textual takes any; an unset one is unmistakable.
    if environ.get("NO_COLOR") == "":
        del environ["NO_COLOR"]
    glyphs.choose(glyphs.fitting(environ))


def ready() -> bool:
    """Settle everything, or say on the error output why tesser can't start; then exit with STATUS."""
    reason = why_not()
    if reason is not None:
        aside(reason)
        return False
    settle()
    return True


def put_back(keyboard: int, attributes: list[Any] | None) -> None:
    """Put the terminal back by hand, without waiting for anybody to read; `attributes` are of tcgetattr."""
    import termios

    out = 2  # where Textual draws
    with suppress(OSError, termios.error):  # the terminal may be gone
        termios.tcflush(out, termios.TCOFLUSH)  # what nobody reads would be in the way
        os.set_blocking(out, False)
        try:
            os.write(out, RESTORE.encode())
        finally:
            os.set_blocking(out, True)  # the shell shares it
        if attributes is not None:
            termios.tcsetattr(keyboard, termios.TCSANOW, attributes)
