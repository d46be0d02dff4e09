"""Whatever a player brings as a deck: a list as text, a deck file's content, or a share code."""

from __future__ import annotations

import codecs
import re
from pathlib import Path
from shlex import quote

import msgspec

from core import registry
from core.clean import clean, shown_path
from core.words import listed
from decks.formats import distance, formats_for, groups, kind
from decks.model import NAME, Deck, DeckError
from decks.names import fold, quoted
from decks.text.deck_file import ENDING, read_bytes, read_deck, read_file
from decks.text.decklist import COUNTED, MISSING, ListLine, ParsedList, Verdict
from decks.text.list_parser import MOST_LINES, read_listing
from decks.text.share_code import find_share_code, read_share_code

FILE_LIMIT = 2_000_000
"""Largest file that is read at all, in bytes."""
_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
"""Byte-order marks, and what they begin."""
_SHOWN = 200
"""How much of a line with a share code is shown, in cells."""
_TRIED = 200
"""Lines by which it is found out what a list is for."""
_VERSION = re.compile(r"^\s*version\s*=\s*\d", re.MULTILINE)
_CARDS = re.compile(r"""^\s*(?:\[\s*(["']?)cards\1\s*\]|(["']?)cards\2\s*[.=])""", re.MULTILINE)
_QUOTED = re.compile(r"""^[^"'#\n]*("[^"\n]*"|'[^'\n]*')\s*=|=\s*["']""", re.MULTILINE)
"""A key or a value in quotes."""
_COPIES = re.compile(r"^\s*([-*]\s*)?[0-9]+x?\s+\S", re.MULTILINE)
"""A line of a list that says how many."""
_CERTAIN = (
    Verdict.CARD,
    Verdict.OVER,
    Verdict.FACT,
    Verdict.HEADING,
    Verdict.COMMENT,
    Verdict.CODE,
    Verdict.EMPTY,
)
"""Verdicts on lines of which nothing has to be asked."""
_GAME = re.compile(r"^\s*game\s*[:=]\s*(.*)$", re.IGNORECASE | re.MULTILINE)
_FORMAT = re.compile(r"^\s*format\s*[:=]\s*\S", re.IGNORECASE | re.MULTILINE)


def read_source(path: Path) -> tuple[str, str]:
    """The text of a file that somebody brings, and a name for what is in it. Raises DeckError."""
    source = shown_path(path)
    data = read_bytes(path, source, FILE_LIMIT)
    return decoded(data, source), clean(path.stem, NAME).strip() or "Imported deck"


def decoded(data: bytes, source: str) -> str:
    """The text that was brought: UTF-8, or what the byte-order mark it begins with says. Raises DeckError if
    it is no such text, with the line of the first byte that is wrong, or too long to be read."""
    if len(data) > FILE_LIMIT:
        raise DeckError(f"{source}: it has more than {FILE_LIMIT // 1_000_000} MB, far more than any deck.")
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "UTF-8")
    try:
        before, wrong, _ = data.decode(encoding).partition("\0")
    except UnicodeDecodeError as error:
        before, wrong = data[: error.start].decode(encoding, "replace"), "bytes"
    if not wrong:
        return before
    line = len(f"{before}.".splitlines())
    raise DeckError(
        f"{source}, line {line}: this is not {encoding} text. Save it as UTF-8 and read that, or paste it."
    )


def read_brought(path: Path) -> Deck:
    """The deck in a file of any form, if it says one without doubt. Raises DeckError."""
    text, name = read_source(path)
    named_so = path.suffix.casefold() == ENDING
    if is_deck_file(text) or (named_so and not _COPIES.search(text)):
        return read_file(path)
    return deck_in(text, name, clean(path.name, 60), shown_path(path))


def deck_in(text: str, name: str, source: str, file: str) -> Deck:
    """The deck in a text, if it says one without doubt. Raises DeckError. `name` is for one that says none;
    `source` is what to call the text, and `file` how to import it."""
    if is_deck_file(text):
        return read_deck(text.encode("utf-8", "replace"), source)
    listing = read_any(text, name)
    line = next((line for line in listing.lines if line.verdict not in _CERTAIN), None)
    if line is not None:
        raise DeckError(
            f"{source}, line {line.number}: {line.note or 'this is no card.'} tesser decks import"
            f" {quote(file)} goes through it line by line, and keeps it as a deck."
        )
    if not listing.deck.cards:
        raise DeckError(f"{source}: there is no card in it.")
    return listing.deck


def read_any(text: str, name: str, game: str = "", group: str = "", format_name: str = "") -> ParsedList:
    """What this text brings. Raises DeckError for a broken deck file or share code; a list is always read.

    `name` is for a deck that says none. In a list, what is given of game, group and format stands where the
    list says nothing else; what nobody says is told by the cards.
    """
    if (place := find_share_code(text)) is not None:
        return ParsedList(read_share_code(text[slice(*place)]), _around_code(text, *place))
    if is_deck_file(text):
        return ParsedList(read_deck(text.encode("utf-8", "replace"), name), (), text)
    like = _meant(text, name, game, group)
    if format_name or not _FORMAT.search(text):
        deck = read_listing(text, like).deck
        like = msgspec.structs.replace(like, format=format_name or _best_format(deck))
    return read_listing(text, like)


