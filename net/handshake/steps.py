"""The steps of a handshake that are the same on both sides, in their order.

hello / the guest asks for the seat with the code / offer / guest's places / host's places / commits / reveals
(seed.py) / start / kept. The guest keeps the match first, and the host when it has heard that: so whatever is
killed on the way, a match that the host has is also the guest's, who can come back to it.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from core.contract.game import AnyGame
from core.contract.header import Header
from net.faultpoints import reach
from net.handshake.seed import draw_seed
from net.handshake.terms import GUEST, HOST, CheckDeck, Participant, as_place, as_sit, make_header
from net.protocol.errors import Refusal, Refused
from net.protocol.frames import Bye, Kept, SeatChoice, Start, Terms
from net.protocol.identity import Identity, verify
from net.protocol.limits import STEP_SECONDS
from net.protocol.secret import Secret
from net.transport.link import Link


def prove(identity: Identity, host: bytes, guest: bytes) -> bytes:
    """A signature that ties the signing key to this link between two CURVE keys."""
    return bytes.fromhex(identity.sign(_claim(host, guest)))


def check_proof(key: bytes, proof: bytes, host: bytes, guest: bytes) -> None:
    """Raises Refused if the other side has not shown that this signing key is its own."""
    if not verify(key.hex(), _claim(host, guest), proof.hex()):
        raise Refused(Refusal.KEY, "The other side could not prove that its key is its own.")


def _claim(host: bytes, guest: bytes) -> bytes:
    return b"tesser link" + host + guest


async def seat_guest(
    link: Link,
    terms: Terms,
    game: AnyGame,
    places: Mapping[int, Participant],
    keys: tuple[str, str],
    check_deck: CheckDeck | None,
    seconds: float,
) -> tuple[Header, Secret]:
    """The host's part from its offer on: the header, and the token that lets the guest back in. What is left
    is to hear that the guest keeps the match; see hear_kept.

    `places` are the host's, `keys` the host's and the guest's, hex; the guest may take so many `seconds` for
    each place. Raises Refused and NoConnection.
    """
    theirs = await receive_places(link, terms, GUEST, game, check_deck, seconds)
    send_places(link, places)
    reach("begin.places")
    header = await draw_seed(link, make_header(terms, game, {**theirs, **places}, keys), HOST)
    reach("begin.seed")
    token = Secret(secrets.token_bytes(16))
    link.send(Start(token.reveal()))
    reach("begin.start")
    return header, token


async def hear_kept(link: Link) -> None:
    """The host's last step: the guest keeps the match. Raises Refused, also if it can't, and NoConnection."""
    if isinstance(await link.expect((Kept, Bye), STEP_SECONDS), Bye):
        raise Refused(Refusal.LEFT, "The match could not begin on the other side.", theirs=True)


async def sit_down(
    link: Link,
    terms: Terms,
    game: AnyGame,
    places: Mapping[int, Participant],
    keys: tuple[str, str],
    check_deck: CheckDeck | None,
    promised: Mapping[int, Participant],
) -> tuple[Header, Secret]:
    """The guest's part of the same, but for its last word, Kept; `promised` is who sits at the host's seats
    by its offer."""
    send_places(link, places)
    theirs = await receive_places(link, terms, HOST, game, check_deck, STEP_SECONDS)
    for seat, place in theirs.items():
        if place._replace(deck=None) != promised[seat]:
            raise Refused(Refusal.FORM, "The host has seated somebody else than it had offered.")
    reach("begin.places")
    header = await draw_seed(link, make_header(terms, game, {**theirs, **places}, keys), GUEST)
    reach("begin.seed")
    start = await link.expect(Start, STEP_SECONDS)
    reach("begin.start")
    return header, Secret(start.token)


def send_places(link: Link, places: Mapping[int, Participant]) -> None:
    """Send who sits at the seats held here, a frame a seat."""
    for seat, place in sorted(places.items()):
        link.send(as_sit(seat, place))


async def receive_places(
    link: Link, terms: Terms, peer: int, game: AnyGame, check_deck: CheckDeck | None, seconds: float
) -> dict[int, Participant]:
    """Who sits at the seats this peer holds. Raises Refused for any other seats or decks."""
    places: dict[int, Participant] = {}
    for seat, holder in enumerate(terms.peers):
        if holder == peer:
            sit = await link.expect(SeatChoice, seconds)
            if sit.seat != seat:
                raise Refused(Refusal.FORM, "The other side did not sit down at its own seats.")
            places[seat] = as_place(sit, game, check_deck)
    return places
