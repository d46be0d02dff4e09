"""The terminal driver: Textual's, made to put the terminal back and to survive whatever bytes come in.

Textual's own leaves mouse reports and the alternate screen on when it is ended by SIGTERM or SIGHUP. What
comes in is made sense of in tui/terminal/input_parser.py.
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

from tui.terminal import glyphs, shell_job
from tui.terminal.ascii_text import simple_cells
from tui.terminal.capabilities import KEEP_TITLE, OLD_TITLE, put_back
from tui.terminal.input_parser import Bytes, Keys
from tui.terminal.reader_check import ASK, ReaderCheck

ENDING_SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
"""Signals that end the app in good order. In the app Ctrl+C is a key; SIGINT comes from outside only."""

PATIENCE = 3.0
"""Seconds an ending app gets: a terminal that reads nothing more would hold it for ever."""

TWICE_SECONDS = 0.3
"""Signals that come closer together are one."""

HUNG_UP = 128 + signal.SIGHUP
"""Exit status when the terminal has gone away."""

LAST_ANSWER = 0.3
"""Seconds for which an answer is waited for when the terminal is given back; few terminals take longer."""

TICK = 0.05
"""Seconds between two looks at the clock while half a sequence waits for its rest."""

LARGEST = (2000, 1000)
"""Columns and rows of the largest terminal that a report of its size is believed."""

TAKE_AGAIN = "\x1b[?1049h\x1b[?25l\x1b[?1004h\x1b[?2004h\x1b[?7l\x1b[=25;1u"
"""What a shell may have changed while the program was stopped: screen, cursor, reports, wrap, keyboard."""


class TesserDriver(LinuxDriver):
    """Textual's driver for Linux and macOS, with an end in good order and a thick skin."""

    def __init__(
        self, app: Any, *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.shown = False
        """Whether the terminal is ours; not while the program is stopped."""
        self._away = False
        """Whether the shell has had the terminal since the program was stopped."""
        self._raw: list[Any] | None = None
        """How the terminal is set while it is ours."""
        self._ending: int | None = None
        self._asked = 0.0
        """When the app was told to end."""
        self._old_handlers: dict[int, Any] = {}
        self._title = ""
        self._reading = ReaderCheck()
        self._told, self._tell = os.pipe()
        """Wakes the thread that reads keys when it is to stop: quitting need not wait for it to look."""

    # Signals. The handlers run in the main thread, also while it waits to hand over output.

    def start_application_mode(self) -> None:
        if self.shown or not self._in_front:
            return  # A program in the background is stopped when it touches the terminal.
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._reading.restart()
        self.shown, self._away = True, False
        signal.signal(signal.SIGWINCH, self._size_changed)
        self.write(KEEP_TITLE)
        with suppress(termios.error):
            self._raw = termios.tcgetattr(self.fileno)
        for number in ENDING_SIGNALS:
            if number not in self._old_handlers and signal.getsignal(number) != signal.SIG_IGN:
                self._old_handlers[number] = signal.signal(number, self._end)

    def close(self) -> None:
        """Stop writing, unless nobody reads any more: then there is nothing to wait for."""
        if self._writer_alive:
            super().close()
        os.close(self._told)
        os.close(self._tell)
        for number, handler in self._old_handlers.items():
            signal.signal(number, handler)
        self._old_handlers.clear()

    def _end(self, number: int, _frame: FrameType | None = None) -> None:
        """End the app; a second signal ends it at once, unless it is the same one that reached both the
        keeper and this process."""
        if self._ending is not None and time.monotonic() - self._asked > TWICE_SECONDS:
            self._give_up(128 + number)
        self.end(128 + number)

    def end(self, status: int) -> None:
        """Close the app with this exit status, and see to it that the process ends in any case."""
        if self._ending is not None:
            return
        self._ending = status
        self._asked = time.monotonic()
        watch = threading.Timer(PATIENCE, self._give_up, (status,))
        watch.daemon = True
        watch.start()
        self._loop.call_soon_threadsafe(self._exit_app, status)

    def _size_changed(self, *_: object) -> None:
        """The terminal has another size, which is looked at on the loop: Textual looks at it here, where the
        next signal can come in between, and then the older of two sizes is told last."""
        if not self._in_band_window_resize:  # else the terminal tells it itself
            self._loop.call_soon_threadsafe(self._tell_size)

    def _tell_size(self) -> None:
        size = Size(*self._get_terminal_size())
        self.process_message(events.Resize(size, size))

    # Stopping and going on. What a signal sets going runs on the app's loop: its handler may have come in
    # the middle of a write.

    def _sigtstp_application(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._suspend)

    def _sigcont_application(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._go_on)

    @property
    def _in_front(self) -> bool:
        """Whether the shell has given the terminal to this program."""
        return shell_job.in_front()

    def _suspend(self) -> None:
        if self.shown and self._ending is None:
            self.stop_application_mode()
            if self._writer_alive:
                super().close()
            shell_job.stop()

    def _go_on(self) -> None:
        """Draw everything anew, at the size that is now."""
        if not self._in_front or self._ending is not None:
            return
        if not self.shown:
            self.resume_application_mode()
        else:  # it was stopped with no warning, and the shell has had the terminal
            if self._raw is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self._raw)
            self.write(TAKE_AGAIN)
            self._enable_mouse_support()
            self._tell_size()
        self._app.refresh(layout=True)

    def tick(self) -> None:
        """Call once a second: a shell brings a program to the front again without telling it."""
        if not self.shown:
            if not self._in_front:
                self._away = True
            elif self._away:
                self._go_on()

    def ask(self) -> None:
        """Call once a second where it matters to others whether this terminal reads what is drawn."""
        if self.shown and self._reading.ask(time.monotonic()):
            self.write(ASK)
            self.flush()

    @property
    def stopped(self) -> bool:
        """Whether the terminal, asked by `ask`, does not read what is written to it."""
        return self._reading.stopped(time.monotonic())

    def _exit_app(self, status: int) -> None:
        self._app.exit(return_code=status)

    def _give_up(self, status: int) -> None:
        """Put the terminal back by hand and leave. What was accepted is stored already."""
        put_back(self.fileno, self.attrs_before)
        os._exit(status)

    # Output.

    @property
    def _writer_alive(self) -> bool:
        return self._writer_thread is not None and self._writer_thread.is_alive()

    def write(self, data: str) -> None:
        """Write, unless the terminal is gone: its writer has died then, and would take nothing more.

        Where we draw with ASCII signs alone, words and names are written without accents too.
        """
        if self._writer_alive:
            super().write(simple_cells(data) if glyphs.chosen() is glyphs.ASCII else data)

    def title(self, text: str) -> None:
        """Set the window's title; the one it had comes back in the end. `text` has no control characters."""
        if text == self._title or not self.shown or os.environ.get("TERM", "").startswith("linux"):
            return  # the console of Linux has no window, and older ones would print this
        self.write(f"\x1b]2;{text}\x07")
        self.flush()
        self._title = text

    def stop_application_mode(self) -> None:
        if not self.shown:
            return
        super().stop_application_mode()
        self.shown = False
        # Mouse positions in pixels, which Textual leaves on; colours; the title, or none of ours where
        # the terminal remembers no other.
        title = "\x1b]2;\x07" if self._title else ""
        self._title = ""
        self.write("\x1b[?1016l\x1b[0m" + title + OLD_TITLE)
        self.flush()

    # Input.

    def disable_input(self) -> None:
        if self.shown:  # in the background this would stop the program
            end = time.monotonic() + LAST_ANSWER
            while (now := time.monotonic()) < end and self._reading.open(now):
                time.sleep(0.01)  # or the shell would get the answer; a terminal may read again just now
            os.write(self._tell, b"\0")
            super().disable_input()
            os.read(self._told, 1)

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except Exception as error:  # noqa: BLE001  whatever it is, without keys the app has to end
            self._app.call_later(self._app._handle_exception, error)

    def run_input_thread(self) -> None:
        """Read until told to stop: as Textual does, with our decoder and a parser that can be replaced."""
        selector = selectors.SelectSelector()
        selector.register(self.fileno, selectors.EVENT_READ)
        selector.register(self._told, selectors.EVENT_READ)
        incoming, keys = Bytes(), Keys(self._debug)
        try:
            while True:
                ready = selector.select(TICK if incoming.waiting or keys.waiting else None)
                if self.exit_event.is_set() or any(key.fd == self._told for key, _ in ready):
                    return
                data = os.read(self.fileno, 4096) if ready else b""
                if ready and not data:
                    raise EOFError
                now = time.monotonic()
                if data:
                    self._reading.heard(data, now)
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
