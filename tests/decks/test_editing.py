"""A deck being edited: several cards in one step, what it could be for, what it can be compared with."""

from __future__ import annotations

from pathlib import Path

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from core import registry
from decks.editing.edited_deck import EditedDeck
from decks.editing.grouping import Arrangement, arranged, deck_groups, groupings, sortings, usual
from decks.editing.session import EditSession
from decks.formats import formats_for, pool, usual_format
from decks.model import COPIES, Deck
from decks.report import remarks
from decks.sample_hands import first_seed, hands
from decks.statistics import chance, chances
from decks.storage.catalog import stock_decks
from decks.storage.store import DeckStore
from tests.decks.strategies import legal_decks

GOOD = [card.id for card in pool(registry.load("wrinkles"), "good")]
EMPTY = Deck("Mine", "wrinkles", "good", "constructed", {})
SINGERS = next(deck for deck in stock_decks().values() if deck.name == "Star Singers")
ENGINES = next(deck for deck in stock_decks().values() if deck.name == "Engines")


@settings(max_examples=80, deadline=None)
@given(
    st.dictionaries(st.sampled_from(GOOD[:6]), st.integers(1, 9)),
    st.dictionaries(st.sampled_from(GOOD[:6]), st.integers(-9, 9)),
)
def test_a_change_keeps_to_the_limit_and_is_one_step(cards: dict[str, int], by: dict[str, int]) -> None:
    editing = EditedDeck(EMPTY.with_cards(cards))
    before = editing.deck
    changed = editing.change(by)
    assert changed.keys() == by.keys()
    for card, more in by.items():
        had, has = before.copies(card), editing.deck.copies(card)
        assert has - had == changed[card]
        # What is over the limit stays, but nothing is added to it.
        assert has == (max(had, min(had + more, 2)) if more > 0 else max(0, had + more))
    if any(changed.values()):
        assert editing.undo()
    assert editing.deck == before and not editing.undo()


@settings(max_examples=80, deadline=None)
@given(
    st.dictionaries(st.sampled_from(GOOD[:4]), st.integers(1, 3)),
    st.dictionaries(st.sampled_from(GOOD[:4]), st.integers(1, 99)),
    st.lists(st.sampled_from(["aside", "back"]), max_size=4),
)
def test_between_the_deck_and_the_maybe_list_no_copy_is_lost(
    cards: dict[str, int], maybe: dict[str, int], moves: list[str]
) -> None:
    both = {card: cards.get(card, 0) + maybe.get(card, 0) for card in cards | maybe}
    editing = EditedDeck(msgspec.structs.replace(EMPTY.with_cards(cards), maybe=dict(sorted(maybe.items()))))
    for move in moves:
        before = editing.deck
        number = editing.put_aside(both) if move == "aside" else editing.take_back(both)
        deck = editing.deck
        assert {card: deck.copies(card) + deck.maybe.get(card, 0) for card in both} == both
        assert number == sum(
            deck.maybe.get(card, 0) > before.maybe.get(card, 0)
            if move == "aside"
            else deck.copies(card) > before.copies(card)
            for card in both
        )
        assert all(n <= max(2, before.copies(card)) for card, n in deck.cards.items())
        assert all(1 <= n <= COPIES for n in deck.maybe.values())


def test_a_deck_says_out_of_how_many_cards_it_has_some() -> None:
    """In every format the number is the one at which its verdict stops asking for more."""
    for deck in stock_decks().values():
        game = registry.load(deck.game)
        for form in formats_for(game, deck.group):
            empty = msgspec.structs.replace(deck, format=form.name, cards={})
            least = form.least(game, deck.group)
            assert EditedDeck(empty).size == f"0 of {least} cards"
            if form.name == deck.format:
                assert deck.size == least and EditedDeck(deck).size == f"{least} cards"
        assert usual_format(game, deck.group).whole is None


def test_a_search_that_only_other_sides_answer_says_so() -> None:
    for deck in stock_decks().values():
        editing = EditedDeck(deck)
        for card in editing.cards.values():
            words = f'name:"{card.name}"'
            said = editing.elsewhere(words)
            if editing.search(words):
                assert not said
            else:
                assert f"of {editing.game.texts.group_title(card.group)}: add side:{card.group}" in said
                assert card in editing.search(f"{words} side:{card.group}")
        assert editing.elsewhere("t:attack side:evil" if deck.game == "wrinkles" else "side:level0") == ""
        assert editing.elsewhere("qqqq") == ""
    assert EditedDeck(SINGERS).elsewhere("t:attack") == "9 cards of Evil: add side:evil."


def test_what_it_could_be_for_says_what_would_be_wrong() -> None:
    ways = {(way.group, way.format): way for way in EditedDeck(SINGERS).purposes()}
    assert len(ways) == 6 and ways["good", "singleton"].wrong == []
    assert ways["good", "constructed"].told == "legal"
    assert ways["evil", "singleton"].title == "Evil, Singleton"
    assert ways["evil", "singleton"].told.startswith("Only cards of Evil may be in this deck")
    assert ways["evil", "original"].told.endswith(" more)")
    assert [(way.group, way.format) for way in EditedDeck(ENGINES).purposes()] == [("setup", ENGINES.format)]


