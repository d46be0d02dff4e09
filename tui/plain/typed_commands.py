"""The commands of a match in plain mode: what may be typed besides an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from core.contract.clock import NO_CLOCK
from tui.plain import lookups, requests
from tui.plain.stops import pass_to, stops

if TYPE_CHECKING:
    from tui.plain.match import PlainMatch

Do: TypeAlias = "Callable[[PlainMatch, str], None]"


class Command(NamedTuple):
    """One command, as it was typed."""

    do: Do
    argument: str
    tells: bool
    """Whether it tells something and changes nothing, so that it answers when the match is over too."""
    asks: bool
    """Whether it is about the open question, so that there has to be one."""
    urgent: bool
    """Whether it goes before lines that wait for their question."""
    after: bool
    """Whether it is for when the match is over: a script's waits until then."""


def find(text: str) -> Command | None:
    """The command that a line is; None if it is none."""
    word, _, rest = (text, "", "") if text.casefold() in _COMMANDS else text.partition(" ")
    known = _COMMANDS.get(word.casefold())
    if known is None or (rest and not known.takes):
        return None
    if known.do is pass_to and rest.split(" ")[0].casefold() != "to":
        return None  # The answer `pass`, or a card whose name begins so.
    return Command(known.do, rest.strip(), known.tells, known.asks, known.urgent, known.after)


def _help(match: PlainMatch, argument: str) -> None:
    match.console.say("Answer a question by its number, or by part of what it says.")
    match.console.say(
        *(f"{known.usage}: {_about(match, known)}" for known in _TABLE if _of_use(match, known))
    )


def _about(match: PlainMatch, known: _Known) -> str:
    """What a command does, in the words of this game."""
    own: dict[Do, str] = {lookups.board: match.teller.about_board, lookups.score: match.teller.about_score}
    last = next((stop.name for stop in reversed(match.game.stops) if stop.phase), "")
    return own.get(known.do, known.about).replace("{phase}", last)


def _of_use(match: PlainMatch, known: _Known) -> bool:
    """Whether a command can do anything in this match."""
    if known.do is pass_to:
        return any(stop.phase for stop in match.game.stops)
    if known.do is stops:
        return bool(match.game.stops)
    if known.timed and (match.client.header is None or match.client.header.clock == NO_CLOCK):
        return False
    if known.do is requests.leave_at_one:
        return match.networked or match.series is not None
    return match.networked or not known.networked


def _back(match: PlainMatch, argument: str) -> None:
    asked = match.news.asked
    if asked is not None and asked.restart():
        match.news.repeat()
    else:
        match.console.say("You are at the start of this question already; undo takes back a choice.")


def _again(match: PlainMatch, argument: str) -> None:
    if match.news.asked is None:
        match.console.say("Nothing is asked of you now.")
    match.news.repeat()


def _short(match: PlainMatch, argument: str) -> None:
    match.console.short = not match.console.short
    if match.console.short:
        match.console.say("From now on a question leaves its choices out; Enter alone lists them.")
    else:
        match.console.say("From now on a question lists its choices.")


class _Known(NamedTuple):
    words: tuple[str, ...]
    usage: str
    about: str
    do: Do
    takes: bool = False
    """Whether something may follow the word."""
    tells: bool = False
    asks: bool = False
    urgent: bool = False
    after: bool = False
    """These four as in Command."""
    networked: bool = False
    """Whether it is of use only where somebody plays on another machine."""
    timed: bool = False
    """Whether it is of use only in a match with a clock."""


_TABLE = (
    _Known(("hand",), "hand", "your cards, and what each would do", lookups.hand, tells=True),
    _Known(("board",), "board", "all that lies open", lookups.board, tells=True),
    _Known(("score",), "score", "how the match stands", lookups.score, tells=True),
    _Known(
        ("why",),
        "why, why 2, why NAME",
        "about the question, a choice, a card",
        lookups.why,
        takes=True,
        tells=True,
        asks=True,
    ),
    _Known(
        ("card",), "card NAME", "what a card does, any card of the game", lookups.card, takes=True, tells=True
    ),
    _Known(
        ("log",),
        "log, log 50, log WORDS",
        "what has happened, or what of it has these words",
        lookups.log,
        takes=True,
        tells=True,
    ),
    _Known(("story",), "story", "what made the difference so far, turn by turn", lookups.story, tells=True),
    _Known(("discards",), "discards", "all discard piles", lookups.discards, tells=True),
    _Known(
        ("rules",),
        "rules, rules WORDS",
        "headings, or what is said of a word",
        lookups.rules,
        takes=True,
        tells=True,
    ),
    _Known(("lists",), "lists", "the decklists", lookups.lists, tells=True),
    _Known(
        ("match",),
        "match",
        "who plays, by which rules, and what the match is called",
        lookups.match,
        tells=True,
    ),
    _Known(("back",), "back", "to the start of a choice with several steps", _back, asks=True),
    _Known(
        ("undo",),
        "undo, undo 2",
        "take back your last choice, or so many; over a network asked for",
        requests.undo,
        takes=True,
    ),
    _Known(("again",), "again, or Enter alone", "the question once more", _again, asks=True),
    _Known(("short",), "short", "questions without their choices, or with them again", _short),
    _Known(("pass",), "pass to NAME", "pass until that phase, as: pass to {phase}", pass_to, takes=True),
    _Known(("stops",), "stops", "where you are asked, and how to change that", stops, takes=True),
    _Known(
        ("say",),
        "say TEXT",
        "say something to the other player",
        requests.say,
        takes=True,
        tells=True,
        urgent=True,
        networked=True,
    ),
    _Known(
        ("chat",),
        "chat off, chat on",
        "hear and say nothing, or again",
        requests.chat,
        takes=True,
        tells=True,
        networked=True,
    ),
    _Known(("draw",), "draw", "offer a draw", requests.draw, networked=True),
    _Known(
        ("agree",), "agree", "to what the other side asks for", requests.agree, urgent=True, networked=True
    ),
    _Known(
        ("decline",), "decline", "what the other side asks for", requests.decline, urgent=True, networked=True
    ),
    _Known(
        ("mute",),
        "mute, mute off",
        "decline take-backs unasked, or hear of them again",
        requests.mute,
        takes=True,
        urgent=True,
        networked=True,
    ),
    _Known(
        ("clock", "time"), "clock", "what is left of everybody's time", lookups.clock, tells=True, timed=True
    ),
    _Known(
        ("claim",), "claim", "the match, when somebody's time is up", requests.claim, urgent=True, timed=True
    ),
    _Known(
        ("give",), "give", "a minute to somebody whose time is up", requests.give, urgent=True, timed=True
    ),
    _Known(("go on",), "go on", "hear no more of a time that is up", requests.go_on, urgent=True, timed=True),
    _Known(
        ("rematch",),
        "rematch",
        "after the end: play again, each at the next seat; with somebody elsewhere it is asked for",
        requests.rematch,
        after=True,
    ),
    _Known(
        ("leave at one",),
        "leave at one",
        "after the first of two games: give up the second, for both, and leave",
        requests.leave_at_one,
        after=True,
    ),
    _Known(("concede",), "concede", "give the match up", requests.concede, urgent=True),
    _Known(
        ("end",),
        "end",
        "end your own copy of the match, as left, while the other side is not heard",
        requests.end,
        urgent=True,
        networked=True,
    ),
    _Known(("quit", "exit"), "quit", "leave; the match is kept for later", requests.leave, urgent=True),
    _Known(("help", "?"), "help", "this list", _help, tells=True),
)
_COMMANDS = {word: known for known in _TABLE for word in known.words}
