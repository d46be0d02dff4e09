"""What Specials do when they resolve."""

from __future__ import annotations

import pytest

from core.contract.choice import Choice
from core.wrinkles.cards import printed_pool
from core.wrinkles.state import EVIL, GOOD
from tests.core.wrinkles.test_effects_in_play import COVERED as COVERED_IN_PLAY
from tests.support.scenes.wrinkles import scene

DISCARDS = [
    # Special of Good, cards of Good, cards of Evil, what it may discard
    ("Peace", "Hope", "Blight, Civil War, Fear", ["Evil's Blight", "Evil's Civil War"]),
    ("Perilous Journey", "Hope", "Murder, Kidnap, Fear", ["Evil's Kidnap", "Evil's Murder"]),
    ("Holy Fire", "Hope", "Darkness, Coldness, Fear", ["Evil's Coldness", "Evil's Darkness"]),
    ("Know that which is Eternal", "Hope", "Deception, Trickery, Fear",
     ["Evil's Deception", "Evil's Trickery"]),
    ("Wrath of God", "Sporos, Hope", "IT, Ancient Enemy, Fear",
     ["Evil's Ancient Enemy", "Evil's IT", "your Sporos"]),
]  # fmt: skip
EVIL_DISCARDS = [
    ("Un-Naming", "Sporos, Guadior, Hope", "IT, Fear", ["Good's Guadior", "Good's Sporos", "your IT"]),
    ("Annihilation", "Sporos, Guadior, Hope", "IT, Fear", ["Good's Guadior", "Good's Sporos", "your IT"]),
    ("Nightmare", "Talents, Wisdom, Hope", "Fear", ["Good's Talents", "Good's Wisdom"]),
    ("Paradox", "Tesser, Experiment, Hope", "Fear", ["Good's Experiment", "Good's Tesser"]),
    ("Destruction", "Uriel, Ixchel, Hope", "Hell", ["Good's Ixchel", "Good's Uriel", "your Hell"]),
    ("Circle of Extinction", "Sporos, Guadior", "IT", ["Good's Sporos", "your IT"]),
    ("Extinguish", "Sporos, Guadior", "IT, Ancient Enemy", ["Good's Guadior", "your Ancient Enemy"]),
]


@pytest.mark.parametrize(("special", "good", "evil", "targets"), DISCARDS)
def test_a_special_of_good_discards_one_card_of_its_kind_and_draws(
    special: str, good: str, evil: str, targets: list[str]
) -> None:
    s = scene(good=good, evil=evil, hand=special, deck="Joy, Calm").do(f"play {special}")
    assert s.asked == ("target", GOOD)
    assert s.may() == [f"discard {target}" for target in targets]
    s.do(f"discard {targets[0]}")
    assert s.pile(EVIL) == [targets[0].removeprefix("Evil's ")]
    assert s.pile(GOOD) == [special] and s.hand(GOOD) == ["Joy"]


@pytest.mark.parametrize(("special", "good", "evil", "targets"), EVIL_DISCARDS)
def test_a_special_of_evil_discards_one_card_of_its_kind_and_draws(
    special: str, good: str, evil: str, targets: list[str]
) -> None:
    s = scene(good=good, evil=evil, evil_hand=special, evil_deck="Hate, Pain", turn=2).do(f"play {special}")
    assert s.asked == ("target", EVIL)
    assert s.may() == [f"discard {target}" for target in targets]
    s.do(f"discard {targets[0]}")
    assert s.asked == ("answer", GOOD)
    s.do("let it resolve")
    assert s.pile(GOOD) == [targets[0].removeprefix("Good's ")]
    assert s.pile(EVIL) == [special] and s.hand(EVIL) == ["Hate"]


@pytest.mark.parametrize("special", ["Birth", "Part of Creation"])
def test_good_draws_three(special: str) -> None:
    s = scene(hand=special, deck="Hope, Joy, Calm, Grace").do(f"play {special}")
    assert s.hand(GOOD) == ["Hope", "Joy", "Calm"] and s.pile(GOOD) == [special]
    assert s.asked == ("window", EVIL), "Evil has no answer, and is not asked"


@pytest.mark.parametrize("special", ["Chaos", "Chain Reaction"])
def test_evil_draws_three(special: str) -> None:
    s = scene(evil_hand=special, evil_deck="Fear, Hate, Pain, Lust", turn=2)
    s.do(f"play {special}", "let it resolve")
    assert s.hand(EVIL) == ["Fear", "Hate", "Pain"] and s.pile(EVIL) == [special]


