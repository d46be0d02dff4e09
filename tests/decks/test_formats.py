"""Legality: known answers, and every reason at once."""

from __future__ import annotations

import pytest

from core import registry
from decks.formats import Format, check, find_format, formats, groups, legality, pool
from decks.model import Deck
from decks.storage.catalog import stock_decks

GAME = registry.load("wrinkles")
GOOD = [card.id for card in pool(GAME, "good")]


def deck(cards: dict[str, int], form: str = "singleton", group: str = "good") -> Deck:
    return Deck("Test", "wrinkles", group, form, cards)


def sentences(deck: Deck) -> list[str]:
    return [reason.sentence for reason in legality(deck, GAME)]


def test_the_formats_and_groups() -> None:
    assert [form.name for form in formats("wrinkles")] == ["original", "singleton", "constructed"]
    assert groups(GAME) == {"good": "Good", "evil": "Evil"}
    assert (len(pool(GAME, "good")), len(pool(GAME, "evil"))) == (125, 102)
    assert formats("no such game") == ()
    assert find_format("wrinkles", "Singleton") == find_format("wrinkles", "singleton")
    assert find_format("wrinkles", "standard") is None


@pytest.mark.parametrize(
    ("form", "copies", "size", "legal"),
    [
        ("singleton", 1, 60, True),
        ("singleton", 1, 59, False),
        ("singleton", 1, 125, True),
        ("singleton", 2, 60, False),
        ("constructed", 2, 60, True),
        ("constructed", 2, 58, False),
        ("constructed", 3, 60, False),
        ("constructed", 1, 125, True),
        ("original", 1, 125, True),
        ("original", 1, 124, False),
        ("original", 2, 250, False),
    ],
)
def test_known_answers(form: str, copies: int, size: int, legal: bool) -> None:
    cards = dict.fromkeys(GOOD[: size // copies], copies)
    if size % copies:
        cards[GOOD[-1]] = size % copies
    assert (not legality(deck(cards, form), GAME)) is legal


def test_every_reason_is_given_with_its_cards() -> None:
    bad = deck({"wit/evil/it": 1, "wit/good/hope": 2, "wit/good/love": 3})
    reasons = legality(bad, GAME)
    assert [reason.sentence for reason in reasons] == [
        "Only cards of Good may be in this deck: take out IT.",
        "Singleton needs at least 60 cards: 54 more to add.",
        "Singleton allows one copy of a card: too many of Hope (2), Love (3).",
    ]
    assert [reason.cards for reason in reasons] == [
        ("wit/evil/it",),
        (),
        ("wit/good/hope", "wit/good/love"),
    ]


def test_a_sentence_names_a_few_cards_and_the_reason_has_all() -> None:
    [reason] = legality(deck(dict.fromkeys(GOOD[:60], 2)), GAME)
    assert reason.sentence.endswith(
        "20th Century Earth (2), A Wrinkle in Time (2), Alarid the Seraph (2), Ancient Harmonies (2) "
        "and 56 more."
    )
    assert len(reason.cards) == 60


def test_original_says_what_is_missing() -> None:
    cards = dict.fromkeys(GOOD, 1)
    del cards["wit/good/hope"]
    assert sentences(deck(cards, "original")) == [
        "Original is the full printed list of Good, 125 cards: 1 is missing, Hope."
    ]


def test_a_maximum_and_a_list_of_another_set() -> None:
    form = Format("small", "Small", "", minimum=1, copies=2, maximum=3)
    [reason] = check(deck({"wit/good/hope": 2, "wit/good/love": 2}), GAME, form)
    assert reason.sentence == "Small allows at most 3 cards: 1 too many."
    form = Format("other", "Other", "", minimum=1, copies=1, whole="other-set")
    [reason] = check(deck({"wit/good/hope": 1}), GAME, form)
    assert reason.sentence == "Not on the printed list of Good: take out Hope."


def test_a_format_that_is_none_is_a_reason() -> None:
    assert sentences(deck({}, "standard")) == [
        "Wrinkles in Time has no format standard; it has original, singleton, constructed."
    ]


def test_the_stock_decks_are_legal_and_all_there() -> None:
    decks = [one for one in stock_decks().values() if one.game == GAME.name]
    assert not [reason for one in decks for reason in legality(one, GAME)]
    assert sorted((one.group, one.format) for one in decks) == [
        ("evil", "original"),
        ("evil", "singleton"),
        ("evil", "singleton"),
        ("good", "original"),
        ("good", "singleton"),
        ("good", "singleton"),
    ]
    assert all(one.about and one.size == 60 for one in decks if one.format == "singleton")
    assert len({one.hash for one in decks}) == len(decks)
