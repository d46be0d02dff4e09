"""Questions outside a match's own: pick one of a list, yes or no, a line of text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from tui.boards.spoken import spoken
from tui.plain.answers import Unclear, span, the_one
from tui.plain.console import Console

T = TypeVar("T")
U = TypeVar("U")


HELP = ("?", "help")
"""What asks for help at any question, and so answers none."""


class Back(Exception):
    """The person wants to go back to the question before."""


class Quit(Exception):
    """The person wants to leave what is being set up."""


class MenuItem(NamedTuple):
    """A line to pick."""

    name: str
    about: str = ""
    """A sentence or a few words on it."""
    wrong: str = ""
    """Why it can't be picked, in a sentence; empty if it can."""


def typed_line(console: Console, allow_empty: bool = False) -> str:
    """The next line that is an answer. Raises Back and Quit for those words, and InputEnded."""
    while True:
        given = console.line().text
        if given.casefold() == "back":
            raise Back
        if given.casefold() in ("quit", "exit"):
            raise Quit
        if given or allow_empty:
            return given


def pick(
    console: Console, question: str, items: Sequence[MenuItem], usual: int = 0, about: Sequence[str] = ()
) -> int:
    """Let one of these be picked; Enter alone takes the `usual` one. `about` is what help says first."""

    def ask() -> None:
        console.say(question)
        for number, item in enumerate(items, 1):
            about = f": {spoken(item.about)}" if item.about else ""
            console.say(f"{number}: {item.name}{about}")
        console.say(f"Choose {span(len(items))}; Enter alone takes {usual + 1}.")

    ask()
    while True:
        text = typed_line(console, allow_empty=True)
        if text.casefold() in HELP:
            console.say(*about, "Type a number or part of a name; back: the question before; quit: leave.")
            ask()
            continue
        try:
            place = the_one(text, [item.name for item in items]) if text else usual
        except Unclear as error:
            console.say(str(error))
            continue
        if not items[place].wrong:
            return place
        console.say(items[place].wrong)


def sure(console: Console, question: str) -> bool:
    """A yes or no; to go back or to leave is a no."""
    console.say(f"{question} Yes or no?")
    while True:
        try:
            word = typed_line(console).casefold()
        except (Back, Quit):
            return False
        if word in ("y", "yes"):
            return True
        if word in ("n", "no"):
            return False
        console.say("Type yes or no; back and quit are a no.")


_NEEDED: object = object()


def text(console: Console, question: str, read: Callable[[str], T], usual: U = _NEEDED) -> T | U:  # type: ignore[assignment]
    """Ask for a line until `read` takes it; what is wrong with one is its ValueError. Enter alone gives
    `usual`, where there is such a thing."""
    console.say(question)
    while True:
        given = typed_line(console, allow_empty=usual is not _NEEDED)
        if not given:
            return usual
        if given.casefold() in HELP:
            console.say("Type what is asked; back: the question before; quit: leave.", question)
            continue
        try:
            return read(given)
        except ValueError as error:
            console.say(str(error))
