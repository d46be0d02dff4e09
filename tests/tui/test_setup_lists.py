"""Setups, the lists of cards that belong to a table: on the command line, and where a match is set up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.widgets import Static

from core.engine.record import read_record
from decks.storage.store import DeckStore
from tests.support.pilot import rows
from tests.support.plain import session
from tests.support.whole_app import running
from tests.tui.test_setup import setup as set_up
from tui.app.application import TesserApp
from tui.cli.main import main
from tui.match.plans import LocalPlan
from tui.plain.session import Session
from tui.plain.setup import Setup
from tui.profile import Profile
from tui.screens.dialogs import Pick
from tui.screens.host_page import HostScreen, WaitScreen
from tui.screens.join_page import OfferScreen, Pad

pytestmark = pytest.mark.long

GAME = ["--game", "time-masters"]


def lines_of(app: TesserApp) -> str:
    """The screen in front, as text."""
    return rows(app)


def invite_of(app: TesserApp) -> str:
    return str(app.screen.query_one("#invite", Static).render())


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for each test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_setups_are_listed_checked_and_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["decks", "list"]) == 0
    assert capsys.readouterr().out.count("Setup  Five Spheres") == 5
    assert main(["decks", "check", "quick"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["Legal in Five Spheres."]
    assert main(["decks", "show", "first-match"]) == 0
    shown = capsys.readouterr().out
    assert [f"Sphere {n} (10)" in shown for n in range(1, 6)] == [True] * 5 and "2 Breath" in shown
    bad = tmp_path / "bad.toml"
    bad.write_text(
        'version = 1\nname = "Bad"\ngame = "time-masters"\nformat = "spheres"\n[cards]\nPurge = 11\n'
    )
    assert main(["decks", "check", str(bad)]) == 9
    assert capsys.readouterr().out.splitlines()[1:] == [
        *(f"Sphere {n} has 0 of 10 cards: 10 more to add." for n in (1, 2, 3)),
        "Sphere 4 has 11 of 10 cards: 1 too many.",
        "Sphere 5 has 0 of 10 cards: 10 more to add.",
        "Five Spheres allows 2 copies of a card at most: too many of Purge (11).",
    ]


def test_the_arena_plays_with_a_setup(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arena = ["arena", *GAME, "--matches", "2", "--option", "max_turns=2"]
    assert main([*arena, "--json"]) == 0
    drawn = json.loads(capsys.readouterr().out)
    assert drawn["setup"] is None
    digests = set()
    for jobs in ("1", "2"):
        assert main([*arena, "--json", "--jobs", jobs, "--setup", "no attacks"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["setup"] == "No Attacks"
        digests.add(found["digest"])
    assert len(digests) == 1 and drawn["digest"] not in digests
    assert main([*arena, "--setup", "quick", "--save", str(tmp_path / "records")]) == 0
    assert "\nSetup: Quick, 50 cards, " in capsys.readouterr().out
    record = tmp_path / "records" / "match-000001.tesser"
    shared = read_record(record.read_bytes()).header.shared
    assert shared is not None and shared.name == "Quick" and sum(shared.cards.values()) == 50
    assert main(["replay", "--verify", str(record)]) == 0


@pytest.mark.parametrize(
    ("argv", "status", "said"),
    [
        (["play", *GAME, "--deck", "quick"], 2, "--deck quick: a setup belongs to the table; say --setup."),
        (["host", *GAME, "--deck", "quick"], 2, "--deck quick: a setup belongs to the table; say --setup."),
        (["arena", *GAME, "--deck", "quick"], 2, "--deck quick: a setup belongs to the table; say --setup."),
        (["play", *GAME, "--deck", "Camazotz"], 2, "Time Masters is played without decks of one's own"),
        (["play", "--deck", "quick"], 3, "Quick belongs to Time Masters, not to Wrinkles in Time."),
        (["arena", "--setup", "quick"], 2, "--setup quick: Wrinkles in Time is played without a setup."),
        (["host", *GAME, "--setup", "Camazotz"], 3, "Camazotz belongs to Wrinkles in Time, not to Time Ma"),
        (["play", *GAME, "--setup", "qick"], 3, 'No setup is called "qick". Did you mean "Quick"?'),
        (["arena", *GAME, "--setup", "no/such.toml"], 3, "such.toml: there is no such file."),
        (["play", *GAME, "--setup", "zzzzz"], 3, 'No setup is called "zzzzz".'),
    ],
)
def test_a_setup_that_will_not_do_gets_a_sentence(
    argv: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == status
    assert said in capsys.readouterr().err


def test_a_setup_that_is_not_legal_is_not_played(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(
        'version = 1\nname = "Bad"\ngame = "time-masters"\nformat = "spheres"\n[cards]\nPurge = 2\n'
    )
    assert main(["play", *GAME, "--setup", str(bad)]) == 3
    said = capsys.readouterr().err
    assert "Bad, a setup, is not allowed by Five Spheres:\n" in said
    assert "Sphere 4 has 2 of 10 cards: 8 more to add." in said


def test_a_list_that_was_exported_is_played_and_one_in_doubt_has_to_be_imported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["decks", "export", "Quick"]) == 0
    text = capsys.readouterr().out
    arena = ["arena", *GAME, "--option", "max_turns=1", "--json", "--setup"]
    for name in ("quick list.txt", "list.toml", "code"):
        brought = tmp_path / name
        if name == "code":
            assert main(["decks", "code", "Quick"]) == 0
            text = capsys.readouterr().out
        brought.write_text(text)
        assert main([*arena, str(brought)]) == 0
        assert json.loads(capsys.readouterr().out)["setup"] == "Quick"
    doubtful = tmp_path / "mine.txt"
    doubtful.write_text("10 Purge\n2 Rewindd\n")
    assert main([*arena, str(doubtful)]) == 3
    said = capsys.readouterr().err
    assert 'mine.txt, line 2: No card is called "Rewindd". Did you mean Rewind?' in said
    assert f"tesser decks import {doubtful} goes through it" in said


# Choosing one: in the forms, by questions, and at somebody else's table.


async def test_a_match_is_set_up_with_a_list_that_can_be_looked_at(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        page = await set_up(app, pilot, game="time-masters")
        assert page.plan().shared is None and "Setup          a random draw" in lines_of(app)
        page.form.put_cursor("shared")
        await pilot.press("enter")
        await pilot.until(lambda: isinstance(app.screen, Pick))
        await pilot.press("end", "enter")
        await pilot.until(lambda: app.screen is page)
        plan = page.plan()
        assert plan.shared is not None and (plan.shared.name, sum(plan.shared.cards.values())) == (
            "Quick",
            50,
        )
        await pilot.press("down", "enter")
        await pilot.until(lambda: "Setup: Quick, 50 cards, " in lines_of(app))
        said = " ".join(lines_of(app).split())
        assert all(f"Sphere {n}, 10: " in said for n in range(1, 6)) and "2 Twin Moment" in said
        await pilot.press("escape")
        await pilot.until(lambda: app.screen is page)
        await pilot.press("up", "left", "left", "left", "left", "left")
        assert page.plan().shared is None and "look at it" not in lines_of(app)
        page.form.put_cursor("game")
        await pilot.press("left")
        assert page.game.shared_group is None and "Setup " not in lines_of(app)


async def test_a_list_that_is_not_legal_is_not_played_with(tmp_path: Path) -> None:
    store = DeckStore(Profile("", tmp_path).decks)
    quick = store.catalog.find("quick")
    short = quick.renamed("Short").with_cards(quick.cards | {"tm/level1/spark": 1})
    async with running(tmp_path) as (app, pilot):
        app.store.create(short)
        page = await set_up(app, pilot, game="time-masters")
        page.form.put_cursor("shared")
        await pilot.press("left")
        assert "not legal" in lines_of(app)
        await pilot.press("s")
        said = str(page.query_one("#problem", Static).render())
        assert said == "Short can't be played here. Sphere 1 has 9 of 10 cards: 1 more to add."


async def test_the_guest_sees_the_list_of_the_table_before_it_sits_down(tmp_path: Path) -> None:
    async with (
        running(tmp_path, name="host") as (host, pilot),
        running(tmp_path, name="guest") as (guest, other),
    ):
        page = HostScreen("time-masters")
        host.push_screen(page)
        await pilot.until(lambda: host.screen is page and bool(page.who))
        page.form.put_cursor("shared")
        await pilot.press("left")
        assert page.plan().shared is not None
        await pilot.press("o")
        await pilot.until(lambda: isinstance(host.screen, WaitScreen))
        await pilot.until(lambda: invite_of(host).startswith("tesser1"))
        await other.press("j")
        guest.screen.query_one(Pad).text = invite_of(host)
        await other.press("enter")
        await other.until(lambda: "Setup: Quick, 50 cards, " in lines_of(guest))
        assert isinstance(guest.screen, OfferScreen)
        guest.screen.form.put_cursor("look")
        await other.press("enter")
        await other.until(lambda: "Sphere 5, 10: " in lines_of(guest))


def test_plain_mode_asks_for_it_and_says_what_it_holds(tmp_path: Path) -> None:
    made: list[LocalPlan] = []

    def ask(one: Session) -> int:
        made.append(Setup(one._console, DeckStore(tmp_path / "decks")).local("greedy"))
        return 0

    with session(tmp_path, ask) as (player, _):
        player.type("time masters", "2", "seat 1", "greedy", "choose", "no attacks", "rulebook", "", "")
        said = player.rest()
    assert [line.split(",")[0] for line in said if line.startswith("Sphere ")] == [
        f"Sphere {n}" for n in range(1, 6)
    ]
    shared = made[0].shared
    assert shared is not None and shared.name == "No Attacks"


def test_plain_mode_draws_at_random_as_usual(tmp_path: Path) -> None:
    made: list[LocalPlan] = []

    def ask(one: Session) -> int:
        made.append(Setup(one._console, DeckStore(tmp_path / "decks")).local("greedy"))
        return 0

    with session(tmp_path, ask) as (player, _):
        player.type("time masters", "2", "seat 1", "greedy", "usual")
        said = player.rest()
    assert any("setup: a random draw" in line for line in said)
    assert made[0].shared is None


def test_plain_mode_says_in_the_match_what_the_setup_holds(tmp_path: Path) -> None:
    quick = DeckStore(tmp_path).catalog.find("quick").decklist()
    plan = LocalPlan("time-masters", ("person", "random"), (None, None), {}, seed=3, shared=quick)
    with session(tmp_path, lambda one: one.begin(plan)) as (player, _):
        player.question()
        player.type("lists", "quit", "yes")
        said = player.rest()
    assert any(line.startswith("Setup: Quick, 50 cards, ") for line in said)
    assert [line.split(":")[0] for line in said if line.startswith("Sphere ")] == [
        f"Sphere {n}, 10" for n in range(1, 6)
    ]
