"""How fast the rules core is: whole matches of random choices, and its parts by themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import get_clock_info, perf_counter, process_time
from typing import Any, NamedTuple

from core.arena import arena_header
from core.contract.chance import Chance
from core.contract.choice import Choice
from core.contract.game import AnyGame
from core.contract.header import Decklist
from core.contract.stream import Stream
from core.engine.chain import entry_hash, hash_key
from core.engine.notation import write_choice
from tests.benchmarks.figures import Figure, Say, figure

# Time of this process only, where it is told finely enough: what else runs here then counts little.
_clock = process_time if get_clock_info("process_time").resolution < 1e-6 else perf_counter

SEED = 1
"""The arena's seed whose matches are played, run by run."""
_CLOSE = 20
"""Every so many plies of a match a position is kept, for the parts."""
_TIMES = range(5)


class Position(NamedTuple):
    """A place in a match, with what its parts are measured on."""

    state: Any
    seat: int
    """Who owes the choice."""
    n: int
    text: str
    """The choice made there."""


def measure(
    game: AnyGame,
    decklists: Sequence[Decklist | None],
    options: dict[str, int],
    runs: int,
    matches: int,
    say: Say,
) -> dict[str, Figure]:
    """The figures of the core, of `runs` runs with `matches` matches each; a run is of the same matches for
    each figure. Times are in microseconds.
    """
    players = ["random"] * len(decklists)
    found: dict[str, list[float]] = {}
    key = hash_key(bytes(32))
    head = bytes(16)
    for run in range(runs):
        say(f"rules, run {run + 1} of {runs}")
        seeds = []
        for number in range(run * matches, (run + 1) * matches):
            header = arena_header(game, players, decklists, options, SEED, number)
            assert header.seed is not None
            seeds.append((header, bytes.fromhex(header.seed)))
        positions: list[Position] = []
        seconds = hashed = 0.0
        plies = forced = 0
        for header, seed in seeds:
            chance = Chance(seed, game.streams)
            made, one = _look(game, game.setup(header, chance), chance, Stream(seed, "bench"), positions)
            plies += made
            forced += one
            seconds += _bare(game, game.setup(header, chance), chance, Stream(seed, "bench"))
            hashed += _hashed(game, game.setup(header, chance), chance, Stream(seed, "bench"), hash_key(seed))
        parts: dict[str, Callable[[Position], object]] = {
            "clone_us": lambda at: game.copy(at.state),
            "legal_us": lambda at: game.decision(at.state),
            "mask_us": lambda at: game.mask(at.state, at.seat),
            "hash_us": lambda at: entry_hash(key, head, at.n, at.seat, at.text, at.state),
        }
        values = {
            "decisions_per_s": plies / seconds,
            "decisions_per_s_hashed": plies / hashed,
            "forced_share": forced / plies,
        } | {name: _each(part, positions) for name, part in parts.items()}
        for name, value in values.items():
            found.setdefault(name, []).append(value)
    return {name: figure(values) for name, values in found.items()}


def _bare(game: AnyGame, state: Any, chance: Chance, stream: Stream) -> float:
    """Seconds for a match: decision, pick, apply."""
    decide, apply, below = game.decision, game.apply, stream.below
    began = _clock()
    while (decision := decide(state)) is not None:
        choices = decision.choices
        assert choices
        apply(state, choices[below(len(choices))], chance)
    return _clock() - began


def _hashed(game: AnyGame, state: Any, chance: Chance, stream: Stream, key: bytes) -> float:
    """The same with the hash of each entry, as a match makes it."""
    decide, apply, below, table = game.decision, game.apply, stream.below, game.table
    head, n = bytes(16), 0
    began = _clock()
    while (decision := decide(state)) is not None:
        choices = decision.choices
        assert choices
        choice = choices[below(len(choices))]
        apply(state, choice, chance)
        n += 1
        head = entry_hash(key, head, n, decision.seat, write_choice(choice, table), state)
    return _clock() - began


def _look(
    game: AnyGame, state: Any, chance: Chance, stream: Stream, positions: list[Position]
) -> tuple[int, int]:
    """Play the same match untimed: its decisions, those with one choice only, and positions on the way."""
    plies = forced = 0
    while (decision := game.decision(state)) is not None:
        assert decision.choices
        choice: Choice = decision.choices[stream.below(len(decision.choices))]
        if plies % _CLOSE == 0:
            text = write_choice(choice, game.table)
            positions.append(Position(game.copy(state), decision.seat, plies + 1, text))
        plies += 1
        forced += len(decision.choices) == 1
        game.apply(state, choice, chance)
    return plies, forced


def _each(part: Callable[[Position], object], positions: Sequence[Position]) -> float:
    """Microseconds for one call, less what calling costs; each position is taken some times in a row, as a
    search does."""
    began = _clock()
    for position in positions:
        for _ in _TIMES:
            part(position)
    between = _clock()
    for position in positions:
        for _ in _TIMES:
            _nothing(position)
    ended = _clock()
    return max(0.0, (between - began) - (ended - between)) / (len(positions) * len(_TIMES)) * 1e6


def _nothing(position: Position) -> None:
    """What a part costs that does nothing."""
