"""The commands of a match in plain mode: what may be typed besides an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec

from core.game import CardInfo
from core.guide import ITEM, QUESTION
from decks.report import contents
from tui.boards.telling import CardLine, spoken
from tui.matches.endings import conceding, leaving
from tui.matches.offers import changed_options, shared_said, shared_told
from tui.matches.sentences import having
from tui.plain.answers import Nothing, Unclear, fitting, several
from tui.plain.ask import sure
from tui.plain.news import told
from tui.plain.stopping import pass_to, stops
from tui.settings import CannotSave, load_settings, save_settings

if TYPE_CHECKING:
    from tui.plain.match import PlainMatch

LOG = 20
"""Sentences that `log` says when no number is given."""

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


def find(text: str) -> Command | None:
    """The command that a line is; None if it is none."""
    word, _, rest = text.partition(" ")
    known = _COMMANDS.get(word.casefold())
    if known is None or (rest and not known.takes):
        return None
    if known.do is pass_to and rest.split(" ")[0].casefold() != "to":
        return None  # The answer `pass`, or a card whose name begins so.
    return Command(known.do, rest.strip(), known.do in _TELLING, known.do in _ASKING, known.do in _URGENT)


def _help(match: PlainMatch, argument: str) -> None:
    match.console.say("Answer a question by its number, or by part of what it says.")
    match.console.say(
        *(f"{known.usage}: {_about(match, known)}" for known in _TABLE if _of_use(match, known))
    )


def _about(match: PlainMatch, known: _Known) -> str:
    """What a command does, in the words of this game."""
    own: dict[Do, str] = {_board: match.teller.about_board, _score: match.teller.about_score}
    last = next((stop.name for stop in reversed(match.game.stops) if stop.phase), "")
    return own.get(known.do, known.about).replace("{phase}", last)


def _of_use(match: PlainMatch, known: _Known) -> bool:
    """Whether a command can do anything in this match."""
    if known.do is pass_to:
        return any(stop.phase for stop in match.game.stops)
    if known.do is stops:
        return bool(match.game.stops)
    if known.do in (_say, _chat, _draw, _agree, _decline, _mute):
        return match.networked
    return True


def _hand(match: PlainMatch, argument: str) -> None:
    if not _seated(match):
        return
    asked, view, seat = match.asked, match.view, match.seat
    lines = match.teller.hand(view, seat)
    if not lines:
        match.console.say(match.teller.no_hand)
    # A card with several choices goes by the number of its first.
    numbers = {row.handle: row.number for row in reversed(asked.rows)} if asked is not None else {}
    for one in sorted(lines, key=lambda one: numbers.get(one.handle, 0)):
        number = f"{numbers[one.handle]}: " if one.handle in numbers else ""
        match.console.say(f"{number}{one.line.removesuffix('.')}.")


def _board(match: PlainMatch, argument: str) -> None:
    match.console.say(*match.teller.board(match.view, match.seat))


def _score(match: PlainMatch, argument: str) -> None:
    match.console.say(*match.teller.score(match.view, match.seat))


def _story(match: PlainMatch, argument: str) -> None:
    match.sent()
    match.thread.back.story(match.seat)


def _discards(match: PlainMatch, argument: str) -> None:
    match.console.say(*match.teller.discards(match.view, match.seat))


def _log(match: PlainMatch, argument: str) -> None:
    sentences = told(match.log.get(match.seat, []))
    if argument in ("0", "-1") or (argument[:1] == "-" and argument[1:].isdigit()):
        match.console.say("Type log, log and how many sentences, or log and words, as: log 50, log hope.")
    elif argument and not (argument.isascii() and argument.isdigit()):
        found = having(argument, sentences, str)
        match.console.say(*found or [f'Nothing in the log has the words "{argument[:60]}".'])
    else:
        match.console.say(*sentences[-int(argument or LOG) :] or ["Nothing has happened yet."])


def _why(match: PlainMatch, argument: str) -> None:
    asked = match.asked
    if not argument:
        guide = match.game.guide()
        topic = guide.topic(QUESTION + asked.decision.kind) if asked is not None else None
        match.console.say(*read_aloud(guide.lines(topic)) if topic is not None else ())
        match.console.say("Type why with a number or a name for more, as: why 2.")
        return
    refusal = f'No choice, no card of your hand and none in play fits "{argument[:60]}".'
    if asked is not None:
        try:
            match.console.say(*asked.all_about(argument))
            return
        except Nothing:
            pass
        except Unclear as error:
            match.console.say(str(error))
            return
    lines = [*match.teller.in_play(match.view, match.seat)]
    if match.seat >= 0 and asked is None:
        lines += match.teller.hand(match.view, match.seat)
    _of(match, argument, lines, refusal)


def _of(match: PlainMatch, name: str, lines: list[CardLine], refusal: str) -> None:
    """All about the one card among these that a name fits."""
    found = [lines[place] for place in fitting(name, [one.name for one in lines])]
    names = sorted({one.name for one in found})
    if len(names) > 1:
        match.console.say(several(name, names))
    elif not found:
        match.console.say(refusal)
    for one in found if len(names) == 1 else ():
        match.console.say(one.line.rstrip(".") + ".")


def _card(match: PlainMatch, argument: str) -> None:
    cards: tuple[CardInfo, ...] = match.game.cards
    if not argument:
        match.console.say(f"Type card and part of a name, as: card {cards[0].name.lower()}.")
        return
    found = fitting(argument, [card.name for card in cards])
    names = sorted({cards[place].name for place in found})
    if not found:
        match.console.say(f'No card fits "{argument[:60]}".')
    elif len(names) > 1:
        match.console.say(several(argument, names))
    guide = match.game.guide()
    for place in found if len(names) == 1 else ():
        topic = guide.topic(cards[place].id)
        match.console.say(
            *(read_aloud(guide.lines(topic)) if topic is not None else match.teller.card(place))
        )


def _rules(match: PlainMatch, argument: str) -> None:
    guide = match.game.guide()
    if not argument:
        match.console.say(*(topic.heading for topic in guide.of_kind("section")))
        match.console.say("Type rules and one of these, or any word, as: rules slots.")
        return
    lines = guide.told(argument)
    if lines is None:
        match.console.say(f'Nothing in the rules has the words "{argument[:60]}"; try fewer.')
    else:
        match.console.say(*read_aloud(lines))


def read_aloud(lines: Sequence[str]) -> list[str]:
    """Paragraphs of the guide as they are read aloud."""
    return [spoken(" ".join(line.removeprefix(ITEM).split())) for line in lines]


def _lists(match: PlainMatch, argument: str) -> None:
    header = match.header
    assert header is not None
    group = match.game.shared_group
    if group is not None:
        match.console.say(shared_said(match.game, header.shared), *shared_told(match.game, header.shared))
    for seat, deck in enumerate(header.decklists):
        if deck is None:
            continue
        own = seat == match.seat
        whose = "Your" if own else f"{match.who(seat)}'s"
        if header.lists == "open" or own or match.over:
            match.console.say(f"{whose} deck, {deck.name}, {sum(deck.cards.values())} cards, {deck.hash}:")
            match.console.say(*contents(match.game, match.game.deck_group(seat), deck.cards))
        else:
            match.console.say(f"{whose} deck stays secret until the match is over.")


def _match(match: PlainMatch, argument: str) -> None:
    header, picture = match.header, match.picture
    assert header is not None and picture is not None
    for number, seat in enumerate(header.seats):
        you = ", you" if number == match.seat else ""
        player = "a person" if seat.player == "person" else seat.player.removeprefix("bot:").split("@")[0]
        match.console.say(f"{match.who(number)}{you}: {player}.")
    match.console.say(changed_options(header.options, match.game))
    match.console.say(f"Entry {picture.n}, hash {picture.head[:4]}.")
    match.console.say(*match.where())


def _undo(match: PlainMatch, argument: str) -> None:
    if not _seated(match):
        return
    if argument and not (argument.isascii() and argument.isdigit() and 0 < int(argument) < 1000):
        match.console.say("Type undo, or undo and how many of your choices to take back, as: undo 2.")
        return
    match.sent()
    match.thread.take_back(match.seat, int(argument) if argument else None)


def _back(match: PlainMatch, argument: str) -> None:
    if match.asked is not None and match.asked.restart():
        match.repeat()
    else:
        match.console.say("You are at the start of this question already; undo takes back a choice.")


def _again(match: PlainMatch, argument: str) -> None:
    if match.asked is None:
        match.console.say("Nothing is asked of you now.")
    match.repeat()


def _short(match: PlainMatch, argument: str) -> None:
    match.console.short = not match.console.short
    if match.console.short:
        match.console.say("From now on a question leaves its choices out; Enter alone lists them.")
    else:
        match.console.say("From now on a question lists its choices.")


def _say(match: PlainMatch, argument: str) -> None:
    if not argument:
        match.console.say("Type say and what the other player is to hear, as: say good luck.")
    elif match.over:
        match.console.say("The match is over, and nobody hears you any more.")
    else:
        match.thread.say(argument)


def _chat(match: PlainMatch, argument: str) -> None:
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


def _draw(match: PlainMatch, argument: str) -> None:
    if not _seated(match):
        return
    if not match.networked:
        match.console.say("A draw is offered to somebody on another machine.")
        return
    match.sent()
    match.thread.place(match.seat, "draw")


def _agree(match: PlainMatch, argument: str) -> None:
    _answer(match, yes=True)


def _decline(match: PlainMatch, argument: str) -> None:
    _answer(match, yes=False)


def _mute(match: PlainMatch, argument: str) -> None:
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


def _concede(match: PlainMatch, argument: str) -> None:
    if not _seated(match):
        return
    assert match.header is not None
    if sure(match.console, f"{conceding(len(match.header.seats), match.seat, match.who)} Concede?"):
        match.sent()
        match.thread.place(match.seat, "concede")
    else:
        match.console.say("The match goes on.")


def leave(match: PlainMatch, argument: str) -> None:
    """Leave the match, when asked once more."""
    from tui.plain.match import Left

    if sure(match.console, f"{leaving(match.thread.networked)} Quit?"):
        raise Left
    match.console.say("The match goes on.")


def _seated(match: PlainMatch) -> bool:
    if match.seat < 0:
        match.console.say("You have no seat in this match.")
    return match.seat >= 0


class _Known(NamedTuple):
    words: tuple[str, ...]
    usage: str
    about: str
    do: Do
    takes: bool = False
    """Whether something may follow the word."""


_TABLE = (
    _Known(("hand",), "hand", "your cards, and what each would do", _hand),
    _Known(("board",), "board", "all that lies open", _board),
    _Known(("score",), "score", "how the match stands", _score),
    _Known(("why",), "why, why 2, why NAME", "about the question, a choice, a card", _why, True),
    _Known(("card",), "card NAME", "what a card does, any card of the game", _card, True),
    _Known(
        ("log",),
        "log, log 50, log WORDS",
        "what has happened, or what of it has these words",
        _log,
        True,
    ),
    _Known(("story",), "story", "what made the difference so far, turn by turn", _story),
    _Known(("discards",), "discards", "all discard piles", _discards),
    _Known(("rules",), "rules, rules WORDS", "headings, or what is said of a word", _rules, True),
    _Known(("lists",), "lists", "the decklists", _lists),
    _Known(("match",), "match", "who plays, by which rules, and what the match is called", _match),
    _Known(("back",), "back", "to the start of a choice with several steps", _back),
    _Known(
        ("undo",),
        "undo, undo 2",
        "take back your last choice, or so many; over a network asked for",
        _undo,
        True,
    ),
    _Known(("again",), "again, or Enter alone", "the question once more", _again),
    _Known(("short",), "short", "questions without their choices, or with them again", _short),
    _Known(("pass",), "pass to NAME", "pass until that phase, as: pass to {phase}", pass_to, True),
    _Known(("stops",), "stops", "where you are asked, and how to change that", stops, True),
    _Known(("say",), "say TEXT", "say something to the other player", _say, True),
    _Known(("chat",), "chat off, chat on", "hear and say nothing, or again", _chat, True),
    _Known(("draw",), "draw", "offer a draw", _draw),
    _Known(("agree",), "agree", "to what the other side asks for", _agree),
    _Known(("decline",), "decline", "what the other side asks for", _decline),
    _Known(("mute",), "mute", "decline this take-back, and all others unasked", _mute),
    _Known(("concede",), "concede", "give the match up", _concede),
    _Known(("quit", "exit"), "quit", "leave; the match is kept for later", leave),
    _Known(("help", "?"), "help", "this list", _help),
)
_COMMANDS = {word: known for known in _TABLE for word in known.words}
_TELLING = (
    _help,
    _hand,
    _board,
    _score,
    _story,
    _discards,
    _log,
    _why,
    _card,
    _rules,
    _lists,
    _match,
    _say,
    _chat,
)
_ASKING = (_why, _back, _again)
_URGENT = (_say, _agree, _decline, _mute, _concede, leave)