@pytest.mark.parametrize(("special", "drawn", "lost"), [("Quest", 2, 1), ("Pass 3 Tests", 1, 2)])
def test_good_draws_and_evil_discards(special: str, drawn: int, lost: int) -> None:
    s = scene(hand=special, deck="Hope, Joy, Calm", evil_hand="Fear, Hate, Pain").do(f"play {special}")
    assert s.hand(GOOD) == ["Hope", "Joy", "Calm"][:drawn]
    assert s.asked == ("lose", EVIL)
    s.do(*["discard Hate", "discard Pain"][:lost])
    assert s.pile(EVIL) == ["Hate", "Pain"][:lost] and s.asked == ("window", EVIL)


@pytest.mark.parametrize(("special", "drawn", "lost"), [("Entropy", 2, 1), ("Unreason", 1, 2)])
def test_evil_draws_and_good_discards(special: str, drawn: int, lost: int) -> None:
    s = scene(evil_hand=special, evil_deck="Fear, Hate, Pain", hand="Hope, Joy, Calm", turn=2)
    s.do(f"play {special}", "let it resolve")
    assert s.hand(EVIL) == ["Fear", "Hate", "Pain"][:drawn]
    assert s.asked == ("lose", GOOD)
    s.do(*["discard Joy", "discard Calm"][:lost])
    assert s.pile(GOOD) == ["Joy", "Calm"][:lost] and s.asked == ("window", GOOD)


def test_supernova_has_evil_discard_three_of_its_choice() -> None:
    s = scene(hand="Supernova", evil_hand="Fear, Hate, Pain, Lust").do("play Supernova")
    s.do("discard Lust", "discard Fear", "discard Pain")
    assert s.hand(EVIL) == ["Hate"] and s.pile(EVIL) == ["Lust", "Fear", "Pain"]


def test_negation_has_good_discard_three_of_its_choice() -> None:
    s = scene(evil_hand="Negation", hand="Hope, Joy, Calm, Grace", turn=2).do(
        "play Negation", "let it resolve"
    )
    s.do("discard Grace", "discard Hope", "discard Calm")
    assert s.hand(GOOD) == ["Joy"]


@pytest.mark.parametrize("cards", ["Fear", "Fear, Hate, Pain"])
def test_a_hand_of_no_more_than_the_number_is_discarded_unasked_and_seen_by_all(cards: str) -> None:
    s = scene(hand="Supernova", evil_hand=cards).do("play Supernova")
    assert s.hand(EVIL) == [] and s.pile(EVIL) == cards.split(", ") and s.asked == ("window", EVIL)
    assert "Evil discards Fear from hand." in s.told(GOOD)


@pytest.mark.parametrize("special", ["The Pattern", "Prophesy", "Vision of Hope"])
def test_the_next_fourteen_cards_are_put_in_any_order(special: str) -> None:
    deck = "Hope, Joy, Calm, Grace, Faith, Love, Focus, Courage, Resolute, Comfort, 2 Talents, Tesser, Kythe"
    s = scene(hand=special, deck=f"{deck}, Sporos").do(f"play {special}")
    assert s.asked == ("order", GOOD)
    looked_at = deck.replace("2 ", "").split(", ")
    assert s.may() == sorted(["done", *(f"draw next {name}" for name in looked_at)])
    s.do("draw next Kythe", "draw next Hope")
    assert "draw next Hope" not in s.may(), "a card has one place"
    s.do("done")
    rest = deck.replace("2 Talents", "Talents, Talents").split(", ")[1:-1]
    assert s.deck(GOOD) == ["Kythe", "Hope", *rest, "Sporos"]
    assert s.asked == ("window", EVIL)


def test_the_ordered_cards_are_seen_by_their_owner_only() -> None:
    s = scene(hand="The Pattern", deck="Hope, Joy, Calm").do("play The Pattern")
    assert {"You see Hope.", "You see Joy.", "You see Calm."} <= set(s.told(GOOD))
    assert not any("Hope" in said for said in s.told(EVIL) + s.told(None))
    view = s.game.mask(s.state, EVIL)
    assert [view.cards[handle] for handle in s.state.deck[GOOD]] == [-1, -1, -1]


