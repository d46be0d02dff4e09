"""`tesser resume`: go on with a match that was left, or cut off."""

from __future__ import annotations

import argparse
import sys

from tui.archive.database import Archive, ArchiveError
from tui.archive.queries import Summary
from tui.cli import operands
from tui.exit_status import BAD_FILE, USAGE, Stop
from tui.match.plans import ResumePlan
from tui.match.resume import chosen, why_not
from tui.profile import Profile


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command."""
    operands.add_profile(parser)
    operands.add_glyphs(parser)
    operands.add_plain(parser)
    parser.add_argument(
        "match",
        nargs="?",
        default="",
        metavar="MATCH",
        help="the match, by the beginning of its id, as tesser archive list shows it (default: the last one)",
    )
    parser.add_argument(
        "--join",
        metavar="LINE",
        help="the other side's address line, where a match against another machine can't be found as it is",
    )
    parser.add_argument(
        "--json", action="store_true", help="where no person plays here: lines of JSON on standard output"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Find the match, and play it on with the screens or in plain mode."""
    profile = operands.profile_of(arguments)
    try:
        with Archive(profile.archive) as archive:
            if archive.note:
                print(archive.note, file=sys.stderr)
            kept = _chosen(profile, archive, arguments)
            reason = why_not(archive, kept)
    except ArchiveError as error:
        raise Stop(BAD_FILE, str(error)) from None
    if reason:
        raise Stop(BAD_FILE, reason)
    if kept.persons or kept.alone:
        if arguments.json:
            raise Stop(USAGE, "--json is for matches in which no person plays here.")
        return operands.open_app(profile, ResumePlan(kept.name, arguments.join or ""), arguments.plain)
    from tui.cli import headless

    return headless.run(lambda: headless.resume(profile, kept, arguments.join or "", arguments.json))


def _chosen(profile: Profile, archive: Archive, arguments: argparse.Namespace) -> Summary:
    """The match that is meant: by its name, by who has given the line, or the last one."""
    if arguments.join is None:
        return chosen(archive, arguments.match)
    from net.protocol.errors import NetError
    from net.protocol.identity import load_identity
    from net.protocol.invite import read_line
    from tui.match.reconnect import with_line

    try:
        line = read_line(arguments.join)
        if arguments.match:
            kept = chosen(archive, arguments.match)
        else:
            own = load_identity(profile.identity).curve_public if profile.identity.exists() else None
            kept = with_line(archive, line, own)
    except NetError as error:
        raise Stop(error.status, str(error)) from None
    if kept.alone:
        raise Stop(USAGE, f"Match {kept.name} was played on this machine alone: it goes on without --join.")
    return kept
