"""`tesser rules`: the rules, the rulings, the glossary and the cards, to be read."""

from __future__ import annotations

import argparse
import shutil
import sys
import textwrap
from collections.abc import Sequence

from core import registry
from core.clean import clean
from core.contract.guide import ITEM
from tui.cli import operands
from tui.exit_status import FINISHED, USAGE, Stop

WIDEST = 100
"""Columns that a line takes at most on a terminal; elsewhere a paragraph is a line."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command."""
    parser.add_argument(
        "topic",
        nargs="*",
        metavar="TOPIC",
        help="a ruling (R7, T7), a word, a card, or any words to look for; without it: all rules and rulings",
    )
    operands.add_game(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print what was asked for."""
    game = registry.load(arguments.game)
    lines = game.texts.guide().told(" ".join(arguments.topic))
    if lines is None:
        words = clean(" ".join(arguments.topic), 60)
        raise Stop(USAGE, f"Nothing in the rules of {game.title} has the words {words!r}; try fewer.")
    for line in wrapped(lines):
        print(line)
    return FINISHED


def wrapped(lines: Sequence[str]) -> list[str]:
    """Paragraphs as lines that fit the terminal; unchanged where the output is none."""
    if not sys.stdout.isatty():
        return list(lines)
    width = min(WIDEST, shutil.get_terminal_size().columns - 1)
    found = []
    for line in lines:
        inner = "  " if line.startswith(ITEM) else ""
        found += textwrap.wrap(line, width, subsequent_indent=inner) or [""]
    return found
