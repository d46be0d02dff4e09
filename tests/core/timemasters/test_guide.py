"""The rules of Time Masters as they are told: complete, and in step with cards, questions and options."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from core.contract.guide import QUESTION
from core.guide_file import EXAMPLE
from core.timemasters.cards import MastersCard
from core.timemasters.choices import NAMES
from core.timemasters.effects import EFFECT_KINDS
from core.timemasters.guide import PHASE_TOPICS, concerning
from core.timemasters.state import PHASES
from core.timemasters.timemasters import load
from tests.support.scenes.timemasters import card, made_up

GAME = load()
GUIDE = GAME.texts.guide()


def rulings(name: str) -> list[str]:
    topic = next(one for one in GUIDE.of_kind("card") if one.title == name)
    return [one.id for one in GUIDE.links(topic) if one.kind == "ruling"]


def test_all_thirty_rulings_are_there_each_with_an_example_and_each_is_met_in_the_rules() -> None:
    told = GUIDE.of_kind("ruling")
    assert [topic.id for topic in told] == [f"T{n}" for n in range(1, 31)]
    for topic in told:
        assert topic.text[-1].startswith(EXAMPLE) and len(topic.text) > 1
    sections = [*GUIDE.of_kind("section"), *GUIDE.of_kind("phase"), *GUIDE.of_kind("term")]
    met = {one.id for topic in sections for one in GUIDE.links(topic)}
    assert {topic.id for topic in told} <= met


@pytest.mark.parametrize(
    ("id", "about"),
    [
        ("T11", "cards of Sphere 5 in the hands"),
        ("T17", "at any time"),
        ("T18", "at any time"),
        ("T30", "nothing of it"),
    ],
)
def test_where_the_rulebook_could_be_read_otherwise_it_is_said_to_be_our_reading(id: str, about: str) -> None:
    topic = GUIDE.topic(id)
    assert topic is not None
    assert any(about in line and "our reading" in line.casefold() for line in topic.text)


def test_every_question_and_every_phase_is_explained() -> None:
    asked = {topic.id.removeprefix(QUESTION) for topic in GUIDE.of_kind("question")}
    assert asked == set(NAMES.values())
    for name, id in zip(PHASES, PHASE_TOPICS, strict=True):
        topic = GUIDE.topic(id)
        assert topic is not None and topic.kind == "phase" and topic.title.startswith(name)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Suggestion", ["T8"]),
        ("Cerebral Cleaning", ["T8", "T11", "T21", "T28"]),
        ("Time Heaviness", ["T4", "T8", "T12", "T15"]),
        ("Slow Down", ["T4", "T5", "T12"]),
        ("Foresight", ["T20"]),
        ("Shortcut", ["T3", "T15"]),
        ("Overflow", ["T1"]),
        ("Insight", ["T1", "T18"]),
        ("Great Recovery", ["T9"]),
        ("Stolen Hour", ["T9", "T22"]),
        ("Deja Vu", ["T14"]),
        ("Convergence", ["T14"]),
        ("Time Thief", ["T24"]),
        ("Premonition", ["T19"]),
        ("Open Spheres", ["T8", "T19"]),
        ("Broken Spring", ["T8", "T27"]),
        ("Forced Release", ["T8", "T16", "T27"]),
        ("Mirror Clock", ["T16", "T17"]),
        ("Crystal Clock", ["T3", "T8", "T17"]),
        ("Mastery", ["T8", "T25"]),
    ],
)
def test_which_rulings_concern_a_card(name: str, expected: list[str]) -> None:
    assert rulings(name) == expected


def test_every_effect_of_the_vocabulary_leads_to_something() -> None:
    """A new effect has to be given its topics."""
    plain = MastersCard("t/level1/t", "T", "spell", cost=1)
    for effect in EFFECT_KINDS:
        fields = {field.name for field in msgspec.structs.fields(effect) if field.required}
        made = effect(**{name: (1,) if name == "levels" else 2 for name in fields})
        assert set(concerning(msgspec.structs.replace(plain, effects=(made,)))) > set(concerning(plain)), (
            effect
        )


def test_cards_of_another_set_have_topics_too() -> None:
    game = made_up(card("New Dawn", "spell", cost="1", effects='[{ do = "permanent", n = 1 }]'))
    topic = game.texts.guide().named("New Dawn")
    assert topic is not None
    assert [one.id for one in game.texts.guide().links(topic)] == ["T25", "casting", "permanent"]


def test_options_and_presets_are_told_as_they_are() -> None:
    topic = GUIDE.topic("options")
    assert topic is not None
    text = "\n".join(topic.text)
    assert "- end (at-once or round, usually at-once): " in text
    for option in GAME.options:
        if not option.named:
            assert f"- {option.name} ({option.low} to {option.high}, usually {option.default})" in text
    assert "- Preset Even (end round, later_start 1): " in text
    for preset in GAME.presets:
        assert preset.about in text


def test_what_is_said_of_the_card_set_is_so() -> None:
    topic = GUIDE.topic("card-set")
    assert topic is not None
    told = " ".join(topic.text)
    kinds = Counter(info.kind for info in GAME.cards)
    assert f"{kinds['Spell']} spells, {kinds['Concentration']} Concentrations" in told
    assert f"the other {len(GAME.cards) - 9} cards" in told and kinds["Timer"] == 11 and "eleven" in told
    for name in ("Concentration", "Timer", "Suggestion", "Recovery", "Energy Loop", "Cerebral Cleaning",
                 "Time Heaviness", "Slow Down", "Increase"):  # fmt: skip
        assert name in told


def test_the_starting_deck_told_is_the_one_dealt() -> None:
    topic = GUIDE.topic("setting-out")
    assert topic is not None
    told = topic.text[1].casefold()
    words = {1: "one", 2: "two", 3: "three"}
    for identity, n in Counter(GAME.pool.copies[0]).items():
        name = GAME.cards[identity].name.casefold()
        plural = name if n == 1 else name[:-1] + "ies" if name.endswith("y") else name + "s"
        assert f"{words[n]} {plural}" in told


def test_names_of_cards_in_the_rules_are_those_of_cards() -> None:
    """Examples that speak of a card go on being true of it: what is said to cost something does."""
    text = "\n".join(line for topic in GUIDE.topics if topic.kind != "card" for line in topic.text)
    for name, cost in (("Suggestion", 1), ("Energy Loop", 2), ("Torrent", 2)):
        assert name in text
        assert next(info.force for info in GAME.cards if info.name == name) == cost


def test_all_there_is_to_read_is_told() -> None:
    told = GAME.texts.guide().told()
    assert told is not None
    for topic in GAME.texts.guide().topics:
        assert topic.kind == "card" or (topic.heading in told and set(topic.text) <= set(told)), topic.id


def test_the_glossary_is_in_the_order_of_its_titles() -> None:
    titles = [topic.title.casefold() for topic in GUIDE.of_kind("term")]
    assert titles == sorted(titles)


@pytest.mark.parametrize("words", ["ke", "K\u00e8", "t 14", "time heaviness"])
def test_words_are_found_however_they_are_typed(words: str) -> None:
    assert GUIDE.named(words) is not None
