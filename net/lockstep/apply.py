"""How an entry that was signed elsewhere, or asked for, becomes the next one of the match here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from core.match import Entry, Match, NotKept, Rejected
from core.notation import Malformed
from core.table import Table
from net.faultpoints import reach


@contextmanager
def unless_unkept(table: Table, by: int) -> Iterator[None]:
    """What can't be kept here is told, and comes again; where nobody can be told, it raises NotKept."""
    try:
        yield
    except NotKept as error:
        if table.on_unkept is None:
            raise
        table.on_unkept(by, str(error))


def comes_next(match: Match, entry: Entry) -> bool:
    """Whether a signed entry is what would come next here."""
    try:
        return match.prepare(entry.by, entry.text).hash.hex() == entry.hash
    except (Malformed, Rejected):
        return False


def place_signed(table: Table, entry: Entry, n: int) -> bool:
    """Make a signed entry the next one; False, and nothing has changed, if it is not so here.

    Raises NotKept if it is so, and can't be kept.
    """
    agreed = False

    def check(number: int, h_n: bytes) -> bool:
        nonlocal agreed
        agreed = number == n and h_n.hex() == entry.hash
        return agreed

    reach("apply.before")
    try:
        table.place(entry.by, entry.text, entry.signature, check)
        reach("apply.after")
    except (Malformed, Rejected):
        if agreed:
            raise
        return False
    return True
