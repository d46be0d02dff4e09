"""What players are told: by name to whom it concerns, without a name to others, and grammatically."""

from __future__ import annotations

from core.contract.chance import Chance
from core.contract.choice import Decision
from core.contract.event import Event
from core.contract.stream import numbered_seed
from core.wrinkles.cards import printed_pool
from core.wrinkles.state import EVIL, GOOD
from core.wrinkles.text import effects_text
from core.wrinkles.wrinkles import load
from tests.support.matches import Walk, header
from tests.support.scenes.wrinkles import Scene, scene


def question(s: Scene) -> str:
    decision = s.game.decision(s.state)
    assert isinstance(decision, Decision)
    return s.game.texts.ask(decision, s.game.mask(s.state, decision.seat))


def test_the_beginning_is_told_to_each_in_its_own_words() -> None:
    events: list[Event] = []
    state = load().setup(header(load()), Chance(numbered_seed(1), load().streams), events)
    told = {
        seat: [said for event in events if (said := load().texts.tell(event, load().mask(state, seat)))]
        for seat in (GOOD, EVIL, None)
    }
    names = [load().cards[state.cards[handle]].name for handle in state.hand[GOOD]]
    assert told[GOOD] == [
        "Turn 1. You lead.", "Destiny I.",
        *(f"You draw {name}.".replace("?.", "?").replace("....", "...") for name in names),
        "Evil draws 7 cards.",
    ]  # fmt: skip
    assert told[None] == ["Turn 1. Good leads.", "Destiny I.", "Good draws 7 cards.", "Evil draws 7 cards."]
    assert not any(name in said for said in told[EVIL] for name in names if name not in _evil_names())


def _evil_names() -> set[str]:
    return {info.name for info in load().cards if info.group == "evil"}


def test_a_play_a_replacement_and_a_pass() -> None:
    s = scene(good="Love", hand="Hope").do("play Hope")
    assert s.told(GOOD) == ["You play Hope.", "You give up Love to make room."]
    assert s.told(EVIL) == [
        "Good plays Hope.",
        "Good gives up Love to make room.",
    ]
    s.do("pass")
    assert s.told(EVIL) == ["You pass."] and s.told(None) == ["Evil passes."]


def test_a_special_that_takes_ones_own_card_at_once_says_whose_it_was() -> None:
    s = scene(good="Sporos", hand="Wrath of God", deck="Hope").do("play Wrath of God")
    assert s.told(GOOD) == [
        "You play Wrath of God.", "It is to discard your Sporos.", "Your Sporos is discarded.",
        "You draw Hope.",
    ]  # fmt: skip
    assert s.told(EVIL)[1:] == [
        "It is to discard Good's Sporos.", "Good's Sporos is discarded.", "Good draws 1 card.",
    ]  # fmt: skip


def test_a_special_its_answer_and_its_end() -> None:
    s = scene(good="Alarid the Seraph", evil_hand="Chaos", turn=2).do("play Chaos")
    assert question(s) == 'Evil plays Chaos: "Draw 3 cards." Negate it, or let it resolve?'
    s.do("negate with Alarid the Seraph")
    assert s.told(EVIL)[-1] == "Chaos is negated."
    s = scene(evil_hand="Chaos", turn=2).do("play Chaos", "let it resolve")
    assert s.told(GOOD) == ["You let it resolve.", "Evil draws no card."]
    assert s.told(EVIL) == ["Good lets it resolve.", "You draw no card."]


def test_costs_abilities_and_hands() -> None:
    s = scene(good="Sporos", hand="Sacrifice", deck="Hope").do("play Sacrifice")
    assert "You pay with Sporos." in s.told(GOOD) and "Good pays with Sporos." in s.told(None)
    s = scene(good="Grandfather Lamech", deck="2 Hope").do("use Grandfather Lamech")
    assert s.told(EVIL) == ["Good discards Grandfather Lamech to draw.", "Good draws 2 cards."]
    s = scene(hand="Quest", deck="2 Hope", evil_hand="Fear, Hate").do("play Quest", "discard Hate")
    assert s.told(EVIL) == ["You discard Hate from hand."]
    assert s.told(GOOD) == ["Evil discards Hate from hand."]


