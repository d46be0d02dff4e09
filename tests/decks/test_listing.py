"""Decklists as people write them: what each line is read as, and that nothing is dropped silently."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import games
from decks.listing import (
    COUNTED,
    LONGEST_LINE,
    MOST_LINES,
    Line,
    Verdict,
    read_listing,
    write_listing,
)
from decks.model import COPIES, Deck
from tests.decks.strategies import legal_decks

GAME = games.load("wrinkles")
EMPTY = Deck("Mine", "wrinkles", "good", "constructed", {})
HOPE, OKEEFE = "wit/good/hope", "wit/good/calvin-okeefe"


def only(text: str, like: Deck = EMPTY) -> Line:
    (line,) = read_listing(text, like).lines
    return line


@pytest.mark.parametrize(
    ("text", "copies"),
    [
        ("Hope", 1),
        ("2 Hope", 2),
        ("2x Hope", 2),
        ("2 x Hope", 2),
        ("2xHope", 2),
        ("2X Hope", 2),
        ("2×Hope", 2),
        ("Hope x2", 2),
        ("Hope x 2", 2),
        ("Hope, x2", 2),
        ("Hope (2)", 2),
        ("Hope (2x)", 2),
        ("- 2 Hope", 2),
        ("* Hope", 1),
        ("•  2   Hope", 2),
        ("2 HOPE", 2),
        ("2 hope [WIT]", 2),
        ("[WIT] 2 Hope", 2),
        ("2 Hope (WIT) 12", 2),
        ("2 Hope # good card", 2),
        ("2 Hope // good card", 2),
        ("\t2\tHope\u00a0", 2),
        ("2 wit/good/hope", 2),
        ("02 Hope", 2),
        ("\ufeff2 Hope", 2),
    ],
)
def test_the_ways_people_write_a_card(text: str, copies: int) -> None:
    line = only(text)
    assert line.verdict in COUNTED, line
    assert (line.card, line.copies) == (HOPE, copies)
    assert read_listing(text, EMPTY).deck.cards == {HOPE: copies}


@pytest.mark.parametrize(
    "name",
    [
        "Calvin O'Keefe",
        "calvin o’keefe",
        "Calvin OKeefe",
        "CALVIN O‘KEEFE",
        "Cálvin O'Kéefe",
        "calvin—o'keefe",
    ],
)
def test_quotes_dashes_accents_and_case_are_no_matter(name: str) -> None:
    line = only(f"2 {name}")
    assert line.card == OKEEFE and line.copies == 2
    assert line.verdict is (Verdict.CARD if name == "Calvin O'Keefe" else Verdict.CORRECTED)
    assert line.note in ("", "Read as 2 Calvin O'Keefe.")


def test_a_name_that_begins_with_a_number() -> None:
    assert only("20th Century Earth").copies == 1
    assert only("2 20th Century Earth").copies == 2


def test_a_typo_is_suggested_and_taken_only_if_the_player_says_so() -> None:
    listing = read_listing("2 Charls Wallace\n1 Hope", EMPTY)
    line = listing.lines[0]
    assert line.verdict is Verdict.SUGGESTED and "Did you mean Charles Wallace?" in line.note
    assert listing.deck.cards == {HOPE: 1}
    assert listing.taking({1}).cards == {HOPE: 1, "wit/good/charles-wallace": 2}
    assert listing.taking(()) == listing.deck


def test_what_is_no_card_is_said() -> None:
    line = only("2 Xyzzyqwert")
    assert line.verdict is Verdict.UNKNOWN and line.note == 'No card is called "Xyzzyqwert".'
    assert only("0 Hope").note == "No copy of Hope is asked for."


def test_too_many_are_kept_and_said() -> None:
    line = only("4 Hope")
    assert (line.verdict, line.note) == (Verdict.OVER, "4 of Hope, and Constructed allows 2.")
    assert read_listing("4 Hope", EMPTY).deck.cards == {HOPE: 4}
    second = read_listing("2 Hope\n2 Hope", EMPTY).lines[1]
    assert (second.verdict, second.note) == (Verdict.OVER, "4 of Hope, and Constructed allows 2.")
    huge = read_listing("123456789 Hope", EMPTY)
    assert huge.deck.cards == {HOPE: COPIES} and "99 are taken" in huge.lines[0].note


def test_headings_comments_and_empty_lines_have_their_verdicts() -> None:
    text = "# mine\r\n\r\nSongs (7)\r\nFeelings:\r\n== Main ==\r\n// so\r\n1 Hope\r\n[Void]\r\nDeck\r\n"
    verdicts = [line.verdict.value for line in read_listing(text, EMPTY).lines]
    assert verdicts == [
        "comment",
        "empty",
        "heading",
        "heading",
        "heading",
        "comment",
        "card",
        "heading",
        "heading",
    ]


def test_what_stands_under_maybe_is_not_in_the_deck() -> None:
    deck = read_listing("1 Hope\nMaybe:\n2 Love\nDeck:\n1 Love", EMPTY).deck
    assert deck.cards == {HOPE: 1, "wit/good/love": 1} and deck.maybe == {"wit/good/love": 2}


def test_facts_are_taken_and_what_does_not_fit_is_said() -> None:
    listing = read_listing("Name: Dark Ones\nside: evil\nFORMAT: Singleton\n1 Abyss\nFormat: huge", EMPTY)
    assert (listing.deck.name, listing.deck.group, listing.deck.format) == ("Dark Ones", "evil", "singleton")
    assert listing.deck.cards == {"wit/evil/abyss": 1}
    assert "no format called" in listing.lines[4].note
    other = only("Game: Time Masters")
    assert other.verdict is Verdict.FACT and "read as one for Wrinkles in Time" in other.note


def test_the_worst_lists_take_no_time_and_every_line_is_accounted_for() -> None:
    text = "\n".join(
        ["2 Charls Wallace"] * (MOST_LINES + 3) + ["a" + " " * 990 + "b", "x" * (LONGEST_LINE + 1)]
    )
    listing = read_listing("a" + " (" * 400 + "\n" + text, EMPTY)
    assert len(listing.lines) == MOST_LINES + 6
    assert listing.lines[-1].verdict is Verdict.UNREAD
    assert only("x" * (LONGEST_LINE + 1)).verdict is Verdict.UNREAD
    assert only("2 " + "x" * 900).verdict is Verdict.UNKNOWN


@given(legal_decks())
@settings(max_examples=30, deadline=None)
def test_a_legal_deck_comes_back_from_its_list(deck: Deck) -> None:
    like = Deck("Other", deck.game, deck.group, deck.format, {})
    listing = read_listing(write_listing(deck), like)
    assert listing.deck == deck
    assert listing.count(Verdict.CARD) == len(deck.cards) + len(deck.maybe) - listing.count(Verdict.CORRECTED)
    assert not listing.count(Verdict.UNKNOWN, Verdict.SUGGESTED, Verdict.OVER, Verdict.UNREAD)


names = st.sampled_from([card.name for card in GAME.cards])
pieces = st.sampled_from(
    ["2 ", "x", " x2", "Name: ", "Maybe:", "[", "]", "(2)", "#", "- ", "\n", "\r\n", "\u2028", "\x0c"]
)


@given(st.lists(names | pieces | st.text(max_size=12), max_size=30).map("".join))
@settings(deadline=None)
def test_any_text_is_accounted_for_line_by_line(text: str) -> None:
    listing = read_listing(text, EMPTY)
    assert [line.number for line in listing.lines] == list(
        range(1, len(text.removeprefix("\ufeff").splitlines()) + 1)
    )
    counted: dict[str, int] = {}
    for line in listing.lines:
        assert line.note or line.verdict not in (
            Verdict.UNKNOWN,
            Verdict.SUGGESTED,
            Verdict.OVER,
            Verdict.UNREAD,
        )
        if line.verdict in COUNTED and not line.maybe:
            counted[line.card] = min(COPIES, counted.get(line.card, 0) + line.copies)
    assert counted == listing.deck.cards
