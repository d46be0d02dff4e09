"""`tesser resume`: go on with a match that was left, or cut off."""

from __future__ import annotations

import argparse
import sys

from tui.archive.schema import Archive, ArchiveError
from tui.commands import common
from tui.exits import BAD_FILE, Stop
from tui.exits import TEXT as EXITS
from tui.matches.plans import ResumePlan
from tui.matches.resume import chosen, why_not


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command."""
    parser.epilog = EXITS
    common.add_profile(parser)
    common.add_glyphs(parser)
    common.add_plain(parser)
    parser.add_argument(
        "match",
        nargs="?",
        default="",
        metavar="MATCH",
        help="the match, by the beginning of its id, as tesser archive list shows it (default: the last one)",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Find the match, and play it on with the screens or in plain mode."""
    profile = common.profile_of(arguments)
    try:
        with Archive(profile.archive) as archive:
            if archive.note:
                print(archive.note, file=sys.stderr)
            kept = chosen(archive, arguments.match)
            reason = why_not(archive, kept)
    except ArchiveError as error:
        raise Stop(BAD_FILE, str(error)) from None
    if reason:
        raise Stop(BAD_FILE, reason)
    return common.open_app(profile, ResumePlan(kept.name), arguments.plain)
