"""What comes after a match over the same link, where this side stays: the next one, or that a side leaves.

After a match each side says whether it wants to play once more, and may take that back (RematchVotes). When
both do, the host's side makes an offer, and from there on all is as at the first table, without an invite:
the link has proved who is there (play_again). Rematch is the way from the one to the other, and back if
nothing comes of it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable, Mapping
from enum import Enum
from typing import TypeAlias

import msgspec

from core.contract.game import AnyGame
from core.contract.header import Decklist, Header
from net.faultpoints import reach
from net.handshake.hello import refuse
from net.handshake.steps import check_proof, hear_kept, prove, seat_guest, sit_down
from net.handshake.terms import (
    GUEST,
    HOST,
    CheckDeck,
    HandshakeResult,
    Participant,
    clean_place,
    clean_terms,
    make_terms,
    promised_places,
)
from net.lockstep.events import PeerGone, PeerListener, RematchFailed, RematchTurn
from net.lockstep.sender import FrameSender
from net.protocol.errors import NoConnection, Refusal, Refused
from net.protocol.frames import ByeReason, Offer, OfferedPlayer, RematchVote, Terms
from net.protocol.limits import REMATCHES, STEP_SECONDS
from net.protocol.secret import Secret


class RematchVotes:
    """Which of the two sides wants to play once more."""

    def __init__(
        self,
        leads: bool,
        say: Callable[[int, int, int], object],
        begin: Callable[[], object],
        above: Callable[[], int],
        tell: Callable[[RematchTurn], object],
    ) -> None:
        """`leads` is whether this side makes the offer once both want to: `begin` is called then, and may
        be called again. `say` tells the other side; see RematchVote. Requests have numbers `above` that
        one: in a program that was started anew the other side has heard some from the one before it."""
        self._tell_turn = tell
        self._leads = leads
        self._say = say
        self._begin = begin
        self._above = above
        self._count = 0
        self._mine = 0
        self._theirs = 0
        self._heard = 0
        """Their latest request, whatever became of it."""
        self._declined = 0
        self._void = 0
        """Their latest request that came to nothing, though this side had agreed."""
        self._asked = 0
        """How often this side has asked, besides agreeing."""
        self._asked_there = 0
        """How often the other side has."""

    @property
    def mine(self) -> bool:
        """Whether this side asks for a rematch."""
        return self._mine > 0

    @property
    def theirs(self) -> bool:
        """Whether the other side does."""
        return self._theirs > 0

    def ask(self) -> bool:
        """This side wants to play once more: asks for it, or agrees to what the other side asks for. False if
        it has asked too often."""
        if not self._mine:
            if not self._theirs and self._asked == REMATCHES:
                return False
            self._asked += not self._theirs
            self._count = max(self._count, self._above()) + 1
            self._mine = self._count
        self._tell()
        return True

    def withdraw(self) -> None:
        """This side asks no more."""
        self._mine = 0
        self._tell()

    def decline(self) -> None:
        """This side won't do what the other one asks for."""
        self._declined, self._theirs = self._heard, 0
        self._tell()

    def repeat(self) -> None:
        """Call with each beat: what may have got lost is said again."""
        if self._count or self._declined or self._void:
            self._tell()

    def receive(self, again: RematchVote) -> str:
        """The other side says what it wants. Gives what of it makes no sense, empty if it does."""
        if self._mine and again.declined >= self._mine:
            self._mine = 0
            self._tell_turn(RematchTurn.DECLINED)
        elif self._mine and again.void >= self._mine:
            self._mine = 0
            self._tell_turn(RematchTurn.FAILED)
        before = self._theirs
        if again.ask > self._heard:
            self._heard = again.ask
            self._asked_there += not self._mine
            if self._asked_there > REMATCHES:
                return "a rematch asked for again and again"
            self._theirs = again.ask
        elif again.ask != before:
            self._theirs = 0  # it asks no more; what it asked for before that, it asks for no more either
        if self._theirs and self._theirs != before and not self._mine:
            self._tell_turn(RematchTurn.ASKED)
        elif before and not self._theirs:
            self._tell_turn(RematchTurn.WITHDRAWN)
        self._go_on()
        return ""

    def met(self) -> None:
        """The two sides have met again, maybe in another program there: what was asked for counts once it is
        asked for again, as it is with each beat where it stands."""
        if self._theirs:
            self._heard, self._theirs = self._theirs - 1, 0
            self._asked_there -= not self._mine

    def start_over(self) -> None:
        """Nothing came of it: neither side asks for anything now."""
        self._mine = self._theirs = 0
        self._void = self._heard

    def _tell(self) -> None:
        self._say(self._mine, self._declined, self._void)
        self._go_on()

    def _go_on(self) -> None:
        if self._leads and self._mine and self._theirs:
            self._begin()


Handshake: TypeAlias = Callable[[Offer | None], Awaitable[HandshakeResult]]
"""That of the next match over the same link; on the guest's side it is given the offer. Raises Refused and
NoConnection."""


class Came(Enum):
    """What came of a handshake of the next match."""

    BEGUN = "begun"
    NOTHING = "nothing"
    """All is as before it."""
    GONE = "gone"
    """The other side has left."""


