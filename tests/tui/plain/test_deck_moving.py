"""Decks in and out by sentences: a verdict a line, nothing kept unasked, what goes out comes in."""

from __future__ import annotations

from pathlib import Path

import pytest

from decks.text.deck_export import FORMS
from decks.text.share_code import share_code
from tests.support.plain_decks import after, empty, heard, kept

LIST = (
    "// mine",
    "Name: Brought",
    "2 Hope",
    "1 Hpe",
    "2 Xyzzy foo",
    "",
    "Songs:",
    "2x tesseract",
    "back",
    ".",
)


def test_each_line_of_a_list_has_a_verdict_and_suggestions_are_asked_about(tmp_path: Path) -> None:
    store = empty(tmp_path)
    said = heard(tmp_path, "import", *LIST, "go through", "yes", "yes", "deck")
    assert after(said, "End with a line that is a single full stop.", 9) == [
        "Line 1, comment: // mine",
        "Line 2, about it: Name: Brought",
        "Line 3, card: 2 Hope",
        'Line 4, suggested: 1 Hpe. No card is called "Hpe". Did you mean Hope?',
        'Line 5, unknown: 2 Xyzzy foo. No card is called "Xyzzy foo".',
        "Line 6, empty.",
        "Line 7, heading: Songs:",
        "Line 8, corrected: 2x tesseract. Read as 2 Tesseract.",
        'Line 9, unknown: back. No card is called "back".',
    ]
    assert 'Line 4, 1 Hpe: No card is called "Hpe". Did you mean Hope? Yes or no?' in said
    assert after(said, "3 of 9 lines are cards.") == ["2 lines are left out."]
    assert after(said, "It is kept as Brought.") == ["Brought, Good, Constructed, 5 cards."]
    assert {card.rpartition("/")[2]: n for card, n in store.catalog.find("Brought").cards.items()} == {
        "hope": 3,
        "tesseract": 2,
    }


@pytest.mark.parametrize("answers", [("none", "no"), ("back",), ("quit",), ()])
def test_nothing_is_kept_unless_the_player_says_so(tmp_path: Path, answers: tuple[str, ...]) -> None:
    store = empty(tmp_path)
    before = store.catalog.entries()
    heard(tmp_path, "import", *LIST, *answers)
    assert store.catalog.entries() == before


@pytest.mark.parametrize("form", FORMS, ids=[form.name for form in FORMS])
@pytest.mark.parametrize("name", ["Star Singers", "Engines"])
def test_what_is_said_on_export_can_be_pasted(tmp_path: Path, form: object, name: str) -> None:
    store = kept(tmp_path, like=name, notes="one\n\ntwo", maybe={})
    deck = store.catalog.find("Ark")
    said = heard(tmp_path, "ark", f"export {form.name}")  # type: ignore[attr-defined]
    hint = "Type add, take, find, check, save, done; help lists all there is."
    text = said[said.index(hint) + 1 :]
    end = () if len(text) == 1 else (".",)  # a share code needs no end
    said = heard(tmp_path, "import", *text, *end, "yes", "done")
    assert store.catalog.find("Ark 2").renamed("Ark") == deck
    assert "It is kept as Ark 2." in said


def test_a_deck_is_written_to_a_file_and_read_from_it(tmp_path: Path) -> None:
    store = kept(tmp_path)
    file = tmp_path / "ark of stars.txt"
    said = heard(
        tmp_path, "ark", f"export text {file}", f"export text {file}", f"export code {tmp_path}/no/x"
    )
    assert f"Written: {file}." in said
    assert "There is such a file already, and it stays. Say another name." in said
    assert any(line.startswith("There is no folder ") for line in said)
    said = heard(tmp_path, f"import {file}", "yes", "done", f"import {tmp_path}/nothing.txt")
    assert store.catalog.find("Ark 2").cards == store.catalog.find("Ark").cards
    assert f"{tmp_path}/nothing.txt: there is no such file." in said


def test_what_is_brought_takes_the_place_of_the_open_deck_in_one_step(tmp_path: Path) -> None:
    store = kept(tmp_path)
    said = heard(tmp_path, "ark", "import", "Hope", "Noah", ".", "place", "undo", "redo", "save")
    at = said.index("It is in place.")
    assert (
        said[at + 1] == "In: 1 Noah."
        and said[at + 2].startswith("Out: 1 Intuition, 1 Kythe, ")
        and said[at + 2].endswith(" and 47 more.")
    )
    assert after(said, "Taken back.")[0].startswith("In: 1 Intuition, 1 Kythe, ")
    assert store.catalog.find("Ark").size == 2 and store.catalog.find("Ark").format == "singleton"


def test_a_deck_of_another_game_and_a_broken_one_are_refused_in_sentences(tmp_path: Path) -> None:
    store = kept(tmp_path)
    code = share_code(store.catalog.find("Engines"))
    cut = code[:-4] + "aaaa"
    said = heard(tmp_path, "ark", "import", code, "place", "new", "done", "import", cut, ".", "import", ".")
    assert "It is for another game: it can be kept as a new deck." in said
    assert "It is kept as Engines 2." in said
    assert any("its checksum does not agree" in line for line in said)
    assert after(said, "There is no card in it.") == ["Nothing was kept."]
    # A code in pieces is read when it is whole.
    said = heard(tmp_path, "import", code[:40], code[40:], ".", "yes")
    assert "It is kept as Engines 3." in said
