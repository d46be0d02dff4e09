"""Ending one's own copy of a match whose other side is gone, while the match is not played."""

from __future__ import annotations

from contextlib import suppress

from core import registry
from core.contract.outcome import Outcome
from core.engine.match import Rejected
from core.engine.table import Table
from tui.archive import match_lock
from tui.archive.changes import leave_at_one
from tui.archive.clocks import clocks_of
from tui.archive.database import Archive, ArchiveError
from tui.archive.queries import Summary, find
from tui.match.commands import LeaveAtOne
from tui.match.end_texts import LEFT_AT_ONE, ended_here
from tui.match.match_keys import identity_for, key_lost
from tui.match.resume import resumed
from tui.match.worker import MatchWorker
from tui.profile import Profile


def why_not_end(archive: Archive, kept: Summary) -> str:
    """Why this match can't be ended here alone, in a sentence; empty if it can."""
    if kept.outcome is not None:
        return f"Match {kept.name} is finished."
    if kept.alone or not kept.seats:
        return f"Match {kept.name} has no other side that could be gone: it goes on, or is deleted."
    if kept.game not in registry.names() or kept.rules != registry.load(kept.game).fingerprint:
        return (
            f"Match {kept.name} was begun by other rules than this program's, so nothing can be added to it."
        )
    if match_lock.held(archive.path, kept.lock):
        return f"Match {kept.name} is being played in another tesser: end it there."
    return key_lost(archive, kept)


def how_to_end(archive: Archive, kept: Summary) -> str:
    """As what this side's copy of a match ends: `claimed` where the other side owes a choice for which it had
    no time left when it was heard last, else `left`. Raises ArchiveError."""
    with archive.reading() as db:
        clocks = clocks_of(db, kept.id)
    late = any(
        seat not in kept.seats and clock.n == kept.entries + 1 and not clock.left
        for seat, clock in clocks.items()
    )
    return "claimed" if late else "left"


def would_end(profile: Profile, name: str) -> str:
    """The same for the match of this name; `left` where that can't be read, as ending it says what is
    wrong."""
    with suppress(ArchiveError), Archive(profile.archive) as archive:
        return how_to_end(archive, find(archive, name))
    return "left"


def end_named(profile: Profile, name: str) -> tuple[Outcome, str]:
    """End this side's copy of the match of this name, as end_copy does; with what is said of it then. Raises
    ArchiveError."""
    with Archive(profile.archive) as archive:
        kept = find(archive, name)
    outcome = end_copy(profile, kept)
    return outcome, ended_here(outcome.end, kept.name)


def left_at_one(profile: Profile, name: str) -> str:
    """Give up, on this side, the second of two games whose first is the match of this name, and is finished;
    what is said of it then. Raises ArchiveError."""
    with Archive(profile.archive) as archive:
        leave_at_one(archive, find(archive, name).match)
    return LEFT_AT_ONE


def give_up_second(profile: Profile, worker: MatchWorker) -> str:
    """Leave a match that is over, and give up the second game that was to follow it: the other side is told,
    if there is one and it is there. Waits for that; what is said then."""
    worker.send(LeaveAtOne())
    worker.stop()
    if worker.second in (None, True):
        # Played on this machine, or the link was closed before, and with it all that keeps a running match.
        try:
            left_at_one(profile, worker.kept)
        except ArchiveError as error:
            return str(error)
        worker.forget_second()
    return LEFT_AT_ONE


def end_copy(profile: Profile, kept: Summary) -> Outcome:
    """End this side's copy of a match as how_to_end has it, signed by a seat held here. Raises
    ArchiveError."""
    with Archive(profile.archive) as archive:
        reason, how = why_not_end(archive, kept), how_to_end(archive, kept)
    if reason:
        raise ArchiveError(reason)
    with resumed(profile, kept, lambda said: None, set()) as (store, match, lost):
        identity = identity_for(profile, kept, match.header)
        if lost is not None:
            store.set_aside(match.n)
        table = Table(match, {}, store, lambda seat, message: identity.sign(message))
        try:
            table.place((kept.persons or kept.seats)[0], how)
        except Rejected as error:
            raise ArchiveError(f"Match {kept.name} can't be ended: {error}") from None
        assert match.outcome is not None
        return match.outcome
