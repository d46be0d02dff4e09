"""Playing the deck that is being made, as it is now, against the computer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import bots
from decks.formats import legality
from tui.matches.plans import PERSON, LocalPlan
from tui.screens.dialogs import Pick

if TYPE_CHECKING:
    from tui.screens.editor.beside import Beside

ABOUT = {"random": "plays at random", "greedy": "plays what is worth most at once", "search": "thinks ahead"}


def play(editor: Beside) -> None:
    """Ask which computer player, and begin; the match comes over the editor, and leaves it as it was."""
    deck, game = editor.editing.deck, editor.editing.game
    wrong = legality(deck, game)
    if wrong:
        editor.say(f"It can't be played yet: {wrong[0].sentence}")
        return
    names = bots.names()[::-1]

    def chosen(number: int | None) -> None:
        if number is None:
            return
        from tui.commands.common import default_deck

        seats = range(game.seats[0])
        own = next((seat for seat in seats if game.deck_group(seat) == deck.group), 0)
        players = tuple(PERSON if seat == own else names[number] for seat in seats)
        shared = deck.group == game.shared_group
        lists = []
        for seat in seats:
            group = game.deck_group(seat)
            mine = seat == own and not shared
            lists.append(
                None
                if group is None
                else (deck if mine else default_deck(game, group, deck.format)).decklist()
            )
        plan = LocalPlan(game.name, players, tuple(lists), {}, shared=deck.decklist() if shared else None)
        editor.tesser.begin(plan)

    lines = [(f"computer, {name}", ABOUT.get(name, "")) for name in names]
    editor.app.push_screen(Pick(f"Play {deck.name} against which computer player?", lines), chosen)
