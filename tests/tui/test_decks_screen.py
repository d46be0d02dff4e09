"""The deck pages, by keys and by mouse, at the design size."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from textual.events import Paste
from textual.widgets import Input, TextArea

from decks.storage.catalog import stock_decks
from decks.storage.store import DeckStore
from tests.support.deck_pages import at_decks, deck, good, options
from tests.support.outside import dangers
from tui.screens.dialogs import Message, QuestionDialog
from tui.screens.editor.decks_screen import DecksScreen
from tui.widgets.form import Form


async def test_a_newcomer_makes_saves_and_checks_a_deck(store: DeckStore) -> None:
    async with at_decks(store) as hand:
        assert "  None yet: n makes one, c copies one of these." in hand.rows()
        await hand.press("n")
        await hand.hold("backspace", 8)
        await hand.type("Bright Ones")
        # Who only says yes to all of it gets what a deck can be made in.
        await hand.press(*["enter"] * 5)
        assert hand.text("#title").startswith("Decks > Bright Ones   Good, Singleton")
        assert hand.text("#verdict") == "Not legal yet. Singleton needs at least 60 cards: 60 more to add."
        await hand.hold("enter", 59)
        assert hand.text("#deck-title") == "DECK  59 of 60 cards"
        assert hand.text("#verdict").endswith("1 more to add.")
        await hand.press("plus")
        assert hand.text("#verdict") == "Legal in Singleton. Also in Constructed. Not in Original."
        assert hand.text("#title").startswith("Decks > Bright Ones*")
        await hand.press("s")
        assert hand.text("#title").startswith("Decks > Bright Ones   ")
        assert hand.text("#title").endswith("Saved.")
        await hand.press("escape")
        assert any(row.startswith("> Bright Ones ") and row.endswith("legal") for row in hand.rows())
    assert store.catalog.find("bright ones").size == 60


async def test_enter_in_the_form_of_a_new_deck_goes_on_and_changes_nothing(store: DeckStore) -> None:
    store.create(deck(hope=2))
    async with at_decks(store) as hand:
        await hand.press("n", "enter")
        form = hand.page.query_one(Form)
        assert "Left and Right change it, Enter goes on." in hand.shown()
        seen = []
        while form.row.name != "make":
            seen.append((form.row.name, form.row.shown))
            await hand.press("enter")
        assert [(row.name, row.shown) for row in form.rows[:-1]] == seen
        shown = {item.text for item in form.find("format").items}
        assert shown == {"Original", "Singleton", "Constructed"} and "At least 60 cards" in hand.text("#why")
        # The other keys do change it.
        await hand.press("up", "right", "up", "left")
        assert form.find("from").shown == "Mine" and form.find("format").shown == "Original"
        await hand.press("space")
        assert form.find("format").shown == "Singleton"


async def test_a_new_deck_that_starts_from_another_has_all_that_is_in_it(store: DeckStore) -> None:
    maybe = {"wit/good/noah": 1}
    full = msgspec.structs.replace(deck(hope=2), about="Sing.", notes="One.\nTwo.", maybe=maybe)
    store.create(full)
    async with at_decks(store) as hand:
        await hand.press("n", "enter", "enter", "enter", "right", "enter", "enter")
        assert hand.text("#title").startswith("Decks > New deck   Good, Singleton")
    assert store.catalog.find("new deck") == full.as_new("New deck", "singleton")


async def test_a_setup_is_made_checked_and_saved_like_a_deck(store: DeckStore) -> None:
    async with at_decks(store) as hand:
        await hand.press("n", "enter", "left")
        assert hand.page.query_one(Input).value == "New setup"
        await hand.press("down", "down", "down", "enter")
        assert hand.text("#title").startswith("Decks > New setup   Setup, Five Spheres")
        assert hand.text("#deck-title") == "SETUP  0 of 50 cards"
        assert hand.text("#deck-figures") == "1:0 2:0 3:0 4:0 5:0"
        assert hand.rows("#pool")[0] == "Sphere 1  0 of 10"
        assert hand.rows("#deck")[0].split("   ")[-1].strip() == "Sphere 5 0/10"
        # One of each of the fifty, but for the last.
        await hand.hold("enter", 49)
        assert hand.text("#deck-figures") == "1:10 2:10 3:10 4:10 5:9"
        assert hand.text("#verdict") == "Not legal yet. Sphere 5 has 9 of 10 cards: 1 more to add."
        await hand.press("home", "plus")
        assert hand.text("#deck-title") == "SETUP  50 cards"
        assert hand.rows("#pool")[0] == "Sphere 1  11 of 10"
        assert hand.text("#verdict").startswith("Not legal yet. Sphere 1 has 11 of 10 cards: 1 too many.")
        await hand.press("u", "end", "enter")
        assert hand.text("#verdict") == "Legal in Five Spheres."
        await hand.press("plus")
        assert "Only 2 copies" not in hand.text("#title")
        await hand.press("plus")
        assert hand.text("#title").endswith("Only 2 copies in Five Spheres.")
        await hand.press("u", "s")
        assert hand.text("#title").endswith("Saved.")
        await hand.press("g", "home")
        assert hand.text("#pool-title") == "POOL  50 cards, by type, Cost"
        assert hand.rows("#pool")[0] == "Concentration"
        await hand.press("escape")
        assert any(row.startswith("> New setup ") and row.endswith("50 legal") for row in hand.rows())
    saved = store.catalog.find("new setup")
    assert saved.group == "setup" and saved.size == 50 and set(saved.cards.values()) == {1}


async def test_a_stock_deck_is_looked_at_and_copied(store: DeckStore) -> None:
    async with at_decks(store) as hand:
        await hand.press("down", "enter", "plus", "enter", "s")
        why = "It came with the game and stays as it is: make a copy to change. c makes a copy."
        assert why in " ".join(hand.shown().split())
        await hand.press("down", "plus")
        assert why in " ".join(hand.shown().split()), "each time"
        assert hand.text("#deck-title") == "DECK  60 cards"
        await hand.press("c", "enter")
        await hand.until(lambda: "Star Singers 2   Good, Singleton" in hand.shown())
        await hand.press("tab", "minus")
        assert hand.text("#deck-title") == "DECK  59 of 60 cards"
    assert [entry.name for entry in store.catalog.entries() if not entry.stock] == ["Star Singers 2"]


async def test_copy_rename_and_delete(store: DeckStore) -> None:
    store.create(good(2))
    async with at_decks(store) as hand:
        await hand.press("c", "enter")
        assert hand.rows()[2].startswith("> Mine 2 ")
        await hand.press("r")
        await hand.hold("backspace", 6)
        await hand.press("enter")
        assert hand.text("#why") == "A deck needs a name."
        await hand.type("mine")
        await hand.press("enter")
        assert hand.text("#why") == 'There is a deck called "Mine" already.'
        await hand.type("!x")
        await hand.press("enter")
        assert hand.rows()[2].startswith("> mine!x ")
        await hand.press("d", "enter")
        assert len(store.catalog.entries()) == 2 + len(stock_decks())
        await hand.press("d", "escape")
        assert len(store.catalog.entries()) == 2 + len(stock_decks())
        await hand.press("d")
        assert isinstance(hand.page, QuestionDialog)
        await hand.press("y")
        assert [entry.name for entry in store.catalog.entries() if not entry.stock] == ["Mine"]
        await hand.press("end", "d")
        assert not isinstance(hand.page, QuestionDialog)


async def test_a_file_that_cannot_be_read_is_shown_with_its_reason(store: DeckStore) -> None:
    store.folders.own.mkdir()
    (store.folders.own / "[b]broken.toml").write_text("[[[")
    async with at_decks(store) as hand:
        assert hand.rows()[1].startswith("> [b]broken.toml ")
        assert "this is not TOML" in hand.text("#about")
        await hand.press("enter")
        assert isinstance(hand.page, Message)
    assert (store.folders.own / "[b]broken.toml").read_text() == "[[["


async def test_names_are_never_markup(store: DeckStore) -> None:
    store.create(good(1, name="[@click=app.quit]x[/x]"))
    async with at_decks(store) as hand:
        assert "[@click=app.quit]x[/x]" in hand.rows()[1]
        await hand.press("enter", "plus", "escape", "escape", "s", "escape", "d", "escape", "c", "escape")
        await hand.press("enter")
        assert "[@click=app.quit]x[/x]" in hand.text("#title")


async def test_a_deck_that_is_read_or_pasted_shows_no_controls(store: DeckStore, tmp_path: Path) -> None:
    """A text field writes to the terminal what is in it: a file could set the clipboard from there."""
    nasty = (
        "2 Hope\n# \x1b]52;c;QQ==\x07 \x9b31m \u202e \u2028 a\u0301\u0323\u0308\n" + "Noah \x1b]0;x\x07" * 400
    )
    (tmp_path / "nasty.txt").write_text(nasty, "utf-8")
    async with at_decks(store) as hand:
        await hand.press("i", "tab")
        await hand.until(lambda: "[f] file" in hand.shown())
        await hand.press("f")
        hand.app.screen.query_one(Input).value = str(tmp_path / "nasty.txt")
        await hand.press("enter")
        await hand.until(lambda: hand.page.query(TextArea))
        pad = hand.app.screen.query_one(TextArea)
        assert pad.text.startswith("2 Hope\n# ]52;c;QQ==") and pad.text.count("Noah ]0;x") == 400
        assert not dangers(pad.text)
        await hand.press("escape")
        hand.app.screen.post_message(Paste(nasty))
        await hand.until(lambda: hand.page.query(TextArea))
        pad = hand.app.screen.query_one(TextArea)
        assert "Noah ]0;x" in pad.text and not dangers(pad.text)


async def test_the_mouse(store: DeckStore) -> None:
    store.create(good())
    async with at_decks(store) as hand:
        await hand.press("enter")
        await hand.pilot.click("#pool", offset=(8, 3))
        await hand.pilot.click("#pool", offset=(8, 3))
        assert list(hand.editor().editing.deck.cards) == ["wit/good/kythe"]
        await hand.press("down", "plus")
        # The first click only gives the focus; the keys below are for the list that has it.
        await hand.pilot.click("#deck", offset=(8, 1))
        assert hand.editor().editing.deck.size == 2
        await hand.pilot.click("KeyLine", offset=(11, 0))
        assert list(hand.editor().editing.deck.cards) == ["wit/good/the-old-tongue"]
        await hand.pilot.click("#deck", offset=(8, 1))
        assert hand.editor().editing.deck.size == 0


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_all_is_in_view_at_every_size(store: DeckStore, size: tuple[int, int]) -> None:
    store.create(good(30))
    async with at_decks(store, size) as hand:
        await hand.press("enter")
        await hand.pilot.pause()
        screen = hand.app.screen
        for selector in ("#title", "#pool", "#deck", "#card", "#verdict", "KeyLine"):
            region = screen.query_one(selector).region
            assert region.area and screen.region.contains_region(region), selector
        assert screen.query_one("#pool").size.height >= 8
        assert all(len(row) <= size[0] for row in hand.rows("#pool"))
        await hand.press("end")
        assert any(row.startswith("> ") for row in hand.rows("#pool"))
        await hand.press("home")
        assert hand.rows("#pool")[0] == "Communication"


async def test_a_deck_comes_back_from_the_bin(store: DeckStore) -> None:
    store.create(deck(hope=1))
    async with at_decks(store) as hand:
        await hand.press("d", "y", "b")
        assert options(hand) == ["Mine\n  Good, Constructed, 1 card"]
        await hand.press("enter", "enter")
        assert any(row.startswith("> Mine ") for row in hand.rows())
        await hand.press("d", "y", "b", "enter", "down", "enter", "b")
        assert isinstance(hand.page, DecksScreen), "the bin is empty"
    assert not [entry for entry in store.catalog.entries() if not entry.stock]


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_the_headings_above_the_first_row_are_in_sight(
    store: DeckStore, tmp_path: Path, size: tuple[int, int]
) -> None:
    club = tmp_path / "club"
    for number in range(30):
        DeckStore(club).create(good(number, f"Of the club {number}"))
    store.folders.shared = club
    async with at_decks(store, size) as hand:
        assert hand.rows()[0] == "Your decks"
        await hand.press("end")
        assert hand.rows()[0] != "Your decks"
        await hand.press("home")
        assert hand.rows()[0] == "Your decks" and hand.rows()[3].startswith("> Of the club")


async def test_what_somebody_else_has_meanwhile_is_said_each_time_and_offers_no_keys(
    store: DeckStore,
) -> None:
    key = store.create(good(3))
    async with at_decks(store) as hand:
        await hand.press("enter")
        assert "[+] add" in hand.shown()
        other = store.folders.claim(key)
        assert other is not None
        for where in ("tab", "down"):
            await hand.press(where, "plus")
            said = " ".join(hand.shown().split())
            assert (
                "It is open in another tesser: close it there first, or make a copy. c makes a copy." in said
            )
        assert "[+] add" not in hand.shown() and "[c] copy" in hand.shown()
        other.let_go()
