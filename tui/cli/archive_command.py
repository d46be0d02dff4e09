"""`tesser archive`: the matches that were played, and those that are not finished."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.clean import shown_path
from core.engine.match import NotKept
from core.engine.record import BadRecord
from core.words import capital
from tui.archive import queries
from tui.archive.changes import delete
from tui.archive.database import Archive
from tui.archive.queries import Summary
from tui.archive.record_files import gap, record_of, take
from tui.archive.salvage import is_archive, salvaged
from tui.cli import operands
from tui.cli.replay_command import FILE_BYTES
from tui.exit_status import BAD_FILE, FINISHED, INTERRUPTED, USAGE, Stop
from tui.match.match_storage import write_new
from tui.match.one_sided_end import end_named
from tui.match.resume import why_not
from tui.match.summaries import about, came_to, when, who
from tui.terminal.text_fit import columns, fitted

LISTED = 50
"""Matches that are listed when no number is given."""
HEAD_BYTES = 4_096
"""How much of a file is looked at to see what it is."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command and its own."""
    operands.add_profile(parser)
    actions = parser.add_subparsers(
        dest="action", required=True, metavar="list|show|export|import|end|delete"
    )

    def one(name: str, about: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        action = actions.add_parser(name, help=about, description=f"{capital(about)}.")
        action.set_defaults(run=run)
        operands.add_profile(action)
        return action

    listing = one("list", "the matches, the newest first", run_list)
    listing.add_argument("--unfinished", action="store_true", help="only those that are not finished")
    limit = operands.whole("--limit")
    listing.add_argument(
        "--limit", type=limit, default=LISTED, metavar="N", help="at most (default: %(default)s)"
    )
    showing = one("show", "all about one match", run_show)
    exporting = one("export", "write the record of a match", run_export)
    importing = one("import", "take records into the archive, or an archive that was set aside", run_import)
    ending = one("end", "end your own copy of a match whose other side is gone", run_end)
    deleting = one("delete", "take matches out of the archive, for good", run_delete)
    for action in (showing, exporting, ending):
        action.add_argument("match", metavar="MATCH", help="the beginning of its id")
    exporting.add_argument("file", type=Path, metavar="FILE", help="where the record goes: a new file")
    importing.add_argument("files", type=Path, nargs="+", metavar="FILE", help="records, *.tesser")
    deleting.add_argument("matches", nargs="+", metavar="MATCH", help="the beginning of its id")
    deleting.add_argument("--yes", action="store_true", help="don't ask")
    for action in (listing, showing, importing):
        action.add_argument("--json", action="store_true", help="lines of JSON")


@contextmanager
def _opened(arguments: argparse.Namespace) -> Iterator[Archive]:
    """The archive; what it can't do ends the command with a sentence."""
    try:
        with Archive(operands.profile_of(arguments).archive) as archive:
            if archive.note:
                print(archive.note, file=sys.stderr)
            yield archive
    except NotKept as error:
        raise Stop(BAD_FILE, str(error)) from None


def as_json(archive: Archive, kept: Summary) -> dict[str, Any]:
    """A match for programs. Times are milliseconds since 1970."""
    return {
        "name": kept.name,
        "match": kept.match,
        "game": kept.game,
        "players": [{"name": one.name, "player": one.player} for one in kept.players],
        "seats": list(kept.seats),
        "begun": None if kept.imported else kept.begun,
        "imported": kept.begun if kept.imported else None,
        "played": kept.played,
        "entries": kept.entries,
        "outcome": kept.outcome,
        "can_go_on": not why_not(archive, kept),
    }


def run_list(arguments: argparse.Namespace) -> int:
    """Print a line a match."""
    if arguments.limit < 1:
        raise Stop(USAGE, "--limit is at least 1.")
    with _opened(arguments) as archive:
        limit = arguments.limit
        found = queries.unfinished(archive) if arguments.unfinished else queries.page(archive, limit + 1)
        shown = found[:limit]
        if arguments.json:
            for kept in shown:
                operands.print_json(as_json(archive, kept))
            return FINISHED
        lines = [f"{kept.name:<10}  {when(kept.begun)}  {who(kept)}: {came_to(kept)}" for kept in shown]
        if len(found) > len(shown):
            total = len(found) if arguments.unfinished else queries.count(archive)
            lines.append(f"{total - len(shown)} more; --limit {total} lists all.")
    print(fitted("\n".join(lines or ["No match is in the archive."]), columns(sys.stdout)))
    return FINISHED


def run_show(arguments: argparse.Namespace) -> int:
    """Print all about a match that is not hidden."""
    with _opened(arguments) as archive:
        kept = queries.find(archive, arguments.match)
        if arguments.json:
            operands.print_json(as_json(archive, kept))
            return FINISHED
        print(fitted("\n".join(about(archive, kept)), columns(sys.stdout)))
    return FINISHED


def run_export(arguments: argparse.Namespace) -> int:
    """Write a record."""
    path = operands.new_file(arguments.file, "")
    assert path is not None
    with _opened(arguments) as archive:
        kept = queries.find(archive, arguments.match)
        write_new(path, record_of(archive, kept))
        if said := gap(archive, kept):
            print(said, file=sys.stderr)
    print(f"Match {kept.name} was written to {shown_path(path)}.")
    return FINISHED


def run_import(arguments: argparse.Namespace) -> int:
    """Take records in; what is wrong with one is said, and the others are taken all the same."""
    wrong = 0
    with _opened(arguments) as archive:
        for path in arguments.files:
            try:
                for kept, new in _taken(archive, path):
                    if arguments.json:
                        operands.print_json(as_json(archive, kept) | {"new": new})
                    elif new:
                        print(f"{shown_path(path)}: match {kept.name}, {who(kept)}, {came_to(kept)}.")
                    else:
                        print(f"{shown_path(path)}: match {kept.name} is in the archive already.")
            except (BadRecord, OSError) as error:
                wrong += 1
                said = f"it can't be read: {error.strerror}." if isinstance(error, OSError) else str(error)
                print(fitted(f"{shown_path(path)}: {said}", columns(sys.stderr)), file=sys.stderr)
    return BAD_FILE if wrong else FINISHED


def _taken(archive: Archive, path: Path) -> Iterator[tuple[Summary, bool]]:
    from net.protocol.identity import verify

    if path.exists() and not path.is_file():
        raise BadRecord("This is no file.")  # opening a pipe or a device could block for ever
    with path.open("rb") as file:
        if is_archive(path, file.read(HEAD_BYTES)):
            yield from salvaged(archive, path)
            return
        file.seek(0)
        data = file.read(FILE_BYTES + 1)
    if len(data) > FILE_BYTES:
        raise BadRecord("It is larger than any record.")
    yield take(archive, data, verify)


def run_end(arguments: argparse.Namespace) -> int:
    """End this side's copy of a match."""
    with _opened(arguments):
        _, said = end_named(operands.profile_of(arguments), arguments.match)
    print(fitted(said, columns(sys.stdout)))
    return FINISHED


def run_delete(arguments: argparse.Namespace) -> int:
    """Delete matches, when asked once more."""
    with _opened(arguments) as archive:
        gone = [queries.find(archive, text) for text in arguments.matches]
        if not arguments.yes:
            if not sys.stdin.isatty():
                raise Stop(USAGE, "To delete without being asked, say --yes.")
            for kept in gone:
                print(f"{kept.name}  {when(kept.last)}  {who(kept)}: {came_to(kept)}")
            print("They can't be brought back. Delete? [y/N] ", end="", flush=True)
            if sys.stdin.readline().strip().casefold() not in ("y", "yes"):
                print("Nothing was deleted.")
                return INTERRUPTED
        for kept in {one.id: one for one in gone}.values():
            delete(archive, kept)
            print(f"Match {kept.name} is deleted.")
    return FINISHED
