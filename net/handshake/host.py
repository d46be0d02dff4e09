"""The host's side of a table: an invite, a port where it listens, and the one guest who gets the seat."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from core.clean import clean, player_name
from core.contract.game import AnyGame
from core.contract.header import Header
from core.engine.notation import Malformed
from net.faultpoints import reach
from net.handshake.hello import check_hello, hello, refuse
from net.handshake.reconnect import Reconnector
from net.handshake.steps import check_proof, hear_kept, prove, seat_guest
from net.handshake.terms import HOST, CheckDeck, HandshakeResult, Participant, Progress, clean_place
from net.protocol.contact import Contact
from net.protocol.errors import NoConnection, Refusal, Refused
from net.protocol.frames import Hello, Offer, OfferedPlayer, Refuse, Return, SeatRequest, Terms
from net.protocol.identity import Identity
from net.protocol.invite import (
    CODE_BYTES,
    IP,
    Address,
    Invite,
    addresses_for,
    own_addresses,
    write_invite,
)
from net.protocol.limits import HELLO_SECONDS
from net.protocol.secret import Secret
from net.transport.link import Link
from net.transport.listener import Listener
from net.transport.sockets import FAREWELL_MS

CODE_SECONDS = 24 * 3600.0
_GOODBYE_SECONDS = 1.0
SHOWN_CELLS = 200
"""As much of a guest's last words as the host is told."""
AWAY_SECONDS = 10.0
"""How long a guest who chooses a deck may be silent."""


class _Promised(NamedTuple):
    """A match that begins when the guest is known to keep it."""

    name: str
    """The guest's."""
    header: Header
    token: Secret
    apps: tuple[str, str]


