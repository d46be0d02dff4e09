"""Screens of a game of two to four seats without roles and decks: who sits where, hot-seat, two machines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.widgets import Static

from core.contract.choice import Choice
from tests.support.kept import record
from tests.support.pilot import Pilot
from tests.support.two_apps import offered
from tests.support.whole_app import everything, running, shown
from tui.app.application import TesserApp
from tui.boards.board_widget import Board
from tui.match.plans import GUEST, HostPlan, JoinPlan, LocalPlan, Sitter
from tui.screens.curtain import Curtain
from tui.screens.end_page import EndPage
from tui.screens.form_page import FormPage
from tui.screens.host_page import HostScreen, WaitScreen
from tui.screens.join_page import OfferScreen
from tui.screens.match.match_screen import MatchScreen
from tui.screens.seat_rows import YOU
from tui.screens.setup import SetupScreen
from tui.widgets import key_guard
from tui.widgets.form_rows import Number, OneOf, Words

pytestmark = pytest.mark.long

GAME = "time-masters"
PERSON = "person"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys are taken as soon as a question is there: these tests press none too early."""
    monkeypatch.setattr(key_guard, "GUARD", 0.0)
    monkeypatch.setattr(Board, "guard", 0.0)


def local(*players: str, names: Sequence[str] = (), **options: int) -> LocalPlan:
    given = {"max_turns": 1, "first": 1} | options
    return LocalPlan(GAME, players, (None,) * len(players), given, names=tuple(names))


def rows(page: FormPage[None], start: str) -> list[str]:
    """The rows whose names begin so, with their values."""
    return [f"{row.name} {row.value}" for row in page.form.rows if row.name.startswith(start)]


async def step(page: FormPage[None], pilot: Pilot, name: str, *keys: str) -> None:
    """Put the cursor on a row and press keys there."""
    page.form.put_cursor(name)
    await pilot.pause()
    await pilot.press(*keys)


# Setting up.


