"""Setting up by questions: the menu, a match, a table, decks, a name."""

from __future__ import annotations

from pathlib import Path

import pytest

from decks.storage.store import DeckStore
from tests.support.kept import record
from tests.support.plain import session
from tui.exit_status import FINISHED
from tui.match.plans import PERSON, HostPlan, LocalPlan
from tui.plain.answers import Unclear, fitting, numbers, the_one
from tui.plain.console import InputEnded
from tui.plain.session import Session
from tui.plain.setup import Setup
from tui.profile import Profile


def menu(one: Session) -> int:
    return one.begin(None)


def test_a_match_is_set_up_played_and_the_menu_comes_again(tmp_path: Path) -> None:
    with session(tmp_path, menu) as (player, status):
        player.question()
        player.type("computer", "wrinkles", "evil", "random", "choose", "singleton", "star", "black")
        player.type("own", "", "", "4", "1", "1", "soon", "60", "one", "9")
        player.until("'soon' is no clock. Write none;")
        player.until("Seed: ")
        player.until("Wrinkles in Time: Good against ")
        player.question()
        player.type("match", "quit", "yes")
        player.until("Good: ")
        player.until("Good tokens: 4.")
        player.until("What would you like to do?")
        player.question()
        player.type("quit")
        player.rest()
    assert status == [FINISHED]
    header = record(tmp_path).header
    assert header.options == {"replace": 1, "fresh": 0, "good_tokens": 4, "evil_draw": 1, "max_turns": 1}
    assert header.clock == "60"
    assert [deck.name for deck in header.decklists if deck] == ["Star Singers", "The Black Thing"]
    assert [seat.player.split("@")[0] for seat in header.seats] == ["bot:random", "person"]


def plan_of(tmp_path: Path, usual: str, *typed: str, host: bool = False) -> LocalPlan | HostPlan:
    """What comes of these answers."""
    made: list[LocalPlan | HostPlan] = []

    def ask(one: Session) -> int:
        setup = Setup(one._console, DeckStore(tmp_path / "decks"))
        made.append(setup.host() if host else setup.local(usual))
        return 0

    with session(tmp_path, ask) as (player, _):
        player.type(*typed)
        player.rest()
    return made[0]


def test_back_leads_to_the_question_before(tmp_path: Path) -> None:
    plan = plan_of(
        *(tmp_path, "greedy", "wri", "evil", "back", "good", "random", "choose"),
        *("back", "back", "back", "evil", "random", "usual"),
    )
    assert isinstance(plan, LocalPlan)
    assert plan.players == ("random", PERSON)
    assert plan.options == {}


def test_a_preset_gives_its_options(tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path, PERSON, "wri", "1", "2", "original", "1", "1", "even", "closed", "10m", " Bea", "both", "7"
    )
    assert isinstance(plan, LocalPlan)
    assert (plan.options, plan.lists, plan.seed) == ({"evil_draw": 1, "good_tokens": 2}, "closed", 7)
    assert plan.clock == "10m+0"
    assert plan.players == (PERSON, PERSON) and plan.names == ("", "Bea") and plan.both_sides


def test_a_table_has_the_format_that_was_chosen(tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path, "", "wri", "evil", "choose", "constructed", "camazotz", "1", "open", "", "both", host=True
    )
    assert isinstance(plan, HostPlan)
    assert (list(plan.here), plan.format, plan.lists) == ([1], "constructed", "open")
    assert plan.both_sides
    deck = plan.here[1].deck
    assert deck is not None and deck.name == "Camazotz"


@pytest.mark.parametrize("bad", ["x", "99", "0", "1 2", "\u0663"])
def test_what_is_no_answer_is_explained_and_asked_again(tmp_path: Path, bad: str) -> None:
    with session(tmp_path, menu) as (player, status):
        player.question()
        player.type(bad)
        said = player.next()
        assert said is not None and ("type 1 to 10" in said or "wanted here, 1 to 10" in said)
        player.type("?")
        player.question()
        player.type("quit")
        player.rest()
    assert status == [FINISHED]


def test_decks_are_listed_and_a_name_is_chosen(tmp_path: Path) -> None:
    with session(tmp_path, menu) as (player, status):
        player.question()
        player.type("decks")
        player.until("Star Singers: Good, Singleton, 60 cards, legal.")
        player.type("")
        player.question()
        player.type("name", "  Ann \x07")
        player.until("Your name is Ann.")
        player.question()
        player.type("quit")
        player.rest()
    assert status == [FINISHED]
    assert Profile(root=tmp_path).player == "Ann"


def test_help_is_an_answer_to_no_question(tmp_path: Path) -> None:
    with session(tmp_path, menu) as (player, _):
        player.question()
        player.type("name", "help", "Ann")
        player.until("Type what is asked; back: the question before; quit: leave.")
        player.until("What shall others see as your name?")
        player.until("Your name is Ann.")
        player.question()
        player.type("decks", "copy star singers", "Ark", "delete ark", "help", "no")
        player.until("Type yes or no; back and quit are a no.")
        player.type("", "quit")
        player.rest()


def test_the_end_of_the_input_ends_a_set_up(tmp_path: Path) -> None:
    def run(one: Session) -> int:
        try:
            return menu(one)
        except InputEnded:
            return 99

    with session(tmp_path, run) as (player, status):
        player.type("computer")
        player.close()
        player.rest()
    assert status == [99]


def test_numbers_and_names() -> None:
    said = [
        "pass",
        "play Mrs Who",
        "play Mrs Which",
        "play Calvin O'Keefe",
        "play Hope",
        "play Vision of Hope",
    ]
    assert numbers("3 1,2") == [3, 1, 2] and numbers("3 x") is None and numbers("") is None
    assert fitting("PASS", said) == [0]
    assert fitting("mrs who", said) == [1]
    assert fitting("okeefe", said) == [3] and fitting("keefe", said) == [3]
    assert fitting("play hope", said) == [4], "what is just so comes before what only holds it"
    assert the_one("which", said) == 2
    with pytest.raises(Unclear, match="fits 2: 2: play Mrs Who; 3: play Mrs Which"):
        the_one("mrs", said)
    with pytest.raises(Unclear, match="Nothing here fits"):
        the_one("zzz", said)


def test_equal_choices_are_no_ambiguity() -> None:
    assert the_one("hope", ["pass", "discard Hope", "discard Hope"]) == 1


def test_rules_and_cards_are_read_from_the_menu(tmp_path: Path) -> None:
    with session(tmp_path, menu) as (player, status):
        player.question()
        player.type("help")
        player.until("quit leaves.")
        player.type("rules", "wrinkles", "R 7", "xyzzy", "")
        player.until("Windows and goes")
        player.until("R7 Seats and room")
        player.until('Nothing fits "xyzzy"')
        player.type("cards", "wrinkles", "hope", "mrs", "qqq", "back")
        player.until("Good. Feeling, Force 3.")
        player.until('"mrs" fits ')
        player.until('Nothing fits "qqq"')
        player.type("decks", "star singers", "done", "")
        player.until("It came with the game and stays as it is: make a copy to change.")
        player.question()
        player.type("quit")
        player.rest()
    assert status == [0]
