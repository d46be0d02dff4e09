"""Card files that are wrong are refused, naming the file, the card and what is wrong with it."""

from __future__ import annotations

import pytest

from core.contract.errors import GameError
from core.timemasters.cards import MastersPool, printed_pool, read_card_file

HEAD = 'set = "new"\nlevel = 2\n'
SPELL = {"kind": '"spell"', "cost": "1"}
TIMER = {"kind": '"timer"', "slots": "1"}
CONCENTRATION = {"kind": '"concentration"'}


def card(kind: dict[str, str], /, **changes: str) -> str:
    """One card as TOML; values are TOML too, an empty one leaves the line out."""
    lines = {"id": '"new/level2/friend"', "name": '"Friend"'} | kind | changes
    return "[[card]]\n" + "".join(f"{key} = {value}\n" for key, value in lines.items() if value)


def refused(text: str) -> str:
    with pytest.raises(GameError) as error:
        read_card_file(text, "new.toml")
    return str(error.value)


def test_right_files_are_read() -> None:
    cards = [
        card(SPELL, effects='[{ do = "draw", n = 2 }, { do = "repeat", n = 1, but = "repeats" }]'),
        card(
            TIMER,
            id='"new/level2/clock"',
            placing='[{ do = "draw", n = 2 }]',
            each='[{ do = "draw", n = 3 }]',
        ),
        card(CONCENTRATION, id='"new/level2/calm"', effects='[{ do = "recover", n = 2 }]'),
    ]
    file = read_card_file(HEAD + "".join(cards), "new.toml")
    assert [one.name for one in file.card] == ["Friend"] * 3 and len(MastersPool([file]).cards) == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "`set`"),
        ('set = "new"\nlevel = 6\n' + card(SPELL), "$.level"),
        (HEAD + "colour = 1\n" + card(SPELL), "colour"),
        (HEAD + card(SPELL, id='"new/level2/Friend"'), "$.card[0].id"),
        (HEAD + card(SPELL, id='"new/level7/friend"'), "$.card[0].id"),
        (HEAD + card(SPELL, name='""'), "$.card[0].name"),
        (HEAD + card(SPELL, kind='"hero"'), "$.card[0].kind"),
        (HEAD + card(SPELL, cost="-1"), "$.card[0].cost"),
        (HEAD + card(TIMER, slots="0"), "$.card[0].slots"),
        (HEAD + card(SPELL, copies="0"), "$.card[0].copies"),
        (HEAD + card(SPELL, effects='[{ do = "fly" }]'), "$.card[0].effects[0]"),
        (HEAD + card(SPELL, effects='[{ do = "draw" }]'), "`n`"),
        (HEAD + card(SPELL, effects='[{ do = "draw", n = 0 }]'), "$.card[0].effects[0].n"),
        (HEAD + card(SPELL, effects='[{ do = "take", levels = [] }]'), "$.card[0].effects[0].levels"),
        (HEAD + card(SPELL, effects='[{ do = "take", levels = [6] }]'), "levels"),
        (HEAD + card(SPELL, effects='[{ do = "return", n = 1, of = "hero" }]'), "$.card[0].effects[0].of"),
        (HEAD + card(SPELL, effects='[{ do = "repeat", n = 3, but = "repeats" }]'), "`int` <= 2"),
        (HEAD + "card = " + "[" * 20_000, "nested too deeply"),
    ],
)
def test_a_file_that_does_not_fit_the_schema_is_refused_by_file_and_place(text: str, said: str) -> None:
    assert (found := refused(text)).startswith("new.toml: ") and said in found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (card(SPELL) + card(SPELL), "this id stands twice"),
        (card(SPELL, id='"tm/level2/friend"'), "begin with new/level2/"),
        (card(SPELL, id='"new/level1/friend"'), "begin with new/level2/"),
        (card(SPELL, cost=""), "a spell has a cost"),
        (card(TIMER, cost="1"), "a spell has a cost, and nothing else has"),
        (card(TIMER, slots=""), "a Timer has slots"),
        (card(CONCENTRATION, slots="1"), "a Timer has slots, and nothing else has"),
        (card(SPELL, twice="true"), "only a Timer has"),
        (card(CONCENTRATION, each='[{ do = "draw", n = 1 }]'), "only a Timer has"),
        (card(TIMER, effects='[{ do = "draw", n = 1 }]'), "under placing, activation or each"),
        (card(TIMER, placing='[{ do = "count", n = 2 }]'), "only a spell can have the effect 'count'"),
        (card(CONCENTRATION, effects='[{ do = "repeat", n = 1, but = "repeats" }]'), "only a spell"),
        (card(TIMER, each='[{ do = "look", n = 2 }]'), "may not have the effect 'look' when it is activated"),
        (card(TIMER, activation='[{ do = "discount", n = 2 }]'), "may not have the effect 'discount'"),
        (card(TIMER, activation='[{ do = "access-again" }]'), "may not have the effect 'access-again'"),
    ],
)  # fmt: skip
def test_a_card_that_makes_no_sense_is_refused_by_file_and_card(text: str, said: str) -> None:
    found = refused(HEAD + text)
    assert found.startswith("new.toml: ") and "friend" in found and said in found


