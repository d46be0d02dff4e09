"""The terminal driver: Textual's, made to put the terminal back and to survive whatever bytes come in.

Textual's own leaves mouse reports and the alternate screen on when it is ended by SIGTERM or SIGHUP. What
comes in is made sense of in tui/incoming.py.
"""

from __future__ import annotations

import os
import selectors
import signal
import termios
import threading
import time
from contextlib import suppress
from types import FrameType
from typing import Any

from textual import events
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size
from textual.message import Message

from tui.incoming import Bytes, Keys

ENDING_SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
"""Signals that end the app in good order. In the app Ctrl+C is a key; SIGINT comes from outside only."""

PATIENCE = 3.0
"""Seconds an ending app gets: a terminal that reads nothing more would hold it for ever."""

HUNG_UP = 128 + signal.SIGHUP
"""Exit status when the terminal has gone away."""

LARGEST = (2000, 1000)
"""Columns and rows of the largest terminal that a report of its size is believed."""

RESTORE = (
    "\x1b[?2026l"  # draw at once again
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"  # no mouse reports
    "\x1b[?1004l\x1b[?2004l\x1b[?2048l"  # no focus, paste and size reports
    "\x1b[<u"  # the keyboard as it was (kitty); before the alternate screen is left
    "\x1b[?1049l\x1b[?7h\x1b[0m\x1b[?25h"  # main screen, line wrap, no colours, the cursor
)
"""What puts a terminal back, whatever was switched on."""


class TesserDriver(LinuxDriver):
    """Textual's driver for Linux and macOS, with an end in good order and a thick skin."""

    def __init__(
        self, app: Any, *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._ending: int | None = None
        self._old_handlers: dict[int, Any] = {}

    # Signals. The handlers run in the main thread, also while it waits to hand over output.

    def start_application_mode(self) -> None:
        super().start_application_mode()  # type: ignore[no-untyped-call]
        for number in ENDING_SIGNALS:
            if number not in self._old_handlers and signal.getsignal(number) != signal.SIG_IGN:
                self._old_handlers[number] = signal.signal(number, self._end)

    def close(self) -> None:
        """Stop writing, unless nobody reads any more: then there is nothing to wait for."""
        if self._writer_alive:
            super().close()
        for number, handler in self._old_handlers.items():
            signal.signal(number, handler)
        self._old_handlers.clear()

    def _end(self, number: int, _frame: FrameType | None = None) -> None:
        """End the app; the second signal ends it at once."""
        if self._ending is not None:
            self._give_up(128 + number)
        self.end(128 + number)

    def end(self, status: int) -> None:
        """Close the app with this exit status, and see to it that the process ends in any case."""
        if self._ending is not None:
            return
        self._ending = status
        watch = threading.Timer(PATIENCE, self._give_up, (status,))
        watch.daemon = True
        watch.start()
        self._loop.call_soon_threadsafe(self._exit_app, status)

    def _exit_app(self, status: int) -> None:
        self._app.exit(return_code=status)

    def _give_up(self, status: int) -> None:
        """Put the terminal back by hand and leave. What was accepted is stored already."""
        out = 2  # where Textual draws
        with suppress(OSError, termios.error):  # the terminal may be gone
            termios.tcflush(out, termios.TCOFLUSH)  # what nobody reads would be in the way
            os.set_blocking(out, False)
            try:
                os.write(out, RESTORE.encode())
            finally:
                os.set_blocking(out, True)  # the shell shares it
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
        os._exit(status)

    # Output.

    @property
    def _writer_alive(self) -> bool:
        return self._writer_thread is not None and self._writer_thread.is_alive()

    def write(self, data: str) -> None:
        """Write, unless the terminal is gone: its writer has died then, and would take nothing more."""
        if self._writer_alive:
            super().write(data)

    def stop_application_mode(self) -> None:
        super().stop_application_mode()
        self.write("\x1b[?1016l\x1b[0m")  # mouse positions in pixels, which Textual leaves on
        self.flush()

    # Input.

    def run_input_thread(self) -> None:
        """Read until told to stop: as Textual does, with our decoder and a parser that can be replaced."""
        selector = selectors.SelectSelector()
        selector.register(self.fileno, selectors.EVENT_READ)
        incoming, keys = Bytes(), Keys(self._debug)
        try:
            while not self.exit_event.is_set():
                data = b""
                if selector.select(0.1):
                    data = os.read(self.fileno, 4096)
                    if not data:
                        raise EOFError
                now = time.monotonic()
                for message in keys.messages(incoming.text(data, now), now):
                    self.process_message(message)
        except (OSError, EOFError):
            self.end(HUNG_UP)
        finally:
            selector.close()

    def process_message(self, message: Message) -> None:
        if isinstance(message, events.Resize) and not _is_size(message.size):
            return
        super().process_message(message)


def _is_size(size: Size) -> bool:
    """Whether a terminal can be of this size; a stray report must not make the app draw without end."""
    return 0 < size.width <= LARGEST[0] and 0 < size.height <= LARGEST[1]
