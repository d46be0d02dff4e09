"""Guards against a key that was down before what it would choose appeared."""

from __future__ import annotations

import time
from collections.abc import Callable

from textual.message_pump import MessagePump
from textual.timer import Timer

GUARD = 0.25
"""Seconds in which a key that was pressed before something appeared doesn't answer it."""
NEW = 1.2
"""Seconds after a press within which the first repeat of a key that is held down may come."""
GAP = 0.15
"""Seconds within which a held key repeats."""
DOUBLE = 0.6
"""Seconds between the halves of a slow double click."""

_pressed: dict[str, float] = {}
"""When each guarded key was pressed last, whatever it was pressed in: what a held key closes or answers
brings something else, which must not take its repeats."""


class KeyGuard:
    """For keys that repeat while they are held: none answers what appeared while it was down.

    A key that is held down repeats first after half a second or more, and then many times a second. So one
    that comes again soon after something new appeared waits a moment: if the next one follows at once, it is
    held, and none of them counts.
    """

    def __init__(self, page: MessagePump, now: float, seconds: float) -> None:
        """`now` is when what is guarded appeared, by the clock of key events; a press within so many
        `seconds` of it is no answer, and with 0 nothing is guarded."""
        self.seconds = seconds
        self.since = now
        self._page = page
        self._held = True
        self._waiting: tuple[Timer, Callable[[], object]] | None = None

    def appeared(self, now: float) -> None:
        """Something new appeared: a key that is held down means what was there before."""
        self.since = now
        self._held = True
        self._forget()

    def other(self) -> None:
        """A key that chooses nothing was pressed: whatever was held was let go."""
        self._held = False
        if self._waiting is not None:
            _, then = self._waiting
            self._forget()
            then()

    def press(self, key: str, time: float, then: Callable[[], object]) -> None:
        """A press of a key that answers: does `then`, at once or in a moment, unless the key is held down."""
        gap = time - _pressed.get(key, time - 2 * NEW)
        _pressed[key] = time
        self._forget()
        if not (self._held and self.seconds):
            then()
        elif self.early(time) or gap < self.seconds:
            return
        elif gap < NEW:
            self._waiting = self._page.set_timer(GAP, self.other), then
        else:
            self._held = False
            then()

    def early(self, time: float) -> bool:
        """Whether this is too soon to be an answer to what appeared."""
        return time - self.since < self.seconds

    def _forget(self) -> None:
        """A press that still waits doesn't count."""
        if self._waiting is not None:
            self._waiting[0].stop()
            self._waiting = None


class LetterGuard:
    """For the letters that open, begin, leave and end things: what one press of a letter has brought up is
    not answered by the next one, held or repeated. Where it has brought nothing up it may come at any time.
    """

    def __init__(self, page: MessagePump) -> None:
        self.seconds = GUARD
        """A repeat within so many seconds answers nothing; with 0 nothing is guarded."""
        self._page = page
        self._last: dict[str, tuple[float, object]] = {}
        """By letter: when it was pressed last, and the screen that took it last."""
        self._waiting: tuple[str, Timer, Callable[[], object]] | None = None

    def holds_back(self, key: str, time: float, screen: object, then: Callable[[], object]) -> bool:
        """A press of a letter with this screen on top: False if the screen may take it now. Else `then` is
        done in a moment, unless the press was too soon or the key is held down."""
        before, taker = self._last.get(key, (time, screen))
        gap = time - before
        self._forget()
        if taker is screen or gap >= NEW or not self.seconds:
            self._last[key] = time, screen
            return False
        self._last[key] = time, taker
        if gap >= self.seconds:

            def let_go() -> None:
                self._forget()
                self._last[key] = time, screen
                then()

            self._waiting = key, self._page.set_timer(GAP, let_go), let_go
        return True

    def released(self, key: str) -> bool:
        """Whether another letter still waits, which this key shows to have been let go: it counts now."""
        if self._waiting is None or self._waiting[0] == key:
            return False
        self._waiting[2]()
        return True

    def _forget(self) -> None:
        if self._waiting is not None:
            self._waiting[1].stop()
            self._waiting = None


class ClickGuard:
    """For double clicks: what the first half has brought up is not answered by the second."""

    def __init__(self) -> None:
        self._last = (0.0, -2, -2)

    def first_half(self, time: float, x: int, y: int) -> float | None:
        """When the first half of a double click was, if this press of the button may be the second."""
        (before, left, top), self._last = self._last, (time, x, y)
        return before if time - before < DOUBLE and abs(x - left) <= 1 and y == top else None


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
