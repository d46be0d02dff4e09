"""Deck files: what is read, what is refused and in which words, and that all comes back as it was."""

from __future__ import annotations

import re
import time
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import registry
from core.clean import clean
from decks.formats import legality, pool
from decks.model import COPIES, NOTES, Deck, DeckError, clean_notes
from decks.storage.catalog import stock_decks
from decks.text.deck_file import FILE_LIMIT, LINE_LIMIT, read_deck, read_file, write_deck
from decks.text.deck_file_patch import rewritten
from tests.decks.strategies import legal_decks

GAME = registry.load("wrinkles")
OWN = pool(GAME, "good")
HEAD = 'version = 1\nname = "Mine"\ngame = "wrinkles"\nside = "good"\nformat = "singleton"\n[cards]\n'


def read(text: str) -> Deck:
    return read_deck(text.encode(), "mine.toml")


def refused(text: str) -> list[str]:
    with pytest.raises(DeckError) as caught:
        read(text)
    return list(caught.value.sentences)


def test_cards_by_name_or_id_in_any_case() -> None:
    deck = read(HEAD + '"Meg Murry" = 2\n"wit/good/hope" = 1\n"calvin o\u2019keefe" = 1\nlove = 1\n')
    assert deck == Deck(
        "Mine",
        "wrinkles",
        "good",
        "singleton",
        {"wit/good/calvin-okeefe": 1, "wit/good/hope": 1, "wit/good/love": 1, "wit/good/meg-murry": 2},
    )


def test_the_canonical_form() -> None:
    deck = Deck('A "b"', "wrinkles", "good", "constructed", {"wit/good/meg-murry": 2, "wit/good/hope": 1})
    assert write_deck(deck) == (
        "version = 1\n"
        'name = "A \\"b\\""\n'
        'game = "wrinkles"\n'
        'side = "good"\n'
        'format = "constructed"\n'
        "\n"
        "[cards]\n"
        '"wit/good/hope"      = 1  # Hope\n'
        '"wit/good/meg-murry" = 2  # Meg Murry\n'
    )


def test_the_stock_files_are_in_canonical_form() -> None:
    folder = Path(__file__).parents[2] / "decks" / "stock"
    for key, deck in stock_decks().items():
        path = folder / (key.removeprefix("stock/") + ".toml")
        assert path.read_text("utf-8") == write_deck(deck)


def test_byte_order_mark_and_windows_line_ends_are_no_matter() -> None:
    text = HEAD + '"Hope" = 1\n'
    assert read_deck(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(), "x") == read(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            HEAD + '"Meg Mury" = 1\n',
            'mine.toml, line 7: no card is called "Meg Mury" (did you mean "Meg Murry"?).',
        ),
        (
            HEAD + '"wit/good/hop" = 1\n',
            'mine.toml, line 7: no card is called "wit/good/hop" (did you mean "wit/good/hope"?).',
        ),
        (HEAD + '"zzzzzz" = 1\n', 'mine.toml, line 7: no card is called "zzzzzz".'),
        (
            HEAD + '"Hope" = 0\n',
            "mine.toml, line 7: the number of copies of Hope is from 1 to 99, not 0.",
        ),
        (
            HEAD + '"Hope" = true\n',
            "mine.toml, line 7: the number of copies of Hope is from 1 to 99, not true.",
        ),
        (
            HEAD + '"Hope" = 1\n"wit/good/hope" = 1\n',
            'mine.toml, line 8: Hope stands twice, also as "Hope".',
        ),
        (
            HEAD + '"Hope" = 1\n"Hope" = 1\n',
            'mine.toml, line 8: this key stands twice; give each one line: "Hope" = 1.',
        ),
        (
            HEAD + "Meg Murry = 2\n",
            'mine.toml, line 7: put names and ids in quotes: "Meg Murry" = 2.',
        ),
        (
            "nmae = 1\n" + HEAD,
            'mine.toml, line 1: there is no key "nmae" (did you mean "name"?); '
            "the keys are version, name, game, side, format, about, notes, cards, maybe.",
        ),
        (
            HEAD.replace("singleton", "singelton"),
            'mine.toml, line 5: format is original or singleton or constructed, not "singelton" '
            '(did you mean "singleton"?).',
        ),
        (HEAD.replace('"good"', "3"), "mine.toml, line 4: side is good or evil, not 3."),
        (
            HEAD.replace('"wrinkles"', '"chess"'),
            f'mine.toml, line 3: game is {" or ".join(registry.names())}, not "chess".',
        ),
        (
            HEAD.replace("version = 1", "version = 2"),
            "mine.toml, line 1: this deck is of version 2, from a newer tesser; this one reads 1.",
        ),
        (
            HEAD.replace("version = 1\n", ""),
            "mine.toml: the key version is missing; add the line version = 1.",
        ),
        (
            HEAD.replace('"Mine"', '" "'),
            'mine.toml, line 2: a deck needs a name, such as name = "Bright Ones".',
        ),
        (
            HEAD.replace("[cards]\n", "cards = 1\n"),
            "mine.toml, line 6: [cards] is a table, not 1; under it a line for each card, "
            f'"{OWN[0].name}" = 1.',
        ),
        (
            HEAD.replace("[cards]\n", "[[cards]]\n"),
            "mine.toml, line 6: [cards] is a table, not a list; under it a line for each card, "
            f'"{OWN[0].name}" = 1.',
        ),
        (
            HEAD.replace('"Mine"', '"Mi\nne"'),
            'mine.toml, line 2: text in quotes ends in the line it begins in; close the quotes: name = "Mi.',
        ),
        ("name =\n", "mine.toml, line 1: this is not TOML, invalid value: name =."),
        ('name = """', "mine.toml, line 1: this is not TOML, unterminated string."),
        ("x" * (LINE_LIMIT + 1), "mine.toml, line 1: a line has at most 1000 characters, not 1001."),
        ("#\n" * FILE_LIMIT, "mine.toml: a deck file has at most 256 kB."),
        (
            "x = " + "[" * 990,
            "mine.toml: tables and lists are nested too deeply; a deck has none but [cards].",
        ),
    ],
)
def test_what_is_said_about_a_bad_file(text: str, sentence: str) -> None:
    assert refused(text) == [sentence]


