"""Where two machines that should hold the same match do not.

Values are compared only as anybody may see them, so a report never shows a hidden card; where the public
parts agree it names the first field whose keyed hash differs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import msgspec

from core.clean import clean
from core.contract.state import State
from core.engine.chain import hash_key
from core.engine.entry import Entry
from core.engine.match import Match, Rejected, difference
from core.engine.notation import Malformed
from net.protocol.errors import NetError
from net.protocol.frames import Differ

_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_VIEW_BYTES = 50_000
NOTHING = bytes(16)
"""The hash of an entry that the rules don't allow."""


class DesyncReport(msgspec.Struct, frozen=True):
    """Everything there is to say about a desync; safe to show to any seat."""

    n: int
    """The entry that did not come out the same; n - 1 is the last agreed one."""
    by: int
    text: str
    reason: str
    """Why the rules here don't allow the entry; empty if they do."""
    path: str
    """The first place where the two states differ, such as `hand[1][3]`; empty if it can't be said."""
    mine: str
    """What is there on this machine; empty where not everybody may see it."""
    theirs: str
    apps: tuple[str, str]
    """Program versions, this machine's first."""
    rules: tuple[str, str]
    """Rules fingerprints, this machine's first."""


class Desync(NetError):
    """The two machines do not agree on an entry; the match stands as it was after the one before."""

    status = 7

    def __init__(self, report: DesyncReport) -> None:
        where = f" The first difference is at {report.path}." if report.path else ""
        why = f" Here it is not allowed: {report.reason}" if report.reason else ""
        super().__init__(
            f"The two programs do not agree on entry {report.n} ({report.text}).{where}{why}"
            f" The match was stopped and is kept up to entry {report.n - 1}; yours is tesser"
            f" {report.apps[0]}, the other {report.apps[1]}."
        )
        self.report = report
        self.onward = ""
        """What can be done now, in sentences, once that is known."""
        self.back: int | None = None
        """The entry to which both sides may go back; None if they may no more."""
        self.final = False
        """Whether the match has ended by this, and goes on no more."""
        self.leave: Callable[[], str] | None = None
        """To be called when the match is left like this: keeps all there is to know, which may not be told
        while it goes on, and says where, in a sentence."""

    def __str__(self) -> str:
        return " ".join(filter(None, (super().__str__(), self.onward)))


def hash_at(match: Match, n: int) -> bytes:
    """h_n of an entry of the match; h_0 before the first."""
    return match.h0 if n == 0 else bytes.fromhex(match.entries[n - 1].hash)


class DesyncFinding:
    """An entry the two sides differ on, as it comes out on this machine."""

    def __init__(self, match: Match, n: int, sent: Entry | None = None) -> None:
        """`sent` is entry n as the other side sent it; None if the match here has it (0: the start)."""
        entry = sent or (match.entries[n - 1] if n else Entry(0, "the start", match.h0.hex(), None))
        self.n = n
        self.entry = entry
        self.reason = ""
        self._match = match
        self._state: State | None = None
        self._hash = NOTHING
        if n <= match.n:
            self._state = match.state_at(n)
            self._hash = hash_at(match, n)
        else:
            try:
                prepared = match.prepare(entry.by, entry.text)
            except (Malformed, Rejected) as error:
                self.reason = clean(str(error), 400)
            else:
                self._state, self._hash = prepared.state, prepared.hash

    def frame(self, epoch: int, app: str) -> Differ:
        """This finding for the other side; `app` is the version of this side's program."""
        view = b"" if self._state is None else _encode(self._public(self._state))
        return Differ(
            match=bytes.fromhex(self._match.header.match),
            epoch=epoch,
            n=self.n,
            hash=self._hash,
            app=app,
            rules=self._match.game.fingerprint,
            fields=self._fields(),
            view=view if len(view) <= _VIEW_BYTES else b"",
        )

    def report(self, theirs: Differ | None, apps: tuple[str, str]) -> DesyncReport:
        """Both findings together; `theirs` is None if the other side sent none. `apps`: mine, theirs."""
        path = mine = other = ""
        if theirs is not None and self._state is not None:
            path, mine, other = self._compare(self._state, theirs)
        return DesyncReport(
            n=self.n,
            by=self.entry.by,
            text=clean(self.entry.text, 60),
            reason=self.reason,
            path=path,
            mine=mine,
            theirs=other,
            apps=apps,
            rules=(self._match.game.fingerprint, clean(theirs.rules, 64) if theirs else ""),
        )

    def _public(self, state: State) -> Any:
        return self._match.game.mask(state, None)

    def _fields(self) -> tuple[bytes, ...]:
        """A hash of each field, which tells nothing to who has not the same value and the seed."""
        if self._state is None:
            return ()
        key = hash_key(bytes.fromhex(self._match.header.seed or ""))
        return tuple(
            blake2b(_encode([self.n, name, getattr(self._state, name)]), digest_size=16, key=key).digest()
            for name in self._state.__struct_fields__
        )

    def _compare(self, state: State, theirs: Differ) -> tuple[str, str, str]:
        """The first difference: its path, and what is there on either side if anybody may see it."""
        mine = self._public(state)
        try:
            other = msgspec.msgpack.decode(theirs.view, type=self._match.game.state_type)
        except (msgspec.MsgspecError, RecursionError):
            other = mine  # none was sent, or nothing that can be read: only the hashes are left
        path = difference(mine, other)
        if path:
            return path, _value(mine, path), _value(other, path)
        for name, here, there in zip(state.__struct_fields__, self._fields(), theirs.fields, strict=False):
            if here != there:
                return name, "", ""
        return "", "", ""


class Differs(Exception):
    """An entry does not come out the same on both sides. The receiver of frames catches it: it tells the
    other side, hears what that has found, and raises Desync."""

    def __init__(self, finding: DesyncFinding) -> None:
        super().__init__(f"entry {finding.n}")
        self.finding = finding


def _value(state: State, path: str) -> str:
    """What is at a path that difference() gave; `nothing` past the end of a list."""
    name, *places = re.split(r"[\[\]]+", path.rstrip("]"))
    value = getattr(state, name)
    try:
        for place in places:
            value = value[int(place)]
    except IndexError:
        return "nothing"
    return clean(repr(value), 60)
