"""`tesser decks import`, `export` and `code`: decks that come in and go out at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from decks.text.share_code import share_code
from tests.support.deck_commands import STAR, own_decks, tesser, typed
from tui.exit_status import BAD_FILE, FINISHED, NO

pytestmark = pytest.mark.usefixtures("own_data")


@pytest.mark.parametrize("form", ["text", "toml", "code"])
def test_what_is_exported_is_imported_again(
    form: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tesser("export", "Star Singers", "--as", form) == FINISHED
    typed(monkeypatch, capsys.readouterr().out)
    assert tesser("import", "-") == FINISHED
    (deck,) = own_decks()
    assert deck == STAR.renamed("Star Singers 2")
    assert "Kept as star-singers-2.toml." in capsys.readouterr().out


@pytest.mark.parametrize("form", ["text", "toml", "code"])
def test_what_an_import_is_asked_for_holds_or_is_refused_whatever_the_deck_says(
    form: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tesser("export", "Star Singers", "--as", form) == FINISHED
    text = capsys.readouterr().out
    for asked, why in (
        (("--side", "evil"), '"Star Singers" is a deck of Good, not a deck of Evil.'),
        (("--side", "setup"), '"Star Singers" is a deck of Good, not a setup.'),
        (("--game", "time-masters"), '"Star Singers" is a deck of Good, and belongs to Wrinkles in Time.'),
        (("--format", "spheres"), "there is no format spheres for it: there is original, singleton and"),
    ):
        typed(monkeypatch, text)
        found = tesser("import", "-", *asked)
        said = capsys.readouterr()
        if form == "text" and asked[1] != "evil":
            # A list says but names: none of them is a card of the other game.
            assert found == NO and "Nothing was kept" in said.out
        else:
            assert found == BAD_FILE and why in said.err
        assert not own_decks()
    typed(monkeypatch, text)
    asked_all = ("--side", "good", "--game", "wrinkles", "--format", "original")
    assert tesser("import", "-", *asked_all) == NO
    (deck,) = own_decks()
    assert deck == msgspec.structs.replace(STAR.renamed(deck.name), format="original")
    out = capsys.readouterr().out
    assert "Original is the full printed list" in out
    assert ("This is a list for Singleton: it is read as one for Original." in out) == (form == "text")


def test_a_code_is_one_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("code", "Star Singers") == FINISHED
    assert capsys.readouterr().out == share_code(STAR) + "\n"


def test_nothing_is_kept_of_a_list_with_a_line_that_is_no_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("2 Hope\n1 Charls Wallace\n1 Xyzzyqwert\n")
    assert tesser("import", str(path)) == NO
    out = capsys.readouterr().out
    assert "Line 2: 1 Charls Wallace" in out and "Did you mean Charles Wallace?" in out
    assert 'Line 3: 1 Xyzzyqwert  No card is called "Xyzzyqwert".' in out
    assert "Nothing was kept." in out and not own_decks()

    assert (
        tesser("import", str(path), "--take", "--anyway", "--name", "Mine", "--format", "constructed") == NO
    )
    (deck,) = own_decks()
    assert (deck.name, deck.format) == ("Mine", "constructed")
    assert deck.cards == {"wit/good/charles-wallace": 1, "wit/good/hope": 2}


def test_a_preview_keeps_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "star.txt"
    path.write_text(share_code(STAR))
    assert tesser("import", str(path), "--preview") == FINISHED
    assert "this was a preview" in capsys.readouterr().out and not own_decks()


def test_json_says_each_line_and_the_verdict(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "# so\n4 Hope\n")
    assert tesser("import", "-", "--json", "--side", "good") == NO
    said = json.loads(capsys.readouterr().out)
    assert [line["verdict"] for line in said["lines"]] == ["comment", "over"]
    assert (said["legal"], said["kept"], said["size"]) == (False, "imported-deck.toml", 4)
    for command in (
        ["list"],
        ["check", "Quick"],
        ["show", "Quick"],
        ["diff", "Quick", "Engines"],
        ["code", "Quick"],
    ):
        assert tesser(*command, "--json") == FINISHED
        assert json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("form", ["text", "toml", "code"])
def test_a_deck_is_taken_from_a_pipe_wherever_one_is_named(
    form: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tesser("export", "Star Singers", "--as", form) == FINISHED
    text = capsys.readouterr().out
    for command in (
        ("check", "-"),
        ("show", "-"),
        ("code", "-"),
        ("export", "-"),
        ("diff", "-", "Star Singers"),
    ):
        typed(monkeypatch, text)
        assert tesser(*command, "--json") == FINISHED
        said = json.loads(capsys.readouterr().out)
        assert STAR.hash in (said.get("hash"), said.get("from", {}).get("hash"))
    assert not own_decks()
