"""Rows of a form for the clock of a match."""

from __future__ import annotations

from collections.abc import Iterable

from core.contract.clock import FORMS, NO_CLOCK, read_clock, written
from core.words import capital
from tui.widgets.form_rows import FormItem, FormRow, OneOf, Words

CLOCKS = ("30", "60", "120", "5m+3", "10m+5", "30m+10")
"""Those that are offered."""
_OWN = "own"
"""The value of the row for one that is typed."""


def clock_rows(old: Iterable[FormRow]) -> list[FormRow]:
    """How much time a person has; where another one than those offered is chosen in the rows before, also a
    row in which it is typed."""
    about = "{}. Nothing ends by itself: when a time is up the others claim the match, give more, or go on."
    items = [FormItem(NO_CLOCK, NO_CLOCK, about="Everybody takes the time they need.")]
    for text in CLOCKS:
        clock = read_clock(text)
        items.append(
            FormItem(text, text, about=about.format(capital(clock.said if clock is not None else "")))
        )
    row = OneOf("clock", "Clock", "", [*items, FormItem(_OWN, "another", about=FORMS)])
    row.choose(next((one.value for one in old if one.name == "clock"), NO_CLOCK))
    typed = Words("own clock", "  as", FORMS, empty="such as 45, or 15m+10", cells=10)
    return [row, typed] if row.value == _OWN else [row]


def clock_set(rows: Iterable[FormRow]) -> str:
    """The clock of these rows in its text form. Raises ValueError, with a sentence, if what was typed is
    none."""
    values = {row.name: row.value for row in rows}
    chosen = values.get("clock", NO_CLOCK)
    return written(read_clock(values["own clock"] if chosen == _OWN else chosen))


def clock_fault(row: FormRow) -> str:
    """Why what was typed in this row is no clock; empty if it is one, or another row."""
    if row.name == "own clock":
        try:
            read_clock(row.value)
        except ValueError as error:
            return str(error)
    return ""
