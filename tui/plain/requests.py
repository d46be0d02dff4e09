"""What one asks of a match in plain mode, and of who else is in it: take-backs, a draw, chat, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from net.lockstep.chat import NOBODY_HEARS
from tui.match.commands import (
    AskRematch,
    Claim,
    Concede,
    EndAlone,
    GiveTime,
    LetGoOn,
    Mute,
    OfferDraw,
    RefuseRematch,
    Say,
    SetChat,
    TakeBack,
)
from tui.match.end_texts import ENDING, ENDING_CLAIMED, conceding, leaving, leaving_at_one
from tui.match.one_sided_end import give_up_second
from tui.match.request_texts import CONCEDED
from tui.plain.ask import Back, MenuItem, Quit, pick, sure
from tui.settings import CannotSave, load_settings, save_settings

if TYPE_CHECKING:
    from core.contract.header import Header
    from tui.match.rematch import Company
    from tui.plain.match import PlainMatch


class Left(Exception):
    """The person leaves the match."""


class _Past(Exception):
    """What is being asked about is over."""


def undo(match: PlainMatch, argument: str) -> None:
    """Take back the last choice, or so many."""
    if not match.seated():
        return
    if argument and not (argument.isascii() and argument.isdigit() and 0 < int(argument) < 1000):
        match.console.say("Type undo, or undo and how many of your choices to take back, as: undo 2.")
        return
    match.client.send(TakeBack(match.client.seat, int(argument) if argument else None))


def say(match: PlainMatch, argument: str) -> None:
    """Say a line to the player at another machine."""
    if not argument:
        match.console.say("Type say and what the other player is to hear, as: say good luck.")
    elif match.client.over and (not match.networked or match.thread.gone):
        match.console.say(NOBODY_HEARS)
    else:
        match.client.send(Say(argument))


def chat(match: PlainMatch, argument: str) -> None:
    """Turn the chat on or off, here and for later matches."""
    settings = load_settings(match.profile)
    word = argument.casefold()
    if word in ("on", "off"):
        settings = msgspec.structs.replace(settings, chat=word == "on")
        match.client.send(SetChat(settings.chat))
        try:
            save_settings(match.profile, settings)
        except CannotSave as error:
            match.console.say(f"It holds for this match only. {error}")
    now = "on" if settings.chat else "off: nothing is said, and nothing heard"
    match.console.say(f"Your chat is {now}. Type chat on, or chat off.")


def draw(match: PlainMatch, argument: str) -> None:
    """Offer a draw."""
    if not match.seated():
        return
    if not match.networked:
        match.console.say("A draw is offered to somebody on another machine.")
        return
    match.client.send(OfferDraw(match.client.seat))


def agree(match: PlainMatch, argument: str) -> None:
    """Agree to what the other side asks for."""
    if match.client.over and match.client.company is not None and match.client.company.theirs:
        rematch(match, "")
        return
    _answer(match, yes=True)


def decline(match: PlainMatch, argument: str) -> None:
    """Decline what the other side asks for; or, after the end, take back what was asked for here."""
    company = match.client.company
    if match.client.over and company is not None and company.there and (company.mine or company.theirs):
        match.client.send(RefuseRematch())
        return
    _answer(match, yes=False)


def mute(match: PlainMatch, argument: str) -> None:
    """Decline this take-back and all others, or hear of them again."""
    word = argument.casefold()
    if word == "off":
        match.client.send(Mute(False))
        match.console.say("You are asked about take-backs again.")
    elif word not in ("", "on"):
        match.console.say("Type mute to decline take-backs unasked, mute off to be asked about them again.")
    elif match.client.request is not None and match.client.request.take_back:
        _answer(match, yes=False, mute=True)
    else:
        match.client.send(Mute(True))
        match.console.say("Take-backs are declined unasked from now on; mute off ends that.")


def _answer(match: PlainMatch, *, yes: bool, mute: bool = False) -> None:
    if match.client.request is None:
        match.console.say("Nobody asks for anything now.")
        return
    match.client.answer_request(yes, mute=mute)
    further = " Further take-backs are declined unasked; mute off ends that." if mute else ""
    match.console.say(f"You agree.{further}" if yes else f"You decline.{further}")


def claim(match: PlainMatch, argument: str) -> None:
    """Claim the match, since somebody's time is up, when asked once more."""
    up = match.client.up
    if up is None:
        own = "Your own time is up, so it is not for you to claim the match."
        _not_up(match, "Nobody's time is up, so there is nothing to claim.", own)
        return
    ends = f"The match ends at once, and {match.client.who(up.seat)} comes last."

    def still() -> None:
        clock = match.thread.clocks.get(up.seat)
        if clock is None or not clock.up:
            raise _Past

    match.console.news = still
    try:
        claims = sure(match.console, f"{ENDING_CLAIMED if not match.client.heard else ends} Claim it?")
    except _Past:
        match.console.say(
            f"{match.client.who(up.seat)} has gone on meanwhile: there is nothing to claim any more."
        )
        return
    finally:
        match.console.news = None
    if claims:
        match.client.send(Claim(up.by))
    else:
        match.console.say("The match goes on.")


