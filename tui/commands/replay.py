"""`tesser replay`: a record as sentences, or checked line by line."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

from core import games
from core.clean import clean, shown_path
from core.game import AnyGame, Event, GameError
from core.match import Match, Rejected
from core.notation import Malformed
from core.record import BadRecord, Record, read_record, verify
from core.story import story_of
from tui.exits import BAD_FILE, FINISHED, Stop
from tui.matches.endings import result
from tui.matches.names import player_at, players
from tui.matches.offers import shared_said
from tui.matches.sentences import entry_sentences, event_sentences

FILE_BYTES = 64 * 1024 * 1024
"""The largest record that is read."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, *.tesser")
    parser.add_argument(
        "--verify", action="store_true", help="play it again and compare every hash and signature"
    )
    parser.add_argument("--story", action="store_true", help="only what made the difference, turn by turn")
    parser.set_defaults(run=run)


def load(path: Path) -> tuple[Record, AnyGame]:
    """A record and its game. Raises Stop with a sentence."""
    source = shown_path(path)
    try:
        # Opening a pipe or a device could block for ever.
        if path.exists() and not path.is_file():
            raise Stop(BAD_FILE, f"{source} is no file.")
        with path.open("rb") as file:
            data = file.read(FILE_BYTES + 1)
    except OSError as error:
        raise Stop(BAD_FILE, f"{source} can't be read: {error.strerror}.") from None
    if len(data) > FILE_BYTES:
        raise Stop(BAD_FILE, f"{source} is larger than any record.")
    try:
        record = read_record(data)
    except BadRecord as error:
        raise Stop(BAD_FILE, f"{source}: {error}") from None
    if record.header.game not in games.names():
        name = clean(record.header.game, 30)
        raise Stop(BAD_FILE, f"{source}: line 1: this program has no game {name!r}.")
    return record, games.load(record.header.game)


def run(arguments: argparse.Namespace) -> int:
    """Print or check; with both asked for, check first."""
    record, game = load(arguments.file)
    if arguments.verify:
        _verify(arguments.file, record, game)
        if not arguments.story:
            return FINISHED
    source = shown_path(arguments.file)
    replayed = replay(record, game)
    log = replayed.log
    if arguments.story and replayed.match is not None:
        log = story_of(replayed.match, None).lines()
    for line in (*replayed.head, *log, *([replayed.end] if replayed.end else [])):
        print(line)
    if replayed.wrong:
        raise Stop(BAD_FILE, f"{source}: {replayed.wrong}")
    return FINISHED


def _verify(path: Path, record: Record, game: AnyGame) -> None:
    from net.handshake import check_seed
    from net.identity import verify as verify_signature

    try:
        match = verify(record, game, verify_signature)
    except BadRecord as error:
        raise Stop(BAD_FILE, f"{shown_path(path)}: {error}") from None
    if record.header.commits is not None and not check_seed(record.header):
        raise Stop(
            BAD_FILE, f"{shown_path(path)}: line 1: the seed is not the one that both sides' nonces make."
        )
    signed = sum(entry.signature is not None for entry in match.entries)
    end = f"ended by {match.outcome.end}" if match.outcome else "not finished"
    print(f"{shown_path(path.name)}: {match.n} entries, {signed} signatures, all agree; {end}.")
    print(f"final hash {match.head.hex()}")
    if record.torn:
        print("Its last line broke off; what was left of it was ignored.")


class Replayed(NamedTuple):
    """A record played again as far as it goes, in sentences."""

    head: list[str]
    log: list[str]
    """All is told if the match has ended; of an unfinished one only what everybody could see."""
    end: str = ""
    """How it ended, or that it has not."""
    wrong: str = ""
    """Why it can't be played further; empty if the record is sound."""
    match: Match | None = None
    """As far as it was played; None if there is no match that its header would make."""


def replay(record: Record, game: AnyGame) -> Replayed:
    """Play a record again."""
    header = record.header
    names = [seat.shown for seat in header.seats]
    head = [f"{game.title}: {players(game, names)}. Match {clean(header.match, 32)}."]
    if header.shared is not None and game.shared_group is not None:
        head.append(shared_said(game, header.shared))
    if header.rules != game.fingerprint:
        head.append(
            f"It was played with {clean(header.app, 20)}, rules {clean(header.rules, 8)}; this program has "
            f"rules {game.fingerprint[:8]}. It is shown as far as its hashes agree."
        )
    try:
        match = Match(header, game)
    except (GameError, ValueError) as error:
        return Replayed(head, [], wrong=f"line 1: no match can be made of it: {clean(str(error), 200)}")
    if match.h0.hex() != record.h0:
        return Replayed(head, [], wrong="line 2: the hash of the header does not agree.")
    wrong = _play(match, record)
    # What a record says of its end is no reason to show hands: the entries themselves have to come to one.
    log = _told(match, game)
    if wrong or match.outcome is None:
        return Replayed(head, log, "" if wrong else "The match is not finished.", wrong, match)
    outcome = match.outcome
    scores = ", ".join(f"{game.seat_name(seat)} {score}" for seat, score in enumerate(outcome.scores))
    won = result(outcome, lambda seat: player_at(game, names, seat)).removesuffix(".")
    return Replayed(head, log, f"{won} ({outcome.end}): {scores}.", "", match)


def _play(match: Match, record: Record) -> str:
    """Make the entries of a record; what of it does not agree, in a sentence, or nothing."""
    for n, entry in enumerate(record.entries, 1):
        where = f"line {n + 2}, entry {n} ({clean(entry.text, 60)})"
        try:
            prepared = match.prepare(entry.by, entry.text)
        except (Malformed, Rejected) as error:
            return f"{where} does not follow: {clean(str(error), 200)}"
        if prepared.hash.hex() != entry.hash:
            return f"{where}: the hash does not agree."
        match.commit(prepared, entry.signature)
    if record.outcome is not None and record.outcome != match.outcome:
        return f"line {len(record.entries) + 3}: the outcome is not what the match comes to."
    return ""


def _told(played: Match, game: AnyGame) -> list[str]:
    """A match as sentences: all of it if it has ended, else what everybody could see."""
    over = played.outcome is not None

    def eyes(match: Match) -> Any:
        return match.state if over else match.view(None)

    opening: list[Event] = []
    match = Match(played.header, game, opening)
    log = event_sentences(game, opening, eyes(match))
    for entry in played.entries:
        before = eyes(match)
        prepared = match.play(entry.by, entry.text, entry.signature)
        log += entry_sentences(match, entry, prepared.events, eyes(match), before)
    return log
