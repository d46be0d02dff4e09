"""Share codes: a whole deck in one word that survives line breaks, spaces and capitals on its way.

`tesserD1` and base32 of a packed deck and a checksum. A card is said by three bytes of a hash of its id, so
that a code is short and still means the same when card sets have grown.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import blake2b
from itertools import islice
from typing import Annotated, NoReturn

import msgspec

from core import registry
from core.contract.game import AnyGame
from decks.formats import find_format, groups
from decks.model import ABOUT, COPIES, NAME, NOTES, Deck, DeckError, clean_about, clean_name, clean_notes
from decks.names import quoted

PREFIX = "tesserD"
VERSION = 1
"""Version of the code, written behind the prefix."""
LONGEST = 64_000
"""Most characters of a code, more than the longest notes need; what is pasted may have more around them."""

_SUM_BYTES = 4
_CARD_BYTES = 3
_LARGEST = 40_000
"""Most bytes that a code unpacks to."""
_NOISE = re.compile(
    r"(?:[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff>|*`\"'\u2018-\u201f\u00ab\u00bb]|=(?=\r?\n))+"
)
"""What mail and chat programs add: blanks of any kind, also unseen ones, quote marks, signs of a quoted or
fenced line, or of one that goes on."""
_BEGINNING = re.compile(rf"{PREFIX}([0-9]{{1,4}})", re.IGNORECASE | re.ASCII)
"""A packed deck begins with a letter: all digits are the version's."""
_LETTERS = re.compile("[a-z2-7]*", re.IGNORECASE | re.ASCII)
_LOOKED_AT = 1_000_000
"""Most characters of a text in which a code is looked for."""
_MOST = 50
"""Most words of a text that may be codes."""
_LEAST = 20
"""Fewest letters of what is taken for a broken code in the middle of a text."""

_Cards = dict[Annotated[int, msgspec.Meta(ge=1, le=COPIES)], bytes]


