"""Machines without room for the record: the side that has none says so, and the other is told."""

from __future__ import annotations

import pytest

from tests.support.kept import records
from tests.support.programs import SHORT, Programs, both_results, record_of, sentence, statuses
from tui.archive.database import Archive
from tui.match.resume import chosen
from tui.profile import Profile

pytestmark = pytest.mark.long

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


async def test_a_host_without_room_begins_nothing(programs: Programs) -> None:
    """It says so, and the guest is told at once, and has no match either."""
    host = await programs.host(before=NO_ROOM)
    guest = await programs.join(host.invite)
    assert await statuses(host, guest) == [3, 8]
    assert sentence(host).endswith("So no match was begun.")
    assert "has not begun on the other side" in sentence(guest)
    assert records(guest.home / "tesser") == []


async def test_a_guest_without_room_may_come_again(programs: Programs) -> None:
    """It says so; the host, which has no match then, waits on with the same invite."""
    host = await programs.host(*SHORT)
    guest = await programs.join(host.invite, before=NO_ROOM)
    assert await guest.ended() == 3
    assert sentence(guest).endswith("So no match was begun.")
    await host.says("The match could not begin on the other side.")
    (guest.home / "tesser/archive/matches.sqlite3").unlink(missing_ok=True)
    await both_results(host, await programs.join(host.invite))


@pytest.mark.parametrize("whose", ["entry of its own", "entry from the other side"])
async def test_a_full_disk_is_no_mismatch(programs: Programs, whose: str) -> None:
    """The side without room says so and leaves; the other hears that, and has the match."""
    own = whose == "entry of its own"
    host = await programs.host("--side", "evil")
    guest = await programs.join(host.invite, before=FULL_DISK.format(by=0 if own else 1))
    assert await statuses(guest, host) == [3, 8]
    with Archive(Profile(root=guest.home / "tesser").archive) as archive:
        name = chosen(archive, "").name
    assert "can't be written (disk I/O error)" in sentence(guest)
    assert f"The match is kept, as {name}: tesser resume {name}" in sentence(guest)
    assert "could not keep the match" in sentence(host)
    mine, theirs = record_of(host).entries, record_of(guest).entries
    assert len(theirs) > 15 and theirs == mine[: len(theirs)]
