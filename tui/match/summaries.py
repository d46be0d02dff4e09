"""A match of the archive in words: who played, when, and what came of it."""

from __future__ import annotations

import time

from core import registry
from core.clean import clean
from core.words import capital, counted
from tui.archive import queries
from tui.archive.database import Archive
from tui.archive.queries import Summary, load
from tui.match.end_texts import result
from tui.match.player_names import players
from tui.match.replayed import replay
from tui.match.resume import going_on, why_not


def who(kept: Summary) -> str:
    """Who plays: `Good (Ann) against Evil`."""
    if kept.fault:
        return "a match that is damaged"
    names = [player.name for player in kept.players]
    if kept.game not in registry.names():
        return ", ".join(names)
    return players(registry.load(kept.game), names)


def title(kept: Summary) -> str:
    """The game, as people write it."""
    if kept.fault:
        return "A game that can't be told"
    return registry.title(kept.game) if kept.game in registry.names() else kept.game


def when(moment: int) -> str:
    """A time of the archive as the clock here shows it: `2026-11-30 14:02`."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment / 1000))


def dated(kept: Summary) -> str:
    """When it was played, as far as that is known: `begun ..., last played ...`."""
    begun = f"{'taken in' if kept.imported else 'begun'} {when(kept.begun)}"
    return begun if kept.played is None else f"{begun}, last played {when(kept.played)}"


def came_to(kept: Summary) -> str:
    """What came of it: `Good wins, 6 to 0`; or how far it is."""
    outcome = kept.outcome
    if kept.fault:
        return "it can't be read"
    if kept.disagreed:
        return f"ended at entry {kept.entries}: the two programs did not agree"
    if outcome is None:
        return f"not finished, entry {kept.entries}" if kept.entries else "not finished, no entry yet"
    scores = " to ".join(map(str, outcome.scores))
    if outcome.end == "left":
        where = "here alone" if kept.seats else "by one side alone"
        return f"ended {where} at {scores}"
    known = kept.game in registry.names()

    def name(seat: int) -> str:
        return registry.load(kept.game).texts.seat_name(seat) if known else kept.players[seat].name

    claimed = f", claimed {'here' if kept.seats else 'by one side'} alone" if outcome.end == "claimed" else ""
    return f"{result(outcome, name).removesuffix('.')}{claimed}, {scores}"


def to_come(kept: Summary) -> str:
    """What there is to be gone on with, of a match that can go on."""
    return came_to(kept) if kept.outcome is None else "the second of two games"


def eyes(kept: Summary) -> int | None:
    """The seat as which a match is looked at while it is not finished: the one person's here; None, for
    what everybody sees, where there are several, or none."""
    return kept.persons[0] if len(kept.persons) == 1 else None


def telling(archive: Archive, kept: Summary) -> list[str]:
    """The whole match in sentences, as whoever holds its seats here may know it. Raises ArchiveError."""
    if kept.game not in registry.names():
        return []
    replayed = replay(load(archive, kept).record, registry.load(kept.game), eyes(kept))
    return [*replayed.log, *filter(None, (replayed.end, replayed.wrong))]


def about(archive: Archive, kept: Summary) -> list[str]:
    """All about a match, in sentences."""
    if kept.fault:
        return [why_not(archive, kept)]
    unsound = queries.unsound(archive, kept)
    damaged = (
        f"It was damaged: {counted(unsound, 'entry', 'entries')} of then, set aside here, count no more."
    )
    goes_on = going_on(archive, kept, f"tesser resume {kept.name}") or why_not(archive, kept)
    tells = "" if f"tesser replay {kept.name}" in goes_on else f" tesser replay {kept.name} tells it."
    return [
        f"Match {kept.match}, here called {kept.name}.",
        f"{title(kept)}: {who(kept)}.",
        f"{capital(dated(kept))}; {came_to(kept)}.",
        f"Begun with tesser {kept.app}, rules {clean(kept.rules, 8)}.",
        *([damaged] if unsound else []),
        f"{goes_on}{tells}",
    ]
