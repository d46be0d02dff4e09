"""Commands that need no screen, run as a user runs them."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core import registry
from core.arena import arena_header, play_out
from core.engine.match import Match
from core.engine.record import write_match
from decks.storage.catalog import stock_decks
from tui.cli.main import main
from tui.match.local import all_options


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for each test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def tesser(*argv: str) -> int:
    """Exit status of a command line."""
    try:
        return main(list(argv))
    except SystemExit as stop:
        return int(stop.code or 0)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a finished match between bots."""
    game = registry.load("wrinkles")
    lists = [
        next(d for d in stock_decks().values() if d.group == side and d.format == "original").decklist()
        for side in ("good", "evil")
    ]
    header = arena_header(game, ("random", "random"), lists, all_options(game, {"max_turns": 1}), 5, 0)
    match = Match(header, game)
    play_out(match)
    path = tmp_path / "match.tesser"
    path.write_bytes(write_match(match))
    return path


def test_version_names_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("--version") == 0
    assert capsys.readouterr().out.startswith("tesser 0.")


def test_help_lists_the_exit_statuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("--help") == 0
    out = capsys.readouterr().out
    for status in ("0 ", "2 ", "3 ", "4 ", "5 ", "6 ", "7 ", "8 ", "130"):
        assert f"\n  {status}" in out


def test_cards_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("cards", "--json") == 0
    cards = json.loads(capsys.readouterr().out)
    assert len(cards) == 227
    by_name = {card["name"]: card for card in cards}
    assert "R10" in by_name["Meg Murry"].pop("rulings")
    assert by_name["Meg Murry"] == {
        "id": "wit/good/meg-murry",
        "side": "good",
        "name": "Meg Murry",
        "type": "M",
        "force": 2,
        "traits": ["murry"],
        "text": "Your Feelings get +3.",
    }
    assert by_name["Birth"]["force"] is None
    assert by_name["Harcels"]["traits"] == ["historical", "child"]


