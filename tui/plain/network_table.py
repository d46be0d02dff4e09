"""Playing with somebody on another machine, in plain mode: the invite, the offer, the way to the match."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from core import bots, registry
from core.contract.game import AnyGame
from core.contract.header import Decklist
from core.engine.match import Rejected
from decks.formats import find_format
from decks.model import DeckError
from net.protocol.errors import BadInvite
from net.protocol.invite import read_invite
from tui.archive.database import ArchiveError
from tui.archive.queries import Summary
from tui.exit_status import BAD_FILE, INTERRUPTED
from tui.match.commands import LookFor
from tui.match.end_texts import ENDING, leaving_at_one
from tui.match.events import Noted, StageReached
from tui.match.host_and_join import Offered, find_game, start_host, start_join
from tui.match.network_play import Invited
from tui.match.offers import OPEN_PLAY, offer_lines, playable, seat_all
from tui.match.one_sided_end import end_named, left_at_one, would_end
from tui.match.plans import PERSON, HostPlan, JoinPlan, Sitter
from tui.match.reconnect import Awaited, start_resumed
from tui.match.worker import MatchWorker
from tui.plain.answers import numbers
from tui.plain.ask import Back, Quit, sure, typed_line
from tui.plain.console import Console, InputEnded
from tui.plain.match import PlainMatch
from tui.plain.setup import ask_deck, ask_name, ask_players
from tui.profile import Profile

CLOSED = "The table is closed."
GOODBYE_SECONDS = 2.0
"""How long a guest who leaves waits for the host to be told."""


class Gone(Exception):
    """The table is no more; the thread has told why."""


def host(console: Console, profile: Profile, plan: HostPlan) -> int:
    """Open a table, say its invite, wait, and play."""
    thread = start_host(profile, plan, console.wake)
    return _wait(_Waiting(console, profile, thread, registry.load(plan.game)), thread)


def come_back(console: Console, profile: Profile, kept: Summary, line: str) -> int:
    """Go on with a match against another machine: say the address line, wait, and play."""
    try:
        thread = start_resumed(profile, kept, console.wake, line)
    except BadInvite as error:
        console.say(str(error))
        return error.status
    return _wait(_Returning(console, profile, thread, registry.load(kept.game)), thread)


def play_on(console: Console, profile: Profile, thread: MatchWorker, game: AnyGame) -> int:
    """Play a match that has begun, and those that follow it over the same link. Gives the exit status."""
    again = partial(come_back, console, profile, line="")
    status = PlainMatch(console, profile, thread, game, come_back=again).play()
    while thread.following is not None:
        thread = thread.following
        status = PlainMatch(console, profile, thread, game, come_back=again).play()
    return status


def _wait(waiting: _Waiting, thread: MatchWorker) -> int:
    try:
        return waiting.until_seated()
    finally:
        thread.stop()


class _Waiting:
    """An open table, until somebody sits down."""

    SURE = "The invite stops working then. Close the table?"
    STAYS = "The table stays open."
    CLOSED = "The table is closed."
    HELP = "Waiting for somebody. Type invite to hear the invite again, or quit."

    def __init__(self, console: Console, profile: Profile, thread: MatchWorker, game: AnyGame) -> None:
        self._console = console
        self._profile = profile
        self._thread = thread
        self._game = game
        self._stage: Invited | None = None
        self._kept = False
        """Whether it was said that answers are kept."""

    def until_seated(self) -> int:
        console, thread = self._console, self._thread
        console.idle = self._idle
        try:
            while True:
                for told in thread.take_before():
                    if isinstance(told, Noted):
                        console.say(told.text)
                    elif isinstance(told, StageReached) and isinstance(told.stage, Invited):
                        new, self._stage = self._stage is None, told.stage
                        if new:
                            self._say_invite()
                if thread.begun:
                    return play_on(console, self._profile, thread, self._game)
                if thread.gone:
                    return ended(console, thread)
                typed = console.next(self._takes)
                if typed is not None and typed.text:
                    self._heard(typed.text)
        except (KeyboardInterrupt, InputEnded, Quit):
            thread.stop()
            console.say(self.CLOSED)
            return INTERRUPTED

    def _takes(self, text: str) -> bool:
        """Whether a line is taken now: answers that a script has written ahead are for the match."""
        return self._console.interactive or not (text.casefold() == "pass" or numbers(text))

    def _idle(self) -> None:
        self._thread.tick()
        text = self._console.peek()
        if text is not None and not self._kept and not self._takes(text):
            self._kept = True
            self._console.say(f"{text}, and what follows it, is kept for the match.")

    def _heard(self, text: str) -> None:
        word = text.casefold()
        if word in ("quit", "exit"):
            if sure(self._console, self.SURE):
                raise Quit
            self._console.say(self.STAYS)
        elif word in ("invite", "line"):
            self._say_invite()
        else:
            self._console.say(self.HELP)

    def _say_invite(self) -> None:
        stage = self._stage
        if stage is not None:
            self._console.say("Give this invite to one other person:", stage.invite)
            self._console.say(f"This machine is at {stage.where}.", OPEN_PLAY)


class _Returning(_Waiting):
    """A match that goes on, until its other side is there."""

    SURE = "The match stays kept as it is. Stop looking for the other side?"
    STAYS = "The other side is looked for on."
    CLOSED = "The match is kept; tesser resume brings it back."
    HELP = (
        "Waiting for the other side. Type line to hear this side's address line again, theirs, end to end"
        " your own copy of the match, or quit."
    )

    def _heard(self, text: str) -> None:
        if text.casefold().lstrip("\"'").startswith("tesserr"):
            self._thread.send(LookFor(text))
        elif text.casefold() == "end":
            self._end()
        elif text.casefold() == "claim" and isinstance(self._stage, Awaited):
            if would_end(self._profile, self._stage.name) == "claimed":
                self._end()
            else:
                self._console.say("The other side's time is not up, so there is nothing to claim.")
        elif text.casefold() == "leave at one" and isinstance(self._stage, Awaited) and self._stage.second:
            gives_up = partial(left_at_one, self._profile, self._stage.name)
            self._give_up(leaving_at_one(True, False), "Leave it at one?", gives_up)
        else:
            super()._heard(text)

    def _end(self) -> None:
        """End this side's copy of the match, when asked once more."""
        console, stage = self._console, self._stage
        if not isinstance(stage, Awaited) or stage.apart:
            console.say(self.HELP if stage is None else "Your copy has ended already.")
        elif stage.over:
            second = "leave at one gives the second game up, " if stage.second else ""
            console.say(f"The match is finished, so there is nothing to end; {second}quit leaves.")
        else:
            how = ENDING[would_end(self._profile, stage.name)]
            self._give_up(how, "End it?", lambda: end_named(self._profile, stage.name)[1])

    def _give_up(self, comes_to: str, question: str, do: Callable[[], str]) -> None:
        """Do it, when asked once more, and leave with what is said then. Raises Quit."""
        if not sure(self._console, f"{comes_to} {question}"):
            self._console.say(self.STAYS)
            return
        self._thread.stop()
        try:
            self.CLOSED = do()
        except ArchiveError as error:
            self.CLOSED = str(error)
        raise Quit

    def _say_invite(self) -> None:
        stage = self._stage
        if isinstance(stage, Awaited):
            self._console.say(*stage.lines("type the other side's address line here"), stage.invite)
            if stage.second:
                self._console.say("If no second game is wanted any more, type leave at one.")


