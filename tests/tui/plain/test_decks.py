"""Decks made and changed by sentences alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import registry
from decks.formats import legality
from decks.storage.folders import DRAFT
from decks.storage.store import DeckStore
from tests.support.kept import record
from tests.support.plain import Played, session
from tests.support.plain_decks import to_the_end
from tui.plain.session import Session


def menu(one: Session) -> int:
    return one.begin(None)


def make(player: Played, *answers: str) -> None:
    """A new Good deck of Wrinkles in Time, by the menu's questions."""
    player.question()
    player.type("decks")
    player.until("Enter alone goes back.")
    player.type("new", "wrinkles in time, good", *answers)


def test_a_deck_of_sixty_cards_is_made_and_played(tmp_path: Path) -> None:
    store = DeckStore(tmp_path / "decks")
    with session(tmp_path, menu) as (player, _):
        make(player, "singleton", "1", "Bright Ones")
        player.until("Bright Ones, Good, Singleton, 0 cards.")
        player.until("It is empty.")
        player.type("add hope, noah", "add hope", "find t:song force>=3", "add all t:song", "check")
        assert player.until("cards now.")[-3:] == ["Hope added.", "Noah added.", "2 of 60 cards now."]
        player.until("Hope: Only one copy in Singleton.")
        player.until("; not in.")
        player.until("9 cards added.")
        assert any("60" in line for line in player.until("Singleton"))
        pool = [card for card in registry.load("wrinkles").cards if card.group == "good"]
        for card in pool:
            player.type(f"add {card.name}")
        player.type("check", "save", "save")
        player.until("is saved.")
        size = next(iter(store.catalog.entries())).deck
        deck = store.catalog.find("Bright Ones")
        assert size and deck.size > 60
        for card in sorted(deck.cards)[: deck.size - 60]:
            player.type(f"take {next(one.name for one in pool if one.id == card)}")
        player.type("check")
        player.until("Legal in Singleton.")
        player.type("save", "done", "")
        player.until("Bright Ones is saved.")
        player.until("Bright Ones: Good, Singleton, 60 cards, legal, your own.")
        player.until("What would you like to do?")
        player.question()
        player.type("computer", "wrinkles", "good", "random", "choose", "singleton", "bright")
        player.type("black", "1", "", "one", "9")
        player.until("Wrinkles in Time: Good")
        player.question()
        player.type("lists", "quit", "yes", "quit")
        player.until("Your deck, Bright Ones, 60 cards, ")
        player.rest()
    deck = store.catalog.find("Bright Ones")
    assert deck.size == 60 and not legality(deck, registry.load("wrinkles"))
    assert next(one.name for one in record(tmp_path).header.decklists if one) == "Bright Ones"


def test_what_is_not_clear_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    store = DeckStore(tmp_path / "decks")
    with session(tmp_path, menu) as (player, _):
        make(player, "constructed", "1", "", "add", "add xyzzy", "add mrs", "add 2 noah", "take hope", "fly")
        player.until("Type which card too")
        player.until('No card that may be in it fits "xyzzy".')
        player.until('"mrs" fits ')
        player.until("2 copies of Noah added.")
        player.until("2 of 60 cards now.")
        player.until("Hope is not in the deck.")
        player.until('There is no command "fly" here')
        player.type("find (", "take all", "undo", "undo", "undo", "redo", "name  Star Singers", "name  Ark")
        player.until("This parenthesis is never closed.")
        player.until("All taken out.")
        player.until("0 of 60 cards now.")
        assert player.until("now.")[:2] == ["Taken back.", "In: 2 Noah."]
        # Two copies were added at once, and go at once.
        assert player.until("now.")[-3:] == ["Taken back.", "Out: 2 Noah.", "0 of 60 cards now."]
        player.until("Nothing was changed.")
        assert player.until("now.")[-3:] == ["Done again.", "In: 2 Noah.", "2 of 60 cards now."]
        player.until('There is a deck called "Star Singers" already.')
        player.until("It is called Ark now.")
        player.type("done", "draft", "Ark", "go on")
        player.until("They are kept as a draft")
        player.until("Ark has changes that were not saved.")
        player.until("Ark, Good, Constructed, 2 cards.")
        player.type("save", "delete", "yes", "ark")
        player.until("Ark is saved.")
        player.until("Ark is in the bin.")
        player.until('Nothing here fits "ark"')
        player.type("", "quit")
        player.rest()
    assert not [entry for entry in store.catalog.entries() if not entry.stock]
    assert [kept.deck.name for kept in store.binned() if kept.deck] == ["Ark"]


@pytest.mark.parametrize("answer", ["back", "quit", "2"])
def test_changes_that_were_not_saved_are_lost_only_by_saying_so(tmp_path: Path, answer: str) -> None:
    store = DeckStore(tmp_path / "decks")
    with session(tmp_path, to_the_end) as (player, _):
        make(player, "constructed", "1", "Ark", "save", "add hope", "done", "draft", "ark", "help", answer)
        player.until("1: go on with the changes: 1 card")
        player.until("2: start from what is saved: 0 cards; the changes are lost")
        player.until("Type a number or part of a name; back: the question before; quit: leave.")
        player.close()
        player.rest()
    draft = store.drafts.deck(next(entry.key for entry in store.catalog.entries() if not entry.stock))
    assert (draft is None) == (answer == "2")


def test_a_draft_that_can_not_be_read_keeps_no_deck_shut(tmp_path: Path) -> None:
    store = DeckStore(tmp_path / "decks")
    with session(tmp_path, to_the_end) as (player, _):
        make(player, "constructed", "1", "Ark", "add hope", "save", "add joy", "done", "draft")
        player.until("They are kept as a draft")
        (draft,) = tmp_path.rglob(f"*{DRAFT}")
        draft.write_text("nonsense")
        player.type("ark")
        player.until("Ark, Good, Constructed, 1 card.")
        player.close()
        player.rest()
    assert store.catalog.find("Ark").size == 1


def test_a_deck_of_the_game_is_looked_at_and_copied(tmp_path: Path) -> None:
    with session(tmp_path, menu) as (player, _):
        player.question()
        player.type("decks", "star singers", "take all", "maybe hope", "save", "copy", "take all", "save")
        player.until("Star Singers, Good, Singleton, 60 cards.")
        player.until("It came with the game and stays as it is: make a copy to change.")
        # Nothing changes it, also not by half.
        for _ in range(3):
            player.until("Type copy for that.")
        player.until("Star Singers 2, Good, Singleton, 60 cards.")
        player.until("Star Singers 2 is saved.")
        player.type("done", "", "quit")
        player.rest()
    store = DeckStore(tmp_path / "decks")
    assert store.catalog.find("Star Singers").size == 60 and store.catalog.find("Star Singers 2").size == 0
