"""How long an archive of many matches takes to open, and a choice to be kept in it."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import msgspec

from core.arena import arena_header, play_out
from core.contract.game import AnyGame
from core.contract.header import Decklist
from core.contract.stream import numbered_seed
from core.engine.match import Match
from tests.benchmarks.figures import Figure, Say, figure
from tui.archive import queries
from tui.archive.changes import add_entries, insert, set_outcome
from tui.archive.database import Archive
from tui.archive.store import MatchStore

MATCHES = 5_000
PAGE = 200
"""As the screen reads them first."""
EVERY = 20
"""One match in so many is not finished."""


def measure(
    game: AnyGame,
    decklists: Sequence[Decklist | None],
    options: dict[str, int],
    runs: int,
    entries: int,
    say: Say,
) -> dict[str, Figure]:
    """`archive_open_ms`, opening an archive of MATCHES matches, with so many entries each, and reading what
    home and the list show first; and `archive_append_us`, keeping an entry so that it lasts through a power
    cut."""
    header = arena_header(game, ["random"] * len(decklists), decklists, options, 1, 0)
    match = Match(header, game)
    play_out(match)
    with tempfile.TemporaryDirectory(prefix="tesser-bench-") as folder:
        path = Path(folder) / "matches.sqlite3"
        say(f"an archive of {MATCHES} matches")
        fill(path, match, entries)
        opens, appends = [], []
        for run in range(runs + 1):
            say(f"opening the archive, {run} of {runs}")
            began = perf_counter()
            look(path)
            opens.append((perf_counter() - began) * 1000)
            appends.append(append(path, match, entries))
    # The first run reads what no later one has to.
    return {"archive_open_ms": figure(opens[1:]), "archive_append_us": figure(appends[1:])}


def fill(path: Path, match: Match, count: int) -> None:
    """Put MATCHES matches into an archive, all with the first `count` entries of this one."""
    entries, seats = match.entries[:count], range(len(match.header.seats))
    with Archive(path, durable=False) as archive, archive.writing() as db:
        for number in range(MATCHES):
            header = msgspec.structs.replace(match.header, match=numbered_seed(number).hex()[:32])
            row, _ = insert(db, header, match.h0, seats, number)
            add_entries(db, row, 1, entries, range(len(entries)), ())
            set_outcome(db, row, match.outcome if number % EVERY else None)


def look(path: Path) -> None:
    """Open an archive, and read what home and the first page of the list show."""
    with Archive(path) as archive:
        queries.unfinished(archive)
        queries.page(archive, PAGE)
        queries.count(archive)


def append(path: Path, match: Match, count: int) -> float:
    """Microseconds that keeping an entry takes, the mean of the first `count` of this match."""
    store = MatchStore(path, range(len(match.header.seats)))
    store.open(match.header, match.h0)
    entries = match.entries[:count]
    began = perf_counter()
    for entry in entries:
        store.append(entry, None)
    spent = perf_counter() - began
    store.close()
    return spent / len(entries) * 1e6
