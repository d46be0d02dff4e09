"""Share codes: a whole deck in one word that survives line breaks, spaces and capitals on its way.

`tesserD1` and base32 of a packed deck and a checksum. A card is said by three bytes of a hash of its id, so
that a code is short and still means the same when card sets have grown.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b
from typing import Annotated, NoReturn

import msgspec

from core import games
from core.clean import clean
from core.game import AnyGame
from decks.formats import find_format, groups
from decks.model import ABOUT, COPIES, NAME, NOTES, Deck, DeckError, clean_notes
from decks.names import quoted

PREFIX = "tesserD"
VERSION = 1
"""Version of the code, written behind the prefix."""
LONGEST = 20_000
"""Most characters of a code; what is pasted may have spaces and line ends beside them."""

_SUM_BYTES = 4
_CARD_BYTES = 3
_LARGEST = 20_000
"""Most bytes that a code unpacks to."""
_NOT_CODE = re.compile(r"[\s\u200b-\u200d\u2060\ufeff>|*`\"'\u2018\u2019\u201c\u201d]+")
"""What mail and chat programs add: blanks of any kind, quote marks, signs of a quoted or fenced line."""

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


def is_share_code(text: str) -> bool:
    """Whether a text means to be a share code, whole or not."""
    return _NOT_CODE.sub("", text[: LONGEST * 2]).casefold().startswith(PREFIX.casefold())


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
    """The deck that a code says. Raises DeckError with a sentence, and nothing else, whatever it is given."""
    code = _NOT_CODE.sub("", text[: LONGEST * 2]).lower()
    digits = code.removeprefix(PREFIX.lower())
    if digits == code or not digits[:1].isdigit():
        _refuse(f"That is no share code: one is a long word that starts with {PREFIX}{VERSION}.")
    if digits[0] != str(VERSION):
        _refuse(
            f"This share code is of version {digits[0]}, and this tesser reads version {VERSION}:"
            f" it needs a newer tesser. Ask for the deck as text, or update."
        )
    if len(code) > LONGEST:
        _refuse(f"A share code has at most {LONGEST} characters.")
    return _deck(_unpacked(_bytes(digits[1:])))


def _refuse(sentence: str) -> NoReturn:
    raise DeckError(sentence) from None


def _sum(body: bytes) -> bytes:
    return blake2b(body, digest_size=_SUM_BYTES).digest()


def _bytes(text: str) -> bytes:
    wrong = next((char for char in text if char not in "abcdefghijklmnopqrstuvwxyz234567"), None)
    if wrong is not None:
        _refuse(
            f"A share code has only the letters a to z and the digits 2 to 7 after {PREFIX}{VERSION},"
            f" not {quoted(wrong)}. Copy it again."
        )
    try:
        data = base64.b32decode(text.upper() + "=" * (-len(text) % 8))
    except binascii.Error:
        _refuse("The end of this share code is missing. Copy it again, all of it.")
    if len(data) <= _SUM_BYTES or data[-_SUM_BYTES:] != _sum(data[:-_SUM_BYTES]):
        _refuse("This share code was mistyped or cut: its checksum does not agree. Copy it again, all of it.")
    return data[:-_SUM_BYTES]


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
    if packed.game not in games.names():
        _refuse(f"This deck is for a game that is not here: {quoted(packed.game)}.")
    game = games.load(packed.game)
    if packed.group not in groups(game):
        _refuse(f"{game.title} has no decks called {quoted(packed.group)}.")
    if find_format(packed.game, packed.format) is None:
        _refuse(f"{game.title} has no format {quoted(packed.format)} here. It may need a newer tesser.")
    name = clean(packed.name, NAME).strip()
    if not name:
        _refuse("The deck in this share code has no name.")
    return Deck(
        name,
        packed.game,
        packed.group,
        packed.format,
        _cards(packed.cards, game),
        clean(packed.about, ABOUT).strip(),
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
