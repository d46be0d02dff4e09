"""Matches of Time Masters on the match screen, by keys alone, for two to four seats."""

from __future__ import annotations

import random
import re

import pytest

from tests.support.masters_screen import NAMES, playing
from tests.support.match_screen import Player, asked, press_at_random

pytestmark = pytest.mark.usefixtures("nothing_hidden_is_read")


async def step(player: Player) -> None:
    """What somebody does who looks at the screen and has only keys."""
    text = player.text
    if "Hand the keyboard to" in text:
        await player.press("enter")
    elif "] take it" in text or "] mark " in text.replace("] mark to", ""):
        await player.press("enter", "down")
        if "] finished" in player.text:
            await player.press("f")
    elif re.search(r"Enter\] (discard|banish) th", text):
        await player.press(*([] if "[Enter] discard th" in text else ["tab"]), "enter")
    elif "of 1 chosen" in text or "of 2 chosen" in text or "of 3 chosen" in text:
        await player.press("enter")
    elif "Access phase:" in text and ("] take " in text):
        await player.press("enter" if re.search(r"\[Enter\] take (the|[A-Z])", text) else "space")
    elif re.search(r"\[Enter\] (cast|play|place|activate|into|put|onto|choose|repeat|take|permanent)", text):
        await player.press("enter")
    elif "Main phase:" in text:
        for key in ("1", "2", "3", "4", "5"):
            await player.press(key)
            if re.search(r"\[Enter\] (cast|play)", player.text):
                return
        await player.press("space")
    else:
        await player.press("tab" if player.app.screen is player.app.match_screen else "escape", "enter")


async def to_the_end(player: Player) -> None:
    def over() -> bool:
        return player.app.match.outcome is not None and "Final hash" in player.text

    for _ in range(600):
        await player.until(
            lambda: over() or asked(player) or player.app.screen is not player.app.match_screen
        )
        if over():
            return
        await step(player)
    raise AssertionError(f"no end in sight\n{player.text}")


@pytest.mark.parametrize(
    ("seats", "bots"),
    [(2, (1,)), pytest.param(3, (), marks=pytest.mark.long), pytest.param(4, (1, 3), marks=pytest.mark.long)],
)
async def test_a_match_by_keys_to_the_end(seats: int, bots: tuple[int, ...]) -> None:
    async with playing(seats, bots, max_turns=2, first=1) as player:
        await to_the_end(player)
        outcome = player.app.match.outcome
        assert outcome is not None and outcome.end == "max_turns"
        assert sum(outcome.scores) > 0
        assert "The last round is over" in player.text
        await player.press("escape")
        await player.sees("The match is over.")
        assert player.app.match.head.hex()[:4] in player.text


async def test_the_curtain_stands_between_more_than_two_persons() -> None:
    async with playing(3, first=1, max_turns=1) as player:
        seen = []
        for _ in range(3):
            await player.until(lambda: "Hand the keyboard to" in player.text)
            seen.append(player.row("Hand the keyboard to").strip())
            assert "HAND" not in player.text
            await player.press("enter")
            await player.until(lambda: asked(player) and "HAND" in player.text)
            await player.press("space")
            while asked(player) and "Access phase:" in player.text:
                await player.press("space")
        assert len(set(seen)) == 3


async def test_the_past_the_story_and_the_end_of_three() -> None:
    async with playing(3, (1, 2), max_turns=2, first=1) as player:
        await to_the_end(player)
        outcome = player.app.match.outcome
        assert outcome is not None
        assert re.search(r"Places +1  \w+ with", player.text) and "Last totals" not in player.text
        for seat, place in enumerate(outcome.places):
            assert re.search(rf"{place}  {NAMES[seat]} with", player.text)
        await player.press("t")
        await player.sees("The story of the match")
        await player.press("enter")
        await player.sees("The past: after entry")
        assert "SPHERE 5" in player.text and "HAND" in player.text
        await player.press("home")
        await player.sees("at the start, before entry 1")
        await player.sees("round 1 of 2  MAIN PHASE")


async def test_help_says_what_is_under_the_cursor_and_which_keys_there_are() -> None:
    async with playing(2, (1,), first=1) as player:
        await player.until(lambda: asked(player))
        await player.press("1")
        name = player.under_cursor()
        await player.press("question_mark")
        await player.sees("Help")
        assert f"{name}: " in player.text and "level 0" in player.text
        text = ""
        for _ in range(8):
            text += player.text
            await player.press("pagedown")
        assert "discard two hand cards for a Kè" in text and "delay the Timer" in text
        assert "pass to a phase" not in text
        assert "o active" in text and "+ ephemeral" in text
        await player.press("escape", "f")
        assert player.app.screen is player.app.match_screen  # There is no phase to pass to.


@pytest.mark.long
@pytest.mark.parametrize(("seats", "bots"), [(2, (1,)), (4, (1, 2, 3))])
async def test_a_whole_match_by_random_keys(seats: int, bots: tuple[int, ...]) -> None:
    rng = random.Random(seats)
    keys = ["enter"] * 6 + ["space"] * 3 + ["tab", "up", "down", "left", "right", "escape", "e", "x", "b"]
    keys += [str(digit) for digit in range(8)] + ["p", "d", "l", "question_mark", "c", "f", "o"]
    panels = ["escape", "escape", "n", "enter", "down", "up", "f"]
    async with playing(seats, bots, seed=seats, max_turns=4) as player:
        match = player.app.match
        await press_at_random(player, rng, keys, panels, 3000)
        await player.until(lambda: match.head.hex() in player.text or "The match is over" in player.text)


async def test_where_one_is_not_asked_nothing_is_taken() -> None:
    async with playing(2, (1,), first=1) as player:
        await player.until(lambda: asked(player))
        await player.press("o")
        await player.sees("Where you are not asked, you take nothing.")
        assert "you pass" not in player.text