def test_everything_wrong_is_said_at_once() -> None:
    text = HEAD.replace('"good"', '"god"').replace('"Mine"', "3") + '"Hoep" = 1\n"Love" = 100\n'
    assert len(refused(text)) == 4


def test_after_twenty_sentences_the_rest_is_counted() -> None:
    found = refused(HEAD + "".join(f'"nothing {n}" = 1\n' for n in range(500)))
    assert len(found) == 21
    assert found[-1] == "mine.toml: and 480 more."


def test_notes_and_the_maybe_list_are_read_and_don_t_count() -> None:
    notes = 'notes = """\nagainst slow decks\n\u202eless Songs  \n"""\n[cards]'
    deck = read(HEAD.replace("[cards]", notes) + '"Hope" = 1\n[maybe]\n"love" = 2\n')
    assert deck.notes == "against slow decks\nless Songs"
    assert deck.size == 1 and deck.maybe == {"wit/good/love": 2}
    wrong = refused(HEAD.replace("[cards]", "notes = 3\n[cards]"))
    assert wrong == ["mine.toml, line 6: notes is text in quotes, not 3."]
    assert "mine.toml, line 8: no card is called" in refused(HEAD + '[maybe]\n"Hoop" = 1\n')[0]


@given(st.text(max_size=300))
def test_cleaning_notes_twice_changes_nothing_more(text: str) -> None:
    assert clean_notes(clean_notes(text)) == clean_notes(text)


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(DeckError, match=r"^x, line 2: a deck file is UTF-8 text, and this is not\.$"):
        read_deck(b"\n\xff\xfe", "x")


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="there is no such file"):
        read_file(tmp_path / "none.toml")
    with pytest.raises(DeckError, match="this is no file"):
        read_file(tmp_path)


def test_what_a_file_says_is_cleaned() -> None:
    deck = read(HEAD.replace("Mine", "\\u001b[31mRed\\u202e"))
    assert deck.name == "[31mRed"
    assert "\x1b" not in refused(HEAD + '"\\u001b]0;x" = 1\n')[0]


def test_the_worst_files_take_no_time() -> None:
    dotted = "\n".join(f"k{n}." + ".".join(["a"] * 490) + " = 1" for n in range(120))
    unknown = HEAD + "".join(f'"nn{n}" = 1\n' for n in range(10_000))
    start = time.process_time()
    refused(dotted)
    refused(unknown)
    assert time.process_time() - start < 10


@given(legal_decks())
@settings(max_examples=40, deadline=None)
def test_a_legal_deck_comes_back_as_it_was(deck: Deck) -> None:
    assert not legality(deck, registry.load(deck.game))
    again = read(write_deck(deck))
    assert again == deck
    assert again.hash == deck.hash
    assert write_deck(again) == write_deck(deck)