def test_ordering_every_card_ends_when_one_is_left() -> None:
    s = scene(hand="The Pattern", deck="Hope, Joy, Calm").do("play The Pattern")
    s.do("draw next Calm", "draw next Joy")
    assert s.asked == ("window", EVIL) and s.deck(GOOD) == ["Calm", "Joy", "Hope"]


def test_an_empty_deck_is_not_reshuffled_to_be_ordered() -> None:
    s = scene(hand="The Pattern", pile="Hope, Joy").do("play The Pattern")
    assert s.asked == ("window", EVIL)
    assert s.deck(GOOD) == [] and s.pile(GOOD) == ["Hope", "Joy", "The Pattern"]


@pytest.mark.parametrize("special", ["Heavenly Powers", "Answer to Prayer"])
def test_a_negating_special_answers_and_is_no_action(special: str) -> None:
    s = scene(hand=special, evil_hand="Chaos", evil_deck="3 Fear", turn=2)
    s.do("play Chaos", f"negate with {special}")
    assert s.hand(EVIL) == [] and s.pile(EVIL) == ["Chaos"] and s.pile(GOOD) == [special]
    assert s.asked == ("window", GOOD), "after a Special the opponent of its player has the next go"
    own = scene(hand=special)
    assert own.may() == ["pass"]
    assert own.refused("play", special) == f"{special} can't be played: only as an answer."


@pytest.mark.parametrize("phase", ["Destiny I", "Fate II", "Challenge III", "Test"])
def test_call_to_study_puts_a_character_into_play_room_or_not(phase: str) -> None:
    full = "Sporos, Harcels, Madoc, Yalith"
    s = scene(good=full, hand="Call to Study, Guadior, Hope", phase=phase).do("play Call to Study")
    assert s.asked == ("study", GOOD) and s.may() == ["decline", "put into play Guadior"]
    s.do("put into play Guadior")
    assert s.board(GOOD) == [*full.split(", "), "Guadior"] and s.asked == ("window", EVIL)


def test_call_to_study_may_put_nobody_into_play() -> None:
    s = scene(hand="Call to Study, Guadior").do("play Call to Study", "decline")
    assert s.hand(GOOD) == ["Guadior"] and s.pile(GOOD) == ["Call to Study"]
    nobody = scene(hand="Call to Study, Hope").do("play Call to Study")
    assert nobody.may() == ["decline"], "always asked, so that the question gives nothing away"


def test_good_has_both_hands_discarded() -> None:
    s = scene(hand="Balance of the Universe, Hope", evil_hand="Fear, Hate", phase="Challenge I")
    s.do("play Balance of the Universe")
    assert s.hand(GOOD) == s.hand(EVIL) == []
    assert s.pile(EVIL) == ["Fear", "Hate"] and s.pile(GOOD) == ["Hope", "Balance of the Universe"]


@pytest.mark.parametrize("special", ["Nothingness", "Total X"])
def test_evil_has_both_hands_discarded(special: str) -> None:
    s = scene(evil_hand=f"{special}, Fear", hand="Hope, Joy", phase="Challenge II", turn=2)
    s.do(f"play {special}", "let it resolve")
    assert s.hand(GOOD) == s.hand(EVIL) == [] and s.pile(GOOD) == ["Hope", "Joy"]


@pytest.mark.parametrize(("special", "payer", "other"), [("Sacrifice", "Sporos", "Guadior"),
                                                         ("X-Self", "Guadior", "Sporos")])  # fmt: skip
def test_an_own_card_in_play_is_paid_to_draw_five(special: str, payer: str, other: str) -> None:
    s = scene(good=f"{payer}, {other}", hand=special, deck="6 Hope").do(f"play {special}")
    assert s.board(GOOD) == [other] and s.hand(GOOD) == ["Hope"] * 5
    assert sorted(s.pile(GOOD)) == sorted([payer, special])
    evil = "IT" if payer == "Sporos" else "Ancient Enemy"
    poor = scene(good=other, evil=evil, hand=special, deck="6 Hope")
    kind = "Mortal" if payer == "Sporos" else "Immortal"
    assert poor.refused("play", special) == f"{special} can't be played: no {kind} to pay with."


def test_the_card_to_pay_with_is_chosen() -> None:
    s = scene(good="Sporos, Madoc, Guadior", hand="Sacrifice", deck="6 Hope").do("play Sacrifice")
    assert s.asked == ("cost", GOOD) and s.may() == ["pay with Madoc", "pay with Sporos"]
    s.do("pay with Madoc")
    assert s.board(GOOD) == ["Sporos", "Guadior"] and len(s.hand(GOOD)) == 5


