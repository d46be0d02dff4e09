"""Who a player is to other machines: one secret of 32 bytes, and the two key pairs made of it.

BLAKE2b of the secret with one `person` gives the secret half of the link's CURVE key, with another the
seed of the Ed25519 key that signs entries.
"""

from __future__ import annotations

import os
import secrets
import stat
import tempfile
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from nacl.bindings import crypto_scalarmult_base
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from core.clean import shown_path
from net.protocol.errors import BadIdentity
from net.protocol.fingerprint_words import WORDS
from net.protocol.secret import Secret

SECRET_BYTES = 32


class Identity:
    """A player's two key pairs."""

    __slots__ = ("_signing", "curve_public", "curve_secret", "key")

    key: str
    """The Ed25519 key that others check signatures with, hex."""
    curve_public: bytes
    """The key that others know this machine's links by, 32 bytes."""
    curve_secret: Secret

    def __init__(self, secret: Secret) -> None:
        """`secret` is 32 bytes."""
        self._signing = SigningKey(_derive(secret, b"tesser-sign"))
        self.key = self._signing.verify_key.encode().hex()
        self.curve_secret = Secret(_derive(secret, b"tesser-curve"))
        self.curve_public = crypto_scalarmult_base(self.curve_secret.reveal())

    def __repr__(self) -> str:
        return f"<Identity {self.words}>"

    @property
    def words(self) -> str:
        """Four words to know this player by."""
        return key_words(self.key)

    def sign(self, message: bytes) -> str:
        """The signature of a message, hex."""
        return self._signing.sign(message).signature.hex()


def _derive(secret: Secret, person: bytes) -> bytes:
    return blake2b(secret.reveal(), digest_size=32, person=person).digest()


def verify(key: str, message: bytes, signature: str) -> bool:
    """Whether the owner of this key (hex) made this signature (hex); False for nonsense."""
    try:
        VerifyKey(bytes.fromhex(key)).verify(message, bytes.fromhex(signature))
    except (ValueError, TypeError, BadSignatureError):
        return False
    return True


def key_words(key: str) -> str:
    """Four words for a key (hex), to compare by ear."""
    digest = blake2b(bytes.fromhex(key), digest_size=4, person=b"tesser-words").digest()
    return " ".join(WORDS[byte] for byte in digest)


def new_identity() -> Identity:
    """An identity kept nowhere, for one match or a test."""
    return Identity(Secret(secrets.token_bytes(SECRET_BYTES)))


def load_identity(path: Path) -> Identity:
    """The identity whose secret is in this file, made at the first call.

    Raises BadIdentity if the file can be read by others, has another size, or can't be used at all.
    """
    try:
        if not path.exists():
            _create(path)
        return Identity(_read(path))
    except OSError as error:
        raise BadIdentity(f"The identity file {shown_path(path)} can't be used: {error.strerror}.") from error


def _read(path: Path) -> Secret:
    shown = shown_path(path)
    with path.open("rb") as file:
        info = os.fstat(file.fileno())
        if os.name == "posix":
            if info.st_uid != os.geteuid():
                raise BadIdentity(
                    f"The identity file {shown} belongs to another user. Choose another place for your data."
                )
            if stat.S_IMODE(info.st_mode) & 0o077:
                raise BadIdentity(
                    f"Other users of this machine can read the identity file {shown}. Allow only yourself:"
                    f" chmod 600 '{shown}'. If somebody may have copied it, delete it to get a new identity."
                )
        secret = Secret(file.read(SECRET_BYTES + 1))
    if len(secret) != SECRET_BYTES:
        raise BadIdentity(
            f"The identity file {shown} should hold {SECRET_BYTES} bytes. Put back a copy of it, or delete it"
            " to get a new identity."
        )
    return secret


def _create(path: Path) -> None:
    """Write a new secret so that nobody ever sees a half-written one, or one of two made at once."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)  # mkstemp makes it readable by its owner only
    try:
        with open(handle, "wb") as file:
            file.write(secrets.token_bytes(SECRET_BYTES))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(name, path)
        except FileExistsError:
            return  # another process was faster: use its secret
        except OSError:
            os.replace(name, path)  # a file system without hard links
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)
