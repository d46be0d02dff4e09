"""Names: what counts as the same, what is near, and file names every system takes."""

from __future__ import annotations

import os
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.names import STEM, file_stem, fold, nearest


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Calvin O'Keefe", "calvin o\u2019keefe"),
        ("Ointments & Salves", "ointments and salves"),
        ("Zoë", "ZOE"),
        ("Many Waters...", "many waters"),
        ("  For the  want of a Nail...", "for the want of a nail"),
    ],
)
def test_what_folds_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_names_of_signs_alone_fold_alike_only_where_they_are_alike() -> None:
    names = ["★★", "★", "🎉", "!", "?!", "#", "ö", "2"]
    assert len({*map(fold, names)}) == len(names)
    assert fold(" ★  ★ ") == fold("★ ★") and fold(" \t ") == fold("") == ""


def test_the_nearest_name() -> None:
    names = ["Meg Murry", "Mrs Murry", "Mr Murray", "Hope"]
    assert nearest("Meg Mury", names) == "Meg Murry"
    assert nearest("hoep", names) == "Hope"
    assert nearest("qqqq", names) is None
    assert nearest("", names) is None


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Bright Ones", "bright-ones"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\Windows", "c-windows"),
        ("CON", "con-deck"),
        ("com1.", "com1-deck"),
        ("aux .toml", "aux-toml"),
        ("trailing. . ", "trailing"),
        ("Äther & Öl", "ather-and-ol"),
        (".hidden", "hidden"),
        ("日本 1", "日本-1"),
        ("がんばれ", "がんばれ"),
        ("Светлые (II)", "светлые-ii"),
        ("नमस्ते दुनिया", "नमस्ते-दुनिया"),
        ("한국어", "한국어"),
        ("⅓ of ②", "13-of-2"),
        ("🎴🎴", "deck"),
        ("日" * 90, "日" * STEM),
        ("", "deck"),
        ("x" * 90, "x" * STEM),
    ],
)
def test_file_names(name: str, stem: str) -> None:
    assert file_stem(name) == stem


def test_a_taken_file_name_gets_a_number_whatever_its_case_or_accents() -> None:
    assert file_stem("Zoe", ["ZOË"]) == "zoe-2"
    assert file_stem("Zoe", ["zoe", "zoe-2", "Zoe-3"]) == "zoe-4"
    assert len(file_stem("x" * 90, ["x" * STEM])) == STEM


@given(st.text(max_size=80), st.lists(st.text(max_size=10), max_size=4))
def test_any_name_gives_a_safe_and_free_file_name(name: str, taken: list[str]) -> None:
    stem = file_stem(name, taken)
    assert 1 <= len(stem) <= STEM
    assert stem.strip("-") == stem
    assert all(char == "-" or char.isalnum() or unicodedata.category(char)[0] == "M" for char in stem)
    assert len(os.fsencode(stem + ".toml.draft")) <= 255
    assert not any("A" <= char <= "Z" for char in stem)
    assert fold(stem) not in {fold(other) for other in taken}
    assert file_stem(name, [*taken, stem]) != stem
