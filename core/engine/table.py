"""The one loop that runs a match: asks the seat that owes a choice, stores, applies, tells.

Everything that enters a match goes through `Table.place`, on the loop's own thread: local choices,
entries from a peer, requests. It is synchronous, so nothing can come between checking and committing.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from core.contract.choice import Choice, Decision
from core.contract.event import Event
from core.contract.outcome import Outcome
from core.engine.chain import signing_bytes
from core.engine.entry import Entry
from core.engine.match import Match, NotKept, Rejected, Signer, Store
from core.engine.notation import write_choice


class News(msgspec.Struct, frozen=True):
    """One entry that has just become part of the match."""

    n: int
    entry: Entry
    events: list[Event]
    """Unfiltered; put them into words only through a reader's view."""


class Controller(Protocol):
    """Whoever decides for a seat held here. It gets views and nothing else."""

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        """The picks of one act, at least one. Cancelled when the match moves on without it."""

    def refused(self, reason: str) -> None:
        """The act could not be placed, for this reason; `choose` is called again."""


RETRY_SECONDS = 2.0
"""After how long something is placed again that the store could not keep."""

Watcher = Callable[[News], None]
Check = Callable[[int, bytes], bool]
"""Whether a prepared entry (its number and hash) is what a peer said it is."""


class Table:
    """A match with its controllers."""

    def __init__(
        self,
        match: Match,
        controllers: Mapping[int, Controller],
        store: Store | None = None,
        sign: Signer | None = None,
    ) -> None:
        """`controllers` has the seats held here; the rest are a peer's."""
        self.on_unkept: Callable[[int, str], bool] | None = None
        """Told by whom and why an entry could not be kept; whether it is to be tried again as it is, after
        RETRY_SECONDS. If not, the seat is asked again.
        Without it `run` raises NotKept."""
        self.match = match
        self._controllers = dict(controllers)
        self._store = store
        self._sign = sign
        self._watchers: list[Watcher] = []
        self._moved = asyncio.Event()
        self._left = False
        if store is not None:
            store.open(match.header, match.h0)

    def watch(self, watcher: Watcher) -> None:
        """Tell this function of every entry from now on, after it is stored and applied."""
        self._watchers.append(watcher)

    def owes(self) -> int | None:
        """The seat that owes the next choice; None when the match is over."""
        decision = self.match.decision()
        return None if decision is None else decision.seat

    def place(self, by: int, text: str, signature: str | None = None, check: Check | None = None) -> Entry:
        """Make this the next entry. Raises Malformed or Rejected, and then nothing has changed.

        With `check` the entry comes from a peer: it is asked before anything is stored, and a False makes
        the entry Rejected.
        """
        match = self.match
        prepared = match.prepare(by, text)
        if check is not None:
            if not check(prepared.n, prepared.hash):
                raise Rejected(f"Entry {prepared.n} is not what its author signed.")
        elif self._sign is not None and signature is None:
            signature = self._sign(by, signing_bytes(match.header.match, prepared.n, prepared.hash))
        entry = prepared.entry(signature)
        if self._store is not None:
            self._store.append(entry, prepared.outcome)
        match.commit(prepared, signature)
        self._moved.set()
        news = News(prepared.n, entry, prepared.events)
        for watcher in self._watchers:
            watcher(news)
        return entry

    def leave(self) -> None:
        """Stop running; the match stays as it is."""
        self._left = True
        self._moved.set()

    async def run(self) -> Outcome | None:
        """Play on to the end; None if the table was left before."""
        while not self._left and (decision := self.match.decision()) is not None:
            self._moved.clear()
            moved = asyncio.ensure_future(self._moved.wait())
            controller = self._controllers.get(decision.seat)
            if controller is None:
                await moved
                continue
            view = self.match.view(decision.seat)
            act = asyncio.ensure_future(controller.choose(view, decision))
            try:
                await asyncio.wait({act, moved}, return_when=asyncio.FIRST_COMPLETED)
                if not moved.done():
                    await self._play(decision.seat, act.result())
            finally:
                for task in (act, moved):
                    if not task.done():
                        task.cancel()
                        with contextlib.suppress(asyncio.CancelledError):
                            await task
        return self.match.outcome

    async def _play(self, seat: int, act: Sequence[Choice]) -> None:
        for choice in act:
            if self.owes() != seat or not await self._placed(seat, choice):
                break

    async def _placed(self, seat: int, choice: Choice) -> bool:
        """Place a choice, again and again where it could not be kept; False if it was not placed."""
        n = self.match.n
        while True:
            try:
                self.place(seat, write_choice(choice, self.match.game.table))
                return True
            except NotKept as error:
                if self.on_unkept is None:
                    raise
                if not self.on_unkept(seat, str(error)):
                    return False
            except Rejected as error:
                self._controllers[seat].refused(str(error))
                return False
            await asyncio.sleep(RETRY_SECONDS)
            if self._left or self.match.n != n:
                return False
