"""The rules as the program tells them: complete, and in step with cards, effects, questions and options."""

from __future__ import annotations

import msgspec
import pytest

from core.contract.guide import QUESTION
from core.wrinkles import effects
from core.wrinkles.card_kinds import BASE_SLOTS
from core.wrinkles.cards import WrinklesCard
from core.wrinkles.choices import NAMES
from core.wrinkles.guide import concerning
from core.wrinkles.state import EVIL, GOOD, PHASES
from core.wrinkles.wrinkles import load
from decks.formats import formats
from tests.support.scenes.wrinkles import card, made_up

GAME = load()
GUIDE = GAME.texts.guide()


def rulings(name: str) -> list[str]:
    topic = GUIDE.named(name)
    assert topic is not None
    return [one.id for one in GUIDE.links(topic) if one.kind == "ruling"]


def test_all_seventeen_rulings_are_there_and_each_is_met_in_the_rules() -> None:
    assert [topic.id for topic in GUIDE.of_kind("ruling")] == [f"R{n}" for n in range(1, 18)]
    sections = [*GUIDE.of_kind("section"), *GUIDE.of_kind("phase"), *GUIDE.of_kind("term")]
    met = {one.id for topic in sections for one in GUIDE.links(topic)}
    assert {topic.id for topic in GUIDE.of_kind("ruling")} <= met


def test_every_question_and_every_phase_is_explained() -> None:
    asked = {topic.id.removeprefix(QUESTION) for topic in GUIDE.of_kind("question")}
    assert asked == set(NAMES.values())
    state = GAME.setup(*_start())
    for phase in range(len(PHASES)):
        state.phase = phase
        topic = GUIDE.topic(GAME.texts.phase(state))
        assert topic is not None and topic.kind == "phase" and PHASES[phase].startswith(topic.title)


def _start():  # type: ignore[no-untyped-def]
    from core.contract.chance import Chance
    from tests.support.matches import header

    start = header(GAME)
    return start, Chance(bytes.fromhex(start.seed or ""), GAME.streams)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Meg Murry", ["R6", "R10", "R16"]),
        ("Noah", ["R10", "R16"]),
        ("Dissonance", ["R9", "R10"]),
        ("Yadah", ["R7", "R16"]),
        ("War in Heaven", ["R2", "R7", "R8", "R11"]),
        ("Call to Study", ["R2", "R8", "R11", "R14", "R17"]),
        ("Compulsion", ["R2", "R3", "R11", "R14", "R17"]),
        ("Total X", ["R2", "R11", "R13"]),
        ("Falter", ["R2", "R11", "R14"]),
        ("Mrs Which", ["R5", "R7", "R16"]),
        ("Yalith", ["R6"]),
        ("Alarid the Seraph", ["R2", "R11"]),
        ("Grandfather Lamech", ["R2", "R15"]),
        ("Ugiel the Nephilim", ["R12", "R15"]),
        ("Tower of Babel", ["R12"]),
        ("Chain Reaction", ["R2", "R11", "R15"]),
    ],
)
def test_which_rulings_concern_a_card(name: str, expected: list[str]) -> None:
    assert rulings(name) == expected


def test_every_effect_of_the_vocabulary_leads_to_something() -> None:
    """A new effect has to be given its topics."""
    samples = {
        effects.Bonus: {"to": "song", "force": 1},
        effects.Penalty: {"to": "song", "force": 1},
        effects.Use: {"draw": 1},
    }
    for effect in effects.EFFECT_KINDS:
        fields = {field.name for field in msgspec.structs.fields(effect) if field.required}
        values = samples.get(effect) or {name: 1 if name == "n" else "song" for name in fields}
        for kind in ("X", "S"):
            plain = WrinklesCard("t/good/t", "T", kind)
            with_effect = msgspec.structs.replace(plain, effects=(effect(**values),))
            assert set(concerning(with_effect)) > set(concerning(plain)), effect


def test_cards_of_another_set_have_topics_too() -> None:
    game = made_up(good=card("good", "New Song", "S", 2, '{ do = "bonus", to = "gift", force = 1 }'))
    topic = game.texts.guide().named("New Song")
    assert topic is not None
    assert [one.id for one in game.texts.guide().links(topic)][:3] == ["R5", "R10", "R16"]


def test_options_and_presets_are_told_as_they_are() -> None:
    topic = GUIDE.topic("options")
    assert topic is not None
    text = "\n".join(topic.text)
    for option in GAME.options:
        assert f"- {option.name} ({option.low} to {option.high}, usually {option.default})" in text
    for preset in GAME.presets:
        assert preset.about in text


def test_slots_told_are_the_slots_there_are() -> None:
    topic = GUIDE.topic("playing")
    assert topic is not None
    told = topic.text[1]
    good, evil = (part.casefold() for part in told.split("Evil one each"))
    for side, text in ((0, good), (1, evil)):
        for slot in BASE_SLOTS[side]:
            assert slot in (text if slot not in ("character", "location") else told.casefold())
    assert BASE_SLOTS[0].count("character") == BASE_SLOTS[1].count("character") == 4


def test_what_is_said_of_decks_is_what_is_checked() -> None:
    topic = GUIDE.topic("deck-rules")
    assert topic is not None
    told = {line.partition(":")[0].removeprefix("- ").lower(): line for line in topic.text if ":" in line}
    copies = {1: "one copy", 2: "two copies"}
    for form in formats(GAME.name):
        if form.whole is None:
            assert str(form.minimum) in told[form.name] and copies[form.copies] in told[form.name]
    for side in (GOOD, EVIL):
        assert f" {GAME.pool.side.count(side)} " in told["original"]


def test_all_there_is_to_read_is_told() -> None:
    told = GAME.texts.guide().told()
    assert told is not None
    for topic in GAME.texts.guide().topics:
        assert topic.kind == "card" or (topic.heading in told and set(topic.text) <= set(told)), topic.id


def test_the_glossary_is_in_the_order_of_its_titles() -> None:
    titles = [topic.title.casefold() for topic in GAME.texts.guide().of_kind("term")]
    assert titles == sorted(titles)


@pytest.mark.parametrize("words", ["R4", "options"])
def test_who_wins_when_the_turns_are_over_is_told(words: str) -> None:
    text = " ".join(GAME.texts.guide().told(words) or ())
    assert "more tokens win" in text and "Good" in text
