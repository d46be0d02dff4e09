"""The guest's side of a table: find the host, see its offer, take the seat."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, NamedTuple, NoReturn, TypeAlias

from core.clean import clean, player_name
from core.contract.game import AnyGame
from core.engine.notation import Malformed
from net.faultpoints import reach
from net.handshake.hello import check_hello, hello, refuse
from net.handshake.reconnect import Reconnector
from net.handshake.steps import check_proof, prove, sit_down
from net.handshake.terms import (
    GUEST,
    CheckDeck,
    HandshakeResult,
    Participant,
    clean_place,
    clean_terms,
    promised_places,
    wrong_rules,
    wrong_shared,
    wrong_start,
    wrong_terms,
)
from net.protocol.contact import Contact
from net.protocol.errors import NetError, NoConnection, Refusal, Refused
from net.protocol.frames import Hello, KeepAlive, Offer, Refuse, SeatRequest, Terms
from net.protocol.identity import Identity
from net.protocol.invite import Address, Invite
from net.protocol.limits import STEP_SECONDS
from net.transport.connector import Connector
from net.transport.link import Link, refusal
from net.transport.sockets import FAREWELL_MS

CONNECT_SECONDS = 10.0
_STILL_SECONDS = 1.0
_AWAY_SECONDS = 10.0
_AGAIN_SECONDS = 3.0
"""How long a guest whose line broke looks for its host once more."""
_BREATH_SECONDS = 0.1
_STOPPED = "This program was stopped for a while, so that the host let your seat go."


class _Found(NamedTuple):
    """A host's table, and the link to it."""

    connector: Connector
    link: Link
    terms: Terms
    game: AnyGame
    seated: Mapping[int, Participant]
    host_key: str
    host_app: str


_Find: TypeAlias = Callable[[float], Coroutine[Any, Any, _Found]]
"""Finds the table of an invite within so many seconds."""


