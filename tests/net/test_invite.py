"""Invites: read back as written, and every way of being wrong has its own sentence."""

from __future__ import annotations

import base64
import subprocess
import sys
from hashlib import blake2b
from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.protocol.errors import BadInvite
from net.protocol.invite import Address, Invite, addresses_for, own_addresses, read_invite, write_invite

KEY, CODE = bytes(range(32)), bytes(range(100, 116))
HOME = Address(IPv4Address("127.0.0.1"), 4040)
INVITE = Invite(KEY, CODE, (Address(IPv4Address("192.168.1.5"), 4040), HOME))
TEXT = write_invite(INVITE)

addresses = st.builds(Address, st.ip_addresses(), st.integers(1, 65535)).filter(lambda a: a.usable)
invites = st.builds(
    Invite,
    st.binary(min_size=32, max_size=32),
    st.binary(min_size=16, max_size=16),
    st.lists(addresses, min_size=1, max_size=6).map(tuple),
)


def packed(body: bytes) -> str:
    """A text with a right checksum, whatever it says."""
    data = body + blake2b(body, digest_size=4).digest()
    return "tesser1" + base64.b32encode(data).decode().rstrip("=").lower()


def test_known_answer() -> None:
    assert TEXT == (
        "tesser1aeaacaqdaqcqmbyibefawdanbyhraeiscmkbkfqxdamrugy4dupb6zdfmztwq2lknnwg23tpobyxe4ycatakqai"
        "fb7eai7yaaaaq7sdscaurw"
    )


@given(invites)
def test_is_read_back_as_written(invite: Invite) -> None:
    text = write_invite(invite)
    assert read_invite(text) == invite
    assert text.isalnum() and text == text.lower() and len(text) < 300


@given(invites, st.randoms(use_true_random=False))
def test_case_white_space_and_quotes_are_ignored(invite: Invite, random: object) -> None:
    noise = ["", "", "", " ", "\n", "\r\n", "\t", '"', "'", "\u201c", "\u2019", "\u00a0", "\u200b"]
    text = "".join(random.choice(noise) + random.choice([c, c.upper()]) for c in write_invite(invite))  # type: ignore[attr-defined]
    assert read_invite(f"  \u201e{text}\u201c\n") == invite


@given(st.text(max_size=200) | st.text(max_size=200).map(lambda text: "tesser1" + text))
def test_nonsense_is_always_a_sentence(text: str) -> None:
    with pytest.raises(BadInvite, match=r"\.$"):
        read_invite(text)


@given(st.integers(0, len(TEXT) - 1))
def test_every_shorter_text_is_refused(length: int) -> None:
    with pytest.raises(BadInvite):
        read_invite(TEXT[:length])


@given(st.integers(7, len(TEXT) - 2), st.sampled_from("abcdefghijklmnopqrstuvwxyz234567"))
def test_every_wrong_letter_is_noticed(place: int, letter: str) -> None:
    text = TEXT[:place] + letter + TEXT[place + 1 :]
    if text != TEXT:
        with pytest.raises(BadInvite):
            read_invite(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no invite"),
        ("hello", "no invite"),
        ("tesser", "no invite"),
        ("tesserabc", "no invite"),
        ("tesser1", "cut short"),
        (TEXT[:40], "cut short"),
        (TEXT[:-8], "cut short"),
        (TEXT[:20] + ("a" if TEXT[20] != "a" else "b") + TEXT[21:], "mistyped"),
        (TEXT + "aaaaaaaa", "after the end"),
        (TEXT[:20] + "0" + TEXT[21:], "not '0'"),
        (TEXT[:20] + "é" + TEXT[21:], "not 'é'"),
        ("tesser2" + TEXT[7:], "newer version"),
        (packed(b"\2" + KEY + CODE + b"\1\4\x7f\0\0\1\x0f\xc8"), "newer version"),
        (packed(b"\1" + KEY + CODE + b"\0"), "no address"),
        (packed(b"\1" + KEY + CODE + b"\1\4\0\0\0\0\x0f\xc8"), "no address"),
        (packed(b"\1" + KEY + CODE + b"\1\4\x7f\0\0\1\0\0"), "no address"),
        (packed(b"\1" + KEY + CODE + b"\1\4\xe0\0\0\1\x0f\xc8"), "no address"),
    ],
)
def test_each_fault_has_its_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadInvite, match=sentence):
        read_invite(text)


def test_addresses_that_cannot_be_used_are_left_out() -> None:
    body = b"\1" + KEY + CODE + b"\2\4\0\0\0\0\x0f\xc8" + b"\4\x7f\0\0\1\x0f\xc8"
    assert read_invite(packed(body)).addresses == (HOME,)


def test_what_nobody_could_use_is_not_written() -> None:
    for wrong in (
        INVITE._replace(addresses=()),
        INVITE._replace(addresses=(HOME,) * 7),
        INVITE._replace(key=b"short"),
        INVITE._replace(addresses=(Address(IPv4Address("0.0.0.0"), 1),)),
    ):
        with pytest.raises(ValueError, match="an invite has"):
            write_invite(wrong)


def test_repr_shows_no_code() -> None:
    assert CODE.hex() not in repr(INVITE) and repr(CODE) not in repr(INVITE)


def test_own_addresses_can_be_used_and_loopback_comes_last() -> None:
    own = own_addresses()
    assert all(not ip.is_loopback for ip in own)
    listed = addresses_for(4040, [HOME.ip, *own])
    assert listed[-1] == HOME and listed.count(HOME) == 1
    many = addresses_for(1, [ip_address(f"10.0.0.{n}") for n in range(9)])
    assert len(many) == 6 and many[-1].ip.is_loopback


def test_addresses_are_written_the_usual_way() -> None:
    assert str(HOME) == "127.0.0.1:4040"
    assert str(Address(IPv6Address("::1"), 4040)) == "[::1]:4040"


def test_reading_an_invite_needs_no_zeromq() -> None:
    code = (
        "import net.protocol.invite, net.protocol.errors, net.protocol.frames, sys;"
        " sys.exit('zmq' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
