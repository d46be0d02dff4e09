"""`tesser arena`: matches between bots."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from core import arena, bots, registry
from core.arena import Result, Series, Tally, wilson
from core.clean import clean, shown_path
from core.contract.game import AnyGame
from core.contract.header import Decklist
from decks.storage.store import DeckStore
from tui.cli import operands
from tui.cli.progress import Progress
from tui.exit_status import BAD_FILE, FAILED, FINISHED, INTERRUPTED, USAGE, Stop
from tui.match.local import all_options
from tui.match.offers import shared_said
from tui.terminal.text_fit import aside

MOST_JOBS = 256
_TICK = 0.1
"""Seconds between two looks of the progress line."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command."""
    operands.add_profile(parser)
    operands.add_game(parser)
    operands.add_options(parser)
    parser.add_argument(
        "--seats",
        default="random,random",
        metavar="BOT,BOT",
        help=f"a bot for each seat, of: {', '.join(bots.names())} (default: %(default)s)",
    )
    parser.add_argument(
        "--matches",
        type=operands.whole("--matches"),
        default=1,
        metavar="N",
        help="how many (default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=operands.whole("--seed"),
        default=1,
        metavar="S",
        help="which ones (default: %(default)s)",
    )
    parser.add_argument(
        "--swap", action="store_true", help="play each seed with the bots at every seat in turn"
    )
    parser.add_argument(
        "--deck",
        action="append",
        default=[],
        metavar="[SEAT=]DECK",
        help="a deck, by name or file, for its own side or the seat named; give it again for another seat",
    )
    operands.add_setup(parser)
    parser.add_argument(
        "--jobs",
        type=operands.whole("--jobs"),
        default=1,
        metavar="J",
        help="on so many processors (default: %(default)s)",
    )
    parser.add_argument("--save", type=Path, metavar="DIR", help="where the record of each match goes")
    parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play, and print what came of it."""
    game = registry.load(arguments.game)
    series = _series(arguments, game)
    matches, jobs, save = arguments.matches, arguments.jobs, arguments.save
    if save is not None:
        _check_folder(save, matches)
    played = 0
    began = time.monotonic()
    # Whoever reads the JSON in a pipe wants no bar around it.
    shown = not arguments.json or sys.stdout.isatty()
    try:
        with Progress(shown) as progress, closing(_results(series, game, matches, jobs, save)) as results:

            def seen() -> Iterator[Result]:
                nonlocal played
                looked = 0.0
                for result in results:
                    yield result
                    played += 1
                    now = time.monotonic()
                    if now > looked + _TICK or played == matches:
                        looked = now
                        progress.bar(played, matches, _pace(played, matches, now - began))

            tally = arena.count(series, arena.in_order(seen()))
    except KeyboardInterrupt:
        raise Stop(INTERRUPTED, f"Interrupted: {played} of {matches} matches were played.") from None
    if arguments.json:
        operands.print_json(_as_json(game, series, tally))
        return FINISHED
    print(_as_text(game, series, tally))
    seconds = time.monotonic() - began
    aside(f"{matches / seconds:.1f} matches a second, {seconds:.1f} s in all.")
    return FINISHED


def _series(arguments: argparse.Namespace, game: AnyGame) -> Series:
    """What is to be played, checked."""
    players = arguments.seats.split(",")
    for player in players:
        if player not in bots.names():
            raise Stop(
                USAGE,
                f"--seats: there is no bot {clean(player, 30)!r}; there are: {', '.join(bots.names())}.",
            )
    operands.check_count(game, len(players))
    if not 1 <= arguments.matches <= 1_000_000:
        raise Stop(USAGE, "--matches is from 1 to 1000000.")
    if arguments.swap and arguments.matches % len(players):
        times = "twice" if len(players) == 2 else f"{len(players)} times"
        raise Stop(
            USAGE,
            f"--swap plays each seed {times}, and --matches counts all: give a multiple of {len(players)},"
            f" not {arguments.matches}.",
        )
    if not 1 <= arguments.jobs <= MOST_JOBS:
        raise Stop(USAGE, f"--jobs is from 1 to {MOST_JOBS}.")
    options = all_options(game, operands.options_of(game, arguments.option, arguments.preset))
    store = operands.profile_of(arguments).deck_store()
    decklists = _decklists(store, game, len(players), arguments.deck)
    shared = operands.shared_for(store, game, arguments.setup)
    series = Series(game.name, tuple(players), decklists, options, arguments.seed, arguments.swap, shared)
    operands.check_start(game, arena.header_of(series, game, 0))
    return series


def _decklists(store: DeckStore, game: AnyGame, seats: int, given: list[str]) -> tuple[Decklist | None, ...]:
    """The decks by seat; the stock deck of a side where none is given."""
    named: dict[int, str] = {}
    for text in given:
        seat, deck = _seat_and_deck(store, game, seats, text)
        if seat in named:
            raise Stop(USAGE, f"--deck {clean(text, 60)}: {game.texts.seat_name(seat)} has a deck already.")
        named[seat] = deck
    return tuple(operands.decklist_for(store, game, seat, named.get(seat)) for seat in range(seats))


def _seat_and_deck(store: DeckStore, game: AnyGame, seats: int, text: str) -> tuple[int, str]:
    first, equals, rest = text.partition("=")
    for seat in range(seats):
        if equals and first.casefold() in (game.texts.seat_name(seat).casefold(), str(seat + 1)):
            if game.deck_group(seat) is None:
                raise Stop(
                    USAGE, f"--deck {clean(text, 60)}: {game.texts.seat_name(seat)} plays without a deck."
                )
            return seat, rest
    own = operands.seat_for(store, game, None, text)
    if own is None or own >= seats:
        raise Stop(USAGE, f"--deck {clean(text, 60)}: this is no deck of {game.title}.")
    return own, text


def _results(
    series: Series, game: AnyGame, matches: int, jobs: int, save: Path | None
) -> Generator[Result, None, None]:
    """Play the matches, here or on other processes, and keep their records."""
    from tui.arena.worker_pool import WorkerLost, play_all

    results: Generator[Result, None, None]
    if jobs == 1:
        results = (arena.play(series, game, number, save is not None) for number in range(matches))
    else:
        results = play_all(series, matches, jobs, save is not None)
    try:
        with closing(results):
            for result in results:
                if save is not None:
                    _keep(save / _name(result.number), result.record)
                yield result
    except WorkerLost as lost:
        raise Stop(FAILED, str(lost)) from None


# Records


def _name(number: int) -> str:
    return f"match-{number:06}.tesser"


def _check_folder(folder: Path, matches: int) -> None:
    """Make the folder, and see that nothing in it would be overwritten."""
    given = f"--save {shown_path(folder)}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        there = {path.name for path in folder.iterdir()}
    except FileExistsError:
        raise Stop(USAGE, f"{given}: this is a file; give a folder.") from None
    except FileNotFoundError:
        raise Stop(USAGE, f"{given}: there is no folder {shown_path(folder.absolute().parent)}.") from None
    except OSError as error:
        raise Stop(USAGE, f"{given}: {error.strerror}.") from None
    for number in range(matches if there else 0):
        if _name(number) in there:
            raise Stop(
                USAGE,
                f"{given}: {_name(number)} is there already, and records are not overwritten."
                " Give another folder.",
            )


def _keep(path: Path, record: bytes) -> None:
    begun = False
    try:
        with path.open("xb") as file:
            begun = True
            file.write(record)
    except FileExistsError:
        there = f"{shown_path(path)} is there already"
        raise Stop(BAD_FILE, f"{there}, and records are not overwritten.") from None
    except OSError as error:
        if begun:
            path.unlink(missing_ok=True)  # half a record is none
        raise Stop(BAD_FILE, f"{shown_path(path)} can't be written: {error.strerror}.") from None


# What came of it


def _pace(played: int, matches: int, seconds: float) -> str:
    speed = played / max(seconds, 0.001)
    left = (matches - played) / speed
    return f"{played} of {matches}, {speed:.1f} a second, {left:.0f} s left"


def _share(wins: int, matches: int) -> dict[str, Any]:
    low, high = wilson(wins, matches)
    share = wins / matches if matches else 0.0
    return {
        "matches": matches,
        "wins": wins,
        "share": round(share, 6),
        "interval": [round(low, 6), round(high, 6)],
    }


def _letter(player: int) -> str:
    return "ABCDEFGH"[player]


def _as_json(game: AnyGame, series: Series, tally: Tally) -> dict[str, Any]:
    """Everything; the same whatever the number of processes. Intervals are Wilson's, of 95%."""
    seats = range(len(series.players))
    by_player = [
        {"player": _letter(player), "bot": series.players[player]}
        | _share(sum(tally.won[player]), tally.matches)
        | {
            "seats": [
                {"seat": game.texts.seat_name(seat)}
                | _share(tally.won[player][seat], tally.met[player][seat])
                for seat in seats
                if tally.met[player][seat]
            ]
        }
        for player in seats
    ]
    by_seat = [
        {"seat": game.texts.seat_name(seat), "deck": deck.name if (deck := series.decklists[seat]) else None}
        | _share(tally.wins[seat], tally.matches)
        for seat in seats
    ]
    shared = {} if game.shared_group is None else {game.shared_group: series.shared and series.shared.name}
    return {
        "matches": tally.matches,
        "wins": tally.wins,
        "draws": tally.draws,
        "turns": tally.turns,
        "plies": tally.plies,
        "digest": tally.digest,
        "by_player": by_player,
        "by_seat": by_seat,
        **shared,
    }


