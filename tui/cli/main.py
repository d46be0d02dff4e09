"""The command line: `tesser` opens the home screen, `tesser COMMAND` does one thing."""

from __future__ import annotations

import argparse
import atexit
import errno
import gc
import io
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module

import core
from tui import crash
from tui.cli import front_end
from tui.cli.parser import Parser
from tui.exit_status import BAD_FILE, FINISHED, INTERRUPTED, USAGE, Stop
from tui.terminal import ascii_text, glyphs
from tui.terminal.text_fit import aside, nowhere, whoever_reads

COMMANDS = (
    ("play", "play_command:declare", "play on this machine, at once"),
    ("host", "network_command:declare_host", "open a table for somebody on another machine"),
    ("join", "network_command:declare_join", "sit down at a table, by its invite"),
    ("resume", "resume_command:declare", "go on with a match that was left"),
    ("archive", "archive_command:declare", "list, show, export, import and delete matches"),
    ("arena", "arena_command:declare", "let bots play each other"),
    ("cards", "cards_command:declare", "list cards"),
    ("decks", "decks_command:declare", "list, check and show decks"),
    ("rules", "rules_command:declare", "read the rules, a ruling, a word, a card"),
    ("replay", "replay_command:declare", "print a match as sentences, or check its record"),
)
"""What each command is called, where in tui.cli its arguments are declared, and what it does."""

_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""What writing to a full disk, a broken one or something opened to be read raises; what names no file is
about the output."""


def _declare(where: str, parser: argparse.ArgumentParser) -> None:
    module, _, function = where.partition(":")
    getattr(import_module(f"tui.cli.{module}"), function)(parser)


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = Parser(
        prog="tesser",
        description="Two card games about time, in the terminal. Without a command: the home screen.",
    )
    top.add_argument("--version", action="version", version=f"tesser {core.VERSION}")
    top.add_argument("--profile", metavar="NAME", default=None, help="another identity and data folder")
    front_end.add_decks(top, None)
    front_end.add_glyphs(top, None)
    front_end.add_plain(top, False)
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for name, where, about in COMMANDS:
        commands.add_parser(name, help=about, declare=partial(_declare, where))
    return top


def _tell_programs(stop: Stop) -> None:
    """What ends a command, as a line of JSON: the sentence, and the exit status."""
    from tui.cli.operands import print_json

    if sys.stdout is not None and not sys.stdout.closed:
        with whoever_reads():
            print_json({"error": str(stop), "status": stop.status})


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and give its exit status."""
    # A start makes many objects and drops few: looking for dropped ones every 700 would be a tenth of it.
    gc.set_threshold(50_000)
    # What there still is goes with the process: to look for cycles in it would be most of quitting.
    atexit.register(gc.freeze)
    sys.excepthook = crash.hook
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors=ascii_text.ERRORS)
    status = FINISHED
    arguments = argparse.Namespace(json="--json" in (sys.argv if argv is None else argv))
    try:
        if sys.stdout is None or sys.stdout.closed:
            raise Stop(USAGE, "There is no standard output to write to; it is closed.")
        arguments = parser().parse_args(argv)
        if arguments.glyphs is not None:
            os.environ[glyphs.VARIABLE] = arguments.glyphs
        run = getattr(arguments, "run", front_end.run_home)
        status = run(arguments)
        sys.stdout.flush()
        return status
    except Stop as stop:
        if getattr(arguments, "json", False):
            _tell_programs(stop)
        aside(f"tesser: {stop}")
        return stop.status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        nowhere(1)  # Whoever read the output has read enough.
        return status
    except OSError as error:
        if error.errno not in _UNWRITABLE or error.filename is not None:
            raise
        nowhere(1)
        aside(f"tesser: the output can't be written: {error.strerror}.")
        return BAD_FILE
