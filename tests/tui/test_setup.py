"""The form of a match on this machine: generic, whole with the keyboard and whole with the mouse."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.widgets import Static

from core import registry
from decks.formats import formats
from decks.model import Deck
from decks.storage.catalog import stock_decks
from decks.storage.store import DeckStore
from tests.pocket.game import Pocket
from tests.support.pilot import Pilot, piloted
from tests.support.whole_app import running
from tui.app.application import TesserApp
from tui.screens.dialogs import Pick
from tui.screens.form_page import options_set
from tui.screens.home import HomeScreen
from tui.screens.match.match_screen import MatchScreen
from tui.screens.seat_rows import YOU
from tui.screens.setup import SetupScreen
from tui.widgets.form import Form
from tui.widgets.form_rows import Digits, FormAction, FormItem, FormRow, Number, OneOf, Words

GAME = registry.load(registry.DEFAULT)
T = TypeVar("T", bound=FormRow)


async def setup(app: TesserApp, pilot: Pilot, *, computer: bool = True, game: str = GAME.name) -> SetupScreen:
    page = SetupScreen(against_computer=computer, game=game)
    app.push_screen(page)
    await pilot.pause()
    return page


def row(page: SetupScreen, name: str, kind: type[T]) -> T:
    found = page.form.find(name)
    assert isinstance(found, kind)
    return found


def problem(page: SetupScreen) -> str:
    return str(page.query_one("#problem", Static).render())


async def go(page: SetupScreen, pilot: Pilot, name: str) -> None:
    page.form.put_cursor(name)
    await pilot.pause()


async def test_the_defaults_make_a_match_against_the_computer(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        plan = (await setup(app, pilot)).plan()
        assert plan.players == ("person", "greedy")
        assert plan.options == {}
        assert plan.seed is None
        for seat, decklist in enumerate(plan.decks):
            assert decklist is not None
            assert any(
                deck.group == GAME.deck_group(seat) and deck.cards == decklist.cards
                for deck in stock_decks().values()
            )


async def test_hot_seat_has_two_persons_and_asks_about_decklists(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        page = await setup(app, pilot, computer=False)
        assert page.plan().players == ("person", "person")
        await go(page, pilot, "lists")
        await pilot.press("right")
        assert page.plan().lists == "closed"


async def test_against_the_computer_nobody_is_asked_about_decklists(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        page = await setup(app, pilot)
        with pytest.raises(KeyError):
            page.form.find("lists")


async def test_taking_the_other_side_swaps_the_seats(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        page = await setup(app, pilot)
        await go(page, pilot, "who 1")
        await pilot.press("right")  # from the computer round to you
        assert page.plan().players == ("greedy", "person")
        assert row(page, "who 0", OneOf).value == "greedy"
        await pilot.press("right")  # another person: you were only passed on the way
        assert page.plan().players == ("person", "person")
        assert row(page, "who 0", OneOf).value == YOU


async def test_an_option_is_a_number_or_a_switch_with_its_sentence(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        page = await setup(app, pilot)
        for option in GAME.options:
            shown = page.form.find(f"option {option.name}")
            assert isinstance(shown, OneOf if (option.low, option.high) == (0, 1) else Number)
            await go(page, pilot, shown.name)
            assert " ".join(str(page.query_one("#about", Static).render()).split()) == option.about


async def test_presets_and_options_follow_each_other(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        page = await setup(app, pilot)
        preset = next(p for p in GAME.presets if p.options)
        name, value = next(iter(preset.options.items()))
        defaults = {option.name: option.default for option in GAME.options}
        row(page, "preset", OneOf).choose(preset.options)
        page.changed(page.form.find("preset"))
        assert options_set(page.form.rows) == defaults | preset.options
        assert page.plan().options == preset.options
        await go(page, pilot, f"option {name}")
        await pilot.press("right")
        assert row(page, "preset", OneOf).shown == "your own"
        await pilot.press("left")
        assert row(page, "preset", OneOf).shown == preset.name
        assert page.form.find(f"option {name}").value == value


async def test_a_seed_is_typed(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        page = await setup(app, pilot)
        await go(page, pilot, "seed")
        await pilot.press("4", "2", "7", "backspace", "x")
        assert page.plan().seed == 42


async def test_what_was_set_stays_when_a_seat_changes(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        page = await setup(app, pilot)
        await go(page, pilot, "seed")
        await pilot.press("9")
        await go(page, pilot, "who 1")
        await pilot.press("right")
        assert page.plan().seed == 9


async def test_a_deck_that_is_not_legal_is_shown_and_refused(tmp_path: Path) -> None:
    group = GAME.deck_group(0)
    assert group is not None
    whole = next(d for d in stock_decks().values() if d.group == group)
    form = formats(GAME.name)[0].name
    small = Deck("Too small", GAME.name, group, form, dict(list(whole.cards.items())[:3]))
    DeckStore(tmp_path / "decks").create(small)
    async with running(tmp_path) as (app, pilot):
        page = await setup(app, pilot)
        decks = row(page, "deck 0", OneOf)
        assert decks.remark == f"legal, {decks.item.value.hash}"
        at = [item.value.name for item in decks.items].index("Too small")
        assert (decks.items[at].remark, decks.items[at].hash) == ("not legal", small.hash)
        decks.at = at
        await pilot.press("s")
        assert "Too small can't be played here." in problem(page)
        assert app.screen is page
        await go(page, pilot, "deck 0")
        assert "Too small can't be played here." in str(page.query_one("#about", Static).render())


async def test_own_decks_can_be_played(tmp_path: Path) -> None:
    group = GAME.deck_group(0)
    assert group is not None
    whole = next(
        d for d in stock_decks().values() if d.group == group and d.format == formats(GAME.name)[0].name
    )
    DeckStore(tmp_path / "decks").create(whole.renamed("Mine"))
    async with running(tmp_path) as (app, pilot):
        page = await setup(app, pilot)
        decks = row(page, "deck 0", OneOf)
        decks.at = [item.value.name for item in decks.items].index("Mine")
        await pilot.press("s")
        await pilot.until(lambda: isinstance(app.screen, MatchScreen))


async def test_a_longer_list_opens_as_a_list(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        page = await setup(app, pilot)
        many = row(page, "deck 0", OneOf)
        many.items = [*many.items] * 3
        await go(page, pilot, "deck 0")
        await pilot.press("enter")
        assert isinstance(app.screen, Pick)
        await pilot.press("down", "enter")
        assert many.at == 1
        await pilot.press("enter", "down", "escape")  # Esc picks nothing
        assert many.at == 1
        assert app.screen is page


async def test_start_and_back_with_the_mouse(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        page = await setup(app, pilot)
        assert await pilot.click(page.form, offset=(20, 0))
        await pilot.until(lambda: isinstance(app.screen, MatchScreen))


async def test_at_60x20_the_form_scrolls_to_its_end(tmp_path: Path) -> None:
    async with running(tmp_path, size=(60, 20)) as (app, pilot):
        page = await setup(app, pilot)
        await pilot.press("end")
        form = page.form
        assert form.row is form.rows[-1]
        last = len(form.rows) - 1
        await pilot.until(lambda: form.scroll_offset.y <= last < form.scroll_offset.y + form.size.height)
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)


async def test_any_game_can_be_set_up(pocket: Pocket, tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        page = await setup(app, pilot, game=pocket.name)
        assert [item.value for item in row(page, "game", OneOf).items] == list(registry.names())
        labels = [row.label for row in page.form.rows if row.name.startswith("who ")]
        assert labels == list(pocket.roles)
        assert page.form.find("option box").remark == "0 to 2"
        row(page, "game", OneOf).choose(GAME.name)
        page.changed(page.form.find("game"))
        assert page.plan().game == GAME.name
        assert len(page.plan().players) == GAME.seats[0]


# The form by itself.


class FormApp(App[None]):
    def __init__(self, rows: list[FormRow]) -> None:
        super().__init__()
        self.form = Form(rows)
        self.heard: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.form

    def on_mount(self) -> None:
        self.form.focus()

    def on_form_changed(self, event: Form.Changed) -> None:
        self.heard.append(f"changed {event.row.name} {event.row.value}")

    def on_form_pressed(self, event: Form.Pressed) -> None:
        self.heard.append(f"pressed {event.row.name}")


def rows() -> list[FormRow]:
    return [
        FormRow("", "Heading"),
        Number("number", "Number", "", 0, 30, 5),
        OneOf("few", "Few", "", [FormItem(n, f"value {n}") for n in range(2)]),
        FormRow("", "Another"),
        OneOf("many", "Many", "", [FormItem(n, f"value {n}") for n in range(9)]),
        Digits("digits", "Digits", empty="none"),
        FormAction("act", "Act"),
    ]


async def test_the_cursor_passes_headings() -> None:
    app = FormApp(rows())
    async with piloted(app) as pilot:
        seen = [app.form.row.name]
        for _ in range(6):
            await pilot.press("down")
            seen.append(app.form.row.name)
        assert seen == ["number", "few", "many", "digits", "act", "act", "act"]
        await pilot.press("home")
        assert app.form.row.name == "number"


async def test_a_number_stays_in_its_range() -> None:
    app = FormApp(rows())
    async with piloted(app) as pilot:
        number = app.form.find("number")
        await pilot.press("2", "8")
        assert number.value == 28
        await pilot.press("right", "right", "right")
        assert number.value == 30
        await pilot.press("7")  # 307 is too much: a new number begins
        assert number.value == 7
        await pilot.press(*["left"] * 9)
        assert number.value == 0


async def test_enter_steps_through_few_and_asks_about_many() -> None:
    app = FormApp(rows())
    async with piloted(app) as pilot:
        await pilot.press("down", "enter", "down", "enter", "end", "enter")
        assert app.heard == ["changed few 1", "pressed many", "pressed act"]


async def test_a_click_on_the_arrows_steps() -> None:
    app = FormApp(rows())
    async with piloted(app) as pilot:
        await pilot.click(app.form, offset=(3, 4))  # the row, outside its value: only the cursor moves
        assert (app.form.row.name, app.form.row.value) == ("many", 0)
        line = "".join(segment.text for segment in app.form.render_line(4))
        await pilot.click(app.form, offset=(line.rindex(">"), 4))
        assert app.form.row.value == 1
        await pilot.click(app.form, offset=(line.index("<"), 4))
        assert app.form.row.value == 0
        await pilot.click(app.form, offset=(line.index("value"), 4))
        assert app.heard[-1] == "pressed many"


async def test_a_name_is_typed_or_pasted_and_a_click_only_puts_the_cursor_there() -> None:
    app = FormApp([Words("words", "Words", empty="nobody"), *rows()])
    async with piloted(app) as pilot:
        line = "".join(segment.text for segment in app.form.render_line(0))
        assert "nobody" in line
        await pilot.click(app.form, offset=(line.index("nobody") + 1, 0))
        assert app.form.row.name == "words"
        await pilot.press("B", "e", "backspace", "k", "space", "s")
        assert app.form.row.value == "Bk s"
        app.form.post_message(events.Paste("ea\x1b[31m\nnext"))
        await pilot.pause()
        assert app.form.row.value == "Bk sea[31m"
        await pilot.press("enter")
        assert app.form.row.name == "number", "Enter goes on"


async def test_the_cursor_stays_on_its_row_when_rows_change() -> None:
    app = FormApp(rows())
    async with piloted(app) as pilot:
        app.form.put_cursor("digits")
        app.form.show_rows(rows()[4:])
        await pilot.pause()
        assert app.form.row.name == "digits"
        app.form.show_rows(rows()[:3])
        assert app.form.row.name == "number"