class _Packed(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A deck as it is packed: cards by their number of copies, hashes in a row."""

    name: Annotated[str, msgspec.Meta(max_length=4 * NAME)]
    game: Annotated[str, msgspec.Meta(max_length=40)]
    group: Annotated[str, msgspec.Meta(max_length=40)]
    format: Annotated[str, msgspec.Meta(max_length=40)]
    cards: _Cards
    maybe: _Cards
    about: Annotated[str, msgspec.Meta(max_length=4 * ABOUT)]
    notes: Annotated[str, msgspec.Meta(max_length=NOTES)]


_encode = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(_Packed)


def find_share_code(text: str) -> tuple[int, int] | None:
    """Where in a text a share code stands, from where to where, whole or not; None if there is none.

    Others may stand around it: a greeting, a sentence, signs of a quotation or of a page. Of several codes
    the first that is whole, or else the first.
    """
    found = [code for code in _codes(text) if code.meant]
    code = next((code for code in found if code.body is not None), found[0] if found else None)
    return None if code is None else (code.start, code.end)


def is_share_code(text: str) -> bool:
    """Whether a share code stands in a text, whole or not."""
    return find_share_code(text) is not None


def share_code(deck: Deck) -> str:
    """The deck as one word."""
    body = zlib.compress(
        _encode(
            _Packed(
                deck.name,
                deck.game,
                deck.group,
                deck.format,
                _pack(deck.cards),
                _pack(deck.maybe),
                deck.about,
                deck.notes,
            )
        ),
        9,
    )
    text = base64.b32encode(body + _sum(body)).decode().rstrip("=").lower()
    return f"{PREFIX}{VERSION}{text}"


def read_share_code(text: str) -> Deck:
    """The deck that a code says, whatever stands around it. Raises DeckError with a sentence, and nothing
    else, whatever it is given."""
    found = list(_codes(text))
    if not found:
        _refuse(f"That is no share code: one is a long word that starts with {PREFIX}{VERSION}.")
    code = next((code for code in found if code.body is not None), found[0])
    if not code.version.strip("0"):
        _refuse("There are no share codes of version 0: this one was mistyped. Copy it again.")
    if code.version != str(VERSION):
        _refuse(
            f"This share code is of version {code.version}, and this tesser reads version {VERSION}:"
            f" it needs a newer tesser. Ask for the deck as text, or update."
        )
    if code.body is None:
        _refuse_broken(code)
    return _deck(_unpacked(code.body))


def _refuse_broken(code: _Code) -> NoReturn:
    """Say what is wrong with a code whose checksum does not agree."""
    if len(code.letters) > LONGEST:
        _refuse(f"A share code has at most {LONGEST} characters.")
    if code.wrong:
        _refuse(
            f"A share code has only the letters a to z and the digits 2 to 7 after {PREFIX}{VERSION},"
            f" not {quoted(code.wrong)}. Copy it again."
        )
    if len(code.letters) % 8 in (1, 3, 6):
        _refuse("The end of this share code is missing. Copy it again, all of it.")
    _refuse("This share code was mistyped or cut: its checksum does not agree. Copy it again, all of it.")


class _Code(msgspec.Struct, frozen=True):
    """Something in a text that may be a share code."""

    start: int
    """Where it begins in the text."""
    end: int
    """Behind its last letter."""
    first: bool
    """Whether the text begins with it."""
    version: str
    """In digits."""
    letters: str
    """What follows the version, as far as it may be of a code."""
    wrong: str
    """The character that ends these letters with more of them behind it; empty if there is none."""
    body: bytes | None
    """What is packed, if the checksum agrees."""

    @property
    def meant(self) -> bool:
        """Whether it is one, if perhaps not whole, and no word that begins like one."""
        return self.body is not None or self.first or len(self.letters) >= _LEAST


def _codes(text: str) -> Iterator[_Code]:
    """All that may be a share code in a text."""
    plain: list[str] = []
    places: list[int] = []
    at, text = 0, text[:_LOOKED_AT]
    for noise in _NOISE.finditer(text):
        plain.append(text[at : noise.start()])
        places += range(at, noise.start())
        at = noise.end()
    plain.append(text[at:])
    places += range(at, len(text))
    said = "".join(plain)
    for found in islice(_BEGINNING.finditer(said), _MOST):
        letters = _LETTERS.match(said, found.end(), found.end() + LONGEST + 1)
        assert letters is not None  # it may be empty
        run = letters[0].lower()
        after = said[letters.end() : letters.end() + 9]
        wrong = after[:1] if len(after) == 9 and _LETTERS.fullmatch(after[1:]) else ""
        body, length = _sealed(run) if found[1] == str(VERSION) else (None, len(run))
        last = found.end() + length - 1
        # One that is whole ends where something else begins.
        if body is not None and length < len(run) and places[last + 1] == places[last] + 1:
            body = None
        first = not found.start()
        yield _Code(places[found.start()], places[last] + 1, first, found[1], run, wrong, body)


def _sealed(letters: str) -> tuple[bytes | None, int]:
    """What the letters of a code say, and how many of them do; None if the checksum does not agree, or not
    where the packed deck ends."""
    data = base64.b32decode(letters.upper() + "A" * (-len(letters) % 8))[: len(letters) * 5 // 8]
    if len(letters) == _length(data) and _agrees(data):
        return data[:-_SUM_BYTES], len(letters)
    unzip = zlib.decompressobj()
    try:
        unzip.decompress(data, _LARGEST)
    except zlib.error:
        return None, len(letters)
    body = data[: len(data) - len(unzip.unused_data)] if unzip.eof else b""
    data = data[: len(body) + _SUM_BYTES]
    return (body, _length(data)) if body and _agrees(data) else (None, len(letters))


def _length(data: bytes) -> int:
    """How many letters say so many bytes."""
    return -(-len(data) * 8 // 5)


def _agrees(data: bytes) -> bool:
    """Whether the checksum at the end of the data is theirs."""
    return len(data) > _SUM_BYTES and data[-_SUM_BYTES:] == _sum(data[:-_SUM_BYTES])


def _refuse(sentence: str) -> NoReturn:
    raise DeckError(sentence) from None


def _sum(body: bytes) -> bytes:
    return blake2b(body, digest_size=_SUM_BYTES).digest()


def _unpacked(body: bytes) -> _Packed:
    try:
        unzip = zlib.decompressobj()
        data = unzip.decompress(body, _LARGEST)
        if unzip.unconsumed_tail or not unzip.eof:
            _refuse("This share code holds more than a deck.")
        return _decoder.decode(data)
    except (zlib.error, msgspec.MsgspecError, RecursionError):
        _refuse("There is no deck in this share code.")


def _deck(packed: _Packed) -> Deck:
    if packed.game not in registry.names():
        _refuse(f"This deck is for a game that is not here: {quoted(packed.game)}.")
    game = registry.load(packed.game)
    if packed.group not in groups(game):
        _refuse(f"{game.title} has no decks called {quoted(packed.group)}.")
    if find_format(packed.game, packed.format) is None:
        _refuse(f"{game.title} has no format {quoted(packed.format)} here. It may need a newer tesser.")
    name = clean_name(packed.name)
    if not name:
        _refuse("The deck in this share code has no name.")
    return Deck(
        name,
        packed.game,
        packed.group,
        packed.format,
        _cards(packed.cards, game),
        clean_about(packed.about),
        _cards(packed.maybe, game),
        clean_notes(packed.notes),
    )


def _pack(cards: Mapping[str, int]) -> dict[int, bytes]:
    packed: dict[int, list[bytes]] = {}
    for card, copies in cards.items():
        packed.setdefault(copies, []).append(card_mark(card))
    return {copies: b"".join(sorted(marks)) for copies, marks in sorted(packed.items())}


def _cards(packed: _Cards, game: AnyGame) -> dict[str, int]:
    known = _by_mark(game)
    cards: dict[str, int] = {}
    missing = 0
    for copies, marks in packed.items():
        if len(marks) % _CARD_BYTES:
            _refuse("There is no deck in this share code.")
        for start in range(0, len(marks), _CARD_BYTES):
            card = known.get(marks[start : start + _CARD_BYTES])
            if card is None:
                missing += 1
            elif card in cards:
                _refuse("There is no deck in this share code: a card stands in it twice.")
            else:
                cards[card] = copies
    if missing:
        what = "a card that is" if missing == 1 else f"{missing} cards that are"
        _refuse(f"This deck has {what} not among the cards here. It may need a newer tesser, or a card set.")
    return dict(sorted(cards.items()))


def card_mark(card: str) -> bytes:
    """What stands for a card id in a code: three bytes."""
    return blake2b(card.encode(), digest_size=_CARD_BYTES, person=b"tesser-card").digest()


@cache
def _by_mark(game: AnyGame) -> dict[bytes, str]:
    return marks(card.id for card in game.cards)


def marks(cards: Iterable[str]) -> dict[bytes, str]:
    """The card ids by what stands for them."""
    return {card_mark(card): card for card in cards}
