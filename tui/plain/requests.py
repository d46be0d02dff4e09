"""What one asks of a match in plain mode, and of who else is in it: take-backs, a draw, chat, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from net.lockstep.chat import NOBODY_HEARS
from tui.match.end_texts import ENDING, ENDING_CLAIMED, conceding, leaving, leaving_at_one
from tui.match.one_sided_end import give_up_second
from tui.match.presence import ends_as, gone
from tui.match.request_texts import CONCEDED
from tui.plain.ask import Back, Item, Quit, pick, sure
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
    match.sent()
    match.thread.take_back(match.seat, int(argument) if argument else None)


def say(match: PlainMatch, argument: str) -> None:
    """Say a line to the player at another machine."""
    if not argument:
        match.console.say("Type say and what the other player is to hear, as: say good luck.")
    elif match.over and (not match.networked or match.thread.gone):
        match.console.say(NOBODY_HEARS)
    else:
        match.thread.say(argument)


def chat(match: PlainMatch, argument: str) -> None:
    """Turn the chat on or off, here and for later matches."""
    settings = load_settings(match.profile)
    word = argument.casefold()
    if word in ("on", "off"):
        settings = msgspec.structs.replace(settings, chat=word == "on")
        match.thread.set_chat(settings.chat)
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
    match.sent()
    match.thread.place(match.seat, "draw")


def agree(match: PlainMatch, argument: str) -> None:
    """Agree to what the other side asks for."""
    if match.over and match.last_company is not None and match.last_company.theirs:
        rematch(match, "")
        return
    _answer(match, yes=True)


def decline(match: PlainMatch, argument: str) -> None:
    """Decline what the other side asks for; or, after the end, take back what was asked for here."""
    company = match.last_company
    if match.over and company is not None and company.there and (company.mine or company.theirs):
        match.thread.play_no_more()
        return
    _answer(match, yes=False)


def mute(match: PlainMatch, argument: str) -> None:
    """Decline this take-back and all others, or hear of them again."""
    word = argument.casefold()
    if word == "off":
        match.thread.mute(False)
        match.console.say("You are asked about take-backs again.")
    elif word not in ("", "on"):
        match.console.say("Type mute to decline take-backs unasked, mute off to be asked about them again.")
    elif match.wish is not None and match.wish.take_back:
        _answer(match, yes=False, mute=True)
    else:
        match.thread.mute(True)
        match.console.say("Take-backs are declined unasked from now on; mute off ends that.")


def _answer(match: PlainMatch, *, yes: bool, mute: bool = False) -> None:
    if match.wish is None:
        match.console.say("Nobody asks for anything now.")
        return
    match.answered, match.wish = match.wish.number, None
    match.thread.agree(match.answered, yes, mute=mute)
    further = " Further take-backs are declined unasked; mute off ends that." if mute else ""
    match.console.say(f"You agree.{further}" if yes else f"You decline.{further}")


def claim(match: PlainMatch, argument: str) -> None:
    """Claim the match, since somebody's time is up, when asked once more."""
    up = match.up
    if up is None:
        own = "Your own time is up, so it is not for you to claim the match."
        _not_up(match, "Nobody's time is up, so there is nothing to claim.", own)
        return
    ends = f"The match ends at once, and {match.who(up.seat)} comes last."

    def still() -> None:
        clock = match.thread.clocks.get(up.seat)
        if clock is None or not clock.up:
            raise _Past

    match.console.news = still
    try:
        claims = sure(match.console, f"{ENDING_CLAIMED if gone(match.link) else ends} Claim it?")
    except _Past:
        match.console.say(f"{match.who(up.seat)} has gone on meanwhile: there is nothing to claim any more.")
        return
    finally:
        match.console.news = None
    if claims:
        match.sent()
        match.thread.claim(up.by)
    else:
        match.console.say("The match goes on.")


def give(match: PlainMatch, argument: str) -> None:
    """Give somebody whose time is up a minute more."""
    if match.up is None:
        own = "Your own time is up, and only another player could give you a minute."
        _not_up(match, "Nobody's time is up; a minute is given when it is.", own)
    else:
        match.thread.give_time(match.up.seat)


def go_on(match: PlainMatch, argument: str) -> None:
    """Hear no more of somebody's time being up, for this decision."""
    if match.up is None:
        own = "Your own time is up, and nothing ends by itself: go on by choosing."
        _not_up(match, "Nobody's time is up.", own)
    else:
        match.thread.let_go_on(match.up.seat)
        match.console.say(
            "The match goes on; you hear no more of it for this decision. Claim and give still do."
        )


def _not_up(match: PlainMatch, said: str, own: str) -> None:
    """Say that no time is up of which this player may dispose; `own` where it is the player's own."""
    clock = match.thread.clocks.get(match.seat)
    match.console.say(own if clock is not None and clock.up else said)


def rematch(match: PlainMatch, argument: str) -> None:
    """Play again: at once on this machine, with somebody elsewhere when both want to."""
    company = match.last_company
    if not match.over or match.header is None:
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
        _ask_again(match, match.header, company)


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
        items = [Item(f"{deck.name}, {deck.size} cards", deck.about) for deck in found]
        question = f"Which deck do you play {name} with?"
        try:
            at = pick(match.console, question, items, usual) if len(found) > 1 else 0
        except (Back, Quit):
            match.console.say("Nothing was asked.")
            return
        decks[seat] = found[at].decklist()
    match.thread.play_again(decks)


def leave_at_one(match: PlainMatch, argument: str) -> None:
    """Give up the second game of two, when asked once more, and leave."""
    company = match.last_company
    there = company is not None and company.hears
    if not match.over or not match.second:
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
    assert match.header is not None
    if match.thread.conceding(match.seat):
        match.console.say(CONCEDED)
        return
    if sure(match.console, f"{conceding(len(match.header.seats), match.seat, match.who)} Concede?"):
        match.sent()
        match.thread.place(match.seat, "concede")
    else:
        match.console.say("The match goes on.")


def end(match: PlainMatch, argument: str) -> None:
    """End this side's copy of the match, when asked once more: as claimed where the other side's time is up,
    else as left."""
    how = ends_as(match.header, match.up, match.seat)
    if not match.seated():
        return
    if not gone(match.link):
        match.console.say("The other side is there: concede, or offer a draw.")
    elif sure(match.console, f"{ENDING[how]} End it?"):
        match.sent()
        match.thread.end_apart(match.seat, how)
    else:
        match.console.say("The match goes on when the other side is back.")


def leave(match: PlainMatch, argument: str) -> None:
    """Leave the match, when asked once more."""
    if sure(match.console, f"{leaving(match.thread.networked, not gone(match.link))} Quit?"):
        raise Left
    match.console.say("The match goes on.")
