"""`python -m tests.benchmarks`: how fast tesser is on this machine, and whether what it promises holds."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Sequence

import msgspec

from core import registry
from core.arena import arena_header
from core.clean import clean
from core.contract.game import AnyGame
from core.contract.header import Decklist
from decks.storage.catalog import default_deck
from tests.benchmarks import archive, filtering, first_frame, keys, links, report, rules
from tests.benchmarks.figures import Figure, Missing, Say
from tui.cli import operands
from tui.cli.parser import Parser
from tui.cli.progress import Progress
from tui.exit_status import FINISHED, INTERRUPTED, USAGE, Stop, ending_in_order
from tui.match.local import all_options
from tui.terminal.text_fit import aside


class Size(msgspec.Struct, frozen=True):
    """How much is measured."""

    rules: tuple[int, int]
    """Runs, and matches in each."""
    frames: int
    keys: tuple[int, int]
    """Runs, and keys in each."""
    links: tuple[int, int]
    """Runs, and choices in each."""
    archive: tuple[int, int]
    """Runs, and entries in each match."""


WHOLE = Size(rules=(9, 12), frames=9, keys=(3, 99), links=(5, 8), archive=(5, 60))
QUICK = Size(rules=(3, 3), frames=1, keys=(1, 8), links=(1, 5), archive=(1, 10))

Found = dict[str, Figure]
Setting = tuple[AnyGame, Sequence[Decklist | None], dict[str, int]]


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and give its exit status, one of tesser's."""
    gc.set_threshold(50_000)  # as tesser does
    parser = Parser(prog="python -m tests.benchmarks", description="Measure how fast tesser is here.")
    _declare(parser)
    try:
        return _run(parser.parse_args(argv))
    except Stop as stop:
        print(f"benchmarks: {stop}", file=sys.stderr)
        return stop.status
    except KeyboardInterrupt:
        return INTERRUPTED


def _declare(parser: Parser) -> None:
    operands.add_game(parser)
    operands.add_options(parser)
    parser.add_argument(
        "--only",
        default=",".join(report.PARTS),
        metavar="PART,PART",
        help="what is measured (default: %(default)s)",
    )
    parser.add_argument("--quick", action="store_true", help="few runs: a first look")
    parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")


def _run(arguments: argparse.Namespace) -> int:
    game = registry.load(arguments.game)
    wanted = arguments.only.split(",")
    for part in wanted:
        if part not in report.PARTS:
            raise Stop(
                USAGE, f"--only: there is no part {clean(part, 30)!r}; there are: {', '.join(report.PARTS)}."
            )
    options = all_options(game, operands.options_of(game, arguments.option, arguments.preset))
    groups = [game.deck_group(seat) for seat in range(game.seats[0])]
    decklists = [None if group is None else default_deck(game, group).decklist() for group in groups]
    operands.check_start(game, arena_header(game, ["random"] * len(decklists), decklists, options, 1, 0))
    size = QUICK if arguments.quick else WHOLE
    found: Found = {}
    missing: dict[str, str] = {}
    with ending_in_order(), Progress() as progress:
        for part, (title, keys) in report.PARTS.items():
            if part not in wanted:
                missing |= dict.fromkeys(keys, report.LEFT_OUT)
                continue
            if not progress.shown:
                aside(f"{title} ...")
            for measure in _MEASURES[part]:
                try:
                    found |= measure((game, decklists, options), size, progress.say)
                except Missing as reason:
                    missing |= dict.fromkeys((key for key in keys if key not in found), str(reason))
            missing = {key: reason for key, reason in missing.items() if key not in found}
    if arguments.json:
        operands.print_json(report.as_json(game, found, missing))
    else:
        print(report.as_text(game, found, missing))
    return FINISHED


def _rules(setting: Setting, size: Size, say: Say) -> Found:
    return rules.measure(*setting, *size.rules, say)


def _frames(setting: Setting, size: Size, say: Say) -> Found:
    return first_frame.measure(size.frames, say)


def _keys(setting: Setting, size: Size, say: Say) -> Found:
    return keys.measure(setting[0], *size.keys, say)


def _filter(setting: Setting, size: Size, say: Say) -> Found:
    return filtering.measure(setting[0], size.keys[0], say)


def _links(setting: Setting, size: Size, say: Say) -> Found:
    return links.measure(*setting, *size.links, say)


def _archive(setting: Setting, size: Size, say: Say) -> Found:
    return archive.measure(*setting, *size.archive, say)


_MEASURES: dict[str, tuple[Callable[[Setting, Size, Say], Found], ...]] = {
    "core": (_rules,),
    "screen": (_frames, _keys, _filter),
    "archive": (_archive,),
    "net": (_links,),
}

if __name__ == "__main__":
    sys.exit(main())
