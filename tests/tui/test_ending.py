"""The page at the end of a match, and what can be copied from it and from the page of a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.contract.outcome import Outcome
from decks.storage.store import DeckStore
from tests.support.archives import begun
from tests.support.kept import record
from tests.support.whole_app import local_plan, running
from tests.support.wrinkles_screen import SEVEN, ids, playing
from tests.tui.test_series import concede, shown
from tui.match.commands import TakeBackMarked
from tui.match.end_texts import result
from tui.match.history import compared_last
from tui.match.plans import HostPlan, LocalPlan, Sitter
from tui.screens.end_page import list_lines, place
from tui.screens.host_page import WaitScreen
from tui.screens.match.match_screen import MatchScreen

pytestmark = pytest.mark.long


async def test_it_shows_the_lists_that_were_closed_and_copies_hash_and_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    async with running(tmp_path, local_plan(lists="closed")) as (app, pilot):
        await concede(app, pilot)
        assert "[d] decklists" in shown(app)
        await pilot.press("d")
        await pilot.until(lambda: "Decklists" in shown(app))
        assert " cards, " in shown(app) and "Communication, " in shown(app)
        await pilot.press("end")
        await pilot.until(lambda: "Weakness, " in shown(app))
        await pilot.press("escape")
        await pilot.press_until("c", lambda: app.clipboard)
        head, name = app.clipboard.split("\n")
        assert head in shown(app) and name == record(tmp_path).header.match[:8]
        await pilot.until(lambda: "was sent to your" in shown(app))
        assert "own key." in shown(app), "what to do where that does not work"


async def test_open_lists_are_no_news_at_the_end(tmp_path: Path) -> None:
    async with running(tmp_path, local_plan()) as (app, pilot):
        await concede(app, pilot)
        assert "decklists" not in shown(app)


async def test_a_console_without_a_clipboard_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "linux")
    async with running(tmp_path, local_plan()) as (app, pilot):
        await concede(app, pilot)
        await pilot.press_until("c", lambda: "no clipboard" in shown(app))
        assert app.clipboard == ""


async def test_the_invite_is_copied_with_a_word_on_what_to_do_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "screen-256color")
    monkeypatch.setenv("TMUX", "/tmp/tmux,1,0")
    plan = local_plan()
    table = HostPlan(plan.game, 2, {0: Sitter(deck=plan.decks[0])}, {}, "original")
    async with running(tmp_path, table) as (app, pilot):
        await pilot.until(lambda: isinstance(app.screen, WaitScreen) and app.screen._invite)
        await pilot.press("c")
        await pilot.until(lambda: "set-clipboard" in shown(app))
        assert app.clipboard.startswith("tesser1")


async def test_it_says_the_totals_of_the_last_test() -> None:
    async with playing(ids("good", *SEVEN), max_turns=1) as player:
        while player.app.match.outcome is None:
            await player.press("space")
            await player.pilot.pause(0.01)
        await player.sees("Last totals Good (Ada) 0, Evil (Bob) 0")


def test_a_tie_of_two_is_a_place_they_share() -> None:
    """As the rules and the arena have it."""
    assert result(Outcome((1, 1), (3, 3), "max_turns"), str) == "Both share first place."
    assert result(Outcome((1, 1, 1), (3, 3, 3), "max_turns"), str) == "All share first place."


async def test_totals_that_were_taken_back_are_not_the_last() -> None:
    async with playing(ids("good", *SEVEN)) as player:
        while player.app.match.state.turn == 1:
            await player.press("space")
            await player.pilot.pause(0.01)
        picture = player.app.match_screen.client.picture
        assert picture is not None and picture.totals == (0, 0)
        player.app.worker.send(TakeBackMarked(0, 0))
        await player.until(lambda: player.app.match_screen.client.picture.totals == ())  # type: ignore[union-attr]


def test_nor_are_those_of_what_was_taken_back_with_the_other_sides_yes() -> None:
    match = begun(players=("person", "person"), peers=(0, 1))
    last = match.n
    totals = {2: (1, 2), last: (5, 5)}
    assert compared_last(match, totals) == (5, 5)
    match.play(match.entries[-1].by, f"undo {last - 1}")
    assert compared_last(match, totals) == (1, 2)


def test_the_place_of_a_record_is_broken_between_folders_and_nowhere_else() -> None:
    path = "/home/somebody/.local/share/tesser/matches/2026-01-01-120000-wrinkles-0123abcd.tesser"
    lines = place(path, 68)
    assert lines[0].startswith("Record      /home") and len(lines) == 2
    assert all(len(line) <= 68 for line in lines) and lines[0].endswith("/")
    assert "".join(line[12:] for line in lines) == path


async def test_what_is_played_with_can_be_read_in_the_match(tmp_path: Path) -> None:
    async with running(tmp_path, local_plan()) as (app, pilot):
        await pilot.until(
            lambda: isinstance(app.screen, MatchScreen) and app.screen.client.header is not None
        )
        await pilot.press("s")
        await pilot.until(lambda: "What is played with" in shown(app))
        assert "Communication, " in shown(app)


async def test_a_closed_list_is_not_read_before_the_end(tmp_path: Path) -> None:
    async with running(tmp_path, local_plan(lists="closed")) as (app, pilot):
        await pilot.until(
            lambda: isinstance(app.screen, MatchScreen) and app.screen.client.header is not None
        )
        assert isinstance(app.screen, MatchScreen) and app.screen.client.header is not None
        screen, header = app.screen, app.screen.client.header
        mine, theirs = (list_lines(screen.game, header, screen.client.who, 70, seat) for seat in (0, 1))
        assert any("Communication, " in line for line in mine)
        assert not any("Communication, " in line for line in theirs)
        assert sum("stays secret until the match is over." in line for line in mine) == 1


async def test_the_setup_of_a_table_can_be_read_in_the_match_and_at_its_end(tmp_path: Path) -> None:
    quick = DeckStore(tmp_path).catalog.find("quick").decklist()
    plan = LocalPlan("time-masters", ("person", "random"), (None, None), {}, seed=3, shared=quick)
    async with running(tmp_path, plan) as (app, pilot):
        await pilot.until(
            lambda: isinstance(app.screen, MatchScreen) and app.screen.client.header is not None
        )
        await pilot.press("s")
        await pilot.until(lambda: "Setup: Quick, 50 cards, " in shown(app))
        assert "Sphere 1, 10: " in shown(app)
        await pilot.press_until("s", lambda: isinstance(app.screen, MatchScreen))
        await concede(app, pilot)
        await pilot.press("d")
        await pilot.until(lambda: "Sphere 1, 10: " in shown(app))
