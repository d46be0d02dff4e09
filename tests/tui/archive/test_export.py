"""Records out of the archive and into it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.headers import Header
from core.match import Match
from core.record import BadRecord, read_record, write_match
from net.identity import verify
from tests.core.play import header
from tests.tui.archive.matches import BOTS, GAME, begun, keep, played
from tui.archive import reading
from tui.archive.export import record_of, sealed, take
from tui.archive.schema import Archive, ArchiveError


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "matches.sqlite3")


def networked() -> Header:
    return header(GAME, 3, {"max_turns": 1}, players=BOTS, peers=(0, 1))


def test_what_went_out_comes_in_as_it_was(archive: Archive, tmp_path: Path) -> None:
    match = played()
    keep(archive.path, match)
    data = record_of(archive, reading.page(archive, 1)[0])
    assert data == write_match(match)
    with Archive(tmp_path / "other" / "matches.sqlite3") as other:
        kept, new = take(other, data, verify)
        assert new and kept.outcome == match.outcome and record_of(other, kept) == data
        assert take(other, data, verify) == (kept, False), "it is there once"
        assert reading.count(other) == 1


def test_an_unfinished_match_goes_out_only_where_all_its_seats_are_held(archive: Archive) -> None:
    match = begun()
    keep(archive.path, match)
    keep(archive.path, match, seats=(0,), header=networked())
    mine, whole = reading.page(archive, 2)
    assert sealed(whole) == "" and read_record(record_of(archive, whole)).outcome is None
    with pytest.raises(ArchiveError, match="would show what the others hold"):
        record_of(archive, mine)


def test_one_of_a_finished_match_goes_out_whoever_held_its_seats(archive: Archive) -> None:
    match = played()
    keep(archive.path, match, seats=(0,), header=networked())
    assert record_of(archive, reading.page(archive, 1)[0])


def test_an_unfinished_match_from_elsewhere_is_nobodys_here(archive: Archive) -> None:
    match = Match(networked(), GAME)
    kept, _ = take(archive, write_match(match), verify)
    assert kept.seats == () and not kept.held and reading.unfinished(archive) == []
    local, _ = take(archive, write_match(begun(4)), verify)
    assert local.held and reading.unfinished(archive) == [local]


def test_what_does_not_agree_stays_out(archive: Archive) -> None:
    data = write_match(played())
    lines = data.split(b"\n")
    at = lines[20].rindex(b'"') - 1
    changed = b"1" if lines[20][at : at + 1] != b"1" else b"2"
    lines[20] = lines[20][:at] + changed + lines[20][at + 1 :]
    for wrong in (b"nothing\n", b"\n".join(lines), data.replace(b'"game":"wrinkles"', b'"game":"chess"')):
        with pytest.raises(BadRecord, match="ine"):
            take(archive, wrong, verify)
    assert reading.count(archive) == 0


def test_one_of_other_rules_comes_in_unchecked(archive: Archive) -> None:
    match = played()
    data = write_match(match).replace(match.header.rules.encode(), b"0" * len(match.header.rules))
    kept, new = take(archive, data, verify)
    assert new and set(kept.rules) == {"0"} and record_of(archive, kept) == data
