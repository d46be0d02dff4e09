"""One secret a player, kept to its owner; the keys made of it."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import zmq
from zmq.utils import z85

from net.protocol.errors import BadIdentity
from net.protocol.fingerprint_words import WORDS
from net.protocol.identity import Identity, Secret, key_words, load_identity, new_identity, verify

FIXED = Identity(Secret(bytes(range(32))))


def test_known_keys() -> None:
    """A player must stay the same player in every later version."""
    assert FIXED.key == "9205019cbb3beac09dfe64a1c6e4f847e390fccec036249be32f762a54d844a1"
    assert FIXED.curve_public.hex() == "1268fe4b68fb35125b1082e2025e8989e824695171bff8142af075747789421e"
    assert FIXED.words == "atlas zebra bonnet piano"


def test_curve_key_is_the_one_zeromq_makes() -> None:
    secret = z85.encode(FIXED.curve_secret.reveal())
    assert z85.decode(zmq.curve_public(secret)) == FIXED.curve_public


def test_the_keys_have_nothing_in_common() -> None:
    assert len({FIXED.curve_secret.reveal(), FIXED.curve_public, bytes.fromhex(FIXED.key)}) == 3


def test_signs_and_verifies() -> None:
    signature = FIXED.sign(b"entry")
    assert verify(FIXED.key, b"entry", signature)
    assert not verify(FIXED.key, b"entri", signature)
    assert not verify(new_identity().key, b"entry", signature)


@pytest.mark.parametrize(
    ("key", "signature"), [("", ""), ("zz", "00"), (FIXED.key, ""), (FIXED.key, "0g"), ("00" * 31, "00" * 64)]
)
def test_nonsense_verifies_nothing(key: str, signature: str) -> None:
    assert not verify(key, b"entry", signature)


def test_no_repr_shows_a_secret() -> None:
    shown = repr(FIXED) + repr(FIXED.curve_secret) + str(FIXED.curve_secret) + f"{FIXED}"
    secret = FIXED.curve_secret.reveal()
    assert repr(secret)[2:-1] not in shown and secret.hex() not in shown
    assert FIXED.words in repr(FIXED)


def test_words_are_all_different() -> None:
    assert len(WORDS) == len(set(WORDS)) == 256
    assert all(word.isascii() and word.islower() and 2 < len(word) < 9 for word in WORDS)
    assert len(key_words(FIXED.key).split()) == 4


def test_is_made_once_and_then_found(tmp_path: Path) -> None:
    path = tmp_path / "data" / "identity"
    first = load_identity(path)
    assert load_identity(path).key == first.key
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.stat().st_size == 32
    assert [file.name for file in path.parent.iterdir()] == ["identity"]


def test_made_by_many_at_once_is_one_identity(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: load_identity(path).key, range(16)))
    assert keys == {load_identity(path).key}


def test_a_file_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    load_identity(path)
    path.chmod(0o640)
    with pytest.raises(BadIdentity, match="chmod 600"):
        load_identity(path)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_file_of_another_size_is_refused(tmp_path: Path, size: int) -> None:
    path = tmp_path / "identity"
    path.write_bytes(bytes(size))
    path.chmod(0o600)
    with pytest.raises(BadIdentity, match="32 bytes"):
        load_identity(path)


def test_a_folder_in_its_place_is_explained(tmp_path: Path) -> None:
    with pytest.raises(BadIdentity, match="can't be used"):
        load_identity(tmp_path)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_explained(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(BadIdentity, match="can't be used"):
        load_identity(tmp_path / "identity")
