"""What a deck is meant for: another side, or another format, and what of it would stop being legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.screens.dialogs import Pick, Question

if TYPE_CHECKING:
    from tui.screens.editor.editor_dialogs import Beside


def choose(editor: Beside) -> None:
    """Ask what it is to be for; what stops being legal is listed before it is changed."""
    deck, ways = editor.editing.deck, editor.editing.meanings()
    at = next(
        (at for at, way in enumerate(ways) if (way.group, way.format) == (deck.group, deck.format)), None
    )

    def chosen(number: int | None) -> None:
        if number is None or number == at:
            return
        way = ways[number]

        def answered(yes: bool | None) -> None:
            if yes:
                editor.meant(way.group, way.format)

        if not way.stops:
            answered(True)
            return
        listed = "\n".join(f"- {one}" for one in way.stops)
        rest = f"{way.stays} Its cards stay as they are.".strip()
        question = f"As {way.title} this stops being legal:\n{listed}\n{rest}"
        editor.app.push_screen(Question(question, "Change it", "Leave it", safe=True), answered)

    lines = [(way.title, way.told) for way in ways]
    editor.app.push_screen(Pick(f"What is {deck.name} for?", lines, at or 0), chosen)