class Rematch:
    """What one side does after the end of a match."""

    def __init__(
        self, sender: FrameSender, leads: bool, wanted: Callable[[], object], tell: PeerListener
    ) -> None:
        """`leads` is whether this side makes the offer; `wanted` is called when it should be made."""
        self._sender = sender
        self._tell = tell
        self.votes = RematchVotes(leads, self._say, wanted, lambda: sender.number_above, tell)
        """Who wants to play once more."""
        self.handshake: Handshake | None = None
        """What is done when both want to. With it this side stays when the match is over."""
        self.farewell = ByeReason.OVER
        """What the other side is told if this one leaves after the end."""
        self.following: HandshakeResult | None = None
        """What came of it: the next match over the same link, which stays open then."""

    @property
    def stays(self) -> bool:
        """Whether this side stays when the match is over."""
        return self.handshake is not None

    def _say(self, ask: int, declined: int, void: int) -> None:
        """Say what this side wants. How far it is is said first: who hears that knows the match to be over
        here."""
        self._sender.confirm()
        self._sender.send(RematchVote(*self._sender.stamp, ask, declined, void))

    async def begin(self, offer: Offer | None) -> Came:
        """Both want to play once more; the guest's side has the host's `offer`."""
        assert self.handshake is not None
        try:
            self.following = await self.handshake(offer)
        except (Refused, NoConnection) as error:
            self.votes.start_over()
            self._tell(RematchFailed(error))
            if isinstance(error, Refused) and error.theirs and error.why is Refusal.LEFT:
                self._tell(PeerGone.LEFT)
                return Came.GONE
            return Came.NOTHING
        return Came.BEGUN


def moved(seat: int, seats: int) -> int:
    """Where who sits here sits in the next match: one seat on, the last at the first."""
    return (seat + 1) % seats


def moved_peers(header: Header) -> tuple[int, ...]:
    """By seat, the machine that holds it in the next match."""
    seats = header.seats
    return tuple(seats[seat - 1].peer for seat in range(len(seats)))


def moved_players(header: Header, peer: int) -> dict[int, Participant]:
    """Who sits at the seats of this machine in the next match; decks are chosen anew."""
    found = {}
    for seat, holder in enumerate(moved_peers(header)):
        if holder == peer:
            before = header.seats[seat - 1]
            found[seat] = Participant(before.name, None, before.player)
    return found


def terms_again(
    header: Header, game: AnyGame, *, name: str, app: str, format: str, both: bool = False
) -> Terms:
    """The terms of the next match: those of the last, with the seats moved. See make_terms."""
    return make_terms(
        game,
        name=name,
        app=app,
        peers=moved_peers(header),
        options=header.options,
        format=format,
        lists=header.lists,
        clock=header.clock,
        both=both,
        shared=header.shared,
    )


async def play_again(
    seated: HandshakeResult,
    game: AnyGame,
    terms: Terms,
    decks: Mapping[int, Decklist | None],
    check_deck: CheckDeck | None,
    offer: Offer | None,
    keeps: bool = False,
) -> HandshakeResult:
    """The handshake of the next match over the link of the last.

    `terms` come from terms_again, on either side; `decks` are those of this side, by seat; `offer` is the
    host's, None on its own side. Raises Refused, also when the other side refuses, and NoConnection; the last
    match's link then is as it was. With `keeps` the guest's side keeps the match, and says so then
    (HandshakeResult.kept); else it is said here.
    """
    link = seated.link
    link.fragile = True
    places = {
        seat: clean_place(place._replace(deck=decks.get(seat)))
        for seat, place in moved_players(seated.header, seated.peer).items()
    }
    try:
        if offer is None:
            header, token = await _offer(seated, game, terms, places, check_deck)
        else:
            header, token = await _take(seated, game, terms, places, check_deck, offer)
    except Refused as error:
        if not error.theirs:
            refuse(link, error)
        raise
    except NoConnection:
        raise NoConnection("The line to the other side broke off on the way.") from None
    finally:
        link.fragile = False
    if seated.reconnector is not None:
        seated.reconnector.turn_to(bytes.fromhex(header.match), token, begun=offer is None)
    following = dataclasses.replace(seated, header=header, token=token, epoch=1, resumed=False)
    if offer is not None and not keeps:
        following.kept()
    return following


Begun: TypeAlias = tuple[Header, Secret]


async def _offer(
    seated: HandshakeResult,
    game: AnyGame,
    terms: Terms,
    places: Mapping[int, Participant],
    check_deck: CheckDeck | None,
) -> Begun:
    me, link = seated.identity, seated.link
    who = tuple(OfferedPlayer(place.name, place.player) for _, place in sorted(places.items()))
    proof = prove(me, me.curve_public, link.key)
    reach("begin.offer")
    if not link.send(Offer(terms, who, bytes.fromhex(me.key), proof)):
        raise NoConnection("There is no line to the other side.")
    keys = _keys(seated.header)
    begun = await seat_guest(link, terms, game, places, keys, check_deck, STEP_SECONDS)
    await hear_kept(link)
    return begun


async def _take(
    seated: HandshakeResult,
    game: AnyGame,
    terms: Terms,
    places: Mapping[int, Participant],
    check_deck: CheckDeck | None,
    offer: Offer,
) -> Begun:
    me, link, keys = seated.identity, seated.link, _keys(seated.header)
    reach("begin.offer")
    check_proof(offer.key, offer.proof, link.key, me.curve_public)
    offered = clean_terms(offer.terms)
    promised = promised_places(offered, offer.seated)
    own = {"match": offered.match, "name": offered.name, "app": offered.app}
    if offer.key.hex() != keys[HOST] or offered != msgspec.structs.replace(terms, **own):
        raise Refused(Refusal.GAME, "The host offers another match than the same with the seats changed.")
    if offered.match.hex() == seated.header.match or promised != moved_players(seated.header, HOST):
        raise Refused(Refusal.FORM, "The host offers a rematch that is none.")
    return await sit_down(link, offered, game, places, keys, check_deck, promised)


def _keys(header: Header) -> tuple[str, str]:
    """The host's and the guest's keys, hex."""
    found = {seat.peer: seat.key for seat in header.seats}
    host, guest = found[HOST], found[GUEST]
    assert host is not None and guest is not None
    return host, guest
