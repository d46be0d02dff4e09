"""Whom a match waits for, and how that one is."""

from __future__ import annotations

import pytest

from net.lockstep.request import MatchRequest
from net.transport.liveness import LinkNews, LinkState
from tests.support.archives import begun
from tui.match.presence import awaited, elsewhere, gone
from tui.match.request_texts import answer


@pytest.mark.parametrize(
    ("state", "seconds", "said"),
    [
        ("ok", 0, "Bea is thinking."),
        ("paused", 0, "Bea has a terminal that is paused; the link is ok."),
        ("paused", 75, "Bea has a terminal that has been paused for 75 s; the link is ok."),
        ("silent", 12, "Bea is not heard now: link silent for 12 s."),
        ("silent", 3725, "Bea is not heard now: link silent for 1 h 2 min."),
        ("silent", 0, "Bea is not heard now: link broken."),
    ],
)
def test_thinking_pausing_and_being_away_are_told_apart(state: LinkState, seconds: int, said: str) -> None:
    assert awaited("Bea", LinkNews(state, "ok", seconds, 90)) == said
    assert awaited("Bea", None) == "Bea is thinking.", "who sits at this machine has no link"


@pytest.mark.parametrize("seconds", [0, 1, 3725])
def test_who_pauses_is_not_gone(seconds: int) -> None:
    assert not gone(LinkNews("paused", "ok", seconds, 90))
    assert gone(LinkNews("silent", "ok", seconds, 90))


def test_who_is_elsewhere_is_told_by_the_header() -> None:
    header = begun(players=("person", "person"), peers=(0, 1)).header
    assert elsewhere(header, 1, 0) and not elsewhere(header, 0, 0) and not elsewhere(header, 1, -1)


@pytest.mark.parametrize("text", ["draw", "forfeit", "undo 0"])
def test_answers_of_several_persons_are_theirs_together(text: str) -> None:
    wish = MatchRequest(1, 0, text)
    one, two = answer(wish, False, ["Bea"]), answer(wish, False, ["Bea", "Cal"])
    assert two == one.replace("Bea", "Bea and Cal").replace("does", "do").replace("has", "have")
    assert answer(wish, True, ["Bea", "Cal"]).startswith(("Bea and Cal agree to", "Nothing was claimed"))