def read_as(text: str, name: str, game: str = "", group: str = "", format_name: str = "") -> ParsedList:
    """What this text brings as read_any reads it, where somebody insists on what is given: the deck is for
    this format, whatever the text says. Raises DeckError too where it is of another game or group, or that
    has no such format."""
    listing = read_any(text, name, game, group, format_name)
    deck = listing.deck
    loaded = registry.load(deck.game)
    there = [form.name for form in formats_for(loaded, deck.group)]
    what = f"{quoted(deck.name)} is {kind(loaded, deck.group)}"
    if group and (game or deck.game, group) != (deck.game, deck.group):
        raise DeckError(f"{what}, not {kind(registry.load(game or deck.game), group)}.")
    if format_name and format_name not in there:
        raise DeckError(
            f"{what}, and there is no format {format_name} for it: there is {listed(there, 'and')}."
        )
    if game not in ("", deck.game):
        raise DeckError(f"{what}, and belongs to {loaded.title}.")
    if format_name in ("", deck.format):
        return listing
    if find_share_code(text) is None and not is_deck_file(text):
        like = Deck(name, deck.game, deck.group, format_name, {})
        return read_listing(text, like, any_format=False)
    return msgspec.structs.replace(listing, deck=msgspec.structs.replace(deck, format=format_name))


def is_deck_file(text: str) -> bool:
    """Whether a text means to be a deck file, whole or not, and no list that looks a little like one."""
    return bool(_VERSION.search(text) or (_CARDS.search(text) and _QUOTED.search(text)))


def _around_code(text: str, start: int, end: int) -> tuple[ListLine, ...]:
    """A verdict on each line of a text with a share code in it; none where it is nothing but that."""
    lines: list[ListLine] = []
    at = 0
    others = find_share_code(text[end:])
    raw = text.splitlines(keepends=True)
    cards = _cards_beside(raw)
    for number, line in enumerate(raw, 1):
        if at + len(line) > start and at < end:
            read = ListLine(number, clean(line.strip(), _SHOWN), Verdict.CODE)
        elif not line.strip():
            read = ListLine(number, "", Verdict.EMPTY)
        elif others and at + len(line) > end + others[0] and at < end + others[1]:
            note = "This is another share code: only one is read at a time."
            read = ListLine(number, clean(line.strip(), _SHOWN), Verdict.UNREAD, note)
        else:
            note = "It stands beside the share code, and is not read."
            verdict = Verdict.UNREAD if number in cards else Verdict.COMMENT
            read = ListLine(number, clean(line.strip(), _SHOWN), verdict, note)
        lines.append(read)
        at += len(line)
    return tuple(lines) if any(line.note for line in lines) else ()


def _cards_beside(raw: list[str]) -> set[int]:
    """The numbers of those lines that would be cards of a list, or say that they are: they are missed."""
    shown = [line if len(line) <= _SHOWN else "" for line in raw[:MOST_LINES]]
    listing = read_listing("\n".join(line.strip() for line in shown), _meant("\n".join(shown), "", "", ""))
    return {
        line.number
        for line in listing.lines
        if line.verdict in COUNTED or (line.verdict in MISSING and _COPIES.match(line.text))
    }


def read_for(text: str, name: str, like: Deck | None) -> ParsedList:
    """What a text brings to somebody who has a deck open: `like`, which a list is like where it says nothing
    else, if its cards are of that side. Raises DeckError, as read_any does."""
    if like is None:
        return read_any(text, name)
    listing = read_any(text, name, "" if _GAME.search(text) else like.game)
    deck = listing.deck
    if (deck.game, deck.group) == (like.game, like.group):
        return read_any(text, name, like.game, like.group, like.format)
    return listing


def _meant(text: str, name: str, game: str, group: str) -> Deck:
    """An empty deck of the game and group that a list is meant for."""
    beginning = "\n".join(text.splitlines()[:_TRIED])
    said = _GAME.search(text)
    tried = []
    for one in (game,) if game else registry.names():
        loaded = registry.load(one)
        named = said is not None and fold(said[1]) in (fold(one), fold(loaded.title))
        for side in (group,) if group else groups(loaded):
            like = Deck(name, one, side, formats_for(loaded, side)[0].name, {})
            own = loaded.pool_groups(side)
            lines = read_listing(beginning, like).lines
            fits = sum(line.verdict in COUNTED and line.card.split("/")[1] in own for line in lines)
            tried.append(((named, fits), like))
    return max(tried, key=lambda one: one[0])[1]


def _best_format(deck: Deck) -> str:
    """The format this deck is legal in, or nearest to it; then a free one before a fixed list."""
    game = registry.load(deck.game)
    wrong = {form: distance(deck, game, form) for form in formats_for(game, deck.group)}
    return min(wrong, key=lambda form: (wrong[form], wrong[form] and form.whole is not None)).name
