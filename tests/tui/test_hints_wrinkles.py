"""What the screen says a choice would do is what it does."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from core.contract.chance import Blind
from core.wrinkles.state import EVIL, GOOD, KINDS, TEST, WrinklesState
from core.wrinkles.wrinkles import load
from tests.core.wrinkles import wild
from tests.support import match_screen
from tests.support.match_screen import Player, random_bot
from tests.support.matches import Walk
from tests.support.scenes.wrinkles import scene
from tests.support.wrinkles_screen import Script, ids, playing
from tui.boards.board_state import Scene, Spot
from tui.boards.wrinkles.detail import about_spot
from tui.boards.wrinkles.hand_rows import worth
from tui.boards.wrinkles.hints import WrinklesHints, lead, result_of_test
from tui.boards.wrinkles.view_model import WrinklesFacts
from tui.match.commands import Choose

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("nothing_hidden_is_read")]

GAME = load()

SEVEN = ("Hope", "Love", "Kythe", "Noah", "Birth", "Joy", "Wisdom")


def totals(state: WrinklesState, seat: int) -> tuple[int, int]:
    return GAME.total(state, seat), GAME.total(state, 1 - seat)


def test_cards_that_go_or_make_room_change_the_totals_as_said() -> None:
    compared: dict[str, int] = {}
    for number in range(25):
        for ply in Walk(GAME, number):
            decision = ply.decision
            if decision.kind not in ("entering", "cost", "replace"):
                continue
            seat, view = decision.seat, GAME.mask(ply.before, decision.seat)
            before = totals(view, seat)
            hints = WrinklesHints(GAME, view, seat, [GAME.total(view, one) for one in range(2)])
            for choice in decision.choices or []:
                if not choice.handles:
                    continue
                (handle,) = choice.handles
                after = GAME.copy(view)
                GAME.apply(after, choice, Blind())
                gone = {*view.board[GOOD], *view.board[EVIL]} - {*after.board[GOOD], *after.board[EVIL]}
                if gone != {handle} or after.turn_bonus != view.turn_bonus:
                    continue  # What follows by itself has changed more.
                if decision.kind == "replace":
                    said = dict(hints.replacing(view.cards[decision.about[0]]))[handle]
                else:
                    said = hints.without(handle)
                now = totals(after, seat)
                assert (now[0] - before[0], now[1] - before[1]) == said
                compared[decision.kind] = compared.get(decision.kind, 0) + 1
    assert min(compared.values()) > 10 and len(compared) == 3


def test_the_test_does_what_was_said() -> None:
    said_of: dict[str, int] = {}
    for number in range(40):
        for ply in Walk(GAME, number):
            frame = ply.before.todo[-1]
            if KINDS[ply.before.phase] != TEST or ply.decision.kind != "window" or not frame[2]:
                continue
            after = GAME.copy(ply.before)
            (passing,) = (choice for choice in ply.decision.choices or [] if choice.kind == "pass")
            GAME.apply(after, passing, Blind())
            said = result_of_test(ply.before, *totals(ply.before, GOOD))
            assert ("wins the match" in said) == bool(after.over)
            if found := re.search(r"Good (\d), Evil (\d)", said):
                assert [int(one) for one in found.groups()] == after.tokens
            else:
                assert "the last token" in said and 6 in after.tokens
            seat = ply.decision.seat
            hints = WrinklesHints(GAME, ply.before, seat, [GAME.total(ply.before, one) for one in range(2)])
            assert hints.passing().endswith(f"has passed. If you pass too, {said}.")
            said_of[said.split(" ", 1)[0]] = said_of.get(said.split(" ", 1)[0], 0) + 1
    assert set(said_of) == {"Good", "Evil"}


def test_every_choice_has_something_said_about_it() -> None:
    seen: set[str] = set()
    for number in range(12):
        for ply in Walk(GAME, number):
            decision = ply.decision
            seat, view = decision.seat, GAME.mask(ply.before, decision.seat)
            facts = WrinklesFacts(GAME, view, seat)
            scene = Scene(view=view, seat=seat, decision=decision)
            for choice in decision.choices or []:
                handle = choice.handles[0] if choice.handles else -1
                if decision.kind in ("order", "seek") or (handle < 0 and choice.kind != "pass"):
                    continue
                zone = "choices" if handle < 0 else "hand" if handle in view.hand[seat] else "below"
                about = about_spot(GAME, scene, facts, Spot(zone, max(handle, 0), 0, 0))
                special = handle >= 0 and GAME.pool.special[view.cards[handle]]
                # Of some Specials the text says it all.
                assert about.now or special, (decision.kind, choice)
                seen.add(decision.kind)
    assert seen >= {"window", "answer", "target", "cost", "replace", "entering", "lose", "trim"}


def test_a_hand_card_is_said_to_negate_exactly_where_it_can() -> None:
    for game in (GAME, wild.load()):
        said: Counter[str] = Counter()
        for number in range(20):
            for ply in Walk(game, number):
                decision = ply.decision
                if decision.kind != "answer":
                    continue
                seat, view = decision.seat, game.mask(ply.before, decision.seat)
                facts = WrinklesFacts(game, view, seat)
                asked = Scene(view=view, seat=seat, decision=decision)
                can = {choice.handles[0] for choice in decision.choices or () if choice.handles}
                for one in facts.hand:
                    words, _ = worth(game, one, "answer", 20)
                    says = about_spot(game, asked, facts, Spot("hand", one.handle, 0, 0)).says
                    assert (words == "negates it") == (one.handle in can)
                    assert any(line.startswith("Negates ") for line in says) == (one.handle in can)
                    said[words] += 1
        assert said["negates it"] and said["only from play"], said


def test_copies_of_one_card_are_no_choice_to_be_hinted_at() -> None:
    s = scene(good="2 Guadior", evil_hand="Extinguish", turn=2)
    hints = WrinklesHints(
        GAME, GAME.mask(s.state, EVIL), EVIL, [GAME.total(s.state, one) for one in range(2)]
    )
    assert hints.special(s.state.hand[EVIL][0])[0].startswith("It discards Good's Guadior: ")
    s = scene(good="2 Guadior, Blajeny", evil_hand="Extinguish", turn=2)
    hints = WrinklesHints(
        GAME, GAME.mask(s.state, EVIL), EVIL, [GAME.total(s.state, one) for one in range(2)]
    )
    assert " at best: " in hints.special(s.state.hand[EVIL][0])[0]


def test_who_leads_is_said_in_words() -> None:
    assert lead(5, 3) == "Good leads by 2"
    assert lead(3, 5) == "Evil leads by 2"
    assert lead(4, 4) == "level, and Good wins ties"


async def to_fate(player: Player) -> None:
    await player.question("Destiny I: play")
    await player.press("space")
    await player.question("Fate I: play")


async def test_a_large_screen_has_boxes_and_explains_the_card_under_the_cursor() -> None:
    async with playing(ids("good", "Noah", "Yalith", *SEVEN[:5]), size=(120, 40)) as player:
        await to_fate(player)
        await player.pick("Noah")
        await player.sees("In play: your total +5; then Good")
        assert "Your Mortals get +3." in player.text
        await player.press("enter")
        await player.question("Fate I: play")
        await player.pick("Yalith")
        await player.sees("In play: your total +4; then Good")
        await player.press("enter")
        await player.question("Fate I: play")
        await player.sees("Good 9 against Evil 0: Good leads by 9")
        await player.pick("Noah")
        await player.press("right")
        for words in ("Counts 4:", "1 printed", "+3 Noah"):
            assert words in player.text
        # The box: what it counts, and what is printed on it.
        rows = player.text.split("\n")
        y = next(n for n, row in enumerate(rows) if "Yalith" in row and "Noah" in row)
        assert "4 (1)" in rows[y + 1] and "5 (2)" in rows[y + 1]
        assert "Mortal +3" in rows[y + 2] or "Your Mortals get" in rows[y + 2]


async def test_resizing_always_gives_a_whole_screen() -> None:
    sizes = ((60, 20), (80, 24), (100, 30), (120, 40), (200, 50), (120, 24), (80, 40), (60, 50), (200, 20))
    async with playing(ids("good", *SEVEN)) as player:
        await to_fate(player)
        await player.pick("Hope")

        def drawn() -> tuple[int, set[int]]:
            """How many rows the screen has, and how wide they are."""
            rows = player.text.split("\n")
            return len(rows), {len(row) for row in rows}

        for width, height in (*sizes, *reversed(sizes)):
            await player.pilot.resize_terminal(width, height)
            await player.until(lambda size=(height, {width}): drawn() == size)
            await player.sees("[Enter] play Hope")
            assert player.under_cursor() == "Hope"
            # Nothing that matters is there at the large sizes only.
            for words in (
                "Fate I: play a card",
                "Good 0 against Evil 0",
                "In play: your total +3",
                "Love",
                "[Space] pass",
                "Esc leave",
                "c concede",
                "o stops",
                "hand 7",
                "you: Good",
                "FATE I",
            ):
                assert words in player.text, (width, height, words)
            # No key stands without its word.
            assert re.search(r"  \? (help|all keys) ", player.text)
            keys = next(row for row in player.text.split("\n") if "o stops" in row)
            assert not re.search(r"  [a-z?]  ", keys), (width, height)


async def test_in_the_test_the_middle_line_says_what_will_happen() -> None:
    async with playing(ids("good", *SEVEN), bots={EVIL: Script()}) as player:
        await player.question("Destiny I: play")
        while "Test: play a Special, or pass." not in player.text:
            await player.press("space")
            await player.until(lambda: match_screen.asked(player))
        assert "Good 0 against Evil 0: Good takes a token: Good 4, Evil 2" in player.text
        while "[Enter] pass" not in player.text:
            await player.press("tab")
        assert "if both pass, Good takes a token: Good 4, Evil 2." in player.text


async def test_a_box_says_in_a_word_that_its_card_replaces_another() -> None:
    """Nobody has to know what r+1 is where cards are boxes."""
    async with playing(ids("good"), bots={EVIL: random_bot(1)}, size=(120, 40), seed=3) as player:
        me, met = random_bot(5), 0
        while met < 6:
            await player.until(lambda: player.app.match_screen.client.question is not None)
            picture, asked = player.app.match_screen.client.picture, player.app.match_screen.client.question
            assert picture is not None and asked is not None
            hand = player.text.split("\n HAND")[-1]
            assert " r+" not in hand and " r-" not in hand, hand
            met += hand.count("+1 replaces") + hand.count("+2 replaces")
            picks = await me.choose(picture.views[asked.seat], asked.decision)
            player.app.worker.send(Choose(asked.ticket, tuple(picks)))
            await player.until(lambda n=picture.n: player.app.match_screen.client.picture.n > n)  # type: ignore[union-attr, misc]
