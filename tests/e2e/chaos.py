"""Matches of two programs to which bad things happen at random: what survives is counted.

    python -m tests.e2e.chaos --runs 20 --seed 7

plays so many matches over lines that break, lag, and pass things on twice or in part, kills and stops the
programs from their first handshake on, brings them back, and says in one line what was done to them, what
was lost by it and how many stood still; of one that did, where both programs waited. Some guests sit at a
terminal, with the screens, and the terminal too stops at times. Exit status 1: something was lost, or a match
did not come to its end.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path
from random import SystemRandom

from tests.e2e.chaos_count import Count
from tests.e2e.chaos_run import Run


async def play_all(
    seed: int, runs: int, folder: Path, *, first: int = 0, actions: int = 5, jobs: int = 4, tell: bool = False
) -> Count:
    """Play runs number `first` and on of a seed, so many at a time. `tell`: say of each what went wrong."""
    total, places = Count(), asyncio.Semaphore(jobs)

    async def one(number: int) -> None:
        async with places:
            (own := folder / f"{number}").mkdir()
            count = await Run(f"{seed}/{number}", own, actions).play()
        count.troubles = [f"seed {seed}, run {number}: {trouble}" for trouble in count.troubles]
        total.add(count)
        if tell and count.wrong:
            print(f"run {number}: {count}", *count.troubles, sep="\n", flush=True)

    await asyncio.gather(*(one(number) for number in range(first, first + runs)))
    return total


def main() -> int:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=20, help="how many matches (default 20)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first (default 0)")
    parser.add_argument("--seed", type=int, help="what happens, again as it was drawn")
    parser.add_argument("--actions", type=int, default=8, help="how much happens in each (default 8)")
    parser.add_argument("--jobs", type=int, default=2 * (os.cpu_count() or 1), help="matches at a time")
    arguments = parser.parse_args()
    seed = SystemRandom().randrange(10**6) if arguments.seed is None else arguments.seed
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        work = play_all(
            seed,
            arguments.runs,
            Path(folder),
            first=arguments.first,
            actions=arguments.actions,
            jobs=arguments.jobs,
            tell=True,
        )
        total = asyncio.run(work)
    print(total)
    return int(total.wrong)


if __name__ == "__main__":
    sys.exit(main())
