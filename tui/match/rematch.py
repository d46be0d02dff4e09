"""After a match with another machine: who is still there, and playing once more with the seats moved by one,
which two call sides swapped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, assert_never

import msgspec

import core
from core.contract.game import AnyGame
from core.contract.header import Decklist, Header
from core.words import listed
from decks.formats import check, find_format
from decks.model import Deck
from decks.storage.catalog import stock_decks
from net.handshake.terms import HandshakeResult
from net.lockstep.events import PeerGone, RematchFailed, RematchTurn
from net.lockstep.rematch import moved_peers, play_again, terms_again
from net.protocol.errors import NoConnection, Refused
from net.protocol.frames import ByeReason, Offer
from net.protocol.limits import REMATCHES
from tui.archive.database import Archive, ArchiveError
from tui.archive.queries import header_of, page
from tui.match.events import CompanyChanged, Noted
from tui.match.offers import deck_checker, decks_for
from tui.match.plans import PERSON
from tui.match.series_position import Course
from tui.profile import Profile

if TYPE_CHECKING:
    from tui.match.channel import Channel
    from tui.match.network import Sitting

_LOOKED_BACK = 100
"""In so many matches the deck that was played last is looked for."""


class Company(msgspec.Struct, frozen=True):
    """What there is to know after a match with another machine."""

    said: str
    """How it is now, in sentences."""
    seats: tuple[int, ...]
    """Those held here in the next match."""
    course: Course
    there: bool = True
    """Whether somebody is still there to be asked: no computer player is."""
    mine: bool = False
    """Whether this side asks for the next match."""
    theirs: bool = False
    """Whether the other side does."""
    silent: bool = False
    """Whether it is not heard now."""
    at_one: bool = False
    """Whether the second game of two is given up."""

    @property
    def hears(self) -> bool:
        """Whether what is said now is heard there."""
        return self.there and not self.silent

    @property
    def second(self) -> bool:
        """Whether a second game is still to come, now or later."""
        return self.course.more and not self.at_one

    @property
    def next(self) -> str:
        """What the next match is called."""
        return self.course.next


class Encore:
    """Playing once more over the link of one match. Only for the match's loop."""

    def __init__(
        self,
        profile: Profile,
        seated: HandshakeResult,
        sitting: Sitting,
        game: AnyGame,
        course: Course,
        others: list[str],
        channel: Channel,
    ) -> None:
        self._profile = profile
        self._seated = seated
        self._sitting = sitting
        self._lockstep = lockstep = sitting.lockstep
        self._game = game
        self._course = course
        self._others = listed(others)
        self._several = len(others) > 1
        self._channel = channel
        self._told: Company | None = None
        channel.second = course.more
        self.at_one = False
        """Whether the second game of two is given up."""
        self._decks: Mapping[int, Decklist | None] = {}
        self._there = any(seat.player == PERSON for seat in seated.header.seats if seat.peer != seated.peer)
        self._news = "" if self._there else self._no_person()
        self._silent = False
        self._seats = tuple(
            seat for seat, peer in enumerate(moved_peers(seated.header)) if peer == seated.peer
        )
        lockstep.rematch.handshake = self._play

    def ask(self, decks: Mapping[int, Decklist | None]) -> None:
        """The persons here want the next match, with these decks at their seats."""
        if self._there:
            self._decks, self._news = decks, ""
            if not self._lockstep.rematch.votes.ask():
                self._news = f"You have asked {REMATCHES} times; now it is for {self._others} to ask."
            self.show()

    def refuse(self) -> None:
        """They don't: what they asked for is taken back, what the other side asks for declined."""
        votes = self._lockstep.rematch.votes
        if votes.mine:
            votes.withdraw()
            self._news = "You ask for it no more."
        elif votes.theirs:
            votes.decline()
            self._news = "You have declined."
        self.show()

    def leave_at_one(self) -> None:
        """They don't want the second game, now or later. The other side is told so when this side leaves.
        If that can't be kept, it is told, and there is a second game still."""
        self._lockstep.rematch.farewell = ByeReason.AT_ONE
        try:
            self._sitting.leave_at_one()
            self.at_one = True
            self._channel.second = False
        except ArchiveError as error:
            self._channel.post(Noted(f"The second game is still offered here: {error}"))

    def link(self, silent: bool) -> None:
        """Whether the other side is not heard now."""
        if silent != self._silent:
            self._silent = silent
            if not silent:
                self._sitting.let_go()
            if self._lockstep.over:
                self.show()

    def show(self) -> None:
        """Tell how it is now."""
        votes = self._lockstep.rematch.votes
        mine, theirs = votes.mine and self._there, votes.theirs and self._there
        company = Company("", self._seats, self._course, self._there, mine, theirs, self._silent, self.at_one)
        company = msgspec.structs.replace(company, said=self._said(company))
        if company != self._told:
            self._told = company
            self._channel.post(CompanyChanged(company))

    def _no_person(self) -> str:
        are = "are computer players and play" if self._several else "is a computer player and plays"
        return f"{self._others} {are} no {self._course.next}. The match is finished and kept."

    def _said(self, company: Company) -> str:
        who, what = self._others, company.next
        would = listed([self._game.texts.seat_name(seat) for seat in self._seats])
        asks, is_ = ("ask", "are") if self._several else ("asks", "is")
        swapped = " with the sides swapped" if len(self._seated.header.seats) == 2 else ""
        if not self._there:
            return self._news
        if self._silent:
            return f"{who} {is_} not heard now. The match is finished and kept."
        if company.mine and company.theirs:
            return f"Both sides want the {what}; it begins."
        if company.mine:
            return f"You have asked {who} for a {what}{swapped}: you would play {would}. {self._news}".strip()
        if company.theirs:
            return f"{who} {asks} for a {what}{swapped}: you would play {would}. Do you accept?"
        return self._news or f"{who} {is_} still here."

    def hear(self, event: RematchTurn | RematchFailed | PeerGone) -> None:
        """The other side does something about it, or is gone."""
        match event:
            case RematchTurn():
                self._turned(event)
            case RematchFailed():
                self._refused(event.error)
            case PeerGone():
                self._gone(event)
            case _:
                assert_never(event)

    def _turned(self, turn: RematchTurn) -> None:
        who, what = self._others, self._course.next
        self._news = {
            RematchTurn.ASKED: "",
            RematchTurn.WITHDRAWN: f"{who} {'ask' if self._several else 'asks'} for a {what} no more.",
            RematchTurn.DECLINED: f"{who} {'have' if self._several else 'has'} declined a {what}.",
            RematchTurn.FAILED: f"The {what} did not begin, though both sides wanted it; ask again.",
        }[turn]
        self.show()

    def _refused(self, error: Exception) -> None:
        theirs = isinstance(error, Refused) and error.theirs
        whose = f"{self._others} can't begin it" if theirs else "It can't begin"
        self._news = f"{whose}: {error} The match before it is finished and kept."
        self.show()

    def _gone(self, why: PeerGone) -> None:
        if not self._there:
            return  # nobody was
        self._there = False
        who, has = self._others, "have" if self._several else "has"
        if why is PeerGone.AT_ONE and self._course.more:
            self._news = f"{who} {has} left it at one game, so no second one follows."
            self.leave_at_one()
        else:
            self._news = f"{who} {has} left." if why is PeerGone.LEFT else f"{who} {has} not come back."
        self._news += " The match is finished and kept."
        if self._course.more and not self.at_one:
            self._news += " Continue at home, or tesser resume, on both sides goes on to the second game."
        self.show()

    async def _play(self, offer: Offer | None) -> HandshakeResult:
        self.show()
        terms = terms_again(
            self._seated.header,
            self._game,
            name=self._profile.player,
            app=core.VERSION,
            format=self._course.format,
            both=self._course.both,
        )
        checker = deck_checker(self._game, self._course.format)
        self._sitting.hold()
        try:
            return await play_again(self._seated, self._game, terms, self._decks, checker, offer, keeps=True)
        except NoConnection:
            raise  # the other side may have begun it
        except BaseException:
            self._sitting.let_go()
            raise


