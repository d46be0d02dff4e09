"""Going on with a match of the archive: which one, whether it can be, and the match rebuilt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import msgspec

import core
from core import bots, registry
from core.clean import clean
from core.contract.outcome import ONE_SIDED
from core.engine.match import Match
from tui.archive import match_lock
from tui.archive.contacts import contact_of
from tui.archive.database import Archive, ArchiveError
from tui.archive.disputes import disputed
from tui.archive.queries import Summary, before_second, find, load, to_be_told, unfinished
from tui.archive.request_rows import account_of
from tui.archive.store import MatchStore
from tui.match.history import compared_last, history
from tui.match.match_keys import key_lost
from tui.match.match_storage import keeping
from tui.match.repair import Lost, sound, stays
from tui.match.series import Series
from tui.profile import Profile


def chosen(archive: Archive, name: str = "") -> Summary:
    """The match of this name; without one the match played last of those that can go on. Raises ArchiveError
    with a sentence if there is none."""
    if name:
        return find(archive, name)
    last = latest(archive)
    if last is None:
        for kept in unfinished(archive):
            if match_lock.held(archive.path, kept.lock):
                raise ArchiveError(
                    f"The match last left, {kept.name}, is open in another program: go on there, or leave it"
                    " there first."
                )
        ended = next(
            (kept for kept in to_be_told(archive) if apart(kept) and not why_not(archive, kept)), None
        )
        alone = "" if ended is None else (
            f" {ended.name} was ended on this side alone, as {apart(ended)}: tesser resume {ended.name} looks"
            " for the other side, and goes on with it if that comes back."
        )  # fmt: skip
        keyless = (key_lost(archive, kept) for kept in unfinished(archive) if not kept.alone)
        lost = next((f" {said}" for said in keyless if said), "")
        raise ArchiveError(
            f"There is no match to go on with; tesser archive list shows all that were played.{alone}{lost}"
        )
    return last


def latest(archive: Archive) -> Summary | None:
    """Of the matches that can go on now, the one played last; None if there is none. So can the first of two
    games: by the second. Where there is nothing else, it is one whose end the other side may not have, or
    that was to be played again."""
    found = sorted([*unfinished(archive), *before_second(archive)], key=lambda one: one.last, reverse=True)
    ended = (kept for kept in to_be_told(archive) if not apart(kept))
    return next((kept for kept in (*found, *ended) if not why_not(archive, kept)), None)


def why_not(archive: Archive, kept: Summary) -> str:
    """Why a match can't go on here, in sentences; empty if it can. So can one that is over if its end is not
    known to have reached the other side: it is brought there."""
    look = f"tesser replay {kept.name} tells it."
    if kept.fault:
        return f"{kept.fault} tesser archive delete {kept.name} takes it out."
    done = kept.outcome is not None and (kept.alone or contact_of(archive, kept) is None)
    if done and not (kept.alone and awaits_second(archive, kept)):
        return f"Match {kept.name} is finished. {look}"
    if not kept.seats or (kept.alone and not kept.held):
        return f"Match {kept.name} came from elsewhere, and nobody here holds a seat in it. {look}"
    if kept.game not in registry.names():
        return f"This program has no game {clean(kept.game, 30)!r}, so match {kept.name} can't go on."
    mine = registry.load(kept.game).fingerprint
    if kept.rules != mine:
        return (
            f"Match {kept.name} was begun with tesser {kept.app}, rules {clean(kept.rules, 8)}; this is"
            f" tesser {core.VERSION}, rules {mine[:8]}. It can't be played on here, but looked at as far as"
            f" its hashes agree: {look}"
        )
    for player in kept.players:
        bot = bots.name_of(player.player)
        if bot is not None and bot not in bots.names():
            return (
                f"This program has no computer player {clean(bot, 30)!r}, so match {kept.name} can't go on."
            )
    disputes = disputed(archive, kept)
    if kept.disagreed:
        return (
            f"In match {kept.name} the two programs disagreed a second time, on entry {disputes[-1]}, so it"
            f" has ended there. {look}"
        )
    if not kept.alone and contact_of(archive, kept) is None:
        return (
            f"Nothing is kept of how the other side of match {kept.name} is found, so it can't go on. {look}"
        )
    if not kept.alone and (lost := key_lost(archive, kept)):
        return lost
    if match_lock.held(archive.path, kept.lock):
        return f"Match {kept.name} is being played in another tesser; it can go on in one only."
    return ""


def awaits_second(archive: Archive, kept: Summary) -> bool:
    """Whether a match is the first of two games and finished, and the second has not begun."""
    # Lists ask this of each match, and only of few all others have to be looked at.
    first = kept.outcome is not None and kept.first
    return first and any(one.id == kept.id for one in before_second(archive))


def going_on(archive: Archive, kept: Summary, how: str) -> str:
    """What can be done with a match besides looking at it, in sentences, or why nothing; empty for one that
    is finished for both sides. `how` does it, such as a key. Raises ArchiveError."""
    reason = why_not(archive, kept)
    if kept.outcome is None:
        waits = bool(account_of(archive, kept).conceding)
        conceded = " You have conceded: the other side hears of it then." if waits else ""
        return reason or f"{how} goes on with it.{conceded}"
    if reason:
        return ""
    if awaits_second(archive, kept):
        return f"It is the first of two games: {how} goes on to the second, with the sides swapped."
    if ended := apart(kept):
        return (
            f"Your copy alone has ended, as {ended}: {how} looks for the other side, and if that comes back,"
            " goes on with the match."
        )
    return f"The other side may not have its end: {how} brings it there."


class TakenUp(NamedTuple):
    """A match of the archive that goes on."""

    store: MatchStore
    match: Match
    """Up to its last sound entry."""
    lost: Lost | None
    """What is damaged of it, if anything is."""


@contextmanager
def taken_up(
    profile: Profile, kept: Summary, say: Callable[[str], object], automatic: set[int]
) -> Iterator[TakenUp]:
    """A match of the archive with the store that keeps it on; `automatic` gets the numbers of the entries
    that were answered for a person. A match that was ended on this side alone is as it was before that; the
    store has the end yet, until it is told to reopen it. Of a damaged one the match is what is sound; the
    store has the rest yet, until it is told to set that aside. Raises ArchiveError."""
    with Archive(profile.archive) as archive:
        reason = why_not(archive, kept)
        if reason:
            raise ArchiveError(reason)
    with resumed(profile, kept, say, automatic) as held:
        yield held


@contextmanager
def resumed(
    profile: Profile, kept: Summary, say: Callable[[str], object], automatic: set[int]
) -> Iterator[TakenUp]:
    """The same, for a match of which it was asked before whether it may be."""
    with keeping(profile, kept.seats, None, say, kept=kept, automatic=automatic) as store:
        # Read when nobody else can add to it any more.
        with Archive(profile.archive) as archive:
            found = load(archive, kept)
        last = store.last - 1 if apart(kept) else store.last
        match, lost = sound(kept.name, found, last, registry.load(kept.game))
        if match.h0.hex() != found.record.h0:
            store.mend_h0(match.h0)
        automatic |= {n for n in found.automatic if n <= match.n}
        yield TakenUp(store, match, lost)


def apart(kept: Summary) -> str:
    """How the match was ended on this side alone, one of ONE_SIDED; empty if it was not."""
    return kept.outcome.end if kept.outcome is not None and kept.outcome.end in ONE_SIDED else ""


def series_of(kept: Summary) -> Series | None:
    """The games that a match is one of; None if it stands alone, or if that can't be read."""
    try:
        return Series.revived(kept.series, kept.save) if kept.series else None
    except msgspec.MsgspecError:
        return None


def series_after(archive: Archive, kept: Summary) -> Series:
    """The two games whose first, on this machine, is this match, which is over. Raises ArchiveError."""
    series = series_of(kept)
    match, lost = sound(kept.name, load(archive, kept), kept.entries, registry.load(kept.game))
    if lost is not None:
        raise stays(kept.name, lost.said)
    if series is None or match.outcome is None:
        raise ArchiveError(f"Match {kept.name} is not the first of two games.")
    series.end(match.outcome, compared_last(match, history(match, (-1,)).totals), kept.match)
    return series
