"""The chain of hashes of a match, and what is signed of it.

Hashes are keyed BLAKE2b-128; the key is blake2b-256(seed, person `tesser-hash`). h_0 covers the header,
h_n covers h_{n-1}, n, by, text and the state after entry n.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec

from core.contract.state import State

if TYPE_CHECKING:
    from core.contract.header import Header

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


def signing_bytes(match: str, n: int, h_n: bytes) -> bytes:
    """What the author of entry n signs. `match` is the header's hex id."""
    return _encode(["tesser entry", bytes.fromhex(match), n, h_n])


def header_hash(header: Header) -> bytes:
    """blake2b-256 of the header with seed, commits and nonces null: what peers agree on before the seed."""
    bare = msgspec.structs.replace(header, seed=None, commits=None, nonces=None)
    return blake2b(_encode(bare), digest_size=32).digest()


def hash_key(seed: bytes) -> bytes:
    """The key of a match's hashes."""
    return blake2b(seed, digest_size=32, person=b"tesser-hash").digest()


def first_hash(key: bytes, header: Header) -> bytes:
    """h_0, 16 bytes: over the whole header."""
    return blake2b(_encode(header), digest_size=16, key=key).digest()


def entry_hash(key: bytes, before: bytes, n: int, by: int, text: str, state: State) -> bytes:
    """h_n, 16 bytes: over h_{n-1}, n, who made the entry, its text and the state after it."""
    return blake2b(_encode([before, n, by, text, state]), digest_size=16, key=key).digest()


def numbered_match(seed: bytes, number: int) -> str:
    """The match id in the arena and with `--seed`."""
    return blake2b(seed + number.to_bytes(8, "big"), digest_size=16).hexdigest()
