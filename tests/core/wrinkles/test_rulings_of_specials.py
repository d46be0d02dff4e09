"""Specials, answers, costs and limits: R8, R11 to R14, Compulsion, ordering."""

from __future__ import annotations

import pytest

from core.contract.chance import Chance
from core.contract.errors import GameError
from core.contract.stream import numbered_seed
from core.wrinkles.frames import WORK
from core.wrinkles.moves import WrinklesMoves
from core.wrinkles.state import EFFECTS, EVIL, GOOD, RESOLVE
from core.wrinkles.wrinkles import Wrinkles
from tests.support.scenes.wrinkles import Scene, card, made_up, scene


@pytest.fixture(scope="module")
def both_answer() -> Wrinkles:
    """A pool in which Evil negates too: from hand with Counter, from play with Gatekeeper."""
    negate = '{ do = "negate" }'
    return made_up(evil=card("evil", "Counter", "X", 0, negate) + card("evil", "Gatekeeper", "I", 2, negate))


def test_r8_slots_of_two_specials_add_up_and_end_with_the_turn() -> None:
    full = "Ancient Enemy, Echthroid Monsters, Army of Destroyers, Gwydyr"
    s = scene(evil=full, evil_hand="2 War in Heaven, 3 Dragons & Wyrms", phase="Fate III", turn=2,
              options={"replace": 0})  # fmt: skip
    s.do("play War in Heaven", "let it resolve", "pass", "play War in Heaven", "let it resolve", "pass")
    s.do("play Dragons & Wyrms", "pass", "play Dragons & Wyrms", "pass")
    assert s.may() == ["pass"] and len(s.board(EVIL)) == 6
    s.do("pass").close().close()
    assert s.state.turn == 3 and s.state.turn_slots == [[], []] and len(s.board(EVIL)) == 6


def test_r11_good_is_always_asked_and_evil_never_with_the_printed_pools() -> None:
    s = scene(hand="Birth", deck="3 Hope", evil_hand="Chaos", evil_deck="3 Fear").do("play Birth")
    assert s.asked == ("window", EVIL)
    s.do("play Chaos")
    assert s.asked == ("answer", GOOD)


def test_r11_alarid_may_answer_the_special_that_points_at_him() -> None:
    s = scene(good="Alarid the Seraph, Sporos", evil_hand="Annihilation", evil_deck="Fear", turn=2)
    s.do("play Annihilation", "discard Good's Alarid the Seraph", "negate with Alarid the Seraph")
    assert s.board(GOOD) == ["Sporos"] and s.pile(GOOD) == ["Alarid the Seraph"]
    assert s.hand(EVIL) == [], "negated: nothing is drawn"
    assert s.asked == ("window", GOOD)


def test_r11_a_negated_special_goes_to_its_owners_pile_and_does_nothing() -> None:
    s = scene(hand="Heavenly Powers, Hope", evil_hand="Negation", turn=2)
    s.do("play Negation", "negate with Heavenly Powers")
    assert s.hand(GOOD) == ["Hope"] and s.pile(EVIL) == ["Negation"] and s.pile(GOOD) == ["Heavenly Powers"]
    assert "Negation is negated." in s.told()


def test_r11_the_question_names_the_special_and_its_target() -> None:
    s = scene(good="Sporos, Guadior", evil_hand="Un-Naming", turn=2)
    s.do("play Un-Naming", "discard Good's Guadior")
    decision = s.game.decision(s.state)
    assert decision is not None
    question = s.game.texts.ask(decision, s.game.mask(s.state, GOOD))
    assert question == (
        'Evil plays Un-Naming: "Discard a Character in play. Draw 1 card."'
        " It would discard your Guadior. Negate it, or let it resolve?"
    )


def test_r11_alarid_in_hand_negates_nothing_and_nobody_says_he_does() -> None:
    s = scene(hand="Alarid the Seraph", evil_hand="Chaos", evil_deck="3 Fear").do("pass", "play Chaos")
    assert s.asked == ("answer", GOOD) and s.may() == ["let it resolve"]
    reason = "That card negates only from play, not from hand."
    assert s.refused("negate", "Alarid the Seraph") == reason
    for reader in (GOOD, EVIL, None):
        halt = s.game.halt(s.game.mask(s.state, reader))
        assert halt is not None and not halt.could, reader
    s.do("let it resolve")
    assert s.hand(GOOD) == ["Alarid the Seraph"] and s.hand(EVIL) == ["Fear"] * 3


