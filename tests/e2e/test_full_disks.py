"""Machines without room for the record: the side that has none says so, and the other is told."""

from __future__ import annotations

import pytest

from tests.e2e.peers import (
    Programs,
    record_of,
    sentence,
    statuses,
)

NO_ROOM = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (32, 32))"
"""Just enough for an identity."""
FULL_DISK = """
import resource
from tui.archive.store import MatchStore
append = MatchStore.append
def keep(self, entry, outcome):
    if self._n > 15 and entry.by == {by}:
        # No file may grow: not the log of what changed either, into which each entry goes first.
        size = (self._path.parent / "matches.sqlite3-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    append(self, entry, outcome)
MatchStore.append = keep
"""


@pytest.mark.parametrize("wrong", ["host", "guest"])
async def test_a_record_that_cannot_be_begun(programs: Programs, wrong: str) -> None:
    """The side without room is told, and so is the other side, at once."""
    host = await programs.host(before=NO_ROOM if wrong == "host" else "")
    guest = await programs.join(host.invite, before=NO_ROOM if wrong == "guest" else "")
    one, other = (host, guest) if wrong == "host" else (guest, host)
    assert await statuses(one, other) == [3, 8]
    assert "can't be written" in sentence(one)
    assert "left the match" in sentence(other)


@pytest.mark.parametrize("whose", ["entry of its own", "entry from the other side"])
async def test_a_full_disk_is_no_mismatch(programs: Programs, whose: str) -> None:
    """The side without room says so and leaves; the other hears that, and has the match."""
    own = whose == "entry of its own"
    host = await programs.host("--side", "evil")
    guest = await programs.join(host.invite, before=FULL_DISK.format(by=0 if own else 1))
    assert await statuses(guest, host) == [3, 8]
    assert "can't be written (disk I/O error)" in sentence(guest)
    assert "could not keep the match" in sentence(host)
    mine, theirs = record_of(host).entries, record_of(guest).entries
    assert len(theirs) > 15 and theirs == mine[: len(theirs)]
