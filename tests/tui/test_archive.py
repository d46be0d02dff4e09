"""Records on disk: whole lines only, for their owner only, and a full disk is said."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from core.arena import play_out
from core.games import load
from core.match import Match
from core.record import read_record
from core.table import Table
from tests.core.play import header
from tui.archive import CannotStore, RecordFile
from tui.plays import bot_controllers

GAME = load("wrinkles")
BOTS = ("bot:random@1", "bot:random@1")


def match() -> Match:
    return Match(header(GAME, 3, {"max_turns": 1}, players=BOTS), GAME)


async def test_a_match_is_on_disk_when_it_ends_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    played = match()
    path = tmp_path / "records" / "one.tesser"
    async with bot_controllers(played.header, (0, 1), GAME) as computers:
        await Table(played, computers, RecordFile(path)).run()
    record = read_record(path.read_bytes())
    assert [entry.hash for entry in record.entries] == [entry.hash for entry in played.entries]
    assert record.outcome == played.outcome
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


async def test_a_full_disk_stops_the_match_with_a_sentence_and_leaves_whole_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = match()
    path = tmp_path / "one.tesser"
    synced = os.fsync

    def full(file: int) -> None:
        if played.n >= 5:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        synced(file)

    monkeypatch.setattr(os, "fsync", full)
    async with bot_controllers(played.header, (0, 1), GAME) as computers:
        table = Table(played, computers, RecordFile(path))
        with pytest.raises(Exception, match="No space left on device"):
            await table.run()
    record = read_record(path.read_bytes())
    assert len(record.entries) == played.n == 5
    assert not record.torn


def test_no_record_is_ever_overwritten(tmp_path: Path) -> None:
    played = match()
    play_out(played)
    path = tmp_path / "one.tesser"
    path.write_text("mine")
    with pytest.raises(CannotStore, match="exists already"):
        RecordFile(path).open(played.header, played.h0)
    assert path.read_text() == "mine"
