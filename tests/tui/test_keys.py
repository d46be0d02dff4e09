"""Keys that come all at once, keys that are held down, and keys that are clicked."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.app import App
from textual.strip import Strip
from textual.widgets import Input, Static

from core import registry
from decks.formats import pool
from decks.model import Deck
from tests.support.pilot import piloted
from tests.support.whole_app import running
from tests.support.wrinkles_screen import ids, playing
from tui.app.application import TesserApp
from tui.screens.dialogs import Message
from tui.screens.editor.editor_screen import EditorScreen
from tui.screens.home import HomeScreen
from tui.screens.match.match_screen import MatchScreen
from tui.screens.setup import SetupScreen
from tui.widgets.closing_screen import Closing
from tui.widgets.key_guard import GAP, KeyGuard, PressGuard
from tui.widgets.key_line import KeyLine

pytestmark = pytest.mark.long


def burst(app: TesserApp, *keys: str) -> None:
    """Keys as an SSH connection delivers them: all before the first has been dealt with."""
    for key in keys:
        app.post_message(events.Key(key, key if len(key) == 1 else None))


def a_deck(app: TesserApp) -> None:
    ids = [card.id for card in pool(registry.load("wrinkles"), "good")]
    app.store.create(Deck("Mine", "wrinkles", "good", "singleton", dict.fromkeys(ids[:30], 1)))


def in_editor(app: TesserApp) -> bool:
    """Whether the deck editor is there, with the keyboard in its pool."""
    return isinstance(app.screen, EditorScreen) and getattr(app.focused, "id", "") == "pool"


def filtered(app: TesserApp) -> str:
    """What the filter of the deck editor says."""
    inputs = app.screen.query("#filter").results(Input)
    return "".join(one.value for one in inputs)


async def test_words_typed_at_once_after_the_slash_are_the_filter(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        a_deck(app)
        burst(app, "d", "enter", "slash", *"song", "enter", "down")
        await pilot.until(lambda: filtered(app) == "song" and in_editor(app))
        # None of the letters was a key of the editor: `s` saves, `o` sorts, `n` and `g` are nothing.
        editor = app.screen
        assert isinstance(editor, EditorScreen)
        assert "Saved" not in str(editor.query_one("#title", Static).content)
        assert editor.pool_pane.how == ("type", "Force")
        assert not editor.editing.changed


async def test_a_new_deck_made_in_one_burst(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        burst(app, "d", "n", *"Glad", "enter", "down", "right", "down", "down", "enter")
        await pilot.until(lambda: in_editor(app))
        editor = app.screen
        assert isinstance(editor, EditorScreen)
        deck = editor.editing.deck
        assert (deck.name, deck.group, deck.format) == ("Glad", "good", "constructed")


async def test_a_burst_through_pages_and_back(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        a_deck(app)
        burst(app, "d", "enter", "question_mark", "escape", "tab", "minus", "u", "escape", "escape", "p")
        await pilot.until(lambda: isinstance(app.screen, SetupScreen))
        assert app.keys.empty


async def test_a_paste_waits_for_the_key_before_it(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        a_deck(app)
        burst(app, "d", "enter", "slash")
        app.post_message(events.Paste("murry"))
        await pilot.until(lambda: filtered(app) == "murry")


@pytest.fixture
def slow_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    """A held key repeats as slowly as a busy machine takes its repeats."""
    monkeypatch.setattr(PressGuard, "GAP", 1.5)


@pytest.mark.usefixtures("slow_repeats")
async def test_enter_held_at_home_does_not_begin_a_match(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        await pilot.press("enter")
        await pilot.until(lambda: isinstance(app.screen, SetupScreen))
        for _ in range(6):  # as the key repeats
            burst(app, "enter", "enter")
            await pilot.pause(0.05)
        await pilot.pause(PressGuard.GAP * 1.2)
        assert isinstance(app.screen, SetupScreen)
        assert not app.matches.threads
        await pilot.press("enter")
        await pilot.until(lambda: isinstance(app.screen, MatchScreen))


@pytest.mark.usefixtures("slow_repeats")
async def test_enter_and_leaving_at_once_does_not_begin_a_match(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        burst(app, "enter", "enter", "escape")
        await pilot.pause(PressGuard.GAP * 1.2)
        await pilot.until(lambda: isinstance(app.screen, HomeScreen))
        assert not app.matches.threads


@pytest.fixture
def nothing_pressed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key was pressed before, in other tests."""
    monkeypatch.setattr("tui.widgets.key_guard._pressed", {})


@pytest.mark.usefixtures("nothing_pressed")
async def test_a_key_guard_lets_go_with_time_or_another_key() -> None:
    async with piloted(App[None]()) as pilot:
        done: list[str] = []
        guard = KeyGuard(pilot.app, 10.0, 0.25)

        def press(time: float, key: str = "enter") -> None:
            guard.press(key, time, lambda: done.append(f"{key} {time}"))

        press(10.1)
        press(10.3)  # still held
        assert not done
        press(12.0)
        assert done == ["enter 12.0"]
        guard.appeared(13.0)
        guard.other()
        press(13.1)
        assert done == ["enter 12.0", "enter 13.1"]


