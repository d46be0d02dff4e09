"""A terminal of 80x24 in tmux, with the program in it: keys go in, the screen is read."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.support.terminal import MAIN, ROOT
from tests.support.waiting import SECONDS

HAVE_TMUX = shutil.which("tmux") is not None


class Pane:
    """One terminal, on a tmux server of the test's own."""

    def __init__(self, server: str, name: str, data: Path, arguments: str, before: str = "") -> None:
        """`before` is code that runs before the program."""
        self._base = ["tmux", "-L", server, "-f", os.devnull]
        self._name = name
        program = f"{shlex.quote(sys.executable)} -c {shlex.quote(before + MAIN)} {arguments}"
        command = (
            f"cd {shlex.quote(str(data))} && TERM=xterm-256color TESSER_GLYPHS=ascii "
            f"XDG_DATA_HOME={shlex.quote(str(data))} "
            f"PYTHONPATH={shlex.quote(str(ROOT))} {program}; echo EXIT STATUS $?; exec sleep 600"
        )
        self._tmux("new-session", "-d", "-s", name, "-x", "80", "-y", "24", command)

    def record(self, path: Path) -> None:
        """Keep every byte that the program writes from now on."""
        self._tmux("pipe-pane", "-t", self._name, f"cat >{shlex.quote(str(path))}")

    def _tmux(self, *arguments: str) -> str:
        done = subprocess.run([*self._base, *arguments], capture_output=True, text=True, check=True)
        return done.stdout

    @property
    def screen(self) -> str:
        """What is on the screen now."""
        return self._tmux("capture-pane", "-p", "-t", self._name)

    def press(self, *keys: str) -> None:
        """Press keys by their tmux names."""
        self._tmux("send-keys", "-t", self._name, *keys)

    def write(self, text: str) -> None:
        """Type text as it is."""
        self._tmux("send-keys", "-t", self._name, "-l", text)

    def paste(self, text: str) -> None:
        """Paste text, as a terminal does it."""
        self._tmux("set-buffer", "-b", self._name, text)
        self._tmux("paste-buffer", "-p", "-b", self._name, "-t", self._name)

    def see(self, pattern: str, seconds: float = SECONDS) -> re.Match[str]:
        """Wait until the screen shows this."""
        end = time.monotonic() + seconds
        while True:
            screen = self.screen
            found = re.search(pattern, screen)
            if found:
                return found
            assert time.monotonic() < end, f"{self._name} never showed {pattern!r}:\n{screen}"
            # A terminal tells nobody that it has drawn; its screen has to be looked at.
            time.sleep(0.03)

    def changed(self, screen: str) -> None:
        """Wait until the screen is no longer this one."""
        end = time.monotonic() + SECONDS
        while self.screen == screen:
            assert time.monotonic() < end, f"{self._name} stayed as it was:\n{screen}"
            time.sleep(0.03)  # As above.


def press_until(pane: Pane, key: str, pattern: str) -> None:
    """Press a key, again if need be: what has just appeared takes none for a moment, so that nobody
    answers by mistake."""
    end = time.monotonic() + SECONDS
    while not re.search(pattern, pane.screen):
        assert time.monotonic() < end, f"{key} never led to {pattern!r}:\n{pane.screen}"
        pane.press(key)
        # The moment in which the program takes no key has no sign on the screen.
        soon = time.monotonic() + 0.3
        while time.monotonic() < soon and not re.search(pattern, pane.screen):
            time.sleep(0.03)  # As above.


def kill_server(server: str) -> None:
    """End all terminals of a server."""
    subprocess.run(["tmux", "-L", server, "kill-server"], capture_output=True, check=False)