@pytest.mark.parametrize(("held", "could"), [("Alarid the Seraph, Hope", False), ("Answer to Prayer", True)])
def test_r11_a_seat_might_negate_only_with_what_negates_from_where_it_may_lie(held: str, could: bool) -> None:
    """As the others see it, of a hand and a deck of these cards."""
    for zones in ({"hand": held}, {"hand": "Joy", "deck": held}):
        s = scene(**zones, evil_hand="Chaos", turn=2).do("play Chaos")  # type: ignore[arg-type]
        halt = s.game.halt(s.game.mask(s.state, EVIL))
        assert halt is not None and halt.could == could
    s = scene(good="Alarid the Seraph", hand="Hope", evil_hand="Chaos", turn=2).do("play Chaos")
    halt = s.game.halt(s.game.mask(s.state, None))
    assert halt is not None and halt.could, "in play he does"


def test_r11_each_card_that_negates_does_so_from_one_place(both_answer: Wrinkles) -> None:
    """Whatever is offered from hand is a Special, and whatever is offered from play is none."""
    offered: dict[str, set[str]] = {"hand": set(), "play": set()}
    for info in both_answer.cards:
        good = info.group == "good"
        special, zones = ("Chaos", ("hand", "good")) if good else ("Birth", ("evil_hand", "evil"))
        theirs = {"evil_hand" if good else "hand": special}
        for where, zone in zip(("hand", "play"), zones, strict=True):
            if where == "play" and info.kind == "Special":
                continue
            s = scene(**{zone: info.name}, **theirs, turn=1 + good, game=both_answer)  # type: ignore[arg-type]
            s.do(f"play {special}")
            assert s.asked == ("answer", GOOD if good else EVIL)
            if len(s.may()) > 1:
                offered[where].add(info.name)
    assert offered["hand"] == {"Heavenly Powers", "Answer to Prayer", "Counter"}
    assert offered["play"] == {"Alarid the Seraph", "Gatekeeper"}


def test_what_is_no_special_is_neither_announced_nor_resolved() -> None:
    s = scene(hand="Hope")
    state, handle = s.state, s.state.hand[GOOD].pop()
    state.pending.append(handle)
    moves = WrinklesMoves(s.game.pool, s.game.rooms, state, Chance(numbered_seed(1), s.game.streams))
    todo = state.todo[:]
    with pytest.raises(GameError, match="wit/good/hope is no Special"):
        moves.announce(GOOD, handle)
    assert state.todo == todo
    for frame in ((RESOLVE, GOOD, handle, -1), (EFFECTS, GOOD, handle, -1, 0)):
        with pytest.raises(GameError, match="wit/good/hope is no Special"):
            WORK[frame[0]](moves, frame)


def birth(both_answer: Wrinkles, **zones: str) -> Scene:
    zones = {"hand": "Birth", "deck": "3 Hope", **zones}
    return scene(**zones, game=both_answer)  # type: ignore[arg-type]


def test_r11_evil_is_asked_where_its_pool_negates(both_answer: Wrinkles) -> None:
    s = birth(both_answer).do("play Birth")
    assert s.asked == ("answer", EVIL) and s.may() == ["let it resolve"]
    s.do("let it resolve")
    assert s.hand(GOOD) == ["Hope"] * 3 and s.asked == ("window", EVIL)


def test_r11_an_answer_can_be_answered_and_the_first_special_stands_again(both_answer: Wrinkles) -> None:
    s = birth(both_answer, hand="Birth, Heavenly Powers", evil_hand="2 Counter")
    s.do("play Birth", "negate with Counter")
    assert s.asked == ("answer", GOOD)
    s.do("negate with Heavenly Powers")
    assert s.asked == ("answer", EVIL), "about Heavenly Powers"
    s.do("let it resolve")
    assert s.pile(EVIL) == ["Counter"] and s.pile(GOOD) == ["Heavenly Powers"]
    assert s.asked == ("answer", EVIL), "Birth stands again, and may be answered again"
    s.do("negate with Counter", "let it resolve")
    assert s.hand(GOOD) == [] and s.pile(GOOD) == ["Heavenly Powers", "Birth"]
    assert s.asked == ("window", EVIL)


def test_r11_a_negated_answer_lets_the_special_resolve(both_answer: Wrinkles) -> None:
    s = birth(both_answer, hand="Birth, Heavenly Powers", evil_hand="Counter")
    s.do(
        "play Birth", "negate with Counter", "negate with Heavenly Powers", "let it resolve", "let it resolve"
    )
    assert s.hand(GOOD) == ["Hope"] * 3 and s.asked == ("window", EVIL)


