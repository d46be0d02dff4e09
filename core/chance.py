"""All randomness of a match: named streams over its seed, and our own shuffle.

A stream is BLAKE2b in counter mode, keyed by the seed: block i of stream `name` is
blake2b(name + NUL + i as 8 bytes, key=seed, 64 bytes), read as 32-bit big-endian words. Numbers below a
bound are drawn by rejection, lists are shuffled by Fisher-Yates from the end. Python promises only
`random()` to stay the same across versions, so nothing of `random` is used.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence
from hashlib import blake2b
from itertools import count
from struct import Struct
from typing import TypeVar

from core.game import HIDDEN, Events, Shuffled, State
from core.knowledge import everyone, forget

T = TypeVar("T")

SEED_BYTES = 32
_BLOCK = Struct(">16I")
_WORDS = 1 << 32
"""How many words there are."""


def numbered_seed(number: int) -> bytes:
    """The match seed that `--seed N` stands for."""
    return blake2b(f"tesser seed {number}".encode(), digest_size=SEED_BYTES).digest()


class Stream:
    """An endless sequence of random words for one purpose."""

    __slots__ = ("_name", "_words")

    def __init__(self, seed: bytes, name: str) -> None:
        self._name = name
        self._words = _words(seed, name.encode() + b"\0")

    def __repr__(self) -> str:
        return f"<Stream {self._name!r}>"

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each equally likely. `bound` is from 1 to 2**32."""
        if bound == 1:
            return 0
        while True:
            word = next(self._words)
            number = word % bound
            # Rejected are the last words, too few for every number to come up once more among them.
            if word - number <= _WORDS - bound:
                return number

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Permute in place, every order equally likely."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def _words(seed: bytes, name: bytes) -> Iterator[int]:
    """The words of all blocks, one after the other."""
    for block in count():
        yield from _BLOCK.unpack(blake2b(name + block.to_bytes(8, "big"), key=seed).digest())


class Chance:
    """The randomness of one match. Holds the seed, and is never in a state."""

    __slots__ = ("_names", "_seed")

    def __init__(self, seed: bytes, names: Sequence[str]) -> None:
        """`seed` is 32 bytes; `names` the game's streams in the order of `State.streams`."""
        self._seed = seed
        self._names = tuple(names)

    def __repr__(self) -> str:
        return "<Chance of a seed>"

    def stream(self, name: str) -> Stream:
        """A stream of its own for another purpose than the game's shuffles."""
        return Stream(self._seed, name)

    def shuffle(
        self,
        state: State,
        stream: int,
        zone: str,
        handles: Sequence[int],
        events: Events | None = None,
        may_know: int | None = None,
    ) -> None:
        """Permute the identities of a zone's handles, so that nobody knows one of them any more.

        `may_know` is the mask of the seats that may know what the zone holds, if this shuffle makes a
        lot; None means every seat.
        """
        if handles:
            forget(state, handles, everyone(state.seats) if may_know is None else may_know)
            self._permute(state, stream, handles)
        state.streams[stream] += 1
        if events is not None:
            events.append(Shuffled(zone, tuple(handles)))

    def _permute(self, state: State, stream: int, handles: Sequence[int]) -> None:
        cards = state.cards
        identities = [cards[handle] for handle in handles]
        Stream(self._seed, f"{self._names[stream]} {state.streams[stream]}").shuffle(identities)
        for handle, card in zip(handles, identities, strict=True):
            cards[handle] = card


class Blind(Chance):
    """A chance without a seed, for playing on with a view: a shuffle only blanks what it shuffles."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(b"", ())

    def _permute(self, state: State, stream: int, handles: Sequence[int]) -> None:
        for handle in handles:
            state.cards[handle] = HIDDEN
