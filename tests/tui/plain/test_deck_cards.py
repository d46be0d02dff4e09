"""Cards into a deck and out of it by words: as far as they may, all at once, and back in one step."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.plain_decks import after, empty, heard, kept, told


def test_of_more_than_is_allowed_what_is_allowed_is_added(tmp_path: Path) -> None:
    store = empty(tmp_path)
    said = told(tmp_path, "ark; add hope; add 3 hope, 2 noah; add hope; save; undo; undo; undo")
    assert after(said, "1 of 60 cards now.", 3) == [
        "Hope added. 1 and not 3: only 2 copies in Constructed.",
        "2 copies of Noah added.",
        "4 of 60 cards now.",
    ]
    assert after(said, "4 of 60 cards now.") == ["Hope: Only 2 copies in Constructed."]
    # All of a line goes in one step.
    assert after(said, "Out: 1 Hope, 2 Noah.") == ["1 of 60 cards now."]
    assert "Nothing was changed." in said
    deck = store.catalog.find("Ark")
    assert {card.rpartition("/")[2]: n for card, n in deck.cards.items()} == {"hope": 2, "noah": 2}


def test_what_is_taken_is_what_is_there(tmp_path: Path) -> None:
    empty(tmp_path)
    said = told(tmp_path, "ark; take hope; add 2 hope; take 3 hope; undo; take 0 hope; take all")
    assert "Hope is not in the deck." in said
    assert "2 copies of Hope taken out. 2 and not 3: there were no more." in said
    assert "No copy of Hope is asked for." in said
    assert after(said, "All taken out.") == ["0 of 60 cards now."]


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("add joyy", "Did you mean Joy?"),
        ("add 2 meg mury", "Did you mean Meg Murry?"),
        ("card charls wallace", "Did you mean Charles Wallace?"),
        ("take hoep", "Did you mean Hope?"),
        ("add xyzzy", ""),
    ],
)
def test_a_misspelt_card_is_told_by_the_one_that_is_like_it(tmp_path: Path, typed: str, hint: str) -> None:
    empty(tmp_path)
    said = told(tmp_path, f"ark; {typed}")
    (line,) = [one for one in said if one.startswith("No card that may be in it fits")]
    assert line.endswith(f'". {hint}' if hint else '".')


def test_a_number_is_set_and_filled_to_the_limit(tmp_path: Path) -> None:
    store = empty(tmp_path)
    said = told(
        tmp_path,
        "ark; set 5 hope; set 1 hope; set 1 hope; fill hope, joy; set 0 joy; set all x-; save",
    )
    assert "Hope: 2. Not 5: only 2 copies in Constructed." in said
    assert after(said, "Hope: 1.") == ["1 of 60 cards now."]
    assert "So it was already." in said
    assert "Joy: none." in said
    assert store.catalog.find("Ark").cards["wit/good/hope"] == 2
    assert "wit/good/joy" not in store.catalog.find("Ark").cards


def test_many_are_moved_by_a_search(tmp_path: Path) -> None:
    store = kept(tmp_path)
    said = told(tmp_path, "ark; take all t:song; maybe all t:quote; in all; add all t:song -star; save")
    assert said.count("52 of 60 cards now.") == 2  # without the songs; and with the quotes back
    assert "47 of 60 cards now." in said
    assert any(line.endswith("cards added.") for line in said)
    deck = store.catalog.find("Ark")
    assert not deck.maybe and deck.size == 58


def test_the_maybe_list_is_kept_and_not_counted(tmp_path: Path) -> None:
    store = kept(tmp_path)
    said = told(tmp_path, "ark; maybe; maybe hope, love; maybe; in love, joy; forget hope; undo; save")
    assert "There is nothing on the maybe list." in said
    assert after(said, "Love: kept as a maybe.") == ["59 of 60 cards now."]
    assert after(said, "59 of 60 cards now.", 3) == [
        "Hope.",
        "Love.",
        "2 cards on the maybe list, which does not count.",
    ]
    assert "Joy is not on the maybe list." in said
    assert after(said, "Love: in the deck.") == ["60 cards now."]
    assert "Hope: off the maybe list." in said
    assert store.catalog.find("Ark").maybe == {"wit/good/hope": 1}


def test_what_could_be_in_it_is_found_and_told(tmp_path: Path) -> None:
    kept(tmp_path)
    said = told(
        tmp_path,
        "ark; find t:song force>=4; find; more; find t:sng; sort by name; sort by colour; "
        "find t:song force>=4; group by nothing; deck t:song; card hope",
    )
    assert "Ancient Harmonies: Song, Force 5; 1 in." in said
    assert "And 110 more: type more, or search more narrowly." in said
    assert "And 95 more: type more, or search more narrowly." in said
    assert 'That is at "t:sng".' in said
    assert "Type sort by Force, name or type. Now it is by type, name." in said
    assert after(said, "Cards are said by name now.") == ["1 Ancient Harmonies: Song, Force 5."]
    assert said[-1].startswith("1 of it in the deck.")


def test_help_lists_the_words_by_topic_and_each_does_something(tmp_path: Path) -> None:
    empty(tmp_path)
    said = told(tmp_path, "ark; help; help cards; help remove; help xyzzy")
    assert "Cards: add, take, set, fill, maybe, keep, in, forget, undo, redo." in said
    assert after(said, "Cards.")[0].startswith("add NAME, add 2 NAME, ")
    assert "The same: remove." in said
    assert 'There is nothing called "xyzzy" here; help alone lists the words.' in said


@pytest.mark.parametrize(
    "line", ["add", "add 3", "take", "set", "set 3", "fill", "in", "forget", "card", "note", "rename"]
)
def test_a_word_without_what_it_needs_says_so(tmp_path: Path, line: str) -> None:
    store = empty(tmp_path)
    before = store.catalog.find("Ark")
    said = heard(tmp_path, "ark", line)
    answer = after(said, "Type add, take, find, check, save, done; help lists all there is.")[0]
    assert answer.startswith(("Type which card too", "Type the line too", "A deck needs a name."))
    assert store.catalog.find("Ark") == before


def test_a_setup_is_made_by_spheres(tmp_path: Path) -> None:
    kept(tmp_path, like="Engines")
    said = told(tmp_path, "ark; take spark; check; deck level:1; add disturbance, 2 spark; undo")
    assert "Sphere 1 has 9 of 10 cards: 1 more to add." in said
    assert "Sphere 1: 9, 2: 10, 3: 10, 4: 10, 5: 10." in said
    assert "Sphere 1, 9 of 10 cards:" in said
    assert "Spark added. 1 and not 2: only 2 copies in Five Spheres." in said


def test_a_search_that_only_another_side_answers_says_so(tmp_path: Path) -> None:
    empty(tmp_path)
    said = told(tmp_path, "ark; find t:attack; find qqq; find t:attack side:evil")
    assert after(said, 'No card that may be in it fits "t:attack".') == ["9 cards of Evil: add side:evil."]
    assert "cards of" not in "".join(after(said, 'No card that may be in it fits "qqq".'))
    assert sum("Attack" in line and line.endswith("; not in.") for line in said) == 9


def test_the_maybe_list_has_numbers_and_loses_none(tmp_path: Path) -> None:
    store = empty(tmp_path)
    said = told(tmp_path, "ark; keep 5 hope; in hope; in hope; keep 4 hope; keep 4 hope; maybe hope; save")
    assert "Hope: 5 kept as a maybe." in said
    assert "Hope: 2 in the deck, 3 still a maybe: only 2 copies in Constructed." in said
    assert after(said, "Hope: none in the deck, 3 still a maybe: only 2 copies in Constructed.") == [
        "So it was already."
    ]
    assert "Hope: kept as a maybe." in said
    assert store.catalog.find("Ark").maybe == {"wit/good/hope": 6}


def test_a_number_before_a_name_counts_on_the_maybe_list_too(tmp_path: Path) -> None:
    store = empty(tmp_path)
    said = told(
        tmp_path,
        "ark; keep 5 hope; forget 1 hope; undo; redo; in 1 hope; add 2 love; maybe 1 love; maybe 3 love; "
        "forget 0 hope; keep 2 hope; undo; save",
    )
    assert "Hope: 1 off the maybe list, 4 still on it." in said
    # What an undo has brought back, and a redo has taken away, is named.
    assert "Onto the maybe list: 1 Hope." in said and "Off the maybe list: 1 Hope." in said
    assert "Hope: 1 in the deck, 3 still a maybe." in said
    assert "Love: 1 kept as a maybe." in said
    assert "Love: 1 kept as a maybe. Not 3: there were no more." in said
    assert "No copy of Hope is asked for." in said
    deck = store.catalog.find("Ark")
    assert (deck.cards, deck.maybe) == ({"wit/good/hope": 1}, {"wit/good/hope": 3, "wit/good/love": 2})


@pytest.mark.parametrize("number", ["-1", "100", "99999999999", "1.5"])
def test_what_is_no_number_of_copies_is_said_to_be_none(tmp_path: Path, number: str) -> None:
    empty(tmp_path)
    said = heard(tmp_path, "ark", f"set {number} love", f"forget {number} love", "add 20th century")
    assert said.count(f"{number} is no number of copies: type one from 0 to 99 before the name.") == 2
    assert "20th Century Earth added." in said
