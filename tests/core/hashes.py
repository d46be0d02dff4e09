"""Prints the hashes of some matches, for a fresh process: `python -m tests.core.hashes [first] [last]`.

Each line is a game, the number of a random match, its entries, and its last hash, which all others are in.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from core import registry
from core.contract.stream import Stream, numbered_seed
from core.engine.match import Match
from tests.support.matches import random_header


def lines(first: int, last: int) -> Iterator[str]:
    """The lines of these matches of every game."""
    for name in ("wrinkles", "time-masters", "pocket"):
        game = registry.load(name)
        for number in range(first, last):
            match = Match(random_header(game, number), game)
            stream = Stream(numbered_seed(number), "test play")
            while (decision := match.decision()) is not None:
                assert decision.choices
                match.choose(decision.choices[stream.below(len(decision.choices))])
            yield f"{name} {number} {match.n} {match.h0.hex()} {match.head.hex()}"


def main() -> None:
    registry.register("pocket", "tests.pocket.game")
    first, last = (int(word) for word in sys.argv[1:3])
    for line in lines(first, last):
        print(line)


if __name__ == "__main__":
    main()