def test_ordering_tells_the_others_that_it_happens_and_no_name() -> None:
    s = scene(hand="The Pattern", deck="Hope, Joy, Calm").do("play The Pattern")
    assert s.told(EVIL) == ["Good plays The Pattern.", "Good looks at the next cards of the deck."]
    assert s.told(GOOD)[1:] == [
        "You look at the next cards of the deck.", "You see Hope.", "You see Joy.", "You see Calm.",
    ]  # fmt: skip
    assert question(s) == "Which of these 3 cards do you draw next?"
    s.do("draw next Calm")
    assert not any("Calm" in said for said in s.told(EVIL))


def test_compulsion_tells_what_it_took() -> None:
    s = scene(hand="Compulsion", deck="Sporos, Hope").do("play Compulsion", "take Sporos")
    assert s.told(EVIL) == ["Good takes Sporos from the deck.", "Good puts Sporos into play."]


def test_limits_slots_and_bonuses_until_the_end_of_the_turn() -> None:
    s = scene(evil_hand="Falter, War in Heaven, Mirror Images", turn=2).do("play Falter", "let it resolve")
    assert s.told(GOOD)[-1] == "You may play 1 card more from hand in this phase."
    assert question(s) == "Fate I: play a card (1 card at most), or pass."
    s.do("pass", "play War in Heaven", "let it resolve")
    assert s.told(EVIL)[-1] == "You may have one more Immortal in play until the end of the turn."
    s.do("pass", "play Mirror Images", "let it resolve")
    assert s.told(None)[-1] == "Mirror Images: Evil's Immortals get +3 until the end of the turn."


def test_the_test_phase_is_told_with_both_totals() -> None:
    s = scene(good="Hope", evil="Fear", phase="Test", deck="9 Joy", evil_deck="9 Hate").close()
    assert s.told(GOOD)[:4] == [
        "Evil passes.", "Your Force is 3.", "Evil's Force is 4.",
        "Evil takes a Balance token and holds 4.",
    ]  # fmt: skip
    assert s.told(EVIL)[3] == "You take a Balance token and hold 4."
    assert "Turn 2. Evil leads." in s.told(GOOD)


def test_every_question_and_sentence_of_random_matches_is_whole() -> None:
    for number in range(12):
        for ply in Walk(load(), number):
            for seat in (GOOD, EVIL, None):
                view = load().mask(ply.after, seat)
                said = [text for event, _ in ply.seen if (text := load().texts.tell(event, view))]
                said.append(load().texts.ask(ply.decision, load().mask(ply.before, seat)))
                for sentence in said:
                    assert sentence[0].isupper() or sentence[0].isdigit(), sentence
                    assert sentence[-1] in ".?" and "  " not in sentence and "{}" not in sentence, sentence
                    assert not (sentence.startswith("You ") and sentence.split(" ")[1].endswith("s") and
                                sentence.split(" ")[1] not in ("pass", "pass.")), sentence  # fmt: skip


def test_each_card_says_what_it_does_in_sentences() -> None:
    for card in printed_pool().cards:
        text = effects_text(card)
        assert bool(text) == bool(card.effects), card.name
        assert not text or (text[0].isupper() and text.endswith(".") and "  " not in text), text


def test_what_may_be_left_out_or_is_for_characters_only_is_said_so() -> None:
    texts = {info.name: info.text for info in load().cards}
    assert texts["Call to Study"] == "You may put a Character from your hand into play, room or not."
    assert texts["Compulsion"] == (
        "Look through your deck: you may put a Mortal from it into play that has room"
        " or can replace a card of yours. Shuffle the deck."
    )
    assert texts["The Word of El"] == "One of your Biblical Characters gets +3."
    assert texts["Might Have Been"] == "One of your Historical Characters gets +3."
    assert texts["Childhood Resilience"] == "One of your Child Characters gets +3."


def test_a_name_that_ends_a_sentence_itself_gets_no_full_stop() -> None:
    s = scene(hand="Like and Equal..., What is Real?", deck="Many Waters...").do("play Like and Equal...")
    assert s.told(EVIL)[0] == "Good plays Like and Equal..."
    s.do("pass", "play What is Real?")
    assert s.told(EVIL)[0] == "Good plays What is Real?"
