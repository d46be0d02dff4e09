"""The board of Time Masters: what is drawn, and what can be chosen on it."""

from __future__ import annotations

import itertools

import pytest

from core.contract.choice import Choice, Decision
from core.timemasters.state import MastersState
from tests.support.masters_screen import GAME, NAMES, Bare, bare, crowded, walk
from tests.support.scenes.boosted import boosted, played
from tests.support.scenes.timemasters import scene
from tui.boards.timemasters.cell_texts import brief
from tui.boards.timemasters.layout import Counts, plan
from tui.boards.timemasters.painting import SPHERES, THEIRS, TIMERS
from tui.boards.timemasters.prompt import SECOND, TWO
from tui.match.act import Act
from tui.terminal import glyphs

pytestmark = pytest.mark.usefixtures("nothing_hidden_is_read")


@pytest.mark.parametrize("width", [60, 75, 76, 84, 119, 164])
@pytest.mark.parametrize("height", [20, 21, 24, 31, 32, 40, 60])
def test_rows_never_overlap_and_always_fit(width: int, height: int) -> None:
    for others, timers, spells, hand, question in itertools.product(
        ((0,), (4,), (0, 1, 0), (3, 2, 5)), (-1, 0, 3, 7), (0, 5, 11), (0, 5, 12, 23), (1, 3)
    ):
        for released, beside in ((0, True), (3, False)):
            counts = Counts(others, timers, spells, released, hand)
            layout = plan(width, height, counts, question, beside)
            used = [layout.title, layout.spheres_head, layout.spells_head, layout.hand_head]
            used += [layout.choices, layout.keys, *([layout.own_head] if timers >= 0 else [])]
            for grid in (layout.spheres, layout.beneath, layout.theirs, layout.timers, layout.spells,
                         layout.released, layout.hand):  # fmt: skip
                used += range(grid.y, grid.y + grid.lines)
                assert grid.x + grid.width * grid.columns <= width
            for y, lines in (layout.news, layout.detail, layout.question):
                used += range(y, y + lines)
            assert len(set(used)) == len(used), (counts, question)
            assert max(used) == layout.keys == height - 1, (counts, question)
            assert layout.theirs.rows >= 1
            assert layout.hand.rows >= (hand > 0) and layout.released.rows >= (released > 0)


def test_every_card_that_does_something_says_so_in_few_words() -> None:
    for card in GAME.pool.cards:
        does = bool(card.effects or card.placing or card.activation or card.each or card.slots)
        assert bool(brief(card)) == does


async def test_what_an_effect_takes_from_a_sphere_has_no_price() -> None:
    s = scene(hand="Premonition", zone="2 Spark", spheres={1: "2 Breath", 2: "2 Torrent"})
    async with bare() as (app, _):
        for does, priced in (("cast Premonition", False), ("take Breath", True)):
            s.do(does, *(["end"] if priced else []))
            decision = s.game.decision(s.state)
            text = "\n".join(app.look(s.game.mask(s.state, 0), 0, decision))
            assert "Top of Sphere" in text and ("access points." in text) == priced


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_all_that_matters_is_seen_at_once(seats: int) -> None:
    async with bare() as (app, _):
        for match, decision in itertools.islice(walk(seats, seats), 0, 300, 23):
            seat = decision.seat
            view = match.view(seat)
            text = "\n".join(app.look(view, seat, decision))
            assert f"round {view.round}" in text and f"you: Seat {seat + 1} ({NAMES[seat]})" in text
            for level, sphere in enumerate(view.spheres, 1):
                assert f"SPHERE {level} x{len(sphere)}" in text
                if sphere:
                    name = GAME.cards[view.cards[sphere[-1]]].name
                    assert name.removeprefix("The ")[:11] in text
            for one in range(view.seats):
                active, spent = view.active[one], view.spent[one]
                assert f"{active} of {active + spent}" in text
                if one != seat:
                    begins = f" {one + 1} {NAMES[one]}"[:6]
                    (row,) = (row for row in text.split("\n") if row.startswith(begins))
                    said = [f"hand {len(view.hand[one])}", f"{view.score[one]} point"]
                    if view.surcharge[one]:
                        said.append(f"next +{view.surcharge[one]}")
                    elif not view.cap[one]:
                        said += [f"deck {len(view.deck[one])}", f"discard {len(view.pile[one])}"]
                    if view.cap[one]:
                        said.append(f"cap {view.cap[one]}")
                    assert all(word in row for word in said), row
            assert f"access {GAME.points(view).left}" in text
            for handle in view.hand[seat]:
                assert GAME.cards[view.cards[handle]].name[:8] in text


