"""Decklists as people write them, read line by line with a verdict on each.

A line is a card with how many of it, with a bullet, a set's code in brackets or a comment beside it; also a
heading, a comment, or one of the facts `Name: ...`, `Side: ...`, `Format: ...` that our own lists begin with.
Nothing is dropped silently: every line has a verdict.
"""

from __future__ import annotations

import re

import msgspec

from core import registry
from core.clean import clean
from core.contract.card_info import CardInfo
from core.words import counted, listed
from decks.card_index import CardIndex
from decks.formats import Format, find_format, formats_for, groups
from decks.model import COPIES, NOTES, Deck, DeckError, clean_about, clean_name
from decks.names import alike, fold, quoted
from decks.text.decklist import ListLine, ParsedList, Verdict
from decks.text.line_parser import LineReading, readings, stray_number

MOST_LINES = 5_000
"""Lines that are read; what comes after them is said to be too much."""
LONGEST = 512_000
"""Most characters of all lines that are read."""
LONGEST_LINE = 5_000
"""Longest line that is read, in characters; notes may be one."""
GUESSES = 100
"""Names that are looked for among the cards when they are misspelt: it takes its time."""
GUESSED = 4
"""Most cards that are named where several may be meant."""


def read_listing(text: str, like: Deck, any_format: bool = True) -> ParsedList:
    """Read any text as a decklist. Raises nothing; every line of the text has its verdict in the listing.

    `like` is a deck whose name, game, group, format, plan and notes stand where the text says nothing else;
    its cards are not taken over. Unless it may be for `any_format`, its format stands whatever the text says.
    """
    return _Reader(text, like, any_format).listing()


_ASIDE = re.compile(r"^SB: *(?=\S)", re.IGNORECASE)
"""What some programs put before each card of a sideboard."""
_COMMENT = re.compile(r"^(?:#|//|;|--)")
_FACT = re.compile(r"^\s*(name|deck|game|side|format|about|note)\s*[:=] ?(.*)$", re.IGNORECASE)
_FRAME = "#=*_[]()~-–— :"
"""What people put around a heading."""
_COUNT = re.compile(r" ?\(?\d{1,4}\)?(?: cards?\)?)?$", re.IGNORECASE)
_SUM = re.compile(
    r"(?:(?:grand |deck )?(?:total|sum|count|size)|altogether|in all)(?: number)?(?: of)?(?: cards?)?"
    r"(?: in (?:the )?deck)? (\d{1,5})(?: cards?)?|(\d{1,5}) cards?(?: (?:in )?(?:total|all|altogether))?",
    re.IGNORECASE,
)
"""How many cards there are in all, as the foot of a list says it."""
_NO_NAME = re.compile(r"\d{1,5}(?: cards?)?", re.IGNORECASE)
"""What `Deck: ...` says where it is a heading."""
_MAYBE = ("maybe", "maybeboard", "maybe board", "sideboard", "considering")
_DECK = ("deck", "main", "main deck", "maindeck", "mainboard", "decklist", "cards")


