"""The seed of a match, drawn by both sides so that neither can choose it.

Each side promises a nonce (Commit) before either is shown (Reveal): who sees the other's nonce first can't
change its own any more. A promise is the hash of the nonce, keyed with the header both agreed on and the
lowest seat of its side: so it is for this match alone, and sending back the other's promise as one's own, to
open it with the other's nonce, is found out. From the first Reveal on both know what cards would be dealt, so
header, commits and nonces of a match are fixed from there on: who returns continues that deal, or is refused.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import blake2b

import msgspec

from core.contract.header import Header
from core.engine.chain import header_hash
from net.faultpoints import reach
from net.protocol.errors import Refusal, Refused
from net.protocol.frames import Commit, Reveal
from net.protocol.limits import STEP_SECONDS
from net.transport.link import Link


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
        raise Refused(
            Refusal.RULES, "The two sides prepared different matches. Install the same version on both."
        )
    if theirs.commit == mine:
        raise Refused(Refusal.COMMIT, "The other side sent back our own promise for the shuffle.")
    link.send(Reveal(nonce))
    reach("begin.reveal")
    shown = await link.expect(Reveal, STEP_SECONDS)
    if not hmac.compare_digest(commit_to(shown.nonce, agreed, lowest[1 - peer]), theirs.commit):
        raise Refused(Refusal.COMMIT, "The other side did not keep its promise for the shuffle.")
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
