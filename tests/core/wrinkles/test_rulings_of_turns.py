"""Turns, windows, options, limits of hands, reshuffles: R1 to R4, R13, R15 to R17."""

from __future__ import annotations

from typing import Any

import pytest

from core.contract.choice import Choice
from core.contract.errors import GameError
from core.contract.event import Dealt
from core.contract.header import Decklist
from core.engine.match import Match
from core.wrinkles.state import EVIL, GOOD, PHASES
from core.wrinkles.wrinkles import load
from tests.support.matches import full_lists, header
from tests.support.scenes.wrinkles import Scene, card, made_up, scene


def opening(**options: int) -> Match:
    return Match(header(load(), options=options), load())


def test_a_match_begins_with_seven_cards_each_and_good_to_act() -> None:
    events: list[Any] = []
    match = Match(header(load()), load(), events)
    state = match.state
    assert [len(hand) for hand in state.hand] == [7, 7] and state.tokens == [3, 3]
    assert (PHASES[state.phase], state.turn) == ("Destiny I", 1)
    decision = match.decision()
    assert decision is not None and (decision.seat, decision.kind) == (GOOD, "window")
    assert [event.seat for event in events if isinstance(event, Dealt)] == [GOOD] * 7 + [EVIL] * 7


@pytest.mark.parametrize(("turn", "leader"), [(1, GOOD), (2, EVIL), (3, GOOD)])
def test_r1_good_leads_in_odd_turns_and_evil_in_even_ones(turn: int, leader: int) -> None:
    s = scene(turn=turn, phase="Test", hand="Birth", evil_hand="Chaos")
    assert s.asked == ("window", leader)
    s.close()
    assert s.state.turn == turn + 1 and s.asked == ("window", 1 - leader)


def test_r1_two_passes_in_a_row_close_a_window_and_an_action_opens_it_again() -> None:
    s = scene(hand="Hope, Joy", evil_hand="Fear", phase="Fate I")
    s.do("pass", "play Fear", "play Hope", "pass", "pass")
    assert s.phase == "Challenge I"


def test_r1_the_phases_follow_each_other_and_the_turn_begins_anew() -> None:
    s = scene(phase="Destiny I")
    seen = [s.phase]
    for _ in range(10):
        seen.append(s.close().phase)
    assert seen == [*PHASES, "Destiny I"] and s.state.turn == 2


@pytest.mark.parametrize("phase", ["Destiny II", "Challenge I", "Test"])
def test_r2_cards_are_put_into_play_in_fate_only_and_specials_in_any_window(phase: str) -> None:
    s = scene(hand="Hope, Birth", phase=phase)
    assert s.may() == ["pass", "play Birth"]
    assert s.refused("play", "Hope") == "Hope can't be played: only in Fate."
    assert scene(hand="Hope, Birth", phase="Fate II").may() == ["pass", "play Birth", "play Hope"]


def test_r2_negating_cards_and_alarid_are_no_actions() -> None:
    s = scene(good="Alarid the Seraph", hand="Heavenly Powers", phase="Test")
    assert s.may() == ["pass"]


def test_r3_cards_stay_in_play_from_turn_to_turn() -> None:
    s = scene(good="Hope", evil="Fear", phase="Test").close()
    assert s.board(GOOD) == ["Hope"] and s.board(EVIL) == ["Fear"]


def test_r3_the_old_card_goes_with_its_slot_before_the_new_one_enters() -> None:
    s = scene(good="Charles Wallace, Kythe, Communion, Sporos, Madoc, Yalith", hand="Telepathy, Meg Murry")
    s.do("play Meg Murry")
    assert "replace Charles Wallace" not in s.may(), "his slot seats a Communication"
    s.do("replace Sporos")
    assert s.told()[-1] == "Good gives up Sporos to make room."
    s.do("pass", "play Telepathy")
    assert s.may() == ["replace Communion", "replace Kythe"]


def test_r3_a_source_may_be_replaced_by_another_source_of_the_same_slot() -> None:
    s = scene(
        good="Mrs O'Keefe, What is Real?, Many Waters..., Sporos, Madoc, Yalith", hand="Harcels, Faults"
    )
    s.do("play Harcels")
    assert "replace Mrs O'Keefe" not in s.may()
    s = scene(good="Guidance, What is Real?, Many Waters...", hand="Talents, Verbalization")
    assert s.may("play") == ["play Verbalization"]
    s.do("play Verbalization", "pass")
    assert s.may("play") == ["play Talents"], "Verbalization's slot now seats the second Quote"