def test_cards_of_time_masters_as_json_have_its_own_fields(capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("cards", "--game", "time-masters", "--json") == 0
    cards = {card["name"]: card for card in json.loads(capsys.readouterr().out)}
    assert len(cards) == 55
    assert set(cards["Cerebral Cleaning"].pop("rulings")) == {"T8", "T11", "T21", "T28"}
    assert cards["Cerebral Cleaning"] == {
        "id": "tm/level1/cerebral-cleaning",
        "level": 1,
        "name": "Cerebral Cleaning",
        "kind": "spell",
        "cost": 1,
        "slots": None,
        "copies": 2,
        "wizard": "TORREIP",
        "text": "Banish 2 cards from your hand. Draw 2 cards.",
    }
    orrery, first = cards["Orrery"], cards["Concentration"]
    assert [orrery[field] for field in ("level", "kind", "cost", "slots")] == [4, "timer", None, 2]
    assert [first[field] for field in ("level", "kind", "copies", "wizard")] == [0, "concentration", 3, None]


@pytest.mark.parametrize("name", registry.names())
def test_help_describes_every_field_that_a_card_has_as_json(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tesser("cards", "--game", name, "--json") == 0
    cards = json.loads(capsys.readouterr().out)
    assert tesser("cards", "--help") == 0
    title = registry.title(name)
    described = capsys.readouterr().out.partition(f"fields of a card of {title} with --json:\n")[2]
    fields = []
    for line in described.splitlines():
        if not line.startswith("  "):
            break
        if line[2] != " ":
            fields.append(line.split()[0])
            assert len(line.split()) > 1
    assert all(list(card) == fields for card in cards)


def test_rulings_about_a_card_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("cards", "call to study") == 0
    out = capsys.readouterr().out
    assert "Call to Study: " in out and "R11 " in out.split("Call to Study: ")[1]
    assert tesser("cards", "noah", "--json") == 0
    assert "R10" in json.loads(capsys.readouterr().out)[0]["rulings"]
    assert tesser("cards", "t:song") == 0
    assert "R10" not in capsys.readouterr().out, "a list of many cards stays a list"


def test_cards_are_found_by_words_and_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("cards", "negates", "--side", "Good") == 0
    found, _, _ = capsys.readouterr().out.partition("\n\n")  # before the rulings about them
    assert sorted(line.split("  ")[0] for line in found.splitlines()) == [
        "Answer to Prayer",
        "Heavenly Powers",
    ]
    assert tesser("cards", "zzzz") == 0
    assert capsys.readouterr().out == "No card matches.\n"
    assert tesser("cards", "%%%") == 0
    assert capsys.readouterr().out == 'No card matches: there is no word and no number in "%%%".\n'
    assert tesser("cards", "--json", "%%%") == 0
    assert json.loads(capsys.readouterr().out) == []


@pytest.mark.parametrize(
    ("argv", "status", "said"),
    [
        (["cards", "--side", "ugly"], 2, "good, evil"),
        (["decks", "show", "Nobody's deck"], 3, "Nobody's deck"),
        (["decks", "check", "missing.toml"], 3, "missing.toml"),
        (["replay", "missing.tesser"], 3, "missing.tesser"),
        (["play", "--side", "ugly"], 2, "good, evil"),
        (["play", "--side", "good", "--deck", "Camazotz"], 3, "Evil"),
        (["play", "--option", "fresh=1", "--option", "fresh=0"], 2, "twice"),
        (["play", "--clock", "soon"], 2, "--clock: 'soon' is no clock. Write none; or seconds"),
        (["host", "--clock", "4"], 2, "seconds a decision are from 5 to 3600"),
        (["play", "--seed", "many"], 2, "--seed is a whole number, not 'many'"),
        (["play", "--seed", "9" * 5000], 2, "--seed is a whole number"),
        (["host", "--port", "1e3"], 2, "--port is a whole number, not '1e3'"),
        (["arena", "--matches", "\x1b[31m"], 2, "--matches is a whole number"),
        (["arena", "--jobs", ""], 2, "--jobs is a whole number, not ''"),
        (["play", "--save", "no/such/folder/x.tesser"], 2, "no folder"),
        (["--profile", "../etc", "decks", "list"], 2, "profile"),
        (["play", "--profile", "a/b"], 2, "profile"),
    ],
)
def test_a_wrong_command_line_gets_a_sentence(
    argv: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tesser(*argv) == status
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error


def test_decks_are_listed_checked_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("decks", "list") == 0
    listed = capsys.readouterr().out
    assert listed.count("Singleton") == 4
    assert listed.count("Original") == 2
    assert tesser("decks", "check", "Star Singers") == 0
    assert "Legal in Singleton" in capsys.readouterr().out
    assert tesser("decks", "show", "Star Singers") == 0
    assert "Ancient Harmonies" in capsys.readouterr().out


def test_replay_tells_and_verifies(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("replay", str(record)) == 0
    told = capsys.readouterr().out
    assert "Destiny I." in told
    assert "takes a Balance token" in told
    assert "(max_turns)" in told.splitlines()[-1]
    assert tesser("replay", str(record), "--verify") == 0
    out = capsys.readouterr().out
    last = json.loads(record.read_text().splitlines()[-2])
    assert f"final hash {last[2]}" in out


def test_verify_names_the_first_line_that_was_changed(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = record.read_bytes().split(b"\n")
    for number in (0, 1, 2, len(lines) // 2, len(lines) - 2):
        for place in (len(lines[number]) // 3, len(lines[number]) - 3):
            changed = bytearray(lines[number])
            changed[place] ^= 1
            record.write_bytes(b"\n".join([*lines[:number], bytes(changed), *lines[number + 1 :]]))
            assert tesser("replay", str(record), "--verify") == 3
            error = capsys.readouterr().err
            # A change in the header can show in its own line or in the hash right below.
            assert f"ine {number + 1}" in error or (number == 0 and "ine 2" in error), (number, place, error)
            tesser("replay", str(record))
            assert "Traceback" not in capsys.readouterr().err


def test_a_record_that_broke_off_is_read_as_far_as_it_goes(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = record.read_bytes()
    record.write_bytes(data[:-300])
    assert tesser("replay", str(record), "--verify") == 0
    assert "broke off" in capsys.readouterr().out
    assert tesser("replay", str(record)) == 0
    told = capsys.readouterr().out
    assert told.endswith("The match is not finished.\n")
    assert "You draw" not in told


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"{}\n{}\n", b"[" * 100_000 + b"\n\n", b"hello\n\n"])
def test_what_is_no_record_gets_a_sentence(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.tesser"
    path.write_bytes(data)
    assert tesser("replay", str(path)) == 3
    assert "Traceback" not in capsys.readouterr().err


def test_a_file_in_the_place_of_the_data_folder_is_said_and_stock_decks_are_still_there(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "data").mkdir()
    (home / "data" / "tesser").write_text("")
    assert tesser("decks", "list") == 0
    out = capsys.readouterr().out
    assert "can't be read" in out
    assert "Star Singers" in out


@pytest.mark.parametrize("how", [(), ("--verify",), ("--story",), ("--story", "--verify")])
@pytest.mark.parametrize("part", ["header", "h0", "entry", "hash", "outcome"])
def test_whatever_does_not_agree_ends_with_3(
    part: str, how: tuple[str, ...], record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = record.read_text().splitlines()
    header = json.loads(lines[0])
    match part:
        case "header":
            header["seats"][0]["peer"] = 10**30
            lines[0] = json.dumps(header, separators=(",", ":"), ensure_ascii=False)
        case "h0":
            header["seed"] = "ab" * 32
            lines[0] = json.dumps(header, separators=(",", ":"), ensure_ascii=False)
        case "entry":
            lines[4], lines[5] = lines[5], lines[4]
        case "hash":
            lines[4] = lines[4].replace(json.loads(lines[4])[2], "ab" * 16)
        case "outcome":
            lines[-1] = lines[-1].replace("max_turns", "concede")
    record.write_text("\n".join(lines) + "\n")
    assert tesser("replay", str(record), *how) == 3
    said = capsys.readouterr()
    number = {"header": 1, "h0": 2, "entry": 5, "hash": 5, "outcome": len(lines)}[part]
    assert f"line {number}" in said.err.casefold()
    # No hand is told that was not dealt so.
    assert part not in ("header", "h0") or "draws" not in said.out


def test_an_outcome_line_does_not_show_hands(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.read_text().splitlines()
    record.write_text("\n".join([*lines[:12], lines[-1]]) + "\n")
    assert tesser("replay", str(record)) == 3
    forged = capsys.readouterr().out
    record.write_text("\n".join(lines[:12]) + "\n")
    assert tesser("replay", str(record)) == 0
    assert capsys.readouterr().out == forged + "The match is not finished.\n"


def test_replay_checks_and_then_tells(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("replay", str(record), "--verify", "--story") == 0
    out = capsys.readouterr().out
    assert "all agree" in out and "Turn 1\n" in out


def test_replay_of_what_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, Path("/dev/null")):
        assert tesser("replay", str(path)) == 3
        assert "is no file" in capsys.readouterr().err


def test_a_reader_that_has_read_enough_is_no_error(home: Path) -> None:
    done = subprocess.run(
        [
            "bash",
            "-c",
            f"{sys.executable} -c 'from tui.cli.main import main; import sys; sys.exit(main())' cards"
         " | head -1; exit ${PIPESTATUS[0]}"],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "arguments", ["cards", "arena --json", "--help", "play", "play --plain", "host --bot random --json"]
)
def test_a_closed_output_is_said(home: Path, arguments: str) -> None:
    main = f"{sys.executable} -c 'from tui.cli.main import main; import sys; sys.exit(main())'"
    for closed in (">&-", ">&- 2>&-", "<&- >&-"):
        done = subprocess.run(
            ["bash", "-c", f"{main} {arguments} {closed}"],
            cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False, timeout=30,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("tesser: There is no standard output") or "2>&-" in closed
        assert done.stderr.count("\n") <= 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="an output that is always full is Linux's")
@pytest.mark.parametrize(
    "arguments",
    ["cards >/dev/full 2>/dev/full", "cards 1</dev/null", "cards >/dev/full", "arena --matches 1 >/dev/full",
     "decks list >/dev/full", "rules R7 >/dev/full", "--help >/dev/full", "play --plain >/dev/full",
     "host --bot random --json >/dev/full",
     "replay tests/golden/records/branch-not-finished.tesser >/dev/full"],
)  # fmt: skip
def test_an_output_that_can_not_be_written_is_said(home: Path, arguments: str) -> None:
    main = f"{sys.executable} -c 'from tui.cli.main import main; import sys; sys.exit(main())'"
    done = subprocess.run(
        ["bash", "-c", f"{main} {arguments}"], stdin=subprocess.DEVNULL,
        cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (3, ""), done.stderr
    *notes, last = done.stderr.splitlines() or ["tesser: the output can't be written"]
    assert last.startswith("tesser: the output can't be written"), done.stderr
    assert not any("Traceback" in note or "tesser:" in note for note in notes)
    assert not list(home.rglob("crashes")), "it is no error of our own"


def test_help_of_what_takes_options_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("play", "host", "arena"):
        assert tesser(command, "--help") == 0
        out = capsys.readouterr().out
        assert "evil_draw" in out
        assert "130  interrupted" in out


def test_replay_says_how_totals_came_about(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("replay", str(record)) == 0
    lines = capsys.readouterr().out.splitlines()
    force = next(line for line in lines if line.startswith("Good's Force is "))
    total = force.removeprefix("Good's Force is ").removesuffix(".")
    assert any(line.startswith(f"Good's {total}: ") and " printed on " in line for line in lines)


def test_replay_tells_what_made_the_difference(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("replay", str(record), "--story") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Wrinkles in Time: Good against Evil. Match ")
    assert lines[1].startswith("Good: ") and lines[2].startswith("Evil: ")
    assert lines[3].startswith("The match ended in turn 1, with ")
    assert "Turn 1" in lines and "  Good led." in lines
    (test,) = (line for line in lines if line.startswith("  Test: Good "))
    assert "took a token and held 4." in test
    assert lines[-1].endswith(" (max_turns): " + lines[-1].rpartition(": ")[2])
    assert "draws" not in "".join(lines)


def test_rules_are_printed_whole_by_topic_and_by_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("rules") == 0
    out = capsys.readouterr().out
    for part in ("THE RULES\n", "RULINGS\n", "GLOSSARY\n", "R1  How a window goes", "R17  What is not asked"):
        assert part in out
    assert tesser("rules", "r7") == 0
    out = capsys.readouterr().out
    assert out.startswith("R7  Seats and room\n") and "Cards: " in out and "Yadah" in out
    assert tesser("rules", "meg", "murry") == 0
    out = capsys.readouterr().out
    assert out.startswith("Meg Murry\nGood. Mortal, Murry, Force 2.\nYour Feelings get +3.\nSee: R6 ")
    assert tesser("rules", "shuffled") == 0
    out = capsys.readouterr().out
    assert "topics have these words:\n" in out and "- R15 When the deck runs out" in out


def test_rules_and_cards_of_time_masters_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("rules", "--game", "time-masters") == 0
    out = capsys.readouterr().out
    assert "T1  Four ephemeral K\u00e8 at most\n" in out and "T30  What lies open\n" in out
    assert "this program plays its procedure with a card set of our own" in out
    assert out.count("\nExample: ") == 30
    assert tesser("rules", "--game", "time-masters", "T", "14") == 0
    out = capsys.readouterr().out
    assert out.startswith("T14  Repeats\n") and "Cards: Deja Vu, Twin Moment, Convergence, Recursion." in out
    assert tesser("cards", "--game", "time-masters") == 0
    assert len(capsys.readouterr().out.splitlines()) == 55


@pytest.mark.parametrize(
    "command", [("rules", "--game", "time-masters", "T1"), ("cards", "--game", "time-masters")]
)
def test_an_output_of_ascii_alone_gets_letters_without_accents(
    monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", out)
    assert tesser(*command) == 0
    out.seek(0)
    assert " Ke" in out.read()


def test_rules_that_are_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert tesser("rules", "\x1b[31mxyzzy") == 2
    error = capsys.readouterr().err
    assert "has the words '[31mxyzzy'" in error and "\x1b" not in error


@pytest.mark.parametrize("width", [80, 60, 0])
def test_what_is_printed_on_a_terminal_is_wrapped_between_words_and_a_pipe_gets_whole_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], width: int
) -> None:
    for module in ("parser", "decks_command"):
        monkeypatch.setattr(f"tui.cli.{module}.columns", lambda stream: width)
    monkeypatch.setattr("tui.terminal.text_fit.columns", lambda stream: width)
    monkeypatch.setenv("COLUMNS", str(width or 80))
    for line in (
        ["play", "--help"],
        ["host", "--help"],
        ["decks", "list"],
        ["decks", "show", "none " * 30],
    ):
        with contextlib.suppress(SystemExit):
            main(line)
        out, err = capsys.readouterr()
        rows = (out + err).splitlines()
        assert rows and (not width or max(map(len, rows)) <= width)
        if line[1] == "--help":
            assert "Balance tokens Good starts with" in " ".join(out.split())
            assert bool(width) != any(len(row) > 100 for row in rows)
    assert width or err.count("\n") == 1
