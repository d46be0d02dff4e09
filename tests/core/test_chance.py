"""Streams and shuffles: pinned bytes, rejection, fairness, and what a shuffle does to a state."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import pytest

from core.contract.chance import Blind, Chance
from core.contract.choice import HIDDEN
from core.contract.event import Event, Shuffled
from core.contract.state import FULL, State
from core.contract.stream import Stream, numbered_seed

SEED = numbered_seed(1)


def words(name: str, blocks: int) -> list[int]:
    """The 32-bit words of a stream, worked out here anew."""
    data = b"".join(
        blake2b(name.encode() + b"\0" + block.to_bytes(8, "big"), key=SEED).digest()
        for block in range(blocks)
    )
    return [int.from_bytes(data[place : place + 4], "big") for place in range(0, len(data), 4)]


def test_the_words_of_a_stream_are_pinned() -> None:
    stream = Stream(SEED, "known answer")
    assert [stream.below(1 << 32) for _ in range(4)] == [134813316, 2740925590, 215334557, 3353442964]
    stream = Stream(SEED, "known answer")
    assert [stream.below(6) for _ in range(4)] == [0, 4, 5, 4]


def test_a_stream_goes_on_block_after_block() -> None:
    stream = Stream(SEED, "long")
    assert [stream.below(1 << 32) for _ in range(48)] == words("long", 3)


def test_a_shuffle_is_pinned() -> None:
    items = list(range(10))
    Stream(SEED, "shuffle").shuffle(items)
    assert items == [9, 2, 1, 5, 7, 0, 8, 6, 4, 3]


def test_streams_of_other_names_and_seeds_are_others() -> None:
    first = [
        Stream(seed, name).below(1 << 32) for seed in (SEED, numbered_seed(2)) for name in ("a", "b", "a 1")
    ]
    assert len(set(first)) == 6


@pytest.mark.parametrize("bound", [3, 1000, (1 << 31) + 1, (1 << 32) - 1])
def test_words_past_the_last_whole_multiple_are_rejected(bound: int) -> None:
    limit = (1 << 32) - (1 << 32) % bound
    expected = [word % bound for word in words("reject", 8) if word < limit]
    stream = Stream(SEED, "reject")
    assert [stream.below(bound) for _ in expected] == expected
    if bound == (1 << 31) + 1:
        assert len(expected) < 8 * 16 * 0.65, "about half of them are"


def test_one_possibility_takes_no_word() -> None:
    stream = Stream(SEED, "known answer")
    assert [stream.below(1) for _ in range(5)] == [0] * 5
    assert stream.below(1 << 32) == 134813316


def test_numbers_are_evenly_spread() -> None:
    stream = Stream(SEED, "even")
    counts = Counter(stream.below(7) for _ in range(70_000))
    assert set(counts) == set(range(7))
    # Chi-square with 6 degrees of freedom: above 22.5 once in a thousand streams, and this one is fixed.
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 22.5


def test_every_order_is_equally_likely() -> None:
    stream = Stream(SEED, "orders")
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        stream.shuffle(items)
        counts[tuple(items)] += 1
    assert len(counts) == 24
    # 23 degrees of freedom: above 49.7 once in a thousand.
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 49.7


def test_neither_chance_nor_streams_show_their_seed() -> None:
    chance = Chance(SEED, ("deck",))
    for text in (repr(chance), repr(chance.stream("deck 0")), str(Stream(SEED, "x"))):
        assert SEED.hex() not in text and repr(SEED) not in text and "b'\\x" not in text


def deck_of(cards: list[int], seats: int = 2) -> State:
    count = len(cards)
    return State(FULL, seats, cards[:], [0] * count, [-1] * count, [], [], [0, 0])


def test_a_shuffle_permutes_the_identities_of_its_handles_only() -> None:
    state = deck_of([10, 11, 12, 13, 14, 15, 16, 17])
    Chance(SEED, ("one", "two")).shuffle(state, 1, "deck", [1, 3, 5, 7])
    assert [state.cards[handle] for handle in (0, 2, 4, 6)] == [10, 12, 14, 16]
    expected = [11, 13, 15, 17]
    Stream(SEED, "two 0").shuffle(expected)
    assert [state.cards[handle] for handle in (1, 3, 5, 7)] == expected
    assert state.streams == [0, 1]


def test_the_next_shuffle_of_a_stream_is_another() -> None:
    state, chance = deck_of(list(range(20))), Chance(SEED, ("deck", "other"))
    orders = []
    for _ in range(3):
        state.cards = list(range(20))
        chance.shuffle(state, 0, "deck", range(20))
        orders.append(tuple(state.cards))
    assert len(set(orders)) == 3 and state.streams == [3, 0]


def test_a_shuffle_is_reported_and_forgotten_by_all() -> None:
    state, events = deck_of([5, 6, 7]), list[Event]()
    state.known = [1, 2, 3]
    Chance(SEED, ("deck",)).shuffle(state, 0, "deck", [0, 1, 2], events)
    assert events == [Shuffled("deck", (0, 1, 2))] and state.known == [0, 0, 0]


def test_an_empty_zone_is_shuffled_without_a_trace_but_counted() -> None:
    state, events = deck_of([5]), list[Event]()
    Chance(SEED, ("deck",)).shuffle(state, 0, "deck", [], events)
    assert state.cards == [5] and state.lots == [] and state.streams == [1, 0]
    assert events == [Shuffled("deck", ())]


def test_blind_only_blanks_what_it_shuffles() -> None:
    state = deck_of([5, 6, 7, 8])
    Blind().shuffle(state, 0, "deck", [1, 2])
    assert state.cards == [5, HIDDEN, HIDDEN, 8] and state.streams == [1, 0]