async def test_as_many_seats_as_wanted_each_with_who_plays(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        page = SetupScreen(against_computer=True, game=GAME)
        app.push_screen(page)
        await pilot.pause()
        assert page.plan().players == (PERSON, "greedy")
        await step(page, pilot, "seats", "right", "right", "right")
        assert [row.label for row in page.form.rows if row.name.startswith("who ")] == [
            f"Seat {n}" for n in (1, 2, 3, 4)
        ]
        await step(page, pilot, "who 1", "left")
        await step(page, pilot, "who 2", "right", "right")
        assert page.plan().players == (PERSON, "random", PERSON, "greedy")
        await step(page, pilot, "name 2", *"Bea s", "backspace", "k")
        plan = page.plan()
        assert plan.names == (app.profile.player, "", "Bea k", "")
        assert plan.decks == (None,) * 4
        for name in ("games", "lists", "format", "deck 0"):
            with pytest.raises(KeyError):
                page.form.find(name)
        await step(page, pilot, "seats", "left")
        assert page.plan().players == (PERSON, "random", PERSON)
        assert page.plan().names == (app.profile.player, "", "Bea k")
        await pilot.press("left")
        assert page.plan().players == (PERSON, "random")


async def test_stepping_past_you_leaves_you_where_you_are(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        page = SetupScreen(against_computer=False, game=GAME)
        app.push_screen(page)
        await pilot.pause()
        await step(page, pilot, "seats", "right")
        await step(page, pilot, "who 2", "left")
        assert page.who == [PERSON, PERSON, YOU], "the seat that you leave takes who was there"
        await pilot.press("left")
        assert page.who == [YOU, PERSON, "greedy"]
        await step(page, pilot, "who 0", "right")
        assert page.who == [PERSON, PERSON, "greedy"], "all may be others"
        assert page.plan().names == ()


async def test_a_preset_says_what_was_measured(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        page = SetupScreen(against_computer=True, game=GAME)
        app.push_screen(page)
        await pilot.pause()
        await step(page, pilot, "preset", "right")
        assert "%" in shown(app, "#about")
        assert page.plan().options == {"end": 1, "later_start": 1}
        end = page.form.find("option end")
        assert isinstance(end, OneOf) and end.shown == "round"


async def test_a_first_seat_that_is_not_there_is_said_in_place(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        page = SetupScreen(against_computer=True, game=GAME)
        app.push_screen(page)
        await pilot.pause()
        await step(page, pilot, "option first", "4")
        await pilot.press("s")
        assert "Seat 4 can't begin a match of 2 seats" in shown(app, "#problem")


async def test_the_host_says_who_sits_where_and_what_is_the_guest_s(tmp_path: Path) -> None:
    async with running(tmp_path, name="host") as (app, pilot):
        page = HostScreen(GAME)
        app.push_screen(page)
        await pilot.pause()
        await step(page, pilot, "seats", "right", "right")
        assert page.who == [YOU, GUEST, GUEST, GUEST]
        await step(page, pilot, "who 2", "left")
        await step(page, pilot, "who 3", "right", "right")
        assert page.who == [YOU, GUEST, "greedy", PERSON]
        await step(page, pilot, "name 3", *"Bea")
        assert page.plan().here == {0: Sitter(name="host"), 2: Sitter("greedy"), 3: Sitter(name="Bea")}
        await step(page, pilot, "who 1", "left")
        await pilot.press("o")
        assert "No seat is left for your guest" in shown(app, "#problem")
        assert app.screen is page


# Hot-seat.


async def begun(app: TesserApp, pilot: Pilot) -> MatchScreen:
    await pilot.until(lambda: any(isinstance(one, MatchScreen) for one in app.screen_stack))
    screen = next(one for one in app.screen_stack if isinstance(one, MatchScreen))
    await pilot.until(lambda: screen.client.picture is not None)
    return screen


def passing(choices: Sequence[Choice]) -> Choice:
    """A choice that brings the turn nearer to its end."""
    words = ("pass", "end", "done", "skip", "decline", "stop", "none")
    return next((one for one in choices if one.kind in words), choices[-1])


async def to_the_end(app: TesserApp, pilot: Pilot, screen: MatchScreen) -> list[str]:
    """Play by the board, taking the keyboard as it comes; who got it, one after the other."""
    handed: list[str] = []
    while not isinstance(app.screen, EndPage):
        if isinstance(app.screen, Curtain) and app.screen.query("#curtain-who"):
            assert screen.board.scene is None, "a hand is to be seen beside the curtain"
            handed.append(str(app.screen.query_one("#curtain-who", Static).render()))
            curtain = app.screen
            await pilot.press_until("enter", lambda curtain=curtain: app.screen is not curtain)  # type: ignore[misc]
            continue
        scene = screen.board.scene
        if app.screen is screen and scene is not None and scene.decision is not None:
            assert scene.seat == scene.view.viewer == scene.decision.seat == screen.client.reader
            assert scene.decision.choices
            screen.board.post_message(Board.Picked([passing(scene.decision.choices)]))
        await pilot.pause(0.01)
    return handed


async def test_four_persons_play_to_the_end_each_with_its_own_eyes(tmp_path: Path) -> None:
    plan = local(*[PERSON] * 4, names=("Ann", "Bea", "Cal", "Dot"))
    async with running(tmp_path, plan) as (app, pilot):
        screen = await begun(app, pilot)
        handed = await to_the_end(app, pilot, screen)
        names = ["Ann", "Bea", "Cal", "Dot"]
        assert handed[:4] == [f"Hand the keyboard to {name}." for name in names]
        assert screen.client.picture is not None and sorted(screen.client.picture.views) == [0, 1, 2, 3]
        await pilot.until(lambda: re.search(r"Places 1 (Ann|Bea|Cal|Dot) with", everything(app)))
        ended = everything(app)
        assert all(f"{name} with " in ended for name in names)
    kept = record(tmp_path)
    assert kept.outcome is not None and {entry.by for entry in kept.entries} == {0, 1, 2, 3}


async def test_bots_play_between_two_persons(tmp_path: Path) -> None:
    async with running(tmp_path, local(PERSON, "random", PERSON, "random")) as (app, pilot):
        screen = await begun(app, pilot)
        handed = await to_the_end(app, pilot, screen)
        assert set(handed) == {"Hand the keyboard to Seat 1.", "Hand the keyboard to Seat 3."}
        assert screen.client.picture is not None and sorted(screen.client.picture.views) == [0, 2]


async def test_alone_among_bots_there_is_no_curtain(tmp_path: Path) -> None:
    async with running(tmp_path, local("random", PERSON, "random")) as (app, pilot):
        screen = await begun(app, pilot)
        assert await to_the_end(app, pilot, screen) == []


async def test_what_conceding_comes_to_is_said_before_it_is_done(tmp_path: Path) -> None:
    async with running(tmp_path, local(PERSON, "random", "random")) as (app, pilot):
        screen = await begun(app, pilot)
        await pilot.until(lambda: screen.client.question is not None)
        await pilot.press_until("c", lambda: "Concede?" in everything(app))
        said = everything(app)
        assert "The match ends for everybody" in said
        assert "Random 2 and Random 3 share first place" in said
        await pilot.press_until("y", lambda: "You conceded." in everything(app))
        said = everything(app)
        assert "Random 2 and Random 3 share first place." in said
        assert re.search(r"3 (Seat 1|Player) with", said)


# Two machines.


async def test_two_machines_play_a_table_of_four_with_two_persons_on_one(tmp_path: Path) -> None:
    here = {0: Sitter(name="Ann"), 1: Sitter("random"), 3: Sitter(name="Dot")}
    table = HostPlan(GAME, 4, here, {"max_turns": 1, "first": 3}, "")
    async with running(tmp_path / "a", table, name="host") as (host, host_pilot):
        await host_pilot.until(lambda: isinstance(host.screen, WaitScreen) and shown(host, "#invite"))
        invite = shown(host, "#invite")
        async with running(tmp_path / "b", JoinPlan(invite), name="guest") as (guest, pilot):
            await pilot.until(lambda: offered(guest))
            offer = shown(guest, "#state")
            assert "host offers Time Masters for 4 players." in offer
            who = "Ann plays Seat 1, host's Random plays Seat 2 (a bot, random), Dot plays Seat 4."
            assert f"You play Seat 3, {who}" in " ".join(offer.split())
            assert "ecks" not in offer
            await pilot.press_until("enter", lambda: guest.matches.threads[-1].begun)
            there, mine = await begun(host, host_pilot), await begun(guest, pilot)
            assert there.client.picture is not None and sorted(there.client.picture.views) == [0, 3]
            assert mine.client.picture is not None and sorted(mine.client.picture.views) == [2]
            # The guest begins: nobody has the keyboard of the host yet, and its board shows what all may see.
            await host_pilot.until(lambda: there.board.scene is not None)
            assert there.board.scene is not None and there.board.scene.view.viewer == -1
            assert "guest is thinking." in everything(host)
            assert await to_its_question(guest, pilot, mine)
            handed: list[str] = []
            while not isinstance(host.screen, EndPage):
                await to_its_question(guest, pilot, mine)
                if isinstance(host.screen, Curtain) and host.screen.query("#curtain-who"):
                    handed.append(str(host.screen.query_one("#curtain-who", Static).render()))
                    curtain = host.screen
                    await host_pilot.press_until("enter", lambda one=curtain: host.screen is not one)  # type: ignore[misc]
                await to_its_question(host, host_pilot, there)
            assert handed == ["Hand the keyboard to Dot.", "Hand the keyboard to Ann."]
            await pilot.until(lambda: isinstance(guest.screen, EndPage))
            heads = [
                screen.client.picture.head for screen in (there, mine) if screen.client.picture is not None
            ]
            assert len(set(heads)) == 1


async def to_its_question(app: TesserApp, pilot: Pilot, screen: MatchScreen) -> bool:
    """Answer what is asked on this screen, if anything is."""
    await pilot.pause(0.01)
    scene = screen.board.scene
    if app.screen is not screen or scene is None or scene.decision is None:
        return False
    assert scene.seat == scene.view.viewer == scene.decision.seat
    assert scene.decision.choices
    screen.board.post_message(Board.Picked([passing(scene.decision.choices)]))
    return True


async def test_a_guest_of_two_seats_seats_a_bot_and_a_person_of_its_own(tmp_path: Path) -> None:
    table = HostPlan(GAME, 3, {1: Sitter("random")}, {"max_turns": 1, "first": 1}, "")
    async with running(tmp_path / "a", table, name="host") as (host, host_pilot):
        await host_pilot.until(lambda: isinstance(host.screen, WaitScreen) and shown(host, "#invite"))
        plan = JoinPlan(shown(host, "#invite"), seats=(Sitter(name="Cal"),))
        async with running(tmp_path / "b", plan, name="guest") as (guest, pilot):
            await pilot.until(lambda: offered(guest))
            page = guest.screen
            assert isinstance(page, OfferScreen)
            assert "at this table you get Seat 1 and Seat 3" in shown(guest, "#problem")
            assert rows(page, "who ") == ["who 0 you", "who 2 person"]  # type: ignore[arg-type]
            await step(page, pilot, "who 2", "right")  # type: ignore[arg-type]
            await step(page, pilot, "who 0", "right")  # type: ignore[arg-type]
            assert rows(page, "who ") == ["who 0 person", "who 2 random"]  # type: ignore[arg-type]
            await step(page, pilot, "name 0", *"Eve")  # type: ignore[arg-type]
            page.form.put_cursor("take")
            await pilot.press_until("enter", lambda: guest.matches.threads[-1].begun)
            mine = await begun(guest, pilot)
            assert mine.client.header is not None
            assert [seat.name for seat in mine.client.header.seats] == [
                "Eve",
                "host's Random",
                "guest's Random",
            ]
            there = await begun(host, host_pilot)
            assert there.client.picture is not None and list(there.client.picture.views) == [-1], (
                "nobody sits there"
            )
            while not isinstance(guest.screen, EndPage):
                await to_its_question(guest, pilot, mine)
            await host_pilot.until(lambda: isinstance(host.screen, EndPage))


def test_a_name_row_takes_what_a_name_may_be_made_of() -> None:
    row = Words("name", "called", empty="Seat 2")
    for key in (" ", "Z", "o", "\u00eb", "enter", "left", "7", "\u65e5"):
        row.type(key)
    assert (row.value, row.shown) == ("Zo\u00eb7\u65e5", "Zo\u00eb7\u65e5")
    for _ in range(40):
        row.type("x")
    assert len(row.value) == 23, "24 cells, one of the letters is two wide"
    for _ in range(40):
        row.type("backspace")
    assert row.shown == "Seat 2"
    assert not Number("n", "N", low=2, high=4, number=2).type("x")
