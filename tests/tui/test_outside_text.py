"""Text from files and arguments, through every command that prints: nothing of it reaches a terminal as more
than letters."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core import registry
from core.arena import arena_header, play_out
from core.contract.game import AnyGame
from core.contract.header import Header
from core.engine.chain import hash_key
from core.engine.match import Match
from core.engine.record import write_match
from decks.storage.catalog import stock_decks
from tests.support.outside import NASTY, SURROGATES, dangers
from tui.cli.main import main
from tui.match.local import all_options

pytestmark = pytest.mark.long

Say = Callable[..., str]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for each test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Runs a command line: everything it prints, checked."""

    def run(*argv: str | Path) -> str:
        with suppress(SystemExit):
            main([str(part) for part in argv])
        printed = capsys.readouterr()
        told = printed.out + printed.err
        assert told.strip(), argv
        assert not dangers(told), (argv, dangers(told))
        told.encode()
        assert "--json" in argv or all(len(line) < 3_000 for line in told.splitlines())
        return told

    return run


DECK: dict[str, Any] = {
    "version": 1,
    "name": "Mine",
    "game": "wrinkles",
    "side": "good",
    "format": "constructed",
    "about": "It is.",
}


def toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=True).replace("\\/", "/")


def raw_toml(value: str) -> str:
    """As a careless program would write it: only what would end the string is escaped."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


@pytest.mark.parametrize("name", NASTY)
@pytest.mark.parametrize("write", [toml, raw_toml])
def test_deck_files(say: Say, tmp_path: Path, name: str, write: Callable[[Any], str]) -> None:
    own = tmp_path / "data" / "tesser" / "decks"
    own.mkdir(parents=True)
    for field in (*DECK, "key", "card", "copies"):
        fields = {key: write(value) if isinstance(value, str) else value for key, value in DECK.items()}
        cards = '"wit/good/hope" = 2'
        if field in DECK:
            fields[field] = write(NASTY[name])
        elif field == "key":
            fields[write(NASTY[name])] = 1
        elif field == "card":
            cards = f"{write(NASTY[name])} = 1"
        else:
            cards = f'"wit/good/hope" = {write(NASTY[name])}'
        text = "\n".join([*(f"{key} = {value}" for key, value in fields.items()), "[cards]", cards, ""])
        path = tmp_path / "one.toml"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        (own / "one.toml").write_bytes(path.read_bytes())
        say("decks", "show", path)
        say("decks", "check", path)
        say("decks", "list")


@pytest.mark.parametrize("name", NASTY)
def test_file_names(say: Say, tmp_path: Path, name: str) -> None:
    own = tmp_path / "data" / "tesser" / "decks"
    own.mkdir(parents=True)
    stem = NASTY[name].replace("/", "|").replace("\0", "")[:80] or "x"
    for text in ("version = 1\n", "\x1b[31m = 1\n", stock_text()):
        (own / f"{stem}.toml").write_text(text, "utf-8")
        say("decks", "list")
        say("decks", "show", own / f"{stem}.toml")
        say("decks", "check", stem)
    record = tmp_path / f"{stem}.tesser"
    record.write_bytes(record_of())
    say("replay", record)
    say("replay", "--verify", record)
    record.write_bytes(b"{}\n{}\n")
    say("replay", record)
    say("replay", "--verify", tmp_path / "missing" / record.name)


def stock_text() -> str:
    from decks.text.deck_file import write_deck

    return write_deck(next(iter(stock_decks().values())))


@cache
def finished() -> bytes:
    """The record of a short match."""
    game = registry.load("wrinkles")
    lists = [
        next(d for d in stock_decks().values() if d.group == side and d.format == "original").decklist()
        for side in ("good", "evil")
    ]
    header = arena_header(game, ("random", "random"), lists, all_options(game, {"max_turns": 1}), 5, 0)
    return _played(header, game)


@cache
def with_a_setup() -> bytes:
    """The record of a short match whose table has a list of cards."""
    game = registry.load("time-masters")
    quick = stock_decks()["stock/time-masters/quick"].decklist()
    options = all_options(game, {"max_turns": 1})
    return _played(arena_header(game, ("random", "random"), (None, None), options, 5, 0, shared=quick), game)


def _played(header: Header, game: AnyGame) -> bytes:
    match = Match(header, game)
    play_out(match)
    return write_match(match)


def record_of(
    change: Callable[[dict[str, Any]], None] = lambda header: None, record: Callable[[], bytes] = finished
) -> bytes:
    """The same with another header."""
    first, second, *rest = record().split(b"\n")
    fields = msgspec.json.decode(first)
    change(fields)
    first = msgspec.json.encode(fields, order=None)
    with suppress(ValueError):
        # Hashed as it should be, so that more of it is looked at.
        header = msgspec.json.decode(first, type=Header)
        written = msgspec.msgpack.encode(header, order="deterministic")
        key = hash_key(bytes.fromhex(header.seed or ""))
        h0 = blake2b(written, digest_size=16, key=key).hexdigest()
        second = msgspec.json.encode({"h0": h0})
    return b"\n".join([first, second, *rest])


def in_header(path: str, text: str) -> Callable[[dict[str, Any]], None]:
    def change(header: dict[str, Any]) -> None:
        place: Any = header
        *way, last = path.split(".")
        for step in way:
            place = place[int(step) if step.isdigit() else step]
        if last == "*":
            place[text] = place.pop(next(iter(place)))
        else:
            place[int(last) if last.isdigit() else last] = text

    return change


FIELDS = (
    *("game", "rules", "app", "match", "play", "lists", "seed", "format", "new"),
    *("seats.0.name", "seats.1.player", "seats.1.key", "seats.0.peer", "decklists.0.name"),
    *("decklists.0.cards.*", "cards.0", "sets.0", "options.*"),
)


@pytest.mark.parametrize("name", NASTY)
def test_records(say: Say, tmp_path: Path, name: str) -> None:
    path = tmp_path / "match.tesser"
    for field in FIELDS:
        path.write_bytes(record_of(in_header(field, NASTY[name])))
        for how in ((), ("--verify",), ("--story",)):
            say("replay", path, *how)
    for field in ("shared.name", "shared.cards.*", "shared"):
        path.write_bytes(record_of(in_header(field, NASTY[name]), with_a_setup))
        for how in ((), ("--verify",), ("--story",)):
            say("replay", path, *how)


@pytest.mark.parametrize("name", NASTY)
def test_entries_of_records(say: Say, tmp_path: Path, name: str) -> None:
    path = tmp_path / "match.tesser"
    lines = record_of().split(b"\n")
    text = NASTY[name]
    entry = msgspec.json.decode(lines[3])
    for at, value in enumerate((text, text, text, text)):
        changed = [*entry[:at], value, *entry[at + 1 :]]
        for choice in (value, f"undo {value}", f"play {value}", f"pass {value}", f"concede {value}"):
            if at == 1:
                changed[1] = choice
            path.write_bytes(b"\n".join([*lines[:3], msgspec.json.encode(changed), *lines[4:]]))
            for how in ((), ("--verify",)):
                say("replay", path, *how)
    for last in (
        {"outcome": text},
        {text: 1},
        {"outcome": {"places": [1, 2], "scores": [1, 2], "end": text}},
    ):
        path.write_bytes(b"\n".join([*lines[:-2], msgspec.json.encode(last), b""]))
        for how in ((), ("--verify",), ("--story",)):
            say("replay", path, *how)


def test_records_with_halves_of_characters(say: Say, tmp_path: Path) -> None:
    path = tmp_path / "match.tesser"
    path.write_bytes(record_of().replace(b'"Good"', b'"\\ud800x"', 1))
    say("replay", path)


ARGUMENTS = """
{} | --{} | --profile {} | --glyphs {} | play --side {} | play --option {} | play --option evil_draw={}
play --deck {} | play --game {} | play --against {} | play --seed {} | play --save {} | play {}
host --side {} | host --deck {} | host --port {} | host --lists {} | host --bot {}
join --bot random {} | join --deck {} --bot {} | join {} {}
play --game time-masters --setup {} | host --setup {} | arena --game time-masters --setup {}
play --seats {} | play --seats person={},x | host --seats {},guest | join --seats {} | host --seats guest={}
arena --seats {} | arena --matches {} | arena --option {} | arena --deck {} | arena --save {}/x
cards {} | cards --side {} | cards --json {}
decks {} | decks show {} | decks check {} | decks list {} | decks --profile {} list
rules {} | replay {} | replay --verify {}
"""


@pytest.mark.parametrize("name", [*NASTY, "surrogates"])
def test_arguments(say: Say, name: str) -> None:
    for line in ARGUMENTS.strip().replace("\n", " | ").split(" | "):
        words = [part.format((NASTY | {"surrogates": SURROGATES})[name]) for part in line.split(" ")]
        say(*words)
