"""An app that deals with one key at a time, however many arrive together."""

from __future__ import annotations

import time
from collections import deque
from typing import Any

from textual import events
from textual.app import App
from textual.message import Message
from textual.widget import Widget

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


class KeyByKey(App[None]):
    """Textual's app, but the next key waits until the one before it has been dealt with."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._typed: deque[events.Key | events.Paste] = deque()
        """Keys that wait for the one before them."""
        self._key_number = 0
        self._key_since: float | None = None
        """When the key that is being dealt with began; None if there is none."""

    async def on_event(self, event: events.Event) -> None:
        """As Textual's, but one key at a time.

        Textual sends each key at once to the widget that has the focus then, and does what a key is bound
        to only when that has come back here. Of keys that arrive together, as from an SSH connection, the
        second would go to where the first was, and not to where the first has led.
        """
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            if not self.screen_stack:
                return  # The app is closing: there is nothing left that a key could be for.
            self._typed.append(event)
            if self._key_since is None or time.monotonic() - self._key_since > KEY_TIME:
                await self._next_key()
            elif len(self._typed) == 1:
                self._wait_at_most()
        else:
            await super().on_event(event)

    async def _next_key(self) -> None:
        self._key_since = None
        if not self.screen_stack:
            self._typed.clear()
        if self._typed:
            event = self._typed.popleft()
            self._key_number += 1
            self._key_since = time.monotonic()
            target = self.focused or self.screen
            await super().on_event(event)
            self._follow_key(target, 2)
            if self._typed:
                self._wait_at_most()

    def _follow_key(self, target: Widget, rounds: int) -> None:
        sign = KeyDone(self._key_number, rounds)
        if not target.post_message(sign):
            self.post_message(sign)

    def _wait_at_most(self) -> None:
        """Go on after a while in any case: where a screen closes, the sign may be lost on its way."""
        number = self._key_number

        async def go_on() -> None:
            if number == self._key_number and self._key_since is not None:
                await self._next_key()

        self.set_timer(KEY_TIME, go_on)

    async def on_key_done(self, message: KeyDone) -> None:
        if message.number != self._key_number:
            return
        if message.rounds > 1:
            self._follow_key(self.focused or self.screen, message.rounds - 1)
        else:
            await self._next_key()
