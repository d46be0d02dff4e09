"""What a player brings as a deck, whatever its form."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decks.entries import stock_decks
from decks.files import write_deck
from decks.importing import LONGEST, read_any
from decks.listing import Verdict, write_listing
from decks.model import Deck, DeckError
from decks.sharing import share_code
from tests.decks.strategies import legal_decks


@given(legal_decks())
@settings(max_examples=15, deadline=None)
def test_a_legal_deck_comes_back_from_whatever_it_was_written_as(deck: Deck) -> None:
    for text in (write_listing(deck), write_deck(deck), share_code(deck)):
        assert read_any(text, "Import").deck == deck


@pytest.mark.parametrize("deck", stock_decks().values(), ids=lambda deck: deck.name)
def test_a_bare_list_tells_by_its_cards_what_it_is_for(deck: Deck) -> None:
    bare = "\n".join(line for line in write_listing(deck).splitlines() if line[:1].isdigit())
    found = read_any(bare, "Import").deck
    assert (found.game, found.group, found.format) == (deck.game, deck.group, deck.format)
    assert (found.name, found.cards) == ("Import", deck.cards)


def test_what_is_given_holds() -> None:
    deck = read_any("1 Hope", "Import", game="wrinkles", group="evil", format_name="singleton").deck
    assert (deck.group, deck.format) == ("evil", "singleton")
    assert read_any("Side: Good\nFormat: Constructed\n1 Hope", "Import").deck.format == "constructed"


def test_a_broken_code_or_file_is_refused_and_a_list_never() -> None:
    with pytest.raises(DeckError, match="Copy it again"):
        read_any("tesserD1abcd", "Import")
    with pytest.raises(DeckError, match="no key"):
        read_any("[cards]\n'Hope' = 1\n[extra]", "Import")
    assert read_any("", "Import").deck.size == 0


@given(st.text(max_size=80))
@settings(max_examples=60, deadline=None)
def test_any_text_is_read_or_refused_in_sentences(text: str) -> None:
    try:
        listing = read_any(text, "Import")
    except DeckError as error:
        said: tuple[str, ...] = error.sentences
    else:
        said = tuple(line.note for line in listing.lines if line.verdict is Verdict.UNKNOWN)
    assert all(sentence.endswith(".") for sentence in said)


def test_a_text_that_is_too_long_is_said_to_go_on() -> None:
    listing = read_any("Hope\n" + "# nothing\n" * (LONGEST // 10), "Mine")
    assert listing.lines[-1].verdict is Verdict.UNREAD and listing.lines[-1].note
    assert listing.deck.cards == {"wit/good/hope": 1}
