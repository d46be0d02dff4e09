"""What a deck is meant for: another side, or another format, and what of it would stop being legal."""

from __future__ import annotations

from collections.abc import Callable

from decks.editing.edited_deck import EditedDeck
from tui.screens.dialogs import Pick, QuestionDialog
from tui.screens.editor.front import EditorFront


def ask_purpose(editing: EditedDeck, front: EditorFront, then: Callable[[str, str], object]) -> None:
    """Ask what it is to be for; what stops being legal is listed first. `then` gets group and format."""
    deck, purposes = editing.deck, editing.purposes()
    now = (deck.group, deck.format)
    at = next((at for at, one in enumerate(purposes) if (one.group, one.format) == now), None)

    def chosen(number: int | None) -> None:
        if number is None or number == at:
            return
        purpose = purposes[number]

        def answered(yes: bool | None) -> None:
            if yes:
                then(purpose.group, purpose.format)

        if not purpose.stops:
            answered(True)
            return
        listed = "\n".join(f"- {one}" for one in purpose.stops)
        rest = f"{purpose.stays} Its cards stay as they are.".strip()
        question = f"As {purpose.title} this stops being legal:\n{listed}\n{rest}"
        front.ask(QuestionDialog(question, "Change it", "Leave it", safe=True), answered)

    lines = [(one.title, one.told) for one in purposes]
    front.ask(Pick(f"What is {deck.name} for?", lines, at or 0), chosen)