class TableHost:
    """A table that waits for its guest. Make it on the event loop that will run the match."""

    def __init__(
        self,
        identity: Identity,
        game: AnyGame,
        terms: Terms,
        *,
        check_deck: CheckDeck | None = None,
        progress: Callable[[Progress], None] | None = None,
        ip: IP | None = None,
        port: int = 0,
        addresses: Sequence[IP] | None = None,
        code_seconds: float = CODE_SECONDS,
    ) -> None:
        """Listen at once, and make the invite.

        `terms` come from make_terms; `check_deck` judges the guest's decks; `progress` is told what happens
        where it listens, also during the match. `ip` is the one address to listen on (None: all), `port` 0
        any free one, `addresses` those in the invite, to which loopback is added (None: this machine's own).
        Raises NoConnection if it can't listen.
        """
        self._identity = identity
        self._game = game
        self._terms = terms
        self._check_deck = check_deck
        self._progress = progress
        self._listener = Listener(identity, ip, port, self._serve)
        self._places: Mapping[int, Participant] = {}
        self._open = asyncio.Event()
        self._seated: asyncio.Future[HandshakeResult] = asyncio.get_running_loop().create_future()
        code = secrets.token_bytes(CODE_BYTES)
        self._code = _code_hash(code)
        self._expires = asyncio.get_running_loop().time() + code_seconds
        self._owner: bytes | None = None
        """The CURVE key that showed the code first."""
        self._serving: asyncio.Task[None] | None = None
        """The handshake with the code's owner; a newer one ends it."""
        self._guest: Link | None = None
        """The link that has it."""
        self._promised: _Promised | None = None
        """The match that the latest handshake came to, of which the guest has yet to say that it keeps it."""
        self._reconnector: Reconnector | None = None
        """Finds the guest again, once the match has begun."""
        self.port = self._listener.port
        if ip is not None and addresses is None:
            where: tuple[Address, ...] = (Address(ip, self.port),)
        else:
            where = addresses_for(self.port, own_addresses() if addresses is None else addresses)
        self.invite = write_invite(Invite(identity.curve_public, code, where))
        """The text to give to one guest."""

    def _tell(self, progress: Progress) -> None:
        if self._progress is not None:
            self._progress(progress)

    async def seat(self, places: Mapping[int, Participant]) -> HandshakeResult:
        """Wait for a guest and go through the handshake with it.

        `places` are the host's own seats. Guests that don't fit are refused, and waiting goes on.
        """
        if sorted(places) != [seat for seat, peer in enumerate(self._terms.peers) if peer == HOST]:
            raise ValueError("the host's places are not those the terms give it")
        self._places = {seat: clean_place(place) for seat, place in places.items()}
        self._open.set()
        self._tell(Progress("waiting", "Waiting for a guest with your invite."))
        ends: set[asyncio.Future[Any]] = {self._seated, self._listener.reader}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if self._seated.done():
            return self._seated.result()
        if not self._listener.reader.cancelled():
            self._listener.reader.result()
        raise NoConnection("The table was closed before a guest came.")

    async def withdraw(self) -> None:
        """Close the table before the match has begun, and tell a guest who is still choosing."""
        if self._promised is not None and self._guest is not None and not self._seated.done():
            self._guest.send(Refuse(Refusal.UNBEGUN.value, "The host has closed this table."))
        try:
            await self._listener.say_goodbye(
                Refuse(Refusal.LEFT.value, "The host has closed this table."), _GOODBYE_SECONDS
            )
        finally:
            self.close()

    def close(self, linger: int = FAREWELL_MS) -> None:
        """Close the table for good, without a word; `linger` is how many ms what was sent may take."""
        if self._reconnector is not None:
            self._reconnector.close(linger)
        self._listener.close(linger)

    async def _serve(self, link: Link) -> None:
        """All that one new link gets."""
        try:
            first = await self._first_words(link)
            if isinstance(first, Return):
                self._take_back(link, first)
            elif first is not None:
                await self._receive(link, first)
        except (Refused, NoConnection) as error:
            if isinstance(error, Refused) and not error.theirs:
                refuse(link, error)
            if self._owner is not None and link.key == self._owner and self._seated.done():
                return  # of its own coming and going the players are told in the match
            if asyncio.current_task() is self._serving:
                if not self._seated.done():
                    late = isinstance(error, Refused) and error.why is Refusal.LATE
                    why = "Nothing was heard of it." if late else clean(str(error), SHOWN_CELLS)
                    self._tell(Progress("gone", f"The guest is gone: {why}"))
            elif isinstance(error, Refused) and error.why is not Refusal.LATE:
                # A guest tries every address of the invite at once and drops all links but one.
                self._tell(Progress("refused", f"Somebody was refused: {error}"))
        finally:
            if not self._seated.done():
                self._listener.vacate(link)

    async def _first_words(self, link: Link) -> Hello | Return | None:
        """What a new link is for; None if it is the guest's, back in the match, and has not said so yet."""
        try:
            first = await link.receive()
        except Malformed:
            first = None
        if isinstance(first, Hello | Return):
            return first
        if self._seated.done() and link.key == self._owner:
            return None
        raise Refused(Refusal.FORM, "This is a tesser table. What came is no hello.")

    async def _receive(self, link: Link, first: Hello) -> None:
        mine = hello(self._terms.app)
        link.send(mine)
        check_hello(mine, first)
        await self._open.wait()
        knock: Return | SeatRequest = await link.expect((Return, SeatRequest), HELLO_SECONDS)
        if isinstance(knock, Return):
            self._take_back(link, knock)
            return
        self._check_code(link, knock)
        me, guest = self._identity, link.key
        check_proof(knock.key, knock.proof, me.curve_public, guest)
        self._listener.settle(link)
        name = player_name(knock.name)
        self._tell(Progress("guest", f"{name} is here and looks at your offer."))
        seated = tuple(OfferedPlayer(place.name, place.player) for _, place in sorted(self._places.items()))
        proof = prove(me, me.curve_public, guest)
        reach("begin.offer")
        link.send(Offer(self._terms, seated, bytes.fromhex(me.key), proof))
        keys = (me.key, knock.key.hex())
        header, token = await seat_guest(
            link, self._terms, self._game, self._places, keys, self._check_deck, AWAY_SECONDS
        )
        self._promised = _Promised(name, header, token, (self._terms.app, clean(first.app, 40)))
        await hear_kept(link)
        self._begin(link, self._promised)

    def _begin(self, link: Link, match: _Promised) -> None:
        """The guest, at this link, keeps the match: the seat is taken."""
        me, terms = self._identity, self._terms
        link.fragile = False
        contact = Contact(link.key, match.token)
        self._reconnector = Reconnector(
            me, terms.match, contact, terms.app, link=link, listener=self._listener
        )
        self._tell(Progress("seated", f"{match.name} has taken the seat."))
        self._seated.set_result(
            HandshakeResult(
                match.header, link, match.token, HOST, me, match.apps, self.close, self._reconnector
            )
        )

    def _check_code(self, link: Link, knock: SeatRequest) -> None:
        """The first key that shows the code owns the seat; it may come again until the match begins."""
        if not hmac.compare_digest(_code_hash(knock.code), self._code):
            raise Refused(
                Refusal.CODE, "This invite's code is wrong: it is not for this table. Ask for a new one."
            )
        if self._owner not in (None, link.key):
            raise Refused(Refusal.TAKEN, "This seat is taken. Ask the host for a new invite.")
        if self._seated.done():
            raise Refused(
                Refusal.TAKEN,
                "This seat is yours already, and its match has begun: tesser resume goes on with it.",
            )
        if asyncio.get_running_loop().time() > self._expires:
            raise Refused(Refusal.EXPIRED, "This invite is too old. Ask the host for a new one.")
        self._owner = link.key
        if self._serving is not None and not self._serving.done():
            assert self._guest is not None
            refuse(
                self._guest, Refused(Refusal.TAKEN, "Your seat went to another program of yours, just now.")
            )
            self._serving.cancel()
        self._serving, self._guest, self._promised = asyncio.current_task(), link, None

    def _take_back(self, link: Link, back: Return) -> None:
        """The guest's link broke and is back: the match goes on over the new one. So it does where the word
        was lost that the guest keeps it, and the guest comes back to it instead."""
        match = self._promised
        if self._seated.done():
            assert self._reconnector is not None
            self._reconnector.admit(link, back)
        elif (
            match is not None
            and link.key == self._owner
            and back.match == self._terms.match
            and hmac.compare_digest(back.token, match.token.reveal())
        ):
            if self._serving is not None:
                self._serving.cancel()
            self._listener.settle(link)
            self._begin(link, match)
            link.hand_back(back)
        else:
            raise Refused(Refusal.UNBEGUN, "This match has not begun.")


def _code_hash(code: bytes) -> bytes:
    return blake2b(code, digest_size=32, person=b"tesser-code").digest()
