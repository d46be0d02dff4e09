"""The command line: `tesser` opens the home screen, `tesser COMMAND` does one thing."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence

import core
from tui import glyphs
from tui.commands import arena, bench, cards, common, decks, network, play, replay
from tui.exits import BAD_FILE, FINISHED, INTERRUPTED, TEXT, Stop

COMMANDS = (play, network, arena, bench, cards, decks, replay)


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = common.Parser(
        prog="tesser",
        description="Two card games about time, in the terminal. Without a command: the home screen.",
        epilog=TEXT,
    )
    top.add_argument("--version", action="version", version=f"tesser {core.VERSION}")
    top.add_argument("--profile", metavar="NAME", default="", help="another identity and data folder")
    common.add_glyphs(top, None)
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for command in COMMANDS:
        command.add(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and give its exit status."""
    arguments = parser().parse_args(argv)
    if arguments.glyphs is not None:
        os.environ[glyphs.VARIABLE] = arguments.glyphs
    run = getattr(arguments, "run", play.run_home)
    try:
        status: int = run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except Stop as stop:
        print(f"tesser: {stop}", file=sys.stderr)
        return stop.status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has read enough; nothing may be left for the interpreter to flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FINISHED
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        print(f"tesser: the output can't be written: {error.strerror}.", file=sys.stderr)
        return BAD_FILE
