"""What a terminal sends, as Textual's messages: whatever comes, only what was meant as a key becomes one.

Textual's parser dies of a byte that is no UTF-8, types the pieces of a sequence it does not know as keys,
does the same with what is inside a paste, and takes no key again after a paste whose end was lost. So
bytes are cut into keys, sequences and pastes here, and its parser gets only what it knows.
"""

from __future__ import annotations

import re
import unicodedata
from codecs import getincrementaldecoder
from collections.abc import Generator, Iterator

from textual import _xterm_parser as known
from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual.message import Message

LONGEST_PASTE = 512 * 1024
"""Characters of a paste that are taken; no list or invite is longer."""

_OLD_MOUSE = re.compile(rb"\x1b\[M[\x20-\xff]{3}")
_OLD_MOUSE_CUT = re.compile(rb"\x1b\[M[\x20-\xff]{0,2}\Z")

ESC = "\x1b"
_ESC_SECONDS = 0.1
"""An ESC that nothing has followed for so long was the key."""
_CUT_SECONDS = 0.5
"""After so long the rest of a sequence that was cut comes no more; what there is of it means nothing."""
_PASTE_SECONDS = 3.0
"""A paste that has been silent for so long has lost its end."""
_LONGEST_SEQUENCE = 4096

_WHOLE = re.compile(
    r"\x1b(?:\[\[[A-E]"  # function keys of the Linux console
    r"|\[[0-9]+\$"  # shifted keys of rxvt
    r"(?![yp])"
    r"|\[[0-?]*[ -/]*[@-Z\\-~]"  # CSI
    r"|O[ -~]"  # SS3
    r"|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\))"  # OSC, DCS and other answers
)
_CUT = re.compile(r"\x1b(?:\[\[?|\[[0-?]+[ -/]*|O|[\]PX^_][^\x07\x1b]*\x1b?)?")
_MEANT = (
    known._re_extended_key,
    known._re_mouse_event,
    known._re_terminal_mode_response,
    known._re_cursor_position,
    known._re_in_band_window_resize,
)
"""Sequences that Textual's parser knows, besides those in its tables."""


class Bytes:
    """Bytes from a terminal as text: what makes no sense is left out."""

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")(errors="ignore").decode
        self._rest = b""
        self._since = 0.0

    @property
    def waiting(self) -> bool:
        """Whether something is held back until its rest comes, or has not come for long enough."""
        return bool(self._rest)

    def text(self, data: bytes, now: float) -> str:
        """The text of these bytes, and of what was held back before; `now` is in seconds.

        Mouse reports of the old form (X10) are raw bytes that Textual has no use for; they are taken out
        first, since they would swallow half a character beside them.
        """
        if not data:
            if self._rest and now - self._since >= _CUT_SECONDS:
                self._rest = b""
            return ""
        data = _OLD_MOUSE.sub(b"", self._rest + data)
        cut = _OLD_MOUSE_CUT.search(data)
        self._rest = data[cut.start() :] if cut else b""
        self._since = now
        return self._decode(data[: cut.start()] if cut else data)


