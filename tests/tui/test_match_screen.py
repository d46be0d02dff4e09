"""The match screen at 80x24: what a player sees and what keys do."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Sequence
from typing import Any

import pytest

from core.contract.choice import Choice, Decision
from core.contract.stream import numbered_seed
from tests.support.match_screen import asked, press_at_random, random_bot
from tests.support.wrinkles_screen import EVIL, FIVE_MORTALS, GOOD, SEVEN, Script, ids, play, playing, to_fate


async def test_a_card_is_played_by_keys() -> None:
    async with playing(ids("good", *SEVEN)) as player:
        await player.question("Destiny I: play a Special, or pass.")
        assert "Wrinkles in Time  turn 1  DESTINY I" in player.text
        assert "you: Good" in player.text
        assert "only in Fate" in player.row("Hope")
        await to_fate(player)
        assert "+3" in player.row("Hope")
        await player.pick("Hope")
        assert "[Enter] play Hope" in player.text
        await player.press("enter")
        await player.sees("Good 3 against Evil 0: Good leads by 3")
        await player.sees("You play Hope.")
        await player.until(lambda: asked(player))
        assert "hand 6" in player.text
        # There is one slot for a Feeling: Love would replace Hope.
        assert "+2 replaces" in player.row("Love")


async def test_a_card_that_cannot_be_played_says_why() -> None:
    async with playing(ids("good", *SEVEN)) as player:
        await player.question("Destiny I: play")
        await player.pick("Noah")
        await player.press("enter")
        assert "! Noah can't be played: only in Fate." in player.text
        assert "Destiny I: play" in player.text


async def test_a_card_without_room_asks_what_it_replaces_and_esc_goes_back() -> None:
    async with playing(ids("good", *FIVE_MORTALS)) as player:
        await to_fate(player)
        for name in FIVE_MORTALS[:4]:
            await play(player, name)
        await player.pick("Harcels")
        before = player.app.match.n
        await player.press("enter")
        await player.question("Harcels: which of your cards in play does it replace?")
        assert "* Mo" in player.text
        await player.press("escape")
        await player.question("Fate I: play a card, or pass.")
        assert "Mortal  1" in player.row("Harcels")
        assert player.app.match.n == before
        await player.pick("Harcels")
        await player.press("enter")
        while player.under_cursor() != "Senex":
            await player.press("tab")
        assert "[Enter] replace Senex" in player.text
        assert "Replaced by Harcels: your total" in player.text
        await player.press("enter")
        await player.sees("You give up Senex to make room.")
        assert "Senex" not in "".join(player.text.split("\n")[7:12])


async def test_an_answer_to_a_special_is_a_question_of_its_own() -> None:
    good = ids("good", "Answer to Prayer", *SEVEN[:6])
    async with playing(good, ids("evil", "Chain Reaction"), {EVIL: Script("Chain Reaction")}) as player:
        await player.question("Destiny I: play")
        await player.press("space")
        await player.question('Evil plays Chain Reaction: "Draw 3 cards." Negate it, or let it resolve?')
        assert "let it resolve" in player.text
        assert "being played: Chain Reaction" in player.text
        await player.press("tab")
        if player.under_cursor() != "Answer to Prayer":
            await player.press("tab")
        assert "[Enter] negate with Answer to Prayer" in player.text
        await player.press("enter")
        await player.sees("Chain Reaction is negated.")


async def test_discarding_to_seven_is_one_act_of_several_cards() -> None:
    good = ids("good", "Birth", "Hope", "Love", "Kythe", "Noah", "Joy", "Wisdom", "Calm", "Faith", "Grace")
    async with playing(good, seed=3) as player:
        await player.question("Destiny I: play")
        while "down to seven" not in player.text:
            await player.until(lambda: asked(player))
            await player.press("space")
        await player.question("0 of 3 chosen")
        before = player.app.match.n
        await player.press("space")  # Never discards.
        assert "0 of 3 chosen" in player.text
        await player.press("1", "enter", "2", "enter")
        await player.sees("2 of 3 chosen")
        await player.press("2", "enter")
        await player.sees("1 of 3 chosen")
        await player.press("2", "enter", "3", "enter")
        await player.sees("[Enter] discard these")
        assert player.app.match.n == before
        await player.press("escape")
        await player.sees("0 of 3 chosen")
        await player.press("1", "enter", "2", "enter", "3", "enter", "enter")
        await player.until(lambda: player.app.match.n >= before + 3)
        await player.press("l")
        await player.sees("You discard Noah, Wisdom, Love from hand.")


async def test_cards_are_put_in_order_in_one_list() -> None:
    good = ids(
        "good", "Vision of Hope", *SEVEN, "Calm", "Faith", "Grace", "Focus", "Talents", "Sporos", "Senex"
    )
    for seed in range(20):
        async with playing(good, seed=seed) as player:
            await player.question("Destiny I: play")
            if "Vision of Hope" not in player.text:
                continue
            await player.pick("Vision of Hope")
            await player.press("enter")
            await player.sees("Your next 8 cards; the first is drawn first")
            third = player.row(" 3  ").split("3  ")[1].split("  ")[0]
            await player.press("down", "down", "enter", "up", "up", "enter")
            assert third in player.row("> 1  ") or third in player.row(">  1  ")
            await player.press("f")
            await player.until(lambda: asked(player) and player.app.screen is player.app.match_screen)
            deck = player.app.match.state.deck[GOOD]
            top = player.app.match.game.cards[player.app.match.state.cards[deck[-1]]].name
            assert top == third
            return
    raise AssertionError("no seed gives the card")


async def test_a_held_key_does_not_answer_the_next_question() -> None:
    async with playing(ids("good", *SEVEN)) as player:
        player.app.match_screen.board.guard = 60.0
        await player.question("Destiny I: play")
        await player.press("space", "space")
        assert "Destiny I: play" in player.text
        await player.press("right", "space")  # Another key: it was let go.
        await player.question("Fate I: play")
        await player.press("space", "enter", "space")
        assert "Fate I: play" in player.text


async def test_a_pass_can_be_taken_back() -> None:
    async with playing(ids("good", *SEVEN)) as player:
        await to_fate(player)
        await player.press("space")
        await player.question("Challenge I: play")
        await player.press("u")
        await player.question("Fate I: play")
        assert "Taken back: pass." in player.text
        await play(player, "Hope")
        await player.press("u")
        await player.sees("Take it back all the same?")


async def test_log_help_and_discards_are_panels() -> None:
    async with playing(ids("good", *SEVEN)) as player:
        await player.question("Destiny I: play")
        await player.press("l")
        await player.sees("Turn 1. You lead.")
        await player.press("escape", "question_mark", "end")
        await player.sees("* may be chosen")
        await player.press("pageup", "pageup")
        await player.sees("Space, p   pass")
        await player.press("escape", "d")
        await player.sees("Evil's discard pile (0):")
        await player.press("escape")
        await player.question("Destiny I: play")


async def test_a_click_selects_and_a_second_click_plays() -> None:
    async with playing(ids("good", *SEVEN)) as player:
        await to_fate(player)
        board = player.app.match_screen.board
        rows = player.text.split("\n")
        y = next(number for number, row in enumerate(rows) if "Hope" in row and "+3" in row)
        x = rows[y].index("Hope")
        await player.pilot.click(offset=(x, y))
        assert player.under_cursor() == "Hope"
        await player.pilot.click(offset=(x, y))
        await player.sees("Good 3 against Evil 0")
        assert board.has_focus


async def test_the_log_is_beside_the_board_on_a_wide_screen() -> None:
    async with playing(ids("good", *SEVEN), size=(120, 40)) as player:
        await player.question("Destiny I: play")
        assert "Turn 1. You lead." in player.text
        assert "Draw 3 cards." in player.text


async def test_every_size_is_drawn() -> None:
    async with playing(bots={EVIL: random_bot(5)}) as player:
        await player.question("Destiny I: play")
        for width, height in ((60, 20), (61, 37), (79, 21), (100, 30), (200, 60), (130, 22)):
            await player.pilot.resize_terminal(width, height)
            await player.sees("Destiny I: play")
            assert "Good 0 against Evil 0" in player.text


@pytest.mark.long
async def test_a_whole_match_by_random_keys() -> None:
    rng = random.Random(7)
    keys = ["enter"] * 5 + ["space"] * 3 + ["tab", "up", "down", "left", "right", "escape"]
    keys += [str(digit) for digit in range(10)] + ["p", "d", "l", "question_mark", "u", "c"]
    panels = ["escape", "n", "f", "enter", "down", "up"]
    good, evil = (dict(sorted(ids(side).items())[seat::8]) for seat, side in enumerate(("good", "evil")))
    async with playing(good, evil, {EVIL: random_bot(7)}, seed=7, max_turns=1) as player:
        match, screen = player.app.match, player.app.match_screen
        await press_at_random(player, rng, keys, panels, 6000)
        await player.sees("wins.")
        assert match.head.hex() in player.text
        assert match.head.hex()[:4] == screen.client.picture.head[:4]  # type: ignore[union-attr]
        assert numbered_seed(7).hex() not in player.text


class Slow(Script):
    """Thinks until it is told that it has thought enough."""

    def __init__(self) -> None:
        super().__init__()
        self.thought = threading.Event()

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        await asyncio.to_thread(self.thought.wait, 10)
        return await super().choose(view, decision)


async def test_while_another_thinks_the_board_shows_the_match_and_says_so() -> None:
    slow = Slow()
    async with playing(ids("good", *SEVEN), bots={EVIL: slow}) as player:
        await player.question("Destiny I: play")
        await player.pick("Birth")
        await player.press("enter")
        await player.sees("Evil (Bob) is thinking.")
        assert "hand 6" in player.text and "discard 1" in player.text
        await player.press("1", "enter")
        assert "! There is nothing for you to choose now." in player.text
        slow.thought.set()
        await player.question("Destiny I: play")


async def test_the_lower_board_is_the_readers() -> None:
    evil = ids("evil", "Anger", "Blame", "Fear", "Greed", "Hate", "Lust", "Pain")
    async with playing(ids("good", *SEVEN), evil, {GOOD: Script()}) as player:
        await player.question("Destiny I: play")
        rows = player.text.split("\n")
        heads = [row[1:5] for row in rows if row[1:5] in ("GOOD", "EVIL", "HAND")]
        assert heads == ["GOOD", "EVIL", "HAND"]
        assert "you: Evil" in player.text
        assert "Hope" not in player.text


async def test_a_match_of_bots_can_be_watched() -> None:
    async with playing(bots={GOOD: random_bot(1), EVIL: random_bot(2)}, max_turns=1) as player:
        await player.sees("wins.")
        await player.press("escape")
        assert "You watch; hands are hidden." in player.text
        await player.press("enter")
        await player.until(lambda: player.app.parting is not None)


async def test_a_card_is_sought_in_a_list_and_none_is_asked_twice() -> None:
    more = ("Meg Murry", "Calvin O'Keefe", "Sporos", "Senex", "Yalith", "Harcels", "Noah", "Hope")
    for seed in range(20):
        async with playing(ids("good", "Compulsion", *more), ids("evil", "Anger"), seed=seed) as player:
            await player.question("Destiny I: play")
            if "Compulsion" not in player.text:
                continue
            await player.pick("Compulsion")
            await player.press("enter")
            await player.sees("Take which card from your deck?")
            await player.press("escape")
            await player.sees("Compulsion: take a card from your deck into play, or none.")
            await player.press("space")
            assert "take none: sure? once more" in player.text
            await player.press("escape")
            assert "sure?" not in player.text
            await player.press("enter")
            await player.sees("Take which card from your deck?")
            await player.press("enter")
            await player.sees("from the deck")
            assert player.app.match.state.board[GOOD]
            return
    raise AssertionError("no seed gives the card")
