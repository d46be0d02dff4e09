"""Golden records: matches over all options are read, played again and verified, hash by hash."""

from __future__ import annotations

import pytest

from core import games
from core.record import read_record, verify, write_match
from core.wrinkles.acts import ACTS
from net.handshake import check_seed
from net.identity import verify as signature_is_right
from tests.core.records import FOLDER, PLANS, made

GAME = games.load("wrinkles")
KEPT = {path.stem: path.read_bytes() for path in sorted(FOLDER.glob("*.tesser"))}


def test_a_record_is_kept_for_each_plan_and_no_other() -> None:
    assert sorted(KEPT) == sorted(PLANS) and len(KEPT) == 10


@pytest.mark.parametrize("name", sorted(PLANS))
def test_a_kept_record_agrees_with_the_match_played_again(name: str) -> None:
    record = read_record(KEPT[name])
    assert not record.torn
    match = verify(record, GAME, signature_is_right)
    assert match.outcome == record.outcome and match.entries == list(record.entries)
    assert write_match(match) == KEPT[name]


@pytest.mark.parametrize("name", sorted(PLANS))
def test_a_kept_record_is_what_is_written_anew(name: str) -> None:
    """If a difference is meant: `python -m tests.core.records`, from the root."""
    assert write_match(made(name)) == KEPT[name]


def test_between_them_they_have_every_option_choice_and_ending() -> None:
    records = [read_record(data) for data in KEPT.values()]
    headers = [record.header for record in records]
    for option in GAME.options:
        assert len({header.options[option.name] for header in headers}) > 1, option.name
    for preset in GAME.presets:
        full = {option.name: option.default for option in GAME.options} | preset.options
        full.pop("max_turns")
        assert any(full.items() <= header.options.items() for header in headers), preset.name
    assert {header.lists for header in headers} == {"open", "closed"}
    assert {header.from_ is None for header in headers} == {True, False}
    assert {header.seats[0].key is None for header in headers} == {True, False}
    words = {entry.text.split(" ")[0] for record in records for entry in record.entries}
    assert words == set(ACTS) | {"undo", "concede", "draw", "forfeit"}
    ends = {record.outcome.end if record.outcome else None for record in records}
    assert ends == {"tokens", "max_turns", "concede", "draw", "forfeit", None}


def test_the_signed_one_has_a_seed_that_both_machines_drew() -> None:
    header = read_record(KEPT["signed-forfeited"]).header
    assert check_seed(header) and header.seats[0].key != header.seats[1].key
