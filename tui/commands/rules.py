"""`tesser rules`: the rules, the rulings, the glossary and the cards, to be read."""

from __future__ import annotations

import argparse
import shutil
import sys
import textwrap
from collections.abc import Sequence

from core import games
from core.clean import clean
from core.guide import ITEM, Guide, Topic
from tui.commands import common
from tui.exits import FINISHED, USAGE, Stop

WIDEST = 100
"""Columns that a line takes at most on a terminal; elsewhere a paragraph is a line."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command."""
    parser.add_argument(
        "topic",
        nargs="*",
        metavar="TOPIC",
        help="a ruling (R7), a word, a card, or any words to look for; without it: all rules and rulings",
    )
    common.add_game(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print what was asked for."""
    game = games.load(arguments.game)
    lines = told(game.guide(), " ".join(arguments.topic))
    if lines is None:
        words = clean(" ".join(arguments.topic), 60)
        raise Stop(USAGE, f"Nothing in the rules of {game.title} has the words {words!r}; try fewer.")
    for line in wrapped(lines):
        print(line)
    return FINISHED


def told(guide: Guide, words: str) -> list[str] | None:
    """What there is to read about these words, a paragraph a line; None if there is nothing.

    Without words all that is to be read from first to last; with the name of a topic, or words that only
    one topic has, that topic; else the headings of those that have the words.
    """
    if not words.split():
        return _all(guide)
    found = guide.find(words)
    topic = guide.named(words) or (found[0] if len(found) == 1 else None)
    if topic is not None:
        others = [one for one in found if one != topic]
        more = [f"Also about it: {_headings(others)}."] if 0 < len(others) <= 20 else []
        return [*guide.lines(topic), *more]
    if not found:
        return None
    return [f"{len(found)} topics have these words:", *(ITEM + _heading(one) for one in found)]


def _all(guide: Guide) -> list[str]:
    lines = []
    for kind, heading in (("section", "RULES"), ("ruling", "RULINGS"), ("term", "GLOSSARY")):
        lines += [heading, ""]
        for topic in guide.of_kind(kind):
            lines += [topic.heading, *topic.text, ""]
    return lines[:-1]


def _heading(topic: Topic) -> str:
    return topic.heading.replace("  ", " ")


def _headings(topics: Sequence[Topic]) -> str:
    return ", ".join(map(_heading, topics))


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
