"""Whether a deck is legal and what it is worth: reasons, numbers and sample hands in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from core.words import capital, counted
from decks.formats import legality
from decks.names import fold
from decks.report import counts, remarks
from decks.sample_hands import SEEDS, first_seed, hands, read_seed
from decks.statistics import Category, Statistics, chances, decimal, percent
from tui.match.deck_trial import opponents, trial, why_no_trial
from tui.plain.ask import MenuItem, pick
from tui.plain.decks.deck_texts import card_line, copies_of

if TYPE_CHECKING:
    from tui.plain.decks.deck_editor import DeckEditor


def _check(editor: DeckEditor, rest: str) -> None:
    """Whether it is legal, every reason why not with its cards, and what it is elsewhere."""
    deck, everything = editor.editing.deck, rest.casefold() == "all"
    own = len(legality(deck, editor.editing.game))
    for place, remark in enumerate(remarks(deck)):
        # Of other formats nobody wants to hear a hundred names unasked.
        more = remark.more if everything or place < own else ""
        editor.console.say(remark.sentence, *([more] if more else []))
    if said := counts(deck):
        editor.console.say(f"{said}.")
    editor.console.say(f"Its hash is {deck.hash}.")


def _found(editor: DeckEditor) -> Statistics | None:
    """The statistics; says it if there is nothing to count."""
    found = editor.editing.statistics
    if not found.size:
        editor.console.say("There is no card in it yet.")
        return None
    return found


def _numbers(editor: DeckEditor, rest: str) -> None:
    """Categories against their slots, and the means."""
    found, number = _found(editor), editor.editing.game.texts.force_name
    if found is None:
        return
    editor.console.say(f"{counted(found.size, 'card')}.")
    for category in found.categories:
        editor.console.say(_category(category, number))
    if found.mean is not None:
        editor.console.say(f"Mean {number} of the cards that have one: {decimal(found.mean)}.")
    if found.slot_mean is not None:
        editor.console.say(f"A slot of your own, once full, holds {decimal(found.slot_mean)} on average.")
    editor.console.say("Type curve, extra or chances for more numbers.")


def _category(category: Category, number: str) -> str:
    """`Character: 18 cards for 4 slots and 3 extra ones, mean Force 2.61.`"""
    slots = ""
    if category.slots is not None:
        extra = f" and {counted(category.extra, 'extra one')}" if category.extra else ""
        slots = f" for {counted(category.slots, 'slot')}{extra}"
    mean = "" if category.force is None else f", mean {number} {decimal(category.force)}"
    return f"{capital(category.name)}: {counted(category.cards, 'card')}{slots}{mean}."


def _curve(editor: DeckEditor, rest: str) -> None:
    """How many cards have which Force, or cost."""
    found, number = _found(editor), editor.editing.game.texts.force_name
    if found is None:
        return
    for force, cards in found.curve.items():
        editor.console.say(f"{number} {force}: {counted(cards, 'card')}.")
    without = found.size - sum(found.curve.values())
    if without:
        editor.console.say(f"No {number}: {counted(without, 'card')}.")


def _extra(editor: DeckEditor, rest: str) -> None:
    """Extra slots and bonuses, with how many cards they reach."""
    found = _found(editor)
    if found is None:
        return
    names = {card.id: card.name for card in editor.editing.game.cards}
    for extra in found.extras:
        givers = ", ".join(names[card] for card in extra.givers)
        slots = counted(extra.slots, "extra slot")
        editor.console.say(
            f"{capital(extra.to)}: {slots}, for {counted(extra.reached, 'card')} here, by {givers}."
        )
    for bonus in found.bonuses:
        gain = bonus.gain
        which = "one " if gain.one else "other " if gain.other else ""
        editor.console.say(
            f"{copies_of(bonus.copies, names[bonus.card])}: {gain.force} more to {which}{gain.to};"
            f" reaches {counted(bonus.reached, 'card')} here."
        )
    if not found.extras and not found.bonuses:
        editor.console.say("No card of it gives an extra slot or a bonus.")


def _chances(editor: DeckEditor, rest: str) -> None:
    """How likely the first cards hold at least so many of a category."""
    editing = editor.editing
    if _found(editor) is None:
        return
    lines = list(_chance_lines(editor, fold(rest)))
    if lines:
        editor.console.say("Chances that a shuffled deck's first cards hold at least so many.", *lines)
    elif rest:
        editor.console.say(f'No category of it is called "{rest[:40]}"; numbers lists them.')
    else:
        editor.console.say(f"No chances are worked out for such a {editing.noun}.")


def _chance_lines(editor: DeckEditor, wanted: str) -> Iterator[str]:
    editing = editor.editing
    for one in chances(editing.game, editing.deck.group, editing.deck.cards):
        pile = f"{one.pile}, " if one.pile else ""
        for category, shares in one.rows:
            if wanted and not (fold(category.name).startswith(wanted) or fold(one.pile) == wanted):
                continue
            for drawn in one.drawn:
                first = "the first card" if drawn == 1 else f"first {drawn} cards"
                least = [number for number in one.least(drawn) if drawn > 1 and shares[drawn, number]]
                said = ", ".join(f"{number} or more {_said(shares[drawn, number])}" for number in least)
                said = said or _said(shares[drawn, 1])
                yield capital(f"{pile}{category.name}, {first}: {said}.")


def _said(share: Fraction) -> str:
    """A chance as it is read aloud."""
    word = percent(share)
    return word.replace("<", "under ").replace(">", "over ")


def _hand(editor: DeckEditor, rest: str) -> None:
    """The first cards of a shuffle: by its seed, or the next one."""
    deck, game = editor.editing.deck, editor.editing.game
    if not deck.cards:
        editor.console.say(f"There is no card in this {editor.editing.noun} yet.")
        return
    try:
        seed = read_seed(rest) if rest else editor.seed % SEEDS + 1 if editor.seed else first_seed(deck)
    except ValueError as error:
        editor.console.say(str(error))
        return
    editor.seed = seed
    editor.console.say(f"Sample by seed {seed}.")
    for drawn in hands(deck, seed):
        if drawn.pile:
            names = ", ".join(card.name for card in drawn.cards)
            editor.console.say(f"{drawn.title}, from the top: {names or 'no card'}.")
        else:
            editor.console.say(f"{drawn.title}:", *(card_line(game, card) for card in drawn.cards))
    editor.console.say(f"Type hand for the next one, hand {seed} for this one again.")


def _play(editor: DeckEditor, rest: str) -> None:
    """Play it as it is now, against the computer."""
    deck = editor.editing.deck
    if reason := why_no_trial(deck):
        editor.console.say(reason)
        return
    names = list(opponents())
    if rest.casefold() in names:
        bot = rest.casefold()
    else:
        items = [MenuItem(f"the computer, {name}", about) for name, about in opponents().items()]
        bot = names[pick(editor.console, f"Play {deck.name} against which computer player?", items)]
    editor.play(trial(deck, bot))
    editor.console.say(f"You are at {deck.name} again.")


HANDLERS = {
    "check": _check,
    "numbers": _numbers,
    "curve": _curve,
    "extra": _extra,
    "chances": _chances,
    "hand": _hand,
    "play": _play,
}
"""By the id of a command."""
