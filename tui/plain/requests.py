"""What one asks of a match in plain mode, and of who else is in it: take-backs, a draw, chat, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tui.matches.endings import ENDING_ALONE, conceding, leaving
from tui.matches.presence import gone
from tui.plain.ask import sure
from tui.settings import CannotSave, load_settings, save_settings

if TYPE_CHECKING:
    from tui.plain.match import PlainMatch


class Left(Exception):
    """The person leaves the match."""


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
    elif match.over:
        match.console.say("The match is over, and nobody hears you any more.")
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
    _answer(match, yes=True)


def decline(match: PlainMatch, argument: str) -> None:
    """Decline what the other side asks for."""
    _answer(match, yes=False)


def mute(match: PlainMatch, argument: str) -> None:
    """Decline this take-back and all others."""
    if match.wish is None or not match.wish.take_back:
        match.console.say("Type mute when a take-back is asked for: it declines that one and all others.")
    else:
        _answer(match, yes=False, mute=True)


def _answer(match: PlainMatch, *, yes: bool, mute: bool = False) -> None:
    if match.wish is None:
        match.console.say("Nobody asks for anything now.")
        return
    match.answered, match.wish = match.wish.number, None
    match.thread.agree(match.answered, yes, mute=mute)
    further = " Further take-backs are declined unasked." if mute else ""
    match.console.say(f"You agree.{further}" if yes else f"You decline.{further}")


def claim(match: PlainMatch, argument: str) -> None:
    """Claim the match, since somebody's time is up, when asked once more."""
    up = match.up
    if up is None:
        match.console.say("Nobody's time is up, so there is nothing to claim.")
    elif sure(match.console, f"The match ends at once, and {match.who(up.seat)} comes last. Claim it?"):
        match.sent()
        match.thread.claim(up.by)
    else:
        match.console.say("The match goes on.")


def give(match: PlainMatch, argument: str) -> None:
    """Give somebody whose time is up a minute more."""
    if match.up is None:
        match.console.say("Nobody's time is up; a minute is given when it is.")
    else:
        match.thread.give_time(match.up.seat)


def go_on(match: PlainMatch, argument: str) -> None:
    """Hear no more of somebody's time being up, for this decision."""
    if match.up is None:
        match.console.say("Nobody's time is up.")
    else:
        match.thread.let_go_on(match.up.seat)
        match.console.say("The match goes on; you hear no more of it for this decision.")


def concede(match: PlainMatch, argument: str) -> None:
    """Give the match up, when asked once more."""
    if not match.seated():
        return
    assert match.header is not None
    if sure(match.console, f"{conceding(len(match.header.seats), match.seat, match.who)} Concede?"):
        match.sent()
        match.thread.place(match.seat, "concede")
    else:
        match.console.say("The match goes on.")


def end(match: PlainMatch, argument: str) -> None:
    """End this side's copy of the match, as left, when asked once more."""
    if not match.seated():
        return
    if not gone(match.link):
        match.console.say("The other side is there: concede, or offer a draw.")
    elif sure(match.console, f"{ENDING_ALONE} End it?"):
        match.sent()
        match.thread.end_apart(match.seat, "left")
    else:
        match.console.say("The match goes on when the other side is back.")


def leave(match: PlainMatch, argument: str) -> None:
    """Leave the match, when asked once more."""
    if sure(match.console, f"{leaving(match.thread.networked)} Quit?"):
        raise Left
    match.console.say("The match goes on.")
