"""Two games with the sides swapped: what each is, what the sum decides, and the pages between them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from core import registry
from core.contract.outcome import Outcome
from tests.pocket.game import Pocket
from tests.support.kept import records
from tests.support.pilot import Pilot, rows
from tests.support.plain import session
from tests.support.whole_app import everything, local_plan, running
from tests.tui.test_setup import go, row, setup
from tui.app.application import TesserApp
from tui.archive.database import Archive
from tui.archive.queries import before_second
from tui.boards import board_widget
from tui.cli.main import main
from tui.exit_status import USAGE
from tui.match.local import local_header
from tui.match.match_storage import next_record, numbered
from tui.match.plans import ResumePlan
from tui.match.resume import series_after
from tui.match.series import Series
from tui.match.series_position import Course, begun
from tui.profile import Profile
from tui.screens.end_page import EndPage, GamesPage
from tui.screens.home import HomeScreen
from tui.screens.match.match_screen import MatchScreen
from tui.widgets import key_guard
from tui.widgets.form_rows import OneOf

pytestmark = pytest.mark.long

GOOD, EVIL = 0, 1
PLAN = local_plan(both_sides=True)


def won(seat: int, scores: tuple[int, int], end: str = "tokens") -> Outcome:
    return Outcome((1, 2) if seat == GOOD else (2, 1), scores, end)


def test_the_second_game_is_the_first_with_the_players_swapped() -> None:
    series = Series(PLAN, "Ada")
    first = series.next_plan()
    assert (first.players, first.names) == (("person", "random"), ("Ada", "Computer"))
    series.add(won(GOOD, (6, 0)), (41, 33))
    second = series.next_plan()
    assert (second.players, second.names) == (("random", "person"), ("Computer", "Ada"))
    assert (second.decks, second.options, second.lists) == (first.decks, first.options, first.lists)
    assert not series.over and series.title() == "One game of two is played"
    assert series.lines()[-1] == "Now the sides are swapped: Computer plays Good and Ada plays Evil."


def test_the_second_game_has_its_own_seed_and_its_own_record() -> None:
    plan = msgspec.structs.replace(PLAN, seed=7, save=Path("/games/match.tesser"))
    series = Series(plan, "Ada")
    assert series.next_plan().names == ("Player", "Computer"), "fixed, as everything with a seed"
    assert (series.next_plan().seed, series.next_plan().save) == (7, Path("/games/match.tesser"))
    series.add(won(GOOD, (6, 0)), ())
    assert (series.next_plan().seed, series.next_plan().save) == (8, numbered(Path("/games/match.tesser"), 1))
    assert numbered(Path("a.tesser"), 1) == Path("a-2.tesser")


def test_records_of_matches_over_one_link_are_counted_from_the_first_ones_name(tmp_path: Path) -> None:
    """Whatever that is, and also where one of them was left and gone on with."""
    header = local_header(Profile(root=tmp_path), PLAN, registry.load(PLAN.game))
    for both in (False, True):
        path = tmp_path / f"{both}-30.tesser"
        course = begun("original", both, ("Ada", "Bea"))
        written = [path.name]
        for _ in range(3):
            path.touch()
            path = next_record(path, course.number == 1)
            written.append(path.name)
            following = course.following(header, won(GOOD, (6, 0)), ())
            course = msgspec.json.decode(following.kept(), type=Course)
        assert written == [f"{both}-30{number}.tesser" for number in ("", "-2", "-3", "-4")]
    (tmp_path / "a-2").touch()
    assert next_record(tmp_path / "a", True).name == "a-3", "no file is written over"


def test_two_alike_are_told_apart() -> None:
    plan = msgspec.structs.replace(PLAN, players=("person", "person"))
    assert Series(plan, "Ada").names == ("Ada 1", "Ada 2")
    plan = msgspec.structs.replace(PLAN, players=("random", "random"))
    assert Series(plan, "Ada").names == ("Computer 1", "Computer 2")


@pytest.mark.parametrize(
    ("first", "second", "title", "why"),
    [
        # Ada wins as Good and as Evil.
        ((GOOD, (6, 0), (9, 1)), (EVIL, (0, 6), (1, 9)), "Ada wins", "More games won decide."),
        # Good wins both: a game each, and Ada kept more tokens as Evil than the computer did.
        ((GOOD, (6, 0), (9, 1)), (GOOD, (4, 2), (9, 1)), "Ada wins", "the points of both games decide."),
        ((GOOD, (4, 2), (9, 1)), (GOOD, (6, 0), (9, 1)), "Computer wins", "the points of both games decide."),
        ((GOOD, (6, 0), (9, 1)), (GOOD, (6, 0), (30, 2)), "Computer wins", "the last totals decide."),
        ((GOOD, (6, 0), ()), (GOOD, (6, 0), ()), "nobody is ahead", "totals are equal."),
    ],
)
def test_games_decide_then_points_then_totals(
    first: tuple[int, tuple[int, int], tuple[int, ...]],
    second: tuple[int, tuple[int, int], tuple[int, ...]],
    title: str,
    why: str,
) -> None:
    series = Series(PLAN, "Ada")
    for winner, scores, totals in (first, second):
        series.add(won(winner, scores), totals)
    assert series.over and series.title() == f"Both sides: {title}"
    assert series.lines()[-1].endswith(why)


def test_each_game_and_the_sum_are_told() -> None:
    series = Series(PLAN, "Ada")
    series.add(won(GOOD, (6, 0)), (41, 33))
    series.add(won(EVIL, (2, 4), "concede"), ())
    assert series.lines() == [
        "Game 1: Ada as Good wins; Good and Evil have 6 to 0, the last totals 41 to 33.",
        "Game 2: Ada as Evil wins; Good and Evil have 2 to 4.",
        "Ada: 2 games won, points 10, totals 41.",
        "Computer: 0 games won, points 2, totals 33.",
        "More games won decide.",
    ]


@pytest.fixture(autouse=True)
def quick_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys may come as quickly as a test presses them."""
    monkeypatch.setattr(board_widget, "GUARD", 0.0)
    monkeypatch.setattr(key_guard, "GUARD", 0.0)


