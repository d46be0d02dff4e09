"""What players of Time Masters are told: by name to whom it concerns, without a name to others."""

from __future__ import annotations

import pytest

from core.contract.chance import Chance
from core.contract.choice import Decision
from core.contract.event import Event
from core.contract.stream import numbered_seed
from core.timemasters.timemasters import load
from tests.support.matches import Walk, header
from tests.support.scenes.timemasters import Scene, scene

GAME = load()


def question(s: Scene, seat: int | None = None) -> str:
    decision = s.game.decision(s.state)
    assert isinstance(decision, Decision)
    return s.game.texts.ask(decision, s.game.mask(s.state, decision.seat if seat is None else seat))


def spoken(s: Scene) -> list[str]:
    """The open choices as the game says them to whom it asks."""
    decision = s.game.decision(s.state)
    assert decision is not None and decision.choices is not None
    view = s.game.mask(s.state, decision.seat)
    return [s.game.texts.say(choice, view) for choice in decision.choices]


def test_the_beginning_is_told_to_each_in_its_own_words() -> None:
    events: list[Event] = []
    start = header(GAME, 1, {"first": 2}, seats=3)
    state = GAME.setup(start, Chance(numbered_seed(1), GAME.streams), events)
    told = {
        seat: [said for event in events if (said := GAME.texts.tell(event, GAME.mask(state, seat)))]
        for seat in (0, 1, None)
    }
    assert told[1][-3:] == ["You begin.", "Round 1, your turn.", "Main phase."]
    assert told[0][-3:] == ["Seat 2 begins.", "Round 1, Seat 2's turn.", "Main phase."]
    assert sum(said.startswith("You draw ") for said in told[0]) == 5
    assert [said for said in told[None] if "draw" in said] == [f"Seat {n} draws 5 cards." for n in (1, 2, 3)]


def test_a_spell_is_told_with_what_was_paid() -> None:
    s = scene(hand="Second Thought, Breath", deck="Spark, Haste", ke=(1, 3, 1))
    s.do("cast Second Thought")
    assert question(s) == (
        "Second Thought costs 1 Kè: pay with permanent Kè first, which can be recovered, or with ephemeral Kè"
        " first, which are gone then?"
    )
    assert spoken(s) == ["permanent Kè first", "ephemeral Kè first"]
    s.do("ephemeral")
    assert s.told(0) == [
        "You cast Second Thought for 1 Kè.", "1 ephemeral Kè is used up for it.", "You draw Spark.",
        "You draw Haste.",
    ]  # fmt: skip
    assert s.told(1)[2:] == ["Seat 1 draws 2 cards."]
    assert question(s) == "Second Thought: discard 1 card from your hand."
    s.do("discard Breath")
    assert s.told(1) == ["Seat 1 discards Breath."]


def test_why_a_spell_cost_what_it_did_is_commented() -> None:
    s = scene(hand="Shortcut, Torrent", deck="4 Spark")
    s.do("cast Shortcut")
    assert s.told(1)[-1] == "Seat 1's next spell this turn costs 2 less."
    before = s.game.mask(s.state, 1)
    s.do("cast Torrent")
    assert s.told(0)[0] == "You cast Torrent for nothing."
    assert [line for event in s.events for line in s.game.texts.comment(event, before)] == [
        "Printed cost 2; 2 less for the next spell."
    ]


def test_a_timer_from_hand_to_release() -> None:
    s = scene(hand="Pendulum, Spark, 2 Torrent", deck="9 Haste", ke=(4, 2, 0))
    s.do("timer Pendulum", "place Spark")
    assert s.told(1) == ["Seat 1 places Spark for 1 Kè.", "It waits on Seat 1's Pendulum."]
    assert "activate Pendulum with Spark" in spoken(s)
    s.do("activate Pendulum")
    assert s.told(1) == [
        "Seat 1 activates its Pendulum.", "Seat 1's Spark is released.", "Seat 1 recovers 2 Kè.",
    ]  # fmt: skip
    assert question(s).endswith("Spark is released and must be played before the phase ends.")
    assert "play the released Spark" in spoken(s)
    s.do("release Spark")
    assert s.told(0)[0] == "You play the released Spark."


