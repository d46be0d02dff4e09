"""Records on disk: whole lines only, for their owner only, and a full disk is said."""

from __future__ import annotations

import errno
import os
import stat
import threading
from pathlib import Path

import pytest

from core.arena import play_out
from core.game import Outcome
from core.games import load
from core.match import Entry, Match
from core.record import read_record
from core.stops import StopRules
from core.table import Table
from decks.model import Deck
from decks.store import DeckStore
from tests.core.play import header
from tests.tui.plain.reader import plan, session
from tests.tui.plain.reader import record as the_record
from tui.matches.archive import CannotStore, RecordFile
from tui.matches.plays import bot_controllers
from tui.profile import Profile
from tui.settings import Settings, save_settings

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


class Disk:
    """A disk that is full when it is told so."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.full = False
        synced = os.fsync

        def sync(file: int) -> None:
            if self.full:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            synced(file)

        patch.setattr(os, "fsync", sync)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def test_where_a_match_cannot_begin_nothing_is_left_of_it(tmp_path: Path, disk: Disk) -> None:
    disk.full = True
    for _ in range(2):
        with pytest.raises(CannotStore, match=r"No space left.*no match was begun: make room"):
            Table(match(), {}, RecordFile(tmp_path / "records" / "one.tesser"))
        assert not list((tmp_path / "records").iterdir())


def test_a_choice_that_finds_no_room_is_made_again_and_the_computers_waits_for_room(
    tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.table.RETRY_SECONDS", 0.02)
    with session(tmp_path, lambda one: one.begin(plan()), always=True) as (player, _):
        player.question()
        disk.full = True
        for _ in range(2):
            player.type("1")
            (*_, said) = player.until("choose again")
            assert "No space left on device" in said and "Nothing was played" in said
            player.question()
        assert the_record(tmp_path).entries == ()
        disk.full = False
        append = RecordFile.append

        def fill(self: RecordFile, entry: Entry, outcome: Outcome | None) -> None:
            disk.full = entry.by == 1 and not freed.is_set()
            append(self, entry, outcome)

        freed = threading.Event()
        monkeypatch.setattr(RecordFile, "append", fill)
        player.type("1")
        player.until("goes on as soon as there is room")
        freed.set()
        player.question()
        player.type("quit", "yes")
        player.rest()
    assert len(the_record(tmp_path).entries) >= 2


@pytest.mark.parametrize("what", ["name", "settings", "deck"])
def test_what_is_saved_on_a_full_disk_stays_as_it_was(tmp_path: Path, disk: Disk, what: str) -> None:
    profile = Profile(root=tmp_path)
    store = DeckStore(profile.decks)

    def save(name: str) -> None:
        if what == "name":
            profile.rename(name)
        elif what == "settings":
            save_settings(profile, Settings(stops={name: StopRules(always=True)}))
        else:
            store.save("a.toml", Deck(name, "wrinkles", "good", "original", {}))

    def files() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    save("first")
    before = files()
    disk.full = True
    with pytest.raises((OSError, ValueError)):
        save("second")
    assert files() == before and all(before.values())


def test_no_record_is_ever_overwritten(tmp_path: Path) -> None:
    played = match()
    play_out(played)
    path = tmp_path / "one.tesser"
    path.write_text("mine")
    with pytest.raises(CannotStore, match="exists already"):
        RecordFile(path).open(played.header, played.h0)
    assert path.read_text() == "mine"
