"""Somebody at an app: presses keys, clicks, and waits until the app has nothing left to do."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual import events, pilot
from textual.app import App
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key

from tests.support.waiting import SECONDS

AGAIN = 0.7
"""Seconds after which a key is pressed again; sooner it would be one that is held."""


class Pilot(pilot.Pilot[Any]):
    """Textual's pilot, but it sees whether the app has work left.

    Textual's takes an app for idle when its process gets little processor time, so that on a busy machine
    it looks too early, and everywhere waits for 20 ms at least.
    """

    async def pause(self, delay: float | None = None) -> None:
        """Let some seconds pass if `delay` says so, and the app do all it can do now.

        What another thread or process brings, or a time, is not waited for: that is for `until`.
        """
        if delay is not None:
            await asyncio.sleep(delay)
        await settle(self.app)

    async def resize_terminal(self, width: int, height: int) -> None:
        """Give the terminal another size, and wait until the screen in front is drawn at it: Textual lays out
        a little later, and all it is sent meanwhile only once."""
        await super().resize_terminal(width, height)
        await self.until(lambda: self.app.screen.size == self.app.screen._compositor.size == (width, height))

    async def press(self, *keys: str) -> None:
        """Press keys, one after another, each when the app is done with the one before."""
        for key in keys:
            self.app.post_message(key_event(key))
            await settle(self.app)

    async def until(self, true: Callable[[], object]) -> None:
        """Let the app work until this is so."""
        await self._until(true, self.pause)

    async def _until(self, true: Callable[[], object], deed: Callable[[], Awaitable[None]]) -> None:
        try:
            async with asyncio.timeout(SECONDS):
                while not true():
                    if self.app._exception is not None:
                        raise self.app._exception
                    await asyncio.sleep(0.002)
                    await deed()
        except TimeoutError:
            raise AssertionError(f"never so; on the screen, {self.app.screen}:\n{rows(self.app)}") from None

    async def press_until(self, key: str, true: Callable[[], object]) -> None:
        """Press a key as a person does who sees that it wasn't heard yet: it was guarded."""
        loop = asyncio.get_running_loop()
        again = loop.time()

        async def pressed() -> None:
            nonlocal again
            if loop.time() < again:
                await self.pause()
            else:
                await self.press(key)
                again = loop.time() + AGAIN

        await self._until(true, pressed)


def key_event(key: str) -> events.Key:
    """A key as a terminal sends it, with its character if it has one."""
    if len(key) == 1 and not key.isalnum():
        key = _character_to_key(key)
    try:
        char = unicodedata.lookup(_get_unicode_name_from_key(REPLACED_KEYS.get(key, key)))
    except KeyError:
        char = key if len(key) == 1 else None
    return events.Key(key, char)


async def settle(app: App[Any]) -> None:
    """Wait until the app has nothing left to do before a key, another thread or a time brings something."""
    while True:
        await _nothing_ready()
        if not app.screen_stack or app._exit:
            return
        screen = app.screen
        due = (
            screen._layout_required
            or screen._scroll_required
            or screen._repaint_required
            or screen._recompose_required
            or screen._dirty_widgets
            or screen._callbacks
        )
        if not due or not screen.is_current:
            return
        # What is to be drawn is drawn now, and not when the screen's timer says so.
        screen._on_timer_update()


async def _nothing_ready() -> None:
    """Wait until the loop, asked twice, has nothing to call at once."""
    loop: Any = asyncio.get_running_loop()
    quiet = 0
    while quiet < 2:
        await asyncio.sleep(0)
        quiet = quiet + 1 if not loop._ready else 0


def rows(app: App[Any]) -> str:
    """The screen in front, as it is drawn."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


@asynccontextmanager
async def piloted(app: App[Any], size: tuple[int, int] = (80, 24), **more: Any) -> AsyncIterator[Pilot]:
    """The app, running in a terminal of this size; `more` is for Textual's run_test."""
    async with app.run_test(size=size, **more):
        one = Pilot(app)
        await one.pause()
        yield one
