"""What has happened in a match that goes on, in the words in which it was told when it happened."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

import msgspec

from core.contract.event import Event
from core.engine.match import Match, course
from tui.match.entry_texts import LogLine, event_lines, names_of, told_lines


class History(msgspec.Struct, frozen=True):
    """A match up to now."""

    lines: dict[int, list[LogLine]]
    """The log, by reader."""
    totals: dict[int, tuple[int, ...]]
    """By entry that brought a comparison: each seat's total."""


def history(played: Match, readers: Sequence[int], automatic: Container[int] = ()) -> History:
    """Play a match once more, and say it to these readers: seats, or -1 for what everybody sees. `automatic`
    are the entries that were answered for a person."""

    def views(match: Match) -> dict[int, Any]:
        return {reader: match.view(reader if reader >= 0 else None) for reader in readers}

    game = played.game
    opening: list[Event] = []
    match = Match(played.header, game, opening)
    seen = views(match)
    lines = {
        reader: event_lines(game, 0, opening, seen[reader], None, names_of(played.header))
        for reader in readers
    }
    totals: dict[int, tuple[int, ...]] = {}
    for entry in played.entries:
        made = match.play(entry.by, entry.text, entry.signature)
        before, seen = seen, views(match)
        for reader in readers:
            lines[reader] += told_lines(
                match, made.n, entry, made.events, seen[reader], before[reader], reader, automatic
            )
        compared = game.totals(made.events)
        if compared:
            totals[made.n] = compared
    return History(lines, totals)


def compared_last(match: Match, totals: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
    """Of `totals`, as History has them, those compared last; empty if there are none. What was taken back
    doesn't count."""
    still = course(match.entries) if totals else []
    return next((totals[n] for n in reversed(still) if n in totals), ())


def last_choice(match: Match, seat: int, automatic: Container[int]) -> int:
    """The number of the last entry that this seat made itself; 0 if it made none. `automatic` are those
    that were answered for it."""
    own = (n for n, entry in enumerate(match.entries, 1) if entry.by == seat and n not in automatic)
    return max(own, default=0)
