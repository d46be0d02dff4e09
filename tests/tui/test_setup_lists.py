"""Setups, the lists of cards that belong to a table: on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.record import read_record
from tui.cli import main

GAME = ["--game", "time-masters"]


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
    assert main(["decks", "check", str(bad)]) == 3
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
    assert "\nSetup: Quick, 50 cards.\n" in capsys.readouterr().out
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
        (["play", *GAME, "--deck", "Camazotz"], 2, "--deck Camazotz: Seat 1 plays without a deck."),
        (["play", "--deck", "quick"], 3, "Quick belongs to Time Masters, not to Wrinkles in Time."),
        (["arena", "--setup", "quick"], 2, "--setup quick: Wrinkles in Time is played without a setup."),
        (["host", *GAME, "--setup", "Camazotz"], 3, "Camazotz belongs to Wrinkles in Time, not to Time Ma"),
        (["play", *GAME, "--setup", "qick"], 3, 'No deck is called "qick". Did you mean "Quick"?'),
        (["arena", *GAME, "--setup", "no/such.toml"], 3, "such.toml: there is no such file."),
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
    assert "Sphere 4 has 2 of 10 cards: 8 more to add." in capsys.readouterr().err