def test_r3_a_newcomers_own_slot_counts_when_it_replaces() -> None:
    s = scene(good="Tesseract, Uriel, Ixchel", hand="Tesser").do("play Tesser")
    assert s.board(GOOD) == ["Uriel", "Ixchel", "Tesser"] and s.pile(GOOD) == ["Tesseract"]


def test_r3_nothing_replaces_anything_where_the_option_is_off() -> None:
    s = scene(good="Hope", hand="Joy", options={"replace": 0})
    assert s.may() == ["pass"] and s.refused("play", "Joy") == "Joy can't be played: no free slot."


def test_r3_a_card_without_a_seat_stays_when_its_source_has_left() -> None:
    s = scene(good="Charles Wallace, Kythe, Communion", evil_hand="Annihilation", turn=2, phase="Test")
    s.do("play Annihilation", "let it resolve").close()
    assert s.board(GOOD) == ["Kythe", "Communion"]


@pytest.mark.parametrize("tokens", [1, 3, 5])
def test_r4_good_starts_with_as_many_tokens_as_the_option_says(tokens: int) -> None:
    assert opening(good_tokens=tokens).state.tokens == [tokens, 6 - tokens]


def test_r4_evil_draw_gives_evil_more_cards_in_every_destiny_phase() -> None:
    match = opening(evil_draw=2)
    assert [len(hand) for hand in match.state.hand] == [7, 9]
    s = scene(deck="20 Hope", evil_deck="20 Fear", phase="Challenge I", options={"evil_draw": 3}).close()
    assert [len(hand) for hand in s.state.hand] == [7, 10]


def test_r4_max_turns_ends_the_match_for_the_one_with_more_tokens() -> None:
    s = scene(turn=4, phase="Test", tokens=3, evil="Fear", options={"max_turns": 4}).close()
    outcome = s.game.outcome(s.state)
    assert outcome and (outcome.places, outcome.scores, outcome.end) == ((2, 1), (2, 4), "max_turns")
    s = scene(turn=4, phase="Test", tokens=2, options={"max_turns": 4}).close()
    outcome = s.game.outcome(s.state)
    assert outcome and (outcome.places, outcome.scores) == ((1, 2), (3, 3)), "Good wins ties"
    s = scene(turn=3, phase="Test", options={"max_turns": 4}).close()
    assert s.game.outcome(s.state) is None and s.state.turn == 4


def test_r4_fresh_sweeps_the_boards_at_the_end_of_a_turn() -> None:
    s = scene(good="Hope, Sporos", evil="Fear", phase="Test", options={"fresh": 1})
    s.close()
    assert s.board(GOOD) == s.board(EVIL) == []
    assert s.state.tokens == [4, 2], "they counted before"
    assert sorted(s.hand(GOOD)) == ["Hope", "Sporos"], "and lie in the pile before Destiny I draws"


def test_fresh_leaves_the_last_board_as_it_was_when_six_tokens_end_the_match() -> None:
    s = scene(good="Hope", phase="Test", tokens=5, options={"fresh": 1}).close()
    outcome = s.game.outcome(s.state)
    assert outcome and outcome.winner == GOOD and s.board(GOOD) == ["Hope"]


def test_the_presets_are_what_the_rules_say() -> None:
    assert {preset.name: preset.options for preset in load().presets} == {
        "Original": {},
        "Even": {"evil_draw": 1, "good_tokens": 2},
    }


@pytest.mark.parametrize(
    ("options", "named"),
    [({"good_tokens": 0}, "good_tokens"), ({"good_tokens": 6}, "good_tokens"), ({"replace": 2}, "replace")],
)
def test_an_option_out_of_its_range_is_refused_by_name(options: dict[str, int], named: str) -> None:
    with pytest.raises(GameError, match=named):
        opening(**options)


@pytest.mark.parametrize(
    ("decks", "said"),
    [
        ((None, Decklist("E", {"wit/evil/fear": 1})), "Good has no deck"),
        ((Decklist("G", {}), Decklist("E", {"wit/evil/fear": 1})), "Good has no deck"),
        ((Decklist("G", {"wit/evil/fear": 1}), Decklist("E", {"wit/evil/fear": 1})), "wit/evil/fear"),
        ((Decklist("G", {"wit/good/hope": 1}), Decklist("E", {"wit/evil/none": 1})), "wit/evil/none"),
        ((Decklist("G", {"wit/good/hope": -1}), Decklist("E", {"wit/evil/fear": 1})), "wit/good/hope"),
        ((Decklist("G", {"wit/good/hope": 9**9}), Decklist("E", {"wit/evil/fear": 1})), "1000"),
        ((Decklist("G", {"wit/good/hope": 1}),), "1 decks for 2 seats"),
    ],
)
def test_a_deck_that_can_not_be_played_is_refused_by_name(decks: tuple[Decklist, ...], said: str) -> None:
    with pytest.raises(GameError, match=said):
        Match(header(load(), decks=decks), load())


