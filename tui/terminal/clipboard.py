"""Copying by OSC 52: the terminal is asked, and never says whether it did."""

from __future__ import annotations

import os
from typing import Any

from textual.app import App

SECONDS = 10
"""How long the sentence stays."""


def copy(app: App[Any], text: str, what: str) -> None:
    """Send a text to the terminal's clipboard, and say so; `what` names it, as `The invite`."""
    otherwise = "hold Shift, select it with the mouse, and copy it with your terminal's own key."
    if os.environ.get("TERM", "").startswith("linux"):
        app.notify("This console has no clipboard to copy to.", severity="warning", timeout=SECONDS)
        return
    app.copy_to_clipboard(text)
    said = f"{what} was sent to your terminal's clipboard. If pasting brings nothing, {otherwise}"
    if os.environ.get("TMUX"):
        said += " In tmux, 'set -g set-clipboard on' lets it through."
    app.notify(said, timeout=SECONDS)
