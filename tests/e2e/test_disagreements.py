"""Two programs that do not agree on a match: both stop, name the same entry and keep what they agreed on.

Programs that were changed stand for other versions, cheats and broken machines.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.engine.record import read_record
from tests.support.programs import (
    SHORT,
    Program,
    Programs,
    both_results,
    record_of,
    sentence,
    statuses,
)
from tui.archive.database import Archive
from tui.archive.queries import page
from tui.archive.record_files import record_of as kept_record
from tui.match.summaries import came_to

pytestmark = pytest.mark.long

ANY_DECK = "import decks.formats; decks.formats.check = lambda *_: []\n"
HANDS = """
version = 1
name = "Balance"
game = "wrinkles"
side = "good"
format = "original"

[cards]
"wit/good/balance-of-the-universe" = 60
"""
PLAYS_ALWAYS = """
from core.bots.random import RandomBot
pick = RandomBot.pick
def eager(self, view, decision):
    plays = [choice for choice in decision.choices if choice.kind == "play"]
    return plays[0] if plays else pick(self, view, decision)
RandomBot.pick = eager
"""
SPECIALS_ANY_TIME = "import core.wrinkles.choices as c; c.special_reason = lambda *_: None\n"
FATE_FOR_EVER = "import core.wrinkles.choices as c; c.KINDS = ('Fate',) * 10\n"
FORBIDS_ALL = """
import core.wrinkles.choices as c
window = c._window
def nothing(pool, rooms, state, frame):
    return window(pool, rooms, state, frame) if frame[1] == 0 else [c.PASS]
c._CHOICES[c.WINDOW] = nothing
"""


def corrupted(how: str) -> str:
    """A program whose states go wrong in the second Fate phase, silently."""
    return f"""
from core.wrinkles.wrinkles import Wrinkles
true = Wrinkles.apply
def apply(self, state, choice, chance, events=None):
    true(self, state, choice, chance, events)
    if state.phase == 4:
        {how}
Wrinkles.apply = apply
"""


async def disagreement(programs: Programs, host: Program, guest: Program) -> tuple[int, str]:
    """Both sides end with 7, naming the same entry, and keep what they agreed on: its number and text."""
    assert await statuses(host, guest) == [7, 7], host.errors + guest.errors
    named = [re.search(r"do not agree on entry (\d+) \((.*?)\)", sentence(side)) for side in (host, guest)]
    assert named[0] and named[1] and named[0].groups() == named[1].groups()
    n, text = int(named[0].group(1)), named[0].group(2)
    records = [record_of(side) for side in (host, guest)]
    assert records[0].header == records[1].header
    assert records[0].entries[: n - 1] == records[1].entries[: n - 1]
    assert all(len(record.entries) >= n - 1 for record in records)
    assert all(record.outcome is None and not record.torn for record in records)
    # Entry n stands only where it was placed; the other side never took it.
    assert min(len(record.entries) for record in records) == n - 1
    assert "not finished" in await programs.verify(host.record)
    return n, text


async def test_a_special_played_too_early_stops_both(programs: Programs, tmp_path: Path) -> None:
    deck = tmp_path / "hands.toml"
    deck.write_text(HANDS, "utf-8")
    host = await programs.host("--side", "evil", before=ANY_DECK)
    guest = await programs.join(
        host.invite, "--deck", deck, before=ANY_DECK + SPECIALS_ANY_TIME + PLAYS_ALWAYS
    )
    n, text = await disagreement(programs, host, guest)
    assert re.fullmatch(r"play \d+=wit/good/balance-of-the-universe", text)
    assert "Here it is not allowed: " in sentence(host) and "only in Challenge." in sentence(host)
    assert len(record_of(host).entries) == n - 1


async def test_a_card_played_outside_fate_stops_both(programs: Programs) -> None:
    host = await programs.host("--side", "evil")
    guest = await programs.join(host.invite, before=FATE_FOR_EVER + PLAYS_ALWAYS)
    n, text = await disagreement(programs, host, guest)
    assert text.startswith("play ")
    assert "only in Fate." in sentence(host)
    assert len(record_of(host).entries) == n - 1


async def test_a_guest_that_forbids_what_is_allowed_stops_both(programs: Programs) -> None:
    host = await programs.host("--side", "evil", before=PLAYS_ALWAYS)
    guest = await programs.join(host.invite, before=FORBIDS_ALL)
    n, text = await disagreement(programs, host, guest)
    assert text.startswith("play ")
    assert "Here it is not allowed" in sentence(guest)
    assert len(record_of(guest).entries) == n - 1


@pytest.mark.parametrize("side", ["good", "evil"])
async def test_a_corrupted_public_value_stops_both(programs: Programs, side: str) -> None:
    host = await programs.host("--side", side)
    guest = await programs.join(host.invite, before=corrupted("state.tokens[:] = [4, 2]"))
    await disagreement(programs, host, guest)
    assert "difference is at tokens[0]" in sentence(host)
    assert "difference is at tokens[0]" in sentence(guest)


async def test_a_corrupted_hidden_card_stops_both_and_is_not_shown(programs: Programs) -> None:
    host = await programs.host()
    swap = "a, b = state.deck[1][:2]; state.cards[a], state.cards[b] = state.cards[b], state.cards[a]"
    guest = await programs.join(host.invite, before=corrupted(swap))
    await disagreement(programs, host, guest)
    assert "difference is at cards." in sentence(host)
    assert "difference is at cards." in sentence(guest)


async def test_a_corrupted_host_stops_both(programs: Programs) -> None:
    host = await programs.host(before=corrupted("state.tokens[:] = [4, 2]"))
    guest = await programs.join(host.invite)
    assert await statuses(host, guest) == [7, 7]
    assert "tokens[0]" in sentence(host) and "tokens[0]" in sentence(guest)
    await programs.verify(guest.record)


BY_MISTAKE = corrupted("state.tokens[:] = [4, 2]")


async def stopped(programs: Programs) -> int:
    """A match stops because the guest's states go wrong; the entry at which it did."""
    host = await programs.host(*SHORT)
    guest = await programs.join(host.invite, before=BY_MISTAKE)
    n, _ = await disagreement(programs, host, guest)
    for side in (host, guest):
        assert f"go back to entry {n - 1}, once: tesser resume " in sentence(side)
        assert not reports(side), "the seed is not told while the match may go on"
    return n