async def concede(app: TesserApp, pilot: Pilot) -> None:
    await pilot.until(lambda: isinstance(app.screen, MatchScreen) and app.screen.client.reader is not None)
    await pilot.press("c", "y")
    await pilot.until(lambda: isinstance(app.screen, EndPage))


def shown(app: TesserApp) -> str:
    return rows(app)


async def test_both_games_are_played_one_after_the_other(tmp_path: Path) -> None:
    async with running(tmp_path, PLAN) as (app, pilot):
        await concede(app, pilot)
        assert "Evil (Computer) wins." in shown(app) and "[Enter] to the score" in shown(app)
        await pilot.press("escape")
        await pilot.until(lambda: isinstance(app.screen, MatchScreen))
        assert "Enter goes to the score." in shown(app) and "Enter leaves" not in shown(app)
        await pilot.press("enter")
        await pilot.until(lambda: isinstance(app.screen, GamesPage))
        assert "One game of two is played" in shown(app)
        await pilot.press("escape")
        assert isinstance(app.screen, GamesPage), "Esc gives nothing up"
        await pilot.press("enter")
        await concede(app, pilot)
        assert "Good (Computer) wins." in shown(app)
        await pilot.press("enter")
        await pilot.until(lambda: isinstance(app.screen, GamesPage))
        assert "Both sides: Computer wins" in shown(app)
        await pilot.press("enter")
        await pilot.until(lambda: isinstance(app.screen, HomeScreen))
    played = records(tmp_path)
    players = [[seat.player.split(":")[0] for seat in record.header.seats] for record in played]
    assert players == [["person", "bot"], ["bot", "person"]]
    assert played[0].header.match != played[1].header.match
    assert played[0].header.decklists == played[1].header.decklists


async def test_a_held_enter_begins_no_second_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path, PLAN) as (app, pilot):
        await concede(app, pilot)
        monkeypatch.setattr(key_guard, "GUARD", 60.0)
        await pilot.press("enter")
        await pilot.until(lambda: isinstance(app.screen, GamesPage))
        await pilot.press("enter", "enter", "enter")
        assert isinstance(app.screen, GamesPage)


async def test_one_may_leave_it_at_one_game(tmp_path: Path) -> None:
    async with running(tmp_path, PLAN) as (app, pilot):
        await concede(app, pilot)
        await pilot.press("enter")
        await pilot.until(lambda: isinstance(app.screen, GamesPage))
        await pilot.press("q")
        await pilot.until(lambda: isinstance(app.screen, HomeScreen))
        assert "Continue" not in shown(app)


async def test_the_second_game_is_offered_after_a_kill_between_the_two(tmp_path: Path) -> None:
    async with running(tmp_path, PLAN) as (app, pilot):
        await concede(app, pilot)
    (first,) = records(tmp_path)
    async with running(tmp_path) as (app, pilot):
        await pilot.until(lambda: "second game" in shown(app))
        await pilot.press("c")
        await concede(app, pilot)
        await pilot.press("enter")
        await pilot.until(lambda: isinstance(app.screen, GamesPage))
        assert "Both sides: Computer wins" in shown(app)
        await pilot.press("enter")
        await pilot.until(lambda: isinstance(app.screen, HomeScreen))
        assert "Continue" not in shown(app)
    second = records(tmp_path)[1]
    assert [seat.name for seat in second.header.seats] == [seat.name for seat in first.header.seats[::-1]]


