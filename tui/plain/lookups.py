"""What a match in plain mode tells when it is asked: cards, zones, scores, the log, the rules, the lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.contract.card_info import CardInfo
from core.contract.clock import clock_said
from core.contract.guide import ITEM, QUESTION
from decks.report import contents
from tui.boards.spoken import CardLine, spoken
from tui.match.entry_texts import NOTED, having
from tui.match.match_clock import clocks_told
from tui.match.offers import changed_options, shared_said, shared_told
from tui.plain.answers import Nothing, Unclear, fitting, several
from tui.plain.match_news import told

if TYPE_CHECKING:
    from tui.plain.match import PlainMatch

LOG = 20
"""Sentences that `log` says when no number is given."""


def hand(match: PlainMatch, argument: str) -> None:
    """The reader's cards, with the numbers of what may be done with them."""
    if not match.seated():
        return
    asked, view, seat = match.news.asked, match.client.view, match.client.seat
    lines = match.teller.hand(view, seat)
    if not lines:
        match.console.say(match.teller.no_hand)
    # A card with several choices goes by the number of its first.
    rows = asked.rows if asked is not None else []
    numbers = {handle: row.number for row in reversed(rows) for handle in row.handles}
    told = Counter(
        (f"{numbers[one.handle]}: " if one.handle in numbers else "") + one.line.removesuffix(".")
        for one in sorted(lines, key=lambda one: numbers.get(one.handle, 0))
    )
    for line, copies in told.items():
        match.news.tell(f"{line}; {copies} of them." if copies > 1 else f"{line}.")


def board(match: PlainMatch, argument: str) -> None:
    """All that lies open."""
    match.news.tell(*match.teller.board(match.client.view, match.client.seat))


def score(match: PlainMatch, argument: str) -> None:
    """How the match stands."""
    match.news.tell(*match.teller.score(match.client.view, match.client.seat))


def story(match: PlainMatch, argument: str) -> None:
    """What made the difference so far; it comes from the match a little later."""
    match.client.find_story()


def discards(match: PlainMatch, argument: str) -> None:
    """All discard piles."""
    match.news.tell(*match.teller.discards(match.client.view, match.client.seat))


def log(match: PlainMatch, argument: str) -> None:
    """What has happened: the last sentences, or those with these words."""
    lines = match.client.log.get(match.client.seat, [])
    sentences = told([line for line in lines if line.n != NOTED])
    if argument in ("0", "-1") or (argument[:1] == "-" and argument[1:].isdigit()):
        match.console.say("Type log, log and how many sentences, or log and words, as: log 50, log hope.")
    elif argument and not (argument.isascii() and argument.isdigit()):
        found = having(argument, sentences, str)
        match.console.say(*found or [f'Nothing in the log has the words "{argument[:60]}".'])
    else:
        match.console.say(*sentences[-int(argument or LOG) :] or ["Nothing has happened yet."])


def why(match: PlainMatch, argument: str) -> None:
    """About the open question; with an argument about one of its choices, or a card."""
    asked = match.news.asked
    if not argument:
        guide = match.game.texts.guide()
        topic = guide.topic(QUESTION + asked.decision.kind) if asked is not None else None
        match.console.say(*read_aloud(guide.lines(topic)) if topic is not None else ())
        match.console.say("Type why with a number or a name for more, as: why 2.")
        return
    refusal = f'No choice, no card of your hand and none in play fits "{argument[:60]}".'
    if asked is not None:
        try:
            match.news.tell(*asked.all_about(argument))
            return
        except Nothing:
            pass
        except Unclear as error:
            match.news.tell(str(error))
            return
    lines = [*match.teller.in_play(match.client.view, match.client.seat)]
    if match.client.seat >= 0 and asked is None:
        lines += match.teller.hand(match.client.view, match.client.seat)
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


def card(match: PlainMatch, argument: str) -> None:
    """What a card of the game does."""
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
    guide = match.game.texts.guide()
    for place in found if len(names) == 1 else ():
        topic = guide.topic(cards[place].id)
        match.console.say(
            *(read_aloud(guide.lines(topic)) if topic is not None else match.teller.card(place))
        )


def rules(match: PlainMatch, argument: str) -> None:
    """The headings of the rules; with an argument what they say of it."""
    guide = match.game.texts.guide()
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


def lists(match: PlainMatch, argument: str) -> None:
    """The decklists, as far as they are not secret."""
    header = match.client.header
    assert header is not None
    group = match.game.shared_group
    if group is not None:
        match.console.say(shared_said(match.game, header.shared), *shared_told(match.game, header.shared))
    for seat, deck in enumerate(header.decklists):
        if deck is None:
            continue
        own = seat == match.client.seat
        whose = "Your" if own else f"{match.client.who(seat)}'s"
        if header.lists == "open" or own or match.client.over:
            match.console.say(f"{whose} deck, {deck.name}, {sum(deck.cards.values())} cards, {deck.hash}:")
            match.console.say(*contents(match.game, match.game.deck_group(seat), deck.cards))
        else:
            match.console.say(f"{whose} deck stays secret until the match is over.")


def clock(match: PlainMatch, argument: str) -> None:
    """What is left to everybody."""
    match.console.say(*clocks_told(match.thread.clocks, match.client.seat, match.client.who))


def match(match: PlainMatch, argument: str) -> None:
    """Who plays, by which options, and what the match is called."""
    header, picture = match.client.header, match.client.picture
    assert header is not None and picture is not None
    for number, seat in enumerate(header.seats):
        you = ", you" if number == match.client.seat else ""
        player = "a person" if seat.player == "person" else seat.player.removeprefix("bot:").split("@")[0]
        match.console.say(f"{match.client.who(number)}{you}: {player}.")
    match.console.say(changed_options(header.options, match.game))
    match.console.say(*filter(None, [clock_said(header.clock)]))
    match.console.say(f"Entry {picture.n}, hash {picture.head[:4]}.")
    match.console.say(*match.where())
