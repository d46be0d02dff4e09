"""Two programs, a bad line, and kills at random: each match comes to the same end on both sides.

The same by hand, with a seed of one's own: `python -m tests.e2e.chaos`.
"""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

import pytest

from tests.e2e.chaos import play_all
from tests.e2e.chaos_count import Count

pytestmark = pytest.mark.long


def survived(count: Count, runs: int) -> None:
    """Nothing was lost, and there was something by which it could have been."""
    assert not count.troubles and not count.wrong, "\n".join((str(count), *count.troubles))
    assert count.runs == runs and (count.lost, count.diverged, count.alone) == (0, 0, 0), str(count)
    assert count.kills >= runs // 2 and count.cuts and count.entries > 20 * runs, str(count)


@pytest.mark.parametrize("first", [0, 5, 10, 15])
async def test_a_match_survives_what_happens_to_it(tmp_path: Path, first: int) -> None:
    survived(await play_all(1, 5, tmp_path, first=first, jobs=2), 5)


@pytest.mark.slow
@pytest.mark.timeout(1500)
async def test_three_hundred_matches_survive_what_happens_to_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = SystemRandom().randrange(10**6)
    with capsys.disabled():
        print(f"\nseed {seed}", flush=True)
        count = await play_all(seed, 300, tmp_path, actions=8, tell=True)
        print(count)
    survived(count, 300)
    assert count.begins and count.mutes and count.terminals > 30, str(count)
