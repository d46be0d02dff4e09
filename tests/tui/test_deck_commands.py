"""`tesser decks`: what it prints, what it keeps, and the exit status that says the verdict."""

from __future__ import annotations

import argparse
import io
import json
import sys
from pathlib import Path

import pytest

from decks.model import Deck
from decks.sharing import share_code
from decks.store import DeckStore, stock_decks
from tui.cli import main
from tui.commands.common import profile_of
from tui.exits import BAD_FILE, FINISHED, USAGE
from tui.settings import Settings, save_settings


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


STAR = next(deck for deck in stock_decks().values() if deck.name == "Star Singers")


def tesser(*arguments: str) -> int:
    return main(["decks", *arguments])


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def own_decks() -> list[Deck]:
    store = DeckStore(profile_of(argparse.Namespace(profile=None, deck_folder=None)).decks)
    return [entry.deck for entry in store.entries() if entry.deck is not None and not entry.stock]


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


def test_a_code_is_one_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("code", "Star Singers") == FINISHED
    assert capsys.readouterr().out == share_code(STAR) + "\n"


def test_nothing_is_kept_of_a_list_with_a_line_that_is_no_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("2 Hope\n1 Charls Wallace\n1 Xyzzyqwert\n")
    assert tesser("import", str(path)) == BAD_FILE
    out = capsys.readouterr().out
    assert "Line 2: 1 Charls Wallace" in out and "Did you mean Charles Wallace?" in out
    assert 'Line 3: 1 Xyzzyqwert  No card is called "Xyzzyqwert".' in out
    assert "Nothing was kept." in out and not own_decks()

    assert (
        tesser("import", str(path), "--take", "--anyway", "--name", "Mine", "--format", "constructed")
        == BAD_FILE
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
    assert tesser("import", "-", "--json", "--side", "good") == BAD_FILE
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


def test_two_decks_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("diff", "Quick", "Quick") == FINISHED
    assert capsys.readouterr().out == "Nothing is different.\n"
    assert tesser("diff", "Quick", "Engines") == FINISHED
    out = capsys.readouterr().out
    assert out.startswith("Name: Quick becomes Engines.\n") and "\n-2 " in out and "\n+2 " in out


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["import", "nowhere.txt"], BAD_FILE, "there is no such file"),
        (["import", "."], BAD_FILE, "this is no file"),
        (["import", "-", "--side", "grey"], USAGE, "--side grey: there is no such side"),
        (["import", "-", "--format", "huge"], USAGE, "--format huge: there is"),
        (["diff", "Quick", "nobody"], BAD_FILE, "No deck is called"),
    ],
)
def test_what_is_wrong_is_said(
    arguments: list[str],
    status: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    typed(monkeypatch, "")
    assert tesser(*arguments) == status
    assert said in capsys.readouterr().err


def test_an_empty_list_and_a_broken_code_are_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "")
    assert tesser("import", "-") == BAD_FILE
    assert "there is no card in it" in capsys.readouterr().out
    typed(monkeypatch, share_code(STAR)[:-9])
    assert tesser("import", "-") == BAD_FILE
    assert "Copy it again" in capsys.readouterr().err
    assert not own_decks()


def test_what_is_deleted_or_saved_over_comes_back(capsys: pytest.CaptureFixture[str]) -> None:
    store = profile_of(argparse.Namespace(profile=None, deck_folder=None)).deck_store()
    key = store.create(STAR.renamed("Mine"))
    store.save(key, STAR.renamed("Mine").with_cards(STAR.cards | {"wit/good/hope": 0, "wit/good/love": 0}))
    assert tesser("versions", "mine", "--json") == FINISHED
    (version,) = json.loads(capsys.readouterr().out)
    assert version["hash"] == STAR.hash and version["legal"]
    assert tesser("versions", "mine", "--restore", "7") == BAD_FILE
    assert tesser("versions", "mine", "--restore", str(version["number"])) == FINISHED
    assert store.load(key).hash == STAR.hash and len(store.versions(key)) == 2
    assert tesser("delete", "mine") == FINISHED
    assert own_decks() == []
    capsys.readouterr()
    assert tesser("bin") == FINISHED
    assert "Mine, Good, Singleton, 60 cards" in capsys.readouterr().out
    assert tesser("restore", "2") == BAD_FILE
    assert tesser("restore", "1") == FINISHED
    assert [deck.name for deck in own_decks()] == ["Mine"] and len(store.versions(key)) == 2
    assert tesser("delete", "nobody") == BAD_FILE
    assert tesser("delete", "Star Singers") == BAD_FILE


def test_a_shared_folder_is_used_beside_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club = tmp_path / "club"
    DeckStore(club).create(STAR.renamed("Club Deck"))
    assert main(["--decks", str(club), "decks", "check", "club deck"]) == FINISHED
    assert main(["decks", "--decks", str(club), "check", "club deck"]) == FINISHED
    assert main(["decks", "check", "club deck"]) == BAD_FILE
    profile = profile_of(argparse.Namespace(profile=None, deck_folder=None))
    save_settings(profile, Settings(decks=str(club)))
    assert main(["decks", "check", "club deck"]) == FINISHED
    capsys.readouterr()
    assert main(["--decks", str(tmp_path / "none"), "decks", "list"]) == USAGE
    assert capsys.readouterr().err.startswith("tesser: --decks: There is no folder ")