def test_the_second_game_is_offered_in_plain_mode_too(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(PLAN)) as (player, status):
        player.question()
        player.type("concede", "yes")
        player.question()
        player.close()
    with session(tmp_path, lambda one: one.begin(ResumePlan())) as (player, status):
        player.question()  # of the second game, which was under way
        player.type("concede", "yes")
        assert "Both sides: Computer wins." in player.rest()
    assert status == [0]


async def test_the_last_totals_count_in_the_score_of_a_first_game_gone_on_from(tmp_path: Path) -> None:
    plan = msgspec.structs.replace(PLAN, players=("random", "random"), options={"max_turns": 1})
    async with running(tmp_path, plan) as (app, pilot):
        await pilot.until(lambda: isinstance(app.screen, EndPage))
        await pilot.press("enter")
        await pilot.until(lambda: isinstance(app.screen, GamesPage))
        told = everything(app)
    with Archive(Profile(root=tmp_path).archive) as archive:
        (kept,) = before_second(archive)
        series = series_after(archive, kept)
    assert "the last totals" in series.lines()[0] and series.lines()[0] in told


async def test_the_setup_offers_it_and_says_what_it_is(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        page = await setup(app, pilot)
        assert not page.plan().both_sides
        await go(page, pilot, "games")
        await pilot.press("right")
        assert row(page, "games", OneOf).shown == "both sides"
        assert page.plan().both_sides
        assert "the sides swapped" in shown(app)


def test_plain_mode_plays_both_games_too(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(PLAN)) as (player, status):
        for wins in ("Evil (Computer) wins.", "Good (Computer) wins."):
            player.question()
            player.type("concede", "yes")
            player.until(wins)
        said = player.rest()
    assert "Both sides: Computer wins." in said
    assert "Computer: 2 games won, points 6, totals 0." in said
    assert status == [0]


WAITS = "The second game waits: tesser resume "
AT_ONE = "It stays at one game; no second one follows."
OFFERS = "rematch begins the second game, leave at one gives it up; Enter alone leaves."


@pytest.mark.parametrize(
    ("lines", "last"),
    [(("",), WAITS), (("quit",), WAITS), (("nonsense", "leave at one", "no", ""), WAITS),
     (("leave at one", "yes"), AT_ONE)],
)  # fmt: skip
def test_in_plain_mode_a_person_says_what_follows_the_first_game(
    tmp_path: Path, lines: tuple[str, ...], last: str
) -> None:
    with session(tmp_path, lambda one: one.begin(PLAN), interactive=True) as (player, status):
        player.question()
        player.type("help")
        player.until("leave at one: ")
        player.type("concede", "yes")
        player.until("One game of two is played.")
        player.until(OFFERS)
        for line in lines:
            player.type(line)
        assert player.rest()[-1].startswith(last)
    assert status == [0] and len(records(tmp_path)) == 1
    with Archive(Profile(root=tmp_path).archive) as archive:
        assert len(before_second(archive)) == (last == WAITS)


def test_in_plain_mode_rematch_begins_the_second_game_and_then_both_once_more(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(PLAN), interactive=True) as (player, _):
        for offers in (OFFERS, "rematch plays again; Enter alone leaves.", OFFERS):
            player.question()
            player.type("concede", "yes")
            player.until(offers)
            player.type("rematch")
        player.question()
    seats = [[seat.player.split(":")[0] for seat in one.header.seats] for one in records(tmp_path)]
    assert seats == [["person", "bot"], ["bot", "person"]] * 2


def test_a_script_leaves_after_the_first_game_where_it_says_so(tmp_path: Path) -> None:
    with session(tmp_path, lambda one: one.begin(PLAN)) as (player, status):
        player.question()
        player.type("concede", "yes", "quit")
        assert player.rest()[-1].startswith(WAITS)
    assert status == [0] and len(records(tmp_path)) == 1


def test_both_sides_on_the_command_line_needs_two_seats_and_two_free_files(
    pocket: Pocket, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["play", "--both-sides", "--game", "pocket", "--plain"]) == USAGE
    assert "--both-sides is for games of two" in capsys.readouterr().err
    (tmp_path / "match-2.tesser").touch()
    save = tmp_path / "match.tesser"
    assert main(["play", "--both-sides", "--plain", "--save", str(save)]) == USAGE
    assert "match-2.tesser: there is such a file already" in capsys.readouterr().err