def test_r11_a_negate_of_a_negate_of_a_negate(both_answer: Wrinkles) -> None:
    s = birth(both_answer, hand="Birth, Heavenly Powers", evil_hand="2 Counter")
    s.do("play Birth", "negate with Counter", "negate with Heavenly Powers", "negate with Counter")
    assert s.asked == ("answer", GOOD) and s.may() == ["let it resolve"]
    s.do("let it resolve")
    assert s.pile(GOOD) == ["Heavenly Powers"], "the first Counter stands again"
    assert s.asked == ("answer", GOOD), "and may be answered again"
    s.do("let it resolve")
    assert s.hand(GOOD) == [] and s.pile(GOOD) == ["Heavenly Powers", "Birth"]
    assert s.pile(EVIL) == ["Counter", "Counter"]


def test_r11_an_answer_from_play_can_not_be_answered(both_answer: Wrinkles) -> None:
    s = birth(both_answer, good="Alarid the Seraph", evil_hand="Counter", evil="Gatekeeper")
    s.do("play Birth", "negate with Counter", "negate with Alarid the Seraph")
    assert s.asked == ("answer", EVIL) and s.may() == ["let it resolve", "negate with Gatekeeper"]
    assert s.pile(EVIL) == ["Counter"] and s.state.pending and s.names(s.state.pending) == ["Birth"]
    s.do("negate with Gatekeeper")
    assert s.hand(GOOD) == [] and s.board(EVIL) == [] and s.asked == ("window", EVIL)


@pytest.mark.parametrize(("special", "payer"), [("Sacrifice", "Sporos"), ("X-Self", "Guadior"),
                                                ("X-Self", "Alarid the Seraph"),
                                                ("Sacrifice", "Grandfather Lamech")])  # fmt: skip
def test_costs_are_paid_when_announced_and_lost_when_negated(
    both_answer: Wrinkles, special: str, payer: str
) -> None:
    s = birth(both_answer, hand=special, good=payer, evil_hand="Counter").do(f"play {special}")
    assert s.board(GOOD) == [] and s.asked == ("answer", EVIL)
    s.do("negate with Counter", "let it resolve")
    assert s.hand(GOOD) == [] and s.pile(GOOD) == [payer, special]


def test_a_target_that_is_gone_is_not_discarded_but_the_rest_happens(both_answer: Wrinkles) -> None:
    s = birth(both_answer, good="Alarid the Seraph, Sporos", hand="Heavenly Powers", evil_deck="2 Fear",
              evil_hand="Annihilation, 2 Counter")  # fmt: skip
    s.do("pass", "play Annihilation", "discard Good's Alarid the Seraph", "negate with Heavenly Powers")
    s.do("negate with Counter", "negate with Alarid the Seraph", "negate with Counter", "let it resolve")
    assert s.asked == ("answer", GOOD) and s.names(s.state.pending) == ["Annihilation"]
    s.do("let it resolve")
    assert s.board(GOOD) == ["Sporos"] and s.hand(EVIL) == ["Fear"]


def test_r12_a_special_has_to_take_one_even_ones_own() -> None:
    s = scene(good="Sporos", hand="Wrath of God", deck="Hope").do("play Wrath of God")
    assert s.board(GOOD) == [] and s.pile(GOOD) == ["Sporos", "Wrath of God"] and s.hand(GOOD) == ["Hope"]


def test_r12_with_nothing_to_take_the_rest_of_the_text_happens() -> None:
    s = scene(hand="Peace", deck="Hope").do("play Peace")
    assert s.hand(GOOD) == ["Hope"] and s.pile(GOOD) == ["Peace"]


def test_r12_a_card_put_into_play_by_call_to_study_has_its_effect_as_it_enters() -> None:
    pool = made_up(good=card("good", "Gatherer", "M", 1, '{ do = "discard", of = "void" }'))
    s = scene(hand="Call to Study, Gatherer", evil="Darkness", game=pool)
    s.do("play Call to Study", "put into play Gatherer")
    assert s.asked == ("entering", GOOD) and s.may() == ["decline", "discard Evil's Darkness"]
    s.do("discard Evil's Darkness")
    assert s.board(EVIL) == [] and s.pile(GOOD) == ["Call to Study"]


