"""A player of plain mode who sees nothing but what is printed, and answers by typing."""

from __future__ import annotations

import contextlib
import os
import queue
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from core.engine.stops import StopRules
from tests.support.waiting import SECONDS
from tui.match.plans import PERSON, LocalPlan
from tui.plain.console import Console
from tui.plain.session import Session
from tui.profile import Profile
from tui.settings import Settings, save_settings

CHOICE = re.compile(r"(\d+): (.*)")
ONLY = re.compile(r"Choose (\d+): (.*)\.$")
"""The only choice there is is said in the last line of a question."""
END = re.compile(r"Choose (.*)\.$")


class Played:
    """Reads lines as they come and types answers. What it does knows no game."""

    def __init__(self, output: int, keyboard: int) -> None:
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._keyboard = keyboard
        self.said: list[str] = []
        """Every line so far."""
        self._reader = threading.Thread(target=self._read, args=(output,), daemon=True)
        self._reader.start()

    def _read(self, output: int) -> None:
        # A terminal ends its lines with a carriage return too, and reads as an error when it has gone.
        with contextlib.suppress(OSError), os.fdopen(output, encoding="utf-8", newline="\n") as lines:
            for line in lines:
                self._lines.put(line.rstrip("\r\n"))
        self._lines.put(None)

    def next(self) -> str | None:
        """The next line; None when there are no more."""
        try:
            line = self._lines.get(timeout=SECONDS)
        except queue.Empty:
            raise AssertionError("nothing more is said:\n" + "\n".join(self.said)) from None
        if line is not None:
            self.said.append(line)
        return line

    def until(self, wanted: str) -> list[str]:
        """Lines up to the first that holds this."""
        lines = []
        while (line := self.next()) is not None:
            lines.append(line)
            if wanted in line:
                return lines
        raise AssertionError(f"never said {wanted!r}:\n" + "\n".join(self.said))

    def rest(self) -> list[str]:
        """All lines to the end."""
        lines = []
        while (line := self.next()) is not None:
            lines.append(line)
        return lines

    def question(self) -> dict[int, str]:
        """Read on to the end of a question: its choices by their numbers."""
        return choices(self.until("Choose "))

    def type(self, *lines: str) -> None:
        """Type lines, each with Enter."""
        os.write(self._keyboard, "".join(line + "\n" for line in lines).encode())

    def press(self, key: str) -> None:
        """Press a key on a terminal, without Enter."""
        os.write(self._keyboard, key.encode())

    def close(self) -> None:
        """The end of the input."""
        with contextlib.suppress(OSError):
            os.close(self._keyboard)

    def play(self, choose: Callable[[dict[int, str], str], str], end: str | None = None) -> list[str]:
        """Answer every question until there are no more lines, or one begins with `end`; `choose` gets the
        choices and the last line of a question. Gives all that was said."""
        question: list[str] = []
        options: dict[int, str] = {}
        while (line := self.next()) is not None and not (end and line.startswith(end)):
            question.append(line)
            if END.match(line):
                # A question that goes on does not list again what is left.
                options = choices(question) or options
                answer = choose(options, line)
                options.pop(int(answer), None) if answer.isdigit() else None
                with contextlib.suppress(BrokenPipeError):  # it was killed; what it said is still read
                    self.type(answer)
                question = []
            elif line.endswith("press Enter when you have it."):
                self.type("")
            elif line.endswith("Yes or no?"):
                self.type("yes")
        return self.said


def choices(lines: list[str]) -> dict[int, str]:
    """The numbered choices among these lines, without those of an earlier question."""
    found: dict[int, str] = {}
    for line in lines:
        match = CHOICE.match(line) or ONLY.match(line)
        if match:
            if match[1] == "1":
                found.clear()
            found[int(match[1])] = match[2]
    return found


def eager(options: dict[int, str], last: str) -> str:
    """Takes what is usual, and else the last choice there is: a card rather than to pass."""
    return "" if "Enter alone" in last else str(max(options))


@contextlib.contextmanager
def session(
    tmp_path: Path,
    run: Callable[[Session], int],
    *,
    interactive: bool = False,
    always: bool = False,
    encoding: str = "utf-8",
    name: str = "",
) -> Iterator[tuple[Played, list[int]]]:
    """A session on a thread, and its player; the list gets the exit status when it has ended.

    With `always` everything is asked; `name` is the player's.
    """
    if always:
        settings = Settings(stops={"wrinkles": StopRules(always=True)})
        save_settings(Profile(root=tmp_path), settings)
    keyboard_out, keyboard_in = os.pipe()
    printed_out, printed_in = os.pipe()
    output = os.fdopen(printed_in, "w", encoding=encoding, newline="\n")
    console = Console(keyboard_out, output, interactive=interactive)
    status: list[int] = []

    def go() -> None:
        try:
            status.append(run(Session(console, Profile(name, tmp_path))))
        finally:
            with contextlib.suppress(OSError):
                output.close()

    player = Played(printed_out, keyboard_in)
    thread = threading.Thread(target=go, daemon=True)
    thread.start()
    try:
        yield player, status
    finally:
        player.close()
        thread.join(SECONDS)
        assert not thread.is_alive()


def plan(*players: str, seed: int | None = 3, turns: int = 1, **more: object) -> LocalPlan:
    """A short match on this machine; without players Good is a person and Evil a bot."""
    from core import registry
    from decks.storage.catalog import default_deck

    game = registry.load("wrinkles")
    decks = tuple(default_deck(game, side).decklist() for side in ("good", "evil"))
    options = {"max_turns": turns} if turns else {}
    return LocalPlan("wrinkles", players or (PERSON, "random"), decks, options, seed=seed, **more)  # type: ignore[arg-type]
