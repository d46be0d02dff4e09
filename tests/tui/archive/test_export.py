"""Records out of the archive and into it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from core.contract.header import Header
from core.engine.chain import first_hash, hash_key
from core.engine.match import Match
from core.engine.record import BadRecord, Record, read_record, write_match, write_record
from net.protocol.identity import verify
from tests.support.archives import BOTS, GAME, begun, keep, played
from tests.support.matches import header
from tui.archive import queries
from tui.archive.database import Archive, ArchiveError
from tui.archive.record_files import record_of, sealed, take


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "matches.sqlite3")


def networked() -> Header:
    return header(GAME, 3, {"max_turns": 1}, players=BOTS, peers=(0, 1))


def test_what_went_out_comes_in_as_it_was(archive: Archive, tmp_path: Path) -> None:
    match = played()
    keep(archive.path, match)
    data = record_of(archive, queries.page(archive, 1)[0])
    assert data == write_match(match)
    with Archive(tmp_path / "other" / "matches.sqlite3") as other:
        kept, new = take(other, data, verify)
        assert new and kept.outcome == match.outcome and record_of(other, kept) == data
        assert take(other, data, verify) == (kept, False), "it is there once"
        assert queries.count(other) == 1


def test_an_unfinished_match_goes_out_only_where_all_its_seats_are_held(archive: Archive) -> None:
    match = begun()
    keep(archive.path, match)
    keep(archive.path, match, seats=(0,), header=networked())
    mine, whole = queries.page(archive, 2)
    assert sealed(whole) == "" and read_record(record_of(archive, whole)).outcome is None
    with pytest.raises(ArchiveError, match="would show what the others hold"):
        record_of(archive, mine)


def test_one_of_a_finished_match_goes_out_whoever_held_its_seats(archive: Archive) -> None:
    match = played()
    keep(archive.path, match, seats=(0,), header=networked())
    assert record_of(archive, queries.page(archive, 1)[0])


def test_an_unfinished_match_from_elsewhere_is_nobodys_here(archive: Archive) -> None:
    match = Match(networked(), GAME)
    kept, _ = take(archive, write_match(match), verify)
    assert kept.seats == () and not kept.held and queries.unfinished(archive) == []
    local, _ = take(archive, write_match(begun(4)), verify)
    assert local.held and queries.unfinished(archive) == [local]


def test_what_does_not_agree_stays_out(archive: Archive) -> None:
    data = write_match(played())
    lines = data.split(b"\n")
    at = lines[20].rindex(b'"') - 1
    changed = b"1" if lines[20][at : at + 1] != b"1" else b"2"
    lines[20] = lines[20][:at] + changed + lines[20][at + 1 :]
    for wrong in (b"nothing\n", b"\n".join(lines), data.replace(b'"game":"wrinkles"', b'"game":"chess"')):
        with pytest.raises(BadRecord, match="ine"):
            take(archive, wrong, verify)
    assert queries.count(archive) == 0


def test_one_of_other_rules_comes_in(archive: Archive) -> None:
    data = of_other_rules()
    kept, new = take(archive, data, verify)
    assert new and set(kept.rules) == {"0"} and record_of(archive, kept) == data


def of_other_rules(**changes: Any) -> bytes:
    """A record of rules that this program has not, and with a header that differs in this."""
    match = played()
    header = msgspec.structs.replace(match.header, rules="0" * 64, **changes)
    seed = bytes.fromhex(header.seed or "00" * 32)
    h0 = first_hash(hash_key(seed), header).hex()
    return write_record(Record(header, h0, tuple(match.entries), match.outcome, False))


@pytest.mark.parametrize(
    "changes",
    [
        {"match": "xyz"},
        {"match": "../../../../etc/x"},
        {"match": "f16af0ab"},
        {"seats": ()},
        {"seats": played().header.seats * 9, "decklists": (None,) * 18},
        {"decklists": ()},
        {"seed": None},
        {"lists": "?"},
        {"clock": "ages"},
        {"from_": ("..", 3)},
    ],
)
def test_a_header_that_no_match_has_stays_out_whatever_its_rules(
    archive: Archive, changes: dict[str, Any]
) -> None:
    with pytest.raises(BadRecord, match="Line 1: no match has this header"):
        take(archive, of_other_rules(**changes), verify)
    assert queries.count(archive) == 0


@pytest.mark.parametrize(
    ("line", "old", "new", "said"),
    [
        (0, b'"lists":"open"', b'"lists":"closed"', "Line 1 or line 2: the hash of the header"),
        (1, b'"h0":"', b'"h0":"f', "Line 1 or line 2: the hash of the header"),
        (1, None, b'{"h0":"zz"}', "Line 1 or line 2: the hash of the header"),
        (4, b"[", b"[9", "Line 5, entry 3 .*there is no seat 9"),
        (4, None, b'[-1,"pass","' + b"ab" * 16 + b'",null]', "Line 5, entry 3 .*no seat -1"),
        (4, None, b'[18446744073709551615,"pass","' + b"ab" * 16 + b'",null]', "there is no seat"),
        (4, None, b'[0,"pass","zz",null]', "Line 5, entry 3 .*hash is not written"),
        (4, b"null]", b'"' + b"ab" * 64 + b'"]', "Line 5, entry 3 .*its seat has no key"),
        (-2, b'"places":[', b'"places":[1,', "the outcome is not one of 2 seats"),
    ],
)
def test_what_needs_no_rules_is_checked_of_one_of_other_rules(
    archive: Archive, line: int, old: bytes | None, new: bytes, said: str
) -> None:
    lines = of_other_rules().split(b"\n")
    lines[line] = new if old is None else lines[line].replace(old, new, 1)
    with pytest.raises(BadRecord, match=said):
        take(archive, b"\n".join(lines), verify)
    assert queries.count(archive) == 0


def test_one_of_another_header_is_another_match(archive: Archive) -> None:
    first, new = take(archive, of_other_rules(), verify)
    second, also_new = take(archive, of_other_rules(app="9.9"), verify)
    assert new and also_new and (first.copy, second.copy) == (1, 2)
    assert take(archive, of_other_rules(app="9.9"), verify) == (second, False)
