"""The shell as a player meets it: home, its ways, and how the app begins and ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Static

from net.protocol.errors import LinkLost
from tests.support.kept import records
from tests.support.pilot import piloted
from tests.support.whole_app import local_plan, running
from tui.app.application import TesserApp
from tui.match.plans import HostPlan, JoinPlan, Sitter
from tui.match.worker import MatchLoop, MatchWorker
from tui.profile import Profile
from tui.screens.dialogs import AskText, Message, QuestionDialog
from tui.screens.editor.decks_screen import DecksScreen
from tui.screens.home import HomeScreen
from tui.screens.host_page import HostScreen, WaitScreen
from tui.screens.join_page import JoinScreen
from tui.screens.match.match_screen import MatchScreen
from tui.screens.setup import SetupScreen
from tui.screens.too_small import TooSmall


async def test_from_home_a_match_is_two_keys_away(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("enter")
        assert isinstance(app.screen, SetupScreen)
        await pilot.press("enter")
        await pilot.until(lambda: isinstance(app.screen, MatchScreen))
        screen = app.screen
        assert isinstance(screen, MatchScreen)
        await pilot.until(lambda: screen.client.question is not None)
        assert len(records(tmp_path)) == 1


@pytest.mark.parametrize(
    ("key", "page"),
    [("p", SetupScreen), ("s", SetupScreen), ("h", HostScreen), ("j", JoinScreen), ("d", DecksScreen)],
)
async def test_each_way_has_a_key_and_esc_leads_back(tmp_path: Path, key: str, page: type) -> None:
    async with running(tmp_path) as (app, pilot):
        await pilot.press(key)
        assert isinstance(app.screen, page)
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)


async def test_home_works_with_the_mouse_alone(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        assert await pilot.click(OptionList, offset=(5, 0))
        assert isinstance(app.screen, SetupScreen)
        line = app.screen.query_one("KeyLine")
        text = str(line.render())
        assert await pilot.click(line, offset=(2 + text.index("[Esc]"), 0))
        assert isinstance(app.screen, HomeScreen)


async def test_the_arrows_go_through_the_ways(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        await pilot.press("down", "down", "enter")
        assert isinstance(app.screen, HostScreen)


async def test_esc_at_home_does_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)
        assert app.return_code is None


async def test_home_says_who_and_what(tmp_path: Path) -> None:
    profile = Profile("", tmp_path)
    profile.rename("Meg [b]")
    async with running(tmp_path) as (app, _):
        said = str(app.screen.query_one("#who", Static).render())
        assert said.startswith("Meg [b]")
        assert "tesser 0." in said


async def test_help_shows_the_keys_of_the_page(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        await pilot.press("p", "question_mark")
        assert isinstance(app.screen, Message)
        assert "start" in str(app.screen.query(Static)[1].render())
        await pilot.press("escape")
        assert isinstance(app.screen, SetupScreen)


async def test_below_the_smallest_size_one_line_covers_everything(tmp_path: Path) -> None:
    async with running(tmp_path, size=(60, 20)) as (app, pilot):
        assert isinstance(app.screen, HomeScreen)
        await pilot.resize_terminal(59, 20)
        await pilot.until(lambda: isinstance(app.screen, TooSmall))
        assert "60 columns and 20 rows" in str(app.screen.query_one(Static).render())
        await pilot.press("p")
        assert isinstance(app.screen, TooSmall)
        await pilot.resize_terminal(60, 20)
        await pilot.until(lambda: isinstance(app.screen, HomeScreen))


async def test_a_small_terminal_at_the_start_is_covered_too(tmp_path: Path) -> None:
    async with running(tmp_path, size=(40, 10)) as (app, pilot):
        await pilot.until(lambda: isinstance(app.screen, TooSmall))


async def test_a_small_terminal_covers_a_match_until_it_grows(tmp_path: Path) -> None:
    async with running(tmp_path, local_plan(seed=7)) as (app, pilot):
        await pilot.until(lambda: isinstance(app.screen, MatchScreen))
        await pilot.resize_terminal(80, 19)
        await pilot.until(lambda: isinstance(app.screen, TooSmall))
        await pilot.resize_terminal(60, 20)
        await pilot.until(lambda: isinstance(app.screen, MatchScreen))


async def test_a_plan_goes_straight_into_its_match(tmp_path: Path) -> None:
    async with running(tmp_path, local_plan(seed=7)) as (app, pilot):
        await pilot.until(lambda: isinstance(app.screen, MatchScreen))


async def test_a_plan_that_cannot_be_played_is_explained(tmp_path: Path) -> None:
    async with running(tmp_path, local_plan(options={"nonsense": 1})) as (app, pilot):
        await pilot.until(lambda: isinstance(app.screen, Message))
        assert "nonsense" in str(app.screen.query(Static)[1].render())


async def test_a_record_that_cannot_be_written_is_explained(tmp_path: Path) -> None:
    taken = tmp_path / "taken.tesser"
    taken.write_text("mine")
    async with running(tmp_path, local_plan(save=taken)) as (app, pilot):
        await pilot.until(lambda: isinstance(app.screen, Message))
        assert "exists already" in str(app.screen.query(Static)[1].render())
    assert taken.read_text() == "mine"


async def test_a_table_can_be_opened_from_the_command_line(tmp_path: Path) -> None:
    plan = local_plan()
    host = HostPlan(plan.game, 2, {0: Sitter(deck=plan.decks[0])}, {}, "original")
    async with running(tmp_path, host) as (app, _):
        assert isinstance(app.screen, WaitScreen)


async def test_joining_from_the_command_line_asks_for_the_invite(tmp_path: Path) -> None:
    async with running(tmp_path, JoinPlan()) as (app, _):
        assert isinstance(app.screen, JoinScreen)


async def test_a_notification_is_no_markup(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        app.notify("[/x] [@click=app.quit]you[/]")
        await pilot.until(lambda: app.screen.query("Toast"))
        assert "[/x]" in str(app.screen.query_one("Toast").render())


@pytest.mark.parametrize(("key", "answer"), [("y", True), ("n", False), ("escape", False), ("enter", False)])
async def test_a_question_changes_nothing_by_accident(tmp_path: Path, key: str, answer: bool) -> None:
    async with running(tmp_path) as (app, pilot):
        said: list[bool | None] = []
        app.push_screen(QuestionDialog("Give up?"), said.append)
        await pilot.pause()
        await pilot.press(key)
        assert said == [answer]


async def test_an_error_of_our_own_ends_with_status_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def boom(self: HomeScreen) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(HomeScreen, "action_help", boom)
    app = TesserApp(Profile("", tmp_path))
    with pytest.raises(RuntimeError, match="boom"):
        async with piloted(app) as pilot:
            await pilot.press("question_mark")
    assert app.return_code == 1


async def test_a_player_chooses_a_name_on_home_and_keeps_it(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        await pilot.press("n")
        await pilot.until(lambda: isinstance(app.screen, AskText))
        app.screen.query_one(Input).value = "  "
        await pilot.press("enter")
        assert "at least one letter" in str(app.screen.query_one("#why", Static).render())
        app.screen.query_one(Input).value = "Calvin [b]\x1b[31m"
        await pilot.press("enter")
        await pilot.until(lambda: isinstance(app.screen, HomeScreen))
        assert "Calvin [b][31m   tesser" in str(app.screen.query_one("#who", Static).render())
        assert app.profile.player == "Calvin [b][31m"


async def test_quitting_in_a_match_is_asked_about(tmp_path: Path) -> None:
    async with running(tmp_path, local_plan()) as (app, pilot):
        await pilot.until(lambda: isinstance(app.screen, MatchScreen))
        await pilot.press("ctrl+q")
        await pilot.until(lambda: isinstance(app.screen, QuestionDialog))
        await pilot.press("escape")
        await pilot.until(lambda: isinstance(app.screen, MatchScreen))
        assert app.matches.threads[0].playing
        await pilot.press("ctrl+q")
        await pilot.until(lambda: isinstance(app.screen, QuestionDialog))
        await pilot.press("y")
        await pilot.until(lambda: app.return_code == 0)


async def test_a_match_asked_for_on_the_command_line_gives_its_failure_as_exit_status(tmp_path: Path) -> None:
    async def lost(loop: MatchLoop) -> None:
        raise LinkLost("Nothing was heard.")

    for plan, status in ((HostPlan("wrinkles", 2, {0: Sitter()}, {}, ""), 6), (local_plan(), 0)):
        app = TesserApp(Profile("", tmp_path), plan)
        thread = MatchWorker(lambda: None)
        thread.start(lost)
        thread.stop()
        app.matches.threads.append(thread)
        assert app.status == status