def test_the_test_phase_moves_one_token_and_good_wins_ties() -> None:
    s = scene(good="Hope", evil="Blight", phase="Test").close()
    assert s.state.tokens == [4, 2]
    s = scene(good="Hope", evil="Fear", phase="Test").close()
    assert s.state.tokens == [2, 4]


def test_six_tokens_end_the_match_at_once() -> None:
    s = scene(evil="Fear", phase="Test", tokens=1).close()
    outcome = s.game.outcome(s.state)
    assert outcome and (outcome.winner, outcome.scores, outcome.end) == (EVIL, (0, 6), "tokens")
    assert s.game.decision(s.state) is None
    assert "Evil wins the match." in s.told()


def test_hands_are_cut_to_seven_in_challenge_the_leader_first_face_up() -> None:
    s = scene(hand="7 Hope, Joy", evil_hand="8 Fear, Hate", deck="7 Faith", evil_deck="7 Lust",
              phase="Fate I", turn=2)  # fmt: skip
    s.close().close()
    assert s.asked == ("trim", EVIL)
    s.do("discard Hate", "discard Fear")
    assert s.asked == ("trim", GOOD)
    s.do("discard Joy")
    assert s.phase == "Destiny II" and s.pile(GOOD) == ["Joy"] and s.pile(EVIL) == ["Hate", "Fear"]


@pytest.mark.parametrize("phase", ["Destiny I", "Fate I", "Test"])
def test_r13_hands_are_discarded_in_challenge_only(phase: str) -> None:
    s = scene(hand="Balance of the Universe, Hope", phase=phase)
    assert "play Balance of the Universe" not in s.may()
    reason = "Balance of the Universe can't be played: only in Challenge."
    assert s.refused("play", "Balance of the Universe") == reason


def test_r15_an_empty_deck_takes_the_old_pile_in_and_drawing_goes_on() -> None:
    s = scene(hand="Birth", deck="Hope", pile="Joy, Calm, Grace").do("play Birth")
    assert s.hand(GOOD)[0] == "Hope" and len(s.hand(GOOD)) == 3
    assert len(s.deck(GOOD)) == 1 and s.pile(GOOD) == ["Birth"]
    assert "Your discard pile (3 cards) is shuffled into a new deck." in s.told(GOOD)


def test_r15_cards_discarded_in_this_phase_stay_in_the_pile() -> None:
    s = scene(hand="Birth, Part of Creation", good="Sporos", evil="Gwydyr", evil_hand="Annihilation", turn=2)
    s.do("play Annihilation", "discard Good's Sporos", "let it resolve", "play Birth")
    assert s.hand(GOOD) == ["Part of Creation"] and s.pile(GOOD) == ["Sporos", "Birth"]


def test_r15_a_deck_is_not_shuffled_before_a_card_has_to_be_drawn() -> None:
    s = scene(hand="Birth", deck="3 Hope", pile="Joy").do("play Birth")
    assert s.deck(GOOD) == [] and s.pile(GOOD) == ["Joy", "Birth"]


def test_r15_after_a_reshuffle_nobody_knows_where_a_card_lies_but_all_know_what_is_there() -> None:
    s = scene(hand="Birth", pile="Joy, Calm, Grace, Faith").do("play Birth")
    assert [s.state.known[handle] for handle in s.state.deck[GOOD]] == [0]
    lot = s.state.lots[s.state.lot[s.state.deck[GOOD][0]]]
    assert sorted(s.names(s.state.deck[GOOD] + s.state.hand[GOOD])) == sorted(
        s.game.cards[c].name for c in lot
    )
    assert s.game.mask(s.state, EVIL).lots == s.state.lots


def test_r16_two_copies_of_a_card_add_up() -> None:
    s = scene(good="2 Mrs Whatsit, Sporos", options={"replace": 0})
    assert s.each(GOOD)["Sporos"] == 2 + 3 + 3
    s = scene(
        good="2 Charles Wallace, Kythe", hand="Communion, Telepathy, Under Hearing", options={"replace": 0}
    )
    s.do("play Communion", "pass", "play Telepathy", "pass")
    assert s.may("play") == [], "one base slot and two more"


