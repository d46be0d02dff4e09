"""The terminal driver: Textual's, made to put the terminal back and to survive whatever bytes come in.

Textual's own leaves mouse reports and the alternate screen on when it is ended by SIGTERM or SIGHUP, and
dies of the first byte that is no UTF-8, such as the old mouse report that comes after tmux is reattached.
"""

from __future__ import annotations

import os
import re
import selectors
import signal
import termios
import threading
import unicodedata
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import suppress
from types import FrameType
from typing import Any

from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

ENDING_SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
"""Signals that end the app in good order. In the app Ctrl+C is a key; SIGINT comes from outside only."""

PATIENCE = 3.0
"""Seconds an ending app gets: a terminal that reads nothing more would hold it for ever."""

HUNG_UP = 128 + signal.SIGHUP
"""Exit status when the terminal has gone away."""

RESTORE = (
    "\x1b[?2026l"  # draw at once again
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"  # no mouse reports
    "\x1b[?1004l\x1b[?2004l\x1b[?2048l"  # no focus, paste and size reports
    "\x1b[<u"  # the keyboard as it was (kitty); before the alternate screen is left
    "\x1b[?1049l\x1b[?7h\x1b[0m\x1b[?25h"  # main screen, line wrap, no colours, the cursor
)
"""What puts a terminal back, whatever was switched on."""

LONGEST_PASTE = 512 * 1024
"""Characters of a paste that are taken; no list or invite is longer."""

_OLD_MOUSE = re.compile(rb"\x1b\[M(?:[\x00-\xff]{3})")
_OLD_MOUSE_CUT = re.compile(rb"\x1b\[M[\x00-\xff]{0,2}\Z")


class Bytes:
    """Bytes from a terminal as text: what makes no sense is left out."""

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")(errors="ignore").decode
        self._rest = b""

    def text(self, data: bytes) -> str:
        """The text of these bytes, and of what was held back before.

        Mouse reports of the old form (X10) are raw bytes that Textual has no use for; they are taken out
        first, since they would swallow half a character beside them.
        """
        data = _OLD_MOUSE.sub(b"", self._rest + data)
        cut = _OLD_MOUSE_CUT.search(data)
        self._rest = data[cut.start() :] if cut else b""
        return self._decode(data[: cut.start()] if cut else data)


class Keys:
    """Text from a terminal as Textual's messages; a sequence that stands for nothing is left out."""

    def __init__(self, debug: bool = False) -> None:
        self._debug = debug
        self._parser = XTermParser(debug)

    def messages(self, text: str) -> Iterator[Message]:
        """What this text says, and what was waited for and has not come."""
        for char in text:
            try:
                found = list(self._parser.feed(char))
            except (ValueError, OverflowError):
                # A number that no character has. A parser that has raised takes nothing more.
                self._parser = XTermParser(self._debug)
            else:
                yield from found
        yield from self._parser.tick()


def plain_paste(text: str) -> str:
    """Pasted text without control and format characters, which a widget would pass on to the terminal."""
    text = text[:LONGEST_PASTE].replace("\r\n", "\n").replace("\r", "\n")
    return "".join(char for char in text if char in "\n\t" or unicodedata.category(char)[0] != "C")


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
                text = ""
                if selector.select(0.1):
                    data = os.read(self.fileno, 4096)
                    if not data:
                        raise EOFError
                    text = incoming.text(data)
                for message in keys.messages(text):
                    self.process_message(message)
        except (OSError, EOFError):
            self.end(HUNG_UP)
        finally:
            selector.close()

    def process_message(self, message: Message) -> None:
        if isinstance(message, events.Paste):
            message = events.Paste(plain_paste(message.text))
        elif isinstance(message, events.Key) and _is_surrogate(message.character):
            return  # half a character can't be written anywhere
        super().process_message(message)


def _is_surrogate(text: str | None) -> bool:
    return text is not None and any("\ud800" <= char <= "\udfff" for char in text)