class _Reader:
    def __init__(self, text: str, like: Deck, any_format: bool) -> None:
        self._any_format = any_format
        self._text = text.removeprefix("\ufeff")
        self._deck = like
        self._game = registry.load(like.game)
        self._cards: dict[str, int] = {}
        self._maybe: dict[str, int] = {}
        self._notes: list[str] = []
        self._room = NOTES
        """For how many characters of notes there is room."""
        self._said: dict[str, tuple[int, str]] = {}
        """The facts that were said: the number of the line, and the value."""
        self._in_maybe = False
        self._sums: dict[int, tuple[int, int]] = {}
        """By line: the number of cards that it says there are, and of those that were read before it."""
        self._guesses = GUESSES

    def listing(self) -> ParsedList:
        raw = self._text.splitlines()
        kept = _within_limits(raw)
        # What the whole list says about itself comes first, wherever it stands: cards are read by it.
        facts = {
            place: fact
            for place, line in enumerate(kept)
            if len(line) <= LONGEST_LINE and (fact := self._fact(place + 1, line)) is not None
        }
        self._index = CardIndex(self._game, self._deck.group)
        self._form: Format | None = find_format(self._deck.game, self._deck.format)
        self._headings = self._known_headings()
        lines = []
        for place, line in enumerate(kept):
            shown = clean(line[:LONGEST_LINE].strip(), LONGEST_LINE)
            if len(line) > LONGEST_LINE:
                why = f"A line has at most {LONGEST_LINE} characters, and this one has {len(line)}."
                lines.append(ListLine(place + 1, shown, Verdict.UNREAD, why))
            elif place in facts:
                lines.append(ListLine(place + 1, shown, *facts[place]))
            else:
                lines.append(self._line(place + 1, shown))
        if more := len(raw) - len(kept):
            lines.append(_too_much(len(kept) + 1, more))
        lines = [self._summed(line) if line.number in self._sums else line for line in lines]
        notes = "\n".join(self._notes).strip("\n")
        deck = msgspec.structs.replace(
            self._deck.with_cards(self._cards),
            maybe=dict(sorted(self._maybe.items())),
            notes=notes if self._notes else self._deck.notes,
        )
        return ParsedList(deck, tuple(lines))

    def _fact(self, number: int, line: str) -> tuple[Verdict, str] | None:
        """Take what a line says of the deck; gives its verdict and note, None if it is no such line."""
        match = _FACT.match(line)
        if match is None:
            return None
        word, value = match[1].casefold(), match[2]
        word = "name" if word == "deck" else word
        if word == "note":
            return self._note(value)
        if not (named := clean(value, 2 * len(value)).strip()) or (
            match[1].casefold() == "deck" and _NO_NAME.fullmatch(named)
        ):
            return None  # `Deck:` is a heading, `Deck: 60` too
        try:
            note = self._take(word, value)
        except DeckError as error:
            return Verdict.UNREAD, f"{error} It is left out."
        said = clean(value, 2 * len(value)).strip()
        before = self._said.get(word)
        if not note:
            self._said[word] = number, said
            if before is not None and before[1] != said:
                note = f"This is taken, and not what line {before[0]} says: {quoted(before[1])}."
        return Verdict.FACT, note

    def _take(self, word: str, value: str) -> str:
        """Take a fact; gives what there is to say of it. Raises DeckError if it is too long."""
        if word == "about":
            self._deck = msgspec.structs.replace(self._deck, about=clean_about(value))
        elif word == "name":
            self._deck = self._deck.renamed(clean_name(value))
        else:
            return self._choice(word, clean(value, 2 * len(value)).strip())
        return ""

    def _note(self, value: str) -> tuple[Verdict, str]:
        line = clean(value, 2 * len(value)).rstrip()
        needed = len(line) + bool(self._notes)
        if needed > self._room:
            return Verdict.UNREAD, f"Notes have at most {NOTES} characters. It is left out."
        self._room -= needed
        self._notes.append(line)
        return Verdict.FACT, ""

    def _choice(self, word: str, said: str) -> str:
        """A fact that is one of a few words."""
        if word == "game":
            known = {name: registry.title(name) for name in registry.names()}
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
        if word == "format" and found != self._deck.format and not self._any_format:
            return f"This is a list for {known[found]}: it is read as one for {known[self._deck.format]}."
        if word == "format":
            self._deck = msgspec.structs.replace(self._deck, format=found)
        return ""

    def _known_headings(self) -> set[str]:
        words = {card.kind for card in self._game.cards} | {
            self._game.texts.group_title(group) for group in self._game.pool_groups(self._deck.group)
        }
        folded = {fold(word) for word in words}
        more = {fold(word) for card in self._game.cards for word in card.counts_as}
        # `Murry 2` may be a name cut short, `Murrys (2)` is none.
        short = {word for word in more - folded if any(word in fold(card.name) for card in self._game.cards)}
        several = {end for word in folded | more for end in (f"{word}s", f"{word[:-1]}ies", f"{word}ren")}
        return folded | more - short | several

    def _line(self, number: int, text: str) -> ListLine:
        if not text:
            return ListLine(number, text, Verdict.EMPTY)
        aside = _ASIDE.match(text)
        if aside is None:
            return self._meant(number, text, text)
        before, self._in_maybe = self._in_maybe, True
        line = self._meant(number, text, text[aside.end() :])
        self._in_maybe = before
        return line

    def _meant(self, number: int, text: str, said: str) -> ListLine:
        """The line, of which so much is to be read."""
        meant = list(readings(" ".join(said.split())))
        for one in meant:
            if found := self._index.find(one.name):
                return _commented(self._card(number, text, found, one), one)
        if (total := _sum(text)) is not None:
            self._sums[number] = total, sum((self._maybe if self._in_maybe else self._cards).values())
            return ListLine(number, text, Verdict.COMMENT)
        if (heading := self._heading(text)) is not None:
            # A card between signs, or before a colon, is lost as a heading.
            if heading in (*self._headings, *_MAYBE, *_DECK) or not any(one.said for one in meant):
                self._in_maybe = heading in _MAYBE
                return ListLine(number, text, Verdict.HEADING)
            line = self._like(number, text, meant)
            return line if line.verdict is Verdict.SUGGESTED else ListLine(number, text, Verdict.HEADING)
        if _COMMENT.match(text):
            return ListLine(number, text, Verdict.COMMENT)
        return self._like(number, text, meant)

    def _summed(self, line: ListLine) -> ListLine:
        """A line with a sum, compared with what was read: before it, or of all the list."""
        said, before = self._sums[line.number]
        total = sum(self._cards.values())
        read = said if said in (before, total) else before or total
        agrees = "and so many were read" if read == said else f"and {read} were read"
        return msgspec.structs.replace(line, note=f"A sum: it says {counted(said, 'card')}, {agrees}.")

    def _card(self, number: int, text: str, found: list[CardInfo], said: LineReading) -> ListLine:
        card, copies = found[0], said.copies
        if len(found) > 1:
            ids = listed((one.id for one in found), "or")
            return ListLine(number, text, Verdict.UNKNOWN, f"More than one card is called that: write {ids}.")
        if said.other is not None:
            note = f"How many of {card.name} are meant, {copies} or {said.other}?"
            return ListLine(number, text, Verdict.UNKNOWN, note)
        if not copies:
            return ListLine(number, text, Verdict.UNKNOWN, f"No copy of {card.name} is asked for.")
        if said.place:
            note = f"{quoted(said.place)} may be its place in a list, or how many. One {card.name}?"
            return ListLine(number, text, Verdict.SUGGESTED, note, card.id, 1, self._in_maybe)
        target = self._maybe if self._in_maybe else self._cards
        total = target.get(card.id, 0) + copies
        target[card.id] = min(total, COPIES)
        line = ListLine(number, text, Verdict.CARD, "", card.id, min(copies, COPIES), self._in_maybe)
        limit = self._form.copies if self._form and not self._in_maybe else COPIES
        if total > min(limit, COPIES):
            where = self._form.title if self._form and limit < COPIES else "a deck file"
            note = f"{total} of {card.name}, and {where} allows {limit}" + (
                f": {COPIES} are taken." if total > COPIES else "."
            )
            return msgspec.structs.replace(line, verdict=Verdict.OVER, note=note)
        if said.changed or said.name.strip() != card.name:
            note = f"Read as {copies} {card.name}."
            return msgspec.structs.replace(line, verdict=Verdict.CORRECTED, note=note)
        return line

    def _heading(self, text: str) -> str | None:
        """The words of a heading; None if the line is none."""
        word = fold(_COUNT.sub("", " ".join(text.split()).strip(_FRAME)))
        known = word in self._headings or word in _MAYBE or word in _DECK
        marked = text.endswith(":") or (text[0] in "[=" and text[-1] in "]=")
        return word if word and (known or marked) else None

    def _like(self, number: int, text: str, meant: list[LineReading]) -> ListLine:
        """A line that is no card, nor anything else; perhaps it is like one."""
        # What says a number, and has least around the name.
        said = next((one for one in reversed(meant) if one.said or one.place), meant[-1])
        unknown = f"No card is called {quoted(said.name)}."
        if not said.copies or said.other is not None or not self._guesses:
            return ListLine(number, text, Verdict.UNKNOWN, unknown)
        self._guesses -= 1
        near = [
            card for name in alike(said.name, self._index.alike(said.name)) for card in self._index.find(name)
        ]
        if len(near) > 1:
            names = listed((card.name for card in near[:GUESSED]), "or")
            return ListLine(number, text, Verdict.UNKNOWN, f"{unknown} Is it {names}? Write which.")
        if not near:
            return ListLine(number, text, Verdict.UNKNOWN, unknown)
        copies = min(said.copies, COPIES)
        note = f"{unknown} Did you mean {near[0].name}?"
        if said.copies > COPIES:
            note += f" A deck file allows {COPIES}."
        elif stray_number(said.name, near[0].name) or said.place:
            would = "one copy" if copies == 1 else f"{copies} copies"
            note += f" It would be {would}: write how many before the name."
        line = ListLine(number, text, Verdict.SUGGESTED, note, near[0].id, copies, self._in_maybe)
        return _commented(line, said)


