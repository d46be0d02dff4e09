"""Headers and random matches for tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from core.contract.chance import Chance
from core.contract.choice import Choice, Decision
from core.contract.event import Event
from core.contract.game import AnyGame
from core.contract.header import FORMAT, Decklist, Header, Seat
from core.contract.stream import Stream, numbered_seed
from core.engine.chain import numbered_match
from core.words import Seats
from tests.core.shadow import Recorder


def full_lists(game: AnyGame, seats: int | None = None) -> tuple[Decklist | None, ...]:
    """One copy of every card of its group for each seat that brings a deck."""
    groups = [game.deck_group(seat) for seat in range(seats or game.seats[0])]
    return tuple(
        Decklist("Full", {card.id: 1 for card in game.cards if card.group in game.pool_groups(group)})
        if group
        else None
        for group in groups
    )


def header(
    game: AnyGame,
    seed: int = 1,
    options: Mapping[str, int] | None = None,
    lists: str = "open",
    decks: Sequence[Decklist | None] | None = None,
    players: Sequence[str] | None = None,
    peers: Sequence[int] | None = None,
    shared: Decklist | None = None,
    seats: int | None = None,
    names: Sequence[str] | None = None,
) -> Header:
    """A header for one machine (unless `peers` says otherwise) with a numbered seed; as few seats as the game
    has, unless `seats` or `players` says otherwise."""
    secret = numbered_seed(seed)
    count = seats or (len(players) if players else game.seats[0])
    names = names or [Seats(game.roles).name(seat) for seat in range(count)]
    players = players or ["person"] * count
    peers = peers or [0] * count
    return Header(
        format=FORMAT,
        game=game.name,
        rules=game.fingerprint,
        app="0.1.0",
        match=numbered_match(secret, 1),
        lists=lists,
        options={option.name: option.default for option in game.options} | dict(options or {}),
        seats=tuple(
            Seat(name, player, None, peer) for name, player, peer in zip(names, players, peers, strict=True)
        ),
        decklists=tuple(full_lists(game, count) if decks is None else decks),
        shared=shared,
        cards=game.table,
        sets=game.sets,
        seed=secret.hex(),
    )


TURNS = {"time-masters": 8}
"""How many turns of a game are about as many plies as one of the others, where that isn't 1."""


def random_header(game: AnyGame, number: int) -> Header:
    """A header with random seats, options, decks, lists and list of the table; the same one for the same
    number.

    Three in four matches are kept short by a limit of turns, where the game has such an option.
    """
    stream = Stream(numbered_seed(number), "test header")
    fewest, most = game.seats
    seats = fewest + stream.below(most - fewest + 1)
    options = {o.name: o.low + stream.below(o.high - o.low + 1) for o in game.options}
    if "max_turns" in options:
        options["max_turns"] = stream.below(4) * TURNS.get(game.name, 1)
    if "first" in options:
        options["first"] = min(options["first"], seats)
    decks = [_random_deck(game, seat, stream) for seat in range(seats)]
    lists = ("open", "closed")[stream.below(2)]
    return header(game, number, options, lists, decks, shared=_random_shared(game, stream), seats=seats)


def _random_shared(game: AnyGame, stream: Stream) -> Decklist | None:
    """A list for the table, if the game has one: as many cards of each group, two of one at most; or None."""
    if game.shared_group is None or stream.below(2):
        return None
    groups = game.pool_groups(game.shared_group)
    pools = [[card.id for card in game.cards if card.group == group] * 2 for group in groups]
    for pool in pools:
        stream.shuffle(pool)
    fitting = []
    for each in range(1, max(map(len, pools)) + 1):
        cards = dict(sorted(Counter(card for pool in pools for card in pool[:each]).items()))
        if not game.why_not_shared(cards):
            fitting.append(cards)
    return Decklist("Table", fitting[stream.below(len(fitting))])


def _random_deck(game: AnyGame, seat: int, stream: Stream) -> Decklist | None:
    full = full_lists(game, seat + 1)[seat]
    kind = stream.below(3)
    if full is None or kind == 0:
        return full
    pool = sorted(full.cards)
    size = 6 + stream.below(60)
    cards: dict[str, int] = {}
    for _ in range(size):
        card = pool[stream.below(len(pool) if kind == 1 else 1 + len(pool) // 4)]
        cards[card] = cards.get(card, 0) + 1
    return Decklist("Random", cards)


class Ply(NamedTuple):
    """One choice of a random match."""

    n: int
    before: Any
    """A copy of the state that was asked."""
    decision: Decision
    choice: Choice
    seen: list[tuple[Event, int]]
    """What happened, each event with the identity its handle had then."""
    after: Any
    """The state itself, which goes on."""


class Walk:
    """A random match of bare states, choice by choice. The same one for the same number."""

    def __init__(self, game: AnyGame, number: int, header: Header | None = None) -> None:
        self.game = game
        self.header = header or random_header(game, number)
        assert self.header.seed is not None
        self.chance = Chance(bytes.fromhex(self.header.seed), game.streams)
        self.start = game.setup(self.header, self.chance)
        self.stream = Stream(numbered_seed(number), "test play")
        """For whatever a test leaves to chance."""

    def __repr__(self) -> str:
        header = self.header
        decks = [sum(deck.cards.values()) if deck else 0 for deck in header.decklists]
        return f"<Walk seed {header.seed} {header.lists} {header.options} decks of {decks}>"

    def __iter__(self) -> Iterator[Ply]:
        game = self.game
        state = game.copy(self.start)
        for n in range(20_000):
            decision = game.decision(state)
            if decision is None:
                return
            assert decision.choices, f"nothing can be chosen at ply {n} of {self}"
            choice = decision.choices[self.stream.below(len(decision.choices))]
            before = game.copy(state)
            recorder = Recorder(state)
            game.apply(state, choice, self.chance, recorder)
            yield Ply(n, before, decision, choice, recorder.seen, state)
        raise AssertionError(f"no end is in sight: {self}")
