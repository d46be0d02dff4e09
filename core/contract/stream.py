"""All randomness of a match: named streams over its seed, and our own shuffle.

A stream is BLAKE2b in counter mode, keyed by the seed: block i of stream `name` is
blake2b(name + NUL + i as 8 bytes, key=seed, 64 bytes), read as 32-bit big-endian words. Numbers below a
bound are drawn by rejection, lists are shuffled by Fisher-Yates from the end. Python promises only
`random()` to stay the same across versions, so nothing of `random` is used.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from hashlib import blake2b
from itertools import count
from struct import Struct
from typing import TypeVar

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
