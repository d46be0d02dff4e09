"""The lists over the board: what was arranged stays, more is shown to be there, cards are explained."""

from __future__ import annotations

import pytest

from core.engine.match import Match
from tests.support.match_screen import Player, asked
from tests.support.wrinkles_screen import EVIL, GAME, GOOD, ids, playing, two
from tui.boards.wrinkles.cell_texts import TWICE
from tui.screens.match_help import HelpPanel
from tui.terminal import glyphs
from tui.widgets.choice_panels import OrderPanel
from tui.widgets.line_list import Rows
from tui.widgets.panels import ReadCards

ORDERING = next(
    card.name for card in GAME.cards if card.group == "good" and "put them in any order" in card.text
)


async def order_list(player: Player) -> OrderPanel[object]:
    """Play on until the cards that come next are to be put in order."""
    await player.until(lambda: asked(player))
    await player.pick(ORDERING)
    await player.press("enter")
    await player.until(lambda: isinstance(player.app.screen, OrderPanel))
    panel = player.app.screen
    assert isinstance(panel, OrderPanel)
    return panel


def good_with_ordering(cards: int) -> dict[str, int]:
    """A deck of so many cards with one ordering Special."""
    names = [card.name for card in GAME.cards if card.group == "good" and card.type not in "X"][: cards - 1]
    return ids("good", ORDERING, *names)


@pytest.fixture
def seed() -> int:
    """One that deals the ordering Special at first."""
    for number in range(200):
        head = two(good_with_ordering(30), ids("evil"), [EVIL], number)
        match = Match(head, GAME)
        hand = [GAME.cards[match.state.cards[one]].name for one in match.state.hand[GOOD]]
        if ORDERING in hand:
            return number
    raise AssertionError("no such seed")


async def test_esc_keeps_the_order_and_space_is_asked_twice(seed: int) -> None:
    assert "order" in TWICE
    async with playing(good_with_ordering(30), seed=seed) as player:
        panel = await order_list(player)
        first = panel._order[0]
        await player.press("enter", "down", "down", "enter")
        order = panel._order[:]
        assert order[2] == first
        await player.press("escape")
        await player.sees("[Enter] your order")
        await player.press("space")
        await player.sees("[Space] as they lay: sure? once more")
        assert player.app.match_screen.board.scene is not None and asked(player)
        await player.press("escape", "enter")
        await player.until(lambda: isinstance(player.app.screen, OrderPanel))
        again = player.app.screen
        assert isinstance(again, OrderPanel) and again._order == order
        await player.press("f")
        await player.until(lambda: asked(player) and not isinstance(player.app.screen, OrderPanel))
        state = player.app.match.state
        assert list(reversed(state.deck[GOOD]))[: len(order)] == order


async def test_a_list_says_that_there_is_more(seed: int) -> None:
    async with playing(good_with_ordering(30), seed=seed, size=(60, 20)) as player:
        panel = await order_list(player)
        rows, signs = panel.query_one(Rows), glyphs.chosen()
        assert len(rows.lines) > rows.size.height > 2

        def edges() -> str:
            lines = [rows.render_line(y).text for y in (0, rows.size.height - 1)]
            return "".join(line[-1] for line in lines)

        assert edges() == f" {signs.down}"
        await player.press("end")
        assert edges() == f"{signs.up} "
        await player.press(*["up"] * (rows.size.height + 1))
        assert edges() == signs.up + signs.down


async def test_the_card_under_the_cursor_is_explained_in_lists_and_piles(seed: int) -> None:
    async with playing(good_with_ordering(30), seed=seed) as player:
        panel = await order_list(player)
        await player.press("down", "question_mark")
        await player.until(lambda: isinstance(player.app.screen, HelpPanel))
        state = player.app.match.state
        assert GAME.cards[state.cards[panel._order[1]]].name in player.text
        await player.press("escape", "f")
        await player.until(lambda: player.app.match.state.pile[GOOD])
        await player.press("d")
        await player.until(lambda: isinstance(player.app.screen, ReadCards))
        await player.press("question_mark")
        await player.sees(f"{ORDERING} (")
        assert "put them in any order" in " ".join(player.text.split())


async def test_a_note_that_is_cut_stands_whole_in_the_log() -> None:
    async with playing(size=(60, 20)) as player:
        await player.until(lambda: asked(player))
        note = "This is a note of many words, " + "which go on and on, " * 8 + "to the very end."
        player.app.worker.run(lambda loop: loop.note(note))
        await player.sees("! This is a note")
        assert "the very end" not in player.text and ".." in player.text
        await player.press("l")
        await player.sees("the very end.")


async def test_the_title_of_a_match_that_is_over_says_what_was_last() -> None:
    names = ("Hope", "Love", "Kythe", "Noah", "Joy", "Wisdom", "Calm")
    async with playing(ids("good", *names), ids("evil"), max_turns=1) as player:
        for _ in range(60):
            await player.until(lambda: asked(player) or player.app.match.outcome is not None)
            if player.app.match.outcome is not None:
                break
            n = player.app.match.n
            await player.press("space", *(["enter"] if "Discard" in player.text else []))
            await player.until(lambda was=n: player.app.match.n > was or "Discard" in player.text)
        await player.sees("Final hash")
        await player.press("escape")
        await player.sees("turn 1  TEST, over")
    async with playing(ids("good", *names)) as player:
        await player.until(lambda: asked(player))
        await player.press("c", "y")
        await player.sees("Final hash")
        await player.press("escape")
        await player.sees("DESTINY I, over")
