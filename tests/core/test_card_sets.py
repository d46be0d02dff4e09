"""A second card set beside the printed one: one game, one table, one fingerprint, and matches with both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from core.arena import arena_header
from core.contract.chance import Chance
from core.contract.errors import GameError
from core.contract.game import AnyGame
from core.contract.header import Decklist
from core.contract.stream import Stream, numbered_seed
from core.timemasters import cards as masters_cards
from core.timemasters import timemasters
from core.wrinkles import cards as wrinkles_cards
from core.wrinkles import wrinkles

WRINKLES = [
    """
set = "tide"
side = "good"

[[card]]
id = "tide/good/lighthouse"
name = "Lighthouse"
type = "L"
force = 2
effects = [{ do = "slot", for = "song" }, { do = "draw", n = 1 }]

[[card]]
id = "tide/good/undertow"
name = "Undertow"
type = "X"
effects = [{ do = "discard", of = "plot" }, { do = "bonus", to = "song", force = 1 }]
""",
    """
set = "tide"
side = "evil"

[[card]]
id = "tide/evil/wreckers"
name = "Wreckers"
type = "A"
force = 3
effects = [{ do = "penalty", to = "location", force = 1 }, { do = "opponent-discards", n = 1 }]
""",
]
MASTERS = [
    """
set = "tide"
level = 0

[[card]]
id = "tide/level0/ebb"
name = "Ebb"
kind = "spell"
cost = 1
effects = [{ do = "draw", n = 1 }, { do = "surcharge", n = 1 }]
""",
    """
set = "tide"
level = 1

[[card]]
id = "tide/level1/tide-clock"
name = "Tide Clock"
kind = "timer"
slots = 2
activation = [{ do = "ephemeral", n = 1 }]
""",
]

Read = Callable[[str, str], Any]


def files(read: Read, texts: Sequence[str]) -> list[Any]:
    return [read(text, f"tide-{number}.toml") for number, text in enumerate(texts)]


SETS = pytest.mark.parametrize(
    ("load", "printed", "more"),
    [
        (wrinkles.load, wrinkles_cards.printed_files(), files(wrinkles_cards.read_card_file, WRINKLES)),
        (timemasters.load, masters_cards.printed_files(), files(masters_cards.read_card_file, MASTERS)),
    ],
    ids=["wrinkles", "time-masters"],
)


@SETS
def test_two_sets_make_one_game(
    load: Callable[..., AnyGame], printed: Sequence[Any], more: list[Any]
) -> None:
    alone, game = load(), load([*printed, *more])
    assert len(game.sets) == 2 and {"tide", *alone.sets} == set(game.sets)
    assert list(game.table) == sorted(set(game.table)) and set(alone.table) < set(game.table)
    assert [card.id for card in game.cards] == list(game.table)
    topics = {topic.id for topic in game.texts.guide().of_kind("card")}
    assert topics == set(game.table)


@SETS
def test_the_fingerprint_is_over_all_sets_in_whatever_order(
    load: Callable[..., AnyGame], printed: Sequence[Any], more: list[Any]
) -> None:
    game = load([*printed, *more])
    assert game.fingerprint not in (load().fingerprint, load(more).fingerprint)
    assert game.fingerprint == load([*more, *printed]).fingerprint
    assert load(printed).fingerprint == load().fingerprint


@SETS
def test_no_card_stands_in_two_files(
    load: Callable[..., AnyGame], printed: Sequence[Any], more: list[Any]
) -> None:
    with pytest.raises(GameError, match=r"tide/\S+ stands in two card files\.$"):
        load([*printed, *more, more[0]])


@SETS
def test_a_match_is_played_with_both_sets(
    load: Callable[..., AnyGame], printed: Sequence[Any], more: list[Any]
) -> None:
    game = load([*printed, *more])
    added = {game.identity(card.id) for file in more for card in file.card}
    options = {option.name: option.default for option in game.options} | {"max_turns": 4}
    played = set()
    for number in range(6):
        stream = Stream(numbered_seed(number), "sets")
        groups = [game.deck_group(seat) for seat in range(game.seats[0])]
        decks = [
            group and Decklist("", {card.id: 1 for card in game.cards if card.group == group})
            for group in groups
        ]
        header = arena_header(game, ["random"] * len(groups), decks, options, 1, number)
        assert header.seed is not None
        chance = Chance(bytes.fromhex(header.seed), game.streams)
        state = game.setup(header, chance)
        while (decision := game.decision(state)) is not None:
            assert decision.choices
            choice = decision.choices[stream.below(len(decision.choices))]
            if choice.card in added:
                played.add(choice.card)
            game.apply(state, choice, chance)
        assert game.outcome(state) is not None and game.problems(state) == []
    assert played, "a card of the second set was played"
