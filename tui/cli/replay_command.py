"""`tesser replay`: a match as sentences, or checked line by line."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

from core import registry
from core.clean import clean, shown_path
from core.contract.game import AnyGame
from core.contract.outcome import ONE_SIDED
from core.engine.record import BadRecord, Record, read_record, verify
from tui.archive import queries
from tui.archive.database import Archive, ArchiveError
from tui.archive.queries import is_name
from tui.archive.record_files import gap
from tui.cli import operands
from tui.exit_status import BAD_FILE, FINISHED, Stop
from tui.match.replayed import replay
from tui.match.story_texts import story_told
from tui.match.summaries import eyes
from tui.profile import Profile

FILE_BYTES = 64 * 1024 * 1024
"""The largest record that is read."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command."""
    operands.add_profile(parser)
    about = "a match of the archive, by the beginning of its id; or a record's file"
    parser.add_argument("match", metavar="MATCH", help=about)
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
    if record.header.game not in registry.names():
        name = clean(record.header.game, 30)
        raise Stop(BAD_FILE, f"{source}: line 1: this program has no game {name!r}.")
    return record, registry.load(record.header.game)


class Source(NamedTuple):
    """A match to be told."""

    name: str
    """As it is named in sentences."""
    record: Record
    game: AnyGame
    eyes: int | None
    """The seat as which it is told while it is not finished; None for what everybody could see."""
    gap: str = ""
    """Why it breaks off, in a sentence, if it is damaged in the archive."""


def find(profile: Profile, what: str) -> Source:
    """A record's file, or a match of the archive. Raises Stop with a sentence."""
    path = Path(what)
    if not is_name(what) or path.exists():
        return Source(shown_path(path), *load(path), None)
    try:
        with Archive(profile.archive) as archive:
            kept = queries.find(archive, what)
            record = queries.load(archive, kept).record
            broken = gap(archive, kept)
    except ArchiveError as error:
        raise Stop(BAD_FILE, str(error)) from None
    name = f"match {kept.name}"
    if record.header.game not in registry.names():
        raise Stop(BAD_FILE, f"{name}: this program has no game {clean(record.header.game, 30)!r}.")
    return Source(name, record, registry.load(record.header.game), eyes(kept), broken)


def run(arguments: argparse.Namespace) -> int:
    """Print or check; with both asked for, check first."""
    source = find(operands.profile_of(arguments), arguments.match)
    if arguments.verify:
        _verify(source)
        if not arguments.story:
            return FINISHED
    replayed = replay(source.record, source.game, source.eyes)
    log = replayed.log
    if arguments.story and replayed.match is not None:
        log = story_told(replayed.match, None if replayed.match.outcome else source.eyes).lines()
    for line in (*replayed.head, *log, *([replayed.end] if replayed.end else [])):
        print(line)
    if replayed.wrong or source.gap:
        raise Stop(BAD_FILE, f"{source.name}: {replayed.wrong or source.gap}")
    return FINISHED


def _verify(source: Source) -> None:
    from net.handshake.seed import check_seed
    from net.protocol.identity import verify as verify_signature

    record = source.record
    try:
        match = verify(record, source.game, verify_signature)
    except BadRecord as error:
        raise Stop(BAD_FILE, f"{source.name}: {error}") from None
    if record.header.commits is not None and not check_seed(record.header):
        raise Stop(BAD_FILE, f"{source.name}: line 1: the seed is not the one that both sides' nonces make.")
    if source.gap:
        raise Stop(BAD_FILE, f"{source.name}: {source.gap} Up to there all agrees.")
    signed = sum(entry.signature is not None for entry in match.entries)
    end = f"ended by {match.outcome.end}" if match.outcome else "not finished"
    if match.outcome and match.outcome.end in ONE_SIDED:
        by = source.record.header.seats[match.entries[-1].by].shown
        end = f"ended as {match.outcome.end} by {by} alone, on one side's copy"
    print(f"{source.name.rpartition('/')[2]}: {match.n} entries, {signed} signatures, all agree; {end}.")
    print(f"final hash {match.head.hex()}")
    if record.torn:
        print("Its last line broke off; what was left of it was ignored.")
