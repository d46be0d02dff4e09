"""The keys of an app, one at a time, however many arrive together."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from textual import events
from textual.app import App
from textual.message import Message
from textual.widget import Widget

from tui.widgets.key_guard import ClickGuard, LetterGuard

KEY_TIME = 0.25
"""Seconds after which the next key is taken in any case."""


class KeyDone(Message, bubble=True):
    """Goes the way of a key, behind it; when it arrives at the app, the key has been dealt with."""

    def __init__(self, number: int, rounds: int) -> None:
        super().__init__()
        self.number = number
        """Which key it follows."""
        self.rounds = rounds
        """How often it still has to go: what a key sets going may take the same way once more."""


class KeyQueue:
    """The keys that an app was sent: the next one waits until the one before it has been dealt with.

    The app hands each event to `take` and each KeyDone to `done`.
    """

    def __init__(self, app: App[Any], deliver: Callable[[events.Event], Awaitable[None]]) -> None:
        """`deliver` is what Textual's app does with an event."""
        self._app = app
        self._deliver = deliver
        self._typed: deque[events.Key | events.Paste] = deque()
        """Keys that wait for the one before them."""
        self._key_number = 0
        self.letters = LetterGuard(app)
        self._clicks = ClickGuard()
        self._clicked: object = None
        """The screen on which a mouse button went down last."""
        self._dropped = False
        """Whether what the mouse does is dropped, until the button is up."""
        self._key_since: float | None = None
        """When the key that is being dealt with began; None if there is none."""

    @property
    def empty(self) -> bool:
        """Whether no key waits."""
        return not self._typed

    async def take(self, event: events.Event) -> None:
        """Deliver an event, but one key at a time.

        Textual sends each key at once to the widget that has the focus then, and does what a key is bound
        to only when that has come back here. Of keys that arrive together, as from an SSH connection, the
        second would go to where the first was, and not to where the first has led.
        """
        if isinstance(event, events.Key | events.Paste) and not self._app.screen_stack:
            return  # The app is closing: nothing is left that a key could be for, or come back from.
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            if isinstance(event, events.Key) and self._ends_something(event.key):
                return
            self._typed.append(event)
            if self._key_since is None or time.monotonic() - self._key_since > KEY_TIME:
                await self._next_key()
            elif len(self._typed) == 1:
                self._wait_at_most()
        elif not self._dropped_click(event):
            await self._deliver(event)

    def _ends_something(self, key: str) -> bool:
        """Whether a screen, also one below others, has something running that any key ends."""
        enders = (getattr(screen, "interrupt", None) for screen in self._app.screen_stack)
        return not key.startswith("ctrl+") and any(end() for end in enders if end is not None)

    def _dropped_click(self, event: events.Event) -> bool:
        """Whether this belongs to the second half of a double click that was meant for another screen."""
        if not isinstance(event, events.MouseEvent) or event.is_forwarded or not self._app.screen_stack:
            return False
        if isinstance(event, events.MouseDown):
            first = self._clicks.first_half(event.time, event.x, event.y)
            before, self._clicked = self._clicked, self._app.screen
            self._dropped = bool(
                self.letters.seconds and first is not None and before is not self._app.screen
            )
            return self._dropped
        if isinstance(event, events.MouseUp) and self._dropped:
            self._dropped = False
            return True
        return False

    async def _next_key(self) -> None:
        self._key_since = None
        if not self._app.screen_stack:
            self._typed.clear()
        while self._typed:
            event = self._typed.popleft()
            if self._held_back(event):
                continue
            self._key_number += 1
            self._key_since = time.monotonic()
            target = self._app.focused or self._app.screen
            await self._deliver(event)
            self._follow_key(target, 2)
            if self._typed:
                self._wait_at_most()
            break

    def _held_back(self, event: events.Key | events.Paste) -> bool:
        """Whether this key doesn't count now: a letter that is still down from a screen before this one, or
        one that comes behind such a letter, which was let go."""
        key = event.key if isinstance(event, events.Key) else ""
        if self.letters.released(key):
            self._typed.insert(1, event)
            return True
        if not (len(key) == 1 and key.isalpha()):
            return False
        focused = self._app.focused
        if focused is not None and focused.check_consume_key(key, key):
            return False
        return self.letters.holds_back(key, event.time, self._app.screen, partial(self._again, event))

    def _again(self, event: events.Key | events.Paste) -> None:
        """A key that was held back counts after all, before all others."""
        self._typed.appendleft(event)
        self._app.call_later(self._go_on)

    async def _go_on(self) -> None:
        if self._key_since is None:
            await self._next_key()

    def _follow_key(self, target: Widget, rounds: int) -> None:
        sign = KeyDone(self._key_number, rounds)
        if not target.post_message(sign):
            self._app.post_message(sign)

    def _wait_at_most(self) -> None:
        """Go on after a while in any case: where a screen closes, the sign may be lost on its way."""
        number = self._key_number

        async def go_on() -> None:
            if number == self._key_number and self._key_since is not None:
                await self._next_key()

        self._app.set_timer(KEY_TIME, go_on)

    async def done(self, message: KeyDone) -> None:
        """A key has been dealt with: the next one is taken."""
        if message.number != self._key_number or not self._app.screen_stack:
            return
        if message.rounds > 1:
            self._follow_key(self._app.focused or self._app.screen, message.rounds - 1)
        else:
            await self._next_key()