BRINGS = [
    '{ do = "draw", n = 1 }',
    '{ do = "return", n = 1 }',
    '{ do = "look", n = 3 }',
    '{ do = "take", levels = [1] }',
    '{ do = "banish", n = 1, draw = true }',
]


@pytest.mark.parametrize("effect", BRINGS)
def test_what_could_go_on_for_ever_brings_no_card_to_the_hand(effect: str) -> None:
    more = f'[{{ do = "recover", n = 1 }}, {effect}]'
    found = refused(HEAD + card(CONCENTRATION, effects=more))
    assert found.startswith("new.toml: new/level2/friend: a Concentration may not bring cards to the hand")
    found = refused(HEAD + card(TIMER, activation=more))
    assert "friend: a Timer that is activated without a spell on it may not bring cards" in found
    assert found.endswith("a turn could go on for ever.")
    allowed = [card(SPELL, effects=more), card(TIMER, placing=more)]
    if "look" not in effect:
        allowed.append(card(TIMER, each=more))
    for one in allowed:
        read_card_file(HEAD + one, "new.toml")


@pytest.mark.parametrize("effect", ['{ do = "repeat", n = 1 }', '{ do = "repeat", n = 2, but = "none" }'])
def test_a_repeat_that_could_repeat_repeats_is_refused(effect: str) -> None:
    found = refused(HEAD + card(SPELL, effects=f"[{effect}]"))
    assert found.startswith(
        "new.toml: new/level2/friend: a spell that repeats may not repeat one that repeats"
    )


def test_two_files_with_the_same_card_make_no_pool() -> None:
    file = read_card_file(HEAD + card(SPELL), "new.toml")
    with pytest.raises(GameError, match="new/level2/friend stands in two card files"):
        MastersPool([file, file])


def test_the_fingerprint_covers_what_changes_play_and_nothing_else() -> None:
    def fingerprint(kind: dict[str, str], /, **changes: str) -> str:
        return MastersPool([read_card_file(HEAD + card(kind, **changes), "new.toml")]).fingerprint

    plain = fingerprint(SPELL)
    assert fingerprint(SPELL, name='"Foe"', wizard='"NOBODY"') == plain
    changed = [
        fingerprint(SPELL, id='"new/level2/foe"'),
        fingerprint(SPELL, cost="2"),
        fingerprint(SPELL, copies="1"),
        fingerprint(SPELL, effects='[{ do = "draw", n = 1 }]'),
        fingerprint(SPELL, effects='[{ do = "draw", n = 2 }]'),
        fingerprint(CONCENTRATION),
        fingerprint(TIMER),
        fingerprint(TIMER, slots="2"),
        fingerprint(TIMER, discount="1"),
        fingerprint(TIMER, twice="true"),
        fingerprint(TIMER, placing='[{ do = "recover", n = 1 }]'),
        fingerprint(TIMER, activation='[{ do = "recover", n = 1 }]'),
        fingerprint(TIMER, each='[{ do = "recover", n = 1 }]'),
    ]
    assert len({plain, *changed}) == len(changed) + 1


def test_names_and_ids_of_the_printed_set_agree() -> None:
    for one in printed_pool().cards:
        assert one.id.rpartition("/")[2] == one.name.lower().replace(" ", "-")
