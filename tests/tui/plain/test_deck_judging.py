"""A deck judged by sentences: what is wrong with it, its numbers, sample hands, a match with it."""

from __future__ import annotations

from pathlib import Path

from core import registry
from decks.sample_hands import hands
from decks.storage.catalog import stock_decks
from tests.support.kept import record
from tests.support.plain_decks import after, empty, heard, kept, told

STAR_SINGERS = next(deck for deck in stock_decks().values() if deck.name == "Star Singers")


def test_every_reason_is_said_with_its_cards_and_what_it_is_elsewhere(tmp_path: Path) -> None:
    every = {card.id: 2 for card in registry.load("wrinkles").cards if card.group == "good"}
    kept(tmp_path, cards=dict(list(every.items())[:40]))
    said = heard(tmp_path, "ark", "check", "check all")
    said = said[said.index("Type add, take, find, check, save, done; help lists all there is.") :]
    first = next(at for at, line in enumerate(said) if line.startswith("Singleton allows one copy"))
    assert said[first].endswith(" and 36 more.")
    assert said[first + 1].startswith("All 40: ")
    assert "In Constructed: legal too." in said
    # What is missing of a whole list is named only if it is asked for.
    assert sum(line.startswith("All 85: ") for line in said) == 1
    assert sum(line.startswith("Its hash is ") for line in said) == 2


def test_its_numbers_are_sentences(tmp_path: Path) -> None:
    empty(tmp_path)
    said = told(
        tmp_path,
        "star singers; numbers; curve; extra; chances song; chances xyzzy; done; ark; curve",
    )
    assert "Character: 8 cards for 4 slots and 3 extra ones, mean Force 1.62." in said
    assert "Special: 13 cards." in said
    assert "A slot of your own, once full, holds 2.69 on average." in said
    assert after(said, "Force 4: 13 cards.", 2) == ["Force 5: 3 cards.", "No Force: 13 cards."]
    assert "Song: 1 extra slot, for 8 cards here, by Yadah." in said
    assert "Angelic Host: 3 more to song; reaches 8 cards here." in said
    chance = "Song, first 7 cards: 1 or more 65%, 2 or more 23%, 3 or more 4%, 4 or more under 1%."
    assert after(said, chance) == [
        "Song, first 21 cards: 1 or more 98%, 2 or more 85%, 3 or more 58%, 4 or more 28%."
    ]
    assert 'No category of it is called "xyzzy"; numbers lists them.' in said
    assert "There is no card in it yet." in said


def test_the_chances_of_a_setup_are_those_of_its_piles(tmp_path: Path) -> None:
    said = heard(tmp_path, "engines", "chances sphere 1", "hand 7")
    assert "Sphere 1, spell, the first card: 70%." in said
    assert not [line for line in said if line.startswith("Sphere 2, spell")]
    assert any(line.startswith("Sphere 5, from the top: ") for line in said)


def test_sample_hands_are_by_a_seed(tmp_path: Path) -> None:
    said = heard(tmp_path, "star singers", "hand 12", "hand", "hand 0", "hand 12")
    drawn = hands(STAR_SINGERS, 12)
    assert [one.title for one in drawn] == ["Cards 1 to 7", "Cards 8 to 14", "Cards 15 to 21"]
    told = after(said, "Sample by seed 12.", 8)
    assert told[0] == "Cards 1 to 7:"
    assert [line.partition(":")[0] for line in told[1:]] == [card.name for card in drawn[0].cards]
    assert "Sample by seed 13." in said
    assert "A seed is a whole number from 1 to a thousand million." in said
    assert said.count("Sample by seed 12.") == 2


def test_the_deck_is_played_as_it_is_and_is_there_afterwards(tmp_path: Path) -> None:
    empty(tmp_path)
    said = told(
        tmp_path,
        "ark; play; done; star singers; copy Ark 2; take hope; add love; play random; quit; yes; check",
    )
    assert "It can't be played yet: Constructed needs at least 60 cards: 60 more to add." in said
    assert "You left the match." in said
    assert after(said, "You are at Ark 2 again.") == ["Legal in Singleton."]
    played = record(tmp_path).header.decklists[0]
    assert played is not None and "wit/good/love" in played.cards and "wit/good/hope" not in played.cards


def test_a_setup_is_played_too(tmp_path: Path) -> None:
    said = heard(tmp_path, "engines", "play random", "quit", "yes")
    assert "You are at Engines again." in said
    shared = record(tmp_path).header.shared
    assert shared is not None and shared.name == "Engines"