@pytest.mark.usefixtures("nothing_pressed")
async def test_the_first_repeat_of_a_held_key_answers_nothing() -> None:
    async with piloted(App[None]()) as pilot:
        done: list[float] = []
        guard = KeyGuard(pilot.app, 10.0, 0.25)
        guard.press("space", 11.5, lambda: done.append(11.5))
        other = KeyGuard(pilot.app, 11.5, 0.25)  # of a panel that this opened
        for time in (12.0, 12.03, 12.06, 12.09):  # the pause before the first repeat is over
            other.press("space", time, lambda: done.append(0.0))
        await pilot.pause(2 * GAP)
        assert done == [11.5]
        other.press("space", 12.6, lambda: done.append(12.6))  # let go, and pressed again
        await pilot.until(lambda: done == [11.5, 12.6])


async def test_keys_written_in_a_match_can_be_clicked() -> None:
    async with playing(ids("good", "Hope", "Love", "Kythe", "Noah", "Birth", "Joy", "Wisdom")) as player:
        await player.question("Destiny I: play")

        async def click(words: str) -> None:
            rows = player.text.split("\n")
            y = next(number for number, row in enumerate(rows) if words in row)
            await player.pilot.click(offset=(rows[y].index(words) + 1, y))
            await player.pilot.pause()

        await click("[Space] pass")
        await player.question("Fate I: play")
        await player.pick("Hope")
        await click("[Enter] play Hope")
        await player.sees("Good 3 against Evil 0")
        await click("l log")
        await player.sees("Turn 1. You lead.")
        await click("[Esc] close")
        await player.question("Fate I: play")
        await click("c concede")
        await player.sees("Concede?")
        await click("[n] no")
        await player.question("Fate I: play")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("keys", ["p", "s", "h", "j", "d", "dn", "d1", "r"])
async def test_every_key_of_a_page_is_in_view(tmp_path: Path, keys: str, size: tuple[int, int]) -> None:
    async with running(tmp_path, size=size) as (app, pilot):
        a_deck(app)
        await pilot.press(*("enter" if key == "1" else key for key in keys))
        page = next(screen for screen in reversed(app.screen_stack) if screen.query(KeyLine))
        line = page.query_one(KeyLine)
        assert page.region.contains_region(line.region)
        rows = str(line.render()).split("\n")
        assert len(rows) == line.content_size.height
        assert all(len(row) <= line.content_size.width for row in rows)


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_the_way_out_of_a_long_text_is_in_view(tmp_path: Path, size: tuple[int, int]) -> None:
    async with running(tmp_path, size=size) as (app, pilot):
        a_deck(app)
        await pilot.press("d", "enter", "question_mark")
        await pilot.until(lambda: isinstance(app.screen, Message))
        await pilot.pause()
        button = app.screen.query_one("Button")
        assert button.region.area and app.screen.region.contains_region(button.region)


async def test_a_screen_closes_itself_only_and_only_once() -> None:
    class Below(Closing[None]):
        pass

    class Above(Closing[int]):
        pass

    app: App[None] = App()
    async with piloted(app) as pilot:
        below, above = Below(), Above()
        said: list[int | None] = []
        await app.push_screen(below)
        await app.push_screen(above, said.append)
        above.dismiss(1)
        above.dismiss(2)
        await pilot.pause()
        assert app.screen is below
        assert said == [1]
        await app.push_screen(Above())
        below.dismiss()
        await pilot.pause()
        assert len(app.screen_stack) == 1


async def test_a_cursor_key_in_a_match_redraws_few_rows() -> None:
    async with playing(ids("good", "Hope", "Love", "Kythe", "Noah", "Birth", "Joy", "Wisdom")) as player:
        await player.question("Destiny I: play")
        await player.press("1")
        board = player.app.match_screen.board
        drawn: set[int] = set()
        whole = board.render_line

        def counted(y: int) -> Strip:
            drawn.add(y)
            return whole(y)

        board.render_line = counted  # type: ignore[method-assign]
        for key in ("right", "down", "left", "up"):
            drawn.clear()
            await player.press(key)
            # The cards, what is said of the one under the cursor, and what Enter would do.
            assert 0 < len(drawn) <= 6


async def test_keys_that_come_with_the_one_that_quits_do_no_harm(tmp_path: Path) -> None:
    for keys in (("q", "d", "n", "enter"), ("d", "escape", "q", "slash", "x", "y"), ("q", "q", "q")):
        async with running(tmp_path) as (app, pilot):
            burst(app, *keys)
            await pilot.until(lambda: app.return_code == 0)


@pytest.mark.parametrize("keys", ["?", "r", "dn", "/"])
async def test_what_is_being_opened_while_the_program_ends_is_no_fault(tmp_path: Path, keys: str) -> None:
    async with running(tmp_path) as (app, pilot):
        for key in keys:
            app.simulate_key(key)
        app.exit()
        for key in keys:
            app.simulate_key(key)
        await pilot.pause()
    assert app.return_code == 0
    assert not list(tmp_path.rglob("crashes/*"))
