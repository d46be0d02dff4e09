"""A deck on its way out: the forms it can be written in, and writing it to a new file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from core.clean import clean, shown_path
from decks.model import Deck, DeckError
from decks.names import file_stem
from decks.storage.atomic import move_to_free, write_whole
from decks.text.deck_file import write_deck
from decks.text.decklist import write_listing
from decks.text.share_code import share_code


class ExportForm(msgspec.Struct, frozen=True):
    """Something that a deck can be written as."""

    name: str
    """One word."""
    title: str
    """What it is, in a few words."""
    ending: str
    """How the names of such files end."""
    write: Callable[[Deck], str]

    def file(self, deck: Deck) -> str:
        """What such a file of the deck would be called."""
        return f"{file_stem(deck.name)}{self.ending}"


FORMS = (
    ExportForm("text", "a list", ".txt", write_listing),
    ExportForm("code", "a share code", ".code", lambda deck: f"{share_code(deck)}\n"),
    ExportForm("toml", "a deck file", ".toml", write_deck),
)


def write_out(name: str, text: str) -> Path:
    """Write a text to a new file that a player names; gives where it is. Raises DeckError with a sentence."""
    if not name.strip():
        raise DeckError("A file needs a name.")
    try:
        path = Path(name.strip()).expanduser().absolute()
        if path.exists():
            raise DeckError("There is such a file already, and it stays. Say another name.")
        if not path.parent.is_dir():
            raise DeckError(f"There is no folder {shown_path(path.parent)}.")
        write_whole(path, text.encode(), move_to_free)
    except FileExistsError:
        raise DeckError("There is such a file by now, and it stays. Say another name.") from None
    except OSError as error:
        raise DeckError(f"It can't be written: {error.strerror}.") from None
    except RuntimeError as error:  # a home folder that nobody has
        raise DeckError(clean(str(error), 80)) from None
    return path
