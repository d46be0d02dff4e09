"""The rows of a form (form.py): headings, values of several kinds, and lines that do something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len


@dataclass
class FormRow:
    """A line of a form. By itself a heading: the cursor passes it."""

    name: str
    """What the program knows it by; the cursor stays on a name when the rows change."""
    label: str
    about: str = ""
    """A sentence on it, shown while the cursor is there."""

    @property
    def usable(self) -> bool:
        """Whether the cursor stops here."""
        return type(self) is not FormRow

    @property
    def value(self) -> Any:
        """What is set."""
        return None

    @property
    def shown(self) -> str:
        """The value as people read it."""
        return ""

    @property
    def remark(self) -> str:
        """Said quietly after the value."""
        return ""

    @property
    def short(self) -> str:
        """What of the remark is said where there is no room for all of it."""
        return ""

    def step(self, by: int) -> bool:
        """Go to another value; False if there is none in that direction."""
        return False

    def type(self, key: str) -> bool:
        """Take a character or `backspace`; False if that means nothing here."""
        return False


@dataclass
class FormAction(FormRow):
    """A line that does something."""

    said: str = ""

    @property
    def shown(self) -> str:
        return self.said


@dataclass
class FormItem:
    """One value of a OneOf."""

    value: Any
    text: str
    remark: str = ""
    about: str = ""
    wrong: str = ""
    """Why this value can't be used, in a sentence."""
    hash: str = ""
    """What a deck is recognised by."""

    @property
    def told(self) -> str:
        """What there is to say of it, in sentences."""
        return " ".join(filter(None, (self.hash and f"Hash {self.hash}.", self.wrong or self.about)))


@dataclass
class OneOf(FormRow):
    """One of several values."""

    items: Sequence[FormItem] = ()
    at: int = 0

    @property
    def item(self) -> FormItem:
        return self.items[self.at]

    @property
    def value(self) -> Any:
        return self.item.value if self.items else None

    @property
    def shown(self) -> str:
        return self.item.text if self.items else "none"

    @property
    def remark(self) -> str:
        return ", ".join(filter(None, (self.item.remark, self.item.hash))) if self.items else ""

    @property
    def short(self) -> str:
        return self.item.hash if self.items else ""

    def choose(self, value: Any) -> None:
        """Set this value, if it is there."""
        self.at = next((n for n, item in enumerate(self.items) if item.value == value), self.at)

    def step(self, by: int) -> bool:
        if len(self.items) < 2:
            return False
        self.at = (self.at + by) % len(self.items)
        return True


@dataclass
class Number(FormRow):
    """A whole number in a range."""

    low: int = 0
    high: int = 1
    number: int = 0

    @property
    def value(self) -> int:
        return self.number

    @property
    def shown(self) -> str:
        return str(self.number)

    @property
    def remark(self) -> str:
        return f"{self.low} to {self.high}"

    def step(self, by: int) -> bool:
        old, self.number = self.number, max(self.low, min(self.number + by, self.high))
        return self.number != old

    def type(self, key: str) -> bool:
        if not key.isdecimal():
            return False
        # A digit goes on with the number where that fits, and begins a new one where it doesn't.
        for number in (self.number * 10 + int(key), int(key)):
            if self.low <= number <= self.high:
                self.number = number
                return True
        return False


@dataclass
class Digits(FormRow):
    """A number of any size, or nothing."""

    text: str = ""
    empty: str = ""
    """What to show for nothing."""
    longest: int = 18

    @property
    def value(self) -> int | None:
        return int(self.text) if self.text else None

    @property
    def shown(self) -> str:
        return self.text or self.empty

    def type(self, key: str) -> bool:
        if key == "backspace" and self.text:
            self.text = self.text[:-1]
        elif key.isdecimal() and key.isascii() and len(self.text) < self.longest:
            self.text += key
        else:
            return False
        return True


@dataclass
class Words(FormRow):
    """A few words that are typed, or none."""

    text: str = ""
    empty: str = ""
    """What to show for nothing."""
    cells: int = 24
    """How long they may be."""

    @property
    def value(self) -> str:
        return self.text.strip()

    @property
    def shown(self) -> str:
        return self.text or self.empty

    def type(self, key: str) -> bool:
        if key == "backspace":
            self.text = self.text[:-1]
        elif cell_len(key) and len(key) == 1 and cell_len(self.text + key) <= self.cells:
            self.text = (self.text + key).lstrip()
        else:
            return False
        return True
