"""Matches between bots, many of them, for figures and for finding what differs."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import msgspec

import core
from core import bots
from core.chance import Stream, numbered_seed
from core.game import AnyGame
from core.match import FORMAT, Decklist, Header, Match, Seat, numbered_match


class Tally(msgspec.Struct):
    """What came of a number of matches."""

    matches: int = 0
    wins: list[int] = msgspec.field(default_factory=list)
    """By seat."""
    draws: int = 0
    """Matches with more than one seat in first place."""
    turns: int = 0
    """In all."""
    plies: int = 0
    """Choices that were asked, in all."""
    digest: str = ""
    """blake2b-128, hex, over the final hashes in order."""


def arena_header(
    game: AnyGame,
    players: Sequence[str],
    decklists: Sequence[Decklist | None],
    options: dict[str, int],
    seed: int,
    number: int,
) -> Header:
    """The header of match `number` of `--seed seed`: names are the roles, and nobody has a key."""
    match_seed = blake2b(numbered_seed(seed) + number.to_bytes(8, "big"), digest_size=32).digest()
    names = [game.roles[seat] if game.roles else f"Seat {seat + 1}" for seat in range(len(players))]
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
        cards=game.table,
        sets=game.sets,
        seed=match_seed.hex(),
    )


def play_out(match: Match, players: Sequence[str]) -> None:
    """Play a match between bots to its end."""
    assert match.header.seed is not None
    seed = bytes.fromhex(match.header.seed)
    seated = [bots.make(player, Stream(seed, f"bot {seat}")) for seat, player in enumerate(players)]
    while (decision := match.decision()) is not None:
        match.choose(seated[decision.seat].pick(decision))


def run(
    game: AnyGame,
    players: Sequence[str],
    decklists: Sequence[Decklist | None],
    options: dict[str, int],
    seed: int,
    matches: int,
) -> Tally:
    """Play match 0 to `matches` - 1 of a seed."""
    tally = Tally(wins=[0] * len(players))
    digest = blake2b(digest_size=16)
    for number in range(matches):
        match = Match(arena_header(game, players, decklists, options, seed, number), game)
        play_out(match, players)
        assert match.outcome is not None
        tally.matches += 1
        if match.outcome.winner is None:
            tally.draws += 1
        else:
            tally.wins[match.outcome.winner] += 1
        tally.turns += game.turn(match.state)
        tally.plies += match.n
        digest.update(match.head)
    tally.digest = digest.hexdigest()
    return tally
