"""What a match is offered with: its rules in words, and the decks to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from core import bots
from core.clean import NAME_CELLS, clean
from core.contract.clock import clock_said
from core.contract.game import AnyGame
from core.contract.header import Decklist
from core.contract.options import Option
from core.engine.match import Rejected
from core.words import listed
from decks.formats import Format, check, find_format, formats_for
from decks.model import Deck
from decks.report import contents, count
from decks.storage.store import DeckStore
from tui.match.plans import PERSON, JoinPlan, Sitter

if TYPE_CHECKING:
    from net.handshake.terms import CheckDeck, Participant
    from net.protocol.frames import Terms
    from tui.match.host_and_join import Offered

OPEN_PLAY = (
    "In open play both programs hold the whole match, hands too; the screen hides what it should."
    " Play with people you trust."
)
"""What hidden means here: said on both sides, before anybody sits down."""


BOTH = "Two games, the second with the sides swapped and the same decks; the sum decides."


class Playable(NamedTuple):
    """A deck that may be chosen, or why it may not."""

    deck: Deck
    wrong: str
    """Why it is not legal, in a sentence; empty if it is."""


def decks_for(store: DeckStore, game: AnyGame, group: str, form: Format | None) -> list[Playable]:
    """The decks of this group, those that are legal in the format first."""
    found = []
    for entry in store.catalog.entries():
        deck = entry.deck
        if deck is not None and deck.game == game.name and deck.group == group:
            found.append(playable(deck, game, group, form))
    return sorted(found, key=lambda one: bool(one.wrong))


def playable(deck: Deck, game: AnyGame, group: str, form: Format | None) -> Playable:
    """Whether this deck may be played by who plays decks of this group."""
    if deck.game != game.name:
        return Playable(deck, f"{deck.name} can't be played here: it is for another game.")
    if deck.group != group:
        theirs, mine = (clean(game.texts.group_title(one), NAME_CELLS) for one in (deck.group, group))
        return Playable(deck, f"{deck.name} can't be played here: it is for {theirs}, and you need {mine}.")
    reasons = check(deck, game, form) if form is not None else []
    return Playable(deck, f"{deck.name} can't be played here. {reasons[0].sentence}" if reasons else "")


def changed_options(options: Mapping[str, int], game: AnyGame) -> str:
    """The options that differ from the defaults, or the preset they make."""
    defaults = {option.name: option.default for option in game.options}
    for preset in game.presets:
        if defaults | preset.options == options:
            return f"Rules: {preset.name}. {preset.about}"
    others = [option for option in game.options if options[option.name] != option.default]
    if not others:
        return "Rules: as they come."
    return "Rules: " + " ".join(f"{option_said(one, options[one.name])}. {one.about}" for one in others)


def option_said(option: Option, value: int) -> str:
    """An option with its value in words: `Max turns: 3`, `Fresh: on`."""
    return f"{option.name.replace('_', ' ').capitalize()}: {option.shown(value)}"


def shared_said(game: AnyGame, shared: Decklist | None) -> str:
    """What the table's own list is, in a sentence with its hash; empty for a game without."""
    if game.shared_group is None:
        return ""
    name = game.texts.without_shared
    if shared is not None:
        name = f"{clean(shared.name, NAME_CELLS)}, {count(sum(shared.cards.values()))}, {shared.hash}"
    return f"{game.texts.group_title(game.shared_group)}: {name}."


def shared_told(game: AnyGame, shared: Decklist | None) -> list[str]:
    """What the table's own list holds, a sentence for each group of its cards; nothing for none."""
    return [] if shared is None else contents(game, game.shared_group, shared.cards)


def deck_checker(game: AnyGame, format_name: str) -> CheckDeck:
    """Judges the other side's deck by the format of the offer."""

    def judge(seat: int, decklist: Decklist) -> str | None:
        form = find_format(game.name, format_name)
        group = game.deck_group(seat)
        if form is None or group is None:
            return None
        reasons = check(Deck(decklist.name, game.name, group, form.name, decklist.cards), game, form)
        return " ".join(reason.sentence for reason in reasons) or None

    return judge


def shared_lists(store: DeckStore, game: AnyGame) -> list[Playable]:
    """The lists that a table of this game may be played with, those that are legal first."""
    group = game.shared_group
    if group is None:
        return []
    return decks_for(store, game, group, next(iter(formats_for(game, group)), None))


def offer_lines(offer: Offered, game: AnyGame, whole: bool = False) -> list[str]:
    """A host's offer in sentences, the first beginning with its name.

    `whole` is whether every card of the table's own list is named.
    """
    from net.protocol.identity import key_words

    terms, seats = offer.terms, offer.seats
    form = find_format(game.name, terms.format)
    seen = "Both see both decklists." if len(terms.peers) == 2 else "Everybody sees all decklists."
    lists = seen if terms.lists == "open" else "Decklists stay secret until the end."
    decks = [lists] if any(game.deck_group(seat) is not None for seat in range(len(terms.peers))) else []
    if terms.format:
        decks.insert(0, f"Decks: {form.title if form else terms.format}.")
    theirs = ", ".join(
        f"{who.name} plays {game.texts.seat_name(seat)}{_played_by(who)}"
        for seat, who in offer.seated.items()
    )
    from net.handshake.terms import shared_list

    shared = shared_list(terms)
    table = [shared_said(game, shared)] if game.shared_group is not None else []
    table += shared_told(game, shared) if whole else []
    return [
        f"{terms.name} offers {game.title}{_for_seats(terms, game)}.",
        f"Key: {key_words(offer.host_key)}",
        f"You play {listed([game.texts.seat_name(seat) for seat in seats])}, {theirs}.",
        *([BOTH] if terms.both else []),
        *([" ".join(decks)] if decks else []),
        *table,
        changed_options(terms.options, game),
        *([clock] if (clock := clock_said(terms.clock)) else []),
    ]


def seat_all(game: AnyGame, seats: Sequence[int], plan: JoinPlan) -> dict[int, Sitter]:
    """Who is to play at the guest's seats; persons if the plan doesn't say.

    Raises Rejected, with a sentence, where it speaks of another number of seats.
    """
    wanted = plan.seats or (Sitter(plan.bot or PERSON),) * len(seats)
    if len(wanted) != len(seats):
        gets = listed([game.texts.seat_name(seat) for seat in seats])
        raise Rejected(
            f"--seats says who plays at {len(wanted)} of your seats; at this table you get {gets}."
        )
    return dict(zip(seats, wanted, strict=True))


def _for_seats(terms: Terms, game: AnyGame) -> str:
    """The number of players, where it is not always the same."""
    fewest, most = game.seats
    return "" if fewest == most else f" for {len(terms.peers)} players"


def _played_by(who: Participant) -> str:
    bot = bots.name_of(who.player)
    return "" if bot is None else f" (a bot, {bot})"