def test_r17_a_pick_with_one_legal_choice_is_made_by_itself() -> None:
    s = scene(evil="Blight", hand="Peace", deck="Hope").do("play Peace")
    assert s.asked == ("window", EVIL) and s.pile(EVIL) == ["Blight"] and s.hand(GOOD) == ["Hope"]
    s = scene(good="Love", hand="Hope").do("play Hope")
    assert s.asked == ("window", EVIL) and s.board(GOOD) == ["Hope"] and s.pile(GOOD) == ["Love"]


def test_r17_copies_nobody_can_tell_apart_are_one_answer() -> None:
    """For each pick of a card in play that has to be made; the lowest handle is taken."""
    target = scene(evil="2 Blight", hand="Peace", deck="Hope").do("play Peace")
    assert target.asked == ("window", EVIL) and target.board(EVIL) == target.pile(EVIL) == ["Blight"]
    assert target.state.pile[EVIL] < target.state.board[EVIL]
    cost = scene(good="3 Sporos", hand="Sacrifice", deck="3 Hope").do("play Sacrifice")
    assert cost.asked == ("window", EVIL) and cost.pile(GOOD) == ["Sporos", "Sacrifice"]
    assert cost.state.pile[GOOD][0] < min(cost.state.board[GOOD])
    exchange = scene(good="2 Love", hand="Hope").do("play Hope")
    assert exchange.asked == ("window", EVIL) and exchange.board(GOOD) == ["Love", "Hope"]


def test_r17_copies_are_one_answer_whichever_came_into_play_first_or_was_shuffled_again() -> None:
    s = scene(evil="2 Blight", hand="Peace", deck="Hope")
    low, high = s.state.board[EVIL]
    s.state.board[EVIL] = [high, low]
    s.state.lots.append(s.state.lots[EVIL])
    s.state.lots[EVIL], s.state.lot[high] = (s.state.cards[low],), 2
    s.state.lots[2] = (s.state.cards[high],)
    s.state.lot_seats.append(3)
    s = Scene(s.game, s.state).do("play Peace")
    assert s.asked == ("window", EVIL) and s.state.pile[EVIL] == [low] and s.state.board[EVIL] == [high]


def test_r17_with_another_card_among_them_it_is_a_choice_and_each_copy_may_be_pointed_at() -> None:
    s = scene(good="2 Guadior, Blajeny", evil_hand="Extinguish", turn=2).do("play Extinguish")
    decision = s.game.decision(s.state)
    assert decision is not None and decision.kind == "target"
    assert decision.choices is not None and len(decision.choices) == 3


def test_r17_to_take_none_is_another_answer_so_that_copies_are_asked_about() -> None:
    s = scene(good="2 Kythe", evil_hand="Tower of Babel", turn=2).do("play Tower of Babel")
    assert s.asked == ("entering", EVIL) and s.may() == ["decline", "discard Good's Kythe"]


def test_r17_a_copy_that_a_special_points_at_is_not_like_the_other() -> None:
    effects = '{ do = "seek", of = "mortal" }, { do = "discard", of = "mortal" }'
    pool = made_up(good=card("good", "Recall", "X", 0, effects))
    s = scene(good="4 Sporos", hand="Recall", deck="Madoc", game=pool)
    s.do("play Recall", "take Madoc")
    assert s.asked == ("replace", GOOD), "one of them is to be discarded in any case"
    low, high = s.state.board[GOOD][:2]
    after = {}
    for handle in (low, high):
        one = Scene(s.game, s.game.copy(s.state))
        one.make(Choice("replace", (handle,)))
        after[handle] = one.board(GOOD).count("Sporos")
    assert after == {low: 3, high: 2}


def test_r17_what_is_discarded_from_a_hand_is_asked_also_among_copies() -> None:
    s = scene(hand="8 Hope", phase="Challenge I").close()
    assert s.asked == ("trim", GOOD), "only Good sees that they are copies"
    s = scene(hand="4 Hope", evil_hand="Negation", turn=2).do("play Negation", "let it resolve")
    assert s.asked == ("lose", GOOD)


def test_r17_a_go_and_an_answer_are_asked_also_with_one_choice() -> None:
    s = scene(evil_hand="Chaos", turn=2)
    s.do("play Chaos")
    assert s.asked == ("answer", GOOD) and s.may() == ["let it resolve"]
    s.do("let it resolve")
    assert s.asked == ("window", GOOD) and s.may() == ["pass"]


def test_the_full_lists_are_the_original_decks() -> None:
    assert [sum(deck.cards.values()) for deck in full_lists(load()) if deck] == [125, 102]