def give(match: PlainMatch, argument: str) -> None:
    """Give somebody whose time is up a minute more."""
    if match.client.up is None:
        own = "Your own time is up, and only another player could give you a minute."
        _not_up(match, "Nobody's time is up; a minute is given when it is.", own)
    else:
        match.client.send(GiveTime(match.client.up.seat))


def go_on(match: PlainMatch, argument: str) -> None:
    """Hear no more of somebody's time being up, for this decision."""
    if match.client.up is None:
        own = "Your own time is up, and nothing ends by itself: go on by choosing."
        _not_up(match, "Nobody's time is up.", own)
    else:
        match.client.send(LetGoOn(match.client.up.seat))
        match.console.say(
            "The match goes on; you hear no more of it for this decision. Claim and give still do."
        )


def _not_up(match: PlainMatch, said: str, own: str) -> None:
    """Say that no time is up of which this player may dispose; `own` where it is the player's own."""
    clock = match.thread.clocks.get(match.client.seat)
    match.console.say(own if clock is not None and clock.up else said)


def rematch(match: PlainMatch, argument: str) -> None:
    """Play again: at once on this machine, with somebody elsewhere when both want to."""
    company = match.client.company
    if not match.client.over or match.client.header is None:
        match.console.say("There is a rematch when the match is over.")
    elif not match.networked:
        match.again = True
    elif company is None:
        match.console.say("Nobody is there any more to play again with.")
    elif not company.there:
        match.console.say(f"There is no {company.next} now: {company.said}")
    elif company.mine:
        match.console.say(f"You have asked for a {company.next} already; decline takes it back.")
    else:
        _ask_again(match, match.client.header, company)


def _ask_again(match: PlainMatch, header: Header, company: Company) -> None:
    """Ask for the next match, with decks that are chosen where there are several."""
    from tui.match.rematch import decks_to_choose, given_decks

    decks = given_decks(header, company)
    for seat, found, usual in decks_to_choose(match.profile, match.game, header, company):
        name = match.game.texts.seat_name(seat)
        if not found:
            match.console.say(
                f"You have no deck for {name} that is legal here, so there is no {company.next}."
            )
            return
        items = [MenuItem(f"{deck.name}, {deck.size} cards", deck.about) for deck in found]
        question = f"Which deck do you play {name} with?"
        try:
            at = pick(match.console, question, items, usual) if len(found) > 1 else 0
        except (Back, Quit):
            match.console.say("Nothing was asked.")
            return
        decks[seat] = found[at].decklist()
    match.client.send(AskRematch(decks))


def leave_at_one(match: PlainMatch, argument: str) -> None:
    """Give up the second game of two, when asked once more, and leave."""
    company = match.client.company
    there = company is not None and company.hears
    if not match.client.over or not match.second:
        match.console.say("That is for when the first of two games is over, and the second has not begun.")
    elif sure(match.console, f"{leaving_at_one(match.networked, there)} Leave it at one?"):
        match.at_one = True
        match.console.say(give_up_second(match.profile, match.thread))
    else:
        match.console.say("The second game can still be played.")


def concede(match: PlainMatch, argument: str) -> None:
    """Give the match up, when asked once more."""
    if not match.seated():
        return
    assert match.client.header is not None
    if match.client.seat in match.client.conceded:
        match.console.say(CONCEDED)
        return
    if sure(
        match.console,
        f"{conceding(len(match.client.header.seats), match.client.seat, match.client.who)} Concede?",
    ):
        match.client.send(Concede(match.client.seat))
    else:
        match.console.say("The match goes on.")


def end(match: PlainMatch, argument: str) -> None:
    """End this side's copy of the match, when asked once more: as claimed where the other side's time is up,
    else as left."""
    how = match.client.ends_as
    if not match.seated():
        return
    if match.client.heard:
        match.console.say("The other side is there: concede, or offer a draw.")
    elif sure(match.console, f"{ENDING[how]} End it?"):
        match.client.send(EndAlone(match.client.seat, how))
    else:
        match.console.say("The match goes on when the other side is back.")


def leave(match: PlainMatch, argument: str) -> None:
    """Leave the match, when asked once more."""
    if sure(match.console, f"{leaving(match.thread.networked, match.client.heard)} Quit?"):
        raise Left
    match.console.say("The match goes on.")