class TableGuest:
    """A guest at the host's table that has seen the offer and has not sat down yet."""

    def __init__(
        self, identity: Identity, found: _Found, app: str, find: _Find, addresses: tuple[Address, ...]
    ) -> None:
        """Made by `join`; `find` finds the same table again, at one of `addresses`."""
        self.terms = found.terms
        """What would be played, safe to show."""
        self.seated = found.seated
        """Who plays at the host's seats, safe to show; without the decks, which come later."""
        self.game = found.game
        self.host_key = found.host_key
        """The host's Ed25519 key, hex: who it is (see key_words)."""
        self._identity = identity
        self._connector = found.connector
        self._link = found.link
        self._apps = (found.host_app, app)
        self._find = find
        self._addresses = addresses
        self._reconnector: Reconnector | None = None
        """Finds the host again, once the match has begun."""
        self._lost: NetError | None = None
        """How the link was lost, while it is looked for again."""
        self._keeper = asyncio.create_task(self._stay())

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that this guest would hold."""
        return tuple(seat for seat, peer in enumerate(self.terms.peers) if peer == GUEST)

    async def until_lost(self) -> NoReturn:
        """Wait until the host goes away while a deck is being chosen: raises NoConnection or Refused."""
        await asyncio.shield(self._keeper)
        raise AssertionError("staying ends by an error only")

    async def take_seat(
        self, places: Mapping[int, Participant], check_deck: CheckDeck | None = None, *, keeps: bool = False
    ) -> HandshakeResult:
        """Sit down and go through the rest of the handshake. `keeps`: whoever calls keeps the match, and then
        says so by HandshakeResult.kept; else it is said here. Raises NoConnection or Refused, and closes."""
        if sorted(places) != list(self.seats):
            raise ValueError("the guest's places are not those the terms give it")
        own = {seat: clean_place(place) for seat, place in places.items()}
        try:
            await self._stop_staying()
            if self._lost is not None:
                await self._come_again(self._lost)
            try:
                seated = await self._sit(own, check_deck)
            except (NoConnection, Refused) as lost:
                await self._come_again(lost)
                seated = await self._sit(own, check_deck)
        except NetError as error:
            if isinstance(error, Refused):
                refuse(self._link, error)
            self.close()
            raise
        if not keeps:
            seated.kept()
        return seated

    def close(self, linger: int = FAREWELL_MS) -> None:
        """Leave the table."""
        if self._keeper.done() and not self._keeper.cancelled():
            self._keeper.exception()  # whoever wanted to know has been told
        self._keeper.cancel()
        if self._reconnector is not None:
            self._reconnector.close(linger)
        self._connector.close(linger)

    def leave(self) -> None:
        """Leave the table and tell the host so."""
        self._link.send(Refuse(Refusal.LEFT.value, "The guest has left."))
        self.close()

    async def _sit(self, places: Mapping[int, Participant], check_deck: CheckDeck | None) -> HandshakeResult:
        link, terms = self._link, self.terms
        reach("begin.offer")
        keys = (self.host_key, self._identity.key)
        header, token = await sit_down(link, terms, self.game, places, keys, check_deck, self.seated)
        link.fragile = False
        contact = Contact(link.key, token, addresses=self._addresses)
        self._reconnector = Reconnector(
            self._identity, terms.match, contact, self._apps[1], link=link, connector=self._connector
        )
        return HandshakeResult(
            header, link, contact.token, GUEST, self._identity, self._apps, self.close, self._reconnector
        )

    async def _stay(self) -> NoReturn:
        """Stay at the table, and come again if the line breaks or the host, who heard nothing for long, gives
        the seat up: the code of the invite is still this guest's."""
        while True:
            try:
                await self._listen()
            except (NoConnection, Refused) as lost:
                self._lost = lost
                await self._come_again(lost)
                self._lost = None

    async def _come_again(self, lost: NetError) -> None:
        """Knock at the same table once more. Raises what is true of a table that can't be come back to."""
        late = isinstance(lost, Refused) and lost.why is Refusal.LATE and lost.theirs
        if isinstance(lost, Refused) and not late:
            raise lost
        end = asyncio.get_running_loop().time() + _AGAIN_SECONDS
        try:
            found = await self._find_until(end)
        except NoConnection:
            raise NoConnection(f"{_STOPPED} Its table is not there any more.") if late else lost from None
        except Refused as error:
            raise Refused(
                error.why, f"{_STOPPED} {error}" if late else str(error), theirs=error.theirs
            ) from None
        if (found.terms, found.seated) != (self.terms, self.seated):
            found.connector.close()
            raise Refused(Refusal.LEFT, "The host offers another match by now. Join again to see it.")
        self._connector.close()
        self._connector, self._link = found.connector, found.link

    async def _find_until(self, end: float) -> _Found:
        """Find the table by then, also over a line that breaks again on the way."""
        clock = asyncio.get_running_loop()
        while True:
            try:
                return await self._find(max(0.0, end - clock.time()))
            except NoConnection:
                if clock.time() >= end:
                    raise
                await asyncio.sleep(_BREATH_SECONDS)

    async def _listen(self) -> NoReturn:
        """Say once a second that somebody still chooses, and listen to the host doing the same."""
        clock = asyncio.get_running_loop()
        heard = clock.time()
        while True:
            self._link.send(KeepAlive())
            try:
                async with asyncio.timeout(_STILL_SECONDS):
                    while True:
                        frame = await self._link.receive()
                        heard = clock.time()
                        if isinstance(frame, Refuse):
                            if frame.why == Refusal.LEFT:
                                self._link.send(
                                    Refuse(Refusal.LEFT.value, "The guest has left.")
                                )  # the host waits for it
                            raise refusal(frame)
            except TimeoutError:
                if clock.time() > heard + _AWAY_SECONDS:
                    raise NoConnection("The host no longer answers. Is its table still open?") from None
            except Malformed:
                raise Refused(
                    Refusal.FORM, "The other side sent something that is no tesser frame."
                ) from None

    async def _stop_staying(self) -> None:
        self._keeper.cancel()
        await asyncio.wait({self._keeper})
        if not self._keeper.cancelled():
            self._keeper.result()


