"""The clock of a match on its thread: what is kept of it, shown of it, and said of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, assert_never

from core.contract.clock import GIFT, NO_CLOCK, SECOND, WARNINGS, WITHOUT, shown, spoken
from core.contract.game import AnyGame
from core.engine.match import Match, NotKept
from core.words import listed
from net.lockstep.clocks import (
    ClockEvent,
    ClockNews,
    ShownClock,
    TimeGiven,
    Timekeeper,
    TimeRanOut,
    TimeShort,
)
from net.protocol.limits import GIFTS
from tui.archive.store import MatchStore
from tui.match.channel import Channel
from tui.match.events import ClocksRead, Noted, Rang, TimeUp
from tui.match.plans import PERSON
from tui.match.player_names import called

if TYPE_CHECKING:
    from tui.match.worker import MatchLoop


def timekeeper(match: Match, seats: Sequence[int], store: MatchStore) -> Timekeeper | None:
    """The clocks of a match whose `seats` are held here, as they were kept; None for one without."""
    if match.header.clock == NO_CLOCK:
        return None
    return Timekeeper(match, seats, store.clocks())


def clock_at(game: AnyGame, clocks: Mapping[int, ShownClock], owing: int | None, reader: int) -> str:
    """What is left to who is to choose, for a corner of a screen: `you 0:29!`, `Evil 9:58`; of who has no
    clock, what is left to the reader. Empty where nobody has one."""
    seat = owing if owing in clocks else reader
    if seat is None or seat not in clocks:
        return ""
    left = clocks[seat].left
    who = "you" if seat == reader else game.texts.seat_name(seat)
    return f"{who} {shown(left)}{'!' * (left <= WARNINGS[0])}"


def clocks_told(clocks: Mapping[int, ShownClock], reader: int, who: Callable[[int], str]) -> list[str]:
    """All clocks in sentences; `who` names a seat."""
    return [
        f"{'You have' if seat == reader else f'{who(seat)} has'} {spoken(clock.left)} left."
        for seat, clock in clocks.items()
    ] or [WITHOUT]


@asynccontextmanager
async def timed(
    loop: MatchLoop,
    keeper: Timekeeper | None,
    match: Match,
    persons: Sequence[int],
    store: MatchStore,
    held: Callable[[], bool] = lambda: False,
) -> AsyncIterator[None]:
    """The clocks of the match run while this is entered, if it has any: as long as a person at the
    front end could answer, and not while `held`. To be entered once the match has begun there."""
    if keeper is None:
        yield
        return
    timing = Timing(loop.channel, keeper, match, persons)
    loop.commands.timing = timing
    async with timing.running(store, lambda: loop.idle or held()):
        yield


class Timing:
    """Follows the clocks of a match for the persons here. Only for the match's loop."""

    def __init__(self, channel: Channel, keeper: Timekeeper, match: Match, persons: Sequence[int]) -> None:
        """`persons` are their seats."""
        self._channel = channel
        self._keeper = keeper
        self._match = match
        self._persons = persons
        self._store: Callable[[], object] = lambda: None
        keeper.listener = self._hear

    @asynccontextmanager
    async def running(self, store: MatchStore, held: Callable[[], bool]) -> AsyncIterator[None]:
        """The clocks run while this is entered, but not while `held`."""
        keeper, last = self._keeper, store.clocks()

        def keep() -> None:
            nonlocal last
            now = keeper.kept()
            # What can't be kept now is with the next change.
            with suppress(NotKept):
                if now != last:
                    store.keep_clocks(now)
                    last = now

        self._store, keeper.held = keep, held
        self._changed()
        task = asyncio.ensure_future(keeper.keep())
        try:
            yield
        finally:
            task.cancel()
            keep()

    def ask(self, seat: int, grace: float) -> None:
        """A person here is asked; `grace` as Timekeeper has it, in seconds."""
        self._keeper.ask(seat, round(grace * SECOND))

    def stop(self, seat: int) -> None:
        """It is asked no more."""
        self._keeper.stop(seat)

    def refusal(self, by: int) -> str:
        """Why this seat can't claim the match now; empty if it can."""
        return self._keeper.refusal(by)

    def give(self, seat: int) -> None:
        """Give a seat whose time is up a minute."""
        who = self._who(seat)
        if self._keeper.give(seat):
            said = f"{who} gets a minute more."
        elif self._keeper.up(seat):
            said = f"{who} was given time {GIFTS} times; more is not possible in a match."
        else:
            said = f"{who} has time left."
        self._channel.post(Noted(said))

    def go_on(self, seat: int) -> None:
        """Tell no more of a seat whose time is up, for the decision it has now."""
        self._keeper.go_on(seat)

    def _hear(self, event: ClockEvent) -> None:
        match event:
            case ClockNews.CHANGED:
                self._changed()
            case ClockNews.TICKED:
                self._ticked()
            case TimeShort(seat, left):
                self._warn(seat, left)
            case TimeRanOut(seat):
                self._up(seat)
            case TimeGiven(seat):
                self._given(seat)
            case _:
                assert_never(event)

    def _changed(self) -> None:
        self._store()
        self._show(news=True)

    def _ticked(self) -> None:
        self._store()  # each second: a program that is killed gives no time back
        self._show(news=False)

    def _show(self, news: bool) -> None:
        shown = {
            seat: ShownClock(-(-clock.left // SECOND) * SECOND, clock.runs, clock.up)
            for seat, clock in self._keeper.seats().items()
        }
        self._channel.post(ClocksRead(shown, self._time_up(), news))

    def _time_up(self) -> TimeUp | None:
        seat = self._keeper.wanted()
        by = None if seat is None else self._claimant(seat)
        if seat is None or by is None:
            return None
        said = f"The time of {self._who(seat)} is up."
        return TimeUp(seat, self._match.n + 1, by, said, self._keeper.goes_on(seat))

    def _claimant(self, seat: int) -> int | None:
        return next((one for one in self._persons if one != seat), None)

    def _warn(self, seat: int, left: int) -> None:
        who = "You have" if len(self._persons) == 1 else f"{self._who(seat)} has"
        self._channel.post(Noted(f"{who} {spoken(left)} left."))
        self._channel.post(Rang())

    def _up(self, seat: int) -> None:
        """Who can do something about it is asked (_time_up); here it is said to whose time it is."""
        self._channel.post(Rang())
        if self._claimant(seat) is not None and seat in self._persons:
            return  # Both are at this screen.
        if seat not in self._persons:
            return
        others = [
            self._who(one)
            for one, who in enumerate(self._match.header.seats)
            if one not in self._persons and who.player == PERSON
        ]
        may = (
            f"{listed(others, 'or')} may claim the match, give you {spoken(GIFT)} more, or let you go on."
            if others
            else "Nobody claims the match for that: choose all the same."
        )
        self._channel.post(Noted(f"Your time is up. {may}"))

    def _given(self, seat: int) -> None:
        who = "you" if len(self._persons) == 1 else self._who(seat)
        self._channel.post(Noted(f"The other side gives {who} {spoken(GIFT)} more."))

    def _who(self, seat: int) -> str:
        names = [one.shown for one in self._match.header.seats]
        return called(self._match.game, names, seat)
