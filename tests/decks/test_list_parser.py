"""Decklists as people write them: what each line is read as, and that nothing is dropped silently."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core import registry
from core.clean import clean
from core.contract.card_info import CardInfo
from decks.model import COPIES, NOTES, Deck, clean_notes
from decks.text.decklist import COUNTED, ListLine, Verdict, write_listing
from decks.text.list_parser import LONGEST_LINE, MOST_LINES, read_listing, why_too_much
from tests.decks.strategies import legal_decks

GAME = registry.load("wrinkles")
EMPTY = Deck("Mine", "wrinkles", "good", "constructed", {})
HOPE, OKEEFE = "wit/good/hope", "wit/good/calvin-okeefe"


def only(text: str, like: Deck = EMPTY) -> ListLine:
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
        ("Hope*2", 2),
        ("Hope * 2", 2),
        ("Hope×2", 2),
        ("Hopex2", 2),
        ("two Hope", 2),
        ("Two x Hope", 2),
        ("2 copies of Hope", 2),
        ("Two copies Hope", 2),
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


@pytest.mark.parametrize("word", sorted({word for card in GAME.cards for word in card.counts_as}))
def test_the_games_words_for_slots_and_categories_are_headings(word: str) -> None:
    one, several = word.capitalize(), {"child": "Children"}.get(word, f"{word.capitalize()}s")
    headings = [f"{several} (4)", f"{several}: 4", several, f"{one}:"]
    # These three are parts of names as well, and may be a card's whose name is cut short.
    headings += [one, f"{one} (4)", f"{one}: 4"] if word not in ("murry", "child", "biblical") else []
    for said in headings:
        heading, card = read_listing(f"{said}\n2 Hope\n", EMPTY).lines
        assert (heading.verdict, card.verdict) == (Verdict.HEADING, Verdict.CARD), heading


def test_a_part_of_a_name_is_no_heading() -> None:
    assert "Is it Meg Murry or Mrs Murry?" in only("Murry 2").note
    assert only("Child x1").verdict is only("Child 1").verdict is Verdict.SUGGESTED


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
    assert listing.length == MOST_LINES + 6
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


TWO = Deck("Mine", "wrinkles", "evil", "constructed", {})


@pytest.mark.parametrize(
    "text",
    [
        "Total 60 cards",
        "Total: 60",
        "TOTAL (60)",
        "= 60 cards",
        "60 cards",
        "60 cards total",
        "60 cards in total.",
        "Total cards: 60",
        "Total number of cards: 60",
        "Sum = 60",
        "Deck total: 60 cards",
        "Count: 60",
        "**Total: 60**",
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_the_sum_of_a_list_is_no_card_and_is_compared_with_what_was_read(text: str, first: bool) -> None:
    cards = "2 Total War\n1 Echthroi"
    sum_, known = (0, 1) if first else (2, 0)
    for said, end in (
        (text, "it says 60 cards, and 3 were read."),
        (text.replace("60", "3"), "so many were read."),
    ):
        listing = read_listing(f"{said}\n{cards}" if first else f"{cards}\n{said}", TWO)
        assert listing.deck.size == 3 and listing.lines[known].verdict is Verdict.CARD
        line = listing.lines[sum_]
        assert line.verdict is Verdict.COMMENT and line.note.endswith(end), line


@pytest.mark.parametrize("text", ["Total War", "2 Total War", "Total War 2", "Total War x2", "Total: War"])
def test_a_card_is_no_sum(text: str) -> None:
    assert only(text, TWO).card == "wit/evil/total-war"


@pytest.mark.parametrize("text", ["Deck: 60", "Deck: 60 cards", "Deck (60)"])
def test_a_number_of_cards_is_no_name(text: str) -> None:
    listing = read_listing(f"{text}\n2 Hope", EMPTY)
    assert listing.lines[0].verdict is Verdict.HEADING and listing.deck.name == "Mine"


@pytest.mark.parametrize("text", ["{} // Guidance", "2 {} # for luck", "2x {} //3", "{} x2 // a [B] c"])
@pytest.mark.parametrize("name", ["Hope", "Hoep"])
def test_a_comment_beside_a_card_is_told(text: str, name: str) -> None:
    line = only(text.format(name))
    assert (line.card, line.copies) == (HOPE, 2 if "2" in text else 1)
    comment = re.split(" (?:#|//) ?", text)[1]
    assert line.note.endswith(f'"{comment}" is left out as a comment.')


SEPARATED = [
    "{n} {name}",
    "{n}x {name}",
    "{n} x {name}",
    "{n}× {name}",
    "x{n} {name}",
    "x {n} {name}",
    "({n}) {name}",
    "[{n}] {name}",
    "({n}x) {name}",
    "{n}, {name}",
    "{n}; {name}",
    "{n}: {name}",
    "{n} - {name}",
    "{n} | {name}",
    "{name} x{n}",
    "{name} {n}x",
    "{name} ({n})",
    "{name} [{n}]",
    "{name} (x{n})",
    "{name}: {n}",
    "{name};{n}",
    "{name}, {n}",
    "{name} - {n}",
    "{name} = {n}",
    "{name} {n}",
    "{name}\t{n}",
    '"{name}",{n}',
    "**{n} {name}**",
    "{n} {name} [WIT]",
    "[WIT] {n} {name}",
    "{name} x{n} (WIT)",
    "- {n} {name}",
    "1. {n}x {name}",
    "[{n} {name}]",
]
"""Ways to say how many."""


@given(st.sampled_from(SEPARATED), st.sampled_from(GAME.cards), st.integers(1, COPIES))
@example("{name} {n}", next(card for card in GAME.cards if card.name == "Total X"), 1)
@settings(deadline=None, max_examples=300)
def test_the_number_of_copies_is_read_wherever_it_stands(way: str, card: CardInfo, copies: int) -> None:
    like = Deck("Mine", "wrinkles", card.group, "constructed", {})
    line = only(way.format(n=copies, name=card.name), like)
    assert line.verdict in COUNTED, line
    assert (line.card, line.copies) == (card.id, copies), line


@pytest.mark.parametrize("way", SEPARATED)
@pytest.mark.parametrize("number", ["2.0", "2,0", "2.00"])
def test_a_number_of_a_table_is_read_as_the_whole_one_that_it_is(way: str, number: str) -> None:
    line = only(way.format(n=number, name="Hope"))
    assert (line.verdict, line.card, line.copies) == (Verdict.CORRECTED, HOPE, 2), line


@pytest.mark.parametrize("text", ["2.5 Hope", "2.5x Hope", "2.10 Hope"])
def test_of_part_of_a_card_is_asked(text: str) -> None:
    line = only(text)
    assert line.verdict is Verdict.UNKNOWN and line.note.startswith("How many of Hope are meant")


@given(
    st.sampled_from([card for card in GAME.cards if not any(char.isdigit() for char in card.name)]),
    st.text("0123456789 xX()[]{}.,:;-=#/*|~²٣", max_size=7),
    st.text("0123456789 xX()[]{}.,:;-=#/*|~²٣", max_size=7),
    st.booleans(),
)
@settings(deadline=None, max_examples=400)
def test_no_number_in_a_line_is_left_out_without_a_word(
    card: CardInfo, before: str, behind: str, misspelt: bool
) -> None:
    name = card.name[:-1] + "q" if misspelt else card.name
    line = only(f"{before}{name}{behind}", Deck("Mine", "wrinkles", card.group, "constructed", {}))
    numbers = {int(number) for number in re.findall(r"\d+", f"{before} {behind}")}
    if line.note.endswith("is left out as a comment."):
        numbers -= {int(number) for number in re.findall(r"\d+", line.note)}
    if line.verdict is Verdict.CARD:
        assert numbers <= {line.copies}
    elif line.verdict in (Verdict.CORRECTED, Verdict.OVER, Verdict.SUGGESTED):
        # Two may be told apart: the place of a line, or a card's number in its set. It is said what was read.
        assert line.note and (
            not numbers or line.copies in {*numbers, COPIES} or "one" in line.note.casefold()
        )
    else:
        assert line.verdict in (Verdict.UNKNOWN, Verdict.COMMENT, Verdict.HEADING)
        assert line.verdict is not Verdict.HEADING or not misspelt or not numbers or line.text[-1] in ":]="


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("Calvin", "calvin-okeefe"),
        ("2 Prog", "proginoskes"),
        ("Dr. Colubra", "dr-colubra-louise-the-larger"),
        ("Whatsit", "mrs-whatsit"),
        ("Murry, Meg", "meg-murry"),
        ("Kyhte", "kythe"),
        ("Calvn", "calvin-okeefe"),
    ],
)
def test_a_name_is_told_by_its_beginnings_before_its_letters(text: str, card: str) -> None:
    line = only(text)
    assert (line.verdict, line.card) == (Verdict.SUGGESTED, f"wit/good/{card}"), line


def test_where_several_cards_may_be_meant_none_is_suggested() -> None:
    line = only("2 Mrs W")
    assert (line.verdict, line.card) == (Verdict.UNKNOWN, "")
    assert "Is it Mrs Whatsit, Mrs Which or Mrs Who? Write which." in line.note


@given(st.lists(st.text(max_size=1500).map(lambda text: text.replace("\n", " ")), min_size=1, max_size=12))
@settings(deadline=None, max_examples=50)
def test_notes_of_a_list_arrive_whole_or_are_said_to_be_left_out(notes: list[str]) -> None:
    notes = [line for text in notes for line in text.splitlines()] or [""]
    listing = read_listing("\n".join(f"Note: {line}" for line in notes), EMPTY)
    left_out = {line.number for line in listing.lines if line.verdict is Verdict.UNREAD}
    assert all("left out" in line.note for line in listing.lines if line.number in left_out)
    kept = [line for number, line in enumerate(notes, 1) if number not in left_out]
    assert listing.deck.notes == clean_notes("\n".join(kept))
    assert left_out or len(clean_notes("\n".join(notes))) <= NOTES


@pytest.mark.parametrize("word", ["Name", "Deck", "About"])
@given(text=st.text(min_size=1, max_size=400))
@settings(deadline=None, max_examples=50)
def test_a_fact_that_is_too_long_is_left_out_and_never_cut(word: str, text: str) -> None:
    said = clean(" ".join(text.split()), 1000).strip() or "x"
    said += "x" if said.isdigit() else ""  # `Deck: 60` is a heading
    listing = read_listing(f"{word}: {said}", EMPTY)
    (line,) = listing.lines
    taken = listing.deck.about if word == "About" else listing.deck.name
    if line.verdict is Verdict.FACT:
        assert taken == clean(said, 1000).strip()
    else:
        assert line.verdict is Verdict.UNREAD and "It is left out." in line.note
        assert taken == ("" if word == "About" else "Mine")


def test_a_fact_that_is_said_twice_is_remarked() -> None:
    listing = read_listing("Name: One\nSide: Good\nName: Two\nSide: Evil\nName: Two", EMPTY)
    assert (listing.deck.name, listing.deck.group) == ("Two", "evil")
    notes = [line.note for line in listing.lines]
    assert notes[2] == 'This is taken, and not what line 1 says: "One".'
    assert notes[3] == 'This is taken, and not what line 2 says: "Good".'
    assert notes[4] == ""


@pytest.mark.parametrize("text", ["1 Hope\n" * 60_000, ("# " + "x" * 900 + "\n") * 3_000])
def test_what_is_beyond_the_limits_is_accounted_for(text: str) -> None:
    listing = read_listing(text, EMPTY)
    assert listing.length == text.count("\n")
    last = listing.lines[-1]
    assert last.verdict is Verdict.UNREAD and f"to {listing.length} are not read" in last.note
    assert listing.count(Verdict.UNREAD) == listing.length - last.number + 1
    assert why_too_much(text) and not why_too_much("1 Hope\n" * MOST_LINES)


@pytest.mark.parametrize(("text", "copies"), [("Hoep*2", 2), ("two Hoep", 2), ("SB: 2 Hoep", 2)])
def test_a_suggestion_has_the_number_that_was_said(text: str, copies: int) -> None:
    line = only(text)
    assert (line.verdict, line.card, line.copies) == (Verdict.SUGGESTED, HOPE, copies)


def test_a_line_of_a_sideboard_goes_to_the_maybe_list_and_that_is_said() -> None:
    listing = read_listing("SB: 2 Hope\n1 Love\nSideboard:\n1 Faith\n1 Faiht", EMPTY)
    assert listing.deck.cards == {"wit/good/love": 1}
    assert listing.deck.maybe == {HOPE: 2, "wit/good/faith": 1}
    assert listing.told() == "3 of 5 lines are cards, 3 cards on the maybe list"
    assert listing.told({5}) == "4 of 5 lines are cards, 4 cards on the maybe list"


@pytest.mark.parametrize(("text", "would"), [("Hope * two", "one copy"), ("2 x two Hope", "2 copies")])
def test_a_number_that_a_suggestion_leaves_out_is_said(text: str, would: str) -> None:
    line = only(text)
    assert line.verdict is Verdict.SUGGESTED
    assert line.note.endswith(f"It would be {would}: write how many before the name.")
