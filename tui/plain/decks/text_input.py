"""Text of many lines, as it is typed or pasted."""

from __future__ import annotations

from collections.abc import Callable

from core.words import counted
from tui.plain.ask import Back
from tui.plain.console import Console

END = "."
"""The line that ends a text of many lines."""
MOST = 20_000
"""Most lines of such a text that are kept."""


def many_lines(
    console: Console,
    question: str,
    whole: Callable[[str], bool] = lambda line: False,
    typed: Callable[[str], object] = lambda text: None,
) -> str:
    """The lines up to one with a single full stop, whatever they say; a first line that is `whole` by itself
    needs none. `typed` is called after each with all there are. Raises Back if the first line is that word,
    and InputEnded."""
    console.say(question, "End with a line that is a single full stop.")
    lines: list[str] = []
    more = 0
    while (line := console.line().text) != END:
        if not lines and line.casefold() == "back":
            raise Back
        if len(lines) < MOST:
            lines.append(line)
            typed("\n".join(lines))
        else:
            more += 1
        if len(lines) == 1 and whole(line):
            break
    if more:
        console.say(f"Only the first {MOST} lines were heard, and {counted(more, 'line')} not.")
    return "\n".join(lines)