values = st.one_of(
    st.integers(-2, COPIES + 2).map(str), st.text(max_size=12).map(lambda text: f'"{text}"'), st.just("true")
)
lines = st.one_of(
    st.tuples(st.sampled_from(["version", "name", "game", "side", "cards", '"Hope"', "x.y"]), values).map(
        lambda pair: f"{pair[0]} = {pair[1]}"
    ),
    st.sampled_from(HEAD.split("\n")),
    st.text(max_size=30),
)


@given(st.one_of(st.binary(max_size=200), st.lists(lines, max_size=12).map(lambda some: "\n".join(some))))
@settings(max_examples=200, deadline=None)
def test_whatever_it_is_given_it_says_a_sentence(data: bytes | str) -> None:
    raw = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
    sentences: tuple[str, ...] = ()
    try:
        read_deck(raw, "mine.toml")
    except DeckError as error:
        sentences = error.sentences or ("",)
    for sentence in sentences:
        assert sentence.startswith("mine.toml")
        assert sentence.endswith(".")
        assert clean(sentence, 2_000) == sentence


LONG_NOTES = st.lists(
    st.text(max_size=30)
    | st.sampled_from(["\n", " ", '"', '"""', "\\", "x" * 400, " " * 300 + "y", "\\" * 250]),
    max_size=40,
).map("".join)


@given(LONG_NOTES, LONG_NOTES)
@settings(deadline=None, max_examples=100)
def test_notes_of_any_shape_are_kept_whole_in_a_file(text: str, other: str) -> None:
    deck = msgspec.structs.replace(read(HEAD + "Hope = 1"), notes=clean_notes(text[:NOTES]))
    said = write_deck(deck)
    assert read_deck(said.encode(), "mine.toml") == deck
    assert max(map(len, said.split("\n"))) <= LINE_LIMIT
    by_hand = said.replace("[cards]", "# mine\n[cards]")
    after = msgspec.structs.replace(read(HEAD + "Hope = 1"), notes=clean_notes(other[:NOTES]))
    changed = rewritten(by_hand.encode(), after)
    assert "# mine" in changed and read_deck(changed.encode(), "mine.toml") == after


@pytest.mark.parametrize(
    ("key", "text", "sentence"),
    [
        ("name", "x" * 41, "name is too long: a deck's name has at most 40 characters, and this one has 41."),
        ("about", "x" * 241, "about is too long: a plan has at most 240 characters, and this one has 241."),
        (
            "about",
            "\u5b57" * 121,
            "about is too long: a plan has at most 240 characters, and this one has 242,"
            " wide ones counted twice.",
        ),
        (
            "notes",
            "\n".join(["x" * 99] * 41),
            "notes is too long: notes have at most 4000 characters, and these have 4099.",
        ),
    ],
)
def test_a_text_of_a_file_that_is_too_long_is_refused_and_not_cut(key: str, text: str, sentence: str) -> None:
    lines = {
        "version": "1",
        "name": '"Mine"',
        "game": '"wrinkles"',
        "side": '"good"',
        "format": '"singleton"',
    }
    lines |= {key: f'"""{text}"""'}
    said = "\n".join(f"{key} = {value}" for key, value in lines.items()) + '\n[cards]\n"Hope" = 1\n'
    with pytest.raises(DeckError) as caught:
        read_deck(said.encode(), "mine.toml")
    assert [re.sub(r"^mine.toml, line \d+: ", "", one) for one in caught.value.sentences] == [sentence]


@pytest.mark.parametrize(
    "cards",
    ['[cards]\n"Hoppe" = 1\n', "['cards']\nHoppe = 1\n", "cards.Hoppe = 1\n", "cards = { 'Hoppe' = 1 }\n"],
)
def test_the_line_of_a_wrong_card_is_said_however_the_table_is_written(cards: str) -> None:
    text = HEAD.replace("[cards]\n", cards)
    line = next(n for n, one in enumerate(text.splitlines(), 1) if "Hoppe" in one)
    with pytest.raises(DeckError, match=f'mine.toml, line {line}: no card is called "Hoppe"'):
        read_deck(text.encode(), "mine.toml")


@pytest.mark.parametrize("group", ["good", "evil"])
def test_the_example_of_a_card_may_be_in_the_deck(group: str) -> None:
    text = HEAD.replace("[cards]\n", "").replace("good", group)
    with pytest.raises(DeckError) as caught:
        read_deck(text.encode(), "mine.toml")
    name = str(caught.value).split('"')[-2]
    assert {card.group for card in GAME.cards if card.name == name} == {group}
