"""A text to read that scrolls, with links in it: Up and Down go from link to link and on through the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.terminal import glyphs


class Part(NamedTuple):
    """A piece of a paragraph."""

    text: str
    link: str = ""
    """Where it leads; empty if nowhere."""


class Paragraph(NamedTuple):
    """Parts that are read as one text."""

    parts: tuple[Part, ...]
    look: str = ""
    """`title`, `strong` or `quiet`; empty for plain text."""
    indent: int = 0
    """Cells that its lines are set in."""
    hang: int = 0
    """Cells that the lines after its first are set in besides."""


def plain(text: str, look: str = "", indent: int = 0, hang: int = 0) -> Paragraph:
    """A paragraph without links."""
    return Paragraph((Part(text),), look, indent, hang)


EMPTY = plain("")


def linked(text: str, words: re.Pattern[str], link: Callable[[str], str], hang: int = 0) -> Paragraph:
    """A paragraph in which some words are links; `link` says where a word leads, empty for nowhere."""
    parts: list[Part] = []
    end = 0
    for found in words.finditer(text):
        parts += [Part(text[end : found.start()]), Part(found.group(), link(found.group()))]
        end = found.end()
    return Paragraph((*parts, Part(text[end:])), hang=hang)


def leading(text: str, link: str) -> Paragraph:
    """A line that is a link as a whole."""
    return Paragraph((Part(text, link),), indent=2, hang=2)


class _Piece(NamedTuple):
    text: str
    link: int


class _Line(NamedTuple):
    indent: int
    look: str
    pieces: tuple[_Piece, ...]


class _Span(NamedTuple):
    """Where a link, or a line of it, lies."""

    y: int
    x: int
    width: int
    link: int


class TextReader(ScrollView, can_focus=True):
    """Paragraphs, wrapped to its width."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "reading--title",
        "reading--strong",
        "reading--quiet",
        "reading--link",
        "reading--cursor",
    }
    DEFAULT_CSS = """
    TextReader {
        width: 1fr;
        height: 1fr;
        overflow-x: hidden;
        scrollbar-gutter: stable;
        scrollbar-size-vertical: 1;
        .reading--title { color: $key; text-style: bold; }
        .reading--strong { text-style: bold; }
        .reading--quiet { color: $quiet; }
        .reading--link { color: $secondary; text-style: underline; }
        .reading--cursor { background: $mark; color: $mark-text; text-style: bold; }
        &:nocolor .reading--cursor { text-style: bold reverse; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "line(-1)", "Up", show=False),
        Binding("down,j", "line(1)", "Down", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown,space", "page(1)", "Page down", show=False),
        Binding("home", "edge(-1)", "Top", show=False),
        Binding("end", "edge(1)", "Bottom", show=False),
        Binding("enter", "follow", "Follow", show=False),
    ]

    class Followed(Message):
        """A link was followed."""

        def __init__(self, link: str) -> None:
            super().__init__()
            self.link = link

    def __init__(self, paragraphs: Iterable[Paragraph] = (), id: str | None = None) -> None:
        super().__init__(id=id)
        self._paragraphs = list(paragraphs)
        self._links: list[str] = []
        self._lines: list[_Line] = []
        self._spans: list[_Span] = []
        self._at = -1
        """The link under the cursor; -1 for none."""
        self._width = 0

    @property
    def link(self) -> str:
        """Where the link under the cursor leads; empty if there is none."""
        return self._links[self._at] if self._at >= 0 else ""

    @property
    def text(self) -> str:
        """All of it, as it is wrapped now."""
        return "\n".join(
            " " * line.indent + "".join(piece.text for piece in line.pieces) for line in self._lines
        )

    @property
    def lines(self) -> int:
        """How many lines it takes at its width."""
        return len(self._lines)

    def show(self, paragraphs: Iterable[Paragraph]) -> None:
        """Show these from their beginning."""
        self._paragraphs = list(paragraphs)
        self._at = -1
        self._lay_out()
        self.scroll_to(y=0, animate=False)

    def on_resize(self, event: events.Resize) -> None:
        if self.scrollable_content_region.width != self._width:
            self._lay_out()

    def _lay_out(self) -> None:
        width = self.scrollable_content_region.width
        self._width = width
        self._links, self._lines, self._spans = [], [], []
        if not width:
            return
        for paragraph in self._paragraphs:
            self._add(paragraph, width)
        self.virtual_size = Size(0, len(self._lines))
        self.refresh()

    def _add(self, paragraph: Paragraph, width: int) -> None:
        text = "".join(part.text for part in paragraph.parts)
        owner: list[int] = []
        for part in paragraph.parts:
            if part.link:
                self._links.append(part.link)
            owner += [len(self._links) - 1 if part.link else -1] * len(part.text)
        indent = paragraph.indent
        for number, (start, end) in enumerate(_breaks(text, width - indent, paragraph.hang)):
            inner = indent + (paragraph.hang if number else 0)
            pieces = []
            x, y, at = inner, len(self._lines), start
            while at < end:
                after = next((n for n in range(at, end) if owner[n] != owner[at]), end)
                piece = _Piece(text[at:after], owner[at])
                if piece.link >= 0:
                    self._spans.append(_Span(y, x, cell_len(piece.text), piece.link))
                pieces.append(piece)
                x += cell_len(piece.text)
                at = after
            self._lines.append(_Line(inner, paragraph.look, tuple(pieces)))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        # With height auto: as many lines as it takes, the scrollbar counted.
        room = width - self.styles.scrollbar_size_vertical
        return sum(
            len(_breaks("".join(part.text for part in one.parts), room - one.indent, one.hang))
            for one in self._paragraphs
        )

    # Moving.

    def action_line(self, by: int) -> None:
        """To the next link this way, if it is in sight, else a line on."""
        if not self._to_link(by):
            self.scroll_relative(y=by, animate=False, immediate=True)
            self._to_link(by)
            self._drop()

    def action_page(self, way: int) -> None:
        self.scroll_relative(y=way * max(1, self.size.height - 1), animate=False, immediate=True)
        self._drop()

    def action_edge(self, way: int) -> None:
        self.scroll_to(y=0 if way < 0 else len(self._lines), animate=False, immediate=True)
        self._drop()

    def action_follow(self) -> None:
        if self.link:
            self.post_message(self.Followed(self.link))

    def _window(self) -> tuple[int, int]:
        """The first line in sight, and the first below it."""
        top = round(self.scroll_y)
        return top, top + self.scrollable_content_region.height

    def _to_link(self, by: int) -> bool:
        top, end = self._window()
        spans = [span for span in self._spans if top <= span.y < end]
        if self._at >= 0:
            spans = [span for span in spans if (span.link > self._at if by > 0 else span.link < self._at)]
        if not spans:
            return False
        self._at = (spans[0] if by > 0 else spans[-1]).link
        self.refresh()
        return True

    def _drop(self) -> None:
        """A link that is out of sight is under no cursor."""
        top, end = self._window()
        if self._at >= 0 and not any(span.link == self._at and top <= span.y < end for span in self._spans):
            self._at = -1
            self.refresh()

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        event.stop()
        y, x = offset.y + round(self.scroll_y), offset.x
        for span in self._spans:
            if span.y == y and span.x <= x < span.x + span.width:
                self._at = span.link
                self.refresh()
                self.post_message(self.Followed(self._links[span.link]))

    # Drawing.

    def render_line(self, y: int) -> Strip:
        base = self.rich_style
        number = y + round(self.scroll_y)
        if number >= len(self._lines):
            return Strip.blank(self.size.width, base)
        line = self._lines[number]
        own = self.get_component_rich_style(f"reading--{line.look}") if line.look else base
        segments = [Segment(" " * line.indent, base)]
        for place, piece in enumerate(line.pieces):
            style = own
            if piece.link >= 0:
                here = piece.link == self._at
                style = self.get_component_rich_style("reading--cursor" if here else "reading--link")
                if here and not place and line.indent >= 2:
                    # A line that is a link as a whole has room for the sign of the cursor.
                    segments = [Segment(" " * (line.indent - 2), base), Segment(glyphs.chosen().cursor + " ")]
            segments.append(Segment(piece.text, style))
        return Strip(segments).adjust_cell_length(self.size.width, base)


def _breaks(text: str, width: int, hang: int) -> Sequence[tuple[int, int]]:
    """Where lines of the text begin and end; lines after the first have `hang` cells less."""
    found: list[tuple[int, int]] = []
    start = end = 0
    room = max(4, width)
    for word in re.finditer(r"\S+", text):
        first, last = word.span()
        if end > start and cell_len(text[start:last]) > room:
            found.append((start, end))
            start, room = first, max(4, width - hang)
        while cell_len(text[start:last]) > room:
            found.append((start, start + room))
            start, room = start + room, max(4, width - hang)
        end = last
    return [*found, (start, end)]
