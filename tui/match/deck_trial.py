"""Trying a deck that is being made, as it is now, against the computer."""

from __future__ import annotations

from core import bots, registry
from decks.formats import legality
from decks.model import Deck
from decks.storage.catalog import default_deck
from tui.match.plans import PERSON, LocalPlan

_ABOUT = {"random": "plays at random", "greedy": "plays what is worth most at once", "search": "thinks ahead"}


def opponents() -> dict[str, str]:
    """The computer players there are, the best first, each with a few words on how it plays."""
    return {name: _ABOUT.get(name, "") for name in bots.names()[::-1]}


def why_no_trial(deck: Deck) -> str:
    """Why this deck can't be played, in a sentence; empty if it can."""
    wrong = legality(deck, registry.load(deck.game))
    return f"It can't be played yet: {wrong[0].sentence}" if wrong else ""


def trial(deck: Deck, bot: str) -> LocalPlan:
    """A match of this deck, which is legal, against a computer player with the game's own first deck for its
    side; a table's own list is played with, and the person sits first."""
    game = registry.load(deck.game)
    seats = range(game.seats[0])
    own = next((seat for seat in seats if game.deck_group(seat) == deck.group), 0)
    shared = deck.group == game.shared_group
    lists = []
    for seat in seats:
        group = game.deck_group(seat)
        mine = seat == own and not shared
        lists.append(
            None if group is None else (deck if mine else default_deck(game, group, deck.format)).decklist()
        )
    players = tuple(PERSON if seat == own else bot for seat in seats)
    return LocalPlan(game.name, players, tuple(lists), {}, shared=deck.decklist() if shared else None)
