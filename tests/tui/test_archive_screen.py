"""Home offers the match that was left; the archive's page goes on with, shows, writes and deletes matches."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList

from core.engine.record import read_record
from tests.support.archives import begun, keep, played
from tests.support.kept import record, records
from tests.support.whole_app import local_plan, running
from tests.tui.test_series import shown
from tui.match.plans import PERSON
from tui.profile import Profile
from tui.screens import archive as pages
from tui.screens.archive import ArchiveScreen
from tui.screens.dialogs import AskText, Message, QuestionDialog
from tui.screens.home import HomeScreen
from tui.screens.match.continued import Continued
from tui.screens.match.match_screen import MatchScreen
from tui.screens.replay_screen import ReplayScreen
from tui.widgets.row_list import RowList

AGAINST = (PERSON, "bot:random@1")


def at(root: Path) -> Path:
    return Profile(root=root).archive


def status(screen: ReplayScreen) -> str:
    assert screen.board.scene is not None
    return screen.board.scene.status


async def test_home_offers_the_match_that_was_left_first(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        listed = app.screen.query_one(OptionList)
        assert listed.get_option_at_index(0).id == "play"
        await pilot.press("c")
        assert isinstance(app.screen, HomeScreen), "there is nothing to go on with"
    async with running(tmp_path, local_plan()) as (app, pilot):
        await pilot.until(lambda: isinstance(app.screen, MatchScreen))
        screen = app.screen
        assert isinstance(screen, MatchScreen)
        await pilot.until(lambda: screen.client.question is not None)
        n = len(record(tmp_path).entries)
        await pilot.press_until("space", lambda: len(record(tmp_path).entries) > n)
        await pilot.until(lambda: screen.client.question is not None)
        await pilot.press_until("escape", lambda: "keep it for later" in shown(app))
        await pilot.press("y")
        await pilot.until(lambda: isinstance(app.screen, HomeScreen))
        listed = app.screen.query_one(OptionList)
        assert (listed.get_option_at_index(0).id, listed.highlighted) == ("resume", 0)
        # Both lines have their whole room at 80 columns.
        await pilot.until(lambda: "c  Continue         Good (Player) against Evil" in shown(app))
        kept = record(tmp_path)
        await pilot.press("a")
        await pilot.until(lambda: f"not finished, entry {len(kept.entries)} " in shown(app))
        await pilot.press("escape")
        await pilot.until(lambda: isinstance(app.screen, HomeScreen))
        await pilot.press("enter")
        await pilot.until(lambda: isinstance(app.screen, Continued))
        assert "What happened since your last choice" in shown(app)
        await pilot.press_until("enter", lambda: isinstance(app.screen, MatchScreen))
        assert record(tmp_path) == kept, "to look is no choice"
        again = app.screen
        assert isinstance(again, MatchScreen)
        await pilot.until(lambda: again.client.question is not None)


async def test_the_list_goes_on_with_one_and_shows_one_that_is_over(tmp_path: Path) -> None:
    keep(at(tmp_path), played(), clock=lambda: 1.0)
    keep(at(tmp_path), begun(4, players=AGAINST), clock=lambda: 2.0)
    async with running(tmp_path) as (app, pilot):
        await pilot.press("a")
        await pilot.until(lambda: isinstance(app.screen, ArchiveScreen))
        await pilot.until(lambda: "Enter goes on with it" in shown(app))
        await pilot.press("down")
        await pilot.until(lambda: "Enter goes on with it" not in shown(app))
        await pilot.press("enter")
        await pilot.until(lambda: isinstance(app.screen, ReplayScreen))
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.until(lambda: screen.past is not None)
        await pilot.press("end")
        last = played().n
        assert f"Entry {last} of {last}, seen by everybody" in status(screen)
        await pilot.press("v")
        assert "seen by Good" in status(screen)
        await pilot.press("left", "v")
        assert f"Entry {last - 1} of {last}, seen by Evil" in status(screen)
        await pilot.press("l")
        await pilot.until(lambda: "Log" in shown(app))
        await pilot.press("home", "enter")
        await pilot.until(lambda: app.screen is screen and "Entry 0" in status(screen))
        await pilot.press("t")
        await pilot.until(lambda: "The story of the match" in shown(app))
        await pilot.press("escape", "escape")
        await pilot.until(lambda: isinstance(app.screen, ArchiveScreen))
        await pilot.press("home", "enter")
        await pilot.until(lambda: isinstance(app.screen, Continued | MatchScreen))


async def test_of_an_unfinished_match_only_ones_own_hand_is_shown(tmp_path: Path) -> None:
    keep(at(tmp_path), begun(players=AGAINST, peers=(0, 1)), seats=(0,))
    async with running(tmp_path) as (app, pilot):
        assert app.screen.query_one(OptionList).get_option_at_index(0).id == "play"
        await pilot.press("a")
        await pilot.until(lambda: "last played" in shown(app))
        await pilot.press("e")
        await pilot.until(lambda: isinstance(app.screen, Message))
        assert "There is no record of it yet" in shown(app) and "would show" in shown(app)
        await pilot.press("escape", "enter")
        await pilot.until(lambda: isinstance(app.screen, Message))
        await pilot.press("escape", "v")
        await pilot.until(lambda: isinstance(app.screen, ReplayScreen))
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.until(lambda: screen.past is not None)
        await pilot.press("v", "v")
        assert screen.past is not None and screen.past.seat == 0
        assert screen.past.view.viewer == 0, "a view, and never the whole state"


async def test_a_record_is_written_and_a_match_deleted_when_asked(tmp_path: Path) -> None:
    for seed in (1, 2):
        keep(at(tmp_path), played(seed))
    async with running(tmp_path) as (app, pilot):
        await pilot.press("a")
        await pilot.until(lambda: "last played" in shown(app))
        await pilot.press("e")
        await pilot.until(lambda: isinstance(app.screen, AskText))
        field = app.screen.query_one(Input)
        field.value = str(tmp_path / "nowhere" / "x.tesser")
        await pilot.press("enter")
        assert "in a folder that is there" in shown(app)
        field.value = str(tmp_path / "out.tesser")
        await pilot.press("enter")
        await pilot.until(lambda: (tmp_path / "out.tesser").exists())
        assert read_record((tmp_path / "out.tesser").read_bytes()) == records(tmp_path)[1]
        await pilot.until(lambda: isinstance(app.screen, ArchiveScreen))
        await pilot.press("d")
        await pilot.until(lambda: isinstance(app.screen, QuestionDialog))
        await pilot.press("n")
        assert len(records(tmp_path)) == 2
        await pilot.press("d")
        await pilot.until(lambda: isinstance(app.screen, QuestionDialog))
        await pilot.press("y")
        await pilot.until(lambda: len(records(tmp_path)) == 1)
        assert records(tmp_path)[0].header.match == played(1).header.match


async def test_a_long_list_is_read_as_it_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PAGE", 8)
    monkeypatch.setattr(pages, "NEAR", 2)
    match = begun(entries=1)
    for _ in range(30):
        keep(at(tmp_path), match)
    async with running(tmp_path) as (app, pilot):
        await pilot.press("a")
        await pilot.until(lambda: isinstance(app.screen, ArchiveScreen))
        rows = app.screen.query_one(RowList)

        def listed() -> int:
            return len(rows._rows)

        await pilot.until(lambda: listed() == 8)
        for _ in range(40):
            await pilot.press("down")
        await pilot.until(lambda: listed() == 30 and rows.key == "1")
        assert re.search(r"[0-9a-f]{8}, begun", shown(app)), "the first, which has no number"


async def test_a_damaged_archive_is_said_at_home(tmp_path: Path) -> None:
    at(tmp_path).parent.mkdir(parents=True)
    at(tmp_path).write_bytes(b"nothing of the sort " * 300)
    async with running(tmp_path) as (app, pilot):
        await pilot.until(lambda: any("It was set aside" in one.message for one in app._notifications))
        assert isinstance(app.screen, HomeScreen)
        assert list(at(tmp_path).parent.glob("*damaged*"))


async def test_a_damaged_match_is_asked_about_before_it_goes_on(tmp_path: Path) -> None:
    keep(at(tmp_path), begun(players=AGAINST))
    with closing(sqlite3.connect(at(tmp_path))) as db, db:
        db.execute("UPDATE entries SET hash = zeroblob(16) WHERE n = 8")
    async with running(tmp_path) as (app, pilot):
        await pilot.press("c")
        await pilot.until(lambda: "Entry 8 does not" in shown(app))
        assert "entry 7" in shown(app) and "[y] Go on from there" in shown(app)
        await pilot.press("n")
        await pilot.until(lambda: isinstance(app.screen, HomeScreen))
        assert len(record(tmp_path).entries) == 10
        await pilot.press_until("c", lambda: isinstance(app.screen, QuestionDialog))
        await pilot.press("y")
        await pilot.until(lambda: isinstance(app.screen, Continued | MatchScreen))
        assert 7 <= len(record(tmp_path).entries) < 10


@pytest.mark.parametrize("seed", [3, 4])
async def test_of_a_match_of_which_nothing_was_played_it_is_told_how_it_began(
    tmp_path: Path, seed: int
) -> None:
    keep(at(tmp_path), begun(seed, 0, players=AGAINST))
    async with running(tmp_path) as (app, pilot):
        await pilot.until(lambda: "Continue" in shown(app))
        await pilot.press("c")
        await pilot.until(lambda: isinstance(app.screen, Continued) and "You draw " in shown(app))
        assert "What happened so far" in shown(app)
