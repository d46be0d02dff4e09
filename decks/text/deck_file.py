"""Deck files: TOML that people can read and write, checked in full, with a sentence for what is wrong.

Cards are named by id or by name, whatever the case or accents; ids are what is written. Size and line
length are checked before parsing, since tomllib recurses and takes the square of a dotted key's length.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import tomli_w

from core import registry
from core.clean import clean
from core.contract.game import AnyGame
from core.words import small
from decks.card_index import CardIndex
from decks.formats import formats, formats_for, groups, pool
from decks.model import COPIES, Deck, DeckError, clean_about, clean_name, clean_notes
from decks.names import nearest, quoted

ENDING = ".toml"
"""How the names of deck files end."""
VERSION = 1
"""Version of the file format."""
FILE_LIMIT = 256_000
"""Largest file, in bytes."""
LINE_LIMIT = 1_000
"""Longest line, in characters."""
_WRAPPED = 200
"""Longest line of notes that is written as one, in characters; a longer one goes on in the next, behind a
backslash, which TOML reads as no line end."""
REPORTED = 20
"""Most sentences about one file."""
KEYS = ("version", "name", "game", "side", "format", "about", "notes", "cards", "maybe")


def write_deck(deck: Deck) -> str:
    """The text of a deck file: one canonical form, ids as keys, each with its name in a comment."""
    game = registry.load(deck.game)
    names = {card.id: card.name for card in game.cards}
    head: dict[str, Any] = {
        "version": VERSION,
        "name": deck.name,
        "game": deck.game,
    }
    if len(groups(game)) > 1:
        head["side"] = deck.group
    head["format"] = deck.format
    if deck.about:
        head["about"] = deck.about
    text = [tomli_w.dumps(head) + (f"notes = {written_text(deck.notes)}\n" if deck.notes else "")]
    for table, cards in (("cards", deck.cards), ("maybe", deck.maybe)):
        if cards or table == "cards":
            text += [f"[{table}]", *_card_lines(cards, names), ""]
    return "\n".join(text)


def written_text(text: str) -> str:
    """Cleaned text of any length as a TOML string, none of its lines longer than those of a file may be."""
    lines = text.split("\n")
    if len(lines) == 1 and len(text) <= _WRAPPED:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    body = "\n".join("\\\n".join(_pieces(line)) for line in lines)
    return '"""\n' + re.sub('"(?="")|"$', r'\\"', body) + '"""'


