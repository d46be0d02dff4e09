"""The search language: what it finds, and where it points when it can't be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import registry
from decks.query import DEEPEST, Language, QueryError

GAME = registry.load("wrinkles")
LANGUAGE = Language(GAME)


def names(text: str) -> set[str]:
    return {card.name for card in LANGUAGE.find(text)}


def those(test: object) -> set[str]:
    return {card.name for card in GAME.cards if test(card)}  # type: ignore[operator]


def test_nothing_asked_for_is_every_card() -> None:
    assert LANGUAGE.find("  ") == list(GAME.cards)


def test_words_match_names_and_texts_by_their_beginnings() -> None:
    assert "Charles Wallace" in names("charl WALL")
    assert "Calvin O'Keefe" in names("okeefe") == names("O’Keefe")
    assert names("draw") == those(lambda card: " draw" in f" {card.name} {card.text}".casefold())


def test_a_phrase_is_words_in_a_row() -> None:
    assert "Dark Planet" in names('"dark planet"') and "Dark Planet" not in names('"planet dark"')


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("t:song", lambda c: c.kind == "Song"),
        ("type:s", lambda c: c.type == "S"),
        ("t:M", lambda c: c.type == "M"),
        ("t:mort", lambda c: c.kind == "Mortal"),
        ("force>=4", lambda c: c.force is not None and c.force >= 4),
        ("force≥4", lambda c: c.force is not None and c.force >= 4),
        ("force >= 4", lambda c: c.force is not None and c.force >= 4),
        ("-force >=4 t:song", lambda c: c.force is not None and c.force < 4 and c.kind == "Song"),
        ("force ≥ 4", lambda c: c.force is not None and c.force >= 4),
        ("force≤ 2", lambda c: c.force is not None and c.force <= 2),
        ("force ≠2", lambda c: c.force is not None and c.force != 2),
        ("force => 4", lambda c: c.force is not None and c.force >= 4),
        ("force == 4", lambda c: c.force == 4),
        ("t :song", lambda c: c.kind == "Song"),
        ('name = "mrs which"', lambda c: c.name == "Mrs Which"),
        ("tag:murry AND side:good", lambda c: "murry" in c.traits and c.group == "good"),
        ("t:song & force>3 or t:lie", lambda c: (c.kind == "Song" and c.force > 3) or c.kind == "Lie"),
        ("force:5", lambda c: c.force == 5),
        ("force!=2", lambda c: c.force is not None and c.force != 2),
        ("tag:murry", lambda c: "murry" in c.traits),
        ("slot:quote", lambda c: "quote" in c.slots),
        ("does:draw", lambda c: "draw" in c.does),
        ("side:evil t:lie", lambda c: c.group == "evil" and c.kind == "Lie"),
        ("set:wit", lambda c: True),
        ("-side:good", lambda c: c.group == "evil"),
        ("side!=good", lambda c: c.group == "evil"),
        ("t:song or t:quote", lambda c: c.kind in ("Song", "Quote")),
        ("side:good (t:song OR t:quote) force>2", lambda c: c.kind in ("Song", "Quote") and c.force > 2),
        ("-(t:song or t:quote) side:good", lambda c: c.group == "good" and c.kind not in ("Song", "Quote")),
        ("t:song force>3 or t:lie", lambda c: (c.kind == "Song" and c.force > 3) or c.kind == "Lie"),
        ("--t:song", lambda c: c.kind == "Song"),
        ('name:"mrs which"', lambda c: c.name == "Mrs Which"),
    ],
)
def test_what_is_asked_for_is_found(text: str, test: object) -> None:
    wanted = those(test)
    assert names(text) == wanted
    assert wanted


@pytest.mark.parametrize(
    ("text", "said", "place", "length"),
    [
        ("murry tpye:song", "did you mean type", 6, 4),
        ("t:sogn", "did you mean song?", 0, 6),
        ("hope or", "or stands between", 5, 2),
        ("or hope", "or stands between", 0, 2),
        ("(or hope)", "or stands between", 1, 2),
        ("hope or or love", "or stands between", 5, 2),
        ("t:song and", "and stands between", 7, 3),
        ("AND t:song", "and stands between", 0, 3),
        ("murry (and t:song)", "and stands between", 7, 3),
        ("t:song & or hope", "& stands between", 7, 1),
        ("t:song and and hope", "and stands between", 7, 3),
        ("(hope", "never closed", 0, 1),
        ("hope ( t:song", "never closed", 5, 1),
        ("hope)", "never opened", 4, 1),
        ("a () b", "nothing between", 2, 2),
        ('say "hope', "quote is never closed", 4, 5),
        ('t:"son', "quote is never closed", 0, 6),
        ("force>=", "such as 3", 0, 7),
        ("force>=x", "not x", 0, 8),
        ("tag>=3", "Only force can be compared", 0, 6),
        ("force >= t:song", "not t:song", 0, 15),
        ("murry > 3", "nothing called murry", 0, 5),
        ("hope >=3", "nothing called hope", 0, 4),
        (">=3", "as in force>=3", 0, 3),
        ("hope (= 3", "as in force>=3", 6, 1),
        ("≥3", "as in force>=3", 0, 2),
        (":song", "as in name:hope", 0, 5),
        ("3>2", "as in force>=3", 1, 2),
        ("murry|meg", "write or: hope or love", 5, 4),
        ("murry || meg", "write or: hope or love", 6, 2),
        ("not murry", "minus right before it: -hope", 0, 3),
        ("hope NOT (t:song)", "minus right before it: -hope", 5, 3),
        ("hope - murry", "minus right before it: -hope", 5, 1),
        ("!murry", "minus right before it: -hope", 0, 6),
        ("t:", "Which type?", 0, 2),
        ("does:", "Which effect?", 0, 5),
        ("does:drw", "No effect is called drw: did you mean draw?", 0, 8),
    ],
)
def test_what_makes_no_sense_is_explained_in_its_place(text: str, said: str, place: int, length: int) -> None:
    with pytest.raises(QueryError, match=said.replace("?", r"\?")) as caught:
        LANGUAGE.query(text)
    assert (caught.value.place, caught.value.length) == (place, length)
    assert caught.value.pointed(text) == (text, " " * place + "^" * length)


def test_the_words_between_which_something_stands_are_looked_for_too() -> None:
    assert names('"and"') == names("and") == names("-(-and)") != names("")
    assert names("You do not Know Everything") == {"You do not Know Everything"}
    assert names('"not"') == names("not") and "You do not Know Everything" in names('you "not" know')
    # All of it may be the beginning of a name.
    assert names("like and") == {"Like and Equal..."}


SIGNS = (">", ">=", "<", "<=", "!=", "=", ":", "≥", "≤", "≠", "==")


@given(
    st.sampled_from(SIGNS),
    st.sampled_from(["force", "FORCE", "t", "tag", "3", "xyz", ""]),
    st.sampled_from(["3", "0", "song", "murry", ""]),
    st.sampled_from(["", " ", "  "]),
    st.sampled_from(["", " "]),
)
def test_a_sign_means_something_or_is_explained_however_it_is_spaced(
    sign: str, key: str, value: str, before: str, after: str
) -> None:
    def said(text: str) -> object:
        try:
            return names(text)
        except QueryError as error:
            return str(error)

    close = said(f"{key}{sign}{value}")
    assert said(f"{key}{before}{sign}{after}{value}") == close
    assert isinstance(close, set) == (
        (key.lower() == "force" and value.isdigit())
        or ((key, value) in (("t", "song"), ("tag", "murry")) and sign in (":", "=", "==", "!=", "≠"))
    )


def test_the_carets_stand_right_where_signs_of_one_character_are_read_as_two() -> None:
    with pytest.raises(QueryError) as caught:
        LANGUAGE.query("force≥2 force≥x")
    assert (caught.value.place, caught.value.length) == (8, 7)


def test_of_a_long_search_the_part_is_shown_that_is_wrong() -> None:
    text = "hope " * 20 + "t:sogn \x1b 漢" + " hope" * 20
    with pytest.raises(QueryError) as caught:
        LANGUAGE.query(text)
    shown, carets = caught.value.pointed(text, 40)
    assert len(shown) == 40 and shown.isprintable() and "?" in shown
    assert shown[carets.index("^") :].startswith("t:sogn") and carets.strip() == "^" * 6


def test_each_game_asks_for_what_its_cards_have() -> None:
    language = Language(registry.load("time-masters"))
    assert {card.name for card in language.find("t:timer cost>0")} == set()
    assert {card.group for card in language.find("level:3")} == {"level3"}
    assert "Suggestion" in {card.name for card in language.find("does:draw level:0")}
    with pytest.raises(QueryError, match="nothing called tag"):
        language.query("tag:murry")


@pytest.mark.parametrize("game", registry.names())
def test_every_value_can_be_asked_for_apart_from_those_that_only_have_it_in_them(game: str) -> None:
    language = Language(registry.load(game))
    for key in ("does", "slot", "tag"):
        having = {"does": lambda c: c.does, "slot": lambda c: c.slots, "tag": lambda c: c.traits}[key]
        for value in {one for card in language.cards for one in having(card)}:
            fits = [card for card in language.cards if any(one.startswith(value) for one in having(card))]
            assert language.find(f'{key}:"{value}"') == fits


def test_what_discards_is_no_card_for_which_only_the_opponent_does() -> None:
    asked = {card.name for card in LANGUAGE.find("does:discard")}
    only = {card.name for card in LANGUAGE.cards if card.does == ("opponent discards",)}
    assert asked and only and not asked & only
    assert only <= {card.name for card in LANGUAGE.find("does:opponent")}
    # A later word finds where no value begins so.
    assert only <= {card.name for card in LANGUAGE.find("does:discards")}


def test_nesting_has_an_end() -> None:
    assert LANGUAGE.find("(" * DEEPEST + "hope" + ")" * DEEPEST)
    with pytest.raises(QueryError, match="nested too deeply"):
        LANGUAGE.query("(" * (DEEPEST + 1) + "hope" + ")" * (DEEPEST + 1))
    with pytest.raises(QueryError, match="at most"):
        LANGUAGE.query("x" * 10_000)


@given(st.text(alphabet='ab:>=<!-()" ort“≥', max_size=40) | st.text(max_size=60))
def test_any_text_finds_cards_or_points_at_a_place_in_it(text: str) -> None:
    wrong = None
    try:
        LANGUAGE.find(text)
    except QueryError as error:
        wrong = error
    if wrong is not None:
        assert str(wrong) and 0 <= wrong.place < wrong.place + wrong.length <= len(text) + 1
