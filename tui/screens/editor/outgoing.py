"""A deck to be sent or kept: as a list, as a deck file, as a share code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from core.clean import shown_path
from decks.files import write_deck
from decks.listing import write_listing
from decks.model import Deck
from decks.names import file_stem
from decks.sharing import share_code
from decks.whole import move_to_free, write_whole
from tui.screens.dialogs import AskText
from tui.screens.editor.charts import LinesPage
from tui.screens.page import HELP_KEY
from tui.terminal.clipboard import copy

FORMS: tuple[tuple[str, str, Callable[[Deck], str]], ...] = (
    ("a list", ".txt", write_listing),
    ("a share code", ".code", lambda deck: f"{share_code(deck)}\n"),
    ("a deck file", ".toml", write_deck),
)
"""What a deck can be written as: in a few words, the ending of such a file, and how."""


class ExportPage(LinesPage):
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
        self._form = 0

    @property
    def heading(self) -> str:
        return f"Export {self._shown.name}"

    @property
    def _text(self) -> str:
        return FORMS[self._form][2](self._shown)

    def lines(self, width: int) -> Sequence[Content]:
        said = [
            Content.styled(name, "bold reverse" if at == self._form else "$quiet")
            for at, (name, _, _) in enumerate(FORMS)
        ]
        return [Content("   ").join(said), Content(), Content(self._text)]

    def action_turn(self, by: int) -> None:
        self._form = (self._form + by) % len(FORMS)
        self.show_lines()

    def action_copy(self) -> None:
        copy(self.app, self._text, f"The deck as {FORMS[self._form][0]}")

    def action_write(self) -> None:
        """Write it to a new file."""

        def named(path: str | None) -> None:
            if path:
                self.app.notify(f"Written: {shown_path(Path(path))}", markup=False)

        usual = f"{file_stem(self._shown.name)}{FORMS[self._form][1]}"
        self.app.push_screen(AskText("Write it to which new file?", usual, self._write_to, 400), named)

    def _write_to(self, text: str) -> str:
        """Write it there. Raises ValueError with a sentence."""
        if not text.strip():
            raise ValueError("A file needs a name.")
        try:
            path = Path(text.strip()).expanduser().absolute()
            if path.exists():
                raise ValueError("There is such a file already, and it stays. Say another name.")
            if not path.parent.is_dir():
                raise ValueError(f"There is no folder {shown_path(path.parent)}.")
            write_whole(path, self._text.encode(), move_to_free)
        except OSError as error:
            raise ValueError(f"It can't be written: {error.strerror}.") from None
        except RuntimeError as error:  # a home folder that nobody has
            raise ValueError(f"{error}") from None
        return str(path)
