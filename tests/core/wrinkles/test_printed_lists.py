"""The card files say what the printed lists say, counted."""

from __future__ import annotations

from collections import Counter

import pytest

from core.wrinkles.cards import printed_pool
from core.wrinkles.wrinkles import load

POOL = printed_pool()
SIDES = {
    "good": [c for c in POOL.cards if "/good/" in c.id],
    "evil": [c for c in POOL.cards if "/evil/" in c.id],
}
TYPES = {
    "good": "L 8, M 13, MH 5, MB 4, I 8, IB 1, G 11, F 11, H 9, S 9, T 8, C 9, Q 9, X 20",
    "evil": "L 9, I 10, M 3, MH 2, MB 1, P 9, A 9, W 11, Z 9, N 9, V 10, X 20",
}


@pytest.mark.parametrize(("side", "cards", "force"), [("good", 125, 294), ("evil", 102, 242)])
def test_a_side_has_the_printed_number_of_cards_and_the_printed_force(
    side: str, cards: int, force: int
) -> None:
    assert len(SIDES[side]) == cards
    assert sum(card.force for card in SIDES[side]) == force


@pytest.mark.parametrize("side", ["good", "evil"])
def test_a_side_has_as_many_cards_of_each_type_as_printed(side: str) -> None:
    expected = {code: int(count) for code, count in (part.split(" ") for part in TYPES[side].split(", "))}
    assert Counter(card.type for card in SIDES[side]) == expected


def test_the_murrys_and_the_children_are_these() -> None:
    named = {trait: {c.name for c in POOL.cards if trait in c.traits} for trait in ("murry", "child")}
    assert named["murry"] == {
        "The Star Watching Rock", "Charles Wallace", "Meg Murry", "Calvin O'Keefe", "Mr Murray", "Mrs Murry",
        "The Twins", "Fortinbras",
    }  # fmt: skip
    assert named["child"] == {"Yalith", "Harcels"}


def test_names_carry_no_tabs_and_are_told_apart() -> None:
    names = [card.name for card in POOL.cards]
    assert "Demons & Devils" in names
    assert len(set(names)) == len(names)
    assert all(name == " ".join(name.split()) for name in names)


def test_there_is_one_text_for_each_printed_effect() -> None:
    """79 printed texts; `All Characters` or `Characters`, `a`, `one` or `an` come to the same here."""
    texts = {card.text for card in load().cards if card.text}
    assert len(texts) == 77


def test_specials_have_no_force_and_every_other_card_has() -> None:
    for info in load().cards:
        assert (info.force is None) == (info.kind == "Special"), info.id
        assert info.force is None or 1 <= info.force <= 5


def test_ids_are_sorted_and_name_their_side() -> None:
    assert list(POOL.table) == sorted(POOL.table)
    assert {id.rsplit("/", 1)[0] for id in POOL.table} == {"wit/good", "wit/evil"}
