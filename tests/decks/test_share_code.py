"""Share codes: they come back as the deck they were made of, and say what is wrong with them."""

from __future__ import annotations

import base64
import random
import zlib

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core import registry
from decks.model import NOTES, Deck, DeckError
from decks.storage.catalog import stock_decks
from decks.text.share_code import (
    LONGEST,
    find_share_code,
    is_share_code,
    marks,
    read_share_code,
    share_code,
)
from tests.decks.strategies import legal_decks

CODE = share_code(next(iter(stock_decks().values())))


def refused(text: str) -> str:
    with pytest.raises(DeckError) as caught:
        read_share_code(text)
    return str(caught.value)


def sealed(data: bytes) -> str:
    """A code with this inside, its checksum right."""
    from decks.text.share_code import _sum

    return "tesserD1" + base64.b32encode(data + _sum(data)).decode().rstrip("=").lower()


def packed(*fields: object) -> str:
    return sealed(zlib.compress(msgspec.msgpack.encode(list(fields))))


@given(legal_decks(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_a_deck_comes_back_from_its_code_whatever_the_mail_made_of_it(
    deck: Deck, chance: random.Random
) -> None:
    code = share_code(deck)
    assert code.isalnum() and code.isascii() and is_share_code(code)
    assert read_share_code(code) == deck
    mailed = "".join(char + chance.choice(["", "", "", "\n> ", " ", "\u200b", "\r\n"]) for char in code)
    assert is_share_code(mailed.upper())
    assert read_share_code(f"“{mailed.upper()}”") == deck


def test_codes_are_short() -> None:
    assert max(len(share_code(deck)) for deck in stock_decks().values() if deck.size == 60) < 700


def test_no_two_cards_have_the_same_mark() -> None:
    ids = [card.id for name in registry.names() for card in registry.load(name).cards]
    assert len(marks(ids)) == len(ids)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no share code"),
        ("tesser1abc", "no share code"),
        ("tesserD", "no share code"),
        ("tesserD2abcdefg", "of version 2, and this tesser reads version 1"),
        (CODE[:-1], "Copy it again, all of it"),
        (CODE[:-8], "Copy it again, all of it"),
        (CODE + "aaaaaaaa", "checksum does not agree"),
        (CODE[:40] + "1" + CODE[41:], 'not "1"'),
        (CODE[:40] + "é" + CODE[41:], 'not "é"'),
        (CODE[:40] + ("a" if CODE[40] != "a" else "b") + CODE[41:], "checksum does not agree"),
        ("tesserD1" + "a" * (LONGEST + 1), "at most"),
        (sealed(b"nothing"), "There is no deck in this share code"),
        (sealed(zlib.compress(b"\x91" * 10_000)), "There is no deck in this share code"),
        (sealed(zlib.compress(b"x" * 10_000_000)), "more than a deck"),
        (packed("A", "chess", "good", "singleton", {}, {}, "", ""), 'a game that is not here: "chess"'),
        (packed("A", "wrinkles", "grey", "singleton", {}, {}, "", ""), 'no decks called "grey"'),
        (packed("A", "wrinkles", "good", "huge", {}, {}, "", ""), 'no format "huge" here'),
        (packed(" ", "wrinkles", "good", "singleton", {}, {}, "", ""), "has no name"),
        (packed("A", "wrinkles", "good", "singleton", {1: b"abc"}, {}, "", ""), "a card that is not among"),
        (packed("A", "wrinkles", "good", "singleton", {1: b"ab"}, {}, "", ""), "There is no deck"),
        (packed("A", "wrinkles", "good", "singleton", {0: b""}, {}, "", ""), "There is no deck"),
    ],
)
def test_what_is_wrong_with_a_code_is_said(text: str, said: str) -> None:
    assert said in refused(text)


@given(st.text(max_size=100).map("tesserD1".__add__) | st.binary(max_size=60).map(sealed))
@example("tesserD1")
@settings(deadline=None)
def test_anything_else_is_refused_in_a_sentence(text: str) -> None:
    assert refused(text).endswith(".")


AROUND = st.sampled_from(
    [
        ("Here is my deck:\n", ""),
        ("Deck: ", ""),
        ("<p><code>", "</code></p>"),
        ("(", ")"),
        ("https://example.org/deck?code=", "&from=me"),
        ("", "."),
        ("", "\n\nHave fun with it, sixty cards all in all! Yours, Ann"),
        ("", " it is good"),
        ("```\n", "\n```"),
        ("> ", "\n> \n-- \nAnn"),
        ("tesser has codes that begin with tesserD1: ", " and end like that"),
        ("Of a newer one: tesserD7abcdefghijklmnop\nand this one: ", ""),
    ]
)
INSIDE = st.sampled_from(["", "\u00ad", "=\n", "=\r\n", "\n> ", "\u200b", " "])


@given(legal_decks(), AROUND, INSIDE, st.integers(1, 40))
@settings(max_examples=60, deadline=None)
def test_a_code_is_found_whatever_stands_around_it_and_in_it(
    deck: Deck, around: tuple[str, str], inside: str, step: int
) -> None:
    code = share_code(deck)
    torn = inside.join(code[start : start + step] for start in range(0, len(code), step))
    text = f"{around[0]}{torn}{around[1]}"
    assert read_share_code(text) == deck
    place = find_share_code(text)
    assert place is not None and text[slice(*place)] == torn


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tesserD10abcdefghi", "of version 10"),
        ("tesserD312abcdefghi", "of version 312"),
        ("tesserD0abcdefghi", "no share codes of version 0"),
        (f"Look: {CODE[:-3]} is it.", "Copy it again"),
        (f"Look: {CODE}abc.", "Copy it again"),
    ],
)
def test_a_code_in_a_text_that_cannot_be_read_is_refused(text: str, said: str) -> None:
    assert is_share_code(text) and said in refused(text)


@pytest.mark.parametrize(
    "text", ["# made with tesserD1 codes in mind\n2 Hope", "tesser\nDeck: 1 Hope", "2 Hope"]
)
def test_a_text_that_only_speaks_of_codes_is_none(text: str) -> None:
    assert not is_share_code(text)


def test_a_text_full_of_beginnings_takes_no_time() -> None:
    refused("tesserd2" * 200_000)
    refused("tesserd1p" * 200_000)


def test_the_longest_notes_go_into_a_code() -> None:
    chance = random.Random(7)
    notes = "".join(chr(chance.randrange(0x20000, 0x2A000)) for _ in range(NOTES))
    deck = msgspec.structs.replace(next(iter(stock_decks().values())), notes=notes)
    assert read_share_code(share_code(deck)) == deck
