"""Decklists as people write them, read line by line with a verdict on each, and written.

A line is `2 Name`, `2x Name`, `Name x2` or `Name`, with a bullet, a set's code in brackets or a comment
beside it; also a heading, a comment, or one of the facts `Name: ...`, `Side: ...`, `Format: ...` that our
own lists begin with. Nothing is dropped silently: every line has a verdict.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from enum import Enum

import msgspec

from core import games
from core.cardinfo import CardInfo
from core.clean import clean
from core.game import AnyGame
from core.words import listed
from decks.card_index import CardIndex
from decks.formats import Format, find_format, formats_for, groups
from decks.model import ABOUT, COPIES, NAME, Deck, clean_notes
from decks.names import fold, nearest, quoted
from decks.report import format_title, sections, side_title

MOST_LINES = 5_000
"""Lines that are read; what comes after them is said to be too much."""
LONGEST_LINE = 1_000
GUESSES = 100
"""Names that are looked for among the cards when they are misspelt: it takes its time."""


class Verdict(Enum):
    """What became of a line."""

    CARD = "card"
    """A card, written as it is printed."""
    CORRECTED = "corrected"
    """A card, written in another way; the note says what it was read as."""
    OVER = "over"
    """A card, of which there are now more than the format allows, or a file can say."""
    SUGGESTED = "suggested"
    """No card, but much like one: it counts only if the player says so."""
    UNKNOWN = "unknown"
    """No card, nor anything else that is known."""
    FACT = "fact"
    """A fact about the deck: its name, side, format, plan or notes."""
    HEADING = "heading"
    COMMENT = "comment"
    EMPTY = "empty"
    UNREAD = "unread"
    """Too long, or beyond the last line that is read."""


COUNTED = (Verdict.CARD, Verdict.CORRECTED, Verdict.OVER)
"""The verdicts on lines whose cards are in the deck."""
MISSING = (Verdict.UNKNOWN, Verdict.SUGGESTED, Verdict.UNREAD)
"""The verdicts on lines whose cards are missing from the deck."""
WORDS = {
    Verdict.CARD: "card",
    Verdict.CORRECTED: "corrected",
    Verdict.OVER: "too many",
    Verdict.SUGGESTED: "suggested",
    Verdict.UNKNOWN: "unknown",
    Verdict.FACT: "about it",
    Verdict.HEADING: "heading",
    Verdict.COMMENT: "comment",
    Verdict.EMPTY: "empty",
    Verdict.UNREAD: "not read",
}
"""What a verdict is called, in a word or two."""


class Line(msgspec.Struct, frozen=True):
    """One line and its verdict."""

    number: int
    """From 1."""
    text: str
    """As it was written, cleaned."""
    verdict: Verdict
    note: str = ""
    """What to say of it; empty where the verdict says all."""
    card: str = ""
    """The id of the card it is, or is taken to mean."""
    copies: int = 0
    """How many it asks for, 1 to COPIES."""
    maybe: bool = False
    """Whether it stands under a heading for cards that are not in the deck."""


class Listing(msgspec.Struct, frozen=True):
    """A decklist as it was read."""

    deck: Deck
    """The deck, with the cards that are beyond doubt."""
    lines: tuple[Line, ...]
    file: str = ""
    """The text of the deck file that it was read from, if it was one: it may have comments."""

    def count(self, *verdicts: Verdict) -> int:
        """How many lines have one of these verdicts."""
        return sum(line.verdict in verdicts for line in self.lines)

    def taking(self, numbers: Container[int]) -> Deck:
        """The deck with the suggestions of these lines taken too."""
        cards, maybe = dict(self.deck.cards), dict(self.deck.maybe)
        for line in self.lines:
            if line.verdict is Verdict.SUGGESTED and line.number in numbers:
                target = maybe if line.maybe else cards
                target[line.card] = min(COPIES, target.get(line.card, 0) + line.copies)
        return msgspec.structs.replace(self.deck.with_cards(cards), maybe=dict(sorted(maybe.items())))


def write_listing(deck: Deck) -> str:
    """A deck as text: its facts, then its cards under headings. read_listing reads it back."""
    game = games.load(deck.game)
    lines = [f"Name: {deck.name}", f"Game: {game.title}"]
    if len(groups(game)) > 1:
        lines.append(f"Side: {side_title(deck)}")
    lines.append(f"Format: {format_title(deck)}")
    if deck.about:
        lines.append(f"About: {deck.about}")
    lines += [f"Note: {line}" for line in deck.notes.split("\n")] if deck.notes else []
    doubled = _doubled(game)

    def named(card: CardInfo) -> str:
        return card.id if fold(card.name) in doubled else card.name

    for section in sections(game, deck.group, deck.cards):
        if section.cards:
            lines += [
                "",
                f"{section.title}:",
                *(f"{deck.cards[one.id]} {named(one)}" for one in section.cards),
            ]
    if deck.maybe:
        lines += ["", "Maybe:"]
        lines += [f"{deck.maybe[one.id]} {named(one)}" for one in game.cards if one.id in deck.maybe]
    return "\n".join([*lines, ""])


def _doubled(game: AnyGame) -> set[str]:
    """Names that more than one card has."""
    seen: set[str] = set()
    return {name for card in game.cards if (name := fold(card.name)) in seen or seen.add(name)}  # type: ignore[func-returns-value]


def read_listing(text: str, like: Deck) -> Listing:
    """Read any text as a decklist. Raises nothing; every line of the text is one of the listing's.

    `like` is a deck whose name, game, group, format, plan and notes stand where the text says nothing else;
    its cards are not taken over.
    """
    return _Reader(text, like).listing()


_BULLET = re.compile(r"^(?:[-*+•·‣▪–—>] )+")
_COMMENT = re.compile(r"^(?:#|//|;|--)")
_TRAILING = re.compile(r" (?:#|//).*$")
_CODE = re.compile(r" ?[\[(][A-Za-z0-9]{1,8}[\])](?: #?\d{1,4}$)?(?= |$)|^[\[(][A-Za-z0-9]{1,8}[\])] ?")
_FACT = re.compile(r"^\s*(name|deck|game|side|format|about|note)\s*[:=] ?(.*)$", re.IGNORECASE)
_TIMES = "[xX×✕*]"
_BEFORE = re.compile(rf"^(\d{{1,9}}) ?{_TIMES}? (.+)$|^(\d{{1,9}}) ?{_TIMES}(.+)$")
_AFTER = re.compile(rf"^(.+?),? {_TIMES} ?(\d{{1,9}})$|^(.+?) ?\((\d{{1,9}}) ?{_TIMES}?\)$")
_FRAME = "#=*_[]()~-–— :"
"""What people put around a heading."""
_COUNT = re.compile(r" ?\(?\d{1,4}\)?(?: cards?\)?)?$", re.IGNORECASE)
_MAYBE = ("maybe", "maybeboard", "maybe board", "sideboard", "considering")
_DECK = ("deck", "main", "main deck", "maindeck", "mainboard", "decklist", "cards")


class _Reader:
    def __init__(self, text: str, like: Deck) -> None:
        self._text = text.removeprefix("\ufeff")
        self._deck = like
        self._game = games.load(like.game)
        self._cards: dict[str, int] = {}
        self._maybe: dict[str, int] = {}
        self._notes: list[str] = []
        self._about = ""
        self._in_maybe = False
        self._guesses = GUESSES

    def listing(self) -> Listing:
        raw = self._text.splitlines()
        kept = [line if len(line) <= LONGEST_LINE else "" for line in raw[:MOST_LINES]]
        # What the whole list says about itself comes first, wherever it stands: cards are read by it.
        facts = {place: note for place, line in enumerate(kept) if (note := self._fact(line)) is not None}
        self._index = CardIndex(self._game, self._deck.group)
        self._form: Format | None = find_format(self._deck.game, self._deck.format)
        self._headings = self._known_headings()
        lines = []
        for place, line in enumerate(raw):
            shown = clean(line[:LONGEST_LINE].strip(), LONGEST_LINE)
            if place >= MOST_LINES:
                read = Line(place + 1, shown, Verdict.UNREAD, f"Only {MOST_LINES} lines are read.")
            elif len(line) > LONGEST_LINE:
                read = Line(
                    place + 1, shown, Verdict.UNREAD, f"A line has at most {LONGEST_LINE} characters."
                )
            elif place in facts:
                read = Line(place + 1, shown, Verdict.FACT, facts[place])
            else:
                read = self._line(place + 1, shown)
            lines.append(read)
        deck = self._deck.with_cards(self._cards)
        return Listing(
            msgspec.structs.replace(
                deck,
                maybe=dict(sorted(self._maybe.items())),
                about=self._about or self._deck.about,
                notes=clean_notes("\n".join(self._notes)) if self._notes else self._deck.notes,
            ),
            tuple(lines),
        )

    def _fact(self, line: str) -> str | None:
        """Take what a line says of the deck; gives the note on it, None if it is no such line."""
        match = _FACT.match(line)
        if match is None:
            return None
        word, value = match[1].casefold(), match[2]
        if word == "note":
            self._notes.append(value)
            return ""
        said = clean(value, ABOUT).strip()
        if not said:
            return None  # `Deck:` is a heading
        if word == "about":
            self._about = said
            return ""
        if word in ("name", "deck"):
            self._deck = self._deck.renamed(clean(said, NAME).strip())
            return ""
        return self._choice(word, said)

    def _choice(self, word: str, said: str) -> str:
        """A fact that is one of a few words."""
        if word == "game":
            known = {name: games.title(name) for name in games.names()}
        elif word == "side":
            known = groups(self._game)
        else:
            known = {form.name: form.title for form in formats_for(self._game, self._deck.group)}
        found = next((key for key, title in known.items() if fold(said) in (fold(key), fold(title))), None)
        if found is None:
            return f"There is no {word} called {quoted(said)}: there is {listed(known.values(), 'and')}."
        if word == "game" and found != self._game.name:
            return f"This is a list for {known[found]}: it is read as one for {self._game.title}."
        if word == "side" and found != self._deck.group:
            self._deck = msgspec.structs.replace(self._deck, group=found)
        if word == "format":
            self._deck = msgspec.structs.replace(self._deck, format=found)
        return ""

    def _known_headings(self) -> set[str]:
        words = {card.kind for card in self._game.cards} | {
            self._game.group_title(group) for group in self._game.pool_groups(self._deck.group)
        }
        folded = {fold(word) for word in words}
        return folded | {f"{word}s" for word in folded} | {f"{word[:-1]}ies" for word in folded}

    def _line(self, number: int, text: str) -> Line:
        if not text:
            return Line(number, text, Verdict.EMPTY)
        bare = _BULLET.sub("", " ".join(text.split()))
        for name, copies, changed in self._readings(bare):
            if found := self._index.find(name):
                return self._card(number, text, found, copies, changed or name.strip() != found[0].name)
        if (heading := self._heading(text)) is not None:
            self._in_maybe = heading in _MAYBE
            return Line(number, text, Verdict.HEADING)
        if _COMMENT.match(text):
            return Line(number, text, Verdict.COMMENT)
        return self._like(number, text, bare)

    def _readings(self, text: str) -> Iterator[tuple[str, int, bool]]:
        """What a line may mean: a name, a number of copies, and whether something was left out."""
        without = _TRAILING.sub("", text)
        plain = _CODE.sub(" ", without).strip()
        for said in dict.fromkeys((text, without, plain)):
            left_out = said == plain != without
            yield said, 1, left_out
            if match := _BEFORE.match(said):
                yield match[2] or match[4], int(match[1] or match[3]), left_out
            if match := _AFTER.match(said):
                yield match[1] or match[3], int(match[2] or match[4]), left_out

    def _card(self, number: int, text: str, found: list[CardInfo], copies: int, changed: bool) -> Line:
        card = found[0]
        if len(found) > 1:
            ids = listed((one.id for one in found), "or")
            return Line(number, text, Verdict.UNKNOWN, f"More than one card is called that: write {ids}.")
        if not copies:
            return Line(number, text, Verdict.UNKNOWN, f"No copy of {card.name} is asked for.")
        target = self._maybe if self._in_maybe else self._cards
        total = target.get(card.id, 0) + copies
        target[card.id] = min(total, COPIES)
        line = Line(number, text, Verdict.CARD, "", card.id, min(copies, COPIES), self._in_maybe)
        limit = self._form.copies if self._form and not self._in_maybe else COPIES
        if total > min(limit, COPIES):
            where = self._form.title if self._form and limit < COPIES else "a deck file"
            note = f"{total} of {card.name}, and {where} allows {limit}" + (
                f": {COPIES} are taken." if total > COPIES else "."
            )
            return msgspec.structs.replace(line, verdict=Verdict.OVER, note=note)
        if changed:
            note = f"Read as {copies} {card.name}."
            return msgspec.structs.replace(line, verdict=Verdict.CORRECTED, note=note)
        return line

    def _heading(self, text: str) -> str | None:
        """The words of a heading; None if the line is none."""
        word = fold(_COUNT.sub("", " ".join(text.split()).strip(_FRAME)))
        known = word in self._headings or word in _MAYBE or word in _DECK
        marked = text.endswith(":") or (text[0] in "[=" and text[-1] in "]=")
        return word if word and (known or marked) else None

    def _like(self, number: int, text: str, bare: str) -> Line:
        readings = list(self._readings(bare))
        name, copies, _ = readings[-1]
        if self._guesses and copies:
            self._guesses -= 1
            near = nearest(name, self._index.alike(name))
            found = self._index.find(near) if near else []
            if len(found) == 1:
                copies = min(copies, COPIES)
                note = f"No card is called {quoted(name)}. Did you mean {found[0].name}?"
                return Line(number, text, Verdict.SUGGESTED, note, found[0].id, copies, self._in_maybe)
        return Line(number, text, Verdict.UNKNOWN, f"No card is called {quoted(name)}.")
