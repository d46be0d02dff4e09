"""What the board of Wrinkles in Time works out for drawing: acts, seats, rows, orders."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from textual.app import App

from core.contract.choice import Choice
from core.contract.stream import Stream, numbered_seed
from core.engine.match import Match
from core.wrinkles.seating import Seating
from core.wrinkles.state import FATE, KINDS
from core.wrinkles.wrinkles import load
from tests.support.pilot import piloted
from tests.support.wrinkles_screen import EVIL, GOOD, ids, two
from tui.boards.board_state import Scene, Spot
from tui.boards.wrinkles.board import WrinklesBoard
from tui.boards.wrinkles.cell_texts import brief
from tui.boards.wrinkles.detail import about_spot
from tui.boards.wrinkles.layout import BOX, plan
from tui.boards.wrinkles.lists import picks_of_order
from tui.boards.wrinkles.view_model import WrinklesFacts
from tui.match.act import Act
from tui.terminal.themes import VARIABLES

pytestmark = pytest.mark.usefixtures("nothing_hidden_is_read")

GAME = load()


class Bare(App[None]):
    """An application with nothing but our colours."""

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return VARIABLES


def states(seed: int, **options: int) -> Any:
    """A random match, state by state."""
    match = Match(two(ids("good"), ids("evil"), seed=seed, **options), GAME)
    stream = Stream(numbered_seed(seed), "test")
    while (decision := match.decision()) is not None:
        yield match, decision
        assert decision.choices
        match.choose(decision.choices[stream.below(len(decision.choices))])


@pytest.mark.parametrize("seed", range(3))
def test_a_free_slot_is_shown_exactly_where_the_rules_see_room(seed: int) -> None:
    for match, decision in states(seed, replace=0, max_turns=2):
        state, seat = match.state, decision.seat
        if decision.kind != "window" or KINDS[state.phase] != FATE or state.limit[seat] == 0:
            continue
        seating = Seating(GAME.pool, state, seat)
        playable = {choice.handles[0] for choice in decision.choices if choice.kind == "play"}
        for handle in state.hand[seat]:
            card = state.cards[handle]
            if not GAME.pool.special[card]:
                assert seating.room(GAME.pool.mask[card]) == (handle in playable)


@pytest.mark.parametrize("seed", range(2))
def test_facts_of_every_view_agree_with_the_board(seed: int) -> None:
    for match, _ in states(seed, max_turns=1):
        for seat in (GOOD, EVIL, None):
            view = match.view(seat)
            facts = WrinklesFacts(GAME, view, -1 if seat is None else seat)
            for side in range(2):
                seated = [slot.handle for slot in facts.slots[side] if slot.handle >= 0]
                assert sorted(seated) == sorted(view.board[side])
                assert sum(facts.forces[handle] for handle in seated) == facts.totals[side]
                for handle in seated:
                    spot = Spot("below" if side == facts.below else "above", handle, 0, 0)
                    scene = Scene(view=view, seat=-1 if seat is None else seat, decision=None)
                    about = about_spot(GAME, scene, facts, spot)
                    assert about.rows[0].text == "printed"
                    assert max(0, sum(int(row.number) for row in about.rows)) == facts.forces[handle]
            assert len(facts.hand) == (0 if seat is None else len(view.hand[seat]))


def test_an_act_ends_where_a_card_is_drawn_or_others_choose() -> None:
    kinds = set()
    for seed in range(4):
        for match, decision in states(seed, max_turns=1, evil_draw=3):
            act = Act(GAME, match.view(decision.seat), decision)
            for choice in decision.choices:
                act.restart()
                done = act.pick(choice)
                assert act.picks == [choice]
                if not done:
                    kinds.add(act.decision.kind)
                    assert act.decision.seat == decision.seat and not act.decision.start
                    assert act.restart()
                    assert act.view.todo == match.state.todo
                    assert not act.restart()
    assert {"target", "replace", "cost"} <= kinds


@pytest.mark.parametrize("after", list(itertools.permutations(range(4))))
def test_an_order_becomes_the_fewest_picks(after: tuple[int, ...]) -> None:
    picks = picks_of_order(range(4), after)
    deck = list(range(4))
    for place, pick in enumerate(picks):
        if pick.kind == "order":
            deck.remove(pick.handles[0])
            deck.insert(place, pick.handles[0])
    assert tuple(deck) == after
    # With one card left nothing is asked any more; otherwise `done` ends it.
    orders = sum(pick.kind == "order" for pick in picks)
    assert (Choice("done") in picks) == (orders < 3)
    assert after != tuple(range(4)) or picks == [Choice("done")]


@pytest.mark.parametrize("width", [60, 75, 76, 84, 119, 164, 200])
@pytest.mark.parametrize("height", [20, 21, 24, 33, 34, 40, 60])
def test_rows_never_overlap_and_always_fit(width: int, height: int) -> None:
    for above, below, hand, question in itertools.product((11, 16, 23), (12, 17, 24), (0, 7, 15, 24), (1, 3)):
        layout = plan(width, height, above, below, hand, question, width > 130)
        used = [layout.title, layout.above_head, layout.story, layout.below_head, layout.hand_head]
        used += [layout.choices, layout.keys]
        for grid in (layout.above, layout.below, layout.hand):
            used += range(grid.y, grid.y + grid.lines)
            assert grid.x + grid.width * grid.columns <= width
        for y, lines in (layout.news, layout.detail, layout.question):
            used += range(y, y + lines)
        assert len(set(used)) == len(used)
        assert max(used) == layout.keys == height - 1
        assert layout.hand.rows >= 1 and min(layout.above.rows, layout.below.rows) >= 2
        assert layout.boxed == (layout.above.cell >= BOX)


def test_every_card_with_effects_has_a_brief_text_in_ascii() -> None:
    for card in GAME.pool.cards:
        assert bool(brief(card)) == bool(card.effects)
        assert brief(card).isascii()


async def test_every_question_says_a_key_that_answers_it_and_who_one_is() -> None:
    kinds = set()
    app = Bare()
    async with piloted(app, size=(80, 24)) as pilot:
        board = WrinklesBoard(GAME)
        await app.mount(board)
        await pilot.pause()
        for seed in range(12):
            for number, (match, decision) in enumerate(states(seed, max_turns=1, evil_draw=3)):
                if number % 7 and decision.kind in kinds:
                    continue
                view = GAME.mask(match.state, decision.seat)
                board.show(None)
                board.show(
                    Scene(view=view, seat=decision.seat, decision=decision, names=("Ann", "Bob"),
                          head="3f9a", link="link ok", status="", news="", note="",
                          fresh=True)
                )  # fmt: skip
                rows = [strip.text for strip in board._strips]
                while len(app.screen_stack) > 1:
                    app.pop_screen()
                kinds.add(decision.kind)
                keys = re.findall(r"\[([\w, ]+)\]", "\n".join(rows[-6:]))
                assert keys, "\n".join(rows)
                assert f"you: {GAME.roles[decision.seat]}" in rows[0]
    assert kinds >= {"window", "answer", "target", "cost", "replace", "entering", "lose", "trim", "order"}


@pytest.mark.parametrize("width", [60, 70, 80, 120])
@pytest.mark.parametrize("link", ["", "link ok", "link silent for 12 s"])
async def test_the_title_keeps_the_link_and_the_phase_at_every_width(width: int, link: str) -> None:
    app = Bare()
    async with piloted(app, size=(width, 24)) as pilot:
        board = WrinklesBoard(GAME)
        await app.mount(board)
        await pilot.pause()
        for match, decision in itertools.islice(states(1, max_turns=1), 0, 200, 9):
            view = GAME.mask(match.state, decision.seat)
            board.show(Scene(view=view, seat=decision.seat, decision=decision, head="3f9a", link=link))
            title = board._strips[0].text
            while len(app.screen_stack) > 1:
                app.pop_screen()
            assert title.rstrip().endswith(link or "3f9a")
            assert re.search(r"(DESTINY|FATE|CHALLENGE|TEST)( I+)? +Good o+:o+ Evil ", title), title