def join(console: Console, profile: Profile, plan: JoinPlan) -> int:
    """Ask for an invite if there is none, say the offer, ask for a deck, and play."""
    try:
        if plan.invite:
            thread = start_join(profile, plan.invite, console.wake, plan.save)
        else:
            thread = _by_invite(console, profile, plan.save)
    except BadInvite as error:
        console.say(str(error))
        return error.status
    try:
        return _Offer(console, profile, thread, plan).sit_down()
    finally:
        console.news = None
        thread.stop()


def _by_invite(console: Console, profile: Profile, save: Path | None) -> MatchWorker:
    """Ask for an invite until there is a whole one. It may come in several lines."""
    console.say("Paste the invite, one long word that starts with tesser1, then press Enter.")
    so_far = ""
    while True:
        line = typed_line(console)
        so_far = line if line.lstrip("\"'").casefold().startswith("tesser") else f"{so_far} {line}"
        try:
            read_invite(so_far)
        except BadInvite as error:
            if not console.more:
                console.say(str(error), "Paste it again, or the rest of it; or type quit.")
        else:
            return start_join(profile, so_far, console.wake, save)


class _Offer:
    """A table that was found, until this guest has sat down or left."""

    def __init__(self, console: Console, profile: Profile, thread: MatchWorker, plan: JoinPlan) -> None:
        self._console = console
        self._profile = profile
        self._thread = thread
        self._store = profile.deck_store()
        self._plan = plan
        self._game: AnyGame | None = None

    def sit_down(self) -> int:
        console, thread = self._console, self._thread
        console.idle = thread.tick
        console.say("Looking for the host.")
        try:
            while True:
                offer: Offered | None = None
                for told in thread.take_before():
                    if isinstance(told, Noted):
                        console.say(told.text)
                    elif isinstance(told, StageReached) and isinstance(told.stage, Offered):
                        offer = told.stage
                if thread.begun and self._game is not None:
                    return play_on(console, self._profile, thread, self._game)
                if thread.gone:
                    return ended(console, thread)
                if offer is not None:
                    self._answer(offer)
                    continue
                console.next(lambda text: False, ends=False)
        except Gone:
            return ended(console, thread)
        except (KeyboardInterrupt, InputEnded, Quit, Back) as leaving:
            if self._game is not None and not isinstance(leaving, KeyboardInterrupt):
                thread.reply(None)  # So that the host is told.
                until = time.monotonic() + GOODBYE_SECONDS
                while not thread.gone and time.monotonic() < until:
                    console.next(lambda text: False, ends=False)
            thread.stop()
            console.say("The input has ended. You left the table." if isinstance(leaving, InputEnded)
                        else "You left the table.")  # fmt: skip
            return INTERRUPTED

    def _answer(self, offer: Offered) -> None:
        console, game = self._console, find_game(offer.terms)
        assert game is not None  # or the thread would have refused the offer
        self._game = game
        console.say(*offer_lines(offer, game, whole=True), OPEN_PLAY)
        console.news = self._still_there
        sitters: dict[int, Sitter] = {}
        for seat, (player, name) in self._players(game, offer.seats).items():
            sitters[seat] = Sitter(player, self._deck(game, seat, offer.terms.format, player), name)
        console.news = None
        console.say("Sitting down.")
        self._thread.reply(sitters)

    def _players(self, game: AnyGame, seats: Sequence[int]) -> dict[int, tuple[str, str]]:
        """Who plays at these seats, and the names that were given: as it was said before, or as it is said
        now. Who gets one seat only plays there."""
        try:
            sitters = seat_all(game, seats, self._plan)
        except Rejected as error:
            self._console.say(str(error))
            sitters = {}
        if sitters and (self._plan.seats or self._plan.bot or len(seats) == 1):
            return {seat: (sitter.player, sitter.name) for seat, sitter in sitters.items()}
        players = dict.fromkeys(seats, PERSON)
        if len(seats) > 1:
            ask_players(self._console, game, players, (PERSON, *bots.names()[::-1]))
        persons = [seat for seat in seats if players[seat] == PERSON]
        names = {seat: ask_name(self._console, game.texts.seat_name(seat)) for seat in persons[1:]}
        return {seat: (players[seat], names.get(seat, "")) for seat in seats}

    def _deck(self, game: AnyGame, seat: int, format_name: str, player: str) -> Decklist | None:
        """The deck that was named, if it will do; else the one that is asked for."""
        group = game.deck_group(seat)
        if self._plan.deck is not None and group is not None:
            try:
                wanted = self._store.catalog.find(self._plan.deck)
            except DeckError as error:
                self._console.say(str(error))
            else:
                one = playable(wanted, game, group, find_format(game.name, format_name))
                if not one.wrong:
                    return wanted.decklist()
                self._console.say(one.wrong)
        whose = "you" if player == PERSON else game.texts.seat_name(seat)
        return ask_deck(self._console, self._store, game, seat, format_name, whose)

    def _still_there(self) -> None:
        if self._thread.gone:
            raise Gone


def ended(console: Console, thread: MatchWorker) -> int:
    """Say why no match came about; gives the exit status."""
    console.say(thread.reason or CLOSED)
    return thread.failure.status if thread.failure is not None else BAD_FILE
