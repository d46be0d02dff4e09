"""Matches are kept as they are played, and a full disk is said and loses nothing."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from core.arena import play_out
from core.contract.outcome import Outcome
from core.engine.entry import Entry
from core.engine.match import Match, NotKept
from core.engine.record import read_record
from core.engine.stops import StopRules
from core.engine.table import Table
from core.registry import load
from decks.model import Deck
from decks.storage.store import DeckStore
from tests.support.kept import record, records
from tests.support.matches import header
from tests.support.plain import plan, session
from tui.archive.store import MatchStore
from tui.match.local import bot_controllers
from tui.match.match_storage import keeping, write_new
from tui.profile import Profile
from tui.settings import Settings, save_settings

GAME = load("wrinkles")
BOTS = ("bot:random@1", "bot:random@1")


def match() -> Match:
    return Match(header(GAME, 3, {"max_turns": 1}, players=BOTS), GAME)


class Disk:
    """A disk that is full when it is told so."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.full = False
        synced, opened = os.fsync, sqlite3.connect
        disk = self

        def sync(file: int) -> None:
            if self.full:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            synced(file)

        class Connection(sqlite3.Connection):
            def execute(self, *arguments: Any) -> sqlite3.Cursor:
                if disk.full and arguments[0] in ("COMMIT", "PRAGMA journal_mode = WAL"):
                    error = sqlite3.OperationalError("database or disk is full")
                    error.sqlite_errorcode = sqlite3.SQLITE_FULL
                    raise error
                return super().execute(*arguments)

        patch.setattr(os, "fsync", sync)
        patch.setattr(sqlite3, "connect", lambda *a, **more: opened(*a, factory=Connection, **more))


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


@contextmanager
def kept(root: Path, save: Path | None = None) -> Iterator[MatchStore]:
    """A store for a match of two bots; nothing may be said."""
    said: list[str] = []
    with keeping(Profile(root=root), (0, 1), save, said.append) as store:
        yield store
    assert said == []


async def test_a_match_is_kept_when_it_ends_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    played, path = match(), tmp_path / "one.tesser"
    async with bot_controllers(played.header, (0, 1), GAME) as computers:
        with kept(tmp_path, path) as store:
            await Table(played, computers, store).run()
    found = record(tmp_path)
    assert [entry.hash for entry in found.entries] == [entry.hash for entry in played.entries]
    assert found.outcome == played.outcome
    assert read_record(path.read_bytes()) == found, "what was asked for by --save"
    for file in (path, *(tmp_path / "archive").glob("*.sqlite3*")):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "archive").stat().st_mode) == 0o700
    assert not list((tmp_path / "archive" / "running").iterdir())


async def test_a_full_disk_stops_a_match_of_bots_with_a_sentence_and_keeps_whole_entries(
    tmp_path: Path, disk: Disk
) -> None:
    played = match()
    async with bot_controllers(played.header, (0, 1), GAME) as computers:
        with kept(tmp_path) as store:
            table = Table(played, computers, store)

            def fill(_: object) -> None:
                disk.full = played.n >= 5

            table.watch(fill)
            with pytest.raises(Exception, match=r"can't be written \(the disk is full\)"):
                await table.run()
    disk.full = False
    assert len(record(tmp_path).entries) == played.n == 5


def test_where_a_match_cannot_begin_nothing_is_left_of_it(tmp_path: Path, disk: Disk) -> None:
    disk.full = True
    for _ in range(2):
        with pytest.raises(NotKept, match=r"disk is full\). So no match was begun"), kept(tmp_path) as store:
            Table(match(), {}, store)
    disk.full = False
    assert records(tmp_path) == []


def test_a_choice_that_finds_no_room_is_made_again_and_the_computers_waits_for_room(
    tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.engine.table.RETRY_SECONDS", 0.02)
    with session(tmp_path, lambda one: one.begin(plan()), always=True) as (player, _):
        player.question()
        disk.full = True
        for _ in range(2):
            player.type("1")
            (*_, said) = player.until("choose again")
            assert "the disk is full" in said and "Nothing was played" in said
            player.question()
        assert record(tmp_path).entries == ()
        disk.full = False
        append = MatchStore.append

        def fill(self: MatchStore, entry: Entry, outcome: Outcome | None) -> None:
            disk.full = entry.by == 1 and not freed.is_set()
            append(self, entry, outcome)

        freed = threading.Event()
        monkeypatch.setattr(MatchStore, "append", fill)
        player.type("1")
        player.until("goes on as soon as there is room")
        freed.set()
        player.question()
        player.type("quit", "yes")
        player.rest()
    assert len(record(tmp_path).entries) >= 2


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
    path = tmp_path / "one.tesser"
    path.write_text("mine")
    with pytest.raises(NotKept, match="exists already"):
        write_new(path, b"another")
    with pytest.raises(NotKept, match="exists already"), kept(tmp_path, path):
        pass
    assert path.read_text() == "mine"


def test_a_record_that_finds_no_room_is_said_and_the_match_is_kept(tmp_path: Path, disk: Disk) -> None:
    said: list[str] = []
    played, path = match(), tmp_path / "one.tesser"
    with keeping(Profile(root=tmp_path), (0, 1), path, said.append) as store:
        Table(played, {}, store)
        play_out(played)
        for entry in played.entries:
            store.append(entry, None)
        disk.full = True
    disk.full = False
    assert len(said) == 1 and "one.tesser can't be written (No space left on device)" in said[0]
    assert not path.exists() and len(record(tmp_path).entries) == played.n
