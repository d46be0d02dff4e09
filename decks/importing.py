"""Whatever a player brings as a deck: a list as text, a deck file's content, or a share code."""

from __future__ import annotations

import re
from pathlib import Path
from shlex import quote

import msgspec

from core import games
from core.clean import clean, shown_path
from decks.files import read_deck, read_file
from decks.formats import check, formats_for, groups
from decks.listing import COUNTED, Line, Listing, Verdict, read_listing
from decks.model import NAME, Deck, DeckError
from decks.names import fold
from decks.places import ENDING
from decks.sharing import is_share_code, read_share_code

LONGEST = 512_000
"""Most characters that are looked at."""
_TRIED = 200
"""Lines by which it is found out what a list is for."""
_TOML = re.compile(r"^\s*\[cards\]\s*$", re.MULTILINE)
_COPIES = re.compile(r"^\s*([-*]\s*)?[0-9]+x?\s+\S", re.MULTILINE)
"""A line of a list that says how many."""
_CERTAIN = (Verdict.CARD, Verdict.OVER, Verdict.FACT, Verdict.HEADING, Verdict.COMMENT, Verdict.EMPTY)
"""Verdicts on lines of which nothing has to be asked."""
_GAME = re.compile(r"^\s*game\s*[:=]\s*(.*)$", re.IGNORECASE | re.MULTILINE)
_FORMAT = re.compile(r"^\s*format\s*[:=]\s*\S", re.IGNORECASE | re.MULTILINE)


def read_source(path: Path) -> tuple[str, str]:
    """The text of a file that somebody brings, and a name for what is in it. Raises DeckError."""
    try:
        # Opening a pipe or a device could block for ever.
        if not path.is_file():
            there = "this is no file" if path.exists() else "there is no such file"
            raise DeckError(f"{shown_path(path)}: {there}.")
        with path.open("rb") as file:
            data = file.read(LONGEST + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, DeckError):
            raise
        why = clean(str(getattr(error, "strerror", None) or error), 80)
        raise DeckError(f"{shown_path(path)}: it can't be read: {why}.") from None
    return data.decode("utf-8", "replace"), clean(path.stem, NAME).strip() or "Imported deck"


def read_brought(path: Path) -> Deck:
    """The deck in a file of any form, if it says one without doubt. Raises DeckError."""
    text, name = read_source(path)
    named_so = path.suffix.casefold() == ENDING
    if _TOML.search(text) or (named_so and not _COPIES.search(text)):
        return read_file(path)
    listing = read_any(text, name)
    line = next((line for line in listing.lines if line.verdict not in _CERTAIN), None)
    source = clean(path.name, 60)
    if line is not None:
        where, file = f"{source}, line {line.number}", quote(shown_path(path))
        raise DeckError(
            f"{where}: {line.note or 'this is no card.'} tesser decks import {file} goes through it line by"
            " line, and keeps it as a deck."
        )
    if not listing.deck.cards:
        raise DeckError(f"{source}: there is no card in it.")
    return listing.deck


def read_any(text: str, name: str, game: str = "", group: str = "", format_name: str = "") -> Listing:
    """What this text brings. Raises DeckError for a broken deck file or share code; a list is always read.

    `name` is for a deck that says none. In a list, what is given of game, group and format stands where the
    list says nothing else; what nobody says is told by the cards.
    """
    whole, text = text, text[:LONGEST]
    if is_share_code(text):
        return Listing(read_share_code(text), ())
    if _TOML.search(text):
        return Listing(read_deck(text.encode("utf-8", "replace"), name), (), text)
    like = _meant(text, name, game, group)
    if format_name or not _FORMAT.search(text):
        deck = read_listing(text, like).deck
        like = msgspec.structs.replace(like, format=format_name or _best_format(deck))
    listing = read_listing(text, like)
    if len(whole) <= LONGEST:
        return listing
    rest = Line(len(listing.lines) + 1, "", Verdict.UNREAD, f"What follows {LONGEST} characters is not read.")
    return msgspec.structs.replace(listing, lines=(*listing.lines, rest))


def read_for(text: str, name: str, like: Deck | None) -> Listing:
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
    for one in (game,) if game else games.names():
        loaded = games.load(one)
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
    game = games.load(deck.game)
    wrong = {form: len(check(deck, game, form)) for form in formats_for(game, deck.group)}
    return min(wrong, key=lambda form: (wrong[form], wrong[form] and form.whole is not None)).name
