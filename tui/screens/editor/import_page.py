"""A deck that somebody wrote: pasted or from a file, with a verdict on every line before anything is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static, TextArea
from textual.worker import WorkType

from core.clean import clean_lines
from core.words import counted
from decks.editing.session import EditSession
from decks.model import Deck, DeckError
from decks.report import count, format_title, side_title, verdict
from decks.storage.store import DeckStore
from decks.text.deck_import import read_for, read_source
from decks.text.decklist import MISSING, WORDS, ListLine, ParsedList, Verdict
from decks.text.list_parser import why_too_much
from tui.screens.dialogs import AskText, Pick
from tui.screens.editor.paste_field import PasteField
from tui.screens.page import HELP_KEY, Page
from tui.widgets.canvas import cut, wrap
from tui.widgets.row_list import Column, ListRow, RowList

COLUMNS = (
    Column(4, 4, right=True, look="quiet"),
    Column(9, 9),
    Column(16, 26),
    Column(14, 99, look="quiet"),
)
"""Number of the line, verdict, what it says, what there is to say of it."""
AT_ONCE = 4_000
"""Most characters that are read at once; of a longer text it takes so long that the keys have to go on."""
PAUSE = 0.3
"""Seconds without another letter after which a long text is read."""


class ImportPage(Page[str]):
    """What was pasted or read, line by line. Gives the key of a new deck, if one was made of it."""

    CSS_PATH = "pages.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-usual")]
    HEADING = "Import a deck"
    HELP = (
        "Paste or type a list (2 Name, 2x Name, Name x2, Name), a deck file, or a share code; or read a file."
        " Below, each line has a verdict. A name that is only like a card's is not taken unless you say so:"
        " Enter takes a suggestion, or gives it up again. Nothing is kept before you say what of."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,shift+tab", "other", "to the text", key_display="Tab"),
        Binding("enter", "take", "take suggestion"),
        Binding("a", "take_all", "take all"),
        Binding("f", "file", "file"),
        Binding("n", "keep", "new deck"),
        Binding("r", "replace", "replace the open one"),
        HELP_KEY,
        Binding("escape", "back", "back"),
    ]

    def __init__(
        self,
        store: DeckStore,
        text: str = "",
        session: EditSession | None = None,
        take_over: Callable[[Deck], object] = lambda deck: None,
    ) -> None:
        """`text` is what was pasted already. With a `session` the deck that is read may `take_over` the place
        of the one that is open in it."""
        super().__init__()
        self._store = store
        self._too_much = why_too_much(text)
        self._start = "" if self._too_much else clean_lines(text)
        self._session = session
        self._take_over = take_over
        self._named = "Imported deck"
        self._taken: set[int] = set()
        """The lines whose suggestions are taken."""
        self._listing: ParsedList | None = None
        self._problem = ""
        self._reading = False
        """Whether a long text is being read."""

    @property
    def keys(self) -> list[Binding]:
        if isinstance(self.focused, PasteField):
            # All others are letters of the text now.
            back = "leave the text" if self._pad.text else "back"
            return [Binding("tab", "other", "to the lines and their keys"), Binding("escape", "back", back)]
        of_use = {"take", "take_all", "keep", "replace"}
        if self._deck is None:
            of_use -= {"keep", "replace"}
        if self._session is None or self._session.looking:
            of_use -= {"replace"}
        if self._listing is None or not self._listing.count(Verdict.SUGGESTED):
            of_use -= {"take", "take_all"}
        others = {"other", "file", "help", "back"}
        return [one for one in super().keys if one.action in of_use | others]

    def body(self) -> ComposeResult:
        yield PasteField(self._start)
        yield Static(id="said", markup=False)
        yield RowList(COLUMNS, id="lines")
        yield Static(id="line", markup=False)

    def on_mount(self) -> None:
        self._read()
        if self._too_much:
            self._refuse(self._too_much)
        self.set_focus(self._lines if self._start else self._pad)

    @property
    def _width(self) -> int:
        """Of the texts above and below the lines, in cells."""
        return max(20, self.size.width - 6)

    def on_resize(self) -> None:
        if self.is_mounted:
            self._show()

    @property
    def _pad(self) -> PasteField:
        return self.query_one(PasteField)

    @property
    def _lines(self) -> RowList:
        return self.query_one("#lines", RowList)

    @property
    def _deck(self) -> Deck | None:
        """The deck that the text brings, with the suggestions that were taken; None if it brings none."""
        if self._listing is None:
            return None
        deck = self._listing.taking(self._taken)
        return deck if deck.cards or deck.maybe else None

    def on_descendant_focus(self) -> None:
        self.show_keys()

    @on(TextArea.Changed)
    def _typed(self) -> None:
        self._taken.clear()
        self._read()

    @on(PasteField.Left)
    @on(PasteField.Pasted)
    def _to_lines(self) -> None:
        self.set_focus(self._lines)

    @on(PasteField.TooMuch)
    def _pasted_too_much(self, event: PasteField.TooMuch) -> None:
        self._refuse(event.why)

    def _refuse(self, why: str) -> None:
        """Say why nothing was taken of a text; what was there before stays."""
        self._problem = f"{why} Nothing of it was taken."
        self._show()

    def _read(self) -> None:
        """Read what the text says by now; a long one beside the keys."""
        text = self._pad.text
        self._problem, self._listing = "", None
        self.workers.cancel_group(self, "read")
        self._reading = len(text) > AT_ONCE
        if self._reading:

            async def read() -> None:
                await asyncio.sleep(PAUSE)  # another letter cancels this
                found = await asyncio.to_thread(self._found, text)
                self._reading = False
                self._take_in(found)
                self._show()

            work: WorkType[None] = read  # only what is begun is made a coroutine of
            self.run_worker(work, group="read", exclusive=True)
        elif text.strip():
            self._take_in(self._found(text))
        self._show()

    def _found(self, text: str) -> ParsedList | str:
        """What a text brings, or what is wrong with it."""
        like = self._session.editing.deck if self._session is not None else None
        try:
            return read_for(text, self._named, like)
        except DeckError as error:
            return str(error)

    def _take_in(self, found: ParsedList | str) -> None:
        if isinstance(found, str):
            self._problem = found
        else:
            self._listing = found

    def _show(self) -> None:
        listing = self._listing
        lines = listing.lines if listing is not None else ()
        self._lines.show_rows([self._row(line) for line in lines])
        deck = self._deck
        if self._problem:
            said = Content.styled("\n".join(wrap(self._problem, self._width, 2)), "$bad-news")
        elif self._reading:
            said = Content(f"Reading {counted(self._pad.document.line_count, 'line')} ...")
        elif listing is None:
            said = Content(
                "Paste a list, a deck file or a share code above; or Tab, and then f reads a file."
            )
        elif deck is None:
            said = Content.styled("There is no card in it.", "$bad-news")
        else:
            missing = listing.missing(self._taken)
            of = listing.told(self._taken)
            rest = f", {missing} to look at" if missing else ""
            what = f"{side_title(deck)}, {format_title(deck)}, {count(deck.size)}"
            head = f"{of}{rest}: {deck.name}, {what}."
            lines_of_head = wrap(head, self._width, 2)
            more = [cut(verdict(deck)[0], self._width)] if not lines_of_head[1:] else []
            said = Content("\n".join([*lines_of_head, *more]))
        self.query_one("#said", Static).update(said, layout=False)
        self._show_line()
        self.show_keys()

    def _row(self, line: ListLine) -> ListRow:
        taken = line.number in self._taken
        word = "taken" if taken else WORDS[line.verdict]
        look = "" if taken or line.verdict not in (*MISSING, Verdict.OVER) else "bad"
        quiet = line.verdict in (Verdict.EMPTY, Verdict.HEADING, Verdict.COMMENT)
        cells = (str(line.number), word, line.text, line.note)
        return ListRow(str(line.number), cells, "quiet" if quiet else look, taken)

    def _line(self) -> ListLine | None:
        lines = self._listing.lines if self._listing is not None else ()
        return next((line for line in lines if str(line.number) == self._lines.key), None)

    def _show_line(self) -> None:
        line = self._line()
        text = ""
        if line is not None:
            note = line.note or f"{WORDS[line.verdict].capitalize()}."
            if line.verdict is Verdict.SUGGESTED:
                note += " Enter gives it up again." if line.number in self._taken else " Enter takes it."
            said = wrap(note, self._width, 2)
            # What it says is in the list too: it gives way to a long note.
            text = "\n".join(said if said[1:] else [cut(line.text, self._width), *said])
        self.query_one("#line", Static).update(Content(text), layout=False)

    @on(RowList.Moved)
    def _moved(self) -> None:
        self._show_line()

    @on(RowList.Picked)
    def _picked(self) -> None:
        self.action_take()

    def action_take(self) -> None:
        line = self._line()
        if line is not None and line.verdict is Verdict.SUGGESTED:
            self._taken ^= {line.number}
            self._show()

    def action_take_all(self) -> None:
        if self._listing is not None:
            self._taken |= {one.number for one in self._listing.lines if one.verdict is Verdict.SUGGESTED}
            self._show()

    def action_other(self) -> None:
        self.set_focus(self._pad if self.focused is self._lines else self._lines)

    def action_file(self) -> None:
        read = "", ""

        def readable(text: str) -> str:
            nonlocal read
            try:
                read = read_source(Path(text.strip()).expanduser())
            except RuntimeError as error:  # a home folder that nobody has
                raise ValueError(str(error)) from None
            return text.strip()

        def named(path: str | None) -> None:
            if path is not None:
                text, named = read
                if why := why_too_much(text):
                    self._refuse(why)
                    return
                self._named = named
                self._pad.text = clean_lines(text)
                self.set_focus(self._lines)

        self.app.push_screen(AskText("Read which file?", "", readable, 400), named)

    def action_keep(self) -> None:
        """Keep it as a deck of its own."""
        self._with_the_rest(self._keep)

    def _keep(self, deck: Deck) -> None:
        try:
            file = self._listing.file if self._listing else ""
            key = self._store.create_named(deck, file)
        except DeckError as error:
            self.tell(str(error))
            return
        self.dismiss(key)

    def action_replace(self) -> None:
        """Put it in the place of the deck that is being edited: one step that can be taken back."""
        if self._session is None or self._session.looking:
            return
        open_deck = self._session.editing.deck

        def take(deck: Deck) -> None:
            if deck.game != open_deck.game:
                self.tell("It is for another game: keep it as a new deck.")
                return
            self.dismiss("")
            self._take_over(deck)

        self._with_the_rest(take)

    def _with_the_rest(self, do: Callable[[Deck], object]) -> None:
        """Go on with the deck; where lines are missing from it, only if the player says so."""
        deck, listing = self._deck, self._listing
        if deck is None or listing is None:
            self.tell("There is no card in it.")
            return
        missing = listing.missing(self._taken)
        if not missing:
            do(deck)
            return
        lines = [("Look at them first", ""), ("Go on without them", f"{count(deck.size)} without them")]

        def answer(number: int | None) -> None:
            if number == 1:
                do(deck)

        said = f"{counted(missing, 'line is', 'lines are')} left out."
        self.app.push_screen(Pick(said, lines), answer)

    def action_back(self) -> None:
        """Esc: out of the text, if there is any, and then off the page."""
        if isinstance(self.focused, PasteField) and self._pad.text:
            self.set_focus(self._lines)
        else:
            self.dismiss("")