def reports(side: Program) -> list[Path]:
    return sorted((side.home / "tesser" / "archive" / "reports").glob("*"))


async def resumed(programs: Programs, before: str = "") -> tuple[Program, Program]:
    """Both go on, the guest with this Python before its program."""
    guest = await programs.start("guest", "resume", "--json", before=before)
    host = await programs.start("host", "resume", "--json")
    for side in (host, guest):
        assert list(await side.line()) == ["address"]
    return host, guest


async def test_a_match_goes_back_to_the_last_agreed_entry_and_on_from_there(programs: Programs) -> None:
    n = await stopped(programs)
    host, guest = await resumed(programs)
    agreed = record_of(host).entries[: n - 1]
    result = await both_results(host, guest)
    entries = record_of(host).entries
    assert len(agreed) == n - 1 and entries[: n - 1] == agreed and len(entries) == result["plies"] > n
    assert "all agree" in await programs.verify(host.record)


async def test_the_second_time_a_match_ends_and_a_report_is_kept(programs: Programs) -> None:
    n = await stopped(programs)
    host, guest = await resumed(programs, BY_MISTAKE)
    assert await statuses(host, guest) == [7, 7]
    for side in (host, guest):
        said = sentence(side)
        assert "difference is at tokens[0]" in said and "second time, and the match ends here" in said
        record, text = reports(side)
        told = text.read_text()
        assert "Differs at  tokens[0]" in told and str(record_of(side).header.seed) in told
        verified = re.search(r"(\d+) entries, .* all agree", await programs.verify(record))
        assert verified and int(verified[1]) >= n - 1
        for path in (record, text):
            assert path.stat().st_mode & 0o777 == 0o600
        with Archive(side.home / "tesser" / "archive" / "matches.sqlite3") as archive:
            (kept,) = page(archive, 2)
            assert re.fullmatch(r"ended at entry \d+: the two programs did not agree", came_to(kept))
            exported = read_record(kept_record(archive, kept))  # nothing of it is secret any more
            assert exported.header.seed == record_of(side).header.seed
    for player in ("host", "guest"):
        again = await programs.start(player, "resume", record_of(host).header.match)
        assert await again.ended() == 3 and "disagreed a second time, on entry " in sentence(again)
