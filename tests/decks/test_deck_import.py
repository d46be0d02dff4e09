"""What a player brings as a deck, whatever its form."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import registry
from core.clean import clean
from decks.model import Deck, DeckError
from decks.storage.catalog import stock_decks
from decks.text.deck_file import write_deck
from decks.text.deck_import import FILE_LIMIT, read_any, read_source
from decks.text.decklist import Verdict, write_listing
from decks.text.list_parser import LONGEST
from decks.text.share_code import share_code
from tests.decks.strategies import legal_decks


@given(legal_decks())
@settings(max_examples=15, deadline=None)
def test_a_legal_deck_comes_back_from_whatever_it_was_written_as(deck: Deck) -> None:
    for text in (write_listing(deck), write_deck(deck), share_code(deck)):
        assert read_any(text, "Import").deck == deck


@pytest.mark.parametrize("deck", stock_decks().values(), ids=lambda deck: deck.name)
def test_a_bare_list_tells_by_its_cards_what_it_is_for(deck: Deck) -> None:
    bare = "\n".join(line for line in write_listing(deck).splitlines() if line[:1].isdigit())
    found = read_any(bare, "Import").deck
    assert (found.game, found.group, found.format) == (deck.game, deck.group, deck.format)
    assert (found.name, found.cards) == ("Import", deck.cards)


def test_what_is_given_holds() -> None:
    deck = read_any("1 Hope", "Import", game="wrinkles", group="evil", format_name="singleton").deck
    assert (deck.group, deck.format) == ("evil", "singleton")
    assert read_any("Side: Good\nFormat: Constructed\n1 Hope", "Import").deck.format == "constructed"


def test_a_broken_code_or_file_is_refused_and_a_list_never() -> None:
    with pytest.raises(DeckError, match="Copy it again"):
        read_any("tesserD1abcd", "Import")
    with pytest.raises(DeckError, match="no key"):
        read_any("[cards]\n'Hope' = 1\n[extra]", "Import")
    assert read_any("", "Import").deck.size == 0


@given(st.text(max_size=80))
@settings(max_examples=60, deadline=None)
def test_any_text_is_read_or_refused_in_sentences(text: str) -> None:
    try:
        listing = read_any(text, "Import")
    except DeckError as error:
        said: tuple[str, ...] = error.sentences
    else:
        said = tuple(line.note for line in listing.lines if line.verdict is Verdict.UNKNOWN)
    assert all(sentence.endswith(".") for sentence in said)


def test_a_text_that_is_too_long_is_said_to_go_on() -> None:
    listing = read_any("Hope\n" + "# nothing\n" * (LONGEST // 10), "Mine")
    assert listing.lines[-1].verdict is Verdict.UNREAD and listing.lines[-1].note
    assert listing.deck.cards == {"wit/good/hope": 1}


HEAD = 'version = 1\nname = "Mine"\ngame = "wrinkles"\nside = "good"\nformat = "constructed"\n'


@pytest.mark.parametrize(
    "cards",
    [
        "[cards]\nHope = 2\n",
        "[cards]  # mine\n'Hope' = 2\n",
        '[ cards ]\n"Hope" = 2\n',
        '["cards"]\n"Hope" = 2\n',
        'cards = { "Hope" = 2 }\n',
        'cards."Hope" = 2\n',
    ],
)
def test_a_deck_file_is_told_by_what_it_says_however_it_is_laid_out(cards: str) -> None:
    listing = read_any(HEAD + cards, "Import")
    assert (listing.deck.name, listing.deck.cards, listing.lines) == ("Mine", {"wit/good/hope": 2}, ())


@pytest.mark.parametrize("heading", ["[cards]", "[Cards]", "cards:", "[cards] # 3"])
def test_a_list_with_such_a_heading_is_a_list(heading: str) -> None:
    listing = read_any(f"{heading}\n2 Hope\nLove = 1\n", "Import")
    assert listing.deck.cards == {"wit/good/hope": 2, "wit/good/love": 1}
    assert [line.verdict for line in listing.lines][1:] == [Verdict.CARD, Verdict.CARD]


@given(legal_decks(), st.lists(st.text(max_size=40), max_size=4), st.lists(st.text(max_size=40), max_size=4))
@settings(max_examples=25, deadline=None)
def test_each_line_around_a_share_code_has_its_verdict(
    deck: Deck, before: list[str], after: list[str]
) -> None:
    text = "\n".join([*before, share_code(deck), *after])
    listing = read_any(text, "Import")
    assert listing.deck == deck
    rest = [line for line in listing.lines if line.verdict not in (Verdict.CODE, Verdict.EMPTY)]
    assert all(line.note for line in rest)
    assert not listing.lines or [line.number for line in listing.lines] == list(
        range(1, len(text.splitlines()) + 1)
    )
    if any(clean(line, 100).strip() for line in (*before, *after)) and "\n" in text:
        assert listing.lines or all(len(line.splitlines()) <= 1 for line in (*before, *after))


def test_of_two_share_codes_the_second_is_said_not_to_be_read() -> None:
    first, second = list(stock_decks().values())[:2]
    listing = read_any(f"{share_code(first)}\nand\n{share_code(second)}", "Import")
    assert listing.deck == first
    assert [line.verdict for line in listing.lines] == [Verdict.CODE, Verdict.COMMENT, Verdict.UNREAD]


def test_cards_beside_a_share_code_are_missed_and_greetings_are_not() -> None:
    deck = next(iter(stock_decks().values()))
    text = f"Hi Tim!\nHere it is, 2 of them:\n{share_code(deck)}\n2 Hope\nlove\n1 Hoep\nHave fun, Meg"
    listing = read_any(text, "Import")
    assert listing.deck == deck
    assert [line.verdict for line in listing.lines] == [
        Verdict.COMMENT,
        Verdict.COMMENT,
        Verdict.CODE,
        *3 * [Verdict.UNREAD],
        Verdict.COMMENT,
    ]


def test_the_format_is_that_which_the_fewest_cards_are_away_from() -> None:
    cards = [card.name for card in registry.load("wrinkles").cards if card.group == "good"][:30]
    text = "\n".join([f"3 {cards[0]}", *(f"2 {name}" for name in cards[1:])])
    listing = read_any(text, "Import")
    assert listing.deck.format == "constructed"
    assert listing.count(Verdict.OVER) == 1


def test_a_file_far_beyond_any_deck_is_refused_and_not_cut(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    path.write_text("Hope\n" * (FILE_LIMIT // 5 + 1))
    with pytest.raises(DeckError, match="far more than any deck"):
        read_source(path)
    path.write_text("Hope\n" * 200_000)
    assert read_any(*read_source(path)).length == 200_000


LINES = "2 Hope\n1 Calvin O’Keefe\n1 Kythe – gained\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("text", [LINES, write_deck(next(iter(stock_decks().values())))])
def test_a_file_is_read_by_its_byte_order_mark(tmp_path: Path, encoding: str, text: str) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(text.encode(encoding))
    expected, found = read_any(text, "list"), read_any(*read_source(path))
    assert (found.deck, found.lines) == (expected.deck, expected.lines)
    assert found.deck.cards


@pytest.mark.parametrize(
    ("data", "line", "called"),
    [
        (LINES.encode("cp1252"), 2, "UTF-8"),
        (LINES.encode("cp1252").replace(b"\n", b"\r"), 2, "UTF-8"),
        (LINES.encode("utf-16-le"), 1, "UTF-8"),
        (LINES.encode("utf-16-be"), 1, "UTF-8"),
        (LINES.encode("utf-16")[:-1], 3, "UTF-16"),
        ("2 Hope\n1 Love\0".encode("utf-16"), 2, "UTF-16"),
        (b"2 Hope\n1 Lo\xffve", 2, "UTF-8"),
        (b"\x7fELF\x01\x00\x00", 1, "UTF-8"),
    ],
)
def test_a_file_that_is_no_text_is_refused_with_the_line(
    tmp_path: Path, data: bytes, line: int, called: str
) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(data)
    with pytest.raises(
        DeckError, match=f"list.txt, line {line}: this is not {called} text. Save it as UTF-8"
    ):
        read_source(path)