def test_compulsion_takes_a_mortal_from_the_deck_into_play() -> None:
    s = scene(hand="Compulsion", deck="Hope, Sporos, Guadior, Madoc, Joy").do("play Compulsion")
    assert s.asked == ("seek", GOOD) and s.may() == ["decline", "take Madoc", "take Sporos"]
    s.do("take Madoc")
    assert s.board(GOOD) == ["Madoc"] and sorted(s.deck(GOOD)) == ["Guadior", "Hope", "Joy", "Sporos"]
    assert s.pile(GOOD) == ["Compulsion"] and s.asked == ("window", EVIL)


def test_mirror_images_gives_immortals_three_until_the_end_of_the_turn() -> None:
    s = scene(evil="Ancient Enemy, IT", good="Guadior", evil_hand="Mirror Images, Army of Destroyers",
              phase="Fate III", turn=2)  # fmt: skip
    s.do("play Mirror Images", "let it resolve")
    assert s.each(EVIL) == {"Ancient Enemy": 5, "IT": 3} and s.force(GOOD) == 3
    s.do("pass", "play Army of Destroyers")
    assert s.each(EVIL) == {"Ancient Enemy": 5, "IT": 3, "Army of Destroyers": 5}, "one that comes later too"
    s.close().close().close()
    assert s.state.turn == 3 and s.each(EVIL) == {"Ancient Enemy": 2, "IT": 3, "Army of Destroyers": 2}


@pytest.mark.parametrize(("special", "full", "newcomer"), [
    ("War in Heaven", "Ancient Enemy, Echthroid Monsters, Army of Destroyers, Gwydyr", "Dragons & Wyrms"),
    ("Rejoicing in Hell", "Fear", "Hate"),
])  # fmt: skip
def test_a_special_gives_a_slot_until_the_end_of_the_turn_and_the_card_stays(
    special: str, full: str, newcomer: str
) -> None:
    s = scene(
        evil=full, evil_hand=f"{special}, 2 {newcomer}", phase="Fate III", turn=2, options={"replace": 0}
    )
    assert s.may("play") == [f"play {special}"]
    s.do(f"play {special}", "let it resolve", "pass", f"play {newcomer}", "pass")
    assert s.board(EVIL) == [*full.split(", "), newcomer] and s.may("play") == []
    s.do("pass").close().close()
    assert s.state.turn == 3 and s.board(EVIL) == [*full.split(", "), newcomer]


@pytest.mark.parametrize("special", ["Falter", "Indecision", "Block the Way"])
def test_the_opponent_may_play_only_one_card_for_the_rest_of_the_phase(special: str) -> None:
    s = scene(evil_hand=special, hand="Hope, Kythe, Birth, Comfort", turn=2).do(
        f"play {special}", "let it resolve"
    )
    s.do("play Hope", "pass")
    assert s.may() == ["pass"]
    assert s.refused("play", "Kythe") == "Kythe can't be played: card limit reached."
    s.do("pass", "pass")
    assert s.phase == "Challenge I"
    assert s.may() == ["pass", "play Birth"], "the next phase has no limit"


COVERED = {
    *(row[0] for row in DISCARDS + EVIL_DISCARDS),
    "Birth", "Part of Creation", "Chaos", "Chain Reaction", "Quest", "Pass 3 Tests", "Entropy", "Unreason",
    "Supernova", "Negation", "The Pattern", "Prophesy", "Vision of Hope", "Heavenly Powers",
    "Answer to Prayer", "Call to Study", "Balance of the Universe", "Nothingness", "Total X", "Sacrifice",
    "X-Self", "Compulsion", "Mirror Images", "War in Heaven", "Rejoicing in Hell", "Falter", "Indecision",
    "Block the Way",
}  # fmt: skip


def test_every_card_with_an_effect_is_in_one_of_these_tables() -> None:
    having = {card.name for card in printed_pool().cards if card.effects}
    assert having == COVERED | COVERED_IN_PLAY


def test_a_choice_that_names_another_card_than_the_one_it_points_at_is_refused() -> None:
    s = scene(hand="Birth, Hope")
    handle, other = s.state.hand[GOOD]
    illegal = s.game.check(s.state, Choice("play", (handle,), s.state.cards[other]))
    assert illegal and illegal.reason == "That card is not what the choice says it is."