def _as_text(game: AnyGame, series: Series, tally: Tally) -> str:
    seats = range(len(series.players))
    plural = "match" if tally.matches == 1 else "matches"
    round_table = ", each seed with the bots at every seat in turn" if series.swap else ""
    lines = [f"{tally.matches} {plural} of {game.title}{round_table}"]
    if game.shared_group is not None:
        lines.append(shared_said(game, series.shared))
    if series.swap:
        for player in seats:
            name = f"{_letter(player)}, {series.players[player]}"
            lines.append(_line(name, sum(tally.won[player]), tally.matches))
            for seat in seats:
                name = f"  as {game.texts.seat_name(seat)}"
                lines.append(_line(name, tally.won[player][seat], tally.met[player][seat]))
    for seat in seats:
        name = game.texts.seat_name(seat)
        if not series.swap:
            name += f", {series.players[seat]}"
        lines.append(_line(name, tally.wins[seat], tally.matches))
    return "\n".join(
        [
            *lines,
            f"  shared first place {tally.draws}",
            f"  {tally.turns / tally.matches:.1f} turns, {tally.plies / tally.matches:.0f} choices a match",
            f"  digest {tally.digest}",
            "In brackets: where the share lies with 95% confidence.",
        ]
    )


def _line(name: str, wins: int, matches: int) -> str:
    low, high = wilson(wins, matches)
    of = f"{wins} of {matches}"
    return f"  {name:<16} won {of:>16}  {100 * wins / matches:5.1f}%  ({100 * low:.1f} to {100 * high:.1f}%)"
