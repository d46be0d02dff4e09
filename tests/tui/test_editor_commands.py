"""The table of what can be done with an open deck: each has something to do."""

from __future__ import annotations

from decks.storage.store import DeckStore
from tests.support.deck_pages import at_decks, deck, open_deck
from tui.editor.editor_commands import BY_ID, COMMANDS, KEY_LINE, MENU, Use
from tui.plain.decks.deck_editor import HANDLERS


def test_no_key_and_no_word_means_two_things() -> None:
    keys = [key for command in COMMANDS for key in command.keys]
    words = [word for command in COMMANDS for word in command.words]
    assert len(keys) == len(set(keys)) and len(words) == len(set(words)) and len(BY_ID) == len(COMMANDS)


def test_what_is_shown_has_a_key_and_says_what_it_does() -> None:
    shown = {*KEY_LINE, *MENU}
    assert all(BY_ID[id].keys and BY_ID[id].label for id in shown)
    assert shown == {command.id for command in COMMANDS if command.keys} - {"put"}, "the help tells of digits"


async def test_each_command_with_a_key_does_something_on_the_screen(store: DeckStore) -> None:
    store.create(deck())
    async with at_decks(store) as hand:
        editor = await open_deck(hand)
        assert {*editor.commands, "put"} == {command.id for command in COMMANDS if command.keys}


def test_each_command_with_a_word_does_something_in_plain_mode() -> None:
    assert set(HANDLERS) == {command.id for command in COMMANDS if command.words}


async def test_a_deck_that_is_only_looked_at_has_the_keys_that_change_nothing(store: DeckStore) -> None:
    async with at_decks(store) as hand:
        await hand.press("enter")
        await hand.until(lambda: "came with the game" in hand.shown())
        offered = {BY_ID[id].label for id in KEY_LINE if BY_ID[id].use is Use.ALWAYS}
        assert {key.description for key in hand.editor().keys} == offered
