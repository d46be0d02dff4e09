"""The log of a match: what each entry did, in sentences for one reader, and those in fewer."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from typing import Any, TypeVar, assert_never

import msgspec

from core.contract.event import Event
from core.contract.game import AnyGame
from core.contract.header import Header
from core.contract.outcome import Ending
from core.engine.entry import Entry, Undo, read_table_act
from core.engine.match import Match, course
from core.engine.notation import read_choice
from decks.names import fold
from tui.match.player_names import called, named

T = TypeVar("T")

SAID = -2
NOTED = -1
UNASKED = "Unasked,"
"""Begins what was answered for the reader."""


class LogLine(msgspec.Struct, frozen=True):
    """One sentence of the log, for one reader."""

    n: int
    """The entry that brought it; SAID for a line of the chat, and NOTED for another note."""
    text: str
    level: int = 0
    """1 and 2 for headings, as `Game.heading` has them."""
    who: str = ""
    """The player's name with which it begins, if it does; it may have several words."""


def merged(lines: Sequence[LogLine]) -> list[str]:
    """The sentences, neighbours that begin alike put together: `You draw Hope, Noah.` What was said, and
    notes, are not the game's sentences, and stay as they are."""
    return [line.text for line in folded(lines)]


def folded(lines: Sequence[LogLine]) -> list[LogLine]:
    """The same with the entry of the last of each."""
    groups: list[list[LogLine]] = []
    words: list[list[str]] = []
    for line in lines:
        before, now = words[-1] if words else [], _words(line)
        words.append(now)
        same_pass = before == now and now[0] == UNASKED
        of_game = line.n >= 0 and bool(groups) and groups[-1][-1].n >= 0
        if of_game and not line.level and len(now) > 2 and before[:2] == now[:2] and not same_pass:
            groups[-1].append(line)
        else:
            groups.append([line])
    return [
        group[0]
        if len(group) == 1
        else msgspec.structs.replace(group[-1], text=_joined([_words(line) for line in group]))
        for group in groups
    ]


_WORD = re.compile(r"Seat \d+\S*|\S+")


def _words(line: LogLine) -> list[str]:
    """The words of a sentence; the name it begins with, and a seat called by its number, are one word."""
    if not line.who:
        return _WORD.findall(line.text)
    first, *rest = _WORD.findall(line.text.removeprefix(line.who)) or [""]
    glued = not line.text.removeprefix(line.who).startswith(" ")
    return [line.who + first, *rest] if glued else [line.who, first, *rest]


def _joined(group: list[list[str]]) -> str:
    """One sentence of several that begin alike; what they all end with is said once."""
    middles = [words[2:] for words in group]
    end = 0
    # What is in parentheses belongs to the one it follows.
    while (
        all(len(words) > end + 1 for words in middles)
        and len({words[-1 - end] for words in middles}) == 1
        and not middles[0][-1 - end].rstrip(".").endswith(")")
    ):
        end += 1
    while end and not middles[0][-end][:1].islower():
        end -= 1  # The end of a name belongs to it.
    tail = middles[0][len(middles[0]) - end :]
    if not tail:
        middles = [[*words[:-1], _without_stop(words[-1])] for words in middles]
    said = ", ".join(" ".join(words[: len(words) - end]) for words in middles)
    if tail:
        return " ".join([*group[0][:2], said, *tail])
    return " ".join([*group[0][:2], said]) + ("" if said.endswith((".", "?", "!")) else ".")


def _without_stop(word: str) -> str:
    """A word without the full stop behind it; an ellipsis is part of a name."""
    return word if word.endswith("...") else word.removesuffix(".")


def having(words: str, things: Sequence[T], text: Callable[[T], str]) -> list[T]:
    """Those whose text has all these words, or their beginnings; all of them without any."""
    wanted = fold(words).split()
    return [one for one in things if all(f" {word}" in f" {fold(text(one))}" for word in wanted)]


def event_lines(
    game: AnyGame, n: int, events: Sequence[Event], view: Any, before: Any = None, names: Sequence[str] = ()
) -> list[LogLine]:
    """Events of entry n in words, for the reader of this view; with its view before, comments too. `names`
    are the players', by seat: where seats have no roles they are called by them."""
    lines = []
    for event in events:
        sentence = game.texts.tell(event, view)
        if sentence:
            lines.append(_named(game, names, LogLine(n, sentence, game.texts.heading(event))))
        if before is not None:
            lines += [
                _named(game, names, LogLine(n, comment)) for comment in game.texts.comment(event, before)
            ]
    return lines


