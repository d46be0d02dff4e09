"""A deck to be sent or kept: as a list, as a deck file, as a share code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from core.clean import shown_path
from decks.model import Deck
from decks.storage.atomic import write_new
from decks.text.deck_export import FORMS, ExportForm
from tui.screens.dialogs import AskText
from tui.screens.editor.statistics_page import LinesPage
from tui.screens.page import HELP_KEY
from tui.terminal import glyphs
from tui.terminal.clipboard import copy


class ExportPage(LinesPage[None]):
    """The deck as text, in one form after the other."""

    HELP = (
        "A list is what people read and other programs take; a share code is one long word that survives"
        " chats and mail; a deck file is what tesser itself keeps."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,x", "turn(1)", "another form", key_display="Space"),
        Binding("left", "turn(-1)", "another form", show=False),
        Binding("c", "copy", "copy it"),
        Binding("w", "write", "write a file"),
        HELP_KEY,
        Binding("escape,q", "back", "back"),
    ]

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self._shown = deck
        self._at = 0

    @property
    def heading(self) -> str:
        return f"Export {self._shown.name}"

    @property
    def _form(self) -> ExportForm:
        return FORMS[self._at]

    @property
    def _text(self) -> str:
        return self._form.write(self._shown)

    def lines(self, width: int) -> Sequence[Content]:
        said = [
            Content.styled(f"{glyphs.chosen().cursor} {form.title} ", "bold reverse")
            if form is self._form
            else Content.styled(f"  {form.title} ", "$quiet")
            for form in FORMS
        ]
        return [Content("   ").join(said), Content(), Content(self._text)]

    def action_turn(self, by: int) -> None:
        self._at = (self._at + by) % len(FORMS)
        self.show_lines()

    def action_copy(self) -> None:
        copy(self.app, self._text, f"The deck as {self._form.title}")

    def action_write(self) -> None:
        """Write it to a new file."""

        def named(path: str | None) -> None:
            if path:
                self.tell(f"Written: {shown_path(Path(path))}")

        def write(name: str) -> str:
            return str(write_new(name, self._text))

        usual = self._form.file(self._shown)
        self.app.push_screen(AskText("Write it to which new file?", usual, write, 400), named)