class ToChoose(NamedTuple):
    """The decks among which a seat's may be chosen."""

    seat: int
    decks: list[Deck]
    """Legal ones."""
    usual: int
    """The place of the one to begin with."""


def given_decks(header: Header, company: Company) -> dict[int, Decklist | None]:
    """By seat of this side in the next match: the deck where there is nothing to choose."""
    return {seat: header.decklists[seat] if company.course.more else None for seat in company.seats}


def decks_to_choose(profile: Profile, game: AnyGame, header: Header, company: Company) -> list[ToChoose]:
    """The seats of this side that bring a deck of their players' choice to the next match.

    Who keeps its sort of deck begins with the one it has just played; else it is the one this player has
    played last for that side, or the first that came with the game.
    """
    found: list[ToChoose] = []
    for seat in () if company.course.more else company.seats:
        group = game.deck_group(seat)
        if group is None:
            continue
        form = find_format(game.name, company.course.format)
        decks = [one.deck for one in decks_for(profile.deck_store(), game, group, form) if not one.wrong]
        same = game.deck_group((seat - 1) % len(header.seats)) == group
        last = header.decklists[seat - 1] if same else _played_last(profile, game, group)
        usual = next((n for n, deck in enumerate(decks) if deck in stock_decks().values()), 0)
        if last is not None:
            one = Deck(last.name, game.name, group, company.course.format, dict(last.cards))
            here = next((n for n, deck in enumerate(decks) if deck.cards == one.cards), None)
            if here is None and (form is None or not check(one, game, form)):
                decks.insert(0, one)
                here = 0
            usual = usual if here is None else here
        found.append(ToChoose(seat, decks, usual))
    return found


def _played_last(profile: Profile, game: AnyGame, group: str) -> Decklist | None:
    """The deck of this sort that a person here has played last."""
    try:
        with Archive(profile.archive) as archive:
            for kept in page(archive, _LOOKED_BACK, game=game.name):
                for seat in kept.persons:
                    if game.deck_group(seat) == group:
                        return header_of(archive, kept).decklists[seat]
    except ArchiveError:
        pass  # any other deck does as well
    return None