def test_two_timers_alike_are_told_apart_by_what_is_on_them() -> None:
    s = scene(hand="Spark", timers="Sundial(Torrent), Sundial")
    s.do("place Spark")
    assert sorted(spoken(s)) == ["onto Sundial", "onto Sundial with Torrent"]
    assert question(s).startswith("On which Timer do you place Spark?")


def test_a_full_timer_is_asked_about_and_its_delay_card_is_named_to_its_owner_only() -> None:
    s = scene(hand="Breath, Spark", timers="Metronome(Torrent)", phase="Timer")
    assert question(s) == (
        "Timer phase: Metronome with Torrent is full. Activate it, so that its spells must be played this"
        " turn; or delay it with a card from your hand."
    )
    s.do("delay Metronome")
    assert question(s).startswith("Which card goes face down under Metronome?")
    s.do("under Breath")
    assert s.told(0)[:2] == ["You delay your Metronome with a card under it.", "You put Breath there."]
    assert s.told(1)[0] == "Seat 1 delays its Metronome with a card under it."
    assert not any("Breath" in line for line in s.told(1))
    s.do("activate Metronome")
    assert "Seat 1's Breath, which lay under it, is turned up and discarded." in s.told(1)


def test_a_pass_with_released_spells() -> None:
    s = scene(released="Spark", ke=(1, 3, 0))
    assert question(s).endswith("must be played before the phase ends, or you pass and lose it.")
    s.do("pass")
    assert s.told(0)[:3] == [
        "You pass.",
        "You recover 3 Kè.",
        "Your released Spark is discarded without effect.",
    ]


def test_the_card_beneath_is_named_to_its_taker_only() -> None:
    s = scene(zone="Spark, Breath, Haste", spheres={2: "Torrent, Increase, Insight"}, phase="Access")
    assert question(s).startswith("Access phase: 3 access points.")
    assert "take the card beneath Torrent" in spoken(s) and "take Torrent" in spoken(s)
    s.do("beneath 2")
    assert s.told(0)[0] == "You take Increase, the card beneath the top of Sphere 2."
    assert s.told(1)[0] == "Seat 1 takes the card beneath the top of Sphere 2."
    assert not any("Increase" in line for line in s.told(1))


def test_attacks_are_told_to_each_of_those_they_hit() -> None:
    s = scene(hand="Standstill", deck="Spark", others=({}, {}))
    s.do("cast Standstill")
    assert s.told(1)[1:5] == [
        "You may spend at most 3 Kè in your next turn.", "Seat 3 may spend at most 3 Kè in its next turn.",
        "Your next spell, in your next turn, costs 1 more.",
        "Seat 3's next spell, in its next turn, costs 1 more.",
    ]  # fmt: skip
    s = scene(hand="Disturbance", deck="Spark", others=({"hand": "2 Breath, Haste"},))
    s.do("cast Disturbance")
    assert question(s) == "Seat 1's Disturbance: you discard 1 card from your hand, of your choice."
    s.do("discard Haste")
    assert s.told(0)[0] == "Seat 2 discards Haste."


@pytest.mark.parametrize(
    ("card", "asks", "told"),
    [
        (
            "Broken Spring",
            "is discarded, with all that is on and under it?",
            "is discarded with all on and under it.",
        ),
        ("Forced Release", "is activated? Its owner plays", "is activated by force."),
    ],
)
def test_a_timer_of_an_opponent_is_chosen_by_whose_it_is(card: str, asks: str, told: str) -> None:
    s = scene(hand=card, deck="3 Spark", others=({"timers": "Pendulum(Torrent)"}, {"timers": "Orrery"}))
    s.do(f"cast {card}")
    assert asks in question(s)
    assert sorted(spoken(s)) == ["choose Seat 2's Pendulum with Torrent", "choose Seat 3's Orrery"]
    s.do("target Pendulum")
    assert s.told(0)[0] == f"Seat 2's Pendulum {told}" and s.told(1)[0] == f"Your Pendulum {told}"


