"""Card files that are wrong are refused, naming the file, the card and what is wrong with it."""

from __future__ import annotations

import pytest

from core.contract.errors import GameError
from core.wrinkles.cards import WrinklesPool, read_card_file

HEAD = 'set = "new"\nside = "good"\n'


def card(**changes: str) -> str:
    """One card as TOML; values are TOML too."""
    lines = {"id": '"new/good/friend"', "name": '"Friend"', "type": '"M"', "force": "2"} | changes
    return "[[card]]\n" + "".join(f"{key} = {value}\n" for key, value in lines.items() if value)


def effect(text: str, kind: str = "M") -> str:
    return card(type=f'"{kind}"', effects=f"[{text}]")


def test_a_right_file_is_read() -> None:
    file = read_card_file(HEAD + effect('{ do = "bonus", to = "song", force = 3 }'), "new.toml")
    assert [one.name for one in file.card] == ["Friend"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "`set`"),
        ('set = "new"\n' + card(), "`side`"),
        ('set = "new"\nside = "grey"\n' + card(), "$.side"),
        ('set = "New Set"\nside = "good"\n' + card(), "$.set"),
        (HEAD + "colour = 1\n" + card(), "colour"),
        (HEAD + card(id=""), "`id`"),
        (HEAD + card(name=""), "`name`"),
        (HEAD + card(name='""'), "$.card[0].name"),
        (HEAD + card(name='"' + "x" * 61 + '"'), "$.card[0].name"),
        (HEAD + card(type='"Y"'), "$.card[0].type"),
        (HEAD + card(force="-1"), "$.card[0].force"),
        (HEAD + card(force="21"), "$.card[0].force"),
        (HEAD + card(force="2.5"), "$.card[0].force"),
        (HEAD + card(force='"2"'), "$.card[0].force"),
        (HEAD + card(id='"new/good/Friend"'), "$.card[0].id"),
        (HEAD + card(id='"friend"'), "$.card[0].id"),
        (HEAD + card(colour="1"), "colour"),
        (HEAD + card(traits='["tall"]'), "$.card[0].traits[0]"),
        (HEAD + effect('{ do = "fly" }'), "$.card[0].effects[0]"),
        (HEAD + effect('{ to = "song", force = 3 }'), "`do`"),
        (HEAD + effect('{ do = "bonus", to = "song" }'), "`force`"),
        (HEAD + effect('{ do = "bonus", to = "soup", force = 3 }'), "$.card[0].effects[0].to"),
        (HEAD + effect('{ do = "bonus", to = "song", force = 0 }'), "$.card[0].effects[0].force"),
        (HEAD + effect('{ do = "draw", n = 21 }'), "$.card[0].effects[0].n"),
        (HEAD + effect('{ do = "draw", n = 1, m = 2 }'), "`m`"),
        (HEAD + "[[card]\n", "new.toml"),
        (HEAD + "card = " + "[" * 20_000, "nested too deeply"),
        (HEAD + card() + card(id='"new/good/other"', force="99"), "$.card[1].force"),
    ],
)
def test_a_file_that_does_not_fit_the_schema_is_refused_by_file_and_place(text: str, said: str) -> None:
    with pytest.raises(GameError) as refused:
        read_card_file(text, "new.toml")
    assert str(refused.value).startswith("new.toml: ") and said in str(refused.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + card() + card(), "new/good/friend: this id stands twice"),
        (HEAD + card(id='"wit/good/friend"'), "wit/good/friend: ids in this file begin with new/good/"),
        (HEAD + card(id='"new/evil/friend"'), "new/evil/friend: ids in this file begin with new/good/"),
        (HEAD + effect('{ do = "cost", of = "mortal" }'), "new/good/friend: a card in play can't"),
        (HEAD + effect('{ do = "hands" }'), "'hands'"),
        (HEAD + effect('{ do = "penalty", to = "song", force = 1 }', "X"), "'penalty'"),
        (HEAD + effect('{ do = "use", draw = 1 }', "X"), "'use'"),
        (HEAD + effect('{ do = "order", n = 1 }'), "'order'"),
        (HEAD + effect('{ do = "cost", of = "mortal" }, { do = "cost", of = "immortal" }', "X"), "one cost"),
        (HEAD + effect('{ do = "discard", of = "plot" }, { do = "discard", of = "void" }', "X"), "one di"),
        (HEAD + effect('{ do = "negate" }, { do = "draw", n = 1 }', "X"), "friend: a Special that negates"),
        (HEAD + effect('{ do = "cost", of = "mortal" }, { do = "negate" }', "X"), "a Special that negates"),
        (HEAD + card(type='"L"', traits='["child"]'), "friend: only a Character can be a child"),
    ],
)  # fmt: skip
def test_a_card_that_makes_no_sense_is_refused_by_file_and_card(text: str, said: str) -> None:
    with pytest.raises(GameError) as refused:
        read_card_file(text, "new.toml")
    assert str(refused.value).startswith("new.toml: ") and said in str(refused.value)


def test_two_files_with_the_same_card_make_no_pool() -> None:
    file = read_card_file(HEAD + card(), "new.toml")
    with pytest.raises(GameError, match="new/good/friend"):
        WrinklesPool([file, file])


def test_the_fingerprint_covers_what_changes_play_and_nothing_else() -> None:
    def fingerprint(**changes: str) -> str:
        return WrinklesPool([read_card_file(HEAD + card(**changes), "new.toml")]).fingerprint

    plain = fingerprint()
    assert fingerprint(name='"Foe"') == plain
    changed = [
        fingerprint(force="3"),
        fingerprint(type='"I"'),
        fingerprint(id='"new/good/foe"'),
        fingerprint(traits='["murry"]'),
        fingerprint(effects='[{ do = "draw", n = 1 }]'),
        fingerprint(effects='[{ do = "draw", n = 2 }]'),
        fingerprint(effects='[{ do = "destiny", n = 1 }]'),
    ]
    assert len({plain, *changed}) == len(changed) + 1
