"""Reading the rules: from home, from a match, by keys and by mouse, at every size."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.app import App, ComposeResult

from tests.support.pilot import Pilot, piloted, rows
from tests.support.whole_app import running
from tests.support.wrinkles_screen import EVIL, SEVEN, Script, ids, playing, to_fate
from tui.screens.home import HomeScreen
from tui.screens.match.match_screen import MatchScreen
from tui.screens.match_help import HelpPanel
from tui.screens.rules_screen import RulesScreen
from tui.terminal import themes
from tui.widgets.text_reader import Paragraph, Part, TextReader, leading, plain

SIZES = [(60, 20), (80, 24), (120, 40)]


def text(pilot: Pilot) -> str:
    """Everything that is to be seen."""
    return rows(pilot.app)


def reading(pilot: Pilot) -> str:
    """The id of the topic that is being read."""
    screen = pilot.app.screen
    assert isinstance(screen, RulesScreen)
    return screen.topic.id if screen.topic is not None else ""


@pytest.mark.parametrize("size", SIZES)
async def test_rules_are_a_key_from_home_and_read_by_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    async with running(tmp_path, size=size) as (app, pilot):
        await pilot.press("r")
        await pilot.until(lambda: "What it is about" in text(pilot))
        assert "Rules of Wrinkles in Time" in text(pilot)
        await pilot.press("down", "enter")
        await pilot.until(lambda: "A turn has ten phases" in text(pilot))
        await pilot.press("escape")
        if size[0] < 78:
            assert "Windows and goes" in text(pilot)
            await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)


async def test_a_key_changes_between_the_games(tmp_path: Path) -> None:
    async with running(tmp_path, size=(80, 24)) as (_, pilot):
        await pilot.press("r")
        await pilot.until(lambda: "Rules of Wrinkles in Time" in text(pilot))
        await pilot.press("g")
        await pilot.until(lambda: "Rules of Time Masters" in text(pilot))
        await pilot.press("slash", *"deja vu", "enter", "enter")
        await pilot.until(lambda: "Repeat the effect of another spell" in text(pilot))
        await pilot.press("down", "enter")
        await pilot.until(lambda: reading(pilot) == "T14")
        assert "Example: Your Spell zone holds" in text(pilot)
        await pilot.press("g")
        await pilot.until(lambda: "Rules of Wrinkles in Time" in text(pilot))


@pytest.mark.parametrize("size", SIZES)
async def test_from_a_card_to_its_ruling_to_the_glossary_and_back(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with running(tmp_path, size=size) as (_, pilot):
        await pilot.press("r", "slash", *"meg murry", "enter", "enter")
        await pilot.until(lambda: reading(pilot) == "wit/good/meg-murry")
        assert "Your Feelings get +3." in text(pilot)
        await pilot.press("down", "enter")
        assert reading(pilot) == "R6"
        await pilot.press("down", "enter")
        assert reading(pilot) == "murry"
        await pilot.until(lambda: "A trait of the members" in text(pilot))
        await pilot.press("b")
        assert reading(pilot) == "R6"
        await pilot.press("left")
        assert reading(pilot) == "wit/good/meg-murry"
        await pilot.press("b")
        await pilot.until(lambda: "What it is about" not in text(pilot) and "Meg Murry" in text(pilot))


async def test_a_search_that_finds_nothing_says_so_and_esc_clears_it(tmp_path: Path) -> None:
    async with running(tmp_path) as (_, pilot):
        await pilot.press("r", "slash", *"xyzzy")
        await pilot.until(lambda: "No topic has all of these words." in text(pilot))
        await pilot.press("escape")
        await pilot.until(lambda: "What it is about" in text(pilot))
        assert reading(pilot)


async def test_links_are_clicked_and_so_are_topics(tmp_path: Path) -> None:
    async with running(tmp_path, size=(120, 40)) as (_, pilot):
        await pilot.press("r")
        await pilot.until(lambda: "Windows and goes" in text(pilot))
        await click(pilot, "Windows and goes")
        await pilot.until(lambda: reading(pilot) == "windows")
        await click(pilot, "(R1)", 1)
        assert reading(pilot) == "R1"
        await click(pilot, "[b] before", 1)
        assert reading(pilot) == "windows"


async def click(pilot: Pilot, part: str, right: int = 0) -> None:
    rows = text(pilot).split("\n")
    y, row = next((y, row) for y, row in enumerate(rows) if part in row)
    await pilot.click(offset=(row.index(part) + right, y))
    await pilot.pause()


async def test_help_on_a_card_of_the_hand_leads_to_its_rulings() -> None:
    async with playing(ids("good", *SEVEN), size=(80, 30)) as player:
        await player.question("Destiny I: play")
        await player.pick("Noah")
        await player.press("question_mark")
        await player.sees("Noah: Mortal, Biblical, Force 2")
        assert "Your Mortals get +3. Not now: only in Fate." in player.text
        assert "R10  Who gets a bonus or a penalty" in player.text
        # What is asked and in which phase, each with what it rests on.
        assert "Destiny I: play a Special, or pass." in player.text
        assert "R2  What may be done in a go" in player.text
        assert "The phase: Destiny" in player.text
        await player.press("down", "enter")
        await player.until(lambda: isinstance(player.app.screen, RulesScreen))
        await player.sees("A plus is for your own cards")
        await player.press("escape")
        assert isinstance(player.app.screen, HelpPanel)
        await player.press("r")
        await player.until(lambda: isinstance(player.app.screen, RulesScreen))
        await player.sees("Good. Mortal, Biblical, Force 2.")
        await player.press("escape", "escape")
        assert isinstance(player.app.screen, MatchScreen)
        await player.question("Destiny I: play")


async def test_help_on_a_card_in_play_says_where_its_force_comes_from() -> None:
    async with playing(ids("good", *SEVEN), size=(80, 30)) as player:
        await to_fate(player)
        await player.pick("Noah")
        await player.press("enter")
        await player.sees("You play Noah.")
        await player.press("tab", "tab", "tab")
        while player.under_cursor() != "Noah":
            await player.press("tab")
        await player.press("question_mark")
        await player.sees("Counts 5: printed 2, itself +3.")


async def test_help_on_a_question_says_why_it_is_asked() -> None:
    good = ids("good", "Answer to Prayer", *SEVEN[:6])
    bots = {EVIL: Script("Chain Reaction")}
    async with playing(good, ids("evil", "Chain Reaction"), bots, size=(80, 34)) as player:
        await player.question("Destiny I: play")
        await player.press("space")
        await player.question("Negate it, or let it resolve?")
        await player.press("question_mark")
        await player.sees("so that nobody learns what you")
        assert "R11  Who is asked for an answer" in player.text
        assert "The card: Chain Reaction" in player.text
        assert "Space, p   pass" in player.app.screen.query_one(TextReader).text


class Page(App[None]):
    """Nothing but a text."""

    def __init__(self, *paragraphs: Paragraph) -> None:
        super().__init__()
        self.reading = TextReader(paragraphs)
        self.followed: list[str] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return themes.VARIABLES

    def compose(self) -> ComposeResult:
        yield self.reading

    def on_text_reader_followed(self, event: TextReader.Followed) -> None:
        self.followed.append(event.link)


async def test_a_link_that_is_broken_over_two_lines_is_one_link() -> None:
    words = Paragraph((Part("one two "), Part("three four five", "x"), Part(", six")))
    app = Page(words, *(plain(f"line {n}") for n in range(30)), leading("the end", "y"))
    async with piloted(app, size=(16, 8)) as pilot:
        app.reading.focus()
        assert app.reading.text.split("\n")[:2] == ["one two three", "four five, six"]
        await pilot.press("down", "enter")
        assert app.followed == ["x"]
        await pilot.click(offset=(2, 1))
        assert app.followed == ["x", "x"]
        await pilot.click(offset=(12, 1))
        assert app.followed == ["x", "x"]
        # The next link is far below: one line at a time, and then the link.
        await pilot.press("down")
        assert app.reading.link in ("x", "")
        await pilot.press("end", "down", "enter")
        assert app.followed[-1] == "y"
        await pilot.press("home", "enter")
        assert app.followed[-1] == "y" and len(app.followed) == 3
