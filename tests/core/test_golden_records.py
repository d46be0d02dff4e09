"""Golden records: matches over all options are read, played again and verified, hash by hash."""

from __future__ import annotations

import pytest

from core import registry
from core.engine.record import read_record, verify, write_match
from core.timemasters.acts import ACTS as TIME_MASTERS_ACTS
from core.wrinkles.acts import ACTS
from net.handshake.seed import check_seed
from net.protocol.identity import verify as signature_is_right
from tests.core.records import FOLDER, PLANS, made

NEEDED = {
    "wrinkles": (ACTS, {"tokens", "max_turns"}, {"open", "closed"}),
    "time-masters": (TIME_MASTERS_ACTS, {"spheres", "max_turns", "passes"}, {"open"}),
}
"""By game: its choices, its own endings, and what lists there are."""
KEPT = {path.stem: path.read_bytes() for path in sorted(FOLDER.glob("*.tesser"))}


def test_a_record_is_kept_for_each_plan_and_no_other() -> None:
    assert sorted(KEPT) == sorted(PLANS) and len(KEPT) == 19


@pytest.mark.parametrize("name", sorted(PLANS))
def test_a_kept_record_agrees_with_the_match_played_again(name: str) -> None:
    record = read_record(KEPT[name])
    assert not record.torn
    match = verify(record, registry.load(record.header.game), signature_is_right)
    assert match.outcome == record.outcome and match.entries == list(record.entries)
    assert write_match(match) == KEPT[name]


@pytest.mark.parametrize("name", sorted(PLANS))
def test_a_kept_record_is_what_is_written_anew(name: str) -> None:
    """If a difference is meant: `python -m tests.core.records`, from the root."""
    assert write_match(made(name)) == KEPT[name]


@pytest.mark.parametrize("name", registry.names())
def test_between_them_they_have_every_option_choice_and_ending(name: str) -> None:
    game, (choices, own_ends, lists) = registry.load(name), NEEDED[name]
    records = [record for data in KEPT.values() if (record := read_record(data)).header.game == name]
    headers = [record.header for record in records]
    for option in game.options:
        assert len({header.options[option.name] for header in headers}) > 1, option.name
    seats = {len(header.seats) for header in headers}
    assert seats == set(range(game.seats[0], game.seats[1] + 1))
    assert {header.shared is None for header in headers} == {True, game.shared_group is None}
    for preset in game.presets:
        full = {option.name: option.default for option in game.options} | preset.options
        for own in ("max_turns", "first"):
            full.pop(own, None)
        assert any(full.items() <= header.options.items() for header in headers), preset.name
    assert {header.lists for header in headers} == lists
    assert {header.from_ is None for header in headers} == {True, False}
    assert {header.seats[0].key is None for header in headers} == {True, False}
    words = {entry.text.split(" ")[0] for record in records for entry in record.entries}
    assert words == set(choices) | {"undo", "concede", "draw", "forfeit"}
    ends = {record.outcome.end if record.outcome else None for record in records}
    assert ends == own_ends | {"concede", "draw", "forfeit", None}


@pytest.mark.parametrize("name", ["signed-forfeited", "time-masters-signed-forfeited"])
def test_the_signed_one_has_a_seed_that_both_machines_drew(name: str) -> None:
    header = read_record(KEPT[name]).header
    assert check_seed(header) and header.seats[0].key != header.seats[1].key