async def join(
    identity: Identity,
    invite: Invite,
    *,
    name: str,
    app: str,
    find_game: Callable[[Terms], AnyGame | None],
    seconds: float = CONNECT_SECONDS,
) -> TableGuest:
    """Find the host of this invite, at any of its addresses, and hear its offer.

    `name` is this player's, `app` the program's version; `find_game` gives the game of these terms, with
    their card sets, or None if there is none here. Raises NoConnection after `seconds` without an answer,
    Refused if one of the two sides won't play.
    """
    if invite.key == identity.curve_public:
        raise Refused(
            Refusal.KEY,
            "This invite is your own. To play against yourself, start the other side with --profile.",
        )

    async def find(seconds: float) -> _Found:
        connector = Connector(identity, invite.key)
        try:
            link, theirs = await _reach(connector, invite, app, seconds)
            return await _knock(
                identity, connector, link, invite, name, app, clean(theirs.app, 40), find_game
            )
        except BaseException:
            connector.close()
            raise

    return TableGuest(identity, await find(seconds), app, find, invite.addresses)


async def _reach(connector: Connector, invite: Invite, app: str, seconds: float) -> tuple[Link, Hello]:
    """The first link over which the host says hello; the others are closed."""
    links = [connector.call(address) for address in invite.addresses]
    tries = [asyncio.create_task(_say_hello(connector, link, app)) for link in links]
    try:
        async with asyncio.timeout(seconds):
            for answer in asyncio.as_completed(tries):
                link, theirs = await answer
                break
    except TimeoutError:
        where = ", ".join(str(address) for address in invite.addresses)
        raise NoConnection(
            f"The host did not answer within {seconds:.0f} seconds at {where}. Is its table still open,"
            " is the invite the newest one, and can the two machines reach each other?"
        ) from None
    finally:
        for attempt in tries:
            attempt.cancel()
        await asyncio.gather(*tries, return_exceptions=True)
    for other in links:
        if other is not link:
            connector.drop(other)
    link.fragile = True
    check_hello(hello(app), theirs)
    return link, theirs


async def _say_hello(connector: Connector, link: Link, app: str) -> tuple[Link, Hello]:
    await connector.say(link, hello(app))
    return link, await link.expect(Hello, STEP_SECONDS)


async def _knock(
    identity: Identity, connector: Connector, link: Link, invite: Invite, name: str, app: str, host_app: str,
    find_game: Callable[[Terms], AnyGame | None],
) -> _Found:  # fmt: skip
    host, guest = invite.key, identity.curve_public
    proof = prove(identity, host, guest)
    link.send(SeatRequest(invite.code, player_name(name), bytes.fromhex(identity.key), proof))
    offer = await link.expect(Offer, STEP_SECONDS)
    try:
        check_proof(offer.key, offer.proof, host, guest)
        terms = clean_terms(offer.terms)
        game = find_game(terms)
        if game is None:
            raise Refused(Refusal.GAME, f"This program has no game called {terms.game}. Update it to play.")
        wrong = wrong_rules(terms, game, app)
        if wrong:
            raise wrong
        fault = wrong_terms(terms, game)
        if fault:
            raise Refused(Refusal.GAME, f"{fault} Install the same version on both sides.")
        unplayable = wrong_shared(terms, game)
        if unplayable:
            raise Refused(Refusal.DECK, unplayable)
        impossible = wrong_start(terms, game)
        if impossible:
            raise Refused(Refusal.GAME, impossible)
        seated = promised_places(terms, offer.seated)
    except Refused as error:
        refuse(link, error)
        raise
    return _Found(connector, link, terms, game, seated, offer.key.hex(), host_app)
