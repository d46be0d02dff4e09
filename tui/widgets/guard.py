"""Guards against a key that was down before what it would choose appeared."""

from __future__ import annotations

import time
from collections.abc import Callable

from textual.message_pump import MessagePump
from textual.timer import Timer


class KeyGuard:
    """For keys that repeat while they are held: none answers what appeared while it was down."""

    def __init__(self, now: float, seconds: float) -> None:
        """`now` is when what is guarded appeared, by the clock of key events."""
        self.seconds = seconds
        self.since = now
        self._last = ("", now)
        self._held = True

    def appeared(self, now: float) -> None:
        """Something new appeared: a key that is held down means what was there before."""
        self.since = now
        self._held = True

    def other(self, key: str, time: float) -> None:
        """A key that chooses nothing was pressed: whatever was held was let go."""
        self._last = (key, time)
        self._held = False

    def blocks(self, key: str, time: float) -> bool:
        """Whether this press was there before, and is no answer."""
        last, at = self._last
        self._last = (key, time)
        if not self._held:
            return False
        if self.early(time) or (last == key and time - at < self.seconds):
            return True
        self._held = False
        return False

    def early(self, time: float) -> bool:
        """Whether this is too soon to be an answer to what appeared."""
        return time - self.since < self.seconds


class PressGuard:
    """For a page whose button is under the cursor as it appears, where two quick presses are welcome.

    A key that is held down repeats only after up to half a second or more. So a press soon after the page
    appeared waits a moment: if the next one follows at once, the key is held, and none of them counts.
    """

    NEW = 1.2
    """Seconds in which the first repeat of a held key may come."""
    GAP = 0.2
    """Seconds within which a held key repeats."""

    def __init__(self, page: MessagePump) -> None:
        self._page = page
        self._since = self._last = time.monotonic()
        self._waiting: Timer | None = None

    def appeared(self) -> None:
        """The button is there from now on."""
        self._since = self._last = time.monotonic()
        self.forget()

    def forget(self) -> None:
        """A press that still waits doesn't count."""
        if self._waiting is not None:
            self._waiting.stop()
            self._waiting = None

    def press(self, then: Callable[[], object]) -> None:
        """A press of the button: does `then`, at once or in a moment, unless the key is held down."""
        now = time.monotonic()
        before, self._last = self._last, now
        repeats = now - before < self.GAP and before > self._since
        self.forget()
        if repeats:
            return
        if now - self._since >= self.NEW:
            then()
        else:
            self._waiting = self._page.set_timer(self.GAP, then)
