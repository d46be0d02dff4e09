"""Ctrl+Z in plain mode: the shell gets the terminal, and the match goes on without one.

The signal goes to this process and to its keeper (tui/terminal/shell_job.py). This one stops reading and
saying anything, and asks the keeper to stop, which the shell sees; threads go on. Whoever plays elsewhere
hears that this terminal is paused, since nothing ticks meanwhile.
"""

from __future__ import annotations

import os
import selectors
import signal
import threading
import time
from collections.abc import Callable

from tui.terminal import shell_job

_PARKED_SECONDS = 0.5
"""How long the thread that reads may take to stop: it may be busy with what was typed before."""
_LOOK_SECONDS = 0.1
"""Between two looks whether the shell has brought the program to the front, which it may do untold."""


class Away:
    """Whether a console may use its terminal."""

    def __init__(self) -> None:
        self._asked = False
        """Whether Ctrl+Z was pressed and has not been heeded yet."""
        self._told, self._tell = os.pipe()
        """Wakes the thread that reads, when it is to stop."""
        self._parked = threading.Event()
        self._here = threading.Event()
        self._here.set()
        self._continued = False
        """Whether SIGCONT has come. No Event: a handler that sets one may find its lock held below itself."""

    def heed(self, wake: Callable[[], object]) -> None:
        """From now on the key stops the program at the next `stop_if_asked`, which `wake` brings on."""

        def stop(*_: object) -> None:
            self._asked = True
            wake()

        def go_on(*_: object) -> None:
            self._continued = True

        signal.signal(signal.SIGTSTP, stop)
        signal.signal(signal.SIGCONT, go_on)

    def stop_if_asked(self) -> None:
        """Stop for the shell, if that was asked for, until it has brought the program to the front again."""
        if not self._asked:
            return
        self._parked.clear()
        self._continued = False
        self._here.clear()
        os.write(self._tell, b"\0")
        self._parked.wait(_PARKED_SECONDS)
        try:
            shell_job.stop()
            while not (self._continued and shell_job.in_front()):
                time.sleep(_LOOK_SECONDS)
        finally:
            self._asked = False
            self._here.set()

    def until_typed(self, source: int) -> None:
        """For the thread that reads: wait until there is something to read and the terminal may be used."""
        with selectors.SelectSelector() as selector:
            selector.register(source, selectors.EVENT_READ)
            selector.register(self._told, selectors.EVENT_READ)
            while True:
                ready = {key.fd for key, _ in selector.select()}
                if self._told not in ready:
                    return
                os.read(self._told, 1)
                self._parked.set()
                self._here.wait()