def test_several_effects_of_one_card_happen_in_the_order_written() -> None:
    effects = '{ do = "discard", of = "void" }, { do = "opponent-discards", n = 1 }, { do = "draw", n = 2 }'
    pool = made_up(good=card("good", "Herald", "M", 1, effects))
    s = scene(hand="Herald", deck="Hope, Joy", evil="Darkness", evil_hand="Fear, Hate", game=pool)
    s.do("play Herald")
    assert s.asked == ("entering", GOOD) and s.hand(GOOD) == []
    s.do("decline")
    assert s.asked == ("lose", EVIL) and s.hand(GOOD) == []
    s.do("discard Hate")
    assert s.hand(GOOD) == ["Hope", "Joy"] and s.board(EVIL) == ["Darkness"]


def limited(**zones: str) -> Scene:
    """Good may play one card only: Falter has resolved, and it is Good's go."""
    evil_hand = ", ".join(filter(None, ["Falter", zones.pop("evil_hand", "")]))
    s = scene(**zones, evil_hand=evil_hand, evil_deck="9 Fear", turn=2)  # type: ignore[arg-type]
    return s.do("play Falter", "let it resolve")


def test_r14_an_answer_from_hand_counts_for_the_limit() -> None:
    s = limited(hand="Hope, Heavenly Powers, Answer to Prayer", evil_hand="2 Chaos")
    s.do("pass", "play Chaos", "negate with Heavenly Powers")
    assert s.may() == ["pass"], "that was the one card"
    s.do("pass", "play Chaos")
    assert s.may() == ["let it resolve"]
    handle = s.handle(s.state.hand[GOOD], "Answer to Prayer")
    assert s.refused("negate", "Answer to Prayer") == "You have played all the cards you may in this phase."
    assert handle in s.state.hand[GOOD]


def test_r14_after_the_one_card_alarid_still_answers_and_lamech_still_draws() -> None:
    s = limited(good="Alarid the Seraph, Grandfather Lamech", hand="Hope, Heavenly Powers", deck="2 Joy",
                evil_hand="Chaos")  # fmt: skip
    s.do("play Hope", "play Chaos")
    assert s.may() == ["let it resolve", "negate with Alarid the Seraph"]
    s.do("negate with Alarid the Seraph")
    assert s.may() == ["pass", "use Grandfather Lamech"]
    s.do("use Grandfather Lamech")
    assert s.hand(GOOD) == ["Heavenly Powers", "Joy", "Joy"]


def test_r14_a_negated_limit_does_not_limit() -> None:
    s = scene(hand="Heavenly Powers, Hope, Kythe", evil_hand="Falter", turn=2)
    s.do("play Falter", "negate with Heavenly Powers", "play Hope", "pass")
    assert s.may() == ["pass", "play Kythe"]


def test_r14_what_was_played_before_it_resolved_does_not_count() -> None:
    s = scene(hand="Hope, Kythe, Comfort", evil_hand="Falter")
    s.do("play Hope", "play Falter", "let it resolve", "play Kythe", "pass")
    assert s.may() == ["pass"]


def test_r14_a_second_limit_gives_no_fresh_card() -> None:
    s = limited(hand="Hope, Kythe", evil_hand="Indecision")
    s.do("play Hope", "play Indecision", "let it resolve")
    assert s.may() == ["pass"]


@pytest.mark.parametrize(("first", "second", "left"), [(3, 2, 2), (2, 3, 2), (1, 3, 1)])
def test_r14_the_tighter_of_two_limits_holds(first: int, second: int, left: int) -> None:
    limits = [card("evil", f"Hold {n}", "X", 0, f'{{ do = "limit", n = {n} }}') for n in (1, 2, 3)]
    s = scene(
        hand="4 Hope", evil_hand=f"Hold {first}, Hold {second}", turn=2, game=made_up(evil="".join(limits))
    )
    s.do(f"play Hold {first}", "let it resolve", "pass", f"play Hold {second}", "let it resolve")
    assert s.told(GOOD)[-1] == f"You may play {left} card{'s' * (left > 1)} more from hand in this phase."
    for _ in range(left):
        s.do("play Hope", "pass")
    assert s.may() == ["pass"] and len(s.hand(GOOD)) == 4 - left


def test_r14_a_card_played_between_two_limits_counts_for_the_first_alone() -> None:
    limits = [card("evil", f"Hold {n}", "X", 0, f'{{ do = "limit", n = {n} }}') for n in (2, 3)]
    s = scene(hand="4 Hope", evil_hand="Hold 3, Hold 2", turn=2, game=made_up(evil="".join(limits)))
    s.do("play Hold 3", "let it resolve", "play Hope", "play Hold 2", "let it resolve")
    s.do("play Hope", "pass", "play Hope", "pass")
    assert s.may() == ["pass"] and s.hand(GOOD) == ["Hope"]


