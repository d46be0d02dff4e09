"""The lists of Time Masters: cards marked and taken together, and the piles."""

from __future__ import annotations

import pytest

from core.contract.choice import Choice, Decision
from core.engine.match import Match
from tests.support.masters_screen import GAME, bare, walk
from tests.support.pilot import rows
from tui.screens.match_help import HelpPanel
from tui.widgets.choice_panels import MarkPanel

pytestmark = pytest.mark.usefixtures("nothing_hidden_is_read")


def asked(kind: str, limit: int, may_stop: bool) -> tuple[Match, Decision]:
    """A moment of a match with a question of this kind for several cards, that may stop before or not."""
    for seed in range(30):
        for match, decision in walk(2, seed, 700):
            stops = any(not one.handles for one in decision.choices or ())
            cards = sum(bool(one.handles) for one in decision.choices or ())
            if (decision.kind, decision.limit, stops) == (kind, limit, may_stop) and cards > limit:
                return match, decision
    raise AssertionError(f"no walk comes to {kind} {limit}")


async def test_cards_are_marked_in_one_list_and_taken_together() -> None:
    match, decision = asked("return", 2, may_stop=False)
    async with bare() as (app, pilot):
        app.look(match.view(decision.seat), decision.seat, decision)
        app.board.open_list()
        await pilot.pause()
        assert isinstance(app.screen, MarkPanel)
        await pilot.press("enter", "f")
        # Two have to be taken.
        assert isinstance(app.screen, MarkPanel) and not app.picked
        await pilot.press("down", "enter", "down", "enter")
        assert "2 of 2" in app.screen.heading.render().plain  # type: ignore[union-attr]
        await pilot.press("f")
        await pilot.pause()
        assert len(app.picked[-1]) == 2 and {one.kind for one in app.picked[-1]} == {"return"}


async def test_where_fewer_may_be_taken_the_end_is_said() -> None:
    match, decision = asked("return", 3, may_stop=True)
    async with bare() as (app, pilot):
        app.look(match.view(decision.seat), decision.seat, decision)
        app.board.open_list()
        await pilot.pause()
        await pilot.press("down", "enter", "f")
        await pilot.pause()
        first, last = app.picked[-1]
        assert first.kind == "return" and last == Choice("done")
        app.picked.clear()
        app.look(match.view(decision.seat), decision.seat, decision)
        await pilot.press("escape", "space")
        await pilot.pause()
        assert app.picked == [(Choice("done"),)]


async def test_a_list_says_where_a_card_lies_and_explains_it() -> None:
    match, decision = asked("banish", 2, may_stop=True)
    async with bare() as (app, pilot):
        app.look(match.view(decision.seat), decision.seat, decision)
        app.board.open_list()
        await pilot.pause()
        text = rows(app)
        assert " hand " in text and "to be banished: 0 of 2" in text
        await pilot.press("question_mark")
        await pilot.until(lambda: isinstance(app.screen, HelpPanel))
        await pilot.pause()
        text = rows(app)
        assert "Help" in text and "level" in text


async def test_the_piles_of_all_seats_open_as_lists() -> None:
    async with bare() as (app, pilot):
        *_, (match, decision) = walk(3, 2, 200)
        view = match.view(decision.seat)
        app.look(view, decision.seat, decision)
        await pilot.press("d")
        await pilot.pause()
        text = rows(app)
        assert f"Your discard pile ({len(view.pile[decision.seat])}):" in text
        newest = next(pile[-1] for seat, pile in enumerate(view.pile) if pile and seat == decision.seat)
        assert GAME.cards[view.cards[newest]].name in text
        await pilot.press("escape")
        # Enter on another seat's line opens them too.
        spot = next(spot for spot in app.board.spots if spot.key < 0)
        app.board.go(spot.zone, spot.key)
        await pilot.press("enter")
        await pilot.pause()
        assert len(app.screen_stack) > 1