def _commented(line: ListLine, said: LineReading) -> ListLine:
    """The line, with what was left out of it as a comment in its note."""
    aside = f"{quoted(said.comment)} is left out as a comment." if said.comment else ""
    return msgspec.structs.replace(line, note=" ".join(filter(None, (line.note, aside))))


def _sum(text: str) -> int | None:
    """How many cards a line says that there are in all; None if it is no such line."""
    bare = " ".join(re.sub(r"[()\[\]{}=:*_#-]", " ", text.removesuffix(".")).split())
    found = _SUM.fullmatch(bare)
    return int(found[1] or found[2]) if found else None


def why_too_much(text: str) -> str:
    """What a text has too much of to be read to its end, in a sentence; empty if it is not too long."""
    lines = text.splitlines()
    if len(_within_limits(lines)) == len(lines):
        return ""
    # No exact number: what brings a text may have cut it.
    most = f"{MOST_LINES} lines" if len(lines) > MOST_LINES else f"{LONGEST} characters"
    return (
        f"A list has at most {MOST_LINES} lines and {LONGEST} characters, and this text has more than {most}."
    )


def _within_limits(lines: list[str]) -> list[str]:
    """The lines that are looked at."""
    room = LONGEST
    for place, line in enumerate(lines[:MOST_LINES]):
        room -= len(line) + 1
        if room < 0:
            return lines[:place]
    return lines[:MOST_LINES]


def _too_much(first: int, lines: int) -> ListLine:
    """The verdict on all lines from the first that is not read."""
    which = f"Line {first} is" if lines == 1 else f"Lines {first} to {first + lines - 1} are"
    note = f"{which} not read: a list has at most {MOST_LINES} lines, and {LONGEST} characters."
    return ListLine(first, "", Verdict.UNREAD, note, more=lines - 1)
