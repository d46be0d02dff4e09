"""What the readers at a front end are shown of their match: the picture of now, and what each entry tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.contract.event import Event
from core.engine.entry import Undo, read_table_act
from core.engine.match import Match
from core.engine.table import News
from tui.match.channel import Channel
from tui.match.entry_texts import event_lines, names_of, told_lines
from tui.match.events import Began, Moved, Picture
from tui.match.history import compared_last, history, last_choice
from tui.match.persons import Persons


class Publisher:
    """Posts a match as its readers see it. Only for the match's loop."""

    def __init__(
        self,
        match: Match,
        readers: Sequence[int],
        channel: Channel,
        persons: Persons,
        opening: Sequence[Event] | None,
        muted: bool,
    ) -> None:
        """Post the beginning.

        `readers` are the seats of the persons here, or -1 alone for what everybody sees; `opening` are the
        events of the match's setup, None for a match that goes on: what happened in it is told, and the
        person who is to choose is asked. `muted` as in Began.
        """
        self._match = match
        self._readers = readers
        self._channel = channel
        self._persons = persons
        self._totals: dict[int, tuple[int, ...]] = {}
        """By entry that brought a comparison."""
        self._called = True
        automatic = persons.automatic
        if opening is not None:
            self._views = self._seen()
            names = names_of(match.header)
            lines = {
                reader: event_lines(match.game, 0, opening, view, None, names)
                for reader, view in self._views.items()
            }
            since = None
        else:
            past = history(match, readers, automatic)
            self._totals |= past.totals
            self._views, lines = self._seen(), past.lines
            since = {reader: last_choice(match, reader, automatic) for reader in readers}
            decision = match.decision()
            if decision is not None:
                persons.came_back(decision.seat)
        channel.post(Began(match.header, self._picture(), lines, since, muted))

    def called(self) -> bool:
        """Whether others have moved since this was asked last."""
        called, self._called = self._called, False
        return called

    def follow(self, news: News) -> None:
        """An entry has become part of the match."""
        match = self._match
        self._called = self._called or news.entry.by not in self._readers
        if isinstance(read_table_act(news.entry.text), Undo) and not match.alone:
            decision = match.decision()
            if decision is not None:
                self._persons.came_back(decision.seat)
        totals = match.game.totals(news.events)
        if totals:
            self._totals[news.n] = totals
        before, self._views = self._views, self._seen()
        automatic = self._persons.automatic
        lines = {
            reader: told_lines(
                match, news.n, news.entry, news.events, view, before[reader], reader, automatic
            )
            for reader, view in self._views.items()
        }
        self._channel.post(Moved(self._picture(), lines))

    def _seen(self) -> dict[int, Any]:
        """The match as each reader sees it now."""
        return {reader: self._match.view(reader if reader >= 0 else None) for reader in self._readers}

    def _picture(self) -> Picture:
        match = self._match
        acts = (read_table_act(entry.text) for entry in match.entries)
        marked = sum(isinstance(act, Undo) and act.marked for act in acts)
        totals = compared_last(match, self._totals)
        return Picture(match.n, match.head.hex(), self._views, match.outcome, totals, marked)
