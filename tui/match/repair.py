"""A match that is damaged in the archive: how much of it is sound, and what becomes of the rest.

Entries up to the first that is missing, does not follow or is not rightly signed are sound. The others are
set aside in the archive when the match goes on. Where another machine takes part they come from there again,
as far as it has them.
"""

from __future__ import annotations

from typing import NamedTuple

from core import registry
from core.clean import clean
from core.contract.errors import GameError
from core.contract.game import AnyGame
from core.engine.chain import signing_bytes
from core.engine.match import Match, Rejected
from core.engine.notation import Malformed
from core.engine.record import BadRecord, check_signature
from core.words import capital
from net.lockstep.events import CopyDamaged
from net.protocol.identity import verify
from tui.archive.database import Archive, ArchiveError
from tui.archive.queries import Kept, Summary, load


class Lost(NamedTuple):
    """What of a match is damaged in the archive."""

    n: int
    """The first entry that is."""
    last: int
    """The last one that was kept."""
    why: str
    """What is wrong with entry n, as the beginning of a sentence."""
    remembered: frozenset[tuple[int, bytes]]
    """Number and hash of entries after it, as far as they can be read."""

    @property
    def said(self) -> str:
        """What is damaged, in a sentence."""
        after = self.last - self.n
        if not after:
            return f"{self.why}."
        rest = "the one" if after == 1 else f"the {after}"
        return f"{self.why}, and {rest} after it can't be played without it."


def sound(name: str, kept: Kept, last: int, game: AnyGame) -> tuple[Match, Lost | None]:
    """The match up to the last sound entry, and what of it is damaged, if anything is; the archive has it up
    to entry `last`. Raises ArchiveError where not even its beginning is sound."""
    record = kept.record
    try:
        match = Match(record.header, game)
    except (GameError, ValueError) as error:
        raise stays(name, clean(str(error), 200)) from None
    why = ""
    for n, entry in enumerate(record.entries[:last], 1):
        try:
            prepared = match.prepare(entry.by, entry.text)
            if prepared.hash.hex() != entry.hash:
                raise Rejected("The hash does not agree.")
            message = signing_bytes(record.header.match, n, prepared.hash)
            check_signature(record.header, entry, message, "Entry", verify)
        except (Malformed, Rejected, BadRecord):
            why = f"Entry {n} does not agree"
            break
        match.commit(prepared, entry.signature)
    if match.h0.hex() != record.h0 and not match.n:
        # Otherwise the first entry says that it is the hash of the header that is damaged, not the header.
        raise stays(name, "The hash of its header does not agree.")
    if match.n >= last and not kept.damage:
        return match, None
    why = why or capital(kept.damage) or f"Entry {match.n + 1} is missing"
    read = {(n, bytes.fromhex(entry.hash)) for n, entry in enumerate(record.entries, 1) if n > match.n}
    return match, Lost(match.n + 1, max(match.n + 1, last), why, frozenset(read | kept.rest))


def stays(name: str, why: str) -> ArchiveError:
    """That a match can't go on, and why."""
    return ArchiveError(
        f"Match {name} can't go on: {why} It stays in the archive as it is; tesser replay {name} tells it as"
        " far as it agrees."
    )


def lost_of(archive: Archive, kept: Summary) -> Lost | None:
    """What of a match on this machine is damaged; None if nothing is. Raises ArchiveError."""
    return sound(kept.name, load(archive, kept), kept.entries, registry.load(kept.game))[1]


def question(name: str, lost: Lost) -> str:
    """Whether to go on with a match on this machine of which that is damaged."""
    start = f"from entry {lost.n - 1}" if lost.n > 1 else "from its beginning"
    return (
        f"Match {name} is damaged in the archive. {lost.said} It can go on {start}. What is damaged is set"
        " aside in the archive, not deleted. Go on from there?"
    )


def waiting(lost: Lost) -> str:
    """What is said while the other side of a match is looked for of which that is damaged."""
    return (
        f"The match is damaged in the archive here. {lost.said} What is missing comes from the other side, as"
        " far as it is there."
    )


def mended(damage: CopyDamaged, who: str) -> str:
    """What is said when the two sides have met and a copy of the match was damaged; `who` is the other."""
    here, good, had = damage.here, damage.good, damage.had
    where = "in the archive here" if here else f"in the archive of {who}"
    after = f" after entry {good}" if good else ""
    known = max(good, damage.other)
    said = [f"The match was damaged {where}{after}."]
    if known > good:
        said.append(f"{who if here else 'This side'} has given {_entries(good + 1, known)}.")
    if known < had:
        start = f"goes on from entry {known}" if known else "begins anew"
        said.append(f"Nobody has {_entries(known + 1, had)} any more: the match {start}.")
    return " ".join(said)


def _entries(first: int, last: int) -> str:
    return f"entry {first}" if first == last else f"entries {first} to {last}"
