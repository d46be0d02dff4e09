"""What a player's archive holds, for tests that look after a match."""

from __future__ import annotations

from pathlib import Path

from core.engine.record import Record, read_record, write_record
from tui.archive import queries
from tui.archive.database import Archive
from tui.profile import Profile


def records(root: Path) -> list[Record]:
    """The matches of the player whose data is in this folder, the one begun first first."""
    with Archive(Profile(root=root).archive) as archive:
        found = queries.page(archive, 1000)[::-1]
        return [queries.load(archive, one).record for one in found]


def record(root: Path) -> Record:
    """The one match there is."""
    (found,) = records(root)
    return found


def whole(root: Path) -> bytes:
    """The one match there is, as a record that was checked to be read back."""
    data = write_record(record(root))
    assert not read_record(data).torn
    return data
