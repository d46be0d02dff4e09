"""Lines of the log and of the story lead to the moment, as its reader saw it then."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from textual.widgets import Input

from core.contract.choice import HIDDEN, Choice, Decision
from core.contract.stream import Stream, numbered_seed
from core.engine.match import Match
from core.engine.plies import story_of
from core.registry import load
from tests.support.match_screen import Player, asked
from tests.support.matches import random_header
from tests.support.pilot import piloted, rows
from tests.support.waiting import until
from tests.support.wrinkles_screen import EVIL, GOOD, SEVEN, Script, ids, play, playing, to_fate
from tui.match.commands import Choose, FindMoment, FindStory
from tui.match.entry_texts import LogLine
from tui.match.events import MomentFound, Posted, StoryFound
from tui.match.lookback import LookBack
from tui.screens.curtain import Curtain
from tui.screens.dialogs import AskText
from tui.screens.end_page import EndPage
from tui.screens.log_screen import LogScreen
from tui.screens.match.match_screen import MatchScreen
from tui.screens.match_help import HelpPanel
from tui.screens.moment_screen import MomentScreen
from tui.screens.story_panel import StoryPanel, story_items
from tui.widgets.entry_list import EntryItem, EntryList
from tui.widgets.log_panel import LogPanel, log_items
from tui.widgets.text_reader import TextReader

pytestmark = pytest.mark.long


def moment(player: Player) -> MomentScreen:
    screen = player.app.screen
    assert isinstance(screen, MomentScreen), screen
    return screen


async def in_the_past(player: Player) -> MomentScreen:
    await player.until(lambda: isinstance(player.app.screen, MomentScreen) and moment(player).past)
    return moment(player)


async def test_a_line_of_the_log_shows_the_match_as_it_was() -> None:
    async with playing(ids("good", *SEVEN)) as player:
        await to_fate(player)
        await play(player, "Hope")
        await play(player, "Noah")
        await player.press("l")
        assert isinstance(player.app.screen, LogScreen)
        entries = player.app.screen.entries
        while entries.item is None or entries.item.text != "You play Hope.":
            await player.press("up")
        await player.press("enter")
        screen = await in_the_past(player)
        n = player.app.match.n
        await player.sees(f"The past: after entry {screen.past.n} of {n}. You play Hope.")  # type: ignore[union-attr]
        assert "Good 3 against Evil 0" in player.text
        assert "Noah" in player.text and "hand 6" in player.text
        # One entry back Hope is still in the hand, and on the way forth it is not.
        await player.press("left")
        await player.sees("Good 0 against Evil 0")
        assert "hand 7" in player.text
        await player.press("right")
        await player.sees("Good 3 against Evil 0")
        await player.press("end")
        await player.sees(f"after entry {n} of {n}")
        await player.press("right")
        await player.press("home")
        await player.sees(f"The past: at the start, before entry 1 of {n}.")
        # Nothing can be chosen here.
        await player.press("tab", "enter", "space", "enter")
        assert player.app.match.n == n
        await player.press("escape")
        assert isinstance(player.app.screen, MatchScreen)
        await player.sees("Good 8 against Evil 0")
        await player.question("Fate I: play")


async def test_a_moment_has_help_and_discards_of_then() -> None:
    async with playing(ids("good", *SEVEN)) as player:
        await to_fate(player)
        await play(player, "Hope")
        await player.press("l", "enter")
        await in_the_past(player)
        await player.press("question_mark")
        await player.until(lambda: isinstance(player.app.screen, HelpPanel))
        text = player.app.screen.query_one(TextReader)
        await player.until(lambda: "Left, Right    the entry before" in text.text)
        await player.press("escape", "d")
        await player.sees("Evil's discard pile (0):")
        await player.press("escape", "escape")
        assert isinstance(player.app.screen, MatchScreen)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_lines_of_the_log_are_found_by_their_words(size: tuple[int, int]) -> None:
    async with playing(ids("good", *SEVEN), size=size) as player:
        await to_fate(player)
        await play(player, "Hope")
        await player.press("l", "slash")
        await player.until(lambda: isinstance(player.app.screen, AskText))
        await player.press(*"PLAY hop", "enter")
        await player.sees('Log: 1 line with "PLAY hop"')
        assert "You play Hope." in player.text and "You draw" not in player.text
        await player.press("slash")
        await player.until(lambda: isinstance(player.app.screen, AskText))
        player.app.screen.query_one(Input).value = "[/] nowhere"
        await player.press("enter")
        await player.sees('Log: nothing has "[/] nowhere"')
        assert "Fate I" in player.text
        await player.press("slash")
        await player.until(lambda: isinstance(player.app.screen, AskText))
        player.app.screen.query_one(Input).value = "hope play"
        await player.press("enter")
        await player.sees("Log: 1 line with")
        await player.press("enter")
        await in_the_past(player)


async def test_beside_the_board_a_line_is_chosen_by_keys() -> None:
    async with playing(ids("good", *SEVEN), size=(120, 40)) as player:
        await to_fate(player)
        await play(player, "Hope")
        await player.press("l")
        panel = player.app.match_screen.query_one(LogPanel)
        assert panel.has_focus
        await player.press("up", "up", "enter")
        await in_the_past(player)
        await player.press("escape")
        assert player.app.match_screen.board.has_focus
        await player.press("l", "l")
        assert player.app.match_screen.board.has_focus
        await player.press("l", "escape")
        assert player.app.match_screen.board.has_focus
        await player.question("Fate I: play")


async def test_beside_the_board_a_line_is_chosen_by_mouse() -> None:
    async with playing(ids("good", *SEVEN), size=(120, 40)) as player:
        await to_fate(player)
        await play(player, "Hope")
        rows = player.text.split("\n")
        y = next(y for y, row in enumerate(rows) if "You play Hope." in row)
        x = rows[y].index("You play Hope.")
        await player.pilot.click(offset=(x, y))
        assert isinstance(player.app.screen, MatchScreen)
        await player.pilot.click(offset=(x, y))
        await in_the_past(player)
        await player.sees("You play Hope.")
        # A click on a key that is written is that key.
        rows = player.text.split("\n")
        y = next(y for y, row in enumerate(rows) if "back to now" in row)
        await player.pilot.click(offset=(rows[y].index("before"), y))
        await player.sees("Good 0 against Evil 0")
        await player.pilot.click(offset=(rows[y].index("back to now"), y))
        assert isinstance(player.app.screen, MatchScreen)


class Gate:
    """Passes, the first time only when it is let through."""

    def __init__(self) -> None:
        self.open = asyncio.Event()

    async def choose(self, view: Any, decision: Decision) -> Sequence[Choice]:
        await until(self.open.is_set)
        assert decision.choices
        return [decision.choices[0]]

    def refused(self, reason: str) -> None:
        raise AssertionError(reason)


async def test_a_question_that_comes_meanwhile_is_told_and_not_answered() -> None:
    gate = Gate()
    async with playing(ids("good", *SEVEN), bots={EVIL: gate}) as player:
        await player.question("Destiny I: play")
        await player.press("space")
        await player.until(lambda: player.app.match.n == 1)
        await player.press("l", "enter")
        await in_the_past(player)
        gate.open.set()
        await player.sees("! You are asked meanwhile: Esc goes back to now.")
        n = player.app.match.n
        player.app.match_screen.board.guard = 60.0
        await player.press("enter", "space", "enter", "escape", "enter", "space")
        await player.question("Fate I: play")
        assert player.app.match.n == n
        player.app.match_screen.board.guard = 0.0
        await player.press("l", "escape", "space")
        await player.until(lambda: player.app.match.n > n)


async def test_at_one_screen_each_reader_looks_back_with_its_own_eyes() -> None:
    async with playing(ids("good", *SEVEN), ids("evil", "IT", "Fear"), bots={}) as player:
        await player.until(lambda: isinstance(player.app.screen, Curtain))
        await player.press("enter")
        await player.question("Destiny I: play")
        await player.press("l", "enter")
        screen = await in_the_past(player)
        assert screen.past is not None
        view = screen.past.view
        assert view.viewer == GOOD
        assert {view.cards[handle] for handle in view.hand[EVIL]} == {HIDDEN}
        # The other player's turn comes: what the first has open is closed.
        question = player.app.match_screen.client.question
        assert question is not None and question.decision.choices
        player.app.worker.send(Choose(question.ticket, (question.decision.choices[0],)))
        await player.until(lambda: isinstance(player.app.screen, Curtain))
        assert not any(isinstance(one, MomentScreen) for one in player.app.screen_stack)
        await player.press("enter")
        await player.question("Destiny I: play")
        await player.press("l", "enter")
        screen = await in_the_past(player)
        assert screen.past is not None and screen.past.view.viewer == EVIL
        assert "Noah" not in player.text


async def test_the_story_is_a_key_and_its_lines_lead_to_moments() -> None:
    async with playing(ids("good", *SEVEN), ids("evil", "IT"), {EVIL: Script("IT")}) as player:
        await to_fate(player)
        await play(player, "Noah")
        await player.press("t")
        await player.until(lambda: isinstance(player.app.screen, StoryPanel))
        await player.sees("Turn 1, so far")
        assert "Fate I: your Noah, 5 to your advantage." in player.text
        panel = player.app.screen
        assert isinstance(panel, StoryPanel)
        while panel.entries.item is None or "your Noah" not in panel.entries.item.text:
            await player.press("up")
        await player.press("enter")
        screen = await in_the_past(player)
        assert screen.past is not None and screen.past.view.board[GOOD]
        await player.press("escape")
        await player.question("Fate I: play")


async def test_when_the_match_is_over_story_and_moments_are_still_there() -> None:
    async with playing(ids("good", "Hope"), ids("evil", "IT"), max_turns=1) as player:
        await player.until(lambda: asked(player))
        while player.app.match.outcome is None:
            await player.press("space")
        await player.until(lambda: isinstance(player.app.screen, EndPage))
        assert "[t] story" in player.text
        said = [line.text for line in player.app.match_screen.client.log[GOOD]]
        at = said.index("You take a Balance token and hold 4.")
        assert said[at + 1 : at + 3] == ["Your 0: no card in play.", "Evil's 0: no card in play."]
        await player.press("t")
        await player.sees("The match ended in turn 1, with 4 tokens for Good and 2 for")
        await player.sees("Test: Good 0, Evil 0, and Good wins ties. You took a token and")
        await player.press("enter")
        await in_the_past(player)
        await player.press("escape")
        assert isinstance(player.app.screen, EndPage)
        await player.press("enter")
        await player.until(lambda: player.app.parting is not None)


@pytest.mark.parametrize("number", range(8))
def test_no_moment_shows_what_its_reader_could_not_see_then(number: int) -> None:
    """Every entry of random matches, for every reader: what is shown is what the rules let it see then."""
    game = load("wrinkles")
    match = Match(random_header(game, number), game)
    stream = Stream(numbered_seed(number), "looking back")
    states = [game.copy(match.state)]
    while match.n < 60 and (decision := match.decision()) is not None:
        assert decision.choices
        match.choose(decision.choices[stream.below(len(decision.choices))])
        states.append(game.copy(match.state))
    found: list[Posted] = []
    back = LookBack(found.append)
    back.follow(match)
    for seat in (GOOD, EVIL, -1):
        need = 3 if seat < 0 else 1 << seat
        for n, state in enumerate(states):
            back.want(FindMoment(seat, n))
            back.serve()
            past = found.pop()
            assert isinstance(past, MomentFound) and not found and (past.n, past.last) == (n, match.n)
            for card, shown, known in zip(state.cards, past.view.cards, state.known, strict=True):
                assert shown == (card if known & need == need else HIDDEN)
        back.want(FindStory(seat))
        back.serve()
        told = found.pop()
        assert isinstance(told, StoryFound) and told.story == story_of(match, None if seat < 0 else seat)
        for item in story_items(told.story):
            assert -1 <= item.n <= match.n


def test_who_asks_for_one_moment_after_the_other_is_shown_the_last() -> None:
    """As with a key that is held down: each moment is worked out by playing the match again."""
    match = Match(random_header(load("wrinkles"), 1), load("wrinkles"))
    found: list[Posted] = []
    back = LookBack(found.append)
    back.follow(match)
    for n in (3, 2, 0):
        back.want(FindMoment(GOOD, n))
    for _ in range(3):
        back.serve()
    assert [(one.n, one.seat) for one in found if isinstance(one, MomentFound)] == [(0, GOOD)]
    assert len(found) == 1


async def test_a_list_of_entries_follows_its_end_and_keeps_its_cursor() -> None:
    from textual.app import App, ComposeResult

    from tui.terminal.themes import VARIABLES

    class Page(App[None]):
        def get_theme_variable_defaults(self) -> dict[str, str]:
            return VARIABLES

        def compose(self) -> ComposeResult:
            yield EntryList([EntryItem(f"line {n}", n) for n in range(30)])

    app = Page()
    async with piloted(app, size=(20, 6)) as pilot:

        def text() -> str:
            return rows(app)

        entries = app.query_one(EntryList)
        entries.focus()
        await pilot.pause()
        assert "> line 29" in text()
        entries.tell([EntryItem(f"line {n}", n) for n in range(31)])
        await pilot.pause()
        assert "> line 30" in text()
        await pilot.press("pageup", "pageup", "pageup")
        assert entries.item == EntryItem("line 21", 21)
        entries.tell([EntryItem(f"line {n}", n) for n in range(40)])
        await pilot.pause()
        assert "> line 21" in text() and "line 39" not in text()
        await pilot.press("end")
        assert "> line 39" in text()


def test_the_log_folds_what_belongs_together_under_headings() -> None:
    lines = [
        LogLine(0, "Turn 1. You lead.", 1),
        LogLine(0, "Fate I.", 2),
        LogLine(0, "You draw Hope."),
        LogLine(0, "You draw Noah."),
        LogLine(1, "Evil passes."),
        LogLine(2, "You pass."),
        LogLine(2, "Challenge I.", 2),
        LogLine(3, "You pass."),
    ]
    assert log_items(lines) == [
        EntryItem("Turn 1. You lead.", 0, 1),
        EntryItem("Fate I.", 0, 2),
        EntryItem("You draw Hope, Noah.", 0),
        EntryItem("Evil passes, you pass.", 2),
        EntryItem("Challenge I.", 2, 2),
        EntryItem("You pass.", 3),
    ]