def test_of_what_would_be_wrong_only_what_is_not_so_already_stops_being_legal() -> None:
    small = EditedDeck(EMPTY.with_cards({GOOD[0]: 2, GOOD[1]: 3}))
    ways = {(way.group, way.format): way for way in small.purposes()}
    # Too few it is already, and of one card there are too many in both.
    singleton = ways["good", "singleton"]
    assert [one.split(":")[0] for one in singleton.stops] == ["Singleton allows one copy of a card"]
    assert singleton.stays == "1 thing is not legal already."
    assert ways["good", "constructed"].stops == [] and ways["good", "constructed"].wrong
    assert [one.split(":")[0] for one in ways["evil", "constructed"].stops] == [
        "Only cards of Evil may be in this deck"
    ]
    for deck in stock_decks().values():
        for way in EditedDeck(deck).purposes():
            assert way.stops == way.wrong, "all of it stops where it is legal now"


def test_a_search_keeps_to_the_side_unless_it_asks_for_one() -> None:
    editing = EditedDeck(EMPTY)
    assert {card.group for card in editing.search("")} == {"good"}
    assert {card.group for card in editing.search("side:evil")} == {"evil"}


def test_what_there_is_to_compare_with(tmp_path: Path) -> None:
    store = DeckStore(tmp_path)
    key = store.create(SINGERS.renamed("Mine"))
    session = EditSession(store, key)
    session.editing.change({GOOD[0]: 1, GOOD[1]: 1})
    session.save()
    session.editing.change(dict.fromkeys(list(session.editing.deck.cards)[:3], -1))
    others = session.others()
    assert [other.own for other in others[:2]] == [True, True] and not any(one.own for one in others[2:])
    # Those of its side come first, those of the other are named with it.
    sides = [other.deck.group for other in others if other.deck]
    assert sides == sorted(sides, reverse=True) and {*sides} == {"good", "evil"}
    assert any(other.title == "Camazotz, Evil" for other in others)
    assert "Mine" not in [other.title for other in others[2:]]
    assert others[0].deck is not None
    assert others[0].told(session.editing.deck) == f"{others[0].deck.size} cards; here 0 more and 3 less"
    assert others[0].told(others[0].deck) == f"{others[0].deck.size} cards; the same"
    assert others[0].told(msgspec.structs.replace(others[0].deck, notes="x")) == "other words only"
    # A version that can't be read is not passed over.
    place = next(tmp_path.rglob("000001.toml"))
    place.write_text("[[[")
    unread = session.others()[1]
    assert unread.title.startswith("Version of ") and unread.own and unread.deck is None
    assert unread.told(session.editing.deck) == "it can't be read"
    session.close()


def test_all_names_are_there_where_a_reason_says_some() -> None:
    said = remarks(EMPTY.with_cards(dict.fromkeys(GOOD[:9], 3)))
    (doubled,) = (one for one in said if one.sentence.startswith("Constructed allows 2 copies"))
    assert doubled.sentence.endswith(" and 5 more.") and doubled.more.startswith("All 9: ")
    assert doubled.reason is not None and set(doubled.reason.cards) == set(GOOD[:9])
    assert [one.sentence for one in remarks(SINGERS)][:2] == [
        "Legal in Singleton.",
        "In Constructed: legal too.",
    ]


@settings(max_examples=40, deadline=None)
@given(legal_decks(), st.integers(1, 10**9))
def test_a_sample_hand_is_of_the_deck_and_the_same_by_its_seed(deck: Deck, seed: int) -> None:
    drawn = hands(deck, seed)
    assert drawn == hands(deck, seed) and 1 <= first_seed(deck) <= 999
    cards = [card.id for one in drawn for card in one.cards]
    assert all(cards.count(card) <= deck.copies(card) for card in cards)
    game = registry.load(deck.game)
    whole = len(game.pool_groups(deck.group)) > 1
    most = (0, *game.first_cards(deck.group))[-1]
    assert len(cards) == (deck.size if whole else min(deck.size, most))


@settings(max_examples=40, deadline=None)
@given(legal_decks())
def test_the_chances_are_those_of_each_pile(deck: Deck) -> None:
    game = registry.load(deck.game)
    found = chances(game, deck.group, deck.cards)
    assert sum(category.cards for one in found for category, _ in one.rows) == deck.size
    for one in found:
        size = sum(category.cards for category, _ in one.rows)
        for category, shares in one.rows:
            for (drawn, least), share in shares.items():
                assert share == chance(size, category.cards, drawn, least)
                assert drawn in game.first_cards(deck.group) and least in one.least(drawn)


@settings(max_examples=40, deadline=None)
@given(legal_decks(), st.data())
def test_however_cards_are_arranged_each_is_there_once(deck: Deck, data: st.DataObject) -> None:
    editing = EditedDeck(deck)
    how = Arrangement(
        data.draw(st.sampled_from(groupings(editing))), data.draw(st.sampled_from(sortings(editing)))
    )
    for one in (how, usual(editing)):
        listed = [card.id for group in deck_groups(editing, one) for card in group.members]
        assert sorted(listed) == sorted(deck.cards)
    found = [card.id for _, members in arranged(editing, editing.pool, how) for card in members]
    assert sorted(found) == sorted(card.id for card in editing.pool)
