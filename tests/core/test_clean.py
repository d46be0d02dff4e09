"""Text from outside: what stays, what goes, and that nothing gets past."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.clean import MARKS, NAMELESS, cell_width, clean, player_name

anything = st.text(st.characters(), max_size=60)
"""Every code point, lone surrogates too."""


@pytest.mark.parametrize(
    ("given_text", "shown"),
    [
        ("Meg Murry", "Meg Murry"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("a\tb\nc\u00a0d\u2028e", "a b c d e"),
        ("\x1b[31mred\x1b]0;x\x07", "[31mred]0;x"),
        ("[@click=app.quit]x[/x]", "[@click=app.quit]x[/x]"),
        ("\u202eevil\u2066", "evil"),
        ("x\u200d\u200by", "xy"),
        ("\ud800x\ue000", "x"),
        ("\u2665\ufe0f", "\u2665"),
        ("\u0301a", "a"),
        (" \u0301a", " a"),
        ("x" + "\u0323\u0301\u0302\u0303", "x\u0323\u0301"),
        ("\u3164\u115f\u2800", ""),
        ("\U000e0041\U000e0100x", "x"),
        ("\ud55c\uae00 \u1112\u1161\u11ab", "\ud55c\uae00 \ud55c"),
        ("a\u1161\u0301\u11a8b", "\u00e1b"),
        ("\U0001f1e9\U0001f1eax\U0001f3fb", "x"),
        ("", ""),
    ],
)
def test_known_answers(given_text: str, shown: str) -> None:
    assert clean(given_text, 80) == shown


@pytest.mark.parametrize(
    ("given_text", "cells", "shown"),
    [
        ("abcdef", 3, "abc"),
        ("日本語", 5, "日本"),
        ("日本語", 6, "日本語"),
        ("x\u0323\u0323y", 1, "x\u0323\u0323"),
        ("abc", 0, ""),
        ("\u4dc0\u2630x", 4, "\u4dc0\u2630"),
    ],
)
def test_is_cut_by_cells(given_text: str, cells: int, shown: str) -> None:
    assert clean(given_text, cells) == shown


@given(anything, st.integers(0, 40))
def test_only_harmless_characters_are_left_and_they_fit(text: str, cells: int) -> None:
    shown = clean(text, cells)
    assert all(char == " " or unicodedata.category(char)[0] in "LMNPS" for char in shown)
    assert sum(map(cell_width, shown)) <= cells
    assert unicodedata.is_normalized("NFC", shown)
    shown.encode()


@given(anything, st.integers(0, 40))
def test_cleaning_twice_changes_nothing(text: str, cells: int) -> None:
    once = clean(text, cells)
    assert clean(once, cells) == once


@given(st.text(st.sampled_from("ab \u0301\u0323\u0308\u093e\u20e3\u05b4"), max_size=60))
def test_a_base_keeps_few_marks_and_none_stands_alone(text: str) -> None:
    row = MARKS
    for char in clean(text, 80):
        row = row + 1 if unicodedata.category(char)[0] == "M" else (MARKS if char == " " else 0)
        assert row <= MARKS


@given(st.text(st.characters(max_codepoint=126, min_codepoint=32)))
def test_plain_text_is_left_as_it_is(text: str) -> None:
    assert clean(text, len(text)) == text


def test_a_thousand_marks_take_no_time() -> None:
    start = time.process_time()
    clean("a" + "\u0301\u0323" * 50_000, 20)
    assert time.process_time() - start < 1


@pytest.mark.parametrize("text", ["", "  ", "\u00a0\u3000", "\x1b\u202e\u200b", "\u3164"])
def test_a_player_without_a_name_is_called_so(text: str) -> None:
    assert player_name(text) == NAMELESS
    assert player_name(f" Ann{text}") == "Ann"