def _pieces(line: str) -> Iterable[str]:
    """A line in pieces, where it is long: broken behind spaces, if it has some."""
    start = ""
    while line:
        at = len(line) if len(line) <= _WRAPPED else line.rfind(" ", 1, _WRAPPED // 2) + 1 or _WRAPPED // 2
        yield start + line[:at].replace("\\", "\\\\")
        # TOML drops a plain space behind a line that goes on.
        start, line = ("\\u0020", line[at + 1 :]) if line[at : at + 1] == " " else ("", line[at:])
    yield from [start] if start else []


def _card_lines(cards: Mapping[str, int], names: Mapping[str, str]) -> Iterable[str]:
    width = max(map(len, cards), default=0) + 2
    for card, copies in sorted(cards.items()):
        key = f'"{card}"'
        yield f"{key:{width}} = {copies}  # {names.get(card, 'unknown')}"


def read_file(path: Path) -> Deck:
    """The deck in a file. Raises DeckError; the file is not touched."""
    return read_deck(read_bytes(path), clean(path.name, 60))


def read_bytes(path: Path, source: str = "", limit: int = FILE_LIMIT) -> bytes:
    """The content of a file, up to one byte more than the limit: by default that of a deck file. Raises
    DeckError, which calls the file `source`, or by its name."""
    source = source or clean(path.name, 60)
    try:
        # Opening a pipe or a device could block for ever.
        if not path.is_file():
            raise DeckError(f"{source}: {'this is no file' if path.exists() else 'there is no such file'}.")
        with path.open("rb") as file:
            return file.read(limit + 1)
    except OSError as error:
        raise DeckError(f"{source}: it can't be read: {error.strerror}.") from None


def read_deck(data: bytes, source: str) -> Deck:
    """The deck that this content of a file says. Raises DeckError, and nothing else, whatever it is given.

    `source` is what to call the file in sentences.
    """
    text = _decode(data, source)
    return _Reader(text, source, _parse(text, source)).deck()


class Draft(msgspec.Struct, frozen=True):
    """What a deck was made into and not saved."""

    deck: Deck
    of: str = ""
    """The deck's file, as a player may be told it."""
    base: str = ""
    """Tells the content of that file which was changed from any other; empty if that is not known."""


def write_draft(text: str, of: str, base: str) -> str:
    """The text of the file of a draft: that of a deck file, and what it is a draft of, as in Draft."""
    return f"{text}\n{tomli_w.dumps({'draft': {'of': of, 'base': base}})}"


def read_draft(data: bytes, source: str) -> Draft:
    """The draft that this content of a file says; a deck file is one too. Raises DeckError."""
    text = _decode(data, source)
    table = _parse(text, source)
    said = table.pop("draft", None)
    told = said if isinstance(said, dict) else {}
    of, base = (value if isinstance(value := told.get(key), str) else "" for key in ("of", "base"))
    return Draft(_Reader(text, source, table).deck(), clean(of, 400), base)


def _decode(data: bytes, source: str) -> str:
    if len(data) > FILE_LIMIT:
        raise DeckError(f"{source}: a deck file has at most {FILE_LIMIT // 1000} kB.")
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DeckError(f"{source}, line {line}: a deck file is UTF-8 text, and this is not.") from None
    for number, line_text in enumerate(text.split("\n"), 1):
        if len(line_text) > LINE_LIMIT:
            more = '; text between """ and """ goes on in the next line behind a \\' if '"""' in text else ""
            raise DeckError(
                f"{source}, line {number}: a line has at most {LINE_LIMIT} characters,"
                f" not {len(line_text)}{more}."
            )
    return text


def _parse(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise DeckError(
            f"{source}: tables and lists are nested too deeply; a deck has none but [cards]."
        ) from None
    except tomllib.TOMLDecodeError as error:
        problem, _, place = str(error).rpartition(" (at ")
        found = re.match(r"line (\d+), ", place)
        number = int(found[1]) if found else text.count("\n") + 1
        bad_line = text.split("\n")[number - 1] if found else ""
        raise DeckError(f"{source}, line {number}: {_toml_help(problem, bad_line)}.") from None


def _toml_help(problem: str, line: str) -> str:
    """What is wrong with a line that is no TOML, in words for people."""
    card = re.match(r"\s*([^\"'=#\[]+?)\s*=\s*(\d+)\s*(#.*)?$", line)
    if card and "Expected" in problem:
        return f'put names and ids in quotes: "{clean(card[1], 60)}" = {clean(card[2], 20)}'
    if "overwrite" in problem or "twice" in problem:
        return f"this key stands twice; give each one line: {clean(line.strip(), 60)}"
    if "character '\\n'" in problem:
        return f"text in quotes ends in the line it begins in; close the quotes: {clean(line.strip(), 60)}"
    said = clean(problem, 120)
    shown = f": {clean(line.strip(), 60)}" if line.strip() else ""
    return f"this is not TOML, {small(said)}{shown}"


class _Reader:
    """Reads one parsed file, and gathers all that is wrong with it before it gives up."""

    def __init__(self, text: str, source: str, table: dict[str, Any]) -> None:
        self._lines = text.split("\n")
        self._source = source
        self._table = table
        self._problems: list[str] = []
        self._more = 0

    def deck(self) -> Deck:
        """The deck. Raises DeckError with every problem."""
        self._version()
        for key in self._table:
            if key not in KEYS:
                near = self._did_you_mean(key, KEYS)
                self._wrong(key, f"there is no key {quoted(key)}{near}; the keys are {', '.join(KEYS)}")
        name = self._string("name", clean_name)
        if not name and isinstance(self._table.get("name"), str) and not self._table["name"].strip():
            self._wrong("name", 'a deck needs a name, such as name = "Bright Ones"')
        about = self._string("about", clean_about) if "about" in self._table else ""
        game_name = self._word("game", registry.names())
        if not game_name:
            self._give_up()
        game = registry.load(game_name)
        group = self._group(game)
        forms = formats_for(game, group) if group else formats(game_name)
        form = self._word("format", [form.name for form in forms])
        cards = self._cards("cards", game, group)
        maybe = self._cards("maybe", game, group) if "maybe" in self._table else {}
        notes = self._string("notes", clean_notes) if "notes" in self._table else ""
        if self._problems:
            self._give_up()
        return Deck(name, game_name, group, form, cards, about, maybe, notes)

    def _give_up(self) -> NoReturn:
        if self._more:
            self._problems.append(f"{self._source}: and {self._more} more.")
        raise DeckError(*self._problems)

    def _full(self) -> bool:
        """Whether enough is wrong to mend first: finding lines and near names takes its time."""
        return len(self._problems) >= REPORTED

    def _did_you_mean(self, word: str, known: Iterable[str]) -> str:
        near = None if self._full() else nearest(word, known)
        return f" (did you mean {quoted(near)}?)" if near else ""

    def _wrong(self, key: str, problem: str, table: str = "") -> None:
        if self._full():
            self._more += 1
            return
        line = self._line_of(key, table)
        self._problems.append(f"{self._source}{f', line {line}' if line else ''}: {problem}.")

    def _line_of(self, key: str, table: str) -> int | None:
        """Where a key stands; None if it is written in an unusual way."""
        here = ""
        for number, line in enumerate(self._lines, 1):
            header = re.match(r"""\s*\[\[?\s*["']?([\w-]+)["']?\s*[\].]""", line)
            if header:
                here = header[1]
            found = re.match(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*[=.]""", line)
            if here == table and found and key in found.groups():
                return number
            if header and key == here and not table:
                return number
            # The whole table in one line, or a key with its table before it.
            inside = (
                rf"""\s*["']?{re.escape(table)}["']?\s*(?:\.|=.*[{{,])\s*["']?{re.escape(key)}["']?\s*="""
            )
            if table and not here and re.match(inside, line):
                return number
        return None

    def _version(self) -> None:
        version = self._table.get("version")
        if version is None:
            self._wrong("version", f"the key version is missing; add the line version = {VERSION}")
        elif type(version) is not int or version < 1:
            self._wrong("version", f"version is {VERSION}")
        elif version > VERSION:
            self._wrong(
                "version", f"this deck is of version {version}, from a newer tesser; this one reads {VERSION}"
            )
            self._give_up()

    def _string(self, key: str, cleaned: Callable[[str], str]) -> str:
        """Text, cleaned; what is too long is said, and never cut."""
        value = self._table.get(key)
        if value is None:
            self._wrong(key, f"the key {key} is missing")
        elif not isinstance(value, str):
            self._wrong(key, f"{key} is text in quotes, not {_said(value)}")
        else:
            try:
                return cleaned(value)
            except DeckError as error:
                self._wrong(key, f"{key} is too long: {small(str(error).removesuffix('.'))}")
        return ""

    def _group(self, game: AnyGame) -> str:
        """The side; it need not be said where there is one only."""
        words = list(groups(game))
        return words[0] if len(words) == 1 and "side" not in self._table else self._word("side", words)

    def _word(self, key: str, allowed: Iterable[str]) -> str:
        """One of the allowed words, in any case; empty, and a problem, if it is none."""
        words = list(allowed)
        value = self._table.get(key)
        choice = f"{key} is {' or '.join(words)}"
        if value is None:
            self._wrong(key, f"the key {key} is missing; {choice}")
        elif not isinstance(value, str) or value.casefold() not in words:
            near = self._did_you_mean(value, words) if isinstance(value, str) else ""
            self._wrong(key, f"{choice}, not {_said(value)}{near}")
        else:
            return value.casefold()
        return ""

    def _cards(self, where: str, game: AnyGame, group: str) -> dict[str, int]:
        table = self._table.get(where)
        if not isinstance(table, dict):
            found = "is missing" if table is None else f"is a table, not {_said(table)}"
            example = pool(game, group or next(iter(groups(game))))[0].name
            self._wrong(where, f'[{where}] {found}; under it a line for each card, "{example}" = 1')
            return {}
        cards: dict[str, int] = {}
        said: dict[str, str] = {}
        index = CardIndex(game, group)
        for key, copies in table.items():
            found_cards = index.find(key)
            if not found_cards:
                near = self._did_you_mean(key, index.alike(key))
                self._wrong(key, f"no card is called {quoted(key)}{near}", where)
                continue
            card = found_cards[0]
            if len(found_cards) > 1:
                ids = " or ".join(f'"{card.id}"' for card in found_cards)
                self._wrong(key, f"more than one card is called {quoted(key)}: say {ids}", where)
            elif type(copies) is not int or not 1 <= copies <= COPIES:
                allowed = f"the number of copies of {card.name} is from 1 to {COPIES}"
                self._wrong(key, f"{allowed}, not {_said(copies)}", where)
            elif card.id in cards:
                self._wrong(key, f"{card.name} stands twice, also as {quoted(said[card.id])}", where)
            else:
                cards[card.id] = copies
                said[card.id] = key
        return dict(sorted(cards.items()))


def _said(value: object) -> str:
    """A value from a file as it may stand in a sentence."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)[:20]
    return "a table" if isinstance(value, dict) else "a list" if isinstance(value, list) else "a date"