async def test_tokens_that_wait_for_others_are_seen_however_full_their_lines_are() -> None:
    state = crowded(0)
    for seat in range(4):
        state.surcharge[seat], state.cap[seat], state.score[seat] = 2, 3, 105
        state.active[seat], state.spent[seat], state.ephemeral[seat] = 7, 7, 4
    view = GAME.mask(state, state.mover)
    for size in ((80, 24), (60, 20), (120, 40)):
        async with bare(size) as (app, _):
            rows = app.look(view, state.mover, GAME.decision(view))
            theirs = [row for row in rows if "105 points  hand" in row]
            assert theirs and all("+2, cap 3" in row for row in theirs), "\n".join(rows)
            assert any("HAND" in row and "cap 3" in row for row in rows)


async def test_a_full_table_is_readable_at_every_size() -> None:
    state = crowded(0)
    view = GAME.mask(state, state.mover)
    decision = GAME.decision(view)
    async with bare() as (app, pilot):
        for width, height in ((80, 24), (60, 20), (120, 40), (84, 40), (200, 60)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            rows = app.look(view, state.mover, decision)
            spots = {(spot.zone, spot.key) for spot in app.board.spots}
            # What is scrolled out can be gone to.
            for seat in range(4):
                zone = TIMERS if seat == state.mover else THEIRS
                assert {(zone, timer.handle) for timer in view.timers[seat]} <= spots
            assert {("hand", handle) for handle in view.hand[state.mover]} <= spots
            for spot in app.board.spots:
                app.board.go(spot.zone, spot.key)
                here = app.board.find((spot.zone, spot.key))
                assert here is not None and here.region is not None, (spot, width, height)
                x, y, _, _ = here.region
                assert app.board._strips[y].text[x] == glyphs.chosen().cursor
            assert len(rows) == height


async def test_every_choice_can_be_made_on_the_board() -> None:
    kinds: set[str] = set()
    async with bare() as (app, pilot):
        for seed, seats in ((1, 2), (3, 3), (3, 4), (5, 2), (6, 2)):
            for match, decision in walk(seats, seed, 900):
                view = match.view(decision.seat)
                for choice in decision.choices or ():
                    if f"{decision.kind} {choice.kind}" in kinds:
                        continue
                    app.picked.clear()
                    app.look(view, decision.seat, decision)
                    await choose(app, pilot, view, decision, choice)
                    assert app.picked and app.picked[-1][0] == choice, (decision, choice, app.picked)
                    legal(view, decision, app.picked[-1])
                    kinds.add(f"{decision.kind} {choice.kind}")
    assert {one.split()[0] for one in kinds} >= {
        "main", "timers", "under", "onto", "pay", "access", "discard", "lose", "return", "banish", "target",
        "repeat", "take", "look",
    }, kinds  # fmt: skip
    assert {"main cast", "main place", "main timer", "main concentrate", "main release", "main activate",
            "main discard", "main pass", "main end", "access beneath", "access done"} <= kinds  # fmt: skip


def legal(view: MastersState, decision: Decision, picks: tuple[Choice, ...]) -> None:
    """Each of the picks may be chosen after those before it, as far as they belong together."""
    act = Act(GAME, view, decision)
    for pick in picks:
        assert pick in (act.decision.choices or ())
        if act.pick(pick):
            return


async def choose(app: Bare, pilot, view: MastersState, decision: Decision, choice: Choice) -> None:  # type: ignore[no-untyped-def]
    """Make one choice as a person does, by the cursor and keys."""
    board = app.board
    moment = board.moment()
    if not choice.handles:
        plain = moment.plain()
        if plain.index(choice) == 0:
            board.skip()
            board.skip()  # Some are asked twice.
        else:
            board.act("choices", SECOND)
            if choice.kind == "end":
                board.act("choices", SECOND)  # It is asked twice.
    elif board.listed():
        board.open_list()
        await pilot.pause()
        at = next(n for n, thing in enumerate(app.screen._things) if thing == choice)  # type: ignore[attr-defined]
        app.screen._rows.cursor = at  # type: ignore[attr-defined]
        most = app.screen._most  # type: ignore[attr-defined]
        app.simulate_key("enter")
        await pilot.pause()
        if most > 1:
            for n in range(most - 1):
                app.screen._rows.cursor = [i for i in range(9) if i != at][n]  # type: ignore[attr-defined]
                app.simulate_key("enter")
                await pilot.pause()
            app.simulate_key("f")
        await pilot.pause()
    elif choice.kind == "delay":
        board.go(TIMERS, choice.handles[0])
        board.other_key("b")
    elif choice.kind == "discard" and decision.kind == "main":
        board.act("choices", TWO)
        board.act("hand", choice.handles[0])
        board.act(*board.cursor)  # type: ignore[misc]
        board.act(*board.cursor)  # type: ignore[misc]
    elif board.to_mark():
        board.act("hand", choice.handles[0])
        while board.cursor != ("choices", 1):
            board.act(*board.cursor)  # type: ignore[misc]
        board.act(*board.cursor)  # type: ignore[misc]
    else:
        spot = next(spot for spot in board.spots if spot.key == choice.handles[0])
        board.act(spot.zone, spot.key)
        if choice.kind == "place" and board._mode.kind:
            timer = next(spot for spot in board.spots if board.legal(spot) and spot.zone == TIMERS)
            board.act(timer.zone, timer.key)
        elif choice.kind == "cast" and board._mode.kind:
            board.act(*board.cursor)  # type: ignore[misc]
    await pilot.pause()


async def test_esc_leaves_what_was_only_begun_on_the_board() -> None:
    async with bare() as (app, pilot):
        wanted = {"cast", "place", "discard"}
        match, decision = next(
            one for one in walk(2, 5) if wanted <= {choice.kind for choice in one[1].choices or ()}
        )
        view = match.view(decision.seat)
        rows = app.look(view, decision.seat, decision)
        board = app.board
        handle = next(one.handles[0] for one in decision.choices or () if one.kind == "place")
        if board.moment().both(handle):
            board.go("hand", handle)
            await pilot.press("enter")
            assert "onto a Timer" in "\n".join(strip.text for strip in board._strips)
            await pilot.press("escape")
            assert [strip.text for strip in board._strips][-3:] != [] and board.cursor == ("hand", handle)
        await pilot.press("x", "enter")
        assert "1 of 2 chosen" in "\n".join(strip.text for strip in board._strips)
        await pilot.press("escape")
        assert "chosen" not in "\n".join(strip.text for strip in board._strips)
        assert not app.picked and rows


async def test_released_spells_that_would_be_lost_are_asked_twice() -> None:
    async with bare() as (app, pilot):
        for seed in range(40):
            for match, decision in walk(2, seed):
                kinds = {one.kind for one in decision.choices or ()}
                if {"pass", "release"} <= kinds:
                    rows = app.look(match.view(decision.seat), decision.seat, decision)
                    assert any("free to play" in row for row in rows)
                    await pilot.press("space")
                    assert not app.picked
                    assert any("sure? once more" in strip.text for strip in app.board._strips)
                    await pilot.press("space")
                    await pilot.pause()
                    assert app.picked[-1] == (Choice("pass"),)
                    return
    raise AssertionError("no walk comes to released spells")


async def test_a_watcher_sees_no_hand() -> None:
    async with bare() as (app, _):
        for match, _decision in itertools.islice(walk(3, 4), 0, 120, 17):
            text = "\n".join(app.look(match.view(None), -1, None, status="Ada is thinking."))
            assert "You watch; hands are hidden." in text and "you:" not in text
            for seat in range(3):
                assert f"{seat + 1} {NAMES[seat]}"[:9] in text
            assert all(spot.zone != "hand" for spot in app.board.spots)


async def test_what_is_beneath_a_sphere_is_never_said() -> None:
    async with bare() as (app, _):
        for match, decision in itertools.islice(walk(2, 6), 0, 200, 31):
            view = match.view(decision.seat)
            app.look(view, decision.seat, decision)
            for spot in app.board.spots:
                if spot.zone == SPHERES and spot.row == 1:
                    about = app.board.about_spot(spot)
                    assert about.title.startswith("Beneath the top of Sphere")
                    hidden = GAME.cards[match.state.cards[spot.key]].name
                    assert hidden not in f"{about.named} {about.text}"


async def test_the_price_of_a_spell_is_explained_line_by_line() -> None:
    async with bare() as (app, _):
        match, decision = next(one for one in walk(2, 1) if one[1].kind == "main")
        seat = decision.seat
        state = GAME.copy(match.state)
        state.surcharge[seat], state.less = 2, 1
        view = GAME.mask(state, seat)
        app.look(view, seat, GAME.decision(view))
        one = next(one for one in app.board.facts().hand if one.price is not None)
        about = app.board.about_spot(next(spot for spot in app.board.spots if spot.key == one.handle))
        printed = GAME.pool.cost[one.card]
        assert about.head == f"Costs {printed + 1} Kè:"
        assert [row.number for row in about.rows] == [str(printed), "+2", "-1"]
        text = "\n".join(strip.text for strip in app.board._strips)
        assert "next spell +2, each spell -1" in text
        assert f"Sp {printed + 1} ({printed})" in text


@pytest.mark.parametrize("name", sorted(glyphs.SETS))
async def test_kes_are_told_apart_without_colours(name: str) -> None:
    before = glyphs.chosen().name
    glyphs.choose(name)
    try:
        signs = glyphs.chosen()
        async with bare() as (app, _):
            match, decision = next(iter(walk(2, 1)))
            state = GAME.copy(match.state)
            seat = decision.seat
            state.active[seat], state.spent[seat], state.ephemeral[seat] = 3, 1, 2
            view = GAME.mask(state, seat)
            text = "\n".join(app.look(view, seat, GAME.decision(view)))
            assert f"Kè {signs.token * 3}{signs.spent} {signs.fleeting * 2} 3 of 4 +2" in text
            state.active[seat] = 12
            view = GAME.mask(state, seat)
            text = "\n".join(app.look(view, seat, GAME.decision(view)))
            assert f"12{signs.token}1{signs.spent} 2{signs.fleeting}" in text and "12 of 13 +2" in text
    finally:
        glyphs.choose(before)


async def test_a_held_letter_answers_nothing_that_came_under_it() -> None:
    async with bare() as (app, pilot):
        match, decision = next(one for one in walk(2, 0) if one[1].kind == "pay")
        app.board.guard = 60.0
        app.look(match.view(decision.seat), decision.seat, decision)
        await pilot.press("e", "space", "enter")
        assert not app.picked
        app.board.guard = 0.0
        await pilot.press("e")
        await pilot.pause()
        assert app.picked == [(Choice("ephemeral"),)]


async def test_a_phase_that_ends_with_nothing_done_is_asked_twice() -> None:
    async with bare() as (app, pilot):
        opened = (
            one for one in walk(2, 1) if one[1].kind == "main" and Choice("pass") in (one[1].choices or ())
        )
        match, decision = next(opened)
        app.look(match.view(decision.seat), decision.seat, decision)
        await pilot.press("e")
        await pilot.pause()
        # Nothing is spent that a pass would bring back.
        assert app.picked == [(Choice("end"),)] and not match.view(decision.seat).spent[decision.seat]
        app.picked.clear()
        match, decision = next(one for one in opened if one[0].state.spent[one[1].seat])
        rows = app.look(match.view(decision.seat), decision.seat, decision)
        assert any("[Space] pass   [e] end" in row for row in rows)
        await pilot.press("e")
        assert not app.picked
        assert any("only a pass brings your spent Kè back" in strip.text for strip in app.board._strips)
        await pilot.press("escape")
        assert any("[Space] pass   [e] end" in strip.text for strip in app.board._strips)
        await pilot.press("e", "e")
        await pilot.pause()
        assert app.picked == [(Choice("end"),)]


async def test_the_last_two_cards_of_a_hand_can_be_discarded_for_a_ke() -> None:
    async with bare() as (app, pilot):
        match, decision = next(one for one in walk(2, 1) if one[1].kind == "main")
        seat, state = decision.seat, GAME.copy(match.state)
        state.pile[seat] += state.hand[seat][2:]
        for handle in state.hand[seat][2:]:
            state.known[handle] = 3
        del state.hand[seat][2:]
        state.active[seat], state.spent[seat] = 3, 1
        view = GAME.mask(state, seat)
        asked = GAME.decision(view)
        app.look(view, seat, asked)
        await pilot.press("x", "enter", "enter")
        assert any("Kè 3 of 4 -> 4 of 4; hand 2 -> 0" in strip.text for strip in app.board._strips)
        await pilot.press("enter")
        await pilot.pause()
        assert {one.kind for one in app.picked[-1]} == {"discard"}
        assert asked is not None
        legal(view, asked, app.picked[-1])


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_boosted_positions_are_shown_and_explained_to_everybody(size: tuple[int, int]) -> None:
    explained = 0
    async with bare(size) as (app, _):
        for number in range(6):
            s = boosted(number)
            for _choices in played(s, number, 4):
                for seat in range(s.state.seats):
                    view = GAME.mask(s.state, seat)
                    decision = GAME.decision(view)
                    assert decision is not None
                    app.look(view, seat, decision if decision.seat == seat else None)
                    for spot in app.board.spots:
                        app.board.about_spot(spot)
                        explained += 1
    assert explained > 300
