"""Golden playthroughs: matches in words, so that a change of the rules is a difference one can read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.playthrough import GOLDEN, lines
from tests.pocket.game import Pocket

FOLDER = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("name", list(GOLDEN))
def test_a_match_goes_as_it_is_written_down(name: str, pocket: Pocket) -> None:
    """If a difference is meant: `python -m tests.core.playthrough NAME > tests/golden/NAME.txt`."""
    written = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    assert list(lines(name)) == written
