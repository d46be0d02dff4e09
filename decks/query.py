"""The search language for cards: `t:song force>=3 -tag:murry or "extra slot"`.

Words match names and texts by their beginnings; a phrase in quotes matches words in a row. `key:value` and
`key>=number` ask for one thing of a card. A value is found by how it begins, or, where none begins so, by how
a later word of it does: `does:discard` is not what an opponent discards. What stands side by side must all
hold, with or without `and` between, `or` binds less, `-` in front says not, parentheses group. Everything is
compared without case, accents and punctuation. A sign that says nothing where it stands is refused, and never
taken for a word.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from itertools import pairwise

from core.clean import clean
from core.contract.card_info import CardInfo
from core.contract.game import AnyGame
from core.words import listed
from decks.formats import groups, groups_word
from decks.names import fold

LONGEST = 300
"""Most characters of a search; more is refused."""
DEEPEST = 30
"""Most parentheses and minus signs inside each other."""

Test = Callable[[CardInfo], bool]

_SIGNS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    ":": operator.eq,
}
_OTHER_SIGNS = {"==": "=", "=>": ">=", "=<": "<=", "<>": "!="}
"""Other ways to write some of them."""
_AND = ("and", "&", "&&")
_NOUNS = {"does": "effect"}
"""What the value of a key is called, where not as the key."""
_ALIKE = str.maketrans(
    {"≥": ">=", "≤": "<=", "≠": "!=", "“": '"', "”": '"', "„": '"', "−": "-", "–": "-", "—": "-"}
)
_TOKEN = re.compile(
    r"""\s*(?:
      (?P<open>\() | (?P<close>\)) | (?P<minus>-(?=[^\s)]))
    | (?P<key>[^\W\d_][\w-]*)\s*(?P<sign>>=|<=|!=|==|=>|=<|<>|[:=<>])
      (?:\s*"(?P<quoted_value>[^"]*)(?P<end_value>"|$) | \s*(?P<value>[^\s()"]+))?
    | "(?P<phrase>[^"]*)(?P<end>"|$)
    | (?P<stray>[:=<>|!~][^\s()"]* | -(?=\s+[^\s)]))
    | (?P<word>[^\s()"=<>|:]+)
    )""",
    re.VERBOSE,
)


class QueryError(ValueError):
    """A search that makes no sense: the message says why, and `place` and `length` where, in characters."""

    def __init__(self, message: str, place: int, length: int = 1) -> None:
        super().__init__(message)
        self.place = place
        self.length = max(length, 1)

    def pointed(self, text: str, cells: int = 70) -> tuple[str, str]:
        """The search, and spaces and carets that point at the place when they are written below it; a long
        search loses what is far from that place. One cell a character, whatever was typed."""
        start = max(0, min(self.place - cells // 2, len(text) - cells))
        shown = "".join(clean(char, 1) or "?" for char in text[start : start + cells])
        length = max(1, min(self.length, start + cells - self.place))
        return shown, " " * (self.place - start) + "^" * length


class Language:
    """The search language for the cards of one game."""

    def __init__(self, game: AnyGame, cards: Iterable[CardInfo] | None = None) -> None:
        """`cards` are those that can be asked for; all of the game's by default."""
        self.cards = tuple(game.cards if cards is None else cards)
        self._texts = {card.id: f" {fold(_words_of(card))}" for card in self.cards}
        self._number = game.texts.force_name.casefold()
        self._values: dict[str, dict[str, tuple[str, ...]]] = {
            "type": {card.id: (fold(card.kind), fold(card.type)) for card in self.cards},
            "tag": {card.id: tuple(map(fold, card.traits)) for card in self.cards},
            "slot": {card.id: tuple(map(fold, card.slots)) for card in self.cards},
            "does": {card.id: tuple(map(fold, card.does)) for card in self.cards},
            "side": {
                card.id: (fold(card.group), fold(game.texts.group_title(card.group))) for card in self.cards
            },
            "set": {card.id: (fold(card.id.split("/")[0]),) for card in self.cards},
            "name": {card.id: (fold(card.name),) for card in self.cards},
        }
        self._keys = {
            "t": "type",
            "kind": "type",
            "group": "side",
            "level": "side",
            **{groups_word(game, group).casefold(): "side" for group in groups(game)},
            **{key: key for key, values in self._values.items() if any(values.values())},
        }

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that can be asked for, as they are written."""
        return (*sorted(set(self._keys.values())), self._number)

    def examples(self, cards: Iterable[CardInfo]) -> list[str]:
        """What can be asked for, a search for each key and one for two words, in the words of these cards,
        of which some answer to each."""
        cards = list(cards)
        found = [self._example("t", (self._values["type"][card.id][0] for card in cards))]
        numbers = sorted(card.force for card in cards if card.force is not None)
        if numbers:
            # So much that about a quarter of them has it.
            found.append(f"{self._number}>={numbers[len(numbers) * 3 // 4]}")
        for key in ("tag", "slot", "does"):
            found.append(self._example(key, (one for card in cards for one in self._values[key][card.id])))
        titles = list(dict.fromkeys(self._values["side"][card.id][1] for card in cards))
        if titles[1:]:
            word, _, number = titles[1].rpartition(" ")
            found.append(f"{word}:{number}" if word in self._keys else self._example("side", titles[1:]))
        texts = [fold(part).split() for card in cards for part in re.split("[.:,;]", card.text)]
        pairs = [f"{one} {two}" for words in texts for one, two in pairwise(words) if len(one) > 3 < len(two)]
        found.append(self._example("", pairs))
        return [one for one in found if one]

    @staticmethod
    def _example(key: str, values: Iterable[str]) -> str:
        """A search for the commonest of these values; empty if there is none."""
        common = Counter(values).most_common(1)
        value = common[0][0] if common else ""
        said = f'"{value}"' if " " in value else value
        return f"{key}:{said}" if key and said else said

    def query(self, text: str) -> Test:
        """What tells whether a card is meant. An empty search means all. Raises QueryError."""
        if len(text) > LONGEST:
            raise QueryError(f"A search has at most {LONGEST} characters.", LONGEST, 1)
        return _Parser(self, text).whole()

    def find(self, text: str) -> list[CardInfo]:
        """The cards that are meant, in the order of the game. Raises QueryError."""
        test = self.query(text)
        return [card for card in self.cards if test(card)]

    def asks_for(self, text: str, key: str) -> bool:
        """Whether a search asks for this by its key, whichever of its names it uses. Raises QueryError."""
        tokens = _Parser(self, text).tokens
        return any(self._keys.get((match["key"] or "").casefold()) == key for match, _, _ in tokens)

    def has_words(self, phrase: str) -> Test:
        """Whether a card has these words, in a row, the last by its beginning."""
        # Signs alone are nothing to look for: a word may just be begun with one.
        wanted = f" {fold(phrase)}" if any(map(str.isalnum, phrase)) else " "
        return lambda card: wanted in self._texts[card.id]

    def asked(self, key: str, sign: str, value: str, place: int, length: int) -> Test:
        """What `key sign value` asks for. Raises QueryError, pointing at `place`."""
        word = key.casefold()
        sign = _OTHER_SIGNS.get(sign, sign)
        if word in (self._number, "force", "cost"):
            return self._compared(sign, value, place, length)
        if word not in self._keys:
            near = get_close_matches(word, [*self._keys, self._number], 1, 0.5)
            hint = f"did you mean {near[0]}:?" if near else f"one can ask for {listed(self.keys)}."
            raise QueryError(f"There is nothing called {clean(key, 20)}: {hint}", place, len(key))
        kind = self._keys[word]
        if sign not in (":", "=", "!="):
            raise QueryError(f"Only {self._number} can be compared; write {word}:{value}.", place, length)
        wanted = fold(value)
        noun = _NOUNS.get(kind, kind)
        if not wanted:
            raise QueryError(f"Which {noun}? Write it after the sign: {word}{sign}...", place, length)
        values = self._values[kind]
        known = {one for ones in values.values() for one in ones}
        if kind == "name":
            return self._either(sign, lambda card: f" {wanted}" in f" {values[card.id][0]}")
        # A printed code, such as M, means that type and not every type that begins with it.
        if kind == "type" and wanted in known:
            return self._either(sign, lambda card: wanted in values[card.id])
        meant = {one for one in known if one.startswith(wanted)}
        meant = meant or {one for one in known if f" {wanted}" in one}
        if not meant:
            titles = sorted({one for one in known if len(one) > 2} or known)
            near = get_close_matches(wanted, titles, 1, 0.5)
            hint = f"did you mean {near[0]}?" if near else f"there is {listed(titles[:12], 'or')}."
            raise QueryError(f"No {noun} is called {clean(value, 20)}: {hint}", place, length)
        return self._either(sign, lambda card: any(one in meant for one in values[card.id]))

    def in_name(self, phrase: str) -> bool:
        """Whether a card's name has these words, in a row, the last by its beginning."""
        return any(f" {fold(phrase)}" in f" {name}" for (name,) in self._values["name"].values())

    def misplaced(self, sign: str) -> str:
        """How that is written which somebody means by a sign that stands where it says nothing."""
        if sign[0] == "|":
            return "For one or the other write or: hope or love."
        if sign[0] in "-~!" and not sign.startswith("!="):
            return "What should not be there has a minus right before it: -hope."
        example = f"name{sign[0]}hope" if sign[0] == ":" else f"{self._number}>=3"
        return f"Before this sign stands what is asked about, as in {example}."

    @staticmethod
    def _either(sign: str, test: Test) -> Test:
        return (lambda card: not test(card)) if sign == "!=" else test

    def _compared(self, sign: str, value: str, place: int, length: int) -> Test:
        if not re.fullmatch(r"[0-9]{1,4}", value):
            shown = f"not {clean(value, 20)}" if value else "such as 3"
            raise QueryError(f"{self._number} is compared with a number, {shown}.", place, length)
        holds, number = _SIGNS[sign], int(value)
        return lambda card: card.force is not None and holds(card.force, number)


def _words_of(card: CardInfo) -> str:
    return " ".join((card.name, card.text, card.kind, *card.traits))


class _Parser:
    """Reads one search from left to right."""

    def __init__(self, language: Language, text: str) -> None:
        self._language = language
        self._name = language.in_name(text)
        """Whether all of it are words of a name in a row, in which any word is meant as such."""
        self.tokens: list[tuple[re.Match[str], int, int]] = []
        """Each with its place and length in the text as it was typed."""
        self._next = 0
        self._depth = 0
        plain, places = "", []
        for place, char in enumerate(text):
            said = char.translate(_ALIKE)
            plain += said
            places += [place] * len(said)
        places.append(len(text))
        end = len(plain.rstrip())
        at = 0
        while at < end and (match := _TOKEN.match(plain, at)):
            start = match.end() - len(match[0].lstrip())
            self.tokens.append((match, places[start], places[match.end()] - places[start]))
            at = match.end()
        if at < end:
            raise QueryError("This can't be read here.", places[at])

    def whole(self) -> Test:
        test = self._any()
        if (token := self._peek()) is not None:  # only a closing parenthesis ends an alternative
            raise QueryError("This parenthesis was never opened.", token[1])
        return test

    def _peek(self) -> tuple[re.Match[str], int, int] | None:
        return self.tokens[self._next] if self._next < len(self.tokens) else None

    def _at(self, *words: str) -> bool:
        token = self._peek()
        return token is not None and (token[0]["word"] or "").casefold() in words

    def _at_or(self) -> bool:
        return self._at("or")

    def _any(self) -> Test:
        tests = [self._all()]
        while self._at_or():
            _, place, length = self.tokens[self._next]
            before = self._next
            self._next += 1
            if before == 0 or self.tokens[before - 1][0]["open"] or not self._starts():
                raise QueryError("or stands between two things to look for.", place, length)
            tests.append(self._all())
        return tests[0] if len(tests) == 1 else lambda card: any(test(card) for test in tests)

    def _starts(self) -> bool:
        """Whether something to look for comes next."""
        token = self._peek()
        return token is not None and not token[0]["close"] and not self._at_or()

    def _all(self) -> Test:
        tests: list[Test] = []
        while self._starts():
            if self._at(*_AND):
                match, place, length = self.tokens[self._next]
                self._next += 1
                if not tests or not self._starts() or self._at(*_AND):
                    if not self._name:
                        said = f"{match['word'].casefold()} stands between two things to look for."
                        raise QueryError(said, place, length)
                    self._next -= 1
            tests.append(self._one())
        return tests[0] if len(tests) == 1 else lambda card: all(test(card) for test in tests)

    def _one(self) -> Test:
        match, place, length = self.tokens[self._next]
        self._next += 1
        if match["minus"]:
            if not self._starts():
                raise QueryError("What should not be there? Write it behind the minus.", place)
            self._deeper(place)
            inner = self._one()
            self._depth -= 1
            return lambda card: not inner(card)
        if match["stray"]:
            raise QueryError(self._language.misplaced(match["stray"]), place, length)
        if (match["word"] or "").casefold() == "not" and self._starts() and not self._name:
            quotes = 'The word itself is looked for in quotes: "not".'
            raise QueryError(f"{self._language.misplaced('-')} {quotes}", place, length)
        if match["open"]:
            self._deeper(place)
            empty = not self._starts() and not self._at_or()
            inner = self._any()
            token = self._peek()
            if token is None:
                raise QueryError("This parenthesis is never closed.", place)
            if empty:
                raise QueryError("There is nothing between these parentheses.", place, token[1] + 1 - place)
            self._next += 1
            self._depth -= 1
            return inner
        if match["key"]:
            if match["end_value"] == "":
                raise QueryError("This quote is never closed.", place, length)
            value = match["value"] or match["quoted_value"] or ""
            return self._language.asked(match["key"], match["sign"], value, place, length)
        if match["end"] == "":
            raise QueryError("This quote is never closed.", place, length)
        return self._language.has_words(match["phrase"] or match["word"] or "")

    def _deeper(self, place: int) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise QueryError("That is nested too deeply.", place)
