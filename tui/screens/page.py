"""What every full screen of the shell has: a heading, keys, help."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import ClassVar, TypeVar, cast

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Static

from tui.screens.app_protocol import Application
from tui.screens.dialogs import Message
from tui.widgets.closing_screen import Closing
from tui.widgets.key_line import KeyLine, key_name

R = TypeVar("R")


class Page(Closing[R]):
    """A full screen of the shell: a heading, the page's own widgets, the keys."""

    HEADING: ClassVar[str] = ""
    """What the top line says after the program's name; empty for none."""
    HELP: ClassVar[str] = ""
    """What `?` says about this page, above its keys."""

    @property
    def tesser(self) -> Application:
        """The app this page belongs to."""
        return cast(Application, self.app)

    @property
    def heading(self) -> str:
        """What the top line says; a page may know better than its class."""
        return self.HEADING

    @property
    def help_text(self) -> str:
        """What `?` says above the keys; a page may know better than its class."""
        return self.HELP

    @property
    def keys(self) -> list[Binding]:
        """The bindings shown in the key line, in order."""
        shown = (binding for _, binding in self._bindings if binding.show)
        # A binding of two keys comes once for each.
        return list({binding.action: binding for binding in reversed(list(shown))}.values())[::-1]

    def compose(self) -> ComposeResult:
        if self.heading:
            yield Static(Content.assemble(("tesser", "bold $key"), "   ", self.heading), id="top")
        yield from self.body()
        yield KeyLine(self.keys)

    def show_keys(self) -> None:
        """Show the keys as they are now, if they are not always the same."""
        self.query_one(KeyLine).show_keys(self.keys)

    def body(self) -> ComposeResult:
        """The page's own widgets."""
        yield from ()

    @property
    def unkept(self) -> str:
        """What would be lost if tesser ended now, in a sentence; empty if nothing would be."""
        return ""

    def tell(self, text: str) -> None:
        """Say something over the page for some seconds, in the place of what was said before: a key pressed
        often is one message, not a pile of them."""
        self.app.clear_notifications()
        self.app.notify(text, markup=False)

    def action_back(self) -> None:
        """Esc. Pages that hold something ask before they give it up."""
        self.dismiss()

    def action_help(self) -> None:
        lines = key_table(self.keys)
        self.app.push_screen(
            Message(self.heading or "tesser", "\n".join([self.help_text, "", *lines]).strip())
        )


def key_table(keys: Sequence[Binding]) -> list[str]:
    """Keys and what they do as lines, in two columns where they are many."""
    said = [f"{key_name(one):>7}   {one.description}" for one in keys]
    if len(said) <= 7:
        return said
    half = -(-len(said) // 2)
    return [f"{left:<28}{right}" for left, right in zip_longest(said[:half], said[half:], fillvalue="")]


BACK_KEY = Binding("escape", "back", "back")
HELP_KEY = Binding("question_mark", "help", "help")
