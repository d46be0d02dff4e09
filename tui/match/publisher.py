"""What the readers at a screen are shown of their match: the picture of now, and what each entry tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.contract.event import Event
from core.contract.header import Header
from core.engine.match import Match
from core.engine.table import News
from tui.match.channel import Mailbox, Picture
from tui.match.entry_texts import event_lines, names_of, told_lines
from tui.match.history import compared_last, history, last_choice
from tui.match.persons import Persons


class Showing:
    """Puts a match into the mailbox as its readers see it. Only for the match's loop."""

    def __init__(
        self,
        match: Match,
        readers: Sequence[int],
        mail: Mailbox,
        persons: Persons,
        opening: Sequence[Event] | None,
    ) -> None:
        """Show the match for the first time.

        `readers` are the seats of the persons here, or -1 alone for what everybody sees; `opening` are the
        events of the match's setup, None for a match that goes on: what happened in it is told, and the
        person who is to choose is asked.
        """
        self._match = match
        self._readers = readers
        self._mail = mail
        self._persons = persons
        self._totals: dict[int, tuple[int, ...]] = {}
        """By entry that brought a comparison."""
        self._called = True
        if opening is None:
            self._go_on()
        else:
            views = self._show(match.header)
            names = names_of(match.header)
            mail.say(
                {
                    reader: event_lines(match.game, 0, opening, views[reader], None, names)
                    for reader in readers
                }
            )

    def _go_on(self) -> None:
        match, automatic = self._match, self._persons.automatic
        past = history(match, self._readers, automatic)
        self._totals |= past.totals
        self._mail.go_on({reader: last_choice(match, reader, automatic) for reader in self._readers})
        self._mail.say(past.lines)
        self._show(match.header)
        decision = match.decision()
        if decision is not None:
            self._persons.came_back(decision.seat)

    def called(self) -> bool:
        """Whether others have moved since this was asked last."""
        called, self._called = self._called, False
        return called

    def follow(self, news: News) -> None:
        """An entry has become part of the match."""
        match, readers = self._match, self._readers
        self._called = self._called or news.entry.by not in readers
        if news.entry.text.startswith("undo ") and not match.alone:
            decision = match.decision()
            if decision is not None:
                self._persons.came_back(decision.seat)
        totals = match.game.totals(news.events)
        if totals:
            self._totals[news.n] = totals
        before = self._mail.picture.views if self._mail.picture is not None else {}
        views = self._show()
        said = {}
        for reader in readers:
            then, automatic = before.get(reader), self._persons.automatic
            said[reader] = told_lines(
                match, news.n, news.entry, news.events, views[reader], then, reader, automatic
            )
        self._mail.say(said)

    def _show(self, header: Header | None = None) -> dict[int, Any]:
        """Put the match as it is now into the mailbox; the views by reader."""
        match = self._match
        views = {reader: match.view(reader if reader >= 0 else None) for reader in self._readers}
        marked = sum(entry.text.endswith(" marked") for entry in match.entries)
        totals = compared_last(match, self._totals)
        self._mail.show(
            Picture(match.n, match.head.hex(), views, None, match.outcome, totals, marked), header
        )
        return views
