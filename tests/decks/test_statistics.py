"""The numbers of a deck: exact, and such as can be counted by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import registry
from core.contract.card_info import Gain
from decks.statistics import chance, piles, sample, statistics
from decks.storage.catalog import stock_decks

WRINKLES = registry.load("wrinkles")
MASTERS = registry.load("time-masters")


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 8), st.data())
def test_the_chance_is_the_share_of_all_hands(total: int, data: st.DataObject) -> None:
    among = data.draw(st.integers(0, total))
    drawn = data.draw(st.integers(0, total + 2))
    least = data.draw(st.integers(0, total + 1))
    hands = list(combinations(range(total), min(drawn, total)))
    good = sum(sum(card < among for card in hand) >= least for hand in hands)
    assert chance(total, among, drawn, least) == Fraction(good, len(hands))


def test_the_chance_of_a_song_in_a_first_hand() -> None:
    # Four songs in sixty: no song in 7 cards is C(56,7) of C(60,7).
    none = Fraction(56 * 55 * 54 * 53 * 52 * 51 * 50, 60 * 59 * 58 * 57 * 56 * 55 * 54)
    assert chance(60, 4, 7, 1) == 1 - none
    assert chance(60, 4, 60, 4) == 1 and chance(60, 4, 7, 5) == 0


def test_cards_are_counted_by_the_slots_they_go_to() -> None:
    cards = {
        "wit/good/meg-murry": 2,  # a Mortal; Feelings get +3
        "wit/good/charles-wallace": 1,  # a Mortal; +1 Communication slot
        "wit/good/love": 1,
        "wit/good/hope": 2,
        "wit/good/kythe": 1,
    }
    found = statistics(WRINKLES, "good", cards)
    rows = {one.name: (one.cards, one.slots, one.extra) for one in found.categories}
    assert rows["character"] == (3, 4, 0)
    assert rows["feeling"] == (3, 1, 0)
    assert rows["communication"] == (1, 1, 1)
    assert rows["song"] == (0, 1, 0)
    assert "special" not in rows
    assert found.size == 7 and sum(found.curve.values()) == 7
    assert [(one.to, one.slots, one.reached) for one in found.extras] == [("communication", 1, 1)]
    bonus = found.bonuses[0]
    assert (bonus.card, bonus.copies, bonus.gain, bonus.reached) == (
        "wit/good/meg-murry",
        2,
        Gain("feeling", 3),
        3,
    )
    forces = {card.id: card.force or 0 for card in WRINKLES.cards}
    assert found.mean == Fraction(sum(forces[card] * n for card, n in cards.items()), 7)
    people = Fraction(2 * forces["wit/good/meg-murry"] + forces["wit/good/charles-wallace"], 3)
    feelings = Fraction(forces["wit/good/love"] + 2 * forces["wit/good/hope"], 3)
    # Twelve slots: four for Characters, one for Feelings, one for Communication, the others empty.
    assert found.slot_mean == (4 * people + feelings + forces["wit/good/kythe"]) / 12


def test_a_bonus_for_others_does_not_reach_its_only_card() -> None:
    others = [card for card in WRINKLES.cards if any(gain.other for gain in card.gains)]
    assert others
    for card in others:
        gain = next(gain for gain in card.gains if gain.other)
        alone = statistics(WRINKLES, card.group, {card.id: 1}).bonuses
        assert next(one for one in alone if one.gain == gain).reached == 0
        twice = statistics(WRINKLES, card.group, {card.id: 2}).bonuses
        assert next(one for one in twice if one.gain == gain).reached == int(gain.to in card.counts_as)


@pytest.mark.parametrize("key", list(stock_decks()))
def test_every_card_is_in_one_category(key: str) -> None:
    deck = stock_decks()[key]
    game = registry.load(deck.game)
    found = statistics(game, deck.group, deck.cards)
    ids = [card for one in found.categories for card in one.ids]
    assert sorted(ids) == sorted(deck.cards)
    assert sum(one.cards for one in found.categories) == found.size == deck.size


def test_a_setup_is_five_piles_of_its_kinds() -> None:
    deck = next(deck for deck in stock_decks().values() if deck.name == "Quick")
    found = statistics(MASTERS, deck.group, deck.cards)
    assert found.slot_mean is None and all(one.slots is None for one in found.categories)
    heaps = piles(MASTERS, deck.group, deck.cards)
    assert list(heaps) == [f"Sphere {n}" for n in range(1, 6)] and {len(heap) for heap in heaps.values()} == {
        10
    }


def test_a_sample_is_a_shuffle_and_the_same_for_the_same_seed() -> None:
    deck = next(deck for deck in stock_decks().values() if deck.name == "Star Singers")
    one = sample(WRINKLES, deck.group, deck.cards, 1)
    assert one == sample(WRINKLES, deck.group, deck.cards, 1)
    other = sample(WRINKLES, deck.group, deck.cards, 2)
    assert one != other and sorted(one[""]) == sorted(other[""]) == sorted(deck.cards)


def test_an_empty_deck_has_statistics_too() -> None:
    found = statistics(WRINKLES, "evil", {})
    assert (found.size, found.curve, found.mean, found.slot_mean) == (0, {}, None, 0)
