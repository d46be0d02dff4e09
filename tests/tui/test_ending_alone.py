"""As what one side's copy of a match ends whose other side is gone, while it is not played."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from core.engine.match import Match
from core.registry import load
from net.lockstep.clocks import KeptClock
from net.protocol.contact import Contact
from net.protocol.identity import load_identity
from net.protocol.secret import Secret
from tests.support.kept import record
from tests.support.matches import header
from tui.archive.database import Archive
from tui.archive.queries import before_second, find
from tui.archive.store import MatchStore
from tui.match.one_sided_end import end_copy, how_to_end
from tui.match.resume import going_on, latest
from tui.match.series_position import begun
from tui.profile import Profile


def kept_with(
    root: Path, clock: str, left: int, n: int, mine: bool = False, series: str = ""
) -> tuple[Profile, str]:
    """A match of two machines that was left at its first choice; its name. The other side owes that, unless
    it is `mine`; who owes it had `left` when asked for entry `n`."""
    profile = Profile("", root)
    key = load_identity(profile.identity).key
    game = load("wrinkles")
    whole = header(game, 3, players=("person", "person"), peers=(0, 1))
    seats = tuple(msgspec.structs.replace(seat, key=key) for seat in whole.seats)
    match = Match(msgspec.structs.replace(whole, seats=seats, clock=clock), game)
    decision = match.decision()
    assert decision is not None
    here = decision.seat if mine else 1 - decision.seat
    contact = Contact(bytes(32), Secret(bytes(16)))
    store = MatchStore(profile.archive, (here,), contact=contact, series=series)
    store.open(match.header, match.h0)
    if clock != "none":
        store.keep_clocks({decision.seat: KeptClock(n, left, 0), 1 - decision.seat: KeptClock(0, 60_000, 0)})
    store.close()
    return profile, store.name


@pytest.mark.parametrize(
    ("clock", "left", "n", "mine", "end"),
    [
        ("60", 0, 1, False, "claimed"),
        ("10m+5", 0, 1, False, "claimed"),
        ("60", 1, 1, False, "left"),
        ("60", 0, 0, False, "left"),
        ("60", 0, 1, True, "left"),
        ("none", 0, 1, False, "left"),
    ],
)
def test_where_the_other_sides_time_was_up_the_copy_ends_as_claimed(
    tmp_path: Path, clock: str, left: int, n: int, mine: bool, end: str
) -> None:
    profile, name = kept_with(tmp_path, clock, left, n, mine)
    with Archive(profile.archive) as archive:
        kept = find(archive, name)
        assert how_to_end(archive, kept) == end
    outcome = end_copy(profile, kept)
    assert outcome.end == end
    assert record(tmp_path).entries[-1].text == end
    here = kept.seats[0]
    assert outcome.places == ((1, 1) if end == "left" else (1, 2) if here == 0 else (2, 1))


@pytest.mark.parametrize(("clock", "end"), [("none", "left"), ("60", "claimed")])
def test_a_first_game_of_two_that_was_ended_alone_leads_to_no_second_one(
    tmp_path: Path, clock: str, end: str
) -> None:
    """It is that first game that goes on, if the other side comes back."""
    profile, name = kept_with(tmp_path, clock, 0, 1, series=begun("original", True, ("Ada", "Bea")).kept())
    with Archive(profile.archive) as archive:
        assert latest(archive) is not None
        assert end_copy(profile, find(archive, name)).end == end
        assert before_second(archive) == [] and latest(archive) is None
        said = going_on(archive, find(archive, name), "Enter")
    assert said.startswith(f"Your copy alone has ended, as {end}: Enter looks for the other side")
