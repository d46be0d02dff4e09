"""Matches to put into archives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.arena import play_out
from core.contract.header import Header
from core.engine.match import Match
from core.registry import load
from tests.support.matches import header
from tui.archive.store import MatchStore

GAME = load("wrinkles")
BOTS = ("bot:random@1", "bot:random@1")


def begun(
    seed: int = 3, entries: int = 10, players: Sequence[str] = BOTS, peers: Sequence[int] = (0, 0)
) -> Match:
    """A match that stopped after so many entries."""
    whole = played(seed)
    match = Match(header(GAME, seed, {"max_turns": 1}, players=players, peers=peers), GAME)
    for entry in whole.entries[:entries]:
        match.play(entry.by, entry.text)
    return match


def played(seed: int = 3) -> Match:
    """A short match that was played to its end."""
    match = Match(header(GAME, seed, {"max_turns": 1}, players=BOTS), GAME)
    play_out(match)
    return match


def keep(
    path: Path, match: Match, seats: Sequence[int] = (0, 1), header: Header | None = None, **more: object
) -> str:
    """Keep a match as it stands, with another header if one is given; its name in the archive."""
    store = MatchStore(path, seats, **more)  # type: ignore[arg-type]
    store.open(header or match.header, match.h0)
    for n, entry in enumerate(match.entries, 1):
        store.append(entry, match.outcome if n == match.n else None)
    store.close()
    return store.name
