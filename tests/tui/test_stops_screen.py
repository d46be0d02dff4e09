"""How a match feels to play: where one is asked, passing to a phase, taking back, and being called."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Static

from core.contract.choice import Choice
from core.engine.stops import StopRules
from tests.support.match_screen import asked
from tests.support.wrinkles_screen import EVIL, GAME, GOOD, SEVEN, Script, ids, play, playing
from tui.match.commands import PassTo
from tui.match.persons import Pace
from tui.profile import Profile
from tui.screens.stops import StopsPanel
from tui.settings import load_settings
from tui.terminal.attention import Caller

pytestmark = pytest.mark.long

AS_IT_COMES = StopRules()
NO_SPECIAL = ("Hope", "Love", "Kythe", "Noah", "Joy", "Wisdom", "Calm")


async def test_by_default_one_is_asked_in_fate_and_where_something_could_be_done() -> None:
    async with playing(ids("good", *NO_SPECIAL), rules=AS_IT_COMES) as player:
        await player.question("Fate I: play")
        assert player.app.match.entries[0].text == "pass", "Destiny I was passed unasked"
        assert "Unasked, you pass." in player.text
        await player.press("space")
        await player.question("Fate II: play")
    async with playing(ids("good", "Birth", *NO_SPECIAL[:6]), rules=AS_IT_COMES) as player:
        await player.question("Destiny I: play a Special, or pass.")


async def test_passing_to_a_phase_goes_there_and_stops_for_discards_on_the_way() -> None:
    async with playing(rules=AS_IT_COMES) as player:
        await player.until(lambda: asked(player))
        await player.press("f")
        await player.sees("Pass to")
        assert "> Fate I " in player.text, "the next phase comes first"
        assert "Destiny I, next turn" in player.text
        await player.press(*["down"] * 6, "enter")
        await player.question("Discard 7 cards from hand")
        assert "! You are passing to Fate III." in player.text
        await player.press(*["1", *["enter"] * 8])
        await player.question("Fate III: play")
        assert "passing" not in player.text
        own = [entry.text for entry in player.app.match.entries if entry.by == GOOD]
        assert own[:3] == ["pass"] * 3


async def test_any_key_ends_a_pass_and_does_nothing_else() -> None:
    async with playing(ids("good", *NO_SPECIAL), rules=AS_IT_COMES, pace=Pace(beat=0.3)) as player:
        await player.question("Fate I: play")
        await player.press("f", "end", "up")
        assert "> Destiny I, next turn" in player.text
        await player.press("enter")
        await player.sees("You are passing to Destiny I. Any key ends it.")
        await player.press("c")
        await player.until(lambda: asked(player))
        assert "Concede?" not in player.text and "passing" not in player.text
        assert player.app.match.state.turn == 1


async def test_a_pass_can_be_called_off_while_something_is_asked() -> None:
    async with playing(rules=AS_IT_COMES) as player:
        await player.until(lambda: asked(player))
        await player.press("f", "end", "enter")
        await player.question("Discard 7 cards from hand")
        await player.press("f")
        await player.sees("no further, ask again: You are passing to Destiny I.")
        await player.press("enter")
        await player.until(lambda: "You are passing" not in player.text)
        assert "Discard 7 cards from hand" in player.text


async def test_what_is_set_holds_at_once_and_is_kept(tmp_path: Path) -> None:
    profile = Profile("", tmp_path)
    async with playing(ids("good", *SEVEN), rules=AS_IT_COMES, profile=profile) as player:
        await player.question("Destiny I: play")
        await player.press("o")
        await player.sees("When am I asked?")
        assert "Always ask me  no" in player.text
        assert "Fate I         always" in player.text
        assert "Destiny II     if I could act" in player.text
        await player.press(*["down"] * 4, "right")  # Destiny II: never
        assert "Destiny II     never" in player.text
        await player.press("end", "enter", "escape")
        settings = load_settings(profile)
        assert settings.rules("wrinkles").at == {"Destiny II": "never"}
        assert settings.bell == "always"
        for _ in range(3):
            await player.press("space")
            await player.pilot.pause()
            await player.until(lambda: asked(player))
        assert "Fate II: play" in player.text, "Birth could be played in Destiny II, and it was not asked"
    async with playing(ids("good", *SEVEN), profile=profile) as player:
        await player.press("o")
        await player.sees("Destiny II     never")


async def test_answers_cannot_be_switched_off_and_always_is_for_all() -> None:
    async with playing(rules=AS_IT_COMES) as player:
        await player.press("o", "end", "up")
        assert "> Answers        if I could act" in player.text
        await player.press("right")
        assert "> Answers        always" in player.text
        await player.press("right")
        assert "> Answers        if I could act" in player.text
        await player.press("home", "enter")
        assert "Always ask me  yes" in player.text and "if I could act" not in player.text
        await player.press("down", "right")
        await player.sees("'Always ask me' is on")
        assert "Always ask me  yes" in player.text, "changing another one doesn't turn it off"


async def test_settings_that_cannot_be_kept_hold_for_the_match(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    profile = Profile("", tmp_path / "file")
    async with playing(ids("good", *NO_SPECIAL), rules=AS_IT_COMES, profile=profile) as player:
        await player.question("Fate I: play")
        await player.press("o", "enter")
        assert isinstance(player.app.screen, StopsPanel)
        said = str(player.app.screen.query_one("#problem", Static).render())
        assert "can't be saved" in said and "They hold for this match." in said
        await player.press("escape", "space")
        await player.question("Challenge I: play")


async def test_hot_seat_needs_no_curtain_for_a_seat_that_is_not_asked() -> None:
    never = StopRules(at={"Destiny I": "never"})
    async with playing(ids("good", *SEVEN), ids("evil"), bots={}, rules=never) as player:
        await player.sees("Hand the keyboard to Good")
        await player.press("enter")
        await player.question("Fate I: play")
        assert [entry.text for entry in player.app.match.entries] == ["pass", "pass"]


async def test_in_hot_seat_what_a_hand_holds_decides_nothing() -> None:
    deck = {card.id: 2 for card in GAME.cards if card.group == "good" and card.type in "FL"} | ids(
        "good", "Birth"
    )
    holds: set[bool] = set()
    for seed in range(4):
        async with playing(deck, ids("evil"), bots={}, seed=seed, rules=AS_IT_COMES) as player:
            await player.sees("Hand the keyboard to Good")
            await player.press("enter")
            await player.question("Destiny I: play")
            holds.add("Birth" in player.text)
            await player.press("o")
            await player.sees("At one screen")
    assert holds == {True, False}
    async with playing(ids("good", *NO_SPECIAL), ids("evil"), bots={}, rules=AS_IT_COMES) as player:
        await player.sees("Hand the keyboard to Evil")
        assert [entry.text for entry in player.app.match.entries] == ["pass"], "the open list has no Special"


async def test_taking_back_passes_over_what_was_answered_unasked() -> None:
    idle = {card.id: 1 for card in GAME.cards if card.group == "good" and card.type in "FGHSTCQ"}
    async with playing(idle, rules=AS_IT_COMES) as player:
        await player.question("Fate I: play")
        await player.press("u")
        await player.sees("! You have made no choice that could be taken back.")
        await player.press("space")
        await player.question("Fate II: play")
        n = player.app.match.n
        await player.press("space")
        await player.question("Discard 7 cards")
        assert {n + 1, n + 3} & player.app.worker.loop.persons.automatic == {n + 3}
        await player.press("u")
        await player.question("Fate II: play")
        assert player.app.match.entries[-1].text == f"undo {n}"
        await player.press("space")
        await player.question("Discard 7 cards")


async def test_a_take_back_that_is_not_free_is_asked_marked_and_told() -> None:
    async with playing(ids("good", *SEVEN), rules=AS_IT_COMES) as player:
        await player.question("Destiny I: play")
        await player.press("space")
        await player.question("Fate I: play")
        await play(player, "Hope")
        await play(player, "Noah")
        await player.press("u")
        await player.sees("Take it back all the same?")
        await player.press("n")
        assert player.app.match.entries[-1].text == "pass"
        for left in (1, 0):
            await player.press("u")
            await player.sees("Take it back all the same?")
            await player.press("y")
            await player.until(lambda: player.app.match.entries[-1].text.endswith(" marked"))
            await player.until(lambda: asked(player))
            assert len(player.app.match.state.board[GOOD]) == left
        await player.sees("Taken back: play Noah (marked), play Hope")
        await player.press("c", "y")
        await player.sees("Taken back  2 times, marked")


async def test_the_title_says_whose_turn_it_is_and_the_bell_rings_as_set(tmp_path: Path) -> None:
    profile = Profile("", tmp_path)
    async with playing(ids("good", *SEVEN), rules=AS_IT_COMES, profile=profile) as player:
        await player.question("Destiny I: play")
        assert player.app.rung == 0, "once a turn means where somebody is elsewhere"
        await player.press("o", "end", "enter", "escape", "space")
        await player.question("Fate I: play")
        assert player.app.rung == 1
        await play(player, "Hope")
        assert player.app.rung == 2


def test_the_bell_rings_off_once_a_turn_or_always() -> None:
    questions = [(True, 1), (True, 1), (False, 1), (True, 2), (False, 2), (True, 2)]
    for bell, elsewhere, rung in (
        ("off", True, "......"),
        ("once", True, "!..!.."),
        ("once", False, "......"),
        ("always", False, "!!.!.!"),
    ):
        caller = Caller()
        heard = [caller.rings(bell, called, turn, elsewhere) for called, turn in questions]
        assert "".join(".!"[one] for one in heard) == rung


async def test_a_special_that_could_be_negated_is_asked_on_the_way_to_a_phase() -> None:
    good = ids("good", "Answer to Prayer", *NO_SPECIAL[:6])
    evil = Script("Chain Reaction", "Fear")
    async with playing(good, ids("evil", "Chain Reaction"), {EVIL: evil}, rules=AS_IT_COMES) as player:
        await player.question("Evil plays Chain Reaction")
        await player.press("f", *["down"] * 8, "enter")  # Test; nothing was passed so far
        await player.until(lambda: "! You are passing to Test." in player.text)
        assert "Negate it, or let it resolve?" in player.text
        await player.press("space")
        await player.question("TEST")
        assert "allow" in [entry.text for entry in player.app.match.entries]


PAGES = {
    "the board": (),
    "the log": ("l",),
    "a moment": ("l", "enter"),
    "help": ("question_mark",),
    "the rules": ("question_mark", "r"),
    "discards": ("d",),
    "the story": ("t",),
    "stops": ("o",),
}


@pytest.mark.parametrize("keys", PAGES.values(), ids=PAGES)
async def test_on_every_page_a_pass_is_seen_and_any_key_ends_it(keys: tuple[str, ...]) -> None:
    pace = Pace(beat=60.0)
    async with playing(ids("good", *NO_SPECIAL), rules=AS_IT_COMES, pace=pace) as player:
        await player.question("Fate I: play")
        for key in keys:
            before = player.app.screen
            await player.press(key)
            await player.until(lambda was=before: player.app.screen is not was)
        page = player.app.screen
        player.app.worker.send(PassTo(GOOD, "Challenge II"))
        await player.sees("You are passing to Challenge II. Any key ends it.")
        assert player.app.screen is page
        await player.press("left")
        await player.until(lambda: asked(player) and "passing" not in player.text)
        assert player.app.screen is page, "the key does nothing else"
        assert GAME.phase_name(player.app.match.state) == "Fate I"


async def test_while_passing_it_is_said_who_thinks() -> None:
    class Thinker:
        async def choose(self, view: object, decision: object) -> list[Choice]:
            await asyncio.Event().wait()
            raise AssertionError

        def refused(self, reason: str) -> None:
            raise AssertionError(reason)

    good = ids("good", *NO_SPECIAL)
    async with playing(good, bots={EVIL: Thinker()}, rules=AS_IT_COMES) as player:
        await player.until(lambda: "Evil (Bob) is thinking." in player.text or asked(player))
        if asked(player):
            await player.press("space")
        await player.sees("Evil (Bob) is thinking.")
        player.app.worker.send(PassTo(GOOD, "Test"))
        await player.sees("Evil (Bob) is thinking. You are passing to Test. Any key ends it.")


async def test_hot_seat_the_other_seats_pass_is_seen_ended_and_no_bar_to_a_take_back() -> None:
    pace = Pace(beat=0.0)
    always = StopRules(always=True)
    async with playing(ids("good", *SEVEN), ids("evil"), bots={}, rules=always, pace=pace) as player:
        await player.sees("Hand the keyboard to Good")
        await player.press("enter")
        await player.question("Destiny I: play")
        player.app.worker.send(PassTo(EVIL, "Challenge I"))
        await player.sees("! Evil passes until Challenge I.")
        await player.press("space")
        await player.question("Fate I: play")
        await player.press("u")
        await player.question("Destiny I: play")
        told = [(entry.by, entry.text) for entry in player.app.match.entries]
        assert told == [(GOOD, "pass"), (EVIL, "pass"), (EVIL, "undo 1"), (GOOD, "undo 0")]
        await player.press("space")
        await player.question("Fate I: play")
        pace.beat = 60.0
        await player.pick("Hope")
        await player.press("enter")
        await player.sees("Evil passes until Challenge I. Any key ends it.")
        await player.press("l")
        await player.sees("Hand the keyboard to Evil")
