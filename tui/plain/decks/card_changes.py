"""Cards into a deck and out of it, to the maybe list and back, and all of that taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from core.contract.card_info import CardInfo
from core.words import counted, small
from decks.model import COPIES, Deck
from tui.plain.decks.card_names import ALL, Cards
from tui.plain.decks.deck_texts import by_name, copies_of

if TYPE_CHECKING:
    from tui.plain.decks.deck_editor import DeckEditor


ANY = COPIES + 1
"""Copies where no number is said: as many as there are."""
_Change = Callable[[Sequence[str], Mapping[str, int]], object]
"""What is done to cards, to at most so many copies of those with a number."""
_Done = Callable[[str, int], str]
"""What has become of a card, of which so many copies were asked for."""


def _cards(editor: DeckEditor, among: Iterable[str] | None = None) -> Cards:
    """What a line may name: cards by these ids, or the pool."""
    editing = editor.editing
    cards = editing.pool if among is None else [editing.cards[card] for card in among]
    return Cards(editor.console, editing, cards)


def _add(editor: DeckEditor, rest: str) -> None:
    """As many as are asked for, or as are allowed, all in one step."""
    editing = editor.editing
    wanted = _summed(editor, _cards(editor).named(rest))
    if not wanted:
        return
    before = editing.deck
    added = editing.change(wanted)
    if len(wanted) > 1 and rest.casefold().startswith(ALL):
        number = sum(added.values())
        missing = sum(wanted.values()) - number
        said = [f"{counted(number, 'card')} added."]
        said += [f"{counted(missing, 'card')} not: the limit was reached."] if missing else []
    else:
        said = [_added(editor, card, wanted[card], number) for card, number in added.items()]
    _tell(editor, before, said)


def _tell(editor: DeckEditor, before: Deck, said: Iterable[str], *still: str) -> None:
    """Say what was done to a deck; where it is what it was before, also that it is `still` that."""
    if editor.editing.deck == before:
        editor.console.say(*said, *still)
    else:
        editor.changed(*said)


def _added(editor: DeckEditor, card: str, wanted: int, number: int) -> str:
    name, why = editor.editing.cards[card].name, editor.editing.why_no_more()
    if not number:
        return f"{name}: {why}"
    not_all = "" if number == wanted else f" {number} and not {wanted}: {small(why)}"
    return f"{copies_of(number, name)} added.{not_all}"


def _take(editor: DeckEditor, rest: str) -> None:
    editing = editor.editing
    if rest.casefold() == ALL:
        if not editor.step(editing.take_all, "All taken out."):
            editor.console.say(f"The {editing.noun} is empty.")
        return
    wanted = _summed(editor, _cards(editor, editing.deck.cards).named(rest))
    if not wanted:
        return
    before = editing.deck
    taken = editing.change({card: -copies for card, copies in wanted.items()})
    said = [_taken(editor, card, wanted[card], -number) for card, number in taken.items()]
    _tell(editor, before, said)


def _taken(editor: DeckEditor, card: str, wanted: int, number: int) -> str:
    name = editor.editing.cards[card].name
    if not number:
        return f"{name} is not in the {editor.editing.noun}."
    not_all = "" if number == wanted else f" {number} and not {wanted}: there were no more."
    return f"{copies_of(number, name)} taken out.{not_all}"


def _summed(editor: DeckEditor, named: Iterable[tuple[int, CardInfo]]) -> dict[str, int]:
    """Copies by card, where a card may be named twice; none at all is said to be nothing."""
    found: dict[str, int] = {}
    for copies, card in named:
        found[card.id] = found.get(card.id, 0) + copies
        if not copies:
            editor.console.say(f"No copy of {card.name} is asked for.")
    return {card: copies for card, copies in found.items() if copies}


def _set(editor: DeckEditor, rest: str) -> None:
    """So many copies, whatever there were."""
    named = _cards(editor).named(rest)
    _put(editor, {card.id: copies for copies, card in named})


def _fill(editor: DeckEditor, rest: str) -> None:
    """As many as the format allows."""
    named = _cards(editor).named(rest)
    limit = editor.editing.limit
    if limit >= COPIES:
        editor.console.say("This format has no limit: type set with a number.")
    else:
        _put(editor, {card.id: limit for _, card in named})


def _put(editor: DeckEditor, wanted: dict[str, int]) -> None:
    editing = editor.editing
    if not wanted:
        return
    said = []
    for card, copies in wanted.items():
        have = min(copies, editing.limit)
        more = f" Not {copies}: {small(editing.why_no_more())}" if have < copies else ""
        said.append(f"{editing.cards[card].name}: {have or 'none'}.{more}")

    def put() -> None:
        # Down to the limit too, as the number is what is asked for.
        editing.change(
            {card: min(n, editing.limit) - editing.deck.copies(card) for card, n in wanted.items()}
        )

    if not editor.step(put, *said):
        editor.console.say(*said, "So it was already.")


def _maybe(editor: DeckEditor, rest: str) -> None:
    """Say the maybe list, or put cards aside."""
    editing = editor.editing
    if rest:
        if not editor.may_change():
            return
        before = editing.deck

        def done(card: str, wanted: int) -> str:
            moved = editing.deck.maybe.get(card, 0) - before.maybe.get(card, 0)
            if wanted == ANY:
                return "kept as a maybe."
            fewer = f" Not {wanted}: there were no more." if 0 < moved < wanted else ""
            return f"{moved or 'none'} kept as a maybe.{fewer}"

        named = _cards(editor, editing.deck.cards).named(rest, ANY)
        _move(editor, named, editing.put_aside, done)
        return
    maybe = by_name(editing.cards[card] for card in editing.deck.maybe)
    editor.console.say(
        *(f"{copies_of(editing.deck.maybe[card.id], card.name)}." for card in maybe),
        f"{counted(sum(editing.deck.maybe.values()), 'card')} on the maybe list, which does not count."
        if maybe
        else "There is nothing on the maybe list.",
    )


def _into(editor: DeckEditor, rest: str) -> None:
    """From the maybe list into the deck."""
    editing = editor.editing
    before = editing.deck.maybe

    def done(card: str, wanted: int) -> str:
        left = editing.deck.maybe.get(card, 0)
        if not left:
            return f"in the {editing.noun}."
        moved = before[card] - left
        why = f": {small(editing.why_no_more())}" if moved < min(wanted, before[card]) else "."
        return f"{moved or 'none'} in the {editing.noun}, {left} still a maybe{why}"

    _from_maybe(editor, rest, editing.take_back, done)


def _forget(editor: DeckEditor, rest: str) -> None:
    """Off the maybe list."""
    editing = editor.editing
    before = editing.deck.maybe

    def done(card: str, wanted: int) -> str:
        left = editing.deck.maybe.get(card, 0)
        return (
            f"{before[card] - left} off the maybe list, {left} still on it."
            if left
            else "off the maybe list."
        )

    _from_maybe(editor, rest, editing.forget, done)


def _keep(editor: DeckEditor, rest: str) -> None:
    """So many copies on the maybe list, whatever there were."""
    editing = editor.editing
    wanted = {card.id: copies for copies, card in _cards(editor, editing.deck.maybe).named(rest)}
    have = editing.deck.maybe
    by = {card: copies - have.get(card, 0) for card, copies in wanted.items()}
    said = [
        f"{editing.cards[card].name}: {copies or 'none'} kept as a maybe." for card, copies in wanted.items()
    ]
    if by and not editor.step(lambda: editing.change({}, by), *said):
        editor.console.say(*said, "So it was already.")


def _from_maybe(editor: DeckEditor, rest: str, change: _Change, done: _Done) -> None:
    maybe = editor.editing.deck.maybe
    named = _cards(editor, maybe).named(rest, ANY)
    for _, card in named:
        if card.id not in maybe:
            editor.console.say(f"{card.name} is not on the maybe list.")
    _move(editor, [one for one in named if one[1].id in maybe], change, done)


def _move(editor: DeckEditor, named: Iterable[tuple[int, CardInfo]], change: _Change, done: _Done) -> None:
    """Do it to these cards, so many copies of each; `done` says of each what has become of it."""
    wanted = {card: min(copies, ANY) for card, copies in _summed(editor, named).items()}
    before = editor.editing.deck
    if wanted:
        change(list(wanted), {card: copies for card, copies in wanted.items() if copies < ANY})
        said = [f"{editor.editing.cards[card].name}: {done(card, copies)}" for card, copies in wanted.items()]
        _tell(editor, before, said, "So it was already.")


def _undo(editor: DeckEditor, rest: str) -> None:
    _go(editor, editor.editing.undo, "Taken back.", "Nothing was changed.")


def _redo(editor: DeckEditor, rest: str) -> None:
    _go(editor, editor.editing.redo, "Done again.", "Nothing was taken back.")


def _go(editor: DeckEditor, go: Callable[[], bool], said: str, refusal: str) -> None:
    steps = editor.editing.history.steps
    told = editor.difference(go)
    if editor.editing.history.steps == steps:
        editor.console.say(refusal)
        return
    editor.changed(said, *told)
    back, again = editor.editing.history.steps
    editor.console.say(f"{counted(back, 'step')} to undo, {again} to redo.")


HANDLERS = {
    "add": _add,
    "take": _take,
    "put": _set,
    "fill": _fill,
    "maybe": _maybe,
    "keep": _keep,
    "take_back": _into,
    "forget": _forget,
    "undo": _undo,
    "redo": _redo,
}
"""By the id of a command."""
