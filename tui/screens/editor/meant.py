"""What a deck is meant for: another side, or another format, and what of it would stop being legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decks.formats import formats_for, groups
from tui.screens.dialogs import Pick, Question

if TYPE_CHECKING:
    from tui.screens.editor.beside import Beside


def choose(editor: Beside) -> None:
    """Ask what it is to be for; what stops being legal is listed before it is changed."""
    editing = editor.editing
    now = (editing.deck.group, editing.deck.format)
    titles = groups(editing.game)
    ways: list[tuple[str, str]] = []
    lines, at = [], 0
    for group, title in titles.items():
        if (group == editing.game.shared_group) != (now[0] == editing.game.shared_group):
            continue
        for form in formats_for(editing.game, group):
            wrong = editing.stops_being_legal(group, form.name)
            said = (
                "legal"
                if not wrong
                else f"{wrong[0]}" + (f" (and {len(wrong) - 1} more)" if wrong[1:] else "")
            )
            at = len(ways) if (group, form.name) == now else at
            ways.append((group, form.name))
            lines.append((f"{title}, {form.title}", said))

    def chosen(number: int | None) -> None:
        if number is None or ways[number] == now:
            return
        group, form = ways[number]
        wrong = editing.stops_being_legal(group, form)

        def answered(yes: bool | None) -> None:
            if yes:
                editor.meant(group, form)

        if not wrong:
            answered(True)
            return
        listed = "\n".join(f"- {one}" for one in wrong)
        question = (
            f"As {lines[number][0]} this would not be legal yet:\n{listed}\nIts cards stay as they are."
        )
        editor.app.push_screen(Question(question, "Change it", "Leave it", safe=True), answered)

    editor.app.push_screen(Pick(f"What is {editing.deck.name} for?", lines, at), chosen)
