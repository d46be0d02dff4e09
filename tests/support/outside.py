"""Text as nobody should be able to send it to a player's terminal, and what must not get there."""

from __future__ import annotations

import unicodedata

CSI = "\x1b[31m\x1b[2J\x1b[?1049l"
TITLE = "\x1b]0;owned\x07"
CLIPBOARD = "\x1b]52;c;b3duZWQ=\x1b\\"
DCS = '\x1bP$q"p\x1b\\'
NASTY: dict[str, str] = {
    "action": "[@click=app.quit]x[/]",
    "closing tags": "[/][/bold][bold",
    "escapes": CSI + TITLE + CLIPBOARD + DCS + "x",
    "c1 and bidi": "\x9b31m\x9d0;owned\x9cx\x84\x85\u202eevil\u202c\u2066x\u2069",
    "line separators": "a\u2028b\u2029c\u000bd\u000ce\r\nf\tg",
    "marks": "x" + "\u0301\u0323" * 150,
    "invisible": "\U000e0100\ue000\U0010ffff\u0378"
    "a\u200b\u200d\u2060\ufeff\u00ad\u180e\u3164\u115f\u1161\U000e0041\ufe0f",
    "long": "long " * 2_000,
    "wide": "\u6642\u9593" * 500,
    "quotes and braces": "\"'\\{0}%s$HOME`x`<b>&amp;",
    "nothing": "",
    "blank": " \u00a0\u3000 ",
}
SURROGATES = "\udcffx\udc80"
"""What Python makes of bytes of a command line that are no UTF-8; it can't be written as that."""


def dangers(text: str) -> set[str]:
    """What in this text must not reach a terminal, by code point; line ends may."""
    found = set()
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        marks = marks + 1 if category[0] == "M" else 0
        if category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") and char != "\n":
            found.add(f"U+{ord(char):04X}")
        if marks > 2:
            found.add("marks")
    return found
