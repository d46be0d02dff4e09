"""The steps of a handshake that are the same on both sides, in their order.

hello / knock with the code / offer / guest's places / host's places / commits / reveals / start / kept. The
seed comes from a nonce of each side, promised before either is shown, so that neither can choose it. The
guest keeps the match first, and the host when it has heard that: so whatever is killed on the way, a match
that the host has can be come to by the guest.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from hashlib import blake2b

import msgspec

from core.chain import header_hash
from core.game import AnyGame
from core.headers import Header
from net.faultpoints import reach
from net.handshake.terms import GUEST, HOST, CheckDeck, Participant, as_place, as_sit, make_header
from net.protocol.errors import Refused
from net.protocol.frames import Bye, Commit, Kept, Reveal, SeatChoice, Start, Terms
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
        raise Refused("key", "The other side could not prove that its key is its own.")


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
        raise Refused("left", "The match could not begin on the other side.", theirs=True)


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
            raise Refused("form", "The host has seated somebody else than it had offered.")
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
                raise Refused("form", "The other side did not sit down at its own seats.")
            places[seat] = as_place(sit, game, check_deck)
    return places


def commit_to(nonce: bytes, header: bytes, seat: int) -> bytes:
    """The promise of a nonce; `header` is the header's hash, `seat` the lowest the peer holds."""
    return blake2b(nonce, digest_size=32, key=header + bytes([seat])).digest()


async def draw_seed(link: Link, header: Header, peer: int) -> Header:
    """Agree with the other side on a seed: the full header. Raises Refused if it does not play fair."""
    lowest = [next(n for n, seat in enumerate(header.seats) if seat.peer == side) for side in (0, 1)]
    agreed = header_hash(header)
    nonce = secrets.token_bytes(32)
    mine = commit_to(nonce, agreed, lowest[peer])
    link.send(Commit(agreed, mine))
    reach("begin.commit")
    theirs = await link.expect(Commit, STEP_SECONDS)
    if theirs.header != agreed:
        raise Refused("rules", "The two sides prepared different matches. Install the same version on both.")
    if theirs.commit == mine:
        raise Refused("commit", "The other side sent back our own promise for the shuffle.")
    link.send(Reveal(nonce))
    reach("begin.reveal")
    shown = await link.expect(Reveal, STEP_SECONDS)
    if not hmac.compare_digest(commit_to(shown.nonce, agreed, lowest[1 - peer]), theirs.commit):
        raise Refused("commit", "The other side did not keep its promise for the shuffle.")
    by_seat = sorted([(lowest[peer], mine, nonce), (lowest[1 - peer], theirs.commit, shown.nonce)])
    nonces = [their_nonce for _, _, their_nonce in by_seat]
    return msgspec.structs.replace(
        header,
        seed=blake2b(b"".join(nonces) + agreed, digest_size=32).hexdigest(),
        commits=tuple(commit.hex() for _, commit, _ in by_seat),
        nonces=tuple(their_nonce.hex() for their_nonce in nonces),
    )


def check_seed(header: Header) -> bool:
    """Whether a header's seed, commits and nonces belong together, as draw_seed makes them."""
    lowest = sorted({seat.peer: n for n, seat in reversed(list(enumerate(header.seats)))}.values())
    if header.seed is None or header.commits is None or header.nonces is None:
        return False
    if not len(lowest) == len(header.commits) == len(header.nonces):
        return False
    try:
        nonces = [bytes.fromhex(nonce) for nonce in header.nonces]
    except ValueError:
        return False
    agreed = header_hash(header)
    promised = [commit_to(nonce, agreed, seat).hex() for nonce, seat in zip(nonces, lowest, strict=True)]
    seed = blake2b(b"".join(nonces) + agreed, digest_size=32).hexdigest()
    return promised == list(header.commits) and seed == header.seed