def test_an_effect_that_finds_nothing_says_so() -> None:
    s = scene(hand="Broken Spring", deck="Spark")
    s.do("cast Broken Spring")
    assert s.told(0)[1:] == ["It finds nothing.", "You draw Spark."]


def test_where_a_card_to_banish_lies_is_said_where_it_can_be_in_two_places() -> None:
    s = scene(hand="Clear Mind, Recovery", pile="Recovery", deck="2 Spark")
    s.do("cast Clear Mind")
    assert question(s) == (
        "Clear Mind: which card of your hand or discard pile leaves the match for good? Up to 2, or done."
    )
    assert sorted(spoken(s)) == [
        "banish Recovery from your discard pile", "banish Recovery from your hand", "done",
    ]  # fmt: skip


def test_the_end_is_told_with_the_points() -> None:
    s = scene(zone="4 Spark", spheres={4: "Haste"}, phase="Access")
    s.do("access Haste")
    assert s.told(0) == [
        "You take Haste from Sphere 4.", "Sphere 4 is empty.", "You have 8 points.", "Seat 2 has 0 points.",
        "Two Spheres are empty: the match is over.",
    ]  # fmt: skip


def test_every_question_and_sentence_of_random_matches_is_whole() -> None:
    for number in range(6):
        for ply in Walk(GAME, number):
            seats = range(ply.after.seats)
            for seat in (*seats, None):
                view = GAME.mask(ply.after, seat)
                said = [text for event, _ in ply.seen if (text := GAME.texts.tell(event, view))]
                said.append(GAME.texts.ask(ply.decision, GAME.mask(ply.before, seat)))
                said += [
                    line
                    for event, _ in ply.seen
                    for line in GAME.texts.comment(event, GAME.mask(ply.before, seat))
                ]
                for sentence in said:
                    assert sentence[0].isupper() or sentence[0].isdigit(), sentence
                    assert sentence[-1] in ".?" and "  " not in sentence and "{" not in sentence, sentence
                    second = sentence.split(" ")[1].rstrip(".")
                    assert not (sentence.startswith("You ") and second.endswith("s") and second != "pass"), (
                        sentence
                    )


def test_no_choice_and_no_question_names_a_card_its_reader_can_not_see() -> None:
    for number in range(6):
        for ply in Walk(GAME, number):
            mover = ply.decision.seat
            for seat in range(ply.before.seats):
                view = GAME.mask(ply.before, seat)
                hidden = {GAME.cards[card].name for card in ply.before.cards} - {
                    GAME.cards[card].name for card in view.cards if card >= 0
                }
                asked = GAME.texts.ask(ply.decision, view)
                said = "" if seat == mover else GAME.texts.say(ply.choice, view)
                named = GAME.cards[ply.choice.card].name if ply.choice.card >= 0 else ""
                assert not [name for name in hidden if name in asked.replace("Timer", "")], asked
                assert not [name for name in hidden - {named} if f" {name}" in said.replace("Timer", "")], (
                    said
                )


def test_each_card_says_what_it_does_in_sentences() -> None:
    for info in GAME.cards:
        assert info.text[0].isupper() and info.text.endswith(".") and "  " not in info.text, info.text
    texts = {info.name: info.text for info in GAME.cards}
    assert texts["Second Thought"] == "Draw 2 cards, then discard 1 card."
    assert texts["Crystal Clock"] == (
        "Holds 1 spell. Spells placed here cost 1 less. On activation, for each spell on it: draw 1 card."
    )
    assert texts["Purge"] == "Banish up to 3 cards from your hand or discard pile, and draw 1 for each."