class Keys:
    """Text from a terminal as Textual's messages; a sequence that stands for nothing is left out."""

    def __init__(self, debug: bool = False) -> None:
        self._debug = debug
        self._parser = known.XTermParser(debug)
        self._held = ""
        """What is not whole yet."""
        self._paste: list[str] | None = None
        """The parts of a paste that is on its way."""
        self._pasted = 0
        self._since = 0.0
        """When text came last."""

    @property
    def waiting(self) -> bool:
        """Whether something is held back until its rest comes, or has not come for long enough."""
        return bool(self._held) or self._paste is not None or self._parser._timeout_time is not None

    def messages(self, text: str, now: float) -> Iterator[Message]:
        """What this text says, and what was waited for and has not come; `now` is in seconds."""
        if text:
            self._since = now
            self._held += text
            yield from self._cut_up()
        else:
            yield from self._give_up(now - self._since)
        yield from self._parser.tick()

    def _cut_up(self) -> Iterator[Message]:
        while self._held:
            if self._paste is not None:
                if not (yield from self._paste_on(self._paste)):
                    return
                continue
            plain, esc, rest = self._held.partition(ESC)
            yield from self._feed(plain)
            self._held = esc + rest
            if not esc:
                return
            whole = _WHOLE.match(self._held)
            if whole:
                self._held = self._held[whole.end() :]
                yield from self._sequence(whole.group())
            elif _CUT.fullmatch(self._held):
                if len(self._held) > _LONGEST_SEQUENCE:
                    self._held = ""
                return
            elif self._held.startswith(ESC + ESC):
                self._held = self._held[1:]
                yield events.Key("escape", ESC)
            else:  # Alt and a key, or a sequence that something else has cut
                yield from self._alt(self._held[:2])
                self._held = self._held[2:]

    def _sequence(self, sequence: str) -> Iterator[Message]:
        if sequence == known.BRACKETED_PASTE_START:
            self._paste, self._pasted = [], 0
        elif sequence == known.BRACKETED_PASTE_END:
            pass  # of a paste that was given up
        elif len(sequence) <= known._MAX_SEQUENCE_SEARCH_THRESHOLD and (
            sequence in ANSI_SEQUENCES_KEYS
            or sequence in known.SPECIAL_SEQUENCES
            or any(form.match(sequence) for form in _MEANT)
        ):
            yield from self._feed(sequence)

    def _paste_on(self, parts: list[str]) -> Generator[Message, None, bool]:
        """Take more of a paste; returns whether it was the rest."""
        text, end, rest = self._held.partition(known.BRACKETED_PASTE_END)
        if not end:
            # The beginning of its end may be there already.
            keep = text.rfind(ESC, -len(known.BRACKETED_PASTE_END))
            text, rest = (text[:keep], text[keep:]) if keep >= 0 else (text, "")
        parts.append(text[: max(0, 2 * LONGEST_PASTE - self._pasted)])
        self._pasted += len(text)
        self._held = rest
        if end:
            yield from self._pasted_whole()
        return bool(end)

    def _pasted_whole(self) -> Iterator[Message]:
        assert self._paste is not None
        text, self._paste = "".join(self._paste), None
        yield events.Paste(plain_paste(text))

    def _give_up(self, silence: float) -> Iterator[Message]:
        """Nothing more has come for so many seconds."""
        if self._paste is not None:
            if silence >= _PASTE_SECONDS:
                self._held = ""
                yield from self._pasted_whole()
        elif self._held == ESC:
            if silence >= _ESC_SECONDS:
                self._held = ""
                yield events.Key("escape", ESC)
        elif silence >= _CUT_SECONDS:
            self._held = ""

    def _alt(self, pair: str) -> Iterator[Message]:
        if pair in ANSI_SEQUENCES_KEYS:
            yield from self._feed(pair)
        else:
            for key in self._feed(pair[1]):
                if isinstance(key, events.Key):
                    yield events.Key(f"alt+{key.key}", key.character)

    def _feed(self, text: str) -> Iterator[Message]:
        for char in text:
            try:
                found = list(self._parser.feed(char))
            except (ValueError, OverflowError):
                # A number that no character has. A parser that has raised takes nothing more.
                self._parser = known.XTermParser(self._debug)
                return
            for message in found:
                if not (isinstance(message, events.Key) and _unwritable(message.character)):
                    yield message


def _unwritable(character: str | None) -> bool:
    """Whether a key brings a character that must not be written anywhere: half a one, a format sign, a
    control that is no key of a keyboard."""
    return character is not None and any(
        char > "\x7f" and unicodedata.category(char)[0] == "C" for char in character
    )


def plain_paste(text: str) -> str:
    """Pasted text without control and format characters, which a widget would pass on to the terminal."""
    text = text[:LONGEST_PASTE].replace("\r\n", "\n").replace("\r", "\n")
    return "".join(char for char in text if char in "\n\t" or unicodedata.category(char)[0] != "C")
