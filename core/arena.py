"""Matches between bots, many of them, for figures and for finding what differs.

A series is a plain value, and each of its matches can be played by itself, anywhere: what came of them is
counted in the order of their numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b

import msgspec

import core
from core import bots
from core.contract.game import AnyGame
from core.contract.header import FORMAT, Decklist, Header, Seat
from core.contract.stream import numbered_seed
from core.engine.chain import numbered_match
from core.engine.match import Match
from core.engine.record import write_match


class Series(msgspec.Struct, frozen=True):
    """What a number of matches is played with."""

    game: str
    players: tuple[str, ...]
    """A bot for each player; player 0 begins at seat 0."""
    decklists: tuple[Decklist | None, ...]
    """By seat: decks stay with their side, also when players change seats."""
    options: dict[str, int]
    """Every option of the game."""
    seed: int
    swap: bool = False
    """Whether each seed is played once for each way round the table the players can sit."""
    shared: Decklist | None = None
    """The list that belongs to the table."""

    def seating(self, number: int) -> tuple[int, ...]:
        """Which player sits at each seat in match `number`."""
        count = len(self.players)
        turned = number % count if self.swap else 0
        return tuple((seat - turned) % count for seat in range(count))

    def deal(self, number: int) -> int:
        """Which of the seed's deals match `number` is played with."""
        return number // len(self.players) if self.swap else number


class Result(msgspec.Struct, frozen=True):
    """What came of one match."""

    number: int
    winner: int | None
    """The seat in first place; None when it is shared."""
    turns: int
    plies: int
    """Choices that were asked."""
    head: bytes
    """The final hash."""
    record: bytes
    """The whole record, if it was wanted."""


class Tally(msgspec.Struct):
    """What came of a number of matches."""

    matches: int
    wins: list[int]
    """By seat."""
    draws: int
    """Matches with more than one seat in first place."""
    turns: int
    """In all."""
    plies: int
    """Choices that were asked, in all."""
    digest: str
    """blake2b-128, hex, over the final hashes in order."""
    met: list[list[int]]
    """How many matches each player had at each seat."""
    won: list[list[int]]
    """How many of them it won."""


def arena_header(
    game: AnyGame,
    players: Sequence[str],
    decklists: Sequence[Decklist | None],
    options: dict[str, int],
    seed: int,
    number: int,
    deal: int | None = None,
    shared: Decklist | None = None,
) -> Header:
    """The header of match `number` of `--seed seed`: names are the roles, and nobody has a key.

    `players` are the bots by seat, `deal` the number that the match's own seed is made from, if not `number`,
    `shared` the list that belongs to the table.
    """
    shuffled = number if deal is None else deal
    match_seed = blake2b(numbered_seed(seed) + shuffled.to_bytes(8, "big"), digest_size=32).digest()
    names = [game.texts.seat_name(seat) for seat in range(len(players))]
    return Header(
        format=FORMAT,
        game=game.name,
        rules=game.fingerprint,
        app=core.VERSION,
        match=numbered_match(numbered_seed(seed), number),
        options=options,
        seats=tuple(
            Seat(name, bots.player(player), None, 0) for name, player in zip(names, players, strict=True)
        ),
        decklists=tuple(decklists),
        shared=shared,
        cards=game.table,
        sets=game.sets,
        seed=match_seed.hex(),
    )


def play_out(match: Match) -> None:
    """Play a match between bots to its end."""
    seated = [bots.seated(match.header, seat, match.game) for seat in range(len(match.header.seats))]
    while (decision := match.decision()) is not None:
        bot = seated[decision.seat]
        match.choose(bot.pick(match.view(decision.seat) if bot.looks else None, decision))


def header_of(series: Series, game: AnyGame, number: int) -> Header:
    """The header of match `number` of a series."""
    return arena_header(
        game,
        [series.players[player] for player in series.seating(number)],
        series.decklists,
        series.options,
        series.seed,
        number,
        series.deal(number),
        series.shared,
    )


def play(series: Series, game: AnyGame, number: int, record: bool = False) -> Result:
    """Play match `number` of a series; `record` is whether its record is wanted."""
    match = Match(header_of(series, game, number), game)
    play_out(match)
    assert match.outcome is not None
    return Result(
        number,
        match.outcome.winner,
        game.turn(match.state),
        match.n,
        match.head,
        write_match(match) if record else b"",
    )


def in_order(results: Iterable[Result]) -> Iterator[Result]:
    """Results by their numbers from 0 on, in whatever order they come."""
    early: dict[int, Result] = {}
    number = 0
    for result in results:
        early[result.number] = result
        while number in early:
            yield early.pop(number)
            number += 1


def count(series: Series, results: Iterable[Result]) -> Tally:
    """Count these results, which come in order."""
    seats = range(len(series.players))
    tally = Tally(0, [0 for _ in seats], 0, 0, 0, "", [[0 for _ in seats] for _ in seats], [])
    tally.won = [[0 for _ in seats] for _ in seats]
    digest = blake2b(digest_size=16)
    for result in results:
        seating = series.seating(result.number)
        tally.matches += 1
        for seat, player in enumerate(seating):
            tally.met[player][seat] += 1
        if result.winner is None:
            tally.draws += 1
        else:
            tally.wins[result.winner] += 1
            tally.won[seating[result.winner]][result.winner] += 1
        tally.turns += result.turns
        tally.plies += result.plies
        digest.update(result.head)
    tally.digest = digest.hexdigest()
    return tally


_Z = 1.959963984540054
"""The 97.5% point of the normal distribution."""


def wilson(wins: int, matches: int) -> tuple[float, float]:
    """The 95% confidence interval of a share, by Wilson's score; 0 to 1 when nothing was counted."""
    if not matches:
        return (0.0, 1.0)
    share, square = wins / matches, _Z * _Z / matches
    middle = (share + square / 2) / (1 + square)
    reach = _Z * math.sqrt(share * (1 - share) / matches + square / (4 * matches)) / (1 + square)
    low = 0.0 if wins == 0 else middle - reach
    return (low, 1.0 if wins == matches else middle + reach)
