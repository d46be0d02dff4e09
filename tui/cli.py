"""The command line: `tesser` opens the home screen, `tesser COMMAND` does one thing."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import core
from tui.commands import arena, cards, decks, network, play, replay
from tui.exits import INTERRUPTED, TEXT, Stop

COMMANDS = (play, network, arena, cards, decks, replay)


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="tesser",
        description="Two card games about time, in the terminal. Without a command: the home screen.",
        epilog=TEXT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"tesser {core.VERSION}")
    top.add_argument("--profile", metavar="NAME", default="", help="another identity and data folder")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for command in COMMANDS:
        command.add(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and give its exit status."""
    arguments = parser().parse_args(argv)
    run = getattr(arguments, "run", play.run_home)
    try:
        status: int = run(arguments)
        sys.stdout.flush()
        return status
    except Stop as stop:
        print(f"tesser: {stop}", file=sys.stderr)
        return stop.status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has gone; close it here, or the interpreter complains at exit.
        sys.stderr.close()
        return INTERRUPTED
