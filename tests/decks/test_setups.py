"""Setups: the ten cards that each Sphere holds, as a decklist of its own kind."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import arena, registry
from core.arena import Series
from decks.editing.edited_deck import EditedDeck
from decks.formats import formats_for, groups, legality, noun, pool
from decks.model import Deck, DeckError
from decks.report import counts, elsewhere, show, summary
from decks.storage.catalog import stock_decks
from decks.text.deck_file import read_deck, write_deck

GAME = registry.load("time-masters")
LEVELS = {n: [card.id for card in GAME.cards if card.group == f"level{n}"] for n in range(6)}
STOCK = {key: deck for key, deck in stock_decks().items() if deck.game == GAME.name}
HEAD = 'version = 1\nname = "Mine"\ngame = "time-masters"\nformat = "spheres"\n[cards]\n'


def setup(**changes: int) -> Deck:
    """Five designs of each level, two copies each, but for these: `level1_0=3` is the first of level 1."""
    cards = {card: 2 for level in range(1, 6) for card in LEVELS[level][:5]}
    for word, copies in changes.items():
        level, _, place = word.removeprefix("level").partition("_")
        cards[LEVELS[int(level)][int(place)]] = copies
    return Deck("Mine", GAME.name, "setup", "spheres", {}).with_cards(cards)


def reasons(deck: Deck) -> list[str]:
    return [reason.sentence for reason in legality(deck, GAME)]


def test_a_setup_is_a_kind_of_decklist_of_its_own() -> None:
    assert groups(GAME) == {"setup": "Setup"} and noun(GAME, "setup") == "setup"
    assert [form.title for form in formats_for(GAME, "setup")] == ["Five Spheres"]
    assert len(pool(GAME, "setup")) == 50 and not set(LEVELS[0]) & {card.id for card in pool(GAME, "setup")}
    wrinkles = registry.load("wrinkles")
    assert noun(wrinkles, "good") == "deck" and len(formats_for(wrinkles, "good")) == 3


def test_ten_cards_a_sphere_two_copies_at_most() -> None:
    assert reasons(setup()) == []
    assert reasons(setup(level1_0=1)) == ["Sphere 1 has 9 of 10 cards: 1 more to add."]
    assert reasons(setup(level5_9=2)) == ["Sphere 5 has 12 of 10 cards: 2 too many."]
    assert reasons(setup(level2_0=1, level2_5=1)) == []
    name = GAME.cards[GAME.identity(LEVELS[3][0])].name
    assert reasons(setup(level3_0=3, level3_1=1)) == [
        f"Five Spheres allows 2 copies of a card at most: too many of {name} (3)."
    ]


def test_every_reason_is_given_with_its_cards() -> None:
    bad = setup(level1_0=3, level4_6=1, level5_0=0, level0_0=1)
    foreign = GAME.cards[GAME.identity(LEVELS[0][0])].name
    name = GAME.cards[GAME.identity(LEVELS[1][0])].name
    found = legality(bad, GAME)
    assert [reason.sentence for reason in found] == [
        f"Only cards of Sphere 1 to Sphere 5 may be in this setup: take out {foreign}.",
        "Sphere 1 has 11 of 10 cards: 1 too many.",
        "Sphere 4 has 11 of 10 cards: 1 too many.",
        "Sphere 5 has 8 of 10 cards: 2 more to add.",
        f"Five Spheres allows 2 copies of a card at most: too many of {name} (3).",
    ]
    assert found[0].cards == (LEVELS[0][0],) and found[2].cards == (*LEVELS[4][:5], LEVELS[4][6])


HALF = [place for place in range(5) for _ in range(2)]
spheres = st.one_of(
    st.just(HALF), st.just([*range(10)]), st.lists(st.integers(0, 9), min_size=9, max_size=11)
)


@given(st.tuples(*[spheres] * 5))
def test_what_is_legal_is_what_can_be_played(drawn: tuple[list[int], ...]) -> None:
    cards: dict[str, int] = {}
    for level, places in enumerate(drawn, 1):
        for place in places:
            cards[LEVELS[level][place]] = cards.get(LEVELS[level][place], 0) + 1
    deck = Deck("Drawn", GAME.name, "setup", "spheres", dict(sorted(cards.items())))
    assert bool(reasons(deck)) == bool(GAME.why_not_shared(deck.cards))


def test_its_file_says_no_side() -> None:
    text = write_deck(setup())
    assert text.startswith(
        'version = 1\nname = "Mine"\ngame = "time-masters"\nformat = "spheres"\n\n[cards]\n'
    )
    assert read_deck(text.encode(), "mine.toml") == setup()
    said = text.replace("format =", 'side = "Setup"\nformat =')
    assert read_deck(said.encode(), "mine.toml") == setup()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (HEAD.replace("spheres", "singleton"), 'mine.toml, line 4: format is spheres, not "singleton".'),
        (HEAD.replace("[", 'side = "good"\n['), 'mine.toml, line 5: side is setup, not "good".'),
        (HEAD + '"Purg" = 1\n', 'mine.toml, line 6: no card is called "Purg" (did you mean "Purge"?).'),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text: str, sentence: str) -> None:
    with pytest.raises(DeckError) as caught:
        read_deck(text.encode(), "mine.toml")
    assert caught.value.sentences == (sentence,)


def test_it_is_told_by_its_spheres() -> None:
    short = setup(level3_0=1)
    assert counts(short) == "Sphere 1: 10, 2: 10, 3: 9, 4: 10, 5: 10"
    assert counts(short, short=True) == "1:10 2:10 3:9 4:10 5:10"
    lines = show(short)
    assert lines[0].startswith("Mine, Setup, Five Spheres, 49 cards, ")
    heads = [line for line in lines if line.startswith("Sphere") and line.endswith(")")]
    assert heads == ["Sphere 1 (10)", "Sphere 2 (10)", "Sphere 3 (9)", "Sphere 4 (10)", "Sphere 5 (10)"]
    assert lines[-1] == "Sphere 3 has 9 of 10 cards: 1 more to add." and elsewhere(short) == []
    assert counts(stock_decks()["stock/wrinkles/good-singers"]) == ""


def test_editing_keeps_to_two_copies() -> None:
    editing = EditedDeck(setup())
    assert editing.add_all([LEVELS[1][0]]) == 0 and not editing.changed
    assert editing.why_no_more() == "Only 2 copies in Five Spheres."
    assert editing.take_each([LEVELS[1][9]]) == 0
    assert editing.change({LEVELS[1][0]: -1, LEVELS[1][9]: 3}) == {LEVELS[1][0]: -1, LEVELS[1][9]: 2}
    assert editing.change({LEVELS[1][9]: -1}) == {LEVELS[1][9]: -1}
    assert reasons(editing.deck) == []


# The setups that come with the game.


def attacks() -> set[str]:
    return {card.id for card in GAME.cards if "opponent" in card.text.casefold()}


def test_five_setups_come_with_the_game_and_can_be_played() -> None:
    names = [deck.name for deck in STOCK.values()]
    assert names == ["A First Match", "Engines", "Many Attacks", "No Attacks", "Quick"]
    for deck in STOCK.values():
        assert reasons(deck) == [] and GAME.why_not_shared(deck.cards) == "" and deck.about, summary(deck)


def test_no_attacks_has_none_and_many_attacks_has_each_twice() -> None:
    assert len(attacks()) == 8
    assert not attacks() & STOCK["stock/time-masters/no-attacks"].cards.keys()
    many = STOCK["stock/time-masters/many-attacks"]
    assert all(many.copies(card) == 2 for card in attacks())
    first = STOCK["stock/time-masters/first-match"]
    assert not attacks() & first.cards.keys() and set(first.cards.values()) == {2}


def test_quick_is_quick() -> None:
    """As computer players play it; measured over 40 matches: 11.9 rounds against 15.1."""
    options = {option.name: option.default for option in GAME.options}

    def rounds(**more: Any) -> int:
        series = Series(GAME.name, ("greedy", "greedy"), (None, None), options, 3, **more)
        return sum(arena.play(series, GAME, number).turns for number in range(8))

    assert rounds(shared=STOCK["stock/time-masters/quick"].decklist()) < 0.9 * rounds()
