"""`tesser decks`: what it prints, what it keeps, and the exit status that says the verdict."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from decks.storage.store import DeckStore
from decks.text.deck_file import write_deck
from decks.text.share_code import share_code
from tests.support.deck_commands import STAR, own_decks, printed, tesser, typed
from tui.cli.main import main
from tui.cli.operands import profile_of
from tui.exit_status import BAD_FILE, FINISHED, NO, USAGE
from tui.settings import Settings, save_settings

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("own_data")]


def test_the_status_tells_a_verdict_from_what_went_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = tmp_path / "small.txt"
    small.write_text("2 Hope\n")
    asked = {
        ("check", "Star Singers"): FINISHED,
        ("check", str(small)): NO,
        ("check", "nobody"): BAD_FILE,
        ("check", str(tmp_path)): BAD_FILE,
        ("check",): USAGE,
        ("check", "Quick", "--loud"): USAGE,
        ("import", "nowhere.txt"): BAD_FILE,
        ("versions", "nobody"): BAD_FILE,
        ("restore", "7"): BAD_FILE,
        ("restore", "many"): USAGE,
    }
    for command, status in asked.items():
        assert tesser(*command, "--json") == status
        told = capsys.readouterr()
        said = json.loads(told.out)
        if status in (USAGE, BAD_FILE):
            assert said["status"] == status
            assert told.err.endswith(f"tesser: {said['error']}\n")
        else:
            assert said["legal"] == (status == FINISHED)
        assert tesser(*command) == status
        assert (status in (USAGE, BAD_FILE)) == (not capsys.readouterr().out)


@pytest.mark.parametrize("extra", ["", "--json"])
def test_the_status_says_the_verdict_where_nobody_reads_the_output(tmp_path: Path, extra: str) -> None:
    """Also of an output that is longer than any pipe holds."""
    main = f"{sys.executable} -c 'from tui.cli.main import main; import sys; sys.exit(main())'"
    small = tmp_path / "small.txt"
    for lines in (1, 3_000):
        small.write_text("\n".join([*(f"# {n} {'so ' * 20}" for n in range(lines)), "9 Hope"]))
        for command in ("check", "import --preview"):
            done = subprocess.run(
                ["bash", "-c", f"{main} decks {command} {small} {extra} | true; exit ${{PIPESTATUS[0]}}"],
                cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False, timeout=60,
            )  # fmt: skip
            assert (done.returncode, done.stderr) == (NO, "")


def test_every_help_says_the_exit_statuses(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ([], ["check"], ["import"], ["versions"]):
        with pytest.raises(SystemExit):
            tesser(*command, "--help")
        assert f"\n  {NO}    the answer is no" in capsys.readouterr().out


def test_what_is_different_is_whole_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("diff", "Star Singers", "Camazotz", "--json") == FINISHED
    said = json.loads(capsys.readouterr().out)
    assert [said[end]["name"] for end in ("from", "to")] == ["Star Singers", "Camazotz"]
    assert [said[end]["side"] for end in ("from", "to")] == ["good", "evil"]
    for card, more in said["changes"].items():
        assert more == said["to"]["cards"].get(card, 0) - said["from"]["cards"].get(card, 0)
    assert "The plan is another." in said["others"]


def test_a_deck_is_found_by_what_is_said_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = profile_of(argparse.Namespace(profile=None, deck_folder=None)).deck_store()
    mine = store.create(STAR.renamed("My deck"))
    (store.folders.own / "test.toml").write_bytes((store.folders.own / mine).read_bytes())
    for name in ("Test", "★★", "🎉", "!"):
        store.create(STAR.renamed(name))
    club = tmp_path / "club"
    DeckStore(club).create(STAR.renamed("Test"))

    def called(word: str) -> str:
        arguments = ("show", word, "--json", "--decks", str(club))
        return str(json.loads(capsys.readouterr().out)["name"]) if tesser(*arguments) == FINISHED else ""

    # A name is meant before a file's name, and signs are no other signs.
    for word, name in {"Test": "Test", "TEST!": "Test", "★★": "★★", "🎉": "🎉", "!": "!"}.items():
        assert called(word) == name
    for word in ("", "??", "★"):
        assert called(word) == ""
        capsys.readouterr()
    # Every key that is listed leads to its deck.
    assert tesser("list", "--json", "--decks", str(club)) == FINISHED
    for entry in json.loads(capsys.readouterr().out):
        assert called(entry["key"]) == entry["name"]
    # Two of one name are told apart by their files, or not at all.
    assert tesser("delete", "My deck") == BAD_FILE
    assert 'say which, by its file: "my-deck.toml" or "test.toml"' in capsys.readouterr().err
    assert tesser("delete", "test.toml") == FINISHED
    capsys.readouterr()
    assert called("my deck") == "My deck"
    # And so is a file that lies here from one among the decks.
    monkeypatch.chdir(tmp_path)
    (tmp_path / mine).write_text(write_deck(STAR.with_cards({"wit/good/hope": 2})))
    assert tesser("show", mine) == BAD_FILE
    assert f'say "./{mine}" for the first' in capsys.readouterr().err
    assert tesser("show", f"./{mine}") == FINISHED


def test_a_file_name_that_is_no_text_is_listed_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    folder = profile_of(argparse.Namespace(profile=None, deck_folder=None)).decks
    folder.mkdir(parents=True)
    path = os.fsdecode(os.path.join(os.fsencode(folder), b"caf\xe9.toml"))
    try:
        Path(path).write_text(write_deck(STAR.renamed("Mine")))
    except OSError:
        pytest.skip("file names are text here")
    assert tesser("list", "--json") == FINISHED
    entry = json.loads(capsys.readouterr().out)[0]
    assert os.fsencode(entry["key"]) == b"caf\xe9.toml"
    assert tesser("show", entry["key"], "--json") == FINISHED
    assert json.loads(capsys.readouterr().out)["name"] == "Mine"


def test_who_only_looks_is_not_told_what_can_not_be_changed(capsys: pytest.CaptureFixture[str]) -> None:
    for deck in ("Quick", "Star Singers"):
        assert tesser("versions", deck) == FINISHED
        assert "It came with the game" in capsys.readouterr().out
        assert tesser("versions", deck, "--json") == FINISHED
        assert json.loads(capsys.readouterr().out) == []


def test_changes_that_are_not_saved_are_told_and_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    store = DeckStore(profile_of(argparse.Namespace(profile=None, deck_folder=None)).decks)
    store.create(STAR.renamed("Saved"))
    key = store.create(STAR.renamed("Changed"))
    store.drafts.keep(key, STAR.renamed("Changed").with_cards({"wit/good/hope": 2}))
    assert tesser("list") == FINISHED
    marked = [line for line in capsys.readouterr().out.splitlines() if "unsaved changes" in line]
    assert [line.split()[0] for line in marked] == ["Changed"]
    commands: list[list[str]] = [
        ["check"],
        ["show"],
        ["code"],
        ["export", "--as", "toml"],
        ["check", "--json"],
    ]
    for command, *more in commands:
        for name, told in (("Saved", False), ("Changed", True), ("Star Singers", False)):
            assert tesser(command, name, *more) == FINISHED
            said = capsys.readouterr()
            assert ("changes that are not saved" in said.err) == told
            assert "60" in said.out or STAR.hash in said.out or command in ("code", "export")
    assert tesser("diff", "Saved", "Changed") == FINISHED
    said = capsys.readouterr()
    assert "Changed has changes that are not saved" in said.err and "Hope" not in said.out


@pytest.mark.parametrize(
    ("text", "arguments", "status", "said"),
    [
        ("2 Hoppe", ("check", "-"), BAD_FILE, "what was piped in, line 1: No card is called"),
        ("2 Hoppe", ("check", "-"), BAD_FILE, "tesser decks import - goes through it"),
        ("version = 1\nname = 3", ("code", "-"), BAD_FILE, "what was piped in, line 2: name is text"),
        ("", ("show", "-"), BAD_FILE, "what was piped in: there is no card in it."),
        ("", ("diff", "-", "-"), USAGE, "Only one of two decks can be piped in."),
    ],
)
def test_what_is_wrong_with_a_piped_deck_issaid(
    text: str,
    arguments: tuple[str, ...],
    status: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    typed(monkeypatch, text)
    assert tesser(*arguments) == status
    assert said in capsys.readouterr().err


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
        (["import", "-", "--side", "grey"], USAGE, "--side grey: there is good, evil and setup."),
        (["import", "-", "--format", "huge"], USAGE, "--format huge: there is"),
        (["diff", "Quick", "nobody"], BAD_FILE, "No deck is called"),
    ],
)
def test_what_is_wrong_issaid(
    arguments: list[str],
    status: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    typed(monkeypatch, "")
    assert tesser(*arguments) == status
    assert said in capsys.readouterr().err


def test_an_empty_list_and_a_broken_code_aresaid(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "")
    assert tesser("import", "-") == NO
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
    assert store.catalog.load(key).hash == STAR.hash and len(store.versions(key)) == 2
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


def test_a_broken_deck_leads_to_its_versions_and_a_draft_outlives_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    store = profile_of(argparse.Namespace(profile=None, deck_folder=None)).deck_store()
    key = store.create(STAR.renamed("Mine"))
    store.save(key, STAR.renamed("Mine").with_cards({}))
    draft = STAR.renamed("Mine").with_cards({"wit/good/hope": 1})
    store.drafts.keep(key, draft)
    (store.folders.own / key).write_text("garbage\n")
    assert tesser("versions", "mine") == FINISHED
    said = capsys.readouterr().out
    assert "garbage" in said and "60 cards" in said and "never saved: they are kept" in said
    assert tesser("versions", "mine", "--restore", "1") == FINISHED
    assert "never saved: they are kept" in capsys.readouterr().out
    assert store.catalog.load(key) == STAR.renamed("Mine") and store.drafts.deck(key) == draft


def test_a_shared_folder_is_used_beside_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club = tmp_path / "club"
    DeckStore(club).create(STAR.renamed("Club Deck"))
    assert main(["--decks", str(club), "decks", "check", "club deck"]) == FINISHED
    assert main(["decks", "--decks", str(club), "check", "club deck"]) == FINISHED
    assert main(["decks", "check", "club deck", "--decks", str(club)]) == FINISHED
    assert main(["decks", "check", "club deck"]) == BAD_FILE
    profile = profile_of(argparse.Namespace(profile=None, deck_folder=None))
    save_settings(profile, Settings(decks=str(club)))
    assert main(["decks", "check", "club deck"]) == FINISHED
    capsys.readouterr()
    assert main(["--decks", str(tmp_path / "none"), "decks", "list"]) == USAGE
    assert capsys.readouterr().err.startswith("tesser: --decks: There is no folder ")


def test_a_shared_deck_that_comes_back_without_its_folder_says_where_it_is_now(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club = tmp_path / "club"
    key = DeckStore(club).create(STAR.renamed("Foo"))
    assert tesser("delete", "foo", "--decks", str(club)) == FINISHED
    DeckStore(club).create(STAR.renamed("Foo"))
    assert tesser("restore", "1") == FINISHED
    said = capsys.readouterr().out
    assert (
        f"Foo is back, as {key}. It was in {club}, which is not in use: it is a deck of your own now." in said
    )
    assert tesser("delete", "foo") == FINISHED
    number = json.loads(printed(capsys, "bin", "--json"))[0]["number"]
    assert printed(capsys, "restore", str(number)) == f"Foo is back, as {key}.\n"
