"""Playing the deck that is being made, as it is now, against the computer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.match.deck_trial import opponents, trial, why_no_trial
from tui.screens.dialogs import Pick

if TYPE_CHECKING:
    from tui.screens.editor.editor_dialogs import Beside


def play(editor: Beside) -> None:
    """Ask which computer player, and begin; the match comes over the editor, and leaves it as it was."""
    deck = editor.editing.deck
    if reason := why_no_trial(deck):
        editor.say(reason)
        return
    names = list(opponents())

    def chosen(number: int | None) -> None:
        if number is not None:
            editor.tesser.begin(trial(deck, names[number]))

    lines = [(f"computer, {name}", about) for name, about in opponents().items()]
    editor.app.push_screen(Pick(f"Play {deck.name} against which computer player?", lines), chosen)