def _named(game: AnyGame, names: Sequence[str], line: LogLine) -> LogLine:
    text = named(game, names, line.text)
    if text == line.text:
        return line
    first = _WORD.match(line.text)
    seat = first[0].rstrip("'s.,:") if first is not None and first[0].startswith("Seat ") else ""
    return msgspec.structs.replace(line, text=text, who=named(game, names, seat))


def names_of(header: Header) -> tuple[str, ...]:
    """The players' names, by seat, safe to show."""
    return tuple(seat.shown for seat in header.seats)


def event_sentences(
    game: AnyGame, events: Sequence[Event], view: Any, names: Sequence[str] = ()
) -> list[str]:
    """The sentences of `event_lines`."""
    return [line.text for line in event_lines(game, 0, events, view, None, names)]


def entry_lines(
    match: Match,
    n: int,
    entry: Entry,
    events: Sequence[Event],
    view: Any,
    before: Any = None,
    reader: int = -1,
) -> list[LogLine]:
    """Entry n in words, for the reader of this view; `events` are what it did, and with the reader's view
    before it what made it so is said too. `reader` is its seat, -1 without one."""
    act = read_table_act(entry.text)
    if act is None:
        return event_lines(match.game, n, events, view, before, names_of(match.header))
    game = match.game
    # Where a seat has a role, all the log calls it by that.
    name = game.texts.seat_name(entry.by) if game.roles else called(game, names_of(match.header), entry.by)
    match act:
        case Undo(to, marked):
            said = _taken_back(match, n, entry.by, to, view if entry.by == reader else None)
            said = f"Taken back: {said}" if entry.by == reader else f"{name} takes back {said}"
            said += " (marked)." if marked else "."
        case Ending.CONCEDE:
            said = f"{name} concedes."
        case Ending.FORFEIT:
            said = f"{name} claims the match on time."
        case Ending.DRAW:
            said = "The match is a draw."
        case Ending.LEFT:
            said = f"{name} ends the match on this side alone: the other side has left."
        case Ending.CLAIMED:
            said = f"{name} claims the match: the other side's time is up."
        case never:
            assert_never(never)
    return [LogLine(n, said)]


def _taken_back(match: Match, n: int, by: int, target: int, view: Any | None) -> str:
    """What this seat took back with entry n, to after entry `target`, in words; `view` is its own since then,
    None for another reader, who has no business with what it may have been."""
    entries = match.entries
    still = set(course(entries[:target]))
    gone = [one for one in course(entries[: n - 1]) if one not in still and entries[one - 1].by == by]
    if view is None or not gone or min(gone) != target + 1:
        return "a choice" if len(gone) < 2 else f"{len(gone)} choices"
    first = match.game.texts.say(read_choice(entries[target].text, match.game), view)
    first = named(match.game, names_of(match.header), first)
    return first if len(gone) < 2 else f"{len(gone)} choices, from {first} on"


def told_lines(
    match: Match,
    n: int,
    entry: Entry,
    events: Sequence[Event],
    view: Any,
    before: Any,
    reader: int,
    automatic: Container[int],
) -> list[LogLine]:
    """The same as `reader` is told it whose own some entries are that were made for it: those in `automatic`.
    What such a one answers is said too, since nobody was asked, and that it came unasked."""
    lines = entry_lines(match, n, entry, events, view, before, reader)
    if entry.by != reader or n not in automatic:
        return lines
    decision = match.game.decision(before)
    said = match.game.texts.answered(decision, before) if decision is not None else ""
    said = named(match.game, names_of(match.header), said)
    return [*([LogLine(n, said)] if said else []), *_unasked(lines)]


def _unasked(lines: Sequence[LogLine]) -> list[LogLine]:
    """What an automatic answer did, told to whom it was made for: the first line says that it was."""
    return [
        msgspec.structs.replace(line, text=f"{UNASKED} you {line.text.removeprefix('You ')}")
        if not place and line.text.startswith("You ")
        else line
        for place, line in enumerate(lines)
    ]


def entry_sentences(
    match: Match, entry: Entry, events: Sequence[Event], view: Any, before: Any = None
) -> list[str]:
    """The sentences of `entry_lines`."""
    return [line.text for line in entry_lines(match, 0, entry, events, view, before)]


def seen_before(n: int, lines: Sequence[LogLine]) -> int:
    """How many of the log's lines, the oldest first, a reader whose last choice was entry n has seen."""
    return next((place for place, line in enumerate(lines) if line.n >= max(n, 0)), len(lines)) if n else 0


def what_happened(choice: int) -> str:
    """What is said above the news for somebody who comes back to a match; `choice` is the entry of the last
    choice made there, 0 for none."""
    since = "since your last choice" if choice else "so far"
    return f"The match goes on. What happened {since}:"
