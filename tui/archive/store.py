"""Keeping a running match in the archive, entry by entry."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path

from core.clean import shown_path
from core.contract.header import Header
from core.contract.outcome import Ending, Outcome
from core.engine.entry import Entry, Undo, read_table_act
from decks.storage.locks import Lock
from net.faultpoints import reach
from net.lockstep.clocks import KeptClock
from net.lockstep.request import RequestLedger
from net.protocol.contact import Contact
from tui.archive import match_lock
from tui.archive.changes import add_entries, copy_match, insert, set_outcome, unbegun
from tui.archive.clocks import clocks_of, put_clocks
from tui.archive.contacts import drop_contact, put_contact
from tui.archive.database import Archive, ArchiveError
from tui.archive.disputes import go_back, put_dispute
from tui.archive.queries import LAST, Summary, shown_name
from tui.archive.request_rows import put_account, read_account


class MatchStore:
    """A core Store: one match in the archive, locked while it is played here.

    Each call returns when its part is committed: in a match on this machine alone it lasts through a power
    cut too; with another machine through anything that ends the program, and what a power cut takes the
    other side still has. For the thread that makes it.
    """

    def __init__(
        self,
        path: Path,
        seats: Sequence[int],
        *,
        kept: Summary | None = None,
        contact: Contact | None = None,
        automatic: Container[int] = (),
        series: str = "",
        save: Path | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`path` is the archive's, `seats` are held here; `kept` is the match that goes on, None for a new
        one; `contact` is how the other machine is found again, if there is one; `automatic` has the
        numbers of entries that are answered for a person; `series` says what games a new one belongs to,
        `save` where its record is to go.
        Raises ArchiveError, also when the match that should go on is being played already."""
        self._path = path
        self._seats = tuple(seats)
        self._automatic = automatic
        self._contact = contact
        self._clock = clock
        self._series = series
        self._save = None if save is None else os.fsencode(save.absolute())
        self._archive: Archive | None = None
        self._alone = True
        self._lock: Lock | None = None
        self._id = 0
        self._n = 0
        self.name = ""
        """What the match is called in the archive; empty before it is there."""
        self.finish: Callable[[], object] = lambda: None
        """The match is over, and its screen stays: what is to be written besides is written now."""
        self.disputed: int | None = None
        """The entry on which the machines of a match that goes on did not agree last time: it was taken away,
        and what came after it."""
        self.tell: Callable[[str], object] = lambda said: None
        """Told, in sentences, what becomes of the archive while the match is played."""
        self.note = ""
        """A sentence on what became of the archive that was there before; empty if nothing did."""
        if kept is not None:
            self._take(kept)

    def open(self, header: Header, h0: bytes) -> None:
        if self._id:
            return  # It is there already, and goes on.
        try:
            self._begin(header, h0)
        except ArchiveError as error:
            self.close()
            raise ArchiveError(f"{error} So no match was begun.") from None

    def append(self, entry: Entry, outcome: Outcome | None) -> None:
        self._stay()
        assert self._archive is not None
        n = self._n + 1
        reach("commit.before")
        # Of what another machine asked for and was agreed to here, only this side can show the agreement.
        act = read_table_act(entry.text)
        agreed = entry.by not in self._seats and (
            isinstance(act, Undo) or act in (Ending.DRAW, Ending.FORFEIT)
        )
        with self._archive.lasting() if agreed else nullcontext(), self._archive.writing() as db:
            add_entries(db, self._id, n, [entry], [self._now()], self._automatic)
            set_outcome(db, self._id, outcome)
        reach("commit.after")
        self._n = n

    def keep_contact(self, contact: Contact) -> None:
        """The other machine is found otherwise from now on, or the two have met once more. Raises
        ArchiveError."""
        self._contact = contact
        if self._archive is not None and self._id:
            with self._archive.writing() as db:
                put_contact(db, self._id, contact)

    def account(self) -> RequestLedger:
        """What was asked in the match so far. Raises ArchiveError."""
        assert self._archive is not None
        with self._archive.reading() as db:
            return read_account(db, self._id)

    def keep_account(self, account: RequestLedger) -> None:
        """Something more was asked. It lasts through a power cut, as nobody else knows of it. Raises
        ArchiveError."""
        if self._archive is not None and self._id:
            with self._archive.lasting(), self._archive.writing() as db:
                put_account(db, self._id, account)

    def reopen(self) -> None:
        """The match, which has ended on this side alone, goes on: its last entry counts for nothing. Raises
        ArchiveError."""
        assert self._archive is not None
        with self._archive.writing() as db:
            db.execute("DELETE FROM entries WHERE id = ? AND n = ?", (self._id, self._n))
            db.execute("UPDATE matches SET outcome = NULL WHERE id = ?", (self._id,))
        self._n -= 1

    @property
    def last(self) -> int:
        """The number of the last entry that is kept."""
        return self._n

    def set_aside(self, n: int) -> None:
        """Of the match, which is damaged, only the entries up to n are sound: those after it are kept apart,
        and the match goes on from there. Raises ArchiveError."""
        assert self._archive is not None
        unsound = "id = ?1 AND NOT (typeof(n) = 'integer' AND n BETWEEN 1 AND ?2)"
        columns = "id, n, by, text, hash, signature, placed, automatic"
        with self._archive.lasting(), self._archive.writing() as db:
            moved = f"INSERT INTO damaged SELECT {columns}, ?3 FROM entries WHERE {unsound}"
            db.execute(moved, (self._id, n, self._now()))
            db.execute(f"DELETE FROM entries WHERE {unsound}", (self._id, n))
            db.execute("UPDATE matches SET outcome = NULL WHERE id = ?", (self._id,))
        self._n = n

    def mend_h0(self, h0: bytes) -> None:
        """The hash of the header, and nothing else of it, is damaged; it is this. Raises ArchiveError."""
        assert self._archive is not None
        with self._archive.writing() as db:
            db.execute("UPDATE headers SET h0 = ? WHERE id = ?", (h0, self._id))

    def keep_clocks(self, clocks: Mapping[int, KeptClock]) -> None:
        """What is left of the clocks of the match has changed, as it does each second. A power cut may give
        back what ran since the last entry. Raises ArchiveError."""
        if self._archive is not None and self._id:
            with self._archive.passing(), self._archive.writing() as db:
                put_clocks(db, self._id, clocks)

    def clocks(self) -> dict[int, KeptClock]:
        """What was kept of them. Raises ArchiveError."""
        if self._archive is None or not self._id:
            return {}
        with self._archive.reading() as db:
            return clocks_of(db, self._id)

    @property
    def reports(self) -> Path:
        """Folder of reports on matches that ended in a dispute."""
        return self._path.parent / "reports"

    def dispute(self, n: int) -> int:
        """The other machine does not agree on entry n; which dispute of this match it is, from 1. When the
        match is taken up again it goes back to the entry before. Raises ArchiveError."""
        assert self._archive is not None
        with self._archive.writing() as db:
            return put_dispute(db, self._id, n)

    def drop_contact(self) -> None:
        """The other machine has the match to its end and need not be found any more. Raises ArchiveError."""
        self._contact = None
        if self._archive is not None and self._id:
            with self._archive.writing() as db:
                drop_contact(db, self._id)

    def leave_at_one(self) -> None:
        """The second game of two, of which this match is the first, is not wanted: it stands alone. Raises
        ArchiveError."""
        if self._archive is not None and self._id:
            with self._archive.writing() as db:
                db.execute("UPDATE matches SET series = '' WHERE id = ?", (self._id,))

    def discard(self) -> None:
        """The match, of which nothing was played, has not begun on the other machine: it is kept no more.
        Raises ArchiveError."""
        if self._archive is not None and self._id and not self._n:
            with self._archive.writing() as db:
                db.execute("DELETE FROM matches WHERE id = ?", (self._id,))
            self._id, self.name = 0, ""

    def close(self) -> None:
        """The match is played here no longer."""
        with suppress(ArchiveError):  # There is no place for it any more.
            self._stay()
        if self._archive is not None:
            self._archive.close()
            self._archive = None
        if self._lock is not None:
            self._lock.let_go()
            self._lock = None

    def _now(self) -> int:
        return int(self._clock() * 1000)

    def _begin(self, header: Header, h0: bytes) -> None:
        archive = self._opened(alone=len({seat.peer for seat in header.seats}) == 1)
        reach("begin.keep")
        with archive.writing() as db:
            for copy in unbegun(db, header.match, self._seats):
                if not match_lock.held(self._path, f"{header.match}.{copy}"):
                    db.execute("DELETE FROM matches WHERE match = ? AND copy = ?", (header.match, copy))
            self._id, copy = insert(db, header, h0, self._seats, self._now(), self._series, self._save)
            self._claim(header.match, copy)
            if self._contact is not None:
                put_contact(db, self._id, self._contact)
        reach("begin.kept")
        self.name = shown_name(header.match, copy)

    def _take(self, kept: Summary) -> None:
        self._opened(alone=kept.alone)
        try:
            self._claim(kept.match, kept.copy)
            assert self._archive is not None
            with self._archive.reading() as db:
                # What it was listed with may be older than what another program has played meanwhile.
                row = db.execute(
                    f"SELECT ({LAST.format('n')}) FROM matches WHERE id = ? AND (outcome IS NOT NULL) = ?",
                    (kept.id, kept.outcome is not None),
                ).fetchone()
                if row is None or (row[0] or 0) != kept.entries:
                    raise ArchiveError(f"Match {kept.name} has gone on in another program meanwhile.")
            with self._archive.writing() as db:
                self.disputed = go_back(db, kept.id)
                (n,) = db.execute(
                    f"SELECT ({LAST.format('n')}) FROM matches WHERE id = ?", (kept.id,)
                ).fetchone()
                self._n = n or 0
        except BaseException:
            self.close()
            raise
        self._id, self.name = kept.id, kept.name

    def _stay(self) -> None:
        """Keep the whole match anew where the archive was taken away while it is played: what is open is
        still to be read, but nobody finds it any more. Raises ArchiveError."""
        old = self._archive
        if old is None or not self._id or old.in_place:
            return
        if self._lock is not None:
            self._lock.let_go()  # It belongs to what is gone, and would be taken for that of another program.
            self._lock = None
        with old.reading() as source:
            (match,) = source.execute("SELECT match FROM matches WHERE id = ?", (self._id,)).fetchone()
            new = Archive(self._path, durable=self._alone)
            try:
                with new.writing() as db:
                    row, copy = copy_match(source, self._id, db)
                    self._claim(match, copy)
            except BaseException:
                new.close()
                raise
        old.close()
        self._archive, self._id, self.name = new, row, shown_name(match, copy)
        rest = new.note or "What else was in it is gone, unless there is a copy of it."
        self.tell(
            f"The archive of matches, {shown_path(self._path)}, was removed or replaced while this match was"
            f" played. The match is kept anew, as {self.name}. {rest}"
        )

    def _opened(self, *, alone: bool) -> Archive:
        self._alone = alone
        self._archive = Archive(self._path, durable=alone)
        self.note = self._archive.note
        return self._archive

    def _claim(self, match: str, copy: int) -> None:
        try:
            self._lock = match_lock.claim(self._path, f"{match}.{copy}")
        except OSError as error:
            where = shown_path(match_lock.folder(self._path))
            raise ArchiveError(
                f"No match can be begun: {where} can't be written ({error.strerror})."
            ) from None
        if self._lock is None:
            name = shown_name(match, copy)
            raise ArchiveError(f"Match {name} is being played in another tesser; it can go on in one only.")