def test_r14_what_call_to_study_puts_into_play_does_not_count() -> None:
    s = limited(hand="Call to Study, Guadior, Hope")
    s.do("play Call to Study", "put into play Guadior", "pass")
    assert s.board(GOOD) == ["Guadior"] and s.may() == ["pass"]


def test_r14_what_compulsion_puts_into_play_does_not_count() -> None:
    s = limited(hand="Compulsion, Hope", deck="Sporos, Joy")
    s.do("play Compulsion", "take Sporos", "pass")
    assert s.board(GOOD) == ["Sporos"] and s.may() == ["pass"]


def test_r14_a_negated_special_counts(both_answer: Wrinkles) -> None:
    s = scene(hand="Birth, Hope", deck="3 Joy", evil_hand="Falter, Counter", turn=2, game=both_answer)
    s.do("play Falter", "let it resolve", "play Birth", "negate with Counter", "let it resolve")
    s.do("pass")
    assert s.hand(GOOD) == ["Hope"] and s.may() == ["pass"]


def test_compulsion_with_an_empty_deck_does_nothing_and_shuffles_nothing() -> None:
    s = scene(hand="Compulsion", pile="Sporos").do("play Compulsion")
    assert s.asked == ("window", EVIL) and s.pile(GOOD) == ["Sporos", "Compulsion"]
    assert s.state.streams == [0, 0]


def test_compulsion_may_replace_where_there_is_no_room() -> None:
    s = scene(good="Harcels, Madoc, Yalith, Senex", hand="Compulsion", deck="Hope, Sporos")
    s.do("play Compulsion", "take Sporos")
    assert s.asked == ("replace", GOOD)
    s.do("replace Yalith")
    assert s.board(GOOD) == ["Harcels", "Madoc", "Senex", "Sporos"] and s.pile(GOOD) == [
        "Yalith",
        "Compulsion",
    ]


def test_compulsion_finds_nobody_where_nobody_has_room() -> None:
    s = scene(good="Harcels, Madoc, Yalith, Senex", hand="Compulsion", deck="Hope, Sporos",
              options={"replace": 0})  # fmt: skip
    assert s.do("play Compulsion").may() == ["decline"]
    s.do("decline")
    assert s.state.streams == [1, 0], "it was looked through, so it is shuffled"


def test_compulsion_asks_also_when_the_deck_holds_no_mortal() -> None:
    s = scene(hand="Compulsion", deck="Hope, Guadior").do("play Compulsion")
    assert s.asked == ("seek", GOOD) and s.may() == ["decline"]


def test_compulsion_takes_the_last_card_of_a_deck() -> None:
    s = scene(hand="Compulsion", deck="Sporos").do("play Compulsion", "take Sporos")
    assert s.board(GOOD) == ["Sporos"] and s.deck(GOOD) == []


def test_compulsion_forgets_an_order() -> None:
    s = scene(hand="The Pattern, Compulsion", deck="Hope, Sporos, Joy, Calm")
    s.do("play The Pattern", "draw next Calm", "done", "pass", "play Compulsion", "take Sporos")
    assert sorted(s.deck(GOOD)) == ["Calm", "Hope", "Joy"]
    assert all(s.state.known[handle] == 0 for handle in s.state.deck[GOOD])
    view = s.game.mask(s.state, EVIL)
    assert view.cards[s.state.board[GOOD][0]] == s.state.cards[s.state.board[GOOD][0]], "the Mortal is public"


def test_evil_does_not_learn_what_compulsion_showed() -> None:
    s = scene(hand="Compulsion", deck="Hope, Sporos, Joy").do("play Compulsion")
    decision = s.game.decision(s.game.mask(s.state, EVIL))
    assert decision is not None and decision.choices is None
    s.do("decline")
    assert not any("Sporos" in said or "Hope" in said for said in s.told(EVIL))


def test_an_order_is_drawn_as_it_was_made() -> None:
    s = scene(hand="The Pattern, Birth", deck="Hope, Joy, Calm, Grace")
    s.do("play The Pattern", "draw next Grace", "draw next Joy", "done", "pass", "play Birth")
    assert s.hand(GOOD) == ["Grace", "Joy", "Hope"]


def test_an_answer_in_the_middle_of_a_window_leaves_the_go_with_the_opponent_of_the_specials_player() -> None:
    s = scene(hand="Heavenly Powers, Hope", evil_hand="Chaos, Fear")
    s.do("pass", "play Chaos", "negate with Heavenly Powers")
    assert s.asked == ("window", GOOD)
    s.do("pass", "pass")
    assert s.phase == "Challenge I", "two passes in a row, counted from the Special"
